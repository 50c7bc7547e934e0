//! Tests of the packet model: against its reference implementation, closed forms and the flow model.

mod blue_gene;
mod fuzz;
mod reference;
mod reference_fifos;
mod saturation;

use super::{Options, Order, PARAMETERS, PacketNetwork};
use crate::network::suite::{Table, run, transfer};
use crate::settings::Settings;
use crate::{Machine, Setting};
use kernel::random::Stream;
use kernel::{Connection, Network, Transfer};
use platform::Platform;
use reference::Reference;
use std::sync::Arc;
use units::{ActorId, Time};

const ALL: &str = "links.all = { bandwidth = '1 GB/s', latency = '100 ns' }";
const HOST: &str = "links.host = { bandwidth = '2 GB/s', latency = '50 ns' }";
const DRAGON: &str = "links.local = { bandwidth = '1 GB/s', latency = '30 ns' }\nlinks.global = { bandwidth = '3 GB/s', latency = '300 ns' }";

/// Small machines of every kind of topology.
pub(super) const MACHINES: &[(&str, &str)] = &[
    ("torus", "dimensions = [4, 3]\nALL"),
    ("torus", "dimensions = [5]\nALL"),
    ("torus", "dimensions = [3, 3, 2]\nALL\nlinks.dim2.bandwidth = '3 GB/s'"),
    ("mesh", "dimensions = [3, 4]\nALL"),
    ("hypercube", "dimensions = 3\nALL"),
    ("fat-tree", "arity = 2\nlevels = 3\nALL"),
    ("fat-tree", "children = [3, 4]\nparents = [2, 2]\nparallel = [2, 1]\nALL\nlinks.level2.bandwidth = '4 GB/s'"),
    ("dragonfly", "groups = 5\nrouters = 4\nhosts = 2\nHOST\nDRAGON"),
    ("dragonfly", "groups = 4\nrouters = 3\nhosts = 1\nglobal_links = 3\nwiring = 'palm-tree'\nHOST\nDRAGON"),
    ("dragonfly-plus", "groups = 3\nleaves = 2\nspines = 2\nhosts = 2\nglobal_links = 2\nHOST\nDRAGON"),
    ("hyperx", "dimensions = [3, 3]\nhosts = 2\nHOST\nALL"),
    ("slim-fly", "q = 3\nhosts = 1\nHOST\nlinks.router = { bandwidth = '1 GB/s', latency = '20 ns' }"),
    ("full", "hosts = 6\nALL"),
    (
        "zones",
        "zones = [{ name = 'a', gateway = 'host2', topology = { kind = 'torus', dimensions = [3, 2], ALL } }, { name = 'b', topology = { kind = 'cluster', hosts = 4, HOST } }]\nouter = { kind = 'full', hosts = 2, links.all = { bandwidth = '3 GB/s', latency = '200 ns' } }",
    ),
    (
        "percs",
        "supernodes = 3\ndrawers = 2\nhubs = 2\nlinks.QCM = { bandwidth = '4 GB/s', latency = '10 ns' }\nlinks.LL = { bandwidth = '3 GB/s', latency = '5 ns' }\nlinks.LR = { bandwidth = '1 GB/s', latency = '20 ns' }\nlinks.D = { bandwidth = '2 GB/s', latency = '90 ns' }",
    ),
    (
        "cluster",
        "hosts = 7\ncabinets = [3, 2, 1, 1]\nlinks.host = { bandwidth = '2 GB/s', latency = '1 us', limiter = '3 GB/s' }\nlinks.cabinet = { bandwidth = '4 GB/s', latency = '1 us', limiter = '5 GB/s' }\nlinks.backbone = { bandwidth = '7 GB/s', latency = '1 us' }",
    ),
    (
        "cluster",
        "hosts = 6\ncabinets = [3, 1, 2]\nHOST\nlinks.cabinet = { bandwidth = '2 GB/s', latency = '70 ns' }\nlinks.backbone = { bandwidth = '3 GB/s', latency = '20 ns' }",
    ),
    (
        "zones",
        "zones = [{ name = 'ring', gateway = 'host1', topology = { kind = 'torus', dimensions = [3], links.all = { bandwidth = '1 GB/s', latency = '0 s' } } }, { name = 'room', count = 2, topology = { kind = 'cluster', hosts = 2, links.host = { bandwidth = '2 GB/s', latency = '40 ns' } } }]\nouter = { kind = 'cluster', hosts = 3, links.host = { bandwidth = '2 GB/s', latency = '150 ns' } }",
    ),
    (
        "graph",
        "hosts = 4\nswitches = 2\nconnect = [{ from = 'host0', to = 'switch0', link = 'all' }, { from = 'host1', to = 'switch0', link = 'all' }, { from = 'host2', to = 'switch1', link = 'all' }, { from = 'host3', to = 'switch1', link = 'all' }, { from = 'switch0', to = 'switch1', link = 'all' }]\nALL",
    ),
];

