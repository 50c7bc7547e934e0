use super::*;
use crate::library::Library;
use crate::tuning::tests::{File, asked_on, described, library};
use proptest::prelude::*;
use std::sync::LazyLock;

static OWN: LazyLock<Library> = LazyLock::new(|| library("openmpi-5.0"));

/// What a library chooses for a call on hosts of so many ranks.
fn chosen(library: &Library, operation: Operation, shape: (u32, u32), bytes: u64) -> String {
    described(&asked_on(library, operation, shape, bytes, true, true))
}

fn with(name: &str, text: &str) -> Library {
    File::new(name, text).load("openmpi-5.0").unwrap()
}

/// What is wrong with a text; the rule files that it names have no rules but for bcast.
fn wrong(text: &str) -> String {
    let open = |file: &str| {
        Ok(if file.contains("han") { "1 bcast 1 2 1 1 1 0 tuned" } else { "1 7 1 2 1 0 6 0 0" }.to_owned())
    };
    let read = read(OWN.tuning.as_ref().unwrap(), "m.conf", text, &open);
    read.unwrap().map(|_| ()).unwrap_err().to_string()
}

#[test]
fn an_algorithm_of_tuned_is_for_all_calls() {
    let text = "# made by hand
// so is this
 coll_tuned_use_dynamic_rules=1
coll_tuned_bcast_algorithm = 6
coll_tuned_bcast_algorithm = 2
coll_tuned_bcast_algorithm_segmentsize = 8k
coll_tuned_bcast_algorithm_tree_fanout = 3
coll_tuned_alltoall_algorithm = pairwise
coll_tuned_barrier_algorithm = ignore
coll_base_verbose = 10
";
    let tuned = with("mca-tuned.conf", text);
    for (ranks, bytes) in [(2, 1), (7, 4096), (64, 1 << 24)] {
        assert_eq!(chosen(&tuned, Operation::Bcast, (ranks, 1), bytes), "chain[8192, 4]", "the last line counts");
        assert_eq!(chosen(&tuned, Operation::Alltoall, (ranks, 1), bytes), "pairwise[0]");
        for operation in [Operation::Barrier, Operation::Allreduce] {
            let of = |library| chosen(library, operation, (ranks, 1), bytes);
            assert_eq!(of(&tuned), of(&OWN));
        }
    }
    assert_eq!(chosen(&tuned, Operation::Bcast, (2, 4), 64), "han[65536]", "HAN comes first");
    assert_eq!((tuned.notices().len(), tuned.tuned_by().collect::<Vec<_>>()), (0, vec![text]));
    let chains =
        "coll_tuned_use_dynamic_rules = true\ncoll_tuned_init_chain_fanout = 2\ncoll_tuned_bcast_algorithm = chain";
    assert_eq!(chosen(&with("mca-chains.conf", chains), Operation::Bcast, (8, 1), 64), "chain[0, 2]");
}

#[test]
fn a_file_of_comments_sets_nothing() {
    let tuned = with("mca-comments.conf", "# as it is installed\n\n# coll_tuned_bcast_algorithm = 6\n");
    for shape in [(8, 1), (2, 4)] {
        let of = |library| chosen(library, Operation::Bcast, shape, 1 << 16);
        assert_eq!(of(&tuned), of(&OWN));
    }
    assert!(File::new("mca-nothing.conf", "\n \n").load("openmpi-5.0").is_err(), "a text of nothing is no such file");
}

#[test]
fn variables_of_an_environment_are_parameters() {
    let text = "OMPI_MCA_coll_tuned_use_dynamic_rules=yes\nexport OMPI_MCA_coll_tuned_bcast_algorithm='binomial'\n";
    assert_eq!(chosen(&with("mca.env", text), Operation::Bcast, (8, 1), 64), "segmented_binomial[0]");
}

#[test]
fn han_is_told_its_algorithms_segments_and_whether_it_is_used() {
    let told = with(
        "mca-han.conf",
        "coll_han_bcast_segsize = 32k\ncoll_han_use_allreduce_algorithm = simple\ncoll_han_use_simple_reduce = 1
coll_han_gather_dynamic_global_communicator_module = 3\ncoll_han_verbose = 30",
    );
    let on = |library: &Library, operation| chosen(library, operation, (2, 4), 1 << 20);
    assert_eq!(on(&told, Operation::Bcast), "han[32768]");
    assert_eq!(on(&told, Operation::Allreduce), "smp[0]");
    assert!(on(&told, Operation::Reduce).starts_with("han_simple["), "{}", on(&told, Operation::Reduce));
    assert_eq!(on(&told, Operation::Gather), chosen(&OWN, Operation::Gather, (8, 1), 1 << 20));
    assert_eq!(on(&told, Operation::Scatter), on(&OWN, Operation::Scatter));
    for text in [
        "coll_han_priority = 0\ncoll_han_bcast_segsize = 1",
        "coll = ^hcoll,han",
        "coll=self,basic,libnbc,tuned,inter",
        "coll_tuned_priority = 90",
    ] {
        let without = with("mca-without.conf", text);
        for operation in [Operation::Bcast, Operation::Barrier, Operation::Allgather] {
            assert_eq!(on(&without, operation), chosen(&OWN, operation, (8, 1), 1 << 20), "{text}");
        }
    }
    for text in ["coll = ^hcoll", "coll_han_priority = 31", "coll_han_use_bcast_algorithm = default"] {
        assert_eq!(on(&with("mca-still.conf", text), Operation::Bcast), "han[65536]", "{text}");
    }
}

