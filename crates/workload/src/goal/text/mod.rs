//! Parses the text of GOAL programs, in the grammar that LogGOPSim's converter reads.
//!
//! ```text
//! file      := "num_ranks" P { "rank" R "{" { statement } "}" }       ranks 0 to P-1 in order
//! statement := [LABEL ":"] operation | LABEL ("requires" | "irequires") LABEL
//! operation := "send" BYTES "b" "to" RANK [attributes] | "recv" BYTES "b" "from" (RANK | "-1") [attributes]
//!            | "calc" NANOSECONDS ["cpu" N]
//! attributes := ["tag" (N | "-1")] ["cpu" N] ["nic" N]
//! ```
//! A statement ends with its line. Comments are written as in C, before or after a statement. A label can be used on the lines
//! after its definition, within its rank. Text after the last rank is not read.
//!
//! There are three parsers with the same results, for speed. [`repeated`] only compares lines, as long as a rank's lines repeat
//! those of the previous rank. [`common`] parses lines of the usual shape, at a few instructions per byte. The parser in this
//! file reads all other lines, including wrong ones.

mod common;
mod labels;
mod lines;
mod repeated;

use super::operation::{ANY, Operation, OperationKind};
use super::visitor::Visitor;
use crate::traces::error::{FilePosition, LineProblem, TraceError};
use common::Line;
use labels::Labels;
use lines::{Stop, Text};
use repeated::{Pattern, Statement};
use std::io::Read;
use std::path::Path;

/// The most ranks of a program.
const MAX_RANKS: u64 = 1 << 24;

/// The words of the language with what follows them, for `windtunnel list trace-formats`.
pub fn keywords() -> impl Iterator<Item = (&'static str, &'static str)> {
    [
        ("num_ranks", "P"),
        ("rank", "R { … }"),
        ("send", "BYTES b to RANK [tag N] [cpu N] [nic N]"),
        ("recv", "BYTES b from RANK|-1 [tag N|-1] [cpu N] [nic N]"),
        ("calc", "NANOSECONDS [cpu N]"),
        ("requires", "LABEL: LABEL starts after that one has ended"),
        ("irequires", "LABEL: LABEL starts after that one has started"),
    ]
    .into_iter()
}

/// Whether a file that begins so is a GOAL program: after blanks and comments comes `num_ranks`.
pub fn looks_like_goal(head: &[u8]) -> bool {
    let mut rest = head;
    loop {
        rest = rest.trim_ascii_start();
        if let Some(comment) = rest.strip_prefix(b"//") {
            let end = comment.iter().position(|byte| *byte == b'\n').unwrap_or(comment.len());
            rest = &comment[end..];
        } else if let Some(comment) = rest.strip_prefix(b"/*") {
            let Some(end) = comment.windows(2).position(|pair| pair == b"*/") else { return false };
            rest = &comment[end + 2..];
        } else {
            return rest.starts_with(b"num_ranks");
        }
    }
}

/// Reads a text to its end.
pub(super) fn parse(input: impl Read, path: &Path, visit: &mut impl Visitor) -> Result<(), TraceError> {
    read(input, path, visit, true)
}

/// Reads a text to its end, with or without the quick way for lines of the usual shape.
pub(super) fn read(input: impl Read, path: &Path, visit: &mut impl Visitor, quick: bool) -> Result<(), TraceError> {
    let mut text = Text::new(input);
    file(&mut text, visit, quick).map_err(|stop| match stop {
        Stop::Problem(problem) => TraceError::Line {
            place: FilePosition {
                file: path.display().to_string(),
                line: text.number.max(1),
                column: u32::try_from(text.at + 1).unwrap_or(u32::MAX),
            },
            problem,
        },
        Stop::Unreadable(error) => TraceError::unreadable(path, &error),
    })
}

const END: &str = "the end of the file";

