//! Waits, tests, probes, matching order and diagnosis, on a wire of constant latency.

use crate::support::*;
use ops::{
    ANY, CallSite, CommCall, CommId, Elements, ErrorClass, Function, PersistentStart, Post, RepeatedPoll, RequestId,
    RequestSet, SendMode, SplitKey, WaitMode,
};
use ops::{Buffer, CollectiveCall, Operation};
use units::Time;
use windtunnel_mpi::Outcome;

const US: u64 = 1_000_000;

#[test]
fn a_ping_pong_takes_two_latencies_and_moves_its_bytes() {
    let mut script = script(2, 16);
    script.memory.bytes[0][..4].copy_from_slice(b"ping");
    script.rank(0, [send(0, 1, 7, buffer(0, 4)), wait(0), recv(1, 1, 8, buffer(8, 4)), wait(1)]);
    script.rank(1, [recv(0, 0, 7, buffer(0, 4)), wait(0), send(1, 0, 8, buffer(0, 4)), wait(1)]);
    let outcome = run(&mut script, library());
    assert_eq!(outcome.ending, Outcome::Finished(0));
    assert_eq!(&script.memory.bytes[0][8..12], b"ping");
    let one_way = LATENCY + 4 * PS_PER_BYTE;
    assert_eq!(script.time(1, 1), one_way);
    assert_eq!(script.last_time(0), 2 * one_way);
    assert_eq!((outcome.totals.messages, outcome.totals.bytes), (2, 8));
    let status = script.answers[1][1].completions[0].status;
    assert_eq!((status.source, status.tag, status.bytes, status.error), (0, 7, 4, ErrorClass::Success));
    // The driver hears of each rank whose wait has ended before it is to resume it.
    assert_eq!(script.expected, [(1, 1), (0, 2)]);
}

#[test]
fn what_a_rank_sends_itself_is_there_with_the_receive_and_complete_in_its_time() {
    let mut script = script(1, 16);
    script.memory.bytes[0][..4].copy_from_slice(b"self");
    let mut ssend = isend(0, 0, 7, buffer(0, 4));
    if let Post::Send { mode, .. } = &mut ssend {
        *mode = SendMode::Synchronous;
    }
    // The eager send takes what the receive has brought, long before that is complete.
    script.rank(0, [ssend, recv(1, 0, 7, buffer(4, 4)), isend(2, 0, 8, buffer(4, 4)), wait(1)]);
    script.rank(0, [recv(3, 0, 8, buffer(8, 4)), wait_many(&[0, 2, 3], WaitMode::All)]);
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    assert_eq!(&script.memory.bytes[0][..12], b"selfselfself");
    assert!(script.time(0, 1) >= LATENCY);
}

#[test]
fn messages_of_a_pair_do_not_overtake_and_wildcards_take_the_first() {
    let mut script = script(2, 8);
    script.memory.bytes[0][..3].copy_from_slice(&[1, 2, 3]);
    let sends =
        [1, 2, 1].into_iter().zip(0..).map(|(tag, request)| isend(request, 1, tag, buffer(u64::from(request), 1)));
    script.rank(0, sends.chain([wait_many(&[0, 1, 2], WaitMode::All)]));
    // The message of tag 2 first, then any: the earliest of the rest.
    script.rank(1, [compute(9 * US), recv(0, 0, 2, buffer(0, 1)), wait(0)]);
    script.rank(1, [any_recv(1, buffer(1, 1)), wait(1), any_recv(2, buffer(2, 1)), wait(2)]);
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    assert_eq!(script.memory.bytes[1][..3], [2, 1, 3]);
}

#[test]
fn a_message_longer_than_its_receive_is_truncated_with_an_error() {
    let mut script = script(2, 8);
    script.memory.bytes[0].fill(9);
    script.rank(0, [send(0, 1, 0, buffer(0, 6)), wait(0)]);
    script.rank(1, [recv(0, 0, 0, buffer(0, 4)), wait(0)]);
    run(&mut script, library());
    let status = script.answers[1][1].completions[0].status;
    assert_eq!((status.error, status.bytes), (ErrorClass::Truncate, 4));
    assert_eq!(script.memory.bytes[1], [9, 9, 9, 9, 0, 0, 0, 0]);
}

