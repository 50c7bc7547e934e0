//! Computes the times of a ring allgather in closed form, for rings with too many messages to be simulated. Such rings occur in
//! the agreement of ranks on a new communicator (module `agreement`). Each message takes the time that it would take in an idle
//! network.
//!
//! Let n be the number of ranks and B_r the time at which rank r begins. In each of the n − 1 rounds, a rank sends to the next
//! rank and receives from the previous one. Let o_r be the CPU time of rank r for one send and one receive. Let s_r be the time
//! of one hop to rank r: the previous rank's send overhead, the message, and rank r's receive overhead. Rank r ends a round at
//! the later of
//!
//! - its own end of the round before, plus o_r;
//! - the previous rank's end of the round before, plus s_r.
//!
//! So the end of rank r's last round is a longest path: the maximum, over j = 0, …, n − 1, of a sum of three terms. The first
//! is B of the rank that is j ranks before r. The second is the sum of the j hops from that rank to r. The third is the time of
//! the other rounds: n−1−j times the largest o of the ranks on the way.

use super::Schedules;
use super::role::Role;
use crate::costs::Cost;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_VERTEX, Event};
use crate::ids::{MessageId, ScheduleId};
use crate::token::Token;
use ops::CommId;
use std::collections::{BTreeMap, VecDeque};
use units::{ActorId, Time};

/// Rings that some ranks have come to, by communicator and operation.
#[derive(Default)]
pub(super) struct Rings {
    begun: BTreeMap<(CommId, u32), Vec<Arrival>>,
    /// Whether the user has been told.
    told: bool,
}

/// A rank that waits for its blocks.
struct Arrival {
    rank: u32,
    vertex: u16,
    schedule: ScheduleId,
    begins: Time,
}

/// A rank's times in a ring.
#[derive(Clone, Copy, Debug)]
struct Passing {
    begins: Time,
    /// For its own send and receive of a round.
    own: Time,
    /// From the begin of the previous rank's round to the end of its own.
    step: Time,
}

impl Schedules {
    /// A rank comes to a ring, which the last one lets go.
    pub(super) fn enter_ring(&mut self, core: &mut EngineCore<'_>, (id, vertex): (ScheduleId, u16), bytes: u64) {
        let schedule = self.get(id);
        let Role { comm, number, rank, size, .. } = schedule.role;
        let (now, vitals) = (core.kernel.now(), core.actors.vitals_mut(schedule.caller));
        let inside = vitals.progress.inside;
        let begins = (*vitals.cpu.of_library(inside)).max(now);
        let arrived = self.rings.begun.entry((comm, number)).or_insert_with(|| Vec::with_capacity(size as usize));
        arrived.push(Arrival { rank, vertex, schedule: id, begins });
        if arrived.len() < size as usize {
            return;
        }
        let mut ranks = self.rings.begun.remove(&(comm, number)).unwrap_or_default();
        ranks.sort_unstable_by_key(|arrival| arrival.rank);
        let passing = self.passing(core, &ranks, bytes);
        for (arrival, end) in ranks.iter().zip(ends(&passing)) {
            let schedule = self.get(arrival.schedule);
            let vitals = core.actors.vitals_mut(schedule.caller);
            let clock = vitals.cpu.of_library(vitals.progress.inside);
            *clock = end.max(*clock);
            core.at(end, CLASS_VERTEX, schedule.actor, Event::Vertex(arrival.schedule, arrival.vertex));
        }
        if !std::mem::replace(&mut self.rings.told, true) {
            let function = core.actors.call_of(self.get(id).caller).0.name();
            let messages = u64::from(size) * u64::from(size - 1);
            core.tell(format!(
                "{function}: {size} ranks agree by a ring of {messages} messages, which are not simulated: each takes \
                 what it takes in an idle network without noise, and no total and no table has them"
            ));
        }
    }

