//! The rank's side of processes mode, in which each rank is a process of its own: keeps the rank's context, and sends its
//! requests to the engine through a channel.

use super::channel::{BlockStart, Channel, UNKNOWN_TICKS};
use super::inline_data::{self, MappedPages};
use super::link::Link;
use super::own_memory::own_memory;
use super::own_sites::OwnSites;
use super::protocol::{Batch, Reply, Request};
use super::reduction::Reduction;
use super::{foreign_mpi, threads, variables};
use crate::call::{Call, RankContext, Transport};
use crate::clock::{CPU_CLOCK, cpu_of_process, ticks};
use crate::clock_hooks;
use crate::images::{LoadError, crash};
use crate::mpi_lock;
use crate::posix;
use crate::posix_io::{self, FileBytes};
use crate::sanitizer;
use mpi_rank::{Origin, Phase};
use ops::{Answer, CallSite, Post, SendMode};
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::fd::RawFd;
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering};
use units::ActorId;

/// State of a process that is a rank.
pub(super) struct Attached {
    pub(super) link: Link,
    number: u32,
    pub(super) posts: Vec<Post>,
    /// Earlier batches, after which the rank has run ahead, and what was in the pipes of its output then.
    ahead: Vec<Batch>,
    printed: [u32; 2],
    pub(super) answer: Answer,
    host: String,
    pub(super) reduction: Reduction,
    sites: OwnSites,
    /// Pages of short messages.
    pages: MappedPages,
    /// What the process had read and written before it became a rank.
    files: FileBytes,
    /// [`foreign_mpi::loads`] when it began.
    loads: u64,
    /// Blocks by the call site before them.
    habits: Habits,
    /// It gives the turn back to be begun after this call, rather than to be alone.
    goes_on: bool,
    /// The call by which the program ends, and where it was made.
    exit_call: Option<(String, *const c_void)>,
}

/// The most sends that a rank runs ahead of the engine.
const AHEAD_MAX: usize = 32;

static ATTACHED: AtomicPtr<Attached> = AtomicPtr::new(null_mut());
/// The process that is the rank: its children are not.
static OWNER: AtomicI32 = AtomicI32::new(0);

/// Functions of the preloaded library (launcher/process.c): simulated time in place of the system's, and the end of a
/// process that does not pass through `exit`.
#[repr(C)]
struct Hooks {
    now: extern "C" fn() -> u64,
    sleep: extern "C" fn(u64),
    flush_at_exit: extern "C" fn(),
    latest: extern "C" fn() -> u64,
    thread_begins: extern "C" fn() -> u32,
    thread_runs: extern "C" fn(u32),
    thread_ends: extern "C" fn(u32),
    exit_called: extern "C" fn(*const c_char, c_int, *const c_void),
}

static HOOKS: Hooks = Hooks {
    now: hook_now,
    sleep: hook_sleep,
    flush_at_exit,
    latest: hook_latest,
    thread_begins: threads::thread_created,
    thread_runs: threads::thread_running,
    thread_ends: threads::thread_ended,
    exit_called,
};

extern "C" fn hook_now() -> u64 {
    if mpi_lock::is_active()
        && let Some(known) = threads::known_clock()
    {
        return known;
    }
    clock_hooks::now()
}

extern "C" fn hook_latest() -> u64 {
    threads::latest()
}

extern "C" fn hook_sleep(picoseconds: u64) {
    clock_hooks::sleep(picoseconds);
}

fn attached<'a>(context: *mut RankContext) -> &'a mut Attached {
    // SAFETY: the transport data of a process's context are its `Attached`, which is never freed; entry points of one
    // thread at a time reach it, and keep no reference across a switch.
    unsafe { &mut *(*context).transport_data.cast::<Attached>() }
}

/// Installs a context without an engine in the zygote, so that functions allowed before `MPI_Init` work there.
pub(super) fn install_placeholder() {
    let transport = Transport {
        switch: no_engine,
        run_ahead: None,
        leave: None,
        enter: None,
        intern_site: no_site,
        host_name: no_host_name,
        own_memory: || None,
        meter: None,
    };
    // SAFETY: neither is ever freed.
    unsafe {
        let context = RankContext::new(ActorId(0), Box::into_raw(Box::new(transport)));
        let (posts, answer) = (Box::into_raw(Box::default()), Box::into_raw(Box::default()));
        let context = Box::into_raw(Box::new(context));
        PLACEHOLDER.store(context, Ordering::Relaxed);
        RankContext::attach(context, posts, answer);
    }
}

