//! Summarises a trace of Windtunnel's own format in numbers, and merges a trace of many files into one.

use super::code::{CodeError, Cursor};
use super::counters::Counters;
use super::parts::{Reader, Writer};
use crate::traces::error::TraceError;
use crate::traces::operation::Operation;
use files::FileError;
use ops::{CommId, Function, Post, Work};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use units::Time;

/// Numbers of one MPI function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionSummary {
    /// Calls.
    pub calls: u64,
    /// Messages that it has started.
    pub messages: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Messages and collective operations on communicators other than the world.
    pub elsewhere: u64,
}

/// The contents of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The MPI libraries under which it was recorded; none, if it was simulated.
    pub libraries: Vec<String>,
    /// The counters that its blocks have as parameters.
    pub counters: Vec<String>,
    /// Ranks of the job.
    pub ranks: u32,
    /// Ranks that were started during the run.
    pub started: u32,
    /// Whether all is there that the ranks did.
    pub whole: bool,
    /// Of a trace with a file for each rank: those of which not all is there.
    pub cut: Vec<u32>,
    /// Time of computation of all ranks together.
    pub compute: Time,
    /// By function.
    pub functions: BTreeMap<Function, FunctionSummary>,
}

/// Why traces can't be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The trace can't be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The file can't be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not one for what is asked: counts of blocks do not fit it, or a phase can't be cut out.
    #[error("{place}: {problem}")]
    Unfit {
        /// File and line, or the trace.
        place: String,
        /// In words.
        problem: String,
    },
}

/// Gives all operations of an actor to `take`, with its call sites as the trace numbers them. A partial one at the end is left out.
pub(super) fn for_each(reader: &mut Reader, actor: u32, take: &mut dyn FnMut(&Operation)) -> Result<(), TraceError> {
    let (mut bytes, mut part) = (Vec::new(), 0);
    while reader.append(actor, part, &mut bytes)? {
        part += 1;
        let mut cursor = Cursor::new(&bytes);
        loop {
            match cursor.operation() {
                Ok(mut operation) => {
                    if let Operation::Post(post) = &mut operation {
                        reader.renumber(actor, post);
                    }
                    take(&operation);
                }
                Err(CodeError::Incomplete) => break,
                Err(CodeError::Invalid(problem)) => {
                    return Err(reader.damaged_rank(actor, problem));
                }
            }
        }
        let read = cursor.at;
        bytes.drain(..read);
    }
    Ok(())
}

impl Summary {
    /// Reads a trace.
    ///
    /// # Errors
    /// It can't be read, or is a trace of another format.
    pub fn of(path: &Path) -> Result<Self, TraceError> {
        let mut reader = Reader::open(path)?;
        let mut all = Self {
            libraries: reader.origins().iter().cloned().collect(),
            counters: reader.counters().to_vec(),
            ranks: reader.ranks(),
            started: reader.actors() - reader.ranks(),
            whole: reader.closing().is_some_and(|closing| closing.complete),
            cut: reader.cut().to_vec(),
            ..Self::default()
        };
        for actor in 0..reader.actors() {
            let mut function = Function::Init;
            for_each(&mut reader, actor, &mut |operation| {
                if let Operation::Post(post) = operation {
                    all.add(post, &mut function);
                }
            })?;
        }
        Ok(all)
    }

    fn add(&mut self, post: &Post, function: &mut Function) {
        if let Some(parts) = post.parts() {
            parts.iter().for_each(|part| self.add(part, function));
            return;
        }
        let own = self.functions.entry(*function).or_default();
        match post {
            &Post::Enter { function: entered, block, .. } => {
                *function = entered;
                self.functions.entry(entered).or_default().calls += 1;
                self.compute(block);
            }
            Post::Compute(work) => self.compute(*work),
            Post::Send { comm, buffer, .. } => {
                own.messages += 1;
                own.bytes += buffer.bytes;
                own.elsewhere += u64::from(*comm != CommId::WORLD);
            }
            Post::Collective { comm, .. } => own.elsewhere += u64::from(*comm != CommId::WORLD),
            _ => {}
        }
    }

    fn compute(&mut self, work: Work) {
        if let Work::Time(time) | Work::Stated(time) | Work::Preempted(time) = work {
            self.compute = Time::from_ps(self.compute.ps().saturating_add(time.ps()));
        }
    }
}

/// The counters that the blocks of a trace have as parameters; none of a trace of another format.
///
/// # Errors
/// It can't be read.
pub fn counters(path: &Path) -> Result<Vec<String>, TraceError> {
    Ok(Reader::open(path)?.counters().to_vec())
}

/// Writes a trace that has a file for each rank, or any other, as one file; `counts` are joined to its blocks.
///
/// # Errors
/// It can't be read, the counts don't fit it, or the file can't be written.
pub fn merge(trace: &Path, counts: Option<&Path>, into: &Path) -> Result<PathBuf, MergeError> {
    written(into, merged(trace, counts, into))
}

/// Removes a file that could not be made whole.
pub(super) fn written<T>(file: &Path, made: Result<T, MergeError>) -> Result<T, MergeError> {
    if made.is_err() {
        let _ = std::fs::remove_file(file);
    }
    made
}

fn merged(trace: &Path, counts: Option<&Path>, into: &Path) -> Result<PathBuf, MergeError> {
    let mut reader = Reader::open(trace)?;
    let closing = reader.closing().cloned().unwrap_or_default();
    let mut counts = counts.map(|counts| Counters::read(counts, reader.ranks(), &closing.sites)).transpose()?;
    let mut writer = Writer::create(into, reader.ranks())?;
    for origin in reader.origins() {
        writer.origin(origin)?;
    }
    writer.counters(counts.as_ref().map_or(reader.counters(), |counts| &counts.names))?;
    for actor in 0..reader.actors() {
        let (mut bytes, mut failed, mut named) = (Vec::new(), None, false);
        for_each(&mut reader, actor, &mut |operation| {
            named |= matches!(operation, Operation::Post(Post::Block { .. }));
            if let (Some(counts), Operation::Post(post)) = (&mut counts, operation)
                && let Some(&mut site) = post.clone().site_mut()
                && let Some(block) = counts.block(actor, site, &closing.sites)
            {
                Operation::Post(block).write(&mut bytes);
            }
            operation.write(&mut bytes);
            if bytes.len() >= 1 << 16 && failed.is_none() {
                failed = writer.append(actor, &mut bytes).err();
            }
        })?;
        failed.map_or(Ok(()), Err)?;
        if named && counts.is_some() {
            let problem = "its blocks have names and parameters of their own (`wt_block`, or counts)".to_owned();
            return Err(MergeError::Unfit { place: trace.display().to_string(), problem });
        }
        writer.append(actor, &mut bytes)?;
        let (mut times, mut part) = (Vec::new(), 0);
        while reader.append_times(actor, part, &mut times)? {
            writer.append_times(actor, &std::mem::take(&mut times))?;
            part += 1;
        }
    }
    counts.map_or(Ok(()), Counters::finish)?;
    Ok(writer.finish(&closing)?)
}
