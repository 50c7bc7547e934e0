//! Tests of `host.levels` (sockets, caches and other groups of cores) in all network models: latencies, fabrics and message
//! rates, in closed form.

use super::suite::run;
use super::{LinkUsage, NETWORKS};
use crate::Setting;
use kernel::Transfer;
use platform::Platform;
use std::sync::Arc;
use units::{HostId, Time};

const MACHINE: &str = "[topology]\nkind = 'cluster'\nhosts = 2\nlinks.host = { bandwidth = '1 GB/s', latency = '2 us' }\n\
    [host]\ncores = 8\nspeed = '1 Gf'\nmemory = { bandwidth = '100 GB/s', copy = '10 GB/s' }\n\
    levels = [\n  { name = 'L3', cores = 2, latency = '100 ns' },\n\
    { name = 'numa', cores = 4, latency = '200 ns', between = { bandwidth = '2 GB/s', message_rate = '10 M/s' } },\n\
    { name = 'host', cores = 8, latency = '500 ns', between = { bandwidth = '1 GB/s' } },\n]\n";

/// Ends in nanoseconds of messages (host, from core, to core, bytes) that start at once.
fn ends(model: &str, messages: &[(u32, u16, u16, u64)]) -> Vec<u64> {
    let machine = Arc::new(Platform::from_str(MACHINE, "machine.toml").unwrap());
    let starts: Vec<_> = (0..)
        .zip(messages)
        .map(|(token, &(host, from, to, bytes))| {
            let [from, to] = [from, to].map(|core| machine.endpoint(HostId(host), core));
            (Time::ZERO, Transfer::new(token, from, to, bytes))
        })
        .collect();
    let kind = NETWORKS.iter().find(|kind| kind.name == model).unwrap();
    let settings: &[Setting<'_>] = if model == "packet" { &[Setting { name: "header", value: "0 B" }] } else { &[] };
    let mut network = (kind.build)(machine, settings).unwrap();
    let mut ends = run(&mut *network, &starts);
    ends.sort_unstable();
    ends.into_iter().map(|(_, time)| time.ps().div_ceil(1_000)).collect()
}

#[test]
fn a_message_has_the_latency_of_its_level_and_the_rate_of_its_fabric() {
    for kind in NETWORKS.iter().filter(|kind| kind.capabilities.links != LinkUsage::None && kind.name != "packet") {
        assert_eq!(ends(kind.name, &[(0, 0, 1, 10_000)]), [1_100], "{}: inside an L3 at the copy rate", kind.name);
        assert_eq!(ends(kind.name, &[(1, 4, 7, 10_000)]), [5_200], "{}: between L3s", kind.name);
        assert_eq!(ends(kind.name, &[(1, 0, 7, 10_000)]), [10_500], "{}: between NUMA regions", kind.name);
    }
}

#[test]
fn messages_share_the_fabric_of_their_group_alone() {
    let both = [(0, 0, 4, 10_000), (0, 5, 1, 10_000)];
    assert_eq!(ends("flow", &both), [20_500, 20_500], "they share");
    assert_eq!(ends("loggps", &both), [10_500, 20_500], "one after the other");
    assert_eq!(ends("delay", &both), [10_500, 10_500], "it knows no contention");
    let [alone, last] = [&both[..1], &both].map(|messages| *ends("packet", messages).last().unwrap());
    assert!((9_000..=11_000).contains(&(last - alone)), "packets share: {alone} {last}");
    // Groups, hosts and levels have fabrics of their own.
    let apart = [(0, 0, 2, 10_000), (0, 4, 6, 10_000), (1, 0, 2, 10_000), (0, 3, 7, 10_000)];
    for model in ["flow", "loggps"] {
        assert_eq!(ends(model, &apart), [5_200, 5_200, 5_200, 10_500], "{model}");
    }
}

/// Deliveries in nanoseconds of empty messages of core 0 of host 0 to host 1, and of both hosts to core 0 of host 2.
#[test]
fn messages_take_time_of_the_nics_of_both_ends() {
    let machine = "[topology]\nkind = 'cluster'\nhosts = 3\nlinks.host = { bandwidth = '1 GB/s', latency = '1 us' }\n\
        [host]\ncores = 2\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '9 GB/s', latency = '1 us' }\n\
        [nic]\nmessage_time = { near = '100 ns' }\n";
    let machine = Arc::new(Platform::from_str(machine, "machine.toml").unwrap());
    let run_on = |model: &str, pairs: &[(u32, u32)]| {
        let starts: Vec<_> = (0..)
            .zip(pairs)
            .map(|(token, &(from, to))| {
                let [from, to] = [from, to].map(|host| machine.endpoint(HostId(host), 0));
                (Time::ZERO, Transfer::new(token, from, to, 0))
            })
            .collect();
        let kind = NETWORKS.iter().find(|kind| kind.name == model).unwrap();
        let mut ends = run(&mut *(kind.build)(machine.clone(), &[]).unwrap(), &starts);
        ends.sort_unstable();
        ends.into_iter().map(|(_, time)| time.ps() / 1_000).collect::<Vec<_>>()
    };
    for model in ["delay", "loggps", "flow"] {
        assert_eq!(run_on(model, &[(0, 1), (0, 2), (0, 1)]), [2_000, 2_100, 2_200], "{model}: one sender");
        assert_eq!(run_on(model, &[(0, 2), (1, 2), (0, 2)]), [2_000, 2_100, 2_200], "{model}: one receiver");
    }
    let divides = |settings| {
        let kind = NETWORKS.iter().find(|kind| kind.name == "delay").unwrap();
        (kind.build)(settings, &[]).unwrap().divisible().is_some()
    };
    assert!(!divides(machine.clone()), "a start touches the receiver's end");
}

#[test]
fn a_nic_keeps_the_state_of_some_connections() {
    let machine = "[topology]\nkind = 'cluster'\nhosts = 3\nlinks.host = { bandwidth = '1 GB/s', latency = '1 us' }\n\
        [host]\ncores = 2\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '9 GB/s', latency = '1 us' }\n\
        [nic]\nmessage_time = { near = '100 ns', connections = 1, fetch = '500 ns' }\n";
    let machine = Arc::new(Platform::from_str(machine, "machine.toml").unwrap());
    let run_on = |model: &str, pairs: &[(u32, u32)]| {
        let starts: Vec<_> = (0..)
            .zip(pairs)
            .map(|(token, &(from, to))| {
                let [from, to] = [from, to].map(|host| machine.endpoint(HostId(host), 0));
                (Time::ZERO, Transfer::new(token, from, to, 0))
            })
            .collect();
        let kind = NETWORKS.iter().find(|kind| kind.name == model).unwrap();
        let network = (kind.build)(machine.clone(), &[]).unwrap();
        let mut ends = run(&mut *network.idle(), &starts);
        ends.sort_unstable();
        ends.into_iter().map(|(_, time)| time.ps() / 1_000).collect::<Vec<_>>()
    };
    for model in ["delay", "loggps", "flow"] {
        assert_eq!(run_on(model, &[(0, 1), (0, 1), (0, 1)]), [2_000, 2_100, 2_200], "{model}: one connection");
        assert_eq!(
            run_on(model, &[(0, 1), (0, 2), (0, 1)]),
            [2_000, 2_100, 2_700],
            "{model}: the second one is fetched"
        );
    }
    for model in ["delay", "flow"] {
        assert_eq!(run_on(model, &[(0, 2), (1, 2), (0, 2)]), [2_000, 2_100, 2_700], "{model}: where it arrives, too");
    }
}

#[test]
fn a_level_has_a_message_rate() {
    let three = [(0, 0, 2, 0), (0, 1, 3, 0), (0, 3, 0, 0), (0, 4, 6, 0), (0, 0, 4, 0)];
    for model in ["delay", "loggps", "flow"] {
        assert_eq!(ends(model, &three), [200, 300, 400, 200, 500], "{model}");
    }
}
