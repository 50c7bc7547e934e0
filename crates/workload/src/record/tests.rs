use super::*;
use crate::testing::{Folder, Script, Toy, fatal, first_answer, run};
use crate::traces;
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    ANY, Buffer, CallSite, CollectiveCall, Edge, Function, Neighbours, NewComm, Operation, Reducer, RequestId,
    RequestSet, SendMode, Status, ThreadPosts, UserMemory, Vectors, WaitMode, Work,
};
use proptest::prelude::*;
use std::sync::Arc;

fn enter(function: Function) -> Post {
    Post::Enter { function, site: CallSite(0), block: Work::NONE }
}

fn send(request: u32, peer: u32, tag: i32, bytes: u64, blocking: bool) -> Post {
    let (buffer, mode) = (Buffer::of_bytes(bytes), SendMode::Standard);
    Post::Send {
        request: RequestId(request),
        comm: CommId::WORLD,
        peer,
        tag,
        buffer,
        mode,
        blocking,
        elements: ops::Elements::Any,
    }
}

fn recv(request: u32, source: i32, tag: i32, bytes: u64, blocking: bool) -> Post {
    Post::Recv {
        request: RequestId(request),
        comm: CommId::WORLD,
        source,
        tag,
        buffer: Buffer::of_bytes(bytes),
        blocking,
        elements: ops::Elements::Any,
    }
}

fn wait(request: u32) -> Post {
    Post::Wait { set: RequestSet::One(RequestId(request)), mode: WaitMode::All }
}

fn wait_all(requests: &[u32]) -> Post {
    Post::Wait { set: RequestSet::Many(requests.iter().copied().map(RequestId).collect()), mode: WaitMode::All }
}

fn collective(request: u32, call: CollectiveCall, blocking: bool) -> Post {
    Post::Collective { request: RequestId(request), comm: CommId::WORLD, call: Box::new(call), blocking, start: None }
}

fn call(operation: Operation, count: u64, element_bytes: u64) -> CollectiveCall {
    let buffer = Buffer::of_bytes(count * element_bytes);
    CollectiveCall {
        operation,
        root: 0,
        send: buffer,
        recv: buffer,
        count,
        element_bytes,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}

fn sum(call: CollectiveCall) -> CollectiveCall {
    CollectiveCall { reducer: Some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::F64 }), ..call }
}

/// A collective among neighbours: 8 bytes to rank 1, 16 from rank 2, an edge on either side that is not there.
fn neighbours() -> CollectiveCall {
    let edges = |there, tag| [Edge { rank: ops::PROC_NULL, tag: 0 }, Edge { rank: there, tag }].into();
    let vectors = Vectors {
        send_bytes: [0, 8].into(),
        send_offsets: [0, 0].into(),
        recv_bytes: [0, 16].into(),
        recv_offsets: [0, 0].into(),
        neighbours: Some(Arc::new(Neighbours { sources: edges(2, 1), destinations: edges(1, 0) })),
    };
    CollectiveCall { vectors: Some(Box::new(vectors)), ..call(Operation::NeighborAlltoallv, 0, 0) }
}

const RANKS: u32 = 4;

/// Records what rank 0 posts: the posts as they passed, the lines, and the report.
fn record(posts: Vec<Post>) -> (Vec<Post>, String, Report, Folder) {
    let folder = Folder::new();
    let mut all = vec![enter(Function::Init), Post::Init];
    all.extend(posts);
    all.extend([enter(Function::Finalize), Post::Finalize]);
    let script = Script::new(all);
    let mut recorder = TiRecorder::new(script, RANKS, &folder.0.join("trace"), Speed(1_000_000_000_000)).unwrap();
    let passed = run(&mut recorder, 0, RANKS);
    assert_eq!(fatal(&passed), "");
    let (_, report) = recorder.finish(true).unwrap();
    let lines = recorded(&folder.0.join("trace_files/rank-0.txt"));
    (passed, lines, report, folder)
}

/// The actions in a rank's file, which is whole.
fn recorded(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let actions = text.strip_prefix("# recorded by windtunnel; complete if the last line says so\n").unwrap();
    actions.strip_suffix("# complete\n").unwrap().to_owned()
}

