//! The built-in reduction operations and the types they are allowed on.

use super::basic::{Basic, Class};
use serde::{Deserialize, Serialize};
use units::named_enum;

named_enum! {
    /// A predefined operation of MPI 4.1 §6.9.2, §6.9.4 and §12.3.4.
    #[repr(u8)]
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    pub enum BuiltinOp as name {
        /// `MPI_MAX`.
        Max = "MPI_MAX",
        /// `MPI_MIN`.
        Min = "MPI_MIN",
        /// `MPI_SUM`.
        Sum = "MPI_SUM",
        /// `MPI_PROD`.
        Prod = "MPI_PROD",
        /// `MPI_LAND`.
        Land = "MPI_LAND",
        /// `MPI_BAND`.
        Band = "MPI_BAND",
        /// `MPI_LOR`.
        Lor = "MPI_LOR",
        /// `MPI_BOR`.
        Bor = "MPI_BOR",
        /// `MPI_LXOR`.
        Lxor = "MPI_LXOR",
        /// `MPI_BXOR`.
        Bxor = "MPI_BXOR",
        /// `MPI_MINLOC`.
        Minloc = "MPI_MINLOC",
        /// `MPI_MAXLOC`.
        Maxloc = "MPI_MAXLOC",
        /// `MPI_REPLACE`, for one-sided communication only.
        Replace = "MPI_REPLACE",
        /// `MPI_NO_OP`, for one-sided communication only.
        NoOp = "MPI_NO_OP",
    }
}

impl BuiltinOp {
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
