//! Error handlers, and user-defined error classes and codes, on the rank's side (MPI 5.0 §9.3–§9.5).

use crate::Fault;
use ops::ErrorClass;
use std::collections::BTreeMap;

/// `MPI_ERR_LASTCODE` of the standard ABI: codes made at run time are larger.
pub const LAST_CODE: i32 = 0x3fff;

/// The kind of object that an error handler can be attached to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrhandlerKind {
    /// `MPI_Comm_create_errhandler`.
    Comm,
    /// `MPI_Win_create_errhandler`.
    Win,
    /// `MPI_File_create_errhandler`.
    File,
    /// `MPI_Session_create_errhandler`.
    Session,
}

/// A user-defined error handler.
#[derive(Clone, Debug)]
pub struct Errhandler {
    /// The kind of object that it can be attached to.
    pub kind: ErrhandlerKind,
    /// The function's address in the rank's own terms.
    pub function: u64,
    /// Objects it is attached to.
    pub users: u32,
    /// Whether the program has freed it; it lives on until nothing uses it.
    pub freed: bool,
}

/// What happens on an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// The run ends (`MPI_ERRORS_ARE_FATAL`, `MPI_ERRORS_ABORT`).
    Fatal,
    /// The call returns the code (`MPI_ERRORS_RETURN`).
    Return,
    /// The function at this address is called, then the call returns the code.
    Call(u64),
}

/// A user-defined error class or code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DynamicCode {
    /// Its class: itself for a class.
    pub class: i32,
    /// Its text, once given.
    pub text: Option<Box<str>>,
}

/// User-defined error classes and codes.
#[derive(Clone, Debug)]
pub struct DynamicErrors {
    codes: BTreeMap<i32, DynamicCode>,
    last: i32,
}

impl Default for DynamicErrors {
    fn default() -> Self {
        Self { codes: BTreeMap::new(), last: LAST_CODE }
    }
}

impl DynamicErrors {
    /// The largest class or code in use (`MPI_LASTUSEDCODE`).
    pub fn last_used(&self) -> i32 {
        self.last
    }

    /// A new class.
    pub fn add_class(&mut self) -> i32 {
        self.last += 1;
        self.codes.insert(self.last, DynamicCode { class: self.last, text: None });
        self.last
    }

    /// A new code of a class, predefined or own.
    ///
    /// # Errors
    /// There is no such class.
    pub fn add_code(&mut self, class: i32) -> Result<i32, Fault> {
        let known = ErrorClass::ALL.iter().any(|known| *known as i32 == class)
            || self.codes.get(&class).is_some_and(|code| code.class == class);
        if !known {
            return Err(Fault::Arg("no such error class"));
        }
        self.last += 1;
        self.codes.insert(self.last, DynamicCode { class, text: None });
        Ok(self.last)
    }

    /// Gives a class or code its text.
    ///
    /// # Errors
    /// It is not user-defined.
    pub fn set_text(&mut self, code: i32, text: Option<&str>) -> Result<(), Fault> {
        let entry = self.codes.get_mut(&code).ok_or(Fault::Arg("not an error code of the program's own"))?;
        entry.text = text.map(Into::into);
        Ok(())
    }

    /// Removes a class (MPI 5.0 §9.5).
    ///
    /// # Errors
    /// It is not user-defined, or its text or codes of the class remain.
    pub fn remove_class(&mut self, class: i32) -> Result<(), Fault> {
        let own = self.codes.get(&class).filter(|entry| entry.class == class);
        let own = own.ok_or(Fault::Arg("not an error class of the program's own"))?;
        if own.text.is_some() {
            return Err(Fault::Arg("the text of the error class is left"));
        }
        if self.codes.iter().any(|(&code, entry)| entry.class == class && code != class) {
            return Err(Fault::Arg("error codes of the class are left"));
        }
        self.codes.remove(&class);
        Ok(())
    }

    /// Removes a code (MPI 5.0 §9.5).
    ///
    /// # Errors
    /// It is not user-defined, or its text remains.
    pub fn remove_code(&mut self, code: i32) -> Result<(), Fault> {
        let own = self.codes.get(&code).filter(|entry| entry.class != code);
        let own = own.ok_or(Fault::Arg("not an error code of the program's own"))?;
        if own.text.is_some() {
            return Err(Fault::Arg("the text of the error code is left"));
        }
        self.codes.remove(&code);
        Ok(())
    }

    /// A user-defined class or code.
    pub fn get(&self, code: i32) -> Option<&DynamicCode> {
        self.codes.get(&code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;
    use crate::handles;

    #[test]
    fn own_codes_start_beyond_the_last_and_have_classes() {
        let mut errors = DynamicErrors::default();
        let class = errors.add_class();
        assert_eq!(class, LAST_CODE + 1);
        let code = errors.add_code(class).expect("own class");
        errors.add_code(ErrorClass::Tag as i32).expect("predefined class");
        assert!(errors.add_code(code).is_err());
        errors.set_text(code, Some("broken")).expect("own");
        assert!(errors.set_text(3, Some("no")).is_err());
        assert_eq!(errors.get(code).expect("there").class, class);
        assert!(errors.remove_class(class).is_err(), "its code is left");
        assert!(errors.remove_code(code).is_err(), "its text is left");
        errors.set_text(code, None).expect("own");
        errors.remove_code(code).expect("there");
        errors.set_text(class, Some("broken too")).expect("own");
        assert!(errors.remove_class(class).is_err(), "its text is left");
        errors.set_text(class, None).expect("own");
        errors.remove_class(class).expect("no code left");
        assert_eq!(errors.last_used(), LAST_CODE + 3);
    }

    #[test]
    fn an_error_handler_goes_with_its_last_handle() {
        let mut rank = Rank::default();
        let new = || Errhandler { kind: ErrhandlerKind::Comm, function: 7, users: 0, freed: false };
        let unused = rank.objects().errhandlers.insert(new());
        rank.free_errhandler(unused).expect("there");
        assert_eq!(rank.free_errhandler(unused), Err(Fault::Errhandler(unused)));
        let attached = rank.objects().errhandlers.insert(new());
        rank.use_errhandler(attached, true);
        rank.use_errhandler(attached, true);
        rank.free_errhandler(attached).expect("the first handle");
        rank.free_errhandler(attached).expect("the second, of a get");
        assert!(rank.objects().errhandlers.get(attached).is_some(), "still attached");
        rank.use_errhandler(attached, false);
        assert!(rank.objects().errhandlers.is_empty());
        assert_eq!(rank.free_errhandler(handles::ERRORS_RETURN), Ok(()));
    }

    #[test]
    fn the_reaction_is_the_communicators() {
        let mut rank = Rank::default();
        assert_eq!(rank.reaction(handles::COMM_WORLD), Reaction::Fatal);
        rank.world.errhandler = handles::ERRORS_RETURN;
        assert_eq!(rank.reaction(handles::COMM_WORLD), Reaction::Return);
        assert_eq!(rank.reaction(handles::COMM_NULL), Reaction::Return, "MPI_COMM_SELF has none of its own");
        rank.objects().own_errhandler = true;
        assert_eq!(rank.reaction(handles::COMM_NULL), Reaction::Fatal);
        let own = rank.objects().errhandlers.insert(Errhandler {
            kind: ErrhandlerKind::Comm,
            function: 99,
            users: 1,
            freed: true,
        });
        rank.own.errhandler = own;
        assert_eq!(rank.reaction(handles::COMM_NULL), Reaction::Call(99));
        rank.use_errhandler(own, false);
        assert!(rank.objects().errhandlers.is_empty());
    }
}
