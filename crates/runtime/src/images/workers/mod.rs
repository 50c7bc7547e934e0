//! Worker processes: ranks that are images (loaded copies of the program in one process) compute at once, each on a core of its
//! own.
//!
//! ```text
//! the simulator's process (home): engine, ranks inside MPI          worker processes: copies of it (fork) that compute
//!    rank 3 returns from MPI ── registers, on its own stack ──▶  goes on in the program
//!    rank 3 enters MPI       ◀── registers, on its own stack ──  reaches a gate, or touches what is not a rank's
//! ```
//!
//! Ranks' data, heaps and stacks lie at the same addresses in all of these processes, in shared memory. So a rank can be run by
//! any of them, and only its registers travel ([`travel`]). A worker runs nothing but instructions of the program. The program
//! reaches functions outside of its image through *gates*, short jumps that bring the rank home before it calls a function that
//! has state ([`gates`]). After a function that returns soon the rank leaves again. A worker can neither access memory of the simulator
//! and of libraries nor call the system: a rank that
//! tries comes home, and the same instruction is executed there ([`helper`]). So crashes, allocations, output and open files
//! are handled by one process, home.
//!
//! A worker that computes may have ranks that follow. It takes them up without the engine, so it has something to do while home runs a
//! long block itself. If the engine needs a rank before the worker has come to it, or has nothing else to do, the rank goes on at
//! home, where it left.
//!
//! Ranks stay at home
//!
//! - with `--fold` or `--memory-folder`, which choose other memory for the ranks;
//! - for numbers of ranks at which the kernel's limit of memory mappings (`vm.max_map_count`) leaves none for inaccessible
//!   memory between the ranks (`space::Guards`);
//! - in spawned programs.

pub(crate) mod board;
pub(super) mod gates;
mod helper;
mod memory;
mod spans;
pub(super) mod travel;

use self::board::{BOARD, Board};
use self::travel::{
    AWAY, BEGINNING, GIVEN, HOME, KEPT, OWN, STOPPED, TRAVEL_BYTES, TRAVELS, Travel, shared_random, travel_of,
};
use super::arena::{cleared, take_charged};
use super::paging::PAGING;
use super::slot::ImageSlot;
use super::state::{ImageProcess, current, image_process};
use crate::call::RankContext;
use crate::clock::{Meter, cpu_of_other, ticks};
use crate::own_children::own_child;
use std::arch::naked_asm;
use std::io;
use std::mem::size_of;
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use units::Time;

/// The stack on which a rank that leaves gives control back.
const SIDE_BYTES: usize = 16 << 10;
/// How long the engine looks before it sleeps: as long as it takes to wake a process.
const SPIN: Duration = Duration::from_micros(50);
/// A rank that the engine has waited for so long goes on at home if its worker has not come to it: others use the core.
const WITHDRAW_AFTER: Duration = Duration::from_micros(100);
/// The engine sleeps no longer at a time.
const SLEEP_MAX: Duration = Duration::from_millis(20);
/// A rank that the engine has waited for so long goes on at home, where the watchdog sees it.
const RECALL_AFTER: Duration = Duration::from_millis(300);
/// The bound told of a block under way is this much below what is known of it.
const APART: Time = Time::from_ns(50);

/// The most ranks that a worker has: the one that it runs, and those that follow.
const ORDERS: usize = 32;
/// Queue length, with the running rank, up to which a worker gets ranks that it has not run before.
const NEW_RANKS_BELOW: usize = 4;

/// Where a worker finds what to do.
#[repr(C, align(64))]
struct Mailbox {
    /// The ranks to be run, in turn, as the addresses of their [`Travel`]s; 0: none. Each stays until the worker has looked, even if the
    /// rank has been taken back.
    orders: [AtomicUsize; ORDERS],
    /// Whose it is.
    number: AtomicU32,
    /// The worker sleeps on this while it is 1.
    sleeps: AtomicU32,
}

