//! The matching queues of a host in the LogGOPSim executor: receives that wait for a message, and messages that wait for a
//! receive, searched in order of arrival.

use super::table::{Name, Table};
use crate::goal::operation::ANY;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// How far a list is searched; one that would have to be searched further gets an index.
const FAR: usize = 16;

const NONE: u32 = u32::MAX;

/// Instead of a first entry: the list has an index, `last` says which one.
const INDEXED: u32 = u32::MAX - 1;

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
/// the table until an index is worth while: mostly messages come in the order of their receives and are found at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    first: u32,
    last: u32,
}

impl Default for Pending {
    fn default() -> Self {
        Self { first: NONE, last: NONE }
    }
}

/// The indices of all lists that have one.
#[derive(Debug, Default)]
pub(super) struct Indices {
    all: Vec<Long>,
    /// Those that no list has.
    free: Vec<u32>,
}

/// The result of a search of the first entries.
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
        (self.first < INDEXED).then_some(self.first)
    }

    /// The one behind an entry.
    #[inline]
    fn after(&self, table: &Table<'_>, entry: u32) -> u32 {
        if entry == self.last { NONE } else { table.link(entry) }
    }

    /// Waiting operations, first come first.
    pub(super) fn entries(&self, table: &Table<'_>, indices: &Indices) -> Vec<u32> {
        if self.first == INDEXED {
            return indices.all[self.last as usize].iter().collect();
        }
        let after = |entry: &u32| Some(self.after(table, *entry)).filter(|next| *next != NONE);
        std::iter::successors(self.first(), after).collect()
    }

    /// Appends an entry.
    #[inline]
    pub(super) fn push(&mut self, table: &mut Table<'_>, indices: &mut Indices, entry: u32) {
        match self.first {
            INDEXED => return indices.all[self.last as usize].push(table.name(entry), entry),
            NONE => self.first = entry,
            _ => table.set_link(self.last, entry),
        }
        self.last = entry;
    }

    /// Takes the first receive that fits a message.
    #[inline]
    pub(super) fn take_receive(&mut self, table: &mut Table<'_>, indices: &mut Indices, message: u32) -> Option<u32> {
        if self.first == NONE {
            return None;
        }
        let own = table.name(message);
        match self.search(table, |entry| fits(entry, own)) {
            Found::Entry { before, entry } => return Some(self.take(table, before, entry)),
            Found::Nothing => return None,
            Found::Others => (),
        }
        let found = self.index(table, indices).take_receive(own);
        self.shorten(indices);
        found
    }

    /// Takes the first message that a receive fits.
    #[inline]
    pub(super) fn take_message(&mut self, table: &mut Table<'_>, indices: &mut Indices, receive: u32) -> Option<u32> {
        if self.first == NONE {
            return None;
        }
        let asked = table.name(receive);
        match self.search(table, |entry| fits(asked, entry)) {
            Found::Entry { before, entry } => return Some(self.take(table, before, entry)),
            Found::Nothing => return None,
            Found::Others => (),
        }
        let found = self.index(table, indices).take_message(table, asked);
        self.shorten(indices);
        found
    }

    /// The list with its index, which is made if there is none.
    fn index<'a>(&mut self, table: &Table<'_>, indices: &'a mut Indices) -> &'a mut Long {
        if self.first != INDEXED {
            let mut long = Long::default();
            for entry in self.entries(table, indices) {
                long.push(table.name(entry), entry);
            }
            *self = Self { first: INDEXED, last: indices.add(long) };
        }
        &mut indices.all[self.last as usize]
    }

    /// A list without entries needs no index.
    fn shorten(&mut self, indices: &mut Indices) {
        if indices.all[self.last as usize].live == 0 {
            indices.all[self.last as usize] = Long::default();
            indices.free.push(self.last);
            *self = Self::default();
        }
    }

    /// Looks through the first entries.
    #[inline]
    fn search(&self, table: &Table<'_>, fits: impl Fn(Name) -> bool) -> Found {
        if self.first == INDEXED {
            return Found::Others;
        }
        let (mut before, mut entry) = (NONE, self.first);
        for _ in 0..FAR {
            if entry == NONE {
                return Found::Nothing;
            }
            if fits(table.name(entry)) {
                return Found::Entry { before, entry };
            }
            (before, entry) = (entry, self.after(table, entry));
        }
        if entry == NONE { Found::Nothing } else { Found::Others }
    }

    /// Takes out an entry, which is behind `before`.
    #[inline]
    fn take(&mut self, table: &mut Table<'_>, before: u32, entry: u32) -> u32 {
        let next = self.after(table, entry);
        if before == NONE {
            self.first = next;
        } else {
            table.set_link(before, next);
        }
        if entry == self.last {
            self.last = before;
        }
        entry
    }
}

