//! The simulator's access to the memory of ranks that are processes.
//!
//! The simulator accesses the memory by system calls, with two exceptions ([`super::inline_data`]):
//! - *Reads*: a rank sends the data of short MPI messages along with its requests to the engine. While the rank sleeps, the
//!   simulator reads these bytes instead of the rank's memory, until the simulator writes to that part of the memory.
//! - *Writes*: the simulator keeps short writes back, and sends them along with its next answer to the rank. Reads see these
//!   pending writes; before a longer write the pending writes are carried out.
//!
//! The operating system may refuse these system calls: if the program is not dumpable, a container filters the calls, or Yama
//! forbids them. Then the rank's process reads and writes its memory itself, when the simulator asks for it over the rank's
//! channel.

use super::channel::{Channel, ProcessEnded};
use super::inline_data::{MemoryChunk, SHORT_MESSAGE_MAX, unmapped_text};
use super::protocol::{MemoryReply, Request};
use ops::UserMemory;
use std::time::{Duration, Instant};
use units::ActorId;

/// The largest buffer for copies, bytes.
const COPY_BUFFER: usize = 1 << 20;

/// The most writes that wait for a rank's next answer.
const PENDING_WRITES_MAX: usize = 64;

/// How long a rank that copies by itself may take, and how often we look.
const COPY_TIMEOUT: Duration = Duration::from_secs(30);
const COPY_POLL: Duration = Duration::from_millis(100);

/// The process of a rank that sleeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sleeper {
    pub(super) pid: libc::pid_t,
    pub(super) channel: Channel,
    /// Whether it is stopped, too, because some of its threads still run.
    pub(super) stopped: bool,
}

/// The process of one rank.
#[derive(Debug, Default)]
struct Process {
    /// None before its first run and after its end.
    sleeper: Option<Sleeper>,
    /// Whether short writes may wait for its answer: nobody else accesses its memory while it sleeps.
    may_defer: bool,
    message_data: Vec<MemoryChunk>,
    /// Index of the chunk read last: posts read in their order.
    latest: usize,
    pending_writes: Vec<MemoryChunk>,
}

/// The ranks' processes, by number.
#[derive(Debug, Default)]
pub(super) struct ProcessMemory {
    processes: Vec<Process>,
    buffer: Vec<u8>,
    /// The first access that failed: to the memory of which rank, and why.
    fault: Option<(u32, Unmoved)>,
}

impl Process {
    /// Whether a write of this length waits for the rank's next answer.
    fn defers(&self, bytes: usize) -> bool {
        self.may_defer && (1..=SHORT_MESSAGE_MAX).contains(&bytes) && self.pending_writes.len() < PENDING_WRITES_MAX
    }
}

impl ProcessMemory {
    /// Whether a write of this length to a rank waits for its next answer.
    pub(super) fn defers(&self, rank: u32, bytes: usize) -> bool {
        self.processes[rank as usize].defers(bytes)
    }

    /// Whether an access has failed and has not been reported.
    pub(super) fn has_fault(&self) -> bool {
        self.fault.is_some()
    }

    pub(super) fn new(ranks: u32) -> Self {
        let mut memory = Self::default();
        memory.add(ranks);
        memory
    }

    /// Adds `ranks` ranks.
    pub(super) fn add(&mut self, ranks: u32) {
        self.processes.resize_with(self.processes.len() + ranks as usize, Process::default);
    }

    /// Notes the process of a rank that has gone to sleep, and whether short writes to it may wait.
    pub(super) fn note_sleeping(&mut self, rank: u32, sleeper: Sleeper, may_defer: bool) {
        let process = &mut self.processes[rank as usize];
        (process.sleeper, process.may_defer) = (Some(sleeper), may_defer);
    }

    /// Replaces the message data of a sleeping rank.
    pub(super) fn set_message_data(&mut self, rank: u32, message_data: Vec<MemoryChunk>) {
        let process = &mut self.processes[rank as usize];
        (process.message_data, process.latest) = (message_data, 0);
    }

    /// Takes the pending writes of a rank that is about to run.
    pub(super) fn take_pending_writes(&mut self, rank: u32) -> Vec<MemoryChunk> {
        let process = &mut self.processes[rank as usize];
        process.message_data.clear();
        std::mem::take(&mut process.pending_writes)
    }

