//! Carries the data of short MPI messages through the channel between the simulator and a rank's process, which saves system
//! calls.
//!
//! A system call that accesses another process's memory costs half as much as a round trip between simulator and rank, much for
//! a short message. So a rank sends the data of short messages to the simulator along with its posts (its requests to the
//! engine), and receives the data of short messages along with the simulator's answer. While the rank sleeps, the simulator
//! uses the bytes that the rank has sent instead of the rank's memory; [`super::memory`] keeps both consistent.

use ops::{Buffer, Post};
use serde::{Deserialize, Serialize};

/// The longest message that travels inline, bytes. Above, two more copies cost as much as the system call.
pub(super) const SHORT_MESSAGE_MAX: usize = 256;

/// Consecutive bytes of a rank's memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct MemoryChunk {
    /// Where they are.
    pub(super) address: u64,
    #[serde(with = "serde_bytes")]
    pub(super) bytes: Vec<u8>,
}

impl MemoryChunk {
    /// Whether it has bytes in common with others.
    pub(super) fn overlaps(&self, address: u64, bytes: usize) -> bool {
        self.address < address.saturating_add(bytes as u64)
            && address < self.address.saturating_add(self.bytes.len() as u64)
    }

    /// Bytes that lie in it.
    pub(super) fn slice(&self, address: u64, bytes: usize) -> Option<&[u8]> {
        let from = usize::try_from(address.checked_sub(self.address)?).ok()?;
        self.bytes.get(from..from.checked_add(bytes)?)
    }
}

/// The end of a message about an address outside the program's memory.
pub(super) fn unmapped_text(address: u64) -> String {
    format!("at {address:#x} is not in the memory of its process")
}

/// Checks whether memory of this process is mapped, with a cache of pages that were. If a page has been unmapped since, the
/// program crashes in the call, which is reported as well.
#[derive(Debug)]
pub(super) struct MappedPages {
    known: [u64; Self::COUNT],
}

impl Default for MappedPages {
    fn default() -> Self {
        Self { known: [u64::MAX; Self::COUNT] }
    }
}

impl MappedPages {
    const BYTES: u64 = 4096;
    const COUNT: usize = 64;

    /// Whether `bytes` bytes are mapped; at least one.
    fn is_mapped(&mut self, address: u64, bytes: usize) -> bool {
        self.first_unmapped(address, bytes).is_none()
    }

    /// The first address of some bytes that is not mapped.
    fn first_unmapped(&mut self, address: u64, bytes: usize) -> Option<u64> {
        let last = address.saturating_add(bytes as u64 - 1);
        let page = (address / Self::BYTES..=last / Self::BYTES).find(|&page| !self.has_page(page))?;
        Some(address.max(page * Self::BYTES))
    }

    fn has_page(&mut self, page: u64) -> bool {
        let known = &mut self.known[page as usize % Self::COUNT];
        if *known == page {
            return true;
        }
        let mut resident = 0u8;
        let at = std::ptr::without_provenance_mut((page * Self::BYTES) as usize);
        // SAFETY: the kernel only looks the page up, and writes a byte for it.
        let found = unsafe { libc::mincore(at, Self::BYTES as usize, &raw mut resident) } == 0;
        // Where the system does not answer, the program crashes in the call if the page is not there.
        let there = found || std::io::Error::last_os_error().raw_os_error() != Some(libc::ENOMEM);
        if there {
            *known = page;
        }
        there
    }
}

/// The message that a post sends, if it is short.
fn short(post: &Post) -> Option<Buffer> {
    match post {
        Post::Send { buffer, .. } | Post::BlockingSend { buffer, .. } => {
            (1..=SHORT_MESSAGE_MAX as u64).contains(&buffer.bytes).then_some(*buffer)
        }
        _ => None,
    }
}

/// Whether a message travels inline, so that its buffer may change.
pub(super) fn is_carried(pages: &mut MappedPages, Buffer { address, bytes }: Buffer) -> bool {
    bytes == 0 || (bytes <= SHORT_MESSAGE_MAX as u64 && pages.is_mapped(address, bytes as usize))
}

