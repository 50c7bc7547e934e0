//! Parallel I/O against figures of PIOsimHD: the whole engine, with packets that are stored and forwarded, servers, caches and
//! devices. The cluster: NIC, QPI, memory, Gigabit Ethernet and a switch for the clients and one for the servers, which 10
//! Gigabit Ethernet joins (Kunkel 2012).
#![allow(clippy::unwrap_used, unreachable_pub, reason = "a test may fail so")]

use mpi::{Engine, Outcome};
use ops::{
    Answer, Buffer, CallSite, CollectiveCall, CommId, ENABLE, FILE_HINTS, FileAccess, FileCall, Layout, OpenMode,
    Operation, Post, RankDriver, RankState, RequestId, RequestSet, WaitMode,
};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use units::ActorId;
use windtunnel_engine::{Assembly, JobText, Scenario, ScenarioText};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const FILE: CommId = CommId(7);

/// Ranks that follow a script and have no memory.
struct Script {
    posts: Vec<VecDeque<Post>>,
    end: u64,
}

impl RankDriver for Script {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.end = self.end.max(answer.now.ps());
        while let Some(post) = self.posts[actor.index()].pop_front() {
            let last = post.demands_answer();
            posts.push(post);
            if last {
                return RankState::Blocked;
            }
        }
        RankState::Finished(0)
    }

    fn describe_site(&mut self, _: CallSite) -> String {
        String::new()
    }
}

/// What a client does.
#[derive(Clone, Copy)]
struct Work {
    write: bool,
    clients: u64,
    records: u64,
    bytes: u64,
    level: Level,
}

/// Thakur, Gropp, Lusk: the levels of access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Contiguous,
    CollectiveContiguous,
    List,
    CollectiveList,
}

pub(super) fn wait() -> Post {
    Post::Wait { set: RequestSet::One(RequestId(0)), mode: WaitMode::All }
}

fn ask(call: FileCall) -> [Post; 2] {
    [Post::File { request: RequestId(0), file: FILE, call: Box::new(call) }, wait()]
}

fn barrier() -> [Post; 2] {
    of_bytes(Operation::Barrier, 0)
}

