//! Matches the collective calls of a communicator's members, and checks that they agree (operation, root, sizes …).
//!
//! The k-th collective call of every member has to be the same operation. Persistent operations are matched separately, by the
//! order of their initialisations, and the starts of one persistent operation by their own order. A start gets its number when
//! the first member makes it.

use super::sides::{RootView, Sides};
use ops::{
    CallSite, CollectiveCall, CommCall, Elements, Flavor, Function, Group, Operation, PersistentStart, Reducer,
    RequestId, TopologyKind,
};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use units::ActorId;

// The numbers of collectives on a communicator. With one added they are the lower half of a context id ([`context_id`]), in which
// 0 is point-to-point:
//
// | number | what it counts | allotted by |
// |---|---|---|
// | from 0 | collectives, in the order of each member's calls | [`CollectiveOrder::start`] |
// | from [`FIRST_PERSISTENT`] | starts of persistent collectives, round [`PERSISTENT_STARTS`] | [`CollectiveOrder::start_persistent`] |
// | [`CONTEXT_ID_AGREEMENT`] | the agreement on a new communicator's context id | a constant |
// | `u32::MAX` | none: plus one it would be point-to-point | |
//
// [`context_id`]: crate::message::context_id

/// The number of the first start of a persistent collective.
const FIRST_PERSISTENT: u32 = 1 << 31;
/// Numbers for starts of persistent collectives, which are reused: those from [`FIRST_PERSISTENT`] on but the last two. Fewer are
/// ever under way at one time.
const PERSISTENT_STARTS: u32 = FIRST_PERSISTENT - 2;
/// The number of the agreement on a new communicator's context id.
pub(crate) const CONTEXT_ID_AGREEMENT: u32 = u32::MAX - 1;

/// A collective that some members have started and others have not.
struct PendingCollective {
    /// The first arrival, with what later ones have added to its signature.
    first: CollectiveArrival,
    arrived: u32,
    /// Of the creation of a communicator: each member's call.
    create_calls: Option<Vec<Option<(RequestId, CommCall)>>>,
    /// The group that the last call passed.
    group: Option<Arc<Group>>,
}

impl PendingCollective {
    /// No arrival is counted yet.
    fn new(first: CollectiveArrival) -> Self {
        Self { first, arrived: 0, create_calls: None, group: None }
    }

    /// One table for all members that pass the same group: n members would otherwise hold n tables of n entries.
    fn share_group(&mut self, group: Arc<Group>) -> Arc<Group> {
        let latest = self.group.get_or_insert_with(|| Arc::clone(&group));
        if *latest != group {
            *latest = group;
        }
        Arc::clone(latest)
    }

    /// Counts a member, or returns an earlier arrival that this one disagrees with.
    fn arrive(&mut self, arrival: CollectiveArrival) -> Result<(), CollectiveArrival> {
        if self.first.signature.disagreement(arrival.signature).is_some() {
            return Err(self.first);
        }
        // Later arrivals are compared with everything known so far; a mismatch names the arrival that added it last.
        let mut signature = self.first.signature;
        if signature.merge(arrival.signature) {
            self.first = CollectiveArrival { signature, ..arrival };
        }
        self.arrived += 1;
        Ok(())
    }
}

/// A member's arrival at a collective.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CollectiveArrival {
    pub(crate) actor: ActorId,
    pub(crate) function: Function,
    pub(crate) site: CallSite,
    pub(crate) signature: CollectiveSignature,
}

/// What a rank says of the part that it shares with others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct TypeSignature {
    /// As in [`CollectiveCall::signature`]; 0: not comparable.
    pub(super) hash: u64,
    /// Its bytes, and those of one element, 0 if that is not known: for people.
    pub(super) bytes: u64,
    pub(super) element_bytes: u64,
}

impl TypeSignature {
    pub(super) const NONE: Self = Self { hash: 0, bytes: 0, element_bytes: 0 };

    pub(super) fn of(call: &CollectiveCall) -> Self {
        let bytes = call.count.saturating_mul(call.element_bytes);
        Self { hash: call.signature, bytes, element_bytes: call.element_bytes }
    }

