//! The interface between the engine and the drivers that run ranks: programs (in the simulator's process or in processes of
//! their own), traces, and motifs (communication patterns).

use crate::{Answer, CallSite, Post, SpawnCall, SpawnError, UserMemory};
use units::{ActorId, Endpoint, Held, HostId, Rate, Time, named_enum};

/// What a rank does after it has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankState {
    /// It waits for the answer to its last post.
    Blocked,
    /// It has ended, with this exit status.
    Finished(i32),
    /// It has several threads: [`RankDriver::take_posts`] gives what they have posted.
    Threaded,
}

/// Whether a rank runs beside others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beginning {
    /// It runs, and is to be collected.
    Begun,
    /// Nothing has happened: it can only be resumed.
    Resume,
    /// As before, and no other rank may run meanwhile: others can see what it does.
    ResumeAlone,
}

/// The block that follows a rank's call, as far as it is known before it has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It takes at least this long.
    Known(Time),
    /// It counts at least as long as it has been measured to be.
    Measured,
}

named_enum! {
    /// How a program's ranks run.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum RankMode as name {
        /// In the process that simulates.
        Images = "images",
        /// There, with every post and answer as bytes.
        Serialised = "serialised",
        /// Each in a process of its own.
        Processes = "processes",
    }
}

/// Memory of several processes, bytes. A page that some of them share counts once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryUse {
    /// When it was last looked at.
    pub now: u64,
    /// The most so far.
    pub most: u64,
    /// Memory that all ranks may come to hold.
    pub prospect: Prospect,
}

/// Memory of all ranks, bytes, if each comes to hold as much as those that hold most now; 0 where that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prospect {
    /// Blocks that they have allocated, and static variables that they have written.
    pub all: u64,
    /// The same where ranks share what is large (`--fold`).
    pub folded: u64,
}

impl Prospect {
    /// How many ranks must hold as much, for all to be taken to come to it: one or a few may hold data of all.
    const ALIKE: usize = 8;
    /// From this size on ranks can share what they hold: a block, a static variable.
    pub const FOLDED_FROM: u64 = 1 << 20;

    /// Of a number of ranks, some of which hold these bytes, the second figure of them in large pieces.
    pub fn of(ranks: u32, mut held: Vec<(u64, u64)>) -> Self {
        held.sort_unstable_by(|one, other| other.cmp(one));
        let alike = (ranks as usize / 2).clamp(1, Self::ALIKE);
        let (all, large) = held.get(alike - 1).copied().unwrap_or_default();
        let ranks = u64::from(ranks);
        let small = all.saturating_sub(large);
        Self { all: all.saturating_mul(ranks), folded: small.saturating_mul(ranks).saturating_add(large) }
    }
}

/// Memory that ranks have allocated at one place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteAllocations {
    /// Function, file and line, or an address.
    pub site: String,
    /// Blocks, of all ranks.
    pub blocks: u64,
    /// The largest of them, bytes.
    pub largest: u64,
    /// By rank that has allocated there: the most bytes held at a time.
    pub peaks: Vec<(ActorId, u64)>,
}

/// What the threads of a rank have posted. Only threads that have called MPI or read the clock count; each has a clock of
/// its own. Thread 0 is the one that the rank begins with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ThreadPosts {
    /// (thread, posts), in the order in which the calls were made; a thread may appear several times. Only the last post
    /// of a batch may demand an answer.
    pub batches: Vec<(u32, Vec<Post>)>,
    /// The exit status, if the rank has ended.
    pub exit: Option<i32>,
    /// Whether a thread still runs without having asked for anything: more posts may come unasked.
    pub running: bool,
}

/// Runs ranks. The engine calls it for one rank at a time; ranks that it has begun run beside others.
///
/// A driver may wrap another one ([`RankDriver::inner`]): a method that a wrapper does not define is the inner driver's, but for
/// `begin` and `begins_ranks`. So a wrapper that does not define these sees all posts in `resume`.
pub trait RankDriver {
    /// The driver that this one wraps.
    fn inner(&self) -> Option<&dyn RankDriver> {
        None
    }

