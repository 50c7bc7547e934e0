//! The description of a collective call (operation, buffers, root, reduction …) that a rank hands to the simulation engine.

use crate::reduction::{Basic, BuiltinOp};
use crate::{Buffer, CommId, ConnectRole, Group, Port, SpawnCall, WindowPart};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use units::named_enum;

named_enum! {
    /// The collective operations.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
    pub enum Operation as name {
        /// `MPI_Barrier`.
        Barrier = "barrier",
        /// `MPI_Bcast`.
        Bcast = "bcast",
        /// `MPI_Gather`.
        Gather = "gather",
        /// `MPI_Gatherv`.
        Gatherv = "gatherv",
        /// `MPI_Scatter`.
        Scatter = "scatter",
        /// `MPI_Scatterv`.
        Scatterv = "scatterv",
        /// `MPI_Allgather`.
        Allgather = "allgather",
        /// `MPI_Allgatherv`.
        Allgatherv = "allgatherv",
        /// `MPI_Alltoall`.
        Alltoall = "alltoall",
        /// `MPI_Alltoallv`.
        Alltoallv = "alltoallv",
        /// `MPI_Alltoallw`.
        Alltoallw = "alltoallw",
        /// `MPI_Reduce`.
        Reduce = "reduce",
        /// `MPI_Allreduce`.
        Allreduce = "allreduce",
        /// `MPI_Reduce_scatter`.
        ReduceScatter = "reduce_scatter",
        /// `MPI_Reduce_scatter_block`.
        ReduceScatterBlock = "reduce_scatter_block",
        /// `MPI_Scan`.
        Scan = "scan",
        /// `MPI_Exscan`.
        Exscan = "exscan",
        /// `MPI_Neighbor_allgather`.
        NeighborAllgather = "neighbor_allgather",
        /// `MPI_Neighbor_allgatherv`.
        NeighborAllgatherv = "neighbor_allgatherv",
        /// `MPI_Neighbor_alltoall`.
        NeighborAlltoall = "neighbor_alltoall",
        /// `MPI_Neighbor_alltoallv`.
        NeighborAlltoallv = "neighbor_alltoallv",
        /// `MPI_Neighbor_alltoallw`.
        NeighborAlltoallw = "neighbor_alltoallw",
    }
}

impl Operation {
    /// Whether ranks exchange with their neighbours in a virtual topology alone.
    pub fn among_neighbours(self) -> bool {
        matches!(
            self,
            Self::NeighborAllgather
                | Self::NeighborAllgatherv
                | Self::NeighborAlltoall
                | Self::NeighborAlltoallv
                | Self::NeighborAlltoallw
        )
    }

    /// Whether the operation has a root.
    pub fn has_root(self) -> bool {
        matches!(self, Self::Bcast | Self::Gather | Self::Gatherv | Self::Scatter | Self::Scatterv | Self::Reduce)
    }

    /// Whether values are reduced.
    pub fn reduces(self) -> bool {
        matches!(
            self,
            Self::Reduce
                | Self::Allreduce
                | Self::ReduceScatter
                | Self::ReduceScatterBlock
                | Self::Scan
                | Self::Exscan
        )
    }
}

/// The operation of a reduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reducer {
    /// A predefined operation on a basic type: the engine half applies it itself.
    Builtin {
        /// The operation.
        op: BuiltinOp,
        /// The type of one element.
        basic: Basic,
    },
    /// A user's operation: runs on the rank's side ([`crate::RankDriver::reduce`]).
    User {
        /// The rank half's number for the operation and its datatype.
        op: u64,
        /// Whether the operands may be swapped.
        commutative: bool,
    },
}

impl Reducer {
    /// Whether the operands may be swapped.
    pub fn commutative(self) -> bool {
        match self {
            Self::Builtin { .. } => true,
            Self::User { commutative, .. } => commutative,
        }
    }

    /// Whether it is a predefined operation.
    pub fn builtin(self) -> bool {
        matches!(self, Self::Builtin { .. })
    }
}

