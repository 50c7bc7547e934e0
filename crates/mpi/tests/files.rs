//! What operations on files do and cost: attached servers and servers on the network, with memory and without.

use crate::support::*;
use kernel::{Resources, Stripes};
use ops::{
    CommId, DISABLE, ENABLE, ErrorClass, FILE_HINTS, FileAccess, FileCall, FileTimes, Function, Interest,
    IoOperation, Layout, Observer, OpenMode, Post, Record, RequestId, SharedPointer, WaitRecord,
};
use std::path::{Path, PathBuf};
use units::Time;
use windtunnel_mpi::library::{IoLibrary, Library};
use windtunnel_mpi::{Engine, EngineOptions, FreeBlocks, Outcome, RunSummary};

const FILE: CommId = CommId(7);
/// What the server takes for a request, whatever it is, for a byte, and for each extent after the first.
const REQUEST: u64 = 1_000_000;
const SERVED_BYTE: u64 = 10;
const FURTHER_EXTENT: u64 = 100_000;

/// Keeps the paths and the operations.
#[derive(Default)]
struct Io {
    paths: Vec<String>,
    records: Vec<Record>,
}

impl Observer for Io {
    fn interest(&self) -> Interest {
        Interest { io: true, ..Interest::default() }
    }

    fn record(&mut self, record: &Record) {
        if matches!(record, Record::Io { .. }) {
            self.records.push(*record);
        }
    }

    fn name_file(&mut self, file: u32, path: &str) {
        assert_eq!(file as usize, self.paths.len(), "in the order of the numbers");
        self.paths.push(path.to_owned());
    }
}

/// A path of this test's own.
fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("windtunnel-files-{}-{name}", std::process::id()))
}

fn ask(request: u32, call: FileCall) -> Post {
    Post::File { request: RequestId(request), file: FILE, call: Box::new(call) }
}

fn open(request: u32, path: &Path) -> Post {
    let mode = OpenMode { read: true, write: true, create: true, permissions: 0o600, ..OpenMode::default() };
    ask(request, FileCall::Open { path: path.as_os_str().as_encoded_bytes().into(), mode })
}

/// `bytes` bytes from offset `at` of the file and of the memory.
fn access(request: u32, write: bool, at: u64, bytes: u64, atomic: bool) -> Post {
    let memory = Layout::block(at as i64 + 1, bytes);
    ask(request, FileCall::Access(FileAccess { write, memory, file: Layout::block(at as i64, bytes), atomic }))
}

fn run_on(script: &mut Script, server: Option<u32>) -> (RunSummary, Io) {
    run_in(script, library(), 1, resources(server))
}

/// Keeps the waits.
#[derive(Default)]
struct Waits(Vec<Record>);

impl Observer for Waits {
    fn interest(&self) -> Interest {
        Interest { waits: true, ..Interest::default() }
    }

    fn record(&mut self, record: &Record) {
        self.0.push(*record);
    }
}

fn run_in(script: &mut Script, library: Library, per_host: u32, resources: Resources) -> (RunSummary, Io) {
    let mut io = Io::default();
    let outcome = observed(script, library, per_host, resources, &mut io);
    (outcome, io)
}

fn observed(
    script: &mut Script,
    library: Library,
    per_host: u32,
    resources: Resources,
    observer: &mut dyn Observer,
) -> RunSummary {
    let options = EngineOptions {
        ranks: script.posts.len() as u32,
        library,
        placement: Box::new(PerHost(per_host)),
        resources,
        oversubscribed_compute: None,
        blocks: Box::new(FreeBlocks),
        skip_payload_from: None,
        steps: Vec::new(),
    };
    Engine::new(options, script, Some(observer)).run(&mut |_| false)
}

