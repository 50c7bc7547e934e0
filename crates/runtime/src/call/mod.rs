//! The connection of MPI entry points to the engine: the context of a rank, and the call being made.
//!
//! A [`RankContext`] is all the runtime knows of one rank. The driver makes it current ([`RankContext::run_as`]) before it
//! resumes the rank; entry points find it there. Within an entry point, a [`Call`] stands for the call being made: it checks
//! that MPI is initialised, collects the call's requests to the engine (posts), hands them over when an answer is needed
//! ([`Call::ask`]), and passes an error ([`Fault`]) to the error handler ([`Call::leave`]).
//!
//! The rank's stack is small, and shared with the program's code, which may throw or `longjmp` across the library's frames.
//! So no value that needs dropping, no borrow and no lock may live across [`Call::ask`] or a callback. Values that must
//! outlive them are owned by the rank's tables.

mod ahead;
mod faults;
mod granted;
mod polls;
mod sites;
pub(crate) mod threads;
mod waits;

use crate::callbacks::CallbackKind;
use crate::clock::{BlockClock, CPU_CLOCK, Meter};
use crate::images::workers::board;
use crate::mpi_lock;
use crate::outside_wait::OutsideWait;
use crate::poll_loop::Memory;
use crate::upcall;
pub(crate) use ahead::Carrying;
use ahead::SentAhead;
pub(crate) use granted::{Demand, GrantedBodies};
use mpi_rank::{Fault, Handle, Phase, Rank, handles};
use ops::{Answer, CallSite, Enter, Function, Post, Status, Work};
pub(crate) use polls::{PollWatch, Round};
use sites::{SiteCache, forwarded_site};
use std::ffi::{c_int, c_void};
use std::ptr::{NonNull, null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};
use units::{ActorId, Time};

/// Carries a rank's posts to the engine. Functions get the context of the calling rank and run on its stack, which is
/// small.
#[derive(Debug)]
pub struct Transport {
    /// Hands the posts over and returns when the rank has been resumed: with an answer, or with an upcall to run.
    pub switch: unsafe fn(*mut RankContext),
    /// Whether the rank runs ahead of the engine after its latest post, a blocking send; such a send gets no answer. None:
    /// ranks never run ahead.
    pub run_ahead: Option<unsafe fn(*mut RankContext) -> bool>,
    /// Notes that the rank leaves a call of MPI's. None: it need not be known.
    pub leave: Option<unsafe fn(*mut RankContext)>,
    /// Notes that it enters one.
    pub enter: Option<unsafe fn(*mut RankContext)>,
    /// The call site of a return address. May hand over posts first, as [`Transport::switch`] does.
    pub intern_site: unsafe fn(*mut RankContext, *const c_void) -> CallSite,
    /// Writes the name of the simulated host of the rank and returns its length; a longer name is cut.
    pub host_name: unsafe fn(*mut RankContext, &mut [u8]) -> usize,
    /// The memory of the running rank, where its loops may be followed.
    pub(crate) own_memory: OwnMemory,
    /// How blocks are measured; none: they are not, and no clock is read.
    pub meter: Option<Meter>,
}

/// Gives the memory that is the running rank's own.
pub(crate) type OwnMemory = fn() -> Option<Box<dyn Memory>>;

/// A user's reduction that the engine wants done: `inout = input op inout` on `count` packed elements.
#[derive(Debug)]
pub struct Upcall {
    /// Operation and datatype, as in [`ops::Reducer::User`].
    pub op: u64,
    /// Elements.
    pub count: u64,
    /// The left operand.
    pub input: *const u8,
    /// The right operand and result.
    pub inout: *mut u8,
    /// Bytes of each.
    pub bytes: usize,
}

/// Posts that a rank makes before the engine takes them: a list of 64 KiB stays in the caches, and one of all posts of a program that
/// asks for many things before it waits would not.
pub(crate) const POSTS_MAX: usize = 1024;

