//! The channel between the simulator and a rank's process: shared memory with a message buffer, which one of the two may write
//! at a time (it has the *turn*).
//!
//! The side without the turn sleeps until it gets the turn (a futex). A message longer than the buffer is sent in parts, each
//! acknowledged by the receiver. The memory is an anonymous file (`memfd`). The zygote (the process from which ranks are
//! forked) and its ranks inherit this file.

use super::bell::{Bell, Core, Doing, wait_while, wake};
use std::ffi::c_int;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// The engine's turn.
const ENGINE: u32 = 0;
/// The rank's.
const RANK: u32 = 1;
/// The rank's process has ended; nobody's.
const NOBODY: u32 = 2;
/// The rank's, which has left the call that it was resumed in, and has posted nothing.
const OUTSIDE: u32 = 3;
/// The rank's, which has entered another call.
const BEYOND: u32 = 4;
/// The rank's, as soon as its worker has no other.
const QUEUED: u32 = 5;

/// How often the engine looks whether a rank has left its call before it sleeps: as long as it takes to wake a process.
const LOOKS: u32 = 5_000;

/// How often a rank that has stopped looks whether another comes next, before its core becomes idle, which takes as long to wake.
const LINGERS: u32 = 5_000;

/// Address space of a channel, bytes. Pages that are never written take no memory.
const STRIDE: usize = 16 << 10;

/// Which other ranks run while one runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Company {
    /// None.
    Alone,
    /// Some that were resumed before.
    Earlier,
    /// Any: the engine goes on once the rank has left its call. This worker has it run.
    Any(usize, Core),
}

/// [`Header::core`] of a rank that has stopped and lingers.
const LINGERS_NOW: u32 = 3;

#[repr(C)]
struct Header {
    turn: AtomicU32,
    /// Set before `turn` becomes nobody's.
    ended: AtomicU32,
    /// How the process ended, as `waitpid` says.
    status: AtomicU32,
    /// The number of the rank's process.
    pid: AtomicU32,
    /// Bytes of the part of a message that is in the buffer.
    length: AtomicU32,
    /// Whether more parts follow.
    more: AtomicU32,
    /// Whether the rank has run ahead since it was resumed.
    ahead: AtomicU32,
    /// Whether others run beside it, 1, or the engine goes on meanwhile, 2.
    beside: AtomicU32,
    /// The number of its worker, from 1 on; none: 0.
    worker: AtomicU32,
    /// Whether it has opened what others can see.
    stays: AtomicU32,
    /// The clocks when the block began that follows the call: see [`BlockStart`]. The first is 0 where that is not known.
    block_cpu: AtomicU64,
    block_ticks: AtomicU64,
    /// How long the block after the call is likely to be, in ticks.
    expected: AtomicU32,
    /// See [`Core`].
    core: AtomicU32,
}

/// When a block began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockStart {
    /// CPU time of the process, nanoseconds.
    pub(super) cpu: u64,
    /// The counter.
    pub(super) ticks: u64,
}

/// The length of a block that is not known.
pub(super) const UNKNOWN_TICKS: u32 = u32::MAX;

const CAPACITY: usize = STRIDE - 64;
const _: () = assert!(size_of::<Header>() <= 64 && size_of::<Bell>() <= STRIDE);

/// The channels of the ranks of one zygote; more can be added while it runs.
#[derive(Debug)]
pub(super) struct Channels {
    fd: OwnedFd,
    bell: *mut u8,
    /// Mappings of consecutive channels: where, and how many.
    mappings: Vec<(*mut u8, u32)>,
    channels: Vec<Channel>,
}

/// The channel of one rank. Valid as long as the mapping it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Channel {
    base: *mut u8,
    bell: *mut u8,
    number: u32,
    /// How many bytes are mapped from the bell on; none on the engine's side.
    mapped: usize,
}

/// The rank's process has ended; how, as `waitpid` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProcessEnded(pub(super) c_int);

fn map(fd: RawFd, offset: usize, bytes: usize) -> io::Result<*mut u8> {
    let (kind, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
    // SAFETY: a new mapping of a file of ours, at a place that the kernel chooses.
    let base = unsafe { libc::mmap(std::ptr::null_mut(), bytes, kind, flags, fd, offset as libc::off_t) };
    if base == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(base.cast()) }
}

