//! Reads and writes the variables `I_MPI_ADJUST_<operation>` of Intel MPI (Developer Reference for Linux, 2021, "I_MPI_ADJUST
//! Family Environment Variables"), as lines of a file: `I_MPI_ADJUST_BCAST="1:0-8191;3:8192-2147483647@2-64"`.
//!
//! A variable is a list of presets, separated by semicolons. A preset is the number of an algorithm, then a colon and
//! conditions separated by commas, one of which has to hold. A condition is `l` or `l-m` bytes, restricted to numbers of ranks
//! by `@p` or `@p-q`. Without conditions a preset is for all calls; number 0 leaves the choice to the library. The function
//! `size` says which bytes count for each operation. Intel's reference does not say which preset applies if the conditions of
//! several presets hold, or of none. Here the first preset whose conditions hold applies; if there is none, the library
//! decides.
//!
//! A file has the syntax of a shell: `export` before a name, quotes, and comment lines that begin with `#` are accepted.
//! Variables of other names are an error, also those of non-blocking operations, which always follow the library's own
//! decisions.

#[cfg(test)]
mod tests;

use super::decisions::{Decisions, ForRanks, FromSize, Pick};
use super::error::TuningError;
use super::format::{Format, Names, Reader, Written};
use crate::selectors::operation;
use ops::Operation;

pub(super) const FORMAT: Format = Format {
    name: "intel-adjust",
    doc: "Intel MPI's variables I_MPI_ADJUST.",
    written: &[Written {
        name: "intel-adjust.sh",
        usage: USAGE,
        text: |_, _, comment, decisions| text(comment, decisions),
    }],
    size,
    of_parts: false,
    claims: |_| true,
    known_by: "variables I_MPI_ADJUST",
    read: Reader::Decisions(read),
    parameters: None,
};

const USAGE: &[&str] = &[". $FILE; mpirun"];
const PREFIX: &str = "I_MPI_ADJUST_";
/// The largest size and number of ranks that are written; no limit when they are read.
const MOST: u64 = i32::MAX as u64;

/// A block, a message, or all blocks where they may differ; nothing where the reference has no size.
fn size(operation: Operation) -> Option<&'static str> {
    match operation {
        Operation::Barrier | Operation::Gatherv | Operation::Scatterv | Operation::Alltoallv => None,
        Operation::Allgatherv | Operation::ReduceScatter => Some("total_bytes"),
        _ => Some("bytes"),
    }
}

/// The file.
fn text(comment: &str, decisions: &[Decisions]) -> String {
    let mut text: String = comment.lines().map(|line| format!("# {line}\n")).collect();
    for of in decisions {
        let presets: Vec<String> = (0..of.ranks.len()).flat_map(|at| presets(of, at)).collect();
        text.push_str(&format!("export {PREFIX}{}=\"{}\"\n", of.operation.name().to_uppercase(), presets.join(";")));
    }
    text
}

/// What is written for a number of ranks. The first one also holds for fewer.
fn presets(of: &Decisions, at: usize) -> Vec<String> {
    let group = &of.ranks[at];
    let ranks = range(if at > 0 { group.from.into() } else { 0 }, of.ranks.get(at + 1).map(|next| next.from.into()));
    // Where sizes are not looked at, the rule for the smallest counts.
    let sizes =
        if size(of.operation).is_some() { &group.sizes[..] } else { &group.sizes[..group.sizes.len().min(1)] };
    let of_size = |(at, entry): (usize, &FromSize)| {
        let bytes = range(entry.from, sizes.get(at + 1).map(|next| next.from));
        let name = entry.pick.as_ref().map_or("0", |pick| &pick.name);
        format!("{name}:{bytes}@{ranks}")
    };
    sizes.iter().enumerate().map(of_size).collect()
}

fn range(from: u64, next: Option<u64>) -> String {
    format!("{from}-{}", next.map_or(MOST, |next| next - 1))
}

/// From a number to another one, both included.
type Range = (u64, u64);

/// A number and when it holds.
struct Preset {
    name: String,
    conditions: Vec<(Range, Range)>,
}

impl Preset {
    fn holds(&self, bytes: u64, ranks: u64) -> bool {
        let within = |range: Range, value: u64| range.0 <= value && value <= range.1;
        self.conditions.iter().any(|(sizes, numbers)| within(*sizes, bytes) && within(*numbers, ranks))
    }
}

fn read(names: &dyn Names, file: &str, text: &str) -> Result<Vec<Decisions>, TuningError> {
    let mut found: Vec<Decisions> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = Line { file, line: number + 1 };
        let (of, value) = variable(names, &place, line)?;
        if found.iter().any(|before| before.operation == of) {
            return Err(place.wrong(&format!("a second {PREFIX}{}", of.name().to_uppercase()), "one"));
        }
        let presets = value.split(';').filter(|preset| !preset.trim().is_empty());
        let presets: Vec<Preset> =
            presets.map(|text| preset(names, &place, of, text.trim())).collect::<Result<_, _>>()?;
        found.push(decisions(of, &presets));
    }
    Ok(found)
}

