//! Times of a message under the hybrid model (Degomme et al., TPDS 2017, §3.2; the table at the head of the crate) in closed
//! form, with parameters that all differ: every protocol, both sides of each size class, either rank first.

use crate::support::*;
use ops::{CollectiveCall, CommId, Operation, Post, RequestId};
use windtunnel_mpi::Outcome;
use windtunnel_mpi::library::{Library, SendEnd, SendEnds};

const NS: u64 = 1_000;
const US: u64 = 1_000 * NS;

const PROTOCOL: &str = r#"
eager_max = "1000 B"
send_end = [{ up_to = "3000 B", when = "at-once" }, { when = "delivered" }]
handshake = { round_trips = 3 }
handshake_cpu = "600 ns"
send = [{ up_to = "1500 B", fixed = "300 ns", per_byte = "1 ns" }, { fixed = "500 ns", per_byte = "2 ns" }]
isend = [{ fixed = "700 ns", per_byte = "3 ns" }]
recv = [{ up_to = "999 B", fixed = "200 ns", per_byte = "4 ns" }, { fixed = "900 ns", per_byte = "5 ns" }]
latency_factor = [{ up_to = "1500 B", factor = 1 }, { factor = 2 }]
bandwidth_factor = [{ up_to = "1500 B", factor = 1 }, { factor = 0.5 }]
"#;

/// The handshake of a rendezvous: the receiver's work, three round trips, the sender's work.
const HANDSHAKE: u64 = 600 * NS + 6 * LATENCY + 600 * NS;

fn library() -> Library {
    let table = PROTOCOL.parse::<toml::Table>().expect("TOML");
    Library::load(Some("ideal"), &table, &|_| None).expect("valid overrides")
}

/// When send and receive return: a send at `ts` of `bytes` and its receive at `tr`.
fn expected(bytes: u64, blocking: bool, ts: u64, tr: u64) -> (u64, u64) {
    let send_overhead = match (blocking, bytes) {
        (true, ..=1500) => 300 * NS + bytes * NS,
        (true, _) => 500 * NS + bytes * 2 * NS,
        (false, _) => 700 * NS + bytes * 3 * NS,
    };
    let recv_overhead = if bytes <= 999 { 200 * NS + bytes * 4 * NS } else { 900 * NS + bytes * 5 * NS };
    let transfer = if bytes <= 1500 { LATENCY + bytes * PS_PER_BYTE } else { 2 * LATENCY + 2 * bytes * PS_PER_BYTE };
    match bytes {
        ..=1000 => (ts + send_overhead, (ts + send_overhead + transfer).max(tr) + recv_overhead),
        1001..=3000 => (ts + send_overhead, (ts + send_overhead).max(tr) + transfer + recv_overhead),
        _ => {
            let delivered = (ts + send_overhead).max(tr) + HANDSHAKE + transfer;
            (delivered, delivered + recv_overhead)
        }
    }
}

#[test]
fn sends_and_receives_return_when_the_model_says() {
    for bytes in [0, 1, 999, 1000, 1001, 1500, 1501, 3000, 3001, 20_000] {
        for (ts, tr) in [(0, 0), (0, 90 * US), (90 * US, 0), (3 * US, 5 * US)] {
            for blocking in [true, false] {
                let mut script = script(2, 20_000);
                let send = if blocking { send } else { isend };
                script.rank(0, [compute(ts), send(0, 1, 0, buffer(0, bytes)), wait(0)]);
                script.rank(1, [compute(tr), recv(0, 0, 0, buffer(0, bytes)), wait(0)]);
                assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
                let seen = (script.last_time(0), script.last_time(1));
                assert_eq!(
                    seen,
                    expected(bytes, blocking, ts, tr),
                    "{bytes} bytes at {ts}, {tr}; blocking: {blocking}"
                );
            }
        }
    }
}

