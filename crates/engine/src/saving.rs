//! Saves the tables of a run periodically, so that they are on disk even if the run is killed. Detects write errors.

use crate::assembly::Assembly;
use crate::folder::{self, RunFolder};
use crate::link_tables::LinkTables;
use crate::tables::time_shares;
use crate::ticker::TELL_EVERY;
use mpi::Pause;
use observe::Recorder;
use results::Manifest;
use std::time::{Duration, Instant};

/// When tables are saved first. The interval then doubles, …
const FIRST: Duration = Duration::from_secs(1);
/// … up to this, …
const SAVE_EVERY: Duration = Duration::from_secs(10);
/// … and is at least this many times as long as saving took.
const SHARE: u32 = 50;

/// Saves tables and manifest at intervals of wall-clock time, and checks for write errors. A run that ends replaces all it has
/// saved.
pub(crate) struct Saver<'a> {
    folder: &'a RunFolder,
    assembly: &'a Assembly,
    manifest: Manifest,
    started: Instant,
    told: Instant,
    due: Instant,
}

impl<'a> Saver<'a> {
    /// A saver for a run that starts now, described by `manifest`.
    pub(crate) fn new(folder: &'a RunFolder, assembly: &'a Assembly, manifest: &Manifest) -> Self {
        let started = Instant::now();
        Self { folder, assembly, manifest: manifest.clone(), started, told: started, due: started + FIRST }
    }

    /// Saves everything if it is time to.
    ///
    /// # Errors
    /// A file can't be written, now or by a table since: which, and why.
    pub(crate) fn keep(&mut self, pause: &mut Pause<'_, '_>) -> Result<(), String> {
        let recorder = pause.observer::<Recorder>().map(|(recorder, _)| recorder);
        if let Some(error) = recorder.and_then(|recorder| recorder.error()) {
            return Err(error.to_string());
        }
        let begin = Instant::now();
        if begin < self.due {
            return Ok(());
        }
        self.save(pause)?;
        let end = Instant::now();
        let wait = (end - self.started).clamp(FIRST, SAVE_EVERY).max((end - begin).saturating_mul(SHARE));
        self.due = end + wait;
        Ok(())
    }

    /// Whether the user is to be told how far the run is.
    pub(crate) fn is_told(&mut self) -> bool {
        let is_due = self.told.elapsed() >= TELL_EVERY;
        if is_due {
            self.told = Instant::now();
        }
        is_due
    }

    fn save(&mut self, pause: &mut Pause<'_, '_>) -> Result<(), String> {
        let (time, totals, phases) = (pause.progress.time, pause.totals(), pause.phases());
        let samples = pause.samples();
        let links = LinkTables::of(pause.network().counters(), time);
        folder::network(&mut self.manifest, pause.network());
        folder::servers(&mut self.manifest, &pause.servers());
        let Some((recorder, driver)) = pause.observer::<Recorder>() else { return Ok(()) };
        let phases: Vec<&str> = phases.iter().map(|name| &**name).collect();
        links.write(recorder, &self.assembly.platform, &phases).map_err(|error| error.to_string())?;
        recorder.save(&mut |site| driver.describe_site(site)).map_err(|error| error.to_string())?;
        // After the tables: they reach at least so far.
        let manifest = &mut self.manifest;
        folder::reached(manifest, time, totals);
        manifest.time = time_shares(&recorder.summary(), &[], &samples);
        manifest.machine.hottest_links = links.hottest(self.assembly, time);
        manifest.tables = self.folder.tables();
        self.folder.write_manifest(manifest).map_err(|error| error.to_string())
    }
}
