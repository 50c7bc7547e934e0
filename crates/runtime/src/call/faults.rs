//! Faults in words.

use super::{Call, ErrorTarget};
use mpi_rank::{Fault, handles};

impl Call {
    /// A fault in words, with the text of a code of the program's own.
    #[cold]
    pub(super) fn explain(&mut self, fault: Fault) -> String {
        let function = self.function;
        match fault {
            Fault::Code(code) if !self.rank().text_of(code).is_empty() => {
                format!("{function}: {} (error code {code})", self.rank().text_of(code))
            }
            fault => format!("{function}: {}", self.sender_in_world(fault)),
        }
    }

    /// The fault with the sender's number in the run, by which all messages name ranks, instead of its rank in the
    /// communicator.
    #[cold]
    fn sender_in_world(&mut self, mut fault: Fault) -> Fault {
        let (Fault::Truncated { source, .. } | Fault::Mismatched { source, .. }) = &mut fault else { return fault };
        let ErrorTarget::Comm(handle) = self.error_target else { return fault };
        let rank = self.rank();
        let peer = match (handle, u32::try_from(*source)) {
            (handles::COMM_SELF, _) => Some(rank.actor),
            (_, Ok(source)) => rank.comm(handle).ok().and_then(|comm| comm.peer(source)),
            _ => None,
        };
        *source = peer.map_or(*source, |actor| actor.0 as i32);
        fault
    }
}
