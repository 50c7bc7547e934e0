//! A worker process: runs ranks, one at a time, until they come home.
//!
//! It is a copy of the simulator's process, made before any rank has run. Of its private memory it keeps its stack, the
//! thread-local variables and [`OWN`], and may read where libraries look functions up; all other private memory that can be written is
//! made inaccessible. So a rank that reads a
//! variable of the C library, or an attribute of MPI's, gets no stale copy: it comes home by the handler of the signal, with all
//! registers, and reads it there.

use super::board::{BOARD, Board, EXTENTS_MAX};
use super::spans::{Span, look_up_tables, span_of};
use super::travel::{self, AWAY, BEGINNING, FRAME_AT, FROM_SIGNAL, OWN, RANDOM_AT, STOPPED, STOPPING, Travel};
use super::{Mailbox, ORDERS, gates, map, memory, sleep_while, wake};
use crate::clock::{Meter, ticks};
use crate::images::arena::take_cleared;
use crate::images::state::ImageProcess;
use ops::Work;
use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::io;
use std::mem::{size_of, zeroed};
use std::ptr::{null_mut, with_exposed_provenance, with_exposed_provenance_mut};
use std::sync::atomic::Ordering;

const PAGE: usize = 4096;
const HANDLER_STACK: usize = 64 << 10;
/// The length of the instruction by which the system is called.
const SYSCALL_BYTES: i64 = 2;
const SPANS_MAX: usize = 4096;
/// How often a worker looks for the next rank before it sleeps, if its core is its own, and if not.
const LOOKS: u32 = 20_000;
const FEW_LOOKS: u32 = 200;
/// The machine's own figures that the C library's copying functions look at are found by copying this much.
const PROBED: usize = 1 << 20;

/// Has a rank come home.
pub(super) fn recall_signal() -> c_int {
    libc::SIGRTMIN() + 4
}

/// A worker's steps at its start.
pub(super) struct Plan {
    /// Memory that it must not touch.
    forbidden: Vec<Span>,
    /// Memory that it may read: where libraries look functions up.
    readable: Vec<Span>,
    handlers: usize,
    gates: usize,
    meter: Option<Meter>,
    thread: ThreadPlaces,
}

#[derive(Clone, Copy)]
struct ThreadPlaces {
    /// The thread pointer.
    end: usize,
    has_locals: bool,
}

/// The handler's data, in the worker's own memory.
struct HandlerFacts {
    board: *const Board,
    recall: c_int,
    /// The simulator's own.
    home_stack: libc::stack_t,
    home_mask: u64,
    probing: bool,
    applied: usize,
    own_stack: Span,
    /// That of handlers.
    handlers: Span,
}

/// The handler's facts, which lie on the worker's stack.
///
/// # Safety
/// In a worker process, and nothing else refers to them.
unsafe fn handler_facts<'a>() -> &'a mut HandlerFacts {
    // SAFETY: as the caller says.
    unsafe { &mut *with_exposed_provenance_mut(OWN.facts.load(Ordering::Relaxed)) }
}

impl Plan {
    pub(super) fn new(process: &ImageProcess, meter: Option<Meter>) -> io::Result<Self> {
        let handlers = map(HANDLER_STACK, libc::MAP_PRIVATE)?;
        let (pad_start, end) = process.thread_locals.bounds();
        let here = (&raw const handlers).addr();
        let thread_from = pad_start.min(process.errno.addr()) / PAGE * PAGE - PAGE;
        let own = (&raw const OWN).addr();
        let (gates, _, _) = gates::places().expect("gates before workers");
        let spared = [
            Span { from: handlers, to: handlers + HANDLER_STACK },
            Span { from: thread_from, to: end + 2 * PAGE },
            Span { from: own, to: own + size_of::<travel::Own>() },
            gates,
        ];
        let (mut forbidden, mut readable) = (Vec::new(), look_up_tables());
        for line in std::fs::read_to_string("/proc/self/maps")?.lines() {
            let Some((span, rights)) = span_of(line) else { continue };
            if !rights.contains('w') || !rights.ends_with('p') || span.holds(here) {
                continue;
            }
            if gates::is_of_math(line) {
                readable.push(span);
                continue;
            }
            let mut parts = vec![span];
            for &other in spared.iter().chain(&readable) {
                parts = parts.into_iter().flat_map(|part| part.without(other)).collect();
            }
            forbidden.extend(parts.into_iter().filter(|part| part.from < part.to));
        }
        if forbidden.len() + readable.len() > SPANS_MAX {
            return Err(io::Error::other("too many mappings"));
        }
        let has_locals = process.pools[0].loaded.template.tls_bytes > 0;
        Ok(Self { forbidden, readable, handlers, gates: gates.from, meter, thread: ThreadPlaces { end, has_locals } })
    }
}

