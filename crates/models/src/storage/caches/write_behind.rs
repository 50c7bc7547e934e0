//! The write-behind cache of a file server. Three switches decide whether it has memory for written data, whether it merges
//! adjacent accesses, and whether it reorders accesses. Four combinations of the switches are the first four cache layers of
//! PIOsimHD.
//!
//! Waiting requests are cut into *pieces*, from which the cache makes accesses to the device. If there is memory for written
//! data, reads come before writes. Without reordering, an access begins with the oldest piece; with merging, the access also
//! includes the pieces that touch or overlap it on either side. With reordering, accesses stay with the file and direction
//! (read or write) of the previous access while pieces for these are left; a file's reads come before its writes. Each access
//! then begins at the lowest offset, and merges the pieces that follow.
//!
//! # Cost
//! O(log n) a piece, with n waiting.

use super::{Access, Cache, Piece};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
struct Policy {
    /// Whether written data wait in memory.
    buffered: bool,
    merge: bool,
    reorder: bool,
    /// The most bytes of an access.
    most: u64,
}

struct WriteBehind {
    policy: Policy,
    reads: Waiting,
    writes: Waiting,
    arrived: u64,
    /// Writes at the device.
    writing: u32,
    /// The file and the direction of the last access.
    last: (u32, bool),
}

pub(super) fn none(most: u64) -> Box<dyn Cache> {
    boxed(Policy { buffered: false, merge: false, reorder: false, most })
}

pub(super) fn write_behind(most: u64) -> Box<dyn Cache> {
    boxed(Policy { buffered: true, merge: false, reorder: false, most })
}

pub(super) fn aggregation(most: u64) -> Box<dyn Cache> {
    boxed(Policy { buffered: true, merge: true, reorder: false, most })
}

pub(super) fn aggregation_reorder(most: u64) -> Box<dyn Cache> {
    boxed(Policy { buffered: true, merge: true, reorder: true, most })
}

fn boxed(policy: Policy) -> Box<dyn Cache> {
    let (reads, writes) = (Waiting::default(), Waiting::default());
    Box::new(WriteBehind { policy, reads, writes, arrived: 0, writing: 0, last: (0, false) })
}

/// Where a piece waits: file, offset, and number of its arrival.
type PiecePlace = (u32, u64, u64);

/// Pieces of one direction.
#[derive(Default)]
struct Waiting {
    by_place: BTreeMap<PiecePlace, Piece>,
    by_arrival: BTreeMap<u64, PiecePlace>,
}

impl Waiting {
    fn push(&mut self, piece: Piece, arrived: u64) {
        let place = (piece.file, piece.offset, arrived);
        self.by_place.insert(place, piece);
        self.by_arrival.insert(arrived, place);
    }

    fn take(&mut self, place: PiecePlace) -> Piece {
        self.by_arrival.remove(&place.2);
        self.by_place.remove(&place).expect("a piece that waits")
    }

    fn oldest(&self) -> Option<PiecePlace> {
        self.by_arrival.first_key_value().map(|(_, &place)| place)
    }

    /// The lowest offset of a file.
    fn lowest(&self, file: u32) -> Option<PiecePlace> {
        self.by_place.range((file, 0, 0)..).next().map(|(&place, _)| place).filter(|place| place.0 == file)
    }

    /// The next file from this one on, around.
    fn next_file(&self, file: u32) -> Option<u32> {
        let behind = self.by_place.range((file, 0, 0)..).next();
        behind.or_else(|| self.by_place.first_key_value()).map(|(place, _)| place.0)
    }

    fn bytes(&self, place: PiecePlace) -> u64 {
        self.by_place[&place].bytes
    }

    /// What begins inside an access or right behind it; else, with `before`, what reaches it from below.
    fn neighbour(&self, access: &Access, before: bool) -> Option<PiecePlace> {
        let end = access.offset.saturating_add(access.bytes);
        let inside = self.by_place.range((access.file, access.offset, 0)..=(access.file, end, u64::MAX)).next();
        if let Some((&place, _)) = inside {
            return Some(place);
        }
        let below = self.by_place.range((access.file, 0, 0)..(access.file, access.offset, 0)).next_back();
        below.filter(|(_, piece)| before && piece.end() >= access.offset).map(|(&place, _)| place)
    }

    /// The access that begins with a piece, of at most so many bytes where it is merged.
    fn access(&mut self, first: PiecePlace, policy: Policy, free: u64) -> Access {
        let piece = self.take(first);
        let Piece { write, file, offset, bytes, .. } = piece;
        let mut access = Access { write, file, offset, bytes, pieces: vec![piece] };
        let most = if write { policy.most } else { policy.most.min(free) };
        while policy.merge
            && let Some(place) = self.neighbour(&access, !policy.reorder)
        {
            let next = &self.by_place[&place];
            let start = access.offset.min(next.offset);
            let end = access.offset.saturating_add(access.bytes).max(next.end());
            if end - start > most {
                break;
            }
            (access.offset, access.bytes) = (start, end - start);
            access.pieces.push(self.take(place));
        }
        access
    }
}

impl WriteBehind {
    fn waiting(&mut self, write: bool) -> &mut Waiting {
        if write { &mut self.writes } else { &mut self.reads }
    }

    /// The first piece of the next access, and its direction.
    fn first(&self, free: u64) -> Option<(PiecePlace, bool)> {
        if self.policy.reorder {
            return self.first_by_place(free);
        }
        let fits = |place: &PiecePlace| self.reads.bytes(*place) <= free;
        let read = self.reads.oldest().filter(fits).map(|place| (place, false));
        read.or_else(|| self.writes.oldest().map(|place| (place, true)))
    }

    fn first_by_place(&self, free: u64) -> Option<(PiecePlace, bool)> {
        let of = |file: u32, write: bool| {
            let place = if write { self.writes.lowest(file) } else { self.reads.lowest(file) }?;
            (write || self.reads.bytes(place) <= free).then_some((place, write))
        };
        let (file, write) = self.last;
        let own = of(file, write).or_else(|| of(file, false)).or_else(|| of(file, true));
        let next = |write: bool| {
            let waiting = if write { &self.writes } else { &self.reads };
            waiting.next_file(file.saturating_add(1)).and_then(|file| of(file, write))
        };
        own.or_else(|| next(false)).or_else(|| next(true))
    }
}

impl Cache for WriteBehind {
    fn accepts(&self, bytes: u64, free: u64) -> bool {
        if self.policy.buffered { bytes <= free } else { self.writing == 0 && self.writes.by_place.is_empty() }
    }

    fn push(&mut self, piece: Piece) {
        let arrived = self.arrived;
        self.arrived += 1;
        self.waiting(piece.write).push(piece, arrived);
    }

    fn pop(&mut self, free: u64) -> Option<Access> {
        let (place, write) = self.first(free)?;
        let policy = self.policy;
        let access = self.waiting(write).access(place, policy, free);
        self.writing += u32::from(write);
        self.last = (access.file, write);
        Some(access)
    }

    fn ended(&mut self, access: &Access) {
        self.writing -= u32::from(access.write);
    }

    fn idle(&self) -> Box<dyn Cache> {
        boxed(self.policy)
    }
}
