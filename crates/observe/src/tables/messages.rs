//! The table `messages`: one row for each message from rank to rank, also for the messages inside collective operations.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{CommId, Protocol, Record};
use units::{ActorId, Time};

table! {
    /// Every message, those inside collective operations included, in order of arrival.
    pub struct MessageRow in "messages", OnRequest {
        /// Sending rank.
        source: ActorId,
        /// Receiving rank.
        destination: ActorId,
        /// Communicator.
        communicator: CommId,
        /// Tag; inside a collective operation, that of the step of its schedule.
        tag: i32,
        /// Whether it belongs to a collective operation.
        collective: bool,
        /// Payload bytes.
        bytes: u64,
        /// Protocol that carried it.
        protocol: Protocol,
        /// When the send was posted, in picoseconds.
        posted: Time,
        /// When the data (with background progress: their handshake) were handed to the network, in picoseconds.
        start: Time,
        /// When the last byte arrived, in picoseconds.
        delivered: Time,
    }
}

impl Recorded for MessageRow {
    type Context = ();

    #[inline]
    fn from_record(record: &Record, _: &mut ()) -> Option<Self> {
        let Record::Message { source, destination, comm, tag, collective, bytes, protocol, posted, start, delivered, .. } =
            *record
        else {
            return None;
        };
        let communicator = comm;
        Some(Self { source, destination, communicator, tag, collective, bytes, protocol, posted, start, delivered })
    }
}
