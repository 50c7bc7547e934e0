//! The part of a summary that comes from the manifest (`run.json`) alone.

use super::rows::{SHOWN, more};
use crate::efficiency::Efficiency;
use crate::text::{bytes, columns, count, percent, time, wrapped};
use results::{Computation, HostUse, Losses, Manifest, PhaseShare, SampleShare, Share, StepShare};
use std::path::Path;

pub(super) fn head(manifest: &Manifest) -> String {
    let ending = match (manifest.outcome.ending.as_str(), manifest.outcome.program_status) {
        ("finished", 0) => String::new(),
        ("finished", status) => format!(": finished with status {status}"),
        (ending, _) => format!(": {ending}"),
    };
    let hosts = count(manifest.machine.hosts.into());
    let chosen = manifest.defaults.iter().any(|used| used.key == "mpi: library");
    let yours = manifest.defaults.iter().any(|used| used.key == "platform");
    let yours = if yours { ", your default" } else { "" };
    let library = format!("{}{}", manifest.mpi_library, if chosen { " (the default)" } else { "" });
    let rows = [
        ("ranks", count(manifest.ranks.into())),
        ("machine", format!("{} ({hosts} hosts{yours})", manifest.platform)),
        ("network", network(manifest)),
        ("MPI library", library),
    ];
    let grade = Some(manifest.machine.grade.clone()).filter(|grade| !grade.is_empty()).map(|grade| ("grade", grade));
    let placement = placement(manifest).map(|text| ("placement", text));
    let computation = manifest.computation.as_ref().map(|computation| ("computation", computation.source.clone()));
    let disturbed = manifest.computation.as_ref().and_then(disturbed);
    let sampled = sampled(manifest).map(|text| ("sampled", text));
    let lost = manifest.totals.losses.as_ref().map(losses);
    let mode = manifest.mode.as_ref().map(|mode| ("mode", mode.clone()));
    let rows = rows.into_iter().chain(mode).chain(grade).chain(placement).chain(lost);
    let rows = rows.chain(computation).chain(disturbed).chain(sampled);
    let rows: Vec<Vec<String>> = rows.map(|(key, value)| vec![key.to_owned(), value]).collect();
    format!("{}{ending}\n{}", what_ran(manifest), columns(&rows, &[1], "  "))
}

/// Where the ranks sit, if that leaves the network or most hosts without work.
pub fn placement(manifest: &Manifest) -> Option<String> {
    let (ranks, hosts, used) = (manifest.ranks, manifest.machine.hosts, manifest.machine.hosts_used);
    if ranks < 2 || hosts < 2 || used == 0 || !manifest.has_figures() || !manifest.worlds.is_empty() {
        return None;
    }
    let crosses = manifest.machine.network_used.unwrap_or(used > 1);
    let consequence = match (crosses, used <= hosts / 2) {
        (false, _) => "; no message crosses the network",
        (true, true) => "; the other hosts are empty",
        (true, false) => return None,
    };
    let ppn = ranks.div_ceil(hosts);
    let spread = ranks.div_ceil(ppn);
    let advice = match spread > used {
        true => {
            format!(" (--ppn {ppn} spreads the ranks over {} hosts, --mapping orders them)", count(spread.into()))
        }
        false => String::new(),
    };
    let [ranks, hosts, used] = [ranks, hosts, used].map(|number| count(number.into()));
    Some(format!("{ranks} ranks on {used} of {hosts} hosts{consequence}{advice}"))
}

/// The network model, and how exact the rates are that it computes.
fn network(manifest: &Manifest) -> String {
    match manifest.totals.rate_error {
        None => manifest.network.clone(),
        Some(0) => format!("{} (exact rates)", manifest.network),
        Some(error) => {
            format!("{} (a link's rates within {} % of its capacity)", manifest.network, f64::from(error) / 1e4)
        }
    }
}

/// What the transport has lost.
fn losses(losses: &Losses) -> (&'static str, String) {
    let Losses { packets, dropped, resent, timeouts, .. } = *losses;
    let [packets, lost, resent, timeouts] = [packets, dropped, resent, timeouts].map(count);
    let text = if dropped == 0 {
        format!("none of {packets} packets were dropped")
    } else {
        format!("{lost} of {packets} packets were dropped, {resent} sent again, {timeouts} time-outs")
    };
    ("losses", text)
}

