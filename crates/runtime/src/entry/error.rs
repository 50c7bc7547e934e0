//! Entry points of error handlers, classes and codes (MPI 5.0 §9.3–§9.5). Most may be called before `MPI_Init`.

use super::abi::{put, put_handle, put_text};
use super::arguments::{behind, text};
use super::{address, entry, entry_anytime, handle};
use crate::call::Call;
use mpi_rank::errors::{Errhandler, ErrhandlerKind, Reaction};
use mpi_rank::{Fault, Handle, handles};
use ops::ErrorClass;
use std::ffi::{c_char, c_int, c_void};

/// `MPI_MAX_ERROR_STRING`, the final zero included.
const ERROR_STRING_MAX: usize = 512;

/// Checks an error handler that is to be attached to objects of a kind.
///
/// # Errors
/// It is none for such objects.
pub(super) fn attachable(call: &mut Call, kind: ErrhandlerKind, errhandler: Handle) -> Result<(), Fault> {
    if (handles::ERRORS_ARE_FATAL..=handles::ERRORS_RETURN).contains(&errhandler) {
        return Ok(());
    }
    let entry = call.rank().existing().and_then(|objects| objects.errhandlers.get(errhandler));
    let fits = entry.is_some_and(|entry| entry.kind == kind);
    if fits { Ok(()) } else { Err(Fault::Errhandler(errhandler)) }
}

/// A new error handler for objects of a kind.
///
/// # Errors
/// There is no function.
pub(super) fn keep_errhandler(
    call: &mut Call,
    kind: ErrhandlerKind,
    function: *const c_void,
) -> Result<Handle, Fault> {
    if function.is_null() {
        return Err(Fault::Arg("null pointer for a function"));
    }
    let made = Errhandler { kind, function: address(function), users: 0, freed: false };
    Ok(call.rank().objects().errhandlers.insert(made))
}

entry_anytime! {
    CommCreateErrhandler: fn wt_MPI_Comm_create_errhandler(comm_errhandler_fn: *const c_void,
        errhandler: *mut usize) |call| {
        let made = keep_errhandler(call, ErrhandlerKind::Comm, comm_errhandler_fn)?;
        put_handle(errhandler, made)
    }
}

entry_anytime! {
    ErrhandlerFree: fn wt_MPI_Errhandler_free(errhandler: *mut usize) |call| {
        let freed = behind(errhandler)?;
        call.rank().free_errhandler(freed)?;
        put_handle(errhandler, handles::ERRHANDLER_NULL)
    }
}

entry! {
    CommSetErrhandler: fn wt_MPI_Comm_set_errhandler(comm: usize, errhandler: usize) comm = comm |call| {
        let (comm, errhandler) = (handle(comm), handle(errhandler));
        call.rank().comm(comm)?;
        attachable(call, ErrhandlerKind::Comm, errhandler)?;
        call.rank().use_errhandler(errhandler, true);
        if comm == handles::COMM_SELF {
            call.rank().objects().own_errhandler = true;
        }
        let old = std::mem::replace(&mut call.rank().comm_mut(comm)?.errhandler, errhandler);
        call.rank().use_errhandler(old, false);
        Ok(())
    }
}

entry! {
    CommGetErrhandler: fn wt_MPI_Comm_get_errhandler(comm: usize, errhandler: *mut usize) comm = comm |call| {
        let held = call.rank().comm(handle(comm))?.errhandler;
        // The program has one handle more, and frees each (MPI 5.0 §9.3.4).
        call.rank().use_errhandler(held, true);
        put_handle(errhandler, held)
    }
}

/// An error code as a fault.
pub(super) fn fault(code: c_int) -> Fault {
    let class = ErrorClass::ALL.iter().find(|class| **class as c_int == code);
    class.map_or(Fault::Code(code), |&class| Fault::Completed(class))
}

entry! {
    CommCallErrhandler: fn wt_MPI_Comm_call_errhandler(comm: usize, errorcode: c_int) comm = comm |call| {
        let comm = handle(comm);
        call.rank().comm(comm)?;
        match call.rank().reaction(comm) {
            Reaction::Fatal => Err(fault(errorcode)),
            Reaction::Return => Ok(()),
            Reaction::Call(function) => {
                call.call_errhandler(function, comm, errorcode);
                Ok(())
            }
        }
    }
}

entry_anytime! {
    ErrorClass: fn wt_MPI_Error_class(errorcode: c_int, errorclass: *mut c_int) |call| {
        let class = call.rank().class_of(errorcode);
        put(errorclass, class)
    }
}

entry_anytime! {
    ErrorString: fn wt_MPI_Error_string(errorcode: c_int, string: *mut c_char, resultlen: *mut c_int) |call| {
        put_text(string, ERROR_STRING_MAX, call.rank().text_of(errorcode).as_bytes(), resultlen)
    }
}

entry_anytime! {
    AddErrorClass: fn wt_MPI_Add_error_class(errorclass: *mut c_int) |call| {
        let class = call.rank().objects().errors.add_class();
        call.rank().refresh_last_used_code();
        put(errorclass, class)
    }
}

entry_anytime! {
    AddErrorCode: fn wt_MPI_Add_error_code(errorclass: c_int, errorcode: *mut c_int) |call| {
        let code = call.rank().objects().errors.add_code(errorclass)?;
        call.rank().refresh_last_used_code();
        put(errorcode, code)
    }
}

entry_anytime! {
    AddErrorString: fn wt_MPI_Add_error_string(errorcode: c_int, string: *const c_char) |call| {
        let given = text(string)?;
        if given.len() >= ERROR_STRING_MAX {
            return Err(Fault::Arg("text longer than MPI_MAX_ERROR_STRING"));
        }
        call.rank().objects().errors.set_text(errorcode, Some(&given))
    }
}

entry_anytime! {
    RemoveErrorClass: fn wt_MPI_Remove_error_class(errorclass: c_int) |call| {
        call.rank().objects().errors.remove_class(errorclass)
    }
}

entry_anytime! {
    RemoveErrorCode: fn wt_MPI_Remove_error_code(errorcode: c_int) |call| {
        call.rank().objects().errors.remove_code(errorcode)
    }
}

entry_anytime! {
    RemoveErrorString: fn wt_MPI_Remove_error_string(errorcode: c_int) |call| {
        if call.rank().objects().errors.get(errorcode).is_some_and(|own| own.text.is_none()) {
            return Err(Fault::Arg("the error code has no text"));
        }
        call.rank().objects().errors.set_text(errorcode, None)
    }
}
