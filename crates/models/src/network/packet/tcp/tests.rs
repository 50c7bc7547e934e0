//! Tests of the TCP model: the times of simple cases against closed formulas (slow start, time-outs, acknowledgements), and
//! that all bytes arrive on any network in spite of drops.

use super::super::build as build_packet;
use super::*;
use crate::network::suite::{Table, link, random_starts, run, transfer};
use kernel::random::Stream;
use kernel::{CompletionKind, Connection, Losses, Network, Transfer};
use units::{ActorId, LinkId, Time};

const SEGMENT: u64 = 1_448;

fn settings<'a>(list: &[(&'a str, &'a str)]) -> Vec<Setting<'a>> {
    list.iter().map(|&(name, value)| Setting { name, value }).collect()
}

fn model(machine: &Table, list: &[(&str, &str)]) -> TcpNetwork {
    build(Arc::new(machine.clone()), &settings(list)).unwrap()
}

fn segments(count: u64) -> u64 {
    count * SEGMENT
}

/// Milliseconds from the start to the arrival of a message alone on a new connection.
fn alone(machine: &Table, list: &[(&str, &str)], bytes: u64) -> f64 {
    let one = transfer(0, 0, 1, bytes);
    let end = run(&mut model(machine, list), &[(Time::ZERO, one)])[0].1;
    assert_eq!(model(machine, list).uncontended_time(&one), Some(end));
    end.ps() as f64 / 1e9
}

/// Links so fast that only latencies count: 0.5 ms each, 2 ms there and back.
fn long_way() -> Table {
    Table::star(2, 1_000_000_000_000, 500_000)
}

/// RFC 6928, RFC 5681: 10, 20, 40, … segments a round trip, as every acknowledged byte permits one more.
#[test]
fn a_message_alone_takes_the_rounds_of_slow_start() {
    let machine = long_way();
    for (count, rounds) in [(1, 0), (10, 0), (11, 1), (30, 1), (31, 2), (70, 2), (71, 3), (150, 3), (151, 4)] {
        let expected = 1.0 + 2.0 * f64::from(rounds);
        let taken = alone(&machine, &[], segments(count));
        assert!((expected..expected + 0.001).contains(&taken), "{count} segments: {taken} ms, not {expected}");
    }
    let taken = alone(&machine, &[("window", "2")], segments(14));
    assert!((5.0..5.001).contains(&taken), "2 + 4 + 8 segments: {taken}");
}

/// A packet passes a link as a whole; the window is larger than what is under way in a round trip.
#[test]
fn a_short_way_is_filled_from_the_first_byte_on() {
    // 1 B/ns, 1 us: 3.4 segments are under way in a round trip.
    let machine = Table::star(2, 1_000_000_000, 500);
    for count in [1, 10, 1_000] {
        for (header, list) in [(0, &[][..]), (66, &[("header", "66 B")])] {
            let ns = (count + 1) * (SEGMENT + header) + 1_000;
            let taken = run(&mut model(&machine, list), &[(Time::ZERO, transfer(0, 0, 1, segments(count)))])[0].1;
            assert_eq!(taken, Time::from_ns(ns), "{count} segments");
        }
    }
}

