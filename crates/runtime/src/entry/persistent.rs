//! Entry points that create persistent point-to-point operations, and those that start persistent operations of any kind (MPI
//! 5.0 §3.9).

use super::abi::put_handle;
use super::message::{From, How, To, launch_plan, launch_recv, launch_send};
use super::send::{Envelope, data, destination, source};
use super::{buffered, entry, handle, partitioned, with_large_count};
use crate::call::Call;
use mpi_rank::requests::{NULL_PEER, Request, Special, State};
use mpi_rank::{Data, Fault, Handle, checks};
use ops::{SendMode, Status};
use std::ffi::{c_int, c_void};

/// An inactive request.
pub(super) fn inactive(call: &mut Call, comm: Handle, special: Special, collective: bool) -> Handle {
    let special = Some(Box::new(special));
    let request = Request { state: State::Inactive, special, collective, ..Request::posted(comm) };
    call.rank().requests.insert(request)
}

fn send_init(call: &mut Call, data: Data, envelope: Envelope, mode: SendMode) -> Result<Handle, Fault> {
    let data = call.rank().given(data);
    let to = destination(call, envelope, data.datatype)?;
    let comm = super::message::comm_id(call, envelope.comm)?;
    let side = call.rank().side(data, 1)?;
    let elements = call.rank().elements(data.datatype);
    let special = Special::Send { comm, peer: to.map(|to| to.peer), tag: envelope.tag, side, mode, elements };
    Ok(inactive(call, envelope.comm, special, false))
}

fn recv_init(call: &mut Call, data: Data, envelope: Envelope) -> Result<Handle, Fault> {
    let data = call.rank().given(data);
    let from = source(call, envelope, data.datatype)?;
    let comm = super::message::comm_id(call, envelope.comm)?;
    let side = call.rank().side(data, 1)?;
    let tag = checks::recv_tag(envelope.tag)?;
    let elements = call.rank().elements(data.datatype);
    let special = Special::Recv { comm, source: from.map(|from| from.source), tag, side, elements };
    Ok(inactive(call, envelope.comm, special, false))
}

/// Starts a persistent request. What is special about it is out of the table meanwhile; nothing here waits.
fn start(call: &mut Call, request: Handle) -> Result<(), Fault> {
    let entry = call.rank().request(request)?;
    if !entry.persistent() {
        return Err(Fault::Request { handle: request, why: "it is not persistent" });
    }
    if entry.state != State::Inactive {
        return Err(Fault::Request { handle: request, why: "it is active already" });
    }
    let owner = entry.comm;
    let mut special = {
        let entry = call.rank().requests.get_mut(request).expect("just seen");
        entry.state = State::Posted;
        entry.special.take().expect("a persistent request is special")
    };
    let started = launch(call, request, owner, &mut special);
    let entry = call.rank().requests.get_mut(request).expect("just seen");
    entry.special = Some(special);
    if let Ok(Some(status)) = started {
        (entry.state, entry.status) = (State::Done, status);
    } else if started.is_err() {
        entry.state = State::Inactive;
    }
    started.map(|_| ())
}

/// Posts what a persistent request stands for; a status if that ends at once.
fn launch(call: &mut Call, request: Handle, owner: Handle, special: &mut Special) -> Result<Option<Status>, Fault> {
    match special {
        Special::Send { peer: None, .. } | Special::Recv { source: None, .. } => return Ok(Some(NULL_PEER)),
        Special::Partitioned(own) => {
            if own.peer.is_none() {
                own.start();
                return Ok(Some(NULL_PEER));
            }
            partitioned::launch(call, request, own);
        }
        &mut Special::Send { comm, peer: Some(peer), tag, ref side, mode, elements } => {
            let to = To { comm, peer, tag, elements };
            if mode == SendMode::Buffered {
                let message = buffered::send_side(call, side, owner, to)?;
                call.rank().tie_buffered(request, message);
                return Ok(Some(Status::EMPTY));
            }
            launch_send(call, request, to, side, mode, How::NONBLOCKING);
        }
        &mut Special::Recv { comm, source: Some(source), tag, ref side, elements } => {
            launch_recv(call, request, From { comm, source, tag, elements }, side, false);
        }
        Special::Collective { comm, plan, next } => {
            launch_plan(call, request, *comm, plan.clone(), false, Some(*next));
            next.round += 1;
        }
        Special::Generalised { .. } => unreachable!("generalised requests are not persistent"),
    }
    Ok(None)
}

macro_rules! send_inits {
    ($(($mode:ident $($names:tt)*);)*) => {$(
        with_large_count! {
            $($names)*
            (buf: *const c_void, count: Count, datatype: usize, dest: c_int, tag: c_int, comm: usize,
                request: *mut usize) comm = comm |call| {
                let envelope = Envelope { peer: dest, tag, comm: handle(comm) };
                let made = send_init(call, data(buf, count, datatype), envelope, SendMode::$mode)?;
                put_handle(request, made)
            }
        }
    )*};
}

send_inits! {
    (Standard [SendInit: fn wt_MPI_Send_init()] [SendInitC: fn wt_MPI_Send_init_c()]);
    (Synchronous [SsendInit: fn wt_MPI_Ssend_init()] [SsendInitC: fn wt_MPI_Ssend_init_c()]);
    (Buffered [BsendInit: fn wt_MPI_Bsend_init()] [BsendInitC: fn wt_MPI_Bsend_init_c()]);
    (Ready [RsendInit: fn wt_MPI_Rsend_init()] [RsendInitC: fn wt_MPI_Rsend_init_c()]);
}

with_large_count! {
    [RecvInit: fn wt_MPI_Recv_init()] [RecvInitC: fn wt_MPI_Recv_init_c()]
    (buf: *mut c_void, count: Count, datatype: usize, source: c_int, tag: c_int, comm: usize, request: *mut usize)
    comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let made = recv_init(call, data(buf, count, datatype), envelope)?;
        put_handle(request, made)
    }
}

entry! {
    Start: fn wt_MPI_Start(request: *mut usize) |call| {
        if request.is_null() {
            return Err(Fault::Arg("null pointer for a request"));
        }
        start(call, handle(request.read()))
    }
}

entry! {
    Startall: fn wt_MPI_Startall(count: c_int, requests: *mut usize) |call| {
        let count = checks::count(count.into())? as usize;
        if count > 0 && requests.is_null() {
            return Err(Fault::Arg("null pointer for an array of requests"));
        }
        for at in 0..count {
            start(call, handle(requests.add(at).read()))?;
        }
        Ok(())
    }
}
