//! Interposed allocation: the malloc family and C++ `new`/`delete` work on the heap of the calling rank. This holds for calls
//! from replicated objects (the program, and libraries of which each rank has a copy).
//!
//! A block's address tells who owns the block. So the program may free memory that a system library has allocated on behalf of
//! a rank (`strdup`, `getline`, long `std::string`s). Conversely, a system library may free memory that the program has
//! allocated: the launcher exports `free` and `realloc`, which call this module for addresses in the ranks' heaps.

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::caller::{ALLOCATES, recording_caller, take_allocating_address};
use super::super::crash;
use super::super::order::catch_up;
use super::super::outcome::Yielded;
use super::super::running::{end_rank, in_rank, with_image_process};
use super::super::state::{ImageProcess, image_process_pointer};
use super::entry::Entry;

unsafe extern "C" {
    fn __libc_malloc(bytes: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, bytes: usize) -> *mut c_void;
    fn __libc_memalign(align: usize, bytes: usize) -> *mut c_void;
    #[link_name = "free"]
    fn any_free(p: *mut c_void);
    #[link_name = "realloc"]
    fn any_realloc(p: *mut c_void, bytes: usize) -> *mut c_void;
    #[link_name = "malloc_usable_size"]
    fn any_usable(p: *mut c_void) -> usize;
}

/// Functions that allocate: each as it is, and as one that notes its caller.
const ALLOCATING: &[(&str, *const (), *const ())] = &[
    ("malloc", malloc as *const (), malloc_called as *const ()),
    ("calloc", calloc as *const (), calloc_called as *const ()),
    ("realloc", reallocate as *const (), reallocate_called as *const ()),
    ("reallocarray", reallocarray as *const (), reallocarray_called as *const ()),
    ("memalign", memalign as *const (), memalign_called as *const ()),
    ("aligned_alloc", memalign as *const (), memalign_called as *const ()),
    ("posix_memalign", posix_memalign as *const (), posix_memalign_called as *const ()),
    ("valloc", valloc as *const (), valloc_called as *const ()),
    ("pvalloc", pvalloc as *const (), pvalloc_called as *const ()),
    ("strdup", strdup as *const (), strdup_called as *const ()),
    ("__strdup", strdup as *const (), strdup_called as *const ()),
    ("strndup", strndup as *const (), strndup_called as *const ()),
    ("_Znwm", new as *const (), new_called as *const ()),
    ("_Znam", new as *const (), new_called as *const ()),
    ("_ZnwmRKSt9nothrow_t", malloc as *const (), malloc_called as *const ()),
    ("_ZnamRKSt9nothrow_t", malloc as *const (), malloc_called as *const ()),
    ("_ZnwmSt11align_val_t", new_aligned as *const (), new_aligned_called as *const ()),
    ("_ZnamSt11align_val_t", new_aligned as *const (), new_aligned_called as *const ()),
    ("_ZnwmSt11align_val_tRKSt9nothrow_t", new_aligned_or_null as *const (), new_aligned_or_null_called as *const ()),
    ("_ZnamSt11align_val_tRKSt9nothrow_t", new_aligned_or_null as *const (), new_aligned_or_null_called as *const ()),
];

const RELEASING: [&str; 12] = [
    "free",
    "cfree",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZdlPvRKSt9nothrow_t",
    "_ZdaPvRKSt9nothrow_t",
    "_ZdlPvSt11align_val_t",
    "_ZdaPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t",
    "_ZdaPvmSt11align_val_t",
];

/// Functions that work on the heap and nothing else.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HeapFunction {
    Malloc,
    New,
    Calloc,
    Realloc,
    Memalign,
    PosixMemalign,
    NewAligned,
    NewAlignedOrNull,
    Strdup,
    Strndup,
    Free,
}

impl HeapFunction {
    pub(crate) const ALL: [Self; 11] = [
        Self::Malloc,
        Self::New,
        Self::Calloc,
        Self::Realloc,
        Self::Memalign,
        Self::PosixMemalign,
        Self::NewAligned,
        Self::NewAlignedOrNull,
        Self::Strdup,
        Self::Strndup,
        Self::Free,
    ];

    /// Where it is if callers are not noted.
    pub(crate) fn at_home(self) -> usize {
        let function = match self {
            Self::Malloc => malloc as *const (),
            Self::New => new as *const (),
            Self::Calloc => calloc as *const (),
            Self::Realloc => reallocate as *const (),
            Self::Memalign => memalign as *const (),
            Self::PosixMemalign => posix_memalign as *const (),
            Self::NewAligned => new_aligned as *const (),
            Self::NewAlignedOrNull => new_aligned_or_null as *const (),
            Self::Strdup => strdup as *const (),
            Self::Strndup => strndup as *const (),
            Self::Free => release as *const (),
        };
        function as usize
    }
}

