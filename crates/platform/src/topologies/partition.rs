//! Divides an irregular network into regions, from which the packet model makes its partitions for parallel simulation.
//!
//! A region is a switch with the hosts whose first link leads to it, or a host without a switch. The parallel simulation needs
//! a latency between regions as lookahead, so vertices joined by links without latency are in one region. Regions are numbered
//! breadth-first from the one furthest from vertex 0, so consecutive regions form a slab that few links leave.

/// A link between two vertices, in either direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    pub(super) ends: (u32, u32),
    /// Whether it has no latency.
    pub(super) at_once: bool,
}

/// The region of every vertex, and how many regions there are. The first `hosts` vertices are hosts.
#[derive(Debug)]
pub(super) struct Regions {
    pub(super) of: Vec<u32>,
    pub(super) count: u32,
}

/// Groups of vertices, each named by one of them.
struct Groups(Vec<u32>);

impl Groups {
    fn find(&mut self, vertex: u32) -> u32 {
        let mut at = vertex;
        while self.0[at as usize] != at {
            let above = self.0[self.0[at as usize] as usize];
            self.0[at as usize] = above;
            at = above;
        }
        at
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}

/// Cuts a network into regions.
pub(super) fn regions(hosts: u32, vertices: u32, joints: &[Joint]) -> Regions {
    let mut groups = Groups((0..vertices).collect());
    let mut has_switch = vec![false; hosts as usize];
    for joint in joints {
        let (low, high) = (joint.ends.0.min(joint.ends.1), joint.ends.0.max(joint.ends.1));
        let first = low < hosts && high >= hosts && !std::mem::replace(&mut has_switch[low as usize], true);
        if joint.at_once || first {
            groups.join(low, high);
        }
    }
    let names: Vec<u32> = (0..vertices).map(|vertex| groups.find(vertex)).collect();
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); vertices as usize];
    for Joint { ends: (one, other), .. } in joints {
        let (one, other) = (names[*one as usize], names[*other as usize]);
        if one != other {
            neighbours[one as usize].push(other);
            neighbours[other as usize].push(one);
        }
    }
    let furthest = breadth_first(&neighbours, [0]).pop().unwrap_or(0);
    // Whatever is not joined to it comes last.
    let order = breadth_first(&neighbours, std::iter::once(furthest).chain(names.iter().copied()));
    let mut numbers = vec![0; vertices as usize];
    (0u32..).zip(&order).for_each(|(number, name)| numbers[*name as usize] = number);
    Regions { of: names.iter().map(|name| numbers[*name as usize]).collect(), count: order.len() as u32 }
}

/// Whatever can be reached from some vertices, from the first all of it before the next, nearer ones first.
fn breadth_first(neighbours: &[Vec<u32>], starts: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut seen = vec![false; neighbours.len()];
    let (mut order, mut next) = (Vec::new(), 0);
    for start in starts {
        if !std::mem::replace(&mut seen[start as usize], true) {
            order.push(start);
        }
        while next < order.len() {
            for neighbour in &neighbours[order[next] as usize] {
                if !std::mem::replace(&mut seen[*neighbour as usize], true) {
                    order.push(*neighbour);
                }
            }
            next += 1;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joints(list: &[(u32, u32)]) -> Vec<Joint> {
        list.iter().map(|ends| Joint { ends: *ends, at_once: false }).collect()
    }

    #[test]
    fn a_switch_has_its_hosts_and_a_line_is_in_order() {
        // Hosts 0 to 5 on switches 6, 7 and 8, which are a line with 6 in the middle; host 5 is on two.
        let list = [(0, 6), (6, 1), (2, 7), (3, 7), (4, 8), (5, 8), (5, 7), (7, 6), (6, 8)];
        let Regions { of, count } = regions(6, 9, &joints(&list));
        assert_eq!(count, 3);
        assert!(
            of[0] == of[6] && of[1] == of[6] && of[2] == of[7] && of[3] == of[7] && of[4] == of[8] && of[5] == of[8]
        );
        // Host 5 joins 7 and 8 as well, so all are neighbours.
        assert_eq!(of.iter().max(), Some(&2));
        let line = regions(5, 5, &joints(&[(2, 0), (0, 1), (1, 4), (2, 3)]));
        assert_eq!((line.of, line.count), (vec![2, 1, 3, 4, 0], 5));
    }

    #[test]
    fn what_takes_no_time_is_not_cut() {
        let mut list = joints(&[(0, 2), (1, 3), (2, 3)]);
        assert_eq!(regions(2, 4, &list).count, 2);
        list[2].at_once = true;
        assert_eq!(regions(2, 4, &list).count, 1);
    }

    #[test]
    fn what_nothing_joins_is_a_region_too() {
        let Regions { of, count } = regions(1, 3, &joints(&[(0, 1)]));
        assert_eq!((of, count), (vec![0, 0, 1], 2));
        assert_eq!(regions(1, 1, &[]).count, 1);
    }
}
