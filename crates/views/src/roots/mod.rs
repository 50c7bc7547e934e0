//! Finds the root causes of waiting: attributes every wait to the work on which the late rank has spent more time than the
//! waiting one.
//!
//! Let a rank wait for another that is late. Both ranks have spent time in activities: computation at each call site,
//! contention on each class of links, transfers and so on. A rank's *causal chain* is the sequence of activities that explains
//! the time on the rank's clock; when a rank has waited for another, the other's chain replaces its own (`history`). The times
//! that the two ranks have spent since their causal chains parted are compared activity by activity. The wait is divided among
//! the activities on which the late rank has spent more, in proportion to the differences. If the late rank had itself waited,
//! the cause of that wait is blamed. A rank that computed as long as all others is not blamed. This is the delay analysis of
//! Böhme, Geimer, Wolf and Arnold ("Identifying the root causes of wait states in large-scale parallel applications", ICPP
//! 2010) with two differences: ranks are compared from the point where their causal chains parted, not from their last common
//! synchronisation; and the uncontended time of transfers is known separately from their contention.
//!
//! The rank whose action ended a wait is the wait's *culprit*. Each wait is processed once, in order of time: the time at which
//! the culprit arrived, or the beginning of the wait if that is later. Only the current chain of each rank is kept. The parts
//! of a wait sum exactly to its duration.

mod history;
#[cfg(test)]
mod tests;

use crate::by_number::ByNumber;
use crate::losses::{Parts, WaitState, by_line, link_class};
use history::Histories;
pub use history::{ActivityKind, Key, NOBODY};
use ops::{CallSite, FilePart, Function};
use results::{NoiseRow, ResultsError, Run, StartedWorld, State, TimelineRow, WaitRow};
use std::collections::{BTreeMap, BTreeSet};
use units::{ActorId, LinkId, Time};

/// A call: function and site.
pub type Call = (Function, CallSite);

/// What one kind of cause has cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Waiting of all ranks that it has caused.
    pub lost: Time,
    /// Of that, the waits that it has caused by itself; the others were handed on by ranks that had waited.
    pub direct: Time,
    /// How it was felt: by the wait state for which ranks waited.
    pub felt: BTreeMap<WaitState, Time>,
    /// By the rank or link that spent it.
    pub who: ByNumber<u32, Time>,
    /// By the place of the call.
    pub places: BTreeMap<u32, Time>,
}

impl Cost {
    fn add(&mut self, key: Key, felt: WaitState, time: Time, direct: bool) {
        let more = |sum: &mut Time| *sum = sum.saturating_add(time);
        more(&mut self.lost);
        if direct {
            more(&mut self.direct);
        }
        more(self.felt.entry(felt).or_default());
        more(self.who.entry(key.who));
        more(self.places.entry(key.place).or_default());
    }
}

/// What waiting was caused by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    /// By kind and class.
    pub of: BTreeMap<(ActivityKind, u32), Cost>,
    /// The ranks that waited because of a kind.
    pub victims: BTreeMap<ActivityKind, ByNumber<ActorId, Time>>,
    /// The calls that places stand for.
    pub calls: Vec<Call>,
}

impl Roots {
    /// Of a run, whose links are of these classes, and which has used these servers of files much more than others.
    ///
    /// # Errors
    /// The run has no table `waits`, or one is damaged.
    pub fn of(run: &Run, classes: &ByNumber<LinkId, u32>, hot: &BTreeSet<u32>) -> Result<Self, ResultsError> {
        let (waits, sites) = (run.sorted(turn)?, run.sites()?);
        let timeline = run.has::<TimelineRow>();
        let mut replay = Replay::new(timeline, classes, run.manifest().worlds.clone());
        replay.hot.clone_from(hot);
        let mut blocks = if timeline { Some(run.sorted_where(is_block, |row| row.end)?) } else { None };
        let mut next = blocks.as_mut().and_then(Iterator::next).transpose()?;
        let has_noise = run.has::<NoiseRow>();
        let mut detours = if has_noise { Some(run.sorted(|row: &NoiseRow| row.end)?) } else { None };
        let mut detour = detours.as_mut().and_then(Iterator::next).transpose()?;
        for wait in waits {
            let wait = by_line(wait?, &sites);
            // Noise comes before the computation that it is part of.
            while let Some(row) = detour.take_if(|row| row.end <= instant(&wait)) {
                replay.histories.noise(row.rank.0, row.end.ps(), row.noise.ps());
                detour = detours.as_mut().and_then(Iterator::next).transpose()?;
            }
            while let Some(block) = next.take_if(|block| block.end <= instant(&wait)) {
                replay.compute(&TimelineRow { site: sites.one(block.site), ..block });
                next = blocks.as_mut().and_then(Iterator::next).transpose()?;
            }
            replay.wait(&wait);
        }
        Ok(replay.roots)
    }
}

/// A rank's own time: a block, or sleeping, which is recorded as a call of the clock.
fn is_block(row: &TimelineRow) -> bool {
    row.start < row.end && matches!(row.state, State::Compute | State::Call(Function::Wtime))
}

/// When a wait is seen: its culprit came, or the rank that waits came later itself.
fn instant(row: &WaitRow) -> Time {
    row.start.saturating_add(Parts::of(row).late)
}

/// In which order waits are seen. Of one instant those come first that began before: a rank that calls at the end of its
/// own wait, or as its wait begins, is known as it was when it called.
fn turn(row: &WaitRow) -> (Time, bool) {
    let late = Parts::of(row).late;
    (row.start.saturating_add(late), late == Time::ZERO)
}

