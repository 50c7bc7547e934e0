//! The interface between the replay and the reader of a trace format: the replay asks for the next operations of a rank, and
//! the reader delivers them.

use super::operation::Made;
use super::replay::{Checked, Context, Names};
use ops::{Answer, CallSite, ErrorClass, Post, RequestId};
use std::fmt::Debug;

/// A trace that has been opened: the operations of each rank, one after another.
pub(crate) trait Source: Debug {
    /// Whether the buffers of collective operations are as their counts say, which then is checked.
    const EXACT: bool = false;

    /// The ranks of the job.
    fn ranks(&self) -> u32;

    /// All ranks, those that are started during the run among them.
    fn actors(&self) -> u32 {
        self.ranks()
    }

    /// Notices for the begin of the run.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Makes the next operations of a rank, once it has had the answers to all before: some at a time. None where the trace ends
    /// before the rank does.
    ///
    /// # Errors
    /// They can't be read: the text ends the run.
    fn read(&mut self, rank: u32, made: &mut Made) -> Result<(), String>;

    /// A rank has an answer, which its next operations may depend on.
    ///
    /// # Errors
    /// Something failed that a replay can't go on after: the text ends the run.
    fn answered(&mut self, rank: u32, answer: &Answer, _: &mut Made) -> Result<(), String> {
        match failed(answer) {
            Some((_, problem)) => Err(self.wrong(rank, &problem)),
            None => Ok(()),
        }
    }

    /// A problem with the operation of a rank that was read last, with its place.
    fn wrong(&self, rank: u32, problem: &str) -> String;

    /// Why nothing comes after an operation that was none, in words: `half.trace is incomplete`.
    fn cut_short(&self) -> String {
        unreachable!("only a source whose ranks may have no end of their own is asked")
    }

    /// Whether what threads post unasked comes next.
    ///
    /// # Errors
    /// It can't be read.
    fn unasked_follows(&mut self, _: u32) -> Result<bool, String> {
        Ok(false)
    }

    /// A way for frequent posts that is faster than operations: makes them up to one whose answer is needed (then true), or to
    /// another operation that depends on no answer (then false).
    ///
    /// # Errors
    /// The error in a post.
    #[inline]
    fn frequent(&mut self, rank: u32, names: &mut Names, _: &Context<'_>, _: &mut Vec<Post>) -> Checked<bool> {
        _ = (rank, names);
        Ok(false)
    }

    /// Work read so far and in all, if it is known: see [`ops::RankDriver::issued_work`].
    fn progress(&self) -> Option<(u64, u64)> {
        None
    }

    /// A call site in words.
    fn describe_site(&self, site: CallSite) -> String;
}

/// The first request of an answer that has failed, and how.
pub(super) fn failed(answer: &Answer) -> Option<(RequestId, String)> {
    let failed = answer.completions.iter().find(|completion| completion.status.error != ErrorClass::Success)?;
    let (class, bytes) = (failed.status.error, failed.status.bytes);
    let size = if bytes > 0 { format!(", {bytes} bytes") } else { String::new() };
    Some((failed.request, format!("{} ({}{size})", class.text(), class.symbol())))
}

/// A warning of a trace that was cut short.
pub(super) fn half_recorded(file: &str) -> String {
    format!(
        "{file}: the recording ends before the program did (it was stopped or killed); what ranks did later is missing"
    )
}

/// A warning of a trace of which some ranks' parts were cut short.
pub(super) fn ranks_cut(folder: &str, ranks: &[u32]) -> String {
    const LISTED: usize = 8;
    let mut listed: Vec<String> = ranks.iter().take(LISTED).map(u32::to_string).collect();
    if ranks.len() > LISTED {
        listed.push(format!("{} more", ranks.len() - LISTED));
    }
    let (noun, verb) = if ranks.len() == 1 { ("rank", "was") } else { ("ranks", "were") };
    format!(
        "{folder}: {noun} {} {verb} stopped or killed before MPI_Finalize; what came later is missing",
        listed.join(", ")
    )
}

/// What has been cut short, in words.
pub(super) fn incomplete(file: &str) -> String {
    format!("{file} is incomplete (the recording was stopped or killed)")
}
