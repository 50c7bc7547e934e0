//! Files (MPI 5.0 §14).
//!
//! A call becomes a [`FileOperation`], which asks servers of the storage model ([`kernel::Storage`]) and takes effect at one
//! instant of simulated time: that at which the last of its servers has served it. So accesses of all ranks are ordered
//! by time, and no access sees half of another. Contents are those of real files of the machine underneath where ranks
//! have memory, and lengths alone where they have none.
//!
//! With k_s bytes on server s, S_s(k) the storage model's time, L the latency and T2(k) the network's time of k bytes, a
//! call made at t is done at the greatest over its servers of
//!
//! | call | attached server | server on the network |
//! |---|---|---|
//! | write | t + S_s(k_s) | t + T2(k_s) + S_s(k_s) + L |
//! | read | t + S_s(k_s) | t + L + S_s(k_s) + T2(k_s) |
//! | anything else | t + S_m(0) | t + L + S_m(0) + L |
//!
//! where m is the metadata server of the file. An access in atomic mode first requests the lock, which costs as much as any
//! other call. An access of no bytes takes no time. The rank's CPU core is idle meanwhile.
//!
//! | file | what |
//! |---|---|
//! | `operation` | a call from its post to its completion |
//! | `contents` | the bytes: files of the machine underneath |

mod contents;
mod operation;
#[cfg(test)]
mod tests;

use crate::waits_for::WaitsFor;
use contents::Contents;
use ops::{CommId, FileCall};
use slab::Slab;
use std::collections::BTreeMap;

pub(crate) use operation::FileOperation;
use operation::ServerRequest;

/// All files of a run and what is asked of them.
#[derive(Default)]
pub(crate) struct Files {
    open: BTreeMap<CommId, OpenFile>,
    operations: Slab<FileOperation>,
    server_requests: Slab<ServerRequest>,
    /// Paths are numbered in the order of their first uses.
    path_ids: BTreeMap<Box<[u8]>, u32>,
}

/// A file that ranks have open.
struct OpenFile {
    path_id: u32,
    path: Box<[u8]>,
    contents: Contents,
    /// The shared file pointer, in units of the rank half's.
    shared: i64,
    /// How many ranks have it open.
    users: u32,
    delete_on_close: bool,
}

impl Files {
    /// What a blocked rank waits for.
    pub(crate) fn waits_for(&self, operation: u32) -> WaitsFor {
        let Some(operation) = self.operations.get(operation as usize) else {
            return WaitsFor::nobody("a file".to_owned());
        };
        let what = match operation.call() {
            FileCall::Access(access) if access.write => "a write to",
            FileCall::Access(_) => "a read of",
            _ => "an operation on",
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
