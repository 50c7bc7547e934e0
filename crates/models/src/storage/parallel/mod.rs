//! `parallel`: a parallel file system of servers with caches and devices, after PVFS and PIOsimHD (J. Kunkel: "Simulating
//! Parallel Programs on Application and System Level", Computer Science - Research and Development, 2012).
//!
//! # Equations
//! A layout says which extents of an access are on which server. A request of m extents is a message of 20 + 8 m bytes.
//! Handling a request takes the server `server.request` on one of its `server.threads` threads. Then the request waits until
//! conflicting locks of other clients are revoked. Then the server cuts its extents into pieces of at most
//! `server.granularity`.
//!
//! *Read*: pieces wait in the cache for the device, which serves at most `server.jobs` accesses at once. An access to the
//! device needs memory for its bytes. This memory is free again when the bytes are at the client. The server sends the bytes of
//! completed pieces in whole multiples of `client.part`, and the remainder at the end. If the memory is full and an access
//! waits for memory, the server sends incomplete parts, too.
//!
//! *Write*: after the request, the client sends the data in parts of at most `client.part` bytes; at most `client.window` parts
//! are sent and not yet in the cache. The cache accepts parts in the order of arrival. If it has no room for the first waiting
//! part, all parts behind this one wait, too. The server sends the reply of 15 bytes when the last part is in the cache, or,
//! with `write-through`, when all data are written.
//!
//! *Flush* ends when the server has written all data of the file that were in its cache. *Open* and other requests for metadata
//! take the times `metadata.open` and `metadata.other` on one of `metadata.threads` threads of server 0.
//!
//! *Locks* (`locks.unit`): a client locks the units of its request's extents, shared for a read and exclusive for a write, and
//! keeps the locks after the request. If locks of other clients conflict, the request waits for the time `locks.revoke`, once
//! for all of them; then these locks are revoked.
//!
//! Layouts, caches and devices have registries of their own. Times are integers.
//!
//! # What it leaves out
//! Caches of clients, read-ahead; the rate of the servers' memory and cores; the time that a revoked lock waits for its
//! holder's data in flight; replication; other users.
//!
//! # Cost
//! Two to four events per piece and part. Each event takes O(log n), with n pieces in the cache. Memory: about 100 bytes for
//! each piece.

mod locks;
mod requests;
mod server;
#[cfg(test)]
mod tests;

use super::caches::{CACHES, Piece};
use super::devices::{DEVICES, DeviceEnd, DeviceJob};
use super::layouts::{LAYOUTS, Layout};
use super::servers::Servers;
use crate::settings::Settings;
use crate::{ModelError, Parameter, ParameterKind, Setting};
use kernel::{
    DeviceAccess, EventQueue, Extent, FirstComeFirstServed, Parts, Progress, ServerTotals, Storage, StorageEvent,
    StorageKind, StorageProtocol, StorageRequest,
};
use locks::Locks;
use requests::{Request, Requests};
use server::{Given, Server, ServerList};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use units::{Endpoint, Time};

/// Bytes of PIOsimHD's messages: a request, each extent in it, the reply to a write.
const REQUEST: u64 = 20;
const EXTENT: u64 = 8;
const REPLY: u64 = 15;

