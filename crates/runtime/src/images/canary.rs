//! Detects stack overflows where a rank's stack has no guard page. The stack's lowest page is a canary: no correct program
//! writes to it. Another rank's stack, just above in memory, may overflow into this stack. So whenever a rank is resumed, the
//! base of the rank's stack is checked, too (`crash::is_base_whole`).

use std::cell::OnceCell;
use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr::with_exposed_provenance;

use super::template::PAGE;
use crate::posix_io::read_by_us;

/// Tells whether stacks have overflowed.
#[derive(Debug, Default)]
pub(crate) struct Canaries {
    /// Stacks of all pools end with a guard page: there is nothing to look for.
    pub(crate) guards: bool,
    /// What the system knows of this process's pages, once it has been asked; none where it does not tell.
    pages: OnceCell<Option<OwnedFd>>,
}

/// Of an entry of `pages`: the page is in memory, or swapped out. A page that was never touched is neither.
const EXISTS: u64 = 3 << 62;

impl Canaries {
    /// None has been looked for.
    pub(crate) fn new(guards: bool) -> Self {
        Self { guards, pages: OnceCell::new() }
    }

    /// Whether anything was written to the page at `low`, the lowest of a stack. All of it counts: large frames leave gaps.
    ///
    /// # Safety
    /// The page is mapped.
    pub(crate) unsafe fn written(&self, low: usize) -> bool {
        let page: *const u64 = with_exposed_provenance(low);
        // SAFETY: per contract. Volatile: the compiler cannot see who writes it.
        self.exists(low) && (0..512).any(|i| unsafe { page.add(i).read_volatile() } != 0)
    }

    /// Whether a page exists. To read one that does not would cost a fault and, for each few stacks, a page of the system's tables.
    fn exists(&self, address: usize) -> bool {
        let open = || File::open("/proc/self/pagemap").ok().map(OwnedFd::from);
        let Some(pages) = self.pages.get_or_init(open) else { return true };
        let mut entry = 0u64;
        let at = address as u64 / PAGE * 8;
        // SAFETY: writes 8 bytes to `entry`. Not `pread`: the launcher's one is for the ranks' files.
        let read = unsafe { libc::syscall(libc::SYS_pread64, pages.as_raw_fd(), &raw mut entry, 8, at) };
        read_by_us(8);
        read != 8 || entry & EXISTS != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr::{null_mut, with_exposed_provenance_mut};

    #[test]
    fn one_written_word_is_enough_and_looking_touches_nothing() {
        let canaries = Canaries::default();
        let (bytes, protection) = (2 * PAGE as usize, libc::PROT_READ | libc::PROT_WRITE);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a fresh mapping, which nothing else refers to, removed at the end.
        unsafe {
            let mapped = libc::mmap(null_mut(), bytes, protection, flags, -1, 0);
            assert_ne!(mapped, libc::MAP_FAILED);
            let low = mapped.expose_provenance();
            assert!(!canaries.written(low) && !canaries.exists(low), "looking creates no page");
            let last: *mut u64 = with_exposed_provenance_mut(low + PAGE as usize - 8);
            assert_eq!(last.read_volatile(), 0);
            assert!(!canaries.written(low), "a page of zeroes");
            last.write_volatile(1);
            assert!(canaries.written(low) && !canaries.written(low + PAGE as usize));
            let unaided = Canaries { guards: false, pages: OnceCell::from(None) };
            assert!(unaided.written(low) && !unaided.written(low + PAGE as usize), "without the system's help");
            assert_eq!(libc::munmap(mapped, bytes), 0);
        }
    }
}
