//! Messages and collectives of the library `piosim` against figures of PIOsimHD, on the cluster of [`super::piosim_io`].
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use super::piosim_io::{DISK, collective, run_posts, wait};
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommId, Elements, Operation, Post, Reducer, RequestId, RequestSet, SendMode, WaitMode,
};
use std::collections::VecDeque;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Nanoseconds until all ranks have done what they post.
fn run(posts: Vec<VecDeque<Post>>) -> u64 {
    (run_posts(posts, 1, DISK, "piosim") * 1e9).round() as u64
}

fn send(number: u32, peer: u32, bytes: u64) -> Post {
    let (buffer, mode) = (Buffer::of_bytes(bytes), SendMode::Standard);
    let (request, comm, elements) = (RequestId(number), CommId::WORLD, Elements::Any);
    Post::Send { request, comm, peer, tag: 0, buffer, mode, blocking: true, elements }
}

fn recv(number: u32, source: u32, bytes: u64) -> Post {
    let (request, comm, elements) = (RequestId(number), CommId::WORLD, Elements::Any);
    let buffer = Buffer::of_bytes(bytes);
    Post::Recv { request, comm, source: source as i32, tag: 0, buffer, blocking: true, elements }
}

#[test]
fn messages_take_as_long_as_in_piosimhd() {
    for (bytes, golden) in [
        (0, 40_917),
        (1, 40_933),
        (KIB, 59_574),
        (10 * KIB, 227_514),
        (100 * KIB, 1_906_788),
        (100 * KIB + 1, 1_990_289),
        (MIB, 10_034_193),
        (10 * MIB, 90_702_899),
        (100 * MIB, 897_333_166),
    ] {
        let posts = vec![[send(0, 1, bytes), wait()].into(), [recv(0, 0, bytes), wait()].into()];
        assert_eq!(run(posts), golden, "{bytes} B");
    }
}

/// PIOsimHD has 897335303 ns.
#[test]
fn messages_in_both_directions_are_three_nanoseconds_from_piosimhd() {
    let both = || Post::Wait { set: RequestSet::Many([RequestId(0), RequestId(1)].into()), mode: WaitMode::All };
    let posts = |peer| VecDeque::from([recv(0, peer, 100 * MIB), send(1, peer, 100 * MIB), both()]);
    assert_eq!(run(vec![posts(1), posts(0)]) + 3, 897_335_303);
}

fn call(operation: Operation, bytes: u64) -> CollectiveCall {
    let reduces = matches!(operation, Operation::Reduce | Operation::Allreduce);
    CollectiveCall {
        operation,
        root: 0,
        send: Buffer::of_bytes(bytes),
        recv: Buffer::of_bytes(bytes),
        count: bytes,
        element_bytes: 1,
        in_place: false,
        reducer: reduces.then_some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::U8 }),
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}

/// Milliseconds of one call; 0.1 %. PIOsimHD's reduction drops data unless the number of ranks is a power of two.
#[test]
fn collectives_take_as_long_as_in_piosimhd() {
    let mut wrong = Vec::new();
    for (ranks, bytes, golden) in [
        (
            4,
            10 * KIB,
            [
                Some(0.082270),
                Some(0.526707),
                Some(0.446594),
                Some(0.914793),
                Some(0.683846),
                Some(0.641553),
                Some(0.683712),
            ],
        ),
        (
            10,
            10 * KIB,
            [Some(0.164535), Some(0.850149), None, Some(1.550606), Some(2.051534), Some(1.428515), Some(1.635463)],
        ),
        (
            4,
            10 * MIB,
            [None, Some(141.420), Some(141.392), Some(455.207), Some(271.875), Some(270.885), Some(273.376)],
        ),
        (5, 10 * MIB, [None, Some(152.069), None, Some(629.862), Some(362.505), Some(359.508), Some(362.997)]),
    ] {
        let operations = [
            Operation::Barrier,
            Operation::Bcast,
            Operation::Reduce,
            Operation::Allreduce,
            Operation::Allgather,
            Operation::Gather,
            Operation::Scatter,
        ];
        for (operation, golden) in operations.into_iter().zip(golden) {
            let Some(golden) = golden else { continue };
            let bytes = if operation == Operation::Barrier { 0 } else { bytes };
            let posts = (0..ranks).map(|_| collective(call(operation, bytes)).into()).collect();
            let found = run(posts);
            let off = found as f64 / (golden * 1e6) - 1.0;
            let text = format!(
                "{} of {ranks} ranks, {bytes} B: {found} ns, PIOsimHD {golden} ms, {:+.4} %",
                operation.name(),
                100.0 * off
            );
            println!("{text}");
            if off.abs() > 1e-3 {
                wrong.push(text);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
