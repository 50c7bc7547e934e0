//! Arranges ranks as a mesh of two or three dimensions, for the algorithms `mesh_2d` and `mesh_3d`. A rank exchanges messages
//! with all other ranks of its row, then with those of its column, and in three dimensions finally with the ranks that have the
//! same row and column in the other planes (A. Faraj, X. Yuan, "Automatic generation and tuning of MPI collective communication
//! routines", ICS 2005; SMPI 3.32 `2dmesh`, `3dmesh`).

use super::common::{Sequence, require};
use super::rounds::Block;
use crate::schedule::{Batch, Context, Precondition};

/// Most ranks along a dimension: the messages to all of them are one batch, with a copy before each.
const SIDE_MAX: u32 = 16_384;

/// Ranks of a row of the flattest mesh of two dimensions, which is as long as a column or longer. A prime has none above 3.
pub(super) fn row(size: u32) -> Option<u32> {
    let column = (1..=size.isqrt()).rev().find(|&column| size.is_multiple_of(column))?;
    (column > 1 || size <= 3).then_some(size / column)
}

/// Ranks of a row, and of a column, of a mesh of three dimensions: the first number from the cube root of all on whose square
/// divides it; below 8 ranks 1.
pub(super) fn side(size: u32) -> Option<u32> {
    let cube = |side: u32| u64::from(side).pow(3);
    let root = (1..=1625).take_while(|&side| cube(side) <= size.into()).last()?;
    (root..=size.isqrt().min(size / 3)).find(|&side| size.is_multiple_of(side * side))
}

/// A mesh of two dimensions.
pub(super) fn flat(context: &Context<'_>) -> Precondition {
    let met = row(context.size).is_some_and(|row| row <= SIDE_MAX);
    require(met, "the ranks do not form a mesh of two dimensions")
}

/// A mesh of three dimensions.
pub(super) fn deep(context: &Context<'_>) -> Precondition {
    let met = side(context.size).is_some_and(|side| side <= SIDE_MAX);
    require(met, "the ranks do not form a mesh of three dimensions")
}

/// A rank's place in a mesh of three dimensions.
#[derive(Clone, Copy)]
pub(super) struct MeshPlace {
    /// Ranks of a row.
    pub(super) side: u32,
    /// Ranks of a plane.
    pub(super) plane: u32,
    rank: u32,
    size: u32,
}

impl MeshPlace {
    pub(super) fn new(context: &Context<'_>, side: u32) -> Self {
        Self { side, plane: side * side, rank: context.rank, size: context.size }
    }

    /// The first rank of a rank's row.
    pub(super) fn row_of(&self, rank: u32) -> u32 {
        rank / self.side * self.side
    }

    /// The first rank of a rank's plane.
    pub(super) fn plane_of(&self, rank: u32) -> u32 {
        rank / self.plane * self.plane
    }

    /// The ranks of the own row.
    pub(super) fn row(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        let first = self.row_of(self.rank);
        first..first + self.side
    }

    /// The ranks of the own column.
    pub(super) fn column(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        let first = self.plane_of(self.rank);
        (first + self.rank % self.side..first + self.plane).step_by(self.side as usize)
    }

    /// The ranks at the own place of the other planes, the next plane first.
    pub(super) fn depth(&self) -> impl Iterator<Item = u32> + Clone + use<> {
        let (rank, size, plane) = (self.rank, self.size, self.plane);
        (1..size / plane).map(move |planes| ((u64::from(rank) + u64::from(planes * plane)) % u64::from(size)) as u32)
    }
}

/// Receives from all peers but the rank itself at once, and blocking sends to them one after the other. `send` may append copies.
pub(super) fn spread(
    batch: &mut Batch,
    peers: impl Iterator<Item = u32> + Clone,
    rank: u32,
    recv: impl Fn(u32) -> Block,
    send: impl Fn(&mut Sequence<'_>, u32) -> Block,
) {
    let peers = peers.filter(|&peer| peer != rank);
    for peer in peers.clone() {
        let (into, bytes) = recv(peer);
        batch.recv(peer, 0, into, bytes);
    }
    let mut sequence = Sequence::new(batch);
    for peer in peers {
        let (from, bytes) = send(&mut sequence, peer);
        sequence.send(peer, from, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meshes_are_those_of_smpi() {
        let rows =
            [(1, Some(1)), (3, Some(3)), (5, None), (8, Some(4)), (10, Some(5)), (12, Some(4)), (1024, Some(32))];
        assert!(rows.iter().all(|&(size, expected)| row(size) == expected));
        let sides =
            [(2, None), (5, Some(1)), (8, Some(2)), (9, Some(3)), (10, None), (18, Some(3)), (1024, Some(16))];
        assert!(sides.iter().all(|&(size, expected)| side(size) == expected));
        assert_eq!((row(u32::MAX), side(1 << 30)), (Some(65_537), Some(1024)));
    }
}
