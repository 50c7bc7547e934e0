//! The selection of ranks and of a time window for an export.

use thiserror::Error;
use units::Time;

/// The part of a run that is exported; by default all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The ranks.
    pub ranks: RankSet,
    /// From when to when.
    pub window: Option<(Time, Time)>,
}

/// A set of ranks: all of them, or ranges in ascending order, with gaps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankSet(Option<Vec<(u32, u32)>>);

/// A selection that can't be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// Not a list of ranks.
    #[error("--ranks: `{found}` is not a rank or a range of ranks; expected a list of them, for example `0-15,32`")]
    Ranks {
        /// The part that is wrong.
        found: String,
    },
    /// Not a window.
    #[error("--window: `{found}` is not a window; expected START:END with units, for example `1.5 ms:2 ms`")]
    Window {
        /// As given.
        found: String,
    },
}

impl RankSet {
    /// Reads `0-15,32`.
    ///
    /// # Errors
    /// A part is neither a number nor a range.
    pub fn parse(text: &str) -> Result<Self, SelectionError> {
        let mut ranges = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (first.trim().parse(), last.trim().parse()) {
                (Ok(first), Ok(last)) if first <= last => ranges.push((first, last)),
                _ => return Err(SelectionError::Ranks { found: part.to_owned() }),
            }
        }
        ranges.sort_unstable();
        let mut apart: Vec<(u32, u32)> = Vec::new();
        for (first, last) in ranges {
            match apart.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                _ => apart.push((first, last)),
            }
        }
        Ok(Self(Some(apart)))
    }

    /// Whether a rank is in it.
    #[inline]
    pub fn has(&self, rank: u32) -> bool {
        self.0.as_ref().is_none_or(|ranges| {
            let before = ranges.partition_point(|(first, _)| *first <= rank);
            before > 0 && rank <= ranges[before - 1].1
        })
    }

    /// The last rank in it, unless it has all.
    pub fn last(&self) -> Option<u32> {
        self.0.as_ref().and_then(|ranges| ranges.last()).map(|(_, last)| *last)
    }
}

/// Reads `1.5 ms:2 ms`.
///
/// # Errors
/// A side is not a time, or the end is not after the start.
pub fn parse_window(text: &str) -> Result<(Time, Time), SelectionError> {
    let wrong = || SelectionError::Window { found: text.to_owned() };
    let (start, end) = text.split_once(':').ok_or_else(wrong)?;
    match (start.trim().parse::<Time>(), end.trim().parse::<Time>()) {
        (Ok(start), Ok(end)) if start < end => Ok((start, end)),
        _ => Err(wrong()),
    }
}
