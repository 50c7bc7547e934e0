//! Totals of each rank, for the tables `ranks` and `calls` and for the summary: computation, noise, messages and their bytes,
//! and for each MPI function the number of calls, their time and the waiting in them. They are kept in every run.

use crate::error::ObserveError;
use crate::tables::{CallRow, RankRow};
use crate::writer::{Table, write};
use files::{Folder, NewFile};
use ops::{Function, Protocol, Record};
use units::{ActorId, Time};

/// Calls of one function by one rank. A call finds no more of its rank than this, evicted from the caches most often.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CallTotals {
    pub(crate) calls: u64,
    pub(crate) time: Time,
    pub(crate) waiting: Time,
    /// When the last one ended.
    pub(crate) end: Time,
}

impl CallTotals {
    #[inline]
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.time = self.time.saturating_add(other.time);
        self.waiting = self.waiting.saturating_add(other.waiting);
        self.end = self.end.max(other.end);
    }
}

/// How many ranks' totals of a function are kept together: functions that few ranks call take little.
const CHUNK: usize = 64;

/// Totals of consecutive ranks, none of which lies in two lines of a cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Chunk([CallTotals; CHUNK]);

/// Calls of one function, by rank.
type FunctionCalls = Vec<Option<Box<Chunk>>>;

/// Calls by function and rank.
#[derive(Clone, Debug)]
struct Calls {
    /// By function; empty for those that are not called.
    functions: Vec<FunctionCalls>,
    /// Those that anybody calls, in their order.
    used: Vec<Function>,
}

impl Calls {
    fn new() -> Self {
        Self { functions: vec![Vec::new(); Function::COUNT], used: Vec::new() }
    }

    #[inline]
    fn add(&mut self, function: Function, rank: usize, calls: CallTotals) {
        match self.functions[function as usize].get_mut(rank / CHUNK) {
            Some(Some(chunk)) => chunk.0[rank % CHUNK].add(calls),
            _ => self.add_first(function, rank, calls),
        }
    }

    /// Adds the first calls of a function by a rank and its neighbours.
    #[cold]
    fn add_first(&mut self, function: Function, rank: usize, calls: CallTotals) {
        let chunks = &mut self.functions[function as usize];
        if chunks.is_empty() {
            let at = self.used.partition_point(|other| *other < function);
            self.used.insert(at, function);
        }
        if chunks.len() <= rank / CHUNK {
            chunks.resize(rank / CHUNK + 1, None);
        }
        let chunk = chunks[rank / CHUNK].get_or_insert_with(|| Box::new(Chunk([CallTotals::default(); CHUNK])));
        chunk.0[rank % CHUNK].add(calls);
    }

    /// Calls of a function by each rank that may have called it.
    fn of_function(&self, function: Function) -> impl Iterator<Item = (usize, &CallTotals)> {
        let chunks = self.functions[function as usize].iter().enumerate();
        let filled = chunks.filter_map(|(number, chunk)| Some((number, chunk.as_ref()?)));
        filled.flat_map(|(number, chunk)| (number * CHUNK..).zip(&chunk.0))
    }

    /// What a rank has called, in the order of functions.
    fn of_rank(&self, rank: usize) -> impl Iterator<Item = (Function, &CallTotals)> {
        let calls = move |function: &Function| {
            let chunk = self.functions[*function as usize].get(rank / CHUNK)?.as_ref()?;
            Some((*function, &chunk.0[rank % CHUNK]))
        };
        self.used.iter().filter_map(calls).filter(|(_, totals)| totals.calls > 0)
    }
}

/// Totals of one rank but for its calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct RankTotals {
    pub(crate) compute: Time,
    pub(crate) noise: Time,
    /// When its last block ended.
    pub(crate) end: Time,
    job: u32,
}

