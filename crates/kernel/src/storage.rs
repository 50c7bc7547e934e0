//! The interface between the kernel and storage models (file systems, their servers and devices): requests and their
//! completions.

use units::{Endpoint, Time};

/// Kind of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StorageKind {
    /// The server sends bytes.
    Read,
    /// The server receives bytes.
    Write,
    /// The server brings what it has received of a file to its device.
    Flush,
    /// A name is looked up, created or deleted.
    Open,
    /// Sizes, locks, pointers: no file data.
    Metadata,
}

/// Contiguous bytes of a file on one server: offsets count the bytes of the file on that server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The first byte.
    pub offset: u64,
    /// How many.
    pub bytes: u64,
}

impl Extent {
    /// The first byte behind it.
    pub fn end(self) -> u64 {
        self.offset.saturating_add(self.bytes)
    }

    /// Appends it to the extents of a request: if it follows the last one without a gap, that becomes longer.
    pub fn append_to(self, extents: &mut Vec<Self>) {
        match extents.last_mut() {
            Some(last) if last.end() == self.offset => last.bytes += self.bytes,
            _ => extents.push(self),
        }
    }
}

/// One request to one server, as a storage model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageRequest {
    /// Chosen by the owner, returned in [`StorageEvent`].
    pub token: u64,
    /// Who asks: a host.
    pub client: u32,
    /// The server, below [`Storage::servers`].
    pub server: u32,
    /// The file, numbered from 0 in the order of the first uses.
    pub file: u32,
    /// Read, write, or another.
    pub kind: StorageKind,
    /// Of a read or write: what it touches on this server, in the order of its data.
    pub extents: Vec<Extent>,
}

impl StorageRequest {
    /// Bytes of the file that it reads or writes.
    pub fn bytes(&self) -> u64 {
        self.extents.iter().fold(0, |sum, extent| sum.saturating_add(extent.bytes))
    }
}

/// How long a request has waited at its server for something other than the movement of data, its own or others'.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// For a thread, for that thread's work, and for the latency of devices.
    pub handling: Time,
    /// For locks that other clients gave up.
    pub locks: Time,
    /// For the positioning of arms.
    pub positioning: Time,
}

/// What has happened to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Further bytes of a read that can be sent.
    Ready(u64),
    /// Further bytes of a write that have been taken in.
    Accepted(u64),
    /// The server has served it: the reply can be sent. Of a read, what becomes ready next is the last.
    Done(Service),
}

/// Progress of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageEvent {
    /// The request's token.
    pub token: u64,
    /// What has happened.
    pub progress: Progress,
}

/// The messages between clients and servers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StorageProtocol {
    /// Bytes of a request's message.
    pub request: u64,
    /// Further ones for each extent.
    pub extent: u64,
    /// Bytes of the reply, where it carries no data.
    pub reply: u64,
    /// How written data follow their request; none: they are part of its message.
    pub parts: Option<Parts>,
    /// Whether written data may be on their way to a device when a write has ended, so that a flush asks every server.
    pub writes_behind: bool,
    /// Whether the first rank that closes a file flushes it.
    pub flush_on_close: bool,
    /// How libraries for parallel I/O call file systems of this kind; none: an access is one request to each server.
    pub driver: Option<&'static str>,
    /// The stripes of every file, if it has stripes.
    pub stripes: Option<Stripes>,
}

/// A file's bytes are dealt to servers in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stripes {
    /// Bytes of a stripe, at least 1.
    pub bytes: u64,
    /// How many servers have stripes of a file, at least 1.
    pub servers: u32,
}

/// Written data as messages that follow the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The largest, in bytes; at least 1.
    pub bytes: u64,
    /// How many of a request have been sent and not taken in, at most; at least 1.
    pub window: u32,
}

/// What a server has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerTotals {
    /// Requests that have reached it.
    pub requests: u64,
    /// Bytes that its device has read.
    pub read: u64,
    /// Bytes that its device has written.
    pub written: u64,
    /// Accesses to its device.
    pub jobs: u64,
    /// Of these, those for which an arm had to be positioned.
    pub seeks: u64,
    /// Time of positioning.
    pub positioning: Time,
    /// Time with at least one access.
    pub busy: Time,
    /// The most bytes in its memory at a time.
    pub most_memory: u64,
}

/// An access to a device that has ended, as far as it served one request: an access may serve several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceAccess {
    /// The access: accesses of a run have numbers of their own.
    pub job: u64,
    /// The request's token.
    pub token: u64,
    /// The server.
    pub server: u32,
    /// Whether it wrote.
    pub write: bool,
    /// The first byte of the request's that it moved, on the server.
    pub offset: u64,
    /// How many bytes of the request it moved.
    pub bytes: u64,
    /// When the device began with it.
    pub start: Time,
    /// Of the time since, positioning.
    pub positioning: Time,
    /// When it ended.
    pub end: Time,
    /// Pieces that waited for the device when it was given the access.
    pub waiting: u64,
    /// Bytes in the server's memory then.
    pub memory: u64,
}

/// A storage model: it knows servers, numbered files, offsets and bytes, and nothing of MPI. It models time alone, not
/// contents.
///
/// A request is a conversation. Its owner starts it when the request's message has reached the server, tells the model how many
/// bytes have moved since ([`Storage::moved`]), and is told what has become ready, was taken in or has ended. Starts and
/// ends are as for [`crate::Network`].
pub trait Storage {
    /// How many servers there are, at least 1.
    fn servers(&self) -> u32;

    /// The endpoint of a server on the network; none if it is attached to every host directly, without the network.
    fn endpoint(&self, server: u32) -> Option<Endpoint>;

    /// The server that knows a file's name and size.
    fn metadata_server(&self, file: u32) -> u32;

    /// Calls `each(server, extent)` for every server that holds part of an extent of a file, in ascending order.
    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, Extent));

    /// The messages of its requests.
    fn protocol(&self) -> StorageProtocol {
        StorageProtocol::default()
    }

    /// The same file system as it is before its first request.
    fn idle(&self) -> Box<dyn Storage>;

    /// Divides the time that a request has spent at its server among the parameters of the model that have set it, by their
    /// names. A part that no parameter has set is left out.
    fn divide(&self, request: &StorageRequest, time: Time, each: &mut dyn FnMut(&'static str, Time)) {
        let _ = (request, time, each);
    }

    /// Starts a request at `now`, which is never before an earlier call's instant.
    fn start(&mut self, now: Time, request: &StorageRequest);

    /// Further bytes of a request have moved: of a write they have reached the server; of a read they have reached the client.
    fn moved(&mut self, now: Time, token: u64, bytes: u64) {
        let _ = (now, token, bytes);
    }

    /// What each server has done, up to an instant; nothing if the model does not count.
    fn totals(&self, now: Time) -> Vec<ServerTotals> {
        let _ = now;
        Vec::new()
    }

    /// From now on accesses to devices are kept for [`Storage::take_accesses`].
    fn keep_accesses(&mut self) {}

    /// Appends the accesses to devices that have ended since the last call, in the order of their ends.
    fn take_accesses(&mut self, accesses: &mut Vec<DeviceAccess>) {
        let _ = accesses;
    }

    /// The instant of the next progress, or [`Time::MAX`] if nothing is under way.
    fn next_event(&mut self) -> Time;

    /// Moves to `to` (at most [`Storage::next_event`]) and appends what happens by then, in an order that depends only on the
    /// order of the starts.
    fn advance(&mut self, to: Time, events: &mut Vec<StorageEvent>);
}
