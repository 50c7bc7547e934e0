//! MPI handles on the rank's side: numbers that do not depend on the ABI that the program uses.
//!
//! Internally, a handle is a number below 2^31: a constant of the standard ABI for predefined objects (MPI 5.0 §20.3), or
//! [`DYNAMIC`] + a number for objects made at run time. Each kind of object is numbered separately: communicator 0x400 and
//! request 0x400 are unrelated. A program of another ABI has other values for its handles. It links a library of Windtunnel's
//! with that ABI (a *face*, such as libmpi.so.12 for MPICH's), which converts the program's handles to these numbers and back.

use ops::reduction::BuiltinOp;

/// A handle of any kind.
pub type Handle = u32;

/// The first number of handles made at run time.
pub const DYNAMIC: Handle = 0x400;

/// `MPI_OP_NULL`.
pub const OP_NULL: Handle = 0x20;
/// `MPI_COMM_NULL`.
pub const COMM_NULL: Handle = 0x100;
/// `MPI_COMM_WORLD`.
pub const COMM_WORLD: Handle = 0x101;
/// `MPI_COMM_SELF`.
pub const COMM_SELF: Handle = 0x102;
/// `MPI_GROUP_NULL`.
pub const GROUP_NULL: Handle = 0x108;
/// `MPI_GROUP_EMPTY`.
pub const GROUP_EMPTY: Handle = 0x109;
/// `MPI_WIN_NULL`.
pub const WIN_NULL: Handle = 0x110;
/// `MPI_FILE_NULL`.
pub const FILE_NULL: Handle = 0x118;
/// `MPI_SESSION_NULL`.
pub const SESSION_NULL: Handle = 0x120;
/// `MPI_MESSAGE_NULL`.
pub const MESSAGE_NULL: Handle = 0x128;
/// `MPI_MESSAGE_NO_PROC`.
pub const MESSAGE_NO_PROC: Handle = 0x129;
/// `MPI_INFO_NULL`.
pub const INFO_NULL: Handle = 0x130;
/// `MPI_INFO_ENV`.
pub const INFO_ENV: Handle = 0x131;
/// `MPI_ERRHANDLER_NULL`.
pub const ERRHANDLER_NULL: Handle = 0x140;
/// `MPI_ERRORS_ARE_FATAL`.
pub const ERRORS_ARE_FATAL: Handle = 0x141;
/// `MPI_ERRORS_ABORT`.
pub const ERRORS_ABORT: Handle = 0x142;
/// `MPI_ERRORS_RETURN`.
pub const ERRORS_RETURN: Handle = 0x143;
/// `MPI_REQUEST_NULL`.
pub const REQUEST_NULL: Handle = 0x180;
/// `MPI_DATATYPE_NULL`.
pub const DATATYPE_NULL: Handle = 0x200;
/// `MPI_BYTE`.
pub const BYTE: Handle = 0x247;

/// The predefined operations (MPI 5.0 §20.3.5).
const OPERATIONS: [(Handle, BuiltinOp); 14] = [
    (0x21, BuiltinOp::Sum),
    (0x22, BuiltinOp::Min),
    (0x23, BuiltinOp::Max),
    (0x24, BuiltinOp::Prod),
    (0x28, BuiltinOp::Band),
    (0x29, BuiltinOp::Bor),
    (0x2a, BuiltinOp::Bxor),
    (0x30, BuiltinOp::Land),
    (0x31, BuiltinOp::Lor),
    (0x32, BuiltinOp::Lxor),
    (0x38, BuiltinOp::Minloc),
    (0x39, BuiltinOp::Maxloc),
    (0x3c, BuiltinOp::Replace),
    (0x3d, BuiltinOp::NoOp),
];

/// The predefined operation of a handle.
pub fn builtin_op(handle: Handle) -> Option<BuiltinOp> {
    OPERATIONS.iter().find(|&&(number, _)| number == handle).map(|&(_, op)| op)
}

/// The place in a table of a handle made at run time.
#[inline]
pub fn index(handle: Handle) -> Option<usize> {
    handle.checked_sub(DYNAMIC).map(|index| index as usize)
}

/// The handle of a place in a table.
///
/// # Panics
/// If there are 2^31 objects.
#[inline]
pub fn dynamic(index: usize) -> Handle {
    let handle = index + DYNAMIC as usize;
    assert!(handle < 1 << 31, "more than 2^31 handles");
    handle as Handle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_predefined_operation_has_one_handle() {
        for &op in BuiltinOp::ALL {
            assert_eq!(OPERATIONS.iter().filter(|&&(_, of)| of == op).count(), 1, "{}", op.name());
        }
        assert_eq!(builtin_op(OP_NULL), None);
        assert_eq!(builtin_op(0x21), Some(BuiltinOp::Sum));
    }

    #[test]
    fn indices_and_handles_are_inverse() {
        assert_eq!(index(DYNAMIC - 1), None);
        for at in [0, 1, 77, 1 << 20] {
            assert_eq!(index(dynamic(at)), Some(at));
        }
    }
}
