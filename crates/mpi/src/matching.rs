//! Matching: which message a receive gets (MPI 5.0 §3.5).
//!
//! A rank has two queues: receives that wait for a message and messages that wait for a receive. Both are
//! searched in the order of arrival, so messages of one sender on one communicator never overtake. A short queue
//! is searched linearly; beyond [`LINEAR_MAX`] entries it grows an index, so that posting thousands at once
//! stays linear in all.

use ops::ANY;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::{BTreeMap, VecDeque};

const LINEAR_MAX: usize = 32;

/// What is matched: a context id (communicator, and collective if it is one), a source and a tag. A receive's
/// source and tag may be [`ANY`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Envelope {
    pub(crate) context_id: u64,
    pub(crate) source: i32,
    pub(crate) tag: i32,
}

impl Envelope {
    fn matches(self, other: Self) -> bool {
        let agree = |a: i32, b: i32| a == b || a == ANY || b == ANY;
        self.context_id == other.context_id && agree(self.source, other.source) && agree(self.tag, other.tag)
    }
}

/// A queue of envelopes, each with the index of what it belongs to.
#[derive(Debug)]
pub(crate) enum Queue {
    Short(SmallVec<[(Envelope, u32); 1]>),
    Long(Box<Index>),
}

/// Entries by arrival, and arrivals by envelope (wildcards stand for themselves in the key).
#[derive(Debug, Default)]
pub(crate) struct Index {
    entries: BTreeMap<u64, (Envelope, u32)>,
    by_envelope: FxHashMap<Envelope, VecDeque<u64>>,
    next: u64,
}

impl Default for Queue {
    fn default() -> Self {
        Self::Short(SmallVec::new())
    }
}

impl Queue {
    /// Appends an entry.
    pub(crate) fn push(&mut self, envelope: Envelope, item: u32) {
        match self {
            Self::Short(entries) if entries.len() < LINEAR_MAX => entries.push((envelope, item)),
            Self::Short(entries) => {
                let mut index = Index::default();
                entries.drain(..).for_each(|(envelope, item)| index.push(envelope, item));
                index.push(envelope, item);
                *self = Self::Long(Box::new(index));
            }
            Self::Long(index) => index.push(envelope, item),
        }
    }

    /// The first entry that matches, left in place.
    pub(crate) fn find(&self, wanted: Envelope) -> Option<(Envelope, u32)> {
        match self {
            Self::Short(entries) => entries.iter().copied().find(|(envelope, _)| envelope.matches(wanted)),
            Self::Long(index) => index.find(wanted).map(|arrival| index.entries[&arrival]),
        }
    }

    /// Takes the first entry that matches.
    pub(crate) fn take(&mut self, wanted: Envelope) -> Option<(Envelope, u32)> {
        match self {
            Self::Short(entries) => {
                let at = entries.iter().position(|(envelope, _)| envelope.matches(wanted))?;
                Some(entries.remove(at))
            }
            Self::Long(index) => {
                let arrival = index.find(wanted)?;
                let entry = index.remove(arrival);
                if index.entries.is_empty() {
                    *self = Self::default();
                }
                entry
            }
        }
    }

    /// Takes out one item, wherever it stands.
    pub(crate) fn remove(&mut self, item: u32) -> bool {
        match self {
            Self::Short(entries) => match entries.iter().position(|&(_, other)| other == item) {
                Some(at) => {
                    entries.remove(at);
                    true
                }
                None => false,
            },
            Self::Long(index) => {
                let arrival = index.entries.iter().find(|(_, entry)| entry.1 == item).map(|(&arrival, _)| arrival);
                arrival.is_some_and(|arrival| index.remove(arrival).is_some())
            }
        }
    }

    /// All entries in order of arrival.
    #[cfg(test)]
    fn iter(&self) -> Box<dyn Iterator<Item = (Envelope, u32)> + '_> {
        match self {
            Self::Short(entries) => Box::new(entries.iter().copied()),
            Self::Long(index) => Box::new(index.entries.values().copied()),
        }
    }
}

impl Index {
    fn push(&mut self, envelope: Envelope, item: u32) {
        let arrival = self.next;
        self.next += 1;
        self.entries.insert(arrival, (envelope, item));
        self.by_envelope.entry(envelope).or_default().push_back(arrival);
    }

    fn find(&self, wanted: Envelope) -> Option<u64> {
        if wanted.source == ANY || wanted.tag == ANY {
            return self
                .entries
                .iter()
                .find(|(_, (envelope, _))| envelope.matches(wanted))
                .map(|(&arrival, _)| arrival);
        }
        // An entry may hold wildcards itself: four keys can match a concrete envelope.
        let keys = [(wanted.source, wanted.tag), (ANY, wanted.tag), (wanted.source, ANY), (ANY, ANY)];
        keys.into_iter()
            .filter_map(|(source, tag)| {
                self.by_envelope.get(&Envelope { context_id: wanted.context_id, source, tag })?.front().copied()
            })
            .min()
    }

    fn remove(&mut self, arrival: u64) -> Option<(Envelope, u32)> {
        let entry = self.entries.remove(&arrival)?;
        if let Some(arrivals) = self.by_envelope.get_mut(&entry.0) {
            arrivals.retain(|&other| other != arrival);
            if arrivals.is_empty() {
                self.by_envelope.remove(&entry.0);
            }
        }
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Act {
        Push(Envelope),
        Take(Envelope),
        Find(Envelope),
        Remove(usize),
    }

    fn envelope() -> impl Strategy<Value = Envelope> {
        (0u64..2, -1i32..4, -1i32..3).prop_map(|(context_id, source, tag)| Envelope { context_id, source, tag })
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            4 => envelope().prop_map(Act::Push),
            2 => envelope().prop_map(Act::Take),
            1 => envelope().prop_map(Act::Find),
            1 => (0usize..300).prop_map(Act::Remove),
        ]
    }

    proptest! {
        // The twin is a plain list searched from the front.
        #[test]
        fn behaves_as_a_plain_list(acts in proptest::collection::vec(act(), 0..300)) {
            let (mut queue, mut twin): (Queue, Vec<(Envelope, u32)>) = Default::default();
            for (item, act) in acts.into_iter().enumerate() {
                match act {
                    Act::Push(envelope) => {
                        queue.push(envelope, item as u32);
                        twin.push((envelope, item as u32));
                    }
                    Act::Take(wanted) => {
                        let at = twin.iter().position(|(envelope, _)| envelope.matches(wanted));
                        prop_assert_eq!(queue.take(wanted), at.map(|at| twin.remove(at)));
                    }
                    Act::Find(wanted) => {
                        let found = twin.iter().copied().find(|(envelope, _)| envelope.matches(wanted));
                        prop_assert_eq!(queue.find(wanted), found);
                    }
                    Act::Remove(item) => {
                        let at = twin.iter().position(|&(_, other)| other == item as u32);
                        prop_assert_eq!(queue.remove(item as u32), at.map(|at| twin.remove(at)).is_some());
                    }
                }
                prop_assert_eq!(queue.iter().collect::<Vec<_>>(), twin.clone());
            }
        }
    }
}
