//! What-if runs: simulate the scenario of an earlier run again, with one change. The result is a run folder, `what-if/NAME`
//! in the folder of the earlier run. The program's computation between two MPI calls takes the time that it took in the
//! earlier run.
//!
//! A new change is an entry of [`CHANGES`], or of [`files::CHANGES`]. Trying other collective algorithms takes several runs:
//! [`algorithms`].

pub(crate) mod algorithms;
mod files;

use crate::error::CliError;
use crate::home;
use crate::output;
use crate::reuse;
use crate::stop;
use config::UnknownName;
use engine::{Scenario, ScenarioText, Workload};
use results::{BlockRow, Manifest, PLATFORM_FILE, PROGRAM_FOLDER, Run, WHAT_IF_FOLDER};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use views::explain::{Explanation, WhatIf};

/// A change of a scenario.
#[derive(Debug)]
pub(crate) struct Change {
    /// Its name in `--what-if=NAME`, and of its folder.
    pub(crate) name: &'static str,
    /// The run with it, in words: `it was simulated …`.
    pub(crate) words: &'static str,
    /// The causes of waiting, as `explain` names them, whose price it tells.
    prices: &'static [&'static str],
    /// Makes it; or says why it makes no difference to that run.
    make: fn(&mut ScenarioText, &Manifest) -> Result<(), String>,
}

/// The run on an ideal network, which `summary --ideal` asks for.
pub(crate) const IDEAL_NETWORK: &Change = &CHANGES[0];

/// All changes.
fn changes() -> impl Iterator<Item = &'static Change> {
    CHANGES.iter().chain(files::CHANGES)
}

/// Changes of anything but files.
const CHANGES: &[Change] = &[
    Change {
        name: "ideal-network",
        words: "on an ideal network",
        prices: &["transfer", "collective transfer"],
        make: |scenario, run| {
            unless(run.network == "ideal", "its network is an ideal one")?;
            scenario.network = Some("ideal".to_owned());
            Ok(())
        },
    },
    Change {
        name: "no-contention",
        words: "without contention for links",
        prices: &["contention"],
        make: |scenario, run| {
            let without = ["ideal", "delay", "loggps"].contains(&&*run.network);
            unless(without, &format!("its network model, {}, knows no contention", run.network))?;
            scenario.network = Some("delay".to_owned());
            Ok(())
        },
    },
    Change {
        name: "no-compute",
        words: "without the time of its computations",
        prices: &["computation", "work"],
        make: |scenario, run| {
            unless(run.scenario["compute"] == "none", "its computations take no time")?;
            scenario.compute = Some("none".to_owned());
            scenario.repeat = None;
            Ok(())
        },
    },
    Change {
        name: "no-noise",
        words: "without noise",
        prices: &["noise"],
        make: |scenario, run| {
            unless(run.time.noise.is_zero(), "no noise has hit it")?;
            scenario.set.retain(|key, _| !key.starts_with("host.noise"));
            set(scenario, [("host.noise", "[]")])
        },
    },
    Change {
        name: "background-progress",
        words: "with an MPI library that goes on while ranks compute",
        prices: &["progress"],
        make: |scenario, _| set(scenario, [("mpi.progress", "background")]),
    },
    Change {
        name: "eager",
        words: "with all messages sent eagerly",
        prices: &[],
        make: |scenario, _| set(scenario, [("mpi.eager_max", "unlimited"), ("mpi.send_end", "at-once")]),
    },
    Change { name: "mapping-block", words: "mapped block by block", prices: &[], make: |s, _| map(s, "block") },
    Change {
        name: "mapping-round-robin",
        words: "mapped round-robin",
        prices: &[],
        make: |s, _| map(s, "round-robin"),
    },
    Change { name: "mapping-random", words: "mapped at random", prices: &[], make: |s, _| map(s, "random") },
];

fn unless(so_already: bool, reason: &str) -> Result<(), String> {
    if so_already { Err(reason.to_owned()) } else { Ok(()) }
}

fn set<K: Into<String>, V: Into<String>>(
    scenario: &mut ScenarioText,
    values: impl IntoIterator<Item = (K, V)>,
) -> Result<(), String> {
    let values: BTreeMap<String, String> =
        values.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
    unless(values.iter().all(|(key, value)| scenario.set.get(key) == Some(value)), "it was run so")?;
    scenario.set.extend(values);
    Ok(())
}

fn map(scenario: &mut ScenarioText, mapping: &str) -> Result<(), String> {
    let job = scenario.job.first_mut().ok_or("it has no job")?;
    unless(job.mapping.as_deref().unwrap_or("block") == mapping, "it is mapped so")?;
    job.mapping = Some(mapping.to_owned());
    Ok(())
}

/// The change of this name.
pub(crate) fn named(name: &str) -> Result<&'static Change, CliError> {
    let change = changes().find(|change| change.name == name);
    change.ok_or_else(|| CliError::UnknownChange(UnknownName::new(name, names())))
}

/// The names of all changes.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    changes().map(|change| change.name).chain([algorithms::NAME])
}

