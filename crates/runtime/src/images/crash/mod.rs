//! Handles crashes of ranks that are images (copies of the program in the engine's process): the signal handler writes a crash
//! record, and the engine ends the run.
//!
//! The handler runs on a stack of its own and uses nothing that a crash could have damaged. It neither allocates nor takes
//! locks, and reads its data about the process from read-only memory (`sealed`). It writes one *crash record* (a line of JSON)
//! to the file descriptor `Options::crash_records`; the parent process reads the record and finds functions and source lines.
//! Without such a descriptor the handler writes a line to stderr. If the handler itself crashes, it tries again with a shorter
//! record: first with only the rank and the place of the signal, then with only the rank.
//!
//! If the signal arrived on a rank's stack, the handler then abandons that stack and jumps to where the engine waits for the
//! rank, with the result [`Yielded::Crashed`]. The engine has its own stack, whose address no program gets; the rank's stack
//! and heap are not used again. The address to jump to is in one word at the base of the rank's stack. The handler uses this
//! word only if it still points into the frame that resumed the rank. If the program has overwritten the engine's memory, the
//! engine may crash or hang next: a second crash ends the process, and an alarm ends it if the engine hangs. The record has
//! been written by then.
//!
//! A rank may have crashed inside the C library while it held a lock that the engine needs, or while it was changing a data
//! structure. So the handler tests the C library's allocator before the engine continues: it allocates and frees a block. If
//! this hangs or crashes, the process ends. The crash record, with the rank's number, has been written before this test.
//!
//! If the program has installed its own handler for the signal, that handler is called as it would be in a process of the
//! rank's own.
//!
//! If the engine cannot read or write a buffer whose address it got from a rank, it abandons that access, and the run ends in
//! the same way. Any other crash on the engine's stack ends the process at once with [`CRASH_STATUS`], after the ranks' pending
//! output.
//!
//! ```json
//! {"crash":1,"rank":12,"signal":11,"name":"SIGSEGV","reason":"stack overflow","address":"0x0",
//!  "frames":[{"object":"/path/prog","offset":"0x1139"},…]}
//! ```
//! `rank` is null if no rank was running, that is, if the engine itself crashed. `offset` is the address in the object as
//! linked at 0; `address` is null if the kernel does not tell it. In all frames but the first, `offset` is a return address, so the call is at `offset - 1`.

mod objects;
mod sealed;
mod stacks;
mod text;
mod unwinding;

use std::arch::naked_asm;
use std::ffi::{c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, AtomicUsize, Ordering, compiler_fence};

use super::handlers::call_own_handler;
use super::outcome::Yielded;
use super::slot::{ImageSlot, UNSTARTED};
use super::state::{ImageProcess, current, image_process_pointer, set_current};
use super::workers::board;
use objects::locate;
use sealed::{Facts, ModuleFacts, PoolFacts, facts};
pub(crate) use stacks::{check_stack, damaged_stack, is_base_whole, note_canary};
use stacks::{is_on_rank_stack, note_stack_bytes, note_thread, use_handler_stack};
use text::Text;
pub(crate) use unwinding::frame_of;
use unwinding::{FRAMES_MAX, backtrace};

/// Exit status of a process that wrote a crash record.
pub const CRASH_STATUS: i32 = 134;

/// The engine has so long to end a run whose rank has crashed, seconds; then an alarm ends the process.
const RUN_END_TIMEOUT: u32 = 120;
/// The C library has so long to show that it works after a crash inside of it, seconds.
const TRIAL_TIMEOUT: u32 = 2;
/// A block that the allocator does not have at hand: it takes its lock.
const TRIAL_BYTES: usize = 8 << 10;

/// How far below a variable of the frame that resumes ranks the way back to it may lie.
const ENGINE_FRAME_MOST: usize = 16 << 10;

/// Stack pointers so near the engine's frame are on the engine's stack; those of ranks are mapped elsewhere.
const ENGINE_STACK_MOST: usize = 8 << 20;

