//! Writes what one rank does as lines of a time-independent trace (SimGrid's format). It is written from the rank's *posts*: its
//! requests to the engine, such as computation, sends, receives and collective calls.

use super::{Loss, Shared};
use crate::limits::BYTES_MAX;
use crate::traces::ti::action::{ANY_SOURCE_WRITTEN, ANY_TAG_WRITTEN};
use ops::{
    ANY, Answer, CommId, Completion, ErrorClass, Function, INTERNAL_TAG_MAX, Post, RequestId, RequestSet, SendMode,
    WaitMode, Work,
};
use std::collections::VecDeque;
use std::io::Write;
use units::Time;

mod collective;

/// The type all messages are counted in: `MPI_BYTE`.
const BYTE: i32 = 6;

/// Sender, receiver, tag.
type Key = (i32, i32, i32);

/// A tag that lines can have: those of the library's own messages are negative, and become the highest ones.
fn written_tag(tag: i32) -> i32 {
    if tag <= INTERNAL_TAG_MAX { i32::MAX + (tag - INTERNAL_TAG_MAX) } else { tag }
}

/// A rank being exported.
pub(super) struct Rank {
    rank: u32,
    /// Lines that may be written.
    out: Vec<u8>,
    /// Lines behind a receive whose message is not known yet.
    held: VecDeque<Held>,
    /// What the reader's list of requests will be, in its order.
    requests: Vec<Request>,
    function: Function,
    /// The world and the sessions that are open, and whether there was a time after the first when none was: a trace
    /// has one `init` and one `finalize`.
    opened: u32,
    finalised: bool,
    /// Computation since the last line.
    time: Time,
    flops: u64,
    /// The post that was last to demand an answer.
    asked: Option<Asked>,
    /// The two halves of a `MPI_Sendrecv`, in the order of their posts.
    exchange: Vec<Half>,
    /// Whether its receive has wildcards and so stands by itself.
    wildcard_exchange: bool,
    /// Source and tag of the message that a probe has just found.
    probed: Option<(i32, i32)>,
    /// Messages taken by matched probes: handle, source, tag.
    taken: Vec<(u64, i32, i32)>,
}

/// A line that waits for a wildcard to be known, or one behind such a line.
enum Held {
    Text(Vec<u8>),
    Receive { request: RequestId, name: &'static str, count: i64, tag: i32, source: i32 },
    Test { request: RequestId },
}

/// A request in the reader's list.
#[derive(Clone, Copy)]
struct Request {
    /// None: completed by a test, or released.
    request: Option<RequestId>,
    /// None: a receive with wildcards.
    key: Option<Key>,
    /// The communicator that its completion names a rank of.
    comm: CommId,
    /// A blocking call's: its wait is part of its line.
    silent: bool,
}

/// What an answer will be for.
enum Asked {
    Wait { set: RequestSet, mode: WaitMode },
    Test { set: RequestSet, peek: bool },
    Probe { comm: CommId, matched: bool },
}

/// One half of an exchange, in world ranks.
struct Half {
    request: RequestId,
    send: bool,
    peer: i32,
    tag: i32,
    bytes: u64,
}

impl Rank {
    pub(super) fn new(rank: u32) -> Self {
        Self {
            rank,
            out: Vec::new(),
            held: VecDeque::new(),
            requests: Vec::new(),
            function: Function::Init,
            opened: 0,
            finalised: false,
            time: Time::ZERO,
            flops: 0,
            asked: None,
            exchange: Vec::new(),
            wildcard_exchange: false,
            probed: None,
            taken: Vec::new(),
        }
    }

