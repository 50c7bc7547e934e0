use super::FORMAT;
use super::notices::at;
use crate::testing::{Folder, failure, fatal, first_answer, run, samples};
use crate::traces::{self, LineProblem, OpenTrace, TraceError};
use ops::{ErrorClass, Function, Post, RequestSet, Work};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;
use units::{ActorId, Time};

fn open(paths: &[PathBuf]) -> Result<OpenTrace, TraceError> {
    (FORMAT.open)(paths)
}

/// Posts of every rank of a trace.
fn posts(paths: &[PathBuf]) -> Vec<Vec<Post>> {
    let mut replay = open(paths).unwrap();
    let ranks = replay.ranks;
    (0..ranks).map(|rank| run(&mut *replay.driver, rank, ranks)).collect()
}

fn calls(posts: &[Post]) -> Vec<Function> {
    posts
        .iter()
        .filter_map(|post| if let Post::Enter { function, .. } = post { Some(*function) } else { None })
        .collect()
}

/// The posts of rank 0 of a shared trace of these lines; the other ranks only say `init`.
fn replayed(ranks: u32, lines: &str) -> Vec<Post> {
    let folder = Folder::new();
    let mut text: String = (1..ranks).map(|rank| format!("{rank} init\n")).collect();
    lines.lines().for_each(|line| text += &format!("0 {line}\n"));
    let mut replay = open(&[folder.file("trace", text)]).unwrap();
    run(&mut *replay.driver, 0, ranks)
}

/// What rank 0 of a trace of these lines dies of.
fn complaint(ranks: u32, lines: &str) -> String {
    let text = fatal(&replayed(ranks, lines));
    text.split_once("trace:").map_or(text.clone(), |(_, rest)| rest.to_owned())
}

/// The last collective call of these lines: operation, bytes sent and received, count, element, root.
fn collective(ranks: u32, line: &str) -> (u64, u64, u64, u64, u32) {
    let posts = replayed(ranks, line);
    assert_eq!(fatal(&posts), "");
    let call =
        posts.iter().rev().find_map(|post| if let Post::Collective { call, .. } = post { Some(call) } else { None });
    let call = call.unwrap();
    (call.send.bytes, call.recv.bytes, call.count, call.element_bytes, call.root)
}

#[test]
fn every_sample_is_replayed_to_its_end() {
    for entry in fs::read_dir(samples().join("simgrid-small")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name == "split_traces" || name == "actions1.txt" {
            continue;
        }
        // Rank 0 of two; a file of rank 1 alone is not a trace of its own.
        let several = [path.clone(), path.with_file_name("actions1.txt")];
        for posts in posts(if name == "actions0.txt" { &several } else { &several[..1] }) {
            assert_eq!(fatal(&posts), "", "{name}");
            assert_eq!(calls(&posts)[0], Function::Init, "{name}");
            assert_eq!(posts.last(), Some(&Post::Finalize), "{name}");
        }
    }
    let files: Vec<PathBuf> = (0..32).map(|rank| samples().join(format!("simgrid-32/ti_trace{rank}.txt"))).collect();
    let all = posts(&files);
    let count = |function| all.iter().flat_map(|posts| calls(posts)).filter(|call| *call == function).count();
    assert_eq!(count(Function::Barrier), 512);
    assert_eq!(count(Function::Bcast), 288);
    assert_eq!(count(Function::Alltoallv), 64);
    // The files end in `finalize` without a newline: no warning about that.
    assert!(!all.iter().flatten().any(|post| matches!(post, Post::Warning { .. })));
}

#[test]
fn a_list_names_files_beside_it() {
    let folder = Folder::new();
    folder.file("a", "0 init\n0 compute 5\n");
    folder.file("b", "1 init\n");
    let list = folder.file("list", "a\n\n# comment\nb\n");
    let opened = traces::open(&[list]).unwrap();
    assert_eq!(opened.ranks, 2);
    let shared = folder.file("all", "0 init\n1 init\n2 init\n");
    let list = folder.file("one", "all\n");
    assert_eq!((open(&[list]).unwrap().ranks, open(&[shared]).unwrap().ranks), (3, 3));
}

