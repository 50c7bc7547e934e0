//! Posts: the requests from a rank to the engine (send, receive, collective, wait …), in program order.

use crate::ids::{CallSite, CommId, RequestId};
use crate::{Buffer, CollectiveCall, CommCall, Elements, FileCall, Function, PartitionedCall, PortCall, WindowCall};
use serde::{Deserialize, Serialize};
use units::Time;

/// The communication mode of a send (MPI 5.0 §3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum SendMode {
    /// The library decides by size.
    #[default]
    Standard,
    /// Completes only once the receive has started.
    Synchronous,
    /// Completes locally: the rank half has copied the message to the attached buffer.
    Buffered,
    /// The receive must have been posted already.
    Ready,
}

/// A start of a persistent collective operation. Operations are matched by the order of their initialisations on
/// the communicator, whatever the order in which ranks start them (MPI 5.0 §6.13).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PersistentStart {
    /// How many persistent collective operations the rank had initialised on the communicator before this one.
    pub operation: u32,
    /// How often the rank had started it before.
    pub round: u32,
}

/// The completion condition of a wait or test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WaitMode {
    /// All of them; a test that finds one incomplete reports none.
    All,
    /// Any one: the first complete one in the order of the set.
    Any,
    /// As many as are complete, at least one for a wait.
    Some,
}

/// A set of requests, in the order of the call's array.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RequestSet {
    /// A single one.
    One(RequestId),
    /// Several.
    Many(Box<[RequestId]>),
}

impl RequestSet {
    /// The requests in order.
    pub fn ids(&self) -> &[RequestId] {
        match self {
            Self::One(request) => std::slice::from_ref(request),
            Self::Many(requests) => requests,
        }
    }
}

/// CPU work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Work {
    /// Time on an undisturbed core of the target.
    Time(Time),
    /// A number of floating-point operations.
    Flops(u64),
    /// Time that the program says it takes on the target (`wt_compute`). Nothing scales it, and it counts where measured work
    /// does not.
    Stated(Time),
    /// The CPU time of code that was preempted while it was measured: an upper bound, since caches had to be refilled.
    Preempted(Time),
}

impl Work {
    /// No work.
    pub const NONE: Self = Self::Time(Time::ZERO);

    /// Whether there is nothing to do.
    pub fn is_none(self) -> bool {
        match self {
            Self::Time(time) | Self::Stated(time) | Self::Preempted(time) => time == Time::ZERO,
            Self::Flops(flops) => flops == 0,
        }
    }
}

/// The most parameters of a named block.
pub const BLOCK_PARAMETERS: usize = 4;

/// What the program calls a block, with what its work depends on (`wt_block`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NamedBlock {
    /// The name's number: see [`crate::Observer::name_block`]. 0: the block has none.
    pub name: u32,
    /// How many parameters it has.
    pub count: u8,
    /// They, then zeros.
    pub parameters: [u64; BLOCK_PARAMETERS],
}

/// Which bodies of a name have to run, so that their mean time can stand for the others (`wt_sample`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sampling {
    /// Whether each rank has a sample of its own; else there is one of all ranks.
    pub own: bool,
    /// The number that has to run at least.
    pub least: u32,
    /// The number that has to run at most; 0: no limit.
    pub most: u32,
    /// Unless `most` have, as many as it takes until half the 95 % confidence interval of their mean is at most this, in millionths of the
    /// mean.
    pub interval: u32,
}

/// A call being entered: see [`Post::Enter`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Enter {
    /// The function called.
    pub function: Function,
    /// Its call site.
    pub site: CallSite,
    /// The block before it.
    pub block: Work,
}

/// One of the polls that a rank makes in turn: see [`Post::OnlyPolls`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RepeatedPoll {
    /// The function called.
    pub function: Function,
    /// Its call site.
    pub site: CallSite,
    /// The test or probe.
    pub post: Post,
}

