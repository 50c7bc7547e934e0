//! Runs a GOAL program (a LogGOPSim trace) under LogGOPSim's own rules (`--engine loggopsim`), and writes the run folder.

use crate::folder::{self, RunFolder};
use crate::host::Meter;
use crate::run::{self, Progress, RunError, RunResult, Ui};
use crate::scenario::Scenario;
use crate::ticker::Samples;
use kernel::random::Stream;
use observe::HostRow;
use results::{Manifest, Share};
use sha2::{Digest, Sha256};
use std::path::Path;
use units::Time;
use workload::goal::loggopsim::{ExecuteError, Noise, NoiseTrace, Outcome, Settings, execute};
use workload::goal::{self, Program};

/// Operations that a diagnosis names.
const NAMED: usize = 5;

/// Runs the GOAL program of a scenario and writes the run folder.
pub fn run_goal(
    scenario: &Scenario,
    file: &Path,
    settings: &Settings,
    folder: &RunFolder,
    ui: Ui<'_>,
) -> Result<RunResult, RunError> {
    let meter = Meter::start(scenario);
    let (program, noise_trace) = read(scenario, file, settings)?;
    let ranks = program.ranks();
    let mut manifest = folder::begun(scenario, ranks);
    manifest.hash = Sha256::digest(scenario.settings()).iter().map(|byte| format!("{byte:02x}")).collect();
    manifest.platform = "LogGOPS hosts".to_owned();
    manifest.machine.hosts = ranks;
    manifest.network = "loggopsim".to_owned();
    manifest.mpi_library = "none".to_owned();
    folder.write_scenario(scenario)?;
    folder.write_manifest(&manifest)?;

    let noise = noise_trace.map(|trace| noise(scenario, settings, trace, ranks));
    let mut stop = None;
    let mut watch = |time: u64, steps: u64| {
        let progress =
            mpi::RunProgress { time: nanoseconds(time), finished: 0, ranks, steps, messages: 0, work: None };
        stop = ui(&Progress::of(progress, Samples::default(), None));
        stop.is_some()
    };
    let outcome = execute(&program, &settings.parameters, noise.as_ref(), &mut watch)?;
    if outcome.finish.iter().any(|end| *end > u64::MAX / 1000) {
        return Err(ExecuteError::BeyondTime.into());
    }
    scenario.inputs.reading("job.trace", || conclude(&mut manifest, &program, &outcome, file));
    if let Some(reason) = stop {
        folder::stopped(&mut manifest, &reason.words());
    }
    let hosts = outcome.finish.iter().zip(&outcome.computing);
    let hosts = (0..).zip(hosts).map(|(host, (end, compute))| HostRow {
        host,
        end: nanoseconds(*end),
        compute: nanoseconds(*compute),
    });
    let error = observe::write_table(folder.folder(), hosts).err().map(|error| error.to_string());
    run::conclude(scenario, &mut manifest, error, folder, &meter, (0, 0))
}

/// The purpose of the stream of a host's offset into a trace of noise.
const OFFSET: u16 = 0x4c47;

/// Reads the program and its trace of noise, if it has one.
pub(crate) fn read(
    scenario: &Scenario,
    file: &Path,
    settings: &Settings,
) -> Result<(Program, Option<NoiseTrace>), RunError> {
    let program = scenario.inputs.reading("job.trace", || goal::read(file))?;
    let noise = settings.noise_trace.as_deref();
    let noise = noise.map(|file| scenario.inputs.reading("engine", || NoiseTrace::read(file))).transpose();
    Ok((program, noise.map_err(ExecuteError::from)?))
}

/// The noise that a run has, with offsets from 0 to the start of the last detour.
fn noise(scenario: &Scenario, settings: &Settings, trace: NoiseTrace, hosts: u32) -> Noise {
    let seed = scenario.text.seed.unwrap_or_default();
    let offset = |host: u32| {
        let entity = if settings.noise_cosched { 0 } else { host };
        Stream::new(seed, OFFSET, entity).below(trace.last() + 1)
    };
    let offsets = (0..hosts).map(offset).collect();
    Noise::new(trace, offsets)
}

/// Nanoseconds as time; beyond what counts in picoseconds, the last one there is.
fn nanoseconds(time: u64) -> Time {
    Time::from_ps(time.saturating_mul(1000))
}

/// Notes figures and ending.
fn conclude(manifest: &mut Manifest, program: &Program, outcome: &Outcome, file: &Path) {
    let end = nanoseconds(outcome.finish.iter().copied().max().unwrap_or(0));
    manifest.outcome.simulated_time_ps = end.ps();
    manifest.outcome.simulated_time = end.seconds();
    manifest.totals.events = outcome.events;
    manifest.totals.messages = outcome.messages;
    manifest.totals.bytes = outcome.bytes;
    let share = |times: &mut dyn Iterator<Item = u64>| {
        let (sum, max) = times.fold((0_u128, 0), |(sum, max), time| (sum + u128::from(time), max.max(time)));
        let mean = (sum / u128::from(manifest.ranks.max(1))) as u64;
        Share { mean_ps: mean.saturating_mul(1000), max_ps: max.saturating_mul(1000) }
    };
    manifest.time.compute = share(&mut outcome.computing.iter().copied());
    manifest.time.noise = share(&mut outcome.noise.iter().copied());
    let rest = outcome.finish.iter().zip(&outcome.computing).map(|(end, compute)| end.saturating_sub(*compute));
    manifest.time.mpi = share(&mut rest.into_iter());
    manifest.outcome.ending = "finished".to_owned();
    if !outcome.stopped
        && let Some(diagnosis) = diagnosis(program, outcome, file)
    {
        manifest.outcome.ending = "failed".to_owned();
        manifest.outcome.program_status = 1;
        manifest.outcome.diagnosis = Some(diagnosis);
    }
}

/// What was left over, if anything.
fn diagnosis(program: &Program, outcome: &Outcome, file: &Path) -> Option<String> {
    let Outcome { posted, unexpected, blocked, .. } = outcome;
    if posted.is_empty() && unexpected.is_empty() && *blocked == 0 {
        return None;
    }
    let mut lines = vec![format!(
        "the program did not come to its end: {} receives without a message, {} messages without a receive, {blocked} \
         operations that never began",
        posted.len(),
        unexpected.len()
    )];
    for (list, words) in [(posted, "waits for a message"), (unexpected, "was sent and never received")] {
        lines
            .extend(list.iter().take(NAMED).map(|number| format!("  {}: {words}", describe(program, *number, file))));
        if list.len() > NAMED {
            lines.push(format!("  and {} more", list.len() - NAMED));
        }
    }
    Some(lines.join("\n"))
}

/// An operation in words, with its place.
fn describe(program: &Program, number: u32, file: &Path) -> String {
    let operation = program.operation(number);
    let place = goal::place_of(file, operation.rank, number - program.first_of(operation.rank));
    let place = place.map_or_else(|| file.display().to_string(), |place| place.to_string());
    let any = |value: u32| if value == goal::ANY { "any".to_owned() } else { value.to_string() };
    let word = if operation.kind == goal::OperationKind::Send { "send to" } else { "receive from" };
    let (size, peer, tag) = (operation.size, any(operation.peer), any(operation.tag));
    format!("{place}: rank {}, {word} {peer}, {size} bytes, tag {tag}", operation.rank)
}