const SIGNALS: [(c_int, &str); 7] = [
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGSYS, "SIGSYS"),
    (libc::SIGABRT, "SIGABRT"),
];

/// Signals that end a process as well, without anything being wrong with its memory.
const TERMINATING: [(c_int, &str); 9] = [
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGQUIT, "SIGQUIT"),
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGUSR1, "SIGUSR1"),
    (libc::SIGUSR2, "SIGUSR2"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
];

static CRASH_COUNT: AtomicU32 = AtomicU32::new(0);
static RECORDED: AtomicBool = AtomicBool::new(false);
static QUITTING: AtomicBool = AtomicBool::new(false);
static RANK_AT_FAULT: AtomicBool = AtomicBool::new(false);
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// Address of a variable in the frame that resumes ranks, while one runs.
static ENGINE_FRAME: AtomicUsize = AtomicUsize::new(0);

// The engine is at buffers of these ranks: those read from in the high half, those written to in the low half; the
// stretch that is read from, where ranks differ.
static ACCESSED_RANKS: AtomicU64 = AtomicU64::new(NO_ACCESS);
static READ_FROM: AtomicUsize = AtomicUsize::new(0);
static READ_BYTES: AtomicUsize = AtomicUsize::new(0);
const NO_ACCESS: u64 = u64::MAX;

/// Runs `access`, in which the engine reads `bytes` bytes at `address` of rank `from` and writes to memory of rank `to`,
/// as the ranks asked for: a crash in it is the fault of the rank that gave the address. None then: the access was left
/// half done, a crash record is written, and [`is_rank_at_fault`] from now on.
///
/// # Safety
/// `access` owns nothing that needs dropping: its frames are given up if it crashes.
#[inline]
pub(crate) unsafe fn guarded_access<F: FnOnce()>(
    from: u32,
    to: u32,
    address: usize,
    bytes: usize,
    access: F,
) -> Option<()> {
    unsafe extern "C" fn run<F: FnOnce()>(access: *mut c_void) {
        // SAFETY: the pointer is to the closure below, which is taken out once.
        unsafe { (*access.cast::<Option<F>>()).take().map(|access| access()) };
    }
    let mut access = Some(access);
    READ_FROM.store(address, Ordering::Relaxed);
    READ_BYTES.store(bytes, Ordering::Relaxed);
    ACCESSED_RANKS.store(u64::from(from) << 32 | u64::from(to), Ordering::Relaxed);
    // The handler runs in this thread: only the compiler could mix up the order.
    compiler_fence(Ordering::SeqCst);
    // SAFETY: `run` gets the closure it is made for; as the caller says.
    let failed = unsafe { call_guarded(run::<F>, (&raw mut access).cast(), RECOVERY_POINT.as_ptr()) };
    compiler_fence(Ordering::SeqCst);
    ACCESSED_RANKS.store(NO_ACCESS, Ordering::Relaxed);
    (failed == 0).then_some(())
}

/// As [`guarded_access`], on the stack of the rank that runs, which reads memory that its program gave to MPI. Whether it could.
///
/// # Safety
/// As [`guarded_access`].
#[inline]
pub(crate) unsafe fn guarded_read<F: FnOnce()>(rank: u32, address: usize, bytes: usize, access: F) -> bool {
    let slot = current();
    // A crash is to be taken for the engine's.
    set_current(null_mut());
    // SAFETY: as the caller says.
    let done = unsafe { guarded_access(rank, rank, address, bytes, access) };
    set_current(slot);
    done.is_some()
}

/// Stack pointer and instruction pointer at which [`call_guarded`] goes on if what it has called crashes.
static RECOVERY_POINT: RecoveryPoint = RecoveryPoint([AtomicUsize::new(0), AtomicUsize::new(0)]);

struct RecoveryPoint([AtomicUsize; 2]);

impl RecoveryPoint {
    const fn as_ptr(&self) -> *mut [usize; 2] {
        (&raw const self.0).cast_mut().cast()
    }
}

