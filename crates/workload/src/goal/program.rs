//! A GOAL program in memory: operations in the order of their text, and who waits for whom.

use super::text::Visit;

/// The peer or tag that stands for any (`-1` in the text).
pub const ANY: u32 = u32::MAX;

/// The most operations of a program: 32 GiB of them.
pub const MAX_OPERATIONS: u32 = 1 << 30;

/// The bit of a successor that says: it waits for the start, not for the end.
const FROM_START: u32 = 1 << 31;

/// What an operation does. The order is that in which LogGOPSim takes operations that become free together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Sends to `peer`.
    Send,
    /// Receives from `peer`, or from [`ANY`].
    Recv,
    /// Computes.
    Calc,
}

/// One operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Bytes of a message, nanoseconds of a computation.
    pub size: u64,
    /// The rank that does it.
    pub rank: u32,
    /// The other rank of a message.
    pub peer: u32,
    /// The message's tag, or [`ANY`].
    pub tag: u32,
    /// What it does.
    pub kind: Kind,
    /// The processor of the rank that it occupies.
    pub cpu: u8,
    /// The network interface of the rank that it occupies.
    pub nic: u8,
    /// How many it waits for.
    waits: u32,
    /// Where its successors end in those of the program; they begin where those of the one before end.
    end: u32,
}

const _: () = assert!(size_of::<Operation>() == 32);

impl Operation {
    /// An operation that waits for nothing: a message without tag from [`ANY`], on the first processor and interface.
    #[inline]
    pub(super) fn new(kind: Kind, rank: u32, size: u64) -> Self {
        Self { size, rank, peer: ANY, tag: 0, kind, cpu: 0, nic: 0, waits: 0, end: 0 }
    }

    /// How many operations it waits for.
    #[inline]
    pub fn waits(&self) -> u32 {
        self.waits
    }
}

/// What the operations of a program need together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Demand {
    /// Nanoseconds of computations.
    pub(super) computing: u128,
    /// Bytes of messages.
    pub(super) bytes: u128,
    /// Their number.
    pub(super) messages: u64,
}

/// A program of all ranks. An operation's number counts through all ranks in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The first operation of each rank, then their number.
    first: Vec<u32>,
    operations: Vec<Operation>,
    /// Local numbers of operations that wait, with [`FROM_START`].
    successors: Vec<u32>,
    /// Whether any has [`FROM_START`].
    starts: bool,
    processors: u8,
    interfaces: u8,
    demand: Demand,
}

impl Program {
    /// The number of ranks.
    pub fn ranks(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// All operations.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The number of a rank's first operation; those up to the next rank's are its own.
    pub fn first_of(&self, rank: u32) -> u32 {
        self.first[rank as usize]
    }

    /// Processors of a rank that are named, at least 1.
    pub fn processors(&self) -> usize {
        usize::from(self.processors) + 1
    }

    /// Network interfaces of a rank that are named, at least 1.
    pub fn interfaces(&self) -> usize {
        usize::from(self.interfaces) + 1
    }

    /// What all operations need together.
    pub(super) fn demand(&self) -> Demand {
        self.demand
    }

    /// Who waits for an operation's start (`irequires`), in the order of the text.
    pub fn after_start(&self, operation: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first_of(self.operations[operation as usize].rank);
        self.links(operation)
            .iter()
            .filter(|link| *link & FROM_START != 0)
            .map(move |link| first + (link & !FROM_START))
    }

    /// Who waits for an operation's end (`requires`), in the order of the text.
    #[inline]
    pub fn after_end(&self, operation: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first_of(self.operations[operation as usize].rank);
        self.links(operation).iter().filter(|link| *link & FROM_START == 0).map(move |link| first + link)
    }

    /// Whether an operation waits for the start of another one anywhere.
    #[inline]
    pub(super) fn has_starts(&self) -> bool {
        self.starts
    }

    /// Who waits for an operation: numbers in its rank, with [`FROM_START`].
    #[inline]
    fn links(&self, operation: u32) -> &[u32] {
        let at = operation as usize;
        let begin = if at == 0 { 0 } else { self.operations[at - 1].end };
        &self.successors[begin as usize..self.operations[at].end as usize]
    }

    /// Of each operation, how many others it waits for.
    pub fn blockers(&self) -> Vec<u32> {
        self.operations.iter().map(|operation| operation.waits).collect()
    }
}

/// Builds a program from what the text says.
#[derive(Debug, Default)]
pub(super) struct Builder {
    program: Program,
    /// (who is waited for, who waits with [`FROM_START`]) of the rank being read.
    orders: Vec<(u32, u32)>,
}

impl Builder {
    pub(super) fn finish(self) -> Program {
        self.program
    }
}

impl Visit for Builder {
    fn ranks(&mut self, ranks: u32) {
        self.program.first = Vec::with_capacity(ranks as usize + 1);
        self.program.first.push(0);
    }

    #[inline]
    fn operation(&mut self, operation: Operation, _: u64) -> bool {
        let program = &mut self.program;
        program.processors = program.processors.max(operation.cpu);
        program.interfaces = program.interfaces.max(operation.nic);
        let demand = &mut program.demand;
        match operation.kind {
            Kind::Calc => demand.computing += u128::from(operation.size),
            Kind::Send => {
                (demand.bytes, demand.messages) = (demand.bytes + u128::from(operation.size), demand.messages + 1)
            }
            Kind::Recv => (),
        }
        program.operations.push(operation);
        program.operations.len() < MAX_OPERATIONS as usize
    }

    #[inline]
    fn order(&mut self, before: u32, after: u32, from_start: bool) -> bool {
        self.orders.push((before, after | if from_start { FROM_START } else { 0 }));
        self.program.successors.len() + self.orders.len() < u32::MAX as usize
    }

    /// Sorts the orders of the rank by who is waited for. Stable: the order of the text decides who is freed first.
    fn end_of_rank(&mut self) {
        let program = &mut self.program;
        let first = *program.first.last().expect("ranks were announced") as usize;
        let own = &mut program.operations[first..];
        for (before, after) in &self.orders {
            own[*before as usize].end += 1;
            own[(after & !FROM_START) as usize].waits += 1;
        }
        // Counts become beginnings, and while the successors are put down, those become ends.
        let mut begin = program.successors.len() as u32;
        for operation in own.iter_mut() {
            begin += std::mem::replace(&mut operation.end, begin);
        }
        program.successors.resize(begin as usize, 0);
        for (before, after) in self.orders.drain(..) {
            let end = &mut own[before as usize].end;
            program.successors[*end as usize] = after;
            *end += 1;
            program.starts |= after & FROM_START != 0;
        }
        program.first.push(program.operations.len() as u32);
    }
}
