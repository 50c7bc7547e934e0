//! Reads Open MPI's MCA parameters for its collective components tuned and HAN: lines `name = value` of a parameter file
//! (`~/.openmpi/mca-params.conf`, `PREFIX/etc/openmpi-mca-params.conf`), or the variables of an environment,
//! `OMPI_MCA_name=value`.
//!
//! If a name is set on several lines, the last one counts. A comment begins with `#` or `//` and needs a line of its own: after
//! a value, it would be part of the value (opal/util/keyval). Numbers may end in k, m or g.
//!
//! | component | parameter | effect |
//! |---|---|---|
//! | tuned | `coll_tuned_OPERATION_algorithm` (number or name), with `…_segmentsize`, `…_chain_fanout` and `…_max_requests` | all calls use this algorithm |
//! | tuned | `coll_tuned_dynamic_rules_filename` | names a rule file |
//! | tuned | `coll_tuned_use_dynamic_rules` | enables the two above; without it they have no effect in Open MPI, so they are refused |
//! | HAN | `coll_han_use_OPERATION_algorithm`, `coll_han_use_simple_OPERATION` | the algorithm of an operation |
//! | HAN | `coll_han_OPERATION_segsize` | its segments |
//! | HAN | `coll_han_OPERATION_dynamic_global_communicator_module`, `coll_han_priority` (compared with `coll_tuned_priority`), `coll` | whether HAN is used at all |
//! | HAN | `coll_han_dynamic_rules_filename` | names a rule file; refused without `coll_han_use_dynamic_file_rules` |
//!
//! A rule file and a parameter of the table may both give an algorithm for one operation. Versions of Open MPI differ in which
//! of the two counts, so giving both is refused.
//!
//! A parameter file is for all of Open MPI; so parameters of other components are ignored, and listed in a notice.

#[cfg(test)]
mod tests;

use super::decisions::{Decisions, ForRanks, FromSize, Pick};
use super::error::TuningError;
use super::format::{Names, Opens, Told};
use super::{openmpi_han, openmpi_rules};
use ops::Operation;
use std::collections::BTreeMap;

/// The name that stands for it beside those of formats.
const NAME: &str = "openmpi-mca";
const VARIABLE: &str = "OMPI_MCA_";

/// Priorities of HAN and tuned (coll_han_component.c, coll_tuned_component.c), and into how many chains tuned divides ranks.
const HAN_PRIORITY: i64 = 35;
const TUNED_PRIORITY: i64 = 30;
const CHAINS: u64 = 4;

/// Components without which operations would be others'.
const NEEDED: &[&str] = &["tuned", "libnbc", "basic"];

/// What tuned calls its algorithms, from 1 on (`ompi_info --param coll tuned --level 9` of 5.0.11); 0 is `ignore`.
const ALGORITHMS: &[(Operation, &[&str])] = &[
    (Operation::Allgather, &["linear", "bruck", "recursive_doubling", "ring", "neighbor", "two_proc", "sparbit"]),
    (Operation::Allgatherv, &["default", "bruck", "ring", "neighbor", "two_proc", "sparbit"]),
    (
        Operation::Allreduce,
        &["basic_linear", "nonoverlapping", "recursive_doubling", "ring", "segmented_ring", "rabenseifner"],
    ),
    (Operation::Alltoall, &["linear", "pairwise", "modified_bruck", "linear_sync", "two_proc"]),
    (Operation::Alltoallv, &["basic_linear", "pairwise"]),
    (Operation::Barrier, &["linear", "double_ring", "recursive_doubling", "bruck", "two_proc", "tree"]),
    (
        Operation::Bcast,
        &[
            "basic_linear",
            "chain",
            "pipeline",
            "split_binary_tree",
            "binary_tree",
            "binomial",
            "knomial",
            "scatter_allgather",
            "scatter_allgather_ring",
        ],
    ),
    (Operation::Gather, &["basic_linear", "binomial", "linear_sync"]),
    (Operation::Reduce, &["linear", "chain", "pipeline", "binary", "binomial", "in-order_binary", "rabenseifner"]),
    (Operation::ReduceScatter, &["non-overlapping", "recursive_halving", "ring", "butterfly"]),
    (Operation::ReduceScatterBlock, &["basic_linear", "recursive_doubling", "recursive_halving", "butterfly"]),
    (Operation::Scatter, &["basic_linear", "binomial", "linear_nb"]),
];