#[test]
fn an_attached_server_takes_its_own_time_alone() {
    let path = path("attached");
    let mut script = script(1, 1000);
    script.memory.bytes[0].fill(7);
    script.rank(0, [open(0, &path), wait(0), access(0, true, 0, 1000, false), wait(0)]);
    script.rank(0, [access(0, false, 0, 0, false), wait(0), access(0, true, 0, 10, true), wait(0)]);
    script.rank(0, [ask(0, FileCall::Close), wait(0)]);
    let (_, io) = run_on(&mut script, None);
    let write = REQUEST + 1000 * SERVED_BYTE;
    assert_eq!(script.time(0, 1), REQUEST);
    assert_eq!(script.time(0, 2), REQUEST + write);
    assert_eq!(script.time(0, 3), REQUEST + write, "no bytes, no time");
    let locked = 2 * REQUEST + 10 * SERVED_BYTE;
    assert_eq!(script.time(0, 4), REQUEST + write + locked, "a lock is one more request");
    assert_eq!(std::fs::read(&path).expect("written"), [7; 1000]);
    assert_eq!(io.paths, [path.display().to_string()]);
    let written = Record::Io {
        call: 1,
        actor: units::ActorId(0),
        file: 0,
        operation: IoOperation::Write,
        offset: 0,
        bytes: 1000,
        start: Time::from_ps(REQUEST),
        end: Time::from_ps(REQUEST + write),
    };
    assert_eq!(io.records[1], written);
    std::fs::remove_file(&path).expect("ours");
}

#[test]
fn bytes_cross_the_network_to_a_server_on_a_host() {
    let path = path("network");
    let mut script = script(2, 500);
    script.rank(0, [open(0, &path), wait(0), access(0, true, 0, 500, false), wait(0)]);
    script.rank(0, [access(0, false, 0, 500, false), wait(0)]);
    run_on(&mut script, Some(1));
    let own = REQUEST + 500 * SERVED_BYTE;
    let carried = 2 * LATENCY + 500 * PS_PER_BYTE;
    assert_eq!(script.time(0, 1), 2 * LATENCY + REQUEST);
    assert_eq!(script.time(0, 2) - script.time(0, 1), carried + own);
    assert_eq!(script.time(0, 3) - script.time(0, 2), carried + own);
    std::fs::remove_file(&path).expect("ours");
}

#[test]
fn memory_with_holes_meets_a_file_with_others() {
    let path = path("holes");
    let mut script = script(1, 64);
    script.memory.bytes[0].copy_from_slice(&std::array::from_fn::<u8, 64, _>(|at| at as u8));
    let memory = Layout::of_blocks([(1, 2), (11, 4)].into_iter());
    let file = Layout::of_blocks([(8, 3), (0, 1), (4, 2)].into_iter());
    let write = FileAccess { write: true, memory, file, atomic: false };
    script.rank(0, [open(0, &path), wait(0), ask(0, FileCall::Access(write)), wait(0)]);
    // The last of three bytes lies behind the end.
    let memory = Layout::block(41, 3);
    let read = FileAccess { write: false, memory, file: Layout::block(9, 3), atomic: false };
    script.rank(0, [ask(0, FileCall::Access(read)), wait(0)]);
    let (outcome, _) = run_on(&mut script, None);
    assert_eq!(
        script.time(0, 2),
        2 * REQUEST + 6 * SERVED_BYTE + 2 * FURTHER_EXTENT,
        "a server seeks to every extent"
    );
    assert_eq!((outcome.totals.files_written, outcome.totals.files_read), (6, 2));
    assert_eq!(std::fs::read(&path).expect("written"), [11, 0, 0, 0, 12, 13, 0, 0, 0, 1, 10]);
    assert_eq!(script.answers[0][3].completions[0].status.bytes, 2);
    assert_eq!(script.memory.bytes[0][40..44], [1, 10, 42, 43]);
    std::fs::remove_file(&path).expect("ours");
}

