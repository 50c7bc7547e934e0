//! The seam that all workloads share: programs (in images or processes), traces and motifs.

use crate::{Answer, CallSite, Post, SpawnCall, SpawnError, UserMemory};
use units::{ActorId, Endpoint, HostId};

/// What a rank does after it has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It waits for the answer to its last post.
    Blocked,
    /// It has ended, with this exit status.
    Finished(i32),
    /// It has several lanes: what they have posted is to be fetched by [`RankDriver::lanes`].
    Lanes,
}

/// What the lanes of a rank have posted. A lane is a thread of the rank that has called MPI or asked for the time; it has
/// a clock of its own. Lane 0 is the thread that the rank begins with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lanes {
    /// Posts of one lane at a time, in the order in which they were made: a lane may come several times. The last post of
    /// a lane is the only one that may demand an answer.
    pub batches: Vec<(u32, Vec<Post>)>,
    /// The exit status, if the rank has ended.
    pub exit: Option<i32>,
    /// Whether a thread of the rank still runs without having asked for anything, so that more may come by itself.
    pub restless: bool,
}

/// Whatever runs ranks. The engine calls it one rank at a time.
pub trait RankDriver {
    /// Runs `actor` until it demands an answer or ends; appends its posts in program order. The first call for
    /// an actor starts it (its answer brings the world's communicator); each later call brings the answer that its
    /// last post demanded.
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> Progress;

    /// As [`RankDriver::resume`], with the answer to another lane of the rank's than the first.
    ///
    /// # Panics
    /// If the driver's ranks have one lane each: the engine knows of no other then.
    fn resume_lane(&mut self, rank: ActorId, lane: u32, _answer: &Answer, _posts: &mut Vec<Post>) -> Progress {
        unreachable!("rank {rank} has no lane {lane}")
    }

    /// What the lanes of a rank have posted since they were asked: after [`Progress::Lanes`], or by themselves while the
    /// rank was restless.
    fn lanes(&mut self, _rank: ActorId) -> Lanes {
        Lanes::default()
    }

    /// Applies a user's reduction, `inout = input op inout` on `count` packed elements, on the rank's side. The
    /// rank is blocked and inside MPI.
    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]);

    /// How much of the ranks' work has been handed out, and how much there is in all, in a unit of the driver's own; none
    /// where it does not know. Asked for now and then, to tell a user how long a run will take.
    fn handed_out(&self) -> Option<(u64, u64)> {
        None
    }

    /// Which rank was interrupted while it computed, because the run is to end and it did not come back by itself, and where
    /// that was, in words; none if none was.
    fn interrupted(&self) -> Option<String> {
        None
    }

    /// The ranks' memory.
    fn memory(&mut self) -> &mut dyn UserMemory;

    /// A call site in words: `solve (halo.c:42)`, or an address where there is no debug information.
    fn describe_site(&mut self, site: CallSite) -> String;

    /// Makes ranks of programs ready to be resumed for the first time: actor `first` and those after it, on the hosts
    /// given, one for each. Nothing of them runs yet, and if this fails none of them exists.
    ///
    /// # Errors
    /// A program is not there or cannot be started; or what drives ranks here starts none.
    fn spawn(&mut self, call: &SpawnCall, first: ActorId, hosts: &[HostId]) -> Result<(), SpawnError> {
        let _ = (call, first, hosts);
        Err(SpawnError::Unsupported("processes can be started by programs only".to_owned()))
    }
}

/// Where actors sit on the machine: a mapping, as plain data.
pub trait Placement {
    /// The core and NIC of an actor.
    fn endpoint(&self, actor: ActorId) -> Endpoint;

    /// Finds free cores for actors that are started while the run is on: `first` and those after it, for each element so
    /// many as it says, on the host of that name if it says one. `alive` tells which of the actors before are.
    ///
    /// # Errors
    /// There are not so many; none is placed then.
    fn place(
        &mut self,
        first: ActorId,
        wanted: &[(u32, Option<&str>)],
        alive: &dyn Fn(ActorId) -> bool,
    ) -> Result<Placed, NoPlace> {
        let _ = (first, wanted, alive);
        Err(NoPlace("nothing can be placed while the run is on".to_owned()))
    }

    /// Takes the latest actors away again, from `first` on.
    fn displace(&mut self, first: ActorId) {
        let _ = first;
    }

    /// An actor has ended: its core is free, where that matters.
    fn leave(&mut self, actor: ActorId) {
        let _ = actor;
    }
}

/// New actors have been placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Whether some of them share a core.
    pub shared: bool,
}

/// Why new actors cannot be placed, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPlace(pub String);
