//! Processes mode: one process of the operating system for each rank. It runs everything that can be loaded at all:
//! Python, threads, fixed addresses, libraries with state of their own.
//!
//! ```text
//! simulator (this library in the launcher)            zygote: the program, stopped before its first line
//!   engine half ── ProcessesDriver ──"fork rank 3"──▶   │ fork
//!        ▲                                              ▼
//!        └──── channel: shared memory, futex ────▶ rank 3: the program, this library, rank half
//! ```
//!
//! Only one of them runs at a time, so they share one core: a rank hands over its posts where one demands an answer
//! and sleeps until the answer is there. What demands none is collected in the rank, and so is a short blocking send, of
//! whose end a rank learns nothing but the time: it runs on, and the driver gives the engine one batch after the other, so
//! that simulated times are those of the other modes. Between such sends ranks print earlier than there, and what a
//! rank has posted since its last answer is lost if it crashes. The engine reaches a rank's memory by
//! `process_vm_readv` and `process_vm_writev`; short messages are carried in what is said (`inline_data`).
//!
//! The zygote is loaded once, with this library preloaded, and forks a rank when the engine first runs it: that costs
//! a tenth of a millisecond, where loading a Python interpreter with its modules takes a quarter of a second. A program
//! that ranks start gets a zygote of its own, or more ranks of the zygote that the same program with the same arguments
//! has already.
//!
//! Who dies takes the others along: ranks end with their zygote, the zygote with the simulator (`PR_SET_PDEATHSIG`);
//! the shared memory has no name and ends with the last of them.
//!
//! | file | what |
//! |---|---|
//! | `channel` | the shared memory and the handing over |
//! | `protocol`, `inline_data` | what is said through it |
//! | `driver`, `output`, `memory`, `sites` | the simulator's side |
//! | `start`, `core` | how the zygote is started, and where |
//! | `zygote`, `rank`, `link`, `own_sites`, `reduction`, `variables`, `foreign_mpi` | the program's side |
//! | `threads`, `thread_states` | ranks with several threads |
//! | `limits` | processes and memory there are |

mod channel;
mod core;
mod driver;
mod foreign_mpi;
mod inline_data;
mod limits;
mod link;
mod memory;
mod output;
mod own_sites;
mod protocol;
mod rank;
mod reduction;
mod sites;
mod start;
mod thread_states;
mod threads;
mod variables;
mod zygote;

pub use driver::ProcessesDriver;
pub use limits::LimitError;
pub use start::{ProcessOptions, Program, StartError};
