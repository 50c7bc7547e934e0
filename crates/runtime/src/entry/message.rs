//! Code that the entry points of point-to-point and collective communication share: it sends operations to the engine, and
//! completes them.

use super::polling;
use crate::call::Call;
use crate::memory;
use crate::mpi_lock;
use mpi_rank::collective::{Packing, Plan};
use mpi_rank::requests::{self, Request, Transfer};
use mpi_rank::{Fault, Handle, Piece, Side, handles};
use ops::{
    Answer, Buffer, CommCall, CommId, Elements, ErrorClass, Group, PersistentStart, Post, RequestId, RequestSet,
    SendMode, Status, WaitMode,
};
use std::sync::Arc;

/// The other end of a send.
#[derive(Clone, Copy, Debug)]
pub(crate) struct To {
    pub(crate) comm: CommId,
    pub(crate) peer: u32,
    pub(crate) tag: i32,
    /// What the message is made of.
    pub(crate) elements: Elements,
}

/// The other end of a receive, in the engine's words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From {
    pub(crate) comm: CommId,
    pub(crate) source: i32,
    pub(crate) tag: i32,
    /// What the receive is for.
    pub(crate) elements: Elements,
}

/// The engine's number of a communicator; makes `MPI_COMM_SELF` known to it at its first use.
///
/// # Errors
/// There is no such communicator, or it is still being made.
#[inline]
pub(crate) fn comm_id(call: &mut Call, comm: Handle) -> Result<CommId, Fault> {
    let id = call.rank().comm(comm)?.id;
    if id != CommId::NULL {
        return Ok(id);
    }
    if comm != handles::COMM_SELF {
        return Err(Fault::Class(ErrorClass::Comm, "the communicator is still being made"));
    }
    Ok(make_own(call))
}

/// Makes `MPI_COMM_SELF` known to the engine.
#[cold]
fn make_own(call: &mut Call) -> CommId {
    let (actor, world) = (call.rank().actor.0, call.rank().world.id);
    let handle = call.rank().requests.insert(Request { hidden: true, ..Request::posted(handles::COMM_SELF) });
    let create = CommCall::CreateGroup { group: Arc::new(Group::range(actor, 1)), tag: 0 };
    call.post(Post::CreateComm { request: requests::id(handle), comm: world, call: Box::new(create) });
    wait_for(call, RequestSet::One(requests::id(handle)), WaitMode::All);
    let (_, status, _) = call.rank().retire(handle);
    let new = call.rank().claim(CommId(status.handle as u32)).expect("a rank is a member of its own communicator");
    let own = &mut call.rank().own;
    if own.id == CommId::NULL {
        (own.id, own.group) = (new.id, new.group);
        return new.id;
    }
    // Another thread of the rank has made one meanwhile.
    let id = own.id;
    call.post(Post::FreeComm { comm: new.id });
    id
}

/// A packed copy of one side of a message.
pub(super) fn pack_side(side: &Side) -> Vec<u8> {
    let mut packed = vec![0u8; side.bytes() as usize];
    match side {
        // SAFETY: the side was checked, and the program says that it holds the message.
        Side::Packed(piece) => unsafe { memory::pack(piece, packed.as_mut_ptr()) },
        Side::Direct(buffer) if buffer.bytes > 0 => {
            let from = std::ptr::with_exposed_provenance::<u8>(buffer.address as usize);
            // SAFETY: as above.
            unsafe { packed.as_mut_ptr().copy_from_nonoverlapping(from, packed.len()) };
        }
        Side::Direct(_) => {}
    }
    packed
}

/// Puts a packed stream, or the first of it, where it belongs.
///
/// # Safety
/// The side was checked, and the program's memory can be written.
pub(super) unsafe fn unpack_side(side: &Side, packed: &[u8]) {
    match side {
        // SAFETY: as the caller says.
        Side::Packed(piece) => unsafe { memory::unpack(piece, packed.as_ptr(), packed.len() as u64) },
        Side::Direct(buffer) if !packed.is_empty() => {
            let to = std::ptr::with_exposed_provenance_mut::<u8>(buffer.address as usize);
            let bytes = packed.len().min(buffer.bytes as usize);
            // SAFETY: as above.
            unsafe { to.copy_from_nonoverlapping(packed.as_ptr(), bytes) };
        }
        Side::Direct(_) => {}
    }
}

fn buffer_of(memory: &[u8]) -> Buffer {
    Buffer { address: super::address(memory.as_ptr()), bytes: memory.len() as u64 }
}

