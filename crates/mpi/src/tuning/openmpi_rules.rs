//! Reads and writes tuning files of Open MPI: the rule files of its component tuned (`coll_tuned_dynamic_rules_filename`), as
//! text of version 1 or 2.
//!
//! A file is a list of whole numbers. It begins with the number of operations. For each operation follow its id and the number
//! of its communicator sizes; for each communicator size the number of ranks and the number of message sizes; for each message
//! size the bytes, the algorithm, the fan-out and the segment size. A file of version 2 begins with the word
//! `rule-file-version-2`, and may have the maximum of requests after the segment size on the same line
//! (ompi/mca/coll/tuned/coll_tuned_dynamic_file.c, v5.0.9). `#` begins a comment.
//!
//! For a call, Open MPI takes the last communicator size that is not larger than the call's communicator, or the first one if
//! all are larger. From this communicator size it takes the last message size that is not larger than the call's message
//! (coll_tuned_dynamic_rules.c). Algorithm 0 stands for Open MPI's fixed decision. Each operation defines message size in its
//! own way (coll_tuned_decision_dynamic.c): see [`size`].
//!
//! There is one difference. Open MPI does not check whether a user's reduction operation commutes, and uses the file's
//! algorithm even if that gives a wrong result. Here the call takes the fixed decision if the file's algorithm needs a
//! commutative operation and the user's operation is not commutative.

use super::decisions::{Decisions, ForRanks, FromSize, Pick};
use super::error::TuningError;
use super::format::{Format, Names, Parameters, Reader, Written};
use super::openmpi_mca;
use ops::Operation;

pub(super) const FORMAT: Format = Format {
    name: "openmpi-rules",
    doc: "Rule files of Open MPI's component tuned.",
    written: &[
        Written {
            name: "openmpi-rules-v1.conf",
            usage: USAGE,
            text: |_, _, comment, decisions| text(comment, decisions, 1),
        },
        Written {
            name: "openmpi-rules-v2.conf",
            usage: USAGE_2,
            text: |_, _, comment, decisions| text(comment, decisions, 2),
        },
    ],
    size,
    of_parts: false,
    claims: |_| true,
    known_by: "a rule file of tuned, which has numbers only",
    read: Reader::Decisions(read),
    parameters: Some(Parameters { known_by: openmpi_mca::KNOWN_BY, read: openmpi_mca::read }),
};

const USAGE: &[&str] = &[
    "mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename $FILE",
    "Where several ranks share one of several hosts, Open MPI 5.0 asks its component han first: these rules decide on parts of han's",
    "operations, and on all where han's rules file says tuned or with --mca coll_han_priority 0",
];
const USAGE_2: &[&str] = &["the same for Open MPI from 5.0.7 on; earlier ones read version 1"];

const VERSION_2: &str = "rule-file-version-2";

/// Numbers of operations (ompi/mca/coll/base/coll_base_functions.h).
const NUMBERS: &[(u64, Operation)] = &[
    (0, Operation::Allgather),
    (1, Operation::Allgatherv),
    (2, Operation::Allreduce),
    (3, Operation::Alltoall),
    (4, Operation::Alltoallv),
    (6, Operation::Barrier),
    (7, Operation::Bcast),
    (9, Operation::Gather),
    (11, Operation::Reduce),
    (12, Operation::ReduceScatter),
    (13, Operation::ReduceScatterBlock),
    (15, Operation::Scatter),
];

/// The operation of a number.
pub(super) fn operation_of(number: u64) -> Option<Operation> {
    NUMBERS.iter().find(|(known, _)| *known == number).map(|(_, operation)| *operation)
}

/// All blocks of an operation that has some; of allgatherv the mean block; nothing where ranks would not agree.
fn size(operation: Operation) -> Option<&'static str> {
    match operation {
        Operation::Barrier | Operation::Alltoallv => None,
        Operation::Bcast | Operation::Reduce | Operation::Allreduce | Operation::Allgatherv => Some("bytes"),
        _ => Some("total_bytes"),
    }
}

/// The file.
fn text(comment: &str, decisions: &[Decisions], version: u32) -> String {
    let mut text = if version == 2 { format!("{VERSION_2}\n") } else { String::new() };
    comment.lines().for_each(|line| text.push_str(&format!("# {line}\n")));
    let number = |operation| NUMBERS.iter().find(|(_, known)| *known == operation).map(|(number, _)| *number);
    let known: Vec<(u64, &Decisions)> = decisions.iter().filter_map(|of| Some((number(of.operation)?, of))).collect();
    text.push_str(&format!("{}  # operations\n", known.len()));
    for (number, of) in known {
        text.push_str(&format!("{number}  # {}\n{}  # numbers of ranks\n", of.operation.name(), of.ranks.len()));
        for group in &of.ranks {
            text.push_str(&format!(
                "{}  # ranks and more\n{}  # sizes: bytes, algorithm, fan-out, segment",
                group.from,
                group.sizes.len()
            ));
            text.push_str(if version == 2 { ", requests\n" } else { "\n" });
            group.sizes.iter().for_each(|entry| text.push_str(&line(entry, version)));
        }
    }
    text
}

fn line(entry: &FromSize, version: u32) -> String {
    let (name, numbers) = match &entry.pick {
        Some(pick) => (pick.name.as_str(), [pick.fan_out, pick.segment, pick.requests]),
        None => ("0", [0; 3]),
    };
    let requests = if version == 2 { format!(" {}", numbers[2]) } else { String::new() };
    format!("{} {name} {} {}{requests}\n", entry.from, numbers[0], numbers[1])
}

