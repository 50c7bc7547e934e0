//! Collectives as a whole (`dimemas`, `measured`): when ranks leave, to the picosecond, and what they then have.

use crate::support::*;
use ops::reduction::{Basic, BuiltinOp};
use ops::{
    Buffer, CollectiveCall, CommCall, CommId, Function, Operation, PersistentStart, Post, Reducer, RequestId,
    SplitKey, Vectors, WaitMode,
};
use windtunnel_mpi::Outcome;
use windtunnel_mpi::library::Library;

const US: u64 = 1_000_000;
/// Ranks, two on each of four hosts.
const RANKS: usize = 8;
/// Bytes of a block.
const BLOCK: u64 = 500;

fn by(operation: Operation, algorithm: &str) -> Library {
    let mut library = library();
    library.set_algorithm(operation.name(), algorithm).expect("valid");
    library
}

/// A call with blocks of [`BLOCK`] bytes; the blocks of vector operations have 1, 2, … 8 times as many, by rank.
fn call(operation: Operation, rank: usize, root: u32) -> CollectiveCall {
    let of_vectors = ["v", "w"].iter().any(|end| operation.name().ends_with(end));
    let scatters = operation == Operation::ReduceScatter;
    let mut blocks = Vectors::default();
    if of_vectors || scatters {
        let bytes: Vec<u64> = (1..=RANKS as u64).map(|times| times * BLOCK).collect();
        let offsets: Vec<u64> = (0..RANKS as u64).map(|block| block * 4 * BLOCK).collect();
        // Rank `r` sends `r + 1` blocks of its own length to everybody.
        let sent =
            if operation == Operation::Scatterv { bytes.clone() } else { vec![(rank as u64 + 1) * BLOCK; RANKS] };
        (blocks.send_bytes, blocks.send_offsets) = (sent.into(), offsets.clone().into());
        (blocks.recv_bytes, blocks.recv_offsets) = (bytes.into(), offsets.into());
    }
    let count = if scatters { 36 * BLOCK } else { BLOCK };
    CollectiveCall {
        operation,
        root,
        send: Buffer::of_bytes((rank as u64 + 1) * BLOCK),
        recv: Buffer::of_bytes((rank as u64 + 1) * BLOCK),
        count: if of_vectors || operation == Operation::Barrier { 0 } else { count },
        element_bytes: 1,
        in_place: false,
        reducer: Some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::U8 }),
        vectors: (of_vectors || scatters).then(|| Box::new(blocks)),
        signature: 0,
        signature_sent: 0,
    }
}

fn post(request: u32, comm: u32, call: CollectiveCall, blocking: bool, start: Option<PersistentStart>) -> Post {
    let (request, comm) = (RequestId(request), CommId(comm));
    Post::Collective { request, comm, call: Box::new(call), blocking, start }
}

/// A time in nanoseconds for 8 ranks and each size in bytes, for two sizes.
fn measured(operation: Operation, sizes: [u64; 2]) -> Library {
    let [first, last] = sizes;
    let name = operation.name();
    let text = format!(
        "collective = {{ {name} = 'measured' }}\n[measured.{name}]\nranks = [2, 8]\nsizes = ['{first} B', '{last} B']\n\
         times = [['1 ns', '1 ns'], ['{first} ns', '{last} ns']]\n"
    );
    Library::load(Some("ideal"), &text.parse().expect("a table"), &|_| None).expect("valid")
}

/// As [`time_with`], by an algorithm.
fn time(operation: Operation, root: u32, algorithm: &str) -> u64 {
    time_with(operation, root, by(operation, algorithm))
}

/// What ranks take that come one nanosecond after the other, after the last has come; all leave at once.
fn time_with(operation: Operation, root: u32, library: Library) -> u64 {
    let mut script = script(RANKS, 0);
    script.has_memory = false;
    for rank in 0..RANKS {
        let call = post(0, 0, call(operation, rank, root), true, None);
        script.rank(rank, [enter(Function::Allreduce, 1, rank as u64 * 1_000), call, wait(0)]);
    }
    let run = run_with(&mut script, library, PerHost(2), None);
    assert_eq!((run.ending, run.totals.messages), (Outcome::Finished(0), 0), "{}", operation.name());
    let ends: Vec<u64> = (0..RANKS).map(|rank| script.last_time(rank)).collect();
    assert!(ends.iter().all(|end| *end == ends[0]), "{}: {ends:?}", operation.name());
    ends[0] - 7_000
}

