//! State of ranks that are loaded as images: what every rank has, what few have, and what all share.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

use corosensei::stack::{Stack, StackPointer};
use corosensei::{Coroutine, Yielder};

use super::arena::Arena;
use super::interpose::output::Output;
use super::relocate::Plan;
use super::resolve::Program;
use super::space::Space;
use super::template::Module;
use super::{Hooks, Yielded};

/// Stack of one slot, for corosensei: it owns nothing, the region does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) base: usize,
    pub(crate) limit: usize,
}

fn pointer(address: usize) -> StackPointer {
    StackPointer::new(address).expect("stacks are not at address 0")
}

// SAFETY: base and limit bound memory that is mapped for as long as the coroutine lives. An overflow is caught by the
// guard page, or, with very many ranks, found by the canary (see `switch`).
unsafe impl Stack for Span {
    fn base(&self) -> StackPointer {
        pointer(self.base)
    }

    fn limit(&self) -> StackPointer {
        pointer(self.limit)
    }
}

/// The coroutine of a rank.
pub(crate) type Thread = Coroutine<(), (), (), Span>;

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
    /// Incomplete last lines of stdout and stderr.
    pub(crate) lines: [Vec<u8>; 2],
    /// The rank's `environ`, once it differs from the common one.
    pub(crate) environ: Option<*mut *mut c_char>,
    /// Index into `World::folders`, once the rank has changed its working directory.
    pub(crate) folder: Option<usize>,
    pub(crate) random: Option<Box<super::interpose::random::Random>>,
    pub(crate) strtok: *mut c_char,
    /// `optind` after the rank's last call of `getopt`.
    pub(crate) getopt_index: Option<c_int>,
    /// Handlers by signal number.
    pub(crate) signals: Vec<(c_int, libc::sigaction)>,
}

/// A rank that has a slot. Two cache lines are touched by a switch.
#[repr(C)]
pub(crate) struct Slot {
    pub(crate) thread: Option<Thread>,
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
    pub(crate) rank: u32,
    pub(crate) slot: u32,
}

impl std::fmt::Debug for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Slot { rank, slot, outcome, .. } = self;
        f.debug_struct("Slot")
            .field("rank", rank)
            .field("slot", slot)
            .field("outcome", outcome)
            .finish_non_exhaustive()
    }
}

impl Slot {
    pub(crate) fn extras(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }
}

/// Place of a rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) user: *mut (),
    pub(crate) slot: u32,
}

/// `Place::slot` of a rank that has not run yet.
pub(crate) const UNSTARTED: u32 = u32::MAX;
/// `Place::slot` of a rank that has ended.
pub(crate) const ENDED: u32 = u32::MAX - 1;

/// A working directory some rank changed to.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) fd: c_int,
}

/// Everything of one process that runs ranks as images.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) space: Space,
    pub(crate) arena: Arena,
    pub(crate) plan: Plan,
    pub(crate) modules: Vec<Module>,
    /// Where an image has the variables that the face numbered.
    pub(crate) objects: Vec<u64>,
    /// For programs that look symbols up.
    pub(crate) symbols: Option<Program>,
    /// Initialisers and finalisers in order, as offsets in the image.
    pub(crate) initialisers: Vec<u64>,
    pub(crate) executable_initialisers: Vec<u64>,
    pub(crate) finalisers: Vec<u64>,
    pub(crate) entry: u64,
    /// Slots never move: the vector's capacity is that of all ranks, committed as it fills.
    pub(crate) slots: Vec<Slot>,
    pub(crate) free_slots: Vec<u32>,
    pub(crate) places: Vec<Place>,
    pub(crate) unstarted: u32,
    pub(crate) tls_bytes: usize,
    pub(crate) tls_at: usize,
    pub(crate) pad_end: usize,
    /// Slot whose thread-local variables lie in the pad.
    pub(crate) pad_owner: u32,
    pub(crate) arguments: Vec<CString>,
    pub(crate) hooks: Hooks,
    pub(crate) output: Output,
    pub(crate) errno: *mut c_int,
    pub(crate) exceptions: *mut [usize; 2],
    pub(crate) engine_mxcsr: u32,
    /// MXCSR when it was last read or written here.
    pub(crate) hardware_mxcsr: u32,
    pub(crate) engine_x87: u16,
    pub(crate) base_environ: *mut *mut c_char,
    pub(crate) folders: Vec<Folder>,
    /// Index into `folders` the process is in now.
    pub(crate) folder: usize,
    /// Process state (environ, cwd, stdin) is a special rank's.
    pub(crate) special_active: bool,
    pub(crate) standard_input: [*mut libc::FILE; 2],
    pub(crate) switches: u64,
}

impl World {
    /// Object at an offset of an image, and its index.
    pub(crate) fn module_at(&self, offset: u64) -> Option<(usize, &Module)> {
        self.modules.iter().enumerate().find(|(_, m)| offset.wrapping_sub(m.base) < m.extent)
    }
}

static WORLD: AtomicPtr<World> = AtomicPtr::new(null_mut());
static CURRENT: AtomicPtr<Slot> = AtomicPtr::new(null_mut());
/// Rank that runs now, or `UNSTARTED`; for the watchdog.
pub(crate) static RUNNING: AtomicU32 = AtomicU32::new(UNSTARTED);
/// Counts switches; for the watchdog.
pub(crate) static EPOCH: AtomicU64 = AtomicU64::new(0);

/// Installs the process's world; false if there is one already.
pub(crate) fn install(world: *mut World) -> bool {
    WORLD.compare_exchange(null_mut(), world, Ordering::Release, Ordering::Relaxed).is_ok()
}

/// Removes and returns it.
pub(crate) fn uninstall() -> *mut World {
    WORLD.swap(null_mut(), Ordering::AcqRel)
}

/// The world, null before `Images::load`.
pub(crate) fn world_pointer() -> *mut World {
    WORLD.load(Ordering::Relaxed)
}

/// The world of this process.
///
/// # Safety
/// Only on the thread that runs the ranks, after `install`; the reference must not live across a switch or a call into
/// the program.
pub(crate) unsafe fn world<'a>() -> &'a mut World {
    let world = world_pointer();
    debug_assert!(!world.is_null());
    // SAFETY: installed worlds are valid until uninstalled; exclusivity is the caller's contract.
    unsafe { &mut *world }
}

/// The running rank's slot; null on the engine's stack.
#[inline]
pub(crate) fn current() -> *mut Slot {
    CURRENT.load(Ordering::Relaxed)
}

pub(crate) fn set_current(slot: *mut Slot) {
    CURRENT.store(slot, Ordering::Relaxed);
}
