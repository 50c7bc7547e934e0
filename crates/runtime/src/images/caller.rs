//! Finds where the program has called an interposed C library function: keeps the return address of the latest call.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The return address of the latest call of a function that [`recording_caller`] has made.
pub(crate) static CALLER: AtomicUsize = AtomicUsize::new(0);

/// Where the program has called the function of ours that runs; 0 if it was called by ourselves.
pub(crate) fn take_call_address() -> usize {
    CALLER.swap(0, Ordering::Relaxed)
}

/// The return address of the latest call of a function that allocates, where allocations are followed.
pub(crate) static ALLOCATES: AtomicUsize = AtomicUsize::new(0);

/// Where the program has called the function that allocates; 0 if others call it, or allocations are not followed.
pub(crate) fn take_allocating_address() -> usize {
    ALLOCATES.swap(0, Ordering::Relaxed)
}

/// Defines a function that notes where it is called from and goes on as another one, with the same arguments. The scratch
/// register is one that no argument is passed in.
macro_rules! recording_caller {
    ($($name:ident => $target:path),* $(,)?) => {
        $crate::images::caller::recording_caller! { in $crate::images::caller::CALLER; $($name => $target,)* }
    };
    (in $caller:path; $($name:ident => $target:path,)*) => { $(
        #[unsafe(naked)]
        unsafe extern "C-unwind" fn $name() {
            std::arch::naked_asm!(
                "mov r11, [rsp]",
                "mov [rip + {caller}], r11",
                "jmp {target}",
                caller = sym $caller,
                target = sym $target,
            )
        }
    )* };
}
pub(crate) use recording_caller;