#[test]
fn rule_files_that_are_named_are_read() {
    let han =
        File::new("mca-rules-han.conf", "1 bcast 1 global_communicator 1 1 3 0 han 4096 han @simple 8192 tuned");
    let tuned = File::new("mca-rules.conf", "1 7 1 2 1 0 3 0 1024");
    let text = format!(
        "coll_tuned_use_dynamic_rules = 1\ncoll_tuned_dynamic_rules_filename = {}\ncoll_han_use_dynamic_file_rules = 1
coll_han_dynamic_rules_filename = {}\ncoll_han_bcast_segsize = 1024\n",
        tuned.0.display(),
        han.0.display()
    );
    let both = with("mca-names.conf", &text);
    let bcast = |bytes| chosen(&both, Operation::Bcast, (2, 4), bytes);
    assert_eq!([bcast(4095), bcast(4096), bcast(8192)], ["han[1024]", "han[0]", "pipeline[1024]"]);
    assert_eq!(both.tuned_by().count(), 3);
    let simple = with("mca-simple.conf", &format!("{text}coll_han_use_simple_bcast = 1\n"));
    assert_eq!(
        chosen(&simple, Operation::Bcast, (2, 4), 8),
        "han[0]",
        "a rule without an algorithm is for the default one"
    );
    let file = File::new("mca-beside.conf", &text);
    let beside = file.load(&format!("openmpi-5.0+{}", tuned.0.display())).unwrap_err().to_string();
    assert!(
        beside.contains("MCA parameters, with another file beside them; expected a parameter that names that file"),
        "{beside}"
    );
    let none =
        File::new("mca-none.conf", "coll_tuned_use_dynamic_rules=1\ncoll_tuned_dynamic_rules_filename=none.conf");
    let none = none.load("openmpi-5.0").unwrap_err().to_string();
    assert!(none.starts_with("can't read the tuning file `none.conf`"), "{none}");
}

#[test]
fn parameters_of_other_components_are_named() {
    let text = "btl_tcp_if_include = eth0\ncoll_hcoll_enable = 0\npml = ob1\n";
    let told = with("mca-others.conf", text);
    let [notice] = told.notices() else { panic!("{:?}", told.notices()) };
    assert!(
        notice.contains(
            "only parameters of the components tuned and han are: btl_tcp_if_include, coll_hcoll_enable, pml;"
        ),
        "{notice}"
    );
    assert_eq!(chosen(&told, Operation::Bcast, (2, 4), 64), "han[65536]");
    // In 4.1 HAN is there, but never used.
    let old =
        File::new("mca-old.conf", "coll_han_bcast_segsize = 1k\ncoll_han_priority = 0").load("openmpi-4.1").unwrap();
    assert!(old.notices()[0].contains("are: coll_han_bcast_segsize;"), "{:?}", old.notices());
    let new = File::new("mca-new.conf", "coll_han_priority = 100").load("openmpi-4.1").unwrap_err().to_string();
    assert!(
        new.ends_with("expected a priority of HAN below that of tuned: HAN is not modelled for this version"),
        "{new}"
    );
}

