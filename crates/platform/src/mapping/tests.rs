//! Tests of mappings: each mapping places ranks where it should, and every mistake gives its exact error message.

use super::{Allocation, MAPPINGS, Mapping, MappingError};
use crate::Platform;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use units::HostId;

/// Four hosts of four cores in two sockets.
fn machine() -> Platform {
    let text = "[topology]\nkind = 'full'\nhosts = 4\nlinks.all = { bandwidth = '1 GB/s', latency = '1 us' }\n\
                [host]\ncores = 4\nspeed = '1 Gf'\n\
                memory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us', sockets = 2 }\n[nic]\ncount = 2";
    Platform::from_str(text, "machine.toml").unwrap()
}

/// A file of the test's own, removed when dropped.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        // Tests run side by side: a name for each file.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("windtunnel-mapping-{}-{count}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    fn spec(&self) -> String {
        format!("file:{}", self.0.display())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}

fn build(spec: &str, ranks: u32) -> Result<Mapping, MappingError> {
    Mapping::build(spec, ranks, None, false, &Allocation::Machine, &machine())
}

fn with_hostfile(spec: &str, ranks: u32, ppn: Option<u32>, over: bool, file: &Path) -> Result<Mapping, MappingError> {
    Mapping::build(spec, ranks, ppn, over, &Allocation::File(file.to_owned()), &machine())
}

/// Host and core of every rank, and that both directions of the mapping agree.
fn places(mapping: &Mapping) -> Vec<(u32, u16)> {
    let places: Vec<(u32, u16)> = (0..mapping.ranks())
        .map(|rank| {
            let end = mapping.endpoint(rank);
            assert_eq!(u16::from(end.nic), end.core / 2);
            (end.host.0, end.core)
        })
        .collect();
    let mut seen = 0;
    for host in 0..5 {
        let on: Vec<u32> = mapping.ranks_on(HostId(host)).collect();
        assert_eq!(mapping.ranks_on(HostId(host)).len(), on.len());
        let expected: Vec<u32> = (0..mapping.ranks()).filter(|rank| places[*rank as usize].0 == host).collect();
        assert_eq!(on, expected, "ranks on host {host}");
        seen += on.len();
    }
    assert_eq!(seen, places.len());
    places
}

#[test]
fn block_fills_host_after_host() {
    assert_eq!(places(&build("block", 6).unwrap()), [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]);
    let two = Mapping::build("block", 5, Some(2), false, &Allocation::Machine, &machine()).unwrap();
    assert_eq!(places(&two), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]);
}

#[test]
fn round_robin_deals_out() {
    assert_eq!(places(&build("round-robin", 6).unwrap()), [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)]);
    assert_eq!(places(&build("round-robin", 2).unwrap()), [(0, 0), (1, 0)]);
}

#[test]
fn oversubscribed_hosts_take_equally_many() {
    for spec in ["block", "round-robin", "random:3"] {
        let mapping = Mapping::build(spec, 18, Some(1), true, &Allocation::Machine, &machine()).unwrap();
        let places = places(&mapping);
        let most = (0..4).map(|host| places.iter().filter(|(h, _)| *h == host).count()).max();
        assert_eq!(most, Some(5), "{spec}: 18 ranks on 4 hosts");
    }
    let block = Mapping::build("block", 10, Some(5), true, &Allocation::Machine, &machine()).unwrap();
    assert_eq!(places(&block)[4], (0, 0), "the fifth rank shares the first core");
}

#[test]
fn random_is_a_permutation_of_the_slots() {
    let all = build("random:1", 16).unwrap();
    let mut sorted = places(&all);
    assert_ne!(sorted, places(&build("block", 16).unwrap()));
    sorted.sort_unstable();
    assert_eq!(sorted, places(&build("block", 16).unwrap()));
    assert_eq!(places(&build("random(7)", 9).unwrap()), places(&build("random:7", 9).unwrap()));
    assert_eq!(places(&build("random", 9).unwrap()), places(&build("random:0", 9).unwrap()));
    assert_ne!(places(&build("random:7", 9).unwrap()), places(&build("random:8", 9).unwrap()));
    // Fewer ranks are a prefix: the draw does not depend on how many there are.
    assert_eq!(places(&build("random:7", 4).unwrap()), places(&build("random:7", 9).unwrap())[..4]);
}

