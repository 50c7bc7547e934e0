//! The seam between the kernel and compute models: all CPU time goes through it, blocks of the program as well
//! as overheads, copies and reductions, so that noise, core sharing and memory contention hit all of it.

use units::{Endpoint, Time};

/// An amount of CPU work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// So long on an undisturbed core.
    Time(Time),
    /// So many floating-point operations, at the host's speed per core.
    Flops(u64),
}

/// When work will be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Known now: nothing that happens later can change it.
    At(Time),
    /// To be told by [`Compute::advance`].
    Later,
}

/// The end of work whose [`Finish`] was [`Finish::Later`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuDone {
    /// The owner's name for the work.
    pub token: u64,
}

/// A compute model.
pub trait Compute {
    /// Starts `work` of `memory_bytes` memory traffic at `now` on the core of `core`.
    fn start(&mut self, now: Time, token: u64, core: Endpoint, work: Work, memory_bytes: u64) -> Finish;

    /// Whether [`Work::Time`] always takes just its time and no end is ever told later. Then neither
    /// [`Compute::start`] with such work nor [`Compute::next_event`] is asked.
    fn undisturbed(&self) -> bool {
        false
    }

    /// The instant of the next end, or [`Time::MAX`].
    fn next_event(&mut self) -> Time;

    /// Moves to `to` and appends what ends by then, in the order of the starts.
    fn advance(&mut self, to: Time, done: &mut Vec<CpuDone>);
}
