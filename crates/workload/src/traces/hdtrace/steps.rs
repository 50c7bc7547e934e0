//! The posts that calls consist of.

use super::entry::{Access, Incoming, Outgoing, Together};
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommCall, CommId, Elements, FileAccess, FileCall, Operation, Post, Reducer, RequestId,
    RequestSet, SendMode, Vectors, WaitMode,
};

pub(super) const REQUEST: RequestId = RequestId(0);
const SECOND: RequestId = RequestId(1);

/// Room for any message: the trace does not say how long those received are.
const ANY_LENGTH: Buffer = Buffer::of_bytes(1 << 49);

/// The answer to a request.
pub(super) fn wait() -> Post {
    Post::Wait { set: RequestSet::One(REQUEST), mode: WaitMode::All }
}

fn send(request: RequestId, comm: CommId, to: Outgoing, mode: SendMode) -> Option<Post> {
    let (buffer, elements, tag) = (Buffer::of_bytes(to.bytes), Elements::Any, to.tag);
    to.peer.map(|peer| Post::Send { request, comm, peer, tag, buffer, mode, blocking: true, elements })
}

fn receive(request: RequestId, comm: CommId, from: Incoming) -> Option<Post> {
    let (buffer, elements, tag) = (ANY_LENGTH, Elements::Any, from.tag);
    from.peer.map(|source| Post::Recv { request, comm, source, tag, buffer, blocking: true, elements })
}

/// Messages, and a wait for all of them; false if there are none.
pub(super) fn messages(
    comm: CommId,
    (to, mode): (Option<Outgoing>, SendMode),
    from: Option<Incoming>,
    posts: &mut Vec<Post>,
) -> bool {
    let received = from.and_then(|from| receive(REQUEST, comm, from));
    let sent = to.and_then(|to| send(SECOND, comm, to, mode));
    let set = match (&received, &sent) {
        (None, None) => return false,
        (Some(_), None) => RequestSet::One(REQUEST),
        (None, Some(_)) => RequestSet::One(SECOND),
        (Some(_), Some(_)) => RequestSet::Many(Box::new([REQUEST, SECOND])),
    };
    posts.extend(received);
    posts.extend(sent);
    posts.push(Post::Wait { set, mode: WaitMode::All });
    true
}

/// A collective operation.
pub(super) fn together(comm: CommId, call: CollectiveCall) -> [Post; 2] {
    [Post::Collective { request: REQUEST, comm, call: Box::new(call), blocking: true, start: None }, wait()]
}

/// An operation with elements of this size.
fn plain(operation: Operation, (count, element_bytes): (u64, u64), send: u64, recv: u64) -> CollectiveCall {
    crate::calls::collective(operation, count, element_bytes, Buffer::of_bytes(send), Buffer::of_bytes(recv))
}

/// A barrier.
pub(super) fn barrier(comm: CommId) -> [Post; 2] {
    together(comm, plain(Operation::Barrier, (0, 0), 0, 0))
}

/// All ranks learn the greatest of four integers.
pub(super) fn agree(comm: CommId) -> [Post; 2] {
    let reducer = Some(Reducer::Builtin { op: BuiltinOp::Max, basic: Basic::I32 });
    together(comm, CollectiveCall { reducer, ..plain(Operation::Allreduce, (4, 4), 16, 16) })
}

/// All ranks learn how the first one's open has ended.
pub(super) fn tell(comm: CommId) -> [Post; 2] {
    together(comm, plain(Operation::Bcast, (1, 4), 0, 4))
}

/// A call of the trace by one of `ranks` ranks.
pub(super) fn collective(part: &Together, rank: u32, ranks: u32) -> CollectiveCall {
    let Together { operation, root, sent, received, count, .. } = *part;
    let (all, is_root) = (u64::from(ranks), rank == root);
    let element = if count > 0 && sent.is_multiple_of(count) { (count, sent / count) } else { (sent, 1) };
    let at_root = |bytes: u64| if is_root { bytes } else { 0 };
    let call = match operation {
        Operation::Barrier => plain(operation, (0, 0), 0, 0),
        Operation::Bcast => plain(operation, element, 0, sent),
        Operation::Reduce => reducing(plain(operation, element, sent, at_root(sent))),
        Operation::Allreduce | Operation::Scan | Operation::Exscan => reducing(plain(operation, element, sent, sent)),
        Operation::Gather => plain(operation, element, sent, at_root(received.saturating_mul(all))),
        Operation::Scatter => plain(operation, (received, 1), at_root(sent.saturating_mul(all)), received),
        Operation::Allgather => plain(operation, element, sent, received.saturating_mul(all)),
        Operation::Alltoall => plain(operation, element, sent.saturating_mul(all), received.saturating_mul(all)),
        Operation::Gatherv | Operation::Allgatherv => {
            let receives = operation == Operation::Allgatherv || is_root;
            let (vectors, recv) = blocks(part.blocks.as_deref().filter(|_| receives).unwrap_or_default());
            CollectiveCall { vectors: Some(Box::new(vectors)), ..plain(operation, (0, 1), sent, recv) }
        }
        other => unreachable!("{other:?} is not replayed"),
    };
    CollectiveCall { root, ..call }
}

fn reducing(call: CollectiveCall) -> CollectiveCall {
    let basic = match call.element_bytes {
        8 => Basic::F64,
        4 => Basic::I32,
        _ => Basic::Byte,
    };
    CollectiveCall { reducer: Some(Reducer::Builtin { op: BuiltinOp::Sum, basic }), ..call }
}

/// Blocks one after the other, and the bytes of all.
fn blocks(sizes: &[u64]) -> (Vectors, u64) {
    let (recv_offsets, all) = crate::calls::one_after_the_other(sizes);
    (Vectors { recv_bytes: sizes.into(), recv_offsets, ..Vectors::default() }, all)
}

/// A call on a file.
pub(super) fn ask(file: CommId, call: FileCall) -> [Post; 2] {
    [Post::File { request: REQUEST, file, call: Box::new(call) }, wait()]
}

/// An access of one rank, or of all.
pub(super) fn access(own: &Access, together: bool) -> FileCall {
    let access = FileAccess { write: own.write, memory: own.memory.clone(), file: own.file.clone(), atomic: false };
    if together { FileCall::AccessAll { access, blocking: true } } else { FileCall::Access(access) }
}

/// A new communicator.
pub(super) fn create(comm: CommId, call: CommCall) -> [Post; 2] {
    [Post::CreateComm { request: REQUEST, comm, call: Box::new(call) }, wait()]
}
