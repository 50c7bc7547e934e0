//! MPI I/O in the engine: files, their operations and their time (MPI 5.0 §14).
//!
//! A call becomes a [`FileOperation`], which makes requests to servers of the storage model ([`kernel::Storage`]). The call
//! takes effect at one instant of simulated time: when the last of these servers has served its request. So the operations of
//! different ranks are ordered by time, and each is atomic. If ranks have memory (programs), the contents are in real files of
//! the machine that runs the simulation; otherwise (traces, motifs) only lengths are kept.
//!
//! A server is either attached to every host directly, or on the network. Let k_s be the bytes of a call on server s, S_s(k)
//! the time that the storage model takes for k bytes on server s, and m the metadata server of the file. Let L be the latency
//! of the network (the time of an empty message) and T2(k) the network's time for k bytes. A call made at t ends at the
//! maximum, over its servers, of
//!
//! | call | attached server | server on the network |
//! |---|---|---|
//! | write | t + S_s(k_s) | t + T2(k_s) + S_s(k_s) + L |
//! | read | t + S_s(k_s) | t + L + S_s(k_s) + T2(k_s) |
//! | anything else | t + S_m(0) | t + L + S_m(0) + L |
//!
//! In atomic mode an access first requests a lock, which costs as much as any other call. An access of no bytes takes no time.
//! During a call the rank's CPU core is idle. If the I/O library aggregates collective accesses (two-phase I/O), they run as
//! schedules of messages and requests ([`two_phase`]).
//!
//! | file | contents |
//! |---|---|
//! | `operation` | a call from its request by the rank to its completion |
//! | `hints` | the hints of a file, and how accesses with holes are made |
//! | `collective` | collective accesses |
//! | `two_phase` | their aggregation |
//! | `posix` | POSIX calls, whose effect the rank's own process executes |
//! | `steps` | the requests of a call to servers, one step after the other |
//! | `request`, `conversation` | a request to a server, and the data that follow it |
//! | `decided` | the share of the storage model's parameters in the time of requests |
//! | `effect` | the effect of a call on the file and on the rank's memory |
//! | `contents` | the bytes of files |

mod collective;
mod contents;
mod conversation;
mod decided;
mod effect;
mod hints;
mod operation;
mod posix;
mod request;
mod steps;
#[cfg(test)]
mod tests;
mod two_phase;

use crate::engine_core::EngineCore;
use crate::ids::{DataPartId, FileOperationId, ServerRequestId};
use crate::records::Records;
use crate::waits_for::WaitsFor;
use contents::Contents;
use decided::Decided;
use hints::Hints;
use ops::{CommId, FileCall, PosixCall, PosixOperation};
use posix::PosixFiles;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use two_phase::Together;
use units::{ActorId, Time};

pub(crate) use operation::FileOperation;
use request::{DataPart, ServerRequest};

/// All files of a run and what is asked of them.
#[derive(Default)]
pub(crate) struct Files {
    open: BTreeMap<CommId, OpenFile>,
    operations: Records<FileOperationId, FileOperation>,
    server_requests: Records<ServerRequestId, ServerRequest>,
    /// How many operations and requests there were.
    calls: u64,
    requests: u64,
    /// What has set the time of requests.
    decided: Decided,
    /// Data on their way between clients and servers.
    parts: Records<DataPartId, DataPart>,
    /// Hints that were given and have no effect, by number: each is said once.
    ignored_hints: BTreeSet<u32>,
    /// Contents of an access were skipped.
    skips: bool,
    /// Paths are numbered in the order of their first uses.
    path_ids: BTreeMap<Box<[u8]>, u32>,
    posix: PosixFiles,
}

/// A file that ranks have open.
struct OpenFile {
    path_id: u32,
    path: Box<[u8]>,
    contents: Contents,
    /// The shared file pointer, in units of the rank half's.
    shared: i64,
    /// How many ranks have opened it, and how many have it open.
    opened: u32,
    users: u32,
    delete_on_close: bool,
    /// By rank: those that the program has set.
    hints: BTreeMap<ActorId, Hints>,
    /// How many accesses of all ranks each has started, and those that not all have.
    collectives: BTreeMap<ActorId, u64>,
    starting: BTreeMap<u64, Rc<RefCell<Together>>>,
}

impl OpenFile {
    /// The hints that a rank's calls obey: those that it has given, else the library's.
    fn hints_of(&self, core: &EngineCore<'_>, actor: ActorId) -> Hints {
        self.hints.get(&actor).cloned().unwrap_or_else(|| core.library.file_hints.into())
    }
}

impl Files {
    /// The time of requests that each parameter of the storage model has set, of the rank with most; none if none was made.
    pub(crate) fn decided(&self) -> Option<Vec<(&'static str, Time)>> {
        (self.requests > 0).then(|| self.decided.largest())
    }

    /// What a blocked rank waits for.
    pub(crate) fn waits_for(&self, operation: FileOperationId) -> WaitsFor {
        let Some(operation) = self.operations.get(operation) else {
            return WaitsFor::nobody("a file".to_owned());
        };
        let what = match operation.call() {
            Some(FileCall::Posix(PosixCall { operation: PosixOperation::Write { .. }, .. })) => "a write to",
            Some(FileCall::Posix(PosixCall { operation: PosixOperation::Read { .. }, .. })) => "a read of",
            call => match call.and_then(FileCall::access) {
                Some(access) if access.write => "a write to",
                Some(_) => "a read of",
                None => "an operation on",
            },
        };
        let path = self.path_ids.iter().find(|&(_, &id)| id == operation.path_id());
        let path = path.map_or_else(String::new, |(path, _)| String::from_utf8_lossy(path).into_owned());
        WaitsFor::nobody(format!("{what} the file {path}, which the storage model has not ended"))
    }

    /// The id of a path, and whether it is new.
    fn intern_path(&mut self, path: &[u8]) -> (u32, bool) {
        if let Some(&id) = self.path_ids.get(path) {
            return (id, false);
        }
        let id = u32::try_from(self.path_ids.len()).expect("fewer than 2^32 files");
        self.path_ids.insert(path.into(), id);
        (id, true)
    }
}
