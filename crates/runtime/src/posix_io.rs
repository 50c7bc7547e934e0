//! Counts the bytes that ranks read and write without MPI and outside the modelled file system. This I/O takes no simulated
//! time; if there is much of it, the run prints a warning.
//!
//! The operating system counts the bytes of every process (`/proc/self/io`). If ranks are images (loaded copies of the program)
//! in the simulator's process, I/O of the simulator itself is subtracted: MPI I/O, the text that it prints for ranks, and all
//! files that it writes into the run folder, even if a later file replaces them. Ranks that are processes report their count at
//! their end. Accesses to memory-mapped files are not counted.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// From this many bytes on, in all, a run says so.
const WARN_FROM: u64 = 1 << 20;

/// From this many bytes on that a rank with a process of its own reads: interpreters read their modules.
const READ_ALLOWANCE_PER_RANK: u64 = 8 << 20;

/// Bytes read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileBytes {
    pub(crate) read: u64,
    pub(crate) written: u64,
}

impl FileBytes {
    /// Those of this process so far.
    pub(crate) fn of_process() -> Self {
        Self::parse(&std::fs::read_to_string("/proc/self/io").unwrap_or_default())
    }

    fn parse(text: &str) -> Self {
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key));
            line.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
        };
        Self { read: value("rchar:"), written: value("wchar:") }
    }

    /// Those since then.
    pub(crate) fn since(self, then: Self) -> Self {
        Self { read: self.read.saturating_sub(then.read), written: self.written.saturating_sub(then.written) }
    }
}

/// Text that ranks have printed, bytes.
static PRINTED: AtomicU64 = AtomicU64::new(0);
/// What ranks with processes of their own have told.
static READ: AtomicU64 = AtomicU64::new(0);
static WRITTEN: AtomicU64 = AtomicU64::new(0);
static PROCESSES_REPORTED: AtomicU64 = AtomicU64::new(0);

/// A rank has printed so many bytes.
pub(crate) fn printed(bytes: usize) {
    PRINTED.fetch_add(bytes as u64, Ordering::Relaxed);
}

/// What we have read for ourselves while ranks ran, bytes.
static READ_BY_US: AtomicU64 = AtomicU64::new(0);

/// We have read so many bytes, while ranks run, that are none of theirs.
pub(crate) fn read_by_us(bytes: u64) {
    READ_BY_US.fetch_add(bytes, Ordering::Relaxed);
}

/// What calls on modelled files have moved in this process.
static MODELLED_READ: AtomicU64 = AtomicU64::new(0);
static MODELLED_WRITTEN: AtomicU64 = AtomicU64::new(0);

/// A call on a modelled file has moved so many bytes.
pub(crate) fn add_modelled(bytes: FileBytes) {
    MODELLED_READ.fetch_add(bytes.read, Ordering::Relaxed);
    MODELLED_WRITTEN.fetch_add(bytes.written, Ordering::Relaxed);
}

/// What calls on modelled files have moved in this process so far.
pub(crate) fn modelled() -> FileBytes {
    FileBytes { read: MODELLED_READ.load(Ordering::Relaxed), written: MODELLED_WRITTEN.load(Ordering::Relaxed) }
}

/// A rank with a process of its own has ended.
pub(crate) fn add_process_io(bytes: FileBytes) {
    READ.fetch_add(bytes.read, Ordering::Relaxed);
    WRITTEN.fetch_add(bytes.written, Ordering::Relaxed);
    PROCESSES_REPORTED.fetch_add(1, Ordering::Relaxed);
}

/// Bytes that this process has read, less our own.
fn read_for_ranks() -> u64 {
    less_ours(FileBytes::of_process().read)
}

fn less_ours(read: u64) -> u64 {
    read.saturating_sub(READ_BY_US.load(Ordering::Relaxed))
}

/// The same when the first rank that is an image in it began, and when the last one had ended: before we read
/// inputs (blocks that are replayed), afterwards executables for the names of lines.
static READ_BEFORE_RANKS: AtomicU64 = AtomicU64::new(u64::MAX);
static READ_BY_RANKS: AtomicU64 = AtomicU64::new(0);

/// A rank that is an image in this process begins.
pub(crate) fn image_begins() {
    if READ_BEFORE_RANKS.load(Ordering::Relaxed) == u64::MAX {
        READ_BEFORE_RANKS.store(read_for_ranks(), Ordering::Relaxed);
    }
}

/// All ranks that are images in this process have ended.
pub(crate) fn images_done() {
    READ_BY_RANKS.store(read_for_ranks(), Ordering::Relaxed);
}

