//! Schedules: one rank's part in a collective operation, as a lazily generated graph.
//!
//! A collective algorithm is a [`Generator`]. Each time it is resumed, it appends a *batch* of vertices (sends, receives,
//! reductions …) with dependencies among them. It is resumed again when the whole batch is done, until it returns
//! [`Next::Last`]. So a pairwise exchange among a thousand ranks never has more than one step in memory. The same schedule
//! serves blocking, non-blocking and persistent operations, programs, traces and motifs; its messages may have contents or
//! sizes alone.
//!
//! Within a batch, vertices without dependencies start at once, in the order in which they were appended. Messages of a
//! schedule never match messages of the program or of other schedules. They match, in the order of sending, by communicator,
//! number of the collective on this communicator, sender, and [`Vertex::Send::tag`].

pub use crate::ids::FileOperationId;
use config::Parameter;
use ops::{CollectiveCall, Operation, Vectors, Work};
use smallvec::SmallVec;
use std::sync::Arc;
use units::Time;

/// Which memory a location is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// The caller's send buffer ([`CollectiveCall::send`]).
    Send,
    /// The caller's receive buffer ([`CollectiveCall::recv`]).
    Recv,
    /// The schedule's own memory, of [`Batch::scratch`] bytes; nowhere if both of its buffers are.
    Scratch,
    /// No memory: what moves here has a length and no contents. So has all that an operation inside of the schedule moves whose buffers
    /// are here.
    Nowhere,
}

/// A location in memory: a byte offset in a space. Schedules of millions of ranks hold several: it is one word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Loc(u64);

/// Bits of an offset, below the space.
const OFFSET_BITS: u32 = 62;

impl Loc {
    /// Where only lengths move.
    pub const NOWHERE: Self = Self::new(Space::Nowhere, 0);

    const fn new(space: Space, offset: u64) -> Self {
        Self((space as u64) << OFFSET_BITS | offset & ((1 << OFFSET_BITS) - 1))
    }

    /// A location in the caller's send buffer.
    pub const fn send(offset: u64) -> Self {
        Self::new(Space::Send, offset)
    }

    /// A location in the caller's receive buffer.
    pub const fn recv(offset: u64) -> Self {
        Self::new(Space::Recv, offset)
    }

    /// A location in the schedule's own memory.
    pub const fn scratch(offset: u64) -> Self {
        Self::new(Space::Scratch, offset)
    }

    /// Which memory.
    #[inline]
    pub const fn space(self) -> Space {
        match self.0 >> OFFSET_BITS {
            0 => Space::Send,
            1 => Space::Recv,
            2 => Space::Scratch,
            _ => Space::Nowhere,
        }
    }

    /// Bytes from its start.
    #[inline]
    pub const fn offset(self) -> u64 {
        // One before the start, between strides back and forth, keeps its sign.
        let unused = u64::BITS - OFFSET_BITS;
        (((self.0 << unused) as i64) >> unused) as u64
    }

    /// `bytes` further on.
    pub const fn plus(self, bytes: u64) -> Self {
        Self::new(self.space(), self.offset() + bytes)
    }

    /// `steps` strides further on (or back).
    pub const fn stepped(self, stride: i64, steps: u64) -> Self {
        Self::new(self.space(), self.offset().wrapping_add_signed(stride.wrapping_mul(steps as i64)))
    }
}

impl std::fmt::Debug for Loc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loc").field("space", &self.space()).field("offset", &self.offset()).finish()
    }
}

/// Part of a communicator, for hierarchical (in MPICH: SMP-aware) algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The whole communicator; in a schedule on part of it, that part.
    All,
    /// The ranks on this rank's host, in rank order.
    Host,
    /// The leaders, the lowest rank of each host, in rank order. Only a leader may run a schedule on it.
    Leaders,
    /// The ranks that have this rank's index on their hosts, in rank order (Open MPI's HAN: the up communicator). Those of index 0
    /// are the leaders; where hosts hold different numbers of ranks, not every host has one of a high index.
    Peers,
    /// The local group of an intercommunicator: an intracommunicator of its own, which has levels in turn.
    LocalGroup,
    /// The communicator that its members agree on.
    New,
}

