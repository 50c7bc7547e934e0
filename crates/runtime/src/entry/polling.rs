//! Executes tests and probes (`MPI_Test`, `MPI_Iprobe` and their variants) on the rank's side: normally, each asks the engine
//! once. If the program's loop around the call does nothing but poll ([`crate::poll_loop`]), the rank asks once for the whole
//! loop. The engine then answers how many polls fail, and the rank makes these failed polls without the engine.

use crate::call::{Call, Round};
use crate::poll_loop::{Poll, latest_caller, only_polls, replays_left, set_replays};
use ops::{Answer, Post, RepeatedPoll};
use std::ptr::from_ref;

/// Tests or probes: the answer if it succeeds.
#[inline]
pub(super) fn poll(call: &mut Call, post: Post) -> Option<*const Answer> {
    let (watch, site) = call.poll_watch();
    if std::mem::take(&mut watch.found) {
        debug_assert!(replays_left() == 0, "a rank that only polls makes all polls");
        let answer = call.take_latest_answer();
        // SAFETY: it is the latest answer.
        let nothing = unsafe { (*answer).completions.is_empty() };
        let (watch, _) = call.poll_watch();
        watch.note(site, nothing);
        return (!nothing).then_some(answer);
    }
    let others = if watch.misses >= watch.due { others(call) } else { None };
    let asked = others.is_some();
    if let Some(others) = others {
        call.post(Post::OnlyPolls { others });
    }
    let (watch, site) = call.poll_watch();
    if watch.loops.as_ref().is_some_and(|loops| loops.round.is_some()) {
        note_made(call, &post);
    }
    let answer = from_ref(call.ask(post));
    // SAFETY: it is the latest answer.
    let (missed, nothing) = unsafe { ((*answer).missed, (*answer).completions.is_empty()) };
    let (watch, _) = call.poll_watch();
    if missed > 0 {
        watch.found = true;
        watch.note(site, false);
        set_replays(missed - 1);
        return None;
    }
    watch.note(site, nothing);
    if asked && nothing {
        // The engine has simulated this poll instead of computing its run of polls: ask again after twice as many misses.
        watch.due = watch.misses.saturating_mul(2);
    }
    (!nothing).then_some(answer)
}

/// The polls that the rank makes in turn with this one, if it makes no others until one succeeds, and all have been made.
#[inline(never)]
fn others(call: &mut Call) -> Option<Box<[RepeatedPoll]>> {
    let (watch, site) = call.poll_watch();
    let latest = watch.site;
    let loops = watch.loops.get_or_insert_default();
    if let Some(round) = &loops.round {
        if round.made.len() < round.others {
            return None;
        }
        return loops.round.take().filter(|round| round.first == site).map(|round| round.made.into());
    }
    if loops.refuses(site) {
        return None;
    }
    match follow_loop(call, latest == site) {
        Some(1) => Some(Box::default()),
        Some(polls) => {
            let round = Round { first: site, others: polls as usize - 1, made: Vec::new() };
            call.poll_watch().0.loops.get_or_insert_default().round = Some(round);
            None
        }
        None => {
            call.poll_watch().0.loops.get_or_insert_default().refuse(site);
            None
        }
    }
}

/// A poll of a round is made. If it succeeds, the round is forgotten.
fn note_made(call: &mut Call, post: &Post) {
    let (function, number) = (call.function(), call.posted_site());
    let (watch, site) = call.poll_watch();
    if let Some(round) = watch.loops.as_mut().and_then(|loops| loops.round.as_mut())
        && (round.first != site || !round.made.is_empty())
    {
        round.made.push(RepeatedPoll { function, site: number, post: post.clone() });
    }
}

/// How many polls a round has if the rank does nothing but repeat it until one succeeds. `again`: the latest one that has failed was
/// made here.
#[inline(never)]
fn follow_loop(call: &mut Call, again: bool) -> Option<u32> {
    let caller = latest_caller();
    let poll = Poll::of(call.function(), &caller.passed)?;
    let memory = call.memory_of_loop()?;
    if !again && !poll.is_plain() {
        return None;
    }
    let loops = call.poll_watch().0.loops.get_or_insert_default();
    if let Some(polls) = loops.polls(&caller) {
        return Some(polls);
    }
    let certain = only_polls(&caller, &poll, &*memory)?;
    let polls = certain.polls;
    loops.keep(certain);
    Some(polls)
}
