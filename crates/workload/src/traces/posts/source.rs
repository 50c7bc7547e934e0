//! Reads a trace of Windtunnel's own format and gives each rank's operations to the replay of traces (`Replay`).

use super::code::{CodeError, Cursor};
use super::parts::Reader;
use super::repeats::{Repeat, Repeats};
use crate::traces::error::TraceError;
use crate::traces::operation::{Made, Operation};
use crate::traces::replay::{Checked, Context, Names};
use crate::traces::source::{Source, half_recorded, incomplete, ranks_cut};
use ops::{Answer, CallSite, Enter, Post};
use std::path::Path;

/// Posts made at once, if no answer is needed: a rank that waits keeps them.
const AHEAD: usize = 12;

/// A recording that is being read.
#[derive(Debug)]
pub(super) struct Recording {
    reader: Reader,
    ranks: Vec<Stream>,
}

/// What has been read of a rank's operations.
#[derive(Debug, Default)]
struct Stream {
    part: usize,
    bytes: Vec<u8>,
    at: usize,
    repeats: Repeats,
}

impl Recording {
    pub(super) fn open(path: &Path) -> Result<Self, TraceError> {
        let reader = Reader::open(path)?;
        let ranks = (0..reader.actors()).map(|_| Stream::default()).collect();
        Ok(Self { reader, ranks })
    }

    /// Whether the program came to its end while it was recorded.
    pub(super) fn is_whole(&self) -> bool {
        self.reader.closing().is_some_and(|closing| closing.complete)
    }

    /// Whether it has the times of calls.
    pub(super) fn has_times(&self) -> bool {
        self.reader.has_times()
    }

    /// The next operation of a rank, its call site numbered as the trace does; none at the end of what was recorded.
    pub(super) fn next(&mut self, rank: u32) -> Result<Option<Operation>, String> {
        let Some(mut operation) = self.take(rank, |cursor| cursor.operation())? else {
            // An operation may have been cut in a recording that was. Ranks of a program that aborted have no end of their own.
            let whole = self.reader.closing().is_some_and(|closing| closing.all_ended);
            return if whole { Err(self.wrong(rank, "its operations end before the rank does")) } else { Ok(None) };
        };
        if let Operation::Post(post) = &mut operation {
            self.reader.renumber(rank, post);
        }
        Ok(Some(operation))
    }

    /// Appends a part of the times of a rank's calls; false if there is none.
    pub(super) fn append_times(&mut self, rank: u32, part: usize, into: &mut Vec<u8>) -> Result<bool, String> {
        self.reader.append_times(rank, part, into).map_err(|error| error.to_string())
    }

    /// Reads what comes next of a rank; none at the end of what was recorded.
    #[inline]
    fn take<T>(
        &mut self,
        rank: u32,
        read: impl Fn(&mut Cursor<'_>) -> Result<T, CodeError>,
    ) -> Result<Option<T>, String> {
        loop {
            let of = &mut self.ranks[rank as usize];
            let mut cursor = Cursor::new(&of.bytes[of.at..]);
            match read(&mut cursor) {
                Ok(found) => {
                    of.at += cursor.at;
                    return Ok(Some(found));
                }
                Err(CodeError::Invalid(problem)) => return Err(self.wrong(rank, problem)),
                Err(CodeError::Incomplete) => {
                    if !self.fill(rank)? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Reads a rank's next part.
    #[cold]
    fn fill(&mut self, rank: u32) -> Result<bool, String> {
        let of = &mut self.ranks[rank as usize];
        of.bytes.drain(..of.at);
        of.at = 0;
        of.part += 1;
        self.reader.append(rank, of.part - 1, &mut of.bytes).map_err(|error| error.to_string())
    }
}

impl Source for Recording {
    const EXACT: bool = true;

    fn ranks(&self) -> u32 {
        self.reader.ranks()
    }

    fn actors(&self) -> u32 {
        self.reader.actors()
    }

    fn warnings(&mut self) -> Vec<String> {
        match self.reader.cut() {
            [] if self.is_whole() => Vec::new(),
            [] => vec![half_recorded(self.reader.name())],
            ranks => vec![ranks_cut(self.reader.name(), ranks)],
        }
    }

    fn read(&mut self, rank: u32, made: &mut Made) -> Result<(), String> {
        let Some(operation) = self.next(rank)? else { return Ok(()) };
        if let Operation::Post(Post::FreeComm { .. }) = operation {
            self.ranks[rank as usize].repeats.forget();
        }
        made.operation(operation);
        Ok(())
    }

    /// What failed did so in the program, too.
    fn answered(&mut self, _: u32, _: &Answer, _: &mut Made) -> Result<(), String> {
        Ok(())
    }

    #[cold]
    fn wrong(&self, rank: u32, problem: &str) -> String {
        format!("{}: rank {rank}: {problem}; the trace is damaged", self.reader.name())
    }

    fn cut_short(&self) -> String {
        let name = self.reader.name();
        if self.is_whole() { format!("{name} ends where the program was aborted") } else { incomplete(name) }
    }

    fn unasked_follows(&mut self, rank: u32) -> Result<bool, String> {
        Ok(self.take(rank, |cursor| cursor.unasked_follows())?.unwrap_or(false))
    }

    #[inline]
    fn frequent(
        &mut self,
        rank: u32,
        names: &mut Names,
        context: &Context<'_>,
        posts: &mut Vec<Post>,
    ) -> Checked<bool> {
        let of = &mut self.ranks[rank as usize];
        loop {
            let begin = of.at;
            let stops = match of.repeated(names) {
                Some((known, call, length)) => {
                    let (mut post, request) = (known.post_in(call), known.request());
                    self.reader.renumber(rank, &mut post);
                    let demands = post.demands_answer();
                    posts.push(post);
                    of.at += length;
                    let stops = demands && posts.len() > AHEAD;
                    if stops || !demands {
                        names.begin(request, stops);
                    }
                    stops
                }
                None => {
                    let mut cursor = Cursor::new(&of.bytes[begin..]);
                    let Some(mut post) = cursor.frequent_post() else {
                        // Other operations may depend on the answer.
                        return Ok(posts.last().is_some_and(Post::demands_answer));
                    };
                    of.at += cursor.at;
                    names.admit(&mut post, context)?;
                    if names.are_own() {
                        of.repeats.learn(&of.bytes[begin..], of.at - begin, &post);
                    }
                    let stops = post.demands_answer() && (posts.len() >= AHEAD || !names.runs_ahead(&post));
                    self.reader.renumber(rank, &mut post);
                    posts.push(post);
                    stops
                }
            };
            if stops {
                return Ok(true);
            }
        }
    }

    fn progress(&self) -> Option<(u64, u64)> {
        Some(self.reader.progress())
    }

    fn describe_site(&self, site: CallSite) -> String {
        let sites = self.reader.closing().map_or(&[][..], |closing| &closing.sites);
        sites.get(site.0 as usize).cloned().unwrap_or_else(|| format!("call site {}", site.0))
    }
}

impl Stream {
    /// The next operation, if it is a message that the rank has posted before and whose request is free, with its call and the
    /// number of its bytes.
    #[inline]
    fn repeated(&self, names: &Names) -> Option<(&Repeat, Enter, usize)> {
        let found = self.repeats.find(&self.bytes[self.at..])?;
        names.is_free(found.0.request()).then_some(found)
    }
}
