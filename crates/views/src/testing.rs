//! Makes run folders for tests of views.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use observe::Recorder;
use ops::{CallSite, FileTimes, Function, Observer, Protocol, Record, WaitCause};
use results::{LinkRow, MachineUse, Manifest, Run, RunOutcome, RunTotals, Share, TimeShares, WaitRow};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use units::{ActorId, LinkId, Time};

pub(crate) fn ps(ps: u64) -> Time {
    Time::from_ps(ps)
}

/// A wait from 100 to 200 of this rank's, for a send of rank 1's at 160.
pub(crate) fn wait(rank: u32) -> WaitRow {
    WaitRow {
        rank: ActorId(rank),
        function: Function::Recv,
        site: CallSite(7),
        start: ps(100),
        end: ps(200),
        wait_state: WaitCause::LateSender,
        culprit: ActorId(1),
        culprit_function: Function::Send,
        culprit_site: CallSite(9),
        since: ps(160),
        peer: ActorId(1),
        bytes: 1_000,
        protocol: Some(Protocol::Eager),
        contention: ps(0),
        link: None,
        files: FileTimes::default(),
    }
}

pub(crate) fn manifest() -> Manifest {
    Manifest {
        schema: observe::SCHEMA_VERSION,
        version: "0.1.0".into(),
        hash: String::new(),
        scenario: serde_json::json!({"job": [{"motif": "halo3d"}]}),
        defaults: Vec::new(),
        ranks: 2,
        mode: None,
        platform: "two-hosts".into(),
        network: "flow".into(),
        mpi_library: "mpich-4.3".into(),
        outcome: RunOutcome {
            ending: "finished".into(),
            simulated_time_ps: 300,
            simulated_time: "0.000000000300".into(),
            ..RunOutcome::default()
        },
        totals: RunTotals { events: 10, messages: 1, bytes: 1_000, ..RunTotals::default() },
        payload: "copy".into(),
        time: TimeShares { compute: Share { mean_ps: 160, max_ps: 180 }, ..TimeShares::default() },
        computation: None,
        machine: MachineUse { hosts: 2, grade: "C: nominal".into(), ..MachineUse::default() },
        warnings: Vec::new(),
        worlds: Vec::new(),
        files: results::RunFiles::default(),
        tables: vec!["ranks".into()],
    }
}

/// A run folder of its own, removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("windtunnel-views-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes all tables that records can fill, of two ranks, and a manifest.
    pub(crate) fn write(&self, records: &[Record]) {
        let mut recorder =
            Recorder::create(&files::Folder::open(&self.0).unwrap(), 2, ["timeline", "messages", "waits"]).unwrap();
        records.iter().for_each(|record| recorder.record(record));
        let link =
            LinkRow { link: LinkId(3), name: "from h1".into(), class: "up".into(), bytes: 1_000, busy: ps(50) };
        recorder.write(std::iter::once(link)).unwrap();
        recorder.finish(&mut |site| format!("main (wait.c:{})", site.0)).unwrap();
        std::fs::write(self.0.join("run.json"), serde_json::to_string(&manifest()).unwrap()).unwrap();
    }

    /// Takes a table away.
    pub(crate) fn without(&self, table: &str) {
        std::fs::remove_dir_all(self.0.join(table)).unwrap();
    }

    pub(crate) fn run(&self) -> Run {
        Run::open(&self.0).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
