//! The steps of a file operation: which requests to file servers each kind of call makes, one after the other.

use crate::attribution::Share;
use ops::FileAccess;
use std::collections::VecDeque;

/// What is asked at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) kind: StepKind,
    /// Of a read or write: offsets in the file, and bytes.
    pub(super) blocks: Vec<(u64, u64)>,
    /// How much of it is there only because a window with holes is written.
    pub(super) of_holes: Share,
}

/// Kinds of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepKind {
    /// The call takes effect without asking anybody.
    Nothing,
    /// The server of metadata looks a name up, creates or deletes it.
    Open,
    /// The server of metadata is asked for something else.
    Metadata,
    /// All servers bring what they have taken in of the file to their devices.
    Flush,
    /// Data are read.
    Read,
    /// Data are written.
    Write,
}

impl Step {
    pub(super) fn of(kind: StepKind) -> Self {
        Self::at(kind, Vec::new())
    }

    pub(super) fn at(kind: StepKind, blocks: Vec<(u64, u64)>) -> Self {
        Self { kind, blocks, of_holes: Share::NONE }
    }
}

/// How an access with holes in the file or in memory is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// As one request to each server.
    Whole,
    /// As requests of at most [`LIST`] stretches that are contiguous in memory and in the file, one after the other.
    Lists,
    /// Stretches that are contiguous in the file, one after the other.
    Naive,
    /// Through a buffer: what lies between is read, and written again.
    Sieving,
}

/// A method and the bytes of its buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Policy {
    pub(super) method: Method,
    pub(super) buffer: u64,
}

/// Stretches of a list request: `MAX_ARRAY_SIZE` of ROMIO's driver for PVFS2.
const LIST: usize = 64;

/// The steps of an access; a policy is for those with holes.
pub(super) fn access_steps(access: &FileAccess, policy: Option<Policy>) -> VecDeque<Step> {
    let kind = if access.write { StepKind::Write } else { StepKind::Read };
    let lock = access.atomic.then(|| Step::of(StepKind::Metadata));
    let blocks = contiguous(access.file.blocks());
    let holes = blocks.len() > 1 || contiguous(access.memory.blocks()).len() > 1;
    let own = match policy.filter(|_| holes) {
        None => vec![Step::at(kind, blocks)],
        Some(Policy { method: Method::Whole, .. }) => vec![Step::at(kind, blocks)],
        Some(Policy { method: Method::Lists, .. }) => lists(kind, &stretches(access)),
        Some(Policy { method: Method::Naive, .. }) => {
            blocks.into_iter().map(|block| Step::at(kind, vec![block])).collect()
        }
        Some(Policy { method: Method::Sieving, buffer }) => sieved(kind, &blocks, buffer),
    };
    lock.into_iter().chain(own).collect()
}

/// Blocks of an ascending stream, those merged that follow one another without a gap.
pub(super) fn contiguous(blocks: impl Iterator<Item = (i64, u64)>) -> Vec<(u64, u64)> {
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (offset, bytes) in blocks {
        match merged.last_mut() {
            Some((last, length)) if last.wrapping_add(*length) == offset as u64 => *length += bytes,
            _ => merged.push((offset as u64, bytes)),
        }
    }
    merged
}

/// What is contiguous both in memory and in the file: offsets in the file.
fn stretches(access: &FileAccess) -> Vec<(u64, u64)> {
    let memory = contiguous(access.memory.blocks());
    let mut found = Vec::new();
    let mut blocks = memory.iter().map(|&(_, bytes)| bytes);
    let mut left = 0;
    for (mut offset, mut bytes) in contiguous(access.file.blocks()) {
        while bytes > 0 {
            if left == 0 {
                // An access whose memory is not known has as many bytes there.
                left = blocks.next().unwrap_or(bytes);
                continue;
            }
            let stretch = bytes.min(left);
            found.push((offset, stretch));
            (offset, bytes, left) = (offset + stretch, bytes - stretch, left - stretch);
        }
    }
    found
}

fn lists(kind: StepKind, stretches: &[(u64, u64)]) -> Vec<Step> {
    let blocks = |list: &[(u64, u64)]| contiguous(list.iter().map(|&(offset, bytes)| (offset as i64, bytes)));
    stretches.chunks(LIST).map(|list| Step::at(kind, blocks(list))).collect()
}

