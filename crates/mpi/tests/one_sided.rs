//! One-sided communication on a wire of constant latency: when accesses, locks and epochs end, and what they write.

use crate::support::*;
use kernel::Resources;
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Access, AccessKind, CommCall, CommId, ErrorClass, Flavor, Layout, Post, RequestId, WaitMode, WindowCall,
    WindowPart,
};
use units::{Rate, Time};
use windtunnel_mpi::library::{Library, LockAll, Piecewise, ProgressMode};
use windtunnel_mpi::{Engine, EngineOptions, FreeBlocks, Outcome};

const US: u64 = 1_000_000;
const WINDOW: CommId = CommId(1);

/// Ranks that have made a window of their whole memory, and when: their own posts follow.
struct Windows {
    script: Script,
    library: Library,
}

fn windows(ranks: usize, bytes: u64, flavor: Flavor) -> Windows {
    let mut script = script(ranks, bytes as usize);
    let part = WindowPart { base: 1, bytes, unit: 1, flavor };
    for rank in 0..ranks {
        let call = Box::new(CommCall::Window(part));
        script.rank(rank, [Post::CreateComm { request: RequestId(0), comm: CommId::WORLD, call }, wait(0)]);
    }
    Windows { script, library: library() }
}

impl Windows {
    fn run(&mut self) {
        assert_eq!(run(&mut self.script, self.library.clone()).ending, Outcome::Finished(0));
    }

    /// From the making of the window to a rank's n-th answer after it.
    fn time(&self, rank: usize, answer: usize) -> u64 {
        self.script.time(rank, 1 + answer) - self.script.time(rank, 1)
    }

    fn error(&self, rank: usize, answer: usize) -> ErrorClass {
        self.script.answers[rank][1 + answer].completions[0].status.error
    }
}

fn call(request: Option<u32>, call: WindowCall) -> Post {
    Post::Window { request: request.map(RequestId), window: WINDOW, call: Box::new(call) }
}

fn flush(request: u32, target: u32, local: bool) -> [Post; 2] {
    [call(Some(request), WindowCall::Flush { target: Some(target), local }), wait(request)]
}

fn lock(request: u32, target: Option<u32>, exclusive: bool) -> [Post; 2] {
    [call(Some(request), WindowCall::Lock { target, exclusive }), wait(request)]
}

fn unlock(target: Option<u32>) -> Post {
    call(None, WindowCall::Unlock { target })
}

/// An access without contents on either side.
fn access(kind: AccessKind, target: u32, at: u64, bytes: u64) -> Access {
    Access {
        kind,
        target,
        target_offset: at,
        target_layout: Layout::block(0, bytes),
        origin_layout: Layout::default(),
        compare_layout: Layout::default(),
        result_layout: Layout::default(),
        update: None,
        ordered: true,
    }
}

/// Memory of the caller.
fn own(at: u64, bytes: u64) -> Layout {
    Layout::block(buffer(at, bytes).address as i64, bytes)
}

fn put(target: u32, from: u64, to: u64, bytes: u64) -> Post {
    let access = Access { origin_layout: own(from, bytes), ..access(AccessKind::Put, target, to, bytes) };
    call(None, WindowCall::Access(access))
}

fn get(target: u32, from: u64, to: u64, bytes: u64) -> Post {
    let access = Access { result_layout: own(to, bytes), ..access(AccessKind::Get, target, from, bytes) };
    call(None, WindowCall::Access(access))
}

fn replace(target: u32, from: u64, to: u64, bytes: u64) -> Post {
    let update = Some((BuiltinOp::Replace, Basic::U8));
    let access =
        Access { origin_layout: own(from, bytes), update, ..access(AccessKind::Accumulate, target, to, bytes) };
    call(None, WindowCall::Access(access))
}

