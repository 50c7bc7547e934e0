//! The tree into which `windtunnel explain` divides lost time: each node is a share of time, and its children sum to it.

use serde::Serialize;
use std::cmp::Reverse;
use std::sync::Arc;

/// A share of time and its parts, whose times sum to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LossShare {
    /// A class of links, a link, a call site, a rank, a wait state.
    pub name: Arc<str>,
    /// The rank, where it is one's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// The number of those that are summed; 0 for one that is named.
    #[serde(skip_serializing_if = "is_zero")]
    pub others: u64,
    /// Time lost, summed over ranks, picoseconds.
    pub lost_ps: u64,
    /// Of what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<LossShare>,
    /// The same time by the call that waited.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<LossShare>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Parts named, at most; the others are summed.
const NAMED: usize = 50;

impl LossShare {
    /// One without parts.
    pub(super) fn leaf(name: Arc<str>, lost_ps: u64) -> Self {
        Self { name, rank: None, others: 0, lost_ps, parts: Vec::new(), calls: Vec::new() }
    }

    /// The largest parts by name, most first, and the others as one.
    pub(super) fn largest<K: Copy + Ord>(
        times: impl Iterator<Item = (K, u64)>,
        others: &str,
        part: impl Fn(K, u64) -> Self,
    ) -> Vec<Self> {
        let mut times: Vec<(K, u64)> = times.collect();
        times.sort_by_key(|&(key, time)| (Reverse(time), key));
        let rest = times.split_off(times.len().min(NAMED));
        let mut parts: Vec<Self> = times.into_iter().map(|(key, time)| part(key, time)).collect();
        if !rest.is_empty() {
            let sum = rest.iter().fold(0, |sum: u64, (_, time)| sum.saturating_add(*time));
            parts.push(Self { others: rest.len() as u64, ..Self::leaf(others.into(), sum) });
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_named_is_summed() {
        let times = (0..60u32).map(|key| (key, u64::from(key)));
        let parts =
            LossShare::largest(times, "other ranks", |key, time| LossShare::leaf(format!("rank {key}").into(), time));
        assert_eq!((parts.len(), &*parts[0].name, parts[0].lost_ps), (NAMED + 1, "rank 59", 59));
        assert_eq!((parts[NAMED].others, parts[NAMED].lost_ps), (10, 45));
    }
}