static SIDES: AtomicUsize = AtomicUsize::new(0);
/// When the rank that runs may leave for a worker.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Leaving {
    Never,
    /// At the end of a call of MPI's.
    AfterCall,
    /// At the end of a function for which it has come home.
    AfterFunction,
}

static LEAVING: AtomicU8 = AtomicU8::new(Leaving::Never as u8);
/// It has left.
static HAS_LEFT: AtomicBool = AtomicBool::new(false);

/// When the rank that is resumed next may leave. Whether the last one has left.
pub(crate) fn let_leave(when: Leaving) -> bool {
    LEAVING.store(when as u8, Ordering::Relaxed);
    HAS_LEFT.swap(false, Ordering::Relaxed)
}

/// No rank may leave until this is given back to [`let_leave`].
pub(crate) fn let_none_leave() -> Leaving {
    let all = [Leaving::Never, Leaving::AfterCall, Leaving::AfterFunction];
    all[LEAVING.swap(Leaving::Never as u8, Ordering::Relaxed) as usize]
}

/// Whether the rank that runs may leave then.
#[inline]
pub(crate) fn may_leave(when: Leaving) -> bool {
    LEAVING.load(Ordering::Relaxed) == when as u8
}

/// The running rank leaves when its call returns to the program.
pub(crate) fn leave() {
    LEAVING.store(Leaving::Never as u8, Ordering::Relaxed);
    let (slot, here) = (current(), 0_u8);
    let Some((_, noted, _)) = gates::places().filter(|_| !slot.is_null()) else { return };
    stay_after_function();
    // SAFETY: a word that gates write; slots never move.
    let (place, yielder) = unsafe { (*noted, (*slot).yielder.addr()) };
    if place > (&raw const here).addr() && place < yielder && place.is_multiple_of(8) {
        // SAFETY: a word of the rank's own stack, above all frames of ours.
        unsafe { leave_at_return(place) };
    }
}

/// Has the running rank leave when it returns by the address at a place, if that is one of the program's. Whether it is.
unsafe fn leave_at_return(place: usize) -> bool {
    let (slot, place) = (current(), with_exposed_provenance_mut::<usize>(place));
    // SAFETY: slots never move; as the caller says.
    unsafe {
        let (image, bytes) = ((*slot).image, image_process().pool(&*slot).space.image_bytes as usize);
        let is_program = (*place).wrapping_sub(image) < bytes;
        if is_program {
            (*travel_of((*slot).slot)).returns_to.store(*place, Ordering::Relaxed);
            *place = (leave_home as *const ()).expose_provenance();
        }
        is_program
    }
}

/// A rank goes on at home with the function that it came for: it leaves again when that returns, if it may.
unsafe fn leave_after_function(travel: &Travel) {
    if !may_leave(Leaving::AfterFunction) || !returns_soon(travel) {
        return;
    }
    // SAFETY: what `come_home` has kept on the rank's stack.
    unsafe {
        let kept = *with_exposed_provenance::<usize>(travel.stack.load(Ordering::Relaxed));
        if leave_at_return(kept + travel::RETURN_AT) {
            travel.returns_at.store(kept + travel::RETURN_AT, Ordering::Relaxed);
        }
    }
}

/// Whether a rank that has stopped has come home for a function that returns soon, at a gate.
fn returns_soon(travel: &Travel) -> bool {
    if travel.way.load(Ordering::Relaxed) != travel::THROUGH_GATE {
        return false;
    }
    // SAFETY: what `come_home` has kept on the rank's stack.
    gates::returns_soon(unsafe {
        let kept = *with_exposed_provenance::<usize>(travel.stack.load(Ordering::Relaxed));
        *with_exposed_provenance::<usize>(kept + travel::NUMBER_AT)
    })
}

