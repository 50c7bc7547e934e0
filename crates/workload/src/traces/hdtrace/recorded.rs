//! The calls of a project with the times of its traces: nothing is simulated.

use super::Set;
use super::entry::{Call, span};
use ops::{Answer, CallSite, Function, Post, RankDriver, RankState, Work};
use std::sync::Arc;
use units::{ActorId, Time};

/// A rank that posts this much hands over what it has.
const BATCH: usize = 1024;

/// Makes every call when the trace says.
#[derive(Debug)]
pub(super) struct Recorded {
    set: Arc<Set>,
    /// Of each rank: the next call.
    next: Vec<usize>,
}

impl Recorded {
    pub(super) fn new(set: Arc<Set>) -> Self {
        let next = vec![0; set.traces.len()];
        Self { set, next }
    }
}

impl RankDriver for Recorded {
    fn resume(&mut self, actor: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        let entries = &self.set.traces[actor.index()].entries;
        let next = &mut self.next[actor.index()];
        if *next == 0 {
            let begin = entries.first().map_or(self.set.origin, |entry| entry.begin);
            posts.push(Post::Enter { function: Function::Init, site: CallSite(0), block: Work::NONE });
            posts.extend([Post::Init, Post::Sleep(span(self.set.origin, begin))]);
        }
        let mut finalized = false;
        while let Some(entry) = entries.get(*next).filter(|_| posts.len() < BATCH) {
            let before = next.checked_sub(1).map_or(entry.begin, |at| entries[at].end);
            let block = Work::Stated(span(before, entry.begin));
            posts.push(Post::Enter { function: entry.function, site: CallSite(entry.site), block });
            posts.push(Post::Sleep(entry.length()));
            finalized = matches!(entry.call, Call::Finalize);
            *next += 1;
        }
        if *next < entries.len() {
            posts.push(Post::ReadClock);
            return RankState::Blocked;
        }
        if !finalized {
            posts.push(Post::Enter {
                function: Function::Finalize,
                site: CallSite(0),
                block: Work::Time(Time::ZERO),
            });
        }
        posts.push(Post::Finalize);
        RankState::Finished(0)
    }

    fn issued_work(&self) -> Option<(u64, u64)> {
        let all: usize = self.set.traces.iter().map(|trace| trace.entries.len()).sum();
        Some((self.next.iter().sum::<usize>() as u64, all as u64))
    }

    fn reduce(&mut self, _: ActorId, _: u64, _: u64, _: &[u8], _: &mut [u8]) {
        unreachable!("a replay has no reductions of the user's");
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.set.describe(site.0)
    }
}
