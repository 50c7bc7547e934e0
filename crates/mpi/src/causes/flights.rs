//! What travels without an envelope: accesses to windows, the signals of their synchronisation, what the ends of
//! partitioned operations tell each other, and requests to the servers of files.
//!
//! Each has the deed that sent it on its way, which is handed on: the word that a lock is granted has the deed of the rank
//! that gave it back, a partition that was ready before its receive was started the deed of who started that. The patterns
//! are those of Scalasca (M. Geimer et al., "The Scalasca performance toolset architecture", Concurrency and Computation
//! 22, 2010); what they are called is in `docs/how-to/find-out-where-the-time-goes.md`.

use super::{Cause, Contention, Deed, get, put};
use crate::engine::Engine;
use kernel::{StorageRequest, Transfer};
use ops::{Protocol, WaitCause};
use std::collections::BTreeMap;
use units::{ActorId, Time};

/// What has numbers of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Accesses to windows and signals.
    Window,
    /// What belongs to partitioned operations.
    Pair,
}

/// What is kept of something on its way.
#[derive(Clone, Copy, Debug)]
struct FlightNote {
    by: Deed,
    /// Whether the library had to wait for that rank to be inside MPI.
    absent: bool,
    /// Since when it is on its way, and how long that takes alone, if the network tells.
    start: Time,
    alone: Option<Time>,
    own: Contention,
}

/// What is kept of a request to a server.
#[derive(Clone, Copy, Debug)]
struct LegNote {
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
    legs: Vec<Option<LegNote>>,
    /// Requests at each server.
    at_server: BTreeMap<u32, Vec<u32>>,
    /// The last request of the operation on a file that ends.
    last_leg: Option<LegNote>,
}

impl Flights {
    fn list(&mut self, way: Way) -> &mut Vec<Option<FlightNote>> {
        match way {
            Way::Window => &mut self.windows,
            Way::Pair => &mut self.pairs,
        }
    }

    fn note(&mut self, way: Way, id: u32) -> Option<&mut FlightNote> {
        self.list(way).get_mut(id as usize).and_then(Option::as_mut)
    }
}

/// What is said of a wait that ends with something on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    /// What it is called where the deed was late.
    pub(crate) late: WaitCause,
    /// The other end.
    pub(crate) peer: ActorId,
    pub(crate) bytes: u64,
    pub(crate) protocol: Option<Protocol>,
}

