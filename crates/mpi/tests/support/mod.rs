//! A network of constant latency and rate, ranks that follow a script, and their memory: what the tests of the
//! engine half need instead of a machine and a program.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part, as a module of its own")]

use kernel::{
    Completion, CompletionKind, Compute, CpuDone, CpuTask, EventQueue, Extent, Finish, LinkCounters, Network,
    Progress, Resources, Service, Storage, StorageEvent, StorageKind, StorageProtocol, StorageRequest, Stripes,
    Transfer, Work,
};
use ops::{
    ANY, Answer, Buffer, CallSite, CommId, Function, Observer, Placement, Post, RankDriver, RankState, RequestId,
    RequestSet, SendMode, UserMemory, WaitMode,
};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use units::{ActorId, Endpoint, HostId, Time};
use windtunnel_mpi::library::Library;
use windtunnel_mpi::{Engine, EngineOptions, MeasuredBlocks, RunSummary};

pub const LATENCY: u64 = 1_000_000; // 1 us
pub const PS_PER_BYTE: u64 = 1_000; // 1 GB/s

/// `f_L · LATENCY + bytes · PS_PER_BYTE / f_B`, no contention.
#[derive(Default)]
pub struct Wire {
    queue: EventQueue<u64>,
    started: u64,
    transfers: Rc<RefCell<Vec<Transfer>>>,
}

impl Wire {
    /// The transfers of a run, as they start.
    pub fn transfers(&self) -> Rc<RefCell<Vec<Transfer>>> {
        Rc::clone(&self.transfers)
    }
}

/// What a transfer takes.
fn time_of(transfer: &Transfer) -> Time {
    let latency = (LATENCY as f64 * transfer.latency_factor) as u64;
    let bytes = (transfer.bytes as f64 * PS_PER_BYTE as f64 / transfer.bandwidth_factor) as u64;
    Time::from_ps(latency + bytes)
}

impl Network for Wire {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        self.started += 1;
        self.transfers.borrow_mut().push(*transfer);
        self.queue.push(now + time_of(transfer), 0, 0, self.started, transfer.token);
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::default())
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        Some(time_of(transfer))
    }

    fn next_event(&mut self) -> Time {
        self.queue.next_time()
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        while !self.queue.is_empty() && self.queue.next_time() <= to {
            let (_, token) = self.queue.pop().expect("not empty");
            completions.push(Completion { token, kind: CompletionKind::Delivered, bottleneck: None });
        }
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        None
    }
}

/// Every actor has a core of one flop per picosecond.
pub struct Cores;

impl Compute for Cores {
    fn start(&mut self, _: Time, task: &CpuTask) -> Finish {
        let time = match task.work {
            Work::Time(time) => time,
            Work::Flops(flops) => Time::from_ps(flops),
        };
        Finish::At { end: task.earliest + time, noise: Time::ZERO }
    }

    fn undisturbed(&self) -> bool {
        true
    }

    fn next_event(&mut self) -> Time {
        Time::MAX
    }

    fn advance(&mut self, _: Time, _: &mut Vec<CpuDone>) {}
}

/// So many ranks on each host.
pub struct PerHost(pub u32);

impl Placement for PerHost {
    fn endpoint(&self, actor: ActorId) -> Endpoint {
        Endpoint { host: HostId(actor.0 / self.0), core: (actor.0 % self.0) as u16, ..Endpoint::default() }
    }
}

/// Ranks that follow a script.
#[derive(Default)]
pub struct Script {
    /// What each rank still posts.
    pub posts: Vec<VecDeque<Post>>,
    /// Each rank's memory; an address is an index plus one, so that zero stays no address.
    pub memory: Memory,
    /// Whether the ranks have data.
    pub has_memory: bool,
    /// Whether a rank posts on to its end, whatever demands an answer.
    pub runs_ahead: bool,
    /// Every answer that each rank got.
    pub answers: Vec<Vec<Answer>>,
    /// Ranks that were expected to go on, with the number of answers that they had got.
    pub expected: Vec<(usize, usize)>,
    /// Exit statuses.
    pub status: Vec<i32>,
}

