//! The summary of a run.

use crate::error::CliError;
use crate::options::SummaryOptions;
use crate::output::{self, Loudness, bytes, columns, count, percent, time};
use crate::run::print_manifest;
use engine::{HostUse, Manifest, RunFolder, UsedDefault};
use std::path::Path;

/// MPI functions and links shown without -v.
const SHOWN: usize = 5;

/// `windtunnel summary RUN`.
pub(crate) fn command(options: &SummaryOptions, loudness: Loudness) -> Result<u8, CliError> {
    let folder = RunFolder::open(&options.run)?;
    if options.json {
        print_manifest(&folder)?;
        return Ok(0);
    }
    let manifest = folder.manifest()?;
    let mut text = text(&manifest, folder.host().ok().as_ref(), folder.path(), loudness);
    if let Some(diagnosis) = &manifest.diagnosis {
        text.push_str(&format!("{diagnosis}\n"));
    }
    text.push_str(&format!("simulated time: {} s\n", manifest.simulated_time));
    output::print(&text);
    Ok(0)
}

/// What the user should know, a line each.
pub(crate) fn warnings(manifest: &Manifest) -> Vec<String> {
    manifest.warnings.iter().map(|warning| format!("warning: {warning}")).collect()
}

/// All of it but diagnosis and the last line.
pub(crate) fn text(manifest: &Manifest, host: Option<&HostUse>, folder: &Path, loudness: Loudness) -> String {
    let verbose = loudness == Loudness::Verbose;
    let sections = [
        head(manifest),
        shares(manifest),
        functions(manifest, verbose),
        traffic(manifest),
        links(manifest, verbose),
        defaults(&manifest.defaults, verbose),
        foot(manifest, host, folder),
        warnings(manifest).iter().map(|line| format!("{line}\n")).collect(),
    ];
    let sections: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
    sections.join("\n") + "\n"
}

fn head(manifest: &Manifest) -> String {
    let ending = match (manifest.ending.as_str(), manifest.program_status) {
        ("finished", 0) => String::new(),
        ("finished", status) => format!(": finished with status {status}"),
        (ending, _) => format!(": {ending}"),
    };
    let hosts = count(manifest.hosts.into());
    let rows = [
        ("ranks", count(manifest.ranks.into())),
        ("machine", format!("{} ({hosts} hosts)", manifest.platform)),
        ("network", manifest.network.clone()),
        ("MPI library", manifest.mpi_library.clone()),
    ];
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(key, value)| vec![key.to_owned(), value]).collect();
    format!("{}{ending}\n{}", what_ran(manifest), columns(&rows, &[1], "  "))
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

fn shares(manifest: &Manifest) -> String {
    let whole = manifest.simulated_time_ps;
    let row = |name: &str, share: &engine::Share| {
        vec![name.to_owned(), time(share.mean_ps), time(share.max_ps), percent(share.mean_ps, whole)]
    };
    let heads = ["time of a rank", "mean", "largest", "of the run"];
    let rows = [
        heads.iter().map(|&head| head.to_owned()).collect(),
        row("  computing", &manifest.time.compute),
        row("  in MPI", &manifest.time.mpi),
        row("    waiting there", &manifest.time.waiting),
    ];
    columns(&rows, &[], "  ")
}

fn functions(manifest: &Manifest, verbose: bool) -> String {
    let all = &manifest.time.functions;
    if all.is_empty() {
        return String::new();
    }
    let shown = if verbose { all.len() } else { SHOWN.min(all.len()) };
    let ranks = u64::from(manifest.ranks.max(1));
    let mut rows = vec![["MPI functions", "calls", "mean time of a rank", "waiting"].map(str::to_owned).to_vec()];
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

fn more(hidden: usize) -> String {
    if hidden == 0 { String::new() } else { format!("    and {hidden} more (-v)\n") }
}

fn traffic(manifest: &Manifest) -> String {
    let contents = match manifest.payload.strip_prefix("skip:") {
        Some(size) => format!(
            "; contents of messages from {size} on were not moved: results of the program may be wrong, times are not"
        ),
        None => String::new(),
    };
    let (messages, collectives) = (count(manifest.messages), count(manifest.collectives));
    let line = format!(
        "traffic: {messages} messages, {}, {collectives} calls of collectives{contents}",
        bytes(manifest.bytes)
    );
    output::wrapped(&line, "  ", 100)
}

fn links(manifest: &Manifest, verbose: bool) -> String {
    let all = &manifest.hottest_links;
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
            percent(link.busy_ps, manifest.simulated_time_ps),
            percent(link.utilisation_millionths, 1_000_000),
        ]
    }));
    columns(&rows, &[1], "  ")
}

/// Defaults that decide the result: those of the blocks and the network by themselves, the MPI library's by source.
fn defaults(all: &[UsedDefault], verbose: bool) -> String {
    if all.is_empty() {
        return String::new();
    }
    if verbose {
        let row = |used: &UsedDefault| vec![format!("  {}", used.key), used.value.clone(), used.source.clone()];
        let mut rows = vec![vec!["values nobody gave".to_owned()]];
        rows.extend(all.iter().map(row));
        return columns(&rows, &[1, 2], "  ");
    }
    let mut rows = vec![vec!["values nobody gave".to_owned()]];
    let matters = |used: &&UsedDefault| ["compute", "network"].contains(&used.key.as_str());
    rows.extend(
        all.iter()
            .filter(matters)
            .map(|used| vec![format!("  {}", used.key), used.value.clone(), used.source.clone()]),
    );
    for (prefix, words) in [("platform: ", "platform"), ("mpi: ", "MPI library")] {
        let of: Vec<&UsedDefault> = all.iter().filter(|used| used.key.starts_with(prefix)).collect();
        if let Some(row) = grouped(&of, prefix, words) {
            rows.push(row);
        }
    }
    let shown = rows.len() - 1;
    if shown == 0 {
        rows[0][0] = format!("{} values nobody gave, none that matters much (-v)", all.len());
        return columns(&rows, &[], "  ");
    }
    columns(&rows, &[1, 2], "  ") + "    each with its source: -v\n"
}

/// Defaults of one kind in a row: how many, of what, and the first one's source.
fn grouped(of: &[&UsedDefault], prefix: &str, words: &str) -> Option<Vec<String>> {
    let (first, rest) = of.split_first()?;
    let name = |used: &UsedDefault| used.key.trim_start_matches(prefix).to_owned();
    let mut names: Vec<String> = of.iter().take(3).map(|used| name(used)).collect();
    if of.len() > names.len() {
        names.push("…".to_owned());
    }
    let same = rest.iter().all(|used| used.source == first.source);
    let source = if same { first.source.clone() } else { names.join(", ") };
    let number = if of.len() == 1 { first.value.clone() } else { format!("{} values", of.len()) };
    Some(vec![format!("  {words}"), number, source])
}

fn foot(manifest: &Manifest, host: Option<&HostUse>, folder: &Path) -> String {
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
    rows.push(vec!["run folder".to_owned(), format!("{} ({})", folder.display(), manifest.tables.join(", "))]);
    columns(&rows, &[1], "  ")
}