/// Operations of tuned without parameters for segments and fan-outs, and those with one for requests.
const UNCUT: &[Operation] = &[Operation::Alltoallv, Operation::Barrier];
const REQUESTING: &[Operation] = &[Operation::Alltoall, Operation::Reduce, Operation::Scatter];

/// The operations that HAN cuts into segments.
const SEGMENTED: &[Operation] = &[Operation::Bcast, Operation::Reduce, Operation::Allreduce];

/// Parameters that change no message: what is printed, and fan-outs of trees, which have none.
const IDLE: &[&str] = &[
    "coll_tuned_init_tree_fanout",
    "coll_han_verbose",
    "coll_han_dump_dynamic_rules",
    "coll_han_max_dynamic_errors",
    "coll_base_verbose",
];

/// How such a file is known.
pub(super) const KNOWN_BY: &str = "MCA parameters, whose lines are `name = value`";

/// What a text says; none if it has no parameters.
pub(super) fn read(names: &dyn Names, file: &str, text: &str, open: &Opens<'_>) -> Option<Result<Told, TuningError>> {
    let says = match text.lines().map(str::trim).find(|line| !is_comment(line)) {
        Some(first) => first.contains('='),
        // The file that Open MPI installs has comments only.
        None => !text.trim().is_empty(),
    };
    says.then(|| told(names, file, text, open))
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

fn told(names: &dyn Names, file: &str, text: &str, open: &Opens<'_>) -> Result<Told, TuningError> {
    let mut given = ParameterFile::of(file, text)?;
    let mut told = Told { texts: vec![(NAME, text.to_owned())], ..Told::default() };
    let divides = divides(&mut given, names.of_hosts().is_some())?;
    tuned(&mut given, names, open, &mut told)?;
    match names.of_hosts() {
        Some(han) if divides => hosts(&mut given, han, open, &mut told)?,
        Some(han) => {
            given.forget("coll_han_");
            let flat = |operation| (operation, han.cells_of(&all(operation, pick(openmpi_han::BELOW.to_owned()))));
            told.cells.extend(operations(han).map(flat));
        }
        None => {}
    }
    told.unread = given.unread(names.of_hosts().is_some())?;
    Ok(told)
}

/// The operations that a file may have rules for.
fn operations(names: &dyn Names) -> impl Iterator<Item = Operation> + '_ {
    Operation::ALL.iter().copied().filter(|operation| names.takes(*operation))
}

/// One choice for all calls.
fn all(operation: Operation, pick: Pick) -> Decisions {
    let sizes = vec![FromSize { from: 0, pick: Some(pick) }];
    Decisions { operation, ranks: vec![ForRanks { from: 0, sizes }] }
}

fn pick(name: String) -> Pick {
    Pick { name, segment: 0, fan_out: 0, requests: 0 }
}

/// Whether HAN comes before tuned. `has_han`: whether it does in the library unless it is told otherwise.
fn divides(given: &mut ParameterFile<'_>, has_han: bool) -> Result<bool, TuningError> {
    let (han, tuned) = (given.take("coll_han_priority"), given.take("coll_tuned_priority"));
    let of_han = han.as_ref().map(Parameter::signed).transpose()?.unwrap_or(if has_han { HAN_PRIORITY } else { 0 });
    let of_tuned = tuned.as_ref().map(Parameter::signed).transpose()?.unwrap_or(TUNED_PRIORITY);
    let first = of_han > of_tuned;
    if let Some(set) = tuned.as_ref().filter(|_| of_tuned < 0) {
        return Err(set.wrong("a priority from 0 on: without tuned, decisions are not modelled"));
    }
    if let Some(set) = han.as_ref().or(tuned.as_ref()).filter(|_| of_han == of_tuned || (first && !has_han)) {
        let expected = if has_han {
            "a priority above or below that of the other component: coll_han_priority is 35 and coll_tuned_priority 30 unless it is set"
        } else {
            "a priority of HAN below that of tuned: HAN is not modelled for this version"
        };
        return Err(set.wrong(expected));
    }
    let Some(list) = given.take("coll") else { return Ok(first) };
    let (without, names) = match list.value.strip_prefix('^') {
        Some(names) => (true, names),
        None => (false, list.value),
    };
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let on = |name: &str| names.contains(&name) != without;
    match NEEDED.iter().find(|name| !on(name)) {
        Some(name) => {
            Err(list.wrong(&format!("a list of components with {name}: decisions without it are not modelled")))
        }
        None => Ok(first && on("han")),
    }
}

