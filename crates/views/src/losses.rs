//! Wait states of a run: divides the time that all ranks wait into lateness of other ranks, contention, and uncontended
//! transfer time.

use crate::by_number::ByNumber;
use ops::{CallSite, FilePart, FileTimes, Function, Protocol, WaitCause};
use results::{ResultsError, Run, Sites, WaitRow};
use std::collections::{BTreeMap, BTreeSet};
use units::{ActorId, LinkId, Time};

/// A wait state, named as by Scalasca where it has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WaitState {
    /// A receive, or whoever waits for it, came before the send.
    LateSender,
    /// The send of a rendezvous came before the receive.
    LateReceiver,
    /// The library needed a rank that was not inside MPI.
    Progress,
    /// Others came later to a collective operation.
    Collective,
    /// Others came later to the fence of a window.
    Fence,
    /// A start came before its targets had opened their memory.
    LatePost,
    /// A target waited for its origins to complete their accesses.
    LateComplete,
    /// A lock of a window was held by another rank.
    Lock,
    /// A receive waited for a partition that was not ready.
    LatePartition,
    /// Transfers took longer than alone.
    Contention,
    /// Transfers, as long as they take alone, and handshakes.
    Transfer,
    /// The messages of a collective operation after the last rank had come, as long as they take alone.
    CollectiveWork,
    /// Servers of files.
    File(FilePart),
    /// Ports and started processes.
    Other,
}

/// Where time was lost: the waiting rank and its call site, the culprit and its call site.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WaitSite {
    /// The function that waited.
    pub function: Function,
    /// From where it was called.
    pub site: CallSite,
    /// The function that was waited for.
    pub culprit_function: Function,
    /// From where it was called.
    pub culprit_site: CallSite,
}

/// Time lost in one wait state in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Summed over ranks.
    pub lost: Time,
    /// The number of waits.
    pub waits: u64,
    /// The first and the last instant of these waits.
    pub window: (Time, Time),
    /// By the rank that others waited for.
    pub culprits: ByNumber<ActorId, Time>,
    /// By the rank that waited.
    pub victims: ByNumber<ActorId, Time>,
    /// Between which ranks, for contention: (other end, rank that waited).
    pub pairs: Tally<(ActorId, ActorId)>,
    /// The links that held up transfers last, for contention; none where it is not known.
    pub links: ByNumber<Option<LinkId>, Time>,
    /// The calls that waited, for contention.
    pub calls: BTreeMap<(Function, CallSite), Time>,
    /// The largest message.
    pub bytes: u64,
    /// Waits of those that were sent by rendezvous.
    pub rendezvous: u64,
}

/// What sends have waited because they went by rendezvous: until their receives were posted, or the library went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Summed over ranks. It is part of other losses.
    pub lost: Time,
    /// The number of waits.
    pub waits: u64,
    /// The first and the last instant of these waits.
    pub window: (Time, Time),
    /// By the rank that waited.
    pub victims: ByNumber<ActorId, Time>,
    /// By the place of the send.
    pub places: BTreeMap<(Function, CallSite), Time>,
    /// The smallest and the largest message.
    pub bytes: (u64, u64),
}

/// The key by which lost time is separated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// Where it was lost.
    WaitSite(WaitSite),
    /// The class of the links that were contended for; [`UNKNOWN_CLASS`] where no link is known.
    Class(u32),
    /// The whole run.
    Run,
}

/// The class of links that are not known.
pub const UNKNOWN_CLASS: u32 = u32::MAX;

/// The class of the link that bound a transfer.
pub(crate) fn link_class(classes: &ByNumber<LinkId, u32>, link: Option<LinkId>) -> u32 {
    link.and_then(|link| classes.get(link)).copied().unwrap_or(UNKNOWN_CLASS)
}

/// What the parts of a wait are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WaitStates {
    pub(crate) late: WaitState,
    pub(crate) rest: WaitState,
}

