//! The pending requests of a rank in a time-independent trace, found by sender, receiver and tag.

use ops::RequestId;
use rustc_hash::FxHashMap;

/// Sender, receiver, tag: how `wait` and `test` name a request.
pub(crate) type Key = (i32, i32, i32);

const NONE: u32 = u32::MAX;

/// Requests in the order of their posts, and per key first in, first out. Every operation takes constant time,
/// however many are pending.
#[derive(Debug)]
pub(crate) struct Requests {
    entries: Vec<Entry>,
    free: u32,
    first: u32,
    last: u32,
    keys: FxHashMap<Key, (u32, u32)>,
}

/// Linked in two lists: all entries, and those of one key.
#[derive(Debug)]
struct Entry {
    request: Option<RequestId>,
    before: u32,
    after: u32,
    after_same: u32,
}

impl Default for Requests {
    fn default() -> Self {
        Self { entries: Vec::new(), free: NONE, first: NONE, last: NONE, keys: FxHashMap::default() }
    }
}

impl Requests {
    /// Appends a request. `None` stands for one that a test has already completed.
    pub(crate) fn push(&mut self, key: Key, request: Option<RequestId>) {
        let entry = Entry { request, before: self.last, after: NONE, after_same: NONE };
        let at = if self.free == NONE {
            self.entries.push(entry);
            self.entries.len() as u32 - 1
        } else {
            let at = self.free;
            self.free = self.entries[at as usize].after;
            self.entries[at as usize] = entry;
            at
        };
        if self.last == NONE {
            self.first = at;
        } else {
            self.entries[self.last as usize].after = at;
        }
        self.last = at;
        match self.keys.entry(key) {
            std::collections::hash_map::Entry::Vacant(vacant) => {
                vacant.insert((at, at));
            }
            std::collections::hash_map::Entry::Occupied(mut occupied) => {
                let (_, tail) = occupied.get_mut();
                self.entries[*tail as usize].after_same = at;
                *tail = at;
            }
        }
    }

    /// Takes the first request of a key: none if there is none, `Some(None)` for one already completed.
    pub(crate) fn pop(&mut self, key: Key) -> Option<Option<RequestId>> {
        let std::collections::hash_map::Entry::Occupied(mut occupied) = self.keys.entry(key) else {
            return None;
        };
        let (at, tail) = *occupied.get();
        let entry = &self.entries[at as usize];
        let (request, before, after, after_same) = (entry.request, entry.before, entry.after, entry.after_same);
        if after_same == NONE {
            occupied.remove();
        } else {
            occupied.insert((after_same, tail));
        }
        if before == NONE {
            self.first = after;
        } else {
            self.entries[before as usize].after = after;
        }
        if after == NONE {
            self.last = before;
        } else {
            self.entries[after as usize].before = before;
        }
        self.entries[at as usize].after = self.free;
        self.free = at;
        Some(request)
    }

    /// Takes all requests; returns those not yet completed, in the order of their posts.
    pub(crate) fn take_all(&mut self) -> Box<[RequestId]> {
        let mut requests = Vec::new();
        let mut at = self.first;
        while at != NONE {
            let entry = &self.entries[at as usize];
            requests.extend(entry.request);
            at = entry.after;
        }
        self.entries.clear();
        self.keys.clear();
        (self.free, self.first, self.last) = (NONE, NONE, NONE);
        requests.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Step {
        Push(i32, bool),
        Pop(i32),
        TakeAll,
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            8 => (0..4, any::<bool>()).prop_map(|(tag, live)| Step::Push(tag, live)),
            6 => (0..4).prop_map(Step::Pop),
            1 => Just(Step::TakeAll),
        ]
    }

    proptest! {
        /// The slow twin is one list, searched from the front.
        #[test]
        fn agrees_with_a_plain_list(steps in proptest::collection::vec(step(), 0..200)) {
            let (mut fast, mut slow) = (Requests::default(), Vec::<(Key, Option<RequestId>)>::new());
            for (number, step) in (0..).zip(steps) {
                match step {
                    Step::Push(tag, live) => {
                        let request = live.then_some(RequestId(number));
                        fast.push((0, 1, tag), request);
                        slow.push(((0, 1, tag), request));
                    }
                    Step::Pop(tag) => {
                        let expected = slow.iter().position(|(key, _)| key.2 == tag).map(|at| slow.remove(at).1);
                        prop_assert_eq!(fast.pop((0, 1, tag)), expected);
                    }
                    Step::TakeAll => {
                        let expected: Vec<RequestId> = slow.drain(..).filter_map(|(_, request)| request).collect();
                        prop_assert_eq!(&*fast.take_all(), &*expected);
                    }
                }
            }
        }
    }
}
