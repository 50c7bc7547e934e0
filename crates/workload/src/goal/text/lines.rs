//! Reads text in blocks of whole lines, and keeps the line and column for error messages.

use crate::traces::error::LineProblem;
use std::io::{ErrorKind, Read};
use std::ops::Range;

/// The longest line with its end, bytes.
pub(super) const MAX_LINE: usize = 1 << 16;

/// How much is asked of the input at once, bytes.
const CHUNK: usize = 1 << 18;

/// Why reading stops.
pub(super) enum Stop {
    Problem(LineProblem),
    Unreadable(std::io::Error),
}

impl From<LineProblem> for Stop {
    fn from(problem: LineProblem) -> Self {
        Self::Problem(problem)
    }
}

/// The text. Positions are those of `window`.
pub(super) struct Text<R> {
    input: R,
    window: Vec<u8>,
    /// How much of the window is text.
    filled: usize,
    /// The line in hand without its end.
    line: Range<usize>,
    /// Where the next line begins.
    next: usize,
    /// Whether the input has ended.
    ended: bool,
    /// The number of the line in hand, from 1.
    pub(super) number: u64,
    /// The place in the line in hand.
    pub(super) at: usize,
}

impl<R: Read> Text<R> {
    pub(super) fn new(input: R) -> Self {
        let window = vec![0; CHUNK + MAX_LINE];
        Self { input, window, filled: 0, line: 0..0, next: 0, ended: false, number: 0, at: 0 }
    }

    /// The line in hand.
    #[inline]
    pub(super) fn line(&self) -> &[u8] {
        &self.window[self.line.clone()]
    }

    /// The rest of the current line.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.window[self.line.start + self.at..self.line.end]
    }

    /// Goes on to the next line; false at the end of the file.
    pub(super) fn next_line(&mut self) -> Result<bool, Stop> {
        self.at = 0;
        loop {
            let rest = &self.window[self.next..self.filled];
            let end = rest.iter().position(|byte| *byte == b'\n');
            if end.is_none() && !self.ended && rest.len() <= MAX_LINE {
                self.refill().map_err(Stop::Unreadable)?;
                continue;
            }
            let length = end.map_or(rest.len(), |end| end + 1);
            self.number += u64::from(length > 0);
            let trimmed = rest[..length].iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
            self.line = self.next..self.next + trimmed.map_or(0, |last| last + 1);
            if length > MAX_LINE {
                return Err(LineProblem::TooLong { limit: MAX_LINE }.into());
            }
            self.next += length;
            return Ok(length > 0);
        }
    }

    /// Reads on, behind what of the window has not been used.
    fn refill(&mut self) -> std::io::Result<()> {
        self.window.copy_within(self.next..self.filled, 0);
        self.filled -= self.next;
        (self.line, self.next) = (0..0, 0);
        loop {
            match self.input.read(&mut self.window[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }

    /// What of the window lies behind the line in hand, if that has been used up: whole lines and perhaps a piece of one.
    #[inline]
    pub(super) fn behind(&self) -> Option<&[u8]> {
        (self.line.start + self.at == self.line.end).then(|| &self.window[self.next..self.filled])
    }

    /// Reads on if the line in hand has been used up and little of the window lies behind it.
    pub(super) fn ensure(&mut self, bytes: usize) -> Result<(), Stop> {
        if self.behind().is_some_and(|behind| behind.len() < bytes) && !self.ended {
            self.refill().map_err(Stop::Unreadable)?;
            self.at = 0;
        }
        Ok(())
    }

    /// Goes to the end of the next line, which has this many bytes and an end of one.
    #[inline]
    pub(super) fn skip_line(&mut self, length: usize) {
        self.line = self.next..self.next + length;
        self.next += length + 1;
        self.at = length;
        self.number += 1;
    }

    /// Goes to the end of the last of some lines: how many bytes they have with their ends, how many of them the last one,
    /// and its number.
    #[inline]
    pub(super) fn skip_lines(&mut self, bytes: usize, last: usize, number: u64) {
        self.next += bytes;
        self.line = self.next - last..self.next - 1;
        (self.at, self.number) = (last - 1, number);
    }

    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.line().get(self.at), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Moves to the next word or sign, over blanks, comments and ends of lines; false at the end of the file.
    pub(super) fn next_statement(&mut self) -> Result<bool, Stop> {
        loop {
            self.skip_blanks();
            let rest = self.rest();
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
            if let Some(end) = self.rest().windows(2).position(|pair| pair == b"*/") {
                self.at += end + 2;
                return Ok(());
            }
            if !self.next_line()? {
                let found = super::END.into();
                return Err(LineProblem::Expected { found, expected: "`*/`, the end of a comment" }.into());
            }
        }
    }

    /// A word of letters, digits and `_`, empty if none begins here.
    pub(super) fn word(&mut self) -> Range<usize> {
        self.skip_blanks();
        let begin = self.at;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        if self.rest().first().is_some_and(u8::is_ascii_alphabetic) {
            self.at += self.rest().iter().take_while(|byte| is_part(byte)).count();
        }
        begin..self.at
    }

    /// Takes a word if it comes next.
    pub(super) fn take(&mut self, word: &[u8]) -> bool {
        let begin = self.at;
        let found = self.word();
        if &self.line()[found] == word {
            return true;
        }
        self.at = begin;
        false
    }

    pub(super) fn expect(&mut self, word: &'static str, expected: &'static str) -> Result<(), LineProblem> {
        if self.take(word.as_bytes()) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    pub(super) fn take_sign(&mut self, sign: u8) -> bool {
        self.skip_blanks();
        let found = self.rest().first() == Some(&sign);
        self.at += usize::from(found);
        found
    }

    /// A whole number.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<u64, LineProblem> {
        self.skip_blanks();
        let begin = self.at;
        let mut value = 0_u64;
        while let Some(digit) = self.rest().first().copied().filter(u8::is_ascii_digit) {
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
    pub(super) fn number_to(&mut self, field: &'static str, max: u64) -> Result<u64, LineProblem> {
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
    pub(super) fn take_any(&mut self) -> bool {
        self.skip_blanks();
        let rest = self.rest();
        let found = rest.starts_with(b"-1") && !rest.get(2).is_some_and(u8::is_ascii_digit);
        self.at += if found { 2 } else { 0 };
        found
    }

    /// What stands here, for a message.
    fn shown(&self) -> String {
        let rest = self.rest().trim_ascii_start();
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        match &rest[..end.min(40)] {
            [] => "the end of the line".to_owned(),
            shown => format!("`{}`", String::from_utf8_lossy(shown)),
        }
    }

    pub(super) fn unexpected(&mut self, expected: &'static str) -> LineProblem {
        self.skip_blanks();
        LineProblem::Expected { found: self.shown(), expected }
    }

    /// The end of a statement: of its line, or a comment, or the end of its rank.
    pub(super) fn end_of_statement(&mut self) -> Result<(), LineProblem> {
        self.skip_blanks();
        match self.rest() {
            [] | [b'}', ..] | [b'/', b'/' | b'*', ..] => Ok(()),
            _ => Err(self.unexpected("the end of the line")),
        }
    }
}
