//! Translates the result of a real MPI call, while a program is recorded, into the answer that a simulation would give. The
//! rank half (the runtime's part of MPI that runs with the program) expects this answer.

use ops::{
    CommCall, CommId, Completion, Group, NewComm, NewWindow, Post, RequestId, RequestSet, Status, WaitMode,
    WindowPart,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The groups of a communicator: the own one, and the other one of an intercommunicator.
pub(super) type Groups = (Arc<Group>, Option<Arc<Group>>);

/// Which requests of a call have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Found {
    /// All that it names.
    #[default]
    All,
    /// None.
    Nothing,
    /// Those in [`Outcome::done`].
    Some,
}

/// The results of a real call.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) found: Found,
    /// Requests that have ended, with their statuses.
    pub(super) done: Vec<(RequestId, Status)>,
    /// The status of what a blocking call has received or probed.
    pub(super) status: Status,
    /// The members of the communicator that it has made: none of the rank's, where it is not one.
    pub(super) comm: Option<Option<Groups>>,
    /// Of a file that it has opened, or asked for its size: that.
    pub(super) file_bytes: u64,
    /// Every rank's part of the window that it has made.
    pub(super) parts: Option<Arc<[WindowPart]>>,
    /// Communicators and windows that the rank half has not been told of.
    pub(super) news: Vec<NewComm>,
    pub(super) new_windows: Vec<NewWindow>,
}

impl Default for Outcome {
    fn default() -> Self {
        let (status, news, new_windows) = (Status::EMPTY, Vec::new(), Vec::new());
        Self {
            found: Found::All,
            done: Vec::new(),
            status,
            comm: None,
            file_bytes: 0,
            parts: None,
            news,
            new_windows,
        }
    }
}

impl Outcome {
    /// A new call begins.
    pub(super) fn clear(&mut self) {
        (self.found, self.status, self.comm, self.parts) = (Found::All, Status::EMPTY, None, None);
        self.done.clear();
    }

    /// The communicator that a post asks for, by its number; none: the rank is not in it.
    pub(super) fn made_comm(&mut self, call: &CommCall, own: u32, number: u32) -> Option<NewComm> {
        let alone = matches!(call, CommCall::CreateGroup { group, .. } if group.size() == 1);
        // `MPI_COMM_SELF`, which the engine half hears of at its first use, is nothing that a real call makes.
        let (group, remote) =
            if alone { (Arc::new(Group::range(own, 1)), None) } else { self.comm.take().flatten()? };
        if let (CommCall::Window(_), Some(parts)) = (call, self.parts.take()) {
            self.new_windows.push(NewWindow { window: CommId(number), parts });
        }
        Some(NewComm { comm: CommId(number), group, remote })
    }

    fn status_of(&self, request: RequestId, told: &mut FxHashMap<RequestId, u64>) -> Status {
        if let Some(handle) = told.remove(&request) {
            return Status { handle, ..Status::EMPTY };
        }
        self.done.iter().find(|(done, _)| *done == request).map_or(self.status, |(_, status)| *status)
    }

    /// The completions that answer a post.
    pub(super) fn answer(
        &self,
        post: &Post,
        told: &mut FxHashMap<RequestId, u64>,
        messages: &mut u64,
        into: &mut Vec<Completion>,
    ) {
        match post {
            Post::Wait { set, mode } => self.complete(set, *mode == WaitMode::All, told, into),
            Post::Test { set, .. } => self.complete(set, false, told, into),
            Post::Probe { request, matched, .. } if self.found != Found::Nothing => {
                *messages += u64::from(*matched);
                into.push(Completion { request: *request, status: Status { handle: *messages, ..self.status } });
            }
            Post::Parrived { request, .. } if self.found != Found::Nothing => {
                into.push(Completion { request: *request, status: Status::EMPTY });
            }
            Post::BlockingSend { request, .. } => into.push(Completion { request: *request, status: Status::EMPTY }),
            Post::BlockingRecv { request, .. } => into.push(Completion { request: *request, status: self.status }),
            _ => {}
        }
    }

    fn complete(
        &self,
        set: &RequestSet,
        whole: bool,
        told: &mut FxHashMap<RequestId, u64>,
        into: &mut Vec<Completion>,
    ) {
        for &request in set.ids() {
            let ended = match self.found {
                Found::All => true,
                Found::Nothing => whole,
                Found::Some => whole || self.done.iter().any(|(done, _)| *done == request),
            };
            if ended {
                into.push(Completion { request, status: self.status_of(request, told) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(outcome: &Outcome, post: &Post) -> Vec<(u32, i32)> {
        let mut into = Vec::new();
        outcome.answer(post, &mut FxHashMap::default(), &mut 0, &mut into);
        into.iter().map(|completion| (completion.request.0, completion.status.source)).collect()
    }

    #[test]
    fn a_test_reports_what_the_real_one_has_found() {
        let set = RequestSet::Many([RequestId(4), RequestId(7)].into());
        let test = Post::Test { set: set.clone(), mode: WaitMode::Any, peek: false };
        let from = |source| Status { source, ..Status::EMPTY };
        let mut outcome = Outcome { found: Found::Some, ..Outcome::default() };
        outcome.done.push((RequestId(7), from(3)));
        assert_eq!(completed(&outcome, &test), [(7, 3)]);
        outcome.found = Found::Nothing;
        assert_eq!(completed(&outcome, &test), []);
        let wait = Post::Wait { set, mode: WaitMode::All };
        assert_eq!(completed(&outcome, &wait), [(4, ops::ANY), (7, 3)]);
    }

    #[test]
    fn a_communicator_of_others_has_no_number() {
        let mut outcome = Outcome { comm: Some(None), ..Outcome::default() };
        assert_eq!(outcome.made_comm(&CommCall::Dup, 0, 5), None);
        let group = Arc::new(Group::range(2, 3));
        outcome.comm = Some(Some((group.clone(), None)));
        let own = CommCall::CreateGroup { group: Arc::new(Group::range(1, 1)), tag: 0 };
        let alone = outcome.made_comm(&own, 1, 5).expect("its own");
        assert_eq!((alone.comm, alone.group.size()), (CommId(5), 1));
        let made = outcome.made_comm(&CommCall::Dup, 1, 6).expect("a member");
        assert_eq!((made.comm, made.group), (CommId(6), group));
    }
}