    fn contradicts(&self, other: &Self) -> bool {
        self.hash != 0 && other.hash != 0 && self.hash != other.hash
    }

    /// How much of what it is, in words.
    fn words(&self) -> String {
        let size = self.element_bytes;
        Elements::of_hash(self.hash).count_words(self.bytes).unwrap_or_else(|| match self.bytes.checked_div(size) {
            None => format!("{} bytes", self.bytes),
            Some(1) => format!("1 element of {size} B"),
            Some(count) => format!("{count} elements of {size} B"),
        })
    }
}

/// What all ranks of a collective must agree on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum CollectiveSignature {
    /// `type_signatures`: of what ranks receive, by side.
    Operation {
        operation: Operation,
        blocking: bool,
        root: RootView,
        reducer: Option<Reducer>,
        type_signatures: [TypeSignature; 2],
    },
    /// The creation of a communicator or a window; `how`: by what call, which tells kinds of creation apart.
    CreateComm { how: &'static str, blocking: bool, leader: u32 },
    /// The creation of a communicator with a topology; `hash`: of what all ranks must agree on, or 0.
    CreateTopology { kind: TopologyKind, hash: u64 },
}

/// Blocking and non-blocking collectives do not match (MPI 5.0 §6.12).
const BLOCKING: &str = "a blocking and a non-blocking operation";

impl CollectiveSignature {
    /// The signature of a member's call.
    pub(crate) fn of(call: &CollectiveCall, blocking: bool, sides: Option<&Sides>, actor: ActorId) -> Self {
        // A user's operation has a number of its rank's own: it cannot be compared.
        let reducer = call.reducer.filter(|reducer| reducer.builtin());
        let (root, type_signatures) = match sides {
            None => (RootView { side: 0, rank: Some(call.root) }, [TypeSignature::of(call), TypeSignature::NONE]),
            Some(sides) => sides.agreement(call, actor),
        };
        Self::Operation { operation: call.operation, blocking, root, reducer, type_signatures }
    }

    pub(crate) fn of_comm(call: &CommCall, function: Function) -> Self {
        let (how, leader) = match call {
            CommCall::Dup => ("duplicate", 0),
            CommCall::Split(_) => ("split", 0),
            CommCall::SplitHost(_) => ("split by host", 0),
            CommCall::Create(_) => ("create", 0),
            CommCall::CreateGroup { .. } | CommCall::FromGroup { .. } => ("create from group", 0),
            CommCall::FromGroups { .. } => ("create from two groups", 0),
            CommCall::InterCreate { leader, .. } => ("join", *leader),
            CommCall::Merge { .. } => ("merge", 0),
            CommCall::Spawn { root, .. } => ("spawn", *root),
            CommCall::Parent => ("meet the parents", 0),
            CommCall::Connect { root, role, .. } => match role {
                ops::ConnectRole::Accept => ("accept", *root),
                ops::ConnectRole::Connect => ("connect", *root),
                ops::ConnectRole::Join => ("join by a socket", *root),
            },
            CommCall::Window(part) => match part.flavor {
                Flavor::Create => ("create a window", 0),
                Flavor::Allocate => ("allocate a window", 0),
                Flavor::Dynamic => ("create a dynamic window", 0),
                Flavor::Shared => ("allocate a shared window", 0),
            },
            &CommCall::Topology { kind, signature, .. } => return Self::CreateTopology { kind, hash: signature },
        };
        let blocking = !matches!(function, Function::CommIdup | Function::CommIdupWithInfo);
        Self::CreateComm { how, blocking, leader }
    }

