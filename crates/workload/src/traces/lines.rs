//! Streams the lines of text traces, with one reader per rank: over the rank's own file, or over its lines of a shared file.

use super::error::{FilePosition, LineProblem, TraceError};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// No line is longer: a vector collective of a million ranks has some 20 MB.
const LONGEST: usize = 1 << 28;
/// All readers' buffers together stay about below this.
const BUFFERS: usize = 64 << 20;
const BLOCK: u64 = 64 << 10;
const BLOCKS: usize = 128;

/// The files behind the readers of a trace.
///
/// A rank's own file is opened anew for every piece read, so that any number of ranks needs no more than one
/// descriptor; the piece is large enough to make that cheap. A shared file is read through a cache of blocks:
/// ranks that go forward together find their lines in the same ones.
#[derive(Debug)]
pub(crate) struct Files {
    paths: Vec<PathBuf>,
    shared: Option<Cache>,
    piece: usize,
    /// Bytes of lines that have been taken, and of all files.
    taken: u64,
    bytes: u64,
}

#[derive(Debug)]
struct Cache {
    file: File,
    blocks: Vec<Block>,
    clock: u64,
    last: usize,
}

#[derive(Debug)]
struct Block {
    number: u64,
    used: u64,
    bytes: Vec<u8>,
}

impl Cache {
    /// The bytes of a block of the file.
    fn block(&mut self, number: u64) -> std::io::Result<&[u8]> {
        self.clock += 1;
        if self.blocks.get(self.last).is_none_or(|block| block.number != number) {
            self.last = match self.blocks.iter().position(|block| block.number == number) {
                Some(at) => at,
                None => self.load(number)?,
            };
        }
        let block = &mut self.blocks[self.last];
        block.used = self.clock;
        Ok(&block.bytes)
    }

    fn load(&mut self, number: u64) -> std::io::Result<usize> {
        let at = if self.blocks.len() < BLOCKS {
            self.blocks.push(Block { number: u64::MAX, used: 0, bytes: Vec::new() });
            self.blocks.len() - 1
        } else {
            (0..BLOCKS).min_by_key(|at| self.blocks[*at].used).unwrap_or(0)
        };
        let block = &mut self.blocks[at];
        block.number = u64::MAX;
        read_piece(&self.file, number * BLOCK, BLOCK as usize, &mut block.bytes)?;
        block.number = number;
        Ok(at)
    }
}

/// Replaces `into` by up to `bytes` bytes of the file from `offset` on; fewer only at its end.
fn read_piece(file: &File, offset: u64, bytes: usize, into: &mut Vec<u8>) -> std::io::Result<()> {
    into.clear();
    append_piece(file, offset, bytes, into)
}

