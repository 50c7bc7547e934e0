//! Changed platform files, host files and mapping files: reading one ends in a value or in an error, never in a
//! panic. A platform that comes out answers for its routes, a mapping for its ranks.
#![allow(clippy::unwrap_used, unreachable_pub, reason = "a test may fail so")]

use crate::common;
use crate::harness::{Corpus, Stream, fuzz};
use std::path::{Path as FilePath, PathBuf};
use units::{Endpoint, Held, HostId, LinkId};
use windtunnel_platform::{Allocation, Mapping, Path, Platform};

const PIECES: &[&str] = &[
    "'unlimited'",
    "[2, 2]",
    "[65536, 65535]",
    "[4294967295]",
    "[1000000000]",
    "[1, 2147483647]",
    "level1",
    "dim2",
    "kind = 'full'\n",
    "kind = 'mesh'\n",
    "kind = 'graph'\n",
    "hosts = 3\n",
    "groups = 30000\n",
    "routers = 2\n",
    "global_links = 59998\n",
    "switches = 1000000\n",
    "[topology.links]\n",
    "[[topology.connect]]\n",
    "\\u0000",
    "oneway = true",
    "forwarding = [{ vertices = ['host0'], bandwidth = '1 GB/s' }]\n",
    "[storage]\n",
    "[storage.device]\n",
    "model = 'parallel'\n",
    "mount = '/data'\n",
    "servers = ['host0', 'host3']\n",
    "servers = 4\n",
    "cores = 8\nlevels = [{ name = 'L3', cores = 2, latency = '1 ns', between = { bandwidth = '1 GB/s', message_rate = '9 M/s' } }]\n",
    "cache = { level = 'L3', size = '1 MiB', bandwidth = '9 GB/s', beyond = '1 GB/s', data = 'unchanged' }\n",
    "binding = 'round-robin:L3'\n",
    "binding = '0-1,7'\n",
    "assign = 'ranks'\n",
    "message_time = { near = '1 ns', far = '2 ns' }\n",
    "message_time = { near = '1 ns', connections = 2, fetch = '2 ns' }\n",
];

/// A file system on two hosts of [`common::GOOD`].
const STORAGE: &str = "[storage]\nmodel = 'parallel'\nservers = ['host0', 'host3']\nmount = '/data'\n\
                       layout = { kind = 'lustre', count = 'all' }\nclient.part = '64 KiB'\n\
                       [storage.device]\nkind = 'disk'\nrpm = 7200\n";

/// What a platform that was read must be able to do.
fn exercise(stream: &mut Stream, platform: &Platform) {
    let mut path = Path::default();
    for _ in 0..4 {
        let mut host = || HostId::from_index(stream.below(platform.hosts() as usize));
        let (src, dst) = (host(), host());
        let core = stream.below(usize::from(platform.host.cores)) as u16;
        let (src, dst) = (platform.endpoint(src, core), platform.endpoint(dst, 0));
        for held in [Held::Both, Held::Memory, Held::Changed, Held::Unchanged] {
            let src = Endpoint { held, ..src };
            platform.path(src, dst, &mut path);
            assert!(path.links.iter().all(|link| link.0 < platform.link_count()));
            assert!(platform.level_port(src, dst).is_none_or(|port| port.number < platform.level_ports()));
        }
        platform.describe_route(src, dst);
    }
    platform.link_name(LinkId::from_index(stream.below(platform.link_count() as usize)));
    if platform.link_count() < 10_000 {
        platform.show();
    }
}

#[test]
fn platform_files() {
    let mut corpus = Corpus::of_folder("platforms", "toml", PIECES);
    corpus.texts.extend([common::GOOD.to_owned(), format!("{}{STORAGE}", common::GOOD)]);
    corpus.texts.extend(common::cases().into_iter().map(|case| case.text));
    fuzz("platform", 100, &corpus, |stream, text| {
        let key = *stream.pick(&["topology.dimensions", "topology.hosts", "host.cores", "a.b", ""]);
        let option = [(key, *stream.pick(PIECES))];
        let overrides = if stream.below(4) == 0 { &option[..] } else { &[] };
        let platform = Platform::from_str_with(text, "fuzz.toml", overrides);
        if let Ok(platform) = &platform {
            exercise(stream, platform);
        }
        platform.is_ok()
    });
}

/// A file of its own for a test, removed at the end.
struct TextFile(PathBuf);

impl TextFile {
    fn new(name: &str) -> Self {
        // In memory where the system has a folder for that: a file is written for every text.
        let shared = FilePath::new("/dev/shm");
        let folder = if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
        Self(folder.join(format!("windtunnel-fuzz-{}-{name}", std::process::id())))
    }

    fn with(&self, text: &str) -> &FilePath {
        std::fs::write(&self.0, text).unwrap();
        &self.0
    }
}

