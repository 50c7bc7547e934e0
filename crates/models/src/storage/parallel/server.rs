//! A file server of the storage model `parallel`: its cache, its device and its memory.

use super::locks::Locks;
use super::requests::Overheads;
use crate::storage::caches::{Access, Cache, Piece};
use crate::storage::devices::{Device, DeviceEnd, DeviceJob};
use kernel::{FirstComeFirstServed, ServerTotals};
use std::collections::{BTreeMap, VecDeque};
use std::ops::{Index, IndexMut};
use units::Time;

/// An access that the device has, and what the server was like when it got it.
pub(super) struct Given {
    pub(super) access: Access,
    pub(super) waiting: u64,
    pub(super) memory: u64,
}

pub(super) struct Server {
    cache: Box<dyn Cache>,
    pub(super) device: Box<dyn Device>,
    pub(super) threads: FirstComeFirstServed,
    pub(super) locks: Option<Locks>,
    memory: u64,
    used: u64,
    /// Accesses that the device may have at once, and those that it has.
    jobs: u32,
    accesses: BTreeMap<u32, Given>,
    next_access: u32,
    /// Parts of writes that have arrived and do not fit.
    pub(super) parked: VecDeque<(u64, u64)>,
    /// By read: its bytes in memory that make no whole part and are sent when more of them have been read; and the sum.
    held: BTreeMap<u64, u64>,
    held_bytes: u64,
    /// By file: pieces that were taken in and not written, and flushes that wait for them.
    unwritten: BTreeMap<u32, (u64, Vec<u64>)>,
    /// The device's next end, as far as the model has noted it.
    pub(super) noted: Time,
    /// Pieces in the cache.
    waiting: u64,
    /// But for the time since `busy_since`.
    totals: ServerTotals,
    /// Since when the device has had an access.
    busy_since: Option<Time>,
    overheads: Overheads,
}

/// The servers of a file system by number. One that has had nothing to do takes no memory.
pub(super) struct ServerList {
    unused: Server,
    used: BTreeMap<u32, Server>,
}

impl ServerList {
    /// Servers that all begin as this one.
    pub(super) fn of(unused: Server) -> Self {
        Self { unused, used: BTreeMap::new() }
    }

    /// The same servers as they began.
    pub(super) fn idle(&self) -> Self {
        Self::of(self.unused.idle())
    }
}

impl Index<u32> for ServerList {
    type Output = Server;

    fn index(&self, number: u32) -> &Server {
        self.used.get(&number).unwrap_or(&self.unused)
    }
}

impl IndexMut<u32> for ServerList {
    fn index_mut(&mut self, number: u32) -> &mut Server {
        let Self { unused, used } = self;
        used.entry(number).or_insert_with(|| unused.idle())
    }
}

impl Server {
    pub(super) fn new(
        cache: Box<dyn Cache>,
        device: Box<dyn Device>,
        memory: u64,
        jobs: u32,
        threads: FirstComeFirstServed,
        locks: Option<Locks>,
    ) -> Self {
        Self {
            cache,
            device,
            threads,
            locks,
            memory,
            used: 0,
            jobs,
            accesses: BTreeMap::new(),
            next_access: 0,
            parked: VecDeque::new(),
            held: BTreeMap::new(),
            held_bytes: 0,
            unwritten: BTreeMap::new(),
            noted: Time::MAX,
            waiting: 0,
            totals: ServerTotals::default(),
            busy_since: None,
            overheads: Overheads::default(),
        }
    }

    /// The same server as it is before its first request.
    fn idle(&self) -> Self {
        let locks = self.locks.as_ref().map(Locks::idle);
        Self::new(self.cache.idle(), self.device.idle(), self.memory, self.jobs, self.threads.idle(), locks)
    }

    /// What its accesses to the device have taken so far, besides the movement of data.
    pub(super) fn overheads(&self) -> Overheads {
        self.overheads
    }

    /// What it has done up to now.
    pub(super) fn totals(&self, now: Time) -> ServerTotals {
        let busy = self.busy_since.map_or(Time::ZERO, |since| now.saturating_sub(since));
        ServerTotals { busy: self.totals.busy.saturating_add(busy), ..self.totals }
    }

    pub(super) fn count_request(&mut self) {
        self.totals.requests += 1;
    }

    fn take_memory(&mut self, bytes: u64) {
        self.used += bytes;
        self.totals.most_memory = self.totals.most_memory.max(self.used);
    }

