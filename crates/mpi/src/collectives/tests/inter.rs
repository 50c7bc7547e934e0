//! Tests of the algorithms on intercommunicators: real data, checked against the standard's definition (MPI 5.0 §6.2.3,
//! collective operations on intercommunicators).

use super::cases::reduce;
use super::executor::{Delivery, RankHosts, Run};
use crate::collectives::inter;
use crate::schedule::{Algorithm, Context, RemoteGroup};
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, Operation, ROOT_PROC_NULL, ROOT_SELF, Reducer, Vectors};

/// One call, as the ranks of both groups make it. Ranks 0 to `low` - 1 are the low group, `high` more the other.
#[derive(Clone, Debug)]
pub(super) struct Case {
    operation: Operation,
    low: u32,
    high: u32,
    /// The root's side and its rank there.
    root: (usize, u32),
    /// Elements of 8 bytes of a message or block of the low group; the high group's are `1` longer where they may be.
    count: u64,
    commutative: bool,
}

const EMPTY: u8 = 0xEE;

impl Case {
    pub(super) fn new(
        operation: Operation,
        (low, high): (u32, u32),
        root: (usize, u32),
        count: u64,
        commutative: bool,
    ) -> Self {
        Self { operation, low, high, root, count, commutative }
    }

    fn size(&self) -> u32 {
        self.low + self.high
    }

    fn side(&self, rank: u32) -> usize {
        usize::from(rank >= self.low)
    }

    fn group(&self, side: usize) -> Vec<u32> {
        if side == 0 { (0..self.low).collect() } else { (self.low..self.size()).collect() }
    }

    fn element(&self) -> u64 {
        if self.commutative { 8 } else { 16 }
    }

    fn root_rank(&self) -> u32 {
        self.group(self.root.0)[self.root.1 as usize]
    }

    /// The bytes that `from` has for `to`.
    fn bytes(&self, from: u32, to: u32) -> u64 {
        match self.operation {
            Operation::Barrier => 0,
            Operation::Allgather | Operation::Alltoall => (self.count + self.side(from) as u64) * 8,
            Operation::Gatherv | Operation::Scatterv | Operation::Allgatherv => {
                u64::from((7 * from + 3) % 5) * self.count
            }
            Operation::Alltoallv | Operation::Alltoallw => u64::from((3 * from + 5 * to) % 4) * self.count,
            _ => self.count * self.element(),
        }
    }

    /// What `from` has for `to`, a byte for each place; the same for all where the operation says so.
    fn block(&self, from: u32, to: u32) -> Vec<u8> {
        let one_for_all = matches!(self.operation, Operation::Bcast | Operation::Allgather | Operation::Allgatherv);
        let to = if one_for_all { 0 } else { to };
        let mut state = u64::from(from) << 32 | u64::from(to) << 8 | self.count;
        let bytes = match self.operation {
            Operation::Scatterv => self.bytes(to, 0),
            _ => self.bytes(from, to),
        };
        (0..bytes)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect()
    }

    /// The elements of a rank's block of a reduce_scatter: sums are the same on both sides.
    fn elements(&self, rank: u32) -> u64 {
        let (own, other) = if self.side(rank) == 0 { (self.low, self.high) } else { (self.high, self.low) };
        let at = u64::from(rank - self.group(self.side(rank))[0]);
        match self.operation {
            Operation::ReduceScatterBlock => self.count * u64::from(other),
            // The first has what the others leave.
            _ if at > 0 => self.count,
            _ => self.count * u64::from(own * other) - self.count * u64::from(own - 1),
        }
    }

    fn operand(&self, rank: u32) -> Vec<u8> {
        let elements = match self.operation {
            Operation::Reduce | Operation::Allreduce => self.count,
            _ => self.count * u64::from(self.low * self.high),
        };
        let long = Self { count: elements, operation: Operation::Reduce, ..self.clone() };
        long.block(rank, 0)
    }

    /// The other group's operands, reduced in its order.
    fn reduced(&self, side: usize) -> Vec<u8> {
        let mut operands = self.group(side).into_iter().map(|rank| self.operand(rank));
        let first = operands.next().unwrap();
        operands.fold(first, |left, mut right| {
            reduce(self.commutative, &left, &mut right);
            right
        })
    }

    fn reduces(&self) -> bool {
        use Operation::{Allreduce, Reduce, ReduceScatter, ReduceScatterBlock};
        matches!(self.operation, Reduce | Allreduce | ReduceScatter | ReduceScatterBlock)
    }

    /// Blocks behind one another, `gap` bytes before each; places and lengths.
    fn laid_out(&self, blocks: &[Vec<u8>], gap: u64) -> (Vec<u8>, Box<[u64]>, Box<[u64]>) {
        let (mut all, mut offsets) = (Vec::new(), Vec::new());
        for block in blocks {
            all.extend(std::iter::repeat_n(EMPTY, gap as usize));
            offsets.push(all.len() as u64);
            all.extend(block);
        }
        (all, offsets.into(), blocks.iter().map(|block| block.len() as u64).collect())
    }