/// Calls `f(data)` and gives 0; or 1 if the handler has jumped to where `landing` says, with the stack pointer noted
/// there. The registers that a callee keeps are on the stack, so nothing else has to be restored.
#[unsafe(naked)]
unsafe extern "C" fn call_guarded(
    f: unsafe extern "C" fn(*mut c_void),
    data: *mut c_void,
    landing: *mut [usize; 2],
) -> u64 {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "lea rax, [rip + 2f]",
        "mov [rdx], rsp",
        "mov [rdx + 8], rax",
        "mov rax, rdi",
        "mov rdi, rsi",
        "call rax",
        "xor eax, eax",
        "3:",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
        "2:",
        "mov eax, 1",
        "jmp 3b",
    )
}

/// Whether a rank has given MPI a buffer that is not memory of the program.
pub(crate) fn is_rank_at_fault() -> bool {
    RANK_AT_FAULT.load(Ordering::Relaxed)
}

/// The rank whose buffer the engine could not reach at `address`. The kernel does not tell one beyond all addresses.
fn rank_at_fault(address: Option<usize>) -> Option<u32> {
    /// Beyond all that processes may have.
    const END: usize = 1 << 47;
    let ranks = ACCESSED_RANKS.load(Ordering::Relaxed);
    let (from, bytes) = (READ_FROM.load(Ordering::Relaxed), READ_BYTES.load(Ordering::Relaxed));
    let read = address.map_or(from.saturating_add(bytes) > END, |address| address.wrapping_sub(from) < bytes);
    (ranks != NO_ACCESS).then_some(if read { (ranks >> 32) as u32 } else { ranks as u32 })
}

/// Notes where the engine waits for the rank that it is about to resume.
#[inline]
pub(crate) fn note_engine_frame(frame: &u8) {
    ENGINE_FRAME.store((&raw const *frame).addr(), Ordering::Relaxed);
}

/// The name of the signal that a rank has crashed with.
pub fn signal_name() -> &'static str {
    name_of(SIGNAL.load(Ordering::Relaxed))
}

/// Notes where the ranks of all programs are.
pub(crate) fn seal_facts(process: &ImageProcess) {
    seal_facts_with(facts().records, process);
}

fn seal_facts_with(records: c_int, process: &ImageProcess) {
    let mut modules = Vec::new();
    let pools = process.pools.iter().map(|pool| {
        let first = modules.len();
        modules.extend(pool.loaded.template.modules.iter().map(|module| ModuleFacts {
            base: module.base,
            extent: module.extent,
            path: module.path.as_os_str().as_bytes(),
        }));
        let space = &pool.space;
        PoolFacts {
            images: space.images,
            image_bytes: space.image_stride,
            stacks: space.stacks.start,
            stack_bytes: space.stacks.stride,
            slots: u64::from(pool.capacity),
            below_stack: space.below_stack(),
            table: pool.slots.as_ptr().addr(),
            record_bytes: size_of::<ImageSlot>(),
            modules: (first, modules.len() - first),
        }
    });
    let pools: Vec<PoolFacts> = pools.collect();
    let stacks = pools.iter().map(|pool| (pool.stack_bytes - pool.below_stack) as usize);
    note_stack_bytes(stacks.max().unwrap_or(0));
    let find_object = objects::find_object();
    sealed::seal(&Facts { records, find_object, pools: &pools, modules: &modules, ..Facts::NONE });
}

/// Installs the handlers; records go to descriptor `records`.
pub(crate) fn install(records: Option<i32>, process: &ImageProcess) {
    seal_facts_with(records.unwrap_or(-1), process);
    report_damaged_heaps();
    note_thread();
    use_handler_stack();
    let action = action(handle, libc::SA_NODEFER);
    for (signal, _) in SIGNALS {
        // SAFETY: the struct is filled.
        unsafe { libc::sigaction(signal, &raw const action, null_mut()) };
    }
}

