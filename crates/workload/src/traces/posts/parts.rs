//! Reads and writes the file structure of Windtunnel's own trace format `posts`: a header, parts, and a closing mark. A part
//! holds some of the operations, or the call times, of one rank or thread. [`super`] describes the bytes of the format; `code`
//! writes and reads the single operations.

use crate::limits::RANKS_MAX;
use crate::traces::error::TraceError;
use files::FileError;
use ops::Post;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// Times of calls are whole nanoseconds.
pub(crate) const PS_PER_NS: u64 = 1000;

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8] = b"WTposts\n";
/// The version of the format.
pub(crate) const VERSION: u32 = 5;
/// The oldest version that is read: 3 has named blocks besides, 4 hints of files, and 5 times and origins.
const OLDEST: u32 = 2;

const HEADER: usize = 16;
/// The kinds of parts.
const POSTS: u32 = 1;
const CLOSING: u32 = 2;
/// The closing mark of one rank's file.
const CLOSING_OF_RANK: u32 = 3;
/// Times of a rank's calls.
const TIMES: u32 = 4;
/// Where the recording is from, in words.
const ORIGIN: u32 = 5;
/// Names of the counters that blocks have as parameters, one a line.
const COUNTERS: u32 = 6;
/// Bytes of operations in one part of a rank's own file: what a rank that is killed loses at most.
const OWN_PART: usize = 16 << 10;
/// All actors' unpacked parts together stay about below this.
const BUFFERS: usize = 64 << 20;
/// The closing mark is no longer than this, unpacked.
const CLOSING_MAX: u32 = 16 << 20;
/// The text of an origin, or of the names of counters, is no longer than this.
const TEXT_MAX: u32 = 1 << 10;
/// A trace of more ranks than this has at least one byte for each.
const RANKS_ALWAYS: u64 = 1 << 10;

/// Bytes of an actor's operations in one part.
pub(crate) fn part_bytes(ranks: u32) -> usize {
    (BUFFERS / ranks.max(1) as usize).clamp(4 << 10, 256 << 10)
}

/// What the closing mark says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Closing {
    /// Whether the program came to its end: every rank did, or one aborted it.
    pub(crate) complete: bool,
    /// Whether every rank came to its end.
    pub(crate) all_ended: bool,
    /// The names of call sites.
    pub(crate) sites: Vec<String>,
}

