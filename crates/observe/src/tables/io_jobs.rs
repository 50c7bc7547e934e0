//! The table `io_jobs`: accesses to the devices of file servers, one row each.

use super::recorded::Recorded;
use crate::schema::row::table;
pub use ops::DeviceRecord as IoJobRow;
use ops::{IoOperation, Record};
use units::Time;

ops::with_device_fields! {
    table
    /// Every access to a device of a file server (storage model `parallel`), in the order of the ends: a row for each request that
    /// it served.
    IoJobRow in "io_jobs", OnRequest
}

impl Recorded for IoJobRow {
    type Context = ();

    fn from_record(record: &Record, (): &mut ()) -> Option<Self> {
        if let Record::Device(access) = record { Some(*access) } else { None }
    }
}