/// Kept here alone, so that checkers do not take it for a leak.
#[used]
static PLACEHOLDER: AtomicPtr<RankContext> = AtomicPtr::new(null_mut());

fn no_engine(_: *mut RankContext) {
    eprintln!("windtunnel: MPI is used while modules are loaded, before the ranks have started");
    // SAFETY: ends the zygote; the simulator says what follows.
    unsafe { libc::_exit(1) };
}

fn no_site(_: *mut RankContext, _: *const c_void) -> CallSite {
    CallSite(0)
}

fn no_host_name(_: *mut RankContext, _: &mut [u8]) -> usize {
    0
}

/// Where a rank finds its channel and leaves its crash record.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankDescriptors {
    /// The descriptor of the channels.
    pub(super) channels: RawFd,
    /// That of crash records.
    pub(super) records: RawFd,
    /// The number of the channel.
    pub(super) rank: u32,
}

/// How a program that a script starts knows which rank it is: the [`RankDescriptors`] and the zygote's process.
pub(super) const STARTED_VARIABLE: &str = "WT_RANK";

/// Lets the first program that calls MPI become the rank: this one, or one that it executes or starts.
pub(super) fn defer_attach(place: RankDescriptors, zygote: libc::pid_t) {
    let RankDescriptors { channels, records, rank } = place;
    let text = format!("{channels}:{records}:{rank}:{zygote}");
    variables::put_in_place_of(STARTED_VARIABLE, STARTED_VARIABLE, OsStr::new(&text));
    RankContext::detach();
    DEFERRED.store(Box::into_raw(Box::new(place)), Ordering::Relaxed);
    // SAFETY: registers a function that lives as long as the process.
    unsafe { libc::atexit(attach_at_exit) };
}

/// The rank that this process stands for until it, or a program that it starts, attaches.
static DEFERRED: AtomicPtr<RankDescriptors> = AtomicPtr::new(null_mut());

/// At the end of a program that has not called MPI: whether it has opened and started another MPI library.
extern "C" fn attach_at_exit() {
    let place = DEFERRED.load(Ordering::Relaxed);
    let there = variables::get(STARTED_VARIABLE).is_some_and(|text| !text.is_empty());
    // SAFETY: made once, never freed.
    if let Some(&place) = unsafe { place.as_ref() }
        && there
        && let Some(library) = foreign_mpi::loaded().filter(foreign_mpi::ForeignMpi::is_started)
    {
        attach(place, Some(&library.path));
    }
}

/// Makes this process a rank if it is linked with MPI and was started by a script that stands for one.
pub(crate) fn attach_if_started_by_script() {
    let Some(text) = variables::get(STARTED_VARIABLE) else { return };
    let text = text.to_string_lossy();
    let numbers: Vec<i32> = text.split(':').filter_map(|word| word.parse().ok()).collect();
    let [channels, records, rank, zygote] = numbers[..] else { return };
    // A library that is being loaded, or a call of MPI where no rank is: other threads do not look at the environment.
    variables::remove(STARTED_VARIABLE);
    // SAFETY: system calls. The rank ends with what has started it; if that has ended already, at once.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::kill(zygote, 0) != 0 {
            libc::_exit(1);
        }
    }
    let place = RankDescriptors { channels, records, rank: rank as u32 };
    match Channel::open(channels, place.rank) {
        Ok(channel) if channel.is_attached() => {
            eprintln!("windtunnel: rank {rank}: not supported: a second program that uses MPI in one script");
            // SAFETY: ends this process before its program begins.
            unsafe { libc::_exit(1) };
        }
        Ok(channel) => channel.unmap(),
        Err(_) => {}
    }
    attach(place, foreign_mpi::loaded().map(|library| library.path).as_deref());
    STARTED_BY_SCRIPT.store(true, Ordering::Relaxed);
}

/// Whether a script has started this process.
static STARTED_BY_SCRIPT: AtomicBool = AtomicBool::new(false);

