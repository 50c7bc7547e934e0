//! A fast parser for the usual lines of GOAL text, which reads eight bytes at a time. The usual lines are `[LABEL: ]operation`
//! and `LABEL requires LABEL`, with single blanks, short labels and short numbers, and nothing after them. Any other line, even
//! a wrong one, goes to the general parser, which reports errors.

use super::labels::Short;
use crate::goal::operation::{ANY, Operation, OperationKind};
use std::ops::Range;

/// The statement of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// An operation and its label.
    Operation(Option<Short>, Operation),
    /// The first waits for the second, for its end or from its start on.
    Order { after: Short, before: Short, from_start: bool },
}

/// A line of the usual shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Usual {
    pub(super) line: Line,
    /// Its bytes without its end.
    pub(super) length: usize,
    /// Where the digits of the peer of a message, or of the time of a computation, are; empty if there are none.
    pub(super) number: Range<usize>,
}

const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The highest bit of each byte.
const HIGH: u64 = ONES << 7;

const SEND: Short = u64::from_le_bytes(*b"send\0\0\0\0");
const RECV: Short = u64::from_le_bytes(*b"recv\0\0\0\0");
const CALC: Short = u64::from_le_bytes(*b"calc\0\0\0\0");

/// The bytes that are no less than `least`, by their highest bits; of bytes beyond ASCII it says nothing of use.
#[inline(always)]
fn at_least(bytes: u64, least: u8) -> u64 {
    // No byte borrows from the next: each is 128 at least.
    ((bytes | HIGH) - ONES * u64::from(least)) & HIGH
}

/// The ASCII bytes from `first` to `last`, by their highest bits.
#[inline(always)]
fn within(bytes: u64, first: u8, last: u8) -> u64 {
    at_least(bytes, first) & !at_least(bytes, last + 1) & !bytes
}

/// How many bytes from the first on are marked.
#[inline(always)]
fn leading(marks: u64) -> usize {
    ((marks ^ HIGH) & HIGH).trailing_zeros() as usize / 8
}

/// The bytes in front of the one numbered `count`, which is 1 to 8.
#[inline(always)]
fn first_bytes(bytes: u64, count: usize) -> u64 {
    bytes & (u64::MAX >> (64 - 8 * count))
}

