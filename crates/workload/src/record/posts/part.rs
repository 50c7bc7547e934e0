//! Records one rank of a program under a real MPI library, into a file of the rank's own. The files of all ranks together are
//! the trace.

use super::Sites;
use super::rank::Rank;
use crate::traces::operation::Operation;
use crate::traces::posts::parts::PS_PER_NS;
use crate::traces::posts::parts::{Closing, Writer, put};
use files::FileError;
use ops::{Answer, CallSite, Post};
use std::path::Path;
use units::Time;

/// Writes what one rank posts into a file of its own, which a folder of such files joins with those of other ranks.
pub struct RankRecorder {
    actor: u32,
    rank: Rank,
    sites: Sites,
    writer: Writer,
    times: Vec<u8>,
}

impl RankRecorder {
    /// Records rank `actor` of a job of `ranks` ranks, which runs under the MPI library `origin`.
    ///
    /// # Errors
    /// The file can't be made.
    pub fn create(path: &Path, actor: u32, ranks: u32, origin: &str) -> Result<Self, FileError> {
        let mut writer = Writer::create_part(path, actor, ranks)?;
        writer.origin(origin)?;
        Ok(Self { actor, rank: Rank::default(), sites: Sites::default(), writer, times: Vec::new() })
    }

    /// The times of the call that has been posted last: how long the rank was outside of MPI before it, and how long in it.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn times(&mut self, outside: Time, inside: Time) -> Result<(), FileError> {
        for time in [outside, inside] {
            put(time.ps() / PS_PER_NS, &mut self.times);
        }
        if self.times.len() < 4096 { Ok(()) } else { self.write_times() }
    }

    fn write_times(&mut self) -> Result<(), FileError> {
        let times = std::mem::take(&mut self.times);
        self.writer.append_times(self.actor, &times)
    }

    /// Takes a post that the rank makes.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn post(&mut self, post: &Post) -> Result<(), FileError> {
        self.rank.post(0, post, &mut self.sites);
        if self.rank.out.len() < 4096 {
            return Ok(());
        }
        self.write_times()?;
        self.writer.append(self.actor, &mut self.rank.out)
    }

    /// Takes the answer to the latest post that demanded one.
    pub fn answer(&mut self, answer: &Answer) {
        self.rank.answer(0, answer);
    }

    /// Closes the part. A rank that did not come to its end, not `complete`, leaves what it has done.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn finish(
        mut self,
        complete: bool,
        ended: bool,
        describe: impl FnMut(CallSite) -> String,
    ) -> Result<(), FileError> {
        if ended {
            self.rank.operation(&Operation::End(0));
        }
        self.rank.close(complete);
        self.write_times()?;
        self.writer.append(self.actor, &mut self.rank.out)?;
        let sites = self.sites.used.iter().copied().map(describe).collect();
        self.writer.finish(&Closing { complete, all_ended: ended, sites }).map(|_| ())
    }
}
