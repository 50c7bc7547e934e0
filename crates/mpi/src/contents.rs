//! Moves the bytes of messages and operations between ranks' memory, the library's buffers and copies in flight.

use crate::engine_core::EngineCore;
use crate::ids::{Id, ScheduleId};
use crate::payload::{Memory, Payload, Pool, SHORT};
use ops::{RankDriver, UserMemory};
use smallvec::SmallVec;
use units::ActorId;

/// Memory of the library's own.
#[derive(Default)]
pub(crate) struct Contents {
    /// Whether ranks have memory at all.
    pub(crate) has_data: bool,
    /// Contents from this size on are not moved.
    pub(crate) skip_from: u64,
    pub(crate) pool: Pool,
    /// Memory of schedules, by number; nothing where ranks have none.
    scratch: Vec<SmallVec<[u8; 16]>>,
}

impl Contents {
    pub(crate) fn new(has_data: bool, skip_from: u64) -> Self {
        Self { has_data, skip_from, ..Self::default() }
    }

    /// Whether contents of so many bytes move at all.
    #[inline]
    pub(crate) fn moves(&self, bytes: u64) -> bool {
        self.has_data && bytes > 0 && bytes < self.skip_from
    }

    /// Grows the memory of a schedule, zeroed.
    pub(crate) fn grow_scratch(&mut self, schedule: ScheduleId, bytes: u64) {
        if !self.has_data {
            return;
        }
        let at = schedule.index();
        if at >= self.scratch.len() {
            self.scratch.resize_with(at + 1, SmallVec::new);
        }
        self.scratch[at].resize(usize::try_from(bytes).expect("scratch fits memory"), 0);
    }

    /// The memory of a schedule that has ended is free.
    pub(crate) fn free_scratch(&mut self, schedule: ScheduleId) {
        if let Some(scratch) = self.scratch.get_mut(schedule.index()) {
            *scratch = SmallVec::new();
        }
    }

    fn scratch(&self, schedule: ScheduleId, offset: u64, bytes: u64) -> &[u8] {
        &self.scratch[schedule.index()][offset as usize..(offset + bytes) as usize]
    }

    pub(crate) fn scratch_mut(&mut self, schedule: ScheduleId, offset: u64, bytes: u64) -> &mut [u8] {
        &mut self.scratch[schedule.index()][offset as usize..(offset + bytes) as usize]
    }
}

/// The ranks' memory. Contents move only in runs that have it: [`Contents::moves`].
pub(crate) fn user_memory(driver: &mut dyn RankDriver) -> &mut dyn UserMemory {
    driver.memory().expect("contents move only between ranks with memory")
}

impl EngineCore<'_> {
    /// The contents of a message that leaves at once.
    pub(crate) fn capture(&mut self, actor: ActorId, from: Memory, bytes: u64) -> Payload {
        if bytes as usize > SHORT {
            return Payload::Captured(self.load(actor, from, bytes));
        }
        let mut contents = [0; SHORT];
        self.load_into(actor, from, &mut contents[..bytes as usize]);
        Payload::Short(contents)
    }

    /// Moves the contents of a message, if it has any, to where they go.
    #[inline]
    pub(crate) fn deliver(&mut self, source: ActorId, payload: &mut Payload, into: (ActorId, Memory), bytes: u64) {
        if !matches!(payload, Payload::None) {
            self.deliver_contents((source, std::mem::take(payload)), into, bytes);
        }
    }

    fn deliver_contents(&mut self, (source, payload): (ActorId, Payload), into: (ActorId, Memory), bytes: u64) {
        match payload {
            Payload::None => {}
            Payload::Short(contents) => {
                if bytes > 0 {
                    self.store(into.0, into.1, &contents[..bytes as usize]);
                }
            }
            Payload::Captured(contents) => {
                if bytes > 0 {
                    self.store(into.0, into.1, &contents[..bytes as usize]);
                }
                self.contents.pool.give(contents);
            }
            Payload::AtSender(from) => {
                if bytes > 0 {
                    self.copy_memory((source, from), into, bytes);
                }
            }
        }
    }

    /// A copy of memory's contents.
    pub(crate) fn load(&mut self, actor: ActorId, from: Memory, bytes: u64) -> Vec<u8> {
        let mut contents = self.contents.pool.take(bytes);
        self.load_into(actor, from, &mut contents);
        contents
    }

    /// Copies memory's contents.
    pub(crate) fn load_into(&mut self, actor: ActorId, from: Memory, into: &mut [u8]) {
        match from {
            Memory::User(address) => user_memory(self.driver).read(actor, address, into),
            Memory::Schedule(schedule, offset) => {
                into.copy_from_slice(self.contents.scratch(schedule, offset, into.len() as u64));
            }
            Memory::Nowhere => into.fill(0),
        }
    }

    /// Changes memory's contents.
    pub(crate) fn store(&mut self, actor: ActorId, to: Memory, contents: &[u8]) {
        match to {
            Memory::User(address) => user_memory(self.driver).write(actor, address, contents),
            Memory::Schedule(schedule, offset) => {
                self.contents.scratch_mut(schedule, offset, contents.len() as u64).copy_from_slice(contents);
            }
            Memory::Nowhere => {}
        }
    }

    /// Copies between memories, at most once where the ranks' memory allows it.
    pub(crate) fn copy_memory(&mut self, from: (ActorId, Memory), to: (ActorId, Memory), bytes: u64) {
        match (from, to) {
            ((_, Memory::Nowhere), _) | (_, (_, Memory::Nowhere)) => {}
            ((source, Memory::User(from)), (destination, Memory::User(to))) => {
                user_memory(self.driver).copy((source, from), (destination, to), bytes);
            }
            ((source, Memory::User(from)), (_, Memory::Schedule(schedule, offset))) => {
                let into = self.contents.scratch_mut(schedule, offset, bytes);
                user_memory(self.driver).read(source, from, into);
            }
            ((_, Memory::Schedule(schedule, offset)), (destination, Memory::User(to))) => {
                let contents = self.contents.scratch(schedule, offset, bytes);
                user_memory(self.driver).write(destination, to, contents);
            }
            ((source, from), (destination, to)) => {
                let contents = self.load(source, from, bytes);
                self.store(destination, to, &contents);
                self.contents.pool.give(contents);
            }
        }
    }
}
