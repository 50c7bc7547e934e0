//! The predefined datatypes: handles of the standard ABI (MPI 5.0, chapter on the ABI; as in its header `mpi.h`), names,
//! element types, and the calls that look one up (MPI 4.1 §5.1, §6.9.4, §19.1.5).

use super::definition::{Datatype, Type};
use ops::reduction::Basic;
use std::sync::LazyLock;

/// The handle value of `MPI_DATATYPE_NULL`.
pub const DATATYPE_NULL: u32 = 0x200;

/// A named datatype.
#[derive(Debug, PartialEq, Eq)]
pub struct Predefined {
    /// Handle value in the standard ABI.
    pub handle: u32,
    /// What `MPI_Type_get_name` says; where the standard has two names, the one that MPICH gives.
    pub name: &'static str,
    /// The element type, which fixes size and layout.
    pub basic: Basic,
    /// Whether a C `long` is in it, which is 4 bytes in `external32` and 8 in memory.
    pub(super) long: bool,
}

const fn row(handle: u32, name: &'static str, basic: Basic) -> Predefined {
    Predefined { handle, name, basic, long: false }
}

const fn long(handle: u32, name: &'static str, basic: Basic) -> Predefined {
    Predefined { handle, name, basic, long: true }
}

/// All predefined datatypes, by ascending handle.
pub static PREDEFINED: [Predefined; 71] = [
    row(0x201, "MPI_AINT", Basic::Aint),
    row(0x202, "MPI_COUNT", Basic::Count),
    row(0x203, "MPI_OFFSET", Basic::Offset),
    row(0x207, "MPI_PACKED", Basic::Packed),
    row(0x208, "MPI_SHORT", Basic::I16),
    row(0x209, "MPI_INT", Basic::I32),
    long(0x20a, "MPI_LONG", Basic::I64),
    row(0x20b, "MPI_LONG_LONG_INT", Basic::I64),
    row(0x20c, "MPI_UNSIGNED_SHORT", Basic::U16),
    row(0x20d, "MPI_UNSIGNED", Basic::U32),
    long(0x20e, "MPI_UNSIGNED_LONG", Basic::U64),
    row(0x20f, "MPI_UNSIGNED_LONG_LONG", Basic::U64),
    row(0x210, "MPI_FLOAT", Basic::F32),
    row(0x212, "MPI_C_COMPLEX", Basic::ComplexF32),
    row(0x213, "MPI_CXX_FLOAT_COMPLEX", Basic::ComplexF32),
    row(0x214, "MPI_DOUBLE", Basic::F64),
    row(0x216, "MPI_C_DOUBLE_COMPLEX", Basic::ComplexF64),
    row(0x217, "MPI_CXX_DOUBLE_COMPLEX", Basic::ComplexF64),
    row(0x218, "MPI_LOGICAL", Basic::Logical4),
    row(0x219, "MPI_INTEGER", Basic::Integer4),
    row(0x21a, "MPI_REAL", Basic::F32),
    row(0x21b, "MPI_COMPLEX", Basic::ComplexF32),
    row(0x21c, "MPI_DOUBLE_PRECISION", Basic::F64),
    row(0x21d, "MPI_DOUBLE_COMPLEX", Basic::ComplexF64),
    row(0x21e, "MPI_CHARACTER", Basic::Char),
    row(0x220, "MPI_LONG_DOUBLE", Basic::F80),
    row(0x224, "MPI_C_LONG_DOUBLE_COMPLEX", Basic::ComplexF80),
    row(0x225, "MPI_CXX_LONG_DOUBLE_COMPLEX", Basic::ComplexF80),
    row(0x228, "MPI_FLOAT_INT", Basic::FloatInt),
    row(0x229, "MPI_DOUBLE_INT", Basic::DoubleInt),
    long(0x22a, "MPI_LONG_INT", Basic::LongInt),
    row(0x22b, "MPI_2INT", Basic::TwoInt),
    row(0x22c, "MPI_SHORT_INT", Basic::ShortInt),
    row(0x22d, "MPI_LONG_DOUBLE_INT", Basic::LongDoubleInt),
    row(0x230, "MPI_2REAL", Basic::TwoReal),
    row(0x231, "MPI_2DOUBLE_PRECISION", Basic::TwoDoublePrecision),
    row(0x232, "MPI_2INTEGER", Basic::TwoInteger),
    row(0x238, "MPI_C_BOOL", Basic::Bool),
    row(0x239, "MPI_CXX_BOOL", Basic::Bool),
    row(0x23c, "MPI_WCHAR", Basic::Wchar),
    row(0x240, "MPI_INT8_T", Basic::I8),
    row(0x241, "MPI_UINT8_T", Basic::U8),
    row(0x243, "MPI_CHAR", Basic::Char),
    row(0x244, "MPI_SIGNED_CHAR", Basic::I8),
    row(0x245, "MPI_UNSIGNED_CHAR", Basic::U8),
    row(0x247, "MPI_BYTE", Basic::Byte),
    row(0x248, "MPI_INT16_T", Basic::I16),
    row(0x249, "MPI_UINT16_T", Basic::U16),
    // MPICH's own, under a handle that the ABI keeps for later.
    row(0x24a, "MPIX_C_FLOAT16", Basic::F16),
    row(0x250, "MPI_INT32_T", Basic::I32),
    row(0x251, "MPI_UINT32_T", Basic::U32),
    row(0x258, "MPI_INT64_T", Basic::I64),
    row(0x259, "MPI_UINT64_T", Basic::U64),
    row(0x2c0, "MPI_LOGICAL1", Basic::Logical1),
    row(0x2c1, "MPI_INTEGER1", Basic::Integer1),
    row(0x2c8, "MPI_LOGICAL2", Basic::Logical2),
    row(0x2c9, "MPI_INTEGER2", Basic::Integer2),
    row(0x2ca, "MPI_REAL2", Basic::F16),
    row(0x2d0, "MPI_LOGICAL4", Basic::Logical4),
    row(0x2d1, "MPI_INTEGER4", Basic::Integer4),
    row(0x2d2, "MPI_REAL4", Basic::F32),
    row(0x2d3, "MPI_COMPLEX4", Basic::ComplexF16),
    row(0x2d8, "MPI_LOGICAL8", Basic::Logical8),
    row(0x2d9, "MPI_INTEGER8", Basic::Integer8),
    row(0x2da, "MPI_REAL8", Basic::F64),
    row(0x2db, "MPI_COMPLEX8", Basic::ComplexF32),
    row(0x2e0, "MPI_LOGICAL16", Basic::Logical16),
    row(0x2e1, "MPI_INTEGER16", Basic::Integer16),
    row(0x2e2, "MPI_REAL16", Basic::F128),
    row(0x2e3, "MPI_COMPLEX16", Basic::ComplexF64),
    row(0x2eb, "MPI_COMPLEX32", Basic::ComplexF128),
];

