//! Helpers for tests of motifs (built-in communication patterns): run a motif's ranks, and list their requests to the engine.

use super::motif::Motif;
use super::parameter::{MotifError, Values};
use ops::{Answer, Post, RankDriver, RankState};
use units::ActorId;

/// A motif's driver.
pub(super) fn driver(motif: &Motif, ranks: u32, settings: &[&str]) -> Result<Box<dyn RankDriver>, MotifError> {
    let settings: Vec<String> = settings.iter().map(|text| (*text).to_owned()).collect();
    (motif.build)(ranks, &Values::parse(motif, &settings)?)
}

/// All posts of a rank of a motif, those of blocking messages in their parts.
pub(super) fn posts(motif: &Motif, ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    let mut driver = driver(motif, ranks, settings).unwrap();
    let mut posts = Vec::new();
    while driver.resume(ActorId(rank), &Answer::default(), &mut posts) == RankState::Blocked {
        assert!(posts.last().unwrap().demands_answer());
    }
    posts.into_iter().flat_map(|post| post.parts().map_or_else(|| vec![post], Vec::from)).collect()
}
