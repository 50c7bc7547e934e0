//! The envelope and contents of a datatype, which tell how the datatype was constructed (`MPI_Type_get_envelope`,
//! `MPI_Type_get_contents`, MPI 4.1 §5.1.13), and the errors of constructing a datatype.

use super::definition::Datatype;
use ops::ErrorClass;

/// The deepest nesting of constructors: walks recurse, and ranks may have small stacks.
pub(super) const DEPTH_MAX: u16 = 128;

/// `MPI_UNDEFINED` in the standard ABI.
pub const UNDEFINED: i32 = -32766;

/// Constructor of a datatype, with the ABI value of its `MPI_COMBINER_` constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Combiner {
    /// A predefined type.
    Named = 101,
    /// `MPI_Type_dup`.
    Dup = 102,
    /// `MPI_Type_contiguous`.
    Contiguous = 103,
    /// `MPI_Type_vector`.
    Vector = 104,
    /// `MPI_Type_create_hvector`.
    Hvector = 105,
    /// `MPI_Type_indexed`.
    Indexed = 106,
    /// `MPI_Type_create_hindexed`.
    Hindexed = 107,
    /// `MPI_Type_create_indexed_block`.
    IndexedBlock = 108,
    /// `MPI_Type_create_hindexed_block`.
    HindexedBlock = 109,
    /// `MPI_Type_create_struct`.
    Struct = 110,
    /// `MPI_Type_create_subarray`.
    Subarray = 111,
    /// `MPI_Type_create_darray`.
    Darray = 112,
    /// `MPI_Type_create_f90_real`.
    F90Real = 113,
    /// `MPI_Type_create_f90_complex`.
    F90Complex = 114,
    /// `MPI_Type_create_f90_integer`.
    F90Integer = 115,
    /// `MPI_Type_create_resized`.
    Resized = 116,
}

/// Which of the two C interfaces a constructor was called through: it decides where its counts are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Counts were `int`, displacements `MPI_Aint`.
    Int,
    /// The `_c` variant: counts and displacements were `MPI_Count`.
    Count,
}

/// The arguments of a constructor, in the order of the standard's tables.
#[derive(Debug, Default)]
pub struct Contents {
    /// `array_of_integers`.
    pub integers: Box<[i32]>,
    /// `array_of_addresses`.
    pub addresses: Box<[i64]>,
    /// `array_of_large_counts`; not empty only for types made through a `_c` variant, whose contents the calls without
    /// `_c` must refuse.
    pub counts: Box<[i64]>,
    /// `array_of_datatypes`.
    pub types: Vec<Datatype>,
}

/// The numbers `MPI_Type_get_envelope_c` gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Constructor.
    pub combiner: Combiner,
    /// Length of [`Contents::integers`].
    pub integers: usize,
    /// Length of [`Contents::addresses`].
    pub addresses: usize,
    /// Length of [`Contents::counts`].
    pub counts: usize,
    /// Length of [`Contents::types`].
    pub types: usize,
}

/// Collects [`Contents`] in the order a constructor names its arguments.
pub(super) struct Arguments {
    width: Width,
    integers: Vec<i32>,
    addresses: Vec<i64>,
    counts: Vec<i64>,
    types: Vec<Datatype>,
}

impl Arguments {
    pub(super) fn new(width: Width) -> Arguments {
        Arguments { width, integers: Vec::new(), addresses: Vec::new(), counts: Vec::new(), types: Vec::new() }
    }

    /// Arguments that are `int` in both interfaces.
    pub(super) fn integers(mut self, values: impl IntoIterator<Item = i64>) -> Self {
        self.integers.extend(values.into_iter().map(small));
        self
    }

    /// Arguments that are `int` or `MPI_Count`.
    pub(super) fn sizes(mut self, values: impl IntoIterator<Item = i64>) -> Self {
        match self.width {
            Width::Int => self.integers.extend(values.into_iter().map(small)),
            Width::Count => self.counts.extend(values),
        }
        self
    }

    /// Arguments that are `MPI_Aint` or `MPI_Count`.
    pub(super) fn displacements(mut self, values: impl IntoIterator<Item = i64>) -> Self {
        match self.width {
            Width::Int => self.addresses.extend(values),
            Width::Count => self.counts.extend(values),
        }
        self
    }

    pub(super) fn types(mut self, types: impl IntoIterator<Item = Datatype>) -> Contents {
        self.types.extend(types);
        Contents {
            integers: self.integers.into(),
            addresses: self.addresses.into(),
            counts: self.counts.into(),
            types: self.types,
        }
    }
}

fn small(value: i64) -> i32 {
    i32::try_from(value).expect("arguments of the int interface fit an int")
}

/// Why a datatype cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeError {
    /// A count or block length below zero.
    #[error("the argument {what} is {value}, expected zero or more")]
    Negative {
        /// Name of the argument, with its index in an array.
        what: String,
        /// Its value.
        value: i64,
    },
    /// Another argument outside its range.
    #[error("the argument {what} is {value}, expected {expected}")]
    Range {
        /// Name of the argument, with its index in an array.
        what: String,
        /// Its value.
        value: i64,
        /// What would have been right.
        expected: String,
    },
    /// The process grid of a distributed array is not as large as the number of processes.
    #[error("the product of the argument array_of_psizes is {grid}, expected {size}, the number of processes")]
    Grid {
        /// Product of the grid's sizes.
        grid: i128,
        /// Argument `size`.
        size: i64,
    },
    /// No Fortran type has this precision and range.
    #[error("no Fortran {kind} type has precision {precision} and range {range} (MPI_UNDEFINED = -32766)")]
    NoSuchKind {
        /// `REAL`, `COMPLEX` or `INTEGER`.
        kind: &'static str,
        /// Decimal digits.
        precision: i32,
        /// Decimal exponent range.
        range: i32,
    },
    /// Bounds beyond 128-bit arithmetic.
    #[error("not supported: a datatype that spans more than 2^127 bytes")]
    TooLarge,
    /// Too many constructors within each other.
    #[error("not supported: datatypes nested more than {} levels deep", DEPTH_MAX)]
    TooDeep,
}

impl TypeError {
    /// The error class MPI reports.
    pub fn class(&self) -> ErrorClass {
        match self {
            TypeError::Negative { .. } => ErrorClass::Count,
            TypeError::Range { .. } | TypeError::Grid { .. } | TypeError::NoSuchKind { .. } => ErrorClass::Arg,
            TypeError::TooLarge | TypeError::TooDeep => ErrorClass::Type,
        }
    }
}
