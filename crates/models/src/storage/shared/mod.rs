//! `shared`: one file system that all hosts see, on servers that share their bandwidth.
//!
//! # Equations
//! Byte x of file number f is in stripe i = ⌊x / stripe⌋, on server (f + i) mod servers. A request of k bytes in m contiguous
//! extents that reaches its server at t waits for the time `latency` and then needs the service time
//!
//! w = k / b + (m − 1) · extent,
//!
//! where b is `bandwidth` for a read and `write_bandwidth` for a write, and the parameter `extent` is the additional time for
//! each extent after the first. A server with n requests in service serves each at 1/n of its speed (processor sharing). So a
//! request that is alone on its server ends at t + latency + w, and n equal requests that arrive together end at t + latency +
//! n · w. A request for metadata (open, close, size, lock) ends after the time `metadata`, however many other requests there
//! are.
//!
//! Times are integers. The work that a request has received is kept in units of 2⁻²⁰ ps, and rounded down at every change of n.
//! Ends are rounded up to a picosecond.
//!
//! # What it leaves out
//! Caches, write-behind and read-ahead; positions of disk heads; queues of a limited length; locks of stripes; load on
//! the servers of metadata; other users. A file has the same stripes from its first byte to its last.
//!
//! # Cost
//! O(log n + log s) per request, with n requests in service on its server and s busy servers; about 100 bytes for each request
//! and each busy server.

use super::servers::Servers;
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind, Setting};
use kernel::{
    EventQueue, Extent, ProcessorSharing, Progress, Service, Storage, StorageEvent, StorageKind, StorageRequest,
};
use std::collections::BTreeSet;
use units::{Bytes, Endpoint, Rate, Time};

/// What a platform's `[storage]` may set of it.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "bandwidth",
        ParameterKind::Bandwidth,
        "1 GB/s",
        "a small file server",
        "Read bandwidth of a server.",
    ),
    Parameter::with_default(
        "write_bandwidth",
        ParameterKind::Or(&ParameterKind::Bandwidth, "same"),
        "same",
        "as `bandwidth`",
        "Write bandwidth of a server.",
    ),
    Parameter::with_default(
        "latency",
        ParameterKind::Latency,
        "100 us",
        "a solid-state disk behind a file server",
        "Time from a request's arrival at a server to its first byte.",
    ),
    Parameter::with_default(
        "metadata",
        ParameterKind::Or(&ParameterKind::Latency, "same"),
        "same",
        "as `latency`",
        "Time of open, close, size, lock and shared pointer operations.",
    ),
    Parameter::with_default(
        "extent",
        ParameterKind::Latency,
        "0 s",
        "only bytes count",
        "Additional time of the server per further contiguous extent of an access.",
    ),
    Parameter::with_default(
        "stripe",
        ParameterKind::Size,
        "1 MiB",
        "that of Lustre and PVFS in use",
        "Stripe size: bytes of a file on one server before the next server follows.",
    ),
];

/// Virtual time is kept in picoseconds times 2 to this.
const SHIFT: u32 = 20;

/// The storage model `shared`.
pub struct SharedFileSystem {
    servers: Servers,
    parameters: ServerParameters,
    of_server: Vec<Server>,
    /// Requests that wait for their latency, and metadata.
    waiting: EventQueue<Waiting>,
    /// When servers that work have their next end.
    ends: BTreeSet<(Time, u32)>,
    started: u64,
}

/// The parameters as values.
#[derive(Clone, Copy, Debug)]
struct ServerParameters {
    read: Rate,
    write: Rate,
    latency: Time,
    metadata: Time,
    extent: Time,
    stripe: u64,
    /// The parameters that set `write` and `metadata`: their own, or those whose values they take.
    write_key: &'static str,
    metadata_key: &'static str,
}

/// What happens at the end of a latency.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    /// The request ends.
    Done(Ended),
    /// Its work on a server starts, which takes so long.
    Work { server: u32, ended: Ended, work: Time },
}

