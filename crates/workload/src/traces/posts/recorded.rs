//! Plays a recording of a real run back with its recorded times: every call begins and ends as in the real run, and nothing is
//! simulated.
//!
//! The clocks of all ranks start together, at the end of `MPI_Init`. The time that the recorder itself took is left out: it
//! counts neither as time in MPI calls nor as computation.

use super::code::{CodeError, Cursor};
use super::parts::PS_PER_NS;
use super::source::Recording;
use crate::traces::operation::{Made, Operation};
use crate::traces::source::Source;
use ops::{CallSite, Enter, Post, Work};
use units::Time;

/// Makes every call when the real run did.
#[derive(Debug)]
pub(super) struct Recorded {
    of: Recording,
    ranks: Vec<Times>,
}

/// Times of a rank's calls, as far as they have been read.
#[derive(Debug, Default)]
struct Times {
    bytes: Vec<u8>,
    at: usize,
    part: usize,
}

impl Recorded {
    pub(super) fn new(of: Recording) -> Self {
        let ranks = (0..of.actors()).map(|_| Times::default()).collect();
        Self { of, ranks }
    }

    /// Time outside of MPI before the next call of a rank, and in it; none at the end of what was recorded.
    fn times(&mut self, rank: u32) -> Result<Option<(Time, Time)>, String> {
        let time = |ns: u64| ns.checked_mul(PS_PER_NS).map(Time::from_ps);
        loop {
            let own = &mut self.ranks[rank as usize];
            let mut cursor = Cursor::new(&own.bytes[own.at..]);
            match cursor.number().and_then(|outside| Ok((outside, cursor.number()?))) {
                Ok((outside, inside)) => {
                    own.at += cursor.at;
                    let both = time(outside).zip(time(inside));
                    return both.map(Some).ok_or_else(|| self.of.wrong(rank, "a time is too large"));
                }
                Err(CodeError::Invalid(problem)) => return Err(self.of.wrong(rank, problem)),
                Err(CodeError::Incomplete) => {
                    own.bytes.drain(..own.at);
                    own.at = 0;
                    own.part += 1;
                    if !self.of.append_times(rank, own.part - 1, &mut own.bytes)? {
                        return Ok(None);
                    }
                }
            }
        }
    }
}

impl Source for Recorded {
    fn ranks(&self) -> u32 {
        self.of.ranks()
    }

    fn warnings(&mut self) -> Vec<String> {
        self.of.warnings()
    }

    fn read(&mut self, rank: u32, made: &mut Made) -> Result<(), String> {
        while made.is_empty() {
            let Some(operation) = self.of.next(rank)? else { return Ok(()) };
            match operation {
                Operation::Post(
                    Post::Enter { function, site, .. }
                    | Post::BlockingSend { call: Enter { function, site, .. }, .. }
                    | Post::BlockingRecv { call: Enter { function, site, .. }, .. },
                ) => {
                    let Some((outside, inside)) = self.times(rank)? else { return Ok(()) };
                    made.enter(Enter { function, site, block: Work::Stated(outside) });
                    made.post(Post::Sleep(inside));
                }
                Operation::Post(post @ (Post::Init | Post::Finalize | Post::Phase { .. } | Post::Warning { .. })) => {
                    made.post(post);
                }
                Operation::End(status) => made.operation(Operation::End(status)),
                // The real library has done the rest.
                _ => {}
            }
        }
        Ok(())
    }

    fn wrong(&self, rank: u32, problem: &str) -> String {
        self.of.wrong(rank, problem)
    }

    fn cut_short(&self) -> String {
        self.of.cut_short()
    }

    fn progress(&self) -> Option<(u64, u64)> {
        self.of.progress()
    }

    fn describe_site(&self, site: CallSite) -> String {
        self.of.describe_site(site)
    }
}