    /// Each rank's times.
    fn passing(&self, core: &mut EngineCore<'_>, ranks: &[Arrival], bytes: u64) -> Vec<Passing> {
        let rounds = ranks.len() as u64 - 1;
        let actors: Vec<ActorId> = ranks.iter().map(|arrival| self.get(arrival.schedule).actor).collect();
        let previous = |rank: usize| actors[(rank + actors.len() - 1) % actors.len()];
        let sends = |core: &EngineCore<'_>, ends: (ActorId, ActorId)| core.protocol(ends.0, ends.1).isend.cost(bytes);
        let mut passing = Vec::with_capacity(ranks.len());
        for (rank, arrival) in ranks.iter().enumerate() {
            let (from, to) = ((previous(rank), actors[rank]), (actors[rank], actors[(rank + 1) % actors.len()]));
            let (send, recv) = (sends(core, to), core.protocol(from.0, from.1).recv.cost(bytes));
            for (cost, time) in [(Cost::Isend, send), (Cost::Recv, recv)] {
                core.totals.costs.add_many(cost, rounds, Time::from_ps(time.ps().saturating_mul(rounds)));
            }
            let sender = self.get(arrival.schedule);
            let phase = core.actors.vitals(from.0).phase;
            let mut transfer = core.transfer(Token::Message(MessageId(0)), from, bytes, phase);
            transfer.bytes += core.library.protocol.envelope;
            transfer.source.held = core.placement.held(from, sender.call.buffer_bytes(), bytes, true);
            let message = core
                .kernel
                .uncontended_time(&transfer)
                .expect("every network model knows what a message takes alone");
            let step = sends(core, from).saturating_add(message).saturating_add(recv);
            passing.push(Passing { begins: arrival.begins, own: send.saturating_add(recv), step });
        }
        passing
    }
}

/// When each rank ends the last round.
fn ends(ranks: &[Passing]) -> Vec<Time> {
    let count = ranks.len();
    let ps = |time: Time| i128::from(time.ps());
    let mut waits: Vec<Time> = ranks.iter().map(|rank| rank.own).collect();
    waits.sort_unstable();
    waits.dedup();
    let mut ends = vec![0; count];
    // Paths on which the rounds that are left pass at a rank that needs `wait` for each. Ranks are counted on over the end of the ring.
    for wait in waits {
        // Of a path, what depends on where it begins; the best ones, each later and worse than the one before.
        let mut best: VecDeque<(usize, i128)> = VecDeque::new();
        let (mut waiting, mut moved) = (VecDeque::new(), 0);
        for at in 0..2 * count {
            let rank = &ranks[at % count];
            // The gain of a path by steps on instead of rounds in place.
            moved += ps(rank.step) - ps(wait);
            waiting.push_back((at, ps(rank.begins) - moved));
            if rank.own == wait {
                for (from, value) in waiting.drain(..) {
                    while best.back().is_some_and(|last| last.1 <= value) {
                        best.pop_back();
                    }
                    best.push_back((from, value));
                }
            }
            while best.front().is_some_and(|first| first.0 + count <= at) {
                best.pop_front();
            }
            if let Some(end) = at.checked_sub(count) {
                let &(_, value) = best.front().expect("a rank of this kind is among the last ones");
                ends[end] = value.saturating_add(moved + (count as i128 - 1) * ps(wait)).max(ends[end]);
            }
        }
    }
    ends.into_iter().map(|end| Time::from_ps(u64::try_from(end).unwrap_or(u64::MAX))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Round by round.
    fn by_rounds(ranks: &[Passing]) -> Vec<Time> {
        let mut ends: Vec<Time> = ranks.iter().map(|rank| rank.begins).collect();
        for _ in 1..ranks.len() {
            let previous = |rank: usize| ends[(rank + ranks.len() - 1) % ranks.len()];
            let round = |(rank, own): (usize, &Passing)| (ends[rank] + own.own).max(previous(rank) + own.step);
            ends = ranks.iter().enumerate().map(round).collect();
        }
        ends
    }

    #[test]
    fn a_ring_ends_as_round_by_round() {
        let mut seed = 7_u64;
        let mut draw = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for count in 2..40 {
            for spread in [1, 5, 1_000, 100_000] {
                let ranks: Vec<Passing> = (0..count)
                    .map(|_| {
                        let own = 700 + 50 * draw(3);
                        let step = own + draw(300);
                        let [begins, own, step] = [draw(spread), own, step].map(Time::from_ps);
                        Passing { begins, own, step }
                    })
                    .collect();
                assert_eq!(ends(&ranks), by_rounds(&ranks), "{ranks:?}");
            }
        }
    }
}
