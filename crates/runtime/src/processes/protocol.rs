//! What the simulator and a rank's process say to each other.

use super::inline_data::MemoryChunk;
use crate::clock::Meter;
use ops::{Answer, Post};
use serde::{Deserialize, Serialize};

/// Simulator to rank.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// The first: who it is, and what its first answer is.
    Start {
        /// Its number in the run.
        rank: u32,
        /// The number of its program, and whether other ranks have started it: see [`mpi_rank::Origin`].
        origin: (u32, bool),
        /// How many ranks fit the machine.
        universe: u32,
        /// The name of its simulated host.
        host: String,
        /// How blocks are measured, if they are.
        meter: Option<Meter>,
        /// Whether blocks take time, so that a thread of several has to wait for the end of its own.
        blocks: bool,
        /// The first answer: the world's communicator.
        answer: Answer,
    },
    /// The answer to a thread's last post that demanded one, and what has to be in the rank's memory before.
    Resume { thread: u32, answer: Answer, pending_writes: Vec<MemoryChunk> },
    /// Whatever its threads have done meanwhile is of interest: they were still running.
    Look,
    /// A reduction of the program's own, `inout = input op inout`.
    Reduce { op: u64, count: u64, input: Vec<u8>, inout: Vec<u8> },
    /// The posts of a rank that ends have come; it may end.
    End,
}

/// Posts in program order, the last of which demands an answer.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Batch {
    pub(super) posts: Vec<Post>,
    /// What lies in short messages that these posts send.
    pub(super) message_data: Vec<MemoryChunk>,
}

/// Rank to simulator.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Reply {
    /// What a rank with one thread has posted, in program order; first where it has run on after the last post of each.
    pub(super) ahead: Vec<Batch>,
    pub(super) batch: Batch,
    /// Whether it has several.
    pub(super) threaded: bool,
    /// Their posts: see [`ops::ThreadPosts`].
    pub(super) threads: Vec<(u32, Vec<Post>)>,
    /// Whether one of them still runs.
    pub(super) running: bool,
    /// Objects of the process that call sites seen first in these posts lie in, by path.
    pub(super) objects: Vec<String>,
    /// Those call sites, numbered on: object and address in the object's own terms.
    pub(super) sites: Vec<(u32, u64)>,
    /// The result of a reduction; the posts are none of the engine's then.
    pub(super) reduced: Option<Vec<u8>>,
    /// Whether the process ends after this.
    pub(super) ending: bool,
    /// Bytes that it has read and written past MPI, if it ends.
    pub(super) files: (u64, u64),
}

impl Reply {
    /// All posts in it.
    pub(super) fn posts(&self) -> impl Iterator<Item = &Post> {
        let batches = self.ahead.iter().chain([&self.batch]).map(|batch| &batch.posts);
        batches.chain(self.threads.iter().map(|(_, posts)| posts)).flatten()
    }
}
