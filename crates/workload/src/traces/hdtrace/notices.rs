//! Notices to the user about a replayed HDTrace project: how many calls of each kind are not replayed, or are replayed in a
//! simpler way.

use super::project::Project;
use std::collections::BTreeMap;
use std::path::Path;
use units::Time;

/// What was found in all traces.
#[derive(Debug)]
pub(super) struct Notices {
    file: String,
    kept: BTreeMap<String, (u64, Time)>,
    unknown: BTreeMap<String, (u64, Time)>,
    /// Opens, and what they took outside of messages.
    opens: (u64, Time),
    memory: u64,
    views: u64,
    threads: u32,
}

fn count(counts: &mut BTreeMap<String, (u64, Time)>, name: &str, time: Time) {
    let (number, sum) = counts.entry(name.to_owned()).or_default();
    (*number, *sum) = (*number + 1, sum.saturating_add(time));
}

/// `Type_free (28 calls, 0.5 ms)`, …
fn listed(counts: &BTreeMap<String, (u64, Time)>) -> String {
    let one = |(name, (number, time)): (&String, &(u64, Time))| {
        format!("{name} ({number} call{}, {time})", if *number == 1 { "" } else { "s" })
    };
    counts.iter().map(one).collect::<Vec<_>>().join(", ")
}

impl Notices {
    pub(super) fn new(path: &Path, project: &Project) -> Self {
        Self {
            file: path.display().to_string(),
            kept: BTreeMap::new(),
            unknown: BTreeMap::new(),
            opens: (0, Time::ZERO),
            memory: 0,
            views: 0,
            threads: project.threads,
        }
    }

    /// A call keeps its time.
    pub(super) fn kept(&mut self, name: &str, time: Time) {
        count(&mut self.kept, name, time);
    }

    /// An element that is not a call of MPI.
    pub(super) fn unknown(&mut self, name: &str, time: Time) {
        count(&mut self.unknown, name, time);
    }

    /// A file is opened.
    pub(super) fn opened(&mut self, outside: Time) {
        self.opens = (self.opens.0 + 1, self.opens.1.saturating_add(outside));
    }

    /// The memory of an access is not known.
    pub(super) fn memory(&mut self) {
        self.memory += 1;
    }

    /// A view with holes, or one that is not known.
    pub(super) fn view(&mut self) {
        self.views += 1;
    }

    /// In words, for the user.
    pub(super) fn texts(&self) -> Vec<String> {
        let file = &self.file;
        let mut texts = Vec::new();
        if !self.kept.is_empty() {
            texts.push(format!("{file}: not simulated, keep the time of the trace: {}", listed(&self.kept)));
        }
        if self.opens.0 > 0 && self.opens.1 > Time::ZERO {
            let (number, time) = self.opens;
            texts.push(format!(
                "{file}: {number} opens of files take at least the {time} that they took in the trace outside of messages"
            ));
        }
        if !self.unknown.is_empty() {
            texts.push(format!("{file}: no calls of MPI, replayed as computation: {}", listed(&self.unknown)));
        }
        if self.memory > 0 {
            let number = self.memory;
            texts.push(format!("{file}: {number} accesses to files with a datatype that the project does not tell; their memory is taken as contiguous"));
        }
        if self.views > 0 {
            let number = self.views;
            texts.push(format!("{file}: {number} views of files with another filetype than a basic one; accesses through them are taken as contiguous"));
        }
        if self.threads > 0 {
            let number = self.threads;
            texts.push(format!("{file}: {number} threads beside the first of their ranks are not replayed"));
        }
        texts
    }
}
