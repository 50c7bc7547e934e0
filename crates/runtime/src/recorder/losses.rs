//! Counts the MPI calls of a rank that the trace recorder cannot record, and words the warning about them.

use std::collections::BTreeMap;

/// Counts by what it is.
#[derive(Debug, Default)]
pub(super) struct Losses {
    counts: BTreeMap<String, u64>,
    /// Why the rank half could not follow a call, the first time.
    reason: Option<String>,
}

impl Losses {
    pub(super) fn count(&mut self, what: &str) {
        *self.counts.entry(what.to_owned()).or_default() += 1;
    }

    pub(super) fn explain(&mut self, reason: &str) {
        self.reason.get_or_insert_with(|| reason.to_owned());
    }

    /// A line for people; none if all is recorded.
    pub(super) fn line(&self, rank: u32) -> Option<String> {
        if self.counts.is_empty() {
            return None;
        }
        let listed: Vec<String> = self.counts.iter().map(|(what, count)| format!("{count} × {what}")).collect();
        let reason = self.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
        Some(format!("windtunnel: recording: rank {rank}: not recorded: {}{reason}", listed.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_named() {
        let mut losses = Losses::default();
        assert_eq!(losses.line(3), None);
        losses.count("MPI_Put");
        losses.count("MPI_Put");
        losses.count("MPI_File_open");
        let line = losses.line(3);
        assert_eq!(
            line.as_deref(),
            Some("windtunnel: recording: rank 3: not recorded: 1 × MPI_File_open, 2 × MPI_Put")
        );
    }
}
