//! Cancelling sends and receives (MPI 5.0 §3.8.4).
//!
//! A receive that nothing has matched is withdrawn at once. A send that nothing has matched is withdrawn where it waits,
//! at its receiver: its request ends when the question has come there and the answer back, one round trip of an empty
//! message later. As everywhere in matching what counts is when something is asked for, not when it arrives: a message is
//! out of its receiver's reach from the instant of the call on. Data that are on their way go on and are dropped. A
//! message to the sender itself is withdrawn at once: nobody has to be asked. One that has been matched is not withdrawn,
//! and its request ends as it would have.

use crate::engine::Engine;
use crate::message::Owner;
use crate::payload::Payload;
use crate::request::RequestKind;
use kernel::Transfer;
use ops::{ANY, Protocol, RequestId, Status};
use units::{ActorId, Time};

/// Marks the token of a transfer as the question for a message to be withdrawn and its answer.
pub(crate) const QUESTION: u64 = 1 << 33;

/// The status of what was cancelled.
const CANCELLED: Status = Status { source: ANY, tag: ANY, cancelled: true, ..Status::EMPTY };

/// Whether a message is still to be received.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Fate {
    /// It is.
    #[default]
    Live,
    /// It was withdrawn; its data and the answer are under way.
    Withdrawn,
    /// It was withdrawn, and one of the two is under way.
    Fading,
}

impl Engine<'_> {
    pub(crate) fn cancel(&mut self, id: ActorId, request: RequestId) {
        match self.actors[id.index()].requests.cancellable(request) {
            Some(RequestKind::Receive(receive)) if self.actors[id.index()].posted.remove(receive) => {
                self.receives.remove(receive as usize);
                self.complete_request(id, request, CANCELLED, Time::ZERO);
            }
            Some(RequestKind::Send(message)) => self.withdraw(id, request, message),
            _ => {}
        }
    }

    /// Withdraws a message, if it is the request's and nothing has matched it.
    fn withdraw(&mut self, id: ActorId, request: RequestId, number: u32) {
        let Some(message) = self.messages.get_mut(number as usize) else { return };
        let own = matches!(message.owner, Owner::Request(other) if other == request) && message.source == id;
        // Its number may have gone to another message.
        if !own || !self.actors[message.destination.index()].unexpected.remove(number) {
            return;
        }
        let flows = message.protocol == Protocol::Eager && !message.delivered;
        message.fate = if flows { Fate::Withdrawn } else { Fate::Fading };
        if message.source == message.destination {
            self.actors[id.index()].requests.start_again(request, RequestKind::Send(number));
            self.withdrawn(number);
            return;
        }
        let transfer = Transfer {
            token: u64::from(number) | QUESTION,
            source: self.actors[message.source.index()].endpoint,
            destination: self.actors[message.destination.index()].endpoint,
            bytes: 0,
            latency_factor: 2.0 * self.library.protocol.latency_factor.at(0),
            bandwidth_factor: self.library.protocol.bandwidth_factor.at(0),
            job: 0,
            class: 0,
            phase: self.actors[message.source.index()].phase,
        };
        self.actors[id.index()].requests.start_again(request, RequestKind::Send(number));
        self.kernel.transfer(&transfer);
    }

    /// The receiver's answer has come back: the message is withdrawn, and the request ends.
    pub(crate) fn withdrawn(&mut self, number: u32) {
        let message = &self.messages[number as usize];
        let (source, owner) = (message.source, message.owner);
        self.fade(number);
        if let Owner::Request(request) = owner {
            self.complete_request(source, request, CANCELLED, Time::ZERO);
        }
    }

    /// One of the two things that a withdrawn message still does has happened; nothing is left of it after the other.
    pub(crate) fn fade(&mut self, number: u32) {
        let message = &mut self.messages[number as usize];
        if message.fate == Fate::Withdrawn {
            message.fate = Fate::Fading;
            return;
        }
        let message = self.messages.remove(number as usize);
        if let Payload::Captured(contents) = message.payload {
            self.pool.give(contents);
        }
    }
}
