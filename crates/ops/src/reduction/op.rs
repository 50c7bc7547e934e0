//! The built-in reduction operations and the types they are allowed on.

use super::basic::{Basic, Class};
use serde::{Deserialize, Serialize};

/// A predefined operation of MPI 4.1 §6.9.2, §6.9.4 and §12.3.4.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BuiltinOp {
    /// `MPI_MAX`.
    Max,
    /// `MPI_MIN`.
    Min,
    /// `MPI_SUM`.
    Sum,
    /// `MPI_PROD`.
    Prod,
    /// `MPI_LAND`.
    Land,
    /// `MPI_BAND`.
    Band,
    /// `MPI_LOR`.
    Lor,
    /// `MPI_BOR`.
    Bor,
    /// `MPI_LXOR`.
    Lxor,
    /// `MPI_BXOR`.
    Bxor,
    /// `MPI_MINLOC`.
    Minloc,
    /// `MPI_MAXLOC`.
    Maxloc,
    /// `MPI_REPLACE`, for one-sided communication only.
    Replace,
    /// `MPI_NO_OP`, for one-sided communication only.
    NoOp,
}

impl BuiltinOp {
    /// All operations, in declaration order.
    pub const ALL: [BuiltinOp; 14] = {
        use BuiltinOp::*;
        [Max, Min, Sum, Prod, Land, Band, Lor, Bor, Lxor, Bxor, Minloc, Maxloc, Replace, NoOp]
    };

    /// The standard's name.
    pub const fn name(self) -> &'static str {
        match self {
            BuiltinOp::Max => "MPI_MAX",
            BuiltinOp::Min => "MPI_MIN",
            BuiltinOp::Sum => "MPI_SUM",
            BuiltinOp::Prod => "MPI_PROD",
            BuiltinOp::Land => "MPI_LAND",
            BuiltinOp::Band => "MPI_BAND",
            BuiltinOp::Lor => "MPI_LOR",
            BuiltinOp::Bor => "MPI_BOR",
            BuiltinOp::Lxor => "MPI_LXOR",
            BuiltinOp::Bxor => "MPI_BXOR",
            BuiltinOp::Minloc => "MPI_MINLOC",
            BuiltinOp::Maxloc => "MPI_MAXLOC",
            BuiltinOp::Replace => "MPI_REPLACE",
            BuiltinOp::NoOp => "MPI_NO_OP",
        }
    }

    /// Whether `a op b` equals `b op a` (`MPI_Op_commutative`).
    pub const fn commutative(self) -> bool {
        !matches!(self, BuiltinOp::Replace | BuiltinOp::NoOp)
    }

    /// Whether the operation may only be used in one-sided communication (MPI 4.1 §12.3.4).
    pub const fn one_sided_only(self) -> bool {
        matches!(self, BuiltinOp::Replace | BuiltinOp::NoOp)
    }
}

/// Whether the standard defines `op` on `basic`: the table of MPI 4.1 §6.9.2, the pairs of §6.9.4, and anything for
/// `MPI_REPLACE` and `MPI_NO_OP` (whose use outside one-sided communication is another question, see
/// [`BuiltinOp::one_sided_only`]).
pub const fn allowed(op: BuiltinOp, basic: Basic) -> bool {
    let class = basic.class();
    match op {
        BuiltinOp::Max | BuiltinOp::Min => {
            matches!(class, Class::CInteger | Class::FortranInteger | Class::Float | Class::MultiLanguage)
        }
        BuiltinOp::Sum | BuiltinOp::Prod => matches!(
            class,
            Class::CInteger | Class::FortranInteger | Class::Float | Class::Complex | Class::MultiLanguage
        ),
        BuiltinOp::Land | BuiltinOp::Lor | BuiltinOp::Lxor => matches!(class, Class::CInteger | Class::Logical),
        BuiltinOp::Band | BuiltinOp::Bor | BuiltinOp::Bxor => {
            matches!(class, Class::CInteger | Class::FortranInteger | Class::Byte | Class::MultiLanguage)
        }
        BuiltinOp::Minloc | BuiltinOp::Maxloc => matches!(class, Class::Pair),
        BuiltinOp::Replace | BuiltinOp::NoOp => true,
    }
}

/// Whether [`super::reduce`] computes `op` on `basic`: all that is [`allowed`], and what MPICH accepts besides, so that
/// programs which rely on it run: characters as signed bytes, and logical operations on addresses, offsets and counts.
pub const fn accepted(op: BuiltinOp, basic: Basic) -> bool {
    match basic {
        Basic::Char => allowed(op, Basic::I8),
        Basic::Aint | Basic::Offset | Basic::Count => allowed(op, Basic::I64),
        _ => allowed(op, basic),
    }
}
