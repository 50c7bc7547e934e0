//! The motif `sweep3d`: wavefronts over a two-dimensional grid of ranks, from each of its corners.
//!
//! This is the transport sweep of K. R. Koch, R. S. Baker and R. E. Alcouffe ("Solution of the first-order form of the 3-D
//! discrete ordinates equation on a massively parallel processor", Trans. Am. Nucl. Soc. 65, 1992), whose pipeline A. Hoisie,
//! O. Lubeck and H. Wasserman analyse ("Performance and scalability analysis of teraflop-scale parallel architectures using
//! multidimensional wavefront applications", IJHPCA 14(4), 2000).
//!
//! # Program
//!
//! Rank r sits at x = r mod px, y = r / px and has a column of nx × ny × nz cells. The sweep of each of eight octants
//! (directions) goes through the column in blocks of `block` planes; octants 2c and 2c + 1 start from corner c of the
//! grid, in the order (low x, low y), (low x, high y), (high x, low y), (high x, high y). Each rank does what this
//! program does on `MPI_COMM_WORLD`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++)
//!     for (octant = 0; octant < 8; octant++)
//!         for (k = 0; k < blocks; k++) {
//!             n = 0;
//!             if (from_x[octant] != MPI_PROC_NULL)
//!                 MPI_Irecv(in_x, bytes_x, MPI_BYTE, from_x[octant], octant, MPI_COMM_WORLD, &requests[n++]);
//!             if (from_y[octant] != MPI_PROC_NULL)
//!                 MPI_Irecv(in_y, bytes_y, MPI_BYTE, from_y[octant], octant, MPI_COMM_WORLD, &requests[n++]);
//!             MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
//!             compute();
//!             n = 0;
//!             if (to_x[octant] != MPI_PROC_NULL)
//!                 MPI_Isend(out_x, bytes_x, MPI_BYTE, to_x[octant], octant, MPI_COMM_WORLD, &requests[n++]);
//!             if (to_y[octant] != MPI_PROC_NULL)
//!                 MPI_Isend(out_y, bytes_y, MPI_BYTE, to_y[octant], octant, MPI_COMM_WORLD, &requests[n++]);
//!             MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
//!         }
//! MPI_Finalize();
//! ```
//!
//! `bytes_x` are 8 × ny × block × angles, `bytes_y` 8 × nx × block × angles. The last block has the planes that are left,
//! and its messages and computation are smaller in proportion.

use super::grid::grid2;
use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};
use units::Time;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "sweep3d",
    doc: "Wavefronts over a two-dimensional grid of ranks from each of its corners, block by block.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Sweep3d::new),
};

const RANKS: ParameterKind = ParameterKind::Form("a number of ranks from 1 on");
const CELLS: ParameterKind = ParameterKind::Form("a whole number from 1 to 1000000");

const PARAMETERS: &[Parameter] = &[
    Parameter::optional("px", RANKS, "ranks in x; default: as MPI_Dims_create balances them"),
    Parameter::optional("py", RANKS, "ranks in y; default: as MPI_Dims_create balances them"),
    Parameter::with_default("nx", CELLS, "50", "", "cells of a rank in x"),
    Parameter::with_default("ny", CELLS, "50", "", "cells of a rank in y"),
    Parameter::with_default("nz", CELLS, "50", "", "planes of cells in z"),
    Parameter::with_default("block", CELLS, "10", "", "planes between two exchanges"),
    Parameter::with_default("angles", CELLS, "6", "", "numbers of 8 bytes per cell of a face"),
    Parameter::with_default(
        "iterations",
        ParameterKind::Whole,
        "1",
        "",
        "number of iterations of eight octants each",
    ),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per block"),
];

const OCTANTS: u32 = 8;

struct Sweep3d {
    grid: [u32; 2],
    cells: [u64; 2],
    planes: u32,
    block: u32,
    angles: u64,
    compute: Work,
}

/// A part of the work of a whole block.
fn part(work: Work, planes: u32, block: u32) -> Work {
    let share = |amount: u64| (u128::from(amount) * u128::from(planes) / u128::from(block)) as u64;
    match work {
        Work::Time(time) => Work::Time(Time::from_ps(share(time.ps()))),
        Work::Flops(flops) => Work::Flops(share(flops)),
        other => other,
    }
}

impl Sweep3d {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let cells = |name: &str| -> Result<u32, MotifError> {
            let number = values.number(name)?.unwrap_or(0);
            if (1..=1_000_000).contains(&number) {
                return Ok(number);
            }
            let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name).copied();
            Err(wrong(parameter.unwrap_or(PARAMETERS[0]), &number.to_string()))
        };
        let grid = grid2(ranks, [("px", values.number("px")?), ("py", values.number("py")?)])?;
        let (planes, block) = (cells("nz")?, cells("block")?);
        Ok(Self {
            grid,
            cells: [cells("nx")?.into(), cells("ny")?.into()],
            planes,
            block: block.min(planes),
            angles: cells("angles")?.into(),
            compute: part(values.work("compute")?, block.min(planes), block),
        })
    }

    fn blocks(&self) -> u32 {
        self.planes.div_ceil(self.block)
    }

    /// The ranks before (`-1`) or after (`1`) a rank in x and y, as an octant goes; none beyond the grid.
    fn beside(&self, rank: u32, octant: u32, step: i64) -> [Option<u32>; 2] {
        let [px, py] = self.grid;
        let (corner, place) = (octant / 2, [rank % px, rank / px]);
        let down = [corner & 2 != 0, corner & 1 != 0];
        [0, 1].map(|axis| {
            let there = i64::from(place[axis]) + if down[axis] { -step } else { step };
            let there = u32::try_from(there).ok().filter(|&there| there < self.grid[axis])?;
            let [x, y] = if axis == 0 { [there, place[1]] } else { [place[0], there] };
            debug_assert!(y < py);
            Some(y * px + x)
        })
    }
}

impl Iteration for Sweep3d {
    const NAME: &'static str = "sweep3d";
    const CALLS: &'static [Function] =
        &[Function::Init, Function::Irecv, Function::Waitall, Function::Isend, Function::Waitall, Function::Finalize];

    /// Of each block: what comes before the computation, and what comes after it.
    fn steps(&self) -> u32 {
        OCTANTS * self.blocks() * 2
    }

    fn step(&self, rank: u32, _iteration: u32, step: u32, calls: &mut Calls<'_>) {
        let (octant, number, after) = (step / 2 / self.blocks(), step / 2 % self.blocks(), step % 2 == 1);
        let planes = self.block.min(self.planes - number * self.block);
        // What crosses a border in x is as long as a rank in y.
        let bytes = [1, 0].map(|axis: usize| 8 * self.cells[axis] * u64::from(planes) * self.angles);
        let tag = octant as i32;
        if after {
            calls.compute(part(self.compute, planes, self.block));
            let peers = self.beside(rank, octant, 1).into_iter().zip(bytes);
            peers
                .filter_map(|(peer, bytes)| Some((peer?, bytes)))
                .for_each(|(peer, bytes)| calls.isend(3, peer, tag, bytes));
            calls.waitall(4);
        } else {
            let peers = self.beside(rank, octant, -1).into_iter().zip(bytes);
            peers
                .filter_map(|(peer, bytes)| Some((peer?, bytes)))
                .for_each(|(peer, bytes)| calls.irecv(1, peer, tag, bytes));
            calls.waitall(2);
        }
    }
}

#[cfg(test)]
mod tests;
