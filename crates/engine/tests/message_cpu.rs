//! CPU time of messages on every shipped platform with every shipped MPI library: it never falls with the size, whatever the
//! protocol, and noise delays all of it.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use mpi::library::{ProtocolParameters, SHIPPED};
use ops::{Answer, Buffer, CallSite, CommId, Elements, Function, Post, RankDriver, RankState, RequestId};
use ops::{RequestSet, SendMode, WaitMode, Work};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use units::{ActorId, Time};
use windtunnel_engine::{Assembly, PLATFORMS, Purpose, RunFolder, Scenario, ScenarioText, run};

/// The longest message, 4 MiB.
const LONGEST: u64 = 4 << 20;
/// Longer than any message takes.
const STEP: u64 = 10_000_000_000_000;
/// A core is away half of the time, in detours much shorter than any CPU time.
const NOISE: &str = "'host.noise.period' = '2 ns'\n'host.noise.duration' = '1 ns'\n'host.noise.phase' = 'same'\n";
/// A piece of work may meet one detour more or less than half of its time says; a message has at most four pieces.
const ROUNDING: u64 = 4 * 1_000 + 4;

/// Where a longer message takes less time than a shorter one: beyond these sizes SMPI's default factors of latency and bandwidth (`smpi/lat-factor`,
/// `smpi/bw-factor`, fitted by its authors to a cluster with TCP over Gigabit Ethernet) jump to faster ones.
const FASTER_BEYOND: [u64; 7] = [241, 716, 1410, 3468, 5760, 15408, 65456];
const WITH_FACTORS_OF_SMPI: [&str; 3] = ["simgrid-smpi", "smpi-impi", "smpi-mvapich2"];

/// How messages are sent.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Call {
    Send,
    Isend,
}

/// Sends messages from rank 0 to rank 1, each `STEP` after the one before.
struct Messages<'a> {
    /// Each with its bytes.
    list: &'a [(Call, u64)],
    /// The next step of each rank: (message, step); the first rank's first step is `MPI_Init`.
    at: [(usize, u8); 2],
    /// When each receive has ended, after the message's start.
    took: Vec<u64>,
}

impl<'a> Messages<'a> {
    fn new(list: &'a [(Call, u64)]) -> Self {
        Self { list, at: [(0, 0); 2], took: Vec::new() }
    }

    fn transfer(rank: usize, (call, bytes): (Call, u64)) -> [Post; 3] {
        let blocking = call == Call::Send;
        let buffer = Buffer { address: 0, bytes };
        let (request, comm, elements) = (RequestId(0), CommId::WORLD, Elements::Any);
        let function = match (rank, blocking) {
            (0, true) => Function::Send,
            (0, false) => Function::Isend,
            (_, true) => Function::Recv,
            (_, false) => Function::Irecv,
        };
        let post = match rank {
            0 => Post::Send { request, comm, peer: 1, tag: 0, buffer, mode: SendMode::Standard, blocking, elements },
            _ => Post::Recv { request, comm, source: 0, tag: 0, buffer, blocking, elements },
        };
        [enter(function), post, Post::Wait { set: RequestSet::One(request), mode: WaitMode::All }]
    }
}

fn enter(function: Function) -> Post {
    Post::Enter { function, site: CallSite(0), block: Work::NONE }
}

impl RankDriver for Messages<'_> {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let rank = actor.index();
        let (message, part) = self.at[rank];
        let start = (message as u64 + 1) * STEP;
        match part {
            0 => posts.extend([enter(Function::Init), Post::Init, Post::ReadClock]),
            1 if message == self.list.len() => {
                posts.extend([enter(Function::Finalize), Post::Finalize]);
                return RankState::Finished(0);
            }
            1 => posts.extend([Post::Sleep(Time::from_ps(start - answer.now.ps())), Post::ReadClock]),
            2 => {
                assert_eq!(answer.now.ps(), start);
                posts.extend(Self::transfer(rank, self.list[message]));
            }
            _ => {
                if rank == 1 {
                    self.took.push(answer.now.ps() - start);
                }
                self.at[rank] = (message + 1, 1);
                return self.resume(actor, answer, posts);
            }
        }
        self.at[rank].1 += 1;
        RankState::Blocked
    }

    fn describe_site(&mut self, _: CallSite) -> String {
        String::new()
    }
}

