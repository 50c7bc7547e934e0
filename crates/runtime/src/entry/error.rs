//! Entry points of error handlers, classes and codes (MPI 5.0 §9.3–§9.5). Most may be called before `MPI_Init`.

use super::abi::{put, put_handle, put_text};
use super::arguments::{behind, text};
use super::{address, entry, entry_anytime, handle};
use crate::call::Call;
use crate::callbacks::CallbackKind;
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
fn keep_errhandler(call: &mut Call, kind: ErrhandlerKind, function: *const c_void) -> Result<Handle, Fault> {
    if function.is_null() {
        return Err(Fault::Arg("null pointer for a function"));
    }
    let made = Errhandler { kind, function: address(function), users: 0, freed: false };
    Ok(call.rank().objects().errhandlers.insert(made))
}

/// The error handler of an object; of `MPI_FILE_NULL`, the one that files are opened with.
fn held(call: &mut Call, kind: ErrhandlerKind, object: Handle) -> Result<Handle, Fault> {
    let rank = call.rank();
    Ok(match kind {
        ErrhandlerKind::Comm => rank.comm(object)?.errhandler,
        ErrhandlerKind::Win => rank.window(object)?.errhandler,
        ErrhandlerKind::Session => rank.session(object)?.errhandler,
        ErrhandlerKind::File if object == handles::FILE_NULL => rank.default_file_errhandler(),
        ErrhandlerKind::File => rank.file(object)?.errhandler,
    })
}

/// Attaches an error handler to an object.
fn attach(call: &mut Call, kind: ErrhandlerKind, object: Handle, errhandler: Handle) -> Result<(), Fault> {
    let old = held(call, kind, object)?;
    attachable(call, kind, errhandler)?;
    let rank = call.rank();
    rank.use_errhandler(errhandler, true);
    match kind {
        ErrhandlerKind::Comm => {
            if object == handles::COMM_SELF {
                rank.objects().own_errhandler = true;
            }
            rank.comm_mut(object)?.errhandler = errhandler;
        }
        ErrhandlerKind::Win => rank.window_mut(object)?.errhandler = errhandler,
        ErrhandlerKind::Session => rank.session_mut(object)?.errhandler = errhandler,
        ErrhandlerKind::File if object == handles::FILE_NULL => {
            rank.objects().file_defaults.set_errhandler(errhandler);
        }
        ErrhandlerKind::File => rank.file_mut(object)?.errhandler = errhandler,
    }
    rank.use_errhandler(old, false);
    Ok(())
}

/// Does what the error handler of an object does with a code.
fn react(call: &mut Call, kind: ErrhandlerKind, object: Handle, code: c_int) -> Result<(), Fault> {
    let errhandler = held(call, kind, object)?;
    match call.rank().reaction_of(errhandler) {
        Reaction::Fatal => Err(fault(code)),
        Reaction::Return => Ok(()),
        Reaction::Call(function) => {
            let callback = match kind {
                ErrhandlerKind::Comm => CallbackKind::CommErrhandler,
                ErrhandlerKind::Win => CallbackKind::WinErrhandler,
                ErrhandlerKind::Session => CallbackKind::SessionErrhandler,
                ErrhandlerKind::File => CallbackKind::FileErrhandler,
            };
            call.call_handler(callback, function, object, code);
            Ok(())
        }
    }
}

/// The functions that make an error handler for a kind of objects, attach it to one, tell which one it has, and call it.
macro_rules! errhandlers {
    ($($kind:ident ($target:ident) { $create:ident: fn $create_name:ident() } { $set:ident: fn $set_name:ident() }
        { $get:ident: fn $get_name:ident() } { $call:ident: fn $call_name:ident() })*) => {$(
        entry_anytime! {
            $create: fn $create_name(function: *const c_void, errhandler: *mut usize) |call| {
                let made = keep_errhandler(call, ErrhandlerKind::$kind, function)?;
                put_handle(errhandler, made)
            }
        }
        entry! {
            $set: fn $set_name(object: usize, errhandler: usize) $target = object |call| {
                attach(call, ErrhandlerKind::$kind, handle(object), handle(errhandler))
            }
        }
        entry! {
            $get: fn $get_name(object: usize, errhandler: *mut usize) $target = object |call| {
                let held = held(call, ErrhandlerKind::$kind, handle(object))?;
                // The program has one handle more, and frees each (MPI 5.0 §9.3.4).
                call.rank().use_errhandler(held, true);
                put_handle(errhandler, held)
            }
        }
        entry! {
            $call: fn $call_name(object: usize, errorcode: c_int) $target = object |call| {
                react(call, ErrhandlerKind::$kind, handle(object), errorcode)
            }
        }
    )*};
}

errhandlers! {
    Comm (comm) { CommCreateErrhandler: fn wt_MPI_Comm_create_errhandler() } { CommSetErrhandler: fn wt_MPI_Comm_set_errhandler() }
        { CommGetErrhandler: fn wt_MPI_Comm_get_errhandler() } { CommCallErrhandler: fn wt_MPI_Comm_call_errhandler() }
    Win (win) { WinCreateErrhandler: fn wt_MPI_Win_create_errhandler() } { WinSetErrhandler: fn wt_MPI_Win_set_errhandler() }
        { WinGetErrhandler: fn wt_MPI_Win_get_errhandler() } { WinCallErrhandler: fn wt_MPI_Win_call_errhandler() }
    Session (session) { SessionCreateErrhandler: fn wt_MPI_Session_create_errhandler() }
        { SessionSetErrhandler: fn wt_MPI_Session_set_errhandler() }
        { SessionGetErrhandler: fn wt_MPI_Session_get_errhandler() }
        { SessionCallErrhandler: fn wt_MPI_Session_call_errhandler() }
    File (file) { FileCreateErrhandler: fn wt_MPI_File_create_errhandler() } { FileSetErrhandler: fn wt_MPI_File_set_errhandler() }
        { FileGetErrhandler: fn wt_MPI_File_get_errhandler() } { FileCallErrhandler: fn wt_MPI_File_call_errhandler() }
}

entry_anytime! {
    ErrhandlerFree: fn wt_MPI_Errhandler_free(errhandler: *mut usize) |call| {
        let freed = behind(errhandler)?;
        call.rank().free_errhandler(freed)?;
        put_handle(errhandler, handles::ERRHANDLER_NULL)
    }
}

/// An error code as a fault.
pub(super) fn fault(code: c_int) -> Fault {
    let class = ErrorClass::ALL.iter().find(|class| **class as c_int == code);
    class.map_or(Fault::Code(code), |&class| Fault::Completed(class))
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
