//! The links that a message from one host to another takes.

use crate::problem::Ways;
use platform::Topology;
use units::{HostId, LinkId};

/// Machines with more pairs of hosts than this have no table of ways: they are made anew each time.
const MOST_PAIRS: usize = 1 << 22;

/// Nor have those whose table would have more entries.
const MOST_ENTRIES: usize = 1 << 26;

/// The links of a message with its shares on them; no shares stand for whole messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread<'a> {
    pub(crate) links: &'a [u32],
    pub(crate) shares: &'a [u32],
}

/// Room for a way that is not in a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    path: Vec<LinkId>,
    links: Vec<u32>,
    shares: Vec<u32>,
}

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
        let mut scratch = Scratch::default();
        let hosts = self.hosts.len() as u32;
        for from in 0..hosts {
            for to in 0..hosts {
                let way = self.make(from, to, &mut scratch);
                table.links.extend(way.links);
                table.shares.extend(way.shares);
                table.firsts.push(table.links.len() as u32);
            }
            if table.links.len() > MOST_ENTRIES {
                return None;
            }
        }
        Some(table)
    }

    fn make<'s>(&self, from: u32, to: u32, scratch: &'s mut Scratch) -> Spread<'s> {
        let (from, to) = (self.hosts[from as usize], self.hosts[to as usize]);
        let Scratch { path, links, shares } = scratch;
        links.clear();
        shares.clear();
        if self.kind == Ways::Route {
            path.clear();
            self.topology.route(from, to, path);
            links.extend(path.iter().map(|link| link.0));
        } else {
            self.topology.spread(from, to, self.unit, &mut |link, share| {
                links.push(link.0);
                shares.push(share as u32);
            });
        }
        Spread { links, shares }
    }

    /// The way from a host to another.
    #[inline]
    pub(crate) fn way<'s>(&'s self, from: u32, to: u32, scratch: &'s mut Scratch) -> Spread<'s> {
        let Some(table) = &self.table else { return self.make(from, to, scratch) };
        let pair = from as usize * self.hosts.len() + to as usize;
        let range = table.firsts[pair] as usize..table.firsts[pair + 1] as usize;
        let shares = if table.shares.is_empty() { &[] } else { &table.shares[range.clone()] };
        Spread { links: &table.links[range], shares }
    }
}
