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
}

const _: () = assert!(size_of::<Operation>() == 24);

/// A program of all ranks. An operation's number counts through all ranks in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The first operation of each rank, then their number.
    first: Vec<u32>,
    operations: Vec<Operation>,
    /// Where the successors of each operation begin in `successors`, then their number.
    begin: Vec<u32>,
    /// Local numbers of operations that wait, with [`FROM_START`].
    successors: Vec<u32>,
    processors: u8,
    interfaces: u8,
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

    /// Who waits for an operation's start (`irequires`), in the order of the text.
    pub fn after_start(&self, operation: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first_of(self.operations[operation as usize].rank);
        self.links(operation).filter(|link| *link & FROM_START != 0).map(move |link| first + (link & !FROM_START))
    }

    /// Who waits for an operation's end (`requires`), in the order of the text.
    pub fn after_end(&self, operation: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first_of(self.operations[operation as usize].rank);
        self.links(operation).filter(|link| *link & FROM_START == 0).map(move |link| first + link)
    }

    #[inline]
    fn links(&self, operation: u32) -> impl Iterator<Item = u32> + '_ {
        let at = operation as usize;
        self.successors[self.begin[at] as usize..self.begin[at + 1] as usize].iter().copied()
    }

    /// Of each operation, how many others it waits for.
    pub fn blockers(&self) -> Vec<u32> {
        let mut blockers = vec![0; self.operations.len()];
        for operation in 0..self.operations.len() as u32 {
            let first = self.first_of(self.operations[operation as usize].rank);
            for link in self.links(operation) {
                blockers[(first + (link & !FROM_START)) as usize] += 1;
            }
        }
        blockers
    }
}

/// Builds a program from what the text says.
#[derive(Debug)]
pub(super) struct Builder {
    program: Program,
    /// (who is waited for, who waits with [`FROM_START`]) of the rank being read.
    orders: Vec<(u32, u32)>,
}

impl Default for Builder {
    fn default() -> Self {
        Self { program: Program { begin: vec![0], ..Program::default() }, orders: Vec::new() }
    }
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

    fn operation(&mut self, operation: Operation, _: u64) -> bool {
        let program = &mut self.program;
        program.processors = program.processors.max(operation.cpu);
        program.interfaces = program.interfaces.max(operation.nic);
        program.operations.push(operation);
        program.operations.len() < MAX_OPERATIONS as usize
    }

    fn order(&mut self, before: u32, after: u32, from_start: bool) -> bool {
        self.orders.push((before, after | if from_start { FROM_START } else { 0 }));
        self.program.successors.len() + self.orders.len() < u32::MAX as usize
    }

    fn end_of_rank(&mut self) {
        let program = &mut self.program;
        let first = *program.first.last().expect("ranks were announced");
        let own = program.operations.len() as u32 - first;
        // Stable: the order of the text decides who is freed first.
        self.orders.sort_by_key(|(before, _)| *before);
        let mut orders = self.orders.drain(..).peekable();
        for operation in 0..own {
            while let Some((_, after)) = orders.next_if(|(before, _)| *before == operation) {
                program.successors.push(after);
            }
            program.begin.push(program.successors.len() as u32);
        }
        drop(orders);
        program.first.push(first + own);
    }
}
