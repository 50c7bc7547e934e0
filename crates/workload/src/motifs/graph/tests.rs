use super::*;
use crate::testing::Folder;
use ops::{Answer, Post, RankDriver, RankState};
use units::ActorId;

const TEXT: &str = "0 2 10 solve\n2 0 7 solve 3\n1 1 4 solve\n0 1 1 io\n3 0 0 io 5\n";

fn driver(ranks: u32, settings: &[&str]) -> Result<Box<dyn RankDriver>, MotifError> {
    let folder = Folder::new();
    let file = folder.file("pairs.txt", TEXT);
    let settings: Vec<String> =
        settings.iter().map(|text| text.replace("PAIRS", &file.display().to_string())).collect();
    (MOTIF.build)(ranks, &Values::parse(&MOTIF, &settings)?)
}

/// What a rank does, in words, without waits.
fn calls(rank: u32, settings: &[&str]) -> Vec<String> {
    let mut driver = driver(5, settings).unwrap();
    let mut posts = Vec::new();
    while driver.resume(ActorId(rank), &Answer::default(), &mut posts) == RankState::Blocked {
        assert!(matches!(posts.last(), Some(Post::Wait { .. })));
    }
    let word = |post: Post| match post {
        Post::Phase { name } => Some(name.to_string()),
        Post::Send { peer, buffer, .. } => Some(format!("{} to {peer}", buffer.bytes)),
        Post::Recv { source, buffer, .. } => Some(format!("{} from {source}", buffer.bytes)),
        _ => None,
    };
    posts.into_iter().filter_map(word).collect()
}

#[test]
fn every_pair_exchanges_what_the_graph_says() {
    assert_eq!(calls(0, &["file=PAIRS"]), ["solve", "7 from 2", "10 to 2", "io", "0 from 3", "1 to 1"]);
    assert_eq!(calls(1, &["file=PAIRS"]), ["solve", "4 from 1", "4 to 1", "io", "1 from 0"]);
    assert_eq!(calls(4, &["file=PAIRS"]), ["solve", "io"]);
    let all = ["solve", "3 to 0", "2 to 0", "2 to 0", "io"];
    assert_eq!(calls(2, &["file=PAIRS", "messages=all"])[1..], [&["10 from 0"], &all[1..]].concat());
    assert_eq!(calls(2, &["file=PAIRS", "messages=2"])[2..4], ["4 to 0", "3 to 0"]);
    assert_eq!(calls(0, &["file=PAIRS", "phase=io"]), ["io", "0 from 3", "1 to 1"]);
    assert_eq!(calls(2, &["file=PAIRS", "iterations=2"]).len(), 2 * calls(2, &["file=PAIRS"]).len());
}

#[test]
fn partners_follow_from_the_next_higher_one_on() {
    let edge = |destination| Edge { phase: 0, source: 3, destination, messages: 1, bytes: 1 };
    let graph = Graph { phases: vec!["0".into()], edges: [0, 1, 3, 5, 6].map(edge).to_vec(), ranks: 7 };
    let side = Side::new(&graph, 7, |edge| (edge.source, edge.destination));
    assert_eq!(side.of(0, 3).map(|(other, ..)| other).collect::<Vec<_>>(), [5, 6, 0, 1, 3]);
    assert_eq!(side.of(0, 4).count() + side.of(0, 2).count(), 0);
}

#[test]
fn a_graph_that_does_not_fit_is_an_error() {
    let error = |ranks, settings: &[&str]| driver(ranks, settings).err().unwrap().to_string();
    assert_eq!(
        error(4, &[]),
        "the motif graph needs the parameter `file=…`: a run folder with the table `graph`, a Parquet file, or a text file"
    );
    assert!(error(3, &["file=PAIRS"]).ends_with("ranks 0 to 3, but the run has 3 ranks; expected `-n 4` or more"));
    assert_eq!(
        error(4, &["file=PAIRS", "messages=0"]),
        "the parameter `messages=0` of the motif is not valid; expected a whole number from 1, or `all`"
    );
    assert!(error(4, &["file=PAIRS", "phase=slove"]).ends_with("; did you mean `solve`?"));
    assert!(error(4, &["file=/no/such"]).starts_with("/no/such: can't be read: "));
}
