//! `plain`: the newest piece first, reads before writes.

use super::{Access, Cache, Piece};

#[derive(Default)]
struct Plain {
    reads: Vec<Piece>,
    writes: Vec<Piece>,
}

pub(super) fn build(_: u64) -> Box<dyn Cache> {
    Box::new(Plain::default())
}

impl Cache for Plain {
    fn accepts(&self, bytes: u64, free: u64) -> bool {
        bytes <= free
    }

    fn push(&mut self, piece: Piece) {
        if piece.write { &mut self.writes } else { &mut self.reads }.push(piece);
    }

    fn pop(&mut self, free: u64) -> Option<Access> {
        let read = self.reads.pop_if(|piece| piece.bytes <= free);
        let piece = read.or_else(|| self.writes.pop())?;
        let Piece { write, file, offset, bytes, .. } = piece;
        Some(Access { write, file, offset, bytes, pieces: vec![piece] })
    }

    fn ended(&mut self, _: &Access) {}

    fn idle(&self) -> Box<dyn Cache> {
        Box::new(Self::default())
    }
}
