mod mpich;
mod openmpi;
mod smpi;
mod smpi_tables;

use super::*;
use crate::library::{Library, LibraryError};
use crate::schedule::{Context, Level, Locality, Named, RemoteGroup};
use ops::reduction::{Basic, BuiltinOp};
use ops::{Buffer, CollectiveCall, Operation, Reducer, Vectors};
use std::sync::Arc;

fn library(name: &str) -> Library {
    Library::load(Some(name), &toml::Table::new(), &|_| None).unwrap()
}

fn call(operation: Operation, count: u64, element_bytes: u64) -> CollectiveCall {
    CollectiveCall {
        operation,
        root: 0,
        send: Buffer::EMPTY,
        recv: Buffer::EMPTY,
        count,
        element_bytes,
        in_place: false,
        reducer: Some(Reducer::Builtin { op: BuiltinOp::Sum, basic: Basic::F64 }),
        vectors: None,
        signature: 0,
        signature_sent: 0,
    }
}

fn context(call: &CollectiveCall, size: u32, per_host: u32) -> Context<'_> {
    let locality = Locality {
        hosts: size.div_ceil(per_host),
        ranks_per_host_max: per_host.min(size),
        consecutive: true,
        ranks_on_host: per_host,
        index_on_host: 0,
        host: 0,
        leader: 0,
        previous_leader: 0,
        balanced: size.is_multiple_of(per_host),
        root_host: 0,
        root_index_on_host: 0,
        root_peer: 0,
    };
    Context { rank: 0, size, remote: None, call, locality, by_host: &[], blocking: true, agreement: false }
}

/// What MPICH's lists choose for a call with elements of 8 bytes.
fn chosen(operation: Operation, blocking: bool, count: u64, size: u32, per_host: u32) -> &'static str {
    chosen_by("mpich-4.3", operation, blocking, count, size, per_host)
}

/// The same of any library.
fn chosen_by(name: &str, operation: Operation, blocking: bool, count: u64, size: u32, per_host: u32) -> &'static str {
    let call = call(operation, count, 8);
    let selector = library(name).selector;
    selector.select(operation, blocking, Level::All, &context(&call, size, per_host)).unwrap().algorithm.name
}

#[test]
fn mpich_on_flat_communicators() {
    let cases = [
        (Operation::Bcast, 1536, 64, "binomial"),
        (Operation::Bcast, 1537, 64, "scatter_recursive_doubling_allgather"),
        (Operation::Bcast, 1537, 63, "scatter_ring_allgather"),
        (Operation::Bcast, 65_536, 64, "scatter_recursive_doubling_allgather"),
        (Operation::Bcast, 65_537, 64, "scatter_ring_allgather"),
        (Operation::Bcast, 1 << 20, 7, "binomial"),
        (Operation::Bcast, 0, 64, "trivial"),
        (Operation::Reduce, 256, 64, "binomial"),
        (Operation::Reduce, 257, 64, "reduce_scatter_gather"),
        (Operation::Reduce, 257, 256, "reduce_scatter_gather"),
        (Operation::Reduce, 257, 512, "binomial"),
        (Operation::Allreduce, 1, 64, "recursive_doubling"),
        (Operation::Allreduce, 2, 64, "recursive_doubling"),
        (Operation::Allreduce, 64, 64, "reduce_scatter_allgather"),
        (Operation::Allreduce, 1, 1, "trivial"),
        (Operation::Allgather, 1023, 64, "recursive_doubling"),
        (Operation::Allgather, 1024, 64, "ring"),
        (Operation::Allgather, 100, 65, "brucks"),
        (Operation::Allgather, 158, 65, "ring"),
        (Operation::Alltoall, 32, 9, "brucks"),
        (Operation::Alltoall, 32, 8, "scattered"),
        (Operation::Alltoall, 33, 8, "scattered"),
        (Operation::Alltoall, 4097, 8, "pairwise"),
        (Operation::ReduceScatterBlock, 1023, 64, "recursive_halving"),
        (Operation::ReduceScatterBlock, 1024, 64, "pairwise"),
        (Operation::ReduceScatter, 65_535, 64, "recursive_halving"),
        (Operation::ReduceScatter, 65_536, 64, "pairwise"),
        (Operation::Gather, 5, 64, "binomial"),
        (Operation::Scatterv, 0, 64, "linear"),
        (Operation::Scan, 5, 64, "recursive_doubling"),
        (Operation::Exscan, 5, 64, "recursive_doubling"),
        (Operation::Barrier, 0, 64, "dissemination"),
    ];
    for (operation, count, size, name) in cases {
        assert_eq!(chosen(operation, true, count, size, 1), name, "{} {count} {size}", operation.name());
    }
}

