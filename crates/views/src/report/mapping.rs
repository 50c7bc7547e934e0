//! The mapping page of a report: the hosts at their places in the network, with their ranks.

use super::network::{Panel, host_panels};
use super::pack::Varints;
use super::profile::RankProfile;
use crate::machine::Machine;
use platform::Mapping;
use serde::Serialize;
use units::HostId;

/// The hosts as panels of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Hosts {
    pub(crate) panels: Vec<Panel>,
    pub(crate) hosts: u32,
    pub(crate) used: u32,
    pub(crate) description: String,
    /// Sizes of the grid that the ranks are for their mapping, the last axis fastest; nothing if they are none.
    pub(crate) grid: Vec<u32>,
    /// Every rank of a host is listed, not only the lowest.
    pub(crate) all: bool,
}

/// Of more ranks only the lowest of each host is in the page.
const LISTED_RANKS: u32 = 1 << 17;

#[derive(Clone, Copy, Default)]
struct Host {
    ranks: u32,
    first: u32,
    busy: u64,
    waiting: u64,
}

/// The panels, and for each cell: how many ranks, the lowest, and the mean time that they compute or call without waiting, and
/// wait, both as parts of 255 of the run's time; then all its ranks in the order of their cores. Empty cells have only the
/// first.
pub(crate) fn of(machine: &Machine, ranks: &[RankProfile], whole: u64) -> Result<(Hosts, Varints), String> {
    let mapping = machine.mapping.as_ref().map_err(Clone::clone)?;
    let (panels, cell_of) = host_panels(machine.platform.topology());
    let cells = panels.last().map_or(0, |panel| panel.first + panel.columns * panel.rows);
    let mut hosts = vec![Host::default(); cells as usize];
    let all = mapping.ranks() <= LISTED_RANKS;
    let mut host_of = vec![None; cells as usize];
    for (rank, of) in (0..mapping.ranks()).zip(ranks) {
        let cell = cell_of(mapping.host(rank).0) as usize;
        host_of[cell] = Some(mapping.host(rank));
        let host = &mut hosts[cell];
        if host.ranks == 0 {
            host.first = rank;
        }
        host.ranks += 1;
        host.busy = host.busy.saturating_add(of.busy());
        host.waiting = host.waiting.saturating_add(of.waiting());
    }
    let mut packed = Varints::default();
    for (host, number) in hosts.iter().zip(host_of) {
        packed.push(host.ranks.into());
        if host.ranks > 0 {
            let part = |time: u64| {
                (u128::from(time) * 255 / (u128::from(whole.max(1)) * u128::from(host.ranks))).min(255) as u64
            };
            packed.push(host.first.into());
            packed.push(part(host.busy));
            packed.push(part(host.waiting));
            let own = number.filter(|_| all).map_or(Vec::new(), |number| by_core(mapping, number));
            own.into_iter().for_each(|rank| packed.push(rank.into()));
        }
    }
    let used = hosts.iter().filter(|host| host.ranks > 0).count() as u32;
    let description = mapping.describe().to_owned();
    let grid = mapping.grid().to_vec();
    Ok((Hosts { panels, hosts: machine.platform.hosts(), used, description, grid, all }, packed))
}

/// The ranks of a host in the order of their cores.
fn by_core(mapping: &Mapping, host: HostId) -> Vec<u32> {
    let mut ranks: Vec<u32> = mapping.ranks_on(host).collect();
    ranks.sort_by_key(|rank| mapping.endpoint(*rank).core);
    ranks
}
