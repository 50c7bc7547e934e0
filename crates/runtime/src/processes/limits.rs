//! Checks, before the first rank starts, whether the operating system allows as many processes and as much memory as the ranks
//! need.

use std::path::{Path, PathBuf};

/// What one rank takes beside the program's own data, bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Footprint {
    /// A compiled program.
    Compiled,
    /// A Python interpreter.
    Python,
}

impl Footprint {
    fn bytes(self) -> u64 {
        match self {
            Self::Compiled => 160 << 10,
            Self::Python => 1_300_000,
        }
    }
}

/// One limit: what it is called, what it leaves to us.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Limit {
    name: String,
    left: u64,
}

/// What speaks against so many ranks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LimitError {
    /// Too few processes.
    #[error(
        "{ranks} ranks need {wanted} processes, but {limit} allows only {left} more: raise it, or run fewer ranks"
    )]
    Processes {
        /// Ranks.
        ranks: u32,
        /// Processes.
        wanted: u64,
        /// What is limited, by name.
        limit: String,
        /// What it leaves to us.
        left: u64,
    },
    /// Too little memory.
    #[error(
        "{ranks} ranks as processes need at least {needed} MiB of memory, but {available} MiB are available: run fewer ranks"
    )]
    Memory {
        /// Ranks.
        ranks: u32,
        /// MiB.
        needed: u64,
        /// MiB.
        available: u64,
    },
}

/// Whether so many ranks can be processes.
///
/// # Errors
/// The limit that binds.
pub(super) fn check(ranks: u32, footprint: Footprint) -> Result<(), LimitError> {
    // The zygote is one more.
    let wanted = u64::from(ranks) + 1;
    let tightest = processes().into_iter().min_by_key(|limit| limit.left);
    if let Some(limit) = tightest.filter(|limit| limit.left < wanted) {
        return Err(LimitError::Processes { ranks, wanted, limit: limit.name, left: limit.left });
    }
    memory(ranks, footprint, available_memory())
}

fn memory(ranks: u32, footprint: Footprint, available: Option<u64>) -> Result<(), LimitError> {
    let needed = u64::from(ranks) * footprint.bytes();
    match available {
        Some(available) if available < needed => {
            Err(LimitError::Memory { ranks, needed: needed >> 20, available: available >> 20 })
        }
        _ => Ok(()),
    }
}

fn read(path: impl AsRef<Path>) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

fn number(path: impl AsRef<Path>) -> Option<u64> {
    read(path)?.trim().parse().ok()
}

/// `MemAvailable` of /proc/meminfo, bytes.
fn available_memory() -> Option<u64> {
    let text = read("/proc/meminfo")?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}

/// All limits on the number of processes, with what is left of each.
fn processes() -> Vec<Limit> {
    // "0.20 0.18 0.12 1/80 11206": one of 80 tasks of the system is running.
    let running =
        read("/proc/loadavg").and_then(|text| text.split_whitespace().nth(3)?.split('/').nth(1)?.parse::<u64>().ok());
    let running = running.unwrap_or(0);
    let mut limits = Vec::new();
    for name in ["pid_max", "threads-max"] {
        if let Some(most) = number(Path::new("/proc/sys/kernel").join(name)) {
            limits.push(Limit { name: format!("kernel.{name} (sysctl)"), left: most.saturating_sub(running) });
        }
    }
    let mut own = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: fills the struct that it is given; geteuid only answers.
    let (failed, root) = unsafe { (libc::getrlimit(libc::RLIMIT_NPROC, &raw mut own), libc::geteuid() == 0) };
    if failed == 0 && own.rlim_cur != libc::RLIM_INFINITY && !root {
        limits.push(Limit { name: "ulimit -u".to_owned(), left: own.rlim_cur.saturating_sub(running) });
    }
    limits.extend(control_groups());
    limits
}

/// The limits of our control groups and of those they are in.
fn control_groups() -> Vec<Limit> {
    let mut limits = Vec::new();
    for line in read("/proc/self/cgroup").unwrap_or_default().lines() {
        // "4:pids:/user.slice" (version 1) or "0::/user.slice" (version 2).
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (parts.next(), parts.next(), parts.next()) else { continue };
        let root = match controllers {
            "" => PathBuf::from("/sys/fs/cgroup"),
            list if list.split(',').any(|controller| controller == "pids") => PathBuf::from("/sys/fs/cgroup/pids"),
            _ => continue,
        };
        let mut folder = root.join(path.trim_start_matches('/'));
        while folder.starts_with(&root) {
            if let (Some(most), Some(current)) =
                (number(folder.join("pids.max")), number(folder.join("pids.current")))
            {
                let name = format!("pids.max of the control group {}", folder.display());
                limits.push(Limit { name, left: most.saturating_sub(current) });
            }
            if !folder.pop() {
                break;
            }
        }
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_ranks_are_possible_and_a_milliard_is_refused_with_the_limit_that_binds() {
        assert_eq!(check(2, Footprint::Compiled), Ok(()));
        let text = check(1_000_000_000, Footprint::Python).expect_err("no system has so many processes").to_string();
        assert!(text.contains("1000000000 ranks need 1000000001 processes, but "), "{text}");
        assert!(text.ends_with(" more: raise it, or run fewer ranks"), "{text}");
    }

    #[test]
    fn too_little_memory_is_said_in_figures() {
        assert_eq!(memory(100, Footprint::Python, Some(1 << 30)), Ok(()));
        let text = memory(1000, Footprint::Python, Some(1 << 30)).expect_err("1.3 GB do not fit").to_string();
        assert_eq!(
            text,
            "1000 ranks as processes need at least 1239 MiB of memory, but 1024 MiB are available: run fewer ranks"
        );
    }

    #[test]
    fn the_limits_of_this_system_are_found() {
        let names: Vec<String> = processes().into_iter().map(|limit| limit.name).collect();
        assert!(names.iter().any(|name| name == "kernel.pid_max (sysctl)"), "{names:?}");
        assert!(available_memory() > Some(1 << 20));
    }
}
