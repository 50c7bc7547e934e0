//! The MPI state of one rank ([`Rank`]), and the effect of its calls on it: a file of methods for each kind of MPI object. The
//! types of the objects are in the modules beside this one: `rank/comms.rs` works on `Comm` of `comms.rs`.

mod attributes;
mod collective;
mod comms;
mod errors;
mod files;
mod groups;
mod neighbourhood;
mod operations;
mod partitioned;
mod plan;
mod requests;
mod sessions;
mod tools;
mod topologies;
mod types;
mod windows;

use crate::announced::Announced;
use crate::attached::BsendBuffer;
use crate::attributes::Keyvals;
use crate::comms::Comm;
use crate::dynamic::DynamicProcesses;
use crate::errors::{DynamicErrors, Errhandler};
use crate::files::{File, FileDefaults};
use crate::groups::GroupEntry;
use crate::info::Infos;
use crate::requests::{MatchedMessage, Request, State};
use crate::sessions::Sessions;
use crate::tools::Tools;
use crate::types::Types;
use crate::windows::Window;
use crate::{Fault, Handle, ObjectTable, OpEntry, Table, handles};
use ops::{CommId, Group, NewComm, RankSetting};
use std::sync::Arc;
use units::ActorId;

/// The state of the World Model (MPI 5.0 §11.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// `MPI_Init` has not been called.
    #[default]
    Before,
    /// Between `MPI_Init` and `MPI_Finalize`.
    Active,
    /// `MPI_Finalize` has been called.
    After,
}

/// How a rank was started (MPI 5.0 §11.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The index of its program among those started together (`MPI_APPNUM`).
    pub program: u32,
    /// Whether other ranks spawned it: it has a parent.
    pub started: bool,
}

/// The MPI state of one rank.
#[derive(Debug, Default)]
pub struct Rank {
    /// The rank's actor.
    pub actor: ActorId,
    /// How it was started.
    pub origin: Origin,
    /// Properties of the machine and of the modelled library.
    pub setting: RankSetting,
    /// The state of the World Model.
    pub phase: Phase,
    /// Whether only sessions are open: there is no `MPI_COMM_WORLD` and no `MPI_COMM_SELF`.
    pub sessions_only: bool,
    /// The thread level that `MPI_Init_thread` provided, as the ABI's constant.
    pub thread_level: i32,
    /// `MPI_COMM_WORLD`.
    pub world: Comm,
    /// `MPI_COMM_SELF`; registered with the engine on first use.
    pub own: Comm,
    /// Requests, the program's and ours; a request's request is its handle.
    pub requests: Table<Request>,
    made: Option<Box<Made>>,
}

/// Objects that ranks make together, and whatever else a rank has. A million ranks may have some, but most have few kinds.
#[derive(Debug, Default)]
pub struct Made {
    /// Communicators made at run time.
    pub comms: ObjectTable<Comm>,
    /// Windows.
    pub windows: ObjectTable<Window>,
    /// Open files.
    pub files: ObjectTable<File>,
    /// Communicators and windows that the engine has announced and no completion has claimed.
    pub announced: Announced,
    objects: Option<Box<Objects>>,
}

/// Objects that most programs never create.
#[derive(Debug, Default)]
pub struct Objects {
    /// Datatypes.
    pub types: Types,
    /// User-defined operations.
    pub operations: ObjectTable<OpEntry>,
    /// Defaults of files, and data representations.
    pub file_defaults: FileDefaults,
    /// Parent, ports and the latest spawn.
    pub dynamic: DynamicProcesses,
    /// Groups.
    pub groups: ObjectTable<GroupEntry>,
    /// Sessions.
    pub sessions: Sessions,
    /// Info objects.
    pub infos: Infos,
    /// User-defined error handlers.
    pub errhandlers: ObjectTable<Errhandler>,
    /// Whether the program has set an error handler on `MPI_COMM_SELF`.
    pub own_errhandler: bool,
    /// The tools interface, while it is initialised.
    pub tools: Option<Box<Tools>>,
    /// Attribute keys, and the values of predefined attributes.
    pub keyvals: Keyvals,
    /// Messages received by matched probes.
    pub messages: ObjectTable<MatchedMessage>,
    /// User-defined error classes and codes.
    pub errors: DynamicErrors,
    /// The buffer of `MPI_Buffer_attach`.
    pub attached: BsendBuffer,
    /// Communicators that the program has freed and whose persistent requests it has not.
    pub comms_in_use: Vec<CommId>,
    /// Freed requests whose packed buffers live until the operation completes.
    pub released_requests: Vec<Handle>,
}

