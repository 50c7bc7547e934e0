//! The motif `ping`: ping-pong messages between pairs of ranks.
//!
//! # Posts
//!
//! Ranks 0 and 1 are a pair, 2 and 3, and so on; with an odd number of ranks the last one does nothing. The mapping places
//! them. Each rank does what this program does on `MPI_COMM_WORLD`:
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! if ((rank ^ 1) < size)
//!     for (i = 0; i < iterations; i++) {
//!         if (rank % 2 == 0) {
//!             MPI_Send(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD);
//!             MPI_Recv(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!         } else {
//!             MPI_Recv(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//!             MPI_Send(buffer, bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD);
//!         }
//!     }
//! MPI_Finalize();
//! ```
//!
//! As posts (requests to the engine): `Enter(Init)`, `Init`; for each call `BlockingSend` or `BlockingRecv`; at the end
//! `Enter(Finalize)`, `Finalize`.

use super::motif::Motif;
use super::parameter::{MotifError, Values};
use config::{Parameter, ParameterKind};
use ops::{
    Answer, Buffer, CallSite, CommId, Enter, Function, Post, RankDriver, RankState, RequestId, SendMode, Work,
};
use units::ActorId;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "ping",
    doc: "Ping-pong between ranks 0 and 1, 2 and 3, and so on.",
    parameters: PARAMETERS,
    build: |ranks, values| Ok(Box::new(Ping::new(ranks, values)?)),
};

const PARAMETERS: &[Parameter] = &[
    Parameter::with_default("bytes", ParameterKind::Size, "2 B", "", "the size of a message"),
    Parameter::with_default("iterations", ParameterKind::Whole, "10", "", "number of round trips"),
];

/// Call sites: the functions of the program above.
const CALLS: [Function; 4] = [Function::Init, Function::Send, Function::Recv, Function::Finalize];

struct Ping {
    bytes: u64,
    iterations: u32,
    /// Of each rank: how often it has been resumed.
    ranks: Vec<u64>,
}

impl Ping {
    fn new(ranks: u32, values: &Values) -> Result<Self, MotifError> {
        Ok(Self {
            bytes: values.bytes("bytes")?.unwrap_or(0),
            iterations: values.number("iterations")?.unwrap_or(0),
            ranks: vec![0; ranks as usize],
        })
    }
}

fn enter(call: u32) -> Enter {
    Enter { function: CALLS[call as usize], site: CallSite(call), block: Work::NONE }
}

impl RankDriver for Ping {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let resumed = self.ranks[actor.index()];
        self.ranks[actor.index()] += 1;
        let call = |call| {
            let Enter { function, site, block } = enter(call);
            Post::Enter { function, site, block }
        };
        if resumed == 0 {
            posts.extend([call(0), Post::Init]);
        }
        let peer = actor.0 ^ 1;
        let messages = if (peer as usize) < self.ranks.len() { 2 * u64::from(self.iterations) } else { 0 };
        assert!(resumed <= messages, "a rank that has ended is resumed");
        if resumed == messages {
            posts.extend([call(3), Post::Finalize]);
            return RankState::Finished(0);
        }
        let (request, comm, tag, buffer) = (RequestId(0), CommId::WORLD, 0, Buffer::of_bytes(self.bytes));
        // The even rank sends first.
        posts.push(if (resumed + u64::from(actor.0)).is_multiple_of(2) {
            Post::BlockingSend {
                call: enter(1),
                request,
                comm,
                peer,
                tag,
                buffer,
                mode: SendMode::Standard,
                elements: ops::Elements::Any,
            }
        } else {
            Post::BlockingRecv {
                call: enter(2),
                request,
                comm,
                source: peer as i32,
                tag,
                buffer,
                elements: ops::Elements::Any,
            }
        });
        RankState::Blocked
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("the motif has no reductions of the user's");
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("ping, {}", CALLS[site.0 as usize])
    }
}

#[cfg(test)]
mod tests;
