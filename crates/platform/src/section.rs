//! Reads one table of a platform file: returns the values with their types, and checks them against the parameters that the
//! table is declared to have.

use crate::error::PlatformError;
use crate::source::Source;
use config::{
    Fallback, Node, Origin, Parameter, ParameterKind, UnknownName, UsedDefault, Value, known_names, segment_matches,
};
use std::cell::RefCell;
use std::path::{Path as FilePath, PathBuf};
use std::str::FromStr;
use units::{Bytes, Frequency, Rate, Speed, Time, UnitError};

/// What all sections of one file share.
pub(crate) struct Reader {
    pub(crate) source: Source,
    pub(crate) defaults: RefCell<Vec<UsedDefault>>,
}

/// One table, its keys already checked against `parameters`.
pub(crate) struct Section<'a> {
    reader: &'a Reader,
    /// Path of the table, empty for the root.
    path: String,
    /// None if the table is not in the file: then every key falls back.
    node: Option<&'a Node>,
    /// The table, or the nearest table around it that exists.
    origin: Origin,
    parameters: Vec<Parameter>,
}

type Read<T> = Result<T, PlatformError>;

impl<'a> Section<'a> {
    /// Checks that every key of `node` is declared by `parameters`.
    pub(crate) fn new(
        reader: &'a Reader,
        path: &str,
        node: Option<&'a Node>,
        origin: Origin,
        parameters: &[Parameter],
    ) -> Read<Self> {
        let origin = node.map_or(origin, |node| node.origin);
        let section = Self { reader, path: path.to_owned(), node, origin, parameters: parameters.to_vec() };
        if let Some(node) = node {
            let Value::Table(_) = &node.value else {
                return Err(section.wrong_type(path.to_owned(), node, "a table".to_owned()));
            };
            section.check_keys(node, 0, &section.parameters.iter().collect::<Vec<_>>(), path)?;
        }
        Ok(section)
    }