/// What a platform's `[storage]` may set of it, besides the keys of layout and device.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "layout.kind",
        ParameterKind::Text,
        "pvfs",
        "stripes over all servers",
        "Where the bytes of files are: `windtunnel list layouts`.",
    ),
    Parameter::with_default(
        "device.kind",
        ParameterKind::Text,
        "ssd",
        "a solid-state device",
        "What each server's data are on: `windtunnel list devices`.",
    ),
    Parameter::with_default(
        "server.cache",
        ParameterKind::Text,
        "aggregation-reorder",
        "the most elaborate one",
        "What servers take in and when they write it: `windtunnel list caches`.",
    ),
    Parameter::with_default(
        "server.memory",
        ParameterKind::Size,
        "1 GB",
        "PIOsimHD's tests",
        "Memory of a server for data on their way.",
    ),
    Parameter::with_default(
        "server.granularity",
        ParameterKind::Size,
        "10 MiB",
        "PIOsimHD",
        "The largest access to a device.",
    ),
    Parameter::with_default(
        "server.jobs",
        ParameterKind::Count,
        "1",
        "PIOsimHD's tests",
        "Accesses that a device has at once.",
    ),
    Parameter::with_default(
        "server.request",
        ParameterKind::Latency,
        "0 s",
        "only messages and devices take time",
        "Time of a thread for each read, write and flush request.",
    ),
    Parameter::with_default(
        "server.threads",
        ParameterKind::Count,
        "1",
        "a server's main loop",
        "Requests that a server handles at once.",
    ),
    Parameter::with_default(
        "client.part",
        ParameterKind::Size,
        "1 MiB",
        "a bulk request of Lustre",
        "Written data follow their request in parts of at most this; read data are sent in multiples of it.",
    ),
    Parameter::with_default(
        "client.window",
        ParameterKind::Count,
        "8",
        "Lustre's `max_rpcs_in_flight`",
        "Parts of a write that are on their way at once.",
    ),
    Parameter::with_default(
        "client.flush_on_close",
        ParameterKind::YesNo,
        "no",
        "close does not wait for devices",
        "Whether the first rank that closes a file flushes it.",
    ),
    Parameter::with_default(
        "metadata.open",
        ParameterKind::Latency,
        "300 us",
        "a create on a small metadata server",
        "Time of a thread to open, create or delete a file.",
    ),
    Parameter::with_default(
        "metadata.other",
        ParameterKind::Latency,
        "100 us",
        "a stat on a small metadata server",
        "Time of a thread for sizes, closing, locks of atomic accesses and shared pointers.",
    ),
    Parameter::with_default(
        "metadata.threads",
        ParameterKind::Count,
        "8",
        "a small metadata server",
        "Requests for metadata that are handled at once.",
    ),
    Parameter::with_default(
        "locks.unit",
        ParameterKind::Or(&ParameterKind::Size, "off"),
        "off",
        "PVFS has no locks",
        "Unit of the extent locks of reads and writes, in bytes of a file on one server.",
    ),
    Parameter::with_default(
        "locks.revoke",
        ParameterKind::Latency,
        "200 us",
        "two messages and the holder's answer",
        "Time to take a lock away from another client.",
    ),
];

/// The storage model `parallel`.
struct ParallelFileSystem {
    places: Servers,
    layout: Arc<dyn Layout>,
    protocol: StorageProtocol,
    granularity: u64,
    /// Whether writes are answered when they are written.
    through: bool,
    /// Multiples of this are sent of what is read.
    part: u64,
    metadata: MetadataTimes,
    request_time: Time,
    servers: ServerList,
    metadata_threads: FirstComeFirstServed,
    requests: Requests,
    queue: EventQueue<Event>,
    events: u64,
    /// When devices have their next ends.
    ends: BTreeSet<(Time, u32)>,
    /// What has happened and was not told.
    out: VecDeque<(Time, StorageEvent)>,
    done: Vec<DeviceEnd>,
    /// Accesses that devices have ended, if they are kept, and how many there were.
    kept: Option<Vec<DeviceAccess>>,
    jobs: u64,
}

#[derive(Clone, Copy, Debug)]
struct MetadataTimes {
    open: Time,
    other: Time,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A thread has handled a request.
    Handled(u64),
    /// The locks of a request are its client's.
    Locked(u64),
}

/// The settings whose names begin with `part`, but for its kind.
fn of_part<'a>(settings: &[Setting<'a>], part: &str) -> Vec<Setting<'a>> {
    let is_of = |name: &str| name.strip_prefix(part).is_some_and(|rest| rest.starts_with('.') && rest != ".kind");
    settings.iter().copied().filter(|setting| is_of(setting.name)).collect()
}