impl Engine<'_> {
    /// Something begins its way because of what `by` has just done, or for the reason of another one.
    pub(crate) fn note_flight(&mut self, way: Way, id: u32, by: ActorId, led_by: Option<u32>) {
        if self.causes.is_none() {
            return;
        }
        let own = self.deed(by);
        let Some(causes) = &mut self.causes else { return };
        let led = led_by.and_then(|led| get(causes.flights.list(way), led));
        let (by, absent) = led.map_or((own, false), |led| (led.by, led.absent));
        let note = FlightNote { by, absent, start: own.at, alone: None, own: Contention::default() };
        put(causes.flights.list(way), id, note);
    }

    /// It is handed to the network.
    pub(crate) fn note_flies(&mut self, way: Way, id: u32, transfer: &Transfer) {
        if self.causes.is_none() {
            return;
        }
        let (alone, start) = (self.kernel.uncontended_time(transfer), self.kernel.now());
        if let Some(note) = self.causes.as_mut().and_then(|causes| causes.flights.note(way, id)) {
            (note.alone, note.start) = (alone, start);
        }
    }

    /// It has arrived.
    pub(crate) fn note_landed(&mut self, way: Way, id: u32) {
        let now = self.kernel.now();
        let Some(causes) = &mut self.causes else { return };
        let link = causes.link.take();
        if let Some(note) = causes.flights.note(way, id) {
            let more = beyond(now, note.start, note.alone.take());
            if more > Time::ZERO {
                note.own = Contention { time: note.own.time.saturating_add(more), link: link.or(note.own.link) };
            }
        }
    }

    /// A library acts on it only now, because its rank was not inside MPI before.
    pub(crate) fn note_served_late(&mut self, way: Way, id: u32, by: ActorId) {
        if self.causes.is_none() {
            return;
        }
        let deed = self.deed(by);
        if let Some(note) = self.causes.as_mut().and_then(|causes| causes.flights.note(way, id)) {
            (note.by, note.absent) = (deed, true);
        }
    }

    /// Whose deed sent it on its way.
    pub(crate) fn led_by(&self, way: Way, id: u32) -> Option<ActorId> {
        let flights = &self.causes.as_ref()?.flights;
        let list = match way {
            Way::Window => &flights.windows,
            Way::Pair => &flights.pairs,
        };
        get(list, id).map(|note| note.by.actor)
    }

    /// What is completed from here on is completed because of it.
    pub(crate) fn because_of_flight(&mut self, way: Way, id: u32, said: Said) {
        let Some(causes) = &mut self.causes else { return };
        let note = causes.flights.note(way, id).copied();
        causes.current = note.map(|note| Cause {
            late: if note.absent { WaitCause::Progress } else { said.late },
            otherwise: WaitCause::Transfer,
            culprit: note.by,
            peer: Some(said.peer),
            bytes: said.bytes,
            protocol: said.protocol,
            contention: note.own,
        });
    }

    /// An operation on a file asks a server.
    pub(crate) fn note_leg(&mut self, leg: u32, actor: ActorId, request: &StorageRequest) {
        let start = self.kernel.now();
        let Some(causes) = &mut self.causes else { return };
        let (server, bytes) = (request.server, request.bytes);
        let note = LegNote { actor, server, bytes, start, alone: None, lost: Time::ZERO, rival: None };
        put(&mut causes.flights.legs, leg, note);
    }

    /// The request, or its answer, is handed to the network.
    pub(crate) fn note_leg_flies(&mut self, leg: u32, transfer: &Transfer) {
        if self.causes.is_none() {
            return;
        }
        let (alone, start) = (self.kernel.uncontended_time(transfer), self.kernel.now());
        if let Some(note) = self.leg_note(leg) {
            (note.alone, note.start) = (alone, start);
        }
    }

    /// It has arrived, or was served.
    pub(crate) fn note_leg_stage(&mut self, leg: u32) {
        let now = self.kernel.now();
        if let Some(causes) = &mut self.causes {
            causes.link = None;
        }
        if let Some(note) = self.leg_note(leg) {
            note.lost = note.lost.saturating_add(beyond(now, note.start, note.alone.take()));
        }
    }

    fn leg_note(&mut self, leg: u32) -> Option<&mut LegNote> {
        self.causes.as_mut()?.flights.legs.get_mut(leg as usize)?.as_mut()
    }

    /// A request has reached its server: those that are there and those that come hold each other up.
    pub(crate) fn note_store(&mut self, leg: u32, request: &StorageRequest) {
        if self.causes.is_none() {
            return;
        }
        let (alone, start) = (self.kernel.storage().uncontended_time(request), self.kernel.now());
        let Some(causes) = &mut self.causes else { return };
        let Flights { legs, at_server, .. } = &mut causes.flights;
        let Some(mut own) = get(legs, leg) else { return };
        (own.alone, own.start) = (alone, start);
        let others = at_server.entry(own.server).or_default();
        for &other in others.iter() {
            if let Some(other) = legs[other as usize].as_mut().filter(|other| other.actor != own.actor) {
                own.meet(other.bytes, other.actor);
                other.meet(own.bytes, own.actor);
            }
        }
        others.push(leg);
        put(legs, leg, own);
    }

    /// Its server has served it.
    pub(crate) fn note_served(&mut self, leg: u32) {
        self.note_leg_stage(leg);
        let Some(causes) = &mut self.causes else { return };
        if let Some(own) = get(&causes.flights.legs, leg)
            && let Some(others) = causes.flights.at_server.get_mut(&own.server)
        {
            others.retain(|other| *other != leg);
        }
    }

    /// It is answered: its operation may end with it.
    pub(crate) fn note_answered(&mut self, leg: u32) {
        if let Some(causes) = &mut self.causes {
            causes.flights.last_leg = get(&causes.flights.legs, leg);
        }
    }

    /// What is completed from here on is completed because an operation on a file has ended.
    pub(crate) fn because_of_file(&mut self, actor: ActorId, posted: Time, bytes: u64) {
        if self.causes.is_none() {
            return;
        }
        let culprit = Deed { at: posted, ..self.deed(actor) };
        let Some(causes) = &mut self.causes else { return };
        let last = causes.flights.last_leg.take();
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

impl LegNote {
    /// Another request is at the same server: who asks for most counts, of equal ones who came first.
    fn meet(&mut self, bytes: u64, actor: ActorId) {
        if self.rival.is_none_or(|(most, _)| bytes > most) {
            self.rival = Some((bytes, actor));
        }
    }
}
