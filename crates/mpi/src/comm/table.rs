//! The engine's table of all communicators of a run, by number.

use super::communicator::Comm;
use ops::CommId;

/// Communicators of a page.
const PAGE: usize = 32;

/// Communicators by number. No number is used twice, so that a record names one communicator and an old number finds
/// nothing; a page of which all communicators are removed is freed.
#[derive(Default)]
pub(super) struct CommTable {
    pages: Vec<Option<Box<Page>>>,
    /// The next number.
    next: u32,
}

struct Page {
    comms: [Option<Comm>; PAGE],
    /// How many are there.
    alive: u32,
}

impl CommTable {
    /// Adds a communicator.
    pub(super) fn push(&mut self, comm: Comm) -> CommId {
        let (page, at) = place(self.next);
        if page == self.pages.len() {
            self.pages.push(None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new(Page { comms: [const { None }; PAGE], alive: 0 }));
        page.comms[at] = Some(comm);
        page.alive += 1;
        self.next += 1;
        CommId(self.next - 1)
    }

    /// A communicator, unless it was removed.
    #[inline]
    pub(super) fn find(&self, comm: CommId) -> Option<&Comm> {
        let (page, at) = place(comm.0);
        self.pages.get(page)?.as_ref()?.comms[at].as_ref()
    }

    /// A communicator, to be changed, unless it was removed.
    #[inline]
    pub(super) fn find_mut(&mut self, comm: CommId) -> Option<&mut Comm> {
        let (page, at) = place(comm.0);
        self.pages.get_mut(page)?.as_mut()?.comms[at].as_mut()
    }

    /// Takes a communicator out.
    pub(super) fn remove(&mut self, comm: CommId) -> Option<Comm> {
        let (number, at) = place(comm.0);
        let page = self.pages.get_mut(number)?.as_mut()?;
        let removed = page.comms[at].take()?;
        page.alive -= 1;
        if page.alive == 0 {
            self.pages[number] = None;
        }
        Some(removed)
    }

    /// All communicators, in the order of their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (CommId, &Comm)> {
        self.pages.iter().enumerate().flat_map(|(page, comms)| {
            let comms = comms.iter().flat_map(|page| page.comms.iter().enumerate());
            comms.filter_map(move |(at, comm)| Some((CommId((page * PAGE + at) as u32), comm.as_ref()?)))
        })
    }
}

/// The page of a number, and where in it.
fn place(number: u32) -> (usize, usize) {
    (number as usize / PAGE, number as usize % PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::Group;
    use std::sync::Arc;

    #[test]
    fn pages_go_with_their_last_communicator_and_numbers_are_not_used_twice() {
        let mut table = CommTable::default();
        let comm = || Comm::new(Arc::new(Group::range(0, 2)));
        let world = table.push(comm());
        for number in 1..1000 {
            let added = table.push(comm());
            assert_eq!(added, CommId(number));
            assert!(table.remove(added).is_some() && table.remove(added).is_none());
            assert!(table.find(added).is_none());
        }
        assert!(table.find(world).is_some());
        assert!(table.pages.iter().flatten().count() <= 2);
        assert_eq!(table.iter().map(|(comm, _)| comm).collect::<Vec<_>>(), [world]);
    }
}
