//! The standard output and error of ranks that are processes.
//!
//! If only one rank runs at a time, all ranks write to the same two pipes. The simulator reads the pipes whenever a rank has
//! run, so it knows which rank has written. If ranks may run in parallel, each has two pipes of its own. Their texts are then
//! printed in the order in which the engine has begun the ranks, which is the order of simulated time ([`Output::begin`]). If a
//! rank's process has run ahead of the engine, its text is kept back until the engine has caught up with the rank.
//!
//! Text is printed line by line, so that lines of different ranks do not mix: an incomplete line is kept back until it is
//! complete, it grows beyond 64 KiB, or its rank ends. If several ranks print the same traceback, it is shown once.

use super::tracebacks::Tracebacks;
use crate::passages::Passages;
use crate::standard_streams::{Shown, note_lost, write_all};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// Longest incomplete line that is kept back.
const LINE_MAX: usize = 64 << 10;
/// A pipe holds so much before its writer has to wait for us.
const PIPE_BYTES: libc::c_int = 1 << 20;

/// The two pipes and the lines that are not complete.
#[derive(Debug)]
pub(super) struct Output {
    readers: [File; 2],
    writers: [OwnedFd; 2],
    held: Vec<[Vec<u8>; 2]>,
    /// By rank, what has been read of the pipes and not been accepted.
    fresh: Vec<[Vec<u8>; 2]>,
    /// By rank, the pipes of its own, if it has any.
    own: Vec<Option<[File; 2]>>,
    passages: Passages<Text>,
    /// By rank, what it has printed ahead.
    ahead: BTreeMap<u32, [Vec<u8>; 2]>,
    buffer: Vec<u8>,
    tag: [bool; 2],
    tracebacks: Tracebacks,
    shown: Shown,
}

/// A piece of a rank's text.
#[derive(Debug)]
enum Text {
    Written {
        rank: u32,
        stream: usize,
        bytes: Vec<u8>,
    },
    /// The rank has ended.
    End(u32),
}

impl Output {
    /// Pipes for `ranks` ranks. `tag`: lines of a stream begin with the rank. `shown`: lines that are not printed again.
    pub(super) fn new(ranks: u32, tag: [bool; 2], shown: Shown) -> io::Result<Self> {
        let (out, error) = (pipe()?, pipe()?);
        Ok(Self {
            readers: [out.0, error.0],
            writers: [out.1, error.1],
            held: vec![Default::default(); ranks as usize],
            fresh: vec![Default::default(); ranks as usize],
            own: Vec::new(),
            passages: Passages::default(),
            ahead: BTreeMap::new(),
            buffer: vec![0; 64 << 10],
            tag,
            tracebacks: Tracebacks::default(),
            shown,
        })
    }

    /// The ends that ranks write to, for those who inherit them.
    pub(super) fn writers(&self) -> [RawFd; 2] {
        [self.writers[0].as_raw_fd(), self.writers[1].as_raw_fd()]
    }

    /// There are so many more ranks.
    pub(super) fn add(&mut self, ranks: u32) {
        self.held.resize_with(self.held.len() + ranks as usize, Default::default);
        self.fresh.resize_with(self.held.len(), Default::default);
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

    /// A rank begins to run beside others: its text comes before that of those that begin later.
    pub(super) fn begin(&mut self, rank: u32) {
        self.passages.begin(rank);
    }

    /// From here on the text of a rank that has been begun is accepted.
    pub(super) fn resume(&mut self, rank: u32) {
        self.passages.resume(rank);
    }

    /// It no longer is.
    pub(super) fn pause(&mut self) {
        self.passages.pause();
    }

    /// A rank that has been begun has been collected. `last`: the run ends with it.
    pub(super) fn collected(&mut self, rank: u32, last: bool) {
        for text in self.passages.collected(rank, last) {
            match text {
                Text::Written { rank, stream, bytes } => self.show(rank, stream, &bytes),
                Text::End(rank) => self.show_rest(rank),
            }
        }
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
        let fresh = &mut self.fresh[rank as usize];
        if fresh.iter().any(|text| !text.is_empty()) {
            let ahead = self.ahead.entry(rank).or_default();
            for (ahead, fresh) in ahead.iter_mut().zip(fresh) {
                ahead.append(fresh);
            }
        }
    }

    /// The engine has caught up with a rank.
    pub(super) fn release(&mut self, rank: u32) {
        for (stream, text) in self.ahead.remove(&rank).unwrap_or_default().into_iter().enumerate() {
            self.accept(rank, stream, &text);
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
            self.accept(rank, stream, &text);
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

    /// Sends the incomplete lines of a rank that has ended.
    pub(super) fn end(&mut self, rank: u32) {
        self.release(rank);
        if self.passages.wait() {
            self.passages.keep(Text::End(rank));
        } else {
            self.show_rest(rank);
        }
    }

    /// Shows what a rank has not ended with a line's end.
    fn show_rest(&mut self, rank: u32) {
        for stream in 0..2 {
            let text = std::mem::take(&mut self.held[rank as usize][stream]);
            if !text.is_empty() {
                self.send(rank, stream, &text);
            }
        }
        write_all(libc::STDERR_FILENO, &self.tracebacks.end(rank));
    }

    fn accept(&mut self, rank: u32, stream: usize, bytes: &[u8]) {
        if !self.passages.wait() {
            self.show(rank, stream, bytes);
        } else if !bytes.is_empty() {
            self.passages.keep(Text::Written { rank, stream, bytes: bytes.to_vec() });
        }
    }

    /// Shows the complete lines of a rank's text.
    fn show(&mut self, rank: u32, stream: usize, bytes: &[u8]) {
        let mut text = std::mem::take(&mut self.held[rank as usize][stream]);
        text.extend_from_slice(bytes);
        let complete = match text.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => end + 1,
            None if text.len() > LINE_MAX => text.len(),
            None => 0,
        };
        if complete > 0 {
            self.send(rank, stream, &text[..complete]);
            text.drain(..complete);
        }
        self.held[rank as usize][stream] = text;
    }

    fn send(&mut self, rank: u32, stream: usize, text: &[u8]) {
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
}

impl Drop for Output {
    fn drop(&mut self) {
        write_all(libc::STDERR_FILENO, self.tracebacks.summary().as_bytes());
    }
}

/// Every line with its rank before it.
fn tagged(rank: u32, text: &[u8]) -> Vec<u8> {
    let mut lines = Vec::with_capacity(text.len() + 64);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        lines.extend_from_slice(format!("[{rank}] ").as_bytes());
        lines.extend_from_slice(line);
        if line.last() != Some(&b'\n') {
            lines.push(b'\n');
        }
    }
    lines
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_line_waits_for_its_end() {
        let mut output = Output::new(2, [false; 2], Shown::default()).expect("pipes");
        output.accept(0, 0, b"");
        assert!(output.held[0][0].is_empty());
        output.accept(1, 1, b"half");
        assert_eq!(output.held[1][1], b"half");
        output.end(1);
        assert!(output.held[1][1].is_empty());
    }

    #[test]
    fn every_line_is_tagged_and_ends() {
        assert_eq!(tagged(3, b"a\nb"), b"[3] a\n[3] b\n");
    }
}