#[test]
fn computation_becomes_the_block_of_the_next_call() {
    let posts = replayed(
        2,
        "init\ncompute 100\ncomm_size 2\ncompute 2.5e2\nsend 1 4 3 1\nallreduce 2 77 0\nsleep 0.25\ncompute 9",
    );
    let blocks: Vec<(Function, Work)> = posts
        .iter()
        .filter_map(
            |post| if let Post::Enter { function, block, .. } = post { Some((*function, *block)) } else { None },
        )
        .collect();
    assert_eq!(
        blocks,
        [
            (Function::Init, Work::Flops(0)),
            (Function::Send, Work::Flops(350)),
            (Function::Allreduce, Work::Flops(0)),
            (Function::Finalize, Work::Flops(9)),
        ]
    );
    assert!(posts.contains(&Post::Compute(Work::Flops(77))));
    assert!(posts.contains(&Post::Sleep(Time::from_ps(250_000_000_000))));
    let sent = posts.iter().find_map(|post| {
        if let Post::Send { peer, tag, buffer, blocking, .. } = post {
            Some((*peer, *tag, buffer.bytes, *blocking))
        } else {
            None
        }
    });
    assert_eq!(sent, Some((1, 4, 12, true)));
}

#[test]
fn waits_take_the_first_request_of_a_name_and_absent_ones_do_nothing() {
    let posts = replayed(2, "isend 1 0 1\nisend 1 0 2\nirecv 1 0 3\nwait 0 1 0\nwait 5 6 7\nwait 1 0 0\nwait 0 1 0");
    let waited: Vec<u32> = posts
        .iter()
        .filter_map(
            |post| if let Post::Wait { set: RequestSet::One(request), .. } = post { Some(request.0) } else { None },
        )
        .collect();
    assert_eq!(waited, [0, 2, 1]);
    // A test that found its request complete leaves nothing to wait for; the toy engine fails the first test.
    let posts = replayed(2, "isend 1 0 1\ntest 0 1 0\ntest 0 1 0\nwait 0 1 0");
    assert_eq!(calls(&posts), [Function::Init, Function::Isend, Function::Test, Function::Test, Function::Finalize]);
    let posts = replayed(2, "isend 1 0 1\nisend 1 1 1\nirecv 1 1 1\nwaitall\nisend 1 0 1");
    let sets: Vec<usize> = posts
        .iter()
        .filter_map(|post| if let Post::Wait { set, .. } = post { Some(set.ids().len()) } else { None })
        .collect();
    assert_eq!(sets, [3, 1], "what is left is waited for at the end");
}

#[test]
fn a_negative_count_probes_for_the_size() {
    let posts = replayed(2, "recv 1 5 -1 0\nirecv -555 -444 -1");
    let sizes: Vec<(i32, i32, u64)> = posts
        .iter()
        .filter_map(|post| {
            if let Post::Recv { source, tag, buffer, .. } = post { Some((*source, *tag, buffer.bytes)) } else { None }
        })
        .collect();
    assert_eq!(sizes, [(1, 5, 77), (0, 3, 77)]);
    assert_eq!(calls(&posts)[1..5], [Function::Probe, Function::Recv, Function::Probe, Function::Irecv]);
}

