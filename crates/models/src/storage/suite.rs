//! What every storage model has to do, run on all of [`STORAGES`].

use super::{STORAGES, Servers};
use kernel::{Storage, StorageDone, StorageKind, StorageRequest};
use units::{Endpoint, HostId, Time};

fn each(check: impl Fn(&mut dyn Storage)) {
    for kind in STORAGES {
        for servers in [1, 3] {
            check(&mut *(kind.build)(Servers::Attached(servers), &[]).expect("defaults"));
        }
    }
}

fn request(token: u64, server: u32, kind: StorageKind, bytes: u64) -> StorageRequest {
    StorageRequest { token, server, file: 0, kind, offset: 0, bytes, extents: 1 }
}

fn end(model: &mut dyn Storage, bytes: u64, kind: StorageKind) -> Time {
    let mut done = Vec::new();
    let now = Time::from_ns(17);
    model.start(now, &request(9, 0, kind, bytes));
    loop {
        let next = model.next_event();
        assert!(next >= now && next < Time::MAX, "something is under way");
        model.advance(next, &mut done);
        if done == [StorageDone { token: 9 }] {
            assert_eq!(model.next_event(), Time::MAX, "nothing is left");
            return next;
        }
        assert_eq!(done, []);
    }
}

#[test]
fn nothing_happens_in_an_idle_one() {
    each(|model| assert_eq!(model.next_event(), Time::MAX));
}

#[test]
fn more_bytes_never_end_earlier() {
    for kind in [StorageKind::Read, StorageKind::Write] {
        let ends = |bytes| {
            let mut all = Vec::new();
            for entry in STORAGES {
                all.push(end(&mut *(entry.build)(Servers::Attached(1), &[]).expect("defaults"), bytes, kind));
            }
            all
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
            model.spread(2, offset, bytes, &mut |server, bytes| {
                assert!(bytes > 0 && last < Some(server), "ascending, with bytes");
                (sum, last) = (sum + bytes, Some(server));
            });
            assert_eq!(sum, bytes);
            assert!(last < Some(model.servers()));
        }
        model.spread(0, 7, 0, &mut |_, _| panic!("no bytes are nowhere"));
        assert!((0..9).all(|file| model.metadata_server(file) < model.servers()));
    });
}

#[test]
fn the_order_of_starts_at_one_instant_changes_no_end() {
    let run = |order: [u64; 4]| {
        let mut model = (STORAGES[0].build)(Servers::Attached(2), &[]).expect("defaults");
        for token in order {
            let kind = if token % 2 == 0 { StorageKind::Read } else { StorageKind::Write };
            model.start(Time::ZERO, &request(token, (token / 2) as u32, kind, token * 1000 + 1));
        }
        let (mut done, mut ends) = (Vec::new(), [Time::MAX; 4]);
        while model.next_event() < Time::MAX {
            let next = model.next_event();
            model.advance(next, &mut done);
            done.drain(..).for_each(|done: StorageDone| ends[done.token as usize] = next);
        }
        ends
    };
    assert_eq!(run([0, 1, 2, 3]), run([3, 1, 2, 0]));
}

#[test]
fn servers_with_a_place_say_it() {
    let place = |host| Endpoint { host: HostId(host), nic: 0, core: 0 };
    for kind in STORAGES {
        let model = (kind.build)(Servers::At(vec![place(4), place(1)]), &[]).expect("defaults");
        assert_eq!((model.servers(), model.endpoint(1)), (2, Some(place(1))));
        let attached = (kind.build)(Servers::Attached(2), &[]).expect("defaults");
        assert_eq!(attached.endpoint(1), None);
    }
}
