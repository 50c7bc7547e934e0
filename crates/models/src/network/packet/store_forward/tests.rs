//! Tests of the store-and-forward model: against results of PIOsimHD, and against a simple tandem queue.

use super::*;
use crate::network::suite::{Table, link, random_starts, run, transfer};
use kernel::random::Stream;
use platform::Platform;
use std::fmt::Write;
use units::LinkId;

const MIB: u64 = 1 << 20;

/// PIOsimHD's cluster: NIC, QPI, memory, Gigabit Ethernet and switch, with the bandwidths of Kunkel 2012.
fn star(hosts: usize) -> Arc<dyn Machine> {
    let list = |what: &str| (0..hosts).map(|n| format!("\"{what}{n}\"")).collect::<Vec<_>>().join(", ");
    let (names, memories) = (list("host"), list("memory"));
    let mut text = format!(
        "[topology]\nkind = \"graph\"\nhosts = [{names}]\nswitches = [{memories}, \"switch\"]\ntransit = []\n\
         forwarding = [\n{{ vertices = [{names}], bandwidth = \"40 GiB/s\" }},\n\
         {{ vertices = [{memories}], bandwidth = \"3778 MiB/s\" }},\n\
         {{ vertices = [\"switch\"], bandwidth = \"48 GB/s\" }},\n]\n\
         links.qpi = {{ bandwidth = \"3427 MiB/s\", latency = \"38 ns\" }}\n\
         links.ethernet = {{ bandwidth = \"117 MB/s\", latency = \"19982 ns\" }}\nconnect = [\n"
    );
    for n in 0..hosts {
        writeln!(text, "{{ from = \"host{n}\", to = \"memory{n}\", link = \"qpi\" }},").unwrap();
        writeln!(text, "{{ from = \"memory{n}\", to = \"switch\", link = \"ethernet\" }},").unwrap();
    }
    text += "]\n[host]\nspeed = \"2.66 Gflop/s\"\n\
             memory = { bandwidth = \"4556 MiB/s\", copy = \"4556 MiB/s\", latency = \"38 ns\" }\n";
    Arc::new(Platform::from_str(&text, "star.toml").unwrap_or_else(|error| panic!("{error}\n{text}")))
}

fn model(machine: Arc<dyn Machine>, mtu: &str) -> StoreForward {
    let settings = [("mtu", mtu), ("message-header", "40 B"), ("resolution", "1 ns")];
    build(machine, &settings.map(|(name, value)| Setting { name, value })).unwrap()
}

/// The time of a message of PIOsimHD without the steps of its commands: 8 bytes more than the payload and, above the eager
/// limit, a request and its acknowledgement before.
fn send(bytes: u64, mtu: &str) -> u64 {
    let mut network = model(star(2), mtu);
    let mut now = Time::ZERO;
    let rendezvous: &[(u32, u32, u64)] = if bytes > 102_400 { &[(0, 1, 8), (1, 0, 100)] } else { &[] };
    for &(from, to, bytes) in rendezvous.iter().chain(&[(0, 1, bytes + 8)]) {
        let one = transfer(0, from, to, bytes);
        let alone = network.uncontended_time(&one).unwrap();
        let end = run(&mut network, &[(now, one)])[0].1;
        assert_eq!(end, now + alone);
        now = end;
    }
    assert!(now.ps().is_multiple_of(1000));
    now.ps() / 1000
}

/// PIOsimHD's times contain 2 ns for each step of a command: two of an eager message, three of a rendezvous.
#[test]
fn messages_take_as_long_as_in_piosimhd() {
    for (bytes, mtu, golden) in [
        (0, "100 KiB", 40_917),
        (1, "100 KiB", 40_933),
        (1 << 10, "100 KiB", 59_574),
        (10 << 10, "100 KiB", 227_514),
        (100 << 10, "100 KiB", 1_906_788),
        ((100 << 10) + 1, "100 KiB", 1_990_289),
        (MIB, "100 KiB", 10_034_193),
        (10 * MIB, "100 KiB", 90_702_899),
        (100 * MIB, "100 KiB", 897_333_166),
        (10 * MIB, "512 B", 89_749_680),
        (10 * MIB, "10 KiB", 89_844_832),
        (10 * MIB, "1 MiB", 99_891_970),
    ] {
        let steps = if bytes > 102_400 { 6 } else { 4 };
        assert_eq!(send(bytes, mtu) + steps, golden, "{bytes} B in packets of {mtu}");
    }
}

