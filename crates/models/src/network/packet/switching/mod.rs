//! Switches of the packet model: ports, buffers, routing, arbitration and departures, from a packet's arrival at a vertex to
//! its arrival at the next one.

pub(super) mod arbiter;
pub(super) mod arbitration;
pub(super) mod buffers;
pub(super) mod credits;
pub(super) mod fcfs;
pub(super) mod link_class;
pub(super) mod link_rate;
pub(super) mod packets;
pub(super) mod port_occupancy;
pub(super) mod ports;
pub(super) mod precomputed_routes;
pub(super) mod prefetch;
pub(super) mod route_ahead;
pub(super) mod routing;
pub(super) mod service;
pub(super) mod transmit;
pub(super) mod view;
