//! Neighbor allgather with all messages posted at once (MPICH 4.3 `MPIR_Ineighbor_allgather_allcomm_sched_linear`). It shares
//! the code of neighbor_alltoall's `linear`; [`ops::Vectors`] gives each block's offset in the buffers.

use crate::collectives::neighbor_alltoall;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = neighbor_alltoall::linear::algorithm(Operation::NeighborAllgather);