    /// A rank's buffers before the call, what is in the receive buffer after it, and its words.
    fn part(&self, rank: u32) -> (Vec<u8>, Vec<u8>, CollectiveCall) {
        let side = self.side(rank);
        let others = self.group(1 - side);
        let (is_root, across) = (rank == self.root_rank(), side != self.root.0);
        let root = self.root_rank();
        let none = Vec::new;
        let to_all: Vec<_> = others.iter().map(|&other| self.block(rank, other)).collect();
        let from_all: Vec<_> = others.iter().map(|&other| self.block(other, rank)).collect();
        let mut vectors = None;
        let mut placed = |send: &[Vec<u8>], recv: &[Vec<u8>]| {
            let (out, send_offsets, send_bytes) = self.laid_out(send, 2);
            let (come, recv_offsets, recv_bytes) = self.laid_out(recv, u64::from(rank % 2));
            vectors =
                Some(Box::new(Vectors { send_bytes, send_offsets, recv_bytes, recv_offsets, neighbours: None }));
            (out, come)
        };
        let (send, result) = match self.operation {
            Operation::Barrier => (none(), none()),
            Operation::Bcast if is_root => (none(), self.block(root, 0)),
            Operation::Bcast if across => (none(), self.block(root, 0)),
            Operation::Gather if is_root => (none(), from_all.concat()),
            Operation::Gather | Operation::Gatherv if across => (self.block(rank, root), none()),
            Operation::Gatherv if is_root => (none(), placed(&[], &from_all).1),
            Operation::Scatter if is_root => (to_all.concat(), none()),
            Operation::Scatterv if is_root => (placed(&to_all, &[]).0, none()),
            Operation::Scatter | Operation::Scatterv if across => (none(), self.block(root, rank)),
            Operation::Allgather => (self.block(rank, 0), from_all.concat()),
            Operation::Allgatherv => (self.block(rank, 0), placed(&[], &from_all).1),
            Operation::Alltoall => (to_all.concat(), from_all.concat()),
            Operation::Alltoallv | Operation::Alltoallw => placed(&to_all, &from_all),
            Operation::Reduce if is_root => (none(), self.reduced(1 - side)),
            Operation::Reduce if across => (self.operand(rank), none()),
            Operation::Allreduce => (self.operand(rank), self.reduced(1 - side)),
            Operation::ReduceScatter | Operation::ReduceScatterBlock => {
                let start: u64 =
                    self.group(side).into_iter().filter(|&other| other < rank).map(|r| self.elements(r)).sum();
                let (start, count) =
                    ((start * self.element()) as usize, (self.elements(rank) * self.element()) as usize);
                (self.operand(rank), self.reduced(1 - side)[start..start + count].to_vec())
            }
            _ => (none(), none()),
        };
        if self.operation == Operation::ReduceScatter {
            let recv_bytes = self.group(side).into_iter().map(|own| self.elements(own) * self.element()).collect();
            vectors = Some(Box::new(Vectors { recv_bytes, ..Vectors::default() }));
        }
        let call = self.words(rank, (&send, &result), vectors);
        (send, result, call)
    }

    fn words(&self, rank: u32, (send, result): (&[u8], &[u8]), vectors: Option<Box<Vectors>>) -> CollectiveCall {
        let side = self.side(rank);
        let root = match (side == self.root.0, rank == self.root_rank()) {
            _ if !self.operation.has_root() => 0,
            (true, true) => ROOT_SELF,
            (true, false) => ROOT_PROC_NULL,
            (false, _) => self.root.1,
        };
        let reducer = self.reduces().then_some(if self.commutative {
            Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::U64 }
        } else {
            Reducer::User { op: 0, commutative: false }
        });
        let count = match self.operation {
            Operation::Barrier => 0,
            Operation::Allgather | Operation::Alltoall => self.count + (1 - side) as u64,
            Operation::ReduceScatter => self.count * u64::from(self.low * self.high),
            Operation::ReduceScatterBlock => self.elements(rank),
            _ if vectors.is_some() || root == ROOT_PROC_NULL => 0,
            _ => self.count,
        };
        CollectiveCall {
            operation: self.operation,
            root,
            send: Buffer::of_bytes(send.len() as u64),
            recv: Buffer::of_bytes(result.len() as u64),
            count,
            element_bytes: self.element(),
            in_place: false,
            reducer,
            vectors,
            signature: 0,
            signature_sent: 0,
        }
    }
}

impl Case {
    /// What is in the receive buffer of a rank before the call.
    fn before(&self, rank: u32, result: &[u8]) -> Vec<u8> {
        let is_root = self.operation == Operation::Bcast && rank == self.root_rank();
        if is_root { result.to_vec() } else { vec![EMPTY; result.len()] }
    }

