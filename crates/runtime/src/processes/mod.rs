//! Processes mode: each rank is a process of the operating system. This mode runs any program that can be loaded, also
//! programs that use Python, threads, fixed addresses, or libraries with state of their own.
//!
//! ```text
//! simulator (this library in the launcher)            zygote: the program, stopped before its first line
//!   engine half ── ProcessesDriver ──"fork rank 3"──▶   │ fork
//!        ▲                                              ▼
//!        └──── channel: shared memory, futex ────▶ rank 3: the program, this library, rank half
//! ```
//!
//! As a rule one of these processes runs at a time, and they share one core. Only ranks with long computations may run in
//! parallel, on further cores (`beside`). The rank half of MPI runs with the program, the engine half with the simulated clock.
//! A rank collects its requests to the engine (*posts*) until a post needs an answer. Then it sends all of them and sleeps
//! until the answer arrives. The answer to a short blocking send would only be a time, so the rank goes on without it: the rank
//! *runs ahead*. The driver passes these posts to the engine in the groups in which the rank would have sent them otherwise, so
//! that simulated times are the same as in images mode. Text that a rank prints while it runs ahead is kept back, and the rank
//! waits for the engine before it opens a file. If the rank crashes, its posts since the last answer are lost.
//!
//! The engine accesses a rank's memory by `process_vm_readv` and `process_vm_writev`; where the system refuses these, the rank
//! copies the data itself. Short messages travel inline (`inline_data`).
//!
//! The zygote is loaded once, with this library preloaded, and forks a rank when the engine first resumes it. That takes
//! 0.1 ms; loading a Python interpreter with its modules takes 250 ms. Spawned programs have zygotes of their own, shared by
//! all ranks of the same program with the same arguments.
//!
//! Ranks end when their zygote ends, and the zygote ends when the simulator ends (`PR_SET_PDEATHSIG`). The shared memory is
//! anonymous and is freed when the last of these processes ends.
//!
//! | file | contents |
//! |---|---|
//! | `channel` | shared memory, turns and messages |
//! | `protocol`, `inline_data` | contents of messages |
//! | `driver`, `beside`, `failures`, `output`, `memory`, `sites` | the simulator's side |
//! | `orders` | orders to the zygote |
//! | `start`, `core` | starting the zygote, and its core |
//! | `zygote`, `rank`, `link`, `own_sites`, `reduction`, `variables`, `foreign_mpi` | the program's side |
//! | `threads`, `thread_states` | ranks with several threads |
//! | `limits`, `footprint` | processes and memory available, and memory taken |

mod bell;
mod beside;
mod channel;
pub(crate) mod core;
mod driver;
mod failures;
mod footprint;
mod foreign_mpi;
mod inline_data;
mod limits;
mod link;
mod memory;
mod orders;
mod output;
mod own_memory;
mod own_sites;
mod protocol;
mod rank;
mod reduction;
mod sites;
mod start;
mod thread_states;
mod threads;
mod tracebacks;
mod variables;
mod zygote;

pub(crate) use core::cores;
pub use driver::ProcessesDriver;
pub use limits::LimitError;
pub(crate) use own_sites::OwnSites;
pub use start::{ProcessOptions, Program, StartError};
