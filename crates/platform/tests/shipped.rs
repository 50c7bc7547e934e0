//! The platforms in `platforms/`: each is read, is as large as promised, and says where its values come from.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use windtunnel_platform::Platform;

fn folder() -> std::path::PathBuf {
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../platforms").into()
}

#[test]
fn every_shipped_platform_is_read() {
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let platform = Platform::load(&path).unwrap_or_else(|error| panic!("{error}"));
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let large = platform.cores() >= 512 || name == "two-hosts.toml";
        assert!(large, "{name} has {} cores", platform.cores());
        let text = std::fs::read_to_string(&path).unwrap();
        for word in ["Date: ", "Source", "Method: ", "assumptions"] {
            assert!(text.contains(word) || name == "two-hosts.toml", "{name} says nothing of `{word}`");
        }
        let shown = platform.show();
        assert!(shown.contains("bisection") && shown.contains(platform.name()), "{shown}");
        seen.push(name);
    }
    seen.sort();
    let generic = ["dragonfly.toml", "ethernet-cluster.toml", "fat-tree.toml", "torus-3d.toml", "two-hosts.toml"];
    let blue = ["bluegene-p.toml"];
    let percs = ["percs-supernode.toml", "percs-64.toml", "percs-512.toml"];
    let real = ["summit-like.toml", "perlmutter-like.toml", "frontier-like.toml"];
    for name in generic.into_iter().chain(blue).chain(percs).chain(real) {
        assert!(seen.iter().any(|seen| seen == name), "{name} is not in {seen:?}");
    }
}

#[test]
fn figures_of_the_shipped_machines() {
    let figures = |file: &str| {
        let platform = Platform::load(folder().join(file)).unwrap();
        let topology = platform.topology();
        (platform.hosts(), topology.links(), topology.diameter(), topology.bisection().to_string())
    };
    // 144 × (up, down, limiter) + 4 × (up, down, limiter); nearest to half of the hosts: two cabinets, 2 × 10 Gb/s.
    assert_eq!(figures("ethernet-cluster.toml"), (144, 444, 4, "2.5 GB/s".to_owned()));
    assert_eq!(figures("torus-3d.toml"), (512, 3072, 12, "54.4 GB/s".to_owned()));
    assert_eq!(figures("bluegene-p.toml"), (512, 3072, 12, "51.2 GB/s".to_owned()));
    assert_eq!(figures("fat-tree.toml"), (576, 2 * (576 + 288), 4, "1.8 TB/s".to_owned()));
    assert_eq!(figures("dragonfly.toml"), (1056, 2112 + 33 * 56 + 33 * 32, 5, "6.8 TB/s".to_owned()));
    // 2 per QCM, 31 per hub, and bundles of 8 or 1 both ways; cut: LR links between drawers, or D links.
    assert_eq!(figures("percs-supernode.toml"), (32, 64 + 32 * 31, 3, "1.28 TB/s".to_owned()));
    assert_eq!(figures("percs-64.toml"), (2048, 2048 * 33 + 64 * 63 * 8, 5, "81.92 TB/s".to_owned()));
    assert_eq!(figures("percs-512.toml"), (16_384, 16_384 * 33 + 512 * 511, 5, "655.36 TB/s".to_owned()));
    assert_eq!(figures("summit-like.toml"), (4860, 2 * 3 * 9720, 6, "56.7 TB/s".to_owned()));
    assert_eq!(figures("perlmutter-like.toml"), (1536, 3072 + 12 * 32 * 31 + 12 * 11 * 11, 5, "9.9 TB/s".to_owned()));
    let frontier = 2 * 9472 + 74 * 32 * 31 + 74 * 73 * 4;
    assert_eq!(figures("frontier-like.toml"), (9472, frontier, 5, "136.9 TB/s".to_owned()));
    assert_eq!(figures("two-hosts.toml"), (2, 4, 2, "1 GB/s".to_owned()));
}