/// Makes a worker process; its number.
///
/// # Safety
/// No rank runs.
pub(super) unsafe fn fork(plan: &Plan, mailbox: &'static Mailbox, core: Option<usize>) -> io::Result<libc::pid_t> {
    // SAFETY: as `fork`, but that the C library does not hear of it, nor a parent by SIGCHLD: ranks wait for their own children.
    unsafe {
        let parent = libc::getpid();
        let pid = libc::syscall(libc::SYS_clone, 0, 0, 0, 0, 0) as libc::pid_t;
        match pid {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                if libc::getppid() != parent {
                    libc::_exit(1);
                }
                run(plan, mailbox, core)
            }
            pid => Ok(pid),
        }
    }
}

unsafe fn run(plan: &Plan, mailbox: &'static Mailbox, core: Option<usize>) -> ! {
    // SAFETY: this process is a copy with one thread; from here on nothing is allocated, and nothing is used but what is on this
    // stack, in shared memory and in pages of its own.
    unsafe {
        if let Some(core) = core {
            crate::processes::core::stay_on_core(core);
        }
        libc::syscall(libc::SYS_close_range, 0, u32::MAX, 0);
        let here = 0_u8;
        let here = (&raw const here).addr();
        let board: *const Board = BOARD.load(Ordering::Relaxed);
        let mut facts = HandlerFacts {
            board,
            recall: recall_signal(),
            home_stack: zeroed(),
            home_mask: 0,
            probing: true,
            applied: (*board).extents.load(Ordering::Relaxed),
            own_stack: Span { from: here - (1 << 20), to: here + (1 << 20) },
            handlers: Span { from: plan.handlers, to: plan.handlers + HANDLER_STACK },
        };
        libc::sigaltstack(std::ptr::null(), &raw mut facts.home_stack);
        libc::syscall(libc::SYS_rt_sigprocmask, libc::SIG_BLOCK, null_mut::<u64>(), &raw mut facts.home_mask, 8);
        let stack =
            libc::stack_t { ss_sp: with_exposed_provenance_mut(plan.handlers), ss_flags: 0, ss_size: HANDLER_STACK };
        libc::sigaltstack(&raw const stack, null_mut());
        OWN.facts.store((&raw mut facts).expose_provenance(), Ordering::Relaxed);
        install_handlers();
        let (meter, thread, start) = (plan.meter, plan.thread, plan.gates);
        gates::lead_to(start, travel::come_home as *const () as usize);
        memory::lead_here(start);
        let mut spans = [(Span::NONE, libc::PROT_NONE); SPANS_MAX];
        let readable = plan.readable.iter().map(|&span| (span, libc::PROT_READ));
        let count = plan.forbidden.len() + plan.readable.len();
        let planned = plan.forbidden.iter().map(|&span| (span, libc::PROT_NONE)).chain(readable);
        spans.iter_mut().zip(planned).for_each(|(place, planned)| *place = planned);
        for (span, protection) in &spans[..count] {
            libc::syscall(libc::SYS_mprotect, span.from, span.to - span.from, *protection);
        }
        probe();
        handler_facts().probing = false;
        if !forbid_calls() {
            libc::_exit(1);
        }
        serve((mailbox, &*board), if core.is_some() { LOOKS } else { FEW_LOOKS }, meter.as_ref(), thread)
    }
}

