//! Helpers for tests of workloads: temporary folders, and a stand-in for the engine that answers every request immediately.

use ops::{
    Answer, CallSite, CommId, Completion, ErrorClass, Group, NewComm, Post, RankDriver, RankState, RequestId, Status,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use units::ActorId;

/// A folder of its own, removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // In memory where the system has a folder for that: tests write many small files.
        let shared = Path::new("/dev/shm");
        let folder = if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
        let path = folder.join(format!("windtunnel-workload-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, contents).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The sample traces.
pub(crate) fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces")
}

/// A driver of one rank that posts a given list, in portions that end where an answer is demanded.
pub(crate) struct Script {
    pub(crate) posts: VecDeque<Post>,
}

impl Script {
    pub(crate) fn new(posts: impl Into<VecDeque<Post>>) -> Self {
        Self { posts: posts.into() }
    }
}

impl RankDriver for Script {
    fn resume(&mut self, _: ActorId, _: &Answer, posts: &mut Vec<Post>) -> RankState {
        while let Some(post) = self.posts.pop_front() {
            posts.push(post);
            if posts.last().is_some_and(Post::demands_answer) {
                return RankState::Blocked;
            }
        }
        RankState::Finished(0)
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        format!("site {}", site.0)
    }
}

/// Answers a rank's posts without simulating: receives get what they ask for (wildcards rank 0 and tag 3), every
/// wait is over at once, and tests succeed every second time.
#[derive(Default)]
pub(crate) struct Toy {
    open: FxHashMap<RequestId, Status>,
    /// Of partitioned operations: they stay when they complete.
    partitioned: FxHashSet<RequestId>,
    tests: u32,
    comms: u32,
    /// Communicators to be told of with the next answer.
    news: Vec<NewComm>,
}

impl Toy {
    fn take(&mut self, request: RequestId) -> Completion {
        let status = *self.open.get(&request).unwrap_or_else(|| panic!("{request:?} is not pending"));
        if !self.partitioned.contains(&request) {
            self.open.remove(&request);
        }
        Completion { request, status }
    }

    fn start(&mut self, request: RequestId, status: Status) {
        assert!(self.open.insert(request, status).is_none(), "{request:?} is pending already");
    }

    /// Takes posts; the answer to the last one.
    pub(crate) fn answer(&mut self, posts: &[Post]) -> Answer {
        let mut answer = Answer::default();
        let known = |value: i32, instead: i32| if value == ops::ANY { instead } else { value };
        for (at, post) in posts.iter().enumerate() {
            // A rank that has run ahead gets the last answer alone.
            assert!(
                !post.demands_answer() || at + 1 == posts.len() || runs_ahead(post),
                "{post:?} is not the last post"
            );
            answer.completions.clear();
            match post {
                Post::Send { request, .. } | Post::Collective { request, .. } => self.start(*request, Status::EMPTY),
                Post::CreateComm { request, .. } => {
                    self.comms += 1;
                    let (comm, group) = (CommId(100 + self.comms), Arc::new(Group::range(0, 4)));
                    self.news.push(NewComm { comm, group, remote: None });
                    self.start(*request, Status { handle: u64::from(comm.0), ..Status::EMPTY });
                }
                Post::File { request, .. } | Post::Port { request, .. } => self.start(*request, Status::EMPTY),
                Post::Window { request: Some(request), .. } => self.start(*request, Status::EMPTY),
                Post::Partitioned { request, call } => match **call {
                    ops::PartitionedCall::Init { .. } => {
                        self.start(*request, Status::EMPTY);
                        self.partitioned.insert(*request);
                    }
                    ops::PartitionedCall::Free => {
                        self.open.remove(request);
                        self.partitioned.remove(request);
                    }
                    _ => assert!(self.open.contains_key(request), "{request:?} is not pending"),
                },
                Post::Parrived { request, .. } => {
                    answer.completions.push(Completion { request: *request, status: Status::EMPTY });
                }
                Post::Release { request } => {
                    self.take(*request);
                    answer.released.push(*request);
                }
                Post::RecvMatched { request, .. } => self.start(*request, Status::EMPTY),
                Post::BlockingSend { request, .. } | Post::BlockingRecv { request, .. } => {
                    assert!(!self.open.contains_key(request), "{request:?} is pending already");
                    answer.completions.push(Completion { request: *request, status: Status::EMPTY });
                }
                Post::Recv { request, source, tag, buffer, .. } => {
                    let (source, tag) = (known(*source, 0), known(*tag, 3));
                    self.start(*request, Status { source, tag, bytes: buffer.bytes, ..Status::EMPTY });
                }
                Post::Probe { request, source, tag, .. } => {
                    let status =
                        Status { source: known(*source, 0), tag: known(*tag, 3), bytes: 77, ..Status::EMPTY };
                    answer.completions.push(Completion { request: *request, status });
                }
                Post::Wait { set, mode } => {
                    let wanted = if *mode == ops::WaitMode::All { usize::MAX } else { 1 };
                    answer.completions.extend(set.ids().iter().take(wanted).map(|request| self.take(*request)));
                }
                Post::Test { set, peek, .. } => {
                    self.tests += 1;
                    if self.tests.is_multiple_of(2) {
                        answer.completions.extend(set.ids().iter().map(|request| self.take(*request)));
                    }
                    if *peek {
                        answer.completions.iter().for_each(|done| _ = self.open.insert(done.request, done.status));
                    }
                }
                _ => {}
            }
        }
        answer.comms.append(&mut self.news);
        answer
    }
}

/// Whether a rank may run ahead of the answer to this post.
fn runs_ahead(post: &Post) -> bool {
    matches!(
        post,
        Post::BlockingSend { .. } | Post::BlockingRecv { .. } | Post::Wait { mode: ops::WaitMode::All, .. }
    )
}

/// The first answer of a rank: the world.
pub(crate) fn first_answer(ranks: u32) -> Answer {
    let group = Arc::new(Group::range(0, ranks));
    Answer { comms: vec![NewComm { comm: CommId::WORLD, group, remote: None }], ..Answer::default() }
}

/// Runs one rank alone to its end or to a fatal error; all its posts.
pub(crate) fn run(driver: &mut dyn RankDriver, rank: u32, ranks: u32) -> Vec<Post> {
    let (mut toy, mut all) = (Toy::default(), Vec::new());
    let mut answer = first_answer(ranks);
    loop {
        let mut posts = Vec::new();
        let progress = driver.resume(ActorId(rank), &answer, &mut posts);
        answer = toy.answer(&posts);
        let over = matches!(posts.last(), Some(Post::Fatal { .. }));
        assert!(
            progress != RankState::Blocked || posts.last().is_some_and(Post::demands_answer),
            "a rank that waits for nothing"
        );
        all.extend(posts);
        if over || progress != RankState::Blocked {
            return all;
        }
    }
}

/// The text of a run's fatal error, or nothing.
pub(crate) fn fatal(posts: &[Post]) -> String {
    match posts.last() {
        Some(Post::Fatal { text }) => text.to_string(),
        _ => String::new(),
    }
}

/// An answer that says that the first request has failed.
pub(crate) fn failure(request: RequestId, error: ErrorClass) -> Answer {
    let status = Status { error, bytes: 9, ..Status::EMPTY };
    Answer { completions: vec![Completion { request, status }], ..Answer::default() }
}