/// Makes this process a rank: takes its first message and installs its context. With an MPI library that is none of ours it
/// can be none.
pub(super) fn attach(place: RankDescriptors, foreign: Option<&Path>) {
    let RankDescriptors { channels, records, rank: number } = place;
    let Ok(channel) = Channel::open(channels, number) else {
        // SAFETY: a rank that cannot be reached ends; its status says so.
        unsafe { libc::_exit(126) }
    };
    let mut received = Vec::new();
    channel.attach(&mut received);
    let Ok(Request::Start { rank, origin, setting, host, meter, blocks, mount, answer }) =
        postcard::from_bytes(&received)
    else {
        unreachable!("the first message starts a rank")
    };
    let run_ahead: Option<unsafe fn(*mut RankContext) -> bool> = Some(run_ahead);
    let transport = Transport {
        switch,
        run_ahead,
        leave: Some(leave),
        enter: Some(enter),
        intern_site,
        host_name,
        own_memory,
        meter,
    };
    // SAFETY: nothing of this is ever freed: it lives as long as the process.
    unsafe {
        let mut context = RankContext::new(ActorId(rank), Box::into_raw(Box::new(transport)));
        context.rank.setting = setting;
        context.rank.origin = Origin { program: origin.0, started: origin.1 };
        let context = Box::into_raw(Box::new(context));
        let attached = Box::into_raw(Box::new(Attached {
            link: Link::new(channel, received),
            number: rank,
            posts: Vec::new(),
            ahead: Vec::new(),
            printed: [0; 2],
            answer,
            host,
            reduction: Reduction::default(),
            sites: OwnSites::default(),
            pages: MappedPages::default(),
            files: FileBytes::of_process(),
            loads: foreign_mpi::loads(),
            habits: Habits::default(),
            goes_on: false,
            exit_call: None,
        }));
        if let Some(library) = foreign {
            (*attached).end_run_with(foreign_mpi_message(library));
        }
        (*context).transport_data = attached.cast();
        RankContext::attach(context, &raw mut (*attached).posts, &raw const (*attached).answer);
        RankContext::apply_answer(context);
        ATTACHED.store(attached, Ordering::Relaxed);
        OWNER.store(std::process::id() as i32, Ordering::Relaxed);
        libc::pthread_atfork(None, None, Some(detach_forked_child));
        libc::atexit(flush_at_exit);
        at_quick_exit(flush_at_exit);
        let number = libc::dlsym(libc::RTLD_DEFAULT, c"wt_process_thread".as_ptr());
        threads::prepare(attached, context, blocks, number);
        install_hooks(Some(&HOOKS));
    }
    crate::outside::install(false);
    posix::watch(Some(shown));
    if let Some(mount) = mount {
        posix::install(mount);
    }
    crash::install_in_process(records, rank);
    sanitizer::watch();
}

/// Registers the hooks with the preloaded library, if it is there.
fn install_hooks(hooks: Option<&'static Hooks>) {
    // SAFETY: the preloaded library's function takes a pointer to these functions, or null.
    unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"wt_process_hooks".as_ptr());
        if !found.is_null() {
            let set: extern "C" fn(*const Hooks) = std::mem::transmute(found);
            set(hooks.map_or(std::ptr::null(), std::ptr::from_ref));
        }
    }
}

/// The error message for a program with a foreign MPI library.
fn foreign_mpi_message(library: &Path) -> String {
    let program = std::fs::read_link("/proc/self/exe").unwrap_or_default();
    LoadError::foreign_mpi(&program, library).to_string()
}

/// Detaches a process that the rank has forked.
extern "C" fn detach_forked_child() {
    install_hooks(None);
    crate::outside::remove();
    posix::watch(None);
    posix::remove();
    threads::forget();
    RankContext::detach();
}

/// The program is about to do what others can see, in an order that no message need give: the rank waits until the simulator has
/// caught up with it.
extern "C-unwind" fn shown(opens: c_int) {
    let attached = ATTACHED.load(Ordering::Relaxed);
    if attached.is_null() {
        return;
    }
    // SAFETY: what the process is attached by lives as long as it.
    let attached = unsafe { &*attached };
    if opens != 0 && !STAYS.swap(true, Ordering::Relaxed) {
        attached.link.channel().note_stays();
    }
    if !mpi_lock::is_active() && attached.is_uncollected() {
        Call::wait_for_engine();
    }
    Call::wait_for_clock();
}

/// Whether the rank has opened a file, a socket or the like: then it never runs ahead.
static STAYS: AtomicBool = AtomicBool::new(false);

/// Called by the preloaded library when the program ends the process by a function of the C library.
extern "C" fn exit_called(function: *const c_char, status: c_int, from: *const c_void) {
    // SAFETY: what the process is attached by lives as long as it; the preloaded library passes a C string.
    unsafe {
        if let Some(attached) = ATTACHED.load(Ordering::Relaxed).as_mut() {
            let name = CStr::from_ptr(function).to_string_lossy();
            attached.exit_call.get_or_insert((format!("{name}({})", status & 0xff), from));
        }
    }
}

