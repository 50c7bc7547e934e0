//! Ranks on hosts: the hosts at their places in the network, with what sits on them.

use super::network::{Panel, host_panels};
use super::pack::Varints;
use super::profile::RankProfile;
use crate::machine::Machine;
use serde::Serialize;

/// The hosts as panels of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Hosts {
    pub(crate) panels: Vec<Panel>,
    pub(crate) hosts: u32,
    pub(crate) used: u32,
    pub(crate) description: String,
}

#[derive(Clone, Copy, Default)]
struct Host {
    ranks: u32,
    first: u32,
    busy: u64,
    waiting: u64,
}

/// The panels, and for each cell: how many ranks, the lowest, and the mean time that they compute or call without waiting, and
/// wait, both as parts of 255 of the run's time. Empty cells have only the first.
pub(crate) fn of(machine: &Machine, ranks: &[RankProfile], whole: u64) -> Result<(Hosts, Varints), String> {
    let mapping = machine.mapping.as_ref().map_err(Clone::clone)?;
    let (panels, cell_of) = host_panels(machine.platform.topology());
    let cells = panels.last().map_or(0, |panel| panel.first + panel.columns * panel.rows);
    let mut hosts = vec![Host::default(); cells as usize];
    for (rank, of) in (0..mapping.ranks()).zip(ranks) {
        let host = &mut hosts[cell_of(mapping.host(rank).0) as usize];
        if host.ranks == 0 {
            host.first = rank;
        }
        host.ranks += 1;
        host.busy = host.busy.saturating_add(of.busy());
        host.waiting = host.waiting.saturating_add(of.waiting());
    }
    let mut packed = Varints::default();
    for host in &hosts {
        packed.push(host.ranks.into());
        if host.ranks > 0 {
            let part = |time: u64| {
                (u128::from(time) * 255 / (u128::from(whole.max(1)) * u128::from(host.ranks))).min(255) as u64
            };
            packed.push(host.first.into());
            packed.push(part(host.busy));
            packed.push(part(host.waiting));
        }
    }
    let used = hosts.iter().filter(|host| host.ranks > 0).count() as u32;
    let description = mapping.describe().to_owned();
    Ok((Hosts { panels, hosts: machine.platform.hosts(), used, description }, packed))
}
