//! Reads recordings of noise: output files of benchmarks that run on one core and detect when another activity interrupts them.

use super::{Detour, DetourPattern};
use std::path::Path;
use thiserror::Error;
use units::Time;

/// What a file of recorded noise holds: lines of numbers; `#` begins a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordingFormat {
    /// Start and length of each detour, in nanoseconds: netgauge's `selfish`, LogGOPSim's `--noise-trace`. A last line of
    /// length 0 is the end of the recording.
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
    #[error("{file}: cannot be read: {reason}")]
    Read {
        /// The file.
        file: String,
        /// The system's reason.
        reason: String,
    },
    /// A line is wrong.
    #[error("{file}:{line}: `{text}`: expected {expected}")]
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
    /// Detours after the end of the recording, or a recording of more than a day.
    #[error(
        "{file}: the length of {length} is out of range; expected {least} (the end of the last detour) to {MAX_LENGTH}"
    )]
    Length {
        /// The file.
        file: String,
        /// How long was recorded, by the file or as given.
        length: Time,
        /// The end of its last detour.
        least: Time,
    },
    /// There is nothing to repeat.
    #[error(
        "{file}: has no detour (an interruption by noise), or no time between detours; expected a recording of noise with both"
    )]
    Empty {
        /// The file.
        file: String,
    },
}

/// Longest recording: a day, so that sums of times stay far from the end of time.
const MAX_LENGTH: Time = Time::from_ns(86_400_000_000_000);

/// Detours and how long was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recording {
    file: String,
    detours: Vec<Detour>,
    /// The end of the recording, if the file tells it.
    pub(super) length: Option<Time>,
}

impl Recording {
    /// Reads a file.
    pub(super) fn read(path: &Path, format: RecordingFormat) -> Result<Self, RecordingError> {
        let file = path.display().to_string();
        match files::read_text(path) {
            Ok(text) => Self::parse(&text, file, format),
            Err(error) => Err(RecordingError::Read { file, reason: error.to_string() }),
        }
    }

    fn parse(text: &str, file: String, format: RecordingFormat) -> Result<Self, RecordingError> {
        let rows = rows(text, &file, format)?;
        let found = match format {
            RecordingFormat::Selfish => Some(detours(&rows)),
            RecordingFormat::FixedWork => fixed_work(&rows),
            RecordingFormat::FixedTime => fixed_time(&rows),
        };
        let Some((detours, length)) = found else { return Err(RecordingError::Empty { file }) };
        Ok(Self { file, detours, length })
    }

    /// The recording as a pattern that repeats after `length`.
    pub(super) fn pattern(self, length: Time) -> Result<DetourPattern, RecordingError> {
        let end = |detour: &Detour| detour.start.saturating_add(detour.duration);
        let least = self.detours.iter().map(end).max().unwrap_or(Time::ZERO);
        if length < least || length > MAX_LENGTH {
            return Err(RecordingError::Length { file: self.file, length, least });
        }
        let pattern = DetourPattern::new(self.detours, length).filter(|pattern| !pattern.detours().is_empty());
        pattern.ok_or(RecordingError::Empty { file: self.file })
    }
}

/// The numbers of a line: times in picoseconds, or work.
type Row = (u64, u64);

/// The lines of a file with numbers.
fn rows(text: &str, file: &str, format: RecordingFormat) -> Result<Vec<Row>, RecordingError> {
    let expected = match format {
        RecordingFormat::Selfish => "the start and length of a detour in nanoseconds, in the order of starts",
        RecordingFormat::FixedWork => "the time of a piece of work in nanoseconds",
        RecordingFormat::FixedTime => "the start of a slice in nanoseconds, later than the one before, and its work",
    };
    let mut rows: Vec<Row> = Vec::new();
    for (line, whole) in (1..).zip(text.lines()) {
        let words: Vec<&str> = whole.split('#').next().unwrap_or("").split_whitespace().collect();
        let row = match (words.as_slice(), format) {
            ([], _) => continue,
            ([start, length], RecordingFormat::Selfish) => picoseconds(start).zip(picoseconds(length)),
            ([time], RecordingFormat::FixedWork) => picoseconds(time).map(|time| (time, 0)),
            ([start, work], RecordingFormat::FixedTime) => picoseconds(start).zip(work.parse().ok()),
            _ => None,
        };
        let last = rows.last();
        let row = row.filter(|row| match format {
            RecordingFormat::Selfish => last.is_none_or(|last| last.0 <= row.0),
            RecordingFormat::FixedWork => true,
            RecordingFormat::FixedTime => last.is_none_or(|last| last.0 < row.0),
        });
        rows.push(row.ok_or_else(|| RecordingError::Line {
            file: file.to_owned(),
            line,
            text: whole.trim().chars().take(80).collect(),
            expected,
        })?);
    }
    Ok(rows)
}

/// A number of nanoseconds, with or without decimals, as of no more than a day.
fn picoseconds(word: &str) -> Option<u64> {
    let time: Time = format!("{word} ns").parse().ok()?;
    (time <= MAX_LENGTH).then_some(time.ps())
}

fn detours(rows: &[Row]) -> (Vec<Detour>, Option<Time>) {
    let end = rows.last().filter(|last| last.1 == 0).map(|last| Time::from_ps(last.0));
    (rows.iter().map(|&(start, duration)| detour(start, duration)).collect(), end)
}

