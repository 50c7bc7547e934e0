//! How communicators are made: every rank of the parent calls, and the last call makes them.
//!
//! A parent is split by colours. Of an intercommunicator a colour takes its ranks from both sides, and
//! gives an intercommunicator again if there are some on each (MPI 5.0 §7.4.2).

use super::{Comm, Comms, Sides};
use ops::{
    CommCall, CommId, ConnectRole, ErrorClass, Flavor, Group, Placement, Port, RemoteLeader, RequestId, SpawnCall,
    WindowPart,
};
use std::sync::Arc;
use units::ActorId;

/// One group of an intercommunicator that is complete and waits for the other.
pub(super) struct PendingGroup {
    local: CommId,
    meeting: MeetingPoint,
    requests: Vec<RequestId>,
}

/// How a group finds the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MeetingPoint {
    /// `MPI_Intercomm_create`: where both leaders are, and the tag.
    Leaders { at: (CommId, i32), leader: ActorId, other: ActorId },
    /// Parents and the world that they have started.
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

/// The ranks a complete group of a new intercommunicator is waiting for; `any`: one of them is enough. `text`: in words.
pub(crate) struct PendingPeers {
    pub(crate) ranks: Vec<u32>,
    pub(crate) any: bool,
    pub(crate) text: String,
}

/// What a call has led to: whose, its request, and the communicator ([`CommId::NULL`]: none) or the error.
pub(crate) type Grant = (ActorId, RequestId, Result<CommId, ErrorClass>);

/// Communicators that have been made: who gets which.
pub(crate) struct CreatedComms {
    pub(crate) requests: Vec<Grant>,
    /// On which communicator those who get them agree on them: the parent, or a new one whose members have no parent in
    /// common.
    pub(crate) agreed_on: CommId,
    /// The parts of the window whose communicator it is.
    pub(crate) window: Option<Arc<[WindowPart]>>,
}

/// Ranks that are to be started: all ranks of the parent have called.
pub(crate) struct Spawning {
    pub(crate) parent: CommId,
    pub(crate) root: ActorId,
    pub(crate) call: Box<SpawnCall>,
    /// The members of the parent, with their requests.
    pub(crate) waiting: Vec<(ActorId, RequestId)>,
}

/// What a rank's call for a new communicator has led to.
pub(crate) enum CommCreateOutcome {
    /// Others have to come.
    Pending,
    /// It was the last call: these are made.
    Created(CreatedComms),
    /// It was the last call: ranks are to be started.
    Spawns(Spawning),
}

impl From<Option<CreatedComms>> for CommCreateOutcome {
    fn from(made: Option<CreatedComms>) -> Self {
        made.map_or(Self::Pending, Self::Created)
    }
}

/// What makes members of the same new communicator, and their order in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    color: u64,
    side: usize,
    key: i64,
    // In the parent.
    member: u32,
}

impl Comms {
    pub(super) fn add(&mut self, group: Group) -> CommId {
        self.push(Comm::new(Arc::new(group)))
    }

    pub(super) fn push(&mut self, comm: Comm) -> CommId {
        self.comms.push(comm);
        CommId(self.comms.len() as u32 - 1)
    }

    /// An intercommunicator of two groups that have no member in common.
    pub(super) fn add_inter(&mut self, groups: [Arc<Group>; 2]) -> CommId {
        let within = [0, 1].map(|side: usize| self.push(Comm::new(Arc::clone(&groups[side]))));
        let members = groups.iter().flat_map(|group| group.actors()).map(|actor| actor.0).collect();
        let mut comm = Comm::new(Arc::new(Group::table(members)));
        comm.sides = Some(Box::new(Sides { groups, within }));
        self.push(comm)
    }