/// Installs handlers in the process of one rank (processes mode), where the program has none of its own: they write the
/// record, and the process ends by the signal.
pub(crate) fn install_in_process(records: c_int, rank: u32) {
    let path = std::fs::read_link("/proc/self/exe").unwrap_or_default();
    let (executable, find_object) = (path.as_os_str().as_bytes(), objects::find_object());
    sealed::seal(&Facts { records, rank, executable, find_object, ..Facts::NONE });
    use_handler_stack();
    let (own, asked) = (action(handle_in_process, libc::SA_NODEFER), action(record_location, libc::SA_RESTART));
    // SAFETY: the structs are filled before use.
    unsafe {
        libc::sigaction(location_signal(), &raw const asked, null_mut());
        for (signal, _) in SIGNALS.into_iter().chain(TERMINATING) {
            let mut present: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &raw mut present);
            if present.sa_sigaction == libc::SIG_DFL {
                libc::sigaction(signal, &raw const own, null_mut());
            }
        }
    }
}

/// A function that the kernel calls for a signal, on the handlers' stack.
type Handler = unsafe extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);

fn action(handler: Handler, flags: c_int) -> libc::sigaction {
    // SAFETY: a struct of integers, and an address.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = (handler as *const ()).expose_provenance();
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | flags;
    action
}

/// Where the allocator finds on a rank's stack that sizes do not add up, the rank has overwritten them: that is no defect of
/// ours.
fn report_damaged_heaps() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !current().is_null() && panic.location().is_some_and(|place| place.file().contains("images/arena")) {
            report(libc::SIGABRT, "its heap is damaged: it has written outside of what it had allocated", None, None);
        }
        usual(panic);
    }));
}

/// Asks a rank's process where it is.
pub(crate) fn location_signal() -> c_int {
    libc::SIGRTMIN() + 3
}

/// In a rank's process: writes a record of where it is. The program goes on.
unsafe extern "C" fn record_location(_: c_int, _: *mut libc::siginfo_t, context: *mut c_void) {
    static mut FRAMES: [usize; FRAMES_MAX] = [0; FRAMES_MAX];
    static mut TEXT: Text = Text::new();
    let (frames, text) = (&raw mut FRAMES, &raw mut TEXT);
    // SAFETY: the kernel passes the interrupted context. The simulator asks once, so nobody else is here.
    let (frames, text) = unsafe {
        let count = backtrace(&mut *frames, Some(interrupted_at(context).pc));
        (&(&*frames)[..count], &mut *text)
    };
    text.clear();
    text.push(b"{\"computing\":");
    text.number(u64::from(facts().rank), 10);
    text.frames(frames);
    text.send(facts().records);
}

unsafe extern "C" fn handle_in_process(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    /// A guard page so near the stack pointer is the stack's.
    const NEAR: usize = 64 << 10;
    // SAFETY: the kernel passes valid structs to the handler.
    let (cause, at) = unsafe { (Cause::of(signal, info), interrupted_at(context)) };
    let why = match (cause.reason(signal), cause.address) {
        ("", _) if TERMINATING.iter().any(|known| known.0 == signal) => "the rank has no handler for it",
        ("", Some(..4096)) => "null pointer",
        ("", Some(address)) if at.stack.abs_diff(address) < NEAR => "stack overflow",
        (known, _) => known,
    };
    let address = cause.address;
    end_by(signal, why, address, at.pc, false);
}

