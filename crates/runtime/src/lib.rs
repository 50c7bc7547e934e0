//! Real programs as simulated ranks: entry points of MPI, what carries ranks, and the glue with the engine. All
//! `unsafe` of the project is here.

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
mod poll_loop;
mod posix;
mod posix_io;
pub mod processes;
pub mod program_kind;
mod rank_variables;
mod recorder;
mod restart;
mod sanitizer;
mod standard_streams;
mod upcall;
