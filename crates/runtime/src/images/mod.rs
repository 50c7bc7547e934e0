//! Images mode: unmodified C, C++ and Fortran programs as many ranks of one process.
//!
//! Every rank gets its own copy-on-write *image* of the program (the executable and those of its libraries that hold state,
//! with their global, static and thread-local variables). A rank also has its own heap, and runs as a coroutine on its own
//! stack. All ranks share the C library and other system libraries. Functions of these libraries that change the state of the
//! process are replaced by Windtunnel's own versions (*interposed*). The engine has a stack of its own, and runs one rank at a
//! time:
//!
//! ```text
//! Images::load ─▶ resume(rank) ──switch──▶ rank's code … entry point … yield_now() ──switch──▶ Yielded::Blocked
//! ```
//!
//! An MPI entry point writes its request to the engine into the rank's data (`current_user()`), and calls `yield_now`. When
//! `yield_now` returns, the engine's answer is in the rank's data. A callback of the program that runs within an entry point
//! may itself call MPI, and so yield again. The C frames of a suspended rank are never unwound: if the rank does not finish,
//! its stack is discarded.
//!
//! One process holds one `Images` at a time, on the main thread of the launcher (`launcher.c`).
//!
//! | file | contents |
//! |---|---|
//! | `elf`, `resolve`, `template`, `relocate`, `loaded` | from files to an image that can be placed anywhere |
//! | `space`, `slot_pool`, `spawn` | address space for ranks of a program, and of programs that are started later |
//! | `slot`, `state`, `running` | state of a rank and of all ranks, the rank that runs |
//! | `switch`, `start`, `canary` | switching, start and end of a rank, overflow of its stack |
//! | `float_controls`, `thread_local_pad`, `directories`, `output`, `random` | per-process state that is kept per rank |
//! | `arena`, `mappings`, `backing`, `window_line` | heaps, the addresses of what ranks map, where heaps and static variables are kept, and memory of tiny windows |
//! | `interpose/*`, `caller` | interposed functions of the C library, and their callers |
//! | `locate` | addresses of code as (object, offset) |
//! | `objects`, `rank_object` | variables of an MPI library whose addresses are handles |
//! | `handlers` | handlers of signals |
//! | `workers` | processes in which ranks compute at once |
//! | `crash`, `watchdog` | reports of ranks that crash or never call MPI |

mod allocations;
mod arena;
mod backing;
mod caller;
mod canary;
pub mod crash;
mod directories;
mod elf;
mod error;
mod float_controls;
mod footprint;
mod handlers;
mod interpose;
mod launcher;
mod load;
mod loaded;
mod locate;
mod mappings;
mod objects;
mod order;
mod outcome;
mod output;
mod own_memory;
mod paging;
mod random;
mod rank_object;
mod relocate;
mod resolve;
mod running;
mod slot;
mod slot_pool;
mod space;
mod spawn;
mod start;
mod state;
mod statics;
mod switch;
mod template;
mod thread_local_pad;
pub mod watchdog;
pub(crate) mod window_line;
pub(crate) mod workers;

pub(crate) use allocations::PlaceAllocations;
pub use arena::HeapUse;
pub(crate) use arena::{FoldUse, OwnStatics};
pub use backing::Backing;
pub use error::LoadError;
pub(crate) use interpose::mappings::watch as watch_mapped_files;
pub(crate) use interpose::memory::aligned;
pub(crate) use interpose::posix::model_files;
pub use launcher::Launcher;
pub use load::{Images, Memory, Options};
pub(crate) use load::{fold_use, read_ahead};
pub use locate::{locate, object_path};
pub(crate) use order::{is_ahead, note_company, waits_for_company};
pub use outcome::Yielded;
pub(crate) use output::Collected;
pub(crate) use own_memory::own_memory;
pub(crate) use paging::PAGING;
pub use resolve::{SIGN_OF_MPI, face_of, same_abi};
pub(crate) use resolve::{dladdr1, symbols};
pub use running::{current_rank, current_user, end_unsupported, in_rank, yield_now};
pub(crate) use running::{may_run_ahead, run_ahead, stay_behind};
pub use spawn::SpawnGroup;
pub use state::Hooks;