/// One rank, as the runtime sees it. The driver owns it and never moves it while the rank lives.
#[derive(Debug)]
pub struct RankContext {
    /// Its MPI state.
    pub rank: Rank,
    /// Where posts go while it runs: the engine's vector, lent for one resumption.
    posts: *mut Vec<Post>,
    /// The answer to the last post that demanded one, lent for the same time.
    answer: *const Answer,
    /// What it is resumed for, if not for an answer.
    upcall: *mut Upcall,
    /// Posts made inside an upcall, where the engine takes none: posted after it.
    deferred_posts: Vec<Post>,
    transport: *const Transport,
    /// The transport's own data.
    pub transport_data: *mut c_void,
    sites: SiteCache,
    clock: BlockClock,
    /// It has handed over posts since it last waited for an answer ([`Call::wait_to_be_begun`]).
    has_handed_over: bool,
    polls: PollWatch,
    /// Its latest wait outside of MPI, if it has ever waited there.
    outside: Option<Box<OutsideWait>>,
    /// The sends that it has run ahead of, if it ever has in this process.
    sent_ahead: Option<Box<SentAhead>>,
    /// The bodies that it may skip, if it has ever been granted some.
    granted: Option<Box<GrantedBodies>>,
}

// There may be a million ranks; a blocked one holds one request in a table beside this.
const _: () = assert!(size_of::<RankContext>() + size_of::<mpi_rank::requests::Request>() <= 512);

/// Called at the first call of MPI in a process without a rank, which may become one.
static FIRST_CALL: OnceLock<fn()> = OnceLock::new();

/// The rank that runs. One OS thread runs all ranks of a process.
static CURRENT: AtomicPtr<RankContext> = AtomicPtr::new(null_mut());

impl RankContext {
    /// The context of a rank that has not started.
    ///
    /// # Safety
    /// `transport` outlives the rank.
    pub unsafe fn new(actor: ActorId, transport: *const Transport) -> Self {
        Self {
            rank: Rank::new(actor),
            posts: null_mut(),
            answer: null(),
            upcall: null_mut(),
            deferred_posts: Vec::new(),
            transport,
            transport_data: null_mut(),
            sites: SiteCache::NONE,
            clock: BlockClock::default(),
            has_handed_over: false,
            polls: PollWatch::default(),
            outside: None,
            sent_ahead: None,
            granted: None,
        }
    }

    /// Makes a rank current with an answer for it, runs it by `resume`, and takes its posts.
    ///
    /// # Safety
    /// `this` is valid, and `resume` runs this rank until its transport's `switch` is called or it ends.
    pub unsafe fn run_as<R>(
        this: *mut Self,
        answer: &Answer,
        posts: &mut Vec<Post>,
        resume: impl FnOnce() -> R,
    ) -> R {
        // SAFETY: the rank is suspended, so nothing else refers to its context.
        let context = unsafe { &mut *this };
        if !context.deferred_posts.is_empty() {
            posts.append(&mut context.deferred_posts);
        }
        if let Some(sent) = &mut context.sent_ahead {
            sent.clear();
        }
        (context.posts, context.answer) = (posts, answer);
        context.register_objects(answer);
        // Not a swap, which would lock the bus: one thread runs all ranks.
        let before = CURRENT.load(Ordering::Relaxed);
        CURRENT.store(this, Ordering::Relaxed);
        let result = resume();
        CURRENT.store(before, Ordering::Relaxed);
        // SAFETY: the rank is suspended or has ended.
        let context = unsafe { &mut *this };
        (context.posts, context.answer) = (null_mut(), null());
        result
    }

    /// Makes a rank current for a user's reduction, runs it by `resume` until it has been applied. True if it was;
    /// false if the function ended the run instead: see [`RankContext::is_aborting`].
    ///
    /// # Safety
    /// As [`RankContext::run_as`]; the rank waits for an answer.
    pub unsafe fn reduce_as(this: *mut Self, upcall: &mut Upcall, resume: impl FnOnce()) -> bool {
        // SAFETY: the rank is suspended.
        unsafe { (*this).upcall = upcall };
        let before = CURRENT.swap(this, Ordering::Relaxed);
        resume();
        CURRENT.store(before, Ordering::Relaxed);
        // SAFETY: the rank is suspended again.
        unsafe { !(*this).is_aborting() }
    }

