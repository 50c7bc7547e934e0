//! The datatypes of time-independent traces, by their numbers.

use ops::reduction::{Basic, BuiltinOp, accepted};

/// A datatype of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Datatype {
    /// The number in the trace, -1 for none.
    pub(crate) number: i32,
    /// Bytes of one element in memory (C on LP64, Fortran's default kinds): what SimGrid multiplies counts with.
    pub(crate) bytes: u32,
    /// What its elements are.
    pub(crate) basic: Basic,
}

impl Datatype {
    /// `MPI_DATATYPE_NULL`: no elements.
    pub(crate) const NULL: Self = Self { number: -1, bytes: 0, basic: Basic::Byte };
    /// `MPI_DOUBLE`.
    pub(crate) const DOUBLE: Self = DATATYPES[0];
    /// `MPI_BYTE`.
    pub(crate) const BYTE: Self = DATATYPES[6];

    /// The type of a number from -1 on.
    pub(crate) fn of_number(number: i64) -> Option<Self> {
        if number == -1 { Some(Self::NULL) } else { DATATYPES.get(usize::try_from(number).ok()?).copied() }
    }

    /// The first type of these elements, if it has their size.
    pub(crate) fn of_basic(basic: Basic) -> Option<Self> {
        DATATYPES.iter().copied().find(|t| t.basic == basic && t.bytes as usize == basic.size())
    }

    /// An operation to reduce elements of this type with. The trace does not say which; there are no data, so it
    /// matters only that it is predefined and commutes.
    pub(crate) fn operation(self) -> BuiltinOp {
        [BuiltinOp::Sum, BuiltinOp::Band, BuiltinOp::Lor, BuiltinOp::Maxloc]
            .into_iter()
            .find(|op| accepted(*op, self.basic))
            .unwrap_or(BuiltinOp::Sum)
    }
}

const fn row(number: i32, bytes: u32, basic: Basic) -> Datatype {
    Datatype { number, bytes, basic }
}

const DATATYPES: [Datatype; 60] = [
    row(0, 8, Basic::F64),                  // MPI_DOUBLE
    row(1, 4, Basic::I32),                  // MPI_INT
    row(2, 1, Basic::Char),                 // MPI_CHAR
    row(3, 2, Basic::I16),                  // MPI_SHORT
    row(4, 8, Basic::I64),                  // MPI_LONG
    row(5, 4, Basic::F32),                  // MPI_FLOAT
    row(6, 1, Basic::Byte),                 // MPI_BYTE
    row(7, 8, Basic::I64),                  // MPI_LONG_LONG
    row(8, 1, Basic::I8),                   // MPI_SIGNED_CHAR
    row(9, 1, Basic::U8),                   // MPI_UNSIGNED_CHAR
    row(10, 2, Basic::U16),                 // MPI_UNSIGNED_SHORT
    row(11, 4, Basic::U32),                 // MPI_UNSIGNED
    row(12, 8, Basic::U64),                 // MPI_UNSIGNED_LONG
    row(13, 8, Basic::U64),                 // MPI_UNSIGNED_LONG_LONG
    row(14, 16, Basic::F80),                // MPI_LONG_DOUBLE
    row(15, 4, Basic::Wchar),               // MPI_WCHAR
    row(16, 1, Basic::Bool),                // MPI_C_BOOL
    row(17, 1, Basic::I8),                  // MPI_INT8_T
    row(18, 2, Basic::I16),                 // MPI_INT16_T
    row(19, 4, Basic::I32),                 // MPI_INT32_T
    row(20, 8, Basic::I64),                 // MPI_INT64_T
    row(21, 1, Basic::U8),                  // MPI_UINT8_T
    row(22, 2, Basic::U16),                 // MPI_UINT16_T
    row(23, 4, Basic::U32),                 // MPI_UINT32_T
    row(24, 8, Basic::U64),                 // MPI_UINT64_T
    row(25, 8, Basic::ComplexF32),          // MPI_C_FLOAT_COMPLEX
    row(26, 16, Basic::ComplexF64),         // MPI_C_DOUBLE_COMPLEX
    row(27, 32, Basic::ComplexF80),         // MPI_C_LONG_DOUBLE_COMPLEX
    row(28, 8, Basic::Aint),                // MPI_AINT
    row(29, 8, Basic::Offset),              // MPI_OFFSET
    row(30, 8, Basic::FloatInt),            // MPI_FLOAT_INT
    row(31, 16, Basic::LongInt),            // MPI_LONG_INT
    row(32, 16, Basic::DoubleInt),          // MPI_DOUBLE_INT
    row(33, 8, Basic::ShortInt),            // MPI_SHORT_INT
    row(34, 8, Basic::TwoInt),              // MPI_2INT
    row(35, 8, Basic::TwoReal),             // MPI_2FLOAT
    row(36, 16, Basic::TwoDoublePrecision), // MPI_2DOUBLE
    row(37, 16, Basic::LongInt),            // MPI_2LONG
    row(38, 4, Basic::F32),                 // MPI_REAL
    row(39, 4, Basic::F32),                 // MPI_REAL4
    row(40, 8, Basic::F64),                 // MPI_REAL8
    row(41, 16, Basic::F128),               // MPI_REAL16
    row(42, 8, Basic::ComplexF32),          // MPI_COMPLEX8
    row(43, 16, Basic::ComplexF64),         // MPI_COMPLEX16
    row(44, 32, Basic::ComplexF128),        // MPI_COMPLEX32
    row(45, 1, Basic::Integer1),            // MPI_INTEGER1
    row(46, 2, Basic::Integer2),            // MPI_INTEGER2
    row(47, 4, Basic::Integer4),            // MPI_INTEGER4
    row(48, 8, Basic::Integer8),            // MPI_INTEGER8
    row(49, 16, Basic::Integer16),          // MPI_INTEGER16
    row(50, 32, Basic::LongDoubleInt),      // MPI_LONG_DOUBLE_INT
    row(51, 1, Basic::Bool),                // MPI_CXX_BOOL
    row(52, 8, Basic::ComplexF32),          // MPI_CXX_FLOAT_COMPLEX
    row(53, 16, Basic::ComplexF64),         // MPI_CXX_DOUBLE_COMPLEX
    row(54, 32, Basic::ComplexF80),         // MPI_CXX_LONG_DOUBLE_COMPLEX
    row(55, 0, Basic::Byte),                // MPI_UB
    row(56, 0, Basic::Byte),                // MPI_LB
    row(57, 1, Basic::Packed),              // MPI_PACKED
    row(58, 8, Basic::U64),                 // SimGrid's MPI_PTR
    row(59, 8, Basic::Count),               // MPI_COUNT
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places_and_sizes_hold_the_elements() {
        for (at, datatype) in DATATYPES.iter().enumerate() {
            assert_eq!(datatype.number as usize, at);
            let marker = matches!(at, 55 | 56);
            assert!(marker || datatype.bytes as usize >= datatype.basic.size(), "type {at}");
        }
        assert_eq!(Datatype::of_number(-1), Some(Datatype::NULL));
        assert_eq!(Datatype::of_number(60), None);
        assert_eq!(Datatype::of_number(-2), None);
    }

    #[test]
    fn every_type_that_has_an_operation_gets_one_that_is_defined() {
        let without: Vec<i32> =
            DATATYPES.iter().filter(|t| !accepted(t.operation(), t.basic)).map(|t| t.number).collect();
        // Wide characters and packed bytes have no operation.
        assert_eq!(without, [15, 57]);
    }
}
