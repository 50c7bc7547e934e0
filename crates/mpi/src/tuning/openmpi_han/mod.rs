//! Reads rule files of Open MPI's collective component HAN (`coll_han_dynamic_rules_filename`; v5.0.x
//! `ompi/mca/coll/han/coll_han_dynamic*`).
//!
//! A file consists of words; `#` begins a comment. Each list begins with its length:
//!
//! ```text
//! number of operations
//!   operation (name, or number as in tuned's files)   number of levels
//!     level (name or number)                          number of communicator sizes
//!       smallest number of ranks                      number of message sizes
//!         smallest size in bytes                      component   [@ algorithm, of the component han: name or number]
//! ```
//!
//! A level is a communicator: the user's (`global_communicator`), or one of those into which HAN divides it. These are the
//! ranks of a host (`intra_node`), and the ranks with the same index on their hosts (`inter_node`). For a call, the last entry
//! applies whose number of ranks is not larger than the communicator; within this entry, the last one applies whose size is not
//! larger than the call's. The size of a call is that of the message of a bcast, reduce or allreduce, and of one block of an
//! allgather, gather or scatter. A call without a rule goes to HAN. HAN carries it out by collective operations on the levels
//! `intra_node` and `inter_node`. An operation on these two levels without a rule goes to the component tuned.
//!
//! An accepted rule for `intra_node` or `inter_node` changes nothing, since it always means tuned. If a rule names a component
//! that is unavailable or lacks the operation, Open MPI uses the component that comes next after HAN by priority: tuned. The
//! components that are unavailable or lack operations are libnbc (no blocking operations), self (single ranks only), sm across
//! hosts, adapt (except for bcast and reduce), and han on `intra_node` and `inter_node`. The other components (basic, adapt for
//! bcast and reduce, sm on a host) are not modelled, and rules that name them are refused.

use super::decisions::{Decisions, ForRanks, FromSize, Pick};
use super::error::TuningError;
use super::format::{Format, Names, Reader, Written};
use super::openmpi_rules;
use ops::Operation;

#[cfg(test)]
mod tests;

pub(super) const FORMAT: Format = Format {
    name: "openmpi-han-rules",
    doc: "Rule files of Open MPI's component HAN.",
    written: &[Written { name: "openmpi-han-rules.conf", usage: USAGE, text: |_, _, comment, of| text(comment, of) }],
    size: |operation| if operation == Operation::Barrier { None } else { Some("bytes") },
    of_parts: false,
    claims,
    known_by: "a rule file of HAN, which names operations, levels or components",
    read: Reader::Decisions(read),
    parameters: None,
};

const USAGE: &[&str] = &[
    "mpirun --mca coll_han_use_dynamic_file_rules 1 --mca coll_han_dynamic_rules_filename $FILE",
    "and, as tuned decides where this file says so, at the same time the variables of one of the files of tuned's rules",
];

/// The level of the user's communicator.
const GLOBAL: &str = "global_communicator";
/// By number (coll_han_dynamic.h).
const LEVELS: &[&str] = &["intra_node", "inter_node", GLOBAL];
const COMPONENTS: &[&str] = &["self", "basic", "libnbc", "tuned", "sm", "adapt", HAN];
pub(super) const HAN: &str = "han";
/// What is asked where HAN is not.
pub(super) const BELOW: &str = "tuned";

/// HAN's algorithms by number, from 1 on (coll_han_algorithms.c); 0 is the default one.
pub(super) fn algorithms(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::Barrier => &["simple"],
        Operation::Reduce | Operation::Allreduce => &["intra", "simple", "reproducible"],
        _ => &["intra", "simple"],
    }
}

fn claims(text: &str) -> bool {
    let mut words = text.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
    let names = |word: &str| LEVELS.iter().chain(COMPONENTS).any(|name| *name == word);
    let is_word = |word: &str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    let second = words.clone().nth(1).is_some_and(is_word);
    !text.trim_start().starts_with("rule-file") && (second || words.any(names))
}

/// The file. Without decisions it says what is so anyway, as HAN refuses an empty one.
fn text(comment: &str, decisions: &[Decisions]) -> String {
    let from_one = FromSize { from: 0, pick: None };
    let idle =
        [Decisions { operation: Operation::Barrier, ranks: vec![ForRanks { from: 0, sizes: vec![from_one] }] }];
    let decisions = if decisions.is_empty() { &idle[..] } else { decisions };
    let mut text = String::new();
    comment.lines().for_each(|line| text.push_str(&format!("# {line}\n")));
    text.push_str(&format!("{}  # operations\n", decisions.len()));
    for of in decisions {
        text.push_str(&format!("{}\n1 {GLOBAL}\n{}  # numbers of ranks\n", of.operation.name(), of.ranks.len()));
        for group in &of.ranks {
            let (from, sizes) = (group.from.max(1), group.sizes.len());
            text.push_str(&format!(
                "{from}  # ranks and more\n{sizes}  # sizes: bytes, component, algorithm of han\n"
            ));
            for entry in &group.sizes {
                let name = entry.pick.as_ref().map_or(HAN, |pick| &pick.name);
                text.push_str(&format!("{} {}\n", entry.from, name.replacen('@', " @", 1)));
            }
        }
    }
    text
}