/// Messages of so many bytes on [`Wire`].
fn messages(number: u64, bytes: u64) -> u64 {
    number * (LATENCY + bytes * PS_PER_BYTE)
}

#[test]
fn phases_follow_dimemas_formulas() {
    // Two ranks on each host make a message of every model but `none`; four hosts 1, 3 and 2.
    for (model, between) in [("none", 0), ("constant", 1), ("linear", 3), ("log", 2)] {
        let within = u64::from(model != "none");
        let fan_in = format!("dimemas:fan_in={model},fan_out=none");
        assert_eq!(time(Operation::Allreduce, 0, &fan_in), messages(within + between, BLOCK), "{model}");
        let both = format!("dimemas:fan_in={model},fan_in_size=2max,fan_out=linear,fan_out_size=sum");
        assert_eq!(time(Operation::Bcast, 3, &both), messages(within + between + 4, 2 * BLOCK), "{model}");
    }
    // Two buses: of four hosts two messages at once, then one. One bus: two, then one.
    let log = |buses: u32| format!("dimemas:fan_in=log,fan_out=none,buses={buses}");
    assert_eq!([1, 2].map(|buses| time(Operation::Barrier, 0, &log(buses))), [messages(4, 0), messages(3, 0)]);
}

#[test]
fn sizes_are_what_the_root_sends_and_gets() {
    let (all, vectors) = (8 * BLOCK, 36 * BLOCK);
    let rows: [(Operation, u32, u64, u64); 17] = [
        (Operation::Barrier, 0, 0, 0),
        (Operation::Bcast, 2, BLOCK, BLOCK),
        (Operation::Gather, 2, BLOCK, all),
        (Operation::Gatherv, 2, 3 * BLOCK, vectors),
        (Operation::Scatter, 2, all, BLOCK),
        (Operation::Scatterv, 2, vectors, 3 * BLOCK),
        (Operation::Allgather, 0, BLOCK, all),
        (Operation::Allgatherv, 0, BLOCK, vectors),
        (Operation::Alltoall, 0, all, all),
        (Operation::Alltoallv, 0, all, vectors),
        (Operation::Alltoallw, 0, all, vectors),
        (Operation::Reduce, 2, BLOCK, BLOCK),
        (Operation::Allreduce, 0, BLOCK, BLOCK),
        (Operation::ReduceScatter, 0, vectors, BLOCK),
        (Operation::ReduceScatterBlock, 0, all, BLOCK),
        (Operation::Scan, 0, BLOCK, BLOCK),
        (Operation::Exscan, 0, BLOCK, BLOCK),
    ];
    for (operation, root, sent, got) in rows {
        // A constant phase within hosts and one between them.
        let phases = [("fan_in=constant,fan_out=none", sent), ("fan_in=none,fan_out=constant", got)];
        for (models, bytes) in phases {
            let found = time(operation, root, &format!("dimemas:{models}"));
            assert_eq!(found, messages(2, bytes), "{} {models}", operation.name());
        }
    }
}

/// By the table's size, a nanosecond a byte: the message, or the mean block.
#[test]
fn measured_times_are_those_of_the_size() {
    for &operation in Operation::ALL.iter().filter(|operation| !operation.among_neighbours()) {
        let name = operation.name();
        let bytes = match operation {
            Operation::Barrier => 0,
            Operation::Alltoallv | Operation::Alltoallw | Operation::ReduceScatter => 36 * BLOCK / 8,
            _ if name.ends_with('v') => 36 * BLOCK / 8,
            _ => BLOCK,
        };
        assert_eq!(time_with(operation, 0, measured(operation, [0, 10_000])), bytes * 1_000, "{name}");
    }
}

