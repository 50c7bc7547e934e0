//! The engine's answers to the requests of ranks ([`crate::Post`]): clock, completions, new communicators.

use crate::{CommId, ErrorClass, Group, NewWindow, RequestId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use units::Time;

/// How an operation ended (MPI 5.0 §3.2.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// The sender's rank in the communicator, or `PROC_NULL`, or [`crate::ANY`] where there is none.
    pub source: i32,
    /// The message's tag, or [`crate::ANY`].
    pub tag: i32,
    /// Bytes received (packed).
    pub bytes: u64,
    /// What went wrong.
    pub error: ErrorClass,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// A detail that depends on the operation and its error:
    ///
    /// | operation | `handle` |
    /// |---|---|
    /// | matched probe | the message |
    /// | creation of a communicator | its number, or [`CommId::NULL`]'s |
    /// | receive that was too short | the bytes of the message, and both kinds of elements ([`crate::Elements::truncated`]) |
    /// | receive whose elements do not match | the two kinds of elements |
    /// | operation on a file | its size, or the shared pointer |
    pub handle: u64,
}

impl Status {
    /// The empty status (MPI 5.0 §3.7.3).
    pub const EMPTY: Self = Self {
        source: crate::ANY,
        tag: crate::ANY,
        bytes: 0,
        error: ErrorClass::Success,
        cancelled: false,
        handle: 0,
    };
}

/// A completed request, reported by a wait, test or probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Completion {
    /// The request.
    pub request: RequestId,
    /// How it ended.
    pub status: Status,
}

/// A communicator that a rank has become a member of, sent before the completion that names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewComm {
    /// Its number.
    pub comm: CommId,
    /// Its members in rank order (of an intercommunicator: those of the own group); one table, shared by all.
    pub group: Arc<Group>,
    /// The other group of an intercommunicator (MPI 5.0 §7.6).
    pub remote: Option<Arc<Group>>,
}

/// The engine's answer to the post that demanded one. `completions` are in the order of the post's set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Answer {
    /// The rank's own clock.
    pub now: Time,
    /// Requests that ended and are reported: none for a test that found too little.
    pub completions: Vec<Completion>,
    /// After [`crate::Post::OnlyPolls`]: how many polls have found nothing before the one that this answers. The rank's clock is that of
    /// this one, which may have found nothing either where a rank makes several in turn.
    pub missed: u64,
    /// After [`crate::Post::Sample`]: the time that stands for the body; none: it has to run. Times that follow are those of further
    /// bodies of the same sample, which the rank skips without asking.
    pub stated: Vec<Time>,
    /// Communicators that became known since the last answer.
    pub comms: Vec<NewComm>,
    /// Released requests that have ended since the last answer: their numbers are free again.
    pub released: Vec<RequestId>,
    /// Windows that became known since the last answer; their communicators are among `comms`.
    pub windows: Vec<NewWindow>,
}

impl Answer {
    /// Empties the answer, to be filled again.
    #[inline]
    pub fn clear(&mut self) {
        self.completions.clear();
        self.missed = 0;
        self.stated.clear();
        self.comms.clear();
        self.released.clear();
        self.windows.clear();
    }

    /// Appends the news (communicators, windows, released requests) of a later answer.
    pub fn append_news(&mut self, later: &Self) {
        self.comms.extend_from_slice(&later.comms);
        self.released.extend_from_slice(&later.released);
        self.windows.extend_from_slice(&later.windows);
    }

    /// Puts earlier news in front.
    pub fn prepend_news(&mut self, mut earlier: Self) {
        earlier.append_news(self);
        (self.comms, self.released, self.windows) = (earlier.comms, earlier.released, earlier.windows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_news_comes_first() {
        let of = |request| Answer {
            released: vec![RequestId(request)],
            now: Time::from_ns(request.into()),
            ..Answer::default()
        };
        let mut noted = Answer::default();
        noted.append_news(&of(1));
        noted.append_news(&of(2));
        let mut answer = of(3);
        answer.prepend_news(noted);
        assert_eq!(answer, Answer { released: vec![RequestId(1), RequestId(2), RequestId(3)], ..of(3) });
    }
}
