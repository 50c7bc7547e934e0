//! Reads a TOML table whose keys are fixed in advance, one key at a time, and refuses unknown ones.

use crate::{Node, Origin, SyntaxError, Value, did_you_mean, known_names};
use std::collections::BTreeMap;

/// Why a table is not what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Where.
    pub origin: Origin,
    /// What is wrong, and what was expected instead.
    pub reason: String,
}

/// Reads a text of tables of one name, as `[[name]]` begins each: what `read` makes of a table and its line, from 1.
///
/// # Errors
/// It has something else, or no table, where `expected` says what there should be: the line, and what is wrong.
pub fn read_tables<T>(
    text: &str,
    name: &'static str,
    expected: &str,
    read: impl Fn(&Node, usize) -> Result<T, ReadError>,
) -> Result<Vec<T>, (usize, String)> {
    let line = |origin: Origin| crate::line_and_column(text, origin.byte()).0;
    let all = || -> Result<Vec<T>, ReadError> {
        let tree = crate::parse(text)?;
        let mut keys = Keys::new(&tree, "the file")?;
        let tables = keys.list(name)?;
        keys.finish()?;
        if tables.is_empty() {
            let reason = format!("it has no rules; expected {expected}");
            return Err(ReadError { origin: tree.origin, reason });
        }
        tables.iter().map(|table| read(table, line(table.origin))).collect()
    };
    all().map_err(|error| (line(error.origin), error.reason))
}

impl From<SyntaxError> for ReadError {
    fn from(error: SyntaxError) -> Self {
        let lines: Vec<&str> = error.reason.lines().collect();
        Self { origin: error.origin, reason: lines.join("; ") }
    }
}

/// A table whose keys are read one by one; [`Keys::finish`] fails on a key that was not read.
pub struct Keys<'a> {
    table: &'a Node,
    read: Vec<&'static str>,
}

impl<'a> Keys<'a> {
    /// The keys of a table, none read yet. `name` is what messages call the table.
    ///
    /// # Errors
    /// The node is not a table.
    pub fn new(table: &'a Node, name: &str) -> Result<Self, ReadError> {
        match table.value {
            Value::Table(_) => Ok(Self { table, read: Vec::new() }),
            _ => Err(wrong_type(table, name, "a table")),
        }
    }

    /// Fails on the first key, by its place, that was not read.
    ///
    /// # Errors
    /// There is one: with the nearest known name, or all of them.
    pub fn finish(self) -> Result<(), ReadError> {
        let Value::Table(entries) = &self.table.value else { return Ok(()) };
        let unknown = entries.iter().filter(|entry| !self.read.contains(&entry.key.as_str()));
        let Some(entry) = unknown.min_by_key(|entry| entry.origin.byte()) else { return Ok(()) };
        let hint = match did_you_mean(&entry.key, self.read.iter().copied()) {
            hint if hint.is_empty() => known_names(&entry.key, &self.read),
            hint => hint,
        };
        Err(ReadError { origin: entry.origin, reason: format!("unknown key `{}`{hint}", entry.key) })
    }

    /// The value of a key, read by `read`; none if it is not there.
    fn value<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        read: impl Fn(&'a Node) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        self.read.push(key);
        let Some(node) = self.table.get(key) else { return Ok(None) };
        read(node).map(Some).ok_or_else(|| wrong_type(node, key, expected))
    }

    /// A text.
    ///
    /// # Errors
    /// It is something else.
    pub fn text(&mut self, key: &'static str) -> Result<Option<String>, ReadError> {
        self.value(key, "a text", text)
    }

    /// A text that has to be there.
    ///
    /// # Errors
    /// It is something else, or is not there.
    pub fn needed_text(&mut self, key: &'static str) -> Result<String, ReadError> {
        let reason = format!("`{key}` is missing; expected a text");
        self.text(key)?.ok_or(ReadError { origin: self.table.origin, reason })
    }

    /// A list of texts, empty if it is not there.
    ///
    /// # Errors
    /// It is something else.
    pub fn texts<T: From<String>>(&mut self, key: &'static str) -> Result<Option<Vec<T>>, ReadError> {
        self.value(key, "a list of texts", |node| match &node.value {
            Value::List(items) => items.iter().map(|item| text(item).map(T::from)).collect(),
            _ => None,
        })
    }

    /// A table of texts with any keys, empty if it is not there.
    ///
    /// # Errors
    /// It is something else, or one of its values is.
    pub fn map(&mut self, key: &'static str) -> Result<BTreeMap<String, String>, ReadError> {
        self.read.push(key);
        let Some(node) = self.table.get(key) else { return Ok(BTreeMap::new()) };
        let Value::Table(entries) = &node.value else { return Err(wrong_type(node, key, "a table of texts")) };
        let value = |entry: &crate::Entry| {
            let text = text(&entry.node);
            text.ok_or_else(|| wrong_type(&entry.node, &format!("{key}.{}", entry.key), "a text"))
        };
        entries.iter().map(|entry| Ok((entry.key.clone(), value(entry)?))).collect()
    }

