//! How a rank leaves for a worker process, and comes home: the registers with which it goes on, and the switches.
//!
//! A rank leaves when a call of MPI returns to the program, or a function for which it has come home: the return address has been replaced by
//! [`super::leave_home`], which keeps what the program expects after a call (result, callee-saved registers, floating-point control
//! words) on the rank's stack, and gives control back to the engine on a *side stack*, so that nothing of ours is on the rank's own. It comes home from a gate, with the arguments of the function that it calls; or by a signal, with all
//! registers as the kernel has saved them.

use crate::clock::{BlockClock, CpuClock};
use crate::images::paging::Paging;
use crate::images::random::Random;
use std::arch::naked_asm;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// Shared memory of one rank: how it travels, a signal's frame, and its random number generators.
pub(super) const TRAVEL_BYTES: usize = 8192;
pub(super) const FRAME_AT: usize = 256;
pub(super) const RANDOM_AT: usize = TRAVEL_BYTES - size_of::<Random>();
/// The first rank's [`Travel`].
pub(super) static TRAVELS: AtomicUsize = AtomicUsize::new(0);

pub(super) fn travel_of(slot: u32) -> *const Travel {
    with_exposed_provenance(TRAVELS.load(Ordering::Relaxed) + slot as usize * TRAVEL_BYTES)
}

/// In a worker process: the generators of the rank that computes.
pub(crate) fn random_away() -> Option<*mut Random> {
    match OWN.travel.load(Ordering::Relaxed) {
        0 => None,
        travel => Some(with_exposed_provenance_mut(travel + RANDOM_AT)),
    }
}

/// The generators of the rank in a slot, if workers may run it: where these reach them.
pub(crate) fn shared_random(pool: u32, slot: u32, rank: u32) -> Option<*mut Random> {
    if pool != 0 || TRAVELS.load(Ordering::Relaxed) == 0 {
        return None;
    }
    let travel = travel_of(slot);
    let random: *mut Random = with_exposed_provenance_mut(travel.addr() + RANDOM_AT);
    // SAFETY: shared memory of the rank, which no worker runs.
    unsafe {
        if (*travel).random_of.swap(rank + 1, Ordering::Relaxed) != rank + 1 {
            random.write(Random::new());
        }
    }
    Some(random)
}

/// [`Travel::state`]: the rank is at home, or has not been given to a worker.
pub(super) const HOME: u32 = 0;
/// A worker is to run it; see [`given_to`].
pub(super) const GIVEN: u32 = 1;
/// It computes.
pub(super) const AWAY: u32 = 2;
/// It has stopped, and its block is being measured.
pub(super) const STOPPING: u32 = 3;
/// It can come home.
pub(super) const STOPPED: u32 = 4;
/// A worker has come to it.
pub(super) const BEGINNING: u32 = 5;

/// The word of a rank that this worker is to run. So a worker that comes to an old order does not run what another has been given since.
pub(super) fn given_to(worker: usize) -> u32 {
    GIVEN | (worker as u32) << 8
}

/// Which of the states a word is.
pub(super) fn state_of(word: u32) -> u32 {
    word & 0xff
}

/// [`Travel::way`]: it goes on as after a call.
pub(super) const AFTER_CALL: u32 = 0;
/// Through a gate: [`come_home`] writes it.
pub(super) const THROUGH_GATE: u32 = 1;
/// By returning from a signal's handler.
pub(super) const FROM_SIGNAL: u32 = 2;

/// A rank that travels. In memory that all processes of the run share.
#[repr(C, align(64))]
pub(super) struct Travel {
    /// Stack pointer, or where the signal's context is.
    pub(super) stack: AtomicUsize,
    pub(super) way: AtomicU32,
    pub(super) state: AtomicU32,
    /// When it began to compute, in ticks.
    pub(super) began: AtomicU64,
    /// CPU time that the worker had used then at most, nanoseconds.
    pub(super) cpu_began: AtomicU64,
    /// How long it has computed, picoseconds, and whether it was disturbed.
    pub(super) worked: AtomicU64,
    pub(super) disturbed: AtomicU32,
    /// The same in ticks, measured or not.
    pub(super) took: AtomicU64,
    pub(super) errno: AtomicU32,
    /// Where its thread-local variables are, and their bytes.
    pub(super) thread_locals: AtomicUsize,
    pub(super) thread_local_bytes: AtomicUsize,
    /// Where its heap is, if a worker may work on it; else 0.
    pub(super) heap: AtomicUsize,
    /// Where it returns to after the call or function after which it leaves, and where that stood; 0 once it has been put back.
    pub(super) returns_to: AtomicUsize,
    pub(super) returns_at: AtomicUsize,
    /// Whose random number generators these are: its number plus 1.
    pub(super) random_of: AtomicU32,
}

/// A worker process's own state, in a page of its own. At home only `gates` is used.
#[repr(C, align(4096))]
pub(super) struct Own {
    /// The stack pointer of the worker's loop while a rank computes.
    pub(super) stack: AtomicUsize,
    /// The rank that computes.
    pub(super) travel: AtomicUsize,
    /// Where the code of gates begins.
    pub(super) gates: AtomicUsize,
    /// The data of the worker's signal handler.
    pub(super) facts: AtomicUsize,
    /// See [`crate::images::paging`].
    pub(super) paging: Paging,
    pub(super) cpu: CpuClock,
    pub(super) clock: std::cell::UnsafeCell<BlockClock>,
    rest: [u8; 3072],
}

