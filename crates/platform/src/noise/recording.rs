//! Recorded noise: files of benchmarks that notice when a core was taken from them.

use super::{Detour, DetourPattern};
use std::path::Path;
use thiserror::Error;
use units::Time;

/// What a file of recorded noise holds: lines of whole numbers; `#` begins a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordingFormat {
    /// Start and length of each detour, in nanoseconds: netgauge's `selfish`, LogGOPSim's `--noise-trace`.
    Selfish,
    /// The time that each of many equal pieces of work took, in nanoseconds (FWQ). What exceeds the least is a detour
    /// at the end of the piece.
    FixedWork,
    /// Start of each time slice in nanoseconds, and the work done in it (FTQ). What lacks to the most is a detour at the
    /// start of the slice; the last slice is as long as the one before.
    FixedTime,
}

/// Why recorded noise cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum RecordingError {
    /// The file cannot be read.
    #[error("a file that can be read: {file}: {reason}")]
    Read {
        /// The file.
        file: String,
        /// The system's reason.
        reason: String,
    },
    /// A line is wrong.
    #[error("{expected} in {file}:{line}, which is `{text}`")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The line.
        text: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// There is nothing to repeat.
    #[error("a recording with at least one detour and time between detours: {file} has none")]
    Empty {
        /// The file.
        file: String,
    },
}

/// Reads recorded noise as a pattern that repeats: it ends with the last detour (`selfish`) or with the last piece.
pub(super) fn read(path: &Path, format: RecordingFormat) -> Result<DetourPattern, RecordingError> {
    let file = path.display().to_string();
    match files::read_text(path) {
        Ok(text) => parse(&text, file, format),
        Err(error) => Err(RecordingError::Read { file, reason: error.to_string() }),
    }
}

fn parse(text: &str, file: String, format: RecordingFormat) -> Result<DetourPattern, RecordingError> {
    let (columns, expected) = match format {
        RecordingFormat::Selfish => {
            (2, "start and length of a detour in whole nanoseconds, in the order of the starts,")
        }
        RecordingFormat::FixedWork => (1, "the time of a piece of work in whole nanoseconds"),
        RecordingFormat::FixedTime => {
            (2, "start of a slice in whole nanoseconds, later than the one before, and its work")
        }
    };
    let bad = |line: usize, text: &str| RecordingError::Line {
        file: file.clone(),
        line,
        text: text.trim().chars().take(80).collect(),
        expected,
    };
    let mut rows: Vec<(u64, u64)> = Vec::new();
    for (line, whole) in (1..).zip(text.lines()) {
        let content = whole.split('#').next().unwrap_or("");
        let numbers: Option<Vec<u64>> = content.split_whitespace().map(|word| word.parse().ok()).collect();
        let row = match numbers.as_deref() {
            Some([]) => continue,
            Some([only]) if columns == 1 => (*only, 0),
            Some([first, second]) if columns == 2 => (*first, *second),
            _ => return Err(bad(line, whole)),
        };
        let ordered = match format {
            RecordingFormat::Selfish => rows.last().is_none_or(|last| last.0 <= row.0),
            RecordingFormat::FixedWork => true,
            RecordingFormat::FixedTime => rows.last().is_none_or(|last| last.0 < row.0),
        };
        // Sums of times stay far from the end of time.
        if !ordered || (row.0.max(row.1) > MAX_NS && format != RecordingFormat::FixedTime) || row.0 > MAX_NS {
            return Err(bad(line, whole));
        }
        rows.push(row);
    }
    let pattern = match format {
        RecordingFormat::Selfish => detours(&rows),
        RecordingFormat::FixedWork => fixed_work(&rows),
        RecordingFormat::FixedTime => fixed_time(&rows),
    };
    pattern.filter(|pattern| !pattern.detours().is_empty()).ok_or(RecordingError::Empty { file })
}

/// A day.
const MAX_NS: u64 = 86_400_000_000_000;

