//! The names of enumerations (protocols, wait causes …) in text columns.

use ops::{CollectivePart, Function, IoOperation, Protocol, WaitCause};

/// Protocols with their names in tables, in the order of their numbers.
pub const PROTOCOLS: [(Protocol, &str); 5] = [
    (Protocol::Eager, "eager"),
    (Protocol::Detached, "detached"),
    (Protocol::Rendezvous, "rendezvous"),
    (Protocol::OneSided, "one-sided"),
    (Protocol::Partitioned, "partitioned"),
];

/// Causes of waits with their names in tables, in the order of their numbers.
pub const WAIT_CAUSES: [(WaitCause, &str); 11] = [
    (WaitCause::LateSender, "late sender"),
    (WaitCause::LateReceiver, "late receiver"),
    (WaitCause::Transfer, "transfer"),
    (WaitCause::Progress, "progress"),
    (WaitCause::Collective, "collective"),
    (WaitCause::LatePost, "late post"),
    (WaitCause::LateComplete, "late complete"),
    (WaitCause::Lock, "lock"),
    (WaitCause::LatePartition, "late partition"),
    (WaitCause::File, "file"),
    (WaitCause::Other, "other"),
];

/// Operations on files with their names in tables, in the order of their numbers.
pub const IO_OPERATIONS: [(IoOperation, &str); 10] = [
    (IoOperation::Open, "open"),
    (IoOperation::Close, "close"),
    (IoOperation::Delete, "delete"),
    (IoOperation::Read, "read"),
    (IoOperation::Write, "write"),
    (IoOperation::Size, "size"),
    (IoOperation::Resize, "resize"),
    (IoOperation::Sync, "sync"),
    (IoOperation::SharedPointer, "shared pointer"),
    (IoOperation::Metadata, "metadata"),
];

/// The ranks of collective operations with their names in tables, in the order of their numbers.
pub(super) const COLLECTIVE_PARTS: [(CollectivePart, &str); 5] = [
    (CollectivePart::Whole, "whole"),
    (CollectivePart::Within, "within"),
    (CollectivePart::Host, "host"),
    (CollectivePart::Leaders, "leaders"),
    (CollectivePart::Peers, "peers"),
];

/// The activity of a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum State {
    /// It runs its own code.
    Compute,
    /// It is in an MPI call.
    Call(Function),
}

impl State {
    /// `compute`, or the function's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compute => "compute",
            Self::Call(function) => function.name(),
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "compute" { Some(Self::Compute) } else { Function::from_name(name).map(Self::Call) }
    }

    /// A number for each state: 0 is computation, 1 + f function f.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Self::Compute => 0,
            Self::Call(function) => 1 + function as usize,
        }
    }

    /// The state of an index.
    pub fn from_index(index: usize) -> Option<Self> {
        match index.checked_sub(1) {
            None => Some(Self::Compute),
            Some(function) => Function::from_index(u16::try_from(function).ok()?).map(Self::Call),
        }
    }
}
