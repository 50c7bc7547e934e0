//! Reports which default values a run has used, and how much of the simulated time depends on each.
//!
//! A default counts as used if it belongs to a call that was executed, or to a model that has done work. For example, sends
//! use `send`, and requests to file servers use the file system's parameters.
//!
//! A default that sets the time or the rate of some work has a *share*: the time that the busiest rank has spent in that
//! work, divided by the simulated time. For example, if the share is 10 % and another value makes this work take ten times as
//! long, the run takes longer by 9 · 10 % = 90 %, provided that the ranks' work stays the same. Only totals of the run are
//! needed:
//!
//! | key | time of the busiest rank |
//! |---|---|
//! | `compute` | its time in computation blocks |
//! | `mpi: send`, `isend`, `recv` | the time of all ranks, times this rank's part of the messages sent or received |
//! | `mpi: reduction_rate`, `copy_rate`, `pack`, `comm_create`, `spawn`, `name_service` | the mean over ranks |
//! | `platform: storage.…` | its time with an I/O request pending, divided among the parameters by the storage model |
//!
//! Thresholds, factors, choices and capacities have no share, because they are neither the time nor the rate of any work. The
//! costs of polls (`test` and `iprobe`) have no share, either: polls fill a wait that would be as long without them.

use crate::assembly::Assembly;
use crate::scenario::{Scenario, Workload};
use config::{Fallback, Parameter, UsedDefault};
use models::Setting;
use models::network::NetworkKind;
use models::storage::STORAGES;
use models::storage::devices::DEVICES;
use models::storage::layouts::LAYOUTS;
use mpi::library::FileHints;
use mpi::{Cost, RunSummary};
use observe::Summary;
use ops::{FILE_HINTS, HintForm, Protocol};
use platform::Platform;

/// Defaults with the part of the input that they belong to.
pub(crate) fn of_part(part: &str, used: &[UsedDefault]) -> Vec<UsedDefault> {
    used.iter().map(|used| UsedDefault { key: format!("{part}: {}", used.key), ..used.clone() }).collect()
}

/// Defaults of the parameters of a model, but for those that are given; also of those that another parameter makes void.
fn of_model<'a>(
    parameters: impl IntoIterator<Item = &'a Parameter>,
    given: &'a dyn Fn(&str) -> bool,
) -> impl Iterator<Item = UsedDefault> {
    parameters.into_iter().filter(move |parameter| !given(parameter.name)).filter_map(|parameter| {
        let Fallback::Value { value, source } = parameter.fallback else { return None };
        Some(UsedDefault::new(parameter.name, value, if source.is_empty() { parameter.doc } else { source }))
    })
}

/// Defaults of the network model.
pub(crate) fn of_network(kind: &NetworkKind, given: &[Setting<'_>], platform: &Platform) -> Vec<UsedDefault> {
    let own = platform.model_section(kind.name).map_or(&[][..], |section| &section.settings);
    let is_given = |name: &str| {
        given.iter().any(|setting| setting.name == name) || own.iter().any(|(setting, _)| setting == name)
    };
    of_model(kind.parameters, &is_given).collect()
}

/// Defaults of the file system.
pub(crate) fn of_storage(platform: &Platform) -> Vec<UsedDefault> {
    let none = "the platform has no [storage]";
    let section = platform.storage.clone().unwrap_or_default();
    let given = |name: &str| section.settings.iter().any(|(setting, _)| setting == name);
    let setting =
        |name: &str| section.settings.iter().find(|(setting, _)| setting == name).map(|(_, value)| &**value);
    let is_there = platform.storage.is_some();
    let mut all = Vec::new();
    if !is_there {
        all.push(UsedDefault::new("model", STORAGES[0].name, none));
    }
    if section.location("servers").is_none() {
        all.push(UsedDefault::new("servers", "1", if is_there { "one server, attached to all hosts" } else { none }));
    }
    let name = section.model.as_deref().unwrap_or(STORAGES[0].name);
    let Some(model) = STORAGES.iter().find(|kind| kind.name == name) else { return all };
    all.extend(of_model(model.parameters, &given));
    // The kinds of its parts, if it has some, and their parameters.
    let kind_of = |part: &str| {
        let declared = model.parameters.iter().find(|parameter| parameter.name == part);
        declared.and_then(|parameter| setting(part).or(parameter.default_value()))
    };
    let layout = LAYOUTS.iter().find(|kind| Some(kind.name) == kind_of("layout.kind"));
    let device = DEVICES.iter().find(|kind| Some(kind.name) == kind_of("device.kind"));
    let parts = layout.map(|kind| kind.parameters).into_iter().chain(device.map(|kind| kind.parameters));
    all.extend(of_model(parts.flatten(), &given));
    all.into_iter().map(|used| UsedDefault { key: format!("storage.{}", used.key), ..used }).collect()
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
            "lock_all" => messages(&|protocol| protocol == Protocol::OneSided),
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
            Cost::Reduction | Cost::Copy | Cost::Pack | Cost::CommCreate | Cost::Spawn | Cost::NameService => {
                Some(parts(all, 1, self.totals.ranks.into()))
            }
            Cost::Test | Cost::Iprobe => None,
        }
    }
}

fn cost_of(key: &str) -> Option<Cost> {
    Cost::named(key)
}

/// As much of a whole as a part is of another one; nothing of nothing.
fn parts(whole: u64, part: u64, of: u64) -> u64 {
    let share = (u128::from(whole) * u128::from(part)).checked_div(u128::from(of));
    share.map_or(0, |share| u64::try_from(share).unwrap_or(u64::MAX))
}
