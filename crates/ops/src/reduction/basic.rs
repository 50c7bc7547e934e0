//! The element types that data in an MPI program can have.

use serde::{Deserialize, Serialize};

/// Declares the element types with their properties: name, group, bytes of data, alignment.
macro_rules! basics {
    (
        $(#[doc = $enum_doc:literal])*
        pub enum Basic {
            $( #[doc = $doc:literal] $basic:ident = ($name:literal, $class:ident, $size:literal, $alignment:literal), )*
        }
    ) => {
        $(#[doc = $enum_doc])*
        #[repr(u8)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Basic {
            $( #[doc = $doc] $basic, )*
        }

        impl Basic {
            /// All element types, in declaration order.
            pub const ALL: [Self; [$( $name ),*].len()] = [$( Self::$basic, )*];

            /// Name, group, bytes of data, alignment.
            const fn row(self) -> (&'static str, Class, usize, usize) {
                match self {
                    $( Self::$basic => ($name, Class::$class, $size, $alignment), )*
                }
            }
        }
    };
}

basics! {
    /// An element type as C and Fortran see it on x86-64: the types that the predefined datatypes of the standard ABI consist of.
    ///
    /// Datatypes that only differ in name share a value (`MPI_LONG`, `MPI_LONG_LONG` and `MPI_INT64_T` are [`Basic::I64`]);
    /// those on which different operations are allowed do not (C's `int` and Fortran's `INTEGER`).
    pub enum Basic {
        /// `MPI_BYTE`: uninterpreted.
        Byte = ("byte", Byte, 1, 1),
        /// `MPI_PACKED`: the bytes `MPI_Pack` makes.
        Packed = ("packed", Packed, 1, 1),
        /// `MPI_CHAR` and `MPI_CHARACTER`: a printable character.
        Char = ("char", Character, 1, 1),
        /// `MPI_WCHAR`: `wchar_t`, 4 bytes.
        Wchar = ("wchar", Character, 4, 4),
        /// Signed 8-bit integer.
        I8 = ("i8", CInteger, 1, 1),
        /// Signed 16-bit integer.
        I16 = ("i16", CInteger, 2, 2),
        /// Signed 32-bit integer.
        I32 = ("i32", CInteger, 4, 4),
        /// Signed 64-bit integer.
        I64 = ("i64", CInteger, 8, 8),
        /// Unsigned 8-bit integer.
        U8 = ("u8", CInteger, 1, 1),
        /// Unsigned 16-bit integer.
        U16 = ("u16", CInteger, 2, 2),
        /// Unsigned 32-bit integer.
        U32 = ("u32", CInteger, 4, 4),
        /// Unsigned 64-bit integer.
        U64 = ("u64", CInteger, 8, 8),
        /// `MPI_AINT`.
        Aint = ("aint", MultiLanguage, 8, 8),
        /// `MPI_OFFSET`.
        Offset = ("offset", MultiLanguage, 8, 8),
        /// `MPI_COUNT`.
        Count = ("count", MultiLanguage, 8, 8),
        /// Fortran `INTEGER*1`.
        Integer1 = ("integer1", FortranInteger, 1, 1),
        /// Fortran `INTEGER*2`.
        Integer2 = ("integer2", FortranInteger, 2, 2),
        /// Fortran `INTEGER` and `INTEGER*4`.
        Integer4 = ("integer4", FortranInteger, 4, 4),
        /// Fortran `INTEGER*8`.
        Integer8 = ("integer8", FortranInteger, 8, 8),
        /// Fortran `INTEGER*16`.
        Integer16 = ("integer16", FortranInteger, 16, 16),
        /// IEEE binary16, Fortran `REAL*2`.
        F16 = ("f16", Float, 2, 2),
        /// IEEE binary32.
        F32 = ("f32", Float, 4, 4),
        /// IEEE binary64.
        F64 = ("f64", Float, 8, 8),
        /// C `long double`: x87 extended, 10 bytes of value and 6 of padding.
        F80 = ("f80", Float, 16, 16),
        /// IEEE binary128, Fortran `REAL*16`.
        F128 = ("f128", Float, 16, 16),
        /// A pair of [`Basic::F16`].
        ComplexF16 = ("complex_f16", Complex, 4, 2),
        /// A pair of [`Basic::F32`].
        ComplexF32 = ("complex_f32", Complex, 8, 4),
        /// A pair of [`Basic::F64`].
        ComplexF64 = ("complex_f64", Complex, 16, 8),
        /// A pair of [`Basic::F80`].
        ComplexF80 = ("complex_f80", Complex, 32, 16),
        /// A pair of [`Basic::F128`].
        ComplexF128 = ("complex_f128", Complex, 32, 16),
        /// C `_Bool` and C++ `bool`.
        Bool = ("bool", Logical, 1, 1),
        /// Fortran `LOGICAL*1`.
        Logical1 = ("logical1", Logical, 1, 1),
        /// Fortran `LOGICAL*2`.
        Logical2 = ("logical2", Logical, 2, 2),
        /// Fortran `LOGICAL` and `LOGICAL*4`.
        Logical4 = ("logical4", Logical, 4, 4),
        /// Fortran `LOGICAL*8`.
        Logical8 = ("logical8", Logical, 8, 8),
        /// Fortran `LOGICAL*16`.
        Logical16 = ("logical16", Logical, 16, 16),
        /// `struct { float; int; }`.
        FloatInt = ("float_int", Pair, 8, 4),
        /// `struct { double; int; }`.
        DoubleInt = ("double_int", Pair, 12, 8),
        /// `struct { long; int; }`.
        LongInt = ("long_int", Pair, 12, 8),
        /// `struct { int; int; }`.
        TwoInt = ("2int", Pair, 8, 4),
        /// `struct { short; int; }`.
        ShortInt = ("short_int", Pair, 6, 4),
        /// `struct { long double; int; }`.
        LongDoubleInt = ("long_double_int", Pair, 20, 16),
        /// Two Fortran `REAL`.
        TwoReal = ("2real", Pair, 8, 4),
        /// Two Fortran `DOUBLE PRECISION`.
        TwoDoublePrecision = ("2double_precision", Pair, 16, 8),
        /// Two Fortran `INTEGER`.
        TwoInteger = ("2integer", Pair, 8, 4),
    }
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

/// One member of an element: its type and its place in the C struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Type of the member; never a pair.
    pub basic: Basic,
    /// Byte displacement of the member in the C struct.
    pub offset: usize,
}

impl Basic {
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
