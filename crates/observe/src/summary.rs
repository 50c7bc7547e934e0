//! Totals of a run over all ranks (per MPI function, per protocol), for the run's summary and manifest.

use crate::totals::{CallTotals, Messages, Totals};
use ops::{Function, Protocol};
use units::Time;

/// One MPI function over all ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FunctionTotals {
    /// The function.
    pub function: Function,
    /// Calls.
    pub calls: u64,
    /// Time in it, summed over ranks.
    pub time: Time,
    /// How much of that was spent waiting for others.
    pub waiting: Time,
}

/// Messages sent by one protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProtocolTotals {
    /// The protocol.
    pub protocol: Protocol,
    /// Its name in tables.
    pub name: &'static str,
    /// Messages.
    pub messages: u64,
    /// Payload bytes.
    pub bytes: u64,
}

/// Totals of a run. Means are over ranks, rounded down to a picosecond.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The number of ranks.
    pub ranks: u32,
    /// When the last rank ended its last call.
    pub end: Time,
    /// Time in the ranks' own code: mean and largest.
    pub compute: (Time, Time),
    /// Time in MPI: mean and largest.
    pub mpi: (Time, Time),
    /// Time waiting in MPI: mean and largest.
    pub waiting: (Time, Time),
    /// Time that noise took from work: mean and largest.
    pub noise: (Time, Time),
    /// MPI calls of all ranks.
    pub calls: u64,
    /// Messages, those inside collective operations too.
    pub messages: u64,
    /// Their payload bytes.
    pub bytes: u64,
    /// The most messages that a rank has sent, and received.
    pub busiest: [u64; 2],
    /// Messages by protocol.
    pub protocols: Vec<ProtocolTotals>,
    /// Functions called, the one with the most time first; equal ones in alphabetical order.
    pub functions: Vec<FunctionTotals>,
}

/// A time over ranks.
#[derive(Clone, Copy, Default)]
struct Spread {
    /// In picoseconds.
    sum: u128,
    most: Time,
}

impl Spread {
    fn add(&mut self, time: Time) {
        self.sum += u128::from(time.ps());
        self.most = self.most.max(time);
    }

    /// Mean and largest.
    fn over(self, ranks: u32) -> (Time, Time) {
        (Time::from_ps((self.sum / u128::from(ranks.max(1))) as u64), self.most)
    }
}

impl Summary {
    pub(crate) fn of(totals: &Totals) -> Self {
        // There may be a million ranks, and this is asked for whenever a run is saved.
        let (mut end, mut calls) = (Time::ZERO, 0);
        let [mut compute, mut mpi, mut waiting, mut noise] = [Spread::default(); 4];
        for (rank, called) in totals.ranks.iter().zip(totals.calls_of_ranks()) {
            compute.add(rank.compute);
            mpi.add(called.time);
            waiting.add(called.waiting);
            noise.add(rank.noise);
            end = end.max(rank.end).max(called.end);
            calls += called.calls;
        }
        let ranks = totals.ranks.len() as u32;
        let protocols: Vec<ProtocolTotals> = Protocol::ALL
            .iter()
            .zip(totals.protocols)
            .map(|(&protocol, Messages { count: messages, bytes })| ProtocolTotals {
                protocol,
                name: protocol.name(),
                messages,
                bytes,
            })
            .collect();
        Self {
            ranks,
            end,
            compute: compute.over(ranks),
            mpi: mpi.over(ranks),
            waiting: waiting.over(ranks),
            noise: noise.over(ranks),
            calls,
            messages: protocols.iter().map(|protocol| protocol.messages).sum(),
            bytes: protocols.iter().fold(0, |sum, protocol| sum.saturating_add(protocol.bytes)),
            protocols,
            busiest: totals.busiest(),
            functions: functions(totals),
        }
    }
}

fn functions(totals: &Totals) -> Vec<FunctionTotals> {
    let sum = |(function, CallTotals { calls, time, waiting, .. })| FunctionTotals { function, calls, time, waiting };
    let mut functions: Vec<FunctionTotals> = totals.calls_of_functions().map(sum).collect();
    functions.sort_by_key(|sum| (std::cmp::Reverse(sum.time), sum.function));
    functions
}
