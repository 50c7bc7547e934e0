//! What becomes of whole platforms: the kind of topology, its routes, link by link.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use platform::Platform;
use units::{HostId, LinkId, Rate, Time};
use windtunnel_import::{Imported, simgrid};

fn import(body: &str) -> (Imported, Platform) {
    let text = format!("<platform version=\"4.1\">\n{body}\n</platform>");
    let imported = simgrid(&text, "some/machine.xml").unwrap();
    let platform = Platform::from_str(&imported.text, "machine.toml").unwrap();
    (imported, platform)
}

fn route(platform: &Platform, from: &str, to: &str) -> Vec<LinkId> {
    let host = |name: &str| platform.find_host(name).unwrap_or_else(|| panic!("no host {name}"));
    let mut path = Vec::new();
    platform.topology().route(host(from), host(to), &mut path);
    path
}

/// Bandwidths in MB/s and latencies in us of the links with ends of a route.
fn figures(platform: &Platform, from: &str, to: &str) -> Vec<(u64, u64)> {
    let topology = platform.topology();
    let links = route(platform, from, to).into_iter().filter(|link| topology.link_ends(*link).is_some());
    links
        .map(|link| topology.link(link))
        .map(|link| (link.bandwidth.0 / 1_000_000, link.latency.ps() / 1_000_000))
        .collect()
}

const CLUSTER: &str = "id='c' prefix='n' suffix='.org' radical='0-3,7' speed='1Gf' bw='125MBps' lat='50us'";

#[test]
fn one_flat_cluster_stays_a_cluster() {
    let (imported, platform) =
        import(&format!("<cluster {CLUSTER} bb_bw='2GBps' bb_lat='500us' limiter_link='150MBps' core='4'/>"));
    assert_eq!((platform.topology_kind(), platform.hosts(), platform.host.cores), ("cluster", 5, 4));
    assert_eq!(figures(&platform, "n0.org", "n7.org"), [(125, 50), (2_000, 500), (125, 50)]);
    // Up, limiter, backbone, limiter, down.
    assert_eq!(route(&platform, "n0.org", "n7.org").len(), 5);
    assert_eq!(platform.name(), "machine");
    assert_eq!(imported.notes, []);
    assert!(imported.text.contains("names = [\"n[0-3,7].org\"]"), "{}", imported.text);
}

#[test]
fn a_shared_link_of_a_cluster_has_a_limiter() {
    let (_, platform) = import(&format!("<cluster {CLUSTER} sharing_policy='SHARED'/>"));
    let path = route(&platform, "n0.org", "n1.org");
    assert_eq!(path.len(), 4);
    assert_eq!(platform.topology().link(path[1]).bandwidth, Rate(125_000_000));
    assert_eq!(path[1], route(&platform, "n1.org", "n0.org")[2], "both directions share the limiter");
}

#[test]
fn tori_and_fat_trees_stay_what_they_are() {
    let cluster = CLUSTER.replace("0-3,7", "0-23");
    let (_, torus) = import(&format!(
        "<zone id='z' routing='None'><cluster {cluster} topology='TORUS' topo_parameters='4,3,2'/></zone>"
    ));
    assert_eq!((torus.topology_kind(), torus.hosts(), torus.topology().diameter()), ("torus", 24, 4));
    let (_, tree) = import(&format!("<cluster {cluster} topology='FAT_TREE' topo_parameters='2;6,4;1,2;1,1'/>"));
    assert_eq!((tree.topology_kind(), tree.hosts(), tree.topology().diameter()), ("fat-tree", 24, 4));
}

