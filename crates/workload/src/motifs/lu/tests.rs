use super::super::testing;
use super::*;
use ops::Post;
use std::collections::BTreeMap;

fn posts(ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    testing::posts(&MOTIF, ranks, rank, settings)
}

/// Messages by sender, receiver, tag and bytes; every message has its receive.
fn messages(ranks: u32, settings: &[&str]) -> BTreeMap<(u32, u32, i32, u64), u32> {
    let (mut sent, mut received) = (BTreeMap::new(), BTreeMap::new());
    for rank in 0..ranks {
        for post in posts(ranks, rank, settings) {
            match post {
                Post::Send { peer, tag, buffer, .. } => {
                    *sent.entry((rank, peer, tag, buffer.bytes)).or_insert(0) += 1
                }
                Post::Recv { source, tag, buffer, .. } => {
                    *received.entry((source as u32, rank, tag, buffer.bytes)).or_insert(0) += 1;
                }
                _ => {}
            }
        }
    }
    assert_eq!(sent, received, "{ranks} ranks, {settings:?}");
    sent
}

/// Class S on 4 × 2 ranks: 3 × 6 points each, of which ranks at the surface of the cube compute fewer.
#[test]
fn messages_are_those_of_lu() {
    let found = messages(8, &["size=12", "iterations=3"]);
    let of = |from: u32, to: u32| -> Vec<(i32, u64, u32)> {
        let between = found.iter().filter(|((sender, receiver, ..), _)| (*sender, *receiver) == (from, to));
        between.map(|(&(_, _, tag, bytes), &number)| (tag, bytes, number)).collect()
    };
    // Ten planes of five numbers for 5 of 6 points, and two layers of 6 · 12 points: three times.
    assert_eq!(of(0, 1), [(2, 8 * 5 * 5, 30), (2, 8 * 10 * 6 * 12, 3)]);
    assert_eq!(of(1, 0), [(1, 8 * 5 * 5, 30), (1, 8 * 10 * 6 * 12, 3)]);
    // Rank 0 has 2 points in x that are not on the surface, rank 1 has 3.
    assert_eq!(of(0, 4), [(4, 8 * 5 * 2, 30), (4, 8 * 10 * 3 * 12, 3)]);
    assert_eq!(of(5, 1), [(3, 8 * 5 * 3, 30), (3, 8 * 10 * 3 * 12, 3)]);
    // Ten pairs of neighbours, both ways.
    assert_eq!(found.values().sum::<u32>(), 10 * 2 * 33);
}

#[test]
fn every_message_has_its_receive_on_all_grids() {
    for (ranks, pairs) in [(1, 0), (2, 1), (4, 4), (6, 7), (7, 6), (9, 12), (16, 24), (32, 52)] {
        for size in [24, 25, 30] {
            let found = messages(ranks, &[&format!("size={size}"), "iterations=2"]);
            assert_eq!(found.values().sum::<u32>(), pairs * 2 * 2 * (size - 1), "{ranks} ranks, {size}");
        }
    }
}

/// Points of all ranks: 10 · 10 in each of 20 planes of sweeps, and all in a right-hand side.
#[test]
fn every_point_is_computed() {
    for ranks in [1, 2, 6, 8] {
        let mut picoseconds = 0;
        for rank in 0..ranks {
            for post in posts(ranks, rank, &["size=12", "iterations=2", "compute=1 us", "rhs=100 ns"]) {
                if let Post::Enter { block: Work::Time(time), .. } = post {
                    picoseconds += time.ps();
                }
            }
        }
        assert_eq!(picoseconds, 2 * (20 * 100 * 1_000_000 + 12 * 12 * 12 * 100_000), "{ranks} ranks");
    }
}

/// What a rank inside the grid does for a plane: it hears from both sides, computes, and tells the other two.
#[test]
fn a_plane_is_computed_between_its_messages() {
    let calls: Vec<_> = posts(9, 4, &["size=9", "iterations=1", "compute=2 us"])
        .iter()
        .filter_map(|post| match post {
            Post::Enter { function, block, .. } => Some((*function, *block)),
            _ => None,
        })
        .collect();
    let block = Work::Time(Time::from_ps(9 * 2_000_000));
    let plane = [
        (Function::Recv, Work::NONE),
        (Function::Recv, Work::NONE),
        (Function::Send, block),
        (Function::Send, Work::NONE),
    ];
    assert_eq!(calls[1..5], plane);
    let exchange = [Function::Irecv, Function::Send, Function::Wait].map(|function| (function, Work::NONE));
    let sweeps = 1 + 2 * 7 * 4;
    assert_eq!(calls[sweeps], (Function::Allreduce, Work::NONE));
    assert_eq!(calls[sweeps + 1..sweeps + 13], [exchange; 4].concat());
    assert_eq!(calls[sweeps + 13..], [(Function::Allreduce, Work::NONE), (Function::Finalize, Work::NONE)]);
}

#[test]
fn what_has_no_sense_is_refused() {
    let error = testing::driver(&MOTIF, 16, &["size=11"]).err().unwrap().to_string();
    assert_eq!(
        error,
        "the motif lu needs few enough ranks that each has at least 3 points in x and y; this run has 16 ranks"
    );
    let error = testing::driver(&MOTIF, 1, &["size=2"]).err().unwrap().to_string();
    assert!(error.contains("a whole number from 3 to 100000"), "{error}");
}
