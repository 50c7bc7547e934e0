//! Declared parameters: keys of platform files, parameters of models, collective algorithms and motifs.
//!
//! The declarations are used for reading (a key that is not declared is an error) and for listings, such as those of
//! `windtunnel list topologies` and `windtunnel list networks`. Every default that affects a result is recorded as a
//! [`UsedDefault`].

use serde::{Deserialize, Serialize};

/// The type and unit of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Free text.
    Text,
    /// A whole number.
    Whole,
    /// A number above 0.
    Factor,
    /// A size with its unit.
    Size,
    /// A value of a kind, or a word that stands for another one.
    Or(&'static ParameterKind, &'static str),
    /// A whole number from 1.
    Count,
    /// A whole number from the one to the other, both included; to `u64::MAX` is without end.
    Between(u64, u64),
    /// A list of whole numbers from 1.
    Counts,
    /// One count, or a list of them.
    CountOrCounts,
    /// One of some words.
    Choice(&'static [&'static str]),
    /// A bandwidth with its unit, of one direction.
    Bandwidth,
    /// A bandwidth with its unit, or `unlimited`.
    BandwidthOrUnlimited,
    /// Occurrences per second with their unit, or `unlimited`.
    FrequencyOrUnlimited,
    /// A time with its unit.
    Latency,
    /// A core's speed with its unit.
    Speed,
    /// A list of names, or how many there are.
    Names,
    /// `true` or `false`.
    Flag,
    /// `yes` or `no`.
    YesNo,
    /// A time with its unit, or a number of operations.
    Work,
    /// A form that its reader checks, in words.
    Form(&'static str),
    /// A list of tables with these keys.
    Records(&'static [Parameter]),
    /// A table that another reader checks.
    Table,
}

impl ParameterKind {
    /// What an error message says was expected.
    pub fn expected(&self) -> String {
        match self {
            Self::Text => "a text".to_owned(),
            Self::Whole => "a whole number".to_owned(),
            Self::Factor => "a number above 0, for example `0.97`".to_owned(),
            Self::Size => "a size, for example `1 MiB`".to_owned(),
            Self::Or(kind, word) => format!("{}, or `{word}`", kind.expected()),
            Self::Count => "a whole number from 1".to_owned(),
            Self::Between(0, 1) => "0 or 1".to_owned(),
            Self::Between(from, u64::MAX) => format!("a whole number from {from}"),
            Self::Between(from, to) => format!("a whole number from {from} to {to}"),
            Self::Counts => "a list of whole numbers from 1, for example `[8, 8, 8]`".to_owned(),
            Self::CountOrCounts => {
                "a whole number from 1 or a list of them, for example `4` or `[39, 35]`".to_owned()
            }
            Self::Choice(words) => format!("one of `{}`", words.join("`, `")),
            Self::Bandwidth => "a bandwidth, for example `\"12.5 GB/s\"`".to_owned(),
            Self::BandwidthOrUnlimited => "a bandwidth, for example `\"12.5 GB/s\"`, or `\"unlimited\"`".to_owned(),
            Self::FrequencyOrUnlimited => {
                "a number per second, for example `\"200 M/s\"`, or `\"unlimited\"`".to_owned()
            }
            Self::Latency => "a time, for example `\"1.5 us\"`".to_owned(),
            Self::Speed => "a core speed, for example `\"8 Gflop/s\"`".to_owned(),
            Self::Names => "a list of names or how many there are, for example `[\"a\", \"b\"]` or `16`".to_owned(),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::YesNo => "`yes` or `no`".to_owned(),
            Self::Work => "a time or operations, for example `5 ms` or `2e9 flop`".to_owned(),
            Self::Form(form) => (*form).to_owned(),
            Self::Records(fields) => {
                let keys: Vec<&str> = fields.iter().map(|field| field.name).collect();
                format!("a list of tables with the keys {}", keys.join(", "))
            }
            Self::Table => "a table".to_owned(),
        }
    }
}

/// What happens if a key is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// An error: the value has no default.
    Required,
    /// The feature is not there, or the value follows from others.
    Absent,
    /// This value is taken, and the summary of a run says so.
    Value {
        /// The value as it would be written.
        value: &'static str,
        /// Where it comes from; empty where `doc` says it or the value is arbitrary.
        source: &'static str,
    },
}

