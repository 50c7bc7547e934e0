use super::*;
use crate::storage::suite::Clients;
use proptest::prelude::*;

fn parameters(stripe: u64) -> ServerParameters {
    ServerParameters {
        read: Rate(2_000_000_000),
        write: Rate(1_000_000_000),
        latency: Time::from_ns(100),
        metadata: Time::from_ns(7),
        extent: Time::from_ns(3),
        stripe,
        write_key: "write_bandwidth",
        metadata_key: "latency",
    }
}

/// The parts of a request's time, in nanoseconds.
fn divided(model: &dyn Storage, request: &StorageRequest, ns: u64) -> Vec<(&'static str, u64)> {
    let mut parts = Vec::new();
    model.divide(request, Time::from_ns(ns), &mut |name, time| parts.push((name, time.ps() / 1_000)));
    parts
}

#[test]
fn the_time_of_a_request_is_divided_among_the_parameters_that_set_it() {
    let model = SharedFileSystem::new(Servers::Attached(1), parameters(1 << 20));
    // 12 bytes take 12 ns to write, four further extents as long again; it has waited for others' work, too.
    let write = request(0, 0, StorageKind::Write, 12, 5);
    assert_eq!(divided(&model, &write, 124), [("latency", 100), ("extent", 12), ("write_bandwidth", 12)]);
    assert_eq!(divided(&model, &write, 1_100), [("latency", 100), ("extent", 500), ("write_bandwidth", 500)]);
    let read = request(0, 0, StorageKind::Read, 200, 1);
    assert_eq!(divided(&model, &read, 200), [("latency", 100), ("extent", 0), ("bandwidth", 100)]);
    assert_eq!(divided(&model, &request(0, 0, StorageKind::Open, 0, 0), 7), [("latency", 7)]);
    // Without values of their own, parameters are set by others.
    let defaults = build(Servers::Attached(1), &[]).unwrap();
    assert!(divided(&*defaults, &write, 124).contains(&("bandwidth", 0)));
}

fn request(token: u64, server: u32, kind: StorageKind, bytes: u64, extents: u64) -> StorageRequest {
    let extent = |number| Extent { offset: 10_000 * number, bytes: if number == 0 { bytes } else { 0 } };
    StorageRequest { token, client: 0, server, file: 0, kind, extents: (0..extents).map(extent).collect() }
}

/// The end of every request, each started at its instant.
fn ends(model: &mut dyn Storage, requests: &[(Time, StorageRequest)]) -> Vec<Time> {
    Clients::new(model).ends(requests)
}

/// The reference: the work that is left of every request, looked at from one change to the next.
fn reference(parameters: ServerParameters, servers: u32, requests: &[(Time, StorageRequest)]) -> Vec<Time> {
    let model = SharedFileSystem::new(Servers::Attached(servers), parameters);
    let mut ends = vec![Time::MAX; requests.len()];
    for server in 0..servers {
        let mut comes: Vec<(Time, usize)> = Vec::new();
        for (number, (at, request)) in requests.iter().enumerate().filter(|(_, (_, of))| of.server == server) {
            let arrival = at.saturating_add(parameters.latency);
            match (request.kind, model.work(request)) {
                (StorageKind::Metadata, _) => ends[number] = at.saturating_add(parameters.metadata),
                // It never takes a share: the others' work is not rounded at its arrival.
                (_, Time::ZERO) => ends[number] = arrival,
                _ => comes.push((arrival, number)),
            }
        }
        comes.sort_by_key(|&(at, _)| at);
        let mut left: Vec<(usize, u128)> = Vec::new();
        let mut now = Time::ZERO;
        let mut comes = comes.into_iter().peekable();
        while !left.is_empty() || comes.peek().is_some() {
            let n = left.len() as u128;
            let first = left.iter().map(|&(_, left)| (left * n).div_ceil(1 << SHIFT) as u64).min();
            let end = first.map_or(Time::MAX, |ps| now.saturating_add(Time::from_ps(ps)));
            let to = end.min(comes.peek().map_or(Time::MAX, |&(at, _)| at));
            let time = u128::from(to.saturating_sub(now).ps()) << SHIFT;
            if let Some(share) = time.checked_div(n) {
                left.iter_mut().for_each(|(_, left)| *left = left.saturating_sub(share));
            }
            now = to;
            left.retain(|&(number, left)| {
                if left == 0 {
                    ends[number] = now;
                }
                left > 0
            });
            while let Some((_, number)) = comes.next_if(|&(at, _)| at <= now) {
                left.push((number, u128::from(model.work(&requests[number].1).ps()) << SHIFT));
            }
        }
    }
    ends
}

