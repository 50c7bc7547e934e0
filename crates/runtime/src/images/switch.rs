//! Switches between the engine's stack and a rank's stack. A switch also exchanges those parts of the process's state that each
//! rank has for itself.
//!
//! A switch exchanges the callee-saved registers and the stack pointer (corosensei), MXCSR and the x87 control word, errno, the
//! state of C++ exceptions, and the program's thread-local variables. For ranks that have changed them, it also exchanges the
//! environment, the working directory and stdin. All ranks share the C library's `FILE`s; so output that a rank has left in
//! their buffers is flushed before another rank runs.

use std::ptr::null_mut;
use std::sync::atomic::Ordering;

use super::crash::is_base_whole;
use super::interpose::environment;
use super::interpose::output::take_pending;
use super::outcome::Yielded;
use super::output::install_stdin;
use super::running::end_refused;
use super::slot::{ImageSlot, UNSTARTED};
use super::space::Guards;
use super::state::{EPOCH, ImageProcess, RUNNING, set_current};

/// One switch in this many looks at the canary of a stack without guard page.
const CANARY_INTERVAL: u64 = 64;

impl ImageProcess {
    /// Runs the rank in `slot` until it yields or ends.
    ///
    /// # Safety
    /// On the engine's stack of the main thread; `slot` holds a rank that can be resumed. `this` is the installed image process:
    /// the rank's calls reach it too, so no reference to it is held while the rank runs.
    #[inline]
    pub(crate) unsafe fn run(this: *mut ImageProcess, slot: *mut ImageSlot) -> Yielded {
        // SAFETY: per contract; the reference ends before the switch.
        unsafe { (*this).enter(slot) };
        let here = 0;
        super::crash::note_engine_frame(&here);
        // SAFETY: the slot's coroutine is suspended or new.
        unsafe {
            match &mut (*slot).coroutine {
                Some(coroutine) => coroutine.resume(()),
                None => unreachable!("a placed rank has a thread"),
            };
        }
        // SAFETY: the rank has switched back: nothing else refers to the image process.
        unsafe { (*this).leave(slot) }
    }

    /// Brings the rank's state in.
    #[inline]
    unsafe fn enter(&mut self, slot: *mut ImageSlot) {
        // SAFETY: the slot is valid and its rank does not run.
        let s = unsafe { &mut *slot };
        // SAFETY: a rank that has a yielder lives.
        if !s.yielder.is_null() && !unsafe { is_base_whole(s.yielder) } {
            self.base_overwritten(s);
        }
        if self.thread_locals.must_exchange(slot) {
            self.exchange_thread_locals(slot);
        }
        if s.special || self.special_active {
            self.enter_special(s);
        }
        // SAFETY: the addresses of this thread's errno and exception state were found at load.
        unsafe {
            *self.errno = s.errno;
            *self.exceptions = s.exceptions;
        }
        self.float_controls.load(s.mxcsr, s.x87);
        s.ahead = false;
        EPOCH.store(self.switches, Ordering::Relaxed);
        RUNNING.store(s.rank, Ordering::Relaxed);
        set_current(slot);
    }

    /// Takes the rank's state out.
    #[inline]
    unsafe fn leave(&mut self, slot: *mut ImageSlot) -> Yielded {
        let (mxcsr, x87) = self.float_controls.restore();
        // SAFETY: as `enter`.
        let s = unsafe { &mut *slot };
        s.mxcsr = mxcsr;
        s.x87 = x87;
        // SAFETY: as `enter`.
        unsafe {
            s.errno = *self.errno;
            s.exceptions = *self.exceptions;
        }
        if s.ahead && !matches!(s.outcome, Yielded::Blocked) {
            self.release_text(s);
        }
        if self.output.pending() {
            take_pending();
        }
        set_current(null_mut());
        RUNNING.store(UNSTARTED, Ordering::Relaxed);
        self.switches += 1;
        if !self.canaries.guards && self.switches.is_multiple_of(CANARY_INTERVAL) {
            self.check_canary(s);
        }
        s.outcome
    }

    /// The engine has caught up with a rank: what it has printed comes out.
    #[cold]
    pub(crate) fn release_text(&mut self, s: &mut ImageSlot) {
        (s.ahead, s.text_held) = (false, false);
        self.output.text.release(s.rank);
    }

    /// Where a slot's thread-local variables lie while its rank is not running, and their bytes.
    fn thread_locals_of(&self, slot: *mut ImageSlot) -> (usize, usize) {
        // SAFETY: slots never move and are never freed.
        let s = unsafe { &*slot };
        let template = &self.pool(s).loaded.template;
        (s.image + template.tls_at as usize, template.tls_bytes as usize)
    }

    /// Moves the thread-local variables of the pad's owner back into its image and those of `slot` into the pad.
    #[cold]
    fn exchange_thread_locals(&mut self, slot: *mut ImageSlot) {
        let before = self.thread_locals.owner().map(|owner| self.thread_locals_of(owner));
        let next = self.thread_locals_of(slot);
        // SAFETY: each open image has room for the thread-local bytes of its program, and no rank runs.
        unsafe { self.thread_locals.exchange(before, slot, next) };
    }

    /// Moves the thread-local variables of a rank out of the pad, if they are there: where they lie.
    pub(crate) fn put_thread_locals_back(&mut self, slot: *mut ImageSlot) -> (usize, usize) {
        let place = self.thread_locals_of(slot);
        if self.thread_locals.owner() == Some(slot) {
            // SAFETY: as above.
            unsafe { self.thread_locals.put_back(place) };
        }
        place
    }

    /// Where a rank's thread-local variable, so many bytes below the thread pointer, lies if it is not in the pad.
    #[cold]
    pub(crate) fn outside_pad(&self, rank: u32, below: usize) -> Option<usize> {
        let slot = self.rank_entries[rank as usize].live_slot()?;
        if self.thread_locals.owner() == Some(slot) {
            return None;
        }
        let (at, bytes) = self.thread_locals_of(slot);
        (below <= bytes).then(|| at + bytes - below)
    }

    /// Environment, working directory and stdin of the rank that comes.
    #[cold]
    fn enter_special(&mut self, s: &mut ImageSlot) {
        let extras = s.extras.as_deref();
        environment::install(extras.and_then(|e| e.environ).unwrap_or(self.base_environ));
        if let Err(error) = self.directories.enter(extras.and_then(|e| e.folder).unwrap_or(0)) {
            end_refused("entering the working directory of a rank", &error);
        }
        install_stdin(self.standard_input[usize::from(s.rank != 0)]);
        self.special_active = s.special;
    }

    /// Ends the process because somebody has written over the base of a stack whose rank did not run: the rank whose stack ends
    /// there, or, if there is a gap, MPI, for the rank itself.
    #[cold]
    fn base_overwritten(&self, s: &ImageSlot) {
        let pool = self.pool(s);
        let above = pool.slots.get(pool.index_of(s) as usize + 1).filter(|_| pool.space.guards == Guards::Off);
        match above.filter(|above| above.rank != UNSTARTED) {
            Some(above) => super::crash::stack_overflow(above.rank),
            None => super::crash::damaged_stack(s.rank),
        }
    }

    /// Ends the process if a rank without guard page wrote to the end of its stack.
    #[cold]
    pub(crate) fn check_canary(&self, s: &ImageSlot) {
        // SAFETY: stacks are mapped from their lowest page on.
        if unsafe { self.canaries.written(self.pool(s).stack(s).0) } {
            super::crash::stack_overflow(s.rank);
        }
    }
}