fn append_piece(file: &File, offset: u64, bytes: usize, into: &mut Vec<u8>) -> std::io::Result<()> {
    let start = into.len();
    into.resize(start + bytes, 0);
    let mut filled = 0;
    while filled < bytes {
        match file.read_at(&mut into[start + filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    into.truncate(start + filled);
    Ok(())
}

/// Where a reader's bytes come from.
#[derive(Debug)]
enum Source {
    /// A file of its own, read up to `offset`.
    Own { file: u32, offset: u64 },
    /// Runs of lines in the shared file.
    Runs(Runs),
    /// All has been read.
    End,
}

/// A rank's runs of consecutive lines in the shared file. In a file where ranks alternate there is a run per
/// line, so they are kept as variable-length numbers: bytes skipped, bytes of the run, lines skipped.
#[derive(Debug, Default)]
struct Runs {
    coded: Vec<u8>,
    at: usize,
    /// Bytes of the current run still to be read.
    remaining: u64,
    /// The place in the file up to which has been read.
    offset: u64,
}

fn put(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

impl Runs {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.coded.get(self.at)?;
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

/// The lines of one rank, in order.
#[derive(Debug)]
pub(crate) struct Lines {
    source: Source,
    buffer: Vec<u8>,
    at: usize,
    /// The number of the line that begins at `at`.
    line: u64,
}

/// A line without its newline: a place in the reader's buffer, and its number in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    start: usize,
    end: usize,
    pub(crate) number: u64,
    /// Whether a newline ended it.
    pub(crate) terminated: bool,
}

impl Lines {
    fn new(source: Source) -> Self {
        Self { source, buffer: Vec::new(), at: 0, line: 1 }
    }

    /// The bytes of the line that [`Lines::next`] returned last.
    #[inline]
    pub(crate) fn bytes(&self, line: Line) -> &[u8] {
        &self.buffer[line.start..line.end]
    }

    /// The next line, or none at the end.
    #[inline]
    pub(crate) fn next(&mut self, files: &mut Files) -> Result<Option<Line>, TraceError> {
        let mut searched = self.at;
        loop {
            if let Some(length) = self.buffer[searched..].iter().position(|byte| *byte == b'\n') {
                let line = Line { start: self.at, end: searched + length, number: self.line, terminated: true };
                self.at = line.end + 1;
                self.line += 1;
                files.taken += (self.at - line.start) as u64;
                return Ok(Some(line));
            }
            let pending = self.buffer.len() - self.at;
            if pending > LONGEST {
                let place = FilePosition { file: files.name(&self.source), line: self.line, column: 1 };
                return Err(TraceError::Line { place, problem: LineProblem::TooLong { limit: LONGEST } });
            }
            if !self.fill(files)? {
                if pending == 0 {
                    return Ok(None);
                }
                let line = Line { start: self.at, end: self.buffer.len(), number: self.line, terminated: false };
                self.at = line.end;
                return Ok(Some(line));
            }
            searched = self.at + pending;
        }
    }

    /// Reads on; false at the end. What has been consumed is dropped, the rest moves to the buffer's start.
    #[cold]
    fn fill(&mut self, files: &mut Files) -> Result<bool, TraceError> {
        self.buffer.drain(..self.at);
        self.at = 0;
        let before = self.buffer.len();
        // A line longer than the piece is read in ever larger ones.
        let piece = files.piece.max(before);
        let result = match &mut self.source {
            Source::End => Ok(()),
            Source::Own { file, offset } => {
                let result = File::open(&files.paths[*file as usize])
                    .and_then(|handle| append_piece(&handle, *offset, piece, &mut self.buffer));
                *offset += (self.buffer.len() - before) as u64;
                result
            }
            Source::Runs(runs) => {
                if runs.remaining == 0
                    && let (Some(skip), Some(bytes), Some(lines)) = (runs.number(), runs.number(), runs.number())
                {
                    runs.offset += skip;
                    runs.remaining = bytes;
                    self.line += lines;
                }
                files.take(runs, piece, &mut self.buffer)
            }
        };
        if let Err(error) = result {
            let name = files.name(&self.source);
            return Err(TraceError::unreadable(Path::new(&name), &error));
        }
        if self.buffer.len() == before {
            self.source = Source::End;
            self.buffer.shrink_to_fit();
        }
        Ok(self.buffer.len() > before)
    }
}

impl Files {
    /// One file per rank, in rank order, with its reader.
    pub(crate) fn own(paths: Vec<PathBuf>) -> (Self, Vec<Lines>) {
        let lines = (0..paths.len() as u32).map(|file| Lines::new(Source::Own { file, offset: 0 })).collect();
        let piece = (BUFFERS / paths.len().max(1)).clamp(4 << 10, 64 << 10);
        // A file that can't be read is complained about when it is.
        let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
        let bytes = paths.iter().map(size).sum();
        (Self { paths, shared: None, piece, taken: 0, bytes }, lines)
    }

    /// One file for all ranks: reads it once to find out where each rank's lines are.
    pub(crate) fn shared(path: PathBuf) -> Result<(Self, Vec<Lines>, Option<String>), TraceError> {
        let unreadable = |error| TraceError::unreadable(&path, &error);
        let index = Index::of(&path)?;
        let highest =
            *index.ranks.last_key_value().ok_or_else(|| TraceError::Empty { file: path.display().to_string() })?.0;
        if let Some((missing, _)) = (0..).zip(index.ranks.keys()).find(|(expected, rank)| expected != *rank) {
            return Err(TraceError::MissingRank { file: path.display().to_string(), missing, highest });
        }
        let lines: Vec<Lines> = index
            .ranks
            .into_values()
            .map(|runs| Lines::new(Source::Runs(Runs { coded: runs.finish(), ..Runs::default() })))
            .collect();
        let file = files::open(&path).map_err(unreadable)?;
        let cache = Cache { file, blocks: Vec::new(), clock: 0, last: 0 };
        let piece = (BUFFERS / lines.len()).clamp(1 << 10, 64 << 10);
        let bytes = cache.file.metadata().map_err(unreadable)?.len();
        Ok((Self { paths: vec![path], shared: Some(cache), piece, taken: 0, bytes }, lines, index.unterminated))
    }

    /// Appends up to `bytes` bytes of the current run.
    fn take(&mut self, runs: &mut Runs, bytes: usize, into: &mut Vec<u8>) -> std::io::Result<()> {
        let cache = self.shared.as_mut().expect("runs are of a shared file");
        let mut wanted = runs.remaining.min(bytes as u64);
        while wanted > 0 {
            let block = cache.block(runs.offset / BLOCK)?;
            let start = ((runs.offset % BLOCK) as usize).min(block.len());
            let part = &block[start..block.len().min(start + wanted as usize)];
            if part.is_empty() {
                return Err(std::io::Error::new(
                    std::io::ErrorKind::UnexpectedEof,
                    "the file has become shorter since it was opened",
                ));
            }
            into.extend_from_slice(part);
            runs.offset += part.len() as u64;
            runs.remaining -= part.len() as u64;
            wanted -= part.len() as u64;
        }
        Ok(())
    }

    fn name(&self, source: &Source) -> String {
        let at = if let Source::Own { file, .. } = source { *file as usize } else { 0 };
        self.paths[at].display().to_string()
    }

    /// The file that a rank's lines are in.
    pub(crate) fn name_for(&self, rank: u32) -> String {
        self.paths[if self.shared.is_some() { 0 } else { rank as usize }].display().to_string()
    }

    /// Bytes of lines that have been taken, and of all files.
    pub(crate) fn taken(&self) -> (u64, u64) {
        (self.taken, self.bytes)
    }

    /// Whether all ranks' lines are in one file.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared.is_some()
    }
}

/// Where each rank's lines are in a shared file.
struct Index {
    ranks: BTreeMap<u32, Coding>,
    unterminated: Option<String>,
}

/// Runs being coded: the open one is kept in numbers.
#[derive(Default)]
struct Coding {
    coded: Vec<u8>,
    /// End of the coded part: byte, line.
    coded_to: (u64, u64),
    start: (u64, u64),
    end: (u64, u64),
}

impl Coding {
    fn add(&mut self, start: (u64, u64), end: (u64, u64)) {
        if self.end.0 != start.0 {
            self.close();
            self.start = start;
        }
        self.end = end;
    }

    fn close(&mut self) {
        if self.end.0 > self.start.0 {
            put(self.start.0 - self.coded_to.0, &mut self.coded);
            put(self.end.0 - self.start.0, &mut self.coded);
            put(self.start.1 - self.coded_to.1, &mut self.coded);
            self.coded_to = self.end;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        self.close();
        self.coded.shrink_to_fit();
        self.coded
    }
}

impl Index {
    fn of(path: &Path) -> Result<Self, TraceError> {
        let unreadable = |error| TraceError::unreadable(path, &error);
        let mut reader = BufReader::with_capacity(1 << 20, files::open(path).map_err(unreadable)?);
        let mut index = Self { ranks: BTreeMap::new(), unterminated: None };
        let (mut offset, mut number) = (0u64, 0u64);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(unreadable)? as u64;
            if length == 0 {
                return Ok(index);
            }
            let (start, end) = ((offset, number), (offset + length, number + 1));
            (offset, number) = end;
            let text = line.trim_ascii();
            if text.is_empty() || text[0] == b'#' {
                continue;
            }
            if line.last() != Some(&b'\n') {
                index.unterminated = Some(String::from_utf8_lossy(text).into_owned());
                return Ok(index);
            }
            let rank = rank_of(text).ok_or_else(|| TraceError::Line {
                place: FilePosition { file: path.display().to_string(), line: number, column: 1 },
                problem: LineProblem::NoRank { found: first_field(text) },
            })?;
            index.ranks.entry(rank).or_default().add(start, end);
        }
    }
}

/// The rank at the beginning of a line without leading blanks.
pub(crate) fn rank_of(text: &[u8]) -> Option<u32> {
    let mut rank = 0u32;
    let mut digits = 0;
    for byte in text {
        match byte {
            b'0'..=b'9' => rank = rank.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?,
            b' ' | b'\t' | b'\r' => break,
            _ => return None,
        }
        digits += 1;
    }
    (digits > 0 && rank <= u32::MAX >> 1).then_some(rank)
}

/// The first field of a line, for a message.
pub(crate) fn first_field(text: &[u8]) -> String {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    String::from_utf8_lossy(&text[..end.min(60)]).into_owned()
}
