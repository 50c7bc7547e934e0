//! Tokens by which the engine recognises a transfer when the network completes it. A token names the subsystem that started the
//! transfer, and the number of the message or access in that subsystem.

use crate::ids::{AccessId, BareId, DataPartId, MessageId, PartitionMessageId, ServerRequestId};

/// What a transfer carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// The data of a message, or the last piece of them.
    Message(MessageId),
    /// A message of a schedule's without contents.
    Bare(BareId),
    /// An earlier piece of the data of a message.
    MessagePiece(MessageId),
    /// The request to send of a message sent by rendezvous, where it is a message of its own.
    RequestToSend(MessageId),
    /// The rest of the handshake of a message sent by rendezvous.
    Handshake(MessageId),
    /// The request to withdraw a message, and the reply.
    Cancellation(MessageId),
    /// An access to a window, or a signal of its synchronisation.
    Window(AccessId),
    /// A message between the ends of a partitioned operation.
    Partition(PartitionMessageId),
    /// A request to a file server, or the reply.
    File(ServerRequestId),
    /// Data that follow a request to a file server.
    FileData(DataPartId),
}

impl Token {
    /// As [`kernel::Transfer::token`]: the kind above bit 31, the number below.
    pub(crate) const fn pack(self) -> u64 {
        let (kind, number) = match self {
            Self::Message(MessageId(number)) => (0, number),
            Self::Handshake(MessageId(number)) => (1, number),
            Self::Cancellation(MessageId(number)) => (2, number),
            Self::Window(AccessId(number)) => (3, number),
            Self::Partition(PartitionMessageId(number)) => (4, number),
            Self::File(ServerRequestId(number)) => (5, number),
            Self::MessagePiece(MessageId(number)) => (6, number),
            Self::FileData(DataPartId(number)) => (7, number),
            Self::RequestToSend(MessageId(number)) => (8, number),
            Self::Bare(BareId(number)) => (9, number),
        };
        kind << 32 | number as u64
    }

    /// The inverse of [`Token::pack`].
    pub(crate) fn unpack(token: u64) -> Self {
        let number = token as u32;
        match token >> 32 {
            0 => Self::Message(MessageId(number)),
            1 => Self::Handshake(MessageId(number)),
            2 => Self::Cancellation(MessageId(number)),
            3 => Self::Window(AccessId(number)),
            4 => Self::Partition(PartitionMessageId(number)),
            5 => Self::File(ServerRequestId(number)),
            6 => Self::MessagePiece(MessageId(number)),
            7 => Self::FileData(DataPartId(number)),
            8 => Self::RequestToSend(MessageId(number)),
            9 => Self::Bare(BareId(number)),
            _ => unreachable!("the network returns the tokens that it was given"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_token_is_unpacked_as_it_was() {
        for number in [0, 1, u32::MAX] {
            let message = MessageId(number);
            for token in [
                Token::Message(message),
                Token::Bare(BareId(number)),
                Token::MessagePiece(message),
                Token::RequestToSend(message),
                Token::Handshake(message),
                Token::Cancellation(message),
                Token::Window(AccessId(number)),
                Token::Partition(PartitionMessageId(number)),
                Token::File(ServerRequestId(number)),
                Token::FileData(DataPartId(number)),
            ] {
                assert_eq!(Token::unpack(token.pack()), token);
            }
        }
        assert_eq!(Token::Message(MessageId(7)).pack(), 7);
    }
}
