//! The engine's state of a communicator: its members, and the collective operations in progress on it.

use super::collective::CollectiveOrder;
use super::hosts::Hosts;
use super::sides::Sides;
use crate::schedule::{Level, Locality, RemoteGroup};
use ops::{CommId, Group, Placement};
use std::sync::Arc;
use units::ActorId;

/// One communicator.
pub(crate) struct Comm {
    /// All members: of an intercommunicator one group after the other.
    pub(crate) group: Arc<Group>,
    /// The two groups of an intercommunicator.
    pub(crate) sides: Option<Box<Sides>>,
    pub(super) collectives: CollectiveOrder,
    /// Built when a schedule first asks for it.
    hosts: Option<Box<Hosts>>,
    /// Schedules under way: a collective continues after its communicator has been freed.
    pub(super) schedules: u32,
    pub(super) freed_by: u32,
}

impl Comm {
    pub(super) fn new(group: Arc<Group>) -> Self {
        Self { group, sides: None, collectives: CollectiveOrder::default(), hosts: None, schedules: 0, freed_by: 0 }
    }

    /// A schedule on it begins.
    pub(crate) fn schedule_begins(&mut self) {
        self.schedules += 1;
    }

    /// Whether nothing needs it any more.
    pub(super) fn done(&self) -> bool {
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

    /// The ranks host by host, if a schedule has asked how they are spread; an intercommunicator's are none.
    pub(crate) fn by_host(&self) -> &[u32] {
        self.hosts.as_ref().map_or(&[], |hosts| hosts.by_host())
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

    /// The group that a member's messages go to and come from: on an intercommunicator the remote one.
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

    /// A member's index in the union of both groups, the low one first: what `member` means elsewhere.
    ///
    /// # Panics
    /// If it is no member.
    #[inline]
    pub(crate) fn number_of(&self, actor: ActorId) -> u32 {
        self.group.rank_of(actor).expect("ranks name communicators that they are in")
    }
}