/// The lines between `init` and `finalize`, without the rank.
fn lines(posts: Vec<Post>) -> (String, Vec<(Loss, u64)>) {
    let (_, lines, report, _folder) = record(posts);
    let inner: Vec<&str> = lines.lines().map(|line| line.strip_prefix("0 ").unwrap()).collect();
    assert_eq!((inner[0], inner[inner.len() - 1]), ("init", "finalize"));
    (inner[1..inner.len() - 1].join("; "), report.losses.into_iter().map(|(loss, count, _)| (loss, count)).collect())
}

#[test]
fn calls_become_their_lines() {
    let (text, losses) = lines(vec![
        Post::Enter { function: Function::Send, site: CallSite(3), block: Work::Time(units::Time::from_ns(7)) },
        send(0, 1, 5, 100, true),
        wait(0),
        enter(Function::Irecv),
        recv(0, 2, 6, 50, false),
        enter(Function::Isend),
        send(1, 3, 7, 60, false),
        enter(Function::Waitall),
        wait_all(&[0, 1]),
        enter(Function::Allreduce),
        collective(0, sum(call(Operation::Allreduce, 3, 8)), true),
        wait(0),
    ]);
    assert_eq!(text, "compute 7000; send 1 5 100 6; irecv 2 6 50 6; isend 3 7 60 6; waitall; allreduce 3 0 0");
    assert_eq!(losses, []);
}

#[test]
fn lines_behind_a_wildcard_are_held_until_its_message_is_known() {
    let (text, losses) = lines(vec![
        enter(Function::Irecv),
        recv(0, ANY, ANY, 50, false),
        enter(Function::Isend),
        send(1, 3, 7, 60, false),
        enter(Function::Wait),
        wait(1),
        enter(Function::Wait),
        wait(0),
        enter(Function::Recv),
        recv(0, ANY, 4, 9, true),
        wait(0),
    ]);
    // The toy engine answers wildcards with rank 0 and tag 3.
    assert_eq!(text, "irecv 0 3 50 6; isend 3 7 60 6; wait 0 3 7; wait 0 0 3; recv 0 4 9 6");
    assert_eq!(losses, []);
}

#[test]
fn an_exchange_is_one_line_if_it_has_no_tags() {
    let exchange = |tag: i32| {
        vec![enter(Function::Sendrecv), recv(0, 1, tag, 8, true), send(1, 2, tag, 9, true), wait_all(&[0, 1])]
    };
    assert_eq!(lines(exchange(0)), ("sendRecv 9 2 8 1 6 6".into(), vec![]));
    let (text, losses) = lines(exchange(3));
    assert_eq!(text, "irecv 1 3 8 6; isend 2 3 9 6; waitall");
    assert_eq!(losses, [(Loss::TaggedExchange, 1)]);
    let half = vec![enter(Function::Sendrecv), send(0, 2, 7, 9, true), wait(0)];
    assert_eq!(lines(half), ("send 2 7 9 6".into(), vec![]));
}

#[test]
fn tests_and_what_they_leave_in_the_reader() {
    let test = |request| Post::Test { set: RequestSet::One(RequestId(request)), mode: WaitMode::All, peek: false };
    // The toy engine lets the second test succeed; the second send's wait must first remove what the test left.
    let (text, losses) = lines(vec![
        enter(Function::Isend),
        send(0, 1, 0, 5, false),
        enter(Function::Test),
        test(0),
        enter(Function::Test),
        test(0),
        enter(Function::Isend),
        send(0, 1, 0, 6, false),
        enter(Function::Wait),
        wait(0),
    ]);
    assert_eq!(text, "isend 1 0 5 6; test 0 1 0; test 0 1 0; isend 1 0 6 6; wait 0 1 0; wait 0 1 0");
    assert_eq!(losses, []);
}

#[test]
fn a_probe_before_its_receive_is_a_negative_count() {
    let probe =
        Post::Probe { request: RequestId(0), comm: CommId::WORLD, source: 2, tag: 9, matched: false, blocking: true };
    let (text, losses) =
        lines(vec![enter(Function::Probe), probe.clone(), enter(Function::Recv), recv(0, 2, 9, 77, true), wait(0)]);
    assert_eq!((text.as_str(), losses), ("recv 2 9 -1 6", vec![]));
    let (text, losses) =
        lines(vec![enter(Function::Probe), probe, enter(Function::Isend), send(0, 1, 1, 1, false), wait(0)]);
    assert_eq!((text.as_str(), losses), ("isend 1 1 1 6; wait 0 1 1", vec![(Loss::Probe, 1)]));
}

