//! `windtunnel report`: one HTML file about one or more runs.
//!
//! Each table is read once, as a stream. Memory holds only sums and a bounded selection of rows. For each run these are at
//! most 128 MiB for the timeline (see `pyramid`), 48 MiB for the durations of calls (`census`), 8 MiB for the messages,
//! some hundred bytes per rank, and four bytes per link. The same runs give the same file, byte for byte.
//!
//! The page of a run of 65,536 ranks has some megabytes, because it contains aggregated data: `pyramid` for the timeline,
//! `matrix` for messages, bins of time for file servers (`servers`), `path` for the critical path, quantiles for links
//! (`links`), heat maps for the network (`network`). Single calls are included only for chosen ranks (`choose`, `detail`).
//! Scripts and style are in `assets/`, plain and readable in the page, too.

mod answer;
mod cells;
mod census;
mod choose;
mod classes;
mod compare;
mod detail;
mod durations;
mod gather;
mod links;
mod mapping;
mod matrix;
mod network;
mod pack;
mod page;
mod path;
mod profile;
mod pyramid;
mod select;
mod servers;
mod sites;

pub use answer::{AnswerError, answer};
pub use page::Beside;

use crate::differences::{self, Difference};
use classes::Classes;
use compare::Differences;
use gather::RunPage;
use ops::{Protocol, WaitCause};
use pack::{Block, PackedColumn};
use pyramid::CLASSES;
use results::{CallRow, ResultsError, Run};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Write};
use thiserror::Error;
use units::Time;

/// More runs than this are too many to be told apart.
pub const MAX_RUNS: usize = 8;

/// Bytes of all timelines and network maps of a page, as they are embedded.
const ROOM: usize = 8 << 20;

/// Why there is no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A run folder can't be read.
    #[error(transparent)]
    Run(#[from] ResultsError),
    /// Too many runs.
    #[error("{found} runs are too many for one report; expected 1 to {MAX_RUNS}")]
    TooMany {
        /// As many were given.
        found: usize,
    },
    /// A run that has not come so far as to leave its tables.
    #[error("{folder}: there is nothing to report: the run left no tables ({ending})")]
    Nothing {
        /// The folder.
        folder: String,
        /// How the run ended.
        ending: String,
    },
    /// The file can't be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// How packed tables are read.
#[derive(Serialize)]
struct Columns {
    calls: &'static [PackedColumn],
    messages: &'static [PackedColumn],
    waits: &'static [PackedColumn],
    path: &'static [PackedColumn],
    io: &'static [PackedColumn],
    io_requests: &'static [PackedColumn],
    io_jobs: &'static [PackedColumn],
    server_loads: &'static [PackedColumn],
}

/// The data of a report.
#[derive(Serialize)]
struct PageData {
    generator: String,
    /// Names of classes of states, empty where a class does not occur.
    classes: [&'static str; CLASSES],
    protocols: &'static [&'static str],
    wait_states: &'static [&'static str],
    /// Columns of packed tables by table.
    columns: Columns,
    runs: Vec<RunPage>,
    /// The settings in which runs differ.
    settings: Vec<Difference>,
    /// Each run against the first one; that one against itself is left out.
    differences: Vec<Option<Differences>>,
}

/// Writes the report of some runs, the first of which the others are compared with.
///
/// # Errors
/// A run can't be read or has no tables, or `out` can't be written.
pub fn write(runs: &[Run], beside: Beside, out: &mut dyn Write) -> Result<(), ReportError> {
    if runs.is_empty() || runs.len() > MAX_RUNS {
        return Err(ReportError::TooMany { found: runs.len() });
    }
    for run in runs {
        if run.has::<results::HostRow>() {
            run.rows::<results::RankRow>()?;
        }
        if !run.has::<results::RankRow>() {
            let (folder, ending) = (run.path().display().to_string(), run.manifest().outcome.ending.clone());
            return Err(ReportError::Nothing { folder, ending });
        }
    }
    let (classes, mut functions) = (Classes::default(), BTreeSet::new());
    for run in runs {
        run.for_each::<CallRow>(|row| {
            if row.time > Time::ZERO {
                functions.insert(row.function);
            }
        })?;
    }
    let mut blocks: Vec<Block> = Vec::new();
    let (mut pages, mut profiles) = (Vec::new(), Vec::new());
    for (number, run) in runs.iter().enumerate() {
        let (page, profile) = gather::gather(run, number, runs.len(), &classes, &mut blocks)?;
        pages.push(page);
        profiles.push(profile);
    }
    let differences = profiles[1..].iter().map(|other| compare::differences(&profiles[0], other)).collect();
    let title = pages.iter().map(|page| page.name.as_str()).collect::<Vec<_>>().join(", ");
    let data = PageData {
        generator: format!("Windtunnel {}", env!("CARGO_PKG_VERSION")),
        classes: classes.names(functions.into_iter()),
        protocols: Protocol::NAMES,
        wait_states: WaitCause::NAMES,
        columns: Columns {
            calls: detail::CALLS,
            messages: detail::MESSAGES,
            waits: detail::WAITS,
            path: path::STRETCHES,
            io: servers::CALLS,
            io_requests: servers::REQUESTS,
            io_jobs: servers::JOBS,
            server_loads: servers::LOADS,
        },
        runs: pages,
        settings: differences::between(runs),
        differences,
    };
    page::write(&format!("{title} · Windtunnel report"), &data, &blocks, beside, out)?;
    Ok(())
}