/// The contents of short messages that posts of this process send. Bad addresses are left for the simulator to report.
pub(super) fn read_short_messages(pages: &mut MappedPages, posts: &[Post]) -> Vec<MemoryChunk> {
    let there = |buffer: Buffer| {
        let Buffer { address, bytes } = buffer;
        pages.is_mapped(address, bytes as usize).then(|| {
            let from: *const u8 = std::ptr::with_exposed_provenance(address as usize);
            // SAFETY: the program says that its message lies there, and the pages are there.
            let bytes = unsafe { std::slice::from_raw_parts(from, bytes as usize) }.to_vec();
            MemoryChunk { address, bytes }
        })
    };
    posts.iter().filter_map(short).filter_map(there).collect()
}

/// Bytes of the memory of this process.
///
/// # Errors
/// An address that is not in it.
pub(super) fn read_memory(pages: &mut MappedPages, address: u64, bytes: usize) -> Result<Vec<u8>, u64> {
    match pages.first_unmapped(address, bytes) {
        Some(unmapped) => Err(unmapped),
        None => {
            let from: *const u8 = std::ptr::with_exposed_provenance(address as usize);
            // SAFETY: the program has given this memory to MPI, and the pages are there.
            Ok(unsafe { std::slice::from_raw_parts(from, bytes) }.to_vec())
        }
    }
}

/// Writes received chunks to the memory of this process.
///
/// # Errors
/// An address that is not in it.
pub(super) fn write_chunks(pages: &mut MappedPages, pending_writes: &[MemoryChunk]) -> Result<(), u64> {
    for MemoryChunk { address, bytes } in pending_writes {
        if let Some(unmapped) = pages.first_unmapped(*address, bytes.len()) {
            return Err(unmapped);
        }
        let to: *mut u8 = std::ptr::with_exposed_provenance_mut(*address as usize);
        // SAFETY: the program has given this memory to MPI to be written, and the pages are there.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ops::{CommId, RequestId, SendMode};

    fn send(address: u64, bytes: u64) -> Post {
        let (request, comm, mode) = (RequestId(1), CommId(0), SendMode::Standard);
        Post::Send {
            request,
            comm,
            peer: 0,
            tag: 0,
            buffer: Buffer { address, bytes },
            mode,
            blocking: false,
            elements: ops::Elements::Any,
        }
    }

    #[test]
    fn short_messages_are_brought_and_others_are_not() {
        let message: Vec<u8> = (0..=255).chain(0..=255).collect();
        let address = message.as_ptr().expose_provenance() as u64;
        let posts = [send(address, 3), send(address, 0), send(64, 8), send(address + 1, 256), send(address, 257)];
        let expected = [(address, &message[..3]), (address + 1, &message[1..257])];
        let expected = expected.map(|(address, bytes)| MemoryChunk { address, bytes: bytes.to_vec() });
        assert_eq!(read_short_messages(&mut MappedPages::default(), &posts), expected);
    }

    #[test]
    fn what_has_come_is_written_and_a_wild_address_is_told() {
        let mut memory = [0u8; 8];
        let address = memory.as_mut_ptr().expose_provenance() as u64;
        let chunk = |address, bytes: &[u8]| MemoryChunk { address, bytes: bytes.to_vec() };
        let mut pages = MappedPages::default();
        assert_eq!(write_chunks(&mut pages, &[chunk(address + 1, &[1, 2]), chunk(address + 2, &[3, 4])]), Ok(()));
        assert_eq!(write_chunks(&mut pages, &[chunk(64, &[1])]), Err(64));
        assert_eq!(memory, [0, 1, 3, 4, 0, 0, 0, 0]);
    }

    #[test]
    fn stretches_know_their_neighbours() {
        let chunk = MemoryChunk { address: 100, bytes: vec![1, 2, 3, 4] };
        assert!(chunk.overlaps(103, 1) && chunk.overlaps(98, 3) && chunk.overlaps(0, 1000));
        assert!(!chunk.overlaps(104, 1) && !chunk.overlaps(98, 2));
        assert_eq!(chunk.slice(101, 2), Some(&[2, 3][..]));
        assert_eq!((chunk.slice(101, 4), chunk.slice(99, 1)), (None, None));
    }
}
