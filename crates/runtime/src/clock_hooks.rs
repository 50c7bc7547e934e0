//! The clock and the sleep of simulated time, for the C library's clock and sleep functions that a program calls: reads the
//! running rank's simulated clock, and lets simulated time pass for the rank.

use crate::call::Call;
use ops::{Function, Post};
use units::Time;

/// The running rank's clock, picoseconds.
pub(crate) fn now() -> u64 {
    if crate::call::RankContext::current_or_null().is_null() {
        return 0;
    }
    let mut call = Call::enter_anytime(Function::Wtime, std::ptr::null());
    let now = call.ask(Post::ReadClock).now.ps();
    call.leave_with(now)
}

/// Lets simulated time pass for the running rank.
pub(crate) fn sleep(ps: u64) {
    if crate::call::RankContext::current_or_null().is_null() {
        return;
    }
    let mut call = Call::enter_anytime(Function::Wtime, std::ptr::null());
    call.post(Post::Sleep(Time::from_ps(ps)));
    call.ask(Post::ReadClock);
    call.leave_with(());
}
