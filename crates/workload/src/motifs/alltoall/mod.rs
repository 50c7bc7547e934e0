//! The motif `alltoall`: an all-to-all exchange of blocks, repeatedly.
//!
//! # Posts
//!
//! Each rank does what this program does on `MPI_COMM_WORLD` of P ranks:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! for (i = 0; i < iterations; i++) {
//!     MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);   /* P blocks of `bytes` each way */
//!     if (barrier)
//!         MPI_Barrier(MPI_COMM_WORLD);
//!     compute();
//! }
//! MPI_Finalize();
//! ```
//!
//! The MPI library chooses the order of the blocks: `--collective alltoall=pairwise`, `scattered`, `node_shift` … As posts
//! (requests to the engine): `Enter(Init)`, `Init`; for each call `Enter`, `Collective { blocking: true }`, `Wait(All)` of the
//! one request; at the end `Enter(Finalize)`, `Finalize`. `compute()` is the block of the `Enter` that follows it.

use super::motif::Motif;
use super::parameter::{MotifError, Values};
use crate::calls;
use config::{Parameter, ParameterKind};
use ops::{Answer, Buffer, CallSite, CommId, Function, Operation, Post, RankDriver, RankState, RequestId, Work};
use units::ActorId;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "alltoall",
    doc: "Alltoall of blocks of one size, then a Barrier.",
    parameters: PARAMETERS,
    build: |ranks, values| Ok(Box::new(Alltoall::new(ranks, values)?)),
};

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("bytes", ParameterKind::Size, "64 KiB", "", "the size of the block sent to each rank"),
    Parameter::with_default("iterations", ParameterKind::Whole, "1", "", "number of iterations"),
    Parameter::with_default("barrier", ParameterKind::YesNo, "yes", "", "whether a Barrier follows each Alltoall"),
    Parameter::with_default("compute", ParameterKind::Work, "0", "", "computation per iteration"),
];

/// Calls in the order of the program above; a call site is its place here.
const CALLS: [Function; 4] = [Function::Init, Function::Alltoall, Function::Barrier, Function::Finalize];

struct Alltoall {
    bytes: u64,
    iterations: u32,
    barrier: bool,
    compute: Work,
    /// Of each rank: the collective calls that it has made, one more once it has started, another one at its end.
    ranks: Vec<u64>,
}

impl Alltoall {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        Ok(Self {
            bytes: values.bytes("bytes")?.unwrap_or(0),
            iterations: values.number("iterations")?.unwrap_or(0),
            barrier: values.flag("barrier")?,
            compute: values.work("compute")?,
            ranks: vec![0; ranks as usize],
        })
    }

    fn call(&self, site: u32, block: Work, posts: &mut Vec<Post>) {
        let call = if site == 1 {
            let blocks = Buffer::of_bytes(self.bytes.saturating_mul(self.ranks.len() as u64));
            calls::collective(Operation::Alltoall, self.bytes, 1, blocks, blocks)
        } else {
            calls::barrier()
        };
        posts.push(enter(site, block));
        posts.extend(calls::blocking(RequestId(0), CommId::WORLD, Box::new(call)));
    }
}

fn enter(call: u32, block: Work) -> Post {
    Post::Enter { function: CALLS[call as usize], site: CallSite(call), block }
}

impl RankDriver for Alltoall {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let resumed = self.ranks[actor.index()];
        self.ranks[actor.index()] += 1;
        if resumed == 0 {
            posts.extend([enter(0, Work::NONE), Post::Init]);
        }
        let calls = 1 + u64::from(self.barrier);
        let (iteration, call) = (resumed / calls, resumed % calls);
        let last = u64::from(self.iterations);
        assert!(iteration < last || (iteration, call) == (last, 0), "a rank that has ended is resumed");
        // The computation is the block before whichever call comes next.
        let block = if call == 0 && iteration > 0 { self.compute } else { Work::NONE };
        if iteration == last {
            posts.extend([enter(3, block), Post::Finalize]);
            return RankState::Finished(0);
        }
        self.call(if call == 0 { 1 } else { 2 }, block, posts);
        RankState::Blocked
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("the motif has no reductions of the user's");
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("alltoall, {}", CALLS[site.0 as usize])
    }
}

#[cfg(test)]
mod tests;
