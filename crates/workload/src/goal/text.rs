//! The text of GOAL programs, as LogGOPSim's converter reads it.
//!
//! ```text
//! file      := "num_ranks" P { "rank" R "{" { statement } "}" }       ranks 0 to P-1 in order
//! statement := [LABEL ":"] operation | LABEL ("requires" | "irequires") LABEL
//! operation := "send" BYTES "b" "to" RANK [attributes] | "recv" BYTES "b" "from" (RANK | "-1") [attributes]
//!            | "calc" NANOSECONDS ["cpu" N]
//! attributes := ["tag" (N | "-1")] ["cpu" N] ["nic" N]
//! ```
//! A statement ends with its line. Comments are those of C and stand where a statement may begin or after one. A label is
//! known from its line on, in its rank. What follows the last rank is not read.

use super::program::{ANY, Kind, Operation};
use crate::nearest;
use crate::traces::{LineProblem, Place, TraceError};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::io::{BufRead, Read};
use std::path::Path;

/// The most ranks of a program.
const MAX_RANKS: u64 = 1 << 24;

/// The longest line, bytes.
const MAX_LINE: usize = 1 << 16;

/// Is told what a text says, in its order.
pub(crate) trait Visit {
    /// The number of ranks; comes first.
    fn ranks(&mut self, ranks: u32);

    /// An operation of the rank being read. Returns whether another one may follow.
    fn operation(&mut self, operation: Operation, line: u64) -> bool;

    /// `after` waits for `before`, for its end or from its start on; both are numbered in their rank. Returns whether
    /// another one may follow.
    fn order(&mut self, before: u32, after: u32, from_start: bool) -> bool;

    /// The rank has ended.
    fn end_of_rank(&mut self);
}

/// The words of the language with what follows them, for `windtunnel list formats`.
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
pub(super) fn parse(input: impl BufRead, path: &Path, visit: &mut impl Visit) -> Result<(), TraceError> {
    let mut text = Text { input, line: Vec::new(), number: 0, at: 0 };
    file(&mut text, visit).map_err(|stop| match stop {
        Stop::Problem(problem) => TraceError::Line {
            place: Place {
                file: path.display().to_string(),
                line: text.number.max(1),
                column: u32::try_from(text.at + 1).unwrap_or(u32::MAX),
            },
            problem,
        },
        Stop::Unreadable(error) => TraceError::unreadable(path, &error),
    })
}

/// Why reading stops.
enum Stop {
    Problem(LineProblem),
    Unreadable(std::io::Error),
}

impl From<LineProblem> for Stop {
    fn from(problem: LineProblem) -> Self {
        Self::Problem(problem)
    }
}

/// The text: one line of it, and the place in that.
struct Text<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    at: usize,
}

