use crate::library::Library;
use crate::tuning::tests::{File, asked, described, library};
use crate::tuning::{Decisions, ForRanks, FromSize, Pick};
use ops::Operation;
use proptest::prelude::*;

/// Operations whose lists look at the length that [`asked`] gives.
const OPERATIONS: &[Operation] = &[
    Operation::Barrier,
    Operation::Bcast,
    Operation::Gather,
    Operation::Scatter,
    Operation::Allgather,
    Operation::Alltoall,
    Operation::Reduce,
    Operation::Allreduce,
    Operation::ReduceScatterBlock,
    Operation::Scan,
    Operation::Exscan,
];

fn written(library: &Library, decisions: &[Decisions]) -> String {
    let tuning = library.tuning.as_ref().unwrap();
    tuning.write(&tuning.format().written[0], &library.selector, "", decisions)
}

/// The first call for which two libraries choose differently.
fn first_difference(one: &Library, other: &Library) -> Option<String> {
    for &operation in OPERATIONS {
        for ranks in [2, 3, 4, 7, 8, 9, 15, 16, 17, 33, 64, 65, 200] {
            for bytes in
                [0, 1, 8, 9, 200, 256, 257, 2048, 2049, 12_287, 12_288, 12_289, 32_768, 32_769, 524_288, 1 << 21]
            {
                for commutative in [true, false] {
                    let of = |library| described(&asked(library, operation, ranks, bytes, commutative, true));
                    if of(one) != of(other) {
                        let what = format!("{}, {ranks} ranks, {bytes} B, {commutative}", operation.name());
                        return Some(format!("{what}: {} {}", of(one), of(other)));
                    }
                }
            }
        }
    }
    None
}

/// A library with a tree.
fn with(library: &str, name: &str, tree: &str) -> Library {
    File::new(name, tree).load(library).unwrap()
}

#[test]
fn a_tree_of_the_librarys_own_decisions_decides_as_the_library() {
    for name in ["mpich-3.4", "mpich-4.3", "mpich-5.0"] {
        let own = library(name);
        let read = with(name, &format!("{name}-own.json"), &written(&own, &[]));
        assert_eq!(first_difference(&own, &read), None);
    }
}

#[test]
fn every_operation_has_a_tree() {
    let text = written(&library("mpich-5.0"), &[]);
    for operation in Operation::ALL {
        for kind in ["", "i"] {
            assert!(text.contains(&format!("\"collective={kind}{}\": {{", operation.name())), "{operation:?}");
        }
    }
    assert!(text.contains("\"algorithm=MPIR_Barrier_intra_k_dissemination\": {\n        \"k=2\": {}\n"), "{text}");
    assert!(!text.contains("comm_size<8"), "MPICH would take in 8");
}

#[test]
fn conditions_hold_as_in_mpich() {
    let tree = r#"{
        "collective=alltoall": {"comm_type=intra": {
            "comm_size < 4": {"algorithm=MPIR_Alltoall_intra_brucks": {}},
            "avg_msg_size<=100": {
                "comm_size<8": {"algorithm=MPIR_Alltoall_intra_pairwise": {}},
                "comm_size=pow2": {"algorithm=MPIR_Alltoall_intra_brucks": {}},
                "comm_size=any": {"algorithm=MPIR_Alltoall_intra_scattered": {}}
            },
            "any": {"algorithm=MPIR_Alltoall_intra_scattered": {}}
        }, "comm_type=inter": {"algorithm=MPIR_Alltoall_inter_pairwise_exchange": {}}},
        "collective=barrier": {"is_multi_threaded=yes": {"algorithm=MPIR_Barrier_allcomm_nb": {}},
            "is_multi_threaded=no": {"algorithm=MPIR_Barrier_intra_k_dissemination": {"k=5": {}}}},
        "collective=allreduce": {"is_commutative=no": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}},
            "is_commutative=yes": {"count<pow2": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}},
                "count=any": {"algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather": {}}}},
        "collective=ibcast": {"algorithm=MPIR_Ibcast_intra_tsp_tree": {}}
    }"#;
    let tuned = with("mpich-5.0", "conditions.json", tree);
    let of = |operation, ranks, bytes| described(&asked(&tuned, operation, ranks, bytes, true, true));
    assert_eq!(of(Operation::Alltoall, 3, 50), "brucks[]");
    assert_eq!(of(Operation::Alltoall, 4, 50), "pairwise[1]", "decided with the communicator");
    assert_eq!(
        of(Operation::Alltoall, 8, 50),
        "pairwise[1]",
        "below a condition on the call, < takes in equal numbers"
    );
    assert_eq!(of(Operation::Alltoall, 16, 100), "brucks[]");
    assert_eq!(of(Operation::Alltoall, 9, 100), "scattered[32]");
    assert_eq!(of(Operation::Alltoall, 4, 101), "scattered[32]");
    assert_eq!(of(Operation::Barrier, 9, 0), "dissemination[5]");
    assert_eq!(of(Operation::Allreduce, 9, 7), "recursive_doubling[]");
    assert_eq!(of(Operation::Allreduce, 9, 8), "reduce_scatter_allgather[]");
    let own = library("mpich-5.0");
    let bcast = |library: &Library| described(&asked(library, Operation::Bcast, 9, 8, true, true));
    assert_eq!(bcast(&tuned), bcast(&own));
}

