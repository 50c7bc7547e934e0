//! Ranks that are images and compute in worker processes ([`crate::images::workers`]): which of them are away, and what becomes of
//! them. The engine begins and collects ranks as `mpi::late` says; which rank may begin is as in [`crate::processes`]:
//! one with a window or an open file is resumed alone, and text waits for that of ranks that were resumed before.
//!
//! A rank that has posted something is not begun with the block that follows: the engine does not know it. So the rank *hands over* what it has
//! posted, as if it needed an answer, and the engine begins it with that block. With one worker it would go on at once. All that others see
//! of it must be the same: its text has the place that it would have had, and before a rank that was resumed later does what others can
//! see, or the engine has a rank reduce, those that have handed over go on at home (they are *completed*). A program that changes buffers
//! of messages under way, which MPI forbids, may send other contents.

use super::habits::WORTH;
use super::images::{ImagesDriver, fatal};
use crate::call::{Call, RankContext};
use crate::images;
use crate::images::workers::{self, Leaving, Workers};
use crate::rank_text::PassageEnd;
use ops::{Answer, Beginning, Outlook, Post, RankState, UserMemory};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::replace;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};
use units::{ActorId, Time};

/// A rank's state after it has run, and its posts.
type Said = (RankState, Vec<Post>);

/// A rank that runs beside others.
struct Begun {
    at: Time,
    slot: u32,
    /// How long its block is likely to be.
    expected: Time,
    /// Of a block that is measured while it runs: what it comes to at least, however short it is.
    floor: Option<Time>,
    /// Its posts, once they have been read.
    said: Option<Said>,
    /// It has handed these over, to be begun with the block that follows.
    goes_on: bool,
    /// For journeys back to a worker after functions for which it comes home, in ticks.
    credit: u64,
    /// When it first came home for one.
    since: Option<Instant>,
}

/// A rank leaves again after functions if it has computed this much before each on average, in ticks, some 40 us: with a function
/// as often, leaving neither costs nor saves time.
const JOURNEY: u64 = 100_000;
const FIRST_CREDIT: u64 = 4 * JOURNEY;
/// So long after a rank first came home for a function it stays there, where the watchdog sees it.
const JOURNEYS_FOR: Duration = Duration::from_secs(2);

/// A block at home from this length on waits until no rank has come there for a function for [`PASS`], or for [`PASS_MAX`] in all; as do the
/// [`PAUSES`] next ones.
const PASS_FOR: Time = Time::from_ns(1_000_000);
const PASS: Duration = Duration::from_micros(50);
const PASS_MAX: Duration = Duration::from_micros(500);
const PAUSES: u32 = 8;

/// A rank that has handed over what it had posted, in order to be begun with the block that follows, until it waits for an answer.
struct Handed {
    at: Time,
    /// Its posts, if it had to go on before the engine has begun it, so that nothing of later ranks is seen before.
    said: Option<Said>,
}

/// Ranks in the order in which they were put there.
#[derive(Default)]
struct Order {
    ranks: BTreeMap<u64, ActorId>,
    numbers: BTreeMap<ActorId, u64>,
    next: u64,
}

impl Order {
    /// Puts a rank at the end, unless it has a place: then false.
    fn put(&mut self, actor: ActorId) -> bool {
        let number = self.next;
        if *self.numbers.entry(actor).or_insert(number) == number {
            self.ranks.insert(number, actor);
            self.next += 1;
        }
        self.ranks.contains_key(&number)
    }

    fn remove(&mut self, actor: ActorId) {
        if let Some(number) = self.numbers.remove(&actor) {
            self.ranks.remove(&number);
        }
    }

    fn all(&self) -> impl Iterator<Item = ActorId> {
        self.ranks.values().copied()
    }

    /// Those before a rank; all if it has no place.
    fn before(&self, actor: ActorId) -> impl Iterator<Item = ActorId> {
        self.ranks.range(..self.numbers.get(&actor).map_or(u64::MAX, |&number| number)).map(|(_, &actor)| actor)
    }
}

