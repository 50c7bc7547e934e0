//! Makes the MPI calls of a rank's threads deterministic. One thread at a time is in MPI, and the operating system's scheduling
//! has no influence on which thread that is.
//!
//! Threads are numbered in the order in which they are created. To enter MPI a thread needs the *token*. The token is granted
//! once no thread of the process runs: every thread waits for the token, for the engine's answer to a request, or in the kernel
//! for another thread (a join, a mutex, a barrier). Then the lowest-numbered thread that wants the token gets it. So the order
//! of calls follows from the program alone.
//!
//! When no thread wants the token, the requests that all threads have made to the engine are handed over to the simulator in
//! the order in which they were made. The thread whose request is answered first gets the token. A waiting thread that finds
//! the token free does all this for the others; it is called the *watcher*.
//!
//! None of this happens before a rank makes its second thread. The functions here take only one lock, the lock of the table of
//! threads. They get the real time by system calls, as the C library's clocks show simulated time.

use super::protocol::{Reply, Request};
use super::rank::Attached;
use super::thread_states::{self, ThreadStates};
use crate::call::threads::ThreadState;
use crate::call::{Call, RankContext};
use crate::clock::{self, Meter};
use crate::mpi_lock::{self, MpiLock};
use ops::{Answer, Post, Work};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use units::Time;

/// So long may other threads run on, in CPU time of the process, before those that wait go on without them.
const SPIN_LIMIT_NS: u64 = 2_000_000_000;
/// After that has happened once, the run's times are not sure any more, and nobody is waited for but when the simulator
/// has nothing else to do: then for so long.
const SPIN_LIMIT_WHEN_IDLE_NS: u64 = 3_000_000;
/// So many readings of the clock in a row are answered from what is known; a thread that spins on it must see it move.
const KNOWN_READINGS: u32 = 1000;

static LOCK: MpiLock = MpiLock { enter, leave, thread_number: number, inside };
static COARSE: AtomicBool = AtomicBool::new(false);
static TABLE: Mutex<ThreadTable> = Mutex::new(ThreadTable::NONE);
/// What the process is to the simulator.
static ATTACHED: AtomicPtr<Attached> = AtomicPtr::new(std::ptr::null_mut());
static CONTEXT: AtomicPtr<RankContext> = AtomicPtr::new(std::ptr::null_mut());
/// The preloaded library's function that numbers the calling thread.
static NUMBER: AtomicPtr<std::ffi::c_void> = AtomicPtr::new(std::ptr::null_mut());

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// In the program's code.
    InProgram,
    /// It wants the token.
    Entering,
    /// It has the token.
    InMpi,
    /// It waits for an answer.
    Waiting,
}

/// A thread, from its making to its end.
struct Thread {
    /// Its number in posts and answers, from its first post on.
    posted_as: Option<u32>,
    /// None: it has not begun to run.
    tid: Option<libc::pid_t>,
    status: Status,
    granted: bool,
    /// What it sleeps on: changes when it is granted the token.
    word: &'static AtomicU32,
    /// What MPI knows of it, while it has not the token.
    part: ThreadState,
    posts: *mut Vec<Post>,
    answer: *mut Answer,
    /// Whether it has posted since its last answer, and how often it has read the clock since.
    posted: bool,
    readings: u32,
    /// CPU time when it entered MPI, and how much of it has been used inside, nanoseconds; if blocks are measured.
    entered_ns: u64,
    inside_ns: u64,
    /// What the others had computed when it left MPI, by thread; how many had ended then.
    others: Vec<(libc::pid_t, u64)>,
    ended_before: usize,
}

impl Thread {
    /// The CPU time that the program has used in it, nanoseconds.
    fn computed_ns(&self) -> u64 {
        let used = match self.status {
            Status::InProgram => self.tid.and_then(clock::cpu_of).unwrap_or(0),
            Status::Entering | Status::InMpi | Status::Waiting => self.entered_ns,
        };
        used.saturating_sub(self.inside_ns)
    }
}