/// The system calls that a worker itself makes.
const CALLS: [libc::c_long; 10] = [
    libc::SYS_futex,
    libc::SYS_clock_gettime,
    libc::SYS_rt_sigreturn,
    libc::SYS_getrusage,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_exit_group,
    libc::SYS_exit,
    libc::SYS_restart_syscall,
];

/// Has every other call of the system end in a signal: a rank that calls it comes home. Whether the system agrees.
unsafe fn forbid_calls() -> bool {
    const MOST: usize = CALLS.len() + 3;
    let step = |code: u32, jt: u8, k: u32| libc::sock_filter { code: code as u16, jt, jf: 0, k };
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let mut steps = [step(load, 0, 0); MOST];
    for (at, call) in CALLS.iter().enumerate() {
        // To the last step.
        let to = (CALLS.len() - at) as u8;
        steps[1 + at] = step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, to, *call as u32);
    }
    steps[MOST - 2] = step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_TRAP);
    steps[MOST - 1] = step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW);
    let program = libc::sock_fprog { len: MOST as u16, filter: steps.as_mut_ptr() };
    // SAFETY: plain system calls about this process; the program lives until they return.
    unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program) == 0
    }
}

type CopyFunction = unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> *mut c_void;

/// Copies, so that the pages that the copying functions read are known and opened.
unsafe fn probe() {
    let Ok(from) = map(2 * PROBED, libc::MAP_PRIVATE) else { return };
    let (from, to): (*mut c_void, *mut c_void) =
        (with_exposed_provenance_mut(from), with_exposed_provenance_mut(from + PROBED));
    // Else the compiler leaves out what the next one overwrites.
    let copies = black_box([libc::memcpy as CopyFunction, libc::memmove]);
    let set = black_box(libc::memset as unsafe extern "C" fn(*mut c_void, c_int, usize) -> *mut c_void);
    let compare = black_box(libc::memcmp as unsafe extern "C" fn(*const c_void, *const c_void, usize) -> c_int);
    let mut bytes = 1;
    while bytes <= PROBED {
        // SAFETY: memory of our own.
        unsafe {
            for copy in copies {
                copy(to, from, bytes);
            }
            copies[1](to, to.byte_add(PROBED - bytes), bytes);
            set(to, 0, bytes);
            black_box(compare(to, from, bytes));
        }
        bytes *= 2;
    }
    // SAFETY: mapped above.
    unsafe { libc::syscall(libc::SYS_munmap, from, 2 * PROBED) };
}

