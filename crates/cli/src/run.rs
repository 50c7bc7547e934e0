//! The commands `run`, `record`, `replay` and `motif`: they make a scenario from their options, simulate it, write the run
//! folder and print the summary.

use crate::DEFECT;
use crate::crash;
use crate::error::CliError;
use crate::estimate::Estimate;
use crate::examples;
use crate::options::{
    MotifOptions, ProgramOptions, RecordOptions, ReplayOptions, Resources, RunOptions, SimulationOptions,
};
use crate::output::{self, Loudness};
use crate::prefix;
use crate::progress::{Bar, Progress};
use crate::reuse;
use crate::stop::Watch;
use crate::supervise::{Ended, Launch, supervise};
use engine::{
    Assembly, ComputeSpec, HostUse, JobText, Manifest, Purpose, RunError, RunFolder, RunResult, Scenario,
    ScenarioError, ScenarioText, StopReason, Ui, Workload,
};
use results::{PROGRAM_FOLDER, Run};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use views::summary::{self, Parts};

/// Grace period: a launcher that has not begun to stop this long after the time limit is asked to.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// What the launcher exits with after it has written a crash record.
const CRASH_STATUS: i32 = 134;

/// `windtunnel run`.
pub(crate) fn program(options: &RunOptions, loudness: Loudness) -> Result<u8, CliError> {
    run_program(&options.simulation, &options.program, None, loudness)
}

/// `windtunnel record`.
pub(crate) fn record(options: &RecordOptions, loudness: Loudness) -> Result<u8, CliError> {
    run_program(&options.simulation, &options.program, Some(options), loudness)
}

/// The scenario of a program as the options say it.
pub(crate) fn program_text(
    simulation: &SimulationOptions,
    program: &ProgramOptions,
    record: Option<&RecordOptions>,
) -> Result<ScenarioText, CliError> {
    let job = JobText { record: record.map(|options| options.output.clone()), ..program.job()? };
    let command = if record.is_some() { "record" } else { "run" };
    expect(job.program.is_some(), simulation, command, "program", "PROGRAM [ARGUMENT]...")?;
    simulation.scenario(job, program.over())
}

fn run_program(
    simulation: &SimulationOptions,
    program: &ProgramOptions,
    record: Option<&RecordOptions>,
    loudness: Loudness,
) -> Result<u8, CliError> {
    let scenario = program_text(simulation, program, record)?.resolve()?;
    let Workload::Program { path, .. } = &scenario.workload else {
        return in_process(&scenario, simulation, loudness);
    };
    let found = prefix::find_program(path)?;
    let ranks = scenario.ranks.expect("a program's number of ranks is checked");
    Assembly::of(&scenario, ranks)?;
    if let ComputeSpec::Replay { folder } = &scenario.compute {
        reuse::compare_measured(folder, &scenario.text, if path.exists() { path } else { &found })?;
    }
    let folder = create(&scenario, ranks, simulation)?;
    if let Some(status) = measure_before(&scenario, ranks, &folder, (&found, &program.resources), loudness)? {
        return Ok(status);
    }
    let launched = launch(&scenario, &folder, found, (simulation.json, &program.resources), loudness);
    let ended = or_refused(launched, &scenario, ranks, &folder)?;
    folder.forget_measurements();
    conclude(&scenario, ranks, &folder, &ended, simulation.json, loudness)
}

