//! Errors of reading traces.

use std::fmt;
use std::path::Path;
use thiserror::Error;

/// A place in a text file; line and column count from 1, the column in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilePosition {
    /// The file, as the user named it.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u32,
}

impl fmt::Display for FilePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Why a trace can't be opened or read on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// Nothing was named.
    #[error("no trace was named; expected a list file, a file that all ranks share, or one file per rank")]
    NoFile,
    /// A folder without a rank's file.
    #[error(
        "{folder}: has no file rank-0.trace, rank-1.trace, …; expected the folder of a trace recorded under an MPI library (WT_TRACE)"
    )]
    NoRanks {
        /// The folder.
        folder: String,
    },
    /// A file that can't be read.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the operating system says.
        reason: String,
    },
    /// Contents that no format claims.
    #[error(
        "{file}: begins with `{begins}`, which no known trace format does; `windtunnel list trace-formats` shows the formats"
    )]
    UnknownFormat {
        /// The file.
        file: String,
        /// Its first line.
        begins: String,
    },
    /// A file of a version that is not known.
    #[error("{file}: the trace format has version {found}; expected version {known}: record the trace again")]
    Version {
        /// The file.
        file: String,
        /// Its version.
        found: u32,
        /// Ours.
        known: u32,
    },
    /// A binary trace that is damaged.
    #[error("{file}: byte {offset}: {problem}; expected a trace as `windtunnel record` writes it")]
    Damaged {
        /// The file.
        file: String,
        /// Where.
        offset: u64,
        /// The error.
        problem: String,
    },
    /// Several files where the format has one.
    #[error("{file}: is a second file; a trace of format `{format}` is a single file: give only one")]
    OneFile {
        /// The format.
        format: &'static str,
        /// The second file.
        file: String,
    },
    /// A list that names a file that is not there.
    #[error("{place}: `{entry}` does not exist, neither beside the list nor in the current folder")]
    NoSuchEntry {
        /// The line of the list.
        place: FilePosition,
        /// The file it names.
        entry: String,
    },
    /// A trace without a single line.
    #[error("{file}: has no lines; expected `RANK ACTION …` on each")]
    Empty {
        /// The file.
        file: String,
    },
    /// A shared trace in which a rank has no line, though a higher one has.
    #[error("{file}: has lines of rank {highest} but none of rank {missing}; expected at least `{missing} init`")]
    MissingRank {
        /// The file.
        file: String,
        /// The rank without lines.
        missing: u32,
        /// The highest rank with lines.
        highest: u32,
    },
    /// Times were asked for, and the trace has none.
    #[error(
        "{file}: has no recorded times; expected a recording of a real run (`windtunnel trace library`) or a trace of format `hdtrace`"
    )]
    NoTimes {
        /// The trace.
        file: String,
    },
    /// A line that can't be understood.
    #[error("{place}: {problem}")]
    Line {
        /// Where.
        place: FilePosition,
        /// The error.
        problem: LineProblem,
    },
}

impl TraceError {
    pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        Self::Unreadable { file: path.display().to_string(), reason: error.to_string() }
    }
}

