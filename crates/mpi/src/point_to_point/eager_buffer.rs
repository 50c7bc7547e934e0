//! Finite buffers for eager messages whose receiver is not inside MPI: the parameter `eager_buffer` of the modelled MPI
//! library.
//!
//! Data that arrive while the receiver computes stay in the transport (with TCP, in the receiver's socket buffer). A connection
//! (a pair of sender and receiver) holds at most `eager_buffer` bytes of eager messages. Further bytes stay with the sender, in
//! the order of the sends. Once the receiver is inside MPI, its library empties the buffer, and the remaining bytes follow.

use crate::ids::MessageId;
use rustc_hash::FxHashMap;
use units::ActorId;

/// What is held for receivers that are not inside MPI.
#[derive(Debug, Default)]
pub(super) struct EagerBuffers {
    receivers: FxHashMap<ActorId, Held>,
}

/// What is held for one receiver.
#[derive(Debug, Default)]
struct Held {
    /// Bytes, by sender.
    bytes: FxHashMap<ActorId, u64>,
    /// Messages of which bytes are left with their senders, in the order of the sends.
    waiting: Vec<MessageId>,
}

impl EagerBuffers {
    /// Takes a message of `bytes` bytes into a buffer of `size`: how many of them fit, and whether this is the first message
    /// that is held for the receiver.
    pub(super) fn hold(
        &mut self,
        ends: (ActorId, ActorId),
        message: MessageId,
        bytes: u64,
        size: u64,
    ) -> (u64, bool) {
        let (sender, receiver) = ends;
        let first = !self.receivers.contains_key(&receiver);
        let held = self.receivers.entry(receiver).or_default();
        let used = held.bytes.entry(sender).or_default();
        // Where a message waits, its buffer is full: none overtakes.
        let taken = bytes.min(size - *used);
        *used += taken;
        if taken < bytes {
            held.waiting.push(message);
        }
        (taken, first)
    }

    /// The receiver is inside MPI: its buffers are empty, and what has waited for room starts, in this order.
    pub(super) fn drain(&mut self, receiver: ActorId) -> Vec<MessageId> {
        self.receivers.remove(&receiver).map_or_else(Vec::new, |held| held.waiting)
    }

    /// A message has been cancelled.
    pub(super) fn withdraw(&mut self, receiver: ActorId, message: MessageId) {
        if let Some(held) = self.receivers.get_mut(&receiver) {
            held.waiting.retain(|other| *other != message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDS: (ActorId, ActorId) = (ActorId(0), ActorId(1));

    #[test]
    fn a_connection_holds_what_fits_and_the_rest_keeps_its_order() {
        let mut buffers = EagerBuffers::default();
        assert_eq!(buffers.hold(ENDS, MessageId(7), 60, 100), (60, true));
        assert_eq!(buffers.hold(ENDS, MessageId(8), 60, 100), (40, false));
        // A short one does not overtake.
        assert_eq!(buffers.hold(ENDS, MessageId(9), 1, 100), (0, false));
        assert_eq!(buffers.hold(ENDS, MessageId(5), 200, 100), (0, false));
        assert_eq!(
            buffers.hold((ActorId(2), ActorId(1)), MessageId(4), 90, 100),
            (90, false),
            "another connection has its own"
        );
        buffers.withdraw(ActorId(1), MessageId(9));
        assert_eq!(buffers.drain(ActorId(1)), [MessageId(8), MessageId(5)]);
        assert!(buffers.drain(ActorId(1)).is_empty());
        assert_eq!(buffers.hold(ENDS, MessageId(3), 100, 100), (100, true), "the buffer is empty again");
    }

    #[test]
    fn nothing_fits_a_buffer_of_no_bytes_but_an_empty_message() {
        let mut buffers = EagerBuffers::default();
        assert_eq!(buffers.hold(ENDS, MessageId(0), 8, 0), (0, true));
        assert_eq!(buffers.hold(ENDS, MessageId(1), 0, 0), (0, false));
        assert_eq!(buffers.drain(ActorId(1)), [MessageId(0)]);
    }
}
