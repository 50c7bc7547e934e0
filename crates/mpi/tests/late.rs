//! Ranks that run on while simulated time passes, and are collected where they can act.

use crate::support::{PerHost, Script, buffer, enter, library, recv, resources, script, wait};
use ops::{ANY, Answer, Beginning, Function, Outlook, Post, RankDriver, RankState};
use std::sync::atomic::Ordering;
use units::{ActorId, Time};
use windtunnel_mpi::{Engine, EngineOptions, MeasuredBlocks, Outcome};

/// Begins all ranks. They compute until they are waited for.
struct Late {
    script: Script,
    begun: Vec<ActorId>,
}

impl RankDriver for Late {
    fn inner(&self) -> Option<&dyn RankDriver> {
        Some(&self.script)
    }

    fn inner_mut(&mut self) -> Option<&mut dyn RankDriver> {
        Some(&mut self.script)
    }

    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> RankState {
        self.script.resume(actor, answer, posts)
    }

    fn begins_ranks(&self) -> bool {
        true
    }

    fn begin(&mut self, actor: ActorId, _: &Answer, _: Outlook) -> Beginning {
        self.begun.push(actor);
        Beginning::Begun
    }

    fn earliest(&mut self, _: ActorId) -> Option<Time> {
        Some(Time::from_ns(1))
    }

    fn await_measured(&mut self, actor: ActorId, _: Time) -> Option<ActorId> {
        Some(actor)
    }

    fn collect(&mut self, actor: ActorId, posts: &mut Vec<Post>) -> RankState {
        self.begun.retain(|&begun| begun != actor);
        self.script.resume(actor, &Answer::default(), posts)
    }
}

#[test]
fn ranks_that_have_been_begun_are_collected_when_the_run_is_stopped() {
    let mut late = Late { script: script(3, 1), begun: Vec::new() };
    for rank in 0..3 {
        late.script.rank(rank, [enter(Function::Recv, 1, 5_000_000), recv(0, ANY, 0, buffer(0, 1)), wait(0)]);
    }
    let options = EngineOptions {
        ranks: 3,
        library: library(),
        placement: Box::new(PerHost(1)),
        resources: resources(None),
        oversubscribed_compute: None,
        blocks: Box::new(MeasuredBlocks::new(1_000_000)),
        skip_payload_from: None,
        steps: Vec::new(),
    };
    let mut engine = Engine::new(options, &mut late, None);
    engine.hook_request().store(true, Ordering::Relaxed);
    assert_eq!(engine.run(&mut |_| true).ending, Outcome::Stopped);
    assert!(late.begun.is_empty() && late.script.answers.iter().all(|answers| answers.len() == 1));
}
