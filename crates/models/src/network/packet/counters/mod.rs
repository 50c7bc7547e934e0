//! Counters of the packet model: the traffic of links, and statistics of the model's own work.

pub(super) mod bucket_counters;
pub(super) mod link_counters;
pub(super) mod link_use_counters;
pub(super) mod optional_counters;
pub(super) mod station_counters;
pub(super) mod totals;
