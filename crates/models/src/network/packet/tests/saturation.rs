//! Tests of the packet model's saturation throughput under synthetic traffic, against published values.

use crate::Machine;
use crate::network::packet::{Arbitration, Options, PacketNetwork};
use crate::network::suite::transfer;
use kernel::random::Stream;
use kernel::{Completion, Network};
use platform::Platform;
use std::sync::Arc;
use units::Time;

const LINK: &str = "{ bandwidth = '1 GB/s', latency = '10 ns' }";

/// The share of a link's bandwidth that every host receives when each offers a share `load`, in messages of one packet at equal
/// distances to the host that `target` names (given a random stream); measured after a while of warming up.
fn throughput(text: &str, routing: &str, load: f64, target: &dyn Fn(u32, &mut Stream) -> u32) -> f64 {
    let shares = shares(text, routing, load, Options::unordered(), target);
    shares.iter().sum::<f64>() / shares.len() as f64
}

/// The same of every host, by the one that sends, with buffers of 16 packets.
fn shares(
    text: &str,
    routing: &str,
    load: f64,
    options: Options,
    target: &dyn Fn(u32, &mut Stream) -> u32,
) -> Vec<f64> {
    let text = text.replace("LINK", LINK);
    let rest = "[host]\nspeed = '1 Gf'\nmemory = { bandwidth = '1 GB/s', copy = '1 GB/s', latency = '0 s' }";
    let platform = Arc::new(Platform::from_str(&format!("[topology]\n{text}\n{rest}"), "test.toml").unwrap());
    let number = platform.topology().packet_routing().unwrap().routing(routing).unwrap();
    let hosts = platform.hosts();
    let machine: Arc<dyn Machine> = platform;
    // A quarter of a microsecond per packet; buffers of 16 packets, as in Kim et al.
    let options = Options { routing: number, mtu: 256, input_buffer: Some(16 * 256), ..options };
    let mut network = PacketNetwork::new(machine, options);
    let mut streams: Vec<_> = (0..hosts).map(|host| Stream::new(5, 0, host)).collect();
    let (warm, end) = (Time::from_ns(30_000), Time::from_ns(90_000));
    let mut completions: Vec<Completion> = Vec::new();
    let mut received = vec![0u64; hosts as usize];
    let mut offered = vec![Time::ZERO; hosts as usize];
    let gap = Time::from_ps((256_000.0 / load) as u64);
    loop {
        let next_offer = offered.iter().min().copied().unwrap();
        let now = network.next_event().min(next_offer);
        if now >= end {
            network.check_credits();
            return received.into_iter().map(|packets| packets as f64 * 256.0 / 60_000.0).collect();
        }
        network.advance(now, &mut completions);
        for done in completions.drain(..).filter(|_| now >= warm) {
            received[done.token as usize] += 1;
        }
        for host in 0..hosts {
            if offered[host as usize] > now {
                continue;
            }
            let to = target(host, &mut streams[host as usize]);
            network.start(now, &transfer(u64::from(host), host, to, 256));
            offered[host as usize] = now + gap;
        }
    }
}

fn uniform(hosts: u32) -> impl Fn(u32, &mut Stream) -> u32 {
    move |source, random| (source + 1 + random.below(u64::from(hosts) - 1) as u32) % hosts
}

const DRAGONFLY: &str = "kind = 'dragonfly'\ngroups = 9\nrouters = 4\nhosts = 2\nglobal_links = 2\nlinks.host = LINK\nlinks.local = LINK\nlinks.global = LINK";

