//! Replays a time-independent trace: from lines to posts.

use super::action::{self, Action, Peer, Scope};
use super::datatype::Datatype;
use super::fields::Fields;
use super::notices::{COMPLETE, RECORDING, at, cut_short, half_recorded, is_finalize};
use super::requests::{Key, Requests};
use crate::request_ids::RequestIds;
use crate::traces::error::{LineProblem, TraceError};
use crate::traces::lines::{Files, Line, Lines, rank_of};
use ops::{
    ANY, Answer, Buffer, CallSite, CollectiveCall, CommId, Completion, ErrorClass, Function, Post, RankDriver,
    RankState, RequestId, RequestSet, SendMode, WaitMode, Work,
};
use rustc_hash::FxHashMap;
use units::ActorId;

/// A rank that posts this much without waiting for anything hands over what it has; it then asks for its clock,
/// which costs nothing.
const BATCH: usize = 1024;

/// The call sites from here on are of the table of `location` lines; those below are line numbers.
const LOCATIONS: u32 = 1 << 31;

/// Replays a time-independent trace. Ranks are actors 0 to P-1.
#[derive(Debug)]
pub struct TiReplay {
    files: Files,
    ranks: Vec<Rank>,
    locations: Vec<String>,
    location_numbers: FxHashMap<String, u32>,
    /// To be reported by the rank that runs first.
    warnings: Vec<String>,
    /// Whether it has been said that the recording is not complete.
    warned_of_half: bool,
    /// The default type of the rank whose `init` came first.
    default: Option<(u32, Datatype)>,
}

/// A rank's place in its trace and what it waits for.
#[derive(Debug)]
struct Rank {
    lines: Lines,
    awaiting: Awaiting,
    requests: Requests,
    ids: RequestIds,
    /// Operations since the last call.
    block: u64,
    initialised: bool,
    warned_of_others: bool,
    recording: Recording,
    location: Option<u32>,
    line: u64,
    default: Datatype,
}

/// Whether a rank's file was recorded here, and is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Recording {
    /// Nothing says so.
    Foreign,
    /// It is, and its last line has not come.
    Begun,
    /// It is whole.
    Complete,
}

/// What the next answer belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaiting {
    /// Nothing: the start, or a full batch.
    Nothing,
    /// Requests whose completions say all.
    Requests,
    /// A collective operation, after which there is a computation.
    Collective { flops: u64 },
    /// Whether a request is complete.
    Test { key: Key, request: RequestId },
    /// The size of a message to be received.
    Probe { peer: Peer, blocking: bool },
    /// The end: the answer after the last requests.
    End,
    /// Never again.
    Over,
}

/// Whether a rank goes on to its next line.
type Stop = bool;