/// Measures a program's blocks as often as the scenario says (`--repeat`), but for the last time, which is the run itself. The
/// exit status, if one of these runs does not finish: its folder is kept to be looked at.
fn measure_before(
    scenario: &Scenario,
    ranks: u32,
    folder: &RunFolder,
    (program, resources): (&Path, &Resources),
    loudness: Loudness,
) -> Result<Option<u8>, CliError> {
    let times = scenario.text.repeat.unwrap_or(1);
    let alone = Resources { workers: None, memory_folder: resources.memory_folder.clone() };
    for number in 1..times {
        let mut text = ScenarioText { repeat: None, observe: None, ..scenario.text.clone() };
        text.job.iter_mut().for_each(|job| job.record = None);
        let once = text.resolve()?;
        if loudness > Loudness::Quiet {
            output::say(&format!("measuring blocks, {number} of {times}"));
        }
        let own = RunFolder::create(&folder.measurement(number)?, Purpose::Run, false, &[])?;
        own.write_manifest(&engine::begun(&once, ranks))?;
        own.write_scenario(&once)?;
        let launched = launch(&once, &own, program.to_owned(), (true, &alone), loudness);
        let ended = or_refused(launched, scenario, ranks, folder)?;
        let finished = own.manifest().is_some_and(|manifest| manifest.outcome.ending == "finished");
        if !finished || !ended.status.success() {
            let status = conclude(&once, ranks, &own, &ended, true, Loudness::Quiet)?;
            let reason = own.manifest().and_then(|manifest| manifest.outcome.diagnosis).unwrap_or_default();
            let mut manifest = engine::begun(scenario, ranks);
            manifest.outcome.refuse(&format!("measurement {number} of {times}: {reason}"));
            folder.write_scenario(scenario)?;
            folder.write_manifest(&manifest)?;
            output::complain(&format!("that was measurement {number} of {times}: see {}", own.path().display()));
            return Ok(Some(status));
        }
    }
    Ok(None)
}

/// Compiles the program where it is a source, and runs the launcher to its end.
fn launch(
    scenario: &Scenario,
    folder: &RunFolder,
    program: PathBuf,
    (to_files, resources): (bool, &Resources),
    loudness: Loudness,
) -> Result<Ended, CliError> {
    let executable = match prefix::compiler(&program) {
        Some(wrapper) => prefix::compile(&program, wrapper, &folder.place()?.join(PROGRAM_FOLDER))?,
        None => program,
    };
    // Output in files is of a run that only programs look at, or of one that a later run is made from.
    let told = loudness > Loudness::Quiet && !to_files;
    let bar = Bar::new(loudness > Loudness::Quiet).telling(told.then(|| Estimate::of(scenario)));
    let memory_folder = resources.memory_folder.as_deref();
    // The launcher keeps the limit itself, and names the rank that computes then.
    let mut watch = Watch::with_patience(scenario.text.time_limit, STOP_GRACE).for_memory_in(memory_folder);
    if scenario.fold_from.is_none()
        && let Some(warning) = watch.begin(&executable, scenario.ranks.unwrap_or(0))?
    {
        output::complain(&warning);
    }
    let launch = Launch {
        folder,
        scenario: &scenario.to_toml(),
        executable: &executable,
        to_files,
        workers: resources.workers,
        memory_folder,
    };
    supervise(&launch, &bar, &mut watch)
}

/// A run folder has a manifest, also where the run could not be made.
fn or_refused<T, E: Into<CliError>>(
    result: Result<T, E>,
    scenario: &Scenario,
    ranks: u32,
    folder: &RunFolder,
) -> Result<T, CliError> {
    result.map_err(|error| {
        let error = error.into();
        let mut manifest = folder.manifest().unwrap_or_else(|| engine::begun(scenario, ranks));
        manifest.outcome.refuse(&error.to_string());
        manifest.files.inputs = scenario.inputs.list();
        manifest.tables = folder.tables();
        // The error itself is what the user has to hear of.
        let _ = folder.write_scenario(scenario).and_then(|()| folder.write_manifest(&manifest));
        error
    })
}

/// `windtunnel replay`.
pub(crate) fn replay(options: &ReplayOptions, loudness: Loudness) -> Result<u8, CliError> {
    in_process(&replay_text(options)?.resolve()?, &options.simulation, loudness)
}

/// The scenario of a trace as the options say it.
pub(crate) fn replay_text(options: &ReplayOptions) -> Result<ScenarioText, CliError> {
    let job = JobText { trace: options.traces.clone(), ..JobText::default() };
    expect(!job.trace.is_empty(), &options.simulation, "replay", "trace", "TRACE...")?;
    if let Some(run) = options.traces.iter().find(|trace| trace.join("run.json").exists()) {
        return Err(CliError::RunForTrace { folder: run.display().to_string() });
    }
    let over = ScenarioText {
        engine: options.engine.clone(),
        scale_bytes: options.scale_bytes.clone(),
        recorded_times: options.recorded_times.then_some(true),
        ..ScenarioText::default()
    };
    options.simulation.scenario(job, over)
}

