//! Reduce_scatter(_block) on an intercommunicator (MPICH 4.3 `reduce_scatter_inter_remote_reduce_local_scatter`). Each group
//! reduces its operands to rank 0 of the other group. Rank 0 of each group then scatters the received result within its own
//! group. The reduction to the low group comes first, or both reductions proceed at once (as in MPICH's non-blocking
//! `ireduce_scatter_inter_sched_remote_reduce_local_scatterv`).

use super::groups::{in_local_group, roots, with_remote_group};
use crate::collectives::common::{Sequence, SingleBatch};
use crate::schedule::{Algorithm, Batch, Context, Loc, SubCall};
use config::{Parameter, ParameterKind};
use ops::{Operation, ROOT_PROC_NULL, ROOT_SELF, Vectors};

const CONCURRENT: Parameter = Parameter::with_default(
    "concurrent",
    ParameterKind::Between(0, 1),
    "0",
    "",
    "1: both reductions at once; 0: one after the other",
);

pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    Algorithm::new(
        operation,
        "remote_reduce_local_scatter",
        "Reduction of each group to rank 0 of the other, which scatters the result in its group.",
        |_, parameters| Box::new(SingleBatch { emit, parameter: parameters[0] }),
    )
    .with(&[CONCURRENT])
}

fn emit(context: &Context<'_>, concurrent: u64, batch: &mut Batch) {
    let call = context.call;
    let elements = match call.operation {
        Operation::ReduceScatter => call.count,
        _ => call.count * u64::from(context.size),
    };
    let all = elements * call.element_bytes;
    if all == 0 {
        return;
    }
    let first = context.rank == 0;
    batch.scratch(if first { all } else { 0 });
    let reductions = roots(context).map(|root| {
        let mut reduce = with_remote_group(context, Operation::Reduce, root);
        reduce.count = elements;
        match root {
            ROOT_SELF => reduce.recv = Some(Loc::scratch(0)),
            ROOT_PROC_NULL => {}
            _ => reduce.send = Some(Loc::send(0)),
        }
        reduce
    });
    if concurrent == 0 {
        let mut sequence = Sequence::new(batch);
        reductions.into_iter().for_each(|reduce| sequence.sub(reduce));
        sequence.sub(scatter(context));
    } else {
        let reductions = reductions.map(|reduce| batch.sub(reduce));
        let scatter = batch.sub(scatter(context));
        reductions.into_iter().for_each(|reduce| batch.after(scatter, reduce));
    }
}

/// The last part: rank 0 has all blocks of the local group.
fn scatter(context: &Context<'_>) -> SubCall {
    let (first, own) = (context.rank == 0, context.rank as usize);
    let mut scatter = match &context.call.vectors {
        None => in_local_group(context, Operation::Scatter),
        Some(blocks) => {
            let mut scatter = in_local_group(context, Operation::Scatterv);
            scatter.own_bytes = blocks.recv_bytes[own];
            scatter.vectors = first.then(|| {
                let mut end = 0;
                let starts = blocks.recv_bytes.iter().map(|bytes| {
                    end += bytes;
                    end - bytes
                });
                let send_offsets = starts.collect();
                Box::new(Vectors { send_bytes: blocks.recv_bytes.clone(), send_offsets, ..Vectors::default() })
            });
            scatter
        }
    };
    (scatter.send, scatter.recv) = (first.then_some(Loc::scratch(0)), Some(Loc::recv(0)));
    scatter
}
