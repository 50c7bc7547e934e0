//! POSIX I/O on files of the modelled file system. The I/O libraries of C, C++, Fortran and Python use the POSIX functions, so
//! their accesses are simulated, too.
//!
//! `launcher/posix.c` interposes the C library's functions, whether ranks are images (loaded copies of the program in one
//! process) or processes. For a path below the modelled mount point, or a descriptor opened with such a path, the interposed
//! function does two things. First it calls this module, which lets the simulated time of the access pass; the engine computes
//! this time. Then it calls the C library's function, at the instant at which the call ends in simulated time. So contents,
//! errors and positions are the operating system's.
//!
//! | file | contents |
//! |---|---|
//! | `hooks` | the functions that the C half calls |
//! | `mount` | the paths that are modelled |
//! | `descriptors` | the descriptors that are modelled |
//! | `site` | the call sites of I/O in the program |

mod descriptors;
mod hooks;
mod mount;
mod site;

pub(crate) use hooks::{end_rank, install, remove, watch};
pub(crate) use mount::Mount;