/// A default that decided a result: a value that neither the user nor a file gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedDefault {
    /// The key with its path.
    pub key: String,
    /// The value taken, as it would be written.
    pub value: String,
    /// Where the value comes from.
    pub source: String,
    /// Part of the run that the busiest rank spent in the work whose time the value sets, in parts of a million; none if the
    /// value is not the time or the rate of some work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_millionths: Option<u64>,
}

impl UsedDefault {
    /// The default of `key`.
    pub fn new(key: &str, value: &str, source: &str) -> Self {
        Self { key: key.to_owned(), value: value.to_owned(), source: source.to_owned(), share_millionths: None }
    }
}

/// One key of a section. In `name` a dot enters a table, a segment `*` stands for any name, and a segment that
/// ends in `#` for that word and a number (`links.level#` is `links.level1`, `links.level2`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key, relative to its section.
    pub name: &'static str,
    /// Type and unit.
    pub kind: ParameterKind,
    /// What if it is not given.
    pub fallback: Fallback,
    /// One sentence.
    pub doc: &'static str,
}

impl Parameter {
    /// A key without default.
    pub const fn required(name: &'static str, kind: ParameterKind, doc: &'static str) -> Self {
        Self { name, kind, fallback: Fallback::Required, doc }
    }

    /// A key whose absence means that the feature is not there.
    pub const fn optional(name: &'static str, kind: ParameterKind, doc: &'static str) -> Self {
        Self { name, kind, fallback: Fallback::Absent, doc }
    }

    /// A key with a default and the source of it.
    pub const fn with_default(
        name: &'static str,
        kind: ParameterKind,
        value: &'static str,
        source: &'static str,
        doc: &'static str,
    ) -> Self {
        Self { name, kind, fallback: Fallback::Value { value, source }, doc }
    }

    /// The default as it would be written, if it has one.
    pub fn default_value(&self) -> Option<&'static str> {
        match self.fallback {
            Fallback::Value { value, .. } => Some(value),
            Fallback::Required | Fallback::Absent => None,
        }
    }

    /// The number of a value: a whole number, if it has to be within its bounds, or the place of a word among the choices.
    pub fn number(&self, value: &str) -> Option<u64> {
        match self.kind {
            ParameterKind::Choice(words) => words.iter().position(|word| *word == value).map(|place| place as u64),
            ParameterKind::Between(from, to) => value.parse().ok().filter(|number| (from..=to).contains(number)),
            _ => value.parse().ok(),
        }
    }

    /// The value of a number, as it would be written.
    pub fn value_of(&self, number: u64) -> String {
        match self.kind {
            ParameterKind::Choice(words) => {
                words.get(number as usize).map_or_else(String::new, |word| (*word).into())
            }
            _ => number.to_string(),
        }
    }

    /// A default that is a number ([`Parameter::number`]).
    ///
    /// # Panics
    /// There is no such default.
    pub fn default_number(&self) -> u64 {
        let number = self.default_value().and_then(|value| self.number(value));
        number.unwrap_or_else(|| panic!("`{}` is read as a number but its default is none", self.name))
    }

    /// The name's segment at a depth, from 0.
    pub fn segment(&self, depth: usize) -> Option<&'static str> {
        self.name.split('.').nth(depth)
    }

    /// Whether the name ends with the segment at `depth`.
    pub fn is_leaf_at(&self, depth: usize) -> bool {
        self.name.split('.').count() == depth + 1
    }

    /// Whether this declares `key`, a dotted path of our own code.
    pub fn declares(&self, key: &str) -> bool {
        let mut patterns = self.name.split('.');
        let mut segments = key.split('.');
        loop {
            match (patterns.next(), segments.next()) {
                (None, None) => return true,
                (Some(pattern), Some(segment)) if segment_matches(pattern, segment) => {}
                _ => return false,
            }
        }
    }
}

/// Whether a segment of a parameter's name stands for a key.
pub fn segment_matches(pattern: &str, text: &str) -> bool {
    match pattern.strip_suffix('#') {
        Some(word) => text.strip_prefix(word).is_some_and(is_number),
        None => pattern == "*" || pattern == text,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
