//! Tests of the storage model `parallel`: against closed forms and results of PIOsimHD, on a network that takes no time.

use super::super::STORAGES;
use super::super::suite::{Clients, build, request};
use super::*;
use StorageKind::{Flush, Metadata, Open, Read, Write};
use kernel::Service;

const MIB: u64 = 1 << 20;

/// PIOsimHD's disk.
const DISK: &[(&str, &str)] = &[("device.kind", "disk"), ("client.part", "100 KiB")];

/// 1 byte takes 1 ns after 1 us.
const FLASH: &[(&str, &str)] = &[
    ("device.latency", "1 us"),
    ("device.rate", "1 GB/s"),
    ("client.part", "1000 B"),
    ("server.granularity", "4000 B"),
];

fn with<'a>(settings: &[(&'a str, &'a str)], more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    settings.iter().chain(more).copied().collect()
}

fn ns(ns: u64) -> Time {
    Time::from_ns(ns)
}

/// PIOsimHD over a network that takes no time: 1280 MiB are written at 95.905 MiB/s and then flushed, whatever the block.
#[test]
fn a_disk_is_written_behind_as_in_piosimhd() {
    for (cache, block) in
        [("write-behind", 16 << 10), ("none", 128 << 10), ("aggregation", MIB), ("aggregation-reorder", 8 * MIB)]
    {
        let memory = ("server.memory", "12 GB");
        let mut model = build("parallel", 1, &with(DISK, &[("server.cache", cache), memory]));
        let mut clients = Clients::new(&mut *model);
        let writes = (0..1280 * MIB / block).map(|n| request(n, 0, Write, (n * block, block)));
        let end = clients.one_by_one(writes.chain([request(1 << 40, 0, Flush, (0, 0))]));
        let found = 1280.0 / end.as_secs_f64();
        assert!((found - 95.905).abs() < 95.905e-4, "{found} MiB/s with {cache}");
    }
}

/// Random writes of 16 KiB that the cache sorts: 11.96 MiB/s in PIOsimHD, whose random numbers are others.
#[test]
fn random_writes_are_sorted_as_in_piosimhd() {
    let mut model = build("parallel", 1, &with(DISK, &[("server.memory", "12 GB")]));
    let mut clients = Clients::new(&mut *model);
    let mut random = kernel::random::Stream::new(5, 0, 0);
    let block = 16 << 10;
    let writes: Vec<_> =
        (0..81_920).map(|n| request(n, 0, Write, (random.below(1280 * MIB / block) * block, block))).collect();
    let end = clients.one_by_one(writes.into_iter().chain([request(1 << 40, 0, Flush, (0, 0))]));
    let found = 1280.0 / end.as_secs_f64();
    assert!((found / 11.96 - 1.0).abs() < 0.02, "{found} MiB/s");
}

#[test]
fn what_is_read_is_sent_in_whole_parts() {
    let mut model = build("parallel", 1, FLASH);
    let mut events = Vec::new();
    model.start(ns(0), &request(0, 0, Read, (0, 9_500)));
    let mut told = Vec::new();
    while model.next_event() < Time::MAX {
        let now = model.next_event();
        model.advance(now, &mut events);
        for StorageEvent { progress, .. } in events.drain(..) {
            told.push((now, progress));
            if let Progress::Ready(bytes) = progress {
                model.moved(now, 0, bytes);
            }
        }
    }
    // Pieces of 4000, 4000 and 1500 bytes, merged no further as an access has at most 4000.
    let ready = |at, bytes| (ns(at), Progress::Ready(bytes));
    assert_eq!(
        told,
        [
            ready(5_000, 4000),
            ready(10_000, 4000),
            (ns(12_500), Progress::Done(Service { handling: ns(3_000), ..Service::default() })),
            ready(12_500, 1500)
        ]
    );
}

