//! Attribute keys and values (MPI 5.0 §7.7).

use crate::{Handle, Table, handles};

/// What a key is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyvalKind {
    /// `MPI_Comm_create_keyval`.
    Comm,
    /// `MPI_Type_create_keyval`.
    Type,
    /// `MPI_Win_create_keyval`.
    Win,
}

/// An attribute key of the program's own. Callbacks are addresses in the rank's own terms.
#[derive(Clone, Debug)]
pub struct Keyval {
    /// What it is for.
    pub kind: KeyvalKind,
    /// The copy function: 0 copies nothing, 1 copies the value (`MPI_COMM_NULL_COPY_FN`, `MPI_COMM_DUP_FN`).
    pub copy: u64,
    /// The delete function, or 0.
    pub delete: u64,
    /// The argument of both.
    pub extra_state: u64,
    /// Attributes that use it.
    pub users: u32,
    /// Whether the program has freed it; it lives on until nothing uses it.
    pub freed: bool,
}

/// Values by key, in the order they were first set.
pub type Attributes = Vec<(i32, u64)>;

/// Counts one attribute less on a key; the key goes with its last user once freed.
pub fn unuse(keyvals: &mut Table<Keyval>, keyval: i32) {
    let handle = keyval as Handle;
    if let Some(key) = keyvals.get_mut(handle) {
        key.users -= 1;
        if key.freed && key.users == 0 {
            keyvals.remove(handle);
        }
    }
}

/// The largest tag (`MPI_TAG_UB`).
pub const TAG_UB: i32 = i32::MAX;

/// The predefined keys of communicators (MPI 5.0 §20.3.9) with their values, if they have one: `MPI_TAG_UB`,
/// `MPI_IO`, `MPI_HOST`, `MPI_WTIME_IS_GLOBAL`, `MPI_APPNUM`, `MPI_LASTUSEDCODE`, `MPI_UNIVERSE_SIZE`.
pub fn predefined(keyval: i32, world_size: u32, last_used_code: i32) -> Option<Option<i32>> {
    Some(match keyval {
        501 => Some(TAG_UB),
        // Every rank can do I/O: MPI_ANY_SOURCE. There is no host process: MPI_PROC_NULL.
        502 => Some(-1),
        503 => Some(ops::PROC_NULL),
        504 => Some(1),
        505 => Some(0),
        506 => Some(last_used_code),
        507 => Some(world_size as i32),
        _ => return None,
    })
}

/// The number that means no key (`MPI_KEYVAL_INVALID`).
pub const KEYVAL_INVALID: i32 = 0;

const _: () = assert!(handles::DYNAMIC > 700, "predefined keys lie below keys made at run time");
