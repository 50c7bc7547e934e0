//! Checks that a run can be simulated again with the same result: compares its input files as they are now with the digests
//! in its run folder.
//!
//! If an input file (program, platform …) or Windtunnel's version has changed since, simulating the run again is refused: a
//! what-if run would show that difference as the effect of the change asked for. Three other differences are only named:
//! environment variables, which hardly ever affect the result; files that the program itself has changed; and files that only
//! one of the two runs has read. With `--compute RUN`, the times of computation blocks come from another run. That run may be
//! of another version of the program, as this is often the purpose; then there is a warning, not an error.

use crate::error::CliError;
use crate::output;
use engine::{Input, MISSING, ScenarioText, environment};
use results::{Manifest, Run};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Entries named; the others are counted.
const NAMED: usize = 5;

/// Refuses to simulate a run again whose inputs have changed since, and says what else differs.
pub(crate) fn expect_unchanged(run: &Run) -> Result<(), CliError> {
    let manifest = run.manifest();
    let mut changed = Vec::new();
    if manifest.version != env!("CARGO_PKG_VERSION") {
        changed.push(format!("Windtunnel ({} then, {} now)", manifest.version, env!("CARGO_PKG_VERSION")));
    }
    changed.extend(manifest.files.inputs.iter().filter_map(difference));
    if !changed.is_empty() {
        return Err(CliError::Changed { run: run.path().display().to_string(), changed: listed(&changed) });
    }
    let has_program = manifest.files.inputs.iter().any(|input| input.key == "program");
    if !has_program && manifest.scenario["job"][0]["program"].is_string() {
        warn(run, "what its program consists of and reads is not known: it may be another one now");
    }
    for why in &manifest.files.inputs_lack {
        warn(
            run,
            &format!("not all that its program consists of and reads is known, and may be other files now: {why}"),
        );
    }
    let unknown = manifest.files.inputs.iter().filter(|input| input.sha256.is_empty() && input.key != MISSING);
    let unknown: Vec<String> = unknown.map(|input| input.path.clone()).collect();
    if !unknown.is_empty() {
        let files = listed(&unknown);
        warn(run, &format!("what it read in {files} is not known: it is run again with what is there now"));
    }
    let variables = variables(run)?;
    if !variables.is_empty() {
        warn(run, &format!("it ran with other values of the environment: {}", listed(&variables)));
    }
    Ok(())
}

/// Says whether the blocks of a run are those of another program, or of other arguments, than a scenario's. Reads nothing but the
/// run's manifest and the scenario's own program.
///
/// # Errors
/// The run can't be read.
pub(crate) fn compare_measured(folder: &Path, scenario: &ScenarioText, program: &Path) -> Result<(), CliError> {
    let run = Run::open(folder)?;
    let former = &run.manifest().scenario["job"];
    for (at, job) in scenario.job.iter().enumerate() {
        let then: Vec<&str> =
            former[at]["arguments"].as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
        let (then, now) = (then.join(" "), job.arguments.join(" "));
        if then != now {
            warn(&run, &format!("its blocks are those of other arguments: `{then}`, now `{now}`"));
        }
    }
    let mut inputs = run.manifest().files.inputs.iter().filter(|input| input.key == "program").peekable();
    let now = files::digest(program);
    if inputs.peek().is_some() && now.is_some_and(|now| inputs.all(|input| input.sha256 != now)) {
        warn(&run, "its blocks are those of another program, or of this one as it was");
    }
    Ok(())
}

fn warn(run: &Run, text: &str) {
    output::say(&format!("warning: {}: {text}", run.path().display()));
}

/// What has become of a file, if it is not the same.
fn difference(input: &Input) -> Option<String> {
    let Input { key, path, sha256, .. } = input;
    let now = || files::digest(path.as_ref());
    if sha256.is_empty() {
        return (key == MISSING && now().is_some()).then(|| format!("{path} (it was missing)"));
    }
    match now() {
        Some(now) if now == *sha256 => None,
        Some(_) => Some(format!("{path} ({key})")),
        None => Some(format!("{path} ({key}; it is gone)")),
    }
}

/// Names of variables that have other values than the program was given.
fn variables(run: &Run) -> Result<Vec<String>, CliError> {
    let then = run.host()?.unwrap_or_default().environment;
    if then.is_empty() {
        return Ok(Vec::new());
    }
    let now = environment(&ScenarioText::load(&run.path().join("scenario.toml"))?.resolve()?);
    let names: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
    Ok(names.into_iter().filter(|name| then.get(*name) != now.get(*name)).cloned().collect())
}

/// Names files that the program has read in only one of two runs, of which `again` is the second.
pub(crate) fn compare_reads(run: &Run, again: &Manifest) {
    let (first, second) = (run.manifest().files.program_inputs(), again.files.program_inputs());
    let lacking = |one: &BTreeMap<(&str, &str), &str>, other: &BTreeMap<(&str, &str), &str>| -> Vec<String> {
        let only = one.keys().filter(|file| !other.contains_key(*file));
        only.map(|(key, path)| format!("{path} ({key})")).collect()
    };
    for (files, words) in
        [(lacking(&second, &first), "reads in addition"), (lacking(&first, &second), "does not read")]
    {
        if !files.is_empty() {
            warn(run, &format!("with the change, its program {words} {}", listed(&files)));
        }
    }
}

fn listed(all: &[String]) -> String {
    let named = all.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let names: Vec<String> = (0..7).map(|number| format!("f{number}")).collect();
        assert_eq!(listed(&names[..2]), "f0, f1");
        assert_eq!(listed(&names), "f0, f1, f2, f3, f4 and 2 more");
    }

    #[test]
    fn a_file_that_is_gone_differs() {
        let input = |path: &str, sha256: &str| Input {
            key: "read".into(),
            path: path.into(),
            sha256: sha256.into(),
            changed: false,
        };
        assert_eq!(difference(&input("/dev/zero", "00")).as_deref(), Some("/dev/zero (read; it is gone)"));
        let gone = difference(&input("/no/such", "00"));
        assert_eq!(gone.as_deref(), Some("/no/such (read; it is gone)"));
        let own = std::env::current_exe().unwrap().display().to_string();
        let digest = files::digest(own.as_ref()).unwrap();
        assert_eq!(difference(&input(&own, &digest)), None);
        assert_eq!(difference(&input(&own, "00")), Some(format!("{own} (read)")));
    }
}