/// The words of a file, with their lines.
struct Words<'a> {
    file: &'a str,
    words: std::iter::Peekable<std::vec::IntoIter<(usize, &'a str)>>,
    /// The line of the last word.
    line: usize,
}

impl<'a> Words<'a> {
    fn new(file: &'a str, text: &'a str) -> Self {
        let words: Vec<(usize, &str)> =
            text.lines().enumerate().flat_map(|(at, line)| words(line).map(move |word| (at + 1, word))).collect();
        Self { file, words: words.into_iter().peekable(), line: 1 }
    }

    fn wrong(&self, found: String, expected: &str) -> TuningError {
        TuningError::Syntax { place: format!("{}:{}", self.file, self.line), found, expected: expected.to_owned() }
    }

    fn word(&mut self, expected: &str) -> Result<&'a str, TuningError> {
        let Some((line, word)) = self.words.next() else {
            return Err(self.wrong("the file ends".to_owned(), expected));
        };
        self.line = line;
        Ok(word)
    }

    /// A number up to `most`.
    fn number(&mut self, expected: &str, most: u64) -> Result<u64, TuningError> {
        let word = self.word(expected)?;
        // Open MPI reads 010 as 8.
        let decimal = word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
        let number: Option<u64> = word.parse().ok().filter(|_| decimal);
        let number = number.ok_or_else(|| {
            self.wrong(format!("`{word}`"), &format!("{expected}, a whole number without leading zeros"))
        })?;
        if number > most {
            return Err(self.wrong(number.to_string(), &format!("{expected}, at most {most}")));
        }
        Ok(number)
    }

    /// A number that fits 31 bits.
    fn small(&mut self, expected: &str) -> Result<u32, TuningError> {
        let number = self.number(expected, i32::MAX as u64)?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// One of some names, or its number.
    fn name(
        &mut self,
        what: &str,
        names: &'static [&'static str],
        numbers: bool,
    ) -> Result<&'static str, TuningError> {
        let all = names.join(", ");
        let word = self.word(&format!("{what}: one of {all}"))?;
        let by_number = word.parse().ok().filter(|_| numbers).and_then(|at: usize| names.get(at));
        let found = names.iter().find(|name| **name == word).or(by_number);
        found.copied().ok_or_else(|| {
            let hint = config::did_you_mean(word, names.iter().copied());
            self.wrong(format!("`{word}`"), &format!("{what}: one of {all}{hint}"))
        })
    }

    fn next_begins_with(&mut self, sign: char) -> bool {
        self.words.peek().is_some_and(|(_, word)| word.starts_with(sign))
    }
}

/// The words of a line. A comment begins with a word, or behind a number; `@` is a word of its own before another one.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if rest[digits..].starts_with('#') {
            let number = &rest[..digits];
            rest = "";
            return (digits > 0).then_some(number);
        }
        let end = if rest.starts_with('@') && end > 1 { 1 } else { end };
        let (word, others) = rest.split_at(end);
        rest = others;
        (!word.is_empty()).then_some(word)
    })
}

pub(super) fn read(names: &dyn Names, file: &str, text: &str) -> Result<Vec<Decisions>, TuningError> {
    let mut words = Words::new(file, text);
    let operations = words.small("how many operations have rules")?;
    if operations == 0 {
        return Err(words.wrong("0 operations".to_owned(), "at least 1: Open MPI ignores the file otherwise"));
    }
    let mut seen = Vec::new();
    let mut decisions = Vec::new();
    for _ in 0..operations {
        let operation = operation(names, &mut words)?;
        if seen.contains(&operation) {
            return Err(words.wrong(format!("a second list for {}", operation.name()), "one"));
        }
        seen.push(operation);
        if let Some(ranks) = levels(operation, &mut words)? {
            decisions.push(Decisions { operation, ranks });
        }
    }
    match words.words.next() {
        None => Ok(decisions),
        Some((line, word)) => {
            words.line = line;
            Err(words.wrong(format!("`{word}`"), "the end of the file, as all operations have their rules"))
        }
    }
}

fn operation(names: &dyn Names, words: &mut Words<'_>) -> Result<Operation, TuningError> {
    let word = words.word("the name of an operation")?;
    let number = word.parse().ok().and_then(openmpi_rules::operation_of);
    let known = || Operation::ALL.iter().copied().filter(|known| names.takes(*known)).map(Operation::name);
    let all = || known().collect::<Vec<_>>().join(", ");
    match number.or_else(|| Operation::named(word)) {
        Some(operation) if names.takes(operation) => Ok(operation),
        Some(other) => Err(words.wrong(
            format!("operation {}, which Open MPI does not ask HAN's rules for", other.name()),
            &format!("one of {}", all()),
        )),
        None => Err(words.wrong(
            format!("operation `{word}`"),
            &format!("one of {}{}", all(), config::did_you_mean(word, known())),
        )),
    }
}

