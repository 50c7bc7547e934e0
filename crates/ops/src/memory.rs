//! The trait through which the engine accesses ranks' memory; there is no other way.

use serde::{Deserialize, Serialize};
use units::ActorId;

/// A contiguous range of a rank's memory. In a replay or a motif it has a length but no contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Buffer {
    /// The address in the rank's address space; meaningless without contents.
    pub address: u64,
    /// The length in bytes.
    pub bytes: u64,
}

impl Buffer {
    /// The empty range.
    pub const EMPTY: Self = Self { address: 0, bytes: 0 };

    /// A length without contents.
    pub const fn of_bytes(bytes: u64) -> Self {
        Self { address: 0, bytes }
    }

    /// `bytes` bytes from `offset` on.
    ///
    /// # Panics
    /// If they reach beyond the end.
    pub fn part(self, offset: u64, bytes: u64) -> Self {
        assert!(offset.checked_add(bytes).is_some_and(|end| end <= self.bytes), "part beyond its buffer");
        Self { address: self.address.wrapping_add(offset), bytes }
    }
}

/// Access to the memory of ranks: a `memcpy` where ranks are images in one process, a system call where they
/// are processes of their own, nothing in a replay.
///
/// Lengths are never zero. An address that is not the rank's is a crash of the user's program, diagnosed as
/// such where the memory is.
pub trait UserMemory {
    /// Copies from a rank's memory.
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]);

    /// Copies into a rank's memory.
    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]);

    /// Copies from one rank's memory to another's (or its own; the ranges may overlap then).
    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64);

    /// Changes a range of a rank's memory in place.
    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8]));
}
