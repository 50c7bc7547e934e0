//! Entry points that construct datatypes (MPI 5.0 §5.1, §19.1.5).

use super::abi::{Integer, put_handle};
use super::arguments::{array, behind, length, numbers};
use super::attribute::{self, Owner};
use super::{entry, handle, with_large_count};
use crate::call::Call;
use mpi_rank::datatype::{self, Datatype, Dimension, Distribution, Order, Type, TypeClass, TypeError, Width};
use mpi_rank::{Fault, handles};
use ops::ErrorClass;
use std::ffi::c_int;

/// Which interface has counts of this type.
fn width<N>() -> Width {
    if size_of::<N>() == size_of::<c_int>() { Width::Int } else { Width::Count }
}

/// Why a datatype cannot be made, without the words that only a message needs.
fn fault(error: &TypeError) -> Fault {
    match error {
        TypeError::Negative { value, .. } => Fault::Count(*value),
        TypeError::Range { .. } => Fault::Arg("sizes, parts and starts of an array do not fit together"),
        TypeError::Grid { .. } => Fault::Arg("the grid has not as many places as there are processes"),
        TypeError::NoSuchKind { .. } => Fault::Arg("no Fortran kind has this precision and range"),
        TypeError::TooDeep => Fault::Class(ErrorClass::Type, "not supported: datatypes nested more than 128 deep"),
        _ => Fault::Class(ErrorClass::Type, "not supported: a datatype that spans more than 2^127 bytes"),
    }
}

/// Hands a new datatype to the program.
///
/// # Safety
/// The result is null or valid.
unsafe fn keep(call: &mut Call, made: Result<Datatype, TypeError>, into: *mut usize) -> Result<(), Fault> {
    let datatype = made.map_err(|error| fault(&error))?;
    let kept = call.rank().keep_type(datatype);
    // SAFETY: as the caller says.
    unsafe { put_handle(into, kept) }
}

with_large_count! {
    [TypeContiguous: fn wt_MPI_Type_contiguous()] [TypeContiguousC: fn wt_MPI_Type_contiguous_c()]
    (count: Count, oldtype: usize, newtype: *mut usize) |call| {
        let old = call.rank().datatype(handle(oldtype))?;
        keep(call, Type::contiguous(width::<Count>(), count.wide(), &old), newtype)
    }
}

with_large_count! {
    [TypeVector: fn wt_MPI_Type_vector()] [TypeVectorC: fn wt_MPI_Type_vector_c()]
    (count: Count, blocklength: Count, stride: Count, oldtype: usize, newtype: *mut usize) |call| {
        let old = call.rank().datatype(handle(oldtype))?;
        let made = Type::vector(width::<Count>(), count.wide(), blocklength.wide(), stride.wide(), &old);
        keep(call, made, newtype)
    }
}

with_large_count! {
    [TypeCreateHvector: fn wt_MPI_Type_create_hvector()] [TypeCreateHvectorC: fn wt_MPI_Type_create_hvector_c()]
    (count: Count, blocklength: Count, stride: i64, oldtype: usize, newtype: *mut usize) |call| {
        let old = call.rank().datatype(handle(oldtype))?;
        keep(call, Type::hvector(width::<Count>(), count.wide(), blocklength.wide(), stride, &old), newtype)
    }
}

with_large_count! {
    [TypeIndexed: fn wt_MPI_Type_indexed()] [TypeIndexedC: fn wt_MPI_Type_indexed_c()]
    (count: Count, array_of_blocklengths: *const Count, array_of_displacements: *const Count, oldtype: usize,
        newtype: *mut usize) |call| {
        let (old, count) = (call.rank().datatype(handle(oldtype))?, length(count)?);
        let (lengths, displs) = (numbers(array_of_blocklengths, count)?, numbers(array_of_displacements, count)?);
        keep(call, Type::indexed(width::<Count>(), &lengths, &displs, &old), newtype)
    }
}

with_large_count! {
    [TypeCreateHindexed: fn wt_MPI_Type_create_hindexed()] [TypeCreateHindexedC: fn wt_MPI_Type_create_hindexed_c()]
    (count: Count, array_of_blocklengths: *const Count, array_of_displacements: *const i64, oldtype: usize,
        newtype: *mut usize) |call| {
        let (old, count) = (call.rank().datatype(handle(oldtype))?, length(count)?);
        let lengths = numbers(array_of_blocklengths, count)?;
        keep(call, Type::hindexed(width::<Count>(), &lengths, array(array_of_displacements, count)?, &old), newtype)
    }
}

