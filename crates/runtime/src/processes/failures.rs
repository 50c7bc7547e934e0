//! Detects ranks' processes that end early or do not return to the simulator, and writes the error message.

use super::channel::ProcessEnded;
use super::driver::{ProcessesDriver, State, send_signal};
use crate::driver::interruption::{INTERRUPTED_TEXT, describe_interruption};
use crate::images::crash;
use ops::{Post, RankState};
use serde::Deserialize;
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use units::ActorId;

/// How long a rank's process may take to report where it computes.
const LOCATE_TIMEOUT: Duration = Duration::from_millis(500);

/// Why a rank cannot be resumed.
pub(super) enum Failure {
    /// Its process has ended.
    Ended(ProcessEnded),
    /// The run is to stop, and the rank has computed for this long.
    Stopped(Duration),
    /// The zygote has ended.
    NoZygote(Option<std::process::ExitStatus>),
    /// Something that the system refuses, or the rank's memory does not allow.
    Refused(String),
}

impl Failure {
    /// Whether the process was ended by a signal that is usually sent to a whole process group.
    fn is_by_signal(&self) -> bool {
        let signal = match self {
            Self::Ended(ProcessEnded(status)) => libc::WIFSIGNALED(*status).then(|| libc::WTERMSIG(*status)),
            Self::NoZygote(status) => status.and_then(|status| status.signal()),
            Self::Stopped(_) | Self::Refused(_) => None,
        };
        signal.is_some_and(|signal| [libc::SIGTERM, libc::SIGINT, libc::SIGHUP].contains(&signal))
    }
}

/// Record in which a rank's process reports where it computes.
#[derive(Deserialize)]
struct ComputingRecord {
    computing: u32,
    frames: Vec<Frame>,
}

#[derive(Deserialize)]
struct Frame {
    object: PathBuf,
    offset: String,
}

impl ProcessesDriver {
    /// Retires a rank, which is never resumed again.
    fn retire(&mut self, actor: ActorId) {
        let rank = &mut self.ranks[actor.index()];
        if std::mem::replace(&mut rank.state, State::Ended) != State::Ended {
            self.zygotes[rank.zygote as usize].ranks -= 1;
        }
        self.memory.remove(actor.0);
        self.output.take(actor.0);
        self.output.text.end(actor.0);
    }

    /// Whether the run is to stop. A signal to a process group may reach a rank shortly before it reaches the simulator.
    fn is_stopping(&self) -> bool {
        (0..20).any(|_| {
            let ends = (self.stop)();
            if !ends {
                std::thread::sleep(Duration::from_millis(10));
            }
            ends
        })
    }

    /// Where a rank computes. Its process is signalled and appends to the crash records, unless it blocks the signal.
    fn locate_rank(&self, actor: ActorId) -> Vec<(PathBuf, u64)> {
        let records = &self.options.crash_records;
        let length = || records.metadata().map_or(0, |file| file.len());
        let (rank, before) = (&self.ranks[actor.index()], length());
        let zygote = self.zygotes[rank.zygote as usize].zygote.as_ref();
        let Some(channel) = zygote.map(|zygote| zygote.channels.of(rank.channel)) else { return Vec::new() };
        send_signal(channel, crash::location_signal());
        let deadline = Instant::now() + LOCATE_TIMEOUT;
        while length() == before && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut text = vec![0; usize::try_from(length() - before).unwrap_or(0)];
        let read = records.read_exact_at(&mut text, before);
        let said: Option<ComputingRecord> = read.ok().and_then(|()| serde_json::from_slice(&text).ok());
        let frames = said.filter(|said| said.computing == actor.0).map(|said| said.frames).unwrap_or_default();
        let place = |frame: Frame| {
            let offset = u64::from_str_radix(frame.offset.trim_start_matches("0x"), 16).ok()?;
            Some((frame.object, offset))
        };
        frames.into_iter().filter_map(place).collect()
    }

    /// Handles the end of a rank's process, or a rank that does not return.
    pub(super) fn handle_failure(&mut self, actor: ActorId, failure: Failure, posts: &mut Vec<Post>) -> RankState {
        if let Failure::Stopped(computed) = failure {
            let place = self.locate_rank(actor);
            self.interrupted
                .get_or_insert_with(|| describe_interruption(actor.0, Some(self.resumed_at), computed, &place));
        } else if failure.is_by_signal() && self.is_stopping() {
            self.interrupted.get_or_insert_with(|| "the same signal ended its ranks".to_owned());
        }
        self.retire(actor);
        let text = match failure {
            _ if self.interrupted.is_some() => INTERRUPTED_TEXT.to_owned(),
            Failure::Ended(ProcessEnded(status)) if libc::WIFEXITED(status) => {
                match self.memory.take_fault(actor.0) {
                    Some(text) => text,
                    None => return RankState::Finished(libc::WEXITSTATUS(status)),
                }
            }
            Failure::Ended(ProcessEnded(status)) => match crash::is_recorded(libc::WTERMSIG(status)) {
                // The crash record says more.
                Some(name) => format!("the program crashed: {name}"),
                None => format!("the rank's process was ended by {}", signal(libc::WTERMSIG(status))),
            },
            Failure::Stopped(_) => INTERRUPTED_TEXT.to_owned(),
            Failure::Refused(text) => text,
            Failure::NoZygote(status) => {
                let how = status.map(|status| status.to_string()).unwrap_or_default();
                format!("the program could not be made ready for its ranks to be forked ({how})")
            }
        };
        self.beside.note_failure(actor);
        posts.push(Post::Fatal { text: text.into() });
        RankState::Blocked
    }

    /// With one worker a run ends with the first failure. Crash records of ranks that the engine was never told of, and of those that
    /// were collected before the rank that has ended the run, are not about this run.
    pub(super) fn keep_record_of_the_last(&mut self) {
        #[derive(Deserialize)]
        struct Crashed {
            rank: Option<u32>,
        }
        let (last, earlier) =
            self.beside.failed.split_last().map_or((None, &[][..]), |(last, all)| (Some(last), all));
        let dropped = |rank: u32| {
            let unreached = || self.ranks.get(rank as usize).is_some_and(|rank| rank.begun.is_some());
            last != Some(&ActorId(rank)) && (earlier.contains(&ActorId(rank)) || unreached())
        };
        if !self.beside.is_possible() {
            return;
        }
        let records = &self.options.crash_records;
        let mut text = vec![0; records.metadata().map_or(0, |file| file.len() as usize)];
        if records.read_exact_at(&mut text, 0).is_err() {
            return;
        }
        let is_kept = |line: &&[u8]| {
            let rank = serde_json::from_slice(line).ok().and_then(|crashed: Crashed| crashed.rank);
            !rank.is_some_and(dropped)
        };
        let kept: Vec<u8> = text.split_inclusive(|&byte| byte == b'\n').filter(is_kept).flatten().copied().collect();
        if kept.len() < text.len() && records.set_len(0).is_ok() {
            // The file is appended to: whatever it is written at, it is its end.
            let _ = records.write_all_at(&kept, 0);
        }
    }
}

/// A signal by number and name.
fn signal(number: i32) -> String {
    // SAFETY: returns a text of the C library's, or null.
    let name = unsafe { libc::strsignal(number) };
    if name.is_null() {
        return format!("signal {number}");
    }
    // SAFETY: a C string until the next call.
    let name = unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy();
    format!("signal {number} ({name})")
}