    /// Takes one rank's call for a new communicator. With the last rank of the parent (and where two groups
    /// join, the last of the other), makes the communicators and says who gets which. `open` knows the ports.
    #[allow(clippy::too_many_arguments, reason = "the fields of a call, and what it depends on")]
    pub(crate) fn make(
        &mut self,
        parent: CommId,
        member: u32,
        number: u32,
        request: RequestId,
        call: CommCall,
        placement: &dyn Placement,
        open: &dyn Fn(Port) -> bool,
    ) -> CommCreateOutcome {
        let comm = &mut self.comms[parent.0 as usize];
        let size = comm.group.size() as usize;
        let calls: Vec<(RequestId, CommCall)> = if size == 1 {
            vec![(request, call)]
        } else {
            let entry = &mut comm.pending[(number - comm.pending_first) as usize];
            let call = match call {
                CommCall::Create(group) => CommCall::Create(entry.one_table(group)),
                call => call,
            };
            let making = entry.making.get_or_insert_with(|| vec![None; size]);
            making[member as usize] = Some((request, call));
            if (entry.arrived as usize) < size {
                return CommCreateOutcome::Pending;
            }
            let calls = entry.making.take().unwrap_or_default();
            while comm.pending.front().is_some_and(|entry| entry.arrived as usize == size && entry.making.is_none()) {
                comm.pending.pop_front();
                comm.pending_first += 1;
            }
            calls.into_iter().map(|request_call| request_call.expect("every rank has come")).collect()
        };
        self.resolve(parent, calls, placement, open)
    }

    /// Makes what all ranks of a parent have called for.
    fn resolve(
        &mut self,
        parent: CommId,
        mut calls: Vec<(RequestId, CommCall)>,
        placement: &dyn Placement,
        open: &dyn Fn(Port) -> bool,
    ) -> CommCreateOutcome {
        let requests = calls.iter().map(|(request, _)| *request).collect();
        match calls[0].1 {
            CommCall::InterCreate { .. } => self.join(parent, &calls, requests).into(),
            CommCall::Connect { root, .. } => {
                let CommCall::Connect { port, role: side, .. } = calls[root as usize].1 else {
                    unreachable!("all ranks of a collective make the same call")
                };
                self.meet(parent, port.filter(|&port| side == ConnectRole::Join || open(port)), side, requests).into()
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
            CommCall::Window(_) => CommCreateOutcome::Created(self.window(parent, &calls, requests, placement)),
            _ => CommCreateOutcome::Created(self.part(parent, &calls, requests, placement)),
        }
    }

    /// The world of ranks that are started; their parents wait for them.
    pub(crate) fn start_world(&mut self, group: Group, parent: CommId, waiting: Vec<(ActorId, RequestId)>) -> CommId {
        let world = self.add(group);
        let requests = waiting.into_iter().map(|(_, request)| request).collect();
        self.pending_groups.push(PendingGroup { local: parent, meeting: MeetingPoint::Spawned { world }, requests });
        world
    }

    /// A group has called at a port; none: at one that is not open.
    fn meet(
        &mut self,
        local: CommId,
        port: Option<Port>,
        side: ConnectRole,
        requests: Vec<RequestId>,
    ) -> Option<CreatedComms> {
        match port {
            Some(port) => self.wait_for_group(local, MeetingPoint::Port { port, side }, requests),
            None => Some(self.give(local, requests, |_| Err(ErrorClass::Port))),
        }
    }

    /// Takes away the first group that waits to be accepted: at which port, and its members' requests.
    pub(crate) fn give_up_connecting(&mut self) -> Option<(Port, Vec<(ActorId, RequestId)>)> {
        let connects =
            |half: &PendingGroup| matches!(half.meeting, MeetingPoint::Port { side: ConnectRole::Connect, .. });
        let half = self.pending_groups.remove(self.pending_groups.iter().position(connects)?);
        let MeetingPoint::Port { port, .. } = half.meeting else { unreachable!("it connects") };
        Some((port, self.get(half.local).group.actors().zip(half.requests).collect()))
    }

    /// Takes away the groups that wait at a port: their members' requests.
    pub(crate) fn leave_port(&mut self, closed: Port) -> Vec<(ActorId, RequestId)> {
        let waits =
            |half: &mut PendingGroup| matches!(half.meeting, MeetingPoint::Port { port, .. } if port == closed);
        let closed_groups: Vec<PendingGroup> = self.pending_groups.extract_if(.., waits).collect();
        let members = |half: PendingGroup| self.get(half.local).group.actors().zip(half.requests).collect::<Vec<_>>();
        closed_groups.into_iter().flat_map(members).collect()
    }

    /// A window of all ranks of a parent, with a communicator of its own. What is shared is so on one host only.
    fn window(
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
            return self.give(parent, requests, |_| Err(ErrorClass::RmaShared));
        }
        let comm = self.push(Comm::new(group));
        CreatedComms { window: Some(parts), ..self.give(parent, requests, |_| Ok(comm)) }
    }

