//! Messages of schedules without contents take the same steps at the same times as others, which they are where an observer wants to
//! know why ranks wait.

use crate::support::*;
use ops::{
    Buffer, CollectiveCall, CommCall, CommId, Function, Interest, Observer, Operation, Post, Record, RequestId,
    SplitKey,
};
use windtunnel_mpi::library::Library;
use windtunnel_mpi::{Outcome, RunSummary};

/// Messages, and whether waits are explained.
#[derive(Default)]
struct Messages {
    waits: bool,
    list: Vec<Record>,
}

impl Observer for Messages {
    fn interest(&self) -> Interest {
        Interest { messages: true, collectives: true, waits: self.waits, ..Interest::default() }
    }

    fn record(&mut self, record: &Record) {
        if matches!(record, Record::Message { .. } | Record::Collective(_)) {
            self.list.push(*record);
        }
    }
}

fn barrier(request: u32, blocking: bool) -> Post {
    let call = CollectiveCall {
        operation: Operation::Barrier,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count: 0,
        element_bytes: 0,
        in_place: false,
        reducer: None,
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    Post::Collective { request: RequestId(request), comm: CommId::WORLD, call: Box::new(call), blocking, start: None }
}

fn make(request: u32, call: CommCall) -> Post {
    Post::CreateComm { request: RequestId(request), comm: CommId::WORLD, call: Box::new(call) }
}

fn drawn(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}

/// Ranks that come at drawn times make communicators and meet. Returns the run, its records and when each rank has ended.
fn meet(ranks: u32, per_host: u32, library: &str, waits: bool) -> (RunSummary, Vec<Record>, Vec<u64>) {
    let library = Library::load(Some(library), &toml::Table::new(), &|_| None).expect("a shipped library");
    let (mut script, mut seed) = (script(ranks as usize, 0), u64::from(ranks));
    for rank in 0..ranks {
        for round in 0..6 {
            let late = drawn(&mut seed, [1, 2_000_000, 40_000_000][round % 3]);
            let key = SplitKey { color: Some(drawn(&mut seed, 3) as u32), key: drawn(&mut seed, 5) as i32 };
            let call = [CommCall::Split(key), CommCall::Dup, CommCall::SplitHost(key)][round % 3].clone();
            script.rank(rank as usize, [enter(Function::CommSplit, 1, late), make(0, call), wait(0)]);
            script.rank(rank as usize, [enter(Function::Barrier, 2, 0), barrier(1, round % 2 == 0), wait(1)]);
        }
    }
    let mut messages = Messages { waits, ..Messages::default() };
    let summary = run_with(&mut script, library, PerHost(per_host), Some(&mut messages));
    assert_eq!(summary.ending, Outcome::Finished(0));
    (summary, messages.list, (0..ranks as usize).map(|rank| script.last_time(rank)).collect())
}

#[test]
fn messages_without_contents_are_as_others() {
    for library in ["mpich-4.3", "openmpi-5.0", "ideal"] {
        for (ranks, per_host) in [(2, 1), (7, 1), (16, 1), (12, 3), (16, 16)] {
            let (summary, records, ends) = meet(ranks, per_host, library, false);
            let (same, expected, explained) = meet(ranks, per_host, library, true);
            assert!(summary.totals.messages > 0 && records.len() as u64 > summary.totals.messages);
            assert_eq!(records, expected, "{library}, {ranks} ranks");
            assert_eq!(ends, explained);
            assert_eq!(
                (summary.totals.events, summary.totals.bytes, summary.totals.costs),
                (same.totals.events, same.totals.bytes, same.totals.costs)
            );
        }
    }
}

#[test]
fn what_a_rank_has_not_received_at_its_end_is_told() {
    let [bare, other] = [false, true].map(|waits| {
        let mut script = script(3, 0);
        script.rank(0, [enter(Function::Ibarrier, 1, 0), barrier(0, false)]);
        script.rank(1, [enter(Function::Ibarrier, 1, 0), barrier(0, false)]);
        script.rank(2, [enter(Function::Barrier, 1, 0)]);
        let library = Library::load(Some("mpich-4.3"), &toml::Table::new(), &|_| None).expect("a shipped library");
        let mut messages = Messages { waits, ..Messages::default() };
        run_with(&mut script, library, PerHost(1), Some(&mut messages)).warnings
    });
    assert!(bare.iter().any(|text| text.contains("has ended without receiving a message of 0 bytes")), "{bare:?}");
    assert_eq!(bare, other);
}
