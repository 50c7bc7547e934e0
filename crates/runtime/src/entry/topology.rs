//! Virtual topologies (MPI 5.0 §8).

use super::anytime;
use mpi_rank::{Fault, dims};
use std::ffi::c_int;

anytime! {
    DimsCreate: fn wt_MPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) |_call| {
        let count = usize::try_from(ndims).map_err(|_| Fault::Class(ops::ErrorClass::Dims, "negative dimensions"))?;
        if dims.is_null() && count > 0 {
            return Err(Fault::Arg("null pointer for an array"));
        }
        let sizes = if count == 0 { &mut [] } else { std::slice::from_raw_parts_mut(dims, count) };
        self::dims::create(nnodes, sizes)
    }
}
