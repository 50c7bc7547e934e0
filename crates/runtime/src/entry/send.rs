//! The C entry points of sends in all modes, and of combined sends and receives (MPI 5.0 §3.2, §3.4, §3.7, §3.11). They check
//! the arguments on the rank's side and pass the messages to the engine, which simulates them.

use super::abi::{Integer, MpiStatus, put_handle, put_status};
use super::message::{From, How, To, begin_recv, begin_send, comm_id, complete, outcome, send_now, wait_for};
use super::{address, buffered, handle, with_large_count};
use crate::call::Call;
use mpi_rank::requests::{self, NULL_PEER, Request};
use mpi_rank::{Data, Fault, Handle, Side, checks};
use ops::{Buffer, RequestSet, SendMode, Status, WaitMode};
use std::ffi::{c_int, c_void};

/// The arguments that say where a message goes or comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Envelope {
    pub(crate) peer: c_int,
    pub(crate) tag: c_int,
    pub(crate) comm: Handle,
}

/// The three arguments that say what a message is.
#[inline]
pub(crate) fn data<N: Integer>(buffer: *const c_void, count: N, datatype: usize) -> Data {
    Data { address: address(buffer), count: count.wide(), datatype: handle(datatype) }
}

/// Checks the envelope of a send of such elements; none for `MPI_PROC_NULL`.
#[inline]
pub(crate) fn destination(call: &mut Call, envelope: Envelope, datatype: Handle) -> Result<Option<To>, Fault> {
    let peer = call.rank().comm(envelope.comm)?.destination(envelope.peer)?;
    let tag = checks::send_tag(envelope.tag)?;
    let comm = comm_id(call, envelope.comm)?;
    let elements = call.rank().elements(datatype);
    Ok(peer.map(|peer| To { comm, peer, tag, elements }))
}

/// Checks the envelope of a receive of such elements; none for `MPI_PROC_NULL`.
#[inline]
pub(crate) fn source(call: &mut Call, envelope: Envelope, datatype: Handle) -> Result<Option<From>, Fault> {
    let source = call.rank().comm(envelope.comm)?.source(envelope.peer)?;
    let tag = checks::recv_tag(envelope.tag)?;
    let comm = comm_id(call, envelope.comm)?;
    let elements = call.rank().elements(datatype);
    Ok(source.map(|source| From { comm, source, tag, elements }))
}

/// A blocking send.
#[inline]
fn send(call: &mut Call, data: Data, envelope: Envelope, mode: SendMode) -> Result<(), Fault> {
    let data = call.rank().given(data);
    let to = destination(call, envelope, data.datatype)?;
    if mode == SendMode::Buffered {
        return buffered::send(call, data, envelope.comm, to).map(|_| ());
    }
    let (to, direct, request) = {
        let side = call.rank().side(data, 1)?;
        let Some(to) = to else { return Ok(()) };
        match side {
            Side::Direct(buffer) => (to, buffer, 0),
            side => (to, Buffer::EMPTY, begin_send(call, envelope.comm, to, &side, mode, How::BLOCKING)),
        }
    };
    outcome(&if request == 0 { send_now(call, to, direct, mode) } else { complete(call, request) })
}

/// A non-blocking send: its request.
#[inline]
pub(crate) fn isend(call: &mut Call, data: Data, envelope: Envelope, mode: SendMode) -> Result<Handle, Fault> {
    let data = call.rank().given(data);
    let to = destination(call, envelope, data.datatype)?;
    if mode == SendMode::Buffered {
        let message = buffered::send(call, data, envelope.comm, to)?;
        let request = call.rank().requests.insert(Request::done(envelope.comm, Status::EMPTY));
        if let Some(message) = message {
            call.rank().tie_buffered(request, message);
        }
        return Ok(request);
    }
    let side = call.rank().side(data, 1)?;
    Ok(match to {
        Some(to) => begin_send(call, envelope.comm, to, &side, mode, How::NONBLOCKING),
        None => call.rank().requests.insert(Request::done(envelope.comm, NULL_PEER)),
    })
}

