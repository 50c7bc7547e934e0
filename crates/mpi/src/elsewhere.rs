//! Parallel simulation: how the engine of one domain (a part of the ranks, see `domain`) deals with ranks of other domains,
//! which other threads simulate. The engine hands over messages to these ranks. If a rank calls an operation that parallel
//! simulation does not support, the engine stops; the run is then simulated on one thread.

use crate::domain::{OTHERS, PROVISIONAL, Parcel, Start, event_key};
use crate::engine_core::EngineCore;
use crate::event::CLASS_ACTOR;
use crate::ids::MessageId;
use crate::result::Outcome;
use crate::token::Token;
use kernel::{Passage, Transfer};
use ops::{ANY, Post};
use units::{ActorId, Time};

impl EngineCore<'_> {
    /// Whether a rank is in another domain.
    #[inline]
    pub(crate) fn is_elsewhere(&self, rank: ActorId) -> bool {
        self.domain.as_ref().is_some_and(|domain| domain.domains[rank.index()] != domain.number)
    }

    /// The run can't be divided.
    #[inline]
    pub(crate) fn give_up_dividing(&mut self, reason: &str) {
        if let Some(domain) = &mut self.domain {
            domain.undivided.get_or_insert_with(|| reason.to_owned());
            self.outcome = Some(Outcome::Stopped);
        }
    }

    /// Gives up dividing a run whose ranks post what concerns ranks elsewhere.
    #[inline]
    pub(crate) fn check_divisible(&mut self, posts: &[Post]) {
        if self.domain.is_some()
            && let Some(why) = posts.iter().find_map(why_undivided)
        {
            self.give_up_dividing(why);
        }
    }

    /// The ranks that are simulated here.
    pub(crate) fn ranks_here(&self) -> impl Iterator<Item = ActorId> + '_ {
        let all = self.actors.iter().enumerate().filter(|(_, actor)| actor.thread.of.is_none());
        all.map(|(rank, _)| ActorId::from_index(rank)).filter(|rank| !self.is_elsewhere(*rank))
    }

    /// A rank begins.
    pub(crate) fn note_begin(&mut self, rank: ActorId) {
        if let Some(domain) = &mut self.domain {
            domain.enter(Time::ZERO, 0, u64::from(rank.0));
        }
    }

    /// The clock has been advanced as by an event of an actor.
    #[inline]
    pub(crate) fn note_advance(&mut self, id: ActorId) {
        self.note_turn(id);
        if let Some(domain) = &mut self.domain {
            domain.enter(self.kernel.now(), self.kernel.round(), event_key(CLASS_ACTOR, id));
        }
    }

    /// Starts the transfer of a message to a receiver in this domain.
    pub(crate) fn depart_here(&mut self, transfer: &Transfer, message: MessageId) {
        let passage = self.kernel.depart(transfer);
        let Some(domain) = &mut self.domain else { return };
        let place = domain.starts.len();
        domain.starts.push(Start { step: domain.step, to: domain.number, item: message.0 });
        domain.set_number(message, PROVISIONAL | place as u64);
        domain.departed += 1;
        let sequence = domain.departed << OTHERS;
        self.kernel.arrive(passage, sequence, transfer.token);
    }

    /// A message has left for a rank of another domain.
    pub(crate) fn send_parcel(&mut self, destination: ActorId, parcel: Parcel) {
        let Some(domain) = &mut self.domain else { return };
        let to = domain.domains[destination.index()];
        let item = domain.parcels[usize::from(to)].len() as u32;
        domain.starts.push(Start { step: domain.step, to, item });
        domain.parcels[usize::from(to)].push(parcel);
    }

    /// A message of another domain will arrive.
    pub(crate) fn arrive_here(&mut self, passage: Passage, message: MessageId, sequence: u64, number: u64) {
        let Some(domain) = &mut self.domain else { return };
        domain.set_number(message, number);
        if passage.arrival < domain.end {
            self.give_up_dividing("a message arrives sooner than over one link");
            return;
        }
        self.kernel.arrive(passage, sequence, Token::Message(message).pack());
    }
}

/// Why a run whose ranks post this is not divided: it concerns ranks elsewhere at the instant at which it is posted.
fn why_undivided(post: &Post) -> Option<&'static str> {
    match post {
        Post::Enter { .. }
        | Post::Send { .. }
        | Post::BlockingSend { .. }
        | Post::Wait { .. }
        | Post::Collective { start: None, .. }
        | Post::Compute(_)
        | Post::Sleep(_)
        | Post::Release { .. }
        | Post::AwaitClock
        | Post::Init
        | Post::Finalize => None,
        Post::Recv { source, .. } | Post::BlockingRecv { source, .. } => {
            (*source == ANY).then_some("it receives from any source")
        }
        Post::Collective { .. } => Some("it has persistent collectives"),
        Post::RecvMatched { .. } | Post::Probe { .. } => Some("it probes for messages"),
        Post::Test { .. } | Post::Parrived { .. } | Post::OnlyPolls { .. } | Post::WaitsOutside { .. } => {
            Some("it tests for completion")
        }
        Post::Cancel { .. } => Some("it cancels messages"),
        Post::CreateComm { .. } | Post::FreeComm { .. } => Some("it makes or frees communicators"),
        Post::Port { .. } => Some("it uses ports or the name server"),
        Post::Window { .. } => Some("it has windows"),
        Post::File { .. } => Some("it has files"),
        Post::Partitioned { .. } => Some("it has partitioned operations"),
        Post::ReadClock => Some("it reads the clock"),
        Post::SessionInit | Post::SessionFinalize => Some("it has sessions"),
        Post::Phase { .. } | Post::Block { .. } | Post::Sample { .. } => Some("it names phases or blocks"),
        Post::Abort { .. }
        | Post::ExitCall { .. }
        | Post::Warning { .. }
        | Post::Fatal { .. }
        | Post::CutShort { .. } => Some("it does not end well, or warns"),
    }
}