    /// The part that the cache takes in next, for which memory is taken.
    pub(super) fn unpark(&mut self) -> Option<(u64, u64)> {
        let &(_, bytes) = self.parked.front()?;
        if !self.cache.accepts(bytes, self.memory.saturating_sub(self.used)) {
            return None;
        }
        self.take_memory(bytes);
        self.parked.pop_front()
    }

    pub(super) fn push(&mut self, piece: Piece) {
        if piece.write {
            self.unwritten.entry(piece.file).or_default().0 += 1;
        }
        self.waiting += 1;
        self.cache.push(piece);
    }

    /// Whether a flush has to wait for writes of its file; it then waits.
    pub(super) fn wait_for_writes(&mut self, file: u32, token: u64) -> bool {
        let unwritten = self.unwritten.get_mut(&file);
        unwritten.is_some_and(|(_, flushes)| {
            flushes.push(token);
            true
        })
    }

    /// Gives the device as many accesses as it may have.
    pub(super) fn start_accesses(&mut self, now: Time) {
        while self.accesses.len() < self.jobs as usize {
            // A read that needs more than all memory has to be served once nothing else is in it.
            let free = if self.used == 0 { u64::MAX } else { self.memory.saturating_sub(self.used) };
            let Some(access) = self.cache.pop(free) else { return };
            self.waiting -= access.pieces.len() as u64;
            if !access.write {
                self.take_memory(access.pieces.iter().map(|piece| piece.bytes).sum());
            }
            self.busy_since.get_or_insert(now);
            let Access { write, file, offset, bytes, .. } = access;
            let number = self.next_access;
            self.next_access = number.wrapping_add(1);
            self.accesses.insert(number, Given { access, waiting: self.waiting, memory: self.used });
            self.device.start(now, DeviceJob { number, write, file, offset, bytes });
        }
    }

    /// More bytes of a read are in memory, the last ones if it is `whole`: how many can be sent. Others are held until they make a part.
    pub(super) fn ready(&mut self, token: u64, bytes: u64, part: u64, whole: bool) -> u64 {
        let held = self.held.remove(&token).unwrap_or(0);
        let left = if whole { 0 } else { (held + bytes) % part };
        if left > 0 {
            self.held.insert(token, left);
        }
        self.held_bytes = self.held_bytes - held + left;
        held + bytes - left
    }

    /// What reads hold, if that is all that is in memory and something waits for it: it is no longer held.
    pub(super) fn release_held(&mut self) -> BTreeMap<u64, u64> {
        let waits = self.accesses.is_empty() && (self.waiting > 0 || !self.parked.is_empty());
        if !waits || self.held_bytes < self.used.max(1) {
            return BTreeMap::new();
        }
        self.held_bytes = 0;
        std::mem::take(&mut self.held)
    }

    /// The device has ended an access.
    pub(super) fn ended(&mut self, now: Time, end: DeviceEnd) -> Given {
        // Latencies of accesses that the device has at once overlap.
        let at_once = self.accesses.len() as u64;
        let Overheads { positioning, latency } = &mut self.overheads;
        *positioning = positioning.saturating_add(end.positioning);
        *latency = latency.saturating_add(Time::from_ps(end.latency.ps() / at_once));
        let given = self.accesses.remove(&end.number).expect("an access of the device");
        self.cache.ended(&given.access);
        self.count(&given.access, end.positioning);
        if self.accesses.is_empty()
            && let Some(since) = self.busy_since.take()
        {
            self.totals.busy = self.totals.busy.saturating_add(now.saturating_sub(since));
        }
        given
    }

    fn count(&mut self, access: &Access, positioning: Time) {
        let totals = &mut self.totals;
        totals.jobs += 1;
        *(if access.write { &mut totals.written } else { &mut totals.read }) += access.bytes;
        totals.seeks += u64::from(positioning > Time::ZERO);
        totals.positioning = totals.positioning.saturating_add(positioning);
    }

    /// Written data leave memory: the flushes that have waited for them.
    pub(super) fn written(&mut self, access: &Access) -> Vec<u64> {
        self.free(access.pieces.iter().map(|piece| piece.bytes).sum());
        let (left, _) = self.unwritten.get_mut(&access.file).expect("pieces that were taken in");
        *left -= access.pieces.len() as u64;
        if *left > 0 {
            return Vec::new();
        }
        self.unwritten.remove(&access.file).map_or_else(Vec::new, |(_, flushes)| flushes)
    }

    pub(super) fn free(&mut self, bytes: u64) {
        self.used -= bytes;
    }
}
