//! Communicators created from a group, by its members alone (`MPI_Comm_create_group`, `MPI_Comm_create_from_group`,
//! `MPI_Intercomm_create_from_groups`; MPI 5.0 §7.4.2, §7.6.2).
//!
//! Collective calls are usually matched by counting the calls on their communicator. These calls have no such communicator.
//! They match if they name the same groups and the same tag, in the order in which each rank makes them.

use super::Comms;
use super::communicator::Comm;
use super::create::CreatedComms;
use crate::waits_for::WaitsFor;
use ops::{CommCall, CommId, Group, RequestId};
use std::sync::Arc;
use units::ActorId;

/// Whether a communicator is made by the members of groups alone.
pub(crate) fn of_groups(call: &CommCall) -> bool {
    matches!(call, CommCall::CreateGroup { .. } | CommCall::FromGroup { .. } | CommCall::FromGroups { .. })
}

/// Distinguishes concurrent calls of one group.
#[derive(PartialEq, Eq, Debug)]
enum Tag {
    Number(i32),
    Text(Box<str>),
}

/// The members: one group, or both of an intercommunicator, the low one first.
#[derive(PartialEq, Eq, Debug)]
enum Members {
    Intra(Arc<Group>),
    Inter([Arc<Group>; 2]),
}

impl Members {
    /// Two groups in the order that both sides see.
    fn inter(local: Arc<Group>, remote: Arc<Group>) -> Self {
        // MPICH: the group whose rank 0 comes first in the world is the low one.
        let low_first = local.actor(0) < remote.actor(0);
        Self::Inter(if low_first { [local, remote] } else { [remote, local] })
    }

    fn groups(&self) -> &[Arc<Group>] {
        match self {
            Self::Intra(group) => std::slice::from_ref(group),
            Self::Inter(groups) => groups,
        }
    }
}

/// A call under way.
pub(super) struct GroupCall {
    /// What it makes.
    comm: CommId,
    // CommId::NULL where there is none.
    parent: CommId,
    members: Members,
    tag: Tag,
    arrived: Vec<(ActorId, RequestId)>,
}

impl GroupCall {
    fn new(parent: CommId, call: CommCall) -> Self {
        let (members, tag) = match call {
            CommCall::CreateGroup { group, tag } => (Members::Intra(group), Tag::Number(tag)),
            CommCall::FromGroup { group, tag } => (Members::Intra(group), Tag::Text(tag)),
            CommCall::FromGroups { local, remote, tag } => (Members::inter(local, remote), Tag::Text(tag)),
            _ => unreachable!("the other calls are those of a parent's members"),
        };
        Self { comm: CommId::NULL, parent, members, tag, arrived: Vec::new() }
    }

    fn size(&self) -> u32 {
        self.members.groups().iter().map(|group| group.size()).sum()
    }

    fn has(&self, actor: ActorId) -> bool {
        self.arrived.iter().any(|&(other, _)| other == actor)
    }

    /// Whether a rank's call belongs to this one.
    fn takes(&self, other: &Self, actor: ActorId) -> bool {
        (self.parent, &self.members, &self.tag) == (other.parent, &other.members, &other.tag) && !self.has(actor)
    }
}

impl Comms {
    /// Takes one member's call. The first one makes the communicator, as the group is known; members get it with the last one.
    pub(crate) fn enter_group_create(
        &mut self,
        parent: CommId,
        actor: ActorId,
        request: RequestId,
        call: CommCall,
    ) -> (CommId, Option<CreatedComms>) {
        let own = GroupCall::new(parent, call);
        let known = self.group_calls.iter().position(|call| call.takes(&own, actor));
        let at = known.unwrap_or_else(|| {
            let comm = match &own.members {
                Members::Intra(group) => self.push(Comm::new(Arc::clone(group))),
                Members::Inter(groups) => self.add_inter(groups.clone()),
            };
            self.group_calls.push(GroupCall { comm, ..own });
            self.group_calls.len() - 1
        });
        let call = &mut self.group_calls[at];
        let comm = call.comm;
        call.arrived.push((actor, request));
        if (call.arrived.len() as u32) < call.size() {
            return (comm, None);
        }
        let call = self.group_calls.remove(at);
        let requests = call.arrived.into_iter().map(|(actor, request)| (actor, request, Ok(comm))).collect();
        (comm, Some(CreatedComms { requests, agreed_on: comm, window: None }))
    }