#[test]
fn two_senders_share_a_receiver_as_in_piosimhd() {
    let starts = [0, 1].map(|from| (Time::ZERO, transfer(from.into(), from, 2, 100 * MIB + 8)));
    let ends = run(&mut model(star(3), "100 KiB"), &starts);
    // Three steps: the send's, and those of two receives, as the first of them ends last.
    assert_eq!(ends.last().unwrap().1.ps() / 1000 + 6, 1_793_468_121);
    // The other message ends one packet of 8 bytes earlier.
    assert!(ends[1].1 - ends[0].1 < Time::from_ns(100));
}

/// PIOsimHD has 897335303 ns: three steps and 3 ns more than here.
#[test]
fn messages_in_both_directions_are_three_nanoseconds_from_piosimhd() {
    let mut network = model(star(2), "100 KiB");
    // Token 2 · stage + sender: request, acknowledgement, data.
    let part = |stage: u64, sender: u32| {
        let (from, bytes) = [(sender, 8), (1 - sender, 100), (sender, 100 * MIB + 8)][stage as usize];
        transfer(2 * stage + u64::from(sender), from, 1 - from, bytes)
    };
    [0, 1].into_iter().for_each(|sender| network.start(Time::ZERO, &part(0, sender)));
    let (mut done, mut last) = (Vec::new(), Time::ZERO);
    while network.next_event() < Time::MAX {
        let now = network.next_event();
        network.advance(now, &mut done);
        done.retain(|completion| completion.kind == CompletionKind::Delivered);
        for Completion { token, .. } in done.drain(..) {
            last = now;
            if token < 4 {
                network.start(now, &part(token / 2 + 1, (token % 2) as u32));
            }
        }
    }
    assert_eq!(last.ps() / 1000 + 6 + 3, 897_335_303);
}

#[test]
fn a_route_alone_is_a_tandem_queue() {
    let mut random = Stream::new(11, 0, 0);
    for _ in 0..200 {
        let mut machine = Table::random(&mut random);
        machine.routes.iter_mut().for_each(|route| {
            route.sort_unstable();
            route.dedup();
        });
        for (start, transfer) in random_starts(&mut random, &machine, 10) {
            let settings = [("mtu", "3000 B"), ("header", "7 B"), ("message-header", "40 B")];
            let mut network =
                build(Arc::new(machine.clone()), &settings.map(|(name, value)| Setting { name, value })).unwrap();
            let alone = network.uncontended_time(&transfer).unwrap();
            let ends = run(&mut network, &[(start, transfer)]);
            assert_eq!(ends, [(transfer.token, start + alone)], "{transfer:?}");
        }
    }
}

#[test]
fn every_message_is_delivered_and_every_byte_counted() {
    let mut random = Stream::new(12, 0, 0);
    for _ in 0..200 {
        let machine = Table::random(&mut random);
        let mut starts = random_starts(&mut random, &machine, 40);
        starts.iter_mut().for_each(|start| start.1.phase = random.below(3) as u32);
        let mut network = build(Arc::new(machine.clone()), &[]).unwrap();
        network.count_links(true);
        let ends = run(&mut network, &starts);
        let mut tokens: Vec<_> = ends.iter().map(|end| end.0).collect();
        tokens.sort_unstable();
        assert_eq!(tokens, (0..40).collect::<Vec<_>>());
        let mut expected = vec![0; machine.links.len()];
        for (_, transfer) in &starts {
            let pair = transfer.source.host.index() * machine.hosts + transfer.destination.host.index();
            machine.routes[pair].iter().for_each(|link| expected[link.index()] += transfer.bytes);
        }
        let (mut carried, mut by_phase) = (vec![0; machine.links.len()], vec![0; machine.links.len()]);
        network.counters().unwrap().for_each_link(&mut |link, used| carried[link.index()] = used.bytes);
        network.counters().unwrap().for_each_link_use(&mut |link, _, used| by_phase[link.index()] += used.bytes);
        assert_eq!((&carried, &by_phase), (&expected, &expected));
    }
}

