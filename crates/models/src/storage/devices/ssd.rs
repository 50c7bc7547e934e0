//! `ssd`: a solid-state device.
//!
//! # Equations
//! A job (a read or a write) takes the channel that is free first. It waits for the time `latency` there, then until the
//! earlier jobs of the device have moved their data, and then moves its own data at the bandwidth `rate` or `write_rate`. The
//! channel is free again when the job ends. With one channel, jobs run one after the other, and each takes `latency` + bytes /
//! rate: PIOsimHD's simple disk and flash do the same.
//!
//! # What it leaves out
//! Garbage collection, wear, page sizes.
//!
//! # Cost
//! O(log c) a job, with c channels.

use super::device::{Device, DeviceEnd, DeviceJob};
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind};
use kernel::FirstComeFirstServed;
use std::collections::VecDeque;
use units::{Bytes, Rate, Time};

/// More channels than this are a mistake.
const MAX_CHANNELS: u64 = 1 << 16;

pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "device.latency",
        ParameterKind::Latency,
        "100 us",
        "a read from NAND flash",
        "Time to the first byte of a job.",
    ),
    Parameter::with_default(
        "device.rate",
        ParameterKind::Bandwidth,
        "2 GB/s",
        "half of four lanes of PCIe 3",
        "Read bandwidth.",
    ),
    Parameter::with_default(
        "device.write_rate",
        ParameterKind::Or(&ParameterKind::Bandwidth, "same"),
        "same",
        "as `device.rate`",
        "Write bandwidth.",
    ),
    Parameter::with_default(
        "device.channels",
        ParameterKind::Count,
        "1",
        "one job at a time",
        "Jobs whose latencies overlap; more than one have an effect only with as many `server.jobs`.",
    ),
];

struct Ssd {
    latency: Time,
    read: Rate,
    write: Rate,
    write_key: &'static str,
    channels: FirstComeFirstServed,
    /// When the data of all jobs have moved.
    moved: Time,
    /// Ends, by the order of the starts, which is theirs, too: with the numbers of jobs and the instants at which they got a channel.
    ends: VecDeque<(Time, u32, Time)>,
}

pub(super) fn build(settings: &Settings<'_>) -> Result<Box<dyn Device>, ModelError> {
    let read = settings.rate("device.rate")?;
    let channels = settings.whole("device.channels", 1)?;
    if channels > MAX_CHANNELS {
        let expected = format!("at most {MAX_CHANNELS}");
        return Err(settings.bad("device.channels", &channels.to_string(), expected));
    }
    let write = settings.same_or("device.write_rate", read, Settings::rate)?;
    let write_key = settings.key_of("device.write_rate", "device.rate");
    let channels = FirstComeFirstServed::new(channels as u32);
    Ok(Box::new(Ssd::new(settings.time("device.latency")?, (read, write), write_key, channels)))
}

impl Ssd {
    fn new(
        latency: Time,
        (read, write): (Rate, Rate),
        write_key: &'static str,
        channels: FirstComeFirstServed,
    ) -> Self {
        Self { latency, read, write, write_key, channels, moved: Time::ZERO, ends: VecDeque::new() }
    }

    fn moving(&self, job: &DeviceJob) -> Time {
        let rate = if job.write { self.write } else { self.read };
        rate.time_for(Bytes(job.bytes))
    }
}

impl Device for Ssd {
    fn start(&mut self, now: Time, job: DeviceJob) {
        let began = self.channels.begin(now);
        let there = began.saturating_add(self.latency);
        let end = there.max(self.moved).saturating_add(self.moving(&job));
        self.moved = end;
        self.channels.end(end);
        self.ends.push_back((end, job.number, began));
    }

    fn next_event(&self) -> Time {
        self.ends.front().map_or(Time::MAX, |&(end, ..)| end)
    }

    fn advance(&mut self, to: Time, done: &mut Vec<DeviceEnd>) {
        while let Some(&(end, number, began)) = self.ends.front()
            && end <= to
            && end < Time::MAX
        {
            self.ends.pop_front();
            done.push(DeviceEnd { number, began, positioning: Time::ZERO, latency: self.latency });
        }
    }

    fn parts(&self, job: &DeviceJob) -> Vec<(&'static str, Time)> {
        let rate_key = if job.write { self.write_key } else { "device.rate" };
        vec![("device.latency", self.latency), (rate_key, self.moving(job))]
    }

    fn idle(&self) -> Box<dyn Device> {
        Box::new(Self::new(self.latency, (self.read, self.write), self.write_key, self.channels.idle()))
    }

    fn longest(&self, job: &DeviceJob) -> Time {
        self.latency.saturating_add(self.moving(job))
    }
}
