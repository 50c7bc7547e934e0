use super::*;
use crate::library::Library;
use crate::tuning::Tuning;
use crate::tuning::tests::{File, asked_on, described, library};
use proptest::prelude::*;
use std::sync::LazyLock;

/// What a library chooses for a call on hosts of so many ranks.
fn chosen(library: &Library, operation: Operation, shape: (u32, u32), bytes: u64) -> String {
    described(&asked_on(library, operation, shape, bytes, true, true))
}

static OWN: LazyLock<Library> = LazyLock::new(|| library("openmpi-5.0"));

fn tuning() -> &'static Tuning {
    OWN.tuning.as_ref().unwrap()
}

fn decisions(text: &str) -> Result<Vec<Decisions>, TuningError> {
    read(tuning().hosts().unwrap(), "h.conf", text)
}

const RULES: &str = "# made by hand
3 # operations
bcast
2
0 # ranks of a host: nothing comes of it, but is read
1 1 1
0 libnbc
global_communicator
2
1
1
0 han @ simple
8 # from 8 ranks on
3
0 tuned
4096#here
han @simple
65536 han
allreduce 1 2 1 1 3
0 han @reproducible
2 han @2
2000 han @default
6 1 2 1 1 1 0 self
";

#[test]
fn rules_say_whether_han_divides_a_call() {
    let file = File::new("han.conf", RULES);
    let (tuned, own) = (file.load("openmpi-5.0").unwrap(), &*OWN);
    let bcast = |shape, bytes| chosen(&tuned, Operation::Bcast, shape, bytes);
    assert_eq!(bcast((2, 2), 1 << 20), "han[0]", "no segments");
    assert_eq!(bcast((2, 4), 4095), chosen(own, Operation::Bcast, (8, 1), 4095), "tuned decides");
    assert_eq!(bcast((2, 4), 4096), "han[0]");
    assert_eq!(bcast((2, 4), 65536), "han[65536]");
    assert_eq!(bcast((8, 1), 65536), chosen(own, Operation::Bcast, (8, 1), 65536), "HAN stands back");
    let allreduce = |bytes| chosen(&tuned, Operation::Allreduce, (2, 2), bytes);
    assert_eq!((&*allreduce(1), &*allreduce(2), &*allreduce(2000)), ("recursive_doubling[]", "smp[0]", "han[65536]"));
    assert_eq!(
        chosen(&tuned, Operation::Barrier, (2, 4), 0),
        "recursive_doubling[]",
        "self is for one rank: tuned decides"
    );
    assert_eq!(chosen(&tuned, Operation::Gather, (2, 4), 8), "han[]", "there are no rules for it");
}

#[test]
fn both_files_of_a_library_are_read() {
    let han = File::new("han-2.conf", "1 bcast 1 global_communicator 1 1 2 0 han 8192 tuned");
    let rules = File::new("tuned-2.conf", "1 7 1 2 1 0 3 0 1024");
    for (first, second) in [(&han, &rules), (&rules, &han)] {
        let both = first.load(&format!("openmpi-5.0+{}", second.0.display())).unwrap();
        assert_eq!(chosen(&both, Operation::Bcast, (2, 4), 8191), "han[65536]");
        assert_eq!(chosen(&both, Operation::Bcast, (2, 4), 8192), "pipeline[1024]");
        assert_eq!(both.tuned_by().count(), 2);
        let (first, second) = (first.0.display(), second.0.display());
        assert_eq!(both.name(), format!("openmpi-5.0+{second}+{first}"));
    }
    let twice = han.load(&format!("openmpi-5.0+{}", han.0.display())).unwrap_err().to_string();
    assert!(twice.ends_with("a second file of the format openmpi-han-rules; expected one"), "{twice}");
    let error = han.load("openmpi-4.1").unwrap_err().to_string();
    assert!(error.contains(":1: `bcast`; expected the number of an operation, a whole number (read as"), "{error}");
}

#[test]
fn empty_lists_leave_the_librarys_own_decisions() {
    for text in ["1 bcast 0", "1 bcast 1 2 0", "1 bcast 1 2 1 1 0", "1 7 1 inter_node 1 1 1 0 tuned"] {
        let file = File::new("han-3.conf", text);
        assert_eq!(chosen(&file.load("openmpi-5.0").unwrap(), Operation::Bcast, (2, 2), 64), "han[65536]", "{text}");
    }
}