/// 10 packets of 1000 bytes each, 1 us on the common link.
#[test]
fn a_full_stream_does_not_block_another() {
    // Link 0 is common; link 1 is a hundred times slower than link 2.
    let links = vec![link(1_000_000_000, 0), link(10_000_000, 0), link(1_000_000_000, 0)];
    let to = |number| vec![LinkId(0), LinkId(number)];
    let none = Vec::new;
    let routes = vec![none(), to(1), to(2), none(), none(), none(), none(), none(), none()];
    let machine = Table { links, hosts: 3, routes, ..Table::star(3, 1, 1) };
    let mut network = build(Arc::new(machine), &[Setting { name: "mtu", value: "1000 B" }]).unwrap();
    let starts = [1, 2].map(|to| (Time::ZERO, transfer(to.into(), 0, to, 10_000)));
    // The common link serves the streams in turn until two packets of the slow one are on the way, then the other alone.
    let ends: Vec<_> =
        run(&mut network, &starts).into_iter().map(|(token, time)| (token, time.ps() / 1000)).collect();
    assert_eq!(ends, [(2, 13_000), (1, 1_001_000)]);
}

#[test]
fn a_message_gap_and_a_missing_route_are_kept() {
    let machine = Table { gap: Time::from_ns(10), ..Table::star(3, 1_000_000_000, 500) };
    let starts = [(0, 1, 0), (0, 2, 0), (2, 0, 0), (0, 1, 7)]
        .map(|(source, destination, ns)| (Time::from_ns(ns), transfer(ns, source, destination, 0)));
    let mut network = build(Arc::new(machine.clone()), &[]).unwrap();
    let mut ends: Vec<_> = run(&mut network, &starts).iter().map(|end| end.1).collect();
    ends.sort_unstable();
    assert_eq!(ends, [1_000, 1_000, 1_010, 1_020].map(Time::from_ns));
    let empty = Table { routes: vec![Vec::new(); 9], ..machine };
    let mut network = build(Arc::new(empty), &[]).unwrap();
    let ends = run(&mut network, &[(Time::from_ns(3), transfer(4, 0, 1, 100))]);
    assert_eq!(ends, [(4, Time::from_ns(3))]);
    assert_eq!(network.uncontended_time(&transfer(4, 0, 1, 100)), Some(Time::ZERO));
}

#[test]
fn parameters_of_the_other_switching_are_refused() {
    let machine: Arc<dyn Machine> = Arc::new(Table::star(2, 1, 1));
    let error = |settings: &[(&str, &str)]| {
        let settings: Vec<_> = settings.iter().map(|&(name, value)| Setting { name, value }).collect();
        super::super::build(machine.clone(), &settings).err().unwrap().to_string()
    };
    let store = ("switching", "store-forward");
    for (name, value) in [("routing", "table"), ("alignment", "32 B"), ("threads", "2"), ("bucket", "1 ms")] {
        let text = error(&[store, (name, value)]);
        assert!(text.contains(name) && text.contains("or `switching=cut-through`"), "{text}");
    }
    for (name, value) in [("message-header", "40 B"), ("resolution", "1 ns")] {
        let text = error(&[(name, value)]);
        assert!(text.contains(name) && text.contains("or `switching=store-forward`"), "{text}");
    }
    assert!(error(&[store, ("resolution", "0 s")]).contains("a time above 0"));
    assert!(error(&[("switching", "wormhole")]).contains("one of `cut-through`, `store-forward`"));
}
