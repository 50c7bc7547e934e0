//! Where the servers of a modelled file system are: on hosts of the network, or attached (every host reaches them without the
//! network).

use units::Endpoint;

/// The servers of a file system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Servers {
    /// So many, each attached to every host: what goes to them does not cross the network.
    Attached(u32),
    /// One at each of these places of the network.
    At(Vec<Endpoint>),
}

impl Servers {
    /// How many there are.
    pub fn count(&self) -> u32 {
        match self {
            Self::Attached(count) => *count,
            Self::At(places) => u32::try_from(places.len()).unwrap_or(u32::MAX),
        }
    }

    /// Where one is; none: it is attached.
    pub fn endpoint(&self, server: u32) -> Option<Endpoint> {
        match self {
            Self::Attached(_) => None,
            Self::At(places) => Some(places[server as usize]),
        }
    }
}
