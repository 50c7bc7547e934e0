//! What is said about wrong files, and what is noted about right ones: exact messages, with line and column.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use windtunnel_import::{ImportError, simgrid};

fn file(body: &str) -> String {
    format!(
        "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n{body}\n</platform>\n"
    )
}

/// A zone of two hosts and a link.
fn zone(body: &str) -> String {
    file(&format!(
        "<zone id=\"z\" routing=\"Full\">\n<host id=\"a\" speed=\"1Gf\"/>\n<host id=\"b\" speed=\"1Gf\"/>\n\
         <link id=\"l\" bandwidth=\"1GBps\" latency=\"1us\"/>\n{body}\n</zone>"
    ))
}

/// A zone of two clusters of a host each.
fn zones(body: &str) -> String {
    let cluster = |id: &str, prefix: &str| {
        format!(
            "<cluster id='{id}' prefix='{prefix}' suffix='' radical='0' speed='1Gf' bw='1GBps' lat='1us' router_id='{id}_router'/>"
        )
    };
    file(&format!(
        "<zone id='z' routing='Full'><link id='l' bandwidth='1GBps' latency='1us'/>\n{}\n{}\n{body}\n</zone>",
        cluster("c", "n"),
        cluster("d", "m")
    ))
}

fn message(text: &str) -> String {
    simgrid(text, "p.xml").unwrap_err().to_string()
}

