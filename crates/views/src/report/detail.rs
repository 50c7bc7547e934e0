//! Single calls and messages of the chosen ranks.
//!
//! There is room for so many calls of a rank and so many messages; what comes later is left out, and the page says from
//! which time on.

use super::choose::Chosen;
use super::pack::Varints;
use ops::{CallSite, Protocol};
use results::{MessageRow, State, TimelineRow};
use serde::Serialize;
use std::collections::BTreeMap;

/// Calls of all lanes together, and messages, for a report of one run.
pub(crate) const MAX_CALLS: u64 = 240_000;
pub(crate) const MAX_MESSAGES: u64 = 80_000;

/// A chosen rank.
#[derive(Debug)]
struct Lane {
    chosen: Chosen,
    rows: Varints,
    count: u64,
    /// The end of the last row.
    end: u64,
    cut: Option<u64>,
}

/// What the page has to know of a lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct LaneHead {
    pub(crate) rank: u32,
    pub(crate) why: String,
    pub(crate) calls: u64,
    /// The time from which calls were left out.
    pub(crate) cut: Option<u64>,
}

/// Gathers calls and messages of the chosen ranks.
#[derive(Debug)]
pub(crate) struct Detail {
    lanes: Vec<Lane>,
    calls_each: u64,
    states: Vec<State>,
    sites: Vec<CallSite>,
    site_numbers: BTreeMap<CallSite, u64>,
    messages: Varints,
    message_count: u64,
    max_messages: u64,
    messages_cut: Option<u64>,
}

impl Detail {
    /// For ranks in ascending order; several runs share the room.
    pub(crate) fn new(chosen: Vec<Chosen>, runs: u64) -> Self {
        let calls_each = MAX_CALLS / runs / (chosen.len() as u64).max(1);
        let lane = |chosen| Lane { chosen, rows: Varints::default(), count: 0, end: 0, cut: None };
        Self {
            lanes: chosen.into_iter().map(lane).collect(),
            calls_each,
            states: vec![State::Compute],
            sites: Vec::new(),
            site_numbers: BTreeMap::new(),
            messages: Varints::default(),
            message_count: 0,
            max_messages: MAX_MESSAGES / runs,
            messages_cut: None,
        }
    }

    fn lane(&self, rank: u32) -> Option<usize> {
        self.lanes.binary_search_by_key(&rank, |lane| lane.chosen.rank).ok()
    }

    pub(crate) fn add_call(&mut self, row: &TimelineRow) {
        let Some(at) = self.lane(row.rank.0) else { return };
        let (start, end) = (row.start.ps(), row.end.ps());
        let lane = &mut self.lanes[at];
        if lane.count >= self.calls_each {
            lane.cut.get_or_insert(start);
            return;
        }
        let state = match self.states.iter().position(|state| *state == row.state) {
            Some(at) => at,
            None => {
                self.states.push(row.state);
                self.states.len() - 1
            }
        };
        let sites = &mut self.sites;
        let site = *self.site_numbers.entry(row.site).or_insert_with(|| {
            sites.push(row.site);
            sites.len() as u64 - 1
        });
        // Threads of a rank may be in several calls at a time.
        lane.rows.push_signed(start as i64 - lane.end as i64);
        lane.rows.push(end - start);
        lane.rows.push(state as u64);
        lane.rows.push(site);
        lane.rows.push(row.waiting.ps());
        lane.end = end;
        lane.count += 1;
    }

    pub(crate) fn add_message(&mut self, row: &MessageRow) {
        if self.lane(row.source.0).is_none() && self.lane(row.destination.0).is_none() {
            return;
        }
        let (posted, start, delivered) = (row.posted.ps(), row.start.ps(), row.delivered.ps());
        if self.message_count >= self.max_messages {
            let cut = self.messages_cut.get_or_insert(posted);
            *cut = posted.min(*cut);
            return;
        }
        self.messages.push(row.source.0.into());
        self.messages.push(row.destination.0.into());
        self.messages.push_signed(row.tag.into());
        self.messages.push(row.bytes);
        self.messages.push(protocol(row.protocol) << 1 | u64::from(row.collective));
        self.messages.push(posted);
        self.messages.push_signed(start as i64 - posted as i64);
        self.messages.push_signed(delivered as i64 - start as i64);
        self.message_count += 1;
    }