// SAFETY: one thread of each process uses it.
unsafe impl Sync for Own {}

pub(super) static OWN: Own = Own {
    stack: AtomicUsize::new(0),
    travel: AtomicUsize::new(0),
    gates: AtomicUsize::new(0),
    facts: AtomicUsize::new(0),
    paging: Paging::new(),
    cpu: CpuClock::new(),
    clock: std::cell::UnsafeCell::new(BlockClock::NONE),
    rest: [0; 3072],
};

/// Bytes that [`super::leave_home`] keeps below the return address.
pub(super) const KEPT: usize = 40 + 8 * 8;

/// Where [`come_home`] keeps general registers: the gate's number, and where the function returns to.
pub(super) const NUMBER_AT: usize = 6 * 8;
pub(super) const RETURN_AT: usize = 15 * 8;

/// State of vector registers of all kinds (x87, SSE, AVX, AVX-512), as `xsavec` writes it, and what lies before it on the stack.
const VECTORS: usize = 2816;
const COMPONENTS: u32 = 0xe7;

/// Goes on as a rank.
///
/// # Safety
/// `travel` is a [`Travel`] whose rank runs nowhere.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn go_on(travel: *const Travel) -> ! {
    naked_asm!(
        "mov rsp, [rdi]",
        "mov eax, [rdi + 8]",
        "cmp eax, 1",
        "je 2f",
        "ja 3f",
        "ldmxcsr [rsp]",
        "fldcw [rsp + 4]",
        "movups xmm0, [rsp + 8]",
        "movups xmm1, [rsp + 24]",
        "add rsp, 40",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "pop rdx",
        "pop rax",
        "ret",
        "2:",
        "mov eax, {components}",
        "xor edx, edx",
        "xrstor64 [rsp + 64]",
        "mov rsp, [rsp]",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "pop r11",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rcx",
        "pop rdx",
        "pop rsi",
        "pop rdi",
        "pop rax",
        "shl r11, 5",
        "add r11, [rip + {own} + 16]",
        "jmp r11",
        "3:",
        "mov eax, 15",
        "syscall",
        "ud2",
        components = const COMPONENTS,
        own = sym OWN,
    )
}

/// Calls a function on another stack, and leaves this one.
///
/// # Safety
/// `stack` is the end of a stack that is not in use.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn call_on(stack: usize, function: unsafe extern "C" fn() -> !) -> ! {
    naked_asm!("mov rsp, rdi", "call rsi", "ud2")
}

/// In a worker process: runs a rank until it comes home.
///
/// # Safety
/// As [`go_on`].
#[unsafe(naked)]
pub(super) unsafe extern "C" fn run(travel: *const Travel) {
    naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "lea rax, [rip + {own}]",
        "mov [rax + 8], rdi",
        "mov [rax], rsp",
        "jmp {go_on}",
        own = sym OWN,
        go_on = sym go_on,
    )
}

/// In a worker process: where all gates lead. `r11` is the gate's number.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn come_home() {
    naked_asm!(
        "push rax",
        "push rdi",
        "push rsi",
        "push rdx",
        "push rcx",
        "push r8",
        "push r9",
        "push r10",
        "push r11",
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "mov rbx, rsp",
        "sub rsp, {vectors}",
        "and rsp, -64",
        "mov [rsp], rbx",
        "xor eax, eax",
        "mov [rsp + 64 + 512], rax",
        "mov [rsp + 64 + 520], rax",
        "mov [rsp + 64 + 528], rax",
        "mov [rsp + 64 + 536], rax",
        "mov [rsp + 64 + 544], rax",
        "mov [rsp + 64 + 552], rax",
        "mov [rsp + 64 + 560], rax",
        "mov [rsp + 64 + 568], rax",
        "mov eax, {components}",
        "xor edx, edx",
        "xsavec64 [rsp + 64]",
        "lea rcx, [rip + {own}]",
        "mov rax, [rcx + 8]",
        "mov [rax], rsp",
        "mov dword ptr [rax + 8], 1",
        "jmp {back}",
        vectors = const VECTORS,
        components = const COMPONENTS,
        own = sym OWN,
        back = sym back,
    )
}

/// In a worker process: returns from [`run`].
#[unsafe(naked)]
pub(super) unsafe extern "C" fn back() -> ! {
    naked_asm!(
        "lea rcx, [rip + {own}]",
        "mov qword ptr [rcx + 8], 0",
        "mov rsp, [rcx]",
        "cld",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "ret",
        own = sym OWN,
    )
}

/// Whether an instruction is one of those by which a rank in a worker process comes home.
pub(super) fn is_on_the_way(pc: usize) -> bool {
    let (from, to) = (come_home as *const () as usize, back as *const () as usize);
    (from..from + 512).contains(&pc) || (to..to + 64).contains(&pc)
}
