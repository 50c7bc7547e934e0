//! Reads and writes tuning files of MPICH, decision trees as JSON (`MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE`).
//!
//! A tree is an object whose keys are conditions, in order: `"comm_size<=8"`, `"avg_msg_size<2048"`, `"is_commutative=yes"`.
//! The last key is `any`, or the second of the two values of a property (`comm_type=inter` after `comm_type=intra`). The search
//! follows the first condition that holds, and does not backtrack. A leaf is `"algorithm=NAME": {"k=2": {}}`. A file replaces
//! MPICH's built-in tree, so it must have an entry for every operation (maint/gen_coll.py asserts that a search finds
//! something). The keys and their meaning are from src/mpi/coll/src/csel.c of MPICH 5.0.1, the algorithms from
//! csel_container.c.
//!
//! MPICH treats `comm_size<8` in two ways. In the upper part of the tree, above all conditions on the call, MPICH decides when
//! the communicator is made: `comm_size<8` excludes 8. Below a condition on the call, `comm_size<8` includes 8, because
//! MPIR_Csel_search compares by <=. This reader does the same. The writer writes only `<=`.
//!
//! If hosts have several ranks, MPICH divides a bcast, reduce, allreduce, barrier or scan into a part on each host and a part
//! among one rank of each host (its leader). It does so before it searches the tree, and searches the tree for each part. So
//! the tree's rules come after the library's rules for `smp` algorithms.
//!
//! Trees for non-blocking operations, intercommunicators and neighbourhood collectives are not read: these keep the library's
//! own decisions. Subtrees of `is_multi_threaded=yes` are not read either, as the condition never holds here.

#[cfg(test)]
mod tests;
mod tree;
mod write;

use super::decisions::Pick;
use super::error::TuningError;
use super::format::{Format, Names, Reader, Written};
use crate::selectors::{Comparison, Rule, Test, operation, predicates};
use ops::Operation;
use tree::Tree;

pub(super) const FORMAT: Format = Format {
    name: "mpich-json",
    doc: "MPICH's decision trees as JSON.",
    written: &[Written { name: "mpich.json", usage: USAGE, text: write::text }],
    size,
    of_parts: true,
    claims: |_| true,
    known_by: "JSON",
    read: Reader::Rules(read),
    parameters: None,
};

const USAGE: &[&str] = &["MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=$FILE mpiexec"];

/// What `avg_msg_size` and `total_msg_size` are defined for, with the same value on all ranks.
fn size(operation: Operation) -> Option<&'static str> {
    match operation {
        Operation::Bcast | Operation::Reduce | Operation::Allreduce | Operation::Alltoall => Some("bytes"),
        Operation::Allgather | Operation::Allgatherv | Operation::ReduceScatter | Operation::ReduceScatterBlock => {
            Some("total_bytes")
        }
        _ => None,
    }
}

/// The rules of a file, by operation.
fn read(names: &dyn Names, file: &str, text: &str) -> Result<Vec<(Operation, Vec<Rule>)>, TuningError> {
    let tree: Tree = serde_json::from_str(text).map_err(|error| TuningError::Syntax {
        place: format!("{file}:{}", error.line()),
        found: error.to_string(),
        expected: "objects of JSON, nested".to_owned(),
    })?;
    let mut found = Vec::new();
    for (key, below) in &tree.0 {
        let place = format!("{file}: {key}");
        let name = key.strip_prefix("collective=").ok_or_else(|| wrong(&place, key, "`collective=OPERATION`"))?;
        match operation(name) {
            Ok(of) if names.takes(of) => {
                let mut walk = Walk { names, of, rules: Vec::new() };
                walk.tree(below, &Path { place, tests: Vec::new(), of_call: false })?;
                found.push((of, walk.rules));
            }
            Ok(_) => {}
            Err(_) if name.strip_prefix('i').is_some_and(|name| operation(name).is_ok()) => {}
            Err(_) => return Err(wrong(&place, key, "a collective operation")),
        }
    }
    Ok(found)
}

fn wrong(place: &str, found: &str, expected: &str) -> TuningError {
    TuningError::Syntax { place: place.to_owned(), found: format!("`{found}`"), expected: expected.to_owned() }
}

/// How a place in the tree is come to.
#[derive(Clone)]
struct Path {
    place: String,
    tests: Vec<Test>,
    /// Whether one of them is on the call, not the communicator.
    of_call: bool,
}

struct Walk<'a> {
    names: &'a dyn Names,
    of: Operation,
    rules: Vec<Rule>,
}

/// What a key stands for.
enum Condition {
    Always,
    Never,
    Holds(Test),
}

