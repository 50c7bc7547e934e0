//! Constructors of datatypes that select a part of a multi-dimensional array: `MPI_Type_create_subarray` (MPI 4.1 §5.1.3)
//! and `MPI_Type_create_darray` (§5.1.4).

use super::construct;
use super::contents::{Arguments, Combiner, TypeError, Width};
use super::definition::{Datatype, Type};
use super::piece::Piece;

/// Storage order of an array, with the ABI value of its `MPI_ORDER_` constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Order {
    /// The last dimension varies fastest.
    C = 0xc,
    /// The first dimension varies fastest.
    Fortran = 0xf,
}

impl Order {
    /// The order of an ABI value.
    pub fn from_abi(value: i32) -> Option<Order> {
        [Order::C, Order::Fortran].into_iter().find(|order| *order as i32 == value)
    }

    /// Dimensions from the fastest to the slowest.
    fn dimensions(self, count: usize) -> Vec<usize> {
        match self {
            Order::C => (0..count).rev().collect(),
            Order::Fortran => (0..count).collect(),
        }
    }
}

/// How a dimension is distributed, with the ABI value of its `MPI_DISTRIBUTE_` constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Distribution {
    /// Not at all.
    None = 16,
    /// One block for each process.
    Block = 17,
    /// Blocks dealt out in turn.
    Cyclic = 18,
}

impl Distribution {
    /// The distribution of an ABI value.
    pub fn from_abi(value: i32) -> Option<Distribution> {
        [Distribution::None, Distribution::Block, Distribution::Cyclic].into_iter().find(|kind| *kind as i32 == value)
    }
}

/// `MPI_DISTRIBUTE_DFLT_DARG` in the standard ABI.
pub const DISTRIBUTE_DFLT_DARG: i32 = 19;

/// One dimension of a distributed array.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// Elements in all (`array_of_gsizes`).
    pub size: i64,
    /// Kind of distribution.
    pub distribution: Distribution,
    /// Block size or [`DISTRIBUTE_DFLT_DARG`].
    pub argument: i32,
    /// Processes along this dimension.
    pub processes: i32,
}

impl Type {
    /// `MPI_Type_create_subarray`.
    ///
    /// # Panics
    /// If the arrays differ in length or are empty.
    pub fn subarray(
        width: Width,
        sizes: &[i64],
        subsizes: &[i64],
        starts: &[i64],
        order: Order,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        let dims = sizes.len();
        assert!(dims > 0 && subsizes.len() == dims && starts.len() == dims, "arrays of a subarray differ in length");
        for dim in 0..dims {
            at_least_one("array_of_sizes", dim, sizes[dim])?;
            within("array_of_subsizes", dim, subsizes[dim], 1, sizes[dim])?;
            within("array_of_starts", dim, starts[dim], 0, sizes[dim] - subsizes[dim])?;
        }
        let contents = Arguments::new(width).integers([dims as i64]).sizes(sizes.iter().copied());
        let contents = contents.sizes(subsizes.iter().copied()).sizes(starts.iter().copied());
        let contents = contents.integers([order as i64]).types([old.clone()]);
        let (piece, copies) = subarray_piece(sizes, subsizes, starts, order, old).ok_or(TypeError::TooLarge)?;
        construct::uniform(Combiner::Subarray, contents, old, copies, Some(piece))
    }

    /// `MPI_Type_create_darray`: the part of `rank` among `size` processes, which are numbered in row-major order whatever
    /// the order of the array.
    ///
    /// # Panics
    /// If there is no dimension.
    pub fn darray(
        width: Width,
        size: i32,
        rank: i32,
        dims: &[Dimension],
        order: Order,
        old: &Datatype,
    ) -> Result<Datatype, TypeError> {
        assert!(!dims.is_empty(), "a distributed array has dimensions");
        let (mut places, mut grid) = (rank, 1i128);
        within("rank", 0, rank.into(), 0, i64::from(size) - 1)?;
        for (dim, dimension) in dims.iter().enumerate() {
            check_dimension(dim, dimension)?;
            grid = grid.checked_mul(dimension.processes.into()).ok_or(TypeError::TooLarge)?;
        }
        if grid != i128::from(size) {
            return Err(TypeError::Grid { grid, size: size.into() });
        }
        // Coordinates of the rank, the last dimension varying fastest.
        let mut coordinates = vec![0; dims.len()];
        for (coordinate, dimension) in coordinates.iter_mut().zip(dims).rev() {
            *coordinate = places % dimension.processes;
            places /= dimension.processes;
        }
        let contents = darray_contents(width, [size, rank], dims, order).types([old.clone()]);
        let (mut piece, mut copies) = (old.piece(), 1i128);
        for dim in order.dimensions(dims.len()) {
            let (next, own) = distribute(&piece, &dims[dim], coordinates[dim]).ok_or(TypeError::TooLarge)?;
            (piece, copies) = (next, copies.checked_mul(own).ok_or(TypeError::TooLarge)?);
        }
        construct::uniform(Combiner::Darray, contents, old, copies, Some(piece))
    }
}

