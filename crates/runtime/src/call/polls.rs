//! Counts a rank's successive failed polls (`MPI_Test`, `MPI_Iprobe`) at one call site. After a few of them,
//! [`crate::poll_loop`] analyses whether the program's loop around that call does nothing but poll.

use std::ffi::c_void;
use std::ptr::null;

/// Polls in a row at one call site that find nothing before one looks whether the rank does nothing else.
const MISSES: u32 = 2;

/// What is known of a rank's latest polls.
#[derive(Debug)]
pub(crate) struct PollWatch {
    /// The call site, and how many polls there have found nothing.
    pub(crate) site: *const c_void,
    pub(crate) misses: u32,
    /// After how many one looks whether the rank does nothing else.
    pub(crate) due: u32,
    /// The latest answer is for the poll after those that are known to find nothing.
    pub(crate) found: bool,
    /// A call site of a loop that does more, or cannot be followed.
    pub(crate) refused: *const c_void,
}

impl Default for PollWatch {
    fn default() -> Self {
        Self { site: null(), misses: 0, due: MISSES, found: false, refused: null() }
    }
}

impl PollWatch {
    /// Notes a poll that has found something, or nothing.
    #[inline]
    pub(crate) fn note(&mut self, site: *const c_void, nothing: bool) {
        if nothing && self.site == site {
            self.misses = self.misses.saturating_add(1);
        } else {
            (self.site, self.misses, self.due) = (site, u32::from(nothing), MISSES);
        }
    }
}