fn fixed_work(rows: &[Row]) -> Option<(Vec<Detour>, Option<Time>)> {
    let least = rows.iter().map(|row| row.0).min()?;
    let mut end = 0u64;
    let mut detours = Vec::new();
    for (time, _) in rows {
        end = end.checked_add(*time).filter(|end| *end <= MAX_LENGTH.ps())?;
        detours.push(detour(end - (time - least), time - least));
    }
    Some((detours, Some(Time::from_ps(end))))
}

fn fixed_time(rows: &[Row]) -> Option<(Vec<Detour>, Option<Time>)> {
    let most = rows.iter().map(|row| row.1).max().filter(|most| *most > 0)?;
    let first = rows.first()?.0;
    let mut slice = 0;
    let mut detours = Vec::new();
    for (index, &(start, work)) in rows.iter().enumerate() {
        slice = rows.get(index + 1).map_or(slice, |next| next.0 - start);
        let lacking = u128::from(slice) * u128::from(most - work) / u128::from(most);
        detours.push(detour(start - first, lacking as u64));
    }
    Some((detours, Some(Time::from_ps(rows.last()?.0 - first + slice))))
}

fn detour(start: u64, duration: u64) -> Detour {
    Detour { start: Time::from_ps(start), duration: Time::from_ps(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With the length that the file tells.
    fn read_text(text: &str, format: RecordingFormat) -> Result<DetourPattern, RecordingError> {
        let recording = Recording::parse(text, "noise.txt".to_owned(), format)?;
        let length = recording.length.expect("the recording ends");
        recording.pattern(length)
    }

    /// Detours as (start, length) and the length of the pattern, in nanoseconds.
    fn shape(text: &str, format: RecordingFormat) -> (Vec<(u64, u64)>, u64) {
        let pattern = read_text(text, format).unwrap();
        let detours = pattern.detours().iter().map(|d| (d.start.ps() / 1000, d.duration.ps() / 1000)).collect();
        (detours, pattern.length().ps() / 1000)
    }

    #[test]
    fn the_three_formats_are_read() {
        let selfish = "# netgauge\n10\t5\n\n100 20 # a long one\n400 0\n";
        assert_eq!(shape(selfish, RecordingFormat::Selfish), (vec![(10, 5), (100, 20)], 400));
        // Pieces of 50 ns, one of which took 80.
        assert_eq!(shape("50\n80\n50\n", RecordingFormat::FixedWork), (vec![(100, 30)], 180));
        // Slices of 100 ns; a quarter of the second and half of the last were lost.
        let slices = "1000 400\n1100 300\n1200 400\n1300 200\n";
        assert_eq!(shape(slices, RecordingFormat::FixedTime), (vec![(100, 25), (300, 50)], 400));
    }

    #[test]
    fn times_may_have_decimals() {
        let pattern = read_text("10.25 5.5\n20.00 0\n", RecordingFormat::Selfish).unwrap();
        assert_eq!(
            (pattern.detours()[0].start.ps(), pattern.taken().ps(), pattern.length().ps()),
            (10_250, 5_500, 20_000)
        );
    }

    #[test]
    fn detours_that_touch_or_overlap_are_one() {
        assert_eq!(shape("0 10\n5 10\n15 5\n40 1\n50 0\n", RecordingFormat::Selfish), (vec![(0, 20), (40, 1)], 50));
    }

    #[test]
    fn detours_alone_do_not_tell_how_long_was_recorded() {
        let recording = Recording::parse("1 2\n5 3\n", "noise.txt".to_owned(), RecordingFormat::Selfish).unwrap();
        assert_eq!(recording.length, None);
        assert_eq!(recording.clone().pattern(Time::from_ns(8)).unwrap().length(), Time::from_ns(8));
        for length in [Time::from_ps(7_999), Time::from_ps(MAX_LENGTH.ps() + 1)] {
            let error = recording.clone().pattern(length).unwrap_err();
            let range = "expected 8 ns (the end of the last detour) to 86400 s";
            assert_eq!(error.to_string(), format!("noise.txt: the length of {length} is out of range; {range}"));
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line() {
        for (text, format, line) in [
            ("1 2\nx 3\n", RecordingFormat::Selfish, 2),
            ("5 2\n4 3\n", RecordingFormat::Selfish, 2),
            ("5\n", RecordingFormat::Selfish, 1),
            ("5 -6\n", RecordingFormat::Selfish, 1),
            ("5 6\n", RecordingFormat::FixedWork, 1),
            ("5 6\n5 6\n", RecordingFormat::FixedTime, 2),
            ("5 6.5\n", RecordingFormat::FixedTime, 1),
            ("90000000000000 1\n", RecordingFormat::Selfish, 1),
        ] {
            match read_text(text, format) {
                Err(RecordingError::Line { line: found, .. }) => assert_eq!(found, line, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in ["7 0\n", "0 10\n10 0\n"] {
            assert!(matches!(read_text(text, RecordingFormat::Selfish), Err(RecordingError::Empty { .. })), "{text}");
        }
        for text in ["", "# nothing\n"] {
            let recording = Recording::parse(text, String::new(), RecordingFormat::Selfish).unwrap();
            assert!(matches!(recording.pattern(Time::from_ns(1)), Err(RecordingError::Empty { .. })), "{text}");
        }
        assert!(matches!(read_text("9\n9\n", RecordingFormat::FixedWork), Err(RecordingError::Empty { .. })));
        assert!(matches!(
            Recording::read(Path::new("/nowhere/noise"), RecordingFormat::Selfish),
            Err(RecordingError::Read { .. })
        ));
    }
}
