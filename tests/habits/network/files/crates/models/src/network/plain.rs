//! `plain`: `delay` without counters.
//!
//! # Equations
//! A message takes f_L · L + k / (f_B · B): latency of its route, bytes over the bandwidth of its narrowest link.
//!
//! # What it leaves out
//! All contention, and the load of links.
//!
//! # Cost
//! One route and O(log n) per message with n messages under way.

use super::injection::Injection;
use super::scale::{self, Scale};
use crate::{Machine, ModelError, Parameter, Setting, settings::Settings};
use kernel::{Completion, CompletionKind, EventQueue, LinkCounters, Network, Transfer};
use platform::Path;
use std::sync::Arc;
use units::Time;

/// It has no parameters.
pub const PARAMETERS: &[Parameter] = &[];

/// The model `plain`.
pub struct Plain {
    machine: Arc<dyn Machine>,
    scale: Scale,
    injection: Injection,
    path: Path,
    queue: EventQueue<u64>,
    started: u64,
}

pub(super) fn build(machine: Arc<dyn Machine>, settings: &[Setting<'_>]) -> Result<Box<dyn Network>, ModelError> {
    Settings::new("plain", PARAMETERS, settings)?;
    Ok(Box::new(Plain::new(machine)))
}

impl Plain {
    fn new(machine: Arc<dyn Machine>) -> Self {
        let (scale, injection) = (scale::scale_of(&*machine, scale::EQUAL_BITS), Injection::new(&*machine));
        Self { machine, scale, injection, path: Path::default(), queue: EventQueue::default(), started: 0 }
    }
}

impl Network for Plain {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        let takes = scale::uncontended_time(&*self.machine, self.scale, &mut self.path, transfer, None);
        let entered = self.injection.enter(now, transfer.source, transfer.destination, &*self.machine);
        self.queue.push(entered.saturating_add(takes), 0, 0, self.started, transfer.token);
        self.started += 1;
    }

    fn next_event(&mut self) -> Time {
        self.queue.next_time()
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        while self.queue.next_time() <= to && to < Time::MAX {
            let Some((_, token)) = self.queue.pop() else { break };
            completions.push(Completion { token, kind: CompletionKind::Delivered, bottleneck: None });
        }
    }

    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::new(Arc::clone(&self.machine)))
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        Some(scale::uncontended_time(&*self.machine, self.scale, &mut self.path, transfer, None))
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        None
    }
}