#[test]
fn mpich_on_several_ranks_per_host() {
    let cases = [
        (Operation::Bcast, 1535, 64, "smp"),
        (Operation::Bcast, 1536, 64, "smp_node_first"),
        (Operation::Bcast, 65_536, 64, "scatter_recursive_doubling_allgather"),
        (Operation::Bcast, 65_537, 64, "scatter_ring_allgather"),
        (Operation::Bcast, 1536, 60, "binomial"),
        (Operation::Bcast, 1 << 20, 6, "smp"),
        (Operation::Reduce, 256, 64, "smp"),
        (Operation::Reduce, 257, 64, "smp_via_first"),
        (Operation::Allreduce, 1 << 20, 64, "smp"),
        (Operation::Barrier, 0, 64, "smp"),
        (Operation::Scan, 5, 64, "smp"),
        (Operation::Allgather, 1023, 64, "recursive_doubling"),
    ];
    for (operation, count, size, name) in cases {
        assert_eq!(chosen(operation, true, count, size, 4), name, "{} {count} {size}", operation.name());
    }
    // All ranks on one host: there are no levels.
    assert_eq!(chosen(Operation::Allreduce, true, 1, 8, 8), "recursive_doubling");
}

/// By the control variables that Cray MPICH 8 prints.
#[test]
fn cray_mpich_has_thresholds_of_its_own() {
    let cases = [
        (Operation::Bcast, 1 << 20, "smp"),
        (Operation::Allgather, 128, "linear"),
        (Operation::Allgather, 129, "ring"),
        (Operation::Alltoall, 64, "brucks"),
        (Operation::Alltoall, 65, "pairwise"),
        (Operation::Allreduce, 256, "smp"),
        (Operation::Allreduce, 257, "smp"),
        (Operation::Allreduce, 32_768, "smp"),
        (Operation::Allreduce, 32_769, "reduce_scatter_allgather"),
        (Operation::Reduce, 257, "smp_via_first"),
    ];
    for (operation, count, name) in cases {
        let chosen = chosen_by("cray-mpich-8", operation, true, count, 64, 4);
        assert_eq!(chosen, name, "{} {count}", operation.name());
    }
    for (count, name) in [(129, "linear"), (512, "linear"), (513, "ring")] {
        assert_eq!(
            chosen_by("cray-mpich-8", Operation::Allgather, true, count, 516, 4),
            name,
            "{count} on more than 512 ranks"
        );
    }
    for (count, name) in [
        (256, "recursive_doubling"),
        (257, "reduce_bcast"),
        (32_768, "reduce_bcast"),
        (32_769, "reduce_scatter_allgather"),
    ] {
        assert_eq!(chosen_by("cray-mpich-8", Operation::Allreduce, true, count, 8, 8), name, "{count} on one host");
    }
    assert_eq!(chosen_by("cray-mpich-8", Operation::Bcast, true, 1 << 20, 64, 1), "binomial");
    for (operation, count, size, name) in [
        (Operation::Allreduce, 256, 64, "recursive_doubling"),
        (Operation::Allreduce, 257, 64, "reduce_scatter_allgather"),
        (Operation::Allgather, 2048, 64, "recursive_doubling"),
        (Operation::Allgather, 2049, 64, "ring"),
        (Operation::Allgather, 100, 100, "brucks"),
        (Operation::Allgather, 103, 100, "linear"),
        (Operation::Allgather, 1024, 100, "ring"),
    ] {
        assert_eq!(chosen_by("cray-mpich-8", operation, true, count, size, 1), name, "{} {count}", operation.name());
    }
}

