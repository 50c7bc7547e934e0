//! Checks an imported platform against SimGrid: compares the links and the latency of the imported platform's routes with
//! the routes that SimGrid would take ([`crate::resolve`]), and reports the differences.

use crate::error::Notes;
use crate::model::{Machine, RouteEnd};
use crate::resolve::Resolver;
use platform::Platform;
use std::collections::BTreeSet;
use units::{HostId, LinkId};

/// Hosts whose routes to each other are looked at.
const MOST_HOSTS: usize = 64;

/// Differences listed individually.
const TOLD: usize = 5;

/// Notes routes that differ in links or latency. Of many hosts the first, the middle and the last of each zone are looked at.
pub(crate) fn verify(machine: &Machine, resolver: &Resolver<'_>, platform: &Platform, notes: &mut Notes) {
    let hosts = looked_at(machine);
    let topology = platform.topology();
    let mut path: Vec<LinkId> = Vec::new();
    let mut different = 0;
    for (from, to) in hosts.iter().flat_map(|from| hosts.iter().map(move |to| (*from, *to))) {
        let route = if from == to { None } else { resolver.route(RouteEnd::Host(from), RouteEnd::Host(to)) };
        let Some(route) = route else { continue };
        let (links, latency) = resolver.parameters(&route);
        path.clear();
        topology.route(HostId::from_index(from), HostId::from_index(to), &mut path);
        let own = path.iter().filter(|link| topology.link_ends(**link).is_some()).count();
        let own_latency = topology.latency_of(&path);
        if (links, latency) == (own, own_latency) {
            continue;
        }
        different += 1;
        if different <= TOLD {
            let (from, to) = (&machine.hosts[from], &machine.hosts[to]);
            let what = format!(
                "the route from `{}` to `{}` over {links} links in {latency}: here it goes over {own} in {own_latency}",
                from.name, to.name
            );
            notes.add(from.position, what);
        }
    }
    if different > TOLD {
        let what = format!("{} more routes, of those between {} hosts", different - TOLD, hosts.len());
        notes.add(machine.hosts[0].position, what);
    }
}

fn looked_at(machine: &Machine) -> Vec<usize> {
    let all = machine.hosts.len();
    if all <= MOST_HOSTS {
        return (0..all).collect();
    }
    let zones = machine.zones.iter().map(|zone| zone.hosts.clone()).filter(|hosts| !hosts.is_empty());
    let chosen: BTreeSet<usize> =
        zones.flat_map(|hosts| [hosts.start, hosts.start + hosts.len() / 2, hosts.end - 1]).collect();
    let step = chosen.len().div_ceil(MOST_HOSTS).max(1);
    chosen.into_iter().step_by(step).collect()
}