/// What is told at the end of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Ended {
    token: u64,
    /// Bytes that a read sends.
    ready: u64,
    /// Its time without data.
    handling: Time,
}

impl Ended {
    fn of(request: &StorageRequest, handling: Time) -> Self {
        let ready = if request.kind == StorageKind::Read { request.bytes() } else { 0 };
        Self { token: request.token, ready, handling }
    }

    fn tell(self, events: &mut Vec<StorageEvent>) {
        let Self { token, ready, handling } = self;
        let service = Service { handling, ..Service::default() };
        events.push(StorageEvent { token, progress: Progress::Done(service) });
        if ready > 0 {
            events.push(StorageEvent { token, progress: Progress::Ready(ready) });
        }
    }
}

/// A server: requests at work share it. Service is in picoseconds, times 2^[`SHIFT`].
#[derive(Default)]
struct Server {
    work: ProcessorSharing<Ended>,
    /// Up to which instant it has served them.
    at: Time,
    /// What the set of ends has of it.
    end: Option<Time>,
}

impl Server {
    fn move_to(&mut self, to: Time) {
        let ps = u128::from(to.saturating_sub(self.at).ps());
        self.work.serve((ps << SHIFT) / u128::from(self.work.jobs().max(1)));
        self.at = to;
    }

    /// The next end, if nothing starts before.
    fn next_end(&self) -> Option<Time> {
        let left = (self.work.least()? * u128::from(self.work.jobs())).div_ceil(1 << SHIFT);
        Some(u64::try_from(left).map_or(Time::MAX, |left| self.at.saturating_add(Time::from_ps(left))))
    }
}

impl SharedFileSystem {
    fn new(servers: Servers, parameters: ServerParameters) -> Self {
        let of_server = (0..servers.count()).map(|_| Server::default()).collect();
        Self { servers, parameters, of_server, waiting: EventQueue::default(), ends: BTreeSet::new(), started: 0 }
    }

    /// The time of a request's further extents on an idle server.
    fn further(&self, request: &StorageRequest) -> Time {
        let extents = (request.extents.len() as u64).saturating_sub(1);
        Time::from_ps(self.parameters.extent.ps().saturating_mul(extents))
    }

    /// The time of a request on an idle server, without latency.
    fn work(&self, request: &StorageRequest) -> Time {
        let rate = if request.kind == StorageKind::Write { self.parameters.write } else { self.parameters.read };
        rate.time_for(Bytes(request.bytes())).saturating_add(self.further(request))
    }

    /// Updates a server's next end in the set.
    fn note(&mut self, server: u32) {
        let of = &mut self.of_server[server as usize];
        let end = of.next_end();
        if let Some(old) = std::mem::replace(&mut of.end, end) {
            self.ends.remove(&(old, server));
        }
        if let Some(end) = end {
            self.ends.insert((end, server));
        }
    }

    fn begin_work(&mut self, now: Time, server: u32, ended: Ended, work: Time) {
        let of = &mut self.of_server[server as usize];
        of.move_to(now);
        of.work.start(u128::from(work.ps()) << SHIFT, ended);
        self.note(server);
    }

    /// Bytes below `end` of a file on the server that has stripe number `place` of every round.
    fn below(&self, end: u64, place: u64) -> u64 {
        let (stripe, servers) = (self.parameters.stripe, u64::from(self.servers.count()));
        let (whole, rest) = (end / stripe, end % stripe);
        let (rounds, over) = (whole / servers, whole % servers);
        let mine = rounds + u64::from(over > place);
        mine * stripe + if over == place { rest } else { 0 }
    }
}

