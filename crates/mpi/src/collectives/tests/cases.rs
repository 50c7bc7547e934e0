//! The cases of the collective algorithms' test suite: calls with their arguments, and the result that the MPI standard
//! defines.

use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, Edge, Neighbours, Operation, PROC_NULL, Reducer, Vectors};
use std::sync::Arc;

/// One call, as all ranks make it.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) operation: Operation,
    pub(super) size: u32,
    pub(super) root: u32,
    /// Elements of a message or block; for vector operations a measure of them.
    pub(super) count: u64,
    pub(super) in_place: bool,
    pub(super) commutative: bool,
    /// Whether the blocks of a vector operation have gaps between them.
    pub(super) gaps: bool,
}

/// What a buffer holds where nothing was written.
const EMPTY: u8 = 0xEE;

/// `right = left op right`: sums of 8-byte integers if it commutes, else products of 2 x 2 matrices modulo 65521.
pub(super) fn reduce(commutative: bool, left: &[u8], right: &mut [u8]) {
    if commutative {
        for (left, right) in left.chunks_exact(8).zip(right.chunks_exact_mut(8)) {
            let sum = word(left, 0, 8).wrapping_add(word(right, 0, 8));
            right.copy_from_slice(&sum.to_le_bytes());
        }
        return;
    }
    for (left, right) in left.chunks_exact(16).zip(right.chunks_exact_mut(16)) {
        let a = |i: usize| word(left, 4 * i, 4) % 65_521;
        let b: Vec<u64> = (0..4).map(|i| word(right, 4 * i, 4) % 65_521).collect();
        for i in 0..4 {
            let (row, column) = (i / 2 * 2, i % 2);
            let value = (a(row) * b[column] + a(row + 1) * b[2 + column]) % 65_521;
            right[4 * i..4 * i + 4].copy_from_slice(&(value as u32).to_le_bytes());
        }
    }
}

