//! A domain (PDES: logical process): the ranks that one thread simulates if a run is divided over threads. This module has
//! what the engine of a domain knows of other domains; the module `division` runs the domains.
//!
//! # Why ranks may run without each other for a while
//! The engine matches a message with a receive when the sender has paid the send's overhead. In divided runs every message
//! leaves at once, and its send ends when the message leaves. So the match has no visible effect before the message
//! arrives, at least a network latency later. A domain may therefore learn of other domains' messages late, but before they
//! arrive. The delay does not change which receive gets which message: a receive names its source, messages of one source
//! come in the order of their sends, and both sides of a match take the first candidate that fits. (A receive from any
//! source would see messages of its own domain before those of other domains. Runs with such receives are not divided.)
//!
//! # Order
//! The order of transfers that start at one instant matters, because transfers that arrive at one instant complete in the
//! order of their starts. So each domain lists the transfers that it starts, each with the simulation step in which it
//! starts. At the end of a time window the lists are merged into the order in which a single engine would have taken these
//! steps:
//!
//! | at one instant, in a round of the kernel | by |
//! |---|---|
//! | ranks that begin, before the first step | rank |
//! | completions of transfers | the number of their start |
//! | events of the queue | class, source |
//!
//! A step may schedule an event for the current instant with a smaller key than the step's key. In any engine the event
//! runs after the step, so in the merge the event counts with the largest key so far.

use crate::ids::{Id, MessageId};
use crate::message::Sending;
use kernel::Passage;
use std::sync::Arc;
use units::{ActorId, Time};

/// When a step was taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct StepOrder {
    pub(crate) time: Time,
    /// At this instant: [`kernel::Kernel::round`].
    pub(crate) round: u32,
    /// Of a completion, the number of its start, or [`PROVISIONAL`] and its place in the window's list; of an event, [`EVENT`],
    /// its class and its source; before the first step, the rank.
    pub(crate) key: u64,
}

const EVENT: u64 = 1 << 63;
pub(crate) const PROVISIONAL: u64 = 1 << 62;

/// A transfer that has started in this window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) step: StepOrder,
    /// Its receiver's domain.
    pub(crate) to: u16,
    /// Its message, or in another domain its place in the list of parcels.
    pub(crate) item: u32,
}

/// A message on its way from one domain to another: what its receiver's domain has to know of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parcel {
    pub(crate) passage: Passage,
    pub(crate) sending: Sending,
    pub(crate) posted: Time,
    pub(crate) start: Time,
    pub(crate) phase: u32,
}

/// What an engine knows of the domain that it simulates.
pub(crate) struct Domain {
    /// Of each rank.
    pub(crate) domains: Arc<[u16]>,
    pub(crate) number: u16,
    pub(crate) step: StepOrder,
    pub(crate) starts: Vec<Start>,
    /// By domain.
    pub(crate) parcels: Vec<Vec<Parcel>>,
    /// The number of the start of each message under way, as in [`StepOrder::key`].
    pub(crate) numbers: Vec<u64>,
    /// Starts to receivers here, and of these, those that have a number.
    pub(crate) departed: u64,
    numbered: u64,
    /// Starts of other domains to receivers here, since the last of these.
    others: u64,
    /// The end of the window.
    pub(crate) end: Time,
    /// Why the run is not divided after all.
    pub(crate) undivided: Option<String>,
}

/// Transfers of others between two starts of a domain have so many bits in its sequence.
pub(crate) const OTHERS: u32 = 24;

impl Domain {
    pub(crate) fn new(domains: Arc<[u16]>, number: u16, count: usize) -> Self {
        Self {
            domains,
            number,
            step: StepOrder::default(),
            starts: Vec::new(),
            parcels: vec![Vec::new(); count],
            numbers: Vec::new(),
            departed: 0,
            numbered: 0,
            others: 0,
            end: Time::ZERO,
            undivided: None,
        }
    }

    pub(crate) fn set_number(&mut self, message: MessageId, number: u64) {
        let at = message.index();
        if at >= self.numbers.len() {
            self.numbers.resize(at + 1, 0);
        }
        self.numbers[at] = number;
    }

    /// One of this domain's starts to a receiver here has its number: the message has it, too, unless it has arrived.
    pub(crate) fn number_start(&mut self, place: usize, message: MessageId, number: u64) {
        self.numbered += 1;
        self.others = 0;
        let known = &mut self.numbers[message.index()];
        if *known == PROVISIONAL | place as u64 {
            *known = number;
        }
    }

    /// The sequence here of a transfer of another domain; none if there are too many.
    pub(crate) fn sequence_of_other(&mut self) -> Option<u64> {
        self.others += 1;
        (self.others < 1 << OTHERS).then_some(self.numbered << OTHERS | self.others)
    }

    /// A step is taken.
    pub(crate) fn enter(&mut self, time: Time, round: u32, key: u64) {
        let before = self.step;
        let same = (before.time, before.round) == (time, round);
        self.step = StepOrder { time, round, key: if same { key.max(before.key) } else { key } };
    }
}

/// The key of an event.
pub(crate) fn event_key(class: u8, source: ActorId) -> u64 {
    EVENT | u64::from(class) << 32 | u64::from(source.0)
}
