//! Creates communicators for calls that are collective over a parent communicator. The new communicators exist once the last
//! member of the parent has made its call.
//!
//! Most calls split the parent by colours. If the parent is an intercommunicator, each colour that ranks of both groups pass
//! makes a new intercommunicator (MPI 5.0 §7.4.2).

use super::Comms;
use super::communicator::Comm;
use super::sides::Sides;
use crate::waits_for::WaitsFor;
use ops::{
    CommCall, CommId, ConnectRole, ErrorClass, Flavor, Group, Placement, Port, RemoteLeader, RequestId, SpawnCall,
    WindowPart,
};
use std::sync::Arc;
use units::ActorId;

/// One group of a new intercommunicator, complete and waiting for the other.
pub(super) struct PendingGroup {
    local: CommId,
    meeting: MeetingPoint,
    requests: Vec<RequestId>,
}

/// How two groups find each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MeetingPoint {
    /// `MPI_Intercomm_create`: where both leaders are, and the tag.
    Leaders { at: (CommId, i32), leader: ActorId, other: ActorId },
    /// Parents and the world that they spawned.
    Spawned { world: CommId },
    /// At a port.
    Port { port: Port, side: ConnectRole },
}

impl MeetingPoint {
    fn fits(self, other: Self) -> bool {
        match (self, other) {
            (
                Self::Leaders { at: a, leader: leader_a, other: other_a },
                Self::Leaders { at: b, leader: leader_b, other: other_b },
            ) => a == b && leader_a == other_b && leader_b == other_a,
            (Self::Spawned { world: a }, Self::Spawned { world: b }) => a == b,
            (Self::Port { port: a, side: side_a }, Self::Port { port: b, side: side_b }) => {
                a == b && (side_a != side_b || side_a == ConnectRole::Join)
            }
            _ => false,
        }
    }
}

/// The result of one member's call: the member, its request, and the communicator ([`CommId::NULL`]: none) or the error.
pub(crate) type Grant = (ActorId, RequestId, Result<CommId, ErrorClass>);

/// Created communicators: who gets which.
pub(crate) struct CreatedComms {
    pub(crate) requests: Vec<Grant>,
    /// Where members agree once all have called: the new communicator. (Else they have begun on the parent, [`agrees_on_parent`].)
    pub(crate) agreed_on: CommId,
    /// The parts of the window that the communicator belongs to.
    pub(crate) window: Option<Arc<[WindowPart]>>,
}

/// Ranks to be spawned: all ranks of the parent have called.
pub(crate) struct Spawning {
    pub(crate) parent: CommId,
    pub(crate) root: ActorId,
    pub(crate) call: Box<SpawnCall>,
    /// The members of the parent, with their requests.
    pub(crate) waiting: Vec<(ActorId, RequestId)>,
}

/// The effect of a member's call for a new communicator.
pub(crate) enum CommCreateOutcome {
    /// Other members have not called yet.
    Pending,
    /// It was the last call, and these were created.
    Created(CreatedComms),
    /// It was the last call, and ranks are to be spawned.
    Spawns(Spawning),
}

/// Whether members agree on what a call makes by collectives on the parent; else by collectives on what it has made.
pub(crate) fn agrees_on_parent(call: &CommCall) -> bool {
    match call {
        CommCall::Dup
        | CommCall::Split(_)
        | CommCall::SplitHost(_)
        | CommCall::Create(_)
        | CommCall::Topology { .. }
        | CommCall::Window(_) => true,
        CommCall::InterCreate { .. }
        | CommCall::Merge { .. }
        | CommCall::Spawn { .. }
        | CommCall::Parent
        | CommCall::Connect { .. }
        | CommCall::CreateGroup { .. }
        | CommCall::FromGroup { .. }
        | CommCall::FromGroups { .. } => false,
    }
}

impl From<Option<CreatedComms>> for CommCreateOutcome {
    fn from(made: Option<CreatedComms>) -> Self {
        made.map_or(Self::Pending, Self::Created)
    }
}

/// A member's position in a new communicator: members of one colour form one, ordered by side, key and rank in the parent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Membership {
    color: u64,
    side: usize,
    key: i64,
    member: u32,
}

