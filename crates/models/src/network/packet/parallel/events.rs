//! The events of a partition and its clock.

use crate::network::packet::parallel::calendar::{Calendar, Entry};

// Classes of events: their order at one time.

/// A port may be able to send a waiting packet.
pub(in crate::network::packet) const WAKE: u8 = 0;
/// A packet can be routed.
pub(in crate::network::packet) const ARRIVE: u8 = 1;
/// A packet with a port is ready: it can be sent on without a gap.
pub(in crate::network::packet) const READY: u8 = 2;
/// A message may start, as the message rate of its NIC permits; or its previous packet has left the source.
pub(in crate::network::packet) const INJECT: u8 = 3;
/// As [`READY`], at the source.
pub(in crate::network::packet) const READY_AT_SOURCE: u8 = 4;
/// A FIFO of a NIC has sent the last byte of its packet.
pub(in crate::network::packet) const DRAINED: u8 = 5;
/// The engine of a NIC with FIFOs has moved a packet, or looks for one.
pub(in crate::network::packet) const ENGINE: u8 = 6;
/// Added to the class of events caused by [`kernel::Network::start`] at the current time: they sort after all others of that
/// time.
pub(in crate::network::packet) const AFTER_STARTS: u8 = 8;

/// The event queue of a partition and its clock.
#[derive(Debug, Default)]
pub(in crate::network::packet) struct Events {
    /// Picoseconds.
    pub(in crate::network::packet) now: u64,
    /// [`AFTER_STARTS`] while such an event is processed, else 0.
    after_starts: u8,
    calendar: Calendar,
}

impl Events {
    /// Schedules an event, now or later. `sequence` orders the events of one source.
    #[inline]
    pub(in crate::network::packet) fn push(&mut self, time: u64, class: u8, source: u32, sequence: u64, index: u32) {
        let class = if time == self.now { class | self.after_starts } else { class };
        self.calendar.push(Entry::new(time, class, source, sequence, index));
    }

    /// Schedules an event that comes from outside of the partition.
    pub(in crate::network::packet) fn push_entry(&mut self, entry: Entry) {
        self.calendar.push(entry);
    }

    /// The time of the next event; [`u64::MAX`] if there is none.
    #[inline]
    pub(in crate::network::packet) fn next_time(&mut self) -> u64 {
        self.calendar.next_time()
    }

    /// Some of the next events, in order, once [`Events::next_time`] has found one.
    pub(in crate::network::packet) fn upcoming(&self) -> &[Entry] {
        self.calendar.upcoming()
    }

    /// The next event.
    pub(in crate::network::packet) fn first(&mut self) -> Option<Entry> {
        if self.next_time() < u64::MAX { self.upcoming().first().copied() } else { None }
    }

    /// Removes the next event, which [`Events::next_time`] has found, and moves the clock to it.
    #[inline]
    pub(in crate::network::packet) fn pop(&mut self) -> Entry {
        let entry = self.calendar.pop();
        self.now = entry.time;
        self.after_starts = entry.class() & AFTER_STARTS;
        entry
    }
}
