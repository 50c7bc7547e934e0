//! The events of the packet model: their classes, the order of the classes at one instant, and the clock of a partition
//! (the part of the network that one thread simulates).

use crate::network::packet::simulator::calendar::{Calendar, Entry};

// Classes of events: their order at one time. It decides ties, and so results:
//
// | class | what may happen | why here |
// |---|---|---|
// | WAKE | a port sends a waiting packet | it has waited: what becomes ready at this instant is behind it |
// | ARRIVE | a packet is routed, and ready at once if its last byte is there | ready when its head arrives: before others (rule 2) |
// | READY | a packet with a port is sent on without a gap | from a link: before packets at their source (rule 2) |
// | INJECT | a message starts, or its next packet is created | a packet at its source is behind those from links |
// | READY_AT_SOURCE | the last byte of a paced packet is at its source | at its source, like INJECT; after it by convention |
// | DRAINED | a FIFO of a NIC takes its next packet | messages have entered, so it sees all of this instant |
// | ENGINE | the engine of a NIC fills FIFOs | FIFOs have drained, so it sees their space |
//
// Rule 2 is that of docs/models/packet.md. `tests/reference.rs` has the same order, with events of its own for credits
// before all and deliveries after all.

/// A port may be able to send a waiting packet.
pub(crate) const WAKE: u8 = 0;
/// A packet can be routed.
pub(crate) const ARRIVE: u8 = 1;
/// A packet with a port is ready: it can be sent on without a gap.
pub(crate) const READY: u8 = 2;
/// A message may start, as the message rate of its NIC permits; or its previous packet has left the source.
pub(crate) const INJECT: u8 = 3;
/// As [`READY`], at the source.
pub(crate) const READY_AT_SOURCE: u8 = 4;
/// A FIFO of a NIC has sent the last byte of its packet.
pub(crate) const DRAINED: u8 = 5;
/// The engine of a NIC with FIFOs has moved a packet, or looks for one.
pub(crate) const ENGINE: u8 = 6;
/// Added to the class of events caused by [`kernel::Network::start`] at the current time: they sort after all others of that
/// time. Some of these may have been processed before the start; if all precede it, the order does not depend on which.
pub(crate) const STARTED_NOW: u8 = 8;

/// The event queue of a partition and its clock.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// Picoseconds.
    pub(crate) now: u64,
    /// [`STARTED_NOW`] while such an event is processed, else 0.
    started_now: u8,
    calendar: Calendar,
    /// What starts of messages have caused since events were processed last: the thread that does so next puts it into the calendar.
    started: Vec<Entry>,
}

impl Events {
    /// Schedules an event, now or later. `sequence` orders the events of one source.
    #[inline]
    pub(crate) fn push(&mut self, time: u64, class: u8, source: u32, sequence: u64, index: u32) {
        let class = if time == self.now { class | self.started_now } else { class };
        self.calendar.push(Entry::new(time, class, source, sequence, index));
    }

    /// Schedules an event that comes from another partition.
    pub(crate) fn push_entry(&mut self, entry: Entry) {
        self.calendar.push(entry);
    }

    /// Schedules an event while none is processed.
    #[inline]
    pub(crate) fn start(&mut self, entry: Entry) {
        self.started.push(entry);
    }

    /// Takes what has started: before the next event is looked for.
    pub(crate) fn take_started(&mut self) {
        self.started.drain(..).for_each(|entry| self.calendar.push(entry));
    }

    /// The time of the next event, once all that has started is taken; [`u64::MAX`] if there is none.
    #[inline]
    pub(crate) fn next_time(&mut self) -> u64 {
        self.calendar.next_time()
    }

    /// Some of the next events, in order, once [`Events::next_time`] has found one.
    pub(crate) fn upcoming(&self) -> &[Entry] {
        self.calendar.upcoming()
    }

    /// How many events until an instant are known already, at least roughly.
    pub(crate) fn at_hand(&mut self, end: u64) -> usize {
        self.started.len() + self.calendar.at_hand(end)
    }

    /// The next event.
    pub(crate) fn first(&mut self) -> Option<Entry> {
        if self.next_time() < u64::MAX { self.upcoming().first().copied() } else { None }
    }

    /// Removes the next event, which [`Events::next_time`] has found, and moves the clock to it.
    #[inline]
    pub(crate) fn pop(&mut self) -> Entry {
        let entry = self.calendar.pop();
        self.now = entry.time;
        self.started_now = entry.class() & STARTED_NOW;
        entry
    }
}
