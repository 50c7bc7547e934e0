use super::*;

fn posts(ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    let settings: Vec<String> = settings.iter().map(|text| (*text).to_owned()).collect();
    let mut driver = Ping::new(ranks, &Values::parse(&MOTIF, &settings).unwrap()).unwrap();
    let mut posts = Vec::new();
    while driver.resume(ActorId(rank), &Answer::default(), &mut posts) == RankState::Blocked {
        assert!(posts.last().unwrap().demands_answer());
    }
    posts
}

/// Sent, to or from whom, bytes.
fn messages(posts: &[Post]) -> Vec<(bool, u32, u64)> {
    let messages = posts.iter().filter_map(|post| match post {
        Post::BlockingSend { peer, buffer, .. } => Some((true, *peer, buffer.bytes)),
        Post::BlockingRecv { source, buffer, .. } => Some((false, *source as u32, buffer.bytes)),
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