    /// Removes a rank that has ended.
    pub(super) fn remove(&mut self, rank: u32) {
        self.processes[rank as usize] = Process::default();
    }

    /// Writes everything at once from now on: windows let ranks access each other's memory.
    pub(super) fn write_through(&mut self) {
        for rank in 0..self.processes.len() as u32 {
            self.flush_writes(rank);
            self.processes[rank as usize].may_defer = false;
        }
    }

    /// Writes a rank's pending writes.
    pub(super) fn flush_writes(&mut self, rank: u32) {
        for MemoryChunk { address, bytes } in std::mem::take(&mut self.processes[rank as usize].pending_writes) {
            self.write_memory(ActorId(rank), address, &bytes);
        }
    }

    /// Takes the message about an access that failed, for the rank that is resumed.
    pub(super) fn take_fault(&mut self, by: u32) -> Option<String> {
        let (rank, why) = self.fault.take()?;
        Some(match why {
            Unmoved::Unmapped(address) => {
                let whose = if rank == by { String::new() } else { format!(" of rank {rank}") };
                format!("a buffer{whose} {}", unmapped_text(address))
            }
            Unmoved::Gone => format!("the process of rank {rank} ended while its memory was needed"),
        })
    }

    /// Reads from the rank's message data, if the bytes are there.
    fn read_message_data(&mut self, actor: ActorId, address: u64, into: &mut [u8]) -> bool {
        let process = &mut self.processes[actor.index()];
        let (before, from) = process.message_data.split_at(process.latest);
        let places = (process.latest..).zip(from).chain((0..).zip(before));
        let mut found = places.filter_map(|(at, chunk)| Some((at, chunk.slice(address, into.len())?)));
        let Some((at, bytes)) = found.next() else { return false };
        into.copy_from_slice(bytes);
        process.latest = at;
        true
    }

    /// Reads memory of a rank that sleeps, if that is there and the system lets us.
    pub(super) fn peek(&mut self, actor: ActorId, address: u64, into: &mut [u8]) -> bool {
        self.flush_writes(actor.0);
        if self.read_message_data(actor, address, into) {
            return true;
        }
        let sleeper = self.processes[actor.index()].sleeper;
        sleeper.is_some_and(|sleeper| transfer(sleeper.pid, address, into.as_mut_ptr(), into.len(), false).is_ok())
    }

    /// Reads memory of a rank; zeros, and a fault, if that fails. A rank that has ended has none.
    fn read_memory(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        let Some(sleeper) = self.processes[actor.index()].sleeper else { return into.fill(0) };
        let (local, bytes) = (into.as_mut_ptr(), into.len());
        let result = transfer(sleeper.pid, address, local, bytes, false).or_else(|wrong| match wrong {
            Some(Unmoved::Unmapped(place)) if !is_for_writing_alone(sleeper.pid, place) => {
                Err(Unmoved::Unmapped(place))
            }
            _ => {
                let request = Request::Read { address, bytes: bytes as u64 };
                ask_rank(sleeper, &request).map(|read| into.copy_from_slice(&read))
            }
        });
        if let Err(why) = result {
            into.fill(0);
            self.fault.get_or_insert((actor.0, why));
        }
    }

    /// Writes memory of a rank, or notes a fault. A rank that has ended has none: nothing to do for it.
    fn write_memory(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        let Some(sleeper) = self.processes[actor.index()].sleeper else { return };
        let local = from.as_ptr().cast_mut();
        let result = transfer(sleeper.pid, address, local, from.len(), true).or_else(|wrong| match wrong {
            Some(wrong) => Err(wrong),
            None => {
                let request = Request::Write(MemoryChunk { address, bytes: from.to_vec() });
                ask_rank(sleeper, &request).map(|_| ())
            }
        });
        if let Err(why) = result {
            self.fault.get_or_insert((actor.0, why));
        }
    }

    /// The buffer, taken out for the length of a borrow.
    fn with_buffer<R>(&mut self, bytes: usize, run: impl FnOnce(&mut Self, &mut [u8]) -> R) -> R {
        let mut buffer = std::mem::take(&mut self.buffer);
        if buffer.len() < bytes {
            buffer.resize(bytes, 0);
        }
        let result = run(self, &mut buffer[..bytes]);
        buffer.truncate(COPY_BUFFER);
        self.buffer = buffer;
        result
    }
}

