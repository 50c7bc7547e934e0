//! Selects the collective algorithm for a call: applies the decision lists, tuning files and the user's choices.

use super::error::SelectError;
use super::fixed::Fixed;
use super::rules::{Cell, Choice, Lists, Rule, algorithms, find};
use crate::collectives;
use crate::library::document::Node;
use crate::library::error::LibraryError;
use crate::schedule::{Algorithm, Context, Generator, Level, Named};
use config::UnknownName;
use ops::Operation;

/// The decision lists of a library, and the algorithms that the user has fixed.
#[derive(Clone, Debug)]
pub struct Selector {
    intra: Lists,
    // Never empty: `read::lists` supplies the operation's first algorithm where the file has no list.
    inter: Lists,
    // On intracommunicators.
    fixed: Vec<Option<Choice>>,
}

impl Selector {
    pub(crate) fn read(selection: &Node) -> Result<Self, LibraryError> {
        let (intra, inter) = super::read::lists(selection)?;
        Ok(Self { intra, inter, fixed: vec![None; Operation::ALL.len()] })
    }

    /// Fixes the algorithm of an operation, blocking or not, on whole intracommunicators, including the local groups of
    /// intercommunicators. What an algorithm does on single hosts or among leaders is still selected by the rules.
    pub fn fix(&mut self, fixed: Fixed) {
        self.fixed[fixed.operation as usize] =
            Some(Choice { algorithm: fixed.algorithm, parameters: fixed.parameters });
    }

    /// Has rules for blocking calls on intracommunicators tried before the library's own, but after those for calls that
    /// move nothing or are divided between hosts and leaders.
    pub(crate) fn precede(&mut self, operation: Operation, rules: Vec<Rule>) {
        let own = &mut self.intra.blocking[operation as usize];
        let first = |rule: &&Rule| {
            rule.choice.algorithm.name == "trivial" || collectives::by_host_first(rule.choice.algorithm)
        };
        let behind = own.iter().take_while(first).count();
        own.splice(behind..behind, rules);
    }

    /// Has the rules that divide blocking calls between hosts, or leaders, replaced for the calls of these cells by theirs, none or
    /// several. Without cells they stay.
    pub(crate) fn redivide(&mut self, operation: Operation, cells: Vec<Cell>) {
        if cells.is_empty() {
            return;
        }
        let own = &mut self.intra.blocking[operation as usize];
        let trivial = own.iter().take_while(|rule| rule.choice.algorithm.name == "trivial").count();
        let divides = |rule: &&Rule| collectives::by_host_first(rule.choice.algorithm);
        let end = trivial + own[trivial..].iter().take_while(divides).count();
        let before: Vec<Rule> = own[trivial..end].to_vec();
        let of_cell = |cell: Cell| {
            let rules = cell.rules.unwrap_or_else(|| before.clone());
            rules.into_iter().map(move |rule| rule.under(&cell.tests))
        };
        let rules: Vec<Rule> = cells.into_iter().flat_map(of_cell).collect();
        own.splice(trivial..end, rules);
    }

    /// Whether calls of an operation may have an algorithm of this name.
    pub(crate) fn may_choose(&self, operation: Operation, name: &str) -> bool {
        let fixed = self.fixed[operation as usize].iter().map(|choice| choice.algorithm.name);
        let lists = [true, false].map(|blocking| self.intra.of(operation, blocking));
        fixed.chain(lists.into_iter().flatten().map(|rule| rule.choice.algorithm.name)).any(|known| known == name)
    }

    /// The rules for calls on intracommunicators.
    pub(crate) fn rules(&self, operation: Operation, blocking: bool) -> &[Rule] {
        self.intra.of(operation, blocking)
    }

    /// The algorithm for a call.
    ///
    /// # Errors
    /// If the call does not meet the precondition of the algorithm that the user fixed, or of any rule's.
    pub fn select(
        &self,
        operation: Operation,
        blocking: bool,
        level: Level,
        context: &Context<'_>,
    ) -> Result<&Choice, SelectError> {
        let at = operation as usize;
        let inter = context.remote.is_some();
        if let (Level::All, false, Some(choice)) = (level, inter, &self.fixed[at]) {
            return (choice.algorithm.precondition)(context)
                .map(|()| choice)
                .map_err(|reason| not_applicable(choice.algorithm, reason));
        }
        let lists = if inter { &self.inter } else { &self.intra };
        let rules = lists.of(operation, blocking);
        let holds = |rule: &&Rule| {
            rule.tests.iter().all(|test| test.holds(level, context))
                && (rule.choice.algorithm.precondition)(context).is_ok()
        };
        let rule = rules.iter().find(holds);
        rule.map(|rule| &rule.choice).ok_or(SelectError::NoneApplicable { operation: operation.name() })
    }

    /// One rank's generator for a call: of the named algorithm, or of the selected one; and the choice.
    ///
    /// # Errors
    /// As for [`Selector::select`]; or if there is no algorithm of that name, or its precondition fails.
    pub fn build(
        &self,
        algorithm: Option<&Named>,
        blocking: bool,
        level: Level,
        context: &Context<'_>,
    ) -> Result<(Box<dyn Generator>, Option<Choice>), SelectError> {
        let operation = context.call.operation;
        let Some(named) = algorithm else {
            let choice = self.select(operation, blocking, level, context)?;
            return Ok((collectives::build(choice.algorithm, context, &choice.parameters), Some(choice.clone())));
        };
        let inter = context.remote.is_some();
        let found = find(operation, inter, named.name).ok_or_else(|| {
            let known = algorithms(operation, inter).iter().map(|algorithm| algorithm.name);
            SelectError::Unknown { operation: operation.name(), unknown: UnknownName::new(named.name, known) }
        })?;
        (found.precondition)(context).map_err(|reason| not_applicable(found, reason))?;
        let choice = Choice::named(found, named);
        Ok((collectives::build(choice.algorithm, context, &choice.parameters), Some(choice)))
    }
}

fn not_applicable(algorithm: &Algorithm, reason: &'static str) -> SelectError {
    SelectError::NotApplicable { operation: algorithm.operation.name(), algorithm: algorithm.name, reason }
}
