//! Cost of the flow model: a table of cases (`cargo bench -p windtunnel-models`).
//!
//! CPU seconds are the time on a CPU, user and system. Arguments restrict the run to cases that contain them all; `error=SHARE`, once
//! or several times, runs each case with these errors, and prints how far deliveries are from those with the first. The digest covers
//! every delivery's date: equal digests, equal predictions.

use kernel::random::Stream;
use kernel::{Completion, Network, Transfer};
use platform::Platform;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use units::{Endpoint, HostId, Time};
use windtunnel_models::Machine;
use windtunnel_models::network::flow::{Error, Flow, Options, Statistics};

fn torus(dimensions: [u32; 3]) -> String {
    format!(
        r#"
[topology]
kind = "torus"
dimensions = {dimensions:?}
links.all.bandwidth = "10 GB/s"
links.all.latency = "1 us"
[host]
cores = 1
speed = "8 Gflop/s"
memory.bandwidth = "50 GB/s"
memory.copy = "10 GB/s"
memory.latency = "200 ns"
"#
    )
}

/// k-ary n-tree with as many hosts as arity to the levels.
fn fat_tree(arity: u32, levels: u32) -> String {
    format!(
        r#"
[topology]
kind = "fat-tree"
arity = {arity}
levels = {levels}
links.all.bandwidth = "10 GB/s"
links.all.latency = "500 ns"
[host]
cores = 1
speed = "8 Gflop/s"
memory.bandwidth = "50 GB/s"
memory.copy = "10 GB/s"
memory.latency = "200 ns"
"#
    )
}

/// The shipped platform of 32 hosts with 32 cores each.
fn percs_supernode() -> String {
    include_str!("../../../platforms/percs-supernode.toml").to_owned()
}

fn star(hosts: u32) -> String {
    cluster(hosts, "")
}

/// Four cabinets whose links to the root are as fast as a quarter of their hosts' together.
fn cabinets(hosts: u32) -> String {
    let bandwidth = hosts / 16 * 10;
    cluster(hosts, &format!("cabinets = 4\nlinks.cabinet = {{ bandwidth = '{bandwidth} GB/s', latency = '500 ns' }}"))
}

fn cluster(hosts: u32, cabinets: &str) -> String {
    format!(
        r#"
[topology]
kind = "cluster"
hosts = {hosts}
{cabinets}
links.host.bandwidth = "10 GB/s"
links.host.latency = "500 ns"
[host]
cores = 1
speed = "8 Gflop/s"
memory.bandwidth = "50 GB/s"
memory.copy = "10 GB/s"
memory.latency = "200 ns"
"#
    )
}

fn machine(text: &str) -> Arc<dyn Machine> {
    Arc::new(Platform::from_str(text, "bench.toml").unwrap_or_else(|error| panic!("{error}")))
}

fn transfer(token: u64, source: u32, destination: u32, bytes: u64) -> Transfer {
    let end = |host| Endpoint { host: HostId(host), ..Endpoint::default() };
    Transfer::new(token, end(source), end(destination), bytes)
}

/// Runs what is under way; `then` is told every delivery and may start more.
fn run(network: &mut Flow, mut then: impl FnMut(&mut Flow, Time, u64)) -> Time {
    let mut completions: Vec<Completion> = Vec::new();
    let mut now = Time::ZERO;
    loop {
        let next = network.next_event();
        if next == Time::MAX {
            return now;
        }
        now = next;
        network.advance(now, &mut completions);
        for completion in completions.drain(..) {
            digest(now, completion.token);
            then(network, now, completion.token);
        }
    }
}

thread_local! {
    static DIGEST: Cell<u64> = const { Cell::new(0) };
    /// Token and date in picoseconds of every delivery.
    static DATES: RefCell<Vec<(u64, u64)>> = const { RefCell::new(Vec::new()) };
}

/// Counts a delivery in the digest (Fowler, Noll and Vo's, word by word), and keeps its date.
fn digest(now: Time, token: u64) {
    DATES.with_borrow_mut(|dates| dates.push((token, now.ps())));
    DIGEST.with(|digest| {
        let step = |digest: u64, word: u64| (digest ^ word).wrapping_mul(0x100_0000_01b3);
        digest.set(step(step(digest.get(), now.ps()), token));
    });
}

