//! Makes a first mapping of ranks to slots, which the mapping search then improves, by recursive bisection (T. Hoefler and M.
//! Snir, ICS 2011, §IV-C). The hosts are halved. The ranks are divided into two parts, in proportion to the slots of the two
//! halves, with little traffic between the parts. Both steps are repeated in each half, down to single hosts. A grid of hosts
//! is halved across its longest dimension. Other hosts are halved by number, which in topologies with groups of switches
//! follows the groups.

use super::partition::{WeightedGraph, bisect};
use crate::problem::Problem;
use platform::Shape;

/// The places of ranks.
pub(super) fn places(problem: &Problem<'_>) -> Vec<u32> {
    let mut slots: Vec<Vec<u32>> = vec![Vec::new(); problem.hosts.len()];
    (0..).zip(&problem.host_of).for_each(|(slot, host)| slots[*host as usize].push(slot));
    let ranks = problem.ranks();
    let mut bisection = Bisection {
        problem,
        slots,
        graph: whole(problem),
        numbers: vec![u32::MAX; ranks as usize],
        places: vec![0; ranks as usize],
    };
    bisection.divide((0..ranks).collect(), (0..problem.hosts.len() as u32).collect());
    bisection.places
}

fn whole(problem: &Problem<'_>) -> WeightedGraph {
    let mut graph = WeightedGraph { firsts: vec![0], edges: Vec::new(), sizes: vec![1; problem.ranks() as usize] };
    for rank in 0..problem.ranks() {
        graph.edges.extend(problem.graph.totals(rank));
        graph.firsts.push(graph.edges.len());
    }
    graph
}

struct Bisection<'a> {
    problem: &'a Problem<'a>,
    /// By host.
    slots: Vec<Vec<u32>>,
    graph: WeightedGraph,
    numbers: Vec<u32>,
    places: Vec<u32>,
}

impl Bisection<'_> {
    fn room(&self, hosts: &[u32]) -> u64 {
        hosts.iter().map(|host| self.slots[*host as usize].len() as u64).sum()
    }

    /// Places ranks on hosts that have room for them.
    fn divide(&mut self, ranks: Vec<u32>, mut hosts: Vec<u32>) {
        if let [host] = hosts[..] {
            for (rank, slot) in ranks.iter().zip(&self.slots[host as usize]) {
                self.places[*rank as usize] = *slot;
            }
            return;
        }
        if ranks.is_empty() {
            return;
        }
        self.sort(&mut hosts);
        let second_hosts = hosts.split_off(hosts.len() / 2);
        let (first_room, second_room, all) = (self.room(&hosts), self.room(&second_hosts), ranks.len() as u64);
        // In proportion to the room, as far as it suffices.
        let share = u128::from(all) * u128::from(first_room) / u128::from(first_room + second_room);
        let first = (share as u64).clamp(all.saturating_sub(second_room), first_room);
        let side = bisect(&self.graph.part(&ranks, &mut self.numbers), first);
        let of =
            |second: bool| ranks.iter().zip(&side).filter(move |(_, side)| **side == second).map(|(rank, _)| *rank);
        let halves: [Vec<u32>; 2] = [of(false).collect(), of(true).collect()];
        let [first, second] = halves;
        self.divide(first, hosts);
        self.divide(second, second_hosts);
    }

    /// Brings hosts in the order in which they are halved.
    fn sort(&self, hosts: &mut [u32]) {
        let Shape::Grid { sizes, .. } = self.problem.platform.topology().shape() else { return };
        let number = |host: &u32| self.problem.hosts[*host as usize].0;
        let mut longest = (0, 1, 1);
        let mut stride = 1;
        for size in sizes {
            let coordinates = || hosts.iter().map(|host| number(host) / stride % size);
            let extent = coordinates().max().unwrap_or(0) - coordinates().min().unwrap_or(0);
            if extent > longest.0 {
                longest = (extent, stride, size);
            }
            stride *= size;
        }
        let (_, stride, size) = longest;
        hosts.sort_by_key(|host| (number(host) / stride % size, number(host)));
    }
}