/// A platform file.
pub(super) fn text_of(kind: &str, text: &str, nic: &str) -> String {
    let text = text.replace("DRAGON", DRAGON).replace("HOST", HOST).replace("ALL", ALL);
    let rest = "[host]\ncores = 2\nspeed = '1 Gf'\nmemory = { bandwidth = '5 GB/s', copy = '2 GB/s', latency = '10 ns', sockets = 2 }";
    format!("[topology]\nkind = '{kind}'\n{text}\n{rest}\n{nic}")
}

fn platform(kind: &str, text: &str, nic: &str) -> Arc<Platform> {
    Arc::new(Platform::from_str(&text_of(kind, text, nic), "test.toml").unwrap())
}

pub(super) fn settings<'a>(list: &'a [(&'static str, String)]) -> Vec<Setting<'a>> {
    list.iter().map(|(name, value)| Setting { name, value }).collect()
}

/// With as many of some threads as can be had.
pub(super) fn model(machine: &Arc<dyn Machine>, list: &[(&'static str, String)], threads: u32) -> PacketNetwork {
    let given = settings(list);
    let options = super::parameters::read(&**machine, &Settings::new("packet", PARAMETERS, &given).unwrap()).unwrap();
    let mut network = PacketNetwork::new(machine.clone(), Options { threads, ..options });
    // On two threads windows of few events are shared, too. More partitions than that take turns here, as most of these
    // networks have too little to do for threads.
    network.simulator.worker_pool.min_events = if threads == 2 { 0 } else { u64::MAX };
    network
}

/// Transfers at random between `hosts` hosts, crowded at a few instants.
pub(super) fn traffic(random: &mut Stream, hosts: u32, count: u64) -> Vec<(Time, Transfer)> {
    let hot = random.below(u64::from(hosts)) as u32;
    let mut starts: Vec<_> = (0..count)
        .map(|token| {
            let bytes = [0, 1, 256, 1_000, 20_000, 1 + random.below(30_000)][random.below(6) as usize];
            let to = if random.below(3) == 0 { hot } else { random.below(u64::from(hosts)) as u32 };
            let mut transfer = transfer(token, random.below(u64::from(hosts)) as u32, to, bytes);
            if random.below(2) == 0 {
                // Of two ranks on each host.
                let rank = |host: units::Endpoint, second| ActorId(2 * host.host.0 + second);
                let (from, to) = (random.below(2) as u32, random.below(2) as u32);
                let (from, to) = (rank(transfer.source, from), rank(transfer.destination, to));
                transfer.connection = Some(Connection { from, to });
            }
            if random.below(4) == 0 {
                transfer.bandwidth_factor = [0.5, 0.97, 1.3][random.below(3) as usize];
                transfer.latency_factor = [0.5, 1.9, 3.0][random.below(3) as usize];
            }
            (Time::from_ns([0, 500, 1_000, random.below(4_000)][random.below(4) as usize]), transfer)
        })
        .collect();
    starts.sort_by_key(|start| start.0);
    starts
}

/// Settings at random: small buffers most often, so that credits run out.
pub(super) fn random_settings(random: &mut Stream, routing: &str) -> Vec<(&'static str, String)> {
    let packet: u64 = [256, 1_000, 4_096][random.below(3) as usize];
    let header: u64 = [0, 16][random.below(2) as usize];
    let chunk: u64 = [1, 1, 32][random.below(3) as usize];
    let least = 2 * (packet + header).next_multiple_of(chunk);
    let buffer = match random.below(4) {
        0 => "auto".to_owned(),
        1 => format!("{least} B"),
        _ => format!("{} B", least + random.below(3_000)),
    };
    let output = match random.below(6) {
        0..3 => "off".to_owned(),
        3 => "auto".to_owned(),
        4 => format!("{} B", least / 2),
        _ => format!("{} B", least / 2 + random.below(9_000)),
    };
    vec![
        ("routing", routing.to_owned()),
        ("ordered-max", ["0 B", "500 B", "5 kB"][random.below(3) as usize].to_owned()),
        ("alignment", format!("{chunk} B")),
        ("mtu", format!("{packet} B")),
        ("header", format!("{header} B")),
        ("input-buffer", buffer),
        ("output-buffer", output),
        ("arbitration", ["fcfs", "fcfs", "round-robin", "age", "longest-queue"][random.below(5) as usize].to_owned()),
        ("switch-latency", ["0 s", "70 ns", "333 ps"][random.below(3) as usize].to_owned()),
        ("concurrent-messages", [1, 2, 16][random.below(3) as usize].to_string()),
        ("order", ["connection", "none"][random.below(2) as usize].to_owned()),
        ("send-queue", ["0 B", "500 B", "14480 B"][random.below(3) as usize].to_owned()),
        ("seed", random.below(100).to_string()),
    ]
}

#[test]
fn messages_of_a_connection_leave_one_after_another_and_short_ones_of_a_nic() {
    let machine: Arc<dyn Machine> = platform("cluster", "hosts = 4\nHOST", "");
    let connection = Some(Connection { from: ActorId(0), to: ActorId(1) });
    let ends = |settings: &[(&'static str, String)], sends: &[(u32, u64)]| {
        let send = |(token, &(to, bytes)): (usize, &(u32, u64))| {
            let connection = connection.filter(|_| to == 1);
            (Time::ZERO, Transfer { connection, ..transfer(token as u64, 0, to, bytes) })
        };
        let starts: Vec<_> = sends.iter().enumerate().map(send).collect();
        let mut ends = run(&mut model(&machine, settings, 1), &starts);
        ends.sort_unstable();
        ends.into_iter().map(|(_, end)| end.ps()).collect::<Vec<_>>()
    };
    let of = |order: &str, queue: &str| vec![("order", order.to_owned()), ("send-queue", format!("{queue} B"))];
    let long = [(1, 1 << 20), (1, 1 << 20), (1, 0), (2, 1 << 20)];
    let (free, ordered) = (ends(&of("none", "0"), &long), ends(&of("connection", "0"), &long));
    // Three share the link. Then the connection has half of it: its first message ends after two of the three megabytes.
    assert!(free[0] > free[3] / 10 * 9 && free[2] < free[0] / 10, "{free:?}");
    assert!(ordered[0] < ordered[3] && 2 * ordered[0] > ordered[1] && ordered[2] >= ordered[1], "{ordered:?}");
    assert_eq!(free[1].max(free[3]), ordered[1].max(ordered[3]), "the link is as busy");
    // Ten packets each, to two hosts: in turn, or one message after the other.
    let short = [(2, 40_960), (3, 40_960)];
    let (shared, queued) = (ends(&of("connection", "0"), &short), ends(&of("connection", "40960"), &short));
    assert!(queued[0] < shared[0] && queued[1] == shared[1], "{shared:?} {queued:?}");
}

#[test]
fn equals_the_reference_on_every_topology_and_routing() {
    let mut random = Stream::new(11, 0, 0);
    for (kind, text) in MACHINES {
        for nic in ["", "[nic]\ninjection = '1500 MB/s'\n", "[nic]\nmessage_rate = '5 M/s'\n"] {
            let machine: Arc<dyn Machine> = platform(kind, text, nic);
            let hosts = platform(kind, text, nic).hosts();
            for routing in machine.packet_routing().unwrap().routings() {
                for _ in 0..4 {
                    let list = random_settings(&mut random, routing.name);
                    let starts = traffic(&mut random, hosts, 60);
                    let mut network = model(&machine, &list, 1);
                    let ends = run(&mut network, &starts);
                    let expected = run(&mut Reference::new(machine.clone(), &settings(&list)), &starts);
                    assert_eq!(ends, expected, "{kind} {text} {nic} {list:?}");
                    assert_eq!(ends.len(), starts.len(), "{kind} {text} {nic} {list:?}: not all have arrived");
                    network.check_credits();
                }
            }
        }
    }
}

/// NICs with FIFOs at random: few places and slow engines most often.
fn random_fifos(random: &mut Stream) -> String {
    let network = 1 + random.below(4);
    let masks: Vec<String> =
        (0..1 + random.below(4)).map(|_| (1 + random.below((1 << network) - 1)).to_string()).collect();
    let pick = |random: &mut Stream, list: &[&str]| list[random.below(list.len() as u64) as usize].to_owned();
    let lines = [
        format!("fifos.masks = [{}]\nfifos.network = {network}", masks.join(", ")),
        format!("fifos.depth = {}", 1 + random.below(3)),
        format!("fifos.choice = '{}'", pick(random, &["destination", "in-turn"])),
        format!("engine.bandwidth = '{}'", pick(random, &["unlimited", "700 MB/s", "3 GB/s"])),
        format!("engine.message = '{}'", pick(random, &["0 s", "130 ns"])),
        format!("engine.packet = '{}'", pick(random, &["0 s", "20 ns"])),
        pick(random, &["", "injection = '1500 MB/s'", "message_rate = '5 M/s'", "count = 2"]),
    ];
    format!("[nic]\n{}\n", lines.join("\n"))
}

#[test]
fn equals_the_reference_with_fifos_on_every_topology_and_routing() {
    let mut random = Stream::new(14, 0, 0);
    for (kind, text) in MACHINES {
        let routings = platform(kind, text, "").topology().packet_routing().unwrap().routings().len();
        for number in 0..routings {
            for _ in 0..10 {
                let nic = random_fifos(&mut random);
                let machine: Arc<dyn Machine> = platform(kind, text, &nic);
                let hosts = platform(kind, text, &nic).hosts();
                let routing = machine.packet_routing().unwrap().routings()[number];
                let list = random_settings(&mut random, routing.name);
                let starts = traffic(&mut random, hosts, 60);
                let mut network = model(&machine, &list, 1);
                let ends = run(&mut network, &starts);
                let expected = run(&mut Reference::new(machine.clone(), &settings(&list)), &starts);
                assert_eq!(ends, expected, "{kind} {text} {nic} {list:?}");
                assert_eq!(ends.len(), starts.len(), "{kind} {text} {nic} {list:?}: not all have arrived");
                network.check_credits();
            }
        }
    }
}

#[test]
fn equals_the_reference_on_random_tables() {
    let mut random = Stream::new(12, 0, 0);
    for _ in 0..150 {
        let table = Table::random(&mut random);
        let hosts = table.hosts as u32;
        let machine: Arc<dyn Machine> = Arc::new(table);
        let list = random_settings(&mut random, "table");
        let starts = traffic(&mut random, hosts, 50);
        let mut network = model(&machine, &list, 1);
        let ends = run(&mut network, &starts);
        assert_eq!(
            ends,
            run(&mut Reference::new(machine.clone(), &settings(&list)), &starts),
            "{machine:?} {list:?}",
            machine = hosts
        );
        assert_eq!(ends.len(), starts.len());
        network.check_credits();
    }
}

/// Counters of links, channels, buckets and phases.
fn counted(network: &PacketNetwork) -> Vec<String> {
    let counters = network.counters().unwrap();
    let mut all = Vec::new();
    counters.for_each_link(&mut |link, used| all.push(format!("{link} {used:?}")));
    counters.for_each_channel(&mut |link, vc, used| all.push(format!("{link} {vc} {used:?}")));
    counters.for_each_bucket(&mut |link, bucket, bytes| all.push(format!("{link} {bucket} {bytes}")));
    counters.for_each_link_use(&mut |link, part, used| all.push(format!("{link} {part:?} {used:?}")));
    all
}

/// Compares a network of several partitions with one of one, and says whether it could be cut.
fn is_as_one(
    machine: &Arc<dyn Machine>,
    list: &[(&'static str, String)],
    starts: &[(Time, Transfer)],
    threads: u32,
) -> bool {
    let (mut one, mut many) = (model(machine, list, 1), model(machine, list, threads));
    one.count_links(true);
    many.count_links(true);
    assert_eq!(run(&mut many, starts), run(&mut one, starts), "{list:?} {threads}");
    assert_eq!(counted(&many), counted(&one), "{list:?} {threads}");
    assert_eq!(Network::statistics(&many), Network::statistics(&one));
    assert_eq!(many.totals().events, one.totals().events);
    many.check_credits();
    many.simulator.partitions.len() > 1
}

/// Arrivals, counters and what has been done do not depend on the number of threads.
#[test]
fn results_do_not_depend_on_partitions() {
    let mut random = Stream::new(17, 0, 0);
    let mut cut = 0;
    for (kind, text) in MACHINES {
        let routings = platform(kind, text, "").topology().packet_routing().unwrap().routings().len();
        for number in 0..routings {
            for threads in [3, 4, 7] {
                let fifos = random_fifos(&mut random);
                let nics =
                    ["", "[nic]\ninjection = '1500 MB/s'\n", "[nic]\nmessage_rate = '5 M/s'\n", fifos.as_str()];
                let machine: Arc<dyn Machine> = platform(kind, text, nics[random.below(4) as usize]);
                let mut list =
                    random_settings(&mut random, machine.packet_routing().unwrap().routings()[number].name);
                list.push(("bucket", "1 us".to_owned()));
                let starts = traffic(&mut random, platform(kind, text, "").hosts(), 100);
                println!("{kind} {text}");
                cut += usize::from(is_as_one(&machine, &list, &starts, threads));
            }
        }
    }
    assert!(cut > 100, "most of these networks can be cut: {cut}");
}

/// The same with threads that work on every window, however small.
#[test]
fn results_do_not_depend_on_threads() {
    let mut random = Stream::new(20, 0, 0);
    for (kind, text) in MACHINES.iter().filter(|(_, text)| !text.contains("limiter")) {
        let machine: Arc<dyn Machine> = platform(kind, text, "");
        let mut list = random_settings(&mut random, "default");
        list.push(("bucket", "1 us".to_owned()));
        let starts = traffic(&mut random, platform(kind, text, "").hosts(), 60);
        assert!(is_as_one(&machine, &list, &starts, 2), "{kind}");
        let mut many = model(&machine, &list, 7);
        many.simulator.worker_pool.min_events = 0;
        assert_eq!(run(&mut many, &starts), run(&mut model(&machine, &list, 1), &starts), "{kind} {text} {list:?}");
    }
}

/// The instants at which a network is asked for arrivals end with the last one, on one thread or several: nothing waits for the
/// credits of the last packets. Hosts that start together, messages inside hosts and of no bytes, partitions without traffic, more
/// threads than regions, and times in which nothing is under way.
#[test]
fn runs_end_with_the_last_arrival_on_any_number_of_threads() {
    let mut random = Stream::new(23, 0, 0);
    for (kind, text) in [
        ("torus", "dimensions = [3, 2, 16]\nALL"),
        ("torus", "dimensions = [5]\nALL"),
        ("fat-tree", "arity = 3\nlevels = 3\nALL"),
        ("dragonfly", "groups = 5\nrouters = 4\nhosts = 2\nHOST\nDRAGON"),
    ] {
        let platform = platform(kind, text, "");
        let hosts = platform.hosts();
        let machine: Arc<dyn Machine> = platform;
        // In the second round half of the hosts send nothing.
        let starts: Vec<_> = (0..3u64)
            .flat_map(|round| (0..if round == 1 { hosts / 2 } else { hosts }).map(move |host| (round, host)))
            .flat_map(|(round, host)| [1, hosts - 1, 0, hosts / 3].map(|step| (round, host, (host + step) % hosts)))
            .zip(0..)
            .map(|((round, from, to), token)| {
                let bytes = [0, 900, 20_000][random.below(3) as usize];
                (Time::from_ns(1_000_000 * round), transfer(token, from, to, bytes))
            })
            .collect();
        let (expected, end) = timed(&mut model(&machine, &[], 1), &starts);
        assert_eq!(
            (expected.len(), expected.iter().map(|(_, at)| *at).max()),
            (starts.len(), Some(end)),
            "{kind} {text}"
        );
        for threads in 2..=7 {
            let mut network = model(&machine, &[], threads);
            network.simulator.worker_pool.min_events = if threads % 3 == 0 { u64::MAX } else { 0 };
            assert_eq!(timed(&mut network, &starts), (expected.clone(), end), "{kind} {text} {threads}");
            assert!(network.is_empty(), "{kind} {text} {threads}");
            network.check_credits();
        }
    }
}

/// When messages arrive, and the last instant at which something might have.
fn timed(network: &mut PacketNetwork, starts: &[(Time, Transfer)]) -> (Vec<(u64, Time)>, Time) {
    let (mut ends, mut completions) = (Vec::new(), Vec::new());
    let (mut waiting, mut now) = (starts.iter().peekable(), Time::ZERO);
    loop {
        let next = network.next_event().min(waiting.peek().map_or(Time::MAX, |start| start.0));
        if next == Time::MAX {
            return (ends, now);
        }
        now = next;
        network.advance(now, &mut completions);
        ends.extend(completions.drain(..).map(|completion| (completion.token, now)));
        while let Some((_, transfer)) = waiting.next_if(|start| start.0 == now) {
            network.start(now, transfer);
        }
    }
}

/// Synthetic traffic is told in advance: that makes no difference.
#[test]
fn transfers_may_start_ahead_of_the_next_event() {
    let mut random = Stream::new(18, 0, 0);
    let machine: Arc<dyn Machine> = platform("torus", "dimensions = [4, 3]\nALL", "");
    for _ in 0..50 {
        let list = random_settings(&mut random, "adaptive");
        let starts = traffic(&mut random, 12, 80);
        let expected = run(&mut model(&machine, &list, 1), &starts);
        let mut network = model(&machine, &list, 1);
        starts.iter().for_each(|(at, transfer)| network.start(*at, transfer));
        assert_eq!(run(&mut network, &[]), expected, "{list:?}");
    }
}

/// Messages without any latency leave no time in which partitions could work without each other.
#[test]
fn partitions_take_turns_without_lookahead() {
    let mut random = Stream::new(19, 0, 0);
    for nic in ["", "[nic]\ninjection = '1500 MB/s'\n"] {
        let machine: Arc<dyn Machine> = platform("torus", "dimensions = [4, 4]\nALL", nic);
        for _ in 0..20 {
            let list = random_settings(&mut random, "adaptive");
            let mut starts = traffic(&mut random, 16, 60);
            starts.iter_mut().step_by(5).for_each(|(_, transfer)| transfer.latency_factor = 0.0);
            let expected = run(&mut model(&machine, &list, 1), &starts);
            let mut many = model(&machine, &list, 3);
            assert_eq!(many.simulator.partitions.len(), 3);
            assert_eq!(run(&mut many, &starts), expected, "{list:?}");
        }
    }
}

fn refusal(machine: Arc<dyn Machine>, name: &str, value: &str) -> String {
    super::build(machine, &[Setting { name, value }]).err().unwrap().to_string()
}

#[test]
fn bad_settings_are_refused() {
    let machine = || platform("torus", "dimensions = [4, 3]\nALL", "") as Arc<dyn Machine>;
    for (name, value, expected) in [
        (
            "routing",
            "valiand",
            "`valiand` is not valid; expected `default` or one of `minimal`, `dimension-order`, `bubble`",
        ),
        ("routing", "valiand", "did you mean `valiant`?"),
        ("mtu", "2 MiB", "at most 1 MiB with its header"),
        ("mtu", "0 B", "a size of at least 1 B"),
        ("input-buffer", "4 KiB", "at least two packets: 8 KiB"),
        ("output-buffer", "4095 B", "`off`, `auto`, or at least a packet: 4 KiB"),
        ("output-buffer", "on", "a size"),
        ("arbitration", "fair", "one of `fcfs`, `round-robin`, `age`, `longest-queue`"),
        ("alignment", "0 B", "a size of at least 1 B"),
        ("alignment", "2 MiB", "at most 1 MiB"),
        ("ordered-max", "few", "a size"),
        ("concurrent-messages", "0", "a whole number of at least 1"),
        ("seed", "x", "a whole number of at least 0"),
        ("switch-latency", "fast", "a time"),
        ("threads", "0", "a whole number of at least 1"),
    ] {
        let message = refusal(machine(), name, value);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn unordered_options_are_the_defaults_but_for_order() {
    let machine: Arc<dyn Machine> = platform("full", "hosts = 6\nALL", "");
    let read = |list: &[Setting<'_>]| {
        super::parameters::read(&*machine, &Settings::new("packet", PARAMETERS, list).unwrap()).unwrap()
    };
    assert_eq!(read(&[Setting { name: "order", value: "none" }]), Options::unordered());
    assert_eq!(read(&[]), Options { order: Order::Connection { send_queue: 14_480 }, ..Options::unordered() });
}

#[test]
fn threads_without_lookahead_are_refused() {
    let machine = |kind, text| platform(kind, text, "") as Arc<dyn Machine>;
    let ugal = [Setting { name: "routing", value: "ugal-g" }, Setting { name: "threads", value: "2" }];
    let at_rest = "dimensions = [4, 4]\nlinks.all = { bandwidth = '1 GB/s', latency = '0 s' }";
    // A switch without hosts has nothing to work on.
    let one_side = "hosts = 2\nswitches = 2\nconnect = [{ from = 'host0', to = 'switch0', link = 'all' }, { from = 'host1', to = 'switch0', link = 'all' }, { from = 'switch0', to = 'switch1', link = 'all' }]\nALL";
    let limited = "hosts = 4\ncabinets = 2\nlinks.host = { bandwidth = '2 GB/s', latency = '50 ns', limiter = '3 GB/s' }\nlinks.cabinet = { bandwidth = '4 GB/s', latency = '1 us' }";
    for (machine, settings, reason) in [
        (machine("torus", "dimensions = [4, 3]\nALL"), &ugal[..], "its routing looks at queues everywhere at once"),
        (machine("cluster", "hosts = 7\nHOST"), &ugal[1..], "its topology has but one region"),
        (machine("graph", one_side), &ugal[1..], "its topology has but one region"),
        (machine("cluster", limited), &ugal[1..], "the ends of some of its links are unknown (limiters have none)"),
        (machine("torus", at_rest), &ugal[1..], "some of its links take no time"),
    ] {
        let message = super::build(machine, settings).err().unwrap().to_string();
        assert_eq!(message, format!("not supported: model `packet` on this platform: several threads, as {reason}"));
    }
}

#[test]
fn a_graph_with_long_routes_has_no_packets() {
    let connect: Vec<String> =
        (0..70).map(|at| format!("{{ from = 'host{at}', to = 'host{}', link = 'all' }}", at + 1)).collect();
    let text = format!("hosts = 71\nconnect = [{}]\nALL", connect.join(", "));
    let message = refusal(platform("graph", &text, ""), "seed", "1");
    assert_eq!(
        message,
        "not supported: model `packet` on this platform: its topology does not say how packets are routed"
    );
}

/// The routing that takes the routes of the other models.
fn one_route(machine: &dyn Machine) -> &'static str {
    machine.packet_routing().unwrap().routings()[0].name
}

/// Packet, flow and closed form agree on a message alone, to the picosecond where a packet has no header; but for one packet
/// where a link is faster than one before it and one after it: a packet crosses that in one piece.
#[test]
fn an_uncontended_message_takes_as_long_as_in_flow() {
    let mut random = Stream::new(13, 0, 0);
    for (kind, text) in MACHINES {
        for nic in ["", "[nic]\ninjection = '1500 MB/s'\n"] {
            let machine: Arc<dyn Machine> = platform(kind, text, nic);
            let hosts = u64::from(platform(kind, text, nic).hosts());
            for _ in 0..20 {
                let bytes = [0, 1, 4_096, 100_000, random.below(1_000_000)][random.below(5) as usize];
                let (from, to) = (random.below(hosts) as u32, random.below(hosts) as u32);
                let starts = [(Time::from_ns(7), transfer(1, from, to, bytes))];
                let flow = run(&mut *crate::network::flow::build(machine.clone(), &[]).unwrap(), &starts);
                let list = [("routing", one_route(&*machine).to_owned())];
                let packets = run(&mut *super::build(machine.clone(), &settings(&list)).unwrap(), &starts);
                let mut path = platform::Path::default();
                machine.path(starts[0].1.source, starts[0].1.destination, &mut path);
                let rates: Vec<u64> = path.links.iter().map(|link| machine.link(*link).bandwidth.0).collect();
                let bump = |at: usize| {
                    let slower = |rate: &u64| *rate < rates[at];
                    rates[..at].iter().any(slower) && rates[at..].iter().any(slower)
                };
                let bumps = (0..rates.len()).filter(|at| bump(*at)).count() as u64;
                let most = flow[0].1 + Time::from_ps(bumps * 4_096 * 1_000);
                assert!((flow[0].1..=most).contains(&packets[0].1), "{kind} {text} {from} to {to}: {bytes}");
                // A header lengthens every packet, a crossbar every hop but the last.
                let [routing] = list;
                let list = [routing, ("header", "64 B".to_owned()), ("switch-latency", "20 ns".to_owned())];
                let slower = run(&mut *super::build(machine.clone(), &settings(&list)).unwrap(), &starts)[0].1;
                let packet = Time::from_ps(20_000 * 12 + (bytes.div_ceil(4_096) + 1) * 64 * 1_000);
                assert!(
                    slower >= packets[0].1 && slower <= packets[0].1 + packet,
                    "{kind} {text}: {slower} {flow:?}"
                );
            }
        }
    }
}

/// Where two hosts of a switch send to hosts behind a slow and a fast link, packets for the slow one fill the room of a third
/// switch's input; if they wait in a buffer of their output the fast one is not held up.
#[test]
fn output_buffers_keep_slow_links_from_holding_up_fast_ones() {
    let text = "hosts = 3\nswitches = 2\nconnect = [{ from = 'host0', to = 'switch0', link = 'wide' }, \
        { from = 'switch0', to = 'switch1', link = 'wide' }, { from = 'switch1', to = 'host1', link = 'slow' }, \
        { from = 'switch1', to = 'host2', link = 'fast' }]\nlinks.wide = { bandwidth = '10 GB/s', latency = '0 s' }\n\
        links.slow = { bandwidth = '1 GB/s', latency = '0 s' }\nlinks.fast = { bandwidth = '5 GB/s', latency = '0 s' }";
    let machine: Arc<dyn Machine> = platform("graph", text, "");
    let starts = [(Time::ZERO, transfer(1, 0, 1, 100_000)), (Time::ZERO, transfer(2, 0, 2, 100_000))];
    let fast_ends = |output: &str| {
        let list = [("mtu", "1000 B"), ("input-buffer", "2000 B"), ("output-buffer", output)];
        let mut network = model(&machine, &list.map(|(name, value)| (name, value.to_owned())), 1);
        let ends = run(&mut network, &starts);
        network.check_credits();
        assert_eq!(ends[1].0, 1, "{ends:?}");
        ends[0].1
    };
    // The NIC sends to both in turn, so that the fast link gets no more than the slow one, as long as there is no room.
    assert!(fast_ends("off") > Time::from_ns(97_000), "{}", fast_ends("off"));
    assert!(fast_ends("30 kB") < fast_ends("5 kB") && fast_ends("5 kB") < fast_ends("off"));
    // All that goes to the slow link finds room: the fast one gets half of the wide ones, its own bandwidth.
    assert!(fast_ends("100 kB") < Time::from_ns(22_000), "{}", fast_ends("100 kB"));
}

/// With headers, crossbars, FIFOs and factors a message alone takes what the model says it does, in whatever order it is
/// asked; and no less where others are under way.
#[test]
fn uncontended_time_equals_a_message_alone() {
    let mut random = Stream::new(23, 0, 0);
    for (kind, text) in MACHINES {
        let fifos = random_fifos(&mut random);
        for nic in ["", "[nic]\nmessage_rate = '5 M/s'\n", fifos.as_str()] {
            let machine: Arc<dyn Machine> = platform(kind, text, nic);
            let list = random_settings(&mut random, one_route(&*machine));
            let starts = traffic(&mut random, platform(kind, text, nic).hosts(), 40);
            let mut asked = model(&machine, &list, 1);
            let mut order: Vec<usize> = (0..starts.len()).collect();
            order.sort_by_cached_key(|_| random.below(1_000));
            let mut alone = vec![Time::ZERO; starts.len()];
            order.into_iter().for_each(|at| alone[at] = asked.uncontended_time(&starts[at].1).unwrap());
            for ((_, transfer), alone) in starts.iter().zip(&alone) {
                let begin = Time::from_ns(300);
                let ends = run(&mut model(&machine, &list, 1), &[(begin, *transfer)]);
                // Which FIFO a message takes in turn depends on those before.
                let same = nic.contains("in-turn") || ends == [(transfer.token, begin.saturating_add(*alone))];
                assert!(same, "{kind} {text} {nic} {list:?} {transfer:?}: {alone:?} {ends:?}");
            }
            for (token, end) in run(&mut asked, &starts) {
                let at = starts.iter().position(|(_, transfer)| transfer.token == token).unwrap();
                let less = nic.contains("in-turn") || starts[at].0.saturating_add(alone[at]) <= end;
                assert!(less, "{kind} {text} {nic} {list:?}: {:?}", starts[at]);
            }
        }
    }
}

#[test]
fn links_count_what_they_carry() {
    // Two hosts send to a third at once: half the time its link is not theirs.
    let machine: Arc<dyn Machine> =
        platform("cluster", "hosts = 3\nlinks.host = { bandwidth = '1 GB/s', latency = '0 s' }", "");
    let list = [("mtu", "1000 B"), ("input-buffer", "2000 B"), ("bucket", "4 us")]
        .map(|(name, value)| (name, value.to_owned()));
    let mut network = model(&machine, &list, 1);
    let starts = [(Time::ZERO, transfer(1, 0, 2, 10_000)), (Time::ZERO, transfer(2, 1, 2, 10_000))];
    let ends = run(&mut network, &starts);
    assert_eq!(ends.last().unwrap().1, Time::from_ns(20_000));
    network.sync_counters(Time::from_ns(20_000));
    let counters = network.counters().unwrap();
    let mut links = Vec::new();
    counters.for_each_link(&mut |link, used| links.push((link.0, used.bytes, used.packets, used.busy, used.stalled)));
    let (us, ns) = (|us: u64| Time::from_ns(1_000 * us), Some(Time::ZERO));
    // Up from hosts 0 and 1, down to host 2. A source's link stands still while the switch's buffer is full.
    assert_eq!(links.len(), 3);
    assert_eq!(links[2], (5, 20_000, Some(20), us(20), ns));
    assert_eq!((links[0].1, links[0].2, links[0].3), (10_000, Some(10), us(10)));
    let stalled = |at: usize| links[at].4.unwrap();
    assert!(stalled(0) > us(5) && stalled(1) > us(5), "{links:?}");
    let (mut channels, mut parts) = (Vec::new(), Vec::new());
    counters.for_each_channel(&mut |link, vc, used| channels.push((link.0, vc, used.bytes, used.stalled)));
    assert_eq!(channels, [(0, 0, 10_000, stalled(0)), (1, 0, 10_000, stalled(1)), (5, 1, 20_000, Time::ZERO)]);
    counters.for_each_bucket(&mut |link, bucket, bytes| parts.push((link.0, bucket, bytes)));
    let down: Vec<_> = parts.iter().filter(|part| part.0 == 5).collect();
    assert_eq!(down, [&(5, 0, 4_000), &(5, 1, 4_000), &(5, 2, 4_000), &(5, 3, 4_000), &(5, 4, 4_000)]);
}
