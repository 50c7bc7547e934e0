//! Entry points of reduction operations (`MPI_Op_create` …, MPI 5.0 §6.9.5–§6.9.7).

use super::abi::{put, put_handle};
use super::send::data;
use super::{address, entry, handle, with_large_count};
use crate::call::Call;
use crate::upcall::UserOp;
use mpi_rank::{Data, Fault, Handle, OpEntry, Operator, checks, handles};
use ops::{Reducer, reduction};
use std::ffi::{c_int, c_void};

fn create(call: &mut Call, function: *const c_void, commute: c_int, large: bool) -> Result<Handle, Fault> {
    if function.is_null() {
        return Err(Fault::Arg("null pointer for a function"));
    }
    let entry = OpEntry { function: address(function), large, commutative: commute != 0, pins: 0, freed: false };
    Ok(call.rank().objects().operations.insert(entry))
}

entry! {
    OpCreate: fn wt_MPI_Op_create(user_fn: *const c_void, commute: c_int, op: *mut usize) |call| {
        let made = create(call, user_fn, commute, false)?;
        put_handle(op, made)
    }
}

entry! {
    OpCreateC: fn wt_MPI_Op_create_c(user_fn: *const c_void, commute: c_int, op: *mut usize) |call| {
        let made = create(call, user_fn, commute, true)?;
        put_handle(op, made)
    }
}

entry! {
    OpFree: fn wt_MPI_Op_free(op: *mut usize) |call| {
        if op.is_null() {
            return Err(Fault::Arg("null pointer for an operation"));
        }
        call.rank().free_op(handle(op.read()))?;
        put_handle(op, handles::OP_NULL)
    }
}

entry! {
    OpCommutative: fn wt_MPI_Op_commutative(op: usize, commute: *mut c_int) |call| {
        let commutes = match call.rank().operator(handle(op))? {
            Operator::Builtin(op) => op.commutative(),
            Operator::Own { commutative, .. } => commutative,
        };
        put(commute, c_int::from(commutes))
    }
}

/// `MPI_Reduce_local`.
///
/// # Safety
/// Both buffers hold the elements that `data` names.
unsafe fn reduce_local(call: &mut Call, input: *const c_void, inout: Data, op: Handle) -> Result<(), Fault> {
    let reducer = call.rank().reducer(op, inout.datatype)?;
    if inout.in_place() || address(input) == checks::IN_PLACE {
        return Err(Fault::BadBuffer("MPI_IN_PLACE is not allowed here"));
    }
    call.rank().side(Data { address: address(input), ..inout }, 1)?;
    if call.rank().side(inout, 1)?.bytes() == 0 {
        return Ok(());
    }
    if address(input) == inout.address {
        return Err(Fault::BadBuffer("input and result are the same buffer"));
    }
    let count = inout.count as u64;
    let target = std::ptr::with_exposed_provenance_mut::<u8>(inout.address as usize);
    match reducer {
        Reducer::Builtin { op, basic } => {
            let bytes = count as usize * basic.extent();
            // SAFETY: as the caller says; elements in user memory have no invalid values as bytes.
            let (from, to) = unsafe {
                (std::slice::from_raw_parts(input.cast::<u8>(), bytes), std::slice::from_raw_parts_mut(target, bytes))
            };
            reduction::reduce(op, basic, from, to);
        }
        Reducer::User { .. } => {
            let extent = call.rank().element(inout.datatype)?.1;
            let operator = call.rank().operator(op)?;
            let user = UserOp::new(operator, inout.datatype).expect("it is not predefined");
            // SAFETY: as the caller says.
            call.callback(0, |_| unsafe { user.apply(input.cast_mut(), target.cast(), count, extent) });
        }
    }
    Ok(())
}

with_large_count! {
    [ReduceLocal: fn wt_MPI_Reduce_local()] [ReduceLocalC: fn wt_MPI_Reduce_local_c()]
    (inbuf: *const c_void, inoutbuf: *mut c_void, count: Count, datatype: usize, op: usize) |call| {
        reduce_local(call, inbuf, data(inoutbuf, count, datatype), handle(op))
    }
}