#[test]
fn collective_lines_with_and_without_optional_fields() {
    // send, receive, count, element, root; MPI_BYTE is the default type.
    assert_eq!(collective(4, "bcast 100"), (0, 100, 100, 1, 0));
    assert_eq!(collective(4, "bcast 100 2"), (0, 100, 100, 1, 2));
    assert_eq!(collective(4, "init 1\nbcast 100"), (0, 800, 100, 8, 0));
    assert_eq!(collective(4, "bcast 100 2 1"), (0, 400, 100, 4, 2));
    assert_eq!(collective(4, "reduce 10 5 0 1"), (40, 40, 10, 4, 0));
    assert_eq!(collective(4, "reduce 10 5 1 1"), (40, 0, 10, 4, 1));
    assert_eq!(collective(4, "exscan 10 5"), (10, 10, 10, 1, 0));
    assert_eq!(collective(4, "alltoall 10 20 1 0"), (160, 640, 10, 4, 0));
    assert_eq!(collective(4, "alltoall 0 6 6"), (0, 0, 0, 1, 0));
    assert_eq!(collective(4, "allgather 10 10"), (10, 40, 10, 1, 0));
    assert_eq!(collective(4, "gather 68 68 0 0 0"), (544, 2176, 68, 8, 0));
    assert_eq!(collective(4, "gather 68 2 0 0"), (544, 0, 68, 8, 2), "a receive count of 0 is left out");
    assert_eq!(collective(4, "scatter 5 5 3 1 1"), (0, 20, 5, 4, 3));
    assert_eq!(collective(4, "gatherv 10 1 2 3 4"), (10, 10, 0, 1, 0));
    assert_eq!(collective(4, "gatherv 10 1 2 3 4 1 1 1"), (40, 0, 0, 4, 1));
    assert_eq!(collective(4, "scatterv 1 2 3 4 1 0 1 1"), (40, 4, 0, 4, 0));
    assert_eq!(collective(4, "allgatherv 1 1 2 3 4"), (1, 10, 0, 1, 0));
    assert_eq!(collective(4, "allgatherv 1 1 2 3 4 1 1"), (4, 40, 0, 4, 0));
    assert_eq!(collective(4, "allgatherv 1 1 2 3 4 0 1 3 6"), (1, 10, 0, 1, 0));
    assert_eq!(collective(4, "allgatherv 1 1 2 3 4 1 1 0 1 3 6"), (4, 40, 0, 4, 0));
    assert_eq!(collective(4, "alltoallv 9 1 2 3 4 9 4 3 2 2 1 0"), (40, 88, 0, 4, 0));
    assert_eq!(collective(4, "reducescatter 1 2 3 4 7 1"), (40, 4, 10, 4, 0));
    assert_eq!(collective(4, "barrier"), (0, 0, 0, 0, 0));
}

#[test]
fn every_problem_of_a_line_says_what_and_where() {
    for (lines, expected) in [
        (
            "init\nisnd 1 0 5",
            "3:3: `isnd` is not an action of a TI trace (`windtunnel list trace-formats` shows all); did you mean `isend`?",
        ),
        (
            "xyzzyplugh 1",
            "2:3: `xyzzyplugh` is not an action of a TI trace (`windtunnel list trace-formats` shows all)",
        ),
        (" ", "2:4: the line ends after the rank; expected an action"),
        ("send 1 0", "2:3: `send` has 2 arguments; expected TO TAG COUNT [TYPE]"),
        ("compute 1 2", "2:3: `compute` has 2 arguments; expected FLOPS"),
        ("compute", "2:3: `compute` has 0 arguments; expected FLOPS"),
        ("compute many", "2:11: the number of operations `many` is not a number"),
        ("compute -1", "2:11: the number of operations `-1` is negative; expected at least 0"),
        ("send 1 0 1e30", "2:12: the count `1e30` is too large (at most 281474976710656)"),
        ("send 1.5 0 1", "2:8: the receiver `1.5` is not a whole number of 32 bits"),
        ("send 2 0 1", "2:8: the receiver 2 is out of range; expected a rank from 0 to 1"),
        ("bcast 5 7", "2:11: the root 7 is out of range; expected a rank from 0 to 1"),
        ("send 1 -1 1", "2:10: the tag `-1` is negative; expected at least 0"),
        (
            "send 1 0 1 99",
            "2:14: `99` is not a datatype; expected a number from 0 (MPI_DOUBLE) to 59 (MPI_COUNT), or -1 for none",
        ),
        (
            "alltoallv 1 1",
            "2:3: `alltoallv` has 2 arguments; expected SEND-BUFFER, a SEND-COUNT per rank, \
          RECEIVE-BUFFER, a RECEIVE-COUNT per rank, [SEND-TYPE [RECEIVE-TYPE]]",
        ),
    ] {
        assert_eq!(complaint(2, lines), expected, "{lines}");
    }
}

