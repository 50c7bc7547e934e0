//! The motif `ping`: ping-pong messages between pairs of ranks.
//!
//! # Program
//!
//! Ranks 0 and 1 are a pair, ranks 2 and 3 are a pair, and so on. With an odd number of ranks the last rank sends nothing. The
//! mapping (`--mapping`) determines the hosts of the ranks. Each rank does what this program does on `MPI_COMM_WORLD`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! if ((rank ^ 1) < size)
//!     for (i = 0; i < iterations; i++) {
//!         if (rank % 2 == 0) {
//!             MPI_Send(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD);
//!             MPI_Recv(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!         } else {
//!             MPI_Recv(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!             MPI_Send(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD);
//!         }
//!     }
//! MPI_Finalize();
//! ```
//!
//! Each rank makes these requests to the engine (posts): `Enter(Init)` and `Init`; for each send or receive `BlockingSend` or
//! `BlockingRecv`; at the end `Enter(Finalize)` and `Finalize`.

use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use config::{Parameter, ParameterKind};
use ops::Function;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "ping",
    doc: "Ping-pong between ranks 0 and 1, 2 and 3, and so on.",
    parameters: PARAMETERS,
    build: |ranks, values| {
        Iterated::build(ranks, values, |ranks, values| Ok(Ping { ranks, bytes: values.bytes("bytes")?.unwrap_or(0) }))
    },
};

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("bytes", ParameterKind::Size, "2 B", "", "the size of a message"),
    Parameter::with_default("iterations", ParameterKind::Whole, "10", "", "number of round trips"),
];

struct Ping {
    ranks: u32,
    bytes: u64,
}

impl Iteration for Ping {
    const NAME: &'static str = "ping";
    const CALLS: &'static [Function] = &[Function::Init, Function::Send, Function::Recv, Function::Finalize];

    fn steps(&self) -> u32 {
        2
    }

    fn step(&self, rank: u32, _iteration: u32, step: u32, calls: &mut Calls<'_>) {
        let peer = rank ^ 1;
        if peer >= self.ranks {
            return;
        }
        // The even rank sends first.
        if (rank + step).is_multiple_of(2) {
            calls.send(1, peer, 0, self.bytes);
        } else {
            calls.recv(2, peer, 0, self.bytes);
        }
    }
}

#[cfg(test)]
mod tests;
