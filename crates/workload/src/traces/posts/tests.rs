use super::Operation;
use super::code::Cursor;
use super::parts::{Closing, Writer};
use crate::fuzz_harness::{Corpus, fuzz};
use crate::record::PostRecorder;
use crate::testing::{Folder, Script, fatal, run};
use crate::traces::{self, OpenTrace, TraceError};
use ops::{
    ANY, Answer, Buffer, CallSite, CollectiveCall, CommCall, CommId, Elements, Enter, FileAccess, FileCall, Flavor,
    Function, Layout, OpenMode, PartitionedCall, PosixCall, PosixOperation, Post, RankState, RequestId, RequestSet,
    SendMode, SplitKey, WaitMode, WindowCall, WindowPart, Work,
};
use std::fmt::Write as _;
use std::path::Path;
use units::{ActorId, Time};

const RANKS: u32 = 4;

fn open(path: &Path) -> Result<OpenTrace, TraceError> {
    (super::FORMAT.open)(&[path.to_owned()])
}

fn enter(function: Function) -> Post {
    Post::Enter { function, site: CallSite(7), block: Work::Time(Time::from_ns(3)) }
}

fn send(request: u32, comm: u32, peer: u32) -> Post {
    Post::Send {
        request: RequestId(request),
        comm: CommId(comm),
        peer,
        tag: 5,
        buffer: Buffer { address: 4711, bytes: 100_000 },
        mode: SendMode::Synchronous,
        blocking: false,
        elements: Elements::Float8,
    }
}

fn recv(request: u32, source: i32, tag: i32) -> Post {
    Post::Recv {
        request: RequestId(request),
        comm: CommId::WORLD,
        source,
        tag,
        buffer: Buffer { address: 4712, bytes: 80 },
        blocking: false,
        elements: Elements::Any,
    }
}

fn wait(request: u32) -> Post {
    Post::Wait { set: RequestSet::One(RequestId(request)), mode: WaitMode::All }
}

fn many(requests: &[u32]) -> RequestSet {
    RequestSet::Many(requests.iter().copied().map(RequestId).collect())
}

fn create(request: u32, call: CommCall) -> Post {
    Post::CreateComm { request: RequestId(request), comm: CommId::WORLD, call: Box::new(call) }
}

fn file(request: u32, call: FileCall) -> Post {
    Post::File { request: RequestId(request), file: CommId(102), call: Box::new(call) }
}

fn posix(number: u32, path: Option<&str>, operation: PosixOperation) -> Post {
    let path = path.map(|path| path.as_bytes().into());
    let call = FileCall::Posix(PosixCall { file: number, path, operation });
    Post::File { request: RequestId(0), file: CommId::NULL, call: Box::new(call) }
}

fn test(requests: &[u32]) -> Post {
    Post::Test { set: many(requests), mode: WaitMode::Some, peek: false }
}

fn barrier(request: u32, comm: u32) -> Post {
    let call = CollectiveCall {
        operation: ops::Operation::Barrier,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count: 0,
        element_bytes: 0,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 77,
        signature_sent: 0,
    };
    let (request, comm) = (RequestId(request), CommId(comm));
    Post::Collective { request, comm, call: Box::new(call), blocking: true, start: None }
}

