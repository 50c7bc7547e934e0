//! One process per rank, forked from the launcher after the program has been loaded: the operating system keeps the
//! ranks apart. Slower than images and never cleverer, it is what images are checked against.
//!
//! Each process runs its one image with an [`ImagesDriver`] of its own and speaks with the engine over a socket: an
//! answer or a reduction comes in, posts or a result go back. The engine reaches user memory by
//! `process_vm_readv` and `process_vm_writev`.

use super::images::ImagesDriver;
use super::sites::{Place, Sites};
use ops::{Answer, CallSite, Post, Progress, RankDriver, UserMemory};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use units::ActorId;

/// Engine to rank.
#[derive(Serialize, Deserialize)]
enum Request {
    Resume(Answer),
    Reduce { op: u64, count: u64, input: Vec<u8>, inout: Vec<u8> },
}

/// Rank to engine.
#[derive(Serialize, Deserialize)]
enum Reply {
    Posts { posts: Vec<Post>, places: Vec<Place>, finished: Option<i32> },
    Reduced(Vec<u8>),
}

/// A rank's process.
struct Child {
    pid: libc::pid_t,
    socket: UnixStream,
    // The engine's number of each of the process's call sites.
    sites: Vec<CallSite>,
}

/// Ranks as processes.
pub struct ForkDriver {
    seed: ImagesDriver,
    children: Vec<Option<Child>>,
    sites: Sites,
    bytes: Vec<u8>,
}

impl ForkDriver {
    /// Forks ranks from `seed`, in which no rank has started. A process starts when its rank is first resumed.
    pub fn new(mut seed: ImagesDriver) -> Self {
        let ranks = seed.images().ranks() as usize;
        let children = (0..ranks).map(|_| None).collect();
        Self { seed, children, sites: Sites::default(), bytes: Vec::new() }
    }

    fn start(&mut self, actor: ActorId) -> std::io::Result<()> {
        let (ours, theirs) = UnixStream::pair()?;
        self.seed.images().flush_output();
        // SAFETY: this process has one thread that matters; the child goes on with a copy of it.
        match unsafe { libc::fork() } {
            -1 => Err(std::io::Error::last_os_error()),
            0 => {
                drop(ours);
                // The sockets of other ranks are not ours to hold: their ends must be seen by the engine alone.
                self.children.iter_mut().for_each(|child| *child = None);
                serve(&mut self.seed, actor, theirs)
            }
            pid => {
                self.children[actor.index()] = Some(Child { pid, socket: ours, sites: Vec::new() });
                Ok(())
            }
        }
    }

    fn speak(&mut self, actor: ActorId, request: &Request) -> std::io::Result<Reply> {
        let child = self.children[actor.index()].as_mut().ok_or(std::io::ErrorKind::NotConnected)?;
        send(&mut child.socket, request)?;
        receive(&mut child.socket, &mut self.bytes)
    }

