//! Executes a user-defined reduction (`MPI_Op_create`) in a rank's process, when the simulator asks for it.

use crate::call::Upcall;

/// The reduction in progress: its operands, and the result as long as the simulator has not got it.
#[derive(Debug, Default)]
pub(super) struct Reduction {
    operands: Option<(Vec<u8>, Vec<u8>)>,
    awaited: bool,
    result: Option<Vec<u8>>,
    upcall: Option<Upcall>,
}

impl Reduction {
    /// Whether the simulator waits for a result, and for nothing else.
    pub(super) fn is_awaited(&self) -> bool {
        self.awaited
    }

    /// A reduction to be applied; the upcall is valid until the next one.
    pub(super) fn request(&mut self, op: u64, count: u64, input: Vec<u8>, inout: Vec<u8>) -> *mut Upcall {
        self.awaited = true;
        let (input, inout) = self.operands.insert((input, inout));
        let bytes = inout.len();
        self.upcall.insert(Upcall { op, count, input: input.as_ptr(), inout: inout.as_mut_ptr(), bytes })
    }

    /// Takes the right operand, which is the result once the reduction has been applied. None if there is no reduction.
    pub(super) fn take_operand(&mut self) -> Option<Vec<u8>> {
        self.operands.take().map(|(_, inout)| inout)
    }

    /// Keeps a result for the next reply.
    pub(super) fn set_result(&mut self, result: Option<Vec<u8>>) {
        self.result = result;
    }

    /// Takes the result for a reply, after which the simulator waits no more.
    pub(super) fn take_result(&mut self) -> Option<Vec<u8>> {
        self.awaited = false;
        self.result.take()
    }
}
