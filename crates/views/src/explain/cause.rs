//! The data type for a cause of waiting in `windtunnel explain`, with the waiting time that the cause explains.

use super::names::Names;
use super::part::LossShare;
use crate::roots::{ActivityKind, Call, Cost, NOBODY};
use ops::CallSite;
use serde::Serialize;
use std::collections::BTreeMap;
use units::Time;

/// A cause of waiting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cause {
    /// `computation`, `noise`, `contention`, `transfer`, `collective transfer`, `progress`, `MPI calls`, `hot server`,
    /// `file contention`, `metadata`, `small requests`, `lock ping-pong`, `seeks`, `read-modify-write`, `file`, `other`; `work` stands for `computation` and `MPI calls` where the run has no table `timeline`.
    pub cause: &'static str,
    /// Waiting of all ranks because of it, picoseconds.
    pub lost_ps: u64,
    /// Of that, the waits that it has caused by itself; what remains was handed on by ranks that had waited for it.
    pub direct_ps: u64,
    /// The number of ranks that waited because of it.
    pub ranks: u64,
    /// The wait states for which they waited.
    pub felt_as: Vec<LossShare>,
    /// Where it is.
    pub parts: Vec<LossShare>,
    /// In words.
    pub what: String,
    /// What to try; nothing where nothing fits this run.
    pub advice: String,
}

/// One kind of cause with its classes.
#[derive(Debug)]
pub(super) struct CauseGroup<'a> {
    pub(super) kind: ActivityKind,
    /// Most first.
    pub(super) classes: Vec<(u32, &'a Cost)>,
    pub(super) calls: &'a [Call],
}

impl CauseGroup<'_> {
    /// The call that a number stands for.
    pub(super) fn call(&self, place: u32) -> Option<Call> {
        self.calls.get(place as usize).copied()
    }

    /// The call with most of it, over all classes.
    pub(super) fn foremost_call(&self) -> Option<Call> {
        let places = sums(self.classes.iter().flat_map(|(_, cost)| &cost.places));
        self.call(crate::losses::foremost(&places)?.0)
    }

    /// The rank with most of its first class.
    pub(super) fn foremost_rank(&self) -> Option<u32> {
        let (rank, _) = self.classes.first()?.1.who.foremost()?;
        Some(rank).filter(|rank| *rank != NOBODY)
    }
}

/// Sums by key.
pub(super) fn sums<'a, K: Copy + Ord + 'a>(times: impl Iterator<Item = (&'a K, &'a Time)>) -> BTreeMap<K, Time> {
    let mut sums: BTreeMap<K, Time> = BTreeMap::new();
    for (key, time) in times {
        let sum = sums.entry(*key).or_default();
        *sum = sum.saturating_add(*time);
    }
    sums
}

/// The call site that computing is longest before, as part of a sentence.
pub(super) fn first_site(of: &CauseGroup<'_>, names: &Names) -> String {
    let Some((class, _)) = of.classes.first() else { return String::new() };
    match of.kind {
        ActivityKind::Computation => format!("before the call in {}", names.site(CallSite(*class))),
        _ => of.call(*class).map_or_else(String::new, |call| format!("before {}", names.call(call))),
    }
}
