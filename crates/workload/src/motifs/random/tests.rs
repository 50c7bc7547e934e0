use super::super::testing;
use super::*;
use ops::{Answer, Post, RankState};
use std::collections::BTreeSet;
use units::ActorId;

/// All messages in the order of posts: sender, receiver, tag, bytes; as sent and as received.
fn messages(ranks: u32, settings: &[&str]) -> [Vec<(u32, u32, i32, u64)>; 2] {
    let mut driver = testing::driver(&MOTIF, ranks, settings).unwrap();
    let (mut sent, mut received) = (Vec::new(), Vec::new());
    for rank in 0..ranks {
        let mut posts = Vec::new();
        while driver.resume(ActorId(rank), &Answer::default(), &mut posts) == RankState::Blocked {}
        for post in &posts {
            match post {
                Post::Send { peer, tag, buffer, .. } => sent.push((rank, *peer, *tag, buffer.bytes)),
                Post::Recv { source, tag, buffer, .. } => received.push((*source as u32, rank, *tag, buffer.bytes)),
                _ => {}
            }
        }
    }
    [sent, received]
}

#[test]
fn every_message_has_its_receive_and_every_rank_receives_as_many_as_it_sends() {
    for ranks in [1, 2, 3, 4, 5, 7, 16, 17, 61, 64, 65] {
        let [mut sent, mut received] = messages(ranks, &["messages=3", "iterations=4", "bytes=100 B"]);
        assert_eq!(sent.len(), 12 * ranks as usize);
        for rank in 0..ranks {
            assert_eq!(received.iter().filter(|(_, to, ..)| *to == rank).count(), 12, "{rank} of {ranks}");
        }
        assert!(ranks == 1 || sent.iter().all(|(from, to, ..)| from != to));
        sent.sort_unstable();
        received.sort_unstable();
        assert_eq!(sent, received, "{ranks} ranks");
    }
}

#[test]
fn a_message_is_one_ring_through_all_ranks() {
    let random = Random { ranks: 1000, messages: 1, bytes: 0, compute: Work::NONE, seed: 5 };
    let order = random.order(3, 2);
    let mut at = 17;
    let visited: BTreeSet<u32> = (0..1000)
        .map(|_| {
            let next = order.after(at);
            assert_eq!(order.before(next), at);
            at = next;
            at
        })
        .collect();
    assert_eq!((visited.len(), at), (1000, 17));
}

#[test]
fn the_largest_numbers_of_ranks_have_places_too() {
    for ranks in [1_000_000, 999_983, i32::MAX as u32] {
        let random = Random { ranks, messages: 1, bytes: 0, compute: Work::NONE, seed: 1 };
        for rank in [0, 1, ranks / 2, ranks - 1] {
            let order = random.order(rank, 0);
            assert!(order.place(rank) < ranks);
            assert_eq!(order.rank(order.place(rank)), rank);
        }
    }
}

#[test]
fn partners_are_uniform_and_depend_on_the_seed() {
    let counts = |ranks: usize, settings: &[&str]| {
        let mut counts = vec![vec![0i64; ranks]; ranks];
        for (from, to, ..) in &messages(ranks as u32, settings)[0] {
            counts[*from as usize][*to as usize] += 1;
        }
        counts
    };
    // 2000 messages of each rank to 4 others: 500 to each with a standard deviation of 19.4.
    let five = counts(5, &["messages=20", "iterations=100"]);
    for (from, to) in (0..25).map(|pair| (pair / 5, pair % 5)).filter(|(from, to)| from != to) {
        assert!((five[from][to] - 500).abs() < 5 * 20, "{from} to {to}: {}", five[from][to]);
    }
    let once = ["iterations=1"];
    assert_eq!(messages(64, &once), messages(64, &once));
    assert_ne!(messages(64, &once), messages(64, &["iterations=1", "seed=2"]));
    let two = messages(64, &["messages=2", "iterations=2"])[0].iter().map(|m| m.1).collect::<Vec<_>>();
    assert_eq!(
        two[..4].iter().collect::<BTreeSet<_>>().len(),
        4,
        "iterations and messages have partners of their own"
    );
}

#[test]
fn computation_follows_the_exchange() {
    let mut driver = testing::driver(&MOTIF, 4, &["iterations=2", "compute=5 us"]).unwrap();
    let mut posts = Vec::new();
    while driver.resume(ActorId(0), &Answer::default(), &mut posts) == RankState::Blocked {}
    let blocks = posts.iter().filter_map(|post| match post {
        Post::Enter { function, block, .. } if !block.is_none() => Some(*function),
        _ => None,
    });
    assert_eq!(blocks.collect::<Vec<_>>(), [Function::Irecv, Function::Finalize]);
}

#[test]
fn more_messages_than_tags_are_refused() {
    let error = testing::driver(&MOTIF, 4, &["messages=32768"]).err().unwrap().to_string();
    assert_eq!(
        error,
        "the parameter `messages=32768` of the motif is not valid; expected a whole number up to 32767"
    );
}
