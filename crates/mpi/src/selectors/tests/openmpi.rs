//! Checks that the decision lists of `openmpi-4.1` and `openmpi-5.0` select the algorithms of Open MPI's fixed decisions.

use super::{context, library};
use crate::schedule::{Context, Level};
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, Operation, Reducer, Vectors};

/// What an algorithm's number in Open MPI stands for, for a call of so many elements: its own fallbacks included.
fn meant(operation: Operation, number: u32, count: u64, ranks: u32) -> &'static str {
    let pieces = count >= u64::from(ranks);
    let halves = count >= 1 << ranks.ilog2();
    let (power_of_two, even) = (ranks.is_power_of_two(), ranks.is_multiple_of(2));
    match (operation, number) {
        (Operation::Barrier, 4) => "dissemination",
        (Operation::Barrier, 6) => "tree",
        (Operation::Bcast, 2) => "chain",
        (Operation::Bcast | Operation::Reduce, 3) => "pipeline",
        (Operation::Bcast, 4) => "split_binary",
        (Operation::Bcast, 5) | (Operation::Reduce, 4) => "binary",
        (Operation::Bcast, 6) | (Operation::Reduce, 5) => "segmented_binomial",
        (Operation::Bcast, 7) => "knomial",
        (Operation::Bcast, 8) if pieces => "scatter_allgather",
        (Operation::Bcast, 9) if pieces => "scatter_ring_allgather",
        (Operation::Reduce, 2) => "chain",
        (Operation::Reduce, 6) => "in_order_binary",
        (Operation::Reduce, 7) | (Operation::Allreduce, 6) if halves => "rabenseifner",
        (Operation::Allreduce, 2) => "reduce_bcast",
        (Operation::Allreduce, 4 | 5) if pieces => "ring",
        (Operation::Allgather, 3) if power_of_two => "recursive_doubling",
        (Operation::Allgather, 2 | 3) | (Operation::Allgatherv, 2) | (Operation::Alltoall, 3) => "brucks",
        (Operation::Allgather, 5) | (Operation::Allgatherv, 4) if even => "neighbour_exchange",
        (Operation::Allgather, 4 | 5) | (Operation::Allgatherv, 3 | 4) => "ring",
        (Operation::Allgather, 6) | (Operation::Allgatherv, 5) => "recursive_doubling",
        (Operation::Alltoall, 1 | 4 | 5) | (Operation::Alltoallv, 1) => "scattered",
        (Operation::Alltoall, 2) => "pairwise",
        (Operation::Alltoallv, 2) => "pairwise_exchange",
        (Operation::Gather | Operation::Scatter, 2) => "binomial",
        (Operation::Gather, 3) => "linear_sync",
        (Operation::Scatter, 3) => "linear",
        (Operation::ReduceScatter, 2) | (Operation::ReduceScatterBlock, 3) => "recursive_halving",
        (Operation::ReduceScatter, 3) => "ring",
        (Operation::ReduceScatter | Operation::ReduceScatterBlock, 4) => "butterfly",
        (Operation::ReduceScatterBlock, 2) => "recursive_doubling",
        (Operation::Barrier, 3 | 5) | (Operation::Allreduce, 3..=5) => "recursive_doubling",
        _ => "linear",
    }
}

fn call(operation: Operation, commutative: bool, bytes: u64, element_bytes: u64, ranks: u32) -> CollectiveCall {
    let sum = Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::F64 };
    let lengths: Box<[u64]> = vec![bytes; ranks as usize].into();
    let vector = matches!(operation, Operation::Allgatherv | Operation::Alltoallv);
    CollectiveCall {
        operation,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count: bytes / element_bytes,
        element_bytes,
        in_place: false,
        reducer: Some(if commutative { sum } else { Reducer::User { op: 0, commutative } }),
        vectors: vector.then(|| {
            Box::new(Vectors {
                send_bytes: lengths.clone(),
                send_offsets: lengths.clone(),
                recv_bytes: lengths.clone(),
                recv_offsets: lengths,
                neighbours: None,
            })
        }),
        signature: 0,
        signature_sent: 0,
    }
}