impl Channels {
    /// Channels for `ranks` ranks.
    pub(super) fn new(ranks: u32) -> io::Result<Self> {
        // SAFETY: plain system calls; the descriptor is ours.
        let fd = unsafe {
            let fd = libc::memfd_create(c"windtunnel".as_ptr(), 0);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd)
        };
        // SAFETY: a plain system call on our own file.
        if unsafe { libc::ftruncate(fd.as_raw_fd(), STRIDE as libc::off_t) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let bell = map(fd.as_raw_fd(), 0, STRIDE)?;
        let mut channels = Self { fd, bell, mappings: Vec::new(), channels: Vec::new() };
        channels.add(ranks)?;
        Ok(channels)
    }

    /// Adds channels for `ranks` more ranks.
    pub(super) fn add(&mut self, ranks: u32) -> io::Result<()> {
        let offset = place_of(self.count());
        let bytes = ranks as usize * STRIDE;
        // SAFETY: a plain system call on our own file.
        if unsafe { libc::ftruncate(self.fd.as_raw_fd(), (offset + bytes) as libc::off_t) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let base = map(self.fd.as_raw_fd(), offset, bytes)?;
        self.mappings.push((base, ranks));
        let (bell, first) = (self.bell, self.count());
        let of = |rank: u32| Channel {
            base: base.wrapping_add(rank as usize * STRIDE),
            bell,
            number: first + rank,
            mapped: 0,
        };
        self.channels.extend((0..ranks).map(of));
        Ok(())
    }

    /// The number of channels.
    pub(super) fn count(&self) -> u32 {
        self.channels.len() as u32
    }

    /// The descriptor, for those who inherit it.
    pub(super) fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// Says how long a block must be to be computed beside others, in ticks.
    pub(super) fn set_worth(&self, ticks: u32) {
        // SAFETY: mapped as long as this, and all of it is atomic.
        unsafe { (*self.bell.cast::<Bell>()).set_worth(ticks) };
    }

    /// A rank's channel.
    pub(super) fn of(&self, rank: u32) -> Channel {
        self.channels[rank as usize]
    }
}

impl Drop for Channels {
    fn drop(&mut self) {
        for &(base, ranks) in &self.mappings {
            // SAFETY: mapped in `add`; channels are not used after their owner.
            unsafe { libc::munmap(base.cast(), ranks as usize * STRIDE) };
        }
        // SAFETY: mapped in `new`.
        unsafe { libc::munmap(self.bell.cast(), STRIDE) };
    }
}

/// Where a channel begins in the file.
fn place_of(rank: u32) -> usize {
    (rank as usize + 1) * STRIDE
}

impl Channel {
    /// A rank's channel in a process that has inherited the descriptor. Those of all ranks are mapped: it starts others.
    pub(super) fn open(fd: RawFd, rank: u32) -> io::Result<Self> {
        // SAFETY: asks about an open file; fills the struct that it is given.
        let mapped = unsafe {
            let mut about: libc::stat = std::mem::zeroed();
            if libc::fstat(fd, &raw mut about) != 0 {
                return Err(io::Error::last_os_error());
            }
            about.st_size as usize
        };
        let bell = map(fd, 0, mapped)?;
        Ok(Self { base: bell.wrapping_add(place_of(rank)), bell, number: rank, mapped })
    }

    /// Gives up a channel that was opened.
    pub(super) fn unmap(self) {
        // SAFETY: mapped in `open`, and not used after this.
        unsafe { libc::munmap(self.bell.cast(), self.mapped) };
    }

    fn header(&self) -> &Header {
        // SAFETY: the mapping begins with a header whose fields are atomic, so both sides may refer to it.
        unsafe { &*self.base.cast::<Header>() }
    }