#[derive(Default)]
pub struct Memory {
    pub bytes: Vec<Vec<u8>>,
}

impl UserMemory for Memory {
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        let at = address as usize - 1;
        into.copy_from_slice(&self.bytes[actor.index()][at..at + into.len()]);
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        let at = address as usize - 1;
        self.bytes[actor.index()][at..at + from.len()].copy_from_slice(from);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        let mut contents = vec![0; bytes as usize];
        self.read(from.0, from.1, &mut contents);
        self.write(to.0, to.1, &contents);
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        let at = address as usize - 1;
        change(&mut self.bytes[actor.index()][at..at + bytes as usize]);
    }
}

impl RankDriver for Script {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.answers[actor.index()].push(answer.clone());
        while let Some(post) = self.posts[actor.index()].pop_front() {
            let last = post.demands_answer();
            posts.push(post);
            if last && (!self.runs_ahead || self.posts[actor.index()].is_empty()) {
                return RankState::Blocked;
            }
        }
        RankState::Finished(self.status.get(actor.index()).copied().unwrap_or(0))
    }

    fn expect(&mut self, actor: ActorId) {
        self.expected.push((actor.index(), self.answers[actor.index()].len()));
    }

    /// A user's operation that does not commute: `inout = 10·input + inout` on each byte, wrapping.
    fn reduce(&mut self, _: ActorId, _: u64, _: u64, input: &[u8], inout: &mut [u8]) {
        for (right, left) in inout.iter_mut().zip(input) {
            *right = left.wrapping_mul(10).wrapping_add(*right);
        }
    }

    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        self.has_memory.then_some(&mut self.memory as &mut dyn UserMemory)
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("script:{}", site.0)
    }
}

/// A script of so many ranks, each with so many bytes of memory.
pub fn script(ranks: usize, bytes: usize) -> Script {
    Script {
        posts: vec![VecDeque::new(); ranks],
        memory: Memory { bytes: vec![vec![0; bytes]; ranks] },
        has_memory: true,
        runs_ahead: false,
        answers: vec![Vec::new(); ranks],
        expected: Vec::new(),
        status: Vec::new(),
    }
}

impl Script {
    /// Appends posts of a rank.
    pub fn rank(&mut self, rank: usize, posts: impl IntoIterator<Item = Post>) -> &mut Self {
        self.posts[rank].extend(posts);
        self
    }

    /// When the n-th answer came (0 is the start).
    pub fn time(&self, rank: usize, answer: usize) -> u64 {
        self.answers[rank][answer].now.ps()
    }

    /// When the last answer came.
    pub fn last_time(&self, rank: usize) -> u64 {
        self.answers[rank].last().expect("an answer").now.ps()
    }
}

/// The models of all tests; a server of files sits on a host or is attached.
pub fn resources(server: Option<u32>) -> Resources {
    let place = server.map(|host| Endpoint { host: HostId(host), ..Endpoint::default() });
    with_store(Store { place, protocol: StorageProtocol::default(), ends: Vec::new() })
}

/// As [`resources`] with an attached server, whose files libraries for parallel I/O access by a driver.
pub fn with_driver(driver: &'static str, stripes: Stripes) -> Resources {
    let protocol = StorageProtocol { driver: Some(driver), stripes: Some(stripes), ..StorageProtocol::default() };
    with_store(Store { place: None, protocol, ends: Vec::new() })
}

fn with_store(store: Store) -> Resources {
    Resources { network: Box::new(Wire::default()), compute: Box::new(Cores), storage: Box::new(store) }
}

/// One server that takes 1 us, 10 ps a byte and 100 ns for each extent after the first, however much it is asked at once.
struct Store {
    place: Option<Endpoint>,
    protocol: StorageProtocol,
    /// When requests end, and how many bytes a read sends.
    ends: Vec<(Time, u64, u64)>,
}

impl Storage for Store {
    fn servers(&self) -> u32 {
        1
    }

    fn endpoint(&self, _: u32) -> Option<Endpoint> {
        self.place
    }

    fn metadata_server(&self, _: u32) -> u32 {
        0
    }

