//! `curve`: a storage device given by a measured curve: its bandwidth as a function of the number of concurrent jobs.
//!
//! # Equations
//! A job (a read or a write) waits for the time `latency`. Then, while n jobs move data, each job moves data at B(n) / n. For a
//! read B is the curve `read`, for a write the curve `write`. B is linear between the measured points and constant beyond the
//! first and the last.
//!
//! Progress is kept in 2⁻²⁰ bytes and rounded down at every change of n; ends are rounded up to a picosecond.
//!
//! # What it leaves out
//! Dependence on the size of jobs and on their positions: a curve is for one size and one pattern.
//!
//! # Cost
//! O(log n) per job, with n jobs at work.

use super::device::{Device, DeviceEnd, DeviceJob};
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind};
use kernel::{EventQueue, ProcessorSharing};
use units::{Rate, Time};

const FORM: ParameterKind =
    ParameterKind::Form("jobs and bandwidths, ascending by jobs, as in `1: 180 MB/s, 8: 240 MB/s`");

pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "device.latency",
        ParameterKind::Latency,
        "0 s",
        "contained in measured bandwidths",
        "Time of a job before it moves data.",
    ),
    Parameter::with_default(
        "device.read",
        FORM,
        "1: 2 GB/s",
        "a solid-state device, not measured",
        "Read bandwidth of all jobs together, by their number.",
    ),
    Parameter::with_default(
        "device.write",
        ParameterKind::Or(&FORM, "same"),
        "same",
        "as `device.read`",
        "Write bandwidth of all jobs together, by their number.",
    ),
];

/// Progress is kept in bytes times 2 to this.
const SHIFT: u32 = 20;
const PS_PER_SECOND: u128 = 1_000_000_000_000;

/// Measured bandwidths, ascending by the number of jobs; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Curve(Vec<(u64, Rate)>);

impl Curve {
    fn read(settings: &Settings<'_>, name: &'static str) -> Result<Self, ModelError> {
        let text = settings.text(name);
        let point = |part: &str| {
            let (jobs, rate) = part.split_once(':')?;
            let jobs = jobs.trim().parse().ok().filter(|jobs| *jobs > 0)?;
            Some((jobs, rate.trim().parse().ok().filter(|rate| *rate > Rate(0))?))
        };
        let points: Option<Vec<(u64, Rate)>> = text.split(',').map(point).collect();
        let points = points.filter(|points| points.is_sorted_by(|left, right| left.0 < right.0));
        points.map(Self).ok_or_else(|| settings.bad(name, text, FORM.expected()))
    }

    /// Bytes per second of n jobs together.
    fn at(&self, jobs: u64) -> u64 {
        let above = self.0.partition_point(|&(at, _)| at < jobs);
        match (above.checked_sub(1).map(|below| self.0[below]), self.0.get(above)) {
            (_, Some(&(at, rate))) if at == jobs => rate.0,
            (Some((low, from)), Some(&(high, to))) => {
                let (part, whole) = (u128::from(jobs - low), u128::from(high - low));
                let sum = u128::from(from.0) * (whole - part) + u128::from(to.0) * part;
                (sum / whole) as u64
            }
            (Some((_, rate)), None) | (None, Some(&(_, rate))) => rate.0,
            (None, None) => unreachable!("a curve has a point"),
        }
    }
}

/// Jobs of one direction: they share it. Service is in bytes, times 2^[`SHIFT`].
struct Direction {
    curve: Curve,
    /// Numbers, and the instants of their starts.
    work: ProcessorSharing<(u32, Time)>,
}

impl Direction {
    fn new(curve: Curve) -> Self {
        Self { curve, work: ProcessorSharing::default() }
    }

    fn move_on(&mut self, ps: u128, jobs: u64) {
        let jobs = jobs.max(1);
        self.work.serve(ps * u128::from(self.curve.at(jobs)) * (1 << SHIFT) / (PS_PER_SECOND * u128::from(jobs)));
    }

