//! Checks of single arguments of MPI calls, and the ABI's constants for wildcards.

use crate::Fault;
use crate::comms::Comm;

/// `MPI_ANY_SOURCE` of the standard ABI.
pub const ANY_SOURCE: i32 = -1;
/// `MPI_ANY_TAG` of the standard ABI.
pub const ANY_TAG: i32 = -2;
/// `MPI_PROC_NULL` of the standard ABI.
pub const PROC_NULL: i32 = -3;
/// `MPI_ROOT` of the standard ABI.
pub const ROOT: i32 = -4;
/// `MPI_UNDEFINED` of the standard ABI.
pub const UNDEFINED: i32 = -32766;
/// `MPI_IN_PLACE` of the standard ABI, as an address.
pub const IN_PLACE: u64 = 1;
/// `MPI_BUFFER_AUTOMATIC` of the standard ABI, as an address.
pub const BUFFER_AUTOMATIC: u64 = 2;

const _: () = assert!(ANY_SOURCE == ops::ANY && PROC_NULL == ops::PROC_NULL);

/// The tag of a send.
///
/// # Errors
/// It is negative.
#[inline]
pub fn send_tag(tag: i32) -> Result<i32, Fault> {
    if tag >= 0 { Ok(tag) } else { Err(Fault::Tag(tag)) }
}

/// The tag of a receive or probe in the engine's words.
///
/// # Errors
/// It is negative and not `MPI_ANY_TAG`.
#[inline]
pub fn recv_tag(tag: i32) -> Result<i32, Fault> {
    match tag {
        ANY_TAG => Ok(ops::ANY),
        tag => send_tag(tag),
    }
}

/// The tag of a status in the ABI's words.
#[inline]
pub fn status_tag(tag: i32) -> i32 {
    if tag == ops::ANY { ANY_TAG } else { tag }
}

/// A count.
///
/// # Errors
/// It is negative.
#[inline]
pub fn count(count: i64) -> Result<u64, Fault> {
    u64::try_from(count).map_err(|_| Fault::Count(count))
}

impl Comm {
    /// The receiver of a message; none for `MPI_PROC_NULL`.
    ///
    /// # Errors
    /// It is no rank of the communicator.
    #[inline]
    pub fn destination(&self, rank: i32) -> Result<Option<u32>, Fault> {
        match u32::try_from(rank) {
            Ok(peer) if peer < self.peers() => Ok(Some(peer)),
            _ if rank == PROC_NULL => Ok(None),
            _ => Err(Fault::Rank { rank, size: self.peers() }),
        }
    }

    /// The sender of a message: a rank or [`ops::ANY`]; none for `MPI_PROC_NULL`.
    ///
    /// # Errors
    /// It is neither a rank of the communicator nor `MPI_ANY_SOURCE`.
    #[inline]
    pub fn source(&self, rank: i32) -> Result<Option<i32>, Fault> {
        if rank == ANY_SOURCE { Ok(Some(ops::ANY)) } else { Ok(self.destination(rank)?.map(|_| rank)) }
    }

    /// The root of a collective operation, as in [`ops::CollectiveCall::root`].
    ///
    /// # Errors
    /// It is no rank of the communicator; on an intercommunicator neither one of the other group nor `MPI_ROOT` or
    /// `MPI_PROC_NULL`.
    #[inline]
    pub fn root(&self, root: i32) -> Result<u32, Fault> {
        match u32::try_from(root) {
            Ok(rank) if rank < self.peers() => Ok(rank),
            Err(_) if root == ROOT && self.remote().is_some() => Ok(ops::ROOT_SELF),
            Err(_) if root == PROC_NULL && self.remote().is_some() => Ok(ops::ROOT_PROC_NULL),
            _ => Err(Fault::Root { root, size: self.peers() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_an_intercommunicator_are_those_of_the_other_group() {
        let mut comm = Comm { size: 4, ..Comm::default() };
        comm.extra().remote = Some(std::sync::Arc::new(ops::Group::range(4, 2)));
        assert_eq!((comm.destination(1), comm.source(1)), (Ok(Some(1)), Ok(Some(1))));
        assert_eq!(comm.destination(2), Err(Fault::Rank { rank: 2, size: 2 }));
        assert_eq!((comm.root(ROOT), comm.root(PROC_NULL)), (Ok(ops::ROOT_SELF), Ok(ops::ROOT_PROC_NULL)));
        assert_eq!((comm.root(1), comm.root(2)), (Ok(1), Err(Fault::Root { root: 2, size: 2 })));
        assert!(comm.intra().is_err() && comm.inter().is_ok());
    }

    #[test]
    fn peers_tags_and_counts() {
        let comm = Comm { size: 4, ..Comm::default() };
        assert_eq!(comm.destination(3), Ok(Some(3)));
        assert_eq!(comm.destination(PROC_NULL), Ok(None));
        assert_eq!(comm.destination(4), Err(Fault::Rank { rank: 4, size: 4 }));
        assert_eq!(comm.destination(ANY_SOURCE), Err(Fault::Rank { rank: -1, size: 4 }));
        assert_eq!(comm.source(ANY_SOURCE), Ok(Some(ops::ANY)));
        assert_eq!(comm.source(PROC_NULL), Ok(None));
        assert_eq!(comm.source(-9), Err(Fault::Rank { rank: -9, size: 4 }));
        assert_eq!(comm.root(-1), Err(Fault::Root { root: -1, size: 4 }));
        assert_eq!(comm.root(ROOT), Err(Fault::Root { root: ROOT, size: 4 }));
        assert_eq!(send_tag(-2), Err(Fault::Tag(-2)));
        assert_eq!((recv_tag(ANY_TAG), recv_tag(-1)), (Ok(ops::ANY), Err(Fault::Tag(-1))));
        assert_eq!((status_tag(ops::ANY), status_tag(5)), (ANY_TAG, 5));
        assert_eq!((count(0), count(-1)), (Ok(0), Err(Fault::Count(-1))));
    }
}