    /// Puts the next part of `bytes` into the buffer and returns the rest.
    fn write_part<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let (part, rest) = bytes.split_at(bytes.len().min(CAPACITY));
        // SAFETY: the buffer has that many bytes, and it is our turn.
        unsafe { self.base.add(64).copy_from_nonoverlapping(part.as_ptr(), part.len()) };
        self.header().length.store(part.len() as u32, Ordering::Relaxed);
        self.header().more.store(u32::from(!rest.is_empty()), Ordering::Relaxed);
        rest
    }

    /// Appends what is in the buffer; whether more parts follow.
    fn read_part(&self, into: &mut Vec<u8>) -> bool {
        let length = (self.header().length.load(Ordering::Relaxed) as usize).min(CAPACITY);
        // SAFETY: the buffer has that many bytes, and it is our turn.
        into.extend_from_slice(unsafe { std::slice::from_raw_parts(self.base.add(64), length) });
        self.header().more.load(Ordering::Relaxed) != 0
    }

    fn give_turn(&self, to: u32) {
        let stops = to != RANK && self.is_begun();
        // Before the engine may begin the rank again.
        let worker = if stops { self.header().worker.swap(0, Ordering::SeqCst) } else { 0 };
        self.header().turn.store(to, Ordering::SeqCst);
        if let Some(worker) = (worker as usize).checked_sub(1) {
            return self.hand_over(worker, to);
        }
        wake(&self.header().turn);
        if stops {
            self.bell().ring();
        }
    }

    /// The rank has stopped, and given the turn to somebody: its worker goes on with the next one.
    fn hand_over(&self, worker: usize, to: u32) {
        let lingers = to == ENGINE && self.header().core.load(Ordering::Relaxed) == Core::Own as u32;
        if lingers && !self.bell().has_next(worker) {
            wake(&self.header().turn);
            self.bell().ring();
            self.header().core.store(LINGERS_NOW, Ordering::SeqCst);
            for _ in 0..LINGERS {
                if self.bell().has_next(worker) || self.header().turn.load(Ordering::SeqCst) != ENGINE {
                    break;
                }
                std::hint::spin_loop();
            }
            self.header().core.store(Core::Any as u32, Ordering::SeqCst);
            self.start_next(worker);
            return;
        }
        let started = self.start_next(worker);
        // Not before: the engine may take this core, and wait for the worker. The next rank rings when it has left its call.
        wake(&self.header().turn);
        if !started {
            self.bell().ring();
        }
    }

    /// Starts the rank that comes next at this worker, if there is one.
    fn start_next(&self, worker: usize) -> bool {
        let next = self.bell().take_next(worker);
        if let Some(number) = next {
            let base = self.bell.wrapping_add(place_of(number));
            Self { base, number, ..*self }.give_turn(RANK);
        }
        next.is_some()
    }

    // ---- the rank's side ----

    fn wait_for_turn(&self) {
        loop {
            let turn = self.header().turn.load(Ordering::Acquire);
            if turn == RANK {
                return;
            }
            wait_while(&self.header().turn, turn, None);
        }
    }

    /// Registers this process as the rank's and receives the first message.
    pub(super) fn attach(&self, into: &mut Vec<u8>) {
        self.header().pid.store(std::process::id(), Ordering::Relaxed);
        self.wait_for_turn();
        self.receive(into);
    }

    /// Says that the rank runs ahead.
    pub(super) fn note_ahead(&self) {
        self.header().ahead.store(1, Ordering::SeqCst);
    }

    /// Whether other ranks run beside this one.
    pub(super) fn runs_beside(&self) -> bool {
        self.header().beside.load(Ordering::Relaxed) != 0
    }

    /// Whether the engine goes on while this rank runs.
    pub(super) fn is_begun(&self) -> bool {
        self.header().beside.load(Ordering::Relaxed) == 2
    }

    /// Says that the rank has left its call and has posted nothing.
    pub(super) fn note_outside(&self) {
        self.header().turn.store(OUTSIDE, Ordering::SeqCst);
        if self.header().core.load(Ordering::Relaxed) == Core::Engines as u32 {
            self.bell().ring_and_yield();
        } else {
            self.bell().ring();
        }
    }

    /// Says that the rank enters another call: what it computes from here on is not of the block before it.
    pub(super) fn note_beyond(&self) {
        let turn = &self.header().turn;
        if turn.load(Ordering::Relaxed) == OUTSIDE {
            // Before the clock is read that measures the block.
            turn.swap(BEYOND, Ordering::SeqCst);
        }
    }

