//! Translates each call of an HDTrace trace into requests to the engine (posts).

use super::entry::{Access, Incoming, Outgoing, Together};
use crate::calls::{self, Message};
use crate::limits::BYTES_MAX;
use crate::traces::operation::Made;
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommId, FileAccess, FileCall, Operation, Reducer, RequestId, RequestSet, SendMode,
    Vectors,
};

pub(super) const REQUEST: RequestId = RequestId(0);
const SECOND: RequestId = RequestId(1);

/// Messages, and a wait for all of them; nothing if there are none.
pub(super) fn messages(
    comm: CommId,
    (to, mode): (Option<Outgoing>, SendMode),
    from: Option<Incoming>,
    made: &mut Made,
) {
    let mut requests = Vec::new();
    if let Some(Incoming { peer: Some(peer), tag }) = from {
        // Room for any message: the trace does not say how long those received are.
        made.recv(REQUEST, Message { comm, peer, tag, bytes: BYTES_MAX, blocking: true });
        requests.push(REQUEST);
    }
    if let Some(Outgoing { peer: Some(peer), tag, bytes }) = to {
        made.send(SECOND, Message { comm, peer: peer as i32, tag, bytes, blocking: true }, mode);
        requests.push(SECOND);
    }
    match requests[..] {
        [] => {}
        [one] => made.wait(RequestSet::One(one)),
        _ => made.wait(RequestSet::Many(requests.into())),
    }
}

/// An operation with elements of this size.
fn plain(operation: Operation, (count, element_bytes): (u64, u64), send: u64, recv: u64) -> CollectiveCall {
    calls::collective(operation, count, element_bytes, Buffer::of_bytes(send), Buffer::of_bytes(recv))
}

/// A call of the trace by one of `ranks` ranks.
pub(super) fn collective(part: &Together, rank: u32, ranks: u32) -> CollectiveCall {
    let Together { operation, root, sent, received, count, .. } = *part;
    let (all, is_root) = (u64::from(ranks), rank == root);
    let element = if count > 0 && sent.is_multiple_of(count) { (count, sent / count) } else { (sent, 1) };
    let at_root = |bytes: u64| if is_root { bytes } else { 0 };
    let call = match operation {
        Operation::Barrier => calls::barrier(),
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
    let (recv_offsets, all) = calls::one_after_the_other(sizes);
    (Vectors { recv_bytes: sizes.into(), recv_offsets, ..Vectors::default() }, all)
}

/// An access of one rank, or of all.
pub(super) fn access(own: &Access, together: bool) -> FileCall {
    let access = FileAccess { write: own.write, memory: own.memory.clone(), file: own.file.clone(), atomic: false };
    if together { FileCall::AccessAll { access, blocking: true } } else { FileCall::Access(access) }
}