/// Data sieving (R. Thakur, W. Gropp, E. Lusk: "Data Sieving and Collective I/O in ROMIO", Frontiers 1999): windows of the
/// buffer's size, each from the first byte that is needed behind the one before. Holes of a window that is written are read
/// before, under a lock.
fn sieved(kind: StepKind, blocks: &[(u64, u64)], buffer: u64) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut rest = blocks.iter().copied().filter(|&(_, bytes)| bytes > 0).peekable();
    let mut part: Option<(u64, u64)> = None;
    while let Some((start, bytes)) = part.take().or_else(|| rest.next()) {
        let window_end = start.saturating_add(buffer);
        let mut end = start.saturating_add(bytes).min(window_end);
        let mut needed = end - start;
        if start.saturating_add(bytes) > window_end {
            part = Some((window_end, start + bytes - window_end));
        }
        while part.is_none()
            && let Some((next, bytes)) = rest.next_if(|&(next, _)| next < window_end)
        {
            end = next.saturating_add(bytes).min(window_end);
            needed += end - next;
            if next.saturating_add(bytes) > window_end {
                part = Some((window_end, next + bytes - window_end));
            }
        }
        let window = vec![(start, end - start)];
        let holes = kind == StepKind::Write && needed < end - start;
        if holes {
            steps.push(Step { of_holes: Share::ALL, ..Step::of(StepKind::Metadata) });
            steps.push(Step { of_holes: Share::ALL, ..Step::at(StepKind::Read, window.clone()) });
        }
        let of_holes = if holes { Share { part: end - start - needed, whole: end - start } } else { Share::NONE };
        steps.push(Step { of_holes, ..Step::at(kind, window) });
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::Layout;
    use proptest::prelude::*;

    fn access(write: bool, file: &[(i64, u64)], memory: &[(i64, u64)]) -> FileAccess {
        let layout = |blocks: &[(i64, u64)]| Layout::of_blocks(blocks.iter().copied());
        FileAccess { write, file: layout(file), memory: layout(memory), atomic: false }
    }

    fn steps(access: &FileAccess, method: Method, buffer: u64) -> Vec<(StepKind, Vec<(u64, u64)>)> {
        let steps = access_steps(access, Some(Policy { method, buffer }));
        steps.into_iter().map(|step| (step.kind, step.blocks)).collect()
    }

    /// The paper's diagonal: 8,192 elements of 8 bytes in memory, a block of 64 KiB in the file.
    #[test]
    fn the_diagonal_is_128_requests_or_one() {
        let memory: Vec<_> = (0..8192).map(|n| (1 + 65_544 * n, 8)).collect();
        let diagonal = access(true, &[(1000, 65_536)], &memory);
        let lists = steps(&diagonal, Method::Lists, 0);
        assert_eq!(lists.len(), 128);
        assert!((0..).zip(&lists).all(|(n, step)| *step == (StepKind::Write, vec![(1000 + 512 * n, 512)])));
        assert_eq!(steps(&diagonal, Method::Whole, 0), [(StepKind::Write, vec![(1000, 65_536)])]);
        assert_eq!(access_steps(&diagonal, None).len(), 1);
    }

    #[test]
    fn what_has_no_holes_is_one_request() {
        for method in [Method::Whole, Method::Lists, Method::Naive, Method::Sieving] {
            let plain = access(false, &[(10, 5), (15, 5)], &[(1, 10)]);
            assert_eq!(steps(&plain, method, 3), [(StepKind::Read, vec![(10, 10)])], "{method:?}");
        }
    }

    #[test]
    fn holes_are_left_out_or_read() {
        let (read, write) = [false, true].map(|write| access(write, &[(0, 4), (6, 4), (30, 25)], &[(1, 33)])).into();
        let naive = |kind| [(0, 4), (6, 4), (30, 25)].map(|block| (kind, vec![block]));
        assert_eq!(steps(&read, Method::Naive, 10), naive(StepKind::Read));
        assert_eq!(steps(&write, Method::Naive, 10), naive(StepKind::Write));
        let windows = [(0, 10), (30, 10), (40, 10), (50, 5)];
        assert_eq!(steps(&read, Method::Sieving, 10), windows.map(|window| (StepKind::Read, vec![window])));
        let mut expected = vec![(StepKind::Metadata, Vec::new()), (StepKind::Read, vec![(0, 10)])];
        expected.extend(windows.map(|window| (StepKind::Write, vec![window])));
        assert_eq!(steps(&write, Method::Sieving, 10), expected);
    }

    proptest! {
        #[test]
        fn every_byte_is_moved_and_none_twice(
            gaps in proptest::collection::vec((0i64..9, 1u64..9), 1..20), buffer in 1u64..30, split in 1u64..9
        ) {
            let mut at = 0;
            let file: Vec<_> = gaps.iter().map(|&(gap, bytes)| { at += gap; let start = at; at += bytes as i64; (start, bytes) }).collect();
            let total: u64 = file.iter().map(|&(_, bytes)| bytes).sum();
            let memory: Vec<_> = (0..total.div_ceil(split)).map(|n| (1 + 20 * n as i64, split.min(total - split * n))).collect();
            let access = access(false, &file, &memory);
            let wanted: Vec<u64> = file.iter().flat_map(|&(at, bytes)| at as u64..at as u64 + bytes).collect();
            for method in [Method::Whole, Method::Lists, Method::Naive] {
                let moved: Vec<u64> = steps(&access, method, buffer).into_iter().flat_map(|(_, blocks)| blocks)
                    .flat_map(|(at, bytes)| at..at + bytes).collect();
                prop_assert_eq!(&moved, &wanted);
            }
            let windows: Vec<(u64, u64)> = steps(&access, Method::Sieving, buffer).into_iter().flat_map(|(_, blocks)| blocks).collect();
            prop_assert!(windows.iter().all(|&(_, bytes)| bytes > 0) && windows.is_sorted_by(|left, right| left.0 + left.1 <= right.0));
            let covered: Vec<u64> = windows.iter().flat_map(|&(at, bytes)| at..at + bytes).collect();
            prop_assert!(wanted.iter().all(|byte| covered.binary_search(byte).is_ok()));
            if windows.len() > 1 {
                prop_assert!(windows.iter().all(|&(_, bytes)| bytes <= buffer));
            }
        }
    }
}
