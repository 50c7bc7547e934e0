//! The `windtunnel` command.
//!
//! A trace or a motif is simulated in this process. A program is simulated by the launcher, a separate process that this one
//! starts and watches, so that the run folder is completed even if the program crashes.
//!
//! Exit status: 0: done; 1: the program failed, deadlocked or misused MPI; 2: bad input; 3: a defect of Windtunnel itself.
#![forbid(unsafe_code)]

mod calibrate;
mod campaign;
mod compare;
mod crash;
mod error;
mod estimate;
mod examples;
mod export;
mod free_memory;
mod home;
mod links;
mod list;
mod options;
mod output;
mod pages;
mod pair;
mod placement;
mod platform;
mod platform_json;
mod preferences;
mod prefix;
mod progress;
mod python;
mod report;
mod reuse;
mod run;
mod scenario;
mod stop;
mod study;
mod summary;
mod supervise;
mod trace;
mod tune;
mod what_if;
mod words;

use clap::error::ErrorKind;
use error::CliError;
use options::{Cli, Command};
use output::Loudness;
use signal_hook::consts::SIGXFSZ;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

/// Exit status for a defect of our own.
const DEFECT: u8 = 3;

fn main() -> ExitCode {
    stop::end_with_parent();
    let refused = |error: CliError| {
        output::complain(&error.to_string());
        ExitCode::from(error.exit_status())
    };
    if let Some(folder) = pages::asked_for() {
        return pages::write_into(&folder).map_or_else(refused, |()| ExitCode::SUCCESS);
    }
    let cli = match read_words() {
        Ok(cli) => cli,
        Err(error) => return refused(error),
    };
    // A file beyond the limit on the sizes of files is an error like that of a full disk, and does not end us.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    let defect = note_panics();
    let status = match std::panic::catch_unwind(|| dispatch(&cli)) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => {
            output::complain(&error.to_string());
            error.exit_status()
        }
        Err(_) => {
            let what = defect.lock().map_or_else(|_| String::new(), |what| what.clone());
            output::complain(&format!(
                "{what}\nThis is a defect of Windtunnel, not of your program or input. Please report it with the \
                 command line; what was simulated so far is in the run folder."
            ));
            DEFECT
        }
    };
    ExitCode::from(status)
}

/// The command line. Ends the process where it is wrong, or asks for help.
fn read_words() -> Result<Cli, CliError> {
    let words = words::with_np(std::env::args_os(), &options::command())?;
    options::parsed(&words).or_else(|error| {
        let is_odd = |word: &&OsString| word.to_str().is_none();
        match words.iter().find(is_odd).filter(|_| error.kind() == ErrorKind::InvalidUtf8) {
            Some(word) => Err(CliError::NotText { word: word.to_string_lossy().into_owned() }),
            None => words::with_near_command(error, &words, &options::command()).exit(),
        }
    })
}

/// Has panics noted instead of printed: some are caught where a library meets damaged data. The last one is kept.
fn note_panics() -> Arc<Mutex<String>> {
    let noted = Arc::new(Mutex::new(String::new()));
    let last = Arc::clone(&noted);
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map_or_else(String::new, |place| format!("{}:{}: ", place.file(), place.line()));
        let what = panic.payload_as_str().unwrap_or("no message");
        if let Ok(mut last) = last.lock() {
            *last = format!("{place}{what}");
        }
    }));
    noted
}

/// Does what the command line says; gives the exit status.
fn dispatch(cli: &Cli) -> Result<u8, CliError> {
    let loudness = cli.loudness();
    match &cli.command {
        Command::Run(options) => run::program(options, loudness),
        Command::Record(options) => run::record(options, loudness),
        Command::Replay(options) => run::replay(options, loudness),
        Command::Trace(options) => trace::command(options),
        Command::Motif(options) => run::motif(options, loudness),
        Command::Compare(options) => compare::command(options, loudness),
        Command::Summary(options) => summary::command(options, loudness),
        Command::Export(options) => export::command(options, loudness),
        Command::Report(options) => report::command(options, loudness),
        Command::Explain(options) => summary::explain(options, loudness),
        Command::Links(options) => links::command(options),
        Command::Tune(options) => tune::command(options, loudness),
        Command::Platform(options) => platform::command(options),
        Command::Scenario(options) => scenario::command(options),
        Command::List(options) => list::command(options),
        Command::Config(options) => preferences::command(options),
        Command::Calibrate(options) => calibrate::command(options),
        Command::Campaign(options) => campaign::command(options, matches!(loudness, Loudness::Quiet)),
        Command::Study(options) => study::command(options),
    }
}
