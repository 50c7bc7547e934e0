//! Replays GOAL programs as MPI ranks, on any platform and network: each rank's graph of sends, receives and computations
//! becomes MPI calls.
//!
//! A send becomes an `MPI_Isend`, and a receive an `MPI_Irecv`. An operation is *free* as soon as its dependencies are met. A
//! rank has one processor. It first posts all free sends and receives, in the order in which they became free. Then it executes
//! the free computations one after another; between two computations it tests which messages have completed (`MPI_Testsome`).
//! If no operation is free, the rank waits (`MPI_Waitsome`) for messages on which other operations depend, and at the end for
//! all remaining messages. Overheads, message times and the ends of sends follow from the platform, the network model and the
//! MPI library; for LogGOPSim's own rules see [`crate::goal::loggopsim`].
//!
//! A program with operations on a processor or interface other than the first is refused when the file is opened.

#[cfg(test)]
mod tests;

use super::error::{FilePosition, LineProblem, TraceError};
use super::format::{Format, OpenTrace};
use super::operation::Made;
use super::source::{Source, failed};
use crate::calls::Message;
use crate::goal::{self, ANY as ANY_OF_GOAL, Operation, OperationKind, Program};
use crate::limits::BYTES_MAX;
use crate::numbers::Numbers;
use ops::{ANY, Answer, CallSite, CommId, Enter, Function, Post, RequestId, RequestSet, SendMode, WaitMode, Work};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use units::Time;

/// GOAL programs in the list of formats.
pub(super) const FORMAT: Format = Format {
    name: "goal",
    doc: "GOAL programs of LogGOPSim and schedgen: one text file, a graph of sends, receives and computations per rank.",
    recognise: |head, _| goal::looks_like_goal(head),
    open,
};

/// The longest computation, nanoseconds: 106 days.
const CALC_MAX: u64 = i64::MAX as u64 / 1000;

/// The site of calls that no operation makes.
const NO_OPERATION: u32 = u32::MAX;

fn open(paths: &[PathBuf]) -> Result<OpenTrace, TraceError> {
    let path = FORMAT.one_file(paths)?;
    Ok(OpenTrace::of(Graph::new(path, goal::read(path)?)?))
}

/// A program that is being run.
#[derive(Debug)]
struct Graph {
    path: PathBuf,
    program: Program,
    /// Of each operation, how many it still waits for.
    blockers: Vec<u32>,
    ranks: Vec<Rank>,
    /// Operations that have ended.
    ended: u64,
}

/// A rank's state.
#[derive(Debug, Default)]
struct Rank {
    begun: bool,
    /// Operations that have not ended.
    left: u32,
    /// Sends and receives that may begin.
    transfers: VecDeque<u32>,
    /// Computations that may begin.
    calcs: VecDeque<u32>,
    ids: Numbers,
    /// The operation of each request under way.
    running: Vec<u32>,
    /// Requests for whose end an operation waits.
    awaited: Vec<RequestId>,
    /// The other ones.
    others: Vec<RequestId>,
    /// Computation since the last call.
    block: Time,
}

impl Graph {
    fn new(path: &Path, program: Program) -> Result<Self, TraceError> {
        for (number, operation) in (0..).zip(program.operations()) {
            if let Some(problem) = unsuitable(&operation) {
                let place = place_of(path, &program, number);
                return Err(TraceError::Line { place, problem });
            }
        }
        let ranks =
            (0..program.ranks()).map(|rank| Rank { left: program.numbers_of(rank).len() as u32, ..Rank::default() });
        let (ranks, blockers) = (ranks.collect(), program.blockers());
        Ok(Self { path: files::located(path).into_owned(), program, blockers, ranks, ended: 0 })
    }

    /// Makes freed operations ready.
    fn release(program: &Program, blockers: &mut [u32], actor: u32, rank: &mut Rank, after: u32) {
        let blocked = &mut blockers[after as usize];
        *blocked -= 1;
        if *blocked == 0 {
            rank.ready(after, program.operation_of(actor, after).kind);
        }
    }

