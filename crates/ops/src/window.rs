//! One-sided communication: calls on windows, as a rank passes them to the engine (MPI 5.0 §12).
//!
//! A window is identified by the number of the communicator that is created with it. The engine does not see datatypes, which
//! stay in crate `mpi-rank`: for either side it gets the locations of the bytes as a [`Layout`].

use crate::CommId;
use crate::reduction::{Basic, BuiltinOp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Blocks of equal length at equal distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    /// Where the first block starts, in bytes from the layout's origin.
    pub offset: i64,
    /// Bytes of one block.
    pub bytes: u64,
    /// Bytes from one block to the next.
    pub stride: i64,
    /// The number of blocks.
    pub count: u64,
}

/// The locations of the bytes of a packed stream, in the order of the stream. A single run is not allocated.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Layout {
    first: Run,
    more: Box<[Run]>,
}

impl Layout {
    /// `bytes` contiguous bytes.
    pub fn block(offset: i64, bytes: u64) -> Self {
        Self { first: Run { offset, bytes, stride: 0, count: u64::from(bytes > 0) }, more: Box::default() }
    }

    /// Blocks in the order of the stream: (offset, bytes).
    pub fn of_blocks(blocks: impl Iterator<Item = (i64, u64)>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (offset, bytes) in blocks.filter(|&(_, bytes)| bytes > 0) {
            match runs.last_mut() {
                Some(run) if run.bytes == bytes && run.count == 1 => {
                    (run.stride, run.count) = (offset.wrapping_sub(run.offset), 2);
                }
                Some(run) if run.bytes == bytes && run.at(run.count) == offset => run.count += 1,
                _ => runs.push(Run { offset, bytes, stride: 0, count: 1 }),
            }
        }
        let mut runs = runs.into_iter();
        let first = runs.next().unwrap_or_default();
        Self { first, more: runs.collect() }
    }

    /// The same, moved by a number of bytes.
    pub fn moved(mut self, by: i64) -> Self {
        for run in std::iter::once(&mut self.first).chain(&mut self.more) {
            run.offset = run.offset.wrapping_add(by);
        }
        self
    }

    /// The runs in the order of the stream.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        std::iter::once(&self.first).chain(&self.more)
    }

    /// The bytes of the stream.
    pub fn bytes(&self) -> u64 {
        self.runs().map(|run| run.bytes * run.count).sum()
    }

    /// The blocks in the order of the stream: (offset, bytes).
    pub fn blocks(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.runs().flat_map(|run| (0..run.count).map(move |number| (run.at(number), run.bytes)))
    }

    /// The offset of a contiguous layout; none if there are several blocks or no bytes.
    pub fn single(&self) -> Option<i64> {
        (self.first.count == 1 && self.more.is_empty()).then_some(self.first.offset)
    }

    /// The lowest byte's offset and the end of the highest; none without bytes.
    pub fn span(&self) -> Option<(i64, i64)> {
        let ends = |run: &Run| {
            let (one, other) = (i128::from(run.offset), i128::from(run.at(run.count.saturating_sub(1))));
            (one.min(other), one.max(other) + i128::from(run.bytes))
        };
        let spans = self.runs().filter(|run| run.count > 0).map(ends);
        let (low, high) = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some((i64::try_from(low).unwrap_or(i64::MIN), i64::try_from(high).unwrap_or(i64::MAX)))
    }
}

impl Run {
    fn at(&self, number: u64) -> i64 {
        self.offset.wrapping_add(self.stride.wrapping_mul(number as i64))
    }
}

/// The kind of a window (MPI 5.0 §12.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Flavor {
    /// `MPI_Win_create`.
    Create,
    /// `MPI_Win_allocate`.
    Allocate,
    /// `MPI_Win_create_dynamic`: memory is attached later; displacements are addresses.
    Dynamic,
    /// `MPI_Win_allocate_shared`: every rank can access all of it.
    Shared,
}

/// One rank's part of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WindowPart {
    /// Its start in the rank's address space; of a shared window not yet known ([`WindowCall::Base`]).
    pub base: u64,
    /// Its bytes.
    pub bytes: u64,
    /// The displacement unit, in bytes.
    pub unit: u64,
    /// The kind of the window.
    pub flavor: Flavor,
}

/// A window that a rank has become a member of, sent with its communicator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewWindow {
    /// Its number.
    pub window: CommId,
    /// Every rank's part; one table, shared by all.
    pub parts: Arc<[WindowPart]>,
}

/// The operation of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AccessKind {
    /// `MPI_Put`.
    Put,
    /// `MPI_Get`.
    Get,
    /// `MPI_Accumulate`.
    Accumulate,
    /// `MPI_Get_accumulate`, `MPI_Fetch_and_op`.
    GetAccumulate,
    /// `MPI_Compare_and_swap`.
    CompareAndSwap,
}