#[test]
fn a_put_takes_its_way_and_an_empty_answer_and_is_complete_locally_at_once() {
    let mut windows = windows(2, 2_000, Flavor::Create);
    windows.script.memory.bytes[0][..1_000].fill(7);
    windows.script.rank(0, [put(1, 0, 500, 1_000)]);
    windows.script.rank(0, flush(1, 1, true)).rank(0, flush(2, 1, false));
    windows.run();
    assert_eq!(windows.time(0, 1), 0, "the library has a copy of a short put");
    assert_eq!(windows.time(0, 2), 2 * LATENCY + 1_000 * PS_PER_BYTE);
    let target = &windows.script.memory.bytes[1];
    assert!(target.iter().enumerate().all(|(at, &byte)| byte == if (500..1_500).contains(&at) { 7 } else { 0 }));
}

#[test]
fn a_long_put_is_complete_locally_only_with_its_answer() {
    let mut windows = windows(2, 200_000, Flavor::Create);
    windows.script.rank(0, [put(1, 0, 0, 200_000)]).rank(0, flush(1, 1, true));
    windows.run();
    assert_eq!(windows.time(0, 1), 2 * LATENCY + 200_000 * PS_PER_BYTE);
}

#[test]
fn a_get_asks_without_bytes_and_brings_them_back() {
    let mut windows = windows(2, 2_000, Flavor::Create);
    windows.script.memory.bytes[1][300..400].fill(5);
    windows.script.rank(0, [get(1, 300, 1_000, 100)]).rank(0, flush(1, 1, false));
    windows.run();
    assert_eq!(windows.time(0, 1), 2 * LATENCY + 100 * PS_PER_BYTE);
    assert_eq!(windows.script.memory.bytes[0][1_000..1_100], [5; 100]);
}

/// A flush of one target does not wait for accesses to others.
#[test]
fn a_flush_waits_for_its_own_target() {
    let mut windows = windows(3, 50_000, Flavor::Create);
    windows.script.rank(0, [put(1, 0, 0, 10), put(2, 0, 0, 50_000)]);
    windows.script.rank(0, flush(1, 1, false));
    windows.script.rank(0, [call(Some(2), WindowCall::Flush { target: None, local: false }), wait(2)]);
    windows.run();
    assert_eq!(windows.time(0, 1), 2 * LATENCY + 10 * PS_PER_BYTE);
    assert_eq!(windows.time(0, 2), 2 * LATENCY + 50_000 * PS_PER_BYTE);
}

/// The wire lets a short message overtake a long one; accumulates of one rank to one target are applied in their order.
#[test]
fn accumulates_of_a_pair_are_applied_in_order() {
    let mut windows = windows(2, 1_000, Flavor::Create);
    windows.script.memory.bytes[0][..500].fill(1);
    windows.script.memory.bytes[0][500] = 9;
    windows.script.rank(0, [replace(1, 0, 0, 500), replace(1, 500, 3, 1)]).rank(0, flush(1, 1, false));
    windows.run();
    assert_eq!(windows.script.memory.bytes[1][..5], [1, 1, 1, 9, 1]);
    assert_eq!(windows.time(0, 1), 2 * LATENCY + 500 * PS_PER_BYTE);
}

/// Accumulates that compute occupy the target's core, one after the other.
#[test]
fn a_target_combines_at_its_reduction_rate() {
    let mut windows = windows(2, 8, Flavor::Create);
    windows.library.protocol.reduction_rate = Some(Rate(1_000_000));
    windows.script.memory.bytes[0][..2].copy_from_slice(&[3, 4]);
    let add = |from| {
        let update = Some((BuiltinOp::Sum, Basic::U8));
        let access = Access { origin_layout: own(from, 1), update, ..access(AccessKind::Accumulate, 1, 0, 1) };
        call(None, WindowCall::Access(access))
    };
    windows.script.rank(0, [add(0), add(1)]).rank(0, flush(1, 1, false));
    windows.run();
    assert_eq!(windows.script.memory.bytes[1][0], 7);
    assert_eq!(windows.time(0, 1), 2 * LATENCY + PS_PER_BYTE + 2 * US);
}

