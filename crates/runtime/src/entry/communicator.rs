//! Entry points of communicators' properties: size, rank, comparison, names, info (MPI 5.0 §7.4.1, §7.4.4, §7.8).

use super::abi::{put, put_handle, put_text};
use super::arguments::text;
use super::attribute::{self, Owner};
use super::{entry, handle, info};
use crate::call::Call;
use mpi_rank::groups::{self, Comparison};
use mpi_rank::{Fault, Handle, handles};
use std::ffi::{c_char, c_int};

/// `MPI_MAX_OBJECT_NAME`, the final zero included.
pub(super) const OBJECT_NAME_MAX: usize = 128;

/// A name as it is kept: cut to what `MPI_MAX_OBJECT_NAME` allows.
pub(super) fn name_of(text: &str) -> Box<str> {
    text[..text.floor_char_boundary(OBJECT_NAME_MAX - 1)].into()
}

/// Takes all attributes off a communicator, the latest first.
///
/// # Errors
/// The code that a function of the program's returned.
pub(super) fn delete_attributes(call: &mut Call, comm: Handle) -> Result<(), Fault> {
    attribute::delete_all(call, Owner::Comm(comm))
}

entry! {
    CommRank: fn wt_MPI_Comm_rank(comm: usize, rank: *mut c_int) comm = comm |call| {
        let own = call.rank().comm(handle(comm))?.rank;
        put(rank, own as c_int)
    }
}

entry! {
    CommSize: fn wt_MPI_Comm_size(comm: usize, size: *mut c_int) comm = comm |call| {
        let ranks = call.rank().comm(handle(comm))?.size;
        put(size, ranks as c_int)
    }
}

entry! {
    CommGroup: fn wt_MPI_Comm_group(comm: usize, group: *mut usize) comm = comm |call| {
        let members = call.rank().group_of(handle(comm))?;
        let session = call.rank().session_of_comm(handle(comm));
        let made = call.rank().keep_group(members, session);
        put_handle(group, made)
    }
}

entry! {
    CommCompare: fn wt_MPI_Comm_compare(comm1: usize, comm2: usize, result: *mut c_int) comm = comm1 |call| {
        let comparison = compare(call, handle(comm1), handle(comm2))?;
        put(result, comparison as c_int)
    }
}

/// Compares two communicators by their groups: two intercommunicators are as similar as the less similar pair.
fn compare(call: &mut Call, first: Handle, second: Handle) -> Result<Comparison, Fault> {
    let own = groups::compare(&*call.rank().group_of(first)?, &*call.rank().group_of(second)?);
    let rank = call.rank();
    let comparison = match (rank.comm(first)?.remote(), rank.comm(second)?.remote()) {
        _ if first == second => return Ok(Comparison::Identical),
        (None, None) => own,
        (Some(one), Some(other)) => own.max(groups::compare(one, other)),
        _ => Comparison::Unequal,
    };
    Ok(if comparison == Comparison::Identical { Comparison::Congruent } else { comparison })
}

entry! {
    CommTestInter: fn wt_MPI_Comm_test_inter(comm: usize, flag: *mut c_int) comm = comm |call| {
        let inter = call.rank().comm(handle(comm))?.remote().is_some();
        put(flag, c_int::from(inter))
    }
}

entry! {
    CommRemoteSize: fn wt_MPI_Comm_remote_size(comm: usize, size: *mut c_int) comm = comm |call| {
        let ranks = call.rank().comm(handle(comm))?.inter()?.size();
        put(size, ranks as c_int)
    }
}

entry! {
    CommRemoteGroup: fn wt_MPI_Comm_remote_group(comm: usize, group: *mut usize) comm = comm |call| {
        let members = call.rank().comm(handle(comm))?.inter()?.clone();
        let session = call.rank().session_of_comm(handle(comm));
        let made = call.rank().keep_group(members, session);
        put_handle(group, made)
    }
}

entry! {
    CommSetName: fn wt_MPI_Comm_set_name(comm: usize, comm_name: *const c_char) comm = comm |call| {
        let name = name_of(&text(comm_name)?);
        call.rank().comm_mut(handle(comm))?.extra().name = Some(name);
        Ok(())
    }
}

entry! {
    CommGetName: fn wt_MPI_Comm_get_name(comm: usize, comm_name: *mut c_char, resultlen: *mut c_int) comm = comm |call| {
        let comm = handle(comm);
        if comm == handles::COMM_NULL {
            return put_text(comm_name, OBJECT_NAME_MAX, b"MPI_COMM_NULL", resultlen);
        }
        let given = call.rank().comm(comm)?.extra.as_ref().and_then(|extra| extra.name.as_deref());
        let name = given.unwrap_or(match comm {
            handles::COMM_WORLD => "MPI_COMM_WORLD",
            handles::COMM_SELF => "MPI_COMM_SELF",
            _ => "",
        });
        put_text(comm_name, OBJECT_NAME_MAX, name.as_bytes(), resultlen)
    }
}

entry! {
    CommSetInfo: fn wt_MPI_Comm_set_info(comm: usize, info: usize) comm = comm |call| {
        call.rank().comm(handle(comm))?;
        info::give_hints(call, handle(info), handle(comm))
    }
}

entry! {
    CommGetInfo: fn wt_MPI_Comm_get_info(comm: usize, info_used: *mut usize) comm = comm |call| {
        let hints = call.rank().comm(handle(comm))?.extra.as_ref().map(|extra| extra.info.clone());
        let made = call.rank().objects().infos.insert(hints.unwrap_or_default());
        put_handle(info_used, made)
    }
}