#[test]
fn what_is_no_rule_file_of_han_is_told_with_its_line() {
    let begun = "1 bcast\n1 global_communicator\n1 1 1\n";
    for (text, message) in [
        (
            "1 bcats",
            "1: operation `bcats`; expected one of barrier, bcast, gather, scatter, allgather, reduce, allreduce; did you mean `bcast`?",
        ),
        (
            "1\nalltoall",
            "2: operation alltoall, which Open MPI does not ask HAN's rules for; expected one of barrier, bcast, gather, scatter, allgather, reduce, allreduce",
        ),
        ("0 bcast", "1: 0 operations; expected at least 1: Open MPI ignores the file otherwise"),
        ("2 bcast 0 bcast 0", "1: a second list for bcast; expected one"),
        ("1 bcast 0 7", "1: `7`; expected the end of the file, as all operations have their rules"),
        ("1 bcast 2 2 0 global_communicator 0", "1: a second list for global_communicator; expected one"),
        (
            "1 bcast 1 internode",
            "1: `internode`; expected a level: one of intra_node, inter_node, global_communicator; did you mean `inter_node`?",
        ),
        ("1 bcast 1 3", "1: `3`; expected a level: one of intra_node, inter_node, global_communicator"),
        ("1 bcast 1 2 1 2", "1: a first number of 2 ranks; expected 1"),
        ("1 bcast 1 2 2 1 0 1", "1: 1 ranks; expected more ranks than before"),
        ("1 bcast 010", "1: `010`; expected how many levels have rules, a whole number without leading zeros"),
        ("1 bcast 3000000000", "1: 3000000000; expected how many levels have rules, at most 2147483647"),
        ("1 bcast\n1 2\n1 1 1\n1 han", "4: a first message size of 1; expected 0"),
        ("1 bcast\n1 2\n1 1 2\n0 han\n0 han", "5: a message size of 0; expected a larger one than before"),
        (
            "BEGUN0 tund",
            "4: `tund`; expected a component: one of self, basic, libnbc, tuned, sm, adapt, han; did you mean `tuned`?",
        ),
        ("BEGUN0 3", "4: `3`; expected a component: one of self, basic, libnbc, tuned, sm, adapt, han"),
        ("BEGUN0 han@simple", "4: `han@simple`; expected a blank before @: `han @simple`"),
        ("BEGUN0 tuned @simple", "4: an algorithm of tuned; expected none: only han's have names here"),
        (
            "BEGUN0 han @simpel",
            "4: `simpel`; expected an algorithm of han for bcast: default, intra, simple; did you mean `simple`?",
        ),
        ("BEGUN0 han @3", "4: `3`; expected an algorithm of han for bcast: default, intra, simple"),
        ("BEGUN0 tuned\n[4096]", "5: lengths of segments; expected none: Open MPI reads them and does not obey them"),
        (
            "BEGUN0 basic",
            "4: bcast's component basic on level global_communicator, which is not modelled; expected han or tuned",
        ),
        (
            "BEGUN0 adapt",
            "4: bcast's component adapt on level global_communicator, which is not modelled; expected han or tuned",
        ),
        (
            "1 bcast 1 0 1 1 1 0 sm",
            "1: bcast's component sm on level intra_node, which is not modelled; expected han or tuned",
        ),
        ("BEGUN0", "4: the file ends; expected a component: one of self, basic, libnbc, tuned, sm, adapt, han"),
        ("BEGUN0 han @", "4: the file ends; expected an algorithm of han"),
    ] {
        let error = decisions(&text.replace("BEGUN", begun)).unwrap_err();
        assert_eq!(error.to_string(), format!("h.conf:{message}"), "{text:?}");
    }
}

#[test]
fn a_text_is_known_by_its_words() {
    for text in ["1 bcats", "1 7 1 2 1 1 1 0 han", "# x\n1\nbcast 0", "1 7 1 global_communicator"] {
        assert!(claims(text), "{text}");
    }
    for text in ["", "0", "1 7 1 2 1 0 3 0 0 # tuned", "rule-file-version-2\n1 7", "1\n7\nmany", "1\n-7"] {
        assert!(!claims(text), "{text}");
    }
}

/// A file without decisions is one that HAN reads.
#[test]
fn no_decisions_are_what_han_does_anyway() {
    let text = text("made for a test", &[]);
    assert_eq!(decisions(&text).unwrap(), decisions("1 barrier 1 2 1 1 1 0 han").unwrap());
    assert!(claims(&text));
}

