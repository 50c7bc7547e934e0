//! Measures the memory of the process in which ranks are images (copies of the program).
//!
//! Images share the pages of code, literals and folded memory. The process's resident set counts a shared page once for
//! each image. Here a shared page counts once, as part of the size of the mapped file. The operating system keeps only the
//! peak of the resident set, not the shared part of this peak. The private memory at the peak is therefore taken as the
//! peak minus the largest amount of shared pages that was seen.

use crate::posix_io::read_by_us;
use ops::{MemoryUse, Prospect};

/// The system's figures of a process, bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Status {
    anonymous: u64,
    of_files: u64,
    shared: u64,
    tables: u64,
    most_resident: u64,
}

impl Status {
    fn now() -> Self {
        let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        read_by_us(text.len() as u64);
        Self::of(&text)
    }

    fn of(text: &str) -> Self {
        let bytes = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
        };
        let bytes = |key| bytes(key).unwrap_or(0);
        Self {
            anonymous: bytes("RssAnon:"),
            of_files: bytes("RssFile:"),
            shared: bytes("RssShmem:"),
            tables: bytes("VmPTE:"),
            most_resident: bytes("VmHWM:"),
        }
    }
}

/// The memory of a process, as far as it was looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Footprint {
    shared: u64,
    seen: MemoryUse,
    /// All of it, with pages of files.
    resident: u64,
    /// Ranks' data are shared with worker processes, and cannot be told from text: all shared memory counts.
    counts_shared: bool,
    /// From this much memory on it is looked at what ranks hold.
    next: u64,
}

/// The first time that it is looked at what ranks hold, and then each time memory has grown by this part, since that takes time.
const LOOK_FROM: u64 = 32 << 20;
const LOOK_AGAIN: u64 = 16;

impl Footprint {
    /// Of a process whose ranks share what they write with worker processes, or not.
    pub(crate) fn new(counts_shared: bool) -> Self {
        Self { counts_shared, ..Self::default() }
    }

    /// Looks at it; files in memory hold `files` bytes. Pages of files on a disk are the system's, which it takes where memory is
    /// short: they don't count if ranks' memory lies in them.
    pub(crate) fn look(&mut self, files: u64, ranks_on_disk: bool) -> MemoryUse {
        let status = Status::now();
        self.resident =
            status.anonymous + status.of_files + files + if self.counts_shared { status.shared } else { 0 };
        let of_ranks = match ranks_on_disk {
            true => Status { of_files: 0, most_resident: 0, ..status },
            false => status,
        };
        self.note(of_ranks, files)
    }

    /// The same with what all ranks will hold, where it is time to look at that.
    pub(crate) fn with_prospect(&mut self, prospect: impl FnOnce() -> Prospect) -> MemoryUse {
        if self.resident >= self.next.max(LOOK_FROM) {
            self.next = self.resident + self.resident / LOOK_AGAIN;
            self.seen.prospect = prospect();
        }
        self.seen
    }

    fn note(&mut self, status: Status, files: u64) -> MemoryUse {
        let Status { anonymous, of_files, shared, tables, most_resident } = status;
        let private = anonymous + of_files;
        let (private, shared, files) =
            if self.counts_shared { (private + shared, 0, 0) } else { (private, shared, files) };
        self.shared = self.shared.max(shared);
        let now = private + files + tables;
        let earlier = most_resident.saturating_sub(self.shared) + files + tables;
        self.seen.now = now;
        self.seen.most = self.seen.most.max(now).max(earlier);
        self.seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ranks_write_for_workers_counts() {
        let status = Status { anonymous: 60, of_files: 40, shared: 400, tables: 5, most_resident: 600 };
        let mut footprint = Footprint::new(true);
        let seen = footprint.note(status, 7);
        assert_eq!((seen.now, seen.most), (505, 605));
    }

    #[test]
    fn what_images_share_counts_once_and_private_memory_at_its_most() {
        let text = |anonymous: u64, shared: u64, most: u64| {
            let lines =
                [("VmHWM", most), ("RssAnon", anonymous), ("RssFile", 10), ("RssShmem", shared), ("VmPTE", 5)];
            lines.map(|(key, kib)| format!("{key}:\t{kib} kB\n")).concat()
        };
        let mut footprint = Footprint::default();
        let mut look = |text: &str| footprint.note(Status::of(text), 7 << 10);
        let kib = |now: u64, most: u64| MemoryUse { now: now << 10, most: most << 10, ..MemoryUse::default() };
        assert_eq!(look(&text(100, 400, 510)), kib(122, 122), "text of many images");
        // Between two looks there were 300 KiB more, which are free again.
        assert_eq!(look(&text(100, 400, 810)), kib(122, 422));
        assert_eq!(look(&text(90, 20, 810)), kib(112, 422), "images that are gone do not make it more");
        assert_eq!(look(""), kib(7, 422));
    }
}
