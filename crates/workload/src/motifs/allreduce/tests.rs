use super::*;
use ops::{Answer, Post, RankDriver, RankState};
use units::{ActorId, Time};

fn driver(ranks: u32, settings: &[&str]) -> Result<Box<dyn RankDriver>, MotifError> {
    let settings: Vec<String> = settings.iter().map(|text| (*text).to_owned()).collect();
    (MOTIF.build)(ranks, &Values::parse(&MOTIF, &settings)?)
}

#[test]
fn every_iteration_computes_and_reduces() {
    for ranks in [1, 2, 3, 7, 1_000_000] {
        let mut driver = driver(ranks, &["iterations=3", "compute=5 us", "bytes=24 B"]).unwrap();
        let mut posts = Vec::new();
        while driver.resume(ActorId(ranks - 1), &Answer::default(), &mut posts) == RankState::Blocked {}
        let entered = posts.iter().filter_map(|post| match post {
            Post::Enter { function, block, .. } => Some((*function, *block)),
            _ => None,
        });
        let call = (Function::Allreduce, Work::Time("5 us".parse::<Time>().unwrap()));
        let expected = [(Function::Init, Work::NONE), call, call, call, (Function::Finalize, Work::NONE)];
        assert_eq!(entered.collect::<Vec<_>>(), expected, "{ranks} ranks");
        let counts = posts.iter().filter_map(|post| match post {
            Post::Collective { call, .. } => Some((call.count, call.element_bytes)),
            _ => None,
        });
        assert_eq!(counts.collect::<Vec<_>>(), [(3, 8); 3]);
        assert_eq!(driver.issued_work(), Some((3, 3 * u64::from(ranks))));
    }
}

#[test]
fn parts_of_doubles_are_refused() {
    let error = driver(4, &["bytes=12 B"]).err().unwrap().to_string();
    assert_eq!(
        error,
        "the parameter `bytes=12 B` of the motif is not valid; expected a multiple of 8 bytes, for example `8 B`"
    );
}