/// Messages that wait for the date of their start.
type Starts = BinaryHeap<Reverse<(Time, u64, u32, u32)>>;

/// As `run`, with messages (date, token, source, destination) that start later; `then` may add some.
fn run_starts(
    network: &mut Flow,
    bytes: u64,
    starts: &mut Starts,
    mut then: impl FnMut(&mut Starts, Time, u64),
) -> Time {
    let mut completions: Vec<Completion> = Vec::new();
    let mut now = Time::ZERO;
    loop {
        let next = network.next_event();
        let start = starts.peek().map_or(Time::MAX, |Reverse(start)| start.0);
        if next.min(start) == Time::MAX {
            return now;
        }
        now = next.min(start);
        if next <= start {
            network.advance(now, &mut completions);
            for completion in completions.drain(..) {
                digest(now, completion.token);
                then(starts, now, completion.token);
            }
        }
        while let Some(&Reverse((date, token, source, destination))) = starts.peek() {
            if date > now {
                break;
            }
            starts.pop();
            network.start(now, &transfer(token, source, destination, bytes));
        }
    }
}

/// Time a library takes per send.
const OVERHEAD: u64 = 400;

/// All-to-all in batches of `throttle`: a rank posts so many sends, one per overhead, and goes on when all of them and as many
/// receives are done.
fn scattered(network: &mut Flow, hosts: u32, bytes: u64, throttle: u32) -> Time {
    scattered_late(network, hosts, bytes, throttle, |_| Time::ZERO)
}

/// Staggered all-to-all of 64 KB, where every so many hosts one begins 1 us later.
fn odd(network: &mut Flow, hosts: u32, every: u32) -> Time {
    let late = |rank| Time::from_ns(1_000 * u64::from(rank % every == every / 2));
    scattered_late(network, hosts, 65_536, hosts - 1, late)
}

/// Staggered all-to-all of 64 KB, where every host begins up to 1 us later: no two at once.
fn jittered(network: &mut Flow, hosts: u32) -> Time {
    let late = |rank| Time::from_ps(Stream::new(7, 2, rank).below(1_000_000));
    scattered_late(network, hosts, 65_536, hosts - 1, late)
}

/// As `scattered`, where each rank begins later.
fn scattered_late(network: &mut Flow, hosts: u32, bytes: u64, throttle: u32, late: impl Fn(u32) -> Time) -> Time {
    let batches = (hosts - 1).div_ceil(throttle);
    let size = |batch: u32| throttle.min(hosts - 1 - batch * throttle);
    let mut starts = Starts::new();
    let post = |starts: &mut Starts, now: Time, rank: u32, batch: u32| {
        for at in 0..size(batch) {
            let step = batch * throttle + at + 1;
            let date = now + Time::from_ns(OVERHEAD * u64::from(at + 1));
            starts.push(Reverse((date, u64::from(rank) << 32 | u64::from(step), rank, (rank + step) % hosts)));
        }
    };
    let mut batch = vec![0u32; hosts as usize];
    let mut done = vec![vec![0u32; batches as usize]; hosts as usize];
    (0..hosts).for_each(|rank| post(&mut starts, late(rank), rank, 0));
    run_starts(network, bytes, &mut starts, |starts, now, token| {
        let (source, step) = ((token >> 32) as u32, token as u32);
        let of = (step - 1) / throttle;
        for rank in [source, (source + step) % hosts] {
            done[rank as usize][of as usize] += 1;
            let own = &mut batch[rank as usize];
            if *own < batches && done[rank as usize][*own as usize] == 2 * size(*own) {
                *own += 1;
                if *own < batches {
                    post(starts, now, rank, *own);
                }
            }
        }
    })
}

