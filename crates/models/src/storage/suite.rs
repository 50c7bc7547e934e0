//! The test suite of the storage models: each test runs on every entry of [`STORAGES`], with a client on a network that takes
//! no time.
//!
//! The suite expects: an idle model has no events; every kind of request ends with all of its bytes; more bytes never end
//! earlier; every byte of a file is on one server; the same requests at the same times end at the same times; `divide` divides
//! the time of a request among declared parameters.

use super::{STORAGES, Servers};
use crate::Setting;
use kernel::{Extent, Progress, Storage, StorageEvent, StorageKind, StorageRequest};
use std::collections::BTreeMap;
use units::{Endpoint, HostId, Time};

fn each(check: impl Fn(&mut dyn Storage)) {
    for kind in STORAGES {
        for servers in [1, 3] {
            check(&mut *(kind.build)(Servers::Attached(servers), &[]).expect("defaults"));
        }
    }
}

/// A model by its name.
pub(super) fn build(name: &str, servers: u32, settings: &[(&str, &str)]) -> Box<dyn Storage> {
    let kind = STORAGES.iter().find(|kind| kind.name == name).expect("a storage model");
    let settings: Vec<Setting<'_>> = settings.iter().map(|&(name, value)| Setting { name, value }).collect();
    (kind.build)(Servers::Attached(servers), &settings).unwrap_or_else(|error| panic!("{error}"))
}

/// A request of one extent.
pub(super) fn request(token: u64, server: u32, kind: StorageKind, (offset, bytes): (u64, u64)) -> StorageRequest {
    let data = matches!(kind, StorageKind::Read | StorageKind::Write);
    let extents = if data { vec![Extent { offset, bytes }] } else { Vec::new() };
    StorageRequest { token, client: 0, server, file: 0, kind, extents }
}

/// Clients on a network that takes no time.
pub(super) struct Clients<'m> {
    pub(super) model: &'m mut dyn Storage,
    /// Of writes under way: bytes that have not been sent.
    unsent: BTreeMap<u64, u64>,
    events: Vec<StorageEvent>,
    /// Bytes that became ready or were taken in, by token.
    pub(super) bytes: BTreeMap<u64, u64>,
}

impl<'m> Clients<'m> {
    pub(super) fn new(model: &'m mut dyn Storage) -> Self {
        Self { model, unsent: BTreeMap::new(), events: Vec::new(), bytes: BTreeMap::new() }
    }

    pub(super) fn start(&mut self, now: Time, request: &StorageRequest) {
        self.model.start(now, request);
        if let (StorageKind::Write, Some(parts)) = (request.kind, self.model.protocol().parts) {
            let (bytes, window) = (request.bytes(), u64::from(parts.window));
            self.unsent.insert(request.token, bytes);
            (0..window.min(bytes.div_ceil(parts.bytes))).for_each(|_| self.send(now, request.token));
        }
    }

    fn send(&mut self, now: Time, token: u64) {
        let parts = self.model.protocol().parts.expect("data in parts");
        let unsent = self.unsent.get_mut(&token).expect("a write");
        let part = parts.bytes.min(*unsent);
        *unsent -= part;
        if part > 0 {
            self.model.moved(now, token, part);
        }
    }

    /// Goes on to the model's next event: when, and which requests end then.
    fn advance(&mut self) -> Option<(Time, Vec<u64>)> {
        let now = self.model.next_event();
        if now == Time::MAX {
            return None;
        }
        self.model.advance(now, &mut self.events);
        let events = std::mem::take(&mut self.events);
        let mut ended = Vec::new();
        for StorageEvent { token, progress } in events {
            match progress {
                Progress::Ready(bytes) => {
                    *self.bytes.entry(token).or_default() += bytes;
                    self.model.moved(now, token, bytes);
                }
                Progress::Accepted(bytes) => {
                    *self.bytes.entry(token).or_default() += bytes;
                    self.send(now, token);
                }
                Progress::Done(_) => ended.push(token),
            }
        }
        Some((now, ended))
    }

    /// The next instant at which requests end, and which.
    pub(super) fn next_end(&mut self) -> Option<(Time, Vec<u64>)> {
        std::iter::from_fn(|| self.advance()).find(|(_, ended)| !ended.is_empty())
    }

    /// The end of every request, each started at its instant; tokens are 0, 1, ...
    pub(super) fn ends(&mut self, requests: &[(Time, StorageRequest)]) -> Vec<Time> {
        let mut ends = vec![Time::MAX; requests.len()];
        let mut rest = requests.iter().peekable();
        loop {
            while let Some((at, request)) = rest.next_if(|&&(at, _)| at <= self.model.next_event()) {
                self.start(*at, request);
            }
            match self.advance() {
                Some((now, ended)) => ended.into_iter().for_each(|token| ends[token as usize] = now),
                None if rest.peek().is_none() => return ends,
                None => {}
            }
        }
    }

    /// The end of the last of some requests, each started when the one before has ended.
    pub(super) fn one_by_one(&mut self, requests: impl Iterator<Item = StorageRequest>) -> Time {
        let mut now = Time::ZERO;
        for request in requests {
            self.start(now, &request);
            let (end, ended) = self.next_end().expect("something is under way");
            assert_eq!(ended, [request.token]);
            now = end;
        }
        now
    }
}

#[test]
fn nothing_happens_in_an_idle_one() {
    each(|model| assert_eq!(model.next_event(), Time::MAX));
}