    /// What a rank in such a call waits for: the members that have not called.
    pub(crate) fn waits_for_members(&self, actor: ActorId, request: RequestId) -> Option<WaitsFor> {
        let call = self.group_calls.iter().find(|call| call.arrived.contains(&(actor, request)))?;
        let members = call.members.groups().iter().flat_map(|group| group.actors());
        let missing = members.filter(|&member| !call.has(member)).map(|member| member.0).collect();
        let tag = match &call.tag {
            Tag::Number(tag) => format!("tag {tag}"),
            Tag::Text(tag) => format!("tag \"{tag}\""),
        };
        let what = match &call.members {
            Members::Intra(group) => format!("the creation of a communicator of a group of {}", group.size()),
            Members::Inter([low, high]) => {
                format!("the creation of an intercommunicator of groups of {} and {}", low.size(), high.size())
            }
        };
        Some(WaitsFor::all(missing, format!("{what}, {tag}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_group(actors: &[u32], tag: &str) -> CommCall {
        CommCall::FromGroup { group: Arc::new(Group::table(actors.to_vec())), tag: tag.into() }
    }

    fn arrive(comms: &mut Comms, actor: u32, call: CommCall) -> Option<CreatedComms> {
        comms.enter_group_create(CommId::NULL, ActorId(actor), RequestId(actor), call).1
    }

    #[test]
    fn calls_belong_together_by_group_and_tag() {
        let mut comms = Comms::new(4);
        assert!(arrive(&mut comms, 0, from_group(&[0, 2], "a")).is_none());
        assert!(arrive(&mut comms, 2, from_group(&[0, 2], "b")).is_none(), "another tag");
        assert!(arrive(&mut comms, 0, from_group(&[2, 0], "b")).is_none(), "another order");
        let WaitsFor { ranks: missing, text, .. } =
            comms.waits_for_members(ActorId(0), RequestId(0)).expect("under way");
        assert_eq!(missing, [2]);
        assert_eq!(text, "the creation of a communicator of a group of 2, tag \"a\"");
        let made = arrive(&mut comms, 2, from_group(&[0, 2], "a")).expect("both have come");
        assert_eq!(made.requests.len(), 2);
        let comm = made.requests[0].2.expect("made");
        assert_eq!(comms.get(comm).group.actors().collect::<Vec<_>>(), [ActorId(0), ActorId(2)]);
    }

    #[test]
    fn a_rank_that_comes_twice_makes_two() {
        let mut comms = Comms::new(2);
        let call = || from_group(&[0, 1], "again");
        assert!(arrive(&mut comms, 0, call()).is_none());
        assert!(arrive(&mut comms, 0, call()).is_none());
        assert!(arrive(&mut comms, 1, call()).is_some());
        assert!(arrive(&mut comms, 1, call()).is_some());
        assert!(comms.waits_for_members(ActorId(0), RequestId(0)).is_none());
    }

    #[test]
    fn both_sides_of_an_intercommunicator_name_the_same_groups() {
        let mut comms = Comms::new(3);
        let [one, two] = [vec![2, 1], vec![0]].map(|actors| Arc::new(Group::table(actors)));
        let call = |local: &Arc<Group>, remote: &Arc<Group>| CommCall::FromGroups {
            local: Arc::clone(local),
            remote: Arc::clone(remote),
            tag: "t".into(),
        };
        assert!(arrive(&mut comms, 0, call(&two, &one)).is_none());
        assert!(arrive(&mut comms, 1, call(&one, &two)).is_none());
        let WaitsFor { ranks: missing, text, .. } =
            comms.waits_for_members(ActorId(1), RequestId(1)).expect("under way");
        assert_eq!(
            (missing, text.as_str()),
            (vec![2], "the creation of an intercommunicator of groups of 1 and 2, tag \"t\"")
        );
        let made = arrive(&mut comms, 2, call(&one, &two)).expect("all have come");
        let comm = comms.get(made.requests[0].2.expect("made"));
        let sides = comm.sides.as_ref().expect("an intercommunicator");
        assert_eq!(sides.groups.each_ref().map(|group| group.size()), [1, 2]);
        assert_eq!(comm.peers(ActorId(0)).actor(0), ActorId(2));
    }
}
