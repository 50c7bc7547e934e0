//! `windtunnel calibrate noise`: records the noise (OS jitter) of this machine, that is, the intervals in which the system
//! keeps a core from running the program. The key `host.noise.trace` of a platform file takes the recorded file.

use crate::error::CliError;
use crate::output;
use files::Existing;
use measure::{DETOURS_MAX, Recording, THRESHOLD, record};
use std::path::Path;
use std::time::Duration;

/// Records for this many seconds on a core, or wherever the system puts this thread, and writes a file.
pub(crate) fn command(file: &Path, seconds: f64, core: Option<u32>, existing: Existing) -> Result<u8, CliError> {
    if existing == Existing::Keep && file.exists() && !files::is_straight(file) {
        return Err(files::FileError::exists(file).into());
    }
    if let Some(core) = core {
        pin(core)?;
    }
    output::say(&format!("recording the noise of this machine for {seconds} s"));
    let time = Duration::try_from_secs_f64(seconds);
    let time = time.map_err(|error| CliError::Unrecorded { reason: format!("--seconds {seconds:e}: {error}") })?;
    let recording = record(time);
    if recording.detours.len() == DETOURS_MAX {
        let reason = format!("more than {DETOURS_MAX} detours: record for less time (`--seconds`)");
        return Err(CliError::Unrecorded { reason });
    }
    if recording.detours.is_empty() {
        let reason = format!("no detour in {seconds} s: record for longer (`--seconds`)");
        return Err(CliError::Unrecorded { reason });
    }
    files::write(file, text(&recording).as_bytes(), existing)?;
    output::say(&summary(&recording));
    Ok(0)
}

fn pin(core: u32) -> Result<(), CliError> {
    let failed = |reason: String| CliError::Unrecorded { reason: format!("--core {core}: {reason}") };
    let mut set = rustix::thread::CpuSet::new();
    let number = core as usize;
    if number >= rustix::thread::CpuSet::MAX_CPU {
        return Err(failed(format!("expected a core below {}", rustix::thread::CpuSet::MAX_CPU)));
    }
    set.set(number);
    rustix::thread::sched_setaffinity(None, &set).map_err(|error| failed(error.to_string()))
}

fn text(recording: &Recording) -> String {
    let mut text = format!(
        "# Detours of a core: start and length in nanoseconds, recorded by windtunnel calibrate noise; the last line, of length 0,\n\
         # is the end of the recording. The quickest turn of its loop took {} ns, and one of more than {THRESHOLD} times that is a detour.\n",
        recording.quickest
    );
    for (start, duration) in &recording.detours {
        text.push_str(&format!("{start}\t{duration}\n"));
    }
    text.push_str(&format!("{}\t0\n", recording.whole));
    text
}

/// What was recorded, in a line.
fn summary(recording: &Recording) -> String {
    let taken: u64 = recording.detours.iter().map(|(_, duration)| duration).sum();
    let most = recording.detours.iter().map(|(_, duration)| duration).max().copied().unwrap_or(0);
    format!(
        "{} detours took {:.3} % of the core; the longest {:.1} us, the mean {:.2} us",
        views::text::count(recording.detours.len() as u64),
        taken as f64 / recording.whole.max(1) as f64 * 100.0,
        most as f64 / 1e3,
        taken as f64 / recording.detours.len().max(1) as f64 / 1e3
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_is_text_that_platforms_read() {
        let recording = Recording { detours: vec![(1_000, 250), (5_000, 750)], quickest: 25, whole: 1_000_000 };
        let text = text(&recording);
        assert!(text.ends_with("\n1000\t250\n5000\t750\n1000000\t0\n"), "{text}");
        assert!(text.lines().take(2).all(|line| line.starts_with("# ")), "{text}");
        let summary = summary(&recording);
        assert_eq!(summary, "2 detours took 0.100 % of the core; the longest 0.8 us, the mean 0.50 us");
    }
}
