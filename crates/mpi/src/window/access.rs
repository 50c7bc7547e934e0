//! Simulates one-sided accesses (put, get, accumulate …), from the call to the completion.

use super::{ActiveMessage, OpenAccesses, Windows};
use crate::attribution::{ActiveMessageId, Notice};
use crate::contents::user_memory;
use crate::costs::Cost;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_VERTEX, Event};
use crate::ids::AccessId;
use crate::request::{RequestKind, WindowWait};
use ops::reduction::{self, BuiltinOp};
use ops::{Access, AccessKind, CommId, ErrorClass, Flavor, Layout, Protocol, Record, RequestId, Status, Work};
use units::{ActorId, Bytes, Time};

/// An access on its way.
pub(super) struct PendingAccess {
    pub(super) window_id: CommId,
    pub(super) origin: u32,
    pub(super) access: Access,
    request: Option<RequestId>,
    /// The actor that pays for it.
    caller: ActorId,
    stage: Stage,
    /// The operands, once they are the library's.
    operands: Vec<u8>,
    /// The target's old contents.
    fetched: Vec<u8>,
    /// Whether the caller's operands may change already.
    local: bool,
    error: ErrorClass,
    posted: Time,
    start: Time,
    /// The phase of whoever sent it, or its answer, last.
    pub(super) phase: u32,
}

/// How far an access is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Its sender pays for it.
    Leaving,
    /// On its way to the target.
    Out,
    /// At the target, behind earlier ones of the same origin.
    Queued,
    /// The target combines.
    Combining,
    /// On its way back.
    Back,
}

impl PendingAccess {
    /// The rank whose library has to act on the arrival; what comes back is written without one.
    pub(super) fn server(&self) -> Option<u32> {
        (self.stage == Stage::Out).then_some(self.access.target)
    }
}

impl Windows {
    pub(super) fn begin_access(
        &mut self,
        core: &mut EngineCore<'_>,
        (id, caller): (ActorId, ActorId),
        request: Option<RequestId>,
        window_id: CommId,
        origin: u32,
        access: Access,
    ) {
        if let Some(request) = request {
            let reason = RequestKind::Window(window_id, WindowWait::Access(access.target));
            core.actors[id].requests.start(request, reason);
        }
        let target = access.target;
        let ordered = access.ordered && access.kind.accumulates();
        let am = self.insert(
            window_id,
            ActiveMessage::Access(Box::new(PendingAccess {
                window_id,
                origin,
                access,
                request,
                stage: Stage::Leaving,
                caller,
                operands: Vec::new(),
                fetched: Vec::new(),
                local: false,
                error: ErrorClass::Success,
                posted: core.kernel.now(),
                start: Time::ZERO,
                phase: 0,
            })),
        );
        core.notify(|| Notice::ActiveMessagePosted { am: ActiveMessageId::Window(am), by: caller, because_of: None });
        let side = self.get(window_id).origin_side(origin);
        side.open.entry(target).or_default().begin();
        side.all.begin();
        if ordered {
            side.order.entry(target).or_default().push_back(am);
        }
        if !self.waits_for_first_lock(core, window_id, (origin, target), am) {
            self.access_departs(core, am);
        }
    }

    /// The caller's library sends an access.
    pub(super) fn access_departs(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        let (caller, bytes) = (pending.caller, pending.access.bytes_out());
        let overhead = core.departure_cost(bytes);
        self.depart(core, am, caller, overhead);
    }

    /// The sender has paid for an access, or the target has combined it.
    pub(super) fn access_event(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        if self.access_mut(am).stage == Stage::Combining {
            self.apply(core, am);
        } else {
            self.leave(core, am);
        }
    }

    fn leave(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let now = core.kernel.now();
        let pending = self.access_mut(am);
        (pending.stage, pending.start) = (Stage::Out, now);
        let (window_id, origin, target) = (pending.window_id, pending.origin, pending.access.target);
        let bytes = pending.access.bytes_out();
        let kind = pending.access.kind;
        if bytes <= core.library.protocol.eager_max {
            self.capture_operands(core, am);
            if matches!(kind, AccessKind::Put | AccessKind::Accumulate) {
                self.complete_locally(core, am);
            }
        }
        self.transmit(core, am, window_id, (origin, target), bytes);
    }