/// A program that does a bit of everything. Numbers of communicators are those of the toy engine: 101 is the first.
fn everything() -> Vec<Post> {
    let call = Enter { function: Function::Send, site: CallSite(9), block: Work::Flops(12) };
    let (comm, elements) = (CommId::WORLD, Elements::Any);
    let access = Layout::of_blocks([(900, 8), (950, 8)].into_iter());
    let part = WindowPart { base: 5000, bytes: 64, unit: 1, flavor: Flavor::Create };
    let exposure = WindowCall::Start { targets: [2].into() };
    let partitions = PartitionedCall::Init { comm, peer: 1, tag: 3, sends: true, partitions: 4, bytes: 4096 };
    let partitioned = |call| Post::Partitioned { request: RequestId(4), call: Box::new(call) };
    vec![
        enter(Function::Init),
        Post::Init,
        create(0, CommCall::Split(SplitKey { color: Some(1), key: -5 })),
        wait(0),
        enter(Function::Isend),
        send(0, 101, 3),
        recv(1, ANY, ANY),
        recv(2, 1, 8),
        Post::Wait { set: many(&[0, 1, 2]), mode: WaitMode::Any },
        Post::ReadClock,
        test(&[1, 2]),
        test(&[1, 2]),
        Post::BlockingSend {
            call,
            request: RequestId(0),
            comm,
            peer: 1,
            tag: 0,
            buffer: Buffer::of_bytes(12),
            mode: SendMode::Standard,
            elements,
        },
        Post::BlockingRecv {
            call,
            request: RequestId(0),
            comm,
            source: 3,
            tag: ANY,
            buffer: Buffer::EMPTY,
            elements,
        },
        Post::Probe { request: RequestId(3), comm, source: ANY, tag: 1, matched: true, blocking: true },
        Post::RecvMatched { request: RequestId(3), message: 0, buffer: Buffer::EMPTY, blocking: true, elements },
        wait(3),
        barrier(0, 101),
        wait(0),
        create(0, CommCall::Dup),
        wait(0),
        file(0, FileCall::Open { path: (*b"/data").into(), mode: OpenMode { read: true, ..OpenMode::default() } }),
        wait(0),
        file(
            0,
            FileCall::Access(FileAccess { write: true, memory: access, file: Layout::block(0, 16), atomic: false }),
        ),
        wait(0),
        file(0, FileCall::Hint { number: 5, value: Some(1) }),
        wait(0),
        create(0, CommCall::Window(part)),
        wait(0),
        Post::Window { request: Some(RequestId(0)), window: CommId(103), call: Box::new(exposure) },
        wait(0),
        partitioned(partitions),
        partitioned(PartitionedCall::Start { buffer: Buffer { address: 6, bytes: 4096 } }),
        partitioned(PartitionedCall::Ready { first: 0, last: 3 }),
        Post::Compute(Work::Preempted(Time::from_ns(40))),
        Post::Compute(Work::Stated(Time::from_ns(41))),
        Post::Sleep(Time::from_ns(1 << 40)),
        Post::Phase { name: "solve".into() },
        Post::Block { name: "spmv".into(), parameters: [3, i64::MAX as u64].into() },
        Post::FreeComm { comm: CommId(101) },
        recv(0, 2, 2),
        Post::Release { request: RequestId(0) },
        Post::AwaitClock,
        enter(Function::Finalize),
        Post::Finalize,
    ]
}

/// Records what rank 0 posts: the posts as they passed, and the trace.
fn record(posts: Vec<Post>, folder: &Folder) -> (Vec<Post>, std::path::PathBuf) {
    let mut recorder = PostRecorder::new(Script::new(posts), RANKS, &folder.0.join("a.trace")).unwrap();
    let passed = run(&mut recorder, 0, RANKS);
    assert_eq!(fatal(&passed), "");
    let (_, path) = recorder.finish(true).unwrap();
    (passed, path)
}

fn replay(path: &Path) -> Vec<Post> {
    run(&mut *open(path).unwrap().driver, 0, RANKS)
}

/// A post as a replay makes it: without addresses, and as it happened. The toy engine takes wildcards for rank 0 and tag 3,
/// reports the first request of a wait for any, and lets every second test succeed.
fn happened(post: Post, missed: &mut bool) -> Post {
    match post {
        Post::Send { request, comm, peer, tag, mode, blocking, elements, buffer } => {
            Post::Send { request, comm, peer, tag, mode, blocking, elements, buffer: Buffer::of_bytes(buffer.bytes) }
        }
        Post::Recv { request, comm, source, tag, blocking, elements, buffer } => {
            let (source, tag) = if source == ANY { (0, 3) } else { (source, tag) };
            Post::Recv { request, comm, source, tag, blocking, elements, buffer: Buffer::of_bytes(buffer.bytes) }
        }
        Post::Probe { request, comm, tag, matched, blocking, .. } => {
            Post::Probe { request, comm, source: 0, tag, matched, blocking }
        }
        Post::Wait { set, mode: WaitMode::Any } => {
            Post::Wait { set: RequestSet::One(set.ids()[0]), mode: WaitMode::All }
        }
        Post::Test { set, .. } => {
            *missed = !*missed;
            let mode = if *missed { WaitMode::Some } else { WaitMode::All };
            Post::Test { set, mode, peek: *missed }
        }
        Post::Enter { function, block, .. } => Post::Enter { function, site: CallSite(0), block },
        Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements } => {
            let call = Enter { site: CallSite(1), ..call };
            Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements }
        }
        Post::BlockingRecv { call, request, comm, source, tag, buffer, elements } => {
            let call = Enter { site: CallSite(1), ..call };
            Post::BlockingRecv { call, request, comm, source, tag, buffer, elements }
        }
        Post::Collective { request, comm, mut call, blocking, start } => {
            call.signature = 0;
            Post::Collective { request, comm, call, blocking, start }
        }
        Post::CreateComm { request, comm, mut call } => {
            if let CommCall::Window(part) = &mut *call {
                part.base = 0;
            }
            Post::CreateComm { request, comm, call }
        }
        Post::Partitioned { request, mut call } => {
            if let PartitionedCall::Start { buffer } = &mut *call {
                buffer.address = 0;
            }
            Post::Partitioned { request, call }
        }
        Post::File { request, file, mut call } => {
            if let FileCall::Access(access) = &mut *call {
                access.memory = Layout::of_blocks([(0, 8), (50, 8)].into_iter());
            }
            Post::File { request, file, call }
        }
        other => other,
    }
}

