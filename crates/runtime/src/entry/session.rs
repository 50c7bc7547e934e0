//! Entry points of sessions, and of communicators created from groups (MPI 5.0 §11.3, §7.4.2, §7.6.2).
//!
//! Opening a session initialises MPI, like `MPI_Init`. A program may open sessions at any time and any number of times.
//! Opening and closing a session cost no simulated time, and neither do `MPI_Init` and `MPI_Finalize`.

use super::abi::{put, put_handle};
use super::arguments::{behind, text};
use super::environment::provide;
use super::error::attachable;
use super::info;
use super::message::{complete, outcome};
use super::{buffered, entry, entry_anytime, handle, wait};
use crate::call::Call;
use crate::callbacks::CallbackKind;
use mpi_rank::errors::ErrhandlerKind;
use mpi_rank::info::Info;
use mpi_rank::requests::{self, Request};
use mpi_rank::sessions::{LEVEL_KEY, LEVELS, SETS, SIZE_KEY};
use mpi_rank::{Fault, Handle, handles};
use ops::{CommCall, CommId, ErrorClass, Group, Post};
use std::ffi::{c_char, c_int};
use std::sync::Arc;

/// `MPI_MAX_STRINGTAG_LEN`, the final zero included.
const STRING_TAG_MAX: usize = 256;

/// The thread level that an info object asks for; the lowest where it asks for none that there is.
fn required(call: &mut Call, hints: Handle) -> c_int {
    let named = info::value(call, hints, LEVEL_KEY).unwrap_or_default();
    LEVELS.iter().find(|(name, _)| *name == named).map_or(LEVELS[0].1, |&(_, level)| level)
}

entry_anytime! {
    SessionInit: fn wt_MPI_Session_init(info: usize, errhandler: usize, session: *mut usize) |call| {
        let (hints, errhandler) = (handle(info), handle(errhandler));
        attachable(call, ErrhandlerKind::Session, errhandler)?;
        call.errors_on_handler(errhandler, CallbackKind::SessionErrhandler);
        info::check(call, hints)?;
        let level = provide(required(call, hints));
        let opened = call.rank().open_session(errhandler, level);
        call.post(Post::SessionInit);
        put_handle(session, opened)
    }
}

entry! {
    SessionFinalize: fn wt_MPI_Session_finalize(session: *mut usize) |call| {
        let closed = behind(session)?;
        call.errors_on_session(closed);
        buffered::flush_session(call, closed)?;
        wait::wait_for_released(call);
        if let Some(text) = call.rank().close_session(closed)? {
            call.post(Post::Warning { text: text.into() });
        }
        call.post(Post::SessionFinalize);
        put_handle(session, handles::SESSION_NULL)
    }
}

entry! {
    SessionGetInfo: fn wt_MPI_Session_get_info(session: usize, info_used: *mut usize) session = session |call| {
        let known = call.rank().session(handle(session))?.info();
        let made = call.rank().objects().infos.insert(known);
        put_handle(info_used, made)
    }
}

entry! {
    SessionGetNumPsets: fn wt_MPI_Session_get_num_psets(session: usize, info: usize, npset_names: *mut c_int)
    session = session |call| {
        call.rank().session(handle(session))?;
        info::check(call, handle(info))?;
        put(npset_names, SETS.len() as c_int)
    }
}

entry! {
    SessionGetNthPset: fn wt_MPI_Session_get_nth_pset(session: usize, info: usize, n: c_int, pset_len: *mut c_int,
        pset_name: *mut c_char) session = session |call| {
        call.rank().session(handle(session))?;
        info::check(call, handle(info))?;
        let name = usize::try_from(n).ok().and_then(|n| SETS.get(n));
        let name = name.ok_or(Fault::Arg("there is no process set of this number"))?;
        let length = pset_len.as_mut().ok_or(Fault::Arg("null pointer for a length"))?;
        let room = usize::try_from(*length).map_err(|_| Fault::Arg("negative length of a name"))?;
        if room > 0 {
            info::copy_out(name, pset_name, room)?;
        }
        // With its final zero (MPI 5.0 §11.3.3).
        *length = name.len() as c_int + 1;
        Ok(())
    }
}

/// The members of a process set. A name that nobody knows is an error, as in MPICH.
///
/// # Safety
/// As [`text`].
unsafe fn process_set(call: &mut Call, name: *const c_char) -> Result<Arc<Group>, Fault> {
    // SAFETY: as the caller says.
    let name = unsafe { text(name)? };
    call.rank().process_set(&name).ok_or(Fault::Arg("there is no process set of this name"))
}