/// Ends a rank's process by a signal, with a record; `pc` is where it struck, or behind the `call` that
/// found out.
fn end_by(signal: c_int, why: &str, address: Option<usize>, pc: usize, call: bool) {
    // A second one may come from what follows the record.
    if !RECORDED.load(Ordering::Relaxed) {
        write_crash(signal, why, address, Some(pc), call, Some(facts().rank));
        super::output::write_standard_output();
    }
    // SAFETY: the signal's own way ends the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

/// Ends a rank's process because of an error that a checker has found, called from before `pc`, as if the program had crashed there.
pub(crate) fn end_process(why: &str, pc: usize) {
    end_by(libc::SIGABRT, why, None, pc, true);
}

/// How a signal came, by the kernel.
#[derive(Clone, Copy)]
struct Cause {
    /// The memory that an instruction could not reach; None also where the kernel does not tell it.
    address: Option<usize>,
    /// Who has sent the signal, if an instruction was not its cause.
    sender: Option<&'static str>,
}

impl Cause {
    /// # Safety
    /// `info` is what the kernel passes to a handler.
    unsafe fn of(signal: c_int, info: *const libc::siginfo_t) -> Self {
        // SAFETY: as the caller says.
        let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
        if matches!(code, libc::SI_USER | libc::SI_TKILL | libc::SI_QUEUE) {
            // SAFETY: signals of processes name them, and getpid only answers.
            let own = unsafe { (*info).si_pid() == libc::getpid() };
            return Self { address: None, sender: Some(if own { RAISED_BY_RANK } else { SENT_BY_OTHER }) };
        }
        let told = matches!(signal, libc::SIGSEGV | libc::SIGBUS) && code != libc::SI_KERNEL;
        Self { address: told.then_some(address), sender: None }
    }

    /// What is known about the cause.
    fn reason(self, signal: c_int) -> &'static str {
        let slot = current();
        match (signal, self.sender, self.address) {
            (libc::SIGABRT, sender, _) if sender != Some(SENT_BY_OTHER) => "aborted",
            (_, Some(sender), _) => sender,
            (libc::SIGILL, ..) => "illegal instruction",
            (libc::SIGTRAP, ..) => "breakpoint",
            (libc::SIGSYS, ..) => "forbidden system call",
            // Floating-point traps are off unless a program turns them on.
            (libc::SIGFPE, ..) => "integer division by zero, or a trapped floating-point operation",
            (libc::SIGSEGV | libc::SIGBUS, _, None) => {
                "damaged pointer, or one that is not aligned for the instruction"
            }
            (_, _, Some(address)) if !slot.is_null() && facts().is_guard(slot.addr(), address) => "stack overflow",
            (_, _, Some(..4096)) if !slot.is_null() => "null pointer",
            _ => "",
        }
    }
}

const SENT_BY_OTHER: &str = "sent by another process";
const RAISED_BY_RANK: &str = "raised by the rank itself, which has no handler for it";

/// Whether a signal that a rank's process has ended by is one that is recorded.
pub(crate) fn is_recorded(signal: c_int) -> Option<&'static str> {
    SIGNALS.iter().chain(&TERMINATING).find(|known| known.0 == signal).map(|known| known.1)
}

/// The registers where a signal interrupted the program.
#[derive(Clone, Copy)]
struct InterruptedAt {
    /// Instruction pointer.
    pc: usize,
    /// Stack pointer.
    stack: usize,
}

unsafe fn interrupted_at(context: *mut c_void) -> InterruptedAt {
    let context: *const libc::ucontext_t = context.cast();
    // SAFETY: the kernel passes the interrupted context.
    let registers = unsafe { &(*context).uc_mcontext.gregs };
    InterruptedAt {
        pc: registers[libc::REG_RIP as usize] as usize,
        stack: registers[libc::REG_RSP as usize] as usize,
    }
}

fn name_of(signal: c_int) -> &'static str {
    match signal {
        libc::SIGINT => "SIGINT",
        libc::SIGKILL => "SIGKILL",
        _ => is_recorded(signal).unwrap_or("a signal"),
    }
}

unsafe extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes valid structs to the handler.
    let (cause, at) = unsafe { (Cause::of(signal, info), interrupted_at(context)) };
    let address = cause.address;
    if matches!(signal, libc::SIGSEGV | libc::SIGBUS)
        && current().is_null()
        && cause.sender.is_none()
        && let Some(rank) = rank_at_fault(address)
    {
        let reason = "it gave MPI a buffer that is not memory of the program";
        write_crash(signal, reason, address, Some(at.pc), false, Some(rank));
        RANK_AT_FAULT.store(true, Ordering::Relaxed);
        // SAFETY: the kernel passes the interrupted context and goes on with what we make of it: `call_guarded` is running.
        unsafe { resume_after_access(context) };
        return;
    }
    if cause.sender == Some(SENT_BY_OTHER) {
        end(signal, SENT_BY_OTHER, None, Some(at), None);
    }
    // Not where the runtime has been left half done, which a handler may leave for good.
    if is_on_rank_stack(at) && !is_runtime_code(at.pc) {
        // SAFETY: the kernel passes valid structs, and the rank that runs is interrupted outside of the runtime.
        let handled = unsafe { call_own_handler(signal, info, context) };
        // `abort` ends the process if the handler returns.
        if handled && signal != libc::SIGABRT {
            return;
        }
        if signal != libc::SIGABRT {
            // SAFETY: as above.
            unsafe { board::crash_later(context.cast()) };
        }
    }
    report(signal, cause.reason(signal), address, Some(at));
}