#[test]
fn wait_any_and_some_report_what_is_complete_in_the_order_of_the_set() {
    let mut script = script(3, 8);
    script.rank(1, [compute(5 * US), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(2, [send(0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1)), recv(1, 2, 0, buffer(1, 1)), wait_many(&[0, 1], WaitMode::Any)]);
    script.rank(0, [compute(20 * US), wait_many(&[0], WaitMode::Some)]);
    run(&mut script, library());
    assert_eq!(script.answers[0][1].completions[0].request, RequestId(1), "rank 2 was first");
    assert_eq!(script.answers[0][2].completions[0].request, RequestId(0));
    assert_eq!(script.time(0, 2), LATENCY + PS_PER_BYTE + 20 * US, "complete before the wait: no waiting");
}

fn test(request: u32) -> Post {
    Post::Test { set: RequestSet::One(RequestId(request)), mode: WaitMode::All, peek: false }
}

#[test]
fn a_test_answers_at_once_and_costs_its_time() {
    let mut script = script(2, 8);
    script.rank(1, [compute(5 * US), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1)), test(0), compute(10 * US), test(0)]);
    let library = library();
    let cost = library.protocol.test_cost.ps();
    run(&mut script, library);
    assert!(script.answers[0][1].completions.is_empty());
    assert_eq!(script.time(0, 1), cost);
    assert_eq!(script.answers[0][2].completions.len(), 1);
    assert_eq!(script.time(0, 2), 2 * cost + 10 * US);
}

#[test]
fn a_rank_that_spins_is_woken_at_a_whole_number_of_looks() {
    let mut script = script(2, 8);
    script.rank(1, [compute(1_000 * US), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1))]);
    script.rank(0, (0..3_000).map(|_| test(0)));
    let library = library();
    let cost = library.protocol.test_cost.ps();
    let outcome = run(&mut script, library);
    assert_eq!(outcome.ending, Outcome::Finished(0));
    let found = script.answers[0].iter().find(|answer| !answer.completions.is_empty()).expect("found").now.ps();
    let arrived = 1_000 * US + LATENCY + PS_PER_BYTE;
    assert!(found >= arrived && found < arrived + 2 * cost && found % cost == 0, "{found} after {arrived}");
}

/// Rank 0 polls for a message that rank 1 sends after `delay`: when it finds it, and after how many polls.
fn found_after(delay: u64, polls: impl IntoIterator<Item = Post>) -> (u64, u64) {
    let mut script = script(2, 8);
    script.rank(1, [compute(delay), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1))]);
    script.rank(0, polls);
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    let answers = &script.answers[0];
    let at = answers.iter().position(|answer| !answer.completions.is_empty()).expect("found");
    (answers[at].now.ps(), at as u64 + answers[..=at].iter().map(|answer| answer.missed).sum::<u64>())
}

/// A rank says that it makes the next poll and these in turn.
fn only_polls<const N: usize>(others: [Post; N]) -> Post {
    let others = others.map(|post| RepeatedPoll { function: Function::Iprobe, site: CallSite(0), post });
    Post::OnlyPolls { others: others.into() }
}

/// At all places between two polls, and at polls themselves.
#[test]
fn a_rank_that_says_that_it_only_polls_finds_what_it_polls_for_at_the_same_poll() {
    let cost = library().protocol.test_cost.ps();
    let before = (LATENCY + PS_PER_BYTE) % cost;
    let delays = [
        0,
        1,
        cost / 3,
        cost - before,
        cost - before + 1,
        2 * cost - before - 1,
        2 * cost - before,
        70 * cost - before,
        US,
    ];
    for delay in delays {
        let each = found_after(delay, (0..200).map(|_| test(0)));
        let computed = found_after(delay, [test(0), test(0), only_polls([]), test(0)]);
        assert_eq!(computed, each, "{delay}");
    }
}

