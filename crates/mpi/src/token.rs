//! Tokens of transfers: the subsystem that sent one, and its number there.

/// What a transfer carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// The data of a message, or the last piece of them.
    Message(u32),
    /// An earlier piece of the data of a message.
    MessagePiece(u32),
    /// The request to send of a message sent by rendezvous, where it is a message of its own.
    RequestToSend(u32),
    /// The rest of the handshake of a message sent by rendezvous.
    Handshake(u32),
    /// The request to withdraw a message, and the reply.
    Cancellation(u32),
    /// An access to a window, or a signal of its synchronisation.
    Window(u32),
    /// A message between the ends of a partitioned operation.
    Partition(u32),
    /// A request to a file server, or the reply.
    File(u32),
    /// Data that follow a request to a file server.
    FileData(u32),
}

impl Token {
    /// As [`kernel::Transfer::token`]: the kind above bit 31, the number below.
    pub(crate) const fn pack(self) -> u64 {
        let (kind, number) = match self {
            Self::Message(number) => (0, number),
            Self::Handshake(number) => (1, number),
            Self::Cancellation(number) => (2, number),
            Self::Window(number) => (3, number),
            Self::Partition(number) => (4, number),
            Self::File(number) => (5, number),
            Self::MessagePiece(number) => (6, number),
            Self::FileData(number) => (7, number),
            Self::RequestToSend(number) => (8, number),
        };
        kind << 32 | number as u64
    }

    /// The inverse of [`Token::pack`].
    pub(crate) fn unpack(token: u64) -> Self {
        let number = token as u32;
        match token >> 32 {
            0 => Self::Message(number),
            1 => Self::Handshake(number),
            2 => Self::Cancellation(number),
            3 => Self::Window(number),
            4 => Self::Partition(number),
            5 => Self::File(number),
            6 => Self::MessagePiece(number),
            7 => Self::FileData(number),
            8 => Self::RequestToSend(number),
            _ => unreachable!("the network returns the tokens that it was given"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn a_packed_token_is_unpacked_as_it_was() {
        for number in [0, 1, u32::MAX] {
            for kind in [
                Token::Message,
                Token::MessagePiece,
                Token::RequestToSend,
                Token::Handshake,
                Token::Cancellation,
                Token::Window,
                Token::Partition,
                Token::File,
                Token::FileData,
            ] {
                assert_eq!(Token::unpack(kind(number).pack()), kind(number));
            }
        }
        assert_eq!(Token::Message(7).pack(), 7);
    }
}
