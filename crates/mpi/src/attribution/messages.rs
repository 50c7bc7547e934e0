//! What is known of messages, receives and schedules.

use super::{Action, Cause, Contention, Notice, Scene, get, get_mut, put};
use crate::message::{Message, Owner};
use ops::{Protocol, WaitCause};
use units::{ActorId, LinkId, Time};

/// A message.
#[derive(Clone, Copy, Debug)]
struct Sent {
    by: Action,
    /// Of the sender's collective operation: the last arrival that it knew of, and what its messages had lost by then.
    arrival: Action,
    before: Contention,
    /// The uncontended time of its transfer, if the network tells.
    uncontended: Option<Time>,
    own: Contention,
    /// Who was not inside MPI when the library needed it.
    absent: Option<Action>,
}

/// A receive: who has posted it, and the last arrival known to its collective operation.
#[derive(Clone, Copy, Debug)]
struct Posted {
    by: Action,
    arrival: Action,
}

/// A schedule.
#[derive(Clone, Copy, Debug)]
struct Known {
    arrival: Action,
    lost: Contention,
    /// The last message that it has received: from whom, how long, how.
    last: Option<(ActorId, u64, Protocol)>,
}

/// Why the two ends of a message end, where they do with its delivery.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    pub(super) receiver: Cause,
    pub(super) sender: Cause,
}

/// What is known, by number.
#[derive(Debug, Default)]
pub(super) struct Messages {
    sent: Vec<Option<Sent>>,
    receives: Vec<Option<Posted>>,
    schedules: Vec<Option<Known>>,
}

impl Messages {
    pub(super) fn hear(&mut self, notice: &Notice<'_>, scene: &mut Scene<'_>) {
        match *notice {
            Notice::MessagePosted { message, source, owner } => {
                let by = scene.action(source);
                let (arrival, before) = self.arrival(owner, by);
                let own = Contention::default();
                put(&mut self.sent, message, Sent { by, arrival, before, uncontended: None, own, absent: None });
            }
            Notice::ReceivePosted { receive, actor, owner } => {
                let by = scene.action(actor);
                let (arrival, _) = self.arrival(owner, by);
                put(&mut self.receives, receive, Posted { by, arrival });
            }
            Notice::ScheduleStarted { schedule, actor } => self.schedule_started(schedule, scene.action(actor)),
            Notice::PartStarted { schedule, whole } => {
                if let Some(known) = get(&self.schedules, whole) {
                    put(&mut self.schedules, schedule, known);
                }
            }
            Notice::PartEnded { schedule, whole } => self.part_ended(schedule, whole),
            Notice::DataSent { message, transfer } => {
                let uncontended = scene.kernel.uncontended_time(transfer);
                if let Some(sent) = get_mut(&mut self.sent, message) {
                    sent.uncontended = uncontended;
                }
            }
            Notice::RankAbsent { message, rank } => {
                let absent = scene.action(rank);
                if let Some(sent) = get_mut(&mut self.sent, message) {
                    sent.absent = Some(absent);
                }
            }
            _ => unreachable!("this notice is not about messages"),
        }
    }

    fn arrival(&self, owner: Owner, own: Action) -> (Action, Contention) {
        let known = match owner {
            Owner::Request(_) => None,
            Owner::Node(schedule, _) => get(&self.schedules, schedule),
        };
        known.map_or((own, Contention::default()), |known| (known.arrival, known.lost))
    }

    /// A schedule begins because of an arrival.
    pub(super) fn schedule_started(&mut self, schedule: u32, arrival: Action) {
        put(&mut self.schedules, schedule, Known { arrival, lost: Contention::default(), last: None });
    }

    /// The whole knows what its part knew.
    fn part_ended(&mut self, schedule: u32, whole: u32) {
        let (Some(part), Some(known)) = (get(&self.schedules, schedule), get(&self.schedules, whole)) else { return };
        let arrival = known.arrival.or_later(part.arrival);
        put(&mut self.schedules, whole, Known { arrival, lost: part.lost, last: part.last.or(known.last) });
    }

    /// The last byte of a message has arrived.
    pub(super) fn delivered(&mut self, message: u32, start: Time, now: Time, link: Option<LinkId>) {
        let Some(sent) = get_mut(&mut self.sent, message) else { return };
        let took = now.saturating_sub(start);
        let time = sent.uncontended.map_or(Time::ZERO, |uncontended| took.saturating_sub(uncontended));
        sent.own = Contention { time, link: link.filter(|_| time > Time::ZERO) };
    }

    /// A schedule has received a message: what the sender knew is known.
    fn learn(&mut self, schedule: u32, message: &Message, sent: &Sent) {
        let Some(known) = get_mut(&mut self.schedules, schedule) else { return };
        known.arrival = known.arrival.or_later(sent.arrival);
        let time = sent.before.time.saturating_add(sent.own.time);
        known.lost = Contention { time, link: sent.own.link.or(sent.before.link).or(known.lost.link) };
        known.last = Some((message.source, message.bytes, message.protocol));
    }

    /// Why the ends of a message end now; the schedules at both ends learn of it.
    pub(super) fn ends(&mut self, id: u32, receive: u32, message: &Message, to: (ActorId, Owner)) -> Option<Ends> {
        let (sent, posted) = (get(&self.sent, id)?, get(&self.receives, receive)?);
        if let Owner::Node(schedule, _) = to.1 {
            self.learn(schedule, message, &sent);
        }
        if let (Owner::Node(schedule, _), Protocol::Rendezvous) = (message.owner, message.protocol)
            && let Some(known) = get_mut(&mut self.schedules, schedule)
        {
            known.arrival = known.arrival.or_later(posted.arrival);
        }
        // An eager message is under way whether a receive is there or not.
        let both = message.protocol != Protocol::Eager;
        let posted_last = if both && posted.by.at > sent.by.at { posted.by } else { sent.by };
        let absent = sent.absent.filter(|_| message.start > posted_last.at);
        let culprit = absent.map_or(posted_last, |action| Action { at: message.start, ..action });
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

    /// Why a probe ends that has found a message.
    pub(super) fn probed(&self, id: u32, message: &Message) -> Option<Cause> {
        get(&self.sent, id).map(|sent| Cause {
            late: WaitCause::LateSender,
            otherwise: WaitCause::Transfer,
            culprit: sent.by,
            peer: Some(message.source),
            bytes: message.bytes,
            protocol: Some(message.protocol),
            contention: Contention::default(),
        })
    }

    /// Why a collective operation ends.
    pub(super) fn schedule_cause(&self, schedule: u32) -> Option<Cause> {
        get(&self.schedules, schedule).map(|known| Cause {
            peer: known.last.map(|(peer, ..)| peer),
            bytes: known.last.map_or(0, |(_, bytes, _)| bytes),
            protocol: known.last.map(|(.., protocol)| protocol),
            contention: known.lost,
            ..Cause::arrival(known.arrival)
        })
    }
}