#[test]
fn a_dragonfly_becomes_a_graph_of_its_three_colours() {
    let cluster = CLUSTER.replace("0-3,7", "0-47");
    // Two groups of three chassis of four routers of two nodes.
    let (_, platform) = import(&format!("<cluster {cluster} topology='DRAGONFLY' topo_parameters='2,4;3,3;4,2;2'/>"));
    assert_eq!((platform.topology_kind(), platform.hosts()), ("graph", 48));
    // Group 0, chassis 0, router 1 has the link to group 1: up, blue, down.
    assert_eq!(figures(&platform, "n2.org", "n24.org"), [(125, 50), (500, 50), (125, 50)]);
    // From chassis 2 and router 3: green to router 1, black to chassis 0, blue; then green and black.
    let long = figures(&platform, "n23.org", "n47.org");
    assert_eq!(long, [(125, 50), (250, 50), (375, 50), (500, 50), (250, 50), (375, 50), (125, 50)]);
    assert_eq!(figures(&platform, "n0.org", "n1.org"), [(125, 50), (125, 50)]);
}

const FULL: &str = "<zone id='z' routing='Full'>
  <host id='a' speed='1Gf'/><host id='b' speed='1Gf'/><host id='c' speed='1Gf'/>
  <link id='l' bandwidth='10MBps' latency='1us'/><link id='m' bandwidth='20MBps' latency='2us'/>
  <link id='s' bandwidth='30MBps' latency='3us' sharing_policy='SPLITDUPLEX'/>
  <route src='a' dst='b'><link_ctn id='l'/><link_ctn id='m'/></route>
  <route src='a' dst='c'><link_ctn id='l'/><link_ctn id='s' direction='UP'/></route>
  <route src='b' dst='c'><link_ctn id='m'/><link_ctn id='s' direction='UP'/></route>
</zone>";

#[test]
fn routes_of_a_full_zone_are_kept_link_by_link() {
    let (imported, platform) = import(FULL);
    assert_eq!(imported.notes, []);
    assert_eq!(figures(&platform, "a", "b"), [(10, 1), (20, 2)]);
    assert_eq!(figures(&platform, "b", "a"), [(20, 2), (10, 1)]);
    assert_eq!(figures(&platform, "c", "b"), [(30, 3), (20, 2)]);
    // A shared link is one capacity for all of its routes and both directions.
    let limiters = |from, to| {
        let topology = platform.topology();
        let path = route(&platform, from, to);
        path.into_iter()
            .filter(|link| topology.link_ends(*link).is_none())
            .map(|link| topology.link_name(link))
            .collect::<Vec<_>>()
    };
    assert_eq!(limiters("a", "b"), ["l", "m"]);
    assert_eq!(limiters("b", "a"), ["m", "l"]);
    assert_eq!(limiters("a", "c"), ["l", "s_UP"]);
    assert_eq!(limiters("c", "a"), ["s_DOWN", "l"]);
    assert_eq!(limiters("b", "c"), ["m", "s_UP"]);
}

#[test]
fn a_long_route_is_kept_where_a_shorter_one_leads_over_a_router() {
    // Both hosts reach the router by one link; the route between them has three.
    let (imported, platform) = import(
        "<zone id='z' routing='Full'>
  <host id='a' speed='1Gf'/><host id='b' speed='1Gf'/><router id='r'/>
  <link id='l' bandwidth='10MBps' latency='1us'/><link id='m' bandwidth='20MBps' latency='2us'/>
  <route src='a' dst='r'><link_ctn id='l'/></route>
  <route src='b' dst='r'><link_ctn id='l'/></route>
  <route src='a' dst='b'><link_ctn id='m'/><link_ctn id='l'/><link_ctn id='m'/></route>
</zone>",
    );
    assert_eq!(figures(&platform, "a", "b"), [(20, 2), (10, 1), (20, 2)]);
    assert_eq!(imported.notes, []);
}

