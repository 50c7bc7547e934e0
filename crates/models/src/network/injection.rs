//! Message rates: limits how often messages enter the network. Messages of one NIC enter at least 1/`message_rate` apart,
//! in the order of their starts. Messages inside a host do not use the NIC. They are limited in the same way if a level of
//! the host (`host.levels`) has a message rate; this limit holds for each group of cores of the level.
//!
//! A message that starts at t enters the network at t' = max(t, free), where `free` is the instant from which the NIC can
//! send again. Then `free` becomes t' + 1/`message_rate`. With `nic.message_time` a message also passes the receiver's NIC
//! in this way. There, too, messages pass in the order of their starts, as if all messages to a NIC had the same latency.
//! A message takes more time of a NIC that does not keep the state of its connection ([`Caches`]).
//!
//! Cost: O(1) per message; 8 bytes per NIC (16 if receivers' NICs count) and per group of cores; nothing where the rate is
//! unlimited.

use super::connections::Caches;
use crate::Machine;
use units::{Endpoint, Time};

/// When each NIC, and each group of a host's levels, is free again.
#[derive(Debug)]
pub(crate) struct Injection {
    /// Of the slowest NIC; zero: nothing limits NICs.
    gap: Time,
    nics: usize,
    has_levels: bool,
    counts_receivers: bool,
    /// None: NICs keep the state of all connections.
    connections: Option<Caches>,
    free: Vec<Time>,
    free_receivers: Vec<Time>,
    free_levels: Vec<Time>,
}

impl Injection {
    /// Nothing is under way.
    pub(crate) fn new(machine: &dyn Machine) -> Self {
        Self { counts_receivers: machine.counts_receivers(), ..Self::of_senders(machine) }
    }

    /// As [`Injection::new`], where messages take the time of the sender's NIC alone.
    pub(crate) fn of_senders(machine: &dyn Machine) -> Self {
        Self {
            gap: machine.message_gap(),
            nics: usize::from(machine.nics()),
            has_levels: machine.level_ports() > 0,
            counts_receivers: false,
            connections: machine.connections().map(Caches::new),
            free: Vec::new(),
            free_receivers: Vec::new(),
            free_levels: Vec::new(),
        }
    }

    /// Whether a message takes the time of its receiver's NIC, too.
    pub(crate) fn counts_receivers(&self) -> bool {
        self.counts_receivers
    }

    /// When a message that starts now enters the network, or the fabric of its host.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        now: Time,
        source: Endpoint,
        destination: Endpoint,
        machine: &dyn Machine,
    ) -> Time {
        let inside = source.host == destination.host;
        let unlimited = if inside { !self.has_levels } else { self.gap == Time::ZERO };
        if unlimited { now } else { self.wait(now, (source, destination), machine) }
    }

    fn wait(&mut self, now: Time, (source, destination): (Endpoint, Endpoint), machine: &dyn Machine) -> Time {
        if source.host == destination.host {
            return match machine.level_port(source, destination) {
                Some(port) if port.gap > Time::ZERO => {
                    pass(&mut self.free_levels, port.number as usize, now, port.gap)
                }
                _ => now,
            };
        }
        let number = |end: Endpoint| end.host.index() * self.nics + usize::from(end.nic);
        let connections = &mut self.connections;
        let mut time = |own: Endpoint, other: Endpoint| {
            let fetch = connections.as_mut().map_or(Time::ZERO, |caches| caches.fetch(number(own), own, other));
            machine.message_time(own).saturating_add(fetch)
        };
        let takes = time(source, destination);
        let leaves = pass(&mut self.free, number(source), now, takes);
        if !self.counts_receivers {
            return leaves;
        }
        let takes = time(destination, source);
        pass(&mut self.free_receivers, number(destination), leaves, takes)
    }
}

/// When something passes that comes now, where one thing passes after another.
pub(super) fn pass(free: &mut Vec<Time>, number: usize, now: Time, gap: Time) -> Time {
    if number >= free.len() {
        free.resize(number + 1, Time::ZERO);
    }
    let enters = now.max(free[number]);
    free[number] = enters.saturating_add(gap);
    enters
}