impl Walk<'_> {
    fn tree(&mut self, tree: &Tree, path: &Path) -> Result<(), TuningError> {
        for (at, (key, below)) in tree.0.iter().enumerate() {
            if let Some(name) = key.strip_prefix("algorithm=") {
                return self.leaf(name, below, path);
            }
            let condition =
                if completes(&tree.0[..at], key) { Condition::Always } else { self.condition(key, path)? };
            let mut inner = path.clone();
            inner.place.push_str(&format!(", {key}"));
            inner.of_call |= !of_communicator(key);
            match condition {
                Condition::Never => continue,
                Condition::Always => {}
                Condition::Holds(test) => inner.tests.push(test),
            }
            self.tree(below, &inner)?;
            if matches!(condition, Condition::Always) {
                return Ok(());
            }
        }
        Err(wrong(&path.place, "no decision for the rest", "a last condition `any`, for example `comm_size=any`"))
    }

    fn leaf(&mut self, name: &str, parameters: &Tree, path: &Path) -> Result<(), TuningError> {
        let mut pick = Pick { name: name.to_owned(), segment: 0, fan_out: 0, requests: 0 };
        for (key, _) in &parameters.0 {
            let value = key.strip_prefix("k=").and_then(|value| value.parse().ok());
            pick.fan_out = value.ok_or_else(|| wrong(&path.place, key, "`k=NUMBER`: others are not modelled"))?;
        }
        self.names.check(self.of, &pick, &path.place)?;
        let rules = self.names.rules(self.of, &pick);
        self.rules.extend(rules.into_iter().map(|rule| rule.under(&path.tests)));
        Ok(())
    }

    fn condition(&self, key: &str, path: &Path) -> Result<Condition, TuningError> {
        if key.ends_with("=any") || key == "any" || key == "comm_type=intra" || key == "is_multi_threaded=no" {
            return Ok(Condition::Always);
        }
        if key == "comm_type=inter" || key == "is_multi_threaded=yes" {
            return Ok(Condition::Never);
        }
        let (predicate, test) = test(key, path.of_call).ok_or_else(|| {
            wrong(&path.place, key, "a condition that is modelled, for example `comm_size<=8` or `avg_msg_size<2048`")
        })?;
        let known = predicates().iter().find(|known| known.name == predicate);
        match known {
            Some(known) if known.serves(self.of) => Ok(Condition::Holds(test)),
            _ => Err(wrong(&path.place, key, "a condition that all ranks know of this operation")),
        }
    }
}

/// Whether a condition is on the communicator: it is decided on before all others.
fn of_communicator(key: &str) -> bool {
    key.starts_with("comm_") || key.starts_with("is_node_consecutive")
}

/// Whether one of two opposites stands before the other one.
fn completes(before: &[(String, Tree)], key: &str) -> bool {
    let other = match key.rsplit_once('=') {
        Some((name, "yes")) => format!("{name}=no"),
        Some((name, "no")) => format!("{name}=yes"),
        Some((name, "inter")) => format!("{name}=intra"),
        _ => return false,
    };
    before.iter().any(|(known, _)| *known == other)
}

/// Flags by their keys, with what they are when these hold.
const FLAGS: &[(&str, &str, bool)] = &[
    ("comm_size=pow2", "power_of_two", true),
    ("comm_hierarchy=parent", "hierarchical", true),
    ("count<pow2", "count_ge_pof2", false),
    ("is_commutative=yes", "commutative", true),
    ("is_commutative=no", "commutative", false),
    ("is_op_built_in=yes", "builtin", true),
    ("is_op_built_in=no", "builtin", false),
    ("is_sendbuf_inplace=yes", "in_place", true),
    ("is_sendbuf_inplace=no", "in_place", false),
    ("is_block_regular=yes", "equal_blocks", true),
    ("is_block_regular=no", "equal_blocks", false),
];

/// Numbers by their keys.
const NUMBERS: &[(&str, &str)] =
    &[("comm_size", "ranks"), ("avg_msg_size", "bytes"), ("total_msg_size", "total_bytes"), ("count", "count")];

/// The test of a key, and its predicate.
fn test(key: &str, of_call: bool) -> Option<(&'static str, Test)> {
    if key == "comm_size=node_comm_size" {
        return Some(("hosts", Test::number("hosts", Comparison::Equal, 1)));
    }
    if let Some((_, flag, value)) = FLAGS.iter().find(|(known, ..)| *known == key) {
        return Some((flag, Test::flag(flag, *value)));
    }
    let (name, rest) = key.split_once('<')?;
    let (_, predicate) = NUMBERS.iter().find(|(known, _)| *known == name)?;
    let (at_most, value) = rest.strip_prefix('=').map_or((false, rest), |value| (true, value));
    let at_most = at_most || (of_call && name == "comm_size");
    let comparison = if at_most { Comparison::AtMost } else { Comparison::Less };
    Some((predicate, Test::number(predicate, comparison, value.parse().ok()?)))
}
