//! Helpers of the collective algorithms on intercommunicators: a rank's role in a rooted operation, and operations within the
//! local group or with the remote group.

use crate::collectives::common::sub_call;
use crate::schedule::{Context, Level, RemoteGroup, SubCall};
use ops::{Operation, ROOT_PROC_NULL, ROOT_SELF};

/// The remote group of the communicator.
pub(super) fn remote_group(context: &Context<'_>) -> RemoteGroup {
    context.remote.expect("an algorithm for intercommunicators")
}

/// A rank's part in a rooted operation on an intercommunicator (MPI 5.0 §6.2.3).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The root: it passes `MPI_ROOT`.
    Root,
    /// In the root's group: it passes `MPI_PROC_NULL` and takes no part.
    RootGroup,
    /// In the group without the root; the root's rank.
    RemoteGroup(u32),
}

impl Role {
    pub(super) fn of(context: &Context<'_>) -> Self {
        match context.call.root {
            ROOT_SELF => Self::Root,
            ROOT_PROC_NULL => Self::RootGroup,
            root => Self::RemoteGroup(root),
        }
    }
}

/// The `root` arguments of this rank in two operations in a row, the first rooted at rank 0 of the low group, the second at
/// rank 0 of the other.
pub(super) fn roots(context: &Context<'_>) -> [u32; 2] {
    let own = if context.rank == 0 { ROOT_SELF } else { ROOT_PROC_NULL };
    if remote_group(context).low { [own, 0] } else { [0, own] }
}

/// An operation within the local group, rooted at rank 0.
pub(super) fn in_local_group(context: &Context<'_>, operation: Operation) -> SubCall {
    sub_call(context, Level::LocalGroup, operation, 0)
}

/// An operation between the groups.
pub(super) fn with_remote_group(context: &Context<'_>, operation: Operation, root: u32) -> SubCall {
    sub_call(context, Level::All, operation, root)
}