    /// Picoseconds to the next end.
    fn left(&self, jobs: u64) -> Option<u128> {
        let left = self.work.least()? * u128::from(jobs);
        Some((left * PS_PER_SECOND).div_ceil(u128::from(self.curve.at(jobs)) << SHIFT))
    }
}

struct Measured {
    latency: Time,
    write_key: &'static str,
    /// Reads, and writes.
    directions: [Direction; 2],
    /// Jobs that wait for their latency.
    waiting: EventQueue<DeviceJob>,
    now: Time,
    started: u64,
}

pub(super) fn build(settings: &Settings<'_>) -> Result<Box<dyn Device>, ModelError> {
    let read = Curve::read(settings, "device.read")?;
    let write = settings.same_or("device.write", read.clone(), Curve::read)?;
    let write_key = settings.key_of("device.write", "device.read");
    Ok(Box::new(Measured::new(settings.time("device.latency")?, write_key, [read, write])))
}

impl Measured {
    /// With the curves of reads and of writes.
    fn new(latency: Time, write_key: &'static str, curves: [Curve; 2]) -> Self {
        Self {
            latency,
            write_key,
            directions: curves.map(Direction::new),
            waiting: EventQueue::default(),
            now: Time::ZERO,
            started: 0,
        }
    }

    fn jobs(&self) -> u64 {
        self.directions.iter().map(|direction| direction.work.jobs()).sum()
    }

    fn move_to(&mut self, to: Time) {
        let (ps, jobs) = (u128::from(to.saturating_sub(self.now).ps()), self.jobs());
        self.directions.iter_mut().for_each(|direction| direction.move_on(ps, jobs));
        self.now = to;
    }

    fn next_end(&self) -> Time {
        let jobs = self.jobs();
        let left = self.directions.iter().filter_map(|direction| direction.left(jobs)).min();
        let left = left.and_then(|left| u64::try_from(left).ok());
        left.map_or(Time::MAX, |left| self.now.saturating_add(Time::from_ps(left)))
    }

    /// A job whose latency is over begins to move data.
    fn begin(&mut self, job: DeviceJob) {
        let direction = &mut self.directions[usize::from(job.write)];
        let began = self.now.saturating_sub(self.latency);
        direction.work.start(u128::from(job.bytes) << SHIFT, (job.number, began));
    }

    fn finish(&mut self, done: &mut Vec<DeviceEnd>) {
        let latency = self.latency;
        for direction in &mut self.directions {
            while let Some((number, began)) = direction.work.pop() {
                done.push(DeviceEnd { number, began, positioning: Time::ZERO, latency });
            }
        }
    }
}

impl Device for Measured {
    fn start(&mut self, now: Time, job: DeviceJob) {
        self.waiting.push(now.saturating_add(self.latency), 0, 0, self.started, job);
        self.started += 1;
    }

    fn next_event(&self) -> Time {
        self.waiting.next_time().min(self.next_end())
    }

    fn advance(&mut self, to: Time, done: &mut Vec<DeviceEnd>) {
        while self.next_event() <= to && self.next_event() < Time::MAX {
            self.move_to(self.next_event());
            // Jobs end before new ones take their share.
            self.finish(done);
            while self.waiting.next_time() <= self.now
                && let Some((_, job)) = self.waiting.pop()
            {
                self.begin(job);
            }
            self.finish(done);
        }
    }

    fn parts(&self, job: &DeviceJob) -> Vec<(&'static str, Time)> {
        let rate_key = if job.write { self.write_key } else { "device.read" };
        let rate = Rate(self.directions[usize::from(job.write)].curve.at(1));
        vec![("device.latency", self.latency), (rate_key, rate.time_for(units::Bytes(job.bytes)))]
    }

    fn idle(&self) -> Box<dyn Device> {
        Box::new(Self::new(
            self.latency,
            self.write_key,
            self.directions.each_ref().map(|direction| direction.curve.clone()),
        ))
    }

    fn longest(&self, job: &DeviceJob) -> Time {
        let rate = Rate(self.directions[usize::from(job.write)].curve.at(1));
        self.latency.saturating_add(rate.time_for(units::Bytes(job.bytes)))
    }
}
