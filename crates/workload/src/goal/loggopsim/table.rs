//! The state of each operation while the LogGOPSim executor runs a GOAL program: its rank, its peer, and how many
//! operations it still waits for.

use crate::goal::operation::{Operation, OperationKind};
use crate::goal::program::Program;

/// The key of matching: (peer, tag) as a receive names them or a message has them.
pub(super) type Name = (u32, u32);

/// An operation: what an event about it reads and writes, together in memory.
#[derive(Clone, Copy, Debug)]
struct OperationState {
    rank: u32,
    peer: u32,
    /// While it is not free, how many it waits for; in a queue or list, the next one.
    link: u32,
    /// Its stamp, then that of its message.
    stamp: u32,
}

const _: () = assert!(size_of::<OperationState>() == 16);

/// All operations of a program.
pub(super) struct Table<'a> {
    pub(super) program: &'a Program,
    live: Vec<OperationState>,
}

impl<'a> Table<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        let mut live = Vec::with_capacity(program.count() as usize);
        for rank in 0..program.ranks() {
            let numbers = program.numbers_of(rank);
            let peers = &program.peers()[numbers.start as usize..numbers.end as usize];
            live.extend(peers.iter().map(|peer| OperationState { rank, peer: *peer, link: 0, stamp: 0 }));
        }
        program.each_order(|after| live[after as usize].link += 1);
        Self { program, live }
    }

    #[inline(always)]
    pub(super) fn operation(&self, number: u32) -> Operation {
        let OperationState { rank, peer, .. } = self.live[number as usize];
        self.program.assembled(rank, peer, number)
    }

    /// The rank of an operation and that of its peer.
    #[inline(always)]
    pub(super) fn ends(&self, number: u32) -> (u32, u32) {
        let OperationState { rank, peer, .. } = self.live[number as usize];
        (rank, peer)
    }

    #[inline(always)]
    pub(super) fn link(&self, number: u32) -> u32 {
        self.live[number as usize].link
    }

    #[inline(always)]
    pub(super) fn set_link(&mut self, number: u32, link: u32) {
        self.live[number as usize].link = link;
    }

    #[inline(always)]
    pub(super) fn stamp(&self, number: u32) -> u32 {
        self.live[number as usize].stamp
    }

    #[inline(always)]
    pub(super) fn set_stamp(&mut self, number: u32, stamp: u32) {
        self.live[number as usize].stamp = stamp;
    }

    /// One that an operation waits for is over; whether it was the last one.
    #[inline(always)]
    pub(super) fn release(&mut self, number: u32) -> bool {
        let link = &mut self.live[number as usize].link;
        *link -= 1;
        *link == 0
    }

    /// The source and tag that a receive matches, or that a message (named by its send) has.
    #[inline(always)]
    pub(super) fn name(&self, number: u32) -> Name {
        let operation = self.operation(number);
        (if operation.kind == OperationKind::Send { operation.rank } else { operation.peer }, operation.tag)
    }
}
