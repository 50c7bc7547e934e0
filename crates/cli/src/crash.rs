//! Reports crashes of simulated ranks and of the simulator itself: reads the crash record of the run folder, and prints it with
//! functions and source lines. The crashed process has written that record, in its signal handler. With `--mode images` (each
//! rank is a copy of the program in one process) the crashed process is the launcher, which contains the simulator and all
//! ranks. With `--mode processes` it is either the launcher, which then contains only the simulator, or the process of a rank.

use engine::symbols::Symbols;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// One line of `crash.jsonl`, as the handler of the dying process writes it.
#[derive(Clone, Debug, Deserialize)]
struct Record {
    rank: Option<u32>,
    name: String,
    reason: String,
    address: Option<String>,
    frames: Vec<Frame>,
}

#[derive(Clone, Debug, Deserialize)]
struct Frame {
    object: PathBuf,
    offset: String,
}

/// A crash in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Crash {
    /// Rank, signal, reason and the functions it happened in.
    pub(crate) diagnosis: String,
    /// Whether it happened in a rank and not in Windtunnel.
    pub(crate) in_rank: bool,
    /// Whether another process sent the signal: the program is not to blame then.
    pub(crate) is_sent: bool,
}

/// Functions shown of a crash's stack.
const FRAMES_SHOWN: usize = 12;

/// The first crash that a folder's `crash.jsonl` records.
pub(crate) fn read(folder: &Path) -> Option<Crash> {
    // Names in it may come from memory that the program has damaged.
    let text = std::fs::read(folder.join("crash.jsonl")).ok()?;
    let text = String::from_utf8_lossy(&text);
    let record: Record = text.lines().find_map(|line| serde_json::from_str(line).ok())?;
    Some(describe(&record))
}

/// What a record says of a signal that came from elsewhere.
const SENT: &str = "sent by another process";

fn describe(record: &Record) -> Crash {
    if record.reason == SENT && record.rank.is_none() {
        let diagnosis = format!("the simulation was ended by {}, {SENT}", record.name);
        return Crash { diagnosis, in_rank: false, is_sent: true };
    }
    let who = match record.rank {
        Some(rank) => format!("rank {rank} crashed"),
        None => "the simulator itself crashed".to_owned(),
    };
    let reason = if record.reason.is_empty() { String::new() } else { format!(" ({})", record.reason) };
    let mut diagnosis = format!("{who}: {}{reason}", record.name);
    if let Some(address) = &record.address {
        diagnosis.push_str(&format!(" at address {address}"));
    }
    let mut symbols = Symbols::default();
    // Between a rank's call of MPI and a function of its own that MPI calls is nothing of the user's.
    let told: Vec<(usize, &Frame)> = record
        .frames
        .iter()
        .enumerate()
        .filter(|(_, frame)| record.rank.is_none() || !is_ours(&frame.object))
        .collect();
    for &(depth, frame) in told.iter().take(FRAMES_SHOWN) {
        let digits = frame.offset.trim_start_matches("0x");
        let Ok(offset) = u64::from_str_radix(digits, 16) else { continue };
        let word = if depth == 0 { "in" } else { "called by" };
        let place = symbols.describe(&frame.object, offset, depth > 0);
        diagnosis.push_str(&format!("\n  {word:<9} {place}"));
        if place.starts_with("main (") {
            // What calls `main` is not the user's.
            return Crash { diagnosis, in_rank: record.rank.is_some(), is_sent: false };
        }
    }
    if told.len() > FRAMES_SHOWN {
        diagnosis.push_str(&format!("\n  and {} more", told.len() - FRAMES_SHOWN));
    }
    Crash { diagnosis, in_rank: record.rank.is_some(), is_sent: false }
}

/// Whether an object is the simulator's library, or the one of a sanitizer that has found an error.
fn is_ours(object: &Path) -> bool {
    let name = object.file_name().unwrap_or_default().to_string_lossy();
    name == "libwindtunnel.so" || name.starts_with("libasan.so")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(rank: &str, frames: usize) -> Record {
        let frame = r#"{"object":"/no/such/program","offset":"0x1139"}"#;
        let frames = vec![frame; frames].join(",");
        let line = format!(
            r#"{{"crash":1,"rank":{rank},"signal":11,"name":"SIGSEGV","reason":"stack overflow","address":"0x10","frames":[{frames}]}}"#
        );
        serde_json::from_str(&line).unwrap()
    }

    #[test]
    fn a_crash_names_rank_signal_and_place() {
        let crash = describe(&record("12", 2));
        assert_eq!(
            crash.diagnosis,
            "rank 12 crashed: SIGSEGV (stack overflow) at address 0x10\n  in        program+0x1139\n  called by \
             program+0x1139"
        );
        assert!(crash.in_rank);
    }

    #[test]
    fn a_signal_from_elsewhere_blames_nobody() {
        let mut sent = record("null", 3);
        sent.reason = SENT.to_owned();
        let crash = describe(&sent);
        assert_eq!(crash.diagnosis, "the simulation was ended by SIGSEGV, sent by another process");
        assert!(crash.is_sent && !crash.in_rank);
    }

    #[test]
    fn a_crash_of_our_own_says_so_and_long_stacks_are_cut() {
        let crash = describe(&record("null", 20));
        assert!(crash.diagnosis.starts_with("the simulator itself crashed: SIGSEGV"), "{}", crash.diagnosis);
        assert!(crash.diagnosis.ends_with("and 8 more"), "{}", crash.diagnosis);
        assert!(!crash.in_rank);
    }
}