impl Comms {
    pub(super) fn add(&mut self, group: Group) -> CommId {
        self.push(Comm::new(Arc::new(group)))
    }

    pub(super) fn push(&mut self, comm: Comm) -> CommId {
        self.table.push(comm)
    }

    /// An intercommunicator of two groups that have no member in common.
    pub(super) fn add_inter(&mut self, groups: [Arc<Group>; 2]) -> CommId {
        let local_comms = [0, 1].map(|side: usize| self.push(Comm::new(Arc::clone(&groups[side]))));
        let members = groups.iter().flat_map(|group| group.actors()).map(|actor| actor.0).collect();
        let mut comm = Comm::new(Arc::new(Group::table(members)));
        comm.sides = Some(Box::new(Sides { groups, local_comms }));
        self.push(comm)
    }

    /// A member of a parent calls for a new communicator. The last member's call creates it; where two groups join, the last
    /// call of both. `open` tells whether a port is open.
    pub(crate) fn enter_create(
        &mut self,
        parent: CommId,
        (member, number): (u32, u32),
        (request, call): (RequestId, CommCall),
        placement: &dyn Placement,
        open: &dyn Fn(Port) -> bool,
    ) -> CommCreateOutcome {
        let comm = self.get_mut(parent);
        match comm.collectives.create_call(comm.group.size(), member, number, (request, call)) {
            Some(calls) => self.resolve(parent, calls, placement, open),
            None => CommCreateOutcome::Pending,
        }
    }

    /// Creates what all ranks of a parent have called for.
    fn resolve(
        &mut self,
        parent: CommId,
        mut calls: Vec<(RequestId, CommCall)>,
        placement: &dyn Placement,
        open: &dyn Fn(Port) -> bool,
    ) -> CommCreateOutcome {
        let requests = calls.iter().map(|(request, _)| *request).collect();
        match calls[0].1 {
            CommCall::InterCreate { .. } => self.intercomm_create(parent, &calls, requests).into(),
            CommCall::Connect { root, .. } => {
                let CommCall::Connect { port, role: side, .. } = calls[root as usize].1 else {
                    unreachable!("all ranks of a collective make the same call")
                };
                self.meet_at_port(
                    parent,
                    port.filter(|&port| side == ConnectRole::Join || open(port)),
                    side,
                    requests,
                )
                .into()
            }
            CommCall::Parent => self.wait_for_group(parent, MeetingPoint::Spawned { world: parent }, requests).into(),
            CommCall::Spawn { root, .. } => {
                let CommCall::Spawn { call: Some(call), .. } = calls.swap_remove(root as usize).1 else {
                    unreachable!("the root says what is started")
                };
                let group = &self.get(parent).group;
                let waiting = group.actors().zip(requests).collect();
                CommCreateOutcome::Spawns(Spawning { parent, root: group.actor(root), call, waiting })
            }
            CommCall::Merge { .. } => CommCreateOutcome::Created(self.merge(parent, &calls, requests)),
            CommCall::Window(_) => {
                CommCreateOutcome::Created(self.create_window(parent, &calls, requests, placement))
            }
            _ => CommCreateOutcome::Created(self.split(parent, &calls, requests, placement)),
        }
    }

    /// Creates the world of spawned ranks, which their parents wait for.
    pub(crate) fn start_world(&mut self, group: Group, parent: CommId, waiting: Vec<(ActorId, RequestId)>) -> CommId {
        let world = self.add(group);
        let requests = waiting.into_iter().map(|(_, request)| request).collect();
        self.pending_groups.push(PendingGroup { local: parent, meeting: MeetingPoint::Spawned { world }, requests });
        world
    }

    /// A complete group calls at a port; none: at one that is not open.
    fn meet_at_port(
        &mut self,
        local: CommId,
        port: Option<Port>,
        side: ConnectRole,
        requests: Vec<RequestId>,
    ) -> Option<CreatedComms> {
        match port {
            Some(port) => self.wait_for_group(local, MeetingPoint::Port { port, side }, requests),
            None => Some(self.created(local, requests, |_| Err(ErrorClass::Port))),
        }
    }

