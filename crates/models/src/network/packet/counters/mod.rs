//! What links have carried, and counts of the model's own work.

pub(super) mod link_counters;
pub(super) mod link_use;
pub(super) mod totals;
pub(super) mod traffic;
