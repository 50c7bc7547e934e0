//! Handles errors of MPI calls: calls the error handler of the object concerned, or ends the run with a message.

use super::{Call, ErrorTarget, NO_COMM};
use crate::callbacks::{CallbackKind, trampoline};
use mpi_rank::errors::Reaction;
use mpi_rank::{Fault, Handle, handles};
use std::ffi::c_int;

impl Call {
    /// From here on, faults go to the error handler of this communicator.
    #[inline]
    pub fn errors_on_comm(&mut self, comm: Handle) {
        self.error_target = ErrorTarget::Comm(comm);
    }

    /// From here on, faults go to the error handler of this window.
    #[inline]
    pub fn errors_on_window(&mut self, win: Handle) {
        self.error_target = ErrorTarget::Win(win);
    }

    /// From here on, faults go to the error handler of this session.
    pub fn errors_on_session(&mut self, session: Handle) {
        self.error_target = ErrorTarget::Session(session);
    }

    /// From here on, faults go to the error handler of an object that is being created.
    pub(crate) fn errors_on_handler(&mut self, errhandler: Handle, kind: CallbackKind) {
        self.error_target = ErrorTarget::Handler(errhandler, kind);
    }

    /// From here on, faults go to the error handler of this file; `MPI_FILE_NULL`'s where none is open.
    #[inline]
    pub fn errors_on_file(&mut self, file: Handle) {
        self.error_target = ErrorTarget::File(file);
    }

    /// Passes a fault to the error handler; returns the code of the call.
    #[cold]
    #[inline(never)]
    pub(super) fn raise(&mut self, fault: Fault) -> c_int {
        let (code, error_target) = (fault.code(), self.error_target);
        let reaction = match error_target {
            ErrorTarget::Comm(comm) => self.rank().reaction(comm),
            ErrorTarget::Win(win) => self.rank().reaction_of_window(win),
            ErrorTarget::Session(session) => self.rank().reaction_of_session(session),
            ErrorTarget::Handler(errhandler, _) => self.rank().reaction_of(errhandler),
            ErrorTarget::File(file) => self.rank().reaction_of_file(file),
        };
        match reaction {
            Reaction::Fatal => {
                let text = self.explain(fault);
                self.fatal(text)
            }
            Reaction::Return => self.resume_clock(),
            Reaction::Call(function) => match error_target {
                ErrorTarget::Win(win) if self.rank().window(win).is_ok() => {
                    self.call_handler(CallbackKind::WinErrhandler, function, win, code);
                }
                ErrorTarget::Session(session) if self.rank().session(session).is_ok() => {
                    self.call_handler(CallbackKind::SessionErrhandler, function, session, code);
                }
                ErrorTarget::Handler(_, CallbackKind::SessionErrhandler) => {
                    self.call_handler(CallbackKind::SessionErrhandler, function, handles::SESSION_NULL, code);
                }
                ErrorTarget::Handler(_, kind) => {
                    self.call_handler(kind, function, handles::COMM_NULL, code);
                }
                ErrorTarget::Win(_) | ErrorTarget::Session(_) => self.call_errhandler(function, NO_COMM, code),
                ErrorTarget::File(file) => {
                    let file = if self.rank().file(file).is_ok() { file } else { handles::FILE_NULL };
                    // The call returns the code that the handler leaves, as in MPICH.
                    return self.call_handler(CallbackKind::FileErrhandler, function, file, code);
                }
                ErrorTarget::Comm(comm) => self.call_errhandler(function, comm, code),
            },
        }
        code
    }

    /// Calls an error handler of the program's own with a communicator and a code.
    pub fn call_errhandler(&mut self, function: u64, comm: Handle, code: c_int) {
        let comm = if self.rank().comm(comm).is_ok() { comm } else { self.rank().nobody() };
        self.call_handler(CallbackKind::CommErrhandler, function, comm, code);
    }

    /// Calls an error handler of the program's own with the handle of an object and a code: what it has made of the code.
    pub(crate) fn call_handler(&mut self, kind: CallbackKind, function: u64, object: Handle, code: c_int) -> c_int {
        let (mut object, mut code) = (object as usize, code);
        self.callback(function, |function| {
            // SAFETY: the program gave this function as an error handler of such objects (MPI 5.0 §9.3).
            let function: unsafe extern "C-unwind" fn(*mut usize, *mut c_int, ...) =
                unsafe { std::mem::transmute(trampoline(kind, function)) };
            // SAFETY: as above; both pointers are to live values.
            unsafe { function(&raw mut object, &raw mut code) }
        });
        code
    }

    /// A fault in words, with the text of a code of the program's own.
    #[cold]
    pub(super) fn explain(&mut self, fault: Fault) -> String {
        let function = self.function;
        match fault {
            Fault::Code(code) if !self.rank().text_of(code).is_empty() => {
                format!("{function}: {} (error code {code})", self.rank().text_of(code))
            }
            fault => format!("{function}: {}", self.sender_in_world(fault)),
        }
    }

    /// The fault with the sender's number in the run, by which all messages name ranks, instead of its rank in the
    /// communicator.
    #[cold]
    fn sender_in_world(&mut self, mut fault: Fault) -> Fault {
        let (Fault::Truncated { source, .. } | Fault::Mismatched { source, .. }) = &mut fault else { return fault };
        let ErrorTarget::Comm(handle) = self.error_target else { return fault };
        let rank = self.rank();
        let peer = match (handle, u32::try_from(*source)) {
            (handles::COMM_SELF, _) => Some(rank.actor),
            (_, Ok(source)) => rank.comm(handle).ok().and_then(|comm| comm.peer(source)),
            _ => None,
        };
        *source = peer.map_or(*source, |actor| actor.0 as i32);
        fault
    }
}
