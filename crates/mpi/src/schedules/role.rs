//! What a schedule (one rank's part in a collective operation) knows of its rank: the rank's number, both in the communicator
//! and in the current level (all ranks, those of one host, or one rank per host); the number of ranks in the level; and the
//! tags of the schedule's messages.

use crate::comm::Comms;
use crate::schedule::{CHANNEL_MAX, Context, Level, Locality, RemoteGroup};
use ops::{CollectiveCall, CommId};

/// Tags that generators name are below this.
const TAGS: u32 = (1 << 31) / (CHANNEL_MAX + 1);

/// A rank's position in a collective operation; first what each message needs.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Role {
    pub(super) comm: CommId,
    /// Of the operation, on the communicator.
    pub(super) number: u32,
    // In the communicator; `rank` and `size` are those in the level.
    pub(super) comm_rank: u32,
    pub(super) rank: u32,
    pub(super) size: u32,
    /// See [`SubCall::channel`](crate::schedule::SubCall::channel).
    pub(super) channel: u32,
    pub(super) level: Level,
    pub(super) blocking: bool,
    /// Whether its messages have contents. Without buffers they have lengths alone, and the schedule no memory.
    pub(super) contents: bool,
    /// Whether they are as [`super::bare`] has them, as far as batches do not say that they travel in another way.
    pub(super) bare: bool,
    pub(super) remote: Option<RemoteGroup>,
    pub(super) locality: Locality,
}

impl Role {
    /// What a generator sees.
    pub(super) fn context<'c>(&self, comms: &'c Comms, call: &'c CollectiveCall) -> Context<'c> {
        let Self { rank, size, remote, locality, blocking, contents, .. } = *self;
        let by_host = if self.level == Level::All { comms.get(self.comm).by_host() } else { &[] };
        let agreement = !contents && self.level == Level::All && remote.is_none();
        Context { rank, size, remote, call, locality, by_host, blocking, agreement }
    }

    /// The tag of a message.
    pub(super) fn tag(&self, tag: u32) -> i32 {
        assert!(tag < TAGS, "an algorithm's tag is below {TAGS}");
        (self.channel * TAGS + tag) as i32
    }
}