/// Ranks of `cores` to a host send a block to every other rank, in the order in which those of a host reach all hosts at once
/// (PERCS' node shift): a rank goes on when its send and a receive are done.
fn node_shift(network: &mut Flow, hosts: u32, cores: u32, bytes: u64) -> Time {
    let ranks = hosts * cores;
    let target = |rank: u32, step: u32| {
        let (host, place) = (rank / cores, rank % cores);
        (place + step / cores) % hosts * cores + (place + host + step) % cores
    };
    let mut starts = Starts::new();
    let mut steps = vec![0u32; ranks as usize];
    let mut done = vec![0u32; ranks as usize];
    let post = |starts: &mut Starts, steps: &mut [u32], now: Time, rank: u32| {
        let own = &mut steps[rank as usize];
        *own += u32::from(target(rank, *own) == rank);
        if *own < ranks {
            let to = target(rank, *own);
            *own += 1;
            let date = now + Time::from_ns(OVERHEAD);
            starts.push(Reverse((date, u64::from(rank) << 32 | u64::from(to), rank / cores, to / cores)));
        }
    };
    (0..ranks).for_each(|rank| post(&mut starts, &mut steps, Time::ZERO, rank));
    run_starts(network, bytes, &mut starts, |starts, now, token| {
        let (source, to) = ((token >> 32) as u32, token as u32);
        for rank in [source, to] {
            done[rank as usize] += 1;
            if done[rank as usize] == 2 {
                done[rank as usize] = 0;
                post(starts, &mut steps, now, rank);
            }
        }
    })
}

/// Every host sends one message to another, of 1 MB or (`spread`) of up to half more or less.
fn permutation(network: &mut Flow, hosts: u32, spread: bool) -> Time {
    let mut random = Stream::new(7, 0, 0);
    let mut target: Vec<u32> = (0..hosts).collect();
    for at in (1..target.len()).rev() {
        target.swap(at, random.below(at as u64 + 1) as usize);
    }
    for (source, destination) in target.into_iter().enumerate().filter(|pair| pair.0 as u32 != pair.1) {
        let bytes = if spread { 500_000 + random.below(1_000_000) } else { 1_000_000 };
        network.start(Time::ZERO, &transfer(source as u64, source as u32, destination, bytes));
    }
    run(network, |_, _, _| {})
}

/// In step s rank r sends to r + s and receives from r − s, and goes on when both are done.
fn pairwise(network: &mut Flow, hosts: u32, bytes: u64) -> Time {
    let mut step = vec![1u32; hosts as usize];
    // Messages done of steps that are not over, by (rank, whether the step is odd).
    let mut done = vec![[0u8; 2]; hosts as usize];
    for rank in 0..hosts {
        network.start(Time::ZERO, &transfer(u64::from(rank) << 32 | 1, rank, (rank + 1) % hosts, bytes));
    }
    run(network, |network, now, token| {
        let (source, of) = ((token >> 32) as u32, token as u32);
        for rank in [source, (source + of) % hosts] {
            done[rank as usize][(of % 2) as usize] += 1;
        }
        for rank in [source, (source + of) % hosts] {
            let own = &mut step[rank as usize];
            let count = &mut done[rank as usize][(*own % 2) as usize];
            if *count == 2 && *own < hosts {
                *count = 0;
                *own += 1;
                if *own < hosts {
                    let token = u64::from(rank) << 32 | u64::from(*own);
                    network.start(now, &transfer(token, rank, (rank + *own) % hosts, bytes));
                }
            }
        }
    })
}

/// Recursive doubling: in round d rank r exchanges 8 bytes with r xor 2^d, and goes on when both are done.
fn butterfly(network: &mut Flow, ranks: u32, times: u32) -> Time {
    let bits = ranks.trailing_zeros();
    let rounds = bits * times;
    let send = |network: &mut Flow, now: Time, rank: u32, round: u32| {
        let partner = rank ^ (1 << (round % bits));
        network.start(now, &transfer(u64::from(rank) << 32 | u64::from(round), rank, partner, 8));
    };
    let mut round = vec![0u32; ranks as usize];
    let mut done = vec![[0u8; 2]; ranks as usize];
    (0..ranks).for_each(|rank| send(network, Time::ZERO, rank, 0));
    run(network, |network, now, token| {
        let (source, of) = ((token >> 32) as u32, token as u32);
        for rank in [source, source ^ (1 << (of % bits))] {
            done[rank as usize][(of & 1) as usize] += 1;
            let own = &mut round[rank as usize];
            let count = &mut done[rank as usize][(*own & 1) as usize];
            if *count == 2 {
                *count = 0;
                *own += 1;
                if *own < rounds {
                    send(network, now, rank, *own);
                }
            }
        }
    })
}

