//! Draws topologies in which every host has a link to every other: hosts on a circle.

use crate::layout::Point;
use crate::plan::{NodeList, Plan, count};

/// More would be a grey disc.
const READABLE: u32 = 64;

pub(super) fn plan(hosts: u32, most: u32) -> Plan {
    let shown = hosts.min(most).min(READABLE);
    let radius = (f64::from(shown) * 7.0).clamp(80.0, 420.0);
    let mut nodes = NodeList::default();
    let mut labels = Vec::new();
    for host in 0..shown {
        let turn = f64::from(host) / f64::from(shown);
        let at = Point::default().around(radius, turn);
        nodes.host(host, at, 6.0);
        labels.push((Point::default().around(radius + 16.0, turn).shifted(0.0, 4.0), host.to_string()));
    }
    let mut plan = Plan::of(nodes.straight());
    labels.into_iter().for_each(|(at, text)| plan.label(at, text));
    if shown < hosts {
        plan.note(format!(
            "{shown} of {} hosts are drawn, with the links between them; every host has a link to every other.",
            count(hosts.into())
        ));
    }
    plan
}