    /// Says when the block began that the rank is in.
    pub(super) fn note_block(&self, start: BlockStart) {
        self.header().block_ticks.store(start.ticks, Ordering::Relaxed);
        self.header().block_cpu.store(start.cpu, Ordering::Release);
    }

    /// Says how long the block after the call is likely to be.
    pub(super) fn expect(&self, ticks: u32) {
        self.header().expected.store(ticks, Ordering::Relaxed);
    }

    /// Says that the rank has opened what others can see.
    pub(super) fn note_stays(&self) {
        self.header().stays.store(1, Ordering::SeqCst);
    }

    /// Whether a process has registered.
    pub(super) fn is_attached(&self) -> bool {
        self.header().pid.load(Ordering::Relaxed) != 0
    }

    /// Unregisters this process, so that another one can receive the first message. Only before anything is sent, and if
    /// that message fits the buffer.
    pub(super) fn release(self) {
        self.header().pid.store(0, Ordering::Relaxed);
        self.unmap();
    }

    fn receive(&self, into: &mut Vec<u8>) {
        into.clear();
        while self.read_part(into) {
            self.give_turn(ENGINE);
            self.wait_for_turn();
        }
    }

    /// Sends a message to the engine and receives its answer into `into`.
    pub(super) fn call(&self, mut bytes: &[u8], into: &mut Vec<u8>) {
        loop {
            bytes = self.write_part(bytes);
            self.give_turn(ENGINE);
            self.wait_for_turn();
            if bytes.is_empty() {
                return self.receive(into);
            }
        }
    }

    // ---- the engine's side ----

    pub(super) fn bell(&self) -> &Bell {
        // SAFETY: mapped as long as the channel, and all of it is atomic.
        unsafe { &*self.bell.cast::<Bell>() }
    }

    /// The rank's process, once it has begun.
    pub(super) fn pid(&self) -> libc::pid_t {
        self.header().pid.load(Ordering::Relaxed) as libc::pid_t
    }

    /// Whether the rank has run ahead since it was resumed.
    pub(super) fn is_ahead(&self) -> bool {
        self.header().ahead.load(Ordering::SeqCst) != 0
    }

    /// How long the block after the rank's call is likely to be, in ticks.
    pub(super) fn expected(&self) -> u32 {
        self.header().expected.load(Ordering::Relaxed)
    }

    /// When the block began that the rank is in, if it says so.
    pub(super) fn block_start(&self) -> Option<BlockStart> {
        let cpu = self.header().block_cpu.load(Ordering::Acquire);
        (cpu > 0).then(|| BlockStart { cpu, ticks: self.header().block_ticks.load(Ordering::Relaxed) })
    }

    /// Whether the rank is in the block after its call, as far as it has said.
    pub(super) fn is_outside(&self) -> bool {
        self.header().turn.load(Ordering::SeqCst) == OUTSIDE
    }

    /// Whether the rank has the turn.
    pub(super) fn runs(&self) -> bool {
        let turn = self.header().turn.load(Ordering::SeqCst);
        [RANK, OUTSIDE, BEYOND, QUEUED].contains(&turn) && self.is_open()
    }

    /// Whether the rank has stopped and still has its core.
    pub(super) fn lingers(&self) -> bool {
        self.header().core.load(Ordering::SeqCst) == LINGERS_NOW
    }

    /// Looks for a while whether the rank gives the turn back.
    pub(super) fn look_for_end(&self) {
        for _ in 0..LOOKS {
            if !self.runs() {
                return;
            }
            std::hint::spin_loop();
        }
    }

    /// Whether the rank is to run as soon as its worker has no other.
    pub(super) fn is_queued(&self) -> bool {
        self.header().turn.load(Ordering::SeqCst) == QUEUED && self.is_open()
    }

    /// Gives the turn to the rank once a worker has no other.
    fn queue(&self, worker: usize) {
        self.header().worker.store(worker as u32 + 1, Ordering::SeqCst);
        self.header().turn.store(QUEUED, Ordering::SeqCst);
        if self.bell().queue(worker, self.number) {
            self.give_turn(RANK);
        }
    }

