use crate::{Purpose, RunFolder, ScenarioText, run, workload_driver};

/// Ten round trips of an empty message between two hosts on the ideal network, which takes no time, by a library that costs none.
#[test]
fn a_scenario_is_resolved_and_run() {
    let text = "
        platform = 'two-hosts'
        network = 'ideal'
        mpi-library = 'ideal'
        [[job]]
        motif = 'ping'
        parameters = { bytes = '0 B' }
        ranks = 2
        ppn = 1
    ";
    let scenario = ScenarioText::parse(text, "example.toml").unwrap().resolve().unwrap();
    let (ranks, mut driver) = workload_driver(&scenario).unwrap().expect("a motif has a driver of its own");
    let path = std::env::temp_dir().join(format!("windtunnel-example-{}", std::process::id()));
    let folder = RunFolder::create(&path, Purpose::Run, true, &[]).unwrap();
    run(&scenario, ranks, &mut *driver, &folder, &mut |_| None).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&std::fs::read(path.join("run.json")).unwrap()).unwrap();
    assert_eq!((&manifest["messages"], &manifest["simulated_time_ps"]), (&20.into(), &0.into()));
    std::fs::remove_dir_all(path).unwrap();
}
