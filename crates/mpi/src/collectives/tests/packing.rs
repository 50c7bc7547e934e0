//! How many blocks algorithms move one by one, and datatypes they make of them, against a plain count.

use super::cases::Case;
use super::executor::RankHosts;
use super::seen;
use crate::collectives::{build, find};
use crate::schedule::{Batch, Next, Vertex};
use ops::Operation;

/// By batch of one rank's schedule: datatypes and blocks.
fn packed(operation: Operation, algorithm: &str, size: u32, rank: u32, count: u64) -> Vec<(u32, u64)> {
    let case = Case::plain(operation, size, count);
    let (call, hosts) = (case.call(rank), RankHosts::new(size, |rank| rank));
    let context = seen(&call, rank, &hosts, 0);
    let algorithm = find(operation, algorithm).expect("an algorithm");
    let defaults = algorithm.parameters.iter().map(|own| own.default_number()).collect::<Vec<_>>();
    let mut generator = build(algorithm, &context, &defaults);
    let mut found = Vec::new();
    loop {
        let mut batch = Batch::default();
        let next = generator.resume(&context, &mut batch);
        let work = batch.vertices.iter().filter_map(|(vertex, _)| match vertex {
            Vertex::Pack { datatypes, blocks } => Some((*datatypes, *blocks)),
            _ => None,
        });
        found.extend(work);
        if next == Next::Last {
            return found;
        }
    }
}

#[test]
fn each_round_of_bruck_packs_the_blocks_with_its_bit() {
    for size in 2..70 {
        for rank in [0, size / 2, size - 1] {
            let rounds = (0..).take_while(|round| 1 << round < size);
            let with_bit = |round: u32| (0..size).filter(|block| block >> round & 1 == 1).count() as u64;
            let expected: Vec<_> = rounds.map(|round| (1, with_bit(round))).chain([(0, size.into())]).collect();
            assert_eq!(packed(Operation::Alltoall, "brucks", size, rank, 3), expected, "{size} ranks");
        }
    }
    assert_eq!(packed(Operation::Alltoall, "brucks", 8, 3, 0), [], "blocks without bytes");
}

#[test]
fn blocks_that_are_copied_one_by_one_are_counted_once() {
    let count = |operation, algorithm, size, rank| packed(operation, algorithm, size, rank, 3);
    for size in [4, 8, 16] {
        let each = u64::from(size);
        assert_eq!(count(Operation::ReduceScatterBlock, "noncommutative", size, 1), [(0, each)]);
        assert_eq!(count(Operation::Alltoall, "recursive_doubling", size, 1), [(0, each)]);
    }
    // Two rows of three: its own blocks, and those for the other rank of the column.
    assert_eq!(count(Operation::Alltoall, "2dmesh", 6, 1), [(0, 3), (0, 3)]);
    // Three planes of four.
    assert_eq!(count(Operation::Alltoall, "3dmesh", 12, 1), [(0, 4); 3]);
    // Blocks go where the caller wants each.
    let moved = Case::plain(Operation::Allgatherv, 7, 3).call(2).vectors.expect("blocks");
    let moved = moved.recv_bytes.iter().filter(|&&bytes| bytes > 0).count() as u64;
    assert!(moved > 3);
    assert_eq!(count(Operation::Allgatherv, "brucks", 7, 2), [(0, moved)]);
    // Two datatypes of two parts in each round, but in the first of an exchange of single blocks.
    assert_eq!(count(Operation::Allgatherv, "neighbour_exchange", 8, 1), [(2, 4); 3]);
    assert_eq!(count(Operation::ReduceScatter, "recursive_doubling", 8, 1), [(2, 4); 3]);
    // A pairwise exchange has nothing to pack.
    assert_eq!(count(Operation::Alltoall, "pairwise", 8, 1), []);
}
