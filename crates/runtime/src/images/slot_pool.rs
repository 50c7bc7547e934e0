//! Rooms: address space for so many ranks of one program, and the crews that move in.
//!
//! The ranks that a run begins with have the first room. Every program that is started later gets one of its own, or one
//! that an earlier crew of the same program has left whole.

use std::ffi::CString;
use std::rc::Rc;

use super::error::LoadError;
use super::loaded::LoadedProgram;
use super::outcome::Yielded;
use super::slot::{ImageSlot, UNSTARTED};
use super::space::Space;

/// See the module.
#[derive(Debug)]
pub(crate) struct SlotPool {
    pub(crate) loaded: Rc<LoadedProgram>,
    pub(crate) space: Space,
    /// Slots never move: the vector's capacity is that of the room, committed as it fills.
    pub(crate) slots: Vec<ImageSlot>,
    /// Slots that were used, by their places in the room.
    pub(crate) free_slots: Vec<u32>,
    /// The number of the first slot among those of all rooms.
    pub(crate) first_slot: u32,
    pub(crate) capacity: u32,
    /// Ranks that will move in, and those that live here.
    pub(crate) unstarted: u32,
    pub(crate) live: u32,
    /// Whether another crew may move in one day: every rank that ends leaves its slot as it found it.
    pub(crate) reusable: bool,
    /// The room's own number.
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

    /// Whether nobody lives here or will, and so many could.
    pub(crate) fn is_free_for(&self, ranks: u32) -> bool {
        self.reusable && self.unstarted + self.live == 0 && self.capacity >= ranks
    }

    /// A slot in which nobody lives, by its place in the room; one more is opened if need be.
    pub(crate) fn free_slot(&mut self) -> Result<u32, LoadError> {
        if let Some(place) = self.free_slots.pop() {
            return Ok(place);
        }
        let place = self.slots.len() as u32;
        assert!(place < self.capacity, "no more ranks move in than there is room for");
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
            rank: UNSTARTED,
            slot: self.first_slot + place,
            pool: self.number,
            group: 0,
            image: self.space.image(place),
        });
        Ok(place)
    }

    /// A slot's place in the room.
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
