use super::super::testing;
use super::*;
use ops::{Post, RequestId, RequestSet};
use units::Time;

fn posts(ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    testing::posts(&MOTIF, ranks, rank, settings)
}

/// From whom to whom, tag and numbers of all that is sent; every message has its receive, posted before the rank's own send.
fn messages(ranks: u32, settings: &[&str]) -> Vec<(u32, u32, i32, u64)> {
    let (mut sent, mut received) = (Vec::new(), Vec::new());
    for rank in 0..ranks {
        for post in posts(ranks, rank, settings) {
            match post {
                Post::Send { peer, tag, buffer, blocking: true, .. } => {
                    sent.push((rank, peer, tag, buffer.bytes / 8))
                }
                Post::Recv { source, tag, buffer, .. } => received.push((source as u32, rank, tag, buffer.bytes / 8)),
                Post::Send { .. } => panic!("{post:?}"),
                _ => {}
            }
        }
    }
    let mut of_receivers = received;
    let mut of_senders = sent.clone();
    of_senders.sort_unstable();
    of_receivers.sort_unstable();
    assert_eq!(of_senders, of_receivers, "{ranks} ranks, {settings:?}");
    sent
}

#[test]
fn every_message_has_its_receive_on_squares_and_others() {
    for (ranks, levels) in [(2, 1), (4, 1), (8, 2), (16, 2), (32, 3), (64, 3)] {
        for rows in ["rows=0", "rows=1003", "rows=7", "rows=1024"] {
            let sent = messages(ranks, &[rows, "inner=3", "iterations=2"]);
            assert_eq!(sent.len() as u32, 2 * ranks * (levels + 3 * (3 * levels + 1) + (levels + 1) + 2 * levels));
        }
    }
}

/// In a product on 2 × 4 ranks: halves of blocks of 5 and 6 rows, then the transposed exchange.
#[test]
fn a_row_of_twice_as_many_ranks_halves_its_block_first() {
    let of = |rank: u32| -> Vec<(u32, i32, u64)> {
        let sent = messages(8, &["rows=11", "inner=0", "iterations=1"]);
        let own: Vec<_> = sent.into_iter().filter(|(from, ..)| *from == rank).collect();
        // After the first sum of two levels.
        own[2..5].iter().map(|(_, to, tag, numbers)| (*to, *tag, *numbers)).collect()
    };
    assert_eq!(of(0), [(1, 2, 3), (2, 1, 3), (0, 1, 3)], "6 rows: it keeps 3 of them");
    assert_eq!(of(3), [(2, 2, 3), (1, 1, 3), (5, 1, 3)]);
    assert_eq!(of(5), [(4, 2, 3), (7, 1, 2), (3, 1, 2)], "5 rows: it keeps 2, and sends 3");
    assert_eq!(of(6), [(7, 2, 2), (4, 1, 3), (6, 1, 3)]);
}

#[test]
fn a_product_is_computed_before_its_first_exchange() {
    let posts = posts(4, 1, &["inner=2", "iterations=1", "compute=5 us"]);
    let blocks: Vec<_> = posts
        .iter()
        .filter_map(|post| match post {
            Post::Enter { function, block, .. } if !block.is_none() => Some((*function, *block)),
            _ => None,
        })
        .collect();
    assert_eq!(blocks, [(Function::Irecv, Work::Time(Time::from_ps(5_000_000))); 3]);
    let waits: Vec<_> = posts
        .iter()
        .filter_map(
            |post| if let Post::Wait { set: RequestSet::One(request), .. } = post { Some(*request) } else { None },
        )
        .collect();
    assert_eq!(waits[..4], [1, 0, 1, 0].map(RequestId), "for the send, then for the receive");
}

/// On 2 × 4 ranks with one inner step: phases by name, and how many messages a rank sends in each.
#[test]
fn phases_follow_one_another_and_barriers_may_keep_them_apart() {
    let of = |settings: &[&str]| {
        let mut found: Vec<(String, u32)> = Vec::new();
        for post in posts(8, 3, settings) {
            match post {
                Post::Phase { name } => found.push((name.to_string(), 0)),
                Post::Send { .. } | Post::Collective { .. } => found.last_mut().unwrap().1 += 1,
                _ => {}
            }
        }
        found
    };
    let named =
        |list: &[(&str, u32)]| -> Vec<_> { list.iter().map(|(name, sent)| ((*name).to_owned(), *sent)).collect() };
    let product = [("reduction", 2), ("transpose", 1), ("dots", 4)];
    let all = named(&[&[("dots", 2)], &product[..], &product[..]].concat());
    assert_eq!(of(&["inner=1", "iterations=1"]), all);
    let apart = all.into_iter().flat_map(|phase| [("barrier".to_owned(), 1), phase]).collect::<Vec<_>>();
    assert_eq!(of(&["inner=1", "iterations=1", "barriers=yes"]), apart);
}

#[test]
fn other_numbers_of_ranks_are_refused() {
    for ranks in [1, 3, 6, 12] {
        let error = testing::driver(&MOTIF, ranks, &[]).err().unwrap().to_string();
        assert_eq!(
            error,
            format!(
                "the motif cg needs a number of ranks that is a power of two, from 2 on; this run has {ranks} ranks"
            )
        );
    }
}
