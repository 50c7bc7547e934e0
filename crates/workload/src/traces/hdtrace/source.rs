//! Converts the calls in an HDTrace project to operations of its ranks. The driver `Replay` makes these into requests to the
//! engine.

use super::Set;
use super::entry::{Call, Entry, Open, span};
use super::steps::{self, REQUEST};
use crate::calls;
use crate::numbers::Numbers;
use crate::traces::operation::{Made, Operation};
use crate::traces::source::Source;
use ops::{CallSite, CommCall, CommId, Enter, FileCall, Post, SendMode, Work};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use units::Time;

/// A project that is being replayed.
#[derive(Debug)]
pub(super) struct Project {
    set: Arc<Set>,
    ranks: Vec<Rank>,
}

/// How far a rank is.
#[derive(Debug, Default)]
struct Rank {
    started: bool,
    /// The next call.
    next: usize,
    /// Computation before calls that are not made, since the last one that was.
    carried: Time,
    comms: BTreeMap<u32, CommId>,
    files: BTreeMap<i64, CommId>,
    /// Of the communicators that it has made.
    indices: Numbers,
}

impl Project {
    pub(super) fn new(set: Arc<Set>) -> Self {
        let ranks = set.traces.iter().map(|_| Rank::default()).collect();
        Self { set, ranks }
    }
}

impl Rank {
    /// The begin: communicators are made that the trace has from somewhere.
    fn start(&mut self, set: &Set, actor: u32, made: &mut Made) {
        self.started = true;
        made.init(CallSite(0), Work::NONE);
        let ranks = set.traces.len() as u32;
        // In the same order by all, whatever each needs itself.
        let used: BTreeSet<u32> = set.traces.iter().flat_map(super::entry::Trace::comms).collect();
        for comm in used {
            if set.project.comms.is_world(comm, ranks) {
                self.comms.insert(comm, CommId::WORLD);
            } else if set.project.comms.has(comm, actor) {
                let group = set.project.comms.group(comm);
                let index = self.create(CommId::WORLD, CommCall::CreateGroup { group, tag: 0 }, made);
                self.comms.insert(comm, index);
            }
        }
    }

    /// Makes a communicator.
    fn create(&mut self, comm: CommId, call: CommCall, made: &mut Made) -> CommId {
        // The world is the first.
        let index = self.indices.take() + 1;
        made.create(REQUEST, comm, call, index);
        CommId(index)
    }

    /// Computation before the next call.
    fn block(&self, entries: &[Entry]) -> Time {
        let last = self.next.checked_sub(1).map(|at| entries[at].end);
        let own = last.map_or(Time::ZERO, |last| span(last, entries[self.next].begin));
        own.saturating_add(self.carried)
    }

    /// Makes the next call.
    fn call(&mut self, set: &Set, actor: u32, made: &mut Made) {
        let entries = &set.traces[actor as usize].entries;
        let entry = &entries[self.next];
        let block = self.block(entries);
        self.next += 1;
        if matches!(entry.call, Call::Init) {
            self.carried = block;
            return;
        }
        self.carried = Time::ZERO;
        made.enter(Enter { function: entry.function, site: CallSite(entry.site), block: Work::Time(block) });
        let standard = SendMode::Standard;
        match &entry.call {
            Call::Init | Call::Finalize => unreachable!("neither is made here"),
            Call::Kept => made.post(Post::Sleep(entry.length())),
            Call::Send { to, mode, comm } => steps::messages(self.comms[comm], (Some(*to), *mode), None, made),
            Call::Recv { from, comm } => steps::messages(self.comms[comm], (None, standard), Some(*from), made),
            Call::Sendrecv { to, from, comm } => {
                steps::messages(self.comms[comm], (Some(*to), standard), Some(*from), made);
            }
            Call::Together(part) => {
                let comms = &set.project.comms;
                let call = steps::collective(part, comms.local(part.comm, actor), comms.size(part.comm));
                made.collective(REQUEST, self.comms[&part.comm], Box::new(call));
            }
            Call::Open(open) => self.open(open, set.project.comms.local(open.comm, actor) == 0, made),
            Call::Close { file, barrier } => {
                let file = self.files.remove(file).expect("files are open where they are closed");
                if *barrier {
                    made.collective(REQUEST, file, Box::new(calls::barrier()));
                }
                made.file(REQUEST, file, FileCall::Close);
                made.post(Post::FreeComm { comm: file });
                self.indices.give(file.0 - 1);
            }
            Call::Access { file, together, access } => {
                made.file(REQUEST, self.files[file], steps::access(access, *together));
            }
            Call::Sync { file } => {
                let file = self.files[file];
                made.file(REQUEST, file, FileCall::Sync);
                made.collective(REQUEST, file, Box::new(calls::barrier()));
            }
        }
    }

    /// Opens a file: the first rank does, then the others.
    fn open(&mut self, open: &Open, first: bool, made: &mut Made) {
        let file = self.create(self.comms[&open.comm], CommCall::Dup, made);
        let ask = |made: &mut Made| {
            made.file(REQUEST, file, FileCall::Open { path: open.path.clone(), mode: open.mode });
        };
        made.collective(REQUEST, file, Box::new(calls::agree_on_open()));
        made.operation(Operation::Mark);
        if first {
            ask(made);
        }
        made.operation(Operation::Hold(open.before));
        made.collective(REQUEST, file, Box::new(calls::tell_of_open()));
        made.operation(Operation::Mark);
        if !first {
            ask(made);
        }
        made.operation(Operation::Hold(open.after));
        self.files.insert(open.file, file);
    }
}

impl Source for Project {
    fn ranks(&self) -> u32 {
        self.ranks.len() as u32
    }

    fn warnings(&mut self) -> Vec<String> {
        self.set.notices.texts()
    }

    fn read(&mut self, actor: u32, made: &mut Made) -> Result<(), String> {
        let (set, rank) = (&*self.set, &mut self.ranks[actor as usize]);
        if !rank.started {
            rank.start(set, actor, made);
        }
        let entries = &set.traces[actor as usize].entries;
        while made.is_empty() {
            let entry = entries.get(rank.next);
            if entry.is_none_or(|entry| matches!(entry.call, Call::Finalize)) {
                let (site, block) = entry.map_or((0, Time::ZERO), |entry| (entry.site, rank.block(entries)));
                rank.next = entries.len();
                made.finalize(CallSite(site), Work::Time(block));
            } else {
                rank.call(set, actor, made);
            }
        }
        Ok(())
    }

    fn wrong(&self, actor: u32, problem: &str) -> String {
        let at = self.ranks[actor as usize].next.checked_sub(1);
        let line = at.map_or(0, |at| self.set.traces[actor as usize].entries[at].line);
        format!("{}:{line}: {problem}", self.set.project.file(actor))
    }

    fn progress(&self) -> Option<(u64, u64)> {
        Some(self.set.progress(self.ranks.iter().map(|rank| rank.next)))
    }

    fn describe_site(&self, site: CallSite) -> String {
        self.set.describe(site.0)
    }
}
