//! The motif `lu`: the communication of NPB's LU, symmetric successive over-relaxation in wavefronts.
//!
//! The benchmark is described by D. Bailey et al., "The NAS Parallel Benchmarks", NASA Technical Report RNR-94-007, 1994, §3.2.
//! The motif sends the messages that the time steps of its MPI version 3.3 send. Columns of a cube are divided among a
//! two-dimensional grid of ranks. Each step sweeps up and down through the planes of the cube, with a message for each plane
//! and neighbour, and then exchanges faces two points deep.
//!
//! Checked for class S on 8 ranks: the time steps of NPB 3.3's program and of this motif send equally many messages of each
//! sender, receiver, tag and size.
//!
//! # Program
//!
//! The grid has y columns of ranks, where y = ⌊√P⌋ or, if that does not divide P, the next smaller divisor of P. Rank r is in
//! row r mod (P/y) and column ⌊r / (P/y)⌋. Its neighbours north and south are in its column (one rank before and after), those
//! west and east in its row. Along each axis the `size` points of the cube are divided among the ranks; if they do not divide
//! evenly, the first ranks have one point more. Each rank does what this program does on `MPI_COMM_WORLD`; where there is no
//! neighbour, there is no message:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 1; i <= iterations; i++) {
//!     for (k = 2; k < size; k++) {            /* lower triangle */
//!         MPI_Recv(in, column, MPI_DOUBLE, north, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!         MPI_Recv(in, row, MPI_DOUBLE, west, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!         compute();
//!         MPI_Send(out, column, MPI_DOUBLE, south, 2, MPI_COMM_WORLD);
//!         MPI_Send(out, row, MPI_DOUBLE, east, 4, MPI_COMM_WORLD);
//!     }
//!     for (k = 2; k < size; k++) {            /* upper triangle */
//!         MPI_Recv(in, column, MPI_DOUBLE, south, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!         MPI_Recv(in, row, MPI_DOUBLE, east, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!         compute();
//!         MPI_Send(out, column, MPI_DOUBLE, north, 1, MPI_COMM_WORLD);
//!         MPI_Send(out, row, MPI_DOUBLE, west, 3, MPI_COMM_WORLD);
//!     }
//!     if (i == iterations)
//!         MPI_Allreduce(norm, sum, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
//!     exchange(north, south, 2, face_x);      /* right-hand side */
//!     exchange(south, north, 1, face_x);
//!     compute_half();
//!     exchange(west, east, 4, face_y);
//!     exchange(east, west, 3, face_y);
//!     compute_half();
//!     if (i == iterations)
//!         MPI_Allreduce(norm, sum, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
//! }
//! MPI_Finalize();
//!
//! void exchange(int from, int to, int tag, int numbers) {
//!     MPI_Irecv(in, numbers, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, &request);
//!     MPI_Send(out, numbers, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
//!     MPI_Wait(&request, MPI_STATUS_IGNORE);
//! }
//! ```
//!
//! Each point has 5 numbers. `column` and `row` are 5 for each point along the rank's side of a plane that is not on the
//! cube's surface. `face_x` and `face_y` are 10 for each point along the rank's side, on the surface or not, in all
//! planes.

use super::iterated::{Calls, Iterated, Iteration};
use super::motif::Motif;
use super::parameter::{MotifError, Values, wrong};
use config::{Parameter, ParameterKind};
use ops::{Function, Work};
use units::Time;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "lu",
    doc: "Wavefronts of small messages through a cube, up and down, then exchanges of faces, as in NPB's LU.",
    parameters: PARAMETERS,
    build: |ranks, values| Iterated::build(ranks, values, Lu::new),
};

const SIZE: ParameterKind = ParameterKind::Form("a whole number from 3 to 100000");

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("size", SIZE, "64", "class A", "points of the cube in each direction"),
    Parameter::with_default("iterations", ParameterKind::Whole, "250", "class A", "number of time steps"),
    Parameter::with_default(
        "compute",
        ParameterKind::Work,
        "0",
        "",
        "computation per point of a sweep, of two in a step",
    ),
    Parameter::with_default("rhs", ParameterKind::Work, "0", "", "computation per point of the right-hand side"),
];

/// Bytes of a number.
const NUMBER: u64 = 8;
/// Numbers of a point.
const NUMBERS: u64 = 5;
/// Steps of a plane, and of an exchange of faces both ways.
const PLANE: u32 = 4;
const FACES: u32 = 4;

/// A side of a rank's columns, with the tag of what goes there; -x is north, -y west.
#[derive(Clone, Copy)]
enum Side {
    North,
    South,
    West,
    East,
}

impl Side {
    fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }

    /// The tag of a message that goes to this side: that which its receiver gives to the other side.
    fn tag(self) -> i32 {
        match self {
            Self::North => 1,
            Self::South => 2,
            Self::West => 3,
            Self::East => 4,
        }
    }
}

struct Lu {
    /// Ranks in x and y.
    grid: [u32; 2],
    size: u32,
    iterations: u32,
    compute: Work,
    rhs: Work,
}

