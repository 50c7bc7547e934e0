//! How an entry point talks to the engine.
//!
//! A [`RankContext`] is all the runtime knows of one rank. The driver makes it current ([`RankContext::run_as`])
//! before it resumes the rank; entry points find it there. Within an entry point, a [`Call`] stands for the call
//! being made: it checks that MPI is usable, collects posts, hands them over when an answer is needed
//! ([`Call::ask`]), and turns a [`Fault`] into what the error handler says ([`Call::leave`]).
//!
//! The rank's stack is small and shared with foreign code that may throw or `longjmp` across us. So nothing that
//! needs dropping, no borrow and no lock lives across [`Call::ask`] or a callback; what must outlive them is owned by
//! the rank's tables.

mod sites;

use crate::callbacks::{Callback, target};
use crate::clock::{BlockClock, CPU_CLOCK, Meter, ticks};
use crate::processes::threads;
use crate::upcall;
use mpi_rank::errors::Reaction;
use mpi_rank::{Fault, Handle, Phase, Rank, handles};
use ops::{Answer, CallSite, Enter, Function, Post, Status, Work};
use sites::{LastSites, forwarded_site, note_of_this_thread};
use std::ffi::{c_int, c_void};
use std::ptr::{NonNull, null, null_mut};
use std::sync::atomic::{AtomicPtr, Ordering};
use units::ActorId;

/// What carries a rank's posts to the engine. Functions get the context of the rank that calls them and run on its
/// stack, which is small.
#[derive(Debug)]
pub struct Transport {
    /// Hands the posts over and returns when the rank has been resumed: with an answer, or with an upcall to run.
    pub switch: unsafe fn(*mut RankContext),
    /// Where the rank may run on before a send has ended: whether it does after the latest post, which is of a blocking
    /// call. It hears of no answer to that one.
    pub run_on: Option<unsafe fn(*mut RankContext) -> bool>,
    /// The call site of a return address.
    pub intern_site: unsafe fn(*mut RankContext, *const c_void) -> CallSite,
    /// Writes the name of the simulated host of the rank and returns its length; a longer name is cut.
    pub host_name: unsafe fn(*mut RankContext, &mut [u8]) -> usize,
    /// How blocks are measured; none: they are not, and no clock is read.
    pub meter: Option<Meter>,
    /// How many ranks fit the machine (`MPI_UNIVERSE_SIZE`).
    pub universe: u32,
}

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
    /// Posts made inside an upcall, where the engine takes none: handed over after it.
    stray: Vec<Post>,
    transport: *const Transport,
    /// The carrier's own.
    pub carrier: *mut c_void,
    sites: LastSites,
    clock: BlockClock,
}

// There may be a million ranks; a blocked one holds one request in a table beside this.
const _: () = assert!(size_of::<RankContext>() + size_of::<mpi_rank::requests::Request>() <= 512);

/// What of a context belongs to one thread of the rank, while another one has its place.
#[derive(Debug)]
pub(crate) struct LanePart {
    posts: *mut Vec<Post>,
    answer: *const Answer,
    upcall: *mut Upcall,
    stray: Vec<Post>,
    clock: BlockClock,
    latest: CallSite,
}

impl Default for LanePart {
    fn default() -> Self {
        Self {
            posts: null_mut(),
            answer: null(),
            upcall: null_mut(),
            stray: Vec::new(),
            clock: BlockClock::default(),
            latest: CallSite(0),
        }
    }
}

impl LanePart {
    /// That of a thread that begins, with a place for its posts and one for answers.
    pub(crate) fn new(posts: *mut Vec<Post>, answer: *const Answer) -> Self {
        Self { posts, answer, clock: BlockClock::of_new_thread(), ..Self::default() }
    }

    /// Asks the thread for a reduction.
    pub(crate) fn demand(&mut self, upcall: *mut Upcall) {
        self.upcall = upcall;
    }