/// Contents move in pieces of 4 MiB; a block of the memory may lie across their border.
#[test]
fn a_long_access_moves_piece_by_piece() {
    const PIECE: usize = 4 << 20;
    let path = path("pieces");
    let bytes = 2 * PIECE + 5;
    let mut script = script(1, 2 * bytes + 2);
    let data: Vec<u8> = (0..bytes).map(|at| ((at * 31) >> 3) as u8).collect();
    // A hole of two bytes after the first three.
    script.memory.bytes[0][..3].copy_from_slice(&data[..3]);
    script.memory.bytes[0][5..bytes + 2].copy_from_slice(&data[3..]);
    let length = bytes as u64;
    let memory = Layout::of_blocks([(1, 3), (6, length - 3)].into_iter());
    let write = FileAccess { write: true, memory, file: Layout::block(0, length), atomic: false };
    let memory = Layout::block(bytes as i64 + 3, length);
    let read = FileAccess { write: false, memory, file: Layout::block(0, length), atomic: false };
    script.rank(0, [open(0, &path), wait(0), ask(0, FileCall::Access(write)), wait(0)]);
    script.rank(0, [ask(0, FileCall::Access(read)), wait(0)]);
    let (outcome, _) = run_on(&mut script, None);
    assert!(std::fs::read(&path).expect("written") == data);
    assert!(script.memory.bytes[0][bytes + 2..] == data);
    assert_eq!((outcome.totals.files_written, outcome.totals.files_read), (length, length));
    let moved: Vec<u64> = [2, 3].map(|answer: usize| script.answers[0][answer].completions[0].status.bytes).into();
    assert_eq!(moved, [length, length]);
    std::fs::remove_file(&path).expect("ours");
}

#[test]
fn the_shared_pointer_moves_in_the_order_of_time() {
    let path = path("shared");
    let mut script = script(2, 8);
    let add = |count| ask(0, FileCall::Shared(SharedPointer::Add(count)));
    script.rank(0, [open(0, &path), wait(0), compute(5), add(3), wait(0)]);
    script.rank(1, [open(0, &path), wait(0), add(4), wait(0)]);
    script.rank(1, [compute(9_000_000), ask(0, FileCall::Shared(SharedPointer::Get)), wait(0)]);
    run_on(&mut script, None);
    let came = |rank: usize, answer: usize| script.answers[rank][answer].completions[0].status.handle;
    assert_eq!((came(1, 2), came(0, 2), came(1, 3)), (0, 4, 7));
    std::fs::remove_file(&path).expect("ours");
}

#[test]
fn what_the_host_refuses_is_an_error_of_the_request() {
    let mut script = script(1, 8);
    let missing = path("missing");
    let delete = FileCall::Delete { path: missing.as_os_str().as_encoded_bytes().into() };
    script.rank(0, [open(0, &missing.join("inside")), wait(0), ask(0, delete), wait(0)]);
    run_on(&mut script, None);
    let error = |answer: usize| script.answers[0][answer].completions[0].status.error;
    assert_eq!((error(1), error(2)), (ErrorClass::NoSuchFile, ErrorClass::NoSuchFile));
}

#[test]
fn a_replay_has_lengths_and_leaves_the_host_alone() {
    let path = path("replay");
    let mut script = script(1, 0);
    script.has_memory = false;
    script.rank(0, [open(0, &path), wait(0), access(0, true, 100, 50, false), wait(0)]);
    script.rank(0, [ask(0, FileCall::Size), wait(0), access(0, false, 1000, 10, false), wait(0)]);
    run_on(&mut script, None);
    assert!(!path.exists());
    assert_eq!(script.answers[0][3].completions[0].status.handle, 150);
    assert_eq!(script.answers[0][4].completions[0].status.bytes, 10, "what is read was there before");
    assert_eq!(script.time(0, 2) - script.time(0, 1), REQUEST + 50 * SERVED_BYTE);
}

/// A call on the file that is opened on the world.
fn ask_all(call: FileCall) -> [Post; 2] {
    [Post::File { request: RequestId(0), file: CommId::WORLD, call: Box::new(call) }, wait(0)]
}

fn open_all(path: &Path) -> [Post; 2] {
    let mode = OpenMode { read: true, write: true, create: true, permissions: 0o600, ..OpenMode::default() };
    ask_all(FileCall::Open { path: path.as_os_str().as_encoded_bytes().into(), mode })
}

fn hint(name: &str, value: u64) -> [Post; 2] {
    let number = FILE_HINTS.iter().position(|hint| hint.name == name).expect("a hint") as u32;
    ask_all(FileCall::Hint { number, value: Some(value) })
}

