//! Sets the environment variables that tell a rank its number, such as those of `mpiexec` and `orterun`. Some programs read
//! them before they load or initialise MPI. Which variables are set depends on the MPI library that is simulated.

use std::ffi::OsStr;

/// The launcher that has variables for its ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankLauncher {
    /// Open MPI's `orterun` and `prterun`.
    OpenMpi,
    /// MPICH's and Intel MPI's Hydra.
    Hydra,
}

/// Where a rank is: its number, its number on its host, and how many are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankPlace {
    /// Its number in `MPI_COMM_WORLD`.
    pub rank: u32,
    /// Its number among those of its host.
    pub local_rank: u32,
    /// How many ranks its host has.
    pub local_size: u32,
}

/// Variables that differ between ranks.
pub(crate) const OF_RANKS: [&str; 7] = [
    "OMPI_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "OMPI_COMM_WORLD_NODE_RANK",
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "PMI_RANK",
    "MPI_LOCALRANKID",
    "MPI_LOCALNRANKS",
];

/// Variables that all ranks have alike.
const OF_ALL: [&str; 3] = ["OMPI_COMM_WORLD_SIZE", "OMPI_UNIVERSE_SIZE", "PMI_SIZE"];

/// Whether a variable is a launcher's: one that started the simulation itself would mislead ranks.
pub(crate) fn is_launchers(key: &OsStr) -> bool {
    OF_RANKS.iter().chain(&OF_ALL).any(|own| key == *own)
}

impl RankLauncher {
    /// The launcher of a modelled library.
    pub fn of_library(name: &str) -> Self {
        if name.starts_with("openmpi") { Self::OpenMpi } else { Self::Hydra }
    }

    /// Variables that are the same for all ranks.
    pub fn of_all(self, ranks: u32, universe: u32) -> Vec<(&'static str, String)> {
        match self {
            Self::OpenMpi => {
                vec![("OMPI_COMM_WORLD_SIZE", ranks.to_string()), ("OMPI_UNIVERSE_SIZE", universe.to_string())]
            }
            Self::Hydra => vec![("PMI_SIZE", ranks.to_string())],
        }
    }

    /// Variables of one rank.
    pub fn of_rank(self, place: RankPlace) -> Vec<(&'static str, String)> {
        let RankPlace { rank, local_rank, local_size } = place;
        let values = match self {
            Self::OpenMpi => vec![
                ("OMPI_COMM_WORLD_RANK", rank),
                ("OMPI_COMM_WORLD_LOCAL_RANK", local_rank),
                ("OMPI_COMM_WORLD_NODE_RANK", local_rank),
                ("OMPI_COMM_WORLD_LOCAL_SIZE", local_size),
            ],
            Self::Hydra => {
                vec![("PMI_RANK", rank), ("MPI_LOCALRANKID", local_rank), ("MPI_LOCALNRANKS", local_size)]
            }
        };
        values.into_iter().map(|(name, value)| (name, value.to_string())).collect()
    }
}

impl RankPlace {
    /// The places of ranks on these hosts, by rank.
    pub fn of_all(hosts: &[u32]) -> Vec<RankPlace> {
        let mut sizes = std::collections::BTreeMap::new();
        let mut place = |(rank, host): (usize, &u32)| {
            let size: &mut u32 = sizes.entry(*host).or_default();
            *size += 1;
            RankPlace { rank: rank as u32, local_rank: *size - 1, local_size: 0 }
        };
        let mut places: Vec<RankPlace> = hosts.iter().enumerate().map(&mut place).collect();
        places.iter_mut().zip(hosts).for_each(|(place, host)| place.local_size = sizes[host]);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_numbered_on_each_host() {
        let places = RankPlace::of_all(&[4, 2, 4, 4]);
        let found: Vec<_> = places.iter().map(|place| (place.rank, place.local_rank, place.local_size)).collect();
        assert_eq!(found, [(0, 0, 3), (1, 0, 1), (2, 1, 3), (3, 2, 3)]);
    }

    #[test]
    fn each_library_has_its_launchers_variables() {
        let place = RankPlace { rank: 5, local_rank: 1, local_size: 2 };
        let open = RankLauncher::of_library("openmpi-5.0");
        assert_eq!(open.of_rank(place)[0], ("OMPI_COMM_WORLD_RANK", "5".to_owned()));
        assert_eq!(open.of_all(8, 64)[1], ("OMPI_UNIVERSE_SIZE", "64".to_owned()));
        let hydra = RankLauncher::of_library("intel-2021");
        let found = hydra.of_rank(place);
        assert_eq!(found.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>(), ["5", "1", "2"]);
        for (name, _) in open.of_rank(place).iter().chain(&found) {
            assert!(OF_RANKS.contains(name) && is_launchers(OsStr::new(name)));
        }
        assert!(!is_launchers(OsStr::new("PATH")));
    }
}
