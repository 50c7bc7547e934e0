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

fn message(text: &str) -> String {
    simgrid(text, "p.xml").unwrap_err().to_string()
}

#[test]
fn every_message_is_exact() {
    let cluster = "id='c' prefix='n' suffix='' radical='0-3' speed='1Gf' bw='1GBps' lat='1us'";
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
        ("<adag/>".to_owned(), "p.xml:1:1: `<adag>` is no SimGrid platform; expected `<platform version=\"4.1\">`"),
        (
            "<platform version='3'/>".to_owned(),
            "p.xml:1:1: version `3` of the platform format; expected 4.1, which `simgrid_update_xml` makes of older files",
        ),
        (file("<hots id='a'/>"), "p.xml:4:1: `<hots>` has no place in `<platform>`; known: config, zone"),
        (zone("<hots id='c'/>"), "p.xml:8:1: `<hots>` has no place in `<zone>`; did you mean `host`? Known: prop"),
        (zone("<host id='c' sped='1Gf'/>"), "p.xml:8:1: `<host>` has no attribute `sped`; did you mean `speed`?"),
        (zone("<host id='c'/>"), "p.xml:8:1: `<host>` lacks the attribute `speed`"),
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
        (zone("<route src='a' dst='hostb'/>"), "p.xml:8:1: there is no host or router `hostb`; known: a, b, z"),
        (zone("<route src='a' dst='b'>\n<link_ctn id='ll'/></route>"), "p.xml:9:1: there is no link `ll`; known: l"),
        (zone("<route src='a' dst='z'/>"), "p.xml:8:1: `dst` is `z`; expected a host or router; this is a zone"),
        (
            zone("<route src='a' dst='b' symmetrical='MAYBE'/>"),
            "p.xml:8:1: `symmetrical` is `MAYBE`; expected `YES` or `NO`",
        ),
        (
            zone("<zoneRoute src='a' dst='y' gw_src='a' gw_dst='b'/>"),
            "p.xml:8:1: there is no zone `y`; known: a, b, z",
        ),
        (zone("<route src='a' dst='b'/>"), "p.xml:8:1: not supported: a route without links between two hosts"),
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
        (
            zone(&format!("<cluster {cluster} topology='TORUS' topo_parameters='4'/>")),
            "p.xml:8:1: not supported: a TORUS among other zones; a file of its own can be imported",
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