pub(super) fn build(places: Servers, given: &[Setting<'_>]) -> Result<Box<dyn Storage>, ModelError> {
    let (of_layout, of_device) = (of_part(given, "layout"), of_part(given, "device"));
    let own: Vec<Setting<'_>> = given
        .iter()
        .copied()
        .filter(|setting| !of_layout.contains(setting) && !of_device.contains(setting))
        .collect();
    let settings = Settings::new("parallel", PARAMETERS, &own)?;
    let layout =
        &LAYOUTS[settings.choice("layout.kind", &LAYOUTS.iter().map(|kind| kind.name).collect::<Vec<_>>())?];
    let device =
        &DEVICES[settings.choice("device.kind", &DEVICES.iter().map(|kind| kind.name).collect::<Vec<_>>())?];
    let cache = &CACHES[settings.choice("server.cache", &CACHES.iter().map(|kind| kind.name).collect::<Vec<_>>())?];
    let granularity = settings.some_bytes("server.granularity")?.0;
    let (memory, part) = (settings.some_bytes("server.memory")?.0, settings.some_bytes("client.part")?.0);
    if part > memory {
        let expected = "at most `server.memory`, so that a part finds room".to_owned();
        return Err(settings.bad("client.part", settings.text("client.part"), expected));
    }
    let jobs = settings.count("server.jobs")?;
    let (threads, unit) = (settings.count("server.threads")?, settings.bytes_or("locks.unit", "off")?);
    let revoke = settings.time("locks.revoke")?;
    let device = (device.build)(&Settings::new(device.name, device.parameters, &of_device)?)?;
    let locks = unit.map(|unit| Locks::new(unit, revoke));
    let server =
        Server::new((cache.build)(granularity), device, memory, jobs, FirstComeFirstServed::new(threads), locks);
    let flush_on_close = settings.choice("client.flush_on_close", &["no", "yes"])? == 1;
    let driver = Some(layout.driver);
    let layout = (layout.build)(places.count(), &Settings::new(layout.name, layout.parameters, &of_layout)?)?;
    Ok(Box::new(ParallelFileSystem {
        places,
        servers: ServerList::of(server),
        protocol: StorageProtocol {
            request: REQUEST,
            extent: EXTENT,
            reply: REPLY,
            parts: Some(Parts { bytes: part, window: settings.count("client.window")? }),
            writes_behind: true,
            flush_on_close,
            driver,
            stripes: layout.stripes(),
        },
        layout: layout.into(),
        granularity,
        through: cache.through,
        part,
        metadata: MetadataTimes { open: settings.time("metadata.open")?, other: settings.time("metadata.other")? },
        request_time: settings.time("server.request")?,
        metadata_threads: FirstComeFirstServed::new(settings.count("metadata.threads")?),
        requests: Requests::default(),
        queue: EventQueue::default(),
        events: 0,
        ends: BTreeSet::new(),
        out: VecDeque::new(),
        done: Vec::new(),
        kept: None,
        jobs: 0,
    }))
}

impl ParallelFileSystem {
    fn at(&mut self, time: Time, event: Event) {
        self.events += 1;
        self.queue.push(time, 0, 0, self.events, event);
    }

    fn tell(&mut self, now: Time, token: u64, progress: Progress) {
        self.out.push_back((now, StorageEvent { token, progress }));
    }

    /// A thread has handled a request: its locks are next.
    fn handled(&mut self, now: Time, token: u64) {
        let request = self.requests.get_mut(token);
        request.service.handling = now.saturating_sub(request.arrived);
        let locks = self.servers[request.server].locks.as_mut();
        match locks.and_then(|locks| locks.take(request).then(|| locks.revoke())) {
            Some(revoke) => {
                request.service.locks = revoke;
                self.at(now.saturating_add(revoke), Event::Locked(token));
            }
            None => self.begin(now, token),
        }
    }

    /// A request begins.
    fn begin(&mut self, now: Time, token: u64) {
        let Request { kind, server, file, .. } = *self.requests.get(token);
        match kind {
            StorageKind::Read => self.begin_read(now, token),
            StorageKind::Write => {
                let early = self.requests.get_mut(token).begin();
                if self.through {
                    self.wait_for_device(now, token);
                }
                if self.requests.get(token).total == 0 {
                    self.end(now, token);
                }
                early.into_iter().for_each(|part| self.arrive(now, token, part));
            }
            StorageKind::Flush if self.servers[server].wait_for_writes(file, token) => {
                self.wait_for_device(now, token)
            }
            _ => self.end(now, token),
        }
    }

    /// A request begins to wait for the device.
    fn wait_for_device(&mut self, now: Time, token: u64) {
        let request = self.requests.get_mut(token);
        request.wait_for_device(now, self.servers[request.server].overheads());
    }

    /// A request has from the device what it waited for.
    fn had_from_device(&mut self, now: Time, token: u64) {
        let request = self.requests.get_mut(token);
        request.had_from_device(now, self.servers[request.server].overheads());
    }

    /// A request has ended, and nothing more will be asked of it.
    fn end(&mut self, now: Time, token: u64) {
        self.had_from_device(now, token);
        self.tell(now, token, Progress::Done(self.requests.get(token).service));
        self.requests.remove(token);
    }

    fn begin_read(&mut self, now: Time, token: u64) {
        let request = self.requests.get_mut(token);
        let (server, total) = (request.server, request.total);
        let (file, pieces) = (request.file, request.next_pieces(total, self.granularity));
        if total == 0 {
            self.end(now, token);
            return;
        }
        for Extent { offset, bytes } in pieces {
            self.servers[server].push(Piece { token, write: false, file, offset, bytes });
        }
        self.wait_for_device(now, token);
        self.pump(now, server);
    }

    /// A part of a write has arrived at its server.
    fn arrive(&mut self, now: Time, token: u64, bytes: u64) {
        let request = self.requests.get_mut(token);
        let server = request.server;
        request.parked += 1;
        self.wait_for_device(now, token);
        self.servers[server].parked.push_back((token, bytes));
        self.take_in(now, server);
        self.pump(now, server);
    }

    /// The cache takes in what has arrived and fits.
    fn take_in(&mut self, now: Time, server: u32) {
        while let Some((token, bytes)) = self.servers[server].unpark() {
            let request = self.requests.get_mut(token);
            let (file, pieces) = (request.file, request.next_pieces(bytes, self.granularity));
            request.left -= bytes;
            request.parked -= 1;
            if request.parked == 0 && !self.through {
                request.had_from_device(now, self.servers[server].overheads());
            }
            request.unwritten += if self.through { bytes } else { 0 };
            for Extent { offset, bytes } in pieces {
                self.servers[server].push(Piece { token, write: true, file, offset, bytes });
            }
            self.tell(now, token, Progress::Accepted(bytes));
            self.end_if_whole(now, token);
        }
    }

    /// A write ends if nothing of it is missing.
    fn end_if_whole(&mut self, now: Time, token: u64) {
        let request = self.requests.get(token);
        if (request.left, request.unwritten) == (0, 0) {
            self.end(now, token);
        }
    }

    /// The device has written pieces that their requests wait for.
    fn written_through(&mut self, now: Time, pieces: &[Piece]) {
        for piece in pieces {
            self.requests.get_mut(piece.token).unwritten -= piece.bytes;
            self.end_if_whole(now, piece.token);
        }
    }

    /// The device gets what it can take.
    fn pump(&mut self, now: Time, server: u32) {
        self.servers[server].start_accesses(now);
        for (token, bytes) in self.servers[server].release_held() {
            self.tell(now, token, Progress::Ready(bytes));
        }
        let of = &mut self.servers[server];
        let end = of.device.next_event();
        if of.noted != end {
            self.ends.remove(&(of.noted, server));
            of.noted = end;
            if end < Time::MAX {
                self.ends.insert((end, server));
            }
        }
    }

    /// A device has something to tell.
    fn device_ended(&mut self, now: Time, server: u32) {
        let mut done = std::mem::take(&mut self.done);
        self.servers[server].device.advance(now, &mut done);
        for end in done.drain(..) {
            let given = self.servers[server].ended(now, end);
            self.keep(now, server, &given, end);
            let access = given.access;
            if access.write {
                if self.through {
                    self.written_through(now, &access.pieces);
                }
                for token in self.servers[server].written(&access) {
                    self.end(now, token);
                }
            } else {
                access.pieces.iter().for_each(|piece| self.read(now, piece));
            }
        }
        self.done = done;
        self.take_in(now, server);
        self.pump(now, server);
    }

    /// Keeps what an access has done for each of its requests.
    fn keep(&mut self, now: Time, server: u32, given: &Given, end: DeviceEnd) {
        let job = self.jobs;
        self.jobs += 1;
        let Some(kept) = &mut self.kept else { return };
        let Given { access, waiting, memory } = given;
        let (DeviceEnd { began, positioning, .. }, write) = (end, access.write);
        let first = kept.len();
        for &Piece { token, offset, bytes, .. } in &access.pieces {
            // Those of one request that follow one another are one.
            match kept[first..].last_mut().filter(|last| last.token == token) {
                Some(last) => (last.offset, last.bytes) = (last.offset.min(offset), last.bytes + bytes),
                None => kept.push(DeviceAccess {
                    job,
                    token,
                    server,
                    write,
                    offset,
                    bytes,
                    start: began,
                    positioning,
                    end: now,
                    waiting: *waiting,
                    memory: *memory,
                }),
            }
        }
    }

    /// A piece was read.
    fn read(&mut self, now: Time, piece: &Piece) {
        let request = self.requests.get_mut(piece.token);
        request.left -= piece.bytes;
        let left = request.left;
        let send = self.servers[request.server].ready(piece.token, piece.bytes, self.part, left == 0);
        if left == 0 {
            self.had_from_device(now, piece.token);
            self.tell(now, piece.token, Progress::Done(self.requests.get(piece.token).service));
        }
        if send > 0 {
            self.tell(now, piece.token, Progress::Ready(send));
        }
    }
}

impl Storage for ParallelFileSystem {
    fn servers(&self) -> u32 {
        self.places.count()
    }

    fn endpoint(&self, server: u32) -> Option<Endpoint> {
        self.places.endpoint(server)
    }

    fn metadata_server(&self, _: u32) -> u32 {
        0
    }

    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent)) {
        self.layout.spread(file, offset, bytes, each);
    }

    fn protocol(&self) -> StorageProtocol {
        self.protocol
    }

    fn divide(&self, request: &StorageRequest, time: Time, each: &mut dyn FnMut(&'static str, Time)) {
        let write = match request.kind {
            StorageKind::Open => return each("metadata.open", time),
            StorageKind::Metadata => return each("metadata.other", time),
            StorageKind::Read => false,
            StorageKind::Write if self.through => true,
            // The server's memory has taken it in; what a flush waits for is others' data.
            StorageKind::Write | StorageKind::Flush => return,
        };
        let device = &self.servers[request.server].device;
        let (mut parts, mut alone) = (Vec::new(), 0u128);
        for extent in &request.extents {
            let (pieces, rest) = (extent.bytes / self.granularity, extent.bytes % self.granularity);
            for (times, bytes) in [(pieces, self.granularity), (u64::from(rest > 0), rest)] {
                let job = DeviceJob { number: 0, write, file: request.file, offset: extent.offset, bytes };
                for (parameter, time) in device.parts(&job).into_iter().filter(|_| times > 0) {
                    let part = u128::from(time.ps().saturating_mul(times));
                    alone += part;
                    parts.push((parameter, part));
                }
            }
        }
        // What it waits for others' accesses is shared as its own are.
        for (parameter, part) in parts {
            let share = part * u128::from(time.ps()) / alone.max(1);
            each(parameter, Time::from_ps(share as u64));
        }
    }

    fn idle(&self) -> Box<dyn Storage> {
        Box::new(Self {
            places: self.places.clone(),
            layout: Arc::clone(&self.layout),
            servers: self.servers.idle(),
            metadata_threads: self.metadata_threads.idle(),
            requests: Requests::default(),
            queue: EventQueue::default(),
            events: 0,
            ends: BTreeSet::new(),
            out: VecDeque::new(),
            done: Vec::new(),
            kept: None,
            jobs: 0,
            ..*self
        })
    }

    fn totals(&self, now: Time) -> Vec<ServerTotals> {
        (0..self.places.count()).map(|server| self.servers[server].totals(now)).collect()
    }

    fn keep_accesses(&mut self) {
        self.kept.get_or_insert_default();
    }

    fn take_accesses(&mut self, accesses: &mut Vec<DeviceAccess>) {
        accesses.extend(self.kept.iter_mut().flat_map(|kept| kept.drain(..)));
    }

    fn start(&mut self, now: Time, request: &StorageRequest) {
        let StorageRequest { token, server, .. } = *request;
        self.requests.insert(now, request);
        self.servers[server].count_request();
        let end = match request.kind {
            StorageKind::Open => self.metadata_threads.serve(now, self.metadata.open),
            StorageKind::Metadata => self.metadata_threads.serve(now, self.metadata.other),
            _ => self.servers[server].threads.serve(now, self.request_time),
        };
        self.at(end, Event::Handled(token));
    }

    fn moved(&mut self, now: Time, token: u64, bytes: u64) {
        let request = self.requests.get_mut(token);
        match request.kind {
            StorageKind::Write if request.begun => self.arrive(now, token, bytes),
            StorageKind::Write => request.early.push(bytes),
            _ => {
                let server = request.server;
                request.returned += bytes;
                if request.returned == request.total {
                    self.requests.remove(token);
                }
                self.servers[server].free(bytes);
                self.take_in(now, server);
                self.pump(now, server);
            }
        }
    }

    fn next_event(&mut self) -> Time {
        let out = self.out.front().map_or(Time::MAX, |&(time, _)| time);
        let end = self.ends.first().map_or(Time::MAX, |&(end, _)| end);
        out.min(self.queue.next_time()).min(end)
    }

    fn advance(&mut self, to: Time, events: &mut Vec<StorageEvent>) {
        while to < Time::MAX && self.next_event() <= to {
            if let Some(&(end, server)) = self.ends.first()
                && end <= to.min(self.queue.next_time())
            {
                self.device_ended(end, server);
            } else if self.queue.next_time() <= to
                && let Some((now, event)) = self.queue.pop()
            {
                match event {
                    Event::Handled(token) => self.handled(now, token),
                    Event::Locked(token) => self.begin(now, token),
                }
            }
            events.extend(self.out.drain(..).map(|(_, event)| event));
        }
    }
}
