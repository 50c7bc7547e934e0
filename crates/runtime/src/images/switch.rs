//! Switching between the engine and a rank.
//!
//! What is exchanged (RUNNING: each item was a failing test): callee-saved registers and stack pointer (corosensei),
//! MXCSR and x87 control word, errno, the C++ exception state, thread-local variables of the program, and for ranks that
//! changed them environment, working directory and stdin. Output a rank left in the shared `FILE`s is taken out of them.

use std::arch::asm;
use std::ptr::{null_mut, with_exposed_provenance_mut};
use std::sync::atomic::Ordering;

use super::Yielded;
use super::interpose::{directory, environment, output, take_call_address};
use super::state::{EPOCH, ImageProcess, ImageSlot, RUNNING, UNSTARTED, current, image_process, set_current};

/// One switch in this many looks at the canary of a stack without guard page.
const CANARY_INTERVAL: u64 = 64;

/// MXCSR a program starts with: all exceptions masked, round to nearest.
pub(crate) const MXCSR_DEFAULT: u32 = 0x1f80;
/// Bits of MXCSR that change results. The others are sticky flags: a rank gets its own back, the engine does not look at
/// them, so that the register, slow to write, need not be written for them.
const MXCSR_CONTROL: u32 = 0xffc0;
/// x87 control word a program starts with: extended precision.
pub(crate) const X87_DEFAULT: u16 = 0x037f;

/// Gives control back to the engine; returns when the rank is resumed. On a rank's stack only.
#[inline]
pub fn yield_now() {
    let slot = current();
    assert!(!slot.is_null(), "yield_now is called by ranks");
    // SAFETY: the current slot is valid while its rank runs, and its yielder belongs to the coroutine we are on.
    unsafe {
        (*slot).outcome = Yielded::Blocked;
        (*(*slot).yielder).suspend(());
    }
}

/// Ends the running rank with `outcome`; its frames stay as they are and are never resumed.
pub(crate) fn end_rank(outcome: Yielded) -> ! {
    let slot = current();
    assert!(!slot.is_null(), "only a rank can end");
    // SAFETY: as `yield_now`.
    unsafe {
        (*slot).outcome = outcome;
        (*(*slot).yielder).suspend(());
    }
    unreachable!("a rank that ended is not resumed")
}

/// Ends the running rank because images mode cannot do what it asks for. `reason` says what, and what to do instead.
pub fn end_unsupported(reason: &'static str) -> ! {
    note_exit_call(reason);
    end_rank(Yielded::Unsupported { reason })
}

/// Notes by which function the running rank leaves for good, if the program has called it at a place that is known.
pub(crate) fn note_exit_call(call: &'static str) {
    let (caller, slot) = (take_call_address(), current());
    if caller != 0 && !slot.is_null() {
        // SAFETY: the current slot is valid while its rank runs, and is its own.
        unsafe { (*slot).extras().exit_call.get_or_insert((call, caller)) };
    }
}

/// Whether the caller runs on a rank's stack.
#[inline]
pub fn in_rank() -> bool {
    !current().is_null()
}

/// The running rank. On a rank's stack only.
#[inline]
pub fn current_rank() -> u32 {
    let slot = current();
    assert!(!slot.is_null(), "no rank is running");
    // SAFETY: the current slot is valid while its rank runs.
    unsafe { (*slot).rank }
}

/// The running rank's pointer as given to `Images::set_user`; null on the engine's stack.
#[inline]
pub fn current_user() -> *mut () {
    let slot = current();
    // SAFETY: a non-null current slot is valid while its rank runs.
    if slot.is_null() { null_mut() } else { unsafe { (*slot).user } }
}

#[inline]
fn read_mxcsr() -> u32 {
    let mut value = 0u32;
    // SAFETY: stores four bytes to a local.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
    value
}

#[inline]
fn write_mxcsr(value: u32) {
    // SAFETY: the value was read from the register before, so it has no reserved bits.
    unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
}

#[inline]
fn read_x87() -> u16 {
    let mut value = 0u16;
    // SAFETY: stores two bytes to a local.
    unsafe { asm!("fnstcw [{}]", in(reg) &raw mut value, options(nostack, preserves_flags)) };
    value
}

#[inline]
fn write_x87(value: u16) {
    // SAFETY: loads a control word that was read before.
    unsafe { asm!("fldcw [{}]", in(reg) &raw const value, options(nostack, preserves_flags, readonly)) };
}

/// MXCSR and x87 control word now.
pub(crate) fn float_controls() -> (u32, u16) {
    (read_mxcsr(), read_x87())
}

