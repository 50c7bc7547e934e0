//! The critical path of a run: the chain of computation, transfers and other work that determines when the run ends.
//!
//! The path is followed backwards. It starts at the end of the rank that ends last, and goes back to the last wait of that
//! rank. There it jumps to the rank whose action ended the wait, at the instant of that action. From this instant it goes back
//! to the last wait of this other rank, and so on until the run's beginning. The segments of the path are work of ranks (table
//! `timeline`) or transfers (table `waits`). Waits are read once, from the one that ends last to the one that ends first, so
//! memory grows with the length of the path, not with the number of waits.

use crate::losses::by_line;
use ops::{CallSite, Function};
use results::{RankRow, ResultsError, Run, State, TimelineRow, WaitRow};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use units::{ActorId, Time};

/// A stretch of the path that is a rank's own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Whose.
    pub rank: ActorId,
    /// Where it begins.
    pub start: Time,
    /// Where it ends: here the path leads on to the next stretch, or the run ends.
    pub end: Time,
}

/// Where the time of the critical path went. The parts sum to the time at which the last rank ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriticalPath {
    /// The ranks' own code, by the call site that ends it.
    pub compute: BTreeMap<CallSite, Time>,
    /// Inside MPI without waiting.
    pub calls: BTreeMap<(Function, CallSite), Time>,
    /// Messages on their way and other ends of waits, by the call that waited for them.
    pub waits: BTreeMap<(Function, CallSite), Time>,
    /// Of these, what contention for links took.
    pub contention: Time,
    /// Of these, what file servers took, and of that what it took that they also served others.
    pub files: Time,
    /// See `files`.
    pub file_contention: Time,
    /// By the rank whose own time it is.
    pub ranks: BTreeMap<ActorId, Time>,
    /// How often it leads from a rank to another.
    pub hops: u64,
    /// Where no state of a rank is known.
    pub unknown: Time,
    /// The ranks' own stretches, in the order of time. Between two of them lie messages.
    pub stretches: Vec<Stretch>,
}

fn sum<K>(times: &BTreeMap<K, Time>) -> Time {
    times.values().fold(Time::ZERO, |sum, time| sum.saturating_add(*time))
}

impl CriticalPath {
    /// Of a run.
    ///
    /// # Errors
    /// The run has not the tables `timeline` and `waits`, or one is damaged.
    pub fn of(run: &Run) -> Result<Self, ResultsError> {
        let mut timeline = run.rows::<TimelineRow>()?;
        let ranks = run.all::<RankRow>()?;
        let Some(last) = ranks.iter().max_by_key(|row| (row.end, Reverse(row.rank))) else {
            return Ok(Self::default());
        };
        let (mut path, sites) = (Self::default(), run.sites()?);
        let waits = run.sorted(|row: &WaitRow| Reverse(row.end))?;
        path.walk((last.rank, last.end), waits.map(|row| row.map(|row| by_line(row, &sites))))?;
        let mut own: BTreeMap<ActorId, Vec<(Time, Time)>> = BTreeMap::new();
        for stretch in &path.stretches {
            own.entry(stretch.rank).or_default().push((stretch.start, stretch.end));
        }
        let line = |row: TimelineRow| TimelineRow { site: sites.one(row.site), ..row };
        timeline.try_for_each(|row| row.map(|row| path.spend(&own, &line(row))))?;
        let known = path.computing().saturating_add(path.calling());
        path.unknown = sum(&path.ranks).saturating_sub(known);
        Ok(path)
    }

    /// In the ranks' own code.
    pub fn computing(&self) -> Time {
        sum(&self.compute)
    }

    /// Inside MPI without waiting.
    pub fn calling(&self) -> Time {
        sum(&self.calls)
    }

    /// Messages on their way, file servers, and other ends of waits.
    pub fn waiting(&self) -> Time {
        sum(&self.waits)
    }

    /// All of it.
    pub fn whole(&self) -> Time {
        sum(&self.ranks).saturating_add(self.waiting())
    }

    /// Follows the path.
    fn walk(
        &mut self,
        end: (ActorId, Time),
        waits: impl Iterator<Item = Result<WaitRow, ResultsError>>,
    ) -> Result<(), ResultsError> {
        let mut here = end;
        // Waits that end at one instant: the path may lead through several of them.
        let mut together: Vec<WaitRow> = Vec::new();
        for row in waits {
            let row = row?;
            if together.first().is_some_and(|first| first.end != row.end) {
                together.clear();
            }
            if row.end > here.1 {
                continue;
            }
            together.push(row);
            while let Some(at) = together.iter().position(|row| row.rank == here.0 && row.end <= here.1) {
                here = self.step(here, &together.swap_remove(at));
            }
        }
        self.stay(here, Time::ZERO);
        self.stretches.reverse();
        Ok(())
    }

