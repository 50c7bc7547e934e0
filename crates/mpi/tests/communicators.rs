//! What it costs to make communicators, intercommunicators in the engine, and what outlives their freeing.

use crate::support::*;
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommCall, CommId, ErrorClass, Function, Group, Operation, Post, Reducer, RemoteLeader,
    RequestId,
};
use ops::{ROOT_SELF, SplitKey};
use std::sync::Arc;
use units::Time;
use windtunnel_mpi::library::Library;
use windtunnel_mpi::{Outcome, RunSummary};

fn mpich() -> Library {
    Library::load(Some("mpich-4.3"), &toml::Table::new(), &|_| None).expect("a shipped library")
}

fn make(request: u32, comm: u32, call: CommCall) -> Post {
    Post::CreateComm { request: RequestId(request), comm: CommId(comm), call: Box::new(call) }
}

fn collective(
    request: u32,
    comm: u32,
    operation: Operation,
    (root, count): (u32, u64),
    send: Buffer,
    recv: Buffer,
) -> Post {
    let reducer = Some(Reducer::Builtin { op: BuiltinOp::Band, basic: Basic::U32 });
    let call = CollectiveCall {
        operation,
        root,
        send,
        recv,
        count,
        element_bytes: 4,
        in_place: false,
        reducer: reducer.filter(|_| operation == Operation::Allreduce),
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    Post::Collective {
        request: RequestId(request),
        comm: CommId(comm),
        call: Box::new(call),
        blocking: true,
        start: None,
    }
}

/// Ranks that come at different times and do one thing.
fn all_do(ranks: usize, library: Library, what: impl Fn(usize) -> Post) -> (RunSummary, Vec<u64>) {
    let mut script = script(ranks, 1024);
    for rank in 0..ranks {
        script.rank(rank, [enter(Function::CommDup, 1, rank as u64 * 1_000), what(rank), wait(0)]);
    }
    let outcome = run_with(&mut script, library, PerHost(2), None);
    assert_eq!(outcome.ending, Outcome::Finished(0));
    (outcome, (0..ranks).map(|rank| script.last_time(rank)).collect())
}

/// Two ranks a host that come at once and duplicate, agreeing by a ring. Returns when each has ended.
fn agree_by_ring(ranks: usize) -> (RunSummary, Vec<u64>) {
    let settings = "comm_create = { any = \"allgather=ring 8 B\" }".parse().expect("a table");
    let library = Library::load(Some("mpich-4.3"), &settings, &|_| None).expect("valid");
    let mut script = script(ranks, 0);
    for rank in 0..ranks {
        script.rank(rank, [enter(Function::CommDup, 1, 0), make(0, 0, CommCall::Dup), wait(0)]);
    }
    let made = run_with(&mut script, library, PerHost(2), None);
    assert_eq!(made.ending, Outcome::Finished(0));
    (made, (0..ranks).map(|rank| script.last_time(rank)).collect())
}

#[test]
fn a_ring_of_very_many_is_computed_to_the_same_picosecond() {
    let [(few, short), (more, long)] = [64, 96].map(agree_by_ring);
    assert_eq!([&few, &more].map(|run| (run.totals.messages, run.warnings.len())), [(64 * 63, 0), (96 * 95, 0)]);
    let (computed, ends) = agree_by_ring(8192);
    assert_eq!(computed.totals.messages, 0);
    let [told] = &computed.warnings[..] else { panic!("{:?}", computed.warnings) };
    assert!(
        told.contains("MPI_Comm_dup: 8192 ranks agree by a ring of 67100672 messages, which are not simulated"),
        "{told}"
    );
    // As many rounds more, each as long as theirs.
    for (rank, &end) in ends.iter().enumerate() {
        let (short, long) = (short[rank % 64], long[rank % 64]);
        assert_eq!(end, long + (8192 - 96) / 32 * (long - short), "{rank}");
    }
}

/// Ranks that come by and by, the fourth one late. Returns when each has ended.
fn come_and_do(library: Library, what: impl Fn(usize) -> Vec<Post>) -> (RunSummary, Vec<u64>) {
    let mut script = script(6, 1024);
    for rank in 0..6usize {
        let late = if rank == 3 { 700_000_000 } else { rank as u64 * 30_000 };
        script.rank(rank, [enter(Function::CommDup, 1, late)]);
        script.rank(rank, what(rank));
        script.rank(rank, [wait(0)]);
    }
    let outcome = run_with(&mut script, library, PerHost(2), None);
    assert_eq!(outcome.ending, Outcome::Finished(0));
    (outcome, (0..6).map(|rank| script.last_time(rank)).collect())
}

#[test]
fn each_rank_begins_at_its_own_call_as_with_collectives_of_a_program() {
    let word = || buffer(0, 260);
    let reduce = |request| collective(request, 0, Operation::Allreduce, (0, 65), word(), buffer(512, 260));
    let spread = || collective(0, 0, Operation::Bcast, (0, 1), Buffer::EMPTY, word());
    let (made, ends) = come_and_do(mpich(), |_| vec![make(0, 0, CommCall::Dup)]);
    let (same, expected) = come_and_do(mpich(), |_| vec![reduce(1), wait(1), spread()]);
    assert!(made.totals.messages > 0);
    assert_eq!((made.totals.messages, made.totals.bytes), (same.totals.messages, same.totals.bytes));
    assert_eq!(ends, expected);
    assert_eq!((made.totals.collectives, same.totals.collectives), (0, 12), "they are none of the program's");
    // And not as if they began with the last one.
    let (_, together) = come_and_do(mpich(), |_| {
        vec![
            collective(1, 0, Operation::Barrier, (0, 0), Buffer::EMPTY, Buffer::EMPTY),
            wait(1),
            reduce(2),
            wait(2),
            spread(),
        ]
    });
    assert!(ends.iter().zip(&together).all(|(own, together)| own < together), "{ends:?} {together:?}");
}

#[test]
fn a_group_begins_when_its_members_call() {
    let group = || CommCall::CreateGroup { group: Arc::new(Group::table((0..6).collect())), tag: 1 };
    let settings: toml::Table =
        "comm_create = { any = \"allreduce=recursive_doubling 260 B\" }".parse().expect("a table");
    let library = || Library::load(Some("mpich-4.3"), &settings, &|_| None).expect("valid");
    let of_all = come_and_do(library(), |_| vec![make(0, 0, CommCall::Dup)]);
    let of_group = come_and_do(library(), |_| vec![make(0, 0, group())]);
    assert_eq!(of_group.1, of_all.1);
}

/// A library that only lets ranks know: rank 0 has nothing to wait for.
#[test]
fn nobody_leaves_before_the_last_has_called() {
    let settings: toml::Table = "comm_create = { any = \"bcast 4 B, new bcast 4 B\" }".parse().expect("a table");
    let library = || Library::load(Some("mpich-4.3"), &settings, &|_| None).expect("valid");
    let (made, ends) = come_and_do(library(), |_| vec![make(0, 0, CommCall::Dup)]);
    assert_eq!(made.totals.messages, 10);
    assert!(ends.iter().all(|&end| end >= 700_000_000), "{ends:?}");
    // Only three of six are members of something new.
    let split = |rank: usize| CommCall::Split(SplitKey { color: rank.is_multiple_of(2).then_some(7), key: 0 });
    let split_settings: toml::Table =
        "comm_create = { any = \"bcast 4 B\", split = \"bcast 4 B, new bcast 4 B\" }".parse().expect("a table");
    let library = Library::load(Some("mpich-4.3"), &split_settings, &|_| None).expect("valid");
    let (made, ends) = come_and_do(library, |rank| vec![make(0, 0, split(rank))]);
    assert_eq!(made.totals.messages, 5 + 2);
    assert!(ends.iter().all(|&end| end >= 700_000_000), "{ends:?}");
}

#[test]
fn a_non_blocking_creation_goes_on_while_ranks_compute_if_the_library_does() {
    let ends = |library: &str| {
        let library = Library::load(Some(library), &toml::Table::new(), &|_| None).expect("a shipped library");
        let mut script = script(6, 1024);
        for rank in 0..6usize {
            let late = if rank == 3 { 700_000_000 } else { rank as u64 * 30_000 };
            script.rank(rank, [enter(Function::CommIdup, 1, late), make(0, 0, CommCall::Dup)]);
            script.rank(rank, [enter(Function::Wait, 2, 900_000_000 - late), wait(0)]);
        }
        assert_eq!(run_with(&mut script, library, PerHost(2), None).ending, Outcome::Finished(0));
        (0..6).map(|rank| script.last_time(rank)).collect::<Vec<_>>()
    };
    let (in_background, inside) = (ends("mpich-4.3"), ends("openmpi-5.0"));
    // But for what a rank's own core does, which computes meanwhile.
    assert!(in_background.iter().all(|&end| end < 901_000_000), "{in_background:?}");
    assert!(inside.iter().all(|&end| end > 905_000_000), "{inside:?}");
}

#[test]
fn each_kind_of_call_has_collectives_of_its_own() {
    let sent = |library: &str, call: &dyn Fn(usize) -> CommCall| {
        let library = Library::load(Some(library), &toml::Table::new(), &|_| None).expect("a shipped library");
        let totals = all_do(6, library, |rank| make(0, 0, call(rank))).0.totals;
        (totals.messages, totals.bytes)
    };
    let split = |rank: usize| SplitKey { color: Some(rank as u32 % 2), key: 0 };
    let group = |_| CommCall::CreateGroup { group: Arc::new(Group::table((0..6).collect())), tag: 1 };
    // Open MPI: three reductions of 4 bytes along trees of 5 edges, up and down.
    assert_eq!(sent("openmpi-4.1", &|_| CommCall::Dup), (30, 120));
    assert_eq!(sent("openmpi-4.1", &group), (30, 120));
    let plain = |operation, count, recv| {
        let totals = all_do(6, mpich(), |_| collective(0, 0, operation, (0, count), buffer(0, 260), recv)).0.totals;
        (totals.messages, totals.bytes)
    };
    let reduced = plain(Operation::Allreduce, 65, buffer(512, 260));
    let gathered = plain(Operation::Allgather, 2, buffer(512, 48));
    // MPICH: words are broadcast on new communicators, to all but one member each.
    let expected = |times: u64, words: u64| {
        (times * (gathered.0 + reduced.0) + words, times * (gathered.1 + reduced.1) + 4 * words)
    };
    assert_eq!(sent("mpich-4.3", &|rank| CommCall::Split(split(rank))), expected(1, 4));
    assert_eq!(sent("mpich-4.3", &|_| CommCall::SplitHost(split(0))), expected(2, 5 + 3));
    // By recursive doubling: two pairs fold, and four ranks exchange twice.
    assert_eq!(sent("mpich-4.3", &group), (12 + 5, 12 * 260 + 20));
}

#[test]
fn a_communicator_takes_the_time_that_the_library_says() {
    let settings: toml::Table = "comm_create = \"3 us\"".parse().expect("a table");
    let library = Library::load(Some("ideal"), &settings, &|_| None).expect("valid");
    let (outcome, ends) =
        all_do(3, library, |rank| make(0, 0, CommCall::Split(SplitKey { color: Some(rank as u32), key: 0 })));
    assert_eq!(outcome.totals.messages, 0);
    assert_eq!(ends, [Time::from_ns(3_002).ps(); 3], "3 us after the last has come");
}

/// Two groups of two ranks each: 0 and 2, 1 and 3. Communicators 1 and 2 are theirs; the intercommunicator is number 5.
fn between(library: Library, then: impl Fn(usize) -> Vec<Post>) -> (RunSummary, Script) {
    let mut script = script(4, 64);
    for rank in 0..4usize {
        let side = rank as u32 % 2;
        let split = make(0, 0, CommCall::Split(SplitKey { color: Some(side), key: 0 }));
        let peer = (rank < 2).then_some(RemoteLeader { comm: CommId::WORLD, leader: 1 - side, tag: 9 });
        let join = make(1, 1 + side, CommCall::InterCreate { leader: 0, peer });
        script.rank(rank, [enter(Function::IntercommCreate, 1, 0), split, wait(0), join, wait(1)]);
        script.rank(rank, then(rank));
    }
    (run(&mut script, library), script)
}

#[test]
fn both_groups_hear_of_an_intercommunicator_and_speak_with_each_other() {
    for library in [library(), mpich()] {
        let (outcome, script) = between(library, |rank| {
            let peer = (rank as u32 / 2 + 1) % 2; // crosswise
            let to = Post::Send {
                request: RequestId(2),
                comm: CommId(5),
                peer,
                tag: 1,
                buffer: buffer(0, 1),
                mode: ops::SendMode::Standard,
                blocking: false,
                elements: ops::Elements::Any,
            };
            let from = Post::Recv {
                request: RequestId(3),
                comm: CommId(5),
                source: ops::ANY,
                tag: 1,
                buffer: buffer(1, 1),
                blocking: false,
                elements: ops::Elements::Any,
            };
            vec![to, from, wait(2), wait(3)]
        });
        assert_eq!(outcome.ending, Outcome::Finished(0));
        for rank in 0..4u32 {
            let told = script.answers[rank as usize].iter().flat_map(|answer| &answer.comms);
            let inter = told.clone().find(|new| new.comm == CommId(5)).expect("announced");
            let own = |group: &ops::Group| group.actors().map(|actor| actor.0).collect::<Vec<_>>();
            assert_eq!(own(&inter.group), [rank % 2, rank % 2 + 2]);
            assert_eq!(own(inter.remote.as_ref().expect("another group")), [1 - rank % 2, 3 - rank % 2]);
            let status = script.answers[rank as usize].last().expect("a wait").completions[0].status;
            assert_eq!(status.source as u32, 1 - rank / 2, "a rank of the other group");
        }
    }
}

/// Two pairs of ranks meet in the world with one tag.
#[test]
fn leaders_meet_whom_they_name() {
    let mut script = script(4, 8);
    for rank in 0..4u32 {
        let alone = make(0, 0, CommCall::Split(SplitKey { color: Some(rank), key: 0 }));
        let peer = Some(RemoteLeader { comm: CommId::WORLD, leader: rank ^ 1, tag: 9 });
        // The first of each pair before the others.
        let late = compute(u64::from(rank % 2) * 1_000_000);
        let join = make(1, 1 + rank, CommCall::InterCreate { leader: 0, peer });
        script.rank(rank as usize, [alone, wait(0), late, join, wait(1)]);
    }
    assert_eq!(run(&mut script, library()).ending, Outcome::Finished(0));
    for rank in 0..4u32 {
        let told = script.answers[rank as usize].iter().flat_map(|answer| &answer.comms);
        let remote = told.filter_map(|new| new.remote.as_ref()).map(|group| group.actor(0).0);
        assert_eq!(remote.collect::<Vec<_>>(), [rank ^ 1]);
    }
}

/// A rank may be several communicators ahead of the others, which complete in their order.
#[test]
fn communicators_are_made_in_the_order_of_calls() {
    let mut script = script(3, 8);
    let groups = [[0, 1], [1, 2], [0, 2]];
    for rank in 0..3u32 {
        script.rank(rank as usize, [compute(u64::from(rank) * 5_000_000)]);
        for (number, group) in (0u32..).zip(groups) {
            let color = group.contains(&rank).then_some(number);
            let split = make(number, 0, CommCall::Split(SplitKey { color, key: 0 }));
            script.rank(rank as usize, [split]);
        }
        script.rank(rank as usize, [wait(0), wait(1), wait(2)]);
    }
    assert_eq!(run(&mut script, mpich()).ending, Outcome::Finished(0));
    for (rank, answers) in (0u32..).zip(&script.answers) {
        let told = answers.iter().flat_map(|answer| &answer.comms).filter(|new| new.comm != CommId::WORLD);
        let mut members: Vec<Vec<u32>> = told.map(|new| new.group.actors().map(|actor| actor.0).collect()).collect();
        members.sort_unstable();
        let mut expected: Vec<Vec<u32>> =
            groups.iter().filter(|group| group.contains(&rank)).map(|group| group.to_vec()).collect();
        expected.sort_unstable();
        assert_eq!(members, expected);
    }
}

#[test]
fn groups_that_overlap_give_an_error_to_all() {
    let mut script = script(2, 8);
    for rank in 0..2u32 {
        let join = |request, comm, leader: u32| {
            let peer = (rank == leader).then_some(RemoteLeader { comm: CommId::WORLD, leader: 1 - leader, tag: 0 });
            make(request, comm, CommCall::InterCreate { leader, peer })
        };
        let posts = [make(0, 0, CommCall::Dup), wait(0), join(1, 0, 0), join(2, 1, 1), wait(1), wait(2)];
        script.rank(rank as usize, posts);
    }
    assert_eq!(run(&mut script, mpich()).ending, Outcome::Finished(0));
    for answers in &script.answers {
        let errors = answers[2..].iter().map(|answer| answer.completions[0].status.error);
        assert!(errors.eq([ErrorClass::Comm, ErrorClass::Comm]));
    }
}

#[test]
fn a_root_on_the_wrong_side_is_a_mismatch() {
    let (outcome, _) = between(library(), |_| {
        vec![
            enter(Function::Bcast, 2, 0),
            collective(2, 5, Operation::Bcast, (ROOT_SELF, 1), Buffer::EMPTY, buffer(0, 4)),
            wait(2),
        ]
    });
    let Outcome::Failed(diagnosis) = outcome.ending else { panic!("a mismatch") };
    assert!(diagnosis.finding.starts_with("collective mismatch (different roots): rank "), "{diagnosis}");
}

#[test]
fn a_collective_goes_on_when_its_communicator_has_been_freed() {
    let mut script = script(6, 64);
    script.memory.bytes[0][..4].copy_from_slice(b"long");
    for rank in 0..6usize {
        let free = Post::FreeComm { comm: CommId(1) };
        let late = compute(if rank == 5 { 0 } else { 50_000_000 });
        let bcast = collective(1, 1, Operation::Bcast, (0, 1), Buffer::EMPTY, buffer(0, 4));
        script.rank(rank, [make(0, 0, CommCall::Dup), wait(0), bcast, free, late, wait(1)]);
    }
    let outcome = run_with(&mut script, mpich(), PerHost(3), None);
    assert_eq!(outcome.ending, Outcome::Finished(0));
    assert!(script.memory.bytes.iter().all(|bytes| &bytes[..4] == b"long"));
}