/// The running rank stays at home after the function that it came for: something else comes before that returns, or looks at who called it.
pub(crate) extern "C" fn stay_after_function() {
    let slot = current();
    // SAFETY: slots never move.
    if TRAVELS.load(Ordering::Relaxed) == 0 || slot.is_null() || unsafe { (*slot).pool } != 0 {
        return;
    }
    // SAFETY: the rank's own stack. If the rank has left the function by another way, what is there now is not touched.
    unsafe {
        let travel = travel_of((*slot).slot);
        let place = (*travel).returns_at.swap(0, Ordering::Relaxed);
        let place: *mut usize = with_exposed_provenance_mut(place);
        if !place.is_null() && *place == (leave_home as *const ()).addr() {
            *place = (*travel).returns_to.load(Ordering::Relaxed);
        }
    }
}

/// The side stack of the running rank.
unsafe extern "C" fn side_stack() -> usize {
    // SAFETY: slots never move.
    SIDES.load(Ordering::Relaxed) + (unsafe { (*current()).slot } as usize + 1) * SIDE_BYTES
}

/// Where a call of MPI's, or a function, returns to when its rank leaves.
#[unsafe(naked)]
unsafe extern "C" fn leave_home() {
    naked_asm!(
        "sub rsp, 8",
        "push rax",
        "push rdx",
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 40",
        "movups [rsp + 8], xmm0",
        "movups [rsp + 24], xmm1",
        "stmxcsr [rsp]",
        "fnstcw [rsp + 4]",
        "mov rbx, rsp",
        "and rsp, -16",
        "call {side_stack}",
        "mov rdi, rbx",
        "mov rsp, rax",
        "call {departed}",
        "ud2",
        side_stack = sym side_stack,
        departed = sym departed,
    )
}

/// A rank has left: see [`leave_home`]. On its side stack.
unsafe extern "C" fn departed(stack: usize) -> ! {
    let slot = current();
    // SAFETY: the running rank's slot and what is its own; its stack from `stack` on has been written by `leave_home`.
    unsafe {
        let travel = &*travel_of((*slot).slot);
        with_exposed_provenance_mut::<usize>(stack + KEPT).write(travel.returns_to.load(Ordering::Relaxed));
        travel.stack.store(stack, Ordering::Relaxed);
        travel.way.store(travel::AFTER_CALL, Ordering::Relaxed);
        let function = travel.returns_at.swap(0, Ordering::Relaxed) != 0;
        if !function || leaves_block(&*slot) {
            travel.state.store(HOME, Ordering::Relaxed);
            HAS_LEFT.store(true, Ordering::Relaxed);
            (*slot).outcome = super::outcome::Yielded::Blocked;
            (*(*slot).yielder).suspend(());
            leave_after_function(travel);
        }
        travel::go_on(travel)
    }
}

/// Whether a rank leaves within a block, after a function. Its block goes on elsewhere then.
unsafe fn leaves_block(slot: &ImageSlot) -> bool {
    let context = RankContext::current_or_null();
    // SAFETY: the running rank's context.
    unsafe {
        let may = may_leave(Leaving::AfterFunction) && !slot.stays && !slot.text_held && !slot.ahead;
        let leaves = may && !context.is_null() && (*context).posts().is_empty();
        if leaves {
            (*context).leave_home();
        }
        leaves
    }
}

/// A rank has crashed at home while others compute that were resumed before: it waits until these have been heard of, and crashes
/// then. Returns if it cannot.
///
/// # Safety
/// In the handler of the signal, with the kernel's context; the rank that runs was interrupted on its own stack, outside of the runtime.
unsafe fn crash_later(context: *mut libc::ucontext_t) {
    let slot = current();
    if slot.is_null() || !super::order::has_company() {
        return;
    }
    // SAFETY: slots never move; the travel is this rank's.
    unsafe {
        if (*slot).pool == 0 && helper::keep_frame(travel_of((*slot).slot).addr(), context).is_some() {
            travel::call_on(side_stack(), wait_and_crash);
        }
    }
}

