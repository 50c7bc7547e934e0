//! The rows of every table.

use crate::field::{Cell, Field, Range, State, Texts};
use observe::Kind;
use ops::{CallSite, CommId, Function, IoOperation, Protocol, WaitCause};
use std::sync::Arc;
use units::{ActorId, LinkId, Time};

/// A row of a table.
pub trait Row: Sized {
    /// The table's name.
    const TABLE: &'static str;

    /// Its columns in order.
    const COLUMNS: &'static [(&'static str, Kind)];

    /// What numbers these can have.
    const RANGES: &'static [Range];

    /// From the cells in the order of the columns; the column whose cell can't be, if one can't.
    fn of<'a>(cell: impl Fn(usize) -> Cell<'a>) -> Result<Self, usize>;

    /// Appends one word per column.
    fn pack(&self, texts: &mut Texts, words: &mut Vec<u64>);

    /// From what [`Row::pack`] appended.
    fn unpack(words: &[u64], texts: &Texts) -> Self;
}

macro_rules! rows {
    ($(
        $(#[$doc:meta])*
        struct $name:ident of $table:literal {
            $( $(#[$field_doc:meta])* $column:ident : $type:ty, )*
        }
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, PartialEq, Eq, Debug)]
            pub struct $name {
                $( $(#[$field_doc])* pub $column: $type, )*
            }

            impl Row for $name {
                const TABLE: &'static str = $table;
                const COLUMNS: &'static [(&'static str, Kind)] =
                    &[$( (stringify!($column), <$type as Field>::KIND) ),*];
                const RANGES: &'static [Range] = &[$( <$type as Field>::RANGE ),*];

                #[inline]
                #[allow(unused_assignments, reason = "the number of the last column is not used again")]
                fn of<'a>(cell: impl Fn(usize) -> Cell<'a>) -> Result<Self, usize> {
                    let mut at = 0;
                    $(
                        let $column = <$type as Field>::of(cell(at)).ok_or(at)?;
                        at += 1;
                    )*
                    Ok(Self { $( $column ),* })
                }

                fn pack(&self, texts: &mut Texts, words: &mut Vec<u64>) {
                    $( words.push(self.$column.pack(texts)); )*
                }

                fn unpack(words: &[u64], texts: &Texts) -> Self {
                    let [$( $column ),*] = *words else { panic!("as many words as columns") };
                    Self { $( $column: <$type as Field>::unpack($column, texts) ),* }
                }
            }
        )*

        /// All tables that can be read, with their columns.
        pub const TABLES: &[(&str, &[(&str, Kind)])] = &[$( ($table, $name::COLUMNS) ),*];
    };
}

