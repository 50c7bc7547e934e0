//! The engine's state of one request from a rank to a file server: whether it is on its way, being served or answered, and how
//! many bytes of its data are still to be moved.

use crate::ids::{FileOperationId, ServerRequestId};
use kernel::StorageRequest;
use units::Time;

/// A request to one server.
pub(super) struct ServerRequest {
    pub(super) operation: FileOperationId,
    /// Its number: of all requests, and of the operation.
    pub(super) serial: u64,
    pub(super) storage: StorageRequest,
    pub(super) stage: RequestStage,
    /// Of a write: bytes that have not been sent, and parts that reached the server before the request did.
    pub(super) unsent: u64,
    pub(super) early: Vec<u64>,
    /// Of a read: bytes that are not there.
    pub(super) missing: u64,
    /// When it was sent, had arrived, and was served.
    pub(super) times: [Time; 3],
}

/// How far a request to a server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RequestStage {
    Out,
    Serving,
    Back,
}

/// Data between a client and a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct DataPart {
    pub(super) server_request: ServerRequestId,
    pub(super) bytes: u64,
}