/// The changes that tell the price of the first of these causes that some do, for a run that they make a difference to.
pub(crate) fn pricing(run: &Run, explanation: &Explanation) -> Vec<&'static Change> {
    let of = |cause: &str| -> Vec<&'static Change> {
        changes().filter(|change| change.prices.contains(&cause) && scenario(run, change).is_ok()).collect()
    };
    explanation.causes.iter().map(|cause| of(cause.cause)).find(|changes| !changes.is_empty()).unwrap_or_default()
}

/// Simulates a run with each of these changes, as far as that has not been done.
pub(crate) fn simulate_all(run: &Run, changes: &[&Change], mut agreed: bool) -> Result<(), CliError> {
    for change in changes {
        // Consent to one run is consent to the same program again. A result that was there says nothing of it.
        let done = kept(run, change).is_some();
        result(run, change, agreed)?;
        agreed |= !done;
    }
    Ok(())
}

/// The results of a run with a change that are in its folder.
pub(crate) fn known(run: &Run) -> Vec<WhatIf> {
    let results = changes().filter_map(|change| Some((change, kept(run, change)?)));
    results
        .map(|(change, manifest)| {
            reuse::compare_reads(run, &manifest);
            of(change, &manifest)
        })
        .collect()
}

/// A result in the words of `explain`.
fn of(change: &Change, manifest: &Manifest) -> WhatIf {
    WhatIf {
        change: change.name,
        words: change.words.to_owned(),
        prices: change.prices,
        simulated_time_ps: manifest.outcome.simulated_time_ps,
    }
}

fn folder(run: &Run, change: &Change) -> PathBuf {
    run.path().join(WHAT_IF_FOLDER).join(change.name)
}

/// The scenario of a run with a change.
fn scenario(run: &Run, change: &Change) -> Result<Scenario, CliError> {
    let mut text = plain(run, change.words)?;
    let failed = |reason| CliError::WhatIf { run: run.path().display().to_string(), words: change.words, reason };
    (change.make)(&mut text, run.manifest()).map_err(failed)?;
    Ok(text.resolve()?)
}

/// The scenario of a run, with its blocks, without tables and traces.
fn plain(run: &Run, words: &'static str) -> Result<ScenarioText, CliError> {
    let failed = |reason| CliError::WhatIf { run: run.path().display().to_string(), words, reason };
    if run.manifest().outcome.ending != "finished" {
        return Err(failed(format!("it did not come to its end ({})", run.manifest().outcome.ending)));
    }
    let mut text = ScenarioText::load(&run.path().join("scenario.toml"))?;
    if text.engine.is_some() {
        return Err(failed("LogGOPSim's rules know nothing but their own parameters".to_owned()));
    }
    // Its tables and a trace of it were asked for once.
    text.observe = None;
    text.job.iter_mut().for_each(|job| job.record = None);
    if run.has::<BlockRow>() {
        text.compute = Some(run.path().display().to_string());
        text.repeat = None;
    }
    Ok(text)
}

/// The run with an MPI library, in a folder. A program is run as for [`result`].
pub(crate) fn with_library(run: &Run, library: String, folder: &Path, agreed: bool) -> Result<Manifest, CliError> {
    const WORDS: &str = "with the tuning file";
    let text = ScenarioText { mpi_library: Some(library), ..plain(run, WORDS)? };
    simulate(run, &text.resolve()?, folder, WORDS, agreed)?;
    let manifest = Run::open(folder)?.into_manifest();
    reuse::compare_reads(run, &manifest);
    Ok(manifest)
}

/// The result of a run with a change, if it is in its folder.
pub(crate) fn kept(run: &Run, change: &Change) -> Option<Manifest> {
    kept_in(run, &scenario(run, change).ok()?, &folder(run, change))
}

/// What was compiled for a run, if its program is a source.
fn compiled(run: &Run) -> Option<String> {
    let scenario = ScenarioText::load(&run.path().join("scenario.toml")).ok()?;
    let stem = scenario.job.first()?.program.as_ref()?.file_stem()?;
    ::files::digest(&run.path().join(PROGRAM_FOLDER).join(stem))
}

/// The result of a run's scenario with a change, if it is in a folder: of this scenario, machine and program, and whole.
fn kept_in(run: &Run, expected: &Scenario, folder: &Path) -> Option<Manifest> {
    let done = Run::open(folder).ok()?;
    let text = |of: &Run| std::fs::read(of.path().join(PLATFORM_FILE)).ok();
    let of_this = done.manifest().outcome.ending == "finished"
        && done.manifest().version == run.manifest().version
        && text(&done) == text(run)
        && run.manifest().files.other_program(&done.manifest().files).is_empty()
        && compiled(&done) == compiled(run)
        && same(serde_json::to_value(&expected.text).ok()?, done.manifest().scenario.clone(), run.has::<BlockRow>());
    of_this.then(|| done.into_manifest())
}

/// Whether scenarios are the same. Blocks are the run's, by whatever path it was named, or none.
fn same(mut expected: serde_json::Value, mut found: serde_json::Value, replayed: bool) -> bool {
    if replayed && expected["compute"] != "none" && found["compute"] != "none" {
        (expected["compute"], found["compute"]) = (serde_json::Value::Null, serde_json::Value::Null);
    }
    expected == found
}

