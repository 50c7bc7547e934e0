//! Entry points of buffered sends (`MPI_Bsend` …), and of the calls that attach buffers to the process, a session or a
//! communicator, and detach or flush them (MPI 5.0 §3.6).

use super::abi::{Integer, put, put_handle, put_pointer};
use super::message::{How, To, begin_send, test_for, wait_for};
use super::{address, entry, handle, with_large_count};
use crate::call::Call;
use mpi_rank::attached::{AttachedBuffer, BsendBuffer};
use mpi_rank::checks::BUFFER_AUTOMATIC;
use mpi_rank::comms::Comm;
use mpi_rank::requests::{self, Request, State};
use mpi_rank::{Data, Fault, Handle, Side, handles};
use ops::{Post, RequestSet, SendMode, Status, WaitMode};
use std::ffi::c_void;

/// Whose buffer is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    /// `MPI_Buffer_attach`.
    All,
    /// `MPI_Session_attach_buffer`.
    Session(Handle),
    /// `MPI_Comm_attach_buffer`.
    Comm(Handle),
}

fn attached(call: &mut Call, owner: Owner) -> Result<&mut BsendBuffer, Fault> {
    Ok(match owner {
        Owner::All => &mut call.rank().objects().attached,
        Owner::Session(session) => &mut call.rank().session_mut(session)?.attached,
        Owner::Comm(comm) => &mut call.rank().comm_mut(comm)?.extra().attached,
    })
}

/// The buffer that a send uses: the communicator's, if it has one, else that of the session it comes from.
fn owner(call: &mut Call, comm: Handle) -> Result<Owner, Fault> {
    let Some(extra) = call.rank().comm(comm)?.extra.as_ref() else { return Ok(Owner::All) };
    if extra.attached.buffer.is_some() {
        return Ok(Owner::Comm(comm));
    }
    let Some(session) = extra.session else { return Ok(Owner::All) };
    let own = call.rank().session(session)?.attached.buffer.is_some();
    Ok(if own { Owner::Session(session) } else { Owner::All })
}

/// Sends from a copy that the buffer's space is accounted for; the program goes on at once. The hidden message, unless it
/// goes to nobody.
pub(crate) fn send(call: &mut Call, data: Data, comm: Handle, to: Option<To>) -> Result<Option<Handle>, Fault> {
    let bytes = call.rank().side(data, 1)?.bytes();
    let Some(to) = to else { return Ok(None) };
    room(call, comm, bytes)?;
    let side = call.rank().side(data, 1)?;
    post(call, &side, comm, to).map(Some)
}

/// As [`send`], for a message that has been looked at before.
pub(crate) fn send_side(call: &mut Call, side: &Side, comm: Handle, to: To) -> Result<Handle, Fault> {
    room(call, comm, side.bytes())?;
    post(call, side, comm, to)
}

/// Looks for space in the buffer, and gives back that of messages that have left if there is too little.
fn room(call: &mut Call, comm: Handle, bytes: u64) -> Result<(), Fault> {
    let owner = owner(call, comm)?;
    if attached(call, owner)?.check(bytes).is_err() {
        reclaim(call, owner)?;
        attached(call, owner)?.check(bytes)?;
    }
    Ok(())
}

fn post(call: &mut Call, side: &Side, comm: Handle, to: To) -> Result<Handle, Fault> {
    let owner = owner(call, comm)?;
    let request = begin_send(call, comm, to, side, SendMode::Buffered, How { blocking: false, copied: true });
    call.rank().requests.get_mut(request).expect("just started").hidden = true;
    attached(call, owner)?.take(request, side.bytes());
    Ok(request)
}

/// Cancels the message of a buffered send, unless it has been matched. The send itself was complete as soon as it was
/// called, so the round trip that this takes is waited for here.
pub(super) fn cancel(call: &mut Call, request: Handle) {
    let Some(message) = call.rank().buffered(request) else { return };
    call.post(Post::Cancel { request: requests::id(message) });
    wait_for(call, RequestSet::One(requests::id(message)), WaitMode::All);
    let status = call.rank().requests.get(message).expect("its buffer has it").status;
    if status.cancelled {
        call.rank().requests.get_mut(request).expect("it was checked").status = status;
    }
}

