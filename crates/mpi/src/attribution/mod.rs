//! Wait attribution: why a wait ended when it did ([`ops::Record::Wait`]).
//!
//! A wait ends with a message, a collective operation, or an active message ([`active_messages`]). The *culprit* of a wait is
//! the rank with the last action without which the wait could not end. For a message whose protocol needs both sides, the
//! culprit is the sender or the receiver, whichever called last. For a collective operation, the culprit is the last to arrive
//! of the ranks on which the waiting rank depends. To find it, each message of the operation carries the latest arrival that
//! the message depends on, and the contention of the transfers since (their time beyond the uncontended time).
//!
//! [`Attribution`] listens to [`Notice`]s (events that the subsystems report) and records data about messages, receives and
//! schedules (of collective operations) in tables by their numbers. It exists only while an observer wants
//! [`ops::Record::Wait`].
//!
//! | file | contents |
//! |---|---|
//! | `notice` | the events that subsystems report |
//! | `messages` | messages, receives and schedules |
//! | `active_messages` | windows, partitioned operations |
//! | `files` | operations on files |
//! | `alone` | uncontended times of operations on files |

mod active_messages;
mod alone;
mod by_number;
mod files;
mod messages;
mod notice;

pub(crate) use notice::{ActiveMessageCause, ActiveMessageId, Notice, Share};

use crate::actor::Actors;
use crate::event::Event;
use active_messages::ActiveMessages;
use files::Files;
use kernel::Kernel;
use messages::Messages;
use ops::{CallSite, FileTimes, Function, Protocol, WaitCause, WaitRecord};
use units::{ActorId, LinkId, Time};

/// The part of the run that a listener sees.
pub(crate) struct RunView<'s> {
    pub(crate) kernel: &'s mut Kernel<Event>,
    pub(crate) actors: &'s Actors,
}

impl RunView<'_> {
    /// The actor's present call, as an action.
    fn action(&self, id: ActorId) -> Action {
        let (function, site) = self.actors.call_of(id);
        Action { actor: self.actors.rank_actor(id), function, site, at: self.kernel.now() }
    }
}

/// What a rank did last: posted a send or a receive, arrived at a collective operation.
#[derive(Clone, Copy, Debug)]
struct Action {
    actor: ActorId,
    function: Function,
    site: CallSite,
    at: Time,
}

impl Action {
    /// The later one; of two at one instant the first.
    fn or_later(self, other: Self) -> Self {
        if other.at > self.at { other } else { self }
    }
}

/// What transfers took beyond their uncontended times, and the link that bound the last of them that was delayed.
#[derive(Clone, Copy, Debug, Default)]
struct Contention {
    time: Time,
    link: Option<LinkId>,
}

/// Why something has ended.
#[derive(Clone, Copy, Debug)]
struct Cause {
    /// The cause of a wait whose culprit was late, and of one whose culprit was not.
    late: WaitCause,
    otherwise: WaitCause,
    culprit: Action,
    peer: Option<ActorId>,
    bytes: u64,
    protocol: Option<Protocol>,
    contention: Contention,
    files: FileTimes,
}

impl Cause {
    /// The last rank has arrived.
    fn arrival(last: Action) -> Self {
        Self {
            late: WaitCause::Collective,
            otherwise: WaitCause::Collective,
            culprit: last,
            peer: None,
            bytes: 0,
            protocol: None,
            contention: Contention::default(),
            files: FileTimes::default(),
        }
    }

    /// The cause of a wait of `actor` since `start`.
    fn of_wait(&self, actor: ActorId, start: Time) -> WaitCause {
        if self.culprit.at > start && self.culprit.actor != actor { self.late } else { self.otherwise }
    }
}

/// The listener.
#[derive(Debug, Default)]
pub(crate) struct Attribution {
    messages: Messages,
    active_messages: ActiveMessages,
    files: Files,
    /// The cause of what is being completed.
    current: Option<Cause>,
    /// Of the message that is being completed, the cause at its sender.
    at_sender: Option<Cause>,
    /// Who made the communicators complete whose members are being told.
    last_arrival: Option<Action>,
    /// The link that bound the transfer which has just ended.
    link: Option<LinkId>,
}