#[test]
fn random_places_stay_as_they_are() {
    // Pins the stream: the same seed has to place alike in every version.
    assert_eq!(places(&build("random:42", 6).unwrap()), [(1, 3), (2, 2), (2, 0), (3, 2), (0, 1), (3, 3)]);
}

#[test]
fn tiles_keep_neighbours_together() {
    // Hosts of four: squares of 2 × 2 of a grid of 4 × 4, in the order of their numbers.
    let hosts = |spec| places(&build(spec, 16).unwrap()).into_iter().map(|(host, _)| host).collect::<Vec<_>>();
    assert_eq!(hosts("tiles:4x4/2x2"), [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]);
    // Cores go on with the numbers of the ranks within a square.
    assert_eq!(places(&build("tiles:4x4/2x2", 16).unwrap())[4..8], [(0, 2), (0, 3), (1, 2), (1, 3)]);
    // Pairs of squares one below the other come first.
    assert_eq!(hosts("tiles:4x4/4x2/2x2"), [0, 0, 2, 2, 0, 0, 2, 2, 1, 1, 3, 3, 1, 1, 3, 3]);
    // A grid without tiles, or with tiles of one rank, is block.
    for spec in ["tiles:4x4", "tiles:2x2x2x2/1x1x1x1", "tiles:16", "tiles(4x4/4x4)"] {
        assert_eq!(places(&build(spec, 16).unwrap()), places(&build("block", 16).unwrap()), "{spec}");
    }
}

/// A torus of 4 × 2 × 3 hosts of two cores: X fastest in the numbers of hosts, last in a program.
fn torus() -> Platform {
    let text = "[topology]\nkind = 'torus'\ndimensions = [4, 2, 3]\nlinks.all = { bandwidth = '1 GB/s', latency = '1 us' }\n\
                [host]\ncores = 2\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }";
    Platform::from_str(text, "torus.toml").unwrap()
}

fn on_torus(spec: &str, ranks: u32, ppn: Option<u32>, over: bool) -> Result<Vec<(u32, u16)>, MappingError> {
    let mapping = Mapping::build(spec, ranks, ppn, over, &Allocation::Machine, &torus())?;
    let ends = (0..ranks).map(|rank| mapping.endpoint(rank));
    Ok(ends.map(|end| (end.host.0, end.core)).collect())
}

#[test]
fn an_order_names_the_fastest_axis_first() {
    // As Blue Gene's: TXYZ is block, XYZT one rank on every host in the order of their numbers.
    assert_eq!(on_torus("order:TXYZ", 48, None, false), on_torus("block", 48, None, false));
    assert_eq!(on_torus("order:XYZT", 48, None, false), on_torus("round-robin", 48, None, false));
    assert_eq!(on_torus("order:ZYXT", 5, None, false).unwrap(), [(0, 0), (8, 0), (16, 0), (4, 0), (12, 0)]);
    assert_eq!(
        on_torus("order:Z,T,X,Y", 8, None, false).unwrap()[2..],
        [(16, 0), (0, 1), (8, 1), (16, 1), (1, 0), (9, 0)]
    );
    // All 24 permutations are permutations of the slots, and differ.
    let mut seen = BTreeSet::new();
    for first in "XYZT".chars() {
        for second in "XYZT".chars().filter(|axis| *axis != first) {
            for third in "XYZT".chars().filter(|axis| ![first, second].contains(axis)) {
                let last = "XYZT".chars().find(|axis| ![first, second, third].contains(axis)).unwrap();
                let places = on_torus(&format!("order:{first}{second}{third}{last}"), 48, None, false).unwrap();
                assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), 48);
                seen.insert(places);
            }
        }
    }
    assert_eq!(seen.len(), 24);
}