impl UserMemory for ProcessMemory {
    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        self.flush_writes(actor.0);
        if !self.read_message_data(actor, address, into) {
            self.read_memory(actor, address, into);
        }
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        let process = &mut self.processes[actor.index()];
        process.message_data.retain(|chunk| !chunk.overlaps(address, from.len()));
        process.latest = process.latest.min(process.message_data.len());
        if process.defers(from.len()) {
            process.pending_writes.push(MemoryChunk { address, bytes: from.to_vec() });
            return;
        }
        self.flush_writes(actor.0);
        self.write_memory(actor, address, from);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        // Stretches of one rank may overlap: those go at once.
        let piece = if from.0 == to.0 { bytes as usize } else { COPY_BUFFER };
        let mut done = 0;
        while done < bytes {
            let part = (bytes - done).min(piece as u64);
            self.with_buffer(part as usize, |memory, buffer| {
                memory.read(from.0, from.1.wrapping_add(done), buffer);
                memory.write(to.0, to.1.wrapping_add(done), buffer);
            });
            done += part;
        }
    }

    fn update(&mut self, actor: ActorId, address: u64, bytes: u64, change: &mut dyn FnMut(&mut [u8])) {
        self.with_buffer(bytes as usize, |memory, buffer| {
            memory.read(actor, address, buffer);
            change(buffer);
            memory.write(actor, address, buffer);
        });
    }
}

/// Moves bytes between a process and this one. An error without a fault: the system refuses that.
fn transfer(
    pid: libc::pid_t,
    address: u64,
    local: *mut u8,
    bytes: usize,
    write: bool,
) -> Result<(), Option<Unmoved>> {
    let remote: *mut u8 = std::ptr::without_provenance_mut(address as usize);
    let mut done = 0;
    while done < bytes {
        let ours = libc::iovec { iov_base: local.wrapping_add(done).cast(), iov_len: bytes - done };
        let theirs = libc::iovec { iov_base: remote.wrapping_add(done).cast(), iov_len: bytes - done };
        // SAFETY: the local chunk is valid for `bytes` bytes, and written only when reading; the kernel checks
        // the remote one.
        let moved = unsafe {
            if write {
                libc::process_vm_writev(pid, &raw const ours, 1, &raw const theirs, 1, 0)
            } else {
                libc::process_vm_readv(pid, &raw const ours, 1, &raw const theirs, 1, 0)
            }
        };
        match usize::try_from(moved) {
            Ok(moved) if moved > 0 => done += moved,
            _ => {
                let is_wrong = std::io::Error::last_os_error().raw_os_error() == Some(libc::EFAULT);
                return Err(is_wrong.then_some(Unmoved::Unmapped(address.wrapping_add(done as u64))));
            }
        }
    }
    Ok(())
}

/// Whether a process may only write at an address. The processor then reads there, too, but the kernel does not for others:
/// Darshan maps its log so, and reduces what lies in it.
fn is_for_writing_alone(pid: libc::pid_t, address: u64) -> bool {
    let holds = |line: &str| {
        let (range, rights) = line.split_once(' ')?;
        let (start, end) = range.split_once('-')?;
        let at = |text| u64::from_str_radix(text, 16).ok();
        Some((at(start)?..at(end)?).contains(&address) && rights.starts_with("-w"))
    };
    let mappings = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
    mappings.lines().any(|line| holds(line) == Some(true))
}

/// Why bytes could not be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unmoved {
    /// There is no memory at this address.
    Unmapped(u64),
    /// The rank's process has ended, or does not answer.
    Gone,
}