/// coll_tuned_decision_fixed.c is the same file from v4.1.0 to v5.0.9.
#[test]
fn open_mpi_decides_as_its_source_at_every_boundary() {
    for name in ["openmpi-4.1", "openmpi-5.0"] {
        decides_as_its_source(name);
    }
}

fn decides_as_its_source(name: &str) {
    let selector = library(name).selector;
    let mut asked = 0;
    for row in include_str!("openmpi-5.0.txt").lines().filter(|row| !row.starts_with('#')) {
        let words: Vec<&str> = row.split(' ').collect();
        let operation = super::super::read::operation(words[0]).unwrap();
        let (ranks, commutative) = (words[1].parse::<u32>().unwrap(), words[2] == "c");
        let runs: Vec<(u64, u32)> = words[3..]
            .iter()
            .map(|run| run.split_once(':').map(|(first, number)| (first.parse().unwrap(), number.parse().unwrap())))
            .map(Option::unwrap)
            .collect();
        for (at, &(first, number)) in runs.iter().enumerate() {
            let last = runs.get(at + 1).map_or(first + 1_000, |next| next.0 - 1);
            for (bytes, element_bytes) in [(first, 1), (last, 1), (first, first), (last, last)] {
                let call = call(operation, commutative, bytes, element_bytes, ranks);
                let choice = selector.select(operation, true, Level::All, &context(&call, ranks, 1)).unwrap();
                let expected = meant(operation, number, call.count, ranks);
                assert_eq!(choice.algorithm.name, expected, "{row}: {bytes} bytes of {element_bytes}");
                let concurrent = (operation, number) == (Operation::Scatter, 3);
                assert!(
                    operation != Operation::Scatter || number == 2 || choice.parameters[0] == u64::from(concurrent)
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 4_500, "{asked}");
}

/// Which algorithm a call of 8 bytes gets, and the same call where a file's rules name the last one of the list.
fn with_hosts(
    name: &str,
    operation: Operation,
    blocking: bool,
    commutative: bool,
    per_host: u32,
) -> [&'static str; 2] {
    let mut selector = library(name).selector;
    let call = call(operation, commutative, 8, 8, 12);
    let context = Context { blocking, ..context(&call, 12, per_host) };
    let own = selector.select(operation, blocking, Level::All, &context).unwrap().algorithm.name;
    let last = selector.rules(operation, true).last().unwrap().clone();
    selector.precede(operation, vec![last]);
    [own, selector.select(operation, blocking, Level::All, &context).unwrap().algorithm.name]
}

#[test]
fn han_comes_first_where_some_of_several_hosts_have_several_ranks() {
    let of_han = [
        Operation::Barrier,
        Operation::Bcast,
        Operation::Gather,
        Operation::Scatter,
        Operation::Allgather,
        Operation::Reduce,
        Operation::Allreduce,
    ];
    for operation in of_han {
        let uneven = !matches!(operation, Operation::Barrier | Operation::Allreduce);
        let reduces = matches!(operation, Operation::Reduce | Operation::Allreduce);
        // Hosts of 3 and of 5 ranks; rules for tuned change nothing of what HAN does.
        assert_eq!(with_hosts("openmpi-5.0", operation, true, true, 3), ["han"; 2]);
        let [unbalanced, with_rules] = with_hosts("openmpi-5.0", operation, true, true, 5);
        assert_eq!([unbalanced == "han", with_rules == "han"], [!uneven; 2], "{}: {unbalanced}", operation.name());
        for (name, blocking, commutative, per_host) in [
            ("openmpi-5.0", true, true, 1),
            ("openmpi-5.0", true, true, 12),
            ("openmpi-5.0", false, true, 3),
            ("openmpi-5.0", false, true, 5),
            ("openmpi-5.0", true, !reduces, 3),
            ("openmpi-4.1", true, true, 3),
        ] {
            let [own, _] = with_hosts(name, operation, blocking, commutative, per_host);
            let of_han = !reduces && (name, blocking, commutative, per_host) == ("openmpi-5.0", true, true, 3);
            assert_eq!(own.starts_with("han"), of_han, "{name} {} {blocking} {per_host}: {own}", operation.name());
        }
    }
}