fn of_bytes(operation: Operation, bytes: u64) -> [Post; 2] {
    let call = CollectiveCall {
        operation,
        root: 0,
        send: Buffer::of_bytes(bytes),
        recv: Buffer::of_bytes(bytes),
        count: bytes,
        element_bytes: 1,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    collective(call)
}

pub(super) fn collective(call: CollectiveCall) -> [Post; 2] {
    let (request, comm) = (RequestId(0), CommId::WORLD);
    [Post::Collective { request, comm, call: Box::new(call), blocking: true, start: None }, wait()]
}

impl Work {
    /// Records are dealt to clients in turn. PIOsimHD's open (`BroadcastOpen`) ends with a broadcast of 32 bytes, after which clients are
    /// apart by the steps of its tree: that decides in which order their first requests are served.
    fn posts(&self, client: u64) -> VecDeque<Post> {
        let mode = OpenMode { read: true, write: true, create: true, permissions: 0o600, ..OpenMode::default() };
        let mut posts = VecDeque::new();
        posts.extend(ask(FileCall::Open { path: (*b"/data").into(), mode }));
        posts.extend(of_bytes(Operation::Bcast, 32));
        let record = |number: u64| (((number * self.clients + client) * self.bytes) as i64, self.bytes);
        let accesses: Vec<Layout> = match self.level {
            Level::Contiguous | Level::CollectiveContiguous => {
                (0..self.records).map(record).map(|(at, bytes)| Layout::block(at, bytes)).collect()
            }
            Level::List | Level::CollectiveList => vec![Layout::of_blocks((0..self.records).map(record))],
        };
        for file in accesses {
            if matches!(self.level, Level::CollectiveContiguous | Level::CollectiveList) {
                posts.extend(barrier());
            }
            let memory = Layout::block(1, file.bytes());
            posts.extend(ask(FileCall::Access(FileAccess { write: self.write, memory, file, atomic: false })));
        }
        posts.extend(barrier());
        posts.extend(ask(FileCall::Close));
        posts
    }
}

/// The cluster with this many clients and servers, and its file system.
fn platform(clients: u64, servers: u64, storage: &str) -> String {
    let hosts: Vec<String> =
        (0..clients).map(|n| format!("client{n}")).chain((0..servers).map(|n| format!("server{n}"))).collect();
    let list = |names: &[String]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let memories: Vec<String> = hosts.iter().map(|host| format!("memory-{host}")).collect();
    let servers: Vec<String> = (0..servers).map(|n| format!("server{n}")).collect();
    let mut text = format!(
        "[topology]\nkind = \"graph\"\nhosts = [{}]\nswitches = [{}, \"front\", \"back\", \"trunk\"]\ntransit = []\n\
         forwarding = [\n{{ vertices = [{}], bandwidth = \"40 GiB/s\" }},\n\
         {{ vertices = [{}], bandwidth = \"3778 MiB/s\" }},\n\
         {{ vertices = [\"front\", \"back\"], bandwidth = \"48 GB/s\" }},\n\
         {{ vertices = [\"trunk\"], bandwidth = \"10864 MiB/s\" }},\n]\n\
         links.qpi = {{ bandwidth = \"3427 MiB/s\", latency = \"38 ns\" }}\n\
         links.ethernet = {{ bandwidth = \"117 MB/s\", latency = \"19982 ns\" }}\n\
         links.ten = {{ bandwidth = \"1 GB/s\", latency = \"3 us\" }}\nconnect = [\n\
         {{ from = \"front\", to = \"trunk\", link = \"ten\" }},\n{{ from = \"trunk\", to = \"back\", link = \"ten\" }},\n",
        list(&hosts),
        list(&memories),
        list(&hosts),
        list(&memories)
    );
    for host in &hosts {
        let switch = if host.starts_with("client") { "front" } else { "back" };
        writeln!(text, "{{ from = \"{host}\", to = \"memory-{host}\", link = \"qpi\" }},").unwrap();
        writeln!(text, "{{ from = \"memory-{host}\", to = \"{switch}\", link = \"ethernet\" }},").unwrap();
    }
    write!(
        text,
        "]\n[host]\nspeed = \"2.66 Gflop/s\"\n\
         memory = {{ bandwidth = \"4556 MiB/s\", copy = \"4556 MiB/s\", latency = \"38 ns\" }}\n\
         [storage]\nmodel = \"parallel\"\nservers = [{}]\n\
         layout = {{ kind = \"pvfs\", stripe = \"64 KiB\" }}\n\
         client = {{ part = \"100 KiB\", flush_on_close = \"yes\" }}\n\
         metadata = {{ open = \"0 s\", other = \"0 s\" }}\n{storage}\n",
        list(&servers)
    )
    .unwrap();
    text
}

pub(super) const DISK: &str = "device = { kind = \"disk\", seek = \"9 ms\", track = \"1 ms\", rpm = 7200, window = \"1 MB\", rate = \"96 MiB/s\" }";
const TMPFS: &str = "device = { kind = \"ssd\", latency = \"0 s\", rate = \"2000 MiB/s\" }\n\
                     server = { cache = \"write-behind\", memory = \"12 GB\" }";

/// Seconds until all clients have closed the file.
fn run(work: Work, servers: u64, storage: &str) -> f64 {
    let posts = (0..work.clients).map(|client| work.posts(client)).collect();
    run_posts(posts, servers, storage, "piosim")
}

/// Seconds until all clients have done what they post.
pub(super) fn run_posts(posts: Vec<VecDeque<Post>>, servers: u64, storage: &str, library: &str) -> f64 {
    let machine = platform(posts.len() as u64, servers, storage);
    run_on(posts, &machine, library)
}

fn run_on(posts: Vec<VecDeque<Post>>, machine: &str, library: &str) -> f64 {
    let folder = std::env::temp_dir();
    let unique = format!("windtunnel-io-{}-{:?}", std::process::id(), std::thread::current().id());
    let path = folder.join(format!("{unique}.toml"));
    std::fs::write(&path, machine).unwrap();
    let seconds = simulate(posts, &path, library);
    std::fs::remove_file(&path).unwrap();
    seconds
}

fn simulate(posts: Vec<VecDeque<Post>>, platform: &Path, library: &str) -> f64 {
    let network = "packet:switching=store-forward,mtu=100 KiB,message-header=40 B,resolution=1 ns";
    let text = ScenarioText {
        platform: Some(platform.display().to_string()),
        network: Some(network.to_owned()),
        mpi_library: Some(library.to_owned()),
        // Any workload: it is not run.
        job: vec![JobText { trace: vec![recording()], ..JobText::default() }],
        ..ScenarioText::default()
    };
    let scenario: Scenario = text.resolve().unwrap_or_else(|error| panic!("{error}"));
    let assembly = Assembly::of(&scenario, posts.len() as u32).unwrap_or_else(|error| panic!("{error}"));
    let mut script = Script { posts, end: 0 };
    let outcome = Engine::new(assembly.options(&scenario).unwrap(), &mut script, None).run(&mut |_| false);
    assert!(matches!(outcome.ending, Outcome::Finished(_)));
    script.end as f64 / 1e12
}

fn recording() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces/posts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.swap_remove(0)
}

