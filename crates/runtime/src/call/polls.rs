//! Counts a rank's successive failed polls (`MPI_Test`, `MPI_Iprobe`) at one call site. After a few of them,
//! [`crate::poll_loop`] analyses whether the program's loop around that call does nothing but poll.

use std::ffi::c_void;
use std::ptr::null;

/// Successive failed polls at one call site after which the loop around it is analysed.
const MISSES: u32 = 2;

/// A rank's latest polls.
#[derive(Debug)]
pub(crate) struct PollWatch {
    /// The call site, and the number of successive polls that have failed there.
    pub(crate) site: *const c_void,
    pub(crate) misses: u32,
    /// The number of failed polls after which the loop is analysed.
    pub(crate) due: u32,
    /// The latest answer is for the poll after those that are known to fail.
    pub(crate) found: bool,
    /// The call site of a loop that does more than poll, or cannot be analysed.
    pub(crate) refused: *const c_void,
}

impl Default for PollWatch {
    fn default() -> Self {
        Self { site: null(), misses: 0, due: MISSES, found: false, refused: null() }
    }
}

impl PollWatch {
    /// Notes a poll; `nothing`: it has failed.
    #[inline]
    pub(crate) fn note(&mut self, site: *const c_void, nothing: bool) {
        if nothing && self.site == site {
            self.misses = self.misses.saturating_add(1);
        } else {
            (self.site, self.misses, self.due) = (site, u32::from(nothing), MISSES);
        }
    }
}