/// The messages of a buffer that are on their way. A cancelled one has ended, though its space has not been given back.
fn pending(call: &mut Call, owner: Owner) -> Result<Option<RequestSet>, Fault> {
    let mut requests = Vec::with_capacity(attached(call, owner)?.pending.len());
    for at in 0..requests.capacity() {
        let (request, _) = attached(call, owner)?.pending[at];
        if call.rank().requests.get(request).is_some_and(|request| request.state == State::Posted) {
            requests.push(requests::id(request));
        }
    }
    Ok(match requests[..] {
        [] => None,
        [one] => Some(RequestSet::One(one)),
        _ => Some(RequestSet::Many(requests.into())),
    })
}

/// Gives back the space of messages that have left.
fn reclaim(call: &mut Call, owner: Owner) -> Result<(), Fault> {
    if let Some(set) = pending(call, owner)? {
        test_for(call, set, WaitMode::Some);
    }
    sweep(call, owner)
}

/// Waits until all messages have left.
fn flush(call: &mut Call, owner: Owner) -> Result<(), Fault> {
    if let Some(set) = pending(call, owner)? {
        wait_for(call, set, WaitMode::All);
    }
    sweep(call, owner)
}

/// Waits until the messages of all buffers have left, as `MPI_Finalize` must (MPI 5.0 §11.2.2).
pub(super) fn flush_all(call: &mut Call) -> Result<(), Fault> {
    if call.rank().existing().is_some() {
        flush(call, Owner::All)?;
    }
    flush_comms(call, |_| true)
}

/// Waits until the messages have left that are in the buffer of a session, or in those of communicators that come from
/// it, as `MPI_Session_finalize` must (MPI 5.0 §11.3.1).
pub(super) fn flush_session(call: &mut Call, session: Handle) -> Result<(), Fault> {
    flush(call, Owner::Session(session))?;
    flush_comms(call, |comm| comm.extra.as_ref().is_some_and(|extra| extra.session == Some(session)))
}

/// Waits until the messages have left that are in the buffers of some communicators.
fn flush_comms(call: &mut Call, wanted: impl Fn(&Comm) -> bool) -> Result<(), Fault> {
    let busy = |comm: &Comm| comm.extra.as_ref().is_some_and(|extra| !extra.attached.pending.is_empty());
    loop {
        let rank = call.rank();
        let made = rank.made().and_then(|made| made.comms.iter().find(|(_, comm)| wanted(comm) && busy(comm)));
        let owner = match made {
            Some((handle, _)) => handle,
            None if wanted(&rank.world) && busy(&rank.world) => handles::COMM_WORLD,
            None if wanted(&rank.own) && busy(&rank.own) => handles::COMM_SELF,
            None => return Ok(()),
        };
        flush(call, Owner::Comm(owner))?;
    }
}

/// Forgets messages that have left.
fn sweep(call: &mut Call, owner: Owner) -> Result<(), Fault> {
    let mut messages = std::mem::take(&mut attached(call, owner)?.pending);
    messages.retain(|&(request, _)| {
        let gone = call.rank().requests.get(request).is_some_and(|request| request.state == State::Done);
        if gone {
            call.rank().retire(request);
        }
        !gone
    });
    attached(call, owner)?.pending = messages;
    Ok(())
}

fn attach<N: Integer>(call: &mut Call, owner: Owner, buffer: *mut c_void, size: N) -> Result<(), Fault> {
    let automatic = address(buffer) == BUFFER_AUTOMATIC;
    let bytes = u64::try_from(size.wide()).map_err(|_| Fault::Arg("negative buffer size"))?;
    let memory = AttachedBuffer::Memory { address: address(buffer), bytes };
    attached(call, owner)?.attach(if automatic { AttachedBuffer::Automatic } else { memory })
}