    /// Withdraws the first group that waits to be accepted: at which port, and its members' requests.
    pub(crate) fn give_up_connecting(&mut self) -> Option<(Port, Vec<(ActorId, RequestId)>)> {
        let connects =
            |pending: &PendingGroup| matches!(pending.meeting, MeetingPoint::Port { side: ConnectRole::Connect, .. });
        let pending = self.pending_groups.remove(self.pending_groups.iter().position(connects)?);
        let MeetingPoint::Port { port, .. } = pending.meeting else { unreachable!("it connects") };
        Some((port, self.get(pending.local).group.actors().zip(pending.requests).collect()))
    }

    /// Withdraws the groups that wait at a port: their members' requests.
    pub(crate) fn withdraw_from_port(&mut self, closed: Port) -> Vec<(ActorId, RequestId)> {
        let waits =
            |pending: &mut PendingGroup| matches!(pending.meeting, MeetingPoint::Port { port, .. } if port == closed);
        let closed_groups: Vec<PendingGroup> = self.pending_groups.extract_if(.., waits).collect();
        let members =
            |pending: PendingGroup| self.get(pending.local).group.actors().zip(pending.requests).collect::<Vec<_>>();
        closed_groups.into_iter().flat_map(members).collect()
    }

    /// Creates a window with a communicator of its own. Memory can be shared on one host only.
    fn create_window(
        &mut self,
        parent: CommId,
        calls: &[(RequestId, CommCall)],
        requests: Vec<RequestId>,
        placement: &dyn Placement,
    ) -> CreatedComms {
        let part = |(_, call): &(RequestId, CommCall)| {
            let CommCall::Window(part) = call else { unreachable!("all ranks of a collective make the same call") };
            *part
        };
        let parts: Arc<[WindowPart]> = calls.iter().map(part).collect();
        let group = Arc::clone(&self.get(parent).group);
        let hosts = || group.actors().map(|actor| placement.endpoint(actor).host);
        let first = hosts().next();
        let apart = hosts().any(|host| Some(host) != first);
        if apart && parts[0].flavor == Flavor::Shared {
            return self.created(parent, requests, |_| Err(ErrorClass::RmaShared));
        }
        let comm = self.push(Comm::new(group));
        CreatedComms { window: Some(parts), ..self.created(parent, requests, |_| Ok(comm)) }
    }

    /// The results of a parent's members.
    fn created(
        &self,
        parent: CommId,
        requests: Vec<RequestId>,
        result_of: impl Fn(usize) -> Result<CommId, ErrorClass>,
    ) -> CreatedComms {
        let members = self.get(parent).group.actors();
        let requests =
            members.zip(requests).enumerate().map(|(member, (actor, request))| (actor, request, result_of(member)));
        CreatedComms { requests: requests.collect(), agreed_on: parent, window: None }
    }

    /// Splits or duplicates a parent.
    fn split(
        &mut self,
        parent: CommId,
        calls: &[(RequestId, CommCall)],
        requests: Vec<RequestId>,
        placement: &dyn Placement,
    ) -> CreatedComms {
        let comm = self.get(parent);
        let mut members: Vec<Membership> = (0u32..)
            .zip(calls)
            .filter_map(|(member, (_, call))| {
                let actor = comm.group.actor(member);
                let (color, key) = color_and_key(comm, actor, call, placement)?;
                let side = comm.sides.as_ref().map_or(0, |sides| sides.of(actor));
                Some(Membership { color, side, key, member })
            })
            .collect();
        members.sort_unstable();
        let (group, inter) = (Arc::clone(&comm.group), comm.sides.is_some());
        let table = |members: &[Membership]| {
            Group::table(members.iter().map(|member| group.actor(member.member).0).collect())
        };
        let mut results = vec![CommId::NULL; calls.len()];
        for members in members.chunk_by(|a, b| a.color == b.color) {
            let comm = if inter {
                let (low, high) = members.split_at(members.partition_point(|member| member.side == 0));
                if low.is_empty() || high.is_empty() {
                    continue;
                }
                self.add_inter([low, high].map(|side| Arc::new(table(side))))
            } else {
                self.add(table(members))
            };
            members.iter().for_each(|member| results[member.member as usize] = comm);
        }
        self.created(parent, requests, |member| Ok(results[member]))
    }

