//! `shared`: processor sharing per core, for more actors than cores.
//!
//! # Equations
//! If a core has n pieces of work, each progresses at 1/n of the core's speed (Kleinrock's processor sharing: no time slices,
//! no switching cost, no waiting). Let S(t) be the service until time t of a piece of work that was on the core from the
//! beginning. A piece of work of length W that starts at t ends when S has grown to S(t) + W. A detour of noise stops the
//! core's service (see [`super::noise`]).
//!
//! S is an integer in steps of 2^-40 ps. A division by n loses less than one step, and a piece of work counts as done when less
//! than 2^-16 ps of it are missing. So the simulated ends equal those of exact arithmetic, unless more than sixteen million
//! pieces of work start and end while one piece runs.
//!
//! # What it leaves out
//! Time slices, migration between cores, caches, simultaneous multithreading and memory bandwidth.
//!
//! # Cost
//! O(log n) per start and end with n pieces of work. Memory: 4 bytes per core of the machine up to the last one used, and
//! about 100 bytes per core used.

use super::noise::{CoreNoise, CoreNoises};
use kernel::{Compute, CpuDone, CpuTask, Finish};
use platform::Noise;
use std::collections::BTreeSet;
use units::{Endpoint, Speed, Time};

const FRACTION: u32 = 40;
const TOLERANCE: u128 = 1 << (FRACTION - 16);

/// The compute model `shared`.
#[derive(Debug)]
pub struct Shared {
    cores_per_host: u16,
    speed: Speed,
    /// Index + 1 into `cores` of every core; 0 if it has not been used.
    index: Vec<u32>,
    cores: Vec<Core>,
    noises: CoreNoises,
    /// The next end of each busy core.
    ends: BTreeSet<(Time, u32)>,
    started: u64,
    done: Vec<(u64, CpuDone)>,
}

#[derive(Debug, Default)]
struct Core {
    /// Its number among all.
    number: usize,
    /// What work that was there all the time has received since the core was last idle, in steps.
    service: u128,
    settled: Time,
    /// What noise has taken while work was there.
    noise: Time,
    /// Its entry in `ends`, if it is busy.
    end: Time,
    work: BTreeSet<Job>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Job {
    goal: u128,
    sequence: u64,
    token: u64,
    /// What noise had taken from the core when it started.
    noise: Time,
}

impl Core {
    /// Shares the time up to `now` evenly.
    fn accrue(&mut self, now: Time, noise: CoreNoise<'_>) {
        let taken = if self.work.is_empty() { Time::ZERO } else { noise.taken(self.settled, now) };
        let elapsed = u128::from(now.ps() - self.settled.ps() - taken.ps()) << FRACTION;
        self.service = elapsed.checked_div(self.work.len() as u128).map_or(0, |share| self.service + share);
        self.noise = self.noise.saturating_add(taken);
        self.settled = now;
    }

    /// When its first piece of work ends if nothing changes.
    fn next(&self, noise: CoreNoise<'_>) -> Option<Time> {
        let left = self.work.first()?.goal.saturating_sub(self.service) * self.work.len() as u128;
        let ps = left.saturating_sub(TOLERANCE).div_ceil(1 << FRACTION);
        Some(noise.finish(self.settled, Time::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))))
    }
}

impl Shared {
    /// So many cores per host of this speed, all of `cores` with this noise.
    pub fn new(cores_per_host: u16, speed: Speed, noise: &[Noise], seed: u64, cores: u64) -> Self {
        Self {
            noises: CoreNoises::new(noise, seed, cores),
            cores_per_host,
            speed,
            index: Vec::new(),
            cores: Vec::new(),
            ends: BTreeSet::new(),
            started: 0,
            done: Vec::new(),
        }
    }

    fn core(&mut self, at: Endpoint) -> u32 {
        let at = super::core_index(at, self.cores_per_host);
        if at >= self.index.len() {
            self.index.resize(at + 1, 0);
        }
        if self.index[at] == 0 {
            self.cores.push(Core { number: at, ..Core::default() });
            self.index[at] = self.cores.len() as u32;
        }
        self.index[at] - 1
    }

    /// Moves a settled core's entry in `ends` to where it belongs now.
    fn schedule(&mut self, index: u32, was_busy: bool) {
        let core = &mut self.cores[index as usize];
        if was_busy {
            self.ends.remove(&(core.end, index));
        }
        if let Some(end) = core.next(self.noises.of(core.number)) {
            core.end = end;
            self.ends.insert((end, index));
        }
    }
}

impl Compute for Shared {
    fn start(&mut self, now: Time, task: &CpuTask) -> Finish {
        let index = self.core(task.core);
        let core = &mut self.cores[index as usize];
        core.accrue(now, self.noises.of(core.number));
        let was_busy = !core.work.is_empty();
        let goal = core.service + (u128::from(super::uncontended_time(task.work, self.speed).ps()) << FRACTION);
        core.work.insert(Job { goal, sequence: self.started, token: task.token, noise: core.noise });
        self.started += 1;
        self.schedule(index, was_busy);
        Finish::Later
    }

    fn next_event(&mut self) -> Time {
        self.ends.first().map_or(Time::MAX, |(end, _)| *end)
    }

    fn advance(&mut self, to: Time, done: &mut Vec<CpuDone>) {
        while let Some(&(end, index)) = self.ends.first() {
            if end > to || end == Time::MAX {
                break;
            }
            let core = &mut self.cores[index as usize];
            core.accrue(end, self.noises.of(core.number));
            let reached = core.service + TOLERANCE;
            while let Some(job) = core.work.first().filter(|job| job.goal <= reached) {
                let noise = core.noise.saturating_sub(job.noise);
                self.done.push((job.sequence, CpuDone { token: job.token, noise }));
                core.work.pop_first();
            }
            self.schedule(index, true);
        }
        self.done.sort_unstable_by_key(|(sequence, _)| *sequence);
        done.extend(self.done.drain(..).map(|(_, done)| done));
    }
}