impl<R: BufRead> Text<R> {
    /// Goes on to the next line; false at the end of the file.
    fn next_line(&mut self) -> Result<bool, Stop> {
        self.line.clear();
        self.at = 0;
        let mut limited = (&mut self.input).take(MAX_LINE as u64 + 1);
        let read = limited.read_until(b'\n', &mut self.line).map_err(Stop::Unreadable)?;
        self.number += u64::from(read > 0);
        if self.line.len() > MAX_LINE {
            return Err(LineProblem::TooLong { limit: MAX_LINE }.into());
        }
        while self.line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.pop();
        }
        Ok(read > 0)
    }

    fn skip_blanks(&mut self) {
        while matches!(self.line.get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Moves to the next word or sign, over blanks, comments and ends of lines; false at the end of the file.
    fn next_statement(&mut self) -> Result<bool, Stop> {
        loop {
            self.skip_blanks();
            let rest = &self.line[self.at..];
            if rest.is_empty() || rest.starts_with(b"//") {
                if !self.next_line()? {
                    return Ok(false);
                }
            } else if rest.starts_with(b"/*") {
                self.skip_comment()?;
            } else {
                return Ok(true);
            }
        }
    }

    /// Over a comment that begins here.
    fn skip_comment(&mut self) -> Result<(), Stop> {
        self.at += 2;
        loop {
            if let Some(end) = self.line[self.at..].windows(2).position(|pair| pair == b"*/") {
                self.at += end + 2;
                return Ok(());
            }
            if !self.next_line()? {
                return Err(
                    LineProblem::Expected { found: END.into(), expected: "`*/`, the end of a comment" }.into()
                );
            }
        }
    }

    /// A word of letters, digits and `_`, empty if none begins here.
    fn word(&mut self) -> std::ops::Range<usize> {
        self.skip_blanks();
        let begin = self.at;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        if self.line.get(begin).is_some_and(u8::is_ascii_alphabetic) {
            self.at += self.line[begin..].iter().take_while(|byte| is_part(byte)).count();
        }
        begin..self.at
    }

    /// Takes a word if it comes next.
    fn take(&mut self, word: &[u8]) -> bool {
        let begin = self.at;
        let found = self.word();
        if &self.line[found] == word {
            return true;
        }
        self.at = begin;
        false
    }

    fn expect(&mut self, word: &'static str, expected: &'static str) -> Result<(), LineProblem> {
        if self.take(word.as_bytes()) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn take_sign(&mut self, sign: u8) -> bool {
        self.skip_blanks();
        let found = self.line.get(self.at) == Some(&sign);
        self.at += usize::from(found);
        found
    }

    /// A whole number.
    fn number(&mut self, expected: &'static str) -> Result<u64, LineProblem> {
        self.skip_blanks();
        let begin = self.at;
        let mut value = 0_u64;
        while let Some(digit) = self.line.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            let next = value.checked_mul(10).and_then(|value| value.checked_add(u64::from(digit - b'0')));
            let Some(next) = next else {
                self.at = begin;
                let found = self.shown().replace('`', "");
                return Err(LineProblem::TooLarge { field: "number", found, max: u64::MAX });
            };
            value = next;
            self.at += 1;
        }
        if self.at == begin { Err(self.unexpected(expected)) } else { Ok(value) }
    }

    /// A whole number up to `max`.
    fn number_to(&mut self, field: &'static str, max: u64) -> Result<u64, LineProblem> {
        self.skip_blanks();
        let begin = self.at;
        let value = self.number("a number")?;
        if value > max {
            self.at = begin;
            return Err(LineProblem::TooLarge { field, found: value.to_string(), max });
        }
        Ok(value)
    }

    /// `-1` if it comes next.
    fn take_any(&mut self) -> bool {
        self.skip_blanks();
        let rest = &self.line[self.at..];
        let found = rest.starts_with(b"-1") && !rest.get(2).is_some_and(u8::is_ascii_digit);
        self.at += if found { 2 } else { 0 };
        found
    }

    /// What stands here, for a message.
    fn shown(&self) -> String {
        let rest = self.line[self.at.min(self.line.len())..].trim_ascii_start();
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        match &rest[..end.min(40)] {
            [] => "the end of the line".to_owned(),
            shown => format!("`{}`", String::from_utf8_lossy(shown)),
        }
    }

    fn unexpected(&mut self, expected: &'static str) -> LineProblem {
        self.skip_blanks();
        LineProblem::Expected { found: self.shown(), expected }
    }

    /// The end of a statement: of its line, or a comment, or the end of its rank.
    fn end_of_statement(&mut self) -> Result<(), LineProblem> {
        self.skip_blanks();
        match &self.line[self.at..] {
            [] | [b'}', ..] | [b'/', b'/' | b'*', ..] => Ok(()),
            _ => Err(self.unexpected("the end of the line")),
        }
    }
}

const END: &str = "the end of the file";

fn file<R: BufRead>(text: &mut Text<R>, visit: &mut impl Visit) -> Result<(), Stop> {
    if !text.next_statement()? {
        return Err(LineProblem::Expected { found: END.into(), expected: "`num_ranks`" }.into());
    }
    text.expect("num_ranks", "`num_ranks`")?;
    let ranks = text.number_to("number of ranks", MAX_RANKS)? as u32;
    if ranks == 0 {
        return Err(LineProblem::Expected { found: "`0`".into(), expected: "at least one rank" }.into());
    }
    visit.ranks(ranks);
    let mut labels = Labels::default();
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
        Block { text, visit, labels: &mut labels, rank, ranks, operations: 0 }.statements()?;
        visit.end_of_rank();
    }
    Ok(())
}

/// The brace that opens a rank; it may stand on a line of its own.
fn open<R: BufRead>(text: &mut Text<R>) -> Result<(), Stop> {
    if text.next_statement()? && text.take_sign(b'{') {
        return Ok(());
    }
    Err(text.unexpected("`{`").into())
}

/// The labels of a rank and the numbers of their operations.
#[derive(Default)]
struct Labels {
    /// All labels, one after the other.
    text: Vec<u8>,
    labels: Vec<Label>,
    /// The first label by hash.
    first: FxHashMap<u64, u32>,
}

/// A label: where its text begins and ends, its operation, and the next label of the same hash.
struct Label {
    begin: usize,
    end: usize,
    operation: u32,
    next: u32,
}

const NO_LABEL: u32 = u32::MAX;

impl Labels {
    fn text_of(&self, label: &Label) -> &[u8] {
        &self.text[label.begin..label.end]
    }

