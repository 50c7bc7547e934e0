//! Binomial-tree broadcast (Thakur et al. 2005, §4.2; MPICH 4.3 `bcast_intra_binomial`).
//!
//! A rank receives from its parent, and then sends to its children with one blocking send after the other. The child with the
//! largest subtree comes first. With P ranks and a message of n bytes: ⌈log2 P⌉ rounds; n·⌈log2 P⌉ bytes leave the root. For
//! short messages, or few ranks.

use crate::collectives::common::{InOrderBinomialTree, SingleBatch, bytes};
use crate::schedule::{Algorithm, Batch, Context, Loc};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm =
    Algorithm::new(Operation::Bcast, "binomial", "Down a binomial tree.", |_, parameters| {
        Box::new(SingleBatch { emit, parameter: parameters[0] })
    })
    .with(&[Parameter::with_default(
        "concurrent",
        ParameterKind::Between(0, 1),
        "0",
        "",
        "1: the sends to all ranks below start together, as in MPICH's non-blocking schedule; 0: one after the other",
    )]);

fn emit(context: &Context<'_>, concurrent: u64, batch: &mut Batch) {
    let bytes = bytes(context);
    let tree = InOrderBinomialTree::new(context, context.call.root);
    let received = tree.parent().map(|parent| batch.recv(parent, 0, Loc::recv(0), bytes));
    let mut earlier = received;
    for (place, _) in tree.children() {
        let send = batch.send(tree.rank(place), 0, Loc::recv(0), bytes);
        if let Some(earlier) = earlier {
            batch.after(send, earlier);
        }
        earlier = if concurrent == 0 { Some(send) } else { received };
    }
}
