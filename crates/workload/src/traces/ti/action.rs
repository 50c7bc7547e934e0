//! Parses one line of a time-independent trace into an action.

use super::datatype::Datatype;
use super::fields::{self, Fields};
use super::requests::Key;
use crate::traces::error::LineProblem;
use ops::{ANY, CollectiveCall, Function};
use units::Time;

/// What SimGrid writes for `MPI_ANY_SOURCE`, `MPI_ANY_TAG` and `MPI_PROC_NULL` (its `smpi.h`).
pub(crate) const ANY_SOURCE_WRITTEN: i32 = -555;
/// See [`ANY_SOURCE_WRITTEN`].
pub(crate) const ANY_TAG_WRITTEN: i32 = -444;
/// See [`ANY_SOURCE_WRITTEN`].
pub(crate) const PROC_NULL_WRITTEN: i32 = -666;

/// The other end of a message and its tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer {
    /// The rank, [`ANY`], or none for `MPI_PROC_NULL`.
    pub(crate) rank: Option<i32>,
    /// The tag, or [`ANY`].
    pub(crate) tag: i32,
}

/// The action of a line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Action {
    /// Nothing: `comm_size` and its like.
    Nothing,
    /// `init`, with the type of lines that name none.
    Init(Datatype),
    /// `finalize`.
    Finalize,
    /// `compute`: floating-point operations.
    Compute(u64),
    /// `sleep`.
    Sleep(Time),
    /// `location`: where in the program the following calls are.
    Location(String),
    /// `send` and `isend`.
    Send { peer: Peer, bytes: u64, blocking: bool },
    /// `recv` and `irecv`; no size: that of the message that a probe finds.
    Recv { peer: Peer, bytes: Option<u64>, blocking: bool },
    /// `sendRecv`.
    SendRecv { to: u32, send: u64, from: u32, recv: u64 },
    /// `wait`.
    Wait(Key),
    /// `test`.
    Test(Key),
    /// `waitall`.
    Waitall,
    /// A collective operation, then a computation.
    Collective { function: Function, call: Box<CollectiveCall>, flops: u64 },
}

/// How an action is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ActionKind {
    Ignored,
    Init,
    Finalize,
    Compute,
    Sleep,
    Location,
    Send { blocking: bool },
    Recv { blocking: bool },
    SendRecv,
    Wait,
    Test,
    Waitall,
    Collective,
}

/// An action of the format.
pub(crate) struct Grammar {
    pub(crate) name: &'static str,
    /// The arguments in words.
    pub(crate) arguments: &'static str,
    kind: ActionKind,
}

const fn row(name: &'static str, kind: ActionKind, arguments: &'static str) -> Grammar {
    Grammar { name, arguments, kind }
}

/// All actions, the frequent ones first.
pub(crate) static ACTIONS: &[Grammar] = &[
    row("compute", ActionKind::Compute, "FLOPS"),
    row("isend", ActionKind::Send { blocking: false }, "TO TAG COUNT [TYPE]"),
    row("irecv", ActionKind::Recv { blocking: false }, "FROM TAG COUNT [TYPE]"),
    row("wait", ActionKind::Wait, "FROM TO TAG"),
    row("waitall", ActionKind::Waitall, "nothing, or one number that is ignored"),
    row("send", ActionKind::Send { blocking: true }, "TO TAG COUNT [TYPE]"),
    row("recv", ActionKind::Recv { blocking: true }, "FROM TAG COUNT [TYPE]"),
    row("test", ActionKind::Test, "FROM TO TAG"),
    row("sendRecv", ActionKind::SendRecv, "SEND-COUNT TO RECEIVE-COUNT FROM SEND-TYPE RECEIVE-TYPE"),
    row("allreduce", ActionKind::Collective, "COUNT FLOPS [TYPE]"),
    row("barrier", ActionKind::Collective, "no arguments"),
    row("bcast", ActionKind::Collective, "COUNT [ROOT [TYPE]]"),
    row("reduce", ActionKind::Collective, "COUNT FLOPS [ROOT [TYPE]]"),
    row("alltoall", ActionKind::Collective, "SEND-COUNT RECEIVE-COUNT [SEND-TYPE [RECEIVE-TYPE]]"),
    row(
        "alltoallv",
        ActionKind::Collective,
        "SEND-BUFFER, a SEND-COUNT per rank, RECEIVE-BUFFER, a RECEIVE-COUNT per rank, [SEND-TYPE [RECEIVE-TYPE]]",
    ),
    row("gather", ActionKind::Collective, "SEND-COUNT RECEIVE-COUNT [ROOT [SEND-TYPE [RECEIVE-TYPE]]]"),
    row("gatherv", ActionKind::Collective, "SEND-COUNT, a RECEIVE-COUNT per rank, [ROOT [SEND-TYPE [RECEIVE-TYPE]]]"),
    row("scatter", ActionKind::Collective, "SEND-COUNT RECEIVE-COUNT [ROOT [SEND-TYPE [RECEIVE-TYPE]]]"),
    row(
        "scatterv",
        ActionKind::Collective,
        "a SEND-COUNT per rank, RECEIVE-COUNT, [ROOT [SEND-TYPE [RECEIVE-TYPE]]]",
    ),
    row("allgather", ActionKind::Collective, "SEND-COUNT RECEIVE-COUNT [SEND-TYPE [RECEIVE-TYPE]]"),
    row(
        "allgatherv",
        ActionKind::Collective,
        "SEND-COUNT, a RECEIVE-COUNT per rank, [TYPE [TYPE]] or a displacement per rank or both types and those",
    ),
    row("reducescatter", ActionKind::Collective, "a COUNT per rank, FLOPS, [TYPE]"),
    row("scan", ActionKind::Collective, "COUNT FLOPS [TYPE]"),
    row("exscan", ActionKind::Collective, "COUNT FLOPS [TYPE]"),
    row("sleep", ActionKind::Sleep, "SECONDS"),
    row("location", ActionKind::Location, "FILE LINE"),
    row("init", ActionKind::Init, "nothing, or anything for MPI_DOUBLE as the type of lines without one"),
    row("finalize", ActionKind::Finalize, "anything; it is ignored"),
    row("comm_size", ActionKind::Ignored, "anything; it is ignored"),
    row("comm_split", ActionKind::Ignored, "anything; it is ignored"),
    row("comm_dup", ActionKind::Ignored, "anything; it is ignored"),
];