#[test]
fn every_message_is_exact() {
    let cluster = "id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us'";
    let k = "prefix='k' suffix='' radical='0-4999' speed='1Gf' bw='1GBps'";
    let cases: Vec<(String, &str)> = vec![
        (String::new(), "p.xml:1:1: not valid XML: there is no element"),
        ("<platform version='4.1'>\n <zone".to_owned(), "p.xml:2:2: not valid XML: "),
        (
            "<platform version='4.1'>\n<zone id='a' routing='Full'>".to_owned(),
            "p.xml:2:29: not valid XML: `<zone>` of line 2 is not closed",
        ),
        (
            "<platform version='4.1'>\nhosts\n</platform>".to_owned(),
            "p.xml:1:25: not valid XML: text between elements",
        ),
        ("<a>".repeat(70), "p.xml:1:193: not valid XML: elements nested more than 64 deep"),
        (
            "<adag/>".to_owned(),
            "p.xml:1:1: `<adag>` is not a SimGrid platform; expected `<platform version=\"4.1\">`",
        ),
        (
            "<platform version='3'/>".to_owned(),
            "p.xml:1:1: the platform format is version `3`; expected 4.1, to which `simgrid_update_xml` converts older files",
        ),
        (
            file("<hots id='a'/>"),
            "p.xml:4:1: `<hots>` is not allowed in `<platform>`; expected one of config, random, zone",
        ),
        (
            zone("<hots id='c'/>"),
            "p.xml:8:1: `<hots>` is not allowed in `<zone>`; expected one of prop, zone, AS, host, router, link, cluster, cabinet, \
             peer, backbone, route, zoneRoute, ASroute, bypassRoute, bypassZoneRoute, bypassASroute, host_link, trace, trace_connect, \
             storage_type, storage; did you mean `host`?",
        ),
        (
            zone("<host id='c' sped='1Gf'/>"),
            "p.xml:8:1: `<host>`: unknown attribute `sped`; expected one of id, speed, core, pstate, availability_file, speed_file, \
             state_file, coordinates; did you mean `speed`?",
        ),
        (zone("<host id='c'/>"), "p.xml:8:1: the attribute `speed` of `<host>` is missing"),
        (
            zone("<host id='c' speed='fast'/>"),
            "p.xml:8:1: `speed` is `fast`; expected a speed, for example `100Mf` or `1Gf`",
        ),
        (zone("<host id='c' speed='1Gf' core='0'/>"), "p.xml:8:1: `core` is `0`; expected a whole number from 1"),
        (
            zone("<link id='m' bandwidth='0' />"),
            "p.xml:8:1: `bandwidth` is `0`; expected a bandwidth, for example `125MBps` or `1Gbps`",
        ),
        (
            zone("<link id='m' bandwidth='1Bps' latency='soon'/>"),
            "p.xml:8:1: `latency` is `soon`; expected a time, for example `50us`",
        ),
        (
            zone("<link id='m' bandwidth='1Bps' sharing_policy='HALF'/>"),
            "p.xml:8:1: `sharing_policy` is `HALF`; expected `SHARED`, `SPLITDUPLEX` or `FATPIPE`",
        ),
        (zone("<host id='a' speed='1Gf'/>"), "p.xml:8:1: `a` is defined twice"),
        (zone("<link id='l' bandwidth='1Bps'/>"), "p.xml:8:1: `l` is defined twice"),
        // ImportError::Undefined
        (zone("<route src='a' dst='hostb'/>"), "p.xml:8:1: unknown host or router `hostb`; expected one of a, b, z"),
        (
            zone("<route src='a' dst='b'>\n<link_ctn id='ll'/></route>"),
            "p.xml:9:1: unknown link `ll`; expected l; did you mean `l`?",
        ),
        (zone("<route src='a' dst='z'/>"), "p.xml:8:1: `dst` is `z`; expected a host or router; this is a zone"),
        (
            zone("<route src='a' dst='b' symmetrical='MAYBE'/>"),
            "p.xml:8:1: `symmetrical` is `MAYBE`; expected `YES` or `NO`",
        ),
        (
            zones("<zoneRoute src='c' dst='y' gw_src='c_router' gw_dst='b'/>"),
            "p.xml:7:1: unknown zone `y`; expected one of c, c_router, d, d_router, m0, n0, z",
        ),
        (
            zone("<zoneRoute src='a' dst='z' gw_src='a' gw_dst='b'/>"),
            "p.xml:8:1: `src` is `a`; expected a zone; this is a host or router",
        ),
        (
            zones("<zoneRoute src='c' dst='d' gw_src='d_router' gw_dst='m0'/>"),
            "p.xml:7:1: `gw_src` is `d_router`; expected a host or router of zone `c`",
        ),
        (
            zones("<route src='n0' dst='m0'><link_ctn id='l'/></route>"),
            "p.xml:7:1: not supported: a route of zone `z` that ends at `n0`, which is not a member of it",
        ),
        (
            zones(
                "<zoneRoute src='c' dst='d' gw_src='n0' gw_dst='m0'><link_ctn id='l'/></zoneRoute>\n<zoneRoute src='d' dst='c' gw_src='m0' gw_dst='n0'><link_ctn id='l'/></zoneRoute>",
            ),
            "p.xml:8:1: `the route from d to c` is defined twice",
        ),
        (
            zone(
                "<route src='a' dst='b'><link_ctn id='l'/></route>\n<route src='a' dst='b' symmetrical='NO'><link_ctn id='l'/></route>",
            ),
            "p.xml:9:1: `the route from a to b` is defined twice",
        ),
        (
            zones("<host id='h' speed='1Gf'/>"),
            "p.xml:7:1: not supported: `<host>` beside zones; a zone contains either, give it a zone of its own",
        ),
        (
            file(&format!(
                "<cluster {cluster}/>\n<cluster {}/>",
                cluster.replace("'c'", "'d'").replace("'n'", "'m'")
            )),
            "p.xml:5:1: not supported: a second outermost zone: no route joins it to the first",
        ),
        (
            zones(
                "<zone id='r' routing='Full'><router id='r1'/><router id='r2'/></zone>\n\
                   <zoneRoute src='c' dst='r' gw_src='c_router' gw_dst='r1'><link_ctn id='l'/></zoneRoute>\n\
                   <zone id='s' routing='Full'><router id='s1'/></zone>\n\
                   <zoneRoute src='c' dst='s' gw_src='n0' gw_dst='s1'><link_ctn id='l'/></zoneRoute>",
            ),
            "p.xml:5:1: not supported: zone `c`, whose routes to routers in other zones leave it through several gateways",
        ),
        (
            file(
                "<zone id='v' routing='Cluster'><host id='a' speed='1f'/>\n<host_link id='b' up='l' down='l'/></zone>",
            ),
            "p.xml:5:1: unknown host or router `b`; expected one of a, v",
        ),
        (
            file("<zone id='v' routing='Cluster'><router id='a'/>\n<host_link id='a' up='l' down='l'/></zone>"),
            "p.xml:5:1: `id` is `a`; expected a host of this zone",
        ),
        (
            file(&format!(
                "<cluster {} topology='DRAGONFLY' topo_parameters='32,1;8,1;32,1;2'/>",
                cluster.replace("0-3", "0-16383")
            )),
            "p.xml:4:1: not supported: a DRAGONFLY of 16384 hosts: it becomes a graph, which has at most some thousand",
        ),
        (
            file(&format!(
                "<zone id='v' routing='Cluster'><cabinet id='k' {k} lat='1us'/><cabinet id='l' {} lat='2us'/></zone>",
                k.replace("prefix='k'", "prefix='l'")
            )),
            "p.xml:4:1: not supported: a zone as large as `v`: ways from 10001 vertices to 10000; a graph has at most 67108864 entries in its table",
        ),
        (zone("<route src='a' dst='b'/>"), "p.xml:8:1: not supported: a route without links"),
        (
            zone(
                "<link id='s' bandwidth='1Bps' sharing_policy='SPLITDUPLEX'/><route src='a' dst='b'>\n<link_ctn id='s'/></route>",
            ),
            "p.xml:9:1: `direction` is `NONE`; expected `UP` or `DOWN`, as `s` is a link of two directions (SPLITDUPLEX)",
        ),
        (zone("<link id='w' bandwidth='1Bps' sharing_policy='WIFI'/>"), "p.xml:8:1: not supported: a wireless link"),
        (
            zone("<peer id='p' speed='1Gf' bw_in='1Bps' bw_out='1Bps' coordinates='0 0 0'/>"),
            "p.xml:8:1: not supported: peers, whose latencies come from coordinates",
        ),
        (
            file("<peer id='p' speed='1Gf' bw_in='1Bps' bw_out='1Bps' coordinates='0 0 0'/>"),
            "p.xml:4:1: not supported: peers, whose latencies come from coordinates",
        ),
        (
            file("<zone id='v' routing='Vivaldi'/>"),
            "p.xml:4:1: not supported: zone `v` with Vivaldi coordinates, whose latencies come from no links",
        ),
        (file("<zone id='v' routing='Wifi'/>"), "p.xml:4:1: not supported: zone `v`, which is wireless"),
        (
            file("<zone id='v' routing='Magic'/>"),
            "p.xml:4:1: `routing` is `Magic`; expected one of `Full`, `Floyd`, `Dijkstra`, `DijkstraCache`, `Cluster`, `None`",
        ),
        (file("<zone id='v' routing='Full'/>"), "p.xml:3:1: not supported: a platform without hosts"),
        (
            zone("<backbone id='b' bandwidth='1Bps' latency='1s'/>"),
            "p.xml:8:1: not supported: `<backbone>` in a zone whose routing is `Full`, not `Cluster`",
        ),
        (
            file("<zone id='v' routing='Cluster'><route src='a' dst='b'/></zone>"),
            "p.xml:4:32: not supported: `<route>` in a zone whose routing is `Cluster`",
        ),
        (
            file(&format!("<cluster {}/>", cluster.replace("0-3", "3-0"))),
            "p.xml:4:1: `radical` is `3-0`; expected numbers and ranges, as `0-9,12`",
        ),
        (
            file(&format!("<cluster {}/>", cluster.replace("0-3", "0-4294967295"))),
            "p.xml:4:1: `radical` is `0-4294967295`; expected at most 4194304 hosts",
        ),
        (
            file(&format!("<cluster {cluster} topology='RING'/>")),
            "p.xml:4:1: `topology` is `RING`; expected one of `FLAT`, `TORUS`, `FAT_TREE`, `DRAGONFLY`",
        ),
        (
            file(&format!("<cluster {cluster} topology='TORUS' topo_parameters='2,3'/>")),
            "p.xml:4:1: `topo_parameters` is `2,3`; expected sizes that make the 4 hosts of `radical`, not 6",
        ),
        (
            file(&format!("<cluster {cluster} topology='FAT_TREE' topo_parameters='2;2,2'/>")),
            "p.xml:4:1: `topo_parameters` is `2;2,2`; expected levels; children; parents; parallel links, as `2;4,4;1,2;1,2`",
        ),
        (
            file(&format!("<cluster {cluster} topology='DRAGONFLY' topo_parameters='4,1;1,1;1,1;1'/>")),
            "p.xml:4:1: `topo_parameters` is `4,1;1,1;1,1;1`; expected no more groups than routers of a chassis",
        ),
        // Nothing joins the hosts.
        (zone(""), "p.xml: the imported platform:"),
    ];
    let mut wrong = String::new();
    for (text, expected) in cases {
        let found = message(&text);
        if !found.starts_with(expected) {
            wrong += &format!("{text}\n  {expected}\n  {found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn hosts_that_nothing_joins_are_named() {
    let error = simgrid(&zone(""), "p.xml").unwrap_err();
    assert!(matches!(error, ImportError::Invalid { .. }));
    assert!(error.to_string().contains("no route from `b` to `a`"), "{error}");
}

#[test]
fn what_is_not_kept_is_told_by_line_and_column() {
    let text = zone(
        "<host id='c' speed='2Gf,1Gf' speed_file='x'><prop id='rack' value='1'/></host>\n\
         <link id='f' bandwidth='1GBps' sharing_policy='FATPIPE'/>\n\
         <route src='a' dst='b'><link_ctn id='l'/></route>\n<route src='a' dst='c'><link_ctn id='f'/></route>\n\
         <route src='b' dst='c'><link_ctn id='l'/></route>\n<route src='a' dst='a'><link_ctn id='l'/></route>\n\
         <trace id='t' periodicity='1'>0 1</trace>",
    );
    let imported = simgrid(&text, "p.xml").unwrap();
    let notes: Vec<String> = imported.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "8:1: not kept: `speed_file` of `<host>`",
            "8:1: not kept: speed 2 Gflop/s and 1 cores of `c`: all hosts have those of `a`, 1 Gflop/s and 1",
            "8:1: not kept: speeds of `c` but the first",
            "8:45: not kept: property `rack`",
            "9:1: not kept: that every flow has all of `f` (FATPIPE); here flows that take it on one route share it",
            "14:1: not kept: `<trace>` `t`",
        ]
    );
    assert!(imported.text.contains("loopback = { bandwidth = \"1 GB/s\", latency = \"1 us\" }"), "{}", imported.text);
}

#[test]
fn every_element_that_has_no_counterpart_is_noted() {
    let text = file(
        "<config id='General'><prop id='network/model' value='LV08'/></config>\n\
         <random id='x' min='0' max='1' mean='0' std_deviation='1'/>\n\
         <AS id='z' routing='Full'>\n<prop id='author' value='me'/>\n\
         <storage_type id='st' size='1GiB'><model_prop id='Bread' value='1'/></storage_type>\n\
         <storage id='d0' typeId='st' attach='a'/>\n\
         <host id='a' speed='1Gf' core='2' pstate='1' coordinates='0 0 0' availability_file='x' state_file='y'>\n\
         <disk id='disk' read_bw='1MBps' write_bw='1MBps'/><mount storageId='d0' name='/home'/></host>\n\
         <host id='b' speed='1Gf' core='2'/><router id='r' coordinates='1 1 1'/>\n\
         <link id='l' bandwidth='1GBps' bandwidth_file='b' latency_file='l' state_file='s'><prop id='colour' value='red'/></link>\n\
         <route src='a' dst='b'><link_ctn id='l'/></route>\n\
         <trace_connect kind='SPEED' trace='t' element='a'/>\n</AS>\n\
         <actor host='a' function='sender'><argument value='1'/><prop id='p' value='1'/></actor>\n\
         <process host='b' function='receiver' start_time='1'/>",
    );
    let imported = simgrid(&text, "p.xml").unwrap();
    let notes: Vec<String> = imported.notes.iter().map(|note| note.to_string().replace(": not kept", "")).collect();
    let expected = [
        "4:1: `<config>` `General`",
        "5:1: `<random>` `x`",
        "7:1: property `author`",
        "8:1: `<storage_type>` `st`",
        "9:1: `<storage>` `d0`",
        "10:1: `availability_file` of `<host>`",
        "10:1: `coordinates` of `<host>`",
        "10:1: `pstate` of `<host>`",
        "10:1: `state_file` of `<host>`",
        "11:1: `<disk>` `disk`",
        "11:51: `<mount>` `/home`",
        "12:36: `coordinates` of `<router>`",
        "13:1: `bandwidth_file` of `<link>`",
        "13:1: `latency_file` of `<link>`",
        "13:1: `state_file` of `<link>`",
        "13:83: property `colour`",
        "15:1: `<trace_connect>` of `t`",
        "17:1: `<actor>` `sender`",
        "18:1: `<process>` `receiver`",
    ];
    assert_eq!(notes, expected);
}

#[test]
fn lines_and_columns_are_right_on_one_long_line() {
    let hosts: String = (0..3).map(|host| format!("<host id='hö{host}' speed='{}Gf'/>", host + 1)).collect();
    let text = format!(
        "<platform version='4.1'><zone id='z' routing='Floyd'>{hosts}<link id='l' bandwidth='1GBps'/>\
         <route src='hö0' dst='hö1'><link_ctn id='l'/></route><route src='hö1' dst='hö2'><link_ctn id='l'/></route></zone></platform>"
    );
    let notes = simgrid(&text, "p.xml").unwrap().notes;
    let places: Vec<(u32, u32)> = notes.iter().map(|note| (note.position.line, note.position.column)).collect();
    // Columns count letters, of which ö is one.
    assert_eq!(places, [(1, 54 + 28), (1, 54 + 56)]);
}

#[test]
fn routes_that_a_graph_goes_another_way_are_told() {
    // A bypass between two hosts of a zone of composed routes is longer than what can be composed.
    let text = zone(
        "<link id='m' bandwidth='1GBps'/><host id='c' speed='1Gf'/>\n\
         <route src='a' dst='c'><link_ctn id='m'/></route><route src='c' dst='b'><link_ctn id='m'/></route>\n\
         <bypassRoute src='a' dst='b'><link_ctn id='l'/><link_ctn id='m'/><link_ctn id='l'/></bypassRoute>",
    )
    .replace("Full", "Floyd");
    let notes: Vec<String> = simgrid(&text, "p.xml").unwrap().notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["5:1: not kept: the route from `a` to `b` over 3 links in 2 us: here it goes over 2 in 0 ps"]);
}

