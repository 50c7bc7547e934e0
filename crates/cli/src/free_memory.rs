//! Determines how much memory a run may still take: the free memory of this machine or of the process's control groups, or
//! the limit in the environment variable [`VARIABLE`]. A run whose ranks will not fit into this memory is reported early. A
//! run that has filled it is stopped before the system's out-of-memory killer ends processes.

use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use engine::{Bytes, Prospect, StopReason as Reason};
use object::read::ReadCache;
use object::{Object, ObjectSegment, SegmentFlags, elf};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use views::text::{bytes, count};

/// Environment variable with the memory that a run may take, as `8 GiB`; other values are ignored with a warning.
pub(crate) const VARIABLE: &str = "WT_MEMORY";

/// Between two looks at the system's figures.
const PAUSE: Duration = Duration::from_millis(100);

/// A run is stopped when this part of all memory is left, or this much: what it takes until it has closed its tables.
const RESERVE_PART: u64 = 50;
const RESERVE: u64 = 256 << 20;

/// Memory, bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FreeMemory {
    left: u64,
    all: u64,
}

impl FreeMemory {
    fn is_used_up(self) -> bool {
        self.left < (self.all / RESERVE_PART).min(RESERVE)
    }
}

/// Watches it for one run.
#[derive(Debug)]
pub(crate) struct MemoryWatch {
    /// The most that the run may take, if [`VARIABLE`] says it.
    most: Option<u64>,
    /// Taken when the run last reported.
    taken: u64,
    next: Instant,
    has_warned: bool,
    /// The folder in whose files ranks' memory lies, and what its disk had left when the run began.
    disk: Option<(PathBuf, u64)>,
}

impl MemoryWatch {
    pub(crate) fn new() -> Self {
        let most = std::env::var(VARIABLE)
            .ok()
            .and_then(|text| allowed(&text).map_err(|fault| output::complain(&fault)).ok());
        Self { most, taken: 0, next: Instant::now(), has_warned: false, disk: None }
    }

    /// Watches a run whose ranks' memory lies in files of a folder.
    pub(crate) fn on_disk(folder: &Path) -> Self {
        let disk = rustix::fs::statvfs(folder).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
        Self { disk: disk.map(|left| (folder.to_owned(), left)), ..Self::new() }
    }

    fn free(&self) -> Option<FreeMemory> {
        match self.most {
            Some(most) => Some(FreeMemory { left: most.saturating_sub(self.taken), all: most }),
            None => left_by_system(),
        }
    }

    /// Looks at the static variables of all ranks before there is one. The warning, if not all of them will fit.
    ///
    /// # Errors
    /// The disk that is to hold them can't.
    pub(crate) fn begin(&self, program: &Path, ranks: u32) -> Result<Option<String>, CliError> {
        let each = static_bytes(program).unwrap_or(0);
        let all = each.saturating_mul(ranks.into());
        if each < Prospect::FOLDED_FROM {
            return Ok(None);
        }
        match &self.disk {
            Some((folder, left)) if all > *left => {
                Err(CliError::StaticsOnDisk { folder: folder.display().to_string(), left: *left, ranks, all })
            }
            Some(_) => Ok(None),
            None => Ok(self.free().and_then(|free| too_many_statics(each, ranks, free.left))),
        }
    }

    /// Notes how far the run is. The warning, once, if ranks will not fit.
    pub(crate) fn note(&mut self, progress: &Progress) -> Option<String> {
        let Progress { memory, prospect, ranks, .. } = *progress;
        self.taken = memory;
        if self.has_warned || prospect.all <= memory && self.disk.is_none() {
            return None;
        }
        let text = match &self.disk {
            Some((folder, left)) => too_much_for_disk(prospect, ranks, folder, *left)?,
            None => too_much(prospect, ranks, self.free()?.left.saturating_add(memory))?,
        };
        self.has_warned = true;
        Some(text)
    }

    /// Why the run has to end now, if it has to.
    pub(crate) fn poll(&mut self) -> Option<Reason> {
        if Instant::now() < self.next {
            return None;
        }
        self.next = Instant::now() + PAUSE;
        let free = self.free().filter(|free| free.is_used_up())?;
        // Once: it needs time to end.
        self.next += Duration::from_secs(3600);
        Some(Reason::Memory(free.left))
    }
}

/// The value of [`VARIABLE`] in bytes, or a warning.
fn allowed(text: &str) -> Result<u64, String> {
    let size = text.parse::<Bytes>().map(|size| size.0);
    size.map_err(|_| {
        format!("warning: {VARIABLE}: `{text}` is not a size, and is ignored; expected for example `8 GiB`")
    })
}