#[test]
fn collectives_among_neighbours_become_messages() {
    let (text, losses) = lines(vec![enter(Function::NeighborAlltoallv), collective(0, neighbours(), true), wait(0)]);
    let expected = "isend 1 1073741824 8 6; irecv 2 1073741825 16 6; wait 0 1 1073741824; wait 2 0 1073741825";
    assert_eq!((text.as_str(), losses), (expected, vec![(Loss::Neighbourhood, 1)]));
}

#[test]
fn every_loss_is_counted() {
    let mode = |mode| match send(0, 1, 0, 5, true) {
        Post::Send { request, comm, peer, tag, buffer, blocking, .. } => {
            Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements: ops::Elements::Any }
        }
        other => other,
    };
    let many_test = Post::Test { set: RequestSet::Many([RequestId(0)].into()), mode: WaitMode::Any, peek: false };
    let user = CollectiveCall {
        reducer: Some(Reducer::User { op: 1, commutative: false }),
        ..call(Operation::Allreduce, 3, 8)
    };
    let pair = CollectiveCall {
        reducer: Some(Reducer::Builtin { op: BuiltinOp::Maxloc, basic: Basic::DoubleInt }),
        ..call(Operation::Allreduce, 3, 12)
    };
    let other_comm = match send(0, 1, 0, 5, true) {
        Post::Send { request, peer, tag, buffer, mode, blocking, .. } => {
            Post::Send { request, comm: CommId(4), peer, tag, buffer, mode, blocking, elements: ops::Elements::Any }
        }
        other => other,
    };
    let sub = Post::Collective {
        request: RequestId(0),
        comm: CommId(4),
        call: Box::new(call(Operation::Barrier, 0, 0)),
        blocking: true,
        start: None,
    };
    let persistent = match collective(0, call(Operation::Barrier, 0, 0), false) {
        Post::Collective { request, comm, call, blocking, .. } => {
            let start = Some(ops::PersistentStart { operation: 0, round: 0 });
            Post::Collective { request, comm, call, blocking, start }
        }
        other => other,
    };
    let sends = |count: u32| (0..count).map(|request| send(request, 1, 0, 5, false)).collect::<Vec<_>>();
    let with = |mut posts: Vec<Post>, more: &[Post]| {
        posts.extend_from_slice(more);
        posts
    };
    let make = Post::CreateComm { request: RequestId(0), comm: CommId::WORLD, call: Box::new(ops::CommCall::Dup) };
    let detach = ops::WindowCall::Detach { address: 0 };
    let detach = Post::Window { request: None, window: CommId(4), call: Box::new(detach) };
    let sync = Post::File { request: RequestId(0), file: CommId(4), call: Box::new(ops::FileCall::Sync) };
    let partitioned = Post::Partitioned { request: RequestId(0), call: Box::new(ops::PartitionedCall::Free) };
    for (loss, posts) in [
        (Loss::OneSided, vec![detach]),
        (Loss::File, vec![sync]),
        (Loss::Partitioned, vec![partitioned]),
        (Loss::SendMode, vec![mode(SendMode::Synchronous), wait(0)]),
        (Loss::OtherCommunicator, vec![other_comm.clone(), wait(0)]),
        (Loss::StartedRank, vec![other_comm, wait(0)]),
        (Loss::SubCollective, vec![sub, wait(0)]),
        (Loss::Communicator, vec![make]),
        (Loss::NonBlockingCollective, vec![collective(0, call(Operation::Bcast, 1, 1), false), wait(0)]),
        (Loss::PersistentCollective, vec![persistent, wait(0)]),
        (Loss::UserReduction, vec![collective(0, user, true), wait(0)]),
        (Loss::ElementType, vec![collective(0, pair, true), wait(0)]),
        (
            Loss::InPlace,
            vec![collective(0, CollectiveCall { in_place: true, ..call(Operation::Bcast, 1, 1) }, true), wait(0)],
        ),
        (Loss::Neighbourhood, vec![collective(0, neighbours(), true), wait(0)]),
        (Loss::OtherOperation, vec![collective(0, sum(call(Operation::ReduceScatterBlock, 2, 8)), true), wait(0)]),
        (Loss::TooLarge, vec![send(0, 1, 0, 1 << 50, true), wait(0)]),
        (Loss::PartialWait, with(sends(3), &[wait_all(&[0, 1]), wait(2)])),
        (Loss::OutOfOrder, with(sends(2), &[wait(1), wait(0)])),
        (Loss::ManyTests, with(sends(1), &[many_test, wait(0)])),
        (Loss::Cancelled, with(sends(1), &[Post::Cancel { request: RequestId(0) }, wait(0)])),
        (Loss::Released, with(sends(1), &[Post::Release { request: RequestId(0) }])),
        (Loss::Unmatched, vec![recv(0, ANY, 0, 5, false)]),
        (
            Loss::TaggedExchange,
            vec![enter(Function::Sendrecv), recv(0, 1, 1, 8, true), send(1, 2, 1, 9, true), wait_all(&[0, 1])],
        ),
        (
            Loss::Probe,
            vec![Post::Probe {
                request: RequestId(0),
                comm: CommId::WORLD,
                source: 1,
                tag: 1,
                matched: false,
                blocking: false,
            }],
        ),
    ] {
        let (_, _, report, _folder) = record(posts);
        assert!(
            report.losses.iter().any(|(found, count, rank)| (*found, *count > 0, *rank) == (loss, true, 0)),
            "{loss:?}: {report:?}"
        );
        assert!(!report.exact());
        assert!(report.to_string().contains(loss.doc()));
    }
    assert_eq!(Loss::ALL.len(), 27);
    assert!(Loss::ALL.iter().enumerate().all(|(at, loss)| *loss as usize == at));
}