impl TiReplay {
    pub(super) fn new(files: Files, lines: Vec<Lines>, warnings: Vec<String>) -> Self {
        let ranks = lines
            .into_iter()
            .map(|lines| Rank {
                lines,
                awaiting: Awaiting::Nothing,
                requests: Requests::default(),
                ids: RequestIds::default(),
                block: 0,
                initialised: false,
                warned_of_others: false,
                recording: Recording::Foreign,
                location: None,
                line: 0,
                default: Datatype::BYTE,
            })
            .collect();
        Self {
            files,
            ranks,
            locations: Vec::new(),
            location_numbers: FxHashMap::default(),
            warnings,
            warned_of_half: false,
            default: None,
        }
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u32 {
        self.ranks.len() as u32
    }

    /// The next action of a rank, or none at the end of its trace.
    fn next_action(&mut self, actor: u32, posts: &mut Vec<Post>) -> Result<Option<Action>, TraceError> {
        let ranks = self.ranks.len() as u32;
        let rank = &mut self.ranks[actor as usize];
        loop {
            let Some(line) = rank.lines.next(&mut self.files)? else {
                let half = rank.recording == Recording::Begun;
                if half {
                    let file = self.files.name_for(actor);
                    if !std::mem::replace(&mut self.warned_of_half, true) {
                        warn(posts, half_recorded(&file));
                    }
                    let text = format!("{file} is incomplete (the recording was stopped or killed)");
                    posts.push(Post::CutShort { text: text.into() });
                }
                return Ok(None);
            };
            let bytes = rank.lines.bytes(line);
            let mut fields = Fields::new(bytes);
            let Some(first) = fields.next().filter(|first| first[0] != b'#') else {
                match bytes.trim_ascii_end() {
                    RECORDING => rank.recording = Recording::Begun,
                    COMPLETE => rank.recording = Recording::Complete,
                    _ => {}
                }
                continue;
            };
            if !line.terminated {
                let text = String::from_utf8_lossy(rank.lines.bytes(line)).trim().to_owned();
                if !is_finalize(text.as_bytes()) {
                    warn(posts, cut_short(&self.files.name_for(actor), &text));
                }
                continue;
            }
            rank.line = line.number;
            let scope = Scope { rank: actor, ranks, default: rank.default };
            let result = match rank_of(first) {
                Some(found) if found == actor => action::parse(fields, scope).map(Some),
                Some(found) => {
                    if !rank.warned_of_others {
                        rank.warned_of_others = true;
                        warn(posts, other_rank(&self.files.name_for(actor), line, found, actor));
                    }
                    Ok(None)
                }
                None => Err((fields.start, LineProblem::NoRank { found: super::fields::text(first) })),
            };
            match result {
                Ok(Some(action)) => return Ok(Some(action)),
                Ok(None) => {}
                Err((column, problem)) => return Err(at(self.files.name_for(actor), line.number, column, problem)),
            }
        }
    }

    /// Runs a rank up to the next post that demands an answer.
    fn run(&mut self, actor: u32, posts: &mut Vec<Post>) -> Result<RankState, TraceError> {
        let begin = posts.len();
        loop {
            if posts.len() - begin >= BATCH {
                posts.push(Post::ReadClock);
                self.ranks[actor as usize].awaiting = Awaiting::Nothing;
                return Ok(RankState::Blocked);
            }
            let Some(action) = self.next_action(actor, posts)? else {
                return Ok(self.ranks[actor as usize].end(posts));
            };
            match action {
                Action::Init(datatype) => self.init(actor, datatype, posts),
                Action::Location(place) => {
                    let number = self.locate(place);
                    self.ranks[actor as usize].location = Some(number);
                }
                other => {
                    if self.ranks[actor as usize].step(actor, other, posts) {
                        return Ok(RankState::Blocked);
                    }
                }
            }
        }
    }

    fn init(&mut self, actor: u32, datatype: Datatype, posts: &mut Vec<Post>) {
        let (first, others) = *self.default.get_or_insert((actor, datatype));
        if others != datatype {
            warn(
                posts,
                format!(
                    "`init` of rank {actor} sets another default type than that of rank {first}; \
                     each rank's counts are of its own type (in SimGrid the last `init` decides for all)"
                ),
            );
        }
        let rank = &mut self.ranks[actor as usize];
        rank.default = datatype;
        rank.ensure_initialised(posts);
    }

    fn locate(&mut self, place: String) -> u32 {
        if let Some(number) = self.location_numbers.get(&place) {
            return *number;
        }
        let number = self.locations.len() as u32;
        self.locations.push(place.clone());
        self.location_numbers.insert(place, number);
        number
    }
}

fn warn(posts: &mut Vec<Post>, text: String) {
    posts.push(Post::Warning { text: text.into() });
}

fn other_rank(file: &str, line: Line, found: u32, actor: u32) -> String {
    format!("{file}:{}:1: a line of rank {found} in the file of rank {actor}; such lines are ignored", line.number)
}

impl Rank {
    fn site(&self) -> CallSite {
        CallSite(match self.location {
            Some(number) => LOCATIONS | number,
            None => u32::try_from(self.line).unwrap_or(u32::MAX).min(LOCATIONS - 1),
        })
    }

    fn enter(&mut self, function: Function, posts: &mut Vec<Post>) {
        self.ensure_initialised(posts);
        self.enter_now(function, posts);
    }

    fn enter_now(&mut self, function: Function, posts: &mut Vec<Post>) {
        let block = Work::Flops(std::mem::take(&mut self.block));
        posts.push(Post::Enter { function, site: self.site(), block });
    }

    /// `MPI_Init`, where the trace has no `init` before its first call.
    fn ensure_initialised(&mut self, posts: &mut Vec<Post>) {
        if !self.initialised {
            self.initialised = true;
            self.enter_now(Function::Init, posts);
            posts.push(Post::Init);
        }
    }

    fn wait(&mut self, set: RequestSet, awaiting: Awaiting, posts: &mut Vec<Post>) -> Stop {
        posts.push(Post::Wait { set, mode: WaitMode::All });
        self.awaiting = awaiting;
        true
    }

