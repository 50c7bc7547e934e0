//! MPI's error classes (MPI 5.0 §9.4) with the values of the standard ABI (§20.3).

use serde::{Deserialize, Serialize};

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $symbol:literal, $text:literal;)*) => {
        /// An error class; [`ErrorClass::Success`] is none.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum ErrorClass {
            $($(#[$doc])* #[doc = $text] $name = $value,)*
        }

        impl ErrorClass {
            /// All classes, ascending.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in the standard: `MPI_ERR_TRUNCATE`.
            pub fn symbol(self) -> &'static str {
                match self { $(Self::$name => $symbol,)* }
            }

            /// The text that `MPI_Error_string` gives.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

classes! {
    #[default]
    Success = 0, "MPI_SUCCESS", "no error";
    Buffer = 1, "MPI_ERR_BUFFER", "invalid buffer pointer";
    Count = 2, "MPI_ERR_COUNT", "invalid count argument";
    Type = 3, "MPI_ERR_TYPE", "invalid datatype argument";
    Tag = 4, "MPI_ERR_TAG", "invalid tag argument";
    Comm = 5, "MPI_ERR_COMM", "invalid communicator";
    Rank = 6, "MPI_ERR_RANK", "invalid rank";
    Request = 7, "MPI_ERR_REQUEST", "invalid request handle";
    Root = 8, "MPI_ERR_ROOT", "invalid root";
    Group = 9, "MPI_ERR_GROUP", "invalid group";
    Op = 10, "MPI_ERR_OP", "invalid operation";
    Topology = 11, "MPI_ERR_TOPOLOGY", "invalid topology";
    Dims = 12, "MPI_ERR_DIMS", "invalid dimension argument";
    Arg = 13, "MPI_ERR_ARG", "invalid argument of some other kind";
    Unknown = 14, "MPI_ERR_UNKNOWN", "unknown error";
    Truncate = 15, "MPI_ERR_TRUNCATE", "message truncated on receive";
    Other = 16, "MPI_ERR_OTHER", "known error not in this list";
    Intern = 17, "MPI_ERR_INTERN", "internal MPI error";
    Pending = 18, "MPI_ERR_PENDING", "pending request";
    InStatus = 19, "MPI_ERR_IN_STATUS", "error code is in status";
    Access = 20, "MPI_ERR_ACCESS", "permission denied";
    Amode = 21, "MPI_ERR_AMODE", "error in the amode passed to MPI_File_open";
    Assert = 22, "MPI_ERR_ASSERT", "invalid assert argument";
    BadFile = 23, "MPI_ERR_BAD_FILE", "invalid file name";
    Base = 24, "MPI_ERR_BASE", "invalid base passed to MPI_Free_mem";
    Conversion = 25, "MPI_ERR_CONVERSION", "error in a user-supplied data conversion function";
    Disp = 26, "MPI_ERR_DISP", "invalid displacement argument";
    DupDatarep = 27, "MPI_ERR_DUP_DATAREP", "data representation already defined";
    FileExists = 28, "MPI_ERR_FILE_EXISTS", "file exists";
    FileInUse = 29, "MPI_ERR_FILE_IN_USE", "file in use";
    File = 30, "MPI_ERR_FILE", "invalid file handle";
    InfoKey = 31, "MPI_ERR_INFO_KEY", "key longer than MPI_MAX_INFO_KEY";
    InfoNokey = 32, "MPI_ERR_INFO_NOKEY", "invalid key passed to MPI_Info_delete";
    InfoValue = 33, "MPI_ERR_INFO_VALUE", "value longer than MPI_MAX_INFO_VAL";
    Info = 34, "MPI_ERR_INFO", "invalid info object";
    Io = 35, "MPI_ERR_IO", "other I/O error";
    Keyval = 36, "MPI_ERR_KEYVAL", "invalid keyval";
    Locktype = 37, "MPI_ERR_LOCKTYPE", "invalid locktype argument";
    Name = 38, "MPI_ERR_NAME", "invalid service name";
    NoMem = 39, "MPI_ERR_NO_MEM", "out of memory";
    NotSame = 40, "MPI_ERR_NOT_SAME", "collective argument not identical on all processes";
    NoSpace = 41, "MPI_ERR_NO_SPACE", "not enough space";
    NoSuchFile = 42, "MPI_ERR_NO_SUCH_FILE", "file does not exist";
    Port = 43, "MPI_ERR_PORT", "invalid port name";
    Quota = 44, "MPI_ERR_QUOTA", "quota exceeded";
    ReadOnly = 45, "MPI_ERR_READ_ONLY", "read-only file or file system";
    RmaAttach = 46, "MPI_ERR_RMA_ATTACH", "memory cannot be attached";
    RmaConflict = 47, "MPI_ERR_RMA_CONFLICT", "conflicting accesses to a window";
    RmaRange = 48, "MPI_ERR_RMA_RANGE", "target memory is not part of the window";
    RmaShared = 49, "MPI_ERR_RMA_SHARED", "memory cannot be shared";
    RmaSync = 50, "MPI_ERR_RMA_SYNC", "incorrect synchronization of RMA calls";
    Service = 51, "MPI_ERR_SERVICE", "invalid service name passed to MPI_Unpublish_name";
    Size = 52, "MPI_ERR_SIZE", "invalid size argument";
    Spawn = 53, "MPI_ERR_SPAWN", "error in spawning processes";
    UnsupportedDatarep = 54, "MPI_ERR_UNSUPPORTED_DATAREP", "unsupported data representation";
    UnsupportedOperation = 55, "MPI_ERR_UNSUPPORTED_OPERATION", "unsupported operation";
    Win = 56, "MPI_ERR_WIN", "invalid window";
    RmaFlavor = 57, "MPI_ERR_RMA_FLAVOR", "wrong window flavor";
    ProcAborted = 58, "MPI_ERR_PROC_ABORTED", "peer process aborted";
    ValueTooLarge = 59, "MPI_ERR_VALUE_TOO_LARGE", "value too large to store";
    Session = 60, "MPI_ERR_SESSION", "invalid session";
    Errhandler = 61, "MPI_ERR_ERRHANDLER", "invalid error handler";
    Abi = 62, "MPI_ERR_ABI", "invalid or mismatched ABI";
}
