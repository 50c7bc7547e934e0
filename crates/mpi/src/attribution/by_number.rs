//! A table in which wait attribution records data about the engine's objects (messages, receives, schedules of collective
//! operations), indexed by their numbers.

use crate::ids::Id;
use std::marker::PhantomData;

/// See the module.
#[derive(Debug)]
pub(super) struct ByNumber<I, T> {
    list: Vec<Option<T>>,
    ids: PhantomData<I>,
}

impl<I, T> Default for ByNumber<I, T> {
    fn default() -> Self {
        Self { list: Vec::new(), ids: PhantomData }
    }
}

impl<I: Id, T: Clone> ByNumber<I, T> {
    pub(super) fn put(&mut self, id: I, value: T) {
        let at = id.index();
        if at >= self.list.len() {
            self.list.resize_with(at + 1, || None);
        }
        self.list[at] = Some(value);
    }

    pub(super) fn get(&self, id: I) -> Option<T> {
        self.read(id).cloned()
    }

    /// Notes that stay where they are: they fill several lines of a cache.
    #[inline]
    pub(super) fn read(&self, id: I) -> Option<&T> {
        self.list.get(id.index())?.as_ref()
    }

    pub(super) fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.list.get_mut(id.index()).and_then(Option::as_mut)
    }

    pub(super) fn take(&mut self, id: I) -> Option<T> {
        self.list.get_mut(id.index()).and_then(Option::take)
    }
}
