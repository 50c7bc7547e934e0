use super::super::testing;
use super::*;
use ops::Post;

fn posts(ranks: u32, rank: u32, settings: &[&str]) -> Vec<Post> {
    testing::posts(&MOTIF, ranks, rank, settings)
}

fn call(ranks: u32, rank: u32, settings: &[&str]) -> CollectiveCall {
    let calls = posts(ranks, rank, settings).into_iter().filter_map(|post| match post {
        Post::Collective { call, .. } => Some(*call),
        _ => None,
    });
    calls.last().unwrap()
}

#[test]
fn names_are_those_of_operations_and_functions() {
    for (name, function) in NAMES.iter().zip(&Collective::CALLS[1..]) {
        let function = function.to_string().to_lowercase();
        assert_eq!(function, format!("mpi_{name}"));
    }
}

#[test]
fn blocks_are_one_per_rank_and_at_the_root_alone_where_there_is_one() {
    let size = |buffer: Buffer| buffer.bytes;
    for (operation, at_root, elsewhere) in [
        ("bcast", (0, 24), (0, 24)),
        ("gather", (24, 120), (24, 0)),
        ("scatter", (120, 24), (0, 24)),
        ("allgather", (24, 120), (24, 120)),
        ("alltoall", (120, 120), (120, 120)),
        ("reduce", (24, 24), (24, 0)),
        ("allreduce", (24, 24), (24, 24)),
        ("reduce_scatter", (120, 24), (120, 24)),
        ("reduce_scatter_block", (120, 24), (120, 24)),
        ("scan", (24, 24), (24, 24)),
        ("allgatherv", (24, 120), (24, 120)),
        ("alltoallv", (120, 120), (120, 120)),
    ] {
        let operation = format!("operation={operation}");
        for (rank, expected) in [(3, at_root), (0, elsewhere)] {
            let call = call(5, rank, &[&operation, "bytes=24 B", "root=3"]);
            assert_eq!((size(call.send), size(call.recv)), expected, "{operation}, rank {rank}");
            let total = match call.operation {
                Operation::ReduceScatter => 120,
                Operation::Allgatherv | Operation::Alltoallv => 0,
                _ => 24,
            };
            assert_eq!(call.count * call.element_bytes, total, "{operation}");
        }
    }
}

#[test]
fn blocks_that_a_call_is_told_are_equal_and_lie_one_after_the_other() {
    let vectors = |settings: &[&str]| *call(3, 1, settings).vectors.unwrap();
    let (bytes, offsets): (Box<[u64]>, Box<[u64]>) = ([24; 3].into(), [0, 24, 48].into());
    let received = Vectors { recv_bytes: bytes.clone(), recv_offsets: offsets.clone(), ..Vectors::default() };
    assert_eq!(vectors(&["operation=allgatherv", "bytes=24 B"]), received);
    assert_eq!(vectors(&["operation=alltoallv", "bytes=24 B", "in_place=yes"]), received);
    let all = Vectors { send_bytes: bytes, send_offsets: offsets, ..received };
    assert_eq!(vectors(&["operation=alltoallv", "bytes=24 B"]), all);
}

#[test]
fn in_place_is_the_roots_where_there_is_one() {
    let settings = ["operation=gather", "root=1", "in_place=yes"];
    let root = call(4, 1, &settings);
    assert!(root.in_place && root.send == Buffer::EMPTY && root.recv.bytes == 4096);
    assert!(!call(4, 0, &settings).in_place);
    let block = call(4, 0, &["operation=reduce_scatter_block", "in_place=yes"]);
    assert!(block.in_place && block.send == Buffer::EMPTY && block.recv.bytes == 4096);
}

#[test]
fn ranks_arrive_within_the_skew_each_time_anew() {
    let blocks = |rank| -> Vec<u64> {
        let settings = ["iterations=4", "skew=10 us", "barrier=yes"];
        let enters = posts(64, rank, &settings).into_iter().filter_map(|post| match post {
            Post::Enter { function: Function::Allreduce, block: Work::Time(late), .. } => Some(late.ps()),
            _ => None,
        });
        enters.collect()
    };
    let all: Vec<u64> = (0..64).flat_map(blocks).collect();
    assert!(all.iter().all(|late| *late < 10_000_000 && late.is_multiple_of(1000)));
    let different: std::collections::BTreeSet<u64> = all.iter().copied().collect();
    assert!(different.len() > 200, "{}", different.len());
    let mean = all.iter().sum::<u64>() / all.len() as u64;
    assert!((4_000_000..6_000_000).contains(&mean), "{mean}");
}

#[test]
fn what_no_program_could_call_is_refused() {
    let refused = |settings: &[&str]| testing::driver(&MOTIF, 4, settings).err().unwrap().to_string();
    assert_eq!(
        refused(&["bytes=12 B"]),
        "the parameter `bytes=12 B` of the motif is not valid; expected a size, for example `1 KiB`; of a reduction a multiple of 8 bytes"
    );
    assert_eq!(
        refused(&["operation=bcast", "root=4"]),
        "the parameter `root=4` of the motif is not valid; expected a rank, from 0 to the number of ranks less 1"
    );
    assert_eq!(
        refused(&["operation=bcast", "in_place=yes"]),
        "the parameter `in_place=yes` of the motif is not valid; expected `yes` or `no`; `no` of barrier and bcast"
    );
    assert_eq!(
        refused(&["bytes=257 TiB"]),
        "the parameter `bytes=257 TiB` of the motif is not valid; expected at most 256 TiB"
    );
    assert!(
        refused(&["operation=alltoal"])
            .starts_with("the parameter `operation=alltoal` of the motif is not valid; expected ")
    );
}