fn access_all(write: bool, memory: i64, file: &[(i64, u64)], blocking: bool) -> [Post; 2] {
    let file = Layout::of_blocks(file.iter().copied());
    let memory = Layout::block(memory + 1, file.bytes());
    ask_all(FileCall::AccessAll { access: FileAccess { write, memory, file, atomic: false }, blocking })
}

fn romio() -> Library {
    let mut library = library();
    library.io = IoLibrary::Romio;
    library
}

fn pvfs() -> Resources {
    with_driver("pvfs2", Stripes { bytes: 8, servers: 1 })
}

/// Two blocks of 10 bytes of each of two ranks, in turn.
fn blocks(rank: i64) -> [(i64, u64); 2] {
    [(10 * rank, 10), (20 + 10 * rank, 10)]
}

/// A message, and a request to the server.
fn message(bytes: u64) -> u64 {
    LATENCY + bytes * PS_PER_BYTE
}

fn request(bytes: u64, extents: u64) -> u64 {
    REQUEST + bytes * SERVED_BYTE + (extents - 1) * FURTHER_EXTENT
}

/// What precedes the rounds: two allgathers of offsets, an alltoall of counts, a list of one stretch, the number of rounds.
fn preparation() -> u64 {
    2 * message(8) + message(4) + message(16) + message(4)
}

#[test]
fn interleaved_accesses_of_all_ranks_are_aggregated() {
    let path = path("together");
    let mut script = script(2, 40);
    for rank in 0..2 {
        script.memory.bytes[rank].fill(rank as u8 + 1);
        let (own, other) = (rank as i64, 1 - rank as i64);
        script.rank(rank, open_all(&path));
        script.rank(rank, access_all(true, 0, &blocks(own), true));
        script.rank(rank, access_all(false, 20, &blocks(other), true));
    }
    let (outcome, io) = run_in(&mut script, romio(), 1, pvfs());
    for rank in 0..2 {
        // Each of two aggregators writes 20 bytes, 10 of which come from the other rank.
        let write = preparation() + message(4) + message(10) + request(20, 1) + message(4);
        assert_eq!(script.time(rank, 2) - script.time(rank, 1), write);
        let read = preparation() + request(20, 1) + message(4) + message(10);
        assert_eq!(script.time(rank, 3) - script.time(rank, 2), read);
        assert_eq!(script.memory.bytes[rank][20..], [2 - rank as u8; 20]);
        assert_eq!([2, 3].map(|answer| script.answers[rank][answer].completions[0].status.bytes), [20, 20]);
    }
    let expected: Vec<u8> = [1, 2, 1, 2].iter().flat_map(|byte| [*byte; 10]).collect();
    assert_eq!(std::fs::read(&path).expect("written"), expected);
    assert_eq!((outcome.totals.files_written, outcome.totals.files_read), (40, 40));
    let rows: Vec<(IoOperation, u64, u64)> = io
        .records
        .iter()
        .filter_map(|record| match *record {
            Record::Io { operation, offset, bytes, .. } if operation != IoOperation::Open => {
                Some((operation, offset, bytes))
            }
            _ => None,
        })
        .collect();
    // One row for each rank's call; what aggregators do is not another.
    let (write, read) = (IoOperation::Write, IoOperation::Read);
    assert_eq!(rows, [(write, 0, 20), (write, 10, 20), (read, 10, 20), (read, 0, 20)]);
    std::fs::remove_file(&path).expect("ours");
}

fn open_with(script: &mut Script, rank: usize, hints: &[(&str, u64)]) {
    script.rank(rank, open_all(Path::new("/nowhere")));
    for &(name, value) in hints {
        script.rank(rank, hint(name, value));
    }
}

/// The time of one access of all ranks, the first one's, with hints.
fn time_of(hints: &[(&str, u64)], accesses: [&[(i64, u64)]; 2], blocking: bool, library: Library) -> u64 {
    let mut script = script(2, 0);
    script.has_memory = false;
    for (rank, blocks) in accesses.into_iter().enumerate() {
        open_with(&mut script, rank, hints);
        script.rank(rank, access_all(true, 0, blocks, blocking));
    }
    run_in(&mut script, library, 1, pvfs());
    script.last_time(0) - script.time(0, 1)
}

