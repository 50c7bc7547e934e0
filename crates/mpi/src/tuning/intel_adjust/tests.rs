use crate::library::Library;
use crate::tuning::tests::{File, asked, described, library};
use crate::tuning::{Decisions, ForRanks, FromSize};
use ops::Operation;
use proptest::prelude::*;

fn written(own: &Library, decisions: &[Decisions]) -> String {
    let tuning = own.tuning.as_ref().unwrap();
    tuning.write(&tuning.format().written[0], &own.selector, "made for\na test", decisions)
}

fn chosen(library: &Library, operation: Operation, ranks: u32, bytes: u64) -> String {
    described(&asked(library, operation, ranks, bytes, true, true))
}

const VARIABLES: &str = "# of a shell
export I_MPI_ADJUST_BCAST=\"3:0-99,1000@4-8;0:100-200;1\"

I_MPI_ADJUST_ALLREDUCE='2:8192-2147483647@16-2147483647;8:0'
I_MPI_ADJUST_REDUCE_SCATTER=2:64
I_MPI_ADJUST_BARRIER=2:0@8
I_MPI_ADJUST_ALLTOALL=3;1:0-2147483647
";

#[test]
fn the_first_preset_that_holds_decides() {
    let file = File::new("adjust.sh", VARIABLES);
    let (tuned, own) = (file.load("intel-2021").unwrap(), library("intel-2021"));
    let bcast = |ranks, bytes| chosen(&tuned, Operation::Bcast, ranks, bytes);
    assert_eq!(bcast(2, 99), "scatter_ring_allgather[0]", "ranks belong to the condition before them");
    assert_eq!(bcast(6, 1000), "scatter_ring_allgather[0]");
    assert_eq!(bcast(9, 1000), "binomial[0]");
    assert_eq!(bcast(6, 1001), "binomial[0]");
    for bytes in [100, 200] {
        assert_eq!(bcast(6, bytes), chosen(&own, Operation::Bcast, 6, bytes), "0 is the library's choice");
    }
    let allreduce = |library: &Library, ranks, bytes| chosen(library, Operation::Allreduce, ranks, bytes);
    assert_eq!(allreduce(&tuned, 16, 1 << 40), "reduce_scatter_allgather[]", "the largest number is not a limit");
    for (ranks, bytes) in [(15, 1 << 20), (16, 8191)] {
        assert_eq!(allreduce(&tuned, ranks, bytes), allreduce(&own, ranks, bytes), "no preset holds");
    }
    assert_eq!(chosen(&tuned, Operation::ReduceScatter, 8, 64), "pairwise[]", "bytes of all blocks");
    assert_eq!(chosen(&tuned, Operation::Barrier, 8, 0), "recursive_doubling[]");
    assert_eq!(
        chosen(&tuned, Operation::Alltoall, 8, 1),
        "pairwise[1]",
        "a preset without conditions is for all calls"
    );
    assert_eq!(chosen(&tuned, Operation::Gather, 8, 1), chosen(&own, Operation::Gather, 8, 1));
}

/// SimGrid 3.32, `intel_alltoall_table` and `intel_allreduce_table`: one rank on each host, up to 32 and 16 ranks.
#[test]
fn the_librarys_own_choice_is_the_table_that_stands_in() {
    let own = library("intel-2021");
    let bounds = [
        (61, "brucks[]"),
        (164, "scattered[0]"),
        (696, "brucks[]"),
        (143_254, "scattered[0]"),
        (387_024, "pairwise[1]"),
    ];
    for ranks in [17, 32] {
        for (at, (bound, name)) in bounds.iter().enumerate() {
            assert_eq!(chosen(&own, Operation::Alltoall, ranks, bound - 1), *name);
            let next = bounds.get(at + 1).map_or("scattered[0]", |(_, next)| next);
            assert_eq!(chosen(&own, Operation::Alltoall, ranks, *bound), next);
        }
    }
    for (bytes, name) in [
        (933, "recursive_doubling[]"),
        (15_505, "reduce_scatter_allgather[]"),
        (52_730, "ring[0]"),
        (563_680, "reduce_bcast[]"),
    ] {
        assert_eq!(chosen(&own, Operation::Allreduce, 16, bytes), name);
    }
}

