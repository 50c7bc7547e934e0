//! Changed recordings with right checksums: a replay by the real engine comes to an end or says what is wrong, and no
//! assertion of the engine fails.
#![allow(clippy::unwrap_used, unreachable_pub, reason = "a test may fail so")]

use crate::harness::{Corpus, Stream, fuzz};
use mpi::{Engine, Outcome};
use ops::{Interest, Observer, Record};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use windtunnel_engine::{Assembly, JobText, Scenario, ScenarioText};
use workload::traces::posts::{Operation, Operations};
use workload::traces::{self, OpenTrace};

/// A run has more steps than this only if a change made a rank poll for ever.
const STEPS_MAX: u64 = 200_000;

/// Asks for all records, so that their causes are looked for, too.
struct Everything;

impl Observer for Everything {
    fn interest(&self) -> Interest {
        Interest {
            blocks: true,
            empty_blocks: true,
            noise: true,
            calls: true,
            messages: true,
            io: true,
            requests: true,
            devices: true,
            waits: true,
            phases: true,
            collectives: true,
            in_order: true,
        }
    }

    fn record(&mut self, _: &Record) {}
}

/// A trace as text: its number of ranks, then an operation a line behind its rank.
fn as_text(path: &Path) -> String {
    let Operations { ranks, of } = Operations::read(path).unwrap();
    let lines = (0..).zip(&of).flat_map(|(rank, own)| {
        own.iter().map(move |operation| format!("{rank} {}\n", serde_json::to_string(operation).unwrap()))
    });
    std::iter::once(format!("{ranks}\n")).chain(lines).collect()
}

/// The trace of a text; lines that are none are left out.
fn of_lines(lines: &[String]) -> Operations {
    let ranks = lines.first().and_then(|line| line.parse().ok()).filter(|ranks| (1..=8).contains(ranks)).unwrap_or(4);
    let mut all = Operations { ranks, of: vec![Vec::new(); ranks as usize] };
    for line in lines {
        let Some((rank, text)) = line.split_once(' ') else { continue };
        let Some(rank) = rank.parse::<usize>().ok().filter(|rank| *rank < 16) else { continue };
        let Ok(operation) = serde_json::from_str::<Operation>(text) else { continue };
        if all.of.len() <= rank {
            all.of.resize(rank + 1, Vec::new());
        }
        all.of[rank].push(operation);
    }
    all
}

/// A place of a line where a number is.
fn number_in(stream: &mut Stream, line: &str) -> Option<(usize, usize)> {
    let starts: Vec<usize> = line
        .char_indices()
        .filter(|(at, c)| c.is_ascii_digit() && !line[..*at].ends_with(|c: char| c.is_ascii_digit()))
        .map(|(at, _)| at)
        .collect();
    let start = *starts.get(stream.below(starts.len()))?;
    let end = line[start..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |length| start + length);
    Some((start, end))
}

/// Changes lines: their order, their rank, how often they are there, a number in them.
fn change(stream: &mut Stream, lines: &mut Vec<String>) {
    let (at, other) = (stream.below(lines.len()), stream.below(lines.len()));
    // Most often near to each other: far away much else does not fit.
    let near = (at + stream.below(6)).min(lines.len() - 1);
    match stream.below(8) {
        0 => lines.swap(at, near),
        1 => lines.insert(near, lines[at].clone()),
        2 => _ = lines.remove(at),
        3 => {
            let text = lines[at].split_once(' ').map(|(_, text)| format!("{} {text}", stream.below(5)));
            lines[at] = text.unwrap_or_default();
        }
        4 => _ = lines.drain(at.min(near)..near),
        5 => {
            let line = lines.remove(at);
            lines.insert(other.min(lines.len()), line);
        }
        _ => {
            let Some((start, end)) = number_in(stream, &lines[at]) else { return };
            let found: u64 = lines[at][start..end].parse().unwrap_or_default();
            let from = *stream.pick(&[at, near, other]);
            let donor = number_in(stream, &lines[from]).map(|(start, end)| lines[from][start..end].to_owned());
            let text = match stream.below(5) {
                0 => found.wrapping_add(1).to_string(),
                1 => found.wrapping_sub(1).to_string(),
                2 => stream.below(4).to_string(),
                _ => donor.unwrap_or_default(),
            };
            lines[at].replace_range(start..end, &text);
        }
    }
}

/// What is assembled for a number of ranks on a platform.
type Assemblies = RefCell<HashMap<(u32, String), (Scenario, Assembly)>>;

/// Replays a trace; whether all ranks came to their end.
fn replay(path: &Path, platform: &str, known: &Assemblies) -> bool {
    let Ok(OpenTrace { ranks, mut driver, .. }) = traces::open(&[path.to_owned()]) else { return false };
    let mut known = known.borrow_mut();
    let (scenario, assembly) =
        known.entry((ranks, platform.to_owned())).or_insert_with(|| assemble(path, platform, ranks));
    let mut observer = Everything;
    let mut engine = Engine::new(assembly.options(scenario).unwrap(), &mut *driver, Some(&mut observer));
    let outcome = engine.run(&mut |pause| pause.progress.steps > STEPS_MAX);
    if let Outcome::Failed(diagnosis) = &outcome.ending {
        assert!(!diagnosis.to_string().is_empty());
    }
    matches!(outcome.ending, Outcome::Finished(_))
}

fn assemble(path: &Path, platform: &str, ranks: u32) -> (Scenario, Assembly) {
    let job = JobText { trace: vec![path.to_owned()], oversubscribe: Some(true), ..JobText::default() };
    let text = ScenarioText { platform: Some(platform.to_owned()), job: vec![job], ..ScenarioText::default() };
    let scenario = text.resolve().unwrap();
    let assembly = Assembly::of(&scenario, ranks).unwrap();
    (scenario, assembly)
}

fn recordings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces/posts");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20, "recordings are missing");
    files
}

fn scratch(name: &str) -> PathBuf {
    let shared = Path::new("/dev/shm");
    let folder = if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("windtunnel-{name}-{}.trace", std::process::id()))
}

#[test]
fn recordings_that_are_not_changed_come_to_their_end() {
    let (path, known) = (scratch("same"), Assemblies::default());
    for recording in recordings() {
        let lines: Vec<String> = as_text(&recording).lines().map(str::to_owned).collect();
        of_lines(&lines).write(&path).unwrap();
        assert_eq!(Operations::read(&path).unwrap(), Operations::read(&recording).unwrap());
        assert!(replay(&path, "fat-tree", &known), "{}", recording.display());
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn changed_recordings() {
    let texts = recordings().iter().map(|path| as_text(path)).collect();
    let pieces =
        &["null", "\"All\"", "\"Any\"", "\"Some\"", "false", "true", "[0]", "{\"One\":0}", "{\"Many\":[0,1]}"];
    let (path, known) = (scratch("changed"), Assemblies::default());
    fuzz("recordings", 60, &Corpus { texts, pieces }, |stream, text| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for _ in 0..stream.below(4) {
            if lines.len() > 1 {
                change(stream, &mut lines);
            }
        }
        of_lines(&lines).write(&path).unwrap();
        replay(&path, stream.pick::<&str>(&["two-hosts", "fat-tree"]), &known)
    });
    std::fs::remove_file(path).unwrap();
}
