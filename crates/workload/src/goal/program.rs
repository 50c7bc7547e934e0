//! A GOAL program in memory: operations in text order, and their dependencies.

use super::operation::{MAX_OPERATIONS, Operation, OperationKind};
use super::visitor::Visitor;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The bit of a successor that says: it waits for the start, not for the end.
const FROM_START: u32 = 1 << 31;

/// What ranks of one shape have in common: an operation without its peer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C, packed(4))]
struct OperationShape {
    size: u64,
    tag: u32,
    /// Where its successors end in those of the program; they begin where those of the one before end.
    end: u32,
    kind: OperationKind,
    cpu: u8,
    nic: u8,
}

const _: () = assert!(size_of::<OperationShape>() == 20);

/// Where a rank's operations are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RankRange {
    /// The number of its first one.
    first: u32,
    /// The first part of its shape.
    shape: u32,
}

/// The total cost of a program's operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TotalCost {
    /// Nanoseconds of computations.
    pub(super) computing: u128,
    /// Bytes of messages.
    pub(super) bytes: u128,
    /// Their number.
    pub(super) messages: u64,
}

/// A program of all ranks. An operation's number counts through all ranks in order.
///
/// Most programs say the same of many ranks but for the peers: so a rank has its peers, 4 bytes an operation, and a shape, which
/// is kept once for all ranks that have it: 20 bytes an operation and 4 for each one that waits for another. So what a
/// step of a large program touches is small.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Of each rank, then the number of operations.
    blocks: Vec<RankRange>,
    /// Of each operation.
    peers: Vec<u32>,
    /// The shapes.
    parts: Vec<OperationShape>,
    /// Local numbers of operations that wait, with [`FROM_START`]; those of the parts in order.
    successors: Vec<u32>,
    /// Whether any has [`FROM_START`].
    starts: bool,
    processors: u8,
    interfaces: u8,
    demand: TotalCost,
}

impl Program {
    /// The number of ranks.
    pub fn ranks(&self) -> u32 {
        self.blocks.len() as u32 - 1
    }

    /// The number of operations.
    pub fn count(&self) -> u32 {
        self.peers.len() as u32
    }

