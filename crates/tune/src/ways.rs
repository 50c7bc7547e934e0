//! The links that a message from one host to another takes.

use crate::problem::Ways;
use platform::Topology;
use units::{HostId, LinkId};

/// Machines with more pairs of hosts than this have no table of ways: they are made anew each time.
const MOST_PAIRS: usize = 1 << 22;

/// Nor have those whose table would have more entries.
const MOST_ENTRIES: usize = 1 << 26;

/// Ways between the hosts of a problem, which are numbered from 0.
#[derive(Debug)]
pub(crate) struct WaysOf<'a> {
    topology: &'a dyn Topology,
    hosts: Vec<HostId>,
    kind: Ways,
    /// What a whole message is worth in shares.
    unit: u64,
    table: Option<WayTable>,
}

/// Links of each pair of hosts with their shares; shares are left out if all are whole.
#[derive(Debug, Default)]
struct WayTable {
    firsts: Vec<u32>,
    links: Vec<u32>,
    shares: Vec<u32>,
}

impl<'a> WaysOf<'a> {
    pub(crate) fn new(topology: &'a dyn Topology, hosts: Vec<HostId>, kind: Ways, unit_bits: u32) -> Self {
        let unit = if kind == Ways::Route { 1 } else { 1 << unit_bits };
        let mut ways = Self { topology, hosts, kind, unit, table: None };
        if ways.hosts.len().saturating_mul(ways.hosts.len()) <= MOST_PAIRS {
            ways.table = ways.tabulate();
        }
        ways
    }

    /// The share of a message that takes one way only.
    pub(crate) fn unit(&self) -> u64 {
        self.unit
    }

    fn tabulate(&self) -> Option<WayTable> {
        let mut table = WayTable { firsts: vec![0], ..WayTable::default() };
        let mut path = Vec::new();
        let hosts = self.hosts.len() as u32;
        for from in 0..hosts {
            for to in 0..hosts {
                self.make(from, to, &mut path, &mut |link, share| {
                    table.links.push(link);
                    if self.kind == Ways::Minimal {
                        table.shares.push(share);
                    }
                });
                table.firsts.push(table.links.len() as u32);
            }
            if table.links.len() > MOST_ENTRIES {
                return None;
            }
        }
        Some(table)
    }

    fn make(&self, from: u32, to: u32, path: &mut Vec<LinkId>, visit: &mut dyn FnMut(u32, u32)) {
        let (from, to) = (self.hosts[from as usize], self.hosts[to as usize]);
        if self.kind == Ways::Route {
            path.clear();
            self.topology.route(from, to, path);
            path.iter().for_each(|link| visit(link.0, 1));
        } else {
            self.topology.spread(from, to, self.unit, &mut |link, share| visit(link.0, share as u32));
        }
    }

    /// Calls `visit` with each link from a host to another and its share of a message.
    #[inline]
    pub(crate) fn visit(&self, from: u32, to: u32, path: &mut Vec<LinkId>, mut visit: impl FnMut(u32, u32)) {
        let Some(table) = &self.table else {
            self.make(from, to, path, &mut visit);
            return;
        };
        let pair = from as usize * self.hosts.len() + to as usize;
        let range = table.firsts[pair] as usize..table.firsts[pair + 1] as usize;
        if table.shares.is_empty() {
            table.links[range].iter().for_each(|link| visit(*link, 1));
        } else {
            table.links[range.clone()]
                .iter()
                .zip(&table.shares[range])
                .for_each(|(link, share)| visit(*link, *share));
        }
    }
}
