//! Saves and restores the part of a rank's context that belongs to one thread, as the threads of a rank take turns in MPI.

use super::sites::forwarded_site_of_thread;
use super::{Call, ErrorTarget, NO_COMM, RankContext, Upcall};
use crate::clock::{BlockClock, CPU_CLOCK, Meter};
use crate::mpi_lock;
use ops::{Answer, CallSite, Function, Post, Work};
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// The part of a context that belongs to one thread, saved while another thread of the rank is in MPI.
#[derive(Debug)]
pub(crate) struct ThreadState {
    posts: *mut Vec<Post>,
    answer: *const Answer,
    upcall: *mut Upcall,
    deferred_posts: Vec<Post>,
    clock: BlockClock,
    latest: CallSite,
}

impl Default for ThreadState {
    fn default() -> Self {
        Self {
            posts: null_mut(),
            answer: null(),
            upcall: null_mut(),
            deferred_posts: Vec::new(),
            clock: BlockClock::default(),
            latest: CallSite(0),
        }
    }
}

impl ThreadState {
    /// State of a new thread, with a list for its posts and a slot for answers.
    pub(crate) fn new(posts: *mut Vec<Post>, answer: *const Answer) -> Self {
        Self { posts, answer, clock: BlockClock::of_new_thread(), ..Self::default() }
    }

    /// Asks the thread for a reduction.
    pub(crate) fn request_reduction(&mut self, upcall: *mut Upcall) {
        self.upcall = upcall;
    }

    /// Work that the calling thread has done since it left MPI.
    pub(crate) fn computed(&mut self, meter: &Meter) -> Work {
        self.clock.stop(meter, &CPU_CLOCK)
    }
}

impl RankContext {
    /// Swaps the state of one thread of the rank with that of another.
    ///
    /// # Safety
    /// As [`RankContext::apply_answer`].
    pub(crate) unsafe fn swap_thread_state(this: *mut Self, part: &mut ThreadState) {
        use std::mem::swap;
        // SAFETY: as the caller says.
        let context = unsafe { &mut *this };
        swap(&mut context.posts, &mut part.posts);
        swap(&mut context.answer, &mut part.answer);
        swap(&mut context.upcall, &mut part.upcall);
        swap(&mut context.deferred_posts, &mut part.deferred_posts);
        swap(&mut context.clock, &mut part.clock);
        swap(&mut context.sites.latest, &mut part.latest);
    }

    /// As [`RankContext::apply_answer`], for a thread whose state is not in the context.
    ///
    /// # Safety
    /// As [`RankContext::apply_answer`].
    pub(crate) unsafe fn apply_answer_to_thread(this: *mut Self, part: &mut ThreadState) {
        // SAFETY: as the caller says.
        unsafe {
            (*part.posts).append(&mut part.deferred_posts);
            (*this).register_objects(&*part.answer);
        }
    }
}

impl Call {
    /// The same where the rank has several threads.
    #[cold]
    pub(super) fn enter_with_token(function: Function, site: *const c_void) -> Self {
        let site = forwarded_site_of_thread(site);
        let context = RankContext::current();
        // SAFETY: the transport outlives the rank, and no thread changes it.
        let meter = unsafe { (*(*context.as_ptr()).transport).meter.as_ref() };
        let (block, sync) = mpi_lock::enter(meter);
        let mut call =
            Self { context, function, site, error_target: ErrorTarget::Comm(NO_COMM), block, entered: false };
        if sync {
            call.post_enter();
            call.push(Post::AwaitClock);
            call.switch_to_engine();
        }
        call
    }
}
