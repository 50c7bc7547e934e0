//! The stream of I/O events for exports, in time order: file operations of ranks, their requests to servers, and the servers'
//! accesses to devices.
//!
//! Each of the three kinds comes from a table of its own, which the run may lack. Events that overlap on one rank, server or
//! device are put into parallel rows. Request numbers link the three kinds: an operation lists the requests that it made, and a
//! device access lists the requests that it served. If ranks are selected, operations and requests of other ranks are left out;
//! devices are shown with all of their accesses.

use super::events::ThreadSlots;
use super::format::{ExportError, Source};
use ops::IoOperation;
use results::{IoJobRow, IoRequestRow, IoRow, ResultsError};
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::sync::Arc;
use units::Time;

/// Whose time an access takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum AccessTrack {
    /// A rank's, from the call to its end.
    Rank(u32),
    /// A server's, from the arrival of a request until it is served.
    Server(u32),
    /// Its device's.
    Device(u32),
}

/// An operation of a rank, a request, or an access to a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Access {
    pub(super) track: AccessTrack,
    /// Lane of the track: the first one that is free.
    pub(super) lane: u32,
    pub(super) operation: IoOperation,
    pub(super) start: Time,
    pub(super) end: Time,
    pub(super) bytes: u64,
    pub(super) offset: u64,
    pub(super) what: What,
    /// The requests that it made, is, or served.
    pub(super) requests: Vec<u64>,
}

/// What one kind of access has and the others have not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The path.
    Operation(Arc<str>),
    /// The rank that asked, from when until when.
    Request { rank: u32, posted: Time, answered: Time },
    /// Of the time, positioning of an arm.
    Device { positioning: Time },
}

/// An access begins or ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AccessEvent {
    Begin(Access),
    /// Where, on which lane, when.
    End(AccessTrack, u32, Time),
}

impl AccessEvent {
    pub(super) fn time(&self) -> Time {
        match self {
            Self::Begin(access) => access.start,
            Self::End(.., time) => *time,
        }
    }
}

type Stream<'s> = Box<dyn Iterator<Item = Result<Access, ResultsError>> + 's>;

/// Accesses of several streams, each by start, as events: at one instant ends come first.
pub(super) struct AccessEvents<'s> {
    streams: Vec<Peekable<Stream<'s>>>,
    /// What has begun, by its end and the order in which it has begun.
    pending: BTreeMap<(Time, u64), (AccessTrack, u32)>,
    begun: u64,
    lanes: [ThreadSlots; 3],
    window: (Time, Time),
}

impl<'s> AccessEvents<'s> {
    pub(super) fn of(streams: Vec<Stream<'s>>, window: Option<(Time, Time)>) -> Self {
        let streams = streams.into_iter().map(Iterator::peekable).collect();
        let window = window.unwrap_or((Time::ZERO, Time::MAX));
        Self { streams, pending: BTreeMap::new(), begun: 0, lanes: Default::default(), window }
    }

    /// The stream whose next access begins first, and when; an error comes at once.
    fn first(&mut self) -> Option<(usize, Time)> {
        let starts = self
            .streams
            .iter_mut()
            .map(|stream| stream.peek().map(|next| next.as_ref().map_or(Time::ZERO, |access| access.start)));
        let starts = starts.enumerate().filter_map(|(stream, start)| start.map(|start| (stream, start)));
        starts.min_by_key(|&(stream, start)| (start, stream))
    }

    /// The access with a lane, cut to the window; nothing if it lies outside.
    fn begin(&mut self, mut access: Access) -> Option<Access> {
        let (from, to) = self.window;
        // As for states: what only touches the window at its edge is not in it, but for what takes no time.
        if access.start >= to || access.end < from || (access.end == from && access.start < from) {
            return None;
        }
        let (lanes, number) = match access.track {
            AccessTrack::Rank(rank) => (0, rank),
            AccessTrack::Server(server) => (1, server),
            AccessTrack::Device(server) => (2, server),
        };
        access.lane = self.lanes[lanes].assign(number, access.start, access.end);
        (access.start, access.end) = (access.start.max(from), access.end.min(to));
        self.pending.insert((access.end, self.begun), (access.track, access.lane));
        self.begun += 1;
        Some(access)
    }
}

