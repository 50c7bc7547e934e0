//! The lock that lets one thread of a rank at a time into MPI.
//!
//! Where ranks are processes, `processes::threads` implements the lock. A rank with one thread never takes it.

use crate::clock::Meter;
use ops::Work;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};

/// How threads enter and leave MPI.
#[derive(Debug)]
pub(crate) struct MpiLock {
    /// Takes the lock: what the program has computed before, and whether the engine has to catch up with that.
    pub(crate) enter: fn(Option<&Meter>) -> (Work, bool),
    /// Releases it.
    pub(crate) leave: fn(Option<&Meter>),
    /// The number of the calling thread, from 0 in the order in which threads are made.
    pub(crate) thread_number: fn() -> u32,
    /// How many threads of the rank are in MPI.
    pub(crate) inside: fn() -> u32,
}

static ACTIVE: AtomicBool = AtomicBool::new(false);
static LOCK: AtomicPtr<MpiLock> = AtomicPtr::new(null_mut());

/// The kernel's number of the calling thread. By a system call: glibc has a function for it only since 2.30.
pub(crate) fn thread_id() -> libc::pid_t {
    // SAFETY: asks for a number.
    unsafe { libc::syscall(libc::SYS_gettid) as libc::pid_t }
}

/// Whether the rank has several threads.
#[inline]
pub(crate) fn is_active() -> bool {
    ACTIVE.load(Ordering::Relaxed)
}

/// The rank makes a second thread, or a further one: whether it had several already.
pub(crate) fn activate(lock: &'static MpiLock) -> bool {
    LOCK.store(std::ptr::from_ref(lock).cast_mut(), Ordering::Relaxed);
    ACTIVE.swap(true, Ordering::Relaxed)
}

/// This process has one thread again.
pub(crate) fn deactivate() {
    ACTIVE.store(false, Ordering::Relaxed);
}

fn lock() -> &'static MpiLock {
    // SAFETY: null, or a reference that lives as long as the process.
    unsafe { LOCK.load(Ordering::Relaxed).as_ref() }.expect("a rank with several threads has a lock")
}

/// See [`MpiLock::enter`].
#[cold]
pub(crate) fn enter(meter: Option<&Meter>) -> (Work, bool) {
    (lock().enter)(meter)
}

/// See [`MpiLock::leave`].
#[cold]
pub(crate) fn leave(meter: Option<&Meter>) {
    (lock().leave)(meter);
}

/// See [`MpiLock::thread_number`].
pub(crate) fn thread_number() -> u32 {
    if is_active() { (lock().thread_number)() } else { 0 }
}

/// See [`MpiLock::inside`]; 0 for a rank with one thread.
pub(crate) fn threads_inside() -> u32 {
    if is_active() { (lock().inside)() } else { 0 }
}