#[test]
fn compare_and_swap_writes_if_equal_and_returns_what_was_there() {
    let mut windows = windows(2, 8, Flavor::Create);
    windows.script.memory.bytes[0][..3].copy_from_slice(&[5, 6, 8]);
    windows.script.memory.bytes[1][0] = 5;
    let swap = |compare, new, result| {
        let layouts = (own(compare, 1), own(new, 1), own(result, 1));
        let access = Access {
            compare_layout: layouts.0,
            origin_layout: layouts.1,
            result_layout: layouts.2,
            ..access(AccessKind::CompareAndSwap, 1, 0, 1)
        };
        call(None, WindowCall::Access(access))
    };
    // 5 becomes 6; it is not 5 any more, so that 8 is not written.
    windows.script.rank(0, [swap(0, 1, 4), swap(0, 2, 5)]).rank(0, flush(1, 1, false));
    windows.run();
    assert_eq!(windows.script.memory.bytes[1][0], 6);
    assert_eq!(windows.script.memory.bytes[0][4..6], [5, 6]);
    assert_eq!(windows.time(0, 1), 2 * LATENCY + 3 * PS_PER_BYTE, "two bytes out, one back");
}

#[test]
fn an_exclusive_lock_is_granted_when_the_one_before_is_released() {
    let mut windows = windows(3, 8, Flavor::Create);
    let held = 30 * US;
    let unlock = || unlock(Some(0));
    windows.script.rank(1, lock(1, Some(0), true)).rank(1, [compute(held), unlock()]);
    windows.script.rank(2, [compute(US)]).rank(2, lock(1, Some(0), true)).rank(2, [unlock()]);
    windows.run();
    assert_eq!(windows.time(1, 1), 2 * LATENCY);
    assert_eq!(windows.time(2, 1), 4 * LATENCY + held, "request and grant, then the release and the next grant");
}

#[test]
fn shared_locks_are_held_side_by_side_and_of_all_ranks_at_once() {
    let mut windows = windows(3, 8, Flavor::Create);
    windows.script.rank(1, lock(1, Some(0), false)).rank(1, [compute(30 * US), unlock(Some(0))]);
    windows.script.rank(2, [compute(US)]).rank(2, lock(1, None, false)).rank(2, [unlock(None)]);
    // Exclusive after both: rank 1 is the last to release.
    windows.script.rank(0, [compute(2 * US)]).rank(0, lock(1, Some(0), true)).rank(0, [unlock(Some(0))]);
    windows.run();
    assert_eq!((windows.time(1, 1), windows.time(2, 1)), (2 * LATENCY, US + 2 * LATENCY));
    assert_eq!(windows.time(0, 1), 4 * LATENCY + 30 * US);
}

/// n² messages of n ranks would be too many: one stands for those of a rank to all, which it pays for.
#[test]
fn locks_of_all_ranks_are_asked_for_by_one_message_and_paid_for_one_by_one() {
    const RANKS: usize = 12;
    let each = Time::from_ns(300);
    for (inside, messages) in [(ProgressMode::Background, 3 * RANKS), (ProgressMode::InsideMpi, 3 * RANKS * RANKS)] {
        let mut windows = windows(RANKS, 8, Flavor::Create);
        windows.library.protocol.isend = Piecewise::constant(each);
        windows.library.protocol.progress = inside;
        for rank in 0..RANKS {
            windows.script.rank(rank, lock(1, None, false)).rank(rank, [unlock(None)]);
        }
        let wire = Wire::default();
        let seen = wire.transfers();
        let options = EngineOptions {
            ranks: RANKS as u32,
            library: windows.library.clone(),
            placement: Box::new(PerHost(1)),
            resources: Resources { network: Box::new(wire), ..resources(None) },
            oversubscribed_compute: None,
            blocks: Box::new(FreeBlocks),
            skip_payload_from: None,
            steps: Vec::new(),
        };
        let outcome = Engine::new(options, &mut windows.script, None).run(&mut |_| false);
        assert_eq!(
            (outcome.ending, seen.borrow().len()),
            (Outcome::Finished(0), messages),
            "to ask, answer, give back"
        );
        let paid = RANKS as u64 * each.ps();
        assert_eq!(windows.time(3, 1), paid + 2 * LATENCY);
    }
}

