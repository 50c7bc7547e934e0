//! Message matching: which message a receive gets (MPI 5.0 §3.5, semantics of point-to-point communication).
//!
//! A rank has two queues: receives that wait for a message (posted receives), and messages that wait for a receive
//! (unexpected messages). Both queues are searched in the order in which their entries were queued, even if data arrive in
//! another order. So messages of one sender on one communicator never overtake each other. A short queue is searched
//! linearly. A queue of more than [`LINEAR_MAX`] entries gets an [`Index`]. With the index every operation takes constant
//! time on average, with or without wildcards for source and tag. Only the first search of each kind sorts all entries.

use ops::ANY;
use rustc_hash::FxHashMap;
use slab::Slab;
use smallvec::SmallVec;
use std::hash::Hash;

#[cfg(test)]
mod tests;

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

    fn wildcard(self) -> bool {
        self.source == ANY || self.tag == ANY
    }
}

/// A queue of envelopes, each with the number of what it belongs to, which no other entry has.
#[derive(Debug)]
pub(crate) enum Queue<I> {
    Short(SmallVec<[(Envelope, I); 1]>),
    Long(Box<Index<I>>),
}

impl<I> Default for Queue<I> {
    fn default() -> Self {
        Self::Short(SmallVec::new())
    }
}

impl<I: Copy + Eq + Hash> Queue<I> {
    /// Appends an entry.
    #[inline]
    pub(crate) fn push(&mut self, envelope: Envelope, item: I) {
        match self {
            Self::Short(entries) if entries.len() < LINEAR_MAX => entries.push((envelope, item)),
            _ => self.push_to_many(envelope, item),
        }
    }

