//! Tests of what a rank sends to the engine for a collective call: buffers, counts, and the signature, a hash of the
//! arguments on which all ranks must agree.

use super::*;
use crate::Rank;
use crate::checks;
use crate::datatype::{Type, Width};
use crate::{Data, TypeEntry, handles};
use ops::ROOT_PROC_NULL;
use ops::ROOT_SELF;
use ops::reduction::{Basic, BuiltinOp};
use ops::{CommId, Group, NewComm, Reducer};
use std::sync::Arc;
use units::ActorId;

const WORLD: Handle = handles::COMM_WORLD;
const IN_PLACE: u64 = checks::IN_PLACE;
const BYTE: Handle = 0x247;
const INT: Handle = 0x209;
const DOUBLE: Handle = 0x214;
const DOUBLE_INT: Handle = 0x229;
const SUM: Handle = 0x21;
const SEND: u64 = 1 << 20;
const RECV: u64 = 1 << 30;

fn rank_of(actor: u32, size: u32) -> Rank {
    let mut rank = Rank::new(ActorId(actor));
    rank.announce(&[NewComm { comm: CommId::WORLD, group: Arc::new(Group::range(0, size)), remote: None }]);
    rank
}

fn data(address: u64, count: i64, datatype: Handle) -> Data {
    Data { address, count, datatype }
}

fn buffer(address: u64, bytes: u64) -> Buffer {
    Buffer { address, bytes }
}

#[test]
fn a_broadcast_goes_in_at_the_root_and_out_elsewhere() {
    let pairs = data(RECV, 2, DOUBLE_INT);
    let root = rank_of(1, 4).bcast(WORLD, pairs, 1).expect("valid");
    assert_eq!((root.call.recv, root.call.root), (buffer(0, 24), 1));
    assert_eq!((root.call.count, root.call.element_bytes), (2, 12));
    assert_eq!((root.recv.pack.len(), root.recv.unpack.len()), (1, 0));
    let other = rank_of(2, 4).bcast(WORLD, pairs, 1).expect("valid");
    assert_eq!((other.recv.pack.len(), other.recv.unpack.len()), (0, 1));
    assert_eq!(root.call.signature, other.call.signature);
    assert_eq!(rank_of(2, 4).bcast(WORLD, pairs, 4).err(), Some(Fault::Root { root: 4, size: 4 }));
}

#[test]
fn a_gather_has_one_block_everywhere_and_all_at_the_root() {
    let (send, recv) = (data(SEND, 3, INT), data(RECV, 3, INT));
    let root = rank_of(0, 4).gather(WORLD, send, recv, Some(0)).expect("valid");
    assert_eq!((root.call.send, root.call.recv), (buffer(SEND, 12), buffer(RECV, 48)));
    let other = rank_of(3, 4).gather(WORLD, send, data(0, -5, 0), Some(0)).expect("the rest is not looked at");
    assert_eq!((other.call.send, other.call.recv), (buffer(SEND, 12), Buffer::EMPTY));
    assert_eq!((other.call.count, other.call.signature), (3, root.call.signature));
    let everywhere = rank_of(3, 4).gather(WORLD, send, recv, None).expect("valid");
    assert_eq!(everywhere.call.operation, Operation::Allgather);
    assert_eq!(everywhere.call.recv, buffer(RECV, 48));
}

#[test]
fn in_place_the_own_block_alone_is_packed() {
    let recv = data(RECV, 2, DOUBLE_INT);
    let plan = rank_of(2, 4).gather(WORLD, data(IN_PLACE, 0, 0), recv, None).expect("valid");
    let own = &plan.recv.pack[0];
    assert_eq!((own.address, own.count, own.at, own.bytes), (RECV + 2 * 2 * 16, 2, 2 * 24, 24));
    let all = &plan.recv.unpack[0];
    assert_eq!((all.address, all.count, all.at, all.bytes), (RECV, 8, 0, 96));
    let not_root = rank_of(2, 4).gather(WORLD, data(IN_PLACE, 0, 0), recv, Some(0));
    assert_eq!(not_root.err(), Some(IN_PLACE_HERE));
}

#[test]
fn what_a_rank_sends_itself_must_fit() {
    let rank = rank_of(0, 2);
    let gather = |sent, expected| rank.gather(WORLD, data(SEND, sent, INT), data(RECV, expected, INT), Some(0)).err();
    assert_eq!(gather(3, 2), Some(own_too_long(12, 8, 0)));
    assert_eq!(gather(1, 2), Some(Fault::OwnBlock { sent: 4, expected: 8 }));
    let text = "a rank sends itself 4 bytes and expects 8 bytes of itself [MPI_ERR_COUNT]";
    assert_eq!(gather(1, 2).unwrap().to_string(), text);
    assert_eq!(rank.alltoall(WORLD, data(SEND, 1, DOUBLE), data(RECV, 2, INT)).err(), None, "equal lengths will do");
    assert_eq!(rank.alltoall(WORLD, data(RECV, 1, INT), data(RECV, 1, INT)).err(), Some(ALIASED));
    assert_eq!(rank.scatter(WORLD, data(SEND, 2, INT), data(RECV, 1, INT), 0).err(), Some(own_too_long(8, 4, 0)));
}

