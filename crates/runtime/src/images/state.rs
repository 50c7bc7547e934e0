//! The state of a process that runs all ranks as copy-on-write images (loaded copies) of the program (images mode): ranks,
//! images, heaps, directories and output.

use std::ffi::{c_char, c_int};
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

use super::allocations::Allocations;
use super::arena::Arena;
use super::canary::Canaries;
use super::directories::WorkingDirectories;
use super::float_controls::FloatControls;
use super::loaded::LoadedProgram;
use super::mappings::Mappings;
use super::output::Output;
use super::slot::{ImageSlot, RankEntry, UNSTARTED};
use super::slot_pool::{RankGroup, SlotPool};
use super::template::Module;
use super::thread_local_pad::ThreadLocalPad;

/// What ranks need from the simulation outside MPI. Called on a rank's stack: keep frames small.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// Simulated time of the calling rank, picoseconds.
    pub now: fn() -> u64,
    /// Lets simulated time pass for the calling rank, picoseconds; may call `yield_now`.
    pub sleep: fn(u64),
    /// Waits until the engine has done all that the calling rank has asked for.
    pub catch_up: fn(),
    /// Variables that tell the calling rank who it is.
    pub variables: fn() -> Vec<(&'static str, String)>,
}

/// Everything of one process that runs ranks as images.
#[derive(Debug)]
pub(crate) struct ImageProcess {
    pub(crate) arena: Arena,
    pub(crate) mappings: Mappings,
    /// If they are followed.
    pub(crate) allocations: Option<Box<Allocations>>,
    /// Programs in the order of their first ranks.
    pub(crate) loaded: Vec<Rc<LoadedProgram>>,
    pub(crate) pools: Vec<SlotPool>,
    /// By their first ranks, ascending.
    pub(crate) groups: Vec<RankGroup>,
    pub(crate) rank_entries: Vec<RankEntry>,
    pub(crate) canaries: Canaries,
    pub(crate) thread_locals: ThreadLocalPad,
    pub(crate) hooks: &'static Hooks,
    pub(crate) output: Output,
    pub(crate) errno: *mut c_int,
    pub(crate) exceptions: *mut [usize; 2],
    pub(crate) float_controls: FloatControls,
    pub(crate) base_environ: *mut *mut c_char,
    pub(crate) directories: WorkingDirectories,
    /// Process state (environ, cwd, stdin) is a special rank's.
    pub(crate) special_active: bool,
    pub(crate) standard_input: [*mut libc::FILE; 2],
    pub(crate) switches: u64,
    /// `Extras::exit_call` of the rank that has ended last.
    pub(crate) exit_call: Option<(&'static str, usize)>,
}

impl ImageProcess {
    /// The pool of a slot.
    pub(crate) fn pool(&self, slot: &ImageSlot) -> &SlotPool {
        &self.pools[slot.pool as usize]
    }

    /// The pool whose images hold an address, with the index of the slot and the offset in the image.
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

    /// The group of a rank.
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

/// The image process, null before `Images::load`.
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