/// Has a sleeping rank copy by itself: what it has read.
fn ask_rank(sleeper: Sleeper, request: &Request) -> Result<Vec<u8>, Unmoved> {
    let Sleeper { pid, channel, stopped } = sleeper;
    let sent = postcard::to_allocvec(request).expect("plain data become bytes");
    let signal = |number| {
        if stopped && channel.is_open() {
            // SAFETY: a process of ours, whose number is nobody else's while its end has not been noted.
            unsafe { libc::kill(pid, number) };
        }
    };
    let (since, mut reply) = (Instant::now(), Vec::new());
    let mut look_after = |back| if back || since.elapsed() < COPY_TIMEOUT { Ok(()) } else { Err(()) };
    signal(libc::SIGCONT);
    let answered = channel.resume_rank(&sent, &mut reply, COPY_POLL, &mut look_after);
    signal(libc::SIGSTOP);
    match answered {
        Ok(Ok(())) => match postcard::from_bytes(&reply).expect("a rank speaks the same language") {
            MemoryReply::Done(bytes) => Ok(bytes),
            MemoryReply::Unmapped(address) => Err(Unmoved::Unmapped(address)),
        },
        Ok(Err(ProcessEnded(_))) | Err(()) => Err(Unmoved::Gone),
    }
}

#[cfg(test)]
mod tests {
    use super::super::channel::Channels;
    use super::super::inline_data::MappedPages;
    use super::*;

    /// This very process stands for the ranks. One thread of it is all of their sleeping selves.
    fn note_sleeping(memory: &mut ProcessMemory, rank: u32, message_data: Vec<MemoryChunk>, may_defer: bool) {
        let sleeper = Sleeper { pid: std::process::id() as libc::pid_t, channel: copying_rank(), stopped: false };
        memory.note_sleeping(rank, sleeper, may_defer);
        memory.set_message_data(rank, message_data);
    }

    /// The channel of a rank that sleeps, and copies when it is asked to.
    fn copying_rank() -> Channel {
        struct Sendable(Channel);
        // SAFETY: the two sides of a channel are made to be used by two threads or processes.
        unsafe impl Send for Sendable {}
        let channels: &'static Channels = Box::leak(Box::new(Channels::new(1).expect("shared memory")));
        let rank = Sendable(Channel::open(channels.fd(), 0).expect("a second mapping"));
        std::thread::spawn(move || {
            let (rank, mut received, mut pages) = (rank, Vec::new(), MappedPages::default());
            rank.0.attach(&mut received);
            loop {
                let request = postcard::from_bytes(&received).expect("a request");
                let reply = MemoryReply::to(&mut pages, &request).expect("one about memory");
                let reply = postcard::to_allocvec(&reply).expect("plain data become bytes");
                rank.0.call(&reply, &mut received);
            }
        });
        channels.of(0)
    }

    fn at(pointer: *const u8) -> u64 {
        pointer.expose_provenance() as u64
    }

    #[test]
    fn bytes_move_between_processes_and_a_bad_address_is_noted() {
        let mut memory = ProcessMemory::new(2);
        note_sleeping(&mut memory, 0, Vec::new(), false);
        note_sleeping(&mut memory, 1, Vec::new(), false);
        let (from, mut to) = ([1u8, 2, 3, 4, 5], [0u8; 5]);
        memory.copy((ActorId(0), at(from.as_ptr())), (ActorId(1), at(to.as_mut_ptr())), 5);
        assert_eq!(to, from);
        memory.update(ActorId(1), at(to.as_mut_ptr()), 2, &mut |bytes| bytes.reverse());
        assert_eq!(to, [2, 1, 3, 4, 5]);
        assert_eq!(memory.take_fault(0), None);
        memory.write(ActorId(1), 8, &[1]);
        let fault = memory.take_fault(0);
        assert_eq!(fault.as_deref(), Some("a buffer of rank 1 at 0x8 is not in the memory of its process"));
        memory.remove(1);
        let mut ended = [9u8];
        memory.read(ActorId(1), at(to.as_ptr()), &mut ended);
        assert_eq!((ended, memory.take_fault(1)), ([0], None));
    }

