//! Fuzz tests of the packet model, with small random machines and random traffic. Every message is delivered, no credit is
//! lost, and the network is empty at the end. The model agrees with the reference implementation at every instant, on one
//! thread or several.

use super::reference::Reference;
use super::{MACHINES, model, random_settings, settings, text_of, traffic};
use crate::Machine;
use crate::fuzz_harness::{Corpus, fuzz};
use crate::network::suite::run;
use kernel::random::Stream;
use platform::Platform;
use std::sync::Arc;
use units::{LinkId, Rate, Time};

const PIECES: &[&str] = &[
    "2",
    "3",
    "5",
    "[3]",
    "[2, 2, 2]",
    "[6, 2]",
    "'0 s'",
    "'1 ns'",
    "'3 us'",
    "'7 ps'",
    "'1 MB/s'",
    "'3 GB/s'",
    "'999 GB/s'",
    "'333333333 B/s'",
    "wiring = 'circulant'\n",
    "[nic]\ninjection = '700 MB/s'\n",
    "levels = [{ name = 'L3', cores = 1, latency = '1 ns', between = { bandwidth = '1 GB/s', message_rate = '9 M/s' } }]\n",
    "[nic]\nmessage_time.near = '1 ns'\n",
    "[nic]\nmessage_rate = '3 M/s'\n",
    "[nic]\ncount = 2\ninjection = '5 GB/s'\n",
    "loopback = { bandwidth = '1 GB/s', latency = '1 ns' }\n",
];

/// Machines that the reference is quick enough for, and whose times stay far from the end of time.
fn is_small(platform: &Platform) -> bool {
    platform.hosts() <= 64
        && platform.link_count() <= 1_000
        && (0..platform.link_count()).map(|link| platform.link(LinkId(link))).all(|link| {
            (Rate(1_000_000)..=Rate(1_000_000_000_000)).contains(&link.bandwidth)
                && link.latency <= Time::from_ns(1_000_000)
        })
}

#[test]
fn no_credit_is_lost() {
    let texts = MACHINES.iter().map(|(kind, text)| text_of(kind, text, "")).collect();
    fuzz("credits", 100, &Corpus { texts, pieces: PIECES }, |stream, text| {
        let Ok(platform) = Platform::from_str(text, "fuzz.toml") else { return false };
        if !is_small(&platform) {
            return false;
        }
        let hosts = platform.hosts();
        let machine: Arc<dyn Machine> = Arc::new(platform);
        let Some(routing) = machine.packet_routing() else { return false };
        let routings = routing.routings();
        let mut random = Stream::new(stream.next(), 0, 0);
        let list = random_settings(&mut random, routings[stream.below(routings.len())].name);
        let starts = traffic(&mut random, hosts, 1 + stream.below(60) as u64);
        let expected = run(&mut Reference::new(machine.clone(), &settings(&list)), &starts);
        assert_eq!(expected.len(), starts.len(), "{text} {list:?}: not all have arrived");
        for threads in [1, 1 + stream.below(4)] {
            // More threads than can be had are one.
            let mut network = model(&machine, &list, threads as u32);
            assert_eq!(run(&mut network, &starts), expected, "{text} {list:?} {threads}");
            network.check_credits();
            assert!(network.is_empty(), "{text} {list:?} {threads}");
        }
        true
    });
}