/// The numbers of a file, with their lines.
struct Numbers<'a> {
    file: &'a str,
    words: std::iter::Peekable<std::vec::IntoIter<(usize, &'a str)>>,
    /// The line of the last number.
    line: usize,
}

impl<'a> Numbers<'a> {
    fn new(file: &'a str, text: &'a str) -> Self {
        let of_line = |(number, line): (usize, &'a str)| {
            let line = line.split('#').next().unwrap_or("");
            line.split_whitespace().map(move |word| (number + 1, word))
        };
        let words: Vec<(usize, &str)> = text.lines().enumerate().flat_map(of_line).collect();
        Self { file, words: words.into_iter().peekable(), line: 1 }
    }

    fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }

    fn wrong(&self, found: String, expected: &str) -> TuningError {
        TuningError::Syntax { place: self.place(), found, expected: expected.to_owned() }
    }

    /// The next number, of what `expected` says.
    fn next(&mut self, expected: &str) -> Result<u64, TuningError> {
        let Some((line, word)) = self.words.next() else {
            return Err(self.wrong("the file ends".to_owned(), expected));
        };
        self.line = line;
        // Open MPI keeps numbers in 64 bits with a sign, and ranks and counts in 32.
        let number = word.parse().ok().filter(|number| *number <= i64::MAX as u64);
        number.ok_or_else(|| self.wrong(format!("`{word}`"), &format!("{expected}, a whole number")))
    }

    /// A number that fits 31 bits.
    fn small(&mut self, expected: &str) -> Result<u32, TuningError> {
        let number = self.next(expected)?;
        let small = i32::try_from(number).ok().map(i32::unsigned_abs);
        small.ok_or_else(|| self.wrong(number.to_string(), &format!("{expected}, at most {}", i32::MAX)))
    }

    /// One more number on the same line.
    fn on_this_line(&mut self, expected: &str) -> Result<Option<u64>, TuningError> {
        let line = self.line;
        if self.words.peek().is_some_and(|(next, _)| *next == line) {
            self.next(expected).map(Some)
        } else {
            Ok(None)
        }
    }
}

pub(super) fn read(names: &dyn Names, file: &str, text: &str) -> Result<Vec<Decisions>, TuningError> {
    let mut numbers = Numbers::new(file, text);
    let version = match numbers.words.peek() {
        Some((_, word)) if *word == VERSION_2 => 2,
        Some((_, "rule-file-version-1")) => 1,
        Some((line, word)) if word.starts_with("rule-file-version") => {
            numbers.line = *line;
            let found = format!("`{word}`");
            return Err(numbers.wrong(found, "version 1 or 2: other rule files are not read"));
        }
        _ => 0,
    };
    if version > 0 {
        numbers.words.next();
    }
    let operations = numbers.small("how many operations have rules")?;
    let mut decisions: Vec<Decisions> = Vec::new();
    for _ in 0..operations {
        let one = operation(names, &mut numbers, version)?;
        if decisions.iter().any(|before| before.operation == one.operation) {
            return Err(numbers.wrong(format!("a second list for {}", one.operation.name()), "one"));
        }
        decisions.push(one);
    }
    match numbers.words.next() {
        None => Ok(decisions),
        Some((line, word)) => {
            numbers.line = line;
            Err(numbers.wrong(format!("`{word}`"), "the end of the file, as all operations have their rules"))
        }
    }
}

/// The rules of one operation.
fn operation(names: &dyn Names, numbers: &mut Numbers<'_>, version: u32) -> Result<Decisions, TuningError> {
    let number = numbers.next("the number of an operation")?;
    let known = NUMBERS.iter().find(|(known, of)| *known == number && names.takes(*of));
    let &(_, operation) = known.ok_or_else(|| {
        let known: Vec<String> = NUMBERS.iter().map(|(known, of)| format!("{known} {}", of.name())).collect();
        numbers.wrong(
            format!("operation {number}"),
            &format!("one that the library has rules for: {}", known.join(", ")),
        )
    })?;
    let groups = numbers.small("for how many numbers of ranks there are rules")?;
    let mut ranks: Vec<ForRanks> = Vec::new();
    for _ in 0..groups {
        let from = numbers.small("a number of ranks")?;
        if ranks.last().is_some_and(|before| before.from >= from) {
            return Err(numbers.wrong(format!("{from} ranks"), "more ranks than before"));
        }
        ranks.push(ForRanks { from, sizes: sizes(names, operation, numbers, version)? });
    }
    Ok(Decisions { operation, ranks })
}

/// The rules of one operation for a number of ranks.
fn sizes(
    names: &dyn Names,
    operation: Operation,
    numbers: &mut Numbers<'_>,
    version: u32,
) -> Result<Vec<FromSize>, TuningError> {
    let mut sizes: Vec<FromSize> = Vec::new();
    for at in 0..numbers.small("how many message sizes have rules")? {
        let from = numbers.next("a message size")?;
        match sizes.last() {
            None if from > 0 => return Err(numbers.wrong(format!("a first message size of {from}"), "0")),
            Some(before) if before.from >= from => {
                return Err(numbers.wrong(format!("a message size of {from}"), "a larger one than before"));
            }
            _ => debug_assert_eq!(at as usize, sizes.len()),
        }
        let name = numbers.small("an algorithm")?;
        let fan_out = numbers.small("a fan-out")?.into();
        let segment = numbers.small("a segment size")?.into();
        let requests = if version == 2 { numbers.on_this_line("a number of requests")?.unwrap_or(0) } else { 0 };
        let pick = Pick { name: name.to_string(), segment, fan_out, requests };
        if name > 0 {
            names.check(operation, &pick, &numbers.place())?;
        }
        sizes.push(FromSize { from, pick: (name > 0).then_some(pick) });
    }
    Ok(sizes)
}