    #[test]
    fn a_sleeping_rank_brings_what_it_sends_and_is_owed_what_it_gets() {
        let mut memory = ProcessMemory::new(1);
        let mut buffer = [0u8; 400];
        let address = at(buffer.as_mut_ptr());
        // Message data are read first: it differs from what is there, so that this can be seen.
        let message_data = |place: u64, bytes: &[u8]| MemoryChunk { address: address + place, bytes: bytes.to_vec() };
        note_sleeping(&mut memory, 0, vec![message_data(0, &[1, 2, 3]), message_data(8, &[4, 5])], true);
        let read = |memory: &mut ProcessMemory, place: u64| {
            let mut byte = [9u8];
            memory.read(ActorId(0), address + place, &mut byte);
            byte[0]
        };
        assert_eq!([9, 2, 8, 1, 3].map(|place| read(&mut memory, place)), [5, 3, 4, 2, 0]);
        // A short write stays pending, and ends the copy that it overlaps.
        memory.write(ActorId(0), address + 2, &[7]);
        assert_eq!(buffer[2], 0);
        assert_eq!(read(&mut memory, 8), 4, "another copy stays");
        assert_eq!((read(&mut memory, 0), buffer[2]), (0, 7), "a read that needs the memory finds it settled");
        // Owed bytes come before longer ones, and the rank takes the rest along.
        memory.write(ActorId(0), address + 300, &[1]);
        memory.write(ActorId(0), address, &[6; 310]);
        assert_eq!((buffer[300], buffer[2]), (6, 6));
        memory.write(ActorId(0), address, &[8]);
        assert_eq!(memory.take_pending_writes(0), [message_data(0, &[8])]);
        assert_eq!(buffer[0], 6);
    }

    #[test]
    fn where_the_system_refuses_the_rank_copies_by_itself() {
        let mut memory = ProcessMemory::new(2);
        for rank in 0..2 {
            // No process has this number: the system calls fail.
            memory.note_sleeping(rank, Sleeper { pid: -1, channel: copying_rank(), stopped: false }, false);
        }
        let from: Vec<u8> = (0..3_000_000).map(|i| (i % 251) as u8).collect();
        let mut to = vec![0u8; from.len()];
        memory.copy((ActorId(0), at(from.as_ptr())), (ActorId(1), at(to.as_mut_ptr())), from.len() as u64);
        assert!(to == from);
        memory.update(ActorId(1), at(to.as_mut_ptr()), 2, &mut |bytes| bytes.reverse());
        assert_eq!((&to[..3], memory.take_fault(0)), (&[1, 0, 2][..], None));
        let mut there = [9u8];
        memory.read(ActorId(0), 8, &mut there);
        let fault = memory.take_fault(0);
        assert_eq!(fault.as_deref(), Some("a buffer at 0x8 is not in the memory of its process"));
    }

    #[test]
    fn memory_that_a_process_may_only_write_is_read() {
        let mut memory = ProcessMemory::new(1);
        note_sleeping(&mut memory, 0, Vec::new(), false);
        let map = |rights| {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            // SAFETY: a new mapping.
            let page = unsafe { libc::mmap(std::ptr::null_mut(), 4096, rights, flags, -1, 0) };
            assert_ne!(page, libc::MAP_FAILED);
            page.cast::<u8>()
        };
        let (log, guard, mut read) = (map(libc::PROT_WRITE), map(libc::PROT_NONE), [0u8; 2]);
        memory.write(ActorId(0), at(log), &[3, 4]);
        memory.read(ActorId(0), at(log), &mut read);
        assert_eq!((read, memory.take_fault(0)), ([3, 4], None));
        memory.read(ActorId(0), at(guard), &mut read);
        assert!(memory.take_fault(0).is_some(), "a page that may not be touched is a fault still");
    }

    #[test]
    fn a_process_that_has_ended_unnoticed_is_a_fault() {
        let mut memory = ProcessMemory::new(1);
        let channel = copying_rank();
        memory.note_sleeping(0, Sleeper { pid: -1, channel, stopped: false }, false);
        channel.close(libc::SIGKILL);
        memory.write(ActorId(0), 4096, &[1]);
        let fault = memory.take_fault(1);
        assert_eq!(fault.as_deref(), Some("the process of rank 0 ended while its memory was needed"));
    }

    #[test]
    fn where_memory_is_shared_everything_is_written_at_once() {
        let mut memory = ProcessMemory::new(1);
        let mut buffer = [0u8; 4];
        let address = at(buffer.as_mut_ptr());
        note_sleeping(&mut memory, 0, Vec::new(), true);
        memory.write(ActorId(0), address, &[1]);
        memory.write_through();
        assert_eq!(buffer[0], 1);
        memory.write(ActorId(0), address, &[2]);
        assert_eq!(buffer[0], 2);
    }
}