/// # Safety
/// The results are null or valid.
unsafe fn detach<N: Integer>(call: &mut Call, owner: Owner, at: *mut c_void, size: *mut N) -> Result<(), Fault> {
    flush(call, owner)?;
    let buffer = attached(call, owner)?.buffer.take().ok_or(Fault::BadBuffer("no buffer is attached"))?;
    let (address, bytes) = match buffer {
        AttachedBuffer::Automatic => (BUFFER_AUTOMATIC, 0),
        AttachedBuffer::Memory { address, bytes } => (address, bytes),
    };
    let bytes = N::narrow(bytes as i64).ok_or(Fault::TooLarge("the buffer's size does not fit an int"))?;
    // SAFETY: as the caller says.
    unsafe {
        put_pointer(at, std::ptr::with_exposed_provenance_mut(address as usize))?;
        put(size, bytes)
    }
}

/// The request of a non-blocking flush. Messages leave from copies of ours, so the program's memory is free at once
/// and the request has nothing to wait for.
fn iflush(call: &mut Call, owner: Owner) -> Result<Handle, Fault> {
    attached(call, owner)?;
    let comm = if let Owner::Comm(comm) = owner { comm } else { handles::COMM_SELF };
    Ok(call.rank().requests.insert(Request::done(comm, Status::EMPTY)))
}

/// The functions that attach and detach the buffer of an owner, and wait until it is empty.
macro_rules! buffers {
    ($($owner:ident $(($object:ident))? { $($attach:tt)* } { $($detach:tt)* }
        { $flush:ident: fn $flush_name:ident() } { $iflush:ident: fn $iflush_name:ident() })*) => {$(
        with_large_count! {
            $($attach)* ($($object: usize,)? buffer: *mut c_void, size: Count) $($object = $object)? |call| {
                attach(call, Owner::$owner $((handle($object)))?, buffer, size)
            }
        }
        with_large_count! {
            $($detach)* ($($object: usize,)? buffer_addr: *mut c_void, size: *mut Count) $($object = $object)? |call| {
                detach(call, Owner::$owner $((handle($object)))?, buffer_addr, size)
            }
        }
        entry! {
            $flush: fn $flush_name($($object: usize)?) $($object = $object)? |call| {
                flush(call, Owner::$owner $((handle($object)))?)
            }
        }
        entry! {
            $iflush: fn $iflush_name($($object: usize,)? request: *mut usize) $($object = $object)? |call| {
                let done = iflush(call, Owner::$owner $((handle($object)))?)?;
                put_handle(request, done)
            }
        }
    )*};
}

buffers! {
    All { [BufferAttach: fn wt_MPI_Buffer_attach()] [BufferAttachC: fn wt_MPI_Buffer_attach_c()] }
        { [BufferDetach: fn wt_MPI_Buffer_detach()] [BufferDetachC: fn wt_MPI_Buffer_detach_c()] }
        { BufferFlush: fn wt_MPI_Buffer_flush() } { BufferIflush: fn wt_MPI_Buffer_iflush() }
    Comm (comm)
        { [CommAttachBuffer: fn wt_MPI_Comm_attach_buffer()] [CommAttachBufferC: fn wt_MPI_Comm_attach_buffer_c()] }
        { [CommDetachBuffer: fn wt_MPI_Comm_detach_buffer()] [CommDetachBufferC: fn wt_MPI_Comm_detach_buffer_c()] }
        { CommFlushBuffer: fn wt_MPI_Comm_flush_buffer() } { CommIflushBuffer: fn wt_MPI_Comm_iflush_buffer() }
    Session (session)
        { [SessionAttachBuffer: fn wt_MPI_Session_attach_buffer()] [SessionAttachBufferC: fn wt_MPI_Session_attach_buffer_c()] }
        { [SessionDetachBuffer: fn wt_MPI_Session_detach_buffer()] [SessionDetachBufferC: fn wt_MPI_Session_detach_buffer_c()] }
        { SessionFlushBuffer: fn wt_MPI_Session_flush_buffer() } { SessionIflushBuffer: fn wt_MPI_Session_iflush_buffer() }
}
