//! The report of a run that cannot go on (deadlock or error), as data: which rank waits for which, in which call, at which
//! source line.

use crate::comm::CollectiveArrival;
use ops::Function;
use std::fmt;
use units::{ActorId, Time};

/// A world that has been started while the run was on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpawnedWorld {
    /// Its number: the world that the run began with is 0.
    pub job: u32,
    /// Its rank 0 among all ranks of the run.
    pub first: u32,
    /// Its ranks.
    pub ranks: u32,
    /// Who has started it.
    pub parent: u32,
    /// When its ranks began.
    pub start: Time,
    /// Its programs, as they were named.
    pub programs: Vec<String>,
}

impl std::fmt::Display for SpawnedWorld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { job, first, ranks, parent, programs, .. } = self;
        let of = programs.join(", ");
        if *ranks == 1 {
            return write!(f, "rank {first} is rank 0 of world {job} ({of}), started by rank {parent}");
        }
        let last = first + ranks - 1;
        write!(f, "ranks {first} to {last} are 0 to {} of world {job} ({of}), started by rank {parent}", ranks - 1)
    }
}

/// Why a run could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The finding, in one line.
    pub finding: String,
    /// The ranks that are blocked, ascending; at most 64.
    pub blocked: Vec<Blocked>,
    /// How many more are blocked.
    pub more: u32,
    /// The knot: ranks that wait for one another; empty where there is none to show.
    pub knot: Vec<u32>,
    /// Worlds that were started while the run was on: whose the ranks beyond those of the first are.
    pub worlds: Vec<SpawnedWorld>,
}

/// A blocked rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Which.
    pub rank: u32,
    /// In which call.
    pub function: Function,
    /// At which place of the program.
    pub site: String,
    /// For what.
    pub waits_for: String,
}

/// The most blocked ranks that are named.
pub(crate) const BLOCKED_MAX: usize = 64;

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.finding)?;
        for blocked in &self.blocked {
            let Blocked { rank, function, site, waits_for } = blocked;
            write!(f, "\n  rank {rank}: {} at {site} waits for {waits_for}", function.name())?;
        }
        if self.more > 0 {
            write!(f, "\n  and {} more", self.more)?;
        }
        if let [only] = self.knot[..] {
            write!(f, "\n  the knot: rank {only} waits for something that cannot happen")?;
        } else if !self.knot.is_empty() {
            let ranks: Vec<String> = self.knot.iter().take(BLOCKED_MAX).map(u32::to_string).collect();
            write!(f, "\n  the knot: ranks {} wait only for each other", ranks.join(", "))?;
        }
        for world in self.worlds.iter().take(BLOCKED_MAX) {
            write!(f, "\n  {world}")?;
        }
        Ok(())
    }
}

impl Diagnosis {
    /// One rank's misuse.
    pub(crate) fn of_rank(rank: ActorId, text: &str, place: &str) -> Self {
        Self {
            finding: format!("rank {rank}: {text}, at {place}"),
            blocked: Vec::new(),
            more: 0,
            knot: Vec::new(),
            worlds: Vec::new(),
        }
    }

    /// Two ranks that disagree about a collective.
    pub(crate) fn mismatch(first: CollectiveArrival, second: CollectiveArrival, places: &[String; 2]) -> Self {
        let how = first.signature.disagreement(second.signature).unwrap_or("different operations");
        let call = |who: CollectiveArrival, other: CollectiveArrival, place: &str| {
            let what = who.signature.differs_by(other.signature);
            format!("rank {} calls {} at {place}{what}", who.actor, who.function.name())
        };
        let (one, other) = (call(first, second, &places[0]), call(second, first, &places[1]));
        let finding = format!("collective mismatch ({how}): {one}, {other}");
        Self { finding, blocked: Vec::new(), more: 0, knot: Vec::new(), worlds: Vec::new() }
    }
}
