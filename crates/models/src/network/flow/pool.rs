//! A memory pool for many small lists that grow, such as the list of each link's flows. All lists are in one vector and are
//! found by 32-bit indices; sizes are powers of two, and freed pieces are reused.

/// Reads what a loop is going to need: the processor fetches all of it at once, instead of one thing after the other.
#[inline]
pub(super) fn fetch(values: impl Iterator<Item = u32>) {
    std::hint::black_box(values.fold(0, std::ops::BitXor::bitxor));
}

/// A list inside a [`Pool`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Segment {
    start: u32,
    len: u32,
    // 0: no room at all; otherwise room for 1 << room items, from 2 on.
    room: u8,
}

impl Segment {
    #[inline]
    pub(super) fn len(self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.len == 0
    }

    /// How many items it has room for.
    #[inline]
    fn most(self) -> u32 {
        // Room for one item alone is not given.
        1 << self.room & !1
    }

    /// The indices of its items in the pool.
    #[inline]
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

#[derive(Debug)]
pub(super) struct Pool<T> {
    items: Vec<T>,
    free: [Vec<u32>; 32],
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { items: Vec::new(), free: [const { Vec::new() }; 32] }
    }
}

impl<T: Copy + Default> Pool<T> {
    /// Replaces a list's items, in the room that it has if that is enough.
    #[inline(always)]
    pub(super) fn fill(&mut self, list: &mut Segment, items: impl ExactSizeIterator<Item = T>) {
        list.len = items.len() as u32;
        if list.len > list.most() {
            self.widen(list);
        }
        self.items[list.range()].iter_mut().zip(items).for_each(|(slot, item)| *slot = item);
    }

    /// Gives a list room for its length; its items are lost.
    #[cold]
    fn widen(&mut self, list: &mut Segment) {
        if list.room > 0 {
            self.free[list.room as usize].push(list.start);
        }
        list.room = list.len.next_power_of_two().trailing_zeros().max(1) as u8;
        list.start = self.take(list.room);
    }

    /// Appends an item.
    #[inline]
    pub(super) fn push(&mut self, list: &mut Segment, item: T) {
        if list.len == list.most() {
            self.grow(list);
        }
        self.items[(list.start + list.len) as usize] = item;
        list.len += 1;
    }

    #[cold]
    fn grow(&mut self, list: &mut Segment) {
        let room = list.room + 1;
        let start = self.take(room);
        self.items.copy_within(list.range(), start as usize);
        if list.room > 0 {
            self.free[list.room as usize].push(list.start);
        }
        *list = Segment { start, len: list.len, room };
    }

    /// Removes the item at `position` of the list and puts the last one there; returns that one if it moved.
    #[inline]
    pub(super) fn swap_remove(&mut self, list: &mut Segment, position: u32) -> Option<T> {
        list.len -= 1;
        let last = self.items[(list.start + list.len) as usize];
        if position == list.len {
            return None;
        }
        self.items[(list.start + position) as usize] = last;
        Some(last)
    }

    #[inline]
    fn take(&mut self, room: u8) -> u32 {
        if let Some(start) = self.free[room as usize].pop() {
            return start;
        }
        let start = self.items.len();
        let end = start + (1 << room);
        assert!(u32::try_from(end).is_ok(), "more than 2^32 hops under way");
        self.items.resize(end, T::default());
        start as u32
    }
}

impl<T> std::ops::Index<usize> for Pool<T> {
    type Output = T;
    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.items[index]
    }
}

impl<T> std::ops::IndexMut<usize> for Pool<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.items[index]
    }
}

impl<T> Pool<T> {
    #[inline]
    pub(super) fn of_mut(&mut self, list: Segment) -> &mut [T] {
        &mut self.items[list.range()]
    }

    /// The items of a list.
    #[inline]
    pub(super) fn of(&self, list: Segment) -> &[T] {
        &self.items[list.range()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_shrink_and_reuse_room() {
        let mut pool = Pool::<u32>::default();
        let mut lists = [Segment::default(); 3];
        for item in 0..50 {
            for (index, list) in lists.iter_mut().enumerate() {
                pool.push(list, item * 10 + index as u32);
            }
        }
        assert_eq!(pool.of(lists[1])[49], 491);
        assert_eq!(pool.swap_remove(&mut lists[1], 0), Some(491));
        assert_eq!(pool.swap_remove(&mut lists[1], 48), None);
        assert_eq!((lists[1].len(), pool.of(lists[1])[0]), (48, 491));
        let (size, room) = (pool.items.len(), lists[2].range().start);
        for count in [0, 3, 64] {
            pool.fill(&mut lists[2], (0..count).rev());
            assert!(pool.of(lists[2]).iter().copied().eq((0..count).rev()));
            assert_eq!((pool.items.len(), lists[2].range().start), (size, room), "there is room for 64");
        }
        pool.fill(&mut lists[2], 0..65);
        let mut other = Segment::default();
        pool.fill(&mut other, 0..50);
        assert_eq!(
            (other.range().start, pool.of(lists[2])[64]),
            (room, 64),
            "the room that is too small goes to others"
        );
    }
}
