//! A simple LogGOPSim executor, to which tests compare the real one. It works as LogGOPSim itself does: all operations are in
//! one heap, ordered by time and then by number. An operation whose resource is busy goes back into the heap with a later time.

use super::super::loggopsim::{Outcome, Parameters};
use super::super::{ANY, Operation, OperationKind, Program};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

struct Naive<'a> {
    program: &'a Program,
    operations: Vec<Operation>,
    parameters: &'a Parameters,
    noise: &'a NaiveNoise,
    /// (time, stamp, operation, whether it is its message).
    heap: BinaryHeap<Reverse<(u64, u32, u32, bool)>>,
    stamps: u32,
    blockers: Vec<u32>,
    processors: Vec<[u64; 128]>,
    sends: Vec<[u64; 128]>,
    takes: Vec<[u64; 128]>,
    posted: Vec<Vec<u32>>,
    unexpected: Vec<Vec<u32>>,
    freed: Vec<u32>,
    outcome: Outcome,
    started: u64,
}

/// Detours (start, length) and the offsets of hosts; none: there is no noise.
#[derive(Clone, Debug, Default)]
pub(super) struct NaiveNoise {
    pub(super) detours: Vec<(u64, u64)>,
    pub(super) offsets: Vec<u64>,
}

impl NaiveNoise {
    /// Detour by detour, as the rules stand.
    fn delay(&self, host: usize, time: u64, length: u64) -> u64 {
        let Some((last, _)) = self.detours.last() else { return 0 };
        let position = (time + self.offsets[host]) % (last - length);
        let under_way = if position > self.detours[0].0 {
            self.detours.iter().rev().find(|(start, _)| *start <= position)
        } else {
            None
        };
        let left = under_way.map_or(0, |(start, long)| (start + long).saturating_sub(position));
        let later = self.detours[1..].iter().filter(|(start, _)| *start > position && *start < position + length);
        left + later.map(|(_, long)| long).sum::<u64>()
    }
}

pub(super) fn execute(program: &Program, parameters: &Parameters, noise: &NaiveNoise) -> Outcome {
    let hosts = program.ranks() as usize;
    let mut naive = Naive {
        program,
        operations: program.operations().collect(),
        parameters,
        noise,
        heap: BinaryHeap::new(),
        stamps: 0,
        blockers: program.blockers(),
        processors: vec![[0; 128]; hosts],
        sends: vec![[0; 128]; hosts],
        takes: vec![[0; 128]; hosts],
        posted: vec![Vec::new(); hosts],
        unexpected: vec![Vec::new(); hosts],
        freed: Vec::new(),
        outcome: Outcome {
            computing: vec![0; hosts],
            noise: vec![0; if noise.detours.is_empty() { 0 } else { hosts }],
            ..Outcome::default()
        },
        started: 0,
    };
    naive.freed = (0..naive.blockers.len() as u32).filter(|at| naive.blockers[*at as usize] == 0).collect();
    naive.admit();
    while let Some(Reverse((time, stamp, number, message))) = naive.heap.pop() {
        naive.step(time, stamp, number, message);
        naive.admit();
    }
    naive.outcome.finish = naive.processors.iter().map(|own| *own.iter().max().unwrap()).collect();
    naive.outcome.posted = naive.posted.concat();
    naive.outcome.unexpected = naive.unexpected.concat();
    naive.outcome.blocked = u64::from(program.count()) - naive.started;
    naive.outcome
}

fn bytes(size: u64, per_byte: u64) -> u64 {
    size.wrapping_sub(1).wrapping_mul(per_byte)
}