/// The process that ran a rank's latest long block. Its core's caches hold the rank's data: where cores share no cache, a run whose data fit
/// the caches takes twice as long if ranks move at will.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Affinity {
    #[default]
    Nowhere,
    Home,
    Worker(usize),
}

/// Ranks that have been begun and not been collected.
pub(super) struct Away {
    workers: Workers,
    /// In this order, and with them those that would have gone on if they had not handed over what they had posted.
    order: Order,
    begun: BTreeMap<ActorId, Begun>,
    handed: BTreeMap<ActorId, Handed>,
    /// Ranks come as far as they will, so that a later one can go on.
    completes: bool,
    /// Ranks that wait until no other computes, and those of them that have been begun.
    await_clock: BTreeSet<ActorId>,
    alone: BTreeSet<ActorId>,
    /// By rank.
    affinities: Vec<Affinity>,
    /// By rank, where its latest call returns to.
    calls: Vec<usize>,
    /// Ranks have windows on each other's memory.
    windows: bool,
    /// How many more long blocks at home wait until no rank comes there for a function.
    pauses: u32,
    /// How many ticks workers take for a microsecond of a block, on average of late.
    pace: u64,
    most: u32,
}

/// Whether a worker would take the rank that runs.
static PLACE: AtomicU8 = AtomicU8::new(NO_PLACE);
const NO_PLACE: u8 = 0;
/// It has room for one that follows others.
const FOLLOWS: u8 = 1;
/// It has nothing to do.
const FREE: u8 = 2;
/// The rank that runs hands over what it has posted, in order to be begun with the block that follows.
static GOES_ON: AtomicBool = AtomicBool::new(false);

/// A rank leaves a call: it leaves for a worker if it may and has posted nothing. If it has, and a long block is likely to follow, the engine
/// gets the posts first, and begins it then. Others may run meanwhile, but what they do that can be seen comes after what it would have done
/// (`ImagesDriver::complete`).
pub(super) fn leave(context: *mut RankContext) {
    if Call::is_in_upcall() {
        return;
    }
    // SAFETY: the running rank's context; the engine's vector is lent to it.
    let has_posted = || unsafe { !(*context).posts().is_empty() };
    if has_posted() {
        let place = PLACE.load(Ordering::Relaxed);
        // SAFETY: as above; the transport's data are the driver's, which is not running.
        if place == NO_PLACE || unsafe { !super::images::is_worth(context, place == FOLLOWS) } {
            return;
        }
        GOES_ON.store(true, Ordering::Relaxed);
        Call::wait_to_be_begun();
    }
    if workers::may_leave(Leaving::AfterCall) && !has_posted() {
        workers::leave();
    }
}

/// Whether a rank that has been begun and posted this has done what others can see before the engine takes that: it has not failed, nor waited
/// for the engine, within its block.
fn is_done(posts: &[Post]) -> bool {
    !matches!(posts, [Post::Fatal { .. } | Post::AwaitClock])
}

