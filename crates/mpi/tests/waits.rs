//! Records of waits: what ended them, and who.

use crate::support::*;
use ops::{
    Buffer, CallSite, CollectiveCall, CommCall, CommId, FileTimes, Function, Interest, Observer, Operation, Post,
    Protocol, Record, RequestId, WaitCause, WaitMode, WaitRecord,
};
use units::{ActorId, Time};
use windtunnel_mpi::library::Library;

const US: u64 = 1_000_000;

/// What is kept of a run: its waits, and what its calls say of waiting.
#[derive(Default)]
struct Waits {
    waits: Vec<WaitRecord>,
    waiting: Vec<u64>,
}

impl Observer for Waits {
    fn interest(&self) -> Interest {
        Interest { calls: true, waits: true, ..Interest::default() }
    }

    fn record(&mut self, record: &Record) {
        match *record {
            Record::Wait(wait) => self.waits.push(wait),
            Record::Call { actor, waiting, .. } => self.waiting[actor.index()] += waiting.ps(),
            _ => {}
        }
    }
}

/// (rank, start, end, cause, culprit, since) in microseconds. Waits of a rank sum to what its calls say.
fn waits(script: &mut Script) -> Vec<(u32, u64, u64, WaitCause, u32, u64)> {
    waits_with(script, library())
}

fn waits_with(script: &mut Script, library: Library) -> Vec<(u32, u64, u64, WaitCause, u32, u64)> {
    let mut seen = Waits { waiting: vec![0; script.posts.len()], ..Waits::default() };
    run_with(script, library, PerHost(1), Some(&mut seen));
    let mut sums = vec![0; seen.waiting.len()];
    let rows = seen.waits.iter().map(|record| {
        let WaitRecord { rank: actor, start, end, wait_state: cause, culprit, since, .. } = *record;
        assert!(start < end && since <= end, "{record:?}");
        sums[actor.index()] += end.ps() - start.ps();
        (actor.0, start.ps() / US, end.ps() / US, cause, culprit.0, since.ps() / US)
    });
    let rows = rows.collect();
    assert_eq!(sums, seen.waiting);
    rows
}

#[test]
fn the_last_of_several_requests_is_the_cause() {
    let mut script = script(3, 8);
    script.rank(0, [enter(Function::Waitall, 1, 0), recv(0, 1, 0, buffer(0, 1)), recv(1, 2, 0, buffer(1, 1))]);
    script.rank(0, [wait_many(&[0, 1], WaitMode::All)]);
    script.rank(1, [enter(Function::Send, 2, 7 * US), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    script.rank(2, [enter(Function::Send, 3, 3 * US), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    assert_eq!(waits(&mut script), [(0, 0, 8, WaitCause::LateSender, 1, 7)]);
}

#[test]
fn a_probe_waits_for_a_sender() {
    let mut script = script(2, 8);
    let probe =
        Post::Probe { request: RequestId(0), comm: CommId::WORLD, source: 1, tag: 0, matched: false, blocking: true };
    script.rank(0, [enter(Function::Probe, 1, 0), probe, recv(0, 1, 0, buffer(0, 1)), wait(0)]);
    script.rank(1, [enter(Function::Send, 2, 4 * US), send(0, 0, 0, buffer(0, 1)), wait(0)]);
    // The message is visible when it is sent; the receive then waits for its way.
    let expected = [(0, 0, 4, WaitCause::LateSender, 1, 4), (0, 4, 5, WaitCause::Transfer, 1, 4)];
    assert_eq!(waits(&mut script), expected);
}

/// Also who stands far from the late rank in the tree of signals.
#[test]
fn who_is_in_a_collective_as_a_whole_waits_for_the_last_to_come() {
    let mut script = script(9, 8);
    let mut library = library();
    library.set_algorithm("bcast", "dimemas:fan_in=constant,fan_out=none").expect("valid");
    for rank in 0..9 {
        let bcast = Post::Collective {
            request: RequestId(0),
            comm: CommId::WORLD,
            call: Box::new(CollectiveCall {
                operation: Operation::Bcast,
                root: 4,
                send: Buffer::EMPTY,
                recv: buffer(0, 1),
                count: 1,
                element_bytes: 1,
                in_place: false,
                reducer: None,
                vectors: None,
                signature: 0,
                signature_sent: 0,
            }),
            blocking: true,
            start: None,
        };
        let late = if rank == 5 { 50 } else { rank as u64 };
        script.rank(rank, [enter(Function::Bcast, 1, late * US), bcast, wait(0)]);
    }
    let expected: Vec<_> = (0..9)
        .map(|rank| (rank, if rank == 5 { 50 } else { u64::from(rank) }, 51, WaitCause::Collective, 5, 50))
        .collect();
    let mut found = waits_with(&mut script, library);
    found.sort_unstable_by_key(|wait| wait.0);
    assert_eq!(found, expected);
}

#[test]
fn both_ends_of_a_rendezvous_know_who_came_last() {
    let mut script = script(2, 1_000_000);
    script.rank(0, [enter(Function::Send, 1, 0), send(0, 1, 0, buffer(0, 1_000_000)), wait(0)]);
    script.rank(1, [enter(Function::Recv, 2, 5 * US), recv(0, 0, 0, buffer(0, 1_000_000)), wait(0)]);
    // One round trip and the way of the message: 3 us, and 1 ms for its bytes.
    let expected = [(1, 5, 1_008, WaitCause::Transfer, 1, 5), (0, 0, 1_008, WaitCause::LateReceiver, 1, 5)];
    assert_eq!(waits(&mut script), expected);
}

#[test]
fn who_makes_a_communicator_waits_for_the_last_to_come() {
    let mut script = script(3, 8);
    for rank in 0..3 {
        script.rank(rank, [enter(Function::CommDup, 1, [0, 6 * US, 2 * US][rank])]);
        script.rank(
            rank,
            [Post::CreateComm { request: RequestId(0), comm: CommId::WORLD, call: Box::new(CommCall::Dup) }, wait(0)],
        );
    }
    let found = waits(&mut script);
    assert!(found.iter().all(|wait| (wait.3, wait.4, wait.5) == (WaitCause::Collective, 1, 6)), "{found:?}");
    assert!(found.iter().any(|wait| wait.0 == 0 && wait.1 == 0) && found.iter().any(|wait| wait.1 == 2), "{found:?}");
}

#[test]
fn a_record_names_calls_messages_and_contention() {
    let mut script = script(2, 8);
    script.rank(0, [enter(Function::Recv, 1, 0), recv(0, 1, 0, buffer(0, 5)), wait(0)]);
    script.rank(1, [enter(Function::Send, 2, 4 * US), send(0, 0, 0, buffer(0, 5)), wait(0)]);
    let mut seen = Waits { waiting: vec![0; 2], ..Waits::default() };
    run_with(&mut script, library(), PerHost(1), Some(&mut seen));
    let expected = WaitRecord {
        rank: ActorId(0),
        function: Function::Recv,
        site: CallSite(1),
        start: Time::ZERO,
        end: Time::from_ps(5 * US + 5_000),
        wait_state: WaitCause::LateSender,
        culprit: ActorId(1),
        culprit_function: Function::Send,
        culprit_site: CallSite(2),
        since: Time::from_ps(4 * US),
        peer: ActorId(1),
        bytes: 5,
        protocol: Some(Protocol::Eager),
        // The wire does not tell how long a transfer takes alone.
        contention: Time::ZERO,
        link: None,
        files: FileTimes::default(),
    };
    assert_eq!(seen.waits, [expected]);
}
