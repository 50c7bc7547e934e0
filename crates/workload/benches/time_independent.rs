//! Nanoseconds per action of reading and replaying a time-independent trace, without an engine: `cargo bench -p
//! windtunnel-workload`.

use ops::{Answer, Completion, Post, Progress, RankDriver, Status};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;
use units::ActorId;

const RANKS: u32 = 64;
const ITERATIONS: u32 = 10_000;

/// The lines of a rank in one iteration: 2 neighbours, computation, a reduction.
fn iteration(rank: u32, text: &mut String) {
    let (left, right) = ((rank + RANKS - 1) % RANKS, (rank + 1) % RANKS);
    let _ = writeln!(text, "{rank} compute 1234567");
    let _ = writeln!(text, "{rank} irecv {left} 0 65536 6\n{rank} irecv {right} 1 65536 6");
    let _ = writeln!(text, "{rank} isend {right} 0 65536 6\n{rank} isend {left} 1 65536 6");
    let _ = writeln!(text, "{rank} wait {left} {rank} 0\n{rank} wait {right} {rank} 1\n{rank} waitall");
    let _ = writeln!(text, "{rank} allreduce 1 0 0");
}

const ACTIONS: u32 = 9;

/// Replays everything, answering at once; the time of the answers is in the figure.
fn replay(paths: &[PathBuf]) -> (f64, u64) {
    let mut driver = windtunnel_workload::traces::ti::open(paths).expect("a valid trace");
    let (mut posts, mut posted) = (Vec::new(), 0);
    let mut answers = vec![Answer::default(); RANKS as usize];
    let mut running: Vec<u32> = (0..RANKS).collect();
    let start = Instant::now();
    while !running.is_empty() {
        running.retain(|rank| {
            posts.clear();
            let answer = &mut answers[*rank as usize];
            let progress = driver.resume(ActorId(*rank), answer, &mut posts);
            answer.clear();
            posted += posts.len() as u64;
            match posts.last() {
                Some(Post::Wait { set, .. }) => {
                    let done = set.slots().iter().map(|slot| Completion { slot: *slot, status: Status::EMPTY });
                    answer.completions.extend(done);
                }
                Some(Post::Fatal { text }) => panic!("{text}"),
                _ => {}
            }
            progress == Progress::Blocked
        });
    }
    (start.elapsed().as_secs_f64(), posted)
}

fn main() {
    let folder = std::env::temp_dir().join(format!("windtunnel-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let own: Vec<PathBuf> = (0..RANKS).map(|rank| folder.join(format!("rank-{rank}.txt"))).collect();
    let mut shared = String::new();
    let mut texts = vec![String::new(); RANKS as usize];
    for _ in 0..ITERATIONS {
        for rank in 0..RANKS {
            iteration(rank, &mut texts[rank as usize]);
            iteration(rank, &mut shared);
        }
    }
    for (path, text) in own.iter().zip(&texts) {
        std::fs::write(path, text).expect("a writable folder");
    }
    let all = folder.join("all.txt");
    std::fs::write(&all, shared).expect("a writable folder");
    let actions = f64::from(RANKS * ITERATIONS * ACTIONS);
    for (name, paths) in [("a file per rank", own), ("one shared file", vec![all])] {
        let (seconds, posted) = replay(&paths);
        println!("{name}: {:.0} ns per action, {posted} posts of {actions} actions", seconds * 1e9 / actions);
    }
    let _ = std::fs::remove_dir_all(&folder);
}
