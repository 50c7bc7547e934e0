//! Tests of root causes. Small runs must give their known causes, and random runs the same causes as a simple implementation
//! that keeps each rank's whole history.

use super::history::shares;
use super::*;
use crate::testing::{ps, wait};
use ops::{FileTimes, WaitCause};
use proptest::prelude::*;

fn block(rank: u32, site: u32, start: u64, end: u64) -> TimelineRow {
    TimelineRow {
        rank: ActorId(rank),
        state: State::Compute,
        site: CallSite(site),
        start: ps(start),
        end: ps(end),
        waiting: Time::ZERO,
    }
}

/// A wait of `rank` for `culprit`, which came at `since`.
fn late(rank: u32, culprit: u32, [start, since, end]: [u64; 3]) -> WaitRow {
    WaitRow {
        culprit: ActorId(culprit),
        start: ps(start),
        since: ps(since),
        end: ps(end),
        wait_state: WaitCause::LateSender,
        ..wait(rank)
    }
}

fn held_up(rank: u32, [start, end]: [u64; 2], contention: u64) -> WaitRow {
    WaitRow {
        wait_state: WaitCause::Transfer,
        contention: ps(contention),
        link: Some(LinkId(3)),
        ..late(rank, rank, [start, start, end])
    }
}

/// The one server that is hot.
const HOT: u32 = 1;

/// The causes of waits, seen in the order of a run's.
fn replayed<'a>(
    blocks: &[TimelineRow],
    waits: &[WaitRow],
    timeline: bool,
    classes: &'a ByNumber<LinkId, u32>,
) -> Replay<'a> {
    let mut replay = Replay::new(timeline, classes, Vec::new());
    replay.hot = [HOT].into();
    let (mut blocks, mut waits) = (blocks.to_vec(), waits.to_vec());
    blocks.sort_by_key(|block| block.end);
    waits.sort_by_key(turn);
    let mut blocks = blocks.into_iter().peekable();
    for wait in waits {
        while let Some(block) = blocks.next_if(|block| block.end <= instant(&wait)) {
            replay.compute(&block);
        }
        replay.wait(&wait);
    }
    replay
}

fn roots(blocks: &[TimelineRow], waits: &[WaitRow]) -> Vec<(ActivityKind, u32, u64, u64)> {
    let classes = [(LinkId(3), 5)].into_iter().collect();
    let roots = replayed(blocks, waits, true, &classes).roots;
    roots.of.iter().map(|((kind, class), cost)| (*kind, *class, cost.lost.ps(), cost.direct.ps())).collect()
}

#[test]
fn a_rank_that_was_held_up_hands_the_blame_on() {
    // Both compute for 50; rank 1 is held up for 40 by others, rank 0 for 5; then rank 0 waits for rank 1.
    let blocks = [block(0, 7, 0, 50), block(1, 7, 0, 50)];
    let waits = [held_up(0, [50, 60], 5), held_up(1, [50, 95], 40), late(0, 1, [60, 95, 97])];
    // 5 and 40 directly, 35 handed on; of transfers 5 + 5 + 2.
    assert_eq!(
        roots(&blocks, &waits),
        [(ActivityKind::Contention, 5, 80, 45), (ActivityKind::Transfer, NOBODY, 12, 12)]
    );
}

#[test]
fn a_rank_that_computes_longer_is_the_cause_however_far_away() {
    // Rank 2 computes for 30 more than others; 1 waits for it, and 0 waits for 1.
    let blocks = [block(0, 7, 0, 50), block(1, 7, 0, 50), block(2, 8, 0, 80)];
    let waits = [late(1, 2, [50, 80, 81]), late(0, 1, [50, 81, 82])];
    let found = roots(&blocks, &waits);
    // 30 of rank 1 directly; of rank 0's 31 the part that is not the message to rank 1.
    assert_eq!(found, [(ActivityKind::Computation, 8, 60, 30), (ActivityKind::Transfer, NOBODY, 3, 2)]);
}

#[test]
fn what_a_rank_waits_for_after_its_call_is_not_what_made_the_call_late() {
    // Rank 1 sends at 80, and is held up by others from then on.
    let blocks = [block(0, 7, 0, 50), block(1, 7, 0, 80)];
    let waits = [held_up(1, [80, 95], 15), late(0, 1, [50, 80, 81])];
    let expected = [
        (ActivityKind::Computation, 7, 30, 30),
        (ActivityKind::Contention, 5, 15, 15),
        (ActivityKind::Transfer, NOBODY, 1, 1),
    ];
    assert_eq!(roots(&blocks, &waits), expected);
}

