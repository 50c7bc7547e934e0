//! A reference solver for tests. It computes the max-min fair allocation of module `sharing` from all links and flows, without
//! using the previous allocation. The incremental solver (`wave`) must give every flow the same level (its rate divided by its
//! weight).

use crate::network::flow::sharing::{OPEN, Share, Sharing};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const LINK: u8 = 0;
const FLOW: u8 = 1;

struct Filling {
    room: Vec<u64>,
    weight: Vec<u64>,
    stopped: Vec<u64>,
    level: Vec<u64>,
    heap: BinaryHeap<Reverse<(u64, u8, u32)>>,
}

impl Sharing {
    /// As [`Sharing::solve`].
    pub(in crate::network::flow) fn solve_from_scratch(&mut self, changed: &mut Vec<u32>) {
        for index in std::mem::take(&mut self.dirty) {
            self.links[index as usize].flags = 0;
        }
        let mut filling = Filling {
            room: self.links.iter().map(|link| link.capacity).collect(),
            weight: self.links.iter().map(|link| link.total).collect(),
            stopped: vec![OPEN; self.links.len()],
            level: vec![OPEN; self.flows.len()],
            heap: BinaryHeap::new(),
        };
        for (index, link) in self.links.iter().enumerate().filter(|(_, link)| link.total > 0) {
            filling.heap.push(Reverse((self.share(link.capacity, link.total), LINK, index as u32)));
        }
        for (index, flow) in self.flows.iter().enumerate().filter(|(index, _)| self.flows[*index].share.admitted) {
            filling.heap.push(Reverse((flow.ceiling, FLOW, index as u32)));
        }
        while let Some(&Reverse((level, _, _))) = filling.heap.peek() {
            self.stop_at(level, &mut filling);
        }
        for (index, level) in filling.level.iter().enumerate() {
            if self.flows[index].share.admitted && self.flows[index].share.level != *level {
                self.touch(index as u32);
                self.flows[index].share.level = *level;
            }
        }
        self.statistics.solves += 1;
        self.levels.copy_from_slice(&filling.stopped);
        self.links.iter_mut().zip(filling.stopped).for_each(|(link, level)| link.level = level);
        for index in 0..self.links.len() {
            self.refresh(index);
        }
        self.report(changed);
    }

    /// Stops, all at once, whatever stops at `level`.
    fn stop_at(&self, level: u64, filling: &mut Filling) {
        let mut stopping = Vec::new();
        while let Some(&Reverse((key, kind, index))) = filling.heap.peek() {
            if key > level {
                break;
            }
            filling.heap.pop();
            if kind == FLOW {
                stopping.push(index);
                continue;
            }
            let at = index as usize;
            if filling.weight[at] == 0 {
                continue;
            }
            let share = self.share(filling.room[at], filling.weight[at]);
            if share > level {
                filling.heap.push(Reverse((share, LINK, index)));
                continue;
            }
            filling.stopped[at] = level;
            stopping.extend(self.entries.of(self.links[at].flows).iter().map(|entry| entry.flow));
        }
        for flow in stopping {
            if filling.level[flow as usize] != OPEN {
                continue;
            }
            filling.level[flow as usize] = level;
            let state = Share { level, ..self.flows[flow as usize].share };
            for hop in self.route(flow) {
                filling.room[hop.link as usize] -= self.demand(&state) as u64;
                filling.weight[hop.link as usize] -= u64::from(state.weight);
            }
        }
    }

    /// Recomputes a link's sums and the order of its list.
    fn refresh(&mut self, index: usize) {
        let (level, list) = (self.levels[index], self.links[index].flows);
        let link = &mut self.links[index];
        (link.fixed, link.rest, link.near, link.owned) = (0, 0, 0, 0);
        for (position, at) in list.range().enumerate() {
            let flow = self.flows[self.entries[at].flow as usize].share;
            if flow.level < level {
                let demand = self.demand(&flow);
                self.links[index].fixed += demand;
                self.links[index].near = self.links[index].near.max(flow.level);
            } else {
                self.links[index].rest += u64::from(flow.weight);
                self.links[index].own(position as u32, &mut self.entries, &mut self.hops);
            }
        }
    }
}