/// Rank 0 tests for a message and probes for another in turn from `begin` on; one of them is sent at `delay`. When it is found, by which
/// poll.
fn found_in_turn((begin, delay): (u64, u64), probed: bool, polls: impl IntoIterator<Item = Post>) -> (u64, u64) {
    let mut script = script(2, 8);
    script.rank(1, [compute(delay), send(0, 0, i32::from(probed), buffer(0, 1)), wait(0)]);
    script.rank(1, [compute(900 * US), send(1, 0, i32::from(!probed), buffer(0, 1)), wait(1)]);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1)), compute(begin)]);
    script.rank(0, polls);
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    let answers = &script.answers[0];
    let at = answers.iter().position(|answer| !answer.completions.is_empty()).expect("found");
    (answers[at].now.ps(), at as u64 + answers[..=at].iter().map(|answer| answer.missed).sum::<u64>())
}

#[test]
fn of_polls_in_turn_the_same_finds_something_as_if_each_were_simulated() {
    let probe = || Post::Probe {
        request: RequestId(5),
        comm: CommId::WORLD,
        source: 1,
        tag: 1,
        matched: false,
        blocking: false,
    };
    let turns = |first: bool| (0..400).map(move |at| if (at % 2 == 0) == first { test(0) } else { probe() });
    let (cost, before) = (library().protocol.test_cost.ps(), LATENCY + PS_PER_BYTE);
    let delays = [0, 1, cost / 3, cost, 3 * cost - before % cost, 7 * cost + 1, 8 * cost + 1, US, 3 * US + 7];
    // The message may have come just before the round begins.
    let begins = (2..8).flat_map(|polls| [before - polls * cost, before - polls * cost - cost / 2]);
    for at in delays.map(|delay| (0, delay)).into_iter().chain(begins.map(|begin| (begin, 0))) {
        for probed in [false, true] {
            let each = found_in_turn(at, probed, turns(true));
            // The rank goes on with the poll after the one that the answer to the round is about.
            let computed = [false, true].map(|test_next| {
                let begin = [test(0), probe(), test(0), probe(), only_polls([probe()]), test(0)];
                found_in_turn(at, probed, begin.into_iter().chain(turns(test_next)))
            });
            assert!(computed.contains(&each), "{at:?}, {probed}: {computed:?}, each {each:?}");
        }
    }
}

#[test]
fn what_the_library_does_for_a_rank_delays_the_polls_that_are_computed_too() {
    let library = library();
    let cost = library.protocol.test_cost.ps();
    let each = |polls: Vec<Post>| {
        let mut script = script(3, 8);
        // Two messages of one test: the first of them is received while the rank polls.
        script.rank(1, [compute(9 * US + 17), send(0, 0, 0, buffer(0, 1)), wait(0)]);
        script.rank(2, [compute(11 * US + 5), send(0, 0, 1, buffer(0, 1)), wait(0)]);
        script.rank(0, [recv(0, 1, 0, buffer(0, 1)), recv(1, 2, 1, buffer(1, 1))]);
        script.rank(0, polls);
        assert_eq!(run(&mut script, self::library()).ending, Outcome::Finished(0));
        script.answers[0].iter().find(|answer| !answer.completions.is_empty()).expect("found").now.ps()
    };
    let both = || Post::Test {
        set: RequestSet::Many([RequestId(0), RequestId(1)].into()),
        mode: WaitMode::All,
        peek: false,
    };
    let simulated = each((0..300).map(|_| both()).collect());
    assert_eq!(each(vec![both(), both(), only_polls([]), both()]), simulated);
    assert!(simulated > 11 * US + cost);
}

#[test]
fn a_rank_that_does_something_else_than_poll_is_no_livelock_however_often_it_polls() {
    let mut script = script(2, 8);
    for rank in 0..2 {
        let other = 1 - rank as u32;
        script.rank(rank, [recv(0, other as i32, 0, buffer(0, 1))]);
        script.rank(rank, (0..300_000).map(|_| test(0)));
        script.rank(rank, [send(1, other, 0, buffer(1, 1)), wait(0), wait(1)]);
    }
    let outcome = run(&mut script, library());
    assert_eq!(outcome.ending, Outcome::Finished(0));
    let told: Vec<_> =
        outcome.warnings.iter().filter(|warning| warning.contains("has polled 100000 times in a row")).collect();
    assert_eq!(told.len(), 1, "{:?}", outcome.warnings);
}