#[test]
fn hints_say_who_aggregates_what() {
    let interleaved: [&[(i64, u64)]; 2] = [&blocks(0), &blocks(1)];
    let apart: [&[(i64, u64)]; 2] = [&[(0, 10)], &[(10, 10)]];
    let write = |hints: &[(&str, u64)], accesses| time_of(hints, accesses, true, romio());
    // Not interleaved: all know that, and each makes its own access.
    assert_eq!(write(&[], apart), 2 * message(8) + request(10, 1));
    let aggregated = |parts: u64| parts + message(4) + message(10) + message(4);
    assert_eq!(write(&[("romio_cb_write", ENABLE)], apart), preparation() + aggregated(request(10, 1)));
    // Nobody waits for anybody; one list request for each.
    assert_eq!(write(&[("romio_cb_write", DISABLE)], interleaved), request(20, 2));
    // One aggregator: two stretches of each rank, all data; it is the root of the broadcast at the end, which it need not wait for.
    let one = 2 * message(8) + message(4) + message(32) + message(4) + message(4) + message(20) + request(40, 1);
    assert_eq!(write(&[("cb_nodes", 1)], interleaved), one);
    // Buffers of 10 bytes: two rounds.
    let rounds = preparation() + 2 * (message(4) + message(10) + request(10, 1)) + message(4);
    assert_eq!(write(&[("cb_buffer_size", 10)], interleaved), rounds);
    // Holes are read before.
    let holes: [&[(i64, u64)]; 2] = [&[(0, 10), (30, 10)], &[(20, 5)]];
    let [before, after] = [preparation() + message(4), request(20, 1) + message(4)];
    assert_eq!(write(&[], interleaved), before + message(10) + after);
    // What the other rank sends has come meanwhile; the aggregator's own five bytes are sent then.
    assert_eq!(write(&[], holes), before + request(20, 1) + message(5) + after);
}

/// The waits of all ranks in the access of all ranks: (rank, arrival of the last, file, file contention, the rest), in picoseconds.
fn waits_in_write(hints: &[(&str, u64)], accesses: [&[(i64, u64)]; 2], late: u64) -> Vec<(u32, u64, u64, u64, u64)> {
    let mut script = script(2, 0);
    script.has_memory = false;
    for (rank, blocks) in accesses.into_iter().enumerate() {
        open_with(&mut script, rank, hints);
        script.rank(rank, [compute(if rank == 1 { late } else { 0 }), enter(Function::FileWriteAll, 1, 0)]);
        script.rank(rank, access_all(true, 0, blocks, true));
    }
    let mut seen = Waits::default();
    observed(&mut script, romio(), 1, pvfs(), &mut seen);
    let parts = |record: &Record| match *record {
        Record::Wait(WaitRecord {
            rank: actor, function: Function::FileWriteAll, start, end, since, files, ..
        }) => {
            let FileTimes { data: file, contention: file_contention, .. } = files;
            let arrival = since.saturating_sub(start);
            let rest = end.saturating_sub(start.max(since)).saturating_sub(file).saturating_sub(file_contention);
            Some((actor.0, arrival.ps(), file.ps(), file_contention.ps(), rest.ps()))
        }
        _ => None,
    };
    let mut waits: Vec<_> = seen.0.iter().filter_map(parts).collect();
    waits.sort_unstable();
    waits
}

