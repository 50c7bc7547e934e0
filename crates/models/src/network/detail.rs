//! Two network models in one run (`--detail`): transfers in chosen phases of the program use the detailed model that the user
//! has chosen, and all other transfers use `delay`.
//!
//! The other phases (setup, output, most iterations of a loop) cost as little simulation time as with `delay` alone. Transfers
//! of one model do not contend with transfers of the other. So a detailed phase begins on an empty network. If some ranks are
//! in a detailed phase while others are not, the others' transfers take no bandwidth from those of the detailed phase. Link
//! counters count the detailed phases only.

use kernel::{Completion, LinkCounters, Losses, Network, Transfer};
use units::Time;

/// See the module.
pub struct Detail {
    detailed: Box<dyn Network>,
    other: Box<dyn Network>,
    /// Names of the phases in detail.
    names: Vec<String>,
    /// Whether a phase is one of them, by its number.
    phases: Vec<bool>,
    /// Transfers in detail, and others.
    started: [u64; 2],
}

impl Detail {
    /// `detailed` for phases of these names, `other` for what else there is. Neither has buffers of its own ([`Network::takes_bytes`]).
    pub fn new(detailed: Box<dyn Network>, other: Box<dyn Network>, names: Vec<String>) -> Self {
        let mut network = Self { detailed, other, names, phases: Vec::new(), started: [0; 2] };
        network.name_phase(0, "0");
        network
    }

    fn is_detailed(&self, transfer: &Transfer) -> bool {
        self.phases.get(transfer.phase as usize).copied().unwrap_or(false)
    }
}

impl Network for Detail {
    fn start(&mut self, now: Time, transfer: &Transfer) {
        if self.is_detailed(transfer) {
            self.started[0] += 1;
            self.detailed.start(now, transfer);
        } else {
            self.started[1] += 1;
            self.other.start(now, transfer);
        }
    }

    fn next_event(&mut self) -> Time {
        self.detailed.next_event().min(self.other.next_event())
    }

    fn sync_counters(&mut self, now: Time) {
        self.detailed.sync_counters(now);
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        // Each goes from event to event of its own, as it would alone.
        for network in [&mut self.detailed, &mut self.other] {
            if network.next_event() <= to {
                network.advance(to, completions);
            }
        }
    }

    fn idle(&self) -> Box<dyn Network> {
        let mut idle = Self::new(self.detailed.idle(), self.other.idle(), self.names.clone());
        idle.phases.clone_from(&self.phases);
        Box::new(idle)
    }

    fn name_phase(&mut self, phase: u32, name: &str) {
        let at = phase as usize;
        if self.phases.len() <= at {
            self.phases.resize(at + 1, false);
        }
        self.phases[at] = self.names.iter().any(|known| known == name);
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        if self.is_detailed(transfer) {
            self.detailed.uncontended_time(transfer)
        } else {
            self.other.uncontended_time(transfer)
        }
    }

    fn keeps_order(&self) -> bool {
        self.detailed.keeps_order() && self.other.keeps_order()
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        self.detailed.counters()
    }

    fn count_links(&mut self, by_phase: bool) {
        self.detailed.count_links(by_phase);
    }

    fn rate_error(&self) -> Option<u32> {
        self.detailed.rate_error()
    }

    fn losses(&self) -> Option<Losses> {
        self.detailed.losses()
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let [detailed, other] = self.started;
        let mut all = self.detailed.statistics();
        // With all in detail it is the network itself.
        if other > 0 {
            all.extend([("transfers_in_detail", detailed), ("transfers_outside_of_detail", other)]);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::CompletionKind;
    use std::collections::VecDeque;
    use units::{Endpoint, HostId};

    /// Every transfer takes the same time, one after another.
    struct Fixed {
        each: u64,
        ends: VecDeque<(Time, u64)>,
    }

    impl Network for Fixed {
        fn start(&mut self, now: Time, transfer: &Transfer) {
            let after = self.ends.back().map_or(now, |(end, _)| *end);
            self.ends.push_back((Time::from_ps(after.max(now).ps() + self.each), transfer.token));
        }

        fn next_event(&mut self) -> Time {
            self.ends.front().map_or(Time::MAX, |(end, _)| *end)
        }

        fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
            assert_eq!(to, self.next_event(), "it is not moved between its events");
            let (_, token) = self.ends.pop_front().expect("an event");
            completions.push(Completion { token, kind: CompletionKind::Delivered, bottleneck: None });
        }

        fn idle(&self) -> Box<dyn Network> {
            Box::new(Fixed { each: self.each, ends: VecDeque::new() })
        }

        fn counters(&self) -> Option<&dyn LinkCounters> {
            None
        }
    }

    fn network(names: &[&str]) -> Detail {
        let fixed = |each| Box::new(Fixed { each, ends: VecDeque::new() });
        Detail::new(fixed(100), fixed(7), names.iter().map(|&name| name.to_owned()).collect())
    }

    /// When the transfers of these phases end, which start at 0.
    fn ends(network: &mut dyn Network, phases: &[u32]) -> Vec<(u64, u64)> {
        let end = |host| Endpoint { host: HostId(host), ..Endpoint::default() };
        for (token, &phase) in (0..).zip(phases) {
            network.start(Time::ZERO, &Transfer { phase, ..Transfer::new(token, end(0), end(1), 8) });
        }
        let mut found = Vec::new();
        while network.next_event() < Time::MAX {
            let (to, mut completions) = (network.next_event(), Vec::new());
            network.advance(to, &mut completions);
            found.extend(completions.iter().map(|completion| (completion.token, to.ps())));
        }
        found
    }

    #[test]
    fn phases_in_detail_have_a_network_of_their_own() {
        let mut network = network(&["solve", "0"]);
        network.name_phase(1, "io");
        network.name_phase(2, "solve");
        let expected = [(1, 7), (3, 14), (0, 100), (2, 200)];
        assert_eq!(ends(&mut network, &[0, 1, 2, 1]), expected);
        assert_eq!(network.statistics(), [("transfers_in_detail", 2), ("transfers_outside_of_detail", 2)]);
        assert_eq!(ends(&mut *network.idle(), &[0, 1, 2, 1]), expected, "names of phases stay");
    }

    #[test]
    fn all_phases_in_detail_are_the_network_itself() {
        let mut network = network(&["0"]);
        assert_eq!(ends(&mut network, &[0, 0]), [(0, 100), (1, 200)]);
        assert!(network.statistics().is_empty());
    }
}