/// A library in which data of up to `eager` bytes start at once, all sends end like this, and buffers have these sizes.
fn other(eager: u64, send_end: SendEnd, send_buffer: u64, eager_buffer: u64) -> Library {
    let mut library = library();
    let protocol = &mut library.protocol;
    (protocol.eager_max, protocol.send_end) = (eager, SendEnds::constant(send_end));
    (protocol.send_buffer, protocol.eager_buffer) = (send_buffer, eager_buffer);
    library
}

/// When a blocking send of `bytes` at `ts` and its receive at `tr` return.
fn returns(library: Library, bytes: u64, ts: u64, tr: u64) -> (u64, u64) {
    let mut script = script(2, bytes as usize);
    script.memory.bytes[0].fill(7);
    script.rank(0, [compute(ts), send(0, 1, 0, buffer(0, bytes)), wait(0)]);
    script.rank(1, [compute(tr), recv(0, 0, 0, buffer(0, bytes)), wait(0)]);
    assert_eq!(run(&mut script, library).ending, Outcome::Finished(0));
    assert!(script.memory.bytes[1].iter().all(|&byte| byte == 7));
    (script.last_time(0), script.last_time(1))
}

/// What 1,500 bytes cost: the send, the way, the receive.
const COSTS: (u64, u64, u64) = (1_800 * NS, LATENCY + 1_500 * PS_PER_BYTE, 8_400 * NS);

#[test]
fn sends_of_data_that_start_at_once_end_when_their_library_says() {
    let (send, way, receive) = COSTS;
    for (ts, tr) in [(0, 0), (0, 90 * US), (90 * US, 0), (0, 3 * US)] {
        let (launched, arrived) = (ts + send, ts + send + way);
        for (send_end, ends) in [
            (SendEnd::AtOnce, launched),
            (SendEnd::HandedOver, launched),
            (SendEnd::Matched, launched.max(tr)),
            (SendEnd::Delivered, arrived.max(tr)),
        ] {
            let seen = returns(other(u64::MAX, send_end, u64::MAX, u64::MAX), 1_500, ts, tr);
            assert_eq!(seen, (ends, arrived.max(tr) + receive), "{send_end:?} at {ts}, {tr}");
        }
    }
}

#[test]
fn sends_of_data_that_wait_for_the_match_end_when_their_library_says() {
    let (send, way, receive) = COSTS;
    for (ts, tr) in [(0, 0), (0, 90 * US), (90 * US, 0)] {
        let start = (ts + send).max(tr) + HANDSHAKE;
        for (send_end, ends) in
            [(SendEnd::HandedOver, start), (SendEnd::Matched, start), (SendEnd::Delivered, start + way)]
        {
            let seen = returns(other(0, send_end, u64::MAX, u64::MAX), 1_500, ts, tr);
            assert_eq!(seen, (ends, start + way + receive), "{send_end:?} at {ts}, {tr}");
        }
        // A copy was made: detached, without a handshake.
        let detached = (ts + send).max(tr) + way + receive;
        assert_eq!(returns(other(0, SendEnd::AtOnce, 0, 0), 1_500, ts, tr), (ts + send, detached));
    }
}

#[test]
fn a_send_that_is_handed_over_waits_for_what_the_transport_does_not_hold() {
    let (send, way, receive) = COSTS;
    for (buffer, left) in [(1_500, None), (1_499, Some(1)), (500, Some(1_000)), (0, Some(1_500))] {
        let taken = |start: u64| start + left.map_or(0, |bytes| LATENCY + bytes * PS_PER_BYTE);
        let seen = returns(other(u64::MAX, SendEnd::HandedOver, buffer, u64::MAX), 1_500, 0, 0);
        assert_eq!(seen, (taken(send), send + way + receive), "eager, {buffer}");
        let start = 90 * US + HANDSHAKE;
        let seen = returns(other(0, SendEnd::HandedOver, buffer, u64::MAX), 1_500, 0, 90 * US);
        assert_eq!(seen, (taken(start), start + way + receive), "rendezvous, {buffer}");
    }
}