/// Runs ranks as they come.
unsafe fn serve(
    (mailbox, board): (&'static Mailbox, &Board),
    looks: u32,
    meter: Option<&Meter>,
    thread: ThreadPlaces,
) -> ! {
    // SAFETY: this thread's.
    let errno = unsafe { libc::__errno_location() };
    let given = travel::given_to(mailbox.number.load(Ordering::Relaxed) as usize);
    let mut next = 0;
    loop {
        let place = &mailbox.orders[next];
        let mut order = 0;
        for _ in 0..looks {
            if place.load(Ordering::Relaxed) != 0 {
                order = place.swap(0, Ordering::SeqCst);
                break;
            }
            std::hint::spin_loop();
        }
        if order == 0 {
            mailbox.sleeps.store(1, Ordering::SeqCst);
            if place.load(Ordering::SeqCst) == 0 {
                sleep_while(&mailbox.sleeps, 1, None);
            }
            mailbox.sleeps.store(0, Ordering::SeqCst);
            continue;
        }
        next = (next + 1) % ORDERS;
        // SAFETY: the engine gives a rank that runs nowhere, whose memory is shared.
        unsafe {
            let travel: &Travel = &*with_exposed_provenance(order);
            if travel.state.compare_exchange(given, BEGINNING, Ordering::SeqCst, Ordering::SeqCst).is_err() {
                // It has been taken back.
                continue;
            }
            exchange(travel, thread, true);
            *errno = travel.errno.load(Ordering::Relaxed) as i32;
            if let Some(meter) = meter {
                (*OWN.clock.get()).start(meter, Some(&OWN.cpu));
                travel.cpu_began.store(OWN.cpu.at_most(meter, ticks()), Ordering::Relaxed);
            }
            let began = ticks();
            travel.began.store(began, Ordering::Relaxed);
            travel.state.swap(AWAY, Ordering::SeqCst);
            if board.listens.load(Ordering::SeqCst) != 0 {
                ring(board);
            }
            travel::run(travel);
            travel.took.store(ticks() - began, Ordering::Relaxed);
            // Before the clock is read that measures the block.
            travel.state.swap(STOPPING, Ordering::SeqCst);
            if let Some(meter) = meter {
                let cleared = take_cleared(travel.heap.load(Ordering::Relaxed));
                OWN.cpu.correct(-OWN.paging.excess(cleared).cast_signed());
                let (worked, disturbed) = match (*OWN.clock.get()).stop(meter, &OWN.cpu) {
                    Work::Time(time) => (time, 0),
                    Work::Preempted(time) => (time, 1),
                    _ => (units::Time::ZERO, 0),
                };
                travel.worked.store(worked.ps(), Ordering::Relaxed);
                travel.disturbed.store(disturbed, Ordering::Relaxed);
            }
            travel.errno.store(*errno as u32, Ordering::Relaxed);
            exchange(travel, thread, false);
            travel.state.store(STOPPED, Ordering::SeqCst);
        }
        ring(board);
    }
}

/// Wakes the engine if it sleeps.
fn ring(board: &Board) {
    board.rings.fetch_add(1, Ordering::SeqCst);
    if board.listens.load(Ordering::SeqCst) != 0 {
        wake(&board.rings);
    }
}

/// Moves a rank's thread-local variables in or out.
unsafe fn exchange(travel: &Travel, thread: ThreadPlaces, comes: bool) {
    if !thread.has_locals {
        return;
    }
    let bytes = travel.thread_local_bytes.load(Ordering::Relaxed);
    let image: *mut u8 = with_exposed_provenance_mut(travel.thread_locals.load(Ordering::Relaxed));
    let pad: *mut u8 = with_exposed_provenance_mut(thread.end - bytes);
    let (from, to) = if comes { (image, pad) } else { (pad, image) };
    // SAFETY: the pad has room for them; they lie in the rank's image.
    unsafe { libc::memcpy(to.cast(), from.cast(), bytes) };
}

unsafe fn install_handlers() {
    // SAFETY: structs that are filled; handlers of our own.
    unsafe {
        let mut action: libc::sigaction = zeroed();
        action.sa_sigaction = (handle as *const ()).expose_provenance();
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGSYS] {
            libc::sigaction(signal, &raw const action, null_mut());
        }
        libc::sigaction(recall_signal(), &raw const action, null_mut());
        // A terminal's keys send signals to all processes: what follows is the simulator's affair.
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGTSTP, libc::SIGALRM] {
            libc::signal(signal, libc::SIG_IGN);
        }
    }
}

/// A rank has struck on what is not to be had here, or is called home.
unsafe extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes valid structs; facts are on the worker's stack as long as it lives.
    unsafe {
        let facts = handler_facts();
        let context: *mut libc::ucontext_t = context.cast();
        let registers = &(*context).uc_mcontext.gregs;
        let (pc, stack) = (registers[libc::REG_RIP as usize] as usize, registers[libc::REG_RSP as usize] as usize);
        let address = (*info).si_addr().addr();
        if signal == libc::SIGSEGV && facts.probing {
            // The second bit of the error code tells that it was to be written.
            let writes = registers[libc::REG_ERR as usize] & 2 != 0;
            let protection = libc::PROT_READ | if writes { libc::PROT_WRITE } else { 0 };
            libc::syscall(libc::SYS_mprotect, address / PAGE * PAGE, PAGE, protection);
            return;
        }
        let travel = OWN.travel.load(Ordering::Relaxed);
        let is_rank = travel != 0 && !facts.own_stack.holds(stack);
        let is_on_the_way = || travel::is_on_the_way(pc) || memory::is_on_the_way(pc);
        if signal == facts.recall && (!is_rank || is_on_the_way() || facts.handlers.holds(stack)) {
            return;
        }
        if !is_rank {
            libc::_exit(1);
        }
        if signal == libc::SIGSEGV && opens_extents(facts) {
            return;
        }
        go_home(facts, signal, travel, context);
    }
}

