//! Partitioned communication (MPI 5.0 §4): a send whose partitions leave as they become ready.
//!
//! The k-th partitioned send that a rank initialises for a given receiver, communicator and tag is matched with the k-th
//! partitioned receive that the receiver initialises for this sender, communicator and tag. The send and the receive are a
//! *pair* for all rounds (one round per `MPI_Start`). A pair exchanges these messages, as in MPICH
//! (`ch4/src/mpidig_part*`):
//!
//! | message | when | payload |
//! |---|---|---|
//! | `SendInit` | once, from `MPI_Psend_init`: how many partitions, how many bytes | – |
//! | clear to send (CTS) | each round, from the receive's `MPI_Start`, once the `SendInit` has arrived | – |
//! | message m | when all its partitions are ready and the round's CTS has arrived | its bytes |
//!
//! A message is not matched and needs no further handshake, because the CTS names the buffer. Let o(k) be the CPU time of
//! an `isend` of k bytes in the library file (the file that describes the modelled MPI library). A message of k bytes costs
//! its sender o(k), like an access to a window. A `SendInit` and a CTS cost o(0). The receiver pays the library file's
//! `recv` for each message, in the call that completes its request. A send is complete when its short messages have left
//! and its long messages have arrived.
//!
//! The library decides how partitions become messages ([`crate::library::Partitions`]). If send and receive have different
//! numbers of bytes, one message carries all data; if the receive is shorter, its data are truncated.
//!
//! If the library makes progress only in MPI calls (`progress = "inside-mpi"`), a `SendInit` and a CTS take effect once the
//! rank that gets them is inside an MPI call.

mod active_message;
mod pair;
mod wait_text;

use crate::engine_core::EngineCore;
use crate::ids::{PairId, PartitionMessageId};
use crate::records::Records;
use crate::request::{RequestKind, WaitCondition, Waiting};
use active_message::{ActiveMessage, MessageKind};
use ops::{PartitionedCall, RequestId, Status};
use pair::{Key, Pair, ReceiveEnd, SendEnd};
use std::collections::{BTreeMap, VecDeque};
use units::ActorId;

/// All pairs of a run and the messages in flight between their ends.
#[derive(Default)]
pub(crate) struct Partitions {
    pairs: Records<PairId, Pair>,
    /// The pair of a request.
    of_request: BTreeMap<(ActorId, RequestId), PairId>,
    /// Pairs with one end, in the order of the initialisations.
    halves: BTreeMap<Key, VecDeque<PairId>>,
    active_messages: Records<PartitionMessageId, ActiveMessage>,
}

impl Partitions {
    fn pair(&mut self, pair: PairId) -> &mut Pair {
        &mut self.pairs[pair]
    }

    /// The pair that a new end belongs to.
    fn pair_for(&mut self, key: Key, sends: bool) -> PairId {
        let halves = self.halves.entry(key).or_default();
        // All of them have the same end.
        let other = halves.front().copied().filter(|&half| self.pairs[half].has(!sends));
        let Some(pair) = other else {
            let pair = self.pairs.insert(Pair::new(key));
            halves.push_back(pair);
            return pair;
        };
        halves.pop_front();
        if halves.is_empty() {
            self.halves.remove(&key);
        }
        pair
    }
}

impl Partitions {
    /// A rank's call on a partitioned operation.
    pub(crate) fn handle_call(
        &mut self,
        core: &mut EngineCore<'_>,
        caller: ActorId,
        request: RequestId,
        call: PartitionedCall,
    ) {
        // The calling thread pays for what leaves at once.
        let id = core.actors.rank_actor(caller);
        if let PartitionedCall::Init { .. } = call {
            self.initialise_end(core, (id, caller), request, call);
            return;
        }
        let pair = self.of_request[&(id, request)];
        match call {
            PartitionedCall::Init { .. } => unreachable!("handled above"),
            PartitionedCall::Start { buffer } => {
                let sends = self.pair(pair).sends(id, request);
                core.actors[id].requests.start(request, RequestKind::Partitioned(pair, sends));
                self.pair(pair).start(sends, buffer);
                if !sends {
                    self.send_cts(core, pair, caller, None);
                }
            }
            PartitionedCall::Ready { first, last } => {
                self.pair(pair).mark_ready(first, last);
                self.send_ready(core, pair, caller, None);
            }
            PartitionedCall::Free => {
                self.of_request.remove(&(id, request));
                self.pair(pair).freed += 1;
                self.drop_pair_if_done(pair);
            }
        }
    }