/// The blocks of a vector operation (`…v`, `…w`), in bytes, one per rank of the communicator; of an operation among
/// neighbours one per neighbour: sent blocks by destination, received ones by source, none at [`crate::PROC_NULL`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Vectors {
    /// Bytes sent to each rank.
    pub send_bytes: Box<[u64]>,
    /// Where each rank's bytes start in the send buffer.
    pub send_offsets: Box<[u64]>,
    /// Bytes received from each rank.
    pub recv_bytes: Box<[u64]>,
    /// Where each rank's bytes start in the receive buffer.
    pub recv_offsets: Box<[u64]>,
    /// The neighbours, of an operation among them.
    pub neighbours: Option<Arc<Neighbours>>,
}

/// The root of a rooted operation on an intercommunicator, at the root itself (`MPI_ROOT`).
pub const ROOT_SELF: u32 = u32::MAX;

/// The root of a rooted operation on an intercommunicator, at the other ranks of the root's group (`MPI_PROC_NULL`).
pub const ROOT_PROC_NULL: u32 = u32::MAX - 1;

/// One rank's part in a collective operation. Buffers are packed: datatypes stay in the rank half. Fields that
/// an operation (or a rank other than its root) has no use for are zero or empty.
///
/// | operation | `send` | `recv` | `count` |
/// |---|---|---|---|
/// | barrier | – | – | 0 |
/// | bcast | – | the message, on all ranks | elements of it |
/// | gather, allgather | one block | at the root (on all): one block per rank | elements of a block |
/// | scatter | at the root: one block per rank | one block | elements of a block |
/// | alltoall | one block per rank | one block per rank | elements of a block |
/// | reduce, allreduce, scan, exscan | the operand | the result (reduce: at the root) | elements of it |
/// | reduce_scatter_block | one block per rank | one block | elements of a block |
/// | reduce_scatter | all blocks | the own block | elements of all blocks together; `vectors.recv_bytes`: every rank's block |
/// | gatherv … alltoallw | as without v, blocks as in `vectors` | | 0 |
/// | neighbor_allgather | one block | blocks as in `vectors` | elements of a block |
/// | neighbor_alltoall | blocks as in `vectors` | blocks as in `vectors` | elements of a block |
/// | neighbor_…v, neighbor_…w | as without v | | 0 |
///
/// With `in_place` the contribution lies where the standard says it does (MPI 5.0 §6: in `recv`, at the own
/// block's place for gather and allgather; the root's own block of a scatter stays in `send`), and `send` is
/// empty (for scatter: `recv` is).
///
/// On an intercommunicator (MPI 5.0 §6.2.3) "per rank" means: per rank of the other group, but for the blocks of a
/// reduce_scatter(_block), which are one per rank of the own. Operands and blocks go to the other group, and what comes
/// is the other group's. Where there is no root the blocks that a rank sends may differ from those that it gets: `count`
/// is that of a block that comes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CollectiveCall {
    /// The operation.
    pub operation: Operation,
    /// The root's rank, or 0. On an intercommunicator: the root's rank as the other group knows it, [`ROOT_SELF`] or
    /// [`ROOT_PROC_NULL`].
    pub root: u32,
    /// The own contribution.
    pub send: Buffer,
    /// Where the result goes.
    pub recv: Buffer,
    /// Elements, as in the table above.
    pub count: u64,
    /// Bytes of one packed element.
    pub element_bytes: u64,
    /// Whether the contribution lies in the result's place.
    pub in_place: bool,
    /// How values are reduced, in an operation that reduces.
    pub reducer: Option<Reducer>,
    /// The blocks of a vector operation.
    pub vectors: Option<Box<Vectors>>,
    /// A hash of what all ranks must agree on beyond operation, root and reducer: the type signature of the
    /// part they share; 0 where nothing is comparable.
    pub signature: u64,
    /// On an intercommunicator, where both groups send and `signature` is that of what comes: the hash of what goes;
    /// else 0.
    pub signature_sent: u64,
}

impl CollectiveCall {
    /// Bytes of the buffers that it works on.
    pub fn buffer_bytes(&self) -> u64 {
        self.send.bytes.saturating_add(self.recv.bytes)
    }
}

/// A key of `MPI_Comm_split`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SplitKey {
    /// The colour, or none for `MPI_UNDEFINED`.
    pub color: Option<u32>,
    /// The key that orders ranks of a colour.
    pub key: i32,
}

