//! State of ranks that are loaded as images: what every rank has, what few have, and what all share.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

use corosensei::stack::{Stack, StackPointer};
use corosensei::{Coroutine, Yielder};

use super::arena::Arena;
use super::interpose::output::Output;
use super::loaded::LoadedProgram;
use super::slot_pool::{RankGroup, SlotPool};
use super::template::Module;
use super::{Hooks, Yielded};

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
    /// Incomplete last lines of stdout and stderr.
    pub(crate) lines: [Vec<u8>; 2],
    /// The rank's `environ`, once it differs from the common one.
    pub(crate) environ: Option<*mut *mut c_char>,
    /// Index into `ImageProcess::directories`, once the rank has changed its working directory.
    pub(crate) folder: Option<usize>,
    pub(crate) random: Option<Box<super::interpose::random::Random>>,
    pub(crate) strtok: *mut c_char,
    /// `optind` after the rank's last call of `getopt`.
    pub(crate) getopt_index: Option<c_int>,
    /// By which function of the C library it ends, and where that was called.
    pub(crate) exit_call: Option<(&'static str, usize)>,
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
    pub(crate) rank: u32,
    /// Its number among the slots of all rooms.
    pub(crate) slot: u32,
    pub(crate) pool: u32,
    pub(crate) group: u32,
    /// First byte of its image.
    pub(crate) image: usize,
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
}

/// `ImageSlot::rank` where nobody has lived, and `RUNNING` while no rank runs.
pub(crate) const UNSTARTED: u32 = u32::MAX;
/// `RankEntry::slot` of a rank that has ended: no slot is there.
pub(crate) const ENDED: *mut ImageSlot = std::ptr::without_provenance_mut(1);

impl RankEntry {
    /// A rank that has not run yet.
    pub(crate) const NEW: Self = Self { user: null_mut(), slot: null_mut() };

    /// Its slot, while it lives.
    #[inline]
    pub(crate) fn live(self) -> Option<*mut ImageSlot> {
        (self.slot.addr() > ENDED.addr()).then_some(self.slot)
    }
}

/// A working directory some rank changed to.
#[derive(Debug)]
pub(crate) struct WorkingDirectory {
    pub(crate) fd: c_int,
}

/// Everything of one process that runs ranks as images.
#[derive(Debug)]
pub(crate) struct ImageProcess {
    pub(crate) arena: Arena,
    /// Programs in the order of their first ranks.
    pub(crate) loaded: Vec<Rc<LoadedProgram>>,
    pub(crate) pools: Vec<SlotPool>,
    /// By their first ranks, ascending.
    pub(crate) groups: Vec<RankGroup>,
    pub(crate) rank_entries: Vec<RankEntry>,
    /// Whether stacks of all rooms end with a guard page.
    pub(crate) guards: bool,
    /// The most thread-local bytes of a program.
    pub(crate) tls_bytes: usize,
    pub(crate) pad_start: usize,
    pub(crate) pad_end: usize,
    /// Slot whose thread-local variables lie in the pad; null: nobody's.
    pub(crate) pad_owner: *mut ImageSlot,
    pub(crate) hooks: Hooks,
    pub(crate) output: Output,
    pub(crate) errno: *mut c_int,
    pub(crate) exceptions: *mut [usize; 2],
    pub(crate) engine_mxcsr: u32,
    /// MXCSR when it was last read or written here.
    pub(crate) hardware_mxcsr: u32,
    pub(crate) engine_x87: u16,
    pub(crate) base_environ: *mut *mut c_char,
    pub(crate) directories: Vec<WorkingDirectory>,
    /// Index into `directories` the process is in now.
    pub(crate) folder: usize,
    /// Process state (environ, cwd, stdin) is a special rank's.
    pub(crate) special_active: bool,
    pub(crate) standard_input: [*mut libc::FILE; 2],
    pub(crate) switches: u64,
    /// `Extras::exit_call` of the rank that has ended last.
    pub(crate) exit_call: Option<(&'static str, usize)>,
}

impl ImageProcess {
    /// The room of a slot.
    pub(crate) fn pool(&self, slot: &ImageSlot) -> &SlotPool {
        &self.pools[slot.pool as usize]
    }

    /// The room whose images hold an address, with the place in it and the offset in the image.
    pub(crate) fn image_at(&self, address: usize) -> Option<(&SlotPool, u32, u64)> {
        self.pools.iter().find_map(|pool| {
            let (place, offset) = pool.space.image_slot(address)?;
            Some((pool, place, offset))
        })
    }

    /// The object that holds an address of any image: its number among those of all programs, and itself; and the
    /// address in its own terms.
    pub(crate) fn object_at(&self, address: usize) -> Option<(u32, &Module, u64)> {
        let (pool, _, offset) = self.image_at(address)?;
        let (index, module) = pool.loaded.module_at(offset)?;
        Some((pool.loaded.first_object + index as u32, module, offset - module.base))
    }

    /// The crew of a rank.
    pub(crate) fn group_of(&self, rank: u32) -> u32 {
        self.groups.partition_point(|group| group.first <= rank) as u32 - 1
    }
}

static IMAGE_PROCESS: AtomicPtr<ImageProcess> = AtomicPtr::new(null_mut());
static CURRENT: AtomicPtr<ImageSlot> = AtomicPtr::new(null_mut());
/// Rank that runs now, or `UNSTARTED`; for the watchdog.
pub(crate) static RUNNING: AtomicU32 = AtomicU32::new(UNSTARTED);
/// Counts switches; for the watchdog.
pub(crate) static EPOCH: AtomicU64 = AtomicU64::new(0);

/// Installs the image process; false if there is one already.
pub(crate) fn install(process: *mut ImageProcess) -> bool {
    IMAGE_PROCESS.compare_exchange(null_mut(), process, Ordering::Release, Ordering::Relaxed).is_ok()
}

/// Removes and returns it.
pub(crate) fn uninstall() -> *mut ImageProcess {
    IMAGE_PROCESS.swap(null_mut(), Ordering::AcqRel)
}

/// The world, null before `Images::load`.
pub(crate) fn image_process_pointer() -> *mut ImageProcess {
    IMAGE_PROCESS.load(Ordering::Relaxed)
}

/// The image process.
///
/// # Safety
/// Only on the thread that runs the ranks, after `install`; the reference must not live across a switch or a call into
/// the program.
pub(crate) unsafe fn image_process<'a>() -> &'a mut ImageProcess {
    let process = image_process_pointer();
    debug_assert!(!process.is_null());
    // SAFETY: installed worlds are valid until uninstalled; exclusivity is the caller's contract.
    unsafe { &mut *process }
}

/// The running rank's slot; null on the engine's stack.
#[inline]
pub(crate) fn current() -> *mut ImageSlot {
    CURRENT.load(Ordering::Relaxed)
}

pub(crate) fn set_current(slot: *mut ImageSlot) {
    CURRENT.store(slot, Ordering::Relaxed);
}
