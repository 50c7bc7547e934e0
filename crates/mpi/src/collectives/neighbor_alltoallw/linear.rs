//! Neighbor alltoallw with all messages posted at once (MPICH 4.3 `ineighbor_alltoallw_allcomm_linear`), as in
//! neighbor_alltoall's `linear`. Blocks lie as [`ops::Vectors`] says.

use crate::collectives::neighbor_alltoall;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = neighbor_alltoall::linear::algorithm(Operation::NeighborAlltoallw);