/// `windtunnel motif`.
pub(crate) fn motif(options: &MotifOptions, loudness: Loudness) -> Result<u8, CliError> {
    in_process(&motif_text(options)?.resolve()?, &options.simulation, loudness)
}

/// The scenario of a motif as the options say it.
pub(crate) fn motif_text(options: &MotifOptions) -> Result<ScenarioText, CliError> {
    let parameters = options.parameters.iter().cloned().collect();
    let job = JobText { motif: options.name.clone(), parameters, ..JobText::default() };
    expect(job.motif.is_some(), &options.simulation, "motif", "motif", "NAME [KEY=VALUE]...")?;
    options.simulation.scenario(job, ScenarioText::default())
}

/// A command needs what it simulates, in its options or in a scenario file.
fn expect(
    given: bool,
    simulation: &SimulationOptions,
    command: &'static str,
    what: &'static str,
    usage: &'static str,
) -> Result<(), CliError> {
    match given || simulation.scenario.is_some() {
        true => Ok(()),
        false => Err(CliError::Nothing { command, what, usage, example: examples::first_of(command) }),
    }
}

/// Simulates a trace or a motif.
fn in_process(scenario: &Scenario, simulation: &SimulationOptions, loudness: Loudness) -> Result<u8, CliError> {
    if let Workload::Goal { file, settings } = &scenario.workload {
        let simulate = |folder: &RunFolder, ui: Ui<'_>| engine::run_goal(scenario, file, settings, folder, ui);
        return watched(scenario, 0, simulation, loudness, simulate);
    }
    let Some((ranks, mut driver)) = engine::workload_driver(scenario)? else {
        // The scenario file names a program, but the command is that for traces or motifs.
        return Err(
            ScenarioError::Missing { what: "a trace or a motif", option: "one, or use `windtunnel run`" }.into()
        );
    };
    Assembly::of(scenario, ranks)?;
    let simulate = |folder: &RunFolder, ui: Ui<'_>| engine::run(scenario, ranks, &mut *driver, folder, ui);
    watched(scenario, ranks, simulation, loudness, simulate)
}

/// Simulates in this process with a progress bar, stops when it has to, and reports.
fn watched(
    scenario: &Scenario,
    ranks: u32,
    simulation: &SimulationOptions,
    loudness: Loudness,
    simulate: impl FnOnce(&RunFolder, Ui<'_>) -> Result<RunResult, RunError>,
) -> Result<u8, CliError> {
    let folder = create(scenario, ranks, simulation)?;
    let told = loudness > Loudness::Quiet && !simulation.json;
    let bar = Bar::new(loudness > Loudness::Quiet).telling(told.then(|| Estimate::of(scenario)));
    let mut watch = Watch::new(scenario.text.time_limit);
    let mut ui = ui(&bar, &mut watch);
    let result = simulate(&folder, &mut ui);
    bar.clear();
    let manifest = match result {
        // The tables are there, and run.json says as much as it can.
        Err(error @ RunError::LastFile { .. }) => return Err(error.into()),
        result => or_refused(result, scenario, ranks, &folder)?.manifest,
    };
    report(&folder, &manifest, simulation.json, loudness)?;
    Ok(status_of(&manifest))
}

/// Shows how far a run is, and stops it where there is a reason.
pub(crate) fn ui<'a>(
    bar: &'a Bar,
    watch: &'a mut Watch,
) -> impl FnMut(&engine::Progress) -> Option<engine::StopReason> + 'a {
    |progress| {
        let progress = Progress {
            time_ps: progress.time.ps(),
            finished: progress.finished.into(),
            ranks: progress.ranks.into(),
            steps: progress.steps,
            memory: progress.memory,
            prospect: progress.prospect,
            messages: progress.messages,
            samples: progress.samples,
            work: progress.work,
        };
        bar.show(&progress);
        watch.note(&progress, |text| bar.complain(text));
        watch.poll()
    }
}

