//! What operations on files do and cost: attached servers and servers on the network, with memory and without.

use crate::support::*;
use ops::{
    CommId, ErrorClass, FileAccess, FileCall, Interest, IoOperation, Layout, Observer, OpenMode, Post, Record,
    RequestId, SharedPointer,
};
use std::path::{Path, PathBuf};
use units::Time;
use windtunnel_mpi::{Engine, EngineOptions, FreeBlocks, RunSummary};

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
    let mut io = Io::default();
    let options = EngineOptions {
        ranks: script.posts.len() as u32,
        library: library(),
        placement: Box::new(PerHost(1)),
        resources: resources(server),
        oversubscribed_compute: None,
        blocks: Box::new(FreeBlocks),
        skip_payload_from: None,
    };
    let outcome = Engine::new(options, script, Some(&mut io)).run(&mut |_| false);
    (outcome, io)
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
