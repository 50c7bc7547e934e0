//! Algorithms of `MPI_Alltoallv`.

pub(super) mod pairwise_exchange;
pub(super) mod pairwise_sendrecv_replace;
pub(super) mod scattered;

use super::trivial;
use crate::schedule::{Algorithm, Context};
use ops::Operation;

/// The algorithms of `MPI_Alltoallv`.
pub static ALGORITHMS: &[Algorithm] = &[
    trivial::algorithm(Operation::Alltoallv),
    pairwise_exchange::ALGORITHM,
    pairwise_sendrecv_replace::ALGORITHM,
    scattered::ALGORITHM,
];

/// The blocks of an alltoallv or alltoallw.
fn blocks<'a>(context: &Context<'a>) -> &'a ops::Vectors {
    context.call.vectors.as_ref().expect("an alltoallv or alltoallw has its blocks")
}
