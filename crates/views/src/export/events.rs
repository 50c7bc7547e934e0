//! The stream of events that exports write: the states and messages of a run in time order.
//!
//! A state is a computation or an MPI call of a rank. Each state and each message gives two events, its beginning and its end.
//! States are read in the order of their beginnings, messages in the order of their sends. A heap holds the end of each state
//! or message until the stream has reached that instant. Of the events of one instant, ends come before beginnings, except that
//! a state or message of no duration begins before it ends. So the order is causal: a send comes after the receives that it
//! depended on, and a receive after its send.

use super::format::{ExportError, Source, Written};
use ops::CallSite;
use results::{MessageRow, ResultsError, Sorted, State, TimelineRow};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::Peekable;
use units::Time;

/// A state of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) rank: u32,
    /// Thread of the rank: tables do not name it, so overlapping calls are assigned to the first free one; 0 without threads.
    pub(super) thread: u32,
    pub(super) state: State,
    pub(super) site: CallSite,
    pub(super) start: Time,
    pub(super) end: Time,
    pub(super) waiting: Time,
}

/// A message, numbered in the order of posting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) number: u64,
    pub(super) row: MessageRow,
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A state begins.
    Begin(Interval),
    /// It ends.
    End(Interval),
    /// A message is posted.
    Sent(Message),
    /// It has arrived.
    Received(Message),
}

impl Event {
    pub(super) fn time(&self) -> Time {
        match self {
            Self::Begin(state) => state.start,
            Self::End(state) => state.end,
            Self::Sent(message) => message.row.posted,
            Self::Received(message) => message.row.delivered,
        }
    }
}

/// What has begun and has not ended, by its end, then by its beginning.
struct Pending {
    time: Time,
    sequence: u64,
    event: Event,
}

impl PartialEq for Pending {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Pending {}

impl PartialOrd for Pending {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Pending {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.time, self.sequence).cmp(&(other.time, other.sequence))
    }
}

/// Events in time order, from states by start and messages by posting.
pub(super) struct Events<S: Iterator, M: Iterator> {
    states: Peekable<S>,
    messages: Peekable<M>,
    pending: BinaryHeap<Reverse<Pending>>,
    sequence: u64,
    sent: u64,
}

impl<S, M> Events<S, M>
where
    S: Iterator<Item = Result<Interval, ResultsError>>,
    M: Iterator<Item = Result<MessageRow, ResultsError>>,
{
    pub(super) fn of(states: S, messages: M) -> Self {
        Self {
            states: states.peekable(),
            messages: messages.peekable(),
            pending: BinaryHeap::new(),
            sequence: 0,
            sent: 0,
        }
    }

    /// When the next state begins or message is posted; an error comes at once.
    fn next_times(&mut self) -> (Option<Time>, Option<Time>) {
        let state = self.states.peek().map(|next| next.as_ref().map_or(Time::ZERO, |state| state.start));
        let message = self.messages.peek().map(|next| next.as_ref().map_or(Time::ZERO, |message| message.posted));
        (state, message)
    }

    fn wait(&mut self, time: Time, event: Event) {
        self.pending.push(Reverse(Pending { time, sequence: self.sequence, event }));
        self.sequence += 1;
    }

    fn begin(&mut self) -> Option<Result<Event, ResultsError>> {
        let state = match self.states.next()? {
            Ok(state) => state,
            Err(error) => return Some(Err(error)),
        };
        self.wait(state.end, Event::End(state));
        Some(Ok(Event::Begin(state)))
    }

    fn send(&mut self) -> Option<Result<Event, ResultsError>> {
        let row = match self.messages.next()? {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        let message = Message { number: self.sent, row };
        self.sent += 1;
        self.wait(message.row.delivered, Event::Received(message.clone()));
        Some(Ok(Event::Sent(message)))
    }
}

impl<S, M> Iterator for Events<S, M>
where
    S: Iterator<Item = Result<Interval, ResultsError>>,
    M: Iterator<Item = Result<MessageRow, ResultsError>>,
{
    type Item = Result<Event, ResultsError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (state, message) = self.next_times();
        let next = match (state, message) {
            (Some(state), Some(message)) => Some(state.min(message)),
            (state, message) => state.or(message),
        };
        if let Some(Reverse(first)) = self.pending.peek()
            && next.is_none_or(|next| first.time <= next)
        {
            return self.pending.pop().map(|Reverse(pending)| Ok(pending.event));
        }
        match (state, message) {
            (Some(state), Some(message)) if message < state => self.send(),
            (Some(_), _) => self.begin(),
            (None, Some(_)) => self.send(),
            (None, None) => None,
        }
    }
}

