//! Predicates of selection rules: the named properties of a call (`ranks`, `bytes`, `commutative` …) that rules compare.

use crate::collectives::block_bounds::equal_blocks;
use crate::collectives::common::floor_power_of_two;
use crate::schedule::{Context, Level};
use ops::{Operation, ROOT_SELF, Reducer};

/// A predicate, as a value in the list of all.
#[derive(Clone, Copy)]
pub struct Predicate {
    /// Its name in rules.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
    pub(super) kind: ConditionKind,
    // All ranks must choose the same algorithm, so a rule may test only what every rank knows. In an alltoallv, for example, a
    // rank knows the lengths of its own blocks alone.
    // The operations for which some rank does not know it.
    pub(super) unknown_to_some: &'static [Operation],
    // On intercommunicators, the operations for which the ranks of both groups know it alike (those in the root's group other than
    // the root know nothing and do nothing).
    pub(super) known_to_both_groups: &'static [Operation],
}

/// What kind of condition a predicate takes.
#[derive(Clone, Copy)]
pub(super) enum ConditionKind {
    /// `8`, `"< 8"`.
    Number(fn(&Context<'_>) -> u64),
    /// `"<= 12288 B"`, `"< 512 KiB"`.
    Size(fn(&Context<'_>) -> u64),
    /// `true`, `false`.
    Flag(fn(Level, &Context<'_>) -> bool),
    /// `"whole"`, `"host"`, `"leaders"`, `"peers"`.
    Level,
}

/// Operations whose blocks have lengths of their own.
const VECTORS: &[Operation] = &[
    Operation::Gatherv,
    Operation::Scatterv,
    Operation::Alltoallv,
    Operation::Alltoallw,
    Operation::NeighborAllgatherv,
    Operation::NeighborAlltoallv,
    Operation::NeighborAlltoallw,
];
const VECTORS_AND_ALLGATHERV: &[Operation] = &[
    Operation::Gatherv,
    Operation::Scatterv,
    Operation::Alltoallv,
    Operation::Alltoallw,
    Operation::NeighborAllgatherv,
    Operation::NeighborAlltoallv,
    Operation::NeighborAlltoallw,
    Operation::Allgatherv,
];
const ROOTED: &[Operation] = &[
    Operation::Bcast,
    Operation::Gather,
    Operation::Gatherv,
    Operation::Scatter,
    Operation::Scatterv,
    Operation::Reduce,
];

/// Operations on an intercommunicator whose message, or blocks, both groups see alike.
const SAME_ACROSS: &[Operation] =
    &[Operation::Bcast, Operation::Gather, Operation::Scatter, Operation::Reduce, Operation::Allreduce];
const REDUCTIONS: &[Operation] =
    &[Operation::Reduce, Operation::Allreduce, Operation::ReduceScatter, Operation::ReduceScatterBlock];

impl Predicate {
    /// What may be written after it in a rule's `when`.
    pub fn expected(&self) -> &'static str {
        match self.kind {
            ConditionKind::Number(_) => "a number, or `\"< 8\"` (also `<=`, `=`, `>=`, `>`)",
            ConditionKind::Size(_) => "a comparison with a size: `\"<= 12288 B\"`, `\"< 512 KiB\"`",
            ConditionKind::Flag(_) => "`true` or `false`",
            ConditionKind::Level => "`\"whole\"`, `\"host\"`, `\"leaders\"` or `\"peers\"`",
        }
    }

    /// Whether all ranks know it of an operation on an intracommunicator, so that it may decide.
    pub(crate) fn serves(&self, operation: Operation) -> bool {
        !self.unknown_to_some.contains(&operation)
    }
}

fn find(name: &str) -> Option<&'static Predicate> {
    predicates().iter().find(|known| known.name == name)
}

/// All predicates.
pub fn predicates() -> &'static [Predicate] {
    PREDICATES
}

static PREDICATES: &[Predicate] = &[
    Predicate {
        name: "ranks",
        doc: "The number of ranks.",
        kind: ConditionKind::Number(|context| u64::from(context.size)),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "bytes",
        doc: "Bytes of the message, or of one block (of allgatherv: of the mean block).",
        kind: ConditionKind::Size(bytes),
        unknown_to_some: VECTORS,
        known_to_both_groups: SAME_ACROSS,
    },
    Predicate {
        name: "total_bytes",
        doc: "Bytes of all blocks together; of an operation without blocks: bytes of the message times ranks.",
        kind: ConditionKind::Size(total_bytes),
        unknown_to_some: VECTORS,
        known_to_both_groups: SAME_ACROSS,
    },
    Predicate {
        name: "count",
        doc: "Elements of the message, or of one block (of reduce_scatter: of all blocks).",
        kind: ConditionKind::Number(|context| context.call.count),
        unknown_to_some: VECTORS_AND_ALLGATHERV,
        known_to_both_groups: &[],
    },
    Predicate {
        name: "element_bytes",
        doc: "Bytes of one packed element.",
        kind: ConditionKind::Size(|context| context.call.element_bytes),
        unknown_to_some: VECTORS_AND_ALLGATHERV,
        known_to_both_groups: &[],
    },
    Predicate {
        name: "hosts",
        doc: "The number of hosts that hold ranks.",
        kind: ConditionKind::Number(|context| u64::from(context.locality.hosts)),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "ranks_per_host",
        doc: "The largest number of ranks on one host.",
        kind: ConditionKind::Number(|context| u64::from(context.locality.ranks_per_host_max)),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "power_of_two",
        doc: "Whether the number of ranks is a power of two.",
        kind: ConditionKind::Flag(|_, context| context.size.is_power_of_two()),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "even_ranks",
        doc: "Whether the number of ranks is even.",
        kind: ConditionKind::Flag(|_, context| context.size.is_multiple_of(2)),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "count_ge_pof2",
        doc: "Whether there are at least as many elements as the largest power of two of ranks.",
        kind: ConditionKind::Flag(|_, context| context.call.count >= u64::from(floor_power_of_two(context.size))),
        unknown_to_some: VECTORS_AND_ALLGATHERV,
        known_to_both_groups: &[],
    },
    Predicate {
        name: "count_ge_ranks",
        doc: "Whether there are at least as many elements as ranks.",
        kind: ConditionKind::Flag(|_, context| context.call.count >= u64::from(context.size)),
        unknown_to_some: VECTORS_AND_ALLGATHERV,
        known_to_both_groups: &[],
    },
    Predicate {
        name: "commutative",
        doc: "Whether the operands of the reduction may be swapped.",
        kind: ConditionKind::Flag(|_, context| context.call.reducer.is_none_or(Reducer::commutative)),
        unknown_to_some: &[],
        known_to_both_groups: REDUCTIONS,
    },
    Predicate {
        name: "builtin",
        doc: "Whether the reduction is a predefined operation.",
        kind: ConditionKind::Flag(|_, context| context.call.reducer.is_none_or(Reducer::builtin)),
        unknown_to_some: &[],
        known_to_both_groups: REDUCTIONS,
    },
    Predicate {
        name: "in_place",
        doc: "Whether contributions lie in the result's place.",
        kind: ConditionKind::Flag(|_, context| context.call.in_place),
        unknown_to_some: ROOTED,
        known_to_both_groups: &[],
    },
    Predicate {
        name: "equal_blocks",
        doc: "Whether all blocks of a reduce_scatter are equally long.",
        kind: ConditionKind::Flag(|_, context| equal_blocks(context)),
        unknown_to_some: VECTORS_AND_ALLGATHERV,
        known_to_both_groups: &[],
    },
    Predicate {
        name: "consecutive",
        doc: "Whether ranks are consecutive on each host.",
        kind: ConditionKind::Flag(|_, context| context.locality.consecutive),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "balanced",
        doc: "Whether all hosts hold equally many ranks.",
        kind: ConditionKind::Flag(|_, context| context.locality.balanced),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "blocking",
        doc: "Whether it is a blocking operation (in a list that serves both kinds).",
        kind: ConditionKind::Flag(|_, context| context.blocking),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "hierarchical",
        doc: "Whether this is a whole communicator on several hosts, some of which hold several of its ranks.",
        kind: ConditionKind::Flag(|level, context| {
            level == Level::All && context.locality.hosts > 1 && context.locality.ranks_per_host_max > 1
        }),
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
    Predicate {
        name: "level",
        doc: "What this is part of: the \"whole\" communicator, the ranks of a \"host\", their \"leaders\", or those of one index on all hosts, \"peers\".",
        kind: ConditionKind::Level,
        unknown_to_some: &[],
        known_to_both_groups: &[],
    },
];

fn bytes(context: &Context<'_>) -> u64 {
    match context.call.operation {
        Operation::Allgatherv => total_bytes(context) / u64::from(context.size),
        _ => context.call.count * context.call.element_bytes,
    }
}

/// The number of blocks: at the root of an intercommunicator one for each rank of the other group.
fn blocks(context: &Context<'_>) -> u32 {
    match context.remote {
        Some(remote) if context.call.root == ROOT_SELF => remote.size,
        _ => context.size,
    }
}

fn total_bytes(context: &Context<'_>) -> u64 {
    let call = context.call;
    match (call.operation, &call.vectors) {
        (Operation::Allgatherv, Some(vectors)) => vectors.recv_bytes.iter().sum(),
        (Operation::ReduceScatter, _) => call.count * call.element_bytes,
        _ => call.count.saturating_mul(call.element_bytes).saturating_mul(u64::from(blocks(context))),
    }
}

/// How a number is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Comparison {
    /// The signs, those first that begin with another.
    pub(super) const SIGNS: &[(&str, Self)] =
        &[("<=", Self::AtMost), (">=", Self::AtLeast), ("<", Self::Less), (">", Self::More), ("=", Self::Equal)];

    /// Whether a quantity compares so with a value.
    #[inline]
    pub(crate) fn holds(self, quantity: u64, value: u64) -> bool {
        match self {
            Self::Less => quantity < value,
            Self::AtMost => quantity <= value,
            Self::Equal => quantity == value,
            Self::AtLeast => quantity >= value,
            Self::More => quantity > value,
        }
    }
}

/// A condition of a rule.
/// Numbers and flags with the names of their predicates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Test {
    Number(&'static str, fn(&Context<'_>) -> u64, Comparison, u64),
    Flag(&'static str, fn(Level, &Context<'_>) -> bool, bool),
    Level(Level),
}

impl Test {
    /// A comparison of a number or size by the name of its predicate.
    pub(crate) fn number(predicate: &str, comparison: Comparison, value: u64) -> Self {
        match find(predicate).map(|known| (known, known.kind)) {
            Some((known, ConditionKind::Number(number) | ConditionKind::Size(number))) => {
                Self::Number(known.name, number, comparison, value)
            }
            _ => panic!("{predicate} is not a number"),
        }
    }

    /// A flag by the name of its predicate.
    pub(crate) fn flag(predicate: &str, value: bool) -> Self {
        match find(predicate).map(|known| (known, known.kind)) {
            Some((known, ConditionKind::Flag(flag))) => Self::Flag(known.name, flag, value),
            _ => panic!("{predicate} is not a flag"),
        }
    }

    #[inline]
    pub(super) fn holds(&self, level: Level, context: &Context<'_>) -> bool {
        match *self {
            Self::Number(_, quantity, comparison, value) => comparison.holds(quantity(context), value),
            Self::Flag(_, flag, value) => flag(level, context) == value,
            Self::Level(wanted) => level == wanted,
        }
    }
}
