//! Selection of collective algorithms, as data.
//!
//! A library file has, per operation, an ordered decision list: rules of conditions (over named predicates,
//! [`predicates`]) and an algorithm with its parameters, or further rules. The first rule whose conditions hold, and
//! whose algorithm serves the call, is taken; the last rule of a list has no conditions. Non-blocking operations may
//! have lists of their own (`ibcast`); without one they use the blocking operation's.
//!
//! ```toml
//! [selection]
//! allreduce = [
//!     { when = { ranks = 1 }, use = "trivial" },
//!     { when = { hierarchical = true, commutative = true }, use = "smp" },
//!     { when = { bytes = "> 2048 B", builtin = true }, rules = [
//!         { when = { count_ge_pof2 = true }, use = "reduce_scatter_allgather" },
//!     ] },
//!     { use = "recursive_doubling" },
//! ]
//! alltoall = [{ when = { bytes = "<= 32 KiB" }, use = "scattered", throttle = 32 }, { use = "pairwise" }]
//! inter_gather = [{ when = { total_bytes = "< 2048 B" }, use = "local_gather_remote_send" }, { use = "linear" }]
//! ```
//!
//! Lists of intercommunicators begin with `inter_` (`inter_iallreduce`): ranks of both groups have to choose alike, so
//! that fewer predicates are of use there. Where there is no list, the first of the operation's algorithms is taken.
//!
//! Other libraries' files (Open MPI's dynamic rules, MPICH's JSON) become the same lists when they are read.

mod error;
mod fixed;
mod predicate;
mod read;
#[cfg(test)]
mod tests;

pub use error::{FixError, SelectError, SelectionError};
pub use fixed::Fixed;
pub use predicate::{Predicate, predicates};

use crate::collectives;
use crate::library::{DocumentNode, LibraryError};
use crate::schedule::{Algorithm, Context, Generator, Level};
use ops::Operation;
use predicate::Test;
use smallvec::SmallVec;

/// The algorithms of an operation on intracommunicators or on intercommunicators.
fn algorithms(operation: Operation, inter: bool) -> &'static [Algorithm] {
    if inter { collectives::inter::of(operation) } else { collectives::of(operation) }
}

/// The one of a name among them.
fn find(operation: Operation, inter: bool, name: &str) -> Option<&'static Algorithm> {
    algorithms(operation, inter).iter().find(|algorithm| algorithm.name == name)
}

/// The parameters of an algorithm, in the order of [`Algorithm::parameters`].
pub type Parameters = SmallVec<[u64; 2]>;

/// What was chosen: an algorithm and its parameters.
#[derive(Clone)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its parameters.
    pub parameters: Parameters,
}

impl Choice {
    /// An algorithm with its parameters' defaults.
    fn with_defaults(algorithm: &'static Algorithm) -> Self {
        Self { algorithm, parameters: algorithm.parameters.iter().map(|parameter| parameter.default).collect() }
    }
}

impl std::fmt::Debug for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.algorithm.name, self.parameters)
    }
}

/// A rule: all tests must hold.
#[derive(Clone, Debug)]
struct Rule {
    tests: Box<[Test]>,
    choice: Choice,
}

/// Decision lists in the order of `Operation::ALL`.
#[derive(Clone, Debug)]
struct Lists {
    blocking: Vec<Vec<Rule>>,
    // Empty: as blocking.
    nonblocking: Vec<Vec<Rule>>,
}

/// The decision lists of a library, and the algorithms that the user has fixed.
#[derive(Clone, Debug)]
pub struct Selector {
    intra: Lists,
    // An empty list: the first algorithm that serves.
    inter: Lists,
    // On intracommunicators.
    fixed: Vec<Option<Choice>>,
}

impl Selector {
    pub(crate) fn read(selection: &DocumentNode) -> Result<Self, LibraryError> {
        read::selector(selection)
    }

    /// Fixes the algorithm of an operation, blocking or not, on whole intracommunicators, the groups under an
    /// intercommunicator included. The parts that an algorithm
    /// itself does on hosts or among their first ranks are selected as before.
    pub fn fix(&mut self, fixed: Fixed) {
        self.fixed[fixed.operation as usize] =
            Some(Choice { algorithm: fixed.algorithm, parameters: fixed.parameters });
    }

    /// The algorithm for a call.
    ///
    /// # Errors
    /// If the algorithm that the user fixed does not serve the call, or none of the rules' does.
    pub fn select(
        &self,
        operation: Operation,
        blocking: bool,
        level: Level,
        context: &Context<'_>,
    ) -> Result<&Choice, SelectError> {
        let place = operation as usize;
        let inter = context.remote.is_some();
        if let (Level::All, false, Some(choice)) = (level, inter, &self.fixed[place]) {
            return match (choice.algorithm.refuses)(context) {
                None => Ok(choice),
                Some(reason) => Err(SelectError::Refused {
                    operation: operation.name(),
                    algorithm: choice.algorithm.name,
                    reason,
                }),
            };
        }
        let lists = if inter { &self.inter } else { &self.intra };
        let own = &lists.nonblocking[place];
        let rules = if blocking || own.is_empty() { &lists.blocking[place] } else { own };
        let holds = |rule: &&Rule| {
            rule.tests.iter().all(|test| test.holds(level, context))
                && (rule.choice.algorithm.refuses)(context).is_none()
        };
        let rule = rules.iter().find(holds);
        rule.map(|rule| &rule.choice).ok_or(SelectError::NoneServes { operation: operation.name() })
    }

    /// One rank's generator for a call: by the named algorithm (with its parameters' defaults), else by the selected.
    ///
    /// # Errors
    /// As for [`Selector::select`]; or if there is no algorithm of that name, or it does not serve the call.
    pub fn build(
        &self,
        algorithm: Option<&str>,
        blocking: bool,
        level: Level,
        context: &Context<'_>,
    ) -> Result<Box<dyn Generator>, SelectError> {
        let operation = context.call.operation;
        let Some(name) = algorithm else {
            let choice = self.select(operation, blocking, level, context)?;
            return Ok((choice.algorithm.build)(context, &choice.parameters));
        };
        let found = find(operation, context.remote.is_some(), name)
            .ok_or_else(|| SelectError::Unknown { operation: operation.name(), algorithm: name.to_owned() })?;
        if let Some(reason) = (found.refuses)(context) {
            return Err(SelectError::Refused { operation: operation.name(), algorithm: found.name, reason });
        }
        let choice = Choice::with_defaults(found);
        Ok((choice.algorithm.build)(context, &choice.parameters))
    }
}