#[test]
fn a_write_ends_in_the_cache_and_a_flush_on_the_device() {
    let mut model = build("parallel", 1, FLASH);
    let mut clients = Clients::new(&mut *model);
    let requests = [(ns(0), request(0, 0, Write, (0, 8000))), (ns(1), request(1, 0, Flush, (0, 0)))];
    // The first part of 1000 bytes is written alone, what came meanwhile in accesses of 4000 and 3000.
    assert_eq!(clients.ends(&requests), [ns(0), ns(2_000 + 5_000 + 4_000)]);
    let mut model = build("parallel", 1, &with(FLASH, &[("server.cache", "none")]));
    // Each part waits for the one before it; the last one is in the cache when the seventh is written. The flush comes when the
    // first is.
    assert_eq!(Clients::new(&mut *model).ends(&requests), [ns(14_000), ns(2_000)]);
}

#[test]
fn a_write_through_ends_on_the_device() {
    let mut model = build("parallel", 1, &with(FLASH, &[("server.cache", "write-through")]));
    let writes = [(ns(0), request(0, 0, Write, (0, 2500))), (ns(1), request(1, 0, Write, (9000, 1000)))];
    // Parts of 1000, 1000 and 500 bytes, one after the other, and the other write behind them.
    assert_eq!(Clients::new(&mut *model).ends(&writes), [ns(2_000 + 2_000 + 1_500), ns(5_500 + 2_000)]);
    // Nothing is left to flush.
    let flushed = Clients::new(&mut *model).ends(&[(ns(9_000), request(0, 0, Flush, (0, 0)))]);
    assert_eq!(flushed, [ns(9_000)]);
}

#[test]
fn memory_limits_what_is_taken_in_and_what_is_read() {
    let settings = with(FLASH, &[("server.memory", "2000 B"), ("server.cache", "write-behind")]);
    let mut model = build("parallel", 1, &settings);
    let writes = [(ns(0), request(0, 0, Write, (0, 5000)))];
    // Two parts fit; each further one waits for an access of 2 us.
    assert_eq!(Clients::new(&mut *model).ends(&writes), [ns(6_000)]);
    // A read whose bytes do not reach the client keeps the next one waiting.
    let mut model = build("parallel", 1, &settings);
    let mut events = Vec::new();
    model.start(ns(0), &request(0, 0, Read, (0, 2000)));
    model.start(ns(0), &request(1, 0, Read, (5000, 1000)));
    while model.next_event() < Time::MAX {
        let now = model.next_event();
        model.advance(now, &mut events);
    }
    assert!(events.iter().all(|event| event.token == 0), "no memory for the other");
    model.moved(ns(7_000), 0, 1000);
    assert_eq!(model.next_event(), ns(9_000));
}

/// A read holds 999 bytes, less than a part, of 1000: its next piece does not fit, and nothing else would make room.
#[test]
fn a_read_that_holds_all_memory_sends_less_than_a_part() {
    let settings = with(FLASH, &[("server.memory", "1000 B"), ("server.granularity", "999 B")]);
    let mut model = build("parallel", 1, &settings);
    let mut clients = Clients::new(&mut *model);
    let ends = clients.ends(&[(ns(0), request(0, 0, Read, (0, 1500)))]);
    assert!(ends[0] < Time::MAX);
    assert_eq!(clients.bytes[&0], 1500);
}

