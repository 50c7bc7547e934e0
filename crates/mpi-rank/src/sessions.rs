//! Sessions (MPI 5.0 §11.3): ways into MPI beside `MPI_Init`, any number of them at a time and one after the other.
//!
//! A session has a name for every set of processes it knows. Groups are made of sets, communicators of groups, and
//! windows of communicators; each remembers the session that it comes from, for the session's buffer and to tell what is
//! left over when the session is closed. The world is no session: its objects come from none.

use crate::attached::BsendBuffer;
use crate::errors::Reaction;
use crate::info::Info;
use crate::requests::{Request, State};
use crate::{Fault, Handle, ObjectTable, Phase, Rank, handles};
use ops::Group;
use std::sync::Arc;

/// The sets of processes that there are (MPI 5.0 §11.3.3): all processes that were started together, and the own one.
pub const SETS: [&str; 2] = ["mpi://WORLD", "mpi://SELF"];

/// Which of [`SETS`] a name means. It is a URI, of which scheme and authority know no case (RFC 3986 §6.2.2.1).
pub fn set_of(name: &str) -> Option<usize> {
    SETS.iter().position(|set| set.eq_ignore_ascii_case(name))
}

/// The key with the number of processes of a set (MPI 5.0 §11.3.2).
pub const SIZE_KEY: &str = "mpi_size";

/// The key with the thread level (MPI 5.0 §11.3.1).
pub const LEVEL_KEY: &str = "thread_level";

/// The thread levels by the names that info objects have for them, and their constants of the standard ABI.
pub const LEVELS: [(&str, i32); 4] = [
    ("MPI_THREAD_SINGLE", 0),
    ("MPI_THREAD_FUNNELED", 1024),
    ("MPI_THREAD_SERIALIZED", 2048),
    ("MPI_THREAD_MULTIPLE", 4096),
];

/// An open session.
#[derive(Clone, Debug)]
pub struct Session {
    /// The error handler.
    pub errhandler: Handle,
    /// The thread level, as the ABI's constant.
    pub level: i32,
    /// The buffer of `MPI_Session_attach_buffer`.
    pub attached: BsendBuffer,
}

impl Session {
    /// What `MPI_Session_get_info` tells.
    pub fn info(&self) -> Info {
        let mut info = Info::default();
        let level = LEVELS.iter().find(|(_, level)| *level == self.level).map_or("", |(name, _)| name);
        info.set(LEVEL_KEY, level);
        // MPI 5.0 §11.4.3: memory of the system's and of MPI_Alloc_mem.
        info.set("mpi_memory_alloc_kinds", "mpi,system");
        info
    }
}

/// The sessions of a rank.
#[derive(Debug, Default)]
pub struct Sessions {
    open: ObjectTable<Session>,
    // How many have been closed.
    closed: u32,
}

impl Sessions {
    fn close(&mut self, handle: Handle) -> Option<Session> {
        let session = self.open.remove(handle)?;
        self.closed += 1;
        Some(session)
    }
}

impl Rank {
    /// Whether functions may be called that need MPI to be started, as the world or as a session.
    pub fn started(&self) -> bool {
        self.phase == Phase::Active || self.existing().is_some_and(|objects| !objects.sessions.open.is_empty())
    }