    /// The library takes a copy of the operands: what is compared with first.
    fn capture_operands(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        let bytes = pending.access.bytes_out();
        let (window_id, origin) = (pending.window_id, pending.origin);
        if !core.contents.moves(bytes) {
            return;
        }
        let (compare, operand) = {
            let access = &self.access_mut(am).access;
            (access.compare_layout.clone(), access.origin_layout.clone())
        };
        let actor = self.get(window_id).group.actor(origin);
        let mut operands = core.contents.pool.take(bytes);
        let (first, second) = operands.split_at_mut(compare.bytes() as usize);
        gather(core, actor, 0, &compare, first);
        gather(core, actor, 0, &operand, second);
        self.access_mut(am).operands = operands;
    }

    /// An access has reached its target.
    pub(super) fn access_arrived(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        if pending.stage == Stage::Back {
            self.returned(core, am);
            return;
        }
        let bytes = pending.access.bytes_out();
        self.record_message(core, am, bytes, false);
        if self.may_apply(am) {
            self.combine(core, am);
        } else {
            self.access_mut(am).stage = Stage::Queued;
        }
    }

    /// Whether no earlier ordered access of the same origin to the same target is left.
    fn may_apply(&mut self, am: AccessId) -> bool {
        let pending = self.access_mut(am);
        if !(pending.access.ordered && pending.access.kind.accumulates()) {
            return true;
        }
        let (window_id, origin, target) = (pending.window_id, pending.origin, pending.access.target);
        let order = &self.get(window_id).origin_side(origin).order;
        order.get(&target).is_some_and(|order| order.front() == Some(&am))
    }

    /// The target's core combines, if there is something to compute.
    fn combine(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        pending.stage = Stage::Combining;
        let bytes = pending.access.origin_layout.bytes();
        let computes = pending.access.update.is_some_and(|(op, _)| !op.one_sided_only());
        let (window_id, target) = (pending.window_id, pending.access.target);
        match core.library.protocol.reduction_rate {
            Some(rate) if computes && bytes > 0 => {
                let id = self.get(window_id).group.actor(target);
                let time = rate.time_for(Bytes(bytes));
                core.totals.costs.add(Cost::Reduction, time);
                core.charge_then(id, CLASS_VERTEX, Work::Time(time), Event::Window(am));
            }
            _ => self.apply(core, am),
        }
    }

    /// Reads and writes the target's memory, at one instant, and sends the answer.
    fn apply(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        let (window_id, origin, target) = (pending.window_id, pending.origin, pending.access.target);
        if self.reaches(am) {
            if self.access_mut(am).operands.is_empty() {
                self.apply_from_origin(core, am);
            } else {
                self.apply_operands(core, am);
            }
        } else {
            self.access_mut(am).error = ErrorClass::RmaRange;
        }
        let pending = self.access_mut(am);
        pending.stage = Stage::Back;
        let (bytes, ordered) = (pending.access.bytes_back(), pending.access.ordered);
        let accumulates = pending.access.kind.accumulates();
        pending.start = core.kernel.now();
        self.transmit(core, am, window_id, (target, origin), bytes);
        if ordered && accumulates {
            self.next_in_order(core, window_id, origin, target);
        }
    }

    fn next_in_order(&mut self, core: &mut EngineCore<'_>, window_id: CommId, origin: u32, target: u32) {
        let orders = &mut self.get(window_id).origin_side(origin).order;
        let order = orders.get_mut(&target).expect("the access was in its order");
        order.pop_front();
        match order.front().copied() {
            None => {
                orders.remove(&target);
            }
            Some(next) if self.access_mut(next).stage == Stage::Queued => self.combine(core, next),
            Some(_) => {}
        }
    }

    /// Whether the target's memory is part of the window. Ranks check what they can; what is attached to a dynamic
    /// window only its owner knows.
    fn reaches(&mut self, am: AccessId) -> bool {
        let pending = self.access_mut(am);
        let (window_id, target, target_offset) =
            (pending.window_id, pending.access.target, pending.access.target_offset);
        let span = pending.access.target_layout.span();
        let window = self.get(window_id);
        if window.parts[target as usize].flavor != Flavor::Dynamic {
            return true;
        }
        let Some((low, high)) = span else { return true };
        let (low, high) = (i128::from(target_offset) + i128::from(low), i128::from(target_offset) + i128::from(high));
        let holds =
            |&(start, bytes): &(u64, u64)| i128::from(start) <= low && high <= i128::from(start) + i128::from(bytes);
        // Memory that lies side by side may have been attached in pieces.
        let attached = window.attached.get(&target).map_or(&[][..], Vec::as_slice);
        attached.iter().any(holds) || covers(attached, low, high)
    }