struct ThreadTable {
    /// In the order in which they were made; how many have been.
    threads: BTreeMap<u32, Thread>,
    made: u32,
    /// Words of threads that have ended, to be used again: one that wakes them late must find a word.
    words: Vec<&'static AtomicU32>,
    holder: Option<u32>,
    /// How often the holder has entered: a reduction of the program's may call MPI.
    depth: u32,
    watcher: Option<u32>,
    /// Whether the simulator has the word.
    engine_has_turn: bool,
    outbox: Vec<(u32, Vec<Post>)>,
    /// The simulated time of the latest answer, and whether every call begins by asking for it.
    latest: Time,
    sync: bool,
    /// Threads that have left the program's code but not the system, and the CPU time of all that have ended.
    exiting: Vec<libc::pid_t>,
    ended: Vec<(libc::pid_t, u64)>,
    /// Whether a thread has run for too long, and whether the simulator has nothing else to do.
    spinning: bool,
    looked: bool,
}

// SAFETY: the pointers are to memory of this module's, which the holder of the lock or of the token uses.
unsafe impl Send for ThreadTable {}

impl ThreadTable {
    const NONE: Self = Self {
        threads: BTreeMap::new(),
        made: 0,
        words: Vec::new(),
        holder: None,
        depth: 0,
        watcher: None,
        engine_has_turn: false,
        outbox: Vec::new(),
        latest: Time::ZERO,
        sync: false,
        exiting: Vec::new(),
        ended: Vec::new(),
        spinning: false,
        looked: false,
    };

    fn thread(&mut self, number: u32) -> &mut Thread {
        self.threads.get_mut(&number).expect("a thread that has been made")
    }

    /// The lowest thread of a status.
    fn lowest(&self, status: Status) -> Option<u32> {
        self.threads.iter().find(|(_, thread)| thread.status == status).map(|(&number, _)| number)
    }

    /// Gives a thread the token.
    fn grant(&mut self, number: u32) {
        assert!(self.holder.is_none(), "one token");
        self.holder = Some(number);
        let thread = self.thread(number);
        (thread.granted, thread.status) = (true, Status::InMpi);
        wake(thread.word);
    }

    /// The token is free: somebody who waits has to look after it.
    fn release_token(&mut self) {
        self.holder = None;
        if self.watcher.is_none()
            && let Some(number) = self.lowest(Status::Entering).or_else(|| self.lowest(Status::Waiting))
        {
            wake(self.thread(number).word);
        }
    }

    /// Collects what a thread has posted.
    fn collect(&mut self, number: u32) {
        // SAFETY: the thread's own list; the caller is the thread.
        let posts = unsafe { &mut *self.thread(number).posts };
        if posts.is_empty() {
            return;
        }
        let posted_as = self.posted_as(number);
        match self.outbox.last_mut() {
            Some((last, batch)) if *last == posted_as && !batch.last().is_some_and(Post::demands_answer) => {
                batch.append(posts);
            }
            _ => self.outbox.push((posted_as, std::mem::take(posts))),
        }
        self.thread(number).posted = true;
    }

    /// A thread's number in posts and answers: the least that is free when it posts for the first time. Then all threads that have ended
    /// have left the table; when the thread was made, some might just be ending.
    fn posted_as(&mut self, number: u32) -> u32 {
        if let Some(known) = self.thread(number).posted_as {
            return known;
        }
        let is_free = |free: &u32| self.threads.values().all(|thread| thread.posted_as != Some(*free));
        let free = (1..).find(is_free).expect("fewer than 2^32 threads");
        self.thread(number).posted_as = Some(free);
        free
    }

    fn add(
        &mut self,
        number: u32,
        tid: Option<libc::pid_t>,
        part: ThreadState,
        posts: *mut Vec<Post>,
        answer: *mut Answer,
    ) {
        let word = self.words.pop().unwrap_or_else(|| Box::leak(Box::new(AtomicU32::new(0))));
        let thread = Thread {
            posted_as: (number == 0).then_some(0),
            tid,
            status: Status::InProgram,
            granted: false,
            word,
            part,
            posts,
            answer,
            posted: false,
            readings: 0,
            entered_ns: 0,
            inside_ns: 0,
            others: Vec::new(),
            ended_before: self.ended.len(),
        };
        self.threads.insert(number, thread);
    }
}

