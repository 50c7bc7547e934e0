//! Messages between the simulator and a rank's process.

use super::inline_data::{MappedPages, MemoryChunk, read_memory, write_chunks};
use crate::clock::Meter;
use crate::posix::Mount;
use ops::{Answer, Post, RankSetting};
use serde::{Deserialize, Serialize};

/// Simulator to rank.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// The first request: identity of the rank, and its first answer.
    Start {
        /// Rank in the run.
        rank: u32,
        /// The number of its program, and whether other ranks have started it: see [`mpi_rank::Origin`].
        origin: (u32, bool),
        /// Properties that all ranks know.
        setting: RankSetting,
        /// The name of its simulated host.
        host: String,
        /// How blocks are measured, if they are.
        meter: Option<Meter>,
        /// Whether blocks take time, so that a thread of several has to wait for the end of its own.
        blocks: bool,
        /// Below which folder files of POSIX's are modelled.
        mount: Option<Mount>,
        /// The first answer: the world's communicator.
        answer: Answer,
    },
    /// The answer to a thread's last post that demanded one, and what has to be in the rank's memory before.
    Resume { thread: u32, answer: Answer, pending_writes: Vec<MemoryChunk> },
    /// Asks for the posts of threads that were still running.
    Look,
    /// A reduction of the program's own, `inout = input op inout`.
    Reduce {
        op: u64,
        count: u64,
        #[serde(with = "serde_bytes")]
        input: Vec<u8>,
        #[serde(with = "serde_bytes")]
        inout: Vec<u8>,
    },
    /// The last posts have arrived; the process may end.
    End,
    /// Bytes of its memory, where the system does not let the simulator read them.
    Read { address: u64, bytes: u64 },
    /// The same for bytes to be written.
    Write(MemoryChunk),
}

/// What a rank says to [`Request::Read`] and [`Request::Write`]; it sleeps on then.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum MemoryReply {
    /// What it has read.
    Done(#[serde(with = "serde_bytes")] Vec<u8>),
    /// There is no memory at this address.
    Unmapped(u64),
}

impl MemoryReply {
    /// The reply of this process to a request, if that is about its memory.
    pub(super) fn to(pages: &mut MappedPages, request: &Request) -> Option<Self> {
        let done = match request {
            Request::Read { address, bytes } => read_memory(pages, *address, *bytes as usize),
            Request::Write(chunk) => write_chunks(pages, std::slice::from_ref(chunk)).map(|()| Vec::new()),
            _ => return None,
        };
        Some(done.map_or_else(Self::Unmapped, Self::Done))
    }
}

/// Posts in program order, the last of which demands an answer.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Batch {
    pub(super) posts: Vec<Post>,
    /// Contents of short messages that these posts send.
    pub(super) message_data: Vec<MemoryChunk>,
    /// The rank waits for the clock to be begun with the block that follows: others see nothing of it.
    pub(super) goes_on: bool,
}

/// Rank to simulator.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Reply {
    /// Posts of a rank with one thread, in program order: batches after which it has run ahead, then the last one.
    pub(super) ahead: Vec<Batch>,
    pub(super) batch: Batch,
    /// What it had printed before it ran ahead and nobody had read, bytes in each stream.
    pub(super) printed: [u32; 2],
    /// Whether it has several.
    pub(super) threaded: bool,
    /// Their posts: see [`ops::ThreadPosts`].
    pub(super) threads: Vec<(u32, Vec<Post>)>,
    /// Whether one of them still runs.
    pub(super) running: bool,
    /// Paths of objects that contain new call sites.
    pub(super) objects: Vec<String>,
    /// New call sites, numbered on: object and offset.
    pub(super) sites: Vec<(u32, u64)>,
    /// The result of a reduction; there are no posts for the engine then.
    #[serde(with = "serde_bytes")]
    pub(super) reduced: Option<Vec<u8>>,
    /// Whether the process ends after this.
    pub(super) ending: bool,
    /// Bytes read and written without MPI, if it ends.
    pub(super) files: (u64, u64),
}

impl Reply {
    /// All posts in it.
    pub(super) fn posts(&self) -> impl Iterator<Item = &Post> {
        let batches = self.ahead.iter().chain([&self.batch]).map(|batch| &batch.posts);
        batches.chain(self.threads.iter().map(|(_, posts)| posts)).flatten()
    }
}
