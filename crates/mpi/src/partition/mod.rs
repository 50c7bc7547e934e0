//! Partitioned communication (MPI 5.0 §4): a send of which parts may go as soon as each is ready.
//!
//! The k-th send that a rank initialises to another on a communicator with a tag belongs to the k-th such receive of the
//! other rank: a *pair*, for all their rounds. What travels, as in MPICH (`ch4/src/mpidig_part*`):
//!
//! | what | when | payload |
//! |---|---|---|
//! | offer | once, from `MPI_Psend_init`: how many partitions, how many bytes | – |
//! | clearance | each round, from the receive's `MPI_Start`, once the offer is there | – |
//! | message m | when all its partitions are ready and the clearance of the round is there | its bytes |
//!
//! A message is not matched and needs no handshake: the clearance names the buffer. With k bytes it costs its sender
//! o(k), `isend` of a message of k bytes up to `eager_max` and of an empty one beyond, as an access to a window
//! does; an offer and a clearance cost o(0). The receiver pays `recv` of each message in the call that completes its
//! request. A send is complete when its short messages have left and its long ones have arrived.
//!
//! How partitions become messages is the library's ([`crate::library::Partitions`]). Where both sides disagree about the
//! bytes there is one message, and a receive that is too short is truncated.
//!
//! Where `progress` is `inside-mpi`, an offer and a clearance have their effect once their rank is inside a call.

mod pair;
mod travel;
mod words;

use crate::engine::Engine;
use crate::request::{RequestKind, WaitCondition, Waiting};
use ops::{Completion, PartitionedCall, RequestId, Status};
use pair::{Key, Pair, Recv, Send};
use slab::Slab;
use std::collections::{BTreeMap, VecDeque};
use travel::{Flight, MessageKind};
use units::{ActorId, Time};

/// Tells the network's tokens of what travels between the ends of pairs.
pub(crate) const PARTITION: u64 = 1 << 61;

/// All pairs of a run and what is on its way between their ends.
#[derive(Default)]
pub(crate) struct Partitions {
    pairs: Slab<Pair>,
    /// The pair of a request.
    of_request: BTreeMap<(ActorId, RequestId), u32>,
    /// Pairs with one end, in the order of the initialisations.
    halves: BTreeMap<Key, VecDeque<u32>>,
    flights: Slab<Flight>,
}

impl Partitions {
    fn pair(&mut self, pair: u32) -> &mut Pair {
        &mut self.pairs[pair as usize]
    }

    /// The pair that a new end belongs to.
    fn pair_for(&mut self, key: Key, sends: bool) -> u32 {
        let halves = self.halves.entry(key).or_default();
        // All of them have the same end.
        let other = halves.front().copied().filter(|&half| self.pairs[half as usize].has(!sends));
        let Some(pair) = other else {
            let pair = u32::try_from(self.pairs.insert(Pair::new(key))).expect("fewer than 2^32 pairs");
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

impl Engine<'_> {
    /// Does what a rank asks of a partitioned operation.
    pub(crate) fn partitioned(&mut self, id: ActorId, request: RequestId, call: PartitionedCall) {
        // The lane that calls pays for what leaves at once.
        let (payer, id) = (id, self.rank_of(id));
        if let PartitionedCall::Init { .. } = call {
            self.initialise_end((id, payer), request, call);
            return;
        }
        let pair = self.partitions.of_request[&(id, request)];
        match call {
            PartitionedCall::Init { .. } => unreachable!("handled above"),
            PartitionedCall::Start { buffer } => {
                let sends = self.partitions.pair(pair).sends(id, request);
                self.actors[id.index()].requests.start(request, RequestKind::Partitioned(pair, sends));
                self.partitions.pair(pair).start(sends, buffer);
                if !sends {
                    self.send_clear(pair, payer, None);
                }
            }
            PartitionedCall::Ready { first, last } => {
                self.partitions.pair(pair).mark_ready(first, last);
                self.send_ready(pair, payer, None);
            }
            PartitionedCall::Free => {
                self.partitions.of_request.remove(&(id, request));
                self.partitions.pair(pair).freed += 1;
                self.drop_pair_if_done(pair);
            }
        }
    }

    fn initialise_end(&mut self, (id, payer): (ActorId, ActorId), request: RequestId, call: PartitionedCall) {
        let PartitionedCall::Init { comm, peer, tag, sends, partitions, bytes } = call else {
            unreachable!("the caller has looked")
        };
        let table = self.comms.get(comm);
        let (own_rank, other) = (table.rank_of(id), table.peers(id).actor(peer));
        let (sender, receiver) = if sends { (id, other) } else { (other, id) };
        let pair = self.partitions.pair_for(Key { comm, sender, receiver, tag }, sends);
        self.partitions.of_request.insert((id, request), pair);
        if sends {
            self.partitions.pair(pair).send = Some(Send::new(request, own_rank, partitions, bytes));
            self.dispatch(pair, MessageKind::SendInit, payer, None);
        } else {
            self.partitions.pair(pair).recv = Some(Recv::new(request, partitions, bytes));
        }
        let rule = self.library.protocol.partitions;
        self.partitions.pair(pair).agree(rule);
    }

    /// The pair goes with the last of its ends and of what is on its way.
    fn drop_pair_if_done(&mut self, pair: u32) {
        let known = self.partitions.pair(pair);
        if known.freed == 2 && known.flights == 0 {
            self.partitions.pairs.remove(pair as usize);
        }
    }

    /// Whether a partition of a receive has arrived in its current round.
    pub(crate) fn has_arrived(&mut self, id: ActorId, request: RequestId, partition: u32) -> bool {
        match self.actors[id.index()].requests.target(request) {
            Some(RequestKind::Partitioned(pair, _)) => self.partitions.pair(pair).has_arrived(partition),
            _ => true,
        }
    }

    /// Answers that a partition has arrived.
    pub(crate) fn report_arrival(&mut self, id: ActorId, request: RequestId) {
        let mut list = self.completion_list();
        list.push(Completion { request, status: Status::EMPTY });
        let actor = &mut self.actors[id.index()];
        actor.completions = list;
        actor.answer_due = true;
        actor.missed_polls = 0;
        actor.clock_reads = 0;
    }

    /// Something has arrived: whoever of a rank's lanes looks for it in its sleep wakes.
    fn wake_partition_pollers(&mut self, rank: ActorId) {
        if !self.actors[rank.index()].multithreaded {
            self.wake_partition_poller(rank, rank);
            return;
        }
        let threads: Vec<ActorId> = self.threads_of(rank).collect();
        threads.into_iter().for_each(|thread| self.wake_partition_poller(rank, thread));
    }

    fn wake_partition_poller(&mut self, rank: ActorId, id: ActorId) {
        let Some(&Waiting { condition: WaitCondition::Arrival { request, partition }, poll_period }) =
            self.actors[id.index()].waiting.as_ref()
        else {
            return;
        };
        if self.has_arrived(rank, request, partition) {
            let now: Time = self.kernel.now();
            self.note_wait(id);
            let actor = &mut self.actors[id.index()];
            actor.waiting = None;
            actor.wait_ends(now);
            self.align_to_poll(id, poll_period);
            self.report_arrival(id, request);
            self.ready.push_back(id);
        }
    }
}