entry! {
    SessionGetPsetInfo: fn wt_MPI_Session_get_pset_info(session: usize, pset_name: *const c_char, info: *mut usize)
    session = session |call| {
        call.rank().session(handle(session))?;
        let members = process_set(call, pset_name)?.size();
        let mut known = Info::default();
        known.set(SIZE_KEY, &members.to_string());
        let made = call.rank().objects().infos.insert(known);
        put_handle(info, made)
    }
}

entry! {
    GroupFromSessionPset: fn wt_MPI_Group_from_session_pset(session: usize, pset_name: *const c_char,
        newgroup: *mut usize) session = session |call| {
        let session = handle(session);
        call.rank().session(session)?;
        let members = process_set(call, pset_name)?;
        let made = call.rank().keep_group(members, Some(session));
        put_handle(newgroup, made)
    }
}

/// A text that tells concurrent calls apart.
///
/// # Safety
/// As [`text`].
unsafe fn string_tag(tag: *const c_char) -> Result<Box<str>, Fault> {
    // SAFETY: as the caller says.
    let tag = unsafe { text(tag)? };
    if tag.len() >= STRING_TAG_MAX {
        return Err(Fault::Arg("a tag longer than MPI_MAX_STRINGTAG_LEN"));
    }
    Ok(tag.into())
}

/// Whether the calling rank is one of a group.
fn is_member(call: &mut Call, group: &Group) -> Result<(), Fault> {
    let own = group.rank_of(call.rank().actor);
    own.map(|_| ()).ok_or(Fault::Class(ErrorClass::Group, "the calling rank is not in the group"))
}

/// Makes a communicator of groups that come from a session, or from the world, without a parent.
fn make(
    call: &mut Call,
    how: CommCall,
    hints: Handle,
    errhandler: Handle,
    session: Option<Handle>,
) -> Result<Handle, Fault> {
    let request = Request { hidden: true, collective: true, ..Request::posted(handles::COMM_NULL) };
    let request = call.rank().requests.insert(request);
    call.post(Post::CreateComm { request: requests::id(request), comm: CommId::NULL, call: Box::new(how) });
    let status = complete(call, request);
    outcome(&status)?;
    let rank = call.rank();
    let new = rank.claim(CommId(status.handle as u32)).expect("members of the groups alone take part");
    let made = rank.keep_comm_of(new, errhandler, session);
    info::give_hints(call, hints, made)?;
    Ok(made)
}

/// Checks what both functions have in common: error handler and hints.
fn check(call: &mut Call, hints: Handle, errhandler: Handle) -> Result<(), Fault> {
    attachable(call, ErrhandlerKind::Comm, errhandler)?;
    call.errors_on_handler(errhandler, CallbackKind::CommErrhandler);
    info::check(call, hints)
}

entry! {
    CommCreateFromGroup: fn wt_MPI_Comm_create_from_group(group: usize, stringtag: *const c_char, info: usize,
        errhandler: usize, newcomm: *mut usize) |call| {
        let (group, hints, errhandler) = (handle(group), handle(info), handle(errhandler));
        check(call, hints, errhandler)?;
        let members = call.rank().group(group)?;
        if members.size() == 0 {
            return put_handle(newcomm, handles::COMM_NULL);
        }
        is_member(call, &members)?;
        let session = call.rank().session_of_group(group);
        let how = CommCall::FromGroup { group: members, tag: string_tag(stringtag)? };
        let made = make(call, how, hints, errhandler, session)?;
        put_handle(newcomm, made)
    }
}

/// The rank of a group's leader.
fn is_rank(leader: c_int, group: &Arc<Group>) -> Result<(), Fault> {
    let known = u32::try_from(leader).is_ok_and(|leader| leader < group.size());
    if known { Ok(()) } else { Err(Fault::Rank { rank: leader, size: group.size() }) }
}

entry! {
    IntercommCreateFromGroups: fn wt_MPI_Intercomm_create_from_groups(local_group: usize, local_leader: c_int,
        remote_group: usize, remote_leader: c_int, stringtag: *const c_char, info: usize, errhandler: usize,
        newintercomm: *mut usize) |call| {
        let (hints, errhandler) = (handle(info), handle(errhandler));
        check(call, hints, errhandler)?;
        let (local, remote) = (call.rank().group(handle(local_group))?, call.rank().group(handle(remote_group))?);
        if local.size() == 0 || remote.size() == 0 {
            return put_handle(newintercomm, handles::COMM_NULL);
        }
        is_member(call, &local)?;
        is_rank(local_leader, &local)?;
        is_rank(remote_leader, &remote)?;
        if local.actors().any(|actor| remote.rank_of(actor).is_some()) {
            return Err(Fault::Class(ErrorClass::Group, "a rank is in both groups"));
        }
        let session = call.rank().session_of_group(handle(local_group));
        let how = CommCall::FromGroups { local, remote, tag: string_tag(stringtag)? };
        let made = make(call, how, hints, errhandler, session)?;
        put_handle(newintercomm, made)
    }
}
