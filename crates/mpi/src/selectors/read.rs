//! Reads the rules that select the algorithms of collectives from the description file of an MPI library.

use super::error::SelectionError;
use super::fixed::read_value;
use super::predicate::{Comparison, ConditionKind, Predicate, Test, predicates};
use super::rules::{Choice, Lists, Rule, algorithms, find};
use crate::library::document::{Entry, Item, Node, only};
use crate::library::error::LibraryError;
use crate::schedule::Level;
use config::{ParameterKind, UnknownName};
use ops::Operation;
use units::Bytes;

/// The operation of a name.
pub(crate) fn operation(name: &str) -> Result<Operation, UnknownName> {
    Operation::named(name).ok_or_else(|| unknown_operation(name))
}

fn unknown_operation(name: &str) -> UnknownName {
    UnknownName::new(name, Operation::NAMES)
}

/// Reads a `[selection]` table: the lists of intracommunicators and of intercommunicators.
pub(super) fn lists(selection: &Node) -> Result<(Lists, Lists), LibraryError> {
    let (mut intra, mut inter) = (Lists::empty(), Lists::empty());
    for entry in selection.table("selection")? {
        let (between, key) = match entry.key.strip_prefix("inter_") {
            Some(key) => (true, key),
            None => (false, entry.key.as_str()),
        };
        let lists = if between { &mut inter } else { &mut intra };
        let defined = |operation: &Operation| !algorithms(*operation, between).is_empty();
        let named = |key: &str| operation(key).ok().filter(defined);
        let (operation, lists) = match (named(key), key.strip_prefix('i').and_then(named)) {
            (Some(operation), _) => (operation, &mut lists.blocking),
            (None, Some(operation)) => (operation, &mut lists.nonblocking),
            (None, None) => {
                return Err(LibraryError::Selection(SelectionError::UnknownOperation {
                    place: entry.place.clone(),
                    unknown: unknown_operation(&entry.key),
                }));
            }
        };
        let rules = &mut lists[operation as usize];
        read_rules((operation, between), &entry.node, &[], rules)?;
        if rules.last().is_none_or(|rule| !rule.tests.is_empty()) {
            let place = entry.node.list(&entry.key)?.last().map_or(&entry.place, |last| &last.place).clone();
            return Err(SelectionError::NotCovered { place, operation: operation.name() }.into());
        }
    }
    for &operation in Operation::ALL {
        let rules = &mut inter.blocking[operation as usize];
        if let (true, Some(algorithm)) = (rules.is_empty(), algorithms(operation, true).first()) {
            rules.push(Rule { tests: Box::default(), choice: Choice::with_defaults(algorithm) });
        }
    }
    match Operation::ALL.iter().find(|&&operation| intra.blocking[operation as usize].is_empty()) {
        None => Ok((intra, inter)),
        Some(missing) => {
            let place = selection.place.clone();
            Err(SelectionError::MissingOperation { place, operation: missing.name() }.into())
        }
    }
}

/// Reads a list for an operation on intracommunicators.
pub(crate) fn read_list(operation: Operation, list: &Node) -> Result<Vec<Rule>, LibraryError> {
    let mut rules = Vec::new();
    read_rules((operation, false), list, &[], &mut rules)?;
    Ok(rules)
}

/// What a list is of: an operation, and whether on intercommunicators.
type Of = (Operation, bool);

/// Reads a list of rules, all under the conditions `outer`.
fn read_rules(of: Of, list: &Node, outer: &[Test], rules: &mut Vec<Rule>) -> Result<(), LibraryError> {
    for rule in list.list("rules")? {
        let entries = rule.table("a rule")?;
        let mut tests = outer.to_vec();
        if let Some(when) = rule.get("when") {
            for condition in when.table("when")? {
                tests.push(read_test(of, &condition.key, &condition.place, &condition.node)?);
            }
        }
        match (rule.get("use"), rule.get("rules")) {
            (Some(name), None) => {
                let choice = read_choice(of, name, entries)?;
                rules.push(Rule { tests: tests.into_boxed_slice(), choice });
            }
            (None, Some(inner)) => {
                only(entries, &["when", "rules"], "a rule with further rules")?;
                read_rules(of, inner, &tests, rules)?;
            }
            _ => return Err(SelectionError::NeitherUseNorRules { place: rule.place.clone() }.into()),
        }
    }
    Ok(())
}

