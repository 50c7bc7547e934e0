//! The default hints for files (`MPI_Info` keys of ROMIO), which the file of a modelled MPI library may set.

use super::IoLibrary;
use super::document::{Node, only};
use super::error::LibraryError;
use ops::{FILE_HINTS, HintForm};

/// The values of [`FILE_HINTS`] where the program gives none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileHints(pub(crate) [u64; FILE_HINTS.len()]);

impl Default for FileHints {
    fn default() -> Self {
        Self(FILE_HINTS.map(|hint| hint.default))
    }
}

impl FileHints {
    /// The values, in the order of [`FILE_HINTS`].
    pub fn values(self) -> [u64; FILE_HINTS.len()] {
        self.0
    }

    /// Reads a table of hints; those that are not obeyed are not known here.
    pub(super) fn read(&mut self, node: &Node, library: IoLibrary) -> Result<(), LibraryError> {
        let obeyed = FILE_HINTS.iter().filter(|hint| hint.form != HintForm::Ignored);
        let known: Vec<&str> = obeyed.map(|hint| hint.name).collect();
        let entries = node.table("hints")?;
        if let Some(entry) = entries.first().filter(|_| library == IoLibrary::Direct) {
            return Err(LibraryError::NoHints { place: entry.place.clone(), key: entry.key.clone() });
        }
        only(entries, &known, "hints")?;
        for (hint, value) in FILE_HINTS.iter().zip(&mut self.0) {
            let Some(node) = node.get(hint.name) else { continue };
            let text = node.text(hint.name)?;
            *value = hint.read(text).ok_or_else(|| LibraryError::OutOfRange {
                place: node.place.clone(),
                key: hint.name.to_owned(),
                value: format!("`{text}`"),
                expected: expected(hint.form),
            })?;
        }
        Ok(())
    }
}

fn expected(form: HintForm) -> &'static str {
    match form {
        HintForm::Number => "a whole number from 1, as a text",
        HintForm::Automatic => "`enable`, `disable` or `automatic`",
        HintForm::Switch | HintForm::Ignored => "`enable` or `disable`",
    }
}