fn wake(word: &AtomicU32) {
    word.fetch_add(1, Ordering::SeqCst);
    // SAFETY: wakes the thread that sleeps on the word.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, 1) };
}

fn sleep_on(word: &AtomicU32, seen: u32) {
    let op = libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG;
    // SAFETY: the kernel looks at the word, which is never freed.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), op, seen, std::ptr::null::<libc::timespec>()) };
}

/// The table, locked. A thread that is kept from it does not sleep: it would look as if it waited for another thread, after the lock's
/// last holder has released it and before that one has woken it.
fn table() -> MutexGuard<'static, ThreadTable> {
    loop {
        match TABLE.try_lock() {
            Ok(table) => return table,
            Err(TryLockError::Poisoned(table)) => return table.into_inner(),
            Err(TryLockError::WouldBlock) => thread_states::give_up_core(),
        }
    }
}

/// The number of the calling thread.
fn number() -> u32 {
    let function = NUMBER.load(Ordering::Relaxed);
    if function.is_null() {
        return 0;
    }
    // SAFETY: the preloaded library's function of this type.
    let function: extern "C" fn() -> u32 = unsafe { std::mem::transmute(function) };
    function()
}

/// Says who this process is, once it is a rank, and by what function the preloaded library numbers threads.
pub(super) fn prepare(attached: *mut Attached, context: *mut RankContext, sync: bool, number: *mut std::ffi::c_void) {
    ATTACHED.store(attached, Ordering::Relaxed);
    CONTEXT.store(context, Ordering::Relaxed);
    NUMBER.store(number, Ordering::Relaxed);
    table().sync = sync;
}

/// How many threads of this rank are in MPI.
fn inside() -> u32 {
    table().threads.values().filter(|thread| thread.status != Status::InProgram).count() as u32
}

/// A process that the rank has forked has one thread, and is no rank.
pub(super) fn forget() {
    mpi_lock::deactivate();
}

// ---- the life of threads, as the preloaded library tells ----

/// A thread is about to be made: its number.
pub(super) extern "C" fn thread_created() -> u32 {
    // Actors of threads are numbered in the order in which ranks make them.
    // SAFETY: as below.
    if !mpi_lock::is_active() && unsafe { (*ATTACHED.load(Ordering::Relaxed)).is_uncollected() } {
        Call::wait_for_engine();
    }
    Call::wait_for_clock();
    let mut table = table();
    if !mpi_lock::activate(&LOCK) {
        // SAFETY: the only thread so far is here and not in MPI; the rank's own list and answer live as long as it.
        unsafe {
            let attached = ATTACHED.load(Ordering::Relaxed);
            let mut part = ThreadState::default();
            RankContext::swap_thread_state(CONTEXT.load(Ordering::Relaxed), &mut part);
            table.latest = (*attached).answer.now;
            table.add(0, Some(mpi_lock::thread_id()), part, &raw mut (*attached).posts, &raw mut (*attached).answer);
        }
        // What the rank has posted so far comes before anything that its threads post.
        table.collect(0);
    }
    table.made += 1;
    let number = table.made;
    let (posts, answer) = (Box::into_raw(Box::default()), Box::into_raw(Box::default()));
    table.add(number, None, ThreadState::new(posts, answer), posts, answer);
    record_other_threads(&mut table, number);
    number
}

/// The thread runs.
pub(super) extern "C" fn thread_running(number: u32) {
    table().thread(number).tid = Some(mpi_lock::thread_id());
}

/// The thread has ended, or could not be made.
pub(super) extern "C" fn thread_ended(number: u32) {
    let mut table = table();
    if let Some(thread) = table.threads.remove(&number) {
        table.words.push(thread.word);
        if let Some(tid) = thread.tid {
            table.exiting.push(tid);
            table.ended.push((tid, thread.computed_ns()));
        }
        // SAFETY: made in `thread_created` for this thread alone; what it has posted has been collected.
        unsafe {
            drop(Box::from_raw(thread.posts));
            drop(Box::from_raw(thread.answer));
        }
    }
}