#[test]
fn mpich_non_blocking_differs() {
    assert_eq!(chosen(Operation::Bcast, false, 1 << 20, 64, 4), "smp");
    assert_eq!(chosen(Operation::Barrier, false, 0, 64, 4), "dissemination");
    assert_eq!(chosen(Operation::Allreduce, false, 256, 64, 4), "recursive_doubling");
    assert_eq!(chosen(Operation::Allreduce, false, 257, 64, 4), "reduce_scatter_allgather");
    assert_eq!(chosen(Operation::Alltoall, false, 256, 64, 1), "brucks");
    // No list of its own.
    assert_eq!(chosen(Operation::Allgather, false, 1024, 64, 1), "ring");
}

#[test]
fn parts_of_an_algorithm_by_levels_are_flat() {
    let selector = library("mpich-4.3").selector;
    for (level, per_host) in [(Level::Host, 16), (Level::Leaders, 1)] {
        for operation in
            [Operation::Bcast, Operation::Reduce, Operation::Allreduce, Operation::Barrier, Operation::Scan]
        {
            let call = call(operation, 4, 8);
            let choice = selector.select(operation, true, level, &context(&call, 16, per_host)).unwrap();
            assert!(!choice.algorithm.name.starts_with("smp"), "{level:?} {choice:?}");
        }
    }
}

