//! Writes tuning decisions as MPICH's JSON decision trees.

use super::tree::Tree;
use super::{FLAGS, NUMBERS};
use crate::selectors::{Comparison, Rule, Selector, Test};
use crate::tuning::decisions::Decisions;
use crate::tuning::format::Names;
use ops::Operation;

/// What a way down the tree has decided on: the smallest and largest values of numbers, and flags.
#[derive(Clone, Default)]
struct Known {
    numbers: Vec<(&'static str, u64, u64)>,
    flags: Vec<(&'static str, bool)>,
}

/// The file: what decisions say, before the library's own decisions on all operations.
pub(super) fn text(names: &dyn Names, own: &Selector, _comment: &str, decisions: &[Decisions]) -> String {
    let mut file = Vec::new();
    for &operation in Operation::ALL {
        let name = operation.name();
        if operation.among_neighbours() {
            file.push(all(&format!("collective={name}"), &format!("MPIR_{}_allcomm_nb", capital(name))));
            file.push(all(&format!("collective=i{name}"), &format!("MPIR_I{name}_allcomm_sched_linear")));
            continue;
        }
        let tuned = decisions.iter().filter(|of| of.operation == operation).flat_map(|of| names.rules_of(of));
        let rules: Vec<Rule> = tuned.chain(own.rules(operation, true).iter().cloned()).collect();
        let leaf = |rule: &Rule| names.name_of(operation, rule).map(|(name, k)| leaf(&name, k));
        // Hosts and leaders have been told apart before.
        let rules: Vec<Rule> = rules.into_iter().filter(|rule| !rule.algorithm().starts_with("smp")).collect();
        file.push(entry(&format!("collective={name}"), &rules, &leaf, inter(operation)));
        let sched = |rule: &Rule| Some(leaf_of_sched(operation, &rule.algorithm()));
        file.push(entry(&format!("collective=i{name}"), own.rules(operation, false), &sched, inter_sched(operation)));
    }
    format!("{}\n", Tree(file))
}

fn capital(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

fn leaf(name: &str, k: Option<u64>) -> Tree {
    let parameters = k.map_or_else(|| Tree(Vec::new()), |k| Tree::of(format!("k={k}")));
    Tree(vec![(format!("algorithm={name}"), parameters)])
}

/// An operation with one algorithm.
fn all(key: &str, name: &str) -> (String, Tree) {
    (key.to_owned(), leaf(name, None))
}

type Leaf<'a> = dyn Fn(&Rule) -> Option<Tree> + 'a;

fn entry(key: &str, rules: &[Rule], leaf: &Leaf<'_>, inter: Option<Tree>) -> (String, Tree) {
    // What moves nothing does not come here.
    let rules: Vec<Rule> = rules.iter().filter(|rule| rule.algorithm() != "trivial").cloned().collect();
    let mut kinds = vec![("comm_type=intra".to_owned(), tree(&rules, leaf, &Known::default()))];
    kinds.extend(inter.map(|inter| ("comm_type=inter".to_owned(), inter)));
    (key.to_owned(), Tree(kinds))
}

/// The tree that decides as a list.
fn tree(rules: &[Rule], leaf: &Leaf<'_>, known: &Known) -> Tree {
    let Some((rule, rest)) = rules.split_first() else { panic!("the last rule of a list has no conditions") };
    let open: Vec<&Test> = rule.tests().iter().filter(|test| known.value(test) != Some(true)).collect();
    if open.iter().any(|test| known.value(test) == Some(false)) {
        return tree(rest, leaf, known);
    }
    match (open.first(), leaf(rule)) {
        (_, None) => tree(rest, leaf, known),
        (None, Some(leaf)) => leaf,
        (Some(test), Some(_)) => {
            let branch = |below: Known| tree(rules, leaf, &below);
            divide(test, known, &branch).unwrap_or_else(|| tree(rest, leaf, known))
        }
    }
}

/// The branches for a test that is not decided; none if there is no key for it.
fn divide(test: &Test, known: &Known, branch: &dyn Fn(Known) -> Tree) -> Option<Tree> {
    match *test {
        Test::Flag(name, ..) => {
            let (key, _, value) = FLAGS.iter().find(|(_, flag, _)| *flag == name)?;
            let of = |value: bool| branch(known.with_flag(name, value));
            Some(Tree(vec![((*key).to_owned(), of(*value)), (any(key), of(!*value))]))
        }
        Test::Number(name, _, comparison, value) => {
            let (key, _) = NUMBERS.iter().find(|(_, number)| *number == name)?;
            let below = value.checked_sub(1);
            let (first, second) = match comparison {
                Comparison::Less | Comparison::AtLeast => (below, None),
                Comparison::AtMost | Comparison::More => (Some(value), None),
                Comparison::Equal => (below, Some(value)),
            };
            let mut branches = Vec::new();
            let (mut low, high) = known.range(name);
            for bound in first.into_iter().chain(second) {
                if bound < low || bound >= high {
                    continue;
                }
                branches.push((format!("{key}<={bound}"), branch(known.with_range(name, low, bound))));
                low = bound + 1;
            }
            branches.push((format!("{key}=any"), branch(known.with_range(name, low, high))));
            Some(Tree(branches))
        }
        Test::Level(_) => None,
    }
}

/// The condition behind all others.
fn any(key: &str) -> String {
    let name = key.split(['=', '<']).next().unwrap_or(key);
    format!("{name}=any")
}

impl Known {
    fn range(&self, name: &str) -> (u64, u64) {
        let range = self.numbers.iter().find(|(known, ..)| *known == name);
        range.map_or((0, u64::MAX), |&(_, low, high)| (low, high))
    }

    /// What is known about a test.
    fn value(&self, test: &Test) -> Option<bool> {
        match *test {
            Test::Flag(name, _, value) => {
                self.flags.iter().find(|(known, _)| *known == name).map(|(_, known)| *known == value)
            }
            Test::Number(name, _, comparison, value) => {
                let (low, high) = self.range(name);
                let (first, last) = (comparison.holds(low, value), comparison.holds(high, value));
                let inside = comparison == Comparison::Equal && low < value && value < high;
                (first == last && !inside).then_some(first)
            }
            Test::Level(level) => Some(level == crate::schedule::Level::All),
        }
    }

    fn with_flag(&self, name: &'static str, value: bool) -> Self {
        let mut with = self.clone();
        with.flags.push((name, value));
        with
    }

    fn with_range(&self, name: &'static str, low: u64, high: u64) -> Self {
        let mut with = self.clone();
        with.numbers.retain(|(known, ..)| *known != name);
        with.numbers.push((name, low, high));
        with
    }
}

/// Non-blocking algorithms whose names differ from ours.
const SCHED: &[(Operation, &str, &str)] = &[
    (Operation::Barrier, "dissemination", "recursive_doubling"),
    (Operation::Alltoall, "scattered", "permuted_sendrecv"),
    (Operation::Alltoall, "pairwise_sendrecv_replace", "inplace"),
    (Operation::Alltoallv, "scattered", "blocked"),
    (Operation::Alltoallv, "pairwise_sendrecv_replace", "inplace"),
    (Operation::Alltoallw, "scattered", "blocked"),
    (Operation::Alltoallw, "pairwise_sendrecv_replace", "inplace"),
];

fn leaf_of_sched(operation: Operation, algorithm: &str) -> Tree {
    let other = SCHED.iter().find(|(of, ours, _)| *of == operation && *ours == algorithm);
    let name = other.map_or(algorithm, |(.., theirs)| theirs);
    let kind = if matches!(operation, Operation::Gatherv | Operation::Scatterv) { "allcomm" } else { "intra" };
    leaf(&format!("MPIR_I{}_{kind}_sched_{name}", operation.name()), None)
}

/// Blocking algorithms on intercommunicators (maint/tuning/coll/mpir/generic.json).
fn inter(operation: Operation) -> Option<Tree> {
    let names: &[&str] = match operation {
        Operation::Barrier => &["Barrier_inter_bcast"],
        Operation::Bcast => &["Bcast_inter_remote_send_local_bcast"],
        Operation::Gather => &["Gather_inter_local_gather_remote_send", "Gather_inter_linear"],
        Operation::Gatherv => &["Gatherv_allcomm_linear"],
        Operation::Scatter => &["Scatter_inter_remote_send_local_scatter", "Scatter_inter_linear"],
        Operation::Scatterv => &["Scatterv_allcomm_linear"],
        Operation::Allgather => &["Allgather_inter_local_gather_remote_bcast"],
        Operation::Allgatherv => &["Allgatherv_inter_remote_gather_local_bcast"],
        Operation::Alltoall => &["Alltoall_inter_pairwise_exchange"],
        Operation::Alltoallv => &["Alltoallv_inter_pairwise_exchange"],
        Operation::Alltoallw => &["Alltoallw_inter_pairwise_exchange"],
        Operation::Reduce => &["Reduce_inter_local_reduce_remote_send"],
        Operation::Allreduce => &["Allreduce_inter_reduce_exchange_bcast"],
        Operation::ReduceScatter => &["Reduce_scatter_inter_remote_reduce_local_scatter"],
        Operation::ReduceScatterBlock => &["Reduce_scatter_block_inter_remote_reduce_local_scatter"],
        _ => &[],
    };
    by_total(names)
}

/// Non-blocking ones.
fn inter_sched(operation: Operation) -> Option<Tree> {
    let names: &[&str] = match operation {
        Operation::Barrier => &["Ibarrier_inter_sched_bcast"],
        Operation::Bcast => &["Ibcast_inter_sched_flat"],
        Operation::Gather => &["Igather_inter_sched_short", "Igather_inter_sched_long"],
        Operation::Gatherv => &["Igatherv_allcomm_sched_linear"],
        Operation::Scatter => &["Iscatter_inter_sched_remote_send_local_scatter", "Iscatter_inter_sched_linear"],
        Operation::Scatterv => &["Iscatterv_allcomm_sched_linear"],
        Operation::Allgather => &["Iallgather_inter_sched_local_gather_remote_bcast"],
        Operation::Allgatherv => &["Iallgatherv_inter_sched_remote_gather_local_bcast"],
        Operation::Alltoall => &["Ialltoall_inter_sched_pairwise_exchange"],
        Operation::Alltoallv => &["Ialltoallv_inter_sched_pairwise_exchange"],
        Operation::Alltoallw => &["Ialltoallw_inter_sched_pairwise_exchange"],
        Operation::Reduce => &["Ireduce_inter_sched_local_reduce_remote_send"],
        Operation::Allreduce => &["Iallreduce_inter_sched_remote_reduce_local_bcast"],
        Operation::ReduceScatter => &["Ireduce_scatter_inter_sched_remote_reduce_local_scatterv"],
        Operation::ReduceScatterBlock => &["Ireduce_scatter_block_inter_sched_remote_reduce_local_scatterv"],
        _ => &[],
    };
    by_total(names)
}

/// One algorithm, or one for less than 2048 bytes and another one.
fn by_total(names: &[&str]) -> Option<Tree> {
    let of = |name: &str| leaf(&format!("MPIR_{name}"), None);
    match names {
        [] => None,
        [one] => Some(of(one)),
        [short, long, ..] => Some(Tree(vec![
            ("total_msg_size<2048".to_owned(), of(short)),
            ("total_msg_size=any".to_owned(), of(long)),
        ])),
    }
}