fn file<R: Read>(text: &mut Text<R>, visit: &mut impl Visitor, quick: bool) -> Result<(), Stop> {
    if !text.next_statement()? {
        return Err(LineProblem::Expected { found: END.into(), expected: "`num_ranks`" }.into());
    }
    text.expect("num_ranks", "`num_ranks`")?;
    let ranks = text.number_to("number of ranks", MAX_RANKS)? as u32;
    if ranks == 0 {
        return Err(LineProblem::Expected { found: "`0`".into(), expected: "at least one rank" }.into());
    }
    visit.ranks(ranks);
    let (mut labels, mut pattern) = (Labels::default(), Pattern::default());
    for rank in 0..ranks {
        if !text.next_statement()? {
            return Err(LineProblem::MissingRank { rank, ranks }.into());
        }
        text.expect("rank", "`rank`")?;
        text.skip_blanks();
        let begin = text.at;
        let found = text.number("the number of the rank")?;
        if found != u64::from(rank) {
            text.at = begin;
            return Err(LineProblem::RankOrder { found, expected: rank }.into());
        }
        open(text)?;
        labels.clear();
        let (labels, pattern) = (&mut labels, &mut pattern);
        Block { text, visit, labels, pattern, rank, ranks, operations: 0 }.statements(quick)?;
        visit.end_of_rank();
    }
    Ok(())
}

/// The brace that opens a rank; it may stand on a line of its own.
fn open<R: Read>(text: &mut Text<R>) -> Result<(), Stop> {
    if text.next_statement()? && text.take_sign(b'{') {
        return Ok(());
    }
    Err(text.unexpected("`{`").into())
}

/// The statements of one rank.
struct Block<'a, R, V> {
    text: &'a mut Text<R>,
    visit: &'a mut V,
    labels: &'a mut Labels,
    pattern: &'a mut Pattern,
    rank: u32,
    ranks: u32,
    operations: u32,
}

