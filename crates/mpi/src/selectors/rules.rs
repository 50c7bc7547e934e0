//! The Rust types that hold an MPI library's rules for selecting the algorithm of a collective call (`read` reads them from a
//! library file). A rule names an algorithm and the conditions on the call under which it is used. A decision list is a list of
//! rules, of which the first whose conditions hold decides.

use super::predicate::Test;
use crate::collectives;
use crate::schedule::{Algorithm, Named};
use config::Parameter;
use ops::Operation;
use smallvec::SmallVec;

/// The algorithms of an operation on intracommunicators or on intercommunicators.
pub(super) fn algorithms(operation: Operation, inter: bool) -> &'static [Algorithm] {
    if inter { collectives::inter::of(operation) } else { collectives::of(operation) }
}

/// The algorithm of an operation with this name.
pub(super) fn find(operation: Operation, inter: bool, name: &str) -> Option<&'static Algorithm> {
    algorithms(operation, inter).iter().find(|algorithm| algorithm.name == name)
}

/// The parameters of an algorithm, in the order of [`Algorithm::parameters`].
pub type Parameters = SmallVec<[u64; 2]>;

/// A selected algorithm and its parameters.
#[derive(Clone)]
pub struct Choice {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its parameters.
    pub parameters: Parameters,
}

impl Choice {
    /// An algorithm with its parameters' defaults.
    pub(super) fn with_defaults(algorithm: &'static Algorithm) -> Self {
        Self { algorithm, parameters: algorithm.parameters.iter().map(Parameter::default_number).collect() }
    }

    /// An algorithm with the parameters that another algorithm names, which knows that it has them.
    pub(crate) fn named(algorithm: &'static Algorithm, named: &Named) -> Self {
        let mut choice = Self::with_defaults(algorithm);
        for (name, value) in &named.parameters {
            let at = algorithm.parameters.iter().position(|known| known.name == *name);
            choice.parameters[at.unwrap_or_else(|| panic!("{} has no parameter {name}", algorithm.name))] = *value;
        }
        choice
    }
}

impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.algorithm, other.algorithm) && self.parameters == other.parameters
    }
}

/// As in `--collective OPERATION=…`: `knomial:radix=4,segment=0`.
impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.algorithm.name)?;
        for (at, (parameter, value)) in self.algorithm.parameters.iter().zip(&self.parameters).enumerate() {
            write!(f, "{}{}={}", if at == 0 { ":" } else { "," }, parameter.name, parameter.value_of(*value))?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", self.algorithm.name, self.parameters)
    }
}

/// A rule: all tests must hold.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(super) tests: Box<[Test]>,
    pub(super) choice: Choice,
}

impl Rule {
    /// The rule for calls that also pass these tests.
    pub(crate) fn under(mut self, tests: &[Test]) -> Self {
        self.tests = [tests, &self.tests].concat().into();
        self
    }

    /// Sets a parameter of its algorithm, if it has it.
    pub(crate) fn set(&mut self, parameter: &str, value: u64) {
        let known = self.choice.algorithm.parameters;
        if let Some(at) = known.iter().position(|known| known.name == parameter) {
            self.choice.parameters[at] = value;
        }
    }

    /// A parameter of its algorithm; none if it has no such one.
    pub(crate) fn get(&self, parameter: &str) -> Option<u64> {
        let known = self.choice.algorithm.parameters;
        known.iter().position(|known| known.name == parameter).map(|at| self.choice.parameters[at])
    }

    /// Whether it chooses the same as another one.
    pub(crate) fn chooses_as(&self, other: &Self) -> bool {
        self.choice == other.choice
    }

    /// Its conditions.
    pub(crate) fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// The name of its algorithm.
    pub(crate) fn algorithm(&self) -> String {
        self.choice.algorithm.name.to_owned()
    }

    /// The names of its algorithm's parameters.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.choice.algorithm.parameters.iter().map(|parameter| parameter.name)
    }
}

/// Calls for which other rules hold than the library's own.
pub(crate) struct Cell {
    /// Which calls.
    pub(crate) tests: Vec<Test>,
    /// None: the library's own rules.
    pub(crate) rules: Option<Vec<Rule>>,
}

/// Decision lists in the order of `Operation::ALL`.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    pub(super) blocking: Vec<Vec<Rule>>,
    // Empty: as blocking.
    pub(super) nonblocking: Vec<Vec<Rule>>,
}

impl Lists {
    /// No rules for any operation.
    pub(super) fn empty() -> Self {
        let empty = || vec![Vec::new(); Operation::ALL.len()];
        Self { blocking: empty(), nonblocking: empty() }
    }

    /// The list for calls of an operation.
    #[inline]
    pub(super) fn of(&self, operation: Operation, blocking: bool) -> &[Rule] {
        let own = &self.nonblocking[operation as usize];
        if blocking || own.is_empty() { &self.blocking[operation as usize] } else { own }
    }
}
