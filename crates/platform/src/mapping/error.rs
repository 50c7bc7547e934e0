//! Errors of mappings and allocations: why ranks cannot be placed.

use super::program::error::ProgramError;
use config::UnknownName;
use thiserror::Error;

/// Why ranks cannot be placed. Every message says what, where and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MappingError {
    /// Nothing to place, or nowhere.
    #[error("{what} is 0; expected at least 1")]
    Zero {
        /// What is zero.
        what: &'static str,
    },
    /// No mapping of that name.
    #[error("--mapping: unknown mapping {0}")]
    Unknown(UnknownName),
    /// An argument that the mapping does not understand.
    #[error("--mapping {spec}: expected {expected}")]
    Argument {
        /// The mapping as given.
        spec: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// More ranks per host than a host has cores.
    #[error("--ppn {ppn}: a host has {cores} cores; expected at most {cores}, or --oversubscribe")]
    PerHost {
        /// As given.
        ppn: u32,
        /// Cores of a host.
        cores: u32,
    },
    /// More ranks than slots.
    #[error("{ranks} ranks do not fit {slots} slots on {hosts} hosts; expected fewer ranks, or --oversubscribe")]
    TooManyRanks {
        /// As asked for.
        ranks: u32,
        /// Slots of all hosts together.
        slots: u64,
        /// Hosts that may be used.
        hosts: u32,
    },
    /// A host file or mapping file cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Read {
        /// The file's name as given.
        file: String,
        /// The system's reason.
        reason: String,
    },
    /// A line that is not what the file consists of.
    #[error("{file}:{line}: `{text}`: expected {expected}")]
    Line {
        /// The file's name as given.
        file: String,
        /// From 1.
        line: usize,
        /// The line.
        text: String,
        /// What a line is.
        expected: &'static str,
    },
    /// A host that the platform does not have.
    #[error("{file}:{line}: unknown host `{name}`; {hosts}")]
    UnknownHost {
        /// The file's name as given.
        file: String,
        /// From 1.
        line: usize,
        /// The name or number as given.
        name: String,
        /// What hosts there are.
        hosts: String,
    },
    /// A core that a host does not have.
    #[error("{file}:{line}: there is no core {core}; a host has cores 0 to {last}")]
    UnknownCore {
        /// The file's name as given.
        file: String,
        /// From 1.
        line: usize,
        /// As given.
        core: u32,
        /// The last core.
        last: u32,
    },
    /// A host listed twice in a host file.
    #[error("{file}:{line}: host `{name}` is listed twice; expected one line with all its slots")]
    ListedTwice {
        /// The file's name as given.
        file: String,
        /// From 1.
        line: usize,
        /// The host.
        name: String,
    },
    /// More ranks on a host than it may have.
    #[error("{file}:{line}: {count} ranks on host `{name}`; expected at most {most}, or --oversubscribe")]
    HostFull {
        /// The file's name as given.
        file: String,
        /// From 1.
        line: usize,
        /// The host.
        name: String,
        /// Ranks up to this line.
        count: u32,
        /// The most it may have.
        most: u32,
    },
    /// More slots of a host than it has cores.
    #[error(
        "{file}:{line}: `slots={slots}`, but host `{name}` has {cores} cores; expected at most {cores}, or --oversubscribe"
    )]
    TooManySlots {
        /// The file's name as given.
        file: String,
        /// From 1.
        line: usize,
        /// The host.
        name: String,
        /// As given.
        slots: u32,
        /// Cores of the host.
        cores: u32,
    },
    /// A mapping file for another number of ranks.
    #[error("{file}: has {lines} lines; expected one for each of the {ranks} ranks")]
    LineCount {
        /// The file's name as given.
        file: String,
        /// Lines that are neither empty nor comments.
        lines: usize,
        /// Ranks to place.
        ranks: u32,
    },
    /// A grid of ranks that has not as many places as there are ranks.
    #[error(
        "--mapping {spec}: a grid of {grid} does not hold {ranks} ranks; expected sizes whose product is {ranks}"
    )]
    TileGrid {
        /// The mapping as given.
        spec: String,
        /// The grid as given.
        grid: String,
        /// Ranks to place.
        ranks: u32,
    },
    /// Tiles that do not fill what they are to fill.
    #[error(
        "--mapping {spec}: tiles of {tile} do not fill {whole}; expected a divisor of each size of {whole}, in the same order"
    )]
    Tile {
        /// The mapping as given.
        spec: String,
        /// The grid or tile that is cut.
        whole: String,
        /// What it is to be cut into.
        tile: String,
    },
    /// An order that does not name every axis once.
    #[error("--mapping {spec}: expected every axis of the machine once: {axes}")]
    Axes {
        /// The mapping as given.
        spec: String,
        /// Their names.
        axes: String,
    },
    /// A mapping program that is wrong.
    #[error("{file}:{line}:{column}: {error}")]
    Program {
        /// The file's name as given, or the option.
        file: String,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong.
        error: ProgramError,
    },
    /// A machine on which a mapping program would need too much memory.
    #[error(
        "--mapping: the machine has {places} slots; a program in the mapping language (`map …`) supports at most {most}: use a smaller --ppn, or another mapping"
    )]
    TooManyPlaces {
        /// Slots of the machine.
        places: u64,
        /// The most.
        most: u64,
    },
    /// No allocation of that name.
    #[error("--allocation: unknown allocation {0}")]
    UnknownAllocation(UnknownName),
    /// An argument that the allocation does not understand.
    #[error("--allocation {spec}: expected {expected}")]
    AllocationArgument {
        /// The allocation as given.
        spec: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Units that the machine does not consist of.
    #[error("--allocation random: unknown unit {0}")]
    UnknownUnits(UnknownName),
    /// An allocation together with a mapping file.
    #[error("--allocation cannot be given together with --mapping {spec}: the mapping file names the hosts itself")]
    TwoFiles {
        /// The mapping as given.
        spec: String,
    },
}
