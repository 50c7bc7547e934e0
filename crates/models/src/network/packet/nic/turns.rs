//! Messages that leave one after another: those of a connection, and the short ones of a NIC (module `order`).

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::hash::Hash;

/// By what they share, messages of which one is sent at a time, in the order in which they come.
#[derive(Debug)]
pub(in crate::network::packet) struct Turns<Key> {
    /// Those that wait while one is being sent; no entry where none is.
    waiting: FxHashMap<Key, VecDeque<u32>>,
}

impl<Key> Default for Turns<Key> {
    fn default() -> Self {
        Self { waiting: FxHashMap::default() }
    }
}

impl<Key: Copy + Eq + Hash> Turns<Key> {
    /// A message comes; whether it is its turn already.
    pub(in crate::network::packet) fn come(&mut self, key: Key, message: u32) -> bool {
        use std::collections::hash_map::Entry;
        match self.waiting.entry(key) {
            Entry::Vacant(none) => {
                none.insert(VecDeque::new());
                true
            }
            Entry::Occupied(mut others) => {
                others.get_mut().push_back(message);
                false
            }
        }
    }

    /// The one that was being sent has left: the message whose turn it is now.
    pub(in crate::network::packet) fn pass(&mut self, key: Key) -> Option<u32> {
        let next = self.waiting.get_mut(&key).and_then(VecDeque::pop_front);
        if next.is_none() {
            self.waiting.remove(&key);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_in_the_order_in_which_they_come() {
        let mut turns = Turns::default();
        assert!(turns.come('a', 1) && !turns.come('a', 2) && !turns.come('a', 3) && turns.come('b', 4));
        assert_eq!(
            [turns.pass('a'), turns.pass('a'), turns.pass('a'), turns.pass('b')],
            [Some(2), Some(3), None, None]
        );
        assert!(turns.waiting.is_empty() && turns.come('a', 5), "what has ended takes no memory");
    }
}
