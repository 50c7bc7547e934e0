//! Entry points that create and free communicators (MPI 5.0 §7.4.2, §7.4.3, §7.6.2, §11.10.4).

use super::abi::{place_for, put_handle};
use super::arguments::behind;
use super::attribute::{self, Owner};
use super::message::{comm_id, complete, outcome, wait_for};
use super::{entry, handle, info};
use crate::call::Call;
use mpi_rank::checks::{UNDEFINED, send_tag};
use mpi_rank::comms::Comm;
use mpi_rank::requests::{self, Request, State, Transfer};
use mpi_rank::{Fault, Handle, groups, handles, sessions};
use ops::{CommCall, CommId, ErrorClass, Group, Post, RemoteLeader, RequestSet, SplitKey, Status, WaitMode};
use std::ffi::c_int;
use std::sync::Arc;

/// Makes a communicator of its parent, together with the parent's other ranks: its handle, or `MPI_COMM_NULL`.
pub(super) fn make(call: &mut Call, parent: Handle, how: CommCall) -> Result<Handle, Fault> {
    let status = started(call, parent, how)?;
    claimed(call, &status, parent)
}

/// Has a communicator be made of its parent: how that ended.
pub(super) fn started(call: &mut Call, parent: Handle, how: CommCall) -> Result<Status, Fault> {
    let comm = comm_id(call, parent)?;
    let request = Request { hidden: true, collective: true, ..Request::posted(parent) };
    let request = call.rank().requests.insert(request);
    call.post(Post::CreateComm { request: requests::id(request), comm, call: Box::new(how) });
    Ok(complete(call, request))
}

/// The handle of a communicator that has been made, or `MPI_COMM_NULL`.
pub(super) fn claimed(call: &mut Call, status: &Status, parent: Handle) -> Result<Handle, Fault> {
    outcome(status)?;
    let rank = call.rank();
    Ok(rank.claim(CommId(status.handle as u32)).map_or(handles::COMM_NULL, |new| rank.keep_comm(new, parent)))
}

/// A duplicate with its original's topology and the attributes that are copied (MPI 5.0 §7.4.2); hints do not go along.
fn dup(call: &mut Call, comm: Handle) -> Result<Handle, Fault> {
    let made = make(call, comm, CommCall::Dup)?;
    call.rank().share_topology(comm, made)?;
    match attribute::copy_all(call, Owner::Comm(comm), Owner::Comm(made)) {
        Ok(()) => Ok(made),
        Err(fault) => release(call, made).and(Err(fault)),
    }
}

entry! {
    CommDup: fn wt_MPI_Comm_dup(comm: usize, newcomm: *mut usize) comm = comm |call| {
        put_handle(newcomm, handles::COMM_NULL)?;
        let made = dup(call, handle(comm))?;
        put_handle(newcomm, made)
    }
}

entry! {
    CommDupWithInfo: fn wt_MPI_Comm_dup_with_info(comm: usize, info: usize, newcomm: *mut usize) comm = comm |call| {
        put_handle(newcomm, handles::COMM_NULL)?;
        info::check(call, handle(info))?;
        let made = dup(call, handle(comm))?;
        info::give_hints(call, handle(info), made)?;
        put_handle(newcomm, made)
    }
}

/// Starts the making of a duplicate: its handle, which is good for nothing yet, and the request. Attributes are copied
/// now, as the standard demands.
fn idup(call: &mut Call, parent: Handle, hints: Handle) -> Result<(Handle, Handle), Fault> {
    info::check(call, hints)?;
    let comm = comm_id(call, parent)?;
    let mut new = Comm::default();
    {
        let parent = call.rank().comm(parent)?;
        (new.rank, new.size) = (parent.rank, parent.size);
        if let Some(remote) = parent.remote() {
            new.extra().remote = Some(remote.clone());
        }
    }
    let made = call.rank().keep_comm(new, parent);
    call.rank().share_topology(parent, made)?;
    let copied = attribute::copy_all(call, Owner::Comm(parent), Owner::Comm(made));
    if let Err(fault) = copied.and_then(|()| info::give_hints(call, hints, made)) {
        attribute::delete_all(call, Owner::Comm(made))?;
        call.rank().drop_comm(made)?;
        return Err(fault);
    }
    let transfer = Some(Box::new(Transfer { new_comm: Some(made), ..Transfer::default() }));
    let request = Request { collective: true, transfer, ..Request::posted(parent) };
    let request = call.rank().requests.insert(request);
    call.post(Post::CreateComm { request: requests::id(request), comm, call: Box::new(CommCall::Dup) });
    Ok((made, request))
}

entry! {
    CommIdup: fn wt_MPI_Comm_idup(comm: usize, newcomm: *mut usize, request: *mut usize) comm = comm |call| {
        place_for(newcomm)?;
        place_for(request)?;
        let (made, started) = idup(call, handle(comm), handles::INFO_NULL)?;
        put_handle(newcomm, made)?;
        put_handle(request, started)
    }
}