    /// The driver that this one wraps, to be changed.
    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        None
    }

    /// Runs `actor` until it demands an answer or ends; appends its posts in program order. The first call for
    /// an actor starts it (its answer brings the world's communicator); each later call brings the answer that its
    /// last post demanded. Where other posts follow one that demands an answer, that one is dropped; what it
    /// announces (communicators, released requests) comes with the next.
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState;

    /// `actor`, which waits, will be resumed soon: what it needs may be fetched meanwhile.
    fn expect(&mut self, actor: ActorId) {
        if let Some(inner) = self.inner_mut() {
            inner.expect(actor);
        }
    }

    /// Lets `actor` run as [`RankDriver::resume`] does, and returns while it runs: it is collected later
    /// ([`RankDriver::collect`]), and not resumed before. `outlook`: of the block that follows the rank's call.
    /// Meanwhile others may be resumed or begun; before the rank's memory
    /// ([`UserMemory`]) is accessed the driver waits until it has stopped.
    fn begin(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        let _ = (actor, answer, outlook);
        Beginning::Resume
    }

    /// Whether it may ever begin ranks.
    fn begins_ranks(&self) -> bool {
        false
    }

    /// The most ranks that have computed at once; none if the driver can only resume ranks.
    fn most_at_once(&self) -> Option<u32> {
        self.inner()?.most_at_once()
    }

    /// The least work, as it is measured, of the block that an actor is in that has been begun: it has left its call, and,
    /// unless its process ends, its next post enters another one after this block. Waits until it is known whether
    /// that is so. To be asked again, as blocks go on. None: it may act at once, or has stopped, and is to be collected.
    fn earliest(&mut self, actor: ActorId) -> Option<Time> {
        self.inner_mut()?.earliest(actor)
    }

    /// Waits until the block that an actor is in that has been begun may be measured at so much, or a rank that has been begun has
    /// stopped: which one, if that is known.
    fn await_measured(&mut self, actor: ActorId, measured: Time) -> Option<ActorId> {
        self.inner_mut()?.await_measured(actor, measured)
    }

    /// Waits until an actor that has been begun demands an answer or ends; the rest is as in [`RankDriver::resume`].
    fn collect(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        self.inner_mut().expect("a driver that begins ranks").collect(actor, posts)
    }

    /// The run has ended before its ranks have, with an error or since it has been stopped. In the first case ranks go on that would
    /// have by now if none could be begun; in any case all that has been printed is shown.
    fn end_early(&mut self, is_stopped: bool) {
        if let Some(inner) = self.inner_mut() {
            inner.end_early(is_stopped);
        }
    }

    /// As [`RankDriver::resume`], with the answer to a thread other than the first.
    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.inner_mut().expect("a driver with threads").resume_thread(rank, thread, answer, posts)
    }

    /// What the threads of a rank have posted since the last call: to be asked after [`RankState::Threaded`], and again
    /// where [`ThreadPosts::running`] was set.
    fn take_posts(&mut self, rank: ActorId) -> ThreadPosts {
        self.inner_mut().expect("a driver with threads").take_posts(rank)
    }

    /// Applies a user's reduction, `inout = input op inout` on `count` packed elements, on the rank's side. The
    /// rank is blocked and inside MPI. Traces and motifs have no data, so that they are never asked.
    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        self.inner_mut().expect("a driver with data").reduce(actor, op, count, input, inout);
    }

    /// Work issued to ranks so far and in all, in a unit of the driver's own; none where it is not known. It serves to
    /// estimate the time to the end of the run.
    fn issued_work(&self) -> Option<(u64, u64)> {
        self.inner()?.issued_work()
    }

    /// The rank that was interrupted while it computed, because the run had to end, and where, in words.
    fn interrupted_rank(&self) -> Option<String> {
        self.inner()?.interrupted_rank()
    }

    /// How a program's ranks run; none if the ranks do not run a program.
    fn mode(&self) -> Option<RankMode> {
        self.inner()?.mode()
    }

    /// Memory of this machine that the processes of the run use; none if this process is the only one.
    fn memory_use(&mut self) -> Option<MemoryUse> {
        self.inner_mut()?.memory_use()
    }

    /// The most bytes that a rank's heap has held at a time; 0 where that is not known.
    fn heap_peak(&mut self, rank: ActorId) -> u64 {
        self.inner_mut().map_or(0, |inner| inner.heap_peak(rank))
    }

    /// Memory that ranks have allocated, by call site, in the order of first use; empty unless that is followed.
    fn allocations(&mut self) -> Vec<SiteAllocations> {
        self.inner_mut().map_or_else(Vec::new, |inner| inner.allocations())
    }

    /// Which memory of ranks nothing keeps from the others', in words; none where all of it is.
    fn unguarded(&self) -> Option<&'static str> {
        self.inner()?.unguarded()
    }

    /// The ranks' memory; none if they have no data, as in replays and motifs.
    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        self.inner_mut()?.memory()
    }

    /// A call site in words: `solve (halo.c:42)`, or an address where there is no debug information.
    fn describe_site(&mut self, site: CallSite) -> String {
        self.inner_mut().expect("a driver that describes its call sites").describe_site(site)
    }

    /// Prepares new ranks to be resumed for the first time: actor `first` and those after it, one on each of `hosts`.
    /// Nothing of them runs yet; if this fails none of them exists.
    ///
    /// # Errors
    /// A program is missing or cannot be started, or this driver cannot start ranks.
    fn spawn(&mut self, call: &SpawnCall, first: ActorId, hosts: &[HostId]) -> Result<(), SpawnError> {
        let refused = || Err(SpawnError::Unsupported("processes can be started by programs only".to_owned()));
        self.inner_mut().map_or_else(refused, |inner| inner.spawn(call, first, hosts))
    }
}

