//! Exports a trace as a SimGrid time-independent trace: replays it, and records the calls of its ranks.

use crate::assembly::Assembly;
use crate::folder;
use crate::run::{Progress, RunError, Ui};
use crate::scenario::{Scenario, Workload};
use crate::ticker::{Samples, Ticker};
use mpi::{Engine, Outcome};
use std::path::Path;
use workload::record::{Report, TiRecorder, clear_list_destination};
use workload::traces::{self, OpenTrace};

/// A time-independent trace that was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TiExport {
    /// What the format could not say, and the list file.
    pub report: Report,
    /// Warnings of the replay.
    pub warnings: Vec<String>,
    /// Why the replay ended early, if it did: the exported trace ends there, and says so.
    pub cut: Option<String>,
}

/// Replays the trace of a scenario and writes it as a time-independent trace: the list file `list`, and a file per rank in the
/// folder beside it. Time becomes operations at the speed of a core of the scenario's platform.
///
/// # Errors
/// The trace can't be read, the platform can't hold its ranks, or a file can't be written.
pub fn export_ti(scenario: &Scenario, list: &Path, force: bool, ui: Ui<'_>) -> Result<TiExport, RunError> {
    let files = match &scenario.workload {
        Workload::Trace { files } => &files[..],
        _ => &[],
    };
    let OpenTrace { ranks, mut driver, whole, .. } = scenario.inputs.reading("job.trace", || traces::open(files))?;
    let assembly = Assembly::of(scenario, ranks)?;
    clear_list_destination(list, force, &scenario.kept_paths())?;
    let mut recorder = TiRecorder::new(&mut *driver, ranks, list, assembly.platform.host.speed)?;
    let mut engine = Engine::new(assembly.options(scenario)?, &mut recorder, None);
    let _ticker = Ticker::start(engine.hook_request(), None);
    let mut stop = None;
    let outcome = engine.run(&mut |pause| {
        stop = ui(&Progress::of(pause.progress, Samples::default(), None));
        stop.is_some()
    });
    drop(engine);
    let mut manifest = folder::begun(scenario, ranks);
    folder::end(&mut manifest, &outcome.ending, outcome.time, outcome.totals);
    let cut = match (stop, outcome.ending) {
        (Some(reason), _) => Some(reason.words()),
        (None, Outcome::Failed(_) | Outcome::Stopped) => manifest.outcome.diagnosis,
        (None, Outcome::Finished(_) | Outcome::Aborted { .. }) => None,
    };
    let (_, report) = recorder.finish(whole && cut.is_none())?;
    Ok(TiExport { report, warnings: outcome.warnings, cut })
}
