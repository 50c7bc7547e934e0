//! The motif `collective`: one collective operation, repeatedly, with ranks that arrive at different times.
//!
//! # Program
//!
//! Each rank does what this program does on `MPI_COMM_WORLD` of P ranks, here for `operation=allgather`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     if (barrier)
//!         MPI_Barrier(MPI_COMM_WORLD);
//!     compute(late(rank, i));
//!     MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
//! }
//! MPI_Finalize();
//! ```
//!
//! `bytes` is the size of the message of a bcast, reduction or scan, and of one block in all other operations. Reductions are
//! sums of `MPI_DOUBLE`; all other data are `MPI_BYTE`. With `in_place=yes`, ranks pass `MPI_IN_PLACE` instead of their
//! contribution; in an operation with a root, only the root does so.
//!
//! # Arrivals
//!
//! In iteration i, rank r computes for `late(r, i)` nanoseconds before the operation. This is a whole number from 0 to below
//! `skew`; the numbers are evenly distributed. `late(r, i) = ⌊skew · h / 2^32⌋`, where h is the upper half of `mix(mix(seed) ^
//! (i · 2^32 + r))`, and `mix` is SplitMix64's.

use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use super::random::mix;
use crate::calls::collective;
use config::{Parameter, ParameterKind};
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, Function, Operation, Reducer, Vectors, Work};
use units::Time;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "collective",
    doc: "One collective operation, at which ranks arrive by and by.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Collective::new),
};

/// The operations, in the order of their functions in [`Iteration::CALLS`].
const OPERATIONS: [Operation; 14] = [
    Operation::Barrier,
    Operation::Bcast,
    Operation::Gather,
    Operation::Scatter,
    Operation::Allgather,
    Operation::Alltoall,
    Operation::Reduce,
    Operation::Allreduce,
    Operation::ReduceScatter,
    Operation::ReduceScatterBlock,
    Operation::Scan,
    Operation::Exscan,
    Operation::Allgatherv,
    Operation::Alltoallv,
];

const NAMES: [&str; OPERATIONS.len()] = {
    let (mut names, mut at) = ([""; OPERATIONS.len()], 0);
    while at < names.len() {
        names[at] = OPERATIONS[at].name();
        at += 1;
    }
    names
};

const OPERATION: Parameter =
    Parameter::with_default("operation", ParameterKind::Choice(&NAMES), "allreduce", "", "the operation");
const BYTES: Parameter = Parameter::with_default(
    "bytes",
    ParameterKind::Form("a size, for example `1 KiB`; of a reduction a multiple of 8 bytes"),
    "1 KiB",
    "",
    "the size of the message, or of one block",
);
const ROOT: Parameter = Parameter::with_default(
    "root",
    ParameterKind::Form("a rank, from 0 to the number of ranks less 1"),
    "0",
    "",
    "the root, of an operation that has one",
);
const IN_PLACE: Parameter = Parameter::with_default(
    "in_place",
    ParameterKind::Form("`yes` or `no`; `no` of barrier and bcast"),
    "no",
    "",
    "whether contributions lie in the result's place",
);

const PARAMETERS: &[Parameter] = &[
    OPERATION,
    BYTES,
    ROOT,
    IN_PLACE,
    Parameter::with_default("iterations", ParameterKind::Whole, "1", "", "number of iterations"),
    Parameter::with_default("barrier", ParameterKind::YesNo, "no", "", "whether a Barrier begins each iteration"),
    Parameter::with_default("skew", ParameterKind::Latency, "0 s", "", "by how much ranks arrive late, at most"),
    Parameter::with_default("seed", ParameterKind::Whole, "1", "", "the arrivals are a function of it"),
];

struct Collective {
    ranks: u32,
    operation: Operation,
    site: u32,
    bytes: u64,
    root: u32,
    in_place: bool,
    barrier: bool,
    /// Nanoseconds.
    skew: u64,
    seed: u32,
}

