//! Identifiers (hosts, links, actors …) that several crates use. Each identifier is an index into a table, such as the
//! platform's table of hosts.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The identifier as an index.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The identifier of an index.
            ///
            /// # Panics
            /// If the index does not fit 32 bits; tables are sized before, so that is a defect of ours.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("identifier beyond 32 bits"))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(
    /// A host: what the network connects (a node, in HPC texts).
    HostId
);
id!(
    /// One direction of a link, or a limiter shared by both directions.
    LinkId
);
id!(
    /// Something the kernel schedules: (job, rank, lane) flattened. In a run of one job the lane 0 of rank r is
    /// actor r.
    ActorId
);

/// Where a transfer leaves or enters the network: a core of a host, through one of the host's NICs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Endpoint {
    /// The host.
    pub host: HostId,
    /// The NIC, below the platform's `nic.count`.
    pub nic: u8,
    /// The core, below the platform's `host.cores`; it tells the socket of an intra-host transfer.
    pub core: u16,
    /// Of the sender of an intra-host transfer: where its bytes are.
    pub held: Held,
}

/// Where the bytes of a transfer inside a host are when it starts: decided once, when it is sent. Caches that follow every range of
/// addresses would cost each message a search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Held {
    /// Both in a cache and on their way to memory; so is everything where the platform describes no caches.
    #[default]
    Both,
    /// In memory: the buffers in use do not fit the cache.
    Memory,
    /// In the sender's cache, written since the receiver last read them.
    Changed,
    /// In the caches of both, unchanged since the receiver last read them.
    Unchanged,
}
