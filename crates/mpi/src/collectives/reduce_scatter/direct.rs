//! Reduce-scatter by an all-to-all of blocks, reduced where they arrive (SMPI 3.32 `ireduce_scatter`). P·(P−1) messages
//! of a block.

use crate::collectives::direct;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = direct::algorithm(Operation::ReduceScatter);
