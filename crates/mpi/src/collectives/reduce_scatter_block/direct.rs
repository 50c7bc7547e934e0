//! Reduce-scatter of equal blocks by an all-to-all of blocks (SMPI 3.32 `ireduce_scatter`). P·(P−1) messages of a block.

use crate::collectives::direct;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = direct::algorithm(Operation::ReduceScatterBlock);
