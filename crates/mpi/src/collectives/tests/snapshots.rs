//! Snapshot tests of the schedules of all collective algorithms, as text: sender, receiver, bytes, order and dependencies of
//! each message.
//!
//! The suite (the parent module) compares the data that arrive and counts messages; these tests check partners, order and
//! dependencies, on which simulated times depend. There is a file for each operation in `snapshots`, with the costs and a
//! digest of each schedule; `WINDTUNNEL_WRITE_TABLES=1` writes them anew. `WINDTUNNEL_SCHEDULES=FOLDER` writes the schedules
//! themselves to a folder; `tools/schedules.sh` compares those of two revisions.

use super::cases::Case;
use super::executor::{Delivery, LATENCY, PER_BYTE, RankHosts, Run};
use crate::collectives::{inter, of};
use crate::schedule::{Algorithm, Batch, Context, Level, Next, SubCall, Vertex};
use ops::{CollectiveCall, Operation};
use std::fmt::Write;

const DIGESTS: &str = "\
# Digests of schedules; written by the tests `snapshots` with WINDTUNNEL_WRITE_TABLES=1. tools/schedules.sh shows what has changed.
# Costs of the critical path: α a message, β a byte sent, γ a byte reduced; messages do not contend.
";

const HEADER: &str = "\
# A line a rank: `|` between batches; >3:32 sends 32 bytes to rank 3, <3:32 receives them, #1 the tag if not 0; =32 copies
# bytes, pack(1 4) makes 1 datatype of 4 blocks, +4 reduces elements, sub(...) is an operation on part of the ranks. `;` before what waits for what is just
# before it, @0,1 after what waits for these of its batch. Many ranks: vertices, bytes sent and a digest of the line.
# Costs of the critical path: α a message, β a byte sent, γ a byte reduced; messages do not contend.
";

/// Ranks, root and elements of a block; the last with digests only.
const SIZES: [(u32, u32, u64); 4] = [(5, 3, 3), (8, 2, 20), (13, 6, 29), (16, 0, 5)];
/// More ranks than this are written as digests.
const FULL_MAX: u32 = 8;
/// Low and high group of an intercommunicator.
const GROUPS: [(u32, u32); 3] = [(2, 3), (4, 3), (5, 11)];
/// What is tried beside the default of a parameter.
fn other_values(algorithm: &Algorithm) -> &'static [u64] {
    match algorithm.parameters {
        [] => &[],
        // Bytes.
        [parameter, ..] if parameter.default_number() > 1000 => &[64],
        _ => &[1, 3],
    }
}

fn sub_call(call: &SubCall) -> String {
    let level = match call.level {
        Level::All => "all",
        Level::Host => "node",
        Level::Leaders => "leaders",
        Level::Peers => "peers",
        Level::LocalGroup => "within",
        Level::New => panic!("no algorithm makes communicators"),
    };
    let mut text = format!("sub({level} {}", call.operation.name());
    if call.operation.has_root() {
        write!(text, " root {}", call.root as i32).unwrap();
    }
    write!(text, " {}x{}", call.count, call.element_bytes).unwrap();
    if let Some(vectors) = &call.vectors {
        write!(text, " {:?} {:?}", vectors.send_bytes, vectors.recv_bytes).unwrap();
    }
    if call.own_bytes > 0 {
        write!(text, " own {}", call.own_bytes).unwrap();
    }
    if call.in_place {
        text.push_str(" in place");
    }
    if call.nonblocking {
        text.push_str(" non-blocking");
    }
    if let Some(algorithm) = &call.algorithm {
        write!(text, " {}", algorithm.name).unwrap();
        algorithm.parameters.iter().for_each(|(name, value)| write!(text, " {name} = {value}").unwrap());
    }
    if call.channel > 0 {
        write!(text, " #{}", call.channel).unwrap();
    }
    text + ")"
}

fn vertex(vertex: &Vertex) -> String {
    let tagged = |tag: u32| if tag == 0 { String::new() } else { format!("#{tag}") };
    match vertex {
        Vertex::Send { to, tag, bytes, .. } => format!(">{to}:{bytes}{}", tagged(*tag)),
        Vertex::Recv { from, tag, bytes, .. } => format!("<{from}:{bytes}{}", tagged(*tag)),
        Vertex::Copy { bytes, .. } => format!("={bytes}"),
        Vertex::CopyStrided(blocks) => format!("={}x{}", blocks.blocks, blocks.bytes),
        Vertex::Pack { datatypes, blocks } => format!("pack({datatypes} {blocks})"),
        Vertex::Reduce { count, .. } => format!("+{count}"),
        Vertex::Compute(work) => format!("{work:?}"),
        Vertex::Delay(delay) => format!("{delay:?}"),
        Vertex::Sub(call) => sub_call(call),
        Vertex::File(_) | Vertex::Ring { .. } => format!("{vertex:?}"),
    }
}

