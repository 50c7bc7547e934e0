//! `windtunnel export`: writes a run in another tool's format (`views::export` has the formats).

use crate::error::CliError;
use crate::output::{self, Loudness};
use crate::progress::Bar;
use crate::python;
use crate::run;
use crate::stop::Watch;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use engine::{JobText, RunFolder, ScenarioText};
use files::Existing;
use results::Run;
use std::path::PathBuf;
use views::export::{self, FORMATS, Format, RankSet, Selection, Source, Writer, Written};

#[derive(Debug, Args)]
pub(crate) struct ExportOptions {
    /// Run folder, with the tables `timeline` and `messages`; for `ti` and `goal` a trace, which is replayed on `--platform`.
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Output format.
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(FORMATS.iter().map(|format| {
        PossibleValue::new(format.name).help(format.doc)
    })))]
    to: String,
    /// File to write; for `otf2` a folder.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replaces the file if it already exists.
    #[arg(long)]
    force: bool,
    /// Machine on which a trace is replayed: it gives `ti` the speed of a core, and `goal` the algorithms of collectives.
    #[arg(short, long, value_name = "PLATFORM")]
    platform: Option<String>,
    /// Only these ranks and the messages between them: `0-15,32`.
    #[arg(long, value_name = "RANKS")]
    ranks: Option<String>,
    /// Only this window of simulated time: `1.5 ms:2 ms`. States are clipped to the window; messages are kept if posted and
    /// delivered within it.
    #[arg(long, value_name = "START:END")]
    window: Option<String>,
}

/// Exports the run.
pub(crate) fn command(options: &ExportOptions, loudness: Loudness) -> Result<u8, CliError> {
    let format = FORMATS.iter().find(|format| format.name == options.to).expect("clap takes names of formats alone");
    let selection = Selection {
        ranks: options.ranks.as_deref().map(RankSet::parse).transpose()?.unwrap_or_default(),
        window: options.window.as_deref().map(export::parse_window).transpose()?,
    };
    files::expect_ending(&options.output, format.endings)?;
    if options.run.is_file() {
        return export_trace(format, options, &selection, loudness);
    }
    let run = Run::open(&options.run)?;
    output::say_if_cut(&run);
    run.refuse_output(&options.output)?;
    export_run(format, options, &run, &selection, loudness)
}

/// Exports a run folder.
fn export_run(
    format: &Format,
    options: &ExportOptions,
    run: &Run,
    selection: &Selection,
    loudness: Loudness,
) -> Result<u8, CliError> {
    let source = Source { run, selection, existing: Existing::forced(options.force) };
    match format.writer {
        Writer::Here(_) => {
            let written = export::export(format, &source, &options.output)?;
            if loudness > Loudness::Quiet {
                output::say(&words(&written));
            }
            written.losses.iter().for_each(|lost| output::complain(&lost.to_string()));
        }
        Writer::Python(module) => return python(module, options, selection, loudness),
        Writer::Replay => {
            let expected = "the trace of a `windtunnel record`, not a run folder";
            return Err(CliError::ExportSource { format: format.name, expected });
        }
    }
    Ok(0)
}

/// Exports a trace, by a replay.
fn export_trace(
    format: &Format,
    options: &ExportOptions,
    selection: &Selection,
    loudness: Loudness,
) -> Result<u8, CliError> {
    if !format.of_traces {
        let expected = "a run folder; replay the trace first, with `--observe timeline,messages`";
        return Err(CliError::ExportSource { format: format.name, expected });
    }
    let text = ScenarioText {
        platform: options.platform.clone(),
        observe: Some(vec!["timeline".to_owned(), "messages".to_owned()]),
        job: vec![JobText { trace: vec![options.run.clone()], ..JobText::default() }],
        ..ScenarioText::default()
    };
    let scenario = text.resolve()?;
    if let Writer::Replay = format.writer {
        if options.ranks.is_some() || options.window.is_some() {
            let expected = "all of a trace, without --ranks and --window";
            return Err(CliError::ExportSource { format: format.name, expected });
        }
        return export_ti(&scenario, options, loudness);
    }
    files::refuse_inputs(&options.output, scenario.kept_paths().iter().map(PathBuf::as_path))?;
    let folder = Scratch(RunFolder::create_new(&std::env::temp_dir(), "windtunnel-export")?);
    let manifest = run::replay_into(&scenario, &folder.0, loudness)?;
    run::say_warnings(&manifest);
    if manifest.outcome.ending == "stopped" {
        return Ok(1);
    }
    let run = Run::open(folder.0.path())?;
    let status = export_run(format, options, &run, selection, loudness)?;
    Ok(status.max(u8::from(manifest.outcome.diagnosis.is_some())))
}

/// A run folder that is removed at the end.
struct Scratch(RunFolder);

impl Drop for Scratch {
    fn drop(&mut self) {
        // What can't be removed is in the folder for temporary files.
        let _ = std::fs::remove_dir_all(self.0.path());
    }
}

fn export_ti(scenario: &engine::Scenario, options: &ExportOptions, loudness: Loudness) -> Result<u8, CliError> {
    let bar = Bar::new(loudness > Loudness::Quiet);
    let mut watch = Watch::new(None);
    let mut ui = run::ui(&bar, &mut watch);
    let written = engine::export_ti(scenario, &options.output, options.force, &mut ui);
    bar.clear();
    let engine::TiExport { report, warnings, cut } = written?;
    warnings.iter().for_each(|warning| output::complain(&format!("warning: {warning}")));
    report.to_string().lines().for_each(output::complain);
    if loudness > Loudness::Quiet {
        output::say(&report.list.display().to_string());
    }
    if let Some(reason) = &cut {
        output::complain(reason);
    }
    Ok(u8::from(cut.is_some()))
}

fn words(written: &Written) -> String {
    let files: Vec<String> = written.files.iter().map(|file| file.display().to_string()).collect();
    format!(
        "{}: {} states, {} messages of {}",
        files.join(", "),
        views::text::count(written.states),
        views::text::count(written.messages),
        views::text::bytes(written.bytes)
    )
}

/// Writes it by the Python package. Returns its exit status.
fn python(module: &str, options: &ExportOptions, selection: &Selection, loudness: Loudness) -> Result<u8, CliError> {
    let mut command = python::module(module)?;
    if let Some(ranks) = &options.ranks {
        command.args(["--ranks", ranks]);
    }
    if let Some((start, end)) = selection.window {
        command.args(["--window-ps", &start.ps().to_string(), &end.ps().to_string()]);
    }
    for (name, given) in [("--quiet", loudness == Loudness::Quiet), ("--force", options.force)] {
        if given {
            command.arg(name);
        }
    }
    command.arg("--").arg(&options.run).arg(&options.output);
    python::status(command)
}
