//! Random zones in zones: each is imported, hangs together, and goes SimGrid's ways.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use platform::Platform;
use std::fmt::Write as _;
use units::{HostId, LinkId};
use windtunnel_import::simgrid;

/// Platforms; `WT_RANDOM_PLATFORMS` says how many instead.
const CASES: u64 = 300;

/// Numbers without a pattern, by a linear congruence of Knuth's (MMIX).
struct CaseRng(u64);

impl CaseRng {
    /// From 0 to below `end`.
    fn roll(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.roll(of.len() as u64) as usize]
    }
}

/// The text of a platform in the making.
struct Maker {
    rng: CaseRng,
    text: String,
    /// Of zones, links and routers so far, for names.
    made: u64,
}

/// A zone: its name and what may be a gateway of it.
struct Zone {
    name: String,
    gateways: Vec<String>,
}

impl Maker {
    fn name(&mut self, kind: &str) -> String {
        self.made += 1;
        format!("{kind}{}", self.made)
    }

    fn add(&mut self, line: &str) {
        writeln!(self.text, "{line}").unwrap();
    }

    /// A link, and how a route takes it.
    fn link(&mut self) -> String {
        let name = self.name("l");
        let (rate, latency) = (1 + self.rng.roll(9), self.rng.roll(50));
        let policy = *self.rng.one(&["SHARED", "SPLITDUPLEX"]);
        self.add(&format!(
            "<link id='{name}' bandwidth='{rate}GBps' latency='{latency}us' sharing_policy='{policy}'/>"
        ));
        let direction = if policy == "SHARED" { "NONE" } else { *self.rng.one(&["UP", "DOWN"]) };
        format!("<link_ctn id='{name}' direction='{direction}'/>")
    }

    /// One to three links for a route.
    fn way(&mut self) -> String {
        (0..1 + self.rng.roll(3)).map(|_| self.link()).collect()
    }

    fn cluster(&mut self) -> Zone {
        let name = self.name("c");
        let (hosts, shape) = *self.rng.one(&[
            (3, ""),
            (4, "bb_bw='3GBps' bb_lat='2us'"),
            (2, "sharing_policy='SHARED'"),
            (3, "limiter_link='1GBps' bb_bw='9GBps'"),
            (4, "topology='TORUS' topo_parameters='4'"),
            (6, "topology='TORUS' topo_parameters='2,3'"),
            (4, "topology='FAT_TREE' topo_parameters='2;2,2;1,2;1,1'"),
            (4, "topology='FAT_TREE' topo_parameters='2;2,2;1,1;1,2'"),
            (8, "topology='DRAGONFLY' topo_parameters='2,1;2,2;2,1;1'"),
        ]);
        let latency = self.rng.roll(9);
        self.add(&format!(
            "<cluster id='{name}' prefix='{name}-' suffix='' radical='0-{}' speed='1Gf' bw='2GBps' lat='{latency}us' \
             router_id='{name}r' {shape}/>",
            hosts - 1
        ));
        let mut gateways: Vec<String> = (0..hosts).map(|host| format!("{name}-{host}")).collect();
        if !shape.contains("topology") {
            gateways = vec![format!("{name}r"), gateways.swap_remove(0)];
        }
        Zone { name, gateways }
    }

    /// Hosts and routers with routes of their own.
    fn leaf(&mut self, routing: &str) -> Zone {
        let name = self.name("z");
        self.add(&format!("<zone id='{name}' routing='{routing}'>"));
        let mut ends = Vec::new();
        for _ in 0..1 + self.rng.roll(3) {
            let host = self.name("h");
            self.add(&format!("<host id='{host}' speed='1Gf'/>"));
            ends.push(host);
        }
        for _ in 0..1 + self.rng.roll(2) {
            let router = self.name("r");
            self.add(&format!("<router id='{router}'/>"));
            ends.push(router);
        }
        // SimGrid wants links before routes.
        let mut routes = Vec::new();
        for (at, to) in ends.iter().enumerate() {
            // A chain is enough where routes are composed: all routes are the only ones then.
            let first = if routing == "Full" { 0 } else { at.saturating_sub(1) };
            for from in &ends[first..at] {
                let way = self.way();
                routes.push(format!("<route src='{from}' dst='{to}'>{way}</route>"));
            }
        }
        routes.iter().for_each(|route| self.add(route));
        self.add("</zone>");
        Zone { name, gateways: ends }
    }