    /// Another worker has a rank run that is queued, unless it has been started meanwhile; its own one has it run even if that seems not
    /// to be done with the rank before. `moved` is called first.
    pub(super) fn move_to(&self, worker: usize, moved: impl FnOnce()) {
        let before = self.header().worker.load(Ordering::SeqCst) as usize;
        let Some(before) = before.checked_sub(1) else { return };
        if self.bell().unqueue(before, self.number) {
            moved();
            if worker == before {
                self.give_turn(RANK);
            } else {
                self.queue(worker);
            }
        }
    }

    /// Whether the rank's process has not ended.
    pub(super) fn is_open(&self) -> bool {
        self.header().ended.load(Ordering::SeqCst) == 0
    }

    /// Whether the rank has opened what others can see.
    pub(super) fn stays(&self) -> bool {
        self.header().stays.load(Ordering::SeqCst) != 0
    }

    /// Sends a message and the turn to the rank, and receives what it sends back. `meanwhile` is called at intervals while the
    /// rank runs, and once after that; its error ends the wait.
    pub(super) fn resume_rank<E>(
        &self,
        bytes: &[u8],
        into: &mut Vec<u8>,
        patience: Duration,
        meanwhile: &mut dyn FnMut(bool) -> Result<(), E>,
    ) -> Result<Result<(), ProcessEnded>, E> {
        match self.begin(bytes, Company::Alone, patience, meanwhile)? {
            Ok(()) => self.collect(into, patience, meanwhile),
            ended => Ok(ended),
        }
    }

    /// Sends a message and the turn to the rank, and returns while it runs.
    pub(super) fn begin<E>(
        &self,
        mut bytes: &[u8],
        beside: Company,
        patience: Duration,
        meanwhile: &mut dyn FnMut(bool) -> Result<(), E>,
    ) -> Result<Result<(), ProcessEnded>, E> {
        self.header().ahead.store(0, Ordering::SeqCst);
        let (company, worker, core) = match beside {
            Company::Alone => (0, None, Core::Any),
            Company::Earlier => (1, None, Core::Any),
            Company::Any(worker, core) => (2, Some(worker), core),
        };
        self.header().beside.store(company, Ordering::SeqCst);
        self.header().worker.store(0, Ordering::SeqCst);
        self.header().block_cpu.store(0, Ordering::SeqCst);
        self.header().core.store(core as u32, Ordering::SeqCst);
        loop {
            bytes = self.write_part(bytes);
            match worker.filter(|_| bytes.is_empty()) {
                Some(worker) => self.queue(worker),
                None => self.give_turn(RANK),
            }
            if bytes.is_empty() {
                return Ok(Ok(()));
            }
            if let Err(ended) = self.wait_for_turn_end(patience, meanwhile)? {
                return Ok(Err(ended));
            }
        }
    }

    /// Receives what a rank that runs sends back.
    pub(super) fn collect<E>(
        &self,
        into: &mut Vec<u8>,
        patience: Duration,
        meanwhile: &mut dyn FnMut(bool) -> Result<(), E>,
    ) -> Result<Result<(), ProcessEnded>, E> {
        into.clear();
        loop {
            if let Err(ended) = self.wait_for_turn_end(patience, meanwhile)? {
                return Ok(Err(ended));
            }
            if !self.read_part(into) {
                return Ok(Ok(()));
            }
            self.give_turn(RANK);
        }
    }

    /// Waits until a rank that runs has left its call, or has given the turn back: true if it has left its call and
    /// may not have posted anything yet. `spins`: there is a core for us beside it.
    pub(super) fn await_outside<E>(
        &self,
        spins: bool,
        patience: Duration,
        meanwhile: &mut dyn FnMut(bool) -> Result<(), E>,
    ) -> Result<bool, E> {
        let turn = || self.header().turn.load(Ordering::SeqCst);
        for _ in 0..if spins { LOOKS } else { 0 } {
            if turn() != RANK {
                return Ok(turn() == OUTSIDE);
            }
            std::hint::spin_loop();
        }
        loop {
            let heard = self.bell().listen();
            if turn() != RANK || !self.is_open() {
                break;
            }
            self.bell().wait(heard, patience);
            if self.bell().rings() == heard {
                meanwhile(false)?;
            }
        }
        self.bell().stop_listening();
        Ok(turn() == OUTSIDE)
    }