fn word(bytes: &[u8], offset: usize, length: usize) -> u64 {
    bytes[offset..offset + length].iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

impl Case {
    pub(super) fn plain(operation: Operation, size: u32, count: u64) -> Self {
        Self { operation, size, root: 0, count, in_place: false, commutative: true, gaps: false }
    }

    /// Whether the operation can be asked for so.
    pub(super) fn exists(&self) -> bool {
        let fixed = matches!(self.operation, Operation::Barrier | Operation::Bcast);
        !(self.in_place && (fixed || self.operation.among_neighbours()))
    }

    /// The cases of an operation on so many ranks.
    pub(super) fn all(operation: Operation, size: u32) -> Vec<Self> {
        let mut roots = vec![0];
        if operation.has_root() {
            roots = if size <= 6 { (0..size).collect() } else { vec![0, 1, size / 2, size - 1] };
        }
        let counts = if size <= 9 { vec![0, 1, 3, u64::from(size), 100] } else { vec![1, u64::from(size) + 2] };
        let reduces = Self::plain(operation, size, 0).reduces();
        let vector = operation.among_neighbours()
            || matches!(
                operation,
                Operation::Gatherv
                    | Operation::Scatterv
                    | Operation::Allgatherv
                    | Operation::Alltoallv
                    | Operation::Alltoallw
            );
        let mut cases = Vec::new();
        for root in roots {
            for &count in &counts {
                for in_place in [false, true] {
                    for other in [false, true] {
                        if !reduces && !vector && other {
                            continue;
                        }
                        let (commutative, gaps) = (!(reduces && other), vector && other);
                        cases.push(Self { operation, size, root, count, in_place, commutative, gaps });
                    }
                }
            }
        }
        cases.retain(Self::exists);
        cases
    }

    fn element(&self) -> u64 {
        if self.commutative { 8 } else { 16 }
    }

    /// Bytes that one rank sends another in a vector operation: any length, some of them none. In place what goes
    /// and what comes are equally long.
    fn pair_bytes(&self, from: u32, to: u32) -> u64 {
        let (a, b) = if self.in_place { (from.min(to), from.max(to)) } else { (from, to) };
        u64::from((3 * a + 5 * b) % 4) * self.count
    }

    /// Bytes of a rank's block in a gatherv, scatterv or allgatherv.
    fn block_bytes(&self, rank: u32) -> u64 {
        u64::from((7 * rank + 3) % 5) * self.count
    }

    /// Elements of a rank's block in a reduce_scatter; the last number of ranks' worth of counts are equal.
    fn block_elements(&self, rank: u32) -> u64 {
        if self.count.is_multiple_of(2) { self.count } else { u64::from((rank + 2) % 3) * self.count }
    }

    /// Offsets of blocks laid out in rank order, with or without gaps; and the end.
    fn offsets(&self, bytes: &[u64]) -> (Box<[u64]>, u64) {
        let mut end = 0;
        let mut offsets = Vec::new();
        for bytes in bytes {
            end += if self.gaps { 3 } else { 0 };
            offsets.push(end);
            end += bytes;
        }
        (offsets.into_boxed_slice(), end)
    }

    /// Where edges of a rank go: the same rank twice, nowhere, and maybe to itself.
    fn destinations(&self, rank: u32) -> Vec<Edge> {
        let next = ((rank + 1) % self.size) as i32;
        let far = (2 * rank % self.size) as i32;
        [next, PROC_NULL, next, far].map(|rank| Edge { rank, tag: 0 }).into()
    }

    /// Where edges of a rank come from, and their numbers among the edges of those ranks.
    fn sources(&self, rank: u32) -> Vec<(Edge, usize)> {
        let named = (0..self.size).flat_map(|from| {
            let edges = self.destinations(from).into_iter().enumerate();
            let own = edges.filter(move |(_, edge)| edge.rank == rank as i32);
            own.map(move |(at, _)| (Edge { rank: from as i32, tag: 0 }, at))
        });
        std::iter::once((Edge { rank: PROC_NULL, tag: 0 }, 0)).chain(named).collect()
    }

    /// Whether one block goes to all neighbours.
    fn one_block(&self) -> bool {
        matches!(self.operation, Operation::NeighborAllgather | Operation::NeighborAllgatherv)
    }

    /// Bytes that a rank sends along an edge that is there.
    fn edge_bytes(&self, from: u32, at: usize) -> u64 {
        match self.operation {
            Operation::NeighborAllgather | Operation::NeighborAlltoall => self.count * self.element(),
            Operation::NeighborAllgatherv => self.block_bytes(from),
            _ => u64::from((3 * from + 5 * at as u32) % 4) * self.count,
        }
    }

    fn sent_along(&self, rank: u32) -> Vec<u64> {
        let edges = self.destinations(rank).into_iter().enumerate();
        edges.map(|(at, edge)| if edge.rank == PROC_NULL { 0 } else { self.edge_bytes(rank, at) }).collect()
    }

    fn received_along(&self, rank: u32) -> Vec<u64> {
        let bytes = |(edge, at): (Edge, usize)| match u32::try_from(edge.rank) {
            Ok(from) => self.edge_bytes(from, at),
            Err(_) => 0,
        };
        self.sources(rank).into_iter().map(bytes).collect()
    }

    fn vectors_of_edges(&self, rank: u32) -> Vectors {
        let (sent, received) = (self.sent_along(rank), self.received_along(rank));
        let neighbours = Neighbours {
            sources: self.sources(rank).into_iter().map(|(edge, _)| edge).collect(),
            destinations: self.destinations(rank).into(),
        };
        let offsets = if self.one_block() { vec![0; sent.len()].into() } else { self.offsets(&sent).0 };
        Vectors {
            send_offsets: offsets,
            recv_offsets: self.offsets(&received).0,
            send_bytes: sent.into(),
            recv_bytes: received.into(),
            neighbours: Some(Arc::new(neighbours)),
        }
    }

    /// What a rank receives from its neighbours, in the order of its edges.
    fn received_from_neighbours(&self, rank: u32, contributions: &[Vec<u8>]) -> Vec<u8> {
        let there = self.sources(rank).into_iter().filter(|(edge, _)| edge.rank != PROC_NULL);
        let parts = there.flat_map(|(edge, at)| {
            let all = &contributions[edge.rank as usize];
            if self.one_block() {
                return all.clone();
            }
            let sent = self.sent_along(edge.rank as u32);
            let start = sent[..at].iter().sum::<u64>() as usize;
            all[start..start + sent[at] as usize].to_vec()
        });
        parts.collect()
    }

    fn vectors(&self, rank: u32) -> Option<Vectors> {
        if self.operation.among_neighbours() {
            return Some(self.vectors_of_edges(rank));
        }
        let all = |f: &dyn Fn(u32) -> u64| (0..self.size).map(f).collect::<Box<[u64]>>();
        let mut vectors = Vectors::default();
        match self.operation {
            Operation::Gatherv if rank != self.root => return None,
            Operation::Scatterv if rank != self.root => return None,
            Operation::Gatherv | Operation::Allgatherv => vectors.recv_bytes = all(&|other| self.block_bytes(other)),
            Operation::Scatterv => vectors.send_bytes = all(&|other| self.block_bytes(other)),
            Operation::Alltoallv | Operation::Alltoallw => {
                vectors.recv_bytes = all(&|other| self.pair_bytes(other, rank));
                if !self.in_place {
                    vectors.send_bytes = all(&|other| self.pair_bytes(rank, other));
                }
            }
            Operation::ReduceScatter => {
                vectors.recv_bytes = all(&|other| self.block_elements(other) * self.element());
                return Some(vectors);
            }
            _ => return None,
        }
        vectors.send_offsets = self.offsets(&vectors.send_bytes).0;
        vectors.recv_offsets = self.offsets(&vectors.recv_bytes).0;
        Some(vectors)
    }

    /// Whether the rank's own contribution lies in the result's place.
    fn in_place_at(&self, rank: u32) -> bool {
        self.in_place && (!self.operation.has_root() || rank == self.root)
    }

    /// What a rank contributes, blocks one after the other.
    fn contribution(&self, rank: u32) -> Vec<u8> {
        let bytes = match self.operation {
            Operation::Barrier => 0,
            Operation::Gatherv | Operation::Allgatherv | Operation::NeighborAllgatherv => self.block_bytes(rank),
            Operation::NeighborAlltoall | Operation::NeighborAlltoallv | Operation::NeighborAlltoallw => {
                self.sent_along(rank).iter().sum()
            }
            Operation::Scatterv => (0..self.size).map(|other| self.block_bytes(other)).sum(),
            Operation::Alltoallv | Operation::Alltoallw => {
                (0..self.size).map(|other| self.pair_bytes(rank, other)).sum()
            }
            Operation::Scatter | Operation::Alltoall | Operation::ReduceScatterBlock => {
                self.count * self.element() * u64::from(self.size)
            }
            Operation::ReduceScatter => self.total_elements() * self.element(),
            _ => self.count * self.element(),
        };
        let mut state = u64::from(rank) << 32 | u64::from(self.size) << 16 | self.count;
        (0..bytes)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect()
    }

    fn total_elements(&self) -> u64 {
        (0..self.size).map(|rank| self.block_elements(rank)).sum()
    }

    /// A rank's send and receive buffers before the call.
    pub(super) fn buffers(&self, rank: u32) -> (Vec<u8>, Vec<u8>) {
        let own = self.contribution(rank);
        let in_place = self.in_place_at(rank);
        let is_root = rank == self.root;
        let block = (self.count * self.element()) as usize;
        let blocks = |count: usize| vec![EMPTY; block * count];
        let (size, at) = (self.size as usize, rank as usize);
        let vectors = self.vectors(rank).unwrap_or_default();
        let laid_out = |bytes: &[u64]| vec![EMPTY; self.offsets(bytes).1 as usize];
        if self.operation.among_neighbours() {
            let send = if self.one_block() { own } else { self.spread(&own, &vectors.send_bytes) };
            return (send, laid_out(&vectors.recv_bytes));
        }
        let mut recv = match self.operation {
            Operation::Barrier => Vec::new(),
            Operation::Bcast => return (Vec::new(), if is_root { own } else { blocks(1) }),
            Operation::Gather | Operation::Reduce if !is_root => Vec::new(),
            Operation::Gather | Operation::Allgather | Operation::Alltoall => blocks(size),
            Operation::Gatherv | Operation::Allgatherv | Operation::Alltoallv | Operation::Alltoallw => {
                laid_out(&vectors.recv_bytes)
            }
            Operation::Scatter if in_place => Vec::new(),
            Operation::Scatterv if in_place => Vec::new(),
            Operation::Scatterv => vec![EMPTY; self.block_bytes(rank) as usize],
            Operation::ReduceScatter if in_place => return (Vec::new(), own),
            Operation::ReduceScatterBlock if in_place => return (Vec::new(), own),
            Operation::ReduceScatter => vec![EMPTY; (self.block_elements(rank) * self.element()) as usize],
            _ => blocks(1),
        };
        match self.operation {
            Operation::Scatter if !is_root => return (Vec::new(), recv),
            Operation::Scatter => return (own, recv),
            Operation::Scatterv if !is_root => return (Vec::new(), recv),
            Operation::Scatterv => return (self.spread(&own, &vectors.send_bytes), recv),
            Operation::Alltoallv | Operation::Alltoallw if !in_place => {
                return (self.spread(&own, &vectors.send_bytes), recv);
            }
            _ => {}
        }
        if !in_place {
            return (own, recv);
        }
        match self.operation {
            Operation::Gather | Operation::Allgather => recv[block * at..block * (at + 1)].copy_from_slice(&own),
            Operation::Gatherv | Operation::Allgatherv => {
                let start = vectors.recv_offsets[at] as usize;
                recv[start..start + own.len()].copy_from_slice(&own);
            }
            Operation::Alltoallv | Operation::Alltoallw => recv = self.spread(&own, &vectors.recv_bytes),
            _ => recv = own,
        }
        (Vec::new(), recv)
    }

    /// Lays blocks out in a buffer.
    fn spread(&self, data: &[u8], bytes: &[u64]) -> Vec<u8> {
        let (offsets, end) = self.offsets(bytes);
        let mut buffer = vec![EMPTY; end as usize];
        let mut start = 0;
        for (&offset, &bytes) in offsets.iter().zip(bytes) {
            let bytes = bytes as usize;
            buffer[offset as usize..offset as usize + bytes].copy_from_slice(&data[start..start + bytes]);
            start += bytes;
        }
        buffer
    }

    pub(super) fn call(&self, rank: u32) -> CollectiveCall {
        let (send, recv) = self.buffers(rank);
        let reducer = self.reduces().then_some({
            if self.commutative {
                Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::U64 }
            } else {
                Reducer::User { op: 0, commutative: false }
            }
        });
        let vectors = self.vectors(rank);
        CollectiveCall {
            operation: self.operation,
            root: self.root,
            send: Buffer::of_bytes(send.len() as u64),
            recv: Buffer::of_bytes(recv.len() as u64),
            count: match self.operation {
                Operation::ReduceScatter => self.total_elements(),
                Operation::Barrier
                | Operation::Gatherv
                | Operation::Scatterv
                | Operation::Allgatherv
                | Operation::Alltoallv
                | Operation::Alltoallw
                | Operation::NeighborAllgatherv
                | Operation::NeighborAlltoallv
                | Operation::NeighborAlltoallw => 0,
                _ => self.count,
            },
            element_bytes: self.element(),
            in_place: self.in_place_at(rank),
            reducer,
            vectors: vectors.map(Box::new),
            signature: 0,
            signature_sent: 0,
        }
    }

    /// The reductions of the operands of ranks 0, 0 to 1, 0 to 2, …, in order.
    fn prefixes(&self, contributions: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut prefixes: Vec<Vec<u8>> = Vec::new();
        for contribution in contributions {
            let mut value = contribution.clone();
            if let Some(earlier) = prefixes.last() {
                reduce(self.commutative, earlier, &mut value);
            }
            prefixes.push(value);
        }
        prefixes
    }

    /// All ranks' receive buffers after the call.
    pub(super) fn results(&self) -> Vec<Vec<u8>> {
        let contributions = (0..self.size).map(|rank| self.contribution(rank)).collect::<Vec<_>>();
        let prefixes = if self.reduces() { self.prefixes(&contributions) } else { Vec::new() };
        (0..self.size).map(|rank| self.result(rank, &contributions, &prefixes)).collect()
    }

    pub(super) fn reduces(&self) -> bool {
        matches!(
            self.operation,
            Operation::Reduce
                | Operation::Allreduce
                | Operation::ReduceScatter
                | Operation::ReduceScatterBlock
                | Operation::Scan
                | Operation::Exscan
        )
    }

    /// A rank's receive buffer after the call, by the definition of the operation.
    fn result(&self, rank: u32, contributions: &[Vec<u8>], prefixes: &[Vec<u8>]) -> Vec<u8> {
        let mut recv = self.buffers(rank).1;
        let root = self.root as usize;
        let last = contributions.len() - 1;
        let is_root = rank == self.root;
        let at = rank as usize;
        let block = (self.count * self.element()) as usize;
        let everyone = || contributions.iter();
        let vectors = self.vectors(rank).unwrap_or_default();
        match self.operation {
            Operation::NeighborAllgather
            | Operation::NeighborAllgatherv
            | Operation::NeighborAlltoall
            | Operation::NeighborAlltoallv
            | Operation::NeighborAlltoallw => {
                self.spread(&self.received_from_neighbours(rank, contributions), &vectors.recv_bytes)
            }
            Operation::Barrier => recv,
            Operation::Bcast => contributions[root].clone(),
            Operation::Gather | Operation::Gatherv | Operation::Reduce if !is_root => recv,
            Operation::Gather | Operation::Allgather => contributions.concat(),
            Operation::Gatherv | Operation::Allgatherv => self.spread(&contributions.concat(), &vectors.recv_bytes),
            Operation::Scatter | Operation::Scatterv if self.in_place_at(rank) => recv,
            Operation::Scatter => contributions[root][block * at..block * (at + 1)].to_vec(),
            Operation::Scatterv => {
                let start: u64 = (0..rank).map(|other| self.block_bytes(other)).sum();
                contributions[root][start as usize..(start + self.block_bytes(rank)) as usize].to_vec()
            }
            Operation::Alltoall => everyone().flat_map(|data| data[block * at..block * (at + 1)].to_vec()).collect(),
            Operation::Alltoallv | Operation::Alltoallw => {
                let parts = (0..self.size).flat_map(|other| {
                    let start: u64 = (0..rank).map(|to| self.pair_bytes(other, to)).sum();
                    let end = start + self.pair_bytes(other, rank);
                    contributions[other as usize][start as usize..end as usize].to_vec()
                });
                self.spread(&parts.collect::<Vec<_>>(), &vectors.recv_bytes)
            }
            Operation::Reduce | Operation::Allreduce => prefixes[last].clone(),
            Operation::Scan => prefixes[at].clone(),
            Operation::Exscan if rank == 0 => recv,
            Operation::Exscan => prefixes[at - 1].clone(),
            Operation::ReduceScatter | Operation::ReduceScatterBlock => {
                let elements = |rank: u32| match self.operation {
                    Operation::ReduceScatter => self.block_elements(rank),
                    _ => self.count,
                };
                let start = ((0..rank).map(elements).sum::<u64>() * self.element()) as usize;
                let bytes = (elements(rank) * self.element()) as usize;
                recv[..bytes].copy_from_slice(&prefixes[last][start..start + bytes]);
                recv
            }
        }
    }
}