/// The action of a name.
fn grammar(name: &[u8]) -> Result<&'static Grammar, LineProblem> {
    ACTIONS.iter().find(|action| action.name.as_bytes() == name).ok_or_else(|| {
        let found = fields::text(name);
        LineProblem::UnknownAction {
            nearest: config::nearest(&found, ACTIONS.iter().map(|action| action.name)),
            found,
        }
    })
}

/// Whether a name is an action of the format.
pub(crate) fn is_action(name: &[u8]) -> bool {
    ACTIONS.iter().any(|action| action.name.as_bytes() == name)
}

/// The context of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The rank whose line it is.
    pub(crate) rank: u32,
    /// The number of ranks.
    pub(crate) ranks: u32,
    /// The type of counts without one.
    pub(crate) default: Datatype,
}

/// A problem and the place in the line where it is.
pub(crate) type Problem = (usize, LineProblem);

/// The arguments of an action, taken one by one.
pub(crate) struct Arguments<'a> {
    pub(crate) grammar: &'static Grammar,
    pub(crate) fields: Fields<'a>,
    pub(crate) scope: Scope,
    action_at: usize,
    taken: usize,
}

impl<'a> Arguments<'a> {
    /// The problem that there are too few or too many arguments.
    #[cold]
    pub(crate) fn wrong_number(&self) -> Problem {
        let problem = LineProblem::Fields {
            action: self.grammar.name,
            found: self.taken + self.fields.count_rest(),
            grammar: self.grammar.arguments,
        };
        (self.action_at, problem)
    }

