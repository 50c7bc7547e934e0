//! Tells another thread what a run is working on (which subsystem or model), for estimates of where the simulator's time goes.
//! Each change costs one store. The run itself never reads this information.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Doing {
    /// MPI, events and whatever else is none of the others.
    Engine,
    /// The network model computes.
    Network,
    /// Ranks run.
    Ranks,
}

/// What one run is doing; clones are of the same run.
#[derive(Clone, Debug, Default)]
pub struct Activity(Arc<AtomicU8>);

impl Activity {
    /// The run does this from now on.
    #[inline(always)]
    pub fn set(&self, doing: Doing) {
        self.0.store(doing as u8, Ordering::Relaxed);
    }

    /// What it is doing.
    pub fn get(&self) -> Doing {
        match self.0.load(Ordering::Relaxed) {
            1 => Doing::Network,
            2 => Doing::Ranks,
            _ => Doing::Engine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_sees_what_the_run_does() {
        let run = Activity::default();
        let seen = run.clone();
        assert_eq!(seen.get(), Doing::Engine);
        for doing in [Doing::Network, Doing::Ranks, Doing::Engine] {
            run.set(doing);
            assert_eq!(seen.get(), doing);
        }
    }
}