#[test]
fn ranks_that_only_poll_are_a_livelock() {
    let mut script = script(2, 8);
    for rank in 0..2 {
        script.rank(rank, [recv(0, 1 - rank as i32, 0, buffer(0, 1)), test(0), test(0), only_polls([]), test(0)]);
        script.rank(rank, (0..3_000).map(|_| test(0)));
    }
    let Outcome::Failed(diagnosis) = run(&mut script, library()).ending else { panic!("it must not end well") };
    assert!(diagnosis.finding.starts_with("livelock"), "{diagnosis}");
    assert_eq!(diagnosis.knot, [0, 1]);
}

const SECOND: u64 = 1_000_000_000_000;

/// The clock as a rank has read it, in order.
fn readings(script: &Script, rank: usize) -> Vec<u64> {
    script.answers[rank].iter().map(|answer| answer.now.ps()).collect()
}

/// A wait for an instant, at whatever scale, ends little after it.
fn reads_the_clock_often_enough(readings: &[u64]) {
    for until in [SECOND / 1_000, SECOND / 10, 2 * SECOND] {
        let end = readings.iter().find(|&&now| now >= until).expect("the clock gets there");
        assert!(end - until <= until / 200, "{end} is long after {until}");
    }
}

#[test]
fn spinning_on_the_clock_takes_a_few_thousand_readings_more_than_are_free() {
    let mut script = script(1, 1);
    script.rank(0, (0..104_000).map(|_| Post::ReadClock));
    let outcome = run(&mut script, library());
    reads_the_clock_often_enough(&readings(&script, 0));
    let [warning] = &outcome.warnings[..] else { panic!("{:?}", outcome.warnings) };
    assert!(warning.contains("rank 0 read the clock over and over"), "{warning}");
    assert!(warning.contains("100.0 % of the run"), "{warning}");
}

#[test]
fn a_rank_that_reads_the_clock_often_takes_no_time_by_it() {
    let mut script = script(2, 8);
    for rank in 0..2 {
        script.rank(rank, [recv(0, 1 - rank as i32, 0, buffer(0, 1))]);
        for _ in 0..3 {
            script.rank(rank, (0..90_000).map(|_| Post::ReadClock));
            // What it does in between is not to wait for the clock.
            script.rank(rank, [test(0)]);
        }
        script.rank(rank, [send(1, 1 - rank as u32, 0, buffer(1, 1)), wait(0), wait(1)]);
    }
    let library = library();
    let cost = library.protocol.test_cost.ps();
    let outcome = run(&mut script, library);
    let expected = 3 * cost + LATENCY + PS_PER_BYTE;
    assert_eq!((script.last_time(0), outcome.warnings.len()), (expected, 0));
}

#[test]
fn a_call_site_that_has_spun_is_known() {
    let mut script = script(2, 8);
    let spin = |readings| (0..readings).flat_map(|_| [enter(Function::Wtime, 7, 0), Post::ReadClock]);
    script.rank(0, spin(104_000));
    script.rank(1, [Post::Sleep(Time::from_ps(1_000 * SECOND))].into_iter().chain(spin(8_000)));
    run(&mut script, library());
    assert!(script.last_time(1) > 1_001 * SECOND, "the same site");
}

#[test]
fn a_rank_that_times_its_parts_does_not_run_out_of_time() {
    let mut script = script(1, 1);
    script.rank(0, (0..200_000).map(|_| Post::ReadClock));
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    assert!(script.last_time(0) < 1_000 * SECOND);
}

#[test]
fn the_clock_of_a_rank_that_works_between_readings_is_its_work() {
    let mut script = script(1, 1);
    script.rank(0, (0..5_000).flat_map(|_| [enter(Function::Wtime, 0, 20_000), Post::ReadClock]));
    run(&mut script, library());
    assert_eq!(script.last_time(0), 5_000 * 20_000);
}

#[test]
fn a_rank_that_tests_and_reads_the_clock_sees_both_in_time() {
    let mut script = script(2, 8);
    script.rank(1, [compute(5 * SECOND), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1))]);
    script.rank(0, (0..6_000).flat_map(|_| [test(0), Post::ReadClock]));
    let library = library();
    let cost = library.protocol.test_cost.ps();
    let outcome = run(&mut script, library);
    assert_eq!(outcome.ending, Outcome::Finished(0));
    reads_the_clock_often_enough(&readings(&script, 0));
    let found = script.answers[0].iter().find(|answer| !answer.completions.is_empty()).expect("found").now.ps();
    let arrived = 5 * SECOND + LATENCY + PS_PER_BYTE;
    assert!(found >= arrived && found < arrived + 2 * cost, "{found} after {arrived}");
}