/// Appends a number in groups of seven bits, lowest first.
#[inline]
pub(crate) fn put(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// Writes a trace part by part.
pub(crate) struct Writer {
    file: File,
    path: PathBuf,
    packer: zstd::bulk::Compressor<'static>,
    buffers: Vec<Vec<u8>>,
    times: Vec<Vec<u8>>,
    part: usize,
    parts: u64,
    /// The only rank, of a file of its own.
    only: Option<u32>,
}

impl Writer {
    /// Makes the file, so that one that can't be written is found before the run.
    pub(crate) fn create(path: &Path, ranks: u32) -> Result<Self, FileError> {
        let unwritable = |error| FileError::write(path, error);
        let mut file = File::create(path).map_err(unwritable)?;
        let head = [MAGIC, &VERSION.to_le_bytes(), &ranks.to_le_bytes()].concat();
        if let Err(error) = file.write_all(&head) {
            // Nothing has been recorded. A device stays.
            if file.metadata().is_ok_and(|made| made.is_file()) {
                let _ = std::fs::remove_file(path);
            }
            return Err(unwritable(error));
        }
        let mut packer = zstd::bulk::Compressor::new(1).map_err(unwritable)?;
        packer.include_checksum(true).map_err(unwritable)?;
        let buffers = vec![Vec::new(); ranks as usize];
        let (path, times, part) = (path.to_owned(), buffers.clone(), part_bytes(ranks));
        Ok(Self { file, path, packer, buffers, times, part, parts: 0, only: None })
    }

    /// Makes the file of one rank.
    pub(crate) fn create_part(path: &Path, actor: u32, ranks: u32) -> Result<Self, FileError> {
        let whole = Self::create(path, ranks)?;
        Ok(Self { part: whole.part.min(OWN_PART), only: Some(actor), ..whole })
    }

    /// Appends operations of an actor and empties `operations`.
    pub(crate) fn append(&mut self, actor: u32, operations: &mut Vec<u8>) -> Result<(), FileError> {
        if self.buffers.len() <= actor as usize {
            self.buffers.resize_with(actor as usize + 1, Vec::new);
        }
        self.buffers[actor as usize].append(operations);
        while self.buffers[actor as usize].len() >= self.part {
            self.flush(actor)?;
        }
        Ok(())
    }

    /// Says where the recording is from.
    pub(crate) fn origin(&mut self, text: &str) -> Result<(), FileError> {
        self.text(ORIGIN, text)
    }

    /// Names the counters that blocks have as parameters.
    pub(crate) fn counters(&mut self, names: &[String]) -> Result<(), FileError> {
        if names.is_empty() { Ok(()) } else { self.text(COUNTERS, &names.join("\n")) }
    }

    fn text(&mut self, kind: u32, text: &str) -> Result<(), FileError> {
        let actor = self.only.unwrap_or(0);
        self.write(kind, actor, &[&actor.to_le_bytes()[..], text.as_bytes()].concat())
    }

    /// Appends times of calls of an actor of the job, which are written with its operations.
    pub(crate) fn append_times(&mut self, actor: u32, times: &[u8]) -> Result<(), FileError> {
        self.times[actor as usize].extend_from_slice(times);
        while self.times[actor as usize].len() >= self.part {
            self.flush_times(actor)?;
        }
        Ok(())
    }

    fn flush(&mut self, actor: u32) -> Result<(), FileError> {
        let unpacked = part_of(actor, &mut self.buffers[actor as usize], self.part);
        self.parts += 1;
        self.write(POSTS, actor, &unpacked)?;
        self.flush_times(actor)
    }

    fn flush_times(&mut self, actor: u32) -> Result<(), FileError> {
        match self.times.get_mut(actor as usize) {
            Some(times) if !times.is_empty() => {
                let unpacked = part_of(actor, times, self.part);
                self.write(TIMES, actor, &unpacked)
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, kind: u32, actor: u32, unpacked: &[u8]) -> Result<(), FileError> {
        let unwritable = |error| FileError::write(&self.path, error);
        let stored = self.packer.compress(unpacked).map_err(unwritable)?;
        let numbers = [kind, actor, unpacked.len() as u32, stored.len() as u32];
        let mut part: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        part.extend(stored);
        self.file.write_all(&part).map_err(unwritable)
    }

    /// Writes the remaining bytes, and the closing mark.
    pub(crate) fn finish(mut self, closing: &Closing) -> Result<PathBuf, FileError> {
        let actors = self.only.map_or(0..self.buffers.len() as u32, |actor| actor..actor + 1);
        for actor in actors {
            // Every actor has a part.
            self.flush(actor)?;
            while !self.buffers[actor as usize].is_empty() {
                self.flush(actor)?;
            }
        }
        let mut mark = Vec::new();
        mark.extend((self.buffers.len() as u32).to_le_bytes());
        mark.extend(self.parts.to_le_bytes());
        mark.push(u8::from(closing.complete) | u8::from(closing.all_ended) << 1);
        for site in &closing.sites {
            if mark.len() + site.len() > CLOSING_MAX as usize - 16 {
                break;
            }
            put(site.len() as u64, &mut mark);
            mark.extend(site.as_bytes());
        }
        self.write(if self.only.is_some() { CLOSING_OF_RANK } else { CLOSING }, self.only.unwrap_or(0), &mark)?;
        self.file.sync_all().map_err(|error| FileError::write(&self.path, error))?;
        Ok(self.path)
    }
}

/// The next part of an actor's bytes.
fn part_of(actor: u32, bytes: &mut Vec<u8>, most: usize) -> Vec<u8> {
    let rest = bytes.split_off(bytes.len().min(most));
    let unpacked = [&actor.to_le_bytes()[..], bytes].concat();
    *bytes = rest;
    unpacked
}

/// Where a part lies.
#[derive(Clone, Copy, Debug)]
struct PartLocation {
    /// The file's number.
    file: usize,
    offset: u64,
    unpacked: u32,
    stored: u32,
}

/// Reads a trace: where the parts of each actor are, and their operations.
pub(crate) struct Reader {
    /// One, or one of each rank.
    files: Vec<File>,
    name: String,
    ranks: u32,
    parts: Vec<Vec<PartLocation>>,
    /// Of each rank of the job, the times of its calls.
    times: Vec<Vec<PartLocation>>,
    /// Where the recording is from: more than one text, if ranks differ.
    origins: BTreeSet<String>,
    counters: Vec<String>,
    closing: Option<Closing>,
    /// Of each rank with a file of its own, the numbers of its call sites here.
    sites: Vec<Box<[u32]>>,
    /// Ranks whose own files are missing or lack the closing mark.
    cut: Vec<u32>,
    unpacker: zstd::bulk::Decompressor<'static>,
    /// Bytes of operations unpacked so far, and in all.
    taken: u64,
    bytes: u64,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("name", &self.name).field("ranks", &self.ranks).finish_non_exhaustive()
    }
}

fn number_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

/// Opens a file of a trace and reads its header: with its length, and the number of ranks.
pub(super) fn open_file(path: &Path) -> Result<(File, u64, u32), TraceError> {
    let unreadable = |error| TraceError::unreadable(path, &error);
    let file = files::open(path).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    let name = path.display().to_string();
    let mut header = [0; HEADER];
    let found = read_up_to(&file, 0, &mut header).map_err(unreadable)?;
    if found < HEADER || !header.starts_with(MAGIC) {
        return Err(TraceError::Damaged { file: name, offset: 0, problem: "the header is not complete".into() });
    }
    let version = number_at(&header, 8);
    if !(OLDEST..=VERSION).contains(&version) {
        return Err(TraceError::Version { file: name, found: version, known: VERSION });
    }
    let ranks = number_at(&header, 12);
    if ranks == 0 || u64::from(ranks) > length.max(RANKS_ALWAYS) || ranks > RANKS_MAX {
        let problem = format!("{ranks} ranks in a file of {length} bytes");
        return Err(TraceError::Damaged { file: name, offset: 12, problem });
    }
    Ok((file, length, ranks))
}

/// Reads up to `into.len()` bytes: how many there were.
fn read_up_to(file: &File, offset: u64, into: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < into.len() {
        match file.read_at(&mut into[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

impl Reader {
    /// Opens a file, or a folder with a file of each rank, and finds the parts. A partial part at the end of a file without a
    /// closing mark is left out.
    pub(crate) fn open(path: &Path) -> Result<Self, TraceError> {
        if path.is_dir() {
            return super::folder::open(path);
        }
        let (file, length, ranks) = open_file(path)?;
        let mut reader = Self::new(path, ranks)?;
        reader.closing = reader.add_file(path, file, length, None)?;
        Ok(reader)
    }

    /// A trace of `ranks` ranks, still without files.
    pub(super) fn new(path: &Path, ranks: u32) -> Result<Self, TraceError> {
        let unpacker = zstd::bulk::Decompressor::new().map_err(|error| TraceError::unreadable(path, &error))?;
        Ok(Self {
            files: Vec::new(),
            name: path.display().to_string(),
            ranks,
            parts: vec![Vec::new(); ranks as usize],
            times: vec![Vec::new(); ranks as usize],
            origins: BTreeSet::new(),
            counters: Vec::new(),
            closing: None,
            sites: Vec::new(),
            cut: Vec::new(),
            unpacker,
            taken: 0,
            bytes: 0,
        })
    }

    /// Finds the parts of a file: all ranks', or one rank's own. Gives its closing mark, if it has one.
    pub(super) fn add_file(
        &mut self,
        path: &Path,
        file: File,
        length: u64,
        only: Option<u32>,
    ) -> Result<Option<Closing>, TraceError> {
        self.files.push(file);
        let trace = std::mem::replace(&mut self.name, path.display().to_string());
        let found = self.find_parts(length, only).map_err(|error| match error {
            ReadError::System(error) => TraceError::unreadable(path, &error),
            ReadError::Damaged(error) => error,
        });
        self.name = trace;
        found
    }

    /// All files are there: what they say together, and the ranks of which not all is there.
    pub(super) fn close(&mut self, closing: Closing, sites: Vec<Box<[u32]>>, cut: Vec<u32>) {
        self.closing = Some(closing);
        (self.sites, self.cut) = (sites, cut);
    }

    /// Ranks of which not all is there, of a trace with a file for each.
    pub(crate) fn cut(&self) -> &[u32] {
        &self.cut
    }

    /// The number that a rank's own call site has in the trace.
    #[inline]
    pub(crate) fn renumber(&self, rank: u32, post: &mut Post) {
        if let Some(own) = self.sites.get(rank as usize)
            && let Some(site) = post.site_mut()
        {
            site.0 = own.get(site.0 as usize).copied().unwrap_or(u32::MAX);
        }
    }

    fn find_parts(&mut self, length: u64, only: Option<u32>) -> Result<Option<Closing>, ReadError> {
        let most = part_bytes(self.ranks) as u32 + 4;
        let number = self.files.len() - 1;
        let (mut offset, mut count) = (HEADER as u64, 0);
        let mut header = [0; HEADER];
        while read_up_to(&self.files[number], offset, &mut header)? == HEADER {
            let [kind, actor, unpacked, stored] = [0, 4, 8, 12].map(|at| number_at(&header, at));
            let begin = offset + HEADER as u64;
            let end = begin + u64::from(stored);
            if end > length {
                break;
            }
            let part = PartLocation { file: number, offset: begin, unpacked, stored };
            match kind {
                POSTS
                    if (4..=most).contains(&unpacked)
                        && only
                            .map_or(u64::from(actor) < u64::from(self.ranks) + count + 1, |only| only == actor) =>
                {
                    if self.parts.len() <= actor as usize {
                        self.parts.resize_with(actor as usize + 1, Vec::new);
                    }
                    self.parts[actor as usize].push(part);
                    self.bytes += u64::from(unpacked);
                    count += 1;
                }
                TIMES if (4..=most).contains(&unpacked) && only.is_none_or(|only| only == actor) => {
                    let Some(times) = self.times.get_mut(actor as usize) else {
                        return Err(self.damaged(offset, "it has times of a rank that the trace does not have"));
                    };
                    times.push(part);
                }
                ORIGIN | COUNTERS if (4..=TEXT_MAX).contains(&unpacked) => {
                    let text = self.unpack(part)?;
                    let text = String::from_utf8_lossy(&text[4..]).into_owned();
                    match kind {
                        ORIGIN => _ = self.origins.insert(text),
                        _ => self.counters = text.lines().map(str::to_owned).collect(),
                    }
                }
                CLOSING | CLOSING_OF_RANK
                    if unpacked <= CLOSING_MAX && (kind == CLOSING_OF_RANK) == only.is_some() =>
                {
                    let closing = self.read_closing(part, count, only)?;
                    if end != length {
                        return Err(self.damaged(end, "there is something behind the closing mark"));
                    }
                    return Ok(Some(closing));
                }
                _ => return Err(self.damaged(offset, "there is no part where one should begin")),
            }
            offset = end;
        }
        Ok(None)
    }

    fn read_closing(&mut self, part: PartLocation, count: u64, only: Option<u32>) -> Result<Closing, ReadError> {
        let mark = self.unpack(part)?;
        let bad = |reader: &Self| reader.damaged(part.offset, "the closing mark does not fit the parts before it");
        let parts = mark.get(4..12).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
        let has_parts = |actor: usize| !self.parts[actor].is_empty();
        let every = only.map_or_else(|| (0..self.parts.len()).all(has_parts), |actor| has_parts(actor as usize));
        if parts != Some(count) || number_at(&mark, 0) as usize != self.parts.len() || !every {
            return Err(bad(self));
        }
        let ends = mark.get(12).copied().unwrap_or_default();
        let (complete, all_ended) = (ends & 1 != 0, ends & 2 != 0);
        let mut sites = Vec::new();
        let mut rest = super::code::Cursor::new(mark.get(13..).unwrap_or_default());
        while !rest.is_empty() {
            let text = rest.number().and_then(|length| rest.bytes(length)).map_err(|_| bad(self))?;
            sites.push(String::from_utf8_lossy(text).into_owned());
        }
        Ok(Closing { complete, all_ended, sites })
    }

    fn damaged(&self, offset: u64, problem: &str) -> ReadError {
        ReadError::Damaged(TraceError::Damaged { file: self.name.clone(), offset, problem: problem.to_owned() })
    }

    fn unpack(&mut self, part: PartLocation) -> Result<Vec<u8>, ReadError> {
        let mut stored = vec![0; part.stored as usize];
        if read_up_to(&self.files[part.file], part.offset, &mut stored)? < stored.len() {
            return Err(self.damaged(part.offset, "the file has become shorter"));
        }
        match self.unpacker.decompress(&stored, part.unpacked as usize) {
            Ok(unpacked) if unpacked.len() == part.unpacked as usize => Ok(unpacked),
            _ => {
                Err(self
                    .damaged(part.offset, "the part was changed after it had been written (its checksum is wrong)"))
            }
        }
    }

    /// Appends the operations of an actor's part; false if there is no such part.
    pub(crate) fn append(&mut self, actor: u32, part: usize, into: &mut Vec<u8>) -> Result<bool, TraceError> {
        let Some(&part) = self.parts.get(actor as usize).and_then(|parts| parts.get(part)) else { return Ok(false) };
        self.taken += u64::from(part.unpacked);
        self.append_part(actor, part, into)
    }

    /// Appends a part of the times of an actor's calls; false if there is no such part.
    pub(crate) fn append_times(&mut self, actor: u32, part: usize, into: &mut Vec<u8>) -> Result<bool, TraceError> {
        let Some(&part) = self.times.get(actor as usize).and_then(|parts| parts.get(part)) else { return Ok(false) };
        self.append_part(actor, part, into)
    }

    fn append_part(&mut self, actor: u32, part: PartLocation, into: &mut Vec<u8>) -> Result<bool, TraceError> {
        let unpacked = match self.unpack(part) {
            Ok(unpacked) => unpacked,
            Err(ReadError::Damaged(error)) => return Err(error),
            Err(ReadError::System(error)) => return Err(TraceError::unreadable(Path::new(&self.name), &error)),
        };
        if number_at(&unpacked, 0) != actor {
            let problem = format!("this part of rank {actor} is another rank's");
            return Err(TraceError::Damaged { file: self.name.clone(), offset: part.offset, problem });
        }
        into.extend(&unpacked[4..]);
        Ok(true)
    }

    /// Where the recording is from.
    pub(crate) fn origins(&self) -> &BTreeSet<String> {
        &self.origins
    }

    /// The counters that blocks have as parameters.
    pub(crate) fn counters(&self) -> &[String] {
        &self.counters
    }

    /// Whether it has the times of calls.
    pub(crate) fn has_times(&self) -> bool {
        self.times.iter().any(|parts| !parts.is_empty())
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The error of a rank's operations that are not those of a trace.
    pub(super) fn damaged_rank(&self, actor: u32, problem: &str) -> TraceError {
        TraceError::Damaged { file: self.name.clone(), offset: 0, problem: format!("rank {actor}: {problem}") }
    }

    /// Ranks of the job that the run began with.
    pub(crate) fn ranks(&self) -> u32 {
        self.ranks
    }

    /// All ranks, those that were started during the run among them.
    pub(crate) fn actors(&self) -> u32 {
        self.parts.len() as u32
    }

    pub(crate) fn closing(&self) -> Option<&Closing> {
        self.closing.as_ref()
    }

    /// Bytes of operations unpacked so far, and in all.
    pub(crate) fn progress(&self) -> (u64, u64) {
        (self.taken, self.bytes)
    }
}

enum ReadError {
    System(std::io::Error),
    Damaged(TraceError),
}

impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> Self {
        Self::System(error)
    }
}