impl Drop for TextFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Sixteen hosts of two cores.
fn machine() -> Platform {
    Platform::from_str_with(common::GOOD, "good.toml", &[("host.cores", "2")]).unwrap()
}

/// Every rank has a place, and every host knows its ranks.
fn check_mapping(mapping: &Mapping, machine: &Platform) {
    let mut found = 0;
    for host in (0..machine.hosts()).map(HostId) {
        found += mapping.ranks_on(host).map(|rank| assert_eq!(mapping.host(rank), host)).count();
    }
    assert_eq!(found, mapping.ranks() as usize);
    assert!((0..mapping.ranks()).all(|rank| mapping.endpoint(rank).core < machine.host.cores));
}

#[test]
fn host_files() {
    let texts = ["host0\nhost1 slots=1\n\n# comment\nhost7 slots=2\n", "0 slots=2\n3\n15 # last\n"];
    let corpus =
        Corpus { texts: texts.map(str::to_owned).to_vec(), pieces: &["slots=", "host15", "slots=4294967295"] };
    let (file, machine) = (TextFile::new("hostfile"), machine());
    fuzz("host file", 10, &corpus, |stream, text| {
        let spec = *stream.pick(&[
            "block",
            "round-robin",
            "random",
            "random:7",
            "random(",
            "order:YTX",
            "order:TX",
            "tiles:4x2/2x1",
        ]);
        let ppn = *stream.pick(&[None, Some(1), Some(4_294_967_295)]);
        let (ranks, over) = (1 + stream.below(9) as u32, stream.below(2) == 0);
        let mapping = Mapping::build(spec, ranks, ppn, over, &Allocation::File(file.with(text).to_owned()), &machine);
        if let Ok(mapping) = &mapping {
            check_mapping(mapping, &machine);
        }
        mapping.is_ok()
    });
}

#[test]
fn mapping_programs() {
    let texts = [
        "app = grid(4, 8)\nm = machine() # 4 × 4 × 2\napp.tile(2, 4)\nm.tile(2, 2, 2)\nmap app -> m\nm.leaves.tilt(X, Y, 1)\n",
        "m = machine().cut(2, 2, div, mod)\nmap grid(x = 8) -> m[0, 1]\nm.children.zigzag(0, 1, depth=2, stride=1)",
        "map grid(16, 2).mod(4).leaves.div(2, 1) -> machine().div(2, 2, 2); ",
        "h = machine().div(2).children\nh.transpose(T, X, Y); h.zorder(); h.shear(Y, T, -3)\nmap grid(16) -> h",
    ];
    let pieces = &[
        "machine()",
        "grid(4, 4)",
        ".leaves",
        ".children",
        "[0, 1]",
        ".tile(2, 2)",
        ".div(3)",
        "map ",
        " -> ",
        "-1",
        "4294967295",
        "m = ",
    ];
    let corpus = Corpus { texts: texts.map(str::to_owned).to_vec(), pieces };
    let machine = machine();
    fuzz("mapping program", 10, &corpus, |stream, text| {
        let ppn = *stream.pick(&[None, Some(1), Some(4_294_967_295)]);
        let ranks = *stream.pick(&[16, 32, 8, 1]);
        let mapping =
            Mapping::build(&format!("\n;{text}"), ranks, ppn, stream.below(2) == 0, &Allocation::Machine, &machine);
        if let Ok(mapping) = &mapping {
            check_mapping(mapping, &machine);
        }
        mapping.is_ok()
    });
}

#[test]
fn allocations() {
    let texts = ["contiguous", "random:hosts", "random:hosts:7", "file:/no/such/file"].map(str::to_owned).to_vec();
    let corpus = Corpus { texts, pieces: &["random:", "hosts", ":", "18446744073709551615", "file:"] };
    let machine = machine();
    fuzz("allocation", 10, &corpus, |stream, text| {
        let Ok(allocation) = Allocation::parse(text, 1) else { return false };
        let (ranks, over) = (1 + stream.below(40) as u32, stream.below(2) == 0);
        let mapping = Mapping::build("order:XYT", ranks, None, over, &allocation, &machine);
        if let Ok(mapping) = &mapping {
            check_mapping(mapping, &machine);
        }
        mapping.is_ok()
    });
}

#[test]
fn mapping_files() {
    let texts = ["host0\nhost1:1\n# comment\n15:0\n2\n", "3:1\n3:0\nhost3\nhost0 # again\n"];
    let corpus = Corpus { texts: texts.map(str::to_owned).to_vec(), pieces: &["host15", ":1", "host16", "host0:2"] };
    let (file, machine) = (TextFile::new("mapping"), machine());
    fuzz("mapping file", 10, &corpus, |stream, text| {
        let spec = format!("file:{}", file.with(text).display());
        let mapping = Mapping::build(&spec, 4, None, stream.below(2) == 0, &Allocation::Machine, &machine);
        if let Ok(mapping) = &mapping {
            check_mapping(mapping, &machine);
        }
        mapping.is_ok()
    });
}