/// Coverage: every library has an algorithm for every call.
#[test]
fn every_call_has_an_algorithm() {
    for shipped in crate::library::SHIPPED {
        let selector = library(shipped.name).selector;
        for &operation in Operation::ALL {
            for size in [1, 2, 3, 7, 8, 9, 64] {
                for (per_host, bits) in [1, 3, 64].into_iter().flat_map(|per| (0..8).map(move |bits| (per, bits))) {
                    let [in_place, commutative, long] = [1, 2, 4].map(|bit| bits & bit != 0);
                    let mut call = call(operation, if long { 1 << 20 } else { 1 }, 8);
                    call.in_place = in_place;
                    if !commutative {
                        call.reducer = Some(Reducer::User { op: 0, commutative });
                    }
                    let lengths: Box<[u64]> = (0..u64::from(size)).map(|rank| rank * call.count).collect();
                    call.vectors = Some(Box::new(Vectors {
                        send_bytes: lengths.clone(),
                        send_offsets: lengths.clone(),
                        recv_bytes: lengths.clone(),
                        recv_offsets: lengths,
                        neighbours: Some(Arc::default()),
                    }));
                    let context = context(&call, size, per_host);
                    for (blocking, level) in [(true, Level::All), (false, Level::All), (true, Level::Host)] {
                        selector.select(operation, blocking, level, &context).unwrap();
                        selector.build(None, blocking, level, &context).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn fixed_algorithms_rule_whole_communicators() {
    let mut selector = library("mpich-4.3").selector;
    selector.fix(Fixed::parse("allreduce=ring").unwrap());
    selector.fix(Fixed::parse("alltoall = scattered : throttle = 8").unwrap());
    let sum = call(Operation::Allreduce, 1, 8);
    let seen = context(&sum, 16, 4);
    assert_eq!(selector.select(Operation::Allreduce, true, Level::All, &seen).unwrap().algorithm.name, "ring");
    let leaders = selector.select(Operation::Allreduce, true, Level::Leaders, &context(&sum, 16, 1)).unwrap();
    assert_eq!(leaders.algorithm.name, "recursive_doubling");
    let exchange = call(Operation::Alltoall, 1, 8);
    let choice = selector.select(Operation::Alltoall, true, Level::All, &context(&exchange, 16, 4)).unwrap();
    assert_eq!((choice.algorithm.name, &choice.parameters[..]), ("scattered", &[8][..]));
    assert_eq!(format!("{choice:?}"), "scattered[8]");
}

#[test]
fn a_fixed_algorithm_whose_precondition_fails_says_why() {
    let mut selector = library("mpich-4.3").selector;
    selector.fix(Fixed::parse("allgather=recursive_doubling").unwrap());
    let call = call(Operation::Allgather, 1, 8);
    let error = selector.select(Operation::Allgather, true, Level::All, &context(&call, 6, 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "allgather by recursive_doubling is not possible for this call: the number of ranks is not a power of two; choose another algorithm (--collective allgather=ALGORITHM)"
    );
}

#[test]
fn an_algorithm_is_built_by_name() {
    let selector = library("ideal").selector;
    let call = call(Operation::Allgather, 1, 8);
    let seen = context(&call, 6, 1);
    assert!(selector.build(Some(&"ring".into()), true, Level::All, &seen).is_ok());
    let message =
        |name: &'static str| selector.build(Some(&name.into()), true, Level::All, &seen).err().unwrap().to_string();
    assert!(
        message("rign").starts_with("unknown allgather algorithm `rign`; expected one of "),
        "{}",
        message("rign")
    );
    assert!(message("recursive_doubling").contains("not a power of two"));
    let call = self::call(Operation::Alltoall, 1, 8);
    let scattered = Named::with("scattered", &[("throttle", 3)]);
    let (_, choice) = selector.build(Some(&scattered), true, Level::All, &context(&call, 6, 1)).unwrap();
    assert_eq!(choice.unwrap().to_string(), "scattered:throttle=3");
}

/// What runs on a level is a word, and a number where algorithms take it.
#[test]
fn parts_are_words() {
    let fixed = Fixed::parse("scatter=smp:leaders=linear,host=binomial:smallest_first=1").unwrap();
    assert_eq!(format!("{fixed:?}"), "scatter=smp[2, 3]");
    assert_eq!(Fixed::parse("gather=smp").unwrap().parameters[..], [0, 0]);
    assert_eq!(
        fix_error("gather=smp:host=liner"),
        "`liner` is not a value for the parameter `host` of the algorithm; expected one of `selected`, `binomial`, `linear` (the algorithm on each \
         host, with its parameters' defaults; selected: by the library's rules)"
    );
    let text = include_str!("../../../../../mpi-libraries/ideal.toml");
    let wrong = text.replace("\ngather = [", "\ngather = [{ use = \"smp\", leaders = \"liner\" }, ");
    let error = Library::parse("x.toml", &wrong).unwrap_err().to_string();
    assert!(
        error.contains(
            "`liner` is not a value for the parameter `leaders` of the algorithm; expected one of `selected`"
        ),
        "{error}"
    );
    let text = text.replace("\ngather = [", "\ngather = [{ use = \"smp\", leaders = \"linear\" }, ");
    let selector = Library::parse("x.toml", &text).unwrap().selector;
    let call = call(Operation::Gather, 1, 8);
    let choice = selector.select(Operation::Gather, true, Level::All, &context(&call, 8, 4)).unwrap();
    assert_eq!(choice.to_string(), "smp:host=selected,leaders=linear");
}

fn fix_error(text: &str) -> String {
    Fixed::parse(text).unwrap_err().to_string()
}

#[test]
fn wrong_fixed_algorithms() {
    assert!(
        fix_error("allreduce")
            .starts_with("`allreduce` is not a choice of an algorithm; expected OPERATION=ALGORITHM")
    );
    assert!(fix_error("=ring").contains("is not a choice of an algorithm; expected OPERATION=ALGORITHM"));
    assert!(
        fix_error("alltoall=scattered:throttle")
            .contains("is not a choice of an algorithm; expected OPERATION=ALGORITHM")
    );
    let error = fix_error("alreduce=ring");
    assert!(error.starts_with("unknown collective operation `alreduce`; expected one of barrier, "), "{error}");
    assert!(error.ends_with("; did you mean `allreduce`?"), "{error}");
    let error = fix_error("allreduce=rings");
    assert!(error.starts_with("unknown allreduce algorithm `rings`; expected one of trivial, "), "{error}");
    assert!(error.ends_with("; did you mean `ring`?"), "{error}");
    assert_eq!(
        fix_error("alltoall=scattered:throtle=3"),
        "the algorithm scattered of alltoall has no parameter `throtle`; expected throttle; did you mean `throttle`?"
    );
    assert!(fix_error("alltoall=scattered:throttle=many").starts_with(
        "`many` is not a value for the parameter `throttle` of the algorithm; expected a whole number ("
    ));
    assert!(fix_error("bcast=dimemas:fan_in=3").starts_with(
        "`3` is not a value for the parameter `fan_in` of the algorithm; expected one of `none`, `constant`, `linear`, `log` ("
    ));
    assert_eq!(
        fix_error("bcast=knomial:radix=33"),
        "`33` is not a value for the parameter `radix` of the algorithm; expected a whole number from 2 to 32 (the radix)"
    );
    assert!(
        fix_error("barrier=dissemination:k=1").starts_with(
            "`1` is not a value for the parameter `k` of the algorithm; expected a whole number from 2 ("
        )
    );
    assert!(
        fix_error("bcast=binomial:concurrent=2")
            .starts_with("`2` is not a value for the parameter `concurrent` of the algorithm; expected 0 or 1 (")
    );
    assert_eq!(
        fix_error("bcast=chain:chains=2,chains=3"),
        "the parameter `chains` of the algorithm is given twice; expected once"
    );
}

/// Reads a library whose barrier rules are `rules`, and returns the selection's error.
#[test]
fn parameters_in_rules_have_bounds() {
    let text = include_str!("../../../../../mpi-libraries/ideal.toml");
    let wrong = text.replace("use = \"dissemination\"", "use = \"dissemination\", k = 1");
    let error = Library::parse("x.toml", &wrong).unwrap_err().to_string();
    let value = "`1` is not a value for the parameter `k` of the algorithm; expected a whole number from 2 (the radix: k-1 messages a round)";
    assert!(error.starts_with("x.toml:") && error.ends_with(value), "{error}");
}

fn rules_error(rules: &str) -> SelectionError {
    error_of("barrier = [{ use = \"trivial\" }, { use = \"dissemination\" }]", &format!("barrier = {rules}"))
}

fn error_of(from: &str, to: &str) -> SelectionError {
    let text = include_str!("../../../../../mpi-libraries/ideal.toml");
    assert!(text.contains(from));
    match Library::parse("x.toml", &text.replace(from, to)).unwrap_err() {
        LibraryError::Selection(error) => error,
        other => panic!("{other}"),
    }
}

#[test]
fn wrong_rules() {
    let cases = [
        (
            r#"[{ use = "disemination" }]"#,
            "x.toml:44:20: unknown barrier algorithm `disemination`; expected one of trivial, dissemination, double_ring, han, linear, piosim, recursive_doubling, smp, tree, dimemas, measured; did you mean `dissemination`?",
        ),
        (
            r#"[{ use = "dissemination", key = 3 }]"#,
            "x.toml:44:37: the algorithm dissemination of barrier has no parameter `key`; expected k; did you mean `k`?",
        ),
        (
            r#"[{ when = { rank = 1 }, use = "trivial" }, { use = "smp" }]"#,
            "x.toml:44:23: a rule has a condition on the unknown predicate `rank`; expected one of ranks, bytes, total_bytes, count, element_bytes, hosts, ranks_per_host, power_of_two, even_ranks, count_ge_pof2, count_ge_ranks, commutative, builtin, in_place, equal_blocks, consecutive, balanced, blocking, hierarchical, level; did you mean `ranks`?",
        ),
        (
            r#"[{ when = { ranks = "many" }, use = "trivial" }, { use = "smp" }]"#,
            "x.toml:44:31: the predicate `ranks` is `many`; expected a number, or a comparison such as `< 8` or `>= 16`",
        ),
        (
            r#"[{ when = { bytes = "< 12288" }, use = "trivial" }, { use = "smp" }]"#,
            "x.toml:44:31: the predicate `bytes` is `< 12288`; expected a comparison with a size, such as `< 12288 B` or `>= 512 KiB`",
        ),
        (
            r#"[{ when = { commutative = 1 }, use = "trivial" }, { use = "smp" }]"#,
            "x.toml:44:37: the predicate `commutative` is an integer; expected true or false",
        ),
        (
            r#"[{ when = { level = "node" }, use = "trivial" }, { use = "smp" }]"#,
            "x.toml:44:31: the predicate `level` is `node`; expected `whole`, `host`, `leaders` or `peers`",
        ),
        (
            r#"[{ when = { ranks = 1 } }]"#,
            "x.toml:44:12: the rule has both or neither of `use` (an algorithm) and `rules` (further rules); expected exactly one of them",
        ),
        (
            r#"[{ when = { ranks = 1 }, use = "trivial" }]"#,
            "x.toml:44:12: the last rule of barrier has conditions, so that some calls have no algorithm; expected a last rule without conditions",
        ),
    ];
    let line = |text: &str| text.replace(":44:", ":N:");
    for (rules, message) in cases {
        let error = rules_error(rules).to_string();
        let at = error.split(':').nth(1).unwrap().to_owned();
        assert_eq!(error.replacen(&format!(":{at}:"), ":N:", 1), line(message), "{rules}");
    }
}

#[test]
fn wrong_lists() {
    let error = error_of("bcast = [", "bacst = [");
    assert!(matches!(error, SelectionError::UnknownOperation { .. }));
    assert!(error.to_string().contains("unknown collective operation `bacst`; expected one of "), "{error}");
    assert!(error.to_string().ends_with("; did you mean `bcast`?"), "{error}");
    let error = error_of("exscan = [{ use = \"trivial\" }, { use = \"recursive_doubling\" }]", "");
    let expected = "no rules for exscan; expected `exscan = [...]`, a list of rules as for the other operations";
    assert!(error.to_string().ends_with(expected), "{error}");
    let error = error_of("gatherv = [", "gatherv = [{ when = { bytes = \"< 8 B\" }, use = \"trivial\" }, ");
    assert!(
        error.to_string().ends_with(
            "`bytes` can't select for gatherv: not all ranks know its value, and all must select the same algorithm"
        ),
        "{error}"
    );
    let error = error_of("bcast = [", "bcast = [{ when = { in_place = true }, use = \"trivial\" }, ");
    assert!(matches!(error, SelectionError::UnusablePredicate { predicate: "in_place", .. }));
    let between = |list: &str| error_of("exscan = [", &format!("{list}\nexscan = [")).to_string();
    let error = between("inter_bcast = [{ use = \"binomial\" }]");
    assert!(
        error.ends_with("unknown bcast algorithm `binomial`; expected remote_send_local_bcast"),
        "algorithms between groups are others: {error}"
    );
    let error = between("inter_scan = [{ use = \"trivial\" }]");
    assert!(error.contains("unknown collective operation `inter_scan`; expected one of "), "{error}");
    let error = between("inter_barrier = [{ when = { ranks = \"> 4\" }, use = \"bcast\" }, { use = \"bcast\" }]");
    assert!(error.contains("`ranks` can't select for barrier"), "groups differ in size: {error}");
    let error = between("inter_gather = [{ when = { bytes = \"< 4 B\" }, use = \"linear\" }]");
    assert!(
        error.ends_with("so that some calls have no algorithm; expected a last rule without conditions"),
        "{error}"
    );
}

#[test]
fn between_groups_lists_of_their_own_choose_alike() {
    let name = |library_name, operation, blocking, root, count, size, remote| {
        let call = CollectiveCall { root, ..call(operation, count, 8) };
        let remote = Some(RemoteGroup { size: remote, low: true });
        let seen = Context { remote, ..context(&call, size, 1) };
        let mut selector = library(library_name).selector;
        selector.fix(Fixed::parse("allreduce=ring").unwrap());
        selector.select(operation, blocking, Level::All, &seen).unwrap().algorithm.name
    };
    use ops::ROOT_SELF;
    // 255 blocks of 8 bytes are less than 2048 bytes, 256 are not; the root has 1 or 4 ranks beside it.
    for (own, blocks, expected) in [(4, 255, "local_gather_remote_send"), (1, 256, "linear")] {
        assert_eq!(name("mpich-4.3", Operation::Gather, true, ROOT_SELF, 1, own, blocks), expected);
        assert_eq!(name("mpich-4.3", Operation::Gather, true, 0, 1, blocks, own), expected);
    }
    assert_eq!(name("mpich-4.3", Operation::Allreduce, true, 0, 1, 3, 4), "reduce_exchange_bcast");
    assert_eq!(name("mpich-4.3", Operation::Allreduce, false, 0, 1, 3, 4), "remote_reduce_local_bcast");
    assert_eq!(name("ideal", Operation::Gather, true, 0, 1, 3, 4), "linear", "the first where there is no list");
}

/// The size of an allgatherv is that of its blocks, of different lengths; its mean block is rounded down.
#[test]
fn an_allgatherv_is_as_large_as_all_its_blocks() {
    let chosen = |library: &Library, total: u64| {
        let blocks: Box<[u64]> = (0..8).map(|rank| if rank == 3 { total - 7 } else { 1 }).collect();
        let none: Box<[u64]> = Box::default();
        let vectors = Vectors {
            send_bytes: none.clone(),
            send_offsets: none.clone(),
            recv_bytes: blocks,
            recv_offsets: none,
            neighbours: None,
        };
        let call = CollectiveCall { vectors: Some(Box::new(vectors)), ..call(Operation::Allgatherv, 0, 8) };
        let selector = &library.selector;
        selector.select(Operation::Allgatherv, true, Level::All, &context(&call, 8, 1)).unwrap().algorithm.name
    };
    let mpich = library("mpich-4.3");
    assert_eq!(chosen(&mpich, (512 << 10) - 1), "recursive_doubling");
    assert_eq!(chosen(&mpich, 512 << 10), "ring");
    let text = include_str!("../../../../../mpi-libraries/ideal.toml").replace(
        "allgatherv = [{ use = \"trivial\" },",
        "allgatherv = [{ when = { bytes = \"< 3 B\" }, use = \"brucks\" },",
    );
    let by_mean = Library::parse("x.toml", &text).unwrap();
    assert_eq!([16, 23, 24].map(|total| chosen(&by_mean, total)), ["brucks", "brucks", "ring"]);
}

#[test]
fn rules_nest_and_fall_through() {
    let text = include_str!("../../../../../mpi-libraries/ideal.toml").replace(
        "allreduce = [{ use = \"trivial\" },",
        "allreduce = [{ when = { ranks = \"> 4\" }, rules = [{ when = { bytes = \"> 8 B\", level = \"whole\" }, use = \"ring\" }] },",
    );
    let selector = Library::parse("x.toml", &text).unwrap().selector;
    let name = |count, size, level| {
        let call = call(Operation::Allreduce, count, 8);
        selector.select(Operation::Allreduce, true, level, &context(&call, size, 1)).unwrap().algorithm.name
    };
    assert_eq!(name(2, 5, Level::All), "ring");
    assert_eq!(name(2, 5, Level::Leaders), "recursive_doubling");
    assert_eq!(name(1, 5, Level::All), "recursive_doubling");
    assert_eq!(name(2, 4, Level::All), "recursive_doubling");
}

#[test]
fn a_call_that_no_rule_applies_to_is_an_error() {
    let text = include_str!("../../../../../mpi-libraries/ideal.toml").replace(
        "allgather = [{ use = \"trivial\" }, { use = \"ring\" }]",
        "allgather = [{ use = \"recursive_doubling\" }]",
    );
    let selector = Library::parse("x.toml", &text).unwrap().selector;
    let call = call(Operation::Allgather, 1, 8);
    let error = selector.select(Operation::Allgather, true, Level::All, &context(&call, 6, 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no rule for allgather fits this call: the conditions of each rule, or the precondition of its algorithm, exclude the \
         call; expected a last rule without conditions, with an algorithm that has no precondition"
    );
}

#[test]
fn predicates_are_documented_and_unique() {
    for (i, predicate) in predicates().iter().enumerate() {
        assert!(predicate.doc.ends_with('.'));
        assert!(predicates()[..i].iter().all(|other| other.name != predicate.name));
    }
}