with_large_count! {
    [TypeCreateIndexedBlock: fn wt_MPI_Type_create_indexed_block()]
    [TypeCreateIndexedBlockC: fn wt_MPI_Type_create_indexed_block_c()]
    (count: Count, blocklength: Count, array_of_displacements: *const Count, oldtype: usize, newtype: *mut usize)
    |call| {
        let (old, count) = (call.rank().datatype(handle(oldtype))?, length(count)?);
        let displs = numbers(array_of_displacements, count)?;
        keep(call, Type::indexed_block(width::<Count>(), blocklength.wide(), &displs, &old), newtype)
    }
}

with_large_count! {
    [TypeCreateHindexedBlock: fn wt_MPI_Type_create_hindexed_block()]
    [TypeCreateHindexedBlockC: fn wt_MPI_Type_create_hindexed_block_c()]
    (count: Count, blocklength: Count, array_of_displacements: *const i64, oldtype: usize, newtype: *mut usize)
    |call| {
        let (old, count) = (call.rank().datatype(handle(oldtype))?, length(count)?);
        let displs = array(array_of_displacements, count)?;
        keep(call, Type::hindexed_block(width::<Count>(), blocklength.wide(), displs, &old), newtype)
    }
}

with_large_count! {
    [TypeCreateStruct: fn wt_MPI_Type_create_struct()] [TypeCreateStructC: fn wt_MPI_Type_create_struct_c()]
    (count: Count, array_of_blocklengths: *const Count, array_of_displacements: *const i64,
        array_of_types: *const usize, newtype: *mut usize) |call| {
        let count = length(count)?;
        let lengths = numbers(array_of_blocklengths, count)?;
        let named = array(array_of_types, count)?.iter();
        let types = named.map(|&raw| call.rank().datatype(handle(raw))).collect::<Result<Vec<_>, _>>()?;
        let displs = array(array_of_displacements, count)?;
        keep(call, Type::structure(width::<Count>(), &lengths, displs, &types), newtype)
    }
}

with_large_count! {
    [TypeCreateResized: fn wt_MPI_Type_create_resized()] [TypeCreateResizedC: fn wt_MPI_Type_create_resized_c()]
    (oldtype: usize, lb: i64, extent: i64, newtype: *mut usize) |call| {
        let old = call.rank().datatype(handle(oldtype))?;
        keep(call, Type::resized(width::<Count>(), lb, extent, &old), newtype)
    }
}

/// The number of dimensions of an array.
fn dimensions(ndims: c_int) -> Result<usize, Fault> {
    usize::try_from(ndims).ok().filter(|&ndims| ndims > 0).ok_or(Fault::Arg("an array has at least one dimension"))
}

fn order(value: c_int) -> Result<Order, Fault> {
    Order::from_abi(value).ok_or(Fault::Arg("neither MPI_ORDER_C nor MPI_ORDER_FORTRAN"))
}

with_large_count! {
    [TypeCreateSubarray: fn wt_MPI_Type_create_subarray()] [TypeCreateSubarrayC: fn wt_MPI_Type_create_subarray_c()]
    (ndims: c_int, array_of_sizes: *const Count, array_of_subsizes: *const Count, array_of_starts: *const Count,
        order: c_int, oldtype: usize, newtype: *mut usize) |call| {
        let (old, ndims) = (call.rank().datatype(handle(oldtype))?, dimensions(ndims)?);
        let (sizes, parts) = (numbers(array_of_sizes, ndims)?, numbers(array_of_subsizes, ndims)?);
        let (starts, order) = (numbers(array_of_starts, ndims)?, self::order(order)?);
        keep(call, Type::subarray(width::<Count>(), &sizes, &parts, &starts, order, &old), newtype)
    }
}

