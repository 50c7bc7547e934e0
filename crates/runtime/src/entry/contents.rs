//! Entry points of datatypes' properties: size, extent, envelope, contents, names (MPI 5.0 §5.1.5–§5.1.13, §7.8).

use super::abi::{Integer, put, put_handle, put_text};
use super::arguments::text;
use super::communicator::{OBJECT_NAME_MAX, name_of};
use super::{entry, handle, with_large_count};
use crate::call::Call;
use mpi_rank::checks::UNDEFINED;
use mpi_rank::datatype::{Contents, Datatype};
use mpi_rank::{Fault, Handle, handles};
use ops::ErrorClass;
use std::ffi::{c_char, c_int};

/// A size as it is told: `MPI_UNDEFINED` if the result cannot hold it.
fn told<N: Integer>(size: Option<i64>) -> N {
    let undefined = || N::narrow(UNDEFINED.into()).expect("an int");
    size.and_then(N::narrow).unwrap_or_else(undefined)
}

with_large_count! {
    [TypeSize: fn wt_MPI_Type_size()] [TypeSizeC: fn wt_MPI_Type_size_c()]
    (datatype: usize, size: *mut Count) |call| {
        let bytes = call.rank().datatype(handle(datatype))?.size();
        put(size, told(bytes))
    }
}

entry! {
    TypeSizeX: fn wt_MPI_Type_size_x(datatype: usize, size: *mut i64) |call| {
        let bytes = call.rank().datatype(handle(datatype))?.size();
        put(size, told(bytes))
    }
}

/// Forms of a function that gives a lower bound and an extent; `MPI_Aint` and `MPI_Count` are the same here.
macro_rules! extents {
    ($(($lb:ident $extent:ident) $($function:ident: fn $name:ident();)*)*) => {$($(
        entry! {
            $function: fn $name(datatype: usize, lb: *mut i64, extent: *mut i64) |call| {
                let datatype = call.rank().datatype(handle(datatype))?;
                put(lb, told(datatype.$lb()))?;
                put(extent, told(datatype.$extent()))
            }
        }
    )*)*};
}

extents! {
    (lb extent)
        TypeGetExtent: fn wt_MPI_Type_get_extent();
        TypeGetExtentC: fn wt_MPI_Type_get_extent_c();
        TypeGetExtentX: fn wt_MPI_Type_get_extent_x();
    (true_lb true_extent)
        TypeGetTrueExtent: fn wt_MPI_Type_get_true_extent();
        TypeGetTrueExtentC: fn wt_MPI_Type_get_true_extent_c();
        TypeGetTrueExtentX: fn wt_MPI_Type_get_true_extent_x();
}

/// A datatype of which the functions without `_c` can tell how it was made.
fn small(call: &mut Call, datatype: Handle) -> Result<Datatype, Fault> {
    let datatype = call.rank().datatype(datatype)?;
    if datatype.contents().counts.is_empty() {
        return Ok(datatype);
    }
    Err(Fault::Class(ErrorClass::Type, "the datatype was made with large counts: ask by the function with _c"))
}

entry! {
    TypeGetEnvelope: fn wt_MPI_Type_get_envelope(datatype: usize, num_integers: *mut c_int, num_addresses: *mut c_int,
        num_datatypes: *mut c_int, combiner: *mut c_int) |call| {
        let envelope = small(call, handle(datatype))?.envelope();
        put(num_integers, envelope.integers as c_int)?;
        put(num_addresses, envelope.addresses as c_int)?;
        put(num_datatypes, envelope.types as c_int)?;
        put(combiner, envelope.combiner as c_int)
    }
}

entry! {
    TypeGetEnvelopeC: fn wt_MPI_Type_get_envelope_c(datatype: usize, num_integers: *mut i64, num_addresses: *mut i64,
        num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int) |call| {
        let envelope = call.rank().datatype(handle(datatype))?.envelope();
        put(num_integers, envelope.integers as i64)?;
        put(num_addresses, envelope.addresses as i64)?;
        put(num_large_counts, envelope.counts as i64)?;
        put(num_datatypes, envelope.types as i64)?;
        put(combiner, envelope.combiner as c_int)
    }
}