#[test]
fn a_table_is_for_its_numbers_of_ranks() {
    let mut script = script(RANKS + 1, 0);
    script.has_memory = false;
    for rank in 0..=RANKS {
        let call = post(0, 0, call(Operation::Bcast, rank, 0), true, None);
        script.rank(rank, [enter(Function::Bcast, 1, 0), call, wait(0)]);
    }
    let ran = run(&mut script, measured(Operation::Bcast, [0, 10]));
    let Outcome::Failed(diagnosis) = ran.ending else { panic!("no time for nine ranks") };
    let expected = "bcast has no measured time for 9 ranks: the table has 2 to 8 ranks";
    assert!(diagnosis.to_string().contains(expected), "{diagnosis}");
}

#[test]
fn an_operation_without_a_table_has_no_measured_time() {
    let error = library().set_algorithm("scan", "measured").expect_err("no table").to_string();
    let expected = "scan by `measured` is not possible: there is no table of measured times of scan; expected a table \
                    [measured.scan] in the library file, or [mpi.measured.scan] in the platform";
    assert_eq!(error, expected);
    let rule = "collective = { bcast = 'measured' }".parse().expect("a table");
    let error = Library::load(Some("ideal"), &rule, &|_| None).expect_err("no table").to_string();
    assert!(error.starts_with("bcast by `measured` is not possible: there is no table"), "{error}");
}

/// A sum on the ranks of a colour: even ranks come late, odd ones later.
#[test]
fn each_communicator_has_its_own_last_rank() {
    let mut script = script(RANKS, 8);
    for rank in 0..RANKS {
        script.memory.bytes[rank][0] = 1 << rank;
        let color = rank as u32 % 2;
        let split = CommCall::Split(SplitKey { color: Some(color), key: 0 });
        let split = Post::CreateComm { request: RequestId(0), comm: CommId::WORLD, call: Box::new(split) };
        let sum = CollectiveCall {
            send: buffer(0, 1),
            recv: buffer(1, 1),
            count: 1,
            ..call(Operation::Allreduce, rank, 0)
        };
        let late = compute((u64::from(color) * 100 + rank as u64) * US);
        script.rank(rank, [enter(Function::Allreduce, 1, 0), split, wait(0), late]);
        script.rank(rank, [post(1, 1 + color, sum, true, None), wait(1)]);
    }
    // Four ranks on four hosts: two stages.
    let algorithm = "dimemas:fan_in=log,fan_out=none";
    assert_eq!(
        run_with(&mut script, by(Operation::Allreduce, algorithm), PerHost(2), None).ending,
        Outcome::Finished(0)
    );
    for rank in 0..RANKS {
        let (last, sum) = if rank % 2 == 0 { (6, 0b0101_0101) } else { (107, 0b1010_1010) };
        assert_eq!(
            (script.last_time(rank), script.memory.bytes[rank][1]),
            (last * US + messages(2, 1), sum),
            "{rank}"
        );
    }
}

/// Two broadcasts are under way at once while the ranks compute; then the same again, by persistent requests.
#[test]
fn operations_end_while_ranks_compute() {
    for persistent in [false, true] {
        let mut script = script(4, 16);
        script.memory.bytes[3][..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
        for rank in 0..4 {
            for round in 0..2u32 {
                let bcast = |number: u32| {
                    let at = u64::from(4 * round + 2 * number);
                    let call = CollectiveCall { recv: buffer(at, 2), count: 2, ..call(Operation::Bcast, rank, 3) };
                    let start = persistent.then_some(PersistentStart { operation: number, round });
                    post(number, 0, CollectiveCall { reducer: None, ..call }, false, start)
                };
                let work = compute(if rank == 1 { 5 * US } else { US });
                script.rank(rank, [work, bcast(0), bcast(1), compute(US), wait_many(&[0, 1], WaitMode::All)]);
            }
        }
        // The last comes after 5 us; a message of 2 bytes and its latency; 5 us more until it comes again.
        let ran = run(&mut script, by(Operation::Bcast, "dimemas:fan_in=none,fan_out=constant"));
        assert_eq!(ran.ending, Outcome::Finished(0));
        let each = 5 * US + messages(1, 2);
        for rank in 0..4 {
            assert_eq!(script.last_time(rank), 2 * each, "{rank}");
            assert_eq!(script.memory.bytes[rank][..8], [1, 2, 3, 4, 5, 6, 7, 8], "{rank}");
        }
    }
}
