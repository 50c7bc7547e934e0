//! Entry points of probes and matched receives (MPI 5.0 §3.8.1–§3.8.3).

use super::abi::{MpiStatus, put, put_handle, put_status};
use super::message::{From, complete, outcome, receive_buffer};
use super::send::{Envelope, data, source};
use super::{entry, handle, poll, polling, with_large_count};
use crate::call::Call;
use mpi_rank::requests::{self, MatchedMessage, NULL_PEER, Request};
use mpi_rank::{Data, Fault, Handle, handles};
use ops::{Post, Status};
use std::ffi::{c_int, c_void};

/// How one looks for a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) matched: bool,
    pub(super) blocking: bool,
}

/// Looks for a message: its status, or none.
fn probe(call: &mut Call, envelope: Envelope, look: Look) -> Result<Option<Status>, Fault> {
    let Some(from) = source(call, envelope, handles::DATATYPE_NULL)? else { return Ok(Some(NULL_PEER)) };
    Ok(self::look(call, envelope.comm, from, look))
}

/// Looks for a message of this communicator: its status, or none.
pub(super) fn look(call: &mut Call, comm: Handle, from: From, look: Look) -> Option<Status> {
    let handle = call.rank().requests.insert(Request { hidden: true, ..Request::posted(comm) });
    let request = requests::id(handle);
    let Look { matched, blocking } = look;
    let post = Post::Probe { request, comm: from.comm, source: from.source, tag: from.tag, matched, blocking };
    let answer = if blocking { Some(std::ptr::from_ref(call.ask(post))) } else { polling::poll(call, post) };
    // SAFETY: it is the latest answer.
    let found =
        answer.and_then(|answer| unsafe { (*answer).completions.first() }.map(|completion| completion.status));
    call.rank().requests.remove(handle);
    found
}

/// The handle of a message that a matched probe found.
fn keep(call: &mut Call, status: &Status, comm: Handle) -> Handle {
    if status.source == ops::PROC_NULL {
        return handles::MESSAGE_NO_PROC;
    }
    call.rank().objects().messages.insert(MatchedMessage { message: status.handle, comm })
}

entry! {
    Probe: fn wt_MPI_Probe(source: c_int, tag: c_int, comm: usize, status: *mut MpiStatus) comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let found = probe(call, envelope, Look { matched: false, blocking: true })?;
        put_status(status, &found.expect("a blocking probe finds a message"));
        Ok(())
    }
}

poll! {
    Iprobe: fn wt_MPI_Iprobe(source: c_int, tag: c_int, comm: usize, flag: *mut c_int, status: *mut MpiStatus) as iprobe
    replay "mov dword ptr [r8], 0" comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let found = probe(call, envelope, Look { matched: false, blocking: false })?;
        if let Some(found) = &found {
            put_status(status, found);
        }
        put(flag, c_int::from(found.is_some()))
    }
}

entry! {
    Mprobe: fn wt_MPI_Mprobe(source: c_int, tag: c_int, comm: usize, message: *mut usize, status: *mut MpiStatus)
    comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let found = probe(call, envelope, Look { matched: true, blocking: true })?;
        let found = found.expect("a blocking probe finds a message");
        put_status(status, &found);
        let kept = keep(call, &found, envelope.comm);
        put_handle(message, kept)
    }
}

entry! {
    Improbe: fn wt_MPI_Improbe(source: c_int, tag: c_int, comm: usize, flag: *mut c_int, message: *mut usize,
        status: *mut MpiStatus) comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let found = probe(call, envelope, Look { matched: true, blocking: false })?;
        put(flag, c_int::from(found.is_some()))?;
        let Some(found) = found else { return Ok(()) };
        put_status(status, &found);
        let kept = keep(call, &found, envelope.comm);
        put_handle(message, kept)
    }
}

/// Starts the receive of a message that a matched probe took; its request.
///
/// # Safety
/// `message` is null or valid.
unsafe fn mrecv(call: &mut Call, data: Data, message: *mut usize, blocking: bool) -> Result<Handle, Fault> {
    let data = call.rank().given(data);
    if message.is_null() {
        return Err(Fault::Arg("null pointer for a message"));
    }
    // SAFETY: as the caller says.
    let taken = handle(unsafe { message.read() });
    if taken == handles::MESSAGE_NO_PROC {
        // SAFETY: as the caller says.
        unsafe { message.write(handles::MESSAGE_NULL as usize) };
        return Ok(call.rank().requests.insert(Request::done(handles::COMM_SELF, NULL_PEER)));
    }
    let known = call.rank().existing().and_then(|objects| objects.messages.get(taken)).copied();
    let MatchedMessage { message: number, comm } = known.ok_or(Fault::Message(taken))?;
    call.errors_on_comm(comm);
    let side = call.rank().side(data, 1)?;
    let elements = call.rank().elements(data.datatype);
    call.rank().objects().messages.remove(taken);
    // SAFETY: as the caller says.
    unsafe { message.write(handles::MESSAGE_NULL as usize) };
    let request = call.rank().requests.insert(Request::posted(comm));
    let buffer = receive_buffer(call, request, &side);
    call.post(Post::RecvMatched { request: requests::id(request), message: number, buffer, blocking, elements });
    Ok(request)
}

with_large_count! {
    [Mrecv: fn wt_MPI_Mrecv()] [MrecvC: fn wt_MPI_Mrecv_c()]
    (buf: *mut c_void, count: Count, datatype: usize, message: *mut usize, status: *mut MpiStatus) |call| {
        let request = mrecv(call, data(buf, count, datatype), message, true)?;
        let received = if call.rank().ended(request) {
            call.rank().retire(request).1
        } else {
            complete(call, request)
        };
        put_status(status, &received);
        outcome(&received)
    }
}

with_large_count! {
    [Imrecv: fn wt_MPI_Imrecv()] [ImrecvC: fn wt_MPI_Imrecv_c()]
    (buf: *mut c_void, count: Count, datatype: usize, message: *mut usize, request: *mut usize) |call| {
        let started = mrecv(call, data(buf, count, datatype), message, false)?;
        put_handle(request, started)
    }
}
