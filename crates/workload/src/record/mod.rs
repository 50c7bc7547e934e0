//! Records traces. A recorder is wrapped around any driver of ranks, and writes the requests that the driver's ranks make to
//! the engine (their posts).
//!
//! [`PostRecorder`] writes Windtunnel's own format, which loses nothing ([`crate::traces::posts`]). [`TiRecorder`]
//! exports an existing trace as a time-independent trace (SimGrid's format): it wraps the driver that replays the trace.
//! The rest of this page is about that export.
//!
//! # What replays to the same picosecond
//!
//! The export of a run takes the same simulated time as the run if it is replayed on the same platform with the same MPI
//! library, if no computation was measured, and if the report of the export names no loss. The format can express these calls:
//! blocking and non-blocking sends and receives; waits for one, any, some or all pending requests; tests of one request; probes
//! that are followed at once by their receive; and blocking collective operations on the world (or a duplicate of the world). A
//! receive with wildcards is written with the source and tag that it matched, so its line is written only after the match.
//!
//! The two times are equal to the picosecond if the host's speed is at least 1 Tflop/s: computation is written as a number of
//! operations (its time × the host's speed, rounded down). With a slower host each block is shortened by less than the time of
//! one operation, 1 ns at 1 Gflop/s.
//!
//! # What is lost
//!
//! Everything that the format cannot express is counted by [`Loss`]; [`Loss::changes`] tells losses that change the program
//! from those that only shift times.

mod destination;
mod posts;
mod rank;
#[cfg(test)]
mod tests;
mod trace_files;

pub use crate::traces::posts::{part_name, rank_of_part};
pub use destination::{clear_destination, clear_list_destination};
use files::FileError;
use ops::{Answer, CommId, Group, Post, RankDriver, RankState, SpawnCall, SpawnError};
pub use posts::{PostRecorder, RankRecorder};
use rank::Rank;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trace_files::TraceFiles;
use units::{ActorId, HostId, Speed, named_enum};

named_enum! {
    /// Something that a time-independent trace can't say.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Loss as doc {
        /// A collective operation on part of the world.
        SubCollective = "collective operations on part of the ranks: not representable, left out",
        /// Something was asked of a window.
        OneSided = "one-sided communication: not representable, left out but for its barriers",
        /// Something was asked of a file.
        File = "operations on files: not supported, left out with the time they take",
        /// Something was asked of a partitioned operation.
        Partitioned = "partitioned communication: not representable, left out",
        /// A communicator was made.
        Communicator = "makings of communicators: not representable, left out with the time they take",
        /// A port, or a question to the name server.
        Port = "ports and names: not representable, left out with the time they take",
        /// A request was cancelled.
        Cancelled = "cancelled requests: not representable, written as if they had not been cancelled",
        /// A request was released and never waited for.
        Released = "released requests: not representable, waited for at the end of the trace",
        /// A message on a communicator other than the world.
        OtherCommunicator = "messages on communicators other than the world: written with world ranks, may match others of equal tag",
        /// A receive with wildcards that matched nothing.
        Unmatched = "receives with wildcards that matched nothing: written with SimGrid's wildcards",
        /// A synchronous or buffered send.
        SendMode = "synchronous or buffered sends: not representable, written as standard ones",
        /// A non-blocking collective operation.
        NonBlockingCollective = "non-blocking collective operations: written as blocking where they start",
        /// A reduction by an operation of the user's that does not commute.
        UserReduction = "reductions that do not commute: written as ones that do",
        /// An operation that another one stands for: `MPI_Reduce_scatter_block`, `MPI_Alltoallw`.
        OtherOperation = "MPI_Reduce_scatter_block as reducescatter, MPI_Alltoallw as alltoallv: other algorithms may be chosen",
        /// A collective operation among neighbours in a virtual topology.
        Neighbourhood = "neighbourhood collectives: not representable, written as isend, irecv and waits where they start",
        /// A collective operation in place.
        InPlace = "collective operations in place: written as ones with two buffers",
        /// A reduction on a type of another size than any of the trace's.
        ElementType = "reductions on elements of a size no type of the trace has: counted in bytes",
        /// A wait for several, but not all, of the pending requests, or for all in another order than that of their posts.
        PartialWait = "waits for several, not all pending requests, or not in order: written as single waits",
        /// A wait or test that passed over an earlier request of the same name.
        OutOfOrder = "waits or tests past an earlier request of equal sender, receiver and tag",
        /// A test of several requests, or one that leaves them.
        ManyTests = "tests of several requests, or that leave them: only what completed is waited for",
        /// A probe that no receive of the message followed at once.
        Probe = "probes not followed at once by the receive: not representable, left out",
        /// A `MPI_Sendrecv` with tags other than 0.
        TaggedExchange = "MPI_Sendrecv with tags: written as irecv, isend and waits",
        /// A message larger or a count beyond what the trace's numbers hold.
        TooLarge = "counts beyond 2^48: not representable, left out",
        /// A message to or from a rank that was started while the program ran.
        StartedRank = "messages of ranks that are started during the run: not representable, left out",
        /// A rank was started while the program ran.
        Spawn = "ranks that are started during the run: not representable, left out",
        /// A start of a persistent collective operation.
        PersistentCollective = "starts of persistent collective operations: written as blocking ones, in the order of the starts",
        /// An operation that ended with an error.
        Failed = "operations that failed, as too short receives do: a replay ends there",
    }
}