    /// Ends the run with these last posts: the rank has failed inside a reduction.
    pub fn abort_with(&mut self, mut posts: Vec<Post>) {
        self.deferred_posts.append(&mut posts);
    }

    /// Makes a rank current for the rest of its process, with a list for its posts and a slot for answers.
    ///
    /// # Safety
    /// All three live as long as the process, and nothing else refers to them while the rank runs.
    pub unsafe fn attach(this: *mut Self, posts: *mut Vec<Post>, answer: *const Answer) {
        // SAFETY: as the caller says.
        unsafe { ((*this).posts, (*this).answer) = (posts, answer) };
        CURRENT.store(this, Ordering::Relaxed);
    }

    /// Posts that the rank waits for the engine; it gives control back next.
    ///
    /// # Safety
    /// The running rank's context.
    pub(crate) unsafe fn await_clock(this: *mut Self) {
        // SAFETY: as the caller says; the engine's vector is lent to it.
        unsafe { (*(*this).posts).push(Post::AwaitClock) };
    }

    /// Registers the objects that a new answer announces, and posts what was deferred inside a reduction.
    ///
    /// # Safety
    /// The rank is one that [`RankContext::attach`] has made current, and it is in its transport's `switch`.
    pub unsafe fn apply_answer(this: *mut Self) {
        // SAFETY: as the caller says.
        unsafe {
            (*(*this).posts).append(&mut (*this).deferred_posts);
            (*this).register_objects(&*(*this).answer);
        }
    }

    /// Registers new communicators and windows, and removes released ones.
    pub(crate) fn register_objects(&mut self, answer: &Answer) {
        if !answer.comms.is_empty() {
            self.rank.announce(&answer.comms);
        }
        self.rank.forget(&answer.released);
        self.rank.announce_windows(&answer.windows);
    }

    /// Asks the rank for a reduction.
    ///
    /// # Safety
    /// As [`RankContext::apply_answer`]; the upcall's memory is valid until the next switch.
    pub unsafe fn request_reduction(this: *mut Self, upcall: *mut Upcall) {
        // SAFETY: as the caller says.
        unsafe { (*this).upcall = upcall };
    }

    /// Whether the rank's state is such that nobody but itself and its poll has it do anything else.
    fn is_alone(&self) -> bool {
        // A rank with windows may find something in them, reductions of its own are called while it waits, and tools count.
        let has_windows = self.rank.made().is_some_and(|made| !made.windows.is_empty());
        let has_others =
            self.rank.existing().is_some_and(|objects| !objects.operations.is_empty() || objects.tools.is_some());
        !has_windows && !has_others && self.upcall.is_null()
    }

    /// Where the rank's latest call was made.
    pub(crate) fn latest_site(&self) -> CallSite {
        self.sites.latest
    }

    /// How its blocks are measured, if they are.
    pub(crate) fn meter(&self) -> Option<&Meter> {
        // SAFETY: the transport outlives the rank.
        unsafe { (*self.transport).meter.as_ref() }
    }

    /// The rank's clock when it was resumed last.
    pub(crate) fn clock_at_resumption(&self) -> Time {
        // SAFETY: a resumed rank has been lent an answer.
        unsafe { self.answer.as_ref() }.map_or(Time::ZERO, |answer| answer.now)
    }

    /// Its latest wait outside of MPI.
    pub(crate) fn outside_wait(&mut self) -> &mut OutsideWait {
        self.outside.get_or_insert_default()
    }

    /// Its block goes on here after it has computed elsewhere.
    pub(crate) fn come_home(&mut self, picoseconds: u64, disturbed: bool) {
        // SAFETY: the transport outlives the rank.
        if let Some(meter) = unsafe { &(*self.transport).meter } {
            self.clock.come_home(meter, picoseconds, disturbed);
        }
    }

    /// Its block goes on elsewhere.
    pub(crate) fn leave_home(&mut self) {
        // SAFETY: the transport outlives the rank.
        if let Some(meter) = unsafe { &(*self.transport).meter } {
            self.clock.leave_home(meter);
        }
    }

