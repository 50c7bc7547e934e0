//! A fast path of the GOAL parser for programs whose ranks have nearly the same lines. Most programs are of this kind. The
//! lines of one rank are the *pattern*, and each line of the next rank is compared with the line at the same place of the
//! pattern. If the two lines differ in no more than one number (the peer of a message, or the time of a computation), the line
//! need not be parsed. Comparing takes a quarter of the time of parsing.
//!
//! As long as a rank's lines repeat the pattern, the rank's labels are those of the pattern, and are not stored again. The
//! first line that does not repeat ends this: the labels so far are stored, and the rest of the rank is parsed line by line.
//! The lines of this rank are then the pattern for the ranks that follow. If a rank leaves the pattern within the pattern's
//! first quarter, the next rank is parsed without comparing; after further such ranks in a row, the next 3, 7, … up to 63
//! ranks.

use super::common::{Line, Usual, digits};
use super::labels::{Labels, Short};
use crate::goal::operation::{Operation, OperationKind};

/// Words in front of the number, or of a line without one.
const HEAD: usize = 4;

/// Words behind the number.
const TAIL: usize = 3;

/// Bytes of a line that are compared at most, the digits of the number included.
pub(super) const WINDOW: usize = 8 * (HEAD + TAIL + 1);

/// The most lines of a pattern.
const LINES: usize = 1 << 14;

/// Of up to [`HEAD`] words, the bits of this many bytes.
const MASKS: [[u64; HEAD]; 8 * HEAD + 1] = {
    let mut masks = [[0; HEAD]; 8 * HEAD + 1];
    let mut length = 1;
    while length <= 8 * HEAD {
        masks[length] = masks[length - 1];
        masks[length][(length - 1) / 8] |= 0xff << (8 * ((length - 1) % 8));
        length += 1;
    }
    masks
};

/// The statement of a line, with operation numbers in place of labels.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statement {
    /// An operation and its label.
    Operation(Option<Short>, Operation),
    /// An order.
    Order { after: u32, before: u32, from_start: bool },
}

/// A line of the pattern.
#[derive(Clone, Copy, Debug)]
struct Known {
    head: [u64; HEAD],
    tail: [u64; TAIL],
    statement: Statement,
    head_length: u8,
    /// With the end of the line; 0 if there is no number, and the head ends with the line.
    tail_length: u8,
}

#[inline(always)]
fn word(window: &[u8; WINDOW], at: usize) -> u64 {
    window[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[inline(always)]
fn is_equal<const N: usize>(words: &[u64; N], length: u8, window: &[u8; WINDOW], at: usize) -> bool {
    let masks = &MASKS[usize::from(length)];
    let differs = |index: usize| (word(window, at + 8 * index) ^ words[index]) & masks[index];
    (0..N).fold(0, |all, index| all | differs(index)) == 0
}

/// Bytes as words, filled up with zeros; none if there are too many.
fn words<const N: usize>(bytes: &[u8]) -> Option<[u64; N]> {
    let mut words = [0; N];
    for (at, byte) in bytes.iter().enumerate() {
        *words.get_mut(at / 8)? |= u64::from(*byte) << (8 * (at % 8));
    }
    Some(words)
}

impl Known {
    /// `line` ends with its end; the number that may differ is at `number`, an empty range if there is none.
    fn new(line: &[u8], number: std::ops::Range<usize>, statement: Statement) -> Option<Self> {
        let (head, tail) =
            if number.is_empty() { (line, &[][..]) } else { (&line[..number.start], &line[number.end..]) };
        let (head_length, tail_length) = (u8::try_from(head.len()).ok()?, u8::try_from(tail.len()).ok()?);
        Some(Self { head: words(head)?, tail: words(tail)?, statement, head_length, tail_length })
    }

    /// Whether the line at the beginning of `window` is this one: its length with its end, and the number.
    #[inline(always)]
    fn fits(&self, window: &[u8; WINDOW]) -> Option<(usize, u64)> {
        if !is_equal(&self.head, self.head_length, window, 0) {
            return None;
        }
        let at = usize::from(self.head_length);
        if self.tail_length == 0 {
            return Some((at, 0));
        }
        let (value, count) = digits(word(window, at));
        let fits = (1..8).contains(&count) && is_equal(&self.tail, self.tail_length, window, at + count);
        fits.then_some((at + count + usize::from(self.tail_length), value))
    }
}

/// The lines of the previous rank, and how many of them this one has repeated.
#[derive(Default)]
pub(super) struct Pattern {
    lines: Vec<Known>,
    /// The line that comes next, as long as this rank is in step.
    next: Option<usize>,
    /// Whether lines that are read are added.
    adding: bool,
    /// Ranks in a row that left the pattern at its beginning.
    misses: u32,
    /// Ranks to come that are not compared.
    pause: u32,
}

impl Pattern {
    /// A rank begins.
    pub(super) fn begin(&mut self) {
        let rests = self.pause > 0;
        self.pause -= u32::from(rests);
        (self.next, self.adding) = if rests { (None, false) } else { (Some(0), false) };
    }

    /// Whether this rank has repeated the previous one.
    #[inline]
    pub(super) fn is_in_step(&self) -> bool {
        self.next.is_some()
    }

    /// What the line at the beginning of `text` says if it is like the next one of the pattern, and its length with its end.
    #[inline(always)]
    pub(super) fn line(&mut self, text: &[u8], rank: u32, ranks: u32) -> Option<(Statement, usize)> {
        let next = self.next?;
        let known = self.lines.get(next)?;
        let (length, number) = known.fits(text.first_chunk()?)?;
        let mut statement = known.statement;
        if let Statement::Operation(_, operation) = &mut statement {
            operation.rank = rank;
            match operation.kind {
                OperationKind::Calc => operation.size = number,
                _ if known.tail_length == 0 => (),
                _ if number < u64::from(ranks) => operation.peer = number as u32,
                _ => return None,
            }
        }
        self.next = Some(next + 1);
        Some((statement, length))
    }

    /// This rank goes on in another way: notes the labels so far, and what follows will be the pattern's end.
    pub(super) fn leave(&mut self, labels: &mut Labels) {
        let Some(next) = self.next.take() else { return };
        let operations = self.lines[..next].iter().filter_map(|known| match known.statement {
            Statement::Operation(label, _) => Some(label),
            Statement::Order { .. } => None,
        });
        for (number, label) in (0..).zip(operations) {
            if let Some(label) = label {
                labels.add_short(label, number);
            }
        }
        self.misses = if next * 4 < self.lines.len() { (self.misses + 1).min(6) } else { 0 };
        self.pause = (1 << self.misses) - 1;
        self.lines.truncate(next);
        self.adding = true;
    }

    /// A line of the usual shape follows: `text` begins with it; orders are given by the operations' numbers.
    #[inline]
    pub(super) fn add(&mut self, text: &[u8], usual: &Usual, order: Option<(u32, u32)>) {
        if !self.adding {
            return;
        }
        let statement = match (usual.line, order) {
            (Line::Operation(label, operation), _) => Statement::Operation(label, operation),
            (Line::Order { from_start, .. }, Some((before, after))) => Statement::Order { after, before, from_start },
            (Line::Order { .. }, None) => return self.stop(),
        };
        match Known::new(&text[..=usual.length], usual.number.clone(), statement) {
            Some(known) if self.lines.len() < LINES => self.lines.push(known),
            _ => self.stop(),
        }
    }

    /// A statement of another shape follows: the pattern ends before it.
    pub(super) fn stop(&mut self) {
        self.adding = false;
    }
}
