use crate::{PhaseRow, Run};
use files::Folder;
use serde_json::json;
use units::{ActorId, Time};

/// A folder with a manifest and one table of two rows, and the rows of the second rank.
#[test]
fn a_run_folder_gives_typed_rows() {
    let path = std::env::temp_dir().join(format!("windtunnel-results-example-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    let share = json!({"mean_ps": 1, "max_ps": 2});
    let manifest = json!({
        "schema": observe::SCHEMA_VERSION, "version": "0.1.0", "hash": "00", "scenario": {}, "defaults": [], "ranks": 2,
        "platform": "small", "hosts": 2, "network": "flow", "mpi_library": "mpich", "ending": "finished",
        "program_status": 0, "diagnosis": null, "simulated_time_ps": 10, "simulated_time": "0.000000000010",
        "events": 1, "messages": 0, "bytes": 0, "collectives": 0, "payload": "full",
        "time": {"compute": share, "mpi": share, "waiting": share, "functions": []},
        "hottest_links": [], "warnings": [], "tables": ["phases"],
    });
    std::fs::write(path.join("run.json"), manifest.to_string()).unwrap();
    let row =
        |rank| PhaseRow { rank: ActorId(rank), phase: "solve".into(), start: Time::ZERO, end: Time::from_ns(7) };
    observe::write_table(&Folder::open(&path).unwrap(), [row(0), row(1)].into_iter()).unwrap();

    let run = Run::open(&path).unwrap();
    assert_eq!(run.manifest().outcome.simulated_time_ps, 10);
    let second: Vec<PhaseRow> =
        run.all().unwrap().into_iter().filter(|row: &PhaseRow| row.rank == ActorId(1)).collect();
    assert_eq!(second[0].end, Time::from_ns(7));
    std::fs::remove_dir_all(path).unwrap();
}
