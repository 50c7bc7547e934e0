//! Nanoseconds of CPU time for each record that a run leaves in a table, with what it takes on disk: `cargo bench -p
//! windtunnel-observe`. Totals are kept by every run; what a table costs is beyond that. The targets follow from those of
//! `benches/run.py`: a call of the ping-pong of one byte takes 250 ns, 15 % of which are 37 ns.

use ops::{CallSite, Function, Observer, Record};
use std::path::Path;
use units::{ActorId, Time};
use windtunnel_observe::Recorder;

const ROWS: u64 = 4_000_000;

/// Seconds this thread has been on a core.
fn on_cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux with schedstat");
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("nanoseconds first") / 1e9
}

fn call(rank: u64, function: Function, start: u64, end: u64) -> Record {
    let (actor, site) = (ActorId(rank as u32), CallSite(1 + function as u32));
    let (start, end) = (Time::from_ps(start), Time::from_ps(end));
    Record::Call { actor, function, site, start, end, waiting: end.saturating_sub(start) }
}

/// Two ranks in turn, each call as long as the last.
fn ping_pong(number: u64) -> Record {
    let function = if number % 4 < 2 { Function::Send } else { Function::Recv };
    call(number % 2, function, number / 2 * 1_234_567, (number / 2 + 1) * 1_234_567)
}

/// 4,096 ranks that come to a collective operation at times of their own.
fn collective(number: u64) -> Record {
    let (rank, round) = (number % 4096, number / 4096);
    // A generator of pseudo-random numbers, three steps of Marsaglia's xorshift.
    let mut noise = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for shift in [13, 7, 17] {
        noise ^= noise << shift >> 3;
    }
    call(rank, Function::Allreduce, round * 50_000_000 + noise % 10_000_000, (round + 1) * 50_000_000)
}

fn seconds(folder: &Path, outputs: &[&str], record: fn(u64) -> Record) -> f64 {
    let mut recorder =
        Recorder::create(&files::Folder::open(folder).expect("a folder"), 4096, outputs.iter().copied())
            .expect("a place for tables");
    let begin = on_cpu();
    (0..ROWS).for_each(|number| recorder.record(&record(number)));
    recorder.finish(&mut |site| site.0.to_string()).expect("space for tables");
    on_cpu() - begin
}

fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).expect("the table that was written");
    entries.map(|entry| entry.and_then(|entry| entry.metadata()).map_or(0, |metadata| metadata.len())).sum()
}

fn main() {
    let folder = std::env::temp_dir().join(format!("windtunnel-tables-{}", std::process::id()));
    for (name, record) in [("ping-pong", ping_pong as fn(u64) -> Record), ("collective", collective)] {
        let least = |outputs: &[&str]| {
            (0..3).map(|_| seconds(&folder, outputs, record)).min_by(f64::total_cmp).expect("three of them")
        };
        let (without, with) = (least(&[]), least(&["timeline"]));
        println!(
            "{name:<12} totals {:5.1} ns  timeline {:5.1} ns (target 37 ns)  {:.2} bytes a row",
            without / ROWS as f64 * 1e9,
            (with - without) / ROWS as f64 * 1e9,
            size(&folder.join("timeline")) as f64 / ROWS as f64,
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}
