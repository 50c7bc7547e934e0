//! The seam that all workloads share: programs (in images or processes), traces and motifs.

use crate::{Answer, CallSite, Post, UserMemory};
use units::{ActorId, Endpoint};

/// What a rank does after it has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It waits for the answer to its last post.
    Blocked,
    /// It has ended, with this exit status.
    Finished(i32),
}

/// Whatever runs ranks. The engine calls it one rank at a time.
pub trait RankDriver {
    /// Runs `actor` until it demands an answer or ends; appends its posts in program order. The first call for
    /// an actor starts it (its answer brings the world's communicator); each later call brings the answer that its
    /// last post demanded.
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> Progress;

    /// Applies a user's reduction, `inout = input op inout` on `count` packed elements, on the rank's side. The
    /// rank is blocked and inside MPI.
    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]);

    /// The ranks' memory.
    fn memory(&mut self) -> &mut dyn UserMemory;

    /// A call site in words: `solve (halo.c:42)`, or an address where there is no debug information.
    fn describe_site(&mut self, site: CallSite) -> String;
}

/// Where actors sit on the machine: a mapping, as plain data.
pub trait Placement {
    /// The core and NIC of an actor.
    fn endpoint(&self, actor: ActorId) -> Endpoint;
}