#[test]
fn a_rank_that_polls_and_reads_the_clock_may_do_so_for_longer_than_it_waits_for_an_instant() {
    let mut script = script(2, 8);
    script.rank(0, [enter(Function::Recv, 1, 0), recv(0, 1, 0, buffer(0, 1)), wait(0)]);
    script.rank(1, [recv(0, 0, 0, buffer(0, 1))]);
    script.rank(1, (0..20_000).flat_map(|_| [test(0), Post::ReadClock]));
    script.rank(1, [send(1, 0, 0, buffer(0, 1)), wait(1)]);
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
}

#[test]
fn a_rank_that_counts_its_looks_is_not_held_up_by_one_that_waits_for_the_clock() {
    let mut script = script(3, 8);
    // Rank 2 keeps the others from being alone until both sleep.
    script.rank(2, [compute(1_000 * US)]);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1))]);
    script.rank(0, (0..9_000).map(|_| test(0)));
    script.rank(0, [send(1, 1, 0, buffer(0, 1)), wait(1)]);
    script.rank(1, [recv(0, 0, 0, buffer(0, 1))]);
    script.rank(1, (0..2_500).flat_map(|_| [test(0), Post::ReadClock]));
    let library = library();
    let cost = library.protocol.test_cost.ps();
    assert_eq!(run(&mut script, library).ending, Outcome::Finished(0));
    let found = script.answers[1].iter().find(|answer| !answer.completions.is_empty()).expect("found").now.ps();
    assert!(found < 1_000 * US + 9_500 * cost + 2 * LATENCY, "{found}");
}

#[test]
fn probes_see_messages_and_matched_ones_take_them_out() {
    let mut script = script(2, 8);
    script.memory.bytes[0][0] = 42;
    script.rank(0, [compute(US), send(0, 1, 5, buffer(0, 3)), wait(0)]);
    let probe = |matched, blocking| Post::Probe {
        request: RequestId(0),
        comm: CommId::WORLD,
        source: ANY,
        tag: ANY,
        matched,
        blocking,
    };
    script.rank(1, [probe(false, false), probe(false, true), probe(true, true), probe(false, false)]);
    script.rank(
        1,
        [
            Post::RecvMatched {
                request: RequestId(1),
                message: 0,
                buffer: buffer(0, 3),
                blocking: true,
                elements: ops::Elements::Any,
            },
            wait(1),
        ],
    );
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    let answers = &script.answers[1];
    assert!(answers[1].completions.is_empty(), "nothing there yet");
    let status = answers[2].completions[0].status;
    assert_eq!((status.source, status.tag, status.bytes), (0, 5, 3));
    assert_eq!(answers[3].completions.len(), 1, "still there for the matched probe");
    assert!(answers[4].completions.is_empty(), "taken out");
    assert_eq!(script.memory.bytes[1][0], 42);
}

#[test]
fn a_receive_can_be_cancelled_until_it_is_matched() {
    let mut script = script(2, 8);
    script.rank(0, [recv(0, 1, 0, buffer(0, 1)), Post::Cancel { request: RequestId(0) }, wait(0)]);
    run(&mut script, library());
    assert!(script.answers[0][1].completions[0].status.cancelled);
}

#[test]
fn a_circle_of_receives_is_a_deadlock_with_its_knot() {
    let mut script = script(4, 8);
    for (rank, from) in [(0, 1), (1, 2), (2, 1)] {
        script.rank(rank, [enter(Function::Recv, 10 + rank as u32, 0), recv(0, from, 3, buffer(0, 1)), wait(0)]);
    }
    let Outcome::Failed(diagnosis) = run(&mut script, library()).ending else { panic!("a deadlock") };
    assert!(diagnosis.finding.starts_with("deadlock: 3 of 4 ranks"), "{diagnosis}");
    assert_eq!(diagnosis.knot, [1, 2], "rank 0 only suffers");
    let text = diagnosis.to_string();
    assert!(text.contains("rank 1: MPI_Recv at script:11 waits for a message from rank 2, tag 3"), "{text}");
}