/// The rules of an operation on the user's communicator; none: there are none.
fn levels(operation: Operation, words: &mut Words<'_>) -> Result<Option<Vec<ForRanks>>, TuningError> {
    let mut seen = Vec::new();
    let mut global = None;
    for _ in 0..words.small("how many levels have rules")? {
        let level = words.name("a level", LEVELS, true)?;
        if seen.contains(&level) {
            return Err(words.wrong(format!("a second list for {level}"), "one"));
        }
        seen.push(level);
        let ranks = groups((operation, level), words)?;
        if level == GLOBAL {
            global = Some(ranks);
        }
    }
    Ok(global)
}

fn groups(of: (Operation, &str), words: &mut Words<'_>) -> Result<Vec<ForRanks>, TuningError> {
    let mut ranks: Vec<ForRanks> = Vec::new();
    for _ in 0..words.small("for how many numbers of ranks there are rules")? {
        let from = words.small("a number of ranks")?;
        match ranks.last() {
            None if from != 1 => return Err(words.wrong(format!("a first number of {from} ranks"), "1")),
            Some(before) if before.from >= from => {
                return Err(words.wrong(format!("{from} ranks"), "more ranks than before"));
            }
            _ => ranks.push(ForRanks { from, sizes: sizes(of, words)? }),
        }
    }
    Ok(ranks)
}

fn sizes(of: (Operation, &str), words: &mut Words<'_>) -> Result<Vec<FromSize>, TuningError> {
    let mut sizes: Vec<FromSize> = Vec::new();
    for _ in 0..words.small("how many message sizes have rules")? {
        let from = words.number("a message size", u64::MAX)?;
        match sizes.last() {
            None if from > 0 => return Err(words.wrong(format!("a first message size of {from}"), "0")),
            Some(before) if before.from >= from => {
                return Err(words.wrong(format!("a message size of {from}"), "a larger one than before"));
            }
            _ => {}
        }
        let name = component(of, words)?;
        if words.next_begins_with('[') {
            words.line = words.words.peek().map_or(words.line, |(line, _)| *line);
            return Err(
                words.wrong("lengths of segments".to_owned(), "none: Open MPI reads them and does not obey them")
            );
        }
        sizes.push(FromSize { from, pick: Some(Pick { name, segment: 0, fan_out: 0, requests: 0 }) });
    }
    Ok(sizes)
}

/// What a rule has a call done by: `han`, `han@simple`, or what is below.
fn component((operation, level): (Operation, &str), words: &mut Words<'_>) -> Result<String, TuningError> {
    let glued =
        words.words.peek().and_then(|(_, word)| word.split_once('@')).filter(|(before, _)| !before.is_empty());
    if let Some((before, behind)) = glued {
        let word = words.word("a component")?;
        return Err(words.wrong(format!("`{word}`"), &format!("a blank before @: `{before} @{behind}`")));
    }
    let component = words.name("a component", COMPONENTS, false)?;
    let algorithm = words.next_begins_with('@').then(|| words.word("@")).transpose()?;
    if algorithm.is_some() && component != HAN {
        return Err(words.wrong(format!("an algorithm of {component}"), "none: only han's have names here"));
    }
    let on_host = [Operation::Allreduce, Operation::Barrier, Operation::Bcast, Operation::Reduce];
    let has = match component {
        "basic" => true,
        "adapt" => matches!(operation, Operation::Bcast | Operation::Reduce),
        "sm" => level == LEVELS[0] && on_host.contains(&operation),
        _ => false,
    };
    if has {
        let found = format!("{}'s component {component} on level {level}, which is not modelled", operation.name());
        return Err(words.wrong(found, "han or tuned"));
    }
    if algorithm.is_none() {
        return Ok((if component == HAN && level == GLOBAL { HAN } else { BELOW }).to_owned());
    }
    let name = match words.word("an algorithm of han")? {
        "default" | "0" => None,
        word => {
            let known = algorithms(operation);
            let by_number = word.parse().ok().and_then(|at: usize| known.get(at.checked_sub(1)?));
            let found = known.iter().find(|name| **name == word).or(by_number);
            Some(found.ok_or_else(|| {
                let hint = config::did_you_mean(word, known.iter().copied());
                let expected =
                    format!("an algorithm of han for {}: default, {}{hint}", operation.name(), known.join(", "));
                words.wrong(format!("`{word}`"), &expected)
            })?)
        }
    };
    Ok(match (level == GLOBAL, name) {
        (false, _) => BELOW.to_owned(),
        (true, None) => HAN.to_owned(),
        (true, Some(name)) => format!("{HAN}@{name}"),
    })
}
