use crate::motifs::{MOTIFS, Values};
use ops::{Answer, Post, RankState};
use units::ActorId;

/// The posts of rank 0 of a ping-pong. A motif needs no program: the engine resumes it as it resumes a rank.
#[test]
fn a_motif_posts_what_a_program_would() {
    let motif = MOTIFS.iter().find(|motif| motif.name == "ping").unwrap();
    let settings = ["bytes=8 B".to_owned(), "iterations=1".to_owned()];
    let mut driver = (motif.build)(2, &Values::parse(motif, &settings).unwrap()).unwrap();
    let (mut posts, rank) = (Vec::new(), ActorId(0));
    while driver.resume(rank, &Answer::default(), &mut posts) == RankState::Blocked {
        assert!(posts.last().unwrap().demands_answer(), "a rank stops only where it needs an answer");
    }
    let calls: Vec<_> = posts.iter().filter(|post| post.parts().is_some()).collect();
    assert!(
        matches!(calls[..], [Post::BlockingSend { peer: 1, .. }, Post::BlockingRecv { source: 1, .. }]),
        "{calls:?}"
    );
}