    /// Its posts since it was resumed.
    ///
    /// # Safety
    /// As [`RankContext::apply_answer`].
    pub(crate) unsafe fn posts(&self) -> &[Post] {
        // SAFETY: as the caller says.
        unsafe { &*self.posts }
    }

    /// The latest answer.
    ///
    /// # Safety
    /// As [`RankContext::apply_answer`].
    pub(crate) unsafe fn latest_answer(&self) -> &Answer {
        // SAFETY: as the caller says.
        unsafe { &*self.answer }
    }

    /// Leaves the process without a current rank.
    pub fn detach() {
        CURRENT.store(null_mut(), Ordering::Relaxed);
    }

    /// Whether the engine's list of posts is so long that it should be worked off. Not inside a reduction, where there is no such list.
    #[inline]
    fn has_many_posts(&self) -> bool {
        // SAFETY: the engine's vector is lent to the running rank and nothing else holds it.
        self.upcall.is_null() && unsafe { (*self.posts).len() >= POSTS_MAX }
    }

    /// Whether the rank has ended the run inside a reduction. It is never resumed; its posts say why.
    pub fn is_aborting(&self) -> bool {
        matches!(self.deferred_posts.last(), Some(Post::Fatal { .. } | Post::Abort { .. }))
    }

    /// Moves the posts of a rank that is aborting into `posts`.
    pub fn take_final_posts(&mut self, posts: &mut Vec<Post>) {
        posts.append(&mut self.deferred_posts);
    }

    /// Posts what a rank that is aborting has left.
    ///
    /// # Safety
    /// As [`RankContext::apply_answer`].
    pub(crate) unsafe fn flush_final_posts(this: *mut Self) {
        // SAFETY: as the caller says; the list of posts is none of the context's own.
        unsafe { (*this).take_final_posts(&mut *(*this).posts) };
    }

    /// Has `attach` called at the first call of MPI in a process without a rank. Only the first such function counts.
    pub(crate) fn on_first_call(attach: fn()) {
        let _ = FIRST_CALL.set(attach);
    }

    /// The current rank. Where none runs, the process ends with a message.
    #[inline]
    pub fn current() -> NonNull<Self> {
        NonNull::new(CURRENT.load(Ordering::Relaxed)).unwrap_or_else(Self::attach_on_first_call)
    }

    /// A process started by a script that stands for a rank becomes that rank at its first call.
    #[cold]
    fn attach_on_first_call() -> NonNull<Self> {
        if let Some(attach) = FIRST_CALL.get() {
            attach();
        }
        NonNull::new(CURRENT.load(Ordering::Relaxed)).unwrap_or_else(|| end_outside_of_a_run())
    }

    /// The current rank, or null.
    #[inline]
    pub fn current_or_null() -> *mut Self {
        CURRENT.load(Ordering::Relaxed)
    }
}

/// Ends a process in which MPI is called but no rank runs: a program that was started by itself.
#[cold]
fn end_outside_of_a_run() -> ! {
    eprintln!(
        "windtunnel: MPI was called outside of a run: start the program by `windtunnel run -n RANKS -p PLATFORM \
         PROGRAM`, or with another MPI library first in LD_LIBRARY_PATH"
    );
    // SAFETY: ends the process as it is: nothing of the program's is to run any more.
    unsafe { libc::_exit(2) }
}

/// One call of an MPI function. Nothing happens when it is dropped: foreign code may jump across it.
#[derive(Debug)]
pub struct Call {
    context: NonNull<RankContext>,
    function: Function,
    /// The return address of the program's call.
    site: *const c_void,
    /// The object whose error handler is called on a fault.
    error_target: ErrorTarget,
    /// The program's code before it.
    block: Work,
    /// Whether `Enter` has been posted. A blocking call posts it together with what it does.
    entered: bool,
}

/// An object with an error handler.
#[derive(Clone, Copy, Debug)]
enum ErrorTarget {
    Comm(Handle),
    Win(Handle),
    Session(Handle),
    /// An object that is being created: its future error handler, and how that is called.
    Handler(Handle, CallbackKind),
    File(Handle),
}

/// No communicator is named: see [`Rank::nobody`] for whose error handler is called.
const NO_COMM: Handle = handles::COMM_NULL;