/// Where a run begins.
pub(crate) struct IoBaseline {
    written: u64,
    files: u64,
}

impl IoBaseline {
    /// Before the ranks of a run start.
    pub(crate) fn begin() -> Self {
        Self { written: FileBytes::of_process().written, files: engine::bytes_written() }
    }

    /// After its end: what is to be said of what ranks have read and written past MPI, which itself has read and written so
    /// much, and past the `mount` below which files of POSIX's are modelled.
    pub(crate) fn end(&self, mpi_io: FileBytes, mount: Option<&Path>) -> Option<String> {
        let (ranks, printed) = (PROCESSES_REPORTED.load(Ordering::Relaxed), PRINTED.load(Ordering::Relaxed));
        if ranks > 0 {
            let all = FileBytes { read: READ.load(Ordering::Relaxed), written: WRITTEN.load(Ordering::Relaxed) };
            let all = all.since(FileBytes { read: 0, written: printed });
            return warning(all, READ_ALLOWANCE_PER_RANK * ranks, mount);
        }
        let own = mpi_io.written + printed + (engine::bytes_written() - self.files);
        let modelled = modelled();
        let own = FileBytes { read: mpi_io.read + modelled.read, written: own + modelled.written };
        let all = FileBytes { read: READ_BY_RANKS.load(Ordering::Relaxed), ..FileBytes::of_process() };
        let before = FileBytes { read: READ_BEFORE_RANKS.load(Ordering::Relaxed), written: self.written };
        warning(all.since(before).since(own), WARN_FROM, mount)
    }
}

fn warning(bytes: FileBytes, reads_from: u64, mount: Option<&Path>) -> Option<String> {
    let FileBytes { read, written } = bytes;
    let worth_it = read >= reads_from || written >= WARN_FROM;
    let megabytes = |bytes: u64| format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000);
    let (read, written) = (megabytes(read), megabytes(written));
    worth_it.then(|| match mount {
        None => format!(
            "ranks read {read} and wrote {written} without MPI-IO (read, write, fopen and the like): that took no simulated \
             time; only files opened by MPI_File_open do, and those below the `mount` of the platform's [storage]"
        ),
        Some(mount) => format!(
            "ranks read {read} and wrote {written} without MPI-IO and outside of the file system's mount {}: that took no \
             simulated time",
            mount.display()
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_s_count_is_read() {
        let text = "rchar: 120\nwchar: 45\nsyscr: 3\nsyscw: 1\nread_bytes: 0\nwrite_bytes: 4096\n";
        assert_eq!(FileBytes::parse(text), FileBytes { read: 120, written: 45 });
        assert_eq!(FileBytes::parse(""), FileBytes::default(), "a system that does not tell");
        let before = FileBytes::of_process();
        let file = std::env::temp_dir().join(format!("windtunnel-posix-{}", std::process::id()));
        std::fs::write(&file, [7; 100_000]).unwrap();
        assert!(FileBytes::of_process().since(before).written >= 100_000);
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn what_we_read_for_ourselves_is_taken_off() {
        let (baseline, most) = (IoBaseline::begin(), less_ours(1 << 40));
        read_by_us(4 << 20);
        assert!(less_ours(1 << 40) + (4 << 20) <= most);
        image_begins();
        READ_BY_RANKS.store(READ_BEFORE_RANKS.load(Ordering::Relaxed) + (4 << 20), Ordering::Relaxed);
        let warns = |read| {
            baseline.end(FileBytes { read, written: 0 }, None).is_some_and(|text| !text.contains("ranks read 0.0 MB"))
        };
        assert!(warns(0) && !warns(4 << 20), "by MPI-IO");
    }

    #[test]
    fn little_is_not_worth_a_word() {
        let of = |read, written| warning(FileBytes { read, written }, 1 << 20, None);
        assert_eq!(of(1_000_000, 1_000_000), None);
        let text = of(123_456_789, 0).unwrap();
        assert!(text.starts_with("ranks read 123.4 MB and wrote 0.0 MB without MPI-IO"), "{text}");
        assert!(of(0, 1 << 20).is_some());
        assert_eq!(warning(FileBytes { read: 5 << 20, written: 0 }, READ_ALLOWANCE_PER_RANK, None), None);
        let text = warning(FileBytes { read: 0, written: 2 << 20 }, 1 << 20, Some(Path::new("/scratch"))).unwrap();
        assert!(text.ends_with("outside of the file system's mount /scratch: that took no simulated time"), "{text}");
    }
}
