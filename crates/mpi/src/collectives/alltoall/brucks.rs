//! All-to-all by Bruck's algorithm (Bruck et al. 1997; Thakur et al. 2005, §4.4; MPICH 4.3 `alltoall_intra_brucks`).
//!
//! Rank r rotates its blocks so that block i is for rank r + i (mod P, the number of ranks). In round k it sends one message to
//! rank r + 2^k. The message consists of all blocks i for which bit k of i is 1. After ⌈log2 P⌉ rounds, rank r's block i is the
//! one that rank r − i has sent. Finally each rank reverses the order of its blocks, so that each is in the place of its
//! sender. A rank sends about n·P/2·log2 P bytes for blocks of n bytes. For short messages. The blocks of a round are packed and
//! unpacked by a derived datatype, in the end they are copied one by one.

use crate::collectives::common::{Sequence, bytes, rank_after, rank_before, two_buffers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Alltoall,
    "brucks",
    "Bruck's algorithm: blocks travel by the bits of their distance.",
    |_, _| Box::new(Bruck { bit: 0 }),
)
.requires(two_buffers);

struct Bruck {
    // 2^k of the next round; 0 before the rotation.
    bit: u32,
}

/// Blocks below `size` whose number has the bit.
fn with_bit(size: u32, bit: u32) -> u32 {
    let full = size / (2 * bit) * bit;
    full + (size % (2 * bit)).saturating_sub(bit)
}

/// Whether blocks are copied from the work area to the packed area, or back.
#[derive(Clone, Copy, PartialEq)]
enum Packing {
    Pack,
    Unpack,
}

/// Copies the blocks with the bit, which come in runs of `bit` blocks, to or from `packed`, without gaps there.
fn runs(sequence: &mut Sequence<'_>, packing: Packing, size: u32, bit: u32, block: u64, packed: Loc) {
    let run = block * u64::from(bit);
    let whole = size / (2 * bit);
    let rest = (size % (2 * bit)).saturating_sub(bit);
    let mut copy = |work: u64, place: u64, bytes: u64, count: u32| {
        let (work, packed) = (Loc::scratch(work), packed.plus(place));
        let strides = (2 * run as i64, run as i64);
        match packing {
            Packing::Pack => sequence.copy_strided((work, strides.0), (packed, strides.1), bytes, u64::from(count)),
            Packing::Unpack => sequence.copy_strided((packed, strides.1), (work, strides.0), bytes, u64::from(count)),
        }
    };
    copy(run, 0, run, whole);
    copy(run * (2 * u64::from(whole) + 1), run * u64::from(whole), block * u64::from(rest), 1);
}

impl Generator for Bruck {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let (rank, size) = (context.rank, context.size);
        let blocks = |count: u32| block * u64::from(count);
        let half = blocks(size / 2 + 1);
        let (sent, received) = (Loc::scratch(blocks(size)), Loc::scratch(blocks(size) + half));
        let mut sequence = Sequence::new(batch);
        if self.bit == 0 {
            sequence.batch.scratch(blocks(size) + 2 * half);
            sequence.copy(Loc::send(blocks(rank)), Loc::scratch(0), blocks(size - rank));
            sequence.copy(Loc::send(0), Loc::scratch(blocks(size - rank)), blocks(rank));
            self.bit = 1;
        } else {
            runs(&mut sequence, Packing::Unpack, size, self.bit, block, received);
            self.bit *= 2;
        }
        if self.bit < size {
            sequence.pack(1, with_bit(size, self.bit).into(), block);
            runs(&mut sequence, Packing::Pack, size, self.bit, block, sent);
            let length = blocks(with_bit(size, self.bit));
            sequence.send_recv(
                (rank_after(context, self.bit), sent, length),
                (rank_before(context, self.bit), received, length),
            );
            return Next::More;
        }
        sequence.pack(0, size.into(), block);
        let back = -(block as i64);
        sequence.copy_strided(
            (Loc::scratch(0), block as i64),
            (Loc::recv(blocks(rank)), back),
            block,
            u64::from(rank) + 1,
        );
        if rank + 1 < size {
            sequence.copy_strided(
                (Loc::scratch(blocks(rank + 1)), block as i64),
                (Loc::recv(blocks(size - 1)), back),
                block,
                u64::from(size - rank - 1),
            );
        }
        Next::Last
    }
}
