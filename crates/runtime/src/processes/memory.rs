//! The memory of ranks that are processes of their own.

use ops::UserMemory;
use units::ActorId;

/// Copies go through a buffer of so many bytes at most.
const PIECE: usize = 1 << 20;

/// The ranks' processes, by number; none before a rank's first run and after its end.
#[derive(Debug, Default)]
pub(super) struct ProcessMemory {
    pids: Vec<Option<libc::pid_t>>,
    buffer: Vec<u8>,
    /// A rank gave MPI an address that is not its own: who and where.
    fault: Option<(u32, u64)>,
}

impl ProcessMemory {
    pub(super) fn new(ranks: u32) -> Self {
        Self { pids: vec![None; ranks as usize], buffer: Vec::new(), fault: None }
    }

    /// There are so many more ranks.
    pub(super) fn add(&mut self, ranks: u32) {
        self.pids.resize(self.pids.len() + ranks as usize, None);
    }

    /// Says which process a rank is.
    pub(super) fn set(&mut self, rank: u32, pid: Option<libc::pid_t>) {
        self.pids[rank as usize] = pid;
    }

    /// What a rank's buffer that is not in its memory has been found out by; asked once.
    pub(super) fn take_fault(&mut self) -> Option<(u32, u64)> {
        self.fault.take()
    }

    /// Moves bytes between a rank and us.
    fn transfer(&mut self, actor: ActorId, address: u64, local: *mut u8, bytes: usize, write: bool) -> bool {
        let Some(pid) = self.pids[actor.index()] else { return false };
        let remote: *mut u8 = std::ptr::without_provenance_mut(address as usize);
        let mut done = 0;
        while done < bytes {
            let ours = libc::iovec { iov_base: local.wrapping_add(done).cast(), iov_len: bytes - done };
            let theirs = libc::iovec { iov_base: remote.wrapping_add(done).cast(), iov_len: bytes - done };
            // SAFETY: the local stretch is valid for `bytes` bytes, and written only when reading; the kernel checks
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
                    if std::io::Error::last_os_error().raw_os_error() == Some(libc::EFAULT) {
                        self.fault.get_or_insert((actor.0, address.wrapping_add(done as u64)));
                    }
                    return false;
                }
            }
        }
        true
    }

    /// The buffer, taken out for the length of a borrow.
    fn with_buffer<R>(&mut self, bytes: usize, run: impl FnOnce(&mut Self, &mut [u8]) -> R) -> R {
        let mut buffer = std::mem::take(&mut self.buffer);
        if buffer.len() < bytes {
            buffer.resize(bytes, 0);
        }
        let result = run(self, &mut buffer[..bytes]);
        buffer.truncate(PIECE);
        self.buffer = buffer;
        result
    }
}

impl UserMemory for ProcessMemory {
    fn has_data(&self) -> bool {
        true
    }

    fn read(&mut self, actor: ActorId, address: u64, into: &mut [u8]) {
        if !self.transfer(actor, address, into.as_mut_ptr(), into.len(), false) {
            into.fill(0);
        }
    }

    fn write(&mut self, actor: ActorId, address: u64, from: &[u8]) {
        // A rank that has ended has no memory any more: nothing to do for it.
        self.transfer(actor, address, from.as_ptr().cast_mut(), from.len(), true);
    }

    fn copy(&mut self, from: (ActorId, u64), to: (ActorId, u64), bytes: u64) {
        // Stretches of one rank may overlap: those go at once.
        let piece = if from.0 == to.0 { bytes as usize } else { PIECE };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_move_between_processes_and_a_bad_address_is_noted() {
        let mut memory = ProcessMemory::new(2);
        // This very process stands for both ranks.
        let own = std::process::id() as libc::pid_t;
        memory.set(0, Some(own));
        memory.set(1, Some(own));
        let (from, mut to) = ([1u8, 2, 3, 4, 5], [0u8; 5]);
        let at = |pointer: *const u8| pointer.expose_provenance() as u64;
        memory.copy((ActorId(0), at(from.as_ptr())), (ActorId(1), at(to.as_mut_ptr())), 5);
        assert_eq!(to, from);
        memory.update(ActorId(1), at(to.as_mut_ptr()), 2, &mut |bytes| bytes.reverse());
        assert_eq!(to, [2, 1, 3, 4, 5]);
        assert_eq!(memory.take_fault(), None);
        memory.write(ActorId(1), 8, &[1]);
        assert_eq!(memory.take_fault(), Some((1, 8)));
        memory.set(1, None);
        let mut ended = [9u8];
        memory.read(ActorId(1), at(to.as_ptr()), &mut ended);
        assert_eq!((ended, memory.take_fault()), ([0], None));
    }
}