/// Copies arguments of a constructor to the program's array.
///
/// # Safety
/// The array is null or has room for `room` elements.
unsafe fn give<T: Copy>(values: &[T], into: *mut T, room: i64) -> Result<(), Fault> {
    if usize::try_from(room).is_err() || (values.len() as i64) > room {
        return Err(Fault::Arg("an array is too short for the arguments of the constructor"));
    }
    if into.is_null() && !values.is_empty() {
        return Err(Fault::Arg("null pointer for an array"));
    }
    if !values.is_empty() {
        // SAFETY: as the caller says.
        unsafe { into.copy_from_nonoverlapping(values.as_ptr(), values.len()) };
    }
    Ok(())
}

/// The arguments of a constructor; a predefined named datatype has none that may be asked for.
fn contents(datatype: &Datatype) -> Result<&Contents, Fault> {
    if datatype.label().is_some() {
        return Err(Fault::Class(ErrorClass::Type, "a predefined datatype has no contents"));
    }
    Ok(datatype.contents())
}

/// Hands the datatypes of a constructor to the program: predefined ones as they are, others with new handles.
///
/// # Safety
/// As [`give`].
unsafe fn give_types(call: &mut Call, types: &[Datatype], into: *mut usize, room: i64) -> Result<(), Fault> {
    if into.is_null() || (types.len() as i64) > room {
        // SAFETY: as the caller says; refuses, or has nothing to copy.
        return unsafe { give(&vec![0; types.len()], into, room) };
    }
    for (place, datatype) in types.iter().enumerate() {
        let kept = call.rank().keep_type(datatype.clone());
        // SAFETY: as the caller says.
        unsafe { put_handle(into.add(place), kept)? };
    }
    Ok(())
}

entry! {
    TypeGetContents: fn wt_MPI_Type_get_contents(datatype: usize, max_integers: c_int, max_addresses: c_int,
        max_datatypes: c_int, array_of_integers: *mut c_int, array_of_addresses: *mut i64,
        array_of_datatypes: *mut usize) |call| {
        let datatype = small(call, handle(datatype))?;
        let made_of = contents(&datatype)?;
        give(&made_of.integers, array_of_integers, max_integers.wide())?;
        give(&made_of.addresses, array_of_addresses, max_addresses.wide())?;
        give_types(call, &made_of.types, array_of_datatypes, max_datatypes.wide())
    }
}

entry! {
    TypeGetContentsC: fn wt_MPI_Type_get_contents_c(datatype: usize, max_integers: i64, max_addresses: i64,
        max_large_counts: i64, max_datatypes: i64, array_of_integers: *mut c_int, array_of_addresses: *mut i64,
        array_of_large_counts: *mut i64, array_of_datatypes: *mut usize) |call| {
        let datatype = call.rank().datatype(handle(datatype))?;
        let made_of = contents(&datatype)?;
        give(&made_of.integers, array_of_integers, max_integers)?;
        give(&made_of.addresses, array_of_addresses, max_addresses)?;
        give(&made_of.counts, array_of_large_counts, max_large_counts)?;
        give_types(call, &made_of.types, array_of_datatypes, max_datatypes)
    }
}

entry! {
    TypeSetName: fn wt_MPI_Type_set_name(datatype: usize, type_name: *const c_char) |call| {
        let name = name_of(&text(type_name)?);
        call.rank().type_extra_mut(handle(datatype))?.name = Some(name);
        Ok(())
    }
}

entry! {
    TypeGetName: fn wt_MPI_Type_get_name(datatype: usize, type_name: *mut c_char, resultlen: *mut c_int) |call| {
        let datatype = handle(datatype);
        if datatype == handles::DATATYPE_NULL {
            return put_text(type_name, OBJECT_NAME_MAX, b"MPI_DATATYPE_NULL", resultlen);
        }
        let own = call.rank().datatype(datatype)?.label().map_or("", |(_, name)| name);
        let given = call.rank().type_extra(datatype)?.and_then(|extra| extra.name.as_deref());
        put_text(type_name, OBJECT_NAME_MAX, given.unwrap_or(own).as_bytes(), resultlen)
    }
}