/// Opens the extents of heaps that have come since this was last done. Whether there are any.
unsafe fn opens_extents(facts: &mut HandlerFacts) -> bool {
    // SAFETY: shared memory that is never unmapped; extents of the ranks' heaps.
    unsafe {
        let board: &Board = &*facts.board;
        let count = board.extents.load(Ordering::Acquire).min(EXTENTS_MAX);
        let before = std::mem::replace(&mut facts.applied, count);
        for [from, to] in &board.spans[before.min(count)..count] {
            let (from, to) = (from.load(Ordering::Relaxed), to.load(Ordering::Relaxed));
            libc::syscall(libc::SYS_mprotect, from, to - from, libc::PROT_READ | libc::PROT_WRITE);
        }
        count > before
    }
}

/// Has the rank come home with all registers: by a copy of the kernel's frame, from which it returns there.
unsafe fn go_home(facts: &HandlerFacts, signal: c_int, travel: usize, context: *mut libc::ucontext_t) -> ! {
    // SAFETY: the frame is the kernel's, and the rank's travel has room for it.
    unsafe {
        let Some(copy) = keep_frame(travel, context) else { libc::_exit(1) };
        (*copy).uc_stack = facts.home_stack;
        (&raw mut (*copy).uc_sigmask).cast::<u64>().write(facts.home_mask);
        if signal == libc::SIGSYS {
            // The instruction is executed at home.
            (*copy).uc_mcontext.gregs[libc::REG_RIP as usize] -= SYSCALL_BYTES;
        }
        travel::back()
    }
}

/// Keeps a signal's frame, for [`travel::go_on`] to return from it; none if it is too large.
///
/// # Safety
/// `travel` is a [`Travel`] whose rank a signal has interrupted; `context` is what the kernel passes to the handler.
pub(super) unsafe fn keep_frame(travel: usize, context: *mut libc::ucontext_t) -> Option<*mut libc::ucontext_t> {
    // SAFETY: as the caller says; the copy has room.
    unsafe {
        let place = travel + FRAME_AT;
        let copy: *mut libc::ucontext_t = with_exposed_provenance_mut(place);
        // Behind the kernel's context come 8 bytes of mask, where libc's struct has more.
        let kept = std::mem::offset_of!(libc::ucontext_t, uc_sigmask) + 8;
        libc::memcpy(copy.cast(), context.cast(), kept);
        let vectors: *const u8 = (*context).uc_mcontext.fpregs.cast();
        if !vectors.is_null() {
            let at = (place + 1024).next_multiple_of(64);
            // The kernel's figures of the frame's extent lie at its byte 464 (`struct _fpx_sw_bytes`): a mark, then bytes.
            let bytes = vectors.add(464).cast::<[u32; 2]>().read_unaligned();
            let bytes = if bytes[0] == 0x4650_5853 { bytes[1] as usize } else { 512 };
            if at + bytes > travel + RANDOM_AT {
                return None;
            }
            libc::memcpy(with_exposed_provenance_mut::<u8>(at).cast(), vectors.cast(), bytes);
            (*copy).uc_mcontext.fpregs = with_exposed_provenance_mut(at);
        }
        let travel: &Travel = &*with_exposed_provenance(travel);
        travel.stack.store(place, Ordering::Relaxed);
        travel.way.store(FROM_SIGNAL, Ordering::Relaxed);
        Some(copy)
    }
}
