//! The columns of the table `link_use`: the traffic of each link, by phase of the program, virtual channel and time bucket.

use crate::schema::row::table;
use std::sync::Arc;
use units::{LinkId, Time};

table! {
    /// Traffic of every link by phase of the program, virtual channel and, with the network's `bucket`, time bucket.
    pub struct LinkUseRow in "link_use", OnRequest {
        /// Link.
        link: LinkId,
        /// Its class.
        class: Arc<str>,
        /// Phase of the senders: the level of their last `MPI_Pcontrol`, or the name of their `wt_phase`; `0` before.
        phase: Arc<str>,
        /// Virtual channel; 0 where the network model has none.
        vc: u32,
        /// Start of the bucket, in picoseconds; 0 without `bucket`.
        start: Time,
        /// End of the bucket, in picoseconds; the run's end without `bucket`.
        end: Time,
        /// Bytes carried, packet headers included.
        bytes: u64,
        /// Packets that started in the bucket; 0 where the network model has none.
        packets: u64,
        /// Time in which the link carried such traffic, in picoseconds.
        busy: Time,
        /// Time in which the link was idle while such a packet, next in its channel, waited for credits, in picoseconds.
        stalled: Time,
    }
}