    /// What the thread, which calls this, has computed since it left MPI.
    pub(crate) fn computed(&mut self, meter: &Meter) -> Work {
        self.clock.stop(meter, &CPU_CLOCK)
    }
}

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
            stray: Vec::new(),
            transport,
            carrier: null_mut(),
            sites: LastSites::NONE,
            clock: BlockClock::default(),
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
        if !context.stray.is_empty() {
            posts.append(&mut context.stray);
        }
        (context.posts, context.answer) = (posts, answer);
        context.learn(answer);
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
    /// false if the function ended the run instead: see [`RankContext::doomed`].
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
        unsafe { !(*this).doomed() }
    }

    /// Notes that the rank has ended for good inside a reduction, and why.
    pub fn doom(&mut self, text: String) {
        self.stray.push(Post::Fatal { text: text.into() });
    }

    /// Makes a rank current for the rest of its process, with a place for its posts and one for answers.
    ///
    /// # Safety
    /// All three live as long as the process, and nobody else refers to them while the rank runs.
    pub unsafe fn inhabit(this: *mut Self, posts: *mut Vec<Post>, answer: *const Answer) {
        // SAFETY: as the caller says.
        unsafe { ((*this).posts, (*this).answer) = (posts, answer) };
        CURRENT.store(this, Ordering::Relaxed);
    }

    /// Takes over what a new answer says of communicators, and posts that were made inside a reduction.
    ///
    /// # Safety
    /// The rank is one that [`RankContext::inhabit`] has made current, and it is in its transport's `switch`.
    pub unsafe fn renew(this: *mut Self) {
        // SAFETY: as the caller says.
        unsafe {
            (*(*this).posts).append(&mut (*this).stray);
            (*this).learn(&*(*this).answer);
        }
    }

    /// What an answer says of communicators and windows.
    fn learn(&mut self, answer: &Answer) {
        if !answer.comms.is_empty() {
            self.rank.announce(&answer.comms);
        }
        self.rank.forget(&answer.released);
        self.rank.announce_windows(&answer.windows);
    }

    /// Puts what belongs to one thread of the rank in the place of what belongs to another.
    ///
    /// # Safety
    /// As [`RankContext::renew`].
    pub(crate) unsafe fn exchange(this: *mut Self, part: &mut LanePart) {
        use std::mem::swap;
        // SAFETY: as the caller says.
        let context = unsafe { &mut *this };
        swap(&mut context.posts, &mut part.posts);
        swap(&mut context.answer, &mut part.answer);
        swap(&mut context.upcall, &mut part.upcall);
        swap(&mut context.stray, &mut part.stray);
        swap(&mut context.clock, &mut part.clock);
        swap(&mut context.sites.latest, &mut part.latest);
    }

    /// As [`RankContext::renew`], for the answer to a thread whose part is not in its place.
    ///
    /// # Safety
    /// As [`RankContext::renew`].
    pub(crate) unsafe fn learn_lane(this: *mut Self, part: &mut LanePart) {
        // SAFETY: as the caller says.
        unsafe {
            (*part.posts).append(&mut part.stray);
            (*this).learn(&*part.answer);
        }
    }

    /// Asks the rank for a reduction.
    ///
    /// # Safety
    /// As [`RankContext::renew`]; the upcall's memory is valid until the next switch.
    pub unsafe fn demand(this: *mut Self, upcall: *mut Upcall) {
        // SAFETY: as the caller says.
        unsafe { (*this).upcall = upcall };
    }

    /// No rank runs in this process any more.
    pub fn disown() {
        CURRENT.store(null_mut(), Ordering::Relaxed);
    }

    /// Whether the rank has asked for its end inside a reduction. It is not resumed any more; its posts say why.
    pub fn doomed(&self) -> bool {
        matches!(self.stray.last(), Some(Post::Fatal { .. } | Post::Abort { .. }))
    }

    /// The posts of a doomed rank.
    pub fn last_words(&mut self, posts: &mut Vec<Post>) {
        posts.append(&mut self.stray);
    }

    /// Posts the words of a doomed rank.
    ///
    /// # Safety
    /// As [`RankContext::renew`].
    pub(crate) unsafe fn say_last_words(this: *mut Self) {
        // SAFETY: as the caller says; the list of posts is none of the context's own.
        unsafe { (*this).last_words(&mut *(*this).posts) };
    }

    /// The current rank. Where none runs, the process ends with a message.
    #[inline]
    pub fn current() -> NonNull<Self> {
        NonNull::new(CURRENT.load(Ordering::Relaxed)).unwrap_or_else(Self::become_one)
    }

    /// A process that a script stands for a rank with becomes it with its first call.
    #[cold]
    fn become_one() -> NonNull<Self> {
        crate::processes::attach_if_started_by_one();
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
    /// The communicator whose error handler hears of a fault, or the window.
    blame: Blame,
    /// The program's code before it.
    block: Work,
    /// Whether the engine has been told of the call. A blocking one is told of together with what it does.
    entered: bool,
}

/// What has an error handler.
#[derive(Clone, Copy, Debug)]
enum Blame {
    Comm(Handle),
    Win(Handle),
    Session(Handle),
    /// No object yet: the error handler that one is to have, and who calls it.
    Handler(Handle, Callback),
    File(Handle),
}

