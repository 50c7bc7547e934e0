//! Runs on several threads: the same bytes as on one, whether they are divided or say why they are not.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use crate::harness::Stream;
use config::ParameterKind;
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommId, Elements, Enter, Function, Post, Reducer, RequestId, RequestSet, SendMode,
};
use ops::{CallSite, WaitMode, Work};
use std::path::{Path, PathBuf};
use units::Time;
use windtunnel_engine::{Purpose, RunFolder, ScenarioText, run, workload_driver};
use workload::motifs::MOTIFS;
use workload::traces::posts::{Operation, Operations};

/// Runs a scenario, whose network is `network`, into a folder; why it was not divided.
fn simulate(folder: &Path, network: &str, scenario: &str) -> Option<String> {
    let text = format!("network = \"{network}\"\n{scenario}");
    let scenario = ScenarioText::parse(&text, "scenario.toml").unwrap().resolve().unwrap();
    let (ranks, mut driver) = workload_driver(&scenario).unwrap().unwrap();
    let folder = RunFolder::create(folder, Purpose::Run, true, &[]).unwrap();
    run(&scenario, ranks, &mut *driver, &folder, &mut |_| None).unwrap().host.undivided
}

/// All files of a folder but those that say what was asked for, and `run.json` without that.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.strip_prefix(folder).unwrap().to_owned();
            match name.to_str().unwrap() {
                "host.json" | "scenario.toml" => {}
                "run.json" => {
                    let mut manifest: serde_json::Value =
                        serde_json::from_slice(&std::fs::read(&entry).unwrap()).unwrap();
                    for key in ["hash", "scenario"] {
                        manifest.as_object_mut().unwrap().remove(key).unwrap();
                    }
                    files.push((name, manifest.to_string().into_bytes()));
                }
                _ if entry.is_dir() => folders.push(entry),
                _ => files.push((name, std::fs::read(&entry).unwrap())),
            }
        }
    }
    files.sort();
    files
}