/// Replays a trace into a run folder, for views of its tables.
pub(crate) fn replay_into(scenario: &Scenario, folder: &RunFolder, loudness: Loudness) -> Result<Manifest, CliError> {
    let Some((ranks, mut driver)) = engine::workload_driver(scenario)? else {
        return Err(ScenarioError::Missing { what: "a trace", option: "one" }.into());
    };
    let bar = Bar::new(loudness > Loudness::Quiet);
    let mut watch = Watch::new(None);
    let result = engine::run(scenario, ranks, &mut *driver, folder, &mut ui(&bar, &mut watch));
    bar.clear();
    Ok(result?.manifest)
}

/// The folder that the user wants, or a new one under `runs`; it says at once whose it is, so that a run that is killed can be
/// replaced, too. A trace that is recorded gets its place.
fn create(scenario: &Scenario, ranks: u32, simulation: &SimulationOptions) -> Result<RunFolder, CliError> {
    let mut inputs = scenario.kept_paths();
    inputs.extend(simulation.scenario.clone());
    if let Some(trace) = scenario.text.job.first().and_then(|job| job.record.as_ref()) {
        engine::clear_trace_destination(trace, simulation.force, &inputs)?;
    }
    let folder = match &simulation.out {
        Some(path) => RunFolder::create(path, Purpose::Run, simulation.force, &inputs)?,
        None => RunFolder::create_new(Path::new("runs"), &scenario.short_name())?,
    };
    folder.write_manifest(&engine::begun(scenario, ranks))?;
    or_refused(folder.write_scenario(scenario), scenario, ranks, &folder)?;
    Ok(folder)
}

/// What the launcher's end means for the run.
fn conclude(
    scenario: &Scenario,
    ranks: u32,
    folder: &RunFolder,
    ended: &Ended,
    json: bool,
    loudness: Loudness,
) -> Result<u8, CliError> {
    let found = folder.manifest();
    let mut manifest = found.clone().unwrap_or_else(|| engine::begun(scenario, ranks));
    let status = match ended.status.code() {
        Some(status @ 2) if manifest.outcome.ending != "running" => {
            // The launcher has reported the error in its input on stderr and in the manifest.
            folder.forget_crash_records()?;
            if json && let Ok(text) = std::fs::read_to_string(folder.folder().way().join("stderr.txt")) {
                eprint!("{text}");
            }
            return Ok(status as u8);
        }
        Some(0 | 1) if manifest.outcome.ending != "running" => {
            name_reason(&mut manifest, ended.stopped);
            status_of(&manifest)
        }
        code => {
            let (ending, diagnosis, status) = untimely(&folder.folder().way(), code, ended);
            manifest.outcome.ending = ending.to_owned();
            manifest.outcome.program_status = 1;
            manifest.outcome.diagnosis = Some(diagnosis);
            manifest.files.inputs = scenario.inputs.list();
            manifest.tables = folder.tables();
            status
        }
    };
    let removed = if manifest.outcome.ending == "crashed" {
        Ok(())
    } else {
        folder.forget_crash_records().map_err(CliError::from)
    };
    let written = if found.as_ref() == Some(&manifest) { Ok(()) } else { folder.write_manifest(&manifest) };
    report(folder, &manifest, json, loudness)?;
    written?;
    removed?;
    Ok(status)
}

/// The launcher knows only that it was interrupted.
fn name_reason(manifest: &mut Manifest, stopped: Option<StopReason>) {
    if let (Some(reason @ StopReason::Memory(_)), Some(diagnosis)) = (stopped, &mut manifest.outcome.diagnosis) {
        *diagnosis = diagnosis.replace(&StopReason::Signal.words(), &reason.words());
    }
}

/// Ending, diagnosis and exit status of a run whose launcher did not come to its own end.
fn untimely(folder: &Path, code: Option<i32>, ended: &Ended) -> (&'static str, String, u8) {
    if let Some(reason) = ended.stopped {
        let lost = "it did not stop by itself, so what it did in its last seconds is lost";
        return ("stopped", format!("{}; {lost}", reason.words()), 1);
    }
    let crash = crash::read(folder).filter(|_| code.is_none_or(|code| code == CRASH_STATUS));
    match (crash, code, ended.status.signal()) {
        (Some(crash), ..) if crash.is_sent => ("crashed", crash.diagnosis, 1),
        (Some(crash), ..) => ("crashed", crash.diagnosis, if crash.in_rank { 1 } else { DEFECT }),
        (None, None, Some(9)) => {
            let why = "the simulation was killed (signal 9), most likely because this machine ran out of memory";
            ("crashed", why.to_owned(), 1)
        }
        (None, None, Some(signal)) => ("crashed", format!("the simulation ended by signal {signal}"), 1),
        (None, Some(2), _) => ("failed", "the simulation could not go on; the reason is on stderr".to_owned(), 2),
        (None, code, _) => {
            let code = code.map_or_else(|| "no status".to_owned(), |code| format!("status {code}"));
            ("failed", format!("the simulation ended with {code} before its ranks had finished"), DEFECT)
        }
    }
}

