//! Memory that the engine shares with ranks that run in parallel processes. Ranks wake the engine through it, and the engine
//! notes in it which rank is to run next on each core. It is the first part of a memory file; the rest of the file holds the
//! channels of the ranks ([`super::channel`]).

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The most workers.
pub(super) const WORKERS_MAX: usize = 240;

/// A worker has no rank.
const FREE: u32 = 0;
/// It has a rank that runs, and none that comes after that.
const BUSY: u32 = 1;
/// The first value that says which channel's rank comes next.
const NEXT: u32 = 2;

/// A rank waits no longer than this for the engine's core.
const CORE_PATIENCE: Duration = Duration::from_millis(1);

/// The engine's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doing {
    /// It sleeps until a rank gives the turn back.
    Waits = 0,
    /// It runs.
    Runs = 1,
    /// It runs, or is about to, and a rank waits for its core.
    IsAwaited = 2,
    /// It sleeps until a rank rings.
    Listens = 3,
}

/// The core of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Core {
    /// Others may use it.
    Any = 0,
    /// It is the worker's alone: a rank lingers there when it has stopped.
    Own = 1,
    /// It is the engine's, too: blocks begin when that sleeps.
    Engines = 2,
}

/// Ranks that have been begun ring when they leave their call, and when they stop.
#[repr(C)]
pub(super) struct Bell {
    rings: AtomicU32,
    /// Whether the engine sleeps until it rings.
    watched: AtomicU32,
    /// See [`Doing`].
    engine: AtomicU32,
    /// How long a block must be to be computed beside others, in ticks.
    worth: AtomicU32,
    workers: [Worker; WORKERS_MAX],
}

/// A worker has one rank run at a time. When that stops, it starts the next one itself: the engine need not be woken, on another core
/// perhaps, for the core to be used.
#[repr(C, align(64))]
struct Worker {
    next: AtomicU32,
}

impl Worker {
    fn change(&self, from: u32, to: u32) -> bool {
        self.next.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

impl Bell {
    // ---- the ranks' side ----

    /// Wakes the engine if it listens.
    pub(super) fn ring(&self) {
        self.rings.fetch_add(1, Ordering::SeqCst);
        if self.watched.load(Ordering::SeqCst) != 0 {
            wake(&self.rings);
        }
    }

    /// Rings, and leaves the core to the engine until that sleeps again. Otherwise it might have to wait until the block ends: the
    /// system does not always take a core from a process that has just got it.
    pub(super) fn ring_and_yield(&self) {
        let ask = |doing| (doing != Doing::Waits as u32).then_some(Doing::IsAwaited as u32);
        let asked = self.engine.fetch_update(Ordering::SeqCst, Ordering::SeqCst, ask).is_ok();
        self.ring();
        if asked {
            wait_while(&self.engine, Doing::IsAwaited as u32, Some(CORE_PATIENCE));
        }
    }

    /// Whether a rank waits for a worker.
    pub(super) fn has_next(&self, worker: usize) -> bool {
        self.workers[worker].next.load(Ordering::SeqCst) >= NEXT
    }

    /// A worker's rank has stopped: the channel of the one that it has to start now.
    pub(super) fn take_next(&self, worker: usize) -> Option<u32> {
        let worker = &self.workers[worker];
        loop {
            let next = worker.next.load(Ordering::SeqCst);
            if worker.change(next, if next < NEXT { FREE } else { BUSY }) {
                return next.checked_sub(NEXT);
            }
        }
    }

    /// How long a block must be to be computed beside others, in ticks.
    pub(super) fn worth(&self) -> u32 {
        self.worth.load(Ordering::Relaxed)
    }

    // ---- the engine's side ----

    /// Says how long a block must be to be computed beside others, in ticks.
    pub(super) fn set_worth(&self, ticks: u32) {
        self.worth.store(ticks, Ordering::Relaxed);
    }

    /// A worker is to have a rank run: whether it has none, so that the rank has to be started now.
    pub(super) fn queue(&self, worker: usize, channel: u32) -> bool {
        let worker = &self.workers[worker];
        loop {
            if worker.change(FREE, BUSY) {
                return true;
            }
            if worker.change(BUSY, NEXT + channel) {
                return false;
            }
        }
    }

    /// Takes a rank out of the queue of a worker; false if the worker has started it.
    pub(super) fn unqueue(&self, worker: usize, channel: u32) -> bool {
        self.workers[worker].change(NEXT + channel, BUSY)
    }

    /// How often ranks have rung. From here on the next time wakes the engine ([`Bell::wait`]).
    pub(super) fn listen(&self) -> u32 {
        self.watched.store(1, Ordering::SeqCst);
        self.rings()
    }

    pub(super) fn rings(&self) -> u32 {
        self.rings.load(Ordering::SeqCst)
    }

    /// Sleeps until a rank rings that had not when the bell was listened to, or for so long.
    pub(super) fn wait(&self, heard: u32, limit: Duration) {
        self.sleep(Doing::Listens, &self.rings, heard, limit);
    }

    /// The bell wakes the engine no more.
    pub(super) fn stop_listening(&self) {
        self.watched.store(0, Ordering::SeqCst);
    }

    /// The engine sleeps while a word has this value, or for so long: ranks may have its core.
    pub(super) fn sleep(&self, doing: Doing, word: &AtomicU32, value: u32, limit: Duration) {
        if self.engine.swap(doing as u32, Ordering::SeqCst) == Doing::IsAwaited as u32 {
            wake(&self.engine);
        }
        wait_while(word, value, Some(limit));
        // Unless a rank has asked for the core by now.
        let runs = Doing::Runs as u32;
        let _ = self.engine.compare_exchange(doing as u32, runs, Ordering::SeqCst, Ordering::SeqCst);
    }
}

/// Wakes whoever sleeps on a word.
pub(super) fn wake(word: &AtomicU32) {
    // SAFETY: a plain system call on a word that is mapped.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
}

/// Sleeps while a word has this value, or for so long.
pub(super) fn wait_while(word: &AtomicU32, value: u32, limit: Option<Duration>) {
    let limit = limit.map(|limit| libc::timespec {
        tv_sec: limit.as_secs() as libc::time_t,
        tv_nsec: libc::c_long::from(limit.subsec_nanos()),
    });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the kernel looks at the word, which is mapped, and at the time. The program's calls leave its `errno` alone.
    unsafe {
        let errno = *libc::__errno_location();
        libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, value, limit);
        *libc::__errno_location() = errno;
    }
}
