//! `naps`: a first line `naps`, then a line per rank with the time that it computes.

use super::error::TraceError;
use super::format::{Format, OpenTrace};
use super::operation::Made;
use super::source::Source;
use ops::{CallSite, Work};
use std::path::{Path, PathBuf};
use units::Time;

pub(super) const FORMAT: Format = Format {
    name: "naps",
    doc: "One computation per rank.",
    recognise: |head, _| head.starts_with(b"naps\n"),
    open,
};

fn open(paths: &[PathBuf]) -> Result<OpenTrace, TraceError> {
    let path = FORMAT.one_file(paths)?;
    let wrong = |reason: String| TraceError::Unreadable { file: path.display().to_string(), reason };
    let text = read(path).map_err(&wrong)?;
    let times: Result<Vec<Time>, _> = text.lines().skip(1).map(str::parse).collect();
    let times = times.map_err(|error: units::UnitError| wrong(error.to_string()))?;
    if times.is_empty() {
        return Err(wrong("no rank".to_owned()));
    }
    Ok(OpenTrace::of(Naps { times }))
}

fn read(path: &Path) -> Result<String, String> {
    files::read_text(path).map_err(|error| error.to_string())
}

#[derive(Debug)]
struct Naps {
    times: Vec<Time>,
}

impl Source for Naps {
    fn ranks(&self) -> u32 {
        self.times.len() as u32
    }

    fn read(&mut self, rank: u32, made: &mut Made) -> Result<(), String> {
        made.init(CallSite(0), Work::NONE);
        made.finalize(CallSite(0), Work::Time(self.times[rank as usize]));
        Ok(())
    }

    fn wrong(&self, rank: u32, problem: &str) -> String {
        format!("rank {rank}: {problem}")
    }

    fn describe_site(&self, _: CallSite) -> String {
        "naps".to_owned()
    }
}