    /// All operations.
    pub fn operations(&self) -> impl Iterator<Item = Operation> + '_ {
        (0..self.ranks())
            .flat_map(move |rank| self.numbers_of(rank).map(move |number| self.operation_of(rank, number)))
    }

    /// An operation whose rank is to be looked for.
    pub fn operation(&self, number: u32) -> Operation {
        self.operation_of(self.rank_of(number), number)
    }

    /// An operation of a rank.
    #[inline]
    pub fn operation_of(&self, rank: u32, number: u32) -> Operation {
        self.assembled(rank, self.peers[number as usize], number)
    }

    /// An operation, given its rank and peer.
    #[inline(always)]
    pub(super) fn assembled(&self, rank: u32, peer: u32, number: u32) -> Operation {
        let OperationShape { size, tag, kind, cpu, nic, .. } = self.parts[self.part(rank, number)];
        Operation { size, rank, peer, tag, kind, cpu, nic }
    }

    /// The place of an operation's part.
    #[inline(always)]
    fn part(&self, rank: u32, number: u32) -> usize {
        let RankRange { first, shape } = self.blocks[rank as usize];
        shape as usize + (number - first) as usize
    }

    /// The rank of an operation.
    pub fn rank_of(&self, number: u32) -> u32 {
        // Of ranks without operations, which begin at the same number, the last one is the one before the end.
        self.blocks.partition_point(|block| block.first <= number) as u32 - 1
    }

    /// The number of a rank's first operation; those up to the next rank's are its own.
    #[inline]
    pub fn first_of(&self, rank: u32) -> u32 {
        self.blocks[rank as usize].first
    }

    /// The numbers of a rank's operations.
    pub fn numbers_of(&self, rank: u32) -> std::ops::Range<u32> {
        self.first_of(rank)..self.first_of(rank + 1)
    }

    /// Processors of a rank that are named, at least 1.
    pub fn processors(&self) -> usize {
        usize::from(self.processors) + 1
    }

    /// Network interfaces of a rank that are named, at least 1.
    pub fn interfaces(&self) -> usize {
        usize::from(self.interfaces) + 1
    }

    /// The total cost of all operations.
    pub(super) fn demand(&self) -> TotalCost {
        self.demand
    }

    /// How many operations and orders its shapes have.
    #[cfg(test)]
    pub(super) fn shared(&self) -> (usize, usize) {
        (self.parts.len(), self.successors.len())
    }

    /// The peers of all operations.
    pub(super) fn peers(&self) -> &[u32] {
        &self.peers
    }

    /// Operations that wait for the start of a rank's operation (`irequires`), in the order of the text.
    pub fn after_start(&self, rank: u32, operation: u32) -> impl Iterator<Item = u32> + '_ {
        let (first, links) = self.links(rank, operation);
        links.iter().filter(|link| *link & FROM_START != 0).map(move |link| first + (link & !FROM_START))
    }

    /// Operations that wait for the end of a rank's operation (`requires`), in the order of the text.
    #[inline]
    pub fn after_end(&self, rank: u32, operation: u32) -> impl Iterator<Item = u32> + '_ {
        let (first, links) = self.links(rank, operation);
        links.iter().filter(|link| *link & FROM_START == 0).map(move |link| first + link)
    }

    /// Whether an operation waits for the start of another one anywhere.
    #[inline]
    pub(super) fn has_starts(&self) -> bool {
        self.starts
    }

    /// The first operation of a rank, and the operations that wait for one of it: numbers in the rank, with [`FROM_START`].
    #[inline]
    fn links(&self, rank: u32, operation: u32) -> (u32, &[u32]) {
        let RankRange { first, shape } = self.blocks[rank as usize];
        let part = shape as usize + (operation - first) as usize;
        (first, &self.successors[self.begin(part)..self.parts[part].end as usize])
    }

    /// Where the successors of a part begin.
    #[inline(always)]
    fn begin(&self, part: usize) -> usize {
        if part == 0 { 0 } else { self.parts[part - 1].end as usize }
    }

    /// Of each operation, how many others it waits for.
    pub fn blockers(&self) -> Vec<u32> {
        let mut blockers = vec![0; self.peers.len()];
        self.each_order(|after| blockers[after as usize] += 1);
        blockers
    }

    /// Calls with each operation as often as it waits for another one.
    pub(super) fn each_order(&self, mut call: impl FnMut(u32)) {
        for pair in self.blocks.windows(2) {
            let (RankRange { first, shape }, count) = (pair[0], pair[1].first - pair[0].first);
            let (begin, end) = (self.begin(shape as usize), self.begin((shape + count) as usize));
            self.successors[begin..end].iter().for_each(|after| call(first + (after & !FROM_START)));
        }
    }
}

/// Builds a program from what the text says.
#[derive(Debug, Default)]
pub(super) struct Builder {
    program: Program,
    /// The shape of the rank being read; ends are counted from the first of its successors.
    parts: Vec<OperationShape>,
    successors: Vec<u32>,
    /// Dependencies of the rank being read: (operation, its dependent with [`FROM_START`]).
    orders: Vec<(u32, u32)>,
    /// Parts, before their ends were known, orders and shape of the rank before.
    before: (Vec<OperationShape>, Vec<(u32, u32)>, u32),
    /// A shape of each hash.
    shapes: FxHashMap<u64, u32>,
}

impl Builder {
    pub(super) fn finish(mut self) -> Program {
        self.program.blocks.push(RankRange { first: self.program.count(), shape: 0 });
        self.program
    }