#[test]
fn zones_are_joined_through_their_gateways() {
    let (imported, platform) = import(
        "<zone id='world' routing='Full'>
  <cluster id='x' prefix='x' suffix='' radical='0-2' speed='1Gf' bw='100MBps' lat='10us' bb_bw='1GBps' bb_lat='5us' router_id='gx'/>
  <zone id='y' routing='Full'>
    <host id='y0' speed='1Gf'/><host id='y1' speed='1Gf'/><router id='gy'/>
    <link id='ly' bandwidth='50MBps' latency='20us'/><link id='direct' bandwidth='40MBps' latency='1us'/>
    <route src='y0' dst='gy'><link_ctn id='ly'/></route>
    <route src='y1' dst='gy'><link_ctn id='ly'/></route>
    <route src='y0' dst='y1'><link_ctn id='direct'/></route>
    <bypassRoute src='y1' dst='y0'><link_ctn id='ly'/></bypassRoute>
  </zone>
  <link id='sea' bandwidth='5MBps' latency='5000us'/>
  <zoneRoute src='x' dst='y' gw_src='gx' gw_dst='gy'><link_ctn id='sea'/></zoneRoute>
</zone>",
    );
    assert_eq!(imported.notes, []);
    assert_eq!(figures(&platform, "x0", "y1"), [(100, 10), (1_000, 5), (5, 5_000), (50, 20)]);
    assert_eq!(figures(&platform, "y1", "x2"), [(50, 20), (5, 5_000), (1_000, 5), (100, 10)]);
    assert_eq!(figures(&platform, "x0", "x1"), [(100, 10), (1_000, 5), (100, 10)]);
    assert_eq!(figures(&platform, "y0", "y1"), [(40, 1)]);
    assert_eq!(figures(&platform, "y1", "y0"), [(50, 20)], "bypassed");
}

#[test]
fn routes_of_a_dijkstra_zone_are_composed_through_hosts() {
    for routing in ["Dijkstra", "DijkstraCache", "Floyd"] {
        let (_, platform) = import(&format!(
            "<zone id='z' routing='{routing}'>
  <host id='a' speed='1Gf'/><host id='b' speed='1Gf'/><host id='c' speed='1Gf'/>
  <link id='l' bandwidth='10MBps' latency='1us'/><link id='m' bandwidth='20MBps' latency='2us'/>
  <route src='a' dst='b'><link_ctn id='l'/></route>
  <route src='b' dst='c'><link_ctn id='m'/></route>
</zone>"
        ));
        assert_eq!(figures(&platform, "a", "c"), [(10, 1), (20, 2)]);
    }
}

#[test]
fn a_star_of_cabinets_and_host_links() {
    let (_, platform) = import(
        "<zone id='z' routing='Cluster'>
  <host id='a' speed='1Gf'/><link id='l' bandwidth='10MBps' latency='1us' sharing_policy='SPLITDUPLEX'/>
  <host_link id='a' up='l_UP' down='l_DOWN'/>
  <cabinet id='k' prefix='k' suffix='' radical='1-3' speed='1Gf' bw='20MBps' lat='2us'/>
  <backbone id='bb' bandwidth='90MBps' latency='9us'/>
</zone>",
    );
    assert_eq!(platform.hosts(), 4);
    assert_eq!(figures(&platform, "a", "k2"), [(10, 1), (90, 9), (20, 2)]);
    assert_eq!(figures(&platform, "k3", "k1"), [(20, 2), (90, 9), (20, 2)]);
    assert_eq!(platform.host_name(HostId(0)), "a");
}

#[test]
fn loopbacks_are_kept_and_else_simgrids() {
    let (_, platform) = import(&format!("<cluster {CLUSTER} loopback_bw='100MBps' loopback_lat='0'/>"));
    let loopback = platform.nic.loopback.unwrap();
    assert_eq!((loopback.bandwidth, loopback.latency), (Rate(100_000_000), Time::ZERO));
    let (_, platform) = import(&format!("<cluster {CLUSTER}/>"));
    let loopback = platform.nic.loopback.unwrap();
    assert_eq!((loopback.bandwidth, loopback.latency), (Rate(498_000_000), Time::from_ns(15_000)));
}