fn all_at_once(network: &mut Flow, hosts: u32, spread: bool) -> Time {
    let mut random = Stream::new(7, 1, 0);
    for source in 0..hosts {
        for step in 1..hosts {
            let token = u64::from(source * hosts + step);
            let bytes = if spread { 500_000 + random.below(1_000_000) } else { 1_000_000 };
            network.start(Time::ZERO, &transfer(token, source, (source + step) % hosts, bytes));
        }
    }
    run(network, |_, _, _| {})
}

/// As `all_at_once`, but every host starts its messages 500 ns after each other, as overheads make a program do.
fn one_by_one(network: &mut Flow, hosts: u32) -> Time {
    let mut completions = Vec::new();
    for step in 1..hosts {
        let now = Time::from_ns(500 * u64::from(step));
        while network.next_event() <= now {
            let next = network.next_event();
            network.advance(next, &mut completions);
            completions.drain(..).for_each(|completion| digest(next, completion.token));
        }
        for source in 0..hosts {
            let token = u64::from(source * hosts + step);
            network.start(now, &transfer(token, source, (source + step) % hosts, 1_000_000));
        }
    }
    run(network, |_, _, _| {})
}

fn ping_pong(network: &mut Flow, pairs: u32, rounds: u32) -> Time {
    let mut left = vec![rounds - 1; pairs as usize];
    for pair in 0..pairs {
        network.start(Time::ZERO, &transfer(u64::from(pair) << 1, 2 * pair, 2 * pair + 1, 1));
    }
    run(network, |network, now, token| {
        let pair = (token >> 1) as u32;
        if left[pair as usize] > 0 {
            left[pair as usize] -= 1;
            let back = (token & 1) ^ 1;
            let (source, destination) = (2 * pair + back as u32, 2 * pair + 1 - back as u32);
            network.start(now, &transfer(u64::from(pair) << 1 | back, source, destination, 1));
        }
    })
}

/// Every host of a 16×16×16 grid sends to its six neighbours, and again when all it sends has arrived.
fn halo(network: &mut Flow, rounds: u32) -> Time {
    let neighbour = |host: u32, side: u32| {
        let shift = 4 * (side / 2);
        let at = host >> shift & 15;
        let next = if side & 1 == 0 { (at + 1) & 15 } else { at.wrapping_sub(1) & 15 };
        host & !(15 << shift) | next << shift
    };
    let mut left = vec![(rounds - 1, 6u32); 4_096];
    let send = |network: &mut Flow, now, host: u32| {
        for side in 0..6 {
            network.start(now, &transfer(u64::from(host), host, neighbour(host, side), 524_288));
        }
    };
    (0..4_096).for_each(|host| send(network, Time::ZERO, host));
    run(network, |network, now, token| {
        let (rounds, pending) = &mut left[token as usize];
        *pending -= 1;
        if *pending == 0 && *rounds > 0 {
            *rounds -= 1;
            *pending = 6;
            send(network, now, token as u32);
        }
    })
}

/// Seconds this thread has been on a CPU, from the operating system's own account.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split_whitespace().next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e9
}

