//! The interface between the kernel and compute models, which determine how long work takes on a core. All CPU time goes
//! through this interface: the program's computation, the MPI library's overheads, copies and reductions.

use units::{Endpoint, Time};

/// An amount of CPU work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// This long on an undisturbed core.
    Time(Time),
    /// Floating-point operations, at the host's speed per core.
    Flops(u64),
}

/// What work is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The program's own computation.
    Computation,
    /// The MPI library's: overheads, copies, reductions.
    Library,
}

/// CPU work to start.
#[derive(Clone, Copy, Debug)]
pub struct CpuTask {
    /// Identifies it in [`CpuDone`].
    pub token: u64,
    /// The core it runs on.
    pub core: Endpoint,
    /// How much.
    pub work: Work,
    /// What for.
    pub purpose: Purpose,
    /// When whoever computes is done with earlier work; not before now. Models that report every end at once start then,
    /// others now.
    pub earliest: Time,
}

/// When work finishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Known now: nothing that happens later can change it.
    At {
        /// Its end.
        end: Time,
        /// How much of the time until then noise has taken.
        noise: Time,
    },
    /// Reported by [`Compute::advance`].
    Later,
}

/// The end of work whose [`Finish`] was [`Finish::Later`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuDone {
    /// The token of the work.
    pub token: u64,
    /// How much of its time noise has taken.
    pub noise: Time,
}

/// A compute model.
pub trait Compute {
    /// Starts work now.
    fn start(&mut self, now: Time, task: &CpuTask) -> Finish;

    /// Whether [`Work::Time`] always takes exactly its time and no end is ever reported later. Then neither
    /// [`Compute::start`] with such work nor [`Compute::next_event`] is called.
    fn undisturbed(&self) -> bool {
        false
    }

    /// Whether every end is reported at once.
    fn ends_at_once(&self) -> bool {
        self.undisturbed()
    }

    /// The instant of the next end, or [`Time::MAX`].
    fn next_event(&mut self) -> Time;

    /// Moves to `to` and appends the work that has finished by then, in the order of the starts.
    fn advance(&mut self, to: Time, done: &mut Vec<CpuDone>);
}
