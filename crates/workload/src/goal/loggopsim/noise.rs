//! LogGOPSim's noise (`--noise-trace`): a recording of detours, intervals in which a core was interrupted, which every host
//! replays from a random offset of its own.
//!
//! # Rules
//! A processor's operation (a computation, or the overhead o of a message on either side) starts at t and takes n ns without
//! noise. Let `last` be the start of the recording's last detour. The operation's position in the recording is p = (t + offset)
//! mod (last − n). Noise lengthens the operation by
//! - the part after p of the latest detour that starts at or before p. As in LogGOPSim, this part is not added if p is at or
//!   before the start of the first detour;
//! - the whole of each detour that starts after p and before p + n. As in LogGOPSim, the first detour of the recording is not
//!   added. Detours that start at p + n or later are not added either, even if the lengthened operation is still under way
//!   then.
//!
//! Nothing else is delayed: neither the message that is sent, nor operations that become ready when a message arrives.

use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a trace of noise can't be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NoiseError {
    /// The file can't be read.
    #[error("{file}: cannot be read: {reason}")]
    File {
        /// The file.
        file: String,
        /// The operating system's reason.
        reason: String,
    },
    /// A line that is not a detour.
    #[error(
        "{file}:{line}: {reason}; expected the start and the length of a detour (an interruption by noise) in nanoseconds, by ascending start"
    )]
    Line {
        /// The file.
        file: String,
        /// Its line, from 1.
        line: usize,
        /// The error.
        reason: &'static str,
    },
    /// Fewer than two detours.
    #[error("{file}: has {count} detours (interruptions by noise); expected two or more")]
    Short {
        /// The file.
        file: String,
        /// What there are.
        count: usize,
    },
    /// An operation that has no place in it.
    #[error(
        "{file}: the last detour of this recording of noise starts at {last} ns, but an operation of the program takes {longest} ns; expected a longer recording"
    )]
    TooShort {
        /// The file.
        file: String,
        /// The start of the last detour.
        last: u64,
        /// The longest operation.
        longest: u64,
    },
}

/// Recorded detours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoiseTrace {
    file: PathBuf,
    /// When detours start, in ascending order, in nanoseconds.
    starts: Vec<u64>,
    /// The length of all detours before, by detour, and then of all.
    before: Vec<u64>,
}

/// A number of nanoseconds with or without decimals, rounded half up.
fn nanoseconds(text: &str) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) {
        return None;
    }
    whole.parse::<u64>().ok()?.checked_add(u64::from(decimals.as_bytes()[0] >= b'5')).filter(|time| *time < 1 << 62)
}

impl NoiseTrace {
    /// Reads the detours of a file.
    ///
    /// # Errors
    /// It can't be read, or says something else.
    pub fn read(file: &Path) -> Result<Self, NoiseError> {
        let text = files::read_text(file)
            .map_err(|error| NoiseError::File { file: file.display().to_string(), reason: error.to_string() })?;
        Self::parse(&text, file)
    }

    /// Reads detours: a line each, start and length; `#` begins a line without.
    ///
    /// # Errors
    /// The text says something else. `file` is what messages call it.
    pub fn parse(text: &str, file: &Path) -> Result<Self, NoiseError> {
        let (mut starts, mut before): (Vec<u64>, Vec<u64>) = (Vec::new(), vec![0]);
        for (number, line) in text.lines().enumerate() {
            let error = |reason| NoiseError::Line { file: file.display().to_string(), line: number + 1, reason };
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let mut words = line.split_ascii_whitespace().map(nanoseconds);
            let (Some(Some(start)), Some(Some(length)), None) = (words.next(), words.next(), words.next()) else {
                return Err(error("these are not two numbers"));
            };
            if starts.last().is_some_and(|last| start <= *last) {
                return Err(error("the detour does not start after the one before"));
            }
            let sum = before[starts.len()].checked_add(length).filter(|sum| *sum < 1 << 62);
            before.push(sum.ok_or_else(|| error("detours are longer than can be counted"))?);
            starts.push(start);
        }
        if starts.len() < 2 {
            return Err(NoiseError::Short { file: file.display().to_string(), count: starts.len() });
        }
        Ok(Self { file: file.to_owned(), starts, before })
    }

