//! The test suite of the server caches: some tests run on every entry of [`CACHES`], others compare the caches.
//!
//! The tests on every cache check that every piece (a part of a request) is served once, in an access of at most the largest
//! size; that written data are accepted while the cache has room; and that a read is served before writes if its data fit into
//! the free memory.

use super::{CACHES, Cache, Piece};
use proptest::prelude::*;

const MOST: u64 = 1000;

fn build(name: &str) -> Box<dyn Cache> {
    (CACHES.iter().find(|kind| kind.name == name).expect("a cache").build)(MOST)
}

fn piece(token: u64, write: bool, file: u32, offset: u64, bytes: u64) -> Piece {
    Piece { token, write, file, offset, bytes }
}

/// The accesses until the cache is empty: direction, file, offset, bytes.
fn drain(cache: &mut dyn Cache) -> Vec<(bool, u32, u64, u64)> {
    let mut found = Vec::new();
    while let Some(access) = cache.pop(u64::MAX) {
        found.push((access.write, access.file, access.offset, access.bytes));
        cache.ended(&access);
    }
    found
}

proptest! {
    #[test]
    fn every_piece_is_served_once_and_lies_in_its_access(
        which in 0..CACHES.len(),
        given in proptest::collection::vec((any::<bool>(), 0u32..3, 0u64..4000, 1u64..MOST), 1..40),
        free in 0u64..2 * MOST
    ) {
        let mut cache = (CACHES[which].build)(MOST);
        for (token, &(write, file, offset, bytes)) in given.iter().enumerate() {
            cache.push(piece(token as u64, write, file, offset, bytes));
        }
        let mut served = Vec::new();
        // What does not fit into little memory fits when all is free.
        while let Some(access) = cache.pop(free).or_else(|| cache.pop(u64::MAX)) {
            for piece in &access.pieces {
                prop_assert_eq!((piece.write, piece.file), (access.write, access.file));
                prop_assert!(access.offset <= piece.offset && piece.end() <= access.offset + access.bytes);
                served.push(piece.token);
            }
            prop_assert!(access.bytes <= MOST);
            cache.ended(&access);
        }
        served.sort_unstable();
        prop_assert_eq!(served, (0..given.len() as u64).collect::<Vec<_>>());
    }
}

#[test]
fn written_data_wait_in_memory_or_for_the_device() {
    for kind in CACHES {
        let mut cache = (kind.build)(MOST);
        assert!(cache.accepts(10, 10), "{}", kind.name);
        cache.push(piece(0, true, 0, 0, 10));
        let buffered = kind.name != "none";
        assert_eq!((cache.accepts(10, 10), cache.accepts(10, 9)), (buffered, false), "{}", kind.name);
        let access = cache.pop(0).expect("writes need no memory of their own");
        assert_eq!(cache.accepts(10, 10), buffered, "it is being written");
        cache.ended(&access);
        assert!(cache.accepts(10, 10));
    }
}

#[test]
fn reads_come_first_where_they_fit() {
    for kind in CACHES {
        let mut cache = (kind.build)(MOST);
        cache.push(piece(0, true, 0, 0, 10));
        cache.push(piece(1, false, 0, 500, 20));
        let order = |cache: &mut dyn Cache, free| cache.pop(free).map(|access| access.write);
        assert_eq!(order(&mut *cache, 19), Some(true), "{}", kind.name);
        assert_eq!((order(&mut *cache, 19), order(&mut *cache, 20)), (None, Some(false)), "{}", kind.name);
        cache.push(piece(2, true, 0, 0, 10));
        cache.push(piece(3, false, 0, 500, 20));
        assert_eq!(order(&mut *cache, 20), Some(false), "{}", kind.name);
    }
}

#[test]
fn order_and_merging_are_what_tells_them_apart() {
    let accesses = |name: &str| {
        let mut cache = build(name);
        for (file, offset, bytes) in
            [(1, 300, 100), (0, 0, 100), (1, 900, 100), (1, 200, 100), (1, 400, 500), (1, 100, 100)]
        {
            cache.push(piece(0, true, file, offset, bytes));
        }
        drain(&mut *cache)
    };
    let arrived = [(1, 300, 100), (0, 0, 100), (1, 900, 100), (1, 200, 100), (1, 400, 500), (1, 100, 100)];
    let arrived = arrived.map(|(file, offset, bytes)| (true, file, offset, bytes));
    assert_eq!(accesses("none"), arrived);
    assert_eq!(accesses("write-behind"), arrived);
    assert_eq!(accesses("write-through"), arrived);
    // 300–400, then what touches it: 400–900, 900–1000, 200–300, 100–200.
    assert_eq!(accesses("aggregation"), [(true, 1, 100, 900), (true, 0, 0, 100)]);
    assert_eq!(accesses("aggregation-reorder"), [(true, 0, 0, 100), (true, 1, 100, 900)]);
}

#[test]
fn merging_ends_at_the_largest_access() {
    for name in ["aggregation", "aggregation-reorder"] {
        let mut cache = build(name);
        (0..5).for_each(|n| cache.push(piece(n, false, 0, 400 * n, 400)));
        assert_eq!(drain(&mut *cache), [(false, 0, 0, 800), (false, 0, 800, 800), (false, 0, 1600, 400)], "{name}");
        // With less memory less is merged.
        (0..3).for_each(|n| cache.push(piece(n, false, 0, 400 * n, 400)));
        assert_eq!(cache.pop(500).map(|access| access.bytes), Some(400), "{name}");
    }
}

#[test]
fn reordering_stays_on_a_file_and_a_direction() {
    let mut cache = build("aggregation-reorder");
    for (write, file, offset) in
        [(true, 2, 0), (true, 1, 500), (false, 2, 700), (false, 1, 0), (true, 1, 900), (false, 1, 100)]
    {
        cache.push(piece(0, write, file, offset, 10));
    }
    let order: Vec<_> =
        drain(&mut *cache).into_iter().map(|(write, file, offset, _)| (file, write, offset)).collect();
    let expected = [(1, false, 0), (1, false, 100), (1, true, 500), (1, true, 900), (2, false, 700), (2, true, 0)];
    assert_eq!(order, expected);
}