#[test]
fn an_oversubscribed_host_has_more_places_along_t() {
    // Four to a host of two cores: T counts to three, cores twice to one.
    let places = on_torus("order:TXYZ", 96, Some(4), true).unwrap();
    assert_eq!(places[..5], [(0, 0), (0, 1), (0, 0), (0, 1), (1, 0)]);
    assert_eq!(
        on_torus("map grid(96) -> machine().transpose(X, Y, Z, T)", 96, Some(4), true).unwrap()[..4],
        places[..4]
    );
    // One to a host: T is one place.
    assert_eq!(on_torus("order:XTYZ", 24, Some(1), false), on_torus("block", 24, Some(1), false));
}

#[test]
fn a_program_has_the_last_axis_fastest() {
    // Axes X, Y, Z, T: T first, then Z, which are hosts 8 apart.
    let places = on_torus("map grid(48) -> machine()", 48, None, false).unwrap();
    assert_eq!(places[..8], [(0, 0), (0, 1), (8, 0), (8, 1), (16, 0), (16, 1), (4, 0), (4, 1)]);
    assert_eq!(places, on_torus("order:TZYX", 48, None, false).unwrap());
    // Slabs of X onto bricks.
    let bricks = on_torus("map grid(4, 12).tile(1, 12) -> machine().tile(2, 2, 3, 1).leaves[0]", 48, None, false);
    assert!(bricks.unwrap_err().to_string().contains("a box that is not divided into parts"));
    let bricks = on_torus("map grid(4, 12).tile(1, 12) -> machine().tile(2, 2, 3, 1)", 48, None, false).unwrap();
    assert!(bricks[..12].iter().all(|(host, core)| host % 4 < 2 && *core == 0), "{bricks:?}");
    assert!(bricks[12..24].iter().all(|(host, core)| host % 4 < 2 && *core == 1), "{bricks:?}");
    assert!(bricks[24..].iter().all(|(host, _)| host % 4 >= 2), "{bricks:?}");
}

#[test]
fn a_mapping_of_a_grid_knows_its_sizes() {
    let grid =
        |spec: &str| Mapping::build(spec, 48, None, false, &Allocation::Machine, &torus()).unwrap().grid().to_vec();
    assert_eq!(grid("map grid(4, 12) -> machine()"), [4, 12]);
    assert_eq!(grid("tiles:8x6/2x2"), [8, 6]);
    assert_eq!([grid("block"), grid("order:TXYZ")], [Vec::<u32>::new(), Vec::new()]);
}

#[test]
fn a_program_may_be_a_file() {
    let text = "# Slabs\napp = grid(4, 12)\nm = machine()\napp.tile(1, 12)\nm.tile(1, 2, 3, 2)\nmap app -> m\n\nm.leaves.tilt(Y, Z)\n";
    let file = File::new("slabs.map", text);
    let spec = file.0.display().to_string();
    let places = on_torus(&spec, 48, None, false).unwrap();
    // The plane Z = 1 of slab X = 0 has moved by one along Y.
    assert_eq!(places[..4], [(0, 0), (0, 1), (12, 0), (12, 1)]);
    assert_eq!(Some(&places[..]), on_torus(text, 48, None, false).ok().as_deref(), "the same on the command line");
    let error = on_torus(&spec, 47, None, false).unwrap_err().to_string();
    assert_eq!(
        error,
        format!("{spec}:2:7: a grid of 4 × 12 does not hold 47 ranks; expected sizes whose product is 47")
    );
}