/// Sends the remaining posts when the process ends.
extern "C" fn flush_at_exit() {
    let attached = ATTACHED.swap(null_mut(), Ordering::Relaxed);
    // SAFETY: asks for a number; a system that refuses even that answers with none.
    let own = unsafe { libc::getpid() };
    if attached.is_null() || (own > 0 && own != OWNER.load(Ordering::Relaxed)) {
        return;
    }
    posix::end_rank();
    if !mpi_lock::is_active() {
        install_hooks(None);
    }
    // SAFETY: what the process is attached by is never freed, and no entry point runs any more.
    let attached = unsafe { &mut *attached };
    if STARTED_BY_SCRIPT.load(Ordering::Relaxed)
        && !attached.link.has_replied()
        && attached.posts.is_empty()
        && !attached.has_run_ahead()
    {
        // It was linked with MPI and has not used it: another program of the script's may.
        attached.link.release();
        return;
    }
    // A library that the program itself has opened and started: ours has heard nothing of what it did.
    let other = if foreign_mpi::loads() == attached.loads { None } else { foreign_mpi::loaded() };
    let complaint =
        other.filter(foreign_mpi::ForeignMpi::is_started).map(|library| foreign_mpi_message(&library.path));
    let complaint = complaint.map(|text| Post::Fatal { text: text.into() });
    let complaint = attached.exit_post().into_iter().chain(complaint);
    if mpi_lock::is_active() {
        if let Some(mut words) = threads::final_reply() {
            words.threads.push((0, complaint.collect()));
            // How far other threads are is read from files, too.
            let files = (0, FileBytes::of_process().since(attached.files).since(posix_io::modelled()).written);
            let reply = Reply { ending: true, files, ..attached.with_new_sites(words) };
            attached.link.yield_turn(&reply);
        }
        RankContext::detach();
        return;
    }
    attached.posts.extend(complaint);
    let FileBytes { read, written } = FileBytes::of_process().since(attached.files).since(posix_io::modelled());
    let reply = Reply { ending: true, files: (read, written), ..attached.take_reply() };
    attached.link.yield_turn(&reply);
    RankContext::detach();
}

impl Attached {
    /// The next reply: posts with new call sites.
    fn take_reply(&mut self) -> Reply {
        let (ahead, mut batch) = (std::mem::take(&mut self.ahead), self.take_batch());
        batch.goes_on = std::mem::take(&mut self.goes_on);
        self.with_new_sites(Reply { ahead, batch, printed: self.printed, ..Reply::default() })
    }

    /// The posts so far, with the contents of short messages.
    fn take_batch(&mut self) -> Batch {
        let posts = std::mem::take(&mut self.posts);
        Batch { message_data: inline_data::read_short_messages(&mut self.pages, &posts), posts, goes_on: false }
    }

    /// Whether the rank runs ahead after the latest post: after a short blocking send, whose answer would only be the time at
    /// which it ended. That halves the turns of two ranks that send to each other. One that has printed ahead goes no further.
    fn can_run_ahead(&mut self) -> bool {
        let Some(Post::BlockingSend { buffer, mode: SendMode::Standard | SendMode::Ready, .. }) = self.posts.last()
        else {
            return false;
        };
        if STAYS.load(Ordering::Relaxed)
            || self.ahead.len() >= AHEAD_MAX
            || !inline_data::is_carried(&mut self.pages, *buffer)
        {
            return false;
        }
        // SAFETY: the C library's own stream.
        let in_stream = unsafe { pending() } > 0;
        let Some(in_pipes) = in_pipes().filter(|_| !in_stream) else { return false };
        if self.ahead.is_empty() {
            self.printed = in_pipes;
            self.link.channel().note_ahead();
        } else if in_pipes != self.printed {
            return false;
        }
        let batch = self.take_batch();
        self.ahead.push(batch);
        true
    }

    /// The post about a program that ends by a function of the C library without `MPI_Finalize`.
    fn exit_post(&mut self) -> Option<Post> {
        let context = RankContext::current_or_null();
        // SAFETY: the current rank's context lives as long as the process, and no entry point runs any more.
        let ended = context.is_null() || unsafe { (*context).rank.phase == Phase::After };
        let (call, from) = self.exit_call.take().filter(|_| !ended)?;
        Some(Post::ExitCall { site: self.sites.intern(from), call: call.into() })
    }