    /// The shape of the rank that has been read: a known one or a new one.
    fn shape(&mut self) -> u32 {
        if (&self.parts, &self.orders) == (&self.before.0, &self.before.1) {
            return self.before.2;
        }
        let (before, orders, shape) = &mut self.before;
        before.clear();
        orders.clear();
        // A long rank is not worth a second copy: none has its shape, or few.
        if self.parts.len() + self.orders.len() <= LONG {
            before.extend_from_slice(&self.parts);
            orders.extend_from_slice(&self.orders);
        }
        sort(&mut self.parts, &mut self.successors, &self.orders);
        let mut hasher = FxHasher::default();
        (&self.parts, &self.successors).hash(&mut hasher);
        let known = self.shapes.entry(hasher.finish()).or_insert(NO_SHAPE);
        if !self.program.has_shape(*known, &self.parts, &self.successors) {
            *known = self.program.add_shape(&self.parts, &self.successors);
        }
        *shape = *known;
        *known
    }
}

/// The most operations and orders of a rank that are kept to be compared with those of the next one.
const LONG: usize = 1 << 16;

/// No shape.
const NO_SHAPE: u32 = u32::MAX;

/// Sorts the dependencies of a rank by operation. Stable: the order of the text decides which dependent is freed first.
fn sort(parts: &mut [OperationShape], successors: &mut Vec<u32>, orders: &[(u32, u32)]) {
    for (before, _) in orders {
        parts[*before as usize].end += 1;
    }
    // Counts become beginnings, and while the successors are put down, those become ends.
    let mut begin = 0;
    for part in parts.iter_mut() {
        let count = part.end;
        part.end = begin;
        begin += count;
    }
    successors.clear();
    successors.resize(begin as usize, 0);
    for (before, after) in orders {
        let part = &mut parts[*before as usize];
        successors[part.end as usize] = *after;
        part.end += 1;
    }
}

impl Program {
    /// Whether there is a shape of these parts and successors at `shape`.
    fn has_shape(&self, shape: u32, parts: &[OperationShape], successors: &[u32]) -> bool {
        let shape = shape as usize;
        let Some(own) = self.parts.get(shape..shape.saturating_add(parts.len())) else { return false };
        let begin = self.begin(shape);
        let same = |(own, part): (&OperationShape, &OperationShape)| {
            OperationShape { end: own.end - begin as u32, ..*own } == *part
        };
        own.iter().zip(parts).all(same) && self.successors.get(begin..begin + successors.len()) == Some(successors)
    }

    fn add_shape(&mut self, parts: &[OperationShape], successors: &[u32]) -> u32 {
        let (shape, begin) = (self.parts.len() as u32, self.successors.len() as u32);
        self.parts.extend(parts.iter().map(|part| OperationShape { end: begin + part.end, ..*part }));
        self.successors.extend_from_slice(successors);
        self.starts |= successors.iter().any(|after| after & FROM_START != 0);
        shape
    }
}

impl Visitor for Builder {
    fn ranks(&mut self, ranks: u32) {
        self.program.blocks = Vec::with_capacity(ranks as usize + 1);
    }

    #[inline]
    fn operation(&mut self, operation: Operation, _: u64) -> bool {
        let Operation { size, peer, tag, kind, cpu, nic, .. } = operation;
        let program = &mut self.program;
        program.processors = program.processors.max(cpu);
        program.interfaces = program.interfaces.max(nic);
        let demand = &mut program.demand;
        match kind {
            OperationKind::Calc => demand.computing += u128::from(size),
            OperationKind::Send => {
                (demand.bytes, demand.messages) = (demand.bytes + u128::from(size), demand.messages + 1)
            }
            OperationKind::Recv => (),
        }
        self.parts.push(OperationShape { size, tag, end: 0, kind, cpu, nic });
        program.peers.push(peer);
        program.peers.len() < MAX_OPERATIONS as usize
    }

    #[inline]
    fn order(&mut self, before: u32, after: u32, from_start: bool) -> bool {
        self.orders.push((before, after | if from_start { FROM_START } else { 0 }));
        self.program.successors.len() + self.orders.len() < u32::MAX as usize
    }

    fn end_of_rank(&mut self) {
        let shape = self.shape();
        let first = self.program.count() - self.parts.len() as u32;
        self.program.blocks.push(RankRange { first, shape });
        self.parts.clear();
        self.orders.clear();
    }
}