/// What the parts of this wait are called.
pub(crate) fn wait_states(row: &WaitRow) -> WaitStates {
    let (late, rest) = match row.wait_state {
        WaitCause::LateSender => (WaitState::LateSender, WaitState::Transfer),
        WaitCause::LateReceiver => (WaitState::LateReceiver, WaitState::Transfer),
        WaitCause::Progress => (WaitState::Progress, WaitState::Transfer),
        WaitCause::Collective if row.function == Function::WinFence => (WaitState::Fence, WaitState::CollectiveWork),
        WaitCause::Collective => (WaitState::Collective, WaitState::CollectiveWork),
        WaitCause::LatePost => (WaitState::LatePost, WaitState::Transfer),
        WaitCause::LateComplete => (WaitState::LateComplete, WaitState::Transfer),
        WaitCause::Lock => (WaitState::Lock, WaitState::Transfer),
        WaitCause::LatePartition => (WaitState::LatePartition, WaitState::Transfer),
        WaitCause::File => (WaitState::File(FilePart::Data), WaitState::File(FilePart::Data)),
        WaitCause::Transfer => (WaitState::LateSender, WaitState::Transfer),
        WaitCause::Other => (WaitState::Other, WaitState::Other),
    };
    WaitStates { late, rest }
}

/// A wait, with [one](Sites::one) call site for all of a name.
pub(crate) fn by_line(row: WaitRow, sites: &Sites) -> WaitRow {
    WaitRow { site: sites.one(row.site), culprit_site: sites.one(row.culprit_site), ..row }
}

/// Time by wait state and place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Each with where; contention by class of links.
    pub of: BTreeMap<(WaitState, Spot), Loss>,
    /// Waiting of all ranks.
    pub waiting: Time,
    /// The share of it that the switch of protocols cost.
    pub switch: Option<Switch>,
    /// Contention by server of files.
    pub servers: BTreeMap<u32, Time>,
}

impl Losses {
    /// Of all waits of a run whose links are of these classes.
    ///
    /// # Errors
    /// The run has no table `waits`, or it is damaged.
    pub fn of(run: &Run, classes: &ByNumber<LinkId, u32>) -> Result<Self, ResultsError> {
        let (mut losses, sites) = (Self::default(), run.sites()?);
        run.for_each::<WaitRow>(|row| losses.add(&by_line(row, &sites), classes))?;
        Ok(losses)
    }

    /// The time that transfers took beyond what they take alone, of all waits.
    pub fn contention(&self) -> Time {
        self.of.iter().filter(|(key, _)| key.0 == WaitState::Contention).map(|(_, loss)| loss.lost).sum()
    }

    /// Of `servers` file servers, those with at least 1.5 times the mean contention.
    pub fn hot_servers(&self, servers: u32) -> BTreeSet<u32> {
        let contention = |key: &(WaitState, Spot)| key.0 == WaitState::File(FilePart::Contention);
        let all = self.of.iter().filter(|(key, _)| contention(key)).map(|(_, loss)| u128::from(loss.lost.ps()));
        let all: u128 = all.sum();
        // What no server has more of than others is divided among all.
        let common = all.saturating_sub(self.servers.values().map(|time| u128::from(time.ps())).sum());
        let hot = |time: &Time| all > 0 && 2 * (u128::from(servers) * u128::from(time.ps()) + common) >= 3 * all;
        self.servers.iter().filter(|(_, time)| hot(time)).map(|(server, _)| *server).collect()
    }

    fn add(&mut self, row: &WaitRow, classes: &ByNumber<LinkId, u32>) {
        let (parts, WaitStates { late, rest }) = (Parts::of(row), wait_states(row));
        self.waiting = self.waiting.saturating_add(row.end.saturating_sub(row.start));
        let place = Spot::WaitSite(WaitSite {
            function: row.function,
            site: row.site,
            culprit_function: row.culprit_function,
            culprit_site: row.culprit_site,
        });
        self.lose((late, place), row, parts.late);
        self.lose((WaitState::Contention, Spot::Class(link_class(classes, row.link))), row, parts.contention);
        for (part, time) in parts.files.parts() {
            let spot = if part == FilePart::Contention { Spot::Run } else { place };
            self.lose((WaitState::File(part), spot), row, time);
        }
        if let Some(server) = parts.files.server {
            let sum = self.servers.entry(server).or_default();
            *sum = sum.saturating_add(parts.files.contention);
        }
        self.lose((rest, place), row, parts.rest);
        // A synchronous send asks for its rendezvous.
        let asked = matches!(row.function, Function::Ssend | Function::SsendC | Function::Issend | Function::IssendC);
        if matches!(late, WaitState::LateReceiver | WaitState::Progress)
            && row.protocol == Some(Protocol::Rendezvous)
            && !asked
        {
            self.switched(row, parts.late);
        }
    }

