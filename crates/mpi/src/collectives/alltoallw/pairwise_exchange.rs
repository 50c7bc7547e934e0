//! One exchange a round, as for alltoallv (MPICH 4.3 `alltoallw_intra_pairwise_exchange`): buffers are packed, so that a
//! type per block makes no difference here.

use crate::collectives::alltoallv;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = alltoallv::pairwise_exchange::algorithm(Operation::Alltoallw);
