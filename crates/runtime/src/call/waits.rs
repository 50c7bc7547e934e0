//! Waits of a rank for the engine, outside of what MPI asks of it.

use super::{Call, RankContext};
use crate::clock::{CPU_CLOCK, ticks};
use crate::mpi_lock;
use ops::Post;
use std::ptr::null;

impl Call {
    /// Waits until the engine catches up with a rank that has run ahead ([`super::Transport::run_ahead`]). Called outside of MPI, or
    /// before a call has posted anything: the time it takes belongs to no block.
    pub(crate) fn wait_for_engine() {
        let mut call = Self::outside_mpi(null());
        let since = ticks();
        call.push(Post::AwaitClock);
        call.switch_to_engine();
        call.context().clock.leave_out(since, &CPU_CLOCK);
    }

    /// The same, but the engine need not catch up with the rank if it only waits for others.
    pub(crate) fn wait_for_others() {
        let context = RankContext::current();
        // SAFETY: the running rank's context; no reference lives while the engine runs.
        unsafe {
            let has_handed_over = (*context.as_ptr()).has_handed_over;
            Self::wait_for_engine();
            (*context.as_ptr()).has_handed_over = has_handed_over;
        }
    }

    /// Hands over what has been posted at the end of a call, and waits until the engine has the rank go on.
    pub(crate) fn wait_to_be_begun() {
        let mut call = Self::outside_mpi(null());
        call.push(Post::AwaitClock);
        call.switch_to_engine();
        call.context().has_handed_over = true;
    }

    /// Whether the running rank is in a reduction that the engine has asked for.
    pub(crate) fn is_in_upcall() -> bool {
        let context = RankContext::current_or_null();
        // SAFETY: the running rank's context.
        !context.is_null() && unsafe { !(*context).upcall.is_null() }
    }

    /// Waits until simulated time has reached the rank's own clock, if it has posted anything since it waited for an answer: what it does
    /// next others can see.
    pub(crate) fn wait_for_clock() {
        let context = RankContext::current_or_null();
        // SAFETY: the running rank's context; the engine's vector is lent to it.
        let ahead = unsafe {
            !context.is_null()
                && (*context).upcall.is_null()
                && ((*context).has_handed_over || (*context).posts.as_ref().is_some_and(|posts| !posts.is_empty()))
        };
        if ahead && !mpi_lock::is_active() {
            Self::wait_for_engine();
            // SAFETY: as above.
            unsafe { (*context).has_handed_over = false };
        }
    }
}