#[test]
fn wildcards_that_match_nothing_are_written_as_such() {
    let (text, _) = lines(vec![recv(0, ANY, 4, 5, false), send(1, 1, 0, 5, true), wait(1)]);
    assert_eq!(text, "irecv -555 4 5 6; send 1 0 5 6");
}

#[test]
fn messages_on_other_communicators_go_to_world_ranks() {
    let folder = Folder::new();
    let comm = CommId(9);
    let posts = [
        Post::Recv {
            request: RequestId(0),
            comm,
            source: ANY,
            tag: 1,
            buffer: Buffer::of_bytes(4),
            blocking: true,
            elements: ops::Elements::Any,
        },
        wait(0),
        Post::Send {
            request: RequestId(0),
            comm,
            peer: 0,
            tag: 2,
            buffer: Buffer::of_bytes(3),
            mode: SendMode::Standard,
            blocking: true,
            elements: ops::Elements::Any,
        },
        wait(0),
    ];
    let script = Script::new(posts);
    let mut recorder = TiRecorder::new(script, 4, &folder.0.join("t"), Speed(1)).unwrap();
    let mut answer = first_answer(4);
    answer.comms.push(NewComm { comm, group: Arc::new(Group::table(vec![3, 0])), remote: None });
    let (mut toy, mut posts) = (Toy::default(), Vec::new());
    while RankDriver::resume(&mut recorder, ActorId(0), &answer, &mut posts) == RankState::Blocked {
        answer = toy.answer(&posts);
        posts.clear();
    }
    let (_, report) = recorder.finish(true).unwrap();
    assert_eq!(report.losses, [(Loss::OtherCommunicator, 2, 0)]);
    let text = recorded(&folder.0.join("t_files/rank-0.txt"));
    assert_eq!(text, "0 recv 3 1 4 6\n0 send 3 2 3 6\n");
}

#[test]
fn a_place_that_cannot_be_written_is_found_at_once() {
    let folder = Folder::new();
    folder.file("trace_files", "in the way");
    let script = Script::new(VecDeque::new());
    let error = TiRecorder::new(script, 1, &folder.0.join("trace"), Speed(1)).err().unwrap();
    assert!(error.to_string().starts_with(&format!("{}: ", folder.0.join("trace_files").display())), "{error}");
}

/// A call of a random program that has pending requests of its own.
#[derive(Clone, Debug)]
enum Call {
    Isend(u32, i32, u64),
    Irecv(u32, i32, u64, bool),
    Send(u32, i32, u64),
    Recv(u32, i32, u64, bool),
    Sendrecv(u32, u64, u32, u64),
    WaitFirst,
    Waitall,
    Sleep(u64),
    Collective(Operation, u64, u32),
}