    /// The tables of a list (`[[key]]`), empty if it is not there.
    ///
    /// # Errors
    /// It is not a list. Whether its items are tables is checked by [`Keys::new`].
    pub fn list(&mut self, key: &'static str) -> Result<&'a [Node], ReadError> {
        let nodes = self.value(key, "a list of tables", |node| match &node.value {
            Value::List(items) => Some(&items[..]),
            _ => None,
        })?;
        Ok(nodes.unwrap_or_default())
    }

    /// A whole number that is not negative and fits `T`.
    ///
    /// # Errors
    /// It is something else.
    pub fn whole<T: TryFrom<i64>>(&mut self, key: &'static str) -> Result<Option<T>, ReadError> {
        self.read.push(key);
        let Some(node) = self.table.get(key) else { return Ok(None) };
        let Value::Integer(integer) = node.value else { return Err(wrong_type(node, key, "a whole number")) };
        let too_large = || match integer {
            ..0 => format!("`{key}` is {integer}; expected a number that is not negative"),
            0.. => format!("`{key}` is {integer}, which is too large"),
        };
        let number = T::try_from(integer).map_err(|_| ReadError { origin: node.origin, reason: too_large() });
        number.map(Some)
    }

    /// A number, with or without decimals.
    ///
    /// # Errors
    /// It is something else.
    pub fn number(&mut self, key: &'static str) -> Result<Option<f64>, ReadError> {
        self.value(key, "a number", |node| match &node.value {
            Value::Integer(integer) => Some(*integer as f64),
            Value::Float(text) => text.parse().ok(),
            _ => None,
        })
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// It is something else.
    pub fn flag(&mut self, key: &'static str) -> Result<Option<bool>, ReadError> {
        self.value(key, "`true` or `false`", |node| match node.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        })
    }
}

fn text(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

fn wrong_type(node: &Node, key: &str, expected: &str) -> ReadError {
    let reason = format!("`{key}` is {}; expected {expected}", node.value.type_name());
    ReadError { origin: node.origin, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{line_and_column, parse};

    fn read(text: &str) -> Result<(String, Option<u32>, usize), String> {
        let read = || {
            let tree = parse(text)?;
            let mut keys = Keys::new(&tree, "the file")?;
            let name = keys.needed_text("name")?;
            let ranks = keys.whole("ranks")?;
            keys.number("limit")?;
            keys.flag("tagged")?;
            keys.texts::<String>("files")?;
            keys.map("set")?;
            let jobs = keys.list("job")?;
            for job in jobs {
                Keys::new(job, "job")?.finish()?;
            }
            keys.finish()?;
            Ok((name, ranks, jobs.len()))
        };
        read().map_err(|error: ReadError| {
            let (line, column) = line_and_column(text, error.origin.byte());
            format!("{line}:{column}: {}", error.reason)
        })
    }

    #[test]
    fn keys_are_read_by_their_types() {
        let text = "name = \"a\"\nranks = 3\nlimit = 1\ntagged = true\nfiles = [\"b\"]\nset.x = \"1\"\n[[job]]\n";
        assert_eq!(read(text), Ok(("a".to_owned(), Some(3), 1)));
        assert_eq!(read("name = \"a\"\nlimit = 1.5"), Ok(("a".to_owned(), None, 0)));
    }

    #[test]
    fn errors_say_where_what_and_what_instead() {
        for (text, message) in [
            ("", "1:1: `name` is missing; expected a text"),
            ("name = 3", "1:8: `name` is an integer; expected a text"),
            ("name = \"\"\nrnaks = 3", "2:1: unknown key `rnaks`; did you mean `ranks`?"),
            (
                "z = 1\nname = \"\"\nb = 2",
                "1:1: unknown key `z`; expected one of name, ranks, limit, tagged, files, set, job",
            ),
            ("name = \"\"\nranks = -3", "2:9: `ranks` is -3; expected a number that is not negative"),
            ("name = \"\"\nranks = 4294967296", "2:9: `ranks` is 4294967296, which is too large"),
            ("name = \"\"\nranks = 1.5", "2:9: `ranks` is a decimal number without unit; expected a whole number"),
            ("name = \"\"\nlimit = \"1\"", "2:9: `limit` is a text; expected a number"),
            ("name = \"\"\ntagged = 1", "2:10: `tagged` is an integer; expected `true` or `false`"),
            ("name = \"\"\nfiles = [1]", "2:9: `files` is a list; expected a list of texts"),
            ("name = \"\"\nset = 1", "2:7: `set` is an integer; expected a table of texts"),
            ("name = \"\"\nset.a.b = 1", "2:5: `set.a` is a table; expected a text"),
            ("name = \"\"\njob = [1]", "2:8: `job` is an integer; expected a table"),
            ("name = \"\"\njob = 1", "2:7: `job` is an integer; expected a list of tables"),
        ] {
            assert_eq!(read(text), Err(message.to_owned()), "{text}");
        }
    }
}
