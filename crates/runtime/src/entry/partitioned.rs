//! Entry points of partitioned communication (MPI 5.0 §4).
//!
//! If the datatype is non-contiguous, a partition is packed when the program marks it ready, and unpacked when the program
//! learns that the partition has arrived. Only that partition is packed or unpacked, as the program may still be using the
//! others.

use super::abi::{put, put_handle};
use super::arguments::array;
use super::message::{comm_id, receive_buffer};
use super::persistent::inactive;
use super::send::{Envelope, data, destination, source};
use super::{address, entry, handle, info, poll, polling, with_large_count};
use crate::call::Call;
use crate::memory;
use mpi_rank::partitioned::Partitioned;
use mpi_rank::requests::{self, Special, State, Transfer};
use mpi_rank::{Data, Fault, Handle, Side, checks, handles};
use ops::{Buffer, ErrorClass, PartitionedCall, Post};
use std::ffi::{c_int, c_void};

/// Makes a partitioned operation.
fn initialise(
    call: &mut Call,
    data: Data,
    partitions: c_int,
    envelope: Envelope,
    hints: Handle,
    sends: bool,
) -> Result<Handle, Fault> {
    info::check(call, hints)?;
    let peer = if sends {
        destination(call, envelope, handles::DATATYPE_NULL)?.map(|to| to.peer)
    } else {
        let wild = envelope.peer == checks::ANY_SOURCE || envelope.tag == checks::ANY_TAG;
        if wild {
            return Err(Fault::Class(ErrorClass::Arg, "a partitioned receive has no wildcards"));
        }
        checks::send_tag(envelope.tag)?;
        source(call, envelope, handles::DATATYPE_NULL)?.map(|from| from.source as u32)
    };
    let comm = comm_id(call, envelope.comm)?;
    let made = call.rank().partitioned(data, partitions, sends, (comm, peer, envelope.tag))?;
    let (partitions, bytes) = (made.partitions, made.side.bytes());
    let request = inactive(call, envelope.comm, Special::Partitioned(made), false);
    if let Some(peer) = peer {
        let init = PartitionedCall::Init { comm, peer, tag: envelope.tag, sends, partitions, bytes };
        tell(call, request, init);
    }
    Ok(request)
}

fn tell(call: &mut Call, request: Handle, what: PartitionedCall) {
    call.post(Post::Partitioned { request: requests::id(request), call: Box::new(what) });
}

/// Starts a round; what is special about the request is out of the table.
pub(super) fn launch(call: &mut Call, request: Handle, own: &mut Partitioned) {
    own.start();
    let buffer = match &own.side {
        Side::Packed(piece) if own.sends && !memory::is_moved_elsewhere() => {
            let send = vec![0u8; piece.bytes as usize];
            let buffer = Buffer { address: address(send.as_ptr()), bytes: piece.bytes };
            let entry = call.rank().requests.get_mut(request).expect("the request is in the table");
            entry.transfer = Some(Box::new(Transfer { send, ..Transfer::default() }));
            buffer
        }
        side => receive_buffer(call, request, side),
    };
    if !own.sends
        && let Some(transfer) = call.rank().requests.get_mut(request).and_then(|entry| entry.transfer.as_mut())
    {
        transfer.unpack = (0..own.partitions).filter_map(|partition| own.piece(partition)).collect();
    }
    tell(call, request, PartitionedCall::Start { buffer });
}

/// The engine forgets a request that is not under way.
pub(super) fn release(call: &mut Call, request: Handle) -> Result<(), Fault> {
    let entry = call.rank().request(request)?;
    let Some(Special::Partitioned(own)) = entry.special.as_deref() else { return Ok(()) };
    let known = own.peer.is_some();
    if entry.state != State::Inactive {
        return Err(Fault::Request { handle: request, why: "a partitioned operation under way is not freed" });
    }
    if known {
        tell(call, request, PartitionedCall::Free);
    }
    Ok(())
}

/// The partitioned operation of a request, and whether it is under way.
fn known(call: &mut Call, request: Handle, sends: bool) -> Result<(&mut Partitioned, bool), Fault> {
    let why = if sends { "it is not a partitioned send" } else { "it is not a partitioned receive" };
    let fault = Fault::Request { handle: request, why };
    call.rank().request(request)?;
    let entry = call.rank().requests.get_mut(request).ok_or(fault)?;
    let active = entry.state != State::Inactive;
    match entry.special.as_deref_mut() {
        Some(Special::Partitioned(own)) if own.sends == sends => Ok((own, active)),
        _ => Err(fault),
    }
}

