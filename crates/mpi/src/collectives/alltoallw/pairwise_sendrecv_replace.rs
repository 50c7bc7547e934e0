//! In place, as for alltoallv (MPICH 4.3 `alltoallw_intra_pairwise_sendrecv_replace`): buffers are packed, so that a
//! type per block makes no difference here.

use crate::collectives::alltoallv;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = alltoallv::pairwise_sendrecv_replace::algorithm(Operation::Alltoallw);
