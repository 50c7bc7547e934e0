//! Replays a project: from calls to posts.

use super::Set;
use super::entry::{Call, Entry, span};
use super::steps::{self, REQUEST};
use ops::{
    Answer, CallSite, CommCall, CommId, Completion, ErrorClass, FileCall, Function, Post, RankDriver, RankState,
    SendMode, Work,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use units::{ActorId, Time};

/// A rank that posts this much without waiting for anything hands over what it has.
const BATCH: usize = 1024;

/// Replays a project. Ranks are actors 0 to P-1.
#[derive(Debug)]
pub(super) struct Replay {
    set: Arc<Set>,
    ranks: Vec<Rank>,
    warned: bool,
}

/// How far a rank is.
#[derive(Debug, Default)]
struct Rank {
    started: bool,
    /// The next call.
    next: usize,
    /// Computation before calls that are not made, since the last one that was.
    carried: Time,
    /// What is left of the present one.
    steps: VecDeque<Step>,
    awaiting: Awaiting,
    comms: BTreeMap<u32, CommId>,
    files: BTreeMap<i64, CommId>,
    /// The file that is being opened.
    opening: CommId,
    /// The rank's clock at the last answer, and at the last mark.
    now: Time,
    mark: Time,
}

/// What an answer brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Awaiting {
    #[default]
    Nothing,
    /// A communicator of the project.
    Comm(u32),
    /// That of the file which is being opened.
    FileComm,
}

/// A part of a call.
#[derive(Debug)]
enum Step {
    /// A communicator of the project is made.
    Create(u32),
    /// A file gets its own.
    Duplicate(CommId),
    Agree,
    Tell,
    /// From here on time is measured.
    Mark,
    /// The call goes on so long after the mark.
    Hold(Time),
    /// The file is opened: which call opens it.
    Open(usize),
    /// It is known by this number from here on.
    Opened(i64),
    Close(CommId),
    Free(CommId),
    Barrier(CommId),
}

impl Replay {
    pub(super) fn new(set: Arc<Set>) -> Self {
        let ranks = set.traces.iter().map(|_| Rank::default()).collect();
        Self { set, ranks, warned: false }
    }

    /// Runs a rank up to the next post that demands an answer.
    fn run(&mut self, actor: u32, posts: &mut Vec<Post>) -> RankState {
        let (set, rank) = (&*self.set, &mut self.ranks[actor as usize]);
        loop {
            if posts.len() >= BATCH {
                posts.push(Post::ReadClock);
                return RankState::Blocked;
            }
            if let Some(step) = rank.steps.pop_front() {
                if rank.step(set, actor, step, posts) {
                    return RankState::Blocked;
                }
                continue;
            }
            let entries = &set.traces[actor as usize].entries;
            let entry = entries.get(rank.next);
            if entry.is_none_or(|entry| matches!(entry.call, Call::Finalize)) {
                let (site, block) = entry.map_or((0, Time::ZERO), |entry| (entry.site, rank.block(entries)));
                let (function, site, block) = (Function::Finalize, CallSite(site), Work::Time(block));
                posts.extend([Post::Enter { function, site, block }, Post::Finalize]);
                rank.next = entries.len();
                return RankState::Finished(0);
            }
            if rank.call(set, actor, posts) {
                return RankState::Blocked;
            }
        }
    }
}

impl Rank {
    /// The begin: communicators are made that the trace has from somewhere.
    fn start(&mut self, set: &Set, actor: u32, posts: &mut Vec<Post>) {
        self.started = true;
        posts.push(Post::Enter { function: Function::Init, site: CallSite(0), block: Work::NONE });
        posts.push(Post::Init);
        let ranks = set.traces.len() as u32;
        // In the same order by all, whatever each needs itself.
        let used: BTreeSet<u32> = set.traces.iter().flat_map(super::entry::Trace::comms).collect();
        for comm in used {
            if set.project.comms.is_world(comm, ranks) {
                self.comms.insert(comm, CommId::WORLD);
            } else if set.project.comms.has(comm, actor) {
                self.steps.push_back(Step::Create(comm));
            }
        }
    }

    /// Computation before the next call.
    fn block(&self, entries: &[Entry]) -> Time {
        let last = self.next.checked_sub(1).map(|at| entries[at].end);
        let own = last.map_or(Time::ZERO, |last| span(last, entries[self.next].begin));
        own.saturating_add(self.carried)
    }