#[test]
fn a_replay_posts_what_was_recorded() {
    let folder = Folder::new();
    let (passed, path) = record(everything(), &folder);
    let mut missed = false;
    let expected: Vec<Post> = passed.into_iter().map(|post| happened(post, &mut missed)).collect();
    for (replayed, expected) in replay(&path).into_iter().zip(&expected) {
        assert_eq!(&replayed, expected);
    }
    assert_eq!(replay(&path).len(), expected.len());
    let mut driver = open(&path).unwrap().driver;
    assert_eq!(driver.describe_site(CallSite(1)), "site 9");
    assert_eq!(driver.describe_site(CallSite(2)), "call site 2");
    // The other ranks of the recording have never run.
    assert!(fatal(&run(&mut *driver, 1, RANKS)).contains("rank 1: its operations end before the rank does"));
}

#[test]
fn most_posts_take_twelve_bytes_at_most() {
    let mut bytes = Vec::new();
    let mut largest = 0;
    for post in [enter(Function::Isend), send(3, 2, 300), recv(4, 70, 8), wait(2), barrier(1, 3)] {
        bytes.clear();
        super::code::write(&post, &mut bytes);
        largest = largest.max(bytes.len());
        if matches!(post, Post::Collective { .. }) {
            assert!(bytes.len() <= 20, "{post:?}: {}", bytes.len());
        } else {
            assert!(bytes.len() <= 12, "{post:?}: {}", bytes.len());
        }
    }
    assert!(largest > 4);
}

#[test]
fn a_trace_that_is_cut_is_replayed_up_to_there_and_says_so() {
    let folder = Folder::new();
    let (_, path) = record(everything(), &folder);
    let whole = std::fs::read(&path).unwrap();
    let full = replay(&path);
    let (mut cut, mut short) = (0, 0);
    for end in 0..whole.len() {
        let part = folder.file("part.trace", &whole[..end]);
        if end < 16 {
            assert!(open(&part).err().unwrap().to_string().contains("the header is not complete"));
            continue;
        }
        let mut posts = replay(&part);
        let Post::Warning { text } = posts.remove(0) else { panic!("no warning: {posts:?}") };
        assert!(text.ends_with("the recording ends before the program did (it was stopped or killed); what ranks did later is missing"), "{text}");
        // A rank whose end is missing says where what is known of it ends.
        if let Some(Post::CutShort { text }) = posts.last() {
            let why = " is incomplete (the recording was stopped or killed)";
            assert!(text.contains("part.trace") && text.ends_with(why), "{text}");
            posts.pop();
            short += 1;
        }
        assert!(posts.iter().zip(&full).all(|(one, other)| one == other) && posts.len() <= full.len());
        cut += 1;
    }
    assert!(cut > 100 && short > 50, "{cut}, {short}");
    let mut recorder = PostRecorder::new(Script::new(everything()), 1, &folder.0.join("b.trace")).unwrap();
    run(&mut recorder, 0, 1);
    let (_, path) = recorder.finish(false).unwrap();
    assert!(matches!(replay(&path)[0], Post::Warning { .. }), "a run that was stopped");
}

