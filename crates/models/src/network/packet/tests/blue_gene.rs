//! Tests of the packet model on machines like Blue Gene: tori with bubble flow control, and NICs with injection FIFOs. They
//! check invariants of flow control and FIFOs under any load, and throughput.

use crate::network::packet::switching::packets::NONE;
use crate::network::packet::{Options, OutputBufferSize, PacketNetwork};
use crate::network::suite::{run, transfer};
use kernel::random::Stream;
use kernel::{LinkCounters, Network};
use platform::Platform;
use std::collections::BTreeMap;
use std::sync::Arc;
use units::{LinkId, Time};

fn torus(sizes: &str, nic: &str) -> Arc<Platform> {
    let rest = "[host]\nspeed = '1 Gf'\nmemory = { bandwidth = '1 GB/s', copy = '1 GB/s', latency = '0 s' }";
    let link = "links.all = { bandwidth = '400 MB/s', latency = '100 ns' }";
    let text = format!("[topology]\nkind = 'torus'\ndimensions = {sizes}\n{link}\n{rest}\n{nic}");
    Arc::new(Platform::from_str(&text, "test.toml").unwrap())
}

/// Blue Gene/P's packets, with room for so many in every buffer.
fn options(platform: &Platform, routing: &str, packets: u64) -> Options {
    let routing = platform.topology().packet_routing().unwrap().routing(routing).unwrap();
    let buffer = Some(256 * packets);
    Options {
        routing,
        ordered_max: 1_200,
        mtu: 240,
        header: 16,
        alignment: 32,
        input_buffer: buffer,
        ..Options::unordered()
    }
}

/// The links of every ring: those of one line of hosts in one direction.
fn rings(platform: &Platform) -> Vec<Vec<LinkId>> {
    let mut rings: BTreeMap<String, Vec<LinkId>> = BTreeMap::new();
    for link in (0..platform.topology().links()).map(LinkId) {
        // `(1,0,2)-3`: the third coordinate is the place on the ring.
        let name = platform.topology().link_name(link);
        let (coordinates, direction) = name[1..].split_once(')').unwrap();
        let dimension: usize = direction[1..].parse().unwrap();
        let mut line: Vec<&str> = coordinates.split(',').collect();
        line[dimension - 1] = "*";
        rings.entry(format!("{}{direction}", line.join(","))).or_default().push(link);
    }
    rings.into_values().filter(|ring| ring.len() > 2).collect()
}

impl PacketNetwork {
    /// Free slots of the largest packet in a VC of some links, credits under way included: in the input buffers at their ends
    /// and in the output buffers of packets that leave no bubble.
    fn free_slots(&self, links: &[LinkId], vc: u8, largest: u64) -> u64 {
        let (shared, partition) = (self.simulator.shared.get(), &self.simulator.partitions[0]);
        let slots = |link: &LinkId| match shared.port_of(*link) {
            NONE => u64::MAX / 1_000,
            port => {
                let ports = &partition.ports;
                let at = ports.channel_index(port, vc);
                let output = ports.output_totals().nth(2 * at).map_or(0, |(free, _)| free);
                let slots = |bytes: i64| u64::try_from(bytes).unwrap() / largest;
                slots(ports.total_credit(at)) + slots(output)
            }
        };
        links.iter().map(slots).sum()
    }
}

