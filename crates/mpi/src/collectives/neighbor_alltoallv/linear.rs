//! Neighbor alltoallv with all messages posted at once (MPICH 4.3 `MPIR_Ineighbor_alltoallv_allcomm_sched_linear`). The
//! algorithm is `linear` of `MPI_Neighbor_alltoall`, but [`ops::Vectors`] gives each block's offset in the buffers.

use crate::collectives::neighbor_alltoall;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = neighbor_alltoall::linear::algorithm(Operation::NeighborAlltoallv);