    fn initialise_end(
        &mut self,
        core: &mut EngineCore<'_>,
        (id, caller): (ActorId, ActorId),
        request: RequestId,
        call: PartitionedCall,
    ) {
        let PartitionedCall::Init { comm, peer, tag, sends, partitions, bytes } = call else {
            unreachable!("the caller has looked")
        };
        let table = core.comms.get(comm);
        let (own_rank, other) = (table.rank_of(id), table.peers(id).actor(peer));
        let (sender, receiver) = if sends { (id, other) } else { (other, id) };
        let pair = self.pair_for(Key { comm, sender, receiver, tag }, sends);
        self.of_request.insert((id, request), pair);
        if sends {
            self.pair(pair).send = Some(SendEnd::new(request, own_rank, partitions, bytes));
            self.dispatch(core, pair, MessageKind::SendInit, caller, None);
        } else {
            self.pair(pair).recv = Some(ReceiveEnd::new(request, partitions, bytes));
        }
        let rule = core.library.protocol.partitions;
        self.pair(pair).agree(rule);
    }

    /// Drops the pair with the last of its ends and of its messages in flight.
    fn drop_pair_if_done(&mut self, pair: PairId) {
        let known = self.pair(pair);
        if known.freed == 2 && known.in_flight == 0 {
            self.pairs.remove(pair);
        }
    }

    /// Whether a partition of a receive has arrived in its current round.
    pub(crate) fn has_arrived(
        &self,
        core: &EngineCore<'_>,
        rank: ActorId,
        request: RequestId,
        partition: u32,
    ) -> bool {
        match core.actors[rank].requests.kind(request) {
            Some(RequestKind::Partitioned(pair, _)) => self.pairs[pair].has_arrived(partition),
            _ => true,
        }
    }

    /// Tests whether a partition has arrived (`MPI_Parrived`).
    pub(crate) fn test_arrival(
        &mut self,
        core: &mut EngineCore<'_>,
        id: ActorId,
        request: RequestId,
        partition: u32,
    ) {
        if self.has_arrived(core, core.actors.rank_actor(id), request, partition) {
            core.report_one(id, request, Status::EMPTY);
        } else if let Some(period) = core.poll_missed(id, crate::costs::Cost::Test) {
            core.begin_wait(id, WaitCondition::Partition { request, partition }, Some(period));
            core.park(id, period);
        }
    }

    /// A message has arrived: wakes the threads of a rank that are parked for one of its partitions.
    fn wake_pollers(&mut self, core: &mut EngineCore<'_>, rank: ActorId) {
        if !core.actors[rank].thread.multithreaded {
            self.wake_poller(core, rank, rank);
            return;
        }
        let threads: Vec<ActorId> = core.actors.threads_of(rank).collect();
        threads.into_iter().for_each(|thread| self.wake_poller(core, rank, thread));
    }

    fn wake_poller(&mut self, core: &mut EngineCore<'_>, rank: ActorId, id: ActorId) {
        let Some(&Waiting { condition: WaitCondition::Partition { request, partition }, .. }) =
            core.actors[id].waiting.as_ref()
        else {
            return;
        };
        if self.has_arrived(core, rank, request, partition) {
            core.end_wait(id);
            core.report_one(id, request, Status::EMPTY);
            core.ready.push_back(id);
        }
    }
}
