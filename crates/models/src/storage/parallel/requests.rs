//! The state of the read and write requests in progress at the file servers of the storage model `parallel`.

use kernel::{Extent, Service, StorageKind, StorageRequest};
use rustc_hash::FxHashMap;
use units::Time;

/// A request to a server.
pub(super) struct Request {
    pub(super) kind: StorageKind,
    pub(super) client: u32,
    pub(super) server: u32,
    pub(super) file: u32,
    pub(super) extents: Vec<Extent>,
    /// The first extent whose pieces have not been made, and how many of its bytes have.
    cursor: (usize, u64),
    pub(super) total: u64,
    /// Bytes that the device has not read, or the cache has not taken in.
    pub(super) left: u64,
    /// Of a write that waits for the device: bytes that were taken in and not written.
    pub(super) unwritten: u64,
    /// Of a read: bytes that are at the client.
    pub(super) returned: u64,
    /// Of a write: whether it has begun, and parts that arrived before.
    pub(super) begun: bool,
    pub(super) early: Vec<u64>,
    /// When it reached the server, and what it has waited for since, besides the movement of data.
    pub(super) arrived: Time,
    pub(super) service: Service,
    /// Since when it has waited for the device, and the device's overheads then; nothing while it doesn't.
    waits: Option<(Time, Overheads)>,
    /// Of a write: its parts that wait for room.
    pub(super) parked: u32,
}

/// What a server's accesses to its device have taken so far, besides the movement of data.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Overheads {
    pub(super) positioning: Time,
    pub(super) latency: Time,
}

impl Request {
    /// It begins: the parts that arrived before.
    pub(super) fn begin(&mut self) -> Vec<u64> {
        self.begun = true;
        std::mem::take(&mut self.early)
    }

    /// It begins to wait for the device.
    pub(super) fn wait_for_device(&mut self, now: Time, so_far: Overheads) {
        self.waits.get_or_insert((now, so_far));
    }

    /// It no longer waits for the device.
    pub(super) fn had_from_device(&mut self, now: Time, so_far: Overheads) {
        let Some((since, before)) = self.waits.take() else { return };
        // An access that was under way before has overheads from then.
        let waited = now.saturating_sub(since);
        let positioning = so_far.positioning.saturating_sub(before.positioning).min(waited);
        let latency = so_far.latency.saturating_sub(before.latency).min(waited.saturating_sub(positioning));
        self.service.positioning = self.service.positioning.saturating_add(positioning);
        self.service.handling = self.service.handling.saturating_add(latency);
    }

    /// Its next so many bytes in pieces of at most `most`.
    pub(super) fn next_pieces(&mut self, mut bytes: u64, most: u64) -> Vec<Extent> {
        let mut pieces = Vec::new();
        while bytes > 0 {
            let (at, before) = self.cursor;
            let extent = self.extents[at];
            let piece = bytes.min(extent.bytes - before).min(most);
            if piece > 0 {
                pieces.push(Extent { offset: extent.offset + before, bytes: piece });
            }
            bytes -= piece;
            self.cursor = if before + piece == extent.bytes { (at + 1, 0) } else { (at, before + piece) };
        }
        pieces
    }
}

/// Requests by token.
#[derive(Default)]
pub(super) struct Requests(FxHashMap<u64, Request>);

impl Requests {
    pub(super) fn insert(&mut self, now: Time, request: &StorageRequest) {
        let StorageRequest { token, client, server, file, kind, ref extents } = *request;
        let total = request.bytes();
        let request = Request {
            kind,
            client,
            server,
            file,
            extents: extents.clone(),
            cursor: (0, 0),
            total,
            left: total,
            unwritten: 0,
            returned: 0,
            begun: false,
            early: Vec::new(),
            arrived: now,
            service: Service::default(),
            waits: None,
            parked: 0,
        };
        self.0.insert(token, request);
    }

    pub(super) fn get(&self, token: u64) -> &Request {
        &self.0[&token]
    }

    pub(super) fn get_mut(&mut self, token: u64) -> &mut Request {
        self.0.get_mut(&token).expect("a request under way")
    }

    pub(super) fn remove(&mut self, token: u64) {
        self.0.remove(&token);
    }
}
