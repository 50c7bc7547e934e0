//! Executes tests and probes (`MPI_Test`, `MPI_Iprobe` and their variants) on the rank's side: normally, each asks the engine
//! once. If the program's loop around the call does nothing but poll ([`crate::poll_loop`]), the rank asks once for the whole
//! loop. The engine then answers how many polls fail, and the rank makes these failed polls without the engine.

use crate::call::Call;
use crate::poll_loop::{Poll, latest_caller, only_polls, replays_left, set_replays};
use ops::{Answer, Post};
use std::ptr::from_ref;

/// Tests or probes: the answer if it succeeds.
#[inline]
pub(super) fn poll(call: &mut Call, post: Post) -> Option<*const Answer> {
    let (watch, site) = call.poll_watch();
    if std::mem::take(&mut watch.found) {
        debug_assert!(replays_left() == 0, "a rank that only polls makes all polls");
        return Some(call.take_latest_answer());
    }
    let asked = watch.site == site && watch.misses >= watch.due && watch.refused != site && follow_loop(call);
    if asked {
        call.post(Post::OnlyPolls);
    }
    let answer = from_ref(call.ask(post));
    // SAFETY: it is the latest answer.
    let (missed, nothing) = unsafe { ((*answer).missed, (*answer).completions.is_empty()) };
    let (watch, site) = call.poll_watch();
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

/// Whether the rank does nothing but repeat this poll until it succeeds.
#[inline(never)]
fn follow_loop(call: &mut Call) -> bool {
    let caller = latest_caller();
    let certain = Poll::of(call.function(), &caller)
        .zip(call.memory_of_loop())
        .is_some_and(|(poll, memory)| only_polls(&caller, &poll, &*memory));
    if !certain {
        let (watch, site) = call.poll_watch();
        watch.refused = site;
    }
    certain
}
