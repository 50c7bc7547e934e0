//! Which defaults a run has used, and how much of its time they have set.
//!
//! A default is used if an executed call, or a model that has worked, has asked for its value: sends use `send`, requests to
//! file servers use the file system's. The share of one that is the time or the rate of some work is what the rank that is
//! busiest with that work has spent in it, over the simulated time; so if the work of the program's ranks stays the same, a
//! value by which it takes ten times as long makes the run last ten times the share. Only totals of the run are needed:
//!
//! | key | time of the busiest rank |
//! |---|---|
//! | `compute` | in blocks |
//! | `mpi: send`, `isend`, `recv` | all ranks' time, by the messages that the rank has sent or received |
//! | `mpi: reduction_rate`, `comm_create`, `spawn`, `name_service` | the mean over ranks |
//! | `platform: storage.…` | from its requests' posts to their answers, no instant counted twice, divided as the storage model does |
//!
//! Thresholds, factors, choices and capacities have no share: they price no work of their own. Nor have `test` and `iprobe`,
//! as polls fill a wait that is as long without them.

use crate::assembly::Assembly;
use crate::scenario::{Scenario, Workload};
use config::UsedDefault;
use mpi::library::FileHints;
use mpi::{Cost, RunSummary};
use observe::Summary;
use ops::{FILE_HINTS, HintForm, Protocol};
use platform::{Platform, StorageServers};

/// Defaults with the part of the input that they belong to.
pub(crate) fn of_part(part: &str, used: &[UsedDefault]) -> Vec<UsedDefault> {
    used.iter().map(|used| UsedDefault { key: format!("{part}: {}", used.key), ..used.clone() }).collect()
}

/// Defaults of the file system, given those of its model.
pub(crate) fn of_storage(platform: &Platform, model: &[UsedDefault]) -> Vec<UsedDefault> {
    let mut all = Vec::new();
    let Some(section) = &platform.storage else {
        all.push(UsedDefault::new(
            "storage.model",
            models::storage::STORAGES[0].name,
            "the platform has no [storage]",
        ));
        all.push(UsedDefault::new("storage.servers", "1", "the platform has no [storage]"));
        all.extend(model.iter().map(in_storage));
        return all;
    };
    if matches!(section.servers, StorageServers::Attached(1)) && section.location("servers").is_none() {
        all.push(UsedDefault::new("storage.servers", "1", "one server, attached to all hosts"));
    }
    all.extend(model.iter().map(in_storage));
    all
}

fn in_storage(used: &UsedDefault) -> UsedDefault {
    UsedDefault { key: format!("storage.{}", used.key), ..used.clone() }
}

/// Hints of files that the I/O library obeys; none without one.
pub(crate) fn of_hints(hints: Option<FileHints>) -> Vec<UsedDefault> {
    let own = FileHints::default();
    let known = hints.iter().flat_map(|hints| FILE_HINTS.iter().zip(hints.values()).zip(own.values()));
    let is_default = known.filter(|((hint, value), own)| hint.form != HintForm::Ignored && value == own);
    let text = |hint: &ops::FileHint, value| match (hint.name, value) {
        ("cb_nodes", 0) => "one per host".to_owned(),
        _ => hint.text(value),
    };
    let default = |((hint, value), _): ((&ops::FileHint, u64), u64)| {
        UsedDefault::new(&format!("hints.{}", hint.name), &text(hint, value), "ROMIO's")
    };
    is_default.map(default).collect()
}

/// The defaults that a run has used.
pub(crate) fn used(scenario: &Scenario, assembly: &Assembly, run: &RunSummary, totals: &Summary) -> Vec<UsedDefault> {
    let uses = Uses { scenario, run, totals };
    let is_used = |used: &&UsedDefault| uses.has(&used.key);
    let share = |used: &UsedDefault| UsedDefault { share_millionths: uses.share(&used.key), ..used.clone() };
    assembly.defaults.iter().filter(is_used).map(share).collect()
}

struct Uses<'a> {
    scenario: &'a Scenario,
    run: &'a RunSummary,
    totals: &'a Summary,
}

impl Uses<'_> {
    /// Whether the run has used a key.
    fn has(&self, key: &str) -> bool {
        let is_program = matches!(self.scenario.workload, Workload::Program { .. });
        let files = self.run.storage.is_some();
        match key.split_once(": ") {
            // The blocks of traces and motifs are not measured.
            None => is_program || !["compute", "mode"].contains(&key),
            Some(("mpi", key)) => self.has_of_library(key),
            Some(("platform", key)) if key.starts_with("storage.") => files,
            // Any number of them simulates the same.
            Some(("network", "threads")) => false,
            Some(("network", _)) => files || self.run.totals.messages > 0,
            Some(_) => true,
        }
    }

    fn has_of_library(&self, key: &str) -> bool {
        let messages = |wanted: &dyn Fn(Protocol) -> bool| {
            self.totals.protocols.iter().any(|sent| sent.messages > 0 && wanted(sent.protocol))
        };
        if let Some(cost) = cost_of(key) {
            return self.run.totals.costs.of(cost).0 > 0;
        }
        match key {
            "library" => true,
            "handshake" => messages(&|protocol| !matches!(protocol, Protocol::Eager)),
            "partitions" => messages(&|protocol| protocol == Protocol::Partitioned),
            "collective_progress" => self.run.totals.collectives > 0,
            _ if key.starts_with("hints.") => self.run.storage.is_some(),
            _ => messages(&|_| true),
        }
    }

    /// The part of the run that the busiest rank has spent in the work whose time a key sets, in parts of a million.
    fn share(&self, key: &str) -> Option<u64> {
        let time = match key.split_once(": ") {
            None if key == "compute" => self.totals.compute.1.ps(),
            Some(("mpi", key)) => self.time_of_library(cost_of(key)?)?,
            Some(("platform", key)) => {
                let parameter = key.strip_prefix("storage.")?;
                let of_requests = self.run.storage.as_ref()?;
                of_requests.iter().find(|(known, _)| *known == parameter)?.1.ps()
            }
            _ => return None,
        };
        Some(parts(1_000_000, time, self.run.time.ps()))
    }

    fn time_of_library(&self, cost: Cost) -> Option<u64> {
        let all = self.run.totals.costs.of(cost).1.ps();
        let [sent, received] = self.totals.busiest;
        match cost {
            Cost::Send | Cost::Isend => Some(parts(all, sent, self.totals.messages)),
            Cost::Recv => Some(parts(all, received, self.totals.messages)),
            Cost::Handshake => Some(parts(all, sent + received, 2 * self.totals.messages)),
            Cost::Reduction | Cost::CommCreate | Cost::Spawn | Cost::NameService => {
                Some(parts(all, 1, self.totals.ranks.into()))
            }
            Cost::Test | Cost::Iprobe => None,
        }
    }
}

fn cost_of(key: &str) -> Option<Cost> {
    Cost::ALL.into_iter().find(|cost| cost.key() == key)
}

/// As much of a whole as a part is of another one; nothing of nothing.
fn parts(whole: u64, part: u64, of: u64) -> u64 {
    let share = (u128::from(whole) * u128::from(part)).checked_div(u128::from(of));
    share.map_or(0, |share| u64::try_from(share).unwrap_or(u64::MAX))
}
