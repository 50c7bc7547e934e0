//! The rank's derived datatypes: finds them by handle, and creates, commits, names and frees them.

use super::Rank;
use crate::datatype::{self, Datatype};
use crate::types::{TypeEntry, TypeExtra, basic};
use crate::{Fault, Handle, handles};

impl Rank {
    /// A datatype that was made at run time.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn type_entry(&self, handle: Handle) -> Result<&TypeEntry, Fault> {
        let entry = self.existing().and_then(|objects| objects.types.get(handle));
        entry.filter(|entry| !entry.freed || entry.pins > 0).ok_or(Fault::Type(handle))
    }

    /// A datatype, predefined or own, committed or not.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn datatype(&self, handle: Handle) -> Result<Datatype, Fault> {
        if handle < handles::DYNAMIC {
            return datatype::by_handle(handle).ok_or(Fault::Type(handle));
        }
        Ok(self.type_entry(handle)?.datatype.clone())
    }

    /// A datatype that may be used in communication.
    ///
    /// # Errors
    /// There is none behind the handle, or it is not committed.
    pub fn committed(&self, handle: Handle) -> Result<Datatype, Fault> {
        if basic(handle).is_some() {
            return datatype::by_handle(handle).ok_or(Fault::Type(handle));
        }
        let entry = self.type_entry(handle)?;
        if entry.committed { Ok(entry.datatype.clone()) } else { Err(Fault::Uncommitted(handle)) }
    }

    /// Name and attributes of a datatype, if it has any.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn type_extra(&self, handle: Handle) -> Result<Option<&TypeExtra>, Fault> {
        if handle < handles::DYNAMIC && datatype::by_handle(handle).is_some() {
            return Ok(self.existing().and_then(|objects| objects.types.predefined.get(&handle)));
        }
        Ok(Some(&self.type_entry(handle)?.extra))
    }

    /// Name and attributes of a datatype, to be changed.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn type_extra_mut(&mut self, handle: Handle) -> Result<&mut TypeExtra, Fault> {
        if handle < handles::DYNAMIC && datatype::by_handle(handle).is_some() {
            return Ok(self.objects().types.predefined.entry(handle).or_default());
        }
        let entry = self.existing_mut().and_then(|objects| objects.types.get_mut(handle));
        let entry = entry.filter(|entry| !entry.freed || entry.pins > 0).ok_or(Fault::Type(handle))?;
        Ok(&mut entry.extra)
    }

    /// A handle of a datatype that is part of another: the predefined one's, or a new one.
    pub fn keep_type(&mut self, datatype: Datatype) -> Handle {
        if let Some((handle, _)) = datatype.label() {
            return handle;
        }
        if !datatype.is_predefined() {
            return self.objects().types.insert(TypeEntry::new(datatype));
        }
        // Unnamed predefined types: the same arguments give the same handle (MPI 5.0 §19.1.5).
        let same = |entry: &TypeEntry| {
            entry.datatype.envelope() == datatype.envelope()
                && entry.datatype.contents().integers == datatype.contents().integers
        };
        let types = &mut self.objects().types;
        let known = types.made.iter().find(|(_, entry)| same(entry)).map(|(handle, _)| handle);
        known.unwrap_or_else(|| types.insert(TypeEntry { committed: true, ..TypeEntry::new(datatype) }))
    }

    /// Keeps a datatype's handle alive for an operation on its way, or lets it go.
    pub fn pin_type(&mut self, handle: Handle, more: bool) {
        let Some(objects) = self.existing_mut() else { return };
        let Some(entry) = objects.types.get_mut(handle) else { return };
        if more {
            entry.pins += 1;
        } else {
            entry.pins -= 1;
            if entry.freed && entry.pins == 0 {
                objects.types.remove(handle);
            }
        }
    }

    /// Frees a datatype's handle.
    ///
    /// # Errors
    /// There is none behind the handle, or it is predefined.
    pub fn free_type(&mut self, handle: Handle) -> Result<(), Fault> {
        let objects = self.existing_mut().ok_or(Fault::Type(handle))?;
        let entry = objects.types.get_mut(handle).filter(|entry| !entry.freed).ok_or(Fault::Type(handle))?;
        if entry.datatype.is_predefined() {
            return Err(Fault::Class(ops::ErrorClass::Type, "a predefined datatype is not freed"));
        }
        entry.freed = true;
        if entry.pins == 0 {
            objects.types.remove(handle);
        }
        Ok(())
    }
}
