//! The calendar of the flow model: a 4-ary heap with one completion time per flow. The time of a flow can be changed or
//! removed.

use units::Time;

const ARITY: usize = 4;
const ABSENT: u32 = u32::MAX;

/// Dates by owner. Owners of equal dates are taken in any order, to be sorted by the caller.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    heap: Vec<(u64, u32)>,
    position: Vec<u32>,
}

impl Calendar {
    /// The first date, or [`Time::MAX`].
    #[inline]
    pub(super) fn next(&self) -> Time {
        self.heap.first().map_or(Time::MAX, |(date, _)| Time::from_ps(*date))
    }

    /// Who has the first date.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        self.heap.first().map(|(_, owner)| *owner)
    }

    /// The date of an owner that has one.
    #[inline]
    pub(super) fn date(&self, owner: u32) -> Time {
        Time::from_ps(self.heap[self.position[owner as usize] as usize].0)
    }

    /// Where an owner's entry is; its place is there from now on.
    #[inline]
    fn position(&mut self, owner: u32) -> u32 {
        if owner as usize >= self.position.len() {
            self.position.resize(owner as usize + 1, ABSENT);
        }
        self.position[owner as usize]
    }

    /// Sets an owner's date.
    #[inline]
    pub(super) fn set(&mut self, owner: u32, date: Time) {
        let at = self.position(owner);
        if at == ABSENT {
            self.heap.push((date.ps(), owner));
            self.up(self.heap.len() - 1, (date.ps(), owner));
        } else if date.ps() < self.heap[at as usize].0 {
            self.up(at as usize, (date.ps(), owner));
        } else {
            self.down(at as usize, (date.ps(), owner));
        }
    }

    /// Removes an owner's date, if it has one.
    #[inline]
    pub(super) fn remove(&mut self, owner: u32) {
        let Some(at) = self.position.get(owner as usize).copied().filter(|at| *at != ABSENT) else { return };
        self.position[owner as usize] = ABSENT;
        let last = self.heap.pop().expect("the owner has an entry");
        if at as usize == self.heap.len() {
            return;
        }
        if last.0 < self.heap[at as usize].0 {
            self.up(at as usize, last);
        } else {
            self.down(at as usize, last);
        }
    }

    #[inline]
    fn up(&mut self, mut hole: usize, entry: (u64, u32)) {
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if self.heap[parent].0 <= entry.0 {
                break;
            }
            self.place(hole, self.heap[parent]);
            hole = parent;
        }
        self.place(hole, entry);
    }

    #[inline]
    fn down(&mut self, mut hole: usize, entry: (u64, u32)) {
        loop {
            let child = hole * ARITY + 1;
            if child >= self.heap.len() {
                break;
            }
            let end = (child + ARITY).min(self.heap.len());
            let mut least = child;
            for other in child + 1..end {
                if self.heap[other].0 < self.heap[least].0 {
                    least = other;
                }
            }
            if self.heap[least].0 >= entry.0 {
                break;
            }
            self.place(hole, self.heap[least]);
            hole = least;
        }
        self.place(hole, entry);
    }

    #[inline]
    fn place(&mut self, hole: usize, entry: (u64, u32)) {
        self.heap[hole] = entry;
        self.position[entry.1 as usize] = hole as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn equals_an_ordered_map(
            steps in proptest::collection::vec((0u32..20, proptest::option::of(0u64..50)), 0..300),
        ) {
            let mut calendar = Calendar::default();
            let mut map = BTreeMap::new();
            for (owner, date) in steps {
                if let Some(date) = date {
                    calendar.set(owner, Time::from_ps(date));
                    map.insert(owner, date);
                } else {
                    calendar.remove(owner);
                    map.remove(&owner);
                }
                let least = map.values().copied().min();
                prop_assert_eq!(calendar.next(), least.map_or(Time::MAX, Time::from_ps));
                prop_assert_eq!(calendar.first().map(|owner| map[&owner]), least);
            }
        }
    }
}
