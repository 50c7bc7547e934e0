//! Prefix reduction of what all ranks below send at once (SMPI 3.32 `scan`). P·(P−1)/2 messages.

use crate::collectives::direct;
use crate::schedule::Algorithm;
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = direct::algorithm(Operation::Scan);
