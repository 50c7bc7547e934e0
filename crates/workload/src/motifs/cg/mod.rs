//! The motif `cg`: the communication of NPB's CG, conjugate gradients with a matrix in blocks of rows and columns.
//!
//! D. Bailey et al., "The NAS Parallel Benchmarks", NASA Technical Report RNR-94-007, 1994, §2.4.2; the messages are
//! those of its MPI version 3.4: products are summed in each row of ranks, and a transposed exchange brings each rank its
//! part of the vector.
//!
//! # Program
//!
//! On 2^k ranks there are 2^⌊k/2⌋ rows of ranks. Each rank does what this program does on `MPI_COMM_WORLD`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     begin("dots");
//!     sum(1);                                    /* r·r */
//!     for (j = 0; j < inner; j++) {
//!         multiply();
//!         begin("dots");
//!         sum(1);                                /* p·q */
//!         sum(1);                                /* r·r */
//!     }
//!     multiply();
//!     begin("dots");
//!     sum(1);                                    /* the residual */
//!     sum(2);                                    /* x·z and z·z */
//! }
//! MPI_Finalize();
//!
//! void begin(const char *phase) {
//!     if (barriers) {
//!         wt_phase("barrier");
//!         MPI_Barrier(MPI_COMM_WORLD);
//!     }
//!     wt_phase(phase);
//! }
//! void exchange(int partner, int tag, int sent, int received) {
//!     MPI_Irecv(in, received, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD, &request);
//!     MPI_Send(out, sent, MPI_DOUBLE, partner, tag, MPI_COMM_WORLD);
//!     MPI_Wait(&request, MPI_STATUS_IGNORE);
//! }
//! void sum(int numbers) {
//!     for (level = 1; level <= levels; level++)
//!         exchange(partner[level], level, numbers, numbers);
//! }
//! void multiply() {
//!     begin("reduction");
//!     compute();
//!     for (level = levels; level >= 1; level--)
//!         exchange(partner[level], level, sent[level], received[level]);
//!     begin("transpose");
//!     exchange(transposed, 1, part, own_columns);
//! }
//! ```
//!
//! In a row of 2^levels ranks the partner at a level is 2^(levels − level) ranks away. Each row of ranks has a block of the
//! matrix's rows. On a square of ranks all exchanges of `multiply` carry a whole block, and in its phase `transpose` the rank
//! at (x, y) exchanges with the rank at (y, x). If k is odd, a row of ranks is twice as long as a column. Then the first
//! exchange of `multiply` halves the block: from there on an even rank has the first half of the block, and the next rank the
//! second half.

use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "cg",
    doc: "Conjugate gradients with a matrix in blocks: sums in rows of ranks and transposed exchanges, as in NPB's CG.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Cg::new),
};

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("rows", ParameterKind::Whole, "14000", "class A", "rows of the matrix"),
    Parameter::with_default("inner", ParameterKind::Whole, "25", "", "steps of conjugate gradients in an iteration"),
    Parameter::with_default("iterations", ParameterKind::Whole, "15", "class A", "number of iterations"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per product of matrix and vector"),
    Parameter::with_default(
        "barriers",
        ParameterKind::YesNo,
        "no",
        "as in CG",
        "a barrier before each phase, in a phase of its own, so that phases do not overlap",
    ),
];

/// Phases.
const DOTS: &str = "dots";
const REDUCTION: &str = "reduction";
const TRANSPOSE: &str = "transpose";
const BARRIER: &str = "barrier";

/// Bytes of a number.
const NUMBER: u64 = 8;

struct Cg {
    /// Ranks in a column of them.
    rows: u32,
    /// Ranks in a row of them: as many or twice as many.
    columns: u32,
    /// Rows of the matrix.
    size: u32,
    inner: u32,
    compute: Work,
    barriers: bool,
}

/// What a rank sends to another one and gets from it, in numbers.
struct Exchange {
    /// The phase that begins with it.
    begins: Option<&'static str>,
    partner: u32,
    tag: i32,
    sent: u64,
    received: u64,
    /// Whether a product is computed before it.
    computes: bool,
}

