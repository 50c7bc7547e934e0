//! Weights of flows with `weight = latency`: computed from the latencies and bandwidths of the links on a flow's route (as in
//! SimGrid's LV08).

use super::sharing::WEIGHT_LEAST;
use crate::Machine;
use platform::Path;
use units::{Bytes, LinkId};

/// Bits of the rates where weights are equal, and where they are not (the weights then take the rest).
pub(super) const WEIGHTED_BITS: u32 = 52;
/// A weight is a multiple of 2^-30 of the greatest one.
pub(super) const WEIGHT_BITS: u32 = 30;

/// The weight of a flow over a path, if that of the shortest hop is the greatest.
pub(super) fn weight(machine: &dyn Machine, path: &Path, bytes: Bytes, shortest: u64) -> u32 {
    let times = path.links.iter().map(|link| hop_time(machine, *link, bytes));
    let total = path.latency.ps().saturating_add(times.fold(0, u64::saturating_add)).max(1);
    let weight = (u128::from(shortest) << WEIGHT_BITS) / u128::from(total);
    (weight as u64).clamp(WEIGHT_LEAST, 1 << WEIGHT_BITS) as u32
}

/// A hop's term of a flow's inverse weight, in picoseconds, but for the latency.
fn hop_time(machine: &dyn Machine, link: LinkId, bytes: Bytes) -> u64 {
    machine.link(link).bandwidth.time_for(bytes).ps()
}

/// The latency term of the greatest possible weight, in picoseconds.
pub(super) fn shortest_hop(machine: &dyn Machine, bytes: Bytes) -> u64 {
    let links = (0..machine.links()).map(LinkId);
    let times = links.map(|link| machine.link(link).latency.ps().saturating_add(hop_time(machine, link, bytes)));
    times.filter(|time| *time > 0).min().unwrap_or(1)
}