/// Kim et al., "Technology-driven, highly-scalable dragonfly topology", ISCA 2008, §4 and Fig. 8: minimal routing
/// carries uniform traffic almost at full rate, and of the worst case, where every group sends to the next, 1/(a·h):
/// one global link for all hosts of a group. Valiant's carries one half of either; UGAL follows the better of the
/// two. With nine groups it may do so at 9/16 (what is on its way when counting begins adds half a percent): one of
/// the eight links of a group takes minimal traffic, which crosses one global link and not two.
#[test]
fn a_dragonfly_saturates_as_published() {
    let worst = |source: u32, random: &mut Stream| (source / 8 + 1) % 9 * 8 + random.below(8) as u32;
    let carried = |routing: &str, adversarial: bool| {
        if adversarial {
            throughput(DRAGONFLY, routing, 1.0, &worst)
        } else {
            throughput(DRAGONFLY, routing, 1.0, &uniform(72))
        }
    };
    for (routing, adversarial, least, most) in [
        ("minimal", false, 0.80, 1.0),
        ("minimal", true, 0.120, 0.126),
        ("valiant", false, 0.42, 0.60),
        ("valiant", true, 0.40, 0.51),
        ("ugal-l", false, 0.70, 1.0),
        ("ugal-l", true, 0.33, 0.57),
        ("ugal-g", false, 0.75, 1.0),
        ("ugal-g", true, 0.38, 0.57),
        ("par", false, 0.70, 1.0),
        ("par", true, 0.33, 0.57),
    ] {
        let share = carried(routing, adversarial);
        println!("dragonfly {routing} {}: {share:.3}", if adversarial { "worst case" } else { "uniform" });
        assert!((least..=most).contains(&share), "{routing} {adversarial}: {share}");
    }
}

