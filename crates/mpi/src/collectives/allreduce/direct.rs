//! Allreduce at every rank of what all others send it at once (SMPI 3.32 `iallreduce`). P·(P−1) messages of n bytes.

use crate::collectives::direct;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = direct::algorithm(Operation::Allreduce);