impl Cg {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        if ranks < 2 || !ranks.is_power_of_two() {
            let expected = "a number of ranks that is a power of two, from 2 on";
            return Err(MotifError::Ranks { motif: MOTIF.name, expected, ranks });
        }
        let rows = 1 << (ranks.ilog2() / 2);
        let number = |name| Ok::<u32, MotifError>(values.number(name)?.unwrap_or(0));
        let (size, inner) = (number("rows")?, number("inner")?);
        let (compute, barriers) = (values.work("compute")?, values.flag("barriers")?);
        Ok(Self { rows, columns: ranks / rows, size, inner, compute, barriers })
    }

    /// Exchanges of a sum over a row.
    fn levels(&self) -> u32 {
        self.columns.ilog2()
    }

    /// Exchanges of an iteration.
    fn exchanges(&self) -> u32 {
        let levels = self.levels();
        levels + self.inner * (3 * levels + 1) + (levels + 1) + 2 * levels
    }

    /// Rows of the matrix that ranks at y have: the first ones have one more if it does not divide.
    fn block(&self, y: u32) -> u64 {
        (self.size / self.rows + u32::from(y < self.size % self.rows)).into()
    }

    /// The part of the ranks' block at y that a rank keeps: all, or a half where two share it.
    fn part(&self, y: u32, rank: u32) -> u64 {
        match (self.rows == self.columns, rank % 2) {
            (true, _) => self.block(y),
            (false, 0) => self.block(y).div_ceil(2),
            (false, _) => self.block(y) / 2,
        }
    }

    /// The rank at the other end of an exchange in the row.
    fn partner(&self, rank: u32, level: u32) -> u32 {
        rank ^ 1 << (self.levels() - level)
    }

    /// The n-th exchange of sums of this many numbers each.
    fn sum(&self, rank: u32, number: u32, numbers: u64) -> Exchange {
        let level = number % self.levels() + 1;
        let (partner, tag) = (self.partner(rank, level), level as i32);
        let begins = (number == 0).then_some(DOTS);
        Exchange { begins, partner, tag, sent: numbers, received: numbers, computes: false }
    }

    /// The n-th exchange of a product.
    fn multiply(&self, rank: u32, number: u32) -> Exchange {
        let (levels, y) = (self.levels(), rank / self.columns);
        let part = self.part(y, rank);
        if number == levels {
            let (x, half) = if self.rows == self.columns {
                (rank % self.columns, 0)
            } else {
                (rank % self.columns / 2, rank % 2)
            };
            let wide = self.columns / self.rows;
            let (partner, received) = (x * self.columns + y * wide + half, self.part(x, rank));
            return Exchange { begins: Some(TRANSPOSE), partner, tag: 1, sent: part, received, computes: false };
        }
        let level = levels - number;
        let sent = if self.rows != self.columns && number == 0 { self.block(y) - part } else { part };
        let (partner, tag) = (self.partner(rank, level), level as i32);
        let begins = (number == 0).then_some(REDUCTION);
        Exchange { begins, partner, tag, sent, received: part, computes: number == 0 }
    }

    /// The n-th exchange of an iteration.
    fn exchange(&self, rank: u32, number: u32) -> Exchange {
        let levels = self.levels();
        let Some(number) = number.checked_sub(levels) else { return self.sum(rank, number, 1) };
        let inner = 3 * levels + 1;
        let last = number >= self.inner * inner;
        let number = if last { number - self.inner * inner } else { number % inner };
        match number.checked_sub(levels + 1) {
            None => self.multiply(rank, number),
            Some(number) => {
                let numbers = if last && number >= levels { 2 } else { 1 };
                self.sum(rank, number, numbers)
            }
        }
    }
}

impl Iteration for Cg {
    const NAME: &'static str = "cg";
    const CALLS: &'static [Function] = &[
        Function::Init,
        Function::Pcontrol,
        Function::Barrier,
        Function::Irecv,
        Function::Send,
        Function::Wait,
        Function::Finalize,
    ];

    /// Of each exchange: a barrier before it, what ends with the send, and the wait for the receive.
    fn steps(&self) -> u32 {
        3 * self.exchanges()
    }

    fn step(&self, rank: u32, _iteration: u32, step: u32, calls: &mut Calls<'_>) {
        let Exchange { begins, partner, tag, sent, received, computes } = self.exchange(rank, step / 3);
        match step % 3 {
            0 if self.barriers && begins.is_some() => {
                calls.phase(1, BARRIER);
                calls.barrier(2);
            }
            0 => {}
            1 => {
                begins.into_iter().for_each(|phase| calls.phase(1, phase));
                if computes {
                    calls.compute(self.compute);
                }
                calls.irecv(3, partner, tag, NUMBER * received);
                calls.send(4, partner, tag, NUMBER * sent);
            }
            _ => calls.wait_first(5),
        }
    }
}

#[cfg(test)]
mod tests;
