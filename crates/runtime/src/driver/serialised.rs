//! A driver (`--mode serialised`) that tests the interface between the rank half of MPI, which runs with the program, and the
//! engine half. Every request, answer and access to user memory is converted to bytes and back, which shows that only plain
//! data pass.

use ops::{Answer, Post, RankDriver, RankMode, RankState, ThreadPosts, UserMemory};
use units::ActorId;

/// Wraps a driver.
pub struct Serialised<D> {
    inner: D,
    // What user memory is copied through.
    buffer: Vec<u8>,
    posts: Vec<Post>,
    bytes: Vec<u8>,
}

impl<D: RankDriver> Serialised<D> {
    /// Wraps `inner`.
    pub fn new(inner: D) -> Self {
        Self { inner, buffer: Vec::new(), posts: Vec::new(), bytes: Vec::new() }
    }
}

fn through_bytes<T: serde::Serialize + for<'a> serde::Deserialize<'a>>(value: &T, bytes: &mut Vec<u8>) -> T {
    bytes.clear();
    let written = postcard::to_io(value, std::mem::take(bytes)).expect("plain data become bytes");
    let back = postcard::from_bytes(&written).expect("bytes become the same plain data");
    *bytes = written;
    back
}

impl<D: RankDriver> RankDriver for Serialised<D> {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&self.inner)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut self.inner)
    }

    fn mode(&self) -> Option<RankMode> {
        Some(RankMode::Serialised)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let answer: Answer = through_bytes(answer, &mut self.bytes);
        self.posts.clear();
        let progress = self.inner.resume(actor, &answer, &mut self.posts);
        for post in self.posts.drain(..) {
            posts.push(through_bytes(&post, &mut self.bytes));
        }
        progress
    }

    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        let answer: Answer = through_bytes(answer, &mut self.bytes);
        self.inner.resume_thread(rank, thread, &answer, posts)
    }

    fn take_posts(&mut self, rank: ActorId) -> ThreadPosts {
        let mut taken = self.inner.take_posts(rank);
        for (_, posts) in &mut taken.batches {
            posts.iter_mut().for_each(|post| *post = through_bytes(post, &mut self.bytes));
        }
        taken
    }

    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        let (input, mut result) = (input.to_vec(), inout.to_vec());
        self.inner.reduce(actor, op, count, &input, &mut result);
        inout.copy_from_slice(&result);
    }

    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        Some(self)
    }
}

impl<D: RankDriver> Serialised<D> {
    fn inner_memory(&mut self) -> &mut dyn UserMemory {
        self.inner.memory().expect("ranks of programs have memory")
    }
}

impl<D: RankDriver> UserMemory for Serialised<D> {
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        self.inner_memory().read(actor, address, into);
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        self.inner_memory().write(actor, address, from);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(bytes as usize, 0);
        self.inner_memory().read(from.0, from.1, &mut buffer);
        self.inner_memory().write(to.0, to.1, &buffer);
        self.buffer = buffer;
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.resize(bytes as usize, 0);
        self.inner_memory().read(actor, address, &mut buffer);
        change(&mut buffer);
        self.inner_memory().write(actor, address, &buffer);
        self.buffer = buffer;
    }
}