#[test]
fn a_receive_from_a_finished_rank_is_a_deadlock_of_one() {
    let mut script = script(2, 8);
    script.rank(0, [enter(Function::Recv, 1, 0), recv(0, 1, 0, buffer(0, 1)), wait(0)]);
    let Outcome::Failed(diagnosis) = run(&mut script, library()).ending else { panic!("a deadlock") };
    assert!(diagnosis.to_string().contains("from rank 1, which has finished"), "{diagnosis}");
}

fn split(request: u32, color: Option<u32>, key: i32) -> Post {
    let call = Box::new(CommCall::Split(SplitKey { color, key }));
    Post::CreateComm { request: RequestId(request), comm: CommId::WORLD, call }
}

#[test]
fn a_split_orders_by_key_and_leaves_out_who_has_no_color() {
    let mut script = script(5, 8);
    for rank in 0..5usize {
        let color = if rank == 4 { None } else { Some(rank as u32 % 2) };
        script.rank(rank, [split(0, color, -(rank as i32)), wait(0)]);
    }
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    let members = |rank: usize| {
        let answer = &script.answers[rank][1];
        let comm = answer.completions[0].status.handle as u32;
        answer
            .comms
            .iter()
            .find(|new| new.comm.0 == comm)
            .map(|new| new.group.actors().map(|a| a.0).collect::<Vec<_>>())
    };
    assert_eq!(members(0), Some(vec![2, 0]), "keys are descending");
    assert_eq!(members(3), Some(vec![3, 1]));
    assert_eq!(members(4), None);
    assert_eq!(script.answers[4][1].completions[0].status.handle, u64::from(CommId::NULL.0));
}

#[test]
fn a_blocking_and_a_non_blocking_collective_are_a_mismatch() {
    let mut script = script(2, 8);
    let dup = || Post::CreateComm { request: RequestId(0), comm: CommId::WORLD, call: Box::new(CommCall::Dup) };
    script.rank(0, [enter(Function::CommDup, 1, 0), dup(), wait(0)]);
    script.rank(1, [enter(Function::CommIdup, 2, 0), dup(), wait(0)]);
    let Outcome::Failed(diagnosis) = run(&mut script, library()).ending else { panic!("a mismatch") };
    assert_eq!(
        diagnosis.finding,
        "collective mismatch (a blocking and a non-blocking operation): rank 0 calls MPI_Comm_dup at script:1, rank 1 \
         calls MPI_Comm_idup at script:2"
    );
}

#[test]
fn different_collectives_are_a_mismatch_that_names_both_sites() {
    let mut script = script(2, 8);
    script.rank(0, [enter(Function::CommDup, 1, 0)]);
    script.rank(
        0,
        [Post::CreateComm { request: RequestId(0), comm: CommId::WORLD, call: Box::new(CommCall::Dup) }, wait(0)],
    );
    script.rank(1, [enter(Function::CommSplit, 2, 0), split(0, Some(1), 0), wait(0)]);
    let Outcome::Failed(diagnosis) = run(&mut script, library()).ending else { panic!("a mismatch") };
    assert_eq!(
        diagnosis.finding,
        "collective mismatch (different operations): rank 0 calls MPI_Comm_dup at script:1, rank 1 calls MPI_Comm_split \
         at script:2"
    );
}