fn tuned(
    given: &mut ParameterFile<'_>,
    names: &dyn Names,
    open: &Opens<'_>,
    told: &mut Told,
) -> Result<(), TuningError> {
    const DYNAMIC: &str = "coll_tuned_use_dynamic_rules";
    let dynamic = given.flag(DYNAMIC)?.unwrap_or(false);
    let chains = given.number("coll_tuned_init_chain_fanout")?.unwrap_or(CHAINS);
    let named = given.take("coll_tuned_dynamic_rules_filename");
    let mut chosen: Vec<(Operation, Parameter<'_>)> = Vec::new();
    for (operation, known) in ALGORITHMS {
        let of = |what: &str| format!("coll_tuned_{}_algorithm{what}", operation.name());
        let algorithm = given.take(&of(""));
        let mut number = |what: &str, has: bool, usual: u64| -> Result<u64, TuningError> {
            let found = if has { given.number(&of(what))? } else { None };
            Ok(found.unwrap_or(usual))
        };
        let cut = !UNCUT.contains(operation);
        let (segment, fan_out) = (number("_segmentsize", cut, 0)?, number("_chain_fanout", cut, chains)?);
        let requests = number("_max_requests", REQUESTING.contains(operation), 0)?;
        // No algorithm has such trees.
        number("_tree_fanout", cut, 0)?;
        let Some(algorithm) = algorithm else { continue };
        let number = algorithm.one_of("ignore", known)?;
        if number == 0 {
            continue;
        }
        if !dynamic {
            return Err(algorithm.without(DYNAMIC));
        }
        let pick = Pick { name: number.to_string(), segment, fan_out, requests };
        names.check(*operation, &pick, &algorithm.place)?;
        told.rules.push((*operation, names.rules_of(&all(*operation, pick))));
        chosen.push((*operation, algorithm));
    }
    let Some(named) = named else { return Ok(()) };
    if !dynamic {
        return Err(named.without(DYNAMIC));
    }
    let path = named.path();
    let text = open(&path)?;
    for decisions in openmpi_rules::read(names, &path, &text)? {
        if let Some((_, twice)) = chosen.iter().find(|(operation, _)| *operation == decisions.operation) {
            return Err(twice.beside(&path));
        }
        told.rules.push((decisions.operation, names.rules_of(&decisions)));
    }
    told.texts.push((openmpi_rules::FORMAT.name, text));
    Ok(())
}

fn hosts(
    given: &mut ParameterFile<'_>,
    han: &dyn Names,
    open: &Opens<'_>,
    told: &mut Told,
) -> Result<(), TuningError> {
    const BY_FILE: &str = "coll_han_use_dynamic_file_rules";
    let by_file = given.flag(BY_FILE)?.unwrap_or(false);
    let named = given.take("coll_han_dynamic_rules_filename");
    if let Some(named) = named.as_ref().filter(|_| !by_file) {
        return Err(named.without(BY_FILE));
    }
    let path = named.as_ref().map(Parameter::path).unwrap_or_default();
    let read = match &named {
        Some(_) => {
            let text = open(&path)?;
            let read = openmpi_han::read(han, &path, &text)?;
            told.texts.push((openmpi_han::FORMAT.name, text));
            read
        }
        None => Vec::new(),
    };
    for operation in operations(han) {
        let name = operation.name();
        let algorithm = given.take(&format!("coll_han_use_{name}_algorithm"));
        let simple = given.flag(&format!("coll_han_use_simple_{name}"))?.unwrap_or(false);
        let module = given.take(&format!("coll_han_{name}_dynamic_global_communicator_module"));
        let cut = SEGMENTED.contains(&operation).then(|| given.number(&format!("coll_han_{name}_segsize")));
        let segment = cut.transpose()?.flatten();
        let rules = read.iter().find(|decisions| decisions.operation == operation);
        if let (Some(twice), Some(_)) = (algorithm.as_ref().or(module.as_ref()), rules) {
            return Err(twice.beside(&path));
        }
        let is_han = match module.as_ref().map(|module| (module, module.value)) {
            None | Some((_, "6")) => true,
            Some((_, "3")) => false,
            Some((module, _)) => return Err(module.wrong("3 (tuned) or 6 (han), which are modelled")),
        };
        let chosen = algorithm.map(|algorithm| of_han(&algorithm, operation)).transpose()?.flatten();
        let whole = match (is_han, chosen) {
            (false, _) => openmpi_han::BELOW.to_owned(),
            (true, Some(chosen)) => format!("{}@{chosen}", openmpi_han::HAN),
            (true, None) => openmpi_han::HAN.to_owned(),
        };
        if rules.is_none() && whole == openmpi_han::HAN && !simple && segment.is_none() {
            continue;
        }
        let mut decisions = rules.cloned().unwrap_or_else(|| all(operation, pick(whole)));
        let entries = decisions.ranks.iter_mut().flat_map(|group| &mut group.sizes);
        for pick in entries.filter_map(|entry| entry.pick.as_mut()) {
            if simple && pick.name == openmpi_han::HAN {
                pick.name.push_str("@simple");
            }
        }
        let mut cells = han.cells_of(&decisions);
        let rules = cells.iter_mut().flat_map(|cell| cell.rules.iter_mut().flatten());
        for rule in rules.filter(|rule| rule.get("segment").is_some_and(|own| own > 0)) {
            segment.into_iter().for_each(|segment| rule.set("segment", segment));
        }
        told.cells.push((operation, cells));
    }
    Ok(())
}

/// An algorithm of HAN's; none: its default one.
fn of_han(given: &Parameter<'_>, operation: Operation) -> Result<Option<&'static str>, TuningError> {
    let names = openmpi_han::algorithms(operation);
    Ok(given.one_of("default", names)?.checked_sub(1).map(|at| names[at]))
}

/// A parameter and its value.
struct Parameter<'a> {
    place: String,
    name: &'a str,
    value: &'a str,
}

impl Parameter<'_> {
    fn wrong(&self, expected: &str) -> TuningError {
        let found = format!("`{} = {}`", self.name, self.value);
        TuningError::Syntax { place: self.place.clone(), found, expected: expected.to_owned() }
    }

    /// It has no effect without a flag.
    fn without(&self, flag: &str) -> TuningError {
        self.wrong(&format!("`{flag} = 1` beside it: Open MPI ignores it otherwise"))
    }

    /// It is set, and a rule file says the same.
    fn beside(&self, path: &str) -> TuningError {
        self.wrong(&format!(
            "no rules for the same operation in {path}: versions of Open MPI differ in which come first"
        ))
    }

    /// The place of a value among names, which stand for 1 and more; another name or 0 stands for none of them.
    fn one_of(&self, none: &str, names: &[&str]) -> Result<usize, TuningError> {
        if [none, "0"].contains(&self.value) {
            return Ok(0);
        }
        let number = self.value.parse().ok().filter(|number| (1..=names.len()).contains(number));
        let number = number.filter(|_| !self.value.starts_with('0'));
        let named = || Some(1 + names.iter().position(|name| *name == self.value)?);
        number.or_else(named).ok_or_else(|| {
            let hint = config::did_you_mean(self.value, names.iter().copied());
            self.wrong(&format!("a number up to {}, or one of {none}, {}{hint}", names.len(), names.join(", ")))
        })
    }

    fn flag(&self) -> Result<bool, TuningError> {
        match self.value {
            "1" | "true" | "t" | "yes" | "y" | "enabled" => Ok(true),
            "0" | "false" | "f" | "no" | "n" | "disabled" => Ok(false),
            _ => Err(self.wrong("1 or 0, without a comment after it")),
        }
    }

    fn signed(&self) -> Result<i64, TuningError> {
        let number = self.value.parse().ok().filter(|number: &i64| i32::try_from(*number).is_ok());
        number.ok_or_else(|| self.wrong("a whole number, without a comment after it"))
    }

    /// A number that fits 31 bits.
    fn number(&self) -> Result<u64, TuningError> {
        let (digits, shift) = match self.value.as_bytes().last() {
            Some(b'k' | b'K') => (&self.value[..self.value.len() - 1], 10),
            Some(b'm' | b'M') => (&self.value[..self.value.len() - 1], 20),
            Some(b'g' | b'G') => (&self.value[..self.value.len() - 1], 30),
            _ => (self.value, 0),
        };
        // Open MPI reads 010 as 8.
        let decimal =
            digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let number = digits.parse::<u32>().ok().filter(|_| decimal).map(|number| u64::from(number) << shift);
        let number = number.filter(|number| *number <= i32::MAX as u64);
        number.ok_or_else(|| {
            self.wrong(&format!("a whole number up to {}, without leading zeros or a comment after it", i32::MAX))
        })
    }

    /// The file that it names.
    fn path(&self) -> String {
        let home = std::env::var("HOME");
        match (self.value.strip_prefix("~/"), home) {
            (Some(rest), Ok(home)) => format!("{home}/{rest}"),
            _ => self.value.to_owned(),
        }
    }
}

