//! What a run keeps while it goes on, so that little is lost when it is killed, and how it notices that it can't.

use crate::assembly::Assembly;
use crate::folder::{self, RunFolder};
use crate::link_tables::LinkTables;
use crate::tables::time_shares;
use mpi::Pause;
use observe::Recorder;
use results::Manifest;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The user hears so often how far the run is, at most.
const TELL_EVERY: Duration = Duration::from_millis(200);
/// The first time that everything is saved; then as long after a time as the run had gone on until then, …
const FIRST: Duration = Duration::from_secs(1);
/// … but not longer than this …
const SAVE_EVERY: Duration = Duration::from_secs(10);
/// … unless that took more than one part in so many of the run.
const SHARE: u32 = 50;

/// Saves what there is now and then, by this machine's clock, and looks for errors. Nothing of it is left in the files of a
/// run that comes to its end.
pub(crate) struct Saver<'a> {
    folder: &'a RunFolder,
    assembly: &'a Assembly,
    manifest: Manifest,
    started: Instant,
    told: Instant,
    due: Instant,
}

impl<'a> Saver<'a> {
    /// For a run that begins now. `manifest` says what it is.
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
        let links = LinkTables::of(pause.network().counters(), time);
        let Some((recorder, driver)) = pause.observer::<Recorder>() else { return Ok(()) };
        let phases: Vec<&str> = phases.iter().map(|name| &**name).collect();
        links.write(recorder, &self.assembly.platform, &phases).map_err(|error| error.to_string())?;
        recorder.save(&mut |site| driver.describe_site(site)).map_err(|error| error.to_string())?;
        // After the tables: they reach at least so far.
        let manifest = &mut self.manifest;
        folder::reached(manifest, time, totals);
        manifest.time = time_shares(&recorder.summary(), &[]);
        manifest.hottest_links = links.hottest(self.assembly, time);
        manifest.tables = self.folder.tables();
        self.folder.write_manifest(manifest).map_err(|error| error.to_string())
    }
}

/// Rings an engine's alarm a few times a second: by the number of its steps alone, a run whose ranks compute for long would be
/// looked after once in minutes.
pub(crate) struct Ticker {
    end: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Where there can be no thread, steps are counted alone.
    pub(crate) fn start(alarm: Arc<AtomicBool>) -> Self {
        let end = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&end);
        let ring = move || {
            while !ends.load(Ordering::Relaxed) {
                std::thread::park_timeout(TELL_EVERY / 2);
                alarm.store(true, Ordering::Relaxed);
            }
        };
        Self { end, thread: Builder::new().name("ticker".to_owned()).spawn(ring).ok() }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It does not panic.
            let _ = thread.join();
        }
    }
}
