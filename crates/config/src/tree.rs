//! Parses TOML into a tree of values, each with its position in the text, so that errors found later can name file, line and
//! column. All readers of configuration use it.

use toml::de::{DeTable, DeValue};

/// Where a node was written: a byte of the text, or the n-th override.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Offset in the text.
    Byte(usize),
    /// Index of the override.
    Override(usize),
}

impl Origin {
    /// The offset in the text; 0 for an override.
    pub fn byte(self) -> usize {
        match self {
            Self::Byte(byte) => byte,
            Self::Override(_) => 0,
        }
    }
}

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where the value begins.
    pub origin: Origin,
    /// The value.
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string.
    Text(String),
    /// An integer of 64 bits.
    Integer(i64),
    /// A float, as written.
    Float(String),
    /// A boolean.
    Flag(bool),
    /// A date or time.
    Date(toml::value::Datetime),
    /// An array.
    List(Vec<Node>),
    /// A table, sorted by key, so that the first error found does not depend on the order in the file.
    Table(Vec<Entry>),
}

/// A key of a table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key, without those of the tables around it.
    pub key: String,
    /// Where the key begins.
    pub origin: Origin,
    /// Its value.
    pub node: Node,
}

/// Why a text is not a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where.
    pub origin: Origin,
    /// The parser's words, maybe of several lines.
    pub reason: String,
}

impl Value {
    /// The type in words, for messages.
    pub fn type_name(&self) -> &'static str {
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
    /// The value of a key, if this is a table that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node),
            _ => None,
        }
    }
}

/// Reads a TOML text.
///
/// # Errors
/// It is not valid TOML, or an integer does not fit 64 bits.
pub fn parse(text: &str) -> Result<Node, SyntaxError> {
    let table = DeTable::parse(text).map_err(|error| SyntaxError {
        origin: Origin::Byte(error.span().map_or(0, |span| span.start)),
        reason: error.message().to_owned(),
    })?;
    Ok(Node { origin: Origin::Byte(0), value: Value::Table(entries(table.get_ref(), &Origin::Byte)?) })
}

/// Reads the value of the n-th override: TOML if it reads as TOML (`8`, `[4, 4]`, `true`, `"text"`), else the text itself, so
/// that `5 GB/s` needs no quotes within the shell's.
///
/// # Errors
/// An integer does not fit 64 bits.
pub fn parse_override(index: usize, text: &str) -> Result<Node, SyntaxError> {
    let origin = Origin::Override(index);
    match DeValue::parse(text.trim()) {
        Ok(value) => node(value.get_ref(), 0, &|_| origin),
        Err(_) => Ok(Node { origin, value: Value::Text(text.trim().to_owned()) }),
    }
}

/// Where the lines of a text begin, for a text of which many offsets are asked for.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text.
    pub fn new(text: &str) -> Self {
        Self { starts: std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect() }
    }

    /// Line and column of an offset in that text, both from 1; columns count characters.
    pub fn line_and_column(&self, text: &str, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= byte);
        (line, text[self.starts[line - 1]..byte].chars().count() + 1)
    }
}

/// Line and column of an offset in a text, both from 1; columns count characters.
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    Lines::new(text).line_and_column(text, byte)
}

fn entries(table: &DeTable<'_>, origin: &dyn Fn(usize) -> Origin) -> Result<Vec<Entry>, SyntaxError> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        entries.push(Entry {
            key: key.get_ref().to_string(),
            origin: origin(key.span().start),
            node: node(value.get_ref(), value.span().start, origin)?,
        });
    }
    entries.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(entries)
}

fn node(value: &DeValue<'_>, byte: usize, origin: &dyn Fn(usize) -> Origin) -> Result<Node, SyntaxError> {
    let at = origin(byte);
    let value = match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => {
            let number = i64::from_str_radix(integer.as_str(), integer.radix());
            Value::Integer(number.map_err(|_| SyntaxError {
                origin: at,
                reason: format!("the integer {integer} does not fit 64 bits"),
            })?)
        }
        DeValue::Float(float) => Value::Float(float.as_str().to_owned()),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(date) => Value::Date(*date),
        DeValue::Array(list) => {
            let items = list.iter().map(|item| node(item.get_ref(), item.span().start, origin));
            Value::List(items.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => Value::Table(entries(table, origin)?),
    };
    Ok(Node { origin: at, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_knows_where_it_was_written() {
        let text = "b = 1\n[a]\n\"ü\" = [true, 2.5]\n";
        let tree = parse(text).unwrap();
        let Value::Table(entries) = &tree.value else { panic!("the root is a table") };
        assert_eq!(entries.iter().map(|entry| entry.key.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        let list = tree.get("a").and_then(|table| table.get("ü")).unwrap();
        assert_eq!((list.value.type_name(), line_and_column(text, list.origin.byte())), ("a list", (3, 7)));
        let Value::List(items) = &list.value else { panic!("it is a list") };
        assert!(matches!(&items[1].value, Value::Float(float) if float == "2.5"));
        assert_eq!(line_and_column(text, 1000), (4, 1), "past the end");
    }

    #[test]
    fn what_is_no_toml_is_an_error_of_a_file_and_a_text_of_an_override() {
        let error = parse("a = 1\nb =").unwrap_err();
        assert_eq!(line_and_column("a = 1\nb =", error.origin.byte()).0, 2, "{error:?}");
        let error = parse("a = 99999999999999999999").unwrap_err();
        assert_eq!(error.reason, "the integer 99999999999999999999 does not fit 64 bits");
        let own = parse_override(3, " 5 GB/s ").unwrap();
        assert!(matches!(own, Node { origin: Origin::Override(3), value: Value::Text(text) } if text == "5 GB/s"));
        assert!(matches!(parse_override(0, "8").unwrap().value, Value::Integer(8)));
    }
}