    fn switched(&mut self, row: &WaitRow, lost: Time) {
        if lost == Time::ZERO {
            return;
        }
        let switch = self.switch.get_or_insert_with(|| Switch {
            lost: Time::ZERO,
            waits: 0,
            window: (row.start, row.end),
            victims: ByNumber::default(),
            places: BTreeMap::new(),
            bytes: (row.bytes, row.bytes),
        });
        let more = |sum: &mut Time| *sum = sum.saturating_add(lost);
        more(&mut switch.lost);
        switch.waits += 1;
        switch.window = (switch.window.0.min(row.start), switch.window.1.max(row.end));
        more(switch.victims.entry(row.rank));
        more(switch.places.entry((row.function, row.site)).or_default());
        switch.bytes = (switch.bytes.0.min(row.bytes), switch.bytes.1.max(row.bytes));
    }

    fn lose(&mut self, key: (WaitState, Spot), row: &WaitRow, lost: Time) {
        if lost == Time::ZERO {
            return;
        }
        let loss = self.of.entry(key).or_insert_with(|| Loss {
            lost: Time::ZERO,
            waits: 0,
            window: (row.start, row.end),
            culprits: ByNumber::default(),
            victims: ByNumber::default(),
            pairs: Tally::default(),
            links: ByNumber::default(),
            calls: BTreeMap::new(),
            bytes: 0,
            rendezvous: 0,
        });
        let more = |sum: &mut Time| *sum = sum.saturating_add(lost);
        more(&mut loss.lost);
        loss.waits += 1;
        loss.window = (loss.window.0.min(row.start), loss.window.1.max(row.end));
        more(loss.culprits.entry(row.culprit));
        more(loss.victims.entry(row.rank));
        let of_files = key.0 == WaitState::File(FilePart::Contention);
        if of_files || key.0 == WaitState::Contention {
            // Other accessors of the files are unknown for a collective operation: its peer is that of its last message.
            if !of_files || row.wait_state == WaitCause::File {
                loss.pairs.add((row.peer, row.rank), lost);
                more(loss.links.entry(row.link));
            }
            more(loss.calls.entry((row.function, row.site)).or_default());
        }
        // In a collective operation on files the bytes of a wait are those of its last message, and no access's.
        if !matches!(key.0, WaitState::File(_)) || row.wait_state == WaitCause::File {
            loss.bytes = loss.bytes.max(row.bytes);
        }
        loss.rendezvous += u64::from(row.protocol == Some(Protocol::Rendezvous));
    }
}

/// A wait, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Until the culprit did what was waited for.
    pub late: Time,
    /// What its transfers took beyond what they take alone.
    pub contention: Time,
    /// What servers of files took.
    pub files: FileTimes,
    /// The rest.
    pub rest: Time,
}

impl Parts {
    /// Of a wait. They add up to it.
    pub fn of(row: &WaitRow) -> Self {
        let whole = row.end.saturating_sub(row.start);
        let late = if row.culprit == row.rank { Time::ZERO } else { row.since.saturating_sub(row.start).min(whole) };
        let mut rest = whole.saturating_sub(late);
        let files = row.files.within(rest);
        rest = rest.saturating_sub(files.whole());
        let contention = row.contention.min(rest);
        Self { late, contention, files, rest: rest.saturating_sub(contention) }
    }
}

/// Time by key, of which there may be too many: the smaller half of them is forgotten now and then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<K> {
    times: BTreeMap<K, Time>,
    most: usize,
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self { times: BTreeMap::new(), most: 1 << 20 }
    }
}

impl<K: Copy + Ord> Tally<K> {
    fn add(&mut self, key: K, time: Time) {
        let sum = self.times.entry(key).or_default();
        *sum = sum.saturating_add(time);
        if self.times.len() > self.most {
            let mut times: Vec<Time> = self.times.values().copied().collect();
            let middle = times.len() / 2;
            let middle = *times.select_nth_unstable(middle).1;
            let mut room = self.most / 2;
            self.times.retain(|_, time| {
                let stays = *time >= middle && room > 0;
                room -= usize::from(stays);
                stays
            });
        }
    }

    /// How many keys there are, at least.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The key with the most and its time, the lowest of equal ones.
    pub fn foremost(&self) -> Option<(K, Time)> {
        foremost(&self.times)
    }
}

