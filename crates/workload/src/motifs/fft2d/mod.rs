//! The motif `fft2d`: the communication of pF3D, two-dimensional Fourier transforms and exchanges along the beam.
//!
//! pF3D simulates the interaction of a laser with plasma. A. Bhatele, N. Jain, K. E. Isaacs et al. describe its phases and how
//! they map to tori ("Optimizing the performance of parallel applications on a 5D torus via task mapping", HiPC 2014). The
//! Fourier transform in x is an all-to-all within each row of ranks, and the transform in y an all-to-all within each column.
//! Advection passes planes along z, the direction of the beam. Hydrodynamics exchanges borders with all neighbours. pF3D calls
//! `MPI_Alltoall` on sub-communicators. The motif posts all messages of an all-to-all at once instead, almost as MPICH does for
//! blocks of 256 B to 32 KiB (algorithm `scattered`, in batches of 32).
//!
//! # Program
//!
//! The ranks form a grid of px × py × pz. Rank r sits at x = r mod px, y = r / px mod py, z = r / (px·py). A row is the ranks
//! of equal y and z, a column the ranks of equal x and z. Each rank does what this program does on `MPI_COMM_WORLD`.
//! `all_to_all` exchanges with all other ranks of the row or column: it first posts an `MPI_Irecv` from the rank d places
//! before (cyclically) for d = 1, 2, …, then an `MPI_Isend` to the rank d places after for d = 1, 2, …, and calls
//! `MPI_Waitall`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     wt_phase("x-fft");
//!     compute();
//!     all_to_all(row, bytes_x);
//!     wt_phase("y-fft");
//!     compute();
//!     all_to_all(column, bytes_y);
//!     wt_phase("advection");
//!     compute();
//!     exchange(before_z, after_z, advection);          /* both ways, no ring */
//!     if (hydro > 0 && (i + 1) % hydro_every == 0) {
//!         wt_phase("hydro");
//!         compute();
//!         exchange(all six neighbours, hydro);         /* no torus */
//!     }
//! }
//! MPI_Finalize();
//! ```
//!
//! A phase whose size is 0 is left out, with its computation.

use super::grid::grid3;
use super::iterated::{Calls, EXCHANGE_IN_PHASES, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "fft2d",
    doc: "pF3D's phases on a three-dimensional grid of ranks: all-to-alls in rows and in columns, and exchanges along z and with \
          all neighbours.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Fft2d::new),
};

const RANKS: ParameterKind = ParameterKind::Form("a number of ranks from 1 on");
const EVERY: ParameterKind = ParameterKind::Form("a whole number from 1 on");

