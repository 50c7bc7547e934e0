//! What a communicator says of itself, and the end of its attributes.

use super::abi::put;
use super::{entry, handle};
use crate::call::Call;
use mpi_rank::{Fault, Handle, attributes};
use std::ffi::{c_int, c_void};

entry! {
    CommRank: fn wt_MPI_Comm_rank(comm: usize, rank: *mut c_int) on comm |call| {
        let own = call.rank().comm(handle(comm))?.rank;
        put(rank, own as c_int)
    }
}

entry! {
    CommSize: fn wt_MPI_Comm_size(comm: usize, size: *mut c_int) on comm |call| {
        let ranks = call.rank().comm(handle(comm))?.size;
        put(size, ranks as c_int)
    }
}

/// `MPI_Comm_delete_attr_function`.
type Delete = unsafe extern "C-unwind" fn(usize, c_int, *mut c_void, *mut c_void) -> c_int;

/// Takes one attribute off a communicator, the program's function being called first (MPI 5.0 §7.7.2).
///
/// # Errors
/// The code that the function returned; the attribute stays then.
pub(super) fn delete_attribute(call: &mut Call, comm: Handle, keyval: c_int) -> Result<(), Fault> {
    let held = call.rank().comm(comm)?.extra.as_ref();
    let found = held.and_then(|extra| extra.attributes.iter().find(|&&(key, _)| key == keyval)).copied();
    let Some((_, value)) = found else { return Err(Fault::Keyval(keyval)) };
    let key = call.rank().objects().keyvals.get(keyval as Handle);
    let (function, extra_state) = key.map_or((0, 0), |key| (key.delete, key.extra_state));
    if function != 0 {
        let pointer = |value: u64| std::ptr::with_exposed_provenance_mut::<c_void>(value as usize);
        let code = call.callback(function, |function| {
            // SAFETY: the program gave this address to MPI_Comm_create_keyval.
            let function: Delete = unsafe { std::mem::transmute(function) };
            // SAFETY: as above.
            unsafe { function(comm as usize, keyval, pointer(value), pointer(extra_state)) }
        });
        if code != 0 {
            return Err(Fault::Code(code));
        }
    }
    call.rank().comm_mut(comm)?.extra().attributes.retain(|&(key, _)| key != keyval);
    attributes::unuse(&mut call.rank().objects().keyvals, keyval);
    Ok(())
}

/// Takes all attributes off a communicator, the latest first.
///
/// # Errors
/// As [`delete_attribute`].
pub(super) fn delete_attributes(call: &mut Call, comm: Handle) -> Result<(), Fault> {
    loop {
        let held = call.rank().comm(comm)?.extra.as_ref();
        let Some(&(keyval, _)) = held.and_then(|extra| extra.attributes.last()) else { return Ok(()) };
        delete_attribute(call, comm, keyval)?;
    }
}
