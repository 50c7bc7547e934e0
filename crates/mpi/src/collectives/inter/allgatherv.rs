//! Allgatherv on an intercommunicator (MPICH 4.3 `allgatherv_inter_remote_gather_local_bcast`): each group sends its blocks
//! to rank 0 of the other group, and that rank broadcasts the received blocks within its own group. The gather to rank 0 of
//! the low group comes first.

use super::groups::{in_local_group, remote_group, roots};
use crate::collectives::common::Sequence;
use crate::collectives::limits::MESSAGES;
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::{Operation, ROOT_PROC_NULL, ROOT_SELF, Vectors};

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgatherv,
    "remote_gather_local_bcast",
    "All blocks to rank 0 of the remote group, which broadcasts them in its group.",
    |_, _| Box::new(RemoteGather { turn: 0, next: 0 }),
);

struct RemoteGather {
    // Two gathers, then the broadcast.
    turn: usize,
    // The first rank of the remote group whose block rank 0 has not asked for.
    next: u32,
}

impl Generator for RemoteGather {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let call = context.call;
        let vectors = call.vectors.as_ref().expect("an allgatherv has its blocks");
        let Some(&root) = roots(context).get(self.turn) else {
            spread(context, vectors, batch);
            return Next::Last;
        };
        match root {
            ROOT_PROC_NULL => {}
            ROOT_SELF => {
                let end = remote_group(context).size.min(self.next + MESSAGES);
                for rank in self.next..end {
                    let at = rank as usize;
                    if vectors.recv_bytes[at] > 0 {
                        batch.recv(rank, 0, Loc::recv(vectors.recv_offsets[at]), vectors.recv_bytes[at]);
                    }
                }
                self.next = end;
                if end < remote_group(context).size {
                    return Next::More;
                }
            }
            root => {
                if call.send.bytes > 0 {
                    batch.send(root, 0, Loc::send(0), call.send.bytes);
                }
            }
        }
        self.turn += 1;
        Next::More
    }
}

/// Broadcasts the blocks within the group: as they lie, or packed if there are gaps between them.
fn spread(context: &Context<'_>, vectors: &Vectors, batch: &mut Batch) {
    let total: u64 = vectors.recv_bytes.iter().sum();
    if total == 0 || context.size == 1 {
        return;
    }
    let mut end = vectors.recv_offsets[0];
    let dense = vectors.recv_bytes.iter().zip(&vectors.recv_offsets).all(|(&bytes, &offset)| {
        let follows = bytes == 0 || offset == end;
        end += bytes;
        follows
    });
    let buffer = if dense { Loc::recv(vectors.recv_offsets[0]) } else { Loc::scratch(0) };
    if !dense {
        batch.scratch(total);
    }
    let mut sequence = Sequence::new(batch);
    let copies = |sequence: &mut Sequence<'_>, out: bool| {
        let packed = vectors.recv_bytes.iter().scan(buffer, |next, &bytes| {
            let packed = *next;
            *next = packed.plus(bytes);
            Some((packed, bytes))
        });
        sequence.copy_blocks(packed.zip(&vectors.recv_offsets).map(|((packed, bytes), &offset)| {
            let place = Loc::recv(offset);
            let (from, to) = if out { (packed, place) } else { (place, packed) };
            (from, to, bytes)
        }));
    };
    if !dense && context.rank == 0 {
        copies(&mut sequence, false);
    }
    let mut bcast = in_local_group(context, Operation::Bcast);
    bcast.recv = Some(buffer);
    (bcast.count, bcast.element_bytes) = (total, 1);
    sequence.sub(bcast);
    if !dense && context.rank != 0 {
        copies(&mut sequence, true);
    }
}
