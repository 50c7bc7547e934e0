//! Finds the uncontended time of file I/O, which wait attribution subtracts to get the time of contention. Each step of a file
//! operation is simulated once more, on an idle network and on a copy of the file system that only this rank uses.
//!
//! Each rank has a copy of its own, and each copy has a clock. Between two steps, as much time passes on this clock as in the
//! run. The duration of a step on the copy is the step's uncontended time. A copy keeps the state that its rank's earlier
//! accesses left behind (cached data, positions of disk heads), but is not changed by other ranks' accesses. The network keeps
//! no state between steps, so all ranks share one idle network.
//!
//! # Cost
//! Time: every file request is simulated twice. Memory: for each rank, the state of the servers that the rank uses.

use crate::event::Event;
use kernel::{
    Completion, CompletionKind, Kernel, Network, Progress, Service, Storage, StorageEvent, StorageKind,
    StorageProtocol, StorageRequest, Transfer,
};
use std::collections::BTreeMap;
use std::fmt;
use units::{ActorId, Endpoint, Time};

/// The file systems of ranks that are alone, and the network between.
#[derive(Default)]
pub(super) struct Alone {
    network: Option<IdleNetwork>,
    ranks: BTreeMap<ActorId, LoneRank>,
}

impl fmt::Debug for Alone {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ranks alone", self.ranks.len())
    }
}

/// An idle network and its clock.
struct IdleNetwork {
    model: Box<dyn Network>,
    now: Time,
}

struct LoneRank {
    storage: Box<dyn Storage>,
    /// Up to where its file system has been simulated.
    now: Time,
    /// How much later the same step is in the run.
    behind: Time,
    /// Requests so far.
    requests: u64,
}

/// What a step takes alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StepAlone {
    pub(super) took: Time,
    /// Of that, what its last answered request waited for besides the movement of data.
    pub(super) service: Service,
}

impl Alone {
    /// A rank posts a step now.
    pub(super) fn step(
        &mut self,
        kernel: &Kernel<Event>,
        (actor, client): (ActorId, Endpoint),
        requests: &[StorageRequest],
    ) -> StepAlone {
        let rank = self.ranks.entry(actor).or_insert_with(|| LoneRank {
            storage: kernel.storage().idle(),
            now: Time::ZERO,
            behind: Time::ZERO,
            requests: 0,
        });
        let posted = kernel.now().saturating_sub(rank.behind);
        let start = posted.max(rank.now);
        rank.pass(start);
        let attached = requests.iter().all(|request| rank.storage.endpoint(request.server).is_none());
        let idle = || IdleNetwork { model: kernel.network().idle(), now: Time::ZERO };
        let network = if attached { None } else { Some(self.network.get_or_insert_with(idle)) };
        let first = rank.requests;
        rank.requests += requests.len() as u64;
        let mut conversation = Conversation {
            protocol: rank.storage.protocol(),
            storage: &mut *rank.storage,
            base: network.as_ref().map_or(Time::ZERO, |network| network.now),
            network,
            client,
            start,
            now: start,
            first,
            asked: Vec::new(),
            carried: Vec::new(),
            unanswered: requests.len(),
            last: Service::default(),
        };
        conversation.hold(requests);
        let (end, last) = (conversation.now, conversation.last);
        if let Some(network) = conversation.network {
            network.drain();
        }
        rank.now = end;
        StepAlone { took: end.saturating_sub(posted), service: last }
    }

    /// A step has taken so much longer in the run.
    pub(super) fn held_up(&mut self, actor: ActorId, time: Time) {
        if let Some(rank) = self.ranks.get_mut(&actor) {
            rank.behind = rank.behind.saturating_add(time);
        }
    }
}

impl LoneRank {
    /// What its devices do up to an instant.
    fn pass(&mut self, to: Time) {
        let mut events = Vec::new();
        while self.storage.next_event() <= to {
            let next = self.storage.next_event();
            self.storage.advance(next, &mut events);
        }
        self.now = to;
    }
}

impl IdleNetwork {
    /// Lets everything end that is under way.
    fn drain(&mut self) {
        let mut completions = Vec::new();
        while self.model.next_event() < Time::MAX {
            self.now = self.model.next_event();
            self.model.advance(self.now, &mut completions);
        }
    }
}

/// A request and its data.
struct Asked {
    storage: StorageRequest,
    place: Option<Endpoint>,
    /// Of a write: bytes that have not been sent, and parts that have reached the server before the request.
    unsent: u64,
    early: Vec<u64>,
    /// Of a read: bytes that are not there.
    missing: u64,
    arrived: bool,
    served: Option<Service>,
}

/// What the network carries.
#[derive(Clone, Copy)]
enum Carried {
    Request(usize),
    Data(usize, u64),
    Answer(usize),
}

/// The requests of a step, from their posts to their answers: as in `file/conversation.rs`.
struct Conversation<'a> {
    protocol: StorageProtocol,
    storage: &'a mut dyn Storage,
    /// None: all servers are attached.
    network: Option<&'a mut IdleNetwork>,
    /// The network's clock at the start.
    base: Time,
    client: Endpoint,
    start: Time,
    now: Time,
    /// The number of the first request.
    first: u64,
    asked: Vec<Asked>,
    carried: Vec<Carried>,
    unanswered: usize,
    last: Service,
}