impl Lu {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        let (size, iterations) = (values.number("size")?.unwrap_or(0), values.number("iterations")?.unwrap_or(0));
        if !(3..=100_000).contains(&size) {
            return Err(wrong(PARAMETERS[0], &size.to_string()));
        }
        let columns = (1..=ranks.isqrt()).rev().find(|columns| ranks.is_multiple_of(*columns)).unwrap_or(1);
        let grid = [ranks / columns, columns];
        if size / grid[0] < 3 {
            let expected = "few enough ranks that each has at least 3 points in x and y";
            return Err(MotifError::Ranks { motif: MOTIF.name, expected, ranks });
        }
        Ok(Self { grid, size, iterations, compute: values.work("compute")?, rhs: values.work("rhs")? })
    }

    /// Planes that a sweep goes through: all but the first and the last.
    fn planes(&self) -> u32 {
        self.size - 2
    }

    fn place(&self, rank: u32) -> [u32; 2] {
        [rank % self.grid[0], rank / self.grid[0]]
    }

    fn neighbour(&self, rank: u32, side: Side) -> Option<u32> {
        let [x, y] = self.place(rank);
        match side {
            Side::North => (x > 0).then(|| rank - 1),
            Side::South => (x + 1 < self.grid[0]).then(|| rank + 1),
            Side::West => (y > 0).then(|| rank - self.grid[0]),
            Side::East => (y + 1 < self.grid[1]).then(|| rank + self.grid[0]),
        }
    }

    /// Points of a rank in x and y.
    fn points(&self, rank: u32) -> [u64; 2] {
        let place = self.place(rank);
        [0, 1].map(|axis| {
            let ranks = self.grid[axis];
            (self.size / ranks + u32::from(place[axis] < self.size % ranks)).into()
        })
    }

    /// Those that are not on the cube's surface.
    fn inner(&self, rank: u32) -> [u64; 2] {
        let (place, points) = (self.place(rank), self.points(rank));
        [0, 1].map(|axis| {
            let (first, last) = (place[axis] == 0, place[axis] + 1 == self.grid[axis]);
            points[axis] - u64::from(first) - u64::from(last)
        })
    }

    /// Bytes of a message of a sweep to or from a side: what lies along it.
    fn edge(&self, rank: u32, side: Side) -> u64 {
        let [x, y] = self.inner(rank);
        NUMBER * NUMBERS * if matches!(side, Side::North | Side::South) { y } else { x }
    }

    /// Bytes of a face two points deep.
    fn face(&self, rank: u32, side: Side) -> u64 {
        let [x, y] = self.points(rank);
        let along = if matches!(side, Side::North | Side::South) { y } else { x };
        NUMBER * 2 * NUMBERS * along * u64::from(self.size)
    }

    /// A step of a plane of a sweep that comes from two sides.
    fn sweep(&self, rank: u32, step: u32, from: [Side; 2], calls: &mut Calls<'_>) {
        let side = from[step as usize % 2];
        if step < 2 {
            if let Some(peer) = self.neighbour(rank, side) {
                calls.recv(1, peer, side.opposite().tag(), self.edge(rank, side));
            }
            return;
        }
        if step == 2 {
            let [x, y] = self.inner(rank);
            calls.compute(times(self.compute, x * y));
        }
        let to = side.opposite();
        if let Some(peer) = self.neighbour(rank, to) {
            calls.send(2, peer, to.tag(), self.edge(rank, to));
        }
    }

    /// A step of the exchange of faces in a direction, and of the computation after it.
    fn exchange(&self, rank: u32, step: u32, sides: [Side; 2], calls: &mut Calls<'_>) {
        let [from, to] = if step < 2 { sides } else { [sides[1], sides[0]] };
        let source = self.neighbour(rank, from);
        if step.is_multiple_of(2) {
            if let Some(source) = source {
                calls.irecv(4, source, to.tag(), self.face(rank, from));
            }
            if let Some(peer) = self.neighbour(rank, to) {
                calls.send(2, peer, to.tag(), self.face(rank, to));
            }
            return;
        }
        if source.is_some() {
            calls.wait_first(5);
        }
    }
}

/// The work of this many points.
fn times(work: Work, points: u64) -> Work {
    match work {
        Work::Time(time) => Work::Time(Time::from_ps(time.ps().saturating_mul(points))),
        Work::Flops(flops) => Work::Flops(flops.saturating_mul(points)),
        other => other,
    }
}

/// Half of the work of this many points.
fn half(work: Work, points: u64) -> Work {
    match times(work, points) {
        Work::Time(time) => Work::Time(Time::from_ps(time.ps() / 2)),
        Work::Flops(flops) => Work::Flops(flops / 2),
        other => other,
    }
}

impl Iteration for Lu {
    const NAME: &'static str = "lu";
    const CALLS: &'static [Function] = &[
        Function::Init,
        Function::Recv,
        Function::Send,
        Function::Allreduce,
        Function::Irecv,
        Function::Wait,
        Function::Finalize,
    ];

    /// The planes of two sweeps; a norm; the faces in x and y, each with a computation after them; a norm.
    fn steps(&self) -> u32 {
        2 * self.planes() * PLANE + 1 + 2 * (FACES + 1) + 1
    }

    fn step(&self, rank: u32, iteration: u32, step: u32, calls: &mut Calls<'_>) {
        let sweep = self.planes() * PLANE;
        let Some(step) = step.checked_sub(sweep) else {
            return self.sweep(rank, step % PLANE, [Side::North, Side::West], calls);
        };
        let Some(step) = step.checked_sub(sweep) else {
            return self.sweep(rank, step % PLANE, [Side::South, Side::East], calls);
        };
        let faces = FACES + 1;
        match step {
            0 | 11 if iteration + 1 == self.iterations => calls.allreduce(3, NUMBERS * NUMBER),
            0 | 11 => {}
            _ if (step - 1) % faces == FACES => {
                let [x, y] = self.points(rank);
                calls.compute(half(self.rhs, x * y * u64::from(self.size)));
            }
            _ if step <= FACES => self.exchange(rank, step - 1, [Side::North, Side::South], calls),
            _ => self.exchange(rank, step - 1 - faces, [Side::West, Side::East], calls),
        }
    }
}

#[cfg(test)]
mod tests;
