//! Allgather on a mesh of three dimensions (SMPI 3.32 `3dmesh`; A. Faraj, X. Yuan, ICS 2005): a rank sends its own block to all
//! ranks of its row, then the blocks of its row to all ranks of its column, then the blocks of its plane to the ranks at the
//! same position in the other planes. With P ranks on Z planes of S·S ranks, and blocks of n bytes, a rank sends n·(P−1) bytes
//! in 2·S + Z − 3 messages.

use super::own::{copy_own, own};
use crate::collectives::common::bytes;
use crate::collectives::mesh::{MeshPlace, deep, side, spread};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "3dmesh",
    "Blocks to all ranks of the row, those of the row to the column, those of the plane to the other planes.",
    |context, _| Box::new(Mesh { place: MeshPlace::new(context, side(context.size).unwrap_or(1)), stage: 0 }),
)
.requires(deep);

struct Mesh {
    place: MeshPlace,
    stage: u32,
}

impl Generator for Mesh {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, block, place) = (context.rank, bytes(context), self.place);
        let blocks = |first: u32, count: u32| (Loc::recv(block * u64::from(first)), block * u64::from(count));
        let of_row = |peer: u32| blocks(place.row_of(peer), place.side);
        let of_plane = |peer: u32| blocks(place.plane_of(peer), place.plane);
        match self.stage {
            0 => {
                let own_block = own(context);
                copy_own(context, batch);
                spread(batch, place.row(), rank, |peer| blocks(peer, 1), |_, _| (own_block, block));
            }
            1 => spread(batch, place.column(), rank, of_row, |_, _| of_row(rank)),
            _ => spread(batch, place.depth(), rank, of_plane, |_, _| of_plane(rank)),
        }
        self.stage += 1;
        if self.stage < 3 { Next::More } else { Next::Last }
    }
}