/// Locks of all ranks wait for an exclusive lock of one, and one for them, in the order of their requests.
#[test]
fn locks_of_all_ranks_and_exclusive_ones_wait_for_each_other() {
    let (held, busy) = (30 * US, 20 * US);
    for (lock_all, locked, all) in [
        (LockAll::Each, 2 * LATENCY, 4 * LATENCY + held),
        // By leave of rank 0 first.
        (LockAll::RankZero, 4 * LATENCY, 6 * LATENCY + held),
    ] {
        let mut windows = windows(4, 8, Flavor::Create);
        windows.library.protocol.lock_all = lock_all;
        windows.script.rank(1, lock(1, Some(0), true)).rank(1, [compute(held), unlock(Some(0))]);
        windows.script.rank(2, [compute(US)]).rank(2, lock(1, None, false)).rank(2, [compute(busy), unlock(None)]);
        windows.script.rank(3, [compute(10 * US)]).rank(3, lock(1, Some(0), true)).rank(3, [unlock(Some(0))]);
        windows.run();
        assert_eq!((windows.time(1, 1), windows.time(2, 1)), (locked, all), "{lock_all:?}");
        let last = if lock_all == LockAll::Each { 2 * LATENCY } else { 4 * LATENCY };
        assert_eq!(windows.time(3, 1), all + busy + last, "{lock_all:?}: back, and what an exclusive lock takes");
    }
}

/// A rank that holds the locks of all but one, for which it waits, keeps others from them.
#[test]
fn locks_of_all_ranks_are_held_where_nobody_else_holds_one() {
    let mut windows = windows(4, 8, Flavor::Create);
    let held = 30 * US;
    windows.script.rank(1, lock(1, Some(0), true)).rank(1, [compute(held), unlock(Some(0))]);
    for rank in [0, 2] {
        windows.script.rank(rank, [compute(US)]).rank(rank, lock(1, None, false)).rank(rank, [unlock(None)]);
    }
    windows.script.rank(3, [compute(5 * US)]).rank(3, lock(1, Some(1), true)).rank(3, [unlock(Some(1))]);
    windows.run();
    let all = 4 * LATENCY + held;
    assert_eq!((windows.time(0, 1), windows.time(2, 1)), (all, all));
    assert_eq!(windows.time(3, 1), all + 2 * LATENCY);
}

/// Locked at first use, an access waits for its target's lock, and those after it do not.
#[test]
fn at_first_use_an_access_waits_for_the_lock_of_its_target() {
    let mut windows = windows(4, 8, Flavor::Create);
    windows.library.protocol.lock_all = LockAll::FirstUse;
    windows.script.memory.bytes[2] = vec![7, 8, 9, 0, 0, 0, 0, 0];
    let held = 30 * US;
    windows.script.rank(1, lock(1, Some(0), true)).rank(1, [compute(held), unlock(Some(0))]);
    windows.script.rank(2, [compute(US)]).rank(2, lock(1, None, false));
    windows.script.rank(2, [put(0, 0, 4, 1), put(0, 1, 5, 1)]).rank(2, flush(2, 0, false));
    windows.script.rank(2, [put(0, 2, 6, 1)]).rank(2, flush(3, 0, false)).rank(2, [put(3, 2, 0, 1)]);
    windows.script.rank(2, flush(4, 3, false)).rank(2, [compute(9 * US), unlock(None)]);
    windows.script.rank(3, [compute(60 * US)]).rank(3, lock(1, Some(0), true)).rank(3, [unlock(Some(0))]);
    windows.run();
    assert_eq!(windows.time(2, 1), US + 2 * LATENCY, "its own lock");
    let first = 6 * LATENCY + held + PS_PER_BYTE;
    assert_eq!(windows.time(2, 2), first, "what rank 1 gives back, the answer, the access and its own");
    assert_eq!(windows.time(2, 3), first + 2 * LATENCY + PS_PER_BYTE);
    let last = first + 6 * LATENCY + 2 * PS_PER_BYTE;
    assert_eq!(windows.time(2, 4), last);
    assert_eq!(windows.script.memory.bytes[0][4..7], [7, 8, 9]);
    assert_eq!(windows.time(3, 1), 62 * US, "the locks of ranks 0 and 3 are given back by then");
}

