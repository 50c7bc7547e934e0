//! Plays an HDTrace project back with its recorded times, without simulation: a source of operations that makes every call
//! begin and end as in the trace.

use super::Set;
use super::entry::{Call, span};
use crate::traces::operation::{Made, Operation};
use crate::traces::source::Source;
use ops::{CallSite, Enter, Post, Work};
use std::sync::Arc;
use units::Time;

/// Makes every call when the trace says.
#[derive(Debug)]
pub(super) struct Recorded {
    set: Arc<Set>,
    /// Of each rank: the next call, one more once it has begun.
    next: Vec<usize>,
}

impl Recorded {
    pub(super) fn new(set: Arc<Set>) -> Self {
        let next = vec![0; set.traces.len()];
        Self { set, next }
    }
}

impl Source for Recorded {
    fn ranks(&self) -> u32 {
        self.next.len() as u32
    }

    fn read(&mut self, actor: u32, made: &mut Made) -> Result<(), String> {
        let entries = &self.set.traces[actor as usize].entries;
        let next = &mut self.next[actor as usize];
        *next += 1;
        let Some(at) = next.checked_sub(2) else {
            made.init(CallSite(0), Work::NONE);
            let begin = entries.first().map_or(self.set.origin, |entry| entry.begin);
            made.post(Post::Sleep(span(self.set.origin, begin)));
            return Ok(());
        };
        let Some(entry) = entries.get(at) else {
            made.finalize(CallSite(0), Work::Time(Time::ZERO));
            return Ok(());
        };
        let before = at.checked_sub(1).map_or(entry.begin, |at| entries[at].end);
        let block = Work::Stated(span(before, entry.begin));
        made.enter(Enter { function: entry.function, site: CallSite(entry.site), block });
        made.post(Post::Sleep(entry.length()));
        if matches!(entry.call, Call::Finalize) && at + 1 == entries.len() {
            made.post(Post::Finalize);
            made.operation(Operation::End(0));
        }
        Ok(())
    }

    fn wrong(&self, actor: u32, problem: &str) -> String {
        format!("{}: {problem}", self.set.project.file(actor))
    }

    fn progress(&self) -> Option<(u64, u64)> {
        Some(self.set.progress(self.next.iter().map(|next| next.saturating_sub(1))))
    }

    fn describe_site(&self, site: CallSite) -> String {
        self.set.describe(site.0)
    }
}