    /// How two members disagree, if they do.
    pub(crate) fn disagreement(self, other: Self) -> Option<&'static str> {
        match (self, other) {
            (
                Self::Operation {
                    operation: a,
                    blocking: wait_a,
                    root: root_a,
                    reducer: red_a,
                    type_signatures: sig_a,
                },
                Self::Operation {
                    operation: b,
                    blocking: wait_b,
                    root: root_b,
                    reducer: red_b,
                    type_signatures: sig_b,
                },
            ) => {
                if a != b {
                    Some("different operations")
                } else if wait_a != wait_b {
                    Some(BLOCKING)
                } else if root_a.contradicts(root_b) {
                    Some("different roots")
                } else if red_a.is_some() && red_b.is_some() && red_a != red_b {
                    Some("different reduction operations or types")
                } else if sig_a.iter().zip(&sig_b).any(|(a, b)| a.contradicts(b)) {
                    Some("different type signatures")
                } else {
                    None
                }
            }
            (
                Self::CreateComm { how: a, blocking: wait_a, leader: leader_a },
                Self::CreateComm { how: b, blocking: wait_b, leader: leader_b },
            ) if a == b => {
                if wait_a != wait_b {
                    Some(BLOCKING)
                } else {
                    (leader_a != leader_b).then_some("different leaders or roots")
                }
            }
            (Self::CreateTopology { kind: a, hash: hash_a }, Self::CreateTopology { kind: b, hash: hash_b })
                if a == b =>
            {
                (hash_a != 0 && hash_b != 0 && hash_a != hash_b).then_some("different topologies")
            }
            _ => Some("different operations"),
        }
    }

    /// What of a call another one disagrees with, in words that follow the call: ` with root 3`; empty where the kind of the
    /// disagreement says all.
    pub(crate) fn differs_by(self, other: Self) -> String {
        let (
            Self::Operation { operation: a, blocking: wait_a, root, reducer, type_signatures },
            Self::Operation { operation: b, blocking: wait_b, root: its_root, reducer: its, type_signatures: others },
        ) = (self, other)
        else {
            return String::new();
        };
        if a != b || wait_a != wait_b {
            return String::new();
        }
        if root.contradicts(its_root) {
            // Ranks of different groups name a root by where it is, which each call site shows.
            let rank = root.rank.filter(|_| root.side == its_root.side);
            return rank.map_or_else(String::new, |rank| format!(" with root {rank}"));
        }
        if let (Some(Reducer::Builtin { op, basic }), Some(Reducer::Builtin { op: its_op, basic: its_basic })) =
            (reducer, its)
            && (op, basic) != (its_op, its_basic)
        {
            let (words, its) = (type_signatures[0].words(), others[0].words());
            // Signed and unsigned integers, C's and Fortran's are of one kind.
            let name = if (op, &words) == (its_op, &its) { format!(" ({})", basic.name()) } else { String::new() };
            return format!(" with {} of {words}{name}", op.name());
        }
        let mut pairs = type_signatures.iter().zip(&others);
        let differ = pairs.find(|(one, other)| one.contradicts(other));
        differ.map_or_else(String::new, |(one, _)| format!(" with {}", one.words()))
    }

    /// Adds what another arrival, which agrees, knows beyond this one; whether that is anything.
    fn merge(&mut self, other: Self) -> bool {
        let before = *self;
        if let (
            Self::Operation { root, type_signatures, .. },
            Self::Operation { root: its_root, type_signatures: its, .. },
        ) = (&mut *self, other)
        {
            root.rank = root.rank.or(its_root.rank);
            for (known, its) in type_signatures.iter_mut().zip(its) {
                *known = if known.hash == 0 { its } else { *known };
            }
        }
        *self != before
    }
}

/// The collectives that not all members have started.
#[derive(Default)]
pub(super) struct CollectiveOrder {
    /// How many collectives each member has started.
    started: Vec<u32>,
    /// From number `pending_first` on.
    pending: VecDeque<PendingCollective>,
    pending_first: u32,
    /// Members whose calls are counted elsewhere, in another domain's engine.
    elsewhere: u32,
    /// With such members: what the others have agreed on, in the order of the collectives; how many in a row are alike.
    agreed: Vec<(CollectiveSignature, u64)>,
    /// Starts of persistent operations, with their numbers.
    persistent: BTreeMap<PersistentStart, (u32, PendingCollective)>,
    persistent_starts: u32,
}

