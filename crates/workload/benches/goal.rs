//! CPU seconds of reading a GOAL text and of running it under LogGOPSim's rules: `cargo bench -p windtunnel-workload --bench
//! goal`. The targets are for both together: linear all-to-all of 1,024 ranks 0.5 s (LogGOPSim: over 446 s), binomial
//! broadcast of 1,048,576 ranks 2 s (4.8 s, and 31 s to convert the text), halo of 65,536 ranks and 10 iterations 1.5 s
//! (14.3 s); at most 40 bytes for each pending operation, its rank aside.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use windtunnel_workload::goal::loggopsim::{Parameters, execute};
use windtunnel_workload::goal::read;

/// Seconds this thread has been on a core.
fn on_cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux with schedstat");
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("nanoseconds first") / 1e9
}

/// Writes a program rank by rank.
fn write(path: &Path, ranks: u32, rank_text: impl Fn(u32, &mut String)) {
    let mut file = BufWriter::new(File::create(path).expect("a place for the text"));
    writeln!(file, "num_ranks {ranks}").expect("space for the text");
    let mut text = String::new();
    for rank in 0..ranks {
        text.clear();
        rank_text(rank, &mut text);
        writeln!(file, "rank {rank} {{\n{text}}}").expect("space for the text");
    }
}

fn all_to_all(rank: u32, ranks: u32, text: &mut String) {
    for distance in 1..ranks {
        let _ = writeln!(text, "s{distance}: send 8b to {} tag 0", (rank + distance) % ranks);
    }
    for distance in 1..ranks {
        let _ = writeln!(text, "r{distance}: recv 8b from {} tag 0", (rank + ranks - distance) % ranks);
    }
}

fn broadcast(rank: u32, ranks: u32, text: &mut String) {
    let mut bit = if rank == 0 { ranks.next_power_of_two() } else { rank & rank.wrapping_neg() };
    if rank > 0 {
        let _ = writeln!(text, "r: recv 8b from {} tag 0", rank - bit);
    }
    while bit > 1 {
        bit /= 2;
        if rank + bit < ranks {
            let _ = writeln!(text, "s{bit}: send 8b to {} tag 0", rank + bit);
            let _ = if rank > 0 { writeln!(text, "s{bit} requires r") } else { Ok(()) };
        }
    }
}

const SIDE: u32 = 256;
const ITERATIONS: u32 = 10;

fn halo(rank: u32, text: &mut String) {
    let (x, y) = (rank % SIDE, rank / SIDE);
    let at = |x: u32, y: u32| x % SIDE + y % SIDE * SIDE;
    let peers = [at(x + 1, y), at(x + SIDE - 1, y), at(x, y + 1), at(x, y + SIDE - 1)];
    for iteration in 0..ITERATIONS {
        let _ = writeln!(text, "c{iteration}: calc 10000");
        for (direction, peer) in peers.iter().enumerate() {
            let _ = writeln!(text, "s{iteration}_{direction}: send 4096b to {peer} tag {direction}");
            let _ = writeln!(text, "r{iteration}_{direction}: recv 4096b from {peer} tag {}", direction ^ 1);
            let _ = writeln!(text, "s{iteration}_{direction} requires c{iteration}");
            if let Some(before) = iteration.checked_sub(1) {
                let _ = writeln!(text, "c{iteration} requires s{before}_{direction}");
                let _ = writeln!(text, "c{iteration} requires r{before}_{direction}");
            }
        }
    }
}

/// What the kernel says of this process's memory, KiB.
fn memory(field: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = text.lines().find(|line| line.starts_with(field)).expect("a field of the process");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("KiB")
}

/// Writes a program, reads it and runs it, if its name has the word that was asked for.
fn measure(path: &Path, name: &str, target: f64, ranks: u32, rank_text: impl Fn(u32, &mut String)) {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if !asked.is_empty() && !asked.iter().any(|word| name.contains(word)) {
        return;
    }
    write(path, ranks, rank_text);
    // The peak of resident memory is counted anew from here.
    let counted = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let (before, begin) = (memory("VmRSS:"), on_cpu());
    let program = read(path).expect("a valid program");
    let between = on_cpu();
    let outcome =
        execute(&program, &Parameters::default(), None, &mut |_, _| false).expect("times that can be counted");
    let end = on_cpu();
    assert!(outcome.blocked == 0 && outcome.posted.is_empty(), "{name} did not come to its end");
    let bytes = if counted { (memory("VmHWM:") - before) * 1024.0 / f64::from(program.count()) } else { f64::NAN };
    println!(
        "{name:<44} {:>9} messages  read {:.2} s  run {:.2} s  both {:.2} s (target {target} s), {:.0} ns a message, \
         {bytes:.0} bytes an operation with its rank",
        outcome.messages,
        between - begin,
        end - between,
        end - begin,
        (end - begin) * 1e9 / outcome.messages as f64,
    );
}

fn main() {
    let folder = std::env::temp_dir().join(format!("windtunnel-goal-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a place for texts");
    let path = folder.join("program.goal");
    measure(&path, "linear all-to-all, 1,024 ranks", 0.5, 1024, |rank, text| all_to_all(rank, 1024, text));
    measure(&path, "binomial broadcast, 1,048,576 ranks", 2.0, 1 << 20, |rank, text| broadcast(rank, 1 << 20, text));
    measure(&path, "halo, 65,536 ranks, 10 iterations", 1.5, SIDE * SIDE, halo);
    let _ = std::fs::remove_dir_all(folder);
}
