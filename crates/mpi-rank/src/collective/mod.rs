//! Translates the arguments of a collective function into the call that the engine executes (MPI 5.0 §6).
//!
//! On an intercommunicator (MPI 5.0 §6.2.3) there is one block per rank of the other group, and `MPI_IN_PLACE` is not allowed.
//! In an operation with a root, data move between the root and the ranks of the other group; the other ranks of the root's
//! group do nothing. `Root` says, for a rank in an operation with a root, whether it does what the root does (in a gather:
//! receive all blocks), and whether it does what every rank does (in a gather: send a block). On an intracommunicator the root
//! does both. On an intercommunicator it does only the former.
//!
//! A [`Plan`] holds the call with its buffers and, for datatypes that are not contiguous, the pieces to be copied. It
//! borrows nothing, so a persistent operation keeps one plan and starts it again and again.

use crate::{Data, Fault, Handle, Piece, Side};
use ops::{Buffer, CollectiveCall, Elements, Operation};

/// One rank's part in a collective operation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The call to post. Packed buffers have a length and no address yet. Boxed, as in the post: plans lie on the small stacks of ranks.
    pub call: Box<CollectiveCall>,
    /// The contribution.
    pub send: Packing,
    /// The result.
    pub recv: Packing,
}

/// The copies for one buffer of a call.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    /// Whether the buffer is a packed copy rather than user memory.
    pub packed: bool,
    /// Copied in before the start.
    pub pack: Vec<Piece>,
    /// Copied out after the end.
    pub unpack: Vec<Piece>,
}

/// Which way a buffer's contents go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    In,
    Out,
    InOut,
}

impl Packing {
    fn new(pieces: Vec<Piece>, flow: Flow) -> Self {
        let (pack, unpack) = match flow {
            Flow::In => (pieces, Vec::new()),
            Flow::Out => (Vec::new(), pieces),
            Flow::InOut => (pieces.clone(), pieces),
        };
        Self { packed: true, pack, unpack }
    }
}

/// The counts, displacements and datatypes of a vector operation, fetched from the program rank by rank, or neighbour
/// by neighbour.
#[derive(Clone, Copy)]
pub struct BlockArgs<'a> {
    /// The address that displacements start from.
    pub address: u64,
    /// The count of a rank's block.
    pub count: &'a dyn Fn(u32) -> i64,
    /// The displacement of a rank's block; in extents, or in bytes for `w`.
    pub displacement: &'a dyn Fn(u32) -> i64,
    /// The datatype of a rank's block.
    pub datatype: &'a dyn Fn(u32) -> Handle,
    /// Whether displacements are in bytes.
    pub in_bytes: bool,
}

/// A rank's part in a rooted operation.
#[derive(Clone, Copy)]
pub(crate) struct Root {
    /// As in [`CollectiveCall::root`].
    pub(crate) rank: u32,
    /// Whether it is the root.
    pub(crate) here: bool,
    /// Whether it has the part that every rank has: on an intracommunicator the root too, on an intercommunicator the
    /// ranks of the other group.
    pub(crate) part: bool,
}

impl Root {
    /// Where there is none every rank does both.
    pub(crate) const NONE: Self = Self { rank: 0, here: true, part: true };
}

pub(crate) fn empty(operation: Operation) -> Plan {
    let call = CollectiveCall {
        operation,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count: 0,
        element_bytes: 0,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    Plan { call: Box::new(call), send: Packing::default(), recv: Packing::default() }
}

pub(crate) fn place(side: Side, flow: Flow) -> (Buffer, Packing) {
    match side {
        Side::Direct(buffer) => (buffer, Packing::default()),
        Side::Packed(piece) => (Buffer::of_bytes(piece.bytes), Packing::new(vec![piece], flow)),
    }
}

pub(crate) const IN_PLACE_HERE: Fault = Fault::BadBuffer("MPI_IN_PLACE is not allowed here");
const ALIASED: Fault = Fault::BadBuffer("send and receive buffer are the same; MPI_IN_PLACE says that");

/// The two buffers of a call may not be one (MPI 5.0 §6.2.3); empty ones may.
pub(crate) fn not_aliased(send: Data, recv: Data) -> Result<(), Fault> {
    let one = send.address == recv.address && send.address != 0 && send.count > 0 && recv.count > 0;
    if one { Err(ALIASED) } else { Ok(()) }
}

/// What a rank sends to itself has no room.
pub(crate) fn own_too_long(sent: u64, room: u64, rank: u32) -> Fault {
    Fault::Truncated { sent, room, source: rank as i32, elements: [Elements::Any; 2] }
}

/// BlockArgs that a rank sends to itself must have the length it expects.
pub(crate) fn same_length(sent: u64, expected: u64, rank: u32) -> Result<(), Fault> {
    match sent.cmp(&expected) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(own_too_long(sent, expected, rank)),
        std::cmp::Ordering::Less => Err(Fault::OwnBlock { sent, expected }),
    }
}

impl Plan {
    pub(crate) fn set_send(&mut self, side: Side) {
        (self.call.send, self.send) = place(side, Flow::In);
    }

    pub(crate) fn set_recv(&mut self, side: Side, flow: Flow) {
        (self.call.recv, self.recv) = place(side, flow);
    }
}

/// The blocks of one buffer.
pub(crate) struct Placed {
    pub(crate) bytes: Box<[u64]>,
    pub(crate) offsets: Box<[u64]>,
    pub(crate) buffer: Buffer,
    pub(crate) packing: Packing,
}

impl Placed {
    /// So many blocks, all of them empty.
    pub(crate) fn none(blocks: usize) -> Self {
        let zeros = || vec![0; blocks].into();
        Self { bytes: zeros(), offsets: zeros(), buffer: Buffer::EMPTY, packing: Packing::default() }
    }

    /// BlockArgs that lie packed in memory, from `low` to `high`; `low` is above `high` if all are empty.
    pub(crate) fn direct(pieces: &[Piece], low: u64, high: u64) -> Self {
        let offset = |piece: &Piece| match piece.datatype.contiguous_at(piece.count) {
            Some(offset) if piece.bytes > 0 => piece.address.wrapping_add_signed(offset) - low,
            _ => 0,
        };
        let buffer = if low < high { Buffer { address: low, bytes: high - low } } else { Buffer::EMPTY };
        Self {
            bytes: pieces.iter().map(|piece| piece.bytes).collect(),
            offsets: pieces.iter().map(offset).collect(),
            buffer,
            packing: Packing::default(),
        }
    }

    /// BlockArgs packed one behind the other.
    pub(crate) fn packed(mut pieces: Vec<Piece>, flow: Flow) -> Self {
        let mut at = 0;
        for piece in &mut pieces {
            piece.at = at;
            at += piece.bytes;
        }
        Self {
            bytes: pieces.iter().map(|piece| piece.bytes).collect(),
            offsets: pieces.iter().map(|piece| piece.at).collect(),
            buffer: Buffer::of_bytes(at),
            packing: Packing::new(pieces, flow),
        }
    }
}

#[cfg(test)]
mod tests;
