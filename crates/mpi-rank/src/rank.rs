//! The state of one rank.

use crate::attached::Attached;
use crate::attributes::{self, Keyval};
use crate::comms::Comm;
use crate::errors::{DynamicErrors, Errhandler};
use crate::files::{Datarep, File};
use crate::groups::Held;
use crate::info::Info;
use crate::requests::{Matched, Request, State};
use crate::sessions::Session;
use crate::tools::Tools;
use crate::windows::Window;
use crate::{Fault, Handle, OpEntry, Table, TypeEntry, TypeExtra, handles};
use ops::{CommId, Group, NewComm, NewWindow};
use std::collections::BTreeMap;
use std::sync::Arc;
use units::ActorId;

/// How far a rank is (MPI 5.0 §11.2).
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

/// How a rank has come to be (MPI 5.0 §11.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Birth {
    /// The number of its program among those that were started together (`MPI_APPNUM`).
    pub program: u32,
    /// Whether other ranks have started it: it has a parent.
    pub started: bool,
}

/// What one rank knows of MPI.
#[derive(Debug, Default)]
pub struct Rank {
    /// Who it is.
    pub actor: ActorId,
    /// How it has come to be.
    pub birth: Birth,
    /// How far it is.
    pub phase: Phase,
    /// Whether sessions alone are open: there is no `MPI_COMM_WORLD` and no `MPI_COMM_SELF`.
    pub worldless: bool,
    /// The thread level that `MPI_Init_thread` provided, as the ABI's constant.
    pub thread_level: i32,
    /// `MPI_COMM_WORLD`.
    pub world: Comm,
    /// `MPI_COMM_SELF`; the engine learns of it when it is first used.
    pub own: Comm,
    /// Requests, the program's and ours; a request's request is its handle.
    pub requests: Table<Request>,
    objects: Option<Box<Objects>>,
}

/// Everything that a rank has only if its program asks for it.
#[derive(Debug, Default)]
pub struct Objects {
    /// Communicators made at run time.
    pub comms: Table<Comm>,
    /// Datatypes made at run time.
    pub types: Table<TypeEntry>,
    /// The program's own operations.
    pub operations: Table<OpEntry>,
    /// Windows.
    pub windows: Table<Window>,
    /// Open files.
    pub files: Table<File>,
    /// The error handler that files are opened with, once the program has set one.
    pub file_errhandler: Option<Handle>,
    /// Data representations of the program's own.
    pub datareps: Vec<Datarep>,
    /// Windows that the engine has announced and no completion has claimed.
    pub new_windows: Vec<NewWindow>,
    /// The intercommunicator with those who have started the rank, until it is freed (`MPI_Comm_get_parent`).
    pub parent: Option<Handle>,
    /// Error codes that the latest call that starts ranks has written.
    pub spawned_codes: u32,
    /// Ports and sockets that the rank has named so far.
    pub ports: u32,
    /// Groups.
    pub groups: Table<Held>,
    /// Sessions that are open.
    pub sessions: Table<Session>,
    /// How many have been closed.
    pub sessions_closed: u32,
    /// Info objects.
    pub infos: Table<Info>,
    /// The program's own error handlers.
    pub errhandlers: Table<Errhandler>,
    /// Whether the program has given `MPI_COMM_SELF` an error handler.
    pub own_errhandler: bool,
    /// The tools interface, while it is initialised.
    pub tools: Option<Box<Tools>>,
    /// Attribute keys.
    pub keyvals: Table<Keyval>,
    /// Messages taken by matched probes.
    pub messages: Table<Matched>,
    /// Error classes and codes of the program's own.
    pub errors: DynamicErrors,
    /// The buffer of `MPI_Buffer_attach`.
    pub attached: Attached,
    /// Communicators that the engine has announced and no completion has claimed.
    pub news: Vec<NewComm>,
    /// Released requests whose packed buffers live until the operation ends.
    pub orphans: Vec<Handle>,
    /// Names and attributes that the program gave to predefined datatypes.
    pub named_types: BTreeMap<Handle, TypeExtra>,
    /// `MPI_INFO_ENV`, once it is asked for.
    pub environment: Option<Info>,
    /// The values of the predefined attributes of communicators, where a program may point to them: it stays where it
    /// is as long as the rank lives.
    pub predefined_attributes: [i32; attributes::PREDEFINED],
    /// `MPI_LASTUSEDCODE` in the numbers of another ABI, for programs to point to.
    pub foreign_last_code: i32,
}