#[test]
fn what_is_no_tree_is_told_with_its_place() {
    let own = library("mpich-5.0");
    for (text, message) in [
        (
            "[1]",
            "t.json:1: invalid type: sequence, expected an object at line 1 column 0; expected objects of JSON, nested",
        ),
        ("{\"bcast\": {}}", "t.json: bcast: `bcast`; expected `collective=OPERATION`"),
        (
            "{\"collective=bcats\": {}}",
            "t.json: collective=bcats: `collective=bcats`; expected a collective operation",
        ),
        (
            "{\"collective=bcast\": {\"comm_size<=8\": {\"algorithm=MPIR_Bcast_intra_binomial\": {}}}}",
            "t.json: collective=bcast: `no decision for the rest`; expected a last condition `any`, for example `comm_size=any`",
        ),
        (
            "{\"collective=bcast\": {\"comm_avg_ppn<=8\": {}}}",
            "t.json: collective=bcast: `comm_avg_ppn<=8`; expected a condition that is modelled, for example `comm_size<=8` or \
             `avg_msg_size<2048`",
        ),
        (
            "{\"collective=alltoallv\": {\"total_msg_size<=8\": {}}}",
            "t.json: collective=alltoallv: `total_msg_size<=8`; expected a condition that all ranks know of this operation",
        ),
        (
            "{\"collective=exscan\": {\"any\": {\"algorithm=MPIR_Exscan_allcomm_nb\": {}}}}",
            "t.json: collective=exscan, any: algorithm MPIR_Exscan_allcomm_nb of exscan is not modelled; expected one of \
             MPIR_Exscan_intra_recursive_doubling",
        ),
        (
            "{\"collective=barrier\": {\"algorithm=MPIR_Barrier_intra_k_dissemination\": {\"n=2\": {}}}}",
            "t.json: collective=barrier: `n=2`; expected `k=NUMBER`: others are not modelled",
        ),
    ] {
        let error = own.tuning.as_ref().unwrap().read_file("t.json", text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}

/// Ascending numbers from 0 on.
fn steps(gaps: &[u32]) -> Vec<u32> {
    gaps.iter().scan(0, |sum, gap| Some(std::mem::replace(sum, *sum + gap))).collect()
}

proptest! {
    /// A tree of decisions decides as they do.
    #[test]
    fn trees_read_as_they_were_written(
        ranks in proptest::collection::vec(1_u32..40, 1..3),
        sizes in proptest::collection::vec((1_u32..100_000, 0_usize..5), 1..4),
    ) {
        let own = library("mpich-5.0");
        let tuning = own.tuning.as_ref().unwrap();
        let gaps: Vec<u32> = sizes.iter().map(|(gap, _)| *gap).collect();
        let decisions: Vec<Decisions> = tuning.operations().filter(|of| OPERATIONS.contains(of)).map(|operation| {
            let trials = tuning.trials(operation, u64::MAX);
            let pick = |choice: usize| -> Option<Pick> { trials.get(choice % (trials.len() + 1)).cloned() };
            let sizes = |turn: usize| -> Vec<FromSize> {
                let from = steps(&gaps).into_iter().zip(&sizes);
                from.map(|(from, (_, choice))| FromSize { from: from.into(), pick: pick(choice + turn) }).collect()
            };
            let ranks = steps(&ranks).into_iter().enumerate().map(|(turn, from)| ForRanks { from, sizes: sizes(turn) });
            Decisions { operation, ranks: ranks.collect() }
        }).collect();
        let mut tuned = own.clone();
        tuned.tune(&decisions);
        let read = with("mpich-5.0", "trees.json", &written(&own, &decisions));
        prop_assert_eq!(first_difference(&tuned, &read), None);
    }

    /// Whatever a file holds, reading it ends with rules or a message.
    #[test]
    fn nothing_in_a_file_is_a_defect(words in proptest::collection::vec(0_usize..12, 0..30)) {
        let known = [
            "{", "}", ":", ",", "\"collective=bcast\"", "\"comm_size<8\"", "\"any\"", "\"k=2\"", "\"comm_type=intra\"",
            "\"algorithm=MPIR_Bcast_intra_binomial\"", "{}", "\"avg_msg_size<=-3\"",
        ];
        let text: String = words.iter().map(|at| known[*at]).collect();
        let _ = library("mpich-5.0").tuning.as_ref().unwrap().read_file("t.json", &text);
    }
}