    /// The next argument.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<&'a [u8], Problem> {
        match self.fields.next() {
            Some(field) => {
                self.taken += 1;
                Ok(field)
            }
            None => Err(self.wrong_number()),
        }
    }

    /// Nothing more may come.
    #[inline]
    pub(crate) fn end(&mut self) -> Result<(), Problem> {
        if self.fields.clone().next().is_some() { Err(self.wrong_number()) } else { Ok(()) }
    }

    /// Puts the place of the argument taken last to a problem with it.
    #[inline]
    pub(crate) fn here<T>(&self, result: Result<T, LineProblem>) -> Result<T, Problem> {
        result.map_err(|problem| (self.fields.start, problem))
    }

    #[inline]
    pub(crate) fn count(&mut self, name: &'static str) -> Result<u64, Problem> {
        let field = self.next()?;
        self.here(fields::count(name, field))
    }

    #[inline]
    pub(crate) fn integer(&mut self, name: &'static str) -> Result<i32, Problem> {
        let field = self.next()?;
        self.here(fields::integer(name, field))
    }

    pub(crate) fn datatype(&mut self) -> Result<Datatype, Problem> {
        let field = self.next()?;
        self.here(fields::datatype(field))
    }

    pub(crate) fn flops(&mut self) -> Result<u64, Problem> {
        let field = self.next()?;
        self.here(fields::flops(field))
    }

    /// A type if there is one more argument, else the default; nothing after it.
    #[inline]
    pub(crate) fn last_datatype(&mut self) -> Result<Datatype, Problem> {
        if self.fields.clone().next().is_none() {
            return Ok(self.scope.default);
        }
        let datatype = self.datatype()?;
        self.end()?;
        Ok(datatype)
    }

    /// A rank of the trace.
    pub(crate) fn rank(&mut self, name: &'static str) -> Result<u32, Problem> {
        let number = self.integer(name)?;
        self.here(self.check_rank(name, number))
    }

    #[inline]
    fn check_rank(&self, name: &'static str, number: i32) -> Result<u32, LineProblem> {
        u32::try_from(number).ok().filter(|rank| *rank < self.scope.ranks).ok_or(LineProblem::NoSuchRank {
            field: name,
            found: number.into(),
            ranks: self.scope.ranks,
        })
    }

    /// The peer and tag of a message. Only a receive may have wildcards.
    #[inline]
    fn peer(&mut self, name: &'static str, wildcards: bool) -> Result<Peer, Problem> {
        let number = self.integer(name)?;
        let rank = match number {
            PROC_NULL_WRITTEN => None,
            ANY_SOURCE_WRITTEN if wildcards => Some(ANY),
            _ => Some(self.here(self.check_rank(name, number))? as i32),
        };
        let tag = self.integer("the tag")?;
        if tag == ANY_TAG_WRITTEN && wildcards {
            return Ok(Peer { rank, tag: ANY });
        }
        if tag < 0 && rank.is_some() {
            let found = tag.to_string();
            return Err((self.fields.start, LineProblem::Negative { field: "the tag", found }));
        }
        Ok(Peer { rank, tag })
    }

    /// The key of a request.
    #[inline]
    fn key(&mut self) -> Result<Key, Problem> {
        let key = (self.integer("the sender")?, self.integer("the receiver")?, self.integer("the tag")?);
        self.end()?;
        Ok(key)
    }
}

/// Reads what follows the rank on a line.
#[inline]
pub(crate) fn parse(mut fields: Fields<'_>, scope: Scope) -> Result<Action, Problem> {
    let Some(name) = fields.next() else {
        return Err((fields.start, LineProblem::NoAction));
    };
    let action_at = fields.start;
    let grammar = grammar(name).map_err(|problem| (action_at, problem))?;
    let mut arguments = Arguments { grammar, fields, scope, action_at, taken: 0 };
    let arguments = &mut arguments;
    Ok(match grammar.kind {
        ActionKind::Compute => {
            let flops = arguments.flops()?;
            arguments.end()?;
            Action::Compute(flops)
        }
        ActionKind::Send { blocking } => {
            let peer = arguments.peer("the receiver", false)?;
            let count = arguments.count("the count")?;
            Action::Send { peer, bytes: count * u64::from(arguments.last_datatype()?.bytes), blocking }
        }
        ActionKind::Recv { blocking } => {
            let peer = arguments.peer("the sender", true)?;
            let field = arguments.next()?;
            let count = arguments.here(fields::signed_count("the count", field))?;
            let datatype = arguments.last_datatype()?;
            let bytes = u64::try_from(count).ok().map(|count| count * u64::from(datatype.bytes));
            Action::Recv { peer, bytes, blocking }
        }
        ActionKind::Wait => Action::Wait(arguments.key()?),
        ActionKind::Test => Action::Test(arguments.key()?),
        ActionKind::Waitall => Action::Waitall,
        ActionKind::SendRecv => send_recv(arguments)?,
        ActionKind::Collective => super::collective::parse(arguments)?,
        ActionKind::Ignored => Action::Nothing,
        ActionKind::Finalize => Action::Finalize,
        ActionKind::Init => {
            Action::Init(if arguments.fields.next().is_some() { Datatype::DOUBLE } else { Datatype::BYTE })
        }
        ActionKind::Sleep => {
            let field = arguments.next()?;
            let time = arguments.here(fields::seconds(field))?;
            arguments.end()?;
            Action::Sleep(time)
        }
        ActionKind::Location => {
            let file = fields::text(arguments.next()?);
            let line = arguments.integer("the line number")?;
            arguments.end()?;
            Action::Location(format!("{file}:{line}"))
        }
    })
}

fn send_recv(arguments: &mut Arguments<'_>) -> Result<Action, Problem> {
    let send = arguments.count("the send count")?;
    let to = arguments.rank("the receiver")?;
    let recv = arguments.count("the receive count")?;
    let from = arguments.rank("the sender")?;
    let (send_type, recv_type) = (arguments.datatype()?, arguments.datatype()?);
    arguments.end()?;
    Ok(Action::SendRecv {
        to,
        send: send * u64::from(send_type.bytes),
        from,
        recv: recv * u64::from(recv_type.bytes),
    })
}

/// Name and arguments of every action.
pub fn actions() -> impl Iterator<Item = (&'static str, &'static str)> {
    ACTIONS.iter().map(|action| (action.name, action.arguments))
}
