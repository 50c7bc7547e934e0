//! Times of a message under the hybrid model (Degomme et al., TPDS 2017, §3.2; the table at the head of the crate) in closed
//! form, with parameters that all differ: every protocol, both sides of each size class, either rank first.

use crate::support::*;
use ops::{CollectiveCall, CommId, Operation, Post, RequestId};
use windtunnel_mpi::Outcome;
use windtunnel_mpi::library::Library;

const NS: u64 = 1_000;
const US: u64 = 1_000 * NS;

const PROTOCOL: &str = r#"
eager_max = "1000 B"
detached_max = "3000 B"
handshake = { round_trips = 3 }
send = [{ up_to = "1500 B", fixed = "300 ns", per_byte = "1 ns" }, { fixed = "500 ns", per_byte = "2 ns" }]
isend = [{ fixed = "700 ns", per_byte = "3 ns" }]
recv = [{ up_to = "999 B", fixed = "200 ns", per_byte = "4 ns" }, { fixed = "900 ns", per_byte = "5 ns" }]
latency_factor = [{ up_to = "1500 B", factor = 1 }, { factor = 2 }]
bandwidth_factor = [{ up_to = "1500 B", factor = 1 }, { factor = 0.5 }]
"#;

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
            let end = ts.max(tr) + 6 * LATENCY + transfer;
            (end, end)
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

fn collective(operation: Operation, blocking: bool) -> Post {
    let count = u64::from(operation != Operation::Barrier);
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

/// When each rank of a collective operation returns; the last rank calls late.
fn ends(operation: Operation, ranks: usize, blocking: bool, late: u64) -> Vec<u64> {
    let mut script = script(ranks, 1);
    script.rank(ranks - 1, [compute(late)]);
    for rank in 0..ranks {
        script.rank(rank, [collective(operation, blocking), wait(0)]);
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
    assert_eq!(ends(Operation::Bcast, 2, true, 0), [send, send + transfer + recv]);
    assert_eq!(ends(Operation::Bcast, 2, false, 0), [isend, isend + transfer + recv]);
    // To rank 2 first, the root of the larger subtree.
    let (first, second) = (isend + transfer + recv, 2 * isend + transfer + recv);
    assert_eq!(ends(Operation::Bcast, 3, true, 0), [2 * isend, second, first]);
}

/// A message that is there before its receive is paid for after the send of the same step, which it does not hold up.
#[test]
fn a_late_rank_sends_before_it_pays_for_what_is_there() {
    let (isend, recv, late) = (700 * NS, 200 * NS, 50 * US);
    assert_eq!(ends(Operation::Barrier, 2, true, late), [late + isend + LATENCY + recv, late + isend + recv]);
}
