//! `naps`: a first line `naps`, then a line per rank with the time that it computes.

use super::error::TraceError;
use super::format::{Format, OpenTrace};
use ops::{Answer, CallSite, Function, Post, RankDriver, RankState, Work};
use std::path::{Path, PathBuf};
use units::{ActorId, Time};

pub(super) const FORMAT: Format = Format {
    name: "naps",
    doc: "One computation per rank.",
    recognise: |head, _| head.starts_with(b"naps\n"),
    open,
};

fn open(paths: &[PathBuf]) -> Result<OpenTrace, TraceError> {
    let [path] = paths else {
        return Err(TraceError::OneFile { format: "naps", file: paths[1].display().to_string() });
    };
    let wrong = |reason: String| TraceError::Unreadable { file: path.display().to_string(), reason };
    let text = read(path).map_err(&wrong)?;
    let times: Result<Vec<Time>, _> = text.lines().skip(1).map(str::parse).collect();
    let times = times.map_err(|error: units::UnitError| wrong(error.to_string()))?;
    if times.is_empty() {
        return Err(wrong("no rank".to_owned()));
    }
    let ranks = u32::try_from(times.len()).map_err(|_| wrong("too many ranks".to_owned()))?;
    Ok(OpenTrace { ranks, driver: Box::new(Naps { times }), recorded: None, whole: true })
}

fn read(path: &Path) -> Result<String, String> {
    files::read_text(path).map_err(|error| error.to_string())
}

struct Naps {
    times: Vec<Time>,
}

impl RankDriver for Naps {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let entered = |function, block| Post::Enter { function, site: CallSite(0), block };
        posts.extend([entered(Function::Init, Work::NONE), Post::Init]);
        posts.extend([entered(Function::Finalize, Work::Time(self.times[actor.index()])), Post::Finalize]);
        RankState::Finished(0)
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("there are no reductions");
    }

    fn describe_site(&mut self, _: CallSite) -> String {
        "naps".to_owned()
    }
}