    /// Whether the simulator has yet to do something that others may see before this rank does.
    pub(super) fn is_uncollected(&self) -> bool {
        self.has_run_ahead() || self.link.channel().runs_beside()
    }

    /// Whether it has run ahead since its last answer.
    pub(super) fn has_run_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// Ends the run with an error message.
    fn end_run_with(&mut self, text: String) -> ! {
        // What it has printed comes before what is said of it.
        // SAFETY: the C library's own streams.
        unsafe { flush_streams() };
        let batch = Batch { posts: vec![Post::Fatal { text: text.into() }], ..Batch::default() };
        let reply = Reply { batch, ..Reply::default() };
        loop {
            self.link.yield_turn(&reply);
        }
    }

    fn with_new_sites(&mut self, reply: Reply) -> Reply {
        let (objects, sites) = self.sites.take_new();
        Reply { objects, sites, ..reply }
    }

    /// The next reply of a rank with several threads.
    pub(super) fn reply(&mut self, threads: Vec<(u32, Vec<Post>)>, running: bool) -> Reply {
        let reduced = self.reduction.take_result();
        self.with_new_sites(Reply { threaded: true, threads, running, reduced, ..Reply::default() })
    }

    /// The rank.
    pub(super) fn rank(&self) -> u32 {
        self.number
    }
}

/// The transport's `switch`: as [`exchange`], with the program's buffers looked at where it has a sanitizer.
fn switch(context: *mut RankContext) {
    // SAFETY: the context is the running rank's; its posts belong to it alone, and its answer stays where it is.
    unsafe {
        let posts = (*context).posts();
        sanitizer::look_at_posts(posts);
        let received = sanitizer::received_by(posts.last());
        exchange(context);
        sanitizer::look_at_received(received, (*context).latest_answer());
    }
}

/// Sends the posts; returns with an answer, or with a reduction to be applied.
fn exchange(context: *mut RankContext) {
    // Text that the program has printed comes out in the order in which ranks run.
    // SAFETY: the C library's own streams.
    unsafe { flush_streams() };
    let attached = attached(context);
    // SAFETY: the context is the running rank's.
    let is_aborting = unsafe { (*context).is_aborting() };
    if mpi_lock::is_active() {
        let result = attached.reduction.take_operand();
        if is_aborting {
            // SAFETY: as above; the thread's own list.
            unsafe { RankContext::flush_final_posts(context) };
        } else {
            attached.reduction.set_result(result);
        }
        threads::wait_for_answer();
        return;
    }
    let mut reply = attached.take_reply();
    if is_aborting {
        // Final posts from inside a reduction: the engine hears of them in place of its result.
        // SAFETY: as above.
        unsafe { (*context).take_final_posts(&mut reply.batch.posts) };
    } else if let Some(result) = attached.reduction.take_operand() {
        attached.reduction.set_result(Some(result));
        reply.reduced = attached.reduction.take_result();
    }
    // SAFETY: as above.
    let site = unsafe { (*context).latest_site() };
    attached.link.channel().expect(attached.habits.after(site));
    let request = attached.link.yield_turn(&reply);
    let mut posts = reply.batch.posts;
    posts.clear();
    attached.posts = posts;
    match request {
        Request::Resume { answer, pending_writes, .. } => {
            if let Err(address) = inline_data::write_chunks(&mut attached.pages, &pending_writes) {
                attached.end_run_with(format!("a buffer {}", inline_data::unmapped_text(address)));
            }
            attached.answer = answer;
            // SAFETY: the answer and the posts stay where they are.
            unsafe { RankContext::apply_answer(context) };
        }
        Request::Reduce { op, count, input, inout } => {
            let upcall = attached.reduction.request(op, count, input, inout);
            // SAFETY: the upcall lives as long as the process.
            unsafe { RankContext::request_reduction(context, upcall) };
        }
        Request::Start { .. } | Request::Look | Request::End | Request::Read { .. } | Request::Write(_) => {
            unreachable!("a rank that runs neither starts nor ends")
        }
    }
}