    pub(crate) fn heads(&self) -> Vec<LaneHead> {
        let head = |lane: &Lane| LaneHead {
            rank: lane.chosen.rank,
            why: lane.chosen.why.clone(),
            calls: lane.count,
            cut: lane.cut,
        };
        self.lanes.iter().map(head).collect()
    }

    /// The calls, lane by lane: start since the last one's end (signed), duration, state, site, waiting.
    pub(crate) fn calls(&self) -> Varints {
        let mut all = Varints::default();
        self.lanes.iter().for_each(|lane| all.append(&lane.rows));
        all
    }

    /// How many messages there are, and each one's source, destination, tag (signed), bytes, protocol and whether it is of a
    /// collective operation, when it was posted, how much later it began and how much later still it arrived (signed).
    pub(crate) fn messages(&self) -> (u64, &Varints, Option<u64>) {
        (self.message_count, &self.messages, self.messages_cut)
    }

    /// States and call sites by their numbers in [`Detail::calls`].
    pub(crate) fn states(&self) -> &[State] {
        &self.states
    }

    pub(crate) fn sites(&self) -> &[CallSite] {
        &self.sites
    }
}

/// Names of protocols by number.
pub(crate) const PROTOCOLS: [&str; 5] = ["eager", "detached", "rendezvous", "one-sided", "partitioned"];

fn protocol(protocol: Protocol) -> u64 {
    match protocol {
        Protocol::Eager => 0,
        Protocol::Detached => 1,
        Protocol::Rendezvous => 2,
        Protocol::OneSided => 3,
        Protocol::Partitioned => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::{CommId, Function};
    use units::{ActorId, Time};

    fn row(rank: u32, site: u32, start: u64, end: u64) -> TimelineRow {
        let state = State::Call(Function::from_name("MPI_Barrier").unwrap());
        let time = Time::from_ps;
        TimelineRow {
            rank: ActorId(rank),
            state,
            site: CallSite(site),
            start: time(start),
            end: time(end),
            waiting: Time::ZERO,
        }
    }

    fn chosen(ranks: &[u32]) -> Vec<Chosen> {
        ranks.iter().map(|&rank| Chosen { rank, why: String::new() }).collect()
    }

    #[test]
    fn only_chosen_ranks_are_kept_and_each_has_the_same_room() {
        let mut detail = Detail::new(chosen(&[2, 5]), MAX_CALLS / 4);
        for step in 0..3 {
            (0..6).for_each(|rank| detail.add_call(&row(rank, 7, step * 10, step * 10 + 4)));
        }
        let heads = detail.heads();
        assert_eq!((heads[0].rank, heads[0].calls, heads[0].cut), (2, 2, Some(20)));
        // Rank 2: begins at 0 for 4, state 1, site 0, no waiting; then 6 later (signed: 12).
        assert_eq!(detail.calls().bytes()[..10], [0, 4, 1, 0, 0, 12, 4, 1, 0, 0]);
        assert_eq!((detail.calls().bytes().len(), detail.sites()), (20, &[CallSite(7)][..]));
        assert_eq!(detail.states().len(), 2);
    }

    #[test]
    fn messages_of_a_chosen_rank_are_kept_as_long_as_there_is_room() {
        let mut detail = Detail::new(chosen(&[1]), MAX_MESSAGES / 2);
        let message = |source, destination, posted| MessageRow {
            source: ActorId(source),
            destination: ActorId(destination),
            communicator: CommId(0),
            tag: -1,
            collective: true,
            bytes: 3,
            protocol: Protocol::Rendezvous,
            posted: Time::from_ps(posted),
            start: Time::from_ps(posted + 1),
            delivered: Time::from_ps(posted + 3),
        };
        for (source, destination, posted) in [(0, 2, 1), (1, 0, 5), (3, 1, 6), (1, 3, 9), (1, 2, 8)] {
            detail.add_message(&message(source, destination, posted));
        }
        let (count, packed, cut) = detail.messages();
        assert_eq!((count, cut), (2, Some(8)));
        assert_eq!(packed.bytes()[..8], [1, 0, 1, 3, 5, 5, 2, 4]);
    }

    #[test]
    fn protocols_have_the_names_of_the_table() {
        assert_eq!(PROTOCOLS[protocol(Protocol::Rendezvous) as usize], "rendezvous");
        assert_eq!(PROTOCOLS[protocol(Protocol::Partitioned) as usize], "partitioned");
    }
}
