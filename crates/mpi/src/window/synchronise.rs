//! Flushes, locks and exposures.

use super::{ActiveMessage, OpenAccesses, PendingFlush, Windows};
use crate::attribution::{ActiveMessageKind, Notice};
use crate::engine_core::EngineCore;
use ops::{CommId, RequestId, WaitCause};
use std::collections::{BTreeSet, VecDeque};

/// The lock of a rank's memory. Requests are granted in the order in which they arrive.
#[derive(Default)]
pub(super) struct Lock {
    pub(super) exclusive: Option<u32>,
    pub(super) shared: BTreeSet<u32>,
    pub(super) queue: VecDeque<(u32, bool)>,
}

impl Lock {
    /// Takes the first request, if it can be granted now.
    fn grant(&mut self) -> Option<u32> {
        let &(rank, exclusive) = self.queue.front()?;
        if self.exclusive.is_some() || exclusive && !self.shared.is_empty() {
            return None;
        }
        self.queue.pop_front();
        if exclusive {
            self.exclusive = Some(rank);
        } else {
            self.shared.insert(rank);
        }
        Some(rank)
    }

    fn release(&mut self, rank: u32) {
        if self.exclusive == Some(rank) {
            self.exclusive = None;
        } else {
            self.shared.remove(&rank);
        }
    }
}

/// Memory opened to others (`MPI_Win_post`).
pub(super) struct Exposure {
    request: RequestId,
    /// Who has not completed yet.
    pub(super) left: Vec<u32>,
}

/// A message without payload from one rank's library to another's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signal {
    pub(super) window: CommId,
    pub(super) from: u32,
    pub(super) to: u32,
    kind: SignalKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SignalKind {
    LockRequest { exclusive: bool },
    LockGrant,
    Unlock,
    ExposureOpened,
    Completed,
}

impl Signal {
    /// The rank whose library must handle it; none if it only wakes a waiting rank.
    pub(super) fn server(&self) -> Option<u32> {
        matches!(self.kind, SignalKind::LockRequest { .. } | SignalKind::Unlock).then_some(self.to)
    }

    /// The cause of a wait that this signal ends late.
    pub(super) fn late(&self) -> WaitCause {
        match self.kind {
            SignalKind::LockRequest { .. } | SignalKind::LockGrant | SignalKind::Unlock => WaitCause::Lock,
            SignalKind::ExposureOpened => WaitCause::LatePost,
            SignalKind::Completed => WaitCause::LateComplete,
        }
    }
}

impl Windows {
    /// Sends a signal. The rank pays for one that its call sends, but not for the library's reply to another signal,
    /// `reply_to`.
    fn signal(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        (from, to): (u32, u32),
        kind: SignalKind,
        reply_to: Option<u32>,
    ) {
        let am = self.insert(window, ActiveMessage::Signal(Signal { window, from, to, kind }));
        let overhead = if reply_to.is_some() { units::Time::ZERO } else { core.departure_cost(0) };
        let sender = self.get(window).group.actor(from);
        core.notify(|| Notice::ActiveMessagePosted {
            kind: ActiveMessageKind::Window,
            am,
            by: sender,
            because_of: reply_to,
        });
        self.depart(core, am, sender, overhead);
    }

    pub(super) fn signal_arrived(&mut self, core: &mut EngineCore<'_>, am: u32, signal: Signal) {
        let Signal { window, from, to, kind } = signal;
        match kind {
            SignalKind::LockRequest { exclusive } => {
                self.get(window).target_side(to).lock.queue.push_back((from, exclusive));
                self.grant_locks(core, window, to, am);
            }
            SignalKind::LockGrant => self.granted(core, window, to),
            SignalKind::Unlock => {
                self.get(window).target_side(to).lock.release(from);
                self.grant_locks(core, window, to, am);
            }
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

    pub(super) fn request_locks(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        rank: u32,
        request: RequestId,
        target: Option<u32>,
        exclusive: bool,
    ) {
        let targets = match target {
            Some(target) => target..target + 1,
            None => 0..self.get(window).group.size(),
        };
        self.get(window).origin_side(rank).locking = Some((request, targets.len() as u32));
        for target in targets {
            self.signal(core, window, (rank, target), SignalKind::LockRequest { exclusive }, None);
        }
    }

    /// Grants the locks that are free now that a signal has arrived.
    fn grant_locks(&mut self, core: &mut EngineCore<'_>, window: CommId, target: u32, signal: u32) {
        while let Some(rank) = self.get(window).target_side(target).lock.grant() {
            self.signal(core, window, (target, rank), SignalKind::LockGrant, Some(signal));
        }
    }

    fn granted(&mut self, core: &mut EngineCore<'_>, window: CommId, rank: u32) {
        let side = self.get(window).origin_side(rank);
        let (request, left) = side.locking.take().expect("a lock that was granted was asked for");
        if left > 1 {
            side.locking = Some((request, left - 1));
        } else {
            self.finish_request(core, window, rank, request, ops::ErrorClass::Success);
        }
    }

    pub(super) fn release_locks(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        rank: u32,
        target: Option<u32>,
    ) {
        let targets = match target {
            Some(target) => target..target + 1,
            None => 0..self.get(window).group.size(),
        };
        for target in targets {
            self.signal(core, window, (rank, target), SignalKind::Unlock, None);
        }
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

#[cfg(test)]
mod tests {
    use super::Lock;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum Act {
        Ask { exclusive: bool },
        Release(usize),
    }

    proptest! {
        // The twin: who holds is either one exclusive rank or any number of shared ones, granted first come first
        // served.
        #[test]
        fn locks_are_granted_in_order_and_never_conflict(acts in proptest::collection::vec(
            prop_oneof![any::<bool>().prop_map(|exclusive| Act::Ask { exclusive }), (0usize..9).prop_map(Act::Release)],
            0..100))
        {
            let mut lock = Lock::default();
            let (mut asked, mut granted, mut held): (u32, Vec<u32>, Vec<(u32, bool)>) = Default::default();
            let mut kinds = Vec::new();
            for act in acts {
                match act {
                    Act::Ask { exclusive } => {
                        lock.queue.push_back((asked, exclusive));
                        kinds.push(exclusive);
                        asked += 1;
                    }
                    Act::Release(which) if !held.is_empty() => {
                        let (rank, _) = held.remove(which % held.len());
                        lock.release(rank);
                    }
                    Act::Release(_) => {}
                }
                while let Some(rank) = lock.grant() {
                    granted.push(rank);
                    held.push((rank, kinds[rank as usize]));
                }
                prop_assert!(held.len() <= 1 || held.iter().all(|&(_, exclusive)| !exclusive));
                prop_assert!(granted.iter().copied().eq(0..granted.len() as u32));
                prop_assert!(granted.len() == asked as usize || !held.is_empty(), "a free lock is granted");
            }
        }
    }
}
