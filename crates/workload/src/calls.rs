//! Builds the requests to the engine (posts) that an MPI call makes, for motifs and traces.

use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommId, Elements, FileCall, Operation, Post, Reducer, RequestId, RequestSet, SendMode,
    WaitMode,
};

/// A message: its other end, its tag and its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message {
    pub(crate) comm: CommId,
    /// A rank, or of a receive [`ops::ANY`].
    pub(crate) peer: i32,
    pub(crate) tag: i32,
    pub(crate) bytes: u64,
    /// Whether the function called is a blocking one.
    pub(crate) blocking: bool,
}

impl Message {
    /// Its send.
    #[inline]
    pub(crate) fn sent(self, request: RequestId, mode: SendMode) -> Post {
        let Self { comm, peer, tag, bytes, blocking } = self;
        let (peer, buffer, elements) = (peer as u32, Buffer::of_bytes(bytes), Elements::Any);
        Post::Send { request, comm, peer, tag, buffer, mode, blocking, elements }
    }

    /// Its receive.
    #[inline]
    pub(crate) fn received(self, request: RequestId) -> Post {
        let Self { comm, peer: source, tag, bytes, blocking } = self;
        let (buffer, elements) = (Buffer::of_bytes(bytes), Elements::Any);
        Post::Recv { request, comm, source, tag, buffer, blocking, elements }
    }
}

/// A wait for all of these.
#[inline]
pub(crate) fn wait(set: RequestSet) -> Post {
    Post::Wait { set, mode: WaitMode::All }
}

/// A blocking collective operation.
pub(crate) fn blocking(request: RequestId, comm: CommId, call: Box<CollectiveCall>) -> [Post; 2] {
    let operation = Post::Collective { request, comm, call, blocking: true, start: None };
    [operation, wait(RequestSet::One(request))]
}

/// A call on a file, and the wait for it.
pub(crate) fn on_file(request: RequestId, file: CommId, call: FileCall) -> [Post; 2] {
    [Post::File { request, file, call: Box::new(call) }, wait(RequestSet::One(request))]
}

/// A barrier.
pub(crate) fn barrier() -> CollectiveCall {
    collective(Operation::Barrier, 0, 0, Buffer::EMPTY, Buffer::EMPTY)
}

/// All ranks get the sum of this many bytes of doubles.
pub(crate) fn sum_to_all(bytes: u64) -> CollectiveCall {
    let (buffer, reducer) = (Buffer::of_bytes(bytes), Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::F64 });
    CollectiveCall { reducer: Some(reducer), ..collective(Operation::Allreduce, bytes / 8, 8, buffer, buffer) }
}

/// All ranks of a file being opened learn the greatest of four integers, with which they agree on how it is opened.
pub(crate) fn agree_on_open() -> CollectiveCall {
    let (buffer, reducer) = (Buffer::of_bytes(16), Reducer::Builtin { op: BuiltinOp::Max, basic: Basic::I32 });
    CollectiveCall { reducer: Some(reducer), ..collective(Operation::Allreduce, 4, 4, buffer, buffer) }
}

/// All ranks of a file learn how the first one's open has ended.
pub(crate) fn tell_of_open() -> CollectiveCall {
    collective(Operation::Bcast, 1, 4, Buffer::EMPTY, Buffer::of_bytes(4))
}

/// A collective call without a root or a reduction, as [`CollectiveCall`] describes it.
pub(crate) fn collective(
    operation: Operation,
    count: u64,
    element_bytes: u64,
    send: Buffer,
    recv: Buffer,
) -> CollectiveCall {
    CollectiveCall {
        operation,
        root: 0,
        send,
        recv,
        count,
        element_bytes,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}

/// Where blocks of these bytes begin that lie one after the other, and the bytes of all.
pub(crate) fn one_after_the_other(blocks: &[u64]) -> (Box<[u64]>, u64) {
    let mut end = 0u64;
    let begin = |bytes: &u64| {
        let begin = end;
        end = end.saturating_add(*bytes);
        begin
    };
    let begins = blocks.iter().map(begin).collect();
    (begins, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_where_those_before_end() {
        assert_eq!(one_after_the_other(&[5, 0, 3]), (Box::from([0, 5, 5]), 8));
        assert_eq!(one_after_the_other(&[u64::MAX, 7, 1]).1, u64::MAX);
        assert_eq!(one_after_the_other(&[]), (Box::from([]), 0));
    }
}