/// One end of an edge of a virtual topology.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// The rank at the other end, or [`crate::PROC_NULL`] where a grid ends.
    pub rank: i32,
    /// Tells edges between the same two ranks apart, the same at both ends; edges with the same tag too match in their
    /// order.
    pub tag: u32,
}

/// A rank's neighbours in a virtual topology (MPI 5.0 §8.6).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Neighbours {
    /// The ranks it receives from, in order.
    pub sources: Box<[Edge]>,
    /// The ranks it sends to, in order.
    pub destinations: Box<[Edge]>,
}

/// The kinds of virtual topologies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TopologyKind {
    /// A grid (`MPI_Cart_create`).
    Cart,
    /// A graph that all ranks know (`MPI_Graph_create`).
    Graph,
    /// A graph of which ranks know parts (`MPI_Dist_graph_create`, `MPI_Dist_graph_create_adjacent`).
    DistGraph,
}

/// A call that creates communicators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CommCall {
    /// The same group, another context (`MPI_Comm_dup`, `MPI_Comm_idup`).
    Dup,
    /// One per colour (`MPI_Comm_split`).
    Split(SplitKey),
    /// One per host (`MPI_Comm_split_type`, `MPI_COMM_TYPE_SHARED`); no colour: not a member. Colour 0: the hosts are those that the
    /// ranks run on; else they are those of a recorded run, numbered by the colours.
    SplitHost(SplitKey),
    /// Of a group, collective over the parent (`MPI_Comm_create`); empty for a rank that passes the empty group.
    Create(Arc<Group>),
    /// Of a group, collective over the group alone (`MPI_Comm_create_group`).
    CreateGroup {
        /// The members.
        group: Arc<Group>,
        /// The tag that distinguishes concurrent calls.
        tag: i32,
    },
    /// Of a group without a parent, collective over the group (`MPI_Comm_create_from_group`).
    FromGroup {
        /// The members.
        group: Arc<Group>,
        /// The text that distinguishes concurrent calls.
        tag: Box<str>,
    },
    /// An intercommunicator of two groups without a parent, collective over both
    /// (`MPI_Intercomm_create_from_groups`).
    FromGroups {
        /// The own group.
        local: Arc<Group>,
        /// The other one.
        remote: Arc<Group>,
        /// The text that distinguishes concurrent calls.
        tag: Box<str>,
    },
    /// Of the ranks that a virtual topology has nodes for, collective over the parent.
    Topology {
        /// Which kind.
        kind: TopologyKind,
        /// The rank in the new communicator; none: not a member.
        rank: Option<u32>,
        /// A hash of what all ranks must agree on (sizes and periods, the graph); 0 where nothing is comparable.
        signature: u64,
    },
    /// An intercommunicator of two groups (`MPI_Intercomm_create`), collective over each with the local communicator as
    /// the parent; the two leaders find each other.
    InterCreate {
        /// The leader's rank in the parent.
        leader: u32,
        /// At the leader: where the other one is.
        peer: Option<RemoteLeader>,
    },
    /// One intracommunicator of both groups of an intercommunicator (`MPI_Intercomm_merge`).
    Merge {
        /// Whether the own group comes after the other one.
        high: bool,
    },
    /// An intercommunicator with ranks that are started for it (`MPI_Comm_spawn`, `MPI_Comm_spawn_multiple`).
    Spawn {
        /// The rank whose arguments count.
        root: u32,
        /// What, at the root.
        call: Option<Box<SpawnCall>>,
    },
    /// The intercommunicator with the ranks that started this world, collective over the world.
    Parent,
    /// An intercommunicator with the group that comes to the same port from the other side.
    Connect {
        /// The rank that says where.
        root: u32,
        /// Where, at the root; none: at a port that there cannot be.
        port: Option<Port>,
        /// In which role.
        role: ConnectRole,
    },
    /// The same group, for a window over what every rank gives (`MPI_Win_create` and its like).
    Window(WindowPart),
}

/// The remote leader of a new intercommunicator (MPI 5.0 §7.6.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RemoteLeader {
    /// A communicator in which both leaders are.
    pub comm: CommId,
    /// The other leader's rank in it.
    pub leader: u32,
    /// The tag that distinguishes concurrent calls.
    pub tag: i32,
}
