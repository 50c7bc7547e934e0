//! Entry points of Cartesian topologies, and of functions on topologies of any kind (MPI 5.0 §8).

use super::abi::{put, put_handle};
use super::arguments::array;
use super::making::make;
use super::{entry, entry_anytime, handle};
use crate::call::Call;
use mpi_rank::checks::UNDEFINED;
use mpi_rank::topologies::cart::Cart;
use mpi_rank::topologies::{self, Shape, Topology, cart};
use mpi_rank::{Fault, Handle, dims, handles};
use ops::{CommCall, ErrorClass, SplitKey, TopologyKind};
use std::ffi::c_int;
use std::sync::Arc;

/// The number of dimensions as a length.
fn dimensions(ndims: c_int) -> Result<usize, Fault> {
    usize::try_from(ndims).map_err(|_| Fault::Class(ErrorClass::Dims, "negative dimensions"))
}

/// The length of an array that the program names.
///
/// # Errors
/// It is negative.
pub(super) fn room_of(length: c_int) -> Result<usize, Fault> {
    usize::try_from(length).map_err(|_| Fault::Arg("a negative length of an array"))
}

/// The elements of an array that a function fills.
///
/// # Safety
/// The array is null or has that many elements.
///
/// # Errors
/// It is null and should have some.
pub(super) unsafe fn room<'a, T>(first: *mut T, length: usize) -> Result<&'a mut [T], Fault> {
    match (first.is_null(), length) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(Fault::Arg("null pointer for an array")),
        // SAFETY: as the caller says.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts_mut(first, length) }),
    }
}

/// Copies as many elements as both have.
pub(super) fn fill<T: Copy>(into: &mut [T], from: &[T]) {
    into.iter_mut().zip(from).for_each(|(into, &from)| *into = from);
}

/// Gives a new communicator its topology as its own rank there sees it; a rank that is no member has none.
pub(super) fn attach(call: &mut Call, made: Handle, shape: impl FnOnce() -> Shape) -> Result<(), Fault> {
    if made == handles::COMM_NULL {
        return Ok(());
    }
    let own = call.rank().comm(made)?.rank;
    let topology = Topology::new(shape(), own);
    call.rank().set_topology(made, Arc::new(topology))
}

/// The new rank in the ABI's words.
pub(super) fn new_rank(rank: Option<u32>) -> c_int {
    rank.map_or(UNDEFINED, |rank| rank as c_int)
}

entry_anytime! {
    DimsCreate: fn wt_MPI_Dims_create(nnodes: c_int, ndims: c_int, dims: *mut c_int) |_call| {
        let sizes = room(dims, dimensions(ndims)?)?;
        self::dims::create(nnodes, sizes)
    }
}

entry! {
    TopoTest: fn wt_MPI_Topo_test(comm: usize, status: *mut c_int) comm = comm |call| {
        let kind = match call.rank().topology(handle(comm))?.map(|topology| &topology.shape) {
            None => UNDEFINED,
            Some(Shape::Cart(_)) => topologies::CART,
            Some(Shape::Graph(_)) => topologies::GRAPH,
            Some(Shape::DistGraph(_)) => topologies::DIST_GRAPH,
        };
        put(status, kind)
    }
}

/// Makes a communicator with a grid, together with the parent's other ranks.
fn cart_create(call: &mut Call, parent: Handle, dims: &[c_int], periods: &[c_int]) -> Result<Handle, Fault> {
    let (own, ranks) = { call.rank().comm(parent).map(|comm| (comm.rank, comm.size))? };
    let rank = topologies::place(own, cart::nodes(dims, ranks)?);
    let logical = periods.iter().map(|&period| c_int::from(period != 0));
    let signature = topologies::agreement(dims.iter().copied().chain(logical));
    let made = make(call, parent, CommCall::Topology { kind: TopologyKind::Cart, rank, signature })?;
    attach(call, made, || Shape::Cart(Cart::new(dims, periods)))?;
    Ok(made)
}

entry! {
    CartCreate: fn wt_MPI_Cart_create(comm_old: usize, ndims: c_int, dims: *const c_int, periods: *const c_int,
        _reorder: c_int, comm_cart: *mut usize) comm = comm_old |call| {
        call.rank().comm(handle(comm_old))?.intra()?;
        let count = dimensions(ndims)?;
        let (sizes, periods) = (array(dims, count)?, array(periods, count)?);
        put_handle(comm_cart, handles::COMM_NULL)?;
        let made = cart_create(call, handle(comm_old), sizes, periods)?;
        put_handle(comm_cart, made)
    }
}