#[test]
fn every_kind_of_request_ends_with_all_of_its_bytes() {
    use StorageKind::{Flush, Metadata, Open, Read, Write};
    each(|model| {
        let extent = (5, (3 << 20) + 7);
        let requests: Vec<_> = [Open, Write, Flush, Read, Metadata, Write, Read]
            .into_iter()
            .enumerate()
            .map(|(token, kind)| (Time::from_ns(10 * token as u64), request(token as u64, 0, kind, extent)))
            .collect();
        let parts = model.protocol().parts.is_some();
        let mut clients = Clients::new(model);
        assert!(clients.ends(&requests).iter().all(|&end| end < Time::MAX));
        assert_eq!(clients.model.next_event(), Time::MAX, "nothing is left");
        let told: Vec<u64> = clients.bytes.keys().copied().collect();
        assert!(clients.bytes.values().all(|&bytes| bytes == extent.1));
        assert_eq!(told, if parts { vec![1, 3, 5, 6] } else { vec![3, 6] });
    });
}

#[test]
fn more_bytes_never_end_earlier() {
    for kind in [StorageKind::Read, StorageKind::Write] {
        let ends = |bytes| -> Vec<Time> {
            let end = |name| {
                let mut model = build(name, 1, &[]);
                Clients::new(&mut *model).ends(&[(Time::from_ns(17), request(0, 0, kind, (0, bytes)))])[0]
            };
            STORAGES.iter().map(|entry| end(entry.name)).collect()
        };
        let mut before = ends(0);
        for bytes in [1, 4096, 1 << 20, 1 << 33] {
            let now = ends(bytes);
            assert!(now.iter().zip(&before).all(|(now, before)| now >= before), "{bytes}");
            before = now;
        }
    }
}

#[test]
fn every_byte_of_a_file_is_on_one_server() {
    each(|model| {
        for (offset, bytes) in [(0, 1), (5, 1 << 21), ((1 << 40) + 3, 10_000_000)] {
            let mut sum = 0;
            let mut last = None;
            model.spread(2, offset, bytes, &mut |server, extent| {
                assert!(extent.bytes > 0 && last < Some(server), "ascending, with bytes");
                (sum, last) = (sum + extent.bytes, Some(server));
            });
            assert_eq!(sum, bytes);
            assert!(last < Some(model.servers()));
        }
        model.spread(0, 7, 0, &mut |_, _| panic!("no bytes are nowhere"));
        assert!((0..9).all(|file| model.metadata_server(file) < model.servers()));
    });
}

#[test]
fn the_same_starts_end_the_same() {
    let requests: Vec<_> = (0..20)
        .map(|token| {
            let kind = if token % 3 == 0 { StorageKind::Read } else { StorageKind::Write };
            let extent = (token * 777_777 % 5_000_000, 100_000 * token + 1);
            (Time::from_ns(token * token), request(token, (token % 3) as u32, kind, extent))
        })
        .collect();
    for kind in STORAGES {
        let ends = || Clients::new(&mut *build(kind.name, 3, &[])).ends(&requests);
        assert!(ends().iter().all(|&end| end < Time::MAX));
        assert_eq!(ends(), ends(), "{}", kind.name);
    }
}

#[test]
fn the_order_of_starts_at_one_instant_changes_no_end_of_shared_servers() {
    let run = |order: [u64; 4]| {
        let mut model = build("shared", 2, &[]);
        let mut clients = Clients::new(&mut *model);
        for token in order {
            let kind = if token % 2 == 0 { StorageKind::Read } else { StorageKind::Write };
            clients.start(Time::ZERO, &request(token, (token / 2) as u32, kind, (0, token * 1000 + 1)));
        }
        let mut ends = [Time::MAX; 4];
        while let Some((now, ended)) = clients.next_end() {
            ended.into_iter().for_each(|token| ends[token as usize] = now);
        }
        ends
    };
    assert_eq!(run([0, 1, 2, 3]), run([3, 1, 2, 0]));
}

#[test]
fn servers_with_a_place_say_it() {
    let place = |host| Endpoint { host: HostId(host), ..Endpoint::default() };
    for kind in STORAGES {
        let model = (kind.build)(Servers::At(vec![place(4), place(1)]), &[]).expect("defaults");
        assert_eq!((model.servers(), model.endpoint(1)), (2, Some(place(1))));
        let attached = (kind.build)(Servers::Attached(2), &[]).expect("defaults");
        assert_eq!(attached.endpoint(1), None);
    }
}

#[test]
fn the_time_of_a_request_is_divided_among_parameters() {
    for kind in STORAGES {
        let model = build(kind.name, 2, &[]);
        for of in
            [StorageKind::Read, StorageKind::Write, StorageKind::Flush, StorageKind::Open, StorageKind::Metadata]
        {
            for (bytes, time) in [(0, 0), (1, 1), (12_345_678, 77_000_000), (u64::MAX, u64::MAX)] {
                let (mut names, mut sum) = (Vec::new(), 0u128);
                model.divide(&request(0, 1, of, (0, bytes)), Time::from_ps(time), &mut |name, part| {
                    names.push(name);
                    sum += u128::from(part.ps());
                });
                assert!(sum <= u128::from(time), "{}: {of:?} of {bytes} B: {sum} of {time} ps", kind.name);
                let declared = kind.parameters.iter().chain(super::devices::DEVICES[0].parameters);
                let known = |name: &str| declared.clone().any(|parameter| parameter.name == name);
                assert!(names.iter().all(|name| known(name)), "{}: {names:?}", kind.name);
            }
        }
    }
}
