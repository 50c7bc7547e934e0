//! Images mode: unmodified C, C++ and Fortran programs as many ranks of one process.
//!
//! Every rank gets its own copy-on-write image of the program (executable, its libraries that hold state, their globals,
//! static and thread-local variables), its own stack as a coroutine and its own heap; the C library and other system
//! libraries are shared, with the functions whose state belongs to a process bound to versions of our own. The engine
//! stays on its own stack and runs one rank at a time:
//!
//! ```text
//! Images::load ─▶ resume(rank) ──switch──▶ rank's code … entry point … yield_now() ──switch──▶ Yielded::Blocked
//! ```
//!
//! Entry points fill in what they want (data behind `current_user()`), call `yield_now`, and find the answer when it
//! returns; it may be called again from callbacks nested in it. Suspended C frames are never unwound: a rank that does not
//! finish is forgotten with its stack.
//!
//! One process holds one `Images` at a time, on the main thread of the launcher (`launcher.c`).
//!
//! | file | what |
//! |---|---|
//! | `elf`, `resolve`, `template`, `relocate`, `loaded` | from files to an image that can be placed anywhere |
//! | `space`, `slot_pool`, `spawn` | address space for ranks of a program, and of programs that are started later |
//! | `state`, `switch`, `start` | state of ranks, switching, beginning and end of a rank |
//! | `arena` | heaps |
//! | `interpose/*` | functions of the C library that a rank gets instead of the shared ones |
//! | `locate` | addresses of code in terms that all ranks share |
//! | `objects` | variables of an MPI library that programs know by their address |
//! | `crash`, `watchdog` | what is said when a rank fails or never calls MPI |

mod arena;
pub mod crash;
mod elf;
mod error;
mod interpose;
mod launcher;
mod load;
mod loaded;
mod locate;
mod objects;
mod relocate;
mod resolve;
mod slot_pool;
mod space;
mod spawn;
mod start;
mod state;
mod switch;
mod template;
pub mod watchdog;

pub use arena::HeapUse;
pub use error::LoadError;
pub use launcher::Launcher;
pub use load::{Images, Memory, Options};
pub use locate::{locate, object_path};
pub(crate) use resolve::dladdr1;
pub use resolve::{FOREIGN_FORTRAN, SIGN_OF_MPI, face_of, same_abi, undefined_symbols};
pub use spawn::SpawnGroup;
pub use switch::{current_rank, current_user, end_unsupported, in_rank, yield_now};

/// Why a rank gave control back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yielded {
    /// It waits in `yield_now`.
    Blocked,
    /// It ended with this exit status (0–255 as a parent would see it).
    Finished {
        /// Status.
        code: i32,
    },
    /// It did something images mode cannot do; the reason names it and the way out. The rank is gone.
    Unsupported {
        /// What, and what to do instead.
        reason: &'static str,
    },
    /// It crashed, and a crash record says how ([`crash`]). The rank is gone.
    Crashed,
    /// The run is to end, and the rank computed and did not come back by itself ([`watchdog`]). It is gone.
    Interrupted,
}

/// What ranks need from the simulation outside MPI. Called on a rank's stack: keep frames small.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// Simulated time of the calling rank, picoseconds.
    pub now: fn() -> u64,
    /// Lets simulated time pass for the calling rank, picoseconds; may call `yield_now`.
    pub sleep: fn(u64),
}
