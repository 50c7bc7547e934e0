//! The table `hosts`: totals per host of a GOAL program that `--engine loggopsim` has run.

use crate::schema::row::table;
use units::Time;

table! {
    /// One row per host of a GOAL program run by `--engine loggopsim`, which writes no other table.
    pub struct HostRow in "hosts", ByLogGopSim {
        /// Host: the program's rank.
        host: u32,
        /// End of the last operation on any of its processors, in picoseconds.
        end: Time,
        /// Time of all its computations together, in picoseconds.
        compute: Time,
    }
}
