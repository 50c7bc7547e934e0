//! `ideal`: messages take no time.
//!
//! # Equations
//! A message arrives at the instant at which it starts. The run's time then depends only on computation and on the order that
//! messages impose on the ranks. It is the reference for transfer efficiency ("POP Standard Metrics for Parallel Performance
//! Analysis"; Rosas, Giménez, Labarta: "Scalability prediction for fundamental performance factors", 2014). CPU overheads of
//! the MPI library remain.
//!
//! # What it leaves out
//! Latency, bandwidth, contention, and the message rate of NICs.
//!
//! # Cost
//! O(1) per message. Memory: the messages of one instant.

use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, Setting};
use kernel::{Completion, CompletionKind, LinkCounters, Network, Transfer};
use std::sync::Arc;
use units::Time;

/// It has no parameters.
pub const PARAMETERS: &[Parameter] = &[];

/// The model `ideal`.
#[derive(Debug, Default)]
pub struct Ideal {
    now: Time,
    arrived: Vec<u64>,
}

pub(super) fn build(_: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    Settings::new("ideal", PARAMETERS, settings)?;
    Ok(Box::new(Ideal::default()))
}

impl Network for Ideal {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        self.now = now;
        self.arrived.push(transfer.token);
    }

    fn next_event(&mut self) -> Time {
        if self.arrived.is_empty() { Time::MAX } else { self.now }
    }

    fn advance(&mut self, _: Time, completions: &mut Vec<Completion>) {
        let arrived = self.arrived.drain(..);
        completions.extend(arrived.map(|token| Completion {
            token,
            kind: CompletionKind::Delivered,
            bottleneck: None,
        }));
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::default())
    }

    fn uncontended_time(&mut self, _: &Transfer) -> Option<Time> {
        Some(Time::ZERO)
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::suite::{Table, run, transfer};
    use super::*;

    #[test]
    fn messages_arrive_when_they_start() {
        let mut ideal = build(Arc::new(Table::star(2, 1, 1)), &[]).unwrap();
        let starts = [(5, 1, 0), (5, 2, 1_000), (9, 3, 7)]
            .map(|(ns, token, bytes)| (Time::from_ns(ns), transfer(token, 0, 1, bytes)));
        let ends = run(&mut *ideal, &starts);
        assert_eq!(ends, [(1, Time::from_ns(5)), (2, Time::from_ns(5)), (3, Time::from_ns(9))]);
        assert_eq!((ideal.uncontended_time(&starts[0].1), ideal.next_event()), (Some(Time::ZERO), Time::MAX));
    }
}