/// Singh, Dally, Gupta, Towles, "GOAL: a load-balanced adaptive routing algorithm for torus networks", ISCA 2003,
/// Table 2: on an 8-ary 2-cube, in parts of the capacity (8/k links per host, here 1): minimal routing carries
/// tornado traffic at 1/3, Valiant's any traffic at 1/2, with queues without end. Somewhat below that all that is
/// offered arrives. Beyond it less than the limit does: sources are not held back, and links serve first come first
/// served, so that traffic on its way loses against what is injected.
#[test]
fn a_torus_saturates_as_published() {
    let torus = "kind = 'torus'\ndimensions = [8, 8]\nlinks.all = LINK";
    // Three hosts on, of eight in a row: all links of one direction, none of the other.
    let tornado = |source: u32, _: &mut Stream| source / 8 * 8 + (source + 3) % 8;
    let carried = |routing: &str, load: f64, adversarial: bool| {
        let share = if adversarial {
            throughput(torus, routing, load, &tornado)
        } else {
            throughput(torus, routing, load, &uniform(64))
        };
        println!("torus {routing} {} {load}: {share:.3}", if adversarial { "tornado" } else { "uniform" });
        share
    };
    let mut wrong: Vec<String> = Vec::new();
    for (routing, load, adversarial) in [
        ("dimension-order", 0.60, false),
        ("dimension-order", 0.32, true),
        ("bubble", 0.30, true),
        ("adaptive", 0.60, false),
        ("adaptive", 0.32, true),
        ("valiant", 0.35, false),
        ("valiant", 0.35, true),
        ("ugal-g", 0.55, false),
        ("ugal-g", 0.36, true),
    ] {
        let share = carried(routing, load, adversarial);
        if !(0.97..=1.01).contains(&(share / load)) {
            wrong.push(format!("{routing} {load} {adversarial}: {share}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
    // What buffers hold when counting begins adds up to a few percent.
    for (routing, limit, adversarial) in
        [("dimension-order", 0.35, true), ("adaptive", 0.35, true), ("valiant", 0.53, false)]
    {
        assert!(carried(routing, 0.9, adversarial) <= limit, "{routing}");
    }
}

/// Zahavi, "D-Mod-K routing providing non-blocking traffic for shift permutations on real life fat trees" (2010): a shift
/// goes at full rate; random ways lose some of it to chance (Greenberg and Leiserson 1985; Hoefler, Schneider, Lumsdaine,
/// "Multistage switches are not crossbars", CLUSTER 2008, find 55 to 60 % of the bandwidth with static routes that do not fit).
#[test]
fn a_fat_tree_saturates_as_published() {
    let tree = "kind = 'fat-tree'\narity = 4\nlevels = 3\nlinks.all = LINK";
    let shift = |source: u32, _: &mut Stream| (source + 20) % 64;
    for (routing, permutation, least, most) in [
        ("d-mod-k", true, 0.99, 1.005),
        ("s-mod-k", true, 0.99, 1.005),
        ("hash", true, 0.35, 0.75),
        ("random", true, 0.75, 1.0),
        ("adaptive", true, 0.85, 1.005),
        ("d-mod-k", false, 0.70, 1.0),
        ("random", false, 0.70, 1.0),
        ("adaptive", false, 0.75, 1.0),
    ] {
        let share = if permutation {
            throughput(tree, routing, 1.0, &shift)
        } else {
            throughput(tree, routing, 1.0, &uniform(64))
        };
        println!("fat tree {routing} {}: {share:.3}", if permutation { "shift" } else { "uniform" });
        assert!((least..=most).contains(&share), "{routing} {permutation}: {share}");
    }
}

/// Chen et al., "Looking under the hood of the IBM Blue Gene/Q network", SC 2012: all-to-all traffic on a torus with dynamic
/// routing and an escape takes 85 to 95 % of the peak, which is 8/k of a link for every host. It is not the same
/// traffic: messages to random hosts without an end here, an exchange in turns there. Somewhat less comes out.
#[test]
fn a_blue_gene_torus_carries_somewhat_less_than_is_published() {
    for (torus, hosts) in [("[8, 8]", 64), ("[8, 4, 4]", 128)] {
        let text = format!("kind = 'torus'\ndimensions = {torus}\nlinks.all = LINK");
        let share = |load| throughput(&text, "bluegene", load, &uniform(hosts));
        let (below, all) = (share(0.75), share(1.0));
        println!("blue gene {torus} uniform 0.75: {below:.3}, all: {all:.3}");
        assert!((0.97..=1.01).contains(&(below / 0.75)) && (0.76..=0.95).contains(&all), "{torus}: {below} {all}");
    }
}

/// Arithmetic on a flattened butterfly (Kim, Dally, Abts, ISCA 2007): of R routers with h hosts each in one dimension. Uniform
/// traffic puts h·(R − 1)·h/(R·h − 1)/(R − 1), less than one link's worth, on each link, so all of it is carried. Where
/// each router sends to the next one, h hosts share one link: 1/h by the shortest way. By Valiant's way each message takes two
/// links of the R·(R − 1) but where the router between is an end: R·h·λ·(2 − 2/R) ≤ R·(R − 1), so λ ≤ R/(2·h).
#[test]
fn a_flattened_butterfly_carries_what_its_links_do() {
    let (routers, hosts) = (8, 8);
    let text =
        format!("kind = 'hyperx'\ndimensions = [{routers}]\nhosts = {hosts}\nlinks.host = LINK\nlinks.all = LINK");
    let next = |source: u32, random: &mut Stream| (source / 8 + 1) % 8 * 8 + random.below(8) as u32;
    let uniform = throughput(&text, "dimension-order", 0.9, &uniform(64));
    let shortest = throughput(&text, "dimension-order", 0.9, &next);
    let (valiant, beyond) = (throughput(&text, "valiant", 0.33, &next), throughput(&text, "valiant", 0.9, &next));
    let ugal = throughput(&text, "ugal-l", 0.9, &next);
    println!("hyperx: uniform {uniform:.3}, next: {shortest:.4}, valiant {valiant:.3} {beyond:.3}, ugal-l {ugal:.3}");
    assert!((0.97..=1.01).contains(&(uniform / 0.9)), "{uniform}");
    assert!((0.98..=1.03).contains(&(shortest * f64::from(hosts))), "{shortest}");
    assert!((0.97..=1.01).contains(&(valiant / 0.33)) && beyond <= 0.5, "{valiant} {beyond}");
    assert!((0.45..=0.57).contains(&ugal), "{ugal}");
}

/// Besta, Hoefler, "Slim Fly: a cost effective low-diameter network topology", SC 2014: of N routers with k links and
/// p hosts each, uniform traffic at load λ puts λ·p·(2·N − k − 2)/(k·N) on every link when routes are minimal: k
/// routers are one link away, the rest two. So at most k·N/(p·(2·N − k − 2)) is carried, with q = 5 (N = 50, k = 7)
/// 3.85/p.
#[test]
fn a_slim_fly_carries_what_its_links_do() {
    let text =
        |hosts: u32| format!("kind = 'slim-fly'\nq = 5\nhosts = {hosts}\nlinks.host = LINK\nlinks.router = LINK");
    for (hosts, load, least, most) in
        [(3, 0.9, 0.88, 0.91), (4, 0.8, 0.78, 0.81), (4, 1.0, 0.85, 0.963), (6, 1.0, 0.58, 0.642)]
    {
        let share = throughput(&text(hosts), "minimal", load, &uniform(50 * hosts));
        println!("slim fly of {hosts}: {load}: {share:.3}");
        assert!((least..=most).contains(&share), "{hosts} {load}: {share}");
    }
}

/// The parking-lot problem: all hosts of a row send as much as they can to its last host. FCFS and round-robin give injected
/// packets at each host half of the link. With age-based arbitration every host gets at least half of a seventh, and distant
/// ones more, because a packet's age counts from when its NIC accepts it (Abts
/// and Weisser, "Age-based packet arbitration in large-radix k-ary n-cubes", SC 2007).
#[test]
fn age_arbitration_gives_far_sources_their_share() {
    let row = "kind = 'mesh'\ndimensions = [8]\nlinks.all = LINK";
    let carried = |arbitration: Arbitration| {
        let options = Options { arbitration, ..Options::unordered() };
        let mut shares = shares(row, "dimension-order", 1.0, options, &|source, _| if source == 7 { 6 } else { 7 });
        // What the last one sends goes the other way.
        shares.truncate(7);
        println!("parking lot {arbitration:?}: {shares:.3?}");
        let sum: f64 = shares.iter().sum();
        assert!((0.98..=1.01).contains(&sum), "{arbitration:?}: {shares:?}");
        shares
    };
    let (fcfs, turns) = (carried(Arbitration::Fcfs), carried(Arbitration::RoundRobin));
    let (age, longest) = (carried(Arbitration::Age), carried(Arbitration::LongestQueue));
    for (place, share) in turns.iter().enumerate() {
        let half = 0.5f64.powi(7 - place.max(1) as i32);
        // A packet is 0.0043 of what is counted.
        assert!((share - half).abs() < 0.006, "half of the link for each that joins: {turns:?}");
    }
    assert!(age.iter().all(|share| *share > 0.5 / 7.0), "{age:?}");
    assert!([fcfs, longest].iter().all(|shares| shares[0] < 0.2 / 7.0 && shares[6] > 3.0 / 7.0));
}

/// Tornado traffic beyond what a torus carries at most, 1/3: age-based arbitration prefers packets in transit to injected ones.
#[test]
fn age_arbitration_keeps_torus_throughput_beyond_saturation() {
    let torus = "kind = 'torus'\ndimensions = [8, 8]\nlinks.all = LINK";
    let tornado = |source: u32, _: &mut Stream| source / 8 * 8 + (source + 3) % 8;
    let carried = |arbitration: Arbitration| {
        let options = Options { arbitration, ..Options::unordered() };
        let shares = shares(torus, "dimension-order", 0.9, options, &tornado);
        let share = shares.iter().sum::<f64>() / 64.0;
        println!("torus tornado 0.9 {arbitration:?}: {share:.3}");
        share
    };
    let shares: Vec<f64> = Arbitration::ALL.iter().map(|&arbitration| carried(arbitration)).collect();
    let [fcfs, turns, age, longest] = shares[..] else { panic!("four policies") };
    assert!(age > 0.30 && age >= fcfs && age >= turns && age >= longest, "{age} {fcfs} {turns} {longest}");
}
