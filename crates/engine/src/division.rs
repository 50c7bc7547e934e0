//! Divides a run of a motif or trace over several threads (`mpi::Division`): each thread gets whole hosts, contiguous and equal
//! in number, with their ranks.

use crate::assembly::Assembly;
use crate::host::cpu_seconds;
use crate::run::workload_driver;
use crate::scenario::{ComputeSpec, Scenario, Workload};
use kernel::Network;
use mpi::{Divided, Division, Engine, EngineOptions, RunProgress, RunSummary};
use observe::{Recorder, TotalsRecorder};
use platform::Mapping;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a divided run has led to.
pub(crate) struct DividedRun {
    pub(crate) summary: RunSummary,
    /// What each domain has seen.
    pub(crate) totals: Vec<TotalsRecorder>,
    /// The network, with the loads of its links.
    pub(crate) network: Box<dyn Network>,
    /// Seconds of CPU of all threads but this one.
    pub(crate) cpu_seconds: f64,
}

/// Tells a domain's engine when to call the hook.
pub(crate) type Alarm<'a> = &'a mut dyn FnMut(Arc<AtomicBool>);

/// Simulates a scenario on up to `threads` threads.
///
/// # Errors
/// Why it can't be divided, so that one thread has to simulate it.
pub(crate) fn simulate(
    scenario: &Scenario,
    assembly: &Assembly,
    threads: u32,
    recorder: &Recorder,
    alarm: Alarm<'_>,
    hook: &mut dyn FnMut(RunProgress) -> bool,
) -> Result<DividedRun, String> {
    if let Some(reason) = why_undivided(scenario, recorder) {
        return Err(reason.to_owned());
    }
    let ranks = assembly.mapping.ranks();
    let division = Division::new(domains(&assembly.mapping, threads));
    if division.count() < 2 {
        return Err("its ranks are on one host".to_owned());
    }
    let hook = &mut |progress: RunProgress| hook(RunProgress { ranks, ..progress });
    let results: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..division.count())
            .map(|number| {
                let division = &division;
                scope.spawn(move || {
                    let started = cpu_seconds();
                    let domain = run_domain(scenario, assembly, division, number, None, &mut |_| false);
                    (domain, cpu_seconds() - started)
                })
            })
            .collect();
        let first = run_domain(scenario, assembly, &division, 0, Some(alarm), hook);
        let others =
            others.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once((first, 0.0)).chain(others).collect()
    });
    let (mut divided, mut totals, mut cpu_seconds) = (Vec::new(), Vec::new(), 0.0);
    for (domain, seconds) in results {
        let (domain, seen) = domain?;
        divided.push(domain);
        totals.push(seen);
        cpu_seconds += seconds;
    }
    let mut network = options(scenario, assembly)?.resources.network;
    let summary = mpi::join(divided, &mut *network)?;
    Ok(DividedRun { summary, totals, network, cpu_seconds })
}

/// Models of their own, which count the bytes of links.
fn options(scenario: &Scenario, assembly: &Assembly) -> Result<EngineOptions, String> {
    let mut options = assembly.options(scenario).map_err(|error| error.to_string())?;
    options.resources.network.count_links(false);
    Ok(options)
}

/// Simulates one domain.
fn run_domain(
    scenario: &Scenario,
    assembly: &Assembly,
    division: &Division,
    number: usize,
    alarm: Option<Alarm<'_>>,
    hook: &mut dyn FnMut(RunProgress) -> bool,
) -> Result<(Divided, TotalsRecorder), String> {
    let seat = division.seat(number);
    // These have been made before, so what could be wrong has been found.
    let (ranks, mut driver) =
        workload_driver(scenario).map_err(|error| error.to_string())?.ok_or("it is a program")?;
    let options = options(scenario, assembly)?;
    let mut totals = TotalsRecorder::new(ranks);
    let mut engine = Engine::new(options, &mut *driver, Some(&mut totals));
    if let Some(alarm) = alarm {
        alarm(engine.hook_request());
    }
    let divided = engine.run_divided(&seat, hook)?;
    drop(engine);
    Ok((divided, totals))
}

/// Why a scenario is simulated on one thread, as far as it says itself.
fn why_undivided(scenario: &Scenario, recorder: &Recorder) -> Option<&'static str> {
    match &scenario.workload {
        Workload::Program { .. } | Workload::Goal { .. } => return Some("it is a program"),
        Workload::Trace { .. } | Workload::Motif { .. } => {}
    }
    let of_others = matches!(scenario.compute, ComputeSpec::Replay { .. } | ComputeSpec::Counted { .. });
    let rules = scenario.block_rules.is_some() || of_others;
    if !recorder.is_of_totals() || scenario.text.observe.iter().flatten().next().is_some() {
        Some("tables have their rows in the order of all events (--observe)")
    } else if scenario.job().record.is_some() {
        Some("it is recorded (--record)")
    } else if rules || scenario.text.repeat.is_some() {
        Some("its blocks are those of other runs, or follow rules or counters (--compute)")
    } else if scenario.size_rules.is_some() {
        Some("the sizes of its messages follow rules (--scale-bytes)")
    } else {
        None
    }
}

/// The domain of each rank: hosts in their order, so that domains have about equally many ranks.
fn domains(mapping: &Mapping, threads: u32) -> Vec<u16> {
    let ranks = mapping.ranks();
    let mut by_host: Vec<_> = (0..ranks).map(|rank| (mapping.host(rank), rank)).collect();
    by_host.sort_unstable();
    let wanted = u64::from(threads.min(ranks).min(1 << 12));
    let mut domains = vec![0; by_host.len()];
    let (mut domain, mut before) = (0u16, 0);
    for host in by_host.chunk_by(|one, other| one.0 == other.0) {
        // The next domain begins with the host that would leave this one with more than its part.
        if before > 0 && before * wanted >= (u64::from(domain) + 1) * u64::from(ranks) {
            domain += 1;
        }
        host.iter().for_each(|&(_, rank)| domains[rank as usize] = domain);
        before += host.len() as u64;
    }
    domains
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::{load_platform, map_ranks};
    use crate::scenario::JobText;
    use std::collections::BTreeMap;

    fn domains_of(ranks: u32, mapping: &str, threads: u32) -> Vec<u16> {
        let (platform, _) = load_platform("fat-tree", &BTreeMap::new()).unwrap();
        let job = JobText { mapping: Some(mapping.to_owned()), ppn: Some(2), ..JobText::default() };
        domains(&map_ranks(&job, None, ranks, &platform).unwrap().0, threads)
    }

    #[test]
    fn hosts_are_not_divided() {
        assert_eq!(domains_of(8, "block", 2), [0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!(domains_of(8, "block", 3), [0, 0, 0, 0, 1, 1, 2, 2]);
        // Round the hosts, then round again.
        let hosts = load_platform("fat-tree", &BTreeMap::new()).unwrap().0.hosts() as usize;
        let around = domains_of(2 * hosts as u32, "round-robin", 2);
        assert!(around[..hosts / 2].iter().all(|domain| *domain == 0));
        assert!(around[hosts / 2..hosts].iter().all(|domain| *domain == 1));
        assert_eq!(around[..hosts], around[hosts..]);
        assert_eq!(domains_of(2, "block", 2), [0, 0]);
        // No more than there are hosts.
        assert_eq!(domains_of(6, "block", 100), [0, 0, 1, 1, 2, 2]);
    }
}
