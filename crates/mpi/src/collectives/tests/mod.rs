//! The test suite of all collective algorithms: runs each algorithm on real data, and compares the result with the MPI
//! standard's definition of the operation.

mod cases;
mod executor;
mod inter;
mod large_groups;
mod packing;
mod snapshots;

use super::{ALL, by_host_first, find};
use crate::schedule::{Algorithm, Context};
use cases::Case;
use executor::{Delivery, RankHosts, Run};
use ops::{CollectiveCall, Operation};
use std::fmt::Write;

/// Runs `f` with what one rank of a barrier knows, for helpers that ask only for rank and size.
pub(super) fn context<T>(rank: u32, size: u32, f: impl FnOnce(&Context<'_>) -> T) -> T {
    let call = CollectiveCall {
        operation: Operation::Barrier,
        root: 0,
        send: ops::Buffer::EMPTY,
        recv: ops::Buffer::EMPTY,
        count: 0,
        element_bytes: 0,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    let hosts_of = RankHosts::new(size, |rank| rank);
    f(&seen(&call, rank, &hosts_of, 0))
}

/// What a rank of a whole communicator sees.
fn seen<'a>(call: &'a CollectiveCall, rank: u32, hosts_of: &'a RankHosts, root: u32) -> Context<'a> {
    let (locality, by_host) = (hosts_of.locality(rank, root), hosts_of.by_host());
    Context {
        rank,
        size: by_host.len() as u32,
        remote: None,
        call,
        locality,
        by_host,
        blocking: true,
        agreement: false,
    }
}

/// The placements that matter: one rank a host, several, uneven numbers, and hosts by turns.
fn placements(algorithm: &Algorithm, size: u32) -> Vec<RankHosts> {
    if !by_host_first(algorithm) && algorithm.name != "node_shift" {
        return vec![RankHosts::new(size, |rank| rank)];
    }
    let mut placements = vec![
        RankHosts::new(size, |rank| rank),
        RankHosts::new(size, |rank| rank / 3),
        RankHosts::new(size, |rank| rank / 4),
        RankHosts::new(size, |rank| if rank < 5 { 0 } else { 1 + rank / 6 }),
        RankHosts::new(size, |rank| rank % 3),
        RankHosts::new(size, |_| 0),
    ];
    if algorithm.name.starts_with("han") {
        // Several hosts for few ranks; and leaders in another order than the ranks of the next index.
        placements.push(RankHosts::new(size, |rank| rank / 2));
        placements.push(RankHosts::new(size, |rank| (rank + rank / 2) % 2));
    }
    placements
}

/// A case, and what follows from it alone.
struct Prepared {
    case: Case,
    calls: Vec<CollectiveCall>,
    buffers: Vec<(Vec<u8>, Vec<u8>)>,
    results: Vec<Vec<u8>>,
}

impl Prepared {
    fn new(case: Case) -> Self {
        let calls = (0..case.size).map(|rank| case.call(rank)).collect();
        let buffers = (0..case.size).map(|rank| case.buffers(rank)).collect();
        let results = case.results();
        Self { case, calls, buffers, results }
    }
}

fn check(algorithm: &'static Algorithm, prepared: &Prepared, hosts_of: &RankHosts) -> bool {
    let Prepared { case, calls, buffers, results } = prepared;
    let answers = calls
        .iter()
        .zip(0..)
        .map(|(call, rank)| (algorithm.precondition)(&seen(call, rank, hosts_of, case.root)))
        .collect::<Vec<_>>();
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{}: ranks disagree: {case:?}", algorithm.name);
    if answers[0].is_err() {
        return false;
    }
    for delivery in [Delivery::Eager, Delivery::Synchronous] {
        let run = Run::new(case, hosts_of, algorithm, calls, delivery).finish();
        for (rank, memory) in run.memory.iter().enumerate() {
            let right = memory.recv == results[rank];
            if !right || memory.send != buffers[rank].0 {
                let what = if right { "the send buffer" } else { "the result" };
                let name = algorithm.name;
                panic!("{name}: {what} of rank {rank} is wrong: {case:?} {hosts_of:?} {delivery:?}");
            }
        }
    }
    true
}

fn suite(operation: Operation) {
    let algorithms = super::of(operation);
    let mut served = vec![0; algorithms.len()];
    for size in (1..=17).chain([24, 32, 33]) {
        for case in Case::all(operation, size) {
            let prepared = Prepared::new(case);
            for (algorithm, served) in algorithms.iter().zip(&mut served) {
                for hosts_of in placements(algorithm, size) {
                    *served += u32::from(check(algorithm, &prepared, &hosts_of));
                }
            }
        }
    }
    for (algorithm, served) in algorithms.iter().zip(served) {
        assert!(served > 0, "{} {} served no case", operation.name(), algorithm.name);
    }
}

macro_rules! suites {
    ($($name:ident $operation:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            suite(Operation::$operation);
        })*
    };
}

suites! {
    barrier Barrier,
    bcast Bcast,
    gather Gather,
    gatherv Gatherv,
    scatter Scatter,
    scatterv Scatterv,
    allgather Allgather,
    allgatherv Allgatherv,
    alltoall Alltoall,
    alltoallv Alltoallv,
    alltoallw Alltoallw,
    reduce Reduce,
    allreduce Allreduce,
    reduce_scatter ReduceScatter,
    reduce_scatter_block ReduceScatterBlock,
    scan Scan,
    exscan Exscan,
    neighbor_allgather NeighborAllgather,
    neighbor_allgatherv NeighborAllgatherv,
    neighbor_alltoall NeighborAlltoall,
    neighbor_alltoallv NeighborAlltoallv,
    neighbor_alltoallw NeighborAlltoallw,
}

/// A user may set a parameter to anything: it changes the messages, never the result.
#[test]
fn parameters_do_not_change_results() {
    let mut tried = 0;
    for algorithm in ALL.iter().copied().flatten().filter(|algorithm| !algorithm.parameters.is_empty()) {
        for size in [1, 2, 5, 8] {
            for case in Case::all(algorithm.operation, size) {
                let prepared = Prepared::new(case);
                for hosts_of in placements(algorithm, size) {
                    if (algorithm.precondition)(&seen(&prepared.calls[0], 0, &hosts_of, 0)).is_err() {
                        continue;
                    }
                    for value in [0, 1, 3, 17, u64::from(u32::MAX), 1 << 32, u64::MAX] {
                        let (case, calls) = (&prepared.case, &prepared.calls);
                        let run =
                            Run::with(case, &hosts_of, algorithm, calls, Delivery::Synchronous, Some(value)).finish();
                        let right =
                            run.memory.iter().zip(&prepared.results).all(|(memory, result)| memory.recv == *result);
                        assert!(right, "{} with {value}: {case:?} {hosts_of:?}", algorithm.name);
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// A barrier holds if no rank can leave before the last has come: every rank's end depends on every rank's start.
#[test]
fn barriers_hold() {
    for algorithm in super::of(Operation::Barrier) {
        for size in 2..=17 {
            for hosts_of in placements(algorithm, size) {
                let case = Case::plain(Operation::Barrier, size, 0);
                let calls = (0..size).map(|rank| case.call(rank)).collect::<Vec<_>>();
                if (algorithm.precondition)(&seen(&calls[0], 0, &hosts_of, 0)).is_err() {
                    continue;
                }
                for late in 0..size {
                    let mut run = Run::new(&case, &hosts_of, algorithm, &calls, Delivery::Eager);
                    run.hold(late);
                    assert_eq!(run.progress_all(), 0, "{} {size} ranks: one left before {late} came", algorithm.name);
                    run.release(late);
                    run.finish();
                }
            }
        }
    }
}

/// Messages and bytes of every algorithm, as a table for people; `WINDTUNNEL_WRITE_TABLES=1` writes it anew.
#[test]
fn message_counts() {
    let mut table = String::from(
        "# Messages / bytes sent by all ranks together: blocks or messages of 4 elements (8 bytes each; 16 bytes where\n\
         # the reduction is not commutative), root 0, one rank per host; smp: three ranks per host, han: two. In place\n\
         # where an algorithm works in no other way. Written by the test message_counts; -: its precondition fails.\n",
    );
    let sizes = [1, 2, 3, 4, 7, 8, 16, 17];
    write!(table, "{:<58}", "operation algorithm").unwrap();
    for size in sizes {
        write!(table, "{:>14}", format!("P = {size}")).unwrap();
    }
    table.push('\n');
    for algorithm in ALL.iter().copied().flatten() {
        let mut row = format!("{:<58}", format!("{} {}", algorithm.operation.name(), algorithm.name));
        for size in sizes {
            let mut case = Case::plain(algorithm.operation, size, 4);
            case.in_place = algorithm.name == "pairwise_sendrecv_replace";
            case.commutative = algorithm.name != "noncommutative";
            let per_host = match algorithm.name {
                "han" | "han_simple" => 2,
                _ if by_host_first(algorithm) => 3,
                _ => 1,
            };
            let hosts_of = RankHosts::new(size, |rank| rank / per_host);
            let calls = (0..size).map(|rank| case.call(rank)).collect::<Vec<_>>();
            let cell = if (algorithm.precondition)(&seen(&calls[0], 0, &hosts_of, 0)).is_err() {
                "-".to_owned()
            } else {
                let run = Run::new(&case, &hosts_of, algorithm, &calls, Delivery::Eager).finish();
                format!("{}/{}", run.messages, run.bytes)
            };
            write!(row, "{cell:>14}").unwrap();
        }
        table.push_str(&row);
        table.push('\n');
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/collectives/tests/message_counts.txt");
    if std::env::var_os("WINDTUNNEL_WRITE_TABLES").is_some() {
        std::fs::write(path, &table).unwrap();
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(table == stored, "{path} differs from:\n{table}");
}

#[test]
fn every_operation_has_its_list_at_its_place() {
    assert_eq!(ALL.len(), Operation::ALL.len());
    for (list, &operation) in ALL.iter().zip(Operation::ALL) {
        assert!(list.iter().all(|algorithm| algorithm.operation == operation), "{}", operation.name());
    }
}

#[test]
fn the_documentation_has_a_row_for_every_algorithm() {
    let page = include_str!("../../../../../docs/reference/collective-algorithms.md");
    let rows: Vec<(&str, &str)> = page
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            Some((cells.next()?, cells.next()?))
        })
        .collect();
    let has_row = |operation: &str, name: &str| {
        rows.iter().any(|(operations, algorithms)| {
            operations.split(", ").any(|known| known == operation) && algorithms.contains(&format!("`{name}`"))
        })
    };
    for (prefix, lists) in [("", ALL), ("inter_", super::inter::ALL)] {
        for algorithm in lists.iter().copied().flatten().filter(|algorithm| algorithm.name != "trivial") {
            let operation = format!("{prefix}{}", algorithm.operation.name());
            assert!(
                has_row(&operation, algorithm.name),
                "docs/reference/collective-algorithms.md: {operation} {}",
                algorithm.name
            );
        }
    }
}

#[test]
fn names_are_unique_words_with_a_sentence() {
    for list in ALL {
        for (i, algorithm) in list.iter().enumerate() {
            assert!(algorithm.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'));
            assert!(algorithm.doc.ends_with('.'), "{}", algorithm.name);
            assert!(list[..i].iter().all(|other| other.name != algorithm.name), "{}", algorithm.name);
            assert!(std::ptr::eq(find(algorithm.operation, algorithm.name).unwrap(), algorithm));
        }
    }
}
