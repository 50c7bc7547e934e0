//! Ranks that are images and compute in worker processes ([`crate::images::workers`]): which of them are away, and what becomes of
//! them. The engine begins and collects ranks as `mpi::late` says; which rank may begin is as in [`crate::processes`]:
//! one with a window or an open file is resumed alone, and text waits for that of ranks that were resumed before.

use super::habits::WORTH;
use super::images::{ImagesDriver, fatal};
use crate::call::{Call, RankContext};
use crate::images::{self, workers, workers::Workers};
use crate::rank_text::PassageEnd;
use ops::{Answer, Beginning, Outlook, Post, RankState, UserMemory};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use units::{ActorId, Time};

/// A rank that runs beside others.
struct Begun {
    at: Time,
    slot: u32,
    /// Of a block that is measured while it runs: what it comes to at least, however short it is.
    floor: Option<Time>,
    /// Its posts, once they have been read.
    said: Option<(RankState, Vec<Post>)>,
}

/// Ranks that have been begun and not been collected.
pub(super) struct Away {
    workers: Workers,
    /// In this order.
    order: Vec<ActorId>,
    begun: BTreeMap<ActorId, Begun>,
    /// Ranks that wait until no other computes, and those of them that have been begun.
    await_clock: BTreeSet<ActorId>,
    alone: BTreeSet<ActorId>,
    /// By rank, where its latest call returns to.
    calls: Vec<usize>,
    /// Ranks have windows on each other's memory.
    windows: bool,
    most: u32,
}

/// A worker has nothing to do.
static IDLE: AtomicBool = AtomicBool::new(false);
/// The rank that runs hands over what it has posted, in order to be begun with the block that follows.
static GOES_ON: AtomicBool = AtomicBool::new(false);

/// A rank leaves a call: it leaves for a worker if it may and has posted nothing. If it has, and a long block that is measured is likely to
/// follow, the engine gets the posts first. Others may then run, and print, before it goes on: not so where blocks are known, since there
/// everything is as with one worker.
pub(super) fn leave(context: *mut RankContext) {
    if Call::is_in_upcall() {
        return;
    }
    // SAFETY: the running rank's context; the engine's vector is lent to it.
    let has_posted = || unsafe { !(*context).posts().is_empty() };
    if has_posted() {
        // SAFETY: as above; the transport's data are the driver's, which is not running.
        if !IDLE.load(Ordering::Relaxed) || unsafe { !super::images::is_worth(context) } {
            return;
        }
        GOES_ON.store(true, Ordering::Relaxed);
        Call::wait_to_be_begun();
    }
    if workers::may_leave() && !has_posted() {
        workers::leave();
    }
}

impl Away {
    pub(super) fn new(workers: Workers) -> Self {
        Self {
            workers,
            order: Vec::new(),
            begun: BTreeMap::new(),
            await_clock: BTreeSet::new(),
            alone: BTreeSet::new(),
            calls: Vec::new(),
            windows: false,
            most: 1,
        }
    }

    pub(super) fn workers_mut(&mut self) -> &mut Workers {
        &mut self.workers
    }

    /// The most ranks that have computed at once.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// Whether ranks that were begun before this one have not been collected.
    fn has_company(&self, actor: ActorId) -> bool {
        self.order.first().is_some_and(|&first| first != actor)
    }

    /// Whether a rank that has been begun is known to have stopped.
    fn has_stopped(&self, actor: ActorId) -> bool {
        self.begun.get(&actor).is_none_or(|begun| begun.said.is_some() || !self.workers.computes(begun.slot))
    }

    /// Ends the worker processes; what is away is lost.
    pub(super) fn end(&mut self) {
        self.workers.end();
    }
}

impl ImagesDriver {
    fn away_mut(&mut self) -> &mut Away {
        self.away.as_deref_mut().expect("ranks that may be away")
    }

    /// Runs a rank at home; others compute meanwhile.
    fn run_noted(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let site = self.latest_site(actor);
        let away = self.away_mut();
        IDLE.store(away.workers.free().is_some(), Ordering::Relaxed);
        if away.calls.len() <= actor.index() {
            away.calls.resize(actor.index() + 1, 0);
        }
        workers::board::change_call(away.calls[actor.index()]);
        let state = self.run(actor, answer, posts);
        self.away_mut().calls[actor.index()] = workers::board::change_call(0);
        images::note_company(false);
        self.note_posts(actor, site, posts);
        let away = self.away_mut();
        away.windows |= posts.iter().any(|post| matches!(post, Post::Window { .. }));
        let goes_on = GOES_ON.swap(false, Ordering::Relaxed);
        if matches!(posts.last(), Some(Post::AwaitClock)) && !goes_on {
            away.await_clock.insert(actor);
        } else {
            away.await_clock.remove(&actor);
        }
        state
    }

    /// See [`ops::RankDriver::resume`].
    pub(super) fn resume_beside(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let away = self.away_mut();
        let alone = away.alone.remove(&actor);
        let beside = away.workers.busy() as u32;
        away.most = away.most.max(beside + 1);
        // One that goes on alone within its block waits for none that were begun later.
        images::note_company(!alone && !away.order.is_empty());
        if alone {
            self.text().resume(actor.0);
        }
        let state = self.run_noted(actor, answer, posts);
        if alone {
            self.end_passage(actor, posts);
        }
        state
    }