#[test]
fn links_that_zones_share_are_told() {
    let way = "<link_ctn id='l'/>";
    let text = zones(&format!(
        "<zone id='e' routing='Full'><host id='x' speed='1Gf'/><host id='y' speed='1Gf'/><route src='x' dst='y'>{way}</route></zone>\n\
         <zoneRoute src='c' dst='d' gw_src='n0' gw_dst='m0'>{way}</zoneRoute><zoneRoute src='c' dst='e' gw_src='n0' gw_dst='x'>{way}</zoneRoute>\n\
         <zoneRoute src='d' dst='e' gw_src='m0' gw_dst='x'>{way}</zoneRoute>"
    ));
    let notes: Vec<String> = simgrid(&text, "p.xml").unwrap().notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["4:29: not kept: that zones `z`, `e` share link `l`: each has it whole"]);
}

#[test]
fn names_with_brackets_are_told() {
    let text = zone("<host id='c[1]' speed='1Gf'/><route src='a' dst='b'><link_ctn id='l'/></route>")
        .replace("Full", "Floyd")
        .replace("</zone>", "<route src='a' dst='c[1]'><link_ctn id='l'/></route></zone>");
    let imported = simgrid(&text, "p.xml").unwrap();
    assert_eq!(imported.notes[0].what, "names of hosts, as `c[1]` is one: a name is not empty and has no brackets");
    assert!(!imported.text.contains("\nnames = "), "{}", imported.text);
}