/// Whatever the tiles: a permutation of the slots in which every tile is a run of them.
#[test]
fn tiles_are_runs_of_slots() {
    let (grid, tiles) = ([8u32, 4, 6], [[4, 4, 3], [4, 2, 3], [2, 2, 1]]);
    let text = "[topology]\nkind = 'full'\nhosts = 12\nlinks.all = { bandwidth = '1 GB/s', latency = '1 us' }\n\
                [host]\ncores = 16\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }";
    let machine = Platform::from_str(text, "m").unwrap();
    let mapping =
        Mapping::build("tiles:8x4x6/4x4x3/4x2x3/2x2x1", 192, None, false, &Allocation::Machine, &machine).unwrap();
    let slot = |rank| {
        let end = mapping.endpoint(rank);
        end.host.0 * 16 + u32::from(end.core)
    };
    assert_eq!((0..192).map(slot).collect::<BTreeSet<_>>().len(), 192);
    for tile in tiles {
        let mut runs: std::collections::BTreeMap<[u32; 3], Vec<u32>> = Default::default();
        for rank in 0..192 {
            let at = [rank / (grid[1] * grid[2]), rank / grid[2] % grid[1], rank % grid[2]];
            runs.entry([at[0] / tile[0], at[1] / tile[1], at[2] / tile[2]]).or_default().push(slot(rank));
        }
        for (tile, mut slots) in runs {
            slots.sort_unstable();
            assert!(slots.windows(2).all(|pair| pair[1] == pair[0] + 1), "{tile:?}: {slots:?}");
        }
    }
}

#[test]
fn a_mapping_file_says_host_and_core() {
    let file = File::new("ranks", "# four ranks\nhost2\n2 # the same host\n\n0:3\nhost3 : 1\n");
    assert_eq!(places(&build(&file.spec(), 4).unwrap()), [(2, 0), (2, 1), (0, 3), (3, 1)]);
}

#[test]
fn a_mapping_tells_which_file_it_reads() {
    let file = |spec| super::mapping_file(spec).map(Path::to_owned);
    assert_eq!(file("file:a/ranks.txt"), Some(PathBuf::from("a/ranks.txt")));
    assert_eq!(file(" planes.map "), Some(PathBuf::from("planes.map")));
    assert_eq!([file("random:3"), file("map grid(4) -> machine()"), file("tiles:4x4/2x2")], [None, None, None]);
}

#[test]
fn a_host_file_says_hosts_and_slots() {
    let file = File::new("hosts", "host3 slots=2\n1\n# host0\nhost0 slots=1 # one\n");
    let block = with_hostfile("block", 7, None, false, &file.0).unwrap();
    assert_eq!(places(&block), [(3, 0), (3, 1), (1, 0), (1, 1), (1, 2), (1, 3), (0, 0)]);
    let robin = with_hostfile("round-robin", 6, None, false, &file.0).unwrap();
    assert_eq!(places(&robin), [(3, 0), (1, 0), (0, 0), (3, 1), (1, 1), (1, 2)]);
    let two = with_hostfile("block", 5, Some(2), false, &file.0).unwrap();
    assert_eq!(places(&two), [(3, 0), (3, 1), (1, 0), (1, 1), (0, 0)]);
    let more = with_hostfile("block", 9, None, true, &file.0).unwrap();
    assert_eq!(places(&more)[..3], [(3, 0), (3, 1), (3, 2)], "each host takes one more");
    let random = with_hostfile("random:5", 7, None, false, &file.0).unwrap();
    assert_eq!(places(&random).into_iter().collect::<BTreeSet<_>>(), places(&block).into_iter().collect());
}

/// Six supernodes of two drawers of three hubs, two cores each.
fn percs() -> Platform {
    let class = "{ bandwidth = '1 GB/s', latency = '1 us' }";
    let text = format!(
        "[topology]\nkind = 'percs'\nsupernodes = 6\ndrawers = 2\nhubs = 3\n\
         links = {{ QCM = {class}, LL = {class}, LR = {class}, D = {class} }}\n\
         [host]\ncores = 2\nspeed = '1 Gf'\nmemory = {{ bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }}"
    );
    Platform::from_str(&text, "percs.toml").unwrap()
}

