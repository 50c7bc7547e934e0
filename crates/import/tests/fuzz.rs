//! Changed SimGrid platforms: reading one ends in a platform file that is right or in an error, never in a panic.
#![allow(clippy::unwrap_used, unreachable_pub, reason = "a test may fail so")]

use crate::harness::{Corpus, fuzz};
use windtunnel_import::simgrid;

const TEXTS: &[&str] = &[
    "<platform version='4.1'><zone id='z' routing='Full'>\n<host id='a' speed='1Gf'/><host id='b' speed='1Gf' core='2'/>\n\
     <link id='l' bandwidth='10MBps' latency='1us'/><router id='r'/>\n\
     <route src='a' dst='b'><link_ctn id='l'/></route><route src='a' dst='r'/>\n</zone></platform>",
    "<?xml version='1.0'?>\n<platform version='4.1'>\n<config><prop id='a' value='&lt;1&gt;'/></config>\n\
     <cluster id='c' prefix='n' suffix='.o' radical='0-7' speed='1Gf' bw='125MBps' lat='50us' bb_bw='2GBps' bb_lat='1us'\
      limiter_link='3GBps' loopback_bw='1GBps' loopback_lat='0' topology='TORUS' topo_parameters='4,2'/></platform>",
    "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-7' speed='1Gf' bw='1Bps' lat='0'\
      topology='DRAGONFLY' topo_parameters='2,1;1,1;2,1;2'/></platform>",
    "<platform version='4.1'><zone id='z' routing='Floyd'><zone id='y' routing='Cluster'>\
     <cabinet id='k' prefix='k' suffix='' radical='1-3' speed='1Gf' bw='20MBps' lat='2us'/>\
     <backbone id='bb' bandwidth='90MBps' latency='9us'/></zone></zone></platform>",
];

const PIECES: &[&str] = &[
    "<zone id='q' routing='Full'>",
    "</zone>",
    "<host id='h' speed='1f'/>",
    "<router id='r2'/>",
    "<route src='a' dst='b'/>",
    "radical='0-65536'",
    "topology='FAT_TREE' topo_parameters='2;4,2;1,2;1,1'",
    "sharing_policy='SPLITDUPLEX'",
    "<!-- ",
    "-->",
    "<![CDATA[",
    "&amp;",
    "&#0;",
    "<!DOCTYPE",
    "'9999999999999EBps'",
];

#[test]
fn simgrid_platforms() {
    let corpus = Corpus { texts: TEXTS.iter().map(|text| (*text).to_owned()).collect(), pieces: PIECES };
    fuzz("simgrid platform", 100, &corpus, |_, text| simgrid(text, "fuzz.xml").is_ok());
}
