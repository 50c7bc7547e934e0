//! Allreduce by PIOsimHD's `BinaryTree`, which is a binomial tree. The data are reduced up the tree, and the result goes
//! down the tree. A rank sends the result to all its children at once. Messages have 20 bytes beside the data. If the data
//! have more than 100 KiB, a parent first sends its children a message of 20 bytes that it is ready to receive.
//!
//! At every rank but the root, a reduction takes a CPU cycle for each byte of one operand. At the root it takes no time.

use crate::collectives::common::{InOrderBinomialTree, SingleBatch, bytes, operand};
use crate::collectives::raw::{ENVELOPE, READY_ABOVE, Raw, cycles, order_of_sends};
use crate::schedule::{Algorithm, Batch, Context, Loc, VertexId};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "piosim",
    "Up and down a binomial tree, all children at once, of messages without the library's protocol.",
    |_, _| Raw::boxed(ENVELOPE, SingleBatch::boxed(emit)),
);

const UP: u32 = 0;
const DOWN: u32 = 1;
const READY: u32 = 2;

fn emit(context: &Context<'_>, _: u64, batch: &mut Batch) {
    let tree = InOrderBinomialTree::new(context, 0);
    let (own, reduced) = reduce(context, &tree, batch);
    let result = Loc::recv(0);
    let there = match tree.parent() {
        Some(parent) => {
            let sent = send_up(context, parent, (own, reduced), batch);
            let received = batch.recv(parent, DOWN, result, bytes(context));
            batch.after(received, sent);
            Some(received)
        }
        None if own == result => reduced,
        None => {
            let copied = batch.copy(own, result, bytes(context));
            reduced.into_iter().for_each(|earlier| batch.after(copied, earlier));
            Some(copied)
        }
    };
    let children: Vec<u32> = tree.children().map(|(child, _)| tree.rank(child)).collect();
    for number in order_of_sends(children.len()) {
        let sent = batch.send(children[number], DOWN, result, bytes(context));
        there.into_iter().for_each(|earlier| batch.after(sent, earlier));
    }
}

/// What the children send is reduced, in the order of ranks, when all is there: where the sum is, and what to wait for.
fn reduce(context: &Context<'_>, tree: &InOrderBinomialTree, batch: &mut Batch) -> (Loc, Option<VertexId>) {
    let bytes = bytes(context);
    let children: Vec<u32> = tree.children().rev().map(|(child, _)| tree.rank(child)).collect();
    batch.scratch(bytes * children.len() as u64);
    let place = |number: usize| Loc::scratch(bytes * number as u64);
    if bytes > READY_ABOVE {
        for &child in &children {
            batch.send(child, READY, Loc::NOWHERE, 0);
        }
    }
    let received: Vec<VertexId> =
        children.iter().enumerate().map(|(number, &child)| batch.recv(child, UP, place(number), bytes)).collect();
    let (mut sum, mut last) = (operand(context), None);
    for number in 0..children.len() {
        let reduced = batch.reduce(sum, place(number), context.call.count);
        match last {
            Some(earlier) => batch.after(reduced, earlier),
            None => received.iter().for_each(|&earlier| batch.after(reduced, earlier)),
        }
        (sum, last) = (place(number), Some(reduced));
    }
    if let (Some(reduced), Some(_)) = (last, tree.parent()) {
        let work = batch.compute(cycles(bytes));
        batch.after(work, reduced);
        last = Some(work);
    }
    (sum, last)
}

/// The sum goes to the parent, if need be when that is ready.
fn send_up(
    context: &Context<'_>,
    parent: u32,
    (sum, reduced): (Loc, Option<VertexId>),
    batch: &mut Batch,
) -> VertexId {
    let ready = (bytes(context) > READY_ABOVE).then(|| batch.recv(parent, READY, Loc::NOWHERE, 0));
    let sent = batch.send(parent, UP, sum, bytes(context));
    for earlier in [ready, reduced].into_iter().flatten() {
        batch.after(sent, earlier);
    }
    sent
}