/// Sizes around which something may change: every power of two, and wherever a parameter of the library does.
fn sizes(protocol: &ProtocolParameters) -> Vec<u64> {
    let mut around: BTreeSet<u64> = (0..=22).map(|power| 1 << power).collect();
    around.extend([protocol.eager_max, protocol.send_buffer, protocol.send_end.at_once_max().unwrap_or(0)]);
    for cost in [&protocol.send, &protocol.isend, &protocol.recv] {
        around.extend(cost.segments().iter().map(|segment| segment.up_to));
    }
    for factor in [&protocol.latency_factor, &protocol.bandwidth_factor] {
        for power in 0..22 {
            borders(1 << power, 2 << power, &|bytes| factor.at(bytes), &mut around);
        }
    }
    let near = around.iter().flat_map(|&size| size.saturating_sub(2)..=size.saturating_add(3));
    near.filter(|size| (1..=LONGEST).contains(size)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The last size before each change of a step function.
fn borders(low: u64, high: u64, at: &dyn Fn(u64) -> f64, found: &mut BTreeSet<u64>) {
    if high - low == 1 {
        if at(low) != at(high) {
            found.insert(low);
        }
        return;
    }
    let middle = low.midpoint(high);
    // Classes are longer than a sixteenth of their size.
    if high - low > low / 16 + 1 || at(low) != at(middle) {
        borders(low, middle, at, found);
    }
    if high - low > low / 16 + 1 || at(middle) != at(high) {
        borders(middle, high, at, found);
    }
}

/// The time that each message takes from its start to the end of its receive, in picoseconds.
fn times(folder: &Path, scenario: &Scenario, list: &[(Call, u64)]) -> Vec<u64> {
    let folder = RunFolder::create(folder, Purpose::Run, true, &[]).unwrap();
    let mut messages = Messages::new(list);
    run(scenario, 2, &mut messages, &folder, &mut |_| None).unwrap();
    assert_eq!(messages.took.len(), list.len());
    messages.took
}

/// What is wrong with the times of messages of one kind, ascending by size: of each the whole time and what noise adds to it.
fn faults(library: &str, protocol: &ProtocolParameters, call: Call, seen: &[(u64, u64, u64)]) -> Vec<String> {
    let mut faults = Vec::new();
    for pair in seen.windows(2) {
        let [(before, whole_before, cpu_before), (bytes, whole, cpu)] = [pair[0], pair[1]];
        if cpu + ROUNDING < cpu_before {
            faults.push(format!("CPU time of {before} B is {cpu_before} ps, that of {bytes} B {cpu} ps"));
        }
        let known = WITH_FACTORS_OF_SMPI.contains(&library) && FASTER_BEYOND.contains(&before);
        if whole < whole_before && !known {
            faults.push(format!("{before} B take {whole_before} ps, {bytes} B {whole} ps"));
        }
    }
    // Half of the time is lost: all CPU time counts twice.
    for &(bytes, _, cpu) in seen {
        let send = if call == Call::Send { &protocol.send } else { &protocol.isend };
        let least = send.cost(bytes).ps() + protocol.recv.cost(bytes).ps();
        let most = least + 2 * protocol.handshake_cpu.ps();
        if cpu + ROUNDING < least || cpu > most + ROUNDING {
            faults.push(format!("noise adds {cpu} ps to {bytes} B, not {least} ps to {most} ps"));
        }
        if bytes > protocol.eager_max && cpu == 0 && seen[0].2 > 0 {
            faults.push(format!("{bytes} B take no CPU time"));
        }
    }
    faults
}

#[test]
fn cpu_time_of_a_message_never_falls_with_its_size() {
    let folder = std::env::temp_dir().join(format!("windtunnel-message-cpu-{}", std::process::id()));
    let mut wrong = String::new();
    for (platform, _) in PLATFORMS {
        for library in SHIPPED.iter().map(|shipped| shipped.name) {
            let resolve = |set: &str| {
                let text = format!(
                    "platform = \"{platform}\"\nmpi-library = \"{library}\"\nnetwork = \"delay\"\n[[job]]\nranks = 2\nppn = 1\n\
                     motif = \"ping\"\n[set]\n{set}"
                );
                ScenarioText::parse(&text, "scenario.toml").unwrap().resolve().unwrap()
            };
            let (quiet, noisy) = (resolve(""), resolve(NOISE));
            let protocol = Assembly::of(&quiet, 2).unwrap().library.protocol;
            let sizes = sizes(&protocol);
            let list: Vec<_> = [Call::Send, Call::Isend]
                .iter()
                .flat_map(|&call| sizes.iter().map(move |&size| (call, size)))
                .collect();
            let (whole, delayed) = (times(&folder, &quiet, &list), times(&folder, &noisy, &list));
            let seen: Vec<_> = (0..list.len()).map(|at| (list[at].1, whole[at], delayed[at] - whole[at])).collect();
            for (call, seen) in [Call::Send, Call::Isend].into_iter().zip(seen.chunks(sizes.len())) {
                for fault in faults(library, &protocol, call, seen) {
                    let _ = writeln!(wrong, "{platform} with {library}, {call:?}: {fault}");
                }
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(wrong.is_empty(), "{wrong}");
}
