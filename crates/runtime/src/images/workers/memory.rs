//! Allocation in a worker process. A rank's heap lies in memory that all processes share, so what the heap can do by itself is done where
//! the rank is ([`crate::images::arena`]). For the rest the rank comes home, and the function is called there.
//!
//! A rank may be called home at any instruction here. It then goes on in the middle of it, at home, where nothing but [`memory_at_home`]
//! differs.

use super::gates;
use super::travel::{self, OWN, Travel};
use crate::images::arena::{allocate_alone, free_alone, resize_alone};
use crate::images::interpose::memory::HeapFunction;
use std::arch::naked_asm;
use std::ffi::c_char;
use std::ptr::{null_mut, with_exposed_provenance};
use std::sync::atomic::Ordering;

/// Where the heap of the rank is that computes in this process; none at home, or if its heap is to be worked on at home.
fn heap() -> Option<usize> {
    let travel: *const Travel = with_exposed_provenance(OWN.travel.load(Ordering::Relaxed));
    // SAFETY: null, or that rank's travel.
    let heap = unsafe { travel.as_ref() }?.heap.load(Ordering::Relaxed);
    (heap != 0).then_some(heap)
}

/// A block of the heap of the rank that calls; null if that takes the arena.
fn allocate(bytes: usize, align: usize, zeroed: bool) -> *mut u8 {
    // SAFETY: that rank's heap.
    heap().map_or(null_mut(), |heap| unsafe { allocate_alone(heap, bytes, align, zeroed) })
}

unsafe extern "C" fn malloc(bytes: usize) -> *mut u8 {
    allocate(bytes, 16, false)
}

unsafe extern "C" fn calloc(count: usize, bytes: usize) -> *mut u8 {
    count.checked_mul(bytes).map_or(null_mut(), |bytes| allocate(bytes, 16, true))
}

unsafe extern "C" fn memalign(align: usize, bytes: usize) -> *mut u8 {
    if align.is_power_of_two() { allocate(bytes, align.max(16), false) } else { null_mut() }
}

/// `out` once it is done; null if it isn't.
unsafe extern "C" fn posix_memalign(out: *mut *mut u8, align: usize, bytes: usize) -> *mut u8 {
    if !align.is_multiple_of(size_of::<usize>()) {
        return null_mut();
    }
    // SAFETY: the caller's variable.
    unsafe {
        let p = memalign(align, bytes);
        if p.is_null() {
            return null_mut();
        }
        *out = p;
        out.cast()
    }
}

unsafe extern "C" fn new_aligned(bytes: usize, align: usize) -> *mut u8 {
    allocate(bytes.max(1), align.max(16), false)
}

unsafe extern "C" fn strdup(text: *const c_char) -> *mut u8 {
    // SAFETY: the caller's C string.
    unsafe { strndup(text, usize::MAX) }
}

unsafe extern "C" fn strndup(text: *const c_char, limit: usize) -> *mut u8 {
    // SAFETY: the caller's string, ended by NUL or by the limit; functions without state.
    unsafe {
        let length = if limit == usize::MAX { libc::strlen(text) } else { libc::strnlen(text, limit) };
        let p = allocate(length + 1, 16, false);
        if !p.is_null() {
            libc::memcpy(p.cast(), text.cast(), length);
            p.add(length).write(0);
        }
        p
    }
}

unsafe extern "C" fn realloc(p: *mut u8, bytes: usize) -> *mut u8 {
    if p.is_null() {
        // SAFETY: as above.
        return unsafe { malloc(bytes) };
    }
    // SAFETY: as above; the program gives a block up.
    heap().map_or(null_mut(), |heap| unsafe { resize_alone(heap, p, bytes) })
}

/// Whether it is done.
unsafe extern "C" fn free(p: *mut u8) -> usize {
    // SAFETY: as above.
    usize::from(p.is_null() || heap().is_some_and(|heap| unsafe { free_alone(heap, p) }))
}

macro_rules! from_gates {
    ($($name:ident => $function:ident, $answer:literal;)*) => { $(
        /// Where the function's gate leads in a worker process; `r11` is the gate's number.
        #[unsafe(naked)]
        unsafe extern "C" fn $name() {
            naked_asm!(
                "push rdi",
                "push rsi",
                "push rdx",
                "push r11",
                "sub rsp, 8",
                "call {function}",
                "add rsp, 8",
                "pop r11",
                "pop rdx",
                "pop rsi",
                "pop rdi",
                "test rax, rax",
                "jz {memory_at_home}",
                $answer,
                "ret",
                function = sym $function,
                memory_at_home = sym memory_at_home,
            )
        }
    )* };
}

from_gates! {
    malloc_away => malloc, "";
    calloc_away => calloc, "";
    realloc_away => realloc, "";
    memalign_away => memalign, "";
    posix_memalign_away => posix_memalign, "xor eax, eax";
    new_aligned_away => new_aligned, "";
    strdup_away => strdup, "";
    strndup_away => strndup, "";
    free_away => free, "";
}

/// Has the rank come home for the function. If it has been called home meanwhile, it passes the gate again.
#[unsafe(naked)]
unsafe extern "C" fn memory_at_home() {
    naked_asm!(
        "lea rax, [rip + {own}]",
        "cmp qword ptr [rax + 8], 0",
        "jne {come_home}",
        "shl r11, 5",
        "add r11, [rax + 16]",
        "jmp r11",
        own = sym OWN,
        come_home = sym travel::come_home,
    )
}

/// Sorts where the rank is what the C library sorts without memory of its own (glibc: up to a KiB).
#[unsafe(naked)]
unsafe extern "C" fn qsort_away() {
    naked_asm!(
        "mov rax, rsi",
        "or rax, rdx",
        "shr rax, 16",
        "jnz {come_home}",
        "mov rax, rsi",
        "imul rax, rdx",
        "cmp rax, 1024",
        "jae {come_home}",
        "jmp [rip + {qsort}@GOTPCREL]",
        come_home = sym travel::come_home,
        qsort = sym libc::qsort,
    )
}

/// Whether an instruction is one of [`memory_at_home`].
pub(super) fn is_on_the_way(pc: usize) -> bool {
    let from = memory_at_home as *const () as usize;
    (from..from + 32).contains(&pc)
}

/// Has gates of functions of the heap, and that of `qsort`, lead here, in a worker process.
///
/// # Safety
/// `start` is where gates are.
pub(super) unsafe fn lead_here(start: usize) {
    for function in HeapFunction::ALL {
        let target = match function {
            HeapFunction::Malloc | HeapFunction::New => malloc_away,
            HeapFunction::Calloc => calloc_away,
            HeapFunction::Realloc => realloc_away,
            HeapFunction::Memalign => memalign_away,
            HeapFunction::PosixMemalign => posix_memalign_away,
            HeapFunction::NewAligned | HeapFunction::NewAlignedOrNull => new_aligned_away,
            HeapFunction::Strdup => strdup_away,
            HeapFunction::Strndup => strndup_away,
            HeapFunction::Free => free_away as unsafe extern "C" fn(),
        };
        // SAFETY: as the caller says.
        unsafe { gates::lead_one_to(start, function.at_home(), target as *const () as usize) };
    }
    // SAFETY: as above.
    unsafe { gates::lead_one_to(start, libc::qsort as *const () as usize, qsort_away as *const () as usize) };
}