#[test]
fn what_a_full_buffer_holds_back_starts_when_the_receiver_is_inside_mpi() {
    let (launched, way, receive) = COSTS;
    for (size, late) in [(1_500, 0), (1_000, 500), (1, 1_499), (0, 1_500)] {
        for send_end in [SendEnd::AtOnce, SendEnd::Matched, SendEnd::Delivered] {
            let tr = 90 * US;
            let rest = if late == 1_500 {
                way
            } else if late > 0 {
                LATENCY + late * PS_PER_BYTE
            } else {
                0
            };
            let ends = match send_end {
                SendEnd::AtOnce => launched,
                SendEnd::Matched => tr,
                _ => tr + rest,
            };
            let seen = returns(other(u64::MAX, send_end, u64::MAX, size), 1_500, 0, tr);
            assert_eq!(seen, (ends, tr + rest + receive), "{send_end:?} with {size} bytes");
            // A receiver that waits needs no buffer.
            let (_, received) = returns(other(u64::MAX, send_end, u64::MAX, size), 1_500, 10 * US, 0);
            assert_eq!(received, 10 * US + launched + way + receive);
            // A receive that is posted does not help while its rank computes.
            let mut script = script(2, 1_500);
            script.rank(0, [compute(US), send(0, 1, 0, buffer(0, 1_500)), wait(0)]);
            script.rank(1, [recv(0, 0, 0, buffer(0, 1_500)), compute(tr), wait(0)]);
            run(&mut script, other(u64::MAX, send_end, u64::MAX, size));
            assert_eq!(script.last_time(1), tr + rest + receive, "{send_end:?} with {size} bytes");
        }
    }
}

/// MPICH over TCP, as measured: a receiver that waits for something else takes the message, one that computes does not.
#[test]
fn a_send_ends_with_the_delivery_once_its_receiver_is_inside_mpi() {
    let (send_cost, way, _) = COSTS;
    let other_cost = 300 * NS + NS;
    for (inside, ends) in [(true, send_cost + way), (false, 90 * US)] {
        let mut script = script(3, 1_500);
        script.rank(0, [send(0, 1, 0, buffer(0, 1_500)), wait(0)]);
        script.rank(2, [compute(90 * US - other_cost), send(0, 1, 1, buffer(0, 1)), wait(0)]);
        if !inside {
            // Its receive is posted, but nobody takes the bytes.
            script.rank(1, [recv(1, 0, 0, buffer(0, 1_500)), compute(90 * US)]);
        }
        script.rank(1, [recv(0, 2, 1, buffer(0, 1)), wait(0)]);
        if inside {
            script.rank(1, [recv(1, 0, 0, buffer(0, 1_500))]);
        }
        script.rank(1, [wait(1)]);
        let outcome = run(&mut script, other(u64::MAX, SendEnd::Delivered, u64::MAX, u64::MAX));
        assert_eq!(outcome.ending, Outcome::Finished(0));
        assert_eq!(script.last_time(0), ends, "inside: {inside}");
    }
}

#[test]
fn room_in_a_buffer_goes_to_the_next_message() {
    let (_, _, receive) = COSTS;
    let isend_cost = 700 * NS + 1_500 * 3 * NS;
    let library = other(u64::MAX, SendEnd::AtOnce, u64::MAX, 2_000);
    let mut script = script(2, 4_500);
    for part in 0..3 {
        script.memory.bytes[0][part * 1_500..(part + 1) * 1_500].fill(part as u8);
        script.rank(0, [isend(part as u32, 1, part as i32, buffer(part as u64 * 1_500, 1_500))]);
    }
    script.rank(0, [wait_many(&[0, 1, 2], ops::WaitMode::All)]);
    // The first call empties the buffer: what has waited starts.
    script.rank(1, [compute(90 * US)]);
    for tag in 0..3 {
        script.rank(1, [recv(0, 0, tag, buffer(tag as u64 * 1_500, 1_500)), wait(0)]);
    }
    assert_eq!(run(&mut script, library).ending, Outcome::Finished(0));
    assert_eq!(script.last_time(0), 3 * isend_cost);
    let expected: Vec<u8> = (0..3).flat_map(|part| [part; 1_500]).collect();
    assert_eq!(script.memory.bytes[1], expected);
    // The rests arrive while the first is paid for.
    assert_eq!(script.last_time(1), 90 * US + 3 * receive);
}

