//! All-to-all as an allgather by recursive doubling (SMPI 3.32 `rdb`): every rank receives the send buffers of all ranks, P²
//! blocks, and picks the P blocks for itself. P ranks need ⌈log2 P⌉ rounds; if P is not a power of two, some ranks send twice
//! as many messages. For blocks of n bytes, a rank sends n·P·(P−1) bytes.

use crate::collectives::common::{Sequence, bytes, two_buffers};
use crate::collectives::doubling;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Alltoall,
    "recursive_doubling",
    "Allgather of all send buffers by recursive doubling, of which every rank takes its blocks.",
    |_, _| Box::new(Doubling { mask: 1 }),
)
.requires(two_buffers);

struct Doubling {
    mask: u32,
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (rank, size) = (context.rank, context.size);
        let block = bytes(context);
        let row = block * u64::from(size);
        let rows = |first: u32, count: u32| {
            let count = count.min(size - first);
            (Loc::scratch(row * u64::from(first)), row * u64::from(count))
        };
        batch.scratch(row * u64::from(size));
        let mut sequence = Sequence::new(batch);
        if self.mask == 1 {
            sequence.copy(Loc::send(0), rows(rank, 1).0, row);
        }
        if self.mask < size {
            doubling::round(&mut sequence, (rank, size, self.mask), rows, |rank| rank);
        }
        self.mask *= 2;
        if self.mask < size {
            return Next::More;
        }
        sequence.pack(0, size.into(), block);
        let own = Loc::scratch(block * u64::from(rank));
        sequence.copy_strided((own, row as i64), (Loc::recv(0), block as i64), block, size.into());
        Next::Last
    }
}
