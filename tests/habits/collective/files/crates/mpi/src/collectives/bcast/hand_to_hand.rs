//! Hand to hand: every rank receives from the one before it and sends to the one after it, the root first. P − 1 rounds of all
//! bytes.

use crate::collectives::common::{SingleBatch, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Bcast, "hand_to_hand", "From rank to rank.", |_, _| SingleBatch::boxed(emit));

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let (rank, size, root, bytes) = (context.rank, context.size, context.call.root, bytes(context));
    let received = (rank != root).then(|| batch.recv((rank + size - 1) % size, 0, Loc::recv(0), bytes));
    let next = (rank + 1) % size;
    if next != root {
        let send = batch.send(next, 0, Loc::recv(0), bytes);
        if let Some(received) = received {
            batch.after(send, received);
        }
    }
}
