//! The interface between the kernel and compute models. All CPU time goes through it: blocks of the program, overheads, copies
//! and reductions.

use units::{Endpoint, Time};

/// An amount of CPU work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// This long on an undisturbed core.
    Time(Time),
    /// Floating-point operations, at the host's speed per core.
    Flops(u64),
}

/// When work finishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Known now: nothing that happens later can change it.
    At(Time),
    /// Reported by [`Compute::advance`].
    Later,
}

/// The end of work whose [`Finish`] was [`Finish::Later`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuDone {
    /// The token of the work.
    pub token: u64,
}

/// A compute model.
pub trait Compute {
    /// Starts `work` of `memory_bytes` memory traffic at `now` on the core of `core`.
    fn start(&mut self, now: Time, token: u64, core: Endpoint, work: Work, memory_bytes: u64) -> Finish;

    /// Whether [`Work::Time`] always takes exactly its time and no end is ever reported later. Then neither
    /// [`Compute::start`] with such work nor [`Compute::next_event`] is called.
    fn undisturbed(&self) -> bool {
        false
    }

    /// The instant of the next end, or [`Time::MAX`].
    fn next_event(&mut self) -> Time;

    /// Moves to `to` and appends the work that has finished by then, in the order of the starts.
    fn advance(&mut self, to: Time, done: &mut Vec<CpuDone>);
}