/// A driver that somebody else owns: a wrapper that adds nothing.
impl RankDriver for &mut (dyn RankDriver + '_) {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&**self)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut **self)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        (**self).resume(actor, answer, posts)
    }

    fn begin(&mut self, actor: ActorId, answer: &Answer, outlook: Outlook) -> Beginning {
        (**self).begin(actor, answer, outlook)
    }

    fn begins_ranks(&self) -> bool {
        (**self).begins_ranks()
    }
}

/// The mapping of actors to the machine.
pub trait Placement {
    /// The core and NIC of an actor.
    fn endpoint(&self, actor: ActorId) -> Endpoint;

    /// Where the bytes of a message between two actors are, if it is inside a host whose caches are known: `buffers`, the bytes of
    /// all buffers that each rank uses in the same operation; `changed`, whether the sender has just written those of the message
    /// itself, whatever the program does.
    fn held(&self, ends: (ActorId, ActorId), buffers: u64, bytes: u64, changed: bool) -> Held {
        let _ = (ends, buffers, bytes, changed);
        Held::Both
    }

    /// At which a core goes over arrays in memory, bytes of one of `arrays` in a second (a copy has two, a reduction of one onto
    /// another three: two that it reads and one that it writes), while all ranks of its host do so, each with `buffers` bytes of
    /// buffers; `rate` is that of one core alone.
    fn memory_rate(&self, rate: Rate, arrays: u64, buffers: u64) -> Rate {
        let _ = (arrays, buffers);
        rate
    }

    /// The time until a core can use buffers of this size together that the library allocates for one collective operation; the
    /// longest has `longest` bytes.
    fn first_touch(&self, bytes: u64, longest: u64) -> Time {
        let _ = (bytes, longest);
        Time::ZERO
    }

    /// Finds free cores for ranks that are started while the run is on: `first` and those after it. Each element of
    /// `wanted` gives a count and, optionally, a host name; `alive` tells which earlier actors still run.
    ///
    /// # Errors
    /// There are not enough free cores; no rank is placed then.
    fn place(
        &mut self,
        first: ActorId,
        wanted: &[(u32, Option<&str>)],
        alive: &dyn Fn(ActorId) -> bool,
    ) -> Result<PlacedRanks, PlacementError> {
        let _ = (first, wanted, alive);
        Err(PlacementError("ranks cannot be placed while the run is on".to_owned()))
    }

    /// Undoes the latest [`Placement::place`], from `first` on.
    fn undo_place(&mut self, first: ActorId) {
        let _ = first;
    }

    /// Frees the core of an actor that has ended, where that matters.
    fn release(&mut self, actor: ActorId) {
        let _ = actor;
    }
}

/// The result of placing new ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedRanks {
    /// Whether some of them share a core.
    pub shared: bool,
}

/// Why new ranks cannot be placed, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementError(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ranks_are_taken_to_hold_as_much_as_the_eighth_of_those_that_hold_most() {
        let mut held = vec![(100, 60); 8];
        assert_eq!(Prospect::of(1000, held.clone()), Prospect { all: 100_000, folded: 40_060 });
        held[7] = (5, 0);
        held.push((1_000_000, 0));
        assert_eq!(Prospect::of(1000, held.clone()).all, 100_000, "one that holds data of all counts as one");
        held.truncate(7);
        assert_eq!(Prospect::of(1000, held.clone()), Prospect::default(), "seven do not tell");
        assert_eq!(Prospect::of(4, held).all, 400, "of four, two tell");
    }
}
