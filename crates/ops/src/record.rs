//! Records: events of a run (calls, messages, waits …) that the engine reports to observers.

use crate::rows::{DeviceRecord, RequestRecord, WaitRecord};
use crate::{CallSite, CommId, Function, NamedBlock, Operation};
use serde::{Deserialize, Serialize};
use std::any::Any;
use units::{ActorId, Time, named_enum};

named_enum! {
    /// How a message was sent (docs/models/point-to-point.md).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum Protocol as name {
        /// Data leave at once and are buffered at the receiver.
        Eager = "eager",
        /// The sender goes on, data start when the receive is posted.
        Detached = "detached",
        /// Data leave after a handshake with the matching receive.
        Rendezvous = "rendezvous",
        /// An access to a window.
        OneSided = "one-sided",
        /// Partitions of a partitioned send, whose receiver has cleared the round.
        Partitioned = "partitioned",
    }
}

named_enum! {
    /// What a rank has waited for. A rank that waits for several things waits for the last of them.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum WaitCause as name {
        /// The send was posted after the wait had begun.
        LateSender = "late sender",
        /// The receive of a rendezvous was posted after the wait for its send had begun.
        LateReceiver = "late receiver",
        /// A message that both ends had posted before: its handshake and transfer.
        Transfer = "transfer",
        /// The library waited for the other end to be inside MPI.
        Progress = "progress",
        /// A collective operation, the creation of a communicator among them.
        Collective = "collective",
        /// Memory that its target had not opened yet (`MPI_Win_post`).
        LatePost = "late post",
        /// An origin that had not completed its accesses yet (`MPI_Win_complete`).
        LateComplete = "late complete",
        /// A lock that another rank held.
        Lock = "lock",
        /// A partition that its sender had not declared ready yet.
        LatePartition = "late partition",
        /// A file: its servers, shared with others.
        File = "file",
        /// Ports and started processes.
        Other = "other",
    }
}

/// A typed record with integer times. Records of one actor come in time order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    /// A block: code between two MPI calls.
    Block {
        /// Whose.
        actor: ActorId,
        /// The call that ends it.
        function: Function,
        /// Where that call is made.
        site: CallSite,
        /// When the block began.
        start: Time,
        /// When it ended.
        end: Time,
        /// What the program's own run of it took, before the compute model: measured time in picoseconds.
        measured: Time,
        /// What the program calls it.
        named: NamedBlock,
    },
    /// Noise has taken a core from an actor during a piece of its work.
    Noise {
        /// Whose work.
        actor: ActorId,
        /// When that work ends.
        end: Time,
        /// For how long in all.
        noise: Time,
    },
    /// An MPI call.
    Call {
        /// Whose.
        actor: ActorId,
        /// Which.
        function: Function,
        /// From where.
        site: CallSite,
        /// When it began.
        start: Time,
        /// When it ended.
        end: Time,
        /// How much of it was spent waiting for others.
        waiting: Time,
    },
    /// A world has been started while the run is on (`MPI_Comm_spawn`): its ranks are actors `first` and those after it.
    SpawnedWorld {
        /// Its number: 0 is the one that the run began with.
        job: u32,
        /// Its rank 0.
        first: ActorId,
        /// Its ranks.
        ranks: u32,
        /// When they begin.
        start: Time,
    },
    /// A message that has arrived.
    Message {
        /// The sender.
        source: ActorId,
        /// The receiver.
        destination: ActorId,
        /// The communicator.
        comm: CommId,
        /// The tag; inside a collective operation, that of the step of its schedule.
        tag: i32,
        /// Whether it belongs to a collective operation.
        collective: bool,
        /// Payload bytes.
        bytes: u64,
        /// How it was sent.
        protocol: Protocol,
        /// When the send was posted.
        posted: Time,
        /// When the data were handed to the network. With background progress and a handshake in round trips, which is
        /// extra latency of the data, that is when the handshake began; otherwise it had ended by then.
        start: Time,
        /// When the last byte arrived.
        delivered: Time,
        /// The sender's phase, by the number that [`Observer::name_phase`] told.
        phase: u32,
    },
    /// A rank's part in a collective operation has ended, or in an operation inside of one.
    Collective(CollectiveRecord),
    /// A rank has left a phase.
    Phase {
        /// Whose.
        actor: ActorId,
        /// Which, by the number that [`Observer::name_phase`] told.
        phase: u32,
        /// When it began.
        start: Time,
        /// When it ended.
        end: Time,
    },
    /// A wait inside an MPI call that took time, with why it ended when it did.
    Wait(WaitRecord),
    /// An operation on a file that has ended.
    Io {
        /// Its number, in the order of the posts: requests name it.
        call: u64,
        /// Whose.
        actor: ActorId,
        /// The file: see [`Observer::name_file`].
        file: u32,
        /// What.
        operation: IoOperation,
        /// The lowest byte of the file that it touches; 0 where it touches none.
        offset: u64,
        /// Bytes moved.
        bytes: u64,
        /// When it was posted.
        start: Time,
        /// When it ended.
        end: Time,
    },
    /// A request to a file server.
    Request(RequestRecord),
    /// An access to a device.
    Device(DeviceRecord),
}

