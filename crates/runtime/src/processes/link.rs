//! The rank's end of the channel to the simulator ([`super::channel`]): sends the rank's replies, waits for the simulator's
//! next request, and answers the simulator's requests to read or write memory.

use super::channel::Channel;
use super::inline_data::MappedPages;
use super::protocol::{MemoryReply, Reply, Request};

/// The channel to the simulator and what was last said through it.
#[derive(Debug)]
pub(super) struct Link {
    channel: Channel,
    sent: Vec<u8>,
    received: Vec<u8>,
    has_replied: bool,
}

impl Link {
    /// A channel whose first message has been received into `received`.
    pub(super) fn new(channel: Channel, received: Vec<u8>) -> Self {
        Self { channel, sent: Vec::new(), received, has_replied: false }
    }

    /// Whether the rank has sent anything.
    pub(super) fn has_replied(&self) -> bool {
        self.has_replied
    }

    /// The channel.
    pub(super) fn channel(&self) -> Channel {
        self.channel
    }

    /// Gives the channel back for another process: see [`Channel::release`].
    pub(super) fn release(&self) {
        self.channel.release();
    }

    /// Sends a reply with the turn; returns with the simulator's next request that is not about memory alone.
    pub(super) fn yield_turn(&mut self, reply: &Reply) -> Request {
        self.has_replied = true;
        self.sent.clear();
        let sent = postcard::to_io(reply, std::mem::take(&mut self.sent)).expect("plain data become bytes");
        self.channel.call(&sent, &mut self.received);
        self.sent = sent;
        loop {
            let request = postcard::from_bytes(&self.received).expect("the simulator speaks the same language");
            // Afresh: what was mapped at the request before need not be now.
            let Some(reply) = MemoryReply::to(&mut MappedPages::default(), &request) else { return request };
            let reply = postcard::to_allocvec(&reply).expect("plain data become bytes");
            self.channel.call(&reply, &mut self.received);
        }
    }
}