    /// The members of a parent with what each gets.
    fn give(
        &self,
        parent: CommId,
        requests: Vec<RequestId>,
        given: impl Fn(usize) -> Result<CommId, ErrorClass>,
    ) -> CreatedComms {
        let members = self.get(parent).group.actors();
        let requests =
            members.zip(requests).enumerate().map(|(member, (actor, request))| (actor, request, given(member)));
        CreatedComms { requests: requests.collect(), agreed_on: parent, window: None }
    }

    /// Splits a parent, or copies it.
    fn part(
        &mut self,
        parent: CommId,
        calls: &[(RequestId, CommCall)],
        requests: Vec<RequestId>,
        placement: &dyn Placement,
    ) -> CreatedComms {
        let comm = self.get(parent);
        let mut places: Vec<Place> = (0u32..)
            .zip(calls)
            .filter_map(|(member, (_, call))| {
                let actor = comm.group.actor(member);
                let (color, key) = wanted(comm, actor, call, placement)?;
                let side = comm.sides.as_ref().map_or(0, |sides| sides.of(actor));
                Some(Place { color, side, key, member })
            })
            .collect();
        places.sort_unstable();
        let (group, inter) = (Arc::clone(&comm.group), comm.sides.is_some());
        let table = |places: &[Place]| Group::table(places.iter().map(|place| group.actor(place.member).0).collect());
        let mut given = vec![CommId::NULL; calls.len()];
        for places in places.chunk_by(|a, b| a.color == b.color) {
            let comm = if inter {
                let (low, high) = places.split_at(places.partition_point(|place| place.side == 0));
                if low.is_empty() || high.is_empty() {
                    continue;
                }
                self.add_inter([low, high].map(|side| Arc::new(table(side))))
            } else {
                self.add(table(places))
            };
            places.iter().for_each(|place| given[place.member as usize] = comm);
        }
        self.give(parent, requests, |member| Ok(given[member]))
    }

    /// Both groups of an intercommunicator in one. Ranks of a side have to agree on which comes first.
    fn merge(&mut self, parent: CommId, calls: &[(RequestId, CommCall)], requests: Vec<RequestId>) -> CreatedComms {
        let comm = self.get(parent);
        let sides = comm.sides.as_ref().expect("only an intercommunicator is merged");
        let high = |(_, call): &(RequestId, CommCall)| matches!(call, CommCall::Merge { high: true });
        let (low_calls, high_calls) = calls.split_at(sides.groups[0].size() as usize);
        let [first, second] = [low_calls, high_calls].map(|calls| {
            let agreed = calls.iter().all(|request_call| high(request_call) == high(&calls[0]));
            agreed.then(|| high(&calls[0]))
        });
        let (Some(first), Some(second)) = (first, second) else {
            return self.give(parent, requests, |_| Err(ErrorClass::Arg));
        };
        let order = if first && !second { [1, 0] } else { [0, 1] };
        let members = order.iter().flat_map(|&side: &usize| sides.groups[side].actors()).map(|actor| actor.0);
        let group = Group::table(members.collect());
        let comm = self.add(group);
        CreatedComms { agreed_on: comm, ..self.give(parent, requests, |_| Ok(comm)) }
    }