#[test]
fn blocks_may_lie_anywhere() {
    let rank = rank_of(0, 3);
    let (counts, displacements) = ([2, 0, 1], [-4, 1000, 3]);
    let recv = BlockArgs {
        address: RECV,
        count: &|rank| counts[rank as usize],
        displacement: &|rank| displacements[rank as usize],
        datatype: &|_| INT,
        in_bytes: false,
    };
    let plan = rank.gatherv(WORLD, data(SEND, 2, INT), &recv, Some(0)).expect("valid");
    assert_eq!(plan.call.recv, buffer(RECV - 16, 32), "from the first byte to the last");
    let vectors = plan.call.vectors.expect("a vector operation");
    assert_eq!((&*vectors.recv_bytes, &*vectors.recv_offsets), (&[8, 0, 4][..], &[0, 0, 28][..]));
    assert!(!plan.recv.packed);
}

#[test]
fn one_block_that_must_be_packed_makes_all_packed() {
    let rank = rank_of(1, 2);
    let datatype = |rank: u32| if rank == 0 { DOUBLE_INT } else { BYTE };
    let blocks = |address| BlockArgs {
        address,
        count: &|_| 2,
        displacement: &|rank| 64 * i64::from(rank),
        datatype: &datatype,
        in_bytes: true,
    };
    let plan = rank.alltoallv(Operation::Alltoallw, WORLD, &blocks(SEND), &blocks(RECV)).expect("valid");
    let vectors = plan.call.vectors.expect("a vector operation");
    assert_eq!((&*vectors.send_bytes, &*vectors.send_offsets), (&[24, 2][..], &[0, 24][..]));
    assert_eq!(plan.call.send, buffer(0, 26));
    let places: Vec<_> = plan.recv.unpack.iter().map(|piece| (piece.address, piece.at)).collect();
    assert_eq!(places, [(RECV, 0), (RECV + 64, 24)]);
    assert_eq!((plan.send.pack.len(), plan.recv.pack.len()), (2, 0));
}

#[test]
fn blocks_may_be_made_of_addresses_but_not_lie_at_null() {
    let mut rank = rank_of(0, 2);
    let int = rank.datatype(INT).expect("predefined");
    let mut at = |place: u64| {
        let datatype = Type::hindexed(Width::Count, &[3], &[place as i64], &int).expect("valid");
        rank.objects().types.insert(TypeEntry { committed: true, ..TypeEntry::new(datatype) })
    };
    let types = [at(SEND), at(SEND + 64)];
    let blocks = |datatype| BlockArgs { address: 0, count: &|_| 1, displacement: &|_| 0, datatype, in_bytes: true };
    let (made, plain): (&dyn Fn(u32) -> Handle, &dyn Fn(u32) -> Handle) = (&|rank| types[rank as usize], &|_| INT);
    let exchange = |datatype| rank.alltoallv(Operation::Alltoallw, WORLD, &blocks(datatype), &blocks(datatype));
    let plan = exchange(made).expect("MPI_BOTTOM");
    assert_eq!(plan.call.send, buffer(SEND, 64 + 12));
    assert_eq!(*plan.call.vectors.expect("a vector operation").send_offsets, [0, 64]);
    assert_eq!(exchange(plain).err(), Some(Fault::NullBuffer));
    let whole = data(0, 1, types[0]);
    assert_eq!(rank.bcast(WORLD, whole, 0).expect("MPI_BOTTOM").call.recv, buffer(SEND, 12));
}

#[test]
fn reductions_name_elements_and_operation() {
    let rank = rank_of(1, 4);
    let values = data(0, 5, INT);
    let plan = rank.reduction(Operation::Allreduce, WORLD, (SEND, RECV), values, SUM, 0).expect("valid");
    assert_eq!((plan.call.send, plan.call.recv), (buffer(SEND, 20), buffer(RECV, 20)));
    assert_eq!(plan.call.reducer, Some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::I32 }));
    let at = |root| rank.reduction(Operation::Reduce, WORLD, (SEND, 0), values, SUM, root);
    assert_eq!(at(0).expect("the result is elsewhere").call.recv, Buffer::EMPTY);
    assert_eq!(at(1).err(), Some(Fault::NullBuffer));
    let scan = rank.reduction(Operation::Exscan, WORLD, (SEND, RECV), data(0, 2, DOUBLE_INT), 0x38, 0);
    let scan = scan.expect("MPI_MINLOC on MPI_DOUBLE_INT");
    assert_eq!((scan.recv.pack.len(), scan.recv.unpack.len()), (1, 1), "rank 0 gets back what was there");
}

