//! What travels without an envelope: accesses to windows and the signals of their synchronisation, messages of
//! partitioned operations, and requests to file servers.
//!
//! Each has the action that sent it, which is handed on: the grant of a lock has the action of the rank that released it, a
//! partition that was ready before its receive was started that of the receiver. The patterns are those of Scalasca
//! (M. Geimer et al., "The Scalasca performance toolset architecture", Concurrency and Computation 22, 2010); their names
//! are in `docs/how-to/find-out-where-the-time-goes.md`.

use super::{Action, Cause, Contention, FlightCause, FlightKind, Notice, Scene, get, get_mut, put};
use kernel::StorageRequest;
use ops::WaitCause;
use std::collections::BTreeMap;
use units::{ActorId, LinkId, Time};

/// A flight.
#[derive(Clone, Copy, Debug)]
struct Flight {
    by: Action,
    /// Whether the library had to wait for that rank to be inside MPI.
    absent: bool,
    /// Since when it is on its way, and its uncontended time, if the network tells.
    start: Time,
    uncontended: Option<Time>,
    own: Contention,
}

/// A request to a file server.
#[derive(Clone, Copy, Debug)]
struct Request {
    actor: ActorId,
    server: u32,
    bytes: u64,
    start: Time,
    uncontended: Option<Time>,
    lost: Time,
    /// Who else asked most of the server meanwhile, and for how many bytes.
    rival: Option<(u64, ActorId)>,
}

impl Request {
    /// Another request is at the same server: the largest counts, of equal ones the first.
    fn meet(&mut self, bytes: u64, actor: ActorId) {
        if self.rival.is_none_or(|(most, _)| bytes > most) {
            self.rival = Some((bytes, actor));
        }
    }

    /// A stage has ended.
    fn stage_ended(&mut self, now: Time) {
        self.lost = self.lost.saturating_add(beyond(now, self.start, self.uncontended.take()));
    }
}

/// What is known, by number.
#[derive(Debug, Default)]
pub(super) struct Flights {
    windows: Vec<Option<Flight>>,
    partitions: Vec<Option<Flight>>,
    requests: Vec<Option<Request>>,
    /// Requests at each server.
    at_server: BTreeMap<u32, Vec<u32>>,
    /// The last request of the file operation that ends.
    last_request: Option<Request>,
}

/// What something took beyond its uncontended time.
fn beyond(now: Time, start: Time, uncontended: Option<Time>) -> Time {
    uncontended.map_or(Time::ZERO, |uncontended| now.saturating_sub(start).saturating_sub(uncontended))
}

impl Flights {
    fn list(&mut self, kind: FlightKind) -> &mut Vec<Option<Flight>> {
        match kind {
            FlightKind::Window => &mut self.windows,
            FlightKind::Partition => &mut self.partitions,
        }
    }

    fn flight(&mut self, kind: FlightKind, flight: u32) -> Option<&mut Flight> {
        get_mut(self.list(kind), flight)
    }

    pub(super) fn hear(&mut self, notice: &Notice<'_>, scene: &mut Scene<'_>) {
        let now = scene.kernel.now();
        match *notice {
            Notice::FlightPosted { kind, flight, by, because_of } => {
                let own = scene.action(by);
                let list = self.list(kind);
                let reason = because_of.and_then(|earlier| get(list, earlier));
                let (by, absent) = reason.map_or((own, false), |reason| (reason.by, reason.absent));
                let own = Flight { by, absent, start: now, uncontended: None, own: Contention::default() };
                put(list, flight, own);
            }
            Notice::FlightSent { kind, flight, transfer } => {
                let uncontended = scene.kernel.uncontended_time(transfer);
                if let Some(flight) = self.flight(kind, flight) {
                    (flight.uncontended, flight.start) = (uncontended, now);
                }
            }
            Notice::FlightServedLate { kind, flight, by } => {
                let by = scene.action(by);
                if let Some(flight) = self.flight(kind, flight) {
                    (flight.by, flight.absent) = (by, true);
                }
            }
            Notice::FileRequestPosted { request, actor, storage } => {
                let StorageRequest { server, bytes, .. } = *storage;
                let own =
                    Request { actor, server, bytes, start: now, uncontended: None, lost: Time::ZERO, rival: None };
                put(&mut self.requests, request, own);
            }
            Notice::FileRequestSent { request, transfer } => {
                let uncontended = scene.kernel.uncontended_time(transfer);
                if let Some(request) = get_mut(&mut self.requests, request) {
                    (request.uncontended, request.start) = (uncontended, now);
                }
            }
            Notice::FileRequestArrived { request } => {
                if let Some(request) = get_mut(&mut self.requests, request) {
                    request.stage_ended(now);
                }
            }
            Notice::FileRequestQueued { request, storage } => {
                let uncontended = scene.kernel.storage().uncontended_time(storage);
                self.queued(request, uncontended, now);
            }
            Notice::FileRequestServed { request } => self.served(request, now),
            Notice::FileRequestAnswered { request } => self.last_request = get(&self.requests, request),
            _ => unreachable!("this notice is not about flights"),
        }
    }

    pub(super) fn arrived(&mut self, kind: FlightKind, flight: u32, now: Time, link: Option<LinkId>) {
        let Some(flight) = self.flight(kind, flight) else { return };
        let more = beyond(now, flight.start, flight.uncontended.take());
        if more > Time::ZERO {
            let time = flight.own.time.saturating_add(more);
            flight.own = Contention { time, link: link.or(flight.own.link) };
        }
    }

    /// Why something ends with a flight.
    pub(super) fn cause(&mut self, kind: FlightKind, flight: u32, cause: &FlightCause) -> Option<Cause> {
        let flight = *self.flight(kind, flight)?;
        let late = match cause.late_by {
            _ if flight.absent => WaitCause::Progress,
            Some((actor, late)) if actor == flight.by.actor => late,
            _ => cause.late,
        };
        Some(Cause {
            late,
            otherwise: WaitCause::Transfer,
            culprit: flight.by,
            peer: Some(cause.peer),
            bytes: cause.bytes,
            protocol: cause.protocol,
            contention: flight.own,
        })
    }

    /// A request has reached its server: those that are there and those that come hold each other up.
    fn queued(&mut self, request: u32, uncontended: Option<Time>, now: Time) {
        let Self { requests, at_server, .. } = self;
        let Some(mut own) = get(requests, request) else { return };
        (own.uncontended, own.start) = (uncontended, now);
        let others = at_server.entry(own.server).or_default();
        for &other in others.iter() {
            if let Some(other) = requests[other as usize].as_mut().filter(|other| other.actor != own.actor) {
                own.meet(other.bytes, other.actor);
                other.meet(own.bytes, own.actor);
            }
        }
        others.push(request);
        put(requests, request, own);
    }

    /// A server has served a request.
    fn served(&mut self, request: u32, now: Time) {
        let Some(own) = get_mut(&mut self.requests, request) else { return };
        own.stage_ended(now);
        if let Some(others) = self.at_server.get_mut(&own.server) {
            others.retain(|other| *other != request);
        }
    }

    /// Why something ends with an operation on a file.
    pub(super) fn file_cause(&mut self, culprit: Action, bytes: u64) -> Cause {
        let last = self.last_request.take();
        Cause {
            late: WaitCause::File,
            otherwise: WaitCause::File,
            culprit,
            peer: last.and_then(|request| request.rival).map(|(_, actor)| actor),
            bytes,
            protocol: None,
            contention: Contention { time: last.map_or(Time::ZERO, |request| request.lost), link: None },
        }
    }
}
