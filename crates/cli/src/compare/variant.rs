//! A variant of `windtunnel compare`: one combination of choices (machine, network, mapping, library), and how it differs from
//! the comparison's first variant.

use super::phases;
use results::{HostUse, Manifest, PhaseShare};
use serde::Serialize;
use std::path::Path;
use views::divergence::Divergence;

/// A combination of choices and its run.
#[derive(Debug, Serialize)]
pub(super) struct Variant {
    /// The choices in which it differs from others: `flow, random`.
    pub(super) name: String,
    /// Its run folder.
    pub(super) run: String,
    /// The ending, as in the manifest.
    pub(super) ending: String,
    /// Simulated time in picoseconds.
    pub(super) simulated_time_ps: u64,
    /// Simulated time relative to the first variant, in parts per million.
    pub(super) ratio_to_first_millionths: u64,
    /// Where it differs most from the first: mean time of a rank, in picoseconds.
    pub(super) differences: Vec<Difference>,
    /// Its phases, where the program marks any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) phases: Vec<PhaseShare>,
    /// The phase in which it differs most from the first: mean time of a rank, in picoseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) largest_phase_difference: Option<PhaseDifference>,
    /// The busiest link's name, and its utilisation in parts of a million.
    pub(super) hottest_link: Option<(String, u64)>,
    /// Where its calls diverge from the first variant's, if that was asked for.
    pub(super) divergence: Option<Divergence>,
    /// Where the durations of its blocks come from, if they take time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) computation: Option<String>,
    /// Where its ranks sit, if that leaves the network or most hosts without work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) placement: Option<String>,
    /// Which of its bodies of computation were run, if others were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sampled: Option<String>,
    /// Its cost on this machine.
    pub(super) host: Option<HostUse>,
}

/// Mean time of a rank in one function, in the first variant and in this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Difference {
    /// An MPI function, or `compute`.
    pub(super) function: String,
    pub(super) first_ps: u64,
    pub(super) this_ps: u64,
}

impl Difference {
    pub(super) fn size(&self) -> u64 {
        self.first_ps.abs_diff(self.this_ps)
    }
}

/// Mean time of a rank in one phase, in the first variant and in this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct PhaseDifference {
    pub(super) phase: String,
    pub(super) first_ps: u64,
    pub(super) this_ps: u64,
}

/// The most functions listed for each variant.
const NAMED: usize = 3;

impl Variant {
    pub(super) fn of(name: String, run: &Path, manifest: &Manifest, first: &Manifest) -> Self {
        let (here, there) =
            (u128::from(manifest.outcome.simulated_time_ps), u128::from(first.outcome.simulated_time_ps));
        let ratio = (here * 1_000_000).checked_div(there).unwrap_or(1_000_000);
        let hottest = manifest.machine.hottest_links.first();
        Self {
            name,
            run: run.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            ending: manifest.outcome.ending.clone(),
            simulated_time_ps: manifest.outcome.simulated_time_ps,
            ratio_to_first_millionths: u64::try_from(ratio).unwrap_or(u64::MAX),
            differences: differences(first, manifest),
            phases: manifest.time.phases.clone(),
            largest_phase_difference: phases::largest_difference(&first.time.phases, &manifest.time.phases),
            hottest_link: hottest.map(|link| (link.name.clone(), link.utilisation_millionths)),
            divergence: None,
            computation: manifest.computation.as_ref().map(|computation| computation.source.clone()),
            placement: views::summary::placement(manifest),
            sampled: views::summary::sampled(manifest),
            host: None,
        }
    }
}

/// Mean time of a rank in each function and in computation.
fn shares(manifest: &Manifest) -> Vec<(String, u64)> {
    let ranks = u64::from(manifest.ranks.max(1));
    let functions = manifest.time.functions.iter().map(|share| (share.function.clone(), share.time_ps / ranks));
    std::iter::once(("compute".to_owned(), manifest.time.compute.mean_ps)).chain(functions).collect()
}

/// The functions in which two runs differ, largest difference first.
fn differences(first: &Manifest, here: &Manifest) -> Vec<Difference> {
    let (there, here) = (shares(first), shares(here));
    let of = |shares: &[(String, u64)], name: &str| {
        shares.iter().find(|(function, _)| function == name).map_or(0, |(_, time)| *time)
    };
    let mut names: Vec<&String> = there.iter().chain(&here).map(|(function, _)| function).collect();
    names.sort_unstable();
    names.dedup();
    let difference =
        |name: &String| Difference { function: name.clone(), first_ps: of(&there, name), this_ps: of(&here, name) };
    let mut all: Vec<Difference> =
        names.into_iter().map(difference).filter(|difference| difference.size() > 0).collect();
    all.sort_by_key(|difference| std::cmp::Reverse(difference.size()));
    all.truncate(NAMED);
    all
}