/// On a side stack.
unsafe extern "C" fn wait_and_crash() -> ! {
    let slot = current();
    // SAFETY: the running rank's slot and context; its program is interrupted outside of the runtime.
    unsafe {
        super::order::note_wait();
        RankContext::await_clock(RankContext::current_or_null());
        (*slot).outcome = super::outcome::Yielded::Blocked;
        (*(*slot).yielder).suspend(());
        travel::go_on(travel_of((*slot).slot))
    }
}

/// The computation of a rank in a worker.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worked {
    pub(crate) picoseconds: u64,
    pub(crate) disturbed: bool,
    /// In ticks, measured or not.
    pub(crate) took: u64,
}

/// The worker processes, at home.
#[derive(Debug)]
pub(crate) struct Workers {
    mailboxes: usize,
    /// None for one that was found to have been killed when it had no rank.
    pids: Vec<Option<libc::pid_t>>,
    /// Ranks that have been given to each worker and not been taken back: the one that it runs, and those that follow.
    given: Vec<Vec<u32>>,
    /// Which of its orders is each worker's next.
    next: Vec<usize>,
    meter: Option<Meter>,
    _cores: Option<crate::processes::core::Claims>,
}

fn map(bytes: usize, flags: i32) -> io::Result<usize> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: new memory at a place of the kernel's choice.
    let p = unsafe { libc::mmap(null_mut(), bytes, protection, flags | libc::MAP_ANONYMOUS, -1, 0) };
    if p == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(p.expose_provenance()) }
}

/// Wakes who sleeps on a word of shared memory.
fn wake(word: &AtomicU32) {
    // SAFETY: a plain system call on a word that is mapped.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
}

/// Sleeps while a word of shared memory has a value, or for so long.
fn sleep_while(word: &AtomicU32, value: u32, limit: Option<Duration>) {
    let limit = limit.map(|limit| libc::timespec { tv_sec: 0, tv_nsec: i64::from(limit.subsec_nanos()) });
    let limit = limit.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    // SAFETY: the kernel looks at the word and at the time.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, value, limit) };
}

impl Workers {
    /// Starts `count` worker processes; none if what ranks write is not shared, or this processor is too old. No rank has run yet.
    ///
    /// # Errors
    /// The system refuses processes or memory.
    pub(super) fn start(process: &mut ImageProcess, count: usize, meter: Option<Meter>) -> io::Result<Option<Self>> {
        let pool = &mut process.pools[0];
        if pool.space.shared.is_none() || !std::arch::is_x86_feature_detected!("xsavec") {
            return Ok(None);
        }
        if pool.open_all().is_err() {
            return Ok(None);
        }
        let slots = pool.capacity as usize;
        let board = size_of::<Board>();
        let mailboxes = (count * size_of::<Mailbox>()).next_multiple_of(4096);
        let shared = map(board + mailboxes + slots * TRAVEL_BYTES, libc::MAP_SHARED | libc::MAP_NORESERVE)?;
        TRAVELS.store(shared + board + mailboxes, Ordering::Relaxed);
        SIDES.store(map(slots * SIDE_BYTES, libc::MAP_PRIVATE | libc::MAP_NORESERVE)?, Ordering::Relaxed);
        let Some((_, _, code)) = gates::places() else { return Ok(None) };
        OWN.gates.store(code, Ordering::Relaxed);
        board::open(shared, crash_later);
        let (mailboxes, given, next) = (shared + board, vec![Vec::new(); count], vec![0; count]);
        let mut workers = Self { mailboxes, pids: Vec::new(), given, next, meter, _cores: None };
        let claims = crate::processes::core::Claims::of(count + 1);
        if meter.is_some() {
            PAGING.calibrate_shared();
            OWN.paging.copy(&PAGING);
        }
        let plan = helper::Plan::new(process, meter)?;
        for number in 0..count {
            let core = claims.as_ref().map(|claims| claims.number(number + 1));
            workers.mailbox(number).number.store(number as u32, Ordering::Relaxed);
            // SAFETY: the child uses nothing of its copy that a lock or another thread protects.
            let pid = unsafe { helper::fork(&plan, workers.mailbox(number), core) }?;
            workers.pids.push(Some(pid));
        }
        if let Some(claims) = &claims {
            crate::processes::core::stay_on_core(claims.number(0));
        }
        workers._cores = claims;
        Ok(Some(workers))
    }

