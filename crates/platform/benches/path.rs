//! Time per [`Platform::path`] between random endpoints, on the shipped machines and on one of a million hosts.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::hint::black_box;
use std::time::Instant;
use units::HostId;
use windtunnel_platform::{Path, Platform};

const CALLS: u32 = 2_000_000;

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../platforms/");
    for name in ["two-hosts", "ethernet-cluster", "torus-3d", "fat-tree", "dragonfly"] {
        measure(name, &Platform::load(format!("{folder}{name}.toml")).expect("shipped"), CALLS);
    }
    let overrides = [("topology.children", "[32, 32, 32, 32]"), ("topology.parents", "[1, 32, 32, 32]")];
    let overrides = [overrides[0], overrides[1], ("topology.parallel", "[1, 1, 1, 1]")];
    let large = Platform::load_with(format!("{folder}fat-tree.toml"), &overrides).expect("a fat tree").0;
    measure("fat tree, 2^20", &large, CALLS);
}

fn measure(name: &str, platform: &Platform, calls: u32) {
    let mut stream = ChaCha8Rng::seed_from_u64(1);
    let mut end = || platform.endpoint(HostId(stream.next_u32() % platform.hosts()), 0);
    let pairs: Vec<_> = (0..4096).map(|_| (end(), end())).collect();
    let mut path = Path::default();
    let mut links = 0;
    let start = Instant::now();
    for call in 0..calls as usize {
        let (src, dst) = pairs[call % pairs.len()];
        platform.path(src, dst, &mut path);
        links += black_box(&path).links.len();
    }
    let ns = start.elapsed().as_nanos() as f64 / f64::from(calls);
    println!("{name:<18} {ns:>7.1} ns a path, {:>5.1} links", links as f64 / f64::from(calls));
}
