//! Partitioned sends and receives on the rank's side: their buffers, and which partitions of a send the program has
//! marked ready (MPI 5.0 §4). Which partitions of a receive have arrived is the engine's knowledge.

use crate::{Fault, Piece, Side};
use ops::CommId;

/// A partitioned send or receive.
#[derive(Debug)]
pub struct Partitioned {
    /// Whether it sends.
    pub sends: bool,
    /// The communicator.
    pub comm: CommId,
    /// The other rank; none for `MPI_PROC_NULL`.
    pub peer: Option<u32>,
    /// The tag.
    pub tag: i32,
    /// All partitions, one behind the other.
    pub side: Side,
    /// How many there are.
    pub partitions: u32,
    /// Bytes from one partition to the next in the program's memory.
    pub(crate) stride: i64,
    /// Of a send: which ones the program has marked ready since it was started.
    pub(crate) ready: Vec<bool>,
}

/// Partitions beyond those that there are.
const BEYOND: Fault = Fault::Arg("there is no partition of this number");

impl Partitioned {
    /// What `MPI_Start` begins: no partition is ready.
    pub fn start(&mut self) {
        self.ready.fill(false);
    }

    /// Marks a partition ready.
    ///
    /// # Errors
    /// There is none of this number, or it is ready already.
    pub fn mark(&mut self, partition: i32) -> Result<u32, Fault> {
        let number = self.number(partition)?;
        if std::mem::replace(&mut self.ready[number as usize], true) {
            return Err(Fault::Partition { partition, why: "was marked ready before" });
        }
        Ok(number)
    }

    /// The number of a partition.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn number(&self, partition: i32) -> Result<u32, Fault> {
        u32::try_from(partition).ok().filter(|&number| number < self.partitions).ok_or(BEYOND)
    }

    /// The elements of one partition, if they have to be packed.
    pub fn piece(&self, partition: u32) -> Option<Piece> {
        let Side::Packed(whole) = &self.side else { return None };
        let parts = u64::from(self.partitions);
        let offset = self.stride.wrapping_mul(i64::from(partition));
        Some(Piece {
            address: whole.address.wrapping_add_signed(offset),
            count: whole.count / parts,
            datatype: whole.datatype.clone(),
            at: whole.bytes / parts * u64::from(partition),
            bytes: whole.bytes / parts,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Data;
    use crate::Rank;
    use ops::ErrorClass;

    const INT: crate::Handle = 0x209;
    const DOUBLE_INT: crate::Handle = 0x229;

    fn send(partitions: i32, datatype: crate::Handle) -> Result<Partitioned, Fault> {
        let data = Data { address: 4096, count: 2, datatype };
        Rank::default().partitioned(data, partitions, true, (CommId::WORLD, Some(1), 0))
    }

    #[test]
    fn a_partition_is_marked_once_in_a_round() {
        let mut send = send(3, INT).expect("valid");
        assert_eq!(send.side.bytes(), 24);
        assert!(send.piece(0).is_none(), "integers are sent from where they lie");
        assert_eq!(send.mark(2), Ok(2));
        let fault = send.mark(2).expect_err("twice");
        assert_eq!(fault.to_string(), "partition 2 was marked ready before [MPI_ERR_ARG]");
        assert_eq!(send.mark(3), Err(BEYOND));
        assert_eq!(send.mark(-1), Err(BEYOND));
        send.start();
        assert_eq!(send.mark(2), Ok(2));
    }

    #[test]
    fn padded_partitions_are_packed_one_by_one() {
        let send = send(3, DOUBLE_INT).expect("valid");
        let piece = send.piece(2).expect("packed");
        assert_eq!((piece.address, piece.count, piece.at, piece.bytes), (4096 + 2 * 32, 2, 48, 24));
    }

    #[test]
    fn there_is_at_least_one_partition() {
        assert_eq!(send(0, INT).err().map(Fault::class), Some(ErrorClass::Arg));
        assert_eq!(send(-1, INT).err().map(Fault::class), Some(ErrorClass::Arg));
    }
}