/// The rank leaves a call. If it has posted nothing since it was resumed, what it posts next enters another one. If it has, and a long
/// block follows, the engine gets the posts now and has the rank begun with that block.
fn leave(context: *mut RankContext) {
    let attached = attached(context);
    let channel = attached.link.channel();
    if !channel.runs_beside() || mpi_lock::is_active() {
        return;
    }
    // SAFETY: the running rank's context.
    let site = unsafe { (*context).latest_site() };
    let posted = !attached.posts.is_empty() || attached.has_run_ahead();
    if posted
        && (channel.bell().worth()..UNKNOWN_TICKS).contains(&attached.habits.after(site))
        && !Call::is_in_upcall()
    {
        attached.goes_on = true;
        Call::wait_to_be_begun();
    }
    attached.habits.leave(site);
    if channel.is_begun() && attached.posts.is_empty() && !attached.has_run_ahead() {
        let note = || {
            // SAFETY: the transport outlives the rank.
            if let Some(meter) = unsafe { (*context).meter() } {
                CPU_CLOCK.begin_watched(meter);
                // First the clock that tells whether the rank loses its core from there on.
                let cpu = cpu_of_process();
                channel.note_block(BlockStart { cpu, ticks: ticks() });
            }
        };
        note();
        channel.note_outside();
        // Waking the engine is not of the block.
        note();
    }
}

/// The rank enters a call.
fn enter(context: *mut RankContext) {
    let attached = attached(context);
    let channel = attached.link.channel();
    if channel.runs_beside() {
        channel.note_beyond();
        attached.habits.enter();
    }
}

/// How long the blocks after calls have been, in ticks, by call site: the later ones count more.
#[derive(Debug, Default)]
struct Habits {
    mean: Vec<u32>,
    /// The call that the rank has left, and when.
    left: Option<(usize, u64)>,
}

impl Habits {
    fn leave(&mut self, site: CallSite) {
        self.left = Some((site.0 as usize, ticks()));
    }

    fn enter(&mut self) {
        let Some((site, since)) = self.left.take() else { return };
        let passed = u32::try_from(ticks().saturating_sub(since)).unwrap_or(UNKNOWN_TICKS).min(UNKNOWN_TICKS - 1);
        if site >= self.mean.len() {
            self.mean.resize(site + 1, UNKNOWN_TICKS);
        }
        let mean = &mut self.mean[site];
        *mean = if *mean == UNKNOWN_TICKS { passed } else { *mean - *mean / 4 + passed / 4 };
    }

    /// The mean after a call; [`UNKNOWN_TICKS`] if there has been none.
    fn after(&self, site: CallSite) -> u32 {
        self.mean.get(site.0 as usize).copied().unwrap_or(UNKNOWN_TICKS)
    }
}

/// Whether the rank runs on before the send that it has just posted has ended.
fn run_ahead(context: *mut RankContext) -> bool {
    !mpi_lock::is_active() && attached(context).can_run_ahead()
}

/// Writes what is in the C library's standard streams, if anything is.
///
/// # Safety
/// The program has not closed them behind the library's back.
unsafe fn flush_streams() {
    // SAFETY: as the caller says; the function takes a stream that is open.
    unsafe {
        if pending() > 0 {
            libc::fflush(stdout);
        }
    }
}

/// How many bytes the standard stream holds.
///
/// # Safety
/// As [`flush_streams`].
unsafe fn pending() -> usize {
    // SAFETY: as the caller says; the function takes a stream that is open.
    unsafe { if stdout.is_null() { 0 } else { __fpending(stdout) } }
}

/// How many bytes are in the pipes of the rank's output; none if the system does not say.
fn in_pipes() -> Option<[u32; 2]> {
    let of = |descriptor: c_int| {
        let mut bytes: c_int = 0;
        // SAFETY: the kernel fills the number. Not by a function that others stand before.
        let result = unsafe { libc::syscall(libc::SYS_ioctl, descriptor, libc::FIONREAD, &raw mut bytes) };
        (result == 0).then_some(bytes as u32)
    };
    Some([of(1)?, of(2)?])
}

unsafe extern "C" {
    static mut stdout: *mut libc::FILE;
    fn __fpending(stream: *mut libc::FILE) -> usize;
    fn at_quick_exit(function: extern "C" fn()) -> c_int;
}

fn intern_site(context: *mut RankContext, address: *const c_void) -> CallSite {
    attached(context).sites.intern(address)
}

fn host_name(context: *mut RankContext, into: &mut [u8]) -> usize {
    let name = attached(context).host.as_bytes();
    let bytes = name.len().min(into.len());
    into[..bytes].copy_from_slice(&name[..bytes]);
    bytes
}
