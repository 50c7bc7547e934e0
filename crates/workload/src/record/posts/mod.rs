//! Records the requests of ranks to the engine (posts) in Windtunnel's own trace format ([`crate::traces::posts`]).

mod part;
mod rank;

use crate::traces::operation::Operation;
use crate::traces::posts::code;
use crate::traces::posts::parts::{Closing, Writer};
use files::FileError;
use ops::{Answer, CallSite, Post, RankDriver, RankState, ThreadPosts};
pub use part::RankRecorder;
use rank::Rank;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use units::ActorId;

/// Call sites in the order of their first uses.
#[derive(Default)]
struct Sites {
    numbers: FxHashMap<CallSite, u32>,
    used: Vec<CallSite>,
}

impl Sites {
    fn number(&mut self, site: CallSite) -> CallSite {
        let used = &mut self.used;
        CallSite(*self.numbers.entry(site).or_insert_with(|| {
            used.push(site);
            used.len() as u32 - 1
        }))
    }
}

/// A driver whose ranks' posts are written to a trace as they pass.
pub struct PostRecorder<D> {
    inner: D,
    ranks: Vec<Rank>,
    sites: Sites,
    writer: Writer,
    error: Option<FileError>,
}

impl<D: RankDriver> PostRecorder<D> {
    /// Records a job of `ranks` ranks, and those that it starts, into a file.
    ///
    /// # Errors
    /// The file can't be made.
    pub fn new(inner: D, ranks: u32, path: &Path) -> Result<Self, FileError> {
        let writer = Writer::create(path, ranks)?;
        let ranks = (0..ranks).map(|_| Rank::default()).collect();
        Ok(Self { inner, ranks, sites: Sites::default(), writer, error: None })
    }

    /// Writes the rest. A run that was cut short, not `complete`, leaves a trace up to where it was, which says that it is one.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn finish(mut self, complete: bool) -> Result<(D, PathBuf), FileError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        for (actor, rank) in (0..).zip(&mut self.ranks) {
            rank.close(complete);
            self.writer.append(actor, &mut rank.out)?;
        }
        let inner = &mut self.inner;
        let sites = self.sites.used.iter().map(|&site| inner.describe_site(site)).collect();
        let all_ended = complete && self.ranks.iter().all(|rank| rank.ended || !rank.begun);
        let path = self.writer.finish(&Closing { complete, all_ended, sites })?;
        Ok((self.inner, path))
    }

    fn rank(&mut self, actor: ActorId) -> &mut Rank {
        if self.ranks.len() <= actor.index() {
            self.ranks.resize_with(actor.index() + 1, Rank::default);
        }
        &mut self.ranks[actor.index()]
    }

    /// Hands over what may be written; whether that failed for the first time.
    fn write(&mut self, actor: ActorId) -> bool {
        let rank = &mut self.ranks[actor.index()];
        if rank.out.len() < 4096 || self.error.is_some() {
            return false;
        }
        self.error = self.writer.append(actor.0, &mut rank.out).err();
        self.error.is_some()
    }

    fn fatal(&self) -> Post {
        let reason = self.error.as_ref().map_or_else(String::new, ToString::to_string);
        Post::Fatal { text: format!("recording: {reason}").into() }
    }
}

impl<D: RankDriver> RankDriver for PostRecorder<D> {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut self.inner)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.rank(actor).answer(0, answer);
        let begin = posts.len();
        let state = self.inner.resume(actor, answer, posts);
        let only_polls = |post: &Post| matches!(post, Post::OnlyPolls { .. });
        if posts[begin..].iter().any(only_polls) {
            // Each poll is recorded.
            posts.retain(|post| !only_polls(post));
        }
        let (rank, sites) = (&mut self.ranks[actor.index()], &mut self.sites);
        posts[begin..].iter().for_each(|post| rank.post(0, post, sites));
        if let RankState::Finished(status) = state {
            rank.ended = true;
            rank.operation(&Operation::End(status));
        }
        if state != RankState::Threaded && self.write(actor) {
            posts.push(self.fatal());
            return RankState::Blocked;
        }
        state
    }

    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.rank(rank).answer(thread, answer);
        self.inner.resume_thread(rank, thread, answer, posts)
    }

    fn take_posts(&mut self, actor: ActorId) -> ThreadPosts {
        let mut taken = self.inner.take_posts(actor);
        self.rank(actor);
        let (rank, sites) = (&mut self.ranks[actor.index()], &mut self.sites);
        let after = rank.answered.take();
        if after.is_some() || !taken.batches.is_empty() || taken.exit.is_some() {
            rank.operation(&Operation::Threads { after });
            for (thread, posts) in &taken.batches {
                rank.operation(&Operation::Thread(*thread));
                posts.iter().for_each(|post| rank.post(*thread, post, sites));
            }
            rank.operation(&Operation::EndThreads { exit: taken.exit });
            rank.ended |= taken.exit.is_some();
        }
        if self.write(actor) {
            taken.batches.push((0, vec![self.fatal()]));
        }
        taken
    }
}

/// Appends a post as it is.
fn write(post: &Post, into: &mut Vec<u8>) {
    code::write(post, into);
}