impl Indices {
    /// Adds an index; its place.
    fn add(&mut self, long: Long) -> u32 {
        if let Some(place) = self.free.pop() {
            self.all[place as usize] = long;
            return place;
        }
        self.all.push(long);
        self.all.len() as u32 - 1
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

    fn take_message(&mut self, table: &Table<'_>, asked: Name) -> Option<u32> {
        if !is_wild(asked) {
            return self.take_exactly(asked);
        }
        // One with a wildcard looks through the list: the first that fits is the first of its own name.
        let name = self.iter().map(|entry| table.name(entry)).find(|name| fits(asked, *name))?;
        Some(self.take_first(name))
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
    use crate::goal::program::Builder;
    use crate::goal::visitor::Visitor;
    use crate::goal::{Operation, OperationKind, Program};
    use proptest::prelude::*;

    /// A receive of rank 0, or a send of `peer`.
    fn operation(kind: OperationKind, peer: u32, tag: u32) -> Operation {
        let (rank, peer) = if kind == OperationKind::Send { (peer, 0) } else { (0, peer) };
        Operation { peer, tag, ..Operation::new(kind, rank, 0) }
    }

    /// A program of these operations, and the number of each.
    fn program(operations: &[Operation]) -> (Program, Vec<u32>) {
        let (mut builder, mut numbers, mut count) = (Builder::default(), vec![0; operations.len()], 0);
        builder.ranks(3);
        for rank in 0..3 {
            for (operation, number) in operations.iter().zip(&mut numbers).filter(|(own, _)| own.rank == rank) {
                builder.operation(*operation, 0);
                *number = count;
                count += 1;
            }
            builder.end_of_rank();
        }
        (builder.finish(), numbers)
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
            // The list holds receives and is asked for messages, or the other way round.
            let draw = |(push, peer, tag): &(bool, u32, u32)| if *push == receives {
                operation(OperationKind::Recv, any_of(*peer), any_of(*tag))
            } else {
                operation(OperationKind::Send, peer % 3, tag % 3)
            };
            let (program, numbers) = program(&calls.iter().map(draw).collect::<Vec<_>>());
            let (mut table, mut indices) = (Table::new(&program), Indices::default());
            let (mut pending, mut list) = (Pending::default(), Vec::new());
            for ((push, ..), number) in calls.into_iter().zip(numbers) {
                let own = table.name(number);
                if push {
                    pending.push(&mut table, &mut indices, number);
                    list.push(number);
                } else if receives {
                    let found = pending.take_receive(&mut table, &mut indices, number);
                    prop_assert_eq!(found, slowly(&mut list, |entry| fits(table.name(entry), own)));
                } else {
                    let found = pending.take_message(&mut table, &mut indices, number);
                    prop_assert_eq!(found, slowly(&mut list, |entry| fits(own, table.name(entry))));
                }
                prop_assert_eq!(pending.entries(&table, &indices), list.clone());
            }
            prop_assert_eq!(indices.all.len(), indices.free.len() + usize::from(pending.first == INDEXED));
        }
    }
}
