//! Merges the message arrivals of all partitions of the packet model in time order. Each partition keeps a sorted list of its
//! certain arrivals, those that no later event can change.

use crate::network::packet::simulator::calendar::Entry;
use crate::network::packet::simulator::partition::{Partition, Partitions};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// When messages arrive.
#[derive(Debug)]
pub(crate) struct Arriving {
    /// By partition: the next arrival, [`u64::MAX`] if there is none.
    times: Vec<u64>,
    /// The first of them.
    first: u64,
    /// While several partitions have arrivals that are due: the first one of each, and the partition.
    heads: BinaryHeap<Reverse<(Entry, usize)>>,
}

impl Arriving {
    pub(crate) fn new(partitions: u16) -> Self {
        Self { times: vec![u64::MAX; partitions.into()], first: u64::MAX, heads: BinaryHeap::new() }
    }

    /// The next arrival; [`u64::MAX`] if there is none.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    /// Looks at a partition that has processed events.
    pub(crate) fn set(&mut self, partition: &Partition) {
        self.times[usize::from(partition.id)] = partition.next.arrival;
        self.first = self.first.min(partition.next.arrival);
    }

    /// Takes the arrivals until an instant out of the partitions, by time and by the starts of their messages.
    pub(crate) fn take(&mut self, partitions: &mut Partitions, to: u64, take: &mut dyn FnMut(Entry)) {
        for (at, _) in self.times.iter().enumerate().filter(|(_, time)| **time <= to) {
            let head = partitions[at].first_arrival(to);
            self.heads.extend(head.map(|head| Reverse((head, at))));
        }
        while let Some(Reverse((_, at))) = self.heads.pop() {
            // As long as this partition has what comes next: runs of one partition are long where hosts start in their order.
            let others = self.heads.peek().map(|Reverse((entry, _))| *entry);
            let partition = &mut partitions[at];
            loop {
                take(partition.arrivals.pop());
                let Some(head) = partition.first_arrival(to) else { break };
                if others.is_some_and(|others| others < head) {
                    self.heads.push(Reverse((head, at)));
                    break;
                }
            }
            self.times[at] = partition.arrivals.next_time();
        }
        self.first = self.times.iter().copied().min().unwrap_or(u64::MAX);
    }
}

impl Partition {
    /// The next arrival, if it is until an instant.
    fn first_arrival(&mut self, to: u64) -> Option<Entry> {
        if self.arrivals.next_time() <= to { self.arrivals.upcoming().first().copied() } else { None }
    }
}
