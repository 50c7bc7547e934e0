//! The events of a partition and its clock.

use super::calendar::{Calendar, Entry};

// Classes of events: their order at one time.

/// A port may be able to send a waiting packet.
pub(super) const WAKE: u8 = 0;
/// A packet can be routed.
pub(super) const ARRIVE: u8 = 1;
/// A packet with a port is ready: it can be sent on without a gap.
pub(super) const READY: u8 = 2;
/// A message may start, as the message rate of its NIC permits; or its previous packet has left the source.
pub(super) const INJECT: u8 = 3;
/// As [`READY`], at the source.
pub(super) const READY_AT_SOURCE: u8 = 4;
/// A FIFO of a NIC has sent the last byte of its packet.
pub(super) const DRAINED: u8 = 5;
/// The engine of a NIC with FIFOs has moved a packet, or looks for one.
pub(super) const ENGINE: u8 = 6;
/// Added to the class of events caused by [`kernel::Network::start`] at the current time: they sort after all others of that
/// time.
pub(super) const AFTER_STARTS: u8 = 8;

/// The event queue of a partition and its clock.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// Picoseconds.
    pub(super) now: u64,
    /// [`AFTER_STARTS`] while such an event is processed, else 0.
    after_starts: u8,
    calendar: Calendar,
}

impl Events {
    /// Schedules an event, now or later. `sequence` orders the events of one source.
    #[inline]
    pub(super) fn push(&mut self, at: u64, class: u8, source: u32, sequence: u64, index: u32) {
        let class = if at == self.now { class | self.after_starts } else { class };
        self.calendar.push(Entry::new(at, class, source, sequence, index));
    }

    /// Schedules an event that comes from outside of the partition.
    pub(super) fn push_entry(&mut self, entry: Entry) {
        self.calendar.push(entry);
    }

    /// The time of the next event; [`u64::MAX`] if there is none.
    #[inline]
    pub(super) fn next_time(&mut self) -> u64 {
        self.calendar.next_time()
    }

    /// Some of the next events, in order, once [`Events::next_time`] has found one.
    pub(super) fn upcoming(&self) -> &[Entry] {
        self.calendar.upcoming()
    }

    /// The next event.
    pub(super) fn first(&mut self) -> Option<Entry> {
        if self.next_time() < u64::MAX { self.upcoming().first().copied() } else { None }
    }

    /// Removes the next event, which [`Events::next_time`] has found, and moves the clock to it.
    #[inline]
    pub(super) fn pop(&mut self) -> Entry {
        let entry = self.calendar.pop();
        self.now = entry.time;
        self.after_starts = entry.class() & AFTER_STARTS;
        entry
    }
}
