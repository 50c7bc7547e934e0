//! Network models, one module each; all implement [`kernel::Network`]. Further modules have the parts that several models
//! share: message rates, order on connections, link counters.

mod connections;
pub mod delay;
mod demand;
mod detail;
pub mod flow;
pub mod ideal;
mod injection;
mod kind;
pub mod loggps;
mod order;
pub mod packet;
mod routes;
mod scale;

#[cfg(test)]
mod levels_suite;
#[cfg(test)]
pub(crate) mod suite;

pub use detail::Detail;
pub use kind::{BuildNetwork, Capabilities, LinkUsage, NetworkKind};

/// All network models, the cheapest first.
pub const NETWORKS: &[NetworkKind] = &[
    NetworkKind {
        name: "ideal",
        doc: "Messages take no time; computing, the MPI library's overheads and dependences remain.",
        leaves_out: "the network: messages take no time",
        parameters: ideal::PARAMETERS,
        capabilities: Capabilities::NONE,
        build: ideal::build,
    },
    NetworkKind {
        name: "delay",
        doc: "Every message takes latency + bytes/bandwidth of its route; no contention.",
        leaves_out: "contention: messages never wait for each other",
        parameters: delay::PARAMETERS,
        capabilities: Capabilities { links: LinkUsage::Demand, ..Capabilities::NONE },
        build: delay::build,
    },
    NetworkKind {
        name: "loggps",
        doc: "LogGP and LogGPS: a NIC sends and receives one message at a time; no contention inside the network.",
        leaves_out: "contention inside the network: messages wait for each other at NICs alone",
        parameters: loggps::PARAMETERS,
        capabilities: Capabilities { links: LinkUsage::Demand, nic_queues: true, ..Capabilities::NONE },
        build: loggps::build,
    },
    NetworkKind {
        name: "flow",
        doc: "Flow-level: messages share the links of their routes max-min fairly.",
        leaves_out: "packets: no buffers that fill up and no adaptive routing",
        parameters: flow::PARAMETERS,
        capabilities: Capabilities { links: LinkUsage::Sharing, buckets: true, ..Capabilities::NONE },
        build: flow::build,
    },
    NetworkKind {
        name: "packet",
        doc: "Packet-level: lossless credit-based flow control with virtual channels, buffers and arbitration.",
        leaves_out: "bit errors and retries of links",
        parameters: packet::PARAMETERS,
        capabilities: Capabilities { links: LinkUsage::Queueing, nic_queues: true, buckets: true, packets: true },
        build: packet::build,
    },
];
