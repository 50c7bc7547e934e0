//! A rank's table of its datatypes (`MPI_Datatype` handles), with their names and whether they are committed.

use crate::attributes::Attributes;
use crate::datatype::{self, Datatype};
use crate::{Handle, ObjectTable, handles};
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

/// Bytes of an element by handle, of predefined datatypes whose elements have no gaps between them; else 0.
static DENSE: [u8; 0x100] = {
    let mut sizes = [0; 0x100];
    let mut at = 0;
    while at < datatype::PREDEFINED.len() {
        let row = &datatype::PREDEFINED[at];
        if row.basic.size() == row.basic.extent() {
            sizes[(row.handle - handles::DATATYPE_NULL) as usize] = row.basic.size() as u8;
        }
        at += 1;
    }
    sizes
};

/// Bytes of an element of a predefined datatype, if an array of them is nothing but their data.
#[inline]
pub(crate) fn dense_size(handle: Handle) -> Option<u64> {
    let size = *DENSE.get(handle.checked_sub(handles::DATATYPE_NULL)? as usize)?;
    (size > 0).then_some(size.into())
}

/// The element type of a predefined datatype.
#[inline]
pub(crate) fn basic(handle: Handle) -> Option<Basic> {
    *BASICS.get(handle.checked_sub(handles::DATATYPE_NULL)? as usize)?
}

/// The datatypes of a rank.
#[derive(Debug, Default)]
pub struct Types {
    pub(crate) made: ObjectTable<TypeEntry>,
    // Names and attributes that the program gave to predefined datatypes.
    pub(crate) predefined: BTreeMap<Handle, TypeExtra>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;
    use crate::Rank;

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
