//! Totals per rank: always kept, for the tables `ranks` and `calls` and the summary.

use crate::error::ObserveError;
use crate::schema::PROTOCOLS;
use crate::tables::{CallRow, RankRow};
use crate::writer::{Table, write};
use files::{Folder, NewFile};
use ops::{Function, Record};
use units::{ActorId, Time};

/// Calls of one function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallTotals {
    pub(crate) function: Function,
    pub(crate) calls: u64,
    pub(crate) time: Time,
    pub(crate) waiting: Time,
}

/// Totals of one rank.
#[derive(Clone, Debug, Default)]
pub(crate) struct RankTotals {
    pub(crate) compute: Time,
    pub(crate) mpi: Time,
    pub(crate) waiting: Time,
    pub(crate) end: Time,
    pub(crate) calls: u64,
    pub(crate) noise: Time,
    job: u32,
    /// The functions called, few: searched one by one, the last found first.
    functions: Vec<CallTotals>,
    last: usize,
}

impl RankTotals {
    #[inline]
    fn call(&mut self, function: Function, time: Time, waiting: Time) {
        self.mpi = self.mpi.saturating_add(time);
        self.waiting = self.waiting.saturating_add(waiting);
        self.calls += 1;
        if self.functions.get(self.last).is_none_or(|totals| totals.function != function) {
            self.last = match self.functions.iter().position(|totals| totals.function == function) {
                Some(at) => at,
                None => {
                    self.functions.push(CallTotals { function, calls: 0, time: Time::ZERO, waiting: Time::ZERO });
                    self.functions.len() - 1
                }
            };
        }
        let totals = &mut self.functions[self.last];
        totals.calls += 1;
        totals.time = totals.time.saturating_add(time);
        totals.waiting = totals.waiting.saturating_add(waiting);
    }

    /// Adds what another observer has seen of the rank.
    fn add(&mut self, seen: &Self) {
        self.compute = self.compute.saturating_add(seen.compute);
        self.mpi = self.mpi.saturating_add(seen.mpi);
        self.waiting = self.waiting.saturating_add(seen.waiting);
        self.end = self.end.max(seen.end);
        self.calls += seen.calls;
        self.noise = self.noise.saturating_add(seen.noise);
        for seen in &seen.functions {
            match self.functions.iter_mut().find(|totals| totals.function == seen.function) {
                Some(totals) => {
                    totals.calls += seen.calls;
                    totals.time = totals.time.saturating_add(seen.time);
                    totals.waiting = totals.waiting.saturating_add(seen.waiting);
                }
                None => self.functions.push(*seen),
            }
        }
    }

    pub(crate) fn functions(&self) -> &[CallTotals] {
        &self.functions
    }
}

/// Messages, and their bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Messages {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
}

impl Messages {
    #[inline]
    fn add(&mut self, count: u64, bytes: u64) {
        self.count += count;
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

/// The messages of a rank: apart from its other totals, as every message finds those of its two ranks evicted from the caches.
#[derive(Clone, Copy, Debug, Default)]
struct Traffic {
    sent: Messages,
    received: Messages,
}

/// Totals of all ranks.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    pub(crate) ranks: Vec<RankTotals>,
    traffic: Vec<Traffic>,
    /// Messages by protocol.
    pub(crate) protocols: [Messages; PROTOCOLS.len()],
}

impl Totals {
    pub(crate) fn new(ranks: u32) -> Self {
        let traffic = vec![Traffic::default(); ranks as usize];
        let protocols = [Messages::default(); PROTOCOLS.len()];
        Self { ranks: vec![RankTotals::default(); ranks as usize], traffic, protocols }
    }

    #[inline]
    pub(crate) fn record(&mut self, record: &Record) {
        match *record {
            Record::Block { actor, start, end, .. } => {
                let rank = &mut self.ranks[actor.index()];
                rank.compute = rank.compute.saturating_add(end.saturating_sub(start));
                rank.end = rank.end.max(end);
            }
            Record::Call { actor, function, start, end, waiting, .. } => {
                let rank = &mut self.ranks[actor.index()];
                rank.call(function, end.saturating_sub(start), waiting);
                rank.end = rank.end.max(end);
            }
            Record::SpawnedWorld { job, first, ranks, .. } => {
                let end = first.index() + ranks as usize;
                self.ranks.resize_with(end, || RankTotals { job, ..RankTotals::default() });
                self.traffic.resize(end, Traffic::default());
            }
            Record::Noise { actor, noise, .. } => {
                let rank = &mut self.ranks[actor.index()];
                rank.noise = rank.noise.saturating_add(noise);
            }
            Record::Io { .. }
            | Record::Request(_)
            | Record::Device(_)
            | Record::Wait(_)
            | Record::Phase { .. }
            | Record::Collective(_) => {}
            Record::Message { source, destination, bytes, protocol, .. } => {
                self.traffic[source.index()].sent.add(1, bytes);
                self.traffic[destination.index()].received.add(1, bytes);
                self.protocols[protocol as usize].add(1, bytes);
            }
        }
    }

    /// The most messages that a rank has sent, and received.
    pub(crate) fn busiest(&self) -> [u64; 2] {
        let more =
            |[sent, received]: [u64; 2], of: &Traffic| [sent.max(of.sent.count), received.max(of.received.count)];
        self.traffic.iter().fold([0; 2], more)
    }

    /// Adds what another observer has seen of the same run.
    pub(crate) fn add(&mut self, other: &Self) {
        for (rank, seen) in self.ranks.iter_mut().zip(&other.ranks) {
            rank.add(seen);
        }
        for (sum, seen) in self.traffic.iter_mut().zip(&other.traffic) {
            sum.sent.add(seen.sent.count, seen.sent.bytes);
            sum.received.add(seen.received.count, seen.received.bytes);
        }
        for (sum, seen) in self.protocols.iter_mut().zip(&other.protocols) {
            sum.add(seen.count, seen.bytes);
        }
    }

    /// Writes the `ranks` and `calls` tables, each whatever becomes of the other.
    pub(crate) fn write(&self, run: &Folder) -> [Result<Vec<NewFile>, ObserveError>; 2] {
        [self.write_ranks(run), self.write_calls(run)]
    }

    fn write_ranks(&self, run: &Folder) -> Result<Vec<NewFile>, ObserveError> {
        let row = |((number, rank), traffic): ((u32, &RankTotals), &Traffic)| RankRow {
            rank: ActorId(number),
            job: rank.job,
            compute: rank.compute,
            mpi: rank.mpi,
            waiting: rank.waiting,
            noise: rank.noise,
            end: rank.end,
            calls: rank.calls,
            messages_sent: traffic.sent.count,
            bytes_sent: traffic.sent.bytes,
            messages_received: traffic.received.count,
            bytes_received: traffic.received.bytes,
        };
        write(run, (0..).zip(&self.ranks).zip(&self.traffic).map(row))
    }

    fn write_calls(&self, run: &Folder) -> Result<Vec<NewFile>, ObserveError> {
        let mut calls = Table::whole(run)?;
        for (number, rank) in (0..).zip(&self.ranks) {
            let mut functions = rank.functions.clone();
            functions.sort_unstable_by_key(|totals| totals.function);
            for CallTotals { function, calls: count, time, waiting } in functions {
                calls.push(&CallRow { rank: ActorId(number), function, calls: count, time, waiting });
            }
        }
        calls.close()
    }
}
