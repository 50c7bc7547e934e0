//! File accesses with a data representation that differs from memory's (`external32`, MPI 5.0 §14.5.2). The data are converted
//! on the rank's side. Each access is simulated as a blocking one, also if the program calls a non-blocking function.

use super::address;
use super::file_access::post;
use super::message::{pack_side, unpack_side};
use crate::call::Call;
use crate::memory;
use mpi_rank::requests::{self, Request, Transfer};
use mpi_rank::{Data, Fault, Handle, handles};
use ops::{ErrorClass, FileCall, Layout, Post, RequestSet, Status, WaitMode};

/// The status of such an access.
pub(super) fn status(outcome: Result<u64, Fault>) -> Status {
    match outcome {
        Ok(bytes) => Status { bytes, ..Status::EMPTY },
        Err(fault) => Status { error: fault.class(), ..Status::EMPTY },
    }
}

/// Makes one and waits for it: how many bytes of memory it moved.
pub(super) fn run(call: &mut Call, file: Handle, write: bool, at: i64, data: Data) -> Result<u64, Fault> {
    let request = call.rank().requests.insert(Request { hidden: true, ..Request::posted(handles::COMM_SELF) });
    start(call, request, (file, write, at), data)?;
    let answer = call.ask(Post::Wait { set: RequestSet::One(requests::id(request)), mode: WaitMode::All });
    let completion = answer.completions[0];
    let transfer = call.rank().end(&completion).expect("it owns what is converted");
    let status = call.rank().retire(request).1;
    if status.error != ErrorClass::Success {
        return Err(Fault::Completed(status.error));
    }
    let side = call.rank().side(data, 1)?;
    if write || memory::is_moved_elsewhere() {
        return Ok(side.bytes());
    }
    let datatype = call.rank().committed(data.datatype)?;
    let each = datatype.external_size(1).filter(|&each| each > 0).unwrap_or(1);
    // Only whole elements can be converted.
    let elements = status.bytes / each;
    let mut native = Vec::new();
    datatype.from_external32(elements, &transfer.recv[..(elements * each) as usize], &mut native);
    let bytes = native.len() as u64;
    // SAFETY: the side was checked, and the program says that there is room for all elements.
    unsafe { unpack_side(&side, &native) };
    Ok(bytes)
}

/// Starts it: what is written is converted before.
fn start(call: &mut Call, request: Handle, (file, write, at): (Handle, bool, i64), data: Data) -> Result<(), Fault> {
    let mut access = call.rank().file_access(file, (write, true), at, data)?.access;
    let mut transfer = Transfer::default();
    let bytes = access.file.bytes();
    if memory::is_moved_elsewhere() {
        access.memory = Layout::block(0, bytes);
    } else if write {
        let side = call.rank().side(data, 1)?;
        call.rank().committed(data.datatype)?.to_external32(data.count as u64, &pack_side(&side), &mut transfer.send);
        access.memory = Layout::block(address(transfer.send.as_ptr()) as i64, bytes);
    } else {
        transfer.recv = vec![0; bytes as usize];
        access.memory = Layout::block(address(transfer.recv.as_ptr()) as i64, bytes);
    }
    let entry = call.rank().requests.get_mut(request).expect("the request is in the table");
    entry.transfer = Some(Box::new(transfer));
    post(call, file, request, FileCall::Access(access))
}
