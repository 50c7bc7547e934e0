//! Starts the launcher, the process that simulates a program, and watches it until it ends.

use crate::error::CliError;
use crate::estimate;
use crate::free_memory;
use crate::prefix;
use crate::progress::{self, Bar, Progress};
use crate::stop::{self, Watch};
use engine::{RunFolder, StopReason as Reason};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::{BufRead, BufReader, PipeReader, Seek, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What the launcher needs.
pub(crate) struct Launch<'a> {
    /// The run folder.
    pub(crate) folder: &'a RunFolder,
    /// The scenario. It does not go by the folder, where somebody could change it.
    pub(crate) scenario: &'a str,
    /// The executable: the scenario's program may be a source.
    pub(crate) executable: &'a Path,
    /// Whether the program's output goes to files in the run folder.
    pub(crate) to_files: bool,
    /// How many ranks may compute at once.
    pub(crate) workers: Option<u32>,
    /// The folder in whose files their memory lies.
    pub(crate) memory_folder: Option<&'a Path>,
}

/// How the launcher ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    /// Its exit status.
    pub(crate) status: ExitStatus,
    /// Why it was asked to stop, if it was.
    pub(crate) stopped: Option<Reason>,
}

/// A launcher that was asked to stop has so long to close its tables; then it is killed.
const GRACE: Duration = Duration::from_secs(10);

/// Runs the launcher to its end.
pub(crate) fn supervise(launch: &Launch<'_>, bar: &Bar, watch: &mut Watch) -> Result<Ended, CliError> {
    let launcher = prefix::installed("lib/windtunnel/launcher")?;
    let failed =
        |error: std::io::Error| CliError::Start { path: launcher.display().to_string(), reason: error.to_string() };
    let (reader, writer) = std::io::pipe().map_err(failed)?;
    let scenario = in_memory(launch.scenario).map_err(failed)?;
    // The launcher inherits these; every other descriptor of ours is closed in it. The folder stays locked until it, too, has
    // ended.
    for descriptor in [writer.as_fd(), scenario.as_fd(), launch.folder.folder().as_fd()] {
        fcntl_setfd(descriptor, FdFlags::empty()).map_err(|error| failed(error.into()))?;
    }
    let folder = launch.folder.folder();
    let mut command = Command::new(&launcher);
    // The program may have a working directory of its own.
    command.arg(std::path::absolute(folder.path()).map_err(failed)?);
    command.env("WT_PROGRESS_FD", writer.as_raw_fd().to_string()).env("WT_EXECUTABLE", launch.executable);
    command.env("WT_SCENARIO_FD", scenario.as_raw_fd().to_string()).env_remove(progress::TO);
    match launch.workers {
        Some(workers) => command.env("WT_WORKERS", workers.to_string()),
        None => command.env_remove("WT_WORKERS"),
    };
    match launch.memory_folder {
        // The launcher may work elsewhere.
        Some(folder) => command.env("WT_MEMORY_FOLDER", std::path::absolute(folder).map_err(failed)?),
        None => command.env_remove("WT_MEMORY_FOLDER"),
    };
    command.env_remove(estimate::VARIABLE);
    command.env_remove(free_memory::VARIABLE);
    command.env_remove(stop::ENDS_WITH);
    command.env("WT_FOLDER_FD", folder.as_fd().as_raw_fd().to_string());
    if launch.to_files {
        command.stdout(folder.append("stdout.txt")?).stderr(folder.append("stderr.txt")?);
    }
    let mut child = command.spawn().map_err(failed)?;
    // With our copy open, the end of the launcher would not show as the end of the pipe.
    drop(writer);
    let lines = read_lines(reader);
    let ended = follow(&mut child, &lines, bar, watch).map_err(failed);
    bar.clear();
    ended
}

/// A file without a name that holds a text, to be read from its beginning.
fn in_memory(text: &str) -> std::io::Result<File> {
    let mut file = File::from(memfd_create("scenario", MemfdFlags::CLOEXEC)?);
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    Ok(file)
}

/// What the launcher writes, line by line; the channel closes with the pipe.
fn read_lines(reader: PipeReader) -> Receiver<Progress> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(reader).lines().map_while(Result::ok) {
            if let Some(progress) = Progress::parse(&line)
                && sender.send(progress).is_err()
            {
                break;
            }
        }
    });
    receiver
}

/// Shows progress and passes on reasons to stop until the launcher has ended.
fn follow(child: &mut Child, lines: &Receiver<Progress>, bar: &Bar, watch: &mut Watch) -> std::io::Result<Ended> {
    let mut stopped: Option<(Reason, Instant)> = None;
    let mut closed = false;
    loop {
        let wait = Duration::from_millis(if closed { 2 } else { 50 });
        if closed {
            std::thread::sleep(wait);
        } else {
            match lines.recv_timeout(wait) {
                Ok(progress) => {
                    bar.show(&progress);
                    watch.note(&progress, |text| bar.complain(text));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => closed = true,
            }
        }
        if let Some(status) = child.try_wait()? {
            // Ctrl-C in a terminal reaches the launcher by itself, which may end before our flag is looked at.
            let reason = stopped.map(|(reason, _)| reason).or_else(|| watch.poll());
            return Ok(Ended { status, stopped: reason });
        }
        match (watch.poll(), stopped) {
            (Some(reason), None) => {
                send(child, Signal::TERM);
                stopped = Some((reason, Instant::now()));
            }
            // Asked twice: the user does not want to wait for the tables.
            (Some(_), Some(_)) => send(child, Signal::KILL),
            (None, Some((_, since))) if since.elapsed() > GRACE => send(child, Signal::KILL),
            (None, _) => {}
        }
    }
}

fn send(child: &Child, signal: Signal) {
    // The child has not been waited for, so the number is its own; one that has just ended needs no signal.
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    fn run_for(script: &str, limit: Option<f64>) -> Ended {
        let mut child = Command::new("/bin/sh").args(["-c", script]).stdout(Stdio::null()).spawn().unwrap();
        let (_sender, receiver) = channel();
        follow(&mut child, &receiver, &Bar::new(false), &mut Watch::new(limit)).unwrap()
    }

    #[test]
    fn the_status_of_the_launcher_is_passed_on() {
        let ended = run_for("exit 3", None);
        assert_eq!((ended.status.code(), ended.stopped), (Some(3), None));
    }

    #[test]
    fn the_time_limit_asks_the_launcher_to_stop() {
        let ended = run_for("trap 'exit 7' TERM; while :; do sleep 0.02; done", Some(0.2));
        assert_eq!((ended.status.code(), ended.stopped), (Some(7), Some(Reason::Limit(0.2))));
    }
}
