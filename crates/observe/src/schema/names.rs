//! Enumerations as text columns name them.

use ops::{CollectivePart, Function, IoOperation, Protocol, WaitCause};
use std::sync::atomic::{AtomicU16, Ordering};

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

/// The function of a name. Tables name a few functions in millions of rows: names that were found are tried first.
pub(super) fn function(name: &str) -> Option<Function> {
    static FOUND: [AtomicU16; 256] = [const { AtomicU16::new(0) }; 256];
    let bytes = name.as_bytes();
    let (middle, last) = (*bytes.get(bytes.len() / 2)?, *bytes.last()?);
    let place = &FOUND[usize::from(middle.wrapping_mul(31) ^ last.wrapping_mul(7) ^ bytes.len() as u8)];
    let known = Function::from_index(place.load(Ordering::Relaxed)).filter(|known| known.name() == name);
    known.or_else(|| {
        let found = Function::from_name(name)?;
        place.store(found as u16, Ordering::Relaxed);
        Some(found)
    })
}

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
        if name == "compute" { Some(Self::Compute) } else { function(name).map(Self::Call) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_found_by_its_name_also_after_others() {
        for _ in 0..2 {
            Function::all().for_each(|known| assert_eq!(function(known.name()), Some(known)));
        }
        assert_eq!([function(""), function("MPI_Sent"), function("compute")], [None; 3]);
    }
}