    #[inline(never)]
    fn push_to_many(&mut self, envelope: Envelope, item: I) {
        match self {
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
    pub(crate) fn find(&mut self, wanted: Envelope) -> Option<(Envelope, I)> {
        match self {
            Self::Short(entries) => entries.iter().copied().find(|(envelope, _)| envelope.matches(wanted)),
            Self::Long(index) => index.find(wanted).map(|slot| index.entry(slot)),
        }
    }

    /// Takes the first entry that matches.
    #[inline(always)]
    pub(crate) fn take(&mut self, wanted: Envelope) -> Option<(Envelope, I)> {
        let Self::Short(entries) = self else { return self.take_of_many(wanted) };
        let at = entries.iter().position(|(envelope, _)| envelope.matches(wanted))?;
        // Most often it is the only one: no other moves.
        if at + 1 == entries.len() { entries.pop() } else { Some(entries.remove(at)) }
    }

    #[inline(never)]
    fn take_of_many(&mut self, wanted: Envelope) -> Option<(Envelope, I)> {
        let Self::Long(index) = self else { unreachable!("few are a list") };
        let slot = index.find(wanted)?;
        Some(self.take_slot(slot))
    }

    /// Takes out one item, wherever it stands.
    pub(crate) fn remove(&mut self, item: I) -> bool {
        match self {
            Self::Short(entries) => match entries.iter().position(|&(_, other)| other == item) {
                Some(at) => {
                    entries.remove(at);
                    true
                }
                None => false,
            },
            Self::Long(index) => match index.slot_of(item) {
                Some(slot) => {
                    self.take_slot(slot);
                    true
                }
                None => false,
            },
        }
    }

    /// Takes an entry out of the index; an empty one goes.
    fn take_slot(&mut self, slot: u32) -> (Envelope, I) {
        let Self::Long(index) = self else { unreachable!("slots are those of an index") };
        let entry = index.remove(slot);
        if index.slots.is_empty() {
            *self = Self::default();
        }
        entry
    }

    /// All entries in the order in which they were queued.
    #[cfg(test)]
    fn entries(&self) -> Vec<(Envelope, I)> {
        match self {
            Self::Short(entries) => entries.to_vec(),
            Self::Long(index) => index.in_order().into_iter().map(|slot| index.entry(slot)).collect(),
        }
    }
}

/// What an index is searched by: envelopes as they are, or with source, tag or both left out.
#[derive(Clone, Copy)]
enum Search {
    Exact,
    AnyTag,
    AnySource,
    AnyBoth,
}

const SEARCHES: [Search; 4] = [Search::Exact, Search::AnyTag, Search::AnySource, Search::AnyBoth];

impl Search {
    /// The search that finds what matches an envelope.
    fn of(wanted: Envelope) -> Self {
        match (wanted.source == ANY, wanted.tag == ANY) {
            (false, false) => Self::Exact,
            (false, true) => Self::AnyTag,
            (true, false) => Self::AnySource,
            (true, true) => Self::AnyBoth,
        }
    }

    /// The key of an entry.
    fn key(self, Envelope { context_id, source, tag }: Envelope) -> Envelope {
        match self {
            Self::Exact => Envelope { context_id, source, tag },
            Self::AnyTag => Envelope { context_id, source, tag: ANY },
            Self::AnySource => Envelope { context_id, source: ANY, tag },
            Self::AnyBoth => Envelope { context_id, source: ANY, tag: ANY },
        }
    }
}

/// A queue of many entries. Those of one key are a list in the order in which they were queued, for each kind of search that has
/// been made: most queues see one kind alone.
#[derive(Debug)]
pub(crate) struct Index<I> {
    slots: Slab<Slot<I>>,
    lists: [Option<FxHashMap<Envelope, List>>; SEARCHES.len()],
    /// Slots by item, once one is removed by its number.
    items: Option<FxHashMap<I, u32>>,
    /// How many entries were ever queued.
    queued: u64,
    /// Entries that have wildcards themselves.
    wildcards: usize,
}

#[derive(Debug)]
struct Slot<I> {
    envelope: Envelope,
    item: I,
    /// How many entries were queued before it.
    sequence: u64,
    links: [Link; SEARCHES.len()],
}

/// The neighbours in a list.
#[derive(Clone, Copy, Debug)]
struct Link {
    before: u32,
    after: u32,
}

/// The ends of a list.
#[derive(Clone, Copy, Debug)]
struct List {
    first: u32,
    last: u32,
}

const NONE: u32 = u32::MAX;

impl<I> Default for Index<I> {
    fn default() -> Self {
        let (slots, lists) = (Slab::new(), [const { None }; SEARCHES.len()]);
        Self { slots, lists, items: None, queued: 0, wildcards: 0 }
    }
}

impl<I: Copy + Eq + Hash> Index<I> {
    fn push(&mut self, envelope: Envelope, item: I) {
        let links = [Link { before: NONE, after: NONE }; SEARCHES.len()];
        let slot = self.slots.insert(Slot { envelope, item, sequence: self.queued, links });
        let slot = u32::try_from(slot).expect("items are numbered in 32 bits");
        self.queued += 1;
        self.wildcards += usize::from(envelope.wildcard());
        for search in SEARCHES {
            self.append(search, slot);
        }
        if let Some(items) = &mut self.items {
            items.insert(item, slot);
        }
    }

    /// Appends a slot to its list for a search, if there are any.
    fn append(&mut self, search: Search, slot: u32) {
        let Some(lists) = &mut self.lists[search as usize] else { return };
        let key = search.key(self.slots[slot as usize].envelope);
        let list = lists.entry(key).or_insert(List { first: slot, last: NONE });
        let before = std::mem::replace(&mut list.last, slot);
        self.slots[slot as usize].links[search as usize] = Link { before, after: NONE };
        if before != NONE {
            self.slots[before as usize].links[search as usize].after = slot;
        }
    }

    /// The first entry that matches.
    fn find(&mut self, wanted: Envelope) -> Option<u32> {
        let search = Search::of(wanted);
        if self.lists[search as usize].is_none() {
            self.lists[search as usize] = Some(FxHashMap::default());
            self.in_order().into_iter().for_each(|slot| self.append(search, slot));
        }
        let lists = self.lists[search as usize].as_ref()?;
        let first = |key: Envelope| lists.get(&key).map(|list| list.first);
        if self.wildcards == 0 {
            return first(wanted);
        }
        // An entry may hold wildcards itself: up to four keys match.
        let Envelope { context_id, source, tag } = wanted;
        let keys = [(source, tag), (ANY, tag), (source, ANY), (ANY, ANY)];
        let found = keys.into_iter().filter_map(|(source, tag)| first(Envelope { context_id, source, tag }));
        found.min_by_key(|&slot| self.slots[slot as usize].sequence)
    }

    fn entry(&self, slot: u32) -> (Envelope, I) {
        let slot = &self.slots[slot as usize];
        (slot.envelope, slot.item)
    }

    fn slot_of(&mut self, item: I) -> Option<u32> {
        let slots = &self.slots;
        let items = self.items.get_or_insert_with(|| slots.iter().map(|(at, slot)| (slot.item, at as u32)).collect());
        items.get(&item).copied()
    }

    fn remove(&mut self, slot: u32) -> (Envelope, I) {
        let Slot { envelope, item, links, .. } = self.slots.remove(slot as usize);
        for search in SEARCHES {
            self.unlink(search, envelope, links[search as usize]);
        }
        if let Some(items) = &mut self.items {
            items.remove(&item);
        }
        self.wildcards -= usize::from(envelope.wildcard());
        (envelope, item)
    }

    /// Joins the neighbours of an entry that has gone.
    fn unlink(&mut self, search: Search, envelope: Envelope, Link { before, after }: Link) {
        let Some(lists) = &mut self.lists[search as usize] else { return };
        if before != NONE {
            self.slots[before as usize].links[search as usize].after = after;
        }
        if after != NONE {
            self.slots[after as usize].links[search as usize].before = before;
        }
        if before == NONE && after == NONE {
            lists.remove(&search.key(envelope));
        } else if before == NONE || after == NONE {
            let list = lists.get_mut(&search.key(envelope)).expect("a list with an entry");
            if before == NONE {
                list.first = after;
            } else {
                list.last = before;
            }
        }
    }

    /// All slots in the order in which they were queued.
    fn in_order(&self) -> Vec<u32> {
        let mut slots: Vec<(u64, u32)> = self.slots.iter().map(|(at, slot)| (slot.sequence, at as u32)).collect();
        slots.sort_unstable();
        slots.into_iter().map(|(_, slot)| slot).collect()
    }
}
