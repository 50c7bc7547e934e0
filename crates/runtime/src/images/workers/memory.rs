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
use std::ptr::{null_mut, with_exposed_provenance};
use std::sync::atomic::Ordering;

/// Where the heap of the rank is that computes in this process; none at home, or if its heap is to be worked on at home.
fn heap() -> Option<usize> {
    let travel: *const Travel = with_exposed_provenance(OWN.travel.load(Ordering::Relaxed));
    // SAFETY: null, or that rank's travel.
    let heap = unsafe { travel.as_ref() }?.heap.load(Ordering::Relaxed);
    (heap != 0).then_some(heap)
}

unsafe extern "C" fn malloc(bytes: usize) -> *mut u8 {
    // SAFETY: the heap of the rank that calls.
    heap().map_or(null_mut(), |heap| unsafe { allocate_alone(heap, bytes, false) })
}

unsafe extern "C" fn calloc(count: usize, bytes: usize) -> *mut u8 {
    let Some(bytes) = count.checked_mul(bytes) else { return null_mut() };
    // SAFETY: as above.
    heap().map_or(null_mut(), |heap| unsafe { allocate_alone(heap, bytes, true) })
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
    ($($name:ident => $function:ident),*) => { $(
        /// Where the function's gate leads in a worker process; `r11` is the gate's number.
        #[unsafe(naked)]
        unsafe extern "C" fn $name() {
            naked_asm!(
                "push rdi",
                "push rsi",
                "push r11",
                "call {function}",
                "pop r11",
                "pop rsi",
                "pop rdi",
                "test rax, rax",
                "jz {memory_at_home}",
                "ret",
                function = sym $function,
                memory_at_home = sym memory_at_home,
            )
        }
    )* };
}

from_gates!(malloc_away => malloc, calloc_away => calloc, realloc_away => realloc, free_away => free);

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

/// Whether an instruction is one of [`memory_at_home`].
pub(super) fn is_on_the_way(pc: usize) -> bool {
    let from = memory_at_home as *const () as usize;
    (from..from + 32).contains(&pc)
}

/// Has gates of functions of the heap lead here, in a worker process.
///
/// # Safety
/// `start` is where gates are.
pub(super) unsafe fn lead_here(start: usize) {
    for function in HeapFunction::ALL {
        let target = match function {
            HeapFunction::Malloc | HeapFunction::New => malloc_away,
            HeapFunction::Calloc => calloc_away,
            HeapFunction::Realloc => realloc_away,
            HeapFunction::Free => free_away as unsafe extern "C" fn(),
        };
        // SAFETY: as the caller says.
        unsafe { gates::lead_one_to(start, function.at_home(), target as *const () as usize) };
    }
}
