use super::super::testing;
use super::*;
use ops::Post;

fn posts(ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    testing::posts(&MOTIF, ranks, rank, settings)
}

/// Sent, to or from whom, bytes.
fn messages(posts: &[Post]) -> Vec<(bool, u32, u64)> {
    let messages = posts.iter().filter_map(|post| match post {
        Post::Send { peer, buffer, .. } => Some((true, *peer, buffer.bytes)),
        Post::Recv { source, buffer, .. } => Some((false, *source as u32, buffer.bytes)),
        _ => None,
    });
    messages.collect()
}

#[test]
fn pairs_send_in_turn() {
    let settings = ["bytes=3 B", "iterations=2"];
    let (to, fro) = ((true, 3, 3), (false, 3, 3));
    assert_eq!(messages(&posts(5, 2, &settings)), [to, fro, to, fro]);
    let (to, fro) = ((false, 2, 3), (true, 2, 3));
    assert_eq!(messages(&posts(5, 3, &settings)), [to, fro, to, fro]);
}

#[test]
fn a_rank_without_a_partner_does_nothing() {
    let posts = posts(5, 4, &[]);
    assert!(matches!(posts[..], [Post::Enter { .. }, Post::Init, Post::Enter { .. }, Post::Finalize]), "{posts:?}");
}
