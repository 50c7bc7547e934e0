//! File calls, as a rank passes them to the engine (MPI 5.0 §14).
//!
//! An open file is identified by the number of the communicator that is created with it. Datatypes, views and file pointers
//! of one rank stay in the rank half: the engine gets the bytes' locations, in the rank's memory and in the file, as two
//! [`Layout`]s. Every call has a request, and the status of the request holds the call's result.

use crate::Layout;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a file is opened (MPI 5.0 §14.2.1): the flags that matter outside the rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpenMode {
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub write: bool,
    /// Whether it is created if it does not exist.
    pub create: bool,
    /// Whether it must not exist.
    pub exclusive: bool,
    /// Whether it is deleted when the last rank closes it.
    pub delete_on_close: bool,
    /// Permissions of a new file, as for POSIX `open`; the process's mask applies.
    pub permissions: u32,
}

/// An access of one rank: a stream of bytes between its memory and the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileAccess {
    /// Whether the file is written; else it is read.
    pub write: bool,
    /// The stream in the rank's memory: addresses.
    pub memory: Layout,
    /// The stream in the file: offsets in bytes, none negative. As many bytes as `memory`.
    pub file: Layout,
    /// Whether it locks the file (`MPI_File_set_atomicity`).
    pub atomic: bool,
}

/// An operation on the shared file pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SharedPointer {
    /// Reads it.
    Get,
    /// Advances it by this much.
    Add(i64),
    /// Sets it.
    Set(i64),
}

/// What a function of POSIX asks of a file system. The rank itself does it, with a descriptor of its own, when the call has
/// ended: the engine only says when that is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PosixCall {
    /// The file: a number that the rank gives it, from 0 in the order of first use.
    pub file: u32,
    /// With the first use of a number, the absolute path.
    pub path: Option<Box<[u8]>>,
    /// The request.
    pub operation: PosixOperation,
}

/// See [`PosixCall`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PosixOperation {
    /// A name is looked up, and created if it has to be.
    Open,
    /// A descriptor is closed.
    Close,
    /// A name is removed or changed.
    Delete,
    /// The size or other properties are asked for.
    Size,
    /// The size is changed.
    Resize,
    /// Written data are made durable.
    Sync,
    /// Bytes that are there are read.
    Read {
        /// From here on.
        offset: u64,
        /// The number.
        bytes: u64,
    },
    /// Bytes are written.
    Write {
        /// From here on.
        offset: u64,
        /// The number.
        bytes: u64,
    },
}

/// A call on a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FileCall {
    /// Opens it. The first rank of the file's communicator opens it before the others.
    Open {
        /// The absolute path, as the host's file system takes it.
        path: Arc<[u8]>,
        /// How.
        mode: OpenMode,
    },
    /// The ranks set a new view, which resets the shared file pointer. Takes no time.
    View,
    /// Closes it: the rank's last call on it.
    Close,
    /// Deletes a file that need not be open (`MPI_File_delete`).
    Delete {
        /// The absolute path.
        path: Arc<[u8]>,
    },
    /// Reads or writes. The status says how many bytes of the stream, in its order, were moved.
    Access(FileAccess),
    /// Queries the size, returned as the status's handle, in bytes.
    Size,
    /// Sets its size, in bytes.
    SetSize(u64),
    /// Grows it to at least this size, in bytes.
    Preallocate(u64),
    /// Makes written data durable.
    Sync,
    /// Reads the shared file pointer, returned as the status's handle, and moves it. In etypes, as the rank half counts them.
    Shared(SharedPointer),
    /// A hint, by its number in [`crate::FILE_HINTS`]: sets it, if a value is given. Its value is returned as the status's
    /// handle, or `u64::MAX` if the I/O library that is modelled does not know it. Takes no time.
    Hint {
        /// Which.
        number: u32,
        /// The program's value.
        value: Option<u64>,
    },
    /// All ranks of the file read, or all write; an I/O library that aggregates does so. The status is as for an access.
    AccessAll {
        /// This rank's part, which may be empty.
        access: FileAccess,
        /// Whether the call waits for it: without a library that aggregates, ranks then wait for each other before.
        blocking: bool,
    },
    /// A call of POSIX's, which has no communicator. The status says how many bytes were to be moved.
    Posix(PosixCall),
}

impl FileCall {
    /// What a call reads or writes.
    pub fn access(&self) -> Option<&FileAccess> {
        match self {
            Self::Access(access) | Self::AccessAll { access, .. } => Some(access),
            _ => None,
        }
    }

    /// As [`FileCall::access`], to be changed.
    pub fn access_mut(&mut self) -> Option<&mut FileAccess> {
        match self {
            Self::Access(access) | Self::AccessAll { access, .. } => Some(access),
            _ => None,
        }
    }
}
