//! File hints (`MPI_Info` keys of ROMIO), and the decisions that follow from them: which ranks aggregate collective accesses,
//! and when data sieving is used.

use super::steps::{Method, Policy};
use crate::library::FileHints;
use ops::{AUTOMATIC, ENABLE, FILE_HINTS, HintForm};

/// The values of [`FILE_HINTS`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Hints([u64; FILE_HINTS.len()]);

impl From<FileHints> for Hints {
    fn from(given: FileHints) -> Self {
        Self(given.0)
    }
}

fn number_of(name: &str) -> usize {
    FILE_HINTS.iter().position(|hint| hint.name == name).expect("a hint of the list")
}

impl Hints {
    /// Sets a hint; whether the library knows it and obeys it.
    pub(super) fn set(&mut self, number: u32, value: u64) -> bool {
        let Some(hint) = FILE_HINTS.get(number as usize) else { return false };
        self.0[number as usize] = value;
        hint.form != HintForm::Ignored
    }

    /// The value of a hint that is obeyed.
    pub(super) fn value(&self, number: u32) -> Option<u64> {
        let hint = FILE_HINTS.get(number as usize)?;
        (hint.form != HintForm::Ignored).then(|| self.0[number as usize])
    }

    fn of(&self, name: &str) -> u64 {
        self.0[number_of(name)]
    }

    /// Whether a number is that of the hint which counts aggregators.
    pub(super) fn is_aggregator_count(&self, number: u32) -> bool {
        number as usize == number_of("cb_nodes")
    }

    /// Aggregators at most: no more than hosts.
    pub(super) fn aggregators(&self, hosts: u32) -> u32 {
        match self.of("cb_nodes") {
            0 => hosts,
            count => u32::try_from(count).unwrap_or(u32::MAX).min(hosts),
        }
    }

    /// Aggregators of a stripe on Lustre, at most.
    pub(super) fn aggregators_per_stripe(&self) -> u32 {
        u32::try_from(self.of("romio_lustre_co_ratio")).unwrap_or(u32::MAX)
    }

    /// Bytes of an aggregator's buffer.
    pub(super) fn collective_buffer(&self) -> u64 {
        self.of("cb_buffer_size")
    }

    /// Whether accesses of all ranks are aggregated: enabled, disabled or automatic.
    pub(super) fn buffering(&self, write: bool) -> u64 {
        self.of(if write { "romio_cb_write" } else { "romio_cb_read" })
    }

    /// How accesses with holes are made in a driver of ROMIO.
    pub(super) fn policy(&self, driver: &str, write: bool) -> Policy {
        let by = |read: &str, written: &str| self.of(if write { written } else { read });
        let sieving = by("romio_ds_read", "romio_ds_write");
        let pvfs = driver == "pvfs2";
        let method = match sieving {
            _ if pvfs && by("romio_pvfs2_listio_read", "romio_pvfs2_listio_write") == ENABLE => Method::Whole,
            // PVFS has no locks: its driver sieves when it is told to, and reads only.
            ENABLE if !(pvfs && write) => Method::Sieving,
            AUTOMATIC if !pvfs => Method::Sieving,
            _ if pvfs => Method::Lists,
            _ => Method::Naive,
        };
        Policy { method, buffer: by("ind_rd_buffer_size", "ind_wr_buffer_size") }
    }
}