/// Assigns each state of a rank to the first thread that is free at its start. States are ordered by start.
#[derive(Default)]
pub(super) struct ThreadSlots(Vec<Vec<Time>>);

impl ThreadSlots {
    /// Assigns a state to a thread.
    pub(super) fn assign(&mut self, rank: u32, start: Time, end: Time) -> u32 {
        let rank = rank as usize;
        if rank >= self.0.len() {
            self.0.resize_with(rank + 1, Vec::new);
        }
        let threads = &mut self.0[rank];
        match threads.iter().position(|busy| *busy <= start) {
            Some(free) => {
                threads[free] = end;
                free as u32
            }
            None => {
                threads.push(end);
                threads.len() as u32 - 1
            }
        }
    }

    /// Number of threads of a rank, at least one.
    pub(super) fn of(&self, rank: u32) -> usize {
        self.0.get(rank as usize).map_or(1, |threads| threads.len().max(1))
    }
}

impl Source<'_> {
    /// Chosen states by start, cut to the window.
    pub(super) fn states(&self) -> Result<impl Iterator<Item = Result<Interval, ResultsError>>, ExportError> {
        let sorted: Sorted<TimelineRow, _> = self.run.sorted(|row: &TimelineRow| (row.start, row.rank))?;
        let selection = self.selection.clone();
        let (from, to) = selection.window.unwrap_or((Time::ZERO, Time::MAX));
        let mut threads = ThreadSlots::default();
        Ok(sorted.filter_map(move |row| {
            let row = match row {
                Ok(row) => row,
                Err(error) => return Some(Err(error)),
            };
            // What only touches the window at its edge is not in it, but for what takes no time.
            let inside = row.start < to && (row.end > from || (row.start == row.end && row.start >= from));
            if !inside || !selection.ranks.has(row.rank.0) {
                return None;
            }
            let (start, end) = (row.start.max(from), row.end.min(to));
            let thread = threads.assign(row.rank.0, row.start, row.end);
            // Calls wait before they carry on: what waiting is left in the window.
            let waited = row.start.saturating_add(row.waiting).min(end);
            let waiting = waited.saturating_sub(start);
            Some(Ok(Interval { rank: row.rank.0, thread, state: row.state, site: row.site, start, end, waiting }))
        }))
    }

    /// Chosen messages by when they were posted.
    pub(super) fn messages(&self) -> Result<impl Iterator<Item = Result<MessageRow, ResultsError>>, ExportError> {
        let sorted: Sorted<MessageRow, _> =
            self.run.sorted(|row: &MessageRow| (row.posted, row.source, row.destination))?;
        let selection = self.selection.clone();
        let (from, to) = selection.window.unwrap_or((Time::ZERO, Time::MAX));
        Ok(sorted.filter(move |row| match row {
            Ok(row) => {
                let ends = selection.ranks.has(row.source.0) && selection.ranks.has(row.destination.0);
                ends && row.posted >= from && row.delivered <= to
            }
            Err(_) => true,
        }))
    }

    /// All of it as events in time order.
    pub(super) fn events(&self) -> Result<impl Iterator<Item = Result<Event, ResultsError>>, ExportError> {
        Ok(Events::of(self.states()?, self.messages()?))
    }

    /// The chosen ranks that the run has, ascending.
    pub(super) fn ranks(&self) -> Result<Vec<u32>, ExportError> {
        let mut ranks: Vec<u32> = self.run.all::<results::RankRow>()?.iter().map(|row| row.rank.0).collect();
        ranks.retain(|rank| self.selection.ranks.has(*rank));
        ranks.sort_unstable();
        Ok(ranks)
    }
}

impl Written {
    /// Counts an event; states and messages when they begin.
    pub(super) fn count(&mut self, event: &Event) {
        match event {
            Event::Begin(_) => self.states += 1,
            Event::Sent(message) => {
                self.messages += 1;
                self.bytes = self.bytes.saturating_add(message.row.bytes);
            }
            Event::End(_) | Event::Received(_) => {}
        }
    }
}
