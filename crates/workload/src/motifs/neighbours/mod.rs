//! The motif `neighbours`: every rank exchanges messages with its neighbours in a ring and computes, repeatedly.
//!
//! This is the benchmark kNeighbor by which Totoni et al. ("Simulation-based performance analysis and tuning for a two-level
//! directly connected system", ICPADS 2011, §VI-B) study noise, in one version with an Allreduce and one without.
//!
//! # Program
//!
//! The ranks form a ring. The neighbours of rank r among P are r + 1, r − 1, r + 2, r − 2, … (mod P), `neighbours` of them.
//! Each rank does what this program does on `MPI_COMM_WORLD`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     for (n = 0; n < neighbours; n++)
//!         MPI_Irecv(in[n], bytes, MPI_BYTE, neighbour[n], n ^ 1, MPI_COMM_WORLD, &requests[n]);
//!     for (n = 0; n < neighbours; n++)
//!         MPI_Isend(out[n], bytes, MPI_BYTE, neighbour[n], n, MPI_COMM_WORLD, &requests[neighbours + n]);
//!     MPI_Waitall(2 * neighbours, requests, MPI_STATUSES_IGNORE);
//!     compute();
//!     if (allreduce > 0)
//!         MPI_Allreduce(&local, &global, allreduce / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
//! }
//! MPI_Finalize();
//! ```
//!
//! A message to the neighbour number `n` has tag `n`. The receiver's number for the sender is `n ^ 1`: a message to the rank
//! after the sender (neighbour 0) comes from the rank before the receiver (neighbour 1). So the number of `neighbours` must be
//! even.

use super::iterated::{Calls, EXCHANGE_AND_REDUCTION, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "neighbours",
    doc: "Exchange with the nearest ranks of a ring, then computation, then an Allreduce.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Neighbours::new),
};

const NEIGHBOURS: ParameterKind = ParameterKind::Form("an even number");
const ALLREDUCE: ParameterKind = ParameterKind::Form("a multiple of 8 bytes, 0 for none, for example `8 B`");

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("neighbours", NEIGHBOURS, "8", "", "ranks that each exchanges messages with"),
    Parameter::with_default("bytes", ParameterKind::Size, "1 KiB", "", "the size of a message"),
    Parameter::with_default("iterations", ParameterKind::Whole, "10", "", "number of iterations"),
    Parameter::with_default("compute", ParameterKind::Work, "1 ms", "", "computation per iteration"),
    Parameter::with_default("allreduce", ALLREDUCE, "0 B", "", "the size of the Allreduce of doubles"),
];

struct Neighbours {
    ranks: u32,
    neighbours: u32,
    bytes: u64,
    compute: Work,
    allreduce: u64,
}

impl Neighbours {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let refused = |name: &str, found: String| {
            let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name).copied();
            Err(wrong(parameter.unwrap_or(PARAMETERS[0]), &found))
        };
        let neighbours = values.number("neighbours")?.unwrap_or(0);
        if !neighbours.is_multiple_of(2) || neighbours >= 1 << 16 {
            return refused("neighbours", neighbours.to_string());
        }
        let allreduce = values.bytes("allreduce")?.unwrap_or(0);
        if !allreduce.is_multiple_of(8) {
            return refused("allreduce", format!("{allreduce} B"));
        }
        let (bytes, compute) = (values.bytes("bytes")?.unwrap_or(0), values.work("compute")?);
        Ok(Self { ranks, neighbours, bytes, compute, allreduce })
    }

    /// The rank of a neighbour by its number: one after, one before, two after, two before, ….
    fn neighbour(&self, rank: u32, number: u32) -> u32 {
        let (ranks, distance) = (u64::from(self.ranks), u64::from(number / 2 + 1) % u64::from(self.ranks));
        let there = if number.is_multiple_of(2) { distance } else { ranks - distance };
        ((u64::from(rank) + there) % ranks) as u32
    }
}

impl Iteration for Neighbours {
    const NAME: &'static str = "neighbours";
    const CALLS: &'static [Function] = EXCHANGE_AND_REDUCTION;

    fn steps(&self) -> u32 {
        2
    }

    fn step(&self, rank: u32, _iteration: u32, step: u32, calls: &mut Calls<'_>) {
        if step == 0 {
            let each = || (0..self.neighbours).map(|number| (number as i32, self.neighbour(rank, number)));
            each().for_each(|(number, peer)| calls.irecv(1, peer, number ^ 1, self.bytes));
            each().for_each(|(number, peer)| calls.isend(2, peer, number, self.bytes));
            calls.waitall(3);
        } else {
            calls.compute(self.compute);
            if self.allreduce > 0 {
                calls.allreduce(4, self.allreduce);
            }
        }
    }
}

#[cfg(test)]
mod tests;
