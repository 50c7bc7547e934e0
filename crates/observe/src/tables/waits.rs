//! Waits, and what ended them.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{CallSite, Function, Protocol, Record, WaitCause};
use units::{ActorId, LinkId, Time};

table! {
    /// Every wait inside an MPI call that took time, with what ended it; the rows of a rank are in time order.
    pub struct WaitRow in "waits", OnRequest {
        /// Rank that waited.
        rank: ActorId,
        /// MPI function in which it waited.
        function: Function,
        /// Call site of that call (table `sites`).
        site: CallSite,
        /// Start of the wait, in picoseconds.
        start: Time,
        /// End of the wait, in picoseconds.
        end: Time,
        /// Wait state, named as by Scalasca. `progress`: the peer's MPI library made no progress because the peer was not inside
        /// MPI; `late post` and `late complete`: exposure epochs of a window.
        wait_state: WaitCause,
        /// Rank whose action ended the wait: it posted the send or the receive, or entered the collective operation last;
        /// the waiting rank itself if its own action did, or if no rank is known.
        culprit: ActorId,
        /// MPI function of that action.
        culprit_function: Function,
        /// Call site of that action.
        culprit_site: CallSite,
        /// Time of that action, in picoseconds.
        since: Time,
        /// Peer of the message; for a collective operation, of its last message; for a file, the rank with most requests at
        /// its server.
        peer: ActorId,
        /// Payload bytes of that message.
        bytes: u64,
        /// Protocol of that message, or `none`.
        protocol: Option<Protocol>,
        /// Part of the wait caused by contention: the transfer's time beyond its uncontended time, in picoseconds; for a
        /// collective operation, summed over the transfers that led to its end; for a file, the same at its server.
        contention: Time,
        /// Bottleneck link of that transfer; 4294967295 for none.
        link: Option<LinkId>,
        /// For a collective operation: part of the wait in which ranks that its end depended on waited for file servers, as long
        /// as these take alone, in picoseconds.
        file: Time,
        /// The same beyond the time that the servers take alone.
        file_contention: Time,
    }
}

impl Recorded for WaitRow {
    type Context = ();

    #[inline]
    fn from_record(record: &Record, _: &mut ()) -> Option<Self> {
        let Record::Wait {
            actor,
            function,
            site,
            start,
            end,
            cause: wait_state,
            culprit,
            culprit_function,
            culprit_site,
            since,
            peer,
            bytes,
            protocol,
            contention,
            link,
            file,
            file_contention,
        } = *record
        else {
            return None;
        };
        Some(Self {
            rank: actor,
            function,
            site,
            start,
            end,
            wait_state,
            culprit,
            culprit_function,
            culprit_site,
            since,
            peer,
            bytes,
            protocol,
            contention,
            link,
            file,
            file_contention,
        })
    }
}
