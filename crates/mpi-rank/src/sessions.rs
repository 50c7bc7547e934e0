//! Sessions (MPI 5.0 §11.3). A session initialises MPI independently of `MPI_Init`, and a program may have several sessions
//! open at a time.
//!
//! A session names process sets. Groups are made from process sets, communicators from groups, and windows from
//! communicators. Each of these objects remembers its session: to find the session's buffer for buffered sends, and to
//! check that no object is left when the session is closed. Objects made after `MPI_Init` (the world model) belong to no
//! session.

use crate::attached::BsendBuffer;
use crate::info::Info;
use crate::{Handle, ObjectTable};

/// The process sets (MPI 5.0 §11.3.3): all processes that were started together, and the calling process alone.
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
    pub(crate) open: ObjectTable<Session>,
    // How many have been closed.
    pub(crate) closed: u32,
}

impl Sessions {
    pub(crate) fn close(&mut self, handle: Handle) -> Option<Session> {
        let session = self.open.remove(handle)?;
        self.closed += 1;
        Some(session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;
    use crate::Rank;
    use crate::comms::Comm;
    use crate::errors::Reaction;
    use crate::errors::{Errhandler, ErrhandlerKind};
    use crate::handles;
    use crate::requests::Request;
    use ops::Group;
    use ops::{CommId, NewComm};
    use std::sync::Arc;
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
