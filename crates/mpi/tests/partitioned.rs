//! Partitioned communication on a wire of constant latency: the clearance of each round, when partitions go and when
//! they have arrived.

use crate::support::*;
use ops::{CommId, PartitionedCall, Post, RequestId};
use windtunnel_mpi::Outcome;
use windtunnel_mpi::library::{Library, Partitions, ProgressMode};

const US: u64 = 1_000_000;
const BYTES: u64 = 4_000;
/// Of one of four partitions.
const PART: u64 = LATENCY + BYTES / 4 * PS_PER_BYTE;

fn call(call: PartitionedCall) -> Post {
    Post::Partitioned { request: RequestId(0), call: Box::new(call) }
}

fn init(sends: bool, partitions: u32) -> Post {
    let peer = u32::from(sends);
    call(PartitionedCall::Init { comm: CommId::WORLD, peer, tag: 3, sends, partitions, bytes: BYTES })
}

fn start() -> Post {
    call(PartitionedCall::Start { buffer: buffer(0, BYTES) })
}

fn ready(first: u32, last: u32) -> Post {
    call(PartitionedCall::Ready { first, last })
}

fn pair(
    sender: impl IntoIterator<Item = Post>,
    receiver: impl IntoIterator<Item = Post>,
    library: Library,
) -> Script {
    let mut script = script(2, BYTES as usize);
    for (byte, at) in script.memory.bytes[0].iter_mut().zip(0..) {
        *byte = (at / 1_000 + 1) as u8;
    }
    script.rank(0, [init(true, 4)]).rank(0, sender).rank(0, [call(PartitionedCall::Free)]);
    script.rank(1, [init(false, 4)]).rank(1, receiver).rank(1, [call(PartitionedCall::Free)]);
    assert_eq!(run(&mut script, library).ending, Outcome::Finished(0));
    assert_eq!(script.memory.bytes[1], script.memory.bytes[0], "all partitions have come");
    script
}

fn with(partitions: Partitions) -> Library {
    let mut library = library();
    library.protocol.partitions = partitions;
    library
}

/// The announcement of the send and the clearance of the round go before the data.
const CLEARED: u64 = 2 * LATENCY;

#[test]
fn a_round_is_announced_and_cleared_before_its_data() {
    let script = pair([start(), ready(0, 3), wait(0)], [start(), wait(0)], with(Partitions::Whole));
    assert_eq!(script.time(1, 1), CLEARED + LATENCY + BYTES * PS_PER_BYTE);
    let script = pair([start(), ready(0, 3), wait(0)], [start(), wait(0)], with(Partitions::Joined(0)));
    assert_eq!(script.time(1, 1), CLEARED + PART, "four messages side by side");
}

/// A receiver that starts late clears late.
#[test]
fn data_wait_for_a_late_receiver() {
    let late = 50 * US;
    let receiver = [compute(late), start(), wait(0)];
    let script = pair([start(), ready(0, 3), wait(0)], receiver, with(Partitions::Joined(0)));
    assert_eq!(script.time(1, 1), late + LATENCY + PART);
}

/// Each partition goes when it is ready, or with the rest of its message.
#[test]
fn a_message_goes_with_the_last_of_its_partitions() {
    let gap = 20 * US;
    let sender = || {
        let steps = [2, 0, 3, 1].into_iter().flat_map(|partition| [compute(20 * US), ready(partition, partition)]);
        std::iter::once(start()).chain(steps).chain([wait(0)]).collect::<Vec<_>>()
    };
    // Looks at partition 2 long after it has come and long before the whole has.
    let look = |partition| Post::Parrived { request: RequestId(0), partition };
    let receiver = || vec![start(), compute(2 * gap), look(2), look(0), wait(0)];
    let script = pair(sender(), receiver(), with(Partitions::Joined(0)));
    assert_eq!(script.answers[1][1].completions.len(), 1, "partition 2 was ready first");
    assert!(script.answers[1][2].completions.is_empty(), "partition 0 is on its way");
    assert_eq!(script.last_time(1), 4 * gap + PART);
    // Two messages of two partitions: the second is complete with partition 3, the first with partition 1.
    let script = pair(sender(), receiver(), with(Partitions::Joined(BYTES / 2)));
    assert!(script.answers[1][1].completions.is_empty(), "it waits for partition 3");
    assert_eq!(script.last_time(1), 4 * gap + LATENCY + BYTES / 2 * PS_PER_BYTE);
}

/// The announcement is needed once, the clearance for every round.
#[test]
fn a_second_round_needs_a_clearance_only() {
    let sender = [start(), ready(0, 3), wait(0), compute(100 * US), start(), ready(0, 3), wait(0)];
    let receiver = [start(), wait(0), compute(150 * US), start(), wait(0)];
    let script = pair(sender, receiver, with(Partitions::Joined(0)));
    let first = CLEARED + PART;
    assert_eq!(script.time(1, 1), first);
    assert_eq!(script.time(1, 2), first + 150 * US + LATENCY + PART);
}

/// A library that works inside MPI alone sends cleared partitions when the sender comes back to it.
#[test]
fn inside_mpi_the_clearance_waits_for_the_sender() {
    let mut library = with(Partitions::Joined(0));
    library.protocol.progress = ProgressMode::InsideMpi;
    let busy = 80 * US;
    let sender = [start(), ready(0, 3), enter(ops::Function::Wait, 1, busy), wait(0)];
    let script = pair(sender, [start(), wait(0)], library);
    assert_eq!(script.time(1, 1), busy + PART);
}