#[test]
fn what_is_no_list_of_presets_is_told_with_its_line() {
    let own = library("intel-2021");
    for (text, message) in [
        (
            "\nI_MPI_FABRICS=shm",
            "a.sh:2: `I_MPI_FABRICS=shm`; expected `I_MPI_ADJUST_OPERATION=NUMBER:CONDITIONS` of a blocking operation",
        ),
        (
            "I_MPI_ADJUST_IBCAST=1",
            "a.sh:1: `I_MPI_ADJUST_IBCAST=1`; expected `I_MPI_ADJUST_OPERATION=NUMBER:CONDITIONS` of a blocking operation",
        ),
        (
            "I_MPI_ADJUST_SCAN=1",
            "a.sh:1: `I_MPI_ADJUST_SCAN`; expected an operation whose algorithms are documented and modelled",
        ),
        ("I_MPI_ADJUST_BCAST=one", "a.sh:1: `one`; expected a number of an algorithm"),
        (
            "I_MPI_ADJUST_BCAST=1:8-7",
            "a.sh:1: `8-7`; expected `BYTES`, `BYTES-BYTES`, and `@RANKS` or `@RANKS-RANKS`",
        ),
        ("I_MPI_ADJUST_BCAST=1:0@", "a.sh:1: `0@`; expected `BYTES`, `BYTES-BYTES`, and `@RANKS` or `@RANKS-RANKS`"),
        ("I_MPI_ADJUST_BARRIER=1:8-9", "a.sh:1: `8-9`; expected sizes from 0 on: barrier has none"),
        ("I_MPI_ADJUST_BCAST=1\nI_MPI_ADJUST_BCAST=2", "a.sh:2: a second I_MPI_ADJUST_BCAST; expected one"),
        ("I_MPI_ADJUST_BCAST=7", "a.sh:1: algorithm 7 of bcast is not modelled; expected one of 1, 2, 3, 4, 8"),
    ] {
        let error = own.tuning.as_ref().unwrap().read_file("a.sh", text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn a_file_has_ranges_and_zero_for_the_librarys_choice() {
    let own = library("intel-2021");
    let pick = own.tuning.as_ref().unwrap().trials(Operation::Bcast, 8).first().cloned();
    let sizes = |pick| vec![FromSize { from: 0, pick: None }, FromSize { from: 100, pick }];
    let group = |from, pick| ForRanks { from, sizes: sizes(pick) };
    let bcast = Decisions { operation: Operation::Bcast, ranks: vec![group(4, pick.clone()), group(16, None)] };
    let barrier = Decisions { operation: Operation::Barrier, ranks: vec![ForRanks { from: 2, sizes: sizes(pick) }] };
    assert_eq!(
        written(&own, &[bcast, barrier]),
        "# made for\n# a test\n\
         export I_MPI_ADJUST_BCAST=\"0:0-99@0-15;1:100-2147483647@0-15;0:0-99@16-2147483647;0:100-2147483647@16-2147483647\"\n\
         export I_MPI_ADJUST_BARRIER=\"0:0-2147483647@0-2147483647\"\n"
    );
}

proptest! {
    /// What is written chooses, when it is read, what the decisions choose.
    #[test]
    fn files_choose_as_what_was_written(
        numbers in proptest::collection::vec(1_u32..40, 1..4),
        sizes in proptest::collection::vec((1_u64..100_000, 0_usize..40), 1..5),
    ) {
        let own = library("intel-2021");
        let tuning = own.tuning.as_ref().unwrap();
        let decisions: Vec<Decisions> = tuning.operations().map(|operation| {
            let trials = tuning.trials(operation, u64::MAX);
            let of = |at: usize, from: u32| {
                let mut next = 0;
                let entries = sizes.iter().map(|(gap, choice)| {
                    let from = next;
                    next += gap;
                    FromSize { from, pick: trials.get((choice + at) % (trials.len() + 1)).cloned() }
                });
                ForRanks { from, sizes: entries.collect() }
            };
            let ranks = numbers.iter().scan(0, |sum, gap| Some(std::mem::replace(sum, *sum + gap)));
            Decisions { operation, ranks: ranks.enumerate().map(|(at, from)| of(at, from)).collect() }
        }).collect();
        let text = written(&own, &decisions);
        let read = File::new("round.sh", &text).load("intel-2021").unwrap();
        let mut wanted = own.clone();
        wanted.tune(&decisions);
        for operation in tuning.operations().filter(|of| !matches!(of, Operation::Gatherv | Operation::Scatterv | Operation::Alltoallv)) {
            for ranks in [2, 3, 7, 8, 40, 100] {
                for bytes in [0, 1, 5000, 80_000, 10_000_000] {
                    prop_assert_eq!(chosen(&read, operation, ranks, bytes), chosen(&wanted, operation, ranks, bytes));
                }
            }
        }
    }

    /// Whatever a file holds, reading it ends with decisions or a message.
    #[test]
    fn nothing_in_a_file_is_a_defect(words in proptest::collection::vec(proptest::sample::select(vec![
        "export ", "I_MPI_ADJUST_BCAST", "I_MPI_ADJUST_GATHERV", "=", "\"", ":", "-", "@", ",", ";", "0", "7", "18446744073709551615", "\n", "é",
    ]), 0..30)) {
        let _ = library("intel-2021").tuning.as_ref().unwrap().read_file("a.sh", &words.concat());
    }
}
