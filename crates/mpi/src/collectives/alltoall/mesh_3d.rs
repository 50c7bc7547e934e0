//! All-to-all on a mesh of three dimensions (SMPI 3.32 `3dmesh`; A. Faraj, X. Yuan, ICS 2005): first the ranks of each
//! plane exchange all their blocks, along rows and then along columns, so that every rank holds all blocks of its plane.
//! Then each rank sends to the rank at the same position in every other plane the blocks that are for that rank.
//!
//! For P ranks on Z planes of S·S ranks, and blocks of n bytes, a rank sends n·P·(S²−1) + n·S²·(Z−1) bytes in 2·S + Z − 3
//! messages. A pairwise exchange sends n·(P−1) bytes, less by a factor of about P^(2/3).

use crate::collectives::common::{Sequence, bytes, two_buffers};
use crate::collectives::mesh::{MeshPlace, deep, side, spread};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Alltoall,
    "3dmesh",
    "All blocks to all ranks of the plane, then to each other plane what this one has for it.",
    |context, _| Box::new(Mesh { place: MeshPlace::new(context, side(context.size).unwrap_or(1)), stage: 0 }),
)
.requires(|context| two_buffers(context).and_then(|()| deep(context)));

struct Mesh {
    place: MeshPlace,
    stage: u32,
}

impl Mesh {
    /// Bytes of a send buffer.
    fn all(context: &Context<'_>) -> u64 {
        bytes(context) * u64::from(context.size)
    }

    /// Where the send buffer of a rank of the own plane is gathered.
    fn buffer(&self, context: &Context<'_>, rank: u32) -> Loc {
        Loc::scratch(Self::all(context) * u64::from(rank % self.place.plane))
    }

    fn along_row(&self, context: &Context<'_>, batch: &mut Batch) {
        let (rank, all) = (context.rank, Self::all(context));
        batch.scratch((all + bytes(context)) * u64::from(self.place.plane));
        batch.copy(Loc::send(0), self.buffer(context, rank), all);
        let recv = |peer: u32| (self.buffer(context, peer), all);
        spread(batch, self.place.row(), rank, recv, |_, _| (Loc::send(0), all));
    }

    fn along_column(&self, context: &Context<'_>, batch: &mut Batch) {
        let length = Self::all(context) * u64::from(self.place.side);
        let of_row = |peer: u32| (self.buffer(context, self.place.row_of(peer)), length);
        spread(batch, self.place.column(), context.rank, of_row, |_, _| of_row(context.rank));
    }

    fn to_planes(&self, context: &Context<'_>, batch: &mut Batch) {
        let (rank, block, all) = (context.rank, bytes(context), Self::all(context));
        let count = u64::from(self.place.plane);
        let (packed, length) = (Loc::scratch(all * count), block * count);
        let for_rank = |peer: u32| (Loc::scratch(block * u64::from(peer)), all as i64);
        let of_plane = |peer: u32| Loc::recv(block * u64::from(self.place.plane_of(peer)));
        let mut own = Sequence::new(batch);
        own.pack(0, count, block);
        own.copy_strided(for_rank(rank), (of_plane(rank), block as i64), block, count);
        spread(
            batch,
            self.place.depth(),
            rank,
            |peer| (of_plane(peer), length),
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
        match self.stage {
            0 => self.along_row(context, batch),
            1 => self.along_column(context, batch),
            _ => self.to_planes(context, batch),
        }
        self.stage += 1;
        if self.stage < 3 { Next::More } else { Next::Last }
    }
}
