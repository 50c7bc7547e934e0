//! Finds where two runs of one program diverge: for each rank the first MPI call whose end times differ by more than a
//! threshold, or that is not the same call in both runs.

use crate::text::time;
use results::{ResultsError, Run, Sorted, State, TimelineRow};
use serde::Serialize;
use std::str::FromStr;
use units::{ActorId, Time};

/// How far apart the ends of a call may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threshold {
    /// An absolute time.
    Time(Time),
    /// Millionths of the first run's simulated time.
    Millionths(u64),
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a time as `10 us` or a share of the first run's as `1 %`, found `{text}`");
        let Some(percent) = text.strip_suffix('%') else {
            return text.parse().map(Self::Time).map_err(|_| wrong());
        };
        let percent: f64 = percent.trim().parse().map_err(|_| wrong())?;
        if (0.0..=1e6).contains(&percent) {
            Ok(Self::Millionths((percent * 1e4).round() as u64))
        } else {
            Err(wrong())
        }
    }
}

impl Threshold {
    /// In picoseconds, given the first run's time.
    pub fn picoseconds(self, first: u64) -> u64 {
        match self {
            Self::Time(time) => time.ps(),
            Self::Millionths(share) => {
                u64::try_from(u128::from(first) * u128::from(share) / 1_000_000).unwrap_or(u64::MAX)
            }
        }
    }
}

/// Where a run diverges from the first one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Divergence {
    /// The threshold in picoseconds.
    pub threshold_ps: u64,
    /// How many ranks diverge.
    pub ranks: u32,
    /// The first divergent call, by its end in the first run.
    pub first: Option<Call>,
}

/// A divergent call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Call {
    /// The rank.
    pub rank: u32,
    /// Which of its calls, from 1.
    pub number: u64,
    /// The MPI function in the first run.
    pub function: &'static str,
    /// The function in this run; it differs where polling ranks take other branches.
    pub here: &'static str,
    /// The call site in words.
    pub site: String,
    /// When it ended in the first run.
    pub first_end_ps: u64,
    /// When it ended in this run.
    pub here_end_ps: u64,
}

/// The calls of a run, rank by rank.
struct Calls {
    rows: Sorted<TimelineRow, (ActorId, Time)>,
    next: Option<TimelineRow>,
}

impl Calls {
    fn of(run: &Run) -> Result<Self, ResultsError> {
        let mut calls = Self { rows: run.sorted(|row: &TimelineRow| (row.rank, row.start))?, next: None };
        calls.advance()?;
        Ok(calls)
    }

    fn advance(&mut self) -> Result<(), ResultsError> {
        loop {
            self.next = self.rows.next().transpose()?;
            if self.next.as_ref().is_none_or(|row| row.state != State::Compute) {
                return Ok(());
            }
        }
    }

    /// The next call if it is this rank's.
    fn take(&mut self, rank: ActorId) -> Result<Option<TimelineRow>, ResultsError> {
        let Some(row) = self.next.take_if(|row| row.rank == rank) else { return Ok(None) };
        self.advance()?;
        Ok(Some(row))
    }

    /// Past all calls of a rank.
    fn skip(&mut self, rank: ActorId) -> Result<(), ResultsError> {
        while self.take(rank)?.is_some() {}
        Ok(())
    }
}

/// Where `here` diverges from `first`. Both need a timeline.
///
/// # Errors
/// A table is not there or damaged.
pub fn between(first: &Run, here: &Run, threshold_ps: u64) -> Result<Divergence, ResultsError> {
    let sites = first.sites()?;
    let (mut there, mut own) = (Calls::of(first)?, Calls::of(here)?);
    let mut divergence = Divergence { threshold_ps, ranks: 0, first: None };
    while let Some(rank) = there.next.as_ref().map(|row| row.rank) {
        let mut number = 0;
        while let Some(call) = there.take(rank)? {
            number += 1;
            let other = own.take(rank)?;
            let (here, here_end) = other.as_ref().map_or(("none", Time::ZERO), |row| (row.state.name(), row.end));
            if here == call.state.name() && here_end.ps().abs_diff(call.end.ps()) <= threshold_ps {
                continue;
            }
            divergence.ranks += 1;
            if divergence.first.as_ref().is_none_or(|earliest| call.end.ps() < earliest.first_end_ps) {
                divergence.first = Some(Call {
                    rank: rank.0,
                    number,
                    function: call.state.name(),
                    here,
                    site: sites.words(call.site).to_string(),
                    first_end_ps: call.end.ps(),
                    here_end_ps: here_end.ps(),
                });
            }
            there.skip(rank)?;
        }
        own.skip(rank)?;
    }
    Ok(divergence)
}

impl Divergence {
    /// One sentence, to follow the run's name.
    pub fn text(&self) -> String {
        let Self { threshold_ps, ranks, first } = self;
        let Some(call) = first else {
            return format!("no call ends more than {} apart", time(*threshold_ps));
        };
        let (site, number, rank) = (&call.site, call.number, call.rank);
        let what = if call.here == call.function {
            let (there, here) = (time(call.first_end_ps), time(call.here_end_ps));
            format!("{} at {site} ends at {here} instead of {there}", call.function)
        } else {
            format!("{} instead of {} at {site}", call.here, call.function)
        };
        let others = match ranks {
            1 => "no other rank diverges".to_owned(),
            ranks => format!("{ranks} ranks diverge"),
        };
        format!(
            "diverges by more than {}, first in rank {rank}, call {number}: {what}; {others}",
            time(*threshold_ps)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_times_or_shares() {
        let ps = |text: &str| text.parse::<Threshold>().map(|threshold| threshold.picoseconds(2_000_000));
        assert_eq!(ps("1 us"), Ok(1_000_000));
        assert_eq!(ps("2.5 %"), Ok(50_000));
        assert_eq!(ps("1%"), Ok(20_000));
        for wrong in ["", "%", "-1 %", "nan%", "5", "1 m"] {
            let message = "expected a time as `10 us` or a share of the first run's as `1 %`, found";
            assert!(ps(wrong).is_err_and(|error| error.starts_with(message)), "{wrong}");
        }
    }

    #[test]
    fn a_divergence_is_described() {
        let call = Call {
            rank: 3,
            number: 12,
            function: "MPI_Waitall",
            here: "MPI_Waitall",
            site: "main (a.c:7)".to_owned(),
            first_end_ps: 1_000_000,
            here_end_ps: 2_500_000,
        };
        let divergence = |ranks, first| Divergence { threshold_ps: 1_000_000, ranks, first }.text();
        assert_eq!(divergence(0, None), "no call ends more than 1.000 us apart");
        assert_eq!(
            divergence(5, Some(call.clone())),
            "diverges by more than 1.000 us, first in rank 3, call 12: MPI_Waitall at main (a.c:7) ends at 2.500 us instead of \
             1.000 us; 5 ranks diverge"
        );
        assert_eq!(
            divergence(1, Some(Call { here: "MPI_Test", ..call })),
            "diverges by more than 1.000 us, first in rank 3, call 12: MPI_Test instead of MPI_Waitall at main (a.c:7); no \
             other rank diverges"
        );
    }
}
