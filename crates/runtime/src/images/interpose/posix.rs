//! The list of the POSIX functions whose calls from ranks go to the launcher's versions (`launcher/posix.c`,
//! `launcher/outside.c`). The tables of the other modules here list further interposed functions.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::resolve::symbol_of;

/// What opens something, looks at names or changes them: see [`super::files`]. Sorted.
const SHOWN: &[&str] = &[
    "__lxstat",
    "__lxstat64",
    "__open64_2",
    "__open_2",
    "__openat64_2",
    "__openat_2",
    "__xstat",
    "__xstat64",
    "access",
    "creat",
    "creat64",
    "faccessat",
    "fopen",
    "fopen64",
    "fstatat",
    "fstatat64",
    "link",
    "lstat",
    "lstat64",
    "mkdir",
    "mkdirat",
    "mkfifo",
    "mkostemp",
    "mkostemp64",
    "mkostemps",
    "mkostemps64",
    "mkstemp",
    "mkstemp64",
    "mkstemps",
    "mkstemps64",
    "open",
    "open64",
    "openat",
    "openat64",
    "opendir",
    "pipe",
    "pipe2",
    "remove",
    "rename",
    "renameat",
    "rmdir",
    "sem_open",
    "shm_open",
    "socket",
    "socketpair",
    "stat",
    "stat64",
    "statx",
    "symlink",
    "tmpfile",
    "tmpfile64",
    "truncate",
    "truncate64",
    "unlink",
    "unlinkat",
];

/// What a rank may wait in for another (`launcher/outside.c`). Sorted.
const WAITS: &[&str] = &[
    "__fxstat",
    "__fxstat64",
    "__poll_chk",
    "__ppoll_chk",
    "__pread64_chk",
    "__pread_chk",
    "__read_chk",
    "__recv_chk",
    "__recvfrom_chk",
    "accept",
    "accept4",
    "connect",
    "epoll_pwait",
    "epoll_wait",
    "fcntl",
    "fcntl64",
    "flock",
    "fstat",
    "fstat64",
    "listen",
    "lockf",
    "lockf64",
    "lseek",
    "lseek64",
    "msgrcv",
    "msgsnd",
    "poll",
    "ppoll",
    "pread",
    "pread64",
    "pselect",
    "pthread_barrier_destroy",
    "pthread_barrier_wait",
    "pthread_cond_broadcast",
    "pthread_cond_signal",
    "pthread_cond_wait",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "read",
    "readv",
    "recv",
    "recvfrom",
    "recvmsg",
    "sched_yield",
    "select",
    "sem_post",
    "sem_trywait",
    "sem_wait",
    "semop",
    "send",
    "sendmsg",
    "sendto",
];

/// What else files that are modelled need. Sorted.
const NAMES: &[&str] = &[
    "aio_read",
    "aio_read64",
    "aio_write",
    "aio_write64",
    "copy_file_range",
    "dup",
    "fallocate",
    "fallocate64",
    "fdatasync",
    "fdopen",
    "fflush",
    "fsync",
    "ftruncate",
    "ftruncate64",
    "posix_fallocate",
    "posix_fallocate64",
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
    "sendfile",
    "sendfile64",
    "splice",
    "writev",
];

static MODELLED: AtomicBool = AtomicBool::new(false);

/// Programs that are loaded from now on have files that are modelled.
pub(crate) fn model_files() {
    MODELLED.store(true, Ordering::Relaxed);
}

/// The launcher's version of a function, if ranks are to call that.
pub(super) fn find(name: &str) -> Option<usize> {
    let is_in = |names: &[&str]| names.binary_search(&name).is_ok();
    let known = is_in(SHOWN) || is_in(WAITS) || MODELLED.load(Ordering::Relaxed) && is_in(NAMES);
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
    fn names_are_sorted_and_nothing_else_is_replaced_without_a_mount() {
        assert!(NAMES.is_sorted() && WAITS.is_sorted() && SHOWN.is_sorted());
        assert_eq!(find("pwrite"), None);
    }
}