#[test]
fn in_place_all_blocks_are_reduced_and_the_own_comes_first() {
    let rank = rank_of(1, 3);
    let counts = |rank: u32| i64::from(rank + 1);
    let plan = rank.reduce_scatter(WORLD, (SEND, RECV), &counts, INT, SUM).expect("valid");
    assert_eq!((plan.call.send, plan.call.recv, plan.call.count), (buffer(SEND, 24), buffer(RECV, 8), 6));
    assert_eq!(*plan.call.vectors.expect("blocks").recv_bytes, [4, 8, 12]);
    let plan = rank.reduce_scatter(WORLD, (IN_PLACE, RECV), &counts, DOUBLE_INT, 0x38).expect("valid");
    assert_eq!(plan.call.recv, buffer(0, 72));
    assert_eq!((plan.recv.pack[0].count, plan.recv.unpack[0].count, plan.recv.unpack[0].at), (6, 2, 0));
    let plan = rank.reduce_scatter_block(WORLD, (IN_PLACE, RECV), data(0, 2, INT), SUM).expect("valid");
    assert_eq!((plan.call.recv, plan.call.count), (buffer(RECV, 24), 2));
}

/// A rank of an intercommunicator: actors below `low` are one group, up to `size` the other.
fn between(actor: u32, low: u32, size: u32) -> (Rank, Handle) {
    let mut rank = rank_of(actor, size);
    let groups = [Arc::new(Group::range(0, low)), Arc::new(Group::range(low, size - low))];
    let (own, other) = if actor < low { (0, 1) } else { (1, 0) };
    let new = NewComm { comm: CommId(1), group: groups[own].clone(), remote: Some(groups[other].clone()) };
    rank.announce(&[new]);
    let comm = rank.claim(CommId(1)).expect("announced");
    let handle = rank.keep_comm(comm, WORLD);
    (rank, handle)
}

#[test]
fn between_groups_the_root_has_the_other_groups_blocks_and_ranks_beside_it_nothing() {
    const ROOT: i32 = checks::ROOT;
    let (send, recv) = (data(SEND, 3, INT), data(RECV, 3, INT));
    let gather = |actor, root| {
        let (rank, comm) = between(actor, 2, 7);
        rank.gather(comm, send, recv, Some(root)).expect("valid").call
    };
    let root = gather(1, ROOT);
    assert_eq!((root.root, root.send, root.recv), (ROOT_SELF, Buffer::EMPTY, buffer(RECV, 5 * 12)));
    let beside = gather(0, checks::PROC_NULL);
    assert_eq!((beside.root, beside.send, beside.recv), (ROOT_PROC_NULL, Buffer::EMPTY, Buffer::EMPTY));
    let across = gather(4, 1);
    assert_eq!((across.root, across.send, across.recv), (1, buffer(SEND, 12), Buffer::EMPTY));
    assert_eq!(across.signature, root.signature);
    let (rank, comm) = between(4, 2, 7);
    assert_eq!(rank.bcast(comm, send, 2).err(), Some(Fault::Root { root: 2, size: 2 }));
    assert_eq!(rank.bcast(comm, data(IN_PLACE, 1, INT), 1).err(), Some(IN_PLACE_HERE));
}

#[test]
fn between_groups_what_goes_and_what_comes_are_agreed_on_each_for_itself() {
    let ((one, comm), (other, _)) = (between(0, 2, 5), between(3, 2, 5));
    let out = one.alltoall(comm, data(SEND, 3, INT), data(RECV, 1, DOUBLE)).expect("valid").call;
    let back = other.alltoall(comm, data(SEND, 1, DOUBLE), data(RECV, 3, INT)).expect("valid").call;
    assert_eq!((out.send.bytes, out.recv.bytes), (3 * 12, 3 * 8));
    assert_eq!((back.send.bytes, back.recv.bytes), (2 * 8, 2 * 12));
    assert_eq!((out.signature, out.signature_sent), (back.signature_sent, back.signature));
    let of =
        |rank: &Rank, count| rank.reduce_scatter_block(comm, (SEND, RECV), data(0, count, INT), SUM).expect("valid");
    assert_eq!(of(&one, 3).call.signature, of(&other, 2).call.signature, "as many in all");
    assert_ne!(of(&one, 3).call.signature, of(&other, 3).call.signature);
}

#[test]
fn nothing_is_in_place_between_groups_and_scans_are_not_defined() {
    let (rank, comm) = between(0, 2, 5);
    let block = data(RECV, 1, INT);
    let reduction = |operation, send| rank.reduction(operation, comm, (send, RECV), data(0, 1, INT), SUM, 0);
    assert_eq!(rank.gather(comm, data(IN_PLACE, 0, INT), block, None).err(), Some(IN_PLACE_HERE));
    assert_eq!(rank.alltoall(comm, data(IN_PLACE, 0, INT), block).err(), Some(IN_PLACE_HERE));
    assert_eq!(reduction(Operation::Allreduce, IN_PLACE).err(), Some(IN_PLACE_HERE));
    for operation in [Operation::Scan, Operation::Exscan] {
        assert_eq!(reduction(operation, SEND).err().map(Fault::class), Some(ops::ErrorClass::Comm));
    }
}
