//! The motif `alltoall`: an all-to-all exchange of blocks, repeatedly.
//!
//! # Program
//!
//! Each rank does what this program does on `MPI_COMM_WORLD` of P ranks:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);   /* P blocks of `bytes` each way */
//!     if (barrier)
//!         MPI_Barrier(MPI_COMM_WORLD);
//!     compute();
//! }
//! MPI_Finalize();
//! ```
//!
//! The algorithm that the MPI library selects decides the order of the blocks. To choose one:
//! `--collective alltoall=pairwise`, `scattered`, `node_shift` … The motif makes these posts (requests to the engine):
//! `Enter(Init)`, `Init`; for each call `Enter`, `Collective { blocking: true }`, `Wait(All)` of the one request; at
//! the end `Enter(Finalize)`, `Finalize`. `compute()` has no post of its own: the next `Enter` carries the
//! computation's time, as the block before that call.

use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use crate::calls;
use config::{Parameter, ParameterKind};
use ops::{Buffer, Function, Operation, Work};

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "alltoall",
    doc: "Alltoall of blocks of one size, then a Barrier.",
    parameters: PARAMETERS,
    build: |ranks, values| {
        Iterated::build(ranks, values, |ranks, values| {
            let (bytes, compute) = (values.bytes("bytes")?.unwrap_or(0), values.work("compute")?);
            Ok(Alltoall { ranks, bytes, barrier: values.flag("barrier")?, compute })
        })
    },
};

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("bytes", ParameterKind::Size, "64 KiB", "", "the size of the block sent to each rank"),
    Parameter::with_default("iterations", ParameterKind::Whole, "1", "", "number of iterations"),
    Parameter::with_default("barrier", ParameterKind::YesNo, "yes", "", "whether a Barrier follows each Alltoall"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per iteration"),
];

struct Alltoall {
    ranks: u32,
    bytes: u64,
    barrier: bool,
    compute: Work,
}

impl Iteration for Alltoall {
    const NAME: &'static str = "alltoall";
    const CALLS: &'static [Function] = &[Function::Init, Function::Alltoall, Function::Barrier, Function::Finalize];

    fn steps(&self) -> u32 {
        3
    }

    fn step(&self, _rank: u32, _iteration: u32, step: u32, calls: &mut Calls<'_>) {
        match step {
            0 => {
                let blocks = Buffer::of_bytes(self.bytes.saturating_mul(self.ranks.into()));
                calls.collective(1, calls::collective(Operation::Alltoall, self.bytes, 1, blocks, blocks));
            }
            1 if self.barrier => calls.barrier(2),
            1 => {}
            _ => calls.compute(self.compute),
        }
    }
}

#[cfg(test)]
mod tests;