fn status_of(manifest: &Manifest) -> u8 {
    u8::from(manifest.outcome.exit_status() != 0)
}

/// Says how the run went: the summary, or `run.json`; at the end the simulated time.
fn report(folder: &RunFolder, manifest: &Manifest, json: bool, loudness: Loudness) -> Result<(), CliError> {
    let place = folder.place()?;
    if place != folder.path() {
        let (was, is) = (folder.path().display(), place.display());
        output::complain(&format!("warning: {was}: was moved while the run was on; the results are in {is}"));
    }
    let host: Option<HostUse> = Run::open(&place)?.host()?;
    if let Some(reason) = host.as_ref().and_then(|host| host.undivided.as_ref()) {
        output::complain(&format!("one thread has simulated the run, which can't be divided over several: {reason}"));
    }
    if json {
        print_manifest(&place)?;
    } else if loudness > Loudness::Quiet {
        let (folder, verbose) = (place.as_path(), loudness == Loudness::Verbose);
        let parts = Parts { manifest, host: host.as_ref(), folder, ideal: None, figures: None, pilot: None, verbose };
        output::say(summary::text(&parts).trim_end());
    }
    if json || loudness == Loudness::Quiet {
        summary::warnings(manifest).iter().for_each(|line| output::complain(line));
    }
    if let Some(diagnosis) = &manifest.outcome.diagnosis {
        output::complain(diagnosis);
    } else if manifest.outcome.ending == "finished" && manifest.outcome.program_status != 0 {
        output::complain(&format!("the program ended with status {}", manifest.outcome.program_status));
    }
    if manifest.has_figures() {
        output::say(&format!("simulated time: {} s", manifest.outcome.simulated_time));
    }
    Ok(())
}

/// Says what the user should know of a run that is not reported.
pub(crate) fn say_warnings(manifest: &Manifest) {
    summary::warnings(manifest).iter().for_each(|line| output::complain(line));
    if let Some(diagnosis) = &manifest.outcome.diagnosis {
        output::complain(diagnosis);
    }
}

/// Prints `run.json` as it is in the folder.
fn print_manifest(folder: &Path) -> Result<(), CliError> {
    let path = folder.join("run.json");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| CliError::Start { path: path.display().to_string(), reason: error.to_string() })?;
    output::print(&text)
}

#[cfg(test)]
mod tests {
    use super::StopReason as Reason;
    use super::*;
    use std::process::ExitStatus;

    fn untimely_of(raw: i32, stopped: Option<Reason>) -> (&'static str, String, u8) {
        let status = ExitStatus::from_raw(raw);
        untimely(Path::new("/no/such/folder"), status.code(), &Ended { status, stopped })
    }

    #[test]
    fn an_untimely_end_is_explained() {
        let (ending, diagnosis, status) = untimely_of(9, None);
        assert_eq!((ending, status), ("crashed", 1));
        assert!(diagnosis.contains("ran out of memory"), "{diagnosis}");
        let (ending, diagnosis, status) = untimely_of(9, Some(Reason::Limit(3.0)));
        assert_eq!((ending, status), ("stopped", 1));
        assert!(diagnosis.contains("time limit of 3 s"), "{diagnosis}");
        let (ending, diagnosis, status) = untimely_of(3 << 8, None);
        assert_eq!((ending, status), ("failed", DEFECT));
        assert!(diagnosis.contains("status 3"), "{diagnosis}");
        assert_eq!(untimely_of(11, None).1, "the simulation ended by signal 11");
    }
}