macro_rules! sends {
    ($(($mode:ident $($blocking:tt)*) ($($nonblocking:tt)*);)*) => {$(
        with_large_count! {
            $($blocking)*
            (buf: *const c_void, count: Count, datatype: usize, dest: c_int, tag: c_int, comm: usize) comm = comm |call| {
                let envelope = Envelope { peer: dest, tag, comm: handle(comm) };
                send(call, data(buf, count, datatype), envelope, SendMode::$mode)
            }
        }
        with_large_count! {
            $($nonblocking)*
            (buf: *const c_void, count: Count, datatype: usize, dest: c_int, tag: c_int, comm: usize,
                request: *mut usize) comm = comm |call| {
                let envelope = Envelope { peer: dest, tag, comm: handle(comm) };
                let started = isend(call, data(buf, count, datatype), envelope, SendMode::$mode)?;
                put_handle(request, started)
            }
        }
    )*};
}

sends! {
    (Standard [Send: fn wt_MPI_Send()] [SendC: fn wt_MPI_Send_c()])
        ([Isend: fn wt_MPI_Isend()] [IsendC: fn wt_MPI_Isend_c()]);
    (Synchronous [Ssend: fn wt_MPI_Ssend()] [SsendC: fn wt_MPI_Ssend_c()])
        ([Issend: fn wt_MPI_Issend()] [IssendC: fn wt_MPI_Issend_c()]);
    (Buffered [Bsend: fn wt_MPI_Bsend()] [BsendC: fn wt_MPI_Bsend_c()])
        ([Ibsend: fn wt_MPI_Ibsend()] [IbsendC: fn wt_MPI_Ibsend_c()]);
    (Ready [Rsend: fn wt_MPI_Rsend()] [RsendC: fn wt_MPI_Rsend_c()])
        ([Irsend: fn wt_MPI_Irsend()] [IrsendC: fn wt_MPI_Irsend_c()]);
}

/// One send and one receive, either of which may be with `MPI_PROC_NULL`.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    sent: Data,
    dest: Envelope,
    received: Data,
    source: Envelope,
    /// Both use one buffer: what is sent is copied first.
    replace: bool,
}

impl Exchange {
    /// Of either half the data, the other rank and the tag.
    fn new(comm: usize, send: (Data, c_int, c_int), recv: (Data, c_int, c_int)) -> Self {
        let comm = handle(comm);
        let envelope = |(_, peer, tag)| Envelope { peer, tag, comm };
        Self { sent: send.0, dest: envelope(send), received: recv.0, source: envelope(recv), replace: false }
    }
}

/// Starts both halves: the requests of receive and send, or 0 for a half with nobody.
fn start(call: &mut Call, exchange: &Exchange, blocking: bool) -> Result<(Handle, Handle), Fault> {
    let rank = call.rank();
    let exchange = Exchange { sent: rank.given(exchange.sent), received: rank.given(exchange.received), ..*exchange };
    let comm = exchange.dest.comm;
    let to = destination(call, exchange.dest, exchange.sent.datatype)?;
    let from = source(call, exchange.source, exchange.received.datatype)?;
    let sent = call.rank().side(exchange.sent, 1)?;
    let received = call.rank().side(exchange.received, 1)?;
    let how = How { blocking, copied: exchange.replace };
    // Nothing is received before the next answer, so the copy of what is sent may be made after the receive's post.
    let recv = from.map_or(0, |from| begin_recv(call, comm, from, &received, blocking));
    let send = to.map_or(0, |to| begin_send(call, comm, to, &sent, SendMode::Standard, how));
    Ok((recv, send))
}