fn allocated(allocation: &str, spec: &str, ranks: u32, platform: &Platform) -> Result<Vec<(u32, u16)>, MappingError> {
    let mapping = Mapping::build(spec, ranks, None, false, &Allocation::parse(allocation, 1)?, platform)?;
    let ends = (0..ranks).map(|rank| mapping.endpoint(rank));
    Ok(ends.map(|end| (end.host.0, end.core)).collect())
}

fn hosts_of(allocation: &str, ranks: u32) -> Vec<u32> {
    let mut hosts: Vec<u32> =
        allocated(allocation, "block", ranks, &percs()).unwrap().into_iter().map(|(host, _)| host).collect();
    hosts.dedup();
    hosts
}

#[test]
fn a_contiguous_allocation_is_as_large_as_the_ranks_need() {
    let machine = machine();
    let places = |spec, ranks| allocated("contiguous", spec, ranks, &machine).unwrap();
    assert_eq!(places("round-robin", 6), [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]);
    assert!(places("random:3", 8).iter().all(|(host, _)| *host < 2));
    // Whole planes of the machine keep its axes; other numbers of hosts have one.
    let torus = torus();
    assert_eq!(allocated("contiguous", "order:XYZT", 16, &torus).unwrap()[..3], [(0, 0), (1, 0), (2, 0)]);
    assert_eq!(
        allocated("contiguous", "map grid(16) -> machine().tile(4, 2, 1, 2)", 16, &torus).unwrap()[..4],
        [(0, 0), (0, 1), (4, 0), (4, 1)]
    );
    assert_eq!(allocated("contiguous", "order:host,core", 10, &torus).unwrap()[4..6], [(4, 0), (0, 1)]);
}

#[test]
fn random_allocations_are_whole_units_in_ascending_order() {
    for (allocation, size) in
        [("random:hosts", 1), ("random:hubs:9", 1), ("random:drawers:4", 3), ("random:supernodes:7", 6)]
    {
        let hosts = hosts_of(allocation, 24);
        assert!(hosts.is_sorted() && hosts.len() == 12, "{allocation}: {hosts:?}");
        let units: BTreeSet<u32> = hosts.iter().map(|host| host / size).collect();
        assert_eq!(units.len() as u32 * size, 12, "{allocation}: {hosts:?}");
    }
    // A part of a unit is left over where the ranks do not fill it.
    assert_eq!(hosts_of("random:drawers:4", 10), hosts_of("random:drawers:4", 12)[..5]);
    assert_eq!(hosts_of("random:hosts", 24), hosts_of("random:hosts:1", 24), "the seed of the scenario");
    assert_ne!(hosts_of("random:hosts:1", 24), hosts_of("random:hosts:2", 24));
    assert_eq!(hosts_of("random:hosts", 72), (0..36).collect::<Vec<_>>(), "the whole machine");
    let over =
        Mapping::build("block", 80, None, true, &Allocation::parse("random:drawers", 1).unwrap(), &percs()).unwrap();
    assert_eq!(over.ranks_on(HostId(0)).len(), 3, "as many on each");
}

#[test]
fn a_random_allocation_stays_as_it_is() {
    // Pins the stream: the same seed has to allocate alike in every version.
    assert_eq!(hosts_of("random:hosts:42", 12), [9, 13, 18, 25, 28, 29]);
}

#[test]
fn a_million_ranks_are_arithmetic() {
    let text = "[topology]\nkind = 'torus'\ndimensions = [64, 64, 64]\nlinks.all = { bandwidth = '1 GB/s', latency = '1 us' }\n\
                [host]\ncores = 4\nspeed = '1 Gf'\nmemory = { bandwidth = '9 GB/s', copy = '4 GB/s', latency = '1 us' }";
    let machine = Platform::from_str(text, "m").unwrap();
    for spec in ["block", "round-robin"] {
        let mapping = Mapping::build(spec, 1 << 20, None, false, &Allocation::Machine, &machine).unwrap();
        assert!(mapping.by_host.is_empty());
        assert_eq!(mapping.endpoint((1 << 20) - 1).host, HostId((1 << 18) - 1));
        assert_eq!(mapping.ranks_on(HostId(5)).len(), 4);
    }
}

