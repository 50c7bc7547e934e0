//! What travels without an envelope: accesses to windows, the signals of their synchronisation, what the ends of
//! partitioned operations tell each other, and requests to the servers of files.
//!
//! Each has the deed that sent it on its way, which is handed on: the word that a lock is granted has the deed of the rank
//! that gave it back, a partition that was ready before its receive was started the deed of who started that. The patterns
//! are those of Scalasca (M. Geimer et al., "The Scalasca performance toolset architecture", Concurrency and Computation
//! 22, 2010); what they are called is in `docs/how-to/find-out-where-the-time-goes.md`.

use super::{Cause, Contention, LastAction, get, put};
use crate::engine::Engine;
use kernel::{StorageRequest, Transfer};
use ops::{Protocol, WaitCause};
use std::collections::BTreeMap;
use units::{ActorId, Time};

/// What has numbers of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FlightKind {
    /// Accesses to windows and signals.
    Window,
    /// What belongs to partitioned operations.
    Pair,
}

/// What is kept of something on its way.
#[derive(Clone, Copy, Debug)]
struct FlightNote {
    by: LastAction,
    /// Whether the library had to wait for that rank to be inside MPI.
    absent: bool,
    /// Since when it is on its way, and how long that takes alone, if the network tells.
    start: Time,
    alone: Option<Time>,
    own: Contention,
}

/// What is kept of a request to a server.
#[derive(Clone, Copy, Debug)]
struct RequestNote {
    actor: ActorId,
    server: u32,
    bytes: u64,
    start: Time,
    alone: Option<Time>,
    lost: Time,
    /// Who else asked most of the server meanwhile, and for how many bytes.
    rival: Option<(u64, ActorId)>,
}

/// What is kept by numbers.
#[derive(Debug, Default)]
pub(super) struct Flights {
    windows: Vec<Option<FlightNote>>,
    pairs: Vec<Option<FlightNote>>,
    server_requests: Vec<Option<RequestNote>>,
    /// Requests at each server.
    at_server: BTreeMap<u32, Vec<u32>>,
    /// The last request of the operation on a file that ends.
    last_request: Option<RequestNote>,
}

impl Flights {
    fn list(&mut self, endpoints: FlightKind) -> &mut Vec<Option<FlightNote>> {
        match endpoints {
            FlightKind::Window => &mut self.windows,
            FlightKind::Pair => &mut self.pairs,
        }
    }

    fn note(&mut self, endpoints: FlightKind, id: u32) -> Option<&mut FlightNote> {
        self.list(endpoints).get_mut(id as usize).and_then(Option::as_mut)
    }
}

/// What is said of a wait that ends with something on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlightCause {
    /// What it is called where the deed was late.
    pub(crate) late: WaitCause,
    /// The other end.
    pub(crate) peer: ActorId,
    pub(crate) bytes: u64,
    pub(crate) protocol: Option<Protocol>,
}

