//! The trait of storage devices: a device serves reads and writes (jobs), and tells when each has ended.

use units::Time;

/// An access to a device: contiguous bytes of a file on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceJob {
    /// Chosen by the owner, returned at the end.
    pub number: u32,
    /// Whether it writes.
    pub write: bool,
    /// The file.
    pub file: u32,
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
}

/// How a job has been served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceEnd {
    /// The job's number.
    pub number: u32,
    /// When the device began with it.
    pub began: Time,
    /// Of the time since: before its data moved, positioning an arm. Zero where nothing has to be positioned.
    pub positioning: Time,
    /// Of the time since: the device's latency.
    pub latency: Time,
}

/// A device: it serves jobs in an order of its own.
pub trait Device {
    /// Starts a job at `now`, which is never before an earlier call's instant.
    fn start(&mut self, now: Time, job: DeviceJob);

    /// The instant of the next end, or one before which there is none; [`Time::MAX`] if nothing is under way.
    fn next_event(&self) -> Time;

    /// Moves to `to` (at most [`Device::next_event`]) and appends what ends by then.
    fn advance(&mut self, to: Time, done: &mut Vec<DeviceEnd>);

    /// The same device as it is before its first job.
    fn idle(&self) -> Box<dyn Device>;

    /// What one job takes on a device that has nothing else to do, if it finds the device as unfavourable as can be.
    fn longest(&self, job: &DeviceJob) -> Time;

    /// The parameters that set the time of one job, each with its part, as far as it is known before the job is served.
    fn parts(&self, job: &DeviceJob) -> Vec<(&'static str, Time)>;
}
