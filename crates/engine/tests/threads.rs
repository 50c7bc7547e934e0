//! Runs on several threads: the same bytes as on one, whether they are divided or say why they are not.
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::path::{Path, PathBuf};
use windtunnel_engine::{Purpose, RunFolder, ScenarioText, run, workload_driver};

/// Runs a scenario, whose network is `network`, into a folder; why it was not divided.
fn simulate(folder: &Path, network: &str, scenario: &str) -> Option<String> {
    let text = format!("network = \"{network}\"\n{scenario}");
    let scenario = ScenarioText::parse(&text, "scenario.toml").unwrap().resolve().unwrap();
    let (ranks, mut driver) = workload_driver(&scenario).unwrap().unwrap();
    let folder = RunFolder::create(folder, Purpose::Run, true, &[]).unwrap();
    run(&scenario, ranks, &mut *driver, &folder, &mut |_| None).unwrap().host.undivided
}

/// All files of a folder but those that say what was asked for, and `run.json` without that.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.strip_prefix(folder).unwrap().to_owned();
            match name.to_str().unwrap() {
                "host.json" | "scenario.toml" => {}
                "run.json" => {
                    let mut manifest: serde_json::Value =
                        serde_json::from_slice(&std::fs::read(&entry).unwrap()).unwrap();
                    for key in ["hash", "scenario"] {
                        manifest.as_object_mut().unwrap().remove(key).unwrap();
                    }
                    files.push((name, manifest.to_string().into_bytes()));
                }
                _ if entry.is_dir() => folders.push(entry),
                _ => files.push((name, std::fs::read(&entry).unwrap())),
            }
        }
    }
    files.sort();
    files
}

/// Runs a scenario on one and on more threads; why it was not divided.
fn compare(name: &str, network: &str, scenario: &str) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("windtunnel-threads-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let one = folder.join("one");
    assert_eq!(simulate(&one, network, scenario), None, "one thread is what was asked for");
    let separator = if network.contains(':') { ',' } else { ':' };
    let mut why = Vec::new();
    for threads in [2, 3, 7] {
        let many = folder.join(threads.to_string());
        why.push(simulate(&many, &format!("{network}{separator}threads={threads}"), scenario));
        assert_eq!(contents(&one).iter().map(|file| &file.0).collect::<Vec<_>>().len(), contents(&many).len());
        for (expected, found) in contents(&one).iter().zip(contents(&many)) {
            let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            assert_eq!(
                *expected,
                found,
                "{name}, {network}, {threads} threads, {scenario}: {} {}",
                said(&expected.1),
                said(&found.1)
            );
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(why.iter().all(|other| *other == why[0]), "{why:?}");
    why.swap_remove(0)
}

const NETWORKS: [&str; 4] = ["delay", "delay:order=none", "loggps", "loggps:gap=700 ns,bandwidth=3 GB/s"];

/// (platform, ranks, job): one rank on a host, or several; ranks in order, or not.
const MACHINES: [(&str, u32, &str); 4] = [
    ("torus-3d", 27, ""),
    ("fat-tree", 24, "ppn = 2\nmapping = \"random:3\""),
    ("ethernet-cluster", 16, "ppn = 2"),
    ("dragonfly", 30, "ppn = 3\nmapping = \"round-robin\""),
];

fn motif(machine: usize, library: &str, name: &str, parameters: &str) -> String {
    let (platform, ranks, job) = MACHINES[machine];
    format!(
        "platform = \"{platform}\"\nmpi-library = \"{library}\"\n[[job]]\nranks = {ranks}\n{job}\nmotif = \"{name}\"\n\
         [job.parameters]\n{parameters}"
    )
}

#[test]
fn divided_runs_have_the_bytes_of_one_thread() {
    let motifs = [
        ("halo3d", "bytes = \"8 KiB\"\niterations = \"3\"\ncompute = \"3 us\""),
        ("halo3d", "bytes = \"0 B\"\niterations = \"3\""),
        ("allreduce", "bytes = \"16 KiB\"\niterations = \"2\""),
        ("alltoall", "bytes = \"1 KiB\"\niterations = \"2\""),
        ("sweep3d", ""),
    ];
    for (at, network) in NETWORKS.iter().enumerate() {
        for machine in 0..MACHINES.len() {
            // Half of all combinations: each motif meets each network and each machine.
            let these = motifs.iter().enumerate().filter(|(number, _)| (number + at + machine) % 4 < 2);
            for (number, (name, parameters)) in these {
                let library = ["mpich-4.3", "ideal", "mpich-3.4"][(at + machine + number) % 3];
                let scenario = motif(machine, library, name, parameters);
                let why = compare(&format!("{at}-{machine}-{number}"), network, &scenario);
                assert_eq!(why, None, "{network} {scenario}");
            }
        }
    }
}

#[test]
fn what_is_not_divided_says_why() {
    let halo =
        |bytes: &str, library: &str| motif(0, library, "halo3d", &format!("bytes = \"{bytes}\"\niterations = \"1\""));
    let why = |name: &str, scenario: &str| compare(name, "delay", scenario).unwrap();
    assert_eq!(why("long", &halo("65 KiB", "mpich-4.3")), "a send of 66560 bytes does not end at once");
    assert_eq!(why("late", &halo("8 KiB", "mpich-5.0")), "a send of 8192 bytes does not end at once");
    let rows = format!("observe = [\"timeline\"]\n{}", halo("8 KiB", "ideal"));
    assert_eq!(why("rows", &rows), "tables have their rows in the order of all events (--observe)");
    let host = motif(2, "ideal", "halo3d", "").replace("ranks = 16", "ranks = 2");
    assert_eq!(why("host", &host), "its ranks are on one host");
}
