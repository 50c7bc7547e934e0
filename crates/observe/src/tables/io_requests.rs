//! Requests to file servers.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{IoOperation, Record, RequestRecord};
use units::{ActorId, Time};

table! {
    /// Every request to a file server, in the order of the answers.
    pub struct IoRequestRow in "io_requests", OnRequest {
        /// Number of the request, in the order of posts: `request` of `io_jobs`.
        request: u64,
        /// The operation that it is part of: `call` of `io`.
        call: u64,
        /// Rank that asks; with two-phase I/O the aggregator.
        rank: ActorId,
        /// Server.
        server: u32,
        /// What is asked: read, write, sync, open, or metadata (sizes, locks, pointers).
        operation: IoOperation,
        /// First byte of the file on the server; 0 where there is none.
        offset: u64,
        /// Bytes of the file.
        bytes: u64,
        /// Contiguous stretches on the server.
        extents: u64,
        /// When it was sent, in picoseconds.
        posted: Time,
        /// When its message had reached the server, in picoseconds.
        arrived: Time,
        /// When the server had served it, in picoseconds: of a write, when the last part was in the cache.
        served: Time,
        /// When the answer, or the last byte of a read, had reached the rank, in picoseconds.
        answered: Time,
    }
}

impl Recorded for IoRequestRow {
    type Context = ();

    fn from_record(record: &Record, (): &mut ()) -> Option<Self> {
        let Record::Request(RequestRecord {
            request,
            call,
            actor,
            server,
            operation,
            offset,
            bytes,
            extents,
            posted,
            arrived,
            served,
            answered,
        }) = *record
        else {
            return None;
        };
        let rank = actor;
        Some(Self { request, call, rank, server, operation, offset, bytes, extents, posted, arrived, served, answered })
    }
}
