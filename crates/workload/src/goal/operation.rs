//! An operation of a GOAL program: a send, receive or computation.

/// The peer or tag that stands for any (`-1` in the text).
pub const ANY: u32 = u32::MAX;

/// The most operations of a program.
pub const MAX_OPERATIONS: u32 = 1 << 30;

/// The kind of an operation. The order is that in which LogGOPSim takes operations that become free together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OperationKind {
    /// Sends to `peer`.
    Send,
    /// Receives from `peer`, or from [`ANY`].
    Recv,
    /// Computes.
    Calc,
}

/// One operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Bytes of a message, nanoseconds of a computation.
    pub size: u64,
    /// The rank that does it.
    pub rank: u32,
    /// The other rank of a message, [`ANY`] of a computation.
    pub peer: u32,
    /// The message's tag, or [`ANY`].
    pub tag: u32,
    /// Its kind.
    pub kind: OperationKind,
    /// The processor of the rank that it occupies.
    pub cpu: u8,
    /// The network interface of the rank that it occupies.
    pub nic: u8,
}

impl Operation {
    /// A message without tag from [`ANY`], on the first processor and interface.
    #[inline]
    pub(super) fn new(kind: OperationKind, rank: u32, size: u64) -> Self {
        Self { size, rank, peer: ANY, tag: 0, kind, cpu: 0, nic: 0 }
    }
}
