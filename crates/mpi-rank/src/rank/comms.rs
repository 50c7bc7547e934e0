//! Creation, freeing and properties of a rank's communicators: methods of [`Rank`] for the entry points. The table of
//! communicators is in [`crate::comms`].

use super::Rank;
use crate::comms::Comm;
use crate::{Fault, Handle, handles};

impl Rank {
    /// A new communicator's handle; it takes the error handler of its parent, and comes from the same session.
    pub fn keep_comm(&mut self, new: Comm, parent: Handle) -> Handle {
        let errhandler = self.comm(parent).map_or(handles::ERRORS_ARE_FATAL, |parent| parent.errhandler);
        let session = self.session_of_comm(parent);
        self.keep_comm_of(new, errhandler, session)
    }

    /// The handle of a new communicator with an error handler of its own, from a session or from the world.
    pub fn keep_comm_of(&mut self, mut new: Comm, errhandler: Handle, session: Option<Handle>) -> Handle {
        self.use_errhandler(errhandler, true);
        if session.is_some() {
            new.extra().session = session;
        }
        self.made_mut().comms.insert(Comm { errhandler, ..new })
    }

    /// The session that a communicator comes from.
    pub fn session_of_comm(&self, comm: Handle) -> Option<Handle> {
        self.comm(comm).ok().and_then(|comm| comm.extra.as_ref()).and_then(|extra| extra.session)
    }

    /// Takes a communicator's handle away. Operations on their way go on: errors of theirs are `MPI_COMM_SELF`'s from
    /// here on, and buffered messages keep their copies. Whether the engine may free it: no persistent request of the
    /// program's is left that starts on it ([`Rank::given_up`]).
    ///
    /// # Errors
    /// There is none behind the handle, or it is predefined.
    pub fn drop_comm(&mut self, handle: Handle) -> Result<bool, Fault> {
        let comm = self.made_mut().comms.remove(handle).ok_or(Fault::Comm(handle))?;
        if let Some(objects) = self.existing_mut() {
            objects.dynamic.comm_freed(handle);
            objects.messages.iter_mut().filter(|(_, taken)| taken.comm == handle).for_each(|(_, taken)| {
                taken.comm = handles::COMM_SELF;
            });
        }
        let buffered = comm.extra.map_or(Vec::new(), |extra| extra.attached.pending);
        if !buffered.is_empty() {
            self.objects().released_requests.extend(buffered.into_iter().map(|(request, _)| request));
        }
        let mut in_use = false;
        for (_, request) in self.requests.iter_mut().filter(|(_, request)| request.comm == handle) {
            request.comm = handles::COMM_SELF;
            in_use |= request.starts_on(comm.id);
        }
        if in_use {
            self.objects().comms_in_use.push(comm.id);
        }
        self.use_errhandler(comm.errhandler, false);
        Ok(!in_use)
    }
}
