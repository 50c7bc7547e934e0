//! Summarises a trace of Windtunnel's own format in numbers, and merges a trace of many files into one.

use super::code::{CodeError, Cursor};
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
}

/// Gives all operations of an actor to `take`, with its call sites as the trace numbers them. A partial one at the end is left out.
fn for_each(reader: &mut Reader, actor: u32, take: &mut dyn FnMut(&Operation)) -> Result<(), TraceError> {
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
                    let (file, problem) = (reader.name().to_owned(), format!("rank {actor}: {problem}"));
                    return Err(TraceError::Damaged { file, offset: 0, problem });
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

/// Writes a trace that has a file for each rank, or any other, as one file.
///
/// # Errors
/// It can't be read, or the file can't be written.
pub fn merge(trace: &Path, into: &Path) -> Result<PathBuf, MergeError> {
    let mut reader = Reader::open(trace)?;
    let mut writer = Writer::create(into, reader.ranks())?;
    for actor in 0..reader.actors() {
        let (mut bytes, mut failed) = (Vec::new(), None);
        for_each(&mut reader, actor, &mut |operation| {
            operation.write(&mut bytes);
            if bytes.len() >= 1 << 16 && failed.is_none() {
                failed = writer.append(actor, &mut bytes).err();
            }
        })?;
        failed.map_or(Ok(()), Err)?;
        writer.append(actor, &mut bytes)?;
    }
    let closing = reader.closing().cloned().unwrap_or_default();
    Ok(writer.finish(&closing)?)
}
