//! What the hosts of a GOAL program did, under LogGOPSim's rules.

use crate::error::ObserveError;
use crate::outputs::{Output, column};
use crate::table::{Kind, Table, Value};
use files::commit_all;
use std::path::Path;
use units::Time;

pub(crate) const OUTPUT: Output = Output {
    name: "hosts",
    doc: "One row per host of a GOAL program run by `--engine loggopsim`, which writes no other table.",
    always: false,
    columns: &[
        column("host", Kind::Id, "the host, the program's rank"),
        column("end", Kind::Long, "when its last processor was free for good, in picoseconds"),
        column("compute", Kind::Long, "what its computations took together, in picoseconds"),
    ],
};

/// Writes the `hosts` table: end and computations of each.
pub fn write_hosts(run: &Path, hosts: impl Iterator<Item = (Time, Time)>) -> Result<(), ObserveError> {
    let mut table = Table::whole(run, &OUTPUT)?;
    for (host, (end, compute)) in (0..).zip(hosts) {
        table.push([Value::Id(host), Value::Long(end.ps()), Value::Long(compute.ps())]);
    }
    Ok(commit_all(table.close()?)?)
}