#[test]
fn what_ranks_had_in_common_is_forgotten() {
    // In the first phase rank 1 is late by 100 of site 7; in the second rank 0 by 10 of site 8.
    let blocks = [block(0, 7, 0, 50), block(1, 7, 0, 150), block(0, 8, 150, 180), block(1, 8, 150, 170)];
    let waits = [late(0, 1, [50, 150, 150]), late(1, 0, [170, 180, 180])];
    assert_eq!(
        roots(&blocks, &waits),
        [(ActivityKind::Computation, 7, 100, 100), (ActivityKind::Computation, 8, 10, 10)]
    );
}

#[test]
fn sleeping_is_blamed_where_the_next_call_is() {
    let sleep = TimelineRow { state: State::Call(Function::Wtime), ..block(1, 3, 0, 150) };
    let blocks = [block(0, 7, 0, 50), sleep];
    assert_eq!(roots(&blocks, &[late(0, 1, [50, 150, 150])]), [(ActivityKind::Computation, 9, 100, 100)]);
}

#[test]
fn a_library_that_does_not_go_on_is_a_cause_by_itself() {
    let blocks = [block(0, 7, 0, 50), block(1, 7, 0, 150)];
    let waits = [WaitRow { wait_state: WaitCause::Progress, ..late(0, 1, [50, 150, 150]) }];
    assert_eq!(roots(&blocks, &waits), [(ActivityKind::Progress, NOBODY, 100, 100)]);
}

#[test]
fn without_a_timeline_work_is_blamed_where_it_ends() {
    let classes = ByNumber::default();
    let replay = replayed(&[], &[late(0, 1, [50, 150, 150])], false, &classes);
    let ((kind, class), cost) = replay.roots.of.first_key_value().unwrap();
    assert_eq!((*kind, cost.lost, &cost.who), (ActivityKind::Work, ps(100), &[(1, ps(100))].into_iter().collect()));
    assert_eq!(replay.roots.calls[*class as usize], (Function::Send, CallSite(9)));
}

#[test]
fn ranks_that_are_started_later_begin_where_their_parent_is() {
    let world = StartedWorld { job: 1, first: 2, ranks: 1, parent: 0, start_ps: 100, programs: Vec::new() };
    let classes = ByNumber::default();
    let mut replay = Replay::new(true, &classes, vec![world]);
    [block(0, 7, 0, 90), block(2, 9, 100, 130)].iter().for_each(|block| replay.compute(block));
    replay.wait(&late(0, 2, [100, 130, 130]));
    assert_eq!(replay.roots.of.keys().copied().collect::<Vec<_>>(), [(ActivityKind::Computation, 9)]);
}

/// The same with everything that a rank ever spent its time on, kept whole.
#[derive(Default)]
struct Twin {
    ranks: BTreeMap<u32, (BTreeMap<Key, u64>, u64)>,
    places: BTreeMap<Call, u32>,
    lost: BTreeMap<(Key, WaitState), u64>,
}

impl Twin {
    fn place(&mut self, call: Call) -> u32 {
        let next = self.places.len() as u32;
        *self.places.entry(call).or_insert(next)
    }

    fn own(&mut self, rank: u32, to: u64, place: u32, blocks: &[TimelineRow]) {
        let (history, at) = self.ranks.entry(rank).or_default();
        let mut rest = to.saturating_sub(*at);
        for block in
            blocks.iter().filter(|block| block.rank.0 == rank && block.end.ps() <= to && block.start.ps() >= *at)
        {
            let time = block.end.saturating_sub(block.start).ps();
            let key = Key { kind: ActivityKind::Computation, class: block.site.0, who: rank, place: NOBODY };
            *history.entry(key).or_default() += time;
            rest -= time;
        }
        if rest > 0 {
            *history.entry(Key { kind: ActivityKind::Calls, class: NOBODY, who: rank, place }).or_default() += rest;
        }
        *at = to.max(*at);
    }