/// The error of a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// The first field is not a rank.
    #[error("`{found}` is not a rank; expected `RANK ACTION …` with a rank from 0 to {}", u32::MAX >> 1)]
    NoRank {
        /// What stands there.
        found: String,
    },
    /// Nothing after the rank.
    #[error("the line ends after the rank; expected an action")]
    NoAction,
    /// An action that the format does not have.
    #[error(
        "`{found}` is not an action of a TI trace (`windtunnel list trace-formats` shows all){}",
        did_you_mean(nearest)
    )]
    UnknownAction {
        /// What stands there.
        found: String,
        /// The action that was probably meant.
        nearest: Option<&'static str>,
    },
    /// Fields missing or too many.
    #[error("`{action}` has {found} argument{}; expected {grammar}", if *found == 1 { "" } else { "s" })]
    Fields {
        /// The action.
        action: &'static str,
        /// How many arguments stand there.
        found: usize,
        /// The arguments it takes.
        grammar: &'static str,
    },
    /// A field that is not a number.
    #[error("{field} `{found}` is not {expected}")]
    NotANumber {
        /// Which field.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A negative number where none can be.
    #[error("{field} `{found}` is negative; expected at least 0")]
    Negative {
        /// Which field.
        field: &'static str,
        /// What stands there.
        found: String,
    },
    /// A number beyond what can be simulated.
    #[error("{field} `{found}` is too large (at most {max})")]
    TooLarge {
        /// Which field.
        field: &'static str,
        /// What stands there.
        found: String,
        /// The largest value.
        max: u64,
    },
    /// A rank that the trace does not have.
    #[error("{field} {found} is out of range; expected a rank from 0 to {}", ranks - 1)]
    NoSuchRank {
        /// Which field.
        field: &'static str,
        /// What stands there.
        found: i64,
        /// The number of ranks.
        ranks: u32,
    },
    /// A datatype that the format does not have.
    #[error("`{found}` is not a datatype; expected a number from 0 (MPI_DOUBLE) to 59 (MPI_COUNT), or -1 for none")]
    UnknownDatatype {
        /// What stands there.
        found: String,
    },
    /// Something else than the grammar asks for.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What stands there, quoted if it is text.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A file that ends before its last rank.
    #[error("the file ends before `rank {rank}`; `num_ranks {ranks}` promises ranks 0 to {}", ranks - 1)]
    MissingRank {
        /// The rank that should come.
        rank: u32,
        /// How many were promised.
        ranks: u32,
    },
    /// A rank out of order.
    #[error("found `rank {found}`, expected `rank {expected}`; ranks come in ascending order, each once")]
    RankOrder {
        /// What stands there.
        found: u64,
        /// What should.
        expected: u32,
    },
    /// A word that begins no statement.
    #[error(
        "`{found}` does not begin a statement; expected `send`, `recv`, `calc`, a label with `:`, `requires` or `irequires`"
    )]
    NoStatement {
        /// The word.
        found: String,
    },
    /// A label that is not known where it is used.
    #[error("the label `{found}` is not defined above in this rank{}", nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?")))]
    UnknownLabel {
        /// The label.
        found: String,
        /// One that is known and similar.
        nearest: Option<String>,
    },
    /// A label of two operations.
    #[error("the label `{found}` is already used in this rank")]
    LabelTwice {
        /// The label.
        found: String,
    },
    /// An operation that waits for itself.
    #[error("an operation cannot depend on itself; expected the label of another operation")]
    OwnOrder,
    /// More operations or dependencies than fit.
    #[error(
        "not supported: more than {} operations or {} dependencies in one GOAL program; expected a smaller one",
        crate::goal::operation::MAX_OPERATIONS,
        u32::MAX
    )]
    TooMany,
    /// An operation that only the exact executor knows.
    #[error(
        "{what} is not supported by the default engine, which simulates a platform; `--engine loggopsim` supports it"
    )]
    OnlyExact {
        /// What.
        what: String,
    },
    /// XML that is none.
    #[error("not valid XML: {reason}")]
    Xml {
        /// Why.
        reason: String,
    },
    /// An attribute that is missing.
    #[error("the attribute `{attribute}` of `<{element}>` is missing")]
    NoAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// A call that can't be left out either.
    #[error(
        "`{element}` cannot be replayed, and skipping it would leave other ranks waiting for ever; supported are blocking messages, collective operations with blocks of equal size, `Gatherv` and `Allgatherv`"
    )]
    NotReplayed {
        /// The call.
        element: String,
    },
    /// A communicator or file that a rank does not have.
    #[error("rank {rank} has no {what} {found}; expected {expected}")]
    NotIn {
        /// Of what.
        what: &'static str,
        /// Its number.
        found: i64,
        /// Which numbers there are.
        expected: &'static str,
        /// The rank.
        rank: u32,
    },
    /// A call of negative duration.
    #[error("the call `{element}` ends before it begins; expected `end` at or after `time`")]
    Backwards {
        /// The call.
        element: String,
    },
    /// A call that overlaps with the one before.
    #[error(
        "the call `{element}` begins before the previous call of this rank ends; expected `time` at or after the `end` of that call"
    )]
    Overlapping {
        /// The call.
        element: String,
    },
    /// Ranks that disagree about a collective operation.
    #[error(
        "the call is {found}, but another rank of the communicator calls {other}; expected the same operation and root on all ranks"
    )]
    Disagree {
        /// The operation and its root.
        found: String,
        /// The other rank's, and where.
        other: String,
    },
    /// A call long after the first one.
    #[error(
        "the call ends {found} s after the first call of the trace began; expected at most {most} s (100 days); times are in seconds"
    )]
    TooLate {
        /// Seconds, rounded up.
        found: u64,
        /// The longest trace in seconds.
        most: u64,
    },
    /// A rank that the topology does not have.
    #[error(
        "the topology of the HDTrace project file has rank {found} but not rank {expected}; expected ranks 0, 1, …, each once"
    )]
    RankMissing {
        /// The rank that is missing.
        expected: u32,
        /// The next one.
        found: u32,
    },
    /// A topology without ranks.
    #[error(
        "the HDTrace project file has no ranks; expected a `<Topology>` with a `<Level type=\"Rank\">` and a `<Node>` of each rank"
    )]
    NoRanks,
    /// A communicator whose members are not in order.
    #[error(
        "communicator {comm} has {found}; expected members with `local` 0, 1, …, each once, and with different `global` ranks \
         from 0 to {last}"
    )]
    WrongMembers {
        /// The communicator.
        comm: u32,
        /// What is wrong with them.
        found: String,
        /// The last rank of the trace.
        last: u32,
    },
    /// A line too long to be one.
    #[error("the line is longer than {limit} bytes; expected shorter lines, as in a text trace")]
    TooLong {
        /// The limit.
        limit: usize,
    },
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
