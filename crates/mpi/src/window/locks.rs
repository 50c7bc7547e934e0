//! Passive-target locks of windows (`MPI_Win_lock`, `MPI_Win_lock_all`).
//!
//! Libraries implement `MPI_Win_lock_all` in three ways, the rows of this table. The other columns say which lock requests
//! a rank sends:
//!
//! | [`LockAll`] | in `MPI_Win_lock_all` | in an access after it | for an exclusive lock of one rank |
//! |---|---|---|---|
//! | `Each` | one to every rank; returns with the last answer | none | one to the target |
//! | `FirstUse` | one to the rank itself | the first access to a target: one, and waits for the grant | one to the target |
//! | `RankZero` | one to the window's rank 0 | none | one to rank 0, then one to the target |
//!
//! With `Each`, n ranks that lock n ranks would send n² messages. To save them, one simulated message stands for all of a
//! rank's requests to some targets and for their answers ([`Everywhere`]). These are targets that answer without their rank
//! being in an MPI call, and are not locked exclusively, so they grant a shared lock immediately. The rank is charged the
//! CPU time of every request; only the last request to another host crosses the simulated network.

use super::signal::SignalKind;
use super::{Window, Windows};
use crate::engine_core::EngineCore;
use crate::ids::AccessId;
use crate::library::{LockAll, ProgressMode};
use ops::{CommId, ErrorClass, Flavor, RequestId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The lock of a rank's memory. Requests are granted in the order in which they arrive.
#[derive(Default)]
pub(super) struct Lock {
    pub(super) exclusive: Option<u32>,
    pub(super) shared: BTreeSet<u32>,
    pub(super) queue: VecDeque<(u32, bool)>,
    /// Ranks of [`Everywhere`] whose request has had to wait here: they are in `queue`, or by now in `shared`.
    apart: BTreeSet<u32>,
}

impl Lock {
    /// Takes the first request, if it can be granted now; `everywhere` ranks hold shared locks of all ranks.
    fn grant(&mut self, everywhere: usize) -> Option<u32> {
        let &(rank, exclusive) = self.queue.front()?;
        let shared = !self.shared.is_empty() || everywhere > self.apart.len();
        if self.exclusive.is_some() || exclusive && shared {
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

    /// Who holds it by a lock of all ranks.
    pub(super) fn holders_of_all<'l>(&'l self, everywhere: &'l Everywhere) -> impl Iterator<Item = u32> + 'l {
        everywhere.holders.iter().copied().filter(|holder| !self.apart.contains(holder))
    }

    /// Whether requests of all ranks' locks must be told apart here.
    fn contended(&self) -> bool {
        self.exclusive.is_some() || !self.queue.is_empty() || !self.apart.is_empty()
    }
}

/// Shared locks of all ranks, each requested by one message that stands for many.
#[derive(Default)]
pub(super) struct Everywhere {
    /// The ranks that hold them, except where [`Lock::apart`] says otherwise.
    holders: BTreeSet<u32>,
    /// The ranks whose locks are [`Lock::contended`].
    contended: BTreeSet<u32>,
}

/// What rank 0 of a window knows of the locks of all ranks and of the exclusive locks of single ranks: many of one kind may be
/// held, but not both kinds at a time.
#[derive(Default)]
pub(super) struct Gate {
    /// The ranks that have locked all ranks.
    all: BTreeSet<u32>,
    /// The ranks that have locked single ranks exclusively, and how many each.
    single: BTreeMap<u32, u32>,
    /// Who waits, in the order of arrival: for the lock of this rank, or of all.
    pub(super) queue: VecDeque<(u32, Option<u32>)>,
}

impl Gate {
    /// Takes the first request, if it can be granted now.
    fn grant(&mut self) -> Option<(u32, Option<u32>)> {
        let &(rank, target) = self.queue.front()?;
        let free = if target.is_some() { self.all.is_empty() } else { self.single.is_empty() };
        if !free {
            return None;
        }
        if target.is_some() {
            *self.single.entry(rank).or_default() += 1;
        } else {
            self.all.insert(rank);
        }
        self.queue.pop_front()
    }

    /// Whom the request at a place of the queue waits for.
    pub(super) fn ahead(&self, at: usize) -> impl Iterator<Item = u32> + '_ {
        let exclusive = self.queue[at].1.is_some();
        let all = self.all.iter().filter(move |_| exclusive);
        let single = self.single.keys().filter(move |_| !exclusive);
        all.chain(single).copied().chain(self.queue.iter().take(at).map(|&(rank, _)| rank))
    }

    fn release(&mut self, rank: u32, target: Option<u32>) {
        if target.is_none() {
            self.all.remove(&rank);
        } else if let Some(count) = self.single.get_mut(&rank) {
            *count -= 1;
            if *count == 0 {
                self.single.remove(&rank);
            }
        }
    }
}

/// The locks of a rank as an origin.
#[derive(Default)]
pub(super) struct Locking {
    /// Its request for locks, and how many answers are missing.
    pending: Option<(RequestId, u32)>,
    /// Of all ranks, at first use: what waits for the answer of each that was asked; nothing once it has answered.
    at_first_use: Option<BTreeMap<u32, Option<Vec<AccessId>>>>,
    /// The ranks that it has locked exclusively by leave of rank 0.
    through_gate: BTreeSet<u32>,
}

impl Locking {
    /// The targets whose answers accesses wait for.
    pub(super) fn asked(&self) -> impl Iterator<Item = u32> + '_ {
        let asked = self.at_first_use.iter().flatten();
        asked.filter(|(_, waits)| waits.is_some()).map(|(&target, _)| target)
    }
}

impl Window {
    /// Notes whether a rank's lock is contended.
    fn note_contention(&mut self, target: u32) {
        if self.target_side(target).lock.contended() {
            self.everywhere.contended.insert(target);
        } else {
            self.everywhere.contended.remove(&target);
        }
    }
}

impl Windows {
    pub(super) fn request_locks(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        rank: u32,
        request: RequestId,
        target: Option<u32>,
        exclusive: bool,
    ) {
        let known = self.get(window);
        let size = known.group.size();
        // Memory that ranks of a host load and store directly is not locked by accesses.
        let lock_all = match core.library.protocol.lock_all {
            LockAll::FirstUse if known.parts[rank as usize].flavor == Flavor::Shared => LockAll::Each,
            lock_all => lock_all,
        };
        let locking = &mut known.origin_side(rank).locking;
        locking.pending = Some((request, 1));
        match (target, lock_all) {
            (Some(target), LockAll::RankZero) if exclusive => {
                locking.through_gate.insert(target);
                self.signal(core, window, (rank, 0), SignalKind::GateRequest(Some(target)), None);
            }
            (Some(target), _) => {
                self.signal(core, window, (rank, target), SignalKind::LockRequest { exclusive }, None);
            }
            (None, LockAll::RankZero) => self.signal(core, window, (rank, 0), SignalKind::GateRequest(None), None),
            (None, LockAll::FirstUse) => {
                locking.at_first_use = Some(BTreeMap::from([(rank, Some(Vec::new()))]));
                self.signal(core, window, (rank, rank), SignalKind::LockRequest { exclusive }, None);
            }
            (None, LockAll::Each) if one_for_all(core) => {
                self.signal_for_all(core, window, rank, SignalKind::LockAllRequest);
            }
            (None, LockAll::Each) => {
                locking.pending = Some((request, size));
                for target in 0..size {
                    self.signal(core, window, (rank, target), SignalKind::LockRequest { exclusive }, None);
                }
            }
        }
    }

    /// Whether an access has to wait for the lock of its target, which the first one asks for.
    pub(super) fn waits_for_first_lock(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        (origin, target): (u32, u32),
        am: AccessId,
    ) -> bool {
        let Some(locks) = &mut self.get(window).origin_side(origin).locking.at_first_use else { return false };
        match locks.get_mut(&target) {
            Some(None) => false,
            Some(Some(waiting)) => {
                waiting.push(am);
                true
            }
            None => {
                locks.insert(target, Some(vec![am]));
                self.signal(core, window, (origin, target), SignalKind::LockRequest { exclusive: false }, None);
                true
            }
        }
    }

    /// A request for the lock of a rank has arrived there.
    pub(super) fn lock_requested(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        (from, to): (u32, u32),
        exclusive: bool,
        am: AccessId,
    ) {
        self.get(window).target_side(to).lock.queue.push_back((from, exclusive));
        self.grant_locks(core, window, to, am);
    }

    /// A request for the locks of all ranks has arrived everywhere, as one message.
    pub(super) fn lock_all_requested(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        (from, to): (u32, u32),
        am: AccessId,
    ) {
        let known = self.get(window);
        let contended: Vec<u32> = known.everywhere.contended.iter().copied().collect();
        for &target in &contended {
            let lock = &mut known.target_side(target).lock;
            lock.queue.push_back((from, false));
            lock.apart.insert(from);
        }
        known.everywhere.holders.insert(from);
        if let Some((_, missing)) = &mut known.origin_side(from).locking.pending {
            *missing += contended.len() as u32;
        }
        for target in contended {
            self.grant_locks(core, window, target, am);
        }
        self.signal(core, window, (to, from), SignalKind::LockGrant, Some(am));
    }

    /// Grants the locks that are free now that a signal has arrived.
    fn grant_locks(&mut self, core: &mut EngineCore<'_>, window: CommId, target: u32, am: AccessId) {
        loop {
            let known = self.get(window);
            let everywhere = known.everywhere.holders.len();
            let Some(rank) = known.target_side(target).lock.grant(everywhere) else { break };
            self.signal(core, window, (target, rank), SignalKind::LockGrant, Some(am));
        }
        self.get(window).note_contention(target);
    }

    /// A rank has the lock of another.
    pub(super) fn granted(&mut self, core: &mut EngineCore<'_>, window: CommId, (from, rank): (u32, u32)) {
        let locking = &mut self.get(window).origin_side(rank).locking;
        if let Some(waiting) = locking.at_first_use.as_mut().and_then(|locks| locks.get_mut(&from)) {
            for access in waiting.take().into_iter().flatten() {
                self.access_departs(core, access);
            }
            // Nobody has called for the locks of others.
            if from != rank {
                return;
            }
        }
        let pending = &mut self.get(window).origin_side(rank).locking.pending;
        let (request, missing) = pending.take().expect("a lock that was granted was asked for");
        if missing > 1 {
            *pending = Some((request, missing - 1));
        } else {
            self.finish_request(core, window, rank, request, ErrorClass::Success);
        }
    }

    pub(super) fn release_locks(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        rank: u32,
        target: Option<u32>,
    ) {
        let known = self.get(window);
        let size = known.group.size();
        let locking = &mut known.origin_side(rank).locking;
        if let Some(target) = target {
            let gate = locking.through_gate.remove(&target);
            self.signal(core, window, (rank, target), SignalKind::Unlock, None);
            if gate {
                self.signal(core, window, (rank, 0), SignalKind::GateRelease(Some(target)), None);
            }
        } else if let Some(locks) = locking.at_first_use.take() {
            for target in locks.into_keys() {
                self.signal(core, window, (rank, target), SignalKind::Unlock, None);
            }
        } else if known.everywhere.holders.contains(&rank) {
            self.signal_for_all(core, window, rank, SignalKind::UnlockAll);
        } else if known.gate.all.contains(&rank) {
            self.signal(core, window, (rank, 0), SignalKind::GateRelease(None), None);
        } else {
            for target in 0..size {
                self.signal(core, window, (rank, target), SignalKind::Unlock, None);
            }
        }
    }

    /// A lock of a rank is given back.
    pub(super) fn unlocked(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        (from, to): (u32, u32),
        am: AccessId,
    ) {
        self.get(window).target_side(to).lock.release(from);
        self.grant_locks(core, window, to, am);
    }

    /// The locks of all ranks are given back, by one message.
    pub(super) fn unlocked_all(&mut self, core: &mut EngineCore<'_>, window: CommId, from: u32, am: AccessId) {
        let known = self.get(window);
        known.everywhere.holders.remove(&from);
        let contended: Vec<u32> = known.everywhere.contended.iter().copied().collect();
        for target in contended {
            let lock = &mut self.get(window).target_side(target).lock;
            if lock.apart.remove(&from) {
                lock.release(from);
            }
            self.grant_locks(core, window, target, am);
        }
    }

    /// A request has arrived at a window's rank 0.
    pub(super) fn gate_requested(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        from: u32,
        target: Option<u32>,
        am: AccessId,
    ) {
        self.get(window).gate.queue.push_back((from, target));
        self.open_gate(core, window, am);
    }

    /// Rank 0 grants what it can.
    fn open_gate(&mut self, core: &mut EngineCore<'_>, window: CommId, am: AccessId) {
        while let Some((rank, target)) = self.get(window).gate.grant() {
            self.signal(core, window, (0, rank), SignalKind::GateGrant(target), Some(am));
        }
    }

    /// A rank has leave of rank 0: to lock another, or it has locked all.
    pub(super) fn gate_granted(&mut self, core: &mut EngineCore<'_>, window: CommId, rank: u32, target: Option<u32>) {
        match target {
            Some(target) => {
                self.signal(core, window, (rank, target), SignalKind::LockRequest { exclusive: true }, None);
            }
            None => self.granted(core, window, (0, rank)),
        }
    }

    /// What rank 0 had granted is given back.
    pub(super) fn gate_released(
        &mut self,
        core: &mut EngineCore<'_>,
        window: CommId,
        from: u32,
        target: Option<u32>,
        am: AccessId,
    ) {
        self.get(window).gate.release(from, target);
        self.open_gate(core, window, am);
    }

    /// Sends one signal for those to all ranks: the rank pays for each, and the last one to another host travels.
    fn signal_for_all(&mut self, core: &mut EngineCore<'_>, window: CommId, rank: u32, kind: SignalKind) {
        let group = &self.get(window).group;
        let host = |rank: u32| core.placement.endpoint(group.actor(rank)).host;
        let (own, size) = (host(rank), group.size());
        let last = (0..size).rev().find(|&other| host(other) != own).unwrap_or(size - 1);
        self.signals(core, window, (rank, last), kind, None, size);
    }
}

/// Whether one message can stand for those to all ranks: nobody has to be inside MPI to answer.
fn one_for_all(core: &EngineCore<'_>) -> bool {
    core.library.protocol.progress == ProgressMode::Background
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
                while let Some(rank) = lock.grant(0) {
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