static FOLLOWED: AtomicBool = AtomicBool::new(false);

/// Whether programs that are loaded from now on tell where they allocate.
pub(crate) fn follow(allocations: bool) {
    FOLLOWED.store(allocations, Ordering::Relaxed);
}

pub(crate) fn table() -> Vec<Entry> {
    let followed = FOLLOWED.load(Ordering::Relaxed);
    let allocating = ALLOCATING.iter().map(|&(name, plain, called)| (name, if followed { called } else { plain }));
    let releasing = RELEASING.map(|name| (name, release as *const ()));
    allocating.chain(releasing).chain([("malloc_usable_size", any_usable as *const ())]).collect()
}

recording_caller! {
    in ALLOCATES;
    malloc_called => malloc,
    calloc_called => calloc,
    reallocate_called => reallocate,
    reallocarray_called => reallocarray,
    memalign_called => memalign,
    posix_memalign_called => posix_memalign,
    valloc_called => valloc,
    pvalloc_called => pvalloc,
    strdup_called => strdup,
    strndup_called => strndup,
    new_called => new,
    new_aligned_called => new_aligned,
    new_aligned_or_null_called => new_aligned_or_null,
}

fn set_errno(value: c_int) {
    // SAFETY: the calling thread's errno.
    unsafe { *libc::__errno_location() = value };
}

/// Memory of the running rank; null without one or if the arena is exhausted.
fn allocate(bytes: usize, align: usize, zeroed: bool) -> *mut c_void {
    let p = with_image_process(|w, s| {
        let p = w.arena.allocate(s.slot, bytes, align, zeroed);
        if !p.is_null() && w.allocations.is_some() {
            note(w, s.rank, p.addr(), bytes);
        }
        p
    })
    .unwrap_or_else(|| {
        // Not on a rank's stack: a program's function called by the engine has no business here, but memory is memory.
        // SAFETY: the C library's allocator.
        unsafe { if zeroed { __libc_calloc(1, bytes) } else { __libc_memalign(align, bytes) } }.cast()
    });
    if p.is_null() {
        end_if_full();
        set_errno(libc::ENOMEM);
    }
    p.cast()
}

/// Ends the running rank if its memory lies in a file that can't grow: few programs say what they do without memory, and none why
/// there is none.
#[cold]
fn end_if_full() {
    if with_image_process(|w, _| w.arena.is_refused()).unwrap_or(false) {
        catch_up();
        end_rank(Yielded::Full);
    }
}

/// Notes who has asked for a block, unless that is not the program.
#[cold]
fn note(process: &mut ImageProcess, rank: u32, block: usize, bytes: usize) {
    let caller = take_allocating_address();
    if let Some(allocations) = process.allocations.as_mut().filter(|_| caller != 0) {
        let place = allocations.place(caller);
        allocations.add(rank, place, block, bytes as u64);
    }
}

unsafe extern "C" fn malloc(bytes: usize) -> *mut c_void {
    allocate(bytes, 16, false)
}

unsafe extern "C" fn calloc(count: usize, bytes: usize) -> *mut c_void {
    match count.checked_mul(bytes) {
        Some(total) => allocate(total, 16, true),
        None => {
            set_errno(libc::ENOMEM);
            null_mut()
        }
    }
}

/// `free` of a replicated object: the launcher's decides by address.
unsafe extern "C" fn release(p: *mut c_void) {
    // SAFETY: the program frees what it allocated.
    unsafe { any_free(p) }
}

unsafe extern "C" fn reallocate(p: *mut c_void, bytes: usize) -> *mut c_void {
    if p.is_null() {
        return allocate(bytes, 16, false);
    }
    // SAFETY: as `release`.
    unsafe { any_realloc(p, bytes) }
}

unsafe extern "C" fn reallocarray(p: *mut c_void, count: usize, bytes: usize) -> *mut c_void {
    match count.checked_mul(bytes) {
        // SAFETY: as `reallocate`.
        Some(total) => unsafe { reallocate(p, total) },
        None => {
            set_errno(libc::ENOMEM);
            null_mut()
        }
    }
}

unsafe extern "C" fn memalign(align: usize, bytes: usize) -> *mut c_void {
    if !align.is_power_of_two() {
        set_errno(libc::EINVAL);
        return null_mut();
    }
    allocate(bytes, align.max(16), false)
}

unsafe extern "C" fn posix_memalign(out: *mut *mut c_void, align: usize, bytes: usize) -> c_int {
    if !align.is_power_of_two() || !align.is_multiple_of(size_of::<usize>()) {
        return libc::EINVAL;
    }
    let p = allocate(bytes, align.max(16), false);
    if p.is_null() {
        return libc::ENOMEM;
    }
    // SAFETY: the caller's variable.
    unsafe { *out = p };
    0
}