type Case = (&'static str, String, fn(&mut Flow) -> Time);

/// How far the deliveries of a run are from the first one's; both sorted.
fn print_errors(dates: &[(u64, u64)], first: &[(u64, u64)]) {
    let off = || dates.iter().zip(first).map(|(own, first)| own.1.abs_diff(first.1));
    let last = |dates: &[(u64, u64)]| dates.iter().map(|delivery| delivery.1).max().unwrap_or(0) as f64;
    println!(
        "    deliveries off by {} on average and {} at most, the last {:+.3} %",
        Time::from_ps(off().sum::<u64>() / dates.len().max(1) as u64),
        Time::from_ps(off().max().unwrap_or(0)),
        (last(dates) / last(first) - 1.0) * 100.0,
    );
}

fn main() {
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let (errors, filter): (Vec<_>, Vec<_>) = arguments.partition(|argument| argument.starts_with("error="));
    let error = |text: &String| text.trim_start_matches("error=").parse().ok().and_then(Error::new);
    let mut errors: Vec<_> =
        errors.iter().map(|text| error(text).unwrap_or_else(|| panic!("no error: {text}"))).collect();
    if errors.is_empty() {
        errors.push(Error::DEFAULT);
    }
    let cases: Vec<Case> = vec![
        ("permutation 4,096 x 1 MB, torus 16^3", torus([16; 3]), |network| permutation(network, 4_096, false)),
        ("permutation 4,096 x 0.5-1.5 MB, torus 16^3", torus([16; 3]), |network| permutation(network, 4_096, true)),
        ("permutation 4,096 x 1 MB, fat tree 16^3", fat_tree(16, 3), |network| permutation(network, 4_096, false)),
        ("permutation 4,096 x 0.5-1.5 MB, fat tree 16^3", fat_tree(16, 3), |network| {
            permutation(network, 4_096, true)
        }),
        ("halo 16^3 x 6 x 512 KiB x 10, torus 16^3", torus([16; 3]), |network| halo(network, 10)),
        ("10 butterflies of 8 B, 4,096 ranks, star", star(4_096), |network| butterfly(network, 4_096, 10)),
        ("10 butterflies of 8 B, 16,384 ranks, torus", torus([32, 32, 16]), |network| butterfly(network, 16_384, 10)),
        ("pairwise 1,024 x 1,023 x 1 MB, fat tree 32^2", fat_tree(32, 2), |network| {
            pairwise(network, 1_024, 1_000_000)
        }),
        ("all at once 256 x 255 x 1 MB, fat tree 16^2", fat_tree(16, 2), |network| all_at_once(network, 256, false)),
        ("all at once 64 x 63 x 0.5-1.5 MB, star", star(64), |network| all_at_once(network, 64, true)),
        ("one by one 256 x 255 x 1 MB, fat tree 16^2", fat_tree(16, 2), |network| one_by_one(network, 256)),
        ("all at once 256 x 255 x 1 MB, star", star(256), |network| all_at_once(network, 256, false)),
        ("all at once 64 x 63 x 1 MB, torus 16^3", torus([16; 3]), |network| all_at_once(network, 64, false)),
        ("all at once 64 x 63 x 0.5-1.5 MB, torus 16^3", torus([16; 3]), |network| all_at_once(network, 64, true)),
        ("staggered 64 x 63 x 64 KB, fat tree 8^2", fat_tree(8, 2), |network| scattered(network, 64, 65_536, 63)),
        ("staggered 128 x 127 x 64 KB, star", star(128), |network| scattered(network, 128, 65_536, 127)),
        ("staggered 256 x 255 x 64 KB, fat tree 16^2", fat_tree(16, 2), |network| {
            scattered(network, 256, 65_536, 255)
        }),
        ("staggered 256 x 255 x 64 KB, torus 16^2", torus([16, 16, 1]), |network| {
            scattered(network, 256, 65_536, 255)
        }),
        ("staggered 1,024 x 1,023 x 64 KB, fat tree 32^2", fat_tree(32, 2), |network| {
            scattered(network, 1_024, 65_536, 1_023)
        }),
        ("one odd 64 x 63 x 64 KB, fat tree 8^2", fat_tree(8, 2), |network| odd(network, 64, 64)),
        ("one odd 256 x 255 x 64 KB, fat tree 16^2", fat_tree(16, 2), |network| odd(network, 256, 256)),
        ("one odd 256 x 255 x 64 KB, torus 16^2", torus([16, 16, 1]), |network| odd(network, 256, 256)),
        ("one odd 1,024 x 1,023 x 64 KB, fat tree 32^2", fat_tree(32, 2), |network| odd(network, 1_024, 1_024)),
        ("some odd 256 x 255 x 64 KB, fat tree 16^2", fat_tree(16, 2), |network| odd(network, 256, 51)),
        ("some odd 256 x 255 x 64 KB, torus 16^2", torus([16, 16, 1]), |network| odd(network, 256, 51)),
        ("jittered 64 x 63 x 64 KB, fat tree 8^2", fat_tree(8, 2), |network| jittered(network, 64)),
        ("jittered 64 x 63 x 64 KB, torus 8^2", torus([8, 8, 1]), |network| jittered(network, 64)),
        ("jittered 128 x 127 x 64 KB, star", star(128), |network| jittered(network, 128)),
        ("jittered 256 x 255 x 64 KB, fat tree 16^2", fat_tree(16, 2), |network| jittered(network, 256)),
        ("jittered 256 x 255 x 64 KB, torus 16^2", torus([16, 16, 1]), |network| jittered(network, 256)),
        ("jittered 1,024 x 1,023 x 64 KB, fat tree 32^2", fat_tree(32, 2), |network| jittered(network, 1_024)),
        ("scattered 384 x 383 x 32 KiB, 4 cabinets", cabinets(384), |network| scattered(network, 384, 32_768, 32)),
        ("scattered 1,024 x 1,023 x 32 KiB, 4 cabinets", cabinets(1_024), |network| {
            scattered(network, 1_024, 32_768, 32)
        }),
        ("node shift 1,024 x 1,023 x 32 KiB, PERCS supernode", percs_supernode(), |network| {
            node_shift(network, 32, 32, 32_768)
        }),
        ("pairwise 384 x 383 x 64 KB, fat tree 32^2", fat_tree(32, 2), |network| scattered(network, 384, 65_536, 1)),
        ("pairwise 512 x 511 x 64 KB, torus 8^3", torus([8; 3]), |network| scattered(network, 512, 65_536, 1)),
        ("pairwise 1,024 x 1,023 x 64 KB, torus 16x8x8", torus([16, 8, 8]), |network| {
            scattered(network, 1_024, 65_536, 1)
        }),
        ("pairwise 2,048 x 2,047 x 64 KB, torus 16x16x8", torus([16, 16, 8]), |network| {
            scattered(network, 2_048, 65_536, 1)
        }),
        ("4,096 pairs x 100 x 1 B, star", star(8_192), |network| ping_pong(network, 4_096, 100)),
        ("ping-pong 1,000,000 x 1 B, star", star(2), |network| ping_pong(network, 1, 1_000_000)),
    ];
    println!(
        "{:<48} {:>9} {:>8} {:>9} {:>8} {:>9} {:>8} {:>16} {:>12}",
        "case", "messages", "CPU s", "ns/msg", "changes", "scans", "solves", "digest", "simulated"
    );
    for (name, text, run) in cases.iter().filter(|case| filter.iter().all(|part| case.0.contains(part.as_str()))) {
        let mut first = Vec::new();
        for &error in &errors {
            let mut network = Flow::new(machine(text), Options { error, ..Options::default() });
            DIGEST.set(0);
            let before = cpu_seconds();
            let end = run(&mut network);
            let seconds = cpu_seconds() - before;
            let statistics: Statistics = network.statistics();
            let messages = statistics.completions;
            println!(
                "{name:<48} {messages:>9} {seconds:>8.3} {:>9.0} {:>8.2} {:>9.2} {:>8.2} {:>16x} {:>12}",
                seconds * 1e9 / messages as f64,
                statistics.rate_changes_per_completion(),
                statistics.solver.scans as f64 / messages as f64,
                statistics.solver.solves as f64 / messages as f64,
                DIGEST.get(),
                end.to_string(),
            );
            let mut dates = DATES.take();
            dates.sort_unstable();
            if first.is_empty() {
                first = dates;
            } else {
                print_errors(&dates, &first);
            }
        }
    }
}
