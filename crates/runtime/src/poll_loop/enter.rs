//! The entry points of polls (`MPI_Test` …). An entry point saves the caller's registers, from which the program's loop around
//! the poll is analysed ([`super`]). If the engine has computed that the rank's next n polls fail, these polls return at once
//! with `flag` false, and do not call the engine.

use std::cell::UnsafeCell;

/// A caller of a poll, as the poll was entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Caller {
    /// `rbx`, `rbp`, `r12` to `r15`.
    pub(crate) kept: [u64; 6],
    /// `rsp`, where the return address lies.
    pub(crate) stack: u64,
    /// The arguments that are passed in registers, the call site first.
    pub(crate) passed: [u64; 6],
    /// Where the poll is entered.
    pub(crate) entry: u64,
}

/// What the entries of polls share. One thread runs all ranks of a process that has any use of it.
#[repr(C)]
pub(crate) struct Polls {
    caller: Caller,
    /// Polls of the running rank that return at once with nothing found.
    replays: u64,
}

#[repr(transparent)]
pub(crate) struct Shared(UnsafeCell<Polls>);

// SAFETY: ranks of several threads write it side by side, as words, and nobody reads what they write (`latest_caller`).
unsafe impl Sync for Shared {}

/// See [`Polls`].
pub(crate) static POLLS: Shared = Shared(UnsafeCell::new(Polls {
    caller: Caller { kept: [0; 6], stack: 0, passed: [0; 6], entry: 0 },
    replays: 0,
}));

/// Where the count of polls that return at once lies there.
pub(crate) const REPLAYS_AT: usize = std::mem::offset_of!(Polls, replays);

/// The caller of the latest poll. On the thread that runs all ranks alone.
pub(crate) fn latest_caller() -> Caller {
    // SAFETY: this thread alone writes it.
    unsafe { (*POLLS.0.get()).caller }
}

/// Has the next polls of the running rank return at once with nothing found.
pub(crate) fn set_replays(polls: u64) {
    // SAFETY: as above.
    unsafe { (*POLLS.0.get()).replays = polls };
}

/// How many of them it has not made yet.
pub(crate) fn replays_left() -> u64 {
    // SAFETY: as above.
    unsafe { (*POLLS.0.get()).replays }
}

/// Makes the entry of a function that polls. `replay` writes what it writes when it finds nothing; where it is empty, that is where it
/// was the last time, as the loop has not changed it.
macro_rules! poll_entry {
    ($name:ident($($type:ty),*) to $body:ident replay $replay:literal) => {
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub(super) unsafe extern "C-unwind" fn $name(_: *const std::ffi::c_void, $(_: $type),*) -> std::ffi::c_int {
            core::arch::naked_asm!(
                "77:",
                "lea rax, [rip + {polls}]",
                "cmp qword ptr [rax + {replays}], 0",
                "jne 2f",
                "mov [rax], rbx",
                "mov [rax + 8], rbp",
                "mov [rax + 16], r12",
                "mov [rax + 24], r13",
                "mov [rax + 32], r14",
                "mov [rax + 40], r15",
                "mov [rax + 48], rsp",
                "mov [rax + 56], rdi",
                "mov [rax + 64], rsi",
                "mov [rax + 72], rdx",
                "mov [rax + 80], rcx",
                "mov [rax + 88], r8",
                "mov [rax + 96], r9",
                "lea r11, [rip + 77b]",
                "mov [rax + 104], r11",
                "jmp {body}",
                "2:",
                "dec qword ptr [rax + {replays}]",
                $replay,
                "xor eax, eax",
                "ret",
                polls = sym $crate::poll_loop::POLLS,
                replays = const $crate::poll_loop::REPLAYS_AT,
                body = sym $body,
            )
        }
    };
}

pub(crate) use poll_entry;