    /// One group of a new intercommunicator is complete: it waits for the other, or both join.
    fn join(
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

    /// A group that is complete waits for the other, or both join.
    fn wait_for_group(
        &mut self,
        local: CommId,
        meeting: MeetingPoint,
        requests: Vec<RequestId>,
    ) -> Option<CreatedComms> {
        let half = PendingGroup { local, meeting, requests };
        let Some(at) = self.pending_groups.iter().position(|other| other.meeting.fits(meeting)) else {
            self.pending_groups.push(half);
            return None;
        };
        let other = self.pending_groups.remove(at);
        Some(self.join_groups(other, half))
    }

    fn join_groups(&mut self, one: PendingGroup, other: PendingGroup) -> CreatedComms {
        let group = |half: &PendingGroup| Arc::clone(&self.get(half.local).group);
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
        let mut made = self.give(one.local, one.requests, |_| comm);
        made.requests.extend(self.give(other.local, other.requests, |_| comm).requests);
        made.agreed_on = comm.unwrap_or(made.agreed_on);
        made
    }

    /// Whom a complete group of a new intercommunicator waits for.
    pub(crate) fn joins(&self, local: CommId) -> Option<PendingPeers> {
        let half = self.pending_groups.iter().find(|half| half.local == local)?;
        Some(match half.meeting {
            MeetingPoint::Leaders { other, .. } => PendingPeers {
                ranks: vec![other.0],
                any: false,
                text: format!("the making of an intercommunicator with the group of rank {other}"),
            },
            MeetingPoint::Spawned { world } => {
                let group = &self.get(world).group;
                let (first, size) = (group.actor(0), group.size());
                let text = format!("the {size} ranks it has started, from rank {first} on, to be in MPI_Init");
                PendingPeers { ranks: group.actors().map(|actor| actor.0).collect(), any: false, text }
            }
            MeetingPoint::Port { port, side: ConnectRole::Accept } => {
                PendingPeers { ranks: Vec::new(), any: true, text: format!("a connection to port {port}") }
            }
            MeetingPoint::Port { port, side: ConnectRole::Connect } => {
                PendingPeers { ranks: vec![port.actor], any: false, text: format!("being accepted at port {port}") }
            }
            MeetingPoint::Port { side: ConnectRole::Join, .. } => PendingPeers {
                ranks: Vec::new(),
                any: true,
                text: "MPI_Comm_join at the other end of a socket".to_owned(),
            },
        })
    }
}

/// The colour that a rank asks for and its key in it, or none if it gets no communicator. A colour is any number that
/// members share.
fn wanted(comm: &Comm, actor: ActorId, call: &CommCall, placement: &dyn Placement) -> Option<(u64, i64)> {
    let ordered = |color: u64, key: i32| (color, i64::from(key));
    match call {
        CommCall::Dup => Some((0, 0)),
        CommCall::Split(key) => key.color.map(|color| ordered(u64::from(color), key.key)),
        CommCall::SplitHost(key) => key.color.map(|_| ordered(u64::from(placement.endpoint(actor).host.0), key.key)),
        CommCall::Create(group) => {
            let place = i64::from(group.rank_of(actor)?);
            // Ranks may pass disjoint groups: a group is identified by its first member, ranks by their places. On an
            // intercommunicator all ranks of a side pass the same.
            Some(if comm.sides.is_some() { (0, place) } else { (u64::from(group.actor(0).0), place) })
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

    /// Makes something of a parent, all of whose members make the same call.
    fn make(comms: &mut Comms, parent: CommId, request_call: impl Fn(u32) -> CommCall) -> Option<CreatedComms> {
        let members: Vec<u32> = comms.get(parent).group.actors().map(|actor| actor.0).collect();
        let calls: Vec<_> = members.iter().map(|&actor| (RequestId(actor), request_call(actor))).collect();
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
        assert_eq!(comms.joins(odd).map(|awaited| awaited.ranks), Some(vec![6]));
        let made = make(comms, even, join(3, 6, 5)).expect("both are there");
        assert_eq!(made.requests.len(), 7);
        assert!(comms.joins(odd).is_none());
        made.requests[0].2.expect("disjoint")
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
            shape: CollectiveSignature::of_comm(
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
            created = match comms.make(CommId::WORLD, member, number, RequestId(0), call, &OneHost, &|_| false) {
                CommCreateOutcome::Created(made) => Some(made),
                _ => None,
            };
            assert_eq!(watched.strong_count() > 0, member == 0, "only the first table is kept");
        }
        let given: Vec<_> = created.expect("all have come").requests.into_iter().map(|given| given.2).collect();
        assert_eq!(given[1], Ok(CommId::NULL));
        assert_eq!(comms.get(given[0].expect("a member")).group.actor(0), ActorId(2));
    }

    #[test]
    fn groups_that_share_a_rank_do_not_join() {
        let mut comms = Comms::new(3);
        let request_call = |leader: u32, other| {
            move |actor: u32| {
                let peer = (actor == leader).then_some(RemoteLeader { comm: CommId::WORLD, leader: other, tag: 0 });
                CommCall::InterCreate { leader, peer }
            }
        };
        let copy = make(&mut comms, CommId::WORLD, |_| CommCall::Dup).expect("made").requests[0].2.expect("made");
        assert!(make(&mut comms, CommId::WORLD, request_call(0, 1)).is_none());
        let made = make(&mut comms, copy, request_call(1, 0)).expect("both are there");
        assert!(made.requests.iter().all(|given| given.2 == Err(ErrorClass::Comm)));
    }

    #[test]
    fn a_colour_of_an_intercommunicator_needs_ranks_of_both_sides() {
        let mut comms = Comms::new(7);
        let inter = even_and_odd(&mut comms);
        let request_call = |actor: u32| {
            CommCall::Split(SplitKey { color: Some(if actor < 4 { 1 } else { actor % 2 }), key: -(actor as i32) })
        };
        let made = make(&mut comms, inter, request_call).expect("made").requests;
        let of = |actor: u32| made.iter().find(|given| given.0 == ActorId(actor)).expect("a member").2.expect("made");
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
            let request_call = |actor: u32| CommCall::Merge { high: if actor % 2 == 1 { odd } else { even } };
            let made = make(&mut comms, inter, request_call).expect("made").requests[0].2.expect("agreed");
            comms.get(made).group.actors().map(|actor| actor.0).collect::<Vec<_>>()
        };
        let (even_first, odd_first) = (vec![0, 2, 4, 6, 1, 3, 5], vec![1, 3, 5, 0, 2, 4, 6]);
        assert_eq!(order(false, true), even_first);
        assert_eq!(order(true, false), odd_first);
        assert_eq!(order(true, true), even_first);
        let made = make(&mut comms, inter, |actor| CommCall::Merge { high: actor == 2 }).expect("made");
        assert!(made.requests.iter().all(|given| given.2 == Err(ErrorClass::Arg)));
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
        assert!(refused.requests.iter().all(|given| given.2 == Err(ErrorClass::Port)));
        assert!(make(&mut comms, low, at_port(ConnectRole::Connect, 0)).is_none());
        assert_eq!(comms.joins(low).expect("waits").ranks, [0]);
        let made = make(&mut comms, high, at_port(ConnectRole::Accept, 0)).expect("both are there");
        assert_eq!(groups(&comms, made.requests[0].2.expect("disjoint")), [vec![0, 1, 2], vec![3, 4, 5, 6]]);
        assert!(make(&mut comms, high, at_port(ConnectRole::Accept, 0)).is_none());
        let port = Port { actor: 0, number: 0 };
        let told: Vec<u32> = comms.leave_port(port).into_iter().map(|(actor, _)| actor.0).collect();
        assert_eq!(told, [3, 4, 5, 6]);
        assert!(comms.joins(high).is_none() && comms.leave_port(port).is_empty());
    }

    #[test]
    fn a_started_world_meets_its_parents() {
        let mut comms = Comms::new(2);
        let waiting = vec![(ActorId(0), RequestId(8)), (ActorId(1), RequestId(9))];
        let world = comms.start_world(Group::range(2, 3), CommId::WORLD, waiting);
        assert_eq!(comms.joins(CommId::WORLD).expect("waits").ranks, [2, 3, 4]);
        let made = make(&mut comms, world, |_| CommCall::Parent).expect("both are there");
        let who: Vec<(u32, u32)> = made.requests.iter().map(|&(actor, request, _)| (actor.0, request.0)).collect();
        assert_eq!(who, [(0, 8), (1, 9), (2, 2), (3, 3), (4, 4)]);
        assert_eq!(groups(&comms, made.agreed_on), [vec![0, 1], vec![2, 3, 4]]);
    }
}