impl Rank {
    /// A rank before `MPI_Init`.
    pub fn new(actor: ActorId) -> Self {
        Self { actor, ..Self::default() }
    }

    /// Stores communicators that the engine announces; the first is `MPI_COMM_WORLD`.
    pub fn announce(&mut self, comms: &[NewComm]) {
        for new in comms {
            if self.world.group.is_none() {
                self.world = Comm::new(new.clone(), self.actor);
                self.own = Comm { size: 1, ..Comm::default() };
            } else {
                self.made_mut().announced.add_comm(new.clone());
            }
        }
    }

    /// Objects that ranks make together, if this one has made any object.
    #[inline]
    pub fn made(&self) -> Option<&Made> {
        self.made.as_deref()
    }

    /// Objects that ranks make together, to be changed, allocated on first use.
    #[inline]
    pub fn made_mut(&mut self) -> &mut Made {
        self.made.get_or_insert_default()
    }

    /// The other objects, allocated on first use.
    pub fn objects(&mut self) -> &mut Objects {
        self.made_mut().objects.get_or_insert_default()
    }

    /// The other objects, if any were allocated.
    #[inline]
    pub fn existing(&self) -> Option<&Objects> {
        self.made()?.objects.as_deref()
    }

    /// The other objects, mutable, if any were allocated.
    #[inline]
    pub fn existing_mut(&mut self) -> Option<&mut Objects> {
        self.made.as_deref_mut()?.objects.as_deref_mut()
    }

    /// A communicator.
    #[inline]
    pub fn comm(&self, handle: Handle) -> Result<&Comm, Fault> {
        match handle {
            handles::COMM_WORLD if !self.sessions_only => Some(&self.world),
            handles::COMM_SELF if !self.sessions_only => Some(&self.own),
            _ => self.made().and_then(|made| made.comms.get(handle)),
        }
        .ok_or(Fault::Comm(handle))
    }

    /// A communicator, to be changed.
    #[inline]
    pub fn comm_mut(&mut self, handle: Handle) -> Result<&mut Comm, Fault> {
        match handle {
            handles::COMM_WORLD if !self.sessions_only => Some(&mut self.world),
            handles::COMM_SELF if !self.sessions_only => Some(&mut self.own),
            _ => self.made.as_deref_mut().and_then(|made| made.comms.get_mut(handle)),
        }
        .ok_or(Fault::Comm(handle))
    }

    /// The group of a communicator in rank order; the local group of an intercommunicator.
    pub fn group_of(&self, handle: Handle) -> Result<Arc<Group>, Fault> {
        let comm = self.comm(handle)?;
        Ok(comm.group.clone().unwrap_or_else(|| Arc::new(Group::range(self.actor.0, 1))))
    }

    /// A group; `MPI_GROUP_EMPTY` is one.
    pub fn group(&self, handle: Handle) -> Result<Arc<Group>, Fault> {
        if handle == handles::GROUP_EMPTY {
            return Ok(Arc::new(Group::range(0, 0)));
        }
        let held = self.existing().and_then(|objects| objects.groups.get(handle)).ok_or(Fault::Group(handle))?;
        Ok(Arc::clone(&held.members))
    }

