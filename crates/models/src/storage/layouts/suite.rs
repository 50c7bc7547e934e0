//! The test suite of the file layouts: each test runs on every entry of [`LAYOUTS`]. It expects: every byte is on one server at
//! one offset; a file's bytes on a server have no gaps; a layout names the servers of an access in ascending order.

use super::{LAYOUTS, Layout};
use crate::Setting;
use crate::settings::Settings;
use kernel::Extent;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn build(name: &str, servers: u32, settings: &[(&str, &str)]) -> Box<dyn Layout> {
    let kind = LAYOUTS.iter().find(|kind| kind.name == name).expect("a layout");
    let settings: Vec<Setting<'_>> = settings.iter().map(|&(name, value)| Setting { name, value }).collect();
    (kind.build)(servers, &Settings::new(kind.name, kind.parameters, &settings).expect("its parameters"))
        .expect("values")
}

/// What an access has on each server, adjacent extents merged.
fn spread(layout: &dyn Layout, file: u32, extents: &[(u64, u64)]) -> BTreeMap<u32, Vec<(u64, u64)>> {
    let mut found: BTreeMap<u32, Vec<Extent>> = BTreeMap::new();
    for &(offset, bytes) in extents {
        layout.spread(file, offset, bytes, &mut |server, extent| {
            extent.append_to(found.entry(server).or_default());
        });
    }
    let pair = |extent: &Extent| (extent.offset, extent.bytes);
    found.into_iter().map(|(server, extents)| (server, extents.iter().map(pair).collect())).collect()
}

proptest! {
    #[test]
    fn every_byte_is_on_one_server_at_one_place(
        which in 0..LAYOUTS.len(), servers in 1u32..6, file in 0u32..9, bytes in 1u64..300_000, cut in 0u64..300_000
    ) {
        let layout = build(LAYOUTS[which].name, servers, &[("layout.stripe", "7000 B")]);
        let cut = cut.min(bytes);
        // Two halves are where the whole is, byte by byte, and no place is taken twice.
        let whole = spread(&*layout, file, &[(0, bytes)]);
        prop_assert_eq!(&whole, &spread(&*layout, file, &[(0, cut), (cut, bytes - cut)]));
        prop_assert_eq!(whole.values().flatten().map(|&(_, bytes)| bytes).sum::<u64>(), bytes);
        // From the file's first byte on, servers have no gaps.
        prop_assert!(whole.iter().all(|(&server, extents)| server < servers && extents.len() == 1 && extents[0].0 == 0));
    }
}

#[test]
fn no_bytes_are_nowhere_and_servers_ascend() {
    for kind in LAYOUTS {
        let layout = build(kind.name, 5, &[]);
        layout.spread(0, 7, 0, &mut |_, _| panic!("no bytes are nowhere"));
        for (file, offset, bytes) in [(0, 0, 1), (3, 5, 1 << 24), (4, (1 << 40) + 3, 10_000_000)] {
            let mut last = None;
            layout.spread(file, offset, bytes, &mut |server, extent| {
                assert!(extent.bytes > 0 && last < Some(server), "{}", kind.name);
                last = Some(server);
            });
        }
    }
}

/// The stripe tests of PIOsimHD: 10-byte stripes, what each server has.
#[test]
fn stripes_of_piosimhd() {
    let expect = |servers: u32, extents: &[(u64, u64)], expected: &[(u32, &[(u64, u64)])]| {
        let layout = build("pvfs", servers, &[("layout.stripe", "10 B")]);
        let expected: BTreeMap<_, _> = expected.iter().map(|&(server, extents)| (server, extents.to_vec())).collect();
        assert_eq!(spread(&*layout, 0, extents), expected, "{extents:?} on {servers}");
    };
    expect(2, &[(0, 10)], &[(0, &[(0, 10)])]);
    expect(2, &[(0, 20)], &[(0, &[(0, 10)]), (1, &[(0, 10)])]);
    expect(2, &[(0, 103)], &[(0, &[(0, 53)]), (1, &[(0, 50)])]);
    expect(2, &[(4, 103)], &[(0, &[(4, 53)]), (1, &[(0, 50)])]);
    expect(2, &[(4, 3)], &[(0, &[(4, 3)])]);
    expect(2, &[(10, 99)], &[(0, &[(10, 49)]), (1, &[(0, 50)])]);
    expect(2, &[(20, 9)], &[(0, &[(10, 9)])]);
    expect(2, &[(24, 7)], &[(0, &[(14, 6)]), (1, &[(10, 1)])]);
    expect(2, &[(11, 95)], &[(0, &[(10, 46)]), (1, &[(1, 49)])]);
    expect(3, &[(11, 17)], &[(1, &[(1, 9)]), (2, &[(0, 8)])]);
    expect(3, &[(11, 17), (40, 20), (70, 7)], &[(1, &[(1, 26)]), (2, &[(0, 8), (10, 10)])]);
}

#[test]
fn files_start_where_their_layout_says() {
    let first = |layout: &dyn Layout, file| *spread(layout, file, &[(0, 1)]).keys().next().expect("a server");
    let pvfs = build("pvfs", 4, &[]);
    assert_eq!((first(&*pvfs, 0), first(&*pvfs, 5)), (0, 0));
    let third = build("pvfs", 4, &[("layout.start", "3")]);
    assert_eq!((first(&*third, 5), spread(&*third, 0, &[(65_536, 1)])), (3, BTreeMap::from([(0, vec![(0, 1)])])));
    assert_eq!(first(&*build("pvfs", 4, &[("layout.start", "next")]), 5), 1);
    let lustre = build("lustre", 5, &[("layout.count", "2"), ("layout.stripe", "10 B")]);
    // File 2 has servers 4 and 0.
    assert_eq!(spread(&*lustre, 2, &[(0, 35)]), BTreeMap::from([(0, vec![(0, 15)]), (4, vec![(0, 20)])]));
    assert_eq!(spread(&*build("lustre", 3, &[("layout.count", "9")]), 0, &[(0, 5 << 20)]).len(), 3);
}

#[test]
fn values_that_make_no_sense_are_refused() {
    let error = |kind: usize, name: &str, value: &str| {
        let settings = [Setting { name, value }];
        let settings = Settings::new(LAYOUTS[kind].name, LAYOUTS[kind].parameters, &settings).expect("a parameter");
        (LAYOUTS[kind].build)(2, &settings).err().expect("an error").to_string()
    };
    assert!(error(0, "layout.start", "2").contains("a server's number below 2, or `next`"));
    assert!(error(0, "layout.start", "last").contains("a whole number of at least 0, or `next`"));
    assert!(error(1, "layout.count", "0").contains("a whole number of at least 1, or `all`"));
    assert!(error(1, "layout.stripe", "0 B").contains("a size of at least 1 B"));
}