impl Collective {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let name = values.word("operation");
        let place = NAMES.iter().position(|known| *known == name).ok_or_else(|| wrong(OPERATION, name))?;
        let (operation, site) = (OPERATIONS[place], 1 + place as u32);
        let bytes = values.bytes("bytes")?.unwrap_or(0);
        if operation.reduces() && !bytes.is_multiple_of(8) {
            return Err(wrong(BYTES, &format!("{bytes} B")));
        }
        let root = values.number("root")?.unwrap_or(0);
        if root >= ranks {
            return Err(wrong(ROOT, &root.to_string()));
        }
        let in_place = values.flag("in_place")?;
        if in_place && matches!(operation, Operation::Barrier | Operation::Bcast) {
            return Err(wrong(IN_PLACE, "yes"));
        }
        let skew = values.time("skew")?.ps() / 1000;
        let (barrier, seed) = (values.flag("barrier")?, values.number("seed")?.unwrap_or(0));
        let root = if operation.has_root() { root } else { 0 };
        Ok(Self { ranks, operation, site, bytes, root, in_place, barrier, skew, seed })
    }

    /// By how much a rank is late.
    fn late(&self, rank: u32, iteration: u32) -> Time {
        let bits = mix(mix(u64::from(self.seed)) ^ (u64::from(iteration) << 32 | u64::from(rank)));
        Time::from_ps(((u128::from(self.skew) * u128::from(bits >> 32)) >> 32) as u64 * 1000)
    }

    /// The call of a rank.
    fn call(&self, rank: u32) -> CollectiveCall {
        let (of, ranks) = (self.operation, u64::from(self.ranks));
        let (one, all) = (Buffer::of_bytes(self.bytes), Buffer::of_bytes(self.bytes.saturating_mul(ranks)));
        let at_root = rank == self.root;
        let at = |here: bool, buffer: Buffer| if here { buffer } else { Buffer::EMPTY };
        let (send, recv) = match of {
            Operation::Barrier => (Buffer::EMPTY, Buffer::EMPTY),
            Operation::Bcast => (Buffer::EMPTY, one),
            Operation::Gather => (one, at(at_root, all)),
            Operation::Scatter => (at(at_root, all), one),
            Operation::Allgather | Operation::Allgatherv => (one, all),
            Operation::Alltoall | Operation::Alltoallv => (all, all),
            Operation::Reduce => (one, at(at_root, one)),
            Operation::ReduceScatter | Operation::ReduceScatterBlock => (all, one),
            _ => (one, one),
        };
        let element_bytes = if of.reduces() { 8 } else { u64::from(of != Operation::Barrier) };
        let count = match of {
            Operation::Barrier | Operation::Allgatherv | Operation::Alltoallv => 0,
            Operation::ReduceScatter => self.bytes.saturating_mul(ranks) / 8,
            _ => self.bytes / element_bytes,
        };
        let mut call = collective(of, count, element_bytes, send, recv);
        call.root = self.root;
        call.reducer = of.reduces().then_some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::F64 });
        call.vectors = self.blocks().map(Box::new);
        if self.in_place && (at_root || !of.has_root()) {
            in_place(&mut call);
        }
        call
    }

    /// The blocks of an operation that takes a list of them: equal ones, one after the other.
    fn blocks(&self) -> Option<Vectors> {
        let bytes = || vec![self.bytes; self.ranks as usize].into();
        let offsets = || (0..u64::from(self.ranks)).map(|rank| self.bytes.saturating_mul(rank)).collect();
        let received = || Vectors { recv_bytes: bytes(), recv_offsets: offsets(), ..Vectors::default() };
        match self.operation {
            Operation::ReduceScatter => Some(Vectors { recv_bytes: bytes(), ..Vectors::default() }),
            Operation::Allgatherv => Some(received()),
            // In place, what is sent lies where it is received.
            Operation::Alltoallv if self.in_place => Some(received()),
            Operation::Alltoallv => Some(Vectors { send_bytes: bytes(), send_offsets: offsets(), ..received() }),
            _ => None,
        }
    }
}

/// Says that the contribution lies in the result's place.
fn in_place(call: &mut CollectiveCall) {
    call.in_place = true;
    match call.operation {
        // The root's own block stays where it is.
        Operation::Scatter => call.recv = Buffer::EMPTY,
        Operation::ReduceScatter | Operation::ReduceScatterBlock => {
            (call.recv, call.send) = (call.send, Buffer::EMPTY);
        }
        _ => call.send = Buffer::EMPTY,
    }
}

impl Iteration for Collective {
    const NAME: &'static str = "collective";
    const CALLS: &'static [Function] = &[
        Function::Init,
        Function::Barrier,
        Function::Bcast,
        Function::Gather,
        Function::Scatter,
        Function::Allgather,
        Function::Alltoall,
        Function::Reduce,
        Function::Allreduce,
        Function::ReduceScatter,
        Function::ReduceScatterBlock,
        Function::Scan,
        Function::Exscan,
        Function::Allgatherv,
        Function::Alltoallv,
        Function::Finalize,
    ];

    fn steps(&self) -> u32 {
        1 + u32::from(self.barrier)
    }

    fn step(&self, rank: u32, iteration: u32, step: u32, calls: &mut Calls<'_>) {
        if self.barrier && step == 0 {
            calls.barrier(1);
            return;
        }
        let late = self.late(rank, iteration);
        calls.compute(if late == Time::ZERO { Work::NONE } else { Work::Time(late) });
        calls.collective(self.site, self.call(rank));
    }
}

#[cfg(test)]
mod tests;