entry! {
    CartMap: fn wt_MPI_Cart_map(comm: usize, ndims: c_int, dims: *const c_int, periods: *const c_int,
        newrank: *mut c_int) comm = comm |call| {
        call.rank().comm(handle(comm))?.intra()?;
        let (own, ranks) = { call.rank().comm(handle(comm)).map(|comm| (comm.rank, comm.size))? };
        let count = dimensions(ndims)?;
        let sizes = array(dims, count)?;
        array(periods, count)?;
        put(newrank, new_rank(topologies::place(own, cart::nodes(sizes, ranks)?)))
    }
}

entry! {
    CartdimGet: fn wt_MPI_Cartdim_get(comm: usize, ndims: *mut c_int) comm = comm |call| {
        let count = call.rank().cart(handle(comm))?.0.dims().len();
        put(ndims, count as c_int)
    }
}

entry! {
    CartGet: fn wt_MPI_Cart_get(comm: usize, maxdims: c_int, dims: *mut c_int, periods: *mut c_int,
        coords: *mut c_int) comm = comm |call| {
        let (cart, own) = call.rank().cart(handle(comm))?;
        let count = room_of(maxdims)?.min(cart.dims().len());
        fill(room(dims, count)?, cart.dims());
        fill(room(coords, count)?, &cart.coords(own));
        let periodic = cart.periodic().iter().map(|&periodic| c_int::from(periodic));
        room(periods, count)?.iter_mut().zip(periodic).for_each(|(period, periodic)| *period = periodic);
        Ok(())
    }
}

entry! {
    CartRank: fn wt_MPI_Cart_rank(comm: usize, coords: *const c_int, rank: *mut c_int) comm = comm |call| {
        let (cart, _) = call.rank().cart(handle(comm))?;
        let found = cart.rank(array(coords, cart.dims().len())?)?;
        put(rank, found as c_int)
    }
}

entry! {
    CartCoords: fn wt_MPI_Cart_coords(comm: usize, rank: c_int, maxdims: c_int, coords: *mut c_int) comm = comm |call| {
        let size = call.rank().comm(handle(comm))?.size;
        let (cart, _) = call.rank().cart(handle(comm))?;
        let asked = u32::try_from(rank).ok().filter(|&rank| rank < size).ok_or(Fault::Rank { rank, size })?;
        if room_of(maxdims)? < cart.dims().len() {
            return Err(Fault::Arg("less room than the grid has dimensions"));
        }
        fill(room(coords, cart.dims().len())?, &cart.coords(asked));
        Ok(())
    }
}

entry! {
    CartShift: fn wt_MPI_Cart_shift(comm: usize, direction: c_int, disp: c_int, rank_source: *mut c_int,
        rank_dest: *mut c_int) comm = comm |call| {
        let (cart, own) = call.rank().cart(handle(comm))?;
        let (source, destination) = cart.shift(own, direction, disp)?;
        put(rank_source, source)?;
        put(rank_dest, destination)
    }
}

/// Cuts a grid into parts that keep some dimensions.
fn cart_sub(call: &mut Call, parent: Handle, remain: &[c_int]) -> Result<Handle, Fault> {
    let (part, rank) = { call.rank().cart(parent).map(|(cart, own)| cart.part(own, remain))? };
    let made = make(call, parent, CommCall::Split(SplitKey { color: Some(part), key: rank as i32 }))?;
    let kept = call.rank().cart(parent)?.0.kept(remain);
    attach(call, made, || Shape::Cart(kept))?;
    Ok(made)
}

entry! {
    CartSub: fn wt_MPI_Cart_sub(comm: usize, remain_dims: *const c_int, newcomm: *mut usize) comm = comm |call| {
        let count = call.rank().cart(handle(comm))?.0.dims().len();
        let remain = array(remain_dims, count)?;
        put_handle(newcomm, handles::COMM_NULL)?;
        let made = cart_sub(call, handle(comm), remain)?;
        put_handle(newcomm, made)
    }
}
