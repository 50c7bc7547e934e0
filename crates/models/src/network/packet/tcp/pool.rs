//! A slab for the TCP model's messages and packets. Each value is found by a number; the numbers of removed values are reused.

use std::ops::{Index, IndexMut};

/// Messages or packets under way.
#[derive(Debug)]
pub(super) struct Pool<T> {
    values: Vec<T>,
    free: Vec<u32>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { values: Vec::new(), free: Vec::new() }
    }
}

impl<T: Copy> Pool<T> {
    /// Keeps a value; its number.
    pub(super) fn add(&mut self, value: T) -> u32 {
        if let Some(free) = self.free.pop() {
            self[free] = value;
            return free;
        }
        self.values.push(value);
        u32::try_from(self.values.len() - 1).expect("fewer than 2^32 messages or packets under way")
    }

    /// Gives a value back; its number is free.
    pub(super) fn take(&mut self, number: u32) -> T {
        self.free.push(number);
        self[number]
    }
}

impl<T> Index<u32> for Pool<T> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        &self.values[number as usize]
    }
}

impl<T> IndexMut<u32> for Pool<T> {
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.values[number as usize]
    }
}
