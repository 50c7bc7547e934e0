//! Algorithms of `MPI_Allgather`.

mod brucks;
mod linear;
mod mesh_2d;
mod mesh_3d;
pub(super) mod neighbour_exchange;
mod pairwise;
mod recursive_doubling;
mod ring;
mod smp;
mod spreading_simple;

use super::common::bytes;
use super::trivial;
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

/// The algorithms of `MPI_Allgather`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Allgather),
    brucks::ALGORITHM,
    linear::ALGORITHM,
    mesh_2d::ALGORITHM,
    mesh_3d::ALGORITHM,
    neighbour_exchange::ALGORITHM,
    pairwise::ALGORITHM,
    recursive_doubling::ALGORITHM,
    ring::ALGORITHM,
    smp::ALGORITHM,
    spreading_simple::ALGORITHM,
];

/// The own contribution.
fn own(context: &Context<'_>) -> Loc {
    if context.call.in_place { Loc::recv(bytes(context) * u64::from(context.rank)) } else { Loc::send(0) }
}

/// Copies the own contribution to its place, unless it is there.
fn copy_own(context: &Context<'_>, batch: &mut Batch) {
    let (from, to) = (own(context), Loc::recv(bytes(context) * u64::from(context.rank)));
    if from != to && bytes(context) > 0 {
        batch.copy(from, to, bytes(context));
    }
}
