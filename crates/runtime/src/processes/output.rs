//! What ranks write to their standard streams.
//!
//! The streams of all ranks are two pipes into the simulator, read whenever a rank has run: since only one rank runs at
//! a time, what is in them is that rank's. Complete lines go out in the order in which ranks ran; an incomplete line
//! waits until it is complete, grows beyond 64 KiB, or its rank ends, so lines of ranks never mix. What a rank has printed
//! while it ran ahead is kept back until the engine has caught up with it. Tracebacks that ranks share go out once.

use super::tracebacks::Tracebacks;
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
    /// What has been read of the pipes, and is the running rank's.
    fresh: [Vec<u8>; 2],
    /// By rank, what it has printed ahead.
    ahead: BTreeMap<u32, [Vec<u8>; 2]>,
    buffer: Vec<u8>,
    tag: bool,
    tracebacks: Tracebacks,
    shown: Shown,
}

impl Output {
    /// Pipes for so many ranks; lines begin with the rank if `tag`; what has been shown is not shown again.
    pub(super) fn new(ranks: u32, tag: bool, shown: Shown) -> io::Result<Self> {
        let (out, error) = (pipe()?, pipe()?);
        Ok(Self {
            readers: [out.0, error.0],
            writers: [out.1, error.1],
            held: vec![Default::default(); ranks as usize],
            fresh: Default::default(),
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
    }

    /// Takes what a rank has written.
    pub(super) fn take(&mut self, rank: u32) {
        self.read();
        self.accept_fresh(rank, [usize::MAX; 2]);
    }

    /// Takes what a rank has written that has run ahead; so many bytes are from before.
    pub(super) fn take_ahead(&mut self, rank: u32, before: [u32; 2]) {
        self.read();
        self.accept_fresh(rank, before.map(|bytes| bytes as usize));
        if self.fresh.iter().any(|text| !text.is_empty()) {
            let ahead = self.ahead.entry(rank).or_default();
            for (ahead, fresh) in ahead.iter_mut().zip(&mut self.fresh) {
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
            let mut text = std::mem::take(&mut self.fresh[stream]);
            if text.is_empty() {
                continue;
            }
            let rest = text.split_off(most.min(text.len()));
            self.accept(rank, stream, &text);
            self.fresh[stream] = rest;
        }
    }

    /// Reads what there is.
    pub(super) fn read(&mut self) {
        for stream in 0..2 {
            loop {
                let mut buffer = std::mem::take(&mut self.buffer);
                let read = self.readers[stream].read(&mut buffer);
                match &read {
                    Ok(0) => {}
                    Ok(bytes) => self.fresh[stream].extend_from_slice(&buffer[..*bytes]),
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
        for stream in 0..2 {
            let text = std::mem::take(&mut self.held[rank as usize][stream]);
            if !text.is_empty() {
                self.send(rank, stream, &text);
            }
        }
        write_all(libc::STDERR_FILENO, &self.tracebacks.end(rank));
    }

    fn accept(&mut self, rank: u32, stream: usize, bytes: &[u8]) {
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
        let text = if self.tag {
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
        let mut output = Output::new(2, false, Shown::default()).expect("pipes");
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
