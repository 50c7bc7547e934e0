//! Network models behind [`kernel::Network`].

pub mod delay;
mod demand;
pub mod flow;
pub mod ideal;
mod injection;
mod kind;
pub mod loggps;
pub mod packet;
mod scale;

#[cfg(test)]
pub(crate) mod suite;

pub use kind::{BuildNetwork, NetworkKind};

/// All network models, the cheapest first.
pub const NETWORKS: &[NetworkKind] = &[
    NetworkKind {
        name: "ideal",
        doc: "Messages take no time: what remains is computing, the MPI library's own work and dependences.",
        parameters: ideal::PARAMETERS,
        tables: &[],
        build: ideal::build,
    },
    NetworkKind {
        name: "delay",
        doc: "Every message takes latency + bytes/bandwidth of its route; messages don't disturb each other.",
        parameters: delay::PARAMETERS,
        tables: &["links", "link_use"],
        build: delay::build,
    },
    NetworkKind {
        name: "loggps",
        doc: "A NIC sends one message at a time and takes one at a time (LogGP, LogGPS); the network between is free.",
        parameters: loggps::PARAMETERS,
        tables: &["links", "link_use"],
        build: loggps::build,
    },
    NetworkKind {
        name: "flow",
        doc: "Messages share the links of their routes max-min fairly while they last.",
        parameters: flow::PARAMETERS,
        tables: &["links", "link_use", "link_buckets"],
        build: flow::build,
    },
    NetworkKind {
        name: "packet",
        doc: "Messages are cut into packets, which wait in switches for links and for room in the next buffer.",
        parameters: packet::PARAMETERS,
        tables: &["links", "link_use", "link_buckets", "link_channels"],
        build: packet::build,
    },
];
