//! The advice of `windtunnel explain`: suggests changes to the program or machine for each cause of lost time.

use super::cause::{CauseGroup, first_site};
use super::names::Names;
use super::nearer::Nearer;
use crate::losses::{WaitState, foremost};
use crate::machine::Machine;
use crate::roots::ActivityKind;
use platform::StorageServers;
use results::Run;
use std::collections::{BTreeMap, BTreeSet};
use units::Time;

/// Facts of a run that advice depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Whether its blocks take no time already.
    pub(super) no_compute: bool,
    /// The network model.
    pub(super) network: String,
    /// How it is mapped.
    pub(super) mapping: String,
    /// The hosts that have ranks, if it can be told.
    pub(super) hosts: Option<usize>,
    /// Whether a host has several.
    pub(super) shared_hosts: bool,
    /// Another order of a host's ranks on its cores, if these form several groups, as `host.binding`.
    pub(super) binding: Option<String>,
    /// A mapping by which messages cross fewer links, if that has been looked for and there is one.
    pub(super) nearer: Option<Nearer>,
    /// File servers.
    pub(super) servers: u32,
    /// Their hosts, if they are on some.
    pub(super) server_hosts: Vec<String>,
    /// Algorithms that were chosen.
    pub(super) algorithms: BTreeMap<String, String>,
}

impl Facts {
    pub(super) fn of(run: &Run) -> Self {
        let (manifest, scenario) = (run.manifest(), &run.manifest().scenario);
        let machine = Machine::of(run).ok();
        let mapping = machine.as_ref().and_then(|machine| machine.mapping.as_ref().ok());
        let hosts =
            mapping.map(|mapping| (0..manifest.ranks).map(|rank| mapping.host(rank)).collect::<BTreeSet<_>>().len());
        let storage = machine.as_ref().and_then(|machine| machine.platform.storage.as_ref());
        let cores = machine.as_ref().map(|machine| &machine.platform.host);
        let servers = storage.map_or(1, |storage| storage.servers.count());
        let server_hosts = match (&machine, storage.map(|storage| &storage.servers)) {
            (Some(machine), Some(StorageServers::Hosts(hosts))) => {
                hosts.iter().map(|host| machine.platform.topology().host_name(*host)).collect()
            }
            _ => Vec::new(),
        };
        let algorithms = scenario["collective"].as_object().into_iter().flatten();
        Self {
            no_compute: scenario["compute"] == "none",
            network: manifest.network.clone(),
            mapping: scenario["job"][0]["mapping"].as_str().unwrap_or("block").to_owned(),
            hosts,
            binding: cores.filter(|host| host.levels.len() > 1).map(|host| {
                let in_order = (0..host.cores).all(|core| host.core_of(core.into()) == core);
                if in_order { format!("round-robin:{}", host.levels[0].name) } else { "block".to_owned() }
            }),
            nearer: None,
            servers,
            server_hosts,
            shared_hosts: hosts.is_none_or(|hosts| hosts < manifest.ranks as usize),
            algorithms: algorithms
                .filter_map(|(operation, name)| Some((operation.clone(), name.as_str()?.to_owned())))
                .collect(),
        }
    }

    /// A file server, with its host if it is on one.
    pub(super) fn server(&self, server: u32) -> String {
        let host =
            self.server_hosts.get(server as usize).map_or_else(String::new, |host| format!(", on host {host}"));
        format!("server {server}{host}")
    }
}

/// The advice on a cause before a change is simulated that may remove it.
pub(super) const SIMULATE: &str =
    "`windtunnel explain --what-if` simulates the changes that may help, and tells the best.";

