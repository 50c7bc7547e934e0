use crate::{PhaseRow, write_table};
use files::Folder;
use units::{ActorId, Time};

/// One row of a table of its own: a folder with one closed part of Parquet.
#[test]
fn a_table_is_a_folder_of_parts() {
    let path = std::env::temp_dir().join(format!("windtunnel-observe-example-{}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    let row = PhaseRow { rank: ActorId(0), phase: "solve".into(), start: Time::ZERO, end: Time::from_ns(7) };
    write_table(&Folder::open(&path).unwrap(), std::iter::once(row)).unwrap();
    assert!(path.join("phases/part-00000.parquet").is_file());
    std::fs::remove_dir_all(path).unwrap();
}