    /// Goes from an instant of a rank back over the wait before it.
    fn step(&mut self, here: (ActorId, Time), row: &WaitRow) -> (ActorId, Time) {
        self.stay(here, row.end);
        let since = row.since.min(row.end);
        let time = row.end.saturating_sub(since);
        let sum = self.waits.entry((row.function, row.site)).or_default();
        *sum = sum.saturating_add(time);
        let files = row.files.within(time);
        self.files = self.files.saturating_add(files.whole());
        self.file_contention = self.file_contention.saturating_add(files.contention);
        self.contention = self.contention.saturating_add(row.contention.min(time.saturating_sub(files.whole())));
        self.hops += u64::from(row.culprit != row.rank);
        (row.culprit, since)
    }

    fn stay(&mut self, here: (ActorId, Time), from: Time) {
        if here.1 > from {
            self.stretches.push(Stretch { rank: here.0, start: from, end: here.1 });
            let sum = self.ranks.entry(here.0).or_default();
            *sum = sum.saturating_add(here.1.saturating_sub(from));
        }
    }

    /// Adds up a state's time on the path.
    fn spend(&mut self, own: &BTreeMap<ActorId, Vec<(Time, Time)>>, row: &TimelineRow) {
        let Some(stretches) = own.get(&row.rank) else { return };
        let first = stretches.partition_point(|(_, to)| *to <= row.start);
        let mut time = Time::ZERO;
        for (from, to) in stretches[first..].iter().take_while(|(from, _)| *from < row.end) {
            time = time.saturating_add(row.end.min(*to).saturating_sub(row.start.max(*from)));
        }
        if time == Time::ZERO {
            return;
        }
        let sum = match row.state {
            State::Compute => self.compute.entry(row.site).or_default(),
            State::Call(function) => self.calls.entry((function, row.site)).or_default(),
        };
        *sum = sum.saturating_add(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, ps, wait};
    use ops::{Function, Record};

    /// Rank 1 computes until 150 and sends, rank 0 has waited from 100 to 200, and computes until 300.
    #[test]
    fn the_path_leads_over_the_culprit() {
        let folder = Folder::new();
        let block = |rank, start, end| Record::Block {
            actor: ActorId(rank),
            function: Function::Recv,
            site: CallSite(7),
            start: ps(start),
            end: ps(end),
            measured: ps(0),
            named: ops::NamedBlock::default(),
        };
        let call = |rank, start, end, waiting| Record::Call {
            actor: ActorId(rank),
            function: Function::Recv,
            site: CallSite(7),
            start: ps(start),
            end: ps(end),
            waiting: ps(waiting),
        };
        let row = WaitRow { since: ps(150), contention: ps(20), ..wait(0) };
        folder.write(&[
            block(1, 0, 140),
            call(1, 140, 160, 0),
            block(0, 0, 90),
            call(0, 90, 210, 100),
            block(0, 210, 300),
            ops::Record::Wait(row),
        ]);
        let path = CriticalPath::of(&folder.run()).unwrap();
        assert_eq!(path.ranks, [(ActorId(0), ps(100)), (ActorId(1), ps(150))].into());
        assert_eq!((path.computing(), path.calling(), path.waiting()), (ps(230), ps(20), ps(50)));
        let stretches: Vec<_> = path.stretches.iter().map(|own| (own.rank.0, own.start.ps(), own.end.ps())).collect();
        assert_eq!(stretches, [(1, 0, 150), (0, 200, 300)]);
        assert_eq!((path.whole(), path.contention, path.hops, path.unknown), (ps(300), ps(20), 1, ps(0)));
        assert_eq!((path.files, path.file_contention), (ps(0), ps(0)));
    }

    /// A rank waits for a file server from 100 to 200, of which another rank's requests take 60.
    #[test]
    fn file_servers_on_the_path_are_told_from_messages() {
        let folder = Folder::new();
        let files = ops::FileTimes { data: ps(30), contention: ps(60), ..ops::FileTimes::default() };
        let row = WaitRow { culprit: ActorId(0), since: ps(100), wait_state: ops::WaitCause::File, files, ..wait(0) };
        let block = |start, end| Record::Block {
            actor: ActorId(0),
            function: Function::FileWrite,
            site: CallSite(7),
            start: ps(start),
            end: ps(end),
            measured: ps(0),
            named: ops::NamedBlock::default(),
        };
        folder.write(&[block(0, 100), block(200, 300), Record::Wait(row)]);
        let path = CriticalPath::of(&folder.run()).unwrap();
        assert_eq!((path.waiting(), path.files, path.file_contention), (ps(100), ps(90), ps(60)));
        assert_eq!(path.contention, ps(0));
    }
}