/// What to try against a cause.
pub(super) fn of(of: &CauseGroup<'_>, felt: &BTreeMap<WaitState, Time>, facts: &Facts, names: &Names) -> String {
    match of.kind {
        ActivityKind::Computation | ActivityKind::Work => computation(of, felt, facts, names),
        ActivityKind::Calls => {
            "Make fewer and larger calls; what a call takes is set by the platform's keys `mpi.*`.".to_owned()
        }
        ActivityKind::Noise => {
            "Synchronise less often (non-blocking collectives absorb detours), leave a core per host to the system, or \
             shorten detours; `--what-if=no-noise` shows the run without them."
                .to_owned()
        }
        ActivityKind::Contention => contention(facts),
        ActivityKind::Transfer => {
            let place =
                if facts.hosts == Some(1) { "" } else { ", or place partners closer (`--mapping file:PATH`)" };
            let ideal = match facts.network.as_str() {
                "ideal" => "",
                _ => "; `windtunnel summary --ideal` shows what a faster network could gain",
            };
            format!("Let ranks do something else meanwhile (MPI_Irecv, MPI_Isend){place}{ideal}.")
        }
        ActivityKind::CollectiveTransfer => collective(of, facts),
        ActivityKind::Progress => {
            "Try a library with background progress: `--set mpi.progress=background`; or call MPI_Test while \
                           computing."
                .to_owned()
        }
        ActivityKind::HotServer | ActivityKind::File(_) => SIMULATE.to_owned(),
        ActivityKind::Other => "`--observe timeline` shows what ranks did meanwhile.".to_owned(),
    }
}

fn computation(of: &CauseGroup<'_>, felt: &BTreeMap<WaitState, Time>, facts: &Facts, names: &Names) -> String {
    let who = of.foremost_rank().map_or_else(|| "ranks do".to_owned(), |rank| format!("rank {rank} does"));
    let site = first_site(of, names);
    let mut advice = match foremost(felt).map(|(wait_state, _)| wait_state) {
        Some(WaitState::LateReceiver) => format!(
            "Post the receives earlier (MPI_Irecv): {who} something else {site}. Or have such messages sent without \
             rendezvous (see below)."
        ),
        Some(WaitState::Fence) => format!(
            "Look at what {who} {site}; locks, or MPI_Win_post and MPI_Win_start, synchronise only ranks that access \
             each other's memory."
        ),
        Some(WaitState::Lock) => format!(
            "Look at what {who} {site}: keep what lies between lock and unlock short, or take shared locks \
             (MPI_LOCK_SHARED) with accumulates."
        ),
        Some(WaitState::LatePartition) => {
            format!("Look at what {who} {site}, and in which order partitions become ready.")
        }
        _ => format!("Look at what {who} {site}."),
    };
    if !facts.no_compute {
        advice.push_str(" `--compute none` shows the run without computation.");
    }
    if site.contains("+0x") {
        advice.push_str(" Compiled with `-g`, the program has lines in place of addresses.");
    }
    advice
}

fn contention(facts: &Facts) -> String {
    let mut ways = Vec::new();
    if facts.hosts != Some(1) && facts.nearer.is_none() {
        // With one rank on each host `round-robin` is `block`.
        let own = match facts.mapping.split(':').next() {
            Some("round-robin") if !facts.shared_hosts => Some("block"),
            own => own,
        };
        let all = if facts.shared_hosts { &["block", "round-robin", "random"][..] } else { &["block", "random"] };
        let others: Vec<String> =
            all.iter().filter(|name| own != Some(**name)).map(|name| format!("`--mapping {name}`")).collect();
        ways.push(format!("another mapping ({})", others.join(", ")));
    }
    if let Some(binding) = facts.binding.as_ref().filter(|_| facts.shared_hosts) {
        ways.push(format!("another order of ranks on cores (`--set host.binding={binding}`)"));
    }
    if facts.shared_hosts {
        ways.push("fewer ranks per host (`--ppn`)".to_owned());
    }
    let mut advice = facts.nearer.as_ref().map_or_else(String::new, Nearer::words);
    if !ways.is_empty() {
        advice.push_str(&format!(" Try {}.", ways.join(" or ")));
    }
    if facts.network != "delay" {
        advice.push_str(" `--network delay` shows the run without contention.");
    }
    advice.trim_start().to_owned()
}

