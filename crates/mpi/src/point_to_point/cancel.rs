//! `MPI_Cancel` in the engine (MPI 5.0 §3.8.4).
//!
//! | cancelled | effect |
//! |---|---|
//! | unmatched receive | withdrawn at once |
//! | unmatched send | the message is withdrawn at once; the request completes one round trip of an empty message later |
//! | unmatched send to itself | withdrawn at once, and the request completes |
//! | matched send or receive | none: it completes as usual |
//!
//! The engine matches a message with a receive once both have been called, whether or not the message has arrived. So it knows
//! at the call of `MPI_Cancel` whether the message is matched, and later receives no longer find a withdrawn message. Data and
//! requests to send that are in flight continue to the receiver, where they are dropped.

use super::PointToPoint;
use crate::engine_core::EngineCore;
use crate::ids::MessageId;
use crate::message::{Cancellation, Owner};
use crate::request::RequestKind;
use crate::token::Token;
use ops::{ANY, RequestId, Status};
use units::{ActorId, Time};

/// The status of a cancelled request.
const CANCELLED: Status = Status { source: ANY, tag: ANY, cancelled: true, ..Status::EMPTY };

impl PointToPoint {
    pub(crate) fn cancel(&mut self, core: &mut EngineCore<'_>, id: ActorId, request: RequestId) {
        match core.actors[id].requests.cancellable(request) {
            Some(RequestKind::Receive(receive)) if core.actors.mailbox(id).posted_receives.remove(receive) => {
                self.receives.remove(receive);
                core.complete_request(id, request, CANCELLED, Time::ZERO);
            }
            Some(RequestKind::Send(message)) => self.withdraw(core, id, request, message),
            _ => {}
        }
    }

    /// Withdraws a message, if it belongs to the request and is unmatched.
    fn withdraw(&mut self, core: &mut EngineCore<'_>, id: ActorId, request: RequestId, number: MessageId) {
        let Some(message) = self.messages.get_mut(number) else { return };
        let own = matches!(message.owner, Owner::Request(other) if other == request) && message.source == id;
        // The number may belong to another message by now.
        if !own || !core.actors.mailbox(message.destination).unexpected_messages.remove(number) {
            return;
        }
        let in_flight = message.data.in_network() || !message.data.announced;
        message.cancellation = if in_flight { Cancellation::DataInFlight } else { Cancellation::Ending };
        let ends = (message.source, message.destination);
        self.eager_buffers.withdraw(ends.1, number);
        core.actors.withdraw_send_end(ends.1, number);
        core.actors[id].requests.start_again(request, RequestKind::Send(number));
        if ends.0 == ends.1 {
            self.withdrawn(core, number);
            return;
        }
        let mut transfer = core.transfer(Token::Cancellation(number), ends, 0, core.actors.vitals(ends.0).phase);
        transfer.latency_factor *= 2.0;
        core.kernel.transfer(&transfer);
    }

    /// The receiver's reply has come back: the message is withdrawn, and the request completes.
    pub(crate) fn withdrawn(&mut self, core: &mut EngineCore<'_>, number: MessageId) {
        let message = &self.messages[number];
        let (source, owner) = (message.source, message.owner);
        self.end_withdrawn(core, number);
        if let Owner::Request(request) = owner {
            core.complete_request(source, request, CANCELLED, Time::ZERO);
        }
    }

    /// The data, the request to send or the reply of a withdrawn message has arrived; the second of them removes the message.
    pub(super) fn end_withdrawn(&mut self, core: &mut EngineCore<'_>, number: MessageId) {
        let message = &mut self.messages[number];
        if message.cancellation == Cancellation::DataInFlight {
            message.cancellation = Cancellation::Ending;
            return;
        }
        let message = self.messages.remove(number);
        core.drop_contents(message.source, message.payload);
    }
}