/// An algorithm by name, with parameters; those not named have their defaults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The algorithm.
    pub name: &'static str,
    /// Names and values of parameters that it has.
    pub parameters: SmallVec<[(&'static str, u64); 1]>,
}

impl Named {
    /// An algorithm with these parameters.
    pub fn with(name: &'static str, parameters: &[(&'static str, u64)]) -> Self {
        Self { name, parameters: parameters.into() }
    }
}

impl From<&'static str> for Named {
    fn from(name: &'static str) -> Self {
        Self::with(name, &[])
    }
}

/// A collective operation inside a schedule, on part of the communicator. Buffers are locations of the enclosing
/// schedule; other fields are those of [`CollectiveCall`]. The algorithm is selected as for a separate call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubCall {
    /// On which ranks.
    pub level: Level,
    /// What is done.
    pub operation: Operation,
    /// The root's rank *in the level*; on an intercommunicator as in [`CollectiveCall::root`].
    pub root: u32,
    /// The contribution, if there is one.
    pub send: Option<Loc>,
    /// Where the result goes, if there is one.
    pub recv: Option<Loc>,
    /// Elements, as in [`CollectiveCall`].
    pub count: u64,
    /// Bytes of one element.
    pub element_bytes: u64,
    /// Whether it is called with `MPI_IN_PLACE`.
    pub in_place: bool,
    /// The blocks of a vector operation, at ranks where they are significant.
    pub vectors: Option<Box<Vectors>>,
    /// Of a vector operation: the bytes of this rank's block.
    pub own_bytes: u64,
    /// The algorithm; none: the selector chooses.
    pub algorithm: Option<Named>,
    /// Whether it is selected and runs as a non-blocking operation, even inside of a blocking one.
    pub nonblocking: bool,
    /// Tells its messages from those of other operations of this schedule on the same ranks that may be under way at the same time;
    /// at most [`CHANNEL_MAX`].
    pub channel: u32,
}

/// The largest [`SubCall::channel`].
pub const CHANNEL_MAX: u32 = 3;

/// Copies blocks of equal length: block i from `from + i * from_stride` to `to + i * to_stride`. Sources and targets must
/// not overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StridedCopy {
    /// The first source.
    pub from: Loc,
    /// Bytes from one source to the next.
    pub from_stride: i64,
    /// The first target.
    pub to: Loc,
    /// Bytes from one target to the next.
    pub to_stride: i64,
    /// Bytes of one block.
    pub bytes: u64,
    /// How many blocks.
    pub blocks: u64,
}

impl StridedCopy {
    /// One block.
    pub const fn once(from: Loc, to: Loc, bytes: u64) -> Self {
        Self { from, from_stride: 0, to, to_stride: 0, bytes, blocks: 1 }
    }
}

/// A vertex of a schedule's graph: one action.
#[derive(Clone, PartialEq, Debug)]
pub enum Vertex {
    /// Sends bytes to a rank of the communicator (of an intercommunicator: of the remote group, as for receives).
    Send {
        /// The receiver.
        to: u32,
        /// Tells messages between the same two ranks of one schedule apart.
        tag: u32,
        /// The bytes.
        from: Loc,
        /// How many.
        bytes: u64,
    },
    /// Receives bytes from a rank of the communicator.
    Recv {
        /// The sender.
        from: u32,
        /// Tells messages between the same two ranks of one schedule apart.
        tag: u32,
        /// Where they go.
        into: Loc,
        /// How many, at most.
        bytes: u64,
    },
    /// Copies bytes; source and target must not overlap.
    Copy {
        /// From here.
        from: Loc,
        /// To there.
        to: Loc,
        /// How many.
        bytes: u64,
    },
    /// Copies blocks of equal length at equal distances.
    CopyStrided(Box<StridedCopy>),
    /// Handles blocks one by one: the work of a core besides moving their bytes.
    Pack {
        /// Derived datatypes that it makes of them.
        datatypes: u32,
        /// Blocks that it packs and unpacks by these, or copies by a call each.
        blocks: u64,
    },
    /// `inout = input op inout` on `count` elements with the call's reduction. `input` holds the lower ranks' operands, for
    /// reductions that are not commutative.
    Reduce {
        /// The left operand.
        input: Loc,
        /// The right operand and the result.
        inout: Loc,
        /// Elements.
        count: u64,
    },
    /// Uses the rank's core.
    Compute(Work),
    /// Waits without using the core.
    Delay(Delay),
    /// A collective operation on part of the communicator.
    Sub(Arc<SubCall>),
    /// Accesses the file that the communicator is one of.
    File(FileVertex),
    /// Passes a short block of every rank once around the ring of ranks, without contents. Each message takes what it
    /// takes in an idle network: none is simulated.
    Ring {
        /// Of a block.
        bytes: u64,
    },
}

