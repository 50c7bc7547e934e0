//! Writes an imported machine as a platform file, section by section.

use crate::error::Notes;
use crate::model::{Host, LinkParameters, Machine};
use std::fmt::Write as _;
use units::{Rate, Time};

/// SimGrid's default, `network/loopback-bw` and `network/loopback-lat`.
const LOOPBACK: LinkParameters = (Rate(498_000_000), Time::from_ns(15_000));

/// A text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            control if control.is_control() => {
                write!(out, "\\u{:04x}", control as u32).expect("writing to a text");
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A bandwidth to the byte.
pub(crate) fn rate(rate: Rate) -> String {
    let text = rate.to_string();
    if text.parse() == Ok(rate) { text } else { format!("{} B/s", rate.0) }
}

/// A latency to the picosecond.
pub(crate) fn time(time: Time) -> String {
    let text = time.to_string();
    if text.parse() == Ok(time) { text } else { format!("{} ps", time.ps()) }
}

/// `bandwidth = "…", latency = "…"`.
pub(crate) fn parameters((bandwidth, latency): LinkParameters) -> String {
    format!("bandwidth = {}, latency = {}", quoted(&rate(bandwidth)), quoted(&time(latency)))
}

/// The opening comment and the name.
pub(crate) fn head(file: &str) -> String {
    let name =
        std::path::Path::new(file).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let file: String = file.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!(
        "# Made from the SimGrid platform {file} by `windtunnel platform import`.\n#\n\
         # SimGrid's platforms do not say what memory a host has: [host.memory] is an assumption. It is not used, as messages\n\
         # inside a host go through [nic.loopback] as they do there.\n\nname = {}\n\n",
        quoted(&name)
    )
}

/// `[host]` and `[nic]`. All hosts are alike: the first.
pub(crate) fn hosts(machine: &Machine, notes: &mut Notes) -> String {
    let speed_and_cores = |host: &Host| (host.speed, host.cores);
    let first = speed_and_cores(&machine.hosts[0]);
    for host in machine.hosts.iter().filter(|host| speed_and_cores(host) != first) {
        let what = format!(
            "speed {} and {} cores of `{}`: all hosts have those of `{}`, {} and {}",
            host.speed, host.cores, host.name, machine.hosts[0].name, first.0, first.1
        );
        notes.add(host.position, what);
    }
    let (speed, cores) = first;
    let speed_text = speed.to_string();
    let speed = if speed_text.parse() == Ok(speed) { speed_text } else { format!("{} flop/s", speed.0) };
    let loopback = parameters(machine.loopback.unwrap_or(LOOPBACK));
    format!(
        "[host]\ncores = {cores}\nspeed = {}\n{}\
         memory = {{ bandwidth = \"10 GB/s\", copy = \"10 GB/s\", latency = \"100 ns\" }}\n\n\
         [nic]\nloopback = {{ {loopback} }}\n",
        quoted(&speed),
        names(machine, notes)
    )
}

/// `names` of `[host]`: those of a radical as a pattern.
fn names(machine: &Machine, notes: &mut Notes) -> String {
    if let Some(host) = machine.hosts.iter().find(|host| host.name.is_empty() || host.name.contains(['[', ']'])) {
        let what = format!("names of hosts, as `{}` is one: a name is not empty and has no brackets", host.name);
        notes.add(host.position, what);
        return String::new();
    }
    let mut patterns = Vec::new();
    let mut at = 0;
    while at < machine.hosts.len() {
        let Some(names) = machine.named.get(&at) else {
            patterns.push(quoted(&machine.hosts[at].name));
            at += 1;
            continue;
        };
        let ranges: Vec<String> = names
            .ranges
            .iter()
            .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") })
            .collect();
        // A range that begins with 0 would have numbers of one digit: it has.
        patterns.push(quoted(&format!("{}[{}]{}", names.prefix, ranges.join(","), names.suffix)));
        at += names.count();
    }
    format!("names = [{}]\n", patterns.join(", "))
}
