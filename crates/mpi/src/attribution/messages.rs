//! Wait attribution (why a wait ended when it did) for messages, receives and the schedules of collective operations.

use super::by_number::ByNumber;
use super::{Action, Cause, Contention, Notice, RunView};
use crate::ids::{MessageId, ReceiveId, ScheduleId};
use crate::message::{Message, Owner};
use ops::{FileTimes, Protocol, WaitCause};
use std::sync::Arc;
use units::{ActorId, LinkId, Time};

/// Accesses to files: few messages follow any, and those that do share what is known of them.
type OnFiles = Option<Arc<FileTimes>>;

/// A message under way: three lines of a cache.
#[derive(Clone, Debug)]
struct MessageHistory {
    by: Action,
    /// If it belongs to a collective operation: the last arrival that its schedule depended on, and the contention of the
    /// messages before it.
    arrival: Action,
    before: Contention,
    files: OnFiles,
    /// The uncontended time of its transfer, if the network tells.
    uncontended: Option<Time>,
    own: Contention,
    /// When its last byte arrived.
    delivered: Time,
    /// The rank that was not inside MPI when the library needed it.
    absent: Option<Action>,
}

/// A receive: who posted it, and what its schedule depended on.
#[derive(Clone, Debug)]
struct ReceiveHistory {
    by: Action,
    arrival: Action,
    files: OnFiles,
}

const _: () = assert!(size_of::<Option<MessageHistory>>() <= 192 && size_of::<Option<ReceiveHistory>>() <= 64);

/// A schedule.
#[derive(Clone, Debug)]
struct ScheduleHistory {
    arrival: Action,
    lost: Contention,
    /// Accesses to files on the way to where it is: its own, and those before the messages for which it has waited.
    files: OnFiles,
    /// The last message that it has received: from whom, how long, how.
    last: Option<(ActorId, u64, Protocol)>,
}

impl ScheduleHistory {
    /// Of a schedule that begins with an arrival.
    fn of(arrival: Action) -> Self {
        Self { arrival, lost: Contention::default(), files: None, last: None }
    }

    /// It has received a message: it depends on what the sender depended on.
    fn has_received(&mut self, message: &Message, sent: &MessageHistory, posted: &ReceiveHistory) {
        self.arrival = self.arrival.or_later(sent.arrival);
        let time = sent.before.time.saturating_add(sent.own.time);
        self.lost = Contention { time, link: sent.own.link.or(sent.before.link).or(self.lost.link) };
        self.last = Some((message.source, message.bytes, message.protocol));
        // A message that was there before did not lead here. A rendezvous starts with the end that came last.
        let came = if message.protocol == Protocol::Eager { sent.delivered } else { sent.by.at };
        if came > posted.by.at {
            self.files.clone_from(&sent.files);
        }
    }

    /// A send of it that waited for the receive ends: it depends on what the receive depended on.
    fn has_sent(&mut self, sent: &MessageHistory, posted: &ReceiveHistory) {
        self.arrival = self.arrival.or_later(posted.arrival);
        if posted.by.at > sent.by.at {
            self.files.clone_from(&posted.files);
        }
    }
}

/// Why the two ends of a message complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndCauses {
    pub(super) receiver: Cause,
    pub(super) sender: Cause,
}

/// Histories, by number.
#[derive(Debug, Default)]
pub(super) struct Messages {
    sent: ByNumber<MessageId, MessageHistory>,
    receives: ByNumber<ReceiveId, ReceiveHistory>,
    schedules: ByNumber<ScheduleId, ScheduleHistory>,
}

impl Messages {
    pub(super) fn on_notice(&mut self, notice: &Notice<'_>, view: &mut RunView<'_>) {
        match *notice {
            Notice::MessagePosted { message, source, owner } => {
                let by = view.action(source);
                let known = self.known(owner);
                let sent = MessageHistory {
                    by,
                    arrival: known.map_or(by, |known| known.arrival),
                    before: known.map_or_else(Contention::default, |known| known.lost),
                    files: known.and_then(|known| known.files.clone()),
                    uncontended: None,
                    own: Contention::default(),
                    delivered: Time::ZERO,
                    absent: None,
                };
                self.sent.put(message, sent);
            }
            Notice::ReceivePosted { receive, actor, owner } => {
                let by = view.action(actor);
                let known = self.known(owner);
                let arrival = known.map_or(by, |known| known.arrival);
                let files = known.and_then(|known| known.files.clone());
                self.receives.put(receive, ReceiveHistory { by, arrival, files });
            }
            Notice::ScheduleStarted { schedule, actor } => self.schedule_started(schedule, view.action(actor)),
            Notice::SubScheduleStarted { schedule, parent } => {
                if let Some(known) = self.schedules.get(parent) {
                    self.schedules.put(schedule, known);
                }
            }
            Notice::SubScheduleEnded { schedule, parent } => self.sub_schedule_ended(schedule, parent),
            Notice::DataSent { message, transfer } => {
                let uncontended = view.kernel.uncontended_time(transfer);
                if let Some(sent) = self.sent.get_mut(message) {
                    sent.uncontended = uncontended;
                }
            }
            Notice::RankAbsent { message, rank } => {
                let absent = view.action(rank);
                if let Some(sent) = self.sent.get_mut(message) {
                    sent.absent = Some(absent);
                }
            }
            _ => unreachable!("this notice is not about messages"),
        }
    }

    /// What the schedule of an owner depends on; none without one.
    #[inline]
    fn known(&self, owner: Owner) -> Option<&ScheduleHistory> {
        match owner {
            Owner::Request(_) | Owner::Call => None,
            Owner::Vertex(schedule, _) => self.schedules.read(schedule),
        }
    }