fn some_call() -> impl Strategy<Value = Call> {
    let operation = proptest::sample::select(vec![
        Operation::Barrier,
        Operation::Bcast,
        Operation::Gather,
        Operation::Scatter,
        Operation::Allgather,
        Operation::Alltoall,
        Operation::Reduce,
        Operation::Allreduce,
        Operation::Scan,
        Operation::Exscan,
        Operation::ReduceScatter,
        Operation::Gatherv,
        Operation::Scatterv,
        Operation::Allgatherv,
        Operation::Alltoallv,
    ]);
    let (peer, tag, bytes) = (0..RANKS, 0..2i32, 0u64..1_000_000);
    prop_oneof![
        (peer.clone(), tag.clone(), bytes.clone()).prop_map(|(p, t, b)| Call::Isend(p, t, b)),
        (peer.clone(), tag.clone(), bytes.clone(), any::<bool>())
            .prop_map(|(p, t, b, any)| Call::Irecv(p, t, b, any)),
        (peer.clone(), tag.clone(), bytes.clone()).prop_map(|(p, t, b)| Call::Send(p, t, b)),
        (peer.clone(), tag, bytes.clone(), any::<bool>()).prop_map(|(p, t, b, any)| Call::Recv(p, t, b, any)),
        (peer.clone(), bytes.clone(), peer.clone(), bytes.clone())
            .prop_map(|(t, s, f, r)| Call::Sendrecv(t, s, f, r)),
        Just(Call::WaitFirst),
        Just(Call::Waitall),
        bytes.prop_map(Call::Sleep),
        (operation, 0u64..1000, peer).prop_map(|(o, c, r)| Call::Collective(o, c, r)),
    ]
}

/// A collective call of rank 0 as the rank half would post it.
fn whole(operation: Operation, count: u64, root: u32) -> (Function, CollectiveCall) {
    let (ranks, bytes) = (u64::from(RANKS), count * 8);
    let at_root = |bytes| if root == 0 { Buffer::of_bytes(bytes) } else { Buffer::EMPTY };
    let block = Buffer::of_bytes(bytes);
    let all = Buffer::of_bytes(bytes * ranks);
    let base = CollectiveCall { send: block, recv: block, ..call(operation, count, 8) };
    let rooted = CollectiveCall { root, ..base.clone() };
    let each: Box<[u64]> = vec![bytes; RANKS as usize].into();
    let offsets: Box<[u64]> = (0..ranks).map(|rank| rank * bytes).collect();
    let recv = Vectors { recv_bytes: each.clone(), recv_offsets: offsets.clone(), ..Vectors::default() };
    let sent = Vectors { send_bytes: each.clone(), send_offsets: offsets.clone(), ..Vectors::default() };
    let only_root = |vectors: Vectors| Some(Box::new(if root == 0 { vectors } else { Vectors::default() }));
    let vector = |call: CollectiveCall| CollectiveCall { count: 0, element_bytes: 1, ..call };
    match operation {
        Operation::Barrier => (Function::Barrier, call(operation, 0, 0)),
        Operation::Bcast => (Function::Bcast, CollectiveCall { send: Buffer::EMPTY, ..rooted }),
        Operation::Gather => (Function::Gather, CollectiveCall { recv: at_root(bytes * ranks), ..rooted }),
        Operation::Scatter => (Function::Scatter, CollectiveCall { send: at_root(bytes * ranks), ..rooted }),
        Operation::Allgather => (Function::Allgather, CollectiveCall { recv: all, ..base }),
        Operation::Alltoall => (Function::Alltoall, CollectiveCall { send: all, recv: all, ..base }),
        Operation::Reduce => (Function::Reduce, sum(CollectiveCall { recv: at_root(bytes), ..rooted })),
        Operation::Allreduce => (Function::Allreduce, sum(base)),
        Operation::Scan => (Function::Scan, sum(base)),
        Operation::Exscan => (Function::Exscan, sum(base)),
        Operation::ReduceScatter => {
            let call = sum(CollectiveCall { send: all, count: count * ranks, vectors: Some(Box::new(recv)), ..base });
            (Function::ReduceScatter, call)
        }
        Operation::Gatherv => (
            Function::Gatherv,
            vector(CollectiveCall { recv: at_root(bytes * ranks), vectors: only_root(recv), ..rooted }),
        ),
        Operation::Scatterv => (
            Function::Scatterv,
            vector(CollectiveCall { send: at_root(bytes * ranks), vectors: only_root(sent), ..rooted }),
        ),
        Operation::Allgatherv => {
            (Function::Allgatherv, vector(CollectiveCall { recv: all, vectors: Some(Box::new(recv)), ..base }))
        }
        _ => {
            let vectors = Vectors { send_bytes: each.clone(), send_offsets: offsets.clone(), ..recv };
            (
                Function::Alltoallv,
                vector(CollectiveCall { send: all, recv: all, vectors: Some(Box::new(vectors)), ..base }),
            )
        }
    }
}

