//! The columns of the table `link_channels`: the traffic of each virtual channel of each link, over the whole run.

use crate::schema::row::table;
use units::{LinkId, Time};

table! {
    /// Totals of every virtual channel of every link; empty where the network model has no virtual channels.
    pub struct LinkChannelRow in "link_channels", OnRequest {
        /// Link.
        link: LinkId,
        /// Virtual channel.
        vc: u32,
        /// Bytes carried, packet headers included.
        bytes: u64,
        /// Packets carried.
        packets: u64,
        /// Time in which the link was idle while packets of the channel waited for credits, in picoseconds.
        stalled: Time,
    }
}
