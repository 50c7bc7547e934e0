//! Ranks with several threads: clocks of their own, requests in common, calls in the order of the batches.

use crate::support::*;
use ops::{
    Answer, CallSite, CommId, ErrorClass, FileCall, PortCall, Post, RankDriver, RankState, RequestId, ThreadPosts,
    UserMemory,
};
use std::collections::{BTreeMap, VecDeque};
use units::{ActorId, Time};
use windtunnel_mpi::{Engine, EngineOptions, FreeBlocks, Outcome, RunSummary};

const US: u64 = 1_000_000;

/// What comes of the n-th answer to a thread: batches of its rank, or its end.
type Step = ThreadPosts;

/// Ranks whose threads follow a script; thread t of rank r is number 10 r + t.
struct Threads {
    ranks: u32,
    steps: BTreeMap<u32, VecDeque<Step>>,
    /// What comes by itself while the rank is running.
    later: VecDeque<Step>,
    news: Option<ThreadPosts>,
    answers: BTreeMap<u32, Vec<Answer>>,
    memory: Memory,
}

fn batches<const N: usize>(batches: [(u32, Vec<Post>); N]) -> Step {
    ThreadPosts { batches: batches.into(), ..ThreadPosts::default() }
}

fn end(status: i32) -> Step {
    ThreadPosts { exit: Some(status), ..ThreadPosts::default() }
}

impl Threads {
    /// One rank.
    fn new<const N: usize>(steps: [(u32, Vec<Step>); N]) -> Self {
        let steps = steps.into_iter().map(|(thread, steps)| (thread, steps.into())).collect();
        let memory = Memory { bytes: vec![(0..100).collect()] };
        Self { ranks: 1, steps, later: VecDeque::new(), news: None, answers: BTreeMap::new(), memory }
    }

    fn times(&self, thread: u32) -> Vec<u64> {
        self.answers[&thread].iter().map(|answer| answer.now.ps()).collect()
    }

    fn run(&mut self) -> RunSummary {
        let options = EngineOptions {
            ranks: self.ranks,
            library: library(),
            placement: Box::new(PerHost(1)),
            resources: resources(None),
            oversubscribed_compute: None,
            blocks: Box::new(FreeBlocks),
            skip_payload_from: None,
            steps: Vec::new(),
        };
        Engine::new(options, self, None).run(&mut |_| false)
    }
}

impl RankDriver for Threads {
    fn resume(&mut self, rank: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.resume_thread(rank, 0, answer, posts)
    }

    fn resume_thread(&mut self, rank: ActorId, thread: u32, answer: &Answer, _: &mut Vec<Post>) -> RankState {
        let thread = 10 * rank.0 + thread;
        self.answers.entry(thread).or_default().push(answer.clone());
        self.news = self.steps.get_mut(&thread).and_then(VecDeque::pop_front);
        RankState::Threaded
    }

    fn take_posts(&mut self, _: ActorId) -> ThreadPosts {
        self.news.take().or_else(|| self.later.pop_front()).unwrap_or_default()
    }

    fn memory(&mut self) -> Option<&mut dyn UserMemory> {
        Some(&mut self.memory)
    }

    fn describe_site(&mut self, _: CallSite) -> String {
        "threads.c:1".to_owned()
    }
}

fn sleep(us: u64) -> Post {
    Post::Sleep(Time::from_ps(us * US))
}

#[test]
fn a_thread_that_waits_or_sleeps_stops_no_other() {
    // Thread 1 waits for a message that thread 2 sends 5 us later, while thread 0 looks at the clock.
    let mut rank = Threads::new([
        (
            0,
            vec![
                batches([
                    (1, vec![recv(0, 0, 7, buffer(50, 4)), wait(0)]),
                    (2, vec![sleep(5), Post::ReadClock]),
                    (0, vec![Post::ReadClock]),
                ]),
                Step::default(),
            ],
        ),
        (2, vec![batches([(2, vec![send(1, 0, 7, buffer(0, 4)), wait(1)])]), Step::default()]),
        (1, vec![end(3)]),
    ]);
    let outcome = rank.run();
    assert_eq!(outcome.ending, Outcome::Finished(3));
    assert_eq!(rank.times(0), [0, 0]);
    assert_eq!(rank.times(2), [5 * US, 5 * US]);
    assert_eq!(rank.times(1), [5 * US + LATENCY + 4 * PS_PER_BYTE]);
    assert_eq!(rank.memory.bytes[0][50..54], [0, 1, 2, 3]);
    assert!(outcome.warnings.is_empty(), "{:?}", outcome.warnings);
}

#[test]
fn a_batch_begins_when_the_one_before_has_left_the_library() {
    // Thread 1 computes in its call; what thread 0 does after it comes later, on its own request as well.
    let mut rank = Threads::new([
        (
            0,
            vec![
                batches([
                    (1, vec![compute(3 * US), recv(0, 0, 7, buffer(50, 4))]),
                    (0, vec![send(1, 0, 7, buffer(0, 4)), wait_many(&[0, 1], ops::WaitMode::All)]),
                    (1, vec![Post::ReadClock]),
                ]),
                end(0),
            ],
        ),
        (1, vec![Step::default()]),
    ]);
    assert_eq!(rank.run().ending, Outcome::Finished(0));
    assert_eq!(rank.times(1), [3 * US]);
    assert_eq!(rank.times(0), [0, 3 * US + LATENCY + 4 * PS_PER_BYTE]);
}