#[test]
fn a_choice_of_tuneds_is_one_without_han() {
    let tuning = tuning();
    let names = |picks: Vec<Pick>| picks.into_iter().map(|pick| pick.name).collect::<Vec<_>>();
    let reduce = names(tuning.trials_on_hosts(Operation::Reduce, 1));
    assert_eq!(reduce, ["han@simple", "tuned", "1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(names(tuning.trials_on_hosts(Operation::Barrier, 1)), ["tuned", "1", "2", "3", "4", "6"]);
    assert_eq!(names(tuning.trials_on_hosts(Operation::ReduceScatter, 1)), ["1", "2", "3", "4"]);
    let sizes = tuning.trials_on_hosts(Operation::Reduce, 1).into_iter().enumerate();
    let mut sizes: Vec<FromSize> = sizes.map(|(at, pick)| FromSize { from: at as u64, pick: Some(pick) }).collect();
    sizes.push(FromSize { from: 9, pick: None });
    let decisions = Decisions { operation: Operation::Reduce, ranks: vec![ForRanks { from: 2, sizes }] };
    let (hosts, rest) = tuning.divided(&decisions);
    let told = |of: &Decisions| {
        let name = |size: &FromSize| size.pick.as_ref().map_or("own".to_owned(), |pick| pick.name.clone());
        of.ranks[0].sizes.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(&hosts.unwrap()), "han@simple tuned tuned tuned tuned tuned tuned tuned tuned own");
    assert_eq!(told(&rest), "own own 1 2 3 4 5 6 7 own");
    let flat = Decisions { operation: Operation::ReduceScatter, ..decisions };
    assert_eq!(tuning.divided(&flat), (None, flat), "HAN does not divide it");
}

/// What HAN can be told to do with an operation; none: its own decision.
fn pick(operation: Operation, choice: usize) -> Option<Pick> {
    let tuning = tuning();
    let trials = tuning.hosts().unwrap().trials(operation, u64::MAX);
    trials.get(choice % (trials.len() + 1)).cloned()
}

proptest! {
    /// What is written reads as it was, and chooses the same.
    #[test]
    fn files_read_as_they_were_written(
        shapes in proptest::collection::vec(
            (1_u32..100, proptest::collection::vec((1_u64..100_000, 0_usize..9), 1..5)),
            7,
        ),
    ) {
        let own = &*OWN;
        let names = own.tuning.as_ref().unwrap().hosts().unwrap();
        let wanted: Vec<Decisions> = names
            .operations()
            .zip(&shapes)
            .map(|(operation, (from, sizes))| {
                let sizes = |turn: usize| {
                    let mut at = 0;
                    let entry = |(number, (gap, choice)): (usize, &(u64, usize))| {
                        at += if number == 0 { 0 } else { *gap };
                        FromSize { from: at, pick: pick(operation, choice + turn) }
                    };
                    sizes.iter().enumerate().map(entry).collect()
                };
                let ranks = vec![ForRanks { from: 0, sizes: sizes(0) }, ForRanks { from: from + 1, sizes: sizes(1) }];
                Decisions { operation, ranks }
            })
            .collect();
        let text = names.write(&FORMAT.written[0], &own.selector, "made for\na test", &wanted);
        prop_assert!(claims(&text));
        let read = decisions(&text).unwrap();
        let as_read = |of: &Decisions| {
            let mut of = of.clone();
            of.ranks[0].from = 1;
            let han = || Some(Pick { name: HAN.to_owned(), segment: 0, fan_out: 0, requests: 0 });
            of.ranks.iter_mut().flat_map(|group| &mut group.sizes).for_each(|size| size.pick = size.pick.take().or_else(han));
            of
        };
        prop_assert_eq!(&read, &wanted.iter().map(as_read).collect::<Vec<_>>());
        let (mut told, mut loaded) = (own.clone(), own.clone());
        told.tune(&wanted);
        loaded.tune(&read);
        for of in &wanted {
            for (shape, bytes) in [(2, 2), (2, 4), (16, 8)].into_iter().flat_map(|shape| [0, 5000, 200_000].map(|bytes| (shape, bytes))) {
                prop_assert_eq!(chosen(&told, of.operation, shape, bytes), chosen(&loaded, of.operation, shape, bytes));
            }
        }
    }

    /// Whatever a file holds, reading it ends with rules or a message.
    #[test]
    fn nothing_in_a_file_is_a_defect(
        words in proptest::collection::vec(
            prop_oneof![
                (0_u32..4).prop_map(|number| number.to_string()),
                proptest::sample::select(vec![
                    "bcast", "reduce", "global_communicator", "han", "tuned", "basic", "@", "@simple", "[", "]", "#", "é", "\n", "-1", "0x1",
                ])
                .prop_map(str::to_owned),
            ],
            0..40,
        ),
        cut in 0_usize..200,
    ) {
        let text: String = words.join(" ").chars().take(cut).collect();
        let _ = decisions(&text);
        let _ = claims(&text);
    }
}
