//! The text of a platform as a tree whose every node knows where it was written.

use crate::error::{Location, PlatformError};
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Where a node was written: a byte of the file, or the n-th override.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Byte(usize),
    Override(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) origin: Origin,
    pub(crate) value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Float(String),
    Flag(bool),
    Date(toml::value::Datetime),
    List(Vec<Node>),
    /// Sorted by key, so that the first error found does not depend on the order in the file.
    Table(Vec<Entry>),
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) origin: Origin,
    pub(crate) node: Node,
}

impl Value {
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a decimal number without unit",
            Self::Flag(_) => "true or false",
            Self::Date(_) => "a date",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

impl Node {
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|e| e.key == key).map(|e| &e.node),
            _ => None,
        }
    }
}

/// The text, its name, and the overrides: everything that turns an [`Origin`] into a [`Location`].
#[derive(Debug)]
pub(crate) struct Source {
    file: Arc<str>,
    text: String,
    overrides: Vec<Arc<str>>,
}

impl Source {
    pub(crate) fn new(file: &str, text: &str, overrides: &[(&str, &str)]) -> Self {
        let overrides = overrides.iter().map(|(key, value)| Arc::from(format!("{key}={value}"))).collect();
        Self { file: Arc::from(file), text: text.to_owned(), overrides }
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    pub(crate) fn location(&self, origin: Origin) -> Location {
        match origin {
            Origin::Override(index) => Location::Option { argument: self.overrides[index].clone() },
            Origin::Byte(byte) => {
                let mut byte = byte.min(self.text.len());
                while !self.text.is_char_boundary(byte) {
                    byte -= 1;
                }
                let before = &self.text[..byte];
                let start = before.rfind('\n').map_or(0, |newline| newline + 1);
                let line = before.matches('\n').count() + 1;
                let column = before[start..].chars().count() + 1;
                let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                Location::File { file: self.file.clone(), line: small(line), column: small(column) }
            }
        }
    }

    /// The whole tree, overrides applied in order.
    pub(crate) fn parse(&self, overrides: &[(&str, &str)]) -> Result<Node, PlatformError> {
        let table = DeTable::parse(&self.text).map_err(|error| PlatformError::Syntax {
            at: self.location(Origin::Byte(error.span().map_or(0, |span| span.start))),
            reason: one_line(error.message()),
        })?;
        let mut root =
            Node { origin: Origin::Byte(0), value: Value::Table(self.table(table.get_ref(), &Origin::Byte)?) };
        for (index, (key, value)) in overrides.iter().enumerate() {
            let node = self.override_value(index, value)?;
            self.set(&mut root, key, index, node)?;
        }
        Ok(root)
    }

    fn table(&self, table: &DeTable<'_>, origin: &dyn Fn(usize) -> Origin) -> Result<Vec<Entry>, PlatformError> {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            entries.push(Entry {
                key: key.get_ref().to_string(),
                origin: origin(key.span().start),
                node: self.node(value.get_ref(), value.span().start, origin)?,
            });
        }
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(entries)
    }

    fn node(
        &self,
        value: &DeValue<'_>,
        byte: usize,
        origin: &dyn Fn(usize) -> Origin,
    ) -> Result<Node, PlatformError> {
        let at = origin(byte);
        let value = match value {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(integer) => {
                Value::Integer(i64::from_str_radix(integer.as_str(), integer.radix()).map_err(|_| {
                    PlatformError::Syntax {
                        at: self.location(at),
                        reason: format!("the integer {integer} does not fit 64 bits"),
                    }
                })?)
            }
            DeValue::Float(float) => Value::Float(float.as_str().to_owned()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Datetime(date) => Value::Date(*date),
            DeValue::Array(list) => Value::List(
                list.iter()
                    .map(|item| self.node(item.get_ref(), item.span().start, origin))
                    .collect::<Result<_, _>>()?,
            ),
            DeValue::Table(table) => Value::Table(self.table(table, origin)?),
        };
        Ok(Node { origin: at, value })
    }

    /// An override's value is TOML if it reads as TOML (`8`, `[4, 4]`, `true`, `"text"`), else the text itself,
    /// so that `5 GB/s` needs no quotes within the shell's.
    fn override_value(&self, index: usize, text: &str) -> Result<Node, PlatformError> {
        let origin = Origin::Override(index);
        match DeValue::parse(text.trim()) {
            Ok(value) => self.node(value.get_ref(), 0, &|_| origin),
            Err(_) => Ok(Node { origin, value: Value::Text(text.trim().to_owned()) }),
        }
    }

    fn set(&self, root: &mut Node, key: &str, index: usize, value: Node) -> Result<(), PlatformError> {
        let origin = Origin::Override(index);
        let fail = |reason: String| PlatformError::Override { at: self.location(origin), reason };
        if key.split('.').any(str::is_empty) {
            return Err(fail(format!("`{key}` is not a key; expected names joined by dots, as in `host.cores`")));
        }
        let mut node = root;
        let mut path = String::new();
        for segment in key.split('.') {
            let type_name = node.value.type_name();
            let Value::Table(entries) = &mut node.value else {
                return Err(fail(format!("`{path}` is {type_name}, not a table, so it has no key `{segment}`")));
            };
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(segment);
            let position = match entries.binary_search_by(|entry| entry.key.as_str().cmp(segment)) {
                Ok(position) => position,
                Err(position) => {
                    let node = Node { origin, value: Value::Table(Vec::new()) };
                    entries.insert(position, Entry { key: segment.to_owned(), origin, node });
                    position
                }
            };
            node = &mut entries[position].node;
        }
        *node = value;
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