fn work(write: bool, clients: u64, records: u64, bytes: u64) -> Work {
    Work { write, clients, records, bytes, level: Level::Contiguous }
}

fn check(what: &str, found: f64, golden: f64, tolerance: f64) {
    let off = found / golden - 1.0;
    println!("{what}: {found:.9} s, PIOsimHD {golden:.9} s, {:+.3} %", 100.0 * off);
    assert!(off.abs() <= tolerance, "{what}: {found} s, PIOsimHD {golden} s, {:+.3} %", 100.0 * off);
}

/// With one client and one server on a disk: 0.1 %.
#[test]
fn one_client_and_a_disk() {
    let with = |cache: &str| format!("{DISK}\nserver = {{ cache = \"{cache}\", memory = \"1 GB\" }}");
    let small = |write| work(write, 1, 10_485, 100 * KIB);
    let large = |write| work(write, 1, 10, 100 * MIB);
    check("read small records", run(small(false), 1, &with("none")), 33.496699683, 1e-3);
    check("read large records", run(large(false), 1, &with("aggregation-reorder")), 11.338807248, 1e-3);
    check("write small records without cache", run(small(true), 1, &with("none")), 22.827860987, 1e-3);
    check("write small records behind", run(small(true), 1, &with("write-behind")), 22.815853018, 1e-3);
    check("write large records merged", run(large(true), 1, &with("aggregation")), 10.432009233, 1e-3);
    check("write large records sorted", run(large(true), 1, &with("aggregation-reorder")), 10.432009233, 1e-3);
}

/// A client and a server with a disk; only network interfaces and a node between them take time, 40 GiB/s each.
fn disk_without_network() -> String {
    format!(
        "[topology]\nkind = \"graph\"\nhosts = [\"client\", \"server\"]\nswitches = [\"node\"]\n\
         forwarding = [{{ vertices = [\"client\", \"node\", \"server\"], bandwidth = \"40 GiB/s\" }}]\n\
         links.none = {{ bandwidth = \"1000000 TB/s\", latency = \"0 s\" }}\nconnect = [\n\
         {{ from = \"client\", to = \"node\", link = \"none\" }},\n{{ from = \"server\", to = \"node\", link = \"none\" }},\n]\n\
         [host]\nspeed = \"1 Gflop/s\"\nmemory = {{ bandwidth = \"40 GiB/s\", copy = \"40 GiB/s\", latency = \"0 s\" }}\n\
         [storage]\nmodel = \"parallel\"\nservers = [\"server\"]\nlayout = {{ kind = \"pvfs\", stripe = \"64 KiB\" }}\n\
         client = {{ part = \"100 KiB\" }}\nmetadata = {{ open = \"0 s\", other = \"0 s\" }}\n\
         server = {{ cache = \"none\", memory = \"1 GB\" }}\n{DISK}\n"
    )
}

