//! `windtunnel summary` and `windtunnel explain`: views of a former run, and the run on an ideal network that one of them
//! may ask for.

use crate::error::CliError;
use crate::options::{ExplainOptions, SummaryOptions};
use crate::output::{self, Loudness};
use engine::ScenarioText;
use results::{IDEAL_FOLDER, Run};
use std::io::Write;
use std::process::{Command, Stdio};
use views::explain::Explanation;
use views::summary::{self, Figures, Parts};

/// `windtunnel summary RUN`.
pub(crate) fn command(options: &SummaryOptions, loudness: Loudness) -> Result<u8, CliError> {
    let run = Run::open(&options.run)?;
    let mut ideal = summary::ideal_of(&run)?;
    if options.ideal && ideal.is_none() {
        run_ideally(&run)?;
        ideal = summary::ideal_of(&run)?;
    }
    let (manifest, host, figures) = (run.manifest(), run.host()?, Figures::of(&run)?);
    let parts = Parts {
        manifest,
        host: host.as_ref(),
        folder: run.path(),
        ideal: ideal.as_ref(),
        figures: Some(&figures),
        verbose: loudness == Loudness::Verbose,
    };
    if options.json {
        output::print(&summary::json(&parts));
        return Ok(0);
    }
    let mut text = summary::text(&parts);
    if let Some(diagnosis) = &manifest.diagnosis {
        text.push_str(&format!("{diagnosis}\n"));
    }
    if manifest.has_figures() {
        text.push_str(&format!("simulated time: {} s\n", manifest.simulated_time));
    }
    output::print(&text);
    Ok(0)
}

/// `windtunnel explain RUN`.
pub(crate) fn explain(options: &ExplainOptions, loudness: Loudness) -> Result<u8, CliError> {
    let explanation = Explanation::of(&Run::open(&options.run)?)?;
    let verbose = loudness == Loudness::Verbose;
    output::print(&if options.json { explanation.json() } else { explanation.text(verbose) });
    Ok(0)
}

/// Runs the scenario of a run again, with blocks as they were, on an ideal network, into its folder.
fn run_ideally(run: &Run) -> Result<(), CliError> {
    let folder = run.path().join(IDEAL_FOLDER);
    let failed = |reason: String| CliError::Ideal { run: run.path().display().to_string(), reason };
    if run.manifest().ending != "finished" {
        return Err(failed(format!("it did not come to its end ({})", run.manifest().ending)));
    }
    let mut text = ScenarioText::load(&run.path().join("scenario.toml"))?;
    (text.network, text.observe) = (Some("ideal".to_owned()), None);
    if run.has::<results::BlockRow>() {
        text.compute = Some(run.path().display().to_string());
    }
    let scenario = text.resolve()?.to_toml();
    output::say("running it again on an ideal network");
    let own = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    // Its summary and the program's output are not what was asked for. One that was cut short is replaced.
    let mut again = Command::new(own);
    again.args(["run", "-q", "--json", "--force", "--scenario", "/dev/stdin", "--out"]).arg(&folder);
    again.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
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