impl Conversation<'_> {
    fn hold(&mut self, requests: &[StorageRequest]) {
        for (number, request) in requests.iter().enumerate() {
            let bytes = request.bytes();
            let of = |kind| if request.kind == kind { bytes } else { 0 };
            let place = self.storage.endpoint(request.server);
            let storage = StorageRequest { token: self.first + number as u64, ..request.clone() };
            let (unsent, missing) = (of(StorageKind::Write), of(StorageKind::Read));
            self.asked.push(Asked {
                storage,
                place,
                unsent,
                early: Vec::new(),
                missing,
                arrived: false,
                served: None,
            });
            self.ask(number);
        }
        let (mut completions, mut events) = (Vec::new(), Vec::new());
        while self.unanswered > 0 && self.advance(&mut completions, &mut events) {}
    }

    /// Goes on to what happens next; false if nothing does.
    fn advance(&mut self, completions: &mut Vec<Completion>, events: &mut Vec<StorageEvent>) -> bool {
        let in_storage = self.storage.next_event();
        let in_network = self.network.as_mut().map_or(Time::MAX, |network| network.model.next_event());
        let carried = match in_network {
            Time::MAX => Time::MAX,
            at => self.start.saturating_add(at.saturating_sub(self.base)),
        };
        let next = carried.min(in_storage);
        if next == Time::MAX {
            return false;
        }
        self.now = next;
        if let Some(network) = self.network.as_mut().filter(|_| carried == next) {
            network.now = in_network;
            network.model.advance(in_network, completions);
            for completion in completions.drain(..) {
                if completion.kind == CompletionKind::Delivered {
                    self.delivered(self.carried[completion.token as usize]);
                }
            }
        }
        if in_storage == next {
            self.storage.advance(next, events);
            for StorageEvent { token, progress } in events.drain(..) {
                // What a device does for a step that has ended is not told.
                if let Some(number) = token.checked_sub(self.first) {
                    self.progressed(number as usize, progress);
                }
            }
        }
        true
    }

    /// Sends something from or to the client, unless the server is attached: then it is there.
    fn carry(&mut self, number: usize, what: Carried, to_server: bool, bytes: u64) {
        let Some(place) = self.asked[number].place else { return self.delivered(what) };
        let (from, to) = if to_server { (self.client, place) } else { (place, self.client) };
        let token = self.carried.len() as u64;
        self.carried.push(what);
        let at = self.base.saturating_add(self.now.saturating_sub(self.start));
        let network = self.network.as_mut().expect("a server with a place is on a network");
        network.now = at;
        network.model.start(at, &Transfer::new(token, from, to, bytes));
    }

    fn ask(&mut self, number: usize) {
        let StorageProtocol { request, extent, parts, .. } = self.protocol;
        let asked = &mut self.asked[number];
        let mut bytes = request.saturating_add(extent.saturating_mul(asked.storage.extents.len() as u64));
        if parts.is_none() {
            bytes = bytes.saturating_add(std::mem::take(&mut asked.unsent));
        }
        self.carry(number, Carried::Request(number), true, bytes);
        (0..parts.map_or(0, |parts| parts.window)).for_each(|_| self.send_part(number));
    }

    fn send_part(&mut self, number: usize) {
        let asked = &mut self.asked[number];
        let part = asked.unsent.min(self.protocol.parts.map_or(u64::MAX, |parts| parts.bytes));
        asked.unsent -= part;
        if part > 0 {
            self.carry(number, Carried::Data(number, part), true, part);
        }
    }

    fn delivered(&mut self, what: Carried) {
        match what {
            Carried::Request(number) => {
                let asked = &mut self.asked[number];
                asked.arrived = true;
                self.storage.start(self.now, &asked.storage);
                for bytes in std::mem::take(&mut asked.early) {
                    self.storage.moved(self.now, asked.storage.token, bytes);
                }
            }
            Carried::Data(number, bytes) => {
                let asked = &mut self.asked[number];
                if !asked.arrived {
                    return asked.early.push(bytes);
                }
                self.storage.moved(self.now, asked.storage.token, bytes);
                if asked.storage.kind == StorageKind::Read {
                    asked.missing -= bytes;
                    self.answer_if_whole(number);
                }
            }
            Carried::Answer(number) => self.answered(number),
        }
    }

    fn progressed(&mut self, number: usize, progress: Progress) {
        match progress {
            Progress::Ready(bytes) => self.carry(number, Carried::Data(number, bytes), false, bytes),
            Progress::Accepted(_) => self.send_part(number),
            Progress::Done(service) => {
                let asked = &mut self.asked[number];
                asked.served = Some(service);
                match asked.storage.kind {
                    StorageKind::Read => self.answer_if_whole(number),
                    _ => self.carry(number, Carried::Answer(number), false, self.protocol.reply),
                }
            }
        }
    }

    /// What was read is the answer.
    fn answer_if_whole(&mut self, number: usize) {
        let asked = &self.asked[number];
        if asked.missing == 0 && asked.served.is_some() {
            self.answered(number);
        }
    }

    fn answered(&mut self, number: usize) {
        self.unanswered -= 1;
        self.last = self.asked[number].served.unwrap_or_default();
    }
}