impl ImageProcess {
    /// Runs the rank in `slot` until it yields or ends.
    ///
    /// # Safety
    /// On the engine's stack of the main thread; `slot` holds a rank that can be resumed. `this` is the installed world:
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
        // SAFETY: the rank has switched back: nobody else refers to the world.
        unsafe { (*this).leave(slot) }
    }

    /// Brings the rank's state in.
    #[inline]
    unsafe fn enter(&mut self, slot: *mut ImageSlot) {
        // SAFETY: the slot is valid and its rank does not run.
        let s = unsafe { &mut *slot };
        if self.tls_bytes > 0 && self.pad_owner != slot {
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
        if s.mxcsr != self.hardware_mxcsr {
            write_mxcsr(s.mxcsr);
        }
        if s.x87 != self.engine_x87 {
            write_x87(s.x87);
        }
        EPOCH.store(self.switches, Ordering::Relaxed);
        RUNNING.store(s.rank, Ordering::Relaxed);
        set_current(slot);
    }

    /// Takes the rank's state out.
    #[inline]
    unsafe fn leave(&mut self, slot: *mut ImageSlot) -> Yielded {
        let (mxcsr, x87) = float_controls();
        self.hardware_mxcsr = mxcsr;
        if (mxcsr ^ self.engine_mxcsr) & MXCSR_CONTROL != 0 {
            write_mxcsr(self.engine_mxcsr);
            self.hardware_mxcsr = self.engine_mxcsr;
        }
        if x87 != self.engine_x87 {
            write_x87(self.engine_x87);
        }
        // SAFETY: as `enter`.
        let s = unsafe { &mut *slot };
        s.mxcsr = mxcsr;
        s.x87 = x87;
        // SAFETY: as `enter`.
        unsafe {
            s.errno = *self.errno;
            s.exceptions = *self.exceptions;
        }
        if self.output.pending() {
            output::take_pending();
        }
        set_current(null_mut());
        RUNNING.store(UNSTARTED, Ordering::Relaxed);
        self.switches += 1;
        if !self.guards && self.switches.is_multiple_of(CANARY_INTERVAL) {
            self.check_canary(s);
        }
        s.outcome
    }

    /// Puts the thread-local variables of the pad's owner back into its image and brings those of `slot`.
    #[cold]
    fn exchange_thread_locals(&mut self, slot: *mut ImageSlot) {
        // The bytes below the end of the pad, and where they lie in an image.
        let stretch = |slot: *mut ImageSlot| {
            // SAFETY: slots never move and are never freed.
            let s = unsafe { &*slot };
            let template = &self.pool(s).loaded.template;
            let (bytes, at) = (template.tls_bytes as usize, s.image + template.tls_at as usize);
            let pad: *mut u8 = with_exposed_provenance_mut(self.pad_end - bytes);
            (pad, with_exposed_provenance_mut::<u8>(at), bytes)
        };
        // SAFETY: the pad and each open image have room for the thread-local bytes of the image's program.
        unsafe {
            if !self.pad_owner.is_null() {
                let (pad, out, bytes) = stretch(self.pad_owner);
                out.copy_from_nonoverlapping(pad, bytes);
            }
            let (pad, from, bytes) = stretch(slot);
            pad.copy_from_nonoverlapping(from, bytes);
        }
        self.pad_owner = slot;
    }

    /// Where a thread-local variable, so many bytes below the thread pointer, of a rank is that is not the pad's owner; none
    /// if it is where its address says.
    #[cold]
    pub(crate) fn outside_pad(&self, rank: u32, below: usize) -> Option<usize> {
        let slot = self.rank_entries[rank as usize].live().filter(|&slot| slot != self.pad_owner)?;
        // SAFETY: slots never move, and no rank runs.
        let s = unsafe { &*slot };
        let template = &self.pool(s).loaded.template;
        let bytes = template.tls_bytes as usize;
        (below <= bytes).then(|| s.image + template.tls_at as usize + bytes - below)
    }

    /// Environment, working directory and stdin of the rank that comes.
    #[cold]
    fn enter_special(&mut self, s: &mut ImageSlot) {
        let extras = s.extras.as_deref();
        environment::install(extras.and_then(|e| e.environ).unwrap_or(self.base_environ));
        directory::enter(self, extras.and_then(|e| e.folder).unwrap_or(0));
        output::install_stdin(self.standard_input[usize::from(s.rank != 0)]);
        self.special_active = s.special;
    }

    /// Ends the process if a rank without guard page wrote to the end of its stack.
    #[cold]
    pub(crate) fn check_canary(&self, s: &ImageSlot) {
        let low: *const u64 = with_exposed_provenance_mut(self.pool(s).stack(s).0);
        // A whole page: large frames leave gaps. Untouched, it is the system's one page of zeroes and costs no memory.
        // SAFETY: the lowest page of a stack is mapped; nobody writes it unless the stack overflows. Volatile: the
        // compiler cannot see who does.
        if (0..512).any(|i| unsafe { low.add(i).read_volatile() } != 0) {
            super::crash::stack_overflow(s.rank);
        }
    }
}

/// Calls `f` with the world, from a rank's stack.
///
/// `f` must not yield or call into the program.
pub(crate) fn with_image_process<R>(f: impl FnOnce(&mut ImageProcess, &mut ImageSlot) -> R) -> Option<R> {
    let slot = current();
    if slot.is_null() {
        return None;
    }
    // SAFETY: a rank runs, so the world is installed and the engine holds no reference to it (`run`); `f` does not switch.
    Some(unsafe { f(image_process(), &mut *slot) })
}
