//! The list of tables that a run can leave.

use crate::error::ObserveError;
use crate::table::Kind;
use crate::{blocks, hosts, io, links, messages, ranks, sites, timeline, waits};

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What it means, with its unit.
    pub doc: &'static str,
}

/// A table that a run can leave, as a value in [`OUTPUTS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// The name: in `--observe`, and of the folder.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Whether it is always written; if not, `--observe` asks for it.
    pub always: bool,
    /// Its columns in order.
    pub columns: &'static [Column],
}

pub(crate) const fn column(name: &'static str, kind: Kind, doc: &'static str) -> Column {
    Column { name, kind, doc }
}

/// All tables.
pub const OUTPUTS: &[Output] = &[
    ranks::RANKS,
    ranks::CALLS,
    timeline::OUTPUT,
    messages::OUTPUT,
    waits::OUTPUT,
    blocks::OUTPUT,
    io::OUTPUT,
    links::LINKS,
    links::BUCKETS,
    links::CHANNELS,
    links::USE,
    hosts::OUTPUT,
    sites::OUTPUT,
];

/// Those that a simulation may be asked for. The table of hosts belongs to another engine, which has no others.
pub fn choices() -> impl Iterator<Item = &'static Output> + Clone {
    OUTPUTS.iter().filter(|output| output.name != hosts::OUTPUT.name)
}

/// Checks names of outputs as a user gives them.
pub fn check_outputs<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<&'static Output>, ObserveError> {
    let mut found = Vec::new();
    for name in names {
        let output = choices().find(|output| output.name == name).ok_or_else(|| unknown(name))?;
        if !found.contains(&output) {
            found.push(output);
        }
    }
    Ok(found)
}

fn unknown(name: &str) -> ObserveError {
    let names = || choices().map(|output| output.name);
    // The distance is at least the difference of the lengths: what cannot be near is not compared.
    let may_be_near = |known: &&str| known.len().abs_diff(name.chars().count()) <= known.len() / 2;
    let nearest = names()
        .filter(may_be_near)
        .map(|known| (strsim::damerau_levenshtein(known, name), known))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, known)| *distance <= known.len() / 2)
        .map(|(_, known)| known);
    ObserveError::UnknownOutput { found: name.into(), nearest, all: names().collect::<Vec<_>>().join(", ") }
}
