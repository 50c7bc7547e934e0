//! `dedicated`: computes as if every actor had a core for itself.
//!
//! Work is given as a duration or as a number of operations. A duration that starts at t ends at t + duration; operations
//! end at t + operations / speed, rounded up to a picosecond. With noise, the work ends later by the length of the detours
//! that interrupt it (see [`super::noise`]). Two pieces of work on one core do not slow each other down: use `shared` if
//! there are more actors than cores. Cost without noise: O(1) per piece of work, no memory.

use super::noise::CoreNoises;
use kernel::{Compute, CpuDone, CpuTask, Finish, Purpose};
use platform::{Noise, NoiseTarget};
use units::{Speed, Time};

/// The model.
#[derive(Debug)]
pub struct Dedicated {
    cores_per_host: u16,
    speed: Speed,
    /// What hits computation, and what hits the MPI library's work.
    computation: CoreNoises,
    library: CoreNoises,
}

impl Dedicated {
    /// So many cores per host of this speed, all of `cores` with this noise.
    pub fn new(cores_per_host: u16, speed: Speed, noise: &[Noise], seed: u64, cores: u64) -> Self {
        let all = noise.iter().filter(|noise| noise.affects == NoiseTarget::All);
        Self {
            cores_per_host,
            speed,
            computation: CoreNoises::new(noise, seed, cores),
            library: CoreNoises::new(all, seed, cores),
        }
    }
}

impl Compute for Dedicated {
    #[inline]
    fn start(&mut self, _now: Time, task: &CpuTask) -> Finish {
        let time = super::uncontended_time(task.work, self.speed);
        let undisturbed = task.earliest.saturating_add(time);
        let noises = match task.purpose {
            Purpose::Computation => &mut self.computation,
            Purpose::Library => &mut self.library,
        };
        if noises.is_empty() {
            return Finish::At { end: undisturbed, noise: Time::ZERO };
        }
        let end = noises.of(super::core_index(task.core, self.cores_per_host)).finish(task.earliest, time);
        Finish::At { end, noise: end.saturating_sub(undisturbed) }
    }

    fn undisturbed(&self) -> bool {
        self.computation.is_empty()
    }

    fn ends_at_once(&self) -> bool {
        true
    }

    fn next_event(&mut self) -> Time {
        Time::MAX
    }

    fn advance(&mut self, _to: Time, _done: &mut Vec<CpuDone>) {}
}
