//! The two groups of an intercommunicator (MPI 5.0 §7.6), and the checks of collective calls that depend on the group a rank
//! belongs to.

use super::collective::TypeSignature;
use ops::{CollectiveCall, CommId, Group, Operation, ROOT_PROC_NULL, ROOT_SELF};
use std::sync::Arc;
use units::ActorId;

/// The groups of an intercommunicator. Side 0 is the low group, which comes first if `MPI_Intercomm_merge` is called with equal `high`
/// on both sides; side 1 is the high group.
pub(crate) struct Sides {
    pub(crate) groups: [Arc<Group>; 2],
    /// Each group's own intracommunicator, for the steps of collectives that stay within it.
    pub(crate) local_comms: [CommId; 2],
}

impl Sides {
    /// The side of a member.
    pub(crate) fn of(&self, actor: ActorId) -> usize {
        usize::from(self.groups[0].rank_of(actor).is_none())
    }

    /// What all members must agree on: the root, and the type signatures of what each side receives. Operations with a root,
    /// and those in which both sides contribute alike, use the first only.
    pub(super) fn agreement(&self, call: &CollectiveCall, actor: ActorId) -> (RootView, [TypeSignature; 2]) {
        let own = self.of(actor);
        let (side, rank) = match call.root {
            _ if !call.operation.has_root() => (0, None),
            ROOT_SELF => (own, self.groups[own].rank_of(actor)),
            ROOT_PROC_NULL => (own, None),
            rank => (1 - own, Some(rank)),
        };
        let comes = TypeSignature::of(call);
        let block = match call.operation {
            Operation::Alltoall => call.send.bytes / self.groups[1 - own].size().max(1) as u64,
            _ => call.send.bytes,
        };
        let goes = TypeSignature { hash: call.signature_sent, bytes: block, element_bytes: 0 };
        let signatures = match call.operation {
            Operation::Allgather | Operation::Alltoall if own == 0 => [comes, goes],
            Operation::Allgather | Operation::Alltoall => [goes, comes],
            _ => [comes, TypeSignature::NONE],
        };
        (RootView { side, rank }, signatures)
    }
}

/// A root as a rank names it: the other ranks of the root's group on an intercommunicator know its side only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RootView {
    pub(crate) side: usize,
    pub(crate) rank: Option<u32>,
}

impl RootView {
    /// Whether they cannot be the same root.
    pub(super) fn contradicts(self, other: Self) -> bool {
        let known = self.rank.zip(other.rank);
        self.side != other.side || known.is_some_and(|(own, its)| own != its)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides() -> Sides {
        let groups = [Arc::new(Group::table(vec![4, 2])), Arc::new(Group::range(7, 3))];
        Sides { groups, local_comms: [CommId(1), CommId(2)] }
    }

    fn call(operation: Operation, root: u32) -> CollectiveCall {
        CollectiveCall {
            operation,
            root,
            send: ops::Buffer::EMPTY,
            recv: ops::Buffer::EMPTY,
            count: 0,
            element_bytes: 0,
            in_place: false,
            reducer: None,
            vectors: None,
            signature: 5,
            signature_sent: 6,
        }
    }

    #[test]
    fn both_sides_mean_the_same_root() {
        let sides = sides();
        let seen = |actor, root| sides.agreement(&call(Operation::Bcast, root), ActorId(actor)).0;
        let root = seen(2, ROOT_SELF);
        assert_eq!(root, RootView { side: 0, rank: Some(1) });
        assert!(!root.contradicts(seen(4, ROOT_PROC_NULL)));
        assert!(!root.contradicts(seen(8, 1)));
        assert!(!seen(4, ROOT_PROC_NULL).contradicts(seen(8, 0)));
        assert!(root.contradicts(seen(8, 0)), "another rank");
        assert!(root.contradicts(seen(8, ROOT_PROC_NULL)), "the other group");
        assert!(root.contradicts(seen(4, ROOT_SELF)), "two roots");
    }

    #[test]
    fn what_one_side_sends_the_other_receives() {
        let sides = sides();
        let of = |actor| sides.agreement(&call(Operation::Allgather, 0), ActorId(actor)).1.map(|one| one.hash);
        assert_eq!((of(4), of(9)), ([5, 6], [6, 5]));
        assert_eq!(sides.agreement(&call(Operation::Allreduce, 0), ActorId(9)).1.map(|one| one.hash), [5, 0]);
    }
}