/// How long a vertex waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delay {
    /// This time.
    Time(Time),
    /// As long as `messages` messages of `bytes` bytes take one after the other in an idle network, between the first and the
    /// last host of the communicator, or within this rank's host.
    Messages {
        /// Between hosts; else within the host.
        between_hosts: bool,
        /// How many.
        messages: u64,
        /// Bytes of each.
        bytes: u64,
    },
    /// What the library's table of measured times says of the call on so many ranks.
    Measured {
        /// The size by which the table is read.
        bytes: u64,
    },
}

/// How the messages of a batch travel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Transport {
    /// By the library's protocol.
    #[default]
    Protocol,
    /// Without it, with an envelope of so many bytes: at once, whatever their length. A send ends when the network has taken
    /// its data; a receive costs no CPU time.
    Raw(u16),
    /// In no time and over no link: they carry contents, and let ranks wait for each other. No table has them. Reductions
    /// take no time either.
    Instant,
}

/// What a vertex does to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileVertex {
    /// Reads contiguous bytes; no contents move.
    Read {
        /// The rank's own access: that which this is a part of.
        operation: FileOperationId,
        /// The first byte.
        offset: u64,
        /// How many.
        bytes: u64,
    },
    /// Writes contiguous bytes; no contents move.
    Write {
        /// The rank's own access, as above.
        operation: FileOperationId,
        /// The first byte.
        offset: u64,
        /// How many.
        bytes: u64,
    },
    /// The contents of the rank's own access move; if others have not done so for it, it asks the servers before.
    Own {
        /// The access.
        operation: FileOperationId,
        /// Whether others have.
        moved: bool,
    },
}

// Each rank in a collective operation holds a few.
const _: () = assert!(size_of::<Vertex>() <= 32);

/// A vertex of the current batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VertexId(pub(crate) u16);

/// The batch that a generator fills.
#[derive(Debug, Default)]
pub struct Batch {
    /// Each with the number of vertices that it waits for, below `u16::MAX`.
    pub(crate) vertices: Vec<(Vertex, u16)>,
    /// (earlier, later): the later vertex waits for the earlier one.
    pub(crate) edges: Vec<(u16, u16)>,
    pub(crate) scratch: u64,
    /// Of the buffers of `scratch`.
    pub(crate) longest: u64,
    pub(crate) transport: Transport,
}

impl Batch {
    /// Reserves `bytes` of zeroed memory until the schedule ends. A later batch may ask for more: what is there stays.
    pub fn scratch(&mut self, bytes: u64) {
        self.buffers(1, bytes);
    }

    /// The same as `count` buffers, as the library allocates them, that follow one another.
    pub fn buffers(&mut self, count: u64, bytes: u64) {
        if count * bytes > self.scratch {
            (self.scratch, self.longest) = (count * bytes, bytes);
        }
    }

