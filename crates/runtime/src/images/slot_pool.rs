//! Slot pools. A pool is address space for copies (images) of one program, with a *slot* for the image of each rank. A pool
//! also manages the groups of ranks that use its slots.
//!
//! The ranks with which a run starts use the first pool. Every spawned group gets a pool of its own, or one that an earlier
//! group of the same program has left intact.

use std::ffi::CString;
use std::rc::Rc;

use super::error::LoadError;
use super::loaded::LoadedProgram;
use super::outcome::Yielded;
use super::slot::{ImageSlot, UNSTARTED};
use super::space::Space;

/// Slots for ranks of one program.
#[derive(Debug)]
pub(crate) struct SlotPool {
    pub(crate) loaded: Rc<LoadedProgram>,
    pub(crate) space: Space,
    /// Slots never move: the vector's capacity is that of the pool, committed as it fills.
    pub(crate) slots: Vec<ImageSlot>,
    /// Slots whose ranks have ended, by index.
    pub(crate) free_slots: Vec<u32>,
    /// The number of the first slot among those of all pools.
    pub(crate) first_slot: u32,
    pub(crate) capacity: u32,
    /// Ranks that have not started, and those that are alive.
    pub(crate) unstarted: u32,
    pub(crate) live: u32,
    /// Whether another group may use the pool later: every rank that ends leaves its slot as it found it.
    pub(crate) reusable: bool,
    /// The pool's own number.
    number: u32,
}

impl SlotPool {
    pub(crate) fn new(
        loaded: Rc<LoadedProgram>,
        space: Space,
        (number, first_slot): (u32, u32),
        capacity: u32,
        reusable: bool,
    ) -> Self {
        let slots = Vec::with_capacity(capacity as usize);
        let free_slots = Vec::new();
        Self {
            loaded,
            space,
            slots,
            free_slots,
            first_slot,
            capacity,
            unstarted: capacity,
            live: 0,
            reusable,
            number,
        }
    }

    /// Whether the pool is unused and large enough for so many ranks.
    pub(crate) fn is_free_for(&self, ranks: u32) -> bool {
        self.reusable && self.unstarted + self.live == 0 && self.capacity >= ranks
    }

    /// The index of a free slot; opens another one if needed.
    pub(crate) fn free_slot(&mut self) -> Result<u32, LoadError> {
        if let Some(place) = self.free_slots.pop() {
            return Ok(place);
        }
        let place = self.slots.len() as u32;
        assert!(place < self.capacity, "no more ranks start than the pool has slots");
        self.space.open(place)?;
        self.slots.push(ImageSlot {
            coroutine: None,
            yielder: std::ptr::null(),
            exceptions: [0; 2],
            user: std::ptr::null_mut(),
            extras: None,
            outcome: Yielded::Blocked,
            errno: 0,
            mxcsr: 0,
            x87: 0,
            special: false,
            exiting: false,
            ahead: false,
            stays: false,
            text_held: false,
            rank: UNSTARTED,
            slot: self.first_slot + place,
            pool: self.number,
            group: 0,
            image: self.space.image(place),
            stack_end: 0,
        });
        Ok(place)
    }

    /// Opens all slots.
    pub(crate) fn open_all(&mut self) -> Result<(), LoadError> {
        let mut opened = Vec::new();
        while self.slots.len() < self.capacity as usize {
            opened.push(self.free_slot()?);
        }
        self.free_slots.extend(opened.into_iter().rev());
        Ok(())
    }

    /// A slot's index in the pool.
    pub(crate) fn index_of(&self, slot: &ImageSlot) -> u32 {
        slot.slot - self.first_slot
    }

    /// Stack of a slot: see [`Space::stack`].
    pub(crate) fn stack(&self, slot: &ImageSlot) -> (usize, usize) {
        self.space.stack(self.index_of(slot))
    }
}

/// Ranks that are started together: consecutive ones of one program.
#[derive(Debug)]
pub(crate) struct RankGroup {
    /// The first rank.
    pub(crate) first: u32,
    pub(crate) pool: u32,
    /// The program's name and arguments.
    pub(crate) arguments: Vec<CString>,
    /// Index into `WorkingDirectories` of the folder in which they begin.
    pub(crate) folder: usize,
}