impl Iterator for AccessEvents<'_> {
    type Item = Result<AccessEvent, ResultsError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let first = self.first();
            if let Some(pending) = self.pending.first_entry()
                && first.is_none_or(|(_, start)| pending.key().0 <= start.max(self.window.0))
            {
                let ((time, _), (track, lane)) = pending.remove_entry();
                return Some(Ok(AccessEvent::End(track, lane, time)));
            }
            match self.streams[first?.0].next()? {
                Err(error) => return Some(Err(error)),
                Ok(access) => {
                    if let Some(access) = self.begin(access) {
                        return Some(Ok(AccessEvent::Begin(access)));
                    }
                }
            }
        }
    }
}

/// Operations by number, each with its requests, which are sorted by operation.
fn with_requests(
    operations: impl Iterator<Item = Result<IoRow, ResultsError>>,
    requests: impl Iterator<Item = Result<IoRequestRow, ResultsError>>,
) -> impl Iterator<Item = Result<Access, ResultsError>> {
    let mut requests = requests.peekable();
    operations.map(move |row| {
        let IoRow { call, rank, file, operation, offset, bytes, start, end } = row?;
        let mut own = Vec::new();
        while let Some(request) = requests.next_if(|next| next.as_ref().map_or(true, |next| next.call <= call)) {
            let request = request?;
            if request.call == call {
                own.push(request.request);
            }
        }
        let (track, what) = (AccessTrack::Rank(rank.0), What::Operation(file));
        Ok(Access { track, lane: 0, operation, start, end, bytes, offset, what, requests: own })
    })
}

fn request(row: IoRequestRow) -> Access {
    let IoRequestRow { request, rank, server, operation, offset, bytes, posted, arrived, served, answered, .. } = row;
    let what = What::Request { rank: rank.0, posted, answered };
    let (track, requests) = (AccessTrack::Server(server), vec![request]);
    Access { track, lane: 0, operation, start: arrived, end: served, bytes, offset, what, requests }
}

/// Accesses to devices: rows of one access follow one another.
fn jobs(
    rows: impl Iterator<Item = Result<IoJobRow, ResultsError>>,
) -> impl Iterator<Item = Result<Access, ResultsError>> {
    let mut rows = rows.peekable();
    std::iter::from_fn(move || {
        let first = match rows.next()? {
            Ok(first) => first,
            Err(error) => return Some(Err(error)),
        };
        let IoJobRow { job, request, server, operation, offset, bytes, start, end, positioning, .. } = first;
        let (track, what) = (AccessTrack::Device(server), What::Device { positioning });
        let mut access =
            Access { track, lane: 0, operation, start, end, bytes, offset, what, requests: vec![request] };
        while let Some(Ok(row)) = rows.next_if(|next| next.as_ref().is_ok_and(|next| next.job == job)) {
            access.bytes = access.bytes.saturating_add(row.bytes);
            access.offset = access.offset.min(row.offset);
            access.requests.push(row.request);
        }
        access.requests.sort_unstable();
        access.requests.dedup();
        Some(Ok(access))
    })
}