/// One rank's schedule in a line, its vertices, and the bytes that it sends.
fn schedule(algorithm: &Algorithm, parameters: &[u64], context: &Context<'_>) -> (String, usize, u64) {
    let mut generator = crate::collectives::build(algorithm, context, parameters);
    let (mut line, mut count, mut sent) = (String::new(), 0, 0);
    loop {
        let mut batch = Batch::default();
        let next = generator.resume(context, &mut batch);
        let mut before = if line.is_empty() { "" } else { " | " };
        for (own, (what, _)) in (0..).zip(&batch.vertices) {
            let earlier: Vec<u16> = batch.edges.iter().filter(|edge| edge.1 == own).map(|edge| edge.0).collect();
            let next_in_row = own > 0 && earlier == [own - 1];
            write!(line, "{before}{}{}", if next_in_row { ";" } else { "" }, vertex(what)).unwrap();
            if !next_in_row && !earlier.is_empty() {
                let names: Vec<_> = earlier.iter().map(u16::to_string).collect();
                write!(line, "@{}", names.join(",")).unwrap();
            }
            before = " ";
            sent += if let Vertex::Send { bytes, .. } = what { *bytes } else { 0 };
        }
        count += batch.vertices.len();
        if next == Next::Last {
            return (line, count, sent);
        }
    }
}

