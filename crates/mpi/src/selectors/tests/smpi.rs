//! Checks that the decision lists of SMPI's own selectors select the algorithms that SMPI's source code selects.

use super::*;

/// What a library chooses for a call with elements of 8 bytes, as `--collective` writes it.
fn choice(
    operation: Operation,
    blocking: bool,
    count: u64,
    size: u32,
    change: impl FnOnce(&mut CollectiveCall),
) -> String {
    let mut call = call(operation, count, 8);
    change(&mut call);
    let selector = library("simgrid-smpi").selector;
    selector.select(operation, blocking, Level::All, &context(&call, size, 1)).unwrap().to_string()
}

/// What `smpi_default_selector.cpp` and `smpi_nbc_impl.cpp` do: blocking and not.
#[test]
fn the_default_collectives_of_smpi() {
    let cases = [
        (Operation::Barrier, "linear", "linear"),
        (Operation::Bcast, "binomial:concurrent=0", "linear"),
        (Operation::Gather, "linear:concurrent=1", "linear:concurrent=1"),
        (Operation::Scatter, "linear:concurrent=1", "linear:concurrent=1"),
        (Operation::Allgather, "spreading_simple:rotate=0", "spreading_simple:rotate=0"),
        (Operation::Reduce, "direct", "direct"),
        (Operation::Allreduce, "reduce_bcast", "direct"),
        (Operation::ReduceScatterBlock, "linear", "direct"),
        (Operation::Scan, "direct", "direct"),
        (Operation::Exscan, "direct", "direct"),
    ];
    for (operation, blocking, nonblocking) in cases {
        for (count, size) in [(1, 2), (1, 5), (1 << 20, 64)] {
            let chosen = |blocking| choice(operation, blocking, count, size, |_| {});
            assert_eq!((chosen(true).as_str(), chosen(false).as_str()), (blocking, nonblocking), "{operation:?}");
        }
    }
}

#[test]
fn operands_that_do_not_commute_are_reduced_one_after_the_other() {
    let odd = |call: &mut CollectiveCall| call.reducer = Some(Reducer::User { op: 0, commutative: false });
    assert_eq!(choice(Operation::Reduce, true, 8, 5, odd), "linear");
    assert_eq!(choice(Operation::Allreduce, true, 8, 5, odd), "reduce_bcast");
    assert_eq!(choice(Operation::Allreduce, false, 8, 5, odd), "reduce_bcast");
    assert_eq!(choice(Operation::Scan, true, 8, 5, odd), "linear");
}

/// Unequal blocks are MPICH's case, with its bound of 524,288 elements.
#[test]
fn blocks_of_a_reduce_scatter_decide() {
    let blocks = |lengths: [u64; 3]| {
        let count = lengths.iter().sum();
        choice(Operation::ReduceScatter, true, count, 3, |call| {
            let recv_bytes = lengths.map(|length| 8 * length).into();
            let none = Box::default;
            call.vectors = Some(Box::new(Vectors {
                send_bytes: none(),
                send_offsets: none(),
                recv_offsets: none(),
                recv_bytes,
                neighbours: None,
            }));
        })
    };
    assert_eq!(blocks([1 << 20, 1 << 20, 1 << 20]), "linear");
    assert_eq!(blocks([1, 2, 524_285]), "recursive_doubling");
    assert_eq!(blocks([1, 2, 524_286]), "pairwise");
}

/// SMPI's alltoall is Open MPI's, on both sides of its boundaries; `pair` is by XOR.
#[test]
fn an_alltoall_is_that_of_open_mpi() {
    let selectors = ["simgrid-smpi", "openmpi-5.0"].map(|name| library(name).selector);
    let both = |count, size| {
        let call = call(Operation::Alltoall, count, 1);
        let names = selectors.each_ref().map(|selector| {
            let choice = selector.select(Operation::Alltoall, true, Level::All, &context(&call, size, 1)).unwrap();
            choice.to_string().replace("pairwise:xor=0", "pairwise:xor=1")
        });
        assert_eq!(names[0], names[1], "{count} on {size}");
        names[0].clone()
    };
    let sizes =
        (0..22).map(|bit| 1u64 << bit).flat_map(|bytes| [bytes - 1, bytes, bytes + 1]).filter(|&bytes| bytes > 0);
    let mut seen = std::collections::BTreeSet::new();
    for size in [2, 3, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 511, 512, 1023, 1024, 2048, 4096] {
        seen.extend(sizes.clone().map(|count| both(count, size)));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["brucks", "pairwise:xor=1", "scattered:throttle=0"]);
}