#[test]
fn messages_of_a_connection_arrive_in_order_and_zero_bytes_count_as_one() {
    let machine = Table::star(2, 1_000_000_000, 500);
    let starts: Vec<_> = [5_000, 0, 700, 0]
        .iter()
        .zip(0..)
        .map(|(bytes, token)| (Time::ZERO, transfer(token, 0, 1, *bytes)))
        .collect();
    let ends = run(&mut model(&machine, &[]), &starts);
    assert_eq!(ends.iter().map(|end| end.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
    // The other three messages are written when the first one has been sent, and are segments of their own. The second link is
    // behind the first one by the longest segment.
    assert_eq!(ends[3].1, Time::from_ns(5_000 + 1 + 700 + 1 + SEGMENT + 1_000));
}

/// A connection that was idle for a retransmission time-out begins with the initial window, one in use does not.
#[test]
fn slow_start_is_repeated_after_an_idle_time() {
    let machine = long_way();
    let second_after = |ms: u64| {
        let at = Time::from_ns(ms * 1_000_000);
        let starts = [(Time::ZERO, transfer(0, 0, 1, segments(70))), (at, transfer(1, 0, 1, segments(70)))];
        (run(&mut model(&machine, &[]), &starts)[1].1 - at).ps() / 1_000_000_000
    };
    assert_eq!((second_after(20), second_after(3_000)), (1, 5), "one way; one way and two round trips");
}

/// Four senders into one host, whose link passes 1 B/ns.
fn incast(queue: &str, bytes: u64) -> (Time, TcpNetwork) {
    let machine = Table::star(9, 1_000_000_000, 5_000);
    let mut network = model(&machine, &[("queue", queue)]);
    let starts: Vec<_> = (1..9).map(|from| (Time::ZERO, transfer(u64::from(from), from, 0, bytes))).collect();
    let ends = run(&mut network, &starts);
    assert_eq!(ends.len(), 8);
    (ends[7].1, network)
}

/// A whole window lost leaves no acknowledgement that tells of it: 200 ms pass. (A. Phanishayee et al., FAST 2008.)
#[test]
fn incast_into_a_small_queue_waits_for_time_outs() {
    let (end, network) = incast("4 MB", segments(10));
    assert_eq!(network.losses().unwrap().dropped, 0);
    assert_eq!(end, Time::from_ns(81 * SEGMENT + 10_000), "the link is full from the first to the last byte");
    let (end, network) = incast("6000 B", segments(10));
    assert!(network.losses().unwrap().dropped > 40 && network.losses().unwrap().timeouts > 0);
    assert!((200..1_000).contains(&(end.ps() / 1_000_000_000)), "{end}");
}

/// Eight hosts fill the queue of a ninth one for 0.7 s, and nothing is dropped. 0.1 s later another host has as much to send, over a
/// connection that was `used` before all others or is new: when all has arrived, at the earliest, and what was lost.
fn late_sender(used: bool) -> (Time, Time, Losses) {
    let machine = Table::star(10, 1_000_000, 5_000);
    let list = [("queue", "4 MB"), ("window", "60"), ("congestion", "reno")];
    let mut network = model(&machine, &list);
    let mut starts: Vec<_> = (1..9).map(|from| (Time::ZERO, transfer(from, from as u32, 0, segments(60)))).collect();
    starts.push((Time::from_ns(100_000_000), transfer(9, 9, 0, segments(60))));
    if used {
        starts.insert(0, (Time::ZERO, transfer(10, 9, 0, segments(1))));
    }
    let end = run(&mut network, &starts).last().unwrap().1;
    let losses = network.losses().unwrap();
    let busy = (9 * 60 + u64::from(used) + losses.resent + 1) * SEGMENT * 1_000;
    (end, Time::from_ns(busy + 10_000), losses)
}

/// What is sent waits for longer than its time-out, and is late, not lost: each time one segment is sent in vain, not a window.
#[test]
fn time_outs_of_what_is_only_late_send_one_segment_again() {
    let (end, busy, losses) = late_sender(true);
    assert!(losses.dropped == 0 && losses.timeouts > 0, "{losses:?}");
    assert_eq!(losses.resent, losses.timeouts);
    assert!(end <= busy, "{end}, {busy}");
}

/// The handshake of a new connection has waited in the queue, so that its time-out is longer than that.
#[test]
fn a_new_connection_knows_the_round_trip_time_of_its_handshake() {
    let (end, busy, losses) = late_sender(false);
    assert_eq!((losses.dropped, losses.timeouts, losses.resent), (0, 0, 0));
    assert!(end <= busy, "{end}, {busy}");
}

/// One flow through a link a tenth as fast: losses are repaired without time-outs, at nearly the link's rate.
#[test]
fn losses_in_a_long_flow_are_repaired_within_round_trips() {
    for &congestion in Congestion::NAMES {
        let mut machine = Table::star(2, 1_000_000_000, 50_000);
        machine.links[3] = link(100_000_000, 50_000);
        let mut network = model(&machine, &[("queue", "60 kB"), ("congestion", congestion)]);
        let bytes = segments(20_000);
        let end = run(&mut network, &[(Time::ZERO, transfer(0, 0, 1, bytes))])[0].1;
        let losses = network.losses().unwrap();
        assert!(losses.dropped > 5 && losses.timeouts == 0, "{congestion}: {losses:?}");
        let least = 10 * bytes;
        assert!(
            (least..least + least / 10).contains(&(end.ps() / 1_000)),
            "{congestion}: {} % of the least time",
            100 * (end.ps() / 1_000) / least
        );
    }
}

/// Twice the window, of whose segments each counts 2,280 B: 31 of ten. The next one is taken when a third is free: after the second
/// acknowledgement of two segments 27 are left, and the window has 14.
#[test]
fn a_socket_takes_what_fits_and_the_rest_once_a_third_is_free() {
    let machine = Table::star(2, 1_000_000_000, 500);
    let mut network = model(&machine, &[("ack", "63 B")]);
    for (token, count) in [(0, 31), (1, 1)] {
        network.start(Time::ZERO, &transfer(token, 0, 1, segments(count)));
    }
    let (mut seen, mut done) = (Vec::new(), Vec::new());
    while network.next_event() < Time::MAX {
        let now = network.next_event();
        network.advance(now, &mut done);
        seen.extend(done.drain(..).map(|completion| (completion.token, completion.kind, now)));
    }
    let at = |token, kind| seen.iter().find(|row| (row.0, row.1) == (token, kind)).unwrap().2;
    assert_eq!(seen.len(), 4);
    assert_eq!(at(0, CompletionKind::Taken), Time::ZERO);
    // Four segments over two links, and what acknowledges them back.
    assert_eq!(at(1, CompletionKind::Taken), Time::from_ns(5 * SEGMENT + 2_000 + 2 * 63));
    assert!(at(1, CompletionKind::Delivered) > at(0, CompletionKind::Delivered));
}

/// In slow start the window doubles with every round, but only so much of a long flow waits in the host that a short one does not wait
/// behind a whole window: at 145 us a segment, 58 segments, before a train of 45 joins them.
#[test]
fn a_long_flow_leaves_room_in_the_queue_of_its_host() {
    let machine = Table::star(3, 10_000_000, 5_000);
    let mut network = model(&machine, &[("congestion", "reno")]);
    let at = Time::from_ns(60_000_000);
    let ends = run(&mut network, &[(Time::ZERO, transfer(0, 0, 1, segments(2_000))), (at, transfer(1, 0, 2, 1))]);
    assert_eq!(ends[0].0, 1);
    let waited = (ends[0].1 - at).ps() / 1_000_000_000;
    assert!((7..17).contains(&waited), "{waited} ms");
}

#[test]
fn every_second_segment_is_acknowledged_over_the_way_back() {
    let machine = Table::star(2, 1_000_000_000, 500);
    let mut network = model(&machine, &[("header", "66 B"), ("ack", "70 B")]);
    let ends = run(&mut network, &[(Time::ZERO, transfer(0, 0, 1, segments(101)))]);
    network.sync_counters(ends[0].1 + Time::from_ns(1_000_000));
    let mut carried = [(0, 0); 4];
    network.counters().unwrap().for_each_link(&mut |link, used| {
        carried[link.index()] = (used.bytes, used.packets.unwrap());
    });
    let (there, back) = ((101 * (SEGMENT + 66), 101), (51 * 70, 51));
    assert_eq!(carried, [there, back, back, there]);
}

/// Acknowledgements share the links with the data of the other direction, or are part of them.
#[test]
fn traffic_in_both_directions_carries_its_acknowledgements() {
    let machine = Table::star(2, 1_000_000_000, 500);
    let mut network = model(&machine, &[("ack", "63 B")]);
    let both = [0, 1].map(|from| (Time::ZERO, transfer(u64::from(from), from, 1 - from, segments(500))));
    let ends = run(&mut network, &both);
    network.sync_counters(Time::from_ns(10_000_000_000));
    let acknowledgements = network.losses().unwrap().acknowledgements;
    let mut bytes = 0;
    network.counters().unwrap().for_each_link(&mut |_, used| bytes += used.bytes);
    assert_eq!(bytes, 2 * (2 * segments(500) + 63 * acknowledgements));
    let one_way = segments(501) + 1_000;
    assert!(ends[1].1 >= Time::from_ns(one_way + 63 * acknowledgements / 2 / 2), "{}", ends[1].1);
}

/// With drops, whatever the network: every message arrives once, in the order of its connection, and nothing is left.
#[test]
fn all_bytes_arrive_in_spite_of_drops() {
    let mut random = Stream::new(21, 0, 0);
    let mut totals = [0; 3];
    for round in 0..150 {
        let mut machine = Table::random(&mut random);
        machine.gap = Time::from_ns(random.below(2) * 300);
        let mut starts = random_starts(&mut random, &machine, 40);
        for (_, transfer) in &mut starts {
            let (from, to) = (transfer.source.host.0, transfer.destination.host.0);
            transfer.connection = Some(Connection { from: ActorId(from), to: ActorId(to) });
        }
        let queue = ["1448 B", "5 kB", "30 kB", "1 MB"][round % 4];
        let list = [("queue", queue), ("burst", ["0 B", "4800 B"][round % 2])];
        let mut network = model(&machine, &list);
        let ends = run(&mut network, &starts);
        let mut again = model(&machine, &list);
        assert_eq!(run(&mut again, &starts), ends, "the same again");
        assert_eq!(ends.len(), 40);
        let at = |token: u64| ends.iter().position(|end| end.0 == token).unwrap();
        for (number, (_, first)) in starts.iter().enumerate() {
            for (_, second) in &starts[number + 1..] {
                let inside = first.source.host == first.destination.host;
                let ordered = first.connection == second.connection && !inside && joins_before(first, second);
                assert!(!ordered || at(first.token) < at(second.token));
            }
        }
        network.sync_counters(Time::from_ns(3_000_000_000_000));
        assert_eq!(network.next_event(), Time::MAX);
        let kernel::Losses { dropped, resent, timeouts, .. } = network.losses().unwrap();
        totals.iter_mut().zip([dropped, resent, timeouts]).for_each(|(total, count)| *total += count);
    }
    assert!(totals.iter().all(|total| *total > 100), "{totals:?}");
}

/// Whether the first of two messages joins its stream before the second: a handshake may hold it back.
fn joins_before(first: &Transfer, second: &Transfer) -> bool {
    first.latency_factor <= 1.0 && second.latency_factor <= 1.0
}

#[test]
fn factors_pace_and_delay_messages() {
    let machine = Table::star(2, 1_000_000_000, 500);
    let slow = Transfer { latency_factor: 3.0, bandwidth_factor: 0.5, ..transfer(0, 0, 1, segments(10)) };
    let end = run(&mut model(&machine, &[]), &[(Time::ZERO, slow)])[0].1;
    // Nine segments at half the rate, then the last one over two links.
    assert_eq!(end, Time::from_ns(2_000 + 9 * 2 * SEGMENT + 2 * SEGMENT + 1_000));
}

#[test]
fn messages_inside_a_host_pass_its_memory() {
    let mut machine = Table::star(2, 1_000_000_000, 500);
    machine.routes[0] = vec![LinkId(0)];
    let starts = [0, 1].map(|token| (Time::ZERO, transfer(token, 0, 0, 100_000)));
    let ends = run(&mut model(&machine, &[]), &starts);
    assert_eq!(ends, [(0, Time::from_ns(100_500)), (1, Time::from_ns(200_500))]);
}

#[test]
fn a_nic_spaces_its_messages() {
    let machine = Table { gap: Time::from_ns(10), ..Table::star(3, 1_000_000_000, 500) };
    let starts = [(0, 1, 0), (0, 2, 0), (2, 0, 0), (0, 1, 7)]
        .map(|(source, destination, ns)| (Time::from_ns(ns), transfer(ns, source, destination, 1)));
    let mut ends: Vec<_> = run(&mut model(&machine, &[]), &starts).iter().map(|end| end.1).collect();
    ends.sort_unstable();
    assert_eq!(ends, [1_002, 1_002, 1_012, 1_022].map(Time::from_ns));
}

#[test]
fn parameters_of_another_transport_are_refused() {
    let machine: Arc<dyn Machine> = Arc::new(Table::star(2, 1, 1));
    let error = |list: &[(&str, &str)]| build_packet(machine.clone(), &settings(list)).err().unwrap().to_string();
    let tcp = ("transport", "tcp");
    for (name, value) in [("routing", "table"), ("mtu", "1 KiB"), ("threads", "2"), ("order", "none")] {
        let text = error(&[tcp, (name, value)]);
        assert!(text.contains(name) && text.contains("or `transport=lossless`"), "{text}");
    }
    for name in TCP {
        let value = match *name {
            "congestion" => "reno",
            "timeout" => "1 s",
            "window" => "4",
            _ => "100 kB",
        };
        let text = error(&[(name, value)]);
        assert!(text.contains(name) && text.contains("or `transport=tcp`"), "{text}");
    }
    let store = error(&[tcp, ("switching", "store-forward")]);
    assert!(store.contains("transport") && store.contains("or `switching=cut-through`"), "{store}");
    assert!(error(&[tcp, ("queue", "1447 B")]).contains("at least a packet of `segment` and `header`: 1448 B"));
    assert!(error(&[tcp, ("segment", "0 B")]).contains("a size of at least 1 B"));
    assert!(error(&[tcp, ("segment", "2 MiB")]).contains("at most 1 MiB"));
    assert!(error(&[("transport", "udp")]).contains("one of `lossless`, `tcp`"));
}
