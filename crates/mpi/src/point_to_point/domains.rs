//! Point-to-point messages from a rank to a rank that another thread simulates (the ranks of one thread are a domain, see
//! `domain`): hands such messages over to the other domain, and checks that a run may be divided over threads.

use super::{PointToPoint, VertexDone};
use crate::domain::Parcel;
use crate::engine_core::EngineCore;
use crate::ids::MessageId;
use crate::library::SendEnd;
use crate::message::{Message, Owner, Piece, Sending};
use crate::payload::{Memory, Payload};
use crate::schedule::Transport;
use crate::token::Token;
use ops::{Protocol, SendMode};
use units::Held;

impl PointToPoint {
    /// Gives up dividing where what becomes of a message matters to its sender.
    #[cold]
    pub(super) fn check_divisible(core: &mut EngineCore<'_>, ends: (Protocol, SendEnd), sending: &Sending) {
        if sending.transport != Transport::Protocol {
            core.give_up_dividing("a collective algorithm sends its messages without the library's protocol");
        } else if ends != (Protocol::Eager, SendEnd::AtOnce) {
            let bytes = sending.bytes;
            core.give_up_dividing(&format!("a send of {bytes} bytes does not end at once"));
        } else if core.library.protocol.eager_buffer != u64::MAX {
            core.give_up_dividing("the library's buffers for eager messages are finite");
        }
    }

    /// Makes a message visible whose receiver is in another domain: it leaves, and its send ends.
    pub(super) fn hand_over(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let message = &self.messages[id];
        let ends = (message.source, message.destination);
        let mut transfer = core.transfer(Token::Message(id), ends, message.bytes, message.phase);
        transfer.bytes = message.bytes + message.data.envelope(&core.library.protocol);
        let passage = core.kernel.depart(&transfer);
        let sending = Sending {
            source: message.source,
            destination: message.destination,
            context_id: message.context_id,
            source_rank: message.source_rank,
            tag: message.tag,
            bytes: message.bytes,
            elements: message.elements,
            mode: SendMode::Standard,
            transport: Transport::Protocol,
            owner: Owner::Call,
            from: Memory::Nowhere,
            buffers: 0,
            passed_on: false,
        };
        let parcel =
            Parcel { passage, sending, posted: message.posted, start: core.kernel.now(), phase: message.phase };
        core.send_parcel(message.destination, parcel);
        let done = self.end_send(core, id, None);
        self.messages.remove(id);
        done
    }

    /// A message from another domain. It was visible at some instant that has passed here; nothing that its receiver has done
    /// since depends on it, as it has not arrived.
    pub(crate) fn take_parcel(&mut self, core: &mut EngineCore<'_>, parcel: &Parcel, sequence: u64, number: u64) {
        let Parcel { passage, sending, posted, start, phase } = *parcel;
        let ends = (Protocol::Eager, SendEnd::AtOnce);
        let mut message = Message::new(&sending, ends, Payload::None, (posted, phase), Held::Both);
        (message.start, message.send_ended) = (start, true);
        (message.data.unsent, message.data.last_piece) = (0, Piece::InNetwork);
        let envelope = message.envelope();
        let message = self.messages.insert(message);
        core.arrive_here(passage, message, sequence, number);
        let mailbox = core.actors.mailbox(sending.destination);
        match mailbox.posted_receives.take(envelope) {
            Some((_, receive)) => {
                let done = self.match_message(core, message, receive);
                debug_assert!(done.iter().all(Option::is_none), "a message has not been delivered before it arrives");
            }
            None => mailbox.unexpected_messages.push(envelope, message),
        }
    }
}
