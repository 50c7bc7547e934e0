//! Prints equal Python tracebacks of several ranks once.
//!
//! An exception that all ranks raise would otherwise be printed once per rank, with interleaved lines. A rank's traceback is
//! held back until it is complete. The first of several equal ones is printed; at the end, a line gives the number of the other
//! ranks with the same traceback.

use std::collections::{BTreeMap, BTreeSet};

const HEAD: &[u8] = b"Traceback (most recent call last):";
/// Python writes this between the tracebacks of exceptions of which one led to the other.
const BETWEEN: [&[u8]; 2] = [b"During handling of the above", b"The above exception was"];
/// More than this is passed on as it comes.
const LONGEST: usize = 1 << 20;

/// Where a rank is in a traceback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    /// Among the frames, which are indented.
    Frames,
    /// Behind the line of the exception: another traceback may follow.
    Behind,
}

/// The part of a traceback that a rank has written by now.
#[derive(Debug)]
struct Begun {
    within: Within,
    text: Vec<u8>,
}

/// The tracebacks of all ranks.
#[derive(Debug, Default)]
pub(super) struct Tracebacks {
    begun: BTreeMap<u32, Begun>,
    /// Those that went out, with the other ranks that wrote the same.
    told: Vec<(Vec<u8>, u32, BTreeSet<u32>)>,
}

impl Tracebacks {
    /// Takes lines of a rank; those that it returns go out.
    pub(super) fn take(&mut self, rank: u32, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            if let Some(begun) = self.begun.get_mut(&rank) {
                match begun.goes_on(line) {
                    Some(within) if begun.text.len() + line.len() < LONGEST => {
                        begun.within = within;
                        begun.text.extend_from_slice(line);
                        continue;
                    }
                    _ => out.append(&mut self.end(rank)),
                }
            }
            if line.starts_with(HEAD) {
                self.begun.insert(rank, Begun { within: Within::Frames, text: line.to_vec() });
            } else {
                out.extend_from_slice(line);
            }
        }
        out
    }

    /// The traceback of a rank that writes nothing more of it; nothing if another rank has written the same.
    pub(super) fn end(&mut self, rank: u32) -> Vec<u8> {
        let Some(Begun { text, .. }) = self.begun.remove(&rank) else { return Vec::new() };
        if let Some((_, _, others)) = self.told.iter_mut().find(|(told, first, _)| *told == text && *first != rank) {
            others.insert(rank);
            return Vec::new();
        }
        self.told.push((text.clone(), rank, BTreeSet::new()));
        text
    }

    /// A line for each traceback that several ranks have written.
    pub(super) fn summary(&self) -> String {
        let several = self.told.iter().filter(|(_, _, others)| !others.is_empty());
        several
            .map(|(text, first, others)| {
                let exception = text.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty()).unwrap_or_default();
                let exception = String::from_utf8_lossy(exception);
                let more = match others.first().filter(|_| others.len() == 1) {
                    Some(rank) => format!("rank {rank} has"),
                    None => format!("{} other ranks have", others.len()),
                };
                format!("windtunnel: {more} raised the same as rank {first}, at the same line: {exception}\n")
            })
            .collect()
    }
}

impl Begun {
    /// Where the rank is after a further line of it; None if the line is none of it.
    fn goes_on(&self, line: &[u8]) -> Option<Within> {
        let blank = line == b"\n";
        match self.within {
            Within::Frames if blank || line.starts_with(b" ") => Some(Within::Frames),
            Within::Frames => Some(Within::Behind),
            Within::Behind if line.starts_with(HEAD) => Some(Within::Frames),
            Within::Behind if blank || BETWEEN.iter().any(|text| line.starts_with(text)) => Some(Within::Behind),
            Within::Behind => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] =
        b"Traceback (most recent call last):\n  File \"a.py\", line 5, in <module>\n    x[5]\nIndexError: range\n";

    #[test]
    fn the_same_traceback_is_told_once() {
        let mut tracebacks = Tracebacks::default();
        let (head, rest) = TEXT.split_at(35);
        for rank in 0..3 {
            assert!(tracebacks.take(rank, head).is_empty(), "a rank's lines stay together");
        }
        for rank in 0..3 {
            assert!(tracebacks.take(rank, rest).is_empty());
        }
        assert_eq!(tracebacks.end(0), TEXT);
        assert!(tracebacks.end(1).is_empty() && tracebacks.end(2).is_empty());
        assert_eq!(
            tracebacks.summary(),
            "windtunnel: 2 other ranks have raised the same as rank 0, at the same line: IndexError: range\n"
        );
    }

    #[test]
    fn another_traceback_is_another() {
        let mut tracebacks = Tracebacks::default();
        let other =
            [TEXT, b"\nDuring handling of the above exception, another exception occurred:\n\n", TEXT].concat();
        for (rank, text) in [(0, TEXT), (1, &other)] {
            tracebacks.take(rank, text);
            assert_eq!(tracebacks.end(rank), text);
        }
        assert_eq!(tracebacks.summary(), "");
    }

    #[test]
    fn what_follows_a_traceback_comes_behind_it() {
        let mut tracebacks = Tracebacks::default();
        assert_eq!(tracebacks.take(0, b"before\n"), b"before\n");
        tracebacks.take(0, TEXT);
        assert_eq!(tracebacks.take(0, b"caught\n"), [TEXT, b"caught\n"].concat());
        tracebacks.take(0, TEXT);
        assert_eq!(tracebacks.end(0), TEXT, "a rank that raises twice says so");
    }
}