fn read_choice((operation, inter): Of, name: &Node, entries: &[Entry]) -> Result<Choice, LibraryError> {
    let wanted = name.text("use")?;
    let algorithm = find(operation, inter, wanted).ok_or_else(|| {
        let known = algorithms(operation, inter).iter().map(|algorithm| algorithm.name);
        SelectionError::UnknownAlgorithm {
            place: name.place.clone(),
            operation: operation.name(),
            unknown: UnknownName::new(wanted, known),
        }
    })?;
    let mut choice = Choice::with_defaults(algorithm);
    for entry in entries.iter().filter(|entry| entry.key != "when" && entry.key != "use") {
        let known = algorithm.parameters;
        let place = known.iter().position(|parameter| parameter.name == entry.key).ok_or_else(|| {
            SelectionError::UnknownParameter {
                place: entry.place.clone(),
                operation: operation.name(),
                algorithm: algorithm.name,
                unknown: UnknownName::new(&entry.key, known.iter().map(|parameter| parameter.name)),
            }
        })?;
        let value = match known[place].kind {
            ParameterKind::Choice(_) => entry.node.text(&entry.key)?.to_owned(),
            _ => entry.node.count(&entry.key)?.to_string(),
        };
        choice.parameters[place] = read_value(&known[place], &value)
            .map_err(|source| LibraryError::Collective { place: entry.node.place.clone(), source })?;
    }
    Ok(choice)
}

fn read_test((operation, inter): Of, name: &str, place: &str, node: &Node) -> Result<Test, LibraryError> {
    let predicate = predicates().iter().find(|predicate| predicate.name == name).ok_or_else(|| {
        let known = predicates().iter().map(|predicate| predicate.name);
        SelectionError::UnknownPredicate { place: place.to_owned(), unknown: UnknownName::new(name, known) }
    })?;
    let known_to_both_groups = !inter || predicate.known_to_both_groups.contains(&operation);
    if !predicate.serves(operation) || !known_to_both_groups {
        return Err(LibraryError::Selection(SelectionError::UnusablePredicate {
            place: place.to_owned(),
            predicate: predicate.name,
            operation: operation.name(),
        }));
    }
    condition(predicate, node).map_err(LibraryError::Selection)
}

fn condition(predicate: &Predicate, node: &Node) -> Result<Test, SelectionError> {
    let wrong = |expected| SelectionError::Condition {
        place: node.place.clone(),
        predicate: predicate.name,
        found: match &node.item {
            Item::Text(text) => format!("`{text}`"),
            other => other.kind().to_owned(),
        },
        expected,
    };
    match (predicate.kind, &node.item) {
        (ConditionKind::Flag(flag), Item::Flag(value)) => Ok(Test::Flag(predicate.name, flag, *value)),
        (ConditionKind::Flag(_), _) => Err(wrong("true or false")),
        (ConditionKind::Number(number), Item::Integer(value)) => {
            let value = u64::try_from(*value).map_err(|_| wrong("a number that is not negative"))?;
            Ok(Test::Number(predicate.name, number, Comparison::Equal, value))
        }
        (ConditionKind::Number(number), Item::Text(text)) => {
            compare(text, |value| value.replace('_', "").parse().ok())
                .map(|(comparison, value)| Test::Number(predicate.name, number, comparison, value))
                .ok_or_else(|| wrong("a number, or a comparison such as `< 8` or `>= 16`"))
        }
        (ConditionKind::Number(_), _) => Err(wrong("a number, or a comparison such as `< 8` or `>= 16`")),
        (ConditionKind::Size(size), Item::Text(text)) => {
            compare(text, |value| value.parse::<Bytes>().ok().map(|bytes| bytes.0))
                .map(|(comparison, value)| Test::Number(predicate.name, size, comparison, value))
                .ok_or_else(|| wrong("a comparison with a size, such as `< 12288 B` or `>= 512 KiB`"))
        }
        (ConditionKind::Size(_), _) => Err(wrong("a comparison with a size, such as `< 12288 B` or `>= 512 KiB`")),
        (ConditionKind::Level, Item::Text(text)) => match text.as_str() {
            "whole" => Ok(Test::Level(Level::All)),
            "host" => Ok(Test::Level(Level::Host)),
            "leaders" => Ok(Test::Level(Level::Leaders)),
            "peers" => Ok(Test::Level(Level::Peers)),
            _ => Err(wrong("`whole`, `host`, `leaders` or `peers`")),
        },
        (ConditionKind::Level, _) => Err(wrong("`whole`, `host`, `leaders` or `peers`")),
    }
}

/// A sign and a value; no sign means equality.
fn compare(text: &str, value: impl Fn(&str) -> Option<u64>) -> Option<(Comparison, u64)> {
    let text = text.trim();
    let signed =
        Comparison::SIGNS.iter().find_map(|(sign, comparison)| Some((*comparison, text.strip_prefix(sign)?)));
    let (comparison, rest) = signed.unwrap_or((Comparison::Equal, text));
    Some((comparison, value(rest.trim())?))
}