pub(super) fn build(servers: Servers, settings: &[Setting<'_>]) -> Result<Box<dyn Storage>, ModelError> {
    let settings = Settings::new("shared", PARAMETERS, settings)?;
    let (read, latency) = (settings.rate("bandwidth")?, settings.time("latency")?);
    let parameters = ServerParameters {
        read,
        write: settings.same_or("write_bandwidth", read, Settings::rate)?,
        latency,
        metadata: settings.same_or("metadata", latency, Settings::time)?,
        extent: settings.time("extent")?,
        stripe: settings.some_bytes("stripe")?.0,
        write_key: settings.key_of("write_bandwidth", "bandwidth"),
        metadata_key: settings.key_of("metadata", "latency"),
    };
    Ok(Box::new(SharedFileSystem::new(servers, parameters)))
}

impl Storage for SharedFileSystem {
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
        if bytes == 0 {
            return;
        }
        let (count, end) = (u64::from(self.servers.count()), offset.saturating_add(bytes));
        let (first, last) = (offset / self.parameters.stripe, (end - 1) / self.parameters.stripe);
        let touched = (last - first + 1).min(count);
        // Servers after the wrap have the lower numbers.
        let start = (first + u64::from(file)) % count;
        let wrapped = (start + touched).saturating_sub(count);
        for server in (0..wrapped).chain(start..(start + touched).min(count)) {
            let place = (server + count - u64::from(file) % count) % count;
            each(server as u32, Extent { offset, bytes: self.below(end, place) - self.below(offset, place) });
        }
    }

    fn idle(&self) -> Box<dyn Storage> {
        Box::new(Self::new(self.servers.clone(), self.parameters))
    }

    fn divide(&self, request: &StorageRequest, time: Time, each: &mut dyn FnMut(&'static str, Time)) {
        let rate_key = match request.kind {
            StorageKind::Read => "bandwidth",
            StorageKind::Write => self.parameters.write_key,
            _ => return each(self.parameters.metadata_key, time),
        };
        let latency = self.parameters.latency.min(time);
        each("latency", latency);
        // What a request waits for others' work is shared as its own work is.
        let (rest, work) = (time.saturating_sub(latency), self.work(request).ps());
        let extents = self.parameters.extent.ps().saturating_mul((request.extents.len() as u64).saturating_sub(1));
        let of_extents = u128::from(rest.ps()) * u128::from(extents.min(work)) / u128::from(work.max(1));
        let of_extents = Time::from_ps(of_extents as u64);
        each("extent", of_extents);
        each(rate_key, rest.saturating_sub(of_extents));
    }

    fn start(&mut self, now: Time, request: &StorageRequest) {
        let (delay, then) = match request.kind {
            StorageKind::Read | StorageKind::Write => {
                let handling = self.parameters.latency.saturating_add(self.further(request));
                let ended = Ended::of(request, handling);
                (self.parameters.latency, Waiting::Work { server: request.server, ended, work: self.work(request) })
            }
            _ => (self.parameters.metadata, Waiting::Done(Ended::of(request, self.parameters.metadata))),
        };
        self.waiting.push(now.saturating_add(delay), 0, 0, self.started, then);
        self.started += 1;
    }

    fn next_event(&mut self) -> Time {
        let end = self.ends.first().map_or(Time::MAX, |&(end, _)| end);
        self.waiting.next_time().min(end)
    }

    fn advance(&mut self, to: Time, events: &mut Vec<StorageEvent>) {
        if to == Time::MAX {
            return;
        }
        // Requests end before new ones take their share.
        while let Some(&(end, server)) = self.ends.first()
            && end <= to
        {
            let of = &mut self.of_server[server as usize];
            of.move_to(end);
            while let Some(ended) = of.work.pop() {
                ended.tell(events);
            }
            self.note(server);
        }
        while self.waiting.next_time() <= to
            && let Some((at, waiting)) = self.waiting.pop()
        {
            match waiting {
                Waiting::Done(ended) => ended.tell(events),
                Waiting::Work { ended, work: Time::ZERO, .. } => ended.tell(events),
                Waiting::Work { server, ended, work } => self.begin_work(at, server, ended, work),
            }
        }
    }
}

#[cfg(test)]
mod tests;
