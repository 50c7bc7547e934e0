//! Tests of linear collective algorithms, and of the unpacking of blocks, with large numbers of ranks: the vertices (sends,
//! receives, copies …) then do not fit into one batch of a schedule, and have to be divided among several batches.

use super::executor::RankHosts;
use crate::collectives::{find, inter};
use crate::schedule::{Algorithm, Batch, Context, Loc, Next, RemoteGroup, Space, Vertex};
use ops::{Buffer, CollectiveCall, Operation, ROOT_SELF, Vectors};

/// Beyond two batches of 32,768 vertices; a power of two.
const RANKS: u32 = 1 << 17;
/// As above, and no multiple of the batch.
const UNEVEN: u32 = 2 * 32_768 + 3;

/// Blocks of one byte with gaps between them.
fn call(operation: Operation, root: u32, blocks: u32) -> CollectiveCall {
    let (bytes, offsets) =
        (vec![1; blocks as usize], (0..u64::from(blocks)).map(|rank| 2 * rank).collect::<Vec<_>>());
    let vectors = Vectors {
        send_bytes: bytes.clone().into(),
        send_offsets: offsets.clone().into(),
        recv_bytes: bytes.into(),
        recv_offsets: offsets.into(),
        neighbours: None,
    };
    CollectiveCall {
        operation,
        root,
        send: Buffer::of_bytes(1),
        recv: Buffer::of_bytes(1),
        count: 0,
        element_bytes: 1,
        in_place: false,
        reducer: None,
        vectors: Some(Box::new(vectors)),
        signature: 0,
        signature_sent: 0,
    }
}

/// Which of the caller's blocks rank 0 has sent or copied from its buffer, and received or copied into it.
fn moved(algorithm: &Algorithm, context: &Context<'_>) -> (Vec<u64>, Vec<u64>) {
    let parameters: Vec<u64> = algorithm.parameters.iter().map(config::Parameter::default_number).collect();
    let mut generator = crate::collectives::build(algorithm, context, &parameters);
    let (mut sent, mut received) = (Vec::new(), Vec::new());
    let mut block = |loc: &Loc| match loc.space() {
        Space::Send => sent.push(loc.offset() / 2),
        Space::Recv => received.push(loc.offset() / 2),
        Space::Scratch | Space::Nowhere => {}
    };
    loop {
        let mut batch = Batch::default();
        let next = generator.resume(context, &mut batch);
        for (vertex, _) in &batch.vertices {
            match vertex {
                Vertex::Send { from: loc, .. } | Vertex::Recv { into: loc, .. } => block(loc),
                Vertex::Copy { from, to, .. } => [from, to].into_iter().for_each(&mut block),
                _ => {}
            }
        }
        if next == Next::Last {
            return (sent, received);
        }
    }
}

#[test]
fn every_rank_of_a_large_group_gets_its_block() {
    for (operation, name, size) in [
        (Operation::Scatterv, "linear", UNEVEN),
        (Operation::Gatherv, "linear", UNEVEN),
        (Operation::Allgatherv, "brucks", UNEVEN),
        (Operation::Allgatherv, "recursive_doubling", RANKS),
    ] {
        let call = call(operation, 0, size);
        let hosts_of = RankHosts::new(size, |_| 0);
        let context = super::seen(&call, 0, &hosts_of, 0);
        let algorithm = find(operation, name).unwrap();
        assert_eq!((algorithm.precondition)(&context), Ok(()), "{name}");
        let (sent, received) = moved(algorithm, &context);
        let blocks = if operation == Operation::Scatterv { sent } else { received };
        assert!(blocks.iter().copied().eq(0..u64::from(size)), "{} {name}", operation.name());
    }
}

#[test]
fn every_rank_of_a_large_remote_group_gets_its_block() {
    for operation in [Operation::Scatterv, Operation::Gatherv, Operation::Allgatherv] {
        let call = call(operation, ROOT_SELF, UNEVEN);
        let locality = RankHosts::new(1, |_| 0).locality(0, 0);
        let remote = Some(RemoteGroup { size: UNEVEN, low: true });
        let context = Context {
            rank: 0,
            size: 1,
            remote,
            call: &call,
            locality,
            by_host: &[],
            blocking: true,
            agreement: false,
        };
        for algorithm in inter::of(operation) {
            let (sent, received) = moved(algorithm, &context);
            let blocks = if operation == Operation::Scatterv { sent } else { received };
            assert!(blocks.iter().copied().eq(0..u64::from(UNEVEN)), "{} {}", operation.name(), algorithm.name);
        }
    }
}