    fn resume_child(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> std::io::Result<Progress> {
        if self.children[actor.index()].is_none() {
            self.start(actor)?;
        }
        let Reply::Posts { posts: new, places, finished } = self.speak(actor, &Request::Resume(answer.clone()))?
        else {
            return Err(std::io::ErrorKind::InvalidData.into());
        };
        let child = self.children[actor.index()].as_mut().ok_or(std::io::ErrorKind::NotConnected)?;
        child.sites.extend(places.into_iter().map(|place| self.sites.intern_place(place)));
        for mut post in new {
            if let Post::Enter { site, .. } = &mut post {
                *site = child.sites[site.0 as usize];
            }
            posts.push(post);
        }
        Ok(match finished {
            Some(status) => {
                self.end(actor);
                Progress::Finished(status)
            }
            None => Progress::Blocked,
        })
    }

    /// Ends a rank's process if it still runs, and says how it ended.
    fn end(&mut self, actor: ActorId) -> Option<libc::c_int> {
        let child = self.children[actor.index()].take()?;
        drop(child.socket);
        let mut status = 0;
        // SAFETY: the process is our own child and has not been waited for.
        unsafe { libc::waitpid(child.pid, &raw mut status, 0) };
        Some(status)
    }
}

impl Drop for ForkDriver {
    fn drop(&mut self) {
        for child in self.children.iter_mut().filter_map(Option::take) {
            // SAFETY: as in `end`.
            unsafe {
                libc::kill(child.pid, libc::SIGKILL);
                libc::waitpid(child.pid, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// The life of a rank's process: it serves requests until its rank has finished or the engine has gone.
fn serve(driver: &mut ImagesDriver, actor: ActorId, mut socket: UnixStream) -> ! {
    // SAFETY: asks the kernel to end this process with its parent.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    let (mut bytes, mut told) = (Vec::new(), 0);
    while let Ok(request) = receive(&mut socket, &mut bytes) {
        let (reply, finished) = match request {
            Request::Resume(answer) => {
                let mut posts = Vec::new();
                let progress = driver.resume(actor, &answer, &mut posts);
                let finished = if let Progress::Finished(status) = progress { Some(status) } else { None };
                let places = driver.sites().since(told).to_vec();
                told += places.len();
                (Reply::Posts { posts, places, finished }, finished.is_some())
            }
            Request::Reduce { op, count, input, mut inout } => {
                driver.reduce(actor, op, count, &input, &mut inout);
                (Reply::Reduced(inout), false)
            }
        };
        let ends_the_run = |posts: &[Post]| matches!(posts.last(), Some(Post::Fatal { .. } | Post::Abort { .. }));
        if finished || matches!(&reply, Reply::Posts { posts, .. } if ends_the_run(posts)) {
            driver.images().flush_output();
        }
        if send(&mut socket, &reply).is_err() || finished {
            break;
        }
    }
    driver.images().flush_output();
    // SAFETY: ends this process; the rank's own exit handlers have run.
    unsafe { libc::_exit(0) }
}

fn send<T: Serialize>(socket: &mut UnixStream, value: &T) -> std::io::Result<()> {
    let bytes = postcard::to_allocvec(value).map_err(std::io::Error::other)?;
    socket.write_all(&(bytes.len() as u64).to_le_bytes())?;
    socket.write_all(&bytes)
}

fn receive<T: for<'a> Deserialize<'a>>(socket: &mut UnixStream, bytes: &mut Vec<u8>) -> std::io::Result<T> {
    let mut length = [0; 8];
    socket.read_exact(&mut length)?;
    bytes.resize(u64::from_le_bytes(length) as usize, 0);
    socket.read_exact(bytes)?;
    postcard::from_bytes(bytes).map_err(std::io::Error::other)
}

impl RankDriver for ForkDriver {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> Progress {
        match self.resume_child(actor, answer, posts) {
            Ok(progress) => progress,
            Err(error) => {
                let how = match self.end(actor) {
                    Some(status) if libc::WIFSIGNALED(status) => format!("signal {}", libc::WTERMSIG(status)),
                    Some(status) => format!("exit status {}", libc::WEXITSTATUS(status)),
                    None => error.to_string(),
                };
                posts.push(Post::Fatal { text: format!("the rank's process has ended: {how}").into() });
                Progress::Blocked
            }
        }
    }

    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        let request = Request::Reduce { op, count, input: input.to_vec(), inout: inout.to_vec() };
        // A process that is gone is found out at its rank's next resumption.
        if let Ok(Reply::Reduced(result)) = self.speak(actor, &request) {
            inout.copy_from_slice(&result);
        }
    }

    fn memory(&mut self) -> &mut dyn UserMemory {
        self
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.sites.describe(site)
    }
}

impl ForkDriver {
    fn transfer(&mut self, actor: ActorId, address: u64, local: *mut u8, bytes: usize, write: bool) -> bool {
        let Some(child) = &self.children[actor.index()] else { return false };
        let remote: *mut u8 = std::ptr::with_exposed_provenance_mut(address as usize);
        let (mut done, pid) = (0, child.pid);
        while done < bytes {
            let ours = libc::iovec { iov_base: local.wrapping_add(done).cast(), iov_len: bytes - done };
            let theirs = libc::iovec { iov_base: remote.wrapping_add(done).cast(), iov_len: bytes - done };
            // SAFETY: the local stretch is valid for `bytes` bytes, and written only when reading; the kernel checks the
            // remote one.
            let moved = unsafe {
                if write {
                    libc::process_vm_writev(pid, &raw const ours, 1, &raw const theirs, 1, 0)
                } else {
                    libc::process_vm_readv(pid, &raw const ours, 1, &raw const theirs, 1, 0)
                }
            };
            match usize::try_from(moved) {
                Ok(moved) if moved > 0 => done += moved,
                _ => return false,
            }
        }
        true
    }
}

impl UserMemory for ForkDriver {
    fn has_data(&self) -> bool {
        true
    }

    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        if !self.transfer(actor, address, into.as_mut_ptr(), into.len(), false) {
            into.fill(0);
        }
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        // A rank that has ended has no memory any more: nothing to do for it.
        self.transfer(actor, address, from.as_ptr().cast_mut(), from.len(), true);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        let mut contents = vec![0; bytes as usize];
        self.read(from.0, from.1, &mut contents);
        self.write(to.0, to.1, &contents);
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        let mut contents = vec![0; bytes as usize];
        self.read(actor, address, &mut contents);
        change(&mut contents);
        self.write(actor, address, &contents);
    }
}
