//! Generates one rank's schedule of a two-phase collective access: its messages and file accesses.

use super::plan::{Plan, Window};
use super::together::{Shape, Together};
use crate::collectives::common::sub_call;
use crate::ids::FileOperationId;
use crate::schedule::{Batch, Context, FileVertex, Generator, Level, Loc, Next, SubCall, VertexId};
use ops::Operation;
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes of an offset, and of a count (MPI_Offset, int).
const OFFSET: u64 = 8;
const COUNT: u64 = 4;
/// Tags: lists of stretches, and data.
const LISTS: u32 = 1;
const DATA: u32 = 2;

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// All learn where the accesses of all begin and end.
    Offsets,
    /// All know whether there is anything to aggregate, and say how many stretches go to whom.
    Decide,
    /// Stretches are sent to their aggregators.
    Lists,
    /// All learn how many rounds there are.
    Rounds,
    /// A round of a write: sizes, a read if there are holes, the data, the write. A round of a read: the read, sizes, the data.
    Before,
    Sizes,
    Exchange,
    After,
    /// Contents move; after a write all ranks wait for each other.
    Effect,
    End,
}

/// The schedule of one rank.
pub(crate) struct TwoPhase {
    shared: Rc<RefCell<Together>>,
    /// The rank's own access, a number of `Files`.
    operation: FileOperationId,
    stage: Stage,
    round: u64,
    plan: Option<Rc<Plan>>,
}

impl TwoPhase {
    pub(crate) fn new(shared: Rc<RefCell<Together>>, operation: FileOperationId) -> Self {
        Self { shared, operation, stage: Stage::Offsets, round: 0, plan: None }
    }

    fn plan(&self) -> &Plan {
        self.plan.as_ref().expect("rounds have a plan")
    }

    fn window(&self, context: &Context<'_>) -> Option<&Window> {
        self.plan().aggregation(context.rank)?.windows.get(&self.round)
    }

    /// Stretches go to their aggregators: offsets and lengths.
    fn exchange_lists(&self, context: &Context<'_>, batch: &mut Batch) {
        let plan = self.plan();
        let bytes = |count: u64| 2 * OFFSET * count;
        for &(source, count) in plan.aggregation(context.rank).into_iter().flat_map(|part| &part.lists) {
            batch.recv(source, LISTS, Loc::NOWHERE, bytes(count));
        }
        for (aggregator, count) in plan.lists_of(context.rank) {
            batch.send(aggregator, LISTS, Loc::NOWHERE, bytes(count));
        }
    }

    /// Data go to their aggregators, or come from them.
    fn exchange_data(&self, context: &Context<'_>, write: bool, batch: &mut Batch) {
        let parts = self.window(context).map_or(&[][..], |window| &window.parts[..]);
        let own: Vec<(u32, u64)> = self.plan().moved_by(context.rank, self.round).collect();
        let (receives, sends) = if write { (parts, &own[..]) } else { (&own[..], parts) };
        for &(source, bytes) in receives {
            batch.recv(source, DATA, Loc::NOWHERE, bytes);
        }
        for &(destination, bytes) in sends {
            batch.send(destination, DATA, Loc::NOWHERE, bytes);
        }
    }

    /// The rank's window of this round is read or written.
    fn access(&self, context: &Context<'_>, write: bool, batch: &mut Batch) -> Option<VertexId> {
        let &Window { offset, bytes, .. } = self.window(context)?;
        let operation = self.operation;
        Some(batch.file(match write {
            true => FileVertex::Write { operation, offset, bytes },
            false => FileVertex::Read { operation, offset, bytes },
        }))
    }

    /// Who moves how much; then what lies in the holes of what is written.
    fn sizes(&self, context: &Context<'_>, setup: Shape, batch: &mut Batch) {
        let told = setup.tells_sizes.then(|| sub(context, Operation::Alltoall, COUNT, 0, batch));
        if setup.write && self.window(context).is_some_and(|window| window.holes) {
            let read = self.access(context, false, batch);
            if let (Some(read), Some(told)) = (read, told) {
                batch.after(read, told);
            }
        }
    }