/// The warning about ranks that need more than `free` bytes.
fn too_much(prospect: Prospect, ranks: u64, free: u64) -> Option<String> {
    if prospect.all <= free {
        return None;
    }
    let each = prospect.all / ranks.max(1);
    let fold = match prospect.folded {
        // Nothing is large enough.
        folded if folded > prospect.all / 2 => "--fold would save little of it".to_owned(),
        folded => {
            let fits = if folded > free { ", too much as well" } else { "" };
            format!("with --fold \"1 MiB\" {}{fits}; --memory-folder keeps it on a disk", bytes(folded))
        }
    };
    Some(format!(
        "warning: {} ranks will need {} of memory if all use as much as the largest so far, {} each, and there are {} for them \
         here; {fold}; the run is stopped before memory is full",
        count(ranks),
        bytes(prospect.all),
        bytes(each),
        bytes(free)
    ))
}

/// The warning about static variables that need more than `free` bytes if they are written.
fn too_many_statics(each: u64, ranks: u32, free: u64) -> Option<String> {
    let all = each.saturating_mul(ranks.into());
    (all > free).then(|| {
        format!(
            "warning: {} ranks have {} of static variables, {} each, and there are {} for them here: too little if they write all of \
             them; with --fold \"1 MiB\" ranks share them, --memory-folder keeps them on a disk",
            count(ranks.into()),
            bytes(all),
            bytes(each),
            bytes(free)
        )
    })
}

/// Bytes of an executable's static variables. `None` for other files.
fn static_bytes(program: &Path) -> Option<u64> {
    let cache = ReadCache::new(File::open(program).ok()?);
    let file = object::File::parse(&cache).ok()?;
    let is_written = |flags| matches!(flags, SegmentFlags::Elf { p_flags, .. } if p_flags.0 & elf::PF_W.0 != 0);
    Some(file.segments().filter(|segment| is_written(segment.flags())).map(|segment| segment.size()).sum())
}

/// The warning about ranks whose memory needs more than `left` bytes of a folder's disk.
fn too_much_for_disk(prospect: Prospect, ranks: u64, folder: &Path, left: u64) -> Option<String> {
    (prospect.all > left).then(|| {
        format!(
            "warning: {} ranks will need {} of the disk if all use as much as the largest so far, and {} has {} left; the run ends \
             when the disk is full",
            count(ranks),
            bytes(prospect.all),
            folder.display(),
            bytes(left)
        )
    })
}

fn read(path: impl AsRef<Path>) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

fn number(path: impl AsRef<Path>) -> Option<u64> {
    read(path)?.trim().parse().ok()
}

/// The number behind a key in lines of keys and numbers; 0 if it is not there.
fn behind(text: &str, key: &str) -> u64 {
    let of_line = |line: &str| line.strip_prefix(key)?.split_whitespace().next()?.parse().ok();
    text.lines().find_map(of_line).unwrap_or(0)
}

/// The least that the system and our control groups leave.
fn left_by_system() -> Option<FreeMemory> {
    let machine = read("/proc/meminfo").map(|text| of_machine(&text));
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    machine.into_iter().chain(of_groups(&groups, Path::new("/sys/fs/cgroup"))).min_by_key(|free| free.left)
}

/// From `/proc/meminfo`.
fn of_machine(text: &str) -> FreeMemory {
    let kib = |key| behind(text, key) << 10;
    FreeMemory { left: kib("MemAvailable:") + kib("SwapFree:"), all: kib("MemTotal:") + kib("SwapTotal:") }
}

