//! The rank's part of `MPI_Psend_init` and `MPI_Precv_init`: checks the buffer and the number of partitions, and makes the
//! operation ([`Partitioned`]). The entry points of crate `runtime` (`entry/partitioned.rs`) then send the
//! operation to the engine.

use super::Rank;
use crate::partitioned::Partitioned;
use crate::{Data, Fault, checks};
use ops::{CommId, ErrorClass};

impl Rank {
    /// Checks the buffer of a partitioned operation, whose `data` is one partition.
    ///
    /// # Errors
    /// Fewer partitions than one; those of [`Rank::side`].
    pub fn partitioned(
        &self,
        data: Data,
        partitions: i32,
        sends: bool,
        (comm, peer, tag): (CommId, Option<u32>, i32),
    ) -> Result<Partitioned, Fault> {
        let fault = Fault::Class(ErrorClass::Arg, "fewer partitions than one");
        let partitions = u32::try_from(partitions).ok().filter(|&partitions| partitions > 0).ok_or(fault)?;
        let side = self.side(data, partitions.into())?;
        let elements = checks::count(data.count)?;
        let (_, extent) = self.element(data.datatype)?;
        let stride = extent.wrapping_mul(elements as i64);
        let ready = if sends { vec![false; partitions as usize] } else { Vec::new() };
        Ok(Partitioned { sends, comm, peer, tag, side, partitions, stride, ready })
    }
}
