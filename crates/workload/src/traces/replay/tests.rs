//! Tests of the replay of trace operations as MPI calls, for what does not depend on the format of a trace.

use super::*;
use crate::calls::Message;
use crate::testing::{failure, fatal, first_answer, run};
use ops::{ANY, CommId, ErrorClass, RequestId, RequestSet, SendMode, WaitMode, Work};
use units::Time;

/// What a rank makes where it is read for the first time, the second, ….
struct Listed<F> {
    make: F,
    read: Vec<u32>,
}

impl<F> std::fmt::Debug for Listed<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.read)
    }
}

fn replay<F: Fn(u32, u32, &mut Made)>(ranks: u32, make: F) -> Replay<Listed<F>> {
    Replay::new(Listed { make, read: vec![0; ranks as usize] })
}

impl<F: Fn(u32, u32, &mut Made)> Source for Listed<F> {
    fn ranks(&self) -> u32 {
        self.read.len() as u32
    }

    fn read(&mut self, rank: u32, made: &mut Made) -> Result<(), String> {
        let read = &mut self.read[rank as usize];
        *read += 1;
        (self.make)(rank, *read, made);
        Ok(())
    }

    fn wrong(&self, rank: u32, problem: &str) -> String {
        format!("list of rank {rank}: {problem}")
    }

    fn cut_short(&self) -> String {
        "the list ends".to_owned()
    }

    fn describe_site(&self, site: CallSite) -> String {
        format!("site {}", site.0)
    }
}

const REQUEST: RequestId = RequestId(0);

fn to(peer: i32, bytes: u64) -> Message {
    Message { comm: CommId::WORLD, peer, tag: 3, bytes, blocking: false }
}

/// A message and the wait for it, twice.
fn two_messages(rank: u32, made: &mut Made) {
    made.init(CallSite(0), Work::NONE);
    for bytes in [u64::from(rank), 10] {
        made.send(REQUEST, to(1, bytes), SendMode::Standard);
        made.wait(RequestSet::One(REQUEST));
    }
    made.finalize(CallSite(0), Work::NONE);
}

#[test]
fn what_waits_for_an_answer_stays_the_rank_s() {
    let mut own = replay(2, |rank, _, made| two_messages(rank, made));
    let alone: Vec<Vec<Post>> = (0..2).map(|rank| run(&mut own, rank, 2)).collect();
    let mut own = replay(2, |rank, _, made| two_messages(rank, made));
    let (mut answers, mut together) = (vec![first_answer(2); 2], vec![Vec::new(); 2]);
    let mut ended = 0;
    while ended < 2 {
        for rank in 0..2 {
            let mut posts = Vec::new();
            let state = own.resume(ActorId(rank), &answers[rank as usize], &mut posts);
            ended += u32::from(state == RankState::Finished(0));
            answers[rank as usize] = failure(REQUEST, ErrorClass::Success);
            together[rank as usize].extend(posts);
        }
    }
    assert_eq!(together, alone);
    assert_eq!(alone[0].iter().filter(|post| matches!(post, Post::Wait { .. })).count(), 2);
}

#[test]
fn a_hold_lasts_from_the_mark() {
    let mut own = replay(1, |_, _, made| {
        made.operation(Operation::Mark);
        made.post(Post::ReadClock);
        made.operation(Operation::Hold(Time::from_ns(30)));
        made.operation(Operation::Hold(Time::from_ns(12)));
        made.finalize(CallSite(0), Work::NONE);
    });
    let mut posts = Vec::new();
    own.resume(ActorId(0), &Answer { now: Time::from_ns(5), ..first_answer(1) }, &mut posts);
    assert_eq!(posts, [Post::ReadClock]);
    own.resume(ActorId(0), &Answer { now: Time::from_ns(20), ..Answer::default() }, &mut posts);
    let sleeps: Vec<&Post> = posts.iter().filter(|post| matches!(post, Post::Sleep(_))).collect();
    assert_eq!(sleeps, [&Post::Sleep(Time::from_ns(15))], "the second one is over");
}

#[test]
fn what_fails_or_cannot_be_ends_the_run_with_its_place() {
    let mut own = replay(2, |rank, _, made| two_messages(rank, made));
    let mut posts = Vec::new();
    own.resume(ActorId(1), &first_answer(2), &mut posts);
    own.resume(ActorId(1), &failure(REQUEST, ErrorClass::Truncate), &mut posts);
    assert_eq!(fatal(&posts), "list of rank 1: message truncated on receive (MPI_ERR_TRUNCATE, 9 bytes)");
    let complaint = |operation: Post| {
        let mut own = replay(2, |_, _, made| made.post(operation.clone()));
        let posts = run(&mut own, 0, 2);
        assert_eq!(posts.len(), 1, "the engine does not see it: {posts:?}");
        fatal(&posts)
    };
    let cases = [
        (to(2, 8).sent(REQUEST, SendMode::Standard), "a message to a rank that the communicator has not"),
        (to(1, 1 << 49).received(REQUEST), "a message of more than 2^48 bytes"),
        (crate::calls::wait(RequestSet::One(REQUEST)), "a request that is not pending"),
    ];
    for (operation, expected) in cases {
        assert_eq!(complaint(operation), format!("list of rank 0: {expected}"));
    }
}

#[test]
fn tests_and_probes_that_may_fail_leave_requests_as_they_are() {
    let set = || RequestSet::Many(Box::new([REQUEST, RequestId(1)]));
    let mut own = replay(1, |_, read, made| match read {
        1 => {
            made.recv(REQUEST, to(ANY, 8));
            made.recv(RequestId(1), to(0, 8));
            made.post(Post::Test { set: set(), mode: WaitMode::Some, peek: false });
            made.post(Post::Wait { set: set(), mode: WaitMode::Some });
        }
        _ => {
            let (comm, source, tag) = (CommId::WORLD, ANY, 3);
            made.post(Post::Probe { request: REQUEST, comm, source, tag, matched: false, blocking: true });
            made.wait(RequestSet::One(RequestId(1)));
            made.finalize(CallSite(0), Work::NONE);
        }
    });
    // The test finds nothing, the wait the first request: its number is free, the other is still pending.
    let posts = run(&mut own, 0, 1);
    assert_eq!(posts.last(), Some(&Post::Finalize), "{}", fatal(&posts));
}

#[test]
fn a_rank_without_an_end_is_cut_short() {
    let mut own = replay(1, |_, read, made| {
        if read == 1 {
            made.init(CallSite(0), Work::NONE);
        }
    });
    let text = "the list ends".into();
    assert_eq!(run(&mut own, 0, 1).last(), Some(&Post::CutShort { text }));
}
