//! Errors of the selection of collective algorithms: in decision lists, in algorithms that the user fixes, and in the selection
//! for a call.

use config::UnknownName;
use thiserror::Error;

/// What is wrong with a `[selection]`. `place` is `file:line:column`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// No collective operation has this name.
    #[error("{place}: unknown collective operation {unknown}")]
    UnknownOperation {
        /// Where.
        place: String,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// An operation without a list.
    #[error(
        "{place}: no rules for {operation}; expected `{operation} = [...]`, a list of rules as for the other operations"
    )]
    MissingOperation {
        /// Where the table is.
        place: String,
        /// The operation.
        operation: &'static str,
    },
    /// No algorithm of the operation has this name.
    #[error("{place}: unknown {operation} algorithm {unknown}")]
    UnknownAlgorithm {
        /// Where.
        place: String,
        /// The operation.
        operation: &'static str,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// A key of a rule that is no parameter of its algorithm.
    #[error("{place}: the algorithm {algorithm} of {operation} has no parameter {unknown}")]
    UnknownParameter {
        /// Where.
        place: String,
        /// The operation.
        operation: &'static str,
        /// The algorithm.
        algorithm: &'static str,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// No predicate has this name.
    #[error("{place}: a rule has a condition on the unknown predicate {unknown}")]
    UnknownPredicate {
        /// Where.
        place: String,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// Ranks would not agree on the predicate.
    #[error(
        "{place}: the predicate `{predicate}` can't select for {operation}: not all ranks know its value, and all must select the same algorithm"
    )]
    UnusablePredicate {
        /// Where.
        place: String,
        /// The predicate.
        predicate: &'static str,
        /// The operation.
        operation: &'static str,
    },
    /// A condition that can't be read.
    #[error("{place}: the predicate `{predicate}` is {found}; expected {expected}")]
    Condition {
        /// Where.
        place: String,
        /// The predicate.
        predicate: &'static str,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A rule with both or neither of an algorithm and further rules.
    #[error(
        "{place}: the rule has both or neither of `use` (an algorithm) and `rules` (further rules); expected exactly one of them"
    )]
    NeitherUseNorRules {
        /// Where.
        place: String,
    },
    /// A list whose last rule has conditions.
    #[error(
        "{place}: the last rule of {operation} has conditions, so that some calls have no algorithm; expected a last rule without conditions"
    )]
    NotCovered {
        /// Where.
        place: String,
        /// The operation.
        operation: &'static str,
    },
}

/// What is wrong with a fixed algorithm, `OPERATION=ALGORITHM[:PARAMETER=VALUE[,…]]`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FixError {
    /// No `=`, or nothing on one side of it.
    #[error(
        "`{text}` is not a choice of an algorithm; expected OPERATION=ALGORITHM[:PARAMETER=VALUE[,...]], for example `allreduce=recursive_doubling`"
    )]
    Form {
        /// The text.
        text: String,
    },
    /// No collective operation has this name.
    #[error("unknown collective operation {0}")]
    UnknownOperation(UnknownName),
    /// No algorithm of the operation has this name.
    #[error("unknown {operation} algorithm {unknown}")]
    UnknownAlgorithm {
        /// The operation.
        operation: &'static str,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// The algorithm has no such parameter.
    #[error("the algorithm {algorithm} of {operation} has no parameter {unknown}")]
    UnknownParameter {
        /// The operation.
        operation: &'static str,
        /// The algorithm.
        algorithm: &'static str,
        /// The name, with those known.
        unknown: UnknownName,
    },
    /// A parameter has two values.
    #[error("the parameter `{parameter}` of the algorithm is given twice; expected once")]
    Twice {
        /// The parameter.
        parameter: &'static str,
    },
    /// A parameter's value is not a number, or none of its numbers or words.
    #[error("`{value}` is not a value for the parameter `{parameter}` of the algorithm; expected {expected} ({doc})")]
    Value {
        /// The parameter.
        parameter: &'static str,
        /// The value.
        value: String,
        /// What was expected.
        expected: String,
        /// What the parameter means.
        doc: &'static str,
    },
}

/// Why a call has no algorithm.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SelectError {
    /// The call does not meet the precondition of the algorithm that was asked for.
    #[error(
        "{operation} by {algorithm} is not possible for this call: {reason}; choose another algorithm (--collective {operation}=ALGORITHM)"
    )]
    NotApplicable {
        /// The operation.
        operation: &'static str,
        /// The algorithm.
        algorithm: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// The call does not meet the precondition of any rule's algorithm.
    #[error(
        "no rule for {operation} fits this call: the conditions of each rule, or the precondition of its algorithm, exclude the \
         call; expected a last rule without conditions, with an algorithm that has no precondition"
    )]
    NoneApplicable {
        /// The operation.
        operation: &'static str,
    },
    /// The table of measured times has no such number of ranks.
    #[error(
        "{operation} has no measured time for {ranks} ranks: the table has {first} to {last} ranks; extend its `ranks` and \
         `times` at {place}, or choose another algorithm (--collective {operation}=ALGORITHM)"
    )]
    NotMeasured {
        /// Where the table is.
        place: String,
        /// The operation.
        operation: &'static str,
        /// Ranks of the call.
        ranks: u32,
        /// The fewest ranks of the table.
        first: u64,
        /// The most ranks of the table.
        last: u64,
    },
    /// There is no such algorithm.
    #[error("unknown {operation} algorithm {unknown}")]
    Unknown {
        /// The operation.
        operation: &'static str,
        /// The name, with those known.
        unknown: UnknownName,
    },
}
