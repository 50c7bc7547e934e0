//! Nanoseconds per action of reading and replaying a time-independent trace, without an engine: `cargo bench -p
//! windtunnel-workload`.

use ops::{Answer, CommId, Completion, Group, NewComm, Post, RankState, Status};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
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

/// Seconds this thread has been on a core, in user and system mode: the target is CPU time, and a busy machine must not
/// be in the figure.
fn on_cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux with schedstat");
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("nanoseconds first") / 1e9
}

/// Replays everything, answering at once; the time of the answers is in the figure. Seconds to open (which for a
/// shared file reads it once), seconds to replay, posts.
fn replay(paths: &[PathBuf]) -> (f64, f64, u64) {
    let begin = on_cpu();
    let mut driver = windtunnel_workload::traces::open(paths).expect("a valid trace").driver;
    let (mut posts, mut posted) = (Vec::new(), 0);
    let world = NewComm { comm: CommId::WORLD, group: Arc::new(Group::range(0, RANKS)), remote: None };
    let mut answers = vec![Answer { comms: vec![world], ..Answer::default() }; RANKS as usize];
    let mut running: Vec<u32> = (0..RANKS).collect();
    let (opened, start) = (on_cpu() - begin, on_cpu());
    while !running.is_empty() {
        running.retain(|rank| {
            posts.clear();
            let answer = &mut answers[*rank as usize];
            let progress = driver.resume(ActorId(*rank), answer, &mut posts);
            answer.clear();
            posted += posts.len() as u64;
            match posts.last() {
                Some(Post::Wait { set, .. }) => {
                    let done =
                        set.ids().iter().map(|request| Completion { request: *request, status: Status::EMPTY });
                    answer.completions.extend(done);
                }
                Some(Post::Fatal { text }) => panic!("{text}"),
                _ => {}
            }
            progress == RankState::Blocked
        });
    }
    (opened, on_cpu() - start, posted)
}

fn main() {
    let folder = std::env::temp_dir().join(format!("windtunnel-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let own: Vec<PathBuf> = (0..RANKS).map(|rank| folder.join(format!("rank-{rank}.txt"))).collect();
    let mut shared = String::new();
    let mut alternating = String::new();
    let mut texts = vec![String::new(); RANKS as usize];
    for _ in 0..ITERATIONS {
        for rank in 0..RANKS {
            iteration(rank, &mut texts[rank as usize]);
            iteration(rank, &mut shared);
        }
    }
    let mut lines: Vec<_> = texts.iter().map(|text| text.lines()).collect();
    for _ in 0..ITERATIONS * ACTIONS {
        for line in lines.iter_mut().filter_map(Iterator::next) {
            let _ = writeln!(alternating, "{line}");
        }
    }
    for (path, text) in own.iter().zip(&texts) {
        std::fs::write(path, text).expect("a writable folder");
    }
    let all = folder.join("all.txt");
    std::fs::write(&all, shared).expect("a writable folder");
    let worst = folder.join("alternating.txt");
    std::fs::write(&worst, alternating).expect("a writable folder");
    let actions = f64::from(RANKS * ITERATIONS * ACTIONS);
    // Interleaved and repeated, the least of each: shared caches make other load add to CPU time too.
    let cases = [("a file per rank", own), ("one shared file", vec![all]), ("ranks alternate by line", vec![worst])];
    let mut least = [(f64::MAX, f64::MAX, 0); 3];
    for _ in 0..5 {
        for ((_, paths), least) in cases.iter().zip(&mut least) {
            let (open, run, posted) = replay(paths);
            *least = (least.0.min(open), least.1.min(run), posted);
        }
    }
    for ((name, _), (open, run, posted)) in cases.iter().zip(least) {
        let (open, run) = (open * 1e9 / actions, run * 1e9 / actions);
        println!(
            "{name}: {run:.1} ns of CPU per action, {open:.1} ns more to open; {posted} posts of {actions} actions"
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}