/// Goes on in [`call_guarded`] when the handler returns.
unsafe fn resume_after_access(context: *mut c_void) {
    const DIRECTION: i64 = 1 << 10;
    let context: *mut libc::ucontext_t = context.cast();
    // SAFETY: as the caller says.
    let registers = unsafe { &mut (*context).uc_mcontext.gregs };
    let [stack, pc] = &RECOVERY_POINT.0;
    registers[libc::REG_RSP as usize] = stack.load(Ordering::Relaxed) as i64;
    registers[libc::REG_RIP as usize] = pc.load(Ordering::Relaxed) as i64;
    registers[libc::REG_EFL as usize] &= !DIRECTION;
    // SAFETY: the engine has so long to end the run.
    unsafe { libc::alarm(RUN_END_TIMEOUT) };
}

/// Ends the process because a rank's stack reached its end (found without a guard page).
pub(crate) fn stack_overflow(rank: u32) -> ! {
    end(libc::SIGSEGV, "stack overflow", None, None, Some(rank))
}

/// Ends the rank because it sent itself a signal that ends a process and that it does not handle.
pub(crate) fn ended_by(signal: c_int) -> ! {
    super::order::catch_up();
    report(signal, RAISED_BY_RANK, None, None)
}

/// Ends the rank because it freed what it had not allocated.
pub(crate) fn bad_free() -> ! {
    super::order::catch_up();
    report(libc::SIGABRT, "free of a pointer that is not allocated (freed twice?)", None, None)
}

fn report(signal: c_int, reason: &str, address: Option<usize>, at: Option<InterruptedAt>) -> ! {
    let rank = if current().is_null() { None } else { running_rank() };
    end(signal, reason, address, at, rank)
}

fn end(signal: c_int, reason: &str, address: Option<usize>, at: Option<InterruptedAt>, rank: Option<u32>) -> ! {
    if rank.is_some() && RECORDED.load(Ordering::Relaxed) {
        // The first one has run ahead of the engine, which has not heard of its crash.
        leave_rank(at, Yielded::Crashed);
    }
    write_crash(signal, reason, address, at.map(|at| at.pc), false, rank);
    if at.is_some_and(|at| facts().module_at(at.pc).is_none()) {
        try_allocator();
    }
    leave_rank(at, Yielded::Crashed);
    exit_process()
}

/// Writes the crash record, or the message where nobody reads records. A second crash ends the process.
fn write_crash(
    signal: c_int,
    reason: &str,
    address: Option<usize>,
    pc: Option<usize>,
    call: bool,
    rank: Option<u32>,
) {
    static mut FRAMES: [usize; FRAMES_MAX] = [0; FRAMES_MAX];
    let frames = &raw mut FRAMES;
    let mut count = 0;
    let entered = CRASH_COUNT.fetch_add(1, Ordering::Relaxed);
    if RECORDED.load(Ordering::Relaxed) || entered > 2 {
        // The engine could not end the run of the rank that has crashed, or we could not even write.
        exit_process();
    }
    if entered == 0 {
        // SAFETY: one thread runs ranks; a second crash while unwinding comes back here and skips this.
        count = unsafe { backtrace(&mut *frames, pc) };
        // SAFETY: as above.
        unsafe { (*frames)[0] -= usize::from(call) };
    } else if let Some(pc) = pc
        && entered == 1
    {
        // SAFETY: as above.
        unsafe { (*frames)[0] = pc };
        count = 1;
    }
    // SAFETY: as above.
    let frames = unsafe { &(&*frames)[..count] };
    let name = name_of(signal);
    if facts().records < 0 {
        message(name, reason, rank);
    } else {
        record(signal, name, reason, address, rank, frames);
    }
    RECORDED.store(true, Ordering::Relaxed);
    SIGNAL.store(signal, Ordering::Relaxed);
}

