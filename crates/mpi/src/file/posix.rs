//! POSIX file calls (`read`, `write`, `open` …) in the engine. As in MPI I/O, a call becomes requests to file servers. These
//! requests determine only how long the call takes. The rank's own process executes the call on the real file when the
//! simulated time of the call is over. Calls take effect in program order, and at the same simulated time in each mode
//! (`--mode`). Each access is contiguous in the file.

use super::steps::{Step, StepKind};
use kernel::StorageProtocol;
use ops::{IoOperation, PosixCall, PosixOperation};
use std::collections::{BTreeMap, VecDeque};
use units::ActorId;

/// What ranks' own numbers of files stand for.
#[derive(Default)]
pub(super) struct PosixFiles(BTreeMap<(ActorId, u32), u32>);

impl PosixFiles {
    /// The rank calls the file of an id by the number of a call from now on.
    pub(super) fn name(&mut self, rank: ActorId, call: &PosixCall, id: u32) {
        self.0.insert((rank, call.file), id);
    }

    /// The id of the file of a call that does not give its path.
    pub(super) fn id_of(&self, rank: ActorId, call: &PosixCall) -> u32 {
        *self.0.get(&(rank, call.file)).expect("the first call of a file gives its path")
    }
}

/// What a call asks of servers.
pub(super) fn steps_of(operation: PosixOperation, protocol: &StorageProtocol) -> VecDeque<Step> {
    let access = |kind, offset, bytes| {
        let blocks = if bytes > 0 { vec![(offset, bytes)] } else { Vec::new() };
        VecDeque::from([Step::at(kind, blocks)])
    };
    match operation {
        PosixOperation::Read { offset, bytes } => access(StepKind::Read, offset, bytes),
        PosixOperation::Write { offset, bytes } => access(StepKind::Write, offset, bytes),
        PosixOperation::Open | PosixOperation::Delete => VecDeque::from([Step::of(StepKind::Open)]),
        PosixOperation::Sync if protocol.writes_behind => VecDeque::from([Step::of(StepKind::Flush)]),
        PosixOperation::Close if protocol.flush_on_close => {
            VecDeque::from([StepKind::Flush, StepKind::Metadata].map(Step::of))
        }
        PosixOperation::Close | PosixOperation::Size | PosixOperation::Resize | PosixOperation::Sync => {
            VecDeque::from([Step::of(StepKind::Metadata)])
        }
    }
}

/// What records call an operation, and the lowest byte that it touches.
pub(super) fn described(operation: PosixOperation) -> (IoOperation, u64) {
    match operation {
        PosixOperation::Open => (IoOperation::Open, 0),
        PosixOperation::Close => (IoOperation::Close, 0),
        PosixOperation::Delete => (IoOperation::Delete, 0),
        PosixOperation::Size => (IoOperation::Size, 0),
        PosixOperation::Resize => (IoOperation::Resize, 0),
        PosixOperation::Sync => (IoOperation::Sync, 0),
        PosixOperation::Read { offset, .. } => (IoOperation::Read, offset),
        PosixOperation::Write { offset, .. } => (IoOperation::Write, offset),
    }
}

/// How many bytes an operation moves.
pub(super) fn bytes_of(operation: PosixOperation) -> u64 {
    match operation {
        PosixOperation::Read { bytes, .. } | PosixOperation::Write { bytes, .. } => bytes,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(operation: PosixOperation, protocol: &StorageProtocol) -> Vec<StepKind> {
        steps_of(operation, protocol).into_iter().map(|step| step.kind).collect()
    }

    #[test]
    fn each_operation_asks_what_the_same_one_of_mpi_does() {
        let plain = StorageProtocol::default();
        let behind = StorageProtocol { writes_behind: true, flush_on_close: true, ..plain };
        assert_eq!(kinds(PosixOperation::Open, &plain), [StepKind::Open]);
        assert_eq!(kinds(PosixOperation::Sync, &plain), [StepKind::Metadata]);
        assert_eq!(kinds(PosixOperation::Sync, &behind), [StepKind::Flush]);
        assert_eq!(kinds(PosixOperation::Close, &plain), [StepKind::Metadata]);
        assert_eq!(kinds(PosixOperation::Close, &behind), [StepKind::Flush, StepKind::Metadata]);
        let written = steps_of(PosixOperation::Write { offset: 7, bytes: 3 }, &plain);
        assert_eq!(written, [Step::at(StepKind::Write, vec![(7, 3)])]);
        let nothing = steps_of(PosixOperation::Read { offset: 7, bytes: 0 }, &plain);
        assert_eq!(nothing, [Step::of(StepKind::Read)]);
    }
}
