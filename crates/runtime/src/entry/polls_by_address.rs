//! Finds the poll whose entry point lies at an address: a loop of the program that is followed instruction by instruction
//! (`poll_loop`) calls others beside the poll under way.

use super::{probe, wait};
use ops::Function;

/// The poll whose entry lies at an address, if a rank may make it between two polls that are computed.
pub(crate) fn poll_at(address: u64) -> Option<Function> {
    let is = |entry: *const ()| entry.addr() as u64 == address;
    match () {
        () if is(probe::wt_MPI_Iprobe as *const ()) => Some(Function::Iprobe),
        () if is(wait::wt_MPI_Test as *const ()) => Some(Function::Test),
        () if is(wait::wt_MPI_Testall as *const ()) => Some(Function::Testall),
        () => None,
    }
}