    /// One stage of a round, and the next one.
    fn advance_round(&mut self, context: &Context<'_>, setup: Shape, batch: &mut Batch) -> Stage {
        match self.stage {
            Stage::Before if self.round == self.plan().rounds => return Stage::Effect,
            Stage::Before if setup.write => {}
            Stage::Before => {
                self.access(context, false, batch);
            }
            Stage::Sizes => self.sizes(context, setup, batch),
            Stage::Exchange => self.exchange_data(context, setup.write, batch),
            _ => {
                if setup.write {
                    self.access(context, true, batch);
                }
                self.round += 1;
                return Stage::Before;
            }
        }
        match self.stage {
            Stage::Before => Stage::Sizes,
            Stage::Sizes => Stage::Exchange,
            _ => Stage::After,
        }
    }

    /// Whether there is anything to aggregate is decided once all accesses are known.
    fn decide(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        self.plan = self.shared.borrow_mut().plan();
        if self.plan.is_none() {
            batch.file(FileVertex::Own { operation: self.operation, moved: false });
            return Next::Last;
        }
        sub(context, Operation::Alltoall, COUNT, 0, batch);
        self.stage = Stage::Lists;
        Next::More
    }

    /// All wait until what was written is there.
    fn end(&self, context: &Context<'_>, batch: &mut Batch) {
        match self.plan().aggregators[..] {
            [(only, _)] => sub(context, Operation::Bcast, COUNT, only, batch),
            _ => sub(context, Operation::Allreduce, COUNT, 0, batch),
        };
    }
}

impl Generator for TwoPhase {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let shape = self.shared.borrow().shape();
        self.stage = match self.stage {
            Stage::Offsets => {
                in_sequence(context, [(Operation::Allgather, OFFSET); 2], batch);
                Stage::Decide
            }
            Stage::Decide => return self.decide(context, batch),
            Stage::Lists => {
                self.exchange_lists(context, batch);
                Stage::Rounds
            }
            Stage::Rounds if shape.tells_sizes => {
                sub(context, Operation::Allreduce, COUNT, 0, batch);
                Stage::Before
            }
            Stage::Rounds => {
                in_sequence(context, [(Operation::Allreduce, OFFSET); 2], batch);
                Stage::Before
            }
            Stage::Before | Stage::Sizes | Stage::Exchange | Stage::After => {
                self.advance_round(context, shape, batch)
            }
            Stage::Effect => {
                batch.file(FileVertex::Own { operation: self.operation, moved: true });
                if !shape.write {
                    return Next::Last;
                }
                Stage::End
            }
            Stage::End => {
                self.end(context, batch);
                return Next::Last;
            }
        };
        Next::More
    }
}

/// A collective operation of all ranks, on one element of so many bytes for each.
fn sub(context: &Context<'_>, operation: Operation, bytes: u64, root: u32, batch: &mut Batch) -> VertexId {
    let (send, recv) = (Some(Loc::NOWHERE), Some(Loc::NOWHERE));
    batch.sub(SubCall {
        send,
        recv,
        count: 1,
        element_bytes: bytes,
        ..sub_call(context, Level::All, operation, root)
    })
}

fn in_sequence(context: &Context<'_>, operations: [(Operation, u64); 2], batch: &mut Batch) {
    let [first, second] = operations.map(|(operation, bytes)| sub(context, operation, bytes, 0, batch));
    batch.after(second, first);
}

/// The schedule of an access that no library aggregates: a barrier, then every rank's own.
pub(crate) struct Direct {
    operation: FileOperationId,
}

impl Direct {
    pub(crate) fn new(operation: FileOperationId) -> Self {
        Self { operation }
    }
}

impl Generator for Direct {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let barrier = batch.sub(sub_call(context, Level::All, Operation::Barrier, 0));
        let own = batch.file(FileVertex::Own { operation: self.operation, moved: false });
        batch.after(own, barrier);
        Next::Last
    }
}