/// 1280 MiB of a disk in order, in records of ten sizes: 0.01 %, but 0.013 % with the smallest. All records but the first take equally
/// long, so the time of all follows from those of 32 and of 64 MiB.
#[test]
fn a_disk_is_read_in_order() {
    let machine = disk_without_network();
    let mut wrong = Vec::new();
    let golden = [95.222, 95.227, 95.229, 95.328, 95.502, 95.589, 95.632, 95.654, 95.665, 95.671];
    for (bytes, golden) in (0..).map(|power| (16 * KIB) << power).zip(golden) {
        let seconds = |total| run_on(vec![work(false, 1, total / bytes, bytes).posts(0)], &machine, "ideal");
        let (less, more) = (seconds(32 * MIB), seconds(64 * MIB));
        let rate = 1280.0 / (more + 38.0 * (more - less));
        let off = rate / golden - 1.0;
        let text = format!("{} KiB: {rate:.3} MiB/s, PIOsimHD {golden}, {:+.4} %", bytes / KIB, 100.0 * off);
        println!("{text}");
        let bound = if bytes == 16 * KIB { 1.3e-4 } else { 1e-4 };
        if off.abs() > bound {
            wrong.push(text);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// With a file system in memory: 0.1 % with one client, 2 % with several. What is left out: five clients write 1024 records of
/// 100 KiB each in 1.680543427 s (here 2.4 % less), as the order of simultaneous events decides.
#[test]
fn clients_and_memory() {
    for (clients, records, bytes, read, write, tolerance) in [
        (1, 10, 100 * MIB, 9.025285281, Some(8.975282701), 1e-3),
        (1, 1024, 100 * KIB, 2.278532319, Some(2.228267231), 1e-3),
        (2, 10, 100 * MIB, 9.050372412, Some(8.977167366), 2e-2),
        (5, 1024, 100 * KIB, 1.540979569, None, 2e-2),
    ] {
        let what = |verb: &str| format!("{clients} clients {verb} {records} x {} KiB", bytes / KIB);
        check(&what("read"), run(work(false, clients, records, bytes), clients, TMPFS), read, tolerance);
        if let Some(write) = write {
            check(&what("write"), run(work(true, clients, records, bytes), clients, TMPFS), write, tolerance);
        }
    }
}

/// Four clients and two servers with disks, in the four levels of access: 2 %, or not met: collective contiguous accesses without a
/// cache. PIOsimHD serves what its barrier releases at one instant in an order that is not known, which decides whether accesses of
/// the clients follow one another on a disk.
#[test]
fn four_levels_of_access() {
    let levels = [Level::Contiguous, Level::CollectiveContiguous, Level::List, Level::CollectiveList];
    let (met, not) = (true, false);
    let mut wrong = Vec::new();
    for (cache, write, golden) in [
        ("none", false, [(met, 3.175984), (not, 6.200896), (met, 5.846182), (met, 5.847128)]),
        ("none", true, [(met, 5.805738), (not, 4.993317), (met, 7.806718), (met, 7.806068)]),
        ("aggregation-reorder", false, [(met, 3.176844), (met, 4.336812), (met, 0.634018), (met, 0.634701)]),
        ("aggregation-reorder", true, [(met, 0.545920), (met, 0.753340), (met, 0.547552), (met, 0.546902)]),
    ] {
        let storage = format!("{DISK}\nserver = {{ cache = \"{cache}\", memory = \"1 GB\" }}");
        for (number, (level, (expected, golden))) in levels.into_iter().zip(golden).enumerate() {
            let found = run(Work { level, ..work(write, 4, 256, 100 * KIB) }, 2, &storage);
            let (verb, off) = (if write { "write" } else { "read" }, found / golden - 1.0);
            let text =
                format!("{cache} {verb} level {number}: {found:.6} s, PIOsimHD {golden} s, {:+.1} %", 100.0 * off);
            println!("{text}");
            if (off.abs() <= 2e-2) != expected {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "not as stated: {wrong:#?}");
}

/// The posts of a rank that writes the matrix diagonal of Kunkel 2012, 8,192 elements of 8 bytes that lie 64 KiB apart in
/// memory and are a block of the file, behind a header.
fn diagonal(hint: bool) -> VecDeque<Post> {
    let mode = OpenMode { read: true, write: true, create: true, permissions: 0o600, ..OpenMode::default() };
    let mut posts = VecDeque::new();
    posts.extend(ask(FileCall::Open { path: (*b"/data").into(), mode }));
    if hint {
        let number = FILE_HINTS.iter().position(|hint| hint.name == "romio_pvfs2_listio_write").unwrap();
        posts.extend(ask(FileCall::Hint { number: number as u32, value: Some(ENABLE) }));
    }
    let mut write = |memory: Layout, file: Layout| {
        posts.extend(ask(FileCall::Access(FileAccess { write: true, memory, file, atomic: false })));
    };
    write(Layout::block(1, 32), Layout::block(0, 32));
    write(Layout::of_blocks((0..8192).map(|n| (64 + 65_544 * n, 8))), Layout::block(32, 64 * KIB));
    posts
}

/// The paper's finding: 64 KiB take 70 ms, as PVFS gets 128 requests of 512 bytes; with the hint 3.4 ms, of which its
/// simulator predicts 2. One cost, 448 us for each request, is fitted to the first figure, a header included.
#[test]
fn the_list_hint_makes_one_request_of_a_diagonal() {
    let storage = "device = { kind = \"ssd\", latency = \"0 s\", rate = \"2000 MiB/s\" }\n\
                   server = { cache = \"write-behind\", request = \"448 us\" }";
    let ms = |hint, library| 1000.0 * run_posts(vec![diagonal(hint)], 1, storage, library);
    let (without, with) = (ms(false, "mpich-5.0"), ms(true, "mpich-5.0"));
    println!("diagonal: {without:.3} ms without the hint, {with:.3} ms with it");
    assert!((69.0..71.0).contains(&without), "{without} ms");
    assert!((1.9..2.2).contains(&with), "{with} ms");
    assert!(without / with >= 15.0);
    // A library whose I/O is direct makes one request anyway.
    assert!((ms(false, "ideal") - with).abs() < 0.1);
}