/// Rank 0 holds a lock for ever, for which rank 1 waits: the report says who it is.
#[test]
fn a_report_names_the_holders_of_locks_of_all_ranks() {
    let never = || recv(9, 1, 7, buffer(0, 1));
    let held = |lock_all, first: [Post; 2], second: Vec<Post>| {
        let mut windows = windows(3, 8, Flavor::Create);
        windows.library.protocol.lock_all = lock_all;
        windows.script.rank(0, first).rank(0, [never(), wait(9)]);
        windows.script.rank(1, [compute(5 * US)]).rank(1, second);
        let Outcome::Failed(diagnosis) = run(&mut windows.script, windows.library).ending else { panic!("it ends") };
        let waits = diagnosis.blocked.into_iter().find(|blocked| blocked.rank == 1);
        waits.expect("rank 1 waits").waits_for
    };
    let exclusive = || lock(1, Some(2), true);
    let by = ", held or asked for before by rank 0, window 1";
    // Rank 2 ends at once: its memory can be locked all the same.
    let of_rank_2 = format!("the lock of rank 2 (which has finished){by}");
    for lock_all in [LockAll::Each, LockAll::RankZero] {
        assert_eq!(held(lock_all, lock(1, None, false), exclusive().into()), of_rank_2);
    }
    let all = lock(1, None, false);
    assert_eq!(held(LockAll::Each, exclusive(), all.clone().into()), of_rank_2);
    assert_eq!(held(LockAll::RankZero, exclusive(), all.clone().into()), format!("the locks of all ranks{by}"));
    let access = [&all[..], &[put(2, 0, 0, 1)], &flush(2, 2, false)].concat();
    assert_eq!(held(LockAll::FirstUse, exclusive(), access), of_rank_2);
}

/// Post, start, complete and wait: a start ends with the last post, an exposure with the last complete.
#[test]
fn epochs_of_active_targets_end_with_the_last_of_their_group() {
    let mut windows = windows(4, 8, Flavor::Create);
    for (target, late) in [(0, 10 * US), (1, 20 * US)] {
        let expose = WindowCall::Expose { origins: [2, 3].into(), no_check: false };
        windows.script.rank(target, [compute(late), call(Some(1), expose), wait(1)]);
    }
    for (origin, busy) in [(2, 40 * US), (3, 5 * US)] {
        let targets: Box<[u32]> = [0, 1].into();
        let start = WindowCall::Start { targets: targets.clone() };
        windows.script.rank(origin, [call(Some(1), start), wait(1), compute(busy)]);
        windows.script.rank(origin, [call(None, WindowCall::Complete { targets })]);
    }
    windows.run();
    let opened = 20 * US + LATENCY;
    assert_eq!((windows.time(2, 1), windows.time(3, 1)), (opened, opened));
    let completed = opened + 40 * US + LATENCY;
    assert_eq!((windows.time(0, 1), windows.time(1, 1)), (completed, completed));
}