/// Starts a send with a request that is in the table. `copied`: the message is copied even if it lies packed.
pub(crate) fn launch_send(call: &mut Call, request: Handle, to: To, side: &Side, mode: SendMode, how: How) {
    let buffer = match side {
        Side::Direct(buffer) if !how.copied => *buffer,
        // The real library moves the data.
        side if memory::is_moved_elsewhere() => Buffer::of_bytes(side.bytes()),
        side => {
            let send = pack_side(side);
            let buffer = buffer_of(&send);
            set_transfer(call, request, Transfer { send, ..Transfer::default() });
            buffer
        }
    };
    let To { comm, peer, tag, elements } = to;
    let request = requests::id(request);
    call.post(Post::Send { request, comm, peer, tag, buffer, mode, blocking: how.blocking, elements });
}

/// How an operation is started.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct How {
    /// By a blocking function.
    pub(crate) blocking: bool,
    /// From a copy of the message.
    pub(crate) copied: bool,
}

impl How {
    pub(crate) const BLOCKING: Self = Self { blocking: true, copied: false };
    pub(crate) const NONBLOCKING: Self = Self { blocking: false, copied: false };
}

fn set_transfer(call: &mut Call, request: Handle, transfer: Transfer) {
    let request = call.rank().requests.get_mut(request).expect("the request is in the table");
    request.transfer = Some(Box::new(transfer));
}

/// The buffer a receive is posted with: user memory, or a packed one that is unpacked at the end.
pub(crate) fn receive_buffer(call: &mut Call, request: Handle, side: &Side) -> Buffer {
    match side {
        Side::Direct(buffer) => *buffer,
        Side::Packed(piece) if memory::is_moved_elsewhere() => Buffer::of_bytes(piece.bytes),
        Side::Packed(piece) => {
            let recv = vec![0u8; piece.bytes as usize];
            let buffer = buffer_of(&recv);
            let transfer = Transfer { recv, unpack: vec![piece.clone()], message: true, ..Transfer::default() };
            set_transfer(call, request, transfer);
            buffer
        }
    }
}

/// Starts a receive with a request that is in the table.
pub(crate) fn launch_recv(call: &mut Call, request: Handle, from: From, side: &Side, blocking: bool) {
    let buffer = receive_buffer(call, request, side);
    let From { comm, source, tag, elements } = from;
    call.post(Post::Recv { request: requests::id(request), comm, source, tag, buffer, blocking, elements });
}

/// Starts a send with a new request.
#[inline]
pub(crate) fn begin_send(call: &mut Call, comm: Handle, to: To, side: &Side, mode: SendMode, how: How) -> Handle {
    let request = call.rank().requests.insert(Request::posted(comm));
    launch_send(call, request, to, side, mode, how);
    request
}

/// Starts a receive with a new request.
#[inline]
pub(crate) fn begin_recv(call: &mut Call, comm: Handle, from: From, side: &Side, blocking: bool) -> Handle {
    let request = call.rank().requests.insert(Request::posted(comm));
    launch_recv(call, request, from, side, blocking);
    request
}

/// Fills one buffer of a collective call: a packed copy with what goes in.
fn fill(buffer: &mut Buffer, packing: &Packing) -> Vec<u8> {
    if !packing.packed || memory::is_moved_elsewhere() {
        return Vec::new();
    }
    let mut packed = vec![0u8; buffer.bytes as usize];
    for piece in &packing.pack {
        // SAFETY: the pieces were checked and lie within the buffer.
        unsafe { memory::pack(piece, packed.as_mut_ptr()) };
    }
    *buffer = buffer_of(&packed);
    packed
}

/// Starts a collective operation with a request that is in the table.
pub(crate) fn launch_plan(
    call: &mut Call,
    request: Handle,
    comm: CommId,
    mut plan: Plan,
    blocking: bool,
    start: Option<PersistentStart>,
) {
    if plan.send.packed || plan.recv.packed || plan.call.reducer.is_some_and(|reducer| !reducer.builtin()) {
        keep_for(call, request, &mut plan);
    }
    call.post(Post::Collective { request: requests::id(request), comm, call: plan.call, blocking, start });
}

/// Keeps what a collective operation needs until it completes: packed buffers, and a reduction of the program's own.
#[inline(never)]
fn keep_for(call: &mut Call, request: Handle, plan: &mut Plan) {
    let Plan { call: words, send, recv } = plan;
    let reducer = words.reducer.filter(|reducer| !reducer.builtin());
    if let Some(reducer) = reducer {
        call.rank().pin_reduction(reducer, true);
    }
    let (sent, received) = (fill(&mut words.send, send), fill(&mut words.recv, recv));
    let unpack = std::mem::take(&mut recv.unpack);
    set_transfer(call, request, Transfer { send: sent, recv: received, unpack, reducer, ..Transfer::default() });
}

/// Starts a collective operation with a new request.
pub(crate) fn begin_plan(call: &mut Call, comm: Handle, id: CommId, plan: Plan, blocking: bool) -> Handle {
    let request = call.rank().requests.insert(Request { collective: true, ..Request::posted(comm) });
    launch_plan(call, request, id, plan, blocking, None);
    request
}

