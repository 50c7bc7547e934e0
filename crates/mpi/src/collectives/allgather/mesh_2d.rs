//! Allgather on a mesh of two dimensions (SMPI 3.32 `2dmesh`; A. Faraj, X. Yuan, ICS 2005). The P ranks form a mesh of X rows
//! and Y columns. A rank first sends its block to all other ranks of its row; then it sends the blocks of its row to all other
//! ranks of its column. With blocks of n bytes, a rank sends n·(P−1) bytes in X + Y − 2 messages.

use super::own::{copy_own, own};
use crate::collectives::common::bytes;
use crate::collectives::mesh::{flat, row, spread};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "2dmesh",
    "Blocks to all ranks of the row, then those of the row to all of the column.",
    |context, _| Box::new(Mesh { row: row(context.size).unwrap_or(1), across: false }),
)
.requires(flat);

struct Mesh {
    /// Ranks of a row.
    row: u32,
    /// Whether the next messages are those across rows.
    across: bool,
}

impl Mesh {
    fn along_row(&self, context: &Context<'_>, batch: &mut Batch) {
        let (rank, block) = (context.rank, bytes(context));
        let first = rank / self.row * self.row;
        let own_block = own(context);
        copy_own(context, batch);
        let recv = |peer: u32| (Loc::recv(block * u64::from(peer)), block);
        spread(batch, first..first + self.row, rank, recv, |_, _| (own_block, block));
    }

    fn along_column(&self, context: &Context<'_>, batch: &mut Batch) {
        let (rank, block) = (context.rank, bytes(context));
        let of_row =
            |peer: u32| (Loc::recv(block * u64::from(peer / self.row * self.row)), block * u64::from(self.row));
        let column = (rank % self.row..context.size).step_by(self.row as usize);
        spread(batch, column, rank, of_row, |_, _| of_row(rank));
    }
}

impl Generator for Mesh {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.across {
            self.along_column(context, batch);
            return Next::Last;
        }
        self.along_row(context, batch);
        self.across = true;
        Next::More
    }
}