impl Engine<'_> {
    /// Something begins its way because of what `by` has just done, or for the reason of another one.
    pub(crate) fn note_flight(&mut self, endpoints: FlightKind, id: u32, by: ActorId, initiator: Option<u32>) {
        if self.causes.is_none() {
            return;
        }
        let own = self.last_action(by);
        let Some(causes) = &mut self.causes else { return };
        let led = initiator.and_then(|led| get(causes.flights.list(endpoints), led));
        let (by, absent) = led.map_or((own, false), |led| (led.by, led.absent));
        let note = FlightNote { by, absent, start: own.at, alone: None, own: Contention::default() };
        put(causes.flights.list(endpoints), id, note);
    }

    /// It is handed to the network.
    pub(crate) fn note_flies(&mut self, endpoints: FlightKind, id: u32, transfer: &Transfer) {
        if self.causes.is_none() {
            return;
        }
        let (alone, start) = (self.kernel.uncontended_time(transfer), self.kernel.now());
        if let Some(note) = self.causes.as_mut().and_then(|causes| causes.flights.note(endpoints, id)) {
            (note.alone, note.start) = (alone, start);
        }
    }

    /// It has arrived.
    pub(crate) fn note_landed(&mut self, endpoints: FlightKind, id: u32) {
        let now = self.kernel.now();
        let Some(causes) = &mut self.causes else { return };
        let link = causes.link.take();
        if let Some(note) = causes.flights.note(endpoints, id) {
            let more = beyond(now, note.start, note.alone.take());
            if more > Time::ZERO {
                note.own = Contention { time: note.own.time.saturating_add(more), link: link.or(note.own.link) };
            }
        }
    }

    /// A library acts on it only now, because its rank was not inside MPI before.
    pub(crate) fn note_served_late(&mut self, endpoints: FlightKind, id: u32, by: ActorId) {
        if self.causes.is_none() {
            return;
        }
        let last_action = self.last_action(by);
        if let Some(note) = self.causes.as_mut().and_then(|causes| causes.flights.note(endpoints, id)) {
            (note.by, note.absent) = (last_action, true);
        }
    }

    /// Whose deed sent it on its way.
    pub(crate) fn initiator(&self, endpoints: FlightKind, id: u32) -> Option<ActorId> {
        let flights = &self.causes.as_ref()?.flights;
        let list = match endpoints {
            FlightKind::Window => &flights.windows,
            FlightKind::Pair => &flights.pairs,
        };
        get(list, id).map(|note| note.by.actor)
    }

    /// What is completed from here on is completed because of it.
    pub(crate) fn set_cause_flight(&mut self, endpoints: FlightKind, id: u32, cause: FlightCause) {
        let Some(causes) = &mut self.causes else { return };
        let note = causes.flights.note(endpoints, id).copied();
        causes.current = note.map(|note| Cause {
            late: if note.absent { WaitCause::Progress } else { cause.late },
            otherwise: WaitCause::Transfer,
            culprit: note.by,
            peer: Some(cause.peer),
            bytes: cause.bytes,
            protocol: cause.protocol,
            contention: note.own,
        });
    }

    /// An operation on a file asks a server.
    pub(crate) fn note_request(&mut self, server_request: u32, actor: ActorId, request: &StorageRequest) {
        let start = self.kernel.now();
        let Some(causes) = &mut self.causes else { return };
        let (server, bytes) = (request.server, request.bytes);
        let note = RequestNote { actor, server, bytes, start, alone: None, lost: Time::ZERO, rival: None };
        put(&mut causes.flights.server_requests, server_request, note);
    }

    /// The request, or its answer, is handed to the network.
    pub(crate) fn note_request_sent(&mut self, server_request: u32, transfer: &Transfer) {
        if self.causes.is_none() {
            return;
        }
        let (alone, start) = (self.kernel.uncontended_time(transfer), self.kernel.now());
        if let Some(note) = self.request_note(server_request) {
            (note.alone, note.start) = (alone, start);
        }
    }

    /// It has arrived, or was served.
    pub(crate) fn note_request_stage(&mut self, server_request: u32) {
        let now = self.kernel.now();
        if let Some(causes) = &mut self.causes {
            causes.link = None;
        }
        if let Some(note) = self.request_note(server_request) {
            note.lost = note.lost.saturating_add(beyond(now, note.start, note.alone.take()));
        }
    }

    fn request_note(&mut self, server_request: u32) -> Option<&mut RequestNote> {
        self.causes.as_mut()?.flights.server_requests.get_mut(server_request as usize)?.as_mut()
    }

    /// A request has reached its server: those that are there and those that come hold each other up.
    pub(crate) fn note_store(&mut self, server_request: u32, request: &StorageRequest) {
        if self.causes.is_none() {
            return;
        }
        let (alone, start) = (self.kernel.storage().uncontended_time(request), self.kernel.now());
        let Some(causes) = &mut self.causes else { return };
        let Flights { server_requests, at_server, .. } = &mut causes.flights;
        let Some(mut own) = get(server_requests, server_request) else { return };
        (own.alone, own.start) = (alone, start);
        let others = at_server.entry(own.server).or_default();
        for &other in others.iter() {
            if let Some(other) = server_requests[other as usize].as_mut().filter(|other| other.actor != own.actor) {
                own.meet(other.bytes, other.actor);
                other.meet(own.bytes, own.actor);
            }
        }
        others.push(server_request);
        put(server_requests, server_request, own);
    }

    /// Its server has served it.
    pub(crate) fn note_served(&mut self, server_request: u32) {
        self.note_request_stage(server_request);
        let Some(causes) = &mut self.causes else { return };
        if let Some(own) = get(&causes.flights.server_requests, server_request)
            && let Some(others) = causes.flights.at_server.get_mut(&own.server)
        {
            others.retain(|other| *other != server_request);
        }
    }

    /// It is answered: its operation may end with it.
    pub(crate) fn note_answered(&mut self, server_request: u32) {
        if let Some(causes) = &mut self.causes {
            causes.flights.last_request = get(&causes.flights.server_requests, server_request);
        }
    }

    /// What is completed from here on is completed because an operation on a file has ended.
    pub(crate) fn set_cause_file(&mut self, actor: ActorId, posted: Time, bytes: u64) {
        if self.causes.is_none() {
            return;
        }
        let culprit = LastAction { at: posted, ..self.last_action(actor) };
        let Some(causes) = &mut self.causes else { return };
        let last = causes.flights.last_request.take();
        let time = last.map_or(Time::ZERO, |note| note.lost);
        causes.current = Some(Cause {
            late: WaitCause::File,
            otherwise: WaitCause::File,
            culprit,
            peer: last.and_then(|note| note.rival).map(|(_, actor)| actor),
            bytes,
            protocol: None,
            contention: Contention { time, link: None },
        });
    }
}

/// What something took beyond what it takes alone.
fn beyond(now: Time, start: Time, alone: Option<Time>) -> Time {
    alone.map_or(Time::ZERO, |alone| now.saturating_sub(start).saturating_sub(alone))
}

impl RequestNote {
    /// Another request is at the same server: who asks for most counts, of equal ones who came first.
    fn meet(&mut self, bytes: u64, actor: ActorId) {
        if self.rival.is_none_or(|(most, _)| bytes > most) {
            self.rival = Some((bytes, actor));
        }
    }
}