/// What the proof of the suite in `platform` takes for granted: every ring of bubbles always has a place for a packet
/// more, be packets as small or as large as they may. So something in it can always move. And indeed: all that is
/// offered at once arrives.
#[test]
fn every_ring_keeps_a_bubble_and_delivers_everything() {
    for (sizes, routing, vc) in [
        ("[5]", "bubble", 0),
        ("[3]", "bubble", 0),
        ("[12]", "bubble", 0),
        ("[4, 4]", "bubble", 0),
        ("[5]", "adaptive", 2),
        ("[4, 4]", "adaptive", 2),
        ("[5]", "bluegene", 2),
        ("[4, 4]", "bluegene", 2),
        ("[3, 3, 3]", "bluegene", 2),
    ] {
        let platform = torus(sizes, "[nic]\nfifos.masks = [1, 3, 6]\nfifos.network = 3");
        let (hosts, rings) = (u64::from(platform.hosts()), rings(&platform));
        assert!(!rings.is_empty());
        for (seed, output) in (0..).zip([
            OutputBufferSize::Off,
            OutputBufferSize::Off,
            OutputBufferSize::Bytes(256),
            OutputBufferSize::Bytes(512),
            OutputBufferSize::Auto,
        ]) {
            let mut network = PacketNetwork::new(
                platform.clone(),
                Options { output_buffer: output, ..options(&platform, routing, 2) },
            );
            let mut random = Stream::new(seed, 0, 0);
            let count = 60 * hosts;
            for token in 0..count {
                let from = random.below(hosts);
                // Long ways fill rings; short messages leave their packets with holes.
                let far = if random.below(2) == 0 { hosts / 2 } else { 1 + random.below(hosts - 1) };
                let bytes = [1, 17, 100, 240, 240, 1_000, 1_300][random.below(7) as usize];
                network.start(Time::ZERO, &transfer(token, from as u32, ((from + far) % hosts) as u32, bytes));
            }
            let mut done = Vec::new();
            loop {
                let now = network.next_event();
                if now == Time::MAX {
                    break;
                }
                network.advance(now, &mut done);
                for ring in &rings {
                    assert!(network.free_slots(ring, vc, 256) > 0, "{sizes} {routing}: {ring:?} is full at {now}");
                }
            }
            network.check_credits();
            assert_eq!(done.len() as u64, count, "{sizes} {routing} {seed}: not all have arrived");
        }
    }
}

/// Bandwidth of a long message in links' payload bandwidths, and the packets of every link that carries some, ascending.
fn carried(masks: &str, nic: &str, to: u32) -> (f64, Vec<u64>) {
    let platform = torus("[4, 4, 4]", &format!("[nic]\nfifos.masks = {masks}\n{nic}"));
    let mut network = PacketNetwork::new(platform.clone(), options(&platform, "bluegene", 4));
    let ends = run(&mut network, &[(Time::ZERO, transfer(1, 0, to, 2_400_000))]);
    let mut packets = Vec::new();
    network.for_each_used(&mut |count| packets.push(count));
    packets.sort_unstable();
    (2_400_000.0 / ends[0].1.ps() as f64 / 375e-6, packets)
}

impl PacketNetwork {
    fn for_each_used(&self, visit: &mut dyn FnMut(u64)) {
        self.simulator.for_each_link(&mut |_, used| visit(used.packets.unwrap()));
    }
}

/// The plateau: as many links as the mask has bits and the way has first links, as long as the engine keeps up.
#[test]
fn a_message_uses_as_many_links_as_mask_and_paths_allow() {
    // One, two and three dimensions on.
    let ways = [1, 5, 21];
    for (masks, bits) in [("[0x80]", 1), ("[0x81]", 2), ("[0x70]", 3), ("[0xff]", 8)] {
        for (paths, to) in (1u8..).zip(ways) {
            let (links, packets) = carried(masks, "engine = { bandwidth = '3.4 GB/s', packet = '20 ns' }", to);
            let expected = f64::from(paths.min(bits));
            assert!((links / expected - 1.0).abs() < 0.02, "{masks} to {to}: {links}");
            // Ten thousand packets: the fullest link, a first or a last one, has its share of them.
            let (fullest, share) = (packets[packets.len() - 1], 10_000 / u64::from(paths));
            assert!(fullest.abs_diff(share) * 100 <= share * 3, "{masks} to {to}: {packets:?}");
        }
    }
    // The engine is the limit.
    let (links, _) = carried("[0xff]", "engine.bandwidth = '600 MB/s'", 21);
    assert!((links - 1.5).abs() < 0.01, "{links}");
}

/// Fig. 4 of LLNL-CONF-587533: one FIFO or three make no difference to what the links carry, only to when.
#[test]
fn links_carry_the_same_with_any_mask() {
    let (slow, one) = carried("[0x80]", "", 21);
    let (fast, three) = carried("[0x70]", "", 21);
    assert!(fast > 2.9 * slow, "{slow} {fast}");
    assert_eq!((one.len(), three.len()), (12, 12), "all links of the six ways: {one:?} {three:?}");
    // Links are chosen by lot where nothing is queued: some 30 packets more or less, two deviations are 60.
    for (place, (one, three)) in one.iter().zip(&three).enumerate() {
        let within = if place < 6 { 6 } else { 3 };
        assert!(one.abs_diff(*three) * 100 <= *one * within, "{one} against {three}");
    }
}
