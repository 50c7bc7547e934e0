//! The MPI sessions of a rank: opens, looks up and finalizes them, and tells whether MPI is started, as the world or as a
//! session.

use super::Rank;
use crate::attached::BsendBuffer;
use crate::errors::Reaction;
use crate::requests::{Request, State};
use crate::sessions::{Session, set_of};
use crate::{Fault, Handle, Phase, handles};
use ops::Group;
use std::sync::Arc;

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
        objects.groups.iter_mut().for_each(|(_, held)| held.session = held.session.filter(|&of| of != handle));
        let made = self.made_mut();
        let windows = made.windows.iter_mut().map(|(_, window)| &mut window.comm);
        let comms = made.comms.iter_mut().map(|(_, comm)| comm).chain(windows);
        for extra in comms.filter_map(|comm| comm.extra.as_mut()) {
            extra.session = extra.session.filter(|&session| session != handle);
        }
        self.use_errhandler(session.errhandler, false);
        Ok(left)
    }

    /// The communicators, windows and pending operations of a session that were not freed.
    fn left_of_session(&self, session: Handle) -> Option<String> {
        let made = self.made()?;
        let of_it =
            |comm: &crate::comms::Comm| comm.extra.as_ref().is_some_and(|extra| extra.session == Some(session));
        let comms = made.comms.iter().filter(|(_, comm)| of_it(comm)).count();
        let windows = made.windows.iter().filter(|(_, window)| of_it(&window.comm)).count();
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