impl Attribution {
    /// Takes a notice.
    pub(crate) fn on_notice(&mut self, notice: &Notice<'_>, view: &mut RunView<'_>) {
        match *notice {
            Notice::TransferEnded { bottleneck } => self.link = bottleneck,
            Notice::Completed => self.current = None,
            Notice::CommunicatorsMade { by } => self.last_arrival = Some(view.action(by)),
            Notice::MemberCompletes => self.current = self.last_arrival.map(Cause::arrival),
            Notice::SenderCompletes => self.current = self.at_sender.take(),
            Notice::MessageCompletes { message, receive, data, receiver } => {
                let ends = self.messages.end_causes(message, receive, data, receiver);
                (self.current, self.at_sender) = (ends.map(|ends| ends.receiver), ends.map(|ends| ends.sender));
            }
            Notice::SendCompletes { message, data, taken_by } => {
                let cause = self.messages.send_cause(message, data);
                let absent = taken_by.map(|actor| view.action(actor));
                self.current = cause.map(|cause| match absent {
                    Some(culprit) => Cause { late: WaitCause::Progress, culprit, ..cause },
                    None => cause,
                });
            }
            Notice::ProbeCompletes { message, data } => self.current = self.messages.probe_cause(message, data),
            Notice::ScheduleCompletes { schedule } => self.current = self.messages.schedule_cause(schedule),
            Notice::AgreementStarted { schedule, actor } => {
                let arrival = self.current.map_or_else(|| view.action(actor), |cause| cause.culprit);
                self.messages.schedule_started(schedule, arrival);
            }
            Notice::AgreementMet { schedule } => {
                if let Some(last) = self.last_arrival {
                    self.messages.schedule_depends(schedule, last);
                }
            }
            Notice::MessageDelivered { message, start } => {
                let link = self.link.take();
                self.messages.delivered(message, start, view.kernel.now(), link);
            }
            Notice::ActiveMessageArrived { am } => {
                let link = self.link.take();
                self.active_messages.arrived(am, view.kernel.now(), link);
            }
            Notice::ActiveMessageCompletes { am, ref cause } => {
                self.current = self.active_messages.cause(am, cause);
            }
            Notice::FileOperationCompletes { operation, actor, posted, bytes } => {
                let culprit = Action { at: posted, ..view.action(actor) };
                let (files, peer) = self.files.ended(operation);
                let (late, otherwise) = (WaitCause::File, WaitCause::File);
                self.current = Some(Cause { late, otherwise, peer, bytes, files, ..Cause::arrival(culprit) });
            }
            Notice::FileVertexEnded { schedule, operation } => {
                self.messages.file_accessed(schedule, &self.files.ended(operation).0);
            }
            Notice::MessagePosted { .. }
            | Notice::ReceivePosted { .. }
            | Notice::ScheduleStarted { .. }
            | Notice::SubScheduleStarted { .. }
            | Notice::SubScheduleEnded { .. }
            | Notice::DataSent { .. }
            | Notice::RankAbsent { .. } => self.messages.on_notice(notice, view),
            Notice::ActiveMessagePosted { .. }
            | Notice::ActiveMessageSent { .. }
            | Notice::ActiveMessageServedLate { .. } => self.active_messages.on_notice(notice, view),
            Notice::FileStepPosted { .. }
            | Notice::FileRequestPosted { .. }
            | Notice::FileRequestQueued { .. }
            | Notice::FileRequestServed { .. }
            | Notice::FileRequestAnswered { .. }
            | Notice::FileStepAnswered { .. } => self.files.on_notice(notice, view.kernel, view.actors),
        }
    }

    /// The record of a wait of an actor's that ends now; none if it has taken no time.
    pub(crate) fn wait_record(&self, id: ActorId, view: &RunView<'_>) -> Option<WaitRecord> {
        let end = view.kernel.now();
        let call = view.actors[id].call.current.as_ref()?;
        let (function, site, start) = (call.function, call.site, call.wait_start()?);
        if start == end {
            return None;
        }
        let rank = view.actors.rank_actor(id);
        let cause = self.current;
        let own = Action { actor: rank, function, site, at: start };
        let culprit = cause.map_or(own, |cause| cause.culprit);
        let contention = cause.map_or_else(Contention::default, |cause| cause.contention);
        let after = end.saturating_sub(start.max(culprit.at));
        Some(WaitRecord {
            rank,
            function,
            site,
            start,
            end,
            wait_state: cause.map_or(WaitCause::Other, |cause| cause.of_wait(rank, start)),
            culprit: culprit.actor,
            culprit_function: culprit.function,
            culprit_site: culprit.site,
            since: culprit.at,
            peer: cause.and_then(|cause| cause.peer).unwrap_or(rank),
            bytes: cause.map_or(0, |cause| cause.bytes),
            protocol: cause.and_then(|cause| cause.protocol),
            contention: contention.time.min(after),
            link: contention.link,
            files: cause.map_or_else(FileTimes::default, |cause| cause.files.within(after)),
        })
    }
}