entry! {
    CommIdupWithInfo: fn wt_MPI_Comm_idup_with_info(comm: usize, info: usize, newcomm: *mut usize, request: *mut usize)
    comm = comm |call| {
        place_for(newcomm)?;
        place_for(request)?;
        let (made, started) = idup(call, handle(comm), handle(info))?;
        put_handle(newcomm, made)?;
        put_handle(request, started)
    }
}

entry! {
    CommSplit: fn wt_MPI_Comm_split(comm: usize, color: c_int, key: c_int, newcomm: *mut usize) comm = comm |call| {
        place_for(newcomm)?;
        let color = match u32::try_from(color) {
            Ok(color) => Some(color),
            Err(_) if color == UNDEFINED => None,
            Err(_) => return Err(Fault::Arg("negative colour that is not MPI_UNDEFINED")),
        };
        let made = make(call, handle(comm), CommCall::Split(SplitKey { color, key }))?;
        put_handle(newcomm, made)
    }
}

/// `MPI_COMM_TYPE_SHARED`.
const SHARED: c_int = 221;
/// `MPI_COMM_TYPE_HW_UNGUIDED`.
const HW_UNGUIDED: c_int = 222;
/// `MPI_COMM_TYPE_HW_GUIDED`.
const HW_GUIDED: c_int = 223;
/// `MPI_COMM_TYPE_RESOURCE_GUIDED`.
const RESOURCE_GUIDED: c_int = 224;
/// The hint that names a kind of hardware.
const HARDWARE: &str = "mpi_hw_resource_type";
/// The kind of hardware that a host is: the only one that the machine's description names.
pub(super) const HOST: &str = "mpi_shared_memory";

/// By what `MPI_Comm_split_type` splits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Resource {
    /// Hosts.
    Host,
    /// Nothing: one communicator of all.
    Machine,
    /// Ranks.
    Own,
    /// Something there is none of.
    Unknown,
}

/// What the hints of a guided split name (MPI 5.0 §7.4.2).
fn resource(call: &mut Call, hints: Handle, sets: bool) -> Result<Resource, Fault> {
    info::check(call, hints)?;
    Ok(match info::value(call, hints, HARDWARE) {
        Some(HOST) => Resource::Host,
        Some(_) => Resource::Unknown,
        None if !sets => Resource::Unknown,
        // Keys of info objects are exact (MPI 4.1 §10); names of sets are those of sessions.
        None => match info::value(call, hints, "mpi_pset_name").and_then(sessions::set_of) {
            Some(0) => Resource::Machine,
            Some(_) => Resource::Own,
            None => Resource::Unknown,
        },
    })
}

fn split_type(call: &mut Call, comm: Handle, kind: c_int, key: c_int, hints: Handle) -> Result<Handle, Fault> {
    let (own, size) = { call.rank().comm(comm).map(|comm| (comm.rank, comm.size))? };
    let resource = match kind {
        UNDEFINED => Resource::Unknown,
        SHARED | HW_UNGUIDED => Resource::Host,
        HW_GUIDED | RESOURCE_GUIDED => resource(call, hints, kind == RESOURCE_GUIDED)?,
        _ => return Err(Fault::Arg("no such split type")),
    };
    info::check(call, hints)?;
    let how = match resource {
        Resource::Host => CommCall::SplitHost(SplitKey { color: Some(0), key }),
        Resource::Unknown => CommCall::SplitHost(SplitKey { color: None, key }),
        Resource::Machine => CommCall::Split(SplitKey { color: Some(0), key }),
        Resource::Own => CommCall::Split(SplitKey { color: Some(own), key }),
    };
    let made = make(call, comm, how)?;
    if kind != HW_UNGUIDED || made == handles::COMM_NULL {
        return Ok(made);
    }
    // An unguided split goes one level down, or nowhere: ranks of one host have nothing narrower in common.
    if call.rank().comm(made)?.size == size {
        release(call, made)?;
        return Ok(handles::COMM_NULL);
    }
    if let Some(info) = call.rank().objects().infos.get_mut(hints) {
        info.set(HARDWARE, HOST);
    }
    Ok(made)
}

entry! {
    CommSplitType: fn wt_MPI_Comm_split_type(comm: usize, split_type: c_int, key: c_int, info: usize,
        newcomm: *mut usize) comm = comm |call| {
        place_for(newcomm)?;
        let made = self::split_type(call, handle(comm), split_type, key, handle(info))?;
        put_handle(newcomm, made)
    }
}

/// A group that is part of a communicator's, and whether the own rank is in it.
fn members(call: &mut Call, comm: Handle, group: Handle) -> Result<(Arc<Group>, bool), Fault> {
    let (whole, part) = (call.rank().group_of(comm)?, call.rank().group(group)?);
    if !groups::is_subset(&part, &whole) {
        return Err(Fault::Class(ErrorClass::Group, "the group is not part of the communicator's"));
    }
    let own = part.rank_of(call.rank().actor).is_some();
    Ok((part, own))
}

