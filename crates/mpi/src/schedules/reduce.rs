//! Executes the reduction steps of collective operations: combines two operands that lie in the ranks' memory or in the
//! library's buffers.

use crate::contents::user_memory;
use crate::engine_core::EngineCore;
use crate::payload::{Memory, SHORT};
use ops::Reducer;
use units::ActorId;

/// Combines the operands of a reduction in the memory of the right one.
pub(super) fn reduce(
    core: &mut EngineCore<'_>,
    actor: ActorId,
    reducer: Reducer,
    (input, inout): (Memory, Memory),
    count: u64,
    bytes: u64,
) {
    if bytes as usize <= SHORT {
        let mut left = [0; SHORT];
        let left = &mut left[..bytes as usize];
        core.load_into(actor, input, left);
        reduce_onto(core, actor, reducer, left, inout, count);
    } else {
        let left = core.load(actor, input, bytes);
        reduce_onto(core, actor, reducer, &left, inout, count);
        core.contents.pool.give(left);
    }
}

fn reduce_onto(core: &mut EngineCore<'_>, actor: ActorId, reducer: Reducer, left: &[u8], inout: Memory, count: u64) {
    let bytes = left.len() as u64;
    match (reducer, inout) {
        (Reducer::Builtin { op, basic }, Memory::Schedule(schedule, offset)) => {
            let right = core.contents.scratch_mut(schedule, offset, bytes);
            ops::reduction::reduce_packed(op, basic, left, right);
        }
        (Reducer::Builtin { op, basic }, Memory::User(address)) => {
            user_memory(core.driver)
                .update(actor, address, bytes, &mut |right| ops::reduction::reduce_packed(op, basic, left, right));
        }
        (_, Memory::Nowhere) => {}
        (Reducer::User { op, .. }, _) => {
            let mut right = core.load(actor, inout, bytes);
            core.driver.reduce(actor, op, count, left, &mut right);
            core.store(actor, inout, &right);
            core.contents.pool.give(right);
        }
    }
}
