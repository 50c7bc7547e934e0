//! Formats platforms and routes as JSON, for `windtunnel platform check`, `show` and `route`. Rates are in bytes per second,
//! times in picoseconds.

use engine::{Endpoint, Platform};
use serde_json::{Value, json};

/// The size of a machine, its grade and where it is from.
pub(crate) fn checked(platform: &Platform) -> Value {
    json!({
        "name": platform.name(),
        "file": platform.file(),
        "grade": platform.grade().letter(),
        "hosts": platform.hosts(),
        "cores": platform.cores(),
        "links": platform.link_count(),
    })
}

/// The same with topology, classes of links and every value that the file does not give.
pub(crate) fn shown(platform: &Platform) -> Value {
    let topology = platform.topology();
    let classes = platform.class_rows().map(|rows| {
        let class = |row: &engine::ClassRow| {
            json!({
                "class": row.name,
                "links": row.count,
                "bandwidth": row.bandwidth.0,
                "latency_ps": row.latency.ps(),
            })
        };
        rows.iter().map(class).collect::<Vec<_>>()
    });
    let mut value = checked(platform);
    value["topology"] = topology.describe().into();
    value["cores_per_host"] = platform.host.cores.into();
    value["diameter"] = topology.diameter().into();
    value["bisection"] = topology.bisection().0.into();
    value["mpi_library"] = platform.mpi.library.clone().into();
    value["classes"] = classes.into();
    value["defaults"] = json!(platform.defaults());
    value
}

/// A route, link by link. `bandwidth` is the most that a transfer gets on its own.
pub(crate) fn route(platform: &Platform, from: Endpoint, to: Endpoint) -> Value {
    let mut path = engine::Path::default();
    platform.path(from, to, &mut path);
    let end = |end: Endpoint| json!({ "host": platform.host_name(end.host), "core": end.core, "nic": end.nic });
    let links = path.links.iter().map(|link| {
        let figures = platform.link(*link);
        json!({
            "link": platform.link_name(*link),
            "class": platform.link_class_name(*link),
            "bandwidth": figures.bandwidth.0,
            "latency_ps": figures.latency.ps(),
        })
    });
    let narrowest = path.links.iter().map(|link| platform.link(*link).bandwidth).min();
    json!({
        "from": end(from),
        "to": end(to),
        "links": links.collect::<Vec<_>>(),
        "latency_ps": path.latency.ps(),
        "bandwidth": narrowest.unwrap_or(path.bound).min(path.bound).0,
    })
}