/// The parameters of a file that nobody has asked for yet.
struct ParameterFile<'a> {
    file: &'a str,
    values: BTreeMap<&'a str, (usize, &'a str)>,
    asked: Vec<String>,
}

impl<'a> ParameterFile<'a> {
    fn of(file: &'a str, text: &'a str) -> Result<Self, TuningError> {
        let mut values = BTreeMap::new();
        for (number, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line.trim())) {
            if is_comment(line) {
                continue;
            }
            let (name, value) = parts(line).ok_or_else(|| TuningError::Syntax {
                place: format!("{file}:{number}"),
                found: format!("`{line}`"),
                expected: "an MCA parameter as `name = value`".to_owned(),
            })?;
            values.insert(name, (number, value));
        }
        Ok(Self { file, values, asked: IDLE.iter().map(|name| (*name).to_owned()).collect() })
    }

    fn take(&mut self, name: &str) -> Option<Parameter<'a>> {
        self.asked.push(name.to_owned());
        let (name, (line, value)) = self.values.remove_entry(name)?;
        Some(Parameter { place: format!("{}:{line}", self.file), name, value })
    }

    fn flag(&mut self, name: &str) -> Result<Option<bool>, TuningError> {
        self.take(name).map(|given| given.flag()).transpose()
    }

    fn number(&mut self, name: &str) -> Result<Option<u64>, TuningError> {
        self.take(name).map(|given| given.number()).transpose()
    }

    fn forget(&mut self, prefix: &str) {
        self.values.retain(|name, _| !name.starts_with(prefix));
    }

    /// Names that are left, of components that are not read; one of a component that is read is an error.
    fn unread(mut self, has_han: bool) -> Result<Vec<String>, TuningError> {
        self.values.retain(|name, _| !IDLE.contains(name));
        let is_read = |name: &str| name.starts_with("coll_tuned_") || (has_han && name.starts_with("coll_han_"));
        match self.values.iter().find(|(name, _)| is_read(name)) {
            Some((name, (line, _))) => Err(TuningError::Parameter {
                place: format!("{}:{line}", self.file),
                name: (*name).to_owned(),
                hint: config::did_you_mean(name, self.asked.iter().map(String::as_str)),
            }),
            None => Ok(self.values.into_keys().map(str::to_owned).collect()),
        }
    }
}

/// Name and value of a line.
fn parts(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("export ").map_or(line, str::trim_start);
    let (name, value) = line.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    // A shell takes quotes away, a parameter file does not.
    let (name, value) = match name.strip_prefix(VARIABLE) {
        Some(name) => {
            let bare = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
            (name, bare.unwrap_or(value))
        }
        None => (name, value),
    };
    let is_name =
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(letter));
    is_name.then_some((name, value))
}
