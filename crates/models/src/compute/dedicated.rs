//! `dedicated`: every actor has a core for itself.
//!
//! Work that starts at t ends at t + its time, or t + operations / speed, rounded up to a picosecond. Two pieces of work
//! on one core don't disturb each other: use `shared` where there are more actors than cores. O(1), no memory.

use kernel::{Compute, CpuDone, Finish, Work};
use units::{Endpoint, Speed, Time};

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Dedicated {
    speed: Speed,
}

impl Dedicated {
    /// Cores of this speed.
    pub fn new(speed: Speed) -> Self {
        Self { speed }
    }
}

impl Compute for Dedicated {
    #[inline]
    fn start(&mut self, now: Time, _token: u64, _core: Endpoint, work: Work, _memory_bytes: u64) -> Finish {
        Finish::At(now.saturating_add(super::uncontended_time(work, self.speed)))
    }

    fn undisturbed(&self) -> bool {
        true
    }

    fn next_event(&mut self) -> Time {
        Time::MAX
    }

    fn advance(&mut self, _to: Time, _done: &mut Vec<CpuDone>) {}
}
