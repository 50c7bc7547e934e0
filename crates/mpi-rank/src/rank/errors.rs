//! Finds the error handler for an error of the rank, and determines what the handler does. Also gives the class and the text of
//! an error code, predefined or user-defined.

use super::Rank;
use crate::errors::Reaction;
use crate::{Fault, Handle, handles};
use ops::ErrorClass;

impl Rank {
    /// What the error handler of a communicator says; of [`Rank::nobody`] where there is none, and before `MPI_Init` the
    /// end of the run (MPI 5.0 §9.3).
    pub fn reaction(&self, comm: Handle) -> Reaction {
        let errhandler = match self.comm(comm) {
            Ok(comm) => comm.errhandler,
            Err(_) if self.nobody() == handles::COMM_SELF => self.own.errhandler,
            Err(_) => self.world.errhandler,
        };
        self.reaction_of(errhandler)
    }

    /// The communicator whose error handler hears of errors of no communicator: `MPI_COMM_SELF` (MPI 5.0 §9.3), or
    /// `MPI_COMM_WORLD` as long as the program has given `MPI_COMM_SELF` no error handler. That was the rule up to MPI
    /// 3.1, for which programs are still written, and it is MPICH's.
    pub fn nobody(&self) -> Handle {
        let own = self.existing().is_some_and(|objects| objects.own_errhandler);
        if own { handles::COMM_SELF } else { handles::COMM_WORLD }
    }

    /// The reaction of an error handler.
    pub fn reaction_of(&self, errhandler: Handle) -> Reaction {
        match errhandler {
            handles::ERRORS_RETURN => Reaction::Return,
            handles::ERRORS_ARE_FATAL | handles::ERRORS_ABORT => Reaction::Fatal,
            own => self
                .existing()
                .and_then(|objects| objects.errhandlers.get(own))
                .map_or(Reaction::Fatal, |errhandler| Reaction::Call(errhandler.function)),
        }
    }

    /// Counts one more or less user of an error handler; it goes with its last user once freed.
    pub fn use_errhandler(&mut self, handle: Handle, more: bool) {
        let Some(objects) = self.existing_mut() else { return };
        let Some(errhandler) = objects.errhandlers.get_mut(handle) else { return };
        if more {
            errhandler.users += 1;
        } else {
            errhandler.users -= 1;
            if errhandler.freed && errhandler.users == 0 {
                objects.errhandlers.remove(handle);
            }
        }
    }

    /// Frees one handle of an error handler. It has one from its making and one from every `MPI_Comm_get_errhandler`,
    /// which counts as a user; handles of predefined ones may be freed as well.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn free_errhandler(&mut self, handle: Handle) -> Result<(), Fault> {
        if (handles::ERRORS_ARE_FATAL..=handles::ERRORS_RETURN).contains(&handle) {
            return Ok(());
        }
        let objects = self.existing_mut().ok_or(Fault::Errhandler(handle))?;
        let errhandler = objects.errhandlers.get_mut(handle).ok_or(Fault::Errhandler(handle))?;
        if std::mem::replace(&mut errhandler.freed, true) {
            self.use_errhandler(handle, false);
        } else if errhandler.users == 0 {
            objects.errhandlers.remove(handle);
        }
        Ok(())
    }

    /// The class of an error code, predefined or own; `MPI_ERR_UNKNOWN` for a number that is none.
    pub fn class_of(&self, code: i32) -> i32 {
        if let Some(class) = ErrorClass::ALL.iter().find(|class| **class as i32 == code) {
            return *class as i32;
        }
        let own = self.existing().and_then(|objects| objects.errors.get(code));
        own.map_or(ErrorClass::Unknown as i32, |own| own.class)
    }

    /// The text of an error code; empty for an own one that was given none.
    pub fn text_of(&self, code: i32) -> &str {
        if let Some(class) = ErrorClass::ALL.iter().find(|class| **class as i32 == code) {
            return class.text();
        }
        match self.existing().and_then(|objects| objects.errors.get(code)) {
            Some(own) => own.text.as_deref().unwrap_or(""),
            None => ErrorClass::Unknown.text(),
        }
    }
}
