use super::super::testing;
use super::*;
use ops::Post;
use units::Time;

fn posts(ranks: u32, settings: &[&str]) -> Vec<Post> {
    testing::posts(&MOTIF, ranks, ranks - 1, settings)
}

fn entered(posts: &[Post]) -> Vec<(Function, Work)> {
    let calls = posts.iter().filter_map(|post| match post {
        Post::Enter { function, block, .. } => Some((*function, *block)),
        _ => None,
    });
    calls.collect()
}

#[test]
fn a_rank_posts_the_documented_sequence() {
    let posts = posts(6, &["bytes=1 KiB", "iterations=2", "compute=5 us"]);
    let (none, five) = (Work::NONE, Work::Time(Time::from_ns(5_000)));
    let expected = [
        (Function::Init, none),
        (Function::Alltoall, none),
        (Function::Barrier, none),
        (Function::Alltoall, five),
        (Function::Barrier, none),
        (Function::Finalize, five),
    ];
    assert_eq!(entered(&posts), expected);
    let calls: Vec<(Operation, u64, u64)> = posts
        .iter()
        .filter_map(|post| match post {
            Post::Collective { call, blocking: true, .. } => Some((call.operation, call.count, call.send.bytes)),
            _ => None,
        })
        .collect();
    let (all, barrier) = ((Operation::Alltoall, 1024, 6 * 1024), (Operation::Barrier, 0, 0));
    assert_eq!(calls, [all, barrier, all, barrier]);
}

#[test]
fn without_barriers_and_iterations() {
    let functions = |settings: &[&str]| {
        entered(&posts(3, settings)).into_iter().map(|(function, _)| function).collect::<Vec<_>>()
    };
    let alltoall = Function::Alltoall;
    assert_eq!(functions(&["barrier=no", "iterations=2"]), [Function::Init, alltoall, alltoall, Function::Finalize]);
    assert_eq!(functions(&["iterations=0"]), [Function::Init, Function::Finalize]);
}