impl AccessKind {
    /// Whether it is an accumulate, which is atomic and ordered.
    pub fn accumulates(self) -> bool {
        !matches!(self, Self::Put | Self::Get)
    }
}

/// One access to a target's memory. Layouts of the origin's memory consist of addresses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Access {
    /// Its operation.
    pub kind: AccessKind,
    /// The target's rank in the window.
    pub target: u32,
    /// Where the target's layout starts: bytes from the window's base, or an address in a dynamic window.
    pub target_offset: u64,
    /// The bytes at the target, relative to `target_offset`.
    pub target_layout: Layout,
    /// The origin's operand; empty for a get.
    pub origin_layout: Layout,
    /// The compare operand of a compare-and-swap; else empty.
    pub compare_layout: Layout,
    /// The destination of the target's old contents; empty for a put and an accumulate.
    pub result_layout: Layout,
    /// The operation and element type of an accumulate.
    pub update: Option<(BuiltinOp, Basic)>,
    /// Whether it is applied after all earlier ordered ones of the same origin to the same target (MPI 5.0 §12.7.2).
    pub ordered: bool,
}

impl Access {
    /// Payload bytes that travel to the target.
    pub fn bytes_out(&self) -> u64 {
        self.origin_layout.bytes() + self.compare_layout.bytes()
    }

    /// Payload bytes that travel back.
    pub fn bytes_back(&self) -> u64 {
        self.result_layout.bytes()
    }
}

/// A call on a window. Those that end later have a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WindowCall {
    /// Starts an access. With a request, that ends with the access's local completion.
    Access(Access),
    /// Ends when the accesses made so far are complete, at the target too unless `local` (MPI 5.0 §12.5.4).
    Flush {
        /// The target; none: all.
        target: Option<u32>,
        /// Whether local completion suffices.
        local: bool,
    },
    /// Ends when the target has granted the lock.
    Lock {
        /// The target; none: a shared lock of every rank.
        target: Option<u32>,
        /// Whether it is exclusive.
        exclusive: bool,
    },
    /// Releases the lock. No request.
    Unlock {
        /// The target; none: every rank.
        target: Option<u32>,
    },
    /// Opens an exposure epoch (`MPI_Win_post`); ends when all origins have completed (`MPI_Win_wait`).
    Expose {
        /// The origins.
        origins: Box<[u32]>,
        /// Whether the origins need no signal (`MPI_MODE_NOCHECK`).
        no_check: bool,
    },
    /// Opens an access epoch (`MPI_Win_start`); ends when the targets have opened theirs.
    Start {
        /// Whose memory.
        targets: Box<[u32]>,
    },
    /// Tells targets that the caller's accesses are complete. No request.
    Complete {
        /// Whose memory.
        targets: Box<[u32]>,
    },
    /// Memory of the caller's becomes part of a dynamic window. No request.
    Attach {
        /// Where it starts.
        address: u64,
        /// Its bytes.
        bytes: u64,
    },
    /// Memory of the caller's is not part of a dynamic window any more. No request.
    Detach {
        /// Where it started.
        address: u64,
    },
    /// Where the caller sees its part of a shared window. No request.
    Base {
        /// The address.
        address: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_layout_is_its_blocks(blocks in proptest::collection::vec((-50i64..50, 0u64..4), 0..30)) {
            let layout = Layout::of_blocks(blocks.iter().copied());
            let kept: Vec<_> = blocks.into_iter().filter(|&(_, bytes)| bytes > 0).collect();
            prop_assert_eq!(layout.blocks().collect::<Vec<_>>(), kept.clone());
            prop_assert_eq!(layout.bytes(), kept.iter().map(|&(_, bytes)| bytes).sum::<u64>());
            let low = kept.iter().map(|&(offset, _)| offset).min();
            let high = kept.iter().map(|&(offset, bytes)| offset + bytes as i64).max();
            prop_assert_eq!(layout.span(), low.zip(high));
            prop_assert_eq!(layout.single(), (kept.len() == 1).then(|| kept[0].0));
        }
    }

    #[test]
    fn a_column_is_one_run() {
        let layout = Layout::of_blocks((0..1000).map(|row| (row * 80, 8)));
        assert_eq!(
            layout.runs().copied().collect::<Vec<_>>(),
            [Run { offset: 0, bytes: 8, stride: 80, count: 1000 }]
        );
        assert_eq!(Layout::block(7, 0), Layout { first: Run { offset: 7, ..Run::default() }, more: Box::default() });
        assert_eq!(Layout::block(7, 0).bytes(), 0);
    }
}