/// FNV-1a.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// All ranks' schedules, a line each.
fn lines(algorithm: &Algorithm, parameters: Option<u64>, contexts: &[Context<'_>]) -> String {
    let parameters =
        algorithm.parameters.iter().map(|own| parameters.unwrap_or(own.default_number())).collect::<Vec<_>>();
    let mut text = String::new();
    for (context, rank) in contexts.iter().zip(0..) {
        let (line, vertices, sent) = schedule(algorithm, &parameters, context);
        if contexts.len() as u32 <= FULL_MAX {
            writeln!(text, "{rank}: {line}").unwrap();
        } else {
            writeln!(text, "{rank}: {vertices} {sent} {:08x}", digest(&line) >> 32).unwrap();
        }
    }
    text
}

fn costs(run: &Run<'_>) -> String {
    format!("{}α + {}β + {}γ", run.end / LATENCY, run.end % LATENCY / PER_BYTE, run.end % PER_BYTE)
}

/// The schedules of one algorithm that differ: by rank count, hosts_of, place of the operands and parameters.
fn of_algorithm(algorithm: &'static Algorithm, text: &mut String) {
    let reduces = Case::plain(algorithm.operation, 1, 0).reduces();
    for (size, root, count) in SIZES {
        let mut seen = Vec::new();
        let root = if algorithm.operation.has_root() { root } else { 0 };
        for (commutative, in_place) in [(true, false), (true, true), (false, false), (false, true)] {
            let case = Case { root, in_place, commutative, ..Case::plain(algorithm.operation, size, count) };
            if !commutative && !reduces || !case.exists() {
                continue;
            }
            let calls = (0..size).map(|rank| case.call(rank)).collect::<Vec<_>>();
            for (number, hosts_of) in super::placements(algorithm, size).iter().enumerate() {
                let contexts = contexts(&calls, hosts_of, root);
                if (algorithm.precondition)(&contexts[0]).is_err() {
                    continue;
                }
                for value in std::iter::once(None).chain(other_values(algorithm).iter().copied().map(Some)) {
                    let schedules = lines(algorithm, value, &contexts);
                    if seen.contains(&schedules) {
                        continue;
                    }
                    let run = Run::with(&case, hosts_of, algorithm, &calls, Delivery::Eager, value).finish();
                    write!(text, "\n{} {size} ranks, root {root}, {count} elements", algorithm.name).unwrap();
                    let words = [(in_place, ", in place"), (!commutative, ", not commutative")];
                    text.extend(words.iter().filter(|word| word.0).map(|word| word.1));
                    if number > 0 {
                        write!(text, ", {hosts_of:?}").unwrap();
                    }
                    if let Some(value) = value {
                        write!(text, ", {} = {value}", algorithm.parameters[0].name).unwrap();
                    }
                    write!(text, ": {}\n{schedules}", costs(&run)).unwrap();
                    seen.push(schedules);
                }
            }
        }
    }
}

fn contexts<'a>(calls: &'a [CollectiveCall], hosts_of: &'a RankHosts, root: u32) -> Vec<Context<'a>> {
    calls.iter().zip(0..).map(|(call, rank)| super::seen(call, rank, hosts_of, root)).collect()
}

/// The schedules of an algorithm between two groups, the low one's ranks first.
fn between_groups(algorithm: &'static Algorithm, text: &mut String) {
    for (low, high) in GROUPS {
        let mut seen = Vec::new();
        for root in [(0, low - 1), (1, 1)] {
            for (commutative, value) in [(true, None), (true, Some(1)), (false, None)] {
                if !commutative && !Case::plain(algorithm.operation, 1, 0).reduces() {
                    continue;
                }
                let case = super::inter::Case::new(algorithm.operation, (low, high), root, 5, commutative);
                case.run(algorithm, value, |run, contexts| {
                    let schedules = lines(algorithm, value, contexts);
                    if !seen.contains(&schedules) {
                        write!(text, "\nbetween groups, {} {low} + {high} ranks", algorithm.name).unwrap();
                        let words = [(root.0 == 1, ", root high 1"), (!commutative, ", not commutative")];
                        text.extend(words.iter().filter(|word| word.0).map(|word| word.1));
                        if let Some(value) = value {
                            write!(text, ", {} = {value}", algorithm.parameters[0].name).unwrap();
                        }
                        write!(text, ": {}\n{schedules}", costs(run)).unwrap();
                        seen.push(schedules);
                    }
                });
            }
        }
    }
}

/// The heading of each schedule, which ends with its costs, and a digest.
fn digests(schedules: &str) -> String {
    let sections = schedules.split("\n\n").skip(1).filter_map(|section| section.split_once('\n'));
    let lines = sections.map(|(heading, ranks)| format!("{heading} {:016x}\n", digest(ranks.trim_end())));
    lines.fold(DIGESTS.to_owned(), |text, line| text + &line)
}

/// What the digests of an operation say has changed: schedules that are no more, and the first ones that are others now.
fn differences(stored: &str, digests: &str, schedules: &str) -> String {
    let name = |line: &str| line.split(": ").next().unwrap_or_default().to_owned();
    let lines =
        |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    let (stored, now) = (lines(stored), lines(digests));
    let missing = stored.iter().filter(|line| now.iter().all(|other| name(other) != name(line)));
    let mut text = missing.map(|line| format!("- {line}\n")).collect::<String>();
    for line in now.iter().filter(|line| !stored.contains(line)).take(2) {
        let before = stored.iter().filter(|other| name(other) == name(line)).map(|line| format!("- {line}\n"));
        text.extend(before);
        let section = schedules.split("\n\n").find(|section| name(section) == name(line)).unwrap_or_default();
        writeln!(text, "+ {line}\n{section}").unwrap();
    }
    text + "tools/schedules.sh compares all schedules with those of another revision\n"
}

/// What differs from the stored schedules of an operation.
fn compare(operation: Operation) -> String {
    let mut text = String::from(HEADER);
    for algorithm in of(operation) {
        of_algorithm(algorithm, &mut text);
    }
    for algorithm in inter::of(operation) {
        between_groups(algorithm, &mut text);
    }
    if let Some(folder) = std::env::var_os("WINDTUNNEL_SCHEDULES") {
        std::fs::write(std::path::Path::new(&folder).join(format!("{}.txt", operation.name())), &text).unwrap();
    }
    let digests = digests(&text);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/collectives/tests/snapshots");
    let path = format!("{folder}/{}.txt", operation.name());
    if std::env::var_os("WINDTUNNEL_WRITE_TABLES").is_some() {
        std::fs::write(&path, &digests).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    if digests == stored { String::new() } else { format!("{path}:\n{}", differences(&stored, &digests, &text)) }
}

#[test]
fn schedules_are_those_of_the_snapshots() {
    let differences = Operation::ALL.iter().map(|&operation| compare(operation)).collect::<String>();
    assert!(differences.is_empty(), "schedules have changed:\n{differences}");
}