/// Ends the process at once.
fn exit_process() -> ! {
    // Output can be what crashes.
    if !QUITTING.swap(true, Ordering::Relaxed) {
        write_output();
    }
    // SAFETY: ends the process at once.
    unsafe { libc::_exit(CRASH_STATUS) }
}

/// Ends the process if the C library's allocator, in which a rank may have crashed, hangs or crashes.
fn try_allocator() {
    extern "C" fn give_up(_: c_int) {
        exit_process();
    }
    // SAFETY: the handler ends the process. A block is allocated and released; that this may not work is why it is tried.
    unsafe {
        libc::signal(libc::SIGALRM, give_up as extern "C" fn(c_int) as libc::sighandler_t);
        libc::alarm(TRIAL_TIMEOUT);
        libc::free(std::hint::black_box(libc::malloc(TRIAL_BYTES)));
        libc::alarm(0);
    }
}

/// Goes on where the engine waits for the rank that runs, which is never resumed, if the signal struck on the rank's own stack;
/// else returns.
fn leave_rank(at: Option<InterruptedAt>, outcome: Yielded) {
    let slot = current();
    let frame = ENGINE_FRAME.load(Ordering::Relaxed);
    if slot.is_null() || at.is_some_and(|at| !is_on_rank_stack(at)) {
        return;
    }
    // SAFETY: the slot is the engine's memory and valid. The yielder is the base of the rank's stack, which is mapped;
    // its first word is the stack pointer that the engine had when it resumed the rank, unless the program has written
    // there: then it does not lie right below the engine's frame and is not followed. We may be on the handlers' stack,
    // which the switch leaves as `siglongjmp` would: the handlers block no signals, and the kernel takes the stack for
    // free as soon as the stack pointer is elsewhere. The rank is never resumed.
    unsafe {
        let yielder = (*slot).yielder;
        let back = yielder.cast::<usize>().read();
        if frame.wrapping_sub(back) >= ENGINE_FRAME_MOST || !back.is_multiple_of(8) {
            return;
        }
        libc::alarm(RUN_END_TIMEOUT);
        (*slot).outcome = outcome;
        (*yielder).suspend(());
    }
}

/// Leaves the rank that runs, which computes and does not come back by itself: in the handler of a signal that has interrupted
/// it at `context`, as after a crash. Only where it is in code of the program: in the C library or in ours it may hold a lock,
/// or have left something half done, that the engine needs. `anywhere` also takes the C library and its like, where a rank
/// may be for good, too. Notes where it was; returns if it can't be left here.
///
/// # Safety
/// In a signal handler on the thread that runs ranks, on the handlers' stack, with the context that the kernel passes; the
/// signal is not blocked while it is handled.
pub(super) unsafe fn leave_computing(context: *mut c_void, anywhere: bool) {
    // SAFETY: as the caller says.
    let at = unsafe { interrupted_at(context) };
    if current().is_null() {
        return;
    }
    let in_program = facts().module_at(at.pc).is_some();
    let may_leave = in_program || (anywhere && !is_runtime_code(at.pc));
    if !may_leave {
        return;
    }
    let frames = &raw mut COMPUTING_FRAMES;
    // SAFETY: one thread runs ranks and this handler; it is left once. The unwinder takes locks of its own, which code of the
    // program does not hold.
    unsafe {
        (*frames).1 = if in_program { backtrace(&mut (*frames).0, Some(at.pc)) } else { 0 };
        if (*frames).1 == 0 {
            ((&mut (*frames).0)[0], (*frames).1) = (at.pc, 1);
        }
    }
    leave_rank(Some(at), Yielded::Interrupted);
}

