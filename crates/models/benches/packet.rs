//! Cost of the packet model: a table of cases (`cargo bench -p windtunnel-models --bench packet`).
//!
//! Uniform random traffic at 35 % of what each network can carry: messages of 16 KiB, so of four packets, at random times.
//! CPU nanoseconds are those of the thread, user and system, per packet sent over a link. The last rows compare threads by the
//! clock. Arguments restrict the run to cases that contain them all.

use kernel::random::Stream;
use kernel::{Completion, Network, Transfer};
use platform::Platform;
use std::sync::Arc;
use std::time::Instant;
use units::{Endpoint, HostId, Time};
use windtunnel_models::Machine;
use windtunnel_models::network::packet::{Options, PacketNetwork};

const REST: &str = "[host]\ncores = 1\nspeed = '8 Gflop/s'\nmemory = { bandwidth = '50 GB/s', copy = '10 GB/s', latency = '200 ns' }\n";
const LINK: &str = "{ bandwidth = '10 GB/s', latency = '100 ns' }";

fn machine(kind: &str, text: &str) -> Arc<Platform> {
    let text = format!("[topology]\nkind = '{kind}'\n{}\n{REST}", text.replace("LINK", LINK));
    Arc::new(Platform::from_str(&text, "bench.toml").unwrap_or_else(|error| panic!("{error}")))
}

fn torus(dimensions: [u32; 3]) -> String {
    format!("dimensions = {dimensions:?}\nlinks.all = LINK")
}

fn fat_tree(arity: u32) -> String {
    format!("arity = {arity}\nlevels = 3\nlinks.all = LINK")
}

/// A balanced dragonfly: a = 2h = 2p.
fn dragonfly(h: u32) -> String {
    let groups = 2 * h * h + 1;
    format!(
        "groups = {groups}\nrouters = {}\nhosts = {h}\nglobal_links = {h}\nlinks.host = LINK\nlinks.local = LINK\nlinks.global = LINK",
        2 * h
    )
}

fn transfer(token: u64, source: u32, destination: u32, bytes: u64) -> Transfer {
    let end = |host| Endpoint { host: HostId(host), ..Endpoint::default() };
    Transfer::new(token, end(source), end(destination), bytes)
}

const BYTES: u64 = 16_384;

/// Messages at random times and to random hosts; `load` in bytes per second of every host.
fn uniform(hosts: u32, load: f64, messages: u64) -> Vec<(Time, Transfer)> {
    let mut random = Stream::new(7, 0, 0);
    let span = messages as f64 * BYTES as f64 / (f64::from(hosts) * load);
    let mut starts: Vec<_> = (0..messages)
        .map(|token| {
            let from = random.below(u64::from(hosts)) as u32;
            let to = (from + 1 + random.below(u64::from(hosts) - 1) as u32) % hosts;
            (Time::from_ps((random.unit() * span * 1e12) as u64), transfer(token, from, to, BYTES))
        })
        .collect();
    starts.sort_by_key(|start| start.0);
    starts
}

fn run(network: &mut PacketNetwork, starts: &[(Time, Transfer)]) -> Time {
    let mut completions: Vec<Completion> = Vec::new();
    let (mut next, mut now) = (0, Time::ZERO);
    loop {
        let start = starts.get(next).map_or(Time::MAX, |start| start.0);
        let at = network.next_event().min(start);
        if at == Time::MAX {
            return now;
        }
        now = at;
        network.advance(now, &mut completions);
        completions.clear();
        while next < starts.len() && starts[next].0 == now {
            network.start(now, &starts[next].1);
            next += 1;
        }
    }
}

/// Seconds this thread has been on a CPU, from the operating system's own account.
fn cpu_seconds() -> f64 {
    on_cpu("/proc/self/schedstat")
}

fn on_cpu(path: &str) -> f64 {
    let stat = std::fs::read_to_string(path).unwrap_or_default();
    let nanoseconds = stat.split_whitespace().next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e9
}

