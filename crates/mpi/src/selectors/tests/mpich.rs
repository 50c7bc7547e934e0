//! Checks that the decision lists of `mpich-5.0` select the algorithms that MPICH's decision trees select.

use super::{call as call_of, context, library};
use crate::schedule::Level;
use ops::{CollectiveCall, Operation, Reducer, Vectors};

/// What a composition or an algorithm of MPICH is called here.
fn meant(operation: Operation, name: &str) -> &str {
    let name = name.strip_prefix("sched_").unwrap_or(name);
    match (operation, name) {
        (Operation::Reduce, "alpha") => "smp_via_first",
        (Operation::Bcast, "beta") => "smp_node_first",
        (Operation::Barrier, "k_dissemination" | "recursive_doubling") => "dissemination",
        (_, "alpha") | (Operation::Reduce, "beta") => "smp",
        (_, "inplace") => "pairwise_sendrecv_replace",
        (_, "permuted_sendrecv" | "blocked") => "scattered",
        _ => name,
    }
}

/// A call of `count` elements; `op` is as in the table.
fn call(operation: Operation, op: &str, count: u64, element_bytes: u64, ranks: u32) -> CollectiveCall {
    let mut call = CollectiveCall { in_place: op.ends_with('i'), ..call_of(operation, count, element_bytes) };
    if op.starts_with(['c', 'n']) {
        call.reducer = Some(Reducer::User { op: 0, commutative: op == "c" });
    }
    if matches!(operation, Operation::Allgatherv | Operation::ReduceScatter) {
        let block = if operation == Operation::Allgatherv { count * element_bytes } else { 8 };
        let lengths: Box<[u64]> = vec![block; ranks as usize].into();
        call.vectors = Some(Box::new(Vectors {
            send_bytes: lengths.clone(),
            send_offsets: lengths.clone(),
            recv_bytes: lengths.clone(),
            recv_offsets: lengths,
            neighbours: None,
        }));
    }
    call
}

#[test]
fn mpich_decides_as_its_source_at_every_boundary() {
    let selector = library("mpich-5.0").selector;
    let mut asked = 0;
    for row in include_str!("mpich-5.0.txt").lines().filter(|row| !row.starts_with('#')) {
        let words: Vec<&str> = row.split(' ').collect();
        let blocking = super::super::read::operation(words[0]).ok();
        let operation = blocking.or_else(|| super::super::read::operation(&words[0][1..]).ok()).unwrap();
        let runs: Vec<(u64, &str)> = words[3..]
            .iter()
            .map(|run| run.split_once(':').map(|(first, name)| (first.parse().unwrap(), name)).unwrap())
            .collect();
        for (ranks, kind) in words[1].split(',').flat_map(|ranks| words[2].split(',').map(move |kind| (ranks, kind)))
        {
            let ranks: u32 = ranks.parse().unwrap();
            let kind: Vec<&str> = kind.split('/').collect();
            let per_host = if kind[0] == "h" { 2 } else { 1 };
            for (at, &(first, name)) in runs.iter().enumerate() {
                let last = runs.get(at + 1).map_or(first + 1_000, |next| next.0 - 1);
                for bytes in [first, last] {
                    let (count, element_bytes) = if kind[2] == "*" { (1, bytes) } else { (bytes, 1) };
                    let call = call(operation, kind[1], count, element_bytes, ranks);
                    let context = context(&call, ranks, per_host);
                    let choice = selector.select(operation, blocking.is_some(), Level::All, &context).unwrap();
                    assert_eq!(choice.algorithm.name, meant(operation, name), "{row}: {kind:?}, {ranks}, {bytes} B");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 9_000, "{asked}");
}

/// The decision trees of 4.3 are those of 5.0.
#[test]
fn mpich_did_not_change_its_decisions() {
    let selection = |text: &str| text.split("\n[selection]\n").nth(1).unwrap().to_owned();
    let read = |name: &str| crate::library::SHIPPED.iter().find(|shipped| shipped.name == name).unwrap().text;
    assert_eq!(selection(read("mpich-4.3")), selection(read("mpich-5.0")));
}
