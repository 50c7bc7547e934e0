//! Runs real programs as simulated ranks: the entry points of MPI functions, the two ways to run ranks (as images in one
//! process, or as processes), and their connection to the engine. All `unsafe` code of the project is here.
//!
//! # Terms
//! - A *post* ([`ops::Post`]) is a request from a rank to the engine (SimGrid: simcall).
//! - A *face* is a shared library with an MPI ABI (the standard ABI, MPICH's or Open MPI's). It forwards each `MPI_X` to
//!   the entry point `wt_MPI_X`, like an ABI shim of MPItrampoline.
//! - A *block* is the program's computation between two MPI calls (SMPI: CPU burst).
//! - An *image* is a copy of the program's code and globals in the engine's process, for one rank (SMPI: privatisation).
//! - A rank *runs ahead* if it goes on before the engine has answered its request. It does so only if it does not need the
//!   answer.

pub mod call;
mod callbacks;
pub mod clock;
mod clock_hooks;
pub mod driver;
pub mod entry;
pub mod images;
mod launch;
mod main_entry;
mod memory;
mod mpi_lock;
mod opens;
mod outside;
mod outside_wait;
mod own_children;
mod poll_loop;
mod posix;
mod posix_io;
pub mod processes;
pub mod program_kind;
mod rank_text;
mod rank_variables;
mod recorder;
mod restart;
mod sanitizer;
mod standard_streams;
mod upcall;