/// A send that waits must be reported as one that does.
#[test]
fn a_send_without_a_receive_is_stuck_if_it_waits_for_one() {
    for (send_end, stuck) in [(SendEnd::AtOnce, false), (SendEnd::Matched, true), (SendEnd::Delivered, false)] {
        let mut script = script(2, 8);
        // Both send first: a library that takes what arrives lets them go on.
        for rank in 0..2 {
            script.rank(rank, [send(0, 1 - rank as u32, 0, buffer(0, 8)), wait(0)]);
            script.rank(rank, [recv(0, 1 - rank as i32, 0, buffer(0, 8)), wait(0)]);
        }
        let outcome = run(&mut script, other(u64::MAX, send_end, u64::MAX, u64::MAX));
        assert_eq!(matches!(outcome.ending, Outcome::Finished(0)), !stuck, "{send_end:?}: {:?}", outcome.ending);
    }
}

fn collective(operation: Operation, blocking: bool, count: u64) -> Post {
    let call = CollectiveCall {
        operation,
        root: 0,
        send: buffer(0, count),
        recv: buffer(0, count),
        count,
        element_bytes: 1,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    Post::Collective { request: RequestId(0), comm: CommId::WORLD, call: Box::new(call), blocking, start: None }
}

/// When each rank of a collective operation on `bytes` bytes returns; the last rank calls late.
fn ends(operation: Operation, ranks: usize, blocking: bool, late: u64, bytes: u64) -> Vec<u64> {
    let mut script = script(ranks, bytes as usize);
    script.rank(ranks - 1, [compute(late)]);
    for rank in 0..ranks {
        script.rank(rank, [collective(operation, blocking, bytes), wait(0)]);
    }
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    (0..ranks).map(|rank| script.last_time(rank)).collect()
}

/// A step of a blocking collective that is a single send is a blocking send; sends side by side are non-blocking ones,
/// which their rank pays for one after the other.
#[test]
fn sends_of_a_collective_cost_what_those_of_a_program_do() {
    let (send, isend, recv) = (301 * NS, 703 * NS, 204 * NS);
    let transfer = LATENCY + PS_PER_BYTE;
    assert_eq!(ends(Operation::Bcast, 2, true, 0, 1), [send, send + transfer + recv]);
    assert_eq!(ends(Operation::Bcast, 2, false, 0, 1), [isend, isend + transfer + recv]);
    // To rank 2 first, the root of the larger subtree.
    let (first, second) = (isend + transfer + recv, 2 * isend + transfer + recv);
    assert_eq!(ends(Operation::Bcast, 3, true, 0, 1), [2 * isend, second, first]);
}

#[test]
fn a_rendezvous_of_a_collective_costs_what_that_of_a_program_does() {
    for (blocking, late) in [(true, 0), (false, 0), (true, 90 * US)] {
        let (delivered, received) = expected(20_000, blocking, 0, late);
        assert_eq!(ends(Operation::Bcast, 2, blocking, late, 20_000), [delivered, received]);
    }
}

/// A message that is there before its receive is paid for after the send of the same step, which it does not hold up.
#[test]
fn a_late_rank_sends_before_it_pays_for_what_is_there() {
    let (isend, recv, late) = (700 * NS, 200 * NS, 50 * US);
    assert_eq!(ends(Operation::Barrier, 2, true, late, 0), [late + isend + LATENCY + recv, late + isend + recv]);
}