    /// Posts what an action says.
    fn step(&mut self, actor: u32, action: Action, posts: &mut Vec<Post>) -> Stop {
        match action {
            Action::Nothing | Action::Finalize => false,
            Action::Compute(flops) => {
                match self.block.checked_add(flops) {
                    Some(sum) => self.block = sum,
                    None => posts.push(Post::Compute(Work::Flops(flops))),
                }
                false
            }
            Action::Sleep(time) => {
                let block = std::mem::take(&mut self.block);
                if block > 0 {
                    posts.push(Post::Compute(Work::Flops(block)));
                }
                posts.push(Post::Sleep(time));
                false
            }
            Action::Send { peer, bytes, blocking } => self.send(actor, peer, bytes, blocking, posts),
            Action::Recv { peer, bytes: Some(bytes), blocking } => self.recv(actor, peer, bytes, blocking, posts),
            Action::Recv { peer, bytes: None, blocking } => self.probe(peer, blocking, posts),
            Action::SendRecv { to, send, from, recv } => self.send_recv(to, send, from, recv, posts),
            Action::Wait(key) => match self.requests.pop(key) {
                Some(Some(request)) => {
                    self.enter(Function::Wait, posts);
                    self.wait(RequestSet::One(request), Awaiting::Requests, posts)
                }
                Some(None) | None => false,
            },
            Action::Test(key) => self.test(key, posts),
            Action::Waitall => {
                self.enter(Function::Waitall, posts);
                self.wait_for_all(Awaiting::Requests, posts)
            }
            Action::Collective { function, call, flops } => self.collective(function, call, flops, posts),
            Action::Init(_) | Action::Location(_) => unreachable!("handled by the caller"),
        }
    }

    fn send(&mut self, actor: u32, peer: Peer, bytes: u64, blocking: bool, posts: &mut Vec<Post>) -> Stop {
        self.enter(if blocking { Function::Send } else { Function::Isend }, posts);
        let Some(to) = peer.rank else {
            return false;
        };
        let request = self.ids.take();
        posts.push(Post::Send {
            request,
            comm: CommId::WORLD,
            peer: to as u32,
            tag: peer.tag,
            buffer: Buffer::of_bytes(bytes),
            mode: SendMode::Standard,
            blocking,
            elements: ops::Elements::Any,
        });
        if blocking {
            return self.wait(RequestSet::One(request), Awaiting::Requests, posts);
        }
        self.requests.push((actor as i32, to, peer.tag), Some(request));
        false
    }

    fn recv(&mut self, actor: u32, peer: Peer, bytes: u64, blocking: bool, posts: &mut Vec<Post>) -> Stop {
        self.enter(if blocking { Function::Recv } else { Function::Irecv }, posts);
        let Some(from) = peer.rank else {
            return false;
        };
        let request = self.ids.take();
        posts.push(Post::Recv {
            request,
            comm: CommId::WORLD,
            source: from,
            tag: peer.tag,
            buffer: Buffer::of_bytes(bytes),
            blocking,
            elements: ops::Elements::Any,
        });
        if blocking {
            return self.wait(RequestSet::One(request), Awaiting::Requests, posts);
        }
        let written = |value, any| if value == ANY { any } else { value };
        let key =
            (written(from, action::ANY_SOURCE_WRITTEN), actor as i32, written(peer.tag, action::ANY_TAG_WRITTEN));
        self.requests.push(key, Some(request));
        false
    }

    fn probe(&mut self, peer: Peer, blocking: bool, posts: &mut Vec<Post>) -> Stop {
        self.enter(Function::Probe, posts);
        let Some(source) = peer.rank else {
            return false;
        };
        let request = self.ids.take();
        posts.push(Post::Probe {
            request,
            comm: CommId::WORLD,
            source,
            tag: peer.tag,
            matched: false,
            blocking: true,
        });
        self.awaiting = Awaiting::Probe { peer, blocking };
        true
    }

    fn send_recv(&mut self, to: u32, send: u64, from: u32, recv: u64, posts: &mut Vec<Post>) -> Stop {
        self.enter(Function::Sendrecv, posts);
        let (receive, sending) = (self.ids.take(), self.ids.take());
        let comm = CommId::WORLD;
        posts.push(Post::Recv {
            request: receive,
            comm,
            source: from as i32,
            tag: 0,
            buffer: Buffer::of_bytes(recv),
            blocking: true,
            elements: ops::Elements::Any,
        });
        posts.push(Post::Send {
            request: sending,
            comm,
            peer: to,
            tag: 0,
            buffer: Buffer::of_bytes(send),
            mode: SendMode::Standard,
            blocking: true,
            elements: ops::Elements::Any,
        });
        self.wait(RequestSet::Many(Box::new([receive, sending])), Awaiting::Requests, posts)
    }

