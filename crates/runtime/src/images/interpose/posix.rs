//! Functions of POSIX that the launcher has versions of for modelled files (`launcher/posix.c`), besides those that the other
//! tables replace and that come to the same.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::resolve::symbol_of;

/// Names of the C library's, sorted.
const NAMES: &[&str] = &[
    "__fxstat",
    "__fxstat64",
    "__lxstat",
    "__lxstat64",
    "__pread64_chk",
    "__pread_chk",
    "__read_chk",
    "__xstat",
    "__xstat64",
    "aio_read",
    "aio_read64",
    "aio_write",
    "aio_write64",
    "close",
    "copy_file_range",
    "dup",
    "dup3",
    "faccessat",
    "fallocate",
    "fallocate64",
    "fcntl",
    "fcntl64",
    "fdatasync",
    "fdopen",
    "fflush",
    "fstat",
    "fstat64",
    "fstatat",
    "fstatat64",
    "fsync",
    "ftruncate",
    "ftruncate64",
    "lseek",
    "lseek64",
    "mkdirat",
    "mkstemp",
    "mkstemp64",
    "mmap",
    "mmap64",
    "opendir",
    "posix_fallocate",
    "posix_fallocate64",
    "pread",
    "pread64",
    "preadv",
    "preadv2",
    "preadv64",
    "preadv64v2",
    "pwrite",
    "pwrite64",
    "pwritev",
    "pwritev2",
    "pwritev64",
    "pwritev64v2",
    "read",
    "readv",
    "renameat",
    "sendfile",
    "sendfile64",
    "splice",
    "statx",
    "unlinkat",
    "writev",
];

static MODELLED: AtomicBool = AtomicBool::new(false);

/// Programs that are loaded from now on have files that are modelled.
pub(crate) fn model_files() {
    MODELLED.store(true, Ordering::Relaxed);
}

/// The launcher's version of a function, if files are modelled.
pub(super) fn find(name: &str) -> Option<usize> {
    let known = MODELLED.load(Ordering::Relaxed) && NAMES.binary_search(&name).is_ok();
    known.then(|| symbol_of(libc::RTLD_DEFAULT, name, None))?
}

/// Writes what streams of the running rank's on modelled files hold.
pub(crate) fn flush() {
    // A million ranks end, most of them in runs without such files.
    if !MODELLED.load(Ordering::Relaxed) {
        return;
    }
    if let Some(address) = symbol_of(libc::RTLD_DEFAULT, "wt_posix_flush", None) {
        // SAFETY: the launcher's function takes nothing.
        unsafe { std::mem::transmute::<usize, extern "C-unwind" fn()>(address)() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_nothing_is_replaced_without_a_mount() {
        assert!(NAMES.is_sorted());
        assert_eq!(find("pread"), None);
    }
}
