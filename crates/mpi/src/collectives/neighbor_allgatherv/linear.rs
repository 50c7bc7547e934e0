//! All messages posted at once (MPICH 4.3 `ineighbor_allgatherv_allcomm_linear`): as for neighbor_alltoall, blocks as in
//! [`ops::Vectors`].

use crate::collectives::neighbor_alltoall;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = neighbor_alltoall::linear::algorithm(Operation::NeighborAllgatherv);