// ---- entering and leaving MPI ----

/// The calling thread enters MPI, once it may. The time that the program has computed before, if blocks are measured, and
/// whether the simulator is to be asked when that has passed.
#[cold]
fn enter(meter: Option<&Meter>) -> (Work, bool) {
    let me = number();
    let mut table = table();
    if table.holder == Some(me) {
        table.depth += 1;
        return (Work::NONE, false);
    }
    let block = meter.map_or(Work::NONE, |meter| {
        table.thread(me).entered_ns = clock::cpu_of_thread();
        computed(&mut table, me, meter)
    });
    table.thread(me).status = Status::Entering;
    let mut table = wait_for_token(me, table);
    table.depth = 1;
    swap_thread_state(&mut table, me);
    (block, table.sync)
}

/// The calling thread leaves MPI. What it has posted goes to the simulator with what others ask.
#[cold]
fn leave(meter: Option<&Meter>) {
    let me = number();
    let mut table = table();
    table.depth -= 1;
    if table.depth > 0 {
        return;
    }
    swap_thread_state(&mut table, me);
    table.collect(me);
    if meter.is_some() {
        let thread = table.thread(me);
        thread.inside_ns += clock::cpu_of_thread().saturating_sub(thread.entered_ns);
        record_other_threads(&mut table, me);
    }
    table.thread(me).status = Status::InProgram;
    table.release_token();
}

/// Waits for the simulator's answer to what the calling thread has posted, or for a reduction that is to be done.
pub(super) fn wait_for_answer() {
    let me = number();
    let mut table = table();
    swap_thread_state(&mut table, me);
    table.collect(me);
    let depth = table.depth;
    table.thread(me).status = Status::Waiting;
    table.release_token();
    let mut table = wait_for_token(me, table);
    table.depth = depth;
    swap_thread_state(&mut table, me);
}

/// Enters MPI for the last time: all that has been posted. None if the simulator has the word, which then finds out by
/// itself that the process has ended.
pub(super) fn final_reply() -> Option<Reply> {
    {
        let table = table();
        if table.engine_has_turn && table.holder.is_none() {
            return None;
        }
    }
    enter(None);
    let mut table = table();
    Some(Reply { threads: std::mem::take(&mut table.outbox), threaded: true, ..Reply::default() })
}

/// Puts what MPI knows of the calling thread in its place, or out of it.
fn swap_thread_state(table: &mut ThreadTable, me: u32) {
    let context = CONTEXT.load(Ordering::Relaxed);
    // SAFETY: the calling thread has the token, so nothing else uses the context.
    unsafe { RankContext::swap_thread_state(context, &mut table.thread(me).part) };
}

