//! The grammar of SimGrid platform files: which XML elements may contain which, and their attributes (`simgrid.dtd`, version
//! 4.1).

use crate::error::ImportError;
use crate::xml::{Element, Source};
use platform::UnknownName;

/// An element: its attributes and what may stand in it.
struct Rule {
    name: &'static str,
    attributes: &'static [&'static str],
    children: &'static [&'static str],
}

const fn rule(name: &'static str, attributes: &'static [&'static str], children: &'static [&'static str]) -> Rule {
    Rule { name, attributes, children }
}

/// What is said about `<peer>`.
pub(super) const PEERS: &str = "peers, whose latencies come from coordinates";

const ROUTE: &[&str] = &["src", "dst", "symmetrical"];
const BETWEEN: &[&str] = &["src", "dst", "gw_src", "gw_dst", "symmetrical"];
const CONTENT: &[&str] = &["prop"];
const ACTOR: &[&str] = &["host", "function", "start_time", "kill_time", "on_failure"];
const ZONE: &[&str] = &[
    "prop",
    "zone",
    "AS",
    "host",
    "router",
    "link",
    "cluster",
    "cabinet",
    "peer",
    "backbone",
    "route",
    "zoneRoute",
    "ASroute",
    "bypassRoute",
    "bypassZoneRoute",
    "bypassASroute",
    "host_link",
    "trace",
    "trace_connect",
    "storage_type",
    "storage",
];

#[rustfmt::skip]
static RULES: &[Rule] = &[
    rule("platform", &["version"], &[
        "config", "random", "zone", "AS", "cluster", "peer", "prop", "trace", "trace_connect", "actor", "process",
    ]),
    rule("config", &["id"], CONTENT),
    rule("prop", &["id", "value"], &[]),
    rule("random", &["id", "min", "max", "mean", "std_deviation", "seed", "radical", "generator"], &[]),
    rule("zone", &["id", "routing"], ZONE),
    rule("AS", &["id", "routing"], ZONE),
    rule("host", &[
        "id", "speed", "core", "pstate", "availability_file", "speed_file", "state_file", "coordinates",
    ], &["prop", "disk", "mount"]),
    rule("mount", &["storageId", "name"], &[]),
    rule("storage_type", &["id", "model", "size", "content"], &["model_prop", "prop"]),
    rule("storage", &["id", "typeId", "content", "attach"], CONTENT),
    rule("model_prop", &["id", "value"], &[]),
    rule("disk", &["id", "read_bw", "write_bw"], CONTENT),
    rule("router", &["id", "coordinates"], &[]),
    rule("link", &[
        "id", "bandwidth", "latency", "sharing_policy", "bandwidth_file", "latency_file", "state_file",
    ], CONTENT),
    rule("route", ROUTE, &["link_ctn"]),
    rule("zoneRoute", BETWEEN, &["link_ctn"]),
    rule("ASroute", BETWEEN, &["link_ctn"]),
    rule("bypassASroute", &["src", "dst", "gw_src", "gw_dst"], &["link_ctn"]),
    rule("bypassRoute", &["src", "dst"], &["link_ctn"]),
    rule("bypassZoneRoute", &["src", "dst", "gw_src", "gw_dst"], &["link_ctn"]),
    rule("link_ctn", &["id", "direction"], &[]),
    rule("host_link", &["id", "up", "down"], &[]),
    rule("cluster", &[
        "id", "prefix", "suffix", "radical", "speed", "core", "bw", "lat", "sharing_policy", "bb_bw", "bb_lat",
        "bb_sharing_policy", "limiter_link", "loopback_bw", "loopback_lat", "topology", "topo_parameters", "router_id",
    ], CONTENT),
    rule("cabinet", &["id", "prefix", "suffix", "radical", "speed", "bw", "lat"], &[]),
    rule("backbone", &["id", "bandwidth", "latency"], &[]),
    rule("peer", &[
        "id", "speed", "bw_in", "bw_out", "lat", "coordinates", "speed_file", "availability_file", "state_file",
    ], &[]),
    rule("trace", &["id", "file", "periodicity"], &[]),
    rule("trace_connect", &["kind", "trace", "element"], &[]),
    rule("actor", ACTOR, &["argument", "prop"]),
    rule("process", ACTOR, &["argument", "prop"]),
    rule("argument", &["value"], &[]),
];

/// Checks an element and all that is in it.
pub(super) fn check(source: &Source<'_>, element: &Element) -> Result<(), ImportError> {
    let Some(rule) = RULES.iter().find(|rule| rule.name == element.name) else {
        // Its parent has been checked, and lists only what is here.
        return Err(source.unsupported(element, format!("`<{}>`", element.name)));
    };
    for (name, _) in &element.attributes {
        if !rule.attributes.contains(&name.as_str()) {
            return Err(ImportError::Attribute {
                at: source.at(element.position),
                element: element.name.clone(),
                unknown: UnknownName::new(name, rule.attributes),
            });
        }
    }
    for child in &element.children {
        if !rule.children.contains(&child.name.as_str()) {
            return Err(ImportError::Element {
                at: source.at(child.position),
                name: child.name.clone(),
                parent: element.name.clone(),
                known_names: platform::known_names(&child.name, rule.children),
            });
        }
        check(source, child)?;
    }
    Ok(())
}
