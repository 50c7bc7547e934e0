//! The motif `halo3d`: the halo exchange on a three-dimensional grid of ranks.
//!
//! # Program
//!
//! Rank r sits at x = r / (ny·nz), y = r / nz mod ny, z = r mod nz: the order of `MPI_Cart_create` without reordering, last
//! dimension fastest. Directions are numbered 0 to 5 in the order −x +x −y +y −z +z. A rank has a neighbour in a direction if
//! the grid goes on there or is periodic; the neighbour may be the rank itself, and two directions may have the same neighbour.
//! Each rank does what this program does on `MPI_COMM_WORLD`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     n = 0;
//!     for (d = 0; d < 6; d++)                        /* -x +x -y +y -z +z */
//!         if (neighbour[d] != MPI_PROC_NULL)
//!             MPI_Irecv(in[d], bytes[d / 2], MPI_BYTE, neighbour[d], d ^ 1, MPI_COMM_WORLD, &requests[n++]);
//!     for (d = 0; d < 6; d++)
//!         if (neighbour[d] != MPI_PROC_NULL)
//!             MPI_Isend(out[d], bytes[d / 2], MPI_BYTE, neighbour[d], d, MPI_COMM_WORLD, &requests[n++]);
//!     MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
//!     compute();
//!     if (every > 0 && (i + 1) % every == 0)
//!         MPI_Allreduce(&local, &global, allreduce / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
//! }
//! MPI_Finalize();
//! ```
//!
//! A message's tag is the direction it is sent in; the receiver sees it come from the opposite direction, `d ^ 1`. The motif
//! makes these posts (requests to the engine): `Enter(Init)`, `Init`; per iteration `Enter(Irecv)`, `Recv` for each neighbour,
//! `Enter(Isend)`, `Send` (standard mode) for each neighbour, all `blocking: false`; `Enter(Waitall)` and, if there is any
//! neighbour, `Wait(All)` of the requests in the order of their posts; `Enter(Allreduce)`, `Collective { blocking: true }`,
//! `Wait(All)` of the one request; at the end `Enter(Finalize)`, `Finalize`. `compute()` has no post of its own: the next
//! `Enter` carries the computation's time, as the block before that call. Calls that need no other rank (`MPI_Comm_rank`,
//! `MPI_Cart_shift` …) take no time and may be in the program.

use super::grid::grid3;
use super::iterated::{Calls, EXCHANGE_AND_REDUCTION, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "halo3d",
    doc: "Exchange of the six faces of a block on a three-dimensional grid of ranks, then an Allreduce.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Halo3d::new),
};

const fn face(name: &'static str, doc: &'static str) -> Parameter {
    Parameter::optional(name, ParameterKind::Size, doc)
}

const fn ranks(name: &'static str, doc: &'static str) -> Parameter {
    Parameter::optional(name, ParameterKind::Form("a number of ranks from 1 on"), doc)
}

const ALLREDUCE: ParameterKind = ParameterKind::Form("a multiple of 8 bytes, for example `8 B`");
const EVERY: ParameterKind = ParameterKind::Form("a whole number, 0 for never");

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("bytes", ParameterKind::Size, "64 KiB", "", "the size of a face"),
    face("bytes_x", "the size of the faces sent in -x and +x; default: bytes"),
    face("bytes_y", "the size of the faces sent in -y and +y; default: bytes"),
    face("bytes_z", "the size of the faces sent in -z and +z; default: bytes"),
    ranks("nx", "ranks in x; default: as MPI_Dims_create balances them"),
    ranks("ny", "ranks in y; default: as MPI_Dims_create balances them"),
    ranks("nz", "ranks in z; default: as MPI_Dims_create balances them"),
    Parameter::with_default("iterations", ParameterKind::Whole, "10", "", "number of iterations"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per iteration"),
    Parameter::with_default("allreduce", ALLREDUCE, "8 B", "", "the size of the Allreduce of doubles"),
    Parameter::with_default("every", EVERY, "1", "", "iterations between Allreduces"),
    Parameter::with_default("periodic", ParameterKind::YesNo, "yes", "", "whether the grid is periodic"),
];

struct Halo3d {
    grid: [u32; 3],
    bytes: [u64; 3],
    compute: Work,
    allreduce: u64,
    every: u32,
    periodic: bool,
}

impl Halo3d {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let size = |name: &str| values.bytes(name);
        let face = size("bytes")?.unwrap_or(0);
        let bytes =
            [size("bytes_x")?.unwrap_or(face), size("bytes_y")?.unwrap_or(face), size("bytes_z")?.unwrap_or(face)];
        let allreduce = size("allreduce")?.unwrap_or(0);
        if !allreduce.is_multiple_of(8) {
            let parameter = PARAMETERS.iter().find(|p| p.name == "allreduce").copied().unwrap_or(PARAMETERS[0]);
            return Err(super::parameter::wrong(parameter, &format!("{allreduce} B")));
        }
        Ok(Self {
            grid: grid3(
                ranks,
                [("nx", values.number("nx")?), ("ny", values.number("ny")?), ("nz", values.number("nz")?)],
            )?,
            bytes,
            compute: values.work("compute")?,
            allreduce,
            every: values.number("every")?.unwrap_or(0),
            periodic: values.flag("periodic")?,
        })
    }

    /// The neighbours of a rank that there are: direction and rank.
    fn neighbours(&self, rank: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        let [nx, ny, nz] = self.grid;
        let place = [rank / (ny * nz), rank / nz % ny, rank % nz];
        (0..6).filter_map(move |direction| {
            let (axis, size) = (direction / 2, [nx, ny, nz][direction / 2]);
            let mut there = place;
            there[axis] = match (direction % 2, place[axis]) {
                (0, 0) if self.periodic => size - 1,
                (0, 0) => return None,
                (0, at) => at - 1,
                (_, at) if at + 1 < size => at + 1,
                _ if self.periodic => 0,
                _ => return None,
            };
            Some((direction, (there[0] * ny + there[1]) * nz + there[2]))
        })
    }
}

impl Iteration for Halo3d {
    const NAME: &'static str = "halo3d";
    const CALLS: &'static [Function] = EXCHANGE_AND_REDUCTION;

    fn steps(&self) -> u32 {
        2
    }

    fn step(&self, rank: u32, iteration: u32, step: u32, calls: &mut Calls<'_>) {
        if step == 0 {
            for (direction, peer) in self.neighbours(rank) {
                calls.irecv(1, peer, (direction ^ 1) as i32, self.bytes[direction / 2]);
            }
            for (direction, peer) in self.neighbours(rank) {
                calls.isend(2, peer, direction as i32, self.bytes[direction / 2]);
            }
            calls.waitall(3);
        } else {
            calls.compute(self.compute);
            if self.every > 0 && (iteration + 1).is_multiple_of(self.every) {
                calls.allreduce(4, self.allreduce);
            }
        }
    }
}

#[cfg(test)]
mod tests;