/// A bound marker.
#[derive(Debug)]
pub(super) struct Marker {
    /// Handle value: Windtunnel's own, among those that the ABI keeps for later.
    pub(super) handle: u32,
    /// What `MPI_Type_get_name` says.
    pub(super) name: &'static str,
    /// Which bound it marks.
    pub(super) upper: bool,
}

/// The bound markers of MPI 1, for programs that still use them (`mpi_removed.h`).
pub(super) static MARKERS: [Marker; 2] =
    [Marker { handle: 0x205, name: "MPI_LB", upper: false }, Marker { handle: 0x206, name: "MPI_UB", upper: true }];

static MARKER_TYPES: LazyLock<Vec<Datatype>> = LazyLock::new(|| MARKERS.iter().map(Type::marker).collect());
static DATATYPES: LazyLock<Vec<Datatype>> = LazyLock::new(|| PREDEFINED.iter().map(Type::named_type).collect());

/// The predefined datatype of an ABI handle, or the bound marker of one of our own; `None` for `MPI_DATATYPE_NULL` and values that are no predefined type.
pub fn by_handle(handle: u32) -> Option<Datatype> {
    let marker = || MARKERS.iter().position(|marker| marker.handle == handle);
    place(handle).map(|place| &DATATYPES[place]).or_else(|| marker().map(|at| &MARKER_TYPES[at])).cloned()
}

/// The predefined datatype of a name such as `MPI_INT`.
pub fn by_name(name: &str) -> Option<Datatype> {
    PREDEFINED.iter().position(|p| p.name == name).map(|place| DATATYPES[place].clone())
}

pub(super) fn row_of(handle: u32) -> Option<&'static Predefined> {
    place(handle).map(|place| &PREDEFINED[place])
}

fn place(handle: u32) -> Option<usize> {
    PREDEFINED.binary_search_by_key(&handle, |p| p.handle).ok()
}

/// The classes of `MPI_Type_match_size`, with their ABI values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum TypeClass {
    /// `MPIX_TYPECLASS_LOGICAL`, an extension of MPICH's header.
    Logical = 191,
    /// `MPI_TYPECLASS_INTEGER`.
    Integer = 192,
    /// `MPI_TYPECLASS_REAL`.
    Real = 193,
    /// `MPI_TYPECLASS_COMPLEX`.
    Complex = 194,
}

impl TypeClass {
    /// The class of an ABI value.
    pub fn from_abi(value: i32) -> Option<TypeClass> {
        [TypeClass::Logical, TypeClass::Integer, TypeClass::Real, TypeClass::Complex]
            .into_iter()
            .find(|class| *class as i32 == value)
    }
}

/// `MPI_Type_match_size` (MPI 4.1 §19.1.9): the Fortran type of a class with `size` bytes.
pub fn match_size(class: TypeClass, size: i64) -> Option<Datatype> {
    let stem = match class {
        TypeClass::Logical => "MPI_LOGICAL",
        TypeClass::Integer => "MPI_INTEGER",
        TypeClass::Real => "MPI_REAL",
        TypeClass::Complex => "MPI_COMPLEX",
    };
    by_name(&format!("{stem}{size}"))
}

/// `MPI_Type_get_value_index` (MPI 4.1 §6.9.4): the predefined pair of a value and an index type. `None` (for
/// `MPI_DATATYPE_NULL`) where the standard names no such pair; unnamed ones are not supported, as the standard allows.
pub fn value_index(value: &Type, index: &Type) -> Option<Datatype> {
    let pair = match (value.named()?.name, index.named()?.name) {
        ("MPI_FLOAT", "MPI_INT") => "MPI_FLOAT_INT",
        ("MPI_DOUBLE", "MPI_INT") => "MPI_DOUBLE_INT",
        ("MPI_LONG", "MPI_INT") => "MPI_LONG_INT",
        ("MPI_INT", "MPI_INT") => "MPI_2INT",
        ("MPI_SHORT", "MPI_INT") => "MPI_SHORT_INT",
        ("MPI_LONG_DOUBLE", "MPI_INT") => "MPI_LONG_DOUBLE_INT",
        ("MPI_REAL", "MPI_REAL") => "MPI_2REAL",
        ("MPI_DOUBLE_PRECISION", "MPI_DOUBLE_PRECISION") => "MPI_2DOUBLE_PRECISION",
        ("MPI_INTEGER", "MPI_INTEGER") => "MPI_2INTEGER",
        _ => return None,
    };
    by_name(pair)
}