/// A folder of one comparison.
fn folder_of(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("windtunnel-threads-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a scenario on one and on more threads; why it was not divided.
fn compare(name: &str, network: &str, scenario: &str) -> Option<String> {
    compare_on(&[2, 3, 7], name, network, scenario)
}

fn compare_on(counts: &[u32], name: &str, network: &str, scenario: &str) -> Option<String> {
    let folder = folder_of(name);
    let one = folder.join("one");
    assert_eq!(simulate(&one, network, scenario), None, "one thread is what was asked for");
    let separator = if network.contains(':') { ',' } else { ':' };
    let mut why = Vec::new();
    for threads in counts {
        let many = folder.join(threads.to_string());
        why.push(simulate(&many, &format!("{network}{separator}threads={threads}"), scenario));
        assert_eq!(contents(&one).iter().map(|file| &file.0).collect::<Vec<_>>().len(), contents(&many).len());
        for (expected, found) in contents(&one).iter().zip(contents(&many)) {
            let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(
                *expected,
                found,
                "{name}, {network}, {threads} threads, {scenario}: {} {}",
                said(&expected.1),
                said(&found.1)
            );
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(why.iter().all(|other| *other == why[0]), "{why:?}");
    why.swap_remove(0)
}

const NETWORKS: [&str; 4] = ["delay", "delay:order=none", "loggps", "loggps:gap=700 ns,bandwidth=3 GB/s"];

/// (platform, ranks, job): one rank on a host, or several; ranks in order, or not.
const MACHINES: [(&str, u32, &str); 4] = [
    ("torus-3d", 27, ""),
    ("fat-tree", 24, "ppn = 2\nmapping = \"random:3\""),
    ("ethernet-cluster", 16, "ppn = 2"),
    ("dragonfly", 30, "ppn = 3\nmapping = \"round-robin\""),
];

fn motif(machine: usize, library: &str, name: &str, parameters: &str) -> String {
    let (platform, ranks, job) = MACHINES[machine];
    format!(
        "platform = \"{platform}\"\nmpi-library = \"{library}\"\n[[job]]\nranks = {ranks}\n{job}\nmotif = \"{name}\"\n\
         [job.parameters]\n{parameters}"
    )
}

#[test]
fn divided_runs_have_the_bytes_of_one_thread() {
    let motifs = [
        ("halo3d", "bytes = \"8 KiB\"\niterations = \"3\"\ncompute = \"3 us\""),
        ("halo3d", "bytes = \"0 B\"\niterations = \"3\""),
        ("allreduce", "bytes = \"16 KiB\"\niterations = \"2\""),
        ("alltoall", "bytes = \"1 KiB\"\niterations = \"2\""),
        ("sweep3d", ""),
    ];
    for (at, network) in NETWORKS.iter().enumerate() {
        for machine in 0..MACHINES.len() {
            // Half of all combinations: each motif meets each network and each machine.
            let these = motifs.iter().enumerate().filter(|(number, _)| (number + at + machine) % 4 < 2);
            for (number, (name, parameters)) in these {
                let library = ["mpich-4.3", "ideal", "mpich-3.4"][(at + machine + number) % 3];
                let scenario = motif(machine, library, name, parameters);
                let why = compare(&format!("{at}-{machine}-{number}"), network, &scenario);
                assert_eq!(why, None, "{network} {scenario}");
            }
        }
    }
}

#[test]
fn what_is_not_divided_says_why() {
    let halo =
        |bytes: &str, library: &str| motif(0, library, "halo3d", &format!("bytes = \"{bytes}\"\niterations = \"1\""));
    let why = |name: &str, scenario: &str| compare(name, "delay", scenario).unwrap();
    assert_eq!(why("long", &halo("65 KiB", "mpich-4.3")), "a send of 66560 bytes does not end at once");
    assert_eq!(why("late", &halo("8 KiB", "mpich-5.0")), "a send of 8192 bytes does not end at once");
    let rows = format!("observe = [\"timeline\"]\n{}", halo("8 KiB", "ideal"));
    assert_eq!(why("rows", &rows), "tables have their rows in the order of all events (--observe)");
    let host = motif(2, "ideal", "halo3d", "").replace("ranks = 16", "ranks = 2");
    assert_eq!(why("host", &host), "its ranks are on one host");
}

/// (platform, ranks, job): odd numbers of ranks, hosts of several ranks that are far apart in the order of ranks.
const SCATTERED: [(&str, u32, &str); 4] = [
    ("fat-tree", 33, "ppn = 2\nmapping = \"random:5\""),
    ("torus-3d", 13, "mapping = \"random:8\""),
    ("dragonfly", 7, "ppn = 3\nmapping = \"round-robin\""),
    ("ethernet-cluster", 13, "ppn = 4\nmapping = \"random:2\""),
];

/// A job of a machine of [`SCATTERED`], of this many ranks, if given.
fn scattered(machine: usize, ranks: Option<u32>, library: &str, workload: &str) -> String {
    let (platform, own, job) = SCATTERED[machine];
    let ranks = ranks.unwrap_or(own);
    format!("platform = \"{platform}\"\nmpi-library = \"{library}\"\n[[job]]\nranks = {ranks}\n{job}\n{workload}")
}

#[test]
fn every_motif_is_divided_or_says_why() {
    const PHASES: Option<&str> = Some("it names phases or blocks");
    let folder = folder_of("graph");
    let graph = folder.join("pairs.txt");
    std::fs::write(&graph, "0 6 9000\n6 0 0\n3 3 700\n1 2 5\n5 1 30000\n4 0 1\n").unwrap();
    let graph = format!("file = \"{}\"\niterations = \"3\"", graph.display());
    // Of cg and lu a power of two of ranks.
    let motifs: &[(&str, Option<u32>, &str, Option<&str>)] = &[
        ("halo3d", None, "bytes = \"2 KiB\"\niterations = \"2\"\nperiodic = \"no\"", None),
        ("alltoall", None, "bytes = \"100 B\"\niterations = \"2\"", None),
        ("ping", None, "bytes = \"0 B\"\niterations = \"5\"", None),
        (
            "neighbours",
            None,
            "neighbours = \"4\"\niterations = \"3\"\ncompute = \"7 us\"\nallreduce = \"24 B\"",
            None,
        ),
        ("allreduce", None, "bytes = \"1000 B\"\niterations = \"2\"\ncompute = \"2 us\"", None),
        ("random", None, "messages = \"4\"\nbytes = \"3000 B\"\niterations = \"4\"", None),
        ("sweep3d", None, "nx = \"5\"\nny = \"7\"", None),
        ("fft2d", None, "bytes_x = \"1 KiB\"\nbytes_y = \"1 KiB\"", PHASES),
        ("cg", Some(8), "iterations = \"2\"\ninner = \"2\"", PHASES),
        ("lu", Some(8), "size = \"12\"\niterations = \"2\"", None),
        ("graph", None, &graph, PHASES),
        ("ior", None, "block = \"64 KiB\"\ntransfer = \"64 KiB\"", Some("it makes or frees communicators")),
        ("collective", None, "operation = \"scan\"\nskew = \"9 us\"\niterations = \"2\"", None),
    ];
    assert!(motifs.iter().map(|motif| motif.0).eq(MOTIFS.iter().map(|motif| motif.name)), "a motif is missing");
    for (number, (name, ranks, parameters, expected)) in motifs.iter().enumerate() {
        for part in 0..2 {
            let (network, machine) = (NETWORKS[(number + 2 * part) % 4], (number + part) % 4);
            let library = ["mpich-4.3", "ideal"][part];
            let workload = format!("motif = \"{name}\"\n[job.parameters]\n{parameters}");
            let scenario = scattered(machine, *ranks, library, &workload);
            let why = compare_on(&[2, 3, 5], &format!("{name}-{part}"), network, &scenario);
            assert_eq!(why.as_deref(), *expected, "{network} {scenario}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn collective_operations_are_divided() {
    let motif = MOTIFS.iter().find(|motif| motif.name == "collective").unwrap();
    let parameter = motif.parameters.iter().find(|parameter| parameter.name == "operation").unwrap();
    let ParameterKind::Choice(operations) = parameter.kind else { panic!("operations are names") };
    for (number, operation) in operations.iter().enumerate() {
        let (network, machine) = (NETWORKS[number % 4], (number / 2) % 4);
        let root = if number % 3 == 0 { 0 } else { SCATTERED[machine].1 - 1 };
        let in_place = if number % 2 == 1 && number > 1 { "yes" } else { "no" };
        let bytes = [64, 1000, 0, 24][number % 4];
        let workload = format!(
            "motif = \"collective\"\n[job.parameters]\noperation = \"{operation}\"\nroot = \"{root}\"\n\
             bytes = \"{bytes} B\"\nin_place = \"{in_place}\"\nskew = \"5 us\"\niterations = \"3\""
        );
        let scenario = scattered(machine, None, "mpich-3.4", &workload);
        assert_eq!(compare_on(&[2, 5], operation, network, &scenario), None, "{network} {scenario}");
    }
}

/// Programs that are drawn at random: exchanges whose messages are received in another order than they are sent in, of no bytes, of a
/// rank with itself; chains of blocking calls; collective operations, blocking or not.
struct Drawn<'s> {
    stream: &'s mut Stream,
    of: Vec<Vec<Operation>>,
    sizes: &'static [u64],
}

impl Drawn<'_> {
    fn ranks(&self) -> usize {
        self.of.len()
    }

    /// Times at which much happens at once, or nothing.
    fn block(&mut self) -> Work {
        Work::Time(Time::from_ns(*self.stream.pick(&[0, 0, 1000, 1000, 2500, 777])))
    }

    fn enter(&mut self, rank: usize, function: Function) {
        let block = self.block();
        self.of[rank].push(Operation::Post(Post::Enter { function, site: CallSite(0), block }));
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.stream.below(at + 1));
        }
    }

    fn size(&mut self) -> Buffer {
        Buffer::of_bytes(*self.stream.pick(self.sizes))
    }

    /// A send, or a receive of up to the greatest size.
    fn message(sends: bool, request: u32, peer: usize, tag: i32, buffer: Buffer) -> Post {
        let (request, comm, elements) = (RequestId(request), CommId::WORLD, Elements::Any);
        if sends {
            let mode = SendMode::Standard;
            Post::Send { request, comm, peer: peer as u32, tag, buffer, mode, blocking: false, elements }
        } else {
            Post::Recv { request, comm, source: peer as i32, tag, buffer, blocking: false, elements }
        }
    }

    fn exchange(&mut self) {
        let ranks = self.ranks();
        let mut ends: Vec<Vec<(bool, usize, i32, Buffer)>> = vec![Vec::new(); ranks];
        let longest = Buffer::of_bytes(*self.sizes.iter().max().unwrap());
        for _ in 0..self.stream.below(4 * ranks) {
            let (from, to) = (self.stream.below(ranks), self.stream.below(ranks));
            let (tag, buffer) = (self.stream.below(3) as i32, self.size());
            ends[from].push((true, to, tag, buffer));
            ends[to].push((false, from, tag, longest));
        }
        let collective = (self.stream.below(3) == 0).then(|| self.call());
        for (rank, mut own) in ends.into_iter().enumerate() {
            self.shuffle(&mut own);
            let mut requests: Vec<u32> = (0..own.len() as u32).collect();
            for (request, (sends, peer, tag, buffer)) in (0..).zip(own) {
                self.enter(rank, if sends { Function::Isend } else { Function::Irecv });
                self.of[rank].push(Operation::Post(Self::message(sends, request, peer, tag, buffer)));
            }
            if let Some(call) = &collective {
                let request = requests.len() as u32;
                self.enter(rank, Function::Iallreduce);
                self.of[rank].push(Self::collective(call, request, false));
                requests.push(request);
            }
            self.shuffle(&mut requests);
            while !requests.is_empty() {
                let left = requests.split_off(requests.len().min(1 + self.stream.below(6)));
                let set: Box<[RequestId]> = requests.iter().copied().map(RequestId).collect();
                self.enter(rank, Function::Waitall);
                self.of[rank].push(Operation::Post(Post::Wait { set: RequestSet::Many(set), mode: WaitMode::All }));
                requests = left;
            }
        }
    }

    /// From rank to rank in some order, once round.
    fn chain(&mut self) {
        let mut order: Vec<usize> = (0..self.ranks()).collect();
        self.shuffle(&mut order);
        let buffer = self.size();
        for (at, &rank) in order.iter().enumerate() {
            let ranks = order.len();
            let (before, after) = (order[(at + ranks - 1) % ranks], order[(at + 1) % ranks]);
            let call = |function, block| Enter { function, site: CallSite(0), block };
            let (request, comm, tag, elements) = (RequestId(0), CommId::WORLD, 7, Elements::Any);
            let (sending, receiving) = (call(Function::Send, self.block()), call(Function::Recv, self.block()));
            let send = Post::BlockingSend {
                call: sending,
                request,
                comm,
                peer: after as u32,
                tag,
                buffer,
                mode: SendMode::Standard,
                elements,
            };
            let source = before as i32;
            let receive = Post::BlockingRecv { call: receiving, request, comm, source, tag, buffer, elements };
            let both = if at == 0 { [send, receive] } else { [receive, send] };
            self.of[rank].extend(both.map(Operation::Post));
        }
    }

    /// The call of every rank.
    fn call(&mut self) -> CollectiveCall {
        use ops::Operation as O;
        let operations = [O::Barrier, O::Bcast, O::Allreduce, O::Allgather, O::Alltoall, O::Reduce, O::Scan];
        let operation = *self.stream.pick(&operations);
        let elements = *self.stream.pick(&[0, 1, 40, 300]);
        let root = if operation.has_root() { self.stream.below(self.ranks()) as u32 } else { 0 };
        CollectiveCall { root, ..Self::call_of(operation, elements, self.ranks()) }
    }

    fn call_of(operation: ops::Operation, elements: u64, ranks: usize) -> CollectiveCall {
        use ops::Operation as O;
        let all = Buffer::of_bytes(elements * 8 * ranks as u64);
        let reduces = matches!(operation, O::Allreduce | O::Reduce | O::Scan);
        let barrier = operation == O::Barrier;
        CollectiveCall {
            operation,
            root: 0,
            send: all,
            recv: all,
            count: if barrier { 0 } else { elements },
            element_bytes: if barrier { 0 } else { 8 },
            in_place: false,
            reducer: reduces.then_some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::F64 }),
            vectors: None,
            signature: 0,
            signature_sent: 0,
        }
    }

    fn collective(call: &CollectiveCall, request: u32, blocking: bool) -> Operation {
        let (request, comm, call) = (RequestId(request), CommId::WORLD, Box::new(call.clone()));
        Operation::Post(Post::Collective { request, comm, call, blocking, start: None })
    }

    fn all_call(&mut self) {
        let call = self.call();
        for rank in 0..self.ranks() {
            self.enter(rank, Function::Allreduce);
            let set = RequestSet::One(RequestId(0));
            self.of[rank].push(Self::collective(&call, 0, true));
            self.of[rank].push(Operation::Post(Post::Wait { set, mode: WaitMode::All }));
        }
    }
}

/// A program of this many ranks, whose messages have these sizes.
fn draw(stream: &mut Stream, ranks: u32, sizes: &'static [u64]) -> Operations {
    let mut drawn = Drawn { stream, of: vec![Vec::new(); ranks as usize], sizes };
    for rank in 0..ranks as usize {
        drawn.enter(rank, Function::Init);
        drawn.of[rank].push(Operation::Post(Post::Init));
    }
    for _ in 0..5 {
        match drawn.stream.below(4) {
            0 => drawn.all_call(),
            1 => drawn.chain(),
            _ => drawn.exchange(),
        }
    }
    for rank in 0..ranks as usize {
        drawn.enter(rank, Function::Finalize);
        drawn.of[rank].extend([Operation::Post(Post::Finalize), Operation::End(0)]);
    }
    Operations { ranks, of: drawn.of }
}

#[test]
fn programs_drawn_at_random_are_divided() {
    let folder = folder_of("drawn");
    for seed in 0..16usize {
        let mut stream = Stream::new(seed as u64);
        let machine = seed % 4;
        let long = seed % 8 == 7;
        let sizes: &[u64] = if long { &[0, 100, 70_000] } else { &[0, 1, 64, 64, 1500, 40_000] };
        let trace = folder.join(format!("{seed}.trace"));
        draw(&mut stream, SCATTERED[machine].1, sizes).write(&trace).unwrap();
        let workload = format!("trace = [\"{}\"]", trace.display());
        let library = *stream.pick(&["mpich-4.3", "ideal", "mpich-3.4"]);
        let scenario =
            scattered(machine, None, library, &workload).replace(&format!("ranks = {}\n", SCATTERED[machine].1), "");
        let network = NETWORKS[seed / 4 % 4];
        let why = compare_on(&[2, 3, 5], &format!("drawn-{seed}"), network, &scenario);
        let expected = long.then(|| "a send of 70000 bytes does not end at once".to_owned());
        assert_eq!(why, expected, "{seed}: {network} {scenario}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// What ranks do beside their program.
type Added = Vec<(usize, Vec<Operation>)>;

/// What ranks do wrong at their end, and why their run is not divided.
#[test]
fn what_goes_wrong_is_told_by_one_thread() {
    const ENDS: Option<&str> = Some("it does not end well, or warns");
    let folder = folder_of("wrong");
    let enter = |function| Operation::Post(Post::Enter { function, site: CallSite(0), block: Work::NONE });
    let wait = || Operation::Post(Post::Wait { set: RequestSet::One(RequestId(0)), mode: WaitMode::All });
    let message = |sends, peer, bytes| {
        let function = if sends { Function::Isend } else { Function::Irecv };
        let post = Drawn::message(sends, 0, peer, 9, Buffer::of_bytes(bytes));
        vec![enter(function), Operation::Post(post), wait()]
    };
    let gather = |operation, elements| {
        let call = CollectiveCall { count: elements, ..Drawn::call_of(operation, 1, 13) };
        vec![enter(Function::Allgather), Drawn::collective(&call, 0, true), wait()]
    };
    let everybody = |but: usize, post: &dyn Fn(bool) -> Vec<Operation>| {
        (0..13).map(|rank| (rank, post(rank == but))).collect::<Vec<_>>()
    };
    use ops::Operation as O;
    let wrong: [(&str, Added, Option<&str>); 7] = [
        ("a receive without a send", vec![(9, message(false, 4, 8))], ENDS),
        ("a send without a receive", vec![(2, message(true, 12, 8))], ENDS),
        ("a short receive", vec![(0, message(true, 12, 80)), (12, message(false, 0, 8))], None),
        (
            "another operation",
            everybody(11, &|wrong| gather(if wrong { O::Alltoall } else { O::Allgather }, 1)),
            ENDS,
        ),
        (
            "another reduction",
            everybody(11, &|wrong| {
                let mut call = Drawn::call_of(O::Allreduce, 1, 13);
                let op = if wrong { BuiltinOp::Max } else { BuiltinOp::Sum };
                call.reducer = Some(Reducer::Builtin { op, basic: Basic::F64 });
                vec![enter(Function::Allreduce), Drawn::collective(&call, 0, true), wait()]
            }),
            Some("ranks may disagree on a collective operation"),
        ),
        ("one is missing", everybody(5, &|wrong| if wrong { Vec::new() } else { gather(O::Allgather, 1) }), ENDS),
        ("another length", everybody(6, &|wrong| gather(O::Allgather, if wrong { 0 } else { 1 })), ENDS),
    ];
    for (number, (name, added, expected)) in wrong.into_iter().enumerate() {
        let mut operations = draw(&mut Stream::new(number as u64), 13, &[0, 64, 1500]);
        for (rank, added) in added {
            let own = &mut operations.of[rank];
            let end = own.len() - 3;
            own.splice(end..end, added);
        }
        let trace = folder.join(format!("{number}.trace"));
        operations.write(&trace).unwrap();
        let workload = format!("trace = [\"{}\"]", trace.display());
        let scenario = scattered(1, None, "mpich-4.3", &workload).replace("ranks = 13\n", "");
        // Who disagrees is found late only where ranks are alone.
        let counts: &[u32] = if name == "another reduction" { &[13] } else { &[2, 3] };
        let why = compare_on(counts, &format!("wrong-{number}"), NETWORKS[number % 4], &scenario);
        assert_eq!(why.as_deref(), expected, "{name}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Recordings of programs that do much that is not divided.
#[test]
fn recordings_replay_alike() {
    let recordings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces/posts");
    let mut traces: Vec<PathBuf> =
        std::fs::read_dir(recordings).unwrap().map(|entry| entry.unwrap().path()).collect();
    traces.sort();
    assert!(traces.len() > 20, "recordings are missing");
    for (number, trace) in traces.iter().enumerate() {
        let name = trace.file_stem().unwrap().to_str().unwrap();
        let scenario = format!("platform = \"fat-tree\"\n[[job]]\nppn = 1\ntrace = [\"{}\"]", trace.display());
        compare_on(&[2], name, NETWORKS[number % 4], &scenario);
    }
}