/// A request from a rank to the engine. Posts of a rank take effect in program order; the engine advances the
/// rank's own clock by what each costs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Post {
    /// The program enters an MPI call after a block of its own code. The previous call ended where the block
    /// began.
    Enter {
        /// The function called.
        function: Function,
        /// From where.
        site: CallSite,
        /// The block before it: measured, or none. A compute model may replace it.
        block: Work,
    },
    /// CPU work inside a call or of a trace: `sleep`, a modelled copy, the operation of a replayed reduction.
    Compute(Work),
    /// Time that passes without using the core.
    Sleep(Time),
    /// Starts a send. Messages of one sender, receiver and communicator match in the order of their posts.
    Send {
        /// Its request.
        request: RequestId,
        /// The communicator.
        comm: CommId,
        /// The receiver's rank in it.
        peer: u32,
        /// The tag: at least 0, or at most [`crate::INTERNAL_TAG_MAX`].
        tag: i32,
        /// The packed message.
        buffer: Buffer,
        /// Which send.
        mode: SendMode,
        /// Whether the function called is a blocking one: its overhead differs.
        blocking: bool,
        /// What it is made of.
        elements: Elements,
    },
    /// Starts a receive.
    Recv {
        /// Its request.
        request: RequestId,
        /// The communicator.
        comm: CommId,
        /// The sender's rank in it, or [`crate::ANY`].
        source: i32,
        /// The tag, or [`crate::ANY`].
        tag: i32,
        /// Where the packed message goes; a longer message is truncated with an error.
        buffer: Buffer,
        /// Whether the function called is a blocking one.
        blocking: bool,
        /// What it is made of.
        elements: Elements,
    },
    /// A blocking send as one post: the same as [`Post::Enter`], [`Post::Send`] and [`Post::Wait`] for it.
    BlockingSend {
        /// The call.
        call: Enter,
        /// Its request.
        request: RequestId,
        /// The communicator.
        comm: CommId,
        /// The receiver's rank in it.
        peer: u32,
        /// The tag, at least 0.
        tag: i32,
        /// The packed message.
        buffer: Buffer,
        /// Which send.
        mode: SendMode,
        /// What it is made of.
        elements: Elements,
    },
    /// A blocking receive as one post: the same as [`Post::Enter`], [`Post::Recv`] and [`Post::Wait`] for it.
    BlockingRecv {
        /// The call.
        call: Enter,
        /// Its request.
        request: RequestId,
        /// The communicator.
        comm: CommId,
        /// The sender's rank in it, or [`crate::ANY`].
        source: i32,
        /// The tag, or [`crate::ANY`].
        tag: i32,
        /// Where the packed message goes; a longer message is truncated with an error.
        buffer: Buffer,
        /// What it is made of.
        elements: Elements,
    },
    /// Starts the receive of a message that a matched probe has taken (MPI 5.0 §3.8.2).
    RecvMatched {
        /// Its request.
        request: RequestId,
        /// The message, from [`crate::Status::handle`].
        message: u64,
        /// Where the packed message goes.
        buffer: Buffer,
        /// Whether the function called is a blocking one.
        blocking: bool,
        /// What it is made of.
        elements: Elements,
    },
    /// Probes for a message. Demands an answer: one completion of `request`, or none if a non-blocking probe found
    /// nothing.
    Probe {
        /// A request number for the answer; it is free again after it.
        request: RequestId,
        /// The communicator.
        comm: CommId,
        /// The sender's rank in it, or [`crate::ANY`].
        source: i32,
        /// The tag, or [`crate::ANY`].
        tag: i32,
        /// Whether the message is taken out of matching (`MPI_Mprobe`).
        matched: bool,
        /// Whether to wait for one.
        blocking: bool,
    },
    /// Cancels a send or receive; the request completes as any other does, and its status
    /// says whether it was cancelled.
    Cancel {
        /// The request.
        request: RequestId,
    },
    /// The program has released the request (`MPI_Request_free`); its completion is not reported.
    Release {
        /// The request.
        request: RequestId,
    },
    /// Starts a collective operation.
    Collective {
        /// Its request.
        request: RequestId,
        /// The communicator.
        comm: CommId,
        /// The operation and its arguments.
        call: Box<CollectiveCall>,
        /// Whether the function called is a blocking one.
        blocking: bool,
        /// Which start of a persistent operation it is; none: it is matched in the order of the calls.
        start: Option<PersistentStart>,
    },
    /// Creates a communicator; the completion brings the new one.
    CreateComm {
        /// Its request.
        request: RequestId,
        /// The parent, or [`CommId::NULL`] where there is none.
        comm: CommId,
        /// The call.
        call: Box<CommCall>,
    },
    /// A call on ports or the name server.
    Port {
        /// Its request.
        request: RequestId,
        /// The call.
        call: Box<PortCall>,
    },
    /// The rank has freed a communicator.
    FreeComm {
        /// The communicator.
        comm: CommId,
    },
    /// A call on a window.
    Window {
        /// Its request, if it ends later and the rank wants to know.
        request: Option<RequestId>,
        /// The window: the number of its communicator.
        window: CommId,
        /// The call.
        call: Box<WindowCall>,
    },
    /// A call on a file.
    File {
        /// Its request.
        request: RequestId,
        /// The file: the number of its communicator; [`CommId::NULL`] where none is open.
        file: CommId,
        /// The call.
        call: Box<FileCall>,
    },
    /// A call on a partitioned operation.
    Partitioned {
        /// Its request.
        request: RequestId,
        /// The call.
        call: Box<PartitionedCall>,
    },
    /// Demands an answer now: one completion of `request` if the partition of this receive has arrived, else none. The
    /// request itself stays as it is.
    Parrived {
        /// The request.
        request: RequestId,
        /// Which partition.
        partition: u32,
    },
    /// Demands an answer when the requests are complete, as `mode` says.
    Wait {
        /// The requests.
        set: RequestSet,
        /// How many of them.
        mode: WaitMode,
    },
    /// Demands an answer now: what is complete, as `mode` says.
    Test {
        /// The requests.
        set: RequestSet,
        /// How many of them.
        mode: WaitMode,
        /// Whether completed requests stay (`MPI_Request_get_status`).
        peek: bool,
    },
    /// Reads the rank's own clock, which the answer brings.
    ReadClock,
    /// Demands an answer once simulated time has reached the rank's own clock: the program continues no earlier.
    AwaitClock,
    /// The program has called `MPI_Init` or its like.
    Init,
    /// The program has called `MPI_Finalize`.
    Finalize,
    /// The program has opened a session (`MPI_Session_init`).
    SessionInit,
    /// The program has closed a session (`MPI_Session_finalize`).
    SessionFinalize,
    /// The program asks to end its job. No answer comes.
    Abort {
        /// The program's code.
        code: i32,
    },
    /// The program begins a phase (`MPI_Pcontrol`, `wt_phase`).
    Phase {
        /// Its name; a level of `MPI_Pcontrol` is its number.
        name: Box<str>,
    },
    /// The program has called a function outside of MPI that ends the rank: one that ends its process, or one that is not
    /// supported. Its end or [`Post::Fatal`] follows.
    ExitCall {
        /// Where.
        site: CallSite,
        /// The call in words: `exit(5)`.
        call: Box<str>,
    },
    /// A warning of the rank half for the user; the run continues.
    Warning {
        /// In words.
        text: Box<str>,
    },
    /// An error that ends the run: misuse of MPI under `MPI_ERRORS_ARE_FATAL`, or something not simulated.
    Fatal {
        /// In words, without the rank.
        text: Box<str>,
    },
    /// The block that follows has a name (`wt_block`).
    Block {
        /// Its name.
        name: Box<str>,
        /// What its work depends on: at most [`BLOCK_PARAMETERS`] numbers, each at most `i64::MAX`.
        parameters: Box<[u64]>,
    },
    /// The recording ends here, before the rank did.
    CutShort {
        /// What has been cut, in words: `half.trace is incomplete`.
        text: Box<str>,
    },
    /// Says of the next test or probe, if it finds nothing, that the rank makes it and the `others` in turn until one finds something,
    /// and does nothing else. The rank takes care of polls that the answer says to have missed ([`crate::Answer::missed`]).
    OnlyPolls {
        /// The polls that have come before it since it was made last, none of which has found anything.
        others: Box<[RepeatedPoll]>,
    },
    /// The rank has waited for long outside of MPI, in this function of the C library: the user gets a warning.
    WaitsOutside {
        /// Its name.
        function: Box<str>,
    },
    /// The program asks whether a body of computation has to run (`wt_sample`): the block that follows, up to `wt_block_end`. Demands
    /// an answer, which says what it takes if not ([`crate::Answer::stated`]).
    Sample {
        /// Its name.
        name: Box<str>,
        /// How many have to.
        sampling: Sampling,
    },
}