/// Where a line is.
struct Line<'a> {
    file: &'a str,
    line: usize,
}

impl Line<'_> {
    fn text(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    fn wrong(&self, found: &str, expected: &str) -> TuningError {
        TuningError::Syntax { place: self.text(), found: found.to_owned(), expected: expected.to_owned() }
    }
}

/// The operation and the value of a line.
fn variable<'a>(names: &dyn Names, place: &Line<'_>, line: &'a str) -> Result<(Operation, &'a str), TuningError> {
    let line = line.strip_prefix("export ").unwrap_or(line).trim();
    let wrong =
        || place.wrong(&format!("`{line}`"), "`I_MPI_ADJUST_OPERATION=NUMBER:CONDITIONS` of a blocking operation");
    let (name, value) = line.split_once('=').ok_or_else(wrong)?;
    let of = name.strip_prefix(PREFIX).and_then(|name| operation(&name.to_lowercase()).ok()).ok_or_else(wrong)?;
    if !names.takes(of) {
        return Err(place.wrong(&format!("`{name}`"), "an operation whose algorithms are documented and modelled"));
    }
    let bare = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    Ok((of, bare.unwrap_or(value)))
}

fn preset(names: &dyn Names, place: &Line<'_>, of: Operation, text: &str) -> Result<Preset, TuningError> {
    let (name, conditions) = text.split_once(':').unwrap_or((text, ""));
    let number: u64 =
        name.trim().parse().map_err(|_| place.wrong(&format!("`{text}`"), "a number of an algorithm"))?;
    let name = number.to_string();
    if number > 0 {
        names.check(of, &pick(&name), &place.text())?;
    }
    let everything = ((0, u64::MAX), (0, u64::MAX));
    let conditions = if conditions.trim().is_empty() {
        vec![everything]
    } else {
        conditions.split(',').map(|text| condition(place, of, text.trim())).collect::<Result<_, _>>()?
    };
    Ok(Preset { name, conditions })
}

fn pick(name: &str) -> Pick {
    Pick { name: name.to_owned(), segment: 0, fan_out: 0, requests: 0 }
}

fn condition(place: &Line<'_>, of: Operation, text: &str) -> Result<(Range, Range), TuningError> {
    let (sizes, ranks) = text.split_once('@').map_or((text, None), |(sizes, ranks)| (sizes, Some(ranks)));
    let wrong = || place.wrong(&format!("`{text}`"), "`BYTES`, `BYTES-BYTES`, and `@RANKS` or `@RANKS-RANKS`");
    let sizes = from_to(sizes).ok_or_else(wrong)?;
    let ranks = ranks.map_or(Some((0, u64::MAX)), from_to).ok_or_else(wrong)?;
    if size(of).is_none() && sizes.0 > 0 {
        return Err(place.wrong(&format!("`{text}`"), &format!("sizes from 0 on: {} has none", of.name())));
    }
    Ok((sizes, ranks))
}

fn from_to(text: &str) -> Option<Range> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to): Range = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (from <= to).then_some((from, if to >= MOST { u64::MAX } else { to }))
}

/// What the presets say, by the numbers at which it may change.
fn decisions(operation: Operation, presets: &[Preset]) -> Decisions {
    let conditions = || presets.iter().flat_map(|preset| &preset.conditions);
    let sizes = changes(conditions().map(|(sizes, _)| *sizes), u64::MAX);
    let numbers = changes(conditions().map(|(_, ranks)| *ranks), u64::from(u32::MAX));
    let of = |ranks: u64| {
        let name = |bytes| presets.iter().find(|preset| preset.holds(bytes, ranks)).map(|preset| &*preset.name);
        let entry = |from| FromSize { from, pick: name(from).filter(|name| *name != "0").map(pick) };
        let mut entries: Vec<FromSize> = sizes.iter().map(|&from| entry(from)).collect();
        entries.dedup_by(|next, before| next.pick == before.pick);
        ForRanks { from: ranks as u32, sizes: entries }
    };
    let mut ranks: Vec<ForRanks> = numbers.iter().map(|&ranks| of(ranks)).collect();
    ranks.dedup_by(|next, before| next.sizes == before.sizes);
    Decisions { operation, ranks }
}

/// 0 and the first and next numbers of ranges, up to the most.
fn changes(ranges: impl Iterator<Item = Range>, most: u64) -> Vec<u64> {
    let mut found: Vec<u64> = ranges.flat_map(|(from, to)| [Some(from), to.checked_add(1)]).flatten().collect();
    found.push(0);
    found.retain(|number| *number <= most);
    found.sort_unstable();
    found.dedup();
    found
}
