//! The interface between the kernel and storage models: file systems, their servers and disks.

use units::{Endpoint, Time};

/// Kind of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StorageKind {
    /// The server sends bytes.
    Read,
    /// The server receives bytes.
    Write,
    /// Names, sizes, locks: no file data.
    Metadata,
}

/// One request to one server, as a storage model sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageRequest {
    /// Chosen by the owner, returned in [`StorageDone`].
    pub token: u64,
    /// The server, below [`Storage::servers`].
    pub server: u32,
    /// The file, numbered from 0 in the order of the first uses.
    pub file: u32,
    /// Read, write or metadata.
    pub kind: StorageKind,
    /// The lowest offset in the file that is touched on this server.
    pub offset: u64,
    /// Bytes of the file on this server.
    pub bytes: u64,
    /// Contiguous extents of the file that they form.
    pub extents: u64,
}

/// The end of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageDone {
    /// The request's token.
    pub token: u64,
}

/// A storage model: it knows servers, numbered files, offsets and bytes, and nothing of MPI. It models time alone, not
/// contents. Starts and ends are as for [`crate::Network`].
pub trait Storage {
    /// How many servers there are, at least 1.
    fn servers(&self) -> u32;

    /// The endpoint of a server on the network; none if it is attached to every host directly, without the network.
    fn endpoint(&self, server: u32) -> Option<Endpoint>;

    /// The server that knows a file's name and size.
    fn metadata_server(&self, file: u32) -> u32;

    /// Calls `each(server, bytes)` for every server that holds part of an extent of a file, each once, in ascending order.
    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, u64));

    /// Time of a request on an idle file system; none if the model does not know.
    fn uncontended_time(&self, request: &StorageRequest) -> Option<Time> {
        let _ = request;
        None
    }

    /// Starts a request at `now`, which is never before an earlier call's instant.
    fn start(&mut self, now: Time, request: &StorageRequest);

    /// The instant of the next end, or [`Time::MAX`] if nothing is under way.
    fn next_event(&mut self) -> Time;

    /// Moves to `to` (at most [`Storage::next_event`]) and appends what ends by then, in an order that depends only on the
    /// order of the starts.
    fn advance(&mut self, to: Time, done: &mut Vec<StorageDone>);
}