fn persistent_bcast(request: u32, operation: u32, round: u32, root: u32, recv: Buffer) -> Post {
    let call = CollectiveCall {
        operation: Operation::Bcast,
        root,
        send: Buffer::EMPTY,
        recv,
        count: recv.bytes,
        element_bytes: 1,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    let start = Some(PersistentStart { operation, round });
    Post::Collective {
        request: RequestId(request),
        comm: CommId::WORLD,
        call: Box::new(call),
        blocking: false,
        start,
    }
}

#[test]
fn persistent_collectives_match_by_their_initialisation() {
    let mut script = script(2, 8);
    script.memory.bytes[0][..2].copy_from_slice(&[1, 2]);
    for round in 0..2 {
        let post = |operation: u32| persistent_bcast(operation, operation, round, 0, buffer(operation.into(), 1));
        script.rank(0, [post(0), post(1), wait_many(&[0, 1], WaitMode::All)]);
        script.rank(1, [post(1), post(0), wait_many(&[0, 1], WaitMode::All)]);
    }
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    assert_eq!(script.memory.bytes[1][..2], [1, 2]);
}

#[test]
fn persistent_collectives_initialised_in_different_orders_are_a_mismatch() {
    let mut script = script(2, 8);
    script.rank(0, [enter(Function::Start, 1, 0), persistent_bcast(0, 0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(1, [enter(Function::Start, 2, 0), persistent_bcast(0, 0, 0, 1, buffer(0, 1)), wait(0)]);
    let Outcome::Failed(diagnosis) = run(&mut script, library()).ending else { panic!("a mismatch") };
    assert!(diagnosis.finding.starts_with("collective mismatch (different roots)"), "{diagnosis}");
}

#[test]
fn a_persistent_collective_that_one_rank_never_starts_is_named() {
    let mut script = script(2, 8);
    script.rank(1, [enter(Function::Start, 2, 0), persistent_bcast(0, 0, 0, 0, buffer(0, 1)), wait(0)]);
    let Outcome::Failed(diagnosis) = run(&mut script, library()).ending else { panic!("a deadlock") };
    assert!(diagnosis.finding.contains("only 1 of 2 ranks have entered a collective"), "{diagnosis}");
}

#[test]
fn leftovers_are_warned_of() {
    let mut script = script(2, 8);
    script.rank(0, [send(0, 1, 4, buffer(0, 2)), wait(0)]);
    script.rank(1, [recv(0, 0, 9, buffer(0, 1)), compute(10 * US), Post::ReadClock]);
    let outcome = run(&mut script, library());
    assert_eq!(outcome.ending, Outcome::Finished(0));
    assert_eq!(
        outcome.warnings,
        [
            "rank 1 has ended without receiving a message of 2 bytes from rank 0, tag 4",
            "rank 1 has ended with 1 request neither completed nor freed",
        ]
    );
}

#[test]
fn a_released_request_completes_by_itself() {
    let mut script = script(2, 8);
    script.rank(0, [isend(0, 1, 0, buffer(0, 1)), Post::Release { request: RequestId(0) }]);
    script.rank(1, [recv(0, 0, 0, buffer(0, 1)), wait(0)]);
    let outcome = run(&mut script, library());
    assert_eq!((outcome.ending, outcome.warnings.len()), (Outcome::Finished(0), 0));
}

#[test]
fn the_number_of_a_released_request_is_free_once_the_rank_is_told() {
    let mut script = script(2, 8);
    let release = |request| Post::Release { request: RequestId(request) };
    script.rank(0, [isend(0, 1, 0, buffer(0, 1)), recv(1, 1, 7, buffer(1, 1)), recv(2, 1, 8, buffer(2, 1))]);
    // The first has ended when it is released; the receives end one after the other.
    script.rank(
        0,
        [release(1), release(2), Post::ReadClock, release(0), Post::ReadClock, compute(50 * US), Post::ReadClock],
    );
    script.rank(0, [compute(100 * US), Post::ReadClock, recv(1, 1, 9, buffer(1, 1)), wait(1)]);
    script.rank(1, [recv(0, 0, 0, buffer(0, 1)), wait(0), send(1, 0, 8, buffer(0, 1)), wait(1)]);
    script.rank(1, [compute(80 * US), send(1, 0, 7, buffer(0, 1)), wait(1), send(1, 0, 9, buffer(0, 1)), wait(1)]);
    let outcome = run(&mut script, library());
    assert_eq!((outcome.ending, outcome.warnings.len()), (Outcome::Finished(0), 0));
    let told: Vec<Vec<u32>> =
        script.answers[0].iter().map(|answer| answer.released.iter().map(|request| request.0).collect()).collect();
    assert_eq!(told, [vec![], vec![], vec![0], vec![2], vec![1], vec![]]);
}

#[test]
fn a_synchronous_send_waits_for_its_receive() {
    let mut script = script(2, 8);
    let ssend = Post::Send {
        request: RequestId(0),
        comm: CommId::WORLD,
        peer: 1,
        tag: 0,
        buffer: buffer(0, 1),
        mode: SendMode::Synchronous,
        blocking: true,
        elements: ops::Elements::Any,
    };
    script.rank(0, [ssend, wait(0)]);
    script.rank(1, [compute(50 * US), recv(0, 0, 0, buffer(0, 1)), wait(0)]);
    run(&mut script, library());
    assert!(script.last_time(0) >= 50 * US + LATENCY);
    assert_eq!(script.last_time(0), script.last_time(1));
}

#[test]
fn a_rank_whose_trace_was_cut_is_told_as_that_and_not_as_one_that_left() {
    let cut = |file: &str| Post::CutShort { text: format!("{file} is incomplete").into() };
    let mut script = script(4, 8);
    script.rank(0, [enter(Function::Waitall, 9, 0), recv(0, 1, 0, buffer(0, 1)), recv(1, 2, 0, buffer(1, 1))]);
    script.rank(0, [wait_many(&[0, 1], WaitMode::All), cut("a.trace")]);
    script.rank(1, [Post::Init, enter(Function::Send, 4, 0), compute(US), cut("a.trace")]);
    script.rank(2, [cut("a.trace")]);
    script.rank(3, [Post::Init, Post::Finalize, cut("b.trace")]);
    let outcome = run(&mut script, library());
    let Outcome::Failed(diagnosis) = outcome.ending else { panic!("a deadlock") };
    let told = "a.trace is incomplete: of rank 1 it ends with MPI_Send at script:4, it has nothing of rank 2: others wait for it:";
    assert!(diagnosis.finding.starts_with(told), "{diagnosis}");
    assert!(diagnosis.knot.is_empty() && diagnosis.blocked.len() == 1);
    let warnings = [
        "a.trace is incomplete: it has nothing of rank 2",
        "b.trace is incomplete: of rank 3 it ends with ",
        "a.trace is incomplete: of rank 1 it ends with MPI_Send at script:4",
    ];
    for (warning, expected) in outcome.warnings.iter().zip(warnings) {
        assert!(warning.starts_with(expected), "{:?}", outcome.warnings);
    }
    assert_eq!(outcome.warnings.len(), warnings.len());
}

#[test]
fn ranks_that_disagree_about_a_collective_are_told_with_roots_counts_and_types() {
    let finding = |calls: [(u32, u64, u64, Option<Elements>); 2]| {
        let mut script = script(2, 64);
        for (rank, (root, count, element_bytes, kind)) in (0..).zip(calls) {
            let mut post = persistent_bcast(0, 0, 0, root, buffer(0, count * element_bytes));
            if let Post::Collective { call, .. } = &mut post {
                let hash = (17 * count + element_bytes) << 8 | 1 << 63;
                let signature = kind.map_or(0, |kind| Elements::in_hash(hash, kind));
                (call.count, call.element_bytes, call.signature) = (count, element_bytes, signature);
            }
            script.rank(rank, [enter(Function::Start, rank as u32 + 1, 0), post, wait(0)]);
        }
        match run(&mut script, library()).ending {
            Outcome::Failed(diagnosis) => diagnosis.finding,
            other => format!("{other:?}"),
        }
    };
    let (integers, floats) = (Some(Elements::Integer4), Some(Elements::Float8));
    let told = |how, one, other| {
        format!(
            "collective mismatch ({how}): rank 0 calls MPI_Start at script:1 with {one}, rank 1 calls MPI_Start at \
             script:2 with {other}"
        )
    };
    let types = "different type signatures";
    assert_eq!(finding([(0, 1, 1, None), (1, 1, 1, None)]), told("different roots", "root 0", "root 1"));
    let (one, other) = ("1 element, 4-byte integers", "3 elements, 8-byte floating-point numbers");
    assert_eq!(finding([(0, 1, 4, integers), (0, 3, 8, floats)]), told(types, one, other));
    // A vector of two numbers; elements of no kind that has a name.
    let any = Some(Elements::Any);
    let (one, other) = ("2 elements, 8-byte floating-point numbers", "1 element of 16 B");
    assert_eq!(finding([(0, 1, 16, floats), (0, 1, 16, any)]), told(types, one, other));
    let (one, other) = ("5 elements of 3 B", "2 elements of 12 B");
    assert_eq!(finding([(0, 5, 3, any), (0, 2, 12, any)]), told(types, one, other));
    assert_eq!(finding([(0, 4, 4, None), (0, 3, 8, floats)]), "Finished(0)", "bytes are not compared");
}