/// How well blocks were measured, if any were preempted.
fn disturbed(computation: &Computation) -> Option<(&'static str, String)> {
    let Computation { blocks, disturbed, replaced, .. } = *computation;
    let (blocks, disturbed, replaced) = (count(blocks), count(disturbed), count(replaced));
    let share = percent(computation.disturbed_share()?, 1_000_000);
    let text = format!(
        "{disturbed} of {blocks} were disturbed, {share} of their time; {replaced} count as their site's median"
    );
    Some(("blocks", text))
}

/// Samples that are listed one by one where there are more: those that take the most time.
const SAMPLES_SHOWN: usize = 3;

/// Which bodies of computation were run, and which steps simulated in detail, if others were not.
pub fn sampled(manifest: &Manifest) -> Option<String> {
    let each = |sample: &SampleShare| {
        let SampleShare { sample: name, own, bodies, ran, mean_ps, interval_millionths, .. } = sample;
        let within = match interval_millionths {
            Some(interval) => format!("within {}", percent(*interval, 1_000_000)),
            None => "with no interval".to_owned(),
        };
        let whose = if *own { ", a sample for each rank" } else { "" };
        let drifts = match sample.drifts {
            0 => String::new(),
            drifts => format!("; they drift ({} times)", count(drifts)),
        };
        format!("{} of {} `{name}` were run: {} {within}{whose}{drifts}", count(*ran), count(*bodies), time(*mean_ps))
    };
    let steps = |phase: &PhaseShare| {
        let StepShare { all, detailed, mean_ps, change_millionths, unlike } = phase.steps.as_ref()?;
        let change = percent(*change_millionths, 1_000_000);
        let unlike = match unlike {
            0 => String::new(),
            unlike => format!("; {} were unlike the one before", count(*unlike)),
        };
        Some(format!(
            "{} of {} steps `{}` were in detail: {}, {change} from the first at most{unlike}",
            count(*detailed),
            count(*all),
            phase.phase,
            time(*mean_ps)
        ))
    };
    let steps = manifest.time.phases.iter().filter_map(steps);
    let mut samples: Vec<&SampleShare> = manifest.time.samples.iter().collect();
    let mut others = Vec::new();
    if samples.len() > SAMPLES_SHOWN + 1 {
        let time =
            |sample: &SampleShare| u128::from(sample.ran) * u128::from(sample.mean_ps) + u128::from(sample.stated_ps);
        samples.sort_by_key(|sample| std::cmp::Reverse(time(sample)));
        others = samples.split_off(SAMPLES_SHOWN);
    }
    let all: Vec<String> = samples.into_iter().map(each).chain(other_samples(&others)).chain(steps).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// Samples that are listed together.
fn other_samples(others: &[&SampleShare]) -> Option<String> {
    let sum = |of: fn(&SampleShare) -> u64| others.iter().map(|sample| of(sample)).sum();
    let (ran, bodies) = (sum(|sample| sample.ran), sum(|sample| sample.bodies));
    let widest = others.iter().map(|sample| sample.interval_millionths.unwrap_or(u64::MAX)).max()?;
    let within = if widest == u64::MAX {
        "not all with an interval".to_owned()
    } else {
        format!("each within {}", percent(widest, 1_000_000))
    };
    let drifts = match others.iter().filter(|sample| sample.drifts > 0).count() {
        0 => String::new(),
        drifting => format!("; {drifting} of them drift"),
    };
    Some(format!("{} of {} of {} other samples were run, {within}{drifts}", count(ran), count(bodies), others.len()))
}

/// The program, traces or motif, from the scenario.
fn what_ran(manifest: &Manifest) -> String {
    let job = &manifest.scenario["job"][0];
    let name = |key: &str| job[key].as_str().map(str::to_owned);
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    if let Some(program) = name("program") {
        let arguments = job["arguments"].as_array().into_iter().flatten().map(word);
        return std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ");
    }
    if let Some(motif) = name("motif") {
        let setting = |(key, value): (&String, &serde_json::Value)| format!(" {key}={}", word(value));
        let settings = job["parameters"].as_object().into_iter().flatten().map(setting);
        return format!("motif {motif}{}", settings.collect::<String>());
    }
    match job["trace"].as_array().map(Vec::as_slice) {
        Some([only]) => format!("trace {}", word(only)),
        Some([first, rest @ ..]) => format!("trace {} and {} more", word(first), rest.len()),
        _ => "nothing".to_owned(),
    }
}

pub(super) fn shares(manifest: &Manifest) -> String {
    if !manifest.has_figures() {
        return String::new();
    }
    let whole = manifest.outcome.simulated_time_ps;
    let row = |name: &str, share: &Share| {
        vec![name.to_owned(), time(share.mean_ps), time(share.max_ps), percent(share.mean_ps, whole)]
    };
    let heads = ["time of a rank", "mean", "largest", "of the run"];
    let mut rows = vec![
        heads.iter().map(|&head| head.to_owned()).collect(),
        row("  computing", &manifest.time.compute),
        row(if has_posix(manifest) { "  in MPI and POSIX I/O" } else { "  in MPI" }, &manifest.time.mpi),
        row("    waiting there", &manifest.time.waiting),
    ];
    if !manifest.time.noise.is_zero() {
        rows.push(row("  of both, noise", &manifest.time.noise));
    }
    columns(&rows, &[], "  ")
}

/// Whether ranks have called functions of POSIX on modelled files: they count as calls of MPI's do.
fn has_posix(manifest: &Manifest) -> bool {
    manifest.time.functions.iter().any(|share| !share.function.starts_with("MPI_"))
}

/// The efficiencies, each with its meaning.
pub(super) fn efficiency(efficiency: Option<&Efficiency>) -> String {
    let Some(efficiency) = efficiency else { return String::new() };
    let share = |value: f64| format!("{:.1} %", value * 100.0);
    let row = |name: &str, value: String, what: &str| vec![name.to_owned(), value, what.to_owned()];
    let mut rows = vec![
        row(
            "parallel efficiency",
            share(efficiency.parallel),
            "computing, of all time of all ranks; the product of:",
        ),
        row("  load balance", share(efficiency.load_balance), "mean computing over that of the busiest rank"),
    ];
    match efficiency.serialisation.zip(efficiency.transfer) {
        Some((serialisation, transfer)) => rows.extend([
            row(
                "  serialisation",
                share(serialisation),
                "the busiest rank's computing over the run on an ideal network",
            ),
            row("  transfer", share(transfer), "the run on an ideal network over this one"),
        ]),
        None => rows.push(row(
            "  communication",
            share(efficiency.communication),
            "the busiest rank's computing over the run (`windtunnel summary --ideal` divides it)",
        )),
    }
    columns(&rows, &[2], "  ")
}

pub(super) fn functions(manifest: &Manifest, verbose: bool) -> String {
    let all = &manifest.time.functions;
    if all.is_empty() {
        return String::new();
    }
    let shown = if verbose { all.len() } else { SHOWN.min(all.len()) };
    let ranks = u64::from(manifest.ranks.max(1));
    let head = if has_posix(manifest) { "MPI and POSIX functions" } else { "MPI functions" };
    let mut rows = vec![[head, "calls", "mean time of a rank", "waiting"].map(str::to_owned).to_vec()];
    rows.extend(all[..shown].iter().map(|share| {
        vec![
            format!("  {}", share.function),
            count(share.calls),
            time(share.time_ps / ranks),
            percent(share.waiting_ps, share.time_ps),
        ]
    }));
    columns(&rows, &[], "  ") + &more(all.len() - shown)
}

pub(super) fn traffic(manifest: &Manifest) -> String {
    if !manifest.has_figures() {
        return String::new();
    }
    let contents = match manifest.payload.strip_prefix("skip:") {
        Some(size) => format!(
            "; contents of messages from {size} on were not moved: results of the program may be wrong, times are not"
        ),
        None => String::new(),
    };
    let (messages, collectives) = (count(manifest.totals.messages), count(manifest.totals.collectives));
    let line = format!(
        "traffic: {messages} messages, {}, {collectives} calls of collectives{contents}",
        bytes(manifest.totals.bytes)
    );
    wrapped(&line, "  ", 100)
}

pub(super) fn links(manifest: &Manifest, verbose: bool) -> String {
    let all = &manifest.machine.hottest_links;
    if all.is_empty() {
        return String::new();
    }
    let shown = if verbose { all.len() } else { SHOWN.min(all.len()) };
    let mut rows = vec![["hottest links", "class", "carried", "busy", "utilisation"].map(str::to_owned).to_vec()];
    rows.extend(all[..shown].iter().map(|link| {
        vec![
            format!("  {}", link.name),
            link.class.clone(),
            bytes(link.bytes),
            percent(link.busy_ps, manifest.outcome.simulated_time_ps),
            percent(link.utilisation_millionths, 1_000_000),
        ]
    }));
    columns(&rows, &[1], "  ")
}

/// File servers, busiest first.
pub(super) fn servers(manifest: &Manifest, verbose: bool) -> String {
    let all = manifest.machine.busiest_servers();
    if all.is_empty() {
        return String::new();
    }
    let shown = if verbose { all.len() } else { SHOWN.min(all.len()) };
    let heads = ["file servers", "requests", "read", "written", "accesses", "seeks", "device busy", "most in memory"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(all[..shown].iter().map(|(number, server)| {
        vec![
            format!("  {number}"),
            count(server.requests),
            bytes(server.read),
            bytes(server.written),
            count(server.jobs),
            count(server.seeks),
            time(server.busy_ps),
            bytes(server.most_memory),
        ]
    }));
    columns(&rows, &[], "  ") + &more(all.len() - shown)
}

pub(super) fn foot(manifest: &Manifest, host: Option<&HostUse>, folder: &Path) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    if let Some(host) = host {
        let each = host.peak_memory_bytes / u64::from(manifest.ranks.max(1));
        let (cpu, wall) = (host.cpu_seconds, host.wall_seconds);
        let (peak, each) = (bytes(host.peak_memory_bytes), bytes(each));
        rows.push(vec![
            "this machine".to_owned(),
            format!("{wall:.2} s, {cpu:.2} s of CPU, at most {peak} of memory: {each} per rank"),
        ]);
    }
    if let Some(most) = host.and_then(|host| host.computed_at_once) {
        let text = if most == 1 { "one rank at a time".to_owned() } else { format!("up to {most} ranks at once") };
        rows.push(vec!["computed".to_owned(), text]);
    }
    if let Some(what) = host.and_then(|host| host.unguarded.as_ref()) {
        rows.push(vec!["not guarded".to_owned(), what.clone()]);
    }
    let tables = if manifest.tables.is_empty() { "no tables".to_owned() } else { manifest.tables.join(", ") };
    rows.push(vec!["run folder".to_owned(), format!("{} ({tables})", folder.display())]);
    columns(&rows, &[1], "  ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn file_servers_are_listed_busiest_first() {
        let mut manifest = crate::testing::manifest();
        assert_eq!(super::servers(&manifest, false), "", "no files, no lines");
        let server = |busy_ps| results::FileServer {
            requests: 12,
            written: 3_000,
            jobs: 4,
            seeks: 2,
            busy_ps,
            ..Default::default()
        };
        manifest.machine.file_servers = (1..=9).map(|number| server(10 * number)).collect();
        let text = super::servers(&manifest, false);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = text.lines().map(words).collect();
        assert_eq!(lines[0], "file servers requests read written accesses seeks device busy most in memory");
        assert_eq!(lines[1], "8 12 0 B 3.000 kB 4 2 90.00 ps 0 B");
        assert!(text.contains("more"), "{text}");
        assert_eq!(super::servers(&manifest, true).lines().count(), 10);
    }

    use super::super::{Parts, text};
    use super::*;

    fn manifest(job: serde_json::Value) -> Manifest {
        let mut manifest = Manifest { ranks: 4, ..crate::testing::manifest() };
        manifest.outcome.ending = "running".into();
        manifest.scenario["job"][0] = job;
        manifest
    }

    fn text_of(manifest: &Manifest, verbose: bool) -> String {
        let folder = Path::new("runs/x");
        text(&Parts { manifest, host: None, folder, ideal: None, figures: None, pilot: None, verbose })
    }

    #[test]
    fn the_head_says_what_ran_and_how_it_ended() {
        let mut run = manifest(serde_json::json!({"program": "./a.out", "arguments": ["-n", "3"]}));
        run.outcome.ending = "finished".to_owned();
        assert!(text_of(&run, false).starts_with("./a.out -n 3\n  ranks        4\n"));
        run.outcome.program_status = 7;
        assert!(text_of(&run, false).starts_with("./a.out -n 3: finished with status 7\n"));
        let motif = manifest(serde_json::json!({"motif": "halo3d", "parameters": {"bytes": "1 KiB"}}));
        assert!(text_of(&motif, false).starts_with("motif halo3d bytes=1 KiB: running\n"));
        let traces = manifest(serde_json::json!({"trace": ["a", "b", "c"]}));
        assert!(text_of(&traces, false).starts_with("trace a and 2 more: running\n"));
    }

    #[test]
    fn a_placement_that_leaves_the_network_or_most_hosts_idle_is_said() {
        let mut run = crate::testing::manifest();
        (run.ranks, run.machine.hosts) = (16, 576);
        assert_eq!(placement(&run), None, "it is not known yet");
        run.machine.hosts_used = 1;
        let advice = "(--ppn 1 spreads the ranks over 16 hosts, --mapping orders them)";
        let idle = format!("16 ranks on 1 of 576 hosts; no message crosses the network {advice}");
        assert_eq!(placement(&run), Some(idle));
        run.machine.hosts_used = 4;
        let empty = format!("16 ranks on 4 of 576 hosts; the other hosts are empty {advice}");
        assert_eq!(placement(&run), Some(empty));
        run.machine.network_used = Some(false);
        assert!(placement(&run).unwrap().contains("; no message crosses the network (--ppn 1"));
        run.machine.network_used = Some(true);
        run.machine.hosts_used = 16;
        assert_eq!(placement(&run).as_deref(), Some("16 ranks on 16 of 576 hosts; the other hosts are empty"));
        run.machine.hosts = 31;
        assert_eq!(placement(&run), None, "more than half of the hosts have work");
        (run.machine.hosts, run.machine.hosts_used) = (1, 1);
        assert_eq!(placement(&run), None, "there is nothing to cross");
    }

    #[test]
    fn the_grade_of_the_machine_is_said() {
        let mut run = manifest(serde_json::json!({"program": "./a.out"}));
        assert!(text_of(&run, false).contains("\n  grade        C: nominal\n"));
        run.machine.grade.clear();
        assert!(!text_of(&run, false).contains("grade"), "the machine of another simulator has none");
    }

    #[test]
    fn calls_of_posix_are_named_beside_those_of_mpi() {
        let mut run = manifest(serde_json::json!({"program": "./a.out"}));
        let call = |function: &str| results::FunctionShare {
            function: function.to_owned(),
            calls: 2,
            time_ps: 40,
            waiting_ps: 0,
        };
        run.time.functions = vec![call("MPI_Send")];
        let text = text_of(&run, false);
        assert!(text.contains("  in MPI  ") && text.contains("MPI functions "), "{text}");
        run.time.functions.push(call("write"));
        let text = text_of(&run, false);
        assert!(text.contains("  in MPI and POSIX I/O  ") && text.contains("MPI and POSIX functions "), "{text}");
    }

    #[test]
    fn the_error_of_rates_stands_beside_the_network() {
        let mut run = manifest(serde_json::json!({"motif": "alltoall"}));
        run.network = "flow".to_owned();
        assert!(!text_of(&run, false).contains("rates"));
        run.totals.rate_error = Some(20_000);
        let text = text_of(&run, false);
        assert!(text.contains("  flow (a link's rates within 2 % of its capacity)"), "{text}");
        run.totals.rate_error = Some(0);
        assert!(text_of(&run, false).contains("  flow (exact rates)"));
    }

    #[test]
    fn what_the_transport_has_lost_stands_below_the_network() {
        let mut run = manifest(serde_json::json!({"motif": "alltoall"}));
        assert!(!text_of(&run, false).contains("losses"));
        run.totals.losses = Some(Losses { packets: 5_000, ..Losses::default() });
        assert!(text_of(&run, false).contains("  losses       none of 5,000 packets were dropped"));
        run.totals.losses =
            Some(Losses { packets: 5_000, acknowledgements: 9, dropped: 30, resent: 31, timeouts: 2 });
        let text = text_of(&run, false);
        assert!(text.contains("30 of 5,000 packets were dropped, 31 sent again, 2 time-outs"), "{text}");
    }

    #[test]
    fn what_was_not_moved_and_what_went_wrong_is_said() {
        let mut run = manifest(serde_json::json!({"program": "./a.out"}));
        run.outcome.ending = "finished".to_owned();
        run.payload = "skip:64 KiB".to_owned();
        run.warnings = vec!["two messages were not received".to_owned()];
        let text = text_of(&run, false).replace("\n  ", " ");
        assert!(text.contains("contents of messages from 64 KiB on were not moved"), "{text}");
        assert!(text.contains("warning: two messages were not received\n"), "{text}");
    }
}