    /// Applies an access whose operands are the library's, or that has none.
    fn apply_operands(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        let operands = std::mem::take(&mut pending.operands);
        self.change_target(core, am, &operands);
        core.contents.pool.give(operands);
    }

    /// Applies an access whose operands lie where the caller has them.
    fn apply_from_origin(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        let bytes = pending.access.bytes_out();
        if bytes == 0 {
            self.change_target(core, am, &[]);
            return;
        }
        if !core.contents.moves(bytes) {
            return;
        }
        let pending = self.access_mut(am);
        let (window_id, origin, target, target_offset) =
            (pending.window_id, pending.origin, pending.access.target, pending.access.target_offset);
        let ends = pending.access.origin_layout.single().zip(pending.access.target_layout.single());
        let kind = pending.access.kind;
        let window = self.get(window_id);
        let (from, to) = (window.group.actor(origin), window.group.actor(target));
        let base = window.address(target, target_offset);
        if let (AccessKind::Put, Some((source, offset))) = (kind, ends) {
            user_memory(core.driver).copy((from, source as u64), (to, base.wrapping_add_signed(offset)), bytes);
            return;
        }
        self.capture_operands(core, am);
        self.apply_operands(core, am);
    }

    /// Reads what is fetched and writes what the operands make of the target's memory.
    fn change_target(&mut self, core: &mut EngineCore<'_>, am: AccessId, operands: &[u8]) {
        let pending = self.access_mut(am);
        let (window_id, target, target_offset) =
            (pending.window_id, pending.access.target, pending.access.target_offset);
        let (kind, update) = (pending.access.kind, pending.access.update);
        let (bytes, fetches) = (pending.access.target_layout.bytes(), pending.access.bytes_back() > 0);
        if !core.contents.moves(bytes) {
            return;
        }
        let remote = self.access_mut(am).access.target_layout.clone();
        let window = self.get(window_id);
        let (actor, base) = (window.group.actor(target), window.address(target, target_offset));
        if fetches {
            let mut old = core.contents.pool.take(bytes);
            gather(core, actor, base, &remote, &mut old);
            self.access_mut(am).fetched = old;
        }
        match kind {
            AccessKind::Get => {}
            AccessKind::Put => scatter(core, actor, base, &remote, operands),
            AccessKind::CompareAndSwap => {
                let (compare, swap) = operands.split_at(operands.len() / 2);
                if self.access_mut(am).fetched == compare {
                    scatter(core, actor, base, &remote, swap);
                }
            }
            AccessKind::Accumulate | AccessKind::GetAccumulate => {
                let (op, basic) = update.expect("an accumulate combines");
                if op != BuiltinOp::NoOp {
                    accumulate(core, actor, base, &remote, operands, |operand, old| {
                        reduction::reduce_packed(op, basic, operand, old);
                    });
                }
            }
        }
    }

    /// The answer has come back: the access is complete.
    fn returned(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let bytes = self.access_mut(am).access.bytes_back();
        if bytes > 0 {
            self.record_message(core, am, bytes, true);
        }
        let pending = self.access_mut(am);
        let (window_id, origin) = (pending.window_id, pending.origin);
        let fetched = std::mem::take(&mut pending.fetched);
        if !fetched.is_empty() {
            let actor = self.get(window_id).group.actor(origin);
            let result = self.access_mut(am).access.result_layout.clone();
            scatter(core, actor, 0, &result, &fetched);
            core.contents.pool.give(fetched);
        }
        let pending = self.access_mut(am);
        let (target, error) = (pending.access.target, pending.error);
        let side = self.get(window_id).origin_side(origin);
        if side.error == ErrorClass::Success {
            side.error = error;
        }
        self.complete_locally(core, am);
        let side = self.get(window_id).origin_side(origin);
        side.all.remote -= 1;
        if let Some(open) = side.open.get_mut(&target) {
            open.remote -= 1;
            if open.remote == 0 {
                side.open.remove(&target);
            }
        }
        self.flushed(core, window_id, origin);
        self.remove(window_id, am);
    }

