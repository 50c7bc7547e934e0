//! The table `allocations`: heap memory by call site.

use crate::schema::row::table;
use std::sync::Arc;
use units::ActorId;

table! {
    /// Memory that ranks, if they are images, have allocated (`malloc`, `new`, `allocate`), by the place in the program that asks for it.
    pub struct AllocationRow in "allocations", OnRequest {
        /// Function, file and line, or an address.
        site: Arc<str>,
        /// Ranks that have allocated there.
        ranks: u32,
        /// Blocks allocated there, by all ranks.
        blocks: u64,
        /// The largest of them, in bytes.
        largest: u64,
        /// The most bytes that one rank has held of them at a time.
        peak: u64,
        /// The first rank that has held as many.
        rank: ActorId,
        /// The most bytes that each rank has held of them at a time, added up.
        peaks: u64,
    }
}
