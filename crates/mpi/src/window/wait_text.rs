//! Describes, for the deadlock report, what a rank blocked in a one-sided operation waits for.

use super::Windows;
use crate::engine_core::EngineCore;
use crate::library::ProgressMode;
use crate::request::WindowWait;
use crate::waits_for::WaitsFor;
use ops::CommId;
use units::ActorId;

impl Windows {
    /// What a blocked rank waits for.
    pub(crate) fn waits_for(
        &self,
        core: &EngineCore<'_>,
        actor: u32,
        window_id: CommId,
        reason: WindowWait,
    ) -> WaitsFor {
        let Some(window) = self.windows.get(&window_id) else {
            return WaitsFor::nobody("a window that has been freed".to_owned());
        };
        let group = &window.group;
        let rank = group.rank_of(ActorId(actor)).unwrap_or_default();
        let actor_of = |rank: u32| group.actor(rank).0;
        let origin = window.origin_sides.get(&rank);
        let (ranks, text) = match reason {
            WindowWait::Access(target) => (vec![actor_of(target)], "its access to".to_owned()),
            WindowWait::Flush(target) => {
                let mut asked = origin.into_iter().flat_map(|side| side.locking.asked());
                if let Some(locked) = asked.find(|&other| target.is_none_or(|target| target == other)) {
                    return self.waits_for_lock(core, rank, window_id, Some(locked));
                }
                let open = origin.map(|side| side.open.keys().copied().collect::<Vec<_>>()).unwrap_or_default();
                let ranks = open.into_iter().filter(|&other| target.is_none_or(|target| target == other));
                (ranks.map(actor_of).collect(), "its accesses to be served by".to_owned())
            }
            WindowWait::Lock(target) => return self.waits_for_lock(core, rank, window_id, target),
            WindowWait::Start => {
                let wanted = origin.and_then(|side| side.starting.as_ref()).map(|(_, targets)| targets);
                let opened = |target: &u32| origin.is_some_and(|side| side.opened.contains_key(target));
                let missing = wanted.into_iter().flatten().filter(|target| !opened(target));
                (missing.map(|&target| actor_of(target)).collect(), "MPI_Win_post of".to_owned())
            }
            WindowWait::Exposure => {
                let exposure = window.target_sides.get(&rank).and_then(|side| side.exposure.as_ref());
                let left = exposure.map(|exposure| exposure.left.as_slice()).unwrap_or_default();
                (left.iter().map(|&origin| actor_of(origin)).collect(), "MPI_Win_complete of".to_owned())
            }
        };
        let outside = matches!(reason, WindowWait::Access(_) | WindowWait::Flush(_))
            && core.library.protocol.progress == ProgressMode::InsideMpi;
        let note = if outside { ", which serves it only inside MPI" } else { "" };
        let text = format!("{text} {}{note}, window {}", names(core, &ranks), window_id.0);
        WaitsFor::all(ranks, text)
    }

    fn waits_for_lock(&self, core: &EngineCore<'_>, rank: u32, window_id: CommId, target: Option<u32>) -> WaitsFor {
        let window = &self.windows[&window_id];
        let actor_of = |rank: u32| window.group.actor(rank).0;
        let mut holders = Vec::new();
        let mut places = Vec::new();
        let asked = target.map_or(0..window.group.size(), |target| target..target + 1);
        for target in asked {
            let Some(lock) = window.target_sides.get(&target).map(|side| &side.lock) else { continue };
            let Some(at) = lock.queue.iter().position(|&(other, _)| other == rank) else { continue };
            places.push(actor_of(target));
            holders.extend(lock.exclusive.iter().chain(&lock.shared).map(|&holder| actor_of(holder)));
            holders.extend(lock.holders_of_all(&window.everywhere).map(actor_of));
            holders.extend(lock.queue.iter().take(at).map(|&(ahead, _)| actor_of(ahead)));
        }
        if let Some(at) = window.gate.queue.iter().position(|&(other, _)| other == rank) {
            places.extend(window.gate.queue[at].1.map(actor_of));
            holders.extend(window.gate.ahead(at).map(actor_of));
        }
        holders.sort_unstable();
        holders.dedup();
        if places.is_empty() && holders.is_empty() {
            // Nobody has answered: the request lies where nobody serves it.
            let ranks = target.map_or_else(Vec::new, |target| vec![actor_of(target)]);
            let text = format!(
                "the lock of {}, which serves it only inside MPI, window {}",
                names(core, &ranks),
                window_id.0
            );
            return WaitsFor::all(ranks, text);
        }
        let what = match places[..] {
            [] => "locks of all ranks".to_owned(),
            _ => format!("lock of {}", names(core, &places)),
        };
        let text =
            format!("the {what}, held or asked for before by {}, window {}", names(core, &holders), window_id.0);
        WaitsFor::all(holders, text)
    }
}

/// `rank 3`, `ranks 3, 4, … (9 in all)`, with who has finished.
fn names(core: &EngineCore<'_>, ranks: &[u32]) -> String {
    let one = |&rank: &u32| {
        let end = if core.actors[ActorId(rank)].life.done { " (which has finished)" } else { "" };
        format!("{rank}{end}")
    };
    let named: Vec<String> = ranks.iter().take(4).map(one).collect();
    match ranks.len() {
        0 => "nobody".to_owned(),
        1 => format!("rank {}", named[0]),
        2..=4 => format!("ranks {}", named.join(", ")),
        all => format!("ranks {}, … ({all} in all)", named.join(", ")),
    }
}