    /// The caller may use its memory again.
    fn complete_locally(&mut self, core: &mut EngineCore<'_>, am: AccessId) {
        let pending = self.access_mut(am);
        if std::mem::replace(&mut pending.local, true) {
            return;
        }
        let (window_id, origin, target) = (pending.window_id, pending.origin, pending.access.target);
        let (request, error) = (pending.request.take(), pending.error);
        let side = self.get(window_id).origin_side(origin);
        side.all.local -= 1;
        if let Some(open) = side.open.get_mut(&target) {
            open.local -= 1;
        }
        if let Some(request) = request {
            let actor = self.get(window_id).group.actor(origin);
            core.complete_request(actor, request, Status { error, ..Status::EMPTY }, Time::ZERO);
        }
        self.flushed(core, window_id, origin);
    }

    /// Counts the payload of an access that has arrived, and records it.
    fn record_message(&mut self, core: &mut EngineCore<'_>, am: AccessId, bytes: u64, back: bool) {
        if bytes == 0 {
            return;
        }
        core.totals.count_message(bytes);
        if !core.interest.messages {
            return;
        }
        let pending = self.access_mut(am);
        let (window_id, origin, target) = (pending.window_id, pending.origin, pending.access.target);
        let (posted, start, phase) = (pending.posted, pending.start, pending.phase);
        let group = &self.get(window_id).group;
        let (from, to) = if back { (target, origin) } else { (origin, target) };
        let record = Record::Message {
            source: group.actor(from),
            destination: group.actor(to),
            comm: window_id,
            tag: 0,
            collective: false,
            bytes,
            protocol: Protocol::OneSided,
            posted,
            start,
            delivered: core.kernel.now(),
            phase,
        };
        core.observe(record);
    }
}

fn accumulate(
    core: &mut EngineCore<'_>,
    actor: ActorId,
    base: u64,
    remote: &Layout,
    operands: &[u8],
    combine: impl Fn(&[u8], &mut [u8]),
) {
    if let Some(offset) = remote.single() {
        let address = base.wrapping_add_signed(offset);
        user_memory(core.driver).update(actor, address, operands.len() as u64, &mut |old| combine(operands, old));
        return;
    }
    let mut old = core.contents.pool.take(operands.len() as u64);
    gather(core, actor, base, remote, &mut old);
    combine(operands, &mut old);
    scatter(core, actor, base, remote, &old);
    core.contents.pool.give(old);
}

/// Packs a rank's memory.
fn gather(core: &mut EngineCore<'_>, actor: ActorId, base: u64, layout: &Layout, mut into: &mut [u8]) {
    for (offset, bytes) in layout.blocks() {
        let (part, rest) = into.split_at_mut(bytes as usize);
        user_memory(core.driver).read(actor, base.wrapping_add_signed(offset), part);
        into = rest;
    }
}

/// Unpacks into a rank's memory.
fn scatter(core: &mut EngineCore<'_>, actor: ActorId, base: u64, layout: &Layout, mut from: &[u8]) {
    for (offset, bytes) in layout.blocks() {
        let (part, rest) = from.split_at(bytes as usize);
        user_memory(core.driver).write(actor, base.wrapping_add_signed(offset), part);
        from = rest;
    }
}

/// Whether attached pieces together hold everything from `low` to `high`.
fn covers(attached: &[(u64, u64)], low: i128, high: i128) -> bool {
    let mut pieces: Vec<_> = attached.iter().map(|&(start, bytes)| (i128::from(start), i128::from(bytes))).collect();
    pieces.sort_unstable();
    let mut reached = low;
    for (start, bytes) in pieces {
        if start <= reached {
            reached = reached.max(start + bytes);
        }
    }
    reached >= high
}

impl OpenAccesses {
    fn begin(&mut self) {
        self.local += 1;
        self.remote += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn pieces_side_by_side_hold_what_crosses_them() {
        let attached = [(100, 50), (50, 50), (200, 10)];
        assert!(covers(&attached, 60, 150));
        assert!(!covers(&attached, 60, 151));
        assert!(!covers(&attached, 40, 60));
        assert!(covers(&attached, 205, 210));
    }
}
