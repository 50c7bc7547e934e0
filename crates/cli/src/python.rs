//! What is written in Python: modules of the package `windtunnel` that a command runs.

use crate::error::CliError;
use crate::prefix;
use std::path::Path;
use std::process::Command;

/// `python -m NAME`: the module of the package beside this command, or of the first Python in PATH.
pub(crate) fn module(name: &str) -> Result<Command, CliError> {
    let beside = prefix::installed("bin/python3").ok();
    let python = beside.unwrap_or_else(|| Path::new("python3").to_owned());
    let shown = python.display().to_string();
    let package = name.split('.').next().expect("a name");
    // Found, but not imported, which would take as long as what is about to be done.
    let find = format!("import importlib.util, sys; sys.exit(importlib.util.find_spec('{package}') is None)");
    let found = Command::new(&python).args(["-c", &find]).output();
    let found = found.map_err(|reason| CliError::Start { path: shown.clone(), reason: reason.to_string() })?;
    if !found.status.success() {
        return Err(CliError::Package { python: shown, package: package.to_owned() });
    }
    let mut command = Command::new(&python);
    command.env("WT_PREFIX", prefix::prefix()?).args(["-m", name]);
    Ok(command)
}

/// Runs it to its end. Returns its exit status.
pub(crate) fn status(mut command: Command) -> Result<u8, CliError> {
    let path = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|reason| CliError::Start { path, reason: reason.to_string() })?;
    // Ended by a signal, as from the keyboard, it has no status of its own.
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
