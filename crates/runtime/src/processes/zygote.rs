//! The zygote's side of processes mode: a process with the program loaded and stopped before its first line, from which ranks
//! are forked.
//!
//! A compiled program is stopped by the first of its initialisers, which is this library's. A Python program is stopped by a
//! line of Python (launcher/python_rank.py) after its modules are loaded. The zygote forks a rank when the simulator orders it
//! to. When a rank's process ends, the zygote notes this in the rank's channel to the simulator.

use super::channel::Channel;
use super::orders::Order;
use super::{foreign_mpi, orders, rank, threads, variables};
use crate::call::RankContext;
use crate::opens;
use crate::rank_variables::{OF_RANKS, RankLauncher, RankPlace};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString, c_int};
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicPtr, Ordering};

/// How the zygote knows what it is: one of the three words below, the descriptors of channels, commands and crash
/// records, and the process that it is a child of: what a zygote starts itself is none.
pub(super) const VARIABLE: &str = "WT_ZYGOTE";
/// A program that is linked with MPI: it is stopped while it is loaded.
pub(super) const LOAD: &str = "load";
/// A Python interpreter, which calls [`wt_zygote_prepare`].
pub(super) const CALL: &str = "call";
/// A program that is not linked with MPI, such as a script: it is stopped while it is loaded, and what it becomes or
/// starts is the rank.
pub(super) const STARTER: &str = "start";
/// What LD_PRELOAD was before.
pub(super) const PRELOAD_VARIABLE: &str = "WT_OLD_PRELOAD";

/// The audit library of the dynamic linker (`LD_AUDIT`), which redirects MPI libraries.
pub(super) const AUDIT: &str = "libwindtunnel_audit.so";

struct Zygote {
    pid: libc::pid_t,
    channels: RawFd,
    commands: RawFd,
    records: RawFd,
    signals: RawFd,
    children: HashMap<libc::pid_t, u32>,
    /// Whether its children are ranks themselves, or only start them.
    starter: bool,
    /// The pipes of the rank that is to be forked, if it has its own.
    streams: Option<[RawFd; 2]>,
    /// An MPI library that is none of ours, in the program as it was loaded.
    foreign: Option<PathBuf>,
    /// Where the rank is that is forked next, if it has one of the places that a launcher tells of.
    place: Option<RankPlace>,
}

/// Gives values to the variables of a launcher, which have none yet.
fn tell(place: Option<RankPlace>) {
    let launchers = [RankLauncher::OpenMpi, RankLauncher::Hydra];
    let values = place.iter().flat_map(|place| launchers.iter().flat_map(|launcher| launcher.of_rank(*place)));
    let is_open = |name: &str| variables::get(name).is_some_and(|value| value.is_empty());
    for (name, value) in values {
        if is_open(name) {
            variables::put_in_place_of(name, name, OsStr::new(&value));
        }
    }
    OF_RANKS.iter().filter(|name| is_open(name)).for_each(|name| variables::remove(name));
}

static ZYGOTE: AtomicPtr<Zygote> = AtomicPtr::new(std::ptr::null_mut());

/// Runs before the program's own initialisers.
#[used]
#[unsafe(link_section = ".init_array")]
static ON_LOAD: extern "C" fn() = on_load;

extern "C" fn on_load() {
    RankContext::on_first_call(rank::attach_if_started_by_script);
    if matches!(purpose().as_deref(), Some(LOAD | STARTER)) && prepare() {
        // Returns in a rank.
        while let Some(rank) = next() {
            // SAFETY: the program has not begun, so this process has one thread.
            match unsafe { libc::fork() } {
                0 => return become_rank(rank),
                pid => forked(rank, pid),
            }
        }
        // SAFETY: ends this process before its program begins.
        unsafe { libc::_exit(0) };
    }
    rank::attach_if_started_by_script();
}

/// What the environment says this process is.
fn purpose() -> Option<String> {
    let text = variables::get(VARIABLE)?.to_string_lossy().into_owned();
    text.split(':').next().map(str::to_owned)
}