#[test]
fn every_problem_of_a_file_says_what_and_where() {
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).display().to_string();
    let message = |paths: &[PathBuf]| traces::open(paths).err().map(|error| error.to_string()).unwrap_or_default();
    assert_eq!(
        message(&[]),
        "no trace was named; expected a list file, a file that all ranks share, or one file per rank"
    );
    assert!(message(&[folder.0.join("none")]).starts_with(&format!("{}: ", path("none"))));
    assert_eq!(
        message(&[folder.file("odd", "hello there\n")]),
        format!(
            "{}: begins with `hello there`, which no known trace format does; `windtunnel list trace-formats` shows the formats",
            path("odd")
        )
    );
    folder.file("there", "0 init\n");
    assert_eq!(
        message(&[folder.file("list", "there\nmissing\n")]),
        format!("{}:2:1: `missing` does not exist, neither beside the list nor in the current folder", path("list"))
    );
    assert_eq!(
        open(&[folder.file("empty", "# nothing\n")]).err().unwrap().to_string(),
        format!("{}: has no lines; expected `RANK ACTION …` on each", path("empty"))
    );
    assert_eq!(
        open(&[folder.file("cut", "0 ini")]).err().unwrap().to_string(),
        format!("{}: has no lines; expected `RANK ACTION …` on each", path("cut"))
    );
    assert_eq!(
        message(&[folder.file("gap", "0 init\n2 init\n")]),
        format!("{}: has lines of rank 2 but none of rank 1; expected at least `1 init`", path("gap"))
    );
    assert_eq!(
        message(&[folder.file("norank", "0 init\nx init\n")]),
        format!(
            "{}:2:1: `x` is not a rank; expected `RANK ACTION …` with a rank from 0 to 2147483647",
            path("norank")
        )
    );
    let own = [folder.file("own0", "0 init\nzero init\n"), folder.file("own1", "1 init\n")];
    let mut replay = open(&own).unwrap();
    assert_eq!(
        fatal(&run(&mut *replay.driver, 0, 2)),
        format!(
            "{}:2:1: `zero` is not a rank; expected `RANK ACTION …` with a rank from 0 to 2147483647",
            path("own0")
        )
    );
    let long = LineProblem::TooLong { limit: 7 };
    assert_eq!(
        at("f".into(), 3, 0, long).to_string(),
        "f:3:1: the line is longer than 7 bytes; expected shorter lines, as in a text trace"
    );
}

#[test]
fn a_file_that_goes_away_is_an_error_of_the_run() {
    let folder = Folder::new();
    let paths = [folder.file("a", "0 init\n"), folder.file("b", "1 init\n")];
    let mut replay = open(&paths).unwrap();
    fs::remove_file(&paths[0]).unwrap();
    assert!(fatal(&run(&mut *replay.driver, 0, 2)).contains("No such file"));
}

#[test]
fn what_is_odd_but_allowed_is_said() {
    let warnings = |posts: &[Post]| -> Vec<String> {
        posts
            .iter()
            .filter_map(|post| if let Post::Warning { text } = post { Some(text.to_string()) } else { None })
            .collect()
    };
    let folder = Folder::new();
    let own = [folder.file("a", "0 init\n1 compute 5\n1 compute 6\n0 barrier"), folder.file("b", "1 init 1\n")];
    let mut replay = open(&own).unwrap();
    let a = own[0].display().to_string();
    assert_eq!(
        warnings(&run(&mut *replay.driver, 0, 2)),
        [
            format!("{a}:2:1: a line of rank 1 in the file of rank 0; such lines are ignored"),
            format!("{a}: the last line, `0 barrier`, has no newline and is not executed, as in SimGrid"),
        ]
    );
    assert_eq!(
        warnings(&run(&mut *replay.driver, 1, 2)),
        ["`init` of rank 1 sets another default type than that of rank 0; each rank's counts are of its own type \
          (in SimGrid the last `init` decides for all)"]
    );
    let mut replay = open(&[folder.file("c", "0 init\n0 barrier")]).unwrap();
    assert_eq!(warnings(&run(&mut *replay.driver, 0, 1)).len(), 1);
}

#[test]
fn a_truncated_message_ends_the_run_at_its_line() {
    let folder = Folder::new();
    let path = folder.file("t", "0 init\n0 recv 0 0 5\n");
    let mut replay = open(std::slice::from_ref(&path)).unwrap();
    let mut posts = Vec::new();
    replay.driver.resume(ActorId(0), &first_answer(1), &mut posts);
    replay.driver.resume(ActorId(0), &failure(ops::RequestId(0), ErrorClass::Truncate), &mut posts);
    let expected = format!("{}:2: message truncated on receive (MPI_ERR_TRUNCATE, 9 bytes)", path.display());
    assert_eq!(fatal(&posts), expected);
}

