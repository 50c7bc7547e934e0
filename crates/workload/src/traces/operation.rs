//! The operations of which all traces consist, whatever their format: a rank's requests to the engine, and computation.

use crate::calls::{self, Message};
use ops::{
    CallSite, CollectiveCall, CommCall, CommId, Enter, FileCall, Function, Post, RequestId, RequestSet, SendMode,
    Work,
};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use units::Time;

/// An operation of a rank of a trace. Communicators are indices of the rank's own (0 is the world), requests its own numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Operation {
    /// A post without more to say.
    Post(Post),
    /// A test or probe that found something.
    Found {
        /// The test or probe.
        post: Post,
        /// Of a matched probe: which message of the rank it took, counted from 0.
        message: u32,
    },
    /// A test or probe that found nothing.
    Missed(Post),
    /// Creates a communicator.
    Create {
        /// Its request.
        request: RequestId,
        /// The parent.
        comm: CommId,
        /// The call.
        call: Box<CommCall>,
        /// The new one's index.
        index: u32,
        /// The first of the ranks that it starts; none if it starts none.
        first: Option<u32>,
    },
    /// From here on time counts for [`Operation::Hold`].
    Mark,
    /// The rank goes on no earlier than so long after the mark.
    Hold(Time),
    /// The rank has ended, with this status.
    End(i32),
    /// What the rank's threads post.
    Threads {
        /// Once this thread has its answer; none: unasked.
        after: Option<u32>,
    },
    /// The posts of this thread begin.
    Thread(u32),
    /// The posts of threads end.
    EndThreads {
        /// The status if the rank has ended.
        exit: Option<i32>,
    },
}

/// Operations that a reader has produced, in order.
#[derive(Debug, Default)]
pub(crate) struct Made {
    /// Those that are plain posts, up to the first that demands an answer.
    pub(super) posts: Vec<Post>,
    /// How many of them were there before.
    pub(super) taken: usize,
    /// Whether there was one.
    pub(super) stops: bool,
    /// What follows.
    pub(super) rest: VecDeque<Operation>,
}

impl Made {
    pub(crate) fn is_empty(&self) -> bool {
        self.posts.len() == self.taken && self.rest.is_empty()
    }

    #[inline]
    pub(crate) fn operation(&mut self, operation: Operation) {
        self.rest.push_back(operation);
    }

    #[inline]
    pub(crate) fn post(&mut self, post: Post) {
        if self.stops || !self.rest.is_empty() {
            self.rest.push_back(Operation::Post(post));
        } else {
            self.stops = post.demands_answer();
            self.posts.push(post);
        }
    }

    pub(crate) fn warn(&mut self, text: String) {
        self.post(Post::Warning { text: text.into() });
    }

    #[inline]
    pub(crate) fn enter(&mut self, call: Enter) {
        let Enter { function, site, block } = call;
        self.post(Post::Enter { function, site, block });
    }

    /// `MPI_Init`, where a trace begins.
    pub(crate) fn init(&mut self, site: CallSite, block: Work) {
        self.enter(Enter { function: Function::Init, site, block });
        self.post(Post::Init);
    }

    /// `MPI_Finalize`, and the end.
    pub(crate) fn finalize(&mut self, site: CallSite, block: Work) {
        self.enter(Enter { function: Function::Finalize, site, block });
        self.post(Post::Finalize);
        self.operation(Operation::End(0));
    }

    #[inline]
    pub(crate) fn send(&mut self, request: RequestId, message: Message, mode: SendMode) {
        self.post(message.sent(request, mode));
    }

    #[inline]
    pub(crate) fn recv(&mut self, request: RequestId, message: Message) {
        self.post(message.received(request));
    }

    #[inline]
    pub(crate) fn wait(&mut self, set: RequestSet) {
        self.post(calls::wait(set));
    }

    /// A blocking collective operation.
    pub(crate) fn collective(&mut self, request: RequestId, comm: CommId, call: Box<CollectiveCall>) {
        calls::blocking(request, comm, call).into_iter().for_each(|post| self.post(post));
    }

    /// A call on a file, and the wait for it.
    pub(crate) fn file(&mut self, request: RequestId, file: CommId, call: FileCall) {
        calls::on_file(request, file, call).into_iter().for_each(|post| self.post(post));
    }

    /// A new communicator with this index, and the wait for it.
    pub(crate) fn create(&mut self, request: RequestId, comm: CommId, call: CommCall, index: u32) {
        self.operation(Operation::Create { request, comm, call: Box::new(call), index, first: None });
        self.wait(RequestSet::One(request));
    }
}