/// The posts of a program that makes these calls, with requests as the replay numbers them: last freed first.
fn program(calls: Vec<Call>) -> Vec<Post> {
    let mut requests = crate::numbers::Numbers::default();
    let mut pending: Vec<(RequestId, (bool, u32, i32))> = Vec::new();
    let mut posts = Vec::new();
    for call in calls {
        match call {
            Call::Isend(peer, tag, bytes) => {
                let request = RequestId(requests.take());
                posts.extend([enter(Function::Isend), send(request.0, peer, tag, bytes, false)]);
                pending.push((request, (true, peer, tag)));
            }
            Call::Irecv(peer, tag, bytes, wild) => {
                let request = RequestId(requests.take());
                // What the toy engine matches a wildcard with.
                let (peer, tag, source, wanted) = if wild { (0, 3, ANY, ANY) } else { (peer, tag, peer as i32, tag) };
                posts.extend([enter(Function::Irecv), recv(request.0, source, wanted, bytes, false)]);
                pending.push((request, (false, peer, tag)));
            }
            Call::Send(peer, tag, bytes) => {
                let request = RequestId(requests.take());
                posts.extend([enter(Function::Send), send(request.0, peer, tag, bytes, true), wait(request.0)]);
                requests.give(request.0);
            }
            Call::Recv(peer, tag, bytes, wild) => {
                let request = RequestId(requests.take());
                let source = if wild { ANY } else { peer as i32 };
                posts.extend([enter(Function::Recv), recv(request.0, source, tag, bytes, true), wait(request.0)]);
                requests.give(request.0);
            }
            Call::Sendrecv(to, sent, from, received) => {
                let (first, second) = (requests.take(), requests.take());
                posts.extend([enter(Function::Sendrecv), recv(first, from as i32, 0, received, true)]);
                posts.extend([send(second, to, 0, sent, true), wait_all(&[first, second])]);
                requests.give(first);
                requests.give(second);
            }
            Call::WaitFirst => {
                if let Some((request, _)) = (!pending.is_empty()).then(|| pending.remove(0)) {
                    posts.extend([enter(Function::Wait), wait(request.0)]);
                    requests.give(request.0);
                }
            }
            Call::Waitall => {
                let all: Vec<u32> = pending.iter().map(|(request, _)| request.0).collect();
                if !all.is_empty() {
                    posts.extend([enter(Function::Waitall), wait_all(&all)]);
                    pending.drain(..).for_each(|(request, _)| requests.give(request.0));
                }
            }
            Call::Sleep(ps) => posts.push(Post::Sleep(units::Time::from_ps(ps))),
            Call::Collective(operation, count, root) => {
                let request = RequestId(requests.take());
                let (function, call) = whole(operation, count, root);
                posts.extend([enter(function), collective(request.0, call, true), wait(request.0)]);
                requests.give(request.0);
            }
        }
    }
    if !pending.is_empty() {
        let all: Vec<u32> = pending.iter().map(|(request, _)| request.0).collect();
        posts.extend([enter(Function::Waitall), wait_all(&all)]);
    }
    posts
}