fn detours(rows: &[(u64, u64)]) -> Option<DetourPattern> {
    let end = rows.iter().map(|(start, duration)| start + duration).max()?;
    let detours = rows.iter().map(|&(start, duration)| detour(start, duration));
    DetourPattern::new(detours, Time::from_ns(end))
}

fn fixed_work(rows: &[(u64, u64)]) -> Option<DetourPattern> {
    let least = rows.iter().map(|row| row.0).min()?;
    let mut end = 0u64;
    let mut detours = Vec::new();
    for (time, _) in rows {
        end = end.checked_add(*time).filter(|end| *end <= MAX_NS)?;
        detours.push(detour(end - (time - least), time - least));
    }
    DetourPattern::new(detours, Time::from_ns(end))
}

fn fixed_time(rows: &[(u64, u64)]) -> Option<DetourPattern> {
    let most = rows.iter().map(|row| row.1).max().filter(|most| *most > 0)?;
    let first = rows.first()?.0;
    let mut slice = 0;
    let mut detours = Vec::new();
    for (index, &(start, work)) in rows.iter().enumerate() {
        slice = rows.get(index + 1).map_or(slice, |next| next.0 - start);
        let lacking = u128::from(slice) * u128::from(most - work) / u128::from(most);
        detours.push(detour(start - first, lacking as u64));
    }
    let end = rows.last()?.0 - first + slice;
    DetourPattern::new(detours, Time::from_ns(end))
}

fn detour(start: u64, duration: u64) -> Detour {
    Detour { start: Time::from_ns(start), duration: Time::from_ns(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, format: RecordingFormat) -> Result<DetourPattern, RecordingError> {
        parse(text, "noise.txt".to_owned(), format)
    }

    /// Detours as (start, length) and the length of the pattern, in nanoseconds.
    fn shape(text: &str, format: RecordingFormat) -> (Vec<(u64, u64)>, u64) {
        let pattern = read_text(text, format).unwrap();
        let detours = pattern.detours().iter().map(|d| (d.start.ps() / 1000, d.duration.ps() / 1000)).collect();
        (detours, pattern.length().ps() / 1000)
    }

    #[test]
    fn the_three_formats_are_read() {
        let selfish = "# netgauge\n10\t5\n\n100 20 # a long one\n";
        assert_eq!(shape(selfish, RecordingFormat::Selfish), (vec![(10, 5), (100, 20)], 120));
        // Pieces of 50 ns, one of which took 80.
        assert_eq!(shape("50\n80\n50\n", RecordingFormat::FixedWork), (vec![(100, 30)], 180));
        // Slices of 100 ns; a quarter of the second and half of the last were lost.
        let slices = "1000 400\n1100 300\n1200 400\n1300 200\n";
        assert_eq!(shape(slices, RecordingFormat::FixedTime), (vec![(100, 25), (300, 50)], 400));
    }

    #[test]
    fn detours_that_touch_or_overlap_are_one() {
        assert_eq!(shape("0 10\n5 10\n15 5\n40 1\n", RecordingFormat::Selfish), (vec![(0, 20), (40, 1)], 41));
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        for (text, format, line) in [
            ("1 2\nx 3\n", RecordingFormat::Selfish, 2),
            ("5 2\n4 3\n", RecordingFormat::Selfish, 2),
            ("5\n", RecordingFormat::Selfish, 1),
            ("5 6\n", RecordingFormat::FixedWork, 1),
            ("5 6\n5 6\n", RecordingFormat::FixedTime, 2),
            ("90000000000000 1\n", RecordingFormat::Selfish, 1),
        ] {
            match read_text(text, format) {
                Err(RecordingError::Line { line: found, .. }) => assert_eq!(found, line, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in ["", "# nothing\n", "0 10\n", "7 0\n"] {
            assert!(matches!(read_text(text, RecordingFormat::Selfish), Err(RecordingError::Empty { .. })), "{text}");
        }
        assert!(matches!(read_text("9\n9\n", RecordingFormat::FixedWork), Err(RecordingError::Empty { .. })));
        assert!(matches!(
            read(Path::new("/nowhere/noise"), RecordingFormat::Selfish),
            Err(RecordingError::Read { .. })
        ));
    }
}
