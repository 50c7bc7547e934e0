//! Fuzz tests of time-independent traces and motif settings: a run with a damaged trace or setting ends normally or with an
//! error message, never in a panic.

use crate::fuzz_harness::{Corpus, fuzz};
use crate::goal::loggopsim::{Parameters, execute};
use crate::testing::{Folder, run, samples};
use crate::traces;
use crate::{goal, motifs};
use ops::Post;
use std::fmt::Write as _;

const PIECES: &[&str] = &[
    "-555",
    "-444",
    "-666",
    "init",
    "finalize",
    "send",
    "isend",
    "irecv",
    "wait",
    "waitall",
    "test",
    "probe",
    "compute",
    "alltoallv",
    "allgatherv",
    "reducescatter",
    "gather",
    "bcast",
    "sleep",
    "-1",
    "281474976710656",
    "281474976710657",
    "2147483647",
    "1e18",
    "63",
    "0 ",
    "1 ",
];

/// Every sample as one file of all ranks, shortened: ranks beyond the eighth do not take part.
fn corpus() -> Corpus {
    let mut texts = Vec::new();
    for folder in ["simgrid-small", "simgrid-32"] {
        let mut shared = String::new();
        let mut paths: Vec<_> =
            std::fs::read_dir(samples().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|own| own == "txt")) {
            let text = std::fs::read_to_string(path).unwrap();
            let one = text.lines().filter(|line| !line.is_empty()).take(60).collect::<Vec<_>>();
            if folder == "simgrid-32" {
                let rank = one[0].split(' ').next().unwrap().parse::<u32>().unwrap();
                one.iter().take(if rank < 8 { 60 } else { 0 }).for_each(|line| writeln!(shared, "{line}").unwrap());
            } else {
                texts.push(one.join("\n") + "\n");
            }
        }
        texts.extend((!shared.is_empty()).then_some(shared));
    }
    Corpus { texts, pieces: PIECES }
}

#[test]
fn time_independent_traces() {
    let folder = Folder::new();
    fuzz("time-independent trace", 20, &corpus(), |_, text| {
        let Ok(mut open) = traces::open(&[folder.file("trace", text)]) else { return false };
        let mut right = true;
        for rank in 0..open.ranks.min(9) {
            let posts = run(&mut *open.driver, rank, open.ranks);
            right &= !matches!(posts.last(), Some(Post::Fatal { .. }));
        }
        right
    });
}

#[test]
fn goal_programs() {
    let golden = samples().join("../golden/loggops");
    let mut paths: Vec<_> = std::fs::read_dir(golden).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|own| own == "goal"));
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let pieces = &[
        "requires",
        "irequires",
        "send",
        "recv",
        "calc",
        "tag",
        "cpu",
        "nic",
        "rank",
        "{",
        "}",
        "/*",
        "*/",
        ":",
        "b",
    ];
    let folder = Folder::new();
    fuzz("GOAL program", 20, &Corpus { texts, pieces }, |_, text| {
        let path = folder.file("drawn.goal", text);
        let Ok(program) = goal::read(&path) else { return false };
        let outcome = execute(&program, &Parameters::default(), None, &mut |_, _| false);
        if let Ok(mut open) = traces::open(&[path]) {
            (0..open.ranks.min(9)).for_each(|rank| drop(run(&mut *open.driver, rank, open.ranks)));
        }
        outcome.is_ok_and(|outcome| outcome.blocked == 0)
    });
}

#[test]
fn motif_settings() {
    let values = ["nx=2\nny=2\nnz=2\niterations=2\n", "pex=2\ncompute=1 us\nvars=3\n"];
    let mut texts: Vec<String> = values.map(str::to_owned).to_vec();
    for motif in motifs::MOTIFS {
        let settings = motif.parameters.iter().filter_map(|own| Some((own.name, own.default_value()?)));
        texts.push(settings.map(|(name, value)| format!("{name}={value}\n")).collect());
    }
    let corpus = Corpus { texts, pieces: &["2e9 flop", "5 ms", "yes", "18 EB", "3", "iterations=", "nx="] };
    fuzz("motif", 10, &corpus, |stream, text| {
        let settings: Vec<String> = text.lines().map(str::to_owned).collect();
        let ranks = *stream.pick(&[1, 2, 8, 12, 1_000_003]);
        motifs::MOTIFS.iter().any(|motif| motifs::build(motif.name, ranks, &settings).is_ok())
    });
}
