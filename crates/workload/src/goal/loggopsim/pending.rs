//! Receives that wait for a message, and messages that wait for a receive, of one host: searched in the order in which they
//! came.

use super::State;
use crate::goal::{ANY, Operation};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Longer lists are searched through an index.
const SHORT: u32 = 16;

const NONE: u32 = u32::MAX;

/// (peer, tag) as a receive names them or a message has them.
type Name = (u32, u32);

/// The name of an entry: what a receive asks for, or what a message, known by its send, has.
#[inline]
fn name(operations: &[Operation], entry: u32) -> Name {
    let operation = &operations[entry as usize];
    match operation.kind {
        crate::goal::Kind::Send => (operation.rank, operation.tag),
        _ => (operation.peer, operation.tag),
    }
}

#[inline]
fn fits(asked: Name, own: Name) -> bool {
    (asked.0 == ANY || asked.0 == own.0) && (asked.1 == ANY || asked.1 == own.1)
}

/// A list in order of arrival from which entries are taken anywhere. Entries are numbers of operations; a short list is
/// chained through their states.
#[derive(Debug)]
pub(super) struct Pending {
    first: u32,
    last: u32,
    length: u32,
    long: Option<Box<Long>>,
}

impl Default for Pending {
    fn default() -> Self {
        Self { first: NONE, last: NONE, length: 0, long: None }
    }
}

impl Pending {
    /// Who waits, first come first.
    pub(super) fn entries(&self, states: &[State]) -> Vec<u32> {
        let after = |entry: &u32| (*entry != self.last).then(|| states[*entry as usize].link);
        let first = (self.first != NONE).then_some(self.first);
        let short = std::iter::successors(first, after);
        short.chain(self.long.iter().flat_map(|long| long.iter())).collect()
    }

    /// Appends an entry.
    pub(super) fn push(&mut self, operations: &[Operation], states: &mut [State], entry: u32) {
        if let Some(long) = &mut self.long {
            return long.push(operations, entry);
        }
        if self.length == SHORT {
            let mut long = Box::<Long>::default();
            self.entries(states).into_iter().for_each(|own| long.push(operations, own));
            long.push(operations, entry);
            *self = Self { long: Some(long), ..Self::default() };
            return;
        }
        if self.first == NONE {
            self.first = entry;
        } else {
            states[self.last as usize].link = entry;
        }
        self.last = entry;
        self.length += 1;
    }

    /// Takes the first receive that fits a message.
    #[inline]
    pub(super) fn take_receive(
        &mut self,
        operations: &[Operation],
        states: &mut [State],
        message: u32,
    ) -> Option<u32> {
        let own = name(operations, message);
        match &mut self.long {
            None => self.take_short(states, |entry| fits(name(operations, entry), own)),
            Some(long) => {
                let found = long.take_receive(own);
                self.shorten();
                found
            }
        }
    }

    /// Takes the first message that a receive fits. One that names its sender and tag finds it through the index, one with a
    /// wildcard looks through the list.
    #[inline]
    pub(super) fn take_message(
        &mut self,
        operations: &[Operation],
        states: &mut [State],
        receive: u32,
    ) -> Option<u32> {
        let asked = name(operations, receive);
        match &mut self.long {
            None => self.take_short(states, |entry| fits(asked, name(operations, entry))),
            Some(long) => {
                let found = long.take_message(operations, asked);
                self.shorten();
                found
            }
        }
    }

    /// A list without entries is short again.
    fn shorten(&mut self) {
        if self.long.as_ref().is_some_and(|long| long.live == 0) {
            self.long = None;
        }
    }

    fn take_short(&mut self, states: &mut [State], fits: impl Fn(u32) -> bool) -> Option<u32> {
        let (mut before, mut entry) = (NONE, self.first);
        while entry != NONE && !fits(entry) {
            before = entry;
            entry = if entry == self.last { NONE } else { states[entry as usize].link };
        }
        if entry == NONE {
            return None;
        }
        let next = if entry == self.last { NONE } else { states[entry as usize].link };
        if before == NONE {
            self.first = next;
        } else {
            states[before as usize].link = next;
        }
        if entry == self.last {
            self.last = before;
        }
        self.length -= 1;
        Some(entry)
    }
}

/// A list with an index.
#[derive(Debug, Default)]
struct Long {
    /// The entries and the place of the next one of the same name; those taken are [`NONE`].
    entries: VecDeque<(u32, u32)>,
    /// The place of the first entry; places count up.
    base: u32,
    live: u32,
    /// First and last place by name; [`NONE`] where all of the name have been taken.
    index: FxHashMap<Name, (u32, u32)>,
}

impl Long {
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().map(|(entry, _)| *entry).filter(|entry| *entry != NONE)
    }

    fn push(&mut self, operations: &[Operation], entry: u32) {
        let place = self.base + self.entries.len() as u32;
        self.entries.push_back((entry, NONE));
        self.live += 1;
        let (first, last) = self.index.entry(name(operations, entry)).or_insert((NONE, NONE));
        if *first == NONE {
            *first = place;
        } else {
            self.entries[(*last - self.base) as usize].1 = place;
        }
        *last = place;
    }

    fn take_receive(&mut self, own: Name) -> Option<u32> {
        let asked = [own, (ANY, own.1), (own.0, ANY), (ANY, ANY)];
        let first = |name: Name| self.index.get(&name).map(|(first, _)| (*first, name));
        let found = asked.into_iter().filter_map(first).min().filter(|(place, _)| *place != NONE);
        found.map(|(_, name)| self.take_first(name))
    }

    fn take_message(&mut self, operations: &[Operation], asked: Name) -> Option<u32> {
        if asked.0 != ANY && asked.1 != ANY {
            let known = self.index.get(&asked).is_some_and(|(first, _)| *first != NONE);
            return known.then(|| self.take_first(asked));
        }
        // The first that fits is the first of its own name.
        let entry = self.iter().find(|entry| fits(asked, name(operations, *entry)))?;
        Some(self.take_first(name(operations, entry)))
    }

    /// Takes the first entry of a name, of which there is one.
    fn take_first(&mut self, name: Name) -> u32 {
        let (first, _) = self.index.get_mut(&name).expect("the name was found");
        let at = (*first - self.base) as usize;
        let (entry, next) = self.entries[at];
        *first = next;
        self.entries[at].0 = NONE;
        self.live -= 1;
        while self.entries.front().is_some_and(|(entry, _)| *entry == NONE) {
            self.entries.pop_front();
            self.base += 1;
        }
        entry
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
            let mut states = vec![State { link: 0, stamp: 0 }; 300];
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
                    pending.push(&operations, &mut states, number);
                    list.push(number);
                } else if receives {
                    let own = name(&operations, number);
                    let found = pending.take_receive(&operations, &mut states, number);
                    prop_assert_eq!(found, slowly(&mut list, |entry| fits(name(&operations, entry), own)));
                } else {
                    let asked = name(&operations, number);
                    let found = pending.take_message(&operations, &mut states, number);
                    prop_assert_eq!(found, slowly(&mut list, |entry| fits(asked, name(&operations, entry))));
                }
                prop_assert_eq!(pending.entries(&states), list.clone());
            }
        }
    }
}
