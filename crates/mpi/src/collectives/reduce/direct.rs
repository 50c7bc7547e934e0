//! Reduction at the root of what all ranks send it at once (SMPI 3.32 `ireduce`). P − 1 messages at the root.

use crate::collectives::direct;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = direct::algorithm(Operation::Reduce);
