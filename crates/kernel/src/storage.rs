//! The seam between the kernel and storage models: file systems, their servers and disks.

use units::{Endpoint, Time};

/// What a server is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StorageKind {
    /// Bytes leave it.
    Read,
    /// Bytes come to it.
    Write,
    /// Names, sizes, locks: no bytes of a file.
    Metadata,
}

/// One request to one server, as a storage model sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageRequest {
    /// The owner's name for it, returned in [`StorageDone`].
    pub token: u64,
    /// The server, below [`Storage::servers`].
    pub server: u32,
    /// The file, numbered from 0 in the order of the first uses.
    pub file: u32,
    /// What is asked for.
    pub kind: StorageKind,
    /// The lowest offset in the file that is touched on this server.
    pub offset: u64,
    /// Bytes of the file on this server.
    pub bytes: u64,
    /// In how many contiguous stretches of the file they lie.
    pub extents: u64,
}

/// The end of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageDone {
    /// The request's token.
    pub token: u64,
}

/// A storage model: it knows servers, files as numbers, offsets and bytes, and nothing of MPI. What it is told of takes
/// time; contents are not its business. Starts and ends as of [`crate::Network`].
pub trait Storage {
    /// How many servers there are, at least 1.
    fn servers(&self) -> u32;

    /// Where a server sits on the network; none: it is attached to every host by itself, and nothing crosses the network.
    fn endpoint(&self, server: u32) -> Option<Endpoint>;

    /// The server that knows a file's name and size.
    fn metadata_server(&self, file: u32) -> u32;

    /// Calls `each(server, bytes)` for every server that holds some of a stretch of a file, each once, in ascending order.
    fn spread(&self, file: u32, offset: u64, bytes: u64, each: &mut dyn FnMut(u32, u64));

    /// How long a request takes where no other is at work; none where the model does not tell.
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
