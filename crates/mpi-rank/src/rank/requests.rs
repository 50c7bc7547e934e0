//! The `MPI_Request`s of a rank: looks them up, ends them when the engine reports a completion, and frees their handles.

use super::Rank;
use crate::requests::{Outstanding, Request, Special, State, Transfer, handle, id};
use crate::{Fault, Handle, handles};
use ops::{CommId, Completion, RequestId, RequestSet, Status};

impl Rank {
    /// A request of the program's.
    ///
    /// # Errors
    /// There is none behind the handle. `MPI_REQUEST_NULL` is none either.
    #[inline]
    pub fn request(&self, handle: Handle) -> Result<&Request, Fault> {
        let request = self.requests.get(handle).filter(|request| !request.hidden);
        request.ok_or(Fault::Request { handle, why: "there is no such request" })
    }

    /// The message of a buffered send that the engine still has.
    pub fn buffered(&self, handle: Handle) -> Option<Handle> {
        let message = self.requests.get(handle)?.buffered;
        let left = self.requests.get(message)?;
        (left.hidden && left.buffered == handle && left.state == State::Posted).then_some(message)
    }

    /// Ties a buffered send and its hidden message together.
    ///
    /// # Panics
    /// If there is no such request.
    pub fn tie_buffered(&mut self, handle: Handle, message: Handle) {
        for (one, other) in [(handle, message), (message, handle)] {
            self.requests.get_mut(one).expect("both are there").buffered = other;
        }
    }

    /// Whether an operation that the program knows by this handle has ended, both halves of it.
    ///
    /// # Panics
    /// If there is no such request.
    #[inline]
    pub fn ended(&self, handle: Handle) -> bool {
        let request = self.requests.get(handle).expect("a request that was checked");
        request.state == State::Done
            && (request.partner == 0
                || self.requests.get(request.partner).is_none_or(|half| half.state == State::Done))
    }

    /// What is to be known of the program's requests before it waits for some: one pass over the handles.
    ///
    /// # Errors
    /// A handle is no request.
    pub fn outstanding(&self, handles: impl Iterator<Item = Handle>) -> Result<Outstanding, Fault> {
        let mut found = Outstanding::default();
        let (mut first, mut many) = (None, Vec::new());
        let expected = handles.size_hint().0;
        let mut push = |handle| match first {
            None => first = Some(id(handle)),
            Some(first) => {
                if many.is_empty() {
                    many.reserve(expected);
                    many.push(first);
                }
                many.push(id(handle));
            }
        };
        for (at, handle) in handles.enumerate() {
            if handle == crate::handles::REQUEST_NULL {
                continue;
            }
            let request = self.request(handle)?;
            if request.state == State::Posted && !request.generalised() {
                push(handle);
            }
            let half = if request.partner == 0 { None } else { self.requests.get(request.partner) };
            if half.is_some_and(|half| half.state == State::Posted) {
                push(request.partner);
            }
            match request.state {
                State::Inactive => {}
                State::Done if half.is_none_or(|half| half.state == State::Done) => {
                    found.ended = found.ended.or(Some(at));
                }
                State::Done | State::Posted => found.active = true,
            }
        }
        found.set = match (first, many.is_empty()) {
            (None, _) => None,
            (Some(first), true) => Some(RequestSet::One(first)),
            (Some(_), false) => Some(RequestSet::Many(many.into())),
        };
        Ok(found)
    }

    /// Notes that a request has ended; what it owned comes back, to be unpacked and dropped.
    ///
    /// # Panics
    /// If the engine reports a request that it does not have.
    pub fn end(&mut self, completion: &Completion) -> Option<Box<Transfer>> {
        let request = self.requests.get_mut(handle(completion.request)).expect("the engine reports our requests");
        assert!(request.state == State::Posted, "a completion of a request that is not posted");
        request.state = State::Done;
        request.status = completion.status;
        request.transfer.take()
    }

    /// The program has given up a persistent request: the communicator that it was the last to keep, all of whose handles
    /// the program has freed.
    ///
    /// # Panics
    /// If there is no such request.
    pub fn given_up(&mut self, handle: Handle) -> Option<CommId> {
        let freed = self.existing().filter(|objects| !objects.comms_in_use.is_empty())?;
        let special = self.requests.get(handle).expect("a request that was checked").special.as_deref();
        let comm = special.and_then(Special::comm)?;
        let at = freed.comms_in_use.iter().position(|&kept| kept == comm)?;
        if self.requests.iter().any(|(other, request)| other != handle && request.starts_on(comm)) {
            return None;
        }
        Some(self.objects().comms_in_use.swap_remove(at))
    }

    /// Forgets released requests that have ended: their numbers may be used again.
    ///
    /// # Panics
    /// If the engine names a request that the rank has not released.
    #[inline]
    pub fn forget(&mut self, released: &[RequestId]) {
        for &id in released {
            let request = self.requests.remove(handle(id)).expect("the engine names released requests");
            assert!(request.hidden, "a request that the program still has");
        }
    }

    /// Takes an ended request off: gone, or inactive again if it is persistent. Returns the handle that the program
    /// has from now on, the status, and the communicator that hears of an error.
    ///
    /// # Panics
    /// If there is no such request, or it has not ended.
    pub fn retire(&mut self, handle: Handle) -> (Handle, Status, Handle) {
        let request = self.requests.get_mut(handle).expect("a request that was checked");
        assert!(request.state == State::Done, "only what has ended is taken off");
        let (mut status, comm, partner) = (request.status, request.comm, request.partner);
        if partner != 0 {
            let half = self.requests.remove(partner).expect("the other half lives as long");
            if status.error == ops::ErrorClass::Success {
                (status.error, status.handle) = (half.status.error, half.status.handle);
            }
        }
        let request = self.requests.get_mut(handle).expect("it was there before");
        if request.persistent() {
            request.state = State::Inactive;
            (handle, status, comm)
        } else {
            self.requests.remove(handle);
            (handles::REQUEST_NULL, status, comm)
        }
    }
}
