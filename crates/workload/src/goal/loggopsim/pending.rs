//! Receives that wait for a message, and messages that wait for a receive, of one host: searched in the order in which they
//! came.

use crate::goal::{ANY, Operation};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// From this length on a list is searched through an index.
const INDEX_FROM: u32 = 16;

const NONE: u32 = u32::MAX;

/// (peer, tag) as a receive names them or a message has them.
type Name = (u32, u32);

/// A list in order of arrival from which entries are taken anywhere. Entries are numbers of operations.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// The entries and, where there is an index, the place of the next one of the same name; those taken are [`NONE`].
    entries: VecDeque<(u32, u32)>,
    /// The place of the first entry; places count up from the beginning of the run.
    base: u32,
    live: u32,
    /// First and last place by name.
    index: Option<Box<FxHashMap<Name, (u32, u32)>>>,
}

/// The name of an entry: what a receive asks for, or what a message has. A message is known by its send.
fn name(operations: &[Operation], entry: u32) -> Name {
    let operation = &operations[entry as usize];
    match operation.kind {
        crate::goal::Kind::Send => (operation.rank, operation.tag),
        _ => (operation.peer, operation.tag),
    }
}

fn fits(asked: Name, own: Name) -> bool {
    (asked.0 == ANY || asked.0 == own.0) && (asked.1 == ANY || asked.1 == own.1)
}

impl Pending {
    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Who waits, first come first.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().map(|(entry, _)| *entry).filter(|entry| *entry != NONE)
    }

    /// Appends an entry.
    pub(super) fn push(&mut self, operations: &[Operation], entry: u32) {
        let place = self.base + self.entries.len() as u32;
        self.entries.push_back((entry, NONE));
        self.live += 1;
        if let Some(index) = &mut self.index {
            Self::chain(&mut self.entries, self.base, index, place, name(operations, entry));
        } else if self.live > INDEX_FROM {
            let mut index = Box::<FxHashMap<_, _>>::default();
            for at in 0..self.entries.len() {
                let entry = self.entries[at].0;
                if entry != NONE {
                    let name = name(operations, entry);
                    Self::chain(&mut self.entries, self.base, &mut index, self.base + at as u32, name);
                }
            }
            self.index = Some(index);
        }
    }

    fn chain(
        entries: &mut VecDeque<(u32, u32)>,
        base: u32,
        index: &mut FxHashMap<Name, (u32, u32)>,
        place: u32,
        name: Name,
    ) {
        index
            .entry(name)
            .and_modify(|(_, last)| {
                entries[(*last - base) as usize].1 = place;
                *last = place;
            })
            .or_insert((place, place));
    }

    /// Takes the first receive that fits a message.
    pub(super) fn take_receive(&mut self, operations: &[Operation], message: u32) -> Option<u32> {
        let own = name(operations, message);
        let Some(index) = &self.index else {
            return self.scan(|entry| fits(name(operations, entry), own));
        };
        let asked = [own, (ANY, own.1), (own.0, ANY), (ANY, ANY)];
        let found = asked.into_iter().filter_map(|name| Some((index.get(&name)?.0, name))).min();
        found.map(|(place, name)| self.take_indexed(place, name))
    }

    /// Takes the first message that a receive fits. One that names its sender and tag finds it through the index, one with a
    /// wildcard looks through the list.
    pub(super) fn take_message(&mut self, operations: &[Operation], receive: u32) -> Option<u32> {
        let asked = name(operations, receive);
        match &self.index {
            Some(index) if asked.0 != ANY && asked.1 != ANY => {
                let place = index.get(&asked)?.0;
                Some(self.take_indexed(place, asked))
            }
            Some(_) => {
                // The first that fits is the first of its own name.
                let (at, entry) = self.position(|entry| fits(asked, name(operations, entry)))?;
                Some(self.take_indexed(self.base + at as u32, name(operations, entry)))
            }
            None => self.scan(|entry| fits(asked, name(operations, entry))),
        }
    }

    fn position(&self, mut fits: impl FnMut(u32) -> bool) -> Option<(usize, u32)> {
        let mut entries = self.entries.iter().map(|(entry, _)| *entry).enumerate();
        entries.find(|(_, entry)| *entry != NONE && fits(*entry))
    }

    fn scan(&mut self, fits: impl FnMut(u32) -> bool) -> Option<u32> {
        let (at, entry) = self.position(fits)?;
        self.remove(at);
        Some(entry)
    }

    /// Takes the first entry of a name, which stands at `place`.
    fn take_indexed(&mut self, place: u32, name: Name) -> u32 {
        let at = (place - self.base) as usize;
        let (entry, next) = self.entries[at];
        let index = self.index.as_mut().expect("it was found through the index");
        if next == NONE {
            index.remove(&name);
        } else if let Some((first, _)) = index.get_mut(&name) {
            *first = next;
        }
        self.remove(at);
        entry
    }

    fn remove(&mut self, at: usize) {
        self.entries[at].0 = NONE;
        self.live -= 1;
        while self.entries.front().is_some_and(|(entry, _)| *entry == NONE) {
            self.entries.pop_front();
            self.base += 1;
        }
        if self.live == 0 {
            self.index = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Kind;
    use proptest::prelude::*;

    fn operation(kind: Kind, peer: u32, tag: u32) -> Operation {
        // A message's name has its sender's rank, a receive's its peer.
        let (rank, peer) = if kind == Kind::Send { (peer, 0) } else { (0, peer) };
        Operation { size: 0, rank, peer, tag, kind, cpu: 0, nic: 0 }
    }

    /// Takes from a plain list what the index should find.
    fn slowly(list: &mut Vec<u32>, fits: impl Fn(u32) -> bool) -> Option<u32> {
        let at = list.iter().position(|entry| fits(*entry))?;
        Some(list.remove(at))
    }

    proptest! {
        #[test]
        fn the_index_finds_what_a_scan_finds(
            calls in prop::collection::vec((prop::bool::weighted(0.6), 0_u32..4, 0_u32..4), 0..300),
            receives in any::<bool>(),
        ) {
            let any_of = |value: u32| if value == 3 { ANY } else { value };
            let mut operations = Vec::new();
            let (mut pending, mut list) = (Pending::default(), Vec::new());
            for (push, peer, tag) in calls {
                let number = operations.len() as u32;
                // The list holds receives and is asked for messages, or the other way round.
                if push == receives {
                    operations.push(operation(Kind::Recv, any_of(peer), any_of(tag)));
                } else {
                    operations.push(operation(Kind::Send, peer % 3, tag % 3));
                }
                if push {
                    pending.push(&operations, number);
                    list.push(number);
                } else if receives {
                    let own = name(&operations, number);
                    let found = pending.take_receive(&operations, number);
                    prop_assert_eq!(found, slowly(&mut list, |entry| fits(name(&operations, entry), own)));
                } else {
                    let asked = name(&operations, number);
                    let found = pending.take_message(&operations, number);
                    prop_assert_eq!(found, slowly(&mut list, |entry| fits(asked, name(&operations, entry))));
                }
                prop_assert_eq!(pending.iter().collect::<Vec<_>>(), list.clone());
                prop_assert_eq!(pending.is_empty(), list.is_empty());
            }
        }
    }
}
