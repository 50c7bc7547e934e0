//! Counts a rank's successive failed polls (`MPI_Test`, `MPI_Iprobe`). After a few of them, [`crate::poll_loop`] analyses whether the
//! program's loop around them does nothing but poll.

use crate::poll_loop::{Caller, Certain};
use ops::RepeatedPoll;
use std::ffi::c_void;
use std::ptr::null;

/// Successive failed polls after which the loop around them is analysed.
const MISSES: u32 = 2;
/// Loops that are kept of each kind.
const KEPT: usize = 4;

/// A rank's latest polls.
#[derive(Debug)]
pub(crate) struct PollWatch {
    /// The call site of the latest one that has failed.
    pub(crate) site: *const c_void,
    /// The number of successive polls that have failed, wherever they were made.
    pub(crate) misses: u32,
    /// The number of failed polls after which the loop is analysed.
    pub(crate) due: u32,
    /// The latest answer is for the poll after those that are known to fail.
    pub(crate) found: bool,
    /// The rank's loops, once one was analysed.
    pub(crate) loops: Option<Box<Loops>>,
}

/// A rank's loops that were analysed.
#[derive(Debug, Default)]
pub(crate) struct Loops {
    /// Call sites in loops that do more than poll, or cannot be analysed.
    refused: Vec<*const c_void>,
    /// Loops that do nothing else, the latest one last.
    certain: Vec<Certain>,
    /// A round of several polls that is being made for the engine to know them.
    pub(crate) round: Option<Round>,
}

/// Polls of a round that have been made.
#[derive(Debug)]
pub(crate) struct Round {
    /// The call site of the first one.
    pub(crate) first: *const c_void,
    /// How many polls there are besides.
    pub(crate) others: usize,
    pub(crate) made: Vec<RepeatedPoll>,
}

impl Loops {
    /// Whether a call site is in a loop that does more than poll.
    pub(crate) fn refuses(&self, site: *const c_void) -> bool {
        self.refused.contains(&site)
    }

    /// A call site is in a loop that does more than poll.
    pub(crate) fn refuse(&mut self, site: *const c_void) {
        keep(&mut self.refused, site);
    }

    /// The polls of a round of the loop that a caller is in, if that is known to do nothing else.
    pub(crate) fn polls(&self, caller: &Caller) -> Option<u32> {
        self.certain.iter().rev().find(|known| known.holds(caller)).map(|known| known.polls)
    }

    /// A loop does nothing but poll.
    pub(crate) fn keep(&mut self, certain: Certain) {
        keep(&mut self.certain, certain);
    }
}

/// Keeps one more, instead of the oldest if there are many.
fn keep<T>(list: &mut Vec<T>, one: T) {
    if list.len() == KEPT {
        list.remove(0);
    }
    list.push(one);
}

impl Default for PollWatch {
    fn default() -> Self {
        Self { site: null(), misses: 0, due: MISSES, found: false, loops: None }
    }
}

impl PollWatch {
    /// Notes a poll; `nothing`: it has failed.
    #[inline]
    pub(crate) fn note(&mut self, site: *const c_void, nothing: bool) {
        if nothing {
            (self.site, self.misses) = (site, self.misses.saturating_add(1));
        } else {
            (self.site, self.misses, self.due) = (null(), 0, MISSES);
            if let Some(loops) = &mut self.loops {
                loops.round = None;
            }
        }
    }
}