    fn test(&mut self, key: Key, posts: &mut Vec<Post>) -> Stop {
        match self.requests.pop(key) {
            Some(Some(request)) => {
                self.enter(Function::Test, posts);
                posts.push(Post::Test { set: RequestSet::One(request), mode: WaitMode::All, peek: false });
                self.awaiting = Awaiting::Test { key, request };
                true
            }
            Some(None) => {
                self.requests.push(key, None);
                false
            }
            None => false,
        }
    }

    fn wait_for_all(&mut self, awaiting: Awaiting, posts: &mut Vec<Post>) -> Stop {
        let requests = self.requests.take_all();
        !requests.is_empty() && self.wait(RequestSet::Many(requests), awaiting, posts)
    }

    fn collective(
        &mut self,
        function: Function,
        call: Box<CollectiveCall>,
        flops: u64,
        posts: &mut Vec<Post>,
    ) -> Stop {
        self.enter(function, posts);
        let request = self.ids.take();
        posts.push(Post::Collective { request, comm: CommId::WORLD, call, blocking: true, start: None });
        self.wait(RequestSet::One(request), Awaiting::Collective { flops }, posts)
    }

    /// After the last line: the requests that are left, then the end.
    fn end(&mut self, posts: &mut Vec<Post>) -> RankState {
        let requests = self.requests.take_all();
        if !requests.is_empty() {
            self.enter(Function::Waitall, posts);
            self.wait(RequestSet::Many(requests), Awaiting::End, posts);
            return RankState::Blocked;
        }
        self.finalize(posts)
    }

    fn finalize(&mut self, posts: &mut Vec<Post>) -> RankState {
        self.enter(Function::Finalize, posts);
        posts.push(Post::Finalize);
        self.awaiting = Awaiting::Over;
        RankState::Finished(0)
    }

    /// Takes the answer to the last post. The error is that of a request that failed.
    fn take(&mut self, actor: u32, answer: &Answer, posts: &mut Vec<Post>) -> Result<(), (ErrorClass, u64)> {
        for Completion { request, status } in &answer.completions {
            self.ids.give(*request);
            if status.error != ErrorClass::Success {
                return Err((status.error, status.bytes));
            }
        }
        match std::mem::replace(&mut self.awaiting, Awaiting::Nothing) {
            Awaiting::Nothing | Awaiting::Requests | Awaiting::Collective { flops: 0 } => {}
            Awaiting::Collective { flops } => posts.push(Post::Compute(Work::Flops(flops))),
            Awaiting::Test { key, request } => {
                let done = answer.completions.iter().any(|completion| completion.request == request);
                self.requests.push(key, (!done).then_some(request));
            }
            Awaiting::Probe { peer, blocking } => {
                let found = answer.completions.first().map(|completion| completion.status);
                let found = found.expect("a blocking probe is answered by a message");
                // What was found is what is received, whatever wildcards the line has.
                let peer = Peer { rank: peer.rank.map(|_| found.source), tag: found.tag };
                if self.recv(actor, peer, found.bytes, blocking, posts) {
                    return Ok(());
                }
            }
            other @ (Awaiting::End | Awaiting::Over) => self.awaiting = other,
        }
        Ok(())
    }
}

impl RankDriver for TiReplay {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        for text in self.warnings.drain(..) {
            warn(posts, text);
        }
        let rank = &mut self.ranks[actor.index()];
        assert!(rank.awaiting != Awaiting::Over, "a rank that has ended is resumed");
        let before = posts.len();
        if let Err((class, bytes)) = rank.take(actor.0, answer, posts) {
            let site = rank.line;
            let file = self.files.name_for(actor.0);
            let text = format!("{file}:{site}: {} ({}, {bytes} bytes)", class.text(), class.symbol());
            posts.push(Post::Fatal { text: text.into() });
            return RankState::Blocked;
        }
        if rank.awaiting == Awaiting::End {
            return rank.finalize(posts);
        }
        // The receive after a probe may itself wait.
        if posts.len() > before && posts.last().is_some_and(Post::demands_answer) {
            return RankState::Blocked;
        }
        self.run(actor.0, posts).unwrap_or_else(|error| {
            posts.push(Post::Fatal { text: error.to_string().into() });
            RankState::Blocked
        })
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("a replay has no reductions of the user's");
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        Some(self.files.taken())
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        match site.0.checked_sub(LOCATIONS) {
            Some(number) => self.locations[number as usize].clone(),
            None if self.files.is_shared() => format!("{}:{}", self.files.name_for(0), site.0),
            None => format!("line {} of the rank's trace", site.0),
        }
    }
}