#[test]
fn one_of_the_threads_that_probe_gets_a_matched_message_and_all_see_another() {
    let probe = |request, matched| Post::Probe {
        request: ops::RequestId(request),
        comm: ops::CommId::WORLD,
        source: ops::ANY,
        tag: 7,
        matched,
        blocking: true,
    };
    for matched in [false, true] {
        let mut rank = Threads::new([
            (
                0,
                vec![
                    batches([
                        (1, vec![probe(0, matched)]),
                        (2, vec![probe(1, matched)]),
                        (0, vec![sleep(1), send(2, 0, 7, buffer(0, 4)), Post::ReadClock]),
                    ]),
                    Step::default(),
                ],
            ),
            (1, vec![Step::default()]),
            (2, vec![Step::default()]),
        ]);
        let outcome = rank.run();
        assert!(matches!(outcome.ending, Outcome::Failed(_)), "nobody goes on: {:?}", outcome.ending);
        assert_eq!(rank.times(1), [US]);
        assert_eq!(rank.answers.contains_key(&2), !matched);
    }
}

#[test]
fn a_deadlock_names_the_thread_that_waits_in_mpi() {
    let mut rank = Threads::new([(0, vec![batches([(3, vec![recv(0, 0, 9, buffer(0, 4)), wait(0)])])])]);
    let Outcome::Failed(diagnosis) = rank.run().ending else { panic!("it can't go on") };
    assert!(diagnosis.finding.contains("1 of 1 ranks can't go on"), "{}", diagnosis.finding);
    assert_eq!(diagnosis.blocked[0].waits_for, "a message from rank 0, tag 9");
}

#[test]
fn what_a_rank_with_running_threads_does_later_is_heard_before_a_deadlock_is_found() {
    let first = ThreadPosts { running: true, ..batches([(1, vec![recv(0, 0, 7, buffer(50, 4)), wait(0)])]) };
    let mut rank = Threads::new([(0, vec![first]), (1, vec![end(0)])]);
    rank.later.push_back(ThreadPosts { running: true, ..ThreadPosts::default() });
    rank.later.push_back(batches([(2, vec![send(1, 0, 7, buffer(0, 4)), wait(1)])]));
    rank.steps.insert(2, VecDeque::from([Step::default()]));
    assert_eq!(rank.run().ending, Outcome::Finished(0));
    assert_eq!(rank.times(1), [LATENCY + 4 * PS_PER_BYTE]);
}

#[test]
fn a_further_thread_asks_the_name_server_and_deletes_a_file() {
    let ask = |call| vec![Post::Port { request: RequestId(0), call: Box::new(call) }, wait(0)];
    let publish = ask(PortCall::Publish { service: "service".into(), port: "p17".into() });
    let lookup = ask(PortCall::Lookup { service: "service".into(), into: buffer(50, 3) });
    let call = Box::new(FileCall::Delete { path: (*b"/no such folder/file").into() });
    let delete = vec![Post::File { request: RequestId(0), file: CommId::NULL, call }, wait(0)];
    let steps = vec![batches([(1, lookup)]), batches([(1, delete)]), end(0)];
    let mut rank = Threads::new([(0, vec![batches([(1, publish)])]), (1, steps)]);
    assert_eq!(rank.run().ending, Outcome::Finished(0));
    assert_eq!(rank.memory.bytes[0][50..53], *b"p17");
    let errors: Vec<ErrorClass> = rank.answers[&1].iter().map(|answer| answer.completions[0].status.error).collect();
    assert_eq!(errors, [ErrorClass::Success, ErrorClass::Success, ErrorClass::NoSuchFile]);
}

/// A thread that polls ends with its rank; nobody waits for it to poll again.
#[test]
fn a_rank_that_has_ended_polls_no_more() {
    let test = || {
        let set = ops::RequestSet::One(RequestId(0));
        vec![Post::Test { set, mode: ops::WaitMode::All, peek: false }]
    };
    let poll: Vec<Step> = (0..3_000).map(|_| batches([(1, test())])).collect();
    let begin =
        batches([(1, vec![recv(0, 0, 7, buffer(50, 4))]), (1, test()), (0, vec![sleep(9_000), Post::ReadClock])]);
    let stuck = batches([(0, vec![recv(0, 0, 9, buffer(0, 4)), wait(0)])]);
    let mut ranks = Threads::new([(0, vec![begin, end(0)]), (1, poll), (10, vec![stuck])]);
    ranks.ranks = 2;
    let Outcome::Failed(diagnosis) = ranks.run().ending else { panic!("rank 1 can't go on") };
    assert!(diagnosis.finding.contains("1 of 2 ranks can't go on"), "{}", diagnosis.finding);
    assert_eq!(diagnosis.blocked[0].waits_for, "a message from rank 0, which has finished, tag 9");
    assert!(ranks.answers[&1].len() < 2_000, "the thread was parked");
}