    fn star(&mut self) -> Zone {
        let (name, router) = (self.name("s"), self.name("r"));
        self.add(&format!("<zone id='{name}' routing='Cluster'><router id='{router}'/>"));
        for _ in 0..1 + self.rng.roll(3) {
            let (host, link) = (self.name("h"), self.name("l"));
            self.add(&format!("<host id='{host}' speed='1Gf'/><link id='{link}' bandwidth='3GBps' latency='4us'/>"));
            self.add(&format!("<host_link id='{host}' up='{link}' down='{link}'/>"));
        }
        if self.rng.roll(2) == 0 {
            self.add(&format!("<backbone id='{name}b' bandwidth='5GBps' latency='6us'/>"));
        }
        self.add("</zone>");
        Zone { name, gateways: vec![router] }
    }

    /// A router alone.
    fn bare(&mut self) -> Zone {
        let (name, router) = (self.name("z"), self.name("r"));
        self.add(&format!("<zone id='{name}' routing='Full'><router id='{router}'/></zone>"));
        Zone { name, gateways: vec![router] }
    }

    fn zone(&mut self, depth: u32) -> Zone {
        match self.rng.roll(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => self.cluster(),
            2 => self.leaf("Full"),
            3 => self.leaf(if depth.is_multiple_of(2) { "Floyd" } else { "Dijkstra" }),
            4 => self.star(),
            _ => self.zones(depth),
        }
    }

    /// Zones in a zone.
    fn zones(&mut self, depth: u32) -> Zone {
        let name = self.name("z");
        let full = self.rng.roll(3) > 0;
        self.add(&format!("<zone id='{name}' routing='{}'>", if full { "Full" } else { "Floyd" }));
        let mut inner: Vec<Zone> = (0..1 + self.rng.roll(3)).map(|_| self.zone(depth - 1)).collect();
        if inner.len() > 1 && self.rng.roll(2) == 0 {
            inner.push(self.bare());
        }
        if !full {
            // What is gone through has one gateway.
            inner.iter_mut().for_each(|zone| zone.gateways.truncate(1));
        }
        let mut routes = Vec::new();
        let bare = inner.last().filter(|last| last.name.starts_with('z') && last.gateways.len() == 1).is_some();
        for to in 0..inner.len() {
            for from in if full { 0 } else { to.saturating_sub(1) }..to {
                // Routers alone are joined to one gateway of a zone.
                let own =
                    if bare && to + 1 == inner.len() { 0 } else { self.rng.roll(inner[from].gateways.len() as u64) };
                let exit = inner[from].gateways[own as usize].clone();
                let entry = self.rng.one(&inner[to].gateways).clone();
                let way = self.way();
                let (from, to) = (&inner[from].name, &inner[to].name);
                routes.push(format!(
                    "<zoneRoute src='{from}' dst='{to}' gw_src='{exit}' gw_dst='{entry}'>{way}</zoneRoute>"
                ));
            }
        }
        routes.iter().for_each(|route| self.add(route));
        self.add("</zone>");
        let gateways = inner.into_iter().flat_map(|zone| zone.gateways).collect();
        Zone { name, gateways }
    }
}

fn check(seed: u64) {
    let mut maker = Maker { rng: CaseRng(seed), text: String::new(), made: 0 };
    maker.zones(3);
    let text = format!("<platform version='4.1'>\n{}</platform>\n", maker.text);
    let imported = simgrid(&text, "random.xml").unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
    // Differences from SimGrid's rules are reported.
    let different =
        imported.notes.iter().find(|note| note.what.contains("route from") || note.what.contains("more routes"));
    assert!(different.is_none(), "{seed}: {}\n{text}\n{}", different.unwrap(), imported.text);
    let platform = Platform::from_str(&imported.text, "random.toml").unwrap();
    let topology = platform.topology();
    let hosts = || (0..topology.hosts()).map(HostId);
    let mut longest = 0;
    for (from, to) in hosts().flat_map(|from| hosts().map(move |to| (from, to))) {
        let mut path: Vec<LinkId> = Vec::new();
        topology.route(from, to, &mut path);
        longest = longest.max(path.iter().filter(|link| topology.link_ends(**link).is_some()).count() as u32);
    }
    assert_eq!(longest, topology.diameter(), "{seed}: {text}");
    for host in hosts() {
        assert_eq!(platform.find_host(&platform.host_name(host)), Some(host), "{seed}");
    }
}

#[test]
fn random_zones_go_simgrids_ways() {
    let cases = std::env::var("WT_RANDOM_PLATFORMS").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    (0..cases).for_each(check);
}