impl RankTotals {
    /// Adds what another observer has seen of the rank.
    fn add(&mut self, seen: &Self) {
        self.compute = self.compute.saturating_add(seen.compute);
        self.end = self.end.max(seen.end);
        self.noise = self.noise.saturating_add(seen.noise);
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
    calls: Calls,
    traffic: Vec<Traffic>,
    /// The most that each rank's heap has held, bytes; empty before the end of a run.
    heap_peaks: Vec<u64>,
    /// Messages by protocol.
    pub(crate) protocols: [Messages; Protocol::ALL.len()],
}

impl Totals {
    pub(crate) fn new(ranks: u32) -> Self {
        let traffic = vec![Traffic::default(); ranks as usize];
        let protocols = [Messages::default(); Protocol::ALL.len()];
        Self {
            ranks: vec![RankTotals::default(); ranks as usize],
            calls: Calls::new(),
            traffic,
            heap_peaks: Vec::new(),
            protocols,
        }
    }

    #[inline(always)]
    pub(crate) fn record(&mut self, record: &Record) {
        match *record {
            Record::Block { actor, start, end, .. } => {
                let rank = &mut self.ranks[actor.index()];
                rank.compute = rank.compute.saturating_add(end.saturating_sub(start));
                rank.end = rank.end.max(end);
            }
            Record::Call { actor, function, start, end, waiting, .. } => {
                let call = CallTotals { calls: 1, time: end.saturating_sub(start), waiting, end };
                self.calls.add(function, actor.index(), call);
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

    /// Notes what the ranks' heaps have held at most.
    pub(crate) fn note_heaps(&mut self, mut peak: impl FnMut(ActorId) -> u64) {
        self.heap_peaks = (0..self.ranks.len() as u32).map(|rank| peak(ActorId(rank))).collect();
    }

    /// The most messages that a rank has sent, and received.
    pub(crate) fn busiest(&self) -> [u64; 2] {
        let more =
            |[sent, received]: [u64; 2], of: &Traffic| [sent.max(of.sent.count), received.max(of.received.count)];
        self.traffic.iter().fold([0; 2], more)
    }

    /// All calls of each rank together.
    pub(crate) fn calls_of_ranks(&self) -> Vec<CallTotals> {
        let mut sums = vec![CallTotals::default(); self.ranks.len()];
        for &function in &self.calls.used {
            for (rank, calls) in self.calls.of_function(function).take_while(|(rank, _)| *rank < self.ranks.len()) {
                sums[rank].add(*calls);
            }
        }
        sums
    }

    /// The calls of each function that is called, over all ranks.
    pub(crate) fn calls_of_functions(&self) -> impl Iterator<Item = (Function, CallTotals)> {
        self.calls.used.iter().map(|&function| {
            let mut sum = CallTotals::default();
            self.calls.of_function(function).for_each(|(_, calls)| sum.add(*calls));
            (function, sum)
        })
    }

    /// Adds what another observer has seen of the same run.
    pub(crate) fn add(&mut self, other: &Self) {
        for (rank, seen) in self.ranks.iter_mut().zip(&other.ranks) {
            rank.add(seen);
        }
        for &function in &other.calls.used {
            for (rank, seen) in other.calls.of_function(function).filter(|(_, seen)| seen.calls > 0) {
                self.calls.add(function, rank, *seen);
            }
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
        let row = |(((number, rank), traffic), calls): (((u32, &RankTotals), &Traffic), CallTotals)| RankRow {
            rank: ActorId(number),
            job: rank.job,
            compute: rank.compute,
            mpi: calls.time,
            waiting: calls.waiting,
            noise: rank.noise,
            end: rank.end.max(calls.end),
            calls: calls.calls,
            messages_sent: traffic.sent.count,
            bytes_sent: traffic.sent.bytes,
            messages_received: traffic.received.count,
            bytes_received: traffic.received.bytes,
            heap_peak: self.heap_peaks.get(number as usize).copied().unwrap_or(0),
        };
        write(run, (0..).zip(&self.ranks).zip(&self.traffic).zip(self.calls_of_ranks()).map(row))
    }

    fn write_calls(&self, run: &Folder) -> Result<Vec<NewFile>, ObserveError> {
        let mut calls = Table::whole(run)?;
        for (number, rank) in (0..).zip(0..self.ranks.len()) {
            for (function, &CallTotals { calls: count, time, waiting, .. }) in self.calls.of_rank(rank) {
                calls.push(&CallRow { rank: ActorId(number), function, calls: count, time, waiting });
            }
        }
        calls.close()
    }
}
