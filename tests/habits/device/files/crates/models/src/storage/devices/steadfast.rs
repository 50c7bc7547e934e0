//! `steadfast`: every job takes the same time.
//!
//! # Equations
//! A job begins when the one before it has ended, and takes `device.time`.
//!
//! # What it leaves out
//! Bytes and positions.
//!
//! # Cost
//! O(1) a job.

use super::device::{Device, DeviceEnd, DeviceJob};
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind};
use std::collections::VecDeque;
use units::Time;

pub(super) const PARAMETERS: &[Parameter] = &[Parameter::with_default(
    "device.time",
    ParameterKind::Latency,
    "1 ms",
    "a round number",
    "Time of every job.",
)];

struct Steadfast {
    time: Time,
    last: Time,
    ends: VecDeque<(Time, u32)>,
}

pub(super) fn build(settings: &Settings<'_>) -> Result<Box<dyn Device>, ModelError> {
    Ok(Box::new(Steadfast::new(settings.time("device.time")?)))
}

impl Steadfast {
    fn new(time: Time) -> Self {
        Self { time, last: Time::ZERO, ends: VecDeque::new() }
    }
}

impl Device for Steadfast {
    fn start(&mut self, now: Time, job: DeviceJob) {
        self.last = self.last.max(now).saturating_add(self.time);
        self.ends.push_back((self.last, job.number));
    }

    fn next_event(&self) -> Time {
        self.ends.front().map_or(Time::MAX, |&(end, _)| end)
    }

    fn advance(&mut self, to: Time, done: &mut Vec<DeviceEnd>) {
        while let Some(&(end, number)) = self.ends.front()
            && end <= to
            && end < Time::MAX
        {
            self.ends.pop_front();
            let began = end.saturating_sub(self.time);
            done.push(DeviceEnd { number, began, positioning: Time::ZERO, latency: self.time });
        }
    }

    fn idle(&self) -> Box<dyn Device> {
        Box::new(Self::new(self.time))
    }

    fn parts(&self, _: &DeviceJob) -> Vec<(&'static str, Time)> {
        vec![("device.time", self.time)]
    }

    fn longest(&self, _: &DeviceJob) -> Time {
        self.time
    }
}
