//! Records of events in a run that are also rows of a run folder's tables.
//!
//! The fields of each record, with their types and documentation, are declared once, in a macro `with_…_fields!`. This macro
//! passes the fields to another macro, which declares either the record (here) or the record's table (in the crate `observe`).

use crate::{CallSite, Function, IoOperation, Protocol, WaitCause};
use units::{ActorId, LinkId, Time};

/// Calls a macro with the fields of a [`WaitRecord`] and their texts.
#[macro_export]
macro_rules! with_wait_fields {
    ($macro:ident $($before:tt)*) => {
        $macro! {
            $($before)* {
                /// Rank that waited.
                rank: ActorId,
                /// MPI function in which it waited.
                function: Function,
                /// Call site of that call (table `sites`).
                site: CallSite,
                /// Start of the wait, in picoseconds.
                start: Time,
                /// End of the wait, in picoseconds.
                end: Time,
                /// Wait state, named as by Scalasca. `progress`: the peer's MPI library made no progress because the peer was not inside
                /// MPI; `late post` and `late complete`: exposure epochs of a window.
                wait_state: WaitCause,
                /// Rank whose action ended the wait: it posted the send or the receive, or entered the collective operation last;
                /// the waiting rank itself if its own action did, or if no rank is known.
                culprit: ActorId,
                /// MPI function of that action.
                culprit_function: Function,
                /// Call site of that action.
                culprit_site: CallSite,
                /// Time of that action, in picoseconds.
                since: Time,
                /// Peer of the message; for a collective operation, of its last message; for a file, the rank with most requests at
                /// its server.
                peer: ActorId,
                /// Payload bytes of that message.
                bytes: u64,
                /// Protocol of that message, or `none`.
                protocol: Option<Protocol>,
                /// Part of the wait caused by contention: the transfer's time beyond its uncontended time, in picoseconds; for a
                /// collective operation, summed over the transfers that led to its end; 0 for a file.
                contention: Time,
                /// Bottleneck link of that transfer; 4294967295 for none.
                link: Option<LinkId>,
                with
                /// What file servers took of the wait.
                files: FileTimes {
                    /// Part of the wait in which file servers moved data, as long as that takes where the rank is alone, in picoseconds.
                    /// This and the following parts are disjoint; in a collective operation they are those of the ranks that its end
                    /// depended on.
                    file = data: Time,
                    /// Part in which the movement of data took longer, because file servers and the way to them also served others.
                    file_contention = contention: Time,
                    /// Part for metadata: opens, closes, sizes, locks of atomic accesses, shared pointers.
                    file_metadata = metadata: Time,
                    /// Part that requests take however little they move, with the wait for those of others: latencies of messages and
                    /// devices, threads of servers.
                    file_requests = requests: Time,
                    /// Part for extent locks that other clients gave up.
                    file_locks = locks: Time,
                    /// Part for the positioning of arms, also for others before.
                    file_seeks = seeks: Time,
                    /// Part for locking and reading windows with holes, and for writing the holes back (read-modify-write).
                    file_sieving = sieving: Time,
                    /// The file server with most of `file_contention`; 4294967295 for none, or several alike.
                    file_server = server: Option<u32>,
                }
            }
        }
    };
}

/// Calls a macro with the fields of a [`RequestRecord`] and their texts.
#[macro_export]
macro_rules! with_request_fields {
    ($macro:ident $($before:tt)*) => {
        $macro! {
            $($before)* {
                /// Number of the request, in the order of posts: `request` of `io_jobs`.
                request: u64,
                /// The operation that it is part of: `call` of `io`.
                call: u64,
                /// Rank that asks; with two-phase I/O the aggregator.
                rank: ActorId,
                /// Server.
                server: u32,
                /// The request: read, write, sync, open, or metadata (sizes, locks, pointers).
                operation: IoOperation,
                /// First byte of the file on the server; 0 where there is none.
                offset: u64,
                /// Bytes of the file.
                bytes: u64,
                /// Contiguous stretches on the server.
                extents: u64,
                /// When it was sent, in picoseconds.
                posted: Time,
                /// When its message had reached the server, in picoseconds.
                arrived: Time,
                /// When the server had served it, in picoseconds: of a write, when the last part was in the cache.
                served: Time,
                /// When the answer, or the last byte of a read, had reached the rank, in picoseconds.
                answered: Time,
            }
        }
    };
}

/// Calls a macro with the fields of a [`DeviceRecord`] and their texts.
#[macro_export]
macro_rules! with_device_fields {
    ($macro:ident $($before:tt)*) => {
        $macro! {
            $($before)* {
                /// Number of the access.
                job: u64,
                /// The request, by its number in `io_requests`.
                request: u64,
                /// Server.
                server: u32,
                /// Read or write.
                operation: IoOperation,
                /// First byte of the request's on the server.
                offset: u64,
                /// Bytes of the request.
                bytes: u64,
                /// When the device began, in picoseconds.
                start: Time,
                /// When it ended, in picoseconds.
                end: Time,
                /// Of the time between, positioning of an arm, in picoseconds.
                positioning: Time,
                /// Pieces that waited for the device when it was given the access.
                waiting: u64,
                /// Bytes in the server's memory then.
                memory: u64,
            }
        }
    };
}

/// Declares a record, and the struct that its last fields are in.
macro_rules! record {
    (
        $(#[doc = $record_doc:literal])+
        $record:ident {
            $( $(#[doc = $doc:literal])+ $field:ident: $type:ty, )+
            $( with $(#[doc = $group_doc:literal])+ $group:ident: $struct:ident {
                $( $(#[doc = $part_doc:literal])+ $column:ident = $part:ident: $part_type:ty, )+
            } )?
        }
    ) => {
        $(#[doc = $record_doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $record {
            $( $(#[doc = $doc])+ pub $field: $type, )+
            $( $(#[doc = $group_doc])+ pub $group: $struct, )?
        }

        $(
            $(#[doc = $group_doc])+
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub struct $struct {
                $( $(#[doc = $part_doc])+ pub $part: $part_type, )+
            }
        )?
    };
}

with_wait_fields! {
    record
    /// A wait inside an MPI call that took time, with why it ended when it did.
    WaitRecord
}

with_request_fields! {
    record
    /// A request to a file server that has been answered.
    RequestRecord
}

with_device_fields! {
    record
    /// An access to a server's device that has ended, as far as it served one request.
    DeviceRecord
}