impl Call {
    /// Begins a call of a function that may be called between `MPI_Init` and `MPI_Finalize` only.
    #[inline]
    pub fn enter(function: Function, site: *const c_void) -> Self {
        let mut call = Self::enter_anytime(function, site);
        if call.rank().phase != Phase::Active {
            call.require_session();
        }
        call
    }

    /// Begins a call of a function that may be called at any time.
    #[inline(always)]
    pub fn enter_anytime(function: Function, site: *const c_void) -> Self {
        if mpi_lock::is_active() {
            return Self::enter_with_token(function, site);
        }
        let site = forwarded_site(site);
        let (context, error_target) = (RankContext::current(), ErrorTarget::Comm(NO_COMM));
        let mut call = Self { context, function, site, error_target, block: Work::NONE, entered: false };
        let context = call.context();
        // SAFETY: the transport outlives the rank.
        let transport = unsafe { &*context.transport };
        if let Some(enter) = transport.enter {
            // SAFETY: it takes the calling rank's context.
            unsafe { enter(context) };
        }
        if let Some(meter) = &transport.meter {
            call.block = context.clock.stop(meter, &CPU_CLOCK);
        }
        if call.context().has_many_posts() {
            call.hand_over();
        }
        call
    }

    /// Hands over what earlier calls have posted, and waits until the engine has done it.
    #[cold]
    #[inline(never)]
    fn hand_over(&mut self) {
        self.push(Post::AwaitClock);
        self.switch_to_engine();
    }

    /// A call that belongs to no MPI function.
    fn outside_mpi(site: *const c_void) -> Self {
        if mpi_lock::is_active() {
            mpi_lock::enter(None);
        }
        let (context, error_target) = (RankContext::current(), ErrorTarget::Comm(NO_COMM));
        // Posts no `Enter`.
        Self { context, function: Function::Init, site, error_target, block: Work::NONE, entered: true }
    }

    #[inline]
    fn context(&mut self) -> &mut RankContext {
        // SAFETY: the current context is valid while its rank runs, and the borrow of `self` keeps others away.
        unsafe { self.context.as_mut() }
    }

    /// The bodies of samples that the rank may skip; none in a reduction, where the engine takes no posts.
    #[inline]
    pub(crate) fn granted(&mut self) -> Option<&mut GrantedBodies> {
        let context = self.context();
        context.upcall.is_null().then(|| &mut **context.granted.get_or_insert_default())
    }

    #[inline]
    fn intern(&mut self) -> CallSite {
        let address = self.site;
        let site = self.context().sites.find(address).unwrap_or_else(|| self.intern_new(address));
        self.context().sites.latest = site;
        site
    }

    /// The site of an address that is none of the latest.
    fn intern_new(&mut self, address: *const c_void) -> CallSite {
        let context = self.context.as_ptr();
        // SAFETY: the transport outlives the rank; its functions take the calling rank's context. No reference lives across: it
        // may switch.
        let site = unsafe { ((*(*context).transport).intern_site)(context, address) };
        self.context().sites.note(address, site);
        site
    }

    /// The function called.
    pub fn function(&self) -> Function {
        self.function
    }

    /// The rank's MPI state.
    #[inline]
    pub fn rank(&mut self) -> &mut Rank {
        &mut self.context().rank
    }

    /// The `Enter` record of the call.
    #[inline]
    fn enter_post(&mut self) -> Enter {
        self.entered = true;
        Enter { function: self.function, site: self.intern(), block: self.block }
    }

    /// Posts `Enter` if that has not been done.
    #[inline]
    fn post_enter(&mut self) {
        if !self.entered {
            let Enter { function, site, block } = self.enter_post();
            self.push(Post::Enter { function, site, block });
        }
    }

    /// Ends the block before the call, and has another one of this work follow.
    pub(crate) fn post_block(&mut self, work: Work) {
        self.post_enter();
        let site = self.intern();
        self.push(Post::Enter { function: self.function, site, block: work });
    }

    /// Posts a request that needs no answer.
    #[inline]
    pub fn post(&mut self, post: Post) {
        self.post_enter();
        self.push(post);
    }

