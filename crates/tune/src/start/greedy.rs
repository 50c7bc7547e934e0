//! Makes a first mapping of ranks to slots, which the mapping search then improves, by a greedy heuristic (T. Hoefler and M.
//! Snir, "Generic topology mapping strategies for large-scale parallel architectures", ICS 2011, §IV-B). Repeatedly, the rank
//! with the most traffic to ranks that have a slot is placed next. It gets the free slot nearest to the one of these ranks with
//! which it exchanges most.

use crate::problem::Problem;
use platform::{Topology, Vertex};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use units::LinkId;

/// Machines with more hosts in use than this take too long.
const MOST_HOSTS: usize = 4096;

/// The places of ranks; none for a large machine.
pub(super) fn places(problem: &Problem<'_>) -> Option<Vec<u32>> {
    (problem.hosts.len() <= MOST_HOSTS).then(|| Greedy::new(problem).run())
}

struct Greedy<'a> {
    problem: &'a Problem<'a>,
    nearness: Nearness,
    /// By host: free slots, the first one last.
    free: Vec<Vec<u32>>,
    places: Vec<Option<u32>>,
    /// By rank: bytes exchanged with ranks that are placed.
    pull: Vec<u64>,
    queue: BinaryHeap<(u64, Reverse<u32>)>,
}

impl<'a> Greedy<'a> {
    fn new(problem: &'a Problem<'a>) -> Self {
        let mut free = vec![Vec::new(); problem.hosts.len()];
        for slot in (0..problem.slots.len()).rev() {
            free[problem.host_of[slot] as usize].push(slot as u32);
        }
        let ranks = problem.ranks() as usize;
        let nearness = Nearness::new(problem);
        Self { problem, nearness, free, places: vec![None; ranks], pull: vec![0; ranks], queue: BinaryHeap::new() }
    }

    fn run(mut self) -> Vec<u32> {
        // Ranks without placed partners come by their own weight, heaviest first.
        let weight =
            |rank: u32| self.problem.graph.of(rank).iter().fold(0, |sum: u64, tie| sum.saturating_add(tie.bytes));
        let mut order: Vec<(Reverse<u64>, u32)> =
            (0..self.problem.ranks()).map(|rank| (Reverse(weight(rank)), rank)).collect();
        order.sort_unstable();
        for (_, first) in order {
            if self.places[first as usize].is_none() {
                self.place(first, 0);
            }
            while let Some((pull, Reverse(rank))) = self.queue.pop() {
                if self.places[rank as usize].is_none() && pull == self.pull[rank as usize] {
                    let host = self.heaviest(rank);
                    self.place(rank, host);
                }
            }
        }
        self.places.into_iter().map(|place| place.unwrap_or(0)).collect()
    }

    /// The host of the partner among those placed with which a rank exchanges most.
    fn heaviest(&self, rank: u32) -> u32 {
        let partners = self.problem.graph.totals(rank);
        let placed = partners.iter().filter_map(|(other, bytes)| Some((*bytes, self.places[*other as usize]?)));
        placed
            .max_by_key(|(bytes, slot)| (*bytes, Reverse(*slot)))
            .map_or(0, |(_, slot)| self.problem.host_of[slot as usize])
    }

    /// Places a rank as near to a host as there is room.
    fn place(&mut self, rank: u32, near: u32) {
        let host = self.nearness.nearest(near, |host| !self.free[host as usize].is_empty());
        let slot = host.and_then(|host| self.free[host as usize].pop());
        self.places[rank as usize] = slot;
        for (other, bytes) in self.problem.graph.totals(rank) {
            let pull = &mut self.pull[other as usize];
            *pull = pull.saturating_add(bytes);
            self.queue.push((*pull, Reverse(other)));
        }
    }
}

/// Hosts by their distance from each host, found when asked for.
struct Nearness {
    /// By vertex: those that a link leads to. Hosts come first, then switches.
    next: Vec<Vec<u32>>,
    /// By vertex: the host in use, if it is one.
    used: Vec<Option<u32>>,
    vertex_of: Vec<u32>,
    /// By host in use: others, nearest first, and how many of them are full.
    orders: Vec<(Vec<u32>, usize)>,
}

impl Nearness {
    fn new(problem: &Problem<'_>) -> Self {
        let topology = problem.platform.topology();
        let next = neighbours(topology);
        let mut used = vec![None; next.len()];
        (0..).zip(&problem.hosts).for_each(|(place, host)| used[host.index()] = Some(place));
        let vertex_of = problem.hosts.iter().map(|host| host.0).collect();
        Self { next, used, vertex_of, orders: vec![(Vec::new(), 0); problem.hosts.len()] }
    }

    /// The nearest host with room. Hosts do not get room again.
    fn nearest(&mut self, from: u32, has_room: impl Fn(u32) -> bool) -> Option<u32> {
        if self.orders[from as usize].0.is_empty() {
            self.orders[from as usize].0 = self.order(from);
        }
        let (order, full) = &mut self.orders[from as usize];
        while *full < order.len() && !has_room(order[*full]) {
            *full += 1;
        }
        order.get(*full).copied()
    }

    /// Breadth first; hosts that no link leads to come last.
    fn order(&self, from: u32) -> Vec<u32> {
        let mut seen = vec![false; self.next.len()];
        let mut queue = vec![self.vertex_of[from as usize]];
        seen[queue[0] as usize] = true;
        let mut at = 0;
        while at < queue.len() {
            for &next in &self.next[queue[at] as usize] {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    queue.push(next);
                }
            }
            at += 1;
        }
        let rest = (0..self.next.len() as u32).filter(|vertex| !seen[*vertex as usize]);
        queue.iter().copied().chain(rest).filter_map(|vertex| self.used[vertex as usize]).collect()
    }
}

/// The vertices that links lead to from each vertex, in the order of links.
fn neighbours(topology: &dyn Topology) -> Vec<Vec<u32>> {
    let hosts = topology.hosts();
    let number = |vertex| match vertex {
        Vertex::Host(host) => host.0,
        Vertex::Switch(switch) => hosts + switch,
    };
    let mut next = vec![Vec::new(); hosts as usize];
    for (from, to) in (0..topology.links()).filter_map(|link| topology.link_ends(LinkId(link))) {
        let (from, to) = (number(from), number(to));
        let most = from.max(to) as usize;
        if most >= next.len() {
            next.resize(most + 1, Vec::new());
        }
        next[from as usize].push(to);
    }
    next
}
