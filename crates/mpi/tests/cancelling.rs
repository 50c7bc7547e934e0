//! Cancelled sends: what is withdrawn, when the request ends, what is left.

use crate::support::*;
use ops::{Post, RequestId, SendMode};
use windtunnel_mpi::Outcome;
use windtunnel_mpi::library::{Handshake, SendEnds};

/// A question and its answer.
const ROUND_TRIP: u64 = 2 * LATENCY;

fn cancel(request: u32) -> Post {
    Post::Cancel { request: RequestId(request) }
}

fn of_mode(request: u32, peer: u32, tag: i32, bytes: u64, mode: SendMode) -> Post {
    let Post::Send { request, comm, peer, tag, buffer, .. } = isend(request, peer, tag, buffer(0, bytes)) else {
        unreachable!("that is what it makes")
    };
    Post::Send { request, comm, peer, tag, buffer, mode, blocking: false, elements: ops::Elements::Any }
}

/// The library with these limits of its protocols.
fn limits(eager: u64, detached: u64) -> windtunnel_mpi::library::Library {
    let mut library = library();
    library.protocol.eager_max = eager;
    library.protocol.send_end = SendEnds::at_once_up_to(detached);
    library
}

#[test]
fn a_send_that_nothing_has_matched_is_withdrawn_in_one_round_trip() {
    for (eager, detached, mode, handshake) in [
        (0, 0, SendMode::Standard, Handshake::RoundTrips(1)),
        (0, 0, SendMode::Standard, Handshake::EMPTY_MESSAGES),
        (0, 64, SendMode::Standard, Handshake::RoundTrips(1)),
        (64, 64, SendMode::Standard, Handshake::RoundTrips(1)),
        (64, 64, SendMode::Synchronous, Handshake::RoundTrips(1)),
        (64, 64, SendMode::Synchronous, Handshake::EMPTY_MESSAGES),
    ] {
        let mut script = script(2, 64);
        script.memory.bytes[0].fill(7);
        script.rank(0, [of_mode(0, 1, 5, 32, mode), cancel(0), wait(0), send(0, 1, 6, buffer(0, 1)), wait(0)]);
        // Were it not withdrawn, it would be the first that a receive of any tag gets.
        script.rank(1, [compute(100 * LATENCY), any_recv(0, buffer(0, 64)), wait(0)]);
        let mut library = limits(eager, detached);
        library.protocol.handshake = handshake;
        let outcome = run(&mut script, library);
        assert_eq!(outcome.ending, Outcome::Finished(0));
        assert_eq!(outcome.warnings, Vec::<String>::new());
        assert!(script.answers[0][1].completions[0].status.cancelled, "{eager} {detached} {mode:?}");
        assert_eq!(script.time(0, 1), ROUND_TRIP, "{eager} {detached} {mode:?}");
        let status = script.answers[1][1].completions[0].status;
        assert_eq!((status.tag, status.bytes), (6, 1));
        assert_eq!(outcome.totals.messages, 1, "what was withdrawn was never delivered");
    }
}

#[test]
fn data_on_their_way_go_on_after_the_answer_has_come() {
    let mut script = script(2, 4_096);
    script.rank(0, [isend(0, 1, 5, buffer(0, 4_096)), cancel(0), wait(0)]);
    script.rank(1, [compute(100 * LATENCY)]);
    let outcome = run(&mut script, limits(1 << 20, 1 << 20));
    assert_eq!((outcome.ending, outcome.totals.messages), (Outcome::Finished(0), 0));
    const { assert!(LATENCY + 4_096 * PS_PER_BYTE > ROUND_TRIP, "the data arrive after the answer") };
    assert_eq!(script.time(0, 1), ROUND_TRIP);
}

#[test]
fn a_send_that_has_been_matched_ends_as_ever() {
    for detached in [0, 64] {
        let mut script = script(2, 8);
        script.memory.bytes[0].fill(7);
        script.rank(1, [recv(0, 0, 5, buffer(0, 8)), wait(0)]);
        script.rank(0, [compute(10 * LATENCY), isend(0, 1, 5, buffer(0, 8)), cancel(0), wait(0)]);
        assert_eq!(run(&mut script, limits(0, detached)).ending, Outcome::Finished(0));
        assert!(!script.answers[0][1].completions[0].status.cancelled);
        assert_eq!(script.memory.bytes[1], [7; 8]);
    }
}

#[test]
fn the_messages_number_may_have_gone_to_another() {
    let mut script = script(2, 8);
    script.rank(0, [isend(0, 1, 1, buffer(0, 1)), compute(50 * LATENCY)]);
    // The first message has been received, and another one stands where it stood.
    script.rank(0, [isend(1, 1, 2, buffer(0, 1)), cancel(0), wait(0), wait(1)]);
    script.rank(
        1,
        [recv(0, 0, 1, buffer(0, 1)), wait(0), compute(100 * LATENCY), recv(0, 0, 2, buffer(0, 1)), wait(0)],
    );
    assert_eq!(run(&mut script, limits(64, 64)).ending, Outcome::Finished(0));
    assert!(script.answers[0].iter().flat_map(|answer| &answer.completions).all(|done| !done.status.cancelled));
}

#[test]
fn what_a_rank_sends_itself_is_withdrawn_at_once() {
    for (eager, mode) in [(0, SendMode::Standard), (64, SendMode::Standard), (64, SendMode::Synchronous)] {
        let mut script = script(1, 64);
        script.rank(0, [of_mode(0, 0, 5, 32, mode), cancel(0), wait(0), isend(1, 0, 6, buffer(0, 1))]);
        script.rank(0, [any_recv(2, buffer(32, 32)), wait_many(&[1, 2], ops::WaitMode::All)]);
        let outcome = run(&mut script, limits(eager, 64));
        assert_eq!((outcome.ending, outcome.warnings.len()), (Outcome::Finished(0), 0));
        assert!(script.answers[0][1].completions[0].status.cancelled);
        assert_eq!(script.time(0, 1), 0);
        assert_eq!(script.answers[0][2].completions[1].status.tag, 6);
    }
}