#[test]
fn accesses_are_kept_by_request_and_servers_count() {
    let disk = [
        ("device.kind", "disk"),
        ("device.rate", "1 GB/s"),
        ("device.seek", "8 us"),
        ("device.track", "2 us"),
        ("device.rpm", "15000000"),
        ("client.part", "1000 B"),
        ("server.granularity", "4000 B"),
    ];
    let mut model = build("parallel", 2, &disk);
    model.keep_accesses();
    // Two writers of the first server: the first part is written alone, what has come meanwhile merged. A read behind.
    let requests = [
        (ns(0), request(0, 0, Write, (0, 2000))),
        (ns(1), request(1, 0, Write, (2000, 1000))),
        (ns(30_000), request(2, 0, Read, (9000, 500))),
    ];
    Clients::new(&mut *model).ends(&requests);
    let mut accesses = Vec::new();
    model.take_accesses(&mut accesses);
    let found: Vec<_> = accesses
        .iter()
        .map(|access| (access.job, access.token, access.write, access.offset, access.bytes, access.start, access.end))
        .collect();
    assert_eq!(
        found,
        [
            (0, 0, true, 0, 1000, ns(0), ns(11_000)),
            (1, 0, true, 1000, 1000, ns(11_000), ns(13_000)),
            (1, 1, true, 2000, 1000, ns(11_000), ns(13_000)),
            (2, 2, false, 9000, 500, ns(30_000), ns(34_500)),
        ]
    );
    let more: Vec<_> = accesses.iter().map(|access| (access.positioning, access.waiting, access.memory)).collect();
    // The first got the device at once; when it gave it back nothing else waited, and 3000 bytes were in memory.
    assert_eq!(more, [(ns(10_000), 0, 1000), (ns(0), 0, 2000), (ns(0), 0, 2000), (ns(4_000), 0, 500)]);
    let [first, other] = model.totals(ns(40_000))[..] else { panic!("two servers") };
    let busy = ns(13_000 + 4_500);
    let expected = ServerTotals {
        requests: 3,
        read: 500,
        written: 3000,
        jobs: 3,
        seeks: 2,
        positioning: ns(14_000),
        busy,
        most_memory: 3000,
    };
    assert_eq!((first, other), (expected, ServerTotals::default()));
    accesses.clear();
    model.take_accesses(&mut accesses);
    assert!(accesses.is_empty(), "each is told once");
    let mut model = build("parallel", 1, &disk);
    model.start(ns(0), &request(0, 0, Read, (0, 500)));
    model.advance(ns(0), &mut Vec::new());
    assert_eq!(model.totals(ns(3_000))[0].busy, ns(3_000), "so far");
}

#[test]
fn threads_handle_requests_and_metadata_one_after_the_other() {
    let settings = with(
        FLASH,
        &[
            ("server.request", "10 us"),
            ("metadata.open", "5 us"),
            ("metadata.other", "2 us"),
            ("metadata.threads", "2"),
        ],
    );
    let mut model = build("parallel", 1, &settings);
    let all = [Open, Open, Open, Metadata, Flush, Write].into_iter().enumerate();
    let requests: Vec<_> = all.map(|(token, kind)| (ns(0), request(token as u64, 0, kind, (0, 1)))).collect();
    assert_eq!(Clients::new(&mut *model).ends(&requests), [5, 5, 10, 7, 10, 20].map(|us| ns(1000 * us)));
    let mut model = build("parallel", 1, &with(&settings, &[("server.threads", "3")]));
    assert_eq!(Clients::new(&mut *model).ends(&requests)[4..], [10, 10].map(|us| ns(1000 * us)));
}

#[test]
fn locks_pass_from_client_to_client() {
    let settings = with(FLASH, &[("locks.unit", "1000 B"), ("locks.revoke", "50 us")]);
    let mut model = build("parallel", 1, &settings);
    let mut clients = Clients::new(&mut *model);
    let mut now = Time::ZERO;
    let mut waits = |client: u32, kind: StorageKind, offset: u64, bytes: u64| {
        let asked = now + ns(1_000_000);
        clients.start(asked, &StorageRequest { client, ..request(0, 0, kind, (offset, bytes)) });
        now = clients.next_end().expect("it ends").0;
        now - asked >= ns(50_000)
    };
    assert!(!waits(1, Write, 0, 1500), "free");
    assert!(!waits(1, Write, 999, 2), "its own");
    assert!(!waits(2, Write, 2000, 10), "another unit");
    assert!(waits(2, Write, 1999, 1), "bytes of its own, but the unit is the other's");
    assert!(!waits(1, Read, 0, 1000), "still its own");
    assert!(waits(2, Read, 0, 1000), "one writes, so another cannot read");
    assert!(!waits(2, Read, 0, 10) && !waits(1, Read, 0, 10), "both read");
    assert!(waits(1, Write, 0, 10), "alone");
    assert!(!waits(1, Write, 0, 0) && !waits(3, Read, 5000, 0), "no bytes");
}