fn wait_for_token(me: u32, mut table: MutexGuard<'static, ThreadTable>) -> MutexGuard<'static, ThreadTable> {
    loop {
        if std::mem::take(&mut table.thread(me).granted) {
            return table;
        }
        if table.watcher.is_none() && table.holder.is_none() {
            table.watcher = Some(me);
            drop(table);
            run_watcher();
        } else {
            let word = table.thread(me).word;
            let seen = word.load(Ordering::SeqCst);
            drop(table);
            sleep_on(word, seen);
        }
        table = self::table();
    }
}

/// Waits until no other thread runs, then gives the token away: to a thread that wants it, or else to the one that the
/// simulator answers.
fn run_watcher() {
    let quiescent = wait_until_quiescent();
    let mut table = table();
    // SAFETY: nobody has the token, so what the process is attached by is the watcher's.
    let attached = unsafe { &mut *ATTACHED.load(Ordering::Relaxed) };
    let thread = match table.lowest(Status::Entering) {
        Some(thread) if !attached.reduction.is_awaited() => Some(thread),
        _ => {
            let reply = attached.reply(std::mem::take(&mut table.outbox), !quiescent);
            table.engine_has_turn = true;
            drop(table);
            let request = attached.link.yield_turn(&reply);
            table = self::table();
            table.engine_has_turn = false;
            handle_request(&mut table, attached, request)
        }
    };
    table.watcher = None;
    match thread {
        Some(thread) => table.grant(thread),
        None => table.release_token(),
    }
}

/// Takes what the simulator says; the thread that it is for.
fn handle_request(table: &mut ThreadTable, attached: &mut Attached, request: Request) -> Option<u32> {
    match request {
        // Ranks with threads have no pending writes.
        Request::Resume { thread, answer, .. } => {
            table.latest = answer.now;
            let asked = |(&number, entry): (&u32, &Thread)| (entry.posted_as == Some(thread)).then_some(number);
            let thread = table.threads.iter().find_map(asked).expect("a thread that waits");
            let entry = table.thread(thread);
            // SAFETY: the thread waits for it.
            unsafe { *entry.answer = answer };
            (entry.posted, entry.readings) = (false, 0);
            let context = CONTEXT.load(Ordering::Relaxed);
            // SAFETY: nobody has the token.
            unsafe { RankContext::apply_answer_to_thread(context, &mut entry.part) };
            Some(thread)
        }
        Request::Reduce { op, count, input, inout } => {
            let thread = table.lowest(Status::Waiting).expect("the watcher itself asks");
            let upcall = attached.reduction.request(op, count, input, inout);
            table.thread(thread).part.request_reduction(upcall);
            Some(thread)
        }
        Request::Look => {
            table.looked = true;
            None
        }
        Request::Start { .. } | Request::End | Request::Read { .. } | Request::Write(_) => {
            unreachable!("a rank that runs neither starts nor ends")
        }
    }
}

// ---- what the others do ----

/// Waits until all threads that are not in MPI wait in the kernel. False if they run for longer than is bearable.
fn wait_until_quiescent() -> bool {
    let begin = clock::cpu_of_process();
    let patience = {
        let mut table = table();
        let looked = std::mem::take(&mut table.looked);
        match (table.spinning, looked) {
            (false, _) => SPIN_LIMIT_NS,
            (true, true) => SPIN_LIMIT_WHEN_IDLE_NS,
            (true, false) => 0,
        }
    };
    let mut rounds = 0u32;
    loop {
        if all_wait() {
            return true;
        }
        if clock::cpu_of_process().saturating_sub(begin) >= patience {
            return report_spinning();
        }
        rounds += 1;
        thread_states::pause(rounds);
    }
}

/// Whether all threads that are not in MPI wait now.
fn all_wait() -> bool {
    let (tids, not_started) = {
        let mut table = table();
        let exiting = std::mem::take(&mut table.exiting);
        table.exiting = exiting.into_iter().filter(|&tid| thread_states::exists(tid)).collect();
        let away = table.threads.values().filter(|thread| thread.status == Status::InProgram);
        let tids: Vec<_> = away.filter_map(|thread| thread.tid).chain(table.exiting.iter().copied()).collect();
        (tids, table.threads.values().any(|thread| thread.tid.is_none()))
    };
    // One that was on its way out may have woken another one.
    !not_started && thread_states::states(&tids) == ThreadStates::AllWait && table().exiting.is_empty()
}

/// Others run on and on.
fn report_spinning() -> bool {
    let mut table = table();
    if !std::mem::replace(&mut table.spinning, true) {
        // SAFETY: what the process is attached by lives as long as it.
        let rank = unsafe { (*ATTACHED.load(Ordering::Relaxed)).rank() };
        eprintln!(
            "windtunnel: rank {rank}: a thread has been running for {} s while others wait in MPI: they go on without it, \
             and simulated times may differ from run to run",
            SPIN_LIMIT_NS / 1_000_000_000
        );
    }
    false
}

// ---- time ----

/// The calling thread's clock, if it is known without asking, picoseconds.
pub(super) fn known_clock() -> Option<u64> {
    let me = number();
    let mut table = table();
    if table.sync {
        return None;
    }
    let latest = table.latest;
    let thread = table.threads.get_mut(&me)?;
    thread.readings += 1;
    let known = !thread.posted || COARSE.load(Ordering::Relaxed);
    (known && thread.status == Status::InProgram && thread.readings < KNOWN_READINGS).then_some(latest.ps())
}

/// The C library's clocks need not show what the thread has posted since its last answer: a Python interpreter reads them
/// while it holds its own lock for another thread's sake, and must not wait for its own clock then.
pub(super) fn read_clocks_coarsely() {
    COARSE.store(true, Ordering::Relaxed);
}

/// The time of the rank's latest answer, picoseconds.
pub(super) fn latest() -> u64 {
    if mpi_lock::is_active() {
        return table().latest.ps();
    }
    // SAFETY: the only thread is here; what the process is attached by lives as long as it.
    unsafe { ATTACHED.load(Ordering::Relaxed).as_ref() }.map_or(0, |attached| attached.answer.now.ps())
}

/// What the program has computed since the calling thread left MPI: the CPU time of that of its threads that has worked
/// most, itself or one that is not in MPI (and that it may have waited for).
fn computed(table: &mut ThreadTable, me: u32, meter: &Meter) -> Work {
    let thread = table.thread(me);
    let own = thread.part.computed(meter);
    let (before, ended_before) = (std::mem::take(&mut thread.others), thread.ended_before);
    let away = table.threads.iter().filter(|&(&number, thread)| number != me && thread.status == Status::InProgram);
    let running = away.filter_map(|(_, thread)| Some((thread.tid?, thread.computed_ns())));
    let all = running.chain(table.ended.iter().skip(ended_before).copied());
    let since = all.map(|(tid, cpu)| {
        let then = before.iter().find(|&&(other, _)| other == tid).map_or(0, |&(_, cpu)| cpu);
        cpu.saturating_sub(then)
    });
    let most = Time::from_ps(since.max().unwrap_or(0).saturating_mul(1000));
    match own {
        Work::Time(own) | Work::Preempted(own) => Work::Time(own.max(most)),
        given @ (Work::Flops(_) | Work::Stated(_)) => given,
    }
}

/// Notes how far the others are.
fn record_other_threads(table: &mut ThreadTable, me: u32) {
    let others = table.threads.iter().filter(|&(&number, _)| number != me);
    let others: Vec<_> = others.filter_map(|(_, thread)| Some((thread.tid?, thread.computed_ns()))).collect();
    let ended = table.ended.len();
    let thread = table.thread(me);
    (thread.others, thread.ended_before) = (others, ended);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicI32;
    use std::time::{Duration, Instant};

    #[test]
    fn a_thread_that_is_kept_from_the_table_runs() {
        static TID: AtomicI32 = AtomicI32::new(0);
        let held = table();
        let other = std::thread::spawn(|| {
            TID.store(mpi_lock::thread_id(), Ordering::SeqCst);
            drop(table());
        });
        while TID.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
        // Long enough for it to have gone to sleep, if it does.
        std::thread::sleep(Duration::from_millis(20));
        let (end, tid) = (Instant::now() + Duration::from_millis(50), TID.load(Ordering::SeqCst));
        while Instant::now() < end {
            assert_eq!(thread_states::states(&[tid]), ThreadStates::Unknown);
        }
        drop(held);
        other.join().expect("it ends");
    }

    #[test]
    fn threads_are_numbered_for_the_simulator_in_the_order_of_their_first_posts() {
        let mut table = ThreadTable::NONE;
        for number in 0..4 {
            table.add(number, None, ThreadState::default(), std::ptr::null_mut(), std::ptr::null_mut());
        }
        assert_eq!([0, 3, 1, 3].map(|number| table.posted_as(number)), [0, 1, 2, 1]);
        // One that has never called MPI ends, and one that has: only the latter's number is free.
        table.threads.remove(&2);
        table.threads.remove(&3);
        table.add(4, None, ThreadState::default(), std::ptr::null_mut(), std::ptr::null_mut());
        assert_eq!(table.posted_as(4), 1);
    }
}