/// Marks partitions ready, and tells the engine of those that follow one another at once.
///
/// # Safety
/// The program's buffer holds the partitions.
unsafe fn ready(call: &mut Call, request: Handle, partitions: impl Iterator<Item = c_int>) -> Result<(), Fault> {
    let owner = call.rank().request(request)?.comm;
    call.errors_on_comm(owner);
    let mut run: Option<(u32, u32)> = None;
    for partition in partitions {
        let (own, active) = known(call, request, true)?;
        if !active {
            return Err(Fault::Request { handle: request, why: "it has not been started" });
        }
        let marked = own.mark(partition);
        let piece = marked.ok().and_then(|number| own.piece(number));
        let told = own.peer.is_some();
        if let Some(piece) = piece
            && let Some(entry) = call.rank().requests.get_mut(request)
            && let Some(transfer) = entry.transfer.as_mut()
        {
            // SAFETY: as the caller says; the packed buffer has room for all partitions.
            unsafe { memory::pack(&piece, transfer.send.as_mut_ptr()) };
        }
        let next = match (marked, run) {
            (Ok(number), Some((first, last))) if number == last + 1 => Some((first, number)),
            (Ok(number), before) => {
                flush(call, request, before.filter(|_| told));
                Some((number, number))
            }
            (Err(fault), before) => {
                flush(call, request, before.filter(|_| told));
                return Err(fault);
            }
        };
        run = next.filter(|_| told);
    }
    flush(call, request, run);
    Ok(())
}

fn flush(call: &mut Call, request: Handle, run: Option<(u32, u32)>) {
    if let Some((first, last)) = run {
        tell(call, request, PartitionedCall::Ready { first, last });
    }
}

/// Whether a partition of a receive has arrived.
///
/// # Safety
/// The program's buffer holds the partition.
unsafe fn arrived(call: &mut Call, request: Handle, partition: c_int) -> Result<bool, Fault> {
    if request == handles::REQUEST_NULL {
        return Ok(true);
    }
    let owner = call.rank().request(request)?.comm;
    call.errors_on_comm(owner);
    let (own, active) = known(call, request, false)?;
    let number = own.number(partition)?;
    let piece = own.piece(number);
    if !active || own.peer.is_none() || call.rank().request(request)?.state == State::Done {
        return Ok(true);
    }
    let at = piece.map(|piece| piece.at);
    let post = Post::Parrived { request: requests::id(request), partition: number };
    if polling::poll(call, post).is_none() {
        return Ok(false);
    }
    let Some(at) = at else { return Ok(true) };
    let entry = call.rank().requests.get_mut(request).expect("seen before");
    if let Some(transfer) = entry.transfer.as_mut()
        && let Some(place) = transfer.unpack.iter().position(|piece| piece.at == at)
    {
        // Once only: the program may change it from here on.
        let piece = transfer.unpack.swap_remove(place);
        // SAFETY: as the caller says; all bytes of the partition have come.
        unsafe { memory::unpack(&piece, transfer.recv.as_ptr(), transfer.recv.len() as u64) };
    }
    Ok(true)
}

// Both forms count in MPI_Count: the standard's stub library has the second beside the first.
with_large_count! {
    [PsendInit: fn wt_MPI_Psend_init()] [PsendInitC: fn wt_MPI_Psend_init_c()]
    (buf: *const c_void, partitions: c_int, count: i64, datatype: usize, dest: c_int, tag: c_int, comm: usize,
        info: usize, request: *mut usize) comm = comm |call| {
        let envelope = Envelope { peer: dest, tag, comm: handle(comm) };
        let made = initialise(call, data(buf, count, datatype), partitions, envelope, handle(info), true)?;
        put_handle(request, made)
    }
}

with_large_count! {
    [PrecvInit: fn wt_MPI_Precv_init()] [PrecvInitC: fn wt_MPI_Precv_init_c()]
    (buf: *mut c_void, partitions: c_int, count: i64, datatype: usize, source: c_int, tag: c_int, comm: usize,
        info: usize, request: *mut usize) comm = comm |call| {
        let envelope = Envelope { peer: source, tag, comm: handle(comm) };
        let made = initialise(call, data(buf, count, datatype), partitions, envelope, handle(info), false)?;
        put_handle(request, made)
    }
}

entry! {
    Pready: fn wt_MPI_Pready(partition: c_int, request: usize) |call| {
        ready(call, handle(request), std::iter::once(partition))
    }
}

entry! {
    PreadyRange: fn wt_MPI_Pready_range(partition_low: c_int, partition_high: c_int, request: usize) |call| {
        if partition_low > partition_high {
            return Err(Fault::Arg("the last partition of a range comes before the first"));
        }
        ready(call, handle(request), partition_low..=partition_high)
    }
}

entry! {
    PreadyList: fn wt_MPI_Pready_list(length: c_int, array_of_partitions: *const c_int, request: usize) |call| {
        let partitions = array(array_of_partitions, super::arguments::length(length)?)?;
        ready(call, handle(request), partitions.iter().copied())
    }
}

poll! {
    Parrived: fn wt_MPI_Parrived(request: usize, partition: c_int, flag: *mut c_int) as parrived replay "" |call| {
        let there = arrived(call, handle(request), partition)?;
        put(flag, c_int::from(there))
    }
}