impl Loss {
    /// Whether the trace does something else than the program; if not, only times may differ.
    pub fn changes(self) -> bool {
        matches!(
            self,
            Self::SubCollective
                | Self::OneSided
                | Self::File
                | Self::Partitioned
                | Self::Cancelled
                | Self::Released
                | Self::Unmatched
                | Self::TooLarge
                | Self::StartedRank
                | Self::Spawn
                | Self::PersistentCollective
                | Self::Failed
        )
    }
}

/// Information that an export lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How often, and the first rank it happened to; in the order of [`Loss::ALL`], without those that did not
    /// happen.
    pub losses: Vec<(Loss, u64, u32)>,
    /// The list file, to be given to `windtunnel replay`.
    pub list: PathBuf,
}

impl Report {
    /// Whether the replay takes the same simulated time to the picosecond if no block was measured.
    pub fn exact(&self) -> bool {
        self.losses.is_empty()
    }
}

/// One line per loss; nothing if there is none.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (loss, count, rank) in &self.losses {
            let effect = if loss.changes() { "another program" } else { "times may differ" };
            writeln!(f, "{count} × {} (first on rank {rank}; {effect})", loss.doc())?;
        }
        Ok(())
    }
}

/// What ranks share while they are exported.
struct Shared {
    world: Option<Arc<Group>>,
    /// The own group of each communicator's ranks, and the other group of an intercommunicator: as the last one to
    /// hear of it sees them.
    groups: FxHashMap<CommId, (Arc<Group>, Option<Arc<Group>>)>,
    /// Operations per second that computation is written with.
    speed: Speed,
    losses: Vec<(u64, u32)>,
}

impl Shared {
    fn lose(&mut self, loss: Loss, rank: u32) {
        let (count, first) = &mut self.losses[loss as usize];
        if *count == 0 {
            *first = rank;
        }
        *count += 1;
    }

    /// The world rank of a rank of a communicator, as `rank` sees it; none of one that was started during the run.
    fn world_rank(&self, comm: CommId, peer: i32, rank: u32) -> Option<i32> {
        let Ok(number) = u32::try_from(peer) else { return Some(peer) };
        if comm == CommId::WORLD {
            return Some(peer);
        }
        let (group, remote) = self.groups.get(&comm)?;
        let group = match remote {
            Some(remote) if remote.rank_of(ActorId(rank)).is_none() => remote,
            _ => group,
        };
        let rank = self.world.as_ref()?.rank_of(group.actor(number))?;
        i32::try_from(rank).ok()
    }
}

/// A rank that has run ahead: its lines depend on all answers, so its posts are handed over one answer at a time.
struct Ahead {
    posts: VecDeque<Post>,
    state: RankState,
    /// What answers have announced that the rank has not heard of.
    announced: Answer,
}

impl Ahead {
    fn new() -> Self {
        Self { posts: VecDeque::new(), state: RankState::Blocked, announced: Answer::default() }
    }