    /// Waits until the rank gives the turn back.
    fn wait_for_turn_end<E>(
        &self,
        patience: Duration,
        meanwhile: &mut dyn FnMut(bool) -> Result<(), E>,
    ) -> Result<Result<(), ProcessEnded>, E> {
        let header = self.header();
        loop {
            if header.ended.load(Ordering::SeqCst) != 0 {
                meanwhile(true)?;
                return Ok(Err(ProcessEnded(header.status.load(Ordering::Relaxed) as c_int)));
            }
            let turn = header.turn.load(Ordering::SeqCst);
            if turn == ENGINE {
                meanwhile(true)?;
                return Ok(Ok(()));
            }
            self.bell().sleep(Doing::Waits, &header.turn, turn, patience);
            if header.turn.load(Ordering::SeqCst) == turn {
                meanwhile(false)?;
            }
        }
    }

    // ---- the zygote's side ----

    /// Notes that the rank's process has ended.
    pub(super) fn close(&self, status: c_int) {
        self.header().status.store(status as u32, Ordering::Relaxed);
        self.header().ended.store(1, Ordering::SeqCst);
        self.give_turn(NOBODY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// A rank in a thread: it answers every message with its bytes reversed, and ends after the last.
    fn echo(channel: Channel, messages: usize) {
        let mut bytes = Vec::new();
        channel.attach(&mut bytes);
        for _ in 0..messages {
            let reply: Vec<u8> = bytes.iter().rev().copied().collect();
            if bytes == b"end" {
                return channel.close(7 << 8);
            }
            channel.call(&reply, &mut bytes);
        }
    }

    struct Sendable(Channel);
    // SAFETY: the two sides of a channel are made to be used by two threads or processes.
    unsafe impl Send for Sendable {}

    #[test]
    fn messages_of_any_length_go_both_ways_and_an_end_is_noticed() {
        let channels = Channels::new(3).expect("shared memory");
        let channel = channels.of(1);
        let other = Sendable(Channel::open(channels.fd(), 1).expect("a second mapping"));
        let rank = std::thread::spawn(move || {
            let other = other;
            echo(other.0, 8);
        });
        let mut never = |_| Ok::<(), ()>(());
        let mut answer = Vec::new();
        let patience = Duration::from_millis(5);
        for length in [0, 1, CAPACITY - 1, CAPACITY, CAPACITY + 1, 5 * CAPACITY + 3] {
            let message: Vec<u8> = (0..length).map(|i| (i * 31 % 251) as u8).collect();
            assert_eq!(channel.resume_rank(&message, &mut answer, patience, &mut never), Ok(Ok(())));
            assert!(answer.iter().eq(message.iter().rev()), "{length} bytes");
        }
        assert_eq!(channel.resume_rank(b"end", &mut answer, patience, &mut never), Ok(Err(ProcessEnded(7 << 8))));
        assert_eq!(channel.resume_rank(b"more", &mut answer, patience, &mut never), Ok(Err(ProcessEnded(7 << 8))));
        rank.join().expect("the rank's thread");
    }

    #[test]
    fn channels_that_are_added_lie_behind_those_before() {
        let mut channels = Channels::new(2).expect("shared memory");
        channels.add(3).expect("more");
        assert_eq!(channels.count(), 5);
        let other = Sendable(Channel::open(channels.fd(), 4).expect("a second mapping"));
        let rank = std::thread::spawn(move || {
            let other = other;
            echo(other.0, 2);
        });
        let (mut answer, mut never) = (Vec::new(), |_| Ok::<(), ()>(()));
        let channel = channels.of(4);
        assert_eq!(channel.resume_rank(b"abc", &mut answer, Duration::from_millis(5), &mut never), Ok(Ok(())));
        assert_eq!(answer, b"cba");
        assert_eq!(
            channel.resume_rank(b"end", &mut answer, Duration::from_millis(5), &mut never),
            Ok(Err(ProcessEnded(7 << 8)))
        );
        rank.join().expect("the rank's thread");
    }

    #[test]
    fn a_rank_that_runs_for_long_can_be_given_up() {
        let channels = Channels::new(1).expect("shared memory");
        let mut calls = 0;
        let mut give_up = |_| {
            calls += 1;
            if calls == 3 { Err("enough") } else { Ok(()) }
        };
        let told = channels.of(0).resume_rank(b"x", &mut Vec::new(), Duration::from_millis(1), &mut give_up);
        assert_eq!(told, Err("enough"));
    }

    /// A rank in a thread that computes until it is let go, gives the turn back, and ends.
    fn hold(channel: Channel) -> (Arc<AtomicBool>, std::thread::JoinHandle<()>) {
        let (go, other) = (Arc::new(AtomicBool::new(false)), Sendable(channel));
        let held = Arc::clone(&go);
        let rank = std::thread::spawn(move || {
            let (other, mut bytes) = (other, Vec::new());
            other.0.attach(&mut bytes);
            while !held.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            other.0.call(b"done", &mut bytes);
            other.0.close(0);
        });
        (go, rank)
    }

    #[test]
    fn a_worker_starts_the_next_rank_when_one_stops_unless_another_takes_it() {
        let channels = Channels::new(3).expect("shared memory");
        let (mut never, patience) = (|_| Ok::<(), ()>(()), Duration::from_millis(5));
        let ranks = [0, 1, 2].map(|rank| hold(Channel::open(channels.fd(), rank).expect("a second mapping")));
        let mut begin = |rank: u32, worker| {
            channels.of(rank).begin(b"go", Company::Any(worker, Core::Own), patience, &mut never).expect("begun")
        };
        let mut answer = Vec::new();
        let mut finish = |rank: usize| {
            ranks[rank].0.store(true, Ordering::SeqCst);
            let channel = channels.of(rank as u32);
            assert_eq!(channel.collect(&mut answer, patience, &mut |_| Ok::<(), ()>(())), Ok(Ok(())));
        };
        begin(0, 0).expect("no process has ended");
        begin(1, 0).expect("no process has ended");
        assert!(!channels.of(0).is_queued() && channels.of(1).is_queued());
        // The engine does not wait for the second rank: the first one's end starts it.
        finish(0);
        finish(1);
        begin(2, 1).expect("no process has ended");
        assert!(!channels.of(2).is_queued(), "the other worker has been free all along");
        finish(2);
        for (number, (_, rank)) in (0..).zip(ranks) {
            let ended = channels.of(number).resume_rank(b"end", &mut answer, patience, &mut never);
            assert_eq!(ended, Ok(Err(ProcessEnded(0))));
            rank.join().expect("the rank's thread");
        }
    }

    #[test]
    fn a_rank_that_is_queued_moves_to_another_worker() {
        let channels = Channels::new(2).expect("shared memory");
        let (mut never, patience) = (|_| Ok::<(), ()>(()), Duration::from_millis(5));
        let ranks = [0, 1].map(|rank| hold(Channel::open(channels.fd(), rank).expect("a second mapping")));
        for rank in [0, 1] {
            let begun = channels.of(rank).begin(b"go", Company::Any(0, Core::Any), patience, &mut never);
            assert_eq!(begun, Ok(Ok(())));
        }
        let mut moves = 0;
        channels.of(1).move_to(1, || moves += 1);
        channels.of(1).move_to(0, || moves += 1);
        assert_eq!(moves, 1, "a rank that has been started is not moved");
        let mut answer = Vec::new();
        for (number, (go, rank)) in [1, 0].into_iter().zip(ranks.into_iter().rev()) {
            go.store(true, Ordering::SeqCst);
            assert_eq!(channels.of(number).collect(&mut answer, patience, &mut never), Ok(Ok(())));
            let ended = channels.of(number).resume_rank(b"end", &mut answer, patience, &mut never);
            assert_eq!(ended, Ok(Err(ProcessEnded(0))));
            rank.join().expect("the rank's thread");
        }
    }
}
