//! Accesses to the devices of file servers.

use super::recorded::Recorded;
use crate::schema::row::table;
use ops::{DeviceRecord, IoOperation, Record};
use units::Time;

table! {
    /// Every access to a device of a file server (storage model `parallel`), in the order of the ends: a row for each request that
    /// it served.
    pub struct IoJobRow in "io_jobs", OnRequest {
        /// Number of the access.
        job: u64,
        /// The request, by its number in `io_requests`.
        request: u64,
        /// Server.
        server: u32,
        /// Read or write.
        operation: IoOperation,
        /// First byte of the request's on the server.
        offset: u64,
        /// Bytes of the request.
        bytes: u64,
        /// When the device began, in picoseconds.
        start: Time,
        /// When it ended, in picoseconds.
        end: Time,
        /// Of the time between, positioning of an arm, in picoseconds.
        positioning: Time,
        /// Pieces that waited for the device when it was given the access.
        waiting: u64,
        /// Bytes in the server's memory then.
        memory: u64,
    }
}

impl Recorded for IoJobRow {
    type Context = ();

    fn from_record(record: &Record, (): &mut ()) -> Option<Self> {
        let Record::Device(DeviceRecord {
            job,
            request,
            server,
            write,
            offset,
            bytes,
            start,
            end,
            positioning,
            waiting,
            memory,
        }) = *record
        else {
            return None;
        };
        let operation = if write { IoOperation::Write } else { IoOperation::Read };
        Some(Self { job, request, server, operation, offset, bytes, start, end, positioning, waiting, memory })
    }
}