/// A signal opens or completes one epoch, not those after it.
#[test]
fn every_epoch_of_an_active_target_is_opened_and_completed_anew() {
    let mut windows = windows(2, 8, Flavor::Create);
    let late = 50 * US;
    for wait_for in [0, late] {
        let expose = WindowCall::Expose { origins: [1].into(), no_check: false };
        windows.script.rank(0, [compute(wait_for), call(Some(1), expose), wait(1)]);
        let (start, complete) =
            (WindowCall::Start { targets: [0].into() }, WindowCall::Complete { targets: [0].into() });
        windows.script.rank(1, [call(Some(1), start), wait(1), compute(wait_for), call(None, complete)]);
    }
    windows.run();
    let first = 2 * LATENCY;
    assert_eq!((windows.time(1, 1), windows.time(0, 1)), (LATENCY, first));
    let opened = first + late + LATENCY;
    assert_eq!((windows.time(1, 2), windows.time(0, 2)), (opened, opened + late + LATENCY));
}

#[test]
fn memory_is_shared_on_one_host_only() {
    for (per_host, error) in [(1, ErrorClass::RmaShared), (2, ErrorClass::Success)] {
        let mut windows = windows(2, 8, Flavor::Shared);
        let outcome = run_with(&mut windows.script, windows.library.clone(), PerHost(per_host), None);
        assert_eq!(outcome.ending, Outcome::Finished(0));
        assert_eq!([0, 1].map(|rank| windows.error(rank, 0)), [error; 2]);
    }
}

/// A library that works inside MPI alone serves an access when the target comes back to it.
#[test]
fn inside_mpi_an_access_waits_for_its_target() {
    let mut windows = windows(2, 8, Flavor::Create);
    windows.library.protocol.progress = ProgressMode::InsideMpi;
    let busy = 50 * US;
    windows.script.rank(0, [put(1, 0, 0, 4)]).rank(0, flush(1, 1, false));
    windows.script.rank(0, [isend(2, 1, 0, buffer(0, 1)), wait(2)]);
    windows.script.rank(1, [enter(ops::Function::Recv, 1, busy), recv(1, 0, 0, buffer(4, 1)), wait(1)]);
    windows.run();
    assert_eq!(windows.time(0, 1), busy + LATENCY);
}

#[test]
fn a_dynamic_window_is_what_is_attached() {
    let mut windows = windows(2, 100, Flavor::Dynamic);
    windows.script.memory.bytes[0].fill(3);
    for (address, bytes) in [(11, 10), (21, 10)] {
        windows.script.rank(1, [call(None, WindowCall::Attach { address, bytes })]);
    }
    windows.script.rank(1, [compute(1)]);
    // Offsets are addresses: across both pieces, then a byte too far, then a byte too early.
    let cases = [(15, 16, ErrorClass::Success), (15, 17, ErrorClass::RmaRange), (10, 4, ErrorClass::RmaRange)];
    for ((at, bytes, _), request) in cases.into_iter().zip(1..) {
        windows.script.rank(0, [put(1, 0, at, bytes)]).rank(0, flush(request, 1, false));
    }
    windows.run();
    for ((at, bytes, error), answer) in cases.into_iter().zip(1..) {
        assert_eq!(windows.error(0, answer), error, "{bytes} bytes at {at}");
    }
    let written = windows.script.memory.bytes[1].iter().filter(|&&byte| byte == 3).count();
    assert_eq!(written, 16);
}

/// Several requests of accesses may be waited for at once.
#[test]
fn a_request_of_a_get_ends_with_its_answer() {
    let mut windows = windows(2, 100, Flavor::Allocate);
    for (request, bytes) in [(1, 60), (2, 20)] {
        let get = Access { result_layout: own(0, bytes), ..access(AccessKind::Get, 1, 0, bytes) };
        windows.script.rank(0, [call(Some(request), WindowCall::Access(get))]);
    }
    windows.script.rank(0, [wait_many(&[1, 2], WaitMode::Any), wait(1)]);
    windows.run();
    assert_eq!(windows.script.answers[0][2].completions[0].request, RequestId(2));
    assert_eq!(windows.time(0, 1), 2 * LATENCY + 20 * PS_PER_BYTE);
    assert_eq!(windows.time(0, 2), 2 * LATENCY + 60 * PS_PER_BYTE);
}