/// The result of a run with a change: the one that is kept, or a new one. A program is run for it if the user has agreed to
/// that, or does when asked.
pub(crate) fn result(run: &Run, change: &Change, agreed: bool) -> Result<Manifest, CliError> {
    if let Some(manifest) = kept(run, change) {
        return Ok(manifest);
    }
    home::expect_inputs(run)?;
    simulate(run, &scenario(run, change)?, &folder(run, change), change.words, agreed)?;
    let reason =
        || format!("what it left in {} is of another program, scenario or platform", folder(run, change).display());
    kept(run, change).ok_or_else(|| CliError::WhatIf {
        run: run.path().display().to_string(),
        words: change.words,
        reason: reason(),
    })
}

/// Whether a program runs again for a run with a change.
pub(crate) fn runs_a_program(run: &Run) -> bool {
    run.manifest().scenario.pointer("/job/0/program").is_some()
}

/// Asks whether the program of a scenario may be run: the folder that names it may be anybody's.
fn agree(run: &Run, scenario: &Scenario) -> Result<(), CliError> {
    let Workload::Program { path, arguments, environment, wdir, .. } = &scenario.workload else { return Ok(()) };
    // A variable can have the system load other code than the program's.
    let mut words: Vec<String> = environment.iter().map(|(name, value)| format!("{name}={value:?}")).collect();
    words.push(path.display().to_string());
    words.extend(arguments.iter().map(|argument| format!("{argument:?}")));
    // Paths in it are relative to where the run was started.
    let here = std::env::current_dir().unwrap_or_default();
    words.push(format!("in {}", wdir.as_ref().map_or_else(|| here.clone(), |wdir| here.join(wdir)).display()));
    let (run, program) = (run.path().display().to_string(), words.join(" "));
    if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        eprint!("{}", engine::visible(&format!("{run} says what to run: {program}\nRun it here, as you? [y/N] ")));
        let mut answer = String::new();
        let read = std::io::stdin().read_line(&mut answer);
        if read.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str()) {
            return Ok(());
        }
    }
    Err(CliError::Unasked { run, program })
}

/// Runs a scenario of a run again with a change, into a folder.
fn simulate(
    run: &Run,
    scenario: &Scenario,
    folder: &Path,
    words: &'static str,
    agreed: bool,
) -> Result<(), CliError> {
    let failed = |reason| CliError::WhatIf { run: run.path().display().to_string(), words, reason };
    if !agreed {
        agree(run, scenario)?;
    }
    let scenario = scenario.to_toml();
    output::say(&format!("running it again {words}"));
    let own = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    // Its summary and the program's output are not what was asked for. One that was cut short is replaced.
    let mut again = Command::new(own);
    again.args(["run", "-q", "--json", "--force", "--scenario", "/dev/stdin", "--out"]).arg(folder);
    stop::end_with_us(&mut again).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let done = again.spawn().and_then(|mut child| {
        let mut pipe = child.stdin.take().expect("it is a pipe");
        pipe.write_all(scenario.as_bytes())?;
        drop(pipe);
        child.wait_with_output()
    });
    let done = done.map_err(|error| failed(error.to_string()))?;
    if !done.status.success() {
        return Err(failed(String::from_utf8_lossy(&done.stderr).trim().to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_are_known_or_the_nearest_is_told() {
        assert_eq!(named("eager").map(|change| change.name).ok(), Some("eager"));
        let error = named("no-contension").map(|change| change.name).unwrap_err().to_string();
        assert!(
            error.starts_with("--what-if: unknown change `no-contension`; expected one of ideal-network, "),
            "{error}"
        );
        assert!(error.ends_with("did you mean `no-contention`?") || error.contains("`no-contention`"), "{error}");
    }

    #[test]
    fn every_change_is_in_the_help_and_in_the_reference() {
        let command = <crate::options::Cli as clap::CommandFactory>::command();
        let explain = command.find_subcommand("explain").expect("there is such a command");
        let option = explain.get_arguments().find(|option| option.get_id() == "what_if").expect("it has this option");
        let help = option.get_help().expect("it has a help text").to_string();
        let page = include_str!("../../../../docs/reference/wait-states.md");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        for Change { name, prices, .. } in changes() {
            assert!(help.contains(&format!("`{name}`")), "{name}: {help}");
            let row = rows.iter().find(|row| row.contains(&format!("`{name}`"))).unwrap_or_else(|| panic!("{name}"));
            assert!(prices.iter().all(|cause| row.contains(cause)), "{row}");
        }
    }

    #[test]
    fn a_result_is_of_the_same_scenario_wherever_its_blocks_lie() {
        let of = |compute: &str, network: &str| json!({"compute": compute, "network": network});
        assert!(same(of("here/run", "delay"), of("/there/run", "delay"), true));
        assert!(!same(of("here/run", "delay"), of("/there/run", "delay"), false));
        assert!(!same(of("none", "delay"), of("run", "delay"), true));
        assert!(!same(of("run", "delay"), of("run", "flow"), true));
    }
}