impl<R: Read, V: Visitor> Block<'_, R, V> {
    fn statements(&mut self, quick: bool) -> Result<(), Stop> {
        if quick {
            self.pattern.begin();
            self.repeated_lines()?;
        }
        loop {
            while quick && self.usual_line()? {}
            if !self.text.next_statement()? {
                let expected = "`}`, the end of the rank";
                return Err(LineProblem::Expected { found: END.into(), expected }.into());
            }
            if self.text.take_sign(b'}') {
                return Ok(());
            }
            self.pattern.leave(self.labels);
            self.pattern.stop();
            self.statement()?;
        }
    }

    /// Reads the lines that say what those of the rank before said.
    fn repeated_lines(&mut self) -> Result<(), Stop> {
        while self.pattern.is_in_step() {
            self.text.ensure(repeated::WINDOW)?;
            let Some(behind) = self.text.behind() else { break };
            let (mut at, mut room, mut last) = (0, true, None);
            let mut line = self.text.number;
            while room && let Some((statement, length)) = self.pattern.line(&behind[at..], self.rank, self.ranks) {
                line += 1;
                room = match statement {
                    Statement::Operation(_, operation) => {
                        self.operations += 1;
                        self.visit.operation(operation, line)
                    }
                    Statement::Order { after, before, from_start } => self.visit.order(before, after, from_start),
                };
                (at, last) = (at + length, Some(length));
            }
            let ended = behind.len() - at >= repeated::WINDOW || last.is_none();
            if let Some(length) = last {
                self.text.skip_lines(at, length, line);
            }
            if !room {
                return Err(LineProblem::TooMany.into());
            }
            if ended {
                break;
            }
        }
        // A rank that ends here has stayed in step.
        if !self.text.behind().is_some_and(|behind| behind.starts_with(b"}")) {
            self.pattern.leave(self.labels);
        }
        Ok(())
    }

    /// Reads the next line if it has the usual shape and nothing is wrong with it; otherwise does nothing.
    #[inline]
    fn usual_line(&mut self) -> Result<bool, LineProblem> {
        let Some(behind) = self.text.behind() else { return Ok(false) };
        if self.pattern.is_in_step() {
            return Ok(false);
        }
        let Some(usual) = common::read(behind, self.rank, self.ranks) else { return Ok(false) };
        let room = match usual.line {
            Line::Operation(label, operation) => {
                if label.is_some_and(|label| !self.labels.add_short(label, self.operations)) {
                    return Ok(false);
                }
                self.pattern.add(behind, &usual, None);
                self.text.skip_line(usual.length);
                self.operations += 1;
                self.visit.operation(operation, self.text.number)
            }
            Line::Order { after, before, from_start } => {
                let found = (self.labels.get_short(before), self.labels.get_short(after));
                let (Some(before), Some(after)) = found else { return Ok(false) };
                if before == after {
                    return Ok(false);
                }
                self.pattern.add(behind, &usual, Some((before, after)));
                self.text.skip_line(usual.length);
                self.visit.order(before, after, from_start)
            }
        };
        if room { Ok(true) } else { Err(LineProblem::TooMany) }
    }

    fn statement(&mut self) -> Result<(), LineProblem> {
        let begin = self.text.at;
        let word = self.text.word();
        if self.operation(word.clone())? {
            return self.text.end_of_statement();
        }
        if word.is_empty() {
            return Err(self.text.unexpected("a statement or `}`"));
        }
        if self.text.take_sign(b':') {
            let label = &self.text.line()[word];
            if !self.labels.add(label, self.operations) {
                let found = String::from_utf8_lossy(label).into_owned();
                self.text.at = begin;
                return Err(LineProblem::LabelTwice { found });
            }
            let word = self.text.word();
            let at = word.start;
            if !self.operation(word)? {
                self.text.at = at;
                return Err(self.text.unexpected("`send`, `recv` or `calc`"));
            }
            return self.text.end_of_statement();
        }
        self.order(word)?;
        self.text.end_of_statement()
    }

    /// `LABEL requires LABEL`, after the first label.
    fn order(&mut self, label: std::ops::Range<usize>) -> Result<(), LineProblem> {
        let begin = label.start;
        let from_start = match self.text.word() {
            word if &self.text.line()[word.clone()] == b"requires" => false,
            word if &self.text.line()[word.clone()] == b"irequires" => true,
            _ => {
                self.text.at = begin;
                let found = String::from_utf8_lossy(&self.text.line()[label]).into_owned();
                return Err(LineProblem::NoStatement { found });
            }
        };
        self.text.at = begin;
        let after = self.labels.find(&self.text.line()[label.clone()])?;
        // Past the keyword again.
        self.text.at = label.end;
        self.text.word();
        let other = self.text.word();
        if other.is_empty() {
            return Err(self.text.unexpected("a label"));
        }
        let end = std::mem::replace(&mut self.text.at, other.start);
        let before = self.labels.find(&self.text.line()[other])?;
        if before == after {
            return Err(LineProblem::OwnOrder);
        }
        self.text.at = end;
        if self.visit.order(before, after, from_start) { Ok(()) } else { Err(LineProblem::TooMany) }
    }

    /// An operation that begins with `word`; false if none does.
    fn operation(&mut self, word: std::ops::Range<usize>) -> Result<bool, LineProblem> {
        let kind = match &self.text.line()[word] {
            b"send" => OperationKind::Send,
            b"recv" => OperationKind::Recv,
            b"calc" => OperationKind::Calc,
            _ => return Ok(false),
        };
        let text = &mut *self.text;
        let mut operation = Operation::new(kind, self.rank, 0);
        if kind == OperationKind::Calc {
            operation.size = text.number("the computation's nanoseconds")?;
        } else {
            operation.size = text.number("the message's bytes")?;
            text.expect("b", "`b`, for bytes")?;
            let (word, expected) = if kind == OperationKind::Send { ("to", "`to`") } else { ("from", "`from`") };
            text.expect(word, expected)?;
            if kind == OperationKind::Send || !text.take_any() {
                text.skip_blanks();
                let begin = text.at;
                let peer = text.number("a rank")?;
                if peer >= u64::from(self.ranks) {
                    text.at = begin;
                    let found = i64::try_from(peer).unwrap_or(i64::MAX);
                    return Err(LineProblem::NoSuchRank { field: "peer", found, ranks: self.ranks });
                }
                operation.peer = peer as u32;
            }
            if text.take(b"tag") {
                let any = kind == OperationKind::Recv && text.take_any();
                operation.tag = if any { ANY } else { text.number_to("tag", u64::from(ANY) - 1)? as u32 };
            }
        }
        if text.take(b"cpu") {
            operation.cpu = text.number_to("cpu", 127)? as u8;
        }
        if kind != OperationKind::Calc && text.take(b"nic") {
            operation.nic = text.number_to("nic", 127)? as u8;
        }
        self.operations += 1;
        if self.visit.operation(operation, self.text.number) { Ok(true) } else { Err(LineProblem::TooMany) }
    }
}