    /// The table `key` of this section as a section of its own.
    pub(crate) fn child(&self, key: &str, parameters: &[Parameter]) -> Read<Section<'a>> {
        let node = self.find(key);
        Section::new(self.reader, &self.full(key), node, self.origin, parameters)
    }

    /// The text `parameter` of the table `key`, whose other keys are not checked yet.
    pub(crate) fn kind_of(&self, key: &str, parameter: &Parameter) -> Read<String> {
        let (node, path) = (self.find(key), self.full(key));
        let origin = node.map_or(self.origin, |node| node.origin);
        let parameters = vec![*parameter];
        let section = Section { reader: self.reader, path, node, origin, parameters };
        if let Some(node) = node.filter(|node| !matches!(node.value, Value::Table(_))) {
            return Err(section.wrong_type(section.path.clone(), node, "a table".to_owned()));
        }
        section.needed_text(parameter.name)
    }

    fn check_keys(&self, node: &Node, depth: usize, live: &[&Parameter], path: &str) -> Read<()> {
        let Value::Table(entries) = &node.value else { return Ok(()) };
        for entry in entries {
            let path = join(path, &entry.key);
            let matching: Vec<&Parameter> = live
                .iter()
                .copied()
                .filter(|p| p.segment(depth).is_some_and(|pattern| segment_matches(pattern, &entry.key)))
                .collect();
            if matching.is_empty() {
                return Err(PlatformError::UnknownKey {
                    at: self.reader.source.location(entry.origin),
                    key: path,
                    known_names: known_names(&entry.key, known_at(live, depth)),
                });
            }
            if matching.iter().any(|p| p.is_leaf_at(depth)) {
                continue;
            }
            if !matches!(entry.node.value, Value::Table(_)) {
                let expected = format!("a table with the keys {}", known_at(&matching, depth + 1).join(", "));
                return Err(self.wrong_type(path, &entry.node, expected));
            }
            self.check_keys(&entry.node, depth + 1, &matching, &path)?;
        }
        Ok(())
    }

    /// The path of `key` from the root of the file.
    pub(crate) fn full(&self, key: &str) -> String {
        join(&self.path, key)
    }

    fn find(&self, key: &str) -> Option<&'a Node> {
        key.split('.').try_fold(self.node?, |node, segment| node.get(segment))
    }

    fn declared(&self, key: &str) -> &Parameter {
        let found = self.parameters.iter().find(|parameter| parameter.declares(key));
        found.unwrap_or_else(|| panic!("`{key}` is read but not declared in [{}]", self.path))
    }

    /// The deepest table on the path to `key` that exists: where a missing key belongs.
    fn table_of(&self, key: &str) -> Origin {
        let Some(mut node) = self.node else { return self.origin };
        for segment in key.split('.') {
            match node.get(segment) {
                Some(next) => node = next,
                None => break,
            }
        }
        node.origin
    }

    /// The node of `key`; if it is not given, its declared fallback.
    fn value(&self, key: &str) -> Read<Given<'a>> {
        let parameter = self.declared(key);
        if let Some(node) = self.find(key) {
            return Ok(Given::Node(node));
        }
        match parameter.fallback {
            Fallback::Absent => Ok(Given::Absent),
            Fallback::Required => Err(self.missing(key)),
            Fallback::Value { value, source } => {
                self.note_default(key, value, source);
                Ok(Given::Default(value))
            }
        }
    }

    /// Remembers that `value` was filled in for `key`.
    pub(crate) fn note_default(&self, key: &str, value: &str, source: &str) {
        self.reader.defaults.borrow_mut().push(UsedDefault::new(&self.full(key), value, source));
    }

    /// Whether the file gives `key`.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    pub(crate) fn missing(&self, key: &str) -> PlatformError {
        self.missing_as(key, self.declared(key).kind.expected())
    }

    /// `key` is missing, and should be what `expected` says.
    pub(crate) fn missing_as(&self, key: &str, expected: String) -> PlatformError {
        PlatformError::Missing { at: self.reader.source.location(self.table_of(key)), key: self.full(key), expected }
    }

    fn wrong_type(&self, key: String, node: &Node, expected: String) -> PlatformError {
        let at = self.reader.source.location(node.origin);
        PlatformError::WrongType { at, key, found: node.value.type_name(), expected }
    }

    /// `key` has the right type, but its value makes no sense.
    pub(crate) fn out_of_range(&self, key: &str, value: String, expected: String) -> PlatformError {
        let at = self.reader.source.location(self.table_of(key));
        PlatformError::OutOfRange { at, key: self.full(key), value, expected }
    }

    /// The value of `key`, or the file that it names, cannot be used.
    pub(crate) fn unusable(&self, key: &str, reason: String) -> PlatformError {
        let at = self.reader.source.location(self.table_of(key));
        PlatformError::Unusable { at, key: self.full(key), reason }
    }

    /// The machine that this section describes has more of something than can be counted.
    pub(crate) fn too_large(&self, what: String) -> PlatformError {
        PlatformError::TooLarge { at: self.reader.source.location(self.origin), what }
    }

    pub(crate) fn conflict(&self, key: &str, other: &str, reason: &'static str) -> PlatformError {
        let at = self.reader.source.location(self.table_of(key));
        PlatformError::Conflict { at, key: self.full(key), other: self.full(other), reason }
    }

    /// `name`, given by `key`, is none of `known`.
    pub(crate) fn unknown_name(&self, key: &str, what: &'static str, name: &str, known: &[String]) -> PlatformError {
        let at = self.reader.source.location(self.table_of(key));
        PlatformError::UnknownName { at, key: self.full(key), what, unknown: UnknownName::new(name, known) }
    }

    pub(crate) fn duplicate(&self, key: &str, name: &str) -> PlatformError {
        let at = self.reader.source.location(self.table_of(key));
        PlatformError::Duplicate { at, key: self.full(key), name: name.to_owned() }
    }

    pub(crate) fn disconnected(&self, key: &str, from: String, to: String) -> PlatformError {
        let at = self.reader.source.location(self.table_of(key));
        PlatformError::Disconnected { at, key: self.full(key), from, to }
    }

    /// Refuses `table.word<i>` for an index outside `1..=last`.
    pub(crate) fn check_indices(&self, table: &str, word: &str, last: usize) -> Read<()> {
        let Some(Node { value: Value::Table(entries), .. }) = self.find(table) else { return Ok(()) };
        for entry in entries {
            let Some(number) = entry.key.strip_prefix(word).filter(|n| n.bytes().all(|b| b.is_ascii_digit())) else {
                continue;
            };
            // `level01` would be a second spelling of `level1` that nothing reads.
            let valid = number.parse().is_ok_and(|i: usize| (1..=last).contains(&i)) && !number.starts_with('0');
            if !valid {
                return Err(PlatformError::UnknownKey {
                    at: self.reader.source.location(entry.origin),
                    key: self.full(&format!("{table}.{}", entry.key)),
                    known_names: known_names(&entry.key, (1..=last).map(|i| format!("{word}{i}"))),
                });
            }
        }
        Ok(())
    }

    /// The keys of the table `key`, sorted.
    pub(crate) fn names_in(&self, key: &str) -> Vec<String> {
        match self.find(key) {
            Some(Node { value: Value::Table(entries), .. }) => entries.iter().map(|e| e.key.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// A text, or None if it is absent.
    pub(crate) fn text(&self, key: &str) -> Read<Option<String>> {
        match self.value(key)? {
            Given::Absent => Ok(None),
            Given::Default(text) => Ok(Some(text.to_owned())),
            Given::Node(Node { value: Value::Text(text), .. }) => Ok(Some(text.clone())),
            Given::Node(node) => Err(self.wrong_type(self.full(key), node, self.declared(key).kind.expected())),
        }
    }

    /// A text that has to be there or to have a default.
    pub(crate) fn needed_text(&self, key: &str) -> Read<String> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    /// One of the words of a [`ParameterKind::Choice`].
    pub(crate) fn choice(&self, key: &str, what: &'static str) -> Read<String> {
        let text = self.needed_text(key)?;
        let ParameterKind::Choice(words) = self.declared(key).kind else {
            panic!("`{key}` is read as a choice but not declared as one");
        };
        if words.contains(&text.as_str()) {
            return Ok(text);
        }
        let known: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        Err(self.unknown_name(key, what, &text, &known))
    }

    /// A whole number from 1.
    pub(crate) fn count(&self, key: &str) -> Read<u32> {
        self.optional_count(key)?.ok_or_else(|| self.missing(key))
    }

    /// A whole number from 1, or None if it is absent.
    pub(crate) fn optional_count(&self, key: &str) -> Read<Option<u32>> {
        match self.value(key)? {
            Given::Absent => Ok(None),
            Given::Default(text) => Ok(Some(text.parse().expect("a declared default is a count"))),
            Given::Node(node) => self.count_of(key, node).map(Some),
        }
    }

    fn count_of(&self, key: &str, node: &Node) -> Read<u32> {
        let Value::Integer(integer) = node.value else {
            return Err(self.wrong_type(self.full(key), node, self.declared(key).kind.expected()));
        };
        u32::try_from(integer).ok().filter(|count| *count >= 1).ok_or_else(|| PlatformError::OutOfRange {
            at: self.reader.source.location(node.origin),
            key: self.full(key),
            value: integer.to_string(),
            expected: format!("a whole number from 1 to {}", u32::MAX),
        })
    }

    /// A list of whole numbers from 1, not empty; None if it is absent. A single number is a list of one.
    pub(crate) fn optional_counts(&self, key: &str) -> Read<Option<Vec<u32>>> {
        let node = match self.value(key)? {
            Given::Absent => return Ok(None),
            Given::Default(text) => return Ok(Some(vec![text.parse().expect("a declared default is a count")])),
            Given::Node(node) => node,
        };
        let single_allowed = matches!(self.declared(key).kind, ParameterKind::CountOrCounts);
        let Value::List(items) = &node.value else {
            if single_allowed {
                return Ok(Some(vec![self.count_of(key, node)?]));
            }
            return Err(self.wrong_type(self.full(key), node, self.declared(key).kind.expected()));
        };
        if items.is_empty() {
            return Err(self.out_of_range(key, "an empty list".to_owned(), "at least one number".to_owned()));
        }
        items.iter().map(|item| self.count_of(key, item)).collect::<Read<Vec<u32>>>().map(Some)
    }

    /// Whether `key` is given as a list.
    pub(crate) fn is_list(&self, key: &str) -> bool {
        matches!(self.find(key), Some(Node { value: Value::List(_), .. }))
    }

    fn quantity<T: FromStr<Err = UnitError>>(&self, key: &str, text: &str) -> Read<T> {
        text.parse().map_err(|error| PlatformError::Quantity {
            at: self.reader.source.location(self.table_of(key)),
            key: self.full(key),
            error: Box::new(error),
        })
    }

    /// A bandwidth above zero, or None if it is absent.
    pub(crate) fn optional_rate(&self, key: &str) -> Read<Option<Rate>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let rate: Rate = self.quantity(key, &text)?;
        if rate.0 == 0 {
            return Err(self.out_of_range(key, text, "a bandwidth of at least 1 B/s".to_owned()));
        }
        Ok(Some(rate))
    }

    /// A size above zero.
    pub(crate) fn size(&self, key: &str) -> Read<Bytes> {
        let text = self.needed_text(key)?;
        let size: Bytes = self.quantity(key, &text)?;
        if size.0 == 0 {
            return Err(self.out_of_range(key, text, "a size of at least 1 B".to_owned()));
        }
        Ok(size)
    }

    /// A bandwidth above zero.
    pub(crate) fn rate(&self, key: &str) -> Read<Rate> {
        self.optional_rate(key)?.ok_or_else(|| self.missing(key))
    }

    /// A bandwidth above zero, or None for `unlimited`.
    pub(crate) fn rate_or_unlimited(&self, key: &str) -> Read<Option<Rate>> {
        if self.needed_text(key)? == UNLIMITED { Ok(None) } else { self.quiet(|| self.optional_rate(key)) }
    }

    /// A frequency above zero, or None for `unlimited`.
    pub(crate) fn frequency_or_unlimited(&self, key: &str) -> Read<Option<Frequency>> {
        let text = self.needed_text(key)?;
        if text == UNLIMITED {
            return Ok(None);
        }
        let frequency: Frequency = self.quantity(key, &text)?;
        if frequency.0 == 0 {
            return Err(self.out_of_range(key, text, "at least 1 /s".to_owned()));
        }
        Ok(Some(frequency))
    }

    /// A latency; zero is one.
    pub(crate) fn time(&self, key: &str) -> Read<Time> {
        self.optional_time(key)?.ok_or_else(|| self.missing(key))
    }

    /// A latency, or None if it is absent.
    pub(crate) fn optional_time(&self, key: &str) -> Read<Option<Time>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        self.quantity(key, &text).map(Some)
    }

    /// A core speed above zero.
    pub(crate) fn speed(&self, key: &str) -> Read<Speed> {
        let text = self.needed_text(key)?;
        let speed: Speed = self.quantity(key, &text)?;
        if speed.0 == 0 {
            return Err(self.out_of_range(key, text, "a speed of at least 1 flop/s".to_owned()));
        }
        Ok(speed)
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self, key: &str) -> Read<bool> {
        match self.value(key)? {
            Given::Absent => Ok(false),
            Given::Default(text) => Ok(text == "true"),
            Given::Node(Node { value: Value::Flag(flag), .. }) => Ok(*flag),
            Given::Node(node) => Err(self.wrong_type(self.full(key), node, self.declared(key).kind.expected())),
        }
    }

    /// Different names, given as a list or as a number of them (`prefix0`, `prefix1`, …).
    pub(crate) fn names(&self, key: &str, prefix: &str) -> Read<Vec<String>> {
        let node = match self.value(key)? {
            Given::Absent => return Ok(Vec::new()),
            Given::Default(_) => panic!("`{key}`: names have no default"),
            Given::Node(node) => node,
        };
        if let Value::Integer(_) = node.value {
            return Ok((0..self.count_of(key, node)?).map(|i| format!("{prefix}{i}")).collect());
        }
        let expected = || self.declared(key).kind.expected();
        let Value::List(items) = &node.value else {
            return Err(self.wrong_type(self.full(key), node, expected()));
        };
        items
            .iter()
            .map(|item| match &item.value {
                Value::Text(name) => Ok(name.clone()),
                _ => Err(self.wrong_type(self.full(key), item, expected())),
            })
            .collect()
    }

    /// The number that `key` is, if it is one and not negative.
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        match self.find(key)?.value {
            Value::Integer(integer) => u64::try_from(integer).ok(),
            _ => None,
        }
    }

    /// The folder that the path given by `key` is relative to: that of the file, or the working directory for an override.
    pub(crate) fn folder_of(&self, key: &str) -> PathBuf {
        match self.find(key).map(|node| node.origin) {
            Some(Origin::Byte(_)) => {
                FilePath::new(self.reader.source.file()).parent().map(FilePath::to_path_buf).unwrap_or_default()
            }
            _ => PathBuf::new(),
        }
    }

    /// The tables of a list, each as a section. A single table is a list of one.
    pub(crate) fn records(&self, key: &str) -> Read<Vec<Section<'a>>> {
        let ParameterKind::Records(fields) = self.declared(key).kind else {
            panic!("`{key}` is read as records but not declared as such");
        };
        let node = match self.value(key)? {
            Given::Absent => return Ok(Vec::new()),
            Given::Default(_) => panic!("`{key}`: records have no default"),
            Given::Node(node) => node,
        };
        if let Value::Table(_) = node.value {
            return Ok(vec![Section::new(self.reader, &self.full(key), Some(node), self.origin, fields)?]);
        }
        let Value::List(items) = &node.value else {
            return Err(self.wrong_type(self.full(key), node, self.declared(key).kind.expected()));
        };
        let section = |(index, item): (usize, &'a Node)| {
            Section::new(self.reader, &self.full(&format!("{key}[{index}]")), Some(item), self.origin, fields)
        };
        items.iter().enumerate().map(section).collect()
    }

    /// The table itself.
    pub(crate) fn node(&self) -> Option<&'a Node> {
        self.node
    }

    /// Reads a key a second time without noting its default again.
    fn quiet<T>(&self, read: impl FnOnce() -> T) -> T {
        let noted = self.reader.defaults.borrow().len();
        let result = read();
        self.reader.defaults.borrow_mut().truncate(noted);
        result
    }
}

const UNLIMITED: &str = "unlimited";

enum Given<'a> {
    Node(&'a Node),
    Default(&'static str),
    Absent,
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// The keys that `live` allows at `depth`, in order of declaration.
fn known_at(live: &[&Parameter], depth: usize) -> Vec<String> {
    let mut known = Vec::new();
    for segment in live.iter().filter_map(|parameter| parameter.segment(depth)) {
        let name = match segment.strip_suffix('#') {
            Some(word) => format!("{word}1"),
            None => segment.to_owned(),
        };
        if name != "*" && !known.contains(&name) {
            known.push(name);
        }
    }
    known
}