/// `MPI_Sendrecv` and `MPI_Sendrecv_replace`.
///
/// # Safety
/// `status` is `MPI_STATUS_IGNORE` or valid.
unsafe fn sendrecv(call: &mut Call, exchange: &Exchange, status: *mut MpiStatus) -> Result<(), Fault> {
    let (recv, send) = start(call, exchange, true)?;
    let set = match (recv, send) {
        (0, 0) => {
            // SAFETY: as the caller says.
            unsafe { put_status(status, &NULL_PEER) };
            return Ok(());
        }
        (one, 0) | (0, one) => RequestSet::One(requests::id(one)),
        (recv, send) => RequestSet::Many([requests::id(recv), requests::id(send)].into()),
    };
    wait_for(call, set, WaitMode::All);
    let sent = if send == 0 { Status::EMPTY } else { call.rank().retire(send).1 };
    let received = if recv == 0 { NULL_PEER } else { call.rank().retire(recv).1 };
    // SAFETY: as the caller says.
    unsafe { put_status(status, &received) };
    outcome(&received)?;
    outcome(&sent)
}

/// `MPI_Isendrecv` and `MPI_Isendrecv_replace`: the receive is the program's request, the send its hidden half.
fn isendrecv(call: &mut Call, exchange: &Exchange) -> Result<Handle, Fault> {
    let comm = exchange.dest.comm;
    let (recv, send) = start(call, exchange, false)?;
    let request = if recv == 0 { call.rank().requests.insert(Request::done(comm, NULL_PEER)) } else { recv };
    if send != 0 {
        let requests = &mut call.rank().requests;
        requests.get_mut(send).expect("just started").hidden = true;
        requests.get_mut(request).expect("just started").partner = send;
    }
    Ok(request)
}

with_large_count! {
    [Sendrecv: fn wt_MPI_Sendrecv()] [SendrecvC: fn wt_MPI_Sendrecv_c()]
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, dest: c_int, sendtag: c_int, recvbuf: *mut c_void,
        recvcount: Count, recvtype: usize, source: c_int, recvtag: c_int, comm: usize, status: *mut MpiStatus)
    comm = comm |call| {
        let (sent, received) = (data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype));
        let exchange = Exchange::new(comm, (sent, dest, sendtag), (received, source, recvtag));
        sendrecv(call, &exchange, status)
    }
}

with_large_count! {
    [SendrecvReplace: fn wt_MPI_Sendrecv_replace()] [SendrecvReplaceC: fn wt_MPI_Sendrecv_replace_c()]
    (buf: *mut c_void, count: Count, datatype: usize, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int,
        comm: usize, status: *mut MpiStatus)
    comm = comm |call| {
        let both = data(buf, count, datatype);
        let exchange = Exchange { replace: true, ..Exchange::new(comm, (both, dest, sendtag), (both, source, recvtag)) };
        sendrecv(call, &exchange, status)
    }
}

with_large_count! {
    [Isendrecv: fn wt_MPI_Isendrecv()] [IsendrecvC: fn wt_MPI_Isendrecv_c()]
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, dest: c_int, sendtag: c_int, recvbuf: *mut c_void,
        recvcount: Count, recvtype: usize, source: c_int, recvtag: c_int, comm: usize, request: *mut usize)
    comm = comm |call| {
        let (sent, received) = (data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype));
        let exchange = Exchange::new(comm, (sent, dest, sendtag), (received, source, recvtag));
        let started = isendrecv(call, &exchange)?;
        put_handle(request, started)
    }
}

with_large_count! {
    [IsendrecvReplace: fn wt_MPI_Isendrecv_replace()] [IsendrecvReplaceC: fn wt_MPI_Isendrecv_replace_c()]
    (buf: *mut c_void, count: Count, datatype: usize, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int,
        comm: usize, request: *mut usize)
    comm = comm |call| {
        let both = data(buf, count, datatype);
        let exchange = Exchange { replace: true, ..Exchange::new(comm, (both, dest, sendtag), (both, source, recvtag)) };
        let started = isendrecv(call, &exchange)?;
        put_handle(request, started)
    }
}
