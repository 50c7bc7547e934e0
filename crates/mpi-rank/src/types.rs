//! Datatype handles.

use crate::attributes::Attributes;
use crate::datatype::{self, Datatype};
use crate::{Fault, Handle, ObjectTable, Rank, handles};
use ops::reduction::Basic;
use std::collections::BTreeMap;

/// A datatype made at run time.
#[derive(Debug)]
pub struct TypeEntry {
    /// What it is.
    pub datatype: Datatype,
    /// Whether `MPI_Type_commit` has been called.
    pub committed: bool,
    /// Pending operations that pass this handle to a user-defined function.
    pub pins: u32,
    /// Whether the program has freed it; it lives on until the last of those ends.
    pub freed: bool,
    /// Name and attributes.
    pub extra: TypeExtra,
}

/// Name and attributes of a datatype.
#[derive(Debug, Default)]
pub struct TypeExtra {
    /// The name that `MPI_Type_set_name` gave.
    pub name: Option<Box<str>>,
    /// Attributes in the order they were set.
    pub attributes: Attributes,
}

impl TypeEntry {
    /// A new datatype, not yet committed.
    pub fn new(datatype: Datatype) -> Self {
        Self { datatype, committed: false, pins: 0, freed: false, extra: TypeExtra::default() }
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

/// The datatypes of a rank.
#[derive(Debug, Default)]
pub struct Types {
    made: ObjectTable<TypeEntry>,
    // Names and attributes that the program gave to predefined datatypes.
    predefined: BTreeMap<Handle, TypeExtra>,
}

impl Types {
    /// Adds a datatype.
    pub fn insert(&mut self, entry: TypeEntry) -> Handle {
        self.made.insert(entry)
    }

    /// A datatype that was made at run time.
    pub fn get(&self, handle: Handle) -> Option<&TypeEntry> {
        self.made.get(handle)
    }

    /// A datatype that was made at run time, to be changed.
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut TypeEntry> {
        self.made.get_mut(handle)
    }

    /// Removes a datatype.
    pub fn remove(&mut self, handle: Handle) -> Option<TypeEntry> {
        self.made.remove(handle)
    }

    /// How many datatypes were made at run time and not removed.
    pub fn count(&self) -> usize {
        self.made.len()
    }
}

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
        let marker = rank.datatype(0x205).expect("MPI_LB");
        assert_eq!((marker.label(), marker.size()), (Some((0x205, "MPI_LB")), Some(0)));
        assert_eq!(rank.committed(0x205).err(), Some(Fault::Type(0x205)), "nothing to be sent");
    }

    #[test]
    fn a_pinned_datatype_outlives_its_freeing() {
        let mut rank = Rank::default();
        let int = rank.datatype(0x209).expect("MPI_INT");
        let pair = datatype::Type::contiguous(datatype::Width::Int, 2, &int).expect("valid");
        let handle = rank.keep_type(pair);
        assert_eq!(rank.committed(handle).err(), Some(Fault::Uncommitted(handle)));
        rank.pin_type(handle, true);
        rank.free_type(handle).expect("own");
        assert!(rank.free_type(handle).is_err());
        assert!(rank.datatype(handle).is_ok());
        rank.pin_type(handle, false);
        assert!(rank.datatype(handle).is_err());
    }

    #[test]
    fn predefined_types_without_a_name_have_one_handle_and_stay() {
        let mut rank = Rank::default();
        let int = rank.datatype(0x209).expect("MPI_INT");
        assert_eq!(rank.keep_type(int), 0x209);
        let real = || datatype::Type::f90_real(10, 100).expect("a kind");
        let handle = rank.keep_type(real());
        assert_eq!(rank.keep_type(real()), handle);
        assert_ne!(rank.keep_type(datatype::Type::f90_real(11, 100).expect("a kind")), handle);
        assert!(rank.committed(handle).is_ok());
        assert!(rank.free_type(handle).is_err());
        rank.type_extra_mut(0x209).expect("MPI_INT").name = Some("mine".into());
        assert_eq!(rank.type_extra(0x209).expect("MPI_INT").and_then(|extra| extra.name.as_deref()), Some("mine"));
    }
}
