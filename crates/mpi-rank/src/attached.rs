//! The attached buffers of buffered sends (`MPI_Buffer_attach`, MPI 5.0 §3.6).
//!
//! The attached buffer is never written: messages wait in internal packed copies. But the space that messages would take in the
//! buffer is counted as in the standard's model implementation. So a program whose buffer would overflow gets the same error.

use crate::{Fault, Handle};

/// What each message takes beside its bytes: the smallest `MPI_BSEND_OVERHEAD` of the ABIs there are (512 in the
/// standard's, 96 in MPICH's), so that a buffer that its program has counted right never runs out.
pub const BSEND_OVERHEAD: u64 = 96;

/// An attached buffer, or none.
#[derive(Clone, Debug, Default)]
pub struct BsendBuffer {
    /// Where and how long, as the program said.
    pub buffer: Option<AttachedBuffer>,
    /// Messages on their way and the space each takes, in the order of their sends.
    pub pending: Vec<(Handle, u64)>,
}

/// An attached buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttachedBuffer {
    /// Memory of the program's.
    Memory {
        /// Its address.
        address: u64,
        /// Its length in bytes.
        bytes: u64,
    },
    /// `MPI_BUFFER_AUTOMATIC`: as much as is needed.
    Automatic,
}

impl BsendBuffer {
    /// Attaches a buffer.
    ///
    /// # Errors
    /// There is one already.
    pub fn attach(&mut self, buffer: AttachedBuffer) -> Result<(), Fault> {
        if self.buffer.is_some() {
            return Err(Fault::BadBuffer("a buffer is already attached"));
        }
        self.buffer = Some(buffer);
        Ok(())
    }

    /// Whether a message of `bytes` packed bytes fits.
    ///
    /// # Errors
    /// No buffer, or not enough space in it.
    pub fn check(&self, bytes: u64) -> Result<(), Fault> {
        let needed = bytes.saturating_add(BSEND_OVERHEAD);
        let free = match self.buffer {
            None => 0,
            Some(AttachedBuffer::Automatic) => return Ok(()),
            Some(AttachedBuffer::Memory { bytes, .. }) => {
                bytes.saturating_sub(self.pending.iter().map(|&(_, taken)| taken).sum())
            }
        };
        if needed <= free { Ok(()) } else { Err(Fault::NoBufferSpace { needed, free }) }
    }

    /// Accounts a message on its way.
    pub fn take(&mut self, request: Handle, bytes: u64) {
        self.pending.push((request, bytes.saturating_add(BSEND_OVERHEAD)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_accounted_with_overhead() {
        let mut attached = BsendBuffer::default();
        assert_eq!(attached.check(0), Err(Fault::NoBufferSpace { needed: 96, free: 0 }));
        attached.attach(AttachedBuffer::Memory { address: 8, bytes: 2000 }).expect("the first");
        assert!(attached.attach(AttachedBuffer::Automatic).is_err());
        attached.check(1000).expect("room");
        attached.take(0x400, 1000);
        attached.take(0x401, 1904 - 1096 - 96 + 48);
        assert_eq!(attached.check(0), Err(Fault::NoBufferSpace { needed: 96, free: 48 }));
        attached.pending.clear();
        attached.check(1904).expect("room again");
    }

    #[test]
    fn automatic_never_runs_out() {
        let attached = BsendBuffer { buffer: Some(AttachedBuffer::Automatic), pending: Vec::new() };
        attached.check(u64::MAX).expect("as much as needed");
    }
}