    #[inline]
    fn push(&mut self, post: Post) {
        let context = self.context();
        if let Some(tools) = context.rank.existing_mut().and_then(|objects| objects.tools.as_mut()) {
            tools.counters.count(&post);
        }
        let posts = if context.upcall.is_null() { context.posts } else { &raw mut context.deferred_posts };
        // SAFETY: the engine's vector is lent to the running rank and nothing else holds it.
        unsafe { (*posts).push(post) };
    }

    /// What is known of the rank's latest polls, and the call site of this one.
    #[inline]
    pub(crate) fn poll_watch(&mut self) -> (&mut PollWatch, *const c_void) {
        let site = self.site;
        (&mut self.context().polls, site)
    }

    /// The number of this call's site, after it has been posted.
    pub(crate) fn posted_site(&mut self) -> CallSite {
        self.post_enter();
        self.context().sites.latest
    }

    /// The latest answer is for this call, which the engine has had the rank in since the one before ended.
    pub(crate) fn take_latest_answer(&mut self) -> *const Answer {
        self.entered = true;
        self.context().answer
    }

    /// The rank's own memory, if nobody else has the rank do anything, and its loops may be followed.
    pub(crate) fn memory_of_loop(&mut self) -> Option<Box<dyn Memory>> {
        if mpi_lock::is_active() || !self.context().is_alone() {
            return None;
        }
        // SAFETY: the transport outlives the rank.
        unsafe { ((*self.context().transport).own_memory)() }
    }

    /// Posts a request and waits for the answer. Reductions that the engine asks for meanwhile are run here.
    #[inline]
    pub fn ask(&mut self, post: Post) -> &Answer {
        let context = self.context.as_ptr();
        // SAFETY: the context is valid while its rank runs.
        if unsafe { !(*context).upcall.is_null() } && !matches!(post, Post::Fatal { .. } | Post::Abort { .. }) {
            self.fail_in_reduction();
        }
        self.post(post);
        self.switch_to_engine()
    }

    /// Sends or receives and waits for it: the status. `make` gives the post of the whole call.
    #[inline]
    pub fn block_on(&mut self, is_send: bool, make: impl FnOnce(Enter) -> Post) -> Status {
        // SAFETY: the context is valid while its rank runs.
        if unsafe { !(*self.context.as_ptr()).upcall.is_null() } {
            self.fail_in_reduction();
        }
        if self.entered {
            let enter = Enter { function: self.function, site: self.context().sites.latest, block: Work::NONE };
            let [_, own, wait] = make(enter).parts().expect("the post of a whole call");
            self.push(own);
            self.push(wait);
        } else {
            let enter = self.enter_post();
            self.push(make(enter));
            let context = self.context.as_ptr();
            // SAFETY: the transport outlives the rank; its functions take the calling rank's context.
            if is_send && unsafe { (*(*context).transport).run_ahead.is_some_and(|run_ahead| run_ahead(context)) } {
                return Status::EMPTY;
            }
        }
        self.switch_to_engine().completions[0].status
    }

    /// Switches to the engine, whose answer to the last post ends the wait.
    fn switch_to_engine(&mut self) -> &Answer {
        let context = self.context.as_ptr();
        // SAFETY: the transport hands the posts over and returns with an upcall or an answer. No reference lives
        // across: the driver changes the context meanwhile.
        unsafe {
            (*context).has_handed_over = false;
            loop {
                ((*(*context).transport).switch)(context);
                if (*context).upcall.is_null() || (*context).is_aborting() {
                    break;
                }
                let upcall = (*context).upcall;
                upcall::run(context, upcall);
                board::forget_call();
                (*context).upcall = null_mut();
            }
            &*(*context).answer
        }
    }

    /// Ends the run with an explanation. The engine never answers.
    #[cold]
    pub fn fatal(&mut self, text: String) -> ! {
        self.ask(Post::Fatal { text: text.into() });
        unreachable!("the run was to end")
    }

    /// Ends the job with the program's code.
    #[cold]
    pub fn abort(&mut self, code: i32) -> ! {
        self.ask(Post::Abort { code });
        unreachable!("the run was to end")
    }

