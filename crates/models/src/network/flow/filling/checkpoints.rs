//! States that a filling goes back to instead of beginning anew.

use super::{Indices, Sum};

/// The state between two stops.
#[derive(Debug, Default)]
pub(super) struct Checkpoint {
    /// Of the last stop.
    pub(super) level: u64,
    pub(super) steps: usize,
    pub(super) frozen: usize,
    /// Of the links and ceilings in `counted`; of others zero.
    pub(super) sums: Vec<Sum>,
    pub(super) counted: Vec<u32>,
}

/// Checkpoints of the last filling, ascending.
#[derive(Debug, Default)]
pub(super) struct Checkpoints {
    pub(super) points: Vec<Checkpoint>,
    /// Memory for others.
    spare: Vec<Checkpoint>,
}

impl Checkpoints {
    pub(super) fn drop_last(&mut self) {
        let Some(mut point) = self.points.pop() else { return };
        point.counted.drain(..).for_each(|link| point.sums[link as usize] = Sum::default());
        self.spare.push(point);
    }

    pub(super) fn push(&mut self, level: u64, steps: usize, frozen: usize, indices: &Indices, sums: &[Sum]) {
        let mut point = self.spare.pop().unwrap_or_default();
        point.sums.resize(sums.len(), Sum::default());
        point.counted.extend_from_slice(&indices.counted);
        point.counted.extend(indices.ceilings.iter().map(|ceiling| ceiling.1));
        point.counted.iter().for_each(|&link| point.sums[link as usize] = sums[link as usize]);
        (point.level, point.steps, point.frozen) = (level, steps, frozen);
        self.points.push(point);
    }
}