    /// Keeps what an answer announces. Gives the answer that the rank gets, once all that it had posted is done.
    fn answer(&mut self, answer: &Answer) -> Option<Answer> {
        let Answer { comms, released, windows, .. } = &mut self.announced;
        comms.extend_from_slice(&answer.comms);
        released.extend_from_slice(&answer.released);
        windows.extend_from_slice(&answer.windows);
        if !self.posts.is_empty() {
            return None;
        }
        let announced = std::mem::take(&mut self.announced);
        Some(Answer { now: answer.now, completions: answer.completions.clone(), ..announced })
    }
}

/// A driver whose ranks' posts are written as a time-independent trace while they pass. Ranks that are started during the
/// run are left out.
pub struct TiRecorder<D> {
    inner: D,
    ranks: Vec<Rank>,
    /// What ranks have posted ahead of answers, of each.
    ahead: Vec<Ahead>,
    shared: Shared,
    files: TraceFiles,
    error: Option<FileError>,
}

impl<D: RankDriver> TiRecorder<D> {
    /// Writes `ranks` ranks, actors 0 to `ranks` − 1, into the list file `list` and one file per rank in the folder
    /// `list` + `_files` beside it. Measured time becomes operations at `speed`, that of a core of the platform it
    /// will be replayed on.
    pub fn new(inner: D, ranks: u32, list: &Path, speed: Speed) -> Result<Self, FileError> {
        let shared =
            Shared { world: None, groups: FxHashMap::default(), speed, losses: vec![(0, 0); Loss::ALL.len()] };
        let files = TraceFiles::create(list, ranks)?;
        Ok(Self {
            inner,
            ranks: (0..ranks).map(Rank::new).collect(),
            ahead: (0..ranks).map(|_| Ahead::new()).collect(),
            shared,
            files,
            error: None,
        })
    }

    /// Writes the rest. A run that was cut short, not `complete`, leaves a trace up to where it was, which says that it is one.
    pub fn finish(mut self, complete: bool) -> Result<(D, Report), FileError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        for (rank, state) in (0..).zip(&mut self.ranks) {
            state.close(&mut self.shared);
            self.files.append(rank, state.written())?;
        }
        let list = self.files.finish(complete)?;
        let losses = Loss::ALL
            .iter()
            .zip(&self.shared.losses)
            .filter(|(_, (count, _))| *count > 0)
            .map(|(loss, (count, first))| (*loss, *count, *first))
            .collect();
        Ok((self.inner, Report { losses, list }))
    }
}

impl<D: RankDriver> RankDriver for TiRecorder<D> {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut self.inner)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        for new in &answer.comms {
            if new.comm == CommId::WORLD {
                self.shared.world = Some(new.group.clone());
            }
            self.shared.groups.insert(new.comm, (new.group.clone(), new.remote.clone()));
        }
        let Some(rank) = self.ranks.get_mut(actor.index()) else {
            return self.inner.resume(actor, answer, posts);
        };
        rank.answer(answer, &mut self.shared);
        let ahead = &mut self.ahead[actor.index()];
        if let Some(answer) = ahead.answer(answer) {
            let mut made = Vec::new();
            ahead.state = self.inner.resume(actor, &answer, &mut made);
            ahead.posts = made.into();
            if ahead.state == RankState::Threaded {
                let text = "a time-independent trace has no words for several threads of a rank that call MPI";
                posts.push(Post::Fatal { text: text.into() });
                return RankState::Blocked;
            }
        }
        while let Some(post) = ahead.posts.pop_front() {
            if matches!(post, Post::OnlyPolls { .. }) {
                // Each poll is recorded.
                continue;
            }
            rank.post(&post, &mut self.shared);
            posts.push(post);
            if posts.last().is_some_and(Post::demands_answer) {
                break;
            }
        }
        let progress = if ahead.posts.is_empty() { ahead.state } else { RankState::Blocked };
        if let Err(error) = self.files.append(actor.0, rank.written())
            && self.error.is_none()
        {
            posts.push(Post::Fatal { text: error.to_string().into() });
            self.error = Some(error);
            return RankState::Blocked;
        }
        progress
    }

    fn spawn(&mut self, call: &SpawnCall, first: ActorId, hosts: &[HostId]) -> Result<(), SpawnError> {
        self.inner.spawn(call, first, hosts)?;
        (first.0..).zip(hosts).for_each(|(rank, _)| self.shared.lose(Loss::Spawn, rank));
        Ok(())
    }
}