/// Who waits in an access of all ranks waits for the last to come, then for servers and messages.
#[test]
fn waits_in_an_access_of_all_ranks_are_divided() {
    const LATE: u64 = 7_000_000;
    let interleaved: [&[(i64, u64)]; 2] = [&blocks(0), &blocks(1)];
    let divided = |hints: &[(&str, u64)], file: u64, most: u64| {
        let found = waits_in_write(hints, interleaved, LATE);
        let parts: Vec<_> = found.iter().map(|wait| (wait.0, wait.1, wait.2, wait.3)).collect();
        assert_eq!(parts, [(0, LATE, file, 0), (1, 0, file, 0)], "{hints:?}");
        // Rank 0's messages are there when rank 1 comes: less is left than if both came at once.
        assert!(found.iter().all(|wait| wait.4 > most / 2 && wait.4 <= most), "{hints:?}: {found:?}, {most}");
    };
    // One aggregator: rank 1 waits until rank 0 has written, which it learns by the broadcast.
    let one = 2 * message(8) + message(4) + message(32) + message(4) + message(4) + message(20) + message(4);
    divided(&[("cb_nodes", 1)], request(40, 1), one);
    // Two rounds of two aggregators.
    let rounds = preparation() + 2 * (message(4) + message(10)) + message(4);
    divided(&[("cb_buffer_size", 10)], 2 * request(10, 1), rounds);
    // Aggregators of 20 and of 10 bytes: each ends by the other's message, which it has waited for.
    let uneven: [&[(i64, u64)]; 2] = [&[(0, 10), (30, 10)], &[(10, 10)]];
    let files: Vec<_> = waits_in_write(&[], uneven, 0).iter().map(|wait| (wait.0, wait.2)).collect();
    assert_eq!(files, [(0, request(10, 1)), (1, request(20, 1))]);
    // Not aggregated: each waits for its own access. Rank 0 gets both of rank 1's messages at once.
    let apart: [&[(i64, u64)]; 2] = [&[(0, 10)], &[(10, 30)]];
    let found = waits_in_write(&[], apart, LATE);
    assert_eq!(found, [(0, LATE, request(10, 1), 0, message(8)), (1, 0, request(30, 1), 0, 2 * message(8))]);
}

#[test]
fn a_library_that_aggregates_nothing_has_a_barrier() {
    let interleaved: [&[(i64, u64)]; 2] = [&blocks(0), &blocks(1)];
    assert_eq!(time_of(&[], interleaved, true, library()), message(0) + request(20, 2));
    assert_eq!(time_of(&[], interleaved, false, library()), request(20, 2));
}

/// Lustre: stripes are dealt to aggregators, who know what they get; two allreduces of offsets instead of one of a number.
#[test]
fn stripes_are_written_by_their_aggregators() {
    let mut script = script(2, 0);
    script.has_memory = false;
    for rank in 0..2 {
        script.rank(rank, open_all(Path::new("/nowhere")));
        script.rank(rank, access_all(true, 0, &[(20 * rank as i64, 20)], true));
    }
    run_in(&mut script, romio(), 1, with_driver("lustre", Stripes { bytes: 10, servers: 2 }));
    // Stripes 0 and 2 are the first aggregator's, 1 and 3 the second's: two rounds, and each rank has one stretch for each. In
    // the first round rank 0 has all data, in the second rank 1.
    let lists = message(4) + message(16);
    let rounds = 2 * (message(10) + request(10, 1));
    assert_eq!(
        script.last_time(0) - script.time(0, 1),
        2 * message(8) + lists + 2 * message(8) + rounds + message(4)
    );
}

#[test]
fn more_ranks_than_a_batch_has_vertices_are_refused() {
    let mut script = script(32_769, 0);
    script.has_memory = false;
    script.rank(0, open_all(Path::new("/nowhere")));
    script.rank(0, access_all(true, 0, &[(0, 10)], true));
    let (outcome, _) = run_in(&mut script, romio(), 1, pvfs());
    let Outcome::Failed(diagnosis) = outcome.ending else { panic!("it is not modelled") };
    let text = diagnosis.to_string();
    assert!(
        text.contains("collective buffering of files among 32769 ranks is not modelled, at most 32768"),
        "{text}"
    );
}

#[test]
fn all_ranks_read_or_all_write() {
    let mut script = script(2, 0);
    script.has_memory = false;
    for rank in 0..2 {
        script.rank(rank, open_all(Path::new("/nowhere")));
        script.rank(rank, access_all(rank == 0, 0, &blocks(0), true));
    }
    let (outcome, _) = run_in(&mut script, romio(), 1, pvfs());
    let Outcome::Failed(diagnosis) = outcome.ending else { panic!("they disagree") };
    assert!(diagnosis.to_string().contains("different operations"), "{diagnosis}");
}
