//! Why waits end when they do.
//!
//! A wait ends with a message or with a collective operation; whoever did last what that needed is its culprit. Of a
//! message it is whichever end was posted last, as far as its protocol depends on both; of a collective operation it is the
//! rank that came last of those whose coming reached the one that waits, handed on from message to message. Sums of what
//! transfers took beyond what they take alone go the same way.
//!
//! What travels without an envelope (`flights`) has a deed, too: accesses to windows and the signals of their
//! synchronisation, partitions, requests to the servers of files.
//!
//! All of it lies beside messages, receives and schedules, by their numbers, and is kept only while somebody wants
//! [`Record::Wait`].

pub(crate) mod flights;

use crate::engine::Engine;
use crate::message::{Message, Owner};
use kernel::Transfer;
use ops::{CallSite, Function, Protocol, Record, WaitCause};
use units::{ActorId, LinkId, Time};

/// Something that a rank has done: posted a send or a receive, come to a collective operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastAction {
    actor: ActorId,
    function: Function,
    site: CallSite,
    at: Time,
}

impl LastAction {
    /// The later one; of two of one instant the first.
    fn later_of(self, other: Self) -> Self {
        if other.at > self.at { other } else { self }
    }
}

/// What transfers took beyond what they take alone, and the link that held up the last that was.
#[derive(Clone, Copy, Debug, Default)]
struct Contention {
    time: Time,
    link: Option<LinkId>,
}

/// What is kept of a message.
#[derive(Clone, Copy, Debug)]
struct SentNote {
    by: LastAction,
    /// Of the sender's collective operation: who came last as far as it knew, and what its messages had lost by then.
    arrival: LastAction,
    before: Contention,
    /// How long its transfer takes alone, if the network tells.
    alone: Option<Time>,
    own: Contention,
    /// Who was not inside MPI when the library needed it.
    absent: Option<LastAction>,
}

/// What is kept of a receive: who has posted it, and who came last to its collective operation.
#[derive(Clone, Copy, Debug)]
struct ReceiveNote {
    by: LastAction,
    arrival: LastAction,
}

/// What is kept of a schedule.
#[derive(Clone, Copy, Debug)]
struct ScheduleNote {
    arrival: LastAction,
    lost: Contention,
    /// The last message that it has got: from whom, how long, how.
    last: Option<(ActorId, u64, Protocol)>,
}

/// Why something has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cause {
    /// What a wait is called that its culprit was late for, and one that it was not.
    late: WaitCause,
    otherwise: WaitCause,
    culprit: LastAction,
    peer: Option<ActorId>,
    bytes: u64,
    protocol: Option<Protocol>,
    contention: Contention,
}

/// What is kept by numbers.
#[derive(Debug, Default)]
pub(crate) struct Causes {
    sent: Vec<Option<SentNote>>,
    receives: Vec<Option<ReceiveNote>>,
    schedules: Vec<Option<ScheduleNote>>,
    flights: flights::Flights,
    /// Of what is being completed.
    current: Option<Cause>,
    /// The link that bound the transfer which has just ended.
    pub(crate) link: Option<LinkId>,
}

fn put<T>(list: &mut Vec<Option<T>>, number: u32, value: T) {
    let at = number as usize;
    if at >= list.len() {
        list.resize_with(at + 1, || None);
    }
    list[at] = Some(value);
}

fn get<T: Copy>(list: &[Option<T>], number: u32) -> Option<T> {
    list.get(number as usize).copied().flatten()
}

impl Causes {
    fn arrival(&self, owner: Owner, own: LastAction) -> (LastAction, Contention) {
        let note = match owner {
            Owner::Request(_) => None,
            Owner::Node(schedule, _) => get(&self.schedules, schedule),
        };
        note.map_or((own, Contention::default()), |note| (note.arrival, note.lost))
    }

    /// A message of a schedule's has been received: what its sender knew is known.
    fn hear(&mut self, schedule: u32, message: &Message, sent: &SentNote) {
        let Some(note) = self.schedules.get_mut(schedule as usize).and_then(Option::as_mut) else { return };
        note.arrival = note.arrival.later_of(sent.arrival);
        let time = sent.before.time.saturating_add(sent.own.time);
        note.lost = Contention { time, link: sent.own.link.or(sent.before.link).or(note.lost.link) };
        note.last = Some((message.source, message.bytes, message.protocol));
    }

    /// The receiver of a schedule's rendezvous was there.
    fn answered(&mut self, schedule: u32, arrival: LastAction) {
        if let Some(note) = self.schedules.get_mut(schedule as usize).and_then(Option::as_mut) {
            note.arrival = note.arrival.later_of(arrival);
        }
    }
}

