//! What links have carried, and counts of the model's own work.

pub(super) mod link_counters;
pub(super) mod link_use;
pub(super) mod statistics;
pub(super) mod traffic;
