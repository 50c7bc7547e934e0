//! What attribution records of things that travel without an envelope: active messages (accesses to windows, the signals of
//! their synchronisation, messages of partitioned operations) and requests to file servers.
//!
//! Each carries the action that sent it, which a reply hands on: the grant of a lock carries the action of the rank that
//! released it, a partition that was ready before its receive was started that of the receiver. The patterns are those of
//! Scalasca (M. Geimer et al., "The Scalasca performance toolset architecture", Concurrency and Computation 22, 2010); their
//! names are in `docs/how-to/find-out-where-the-time-goes.md`.

use super::{
    Action, ActiveMessageCause, ActiveMessageKind, Cause, Contention, FileTime, Notice, RunView, get, get_mut, put,
};
use ops::WaitCause;
use std::collections::BTreeMap;
use units::{ActorId, LinkId, Time};

/// An active message under way.
#[derive(Clone, Copy, Debug)]
struct ActiveMessage {
    by: Action,
    /// Whether the library had to wait until that rank was inside MPI.
    absent: bool,
    /// When it left, and its uncontended time, if the network tells.
    start: Time,
    uncontended: Option<Time>,
    own: Contention,
}

/// A request to a file server.
#[derive(Clone, Copy, Debug)]
struct ServerRequest {
    actor: ActorId,
    server: u32,
    bytes: u64,
    start: Time,
    uncontended: Option<Time>,
    lost: Time,
    /// The other rank with the largest request at the server meanwhile, and its bytes.
    rival: Option<(u64, ActorId)>,
}

impl ServerRequest {
    /// Another request is at the same server: the largest counts, the first of equal ones.
    fn note_rival(&mut self, bytes: u64, actor: ActorId) {
        if self.rival.is_none_or(|(most, _)| bytes > most) {
            self.rival = Some((bytes, actor));
        }
    }

    /// A stage has ended.
    fn stage_ended(&mut self, now: Time) {
        self.lost = self.lost.saturating_add(beyond(now, self.start, self.uncontended.take()));
    }
}

/// Histories, by number.
#[derive(Debug, Default)]
pub(super) struct ActiveMessages {
    windows: Vec<Option<ActiveMessage>>,
    partitions: Vec<Option<ActiveMessage>>,
    requests: Vec<Option<ServerRequest>>,
    /// Requests at each server.
    at_server: BTreeMap<u32, Vec<u32>>,
    /// The last request of the file operation that ends.
    last_request: Option<ServerRequest>,
}

/// The time beyond the uncontended time.
fn beyond(now: Time, start: Time, uncontended: Option<Time>) -> Time {
    uncontended.map_or(Time::ZERO, |uncontended| now.saturating_sub(start).saturating_sub(uncontended))
}

impl ActiveMessages {
    fn list(&mut self, kind: ActiveMessageKind) -> &mut Vec<Option<ActiveMessage>> {
        match kind {
            ActiveMessageKind::Window => &mut self.windows,
            ActiveMessageKind::Partition => &mut self.partitions,
        }
    }

    fn am(&mut self, kind: ActiveMessageKind, am: u32) -> Option<&mut ActiveMessage> {
        get_mut(self.list(kind), am)
    }

    pub(super) fn on_notice(&mut self, notice: &Notice<'_>, view: &mut RunView<'_>) {
        let now = view.kernel.now();
        match *notice {
            Notice::ActiveMessagePosted { kind, am, by, because_of } => {
                let own = view.action(by);
                let list = self.list(kind);
                let reason = because_of.and_then(|earlier| get(list, earlier));
                let (by, absent) = reason.map_or((own, false), |reason| (reason.by, reason.absent));
                let own = ActiveMessage { by, absent, start: now, uncontended: None, own: Contention::default() };
                put(list, am, own);
            }
            Notice::ActiveMessageSent { kind, am, transfer } => {
                let uncontended = view.kernel.uncontended_time(transfer);
                if let Some(am) = self.am(kind, am) {
                    (am.uncontended, am.start) = (uncontended, now);
                }
            }
            Notice::ActiveMessageServedLate { kind, am, by } => {
                let by = view.action(by);
                if let Some(am) = self.am(kind, am) {
                    (am.by, am.absent) = (by, true);
                }
            }
            Notice::FileRequestPosted { request, actor, storage } => {
                let (server, bytes) = (storage.server, storage.bytes());
                let own = ServerRequest {
                    actor,
                    server,
                    bytes,
                    start: now,
                    uncontended: None,
                    lost: Time::ZERO,
                    rival: None,
                };
                put(&mut self.requests, request, own);
            }
            Notice::FileRequestSent { request, transfer } => {
                let uncontended = view.kernel.uncontended_time(transfer);
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
                let uncontended = view.kernel.storage().uncontended_time(storage);
                self.queued(request, uncontended, now);
            }
            Notice::FileRequestServed { request } => self.served(request, now),
            Notice::FileRequestAnswered { request } => self.last_request = get(&self.requests, request),
            _ => unreachable!("this notice is not about active messages"),
        }
    }

    pub(super) fn arrived(&mut self, kind: ActiveMessageKind, am: u32, now: Time, link: Option<LinkId>) {
        let Some(am) = self.am(kind, am) else { return };
        let more = beyond(now, am.start, am.uncontended.take());
        if more > Time::ZERO {
            let time = am.own.time.saturating_add(more);
            am.own = Contention { time, link: link.or(am.own.link) };
        }
    }

    /// Why something ends with an active message.
    pub(super) fn cause(&mut self, kind: ActiveMessageKind, am: u32, cause: &ActiveMessageCause) -> Option<Cause> {
        let am = *self.am(kind, am)?;
        let late = match cause.late_by {
            _ if am.absent => WaitCause::Progress,
            Some((actor, late)) if actor == am.by.actor => late,
            _ => cause.late,
        };
        Some(Cause {
            late,
            otherwise: WaitCause::Transfer,
            culprit: am.by,
            peer: Some(cause.peer),
            bytes: cause.bytes,
            protocol: cause.protocol,
            contention: am.own,
            files: FileTime::default(),
        })
    }

    /// A request has reached its server: it and those already there delay each other.
    fn queued(&mut self, request: u32, uncontended: Option<Time>, now: Time) {
        let Self { requests, at_server, .. } = self;
        let Some(mut own) = get(requests, request) else { return };
        (own.uncontended, own.start) = (uncontended, now);
        let others = at_server.entry(own.server).or_default();
        for &other in others.iter() {
            if let Some(other) = requests[other as usize].as_mut().filter(|other| other.actor != own.actor) {
                own.note_rival(other.bytes, other.actor);
                other.note_rival(own.bytes, own.actor);
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
            files: FileTime::default(),
        }
    }

    /// What the operation on a file that ends after this time was spent on.
    pub(super) fn file_time(&mut self, took: Time) -> FileTime {
        let beyond = self.last_request.take().map_or(Time::ZERO, |request| request.lost.min(took));
        FileTime { alone: took.saturating_sub(beyond), beyond }
    }
}
