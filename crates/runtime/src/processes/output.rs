//! The standard output and error of ranks that are processes.
//!
//! If only one rank runs at a time, all ranks write to the same two pipes. The simulator reads the pipes whenever a rank has
//! run, so it knows which rank has written. If ranks may run in parallel, each has two pipes of its own. Their texts are then
//! printed in the order in which the engine has begun the ranks, which is the order of simulated time ([`RankText`]).
//!
//! If several ranks print the same traceback, it is shown once.

use super::tracebacks::Tracebacks;
use crate::rank_text::{RankText, Sink, tagged};
use crate::standard_streams::{Shown, note_lost, write_all};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// A pipe holds so much before its writer has to wait for us.
const PIPE_BYTES: libc::c_int = 1 << 20;

/// The pipes and what has been read of them.
#[derive(Debug)]
pub(super) struct Output {
    pub(super) text: RankText<Printed>,
    readers: [File; 2],
    writers: [OwnedFd; 2],
    /// By rank, what has been read of the pipes and not been accepted.
    fresh: Vec<[Vec<u8>; 2]>,
    /// By rank, the pipes of its own, if it has any.
    own: Vec<Option<[File; 2]>>,
    buffer: Vec<u8>,
}

/// Prints the ranks' lines.
#[derive(Debug)]
pub(super) struct Printed {
    tag: [bool; 2],
    tracebacks: Tracebacks,
    /// Lines that are not printed again.
    shown: Shown,
}

impl Output {
    /// Pipes for `ranks` ranks. `tag`: lines of a stream begin with the rank. `shown`: lines that are not printed again.
    pub(super) fn new(ranks: u32, tag: [bool; 2], shown: Shown) -> io::Result<Self> {
        let (out, error) = (pipe()?, pipe()?);
        Ok(Self {
            text: RankText::new(Printed { tag, tracebacks: Tracebacks::default(), shown }),
            readers: [out.0, error.0],
            writers: [out.1, error.1],
            fresh: vec![Default::default(); ranks as usize],
            own: Vec::new(),
            buffer: vec![0; 64 << 10],
        })
    }

    /// The ends that ranks write to, for those who inherit them.
    pub(super) fn writers(&self) -> [RawFd; 2] {
        [self.writers[0].as_raw_fd(), self.writers[1].as_raw_fd()]
    }

    /// There are so many more ranks.
    pub(super) fn add(&mut self, ranks: u32) {
        self.fresh.resize_with(self.fresh.len() + ranks as usize, Default::default);
    }

    /// Two pipes for a rank alone: the ends that it writes to.
    pub(super) fn open_own(&mut self, rank: u32) -> io::Result<[OwnedFd; 2]> {
        let (out, error) = (pipe()?, pipe()?);
        if self.own.len() <= rank as usize {
            self.own.resize_with(rank as usize + 1, || None);
        }
        self.own[rank as usize] = Some([out.0, error.0]);
        Ok([out.1, error.1])
    }

    /// Takes what a rank has written.
    pub(super) fn take(&mut self, rank: u32) {
        self.read(rank);
        self.accept_fresh(rank, [usize::MAX; 2]);
    }

    /// Takes what a rank has written that has run ahead; so many bytes are from before.
    pub(super) fn take_ahead(&mut self, rank: u32, before: [u32; 2]) {
        self.read(rank);
        self.accept_fresh(rank, before.map(|bytes| bytes as usize));
        for (stream, fresh) in self.fresh[rank as usize].iter_mut().enumerate().filter(|(_, text)| !text.is_empty()) {
            self.text.keep_ahead(rank, stream, std::mem::take(fresh));
        }
    }

    /// Accepts the first bytes of what has been read.
    fn accept_fresh(&mut self, rank: u32, most: [usize; 2]) {
        for (stream, most) in most.into_iter().enumerate() {
            let mut text = std::mem::take(&mut self.fresh[rank as usize][stream]);
            if text.is_empty() {
                continue;
            }
            let rest = text.split_off(most.min(text.len()));
            self.text.accept(rank, stream, &text);
            self.fresh[rank as usize][stream] = rest;
        }
    }

    /// Reads what there is of a rank.
    pub(super) fn read(&mut self, rank: u32) {
        self.read_pipes(rank, false);
        if let Some(Some(_)) = self.own.get(rank as usize) {
            self.read_pipes(rank, true);
        }
    }

    fn read_pipes(&mut self, rank: u32, own: bool) {
        for stream in 0..2 {
            loop {
                let mut buffer = std::mem::take(&mut self.buffer);
                let readers = if own { self.own[rank as usize].as_mut() } else { Some(&mut self.readers) };
                let Some(readers) = readers else { return };
                let read = readers[stream].read(&mut buffer);
                match &read {
                    Ok(0) => {}
                    Ok(bytes) => self.fresh[rank as usize][stream].extend_from_slice(&buffer[..*bytes]),
                    Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                    Err(error) => note_lost(error),
                }
                let full = matches!(read, Ok(bytes) if bytes == buffer.len());
                self.buffer = buffer;
                // Not full: nothing is left, which another read would only confirm.
                if !full {
                    break;
                }
            }
        }
    }
}

impl Sink for Printed {
    fn show(&mut self, rank: u32, stream: usize, text: &[u8]) {
        let descriptor = stream as libc::c_int + 1;
        let text = if self.tag[stream] {
            Cow::Owned(tagged(rank, text))
        } else if descriptor == libc::STDERR_FILENO {
            Cow::Owned(self.tracebacks.take(rank, text))
        } else {
            Cow::Borrowed(text)
        };
        write_all(descriptor, &self.shown.new_lines(stream, &text));
    }

    fn end(&mut self, rank: u32) {
        write_all(libc::STDERR_FILENO, &self.tracebacks.end(rank));
    }
}

impl Drop for Printed {
    fn drop(&mut self) {
        write_all(libc::STDERR_FILENO, self.tracebacks.summary().as_bytes());
    }
}

/// A pipe whose reading end never waits, and neither end of which is inherited by itself.
fn pipe() -> io::Result<(File, OwnedFd)> {
    let (reader, writer) = io::pipe()?;
    let reader = File::from(OwnedFd::from(reader));
    // SAFETY: plain system calls on descriptors of ours. A smaller pipe only makes its writers wait more often.
    unsafe {
        libc::fcntl(reader.as_raw_fd(), libc::F_SETPIPE_SZ, PIPE_BYTES);
        if libc::fcntl(reader.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok((reader, OwnedFd::from(writer)))
}
