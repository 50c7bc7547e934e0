//! Errors of mapping programs (mapping `map`, Rubik's language), with line and column.

use config::UnknownName;
use thiserror::Error;

/// Line and column of a character, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// An error, and where in the program it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) place: Position,
    pub(super) error: ProgramError,
}

impl Failure {
    pub(super) fn new(place: Position, error: ProgramError) -> Self {
        Self { place, error }
    }
}

/// The error of a name that is none of those known.
pub(super) fn unknown(what: &'static str, name: &str, known: &[&str]) -> ProgramError {
    ProgramError::Unknown { what, unknown: UnknownName::new(name, known) }
}

/// Why a mapping program cannot be read or carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// Something else stands where the language wants this.
    #[error("found {found}, expected {expected}")]
    Syntax {
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// A name that means nothing there.
    #[error("unknown {what} {unknown}")]
    Unknown {
        /// What was looked for.
        what: &'static str,
        /// The name as written, with those known.
        unknown: UnknownName,
    },
    /// An argument of an operation that is missing, too much, or of another kind.
    #[error("wrong arguments of `{operation}`; expected {expected}")]
    Arguments {
        /// The operation.
        operation: &'static str,
        /// What it takes.
        expected: String,
    },
    /// A number outside its range.
    #[error("the argument `{number}` of `{operation}` is out of range; expected {expected}")]
    Number {
        /// What it is given to.
        operation: &'static str,
        /// As written.
        number: i64,
        /// What it may be.
        expected: String,
    },
    /// Planes that are to be shifted along their own normal.
    #[error("both axes of `{operation}` are `{axis}`; expected two different axes")]
    SameAxis {
        /// The operation.
        operation: &'static str,
        /// The axis.
        axis: String,
    },
    /// A grid for another number of ranks.
    #[error("a grid of {grid} does not hold {ranks} ranks; expected sizes whose product is {ranks}")]
    Grid {
        /// Its sizes.
        grid: String,
        /// Ranks to place.
        ranks: u32,
    },
    /// A second grid or machine.
    #[error("a second {what}; the first is at {first}; expected only one")]
    Second {
        /// `grid` or `machine`.
        what: &'static str,
        /// Where the first stands, as LINE:COLUMN.
        first: String,
    },
    /// Parts of what is not divided.
    #[error(
        "`{selection}` is of a box that is not divided into parts; expected tile, div, mod or cut before `{selection}`"
    )]
    NoParts {
        /// What was asked for.
        selection: String,
    },
    /// The two sides of a map the wrong way round.
    #[error(
        "the {} side of `map` is a box of the {found}; expected a box of the {expected}, as in `map grid(4, 4) -> machine()`",
        if *expected == "grid" { "left" } else { "right" }
    )]
    Side {
        /// `grid` or `machine`.
        found: &'static str,
        /// The other.
        expected: &'static str,
    },
    /// Not as many leaves on both sides.
    #[error(
        "the left side of `map` has {source_leaves} undivided boxes, the right side has {target_leaves}; expected equal numbers, \
         since the boxes are mapped in pairs"
    )]
    LeafCount {
        /// Leaves of what is mapped.
        source_leaves: usize,
        /// Leaves of what it is mapped onto.
        target_leaves: usize,
    },
    /// Leaves of different sizes.
    #[error(
        "undivided box {leaf} (counted from 0) has {source_size} ranks on the left side of `map`, but {target_size} slots on the \
         right side; expected equal sizes, since the undivided boxes are mapped in pairs"
    )]
    LeafSize {
        /// Which leaf, from 0.
        leaf: usize,
        /// Sizes of the leaf that is mapped.
        source_size: String,
        /// Sizes of that which it is mapped onto.
        target_size: String,
    },
    /// A rank or slot in two maps.
    #[error("{what} {number} is mapped twice; expected once")]
    Twice {
        /// `rank` or `slot`.
        what: &'static str,
        /// Which.
        number: u32,
    },
    /// A permutation that comes too late.
    #[error("`{operation}` of the grid has no effect after `map`; put it before `map`, or apply it to the machine")]
    AfterMap {
        /// The operation.
        operation: &'static str,
    },
    /// Ranks without a place.
    #[error("rank {rank} is not mapped; expected `map` statements that map all ranks of the grid")]
    Unmapped {
        /// The first of them.
        rank: u32,
    },
}
