//! `disk`: a hard disk with positioning times, as in the refined disk model of PIOsimHD.
//!
//! # Equations
//! Jobs (reads and writes) are served one at a time. A job takes p + bytes / `rate`, where p is the positioning time and the
//! parameter `rate` a bandwidth. Let r be the time of half a rotation, 30 s / `rpm`. p is 0 if the job begins where the last
//! job ended, in the same file. p is `track` + r if the job begins in the same file, less than `window` bytes from there.
//! Otherwise p is `seek` + r. The parameters `track` and `seek` are times. Of the waiting jobs, those of the current file at or
//! after the arm's position come first, by offset. If there are none, the job with the lowest file and offset is next.
//!
//! # What it leaves out
//! Zones, the disk's own cache, seek times by distance.
//!
//! # Cost
//! O(log n) for a job, if n jobs wait.

use super::device::{Device, DeviceEnd, DeviceJob};
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind};
use std::collections::BTreeMap;
use units::{Bytes, Rate, Time};

pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "device.seek",
        ParameterKind::Latency,
        "9 ms",
        "a SATA disk of 7200 RPM, as in PIOsimHD",
        "Average seek time.",
    ),
    Parameter::with_default(
        "device.track",
        ParameterKind::Latency,
        "1 ms",
        "a SATA disk of 7200 RPM, as in PIOsimHD",
        "Seek time to a position near by.",
    ),
    Parameter::with_default(
        "device.rpm",
        ParameterKind::Count,
        "7200",
        "a SATA disk, as in PIOsimHD",
        "Rotations per minute.",
    ),
    Parameter::with_default(
        "device.window",
        ParameterKind::Size,
        "1 MB",
        "PIOsimHD",
        "Positions in one file that are nearer than this are near by.",
    ),
    Parameter::with_default(
        "device.rate",
        ParameterKind::Bandwidth,
        "96 MiB/s",
        "a SATA disk of 7200 RPM, as in PIOsimHD",
        "Bandwidth behind the position.",
    ),
];

/// The parameters as values.
#[derive(Clone, Copy, Debug)]
struct Arm {
    seek: Time,
    track: Time,
    half_turn: Time,
    window: u64,
    rate: Rate,
}

struct Disk {
    arm: Arm,
    /// The file and the offset where the last job has ended.
    position: Option<(u32, u64)>,
    waiting: BTreeMap<(u32, u64, u64), DeviceJob>,
    started: u64,
    /// The job under way, and when it ends.
    serving: Option<(Time, DeviceEnd)>,
}

pub(super) fn build(settings: &Settings<'_>) -> Result<Box<dyn Device>, ModelError> {
    const HALF_MINUTE_PS: u64 = 30_000_000_000_000;
    let rpm = settings.whole("device.rpm", 1)?;
    let arm = Arm {
        seek: settings.time("device.seek")?,
        track: settings.time("device.track")?,
        half_turn: Time::from_ps(HALF_MINUTE_PS / rpm),
        window: settings.bytes("device.window")?.0,
        rate: settings.rate("device.rate")?,
    };
    Ok(Box::new(Disk::new(arm)))
}

impl Arm {
    /// The positioning time of a job.
    fn position(&self, from: Option<(u32, u64)>, job: &DeviceJob) -> Time {
        let seek = match from {
            Some((file, offset)) if file == job.file => match offset.abs_diff(job.offset) {
                0 => return Time::ZERO,
                distance if distance < self.window => self.track,
                _ => self.seek,
            },
            _ => self.seek,
        };
        seek.saturating_add(self.half_turn)
    }
}

impl Disk {
    fn new(arm: Arm) -> Self {
        Self { arm, position: None, waiting: BTreeMap::new(), started: 0, serving: None }
    }

    /// Begins the next job of those that wait.
    fn begin(&mut self, now: Time) {
        let behind = self.position.and_then(|(file, offset)| {
            self.waiting.range((file, offset, 0)..).next().filter(|((of, ..), _)| *of == file)
        });
        let Some((&key, &job)) = behind.or_else(|| self.waiting.first_key_value()) else { return };
        self.waiting.remove(&key);
        let positioning = self.arm.position(self.position, &job);
        let time = positioning.saturating_add(self.arm.rate.time_for(Bytes(job.bytes)));
        self.position = Some((job.file, job.offset.saturating_add(job.bytes)));
        self.serving = Some((
            now.saturating_add(time),
            DeviceEnd { number: job.number, began: now, positioning, latency: Time::ZERO },
        ));
    }
}

impl Device for Disk {
    fn start(&mut self, now: Time, job: DeviceJob) {
        self.waiting.insert((job.file, job.offset, self.started), job);
        self.started += 1;
        if self.serving.is_none() {
            self.begin(now);
        }
    }

    fn next_event(&self) -> Time {
        self.serving.map_or(Time::MAX, |(end, _)| end)
    }

    fn advance(&mut self, to: Time, done: &mut Vec<DeviceEnd>) {
        while let Some((end, served)) = self.serving.filter(|&(end, _)| end <= to && end < Time::MAX) {
            done.push(served);
            self.serving = None;
            self.begin(end);
        }
    }

    fn parts(&self, job: &DeviceJob) -> Vec<(&'static str, Time)> {
        // Whether its arm moves depends on the job before it.
        vec![("device.rate", self.arm.rate.time_for(Bytes(job.bytes)))]
    }

    fn idle(&self) -> Box<dyn Device> {
        Box::new(Self::new(self.arm))
    }

    fn longest(&self, job: &DeviceJob) -> Time {
        let Arm { seek, track, half_turn, rate, .. } = self.arm;
        seek.max(track).saturating_add(half_turn).saturating_add(rate.time_for(Bytes(job.bytes)))
    }
}