/// Takes the descriptors from the environment and puts the environment back as the user has it.
fn prepare() -> bool {
    let Some(purpose) = purpose() else { return false };
    let text = variables::get(VARIABLE).unwrap_or_default().to_string_lossy().into_owned();
    let numbers: Vec<c_int> = text.split(':').skip(1).filter_map(|word| word.parse().ok()).collect();
    let [channels, commands, records, parent] = numbers[..] else { return false };
    // SAFETY: asks for a number.
    if purpose != CALL && unsafe { libc::getppid() } != parent {
        return false;
    }
    match variables::get(PRELOAD_VARIABLE) {
        Some(preload) if !preload.is_empty() => {
            variables::put_in_place_of("LD_PRELOAD", "LD_PRELOAD", &preload);
        }
        _ => variables::remove("LD_PRELOAD"),
    }
    variables::remove(PRELOAD_VARIABLE);
    if let Some(place) = variables::get(opens::VARIABLE) {
        opens::share(&place);
    }
    let starter = purpose == STARTER;
    if !starter {
        // The ranks' own process has been asked what it is to load, and what they start is not theirs.
        let is_ours = |list: OsString| list.to_string_lossy().contains(AUDIT);
        let is_asked = variables::get("LD_AUDIT").is_some_and(is_ours);
        ["LD_AUDIT", "GLIBC_TUNABLES"].into_iter().filter(|_| is_asked).for_each(drop_first_part);
    }
    if starter {
        // Ranks begin with the word by which what they start knows whose rank it is.
        variables::put_in_place_of(VARIABLE, rank::STARTED_VARIABLE, OsStr::new(""));
    } else {
        variables::remove(VARIABLE);
        variables::remove(opens::VARIABLE);
    }
    let set = children_signal(libc::SIG_BLOCK);
    // SAFETY: a plain system call with a set that is filled.
    let signals = unsafe { libc::signalfd(-1, &raw const set, libc::SFD_NONBLOCK | libc::SFD_CLOEXEC) };
    if signals < 0 {
        give_up("signalfd");
    }
    let pid = std::process::id() as libc::pid_t;
    let children = HashMap::new();
    let zygote = Zygote {
        pid,
        channels,
        commands,
        records,
        signals,
        children,
        starter,
        streams: None,
        foreign: None,
        place: None,
    };
    ZYGOTE.store(Box::into_raw(Box::new(zygote)), Ordering::Relaxed);
    rank::install_placeholder();
    true
}

/// Puts a list in a variable back as the user has it: without the first part, which is ours.
fn drop_first_part(name: &str) {
    let Some(list) = variables::get(name) else { return };
    match list.as_bytes().iter().position(|&byte| byte == b':') {
        Some(at) => {
            variables::put_in_place_of(name, name, OsStr::from_bytes(&list.as_bytes()[at + 1..]));
        }
        None => variables::remove(name),
    }
}

/// Blocks or unblocks the signal that tells of children.
fn children_signal(how: c_int) -> libc::sigset_t {
    // SAFETY: plain system calls on this process's own signals.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        if libc::sigprocmask(how, &raw const set, std::ptr::null_mut()) != 0 {
            give_up("sigprocmask");
        }
        set
    }
}

/// Ends this process, and with it all ranks, because of a system call that has just failed: the simulator would wait for ever
/// for what it is not told.
fn give_up(call: &str) -> ! {
    eprintln!("windtunnel: ranks cannot be forked: {call}: {}", std::io::Error::last_os_error());
    // SAFETY: ends this process.
    unsafe { libc::_exit(1) }
}

fn is_interrupted() -> bool {
    std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}

fn zygote() -> &'static mut Zygote {
    let zygote = ZYGOTE.load(Ordering::Relaxed);
    assert!(!zygote.is_null(), "the zygote has been prepared");
    // SAFETY: made once, never freed; one thread uses it.
    unsafe { &mut *zygote }
}

