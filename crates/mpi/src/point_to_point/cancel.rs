//! `MPI_Cancel` (MPI 5.0 §3.8.4).
//!
//! A receive that nothing has matched is withdrawn at once. A send that nothing has matched is withdrawn where it waits,
//! at its receiver: its request ends one round trip of an empty message later. As everywhere in matching what counts is
//! when something is asked for, not when it arrives: a message is out of its receiver's reach from the instant of the call
//! on. Data under way go on and are dropped. A message to the sender itself is withdrawn at once. One that has been matched
//! is not withdrawn, and its request ends as it would have.

use super::PointToPoint;
use crate::engine_core::EngineCore;
use crate::message::{Cancellation, Owner};
use crate::payload::Payload;
use crate::request::RequestKind;
use crate::token::Token;
use ops::{ANY, Protocol, RequestId, Status};
use units::{ActorId, Time};

/// The status of what was cancelled.
const CANCELLED: Status = Status { source: ANY, tag: ANY, cancelled: true, ..Status::EMPTY };

impl PointToPoint {
    pub(crate) fn cancel(&mut self, core: &mut EngineCore<'_>, id: ActorId, request: RequestId) {
        match core.actors[id].requests.cancellable(request) {
            Some(RequestKind::Receive(receive)) if core.actors[id].posted.remove(receive) => {
                self.receives.remove(receive as usize);
                core.complete_request(id, request, CANCELLED, Time::ZERO);
            }
            Some(RequestKind::Send(message)) => self.withdraw(core, id, request, message),
            _ => {}
        }
    }

    /// Withdraws a message, if it is the request's and nothing has matched it.
    fn withdraw(&mut self, core: &mut EngineCore<'_>, id: ActorId, request: RequestId, number: u32) {
        let Some(message) = self.messages.get_mut(number as usize) else { return };
        let own = matches!(message.owner, Owner::Request(other) if other == request) && message.source == id;
        // Its number may have gone to another message.
        if !own || !core.actors[message.destination].unexpected.remove(number) {
            return;
        }
        let in_flight = message.protocol == Protocol::Eager && !message.delivered;
        message.cancellation = if in_flight { Cancellation::DataInFlight } else { Cancellation::Ending };
        let ends = (message.source, message.destination);
        core.actors[id].requests.start_again(request, RequestKind::Send(number));
        if ends.0 == ends.1 {
            self.withdrawn(core, number);
            return;
        }
        let mut transfer = core.transfer(Token::Cancellation(number), ends, 0, core.actors[ends.0].phase);
        transfer.latency_factor *= 2.0;
        core.kernel.transfer(&transfer);
    }

    /// The receiver's answer has come back: the message is withdrawn, and the request ends.
    pub(crate) fn withdrawn(&mut self, core: &mut EngineCore<'_>, number: u32) {
        let message = &self.messages[number as usize];
        let (source, owner) = (message.source, message.owner);
        self.end_withdrawn(core, number);
        if let Owner::Request(request) = owner {
            core.complete_request(source, request, CANCELLED, Time::ZERO);
        }
    }

    /// The data or the answer of a withdrawn message has arrived; the message goes with the second of them.
    pub(super) fn end_withdrawn(&mut self, core: &mut EngineCore<'_>, number: u32) {
        let message = &mut self.messages[number as usize];
        if message.cancellation == Cancellation::DataInFlight {
            message.cancellation = Cancellation::Ending;
            return;
        }
        let message = self.messages.remove(number as usize);
        if let Payload::Captured(contents) = message.payload {
            core.contents.pool.give(contents);
        }
    }
}