    #[cold]
    fn fail_in_reduction(&mut self) -> ! {
        let text = format!("{} was called inside a reduction function", self.function);
        self.fatal(text)
    }

    /// Outside of the world's time a session has to be open.
    #[cold]
    fn require_session(&mut self) {
        if !self.rank().started() {
            let function = self.function;
            let text = format!("{function} was called {}", self.rank().not_started());
            self.fatal(text)
        }
    }

    /// Ends the call: 0, or what the error handler makes of a fault.
    #[inline]
    pub fn leave(mut self, result: Result<(), Fault>) -> c_int {
        self.post_enter();
        let code = match result {
            Err(fault) => self.raise(fault),
            Ok(()) => {
                self.resume_program();
                0
            }
        };
        self.leave_mpi();
        code
    }

    /// Ends a call that cannot fail.
    #[inline]
    pub fn leave_with<T>(mut self, value: T) -> T {
        self.post_enter();
        self.resume_program();
        self.leave_mpi();
        value
    }

    /// The program goes on after the call.
    #[inline]
    fn resume_program(&mut self) {
        let context = self.context.as_ptr();
        // SAFETY: the transport outlives the rank; its functions take the calling rank's context.
        unsafe {
            if let Some(leave) = (*(*context).transport).leave {
                leave(context);
            }
        }
        self.resume_clock();
    }

    /// Lets other threads of the rank enter MPI.
    #[inline]
    fn leave_mpi(&mut self) {
        if mpi_lock::is_active() {
            // SAFETY: the transport outlives the rank.
            mpi_lock::leave(unsafe { (*self.context().transport).meter.as_ref() });
        }
    }

    /// The next block starts here.
    #[inline]
    fn resume_clock(&mut self) {
        let context = self.context();
        // SAFETY: the transport outlives the rank.
        if let Some(meter) = unsafe { &(*context.transport).meter } {
            let alone = !mpi_lock::is_active();
            context.clock.start(meter, alone.then_some(&CPU_CLOCK));
        }
    }

    /// Calls a function of the program's own, by its address. The time it takes is the program's, and it may call MPI
    /// itself, throw, or jump: so `run` and the caller hold nothing that needs dropping.
    #[inline]
    pub fn callback<R>(&mut self, function: u64, run: impl FnOnce(*const c_void) -> R) -> R {
        self.post_enter();
        self.resume_clock();
        self.leave_mpi();
        let result = run(std::ptr::with_exposed_provenance(function as usize));
        board::forget_call();
        let context = self.context.as_ptr();
        // SAFETY: the transport outlives the rank; the context is this thread's again once it has entered.
        let (meter, clock) = unsafe { ((*(*context).transport).meter.as_ref(), &raw mut (*context).clock) };
        let block_before = mpi_lock::is_active().then(|| mpi_lock::enter(meter).0);
        // SAFETY: as above.
        let measured = || meter.map_or(Work::NONE, |meter| unsafe { (*clock).stop(meter, &CPU_CLOCK) });
        let block = block_before.unwrap_or_else(measured);
        // Measured or not: a replay of blocks has to find the same ones, and what follows belongs to this call.
        let (function, site) = (self.function, self.intern());
        self.post(Post::Enter { function, site, block });
        result
    }

    /// Writes the name of the simulated host and returns its length.
    pub fn host_name(&mut self, into: &mut [u8]) -> usize {
        let context = self.context();
        // SAFETY: the transport outlives the rank; its functions take the calling rank's context.
        unsafe { ((*context.transport).host_name)(context, into) }
    }
}

/// Ends the run because a function is not simulated.
///
/// # Safety
/// `name` is a C string; called on the stack of a running rank.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn wt_not_simulated(name: *const std::ffi::c_char, site: *const c_void) -> ! {
    // SAFETY: the caller passes a C string.
    let name = unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy().into_owned();
    let text = format!("{name} is not simulated yet");
    let function = Function::from_name(&name);
    drop(name);
    match function {
        Some(function) => Call::enter_anytime(function, site).fatal(text),
        // A function of another library's own, in a face of that library: no call of MPI's.
        None => Call::outside_mpi(site).fatal(text),
    }
}