/// Why the two ends of a message end, where they do with its delivery.
pub(crate) struct Ends {
    pub(crate) receiver: Cause,
    pub(crate) sender: Cause,
}

impl Engine<'_> {
    pub(crate) fn last_action(&self, id: ActorId) -> LastAction {
        let (function, site) = self.call_of(id);
        LastAction { actor: self.rank_of(id), function, site, at: self.kernel.now() }
    }

    pub(crate) fn note_sent(&mut self, id: u32) {
        if self.causes.is_none() {
            return;
        }
        let Message { source, owner, .. } = self.messages[id as usize];
        let by = self.last_action(source);
        let Some(causes) = &mut self.causes else { return };
        let (arrival, before) = causes.arrival(owner, by);
        let own = Contention::default();
        put(&mut causes.sent, id, SentNote { by, arrival, before, alone: None, own, absent: None });
    }

    pub(crate) fn note_receive(&mut self, id: u32) {
        if self.causes.is_none() {
            return;
        }
        let receive = &self.receives[id as usize];
        let (actor, owner) = (receive.actor, receive.owner);
        let by = self.last_action(actor);
        let Some(causes) = &mut self.causes else { return };
        let (arrival, _) = causes.arrival(owner, by);
        put(&mut causes.receives, id, ReceiveNote { by, arrival });
    }

    /// A schedule of `payer`'s call begins.
    pub(crate) fn note_schedule(&mut self, id: u32, payer: ActorId) {
        if self.causes.is_none() {
            return;
        }
        let arrival = self.last_action(payer);
        self.note_arrival(id, arrival);
    }

    /// A schedule begins because somebody has come.
    fn note_arrival(&mut self, id: u32, arrival: LastAction) {
        if let Some(causes) = &mut self.causes {
            put(&mut causes.schedules, id, ScheduleNote { arrival, lost: Contention::default(), last: None });
        }
    }

    /// A schedule begins by which a rank agrees with others, the last of them having come.
    pub(crate) fn note_agreement(&mut self, id: u32, own: ActorId) {
        if self.causes.is_none() {
            return;
        }
        let last = self.causes.as_ref().and_then(|causes| causes.current).map(|cause| cause.culprit);
        let arrival = last.unwrap_or_else(|| self.last_action(own));
        self.note_arrival(id, arrival);
    }

    /// A schedule is part of another.
    pub(crate) fn note_part(&mut self, id: u32, whole: u32) {
        if let Some(causes) = &mut self.causes
            && let Some(note) = get(&causes.schedules, whole)
        {
            put(&mut causes.schedules, id, note);
        }
    }

    pub(crate) fn note_transfer(&mut self, id: u32, transfer: &Transfer) {
        if self.causes.is_none() {
            return;
        }
        let alone = self.kernel.uncontended_time(transfer);
        if let Some(note) = self.causes.as_mut().and_then(|causes| causes.sent.get_mut(id as usize)?.as_mut()) {
            note.alone = alone;
        }
    }

    /// What a message waits for has to wait until a rank is inside MPI.
    pub(crate) fn note_absent(&mut self, id: u32, who: ActorId) {
        if self.causes.is_none() {
            return;
        }
        let last_action = self.last_action(who);
        if let Some(note) = self.causes.as_mut().and_then(|causes| causes.sent.get_mut(id as usize)?.as_mut()) {
            note.absent = Some(last_action);
        }
    }

    /// The last byte of a message has come.
    pub(crate) fn note_delivered(&mut self, id: u32) {
        let (now, start) = (self.kernel.now(), self.messages[id as usize].start);
        let Some(causes) = &mut self.causes else { return };
        let link = causes.link.take();
        if let Some(note) = causes.sent.get_mut(id as usize).and_then(Option::as_mut) {
            let took = now.saturating_sub(start);
            let time = note.alone.map_or(Time::ZERO, |alone| took.saturating_sub(alone));
            note.own = Contention { time, link: link.filter(|_| time > Time::ZERO) };
        }
    }

    /// Why the ends of a message end now. Schedules hear of it.
    pub(crate) fn ends_of(&mut self, id: u32, receive: u32, message: &Message, to: (ActorId, Owner)) -> Option<Ends> {
        let causes = self.causes.as_mut()?;
        let (sent, got) = (get(&causes.sent, id)?, get(&causes.receives, receive)?);
        if let Owner::Node(schedule, _) = to.1 {
            causes.hear(schedule, message, &sent);
        }
        if let (Owner::Node(schedule, _), Protocol::Rendezvous) = (message.owner, message.protocol) {
            causes.answered(schedule, got.arrival);
        }
        // An eager message is under way whether a receive is there or not.
        let both = message.protocol != Protocol::Eager;
        let posted_last = if both && got.by.at > sent.by.at { got.by } else { sent.by };
        let absent = sent.absent.filter(|_| message.start > posted_last.at);
        let culprit = absent.map_or(posted_last, |last_action| LastAction { at: message.start, ..last_action });
        let late = match absent {
            Some(_) => WaitCause::Progress,
            // The culprit is the other end. Who waits for a sender receives.
            None if culprit.actor == message.source => WaitCause::LateSender,
            None => WaitCause::LateReceiver,
        };
        let cause = |peer| Cause {
            late,
            otherwise: WaitCause::Transfer,
            culprit,
            peer: Some(peer),
            bytes: message.bytes,
            protocol: Some(message.protocol),
            contention: sent.own,
        };
        Some(Ends { receiver: cause(message.source), sender: cause(to.0) })
    }

    /// What is completed from here on is completed for this reason.
    pub(crate) fn set_wait_cause(&mut self, cause: Option<Cause>) {
        if let Some(causes) = &mut self.causes {
            causes.current = cause;
        }
    }

    /// What is completed from here on is completed because a collective operation has ended.
    pub(crate) fn set_cause_schedule(&mut self, id: u32) {
        let Some(causes) = &mut self.causes else { return };
        causes.current = get(&causes.schedules, id).map(|note| Cause {
            late: WaitCause::Collective,
            otherwise: WaitCause::Collective,
            culprit: note.arrival,
            peer: note.last.map(|(peer, ..)| peer),
            bytes: note.last.map_or(0, |(_, bytes, _)| bytes),
            protocol: note.last.map(|(.., protocol)| protocol),
            contention: note.lost,
        });
    }

    /// A part of a schedule has ended: the whole knows what it knew.
    pub(crate) fn part_ended(&mut self, id: u32, whole: u32) {
        let Some(causes) = &mut self.causes else { return };
        let (Some(part), Some(note)) = (get(&causes.schedules, id), get(&causes.schedules, whole)) else { return };
        let arrival = note.arrival.later_of(part.arrival);
        put(&mut causes.schedules, whole, ScheduleNote { arrival, lost: part.lost, last: part.last.or(note.last) });
    }

    /// What is completed from here on is completed because the last one has come.
    pub(crate) fn set_cause_last_arrival(&mut self, last: LastAction) {
        self.set_wait_cause(Some(Cause {
            late: WaitCause::Collective,
            otherwise: WaitCause::Collective,
            culprit: last,
            peer: None,
            bytes: 0,
            protocol: None,
            contention: Contention::default(),
        }));
    }

    /// A probe's message has been sent.
    pub(crate) fn set_cause_message(&mut self, id: u32) {
        let Some(causes) = &mut self.causes else { return };
        let message = &self.messages[id as usize];
        causes.current = get(&causes.sent, id).map(|sent| Cause {
            late: WaitCause::LateSender,
            otherwise: WaitCause::Transfer,
            culprit: sent.by,
            peer: Some(message.source),
            bytes: message.bytes,
            protocol: Some(message.protocol),
            contention: Contention::default(),
        });
    }

    /// A wait of an actor's ends: tells the observer.
    pub(crate) fn note_wait(&mut self, id: ActorId) {
        if self.causes.is_none() {
            return;
        }
        let end = self.kernel.now();
        let Some((function, site, start)) = self.actors[id.index()]
            .call
            .as_ref()
            .and_then(|call| call.wait_start().map(|start| (call.function, call.site, start)))
        else {
            return;
        };
        if start == end {
            return;
        }
        let actor = self.rank_of(id);
        let cause = self.causes.as_ref().and_then(|causes| causes.current);
        let own = LastAction { actor, function, site, at: start };
        let culprit = cause.map_or(own, |cause| cause.culprit);
        let contention = cause.map_or_else(Contention::default, |cause| cause.contention);
        self.observe(Record::Wait {
            actor,
            function,
            site,
            start,
            end,
            cause: cause.map_or(WaitCause::Other, |cause| wait_cause(&cause, actor, start)),
            culprit: culprit.actor,
            culprit_function: culprit.function,
            culprit_site: culprit.site,
            since: culprit.at,
            peer: cause.and_then(|cause| cause.peer).unwrap_or(actor),
            bytes: cause.map_or(0, |cause| cause.bytes),
            protocol: cause.and_then(|cause| cause.protocol),
            contention: contention.time.min(end.saturating_sub(start.max(culprit.at))),
            link: contention.link,
        });
    }
}

/// The cause of a wait in a word.
fn wait_cause(cause: &Cause, actor: ActorId, start: Time) -> WaitCause {
    if cause.culprit.at > start && cause.culprit.actor != actor { cause.late } else { cause.otherwise }
}
