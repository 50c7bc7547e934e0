//! Copies the data of messages, collective operations and file accesses: between the ranks' memory, the buffers of the modelled
//! MPI library, and copies of messages in flight.

use crate::engine_core::EngineCore;
use crate::ids::{Id, LentId, ScheduleId};
use crate::payload::{Memory, Payload, Pool, SHORT};
use crate::records::Records;
use ops::{RankDriver, UserMemory};
use smallvec::SmallVec;
use units::ActorId;

/// Contents that a send of that many bytes or more leaves where they are when it ends.
const LENT_LEAST: u64 = 1024;

/// Contents of a send that has ended before a receive took them. Neither a program changes its buffer before it hears of the end, nor a
/// schedule before its next batch: most often they are copied once, to where they go, and only if none has taken them until
/// then a second time ([`EngineCore::end_loan`]).
enum Lent {
    /// In an actor's memory: where, and the number of bytes.
    AtSender(ActorId, Memory, u64),
    /// The loan has ended before a receive has taken them.
    Captured(Vec<u8>),
    /// A receive has taken them, or none will.
    Taken,
}

/// Memory of the library's own.
#[derive(Default)]
pub(crate) struct Contents {
    /// Whether ranks have memory at all.
    pub(crate) has_data: bool,
    /// Contents from this size on are not moved.
    pub(crate) skip_from: u64,
    pub(crate) pool: Pool,
    lent: Records<LentId, Lent>,
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
        let bytes = usize::try_from(bytes).expect("scratch fits memory");
        let scratch = &mut self.scratch[at];
        if scratch.is_empty() {
            // Zeroed by the system, not byte by byte.
            *scratch = SmallVec::from_elem(0, bytes);
        } else {
            let mut more = std::mem::take(scratch).into_vec();
            more.resize(bytes, 0);
            *scratch = more.into();
        }
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
        match (&*payload, into) {
            (Payload::None, _) => {}
            // From one rank's memory to another's: most of them.
            (&Payload::AtSender(Memory::User(from)), (receiver, Memory::User(to))) => {
                *payload = Payload::None;
                if bytes > 0 {
                    user_memory(self.driver).copy((source, from), (receiver, to), bytes);
                }
            }
            _ => self.deliver_contents((source, std::mem::take(payload)), into, bytes),
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
            Payload::Lent(lent) => match std::mem::replace(&mut self.contents.lent[lent], Lent::Taken) {
                Lent::AtSender(_, from, _) => self.deliver_contents((source, Payload::AtSender(from)), into, bytes),
                Lent::Captured(contents) => {
                    self.contents.lent.remove(lent);
                    self.deliver_contents((source, Payload::Captured(contents)), into, bytes);
                }
                Lent::Taken => unreachable!("a message is delivered once"),
            },
        }
    }

    /// No receive will take the contents of a message.
    pub(crate) fn drop_contents(&mut self, source: ActorId, payload: Payload) {
        self.deliver_contents((source, payload), (source, Memory::Nowhere), 0);
    }

    /// A send ends whose contents no receive has taken: leaves them where they are, unless they are few.
    #[inline]
    pub(crate) fn lend(&mut self, actor: ActorId, from: Memory, bytes: u64) -> Option<LentId> {
        (bytes >= LENT_LEAST).then(|| self.contents.lent.insert(Lent::AtSender(actor, from, bytes)))
    }

    /// From now on their memory may change: captures contents that no receive has taken.
    pub(crate) fn end_loan(&mut self, lent: LentId) {
        match self.contents.lent[lent] {
            Lent::AtSender(actor, from, bytes) => {
                let contents = self.load(actor, from, bytes);
                self.contents.lent[lent] = Lent::Captured(contents);
            }
            Lent::Captured(_) => unreachable!("a loan ends once"),
            Lent::Taken => {
                self.contents.lent.remove(lent);
            }
        }
    }

    /// A rank ends: so do loans of sends that it has not waited for.
    pub(crate) fn end_loans(&mut self, rank: ActorId) {
        for lent in self.actors[rank].requests.take_loans() {
            self.end_loan(lent);
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
