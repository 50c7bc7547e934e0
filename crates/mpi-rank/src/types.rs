//! Datatype handles.

use crate::attributes::Attributes;
use crate::datatype::{self, Datatype};
use crate::{Fault, Handle, Rank, handles};
use ops::reduction::Basic;

/// A datatype made at run time.
#[derive(Debug)]
pub struct TypeEntry {
    /// What it is.
    pub datatype: Datatype,
    /// Whether `MPI_Type_commit` has been called.
    pub committed: bool,
    /// Operations on their way that pass this handle to a function of the program's own.
    pub pins: u32,
    /// Whether the program has freed it; it lives on until the last of those ends.
    pub freed: bool,
    /// The name that `MPI_Type_set_name` gave.
    pub name: Option<Box<str>>,
    /// Attributes in the order they were set.
    pub attributes: Attributes,
}

impl TypeEntry {
    /// A new datatype, not yet committed.
    pub fn new(datatype: Datatype) -> Self {
        Self { datatype, committed: false, pins: 0, freed: false, name: None, attributes: Attributes::new() }
    }
}

/// Element types by handle: the shortest way for what nearly every message is made of.
static BASICS: [Option<Basic>; 0x100] = {
    let mut basics = [None; 0x100];
    let mut at = 0;
    while at < datatype::PREDEFINED.len() {
        let row = &datatype::PREDEFINED[at];
        basics[(row.handle - handles::DATATYPE_NULL) as usize] = Some(row.basic);
        at += 1;
    }
    basics
};

/// The element type of a predefined datatype.
#[inline]
pub(crate) fn basic(handle: Handle) -> Option<Basic> {
    *BASICS.get(handle.checked_sub(handles::DATATYPE_NULL)? as usize)?
}

impl Rank {
    /// A datatype of the program's own.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn type_entry(&self, handle: Handle) -> Result<&TypeEntry, Fault> {
        let entry = self.made().and_then(|objects| objects.types.get(handle));
        entry.filter(|entry| !entry.freed || entry.pins > 0).ok_or(Fault::Type(handle))
    }

    /// A datatype, predefined or own, committed or not.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn datatype(&self, handle: Handle) -> Result<Datatype, Fault> {
        if basic(handle).is_some() {
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

    /// Keeps a datatype's handle alive for an operation on its way, or lets it go.
    pub fn pin_type(&mut self, handle: Handle, more: bool) {
        let Some(objects) = self.made_mut() else { return };
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
        let objects = self.made_mut().ok_or(Fault::Type(handle))?;
        let entry = objects.types.get_mut(handle).filter(|entry| !entry.freed).ok_or(Fault::Type(handle))?;
        entry.freed = true;
        if entry.pins == 0 {
            objects.types.remove(handle);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predefined_datatypes_are_found_and_null_is_none() {
        assert_eq!(basic(0x209), Some(Basic::I32));
        assert_eq!(basic(handles::DATATYPE_NULL), None);
        assert_eq!(basic(0x300), None);
        let rank = Rank::default();
        assert_eq!(rank.committed(handles::DATATYPE_NULL).err(), Some(Fault::Type(handles::DATATYPE_NULL)));
        assert!(rank.committed(0x209).is_ok());
    }

    #[test]
    fn a_pinned_datatype_outlives_its_freeing() {
        let mut rank = Rank::default();
        let int = rank.datatype(0x209).expect("MPI_INT");
        let handle = rank.objects().types.insert(TypeEntry::new(int));
        assert_eq!(rank.committed(handle).err(), Some(Fault::Uncommitted(handle)));
        rank.pin_type(handle, true);
        rank.free_type(handle).expect("own");
        assert!(rank.free_type(handle).is_err());
        assert!(rank.datatype(handle).is_ok());
        rank.pin_type(handle, false);
        assert!(rank.datatype(handle).is_err());
    }
}