/// Takes in what the engine reports: requests end, packed results go where they belong.
///
/// # Safety
/// The answer is the latest.
pub(crate) unsafe fn finish(call: &mut Call, answer: *const Answer) {
    // SAFETY: the engine's answer lies still until the next post that demands one.
    for completion in unsafe { &(*answer).completions } {
        if let Some(transfer) = call.rank().end(completion) {
            if ends_within_element(&transfer, &completion.status) {
                let request = call.rank().requests.get_mut(requests::handle(completion.request));
                request.expect("it has just ended").status.error = ErrorClass::Type;
            }
            complete_transfer(call, *transfer, &completion.status);
        }
    }
}

/// Whether a message ends within an element of the datatype that it is unpacked to: it was sent as something else.
fn ends_within_element(transfer: &Transfer, status: &Status) -> bool {
    let whole = |piece: &Piece| status.bytes >= piece.bytes || piece.datatype.prefix(status.bytes).partial == 0;
    transfer.message && status.error == ErrorClass::Success && !transfer.unpack.iter().all(whole)
}

/// Unpacks a result and lets go of what the operation kept.
fn complete_transfer(call: &mut Call, transfer: Transfer, status: &Status) {
    let come = if transfer.message { status.bytes } else { u64::MAX };
    if !status.cancelled {
        for piece in &transfer.unpack {
            // SAFETY: the pieces were checked at the start and lie within the packed result.
            unsafe { memory::unpack(piece, transfer.recv.as_ptr(), come.min(transfer.recv.len() as u64)) };
        }
    }
    if let Some(reducer) = transfer.reducer {
        call.rank().pin_reduction(reducer, false);
    }
    if let Some(handle) = transfer.new_comm {
        let made = call.rank().claim(CommId(status.handle as u32)).expect("a rank is a member of its duplicate");
        if let Ok(comm) = call.rank().comm_mut(handle) {
            (comm.id, comm.rank, comm.size, comm.group) = (made.id, made.rank, made.size, made.group);
            // What else it has it was given while it was being made, the other group too.
        }
    }
}

/// Waits for some of the requests and takes in what ended.
#[inline]
pub(crate) fn wait_for(call: &mut Call, set: RequestSet, mode: WaitMode) {
    let answer: *const Answer = call.ask(Post::Wait { set, mode });
    // SAFETY: it is the latest answer.
    unsafe { finish(call, answer) };
}

/// Looks for requests that ended and takes them in.
#[inline]
pub(crate) fn test_for(call: &mut Call, set: RequestSet, mode: WaitMode) {
    if let Some(answer) = polling::poll(call, Post::Test { set, mode, peek: false }) {
        // SAFETY: it is the latest answer.
        unsafe { finish(call, answer) };
    }
}

/// Sends a message that lies packed in user memory, and waits. No request of the rank's is made: nothing else is started
/// before it ends, so the request that is free next is free for it.
#[inline]
pub(crate) fn send_now(call: &mut Call, to: To, buffer: Buffer, mode: SendMode) -> Status {
    let (request, kept) = temporary_request(call);
    let To { comm, peer, tag, elements } = to;
    let status =
        call.block_on(true, |call| Post::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements });
    return_request(call, request, kept);
    status
}

/// A request for an operation that is waited for at once; whether it is kept for it, since other threads of the rank may
/// start operations meanwhile.
#[inline]
fn temporary_request(call: &mut Call) -> (RequestId, bool) {
    let kept = mpi_lock::is_active();
    let handle = if kept {
        let hidden = Request { hidden: true, ..Request::posted(handles::COMM_WORLD) };
        call.rank().requests.insert(hidden)
    } else {
        call.rank().requests.next_handle()
    };
    (requests::id(handle), kept)
}

#[inline]
fn return_request(call: &mut Call, request: RequestId, kept: bool) {
    if kept {
        call.rank().requests.remove(requests::handle(request));
    }
}

/// Receives a message into user memory as it comes, and waits: as [`send_now`].
#[inline]
pub(crate) fn recv_now(call: &mut Call, from: From, buffer: Buffer) -> Status {
    let (request, kept) = temporary_request(call);
    let From { comm, source, tag, elements } = from;
    let status =
        call.block_on(false, |call| Post::BlockingRecv { call, request, comm, source, tag, buffer, elements });
    return_request(call, request, kept);
    status
}

/// Waits for a request of a blocking function and takes it off. See [`outcome`] for what it brought.
#[inline]
pub(crate) fn complete(call: &mut Call, request: Handle) -> Status {
    wait_for(call, RequestSet::One(requests::id(request)), WaitMode::All);
    call.rank().retire(request).1
}

/// The fault in a status, if there is one.
#[inline]
pub(crate) fn outcome(status: &Status) -> Result<(), Fault> {
    Fault::of_status(status).map_or(Ok(()), Err)
}