    /// See [`ops::RankDriver::begin`].
    pub(super) fn begin_away(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        let stays = self.stays(actor);
        let away = self.away_mut();
        if away.windows || stays || away.await_clock.contains(&actor) {
            return Beginning::ResumeAlone;
        }
        let free = away.workers.free();
        let is_free = free.is_some();
        let Some(worker) = free.or_else(|| away.workers.with_room()) else { return Beginning::Resume };
        let (is_worth, floor) = match outlook {
            Outlook::Known(least) => (least >= WORTH, None),
            Outlook::Measured => self.measured_outlook(actor),
        };
        // One that follows another tells nothing of its block before that one's end.
        let is_worth = is_worth && (is_free || floor.is_none_or(|floor| floor > Time::ZERO));
        let Some(slot) = (if is_worth { self.slot_that_may_leave(actor) } else { None }) else {
            return Beginning::Resume;
        };
        self.text().begin(actor.0);
        self.text().resume(actor.0);
        let away = self.away_mut();
        away.order.push(actor);
        let company = away.has_company(actor);
        images::note_company(company);
        workers::let_leave(true);
        let mut posts = Vec::new();
        let state = self.run_noted(actor, answer, &mut posts);
        let left = workers::let_leave(false);
        self.text().pause();
        if left {
            self.give(actor, worker);
        }
        let said = if left { None } else { Some((state, posts)) };
        let begun = Begun { at: answer.now, slot, floor, said };
        self.away_mut().begun.insert(actor, begun);
        Beginning::Begun
    }

    /// See [`ops::RankDriver::earliest`].
    pub(super) fn earliest_away(&mut self, actor: ActorId) -> Option<Time> {
        let away = self.away_mut();
        let begun = away.begun.get(&actor).filter(|begun| begun.said.is_none())?;
        let (slot, floor) = (begun.slot, begun.floor);
        away.most = away.most.max(away.workers.busy() as u32);
        // It has left its call, whether a worker has come to it or not.
        let Some(floor) = floor else { return away.workers.computes(slot).then_some(Time::ZERO) };
        loop {
            let least = away.workers.measured(slot)?.max(floor);
            if least > Time::ZERO || !away.workers.await_begin(slot) {
                return Some(least).filter(|&least| least > Time::ZERO);
            }
            std::hint::spin_loop();
        }
    }

    /// See [`ops::RankDriver::await_measured`].
    pub(super) fn await_away(&mut self, actor: ActorId, wanted: Time) -> Option<ActorId> {
        let slot = self.away_mut().begun.get(&actor).filter(|rank| rank.said.is_none()).map(|rank| rank.slot);
        let helps = slot.is_some_and(|slot| self.run_one_that_follows(slot));
        let away = self.away_mut();
        let Away { workers, begun, .. } = away;
        if let Some(slot) = slot.filter(|_| !helps) {
            let stopped =
                |workers: &Workers| begun.values().any(|rank| rank.said.is_none() && !workers.computes(rank.slot));
            let goes_on = workers.wait(slot, &mut |workers| {
                workers.measured(slot).is_none_or(|measured| measured >= wanted) || stopped(workers)
            });
            if !goes_on {
                // Its worker has been killed.
                return Some(actor);
            }
        }
        away.order.iter().copied().find(|&actor| away.has_stopped(actor))
    }

    /// Waits until a rank that has been begun has posted something: it comes home, and runs up to there.
    pub(super) fn await_posts(&mut self, actor: ActorId) {
        let Some(away) = self.away.as_deref_mut() else { return };
        let Some(begun) = away.begun.get(&actor).filter(|begun| begun.said.is_none()) else { return };
        let (slot, at) = (begun.slot, begun.at);
        while self.run_one_that_follows(slot) {}
        let away = self.away_mut();
        let mut posts = Vec::new();
        let state = if away.workers.await_stop(slot) {
            let company = away.has_company(actor);
            self.take_back(actor);
            images::note_company(company);
            self.text().resume(actor.0);
            let answer = Answer { now: at, ..Answer::default() };
            let state = self.run_noted(actor, &answer, &mut posts);
            self.text().pause();
            state
        } else {
            fatal(&mut posts, "the worker process in which it computed has been killed".to_owned())
        };
        if let Some(begun) = self.away_mut().begun.get_mut(&actor) {
            begun.said = Some((state, posts));
        }
    }

    /// While a rank computes, runs another at home that would follow it or one beside it. False if there is none.
    fn run_one_that_follows(&mut self, slot: u32) -> bool {
        let Away { workers, begun, order, .. } = self.away_mut();
        if !workers.computes(slot) || workers.follows(slot) {
            return false;
        }
        let follows =
            |actor: &ActorId| begun.get(actor).is_some_and(|rank| rank.said.is_none() && workers.follows(rank.slot));
        let Some(actor) = order.iter().copied().find(follows) else { return false };
        let is_ours = workers.withdraw(begun[&actor].slot);
        if is_ours {
            self.await_posts(actor);
        }
        is_ours
    }

    fn end_passage(&mut self, actor: ActorId, posts: &[Post]) {
        if self.text().end_passage(actor.0, posts) == PassageEnd::GoesOnAlone {
            self.away_mut().alone.insert(actor);
        }
    }

    /// See [`ops::RankDriver::collect`].
    pub(super) fn collect_away(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        self.await_posts(actor);
        let begun = self.away_mut().begun.remove(&actor).expect("a rank that has been begun");
        let (state, said) = begun.said.expect("its turn has ended");
        posts.extend(said);
        self.end_passage(actor, posts);
        self.away_mut().order.retain(|&begun| begun != actor);
        state
    }
}

/// A rank's memory is accessed once it has come as far as it would have without others beside it.
impl UserMemory for ImagesDriver {
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        self.await_posts(actor);
        self.memory.read(actor, address, into);
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        self.await_posts(actor);
        self.memory.write(actor, address, from);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        self.await_posts(from.0);
        self.await_posts(to.0);
        self.memory.copy(from, to, bytes);
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        self.await_posts(actor);
        self.memory.update(actor, address, bytes, change);
    }
}
