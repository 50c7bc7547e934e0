//! `relay`: a message from rank to rank.
//!
//! # Posts
//!
//! ```c
//! MPI_Init(&argc, &argv);
//! if (rank > 0)
//!     MPI_Recv(buffer, bytes, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
//! if (rank + 1 < size)
//!     MPI_Send(buffer, bytes, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
//! MPI_Finalize();
//! ```

use super::motif::Motif;
use config::{Parameter, ParameterKind};
use ops::{
    Answer, Buffer, CallSite, CommId, Elements, Enter, Function, Post, RankDriver, RankState, RequestId,
    SendMode, Work,
};
use units::ActorId;

/// The motif in the list.
pub(super) const MOTIF: Motif = Motif {
    name: "relay",
    doc: "A message from rank to rank.",
    parameters: &[Parameter::with_default("bytes", ParameterKind::Size, "1 kB", "", "the size of the message")],
    build: |ranks, values| {
        let bytes = values.bytes("bytes")?.unwrap_or(0);
        Ok(Box::new(Relay { bytes, next: vec![0; ranks as usize] }))
    },
};

/// Call sites: the functions of the program above.
const CALLS: [Function; 4] = [Function::Init, Function::Recv, Function::Send, Function::Finalize];

struct Relay {
    bytes: u64,
    /// Of each rank: the call that comes next.
    next: Vec<u32>,
}

fn enter(call: u32) -> Enter {
    Enter { function: CALLS[call as usize], site: CallSite(call), block: Work::NONE }
}

fn entry(call: u32) -> Post {
    let Enter { function, site, block } = enter(call);
    Post::Enter { function, site, block }
}

impl RankDriver for Relay {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let (last, next) = (self.next.len() as u32 - 1, &mut self.next[actor.index()]);
        let (request, comm, tag, buffer) = (RequestId(0), CommId::WORLD, 0, Buffer::of_bytes(self.bytes));
        let elements = Elements::Any;
        if *next == 0 {
            posts.extend([entry(0), Post::Init]);
            *next = 1;
        }
        if *next == 1 {
            *next = 2;
            if actor.0 > 0 {
                let source = actor.0 as i32 - 1;
                posts.push(Post::BlockingRecv { call: enter(1), request, comm, source, tag, buffer, elements });
                return RankState::Blocked;
            }
        }
        if *next == 2 {
            *next = 3;
            if actor.0 < last {
                let (peer, mode) = (actor.0 + 1, SendMode::Standard);
                posts.push(Post::BlockingSend { call: enter(2), request, comm, peer, tag, buffer, mode, elements });
                return RankState::Blocked;
            }
        }
        posts.extend([entry(3), Post::Finalize]);
        RankState::Finished(0)
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("the motif has no reductions of the user's");
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("relay, {}", CALLS[site.0 as usize])
    }
}