const PARAMETERS: &[Parameter] = &[
    Parameter::optional("px", RANKS, "ranks in x; default: as MPI_Dims_create balances them"),
    Parameter::optional("py", RANKS, "ranks in y; default: as MPI_Dims_create balances them"),
    Parameter::optional("pz", RANKS, "ranks in z; default: as MPI_Dims_create balances them"),
    Parameter::with_default(
        "bytes_x",
        ParameterKind::Size,
        "32 KiB",
        "",
        "what a rank sends to each other one of its row",
    ),
    Parameter::with_default(
        "bytes_y",
        ParameterKind::Size,
        "32 KiB",
        "",
        "what a rank sends to each other one of its column",
    ),
    Parameter::with_default(
        "advection",
        ParameterKind::Size,
        "512 KiB",
        "",
        "what a rank sends to each neighbour in z",
    ),
    Parameter::with_default(
        "hydro",
        ParameterKind::Size,
        "128 KiB",
        "",
        "what a rank sends to each neighbour in the phase hydro",
    ),
    Parameter::with_default("hydro_every", EVERY, "1", "", "iterations between two phases hydro"),
    Parameter::with_default("iterations", ParameterKind::Whole, "1", "", "number of iterations"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per phase"),
];

struct Fft2d {
    grid: [u32; 3],
    /// By phase: x-fft, y-fft, advection, hydro.
    bytes: [u64; 4],
    hydro_every: u32,
    compute: Work,
}

const PHASES: [&str; 4] = ["x-fft", "y-fft", "advection", "hydro"];

impl Fft2d {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let given = [("px", values.number("px")?), ("py", values.number("py")?), ("pz", values.number("pz")?)];
        let bytes = |name| -> Result<u64, MotifError> { Ok(values.bytes(name)?.unwrap_or(0)) };
        let hydro_every = values.number("hydro_every")?.unwrap_or(0);
        if hydro_every == 0 {
            let parameter = PARAMETERS.iter().find(|parameter| parameter.name == "hydro_every").copied();
            return Err(wrong(parameter.unwrap_or(PARAMETERS[0]), "0"));
        }
        Ok(Self {
            grid: grid3(ranks, given)?,
            bytes: [bytes("bytes_x")?, bytes("bytes_y")?, bytes("advection")?, bytes("hydro")?],
            hydro_every,
            compute: values.work("compute")?,
        })
    }

    fn place(&self, rank: u32) -> [u32; 3] {
        let [px, py, _] = self.grid;
        [rank % px, rank / px % py, rank / px / py]
    }

    fn rank(&self, [x, y, z]: [u32; 3]) -> u32 {
        (z * self.grid[1] + y) * self.grid[0] + x
    }

    /// The rank this many places after a rank along an axis, in cyclic order.
    fn after(&self, rank: u32, axis: usize, distance: u32) -> u32 {
        let mut place = self.place(rank);
        place[axis] = ((u64::from(place[axis]) + u64::from(distance)) % u64::from(self.grid[axis])) as u32;
        self.rank(place)
    }

    fn all_to_all(&self, rank: u32, axis: usize, bytes: u64, calls: &mut Calls<'_>) {
        let size = self.grid[axis];
        (1..size).for_each(|distance| calls.irecv(2, self.after(rank, axis, size - distance), 0, bytes));
        (1..size).for_each(|distance| calls.isend(3, self.after(rank, axis, distance), 0, bytes));
        calls.waitall(4);
    }

    /// With the neighbours along these axes; tags are directions, as in `halo3d`.
    fn exchange(&self, rank: u32, axes: std::ops::Range<usize>, bytes: u64, calls: &mut Calls<'_>) {
        let place = self.place(rank);
        let neighbours = || {
            axes.clone().flat_map(|axis| [(axis, 0), (axis, 1)]).filter_map(|(axis, side)| {
                let mut there = place;
                there[axis] = if side == 0 { place[axis].checked_sub(1)? } else { place[axis] + 1 };
                (there[axis] < self.grid[axis]).then(|| ((2 * axis + side) as i32, self.rank(there)))
            })
        };
        neighbours().for_each(|(direction, peer)| calls.irecv(2, peer, direction ^ 1, bytes));
        neighbours().for_each(|(direction, peer)| calls.isend(3, peer, direction, bytes));
        calls.waitall(4);
    }
}

impl Iteration for Fft2d {
    const NAME: &'static str = "fft2d";
    const CALLS: &'static [Function] = EXCHANGE_IN_PHASES;

    fn steps(&self) -> u32 {
        PHASES.len() as u32
    }

    fn step(&self, rank: u32, iteration: u32, step: u32, calls: &mut Calls<'_>) {
        let phase = step as usize;
        let bytes = self.bytes[phase];
        if bytes == 0 || phase == 3 && !(iteration + 1).is_multiple_of(self.hydro_every) {
            return;
        }
        calls.phase(1, PHASES[phase]);
        calls.compute(self.compute);
        match phase {
            0 | 1 => self.all_to_all(rank, phase, bytes, calls),
            2 => self.exchange(rank, 2..3, bytes, calls),
            _ => self.exchange(rank, 0..3, bytes, calls),
        }
    }
}

#[cfg(test)]
mod tests;
