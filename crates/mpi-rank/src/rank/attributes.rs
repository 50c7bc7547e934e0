//! Attributes of a rank's communicators, datatypes and windows: methods of [`Rank`] that manage keys, and set and read values,
//! for the entry points. The tables are in [`crate::attributes`].

use super::Rank;
use crate::attributes::{Keyval, KeyvalKind, predefined};
use crate::errors::LAST_CODE;
use crate::{Fault, Handle};

impl Rank {
    /// A predefined attribute's value, updated, at an address that does not change (`MPI_Comm_get_attr`). None if the key is
    /// not predefined.
    pub fn predefined_attribute(&mut self, keyval: i32) -> Option<&i32> {
        let (program, last) =
            (self.origin.program, self.existing().map_or(LAST_CODE, |objects| objects.errors.last_used()));
        let value = predefined(keyval, program, self.setting, last)??;
        Some(self.objects().keyvals.set_predefined(keyval, value))
    }

    /// Updates `MPI_LASTUSEDCODE`, which programs may point to, after error codes were added (MPI 5.0 §9.5).
    pub fn refresh_last_used_code(&mut self) {
        let last = self.objects().errors.last_used();
        self.objects().keyvals.set_predefined(506, last);
    }

    /// A user-defined key.
    ///
    /// # Errors
    /// There is none, or it is for another kind of object.
    pub fn keyval(&self, keyval: i32, kind: KeyvalKind) -> Result<&Keyval, Fault> {
        let key = self.existing().and_then(|objects| objects.keyvals.get(keyval as Handle));
        key.filter(|key| key.kind == kind).ok_or(Fault::Keyval(keyval))
    }

    /// Frees a key; attributes that use it keep it alive, and as long as they do it may be freed again, as a delete
    /// function may that is called for each of them.
    ///
    /// # Errors
    /// As [`Rank::keyval`].
    pub fn free_keyval(&mut self, keyval: i32, kind: KeyvalKind) -> Result<(), Fault> {
        self.keyval(keyval, kind)?;
        self.objects().keyvals.free(keyval);
        Ok(())
    }
}
