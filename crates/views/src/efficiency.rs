//! The efficiencies of the POP project ("POP Standard Metrics for Parallel Performance Analysis"): the share of the ranks' time
//! that was useful, and the factors that took the rest.
//!
//! With c the computation time of a rank (mean and max are over the ranks) and T the time of the run:
//! - parallel efficiency = mean c / T = load balance · communication efficiency,
//! - load balance = mean c / max c: all ranks wait for the one that computes most,
//! - communication efficiency = max c / T = serialisation · transfer,
//! - transfer = T on an ideal network / T: the loss by latency, bandwidth and contention,
//! - serialisation = max c / T on an ideal network: the rest, the loss by dependencies between ranks.

use results::Manifest;
use serde::Serialize;

/// The efficiencies of a run, as shares of 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Efficiency {
    /// Useful time of all time.
    pub parallel: f64,
    /// Mean computing over the most of a rank.
    pub load_balance: f64,
    /// The most computing of a rank over the time of the run.
    pub communication: f64,
    /// Of that, what dependences leave; known after a run on an ideal network.
    pub serialisation: Option<f64>,
    /// Of that, what latency and bandwidth leave.
    pub transfer: Option<f64>,
}

impl Efficiency {
    /// Of a run, and of the same run on an ideal network if there is one. None where nothing was computed, or no time passed.
    pub fn of(run: &Manifest, ideal: Option<&Manifest>) -> Option<Self> {
        let (mean, most) = (run.time.compute.mean_ps, run.time.compute.max_ps);
        let whole = run.outcome.simulated_time_ps;
        let load_balance = run.time.load_balance().filter(|_| whole > 0)?;
        let share = |part: u64, whole: u64| part as f64 / whole as f64;
        let ideal = ideal.map(|ideal| ideal.outcome.simulated_time_ps).filter(|time| *time > 0);
        Some(Self {
            parallel: share(mean, whole),
            load_balance,
            communication: share(most, whole),
            serialisation: ideal.map(|ideal| share(most, ideal)),
            transfer: ideal.map(|ideal| share(ideal, whole)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::manifest;

    #[test]
    fn efficiencies_multiply() {
        let mut run = manifest();
        (run.outcome.simulated_time_ps, run.time.compute.mean_ps, run.time.compute.max_ps) = (1_000, 400, 500);
        let plain = Efficiency::of(&run, None).unwrap();
        assert_eq!((plain.parallel, plain.load_balance, plain.communication), (0.4, 0.8, 0.5));
        assert_eq!((plain.serialisation, plain.transfer), (None, None));
        let mut ideal = run.clone();
        ideal.outcome.simulated_time_ps = 800;
        let split = Efficiency::of(&run, Some(&ideal)).unwrap();
        assert_eq!((split.serialisation, split.transfer), (Some(0.625), Some(0.8)));
        run.time.compute.max_ps = 0;
        assert_eq!(Efficiency::of(&run, None), None);
    }
}
