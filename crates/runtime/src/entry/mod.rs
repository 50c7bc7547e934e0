//! The entry points of MPI functions on the rank's side. A program's call of `MPI_X(…)` goes to a *face*: a shared library with
//! the ABI that the program was linked with (libmpi_abi.so, libmpich.so …). The face only notes the call site and calls
//! `wt_MPI_X(site, …)` here.
//!
//! # How an entry is written
//!
//! ```ignore
//! entry! {
//!     CommSize: fn wt_MPI_Comm_size(comm: usize, size: *mut c_int) comm = comm |call| {
//!         let ranks = call.rank().comm(handle(comm))?.size;
//!         put(size, ranks as c_int)
//!     }
//! }
//! ```
//!
//! `entry!` makes an exported `extern "C-unwind"` function with the parameters of the C binding after the call site. That
//! function first makes a *post* (a request to the engine) for the program's computation since the previous call. It then runs
//! the body, a `Result<(), Fault>`, and returns 0, or the result of the error handler for the fault: the handler of the object
//! named by `comm =`, `win =`, `session =` or `file =`, by default that of `MPI_COMM_SELF`. `with_large_count!` makes a
//! function and its large-count variant at once; its body uses `Count` and `Displacement` for the integer types in which they
//! differ. The generator of the faces searches these files for `fn wt_MPI_X(` to find the functions that are simulated: write
//! the names out.
//!
//! Types: integers and constants are those of the standard ABI whatever face the program uses. Handles come as `usize` (they
//! are pointers in C), and `handle` makes them numbers. Buffers are `*const c_void`; the rank half (crate `mpi_rank`) gets
//! their `address`. Results are stored with `put`. Objects live in tables of `mpi_rank::Rank`: `call.rank()`.
//!
//! Entry points run on the program's stack: it may be small (an entry point gets 2 KiB), and a callback's exception or
//! `longjmp` may leave an entry point without unwinding it. So these rules hold:
//! - No borrow of `call.rank()`, no `Vec`, `Box` or other value that needs dropping lives across `Call::ask` or
//!   `Call::callback`. Put values that are needed later into the rank's tables first. The borrow checker finds such borrows,
//!   but not such owned values.
//! - Functions of the program are called through `Call::callback`.
//! - Message text is built only for errors that end the run; faults carry numbers.
//! - A function or argument that is not simulated ends the run: `call.fatal(…)`.
//!
//! | file | functions |
//! |---|---|
//! | `environment` | start, end, time, names, memory |
//! | `send`, `receive`, `persistent`, `buffered` | point-to-point |
//! | `partitioned` | partitioned communication |
//! | `probe` | probes and matched receives |
//! | `wait` | completion: wait, test, free, cancel |
//! | `status` | reading and changing statuses |
//! | `collective`, `neighborhood` | collective operations in their three forms |
//! | `communicator`, `making` | properties, creation and freeing of communicators |
//! | `spawn`, `ports` | dynamic processes: spawning, ports and the name server |
//! | `attribute` | attributes of communicators and datatypes |
//! | `group` | groups |
//! | `datatype`, `contents`, `pack` | construction and properties of datatypes, packing |
//! | `info` | info objects |
//! | `error` | error handlers, classes and codes |
//! | `session` | sessions, and communicators created from groups |
//! | `convert` | handles as integers |
//! | `topology`, `graph` | virtual topologies |
//! | `operation` | reduction operations |
//! | `generalised` | generalised requests |
//! | `tools` | the tools interface |
//! | `window`, `shared` | windows: creation, memory, attributes, names, error handlers |
//! | `window_access`, `window_sync` | one-sided communication and its synchronisation |
//! | `file`, `file_view`, `file_access`, `file_convert` | files: open and close, views and pointers, reads and writes |

mod abi;
mod arguments;
mod attribute;
mod buffered;
mod collective;
mod communicator;
mod contents;
mod convert;
mod datatype;
mod environment;
mod error;
pub(crate) mod file;
mod file_access;
mod file_convert;
mod file_view;
mod generalised;
mod graph;
mod group;
mod info;
mod making;
mod message;
mod neighborhood;
mod operation;
mod pack;
mod partitioned;
mod persistent;
mod polling;
pub(crate) mod polls_by_address;
mod ports;
mod probe;
mod receive;
mod send;
mod session;
mod shared;
mod spawn;
mod status;
#[cfg(test)]
mod tests;
mod tools;
mod topology;
mod wait;
mod window;
mod window_access;
mod window_sync;

pub use abi::MpiStatus;
pub(crate) use abi::{address, handle};