#[test]
fn call_sites_are_lines_or_what_location_says() {
    let folder = Folder::new();
    let path = folder.file("t", "0 init\n0 barrier\n0 location solve.c 42\n0 barrier\n");
    let mut replay = open(std::slice::from_ref(&path)).unwrap();
    let sites: Vec<_> = run(&mut *replay.driver, 0, 1)
        .into_iter()
        .filter_map(
            |post| if let Post::Enter { site, .. } = post { Some(replay.driver.describe_site(site)) } else { None },
        )
        .collect();
    let line = |number| format!("{}:{number}", path.display());
    assert_eq!(sites, [line(1), line(2), "solve.c:42".into(), "solve.c:42".into()]);
}

#[test]
fn a_rank_that_never_waits_hands_over_in_batches() {
    let posts = replayed(2, &"isend 1 0 1\n".repeat(5_000));
    assert_eq!(posts.iter().filter(|post| **post == Post::ReadClock).count(), 9);
    assert_eq!(calls(&posts).len(), 5_003);
}

/// Lines of a small random trace: rank and what follows.
fn lines() -> impl Strategy<Value = Vec<(u32, String)>> {
    let action = prop_oneof![
        Just("barrier".to_owned()),
        Just("comm_size 3".to_owned()),
        Just("waitall".to_owned()),
        (0u64..1_000_000).prop_map(|flops| format!("compute {flops}")),
        (0..3, 0..2, 0..9_999).prop_map(|(peer, tag, count)| format!("isend {peer} {tag} {count}")),
        (0..3, 0..2, 0..9_999).prop_map(|(peer, tag, count)| format!("recv {peer} {tag} {count} 1")),
        (0..3, 0..3, 0..2).prop_map(|(from, to, tag)| format!("wait {from} {to} {tag}")),
    ];
    proptest::collection::vec((0u32..3, action), 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// One shared file, whatever the order of its lines, is the same as a file per rank.
    #[test]
    fn shared_and_own_files_agree(lines in lines(), long in 0usize..3) {
        let folder = Folder::new();
        let comment = format!("# {}\n\n", "x".repeat(long * 40_000));
        let start = (0..3).map(|rank| (rank, "init".to_owned()));
        let all: Vec<(u32, String)> = start.chain(lines).collect();
        let shared: String = all.iter().map(|(rank, text)| format!("{rank} {text}\n{comment}")).collect();
        let own: Vec<PathBuf> = (0..3u32)
            .map(|rank| {
                let text: String = all.iter().filter(|(of, _)| *of == rank).map(|(rank, text)| format!("{rank}\t{text}\r\n")).collect();
                folder.file(&format!("own{rank}"), text)
            })
            .collect();
        let strip = |all: Vec<Vec<Post>>| -> Vec<Vec<Post>> {
            all.into_iter().map(|posts| posts.into_iter().map(without_site).collect()).collect()
        };
        prop_assert_eq!(strip(posts(&[folder.file("shared", shared)])), strip(posts(&own)));
    }
}

fn without_site(post: Post) -> Post {
    match post {
        Post::Enter { function, block, .. } => Post::Enter { function, site: ops::CallSite(0), block },
        other => other,
    }
}

/// Mutates the samples: bytes changed, dropped, doubled, lines exchanged. Whatever comes of it, reading and replaying
/// end in posts or an error.
#[test]
fn mutated_samples_never_panic() {
    let mut seeds: Vec<Vec<u8>> = fs::read_dir(samples().join("simgrid-small"))
        .unwrap()
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .collect();
    seeds.sort();
    let folder = Folder::new();
    // A small generator of its own: the same mutations in every run.
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    const INTERESTING: &[u8] = b"0123456789-+.eE \t\n\r#x\xff\0";
    for round in 0..1_500 {
        let mut bytes = seeds[random(seeds.len())].clone();
        for _ in 0..=random(6) {
            if bytes.is_empty() {
                break;
            }
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = INTERESTING[random(INTERESTING.len())],
                1 => bytes.insert(at, INTERESTING[random(INTERESTING.len())]),
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
        }
        let path = folder.file("mutant", &bytes);
        let paths = if round % 4 == 0 { vec![path.clone(), path] } else { vec![path] };
        if let Ok(mut replay) = open(&paths) {
            let ranks = replay.ranks;
            for rank in 0..ranks.min(8) {
                run(&mut *replay.driver, rank, ranks);
            }
        }
    }
}
