//! All-to-all on a mesh of two dimensions (SMPI 3.32 `2dmesh`; A. Faraj, X. Yuan, ICS 2005). First, a rank sends all its blocks
//! to all ranks of its row; so every rank has all blocks of the ranks of its row. Then, for each rank of its column, it picks
//! the blocks with this destination and sends them.
//!
//! For P ranks in rows of Y ranks and columns of X ranks, and blocks of n bytes, a rank sends n·P·(Y−1) + n·Y·(X−1) bytes in
//! X+Y−2 messages. That is about √P times the n·(P−1) bytes of a pairwise exchange.

use crate::collectives::common::{Sequence, bytes, two_buffers};
use crate::collectives::mesh::{flat, row, spread};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Alltoall,
    "2dmesh",
    "All blocks to all ranks of the row, then to each of the column what the row has for it.",
    |context, _| Box::new(Mesh { row: row(context.size).unwrap_or(1), gathered: false }),
)
.requires(|context| two_buffers(context).and_then(|()| flat(context)));

struct Mesh {
    /// Ranks of a row.
    row: u32,
    gathered: bool,
}

impl Mesh {
    /// The blocks of the row's ranks, one buffer after the other.
    fn gather(&self, context: &Context<'_>, batch: &mut Batch) {
        let (rank, all) = (context.rank, bytes(context) * u64::from(context.size));
        let buffer = |peer: u32| Loc::scratch(all * u64::from(peer % self.row));
        let first = rank / self.row * self.row;
        batch.scratch((all + bytes(context)) * u64::from(self.row));
        batch.copy(Loc::send(0), buffer(rank), all);
        spread(batch, first..first + self.row, rank, |peer| (buffer(peer), all), |_, _| (Loc::send(0), all));
    }

    /// Blocks of the row to the ranks of the column.
    fn pass(&self, context: &Context<'_>, batch: &mut Batch) {
        let (rank, block) = (context.rank, bytes(context));
        let all = block * u64::from(context.size);
        let (packed, length) = (Loc::scratch(all * u64::from(self.row)), block * u64::from(self.row));
        let for_rank = |peer: u32| (Loc::scratch(block * u64::from(peer)), all as i64);
        let of_row = |peer: u32| Loc::recv(block * u64::from(peer / self.row * self.row));
        let count = u64::from(self.row);
        let mut own = Sequence::new(batch);
        own.pack(0, count, block);
        own.copy_strided(for_rank(rank), (of_row(rank), block as i64), block, count);
        let column = (rank % self.row..context.size).step_by(self.row as usize);
        spread(
            batch,
            column,
            rank,
            |peer| (of_row(peer), length),
            |sequence, peer| {
                sequence.pack(0, count, block);
                sequence.copy_strided(for_rank(peer), (packed, block as i64), block, count);
                (packed, length)
            },
        );
    }
}

impl Generator for Mesh {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.gathered {
            self.pass(context, batch);
            return Next::Last;
        }
        self.gather(context, batch);
        self.gathered = true;
        Next::More
    }
}