    /// Merges the groups of an intercommunicator. Ranks of a side must agree on whether it comes first.
    fn merge(&mut self, parent: CommId, calls: &[(RequestId, CommCall)], requests: Vec<RequestId>) -> CreatedComms {
        let comm = self.get(parent);
        let sides = comm.sides.as_ref().expect("only an intercommunicator is merged");
        let high = |(_, call): &(RequestId, CommCall)| matches!(call, CommCall::Merge { high: true });
        let (low_calls, high_calls) = calls.split_at(sides.groups[0].size() as usize);
        let [first, second] = [low_calls, high_calls].map(|calls| {
            let agreed = calls.iter().all(|call| high(call) == high(&calls[0]));
            agreed.then(|| high(&calls[0]))
        });
        let (Some(first), Some(second)) = (first, second) else {
            return self.created(parent, requests, |_| Err(ErrorClass::Arg));
        };
        let order = if first && !second { [1, 0] } else { [0, 1] };
        let members = order.iter().flat_map(|&side: &usize| sides.groups[side].actors()).map(|actor| actor.0);
        let group = Group::table(members.collect());
        let comm = self.add(group);
        CreatedComms { agreed_on: comm, ..self.created(parent, requests, |_| Ok(comm)) }
    }

    /// One group of `MPI_Intercomm_create` is complete: its leader names the other's.
    fn intercomm_create(
        &mut self,
        local: CommId,
        calls: &[(RequestId, CommCall)],
        requests: Vec<RequestId>,
    ) -> Option<CreatedComms> {
        let group = &self.get(local).group;
        let CommCall::InterCreate { leader, .. } = calls[0].1 else {
            unreachable!("all ranks of a collective make the same call")
        };
        let CommCall::InterCreate { peer: Some(RemoteLeader { comm, leader: other, tag }), .. } =
            calls[leader as usize].1
        else {
            unreachable!("the leader says where the other one is")
        };
        let leader = group.actor(leader);
        let other_leader = self.get(comm).peers(leader).actor(other);
        self.wait_for_group(local, MeetingPoint::Leaders { at: (comm, tag), leader, other: other_leader }, requests)
    }

    /// A complete group joins the other, or waits for it.
    fn wait_for_group(
        &mut self,
        local: CommId,
        meeting: MeetingPoint,
        requests: Vec<RequestId>,
    ) -> Option<CreatedComms> {
        let pending = PendingGroup { local, meeting, requests };
        let Some(at) = self.pending_groups.iter().position(|other| other.meeting.fits(meeting)) else {
            self.pending_groups.push(pending);
            return None;
        };
        let other = self.pending_groups.remove(at);
        Some(self.join_groups(other, pending))
    }

    fn join_groups(&mut self, one: PendingGroup, other: PendingGroup) -> CreatedComms {
        let group = |pending: &PendingGroup| Arc::clone(&self.get(pending.local).group);
        let groups = [group(&one), group(&other)];
        let disjoint = groups[0].actors().all(|actor| groups[1].rank_of(actor).is_none());
        let comm = if disjoint {
            // MPICH: the group whose rank 0 comes first in the world is the low one.
            let [first, second] = groups;
            let low_first = first.actor(0) < second.actor(0);
            Ok(self.add_inter(if low_first { [first, second] } else { [second, first] }))
        } else {
            Err(ErrorClass::Comm)
        };
        let mut made = self.created(one.local, one.requests, |_| comm);
        made.requests.extend(self.created(other.local, other.requests, |_| comm).requests);
        made.agreed_on = comm.unwrap_or(made.agreed_on);
        made
    }

    /// What a complete group of a new intercommunicator waits for: the other group.
    pub(crate) fn waits_for_group(&self, local: CommId) -> Option<WaitsFor> {
        let pending = self.pending_groups.iter().find(|pending| pending.local == local)?;
        Some(match pending.meeting {
            MeetingPoint::Leaders { other, .. } => {
                let text = format!("the creation of an intercommunicator with the group of rank {other}");
                WaitsFor::all(vec![other.0], text)
            }
            MeetingPoint::Spawned { world } => {
                let group = &self.get(world).group;
                let (first, size) = (group.actor(0), group.size());
                let text = format!("the {size} ranks it has started, from rank {first} on, to be in MPI_Init");
                WaitsFor::all(group.actors().map(|actor| actor.0).collect(), text)
            }
            MeetingPoint::Port { port, side: ConnectRole::Accept } => {
                WaitsFor::any(Vec::new(), format!("a connection to port {port}"))
            }
            MeetingPoint::Port { port, side: ConnectRole::Connect } => {
                WaitsFor::all(vec![port.actor], format!("being accepted at port {port}"))
            }
            MeetingPoint::Port { side: ConnectRole::Join, .. } => {
                WaitsFor::any(Vec::new(), "MPI_Comm_join at the other end of a socket".to_owned())
            }
        })
    }
}

