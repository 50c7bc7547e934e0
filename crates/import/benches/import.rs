//! Time to import SimGrid platforms of many hosts: from the text to a platform file that has been read and held to SimGrid's
//! routes, or to the refusal of one that is too large.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;
use windtunnel_import::simgrid;

const CLUSTER: &str = "suffix='.org' speed='1Gf' bw='125MBps' lat='50us'";

fn platform(body: &str) -> String {
    format!("<?xml version='1.0'?>\n<platform version='4.1'>\n{body}\n</platform>\n")
}

fn cluster(hosts: u32, more: &str) -> String {
    format!("<cluster id='c' prefix='n' radical='0-{}' {CLUSTER} {more}/>", hosts - 1)
}

/// A torus and a cluster in one zone.
fn torus_in_a_zone(planes: u32) -> String {
    let torus = cluster(planes * 256, &format!("topology='TORUS' topo_parameters='{planes},16,16'"));
    platform(&format!(
        "<zone id='z' routing='Full'>{torus}<cluster id='d' prefix='m' radical='0-3' {CLUSTER}/>\n\
         <link id='l' bandwidth='1GBps' latency='1us'/>\n\
         <zoneRoute src='c' dst='d' gw_src='n0.org' gw_dst='m0.org'><link_ctn id='l'/></zoneRoute></zone>"
    ))
}

/// Hosts with links of their own, all on one line of text.
fn star(hosts: u32) -> String {
    let mut text = "<zone id='z' routing='Cluster'>".to_owned();
    for host in 0..hosts {
        write!(
            text,
            "<host id='h{host}' speed='1Gf' pstate='1'/><link id='l{host}' bandwidth='1GBps' latency='1us'/>\
             <host_link id='h{host}' up='l{host}' down='l{host}'/>"
        )
        .expect("writing to a text");
    }
    platform(&format!("{text}</zone>"))
}

/// Hosts on a router, and routes composed by the fewest links.
fn floyd(hosts: u32) -> String {
    let mut text = "<zone id='z' routing='Floyd'><router id='r'/>\n".to_owned();
    for host in 0..hosts {
        writeln!(text, "<host id='h{host}' speed='1Gf'/><link id='l{host}' bandwidth='1GBps' latency='1us'/>")
            .expect("writing to a text");
    }
    for host in 0..hosts {
        writeln!(text, "<route src='h{host}' dst='r'><link_ctn id='l{host}'/></route>").expect("writing to a text");
    }
    platform(&format!("{text}</zone>"))
}

/// A route of two links between every two hosts.
fn full(hosts: u32) -> String {
    let mut text = "<zone id='z' routing='Full'>\n".to_owned();
    for host in 0..hosts {
        writeln!(text, "<host id='h{host}' speed='1Gf'/><link id='l{host}' bandwidth='1GBps' latency='1us'/>")
            .expect("writing to a text");
    }
    for (from, to) in (0..hosts).flat_map(|from| (0..from).map(move |to| (from, to))) {
        writeln!(text, "<route src='h{from}' dst='h{to}'><link_ctn id='l{from}'/><link_ctn id='l{to}'/></route>")
            .expect("writing to a text");
    }
    platform(&format!("{text}</zone>"))
}

fn main() {
    let texts = [
        ("cluster, 65,536 hosts", platform(&cluster(65_536, "bb_bw='2GBps' bb_lat='1us' limiter_link='150MBps'"))),
        ("cluster, 65,537 hosts", platform(&cluster(65_537, ""))),
        ("cluster, 1,048,576 hosts", platform(&cluster(1 << 20, ""))),
        ("torus of 65,536 hosts in a zone", torus_in_a_zone(256)),
        ("star of 4,000 hosts, one line", star(4_000)),
        ("star of 65,537 hosts, one line", star(65_537)),
        ("Floyd, 4,000 hosts on a router", floyd(4_000)),
        ("Floyd, 65,537 hosts on a router", floyd(65_537)),
        ("Full, 250 hosts", full(250)),
        ("Full, 500 hosts", full(500)),
    ];
    for (name, text) in texts {
        let start = Instant::now();
        let result = black_box(simgrid(&text, "bench.xml"));
        let took = start.elapsed().as_secs_f64();
        let end = match result {
            Ok(imported) => format!("{} bytes of platform file", imported.text.len()),
            Err(error) => format!("refused: {error}").chars().take(110).collect(),
        };
        println!("{name:<34} {:>9.3} ms  {end}", took * 1e3);
    }
}