    /// Makes the next call; true: it waits for an answer.
    fn call(&mut self, set: &Set, actor: u32, posts: &mut Vec<Post>) -> bool {
        let entries = &set.traces[actor as usize].entries;
        let (at, entry) = (self.next, &entries[self.next]);
        let block = self.block(entries);
        if matches!(entry.call, Call::Init) {
            (self.next, self.carried) = (self.next + 1, block);
            return false;
        }
        self.carried = Time::ZERO;
        let block = Work::Time(block);
        posts.push(Post::Enter { function: entry.function, site: CallSite(entry.site), block });
        self.next += 1;
        let standard = SendMode::Standard;
        match &entry.call {
            Call::Init | Call::Finalize => unreachable!("neither is made here"),
            Call::Kept => {
                posts.push(Post::Sleep(entry.length()));
                false
            }
            Call::Send { to, mode, comm } => steps::messages(self.comms[comm], (Some(*to), *mode), None, posts),
            Call::Recv { from, comm } => steps::messages(self.comms[comm], (None, standard), Some(*from), posts),
            Call::Sendrecv { to, from, comm } => {
                steps::messages(self.comms[comm], (Some(*to), standard), Some(*from), posts)
            }
            Call::Together(part) => {
                let comms = &set.project.comms;
                let call = steps::collective(part, comms.local(part.comm, actor), comms.size(part.comm));
                posts.extend(steps::together(self.comms[&part.comm], call));
                true
            }
            Call::Open(open) => {
                let first = set.project.comms.local(open.comm, actor) == 0;
                self.steps.extend([Step::Duplicate(self.comms[&open.comm]), Step::Agree, Step::Mark]);
                self.steps.extend(first.then_some(Step::Open(at)));
                self.steps.extend([Step::Hold(open.before), Step::Tell, Step::Mark]);
                self.steps.extend((!first).then_some(Step::Open(at)));
                self.steps.extend([Step::Hold(open.after), Step::Opened(open.file)]);
                false
            }
            Call::Close { file, barrier } => {
                let file = self.files.remove(file).expect("files are open where they are closed");
                self.steps.extend(barrier.then_some(Step::Barrier(file)));
                self.steps.extend([Step::Close(file), Step::Free(file)]);
                false
            }
            Call::Access { file, together, access } => {
                posts.extend(steps::ask(self.files[file], steps::access(access, *together)));
                true
            }
            Call::Sync { file } => {
                let file = self.files[file];
                self.steps.push_back(Step::Barrier(file));
                posts.extend(steps::ask(file, FileCall::Sync));
                true
            }
        }
    }

    /// Takes a step; true: it waits for an answer.
    fn step(&mut self, set: &Set, actor: u32, step: Step, posts: &mut Vec<Post>) -> bool {
        match step {
            Step::Create(comm) => {
                self.awaiting = Awaiting::Comm(comm);
                let group = set.project.comms.group(comm);
                posts.extend(steps::create(CommId::WORLD, CommCall::CreateGroup { group, tag: 0 }));
            }
            Step::Duplicate(comm) => {
                self.awaiting = Awaiting::FileComm;
                posts.extend(steps::create(comm, CommCall::Dup));
            }
            Step::Agree => posts.extend(steps::agree(self.opening)),
            Step::Tell => posts.extend(steps::tell(self.opening)),
            Step::Barrier(comm) => posts.extend(steps::barrier(comm)),
            Step::Open(at) => {
                let Call::Open(open) = &set.traces[actor as usize].entries[at].call else {
                    unreachable!("only an open is opened");
                };
                let call = FileCall::Open { path: open.path.clone(), mode: open.mode };
                posts.extend(steps::ask(self.opening, call));
            }
            Step::Close(file) => posts.extend(steps::ask(file, FileCall::Close)),
            Step::Mark => {
                self.mark = self.now;
                return false;
            }
            Step::Hold(time) => {
                let left = time.saturating_sub(self.now.saturating_sub(self.mark));
                posts.extend((left > Time::ZERO).then_some(Post::Sleep(left)));
                return false;
            }
            Step::Opened(file) => {
                self.files.insert(file, self.opening);
                return false;
            }
            Step::Free(comm) => {
                posts.push(Post::FreeComm { comm });
                return false;
            }
        }
        true
    }

    /// Takes an answer. The error is that of a request that failed.
    fn take(&mut self, answer: &Answer) -> Result<(), ErrorClass> {
        self.now = answer.now;
        let mut handle = 0;
        for Completion { request, status } in &answer.completions {
            if status.error != ErrorClass::Success {
                return Err(status.error);
            }
            if *request == REQUEST {
                handle = status.handle;
            }
        }
        match std::mem::take(&mut self.awaiting) {
            Awaiting::Nothing => {}
            Awaiting::Comm(comm) => _ = self.comms.insert(comm, CommId(handle as u32)),
            Awaiting::FileComm => self.opening = CommId(handle as u32),
        }
        Ok(())
    }
}

impl RankDriver for Replay {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let rank = &mut self.ranks[actor.index()];
        if let Err(class) = rank.take(answer) {
            let entries = &self.set.traces[actor.index()].entries;
            let line = rank.next.checked_sub(1).map_or(0, |at| entries[at].line);
            let file = self.set.project.file(actor.0);
            let text = format!("{file}:{line}: {} ({})", class.text(), class.symbol());
            posts.push(Post::Fatal { text: text.into() });
            return RankState::Blocked;
        }
        if !rank.started {
            rank.start(&self.set, actor.0, posts);
        }
        if !std::mem::replace(&mut self.warned, true) {
            posts.extend(self.set.notices.texts().into_iter().map(|text| Post::Warning { text: text.into() }));
        }
        self.run(actor.0, posts)
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        let all: usize = self.set.traces.iter().map(|trace| trace.entries.len()).sum();
        Some((self.ranks.iter().map(|rank| rank.next as u64).sum(), all as u64))
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("a replay has no reductions of the user's");
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.set.describe(site.0)
    }
}