/// The value and number of the digits with which eight bytes begin.
#[inline(always)]
pub(super) fn digits(bytes: u64) -> (u64, usize) {
    let count = leading(within(bytes, b'0', b'9'));
    // With zeros in front; then neighbours together: pairs, fours, all eight.
    let values = bytes.checked_shl(64 - 8 * count as u32).unwrap_or(0) & (ONES * 0x0f);
    let pairs = (values * 10 + (values >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    ((fours * 10_000 + (fours >> 32)) & 0xffff_ffff, count)
}

/// The most blanks in front.
const INDENT: usize = 64;

/// A place in the text.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    #[inline(always)]
    fn eight(&self) -> Option<u64> {
        self.text.get(self.at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Takes `expected` if it comes next.
    #[inline(always)]
    fn take<const N: usize>(&mut self, expected: &[u8; N]) -> bool {
        let found = self.text.get(self.at..).and_then(|rest| rest.first_chunk()) == Some(expected);
        self.at += if found { N } else { 0 };
        found
    }

    /// A word of at most 8 bytes.
    #[inline(always)]
    fn word(&mut self) -> Option<Short> {
        let bytes = self.eight()?;
        // Letters become small ones; what else does is not part of a word either way.
        let letters = within(bytes | (ONES * 0x20), b'a', b'z') & !bytes;
        let marks = letters | within(bytes, b'0', b'9') | within(bytes, b'_', b'_');
        let count = leading(marks);
        if letters & 0x80 == 0 {
            return None;
        }
        self.at += count;
        let longer = count == 8 && self.next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        (!longer).then(|| first_bytes(bytes, count))
    }

    /// Up to eight digits: their value and number.
    #[inline(always)]
    fn digits(&mut self) -> Option<(u64, usize)> {
        let (value, count) = digits(self.eight()?);
        self.at += count;
        Some((value, count))
    }

    /// A number of at most 15 digits.
    #[inline(always)]
    fn number(&mut self) -> Option<u64> {
        const TENS: [u64; 8] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];
        let (value, count) = self.digits()?;
        match count {
            0 => None,
            1..8 => Some(value),
            _ => {
                let (low, count) = self.digits()?;
                TENS.get(count).map(|tens| value * tens + low)
            }
        }
    }
}

/// Reads the line with which `text` begins, of a rank.
#[inline(always)]
pub(super) fn read(text: &[u8], rank: u32, ranks: u32) -> Option<Usual> {
    let mut place = Cursor { text, at: 0 };
    while place.at < INDENT && place.next() == Some(b' ') {
        place.at += 1;
    }
    let word = place.word()?;
    let mut number = 0..0;
    let line = if let Some(kind) = kind(word) {
        Line::Operation(None, operation(&mut place, kind, rank, ranks, &mut number)?)
    } else if place.take(b": ") || place.take(b":") {
        let kind = kind(place.word()?)?;
        Line::Operation(Some(word), operation(&mut place, kind, rank, ranks, &mut number)?)
    } else {
        let from_start = place.take(b" irequires ");
        if !from_start && !place.take(b" requires ") {
            return None;
        }
        Line::Order { after: word, before: place.word()?, from_start }
    };
    (place.next() == Some(b'\n')).then_some(Usual { line, length: place.at, number })
}

#[inline(always)]
fn kind(word: Short) -> Option<OperationKind> {
    match word {
        SEND => Some(OperationKind::Send),
        RECV => Some(OperationKind::Recv),
        CALC => Some(OperationKind::Calc),
        _ => None,
    }
}

/// What follows the word of an operation; notes where its peer or time is.
#[inline(always)]
fn operation(
    place: &mut Cursor<'_>,
    kind: OperationKind,
    rank: u32,
    ranks: u32,
    number: &mut Range<usize>,
) -> Option<Operation> {
    if !place.take(b" ") {
        return None;
    }
    number.start = place.at;
    let mut operation = Operation::new(kind, rank, place.number()?);
    number.end = place.at;
    if kind != OperationKind::Calc {
        if !(if kind == OperationKind::Send { place.take(b"b to ") } else { place.take(b"b from ") }) {
            return None;
        }
        number.start = place.at;
        if kind == OperationKind::Send || !place.take(b"-1") {
            operation.peer = u32::try_from(place.number()?).ok().filter(|peer| *peer < ranks)?;
            number.end = place.at;
        } else {
            number.end = number.start;
        }
        if place.take(b" tag -1") {
            operation.tag = if kind == OperationKind::Recv { ANY } else { return None };
        } else if place.take(b" tag ") {
            operation.tag = u32::try_from(place.number()?).ok().filter(|tag| *tag != ANY)?;
        }
    }
    if place.take(b" cpu ") {
        operation.cpu = u8::try_from(place.number()?).ok().filter(|cpu| *cpu < 128)?;
    }
    if kind != OperationKind::Calc && place.take(b" nic ") {
        operation.nic = u8::try_from(place.number()?).ok().filter(|nic| *nic < 128)?;
    }
    Some(operation)
}

#[cfg(test)]
mod tests {
    use super::super::labels::short;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_and_numbers_end_where_they_end(text in "[ -~\u{80}-\u{ff}]{0,24}") {
            let padded = format!("{text}\n        ");
            let bytes = padded.as_bytes();
            let mut place = Cursor { text: bytes, at: 0 };
            let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
            let length = bytes.iter().take_while(is_part).count();
            let expected = if bytes[0].is_ascii_alphabetic() { short(&bytes[..length]) } else { None };
            prop_assert_eq!(place.word(), expected);
            let mut place = Cursor { text: bytes, at: 0 };
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let expected = if digits < 16 { text[..digits].parse::<u64>().ok() } else { None };
            prop_assert_eq!(place.number(), expected);
        }

        #[test]
        fn numbers_are_read(value in any::<u64>(), bits in 0_u32..50) {
            let value = value >> (14 + bits);
            let text = format!("{value} to         ");
            let mut place = Cursor { text: text.as_bytes(), at: 0 };
            prop_assert_eq!(place.number(), if value < 10_u64.pow(15) { Some(value) } else { None });
        }
    }

    #[test]
    fn usual_lines_are_read_and_others_left() {
        let whole = |text: &str| read(format!("{text}\n            ").as_bytes(), 3, 9);
        let line = |text: &str| whole(text).map(|usual| (usual.line, usual.length));
        let mut send = Operation::new(OperationKind::Send, 3, 4096);
        (send.peer, send.tag, send.cpu, send.nic) = (8, 5, 1, 2);
        let length = "l1: send 4096b to 8 tag 5 cpu 1 nic 2".len();
        assert_eq!(
            line("l1: send 4096b to 8 tag 5 cpu 1 nic 2"),
            Some((Line::Operation(short(b"l1"), send), length))
        );
        let order = Line::Order { after: u64::from(b'a'), before: u64::from(b'b'), from_start: true };
        assert_eq!(line("  a irequires b"), Some((order, 15)));
        for (text, number) in
            [("a: send 5b to 8", "8"), ("calc 77 cpu 1", "77"), ("recv 5b from -1", ""), ("a requires b", "")]
        {
            let usual = whole(text).unwrap();
            assert_eq!(&text[usual.number], number);
        }
        for other in [
            "",
            "}",
            "a",
            "recv 5b from -12",
            "send 1b to 1 tag -1",
            "recv 1b from 1 tag -12",
            "a:",
            "a: b",
            "calc 5 ",
            "calc  5",
            "calc 5\r",
            "send 5b to -1",
            "send 5b to 9",
            "calc",
            "calc 5 nic 1",
            "send 1b to 1 tag 4294967295",
            "calc 1 cpu 128",
            "longlabel: calc 1",
            "a requires longlabel",
            "send: calc 1",
            "a requires b // why",
            "calc 1 /* x */",
            "a: calc 1234567890123456",
            "\u{e9}: calc 1",
        ] {
            assert_eq!(line(other), None, "{other:?}");
        }
        assert_eq!(read(b"calc 5", 0, 1), None, "no end of the line");
    }
}