    fn clear(&mut self) {
        self.text.clear();
        self.labels.clear();
        self.first.clear();
    }

    fn get(&self, hash: u64, label: &[u8]) -> Option<u32> {
        let mut at = *self.first.get(&hash)?;
        while at != NO_LABEL {
            let own = &self.labels[at as usize];
            if self.text_of(own) == label {
                return Some(own.operation);
            }
            at = own.next;
        }
        None
    }

    /// Adds a label; false if it is taken.
    fn add(&mut self, label: &[u8], operation: u32) -> bool {
        let hash = FxBuildHasher.hash_one(label);
        if self.get(hash, label).is_some() {
            return false;
        }
        let begin = self.text.len();
        self.text.extend_from_slice(label);
        let next = self.first.insert(hash, self.labels.len() as u32).unwrap_or(NO_LABEL);
        self.labels.push(Label { begin, end: self.text.len(), operation, next });
        true
    }

    fn find(&self, label: &[u8]) -> Result<u32, LineProblem> {
        self.get(FxBuildHasher.hash_one(label), label).ok_or_else(|| {
            let text = |label: &[u8]| String::from_utf8_lossy(label).into_owned();
            let known = self.labels.iter().map(|own| text(self.text_of(own)));
            let (found, known) = (text(label), known.collect::<Vec<_>>());
            let nearest = nearest(&found, known.iter().map(String::as_str)).map(str::to_owned);
            LineProblem::UnknownLabel { found, nearest }
        })
    }
}

/// The statements of one rank.
struct Block<'a, R, V> {
    text: &'a mut Text<R>,
    visit: &'a mut V,
    labels: &'a mut Labels,
    rank: u32,
    ranks: u32,
    operations: u32,
}

impl<R: BufRead, V: Visit> Block<'_, R, V> {
    fn statements(&mut self) -> Result<(), Stop> {
        loop {
            if !self.text.next_statement()? {
                let expected = "`}`, the end of the rank";
                return Err(LineProblem::Expected { found: END.into(), expected }.into());
            }
            if self.text.take_sign(b'}') {
                return Ok(());
            }
            self.statement()?;
        }
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
            let label = &self.text.line[word];
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
            word if &self.text.line[word.clone()] == b"requires" => false,
            word if &self.text.line[word.clone()] == b"irequires" => true,
            _ => {
                self.text.at = begin;
                let found = String::from_utf8_lossy(&self.text.line[label]).into_owned();
                return Err(LineProblem::NoStatement { found });
            }
        };
        self.text.at = begin;
        let after = self.labels.find(&self.text.line[label.clone()])?;
        // Past the keyword again.
        self.text.at = label.end;
        self.text.word();
        let other = self.text.word();
        if other.is_empty() {
            return Err(self.text.unexpected("a label"));
        }
        let end = std::mem::replace(&mut self.text.at, other.start);
        let before = self.labels.find(&self.text.line[other])?;
        if before == after {
            return Err(LineProblem::OwnOrder);
        }
        self.text.at = end;
        if self.visit.order(before, after, from_start) { Ok(()) } else { Err(LineProblem::TooMany) }
    }

    /// An operation that begins with `word`; false if none does.
    fn operation(&mut self, word: std::ops::Range<usize>) -> Result<bool, LineProblem> {
        let kind = match &self.text.line[word] {
            b"send" => Kind::Send,
            b"recv" => Kind::Recv,
            b"calc" => Kind::Calc,
            _ => return Ok(false),
        };
        let text = &mut *self.text;
        let blank = Operation { size: 0, rank: self.rank, peer: ANY, tag: 0, kind, cpu: 0, nic: 0 };
        let mut operation = blank;
        if kind == Kind::Calc {
            operation.size = text.number("the computation's nanoseconds")?;
        } else {
            operation.size = text.number("the message's bytes")?;
            text.expect("b", "`b`, for bytes")?;
            let (word, expected) = if kind == Kind::Send { ("to", "`to`") } else { ("from", "`from`") };
            text.expect(word, expected)?;
            if kind == Kind::Send || !text.take_any() {
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
                let any = kind == Kind::Recv && text.take_any();
                operation.tag = if any { ANY } else { text.number_to("tag", u64::from(ANY) - 1)? as u32 };
            }
        }
        if text.take(b"cpu") {
            operation.cpu = text.number_to("cpu", 127)? as u8;
        }
        if kind != Kind::Calc && text.take(b"nic") {
            operation.nic = text.number_to("nic", 127)? as u8;
        }
        self.operations += 1;
        if self.visit.operation(operation, self.text.number) { Ok(true) } else { Err(LineProblem::TooMany) }
    }
}