/// A rank's part in a collective operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CollectiveRecord {
    /// The rank.
    pub actor: ActorId,
    /// The communicator.
    pub comm: CommId,
    /// The operation's number on the communicator; operations inside of one have its number.
    pub number: u32,
    /// On which ranks.
    pub part: CollectivePart,
    /// What.
    pub operation: Operation,
    /// Whether its call returns when it has ended.
    pub blocking: bool,
    /// The algorithm: see [`Observer::name_algorithm`].
    pub algorithm: u32,
    /// How many ranks take part; of an intercommunicator those of the rank's group.
    pub ranks: u32,
    /// The root, for an operation that has one.
    pub root: u32,
    /// Elements of the message or block, as in `CollectiveCall`.
    pub count: u64,
    /// Bytes of an element.
    pub element_bytes: u64,
    /// Whether the contribution lies in the result's place.
    pub in_place: bool,
    /// Whether operands may be swapped; also without a reduction.
    pub commutative: bool,
    /// When the rank began with it.
    pub start: Time,
    /// When the rank's part ended.
    pub end: Time,
}

named_enum! {
    /// The ranks that an operation is on.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum CollectivePart as name {
        /// Those of the communicator that calls name.
        Whole = "whole",
        /// Those of another operation, which this one is inside of; inside of one on an intercommunicator those of the rank's group.
        Within = "within",
        /// Those of one host.
        Host = "host",
        /// The leaders: the lowest rank of each host.
        Leaders = "leaders",
        /// The ranks of one index on their hosts.
        Peers = "peers",
    }
}

named_enum! {
    /// An operation on a file.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum IoOperation as name {
        /// It is opened.
        Open = "open",
        /// It is closed.
        Close = "close",
        /// It is deleted.
        Delete = "delete",
        /// It is read.
        Read = "read",
        /// It is written.
        Write = "write",
        /// Its size is asked for.
        Size = "size",
        /// Its size is set.
        Resize = "resize",
        /// What was written becomes durable.
        Sync = "sync",
        /// Its shared file pointer is asked for or moved.
        SharedPointer = "shared pointer",
        /// A server is asked for something else than data: a size, a lock, a pointer.
        Metadata = "metadata",
    }
}

/// The records an observer wants; others are never built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Interest {
    /// [`Record::Block`].
    pub blocks: bool,
    /// [`Record::Block`] of blocks that take no time, too, where another run can replay each.
    pub empty_blocks: bool,
    /// Records of all actors in the order of events: else only those of each actor are in order.
    pub in_order: bool,
    /// [`Record::Noise`].
    pub noise: bool,
    /// [`Record::Call`].
    pub calls: bool,
    /// [`Record::Message`].
    pub messages: bool,
    /// [`Record::Io`].
    pub io: bool,
    /// [`Record::Request`].
    pub requests: bool,
    /// [`Record::Device`].
    pub devices: bool,
    /// [`Record::Wait`].
    pub waits: bool,
    /// [`Record::Phase`].
    pub phases: bool,
    /// [`Record::Collective`].
    pub collectives: bool,
}

impl Interest {
    /// What either wants.
    pub fn or(self, other: Self) -> Self {
        Self {
            blocks: self.blocks || other.blocks,
            empty_blocks: self.empty_blocks || other.empty_blocks,
            in_order: self.in_order || other.in_order,
            noise: self.noise || other.noise,
            calls: self.calls || other.calls,
            messages: self.messages || other.messages,
            io: self.io || other.io,
            requests: self.requests || other.requests,
            devices: self.devices || other.devices,
            waits: self.waits || other.waits,
            phases: self.phases || other.phases,
            collectives: self.collectives || other.collectives,
        }
    }
}

/// Receives the records of a run. The caller of the engine finds its own observer again by the type
/// (`mpi::Pause::observer`).
pub trait Observer: Any {
    /// The records it wants; queried once, when the engine is assembled.
    fn interest(&self) -> Interest;

    /// Takes a record (also ones of kinds it did not ask for, if another observer did).
    fn record(&mut self, record: &Record);

    /// The path of a file that records call by this number from here on.
    fn name_file(&mut self, file: u32, path: &str) {
        let _ = (file, path);
    }

    /// The name of blocks that records call by this number from here on: the next one after those before, which begin with 1.
    fn name_block(&mut self, number: u32, name: &str) {
        let _ = (number, name);
    }

    /// The text of an algorithm with its parameters that records call by this number from here on: the next one after those before.
    fn name_algorithm(&mut self, number: u32, text: &str) {
        let _ = (number, text);
    }

    /// The name of a phase that records call by this number from here on; before the first mark it is phase 0, `0`.
    fn name_phase(&mut self, phase: u32, name: &str) {
        let _ = (phase, name);
    }
}