/// Posts without what a trace does not keep: call sites, the operation reduced with, and wildcards as the toy engine
/// resolves them.
fn kept(post: Post) -> Post {
    match post {
        Post::Enter { function, .. } => enter(function),
        Post::Recv { request, comm, source, tag, buffer, blocking, .. } => Post::Recv {
            request,
            comm,
            source: if source == ANY { 0 } else { source },
            tag: if tag == ANY { 3 } else { tag },
            buffer,
            blocking,
            elements: ops::Elements::Any,
        },
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// What is recorded without loss is replayed post by post: so any engine takes the same time for both.
    #[test]
    fn a_replay_posts_what_was_recorded(calls in proptest::collection::vec(some_call(), 0..40)) {
        let (passed, lines, report, _folder) = record(program(calls));
        prop_assert_eq!(&report.losses, &vec![], "{}", lines);
        let mut replay = traces::open(&[report.list]).unwrap();
        prop_assert_eq!(replay.ranks, RANKS);
        let replayed = run(&mut *replay.driver, 0, RANKS);
        let (passed, replayed): (Vec<Post>, Vec<Post>) =
            (passed.into_iter().map(kept).collect(), replayed.into_iter().map(kept).collect());
        prop_assert_eq!(passed, replayed, "{}", lines);
    }
}

#[test]
fn a_status_without_source_leaves_the_receive_of_nobody() {
    // A cancelled receive with wildcards stays unmatched.
    let mut rank = Rank::new(0);
    let mut shared =
        Shared { world: None, groups: FxHashMap::default(), speed: Speed(1), losses: vec![(0, 0); Loss::ALL.len()] };
    rank.post(&recv(0, ANY, ANY, 4, false), &mut shared);
    rank.post(&wait(0), &mut shared);
    let status = Status { cancelled: true, ..Status::EMPTY };
    let completions = vec![ops::Completion { request: RequestId(0), status }];
    rank.answer(&Answer { completions, ..Answer::default() }, &mut shared);
    rank.close(&mut shared);
    assert_eq!(rank.written().as_slice(), b"0 irecv -555 -444 4 6\n");
}

/// A rank that needs no answer: it posts all at once.
struct AllAtOnce(Script);

impl RankDriver for AllAtOnce {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        loop {
            let state = self.0.resume(actor, answer, posts);
            if state != RankState::Blocked {
                return state;
            }
        }
    }

    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        self.0.memory()
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.0.describe_site(site)
    }
}

#[test]
fn a_rank_that_runs_ahead_is_written_as_one_that_does_not() {
    let posts = || {
        vec![
            enter(Function::Init),
            Post::Init,
            recv(0, ANY, ANY, 50, false),
            send(1, 3, 7, 60, false),
            wait(1),
            enter(Function::Send),
            send(1, 1, 5, 100, true),
            wait(1),
            wait_all(&[0]),
            enter(Function::Finalize),
            Post::Finalize,
        ]
    };
    let speed = Speed(1_000_000_000_000);
    let folder = Folder::new();
    let mut plain = TiRecorder::new(Script::new(posts()), RANKS, &folder.0.join("plain"), speed).unwrap();
    let ahead = AllAtOnce(Script::new(posts()));
    let mut ahead = TiRecorder::new(ahead, RANKS, &folder.0.join("ahead"), speed).unwrap();
    assert_eq!(run(&mut ahead, 0, RANKS), run(&mut plain, 0, RANKS));
    let (_, found) = ahead.finish(true).unwrap();
    let (_, expected) = plain.finish(true).unwrap();
    assert_eq!(found.losses, expected.losses);
    let lines = recorded(&folder.0.join("ahead_files/rank-0.txt"));
    assert_eq!(lines, recorded(&folder.0.join("plain_files/rank-0.txt")));
    assert!(lines.contains("irecv 0 3 50 6") && lines.contains("waitall"), "{lines}");
}

/// A driver whose ranks have threads, and that knows its work.
struct Threaded;

impl RankDriver for Threaded {
    fn resume(&mut self, _: ActorId, _: &Answer, _: &mut Vec<Post>) -> RankState {
        RankState::Threaded
    }

    fn resume_thread(&mut self, _: ActorId, _: u32, _: &Answer, _: &mut Vec<Post>) -> RankState {
        RankState::Threaded
    }

    fn take_posts(&mut self, _: ActorId) -> ThreadPosts {
        ThreadPosts { exit: Some(4), ..ThreadPosts::default() }
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        Some((3, 9))
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("site {}", site.0)
    }
}

#[test]
fn what_an_export_leaves_alone_is_the_affair_of_the_driver_in_it() {
    let folder = Folder::new();
    let mut export = TiRecorder::new(Threaded, 1, &folder.0.join("list"), Speed(1)).unwrap();
    assert_eq!(RankDriver::issued_work(&export), Some((3, 9)));
    // A rank that was started during the run is not written, and may have threads.
    let state = RankDriver::resume(&mut export, ActorId(1), &Answer::default(), &mut Vec::new());
    assert_eq!(state, RankState::Threaded);
    assert_eq!(export.take_posts(ActorId(1)).exit, Some(4));
}