/// Anonymous memory of the process in bytes.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(f64::NAN) * 1024.0
}

/// Seconds that each thread of this process has been on a CPU, the first one first.
fn cpu_seconds_of_threads() -> Vec<f64> {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let mut tasks: Vec<_> = tasks.filter_map(|task| task.file_name().to_str()?.parse::<u32>().ok()).collect();
    tasks.sort_unstable_by_key(|task| (*task != std::process::id(), *task));
    tasks.into_iter().map(|task| on_cpu(&format!("/proc/self/task/{task}/schedstat"))).collect()
}

/// Every host sends 64 KiB to each of its six neighbours in a torus of these dimensions, all at once, three times: links are
/// saturated.
fn halo(dimensions: [u32; 3]) -> Vec<(Time, Transfer)> {
    let [x, y, z] = dimensions;
    let at = |place: [u32; 3]| place[0] + x * (place[1] + y * place[2]);
    let mut starts = Vec::new();
    for round in 0..3 {
        // A round takes 40 us.
        let now = Time::from_ps(round * 100_000_000);
        for from in (0..x).flat_map(|i| (0..y).flat_map(move |j| (0..z).map(move |k| [i, j, k]))) {
            for (axis, size) in dimensions.into_iter().enumerate() {
                for step in [1, size - 1] {
                    let mut to = from;
                    to[axis] = (to[axis] + step) % size;
                    starts.push((now, transfer(starts.len() as u64, at(from), at(to), 65_536)));
                }
            }
        }
    }
    starts
}

/// What several runs of the same took at least.
#[derive(Clone, Copy)]
struct Least {
    threads: u32,
    /// Seconds by the clock.
    clock: f64,
    /// CPU seconds of the first thread, which does what only one can do, and of the busiest of the others.
    first: f64,
    busiest: f64,
}

/// Runs on 1, 2, 4, … threads, as many as there are cores: the least of three runs of each in turn. Where other work takes the
/// cores from them the clock says little: then one thread's CPU time against that of the busiest is what there would be to gain.
fn threads(name: &str, platform: &Arc<Platform>, starts: &[(Time, Transfer)]) {
    let cores = std::thread::available_parallelism().map_or(2, |cores| cores.get() as u32).max(2);
    let mut least: Vec<Least> = std::iter::successors(Some(1), |threads| Some(threads * 2))
        .take_while(|threads| *threads <= cores)
        .map(|threads| Least { threads, clock: f64::INFINITY, first: f64::INFINITY, busiest: f64::INFINITY })
        .collect();
    let mut ends = Vec::new();
    for _ in 0..3 {
        for least in &mut least {
            let machine: Arc<dyn Machine> = platform.clone();
            let mut network = PacketNetwork::new(machine, Options { threads: least.threads, ..Options::unordered() });
            let (before, spent) = (Instant::now(), cpu_seconds_of_threads()[0]);
            ends.push((run(&mut network, starts), network.totals().hops));
            least.clock = least.clock.min(before.elapsed().as_secs_f64());
            let spent_now = cpu_seconds_of_threads();
            least.first = least.first.min(spent_now[0] - spent);
            least.busiest = least.busiest.min(spent_now[1..].iter().copied().fold(0.0, f64::max));
        }
    }
    assert!(ends.iter().all(|end| *end == ends[0]), "the number of threads shows: {ends:?}");
    for Least { threads, clock, first, busiest } in &least {
        println!(
            "{name:<38} {threads:>2} threads {clock:>7.3} s, {:>4.0} ns/hop: {:>5.2} times as fast (CPU {first:.3} s, others at most {busiest:.3} s: {:.2})",
            clock * 1e9 / ends[0].1 as f64,
            least[0].clock / clock,
            least[0].first / first.max(*busiest),
        );
    }
}