impl Rank {
    /// A rank that has called nothing yet.
    pub fn new(actor: ActorId) -> Self {
        Self { actor, ..Self::default() }
    }

    /// Takes what the engine says of communicators: the first is the world.
    pub fn announce(&mut self, comms: &[NewComm]) {
        for new in comms {
            if self.world.group.is_none() {
                self.world = Comm::new(new.clone(), self.actor);
                self.own = Comm { size: 1, ..Comm::default() };
            } else {
                self.objects().news.push(new.clone());
            }
        }
    }

    /// The rarely needed tables, made with the first use.
    pub fn objects(&mut self) -> &mut Objects {
        self.objects.get_or_insert_default()
    }

    /// The rarely needed tables, if there are any.
    #[inline]
    pub fn made(&self) -> Option<&Objects> {
        self.objects.as_deref()
    }

    /// The rarely needed tables to be changed, if there are any.
    #[inline]
    pub fn made_mut(&mut self) -> Option<&mut Objects> {
        self.objects.as_deref_mut()
    }

    /// A communicator.
    #[inline]
    pub fn comm(&self, handle: Handle) -> Result<&Comm, Fault> {
        match handle {
            handles::COMM_WORLD if !self.worldless => Some(&self.world),
            handles::COMM_SELF if !self.worldless => Some(&self.own),
            _ => self.made().and_then(|objects| objects.comms.get(handle)),
        }
        .ok_or(Fault::Comm(handle))
    }

    /// A communicator, to be changed.
    #[inline]
    pub fn comm_mut(&mut self, handle: Handle) -> Result<&mut Comm, Fault> {
        match handle {
            handles::COMM_WORLD if !self.worldless => Some(&mut self.world),
            handles::COMM_SELF if !self.worldless => Some(&mut self.own),
            _ => self.made_mut().and_then(|objects| objects.comms.get_mut(handle)),
        }
        .ok_or(Fault::Comm(handle))
    }

    /// The group of a communicator in rank order: of an intercommunicator the own one.
    pub fn group_of(&self, handle: Handle) -> Result<Arc<Group>, Fault> {
        let comm = self.comm(handle)?;
        Ok(comm.group.clone().unwrap_or_else(|| Arc::new(Group::range(self.actor.0, 1))))
    }

    /// A group; `MPI_GROUP_EMPTY` is one.
    pub fn group(&self, handle: Handle) -> Result<Arc<Group>, Fault> {
        if handle == handles::GROUP_EMPTY {
            return Ok(Arc::new(Group::range(0, 0)));
        }
        let held = self.made().and_then(|objects| objects.groups.get(handle)).ok_or(Fault::Group(handle))?;
        Ok(Arc::clone(&held.members))
    }

    /// The announced communicator of a number, now claimed: none for [`CommId::NULL`].
    ///
    /// # Panics
    /// If the engine has not announced it.
    pub fn claim(&mut self, comm: CommId) -> Option<Comm> {
        if comm == CommId::NULL {
            return None;
        }
        let actor = self.actor;
        let news = &mut self.objects().news;
        let at = news.iter().position(|new| new.comm == comm).expect("a new communicator is announced before");
        let new = news.swap_remove(at);
        Some(Comm::new(new, actor))
    }

    /// What `MPI_Finalize` finds left over, in words for a warning. Operations on their way are the engine's to name.
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
        assert!(started(3, 1 << 20).objects.is_none());
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
        assert_eq!(rank.objects().news.len(), 1);
    }
}