#[test]
fn every_kind_has_a_sentence() {
    assert!(MAPPINGS.iter().all(|kind| kind.doc.ends_with('.')));
}

const TILES: &str = "the grid of ranks, then tiles, each after a `/`, as in tiles:64x32x32/16x8x8/8x8x4/4x4x2, of at most 16 dimensions";

/// The mistakes and what is said about them; `F` stands for a file of the test.
fn mistakes() -> Vec<(MappingError, String)> {
    let say = |result: Result<Mapping, MappingError>, message: &str| (result.unwrap_err(), message.to_owned());
    let all = |spec: &str, ranks, ppn| Mapping::build(spec, ranks, ppn, false, &Allocation::Machine, &machine());
    let allocate =
        |allocation: &str| Mapping::build("block", 4, None, false, &Allocation::parse(allocation, 1)?, &percs());
    let mut list = vec![
        say(build("block", 0), "the number of ranks (-n) is 0; expected at least 1"),
        say(all("block", 4, Some(0)), "the number of ranks per host (--ppn) is 0; expected at least 1"),
        say(build("blok", 4), "--mapping: unknown mapping `blok`; expected one of {mappings}; did you mean `block`?"),
        say(build("block:3", 4), "--mapping block:3: expected no argument"),
        say(build("random:x", 4), "--mapping random:x: expected a whole number as seed, as in random:7"),
        say(
            build("tiles:4x4/3x2", 16),
            "--mapping tiles:4x4/3x2: tiles of 3x2 do not fill 4x4; expected a divisor of each size of 4x4, in the same order",
        ),
        say(
            build("tiles:4x4/2x2/4", 16),
            "--mapping tiles:4x4/2x2/4: tiles of 4 do not fill 2x2; expected a divisor of each size of 2x2, in the same order",
        ),
        say(
            build("tiles:4x3", 16),
            "--mapping tiles:4x3: a grid of 4x3 does not hold 16 ranks; expected sizes whose product is 16",
        ),
        say(
            build("tiles:65536x65536x16", 16),
            "--mapping tiles:65536x65536x16: a grid of 65536x65536x16 does not hold 16 ranks; expected sizes whose product is 16",
        ),
        say(build("tiles", 4), &format!("--mapping tiles: expected {TILES}")),
        say(build("tiles:4x0", 4), &format!("--mapping tiles:4x0: expected {TILES}")),
        say(build("tiles:2x2/", 4), &format!("--mapping tiles:2x2/: expected {TILES}")),
        say(build("order:TX", 4), "--mapping order:TX: expected every axis of the machine once: host, core"),
        say(
            build("order:core,core", 4),
            "--mapping order:core,core: expected every axis of the machine once: host, core",
        ),
        say(
            on_torus("order:XYZTX", 4, None, false).map(|_| unreachable!("there is no such order")),
            "--mapping order:XYZTX: expected every axis of the machine once: X, Y, Z, T",
        ),
        say(build("map grid(16) -> machine()\n m", 16), "--mapping:2:2: unknown box `m`"),
        say(
            Mapping::build("map grid(16) -> machine()", 16, Some(1 << 30), true, &Allocation::Machine, &machine()),
            "--mapping: the machine has 4294967296 slots; a program in the mapping language (`map …`) supports at most 67108864: use a smaller --ppn, or another mapping",
        ),
        say(
            allocate("contigous"),
            "--allocation: unknown allocation `contigous`; expected one of contiguous, random, file; did you mean `contiguous`?",
        ),
        say(allocate("contiguous:3"), "--allocation contiguous:3: expected no argument"),
        say(
            allocate("random"),
            "--allocation random: expected what is drawn, as in random:hosts or random:drawers:7",
        ),
        say(
            allocate("random:hosts:x"),
            "--allocation random:hosts:x: expected a whole number as seed, as in random:hosts:7",
        ),
        say(allocate("file:"), "--allocation file:: expected a path, as in file:hosts.txt"),
        say(
            allocate("random:drawer"),
            "--allocation random: unknown unit `drawer`; expected one of hosts, hubs, drawers, supernodes; did you mean `drawers`?",
        ),
        say(build("file", 4), "--mapping file: expected a path, as in file:ranks.txt"),
        say(all("block", 4, Some(9)), "--ppn 9: a host has 4 cores; expected at most 4, or --oversubscribe"),
        say(
            all("block", 9, Some(2)),
            "9 ranks do not fit 8 slots on 4 hosts; expected fewer ranks, or --oversubscribe",
        ),
        say(build("file:/no/such/file", 4), "/no/such/file: cannot be read: No such file or directory (os error 2)"),
    ];
    let with_file = |text: &str, message: &str, run: &dyn Fn(&File) -> Result<Mapping, MappingError>| {
        let file = File::new("mistake", text);
        (run(&file).unwrap_err(), message.replace('F', &file.0.display().to_string()))
    };
    let ranks = |ranks| move |file: &File| build(&file.spec(), ranks);
    let hosts = |file: &File| with_hostfile("block", 2, None, false, &file.0);
    list.push(with_file("0\n0:x\n", "F:2: `0:x`: expected `HOST` or `HOST:CORE`", &ranks(2)));
    list.push(with_file("0\n0:4\n", "F:2: there is no core 4; a host has cores 0 to 3", &ranks(2)));
    list.push(with_file("0\n", "F: has 1 lines; expected one for each of the 2 ranks", &ranks(2)));
    list.push(with_file(
        "0\n0\n0\n0\n0\n",
        "F:5: 5 ranks on host `host0`; expected at most 4, or --oversubscribe",
        &ranks(5),
    ));
    list.push(with_file(
        "hots1\n",
        "F:1: unknown host `hots1`; did you mean `host1`? hosts are `host0` to `host3` or 0 to 3",
        &ranks(1),
    ));
    list.push(with_file("9\n", "F:1: unknown host `9`; hosts are `host0` to `host3` or 0 to 3", &ranks(1)));
    for line in ["0 slots=0", "0 slots=x", "0 slot=1", "0 slots=1 x"] {
        let message = format!("F:1: `{line}`: expected `HOST` or `HOST slots=N`");
        list.push(with_file(line, &message, &hosts));
    }
    list.push(with_file(
        "0\nhost0 slots=2",
        "F:2: host `host0` is listed twice; expected one line with all its slots",
        &hosts,
    ));
    list.push(with_file(
        "0 slots=5",
        "F:1: `slots=5`, but host `host0` has 4 cores; expected at most 4, or --oversubscribe",
        &hosts,
    ));
    list.push(with_file(
        "# nobody\n",
        "2 ranks do not fit 0 slots on 0 hosts; expected fewer ranks, or --oversubscribe",
        &hosts,
    ));
    list.push(with_file(
        "0\n",
        "--allocation cannot be given together with --mapping file:x: the mapping file names the hosts itself",
        &|file| with_hostfile("file:x", 2, None, false, &file.0),
    ));
    list
}

#[test]
fn every_message_is_exact() {
    let mappings: Vec<&str> = MAPPINGS.iter().map(|kind| kind.name).collect();
    for (error, message) in mistakes() {
        assert_eq!(error.to_string(), message.replace("{mappings}", &mappings.join(", ")));
    }
}

/// The variants are read from the source, so that a new one without a mistake above fails here.
#[test]
fn every_variant_has_a_mistake() {
    let source = include_str!("error.rs");
    let declared: BTreeSet<&str> = source
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.split([' ', '(']).next())
        .filter(|name| name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric))
        .collect();
    let debugs: Vec<String> = mistakes().iter().map(|(error, _)| format!("{error:?}")).collect();
    let tested: BTreeSet<&str> = debugs.iter().filter_map(|text| text.split([' ', '(']).next()).collect();
    assert_eq!(declared, tested);
    assert!(declared.len() >= 12, "{declared:?}");
}