    /// Why not, for a message.
    pub fn not_started(&self) -> &'static str {
        match self.phase {
            Phase::After => "after MPI_Finalize",
            _ if self.existing().is_some_and(|objects| objects.sessions.closed > 0) => "after MPI_Session_finalize",
            _ => "before MPI_Init",
        }
    }

    /// Enters the World Model, at a thread level.
    pub fn enter_world(&mut self, level: i32) {
        (self.phase, self.thread_level, self.sessions_only) = (Phase::Active, level, false);
    }

    /// Leaves the World Model.
    pub fn leave_world(&mut self) {
        (self.phase, self.sessions_only) = (Phase::After, true);
    }

    /// The handle of a new session.
    pub fn open_session(&mut self, errhandler: Handle, level: i32) -> Handle {
        self.use_errhandler(errhandler, true);
        self.sessions_only = self.phase != Phase::Active;
        self.objects().sessions.open.insert(Session { errhandler, level, attached: BsendBuffer::default() })
    }

    /// A session.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn session(&self, handle: Handle) -> Result<&Session, Fault> {
        self.existing().and_then(|objects| objects.sessions.open.get(handle)).ok_or(Fault::Session(handle))
    }

    /// A session, to be changed.
    ///
    /// # Errors
    /// As [`Rank::session`].
    pub fn session_mut(&mut self, handle: Handle) -> Result<&mut Session, Fault> {
        self.existing_mut().and_then(|objects| objects.sessions.open.get_mut(handle)).ok_or(Fault::Session(handle))
    }

    /// The members of a set of processes; none if there is none of this name.
    pub fn process_set(&self, name: &str) -> Option<Arc<Group>> {
        let own = || Arc::new(Group::range(self.actor.0, 1));
        match set_of(name) {
            Some(0) => Some(self.world.group.clone().unwrap_or_else(own)),
            Some(_) => Some(own()),
            None => None,
        }
    }

    /// The reaction of a session's error handler; without a session, that of no communicator.
    pub fn reaction_of_session(&self, handle: Handle) -> Reaction {
        match self.session(handle) {
            Ok(session) => self.reaction_of(session.errhandler),
            Err(_) => self.reaction(handles::COMM_NULL),
        }
    }

    /// Finalizes a session. Its objects stay, as if they belonged to the World Model, and are named in a warning.
    ///
    /// # Errors
    /// There is none behind the handle.
    pub fn close_session(&mut self, handle: Handle) -> Result<Option<String>, Fault> {
        let left = self.left_of_session(handle);
        let objects = self.existing_mut().ok_or(Fault::Session(handle))?;
        let session = objects.sessions.close(handle).ok_or(Fault::Session(handle))?;
        let orphans = session.attached.pending.iter().map(|&(request, _)| request);
        objects.released_requests.extend(orphans);
        let windows = objects.windows.iter_mut().map(|(_, window)| &mut window.comm);
        let comms = objects.comms.iter_mut().map(|(_, comm)| comm).chain(windows);
        for extra in comms.filter_map(|comm| comm.extra.as_mut()) {
            extra.session = extra.session.filter(|&session| session != handle);
        }
        objects.groups.iter_mut().for_each(|(_, held)| held.session = held.session.filter(|&of| of != handle));
        self.use_errhandler(session.errhandler, false);
        Ok(left)
    }

    /// The communicators, windows and pending operations of a session that were not freed.
    fn left_of_session(&self, session: Handle) -> Option<String> {
        let objects = self.existing()?;
        let of_it =
            |comm: &crate::comms::Comm| comm.extra.as_ref().is_some_and(|extra| extra.session == Some(session));
        let comms = objects.comms.iter().filter(|(_, comm)| of_it(comm)).count();
        let windows = objects.windows.iter().filter(|(_, window)| of_it(&window.comm)).count();
        let pending = |request: &Request| {
            !request.hidden && request.state == State::Posted && self.session_of_comm(request.comm) == Some(session)
        };
        let requests = self.requests.iter().filter(|(_, request)| pending(request)).count();
        let counted = |count: usize, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            several => Some(format!("{several} {what}s")),
        };
        let parts =
            [counted(comms, "communicator"), counted(windows, "window"), counted(requests, "operation under way")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let verb = if comms + windows + requests == 1 { "was" } else { "were" };
        (!parts.is_empty()).then(|| {
            format!(
                "{} of a session {verb} neither freed nor completed before MPI_Session_finalize",
                parts.join(" and ")
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comms::Comm;
    use crate::errors::{Errhandler, ErrhandlerKind};
    use ops::{CommId, NewComm};
    use units::ActorId;

    fn told() -> Rank {
        let mut rank = Rank::new(ActorId(3));
        rank.announce(&[NewComm { comm: CommId::WORLD, group: Arc::new(Group::range(0, 8)), remote: None }]);
        rank
    }

    #[test]
    fn a_session_is_a_way_in_without_the_world() {
        let mut rank = told();
        assert!(!rank.started());
        assert_eq!(rank.not_started(), "before MPI_Init");
        let session = rank.open_session(handles::ERRORS_RETURN, 0);
        assert!(rank.started());
        assert_eq!(rank.comm(handles::COMM_WORLD).err(), Some(Fault::Comm(handles::COMM_WORLD)));
        assert_eq!(rank.process_set("mpi://WORLD").expect("known").size(), 8);
        assert_eq!(*rank.process_set("mpi://SELF").expect("known"), Group::range(3, 1));
        assert_eq!(rank.process_set("mpi://world").expect("of any case").size(), 8);
        assert!(rank.process_set("mpi://nobody").is_none());
        assert_eq!(rank.session(session).expect("open").info().get(LEVEL_KEY), Some("MPI_THREAD_SINGLE"));
        assert_eq!(rank.close_session(session), Ok(None));
        assert_eq!(rank.close_session(session), Err(Fault::Session(session)));
        assert!(!rank.started());
        assert_eq!(rank.not_started(), "after MPI_Session_finalize");
        rank.open_session(handles::ERRORS_RETURN, 0);
        assert!(rank.started(), "another one may be opened");
        rank.enter_world(0);
        assert!(rank.comm(handles::COMM_WORLD).is_ok());
        rank.leave_world();
        assert!(rank.comm(handles::COMM_SELF).is_err());
    }

    #[test]
    fn what_comes_from_a_session_is_known_and_told_of_when_it_is_left() {
        let mut rank = told();
        let own = Errhandler { kind: ErrhandlerKind::Session, function: 5, users: 0, freed: false };
        let errhandler = rank.objects().errhandlers.insert(own);
        let session = rank.open_session(errhandler, 0);
        rank.free_errhandler(errhandler).expect("there");
        assert_eq!(rank.reaction_of_session(session), Reaction::Call(5));
        let world = rank.process_set("mpi://WORLD").expect("known");
        let group = rank.keep_group(world, Some(session));
        assert_eq!(rank.session_of_group(group), Some(session));
        let first = rank.keep_comm_of(Comm { size: 8, ..Comm::default() }, handles::ERRORS_RETURN, Some(session));
        let copy = rank.keep_comm(Comm { size: 8, ..Comm::default() }, first);
        assert_eq!(rank.session_of_comm(copy), Some(session));
        rank.requests.insert(Request::posted(copy));
        let left = rank.close_session(session).expect("open").expect("something is left");
        let parts = "2 communicators and 1 operation under way of a session";
        assert_eq!(left, format!("{parts} were neither freed nor completed before MPI_Session_finalize"));
        assert_eq!((rank.session_of_comm(copy), rank.session_of_group(group)), (None, None));
        assert!(rank.objects().errhandlers.is_empty(), "it went with its last user");
        let other = rank.open_session(handles::ERRORS_RETURN, 0);
        assert_ne!(other, session, "a handle that was freed names nothing");
        assert_eq!(rank.close_session(other), Ok(None), "what was left is nobody's");
    }
}
