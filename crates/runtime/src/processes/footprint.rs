//! Measures the memory of a run's processes.
//!
//! A page that n processes share counts 1/n for each process (PSS), so that the sum is the memory in use. Memory that is
//! allocated and freed between two measurements is included in the run's peak: if the peak that the system reports for a
//! process has risen, the run's peak is computed with it.

use ops::{MemoryUse, Prospect};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A look may cost this part of the time until the next.
const SHARE: u32 = 50;

/// Memory of one process, bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Taken {
    /// Its part of the pages that it has.
    proportional: u64,
    /// Pages that no other process has.
    own: u64,
    /// All pages that it has, and the most that it has had.
    resident: u64,
    most: u64,
}

impl Taken {
    /// The memory of a process, from `/proc`; none if it has ended.
    fn by(pid: libc::pid_t) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let (resident, most) = (bytes(&status, "VmRSS:")?, bytes(&status, "VmHWM:")?);
        // Where the system does not tell shared pages apart, all of them are its own.
        let rollup = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        let proportional = bytes(&rollup, "Pss:").unwrap_or(resident);
        let own = bytes(&rollup, "Private_Dirty:").unwrap_or(0);
        Some(Self { proportional, own, resident, most })
    }
}

/// A line `KEY   123 kB`.
fn bytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// Looks at the processes of a run.
#[derive(Debug)]
pub(super) struct Footprint {
    memory: MemoryUse,
    /// The most that each process had had when it was last looked at.
    known: HashMap<libc::pid_t, u64>,
    /// The most ranks that were there at a look.
    ranks: usize,
    next: Instant,
    /// Each process's own bytes when it was last looked at.
    held: Vec<(u64, u64)>,
}

impl Footprint {
    pub(super) fn new() -> Self {
        Self { memory: MemoryUse::default(), known: HashMap::new(), ranks: 0, next: Instant::now(), held: Vec::new() }
    }

    /// The latest figures of a run with this number of ranks.
    pub(super) fn memory(&self, ranks: u32) -> MemoryUse {
        MemoryUse { prospect: Prospect::of(ranks, self.held.clone()), ..self.memory }
    }

    /// Whether to measure now. `ranks` is given when a rank is about to end: the number of ranks until then.
    /// If that is more than at any measurement so far, one is due at once: it would otherwise miss the memory of that rank.
    pub(super) fn is_due(&self, ranks: Option<usize>) -> bool {
        ranks.is_some_and(|ranks| ranks > self.ranks)
            || (ranks.is_none_or(|ranks| ranks == self.ranks) && Instant::now() >= self.next)
    }

    /// Measures the processes, `ranks` of which are ranks, and this one.
    pub(super) fn look(&mut self, processes: impl Iterator<Item = libc::pid_t>, ranks: usize) {
        let begin = Instant::now();
        self.memory.now = 0;
        self.held.clear();
        let mut most = 0;
        let this = std::process::id() as libc::pid_t;
        for pid in processes.chain([this]) {
            let Some(taken) = Taken::by(pid) else { continue };
            let before = self.known.insert(pid, taken.most).unwrap_or(0);
            self.memory.now += taken.proportional;
            if pid != this {
                self.held.push((taken.own, 0));
            }
            most += taken.proportional;
            if taken.most > before {
                most += taken.most.saturating_sub(taken.resident);
            }
        }
        self.memory.most = self.memory.most.max(most);
        self.ranks = self.ranks.max(ranks);
        self.next = begin + begin.elapsed().saturating_mul(SHARE).max(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_system_are_read() {
        let text = "Rss:   1740 kB\nPss:    188 kB\nPss_Dirty:   116 kB\n";
        assert_eq!(bytes(text, "Pss:"), Some(188 * 1024));
        assert_eq!(bytes(text, "Swap:"), None);
    }

    #[test]
    fn what_was_given_back_before_the_first_look_counts_once() {
        let own = std::process::id() as libc::pid_t;
        let given_back = vec![1u8; 64 << 20];
        assert_eq!(given_back.iter().step_by(4096).filter(|byte| **byte == 1).count(), (64 << 20) / 4096);
        drop(given_back);
        let mut footprint = Footprint::new();
        assert!(footprint.is_due(None) && footprint.is_due(Some(1)));
        footprint.look(std::iter::empty(), 1);
        let first = footprint.memory(1);
        assert!(first.most >= 64 << 20 && first.now < first.most, "{first:?}");
        assert!(!footprint.is_due(Some(1)) && footprint.is_due(Some(2)), "no rank more, no look at once");
        footprint.look(std::iter::empty(), 1);
        assert_eq!(footprint.memory(1).most, first.most);
        assert_eq!(Taken::by(own).map(|taken| taken.most >= taken.resident), Some(true));
        assert_eq!(Taken::by(-1), None);
    }
}