fn main() {
    let filter: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    // What a host can send at most under uniform traffic, as part of a link: 8/k of a k-ary torus' longest dimension.
    let cases: Vec<(&str, &str, String, &str, f64, u64)> = vec![
        ("torus 8x8x16", "torus", torus([8, 8, 16]), "dimension-order", 0.5, 40_000),
        ("torus 8x8x16, adaptive", "torus", torus([8, 8, 16]), "adaptive", 0.5, 40_000),
        ("fat tree 10^3", "fat-tree", fat_tree(10), "d-mod-k", 1.0, 40_000),
        ("fat tree 10^3, adaptive", "fat-tree", fat_tree(10), "adaptive", 1.0, 40_000),
        ("dragonfly h=4, 1,056 hosts", "dragonfly", dragonfly(4), "minimal", 1.0, 40_000),
        ("dragonfly h=4, 1,056 hosts, ugal-l", "dragonfly", dragonfly(4), "ugal-l", 1.0, 40_000),
        ("torus 20^3", "torus", torus([20, 20, 20]), "dimension-order", 0.4, 120_000),
        ("fat tree 20^3", "fat-tree", fat_tree(20), "d-mod-k", 1.0, 120_000),
        ("dragonfly h=7, 9,702 hosts", "dragonfly", dragonfly(7), "minimal", 1.0, 120_000),
    ];
    println!(
        "{:<38} {:>9} {:>10} {:>8} {:>10} {:>11} {:>10} {:>12}",
        "case", "packets", "hops", "CPU s", "ns/hop", "events/hop", "under way", "simulated"
    );
    for (name, kind, text, routing, capacity, messages) in cases {
        if !filter.iter().all(|part| name.contains(part.as_str())) {
            continue;
        }
        let platform = machine(kind, &text);
        let known = platform.topology().packet_routing().expect("these route packets");
        let routing = known.routing(routing).expect("they have this routing");
        let starts = uniform(platform.hosts(), 0.35 * capacity * 10e9, messages);
        let machine: Arc<dyn Machine> = platform;
        let mut network = PacketNetwork::new(machine, Options { routing, ..Options::unordered() });
        let before = cpu_seconds();
        let end = run(&mut network, &starts);
        let seconds = cpu_seconds() - before;
        let totals = network.totals();
        println!(
            "{name:<38} {:>9} {:>10} {seconds:>8.3} {:>10.0} {:>11.2} {:>10} {:>12}",
            totals.packets,
            totals.hops,
            seconds * 1e9 / totals.hops as f64,
            totals.events as f64 / totals.hops as f64,
            totals.max_packets,
            end.to_string(),
        );
    }
    for (name, kind, text, capacity, messages) in [
        ("threads: torus 20^3", "torus", torus([20, 20, 20]), 0.4, 120_000),
        ("threads: fat tree 20^3", "fat-tree", fat_tree(20), 1.0, 120_000),
        ("threads: dragonfly h=7", "dragonfly", dragonfly(7), 1.0, 120_000),
    ] {
        if filter.iter().all(|part| name.contains(part.as_str())) {
            let platform = machine(kind, &text);
            threads(name, &platform, &uniform(platform.hosts(), 0.35 * capacity * 10e9, messages));
        }
    }
    let name = "threads: torus 64x32x32, halo";
    if filter.iter().all(|part| name.contains(part.as_str())) {
        let dimensions = [64, 32, 32];
        threads(name, &machine("torus", &torus(dimensions)), &halo(dimensions));
    }
    if filter.iter().all(|part| "memory of 1,000,000 idle nodes".contains(part.as_str())) {
        let machine: Arc<dyn Machine> = machine("torus", &torus([100, 100, 100]));
        let before = memory();
        let network = PacketNetwork::new(machine, Options::unordered());
        println!("memory of 1,000,000 idle nodes, torus 100^3: {:.1} MB", (memory() - before) / 1e6);
        drop(network);
    }
}