#[test]
fn a_changed_byte_is_found() {
    let folder = Folder::new();
    let (_, path) = record(everything(), &folder);
    let whole = std::fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 0x11;
        let path = folder.file("changed.trace", &changed);
        let Ok(OpenTrace { mut driver, .. }) = open(&path) else { continue };
        let posts: Vec<_> = (0..RANKS).map(|rank| run(&mut *driver, rank, RANKS)).collect();
        let told = posts.iter().any(|posts| {
            fatal(posts).contains("a.trace") || !fatal(posts).is_empty() || matches!(posts[0], Post::Warning { .. })
        });
        assert!(told, "byte {at}");
    }
}

#[test]
fn calls_of_posix_come_back_as_they_were() {
    let folder = Folder::new();
    let posts = vec![
        enter(Function::PosixOpen),
        posix(0, Some("/data"), PosixOperation::Open),
        wait(0),
        enter(Function::PosixWrite),
        posix(0, None, PosixOperation::Write { offset: 1 << 40, bytes: 12 }),
        wait(0),
        enter(Function::PosixClose),
        posix(0, None, PosixOperation::Close),
        wait(0),
    ];
    let (passed, path) = record(posts, &folder);
    let calls = |posts: &[Post]| -> Vec<Post> {
        posts.iter().filter(|post| matches!(post, Post::File { .. })).cloned().collect()
    };
    assert_eq!(calls(&passed).len(), 3);
    assert_eq!(calls(&replay(&path)), calls(&passed));
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let folder = Folder::new();
    let (_, path) = record(everything(), &folder);
    let mut bytes = std::fs::read(&path).unwrap();
    let error = |name: &str, bytes: &[u8]| traces::open(&[folder.file(name, bytes)]).err().unwrap().to_string();
    bytes.push(0);
    assert!(error("more", &bytes).contains("there is something behind the closing mark; expected a trace as"));
    bytes.pop();
    bytes[8] = 9;
    assert!(
        error("version", &bytes)
            .ends_with("the trace format has version 9; expected version 5: record the trace again")
    );
    bytes[8] = 2;
    bytes[15] = 0x40;
    assert!(error("ranks", &bytes).contains("byte 12: 1073741828 ranks in a file of "));
    bytes[15] = 0;
    bytes[16] = 3;
    assert!(error("part", &bytes).contains("byte 16: there is no part where one should begin"));
    bytes[16] = 1;
    bytes[40] ^= 1;
    let changed = folder.file("sum", &bytes);
    let text = fatal(&run(&mut *open(&changed).unwrap().driver, 0, RANKS));
    assert!(text.contains("the part was changed after it had been written (its checksum is wrong)"), "{text}");
    let second = traces::open(&[path.clone(), path]).err().unwrap().to_string();
    assert!(
        second.ends_with("a.trace: is a second file; a trace of format `posts` is a single file: give only one"),
        "{second}"
    );
}

/// Operations of rank 0 as a trace.
fn trace_of(operations: &[u8], folder: &Folder) -> std::path::PathBuf {
    let mut writer = Writer::create(&folder.0.join("drawn.trace"), RANKS).unwrap();
    writer.append(0, &mut operations.to_vec()).unwrap();
    writer.finish(&Closing { complete: true, all_ended: true, sites: Vec::new() }).unwrap()
}

#[test]
fn posts_that_no_program_makes_are_refused() {
    let folder = Folder::new();
    for (posts, problem) in [
        (vec![send(0, 3, 0)], "a communicator that the rank has not"),
        (vec![send(0, 0, 4)], "a message to a rank that the communicator has not"),
        (vec![recv(0, 9, 0)], "a receive from a rank that the communicator has not"),
        (vec![send(0, 0, 1), send(0, 0, 1)], "a request that is pending already"),
        (vec![send(5000, 0, 1)], "a request number out of proportion"),
        (vec![wait(0)], "a request that is not pending"),
        (vec![Post::Cancel { request: RequestId(1) }], "a request that is not pending"),
        (vec![Post::SessionFinalize], "a session that is not open"),
        (vec![file(0, FileCall::Sync)], "a communicator that the rank has not"),
        (vec![posix(0, None, PosixOperation::Close)], "a file that has no path"),
        (vec![posix(1, Some("/data"), PosixOperation::Open)], "a file that has no path"),
        (
            vec![posix(0, Some("/data"), PosixOperation::Read { offset: u64::MAX, bytes: 1 })],
            "an access to a file beyond 2^48 bytes",
        ),
    ] {
        let mut bytes = Vec::new();
        posts.iter().for_each(|post| super::code::write(post, &mut bytes));
        let text = fatal(&replay(&trace_of(&bytes, &folder)));
        assert!(text.contains(&format!("drawn.trace: rank 0: {problem}; the trace is damaged")), "{text}");
    }
}