    fn add(&mut self, vertex: Vertex) -> VertexId {
        // Ids end at 65,534: as a count of dependencies, `u16::MAX` marks a vertex as started.
        let id = u16::try_from(self.vertices.len()).ok().filter(|id| *id < u16::MAX);
        let id = id.expect("a batch has at most 65,535 vertices");
        self.vertices.push((vertex, 0));
        VertexId(id)
    }

    /// Appends a send.
    pub fn send(&mut self, to: u32, tag: u32, from: Loc, bytes: u64) -> VertexId {
        self.add(Vertex::Send { to, tag, from, bytes })
    }

    /// Appends a receive.
    pub fn recv(&mut self, from: u32, tag: u32, into: Loc, bytes: u64) -> VertexId {
        self.add(Vertex::Recv { from, tag, into, bytes })
    }

    /// Appends a receive and a send that start together, as `MPI_Sendrecv` does.
    pub fn exchange(&mut self, peer: u32, tag: u32, from: Loc, into: Loc, bytes: u64) {
        self.recv(peer, tag, into, bytes);
        self.send(peer, tag, from, bytes);
    }

    /// Appends a copy.
    pub fn copy(&mut self, from: Loc, to: Loc, bytes: u64) -> VertexId {
        self.add(Vertex::Copy { from, to, bytes })
    }

    /// Appends a copy of `blocks` blocks of `bytes` each; source and target are given as the first block and the stride.
    pub fn copy_strided(&mut self, from: (Loc, i64), to: (Loc, i64), bytes: u64, blocks: u64) -> VertexId {
        let ((from, from_stride), (to, to_stride)) = (from, to);
        self.add(Vertex::CopyStrided(Box::new(StridedCopy { from, from_stride, to, to_stride, bytes, blocks })))
    }

    /// Appends the work of `blocks` blocks, of which `datatypes` derived datatypes are made, without that of their bytes.
    pub fn pack(&mut self, datatypes: u32, blocks: u64) -> VertexId {
        self.add(Vertex::Pack { datatypes, blocks })
    }

    /// Appends a reduction `inout = input op inout`.
    pub fn reduce(&mut self, input: Loc, inout: Loc, count: u64) -> VertexId {
        self.add(Vertex::Reduce { input, inout, count })
    }

    /// Appends CPU work.
    pub fn compute(&mut self, work: Work) -> VertexId {
        self.add(Vertex::Compute(work))
    }

    /// Appends a delay.
    pub fn delay(&mut self, delay: Delay) -> VertexId {
        self.add(Vertex::Delay(delay))
    }

    /// Appends an operation on part of the communicator.
    pub fn sub(&mut self, call: impl Into<Arc<SubCall>>) -> VertexId {
        self.add(Vertex::Sub(call.into()))
    }

    /// Appends an access to the communicator's file.
    pub fn file(&mut self, access: FileVertex) -> VertexId {
        self.add(Vertex::File(access))
    }

    /// Appends a ring of messages that are not simulated.
    pub fn ring(&mut self, bytes: u64) -> VertexId {
        self.add(Vertex::Ring { bytes })
    }

    /// Makes `vertex` depend on `earlier`, a vertex appended before it; once for a pair.
    pub fn after(&mut self, vertex: VertexId, earlier: VertexId) {
        assert!(earlier.0 < vertex.0, "a dependency on a later vertex");
        self.vertices[vertex.0 as usize].1 += 1;
        self.edges.push((earlier.0, vertex.0));
    }

    /// Whether nothing has been appended.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }
}

/// How the ranks of a communicator are spread over hosts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Locality {
    /// The number of hosts that hold ranks of the communicator.
    pub hosts: u32,
    /// The largest number of its ranks on one host.
    pub ranks_per_host_max: u32,
    /// Whether ranks are consecutive on each host (MPICH's "ordered node-aware").
    pub consecutive: bool,
    /// Whether all hosts hold equally many ranks.
    pub balanced: bool,
    /// The number of ranks on this rank's host.
    pub ranks_on_host: u32,
    /// This rank's index among them.
    pub index_on_host: u32,
    /// The index of this rank's host, hosts being in the order of their leaders.
    pub host: u32,
    /// The leader, the lowest rank, of this rank's host.
    pub leader: u32,
    /// The leader of the previous host, in the order of `host`; on the first host its own leader.
    pub previous_leader: u32,
    /// The index of the root's host (as for `host`), and the root's index among the ranks there.
    pub root_host: u32,
    /// See `root_host`.
    pub root_index_on_host: u32,
    /// The root's rank in its level [`Level::Peers`].
    pub root_peer: u32,
}

