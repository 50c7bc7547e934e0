//! Synchronisation of windows: flushes, exposure epochs, and the effects of signals (messages without payload, such as lock
//! grants).

use super::signal::{Signal, SignalKind};
use super::{ActiveMessage, Exposure, OpenAccesses, PendingFlush, Windows};
use crate::attribution::{ActiveMessageId, Notice};
use crate::engine_core::EngineCore;
use crate::ids::AccessId;
use ops::{CommId, RequestId};

impl Windows {
    /// Sends a signal. The rank pays for one that its call sends, but not for the library's reply to another signal,
    /// `reply_to`.
    pub(super) fn signal(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        ends: (u32, u32),
        kind: SignalKind,
        reply_to: Option<AccessId>,
    ) {
        self.signals(core, window, ends, kind, reply_to, 1);
    }

    /// As [`Self::signal`], one signal that stands for several.
    pub(super) fn signals(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        (from, to): (u32, u32),
        kind: SignalKind,
        reply_to: Option<AccessId>,
        count: u32,
    ) {
        let am = self.insert(window, ActiveMessage::Signal(Signal { window, from, to, kind }));
        let overhead = if reply_to.is_some() { units::Time::ZERO } else { core.departure_costs(0, count) };
        let sender = self.get(window).group.actor(from);
        core.notify(|| Notice::ActiveMessagePosted {
            am: ActiveMessageId::Window(am),
            by: sender,
            because_of: reply_to.map(ActiveMessageId::Window),
        });
        self.depart(core, am, sender, overhead);
    }

    pub(super) fn signal_arrived(&mut self, core: &mut EngineCore<'_>, am: AccessId, signal: Signal) {
        let Signal { window, from, to, kind } = signal;
        match kind {
            SignalKind::LockRequest { exclusive } => self.lock_requested(core, window, (from, to), exclusive, am),
            SignalKind::LockGrant => self.granted(core, window, (from, to)),
            SignalKind::Unlock => self.unlocked(core, window, (from, to), am),
            SignalKind::LockAllRequest => self.lock_all_requested(core, window, (from, to), am),
            SignalKind::UnlockAll => self.unlocked_all(core, window, from, am),
            SignalKind::GateRequest(target) => self.gate_requested(core, window, from, target, am),
            SignalKind::GateGrant(target) => self.gate_granted(core, window, to, target),
            SignalKind::GateRelease(target) => self.gate_released(core, window, from, target, am),
            SignalKind::ExposureOpened => {
                *self.get(window).origin_side(to).opened.entry(from).or_default() += 1;
                self.opened(core, window, to);
            }
            SignalKind::Completed => {
                *self.get(window).target_side(to).completed.entry(from).or_default() += 1;
                self.completed(core, window, to);
            }
        }
    }

    /// Ends a flush whose accesses are complete.
    pub(super) fn flushed(&mut self, core: &mut EngineCore<'_>, window: CommId, rank: u32) {
        let side = self.get(window).origin_side(rank);
        let Some(PendingFlush { request, target, local }) = side.waiter else { return };
        let open = match target {
            None => side.all,
            Some(target) => side.open.get(&target).copied().unwrap_or_default(),
        };
        let OpenAccesses { local: locally, remote } = open;
        if (if local { locally } else { remote }) > 0 {
            return;
        }
        side.waiter = None;
        let error = std::mem::take(&mut side.error);
        self.finish_request(core, window, rank, request, error);
    }

    pub(super) fn expose(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        rank: u32,
        request: RequestId,
        origins: &[u32],
        no_check: bool,
    ) {
        let side = self.get(window).target_side(rank);
        side.exposure = Some(Exposure { request, left: origins.to_vec() });
        if !no_check {
            for &origin in origins {
                self.signal(core, window, (rank, origin), SignalKind::ExposureOpened, None);
            }
        }
        self.completed(core, window, rank);
    }

    /// Ends a start whose targets have all opened their memory.
    pub(super) fn opened(&mut self, core: &mut EngineCore<'_>, window: CommId, rank: u32) {
        let side = self.get(window).origin_side(rank);
        let Some((request, targets)) = side.starting.take() else { return };
        if !targets.iter().all(|target| side.opened.contains_key(target)) {
            side.starting = Some((request, targets));
            return;
        }
        for target in &targets {
            if let Some(count) = side.opened.get_mut(target) {
                *count -= 1;
                if *count == 0 {
                    side.opened.remove(target);
                }
            }
        }
        self.finish_request(core, window, rank, request, ops::ErrorClass::Success);
    }

    pub(super) fn signal_complete(&mut self, core: &mut EngineCore<'_>, window: CommId, rank: u32, targets: &[u32]) {
        for &target in targets {
            self.signal(core, window, (rank, target), SignalKind::Completed, None);
        }
    }

    /// Ends an exposure that all have completed.
    fn completed(&mut self, core: &mut EngineCore<'_>, window: CommId, rank: u32) {
        let side = self.get(window).target_side(rank);
        let Some(exposure) = &mut side.exposure else { return };
        let completed = &mut side.completed;
        exposure.left.retain(|origin| {
            let Some(count) = completed.get_mut(origin) else { return true };
            *count -= 1;
            if *count == 0 {
                completed.remove(origin);
            }
            false
        });
        if exposure.left.is_empty() {
            let request = exposure.request;
            side.exposure = None;
            self.finish_request(core, window, rank, request, ops::ErrorClass::Success);
        }
    }
}
