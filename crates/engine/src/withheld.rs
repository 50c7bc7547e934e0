//! A driver for tests of late collection (`mpi::late`). With late collection the engine begins a rank, lets simulated time go
//! on while the rank's process computes, and collects the rank's next call later. This driver runs a rank as soon as the engine
//! begins the rank, but withholds the rank's posts (its requests to the engine) until the engine collects them.
//!
//! Until then the engine may ask how long the rank has computed so far. The driver answers with a random part of the true time,
//! or not at all. The results of a run must not depend on these answers.

use kernel::random::Stream;
use ops::{Answer, Beginning, Outlook, Post, RankDriver, RankState, Work};
use std::collections::BTreeMap;
use units::{ActorId, Time};

/// The variable by which tests have posts withheld: a seed and, optionally, by how much too much is said of blocks, in picoseconds.
const WITHHELD: &str = "WT_WITHHOLD_POSTS";

/// The random streams.
const PURPOSE: u16 = 0x5748;

/// Wraps a driver.
pub(crate) struct WithheldPosts<D> {
    inner: D,
    random: Stream,
    excess: Time,
    /// The posts of ranks that have been begun.
    withheld: BTreeMap<ActorId, (RankState, Vec<Post>)>,
    /// The most of them at once.
    most: usize,
}

impl<D: RankDriver> WithheldPosts<D> {
    /// A driver around one, if a test wants it; otherwise that one.
    pub(crate) fn if_asked(inner: D) -> Result<Self, D> {
        let Ok(text) = std::env::var(WITHHELD) else { return Err(inner) };
        let (seed, excess) = text.split_once(',').unwrap_or((&text, "0"));
        match (seed.parse(), excess.parse()) {
            (Ok(seed), Ok(excess)) => Ok(Self {
                inner,
                random: Stream::new(seed, PURPOSE, 0),
                excess: Time::from_ps(excess),
                withheld: BTreeMap::default(),
                most: 0,
            }),
            _ => Err(inner),
        }
    }
}

/// The measured time of the block that posts begin with; none if they may act at once.
fn first_block(posts: &[Post]) -> Option<Time> {
    match posts.first()?.entered()?.block {
        Work::Time(time) | Work::Preempted(time) => Some(time),
        Work::Flops(_) | Work::Stated(_) => None,
    }
}

impl<D: RankDriver> RankDriver for WithheldPosts<D> {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut self.inner)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.inner.resume(actor, answer, posts)
    }

    fn begins_ranks(&self) -> bool {
        true
    }

    fn begin(&mut self, actor: ActorId, answer: &Answer, _: Outlook) -> Beginning {
        let mut posts = Vec::new();
        let state = self.inner.resume(actor, answer, &mut posts);
        let before = self.withheld.insert(actor, (state, posts));
        assert!(before.is_none(), "rank {actor} is collected before it is begun again");
        self.most = self.most.max(self.withheld.len());
        Beginning::Begun
    }

    fn earliest(&mut self, actor: ActorId) -> Option<Time> {
        let (state, posts) = self.withheld.get(&actor)?;
        let block = first_block(posts).filter(|_| *state != RankState::Threaded)?;
        match self.random.below(4) {
            0 => None,
            // All of it, and in the test of the test more.
            1 if block > Time::ZERO => Some(block.saturating_add(self.excess)),
            _ => Some(Time::from_ps(self.random.below(block.ps().saturating_add(1)))),
        }
    }

    /// It is asked again until it says that a rank has stopped, or what is measured is enough.
    fn await_measured(&mut self, _: ActorId, _: Time) -> Option<ActorId> {
        let stopped = self.random.below(self.withheld.len() as u64 + 1);
        self.withheld.keys().nth(stopped as usize).copied()
    }

    fn collect(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        let (state, mut withheld) = self.withheld.remove(&actor).expect("a rank that has been begun");
        posts.append(&mut withheld);
        state
    }
}

impl<D> Drop for WithheldPosts<D> {
    fn drop(&mut self) {
        eprintln!("withheld: {} ranks at once", self.most);
    }
}
