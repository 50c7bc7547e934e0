//! A call in an HDTrace file, with its arguments and times.

use super::project::Project;
use super::xml::at_line;
use crate::traces::error::{LineProblem, TraceError};
use ops::{Function, Layout, OpenMode, Operation, SendMode};
use std::sync::Arc;
use units::Time;

/// Call sites from here on are numbers of places in the program; those below are lines of the trace.
pub(super) const PLACES: u32 = 1 << 31;

/// Picoseconds in a second.
const SECOND: u128 = 1_000_000_000_000;
/// The longest trace: 100 days.
const LONGEST: u128 = 100 * 86_400 * SECOND;

/// The calls of a rank.
#[derive(Debug, Default)]
pub(super) struct Trace {
    pub(super) entries: Vec<Entry>,
}

/// A call.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) function: Function,
    /// The line of the trace.
    pub(super) line: u32,
    pub(super) site: u32,
    /// Picoseconds, by the clock of the trace.
    pub(super) begin: u128,
    pub(super) end: u128,
    pub(super) call: Call,
}

/// What a call does.
#[derive(Debug)]
pub(super) enum Call {
    /// It is posted at the begin of a replay anyway.
    Init,
    Finalize,
    /// It is not simulated and keeps its time.
    Kept,
    Send {
        to: Outgoing,
        mode: SendMode,
        comm: u32,
    },
    Recv {
        from: Incoming,
        comm: u32,
    },
    Sendrecv {
        to: Outgoing,
        from: Incoming,
        comm: u32,
    },
    Together(Together),
    Open(Box<Open>),
    Close {
        file: i64,
        barrier: bool,
    },
    Access {
        file: i64,
        together: bool,
        access: Box<Access>,
    },
    Sync {
        file: i64,
    },
}

/// A message out; nothing for no rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outgoing {
    pub(super) peer: Option<u32>,
    pub(super) tag: i32,
    pub(super) bytes: u64,
}

/// A message in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Incoming {
    /// A rank, [`ops::ANY`], or nothing for no rank.
    pub(super) peer: Option<i32>,
    pub(super) tag: i32,
}

/// A rank's part in a collective operation.
#[derive(Debug)]
pub(super) struct Together {
    pub(super) operation: Operation,
    pub(super) comm: u32,
    pub(super) root: u32,
    /// The rank's message to one peer, and that from another.
    pub(super) sent: u64,
    pub(super) received: u64,
    /// Elements sent.
    pub(super) count: u64,
    /// What each rank sends, where that differs.
    pub(super) blocks: Option<Arc<[u64]>>,
}

/// An open.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) comm: u32,
    pub(super) file: i64,
    pub(super) path: Arc<[u8]>,
    pub(super) mode: OpenMode,
    /// Time outside of its messages, before the last of them began and after it ended.
    pub(super) before: Time,
    pub(super) after: Time,
}

/// An access.
#[derive(Debug)]
pub(super) struct Access {
    pub(super) write: bool,
    pub(super) file: Layout,
    pub(super) memory: Layout,
}

impl Entry {
    /// How long it took.
    pub(super) fn length(&self) -> Time {
        span(self.begin, self.end)
    }
}

/// The time from one instant to another, none if that is before; at most what a trace may last.
pub(super) fn span(begin: u128, end: u128) -> Time {
    Time::from_ps(end.saturating_sub(begin).min(LONGEST) as u64)
}

impl Trace {
    /// The communicators that the rank's own messages and operations need.
    pub(super) fn comms(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().filter_map(|entry| match &entry.call {
            Call::Send { comm, .. } | Call::Recv { comm, .. } | Call::Sendrecv { comm, .. } => Some(*comm),
            Call::Together(together) => Some(together.comm),
            Call::Open(open) => Some(open.comm),
            _ => None,
        })
    }

    /// Refuses calls that end too long after the first of all ranks.
    pub(super) fn check_length(&self, project: &Project, rank: u32, origin: u128) -> Result<(), TraceError> {
        let end = |entry: &Entry| entry.end.saturating_sub(origin);
        match self.entries.iter().find(|entry| end(entry) > LONGEST) {
            Some(entry) => {
                let seconds = |ps: u128| u64::try_from(ps.div_ceil(SECOND)).unwrap_or(u64::MAX);
                let (found, most) = (seconds(end(entry)), seconds(LONGEST));
                Err(at_line(&project.file(rank), entry.line, LineProblem::TooLate { found, most }))
            }
            None => Ok(()),
        }
    }
}