/// The next rank to be forked; none once the simulator has gone or is done.
fn next() -> Option<u32> {
    let zygote = zygote();
    if zygote.children.is_empty() {
        zygote.foreign = foreign_mpi::loaded().map(|library| library.path);
    }
    loop {
        let wait = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut fds = [wait(zygote.commands), wait(zygote.signals)];
        // SAFETY: the array is as long as we say.
        if unsafe { libc::poll(fds.as_mut_ptr(), 2, -1) } < 0 {
            if !is_interrupted() {
                give_up("poll");
            }
            continue;
        }
        if fds[1].revents != 0 {
            zygote.reap();
        }
        if fds[0].revents != 0 {
            let Ok(order) = orders::receive(zygote.commands) else { give_up("recvmsg") };
            let (Order { channel, place }, streams) = order?;
            (zygote.place, zygote.streams) = (place, streams);
            return Some(channel);
        }
    }
}

impl Zygote {
    /// Notes which children have ended.
    fn reap(&mut self) {
        let mut drained = [0u8; 4096];
        // SAFETY: empties the descriptor, which does not wait.
        while unsafe { libc::read(self.signals, drained.as_mut_ptr().cast(), drained.len()) } > 0 {}
        loop {
            let mut status = 0;
            // SAFETY: asks about children of this process.
            let pid = unsafe { libc::waitpid(-1, &raw mut status, libc::WNOHANG) };
            if pid <= 0 {
                if pid < 0 && std::io::Error::last_os_error().raw_os_error() != Some(libc::ECHILD) {
                    give_up("wait4");
                }
                return;
            }
            if let Some(rank) = self.children.remove(&pid) {
                close_channel(self.channels, rank, status);
            }
        }
    }
}

/// Notes how a rank's process has ended.
fn close_channel(channels: RawFd, rank: u32, status: c_int) {
    match Channel::open(channels, rank) {
        Ok(channel) => {
            channel.close(status);
            channel.unmap();
        }
        Err(_) => give_up("mmap"),
    }
}

fn forked(rank: u32, pid: libc::pid_t) {
    let zygote = zygote();
    for fd in zygote.streams.take().into_iter().flatten() {
        // SAFETY: ours, and the rank's process has its own.
        unsafe { libc::close(fd) };
    }
    if pid > 0 {
        zygote.children.insert(pid, rank);
    } else {
        // No process: as if it had ended by itself with the shell's status for that.
        close_channel(zygote.channels, rank, 126 << 8);
    }
}

/// Makes this new process a rank.
fn become_rank(number: u32) {
    let zygote = zygote();
    // SAFETY: plain system calls on this process's own state.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid() != zygote.pid {
            libc::_exit(1);
        }
        libc::close(zygote.commands);
        libc::close(zygote.signals);
        children_signal(libc::SIG_UNBLOCK);
        for (stream, fd) in (1..).zip(zygote.streams.take().into_iter().flatten()) {
            if libc::dup2(fd, stream) != stream {
                give_up("standard output");
            }
            libc::close(fd);
        }
        if number != 0 {
            // Standard input is rank 0's.
            let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY);
            if null < 0 || libc::dup2(null, 0) != 0 {
                give_up("standard input");
            }
            libc::close(null);
        }
    }
    tell(zygote.place);
    let place = rank::RankDescriptors { channels: zygote.channels, records: zygote.records, rank: number };
    if zygote.starter && zygote.foreign.is_none() {
        rank::defer_attach(place, zygote.pid);
    } else {
        rank::attach(place, zygote.foreign.as_deref());
    }
}

// ---- for python_rank.py, which forks by itself ----

/// Makes this process a zygote. 0 if it was not started as one.
#[unsafe(no_mangle)]
extern "C" fn wt_zygote_prepare() -> c_int {
    c_int::from(prepare())
}

/// The next rank to be forked, or -1.
#[unsafe(no_mangle)]
extern "C" fn wt_zygote_next() -> c_int {
    next().map_or(-1, |rank| rank as c_int)
}

/// Says that a rank has been forked as this process, or that it could not be (-1).
#[unsafe(no_mangle)]
extern "C" fn wt_zygote_forked(rank: c_int, pid: c_int) {
    forked(rank as u32, pid);
}

/// Makes this new process a rank.
#[unsafe(no_mangle)]
extern "C" fn wt_zygote_become(rank: c_int) {
    become_rank(rank as u32);
    threads::read_clocks_coarsely();
}
