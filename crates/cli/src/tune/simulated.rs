//! Checks the mappings that `windtunnel tune mapping` has found, by simulation: sends the messages of the communication graph
//! (motif `graph`) under each mapping, and reports the simulated time.

use super::map_file;
use super::options::MappingOptions;
use super::table::Row;
use crate::error::CliError;
use crate::stop;
use engine::Platform;
use files::Existing;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tune::Problem;

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, CliError> {
        let path = std::env::temp_dir().join(format!("windtunnel-tune-{}", std::process::id()));
        let failed = |error: std::io::Error| files::FileError::write(&path, error);
        std::fs::create_dir(&path).map_err(failed)?;
        Ok(Self(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Leftovers in a folder for temporary files do no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Simulates the graph under each mapping, and brings them in the order of their times.
pub(super) fn rank(
    options: &MappingOptions,
    problem: &Problem<'_>,
    platform: &Platform,
    rows: &mut [Row],
) -> Result<(), CliError> {
    let scratch = Scratch::new()?;
    for (number, row) in rows.iter_mut().enumerate() {
        let map = scratch.0.join(format!("{number}.map"));
        files::write(&map, map_file(options, problem, platform, row, 0).as_bytes(), Existing::Keep)?;
        row.time = Some(time(options, problem.ranks(), &map, &scratch.0.join(number.to_string()))?);
    }
    rows.sort_by_key(|row| row.time);
    (1..).zip(rows).for_each(|(place, row)| row.place = Some(place));
    Ok(())
}

/// The simulated time under a mapping, in picoseconds.
fn time(options: &MappingOptions, ranks: u32, map: &Path, out: &Path) -> Result<u64, CliError> {
    let failed = |reason| CliError::NotSimulated { graph: options.graph.display().to_string(), reason };
    let own = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let mut motif = Command::new(own);
    motif.args(["motif", "-q", "--json", "-n", &ranks.to_string(), "-p", &options.platform]);
    motif.args(["--network", &options.network, "--mapping", &format!("file:{}", map.display())]);
    motif.args(options.set.iter().flat_map(|(key, value)| ["--set".to_owned(), format!("{key}={value}")]));
    motif.args(options.ppn.iter().flat_map(|ppn| ["--ppn".to_owned(), ppn.to_string()]));
    motif.arg("--out").arg(out).args(["graph", &format!("file={}", options.graph.display())]);
    motif.args(options.phase.iter().map(|phase| format!("phase={phase}")));
    let done =
        stop::end_with_us(&mut motif).stdin(Stdio::null()).output().map_err(|error| failed(error.to_string()))?;
    if !done.status.success() {
        return Err(failed(String::from_utf8_lossy(&done.stderr).trim().to_owned()));
    }
    let manifest: serde_json::Value =
        serde_json::from_slice(&done.stdout).map_err(|error| failed(error.to_string()))?;
    manifest["simulated_time_ps"].as_u64().ok_or_else(|| failed("its manifest says no time".to_owned()))
}
