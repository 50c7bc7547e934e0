//! `steady`: every request takes the same time.
//!
//! # Equations
//! A request that starts at t ends at t + `time`.
//!
//! # What it leaves out
//! Bytes, and all contention.
//!
//! # Cost
//! O(log n) a request, with n of them under way.

use super::servers::Servers;
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind, Setting};
use kernel::{EventQueue, Extent, Progress, Service, Storage, StorageEvent, StorageKind, StorageRequest};
use units::{Endpoint, Time};

/// What a platform's `[storage]` may set of it.
pub(super) const PARAMETERS: &[Parameter] = &[Parameter::with_default(
    "time",
    ParameterKind::Latency,
    "1 ms",
    "a round number",
    "Time of every request.",
)];

struct Steady {
    servers: Servers,
    time: Time,
    /// Tokens, and bytes that are read.
    queue: EventQueue<(u64, u64)>,
    started: u64,
}

pub(super) fn build(servers: Servers, settings: &[Setting<'_>]) -> Result<Box<dyn Storage>, ModelError> {
    let time = Settings::new("steady", PARAMETERS, settings)?.time("time")?;
    Ok(Box::new(Steady::new(servers, time)))
}

impl Steady {
    fn new(servers: Servers, time: Time) -> Self {
        Self { servers, time, queue: EventQueue::default(), started: 0 }
    }
}

impl Storage for Steady {
    fn servers(&self) -> u32 {
        self.servers.count()
    }

    fn endpoint(&self, server: u32) -> Option<Endpoint> {
        self.servers.endpoint(server)
    }

    fn metadata_server(&self, file: u32) -> u32 {
        file % self.servers.count()
    }

    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
        if bytes > 0 {
            each(self.metadata_server(file), Extent { offset, bytes });
        }
    }

    fn divide(&self, _: &StorageRequest, time: Time, each: &mut dyn FnMut(&'static str, Time)) {
        each("time", time);
    }

    fn idle(&self) -> Box<dyn Storage> {
        Box::new(Self::new(self.servers.clone(), self.time))
    }

    fn start(&mut self, now: Time, request: &StorageRequest) {
        let read = if request.kind == StorageKind::Read { request.bytes() } else { 0 };
        self.queue.push(now.saturating_add(self.time), 0, 0, self.started, (request.token, read));
        self.started += 1;
    }

    fn next_event(&mut self) -> Time {
        self.queue.next_time()
    }

    fn advance(&mut self, to: Time, events: &mut Vec<StorageEvent>) {
        while self.queue.next_time() <= to && to < Time::MAX {
            let Some((_, (token, read))) = self.queue.pop() else { break };
            let service = Service { handling: self.time, ..Service::default() };
            events.push(StorageEvent { token, progress: Progress::Done(service) });
            if read > 0 {
                events.push(StorageEvent { token, progress: Progress::Ready(read) });
            }
        }
    }
}
