//! Shows the progress of a run. After the first second a progress bar is shown on stderr, if stderr is a terminal. Lines of
//! numbers go to the file or pipe that the environment variable [`TO`] names. [`Many`] shows the progress of many simulations
//! in this process.

use crate::estimate::Estimate;
use crate::output;
use engine::{Prospect, Samples};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use views::text::{bytes, count, percent, time};

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Simulated picoseconds.
    pub(crate) time_ps: u64,
    /// Ranks that have finished.
    pub(crate) finished: u64,
    /// All ranks.
    pub(crate) ranks: u64,
    /// Steps of the simulation.
    pub(crate) steps: u64,
    /// Resident memory, bytes.
    pub(crate) memory: u64,
    /// Messages delivered.
    pub(crate) messages: u64,
    /// What the simulation was doing when it was looked at.
    pub(crate) samples: Samples,
    /// Memory that ranks may come to hold.
    pub(crate) prospect: Prospect,
    /// How much of the work of a trace or motif is done, and of how much.
    pub(crate) work: Option<(u64, u64)>,
}

impl Progress {
    /// Reads a line of the launcher: numbers in the order of the fields; the first five are always there.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split_whitespace().map(str::parse::<u64>);
        let mut next = || numbers.next()?.ok();
        let count = |number: Option<u64>| u32::try_from(number.unwrap_or(0)).unwrap_or(u32::MAX);
        Some(Self {
            time_ps: next()?,
            finished: next()?,
            ranks: next()?,
            steps: next()?,
            memory: next()?,
            messages: next().unwrap_or(0),
            samples: Samples { network: count(next()), ranks: count(next()), all: count(next()) },
            prospect: Prospect { all: next().unwrap_or(0), folded: next().unwrap_or(0) },
            work: None,
        })
    }

    fn words(&self, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64().max(1e-3);
        let speed = self.steps as f64 / seconds;
        let simulated = time((self.time_ps as f64 / seconds) as u64);
        format!(
            "{} of {} ranks finished, simulated {} ({simulated} per second), {} steps/s, {}{}",
            count(self.finished),
            count(self.ranks),
            time(self.time_ps),
            count(speed as u64),
            bytes(self.memory),
            self.left(seconds),
        )
    }

    /// How much is done, and how long the rest will take at this pace; empty where unknown.
    fn left(&self, seconds: f64) -> String {
        let Some((done, all)) = self.work.filter(|(done, all)| *done > 0 && done <= all) else {
            return String::new();
        };
        let left = left(seconds * (all - done) as f64 / done as f64);
        format!(", {} done, {left}", percent(done, all))
    }
}

/// `about 6 s left`
fn left(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("about {seconds:.0} s left")
    } else {
        format!("about {:.0} min left", seconds / 60.0)
    }
}

/// The variable that names a file or pipe which gets a line each time: the first five fields of [`Progress`] in their order.
pub(crate) const TO: &str = "WT_PROGRESS_TO";

/// Between two such lines.
const PAUSE: Duration = Duration::from_millis(100);

/// Lines for another program.
struct Lines {
    /// None once writing has failed: the reader has gone, which is not a reason to end a run.
    file: RefCell<Option<File>>,
    last: Cell<Option<Instant>>,
}

impl Lines {
    fn to(path: &Path) -> Self {
        let file = File::options().append(true).create(true).open(path).ok();
        Self { file: RefCell::new(file), last: Cell::new(None) }
    }

    fn write(&self, progress: &Progress) {
        if self.last.get().is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.last.set(Some(Instant::now()));
        let Progress { time_ps, finished, ranks, steps, memory, .. } = progress;
        let line = format!("{time_ps} {finished} {ranks} {steps} {memory}\n");
        let mut file = self.file.borrow_mut();
        if file.as_mut().is_some_and(|file| file.write_all(line.as_bytes()).is_err()) {
            *file = None;
        }
    }
}

/// Runs shorter than this show no bar.
const DELAY: Duration = Duration::from_secs(1);

/// A bar, unless stderr is not a terminal or it is not wanted.
fn on_terminal(wanted: bool) -> Option<ProgressBar> {
    (wanted && std::io::stderr().is_terminal()).then(|| {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(4));
        let style = ProgressStyle::with_template("{spinner} {elapsed_precise}  {msg}");
        bar.set_style(style.expect("the template is right"));
        bar
    })
}

/// The bar; nothing at all where it is not wanted.
pub(crate) struct Bar {
    bar: Option<ProgressBar>,
    lines: Option<Lines>,
    estimate: Option<Estimate>,
    start: Instant,
}

impl Bar {
    /// A bar, unless stderr is not a terminal or `wanted` is false.
    pub(crate) fn new(wanted: bool) -> Self {
        let bar = on_terminal(wanted);
        let lines = std::env::var_os(TO).map(|path| Lines::to(Path::new(&path)));
        Self { bar, lines, estimate: None, start: Instant::now() }
    }

    /// The same, and once the run has taken long, a line that says so.
    pub(crate) fn telling(self, estimate: Option<Estimate>) -> Self {
        Self { estimate, ..self }
    }