/// The colour and the key of a member, or none if it gets no communicator. A colour is any number that members share.
fn color_and_key(comm: &Comm, actor: ActorId, call: &CommCall, placement: &dyn Placement) -> Option<(u64, i64)> {
    let ordered = |color: u64, key: i32| (color, i64::from(key));
    match call {
        CommCall::Dup => Some((0, 0)),
        CommCall::Split(key) => key.color.map(|color| ordered(u64::from(color), key.key)),
        CommCall::SplitHost(key) => {
            let host = |color| if color == 0 { placement.endpoint(actor).host.0 } else { color };
            key.color.map(|color| ordered(u64::from(host(color)), key.key))
        }
        CommCall::Create(group) => {
            let rank = i64::from(group.rank_of(actor)?);
            // Ranks may pass disjoint groups: a group is identified by its first member, ranks by their members. On an
            // intercommunicator all ranks of a side pass the same.
            Some(if comm.sides.is_some() { (0, rank) } else { (u64::from(group.actor(0).0), rank) })
        }
        CommCall::Topology { rank, .. } => rank.map(|rank| (0, i64::from(rank))),
        CommCall::InterCreate { .. }
        | CommCall::Merge { .. }
        | CommCall::Spawn { .. }
        | CommCall::Parent
        | CommCall::Connect { .. }
        | CommCall::Window(_) => unreachable!("these split nothing"),
        CommCall::CreateGroup { .. } | CommCall::FromGroup { .. } | CommCall::FromGroups { .. } => {
            unreachable!("these are calls of groups")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comm::{CollectiveArrival, CollectiveSignature};
    use ops::{CallSite, Function, SplitKey};
    use units::Endpoint;

    struct OneHost;

    impl Placement for OneHost {
        fn endpoint(&self, _: ActorId) -> Endpoint {
            Endpoint::default()
        }
    }

    /// All members of a parent call.
    fn make(comms: &mut Comms, parent: CommId, call_of: impl Fn(u32) -> CommCall) -> Option<CreatedComms> {
        let members: Vec<u32> = comms.get(parent).group.actors().map(|actor| actor.0).collect();
        let calls: Vec<_> = members.iter().map(|&actor| (RequestId(actor), call_of(actor))).collect();
        match comms.resolve(parent, calls, &OneHost, &|port| port.number == 0) {
            CommCreateOutcome::Pending => None,
            CommCreateOutcome::Created(made) => Some(made),
            CommCreateOutcome::Spawns(_) => unreachable!("nothing is started here"),
        }
    }

    fn groups(comms: &Comms, comm: CommId) -> [Vec<u32>; 2] {
        let sides = comms.get(comm).sides.as_ref().expect("an intercommunicator");
        [0, 1].map(|side: usize| sides.groups[side].actors().map(|actor| actor.0).collect())
    }

    /// An intercommunicator of the even and the odd of seven ranks, led by the last of each.
    fn even_and_odd(comms: &mut Comms) -> CommId {
        let halves = make(comms, CommId::WORLD, |actor| CommCall::Split(SplitKey { color: Some(actor % 2), key: 0 }));
        let halves = halves.expect("made").requests;
        let (even, odd) = (halves[0].2.expect("even"), halves[1].2.expect("odd"));
        let join = |leader, own: u32, other| {
            move |actor: u32| {
                let peer = (actor == own).then_some(RemoteLeader { comm: CommId::WORLD, leader: other, tag: 3 });
                CommCall::InterCreate { leader, peer }
            }
        };
        assert!(make(comms, odd, join(2, 5, 6)).is_none());
        assert_eq!(comms.waits_for_group(odd).map(|awaited| awaited.ranks), Some(vec![6]));
        let made = make(comms, even, join(3, 6, 5)).expect("both are there");
        assert_eq!(made.requests.len(), 7);
        assert!(comms.waits_for_group(odd).is_none());
        made.requests[0].2.expect("disjoint")
    }

    #[test]
    fn ranks_are_split_by_their_hosts_or_by_those_of_a_recorded_run() {
        let mut comms = Comms::new(7);
        let hosts = |comms: &mut Comms, color: &dyn Fn(u32) -> u32| {
            let call = |actor| CommCall::SplitHost(SplitKey { color: Some(color(actor)), key: 0 });
            let made = make(comms, CommId::WORLD, call).expect("made").requests;
            made.iter().map(|(_, _, comm)| comm.expect("a member").0 - CommId::WORLD.0).collect::<Vec<_>>()
        };
        assert_eq!(hosts(&mut comms, &|_| 0), [1; 7]);
        assert_eq!(hosts(&mut comms, &|actor| 1 + actor % 2), [2, 3, 2, 3, 2, 3, 2]);
    }

    #[test]
    fn two_groups_join_by_their_leaders_and_the_one_with_the_first_rank_is_low() {
        let mut comms = Comms::new(7);
        let inter = even_and_odd(&mut comms);
        assert_eq!(groups(&comms, inter), [vec![0, 2, 4, 6], vec![1, 3, 5]]);
        let comm = comms.get(inter);
        assert_eq!((comm.rank_of(ActorId(5)), comm.number_of(ActorId(5))), (2, 6));
        assert_eq!(comm.peers(ActorId(5)).size(), 4);
    }

    #[test]
    fn ranks_that_pass_the_same_group_share_one_table() {
        let mut comms = Comms::new(4);
        let started = |actor| CollectiveArrival {
            actor,
            function: Function::CommCreate,
            site: CallSite(0),
            signature: CollectiveSignature::of_comm(
                &CommCall::Create(Arc::new(Group::range(0, 0))),
                ops::Function::CommCreate,
            ),
        };
        let mut created = None;
        for member in 0..4 {
            // Each rank comes with a table of its own.
            let group = Arc::new(Group::table(vec![2, 0, 3]));
            let watched = Arc::downgrade(&group);
            let number = comms.start_collective(CommId::WORLD, member, None, started(ActorId(member)));
            let (number, call) = (number.expect("all agree"), CommCall::Create(group));
            created =
                match comms.enter_create(CommId::WORLD, (member, number), (RequestId(0), call), &OneHost, &|_| false)
                {
                    CommCreateOutcome::Created(made) => Some(made),
                    _ => None,
                };
            assert_eq!(watched.strong_count() > 0, member == 0, "only the first table is kept");
        }
        let results: Vec<_> = created.expect("all have come").requests.into_iter().map(|grant| grant.2).collect();
        assert_eq!(results[1], Ok(CommId::NULL));
        assert_eq!(comms.get(results[0].expect("a member")).group.actor(0), ActorId(2));
    }

    #[test]
    fn groups_that_share_a_rank_do_not_join() {
        let mut comms = Comms::new(3);
        let call_of = |leader: u32, other| {
            move |actor: u32| {
                let peer = (actor == leader).then_some(RemoteLeader { comm: CommId::WORLD, leader: other, tag: 0 });
                CommCall::InterCreate { leader, peer }
            }
        };
        let copy = make(&mut comms, CommId::WORLD, |_| CommCall::Dup).expect("made").requests[0].2.expect("made");
        assert!(make(&mut comms, CommId::WORLD, call_of(0, 1)).is_none());
        let made = make(&mut comms, copy, call_of(1, 0)).expect("both are there");
        assert!(made.requests.iter().all(|grant| grant.2 == Err(ErrorClass::Comm)));
    }

    #[test]
    fn a_colour_of_an_intercommunicator_needs_ranks_of_both_sides() {
        let mut comms = Comms::new(7);
        let inter = even_and_odd(&mut comms);
        let call_of = |actor: u32| {
            CommCall::Split(SplitKey { color: Some(if actor < 4 { 1 } else { actor % 2 }), key: -(actor as i32) })
        };
        let made = make(&mut comms, inter, call_of).expect("made").requests;
        let of =
            |actor: u32| made.iter().find(|results| results.0 == ActorId(actor)).expect("a member").2.expect("made");
        assert_eq!(groups(&comms, of(0)), [vec![2, 0], vec![5, 3, 1]]);
        assert_eq!(of(4), CommId::NULL);
        let copy = make(&mut comms, inter, |_| CommCall::Dup).expect("made").requests[0].2.expect("made");
        assert_eq!(groups(&comms, copy), groups(&comms, inter));
    }

    #[test]
    fn merging_puts_the_low_side_first() {
        let mut comms = Comms::new(7);
        let inter = even_and_odd(&mut comms);
        let mut order = |even: bool, odd: bool| {
            let merge = |actor: u32| CommCall::Merge { high: if actor % 2 == 1 { odd } else { even } };
            let made = make(&mut comms, inter, merge).expect("made").requests[0].2.expect("agreed");
            comms.get(made).group.actors().map(|actor| actor.0).collect::<Vec<_>>()
        };
        let (even_first, odd_first) = (vec![0, 2, 4, 6, 1, 3, 5], vec![1, 3, 5, 0, 2, 4, 6]);
        assert_eq!(order(false, true), even_first);
        assert_eq!(order(true, false), odd_first);
        assert_eq!(order(true, true), even_first);
        let made = make(&mut comms, inter, |actor| CommCall::Merge { high: actor == 2 }).expect("made");
        assert!(made.requests.iter().all(|grant| grant.2 == Err(ErrorClass::Arg)));
    }

    fn at_port(side: ConnectRole, number: u32) -> impl Fn(u32) -> CommCall {
        move |actor| CommCall::Connect { root: 0, port: (actor < 4).then_some(Port { actor: 0, number }), role: side }
    }

    #[test]
    fn groups_meet_at_an_open_port_and_hear_of_its_closing() {
        let mut comms = Comms::new(7);
        let halves = make(&mut comms, CommId::WORLD, |actor| {
            CommCall::Split(SplitKey { color: Some(u32::from(actor > 2)), key: 0 })
        });
        let halves = halves.expect("made").requests;
        let (low, high) = (halves[0].2.expect("low"), halves[6].2.expect("high"));
        let refused = make(&mut comms, low, at_port(ConnectRole::Connect, 1)).expect("there is no such port");
        assert!(refused.requests.iter().all(|grant| grant.2 == Err(ErrorClass::Port)));
        assert!(make(&mut comms, low, at_port(ConnectRole::Connect, 0)).is_none());
        assert_eq!(comms.waits_for_group(low).expect("waits").ranks, [0]);
        let made = make(&mut comms, high, at_port(ConnectRole::Accept, 0)).expect("both are there");
        assert_eq!(groups(&comms, made.requests[0].2.expect("disjoint")), [vec![0, 1, 2], vec![3, 4, 5, 6]]);
        assert!(make(&mut comms, high, at_port(ConnectRole::Accept, 0)).is_none());
        let port = Port { actor: 0, number: 0 };
        let told: Vec<u32> = comms.withdraw_from_port(port).into_iter().map(|(actor, _)| actor.0).collect();
        assert_eq!(told, [3, 4, 5, 6]);
        assert!(comms.waits_for_group(high).is_none() && comms.withdraw_from_port(port).is_empty());
    }

    #[test]
    fn a_started_world_meets_its_parents() {
        let mut comms = Comms::new(2);
        let waiting = vec![(ActorId(0), RequestId(8)), (ActorId(1), RequestId(9))];
        let world = comms.start_world(Group::range(2, 3), CommId::WORLD, waiting);
        assert_eq!(comms.waits_for_group(CommId::WORLD).expect("waits").ranks, [2, 3, 4]);
        let made = make(&mut comms, world, |_| CommCall::Parent).expect("both are there");
        let who: Vec<(u32, u32)> = made.requests.iter().map(|&(actor, request, _)| (actor.0, request.0)).collect();
        assert_eq!(who, [(0, 8), (1, 9), (2, 2), (3, 3), (4, 4)]);
        assert_eq!(groups(&comms, made.agreed_on), [vec![0, 1], vec![2, 3, 4]]);
    }
}
