//! The what-if run that tries other collective algorithms: simulates a run again with each algorithm of the collective
//! operation that costs most.

use super::{kept_in, plain, simulate as simulate_scenario};
use crate::error::CliError;
use crate::home;
use crate::output;
use crate::reuse;
use engine::{Operation, Scenario, algorithms_of};
use files::shell_word;
use results::{CallRow, Manifest, Run, WHAT_IF_FOLDER};
use std::path::{Path, PathBuf};
use views::explain::WhatIf;

/// Its name in `--what-if=NAME`.
pub(crate) const NAME: &str = "collective";

const WORDS: &str = "with another collective algorithm";

/// A collective operation and the time of all ranks in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Costliest {
    operation: Operation,
    time_ps: u64,
    all_ps: u64,
}

impl Costliest {
    /// Whether it takes a twentieth of the ranks' time.
    pub(crate) fn counts(&self) -> bool {
        self.time_ps.saturating_mul(20) >= self.all_ps
    }

    fn function(&self) -> String {
        let name = self.operation.name();
        format!("MPI_{}{}", name[..1].to_uppercase(), &name[1..])
    }

    /// What to do, for a run that has not been simulated so.
    pub(crate) fn advice(&self, run: &Path) -> String {
        format!(
            "`windtunnel explain --what-if={NAME} {}` finds a faster algorithm for {}, {} of the ranks' time.",
            shell_word(run),
            self.function(),
            views::text::percent(self.time_ps, self.all_ps),
        )
    }
}

/// The operation in whose blocking calls ranks spend most time; none if they call none.
pub(crate) fn costliest(run: &Run) -> Result<Option<Costliest>, CliError> {
    let mut times = vec![0_u64; Operation::ALL.len()];
    run.for_each::<CallRow>(|row| {
        let function = row.function.to_string().to_lowercase();
        if let Some(at) = Operation::ALL.iter().position(|one| function == format!("mpi_{}", one.name())) {
            times[at] = times[at].saturating_add(row.time.ps());
        }
    })?;
    let manifest = run.manifest();
    let all_ps = manifest.outcome.simulated_time_ps.saturating_mul(manifest.ranks.into());
    let (&operation, time_ps) =
        Operation::ALL.iter().zip(times).max_by_key(|(_, time)| *time).unwrap_or((&Operation::Barrier, 0));
    Ok((time_ps > 0).then_some(Costliest { operation, time_ps, all_ps }))
}

/// The scenarios with each algorithm of an operation, and where their results are. The run's own fixed one is left out.
fn scenarios(run: &Run, operation: Operation) -> Result<Vec<(&'static str, Scenario, PathBuf)>, CliError> {
    let text = plain(run, WORDS)?;
    let own = text.collective.get(operation.name()).cloned();
    let names = algorithms_of(operation).filter(|name| own.as_deref() != Some(*name));
    let with = |name: &'static str| {
        let mut text = text.clone();
        text.collective.insert(operation.name().to_owned(), name.to_owned());
        let folder = run.path().join(WHAT_IF_FOLDER).join(format!("{NAME}-{}-{name}", operation.name()));
        Ok((name, text.resolve()?, folder))
    };
    names.map(with).collect()
}

/// Simulates the run with every algorithm of its costliest operation, as far as that has not been done. An algorithm that does not
/// serve some call ends its run, and is named.
pub(crate) fn simulate(run: &Run, agreed: bool) -> Result<(), CliError> {
    let none = || CliError::NoCollective { run: run.path().display().to_string() };
    let operation = costliest(run)?.ok_or_else(none)?.operation;
    let mut agreed = agreed;
    home::expect_inputs(run)?;
    let mut served = 0;
    let mut last = None;
    for (name, scenario, folder) in scenarios(run, operation)? {
        let done = kept_in(run, &scenario, &folder).is_some();
        let result = if done { Ok(()) } else { simulate_scenario(run, &scenario, &folder, WORDS, agreed) };
        match result {
            Ok(()) => served += 1,
            Err(error @ CliError::Unasked { .. }) => return Err(error),
            Err(error) => {
                output::say(&format!("{}={name} does not serve all calls", operation.name()));
                last = Some(error);
            }
        }
        // One consent covers the same program. A result that was there says nothing: the folder's author may
        // have put it there.
        agreed |= !done;
    }
    match last {
        Some(error) if served == 0 => Err(error),
        _ => Ok(()),
    }
}

/// The fastest of the algorithms that the run has been simulated with, of its costliest operation.
pub(crate) fn known(run: &Run) -> Result<Option<WhatIf>, CliError> {
    let Some(costliest) = costliest(run)? else { return Ok(None) };
    let Ok(scenarios) = scenarios(run, costliest.operation) else { return Ok(None) };
    let kept: Vec<(&str, Manifest)> = scenarios
        .iter()
        .filter_map(|(name, scenario, folder)| Some((*name, kept_in(run, scenario, folder)?)))
        .collect();
    let fastest = kept.iter().min_by_key(|(_, manifest)| manifest.outcome.simulated_time_ps);
    fastest.iter().for_each(|(_, manifest)| reuse::compare_reads(run, manifest));
    Ok(fastest.map(|(name, manifest)| WhatIf {
        change: NAME,
        words: format!(
            "with the fastest of {} algorithms for {}, `--collective {}={name}`",
            kept.len(),
            costliest.function(),
            costliest.operation.name(),
        ),
        prices: &[],
        simulated_time_ps: manifest.outcome.simulated_time_ps,
    }))
}
