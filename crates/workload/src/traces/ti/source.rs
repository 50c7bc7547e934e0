//! Reads a time-independent trace (the format of SimGrid's SMPI), and delivers the operations of each rank to the
//! replay.

use super::action::{self, ANY_SOURCE_WRITTEN, ANY_TAG_WRITTEN, Action, Peer, Scope};
use super::datatype::Datatype;
use super::fields::Fields;
use super::notices::{COMPLETE, RECORDING, at, cut_short, is_finalize};
use super::requests::{Key, Requests};
use crate::calls::Message;
use crate::numbers::Numbers;
use crate::traces::error::{LineProblem, TraceError};
use crate::traces::lines::{Files, Line, Lines, rank_of};
use crate::traces::operation::Made;
use crate::traces::source::{Source, failed, half_recorded, incomplete};
use ops::{
    ANY, Answer, CallSite, CollectiveCall, CommId, Enter, Function, Post, RequestId, RequestSet, SendMode, WaitMode,
    Work,
};
use rustc_hash::FxHashMap;

/// The call sites from here on are of the table of `location` lines; those below are line numbers.
const LOCATIONS: u32 = 1 << 31;

/// A time-independent trace that is being read.
#[derive(Debug)]
pub(super) struct TiTrace {
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

/// A rank's position in its trace, and its pending requests.
#[derive(Debug)]
struct Rank {
    lines: Lines,
    after: After,
    requests: Requests,
    ids: Numbers,
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

/// What comes after the answer to the last call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum After {
    /// The next line.
    Line,
    /// The request is pending again, or complete.
    Test { key: Key, request: RequestId },
    /// The receive of the message that was found.
    Probe { peer: Peer, blocking: bool },
}

impl TiTrace {
    pub(super) fn new(files: Files, lines: Vec<Lines>, warnings: Vec<String>) -> Self {
        let ranks = lines
            .into_iter()
            .map(|lines| Rank {
                lines,
                after: After::Line,
                requests: Requests::default(),
                ids: Numbers::default(),
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

    /// The next action of a rank, or none at the end of its trace.
    fn next_action(&mut self, actor: u32, made: &mut Made) -> Result<Option<Action>, TraceError> {
        let ranks = self.ranks.len() as u32;
        let rank = &mut self.ranks[actor as usize];
        loop {
            let Some(line) = rank.lines.next(&mut self.files)? else {
                let half = rank.recording == Recording::Begun;
                if half {
                    let file = self.files.name_for(actor);
                    if !std::mem::replace(&mut self.warned_of_half, true) {
                        made.warn(half_recorded(&file));
                    }
                    made.post(Post::CutShort { text: incomplete(&file).into() });
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
                    made.warn(cut_short(&self.files.name_for(actor), &text));
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
                        made.warn(other_rank(&self.files.name_for(actor), line, found, actor));
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

    fn init(&mut self, actor: u32, datatype: Datatype, made: &mut Made) {
        let (first, others) = *self.default.get_or_insert((actor, datatype));
        if others != datatype {
            made.warn(format!(
                "`init` of rank {actor} sets another default type than that of rank {first}; \
                 each rank's counts are of its own type (in SimGrid the last `init` decides for all)"
            ));
        }
        let rank = &mut self.ranks[actor as usize];
        rank.default = datatype;
        rank.ensure_initialised(made);
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

    fn enter(&mut self, function: Function, made: &mut Made) {
        self.ensure_initialised(made);
        let call = Enter { function, site: self.site(), block: self.take_block() };
        made.enter(call);
    }

    fn take_block(&mut self) -> Work {
        Work::Flops(std::mem::take(&mut self.block))
    }

    /// `MPI_Init`, where the trace has no `init` before its first call.
    fn ensure_initialised(&mut self, made: &mut Made) {
        if !std::mem::replace(&mut self.initialised, true) {
            made.init(self.site(), self.take_block());
        }
    }

    /// Makes what an action says.
    fn step(&mut self, actor: u32, action: Action, made: &mut Made) {
        match action {
            Action::Nothing | Action::Finalize => {}
            Action::Compute(flops) => match self.block.checked_add(flops) {
                Some(sum) => self.block = sum,
                None => made.post(Post::Compute(Work::Flops(flops))),
            },
            Action::Sleep(time) => {
                let block = self.take_block();
                if !block.is_none() {
                    made.post(Post::Compute(block));
                }
                made.post(Post::Sleep(time));
            }
            Action::Send { peer, bytes, blocking } => self.send(actor, peer, bytes, blocking, made),
            Action::Recv { peer, bytes: Some(bytes), blocking } => self.recv(actor, peer, bytes, blocking, made),
            Action::Recv { peer, bytes: None, blocking } => self.probe(peer, blocking, made),
            Action::SendRecv { to, send, from, recv } => {
                self.enter(Function::Sendrecv, made);
                let (receive, sending) = (RequestId(self.ids.take()), RequestId(self.ids.take()));
                made.recv(receive, message(from as i32, 0, recv, true));
                made.send(sending, message(to as i32, 0, send, true), SendMode::Standard);
                made.wait(RequestSet::Many(Box::new([receive, sending])));
            }
            Action::Wait(key) => {
                if let Some(Some(request)) = self.requests.pop(key) {
                    self.enter(Function::Wait, made);
                    made.wait(RequestSet::One(request));
                }
            }
            Action::Test(key) => self.test(key, made),
            Action::Waitall => {
                self.enter(Function::Waitall, made);
                let requests = self.requests.take_all();
                if !requests.is_empty() {
                    made.wait(RequestSet::Many(requests));
                }
            }
            Action::Collective { function, call, flops } => self.collective(function, call, flops, made),
            Action::Init(_) | Action::Location(_) => unreachable!("handled by the caller"),
        }
    }

    fn send(&mut self, actor: u32, peer: Peer, bytes: u64, blocking: bool, made: &mut Made) {
        self.enter(if blocking { Function::Send } else { Function::Isend }, made);
        let Some(to) = peer.rank else { return };
        let request = RequestId(self.ids.take());
        made.send(request, message(to, peer.tag, bytes, blocking), SendMode::Standard);
        if blocking {
            made.wait(RequestSet::One(request));
        } else {
            self.requests.push((actor as i32, to, peer.tag), Some(request));
        }
    }

    fn recv(&mut self, actor: u32, peer: Peer, bytes: u64, blocking: bool, made: &mut Made) {
        self.enter(if blocking { Function::Recv } else { Function::Irecv }, made);
        let Some(from) = peer.rank else { return };
        let request = RequestId(self.ids.take());
        made.recv(request, message(from, peer.tag, bytes, blocking));
        if blocking {
            made.wait(RequestSet::One(request));
        } else {
            let written = |value, any| if value == ANY { any } else { value };
            let key = (written(from, ANY_SOURCE_WRITTEN), actor as i32, written(peer.tag, ANY_TAG_WRITTEN));
            self.requests.push(key, Some(request));
        }
    }

    fn probe(&mut self, peer: Peer, blocking: bool, made: &mut Made) {
        self.enter(Function::Probe, made);
        let Some(source) = peer.rank else { return };
        let (request, comm, tag) = (RequestId(self.ids.take()), CommId::WORLD, peer.tag);
        made.post(Post::Probe { request, comm, source, tag, matched: false, blocking: true });
        self.after = After::Probe { peer, blocking };
    }

    fn test(&mut self, key: Key, made: &mut Made) {
        match self.requests.pop(key) {
            Some(Some(request)) => {
                self.enter(Function::Test, made);
                made.post(Post::Test { set: RequestSet::One(request), mode: WaitMode::All, peek: false });
                self.after = After::Test { key, request };
            }
            Some(None) => self.requests.push(key, None),
            None => {}
        }
    }

    fn collective(&mut self, function: Function, call: Box<CollectiveCall>, flops: u64, made: &mut Made) {
        self.enter(function, made);
        made.collective(RequestId(self.ids.take()), CommId::WORLD, call);
        if flops > 0 {
            made.post(Post::Compute(Work::Flops(flops)));
        }
    }

    /// After the last line: the requests that are left, then the end.
    fn end(&mut self, made: &mut Made) {
        let requests = self.requests.take_all();
        if !requests.is_empty() {
            self.enter(Function::Waitall, made);
            made.wait(RequestSet::Many(requests));
        }
        self.ensure_initialised(made);
        made.finalize(self.site(), self.take_block());
    }
}

/// A message in the world.
fn message(peer: i32, tag: i32, bytes: u64, blocking: bool) -> Message {
    Message { comm: CommId::WORLD, peer, tag, bytes, blocking }
}

impl Source for TiTrace {
    fn ranks(&self) -> u32 {
        self.ranks.len() as u32
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    fn read(&mut self, actor: u32, made: &mut Made) -> Result<(), String> {
        while made.is_empty() {
            match self.next_action(actor, made).map_err(|error| error.to_string())? {
                None => self.ranks[actor as usize].end(made),
                Some(Action::Init(datatype)) => self.init(actor, datatype, made),
                Some(Action::Location(place)) => {
                    let number = self.locate(place);
                    self.ranks[actor as usize].location = Some(number);
                }
                Some(other) => self.ranks[actor as usize].step(actor, other, made),
            }
        }
        Ok(())
    }

    fn answered(&mut self, actor: u32, answer: &Answer, made: &mut Made) -> Result<(), String> {
        if let Some((_, problem)) = failed(answer) {
            return Err(self.wrong(actor, &problem));
        }
        let rank = &mut self.ranks[actor as usize];
        answer.completions.iter().for_each(|completion| rank.ids.give(completion.request.0));
        match std::mem::replace(&mut rank.after, After::Line) {
            After::Line => {}
            After::Test { key, request } => {
                let done = answer.completions.iter().any(|completion| completion.request == request);
                rank.requests.push(key, (!done).then_some(request));
            }
            After::Probe { peer, blocking } => {
                let found = answer.completions.first().map(|completion| completion.status);
                let found = found.expect("a blocking probe is answered by a message");
                // The message that was found is received, whatever wildcards the line has.
                let peer = Peer { rank: peer.rank.map(|_| found.source), tag: found.tag };
                rank.recv(actor, peer, found.bytes, blocking, made);
            }
        }
        Ok(())
    }

    fn wrong(&self, actor: u32, problem: &str) -> String {
        format!("{}:{}: {problem}", self.files.name_for(actor), self.ranks[actor as usize].line)
    }

    fn progress(&self) -> Option<(u64, u64)> {
        Some(self.files.taken())
    }

    fn describe_site(&self, site: CallSite) -> String {
        match site.0.checked_sub(LOCATIONS) {
            Some(number) => self.locations[number as usize].clone(),
            None if self.files.is_shared() => format!("{}:{}", self.files.name_for(0), site.0),
            None => format!("line {} of the rank's trace", site.0),
        }
    }
}