/// What has been seen so far.
#[derive(Debug)]
struct Replay<'a> {
    histories: Histories,
    classes: &'a ByNumber<LinkId, u32>,
    /// Servers of files that were used much more than others.
    hot: BTreeSet<u32>,
    /// The numbers of places.
    places: BTreeMap<Call, u32>,
    /// Worlds that have not begun.
    worlds: Vec<StartedWorld>,
    roots: Roots,
}

impl<'a> Replay<'a> {
    fn new(timeline: bool, classes: &'a ByNumber<LinkId, u32>, mut worlds: Vec<StartedWorld>) -> Self {
        worlds.sort_by_key(|world| std::cmp::Reverse(world.start_ps));
        let (histories, hot, roots) = (Histories::new(timeline), BTreeSet::new(), Roots::default());
        Self { histories, classes, hot, places: BTreeMap::new(), worlds, roots }
    }

    /// Lets worlds begin that have been started by then.
    fn started_by(&mut self, now: Time) {
        while let Some(world) = self.worlds.pop_if(|world| world.start_ps <= now.ps()) {
            // A damaged number of ranks must not take all memory.
            for rank in world.first..world.first.saturating_add(world.ranks.min(1 << 24)) {
                self.histories.start(rank, world.parent, world.start_ps);
            }
        }
    }

    fn compute(&mut self, row: &TimelineRow) {
        self.started_by(row.start);
        // A sleep has no useful site; the next call has.
        let site = if row.state == State::Compute { row.site.0 } else { NOBODY };
        self.histories.compute(row.rank.0, site, row.start.ps(), row.end.ps());
    }

    fn place(&mut self, call: Call) -> u32 {
        let calls = &mut self.roots.calls;
        *self.places.entry(call).or_insert_with(|| {
            calls.push(call);
            (calls.len() - 1) as u32
        })
    }

    fn wait(&mut self, row: &WaitRow) {
        self.started_by(row.start);
        let (parts, rank) = (Parts::of(row), row.rank.0);
        let wait_states = crate::losses::wait_states(row);
        let place = self.place((row.function, row.site));
        self.histories.advance(rank, row.start.ps(), place, row.site.0);
        if parts.late > Time::ZERO {
            self.late(row, wait_states.late, parts.late);
        }
        let class = link_class(self.classes, row.link);
        let link = row.link.map_or(NOBODY, |link| link.0);
        let of = |kind, class, who| Key { kind, class, who, place };
        let held_up = of(ActivityKind::Contention, class, link);
        let rest = match wait_states.rest {
            WaitState::CollectiveWork => ActivityKind::CollectiveTransfer,
            WaitState::File(part) => ActivityKind::File(part),
            WaitState::Other => ActivityKind::Other,
            _ => ActivityKind::Transfer,
        };
        self.own(row, held_up, WaitState::Contention, parts.contention);
        for (part, time) in parts.files.parts() {
            let server = parts.files.server.filter(|_| part == FilePart::Contention);
            let kind = match server {
                Some(server) if self.hot.contains(&server) => ActivityKind::HotServer,
                _ => ActivityKind::File(part),
            };
            self.own(row, of(kind, server.unwrap_or(NOBODY), NOBODY), WaitState::File(part), time);
        }
        self.own(row, of(rest, NOBODY, NOBODY), wait_states.rest, parts.rest);
        self.histories.wait(rank, held_up, 0, row.end.ps());
    }

    /// A part of a wait that no rank's lateness explains.
    fn own(&mut self, row: &WaitRow, key: Key, felt: WaitState, time: Time) {
        self.histories.wait(row.rank.0, key, time.ps(), row.start.ps());
        self.charge(row.rank, key, felt, time, true);
    }

    /// A part of a wait that somebody's lateness has caused.
    fn late(&mut self, row: &WaitRow, felt: WaitState, time: Time) {
        let (rank, culprit) = (row.rank.0, row.culprit.0);
        let place = self.place((row.culprit_function, row.culprit_site));
        let terminal = match felt {
            WaitState::Progress => Some(ActivityKind::Progress),
            WaitState::Other | WaitState::File(_) => Some(ActivityKind::Other),
            _ => None,
        };
        if let Some(kind) = terminal {
            // Whoever was late had no part in it: the library or the system was.
            let key = Key { kind, class: NOBODY, who: culprit, place };
            return self.own(row, key, felt, time);
        }
        let since = row.start.saturating_add(time);
        self.histories.advance(culprit, since.ps(), place, row.culprit_site.0);
        let shares = self.histories.share(culprit, rank, time.ps());
        if shares.is_empty() {
            // Tables that contradict themselves, as those of threads may: the rank is known, but not its reason.
            self.charge(
                row.rank,
                Key { kind: ActivityKind::Work, class: place, who: culprit, place },
                felt,
                time,
                true,
            );
        }
        for (key, part) in shares {
            let own = matches!(
                key.kind,
                ActivityKind::Computation | ActivityKind::Work | ActivityKind::Calls | ActivityKind::Noise
            );
            self.charge(row.rank, key, felt, Time::from_ps(part), own && key.who == culprit);
        }
        self.histories.follow(rank, culprit, since.ps());
    }

    fn charge(&mut self, victim: ActorId, key: Key, felt: WaitState, time: Time, direct: bool) {
        if time == Time::ZERO {
            return;
        }
        self.roots.of.entry((key.kind, key.class)).or_default().add(key, felt, time, direct);
        let sum = self.roots.victims.entry(key.kind).or_default().entry(victim);
        *sum = sum.saturating_add(time);
    }
}