/// No communicator is named: see [`Rank::nobody`] for who hears of a fault.
const NOBODY: Handle = handles::COMM_NULL;

impl Call {
    /// Begins a call of a function that may be called between `MPI_Init` and `MPI_Finalize` only.
    #[inline]
    pub fn enter(function: Function, site: *const c_void) -> Self {
        let mut call = Self::enter_any(function, site);
        if call.rank().phase != Phase::Active {
            call.need_session();
        }
        call
    }

    /// Begins a call of a function that may be called at any time.
    #[inline]
    pub fn enter_any(function: Function, site: *const c_void) -> Self {
        if threads::active() {
            return Self::enter_in_turn(function, site);
        }
        let site = forwarded_site(site);
        let (context, blame) = (RankContext::current(), Blame::Comm(NOBODY));
        let mut call = Self { context, function, site, blame, block: Work::NONE, entered: false };
        let context = call.context();
        // SAFETY: the transport outlives the rank.
        if let Some(meter) = unsafe { &(*context.transport).meter } {
            call.block = context.clock.stop(meter, &CPU_CLOCK);
        }
        call
    }

    /// The same where the rank has several threads.
    #[cold]
    fn enter_in_turn(function: Function, site: *const c_void) -> Self {
        let site = note_of_this_thread(site);
        let context = RankContext::current();
        // SAFETY: the transport outlives the rank, and no thread changes it.
        let meter = unsafe { (*(*context.as_ptr()).transport).meter.as_ref() };
        let (block, sync) = threads::enter(meter);
        let mut call = Self { context, function, site, blame: Blame::Comm(NOBODY), block, entered: false };
        if sync {
            call.tell();
            call.push(Post::Arrive);
            call.hand_over();
        }
        call
    }

    /// What stands for a call of no function of MPI's.
    fn outside(site: *const c_void) -> Self {
        if threads::active() {
            threads::enter(None);
        }
        let (context, blame) = (RankContext::current(), Blame::Comm(NOBODY));
        // The engine is not to be told of it.
        Self { context, function: Function::Init, site, blame, block: Work::NONE, entered: true }
    }

    /// Waits until the engine has come as far as the rank, which has run on ([`Transport::run_on`]). Called outside of MPI:
    /// the time it takes belongs to no block.
    pub(crate) fn catch_up() {
        let mut call = Self::outside(null());
        let since = ticks();
        call.push(Post::Arrive);
        call.hand_over();
        call.context().clock.leave_out(since, &CPU_CLOCK);
    }

    #[inline]
    fn context(&mut self) -> &mut RankContext {
        // SAFETY: the current context is valid while its rank runs, and the borrow of `self` keeps others away.
        unsafe { self.context.as_mut() }
    }

