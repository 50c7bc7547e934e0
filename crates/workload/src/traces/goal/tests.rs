//! Tests of replayed GOAL programs: which requests to the engine a GOAL graph makes, and which programs are refused.

use super::*;
use crate::testing::{Folder, failure, fatal, first_answer, run};
use crate::traces;
use ops::{ErrorClass, RankState};
use units::ActorId;

fn posts_of(text: &str) -> Vec<Post> {
    let folder = Folder::new();
    let path = folder.file("drawn.goal", text);
    let mut open = traces::open(&[path]).unwrap();
    run(&mut *open.driver, 0, open.ranks)
}

/// What a rank calls, and the blocks before.
fn calls(posts: &[Post]) -> Vec<(Function, u64)> {
    let call = |post: &Post| match post {
        Post::Enter { function, block: Work::Time(time), .. } => Some((*function, time.ps())),
        _ => None,
    };
    posts.iter().filter_map(call).collect()
}

#[test]
fn a_graph_becomes_calls() {
    let text = "num_ranks 2\nrank 0 {\na: calc 3\nb: send 8b to 1 tag 4\nb requires a\nc: recv 9b from -1 tag -1\nd: calc 5\n\
                d requires c\ne: calc 2\ne irequires b\n}\nrank 1 {\n}\n";
    let posts = posts_of(text);
    // The receive is free at once, then the computation, which frees the send, whose start frees another one.
    let expected = [
        (Function::Init, 0),
        (Function::Irecv, 0),
        (Function::Isend, 3000),
        (Function::Waitsome, 2000),
        (Function::Waitall, 5000),
        (Function::Finalize, 0),
    ];
    assert_eq!(calls(&posts), expected);
    let message = posts.iter().find_map(|post| match post {
        Post::Send { peer, tag, buffer, .. } => Some((*peer, *tag, buffer.bytes)),
        _ => None,
    });
    assert_eq!(message, Some((1, 4, 8)));
    let any = |post: &Post| matches!(post, Post::Recv { source: ANY, tag: ANY, .. });
    assert!(posts.iter().any(any));
}

#[test]
fn between_computations_it_looks_what_has_ended() {
    let text = "num_ranks 1\nrank 0 {\nr: recv 9b from 0\ns: send 9b to 0\na: calc 5\nb: calc 6\nc: calc 7\nc requires r\n}\n";
    let looks = calls(&posts_of(text)).into_iter().filter(|(function, _)| *function == Function::Testsome).count();
    assert!(looks >= 1, "{looks}");
}

#[test]
fn what_cannot_be_replayed_is_refused_with_its_place() {
    let cases = [
        (
            "calc 1 cpu 2",
            "an operation on processor 2 of a rank is not supported by the default engine, which simulates a platform; `--engine loggopsim` supports it",
        ),
        (
            "send 1b to 0 nic 1",
            "an operation on network interface 1 of a rank is not supported by the default engine, which simulates a platform; `--engine \
          loggopsim` supports it",
        ),
        ("send 1b to 0 tag 4000000000", "tag `4000000000` is too large (at most 2147483647)"),
        ("calc 9300000000000000", "calc `9300000000000000` is too large (at most 9223372036854775)"),
        ("recv 1000000000000000b from 0", "size `1000000000000000` is too large (at most 281474976710656)"),
    ];
    let folder = Folder::new();
    for (operation, expected) in cases {
        let path = folder.file("bad.goal", format!("num_ranks 1\nrank 0 {{\ncalc 1\n{operation}\n}}\n"));
        let message = open(&[path]).err().unwrap().to_string();
        let rest = message.split_once("bad.goal:").unwrap().1;
        assert_eq!(rest, format!("4:1: {expected}"));
    }
    let two = [folder.file("a.goal", "num_ranks 1\nrank 0 {\n}\n"), folder.file("b.goal", "")];
    let message = traces::open(&two).err().unwrap().to_string();
    assert!(
        message.ends_with("b.goal: is a second file; a trace of format `goal` is a single file: give only one"),
        "{message}"
    );
}

#[test]
fn a_circle_is_reported() {
    let posts = posts_of("num_ranks 1\nrank 0 {\na: calc 1\nb: calc 1\na requires b\nb requires a\n}\n");
    let text = fatal(&posts);
    assert!(
        text.ends_with("drawn.goal:3:1: this operation and 1 more wait for each other and never begin"),
        "{text}"
    );
}

#[test]
fn a_failed_request_names_its_line() {
    let folder = Folder::new();
    let path = folder.file("x.goal", "num_ranks 1\nrank 0 {\ncalc 1\nrecv 1b from 0\nsend 2b to 0\n}\n");
    let mut driver = open(&[path]).unwrap().driver;
    let mut posts = Vec::new();
    assert_eq!(driver.resume(ActorId(0), &first_answer(1), &mut posts), RankState::Blocked);
    posts.clear();
    driver.resume(ActorId(0), &failure(RequestId(0), ErrorClass::Truncate), &mut posts);
    assert!(fatal(&posts).contains("x.goal:4:1: "), "{}", fatal(&posts));
}
