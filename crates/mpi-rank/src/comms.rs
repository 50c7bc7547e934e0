//! A rank's table of communicators: size, own rank, groups, and other local properties.

use crate::attached::BsendBuffer;
use crate::attributes::Attributes;
use crate::info::Info;
use crate::topologies::Topology;
use crate::topologies::dist_graph::EdgeMessage;
use crate::{Fault, Handle, handles};
use ops::{CommId, ErrorClass, Group, NewComm};
use std::sync::Arc;
use units::ActorId;

/// The hints for communicators that the standard defines (MPI 5.0 §7.4.4); others are ignored, as it allows.
pub const HINTS: [&str; 5] = [
    "mpi_assert_no_any_tag",
    "mpi_assert_no_any_source",
    "mpi_assert_exact_length",
    "mpi_assert_allow_overtaking",
    "mpi_assert_strict_persistent_collective_ordering",
];

/// One rank's view of a communicator. The group is one table shared by all ranks.
#[derive(Debug)]
pub struct Comm {
    /// The engine's number; [`CommId::NULL`] while it is being made, and for `MPI_COMM_SELF` until its first use.
    pub id: CommId,
    /// The own rank.
    pub rank: u32,
    /// The number of ranks; of an intercommunicator: of those of the own group.
    pub size: u32,
    /// The error handler.
    pub errhandler: Handle,
    /// The members in rank order (of an intercommunicator: those of the own group); none for `MPI_COMM_SELF` and while it is being made.
    pub group: Option<Arc<Group>>,
    /// What most communicators don't have.
    pub extra: Option<Box<CommExtra>>,
}

/// What most communicators don't have.
#[derive(Debug, Default)]
pub struct CommExtra {
    /// The name that `MPI_Comm_set_name` gave.
    pub name: Option<Box<str>>,
    /// Attributes in the order they were set.
    pub attributes: Attributes,
    /// Hints, those of [`HINTS`] only.
    pub info: Info,
    /// The buffer of `MPI_Comm_attach_buffer`.
    pub attached: BsendBuffer,
    /// Persistent collective operations initialised so far: by this order they are matched (MPI 5.0 §6.13).
    pub persistent: u32,
    /// The other group of an intercommunicator (MPI 5.0 §7.6).
    pub remote: Option<Arc<Group>>,
    /// The virtual topology.
    pub topology: Option<Arc<Topology>>,
    /// The session that it comes from; none: the world.
    pub session: Option<Handle>,
    /// What other ranks have said of a distributed graph that is being made.
    pub heard: Vec<EdgeMessage>,
}

impl Default for Comm {
    fn default() -> Self {
        Self { id: CommId::NULL, rank: 0, size: 0, errhandler: handles::ERRORS_ARE_FATAL, group: None, extra: None }
    }
}

impl Comm {
    /// A communicator of which `actor` is a member.
    ///
    /// # Panics
    /// If it is none.
    pub fn new(new: NewComm, actor: ActorId) -> Self {
        let NewComm { comm: id, group, remote } = new;
        let rank = group.rank_of(actor).expect("a rank belongs to the communicators it is told of");
        let mut comm = Self { id, rank, size: group.size(), group: Some(group), ..Self::default() };
        if remote.is_some() {
            comm.extra().remote = remote;
        }
        comm
    }

    /// The other group, if this is an intercommunicator.
    #[inline]
    pub fn remote(&self) -> Option<&Arc<Group>> {
        self.extra.as_ref().and_then(|extra| extra.remote.as_ref())
    }

    /// The number of ranks that messages go to and come from: of an intercommunicator the other group's.
    #[inline]
    pub fn peers(&self) -> u32 {
        self.remote().map_or(self.size, |remote| remote.size())
    }

    /// Whom messages with the partner of this number go to and come from; none where no group is known or has it.
    pub fn peer(&self, rank: u32) -> Option<ActorId> {
        let group = self.remote().or(self.group.as_ref())?;
        (rank < group.size()).then(|| group.actor(rank))
    }

    /// Where a function is not made for intercommunicators.
    ///
    /// # Errors
    /// It is one.
    #[inline]
    pub fn intra(&self) -> Result<(), Fault> {
        let fault = Fault::Class(ErrorClass::Comm, "an intercommunicator where an intracommunicator is wanted");
        if self.remote().is_some() { Err(fault) } else { Ok(()) }
    }

    /// The other group of an intercommunicator.
    ///
    /// # Errors
    /// It is none.
    pub fn inter(&self) -> Result<&Arc<Group>, Fault> {
        self.remote().ok_or(Fault::Class(ErrorClass::Comm, "not an intercommunicator"))
    }

    /// The rarely needed parts, made with the first use.
    pub fn extra(&mut self) -> &mut CommExtra {
        self.extra.get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rank;
    use crate::Side;
    use crate::errors::{Errhandler, ErrhandlerKind};
    use crate::requests::{Request, Special};

    #[test]
    fn a_communicator_takes_its_parents_error_handler_and_leaves_nothing_behind() {
        let mut rank = Rank::default();
        let own = Errhandler { kind: ErrhandlerKind::Comm, function: 5, users: 1, freed: true };
        let errhandler = rank.objects().errhandlers.insert(own);
        rank.world.errhandler = errhandler;
        let comm = rank.keep_comm(Comm { size: 2, ..Comm::default() }, handles::COMM_WORLD);
        assert_eq!(rank.comm(comm).expect("made").errhandler, errhandler);
        let waiting = rank.requests.insert(Request::posted(comm));
        let buffered = rank.requests.insert(Request { hidden: true, ..Request::posted(comm) });
        rank.comm_mut(comm).expect("made").extra().attached.pending.push((buffered, 600));
        rank.drop_comm(comm).expect("made");
        assert_eq!(rank.drop_comm(comm), Err(Fault::Comm(comm)));
        assert_eq!(rank.drop_comm(handles::COMM_WORLD), Err(Fault::Comm(handles::COMM_WORLD)));
        assert_eq!(rank.requests.get(waiting).expect("on its way").comm, handles::COMM_SELF);
        assert_eq!(rank.objects().released_requests, [buffered]);
        rank.use_errhandler(errhandler, false);
        assert!(rank.objects().errhandlers.is_empty(), "nobody uses it any more");
    }

    #[test]
    fn a_communicator_lives_as_long_as_its_persistent_requests() {
        let mut rank = Rank::default();
        let comm = rank.keep_comm(Comm { id: CommId(7), size: 2, ..Comm::default() }, handles::COMM_WORLD);
        let other = rank.keep_comm(Comm { id: CommId(8), size: 2, ..Comm::default() }, handles::COMM_WORLD);
        let [first, second] = [0, 1].map(|tag| {
            let side = Side::Direct(ops::Buffer::EMPTY);
            let special = Special::Recv { comm: CommId(7), source: None, tag, side, elements: ops::Elements::Any };
            rank.requests.insert(Request { special: Some(Box::new(special)), ..Request::posted(comm) })
        });
        assert_eq!((rank.drop_comm(comm), rank.drop_comm(other)), (Ok(false), Ok(true)));
        assert_eq!(rank.given_up(first), None, "the second is left");
        rank.requests.remove(first);
        assert_eq!(rank.given_up(second), Some(CommId(7)));
        rank.requests.remove(second);
        assert!(rank.objects().comms_in_use.is_empty());
    }
}
