//! The element types that data in an MPI program can have.

use serde::{Deserialize, Serialize};

/// An element type as C and Fortran see it on x86-64: what the predefined datatypes of the standard ABI are made of.
///
/// Datatypes that only differ in name share a value (`MPI_LONG`, `MPI_LONG_LONG` and `MPI_INT64_T` are [`Basic::I64`]);
/// those on which different operations are allowed do not (C's `int` and Fortran's `INTEGER`).
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Basic {
    /// `MPI_BYTE`: uninterpreted.
    Byte,
    /// `MPI_PACKED`: the bytes `MPI_Pack` makes.
    Packed,
    /// `MPI_CHAR` and `MPI_CHARACTER`: a printable character.
    Char,
    /// `MPI_WCHAR`: `wchar_t`, 4 bytes.
    Wchar,
    /// Signed 8-bit integer.
    I8,
    /// Signed 16-bit integer.
    I16,
    /// Signed 32-bit integer.
    I32,
    /// Signed 64-bit integer.
    I64,
    /// Unsigned 8-bit integer.
    U8,
    /// Unsigned 16-bit integer.
    U16,
    /// Unsigned 32-bit integer.
    U32,
    /// Unsigned 64-bit integer.
    U64,
    /// `MPI_AINT`.
    Aint,
    /// `MPI_OFFSET`.
    Offset,
    /// `MPI_COUNT`.
    Count,
    /// Fortran `INTEGER*1`.
    Integer1,
    /// Fortran `INTEGER*2`.
    Integer2,
    /// Fortran `INTEGER` and `INTEGER*4`.
    Integer4,
    /// Fortran `INTEGER*8`.
    Integer8,
    /// Fortran `INTEGER*16`.
    Integer16,
    /// IEEE binary16, Fortran `REAL*2`.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// C `long double`: x87 extended, 10 bytes of value and 6 of padding.
    F80,
    /// IEEE binary128, Fortran `REAL*16`.
    F128,
    /// A pair of [`Basic::F16`].
    ComplexF16,
    /// A pair of [`Basic::F32`].
    ComplexF32,
    /// A pair of [`Basic::F64`].
    ComplexF64,
    /// A pair of [`Basic::F80`].
    ComplexF80,
    /// A pair of [`Basic::F128`].
    ComplexF128,
    /// C `_Bool` and C++ `bool`.
    Bool,
    /// Fortran `LOGICAL*1`.
    Logical1,
    /// Fortran `LOGICAL*2`.
    Logical2,
    /// Fortran `LOGICAL` and `LOGICAL*4`.
    Logical4,
    /// Fortran `LOGICAL*8`.
    Logical8,
    /// Fortran `LOGICAL*16`.
    Logical16,
    /// `struct { float; int; }`.
    FloatInt,
    /// `struct { double; int; }`.
    DoubleInt,
    /// `struct { long; int; }`.
    LongInt,
    /// `struct { int; int; }`.
    TwoInt,
    /// `struct { short; int; }`.
    ShortInt,
    /// `struct { long double; int; }`.
    LongDoubleInt,
    /// Two Fortran `REAL`.
    TwoReal,
    /// Two Fortran `DOUBLE PRECISION`.
    TwoDoublePrecision,
    /// Two Fortran `INTEGER`.
    TwoInteger,
}

/// The groups of MPI 4.1 §6.9.2 that decide which operations are allowed on a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// "Byte".
    Byte,
    /// `MPI_PACKED`, in no group.
    Packed,
    /// Characters, in no group.
    Character,
    /// "C integer".
    CInteger,
    /// "Fortran integer".
    FortranInteger,
    /// "Multi-language types": addresses, offsets, counts.
    MultiLanguage,
    /// "Floating point".
    Float,
    /// "Complex".
    Complex,
    /// "Logical".
    Logical,
    /// The pairs of value and index of §6.9.4.
    Pair,
}

/// One member of an element: what it is and where it lies in the C struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Type of the member; never a pair.
    pub basic: Basic,
    /// Byte displacement of the member in the C struct.
    pub offset: usize,
}

impl Basic {
    /// All element types, in declaration order.
    pub const ALL: [Basic; 45] = {
        use Basic::*;
        [
            Byte,
            Packed,
            Char,
            Wchar,
            I8,
            I16,
            I32,
            I64,
            U8,
            U16,
            U32,
            U64,
            Aint,
            Offset,
            Count,
            Integer1,
            Integer2,
            Integer4,
            Integer8,
            Integer16,
            F16,
            F32,
            F64,
            F80,
            F128,
            ComplexF16,
            ComplexF32,
            ComplexF64,
            ComplexF80,
            ComplexF128,
            Bool,
            Logical1,
            Logical2,
            Logical4,
            Logical8,
            Logical16,
            FloatInt,
            DoubleInt,
            LongInt,
            TwoInt,
            ShortInt,
            LongDoubleInt,
            TwoReal,
            TwoDoublePrecision,
            TwoInteger,
        ]
    };