rows! {
    /// Times and messages of a rank over the whole run.
    struct RankRow of "ranks" {
        /// The rank; those of worlds that were started while the run was on are numbered on.
        rank: ActorId,
        /// The world: 0 is the one that the run began with.
        job: u32,
        /// Time in its own code.
        compute: Time,
        /// Time in MPI calls.
        mpi: Time,
        /// How much of that was spent waiting for others.
        waiting: Time,
        /// When its last call or block ended.
        end: Time,
        /// MPI calls.
        calls: u64,
        /// Messages sent, those inside collective operations too.
        messages_sent: u64,
        /// Their payload bytes.
        bytes_sent: u64,
        /// Messages received, those inside collective operations too.
        messages_received: u64,
        /// Their payload bytes.
        bytes_received: u64,
    }

    /// Calls of one function by a rank.
    struct CallRow of "calls" {
        /// The rank.
        rank: ActorId,
        /// The function.
        function: Function,
        /// How often it was called.
        calls: u64,
        /// Time in it.
        time: Time,
        /// How much of that was spent waiting for others.
        waiting: Time,
    }

    /// A state of a rank. The table has each rank's in time order.
    struct TimelineRow of "timeline" {
        /// The rank.
        rank: ActorId,
        /// What it does.
        state: State,
        /// The call site; of a computation that of the call that ends it.
        site: CallSite,
        /// When it began.
        start: Time,
        /// When it ended.
        end: Time,
        /// How much of it was spent waiting for others.
        waiting: Time,
    }

    /// A message. The table has them in the order of their arrival.
    struct MessageRow of "messages" {
        /// The sender.
        source: ActorId,
        /// The receiver.
        destination: ActorId,
        /// The communicator.
        communicator: CommId,
        /// The tag; inside a collective operation, its number.
        tag: i32,
        /// Whether it belongs to a collective operation.
        collective: bool,
        /// Payload bytes.
        bytes: u64,
        /// How it was sent.
        protocol: Protocol,
        /// When the send was posted.
        posted: Time,
        /// When the transfer began.
        start: Time,
        /// When the last byte arrived.
        delivered: Time,
    }

    /// A wait inside an MPI call, with what ended it. The table has each rank's in time order.
    struct WaitRow of "waits" {
        /// Who waited.
        rank: ActorId,
        /// In which call.
        function: Function,
        /// From where.
        site: CallSite,
        /// When the wait began.
        start: Time,
        /// When it ended.
        end: Time,
        /// What for.
        cause: WaitCause,
        /// Who did last what the end needed; the rank itself if it did, or nobody is known.
        culprit: ActorId,
        /// In which call.
        culprit_function: Function,
        /// From where.
        culprit_site: CallSite,
        /// When.
        since: Time,
        /// The other end of the message; of a collective operation's last message.
        peer: ActorId,
        /// That message's payload bytes.
        bytes: u64,
        /// How it was sent.
        protocol: Option<Protocol>,
        /// How much of the wait its transfer took beyond what it takes alone.
        contention: Time,
        /// The link that bound that transfer.
        link: Option<LinkId>,
    }

    /// A block of computation.
    struct BlockRow of "blocks" {
        /// The rank.
        rank: ActorId,
        /// The call site of the call that ends it.
        site: CallSite,
        /// How often the rank had ended a block there before.
        occurrence: u32,
        /// The MPI function that ends it.
        function: Function,
        /// When it began.
        start: Time,
        /// How long it took in simulated time.
        duration: Time,
        /// How long the program's own run of it took.
        measured: Time,
    }

    /// An operation on a file. The table has them in the order of their ends.
    struct IoRow of "io" {
        /// Whose.
        rank: ActorId,
        /// The absolute path.
        file: Arc<str>,
        /// What.
        operation: IoOperation,
        /// The lowest byte of the file that it touches; 0 where it touches none.
        offset: u64,
        /// Bytes moved.
        bytes: u64,
        /// When it was made.
        start: Time,
        /// When it was done.
        end: Time,
    }

    /// What a link carried over the whole run.
    struct LinkRow of "links" {
        /// The link.
        link: LinkId,
        /// Its name in the platform.
        name: Arc<str>,
        /// Its class.
        class: Arc<str>,
        /// Bytes carried.
        bytes: u64,
        /// How long it carried anything.
        busy: Time,
    }

    /// What a link carried in a stretch of time.
    struct LinkBucketRow of "link_buckets" {
        /// The link.
        link: LinkId,
        /// Where the stretch begins.
        start: Time,
        /// Where it ends.
        end: Time,
        /// Bytes carried in it.
        bytes: u64,
    }

    /// What a virtual channel of a link carried over the whole run.
    struct LinkChannelRow of "link_channels" {
        /// The link.
        link: LinkId,
        /// The virtual channel.
        vc: u32,
        /// Bytes carried, headers of packets included.
        bytes: u64,
        /// Packets carried.
        packets: u64,
        /// How long the link carried nothing though packets of the channel waited, for lack of credit.
        stalled: Time,
    }

    /// What a link carried of a phase and virtual channel in a stretch of time.
    struct LinkUseRow of "link_use" {
        /// The link.
        link: LinkId,
        /// Its class.
        class: Arc<str>,
        /// The phase that the senders were in.
        phase: Arc<str>,
        /// The virtual channel; 0 where the network model has none.
        vc: u32,
        /// Where the stretch begins; 0 without time buckets.
        start: Time,
        /// Where it ends; the run's end without time buckets.
        end: Time,
        /// Bytes carried, headers of packets included.
        bytes: u64,
        /// Packets that began in the stretch; 0 where the network model has none.
        packets: u64,
        /// How long the link carried any of it.
        busy: Time,
        /// How long the link carried nothing though such a packet was the next of its channel, for lack of credit.
        stalled: Time,
    }

    /// A host of a GOAL program under LogGOPSim's rules.
    struct HostRow of "hosts" {
        /// The host, the program's rank.
        host: u32,
        /// When its last processor was free for good.
        end: Time,
        /// What its computations took together.
        compute: Time,
    }

    /// A call site.
    struct SiteRow of "sites" {
        /// Its number in other tables.
        site: CallSite,
        /// Function, file and line, or an address.
        description: Arc<str>,
    }
}