    /// Shows how far the run is.
    pub(crate) fn show(&self, progress: &Progress) {
        if let Some(lines) = &self.lines {
            lines.write(progress);
        }
        if let Some(bar) = self.bar.as_ref().filter(|_| self.start.elapsed() >= DELAY) {
            bar.set_message(progress.words(self.start.elapsed()));
            bar.tick();
        }
        if let Some(line) = self.estimate.as_ref().and_then(|estimate| estimate.due(progress, self.start.elapsed())) {
            self.complain(&line);
        }
    }

    /// Says something beside the bar.
    pub(crate) fn complain(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| output::complain(line)),
            None => output::complain(line),
        }
    }

    /// Takes it away.
    pub(crate) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Polling interval; also the interval between lines if stderr is not a terminal, as under `windtunnel campaign`.
const LOOK: Duration = Duration::from_millis(200);
const LINES: Duration = Duration::from_secs(10);

/// How far many simulations in this process are: a bar on a terminal, elsewhere a line now and then.
pub(crate) struct Many {
    /// The unit of work.
    what: &'static str,
    wanted: bool,
    bar: Option<ProgressBar>,
    /// How many, and how much work they are thought to be.
    all: (usize, f64),
    done: (usize, f64),
    start: Instant,
    told: Instant,
}

impl Many {
    /// An amount of work; shown only if `wanted`.
    pub(crate) fn new(wanted: bool, what: &'static str, works: impl ExactSizeIterator<Item = f64>) -> Self {
        let all = (works.len(), works.sum());
        let now = Instant::now();
        Self { what, wanted, bar: on_terminal(wanted), all, done: (0, 0.0), start: now, told: now }
    }

    /// Shows it until all senders of progress have ended.
    pub(crate) fn follow(mut self, done: &Receiver<f64>) {
        loop {
            match done.recv_timeout(LOOK) {
                Ok(work) => self.done = (self.done.0 + 1, self.done.1 + work),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.tell();
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn tell(&mut self) {
        let since = self.start.elapsed();
        let (first, pause) = if self.bar.is_some() { (DELAY, LOOK) } else { (LINES, LINES) };
        if !self.wanted || since < first || self.told.elapsed() < pause {
            return;
        }
        self.told = Instant::now();
        let words = self.words(since.as_secs_f64());
        match &self.bar {
            Some(bar) => {
                bar.set_message(words);
                bar.tick();
            }
            None => output::say(&words),
        }
    }

    fn words(&self, seconds: f64) -> String {
        let ((all, work), (done, part)) = (self.all, self.done);
        let left =
            if part > 0.0 { format!(", {}", left(seconds * (work - part).max(0.0) / part)) } else { String::new() };
        format!("{} of {} {}{left}", count(done as u64), count(all as u64), self.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_launcher_is_numbers() {
        let progress = Progress::parse("1500000 3 8 12000 1000000 500 7 8 20 6000 5000\n").unwrap();
        let samples = Samples { network: 7, ranks: 8, all: 20 };
        let messages = 500;
        let prospect = Prospect { all: 6000, folded: 5000 };
        let (time_ps, steps, memory) = (1_500_000, 12_000, 1_000_000);
        assert_eq!(
            progress,
            Progress { time_ps, finished: 3, ranks: 8, steps, memory, messages, samples, prospect, work: None }
        );
        assert_eq!(
            progress.words(Duration::from_secs(2)),
            "3 of 8 ranks finished, simulated 1.500 us (750.0 ns per second), 6,000 steps/s, 1.000 MB"
        );
        let of = |work| Progress { work: Some(work), ..progress }.left(2.0);
        assert_eq!(of((1, 4)), ", 25.0 % done, about 6 s left");
        assert_eq!(of((1, 1_000)), ", 0.1 % done, about 33 min left");
        assert_eq!(of((0, 4)), "");
        assert_eq!(Progress::parse("1 2 x 4 5"), None);
        assert_eq!(Progress::parse("1 2 3"), None);
    }

    #[test]
    fn of_many_simulations_the_rest_takes_as_long_as_its_work() {
        let mut many = Many::new(false, "calls timed", [6.0, 3.0, 1.0].into_iter());
        assert_eq!(many.words(5.0), "0 of 3 calls timed");
        let (sender, receiver) = std::sync::mpsc::channel();
        many.done = (1, 6.0);
        assert_eq!(many.words(60.0), "1 of 3 calls timed, about 40 s left");
        assert_eq!(many.words(600.0), "1 of 3 calls timed, about 7 min left");
        drop(sender);
        many.follow(&receiver);
    }

    #[test]
    fn lines_are_what_the_launcher_writes_and_not_too_many() {
        let path = std::env::temp_dir().join(format!("windtunnel-progress-{}", std::process::id()));
        let lines = Lines::to(&path);
        let progress = Progress { time_ps: 5, finished: 1, ranks: 2, steps: 3, memory: 4, ..Progress::default() };
        lines.write(&progress);
        lines.write(&progress);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text, "5 1 2 3 4\n");
        assert_eq!(Progress::parse(&text), Some(progress));
        // A file that can't be opened is not an error.
        Lines::to(Path::new("/no/such/folder/x")).write(&progress);
    }
}
