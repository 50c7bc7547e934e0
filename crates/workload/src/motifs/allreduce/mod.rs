//! The motif `allreduce`: computation and an Allreduce, repeatedly.
//!
//! # Program
//!
//! Each rank does what this program does:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     compute();
//!     MPI_Allreduce(local, global, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
//! }
//! MPI_Finalize();
//! ```

use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "allreduce",
    doc: "Computation, then an Allreduce.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Allreduce::new),
};

const BYTES: Parameter = Parameter::with_default(
    "bytes",
    ParameterKind::Form("a multiple of 8 bytes, for example `8 B`"),
    "8 B",
    "",
    "the size of the Allreduce of doubles",
);

const PARAMETERS: &[Parameter] = &[
    BYTES,
    Parameter::with_default("iterations", ParameterKind::Whole, "10", "", "number of iterations"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per iteration"),
];

struct Allreduce {
    bytes: u64,
    compute: Work,
}

impl Allreduce {
    fn new(_: u32, values: &Values) -> Result<Self, MotifError> {
        let bytes = values.bytes("bytes")?.unwrap_or(0);
        if !bytes.is_multiple_of(8) {
            return Err(wrong(BYTES, &format!("{bytes} B")));
        }
        Ok(Self { bytes, compute: values.work("compute")? })
    }
}

impl Iteration for Allreduce {
    const NAME: &'static str = "allreduce";
    const CALLS: &'static [Function] = &[Function::Init, Function::Allreduce, Function::Finalize];

    fn steps(&self) -> u32 {
        1
    }

    fn step(&self, _rank: u32, _iteration: u32, _step: u32, calls: &mut Calls<'_>) {
        calls.compute(self.compute);
        calls.allreduce(1, self.bytes);
    }
}

#[cfg(test)]
mod tests;
