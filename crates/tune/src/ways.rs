//! Which links carry a message between two hosts, for the mapping search: the links of its route, or, in equal parts, the links
//! of all minimal paths.

use platform::{Axis, Topology};
use units::{HostId, LinkId};

/// Which links a message counts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ways {
    /// Those of its route.
    Route,
    /// Those of all minimal ways, in equal parts, as adaptive routing takes them on average.
    Minimal,
}

/// Machines with more pairs of hosts than this have no table of ways: they are made anew each time.
const MOST_PAIRS: usize = 1 << 22;

/// Nor have those whose table would have more entries.
const MOST_ENTRIES: usize = 1 << 26;

/// Axes that a route is divided by at most: those of Blue Gene/Q, and one.
const MOST_LEGS: usize = 6;

/// Links that are in more legs than this on average, those of long rings, don't tell these: a change of load would concern too many.
const MOST_LEGS_OF_LINK: usize = 64;

/// The links of a message with its shares on them; no shares stand for whole messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread<'a> {
    /// Its links, in the order of travel.
    legs: [&'a [u32]; MOST_LEGS],
    count: usize,
    /// Of a single leg.
    shares: &'a [u32],
}

impl<'a> Spread<'a> {
    fn new(links: &'a [u32], shares: &'a [u32]) -> Self {
        let mut spread = Self { legs: [&[]; MOST_LEGS], count: 1, shares };
        spread.legs[0] = links;
        spread
    }

    pub(crate) fn links(&self) -> impl Iterator<Item = u32> {
        self.legs[..self.count].iter().flat_map(|leg| leg.iter().copied())
    }

    /// Calls with each link and the share of a message on it, until it gets false.
    #[inline]
    pub(crate) fn visit(&self, mut call: impl FnMut(u32, u32) -> bool) {
        if !self.shares.is_empty() {
            self.legs[0].iter().zip(self.shares).all(|(link, share)| call(*link, *share));
            return;
        }
        for leg in &self.legs[..self.count] {
            if !leg.iter().all(|link| call(*link, 1)) {
                return;
            }
        }
    }
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
    /// A whole message in shares.
    unit: u64,
    table: Option<Table>,
}

#[derive(Debug)]
enum Table {
    Ways(WayTable),
    Legs(LegTable),
}

/// Links of each pair of hosts with their shares; shares are left out if all are whole.
#[derive(Debug, Default)]
struct WayTable {
    firsts: Vec<u32>,
    links: Vec<u32>,
    shares: Vec<u32>,
}

/// Where routes go axis by axis: the links of each leg, which are far fewer than those of all pairs.
#[derive(Debug)]
pub(crate) struct LegTable {
    axes: Vec<LegAxis>,
    /// By host of the problem.
    hosts: Vec<LegHost>,
    links: Lists,
    /// The other way round, legs by link, where a link is in few.
    legs: Option<Lists>,
}

/// Lists of numbers, one after the other.
#[derive(Debug)]
struct Lists {
    firsts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    #[inline]
    fn of(&self, list: usize) -> &[u32] {
        &self.numbers[self.firsts[list] as usize..self.firsts[list + 1] as usize]
    }

    fn count(&self) -> usize {
        self.firsts.len() - 1
    }

    /// For each number the lists that it is in.
    fn inverse(&self, count: usize) -> Self {
        let mut firsts = vec![0; count + 1];
        self.numbers.iter().for_each(|number| firsts[*number as usize + 1] += 1);
        (1..firsts.len()).for_each(|at| firsts[at] += firsts[at - 1]);
        let (mut next, mut numbers) = (firsts.clone(), vec![0; self.numbers.len()]);
        for list in 0..self.count() {
            for number in self.of(list) {
                let at = &mut next[*number as usize];
                numbers[*at as usize] = list as u32;
                *at += 1;
            }
        }
        Self { firsts, numbers }
    }
}

#[derive(Clone, Copy, Debug)]
struct LegAxis {
    size: u32,
    stride: u32,
    /// Where its legs begin in `firsts`: by host, then coordinate of the end.
    first: u32,
}

#[derive(Clone, Copy, Debug)]
struct LegHost {
    /// In the topology.
    number: u32,
    coordinates: [u32; MOST_LEGS],
}

impl LegHost {
    fn new(host: HostId, axes: &[Axis]) -> Self {
        let mut coordinates = [0; MOST_LEGS];
        axes.iter().zip(&mut coordinates).for_each(|(axis, own)| *own = axis.coordinate(host));
        Self { number: host.0, coordinates }
    }
}

impl LegTable {
    /// None where routes don't go axis by axis, or where there are too many axes or legs.
    fn new(topology: &dyn Topology, used: &[HostId]) -> Option<Self> {
        let axes: Vec<_> = topology.axes().into_iter().filter(|axis| axis.size > 1).collect();
        if !topology.routes_by_axis() || axes.len() > MOST_LEGS {
            return None;
        }
        let hosts = used.iter().map(|host| LegHost::new(*host, &axes)).collect();
        let mut links = Lists { firsts: vec![0], numbers: Vec::new() };
        let (mut own_axes, mut path) = (Vec::new(), Vec::new());
        for axis in &axes {
            own_axes.push(LegAxis { size: axis.size, stride: axis.stride, first: links.count() as u32 });
            for from in (0..topology.hosts()).map(HostId) {
                let start = from.0 - axis.coordinate(from) * axis.stride;
                for to in (0..axis.size).map(|coordinate| HostId(start + coordinate * axis.stride)) {
                    path.clear();
                    topology.route(from, to, &mut path);
                    links.numbers.extend(path.iter().map(|link| link.0));
                    links.firsts.push(links.numbers.len() as u32);
                }
                if links.numbers.len() > MOST_ENTRIES {
                    return None;
                }
            }
        }
        let count = topology.links() as usize;
        let is_short = links.numbers.len() <= MOST_LEGS_OF_LINK * count;
        let legs = is_short.then(|| links.inverse(count));
        Some(Self { axes: own_axes, hosts, links, legs })
    }