proptest! {
    #[test]
    fn it_ends_when_its_slow_twin_does(
        servers in 1u32..4,
        given in proptest::collection::vec((0u64..2_000, 0u32..4, 0u8..3, 0u64..5_000, 1u64..4), 1..60)
    ) {
        let kinds = [StorageKind::Read, StorageKind::Write, StorageKind::Metadata];
        let mut requests: Vec<_> = given
            .into_iter()
            .map(|(at, server, kind, bytes, extents)| {
                (Time::from_ns(at), request(0, server % servers, kinds[usize::from(kind)], bytes, extents))
            })
            .collect();
        requests.sort_by_key(|&(at, _)| at);
        for (token, (_, request)) in requests.iter_mut().enumerate() {
            request.token = token as u64;
        }
        let mut model = SharedFileSystem::new(Servers::Attached(servers), parameters(64));
        prop_assert_eq!(ends(&mut model, &requests), reference(parameters(64), servers, &requests));
    }

    #[test]
    fn stripes_are_where_a_walk_over_bytes_finds_them(
        servers in 1u32..6, stripe in 1u64..9, file in 0u32..9, offset in 0u64..100, bytes in 0u64..100
    ) {
        let model = SharedFileSystem::new(Servers::Attached(servers), parameters(stripe));
        let mut walked = vec![0u64; servers as usize];
        for byte in offset..offset + bytes {
            walked[((byte / stripe + u64::from(file)) % u64::from(servers)) as usize] += 1;
        }
        let expected: Vec<_> = (0..servers).zip(walked).filter(|&(_, bytes)| bytes > 0).collect();
        let mut found = Vec::new();
        model.spread(file, offset, bytes, &mut |server, extent| found.push((server, extent.bytes)));
        prop_assert_eq!(found, expected);
    }
}

// The unit tests of a striped file system that IO simulators agree on: 10-byte stripes, the bytes of each server.
#[test]
fn known_stripes() {
    let spread = |servers, offset, bytes| {
        let model = SharedFileSystem::new(Servers::Attached(servers), parameters(10));
        let mut found = vec![0; servers as usize];
        model.spread(0, offset, bytes, &mut |server, extent| found[server as usize] = extent.bytes);
        found
    };
    assert_eq!(spread(2, 0, 103), [53, 50]);
    assert_eq!(spread(2, 4, 103), [53, 50]);
    assert_eq!(spread(2, 10, 99), [49, 50]);
    assert_eq!(spread(2, 24, 7), [6, 1]);
    assert_eq!(spread(3, 11, 17), [0, 9, 8]);
}

/// Empty requests arrive while three others share the server: the others end at the same picosecond as without them.
#[test]
fn empty_requests_change_no_other_end() {
    let parameters = || ServerParameters { latency: Time::ZERO, ..parameters(64) };
    let read = |at, token, bytes| (Time::from_ps(at), request(token, 0, StorageKind::Read, bytes, 1));
    let others = [read(0, 0, 11), read(0, 1, 11), read(0, 2, 11)];
    let with = [others.to_vec(), (1..9).map(|n| read(1_000 + n, 2 + n, 0)).collect()].concat();
    let build = || SharedFileSystem::new(Servers::Attached(1), parameters());
    let alone = ends(&mut build(), &others);
    assert_eq!(ends(&mut build(), &with)[..3], alone);
    assert_eq!(reference(parameters(), 1, &with)[..3], alone);
}

#[test]
fn one_alone_takes_latency_and_bytes_and_two_share() {
    let build = || SharedFileSystem::new(Servers::Attached(2), parameters(64));
    let write = |token, server| (Time::ZERO, request(token, server, StorageKind::Write, 1000, 1));
    assert_eq!(ends(&mut build(), &[write(0, 0)]), [Time::from_ns(1100)]);
    assert_eq!(ends(&mut build(), &[write(0, 0), write(1, 0)]), [Time::from_ns(2100); 2]);
    assert_eq!(ends(&mut build(), &[write(0, 0), write(1, 1)]), [Time::from_ns(1100); 2]);
    let read = (Time::ZERO, request(0, 0, StorageKind::Read, 1000, 3));
    assert_eq!(ends(&mut build(), &[read]), [Time::from_ns(100 + 500 + 2 * 3)]);
    let metadata = (Time::from_ns(5), request(0, 1, StorageKind::Metadata, 0, 0));
    assert_eq!(ends(&mut build(), &[metadata]), [Time::from_ns(12)]);
}
