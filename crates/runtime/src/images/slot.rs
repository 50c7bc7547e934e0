//! The state of a rank that is an image (a loaded copy of the program) in a shared process, as long as the rank has a slot,
//! that is, address space for its image and its stack. Rarely used parts of this state are allocated on demand.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;

use corosensei::stack::{Stack, StackPointer};
use corosensei::{Coroutine, Yielder};

use super::outcome::Yielded;

/// Stack of one slot, for corosensei: it owns nothing, the region does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackSpan {
    pub(crate) base: usize,
    pub(crate) limit: usize,
}

fn pointer(address: usize) -> StackPointer {
    StackPointer::new(address).expect("stacks are not at address 0")
}

// SAFETY: base and limit bound memory that is mapped for as long as the coroutine lives. An overflow is caught by the
// guard page, or, with very many ranks, found by the canary (see `switch`).
unsafe impl Stack for StackSpan {
    fn base(&self) -> StackPointer {
        pointer(self.base)
    }

    fn limit(&self) -> StackPointer {
        pointer(self.limit)
    }
}

/// The coroutine of a rank.
pub(crate) type RankCoroutine = Coroutine<(), (), (), StackSpan>;

/// A handler registered by `atexit`, `on_exit` or `__cxa_atexit`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExitHandler {
    pub(crate) call: ExitCall,
    pub(crate) argument: *mut c_void,
    /// The registering object's `__dso_handle`.
    pub(crate) object: *mut c_void,
}

/// The three forms of exit handlers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExitCall {
    Plain(unsafe extern "C-unwind" fn()),
    WithArgument(unsafe extern "C-unwind" fn(*mut c_void)),
    WithStatus(unsafe extern "C-unwind" fn(c_int, *mut c_void)),
}

/// What only some ranks have: allocated at first use.
#[derive(Debug, Default)]
pub(crate) struct Extras {
    pub(crate) exit_handlers: Vec<ExitHandler>,
    pub(crate) quick_handlers: Vec<ExitHandler>,
    pub(crate) thread_destructors: Vec<ExitHandler>,
    /// The rank's `environ`, once it differs from the common one.
    pub(crate) environ: Option<*mut *mut c_char>,
    /// Index into `WorkingDirectories`, once the rank has changed its working directory.
    pub(crate) folder: Option<usize>,
    pub(crate) random: Option<Box<super::random::Random>>,
    pub(crate) strtok: *mut c_char,
    /// `optind` after the rank's last call of `getopt`.
    pub(crate) getopt_index: Option<c_int>,
    /// By which function of the C library it ends, and where that was called.
    pub(crate) exit_call: Option<(&'static str, usize)>,
    /// Thread-specific data by key, as an address; none: the key is free.
    pub(crate) keys: Vec<Option<usize>>,
    /// Handlers by signal number.
    pub(crate) signals: Vec<(c_int, libc::sigaction)>,
}

/// A rank that has a slot. Two cache lines are touched by a switch.
#[repr(C)]
pub(crate) struct ImageSlot {
    pub(crate) coroutine: Option<RankCoroutine>,
    pub(crate) yielder: *const Yielder<(), ()>,
    pub(crate) exceptions: [usize; 2],
    pub(crate) user: *mut (),
    pub(crate) extras: Option<Box<Extras>>,
    pub(crate) outcome: Yielded,
    pub(crate) errno: c_int,
    pub(crate) mxcsr: u32,
    pub(crate) x87: u16,
    /// Environment, working directory or stdin differ from the common ones.
    pub(crate) special: bool,
    pub(crate) exiting: bool,
    /// Its rank runs ahead of the engine: what it prints is kept back until the engine has caught up.
    pub(crate) ahead: bool,
    /// It never runs ahead: it has opened a file.
    pub(crate) stays: bool,
    /// There is text kept back.
    pub(crate) text_held: bool,
    pub(crate) rank: u32,
    /// Its number among the slots of all pools.
    pub(crate) slot: u32,
    pub(crate) pool: u32,
    pub(crate) group: u32,
    /// First byte of its image.
    pub(crate) image: usize,
    /// Where its stack ended when it gave control back.
    pub(crate) stack_end: usize,
}

impl std::fmt::Debug for ImageSlot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ImageSlot { rank, slot, outcome, .. } = self;
        f.debug_struct("ImageSlot")
            .field("rank", rank)
            .field("slot", slot)
            .field("outcome", outcome)
            .finish_non_exhaustive()
    }
}

impl ImageSlot {
    pub(crate) fn extras(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }
}

/// Place of a rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankEntry {
    pub(crate) user: *mut (),
    /// Null before its first run, [`ENDED`] after its end.
    pub(crate) slot: *mut ImageSlot,
    /// [`ImageSlot::stack_end`] of a rank that does not run.
    pub(crate) stack_end: usize,
}

/// `ImageSlot::rank` where nobody has lived, and `RUNNING` while no rank runs.
pub(crate) const UNSTARTED: u32 = u32::MAX;
/// `RankEntry::slot` of a rank that has ended: no slot is there.
pub(crate) const ENDED: *mut ImageSlot = std::ptr::without_provenance_mut(1);

impl RankEntry {
    /// A rank that has not run yet.
    pub(crate) const NEW: Self = Self { user: null_mut(), slot: null_mut(), stack_end: 0 };

    /// Its slot, while it lives.
    #[inline]
    pub(crate) fn live_slot(self) -> Option<*mut ImageSlot> {
        (self.slot.addr() > ENDED.addr()).then_some(self.slot)
    }
}