unsafe extern "C" fn valloc(bytes: usize) -> *mut c_void {
    allocate(bytes, 4096, false)
}

unsafe extern "C" fn pvalloc(bytes: usize) -> *mut c_void {
    allocate(bytes.next_multiple_of(4096), 4096, false)
}

unsafe extern "C" fn strdup(text: *const libc::c_char) -> *mut c_void {
    // SAFETY: the caller's C string.
    unsafe { strndup(text, usize::MAX) }
}

unsafe extern "C" fn strndup(text: *const libc::c_char, limit: usize) -> *mut c_void {
    // SAFETY: the caller's string, ended by NUL or by the limit.
    unsafe {
        let length = if limit == usize::MAX { libc::strlen(text) } else { libc::strnlen(text, limit) };
        let p: *mut u8 = allocate(length + 1, 16, false).cast();
        if !p.is_null() {
            p.copy_from_nonoverlapping(text.cast(), length);
            p.add(length).write(0);
        }
        p.cast()
    }
}

/// `operator new`: never null. Where memory is exhausted the C++ library's own throws `std::bad_alloc`.
unsafe extern "C-unwind" fn new(bytes: usize) -> *mut c_void {
    let p = allocate(bytes.max(1), 16, false);
    if p.is_null() { throw_bad_alloc() } else { p }
}

unsafe extern "C-unwind" fn new_aligned(bytes: usize, align: usize) -> *mut c_void {
    let p = allocate(bytes.max(1), align.max(16), false);
    if p.is_null() { throw_bad_alloc() } else { p }
}

unsafe extern "C" fn new_aligned_or_null(bytes: usize, align: usize) -> *mut c_void {
    allocate(bytes.max(1), align.max(16), false)
}

#[cold]
fn throw_bad_alloc() -> *mut c_void {
    match super::super::resolve::symbol_of(libc::RTLD_DEFAULT, "_ZSt17__throw_bad_allocv", None) {
        // SAFETY: `std::__throw_bad_alloc()` of the C++ library; it throws through this frame, which has no destructors.
        Some(throw) => unsafe {
            let throw: extern "C-unwind" fn() = std::mem::transmute(throw);
            throw();
            null_mut()
        },
        None => null_mut(),
    }
}

/// Releases a block of the arena; for the launcher.
pub(crate) unsafe extern "C" fn free(p: *mut c_void) {
    // SAFETY: called on the thread that runs ranks, with an address of the arena; no reference to the image process is alive
    // (ranks call from outside, the engine never frees ranks' memory while it holds one).
    let process = unsafe { &mut *image_process_pointer() };
    // SAFETY: as above.
    let ok = unsafe { process.arena.free(p.cast()) };
    if let Some(allocations) = &mut process.allocations {
        allocations.remove(p.addr());
    }
    if !ok {
        crash::bad_free();
    }
}

/// Resizes a block of the arena; for the launcher.
pub(crate) unsafe extern "C" fn realloc(p: *mut c_void, bytes: usize) -> *mut c_void {
    // SAFETY: as `free`.
    unsafe {
        if bytes == 0 {
            free(p);
            return null_mut();
        }
        let process = &mut *image_process_pointer();
        if !process.arena.is_allocated(p.cast()) {
            crash::bad_free();
        }
        let new = process.arena.reallocate(p.cast(), bytes);
        if new.is_null() {
            end_if_full();
            set_errno(libc::ENOMEM);
        } else if let Some(allocations) = &mut process.allocations {
            let caller = take_allocating_address();
            if let Some((rank, before)) = allocations.remove(p.addr()) {
                let place = if caller == 0 { before } else { allocations.place(caller) };
                allocations.add(rank, place, new.addr(), bytes as u64);
            }
        }
        new.cast()
    }
}

/// Usable bytes of a block of the arena; for the launcher.
pub(crate) unsafe extern "C" fn malloc_usable_size(p: *mut c_void) -> usize {
    // SAFETY: as `free`.
    unsafe { (*image_process_pointer()).arena.usable(p.cast()) }
}

/// Memory that MPI gives the calling rank, to be released by `free`: of the rank's heap, if it is an image. Null if there is none.
pub(crate) fn aligned(bytes: usize, align: usize) -> *mut c_void {
    if in_rank() {
        return allocate(bytes, align, false);
    }
    let mut memory = null_mut();
    // SAFETY: the result goes to a live value.
    let done = unsafe { libc::posix_memalign(&raw mut memory, align, bytes) };
    if done == 0 { memory } else { null_mut() }
}

/// Memory of the C library, for what outlives the rank.
pub(crate) fn common(bytes: usize) -> *mut c_void {
    // SAFETY: the C library's allocator.
    unsafe { __libc_malloc(bytes) }
}