    fn wait(&mut self, row: &WaitRow, blocks: &[TimelineRow]) {
        let (parts, wait_states) = (Parts::of(row), crate::losses::wait_states(row));
        let place = self.place((row.function, row.site));
        self.own(row.rank.0, row.start.ps(), place, blocks);
        if parts.late > Time::ZERO {
            let since = (row.start.saturating_add(parts.late)).ps();
            let culprit_place = self.place((row.culprit_function, row.culprit_site));
            self.own(row.culprit.0, since, culprit_place, blocks);
            let theirs = self.ranks[&row.culprit.0].0.clone();
            let mut beyond: BTreeMap<Key, i128> =
                theirs.iter().map(|(key, time)| (*key, i128::from(*time))).collect();
            for (key, time) in &self.ranks[&row.rank.0].0 {
                *beyond.entry(*key).or_default() -= i128::from(*time);
            }
            for (key, time) in shares(&beyond.into_iter().collect::<Vec<_>>(), parts.late.ps()) {
                *self.lost.entry((key, wait_states.late)).or_default() += time;
            }
            self.ranks.insert(row.rank.0, (theirs, since));
        }
        let contention = Key { kind: ActivityKind::Contention, class: 5, who: 3, place };
        let transfer = Key { kind: ActivityKind::Transfer, class: NOBODY, who: NOBODY, place };
        let mut own =
            vec![(contention, WaitState::Contention, parts.contention), (transfer, wait_states.rest, parts.rest)];
        for (part, time) in parts.files.parts() {
            let (kind, class) = match (part, row.files.server) {
                (FilePart::Contention, Some(HOT)) => (ActivityKind::HotServer, HOT),
                (FilePart::Contention, server) => (ActivityKind::File(part), server.unwrap_or(NOBODY)),
                _ => (ActivityKind::File(part), NOBODY),
            };
            own.push((Key { kind, class, who: NOBODY, place }, WaitState::File(part), time));
        }
        for (key, wait_state, time) in own {
            if time > Time::ZERO {
                *self.ranks.entry(row.rank.0).or_default().0.entry(key).or_default() += time.ps();
                *self.lost.entry((key, wait_state)).or_default() += time.ps();
            }
        }
        self.ranks.entry(row.rank.0).or_default().1 = row.end.ps();
    }
}

/// What ranks do, step by step: compute for so long at a site, then wait for nobody or another rank, whose message is on its
/// way for a while and held up for another.
type Step = (u32, u64, u32, Option<u32>, u64, u64);

/// Plays steps of ranks as a simulation would: a wait for another rank is for its next instant of calling.
fn played(steps: &[Vec<Step>]) -> (Vec<TimelineRow>, Vec<WaitRow>) {
    let (mut blocks, mut waits) = (Vec::new(), Vec::new());
    let mut clocks = vec![0u64; steps.len()];
    let rounds = steps.iter().map(Vec::len).max().unwrap_or(0);
    for round in 0..rounds {
        // All compute, then call at that instant; those who wait for another leave after that one's call.
        let mut calls = clocks.clone();
        for (rank, of) in steps.iter().enumerate() {
            let Some(&(_, compute, site, ..)) = of.get(round) else { continue };
            calls[rank] += compute + u64::from(site % 2);
            if compute > 0 {
                blocks.push(block(rank as u32, site, clocks[rank], clocks[rank] + compute));
            }
        }
        for (rank, of) in steps.iter().enumerate() {
            clocks[rank] = calls[rank];
            let Some(&(.., other, contention, transfer)) = of.get(round) else { continue };
            let other = other.map_or(rank, |other| other as usize % steps.len());
            let end = calls[rank].max(calls[other]) + contention + transfer;
            if end > calls[rank] {
                let row = late(rank as u32, other as u32, [calls[rank], calls[other], end]);
                waits.push(WaitRow {
                    contention: ps(contention),
                    link: Some(LinkId(3)),
                    files: FileTimes {
                        data: ps(contention / 3),
                        contention: ps(transfer / 2),
                        seeks: ps(transfer / 5),
                        metadata: ps(contention / 7),
                        server: Some(of[round].2),
                        ..FileTimes::default()
                    },
                    site: CallSite(of[round].2),
                    ..row
                });
                clocks[rank] = end;
            }
        }
    }
    (blocks, waits)
}

