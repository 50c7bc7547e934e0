//! Files (MPI 5.0 §14): what a rank asks of one.
//!
//! An open file has the number of the communicator that was made with it. Datatypes, views and file pointers of one
//! rank stay in the rank half: the engine sees where bytes lie, in the rank's memory and in the file, as a [`Layout`]
//! on either side. Every call has a request; what it brings is in the request's status.

use crate::Layout;
use serde::{Deserialize, Serialize};

/// How a file is opened (MPI 5.0 §14.2.1), as far as others than the rank itself have to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OpenMode {
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub write: bool,
    /// Whether it is made if it is not there.
    pub create: bool,
    /// Whether it is an error if it is there.
    pub exclusive: bool,
    /// Whether it goes with the last rank that closes it.
    pub delete_on_close: bool,
    /// Permissions of a file that is made, as `open` of POSIX takes them; the process's mask applies.
    pub permissions: u32,
}

/// An access of one rank: a stream of bytes between its memory and the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileAccess {
    /// Whether the file is written; else it is read.
    pub write: bool,
    /// Where the stream lies in the rank's memory: addresses.
    pub memory: Layout,
    /// Where it lies in the file: offsets in bytes from its beginning, none negative. As many bytes as `memory`.
    pub file: Layout,
    /// Whether it is made under a lock of the file (`MPI_File_set_atomicity`).
    pub atomic: bool,
}

/// What happens to the shared file pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SharedPointer {
    /// It stays as it is.
    Get,
    /// It advances by this much.
    Add(i64),
    /// It becomes this.
    Set(i64),
}

/// What a rank asks of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FileCall {
    /// Opens it. The first rank of the file's communicator does so before the others.
    Open {
        /// The absolute path, as the host's file system takes it.
        path: Box<[u8]>,
        /// How.
        mode: OpenMode,
    },
    /// The ranks have a new view of it: the shared file pointer is at the beginning. Takes no time.
    View,
    /// Closes it: the rank asks nothing more of it.
    Close,
    /// Deletes a file that need not be open (`MPI_File_delete`).
    Delete {
        /// The absolute path.
        path: Box<[u8]>,
    },
    /// Reads or writes. The status says how many bytes of the stream, in its order, were moved.
    Access(FileAccess),
    /// Asks for the size; the status's handle is it, in bytes.
    Size,
    /// Sets its size, in bytes.
    SetSize(u64),
    /// Grows it to at least this size, in bytes.
    Preallocate(u64),
    /// Makes what was written durable.
    Sync,
    /// Asks for the shared file pointer and moves it; the status's handle is what it was. In units of the rank half's.
    Shared(SharedPointer),
}
