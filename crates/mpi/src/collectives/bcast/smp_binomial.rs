//! Broadcast on two levels with binomial trees on both (SMPI 3.32 `SMP_binomial`, which is also what its `mpich` selector takes):
//! the root sends the message to rank 0, which broadcasts it among the leaders, then each leader on its host.
//!
//! ⌈log2 (hosts)⌉ + ⌈log2 (ranks on a host)⌉ rounds, one more if rank 0 is not the root.

use crate::collectives::common::{Sequence, SingleBatch, bytes, hierarchical, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Level, Loc};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "smp_binomial",
    doc: "To rank 0, down a binomial tree of the leaders, then down one on each host.",
    parameters: &[],
    precondition: hierarchical,
    build: |_, _| SingleBatch::boxed(emit),
};

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let here = context.locality;
    let (root, message) = (context.call.root, Loc::recv(0));
    let mut sequence = Sequence::new(batch);
    if root != 0 && context.rank == root {
        sequence.send(0, message, bytes(context));
    } else if root != 0 && context.rank == 0 {
        sequence.recv(root, message, bytes(context));
    }
    let mut down = |level| {
        let mut call = sub_call(context, level, Operation::Bcast, 0);
        (call.recv, call.algorithm) = (Some(message), Some("binomial".into()));
        sequence.sub(call);
    };
    if here.leads() {
        down(Level::Leaders);
    }
    if here.ranks_on_host > 1 {
        down(Level::Host);
    }
}