impl CollectiveOrder {
    /// Counts one of `size` members into its next collective. Returns the collective's number, or an earlier arrival that
    /// this one disagrees with.
    pub(super) fn start(
        &mut self,
        size: u32,
        member: u32,
        arrival: CollectiveArrival,
    ) -> Result<u32, CollectiveArrival> {
        if self.started.is_empty() {
            self.started = vec![0; size as usize];
        }
        let number = self.started[member as usize];
        self.started[member as usize] += 1;
        if size == 1 {
            self.pending_first = number + 1;
            return Ok(number);
        }
        let at = (number - self.pending_first) as usize;
        if at == self.pending.len() {
            self.pending.push_back(PendingCollective::new(arrival));
        }
        self.pending[at].arrive(arrival)?;
        self.drop_complete(size - self.elsewhere);
        Ok(number)
    }

    /// As [`CollectiveOrder::start`], for a start of a persistent operation.
    pub(super) fn start_persistent(
        &mut self,
        size: u32,
        start: PersistentStart,
        arrival: CollectiveArrival,
    ) -> Result<u32, CollectiveArrival> {
        let next = FIRST_PERSISTENT + self.persistent_starts;
        let (number, entry) = self.persistent.entry(start).or_insert_with(|| (next, PendingCollective::new(arrival)));
        let number = *number;
        entry.arrive(arrival)?;
        let complete = entry.arrived == size;
        if number == next {
            self.persistent_starts = (self.persistent_starts + 1) % PERSISTENT_STARTS;
        }
        if complete {
            self.persistent.remove(&start);
        }
        Ok(number)
    }

    /// Keeps a member's call in the collective `number`, which creates a communicator. Returns all calls, by member, with
    /// the last.
    pub(super) fn create_call(
        &mut self,
        size: u32,
        member: u32,
        number: u32,
        (request, call): (RequestId, CommCall),
    ) -> Option<Vec<(RequestId, CommCall)>> {
        if size == 1 {
            return Some(vec![(request, call)]);
        }
        let entry = &mut self.pending[(number - self.pending_first) as usize];
        let call = match call {
            CommCall::Create(group) => CommCall::Create(entry.share_group(group)),
            call => call,
        };
        let create_calls = entry.create_calls.get_or_insert_with(|| vec![None; size as usize]);
        create_calls[member as usize] = Some((request, call));
        if entry.arrived < size {
            return None;
        }
        let calls = entry.create_calls.take().unwrap_or_default();
        self.drop_complete(size);
        Some(calls.into_iter().map(|call| call.expect("every member has called")).collect())
    }

    fn drop_complete(&mut self, size: u32) {
        while self.pending.front().is_some_and(|entry| entry.arrived == size && entry.create_calls.is_none()) {
            let complete = self.pending.pop_front();
            self.pending_first += 1;
            if let Some(complete) = complete.filter(|_| self.elsewhere > 0) {
                let signature = complete.first.signature;
                match self.agreed.last_mut().filter(|(last, _)| *last == signature) {
                    Some((_, times)) => *times += 1,
                    None => self.agreed.push((signature, 1)),
                }
            }
        }
    }

    /// So many members have their calls counted elsewhere.
    pub(super) fn share(&mut self, elsewhere: u32) {
        self.elsewhere = elsewhere;
    }

    /// What the members here have agreed on.
    pub(super) fn take_agreed(&mut self) -> Vec<(CollectiveSignature, u64)> {
        std::mem::take(&mut self.agreed)
    }

    /// Collectives that some of `size` members have not started: (first arrival, arrived).
    pub(super) fn incomplete(&self, size: u32) -> impl Iterator<Item = (CollectiveArrival, u32)> + '_ {
        self.pending
            .iter()
            .chain(self.persistent.values().map(|(_, entry)| entry))
            .filter(move |entry| entry.arrived < size)
            .map(|entry| (entry.first, entry.arrived))
    }

    /// Whether all members have started what any has.
    pub(super) fn is_idle(&self) -> bool {
        self.pending.is_empty() && self.persistent.is_empty()
    }
}