/// Makes an entry point: see the module.
macro_rules! entry {
    ($(#[$meta:meta])* $function:ident: fn $name:ident($($argument:ident: $type:ty),* $(,)?)
        $(comm = $comm:ident)? $(win = $win:ident)? $(session = $session:ident)? $(file = $file:ident)? |$call:ident| $body:block) => {
        $crate::entry::function! {
            $(#[$meta])*
            #[unsafe(no_mangle)]
            $function: fn $name($($argument: $type),*) $(comm = $comm)? $(win = $win)? $(session = $session)? $(file = $file)? |$call| $body
        }
    };
}

/// Makes an entry point of a function that looks whether something has happened, and may do so in a loop ([`crate::poll_loop`]).
/// `$body_name`: where it goes on.
macro_rules! poll {
    ($function:ident: fn $name:ident($($argument:ident: $type:ty),* $(,)?) as $body_name:ident replay $replay:literal
        $(comm = $comm:ident)? |$call:ident| $body:block) => {
        $crate::poll_loop::poll_entry! { $name($($type),*) to $body_name replay $replay }
        $crate::entry::function! {
            $function: fn $body_name($($argument: $type),*) $(comm = $comm)? |$call| $body
        }
    };
}

/// The function that an entry point is, by any name.
macro_rules! function {
    ($(#[$meta:meta])* $function:ident: fn $name:ident($($argument:ident: $type:ty),* $(,)?)
        $(comm = $comm:ident)? $(win = $win:ident)? $(session = $session:ident)? $(file = $file:ident)? |$call:ident| $body:block) => {
        $(#[$meta])*
        unsafe extern "C-unwind" fn $name(site: *const std::ffi::c_void, $($argument: $type),*) -> std::ffi::c_int {
            let mut call = $crate::call::Call::enter(ops::Function::$function, site);
            $(call.errors_on_comm($crate::entry::handle($comm));)?
            $(call.errors_on_window($crate::entry::handle($win));)?
            $(call.errors_on_session($crate::entry::handle($session));)?
            $(call.errors_on_file($crate::entry::handle($file));)?
            let $call = &mut call;
            // SAFETY: the program passes what the standard demands of this function's arguments.
            #[allow(unused_unsafe, clippy::redundant_closure_call, reason = "a body with `?` that may be safe")]
            let result = (|| -> Result<(), mpi_rank::Fault> { unsafe { $body } })();
            call.leave(result)
        }
    };
}

/// Makes an entry point of a function that may be called at any time.
macro_rules! entry_anytime {
    ($function:ident: fn $name:ident($($argument:ident: $type:ty),* $(,)?) |$call:ident| $body:block) => {
        #[unsafe(no_mangle)]
        unsafe extern "C-unwind" fn $name(site: *const std::ffi::c_void, $($argument: $type),*) -> std::ffi::c_int {
            let mut call = $crate::call::Call::enter_anytime(ops::Function::$function, site);
            let $call = &mut call;
            // SAFETY: the program passes what the standard demands of this function's arguments.
            #[allow(unused_unsafe, clippy::redundant_closure_call, reason = "bodies differ: some touch no memory, some cannot fail")]
            let result = (|| -> Result<(), mpi_rank::Fault> { unsafe { $body } })();
            call.leave(result)
        }
    };
}

/// Makes an entry point and its large-count variant: see the module.
macro_rules! with_large_count {
    ([$small:ident: fn $small_name:ident()] [$large:ident: fn $large_name:ident()]
        ($($argument:ident: $type:ty),* $(,)?) $(comm = $comm:ident)? $(win = $win:ident)? $(session = $session:ident)? $(file = $file:ident)?
        |$call:ident| $body:block) => {
        const _: () = {
            #[allow(dead_code, reason = "not every function has both")]
            type Count = std::ffi::c_int;
            #[allow(dead_code, reason = "not every function has both")]
            type Displacement = std::ffi::c_int;
            $crate::entry::entry! {
                $small: fn $small_name($($argument: $type),*) $(comm = $comm)? $(win = $win)? $(session = $session)? $(file = $file)? |$call| $body
            }
        };
        const _: () = {
            #[allow(dead_code, reason = "not every function has both")]
            type Count = i64;
            #[allow(dead_code, reason = "not every function has both")]
            type Displacement = i64;
            $crate::entry::entry! {
                $large: fn $large_name($($argument: $type),*) $(comm = $comm)? $(win = $win)? $(session = $session)? $(file = $file)? |$call| $body
            }
        };
    };
}

pub(crate) use {entry, entry_anytime, function, poll, with_large_count};
