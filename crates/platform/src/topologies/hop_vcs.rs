//! Routing with one virtual channel (VC) per hop of a route: on hop i a packet uses VC i. So the channel dependency graph
//! is acyclic for any set of routes. The number of VCs is the number of links of the longest route.

use crate::routing::{Hop, RouteState};
use units::LinkId;

/// Routes of more links would need too many VCs.
const MOST: u32 = 64;

/// Whether there is a VC for each hop of routes of up to `longest` links.
pub(super) fn suffice(longest: u32) -> bool {
    longest <= MOST
}

/// VCs that these routes need, if they [`suffice`].
pub(super) fn count(longest: u32) -> u8 {
    assert!(suffice(longest), "routes of {longest} links are not offered for packets");
    longest.max(1) as u8
}

/// A hop over a link, for a packet in its state before it.
pub(super) fn hop(link: LinkId, route: &RouteState) -> Hop {
    Hop::new(link, route.hops)
}
