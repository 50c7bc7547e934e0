//! Records which algorithm each collective operation runs, for the table `collectives` and other observers that ask for it. A
//! hierarchical algorithm runs further operations (on a host, among the leaders of hosts …), and their algorithms are recorded,
//! too.

use super::Schedule;
use crate::engine_core::EngineCore;
use crate::message::Owner;
use crate::schedule::Level;
use crate::selectors::Choice;
use ops::{CollectivePart, CollectiveRecord, Record, Reducer};
use units::Time;

/// The algorithms that observers have been told of.
#[derive(Default)]
pub(super) struct Algorithms(Vec<Choice>);

/// An algorithm by its number, and when the rank began with it.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    algorithm: u32,
    start: Time,
}

impl Algorithms {
    /// Notes what a rank begins with, if an observer wants to know. What no selector chose is not noted.
    pub(super) fn note(&mut self, core: &mut EngineCore<'_>, choice: Option<Choice>) -> Option<Chosen> {
        let choice = choice.filter(|_| core.interest.collectives)?;
        Some(Chosen { algorithm: self.number(core, choice), start: core.kernel.now() })
    }

    fn number(&mut self, core: &mut EngineCore<'_>, choice: Choice) -> u32 {
        let known = self.0.iter().position(|known| *known == choice);
        let number = known.unwrap_or(self.0.len()) as u32;
        if known.is_none() {
            core.name_algorithm(number, &choice.to_string());
            self.0.push(choice);
        }
        number
    }
}

impl Chosen {
    /// What an observer is told when the part of `schedule` has ended.
    pub(super) fn record(self, schedule: &Schedule, end: Time) -> Record {
        let (role, call) = (&schedule.role, &schedule.call);
        let within = matches!(schedule.owner, Owner::Vertex(..)) || schedule.agreement.is_some();
        let part = match (within, role.level) {
            (true, Level::All | Level::LocalGroup | Level::New) => CollectivePart::Within,
            (_, Level::All | Level::LocalGroup | Level::New) => CollectivePart::Whole,
            (_, Level::Host) => CollectivePart::Host,
            (_, Level::Leaders) => CollectivePart::Leaders,
            (_, Level::Peers) => CollectivePart::Peers,
        };
        Record::Collective(CollectiveRecord {
            actor: schedule.actor,
            comm: role.comm,
            number: role.number,
            part,
            operation: call.operation,
            blocking: role.blocking,
            algorithm: self.algorithm,
            ranks: role.size,
            root: call.root,
            count: call.count,
            element_bytes: call.element_bytes,
            in_place: call.in_place,
            commutative: call.reducer.is_none_or(Reducer::commutative),
            start: self.start,
            end,
        })
    }
}
