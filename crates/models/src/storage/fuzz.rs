//! Fuzz tests of storage models with random settings of file systems. Each setting is either refused with a message, or gives a
//! model that serves every request exactly once, with all of its bytes.

use super::suite::Clients;
use super::{STORAGES, Servers};
use crate::Setting;
use crate::fuzz_harness::{Corpus, Stream, fuzz};
use kernel::{Storage, StorageKind, StorageRequest};
use std::collections::BTreeMap;
use units::{Rate, Time};

/// Keys of `[storage]` with their values, a line each.
const TEXTS: &[&str] = &[
    "stripe = 64 KiB\nbandwidth = 1 GB/s\nwrite_bandwidth = 500 MB/s\nlatency = 100 us\nextent = 1 us\nmetadata = 1 ms\n",
    "model = parallel\nlayout.kind = pvfs\nlayout.stripe = 1 KiB\nlayout.start = next\nserver.cache = none\n\
     device.kind = disk\ndevice.seek = 9 ms\ndevice.rpm = 7200\nclient.part = 100 B\nclient.window = 2\n",
    "model = parallel\nlayout.kind = lustre\nlayout.count = 2\nserver.cache = write-through\nserver.memory = 3000 B\n\
     server.granularity = 700 B\nclient.part = 512 B\ndevice.latency = 10 us\ndevice.channels = 4\nserver.jobs = 3\n",
    "model = parallel\nserver.cache = aggregation\nserver.threads = 2\nserver.request = 20 us\nlocks.unit = 256 B\n\
     locks.revoke = 100 us\nmetadata.open = 300 us\nmetadata.other = 10 us\nmetadata.threads = 2\nclient.part = 1 KiB\n",
    "model = parallel\nserver.cache = aggregation-reorder\ndevice.kind = curve\ndevice.latency = 5 us\nserver.jobs = 4\n\
     device.read = 1: 180 MB/s, 4: 210 MB/s, 16: 240 MB/s\ndevice.write = 2: 90 MB/s\nclient.part = 4 KiB\n",
    "model = parallel\nserver.cache = write-behind\nserver.memory = 2 KiB\nclient.part = 2 KiB\ndevice.rate = 96 MiB/s\n\
     client.flush_on_close = yes\n",
];

const PIECES: &[&str] = &[
    "1 B",
    "7 B",
    "3000 B",
    "64 KiB",
    "1 B/s",
    "333 MB/s",
    "1 ps",
    "3 us",
    "all",
    "next",
    "off",
    "same",
    "pvfs",
    "lustre",
    "disk",
    "ssd",
    "curve",
    "none",
    "write-behind",
    "write-through",
    "aggregation",
    "aggregation-reorder",
    "model = parallel\n",
    "server.jobs = 3\n",
    "locks.unit = 1 KiB\n",
    "device.window = 0 B\n",
    "1: 5 MB/s, 2: 9 MB/s",
    "4294967296",
];

fn settings(text: &str) -> Vec<Setting<'_>> {
    let lines = text.lines().filter_map(|line| line.split_once(" = "));
    lines.map(|(name, value)| Setting { name: name.trim(), value: value.trim().trim_matches('\'') }).collect()
}

/// Whether no wait is so long, and no rate so low, that the last end is behind the end of time.
fn is_short(settings: &[Setting<'_>]) -> bool {
    let long = |text: &str| text.parse::<Time>().is_ok_and(|time| time > Time::from_ns(1_000_000_000));
    let slow = |text: &str| text.parse::<Rate>().is_ok_and(|rate| rate < Rate(1000));
    !settings.iter().any(|setting| long(setting.value) || setting.value.split([',', ':']).map(str::trim).any(slow))
}

/// An access of up to three stretches, or another request: what each server is asked.
fn requests(stream: &mut Stream, model: &dyn Storage, token: &mut u64) -> Vec<StorageRequest> {
    use StorageKind::{Flush, Metadata, Open, Read, Write};
    let kind = *stream.pick(&[Read, Read, Read, Write, Write, Write, Flush, Open, Metadata]);
    let (client, file) = (stream.below(3) as u32, stream.below(3) as u32);
    let mut extents = BTreeMap::<u32, Vec<_>>::new();
    if matches!(kind, Read | Write) {
        for _ in 0..=stream.below(3) {
            let (offset, most) = (stream.below(20_000) as u64, 1 << stream.below(13));
            let bytes = stream.below(most) as u64;
            model.spread(file, offset, bytes, &mut |server, extent| {
                extent.append_to(extents.entry(server).or_default());
            });
        }
    } else if kind == Flush {
        extents.extend((0..model.servers()).map(|server| (server, Vec::new())));
    } else {
        extents.insert(model.metadata_server(file), Vec::new());
    }
    let mut one = |(server, extents)| {
        *token += 1;
        StorageRequest { token: *token - 1, client, server, file, kind, extents }
    };
    extents.into_iter().map(&mut one).collect()
}

/// Up to 20 accesses of three clients, with the instants at which they start.
fn starts(stream: &mut Stream, model: &dyn Storage) -> Vec<(Time, StorageRequest)> {
    let (mut at, mut token, mut starts) = (0, 0, Vec::new());
    for _ in 0..stream.below(20) {
        let most = 1 << stream.below(30);
        at += stream.below(most) as u64;
        let asked = requests(stream, model, &mut token).into_iter();
        starts.extend(asked.map(|request| (Time::from_ns(at), request)));
    }
    starts
}

/// Every request ends, and nothing but its bytes has moved: when they end.
fn serve(model: &mut dyn Storage, starts: &[(Time, StorageRequest)]) -> Vec<Time> {
    let mut clients = Clients::new(model);
    let ends = clients.ends(starts);
    assert!(ends.iter().zip(starts).all(|(end, (start, _))| start <= end && *end < Time::MAX), "{starts:?} {ends:?}");
    let told = |token: &u64| clients.bytes.get(token).copied();
    let wrong = starts.iter().find(|(_, asked)| told(&asked.token).is_some_and(|bytes| bytes != asked.bytes()));
    assert_eq!(wrong, None, "{:?}", clients.bytes);
    assert_eq!(clients.model.next_event(), Time::MAX, "nothing is left");
    ends
}

#[test]
fn settings_of_file_systems() {
    let corpus = Corpus { texts: TEXTS.iter().map(|text| (*text).to_owned()).collect(), pieces: PIECES };
    fuzz("file system", 20, &corpus, |stream, text| {
        let mut list = settings(text);
        let named = list.iter().rposition(|setting| setting.name == "model").map(|at| list.remove(at).value);
        let kind = STORAGES.iter().find(|kind| kind.name == named.unwrap_or(STORAGES[0].name));
        let servers = 1 + stream.below(4) as u32;
        let Some(Ok(mut model)) = kind.map(|kind| (kind.build)(Servers::Attached(servers), &list)) else {
            return false;
        };
        if is_short(&list) {
            let starts = starts(stream, &*model);
            let ends = serve(&mut *model, &starts);
            assert_eq!(serve(&mut *model.idle(), &starts), ends, "idle, it begins anew");
        }
        true
    });
}
