//! Runs commands that are written in Python, as modules of the package `windtunnel`.

use crate::error::CliError;
use crate::output;
use crate::prefix;
use crate::stop::{self, Watch};
use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

/// Holds the `PYTHONPATH` that this command was given, for the commands that a module runs.
const GIVEN_PATH: &str = "WT_PYTHONPATH";

/// `python -m NAME`: the module of the package beside this command, or of the first Python in PATH.
pub(crate) fn module(name: &str) -> Result<Command, CliError> {
    let beside = prefix::installed("bin/python3").ok();
    let python = beside.unwrap_or_else(|| Path::new("python3").to_owned());
    let shown = python.display().to_string();
    let package = name.split('.').next().expect("a name");
    // Found, but not imported, which would take as long as the command itself.
    let find = format!("import importlib.util, sys; sys.exit(importlib.util.find_spec('{package}') is None)");
    let found = interpreter(&python).args(["-c", &find]).output();
    let found = found.map_err(|reason| CliError::Start { path: shown.clone(), reason: reason.to_string() })?;
    // One that was ended by a signal has found nothing out.
    if found.status.code().is_some_and(|code| code != 0) {
        return Err(CliError::Package { python: shown, package: package.to_owned() });
    }
    let mut command = interpreter(&python);
    stop::end_with_us(&mut command).env("WT_PREFIX", prefix::prefix()?).args(["-m", name]);
    Ok(command)
}

/// The interpreter, for modules that are installed: none is imported from the current folder, which may be anybody's. Neither
/// Python's own rule (`-P`) nor an empty or relative entry of PYTHONPATH puts that folder on the path of modules.
fn interpreter(python: &Path) -> Command {
    let mut command = Command::new(python);
    // Files, arguments and what is printed are UTF-8 in all our commands, whatever the locale.
    command.args(["-P", "-X", "utf8"]).env_remove(GIVEN_PATH);
    if let Some(given) = std::env::var_os("PYTHONPATH") {
        let (absolute, relative): (Vec<_>, Vec<_>) =
            std::env::split_paths(&given).partition(|path| path.is_absolute());
        if !relative.is_empty() {
            let absolute = std::env::join_paths(absolute).expect("entries of such a list");
            command.env("PYTHONPATH", absolute).env(GIVEN_PATH, given);
        }
    }
    command
}

/// Runs it to its end. Returns its exit status.
pub(crate) fn status(mut command: Command) -> Result<u8, CliError> {
    let path = command.get_program().to_string_lossy().into_owned();
    let started = |reason: std::io::Error| CliError::Start { path: path.clone(), reason: reason.to_string() };
    let status = command.spawn().and_then(|mut child| wait(&mut child)).map_err(started)?;
    // Ended by a signal, as from the keyboard, it has no status of its own.
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// An interrupt from the keyboard has reached the module, too, which ends in order: it has so long to hear of it.
const HEARD: Duration = Duration::from_millis(300);

/// Waits for a module. A request to end is passed on, so that nothing is left running. What a signal has ended could not say so.
pub(crate) fn wait(child: &mut Child) -> std::io::Result<ExitStatus> {
    let mut watch = Watch::new(None);
    let mut is_asked = false;
    loop {
        if let Some(status) = child.try_wait()? {
            match status.signal() {
                Some(_) if is_asked => output::complain("the command was interrupted before its end"),
                Some(signal) => {
                    output::complain(&format!("the Python process of the command was ended by signal {signal}"));
                }
                None => {}
            }
            return Ok(status);
        }
        if watch.poll().is_some() {
            is_asked = true;
            std::thread::sleep(HEARD);
            if child.try_wait()?.is_none()
                && let Some(module) = i32::try_from(child.id()).ok().and_then(Pid::from_raw)
            {
                // It is there until it is waited for.
                let _ = kill_process(module, Signal::TERM);
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
