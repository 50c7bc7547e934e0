//! The calls that `windtunnel tune collectives` simulates (operation × ranks × size), and their times.

use super::machine::Machine;
use crate::error::CliError;
use crate::progress::Many;
use engine::tuning::{Decisions, Pick, Tuning};
use engine::{CollectiveError, CollectiveTimes, Operation, Time};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use tune::Times;

/// The time of what was not tried.
pub(super) const NEVER: u64 = u64::MAX;

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

/// The sizes of an operation on this many ranks.
type Sizes<'a> = dyn Fn(Operation, u32) -> Vec<u64> + 'a;

/// How much work it is thought to be to simulate a call, beside others: messages, and packets where they are simulated. The library's own
/// decision counts as if it cut messages as HAN does.
fn work(machine: &CollectiveTimes, operation: Operation, bytes: u64, pick: Option<&Pick>) -> f64 {
    const OWN_SEGMENT: u64 = 64 << 10;
    const PACKET: u64 = 4 << 10;
    let ranks = f64::from(machine.ranks());
    let among_all = !operation.has_root() && operation != Operation::Barrier;
    let messages = if among_all { ranks * ranks } else { ranks };
    let segment = pick.map_or(OWN_SEGMENT, |pick| pick.segment);
    let cuts = bytes.checked_div(segment).unwrap_or(0);
    let packets = if machine.assembly.network == "packet" { bytes / PACKET } else { 0 };
    messages * (1 + packets) as f64 + ranks * cuts as f64
}

/// Whether a choice would cut a call into more pieces than a simulation should hold in memory: that is not tried.
fn too_many(ranks: u32, bytes: u64, pick: &Pick) -> bool {
    const MOST: u64 = 4 << 20;
    bytes.checked_div(pick.segment).is_some_and(|pieces| pieces.saturating_mul(ranks.into()) > MOST)
}

/// Times every choice for every call, on all cores.
pub(super) fn time(
    operations: &[Operation],
    machines: &[CollectiveTimes],
    (tuning, divided): (&Tuning, bool),
    sizes: &Sizes<'_>,
    tell: bool,
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
            let cuts = |pick: &&Pick| pick.segment < cell.bytes.max(1);
            let ranks = machines[cell.machine].ranks();
            let worth =
                picks[cell.operation].iter().filter(cuts).filter(move |pick| !too_many(ranks, cell.bytes, pick));
            std::iter::once(None).chain(worth.map(Some)).map(move |pick| (at, pick))
        })
        .collect();
    let of = |at: usize| {
        let cell = cells[at];
        (&machines[cell.machine], operations[cell.operation], cell.bytes)
    };
    let works: Vec<f64> = tasks.iter().map(|&(at, pick)| work(of(at).0, of(at).1, of(at).2, pick)).collect();
    let found = run(&tasks, &works, Many::new(tell, "calls timed", works.iter().copied()), |(at, pick)| {
        let (machine, operation, bytes) = of(at);
        machine.time(operation, bytes, pick).map(in_picoseconds)
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
    tell: bool,
) -> Result<Vec<Vec<Times>>, CliError> {
    let calls = |timed: &Timed| timed.calls.iter().map(|call| (call.ranks, call.bytes)).collect::<Vec<_>>();
    let of = |timed: &&Timed| calls(timed).into_iter().map(|call| (timed.operation, call)).collect::<Vec<_>>();
    let tasks: Vec<(Operation, (u32, u64))> = timed.iter().flat_map(of).collect();
    let on = |ranks: u32| machines.iter().find(|machine| machine.ranks() == ranks).unwrap_or(&machines[0]);
    let works: Vec<f64> =
        tasks.iter().map(|&(operation, (ranks, bytes))| work(on(ranks), operation, bytes, None)).collect();
    let many = Many::new(tell, "calls timed with the tuning files", works.iter().copied());
    let found = run(&tasks, &works, many, |(operation, (ranks, bytes))| {
        on(ranks).time_with(operation, bytes, files).map(in_picoseconds)
    })?;
    let mut found = found.into_iter();
    Ok(timed.iter().map(|timed| found.by_ref().take(timed.calls.len()).collect()).collect())
}

fn in_picoseconds(calls: Vec<Time>) -> Times {
    Times::of(calls.into_iter().map(Time::ps).collect())
}

type Outcome<'a> = (&'a (usize, Option<&'a Pick>), &'a Times);

/// A segment that is not shorter than the message cuts nothing: such a choice takes the time of the one without segments. A choice that
/// was not tried takes for ever.
fn call(picks: &[Pick], cell: Cell, machines: &[CollectiveTimes], outcomes: &[Outcome<'_>]) -> Call {
    let time = |wanted: Option<&Pick>| {
        let found = outcomes.iter().find(|((_, pick), _)| *pick == wanted);
        found.map_or_else(|| Times::of(vec![NEVER]), |(_, times)| (*times).clone())
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

/// Does tasks on all cores, the longest first; the results are in the order of the tasks. After an error no task is begun.
fn run<T: Copy + Sync, R: Send>(
    tasks: &[T],
    works: &[f64],
    many: Many,
    work: impl Fn(T) -> Result<R, CollectiveError> + Sync,
) -> Result<Vec<R>, CollectiveError> {
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by(|one, other| works[*other].total_cmp(&works[*one]));
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<R, CollectiveError>)>> = Mutex::new(Vec::new());
    let worker = |told: &mpsc::Sender<f64>| {
        while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(tasks[at]);
            if result.is_err() {
                next.store(tasks.len(), Ordering::Relaxed);
            }
            if let Ok(mut done) = done.lock() {
                done.push((at, result));
            }
            // The listener goes on until all have ended.
            let _ = told.send(works[at]);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(tasks.len().max(1));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (worker, told) = (&worker, sender.clone());
            scope.spawn(move || worker(&told));
        }
        drop(sender);
        many.follow(&receiver);
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_simulation_could_hold_is_not_tried() {
        let pick = |segment| Pick { name: "3".to_owned(), segment, fan_out: 0, requests: 0 };
        assert!(!too_many(16, 1 << 30, &pick(8 << 10)) && too_many(16, 4 << 30, &pick(8 << 10)));
        assert!(!too_many(16, 4 << 30, &pick(64 << 10)) && too_many(1024, 1 << 30, &pick(64 << 10)));
        assert!(!too_many(1 << 20, 16 << 30, &pick(0)), "one piece");
    }
}
