//! The information that the ranks of a collective file access exchange before they move data: the range of the file that each
//! rank accesses. The ranges determine whether the access is aggregated, and which aggregator accesses which part of the file.

use super::domains::{Domains, lustre_aggregators};
use super::plan::{Plan, RankBlocks, range};
use kernel::Stripes;
use ops::{AUTOMATIC, ENABLE};
use std::rc::Rc;

/// How a driver of ROMIO aggregates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Aggregators {
    /// Candidates: the lowest rank of each host.
    pub(crate) ranks: Vec<u32>,
    /// Bytes of each one's buffer: `cb_buffer_size`.
    pub(crate) buffer: u64,
    /// `romio_cb_read` or `romio_cb_write`.
    pub(crate) buffering: u64,
    /// The driver is Lustre's: the stripes of the file, and aggregators for each at most.
    pub(crate) lustre: Option<(Stripes, u32)>,
}

/// What a schedule depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) write: bool,
    /// Whether ranks are told in each round how much they move: where domains are stripes, they know.
    pub(super) tells_sizes: bool,
}

/// A collective access under way.
#[derive(Debug)]
pub(crate) struct Together {
    write: bool,
    aggregators: Aggregators,
    /// By rank.
    accesses: Vec<RankBlocks>,
    /// Ranks that have not arrived.
    absent: u32,
    plan: Option<Option<Rc<Plan>>>,
}

impl Together {
    pub(crate) fn new(write: bool, ranks: u32, aggregators: Aggregators) -> Self {
        let accesses = vec![RankBlocks::new(); ranks as usize];
        Self { write, aggregators, accesses, absent: ranks, plan: None }
    }

    /// A rank arrives; whether it is the last.
    pub(crate) fn arrive(&mut self, rank: u32, blocks: RankBlocks) -> bool {
        self.accesses[rank as usize] = blocks.into_iter().filter(|&(_, bytes)| bytes > 0).collect();
        self.absent -= 1;
        self.absent == 0
    }

    fn by_stripes(&self) -> Option<(Stripes, u32)> {
        self.aggregators.lustre.filter(|_| self.write)
    }

    pub(super) fn shape(&self) -> Shape {
        Shape { write: self.write, tells_sizes: self.by_stripes().is_none() }
    }

    /// Whether the access of a rank begins before that of the rank before it ends. A rank without data comes last nowhere.
    fn interleaved(&self) -> bool {
        let span = |blocks: &RankBlocks| {
            let start = blocks.first()?.0;
            blocks.last().map(|&(offset, bytes)| (start, offset + bytes))
        };
        self.accesses.windows(2).any(|pair| match (span(&pair[0]), span(&pair[1])) {
            (Some((_, end)), Some((start, _))) => start + 1 < end,
            _ => false,
        })
    }

    /// Which ranks aggregate what; nothing if every rank makes its own access. All ranks have arrived.
    pub(super) fn plan(&mut self) -> Option<Rc<Plan>> {
        assert_eq!(self.absent, 0, "ranks have told each other what they access");
        if self.plan.is_none() {
            self.plan = Some(self.make_plan().map(Rc::new));
        }
        self.plan.clone().flatten()
    }

    fn make_plan(&self) -> Option<Plan> {
        let range = range(&self.accesses)?;
        let Aggregators { ref ranks, buffer, buffering, lustre } = self.aggregators;
        let wanted = match buffering {
            ENABLE => true,
            AUTOMATIC => self.by_stripes().is_some() || self.interleaved(),
            _ => false,
        };
        if !wanted {
            return None;
        }
        let most = ranks.len() as u32;
        let (domains, count) = match self.by_stripes() {
            Some((stripes, ratio)) => {
                let aggregators = lustre_aggregators(most, stripes.servers, ratio);
                (Domains::Stripes { stripe: stripes.bytes, aggregators }, aggregators)
            }
            None => (Domains::stretches(range, most, lustre.map(|(stripes, _)| stripes.bytes)), most),
        };
        Some(Plan::new(&self.accesses, &domains, &ranks[..count as usize], buffer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::DISABLE;

    fn plan(write: bool, buffering: u64, lustre: Option<(Stripes, u32)>, ranks: &[RankBlocks]) -> Option<Rc<Plan>> {
        let aggregators = Aggregators { ranks: vec![0, 2], buffer: 100, buffering, lustre };
        let mut together = Together::new(write, ranks.len() as u32, aggregators);
        for (rank, blocks) in (0..).zip(ranks) {
            assert_eq!(together.arrive(rank, blocks.clone()), rank as usize + 1 == ranks.len());
        }
        together.plan()
    }

    /// ROMIO aggregates what is interleaved, and what a hint says; on Lustre all that is written.
    #[test]
    fn when_accesses_are_aggregated() {
        let apart = [vec![(0, 10)], vec![(10, 10)], Vec::new(), vec![(5, 1)]];
        let interleaved = [vec![(0, 10), (20, 10)], vec![(10, 10)], vec![(40, 5)], Vec::new()];
        let stripes = Some((Stripes { bytes: 10, servers: 1 }, 1));
        for write in [false, true] {
            assert!(plan(write, AUTOMATIC, None, &apart).is_none());
            assert!(plan(write, AUTOMATIC, None, &interleaved).is_some());
            assert!(plan(write, ENABLE, None, &apart).is_some());
            assert!(plan(write, DISABLE, None, &interleaved).is_none());
            assert_eq!(plan(write, AUTOMATIC, stripes, &apart).is_some(), write);
            assert!(plan(write, ENABLE, None, &vec![Vec::new(); 4]).is_none(), "there is nothing to move");
        }
        assert_eq!(plan(true, AUTOMATIC, stripes, &apart).expect("a plan").aggregators.len(), 1);
        assert_eq!(plan(false, ENABLE, stripes, &apart).expect("a plan").aggregators.len(), 2);
    }
}