/// From the control groups that `list`, as in `/proc/self/cgroup`, names, and those they are in.
fn of_groups(list: &str, root: &Path) -> Vec<FreeMemory> {
    let mut found = Vec::new();
    for line in list.lines() {
        // "4:memory:/user.slice" (version 1) or "0::/user.slice" (version 2).
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let (root, files) = match controllers {
            "" => (root.to_owned(), ["memory.max", "memory.current", "file "]),
            list if list.split(',').any(|controller| controller == "memory") => {
                (root.join("memory"), ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache "])
            }
            _ => continue,
        };
        let mut folder: PathBuf = root.join(path.trim_start_matches('/'));
        while folder.starts_with(&root) {
            found.extend(of_group(&folder, files));
            if !folder.pop() {
                break;
            }
        }
    }
    found
}

/// From one group, if it has a limit. The system takes back the cache of files, but for files in memory.
fn of_group(folder: &Path, [most, current, cache]: [&str; 3]) -> Option<FreeMemory> {
    let (all, taken) = (number(folder.join(most))?, number(folder.join(current))?);
    let stat = read(folder.join("memory.stat")).unwrap_or_default();
    let in_memory = behind(&stat, if cache.starts_with("total_") { "total_shmem " } else { "shmem " });
    let cache = behind(&stat, cache).saturating_sub(in_memory);
    Some(FreeMemory { left: all.saturating_sub(taken.saturating_sub(cache)), all })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_said_with_what_folding_would_make_of_it() {
        let of = |all, folded, free| too_much(Prospect { all, folded }, 1000, free);
        assert_eq!(of(1_000_000, 0, 1_000_000), None);
        assert_eq!(
            of(137_000_000_000, 4_000_000_000, 20_000_000_000).unwrap(),
            "warning: 1,000 ranks will need 137.0 GB of memory if all use as much as the largest so far, 137.0 MB each, and there are \
             20.00 GB for them here; with --fold \"1 MiB\" 4.000 GB; --memory-folder keeps it on a disk; the run is stopped before memory is full"
        );
        assert!(of(100_000, 90_000, 50).unwrap().contains("; --fold would save little of it;"));
        assert!(
            of(100_000, 10_000, 50)
                .unwrap()
                .contains("\"1 MiB\" 10.00 kB, too much as well; --memory-folder keeps it on a disk;")
        );
    }

    #[test]
    fn a_run_is_warned_once_and_stopped_when_what_it_may_take_is_used_up() {
        let mut watch =
            MemoryWatch { most: Some(100_000), taken: 0, next: Instant::now(), has_warned: false, disk: None };
        let prospect = Prospect { all: 200_000, folded: 200_000 };
        let progress = Progress { memory: 90_000, ranks: 4, prospect, ..Progress::default() };
        assert!(watch.note(&progress).unwrap().starts_with("warning: 4 ranks will need 200.0 kB of memory"));
        assert_eq!(watch.note(&progress), None);
        assert_eq!(watch.poll(), None, "10 kB are left");
        watch.next = Instant::now();
        assert_eq!(watch.note(&Progress { memory: 99_000, ..progress }), None);
        assert_eq!(watch.poll(), Some(Reason::Memory(1000)));
        assert_eq!(watch.poll(), None);
    }

    #[test]
    fn static_variables_that_do_not_fit_are_told_before_there_is_a_rank() {
        let told = too_many_statics(134_000_000, 1_000, 20_000_000_000).unwrap();
        let expected = "warning: 1,000 ranks have 134.0 GB of static variables, 134.0 MB each, and there are 20.00 GB for them here";
        assert!(told.starts_with(expected), "{told}");
        assert_eq!(too_many_statics(20, 1_000, 20_000), None);
        let own = static_bytes(&std::env::current_exe().unwrap()).unwrap();
        assert!(own > 0 && own < 100 << 20, "{own}");
        assert_eq!(static_bytes(Path::new("/dev/null")), None);
    }

    #[test]
    fn a_disk_that_is_too_small_for_the_ranks_is_told() {
        let folder = std::env::temp_dir();
        let mut watch = MemoryWatch { disk: Some((folder.clone(), 1_000_000)), ..MemoryWatch::on_disk(&folder) };
        let of = |all| Progress { ranks: 4, prospect: Prospect { all, folded: all }, ..Progress::default() };
        assert_eq!(watch.note(&of(1_000_000)), None);
        let told = watch.note(&of(2_000_000)).unwrap();
        let expected = "4 ranks will need 2.000 MB of the disk if all use as much as the largest so far, and ";
        assert!(
            told.contains(expected) && told.contains(" has 1.000 MB left; the run ends when the disk is full"),
            "{told}"
        );
        assert_eq!(watch.note(&of(2_000_000)), None, "once");
    }

    #[test]
    fn a_variable_that_is_not_a_size_is_ignored_with_a_warning() {
        assert_eq!(allowed("8 GiB"), Ok(8 << 30));
        let warning = allowed("much").unwrap_err();
        assert_eq!(warning, "warning: WT_MEMORY: `much` is not a size, and is ignored; expected for example `8 GiB`");
    }

    #[test]
    fn the_machine_and_its_control_groups_say_what_is_left() {
        let text =
            "MemTotal:       1000 kB\nMemFree: 5 kB\nMemAvailable:   400 kB\nSwapTotal: 20 kB\nSwapFree: 10 kB\n";
        assert_eq!(of_machine(text), FreeMemory { left: 410 << 10, all: 1020 << 10 });
        let folder = std::env::temp_dir().join(format!("windtunnel-free-memory-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("outer/memory.max", "1000000\n");
        write("outer/memory.current", "700000\n");
        write("outer/memory.stat", "anon 1\nfile 300000\nshmem 100000\n");
        write("outer/inner/memory.max", "max\n");
        write("outer/inner/memory.current", "5\n");
        assert_eq!(of_groups("0::/outer/inner\n", &folder), [FreeMemory { left: 500_000, all: 1_000_000 }]);
        write("memory/old/memory.limit_in_bytes", "5000\n");
        write("memory/old/memory.usage_in_bytes", "4000\n");
        let old = of_groups("5:cpu,memory:/old\n6:pids:/other\n", &folder);
        assert_eq!(old, [FreeMemory { left: 1000, all: 5000 }]);
        std::fs::remove_dir_all(folder).unwrap();
        assert!(FreeMemory { left: 1 << 30, all: 1 << 40 }.left > RESERVE && left_by_system().is_some());
    }
}
