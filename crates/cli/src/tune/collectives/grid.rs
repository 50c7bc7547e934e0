//! The calls that are timed, and their times.

use super::machine::Machine;
use crate::error::CliError;
use engine::tuning::{Decisions, Pick, Tuning};
use engine::{CallTimes, CollectiveError, CollectiveTimes, Operation};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tune::Times;

/// A call: operation, which of the machines, and bytes.
#[derive(Clone, Copy)]
struct Cell {
    operation: usize,
    machine: usize,
    bytes: u64,
}

/// The times of all choices for an operation.
pub(super) struct Timed {
    pub(super) operation: Operation,
    /// The choices; the library's own decision comes before them.
    pub(super) picks: Vec<Pick>,
    pub(super) calls: Vec<Call>,
}

/// A call with its times.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) ranks: u32,
    pub(super) bytes: u64,
    /// Of the library's own decision, then of each of the choices.
    pub(super) times: Vec<Times>,
}

/// The machines, one for each number of ranks.
pub(super) fn machines(machine: &Machine) -> Result<Vec<CollectiveTimes>, CliError> {
    let of = |ranks: &u64| {
        let ranks = u32::try_from(*ranks).unwrap_or(u32::MAX);
        Ok(CollectiveTimes::new(machine.text.clone(), ranks, &machine.arrival, machine.repetitions)?)
    };
    machine.ranks.iter().map(of).collect()
}

/// The sizes of an operation on so many ranks.
type Sizes<'a> = dyn Fn(Operation, u32) -> Vec<u64> + 'a;

/// Times every choice for every call, on all cores.
pub(super) fn time(
    operations: &[Operation],
    machines: &[CollectiveTimes],
    tuning: &Tuning,
    divided: bool,
    sizes: &Sizes<'_>,
) -> Result<Vec<Timed>, CliError> {
    let trials = |operation: Operation| {
        if divided { tuning.trials_on_hosts(operation, u64::MAX) } else { tuning.trials(operation, u64::MAX) }
    };
    let picks: Vec<Vec<Pick>> = operations.iter().map(|operation| trials(*operation)).collect();
    let cells = cells(operations, machines, sizes);
    let tasks: Vec<(usize, Option<&Pick>)> = cells
        .iter()
        .enumerate()
        .flat_map(|(at, cell)| {
            let worth = picks[cell.operation].iter().filter(|pick| pick.segment < cell.bytes.max(1));
            std::iter::once(None).chain(worth.map(Some)).map(move |pick| (at, pick))
        })
        .collect();
    let found = run(&tasks, |(at, pick)| {
        let cell = cells[at];
        machines[cell.machine].time(operations[cell.operation], cell.bytes, pick).map(in_picoseconds)
    })?;
    let mut timed: Vec<Timed> = operations
        .iter()
        .zip(&picks)
        .map(|(operation, picks)| Timed { operation: *operation, picks: picks.clone(), calls: Vec::new() })
        .collect();
    for (at, cell) in cells.iter().enumerate() {
        let of_cell = || tasks.iter().zip(&found).filter(|((task, _), _)| *task == at);
        timed[cell.operation].calls.push(call(
            &picks[cell.operation],
            *cell,
            machines,
            &of_cell().collect::<Vec<_>>(),
        ));
    }
    Ok(timed)
}

/// Times calls with tuning files, on all cores: of each operation the calls in their order.
pub(super) fn time_with(
    files: (&[Decisions], &[Decisions]),
    timed: &[&Timed],
    machines: &[CollectiveTimes],
) -> Result<Vec<Vec<Times>>, CliError> {
    let calls = |timed: &Timed| timed.calls.iter().map(|call| (call.ranks, call.bytes)).collect::<Vec<_>>();
    let of = |timed: &&Timed| calls(timed).into_iter().map(|call| (timed.operation, call)).collect::<Vec<_>>();
    let tasks: Vec<(Operation, (u32, u64))> = timed.iter().flat_map(of).collect();
    let found = run(&tasks, |(operation, (ranks, bytes))| {
        let machine = machines.iter().find(|machine| machine.ranks() == ranks).unwrap_or(&machines[0]);
        machine.time_with(operation, bytes, files).map(in_picoseconds)
    })?;
    let mut found = found.into_iter();
    Ok(timed.iter().map(|timed| found.by_ref().take(timed.calls.len()).collect()).collect())
}

fn in_picoseconds(times: CallTimes) -> Times {
    Times { least: times.least.ps(), median: times.median.ps(), most: times.most.ps() }
}

type Outcome<'a> = (&'a (usize, Option<&'a Pick>), &'a Times);

/// A segment that is not shorter than the message cuts nothing: such a choice takes the time of the one without segments.
fn call(picks: &[Pick], cell: Cell, machines: &[CollectiveTimes], outcomes: &[Outcome<'_>]) -> Call {
    const NEVER: Times = Times { least: u64::MAX, median: u64::MAX, most: u64::MAX };
    let time = |wanted: Option<&Pick>| {
        outcomes.iter().find(|((_, pick), _)| *pick == wanted).map_or(NEVER, |(_, times)| **times)
    };
    let of = |pick: &Pick| {
        let uncut = Pick { segment: 0, ..pick.clone() };
        time(Some(if pick.segment < cell.bytes.max(1) { pick } else { &uncut }))
    };
    let times = std::iter::once(time(None)).chain(picks.iter().map(of)).collect();
    Call { ranks: machines[cell.machine].ranks(), bytes: cell.bytes, times }
}

/// All calls. A barrier has no size.
fn cells(operations: &[Operation], machines: &[CollectiveTimes], sizes: &Sizes<'_>) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (number, operation) in operations.iter().enumerate() {
        for (machine, times) in machines.iter().enumerate() {
            let sizes = sizes(*operation, times.ranks());
            cells.extend(sizes.into_iter().map(|bytes| Cell { operation: number, machine, bytes }));
        }
    }
    cells
}

/// Does tasks on all cores; the results are in the order of the tasks. After an error no task is begun.
fn run<T: Copy + Sync, R: Send>(
    tasks: &[T],
    work: impl Fn(T) -> Result<R, CollectiveError> + Sync,
) -> Result<Vec<R>, CollectiveError> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<R, CollectiveError>)>> = Mutex::new(Vec::new());
    let worker = || {
        loop {
            // From the end: what takes longest, on the most ranks, is done first.
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(at) = tasks.len().checked_sub(1 + at) else { break };
            let result = work(tasks[at]);
            if result.is_err() {
                next.store(tasks.len(), Ordering::Relaxed);
            }
            if let Ok(mut done) = done.lock() {
                done.push((at, result));
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(tasks.len().max(1));
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
