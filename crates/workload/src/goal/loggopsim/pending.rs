//! Receives that wait for a message, and messages that wait for a receive, of one host: searched in the order in which they
//! came.

use super::State;
use crate::goal::{ANY, Operation};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// How far a list is searched; one that would have to be searched further gets an index.
const FAR: usize = 16;

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

/// Whether a receive of this name takes messages of several names.
#[inline]
fn is_wild(name: Name) -> bool {
    name.0 == ANY || name.1 == ANY
}

#[inline]
fn fits(asked: Name, own: Name) -> bool {
    (asked.0 == ANY || asked.0 == own.0) && (asked.1 == ANY || asked.1 == own.1)
}

/// A list in order of arrival from which entries are taken anywhere. Entries are numbers of operations, chained through
/// their states until an index is worth while: mostly messages come in the order of their receives and are found at once.
#[derive(Debug)]
pub(super) struct Pending {
    first: u32,
    last: u32,
    long: Option<Box<Long>>,
}

impl Default for Pending {
    fn default() -> Self {
        Self { first: NONE, last: NONE, long: None }
    }
}

/// What a search of the first entries has found.
enum Found {
    /// An entry, with the one before it.
    Entry { before: u32, entry: u32 },
    /// That none fits.
    Nothing,
    /// Others, and there are more.
    Others,
}

impl Pending {
    /// The first one, if there is no index.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        (self.first != NONE).then_some(self.first)
    }

    /// The one behind an entry.
    #[inline]
    fn after(&self, states: &[State], entry: u32) -> u32 {
        if entry == self.last { NONE } else { states[entry as usize].link }
    }

    /// Who waits, first come first.
    pub(super) fn entries(&self, states: &[State]) -> Vec<u32> {
        let after = |entry: &u32| Some(self.after(states, *entry)).filter(|next| *next != NONE);
        let short = std::iter::successors(self.first(), after);
        short.chain(self.long.iter().flat_map(|long| long.iter())).collect()
    }

    /// Appends an entry.
    #[inline]
    pub(super) fn push(&mut self, operations: &[Operation], states: &mut [State], entry: u32) {
        if let Some(long) = &mut self.long {
            return long.push(name(operations, entry), entry);
        }
        if self.first == NONE {
            self.first = entry;
        } else {
            states[self.last as usize].link = entry;
        }
        self.last = entry;
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
        if self.long.is_none() {
            match self.search(states, |entry| fits(name(operations, entry), own)) {
                Found::Entry { before, entry } => return Some(self.take(states, before, entry)),
                Found::Nothing => return None,
                Found::Others => (),
            }
        }
        let found = self.indexed(operations, states).take_receive(own);
        self.shorten();
        found
    }

    /// Takes the first message that a receive fits.
    #[inline]
    pub(super) fn take_message(
        &mut self,
        operations: &[Operation],
        states: &mut [State],
        receive: u32,
    ) -> Option<u32> {
        let asked = name(operations, receive);
        if self.long.is_none() {
            match self.search(states, |entry| fits(asked, name(operations, entry))) {
                Found::Entry { before, entry } => return Some(self.take(states, before, entry)),
                Found::Nothing => return None,
                Found::Others => (),
            }
        }
        let found = self.indexed(operations, states).take_message(operations, asked);
        self.shorten();
        found
    }

    /// The list with its index, which is made if there is none.
    fn indexed(&mut self, operations: &[Operation], states: &[State]) -> &mut Long {
        if self.long.is_none() {
            let mut long = Box::<Long>::default();
            for entry in self.entries(states) {
                long.push(name(operations, entry), entry);
            }
            *self = Self { long: Some(long), ..Self::default() };
        }
        self.long.get_or_insert_default()
    }

    /// A list without entries needs no index.
    fn shorten(&mut self) {
        if self.long.as_ref().is_some_and(|long| long.live == 0) {
            self.long = None;
        }
    }

    /// Looks through the first entries.
    #[inline]
    fn search(&self, states: &[State], fits: impl Fn(u32) -> bool) -> Found {
        let (mut before, mut entry) = (NONE, self.first);
        for _ in 0..FAR {
            if entry == NONE {
                return Found::Nothing;
            }
            if fits(entry) {
                return Found::Entry { before, entry };
            }
            (before, entry) = (entry, self.after(states, entry));
        }
        if entry == NONE { Found::Nothing } else { Found::Others }
    }

    /// Takes out an entry, which is behind `before`.
    #[inline]
    fn take(&mut self, states: &mut [State], before: u32, entry: u32) -> u32 {
        let next = self.after(states, entry);
        if before == NONE {
            self.first = next;
        } else {
            states[before as usize].link = next;
        }
        if entry == self.last {
            self.last = before;
        }
        entry
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
    /// Receives among them that name no sender or no tag.
    wild: u32,
    /// First and last place by name; [`NONE`] where all of the name have been taken.
    index: FxHashMap<Name, (u32, u32)>,
}

impl Long {
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().map(|(entry, _)| *entry).filter(|entry| *entry != NONE)
    }

    fn push(&mut self, name: Name, entry: u32) {
        let place = self.base + self.entries.len() as u32;
        self.entries.push_back((entry, NONE));
        self.live += 1;
        self.wild += u32::from(is_wild(name));
        let (first, last) = self.index.entry(name).or_insert((NONE, NONE));
        if *first == NONE {
            *first = place;
        } else {
            self.entries[(*last - self.base) as usize].1 = place;
        }
        *last = place;
    }

    fn take_receive(&mut self, own: Name) -> Option<u32> {
        if self.wild == 0 {
            return self.take_exactly(own);
        }
        let asked = [own, (ANY, own.1), (own.0, ANY), (ANY, ANY)];
        let first = |name: Name| self.index.get(&name).map(|(first, _)| (*first, name));
        let found = asked.into_iter().filter_map(first).min().filter(|(place, _)| *place != NONE);
        found.map(|(_, name)| self.take_first(name))
    }

    fn take_message(&mut self, operations: &[Operation], asked: Name) -> Option<u32> {
        if !is_wild(asked) {
            return self.take_exactly(asked);
        }
        // One with a wildcard looks through the list: the first that fits is the first of its own name.
        let entry = self.iter().find(|entry| fits(asked, name(operations, *entry)))?;
        Some(self.take_first(name(operations, entry)))
    }

    /// Takes the first entry of a name, if there is one.
    fn take_exactly(&mut self, name: Name) -> Option<u32> {
        let known = self.index.get(&name).is_some_and(|(first, _)| *first != NONE);
        known.then(|| self.take_first(name))
    }

    /// Takes the first entry of a name, of which there is one.
    fn take_first(&mut self, name: Name) -> u32 {
        let (first, _) = self.index.get_mut(&name).expect("the name was found");
        let at = (*first - self.base) as usize;
        let (entry, next) = self.entries[at];
        *first = next;
        self.entries[at].0 = NONE;
        self.live -= 1;
        self.wild -= u32::from(is_wild(name));
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
        let mut operation = Operation::new(kind, rank, 0);
        (operation.peer, operation.tag) = (peer, tag);
        operation
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