fn step() -> impl Strategy<Value = Step> {
    (0..1u32, 0..60u64, 0..4u32, proptest::option::of(0..6u32), 0..20u64, 0..10u64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// On consistent runs causes are those of the twin, key by key, and sum to the waiting.
    #[test]
    fn causes_are_those_of_whole_histories(
        steps in proptest::collection::vec(proptest::collection::vec(step(), 0..40), 1..6),
    ) {
        let (blocks, mut waits) = played(&steps);
        let classes = [(LinkId(3), 5)].into_iter().collect();
        let replay = replayed(&blocks, &waits, true, &classes);
        waits.sort_by_key(turn);
        let mut twin = Twin::default();
        waits.iter().for_each(|wait| twin.wait(wait, &blocks));
        let waiting: u64 = waits.iter().map(|row| row.end.saturating_sub(row.start).ps()).sum();
        prop_assert_eq!(twin.lost.values().sum::<u64>(), waiting);
        let mut expected: BTreeMap<(ActivityKind, u32), BTreeMap<WaitState, u64>> = BTreeMap::new();
        let mut who: BTreeMap<(ActivityKind, u32), BTreeMap<u32, u64>> = BTreeMap::new();
        for ((key, wait_state), time) in &twin.lost {
            *expected.entry((key.kind, key.class)).or_default().entry(*wait_state).or_default() += time;
            *who.entry((key.kind, key.class)).or_default().entry(key.who).or_default() += time;
        }
        for (class, cost) in &replay.roots.of {
            let felt: BTreeMap<WaitState, u64> = cost.felt.iter().map(|(wait_state, time)| (*wait_state, time.ps())).collect();
            prop_assert_eq!(&felt, &expected[class]);
            prop_assert_eq!(&cost.who.iter().map(|(who, time)| (who, time.ps())).collect::<BTreeMap<_, _>>(), &who[class]);
        }
        prop_assert_eq!(replay.roots.of.len(), expected.len());
        prop_assert_eq!(replay.roots.victims.values().flat_map(ByNumber::iter).map(|(_, time)| time.ps()).sum::<u64>(), waiting);
    }

    /// Whatever the tables say, the parts sum to the waiting, and few nodes are kept.
    #[test]
    fn causes_sum_to_the_waiting_of_any_table(
        rows in proptest::collection::vec((0..5u32, 0..5u32, 0..1_000u64, 0..1_000u64, 0..1_000u64, 0..12usize, 0..2_000u64), 0..400),
        timeline: bool,
    ) {
        let waits: Vec<WaitRow> = rows
            .iter()
            .map(|&(rank, culprit, start, since, length, cause, contention)| WaitRow {
                wait_state: ops::WaitCause::ALL[cause % ops::WaitCause::ALL.len()],
                contention: ps(contention),
                files: FileTimes { requests: ps(contention / 3), locks: ps(since), ..FileTimes::default() },
                ..late(rank, culprit, [start, since, start + length])
            })
            .collect();
        let blocks: Vec<TimelineRow> =
            rows.iter().map(|row| block(row.1, row.0, row.3, row.3.saturating_add(row.6))).collect();
        let classes = ByNumber::default();
        let replay = replayed(&blocks, &waits, timeline, &classes);
        let waiting: u64 = waits.iter().map(|row| row.end.saturating_sub(row.start).ps()).sum();
        prop_assert_eq!(replay.roots.of.values().map(|cost| cost.lost.ps()).sum::<u64>(), waiting);
        prop_assert!(replay.histories.size() <= 4 * 5 + 64 + 2);
    }
}

/// Ranks in a ring, each of which waits for its neighbour in every step and never for all: the tree stays small.
#[test]
fn a_long_run_keeps_few_nodes() {
    let classes = ByNumber::default();
    let mut replay = Replay::new(true, &classes, Vec::new());
    let ranks = 64u32;
    for step in 0..2_000u64 {
        for rank in 0..ranks {
            let work = 10 + u64::from((rank * 7 + step as u32 * 13) % 31);
            replay.compute(&block(rank, 7, step * 100, step * 100 + work));
        }
        for rank in 0..ranks {
            let work = |rank: u32| 10 + u64::from((rank * 7 + step as u32 * 13) % 31);
            let (mine, other) = (work(rank), work((rank + 1) % ranks));
            if other > mine {
                let since = step * 100 + other;
                replay.wait(&late(rank, (rank + 1) % ranks, [step * 100 + mine, since, since + 1]));
            }
        }
        assert!(replay.histories.size() <= 4 * ranks as usize + 64 + 2, "{}", replay.histories.size());
    }
}
