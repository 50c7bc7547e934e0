use super::format::Reader;
use super::*;
use crate::library::{Library, LibraryError};
use crate::schedule::{Context, Level, Locality};
use crate::selectors::Choice;
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, Operation, Reducer};
use proptest::prelude::*;
use std::path::PathBuf;

pub(super) fn library(name: &str) -> Library {
    Library::load(Some(name), &toml::Table::new(), &|_| None).unwrap()
}

/// A file of this text.
pub(super) struct File(pub(super) PathBuf);

impl File {
    pub(super) fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("windtunnel-tuning-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    pub(super) fn load(&self, library: &str) -> Result<Library, LibraryError> {
        Library::load(Some(&format!("{library}+{}", self.0.display())), &toml::Table::new(), &|_| None)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What a library chooses for a call on ranks of their own hosts.
fn chosen(library: &Library, operation: Operation, ranks: u32, bytes: u64) -> Choice {
    asked(library, operation, ranks, bytes, true, true)
}

pub(super) fn asked(
    library: &Library,
    operation: Operation,
    ranks: u32,
    bytes: u64,
    commutative: bool,
    blocking: bool,
) -> Choice {
    asked_on(library, operation, (ranks, 1), bytes, commutative, blocking)
}

/// The same on so many hosts of so many ranks.
pub(super) fn asked_on(
    library: &Library,
    operation: Operation,
    (hosts, on_host): (u32, u32),
    bytes: u64,
    commutative: bool,
    blocking: bool,
) -> Choice {
    let sum = Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::F64 };
    let call = CollectiveCall {
        operation,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count: bytes,
        element_bytes: 1,
        in_place: false,
        reducer: Some(if commutative { sum } else { Reducer::User { op: 0, commutative } }),
        vectors: None,
        signature: 0,
        signature_sent: 0,
    };
    let locality = Locality {
        hosts,
        ranks_per_host_max: on_host,
        consecutive: true,
        ranks_on_host: on_host,
        index_on_host: 0,
        host: 0,
        leader: 0,
        previous_leader: 0,
        balanced: true,
        root_host: 0,
        root_index_on_host: 0,
        root_peer: 0,
    };
    let (by_host, size) = (&[], hosts * on_host);
    let context = Context { rank: 0, size, remote: None, call: &call, locality, by_host, blocking, agreement: false };
    library.selector.select(operation, blocking, Level::All, &context).unwrap().clone()
}

pub(super) fn described(choice: &Choice) -> String {
    format!("{choice:?}")
}

/// The decisions of a rule file.
fn decisions(tuning: &Tuning, file: &str, text: &str) -> Result<Vec<Decisions>, TuningError> {
    match tuning.format().read {
        Reader::Decisions(read) => read(tuning, file, text),
        Reader::Rules(_) => unreachable!("rule files hold decisions"),
    }
}

const RULES: &str = "2 # operations
7 # bcast
2
4 # from 4 ranks on, and below
3
0 6 0 0
4096 3 0 8192 # pipeline in segments
65536 0 0 0 # fixed
16
1
0 2 0 1024
3 # alltoall, in bytes of all blocks
1
8
2
0 3 0 0
8192 2 0 0
";

#[test]
fn rules_come_before_the_librarys_own() {
    let file = File::new("rules.conf", RULES);
    let (tuned, own) = (file.load("openmpi-5.0").unwrap(), library("openmpi-5.0"));
    let bcast = |ranks, bytes| described(&chosen(&tuned, Operation::Bcast, ranks, bytes));
    assert_eq!(bcast(8, 4095), "segmented_binomial[0]");
    assert_eq!(bcast(2, 4096), "pipeline[8192]", "the first list also holds for fewer ranks");
    assert_eq!(bcast(15, 65535), "pipeline[8192]");
    assert_eq!(bcast(15, 65536), described(&chosen(&own, Operation::Bcast, 15, 65536)), "0 is the fixed decision");
    assert_eq!(bcast(16, 1 << 30), "chain[1024, 1]", "no fan-out is one chain");
    let alltoall = |ranks, bytes| described(&chosen(&tuned, Operation::Alltoall, ranks, bytes));
    assert_eq!(alltoall(8, 1023), "brucks[]");
    assert_eq!(alltoall(8, 1024), "pairwise[0]", "8 blocks of 1024 bytes are 8192");
    for operation in [Operation::Allreduce, Operation::Gather] {
        let of = |library: &Library| described(&chosen(library, operation, 8, 4096));
        assert_eq!(of(&tuned), of(&own), "there are no rules for it");
    }
    assert_eq!(described(&chosen(&tuned, Operation::Bcast, 1, 4096)), "trivial[]");
    let ibcast = |library: &Library| described(&asked(library, Operation::Bcast, 8, 4096, true, false));
    assert_eq!(ibcast(&tuned), ibcast(&own), "rules are for blocking calls");
    assert!(tuned.name().starts_with("openmpi-5.0+") && tuned.name().ends_with("rules.conf"));
    assert_eq!(tuned.tuned_by().collect::<Vec<_>>(), [RULES]);
}

#[test]
fn what_an_algorithm_cannot_do_is_done_as_open_mpi_does() {
    let file = File::new("fallbacks.conf", "2 2 1 2 1 0 4 0 0 0 1 2 2 0 3 0 0 4096 5 0 0");
    let tuned = file.load("openmpi-4.1").unwrap();
    let of = |operation, ranks, bytes| described(&chosen(&tuned, operation, ranks, bytes));
    assert_eq!(of(Operation::Allreduce, 8, 8), "ring[0]");
    assert_eq!(of(Operation::Allreduce, 8, 7), "recursive_doubling[]", "fewer elements than ranks");
    assert_eq!(of(Operation::Allgather, 8, 8), "recursive_doubling[]");
    assert_eq!(of(Operation::Allgather, 6, 8), "brucks[]", "no power of two");
    assert_eq!(of(Operation::Allgather, 6, 4096), "neighbour_exchange[]");
    assert_eq!(of(Operation::Allgather, 7, 4096), "ring[]", "an odd number of ranks");
    let swapped = asked(&tuned, Operation::Allreduce, 8, 64, false, true);
    assert_eq!(described(&swapped), "recursive_doubling[]", "a ring swaps operands");
}

#[test]
fn versions_1_and_2_differ_in_their_head_and_in_requests() {
    let own = library("openmpi-5.0");
    let tuning = own.tuning.as_ref().unwrap();
    let read = |text: &str| decisions(tuning, "r.conf", text);
    let plain = read("1 3 1 4 2 0 1 0 0 9 4 0 0").unwrap();
    assert_eq!(read("rule-file-version-2\n1 3 1 4 2\n0 1 0 0 0\n9 4 0 0\n").unwrap(), plain);
    assert_eq!(read("rule-file-version-1 1 3 1 4 2 0 1 0 0 9 4 0 0").unwrap(), plain);
    assert_eq!(read("0").unwrap(), []);
}

#[test]
fn what_is_no_rule_file_is_told_with_its_line() {
    let own = library("openmpi-5.0");
    let tuning = own.tuning.as_ref().unwrap();
    for (text, message) in [
        ("", "r.conf:1: the file ends; expected how many operations have rules"),
        ("1\n7\nmany", "r.conf:3: `many`; expected for how many numbers of ranks there are rules, a whole number"),
        ("1\n-7", "r.conf:2: `-7`; expected the number of an operation, a whole number"),
        ("1 7 1 2 1 0 6 0", "r.conf:1: the file ends; expected a segment size"),
        ("1 7 1 2 1 0 6 0 9999999999", "r.conf:1: 9999999999; expected a segment size, at most 2147483647"),
        ("1 7 2 4 1 0 6 0 0\n4 1 0 6 0 0", "r.conf:2: 4 ranks; expected more ranks than before"),
        ("1 7 1 4 1\n8 6 0 0", "r.conf:2: a first message size of 8; expected 0"),
        ("1 7 1 4 2 0 6 0 0\n0 6 0 0", "r.conf:2: a message size of 0; expected a larger one than before"),
        ("2 7 0 7 0", "r.conf:1: a second list for bcast; expected one"),
        ("1 7 0\n\n5", "r.conf:3: `5`; expected the end of the file, as all operations have their rules"),
        (
            "1 7 1 4 1 0 10 0 0",
            "r.conf:1: algorithm 10 of bcast is not modelled; expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9",
        ),
        (
            "1 2 1 4 1 0 5 0 64",
            "r.conf:1: allreduce by algorithm 5 is modelled only with the parameter segment = 0, not with 64",
        ),
        (
            "rule-file-version-2 1 3 1 4 1 0 4 0 0 8",
            "r.conf:1: alltoall by algorithm 4 is modelled only with the parameter requests = 0, not with 8",
        ),
        (
            "rule-file-version-3",
            "r.conf:1: `rule-file-version-3`; expected version 1 or 2: other rule files are not read",
        ),
    ] {
        let error = decisions(tuning, "r.conf", text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    let error = decisions(tuning, "r.conf", "1\n14").unwrap_err().to_string();
    assert!(
        error.starts_with("r.conf:2: operation 14; expected one that the library has rules for: 0 allgather, "),
        "{error}"
    );
}

#[test]
fn what_a_file_may_be_is_told_where_libraries_read_several_kinds() {
    let of = |text: &str, library: &str| {
        let error = File::new("kinds.conf", text).load(library).unwrap_err().to_string();
        error.split_once("kinds.conf:").unwrap().1.to_owned()
    };
    assert_eq!(
        of("hello", "openmpi-5.0"),
        "1: `hello`; expected how many operations have rules, a whole number (read as a rule file of tuned, which has numbers only; not as \
         a rule file of HAN, which names operations, levels or components, nor as MCA parameters, whose lines are `name = value`)"
    );
    assert!(of("1 bcats", "openmpi-5.0").ends_with(
        "(read as a rule file of HAN, which names operations, levels or components; not as a rule file of tuned, which has numbers \
         only, nor as MCA parameters, whose lines are `name = value`)"
    ));
    assert!(
        of("", "openmpi-4.1")
            .ends_with("which has numbers only; not as MCA parameters, whose lines are `name = value`)")
    );
    assert!(!of("I_MPI=1", "intel-2021").contains("read as"));
}

#[test]
fn libraries_without_tuning_files_and_missing_files_are_told() {
    let file = File::new("any.conf", "0");
    let path = file.0.display().to_string();
    let error = file.load("ideal").unwrap_err().to_string();
    assert!(error.starts_with(&format!("`ideal+{path}`: ideal takes no tuning file")), "{error}");
    assert!(
        error.ends_with(
            "or give the file to one of mpich-4.3, mpich-5.0, mpich-3.4, openmpi-4.1, openmpi-5.0, intel-2021"
        ),
        "{error}"
    );
    let missing = Library::load(Some("openmpi-5.0+none.conf"), &toml::Table::new(), &|_| None).unwrap_err();
    assert_eq!(missing.to_string(), "can't read the tuning file `none.conf`: No such file or directory (os error 2)");
    let nameless = Library::load(Some("openmpi-5.0+"), &toml::Table::new(), &|_| None).unwrap_err();
    assert_eq!(nameless.to_string(), "can't read the tuning file ``: it has no name; expected `LIBRARY+FILE`");
}

#[test]
fn names_in_a_library_file_are_checked() {
    let text = |tuning: &str| {
        let own = crate::library::SHIPPED.iter().find(|shipped| shipped.name == "ideal").unwrap().text;
        Library::parse("x.toml", &format!("{own}\n[tuning]\n{tuning}")).unwrap_err().to_string()
    };
    let after = |text: String| text.split_once(": ").unwrap().1.to_owned();
    assert_eq!(
        after(text("format = \"rules\"")),
        "unknown tuning-file format `rules`; expected one of openmpi-rules, openmpi-han-rules, mpich-json, intel-adjust"
    );
    let of = |rest: &str| after(text(&format!("format = \"openmpi-rules\"\n{rest}")));
    let error = of("bcats = []");
    assert!(error.starts_with("unknown collective operation `bcats`; expected one of barrier, "), "{error}");
    assert!(error.ends_with("; did you mean `bcast`?"), "{error}");
    assert_eq!(
        of("bcast = [{ name = \"1\", rules = [{ use = \"pipeline\" }], segment = \"segments\" }]"),
        "`segments` is not a parameter that a tuning file can set; expected one of segment"
    );
    assert_eq!(
        of("bcast = [{ name = \"1\", rules = [{ use = \"linear\" }], fixed = [\"fan\"] }]"),
        "`fan` is not a parameter that a tuning file can set; expected one of segment, fan_out, requests"
    );
    assert!(
        of("bcast = [{ name = \"1\", rules = [{ use = \"linaer\" }] }]")
            .starts_with("unknown bcast algorithm `linaer`")
    );
}

/// Choices that a library knows.
fn pick(library: &Library, operation: Operation, choice: usize, segment: u64) -> Option<Pick> {
    let trials = library.tuning.as_ref().unwrap().trials(operation, u64::MAX);
    // One more: the library's own decision.
    let pick = trials.get(choice % (trials.len() + 1))?.clone();
    Some(if pick.segment > 0 { Pick { segment, ..pick } } else { pick })
}

/// Ascending numbers from gaps.
fn ascending(gaps: &[u32]) -> Vec<u32> {
    gaps.iter().scan(0, |sum, gap| Some(std::mem::replace(sum, *sum + gap))).collect()
}

proptest! {
    /// What is written reads as it was, and chooses the same.
    #[test]
    fn files_read_as_they_were_written(
        shapes in proptest::collection::vec(
            (
                proptest::collection::vec(1_u32..40, 1..4),
                proptest::collection::vec((1_u32..100_000, 0_usize..40, 1_u64..100_000), 1..5),
            ),
            12,
        ),
        version in 0_usize..2,
    ) {
        let own = library("openmpi-5.0");
        let tuning = own.tuning.as_ref().unwrap();
        let wanted: Vec<Decisions> = tuning
            .operations()
            .zip(&shapes)
            .map(|(operation, (ranks, sizes))| {
                let gaps: Vec<u32> = sizes.iter().map(|(gap, ..)| *gap).collect();
                let entries = |turn: usize| ascending(&gaps).into_iter().zip(sizes).map(move |(from, (_, choice, segment))| (from, choice + turn, *segment));
                let sizes = |turn: usize| entries(turn)
                    .map(|(from, choice, segment)| FromSize { from: from.into(), pick: pick(&own, operation, choice, segment) })
                    .collect();
                let ranks = ascending(ranks).into_iter().enumerate().map(|(turn, from)| ForRanks { from, sizes: sizes(turn) }).collect();
                Decisions { operation, ranks }
            })
            .collect();
        let text = tuning.write(&tuning.format().written[version], &own.selector, "made for\na test", &wanted);
        let mut read = decisions(tuning, "r.conf", &text).unwrap();
        read.sort_by_key(|of| of.operation as usize);
        let mut sorted = wanted.clone();
        sorted.sort_by_key(|of| of.operation as usize);
        prop_assert_eq!(&read, &sorted);

        let mut tuned = own.clone();
        tuned.tune(&read);
        for of in &wanted {
            let size = (tuning.format().size)(of.operation);
            if matches!(of.operation, Operation::Allgatherv | Operation::Alltoallv) {
                continue;
            }
            for ranks in [2, 3, 7, 8, 40, 100] {
                let group = of.ranks.iter().rev().find(|group| group.from <= ranks).unwrap_or(&of.ranks[0]);
                for bytes in [1_u64, 5000, 80_000, 10_000_000] {
                    let by = match size {
                        Some("total_bytes") if of.operation != Operation::ReduceScatter => bytes * u64::from(ranks),
                        Some(_) => bytes,
                        None => 0,
                    };
                    let entry = group.sizes.iter().rev().find(|entry| entry.from <= by).unwrap();
                    let expected = match &entry.pick {
                        None => described(&chosen(&own, of.operation, ranks, bytes)),
                        Some(pick) => {
                            let sizes = vec![FromSize { from: 0, pick: Some(pick.clone()) }];
                            let mut alone = own.clone();
                            alone.tune(&[Decisions { operation: of.operation, ranks: vec![ForRanks { from: 0, sizes }] }]);
                            described(&chosen(&alone, of.operation, ranks, bytes))
                        }
                    };
                    prop_assert_eq!(described(&chosen(&tuned, of.operation, ranks, bytes)), expected);
                }
            }
        }
    }

    /// Whatever a file holds, reading it ends with rules or a message.
    #[test]
    fn nothing_in_a_file_is_a_defect(words in proptest::collection::vec(0_u64..20, 0..60), cut in 0_usize..200) {
        let own = library("openmpi-5.0");
        let tuning = own.tuning.as_ref().unwrap();
        let mut text = words.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        text.truncate(cut);
        let _ = decisions(tuning, "r.conf", &text);
    }
}
