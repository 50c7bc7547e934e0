//! FIFO queues of messages that leave a NIC one after another. There is a queue for each connection, and one for the short
//! messages of each NIC (module `order`).

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::hash::Hash;

/// FIFO queues of messages, by key. The head of a queue is being sent; it is not stored.
#[derive(Debug)]
pub(crate) struct SerialQueues<Key> {
    /// What waits behind the head; no entry where there is no head.
    waiting: FxHashMap<Key, VecDeque<u32>>,
}

impl<Key> Default for SerialQueues<Key> {
    fn default() -> Self {
        Self { waiting: FxHashMap::default() }
    }
}

impl<Key: Copy + Eq + Hash> SerialQueues<Key> {
    /// Appends a message to a queue; whether it is the head.
    pub(crate) fn enqueue(&mut self, key: Key, message: u32) -> bool {
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

    /// Removes the head: the new one, if there is one.
    pub(crate) fn dequeue(&mut self, key: Key) -> Option<u32> {
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
    fn one_at_a_time_in_order() {
        let mut queues = SerialQueues::default();
        assert!(
            queues.enqueue('a', 1) && !queues.enqueue('a', 2) && !queues.enqueue('a', 3) && queues.enqueue('b', 4)
        );
        assert_eq!(
            [queues.dequeue('a'), queues.dequeue('a'), queues.dequeue('a'), queues.dequeue('b')],
            [Some(2), Some(3), None, None]
        );
        assert!(queues.waiting.is_empty() && queues.enqueue('a', 5), "what has ended takes no memory");
    }
}