impl Locality {
    /// Whether this rank is its host's leader.
    pub fn leads(&self) -> bool {
        self.index_on_host == 0
    }
}

/// The remote group of an intercommunicator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemoteGroup {
    /// The number of its ranks.
    pub size: u32,
    /// Whether the local group is the low one, as in `MPI_Intercomm_merge`.
    pub low: bool,
}

/// What a generator can see: rank, call and locality.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// This rank, in the local group of an intercommunicator.
    pub rank: u32,
    /// The number of ranks, in the local group of an intercommunicator.
    pub size: u32,
    /// The remote group, on an intercommunicator.
    pub remote: Option<RemoteGroup>,
    /// What is asked for.
    pub call: &'a CollectiveCall,
    /// The hosts of the ranks, in the local group of an intercommunicator.
    pub locality: Locality,
    /// The ranks host by host, hosts in the order of their leaders; empty in a schedule on part of the communicator.
    pub by_host: &'a [u32],
    /// Whether it is a blocking operation.
    pub blocking: bool,
    /// Whether it is a step of an agreement of all ranks of the communicator, whose messages have no contents.
    pub agreement: bool,
}

/// Whether a generator has further batches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Resume it when the batch is done.
    More,
    /// This batch was the last.
    Last,
}

/// One rank's side of a collective algorithm.
pub trait Generator {
    /// Appends the next batch. An empty batch with [`Next::More`] is resumed at once.
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next;

    /// The same generator without memory of its own, if it can be that.
    fn steps(&self) -> Option<Steps> {
        None
    }
}

/// A generator that knows nothing but two numbers, the rank and the number of ranks: a schedule holds it without memory of its own,
/// which each batch of a million ranks would find evicted from the caches.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// The numbers.
    pub state: [u32; 2],
    /// As [`Generator::resume`], with the rank and the number of ranks.
    pub resume: fn(&mut [u32; 2], (u32, u32), &mut Batch) -> Next,
}

impl Generator for Steps {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        (self.resume)(&mut self.state, (context.rank, context.size), batch)
    }

    fn steps(&self) -> Option<Steps> {
        Some(*self)
    }
}

/// Whether an algorithm can do a call; if not, why: "the number of ranks is not a power of two".
pub type Precondition = Result<(), &'static str>;

/// An algorithm of a collective operation, as a value in its operation's list.
pub struct Algorithm {
    /// The operation.
    pub operation: Operation,
    /// The name in selection tables and options: `recursive_doubling`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// Whole numbers with defaults, in the order in which `build` takes them.
    pub parameters: &'static [Parameter],
    /// Whether the algorithm can do this call. Every rank answers alike.
    pub precondition: fn(&Context<'_>) -> Precondition,
    /// Makes one rank's generator.
    pub build: fn(&Context<'_>, parameters: &[u64]) -> Box<dyn Generator>,
}

impl Algorithm {
    /// An algorithm for any call, without parameters.
    pub const fn new(
        operation: Operation,
        name: &'static str,
        doc: &'static str,
        build: fn(&Context<'_>, &[u64]) -> Box<dyn Generator>,
    ) -> Self {
        Self { operation, name, doc, parameters: &[], precondition: |_| Ok(()), build }
    }

    /// With these parameters.
    pub const fn with(self, parameters: &'static [Parameter]) -> Self {
        Self { parameters, ..self }
    }

    /// For calls that meet this condition.
    pub const fn requires(self, precondition: fn(&Context<'_>) -> Precondition) -> Self {
        Self { precondition, ..self }
    }
}