    /// A schedule begins with an arrival.
    pub(super) fn schedule_started(&mut self, schedule: ScheduleId, arrival: Action) {
        self.schedules.put(schedule, ScheduleHistory::of(arrival));
    }

    /// A schedule depends on an arrival, too.
    pub(super) fn schedule_depends(&mut self, schedule: ScheduleId, arrival: Action) {
        if let Some(known) = self.schedules.get_mut(schedule) {
            known.arrival = known.arrival.or_later(arrival);
        }
    }

    /// A schedule has accessed a file.
    pub(super) fn file_accessed(&mut self, schedule: ScheduleId, files: &FileTimes) {
        if let Some(known) = self.schedules.get_mut(schedule) {
            let before = known.files.as_deref().copied().unwrap_or_default();
            known.files = Some(Arc::new(before.plus(files)));
        }
    }

    /// A sub-schedule has ended: what it depended on, its parent depends on.
    fn sub_schedule_ended(&mut self, schedule: ScheduleId, parent: ScheduleId) {
        let (Some(part), Some(known)) = (self.schedules.get(schedule), self.schedules.get(parent)) else {
            return;
        };
        let arrival = known.arrival.or_later(part.arrival);
        self.schedules.put(parent, ScheduleHistory { arrival, last: part.last.or(known.last), ..part });
    }

    /// The last byte of a message has arrived.
    pub(super) fn delivered(&mut self, message: MessageId, start: Time, now: Time, link: Option<LinkId>) {
        let Some(sent) = self.sent.get_mut(message) else { return };
        let took = now.saturating_sub(start);
        let time = sent.uncontended.map_or(Time::ZERO, |uncontended| took.saturating_sub(uncontended));
        sent.own = Contention { time, link: link.filter(|_| time > Time::ZERO) };
        sent.delivered = now;
    }

    /// Why the ends of a message complete now; updates the schedules at both ends. None if both are vertices: no call ends with them.
    pub(super) fn end_causes(
        &mut self,
        id: MessageId,
        receive: ReceiveId,
        message: &Message,
        to: (ActorId, Owner),
    ) -> Option<EndCauses> {
        let sent = self.sent.read(id)?;
        let posted = self.receives.read(receive)?;
        if let Owner::Vertex(schedule, _) = to.1
            && let Some(known) = self.schedules.get_mut(schedule)
        {
            known.has_received(message, sent, posted);
        }
        if message.waits_for_receive()
            && let Owner::Vertex(schedule, _) = message.owner
            && let Some(known) = self.schedules.get_mut(schedule)
        {
            known.has_sent(sent, posted);
        }
        if let (Owner::Vertex(..), Owner::Vertex(..)) = (message.owner, to.1) {
            return None;
        }
        // An eager message is under way whether a receive is there or not.
        let both = message.protocol != Protocol::Eager;
        let receiver = cause(message, sent, both.then_some(posted), message.source);
        Some(EndCauses { receiver, sender: cause(message, sent, Some(posted), to.0) })
    }

    /// Why the send of a message ends before its receive.
    pub(super) fn send_cause(&mut self, id: MessageId, message: &Message) -> Option<Cause> {
        let sent = self.sent.read(id)?;
        let posted = message.receive().and_then(|receive| self.receives.read(receive));
        if let Owner::Vertex(schedule, _) = message.owner
            && let (Some(posted), Some(known)) = (posted, self.schedules.get_mut(schedule))
        {
            known.has_sent(sent, posted);
        }
        Some(cause(message, sent, posted, message.destination))
    }

    /// Why a probe that has found a message ends.
    pub(super) fn probe_cause(&self, id: MessageId, message: &Message) -> Option<Cause> {
        self.sent.read(id).map(|sent| Cause {
            late: WaitCause::LateSender,
            otherwise: WaitCause::Transfer,
            culprit: sent.by,
            peer: Some(message.source),
            bytes: message.bytes,
            protocol: Some(message.protocol),
            contention: Contention::default(),
            files: FileTimes::default(),
        })
    }

    /// Why a collective operation ends.
    pub(super) fn schedule_cause(&self, schedule: ScheduleId) -> Option<Cause> {
        self.schedules.read(schedule).map(|known| Cause {
            peer: known.last.map(|(peer, ..)| peer),
            bytes: known.last.map_or(0, |(_, bytes, _)| bytes),
            protocol: known.last.map(|(.., protocol)| protocol),
            contention: known.lost,
            files: known.files.as_deref().copied().unwrap_or_default(),
            ..Cause::arrival(known.arrival)
        })
    }
}

/// Why an end of a message completes, whose other end is `peer`. `posted`: the receive, if the end waited for it.
fn cause(message: &Message, sent: &MessageHistory, posted: Option<&ReceiveHistory>, peer: ActorId) -> Cause {
    let later = posted.map(|posted| posted.by).filter(|by| by.at > sent.by.at);
    let posted_last = later.unwrap_or(sent.by);
    let absent = sent.absent.filter(|_| message.start > posted_last.at);
    let culprit = absent.map_or(posted_last, |action| Action { at: message.start, ..action });
    let late = match absent {
        Some(_) => WaitCause::Progress,
        // The culprit is the other end. Who waits for a sender receives.
        None if culprit.actor == message.source => WaitCause::LateSender,
        None => WaitCause::LateReceiver,
    };
    Cause {
        late,
        otherwise: WaitCause::Transfer,
        culprit,
        peer: Some(peer),
        bytes: message.bytes,
        protocol: Some(message.protocol),
        contention: sent.own,
        files: FileTimes::default(),
    }
}
