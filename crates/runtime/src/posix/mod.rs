//! Functions of POSIX on modelled files: what C's, C++'s, Fortran's and Python's own input and output end in.
//!
//! `launcher/posix.c` stands before the C library's functions, in both modes. For a path below the mount, or a descriptor that
//! such a path was opened by, it begins a call here, which takes the time that the engine says, and then calls the C library's
//! function: so contents, errors and positions are the system's, at the instant at which the call ends in simulated time.
//!
//! | file | what |
//! |---|---|
//! | `hooks` | what the C half calls |
//! | `mount` | which paths are modelled |
//! | `descriptors` | which descriptors are |
//! | `site` | where the program has called the library that has called us |

mod descriptors;
mod hooks;
mod mount;
mod site;

pub(crate) use hooks::{end_rank, install, remove, watch};
pub(crate) use mount::Mount;