    /// Lines that may be written; to be emptied.
    pub(super) fn written(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// The end of the recording: operations still held back are written as they are.
    pub(super) fn close(&mut self, shared: &mut Shared) {
        self.flush_block(shared);
        for held in std::mem::take(&mut self.held) {
            match held {
                Held::Text(text) => self.out.extend(text),
                Held::Receive { name, count, tag, source, .. } => {
                    shared.lose(Loss::Unmatched, self.rank);
                    let tag = if tag == ANY { ANY_TAG_WRITTEN } else { tag };
                    let source = if source == ANY { ANY_SOURCE_WRITTEN } else { source };
                    self.out.extend(format!("{} {name} {source} {tag} {count} {BYTE}\n", self.rank).into_bytes());
                }
                // It found nothing, or its receive would be known.
                Held::Test { .. } => shared.lose(Loss::ManyTests, self.rank),
            }
        }
    }

    /// Appends a line, behind those that are held back.
    fn line(&mut self, text: std::fmt::Arguments<'_>, shared: &Shared) {
        self.flush_block(shared);
        let rank = self.rank;
        let into = self.end();
        // Writing to memory does not fail.
        let _ = writeln!(into, "{rank} {text}");
    }

    /// Where the next line goes.
    fn end(&mut self) -> &mut Vec<u8> {
        if self.held.is_empty() {
            return &mut self.out;
        }
        if !matches!(self.held.back(), Some(Held::Text(_))) {
            self.held.push_back(Held::Text(Vec::new()));
        }
        match self.held.back_mut() {
            Some(Held::Text(text)) => text,
            _ => unreachable!("a text was just appended"),
        }
    }

    /// Writes the computation before a line.
    fn flush_block(&mut self, shared: &Shared) {
        let time = std::mem::take(&mut self.time);
        // Cut, not rounded: the replay rounds the time of this many operations up.
        let measured = u128::from(time.ps()) * u128::from(shared.speed.0) / 1_000_000_000_000;
        let flops = std::mem::take(&mut self.flops).saturating_add(u64::try_from(measured).unwrap_or(u64::MAX));
        if flops > 0 {
            let rank = self.rank;
            let into = self.end();
            let _ = writeln!(into, "{rank} compute {flops}");
        }
    }

    fn work(&mut self, work: Work) {
        match work {
            Work::Time(time) | Work::Preempted(time) | Work::Stated(time) => {
                self.time = self.time.saturating_add(time)
            }
            Work::Flops(flops) => self.flops = self.flops.saturating_add(flops),
        }
    }

    /// The world rank of a message's other end; none of one that was started during the run.
    fn world_rank(&self, comm: CommId, peer: i32, shared: &mut Shared) -> Option<i32> {
        let found = shared.world_rank(comm, peer, self.rank);
        if found.is_none() {
            shared.lose(Loss::StartedRank, self.rank);
        }
        found
    }

    fn message_on(&self, comm: CommId, shared: &mut Shared) {
        if comm != CommId::WORLD {
            shared.lose(Loss::OtherCommunicator, self.rank);
        }
    }

    /// Takes a post that passes.
    pub(super) fn post(&mut self, post: &Post, shared: &mut Shared) {
        if let Some(parts) = post.parts() {
            parts.iter().for_each(|part| self.post(part, shared));
            return;
        }
        if self.probed.is_some()
            && !matches!(
                post,
                Post::Enter { .. }
                    | Post::ReadClock
                    | Post::AwaitClock
                    | Post::Sample { .. }
                    | Post::Recv { .. }
                    | Post::RecvMatched { .. }
            )
        {
            self.probed = None;
            shared.lose(Loss::Probe, self.rank);
        }
        match post {
            Post::Enter { function, block, .. } => {
                self.function = *function;
                self.work(*block);
            }
            Post::Compute(work) => self.work(*work),
            Post::Sleep(time) => self.line(format_args!("sleep {}", time.seconds()), shared),
            Post::Init | Post::SessionInit => {
                self.opened += 1;
                if self.opened == 1 && !self.finalised {
                    self.line(format_args!("init"), shared);
                }
            }
            Post::Finalize | Post::SessionFinalize => {
                self.opened = self.opened.saturating_sub(1);
                if self.opened == 0 && !std::mem::replace(&mut self.finalised, true) {
                    self.line(format_args!("finalize"), shared);
                }
            }
            Post::Send { request, comm, peer, tag, buffer, mode, blocking, .. } => {
                self.message_on(*comm, shared);
                if matches!(mode, SendMode::Synchronous | SendMode::Buffered) {
                    shared.lose(Loss::SendMode, self.rank);
                }
                if let Some(peer) = self.world_rank(*comm, *peer as i32, shared) {
                    self.send(*request, peer, written_tag(*tag), buffer.bytes, *blocking, shared);
                }
            }
            Post::Recv { request, comm, source, tag, buffer, blocking, .. } => {
                self.message_on(*comm, shared);
                if let Some(source) = self.world_rank(*comm, *source, shared) {
                    self.recv(*request, (*comm, source, written_tag(*tag)), buffer.bytes, *blocking, shared);
                }
            }
            Post::RecvMatched { request, message, buffer, blocking, .. } => {
                let found = self.taken.iter().position(|(handle, ..)| handle == message);
                if let Some((_, source, tag)) = found.map(|at| self.taken.remove(at)) {
                    self.recv(*request, (CommId::WORLD, source, tag), buffer.bytes, *blocking, shared);
                }
            }
            Post::Collective { comm, call, blocking, start, .. } => {
                self.collective(*comm, call, (*blocking, start.is_some()), shared);
            }
            Post::File { .. } => shared.lose(Loss::File, self.rank),
            Post::Window { .. } => shared.lose(Loss::OneSided, self.rank),
            Post::Partitioned { .. } | Post::Parrived { .. } => shared.lose(Loss::Partitioned, self.rank),
            Post::CreateComm { .. } => shared.lose(Loss::Communicator, self.rank),
            Post::Port { .. } => shared.lose(Loss::Port, self.rank),
            Post::Cancel { .. } => shared.lose(Loss::Cancelled, self.rank),
            Post::Release { request } => {
                shared.lose(Loss::Released, self.rank);
                if let Some(entry) = self.requests.iter_mut().find(|entry| entry.request == Some(*request)) {
                    entry.request = None;
                }
            }
            Post::Probe { comm, matched, blocking, .. } => {
                if !blocking {
                    shared.lose(Loss::Probe, self.rank);
                }
                self.asked = Some(Asked::Probe { comm: *comm, matched: *matched });
            }
            Post::Wait { set, mode } => {
                self.flush_exchange(shared);
                self.asked = Some(Asked::Wait { set: set.clone(), mode: *mode });
            }
            Post::Test { set, peek, .. } => self.asked = Some(Asked::Test { set: set.clone(), peek: *peek }),
            // The answer will be to this: the rank has run ahead of the one to its send before.
            Post::WaitsOutside { .. } => {}
            Post::OnlyPolls { .. } => unreachable!("each poll is recorded"),
            Post::ReadClock | Post::AwaitClock | Post::Sample { .. } => self.asked = None,
            Post::FreeComm { .. } | Post::Abort { .. } | Post::Phase { .. } | Post::Block { .. } => {}
            Post::ExitCall { .. } | Post::CutShort { .. } | Post::Warning { .. } | Post::Fatal { .. } => {}
            Post::BlockingSend { .. } | Post::BlockingRecv { .. } => unreachable!("taken apart above"),
        }
    }

    fn in_exchange(&self) -> bool {
        matches!(
            self.function,
            Function::Sendrecv | Function::SendrecvC | Function::SendrecvReplace | Function::SendrecvReplaceC
        )
    }

    fn fits(&self, bytes: u64, shared: &mut Shared) -> bool {
        if bytes > BYTES_MAX {
            shared.lose(Loss::TooLarge, self.rank);
        }
        bytes <= BYTES_MAX
    }

    fn send(&mut self, request: RequestId, peer: i32, tag: i32, bytes: u64, blocking: bool, shared: &mut Shared) {
        if !self.fits(bytes, shared) {
            return;
        }
        if self.in_exchange() {
            self.exchange.push(Half { request, send: true, peer, tag, bytes });
            return;
        }
        self.line(format_args!("{} {peer} {tag} {bytes} {BYTE}", if blocking { "send" } else { "isend" }), shared);
        self.open(request, Some((self.rank as i32, peer, tag)), blocking);
    }

    fn open(&mut self, request: RequestId, key: Option<Key>, silent: bool) {
        self.requests.push(Request { request: Some(request), key, comm: CommId::WORLD, silent });
    }

    fn recv(
        &mut self,
        request: RequestId,
        from: (CommId, i32, i32),
        bytes: u64,
        blocking: bool,
        shared: &mut Shared,
    ) {
        let (comm, source, tag) = from;
        let from = (source, tag);
        if !self.fits(bytes, shared) {
            return;
        }
        // The receive of what was just probed: the reader probes for the size.
        let probed = self.probed.take();
        let count = if probed == Some(from) { -1 } else { bytes as i64 };
        if probed.is_some_and(|probed| probed != from) {
            shared.lose(Loss::Probe, self.rank);
        }
        if self.in_exchange() && source != ANY && tag != ANY {
            self.exchange.push(Half { request, send: false, peer: source, tag, bytes });
            return;
        }
        if self.in_exchange() {
            shared.lose(Loss::TaggedExchange, self.rank);
            self.wildcard_exchange = true;
        }
        let silent = blocking && !self.in_exchange();
        let name = if silent { "recv" } else { "irecv" };
        if source == ANY || tag == ANY {
            self.flush_block(shared);
            self.held.push_back(Held::Receive { request, name, count, tag, source });
            self.requests.push(Request { request: Some(request), key: None, comm, silent });
        } else {
            self.line(format_args!("{name} {source} {tag} {count} {BYTE}"), shared);
            self.open(request, Some((source, self.rank as i32, tag)), silent);
        }
    }

    /// Writes the halves of a `MPI_Sendrecv`, as one line if the format can.
    fn flush_exchange(&mut self, shared: &mut Shared) {
        let me = self.rank as i32;
        let halves = std::mem::take(&mut self.exchange);
        let wildcard = std::mem::take(&mut self.wildcard_exchange);
        match &*halves {
            [] => {}
            // The other end of one half is MPI_PROC_NULL.
            [half] if !wildcard => {
                let (name, key) =
                    if half.send { ("send", (me, half.peer, half.tag)) } else { ("recv", (half.peer, me, half.tag)) };
                self.line(format_args!("{name} {} {} {} {BYTE}", half.peer, half.tag, half.bytes), shared);
                self.open(half.request, Some(key), true);
            }
            [first, second] if first.tag == 0 && second.tag == 0 && first.send != second.send => {
                let (send, recv) = if first.send { (first, second) } else { (second, first) };
                self.line(
                    format_args!("sendRecv {} {} {} {} {BYTE} {BYTE}", send.bytes, send.peer, recv.bytes, recv.peer),
                    shared,
                );
                self.open(send.request, Some((me, send.peer, 0)), true);
                self.open(recv.request, Some((recv.peer, me, 0)), true);
            }
            several => {
                if several.len() > 1 {
                    shared.lose(Loss::TaggedExchange, self.rank);
                }
                for half in several {
                    let (name, key) = if half.send {
                        ("isend", (me, half.peer, half.tag))
                    } else {
                        ("irecv", (half.peer, me, half.tag))
                    };
                    self.line(format_args!("{name} {} {} {} {BYTE}", half.peer, half.tag, half.bytes), shared);
                    self.open(half.request, Some(key), false);
                }
            }
        }
    }

    /// Takes the answer to the last post that demanded one.
    pub(super) fn answer(&mut self, answer: &Answer, shared: &mut Shared) {
        if answer.completions.iter().any(|completion| completion.status.error != ErrorClass::Success) {
            shared.lose(Loss::Failed, self.rank);
        }
        match self.asked.take() {
            None => {}
            Some(Asked::Wait { set, mode }) => {
                for completion in &answer.completions {
                    self.resolve(completion, shared);
                }
                self.waited(&set, mode, &answer.completions, shared);
            }
            Some(Asked::Test { set, peek }) => {
                // A replay peeks where a test had found nothing.
                let peek = peek && !answer.completions.is_empty();
                if peek || matches!(set, RequestSet::Many(_)) {
                    shared.lose(Loss::ManyTests, self.rank);
                }
                if peek {
                    return;
                }
                for completion in &answer.completions {
                    self.resolve(completion, shared);
                }
                match set {
                    RequestSet::One(request) => self.tested(request, !answer.completions.is_empty(), shared),
                    RequestSet::Many(_) => {
                        for completion in &answer.completions {
                            self.wait_line(completion.request, shared);
                        }
                    }
                }
            }
            Some(Asked::Probe { comm, matched }) => {
                let Some(Completion { status, .. }) = answer.completions.first() else {
                    return;
                };
                let Some(source) = self.world_rank(comm, status.source, shared) else { return };
                if matched {
                    self.taken.push((status.handle, source, status.tag));
                }
                self.probed = Some((source, status.tag));
            }
        }
    }

    /// A receive with wildcards has ended: its line can be written, and those behind it up to the next one.
    fn resolve(&mut self, completion: &Completion, shared: &mut Shared) {
        let Some(at) =
            self.requests.iter().position(|entry| entry.request == Some(completion.request) && entry.key.is_none())
        else {
            return;
        };
        let status = &completion.status;
        if status.cancelled {
            return;
        }
        let Some(source) = self.world_rank(self.requests[at].comm, status.source, shared) else { return };
        let tag = status.tag;
        self.requests[at].key = Some((source, self.rank as i32, tag));
        let rank = self.rank;
        for held in &mut self.held {
            let text = match held {
                Held::Receive { request, name, count, .. } if *request == completion.request => {
                    format!("{rank} {name} {source} {tag} {count} {BYTE}\n")
                }
                Held::Test { request } if *request == completion.request => {
                    format!("{rank} test {source} {rank} {tag}\n")
                }
                _ => continue,
            };
            *held = Held::Text(text.into_bytes());
        }
        while let Some(Held::Text(_)) = self.held.front() {
            if let Some(Held::Text(text)) = self.held.pop_front() {
                self.out.extend(text);
            }
        }
    }

    fn waited(&mut self, set: &RequestSet, mode: WaitMode, completions: &[Completion], shared: &mut Shared) {
        let mut listed = 0;
        for request in set.ids() {
            if let Some(at) = self.requests.iter().position(|entry| entry.request == Some(*request)) {
                if self.requests[at].silent {
                    self.requests.remove(at);
                } else {
                    listed += 1;
                }
            }
        }
        if listed == 0 {
            return;
        }
        let live = self.requests.iter().filter(|entry| entry.request.is_some() && !entry.silent).count();
        let all = mode == WaitMode::All && matches!(set, RequestSet::Many(_));
        if all && listed == live && self.in_order(set) {
            self.line(format_args!("waitall"), shared);
            self.requests.retain(|entry| entry.silent);
            return;
        }
        if all && listed > 1 {
            shared.lose(Loss::PartialWait, self.rank);
        }
        for completion in completions {
            self.wait_line(completion.request, shared);
        }
    }

    /// Whether a set names its requests in the order of their posts, as the reader's `waitall` does.
    fn in_order(&self, set: &RequestSet) -> bool {
        let places: Vec<usize> = set
            .ids()
            .iter()
            .filter_map(|request| self.requests.iter().position(|entry| entry.request == Some(*request)))
            .collect();
        places.is_sorted()
    }

    /// Brings a request to the front of those of its name: waits for what has been completed already. Says whether
    /// it is in the list.
    fn bring_to_front(&mut self, request: RequestId, shared: &mut Shared) -> Option<Key> {
        let key = self.requests.iter().find(|entry| entry.request == Some(request))?.key?;
        loop {
            let front = self.requests.iter().position(|entry| entry.key == Some(key) && !entry.silent)?;
            match self.requests[front].request {
                Some(found) if found == request => break,
                Some(_) => {
                    shared.lose(Loss::OutOfOrder, self.rank);
                    break;
                }
                None => {
                    self.line(format_args!("wait {} {} {}", key.0, key.1, key.2), shared);
                    self.requests.remove(front);
                }
            }
        }
        // An earlier receive whose name is not known yet may turn out to have this one.
        let at = self.requests.iter().position(|entry| entry.request == Some(request))?;
        if key.1 == self.rank as i32 && self.requests[..at].iter().any(|r| r.key.is_none() && r.request.is_some()) {
            shared.lose(Loss::OutOfOrder, self.rank);
        }
        Some(key)
    }

    fn wait_line(&mut self, request: RequestId, shared: &mut Shared) {
        if let Some((source, destination, tag)) = self.bring_to_front(request, shared) {
            self.line(format_args!("wait {source} {destination} {tag}"), shared);
        }
        self.requests.retain(|entry| entry.request != Some(request));
    }

    fn tested(&mut self, request: RequestId, done: bool, shared: &mut Shared) {
        let Some(at) = self.requests.iter().position(|entry| entry.request == Some(request)) else {
            return;
        };
        if self.requests[at].key.is_none() {
            self.flush_block(shared);
            self.held.push_back(Held::Test { request });
        } else if let Some((source, destination, tag)) = self.bring_to_front(request, shared) {
            self.line(format_args!("test {source} {destination} {tag}"), shared);
        }
        // The reader puts it back behind the others of its name.
        let Some(at) = self.requests.iter().position(|entry| entry.request == Some(request)) else {
            return;
        };
        let entry = self.requests.remove(at);
        self.requests.push(Request { request: entry.request.filter(|_| !done), ..entry });
    }

    /// Whether all members of a communicator are the world's, in its order.
    fn is_world(comm: CommId, shared: &Shared) -> bool {
        comm == CommId::WORLD
            || shared.groups.get(&comm).is_some_and(|(group, _)| Some(group) == shared.world.as_ref())
    }
}
