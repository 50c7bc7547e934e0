//! The table `link_buckets`: bytes per link and time bucket.

use crate::schema::row::table;
use units::{LinkId, Time};

table! {
    /// Bytes of every link per time bucket; buckets in which it carried nothing have no row.
    pub struct LinkBucketRow in "link_buckets", OnRequest {
        /// Link.
        link: LinkId,
        /// Start of the bucket, in picoseconds.
        start: Time,
        /// End of the bucket, in picoseconds.
        end: Time,
        /// Bytes carried in it.
        bytes: u64,
    }
}