    fn begin(&mut self, actor: u32, number: u32) {
        let Self { program, blockers, ranks, .. } = self;
        let rank = &mut ranks[actor as usize];
        program.after_start(actor, number).for_each(|after| Self::release(program, blockers, actor, rank, after));
    }

    fn end(&mut self, actor: u32, number: u32) {
        self.ended += 1;
        let Self { program, blockers, ranks, .. } = self;
        let rank = &mut ranks[actor as usize];
        rank.left -= 1;
        program.after_end(actor, number).for_each(|after| Self::release(program, blockers, actor, rank, after));
    }

    /// The operations that wait for nothing.
    fn start(&mut self, actor: u32) {
        let rank = &mut self.ranks[actor as usize];
        rank.begun = true;
        for number in self.program.numbers_of(actor) {
            if self.blockers[number as usize] == 0 {
                rank.ready(number, self.program.operation_of(actor, number).kind);
            }
        }
    }

    /// Makes a transfer.
    fn transfer(&mut self, actor: u32, number: u32, made: &mut Made) {
        let watched = self.program.after_end(actor, number).next().is_some();
        let operation = self.program.operation_of(actor, number);
        self.ranks[actor as usize].transfer(number, &operation, watched, made);
        self.begin(actor, number);
    }

    /// Computes, and looks what has ended meanwhile if there is more to compute.
    fn compute(&mut self, actor: u32, number: u32, made: &mut Made) {
        let time = Time::from_ns(self.program.operation_of(actor, number).size);
        self.ranks[actor as usize].compute(time, made);
        self.begin(actor, number);
        self.end(actor, number);
        let rank = &mut self.ranks[actor as usize];
        if !rank.calcs.is_empty() && !rank.awaited.is_empty() {
            rank.enter(Function::Testsome, NO_OPERATION, made);
            let set = RequestSet::Many(rank.awaited.clone().into());
            made.post(Post::Test { set, mode: WaitMode::Some, peek: false });
        }
    }

    /// With nothing ready: waits for pending requests, or ends.
    fn wait(&mut self, actor: u32, made: &mut Made) -> Result<(), String> {
        let rank = &mut self.ranks[actor as usize];
        let (list, function, mode) = match (&rank.awaited[..], &rank.others[..]) {
            ([], []) => return self.finish(actor, made),
            ([], others) => (others, Function::Waitall, WaitMode::All),
            (awaited, _) => (awaited, Function::Waitsome, WaitMode::Some),
        };
        let set = RequestSet::Many(list.into());
        rank.enter(function, NO_OPERATION, made);
        made.post(Post::Wait { set, mode });
        Ok(())
    }

    fn finish(&mut self, actor: u32, made: &mut Made) -> Result<(), String> {
        let rank = &mut self.ranks[actor as usize];
        if rank.left == 0 {
            made.finalize(CallSite(NO_OPERATION), rank.take_block());
            return Ok(());
        }
        let mut own = self.program.numbers_of(actor);
        let blocked = own.find(|number| self.blockers[*number as usize] > 0);
        let place = place_of(&self.path, &self.program, blocked.unwrap_or_default());
        Err(format!("{place}: this operation and {} more wait for each other and never begin", rank.left - 1))
    }
}

impl Rank {
    fn ready(&mut self, number: u32, kind: OperationKind) {
        match kind {
            OperationKind::Send | OperationKind::Recv => self.transfers.push_back(number),
            OperationKind::Calc => self.calcs.push_back(number),
        }
    }

    fn take_block(&mut self) -> Work {
        Work::Time(std::mem::take(&mut self.block))
    }

    fn enter(&mut self, function: Function, site: u32, made: &mut Made) {
        made.enter(Enter { function, site: CallSite(site), block: self.take_block() });
    }

    fn compute(&mut self, time: Time, made: &mut Made) {
        match self.block.ps().checked_add(time.ps()) {
            Some(sum) => self.block = Time::from_ps(sum),
            None => made.post(Post::Compute(Work::Time(time))),
        }
    }

