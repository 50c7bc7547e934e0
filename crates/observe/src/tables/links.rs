//! The table `links`: totals per link.

use crate::schema::row::table;
use std::sync::Arc;
use units::{LinkId, Time};

table! {
    /// Bytes and busy time of every link over the whole run.
    pub struct LinkRow in "links", Always {
        /// Link.
        link: LinkId,
        /// Its name in the platform.
        name: Arc<str>,
        /// Its class.
        class: Arc<str>,
        /// Bytes carried.
        bytes: u64,
        /// Time with at least one transfer on it, in picoseconds.
        busy: Time,
    }
}
