//! Communication graphs: bytes per pair of ranks, phase by phase.

use crate::error::ResultsError;
use crate::run::Run;
use observe::GraphRow;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// What a rank sends to another one in a phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The phase, an index into [`Graph::phases`].
    pub phase: u32,
    /// Sending rank.
    pub source: u32,
    /// Receiving rank.
    pub destination: u32,
    /// Number of messages, at least one.
    pub messages: u64,
    /// Payload bytes of all of them.
    pub bytes: u64,
}

/// A communication graph.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// Names of phases in the order in which they first occur.
    pub phases: Vec<Arc<str>>,
    /// By phase, source and destination; no two of the same three.
    pub edges: Vec<Edge>,
    /// Ranks: those of the run, or one more than the highest that occurs.
    pub ranks: u32,
}

/// The phase of a graph that has none, that of messages before the first mark.
const ONLY_PHASE: &str = "0";

/// No graph has a rank above this.
const LAST_RANK: u32 = (1 << 26) - 1;

/// The columns that count; the last two may be missing.
const COLUMNS: [&str; 5] = ["source", "destination", "bytes", "phase", "messages"];

/// The form of a line.
const LINE: &str = "`SOURCE DESTINATION BYTES [PHASE [MESSAGES]]`, separated by blanks or commas";

/// A graph while it is read.
#[derive(Default)]
struct Reading {
    phases: Vec<Arc<str>>,
    edges: BTreeMap<(u32, u32, u32), (u64, u64)>,
    ranks: u32,
}

/// A row, as text or numbers have it.
struct GraphLine<'a> {
    source: u32,
    destination: u32,
    bytes: u64,
    phase: &'a str,
    messages: u64,
}

impl Reading {
    fn add(&mut self, line: &GraphLine<'_>) {
        let known = self.phases.iter().position(|phase| **phase == *line.phase);
        let phase = known.unwrap_or_else(|| {
            self.phases.push(line.phase.into());
            self.phases.len() - 1
        });
        let (messages, bytes) = self.edges.entry((phase as u32, line.source, line.destination)).or_default();
        *messages = messages.saturating_add(line.messages.max(1));
        *bytes = bytes.saturating_add(line.bytes);
        self.ranks = self.ranks.max(line.source.max(line.destination) + 1);
    }

    fn finish(self) -> Graph {
        let edge =
            |((phase, source, destination), (messages, bytes))| Edge { phase, source, destination, messages, bytes };
        Graph { phases: self.phases, edges: self.edges.into_iter().map(edge).collect(), ranks: self.ranks }
    }
}

impl Graph {
    /// Reads the table `graph` of a run folder, a Parquet file with its columns, of which `phase` and `messages` may be
    /// missing, or a text file with a line for each pair: source, destination, bytes, and phase and messages if known.
    ///
    /// # Errors
    /// There is no such file or table, or it is malformed; the message names the row or line.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        if files::is_dir(path) {
            return of_run(path);
        }
        let bytes = files::read(path).map_err(|error| ResultsError::file(path, error))?;
        if bytes.starts_with(b"PAR1") { of_parquet(path) } else { of_text(path, &bytes) }
    }
}

fn of_run(path: &Path) -> Result<Graph, ResultsError> {
    let run = Run::open(path)?;
    let mut reading = Reading::default();
    run.for_each::<GraphRow>(|row| {
        reading.add(&GraphLine {
            source: row.source.0,
            destination: row.destination.0,
            bytes: row.bytes,
            phase: &row.phase,
            messages: row.messages,
        });
    })?;
    reading.ranks = reading.ranks.max(u32::try_from(run.manifest().all_ranks()).unwrap_or(u32::MAX));
    Ok(reading.finish())
}

fn of_text(path: &Path, bytes: &[u8]) -> Result<Graph, ResultsError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ResultsError::file(path, "it is neither text nor Parquet"))?;
    let mut reading = Reading::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = || ResultsError::Line {
            file: path.display().to_string(),
            line: number,
            found: line.to_owned(),
            expected: LINE,
        };
        reading.add(&fields(line).ok_or_else(wrong)?);
    }
    Ok(reading.finish())
}

/// The fields of a line, if it has the form.
fn fields(line: &str) -> Option<GraphLine<'_>> {
    let by_commas = line.contains(',');
    let split = |at: char| if by_commas { at == ',' } else { at.is_whitespace() };
    let mut fields = line.split(split).map(str::trim).filter(|field| by_commas || !field.is_empty());
    let [source, destination] = [rank(fields.next()?)?, rank(fields.next()?)?];
    let bytes = count(fields.next()?)?;
    let phase = fields.next().filter(|phase| !phase.is_empty()).unwrap_or(ONLY_PHASE);
    let messages = fields.next().map_or(Some(1), count)?;
    fields.next().is_none().then_some(GraphLine { source, destination, bytes, phase, messages })
}