    fn transfer(&mut self, number: u32, operation: &Operation, watched: bool, made: &mut Made) {
        let request = RequestId(self.ids.take());
        let or_any = |value| if value == ANY_OF_GOAL { ANY } else { value as i32 };
        let (comm, peer, tag) = (CommId::WORLD, or_any(operation.peer), or_any(operation.tag));
        let message = Message { comm, peer, tag, bytes: operation.size, blocking: false };
        if operation.kind == OperationKind::Send {
            self.enter(Function::Isend, number, made);
            made.send(request, message, SendMode::Standard);
        } else {
            self.enter(Function::Irecv, number, made);
            made.recv(request, message);
        }
        if request.0 as usize >= self.running.len() {
            self.running.resize(request.0 as usize + 1, NO_OPERATION);
        }
        self.running[request.0 as usize] = number;
        if watched { self.awaited.push(request) } else { self.others.push(request) }
    }
}

/// An operation that the MPI layer does not support.
fn unsuitable(operation: &Operation) -> Option<LineProblem> {
    let too_large = |field, found: u64, max| Some(LineProblem::TooLarge { field, found: found.to_string(), max });
    let only_exact = |what: String| Some(LineProblem::OnlyExact { what });
    match *operation {
        Operation { cpu: cpu @ 1.., .. } => only_exact(format!("an operation on processor {cpu} of a rank")),
        Operation { nic: nic @ 1.., .. } => only_exact(format!("an operation on network interface {nic} of a rank")),
        Operation { kind: OperationKind::Calc, size, .. } if size > CALC_MAX => too_large("calc", size, CALC_MAX),
        Operation { kind: OperationKind::Send | OperationKind::Recv, size, .. } if size > BYTES_MAX => {
            too_large("size", size, BYTES_MAX)
        }
        Operation { tag, .. } if tag != ANY_OF_GOAL && tag > i32::MAX as u32 => {
            too_large("tag", tag.into(), i32::MAX as u64)
        }
        _ => None,
    }
}

/// Where an operation stands.
fn place_of(path: &Path, program: &Program, number: u32) -> FilePosition {
    let rank = program.rank_of(number);
    let place = goal::place_of(path, rank, number - program.first_of(rank));
    place.unwrap_or_else(|| FilePosition { file: path.display().to_string(), line: 1, column: 1 })
}

impl Source for Graph {
    fn ranks(&self) -> u32 {
        self.program.ranks()
    }

    fn read(&mut self, actor: u32, made: &mut Made) -> Result<(), String> {
        if !self.ranks[actor as usize].begun {
            made.init(CallSite(NO_OPERATION), Work::Time(Time::ZERO));
            self.start(actor);
        }
        while made.is_empty() {
            let rank = &mut self.ranks[actor as usize];
            if let Some(number) = rank.transfers.pop_front() {
                self.transfer(actor, number, made);
            } else if let Some(number) = rank.calcs.pop_front() {
                self.compute(actor, number, made);
            } else {
                self.wait(actor, made)?;
            }
        }
        Ok(())
    }

    fn answered(&mut self, actor: u32, answer: &Answer, _: &mut Made) -> Result<(), String> {
        if let Some((request, problem)) = failed(answer) {
            let number = self.ranks[actor as usize].running[request.0 as usize];
            return Err(format!("{}: {problem}", place_of(&self.path, &self.program, number)));
        }
        for completion in &answer.completions {
            let rank = &mut self.ranks[actor as usize];
            let request = completion.request;
            let number = rank.running[request.0 as usize];
            rank.ids.give(request.0);
            let watched = self.program.after_end(actor, number).next().is_some();
            let list = if watched { &mut rank.awaited } else { &mut rank.others };
            list.retain(|own| *own != request);
            self.end(actor, number);
        }
        Ok(())
    }

    fn wrong(&self, actor: u32, problem: &str) -> String {
        format!("{}: rank {actor}: {problem}", self.path.display())
    }

    fn progress(&self) -> Option<(u64, u64)> {
        Some((self.ended, self.blockers.len() as u64))
    }

    fn describe_site(&self, site: CallSite) -> String {
        if site.0 == NO_OPERATION {
            return "the end of its operations".to_owned();
        }
        let rank = self.program.rank_of(site.0);
        format!("operation {} of rank {rank}", site.0 - self.program.first_of(rank))
    }
}