impl Source<'_> {
    /// What the run's tables say of files.
    pub(super) fn accesses(&self) -> Result<AccessEvents<'_>, ExportError> {
        let mut streams: Vec<Stream<'_>> = Vec::new();
        let chosen = |rank: u32| self.selection.ranks.has(rank);
        if self.run.has::<IoRow>() {
            let operations = self.run.sorted(|row: &IoRow| (row.start, row.call))?;
            let requests: Box<dyn Iterator<Item = Result<IoRequestRow, ResultsError>>> =
                match self.run.has::<IoRequestRow>() {
                    true => Box::new(self.run.sorted(|row: &IoRequestRow| (row.call, row.request))?),
                    false => Box::new(std::iter::empty()),
                };
            let of_chosen = move |access: &Result<Access, ResultsError>| {
                access.as_ref().map_or(true, |access| matches!(access.track, AccessTrack::Rank(rank) if chosen(rank)))
            };
            streams.push(Box::new(with_requests(operations, requests).filter(of_chosen)));
        }
        if self.run.has::<IoRequestRow>() {
            let sorted = self.run.sorted(|row: &IoRequestRow| (row.arrived, row.request))?;
            let of_chosen = sorted.filter(move |row| row.as_ref().map_or(true, |row| chosen(row.rank.0)));
            streams.push(Box::new(of_chosen.map(|row| row.map(request))));
        }
        if self.run.has::<IoJobRow>() {
            streams.push(Box::new(jobs(self.run.sorted(|row: &IoJobRow| (row.start, row.job, row.request))?)));
        }
        Ok(AccessEvents::of(streams, self.selection.window))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use units::ActorId;

    fn ps(ps: u64) -> Time {
        Time::from_ps(ps)
    }

    fn access(track: AccessTrack, start: u64, length: u64) -> Access {
        let (start, end) = (ps(start), ps(start + length));
        let (what, requests) = (What::Device { positioning: Time::ZERO }, vec![7]);
        Access { track, lane: 0, operation: IoOperation::Read, start, end, bytes: 5, offset: 0, what, requests }
    }

    fn job(job: u64, request: u64, offset: u64) -> IoJobRow {
        let (start, end, positioning) = (ps(10 * job), ps(10 * job + 5), ps(1));
        let (server, operation, bytes, waiting, memory) = (2, IoOperation::Write, 4, 0, 0);
        IoJobRow { job, request, server, operation, offset, bytes, start, end, positioning, waiting, memory }
    }

    #[test]
    fn rows_of_one_access_to_a_device_are_one() {
        let rows = [job(3, 9, 40), job(3, 4, 36), job(3, 9, 44), job(5, 4, 0)];
        let found: Vec<Access> = jobs(rows.into_iter().map(Ok)).collect::<Result<_, _>>().unwrap();
        let seen: Vec<_> = found.iter().map(|job| (job.requests.clone(), job.bytes, job.offset)).collect();
        assert_eq!(seen, [(vec![4, 9], 12, 36), (vec![4], 4, 0)]);
    }

    #[test]
    fn operations_have_their_requests() {
        let io = |call| IoRow {
            call,
            rank: ActorId(1),
            file: "/f".into(),
            operation: IoOperation::Write,
            offset: 0,
            bytes: 8,
            start: ps(call),
            end: ps(call + 1),
        };
        let ask = |call, request| IoRequestRow {
            request,
            call,
            rank: ActorId(1),
            server: 0,
            operation: IoOperation::Write,
            offset: 0,
            bytes: 4,
            extents: 1,
            posted: ps(0),
            arrived: ps(1),
            served: ps(2),
            answered: ps(3),
        };
        // The operation 3 has no row, as one that has not ended.
        let requests = [ask(2, 5), ask(2, 6), ask(3, 7), ask(4, 8)];
        let found: Vec<_> = with_requests([io(1), io(2), io(4)].into_iter().map(Ok), requests.into_iter().map(Ok))
            .map(|access| access.unwrap().requests)
            .collect();
        assert_eq!(found, [vec![], vec![5, 6], vec![8]]);
    }

    proptest! {
        /// Everything in the window begins and ends once, in the order of time, and what overlaps has lanes of its own.
        #[test]
        fn accesses_are_in_the_order_of_time(
            mut rows in proptest::collection::vec((0u32..3, 0u64..20, 0u64..5), 0..40), from in 0u64..10, length in 1u64..20,
        ) {
            rows.sort_by_key(|row| row.1);
            let places = [AccessTrack::Rank(0), AccessTrack::Server(0), AccessTrack::Device(0)];
            let of = |kind: u32| {
                let own = rows.iter().filter(move |row| row.0 == kind);
                Box::new(own.map(move |&(_, start, length)| Ok(access(places[kind as usize], start, length)))) as Stream<'_>
            };
            let (from, to) = (ps(from), ps(from + length));
            let events: Vec<AccessEvent> = AccessEvents::of((0..3).map(of).collect(), Some((from, to))).collect::<Result<_, _>>().unwrap();
            prop_assert!(events.is_sorted_by_key(AccessEvent::time));
            let inside = rows.iter().filter(|&&(_, start, length)| {
                let (start, end) = (ps(start), ps(start + length));
                start < to && (end > from || (start == end && start >= from))
            });
            prop_assert_eq!(events.len(), 2 * inside.count());
            let mut open: Vec<(AccessTrack, u32)> = Vec::new();
            for event in &events {
                match event {
                    AccessEvent::Begin(access) => {
                        prop_assert!(access.start >= from && access.end <= to);
                        prop_assert!(!open.contains(&(access.track, access.lane)));
                        open.push((access.track, access.lane));
                    }
                    AccessEvent::End(track, lane, _) => {
                        let at = open.iter().position(|open| *open == (*track, *lane));
                        open.remove(at.expect("it has begun"));
                    }
                }
            }
            prop_assert!(open.is_empty());
        }
    }
}
