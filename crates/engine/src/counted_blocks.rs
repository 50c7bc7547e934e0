//! Computes how long a block (the program's computation between two MPI calls) takes, from a hardware counter in the trace
//! and a rate (`--compute trace:COUNTER@RATE`). For example, the block's number of instructions is divided by a rate of
//! instructions per second.
//!
//! The tracing tool MinI measures such counts as volumes of computation (papers on SMPI: F. Desprez et al., *Improving the
//! accuracy and efficiency of time-independent trace replay*, 2012). Unlike times, counts do not depend on the other load
//! of a machine.

use crate::scenario::Workload;
use mpi::{BlockCosts, BlockNames, ComputeBlock};
use ops::Work;
use units::Time;
use workload::traces::posts;

/// Picoseconds of a second.
const SECOND: u128 = 1_000_000_000_000;

/// Blocks by a counter.
#[derive(Debug)]
pub(crate) struct CountedBlocks {
    counter: String,
    /// Which parameter of a block it is.
    place: usize,
    per_second: u64,
    /// Blocks without counts.
    missing: u64,
}

impl CountedBlocks {
    /// Finds the counter in the trace that is replayed.
    pub(crate) fn of(workload: &Workload, counter: &str, per_second: u64) -> Result<Self, String> {
        let Workload::Trace { files } = workload else { unreachable!("a scenario has counters with a trace only") };
        let known =
            files.first().map_or(Ok(Vec::new()), |file| posts::counters(file)).map_err(|error| error.to_string())?;
        let Some(place) = known.iter().position(|name| name == counter) else {
            let file = files.first().map(|file| file.display().to_string()).unwrap_or_default();
            let hint = match &known[..] {
                [] => "; it has none: `windtunnel trace merge --counters` joins them".to_owned(),
                known => format!("; it has {}", known.join(", ")),
            };
            return Err(format!("the blocks of {file} have no counter `{counter}`{hint}"));
        };
        Ok(Self { counter: counter.to_owned(), place, per_second, missing: 0 })
    }

    fn time(&self, count: u64) -> Result<Time, String> {
        let rate = u128::from(self.per_second);
        let time = u64::try_from((u128::from(count) * SECOND + rate / 2) / rate).ok();
        let time = time.filter(|&ps| ps <= i64::MAX as u64).map(Time::from_ps);
        time.ok_or_else(|| {
            format!(
                "{count} {} at {} a second last longer than simulated time can tell",
                self.counter, self.per_second
            )
        })
    }
}

impl BlockCosts for CountedBlocks {
    fn records_all(&self) -> bool {
        true
    }

    fn work(&mut self, block: &ComputeBlock, _: &mut dyn BlockNames) -> Result<Work, String> {
        if usize::from(block.named.count) > self.place {
            return self.time(block.named.parameters[self.place]).map(Work::Time);
        }
        self.missing += u64::from(!block.measured.is_none());
        Ok(block.measured)
    }

    fn warnings(&self) -> Vec<String> {
        let (missing, counter) = (self.missing, &self.counter);
        let warning =
            || format!("{missing} blocks have no {counter} in the trace: they take the time that they took there");
        (missing > 0).then(warning).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_quotients() {
        let blocks = CountedBlocks { counter: "cycles".to_owned(), place: 0, per_second: 3, missing: 0 };
        assert_eq!(blocks.time(6), Ok(Time::from_ps(2_000_000_000_000)));
        assert_eq!(blocks.time(1), Ok(Time::from_ps(333_333_333_333)));
        assert_eq!(blocks.time(2), Ok(Time::from_ps(666_666_666_667)));
        let error = blocks.time(u64::MAX).unwrap_err();
        assert!(error.contains("cycles at 3 a second last longer"), "{error}");
    }
}