#[test]
fn parts_that_come_before_their_request_is_begun_are_kept() {
    let mut model = build("parallel", 1, &with(FLASH, &[("server.request", "10 us")]));
    assert_eq!(Clients::new(&mut *model).ends(&[(ns(3), request(0, 0, Write, (0, 20_000)))]), [ns(10_003)]);
}

#[test]
fn layouts_devices_and_caches_are_named_and_configured() {
    let kind = STORAGES.iter().find(|kind| kind.name == "parallel").expect("it is listed");
    let error = |name: &str, value: &str| {
        (kind.build)(Servers::Attached(2), &[Setting { name, value }]).err().expect("an error").to_string()
    };
    for (name, value, expected) in [
        ("layout.kind", "lustr", "one of `pvfs`, `lustre`; did you mean `lustre`?"),
        ("device.kind", "tape", "one of `ssd`, `disk`, `curve`"),
        ("server.cache", "agregation", "did you mean `aggregation`?"),
        ("layout.count", "2", "model `pvfs` has no parameter `layout.count`"),
        ("device.seek", "2 ms", "model `ssd` has no parameter `device.seek`"),
        ("client.part", "2 GB", "at most `server.memory`"),
        ("client.parts", "2 GB", "did you mean `client.part`?"),
        ("locks.unit", "0 B", "a size of at least 1 B, for example `1 MiB`, or `off`"),
        ("client.flush_on_close", "maybe", "one of `no`, `yes`"),
        ("stripe", "1 MiB", "has no parameter `stripe`; it has `layout.kind`, `device.kind`"),
    ] {
        let found = error(name, value);
        assert!(found.contains(expected), "{found}");
    }
    let lustre = build("parallel", 4, &[("layout.kind", "lustre"), ("layout.stripe", "10 B"), ("layout.count", "2")]);
    let mut found = Vec::new();
    lustre.spread(1, 5, 30, &mut |server, extent| found.push((server, extent.offset, extent.bytes)));
    assert_eq!(found, [(2, 5, 15), (3, 0, 15)]);
}

#[test]
fn the_time_of_a_request_is_divided_among_the_parameters_that_set_it() {
    let divided = |settings: &[(&'static str, &'static str)], request: &StorageRequest, us: u64| {
        let mut parts = std::collections::BTreeMap::new();
        let each = &mut |name, time: Time| *parts.entry(name).or_insert(0) += time.ps() / 1_000_000;
        build("parallel", 1, settings).divide(request, ns(us * 1_000), each);
        parts.into_iter().collect::<Vec<(&str, u64)>>()
    };
    // Two accesses of 1 us and 4 us each, and half of the time spent waiting.
    let read = request(0, 0, Read, (0, 8_000));
    assert_eq!(divided(FLASH, &read, 20), [("device.latency", 4), ("device.rate", 16)]);
    assert_eq!(divided(FLASH, &request(0, 0, Open, (0, 0)), 9), [("metadata.open", 9)]);
    assert_eq!(divided(FLASH, &request(0, 0, Metadata, (0, 0)), 9), [("metadata.other", 9)]);
    // What memory takes in no device has delayed.
    let write = request(0, 0, Write, (0, 8_000));
    assert_eq!(divided(FLASH, &write, 20), []);
    let through = with(FLASH, &[("server.cache", "write-through"), ("device.write_rate", "1 GB/s")]);
    assert_eq!(divided(&through, &write, 20), [("device.latency", 4), ("device.write_rate", 16)]);
    let curve = [("device.kind", "curve"), ("device.latency", "1 us"), ("device.read", "1: 1 GB/s")];
    assert_eq!(divided(&curve, &request(0, 0, Read, (0, 4_000)), 10), [("device.latency", 2), ("device.read", 8)]);
    assert_eq!(divided(DISK, &read, 10), [("device.rate", 10)], "whether the arm moves is not known");
}