fn rank(text: &str) -> Option<u32> {
    text.parse().ok().filter(|rank| *rank <= LAST_RANK)
}

fn count(text: &str) -> Option<u64> {
    text.parse().ok().filter(|count| *count <= i64::MAX as u64)
}

/// Any Parquet file with the columns, whatever the types of its numbers. The Parquet reader panics over some damage.
fn of_parquet(path: &Path) -> Result<Graph, ResultsError> {
    let damaged = || ResultsError::file(path, "it is damaged");
    catch_unwind(AssertUnwindSafe(|| {
        let file = files::open(path).map_err(|error| ResultsError::file(path, error))?;
        let reader = SerializedFileReader::new(file).map_err(|error| ResultsError::file(path, error))?;
        rows(path, &reader)
    }))
    .unwrap_or_else(|_| Err(damaged()))
}

fn rows(path: &Path, reader: &dyn FileReader) -> Result<Graph, ResultsError> {
    let file = || path.display().to_string();
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    let places = COLUMNS.map(|name| columns.iter().position(|column| column.name() == name));
    if let Some(at) = places[..3].iter().position(Option::is_none) {
        return Err(ResultsError::Column { file: file(), column: COLUMNS[at], expected: "whole numbers" });
    }
    let mut reading = Reading::default();
    let all = reader.get_row_iter(None).map_err(|error| ResultsError::file(path, error))?;
    for (number, row) in all.enumerate() {
        let row = row.map_err(|error| ResultsError::file(path, error))?;
        let cells: Vec<(&String, &Field)> = row.get_column_iter().collect();
        let cell = |at: usize| places[at].map(|place| cells[place].1);
        let value = |at: usize, most: u64| -> Result<Option<u64>, ResultsError> {
            let Some(field) = cell(at) else { return Ok(None) };
            let found =
                || ResultsError::Value { file: file(), row: number, column: COLUMNS[at], found: field.to_string() };
            whole(field).filter(|value| *value <= most).map(Some).ok_or_else(found)
        };
        let number = |at, most| value(at, most).map(Option::unwrap_or_default);
        let phase = match cell(3) {
            Some(Field::Str(phase)) => phase.clone(),
            Some(Field::Null) | None => ONLY_PHASE.to_owned(),
            Some(other) => other.to_string(),
        };
        reading.add(&GraphLine {
            source: number(0, LAST_RANK.into())? as u32,
            destination: number(1, LAST_RANK.into())? as u32,
            bytes: number(2, i64::MAX as u64)?,
            phase: &phase,
            messages: number(4, i64::MAX as u64)?,
        });
    }
    Ok(reading.finish())
}

/// A whole number of any type that is not negative.
fn whole(field: &Field) -> Option<u64> {
    match *field {
        Field::Byte(value) => u64::try_from(value).ok(),
        Field::Short(value) => u64::try_from(value).ok(),
        Field::Int(value) => u64::try_from(value).ok(),
        Field::Long(value) => u64::try_from(value).ok(),
        Field::UByte(value) => Some(value.into()),
        Field::UShort(value) => Some(value.into()),
        Field::UInt(value) => Some(value.into()),
        Field::ULong(value) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(phase: u32, source: u32, destination: u32, messages: u64, bytes: u64) -> Edge {
        Edge { phase, source, destination, messages, bytes }
    }

    fn text(text: &str) -> Result<Graph, String> {
        of_text(Path::new("pairs"), text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_are_pairs_by_phase_in_the_order_of_phases() {
        let graph =
            text("# who, to whom\n3 0 10 solve\n0 1 5 io 4 # late\n\n3\t0\t7   solve\n0 2 9 solve\n").unwrap();
        assert_eq!(graph.phases, ["solve", "io"].map(Arc::from));
        assert_eq!(graph.edges, [edge(0, 0, 2, 1, 9), edge(0, 3, 0, 2, 17), edge(1, 0, 1, 4, 5)]);
        assert_eq!(graph.ranks, 4);
        let graph = text("1, 2, 300\n2,1,4,,5\n").unwrap();
        assert_eq!((graph.phases, graph.ranks), (vec!["0".into()], 3));
        assert_eq!(graph.edges, [edge(0, 1, 2, 1, 300), edge(0, 2, 1, 5, 4)]);
        assert_eq!(text("").unwrap(), Graph::default());
    }

    #[test]
    fn other_lines_are_errors() {
        for line in ["1 2", "1 -2 3", "67108864 0 1", "1 2 3 x 4 5", "a b c", "1 2 9223372036854775808", "1 2 3 x y"]
        {
            let error = text(&format!("0 1 2\n{line}\n")).unwrap_err();
            assert_eq!(error, format!("pairs: line 2: `{line}` is not a pair of ranks; expected {LINE}"));
        }
        let error = of_text(Path::new("pairs"), &[0xff, 0xfe]).unwrap_err().to_string();
        assert_eq!(error, "pairs: can't be read: it is neither text nor Parquet");
    }
}