static mut COMPUTING_FRAMES: ([usize; FRAMES_MAX], usize) = ([0; FRAMES_MAX], 0);

/// Where the rank was that has been left by [`leave_computing`]: objects and offsets, innermost first.
pub(crate) fn computing_frames() -> Vec<(std::path::PathBuf, u64)> {
    let frames = &raw const COMPUTING_FRAMES;
    // SAFETY: on the thread that runs ranks, and not in the handler.
    let frames = unsafe { (&(*frames).0)[..(*frames).1].to_vec() };
    let place = |pc| {
        let (object, offset) = locate(pc);
        (std::path::PathBuf::from(std::ffi::OsStr::from_bytes(object)), offset as u64)
    };
    frames.into_iter().map(place).collect()
}

/// Whether an address is in the object that this code is in, or in the dynamic linker.
fn is_runtime_code(pc: usize) -> bool {
    let (own, _) = locate(is_runtime_code as *const () as usize);
    let (object, _) = locate(pc);
    object == own || object.windows(5).any(|part| part == b"/ld-l" || part == b"ld.so")
}

/// What ranks wrote and was not sent yet.
pub(super) fn write_output() {
    let process = image_process_pointer();
    if process.is_null() {
        return;
    }
    // SAFETY: read only; lengths are bounded by the buffers.
    unsafe {
        let collected = (*process).output.text.sink.raw_collected();
        text::write(1, collected.as_ptr(), collected.len());
        let slot = current();
        for stream in 0..2 {
            if !slot.is_null() {
                let line = (*process).output.text.held((*slot).rank, stream);
                text::write(stream as c_int + 1, line.as_ptr(), line.len());
            }
            let (bytes, length) = (*process).output.raw_pending(stream);
            text::write(stream as c_int + 1, bytes.cast(), length);
        }
    }
}

fn message(name: &str, reason: &str, rank: Option<u32>) {
    static mut TEXT: Text = Text::new();
    let text = &raw mut TEXT;
    // SAFETY: used by one thread, once per process.
    let text = unsafe { &mut *text };
    text.clear();
    text.push(b"windtunnel: ");
    match rank {
        Some(rank) => {
            text.push(b"rank ");
            text.number(u64::from(rank), 10);
        }
        None => text.push(b"the simulator itself"),
    }
    text.push(b" crashed: ");
    text.push(name.as_bytes());
    if !reason.is_empty() {
        text.push(b" (");
        text.push(reason.as_bytes());
        text.push(b")");
    }
    text.push(b"\n");
    text.send(2);
}

fn record(signal: c_int, name: &str, reason: &str, address: Option<usize>, rank: Option<u32>, frames: &[usize]) {
    static mut TEXT: Text = Text::new();
    let text = &raw mut TEXT;
    // SAFETY: used by one thread, once per process.
    let text = unsafe { &mut *text };
    // A crash on the way may have left the beginning of one.
    text.clear();
    text.push(b"{\"crash\":1,\"rank\":");
    match rank {
        Some(rank) => text.number(u64::from(rank), 10),
        None => text.push(b"null"),
    }
    text.push(b",\"signal\":");
    text.number(signal as u64, 10);
    text.push(b",\"name\":");
    text.string(name.as_bytes());
    text.push(b",\"reason\":");
    text.string(reason.as_bytes());
    text.push(b",\"address\":");
    match address {
        Some(address) => text.hexadecimal(address as u64),
        None => text.push(b"null"),
    }
    text.frames(frames);
    text.send(facts().records);
}

/// Object and offset of an address, for messages outside the handler.
pub(crate) fn describe(pc: usize) -> String {
    let (object, offset) = locate(pc);
    format!("{}+{offset:#x}", String::from_utf8_lossy(object))
}

/// Rank that runs now, for messages from other threads.
pub(crate) fn running_rank() -> Option<u32> {
    let rank = super::state::RUNNING.load(Ordering::Relaxed);
    (rank != UNSTARTED).then_some(rank)
}
