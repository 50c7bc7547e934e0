use super::super::testing;
use super::*;
use ops::Post;

fn posts(ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    testing::posts(&MOTIF, ranks, rank, settings)
}

/// Sent, to or from whom, tag.
fn messages(posts: &[Post]) -> Vec<(bool, u32, i32)> {
    let messages = posts.iter().filter_map(|post| match post {
        Post::Send { peer, tag, .. } => Some((true, *peer, *tag)),
        Post::Recv { source, tag, .. } => Some((false, *source as u32, *tag)),
        _ => None,
    });
    messages.collect()
}

#[test]
fn neighbours_are_the_nearest_on_a_ring_and_every_message_has_its_receive() {
    let of_first = messages(&posts(7, 0, &["neighbours=4", "iterations=1"]));
    let peers: Vec<u32> = of_first.iter().filter(|(sent, ..)| *sent).map(|(_, peer, _)| *peer).collect();
    assert_eq!(peers, [1, 6, 2, 5]);
    for (ranks, neighbours) in [(7, 4), (8, 8), (3, 8), (2, 2), (1, 2), (5, 0)] {
        let settings = [&*format!("neighbours={neighbours}"), "iterations=2"];
        let mut sent = Vec::new();
        let mut received = Vec::new();
        for rank in 0..ranks {
            for (is_send, peer, tag) in messages(&posts(ranks, rank, &settings)) {
                if is_send { sent.push((rank, peer, tag)) } else { received.push((peer, rank, tag)) }
            }
        }
        sent.sort_unstable();
        received.sort_unstable();
        assert_eq!(sent, received, "{ranks} ranks, {neighbours} neighbours");
        assert_eq!(sent.len(), 2 * (ranks * neighbours) as usize);
    }
}

#[test]
fn computation_is_the_block_before_the_next_call() {
    let compute = |posts: &[Post]| -> Vec<String> {
        let blocks = posts.iter().filter_map(|post| match post {
            Post::Enter { function, block, .. } if !block.is_none() => Some(format!("{function}")),
            _ => None,
        });
        blocks.collect()
    };
    let settings = ["neighbours=2", "iterations=2", "compute=5 us"];
    assert_eq!(compute(&posts(4, 1, &settings)), ["MPI_Irecv", "MPI_Finalize"]);
    let settings = ["neighbours=2", "iterations=2", "compute=5 us", "allreduce=8 B"];
    assert_eq!(compute(&posts(4, 1, &settings)), ["MPI_Allreduce", "MPI_Allreduce"]);
    let settings = ["neighbours=0", "iterations=2", "compute=5 us"];
    assert_eq!(
        compute(&posts(4, 1, &settings)),
        ["MPI_Waitall", "MPI_Finalize"],
        "without a neighbour nothing waits"
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (setting, expected) in [("neighbours=3", "an even number"), ("allreduce=4 B", "a multiple of 8 bytes")] {
        let error = testing::driver(&MOTIF, 4, &[setting]).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