    /// Claims the announced communicator of a number; none for [`CommId::NULL`].
    ///
    /// # Panics
    /// If the engine has not announced it.
    pub fn claim(&mut self, comm: CommId) -> Option<Comm> {
        if comm == CommId::NULL {
            return None;
        }
        let actor = self.actor;
        Some(Comm::new(self.made_mut().announced.claim_comm(comm), actor))
    }

    /// A warning about requests that were not freed before `MPI_Finalize`. The engine reports pending operations.
    pub fn leftovers(&self) -> Option<String> {
        let left = |request: &Request| !request.hidden && request.state != State::Posted;
        let requests = self.requests.iter().filter(|(_, request)| left(request)).count();
        match requests {
            0 => None,
            1 => Some("1 request was not freed before MPI_Finalize".to_owned()),
            several => Some(format!("{several} requests were not freed before MPI_Finalize")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(actor: u32, size: u32) -> Rank {
        let mut rank = Rank::new(ActorId(actor));
        rank.announce(&[NewComm { comm: CommId::WORLD, group: Arc::new(Group::range(0, size)), remote: None }]);
        rank
    }

    #[test]
    fn an_idle_rank_is_small_and_has_no_heap() {
        assert!(size_of::<Rank>() <= 200, "{}", size_of::<Rank>());
        assert!(size_of::<Request>() * 4 <= 400, "{}", size_of::<Request>());
        assert!(started(3, 1 << 20).made.is_none());
    }

    #[test]
    fn a_rank_with_a_communicator_is_small_and_has_no_other_objects() {
        assert!(size_of::<Made>() <= 160, "{}", size_of::<Made>());
        let mut rank = started(3, 8);
        rank.announce(&[NewComm { comm: CommId(7), group: Arc::new(Group::range(0, 8)), remote: None }]);
        assert_eq!(rank.made_mut().announced.comms.capacity(), 1);
        let comm = rank.claim(CommId(7)).expect("member");
        let made = rank.keep_comm(comm, handles::COMM_WORLD);
        rank.drop_comm(made).expect("there");
        assert!(rank.existing().is_none());
    }

    #[test]
    fn world_and_self_are_known_from_the_first_answer() {
        let rank = started(3, 8);
        let world = rank.comm(handles::COMM_WORLD).expect("world");
        assert_eq!((world.id, world.rank, world.size), (CommId::WORLD, 3, 8));
        let own = rank.comm(handles::COMM_SELF).expect("self");
        assert_eq!((own.id, own.rank, own.size), (CommId::NULL, 0, 1));
        assert_eq!(rank.group_of(handles::COMM_SELF), Ok(Arc::new(Group::range(3, 1))));
        assert_eq!(rank.comm(handles::COMM_NULL).err(), Some(Fault::Comm(handles::COMM_NULL)));
        assert_eq!(rank.comm(handles::DYNAMIC).err(), Some(Fault::Comm(handles::DYNAMIC)));
    }

    #[test]
    fn leftovers_are_counted_but_for_what_the_engine_knows() {
        let mut rank = started(0, 1);
        rank.requests.insert(Request::posted(handles::COMM_WORLD));
        assert_eq!(rank.leftovers(), None);
        rank.requests.insert(Request::done(handles::COMM_WORLD, ops::Status::EMPTY));
        assert_eq!(rank.leftovers().as_deref(), Some("1 request was not freed before MPI_Finalize"));
    }

    #[test]
    fn new_communicators_are_claimed_once_by_number() {
        let mut rank = started(3, 8);
        let group = Arc::new(Group::table(vec![5, 3]));
        rank.announce(&[
            NewComm { comm: CommId(7), group: group.clone(), remote: None },
            NewComm { comm: CommId(9), group: group.clone(), remote: None },
        ]);
        let comm = rank.claim(CommId(7)).expect("member");
        assert_eq!((comm.id, comm.rank, comm.size), (CommId(7), 1, 2));
        assert!(rank.claim(CommId::NULL).is_none());
        assert_eq!(rank.made_mut().announced.comms.len(), 1);
    }
}
