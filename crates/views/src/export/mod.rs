//! `windtunnel export`: writes a run in the formats of other tools.
//!
//! All formats are written from one stream of states and messages in time order (`events`); formats that show file I/O read
//! a second stream (`accesses`). So no export holds a whole run in memory. A new format is one file in this folder and one
//! line in [`FORMATS`].
//!
//! A part of a run can be exported: chosen ranks, and a window of time. States that reach beyond the window are cut. A
//! message is exported if it was sent from a chosen rank to a chosen rank, and both posted and delivered within the window.

mod accesses;
mod events;
mod format;
mod goal;
mod otf2;
mod output;
mod paje;
mod perfetto;
mod prv;
mod selection;
mod ti;

#[cfg(test)]
mod tests;

pub use format::{ExportError, Format, Lost, Source, Writer, Written};
pub use selection::{RankSet, Selection, SelectionError, parse_window};
use std::path::Path;

/// All formats.
pub const FORMATS: &[Format] = &[perfetto::FORMAT, paje::FORMAT, prv::FORMAT, otf2::FORMAT, goal::FORMAT, ti::FORMAT];

/// Writes a run in a format.
///
/// # Errors
/// The run lacks the tables `timeline` or `messages`, a chosen rank is not there, or the file can't be written.
///
/// # Panics
/// If the format is not written [here](Writer::Here).
pub fn export(format: &Format, source: &Source<'_>, path: &Path) -> Result<Written, ExportError> {
    let Writer::Here(write) = format.writer else { panic!("`{}` is written by the Python package", format.name) };
    let last = source.run.manifest().worlds.iter().map(|world| world.first + world.ranks);
    let ranks = last.chain([source.run.manifest().ranks]).max().unwrap_or(0);
    if let Some(rank) = source.selection.ranks.last().filter(|last| *last >= ranks) {
        return Err(ExportError::NoRank { rank, last: ranks.saturating_sub(1) });
    }
    write(source, path)
}
