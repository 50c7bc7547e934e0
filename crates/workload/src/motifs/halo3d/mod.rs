//! The motif `halo3d`: the halo exchange on a three-dimensional grid of ranks.
//!
//! # Posts
//!
//! Rank r sits at x = r / (ny·nz), y = r / nz mod ny, z = r mod nz: the order of `MPI_Cart_create` without
//! reordering, last dimension fastest. Directions are numbered 0 to 5 in the order −x +x −y +y −z +z. A rank has a
//! neighbour in a direction if the grid goes on there or is periodic; a neighbour may be the rank itself or the
//! same one in two directions. Each rank does what this program does on `MPI_COMM_WORLD`:
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
//! A message's tag is the direction it is sent in; the receiver sees it come from the opposite direction, `d ^ 1`. As posts
//! (requests to the engine): `Enter(Init)`, `Init`; per iteration `Enter(Irecv)`, `Recv` for each neighbour, `Enter(Isend)`,
//! `Send` (standard mode) for each neighbour, all `blocking: false`; `Enter(Waitall)` and, if there is any neighbour,
//! `Wait(All)` of the requests in the order of their posts; `Enter(Allreduce)`, `Collective { blocking: true }`, `Wait(All)` of
//! the one request; at the end `Enter(Finalize)`, `Finalize`. `compute()` is the block of the `Enter` that follows it. Calls
//! that need no other rank (`MPI_Comm_rank`, `MPI_Cart_shift` …) take no time and may be in the program.

use super::grid::grid3;
use super::motif::Motif;
use super::parameter::{MotifError, Values};
use crate::calls::{self, Message};
use config::{Parameter, ParameterKind};
use ops::{Answer, CallSite, CommId, Function, Post, RankDriver, RankState, RequestId, RequestSet, SendMode, Work};
use units::ActorId;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "halo3d",
    doc: "Exchange of the six faces of a block on a three-dimensional grid of ranks, then an Allreduce.",
    parameters: PARAMETERS,
    build: |ranks, values| Ok(Box::new(Halo3d::new(ranks, values)?)),
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

/// Calls in the order of the program above; a call site is its place here.
const CALLS: [Function; 6] =
    [Function::Init, Function::Irecv, Function::Isend, Function::Waitall, Function::Allreduce, Function::Finalize];

struct Halo3d {
    grid: [u32; 3],
    bytes: [u64; 3],
    iterations: u32,
    compute: Work,
    allreduce: u64,
    every: u32,
    periodic: bool,
    ranks: Vec<State>,
    /// Iterations that ranks have done.
    done: u64,
}

/// Where a rank is: all that is kept of it.
#[derive(Clone, Copy, Default)]
struct State {
    iteration: u32,
    step: Step,
}

/// The next action of a rank.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Step {
    #[default]
    Start,
    Exchanged,
    Reduced,
    Ended,
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
            iterations: values.number("iterations")?.unwrap_or(0),
            compute: values.work("compute")?,
            allreduce,
            every: values.number("every")?.unwrap_or(0),
            periodic: values.flag("periodic")?,
            ranks: vec![State::default(); ranks as usize],
            done: 0,
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

    fn message(&self, direction: usize, peer: u32, tag: usize) -> Message {
        let (peer, tag, bytes) = (peer as i32, tag as i32, self.bytes[direction / 2]);
        Message { comm: CommId::WORLD, peer, tag, bytes, blocking: false }
    }

    /// Receives, sends and the wait for them. False if there is nothing to wait for.
    fn exchange(&self, rank: u32, mut block: Work, posts: &mut Vec<Post>) -> bool {
        let mut requests = 0;
        for (direction, peer) in self.neighbours(rank) {
            posts.push(enter(1, std::mem::replace(&mut block, Work::NONE)));
            posts.push(self.message(direction, peer, direction ^ 1).received(RequestId(requests)));
            requests += 1;
        }
        for (direction, peer) in self.neighbours(rank) {
            posts.push(enter(2, std::mem::replace(&mut block, Work::NONE)));
            posts.push(self.message(direction, peer, direction).sent(RequestId(requests), SendMode::Standard));
            requests += 1;
        }
        posts.push(enter(3, block));
        if requests > 0 {
            posts.push(calls::wait(RequestSet::Many((0..requests).map(RequestId).collect())));
        }
        requests > 0
    }

    fn reduce_all(&self, block: Work, posts: &mut Vec<Post>) {
        posts.push(enter(4, block));
        let call = Box::new(calls::sum_to_all(self.allreduce));
        posts.extend(calls::blocking(RequestId(0), CommId::WORLD, call));
    }
}

fn enter(call: u32, block: Work) -> Post {
    Post::Enter { function: CALLS[call as usize], site: CallSite(call), block }
}

impl RankDriver for Halo3d {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let State { mut iteration, mut step } = self.ranks[actor.index()];
        let mut block = Work::NONE;
        let progress = loop {
            match step {
                Step::Start => {
                    posts.extend([enter(0, Work::NONE), Post::Init]);
                    step = Step::Reduced;
                }
                // The computation is the block before whichever call comes next.
                Step::Exchanged => {
                    block = self.compute;
                    step = Step::Reduced;
                    let done = iteration + 1;
                    iteration = done;
                    self.done += 1;
                    if self.every > 0 && done.is_multiple_of(self.every) {
                        self.reduce_all(block, posts);
                        break RankState::Blocked;
                    }
                }
                Step::Reduced if iteration == self.iterations => {
                    posts.extend([enter(5, block), Post::Finalize]);
                    step = Step::Ended;
                    break RankState::Finished(0);
                }
                Step::Reduced => {
                    step = Step::Exchanged;
                    if self.exchange(actor.0, std::mem::replace(&mut block, Work::NONE), posts) {
                        break RankState::Blocked;
                    }
                }
                Step::Ended => panic!("a rank that has ended is resumed"),
            }
        };
        self.ranks[actor.index()] = State { iteration, step };
        progress
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        Some((self.done, u64::from(self.iterations) * self.ranks.len() as u64))
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("the motif has no reductions of the user's");
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("halo3d, {}", CALLS[site.0 as usize])
    }
}

#[cfg(test)]
mod tests;