fn collective(of: &CauseGroup<'_>, facts: &Facts) -> String {
    let mapping = if facts.hosts == Some(1) { "" } else { " or another mapping" };
    let Some(name) = of.foremost_call().and_then(|(function, _)| operation(function.name())) else {
        // Communicators are made so, ranks finalise so: there is nothing to choose.
        return if mapping.is_empty() { String::new() } else { "Try another mapping.".to_owned() };
    };
    let than = facts.algorithms.get(&name).map_or_else(String::new, |chosen| format!(" than {chosen}"));
    format!("Try another algorithm{than}: `--collective {name}=…` (`windtunnel list collectives`){mapping}.")
}

/// The operation of a function as `--collective` names it: `allreduce` of `MPI_Iallreduce_c`.
fn operation(function: &str) -> Option<String> {
    let name = function.trim_start_matches("MPI_").trim_end_matches("_c").trim_end_matches("_init").to_lowercase();
    let known =
        ["allgather", "allreduce", "alltoall", "barrier", "bcast", "exscan", "gather", "reduce", "scan", "scatter"];
    let is = |name: &str| known.iter().any(|known| name.starts_with(known));
    match name.strip_prefix('i') {
        Some(rest) if is(rest) => Some(rest.to_owned()),
        _ if is(&name) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_of_the_option() {
        for (function, name) in [
            ("MPI_Allreduce", "allreduce"),
            ("MPI_Iallreduce_c", "allreduce"),
            ("MPI_Ibarrier", "barrier"),
            ("MPI_Bcast_init", "bcast"),
            ("MPI_Reduce_scatter_block", "reduce_scatter_block"),
        ] {
            assert_eq!(operation(function).as_deref(), Some(name), "{function}");
        }
        assert_eq!(operation("MPI_Comm_dup"), None);
    }

    #[test]
    fn advice_about_contention_fits_the_run() {
        let many = Facts {
            network: "flow".into(),
            mapping: "block".into(),
            hosts: Some(9),
            shared_hosts: true,
            ..Facts::default()
        };
        assert_eq!(
            contention(&many),
            "Try another mapping (`--mapping round-robin`, `--mapping random`) or fewer ranks per host (`--ppn`). `--network \
             delay` shows the run without contention."
        );
        let alone = Facts { shared_hosts: false, network: "delay".into(), ..many.clone() };
        assert_eq!(contention(&alone), "Try another mapping (`--mapping random`).");
        let dealt = Facts { mapping: "round-robin".into(), ..alone };
        assert_eq!(contention(&dealt), "Try another mapping (`--mapping random`).");
        let one = Facts { hosts: Some(1), ..many.clone() };
        let words = contention(&one);
        assert!(!words.contains("mapping") && words.contains("--ppn"), "{words}");
        let grouped = Facts { binding: Some("round-robin:L3".to_owned()), ..one };
        assert!(
            contention(&grouped)
                .starts_with("Try another order of ranks on cores (`--set host.binding=round-robin:L3`) or fewer")
        );
        let delay = Facts { network: "delay".into(), mapping: "random".into(), ..many };
        assert_eq!(
            contention(&delay),
            "Try another mapping (`--mapping block`, `--mapping round-robin`) or fewer ranks per host (`--ppn`)."
        );
        let seeded = Facts { mapping: "random:3".into(), ..delay.clone() };
        assert_eq!(contention(&seeded), contention(&delay));
        let nearer =
            Facts { nearer: Some(Nearer { mapping: "block", tenths: (12, 39) }), shared_hosts: false, ..delay };
        assert_eq!(
            contention(&nearer),
            "Try `--mapping block`: a byte crosses 1.2 links on average there, and 3.9 by the mapping of this run."
        );
    }
}