    /// Name, group, bytes of data, alignment.
    const fn row(self) -> (&'static str, Class, usize, usize) {
        match self {
            Basic::Byte => ("byte", Class::Byte, 1, 1),
            Basic::Packed => ("packed", Class::Packed, 1, 1),
            Basic::Char => ("char", Class::Character, 1, 1),
            Basic::Wchar => ("wchar", Class::Character, 4, 4),
            Basic::I8 => ("i8", Class::CInteger, 1, 1),
            Basic::I16 => ("i16", Class::CInteger, 2, 2),
            Basic::I32 => ("i32", Class::CInteger, 4, 4),
            Basic::I64 => ("i64", Class::CInteger, 8, 8),
            Basic::U8 => ("u8", Class::CInteger, 1, 1),
            Basic::U16 => ("u16", Class::CInteger, 2, 2),
            Basic::U32 => ("u32", Class::CInteger, 4, 4),
            Basic::U64 => ("u64", Class::CInteger, 8, 8),
            Basic::Aint => ("aint", Class::MultiLanguage, 8, 8),
            Basic::Offset => ("offset", Class::MultiLanguage, 8, 8),
            Basic::Count => ("count", Class::MultiLanguage, 8, 8),
            Basic::Integer1 => ("integer1", Class::FortranInteger, 1, 1),
            Basic::Integer2 => ("integer2", Class::FortranInteger, 2, 2),
            Basic::Integer4 => ("integer4", Class::FortranInteger, 4, 4),
            Basic::Integer8 => ("integer8", Class::FortranInteger, 8, 8),
            Basic::Integer16 => ("integer16", Class::FortranInteger, 16, 16),
            Basic::F16 => ("f16", Class::Float, 2, 2),
            Basic::F32 => ("f32", Class::Float, 4, 4),
            Basic::F64 => ("f64", Class::Float, 8, 8),
            Basic::F80 => ("f80", Class::Float, 16, 16),
            Basic::F128 => ("f128", Class::Float, 16, 16),
            Basic::ComplexF16 => ("complex_f16", Class::Complex, 4, 2),
            Basic::ComplexF32 => ("complex_f32", Class::Complex, 8, 4),
            Basic::ComplexF64 => ("complex_f64", Class::Complex, 16, 8),
            Basic::ComplexF80 => ("complex_f80", Class::Complex, 32, 16),
            Basic::ComplexF128 => ("complex_f128", Class::Complex, 32, 16),
            Basic::Bool => ("bool", Class::Logical, 1, 1),
            Basic::Logical1 => ("logical1", Class::Logical, 1, 1),
            Basic::Logical2 => ("logical2", Class::Logical, 2, 2),
            Basic::Logical4 => ("logical4", Class::Logical, 4, 4),
            Basic::Logical8 => ("logical8", Class::Logical, 8, 8),
            Basic::Logical16 => ("logical16", Class::Logical, 16, 16),
            Basic::FloatInt => ("float_int", Class::Pair, 8, 4),
            Basic::DoubleInt => ("double_int", Class::Pair, 12, 8),
            Basic::LongInt => ("long_int", Class::Pair, 12, 8),
            Basic::TwoInt => ("2int", Class::Pair, 8, 4),
            Basic::ShortInt => ("short_int", Class::Pair, 6, 4),
            Basic::LongDoubleInt => ("long_double_int", Class::Pair, 20, 16),
            Basic::TwoReal => ("2real", Class::Pair, 8, 4),
            Basic::TwoDoublePrecision => ("2double_precision", Class::Pair, 16, 8),
            Basic::TwoInteger => ("2integer", Class::Pair, 8, 4),
        }
    }

    /// Short name, for messages and reports.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Group that decides which operations are allowed.
    pub const fn class(self) -> Class {
        self.row().1
    }

    /// Bytes of data in one element: what `MPI_Type_size` says and what a message carries.
    pub const fn size(self) -> usize {
        self.row().2
    }

    /// Alignment of the type in a C struct, in bytes.
    pub const fn alignment(self) -> usize {
        self.row().3
    }

    /// Distance between elements of a C array, in bytes; larger than [`Basic::size`] for pairs with padding.
    pub const fn extent(self) -> usize {
        match self {
            Basic::DoubleInt | Basic::LongInt => 16,
            Basic::ShortInt => 8,
            Basic::LongDoubleInt => 32,
            _ => self.size(),
        }
    }

    /// Bytes from the first to the last byte of data in the C struct, padding between members included.
    pub const fn true_extent(self) -> usize {
        match self.pair() {
            Some([_, index]) => index.offset + index.basic.size(),
            None => self.size(),
        }
    }

    /// Value and index of a pair type; `None` for all others. A complex number is one element, not a pair.
    pub const fn pair(self) -> Option<[Member; 2]> {
        let (value, index, offset) = match self {
            Basic::FloatInt => (Basic::F32, Basic::I32, 4),
            Basic::DoubleInt => (Basic::F64, Basic::I32, 8),
            Basic::LongInt => (Basic::I64, Basic::I32, 8),
            Basic::TwoInt => (Basic::I32, Basic::I32, 4),
            Basic::ShortInt => (Basic::I16, Basic::I32, 4),
            Basic::LongDoubleInt => (Basic::F80, Basic::I32, 16),
            Basic::TwoReal => (Basic::F32, Basic::F32, 4),
            Basic::TwoDoublePrecision => (Basic::F64, Basic::F64, 8),
            Basic::TwoInteger => (Basic::Integer4, Basic::Integer4, 4),
            _ => return None,
        };
        Some([Member { basic: value, offset: 0 }, Member { basic: index, offset }])
    }
}