    /// The start of the last detour, in nanoseconds: offsets are up to this.
    pub fn last(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    /// No operation is delayed longer.
    pub(super) fn longest(&self) -> u64 {
        self.before[self.starts.len()]
    }

    /// Whether an operation that takes `longest` without noise has a place in the trace.
    pub(super) fn check(&self, longest: u64) -> Result<(), NoiseError> {
        let last = self.last();
        if longest < last {
            return Ok(());
        }
        Err(NoiseError::TooShort { file: self.file.display().to_string(), last, longest })
    }

    /// By how much noise delays an operation at `time`, counted with its host's offset, that takes `length` without.
    #[inline]
    fn delay(&self, time: u64, length: u64) -> u64 {
        let position = time % (self.last() - length);
        let end = position + length;
        // The latest detour that has started; the first one counts as such before it has.
        let latest = self.starts.partition_point(|start| *start <= position).saturating_sub(1);
        let left = if position > self.starts[0] {
            let latest_end = self.starts[latest] + (self.before[latest + 1] - self.before[latest]);
            latest_end.saturating_sub(position)
        } else {
            0
        };
        let first_beyond = self.starts.partition_point(|start| *start < end).max(latest + 1);
        left + (self.before[first_beyond] - self.before[latest + 1])
    }
}

/// A trace of noise and where hosts enter it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noise {
    trace: NoiseTrace,
    offsets: Vec<u64>,
}

impl Noise {
    /// Noise with these offsets, one for each host, in nanoseconds.
    pub fn new(trace: NoiseTrace, offsets: Vec<u64>) -> Self {
        Self { trace, offsets }
    }

    /// The trace.
    pub(super) fn trace(&self) -> &NoiseTrace {
        &self.trace
    }

    /// By how much it delays an operation of a host.
    #[inline]
    pub(super) fn delay(&self, host: u32, time: u64, length: u64) -> u64 {
        self.trace.delay(time + self.offsets[host as usize], length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<NoiseTrace, String> {
        NoiseTrace::parse(text, Path::new("a.txt")).map_err(|error| error.to_string())
    }

    #[test]
    fn detours_delay_as_the_rules_say() {
        let trace = parse("# ns\n10\t5\n30\t4.4\n50.5\t100\n\n").unwrap();
        assert_eq!((trace.last(), trace.longest()), (51, 109));
        for (time, length, delay) in [
            (0, 10, 0),
            (0, 25, 0), // the first detour of the trace counts only where an operation starts in it
            (11, 5, 4),
            (10, 5, 0),
            (12, 18, 3), // 30 is the end
            (12, 19, 3 + 4),
            (29, 1, 0),
            (30, 1, 4),
            (33, 10, 1),
            (34, 10, 0),
            (51 - 9 + 12, 9, 3), // position 12 of a pattern of 42
            (11, 0, 4),
        ] {
            assert_eq!(trace.delay(time, length), delay, "{length} ns at {time}");
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, expected) in [
            ("1 2\n3\n", "a.txt:2: these are not two numbers; expected the start and the length of a detour"),
            ("1 2 3\n", "a.txt:1: these are not two numbers"),
            ("1 -2\n", "a.txt:1: these are not two numbers"),
            ("1. 2\n", "a.txt:1: these are not two numbers"),
            ("5 2\n5 2\n", "a.txt:2: the detour does not start after the one before"),
            ("1 4611686018427387903\n2 1\n", "a.txt:2: detours are longer than can be counted"),
            ("# none\n1 2\n", "a.txt: has 1 detours (interruptions by noise); expected two or more"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let missing = NoiseTrace::read(Path::new("no-such-file"));
        assert!(matches!(missing, Err(NoiseError::File { .. })), "{missing:?}");
        let error = parse("1 2\n9 2\n").unwrap().check(9).unwrap_err().to_string();
        assert!(error.contains("the last detour of this recording of noise starts at 9 ns, but an operation of the program takes 9 ns"), "{error}");
    }
}