impl Away {
    pub(super) fn new(workers: Workers) -> Self {
        Self {
            workers,
            order: Order::default(),
            begun: BTreeMap::new(),
            handed: BTreeMap::new(),
            completes: false,
            await_clock: BTreeSet::new(),
            alone: BTreeSet::new(),
            affinities: Vec::new(),
            calls: Vec::new(),
            windows: false,
            pauses: 0,
            pace: 0,
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

    /// Whether ranks that were resumed before this one have not come as far as they will before the engine takes their posts.
    fn has_company(&self, actor: ActorId) -> bool {
        self.order.before(actor).any(|other| self.is_company(other))
    }

    /// Whether what others can see of a rank that was resumed before may still change.
    fn is_company(&self, actor: ActorId) -> bool {
        match (self.begun.get(&actor), self.handed.get(&actor)) {
            (Some(begun), _) => begun.goes_on || begun.said.as_ref().is_none_or(|(_, posts)| !is_done(posts)),
            (None, Some(handed)) => handed.said.is_none(),
            (None, None) => false,
        }
    }

    /// The first such rank that has been begun. Many more may have handed over their posts.
    fn first_begun(&self, is_such: impl Fn(&Begun) -> bool) -> Option<ActorId> {
        let such = self.begun.iter().filter(|(_, rank)| is_such(rank)).map(|(&actor, _)| actor);
        such.min_by_key(|actor| self.order.numbers.get(actor))
    }

    fn affinity(&mut self, actor: ActorId) -> &mut Affinity {
        if self.affinities.len() <= actor.index() {
            self.affinities.resize(actor.index() + 1, Affinity::Nowhere);
        }
        &mut self.affinities[actor.index()]
    }

    /// Notes how long a worker took for a block.
    fn note_pace(&mut self, block: Time, took: u64) {
        let Some(pace) = took.checked_mul(1_000_000).and_then(|took| took.checked_div(block.ps())) else { return };
        self.pace = if self.pace == 0 { pace } else { self.pace - self.pace / 8 + pace / 8 };
    }

    /// A worker with room that would have nothing to do for a quarter of a block that was computed at home.
    fn soon_idle(&self, block: Time) -> Option<usize> {
        let ticks = |block: Time| block.ps() / 1_000_000 * self.pace;
        let left = |slot: u32| {
            let rank = self.begun.values().find(|rank| rank.slot == slot && rank.said.is_none());
            rank.map_or(0, |rank| ticks(rank.expected).saturating_sub(self.workers.since_began(slot)))
        };
        let all_left = |worker: usize| self.workers.ranks_of(worker).iter().map(|&slot| left(slot)).sum::<u64>();
        self.workers.with_room().filter(|&worker| all_left(worker) < ticks(block) / 4 * 3)
    }

    /// Which worker is to run a rank, and whether that is free: one that has nothing to do, or else the one that ran it before. None if it
    /// is to run at home.
    fn worker_for(&mut self, actor: ActorId) -> Option<(usize, bool)> {
        let (affinity, free) = (*self.affinity(actor), self.workers.free());
        match affinity {
            Affinity::Worker(worker) if free.is_some() && self.workers.is_free(worker) => Some((worker, true)),
            _ if free.is_some() => free.map(|worker| (worker, true)),
            Affinity::Worker(worker) if self.workers.has_room(worker) => Some((worker, false)),
            Affinity::Home => None,
            _ => self.workers.with_room().map(|worker| (worker, false)),
        }
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

    /// Runs a rank at home; others compute meanwhile. Whether it has handed over its posts, if it may.
    fn run_noted(
        &mut self,
        actor: ActorId,
        answer: &Answer,
        may_hand: bool,
        posts: &mut Vec<Post>,
    ) -> (RankState, bool) {
        let mut state = self.run_once(actor, answer, may_hand, posts);
        while images::waits_for_company() && self.complete_before(actor) {
            // It has not waited for the engine.
            posts.pop();
            self.text().resume(actor.0);
            let mut more = Vec::new();
            // It has had the answer.
            let again = Answer { now: answer.now, ..Answer::default() };
            state = self.run_once(actor, &again, may_hand, &mut more);
            posts.append(&mut more);
        }
        let goes_on = GOES_ON.swap(false, Ordering::Relaxed);
        let away = self.away_mut();
        if matches!(posts.last(), Some(Post::AwaitClock)) && !goes_on {
            away.await_clock.insert(actor);
        } else {
            away.await_clock.remove(&actor);
        }
        if let Some(Post::Fatal { .. } | Post::Abort { .. }) = posts.last() {
            self.complete_before(actor);
        }
        (state, goes_on)
    }

    fn run_once(&mut self, actor: ActorId, answer: &Answer, may_hand: bool, posts: &mut Vec<Post>) -> RankState {
        let (site, stays) = (self.latest_site(actor), self.stays(actor));
        let away = self.away_mut();
        let may_hand = may_hand && !stays && !away.windows;
        let place = match may_hand {
            true if away.workers.free().is_some() => FREE,
            true if away.workers.with_room().is_some() => FOLLOWS,
            _ => NO_PLACE,
        };
        PLACE.store(place, Ordering::Relaxed);
        if away.calls.len() <= actor.index() {
            away.calls.resize(actor.index() + 1, 0);
        }
        workers::board::change_call(away.calls[actor.index()]);
        let state = self.run(actor, answer, posts);
        self.away_mut().calls[actor.index()] = workers::board::change_call(0);
        images::note_company(false);
        self.note_posts(actor, site, posts);
        self.away_mut().windows |= posts.iter().any(|post| matches!(post, Post::Window { .. }));
        state
    }

    /// See [`ops::RankDriver::resume`].
    pub(super) fn resume_beside(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let stays = self.stays(actor);
        let away = self.away_mut();
        if let Some(said) = away.handed.get_mut(&actor).and_then(|handed| handed.said.take()) {
            away.handed.remove(&actor);
            self.register_objects(actor, answer);
            posts.extend(said.1);
            return said.0;
        }
        let alone = away.alone.remove(&actor);
        if !alone && (stays || away.windows || away.await_clock.contains(&actor)) {
            self.complete_before(actor);
        }
        let away = self.away_mut();
        let handed = away.handed.contains_key(&actor);
        let beside = away.workers.busy() as u32;
        away.most = away.most.max(beside + 1);
        // One that goes on alone within its block waits for none that were begun later.
        images::note_company(!alone && away.has_company(actor));
        if alone || handed {
            self.text().resume(actor.0);
        }
        let (state, goes_on) = self.run_noted(actor, answer, !alone, posts);
        if goes_on {
            self.hand(actor, answer.now);
            return state;
        }
        if alone {
            self.end_passage(actor, posts);
        } else if handed {
            self.end_handed(actor);
            self.away_mut().handed.remove(&actor);
        }
        state
    }

    /// Whether a rank has handed over its posts since it waited for an answer.
    pub(super) fn has_handed(&self, actor: ActorId) -> bool {
        self.away.as_ref().is_some_and(|away| away.handed.contains_key(&actor))
    }

    /// A rank has handed over its posts to the engine.
    fn hand(&mut self, actor: ActorId, at: Time) {
        let away = self.away_mut();
        away.handed.insert(actor, Handed { at, said: None });
        if away.order.put(actor) {
            self.text().begin(actor.0);
        } else {
            self.text().end_later(actor.0);
        }
        self.text().pause();
    }

    /// A rank that had handed over its posts has come to this.
    fn end_handed(&mut self, actor: ActorId) {
        self.text().collected(actor.0, false);
        self.away_mut().order.remove(actor);
    }

    /// How a rank goes on that may not be begun.
    fn not_to_be_begun(&mut self, actor: ActorId) -> Option<Beginning> {
        let stays = self.stays(actor);
        let away = self.away_mut();
        if away.windows || stays || away.await_clock.contains(&actor) {
            return Some(Beginning::ResumeAlone);
        }
        let has_said = away.handed.get(&actor).is_some_and(|handed| handed.said.is_some());
        has_said.then_some(Beginning::Resume)
    }

    /// See [`ops::RankDriver::begin`].
    pub(super) fn begin_away(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        if let Some(otherwise) = self.not_to_be_begun(actor) {
            return otherwise;
        }
        let worker = self.away_mut().worker_for(actor);
        let (expected, floor) = match outlook {
            Outlook::Known(least) => {
                self.note_known(actor, least);
                (least, None)
            }
            Outlook::Measured => {
                let (expected, floor) = self.measured_outlook(actor);
                // A block of which nothing is known delays none in a worker that has nothing to do.
                let unknown = if worker.is_some_and(|(_, is_free)| is_free) { WORTH } else { Time::ZERO };
                (expected.unwrap_or(unknown), Some(floor))
            }
        };
        let is_worth = expected >= WORTH;
        let worker = match worker {
            None if is_worth => {
                self.pass_pauses(expected);
                if let Some(otherwise) = self.not_to_be_begun(actor) {
                    return otherwise;
                }
                let away = self.away_mut();
                away.worker_for(actor).or_else(|| away.soon_idle(expected).map(|worker| (worker, false)))
            }
            known => known,
        };
        let Some((worker, is_free)) = worker.filter(|_| is_worth) else {
            if is_worth {
                *self.away_mut().affinity(actor) = Affinity::Home;
            }
            return Beginning::Resume;
        };
        // One that follows another tells nothing of its block before that one's end.
        let is_known = is_free || floor.is_none_or(|floor| floor > Time::ZERO);
        let Some(slot) = (if is_known { self.slot_that_may_leave(actor) } else { None }) else {
            return Beginning::Resume;
        };
        let away = self.away_mut();
        *away.affinity(actor) = Affinity::Worker(worker);
        if away.order.put(actor) {
            self.text().begin(actor.0);
        } else {
            self.text().begin_again(actor.0);
        }
        self.text().resume(actor.0);
        let company = self.away_mut().has_company(actor);
        images::note_company(company);
        workers::let_leave(Leaving::AfterCall);
        let mut posts = Vec::new();
        let (state, goes_on) = self.run_noted(actor, answer, true, &mut posts);
        let left = workers::let_leave(Leaving::Never);
        self.text().pause();
        if left {
            self.give(actor, worker);
        }
        let said = if left { None } else { Some((state, posts)) };
        let begun = Begun { at: answer.now, slot, expected, floor, said, goes_on, credit: FIRST_CREDIT, since: None };
        self.away_mut().begun.insert(actor, begun);
        Beginning::Begun
    }

    /// See [`ops::RankDriver::earliest`].
    pub(super) fn earliest_away(&mut self, actor: ActorId) -> Option<Time> {
        let away = self.away_mut();
        let (slot, floor) =
            away.begun.get(&actor).filter(|begun| begun.said.is_none()).map(|rank| (rank.slot, rank.floor))?;
        if away.workers.pauses(slot) {
            self.go_on_at_home(actor);
        }
        let away = self.away_mut();
        away.begun.get(&actor).filter(|begun| begun.said.is_none())?;
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
        let helps = slot.is_some_and(|slot| self.run_another(slot));
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
        while self.run_one_that_pauses() {}
        let away = self.away_mut();
        away.first_begun(|rank| rank.said.is_some() || !away.workers.computes(rank.slot))
    }

    /// Waits until a rank that has been begun has posted something: it comes home, and runs up to there.
    pub(super) fn await_posts(&mut self, actor: ActorId) {
        loop {
            let Some(away) = self.away.as_deref_mut() else { return };
            let Some(begun) = away.begun.get(&actor).filter(|begun| begun.said.is_none()) else { return };
            let (slot, mut heard) = (begun.slot, Workers::stops());
            // Another one that waits for this one is not helped by what comes after it.
            if !away.completes && self.run_another(slot) {
                continue;
            }
            let away = self.away_mut();
            let Away { workers, begun, completes, .. } = away;
            let mut another_pauses = |workers: &Workers| {
                let stops = Workers::stops();
                replace(&mut heard, stops) != stops
                    && begun.values().any(|rank| rank.said.is_none() && workers.pauses(rank.slot))
            };
            let is_there =
                workers.wait(slot, &mut |workers| !workers.computes(slot) || !*completes && another_pauses(workers));
            if !is_there {
                let mut posts = Vec::new();
                let state = fatal(&mut posts, "the worker process in which it computed has been killed".to_owned());
                if let Some(begun) = away.begun.get_mut(&actor) {
                    (begun.said, begun.goes_on) = (Some((state, posts)), false);
                }
            } else if !away.workers.computes(slot) {
                self.go_on_at_home(actor);
            }
        }
    }

    /// A rank that has stopped goes on at home, until it has posted something, or leaves again after a function for which it came.
    fn go_on_at_home(&mut self, actor: ActorId) {
        let pauses = self.away.as_ref().is_some_and(|away| away.workers.pauses(away.begun[&actor].slot));
        let took = self.take_back(actor);
        let away = self.away_mut();
        if pauses {
            away.pauses = PAUSES;
        } else if took > 0 {
            away.note_pace(away.begun[&actor].expected, took);
        }
        let worker = if pauses { self.worker_to_go_back_to(actor, took) } else { None };
        let away = self.away_mut();
        let (at, company) = (away.begun[&actor].at, away.has_company(actor));
        images::note_company(company);
        self.text().resume(actor.0);
        let answer = Answer { now: at, ..Answer::default() };
        let mut posts = Vec::new();
        workers::let_leave(if worker.is_some() { Leaving::AfterFunction } else { Leaving::Never });
        let (state, goes_on) = self.run_noted(actor, &answer, true, &mut posts);
        let left = workers::let_leave(Leaving::Never);
        self.text().pause();
        match worker {
            Some(worker) if left => self.give(actor, worker),
            _ => {
                if let Some(begun) = self.away_mut().begun.get_mut(&actor) {
                    (begun.said, begun.goes_on) = (Some((state, posts)), goes_on);
                }
            }
        }
    }

    /// The worker to which a rank that has come home for a function goes back after it; `took`: how long it has computed since it left.
    fn worker_to_go_back_to(&mut self, actor: ActorId, took: u64) -> Option<usize> {
        let stays = self.stays(actor) || self.slot_that_may_leave(actor).is_none();
        let away = self.away_mut();
        let worker = away.worker_for(actor);
        let begun = away.begun.get_mut(&actor)?;
        begun.credit = begun.credit.saturating_add(took);
        let since = *begun.since.get_or_insert_with(Instant::now);
        let (worker, is_free) = worker.filter(|_| !stays && !away.windows && since.elapsed() < JOURNEYS_FOR)?;
        // One that follows another tells nothing of its block before that one's end.
        let is_known = is_free || begun.floor.is_none_or(|floor| floor > Time::ZERO);
        begun.credit = begun.credit.checked_sub(JOURNEY).filter(|_| is_known)?;
        *away.affinity(actor) = Affinity::Worker(worker);
        Some(worker)
    }

    /// Has a rank come as far as it would have with one worker: if it has handed over its posts, it goes on at home.
    pub(super) fn complete(&mut self, actor: ActorId) {
        self.await_posts(actor);
        let Some(away) = self.away.as_deref_mut() else { return };
        let (at, before) = match (away.begun.get_mut(&actor), away.handed.get(&actor)) {
            (Some(begun), _) if begun.goes_on => {
                begun.goes_on = false;
                (begun.at, begun.said.take().map(|(_, posts)| posts))
            }
            (None, Some(handed)) if handed.said.is_none() => (handed.at, None),
            _ => return,
        };
        let answer = Answer { now: at, ..Answer::default() };
        let company = away.has_company(actor);
        images::note_company(company);
        self.text().resume(actor.0);
        let mut posts = Vec::new();
        let (state, _) = self.run_noted(actor, &answer, false, &mut posts);
        self.text().pause();
        let posts = match before {
            Some(mut before) => {
                // It has waited for nothing.
                before.pop();
                before.append(&mut posts);
                before
            }
            None => {
                self.end_handed(actor);
                posts
            }
        };
        let away = self.away_mut();
        match (away.begun.get_mut(&actor), away.handed.get_mut(&actor)) {
            (Some(begun), _) => begun.said = Some((state, posts)),
            // It waits already.
            (None, Some(_)) if matches!(posts[..], [Post::AwaitClock]) => _ = away.handed.remove(&actor),
            (None, Some(handed)) => handed.said = Some((state, posts)),
            (None, None) => {}
        }
    }

    /// A rank is about to do what others can see: those that were resumed before do theirs first. False if one of them has ended the run, or
    /// waits for the engine.
    fn complete_before(&mut self, actor: ActorId) -> bool {
        let away = self.away_mut();
        let before: Vec<_> = away.order.before(actor).collect();
        let completes = replace(&mut away.completes, true);
        let leaving = workers::let_none_leave();
        let all_have = before.into_iter().all(|other| {
            self.complete(other);
            !self.away_mut().is_company(other)
        });
        workers::let_leave(leaving);
        self.away_mut().completes = completes;
        all_have
    }

    /// While a rank computes, runs another at home: one that has come for a function, or that would follow the rank or one beside it. False if
    /// there is none.
    fn run_another(&mut self, slot: u32) -> bool {
        if !self.away_mut().workers.computes(slot) {
            return false;
        }
        if self.run_one_that_pauses() {
            return true;
        }
        let away = self.away_mut();
        if away.workers.follows(slot) {
            return false;
        }
        let follows = |rank: &Begun| rank.said.is_none() && away.workers.follows(rank.slot);
        let Some(actor) = away.first_begun(follows) else { return false };
        let is_ours = away.workers.withdraw(away.begun[&actor].slot);
        if is_ours {
            *away.affinity(actor) = Affinity::Home;
            self.go_on_at_home(actor);
        }
        is_ours
    }

    /// Before a block is computed at home: ranks that have come there for a function go on. Where some have come soon after they had left, waits
    /// until none does: else their worker would have nothing to do meanwhile.
    fn pass_pauses(&mut self, block: Time) {
        while self.run_one_that_pauses() {}
        if block < PASS_FOR || self.away_mut().pauses == 0 {
            return;
        }
        self.away_mut().pauses -= 1;
        let (began, mut since, mut heard) = (Instant::now(), Instant::now(), Workers::stops());
        while since.elapsed() < PASS && began.elapsed() < PASS_MAX && self.away_mut().workers.free().is_none() {
            if replace(&mut heard, Workers::stops()) == heard {
                std::hint::spin_loop();
            } else if self.run_one_that_pauses() {
                since = Instant::now();
            }
        }
    }

    /// Runs a rank at home that has come for a function. False if there is none.
    fn run_one_that_pauses(&mut self) -> bool {
        let away = self.away_mut();
        let pauses = |rank: &Begun| rank.said.is_none() && away.workers.pauses(rank.slot);
        let one = away.first_begun(pauses);
        one.inspect(|&actor| self.go_on_at_home(actor)).is_some()
    }

    fn end_passage(&mut self, actor: ActorId, posts: &[Post]) {
        let is_ahead = self.away_mut().handed.remove(&actor).is_some();
        if self.text().end_passage(actor.0, is_ahead, posts) == PassageEnd::GoesOnAlone {
            self.away_mut().alone.insert(actor);
        }
    }

    /// See [`ops::RankDriver::collect`].
    pub(super) fn collect_away(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        self.await_posts(actor);
        let begun = self.away_mut().begun.remove(&actor).expect("a rank that has been begun");
        let (state, said) = begun.said.expect("its turn has ended");
        posts.extend(said);
        if begun.goes_on {
            self.hand(actor, begun.at);
            return state;
        }
        let is_ahead = self.has_handed(actor);
        self.end_passage(actor, posts);
        let order = &mut self.away_mut().order;
        if !is_ahead && matches!(posts[..], [Post::Fatal { .. }]) {
            // Those that were resumed after it would not have been.
            let before: Vec<_> = order.before(actor).collect();
            *order = Order::default();
            before.into_iter().for_each(|other| _ = order.put(other));
        }
        order.remove(actor);
        state
    }

    /// See [`ops::RankDriver::end_early`].
    pub(super) fn end_handing(&mut self, is_stopped: bool) {
        for actor in self.away_mut().order.all().collect::<Vec<_>>() {
            // Those that were begun after the engine had heard of what has ended the run have not run.
            if !self.has_handed(actor) {
                return;
            }
            if !is_stopped {
                self.complete(actor);
            }
            self.text().end_passage(actor.0, true, &[]);
        }
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