/// The rank with the most, the lowest of equal ones, and its time.
pub fn foremost<K: Copy + Ord>(times: &BTreeMap<K, Time>) -> Option<(K, Time)> {
    times.iter().max_by_key(|&(key, time)| (*time, std::cmp::Reverse(*key))).map(|(key, time)| (*key, *time))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ps, wait};

    #[test]
    fn the_parts_of_a_wait_add_up_to_it() {
        for (since, contention, culprit, expected) in [
            (150, 20, 1, [50, 20, 30]),
            (50, 0, 1, [0, 0, 100]),
            (190, 20, 1, [90, 10, 0]),
            (150, 20, 0, [0, 20, 80]),
        ] {
            let row = WaitRow { since: ps(since), contention: ps(contention), culprit: ActorId(culprit), ..wait(0) };
            let parts = Parts::of(&row);
            assert_eq!([parts.late, parts.contention, parts.rest], expected.map(ps), "{row:?}");
        }
        for (file, file_contention, expected) in [(10, 5, [50, 10, 5, 20, 15]), (45, 30, [50, 30, 20, 0, 0])] {
            let row = WaitRow {
                since: ps(150),
                contention: ps(20),
                files: FileTimes { data: ps(file), contention: ps(file_contention), ..FileTimes::default() },
                ..wait(0)
            };
            let Parts { late, contention, files, rest } = Parts::of(&row);
            assert_eq!([late, files.data, files.contention, contention, rest], expected.map(ps), "{row:?}");
        }
    }

    #[test]
    fn losses_are_by_reason_and_place_and_sum_to_the_waiting() {
        let mut losses = Losses::default();
        let classes = [(LinkId(3), 1)].into_iter().collect();
        let late = WaitRow { since: ps(160), contention: ps(10), link: Some(LinkId(3)), ..wait(0) };
        losses.add(&late, &classes);
        let collective = WaitRow { rank: ActorId(2), wait_state: WaitCause::Collective, contention: ps(0), ..late };
        losses.add(&collective, &classes);
        assert_eq!(losses.waiting, ps(200));
        assert_eq!(losses.of.values().map(|loss| loss.lost).sum::<Time>(), ps(200));
        let contention = &losses.of[&(WaitState::Contention, Spot::Class(1))];
        assert_eq!(
            (contention.lost, &contention.links),
            (ps(10), &[(Some(LinkId(3)), ps(10))].into_iter().collect())
        );
        assert_eq!(contention.pairs.foremost(), Some(((ActorId(1), ActorId(0)), ps(10))));
        let wait_states: Vec<WaitState> = losses.of.keys().map(|key| key.0).collect();
        let expected = [
            WaitState::LateSender,
            WaitState::Collective,
            WaitState::Contention,
            WaitState::Transfer,
            WaitState::CollectiveWork,
        ];
        assert_eq!(wait_states, expected);
        let files =
            FileTimes { data: ps(20), contention: ps(5), seeks: ps(2), server: Some(3), ..FileTimes::default() };
        let of_files = WaitRow { files, ..collective };
        losses.add(&of_files, &classes);
        assert_eq!(losses.of.values().map(|loss| loss.lost).sum::<Time>(), ps(300));
        let contention = &losses.of[&(WaitState::File(FilePart::Contention), Spot::Run)];
        assert_eq!((contention.lost, contention.pairs.is_empty(), contention.calls.len()), (ps(5), true, 1));
        assert_eq!(losses.servers, [(3, ps(5))].into());
        // All of the contention is at one of two servers; where there is but one, none is hotter than others.
        assert_eq!((losses.hot_servers(2), losses.hot_servers(1)), ([3].into(), [].into()));
        for (part, time) in [(FilePart::Data, 20), (FilePart::Seeks, 2)] {
            let place = losses.of.keys().find(|key| key.0 == WaitState::File(part)).expect("files").1;
            assert_eq!(losses.of[&(WaitState::File(part), place)].lost, ps(time));
        }
        losses.add(&WaitRow { files: FileTimes { server: Some(1), ..files }, ..of_files }, &classes);
        assert_eq!((losses.hot_servers(2), losses.hot_servers(4)), ([].into(), [1, 3].into()));
        losses.add(&WaitRow { files: FileTimes { contention: ps(20), server: None, ..files }, ..of_files }, &classes);
        assert_eq!(losses.hot_servers(4), [].into());
    }

    #[test]
    fn a_tally_of_too_many_keeps_the_largest() {
        let mut tally = Tally { most: 10, ..Tally::default() };
        for round in 0..50u64 {
            tally.add(7, ps(100));
            tally.add(100 + round, ps(1));
            assert!(tally.len() <= 10);
        }
        assert_eq!(tally.foremost(), Some((7, ps(5_000))));
    }
}