/// The operations of the trace of `everything`, one a line, as numbers.
fn as_text() -> String {
    let folder = Folder::new();
    let (_, path) = record(everything(), &folder);
    let mut reader = super::parts::Reader::open(&path).unwrap();
    let mut bytes = Vec::new();
    reader.append(0, 0, &mut bytes).unwrap();
    let mut cursor = Cursor::new(&bytes);
    let (mut text, mut count) = (String::new(), 0);
    while !cursor.is_empty() {
        let begin = cursor.at;
        let operation = cursor.operation().unwrap();
        let mut again = Vec::new();
        operation.write(&mut again);
        assert_eq!(again, bytes[begin..cursor.at], "{operation:?}");
        bytes[begin..cursor.at].iter().for_each(|byte| write!(text, "{byte} ").unwrap());
        text.push('\n');
        count += u32::from(operation != Operation::End(0));
    }
    assert_eq!(count as usize, everything().len());
    text
}

#[test]
fn the_format_has_not_changed() {
    // Rare posts are written as Rust values: a change of theirs is one of the format. Then the version in `parts.rs` goes up, and
    // this sum is another one.
    let sum = as_text()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!((super::parts::VERSION, sum), (5, 13_901_986_152_939_471_588));
}

#[test]
fn fuzzed_operations() {
    let folder = Folder::new();
    let corpus =
        Corpus { texts: vec![as_text()], pieces: &["16", "17", "18", "20", "128", "255 255 255 255 15", "127"] };
    fuzz("trace of posts", 20, &corpus, |_, text| {
        let bytes: Vec<u8> = text.split_whitespace().filter_map(|word| word.parse::<u8>().ok()).collect();
        fatal(&replay(&trace_of(&bytes, &folder))).is_empty()
    });
}

#[test]
fn a_recording_of_a_real_run_has_its_times_and_keeps_them_when_merged() {
    let folder = Folder::new();
    let trace = folder.0.join("real.trace");
    std::fs::create_dir(&trace).unwrap();
    let file = trace.join(super::part_name(0));
    let mut rank = crate::record::RankRecorder::create(&file, 0, 1, "MPICH 5.0.2").unwrap();
    let enter = |function| Post::Enter { function, site: CallSite(0), block: Work::NONE };
    let us = |us: u64| Time::from_ns(us * 1000);
    for (function, post, times) in
        [(Function::Init, Post::Init, [0, 0]), (Function::Finalize, Post::Finalize, [3, 2])]
    {
        rank.post(&enter(function)).unwrap();
        rank.post(&post).unwrap();
        rank.times(us(times[0]), us(times[1])).unwrap();
    }
    rank.finish(true, true, |_| "main (a.c:1)".to_owned()).unwrap();
    let whole = super::merge(&trace, None, &folder.0.join("whole.trace")).unwrap();
    for path in [trace, whole] {
        assert_eq!(super::Summary::of(&path).unwrap().libraries, ["MPICH 5.0.2"]);
        let (ranks, calls) = super::call_times(&path).unwrap();
        let own = calls.sites[&(Function::Finalize, "main (a.c:1)".to_owned())];
        assert_eq!((ranks, own.calls, own.outside, own.inside, calls.outside[0]), (1, 1, us(3), us(2), us(3)));
        let mut recorded = traces::open(&[path]).unwrap().recorded.expect("it has times");
        let mut posts = Vec::new();
        let state = recorded.resume(ActorId(0), &Answer::default(), &mut posts);
        assert_eq!(state, RankState::Finished(0));
        let finalize = Post::Enter { function: Function::Finalize, site: CallSite(0), block: Work::Stated(us(3)) };
        assert_eq!(posts[3..], [finalize, Post::Sleep(us(2)), Post::Finalize]);
    }
}