with_large_count! {
    [TypeCreateDarray: fn wt_MPI_Type_create_darray()] [TypeCreateDarrayC: fn wt_MPI_Type_create_darray_c()]
    (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const Count, array_of_distribs: *const c_int,
        array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: usize,
        newtype: *mut usize) |call| {
        let (old, ndims) = (call.rank().datatype(handle(oldtype))?, dimensions(ndims)?);
        let sizes = numbers(array_of_gsizes, ndims)?;
        let (kinds, arguments) = (array(array_of_distribs, ndims)?, array(array_of_dargs, ndims)?);
        let processes = array(array_of_psizes, ndims)?;
        let dimension = |at: usize| {
            let kind = Distribution::from_abi(kinds[at]).ok_or(Fault::Arg("no such distribution of an array"))?;
            Ok(Dimension { size: sizes[at], distribution: kind, argument: arguments[at], processes: processes[at] })
        };
        let dims = (0..ndims).map(dimension).collect::<Result<Vec<_>, Fault>>()?;
        keep(call, Type::darray(width::<Count>(), size, rank, &dims, self::order(order)?, &old), newtype)
    }
}

entry! {
    TypeCreateF90Real: fn wt_MPI_Type_create_f90_real(p: c_int, r: c_int, newtype: *mut usize) |call| {
        keep(call, Type::f90_real(p, r), newtype)
    }
}

entry! {
    TypeCreateF90Complex: fn wt_MPI_Type_create_f90_complex(p: c_int, r: c_int, newtype: *mut usize) |call| {
        keep(call, Type::f90_complex(p, r), newtype)
    }
}

entry! {
    TypeCreateF90Integer: fn wt_MPI_Type_create_f90_integer(r: c_int, newtype: *mut usize) |call| {
        keep(call, Type::f90_integer(r), newtype)
    }
}

entry! {
    TypeMatchSize: fn wt_MPI_Type_match_size(typeclass: c_int, size: c_int, datatype: *mut usize) |call| {
        let class = TypeClass::from_abi(typeclass).ok_or(Fault::Arg("no such class of datatypes"))?;
        let found = datatype::match_size(class, size.wide());
        let found = found.ok_or(Fault::Arg("no datatype of the class has this size"))?;
        keep(call, Ok(found), datatype)
    }
}

entry! {
    TypeGetValueIndex: fn wt_MPI_Type_get_value_index(value_type: usize, index_type: usize, pair_type: *mut usize)
    |call| {
        let (value, index) = (call.rank().datatype(handle(value_type))?, call.rank().datatype(handle(index_type))?);
        match datatype::value_index(&value, &index) {
            Some(pair) => keep(call, Ok(pair), pair_type),
            None => put_handle(pair_type, handles::DATATYPE_NULL),
        }
    }
}

entry! {
    TypeCommit: fn wt_MPI_Type_commit(datatype: *mut usize) |call| {
        let committed = behind(datatype)?;
        // Predefined datatypes are committed already.
        call.rank().datatype(committed)?;
        if let Some(entry) = call.rank().existing_mut().and_then(|objects| objects.types.get_mut(committed)) {
            entry.committed = true;
        }
        Ok(())
    }
}

entry! {
    TypeDup: fn wt_MPI_Type_dup(oldtype: usize, newtype: *mut usize) |call| {
        let old = handle(oldtype);
        let committed = call.rank().committed(old).is_ok();
        let copy = Type::dup(&call.rank().datatype(old)?);
        let made = call.rank().keep_type(copy);
        call.rank().objects().types.get_mut(made).expect("a duplicate is a new datatype").committed = committed;
        if let Err(fault) = attribute::copy_all(call, Owner::Type(old), Owner::Type(made)) {
            attribute::delete_all(call, Owner::Type(made))?;
            call.rank().free_type(made)?;
            put_handle(newtype, handles::DATATYPE_NULL)?;
            return Err(fault);
        }
        put_handle(newtype, made)
    }
}

entry! {
    TypeFree: fn wt_MPI_Type_free(datatype: *mut usize) |call| {
        let freed = behind(datatype)?;
        if call.rank().datatype(freed)?.is_predefined() {
            return Err(Fault::Class(ErrorClass::Type, "a predefined datatype is not freed"));
        }
        attribute::delete_all(call, Owner::Type(freed))?;
        call.rank().free_type(freed)?;
        put_handle(datatype, handles::DATATYPE_NULL)
    }
}
