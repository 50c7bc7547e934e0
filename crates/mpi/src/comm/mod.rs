//! Communicators in the engine: one object per communicator, which all its members share. The group of `MPI_COMM_WORLD` is
//! stored as a range of actors, the group of a split communicator as a table.
//!
//! An intercommunicator (MPI 5.0 §7.6) exists once for both of its groups. Its members are numbered group by group, so that
//! their collective calls can be counted; a rank's messages go to and come from the other group ([`sides::Sides`]). Under it,
//! each group has an intracommunicator of its own, the *local communicator*, for the steps of collectives that stay within the
//! group.
//!
//! So there are three numberings. Example: an intercommunicator of a *low* group of 2 ranks (actors 5 and 6) and a *high* group
//! of 3 ranks (actors 0, 1 and 2):
//!
//! | actor | [`Comm::rank_of`]: rank in its local group | [`Comm::number_of`], *member*: index in the union | [`Comm::peers`]: the group it talks to |
//! |---|---|---|---|
//! | 5, 6 | 0, 1 | 0, 1 | the high one |
//! | 0, 1, 2 | 0, 1, 2 | 2, 3, 4 | the low one |
//!
//! | file | contents |
//! |---|---|
//! | `collective` | which collective calls belong together, and whether members agree |
//! | `communicator` | one communicator |
//! | `create` | creation of communicators by all members of a parent |
//! | `group_calls` | creation by the members of a group alone |
//! | `hosts` | members by host, for hierarchical algorithms |
//! | `sides` | the groups of an intercommunicator |
//! | `table` | communicators by number |

mod collective;
mod communicator;
mod create;
mod group_calls;
mod hosts;
mod sides;
mod table;

pub(crate) use collective::{CONTEXT_ID_AGREEMENT, CollectiveArrival, CollectiveSignature};
pub(crate) use communicator::Comm;
pub(crate) use create::{CommCreateOutcome, CreatedComms, Spawning, agrees_on_parent};
pub(crate) use group_calls::of_groups;

use create::PendingGroup;
use group_calls::GroupCall;
use ops::{CommId, Group, PersistentStart};
use std::sync::Arc;
use table::CommTable;

/// All communicators of a run.
pub(crate) struct Comms {
    table: CommTable,
    group_calls: Vec<GroupCall>,
    pending_groups: Vec<PendingGroup>,
}

/// Why a communicator that is named is in the table.
const NOT_FREED: &str = "ranks name communicators that they have not freed";

impl Comms {
    /// The world of a job of `ranks` ranks.
    pub(crate) fn new(ranks: u32) -> Self {
        let mut table = CommTable::default();
        table.push(Comm::new(Arc::new(Group::range(0, ranks))));
        Self { table, group_calls: Vec::new(), pending_groups: Vec::new() }
    }

    /// A communicator that not all of its members have freed.
    ///
    /// # Panics
    /// If they have.
    #[inline]
    pub(crate) fn get(&self, comm: CommId) -> &Comm {
        self.table.find(comm).expect(NOT_FREED)
    }

    /// As [`Comms::get`], to be changed.
    #[inline]
    pub(crate) fn get_mut(&mut self, comm: CommId) -> &mut Comm {
        self.table.find_mut(comm).expect(NOT_FREED)
    }

    /// A communicator, unless it has been freed: messages may be under way on it still.
    pub(crate) fn find(&self, comm: CommId) -> Option<&Comm> {
        self.table.find(comm)
    }

    /// Counts a member into its next collective on `comm`, or into a start of a persistent one. Returns the collective's
    /// number, or an earlier arrival that this one disagrees with.
    pub(crate) fn start_collective(
        &mut self,
        comm: CommId,
        member: u32,
        start: Option<PersistentStart>,
        arrival: CollectiveArrival,
    ) -> Result<u32, CollectiveArrival> {
        let comm = self.get_mut(comm);
        let size = comm.group.size();
        match start {
            Some(start) => comm.collectives.start_persistent(size, start, arrival),
            None => comm.collectives.start(size, member, arrival),
        }
    }

    /// The collectives of so many members of the world are counted elsewhere ([`crate::domain`]).
    pub(crate) fn share_world(&mut self, elsewhere: u32) {
        self.get_mut(CommId::WORLD).collectives.share(elsewhere);
    }

    /// The collectives of the world whose members are here, and how many in a row are alike.
    pub(crate) fn take_agreed(&mut self) -> Vec<(CollectiveSignature, u64)> {
        self.get_mut(CommId::WORLD).collectives.take_agreed()
    }

    /// Counts a rank's `MPI_Comm_free`; the communicator is removed with the last one and the last schedule on it.
    pub(crate) fn free(&mut self, comm: CommId) {
        self.get_mut(comm).freed_by += 1;
        self.remove_if_done(comm);
    }

    /// A schedule on a communicator has ended.
    pub(crate) fn schedule_ends(&mut self, comm: CommId) {
        let known = self.get_mut(comm);
        known.schedules -= 1;
        if known.freed_by > 0 {
            self.remove_if_done(comm);
        }
    }

    /// An intercommunicator takes its local communicators along.
    fn remove_if_done(&mut self, comm: CommId) {
        if self.get(comm).done() {
            let removed = self.table.remove(comm);
            let local_comms = removed.and_then(|comm| comm.sides).map(|sides| sides.local_comms);
            local_comms.into_iter().flatten().for_each(|part| _ = self.table.remove(part));
        }
    }

    /// Collectives that some members have started and others have not: (communicator, first arrival, arrived, size).
    pub(crate) fn incomplete(&self) -> impl Iterator<Item = (CommId, CollectiveArrival, u32, u32)> + '_ {
        self.table.iter().flat_map(|(id, comm)| {
            let size = comm.group.size();
            comm.collectives.incomplete(size).map(move |(first, arrived)| (id, first, arrived, size))
        })
    }
}
