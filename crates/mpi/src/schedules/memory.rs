//! Executes the local work of a schedule, copies and reductions: moves the data, and charges the time to the rank's core.

use super::Schedules;
use super::reduce::reduce;
use crate::costs::Cost;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_VERTEX, Event};
use crate::ids::ScheduleId;
use crate::point_to_point::PointToPoint;
use crate::schedule::{Loc, StridedCopy, Transport};
use ops::Work;
use units::Bytes;

impl Schedules {
    pub(super) fn start_copy(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): (ScheduleId, u16),
        copy: &StridedCopy,
    ) {
        let StridedCopy { from, from_stride, to, to_stride, bytes, blocks } = *copy;
        let schedule = self.get(id);
        let actor = schedule.actor;
        if schedule.role.contents && core.contents.moves(bytes * blocks) {
            for block in 0..blocks {
                let from = schedule.memory(id, from.stepped(from_stride, block));
                let to = schedule.memory(id, to.stepped(to_stride, block));
                if from != to {
                    core.copy_memory((actor, from), (actor, to), bytes);
                }
            }
        }
        // A call with MPI_IN_PLACE may have nothing to move.
        let moved = if from == to { 0 } else { bytes * blocks };
        self.end_after(core, messages, (id, index), Cost::Copy, moved);
    }

    pub(super) fn start_pack(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): (ScheduleId, u16),
        (datatypes, blocks): (u32, u64),
    ) {
        let schedule = self.get(id);
        match core.library.protocol.pack {
            Some(pack) if schedule.transport != Transport::Instant => {
                let time = pack.time(datatypes, blocks);
                core.totals.costs.add(Cost::Pack, time);
                core.charge_then(schedule.caller, CLASS_VERTEX, Work::Time(time), Event::Vertex(id, index));
            }
            _ => self.vertex_done(core, messages, id, index),
        }
    }

    pub(super) fn start_reduce(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): (ScheduleId, u16),
        (input, inout): (Loc, Loc),
        count: u64,
    ) {
        let schedule = self.get(id);
        let actor = schedule.actor;
        let bytes = count * schedule.call.element_bytes;
        if schedule.role.contents && core.contents.moves(bytes) {
            let reducer = schedule.call.reducer.expect("a call that reduces has a reducer");
            let (input, inout) = (schedule.memory(id, input), schedule.memory(id, inout));
            reduce(core, actor, reducer, (input, inout), count, bytes);
        }
        self.end_after(core, messages, (id, index), Cost::Reduction, bytes);
    }

    /// Ends a vertex, whose contents are where they belong, once the rank's core has gone over these bytes of each of its arrays.
    fn end_after(
        &mut self,
        core: &mut EngineCore<'_>,
        messages: &mut PointToPoint,
        (id, index): (ScheduleId, u16),
        cost: Cost,
        bytes: u64,
    ) {
        let protocol = &core.library.protocol;
        let (rate, arrays) = match cost {
            Cost::Copy => (protocol.copy_rate, 2),
            _ => (protocol.reduction_rate, 3),
        };
        let schedule = self.get(id);
        match rate {
            Some(rate) if bytes > 0 && schedule.transport != Transport::Instant => {
                let rate = core.placement.memory_rate(rate, arrays, schedule.call.buffer_bytes());
                let time = rate.time_for(Bytes(bytes));
                core.totals.costs.add(cost, time);
                core.charge_then(schedule.caller, CLASS_VERTEX, Work::Time(time), Event::Vertex(id, index));
            }
            _ => self.vertex_done(core, messages, id, index),
        }
    }
}