fn darray_contents(width: Width, [size, rank]: [i32; 2], dims: &[Dimension], order: Order) -> Arguments {
    Arguments::new(width)
        .integers([size.into(), rank.into(), dims.len() as i64])
        .sizes(dims.iter().map(|d| d.size))
        .integers(dims.iter().map(|d| d.distribution as i64))
        .integers(dims.iter().map(|d| d.argument.into()))
        .integers(dims.iter().map(|d| d.processes.into()))
        .integers([order as i64])
}

fn subarray_piece(
    sizes: &[i64],
    subsizes: &[i64],
    starts: &[i64],
    order: Order,
    old: &Datatype,
) -> Option<(Piece, i128)> {
    // Bytes from one element to the next along the dimension at hand, and from the array's start to the part's.
    let (mut stride, mut start, mut copies) = (old.bounds.extent(), 0i128, 1i128);
    let mut piece = old.piece();
    for dim in order.dimensions(sizes.len()) {
        piece = piece.strided(subsizes[dim].cast_unsigned(), stride)?;
        start = start.checked_add(stride.checked_mul(starts[dim].into())?)?;
        stride = stride.checked_mul(sizes[dim].into())?;
        copies = copies.checked_mul(subsizes[dim].into())?;
    }
    Some((piece.marked(start, 0, stride)?, copies))
}

/// The function `cyclic()` of MPI 4.1 §5.1.4, to which all distributions are reduced: this process's blocks of one
/// dimension, and how many elements they are.
fn distribute(inner: &Piece, dimension: &Dimension, coordinate: i32) -> Option<(Piece, i128)> {
    let extent = inner.bounds.extent();
    let (size, processes, coordinate) =
        (i128::from(dimension.size), i128::from(dimension.processes), i128::from(coordinate));
    let block = block_size(dimension);
    let blocks = (size + block - 1) / block;
    let own = if coordinate < blocks { (blocks - coordinate - 1) / processes + 1 } else { 0 };
    let last = size - block * (blocks - 1);
    let has_last = own > 0 && coordinate == (blocks - 1) % processes;
    let whole = if has_last && last < block { own - 1 } else { own };
    let at = |place: i128| extent.checked_mul((coordinate + place * processes) * block);
    let full = inner.contiguous(block as u64)?.strided(whole as u64, extent.checked_mul(processes * block)?)?;
    let mut parts = vec![(at(0)?, full)];
    if whole < own {
        parts.push((at(whole)?, inner.contiguous(last as u64)?));
    }
    let elements = whole * block + if whole < own { last } else { 0 };
    let piece = Piece::sequence(parts)?.marked(0, 0, extent.checked_mul(size)?)?;
    Some((piece, elements))
}

/// Elements in a block: given, or by default all fairly in one block each, or single ones.
fn block_size(dimension: &Dimension) -> i128 {
    let (size, processes) = (i128::from(dimension.size), i128::from(dimension.processes));
    match (dimension.distribution, dimension.argument) {
        (Distribution::None, _) => size,
        (Distribution::Block, DISTRIBUTE_DFLT_DARG) => (size + processes - 1) / processes,
        (Distribution::Cyclic, DISTRIBUTE_DFLT_DARG) => 1,
        (_, argument) => argument.into(),
    }
}

fn check_dimension(dim: usize, dimension: &Dimension) -> Result<(), TypeError> {
    at_least_one("array_of_gsizes", dim, dimension.size)?;
    at_least_one("array_of_psizes", dim, dimension.processes.into())?;
    let argument = i64::from(dimension.argument);
    match dimension.distribution {
        Distribution::None => return within("array_of_psizes", dim, dimension.processes.into(), 1, 1),
        _ if dimension.argument == DISTRIBUTE_DFLT_DARG => return Ok(()),
        _ => at_least_one("array_of_dargs", dim, argument)?,
    }
    let reach = i128::from(argument) * i128::from(dimension.processes);
    if dimension.distribution == Distribution::Block && reach < i128::from(dimension.size) {
        let expected =
            format!("blocks that cover all {} elements on {} processes", dimension.size, dimension.processes);
        return Err(TypeError::Range { what: format!("array_of_dargs[{dim}]"), value: argument, expected });
    }
    Ok(())
}

fn at_least_one(what: &str, dim: usize, value: i64) -> Result<(), TypeError> {
    within(what, dim, value, 1, i64::MAX)
}

fn within(what: &str, dim: usize, value: i64, low: i64, high: i64) -> Result<(), TypeError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let what = if what == "rank" { what.to_owned() } else { format!("{what}[{dim}]") };
    let expected = if high == i64::MAX { format!("{low} or more") } else { format!("{low} to {high}") };
    Err(TypeError::Range { what, value, expected })
}
