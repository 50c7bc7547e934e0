//! Waits, and what ended them.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{CallSite, FileTimes, Function, Protocol, Record, WaitCause};
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
        /// collective operation, summed over the transfers that led to its end; 0 for a file.
        contention: Time,
        /// Bottleneck link of that transfer; 4294967295 for none.
        link: Option<LinkId>,
        with
        /// What file servers took of the wait.
        files: FileTimes {
            /// Part of the wait in which file servers moved data, as long as that takes where the rank is alone, in picoseconds.
            /// This and the following parts are disjoint; in a collective operation they are those of the ranks that its end
            /// depended on.
            file = data: Time,
            /// Part in which the movement of data took longer, because file servers and the way to them also served others.
            file_contention = contention: Time,
            /// Part for metadata: opens, closes, sizes, locks of atomic accesses, shared pointers.
            file_metadata = metadata: Time,
            /// Part that requests take however little they move, with the wait for those of others: latencies of messages and
            /// devices, threads of servers.
            file_requests = requests: Time,
            /// Part for extent locks that other clients gave up.
            file_locks = locks: Time,
            /// Part for the positioning of arms, also for others before.
            file_seeks = seeks: Time,
            /// Part for locking and reading windows with holes, and for writing the holes back (read-modify-write).
            file_sieving = sieving: Time,
            /// The file server with most of `file_contention`; 4294967295 for none, or several alike.
            file_server = server: Option<u32>,
        }
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
            files,
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
            files,
        })
    }
}
