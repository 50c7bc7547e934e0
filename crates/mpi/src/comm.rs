//! Communicators: each exists once, in the engine. The group of a world is a range; that of a split is one table.
//!
//! An intercommunicator (MPI 5.0 §7.6) exists once for both of its groups. Its members are numbered group by group, to count
//! arrivals at collectives; a rank's messages go to and come from the other group ([`Sides`]). Under it, each group has an
//! intracommunicator of its own, the *local communicator*, for the steps of collectives that stay within the group.
//!
//! | file | contents |
//! |---|---|
//! | `collective` | which collective calls belong together, and whether members agree |
//! | `create` | creation of communicators by all members of a parent |
//! | `group_calls` | creation by the members of a group alone |
//! | `hosts` | members by host, for hierarchical algorithms |
//! | `sides` | the groups of an intercommunicator |
//! | `table` | communicators by number |

mod collective;
mod create;
mod group_calls;
mod hosts;
mod sides;
mod table;

pub(crate) use collective::{CollectiveArrival, CollectiveSignature};
pub(crate) use create::{CommCreateOutcome, CreatedComms, Spawning};
pub(crate) use group_calls::of_groups;
pub(crate) use sides::Sides;

use crate::schedule::{Level, Locality, RemoteGroup};
use collective::CollectiveOrder;
use create::PendingGroup;
use group_calls::GroupCall;
use hosts::Hosts;
use ops::{CommId, Group, PersistentStart, Placement};
use std::sync::Arc;
use table::CommTable;
use units::ActorId;

/// All communicators of a run.
pub(crate) struct Comms {
    table: CommTable,
    group_calls: Vec<GroupCall>,
    pending_groups: Vec<PendingGroup>,
}

/// One communicator.
pub(crate) struct Comm {
    /// All members: of an intercommunicator one group after the other.
    pub(crate) group: Arc<Group>,
    /// The two groups of an intercommunicator.
    pub(crate) sides: Option<Box<Sides>>,
    collectives: CollectiveOrder,
    /// Built when a schedule first asks for it.
    hosts: Option<Box<Hosts>>,
    /// Schedules under way: a collective continues after its communicator has been freed.
    schedules: u32,
    freed_by: u32,
}

/// The number of the agreement on a new communicator's context id; no collective has it.
pub(crate) const AGREEMENT: u32 = u32::MAX - 1;

/// Why a communicator that is named is in the table.
const NOT_FREED: &str = "ranks name communicators that they have not freed";

impl Comm {
    fn new(group: Arc<Group>) -> Self {
        Self { group, sides: None, collectives: CollectiveOrder::default(), hosts: None, schedules: 0, freed_by: 0 }
    }

    /// A schedule on it begins.
    pub(crate) fn schedule_begins(&mut self) {
        self.schedules += 1;
    }

    /// Whether nothing needs it any more.
    fn done(&self) -> bool {
        self.freed_by == self.group.size() && self.schedules == 0 && self.collectives.is_idle()
    }

    fn hosts(&mut self, placement: &dyn Placement) -> &Hosts {
        let group = &self.group;
        self.hosts.get_or_insert_with(|| Box::new(Hosts::build(group, placement)))
    }

    /// How the members are spread over hosts, as rank `rank` sees it in a level.
    pub(crate) fn locality(&mut self, level: Level, rank: u32, root: u32, placement: &dyn Placement) -> Locality {
        assert!(self.sides.is_none(), "an intercommunicator has no levels");
        self.hosts(placement).locality(level, rank, root)
    }

    /// A rank's number in a level and the level's size; none if it is not part of it.
    pub(crate) fn in_level(&mut self, level: Level, rank: u32, placement: &dyn Placement) -> Option<(u32, u32)> {
        match level {
            Level::All => Some((rank, self.group.size())),
            _ => self.hosts(placement).in_level(level, rank),
        }
    }

    /// The rank in the communicator of a rank in the level of `own`, a rank in the communicator.
    #[inline]
    pub(crate) fn rank_of_level(&self, level: Level, own: u32, rank: u32) -> u32 {
        if level == Level::All {
            return rank;
        }
        let hosts = self.hosts.as_ref().expect("levels are known once a schedule runs on one");
        hosts.rank_of_level(level, own, rank)
    }

    /// The local group of a member: on an intercommunicator that of its side.
    #[inline]
    pub(crate) fn local_group(&self, actor: ActorId) -> &Arc<Group> {
        match &self.sides {
            None => &self.group,
            Some(sides) => &sides.groups[sides.of(actor)],
        }
    }

    /// The group that a member's messages go to and come from.
    #[inline]
    pub(crate) fn peers(&self, actor: ActorId) -> &Arc<Group> {
        match &self.sides {
            None => &self.group,
            Some(sides) => &sides.groups[1 - sides.of(actor)],
        }
    }

    /// The other group of an intercommunicator, as algorithms see it.
    pub(crate) fn remote(&self, actor: ActorId) -> Option<RemoteGroup> {
        let low = self.sides.as_ref()?.of(actor) == 0;
        Some(RemoteGroup { size: self.peers(actor).size(), low })
    }

    /// The local communicator of a member's side; none on an intracommunicator.
    pub(crate) fn local_comm(&self, actor: ActorId) -> Option<CommId> {
        self.sides.as_ref().map(|sides| sides.local_comms[sides.of(actor)])
    }

    /// A member's rank: on an intercommunicator that in its local group.
    ///
    /// # Panics
    /// If it is no member.
    #[inline]
    pub(crate) fn rank_of(&self, actor: ActorId) -> u32 {
        self.local_group(actor).rank_of(actor).expect("ranks name communicators that they are in")
    }

    /// A member's number among all, which counts those of both sides.
    ///
    /// # Panics
    /// If it is no member.
    #[inline]
    pub(crate) fn number_of(&self, actor: ActorId) -> u32 {
        self.group.rank_of(actor).expect("ranks name communicators that they are in")
    }
}

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