    /// Runs the case to its end and hands over the run and what each rank knew.
    pub(super) fn run(
        &self,
        algorithm: &'static Algorithm,
        parameters: Option<u64>,
        look: impl FnOnce(&Run<'_>, &[Context<'_>]),
    ) {
        let parts: Vec<_> = (0..self.size()).map(|rank| self.part(rank)).collect();
        let calls: Vec<_> = parts.iter().map(|(.., call)| call.clone()).collect();
        let hosts_of = RankHosts::new(self.size(), |rank| rank);
        let buffers =
            (0..).zip(&parts).map(|(rank, (send, result, _))| (send.clone(), self.before(rank, result))).collect();
        let run = Run::between(self, self.commutative, self.low, buffers, &hosts_of, Delivery::Eager);
        let run = run.call(algorithm, &calls, parameters).finish();
        let contexts = calls.iter().zip(0..).map(|(call, rank)| {
            let side = self.side(rank);
            let (size, remote) = if side == 0 { (self.low, self.high) } else { (self.high, self.low) };
            let own = rank - self.group(side)[0];
            let locality = RankHosts::new(size, |rank| rank).locality(own, 0);
            let remote = Some(RemoteGroup { size: remote, low: side == 0 });
            Context { rank: own, size, remote, call, locality, by_host: &[], blocking: true, agreement: false }
        });
        look(&run, &contexts.collect::<Vec<_>>());
    }
}

fn check(algorithm: &'static Algorithm, case: &Case) {
    let parts: Vec<_> = (0..case.size()).map(|rank| case.part(rank)).collect();
    let calls: Vec<_> = parts.iter().map(|(.., call)| call.clone()).collect();
    let hosts_of = RankHosts::new(case.size(), |rank| rank / 2);
    let parameters = if algorithm.parameters.is_empty() { vec![None] } else { vec![Some(0), Some(1)] };
    for (delivery, parameters) in
        [Delivery::Eager, Delivery::Synchronous].into_iter().flat_map(|d| parameters.iter().map(move |&p| (d, p)))
    {
        let buffers =
            (0..).zip(&parts).map(|(rank, (send, result, _))| (send.clone(), case.before(rank, result))).collect();
        let run = Run::between(case, case.commutative, case.low, buffers, &hosts_of, delivery);
        let run = run.call(algorithm, &calls, parameters).finish();
        for ((memory, (send, result, _)), rank) in run.memory.iter().zip(&parts).zip(0..) {
            assert_eq!(memory.recv, *result, "{}: the result of rank {rank}: {case:?} {delivery:?}", algorithm.name);
            assert_eq!(memory.send, *send, "{}: the send buffer of rank {rank}: {case:?}", algorithm.name);
        }
    }
}

#[test]
fn every_algorithm_between_groups_does_what_its_operation_says() {
    for algorithm in inter::ALL.iter().copied().flatten() {
        let reduces = Case { operation: algorithm.operation, ..case() }.reduces();
        for (low, high) in [(1, 1), (1, 2), (2, 1), (3, 3), (4, 3), (1, 6), (7, 2), (5, 8)] {
            for root in [(0, 0), (0, low - 1), (1, 0), (1, high - 1)] {
                for count in [0, 1, 5] {
                    for commutative in [true, false] {
                        if commutative || reduces {
                            check(
                                algorithm,
                                &Case { operation: algorithm.operation, low, high, root, count, commutative },
                            );
                        }
                    }
                }
                if !algorithm.operation.has_root() {
                    break;
                }
            }
        }
    }
}

fn case() -> Case {
    Case { operation: Operation::Barrier, low: 3, high: 4, root: (0, 0), count: 0, commutative: true }
}

#[test]
fn a_barrier_between_groups_holds() {
    for algorithm in inter::of(Operation::Barrier) {
        let case = case();
        let calls: Vec<_> = (0..case.size()).map(|rank| case.part(rank).2).collect();
        let hosts_of = RankHosts::new(case.size(), |rank| rank);
        for late in 0..case.size() {
            let buffers = vec![(Vec::new(), Vec::new()); case.size() as usize];
            let run = Run::between(&case, true, case.low, buffers, &hosts_of, Delivery::Eager);
            let mut run = run.call(algorithm, &calls, None);
            run.hold(late);
            assert_eq!(run.progress_all(), 0, "one left before {late} came");
            run.release(late);
            run.finish();
        }
    }
}

#[test]
fn lists_have_unique_names_and_neither_scans_nor_neighbours() {
    for list in inter::ALL {
        for (i, algorithm) in list.iter().enumerate() {
            assert!(algorithm.operation == list[0].operation && algorithm.doc.ends_with('.'), "{}", algorithm.name);
            assert!(list[..i].iter().all(|other| other.name != algorithm.name), "{}", algorithm.name);
        }
    }
    assert!(inter::of(Operation::Scan).is_empty() && inter::of(Operation::Exscan).is_empty());
    let without = Operation::ALL.iter().filter(|operation| inter::of(**operation).is_empty());
    assert!(without.clone().skip(2).all(|operation| operation.among_neighbours()));
    assert_eq!((without.count(), inter::ALL.len()), (7, Operation::ALL.len() - 7));
}