impl Naive<'_> {
    fn delay(&mut self, host: usize, time: u64, length: u64) -> u64 {
        let delay = self.noise.delay(host, time, length);
        if let Some(taken) = self.outcome.noise.get_mut(host) {
            *taken += delay;
        }
        delay
    }

    fn operation(&self, number: u32) -> Operation {
        self.operations[number as usize]
    }

    fn insert(&mut self, time: u64, number: u32, message: bool) {
        self.stamps += 1;
        self.heap.push(Reverse((time, self.stamps, number, message)));
    }

    fn admit(&mut self) {
        let mut freed = std::mem::take(&mut self.freed);
        freed.sort_by_key(|number| (self.operation(*number).rank, self.operation(*number).kind));
        for number in freed {
            let Operation { rank, kind, cpu, nic, .. } = self.operation(number);
            let processor = self.processors[rank as usize][usize::from(cpu)];
            let send = self.sends[rank as usize][usize::from(nic)];
            self.insert(if kind == OperationKind::Send { processor.max(send) } else { processor }, number, false);
        }
    }

    fn release(&mut self, after: Vec<u32>) {
        for number in after {
            self.blockers[number as usize] -= 1;
            if self.blockers[number as usize] == 0 {
                self.freed.push(number);
            }
        }
    }

    fn begin(&mut self, number: u32) {
        self.started += 1;
        self.outcome.events += 1;
        let rank = self.operation(number).rank;
        self.release(self.program.after_start(rank, number).collect());
    }

    fn end(&mut self, number: u32) {
        let rank = self.operation(number).rank;
        self.release(self.program.after_end(rank, number).collect());
    }

    fn step(&mut self, time: u64, stamp: u32, number: u32, is_message: bool) {
        let operation = self.operation(number);
        let (cpu, nic) = (usize::from(operation.cpu), usize::from(operation.nic));
        let (rank, peer) = (operation.rank as usize, operation.peer as usize);
        let Parameters { latency, overhead, gap, gap_per_byte, overhead_per_byte, eager } = *self.parameters;
        let needed = match (operation.kind, is_message) {
            (OperationKind::Recv, _) => 0,
            (OperationKind::Calc, _) => self.processors[rank][cpu],
            (OperationKind::Send, false) => self.processors[rank][cpu].max(self.sends[rank][nic]),
            (OperationKind::Send, true) => self.processors[peer][cpu].max(self.takes[peer][nic]),
        };
        if needed > time {
            self.heap.push(Reverse((needed, stamp, number, is_message)));
            return;
        }
        let per_byte = |now: u64, per_byte| now.wrapping_add(bytes(operation.size, per_byte));
        match (operation.kind, is_message) {
            (OperationKind::Calc, _) => {
                let delay = self.delay(rank, time, operation.size);
                self.processors[rank][cpu] = time + operation.size + delay;
                self.outcome.computing[rank] += operation.size;
                self.begin(number);
                self.end(number);
            }
            (OperationKind::Send, false) => {
                let delay = self.delay(rank, time, overhead);
                self.processors[rank][cpu] = per_byte(time + overhead + delay, overhead_per_byte);
                self.sends[rank][nic] = per_byte(time + gap, gap_per_byte);
                self.outcome.messages += 1;
                self.outcome.bytes += operation.size;
                self.begin(number);
                self.insert(time + overhead + latency, number, true);
                if operation.size <= eager {
                    self.end(number);
                }
            }
            (OperationKind::Send, true) => {
                let cost = bytes(operation.size, overhead_per_byte).max(bytes(operation.size, gap_per_byte));
                let delay = self.delay(peer, time, overhead);
                self.processors[peer][cpu] = (time + overhead + delay).wrapping_add(cost);
                self.takes[peer][nic] = per_byte(time + gap, gap_per_byte);
                self.outcome.events += 1;
                let operations = &self.operations;
                let fits = |receive: &u32| {
                    let receive = operations[*receive as usize];
                    (receive.peer == ANY || receive.peer == operation.rank)
                        && (receive.tag == ANY || receive.tag == operation.tag)
                };
                match self.posted[peer].iter().position(fits) {
                    Some(at) => {
                        let receive = self.posted[peer].remove(at);
                        self.meet(time, number, receive);
                    }
                    None => self.unexpected[peer].push(number),
                }
            }
            (OperationKind::Recv, _) => {
                self.begin(number);
                let operations = &self.operations;
                let fits = |message: &u32| {
                    let message = operations[*message as usize];
                    (operation.peer == ANY || operation.peer == message.rank)
                        && (operation.tag == ANY || operation.tag == message.tag)
                };
                match self.unexpected[rank].iter().position(fits) {
                    Some(at) => {
                        let message = self.unexpected[rank].remove(at);
                        self.meet(time, message, number);
                    }
                    None => self.posted[rank].push(number),
                }
            }
        }
    }

    fn meet(&mut self, time: u64, message: u32, receive: u32) {
        self.end(receive);
        let send = self.operation(message);
        if send.size > self.parameters.eager {
            let processor = &mut self.processors[send.rank as usize][usize::from(send.cpu)];
            *processor = (*processor).max(time);
            let interface = &mut self.sends[send.rank as usize][usize::from(send.nic)];
            *interface = (*interface).max(time);
            self.end(message);
        }
    }
}