#[test]
fn what_is_no_parameter_is_told_with_its_line() {
    let dynamic = "coll_tuned_use_dynamic_rules = 1";
    for (text, message) in [
        ("pml = ob1\n-mca pml ob1", "2: `-mca pml ob1`; expected an MCA parameter as `name = value`"),
        (
            "coll_tuned_bcast_algorithm = 6",
            "1: `coll_tuned_bcast_algorithm = 6`; expected `coll_tuned_use_dynamic_rules = 1` beside it: Open MPI ignores it otherwise",
        ),
        (
            "coll_tuned_dynamic_rules_filename = r.conf",
            "1: `coll_tuned_dynamic_rules_filename = r.conf`; expected `coll_tuned_use_dynamic_rules = 1` beside it: Open MPI ignores it otherwise",
        ),
        (
            "coll_han_dynamic_rules_filename = han.conf",
            "1: `coll_han_dynamic_rules_filename = han.conf`; expected `coll_han_use_dynamic_file_rules = 1` beside it: Open MPI ignores it otherwise",
        ),
        (
            "DYNAMIC\ncoll_tuned_gather_algorithm = binomal",
            "2: `coll_tuned_gather_algorithm = binomal`; expected a number up to 3, or one of ignore, basic_linear, binomial, linear_sync; did you mean `binomial`?",
        ),
        (
            "DYNAMIC\ncoll_tuned_gather_algorithm = 2 # binomial",
            "2: `coll_tuned_gather_algorithm = 2 # binomial`; expected a number up to 3, or one of ignore, basic_linear, binomial, linear_sync",
        ),
        (
            "DYNAMIC\ncoll_tuned_allgather_algorithm = sparbit",
            "2: algorithm 7 of allgather is not modelled; expected one of 1, 2, 3, 4, 5",
        ),
        (
            "DYNAMIC\ncoll_tuned_reduce_algorithm = 3\ncoll_tuned_reduce_algorithm_max_requests = 8",
            "2: reduce by algorithm 3 is modelled only with the parameter requests = 0, not with 8",
        ),
        (
            "coll_tuned_bcast_algorithm_segmentsize = 010",
            "1: `coll_tuned_bcast_algorithm_segmentsize = 010`; expected a whole number up to 2147483647, without leading zeros or a comment after it",
        ),
        (
            "coll_tuned_use_dynamic_rules = on",
            "1: `coll_tuned_use_dynamic_rules = on`; expected 1 or 0, without a comment after it",
        ),
        (
            "coll_han_priority = high",
            "1: `coll_han_priority = high`; expected a whole number, without a comment after it",
        ),
        (
            "coll_han_priority = 30",
            "1: `coll_han_priority = 30`; expected a priority above or below that of the other component: coll_han_priority is 35 and coll_tuned_priority 30 unless it is set",
        ),
        (
            "coll_tuned_priority = -1",
            "1: `coll_tuned_priority = -1`; expected a priority from 0 on: without tuned, decisions are not modelled",
        ),
        (
            "coll = ^tuned",
            "1: `coll = ^tuned`; expected a list of components with tuned: decisions without it are not modelled",
        ),
        (
            "coll_han_bcast_dynamic_global_communicator_module = 1",
            "1: `coll_han_bcast_dynamic_global_communicator_module = 1`; expected 3 (tuned) or 6 (han), which are modelled",
        ),
        (
            "DYNAMIC\ncoll_tuned_bcast_algorithm = 6\ncoll_tuned_dynamic_rules_filename = r.conf",
            "2: `coll_tuned_bcast_algorithm = 6`; expected no rules for the same operation in r.conf: versions of Open MPI differ in which come first",
        ),
        (
            "coll_han_use_dynamic_file_rules = 1\ncoll_han_dynamic_rules_filename = han.conf\ncoll_han_use_bcast_algorithm = 2",
            "3: `coll_han_use_bcast_algorithm = 2`; expected no rules for the same operation in han.conf: versions of Open MPI differ in which come first",
        ),
        (
            "coll_tuned_bcast_algoritm = 6",
            "1: the MCA parameter `coll_tuned_bcast_algoritm` is not modelled, or does not exist; remove the line; did you mean `coll_tuned_bcast_algorithm`?",
        ),
        (
            "coll_tuned_bcast_algorithm_max_requests = 1",
            "1: the MCA parameter `coll_tuned_bcast_algorithm_max_requests` is not modelled, or does not exist; remove the line",
        ),
        (
            "pml = ob1\ncoll_han_bcast_up_module = adapt",
            "2: the MCA parameter `coll_han_bcast_up_module` is not modelled, or does not exist; remove the line",
        ),
    ] {
        let told = wrong(&text.replace("DYNAMIC", dynamic));
        assert!(
            told == format!("m.conf:{message}") || told.starts_with(&format!("m.conf:{message}; did you mean")),
            "{told}"
        );
    }
}

proptest! {
    /// Whatever a file holds, reading it ends with what it says or a message.
    #[test]
    fn nothing_in_a_file_is_a_defect(
        lines in proptest::collection::vec((0_usize..14, proptest::sample::select(vec!["0", "1", "6", "8k", "-1", "chain", "^han", "é", "", "~/x", "0x6", "9999999999g"])), 0..12),
        cut in 0_usize..400,
    ) {
        let names = [
            "coll", "coll_tuned_use_dynamic_rules", "coll_tuned_bcast_algorithm", "coll_tuned_bcast_algorithm_segmentsize",
            "coll_tuned_dynamic_rules_filename", "coll_tuned_priority", "coll_han_priority", "coll_han_use_dynamic_file_rules",
            "coll_han_dynamic_rules_filename", "coll_han_use_bcast_algorithm", "coll_han_bcast_segsize", "coll_han_use_simple_bcast", "pml", "é",
        ];
        let text: String = lines.iter().map(|(name, value)| format!("{} = {value}\n", names[*name])).collect();
        let text: String = text.chars().take(cut).collect();
        let _ = read(OWN.tuning.as_ref().unwrap(), "m.conf", &text, &|_| Ok("1 bcast 1 2 1 1 1 0 tuned".to_owned()));
    }
}