impl Post {
    /// Whether the rank does not run on until the engine has answered.
    pub fn demands_answer(&self) -> bool {
        matches!(
            self,
            Self::Probe { .. }
                | Self::BlockingSend { .. }
                | Self::BlockingRecv { .. }
                | Self::Wait { .. }
                | Self::Test { .. }
                | Self::Parrived { .. }
                | Self::ReadClock
                | Self::AwaitClock
                | Self::Abort { .. }
                | Self::Fatal { .. }
                | Self::Sample { .. }
        )
    }

    /// The call site of a post that enters a call.
    pub fn site_mut(&mut self) -> Option<&mut CallSite> {
        match self {
            Self::Enter { site, .. } | Self::ExitCall { site, .. } => Some(site),
            Self::BlockingSend { call, .. } | Self::BlockingRecv { call, .. } => Some(&mut call.site),
            _ => None,
        }
    }

    /// The call that the post enters, if it enters one.
    pub fn entered(&self) -> Option<Enter> {
        match *self {
            Self::Enter { function, site, block } => Some(Enter { function, site, block }),
            Self::BlockingSend { call, .. } | Self::BlockingRecv { call, .. } => Some(call),
            _ => None,
        }
    }

    /// The posts that a blocking call is the same as; none of any other post.
    pub fn parts(&self) -> Option<[Self; 3]> {
        let (call, own, request) = match *self {
            Self::BlockingSend { call, request, comm, peer, tag, buffer, mode, elements } => {
                (call, Self::Send { request, comm, peer, tag, buffer, mode, blocking: true, elements }, request)
            }
            Self::BlockingRecv { call, request, comm, source, tag, buffer, elements } => {
                (call, Self::Recv { request, comm, source, tag, buffer, blocking: true, elements }, request)
            }
            _ => return None,
        };
        let Enter { function, site, block } = call;
        let wait = Self::Wait { set: RequestSet::One(request), mode: WaitMode::All };
        Some([Self::Enter { function, site, block }, own, wait])
    }
}

const _: () = assert!(size_of::<Post>() <= 64);