entry! {
    CommCreate: fn wt_MPI_Comm_create(comm: usize, group: usize, newcomm: *mut usize) comm = comm |call| {
        place_for(newcomm)?;
        let how = CommCall::Create(members(call, handle(comm), handle(group))?.0);
        let made = make(call, handle(comm), how)?;
        put_handle(newcomm, made)
    }
}

/// Makes a communicator of a group without the parent's other ranks.
fn create_group(call: &mut Call, comm: Handle, group: Handle, tag: c_int) -> Result<Handle, Fault> {
    let tag = send_tag(tag)?;
    call.rank().comm(comm)?.intra()?;
    let how = match members(call, comm, group)? {
        (group, _) if group.size() == 0 => return Ok(handles::COMM_NULL),
        (_, false) => return Err(Fault::Class(ErrorClass::Group, "the calling rank is not in the group")),
        (group, true) => CommCall::CreateGroup { group, tag },
    };
    make(call, comm, how)
}

entry! {
    CommCreateGroup: fn wt_MPI_Comm_create_group(comm: usize, group: usize, tag: c_int, newcomm: *mut usize)
    comm = comm |call| {
        place_for(newcomm)?;
        let made = create_group(call, handle(comm), handle(group), tag)?;
        put_handle(newcomm, made)
    }
}

/// Where the other leader is, if the own rank leads its group.
fn peer(
    call: &mut Call,
    local: Handle,
    leader: u32,
    (comm, remote, tag): (Handle, c_int, c_int),
) -> Result<Option<RemoteLeader>, Fault> {
    if call.rank().comm(local)?.rank != leader {
        return Ok(None);
    }
    let meeting = call.rank().comm(comm)?;
    let fault = Fault::Rank { rank: remote, size: meeting.peers() };
    let other = meeting.destination(remote)?.ok_or(fault)?;
    if meeting.remote().is_none() && other == meeting.rank {
        return Err(Fault::Class(ErrorClass::Rank, "the leaders of both groups are the same rank"));
    }
    Ok(Some(RemoteLeader { comm: comm_id(call, comm)?, leader: other, tag }))
}

entry! {
    IntercommCreate: fn wt_MPI_Intercomm_create(local_comm: usize, local_leader: c_int, peer_comm: usize,
        remote_leader: c_int, tag: c_int, newintercomm: *mut usize) comm = local_comm |call| {
        place_for(newintercomm)?;
        let local = handle(local_comm);
        call.rank().comm(local)?.intra()?;
        let tag = send_tag(tag)?;
        let fault = Fault::Rank { rank: local_leader, size: call.rank().comm(local)?.size };
        let leader = call.rank().comm(local)?.destination(local_leader)?.ok_or(fault)?;
        let peer = peer(call, local, leader, (handle(peer_comm), remote_leader, tag))?;
        let made = make(call, local, CommCall::InterCreate { leader, peer })?;
        put_handle(newintercomm, made)
    }
}

entry! {
    IntercommMerge: fn wt_MPI_Intercomm_merge(intercomm: usize, high: c_int, newintracomm: *mut usize)
    comm = intercomm |call| {
        let parent = handle(intercomm);
        call.rank().comm(parent)?.inter()?;
        let made = make(call, parent, CommCall::Merge { high: high != 0 })?;
        put_handle(newintracomm, made)
    }
}

/// A communicator of the program's own that exists.
fn own(call: &mut Call, comm: Handle) -> Result<CommId, Fault> {
    if comm == handles::COMM_WORLD || comm == handles::COMM_SELF {
        return Err(Fault::Class(ErrorClass::Comm, "a predefined communicator is not freed"));
    }
    comm_id(call, comm)
}

/// Frees a communicator, its attributes first; one of them may refuse (MPI 5.0 §7.4.3).
pub(super) fn release(call: &mut Call, comm: Handle) -> Result<(), Fault> {
    let id = own(call, comm)?;
    attribute::delete_all(call, Owner::Comm(comm))?;
    if call.rank().drop_comm(comm)? {
        call.post(Post::FreeComm { comm: id });
    }
    Ok(())
}

entry! {
    CommFree: fn wt_MPI_Comm_free(comm: *mut usize) |call| {
        let freed = behind(comm)?;
        call.errors_on_comm(freed);
        release(call, freed)?;
        put_handle(comm, handles::COMM_NULL)
    }
}

/// Waits for the operations of a communicator that are on their way.
pub(super) fn wait_pending(call: &mut Call, comm: Handle) {
    let waiting =
        |request: &Request| request.comm == comm && request.state == State::Posted && !request.generalised();
    let pending = call.rank().requests.iter().filter(|(_, request)| waiting(request));
    let requests: Box<[_]> = pending.map(|(handle, _)| requests::id(handle)).collect();
    if !requests.is_empty() {
        wait_for(call, RequestSet::Many(requests), WaitMode::All);
    }
}

entry! {
    CommDisconnect: fn wt_MPI_Comm_disconnect(comm: *mut usize) |call| {
        let freed = behind(comm)?;
        call.errors_on_comm(freed);
        own(call, freed)?;
        wait_pending(call, freed);
        release(call, freed)?;
        put_handle(comm, handles::COMM_NULL)
    }
}