    #[inline]
    fn intern(&mut self) -> CallSite {
        let address = self.site;
        let context = self.context();
        let site = context.sites.find(address).unwrap_or_else(|| {
            // SAFETY: the transport outlives the rank; its functions take the calling rank's context.
            let site = unsafe { ((*context.transport).intern_site)(context, address) };
            context.sites.note(address, site);
            site
        });
        context.sites.latest = site;
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

    /// Names the communicator whose error handler hears of a fault from here on.
    #[inline]
    pub fn blame(&mut self, comm: Handle) {
        self.blame = Blame::Comm(comm);
    }

    /// Names the window whose error handler hears of a fault from here on.
    #[inline]
    pub fn blame_window(&mut self, win: Handle) {
        self.blame = Blame::Win(win);
    }

    /// Names the session whose error handler hears of a fault from here on.
    pub fn blame_session(&mut self, session: Handle) {
        self.blame = Blame::Session(session);
    }

    /// Names the error handler of an object to be made, which hears of a fault from here on.
    pub(crate) fn blame_handler(&mut self, errhandler: Handle, kind: Callback) {
        self.blame = Blame::Handler(errhandler, kind);
    }

    /// Names the file whose error handler hears of a fault from here on; `MPI_FILE_NULL`'s where none is open.
    #[inline]
    pub fn blame_file(&mut self, file: Handle) {
        self.blame = Blame::File(file);
    }

    /// What the engine is told of the call.
    #[inline]
    fn enter_now(&mut self) -> Enter {
        self.entered = true;
        Enter { function: self.function, site: self.intern(), block: self.block }
    }

    /// Tells the engine of the call if that has not been done.
    #[inline]
    fn tell(&mut self) {
        if !self.entered {
            let Enter { function, site, block } = self.enter_now();
            self.push(Post::Enter { function, site, block });
        }
    }

    /// Says something to the engine.
    #[inline]
    pub fn post(&mut self, post: Post) {
        self.tell();
        self.push(post);
    }

    #[inline]
    fn push(&mut self, post: Post) {
        let context = self.context();
        if let Some(tools) = context.rank.made_mut().and_then(|objects| objects.tools.as_mut()) {
            tools.counters.count(&post);
        }
        let posts = if context.upcall.is_null() { context.posts } else { &raw mut context.stray };
        // SAFETY: the engine's vector is lent to the running rank and nobody else holds it.
        unsafe { (*posts).push(post) };
    }

    /// Says something that demands an answer and waits for it. Reductions that are wanted meanwhile are run here.
    #[inline]
    pub fn ask(&mut self, post: Post) -> &Answer {
        let context = self.context.as_ptr();
        // SAFETY: the context is valid while its rank runs.
        if unsafe { !(*context).upcall.is_null() } && !matches!(post, Post::Fatal { .. } | Post::Abort { .. }) {
            self.inside_reduction();
        }
        self.post(post);
        self.hand_over()
    }

    /// Sends or receives and waits for it: the status. `make` gives the post of the whole call.
    #[inline]
    pub fn block_on(&mut self, make: impl FnOnce(Enter) -> Post) -> Status {
        // SAFETY: the context is valid while its rank runs.
        if unsafe { !(*self.context.as_ptr()).upcall.is_null() } {
            self.inside_reduction();
        }
        if self.entered {
            let enter = Enter { function: self.function, site: self.context().sites.latest, block: Work::NONE };
            let [_, own, wait] = make(enter).parts().expect("the post of a whole call");
            self.push(own);
            self.push(wait);
        } else {
            let enter = self.enter_now();
            self.push(make(enter));
            let context = self.context.as_ptr();
            // SAFETY: the transport outlives the rank; its functions take the calling rank's context.
            if unsafe { (*(*context).transport).run_on.is_some_and(|run_on| run_on(context)) } {
                return Status::EMPTY;
            }
        }
        self.hand_over().completions[0].status
    }

    /// Hands the posts over, the last of which demands an answer.
    fn hand_over(&mut self) -> &Answer {
        let context = self.context.as_ptr();
        // SAFETY: the transport hands the posts over and returns with an upcall or an answer. No reference lives
        // across: the driver changes the context meanwhile.
        unsafe {
            loop {
                ((*(*context).transport).switch)(context);
                if (*context).upcall.is_null() || (*context).doomed() {
                    break;
                }
                let upcall = (*context).upcall;
                upcall::run(context, upcall);
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
    fn inside_reduction(&mut self) -> ! {
        let text = format!("{} was called inside a reduction function", self.function);
        self.fatal(text)
    }

    /// Outside of the world's time a session has to be open.
    #[cold]
    fn need_session(&mut self) {
        if !self.rank().started() {
            let function = self.function;
            let text = format!("{function} was called {}", self.rank().not_started());
            self.fatal(text)
        }
    }

    /// Ends the call: 0, or what the error handler makes of a fault.
    #[inline]
    pub fn leave(mut self, result: Result<(), Fault>) -> c_int {
        self.tell();
        let code = match result {
            Err(fault) => self.raise(fault),
            Ok(()) => {
                self.resume_clock();
                0
            }
        };
        self.go();
        code
    }

    /// Ends a call that cannot fail.
    #[inline]
    pub fn leave_with<T>(mut self, value: T) -> T {
        self.tell();
        self.resume_clock();
        self.go();
        value
    }

    /// Lets other threads of the rank in.
    #[inline]
    fn go(&mut self) {
        if threads::active() {
            // SAFETY: the transport outlives the rank.
            threads::leave(unsafe { (*self.context().transport).meter.as_ref() });
        }
    }

    /// The next block starts here.
    #[inline]
    fn resume_clock(&mut self) {
        let context = self.context();
        // SAFETY: the transport outlives the rank.
        if let Some(meter) = unsafe { &(*context.transport).meter } {
            let alone = !threads::active();
            context.clock.start(meter, alone.then_some(&CPU_CLOCK));
        }
    }

    /// What the error handler makes of a fault.
    #[cold]
    #[inline(never)]
    fn raise(&mut self, fault: Fault) -> c_int {
        let (code, blame) = (fault.code(), self.blame);
        let reaction = match blame {
            Blame::Comm(comm) => self.rank().reaction(comm),
            Blame::Win(win) => self.rank().reaction_of_window(win),
            Blame::Session(session) => self.rank().reaction_of_session(session),
            Blame::Handler(errhandler, _) => self.rank().reaction_of(errhandler),
            Blame::File(file) => self.rank().reaction_of_file(file),
        };
        match reaction {
            Reaction::Fatal => {
                let text = self.explain(fault);
                self.fatal(text)
            }
            Reaction::Return => self.resume_clock(),
            Reaction::Call(function) => match blame {
                Blame::Win(win) if self.rank().window(win).is_ok() => {
                    self.call_handler(Callback::WinErrhandler, function, win, code);
                }
                Blame::Session(session) if self.rank().session(session).is_ok() => {
                    self.call_handler(Callback::SessionErrhandler, function, session, code);
                }
                Blame::Handler(_, Callback::SessionErrhandler) => {
                    self.call_handler(Callback::SessionErrhandler, function, handles::SESSION_NULL, code);
                }
                Blame::Handler(_, kind) => {
                    self.call_handler(kind, function, handles::COMM_NULL, code);
                }
                Blame::Win(_) | Blame::Session(_) => self.call_errhandler(function, NOBODY, code),
                Blame::File(file) => {
                    let file = if self.rank().file(file).is_ok() { file } else { handles::FILE_NULL };
                    // What the handler makes of the code is what the call returns, as MPICH has it.
                    return self.call_handler(Callback::FileErrhandler, function, file, code);
                }
                Blame::Comm(comm) => self.call_errhandler(function, comm, code),
            },
        }
        code
    }

    /// A fault in words, with the text of a code of the program's own.
    #[cold]
    fn explain(&mut self, fault: Fault) -> String {
        let function = self.function;
        match fault {
            Fault::Code(code) if !self.rank().text_of(code).is_empty() => {
                format!("{function}: {} (error code {code})", self.rank().text_of(code))
            }
            fault => format!("{function}: {fault}"),
        }
    }

    /// Calls an error handler of the program's own with a communicator and a code.
    pub fn call_errhandler(&mut self, function: u64, comm: Handle, code: c_int) {
        let comm = if self.rank().comm(comm).is_ok() { comm } else { self.rank().nobody() };
        self.call_handler(Callback::CommErrhandler, function, comm, code);
    }

    /// Calls an error handler of the program's own with the handle of an object and a code: what it has made of the code.
    pub(crate) fn call_handler(&mut self, kind: Callback, function: u64, object: Handle, code: c_int) -> c_int {
        let (mut object, mut code) = (object as usize, code);
        self.callback(function, |function| {
            // SAFETY: the program gave this function as an error handler of such objects (MPI 5.0 §9.3).
            let function: unsafe extern "C-unwind" fn(*mut usize, *mut c_int, ...) =
                unsafe { std::mem::transmute(target(kind, function)) };
            // SAFETY: as above; both pointers are to live values.
            unsafe { function(&raw mut object, &raw mut code) }
        });
        code
    }

    /// Calls a function of the program's own, by its address. The time it takes is the program's, and it may call MPI
    /// itself, throw, or jump: so `run` and the caller hold nothing that needs dropping.
    #[inline]
    pub fn callback<R>(&mut self, function: u64, run: impl FnOnce(*const c_void) -> R) -> R {
        self.tell();
        self.resume_clock();
        self.go();
        let result = run(std::ptr::with_exposed_provenance(function as usize));
        let context = self.context.as_ptr();
        // SAFETY: the transport outlives the rank; the context is this thread's again once it has entered.
        let (meter, clock) = unsafe { ((*(*context).transport).meter.as_ref(), &raw mut (*context).clock) };
        let in_turn = threads::active().then(|| threads::enter(meter).0);
        if let Some(meter) = meter {
            // SAFETY: as above.
            let block = in_turn.unwrap_or_else(|| unsafe { (*clock).stop(meter, &CPU_CLOCK) });
            let (function, site) = (self.function, self.intern());
            self.post(Post::Enter { function, site, block });
        }
        result
    }

    /// How many ranks fit the machine.
    pub fn universe(&mut self) -> u32 {
        // SAFETY: the transport outlives the rank.
        unsafe { (*self.context().transport).universe }
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
        Some(function) => Call::enter_any(function, site).fatal(text),
        // A function of another library's own, in a face of that library: no call of MPI's.
        None => Call::outside(site).fatal(text),
    }
}