    pub(crate) fn count(&self) -> usize {
        self.links.count()
    }

    /// The legs that a link is in.
    #[inline]
    pub(crate) fn of_link(&self, link: usize) -> &[u32] {
        self.legs.as_ref().map_or(&[], |legs| legs.of(link))
    }

    /// Calls with the number of each leg of a way.
    #[inline]
    pub(crate) fn visit(&self, (from, to): (u32, u32), mut call: impl FnMut(usize)) {
        let (start, end) = (&self.hosts[from as usize], &self.hosts[to as usize]);
        let mut here = start.number;
        for (axis, (from, to)) in self.axes.iter().zip(start.coordinates.iter().zip(&end.coordinates)) {
            call(axis.first.wrapping_add(here.wrapping_mul(axis.size)).wrapping_add(*to) as usize);
            here = here.wrapping_add(to.wrapping_sub(*from).wrapping_mul(axis.stride));
        }
    }

    fn way(&self, ends: (u32, u32)) -> Spread<'_> {
        let mut spread = Spread { legs: [&[]; MOST_LEGS], count: 0, shares: &[] };
        self.visit(ends, |leg| {
            spread.legs[spread.count] = self.links.of(leg);
            spread.count += 1;
        });
        spread
    }
}

impl<'a> WaysOf<'a> {
    pub(crate) fn new(topology: &'a dyn Topology, hosts: Vec<HostId>, kind: Ways, unit_bits: u32) -> Self {
        let unit = if kind == Ways::Route { 1 } else { 1 << unit_bits };
        let mut ways = Self { topology, hosts, kind, unit, table: None };
        if kind == Ways::Route {
            ways.table = LegTable::new(topology, &ways.hosts).map(Table::Legs);
        }
        if ways.table.is_none() && ways.hosts.len().saturating_mul(ways.hosts.len()) <= MOST_PAIRS {
            ways.table = ways.tabulate().map(Table::Ways);
        }
        ways
    }

    /// The legs that ways consist of, if they do and links tell theirs.
    #[inline]
    pub(crate) fn legs(&self) -> Option<&LegTable> {
        match &self.table {
            Some(Table::Legs(table)) if table.legs.is_some() => Some(table),
            _ => None,
        }
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
                table.links.extend(way.links());
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
            self.topology.spread(from, to, self.unit, None, &mut |link, share| {
                links.push(link.0);
                shares.push(share as u32);
            });
        }
        Spread::new(links, shares)
    }

    /// The way from a host to another.
    #[inline]
    pub(crate) fn way<'s>(&'s self, from: u32, to: u32, scratch: &'s mut Scratch) -> Spread<'s> {
        let table = match &self.table {
            Some(Table::Legs(table)) => return table.way((from, to)),
            Some(Table::Ways(table)) => table,
            None => return self.make(from, to, scratch),
        };
        let pair = from as usize * self.hosts.len() + to as usize;
        let range = table.firsts[pair] as usize..table.firsts[pair + 1] as usize;
        let shares = if table.shares.is_empty() { &[] } else { &table.shares[range.clone()] };
        Spread::new(&table.links[range], shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::Platform;

    /// Whatever table they are looked up in.
    #[test]
    fn ways_are_those_of_the_topology() {
        let links = "links.all = { bandwidth = '1 GB/s', latency = '1 us' }\nlinks.host = { bandwidth = '1 GB/s', latency = '1 us' }";
        let host = "[host]\nspeed = '1 Gf'\nmemory = { bandwidth = '1 GB/s', copy = '1 GB/s', latency = '0 s' }";
        for topology in [
            "kind = 'torus'\ndimensions = [3, 4, 2]",
            "kind = 'torus'\ndimensions = [7]",
            "kind = 'torus'\ndimensions = [50]",
            "kind = 'torus'\ndimensions = [1, 6, 1, 3]\nties = 'simgrid'",
            "kind = 'mesh'\ndimensions = [5, 3]",
            "kind = 'hypercube'\ndimensions = 7",
            "kind = 'hyperx'\ndimensions = [3, 4]\nhosts = 1",
        ] {
            let links = if topology.contains("hyperx") { links } else { links.lines().next().unwrap() };
            let machine =
                Platform::from_str(&format!("[topology]\n{topology}\n{links}\n{host}"), "odd.toml").unwrap();
            let topology = machine.topology();
            // Every second host is in use.
            let hosts: Vec<HostId> = (0..topology.hosts()).step_by(2).map(HostId).collect();
            let (ways, mut scratch) = (WaysOf::new(topology, hosts.clone(), Ways::Route, 0), Scratch::default());
            for (from, src) in (0..).zip(&hosts) {
                for (to, dst) in (0..).zip(&hosts) {
                    let mut path = Vec::new();
                    topology.route(*src, *dst, &mut path);
                    let links: Vec<LinkId> = ways.way(from, to, &mut scratch).links().map(LinkId).collect();
                    assert_eq!(links, path, "{src:?} to {dst:?}");
                    let Some(table) = ways.legs() else { continue };
                    let mut legs = Vec::new();
                    table.visit((from, to), |leg| legs.push(leg as u32));
                    for link in 0..topology.links() {
                        let count = legs.iter().filter(|leg| table.of_link(link as usize).contains(leg)).count();
                        assert_eq!(count, usize::from(path.contains(&LinkId(link))), "{src:?} to {dst:?}");
                    }
                }
            }
        }
    }
}
