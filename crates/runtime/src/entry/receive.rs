//! Entry points (the functions to which the program's MPI calls lead) of receives (MPI 5.0 §3.2.4, §3.7.2).

use super::abi::{MpiStatus, put_handle, put_status};
use super::message::{begin_recv, complete, outcome, recv_now};
use super::send::{Envelope, data, source};
use super::{handle, with_large_count};
use crate::call::Call;
use mpi_rank::requests::{NULL_PEER, Request};
use mpi_rank::{Data, Fault, Handle, Side};
use ops::{Buffer, Status};
use std::ffi::{c_int, c_void};

/// A blocking receive: its status, with whatever it brought.
#[inline]
fn recv(call: &mut Call, data: Data, envelope: Envelope) -> Result<Status, Fault> {
    let data = call.rank().given(data);
    let from = source(call, envelope, data.datatype)?;
    let (from, direct, request) = {
        let side = call.rank().side(data, 1)?;
        let Some(from) = from else { return Ok(NULL_PEER) };
        match side {
            Side::Direct(buffer) => (from, buffer, 0),
            side => (from, Buffer::EMPTY, begin_recv(call, envelope.comm, from, &side, true)),
        }
    };
    Ok(if request == 0 { recv_now(call, from, direct) } else { complete(call, request) })
}

#[inline]
fn irecv(call: &mut Call, data: Data, envelope: Envelope) -> Result<Handle, Fault> {
    let data = call.rank().given(data);
    let from = source(call, envelope, data.datatype)?;
    let side = call.rank().side(data, 1)?;
    Ok(match from {
        Some(from) => begin_recv(call, envelope.comm, from, &side, false),
        None => call.rank().requests.insert(Request::done(envelope.comm, NULL_PEER)),
    })
}

with_large_count! {
    [Recv: fn wt_MPI_Recv()] [RecvC: fn wt_MPI_Recv_c()]
    (buf: *mut c_void, count: Count, datatype: usize, source: c_int, tag: c_int, comm: usize, status: *mut MpiStatus)
    comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let received = recv(call, data(buf, count, datatype), envelope)?;
        put_status(status, &received);
        outcome(&received)
    }
}

with_large_count! {
    [Irecv: fn wt_MPI_Irecv()] [IrecvC: fn wt_MPI_Irecv_c()]
    (buf: *mut c_void, count: Count, datatype: usize, source: c_int, tag: c_int, comm: usize, request: *mut usize)
    comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let started = irecv(call, data(buf, count, datatype), envelope)?;
        put_handle(request, started)
    }
}