    fn mailbox(&self, number: usize) -> &'static Mailbox {
        // SAFETY: shared memory that is never unmapped; all of it is atomic.
        unsafe { &*with_exposed_provenance::<Mailbox>(self.mailboxes + number * size_of::<Mailbox>()) }
    }

    fn board() -> &'static Board {
        // SAFETY: as above.
        unsafe { &*BOARD.load(Ordering::Relaxed) }
    }

    fn travel(slot: u32) -> &'static Travel {
        // SAFETY: as above.
        unsafe { &*travel_of(slot) }
    }

    /// A worker that has nothing to do.
    pub(crate) fn free(&mut self) -> Option<usize> {
        self.forget(|slot| Self::state(slot) == STOPPED);
        (0..self.given.len()).find(|&worker| self.is_free(worker))
    }

    /// The busy worker with the shortest queue, if that has room for a rank that it has not run before.
    pub(crate) fn with_room(&self) -> Option<usize> {
        let workers = (0..self.given.len())
            .filter(|&worker| self.has_room(worker) && self.given[worker].len() < NEW_RANKS_BELOW);
        workers.min_by_key(|&worker| self.given[worker].len())
    }

    /// Whether a worker has a rank, and room for more.
    pub(crate) fn has_room(&self, worker: usize) -> bool {
        let order = &self.mailbox(worker).orders[self.next[worker]];
        (1..ORDERS).contains(&self.given[worker].len()) && order.load(Ordering::Relaxed) == 0
    }

    /// Forgets ranks that workers no longer have.
    fn forget(&mut self, gone: impl Fn(u32) -> bool) {
        for given in &mut self.given {
            given.retain(|&slot| !gone(slot));
        }
    }

    fn state(slot: u32) -> u32 {
        travel::state_of(Self::travel(slot).state.load(Ordering::Acquire))
    }

    /// The worker that has a rank.
    fn worker_of(&self, slot: u32) -> Option<usize> {
        self.given.iter().position(|given| given.contains(&slot))
    }

    /// Whether a rank waits while its worker computes another.
    pub(crate) fn follows(&self, slot: u32) -> bool {
        let before = |given: &Vec<u32>| {
            let at = given.iter().position(|&other| other == slot)?;
            Some(given[..at].iter().any(|&other| Self::state(other) != STOPPED))
        };
        self.given.iter().find_map(before).unwrap_or(false)
    }

    /// Whether a worker has nothing to do.
    pub(crate) fn is_free(&mut self, worker: usize) -> bool {
        self.given[worker].is_empty() && self.has_looked(worker)
    }

    /// Whether a worker that has no rank has looked at its last order. One that has been killed never does.
    fn has_looked(&mut self, worker: usize) -> bool {
        let has_looked = self.mailbox(worker).orders.iter().all(|order| order.load(Ordering::Relaxed) == 0);
        if !has_looked && self.has_ended(worker) && self.pids[worker].take().is_some() {
            let left = self.pids.iter().flatten().count() + 1;
            eprintln!(
                "windtunnel: a worker process has been killed: ranks that compute at once are {left} at most from here on"
            );
        }
        has_looked
    }

    /// How many ranks compute.
    pub(crate) fn busy(&mut self) -> usize {
        self.forget(|slot| Self::state(slot) == STOPPED);
        self.given.iter().filter(|given| !given.is_empty()).count()
    }

    /// Has a worker run a rank that has left, after the one that it runs.
    pub(crate) fn give(&mut self, worker: usize, slot: &ImageSlot, thread_locals: (usize, usize), heap: usize) {
        let travel = Self::travel(slot.slot);
        travel.errno.store(slot.errno as u32, Ordering::Relaxed);
        travel.thread_locals.store(thread_locals.0, Ordering::Relaxed);
        travel.thread_local_bytes.store(thread_locals.1, Ordering::Relaxed);
        travel.heap.store(heap, Ordering::Relaxed);
        shared_random(slot.pool, slot.slot, slot.rank);
        travel.worked.store(0, Ordering::Relaxed);
        travel.disturbed.store(0, Ordering::Relaxed);
        travel.took.store(0, Ordering::Relaxed);
        travel.state.store(travel::given_to(worker), Ordering::Relaxed);
        self.given[worker].push(slot.slot);
        let mailbox = self.mailbox(worker);
        let next = (self.next[worker] + 1) % ORDERS;
        let order = &mailbox.orders[std::mem::replace(&mut self.next[worker], next)];
        order.store((&raw const *travel).expose_provenance(), Ordering::SeqCst);
        if mailbox.sleeps.swap(0, Ordering::SeqCst) != 0 {
            wake(&mailbox.sleeps);
        }
    }

    /// Whether a rank has come home only for a function that returns soon.
    pub(crate) fn pauses(&self, slot: u32) -> bool {
        Self::state(slot) == STOPPED && returns_soon(Self::travel(slot))
    }

    /// Another number whenever a rank has stopped.
    pub(crate) fn stops() -> u32 {
        Self::board().rings.load(Ordering::SeqCst)
    }

    /// How long a rank has computed since it left, in ticks.
    pub(crate) fn since_began(&self, slot: u32) -> u64 {
        let travel = Self::travel(slot);
        match travel::state_of(travel.state.load(Ordering::SeqCst)) {
            AWAY => ticks().saturating_sub(travel.began.load(Ordering::Relaxed)),
            _ => 0,
        }
    }

    /// The ranks that a worker has, in order.
    pub(crate) fn ranks_of(&self, worker: usize) -> &[u32] {
        &self.given[worker]
    }

    /// Whether a rank still computes, as far as is known.
    pub(crate) fn computes(&self, slot: u32) -> bool {
        Self::state(slot) != STOPPED
    }

    /// How much is measured of the block that a rank is in, at least; zero before it has begun; none once it has come to its end.
    pub(crate) fn measured(&self, slot: u32) -> Option<Time> {
        let travel = Self::travel(slot);
        let is = |state| travel::state_of(travel.state.load(Ordering::SeqCst)) == state;
        if is(GIVEN) || is(BEGINNING) {
            return Some(Time::ZERO);
        }
        let Some(meter) = &self.meter else { return is(AWAY).then_some(Time::ZERO) };
        let heap = travel.heap.load(Ordering::Relaxed);
        // SAFETY: none, or where the rank's heap is.
        let excess = PAGING.excess(unsafe { cleared(heap) });
        let passed = ticks().saturating_sub(travel.began.load(Ordering::Acquire)).saturating_sub(excess);
        let mut least = meter.picoseconds(passed);
        if meter.is_long(passed) {
            let used = cpu_of_other(self.pids[self.worker_of(slot)?]?)?
                .saturating_sub(travel.cpu_began.load(Ordering::Relaxed));
            least = least.min(used.saturating_mul(1000));
        }
        // Asked after the clocks: then all of it was before the block's end.
        is(AWAY).then(|| Time::from_ps(least).saturating_sub(APART))
    }

    /// Waits until a rank has begun to compute, or has stopped.
    pub(crate) fn await_begin(&mut self, slot: u32) -> bool {
        self.wait(slot, &mut |_| ![GIVEN, BEGINNING].contains(&Self::state(slot)))
    }

    /// Waits until `done`, for a rank that a worker has. False if that worker has been killed.
    pub(crate) fn wait(&mut self, slot: u32, done: &mut dyn FnMut(&Self) -> bool) -> bool {
        let since = Instant::now();
        let mut recalled = false;
        loop {
            for _ in 0..64 {
                if done(self) {
                    return true;
                }
                std::hint::spin_loop();
            }
            if self.follows(slot) && self.withdraw(slot) {
                continue;
            }
            if since.elapsed() < SPIN {
                continue;
            }
            if since.elapsed() >= WITHDRAW_AFTER && self.withdraw(slot) {
                continue;
            }
            let board = Self::board();
            let heard = board.rings.load(Ordering::SeqCst);
            board.listens.store(1, Ordering::SeqCst);
            if !done(self) {
                let is_given = Self::state(slot) == GIVEN;
                // A measured block is looked at again soon.
                let limit = if self.meter.is_some() || is_given { since.elapsed() / 4 } else { SLEEP_MAX };
                sleep_while(&board.rings, heard, Some(limit.min(SLEEP_MAX)));
            }
            board.listens.store(0, Ordering::SeqCst);
            let Some(worker) = self.worker_of(slot) else { continue };
            if since.elapsed() >= SLEEP_MAX && self.has_ended(worker) {
                return done(self);
            }
            // Not before the worker has begun: it may not have got as far as to be called.
            if Self::state(slot) == AWAY
                && since.elapsed() >= RECALL_AFTER
                && !std::mem::replace(&mut recalled, true)
                && let Some(pid) = self.pids[worker]
            {
                // SAFETY: a process of ours.
                unsafe { libc::kill(pid, helper::recall_signal()) };
            }
        }
    }

    /// Takes a rank back that its worker has not come to: it has stopped where it left. False if the worker has.
    pub(crate) fn withdraw(&self, slot: u32) -> bool {
        let state = &Self::travel(slot).state;
        let word = state.load(Ordering::Relaxed);
        travel::state_of(word) == GIVEN
            && state.compare_exchange(word, STOPPED, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }

    fn has_ended(&self, worker: usize) -> bool {
        let Some(pid) = self.pids[worker] else { return true };
        // Programs that ranks start are noted otherwise.
        own_child(|| {
            // SAFETY: asks about a child of ours, which no other wait finds (`__WCLONE`); none if it was found to have ended before.
            unsafe { libc::waitpid(pid, null_mut(), libc::WNOHANG | libc::__WCLONE) != 0 }
        })
    }

    /// A rank that has stopped comes home: what it has worked.
    pub(crate) fn take_back(&mut self, slot: &mut ImageSlot) -> Worked {
        let travel = Self::travel(slot.slot);
        travel.state.store(HOME, Ordering::Relaxed);
        slot.errno = travel.errno.load(Ordering::Relaxed) as i32;
        self.forget(|gone| gone == slot.slot);
        let (picoseconds, disturbed) =
            (travel.worked.load(Ordering::Relaxed), travel.disturbed.load(Ordering::Relaxed) != 0);
        // SAFETY: none, or where the rank's heap is; no worker uses it any more.
        let charged = PAGING.charge(unsafe { take_charged(travel.heap.load(Ordering::Relaxed)) });
        let more = self.meter.as_ref().map_or(0, |meter| meter.picoseconds(charged.unsigned_abs()));
        let picoseconds = if charged < 0 { picoseconds.saturating_sub(more) } else { picoseconds + more };
        Worked { picoseconds, disturbed, took: travel.took.load(Ordering::Relaxed) }
    }
}

impl Workers {
    /// Ends the processes; what they compute is lost.
    pub(crate) fn end(&mut self) {
        for pid in std::mem::take(&mut self.pids).into_iter().flatten() {
            // SAFETY: children of ours.
            unsafe {
                libc::kill(pid, libc::SIGKILL);
                libc::waitpid(pid, null_mut(), libc::__WCLONE);
            }
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.end();
    }
}
