//! Selects the tables that a run writes, and computes the times in the run's manifest (`run.json`): by computation, MPI,
//! function and phase.

use crate::scenario::{Scenario, Workload};
use mpi::{PhaseTime, SampleTotals};
use observe::Summary;
use results::{FunctionShare, PhaseShare, SampleShare, Share, StepShare, TimeShares};
use units::Time;

/// The tables that a run of the scenario writes.
pub(crate) fn tables_of(scenario: &Scenario) -> Vec<&str> {
    let mut tables: Vec<&str> = scenario.text.observe.iter().flatten().map(String::as_str).collect();
    // Measured blocks are the one input that can't be had again: the run folder keeps them.
    if matches!(scenario.workload, Workload::Program { .. }) && scenario.has_blocks() {
        tables.push("blocks");
    }
    tables
}

/// Bodies of which only some were run.
fn sample_share(sample: &SampleTotals) -> SampleShare {
    SampleShare {
        sample: sample.name.to_string(),
        own: sample.own,
        bodies: sample.bodies,
        ran: sample.ran,
        mean_ps: sample.mean.ps(),
        interval_millionths: sample.interval,
        demanded_millionths: sample.demanded,
        stated_ps: sample.stated.ps(),
        drifts: sample.drifts,
    }
}

/// Where ranks have spent their time: mean and maximum over ranks, and by function and phase; and what was sampled of it.
pub(crate) fn time_shares(summary: &Summary, phases: &[PhaseTime], samples: &[SampleTotals]) -> TimeShares {
    let share = |(mean, max): (Time, Time)| Share { mean_ps: mean.ps(), max_ps: max.ps() };
    let functions = summary.functions.iter().map(|function| FunctionShare {
        function: function.function.name().to_owned(),
        calls: function.calls,
        time_ps: function.time.ps(),
        waiting_ps: function.waiting.ps(),
    });
    let phase = |phase: &PhaseTime| PhaseShare {
        phase: phase.name.to_string(),
        mean_ps: phase.mean.ps(),
        max_ps: phase.max.ps(),
        steps: phase.steps.map(|steps| StepShare {
            all: steps.steps,
            detailed: steps.detailed,
            mean_ps: steps.mean.ps(),
            change_millionths: steps.change,
            unlike: steps.unlike,
        }),
    };
    TimeShares {
        compute: share(summary.compute),
        mpi: share(summary.mpi),
        waiting: share(summary.waiting),
        noise: share(summary.noise),
        functions: functions.collect(),
        phases: if phases.len() > 1 { phases.iter().map(phase).collect() } else { Vec::new() },
        samples: samples.iter().map(sample_share).collect(),
    }
}
