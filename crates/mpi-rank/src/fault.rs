//! Errors of MPI calls: the error class, and the values that the error message names.

use crate::{Handle, handles};
use ops::{Elements, ErrorClass, Status};
use std::fmt;

/// An error of an MPI call: its class and the values to name. Small and without heap, because it is made on a
/// rank's stack; words are made only when a message is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A peer's rank beyond the communicator.
    Rank {
        /// As given.
        rank: i32,
        /// Ranks of the communicator.
        size: u32,
    },
    /// A root's rank beyond the communicator.
    Root {
        /// As given.
        root: i32,
        /// Ranks of the communicator.
        size: u32,
    },
    /// A tag that is negative and no wildcard where one is allowed.
    Tag(i32),
    /// A negative count.
    Count(i64),
    /// A count whose bytes no memory holds.
    Bytes {
        /// Elements.
        count: i64,
        /// Bytes of one.
        size: u64,
    },
    /// No communicator.
    Comm(Handle),
    /// No window.
    Win(Handle),
    /// No file.
    File(Handle),
    /// No group.
    Group(Handle),
    /// No datatype.
    Type(Handle),
    /// A datatype that was not committed.
    Uncommitted(Handle),
    /// No operation.
    Op(Handle),
    /// A predefined operation on a datatype it is not defined on.
    OpOnType {
        /// The operation's name.
        op: &'static str,
        /// The datatype's, if it has one.
        datatype: &'static str,
    },
    /// No request, or one in a state the call is not made for.
    Request {
        /// As given.
        handle: Handle,
        /// What is wrong with it.
        why: &'static str,
    },
    /// No matched message.
    Message(Handle),
    /// No info object.
    Info(Handle),
    /// No error handler.
    Errhandler(Handle),
    /// No session.
    Session(Handle),
    /// No attribute key.
    Keyval(i32),
    /// A null buffer with elements in it.
    NullBuffer,
    /// `MPI_IN_PLACE` where it is not allowed, or two buffers that are the same.
    BadBuffer(&'static str),
    /// The attached buffer is too small for a message.
    NoBufferSpace {
        /// Bytes wanted.
        needed: u64,
        /// Bytes there are.
        free: u64,
    },
    /// A partition in a state the call is not made for.
    Partition {
        /// As given.
        partition: i32,
        /// What is wrong with it.
        why: &'static str,
    },
    /// An argument of no special kind.
    Arg(&'static str),
    /// A value that does not fit its result.
    TooLarge(&'static str),
    /// A class with the words of the standard, or with own ones.
    Class(ErrorClass, &'static str),
    /// A message longer than its receive buffer.
    Truncated {
        /// Bytes of the message.
        sent: u64,
        /// Bytes there was room for.
        room: u64,
        /// The sender's rank.
        source: i32,
        /// What the message and the buffer are made of.
        elements: [Elements; 2],
    },
    /// A rank's own block of fewer bytes than it expects of itself.
    OwnBlock {
        /// Bytes that it sends itself.
        sent: u64,
        /// Bytes that it expects.
        expected: u64,
    },
    /// A message of elements that the receive does not take.
    Mismatched {
        /// What it is made of.
        sent: Elements,
        /// What the receive is for.
        expected: Elements,
        /// The sender's rank.
        source: i32,
    },
    /// An error that a completed operation brought.
    Completed(ErrorClass),
    /// Some of the requests failed: their statuses say how.
    InStatus,
    /// A code that a user-defined function returned.
    Code(i32),
}

impl Fault {
    /// The error class; the class of a program's own code is known to the rank's table only.
    pub fn class(self) -> ErrorClass {
        match self {
            Self::Rank { .. } => ErrorClass::Rank,
            Self::Root { .. } => ErrorClass::Root,
            Self::Tag(_) => ErrorClass::Tag,
            Self::Count(_) | Self::Bytes { .. } | Self::OwnBlock { .. } => ErrorClass::Count,
            Self::Comm(_) => ErrorClass::Comm,
            Self::Win(_) => ErrorClass::Win,
            Self::File(_) => ErrorClass::File,
            Self::Group(_) => ErrorClass::Group,
            Self::Type(_) | Self::Uncommitted(_) | Self::Mismatched { .. } => ErrorClass::Type,
            Self::Op(_) | Self::OpOnType { .. } => ErrorClass::Op,
            Self::Request { .. } | Self::Message(_) => ErrorClass::Request,
            Self::Info(_) => ErrorClass::Info,
            Self::Errhandler(_) => ErrorClass::Errhandler,
            Self::Session(_) => ErrorClass::Session,
            Self::Keyval(_) => ErrorClass::Keyval,
            Self::NullBuffer | Self::BadBuffer(_) | Self::NoBufferSpace { .. } => ErrorClass::Buffer,
            Self::Arg(_) | Self::Partition { .. } => ErrorClass::Arg,
            Self::TooLarge(_) => ErrorClass::ValueTooLarge,
            Self::Class(class, _) | Self::Completed(class) => class,
            Self::Truncated { .. } => ErrorClass::Truncate,
            Self::InStatus => ErrorClass::InStatus,
            Self::Code(_) => ErrorClass::Other,
        }
    }

    /// The error of a completed operation, if it failed.
    pub fn of_status(status: &Status) -> Option<Self> {
        match status.error {
            ErrorClass::Success => None,
            ErrorClass::Truncate if Elements::of_truncated(status.handle).0 > status.bytes => {
                let (sent, elements) = Elements::of_truncated(status.handle);
                Some(Self::Truncated { sent, room: status.bytes, source: status.source, elements })
            }
            error => Some(match Elements::of_pair(status.handle).filter(|_| error == ErrorClass::Type) {
                Some((sent, expected)) => Self::Mismatched { sent, expected, source: status.source },
                None => Self::Completed(error),
            }),
        }
    }

    /// The error code that the call returns. Codes of our own errors are their classes.
    pub fn code(self) -> i32 {
        match self {
            Self::Code(code) => code,
            other => other.class() as i32,
        }
    }
}

/// A handle as a user knows it.
struct Named(Handle, &'static str);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::handles::*;
        let null = match self.0 {
            COMM_NULL | GROUP_NULL | REQUEST_NULL | DATATYPE_NULL | OP_NULL | INFO_NULL | MESSAGE_NULL
            | ERRHANDLER_NULL | SESSION_NULL | WIN_NULL | FILE_NULL => "null ",
            _ => "invalid ",
        };
        write!(f, "{null}{}", self.1)?;
        if null == "invalid " { write!(f, " (handle {:#x})", self.0) } else { Ok(()) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rank { rank, size } => write!(f, "invalid rank {rank} (communicator has {size} ranks)"),
            Self::Root { root, size } => write!(f, "invalid root {root} (communicator has {size} ranks)"),
            Self::Tag(tag) => write!(f, "invalid tag {tag}"),
            Self::Count(count) => write!(f, "negative count {count}"),
            Self::Bytes { count, size } => write!(f, "count {count} of elements of {size} bytes is more than memory"),
            Self::Comm(handles::COMM_WORLD) => {
                f.write_str("MPI_COMM_WORLD is there from MPI_Init to MPI_Finalize only")
            }
            Self::Comm(handles::COMM_SELF) => {
                f.write_str("MPI_COMM_SELF is there from MPI_Init to MPI_Finalize only")
            }
            Self::Comm(handle) => Named(handle, "communicator").fmt(f),
            Self::Win(handle) => Named(handle, "window").fmt(f),
            Self::File(handle) => Named(handle, "file").fmt(f),
            Self::Group(handle) => Named(handle, "group").fmt(f),
            Self::Type(handle) => Named(handle, "datatype").fmt(f),
            Self::Uncommitted(_) => f.write_str("datatype has not been committed"),
            Self::Op(handle) => Named(handle, "operation").fmt(f),
            Self::OpOnType { op, datatype } => write!(f, "{op} is not defined on {datatype}"),
            Self::Request { handle, why } => write!(f, "{} ({why})", Named(handle, "request")),
            Self::Message(handle) => Named(handle, "message").fmt(f),
            Self::Partition { partition, why } => write!(f, "partition {partition} {why}"),
            Self::Info(handle) => Named(handle, "info object").fmt(f),
            Self::Errhandler(handle) => Named(handle, "error handler").fmt(f),
            Self::Session(handle) => Named(handle, "session").fmt(f),
            Self::Keyval(keyval) => write!(f, "invalid attribute key {keyval}"),
            Self::NullBuffer => f.write_str("null buffer pointer with a count above 0"),
            Self::BadBuffer(why) | Self::Arg(why) | Self::TooLarge(why) => f.write_str(why),
            Self::NoBufferSpace { needed, free } => {
                write!(f, "the attached buffer has {free} bytes free, the message needs {needed}")
            }
            Self::Class(class, "") | Self::Completed(class) => f.write_str(class.text()),
            Self::Class(_, text) => f.write_str(text),
            Self::Truncated { sent, room, source, elements: [of_sent, of_room] } => {
                let of = |elements: Elements, bytes| {
                    elements.count_words(bytes).map_or_else(String::new, |words| format!(" ({words})"))
                };
                let (of_sent, of_room) = (of(of_sent, sent), of(of_room, room));
                write!(
                    f,
                    "message of {sent} bytes{of_sent} from rank {source} truncated on receive into a buffer of {room} \
                     bytes{of_room}"
                )
            }
            Self::OwnBlock { sent, expected } => {
                write!(f, "a rank sends itself {sent} bytes and expects {expected} bytes of itself")
            }
            Self::Mismatched { sent, expected, source } => {
                let (sent, expected) = (sent.words(), expected.words());
                write!(f, "message of {sent} from rank {source} received as {expected}")
            }
            Self::InStatus => f.write_str("some requests failed, see their statuses"),
            Self::Code(code) => write!(f, "error code {code} of the program's own"),
        }?;
        match self {
            Self::Code(_) => Ok(()),
            other => write!(f, " [{}]", other.class().symbol()),
        }
    }
}

const _: () = assert!(size_of::<Fault>() <= 40);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_values_and_class() {
        let text = Fault::Rank { rank: 17, size: 4 }.to_string();
        assert_eq!(text, "invalid rank 17 (communicator has 4 ranks) [MPI_ERR_RANK]");
        assert_eq!(Fault::Comm(crate::handles::COMM_NULL).to_string(), "null communicator [MPI_ERR_COMM]");
        assert_eq!(Fault::Comm(0x999).to_string(), "invalid communicator (handle 0x999) [MPI_ERR_COMM]");
        let status = Status { source: 2, bytes: 4, error: ErrorClass::Truncate, handle: 9, ..Status::EMPTY };
        let fault = Fault::of_status(&status).expect("an error");
        let text = "message of 9 bytes from rank 2 truncated on receive into a buffer of 4 bytes [MPI_ERR_TRUNCATE]";
        assert_eq!((fault.code(), fault.to_string().as_str()), (15, text));
        let handle = Elements::Float4.truncated(Elements::Integer4, 12);
        let text = "message of 12 bytes (3 elements, 4-byte floating-point numbers) from rank 2 truncated on receive into a \
                    buffer of 4 bytes (1 element, 4-byte integers) [MPI_ERR_TRUNCATE]";
        assert_eq!(Fault::of_status(&Status { handle, ..status }).expect("an error").to_string(), text);
        let handle = Elements::Float8.pair(Elements::Integer4);
        let status = Status { source: 3, error: ErrorClass::Type, handle, ..Status::EMPTY };
        let text = "message of 8-byte floating-point numbers from rank 3 received as 4-byte integers [MPI_ERR_TYPE]";
        assert_eq!(Fault::of_status(&status).expect("an error").to_string(), text);
        assert_eq!(Fault::of_status(&Status::EMPTY), None);
        assert_eq!(Fault::Code(0x4001).code(), 0x4001);
    }
}