    fn spread(&self, _: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
        each(0, Extent { offset, bytes });
    }

    fn protocol(&self) -> StorageProtocol {
        self.protocol
    }

    fn idle(&self) -> Box<dyn Storage> {
        Box::new(Self { ends: Vec::new(), ..*self })
    }

    fn start(&mut self, now: Time, request: &StorageRequest) {
        let further = request.extents.len().saturating_sub(1) as u64;
        let time = Time::from_ps(1_000_000 + 10 * request.bytes() + 100_000 * further);
        let ready = if request.kind == StorageKind::Read { request.bytes() } else { 0 };
        self.ends.push((now.saturating_add(time), request.token, ready));
    }

    fn next_event(&mut self) -> Time {
        self.ends.iter().map(|&(end, ..)| end).min().unwrap_or(Time::MAX)
    }

    fn advance(&mut self, to: Time, events: &mut Vec<StorageEvent>) {
        for (_, token, ready) in self.ends.extract_if(.., |&mut (end, ..)| end <= to) {
            events.push(StorageEvent { token, progress: Progress::Done(Service::default()) });
            if ready > 0 {
                events.push(StorageEvent { token, progress: Progress::Ready(ready) });
            }
        }
    }
}

/// Runs a script with one rank per host.
pub fn run(script: &mut Script, library: Library) -> RunSummary {
    run_with(script, library, PerHost(1), None)
}

pub fn run_with<'a>(
    script: &'a mut Script,
    library: Library,
    placement: PerHost,
    observer: Option<&'a mut dyn Observer>,
) -> RunSummary {
    let options = EngineOptions {
        ranks: script.posts.len() as u32,
        library,
        placement: Box::new(placement),
        resources: resources(None),
        oversubscribed_compute: None,
        blocks: Box::new(MeasuredBlocks::new(1_000_000)),
        skip_payload_from: None,
        steps: Vec::new(),
    };
    Engine::new(options, script, observer).run(&mut |_| false)
}

pub fn enter(function: Function, site: u32, block_ps: u64) -> Post {
    Post::Enter { function, site: CallSite(site), block: ops::Work::Time(Time::from_ps(block_ps)) }
}

pub fn buffer(at: u64, bytes: u64) -> Buffer {
    Buffer { address: at + 1, bytes }
}

pub fn send(request: u32, peer: u32, tag: i32, buffer: Buffer) -> Post {
    Post::Send {
        request: RequestId(request),
        comm: CommId::WORLD,
        peer,
        tag,
        buffer,
        mode: SendMode::Standard,
        blocking: true,
        elements: ops::Elements::Any,
    }
}

pub fn isend(request: u32, peer: u32, tag: i32, buffer: Buffer) -> Post {
    Post::Send {
        request: RequestId(request),
        comm: CommId::WORLD,
        peer,
        tag,
        buffer,
        mode: SendMode::Standard,
        blocking: false,
        elements: ops::Elements::Any,
    }
}

pub fn recv(request: u32, source: i32, tag: i32, buffer: Buffer) -> Post {
    Post::Recv {
        request: RequestId(request),
        comm: CommId::WORLD,
        source,
        tag,
        buffer,
        blocking: true,
        elements: ops::Elements::Any,
    }
}

pub fn any_recv(request: u32, buffer: Buffer) -> Post {
    recv(request, ANY, ANY, buffer)
}

pub fn wait(request: u32) -> Post {
    Post::Wait { set: RequestSet::One(RequestId(request)), mode: WaitMode::All }
}

pub fn wait_many(requests: &[u32], mode: WaitMode) -> Post {
    Post::Wait { set: RequestSet::Many(requests.iter().map(|&request| RequestId(request)).collect()), mode }
}

pub fn compute(ps: u64) -> Post {
    Post::Compute(ops::Work::Time(Time::from_ps(ps)))
}

/// A library without overheads: eager to 64 KiB, detached to 320 KiB, handshake of one round.
pub fn library() -> Library {
    Library::load(Some("ideal"), &toml::Table::new(), &|_| None).expect("the default library")
}
